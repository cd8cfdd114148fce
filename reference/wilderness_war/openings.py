"""Openings: the frames of a procedure about to begin, and what the rules want before it begins.

Where a chapter says what keeps a side from beginning, it is asked; what a position by hand can get wrong besides, such
as a leader who is elsewhere, is found here. Nothing is repaired: an opening that the rules refuse is `Forbidden`.
"""

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from reference.kernel.openings import forbid
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import opened
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import ch11_attrition
from reference.wilderness_war import frames as f
from reference.wilderness_war import opening_records as o
from reference.wilderness_war.actions import Activates
from reference.wilderness_war.board import Away, leaders_outside, put_leader
from reference.wilderness_war.cards import FACES, At, Card, hand
from reference.wilderness_war.ch02_map import IDS, Space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, LEADERS
from reference.wilderness_war.ch04_sequence import (
    construction_violations,
    dig_violations,
    first_player,
    held_violations,
)
from reference.wilderness_war.ch05_activation import callable_leaders, drilled
from reference.wilderness_war.ch05_construction import razing_violations
from reference.wilderness_war.ch05_events import event_violations, played_event
from reference.wilderness_war.ch10_home import companions, homeless, is_recalled
from reference.wilderness_war.ch13_bidding import is_bidding
from reference.wilderness_war.opening_checks import absent_violations, raiders
from reference.wilderness_war.opening_fights import battle, raid, siege
from reference.wilderness_war.opening_moves import avoiding, entering, force_moving, intercepting, unit_moving
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, Tracks, on_board, taken_card

# Openings within an Action Phase, which is remembered until it ends.
_Phased: TypeAlias = o.CardOpening | o.MoveOpening | o.Siege | o.Storm | o.Sortie


def begun(state: State, opening: o.Opening) -> State:
    """Return the state with the procedure of an opening about to begin; refuse what the rules refuse."""
    match opening:
        case (
            o.Deal() | o.ActionPhase() | o.YearEnd() | o.WinterAttrition() | f.VictoryCheck() | o.GoingHome()
            | o.Recall() | o.Bidding()
        ):  # fmt: skip
            return _year(state, opening)
        case (
            o.Event() | o.Digging() | o.Individuals() | o.DrilledUnit() | o.Force() | o.Campaign()
            | o.Construction() | o.Demolition()
        ):  # fmt: skip
            return _card(state, opening)
        case o.March() | o.UnitMarch() | o.Entry() | o.Interception() | o.Avoidance():
            return _movement(state, opening)
        case o.WholeBattle() | o.Battle() | o.TakeLosses() | f.LeaderChecks() | o.Retreat():
            return battle(state, opening)
        case o.Siege() | o.Storm() | f.SiegeRoll() | o.Assault() | o.Sortie() | o.Massacre():
            return siege(state, opening)
        case o.Raid() | o.RaidRoll():
            return raid(state, opening)
        case _:
            assert_never(opening)


# ---------------------------------------------------------------- the year


@rule("ww:sc-am-unused", "ww:card-french-regulars-fx2")
def _nobody_aside(state: State) -> State:
    """Put leaders whom a position does not name out of play, unless the game began when some still wait to come.

    In a game begun in 1757 nobody waits: without this, FRENCH REGULARS would bring a Montcalm whom nobody mentioned.
    """
    if state.tracks.start < Tracks().start:
        return state
    board = state.board
    for leader in ALL_LEADERS:
        if board.leader_at[leader] == Away.ASIDE:
            board = put_leader(board, leader, Away.REMOVED)
    return on_board(state, board)


def _year(state: State, opening: o.YearOpening) -> State:
    first = first_player(state.tracks)
    match opening:
        case o.Deal():
            return opened(_nobody_aside(state), f.Year(f.YearStage.DEAL, first))
        case o.ActionPhase(side):
            forbid(_phase_violations(state, side))
            return opened(_nobody_aside(state), f.Year(f.YearStage.ACTIONS, side))
        case o.YearEnd():
            forbid(_cards_left_violations(state))
            return opened(_nobody_aside(state), f.Year(f.YearStage.GO_HOME, first))
        case o.WinterAttrition():
            return opened(state, ch11_attrition.winter(state.board, state.ruleset))
        case f.VictoryCheck():
            return opened(state, opening)
        case o.GoingHome():
            return opened(state, _going_home(state, opening))
        case o.Recall(leader):
            forbid((*absent_violations(state.board, leader), *_recall_violations(state, opening)))
            return opened(state, f.Recall(leader))
        case o.Bidding():
            forbid(_bidding_violations(state))
            return opened(state, f.Bidding())
        case _:
            assert_never(opening)


@rule("ww:4.0-A.2", "ww:4.0-A.2-hold")
def _phase_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse an Action Phase to a side without cards, or that has passed."""
    if not hand(state.cards, side):
        yield violation(Reason.NO_CARDS, "ww:4.0-A.2", side=side.value)
    if side in state.cards.passed:
        yield violation(Reason.HAS_PASSED, "ww:4.0-A.2-hold", side=side.value)


@rule("ww:4.0-A.2", "ww:4.0-A.2-hold")
def _cards_left_violations(state: State) -> Iterator[Violation]:
    """Refuse the end of a year while a side has more cards than the one it may hold."""
    for side in Side:
        if len(hand(state.cards, side)) > 1:
            yield violation(Reason.CARDS_LEFT, "ww:4.0-A.2", side=side.value, cards=len(hand(state.cards, side)))


def _going_home(state: State, opening: o.GoingHome) -> f.GoingHome:
    side, place = opening.side, opening.space
    if opening.year_end:
        indians = homeless(state, place, side, ())
        leaders, woodsmen = companions(state, place, side, (), ())
        frame = f.GoingHome(side, place, leaders, (*woodsmen, *indians), winter=True)
        forbid(() if indians else (_nobody_goes("ww:4.0-B.3", side, place),))
        return frame
    units = raiders(state.board, place, side)
    forbid(() if units else (_nobody_goes("ww:10.4", side, place),))
    return f.GoingHome(side, place, leaders_outside(state.board, place, side), units)


@rule("ww:10.4", "ww:4.0-B.3")
def _nobody_goes(cited: str, side: Side, place: Space) -> Violation:
    """Refuse to send home where nobody goes home: no auxiliaries, or at the year's end no Indians without shelter."""
    return violation(Reason.NO_RAIDERS, cited, side=side.value, space=IDS[place])


@rule("ww:4.0-B.3-leaders")
def _recall_violations(state: State, opening: o.Recall) -> Iterator[Violation]:
    """Refuse to recall a leader who is not alone in the wild, or has nowhere to go."""
    if not is_recalled(state.board, opening.leader):
        yield violation(Reason.NOT_RECALLED, "ww:4.0-B.3-leaders", leader=LEADERS[opening.leader].id)


@rule("ww:13.3")
def _bidding_violations(state: State) -> Iterator[Violation]:
    """Refuse bidding where the ruleset has none."""
    if not is_bidding(state.ruleset):
        yield violation(Reason.NO_BIDDING, "ww:13.3")


# ---------------------------------------------------------------- a card


def _in_phase(state: State, side: Side, value: int) -> State:
    """Return the state in an Action Phase of a side, with a card of this value."""
    return opened(replace(state, phase=replace(state.phase, value=value)), f.PhaseEnd(side))


def _card(state: State, opening: o.CardOpening) -> State:
    match opening:
        case o.Event(side, card):
            return _event(state, side, card)
        case o.Digging(card):
            forbid((*dig_violations(state, Side.BRITISH, card), *_phase_violations(state, Side.BRITISH)))
            return opened(state, f.Digging(card))
        case o.Individuals(side, value):
            return opened(_in_phase(state, side, value), f.Individuals(side, 2 * value))
        case o.DrilledUnit(side):
            forbid(_drilled_violations(state, side))
            return opened(_in_phase(state, side, 1), f.Calling(side, Activates.UNIT, 1))
        case o.Force(side, value):
            forbid(_force_violations(state, side, value))
            return opened(_in_phase(state, side, value), f.Calling(side, Activates.FORCE, value))
        case o.Campaign(side):
            phased = _in_phase(state, side, 3)
            return opened(replace(phased, phase=replace(phased.phase, campaign=True)), f.Campaign(side))
        case o.Construction(side, what, value):
            forbid(construction_violations(state, side))
            return opened(_in_phase(state, side, value), f.Construction(side, what, value))
        case o.Demolition(side):
            forbid(razing_violations(state.board, side))
            return opened(state, f.Demolition(side))
        case _:
            assert_never(opening)


def _event(state: State, side: Side, card: Card) -> State:
    """Return the state with a card played as its event; one still in the draw pile is dealt to the side first."""
    present = _nobody_aside(state)
    dealt = taken_card(present, card, side) if present.cards.at[card] == At.PILE else present
    forbid((*held_violations(dealt, side, card), *event_violations(dealt, side, card)))
    return played_event(_in_phase(dealt, side, FACES[card].value), side, card).state


@rule("ww:5.32-b")
def _drilled_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse to activate a drilled unit if the side has none."""
    if not drilled(state.board, side):
        yield violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-b", side=side.value)


@rule("ww:5.32-c")
def _force_violations(state: State, side: Side, value: int) -> Iterator[Violation]:
    """Refuse to activate a force if the side has no leader that a card of this value can activate."""
    if not callable_leaders(state, side, value):
        yield violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-c", side=side.value, value=value)


# ---------------------------------------------------------------- movement


def _movement(state: State, opening: o.MoveOpening) -> State:
    value = 1 if isinstance(opening, o.UnitMarch) else opening.value
    phased = replace(state, phase=replace(state.phase, value=value))
    match opening:
        case o.March():
            return force_moving(phased, opening)
        case o.UnitMarch(unit):
            return unit_moving(phased, unit)
        case o.Entry():
            return entering(phased, opening)
        case o.Interception():
            return intercepting(phased, opening)
        case o.Avoidance():
            return avoiding(phased, opening)
        case _:
            assert_never(opening)
