"""Chapter 13: victory.

The marker on the one VP track counts towards France or Britain. At the end of each year the sudden ends are tested,
and at the end of a scenario its last conditions.
"""

from fractions import Fraction
from functools import lru_cache
from math import ceil

from reference.kernel.procedures import Procedure, never_applies, never_waits, other_decision
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed
from reference.kernel.verdicts import Event, Next, event
from reference.wilderness_war.actions import Action
from reference.wilderness_war.board import Board, controls_fortress, fortress_owner, is_besieged, occupies_alone
from reference.wilderness_war.ch02_map import FORTRESSES, IDS, Space, originally_friendly, space
from reference.wilderness_war.ch08_siege_roll import may_roll
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import VictoryCheck
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Outcome, State, Tracks, score, vp_of

NIAGARA = space("niagara")
OHIO_FORKS = space("ohio_forks")

_VICTORY = table("victory")
_POINTS = table("victory_points")
_RAIDED = Fraction(
    _POINTS.number("raided_marker_year_end_numerator"), _POINTS.number("raided_marker_year_end_denominator")
)
_SUDDEN = _VICTORY.number("sudden_death_vp")
_SUDDEN_SPACES = tuple(
    space(name) for name in _VICTORY.texts("sudden_death_british_all_fortresses_and_sole_occupation_of")
)
_LATE_THRESHOLDS = {entry.number("year"): entry.number("min_vp") for entry in _VICTORY.tables("french_win_at_year_end")}
_OBJECTIVES = tuple(space(name) for name in _VICTORY.texts("end_1759_objective_spaces"))
_OBJECTIVES_NEEDED = _VICTORY.number("end_1759_british_needs_all_own_fortresses_plus")
_SHORT_END, _LONG_END = 1759, 1762
_KEY_POINTS = {NIAGARA: _POINTS.number("capture_niagara"), OHIO_FORKS: _POINTS.number("capture_ohio_forks")}


# ---------------------------------------------------------------- victory points


@rule("ww:13.22", "ww:4.0-B.4")
def raid_points(markers: int) -> int:
    """Return a side's VP for its Raided markers: half a point each, the total rounded up."""
    return ceil(markers * _RAIDED)


def holder(board: Board, place: Space) -> Side | None:
    """Return the side that alone has units or fortifications in a space."""
    return next((side for side in Side if occupies_alone(board, place, side)), None)


@lru_cache(maxsize=4096)
def _key_holders(board: Board) -> tuple[Side | None, ...]:
    return tuple(holder(board, place) for place in _KEY_POINTS)


@rule("ww:13.23")
def key_space_taken(state: State) -> Next[State] | None:
    """Score for a side that now holds Niagara or Ohio Forks alone after the other side did; none if nothing changed."""
    tracks = state.tracks
    niagara, forks = _key_holders(state.board)
    if niagara is not None and niagara is not tracks.niagara:
        return _taken(replace(state, tracks=tracks._replace(niagara=niagara)), NIAGARA, niagara, tracks.niagara)
    if forks is not None and forks is not tracks.ohio_forks:
        return _taken(replace(state, tracks=tracks._replace(ohio_forks=forks)), OHIO_FORKS, forks, tracks.ohio_forks)
    return None


@rule("ww:13.23")
def _taken(changed: State, place: Space, now: Side, last: Side | None) -> Next[State]:
    """Report that a key space has changed hands, and score for it if the other side held it before."""
    news = event(EventKind.SPACE_CHANGED_HANDS, "ww:13.23", space=IDS[place], side=now.value)
    if last is None:
        return Next(changed, (news,))
    scored = score(changed, now, _KEY_POINTS[place], "ww:13.23")
    return Next(scored.state, (news, *scored.events))


# ---------------------------------------------------------------- sudden ends


@rule("ww:13.11-a")
def britain_holds_all(board: Board) -> bool:
    """Say whether Britain controls every fortress and alone occupies Niagara and Ohio Forks."""
    fortresses = all(controls_fortress(board, place, Side.BRITISH) for place in FORTRESSES)
    return fortresses and all(occupies_alone(board, place, Side.BRITISH) for place in _SUDDEN_SPACES)


@rule("ww:13.11-b")
def eleven_points(tracks: Tracks) -> Side | None:
    """Return the side with eleven or more VP."""
    return next((side for side in Side if vp_of(tracks, side) >= _SUDDEN), None)


@rule("ww:13.11-c")
def france_is_ahead_of_the_years(tracks: Tracks) -> bool:
    """Say whether France has the VP that the check of this late year asks for."""
    needed = _LATE_THRESHOLDS.get(tracks.year)
    return needed is not None and vp_of(tracks, Side.FRENCH) >= needed


# ---------------------------------------------------------------- last conditions


@rule("ww:13.12-besieged")
def britain_keeps(board: Board, place: Space, ruleset: Ruleset) -> bool:
    """Say whether Britain counts as controlling an original fortress of its own at the 1759 check."""
    if controls_fortress(board, place, Side.BRITISH):
        return True
    if ruleset.besieged_british_fortress_counts == "never" or not is_besieged(board, place):
        return False
    return fortress_owner(board, place) is Side.BRITISH and not may_roll(board, place, Side.FRENCH, ruleset)


@rule("ww:13.12")
def britain_wins_1759(board: Board, ruleset: Ruleset) -> bool:
    """Say whether Britain has all its own fortresses and two of Quebec, Montreal, Niagara and Ohio Forks."""
    own = [place for place in FORTRESSES if originally_friendly(place, Side.BRITISH)]
    taken = sum(
        controls_fortress(board, place, Side.BRITISH)
        if place in FORTRESSES
        else occupies_alone(board, place, Side.BRITISH)
        for place in _OBJECTIVES
    )
    return all(britain_keeps(board, place, ruleset) for place in own) and taken >= _OBJECTIVES_NEEDED


@rule("ww:13.12-else")
def leader_on_points_1759(tracks: Tracks) -> Side | None:
    """Return the side with at least 1 VP."""
    needed = _VICTORY.number("end_1759_otherwise_min_vp_to_win")
    return next((side for side in Side if vp_of(tracks, side) >= needed), None)


@rule("ww:13.13")
def winner_1762(tracks: Tracks) -> Side | None:
    """Return France with at least 1 VP, Britain with at least 5."""
    if vp_of(tracks, Side.FRENCH) >= _VICTORY.number("end_1762_french_min_vp"):
        return Side.FRENCH
    return Side.BRITISH if vp_of(tracks, Side.BRITISH) >= _VICTORY.number("end_1762_british_min_vp") else None


@rule("ww:13.14", "ww:13.14-exc")
def drawn(ruleset: Ruleset) -> Outcome:
    """Return a draw, which a tournament counts as a French win."""
    if ruleset.tournament_draw == "on":
        return Outcome(Side.FRENCH, "ww:13.14-exc")
    return Outcome(None, "ww:13.14")


# ---------------------------------------------------------------- the check


@rule("ww:4.0-B.6")
def outcome(board: Board, tracks: Tracks, ruleset: Ruleset) -> Outcome | None:
    """Return how the game ends at the check of a year; none if it goes on."""
    sudden = _sudden_outcome(board, tracks)
    if sudden is not None or tracks.year < tracks.last_year:
        return sudden
    if tracks.last_year == _SHORT_END:
        if britain_wins_1759(board, ruleset):
            return Outcome(Side.BRITISH, "ww:13.12")
        ahead = leader_on_points_1759(tracks)
        return Outcome(ahead, "ww:13.12-else") if ahead else drawn(ruleset)
    winner = winner_1762(tracks)
    return Outcome(winner, "ww:13.13") if winner else drawn(ruleset)


def _sudden_outcome(board: Board, tracks: Tracks) -> Outcome | None:
    if britain_holds_all(board):
        return Outcome(Side.BRITISH, "ww:13.11-a")
    ahead = eleven_points(tracks)
    if ahead is not None:
        return Outcome(ahead, "ww:13.11-b")
    return Outcome(Side.FRENCH, "ww:13.11-c") if france_is_ahead_of_the_years(tracks) else None


def advance(state: State, _frame: VictoryCheck) -> Next[State]:
    """Test the victory conditions and end the game if one is met."""
    found = outcome(state.board, state.tracks, state.ruleset)
    after = replace(closed(state), outcome=found)
    if found is None:
        return Next(after)
    news: Event = (
        event(EventKind.GAME_DRAWN, found.rule)
        if found.winner is None
        else event(EventKind.GAME_WON, found.rule, side=found.winner.value)
    )
    return Next(after, (news,))


VICTORY_CHECK: Procedure[State, VictoryCheck, Action] = Procedure(never_waits, other_decision, never_applies, advance)
