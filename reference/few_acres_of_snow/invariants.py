"""What every sound position keeps: the invariants, each bound to the rule that demands it."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain

from reference.few_acres_of_snow.ch01_board import FORT_TOTAL, IDS, PLACES, POINTS, Kind, is_capital, owner, piece_kind
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, FACES, Card, copies, is_location, may_own, pile
from reference.few_acres_of_snow.ch08_sieges import cannot_fight, on_track
from reference.few_acres_of_snow.ch09_siege_victory import returnable
from reference.few_acres_of_snow.ch16_end import end_condition, points, winner
from reference.few_acres_of_snow.frames import SiegeWon
from reference.few_acres_of_snow.positions import cards_in_use
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset, in_edition
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, State, player, seat, siege_of, stock
from reference.few_acres_of_snow.tables import setup
from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation

_MOST_RESERVE = setup("limits").number("reserve")
# Checked at every step of long explorations: piles are compared with sets of kinds as bytes, not card by card.
_OWN = tuple(bytes(each for each in CARDS if may_own(side, each)) for side in SIDES)
_LOCATIONS = bytes(each for each in CARDS if is_location(each))
_COLOURED_EMPIRE = bytes(each for each in CARDS if not is_location(each) and FACES[each].owner is not None)
_NEUTRAL = bytes(each for each in CARDS if FACES[each].owner is None)
_POINTLESS = tuple(where for where in PLACES if not POINTS[where])


@cache
def _box(ruleset: Ruleset) -> bytes:
    return pile(each for each in CARDS for _ in range(copies(each, ruleset)))


def violations(state: State) -> tuple[Violation, ...]:
    """Return everything that is wrong with a position."""
    found = chain(
        cards_not_conserved(state),
        strange_cards(state),
        misfiled_cards(state),
        pieces_not_conserved(state),
        forts_misplaced(state),
        towns_without_points(state),
        debts(state),
        crowded_reserves(state),
        sieges_without_cause(state),
        markers_off_track(state),
        strangers_named(state),
        cards_without_strength(state),
        sieges_without_attackers(state),
        other_outcomes(state),
        capitals_lost(state),
    )
    return tuple(found)


@rule("fa:comp.3", "fa:list.7")
def cards_not_conserved(state: State) -> Iterator[Violation]:
    """Find kinds of cards with more or fewer copies than the box holds."""
    everything = b"".join(
        (cards_in_use(state), *(each.locations + each.empire for each in state.players), state.display)
    )
    if pile(everything) == _box(state.ruleset):
        return
    found = Counter(everything)
    for each in CARDS:
        due = copies(each, state.ruleset)
        if found[each] != due:
            yield violation(Reason.CARDS_NOT_CONSERVED, "fa:comp.3", card=CARD_IDS[each], found=found[each], due=due)


@rule("fa:card.2")
def strange_cards(state: State) -> Iterator[Violation]:
    """Find cards of one side's colour in the hand, piles or siege cards of the other side."""
    for side, owner_ in zip(SIDES, state.players, strict=True):
        in_sieges = [siege.cards[seat(each, side)] for each in SIDES if (siege := siege_of(state, each)) is not None]
        piles = (owner_.hand, owner_.reserve, owner_.deck, owner_.discard, owner_.locations, owner_.empire, *in_sieges)
        for each in b"".join(piles).translate(None, _OWN[side.number]):
            yield violation(Reason.WRONG_PILE, "fa:card.2", card=CARD_IDS[each], side=side.value)


@rule("fa:governor.2", "fa:setup.2")
def misfiled_cards(state: State) -> Iterator[Violation]:
    """Find cards in open piles that are meant for another kind."""
    for side, owner_ in zip(SIDES, state.players, strict=True):
        misfiled = owner_.locations.translate(None, _LOCATIONS) + owner_.empire.translate(None, _COLOURED_EMPIRE)
        for each in misfiled:
            yield violation(Reason.WRONG_PILE, "fa:governor.2", card=CARD_IDS[each], side=side.value)
    for each in state.display.translate(None, _NEUTRAL):
        yield violation(Reason.WRONG_PILE, "fa:governor.2", card=CARD_IDS[each])


@rule("fa:comp.1", "fa:settle.7", "fa:develop.5", "fa:fortify.6")
def pieces_not_conserved(state: State) -> Iterator[Violation]:
    """Find more pieces on the board and captured than a side, or the common stock, has."""
    for side in SIDES:
        for kind in Kind:
            if stock(state, side, kind) < 0:
                rule_id = "fa:settle.7" if kind is Kind.VILLAGE else "fa:develop.5"
                yield violation(Reason.PIECES_NOT_CONSERVED, rule_id, side=side.value, piece=kind.value)
    if sum(state.board.forts) > FORT_TOTAL:
        yield violation(Reason.PIECES_NOT_CONSERVED, "fa:fortify.6", piece="fort")


@rule("fa:fortify.3", "fa:aid.siege.5")
def forts_misplaced(state: State) -> Iterator[Violation]:
    """Find forts at places nobody holds, which only an option leaves there."""
    if state.ruleset.fort_removed_on_capture != "yes":
        return
    fort_rule = in_edition(state.ruleset, "fa:fortify.3", "fa:aid.siege.5")
    for where in PLACES:
        if state.board.forts[where] and owner(state.board, where) is None:
            yield violation(Reason.FORT_WITHOUT_PIECE, fort_rule, place=IDS[where])


@rule("fa:develop.4")
def towns_without_points(state: State) -> Iterator[Violation]:
    """Find towns at places without victory points."""
    for where in _POINTLESS:
        if piece_kind(state.board, where) is Kind.TOWN:
            yield violation(Reason.TOWN_WITHOUT_POINTS, "fa:develop.4", place=IDS[where])


@rule("fa:setup.5")
def debts(state: State) -> Iterator[Violation]:
    """Find players with a negative amount of money."""
    for side in SIDES:
        if player(state, side).money < 0:
            yield violation(Reason.NEGATIVE_MONEY, "fa:setup.5", side=side.value)


@rule("fa:reserve.2", "fa:aid.reserve.1")
def crowded_reserves(state: State) -> Iterator[Violation]:
    """Find reserves of more than five cards, or with location cards where these are barred."""
    for side in SIDES:
        reserve = player(state, side).reserve
        if len(reserve) > _MOST_RESERVE:
            yield violation(Reason.RESERVE_FULL, "fa:reserve.2", side=side.value, most=_MOST_RESERVE)
        if state.ruleset.reserve_location_cards == "no" and any(is_location(Card(each)) for each in reserve):
            yield violation(Reason.NO_LOCATION_CARDS_IN_RESERVE, "fa:aid.reserve.1", side=side.value)


def _settled(state: State) -> frozenset[Side]:
    return frozenset(frame.attacker for frame in state.stack.frames if isinstance(frame, SiegeWon))


@rule("fa:siege.start.1")
def sieges_without_cause(state: State) -> Iterator[Violation]:
    """Find sieges of places the enemy does not hold, unless they are being settled or the game is over."""
    if state.outcome is not None:
        return
    for attacker in SIDES:
        siege = siege_of(state, attacker)
        if siege is None or attacker in _settled(state):
            continue
        if owner(state.board, siege.place) is not attacker.enemy:
            yield violation(Reason.SIEGE_WITHOUT_DEFENDER, "fa:siege.start.1", place=IDS[siege.place])


@rule("fa:faq.siege.3", "fa:siege.start.6")
def markers_off_track(state: State) -> Iterator[Violation]:
    """Find markers beyond the ends of their track."""
    track_rule = in_edition(state.ruleset, "fa:siege.start.6", "fa:faq.siege.3")
    for attacker in SIDES:
        siege = siege_of(state, attacker)
        if siege is not None and on_track(siege.marker, attacker, state.ruleset) != siege.marker:
            yield violation(Reason.MARKER_OFF_TRACK, track_rule, place=IDS[siege.place], marker=siege.marker)


@rule("fa:siege.win.12")
def strangers_named(state: State) -> Iterator[Violation]:
    """Find cards named for return that are not in the siege, or are location cards."""
    for attacker in SIDES:
        siege = siege_of(state, attacker)
        if siege is None:
            continue
        for side in SIDES:
            named = siege.named[seat(attacker, side)]
            if named is not None and named not in returnable(siege, attacker, side):
                yield violation(Reason.NAMED_CARD_NOT_THERE, "fa:siege.win.12", card=CARD_IDS[named])


@rule("fa:siege.start.3", "fa:reinforce.1", "fa:reinforce.5")
def cards_without_strength(state: State) -> Iterator[Violation]:
    """Find cards in a siege that could not be played into it."""
    for attacker in SIDES:
        siege = siege_of(state, attacker)
        if siege is None:
            continue
        for side in SIDES:
            defending = side is not attacker
            for each in siege.cards[seat(attacker, side)]:
                yield from cannot_fight(Card(each), siege.place, state.ruleset, defending=defending)


@rule("fa:siege.start.4")
def sieges_without_attackers(state: State) -> Iterator[Violation]:
    """Find sieges without the card that opened them, unless they are being settled."""
    for attacker in SIDES:
        siege = siege_of(state, attacker)
        if siege is not None and not siege.cards[seat(attacker, attacker)] and attacker not in _settled(state):
            yield violation(Reason.SIEGE_WITHOUT_ATTACKER, "fa:siege.start.4", place=IDS[siege.place])


@rule("fa:end.1", "fa:end.2", "fa:end.3", "fa:end.8", "fa:aid.end.1")
def other_outcomes(state: State) -> Iterator[Violation]:
    """Find a game said to have ended in a way that the position does not bear out."""
    said = state.outcome
    if said is not None and said not in _endings(state, said.winner):
        yield violation(Reason.OTHER_OUTCOME, "fa:end.8", winner=said.winner.value, by=said.rule)


@rule("fa:end.1", "fa:aid.end.1")
def capitals_lost(state: State) -> Iterator[Violation]:
    """Find a capital that the enemy holds, with which the game would have ended at once, unless by option."""
    if state.outcome is not None or any(isinstance(frame, SiegeWon) for frame in state.stack.frames):
        return
    if state.ruleset.capital_settle_wins == "no":
        return
    end_rule = in_edition(state.ruleset, "fa:end.1", "fa:aid.end.1")
    for side in SIDES:
        for where in PLACES:
            if is_capital(where, side) and owner(state.board, where) is side.enemy:
                yield violation(Reason.CAPITAL_LOST, end_rule, place=IDS[where], side=side.enemy.value)


def _endings(state: State, side: Side) -> Iterator[Outcome]:
    """Yield how the game may have ended with the victory of a side: at once by a capital, or by points."""
    lost = [where for where in PLACES if is_capital(where, side.enemy) and owner(state.board, where) is not side.enemy]
    if lost:
        yield Outcome(side, "fa:end.1")
        yield Outcome(side, "fa:aid.end.1")
    british, french = (points(state, each) for each in SIDES)
    for each in SIDES:
        ending = end_condition(state, each)
        if ending is not None:
            yield Outcome(winner(british, french), ending, (british, french))
