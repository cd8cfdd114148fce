"""What every sound position keeps beside the map: the year, the VP marker, the cards and the end of the game."""

from collections.abc import Iterator
from itertools import chain

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.board import Away, marked, raided_markers
from reference.wilderness_war.cards import FACES, At, Event
from reference.wilderness_war.ch02_map import GAME, IDS, is_fortress
from reference.wilderness_war.ch03_pieces import LEADERS
from reference.wilderness_war.ch13_victory import outcome
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Tracks
from spec_tables.reader import document

# The marker is turned over above the end of the track, and shows as much again.
_MOST_VP = 2 * table("victory").number("vp_track_max_per_side")
_SET_UPS = document(GAME, "scenarios").table("setup")
_SET_ASIDE = frozenset(number for name in _SET_UPS for number in _SET_UPS.table(name).numbers("cards_set_aside"))
_STAY = tuple(card for card, face in enumerate(FACES) if not face.remove and face.event is not Event.SQUADRONS)
_USED = tuple(card for card, face in enumerate(FACES) if face.number not in _SET_ASIDE)
_FRENCH_LEADERS = tuple(number for number, leader in enumerate(LEADERS) if leader.side is Side.FRENCH)


def violations(state: State) -> Iterator[Violation]:
    """Find everything that is wrong beside the map."""
    return chain(
        years_after_the_last(state),
        years_before_the_first(state),
        points_beyond_the_marker(state),
        raided_fortresses(state),
        cards_never_removed(state),
        cards_never_set_aside(state),
        strangers_in_the_pool(state),
        other_outcomes(state),
    )


@rule("ww:sc-list", "ww:4.0-B.6")
def years_after_the_last(state: State) -> Iterator[Violation]:
    """Find a year after the one with which the scenario ends."""
    tracks = state.tracks
    if tracks.year > tracks.last_year:
        yield violation(Reason.AFTER_THE_LAST_YEAR, "ww:sc-list", year=tracks.year, last_year=tracks.last_year)


@rule("ww:sc-list")
def years_before_the_first(state: State) -> Iterator[Violation]:
    """Find a year before the one with which the game is said to have begun; nothing said means any year."""
    tracks = state.tracks
    if tracks.year < tracks.start != Tracks().start:
        yield violation(Reason.BEFORE_THE_FIRST_YEAR, "ww:sc-list", year=tracks.year, start=tracks.start)


@rule("ww:13.21")
def points_beyond_the_marker(state: State) -> Iterator[Violation]:
    """Find more VP than the two faces of the marker can show."""
    for side, vp in ((Side.FRENCH, state.tracks.vp), (Side.BRITISH, -state.tracks.vp)):
        if vp > _MOST_VP:
            yield violation(Reason.BEYOND_THE_TRACK, "ww:13.21", side=side.value, vp=vp, most=_MOST_VP)


@rule("ww:10.11")
def raided_fortresses(state: State) -> Iterator[Violation]:
    """Find Raided markers at fortresses, which are never raided."""
    for side in Side:
        for place in marked(raided_markers(state.board, side)):
            if is_fortress(place):
                yield violation(Reason.RAID_PROOF, "ww:10.11", side=side.value, space=IDS[place])


@rule("ww:5.23", "ww:card-squadrons-fx2")
def cards_never_removed(state: State) -> Iterator[Violation]:
    """Find cards out of the game that no event removes."""
    for card in _STAY:
        if state.cards.at[card] == At.REMOVED:
            yield violation(Reason.NEVER_REMOVED, "ww:5.23", card=FACES[card].id)


@rule("ww:sc-am-cards")
def cards_never_set_aside(state: State) -> Iterator[Violation]:
    """Find cards set aside that every scenario uses."""
    for card in _USED:
        if state.cards.at[card] == At.ASIDE:
            yield violation(Reason.NEVER_SET_ASIDE, "ww:sc-am-cards", card=FACES[card].id)


@rule("ww:5.55")
def strangers_in_the_pool(state: State) -> Iterator[Violation]:
    """Find French leaders in the pool from which British leaders are drawn."""
    for leader in _FRENCH_LEADERS:
        if state.board.leader_at[leader] == Away.POOL:
            yield violation(Reason.NOT_OF_THE_POOL, "ww:5.55", leader=LEADERS[leader].id)


@rule("ww:4.0-B.6")
def other_outcomes(state: State) -> Iterator[Violation]:
    """Find a game said to have ended in a way that the position does not bear out."""
    said = state.outcome
    if said is None or outcome(state.board, state.tracks, state.ruleset) == said:
        return
    winner = "nobody" if said.winner is None else said.winner.value
    yield violation(Reason.OTHER_OUTCOME, "ww:4.0-B.6", winner=winner, by=said.rule)
