"""Openings: the frames of a procedure about to begin, and what the rules want before it begins.

An action is taken by the rules themselves, so they say what keeps it from beginning. What a position by hand can get
wrong besides is found here. Nothing is repaired: an opening that the rules refuse is `Forbidden`.
"""

from collections.abc import Iterator
from typing import assert_never

from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow import opening_records as o
from reference.few_acres_of_snow.ch04_turn import HAND_SIZE
from reference.few_acres_of_snow.ch09_siege_victory import naming_options, sieges_won
from reference.few_acres_of_snow.ch16_end import ends_now
from reference.few_acres_of_snow.frames import Drawing, Naming, Purpose, SiegeCheck, Turn, TurnStart
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player
from reference.kernel.openings import forbid, taken
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Violation, violation


def begun(state: State, opening: o.Opening) -> State:
    """Return the state with the procedure of an opening about to begin; refuse what the rules refuse."""
    match opening:
        case (
            o.OpeningHands() | o.TurnStart() | o.EndOfGame() | o.SiegeCheck() | o.Turn() | o.Naming() | o.Refill()
        ):  # fmt: skip
            return _turn(state, opening)
        case _:
            return _action(state, opening)


# ---------------------------------------------------------------- the course of a turn


def _turn(state: State, opening: o.TurnOpening) -> State:
    match opening:
        case o.OpeningHands():
            forbid(_dealt_violations(state))
            draws = tuple(Drawing(side, HAND_SIZE, Purpose.OPENING) for side in reversed(SIDES))
            return state.with_stack(Stack(draws))
        case o.TurnStart(side):
            return state.with_stack(Stack((TurnStart(side),)))
        case o.EndOfGame(side):
            forbid(_going_on_violations(state, side))
            return state.with_stack(Stack((TurnStart(side),)))
        case o.SiegeCheck(side):
            forbid(_not_won_violations(state, side))
            return state.with_stack(Stack((SiegeCheck(side, sieges_won(state, side)),)))
        case o.Turn(side, actions):
            return state.with_stack(Stack((Turn(side, actions),)))
        case o.Naming(side):
            forbid(_naming_violations(state, side))
            return state.with_stack(Stack((Naming(side),)))
        case o.Refill(side):
            lacking = max(0, HAND_SIZE - len(player(state, side).hand))
            forbid(_refill_violations(state, side, lacking))
            return state.with_stack(Stack((Drawing(side, lacking, Purpose.REFILL),)))
        case _:
            assert_never(opening)


@rule("fa:setup.8")
def _dealt_violations(state: State) -> Iterator[Violation]:
    """Refuse to deal opening hands to players who hold cards."""
    for side in SIDES:
        if player(state, side).hand:
            yield violation(Reason.HAND_NOT_EMPTY, "fa:setup.8", side=side.value)


@rule("fa:end.2", "fa:end.3", "fa:end.5")
def _going_on_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse the count where the game does not end as this side's turn starts."""
    if ends_now(state, side) is None:
        yield violation(Reason.GAME_GOES_ON, "fa:end.2", side=side.value)


@rule("fa:siege.win.1")
def _not_won_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse a siege check where the side has won no siege."""
    if not sieges_won(state, side):
        yield violation(Reason.NOT_WON, "fa:siege.win.1", side=side.value)


@rule("fa:siege.win.12")
def _naming_violations(state: State, side: Side) -> Iterator[Violation]:
    """Refuse to name cards where no siege is about to be lost, or nothing can be returned."""
    if not naming_options(state, side):
        yield violation(Reason.NOTHING_TO_NAME, "fa:siege.win.12", side=side.value)


@rule("fa:turn.6", "fa:turn.8")
def _refill_violations(state: State, side: Side, lacking: int) -> Iterator[Violation]:
    """Refuse a draw to a full hand, or without deck and discards."""
    owner = player(state, side)
    if not lacking:
        yield violation(Reason.HAND_FULL, "fa:turn.8", side=side.value, cards=len(owner.hand))
    if not owner.deck and not owner.discard:
        yield violation(Reason.NOTHING_TO_DRAW, "fa:turn.6", side=side.value)


# ---------------------------------------------------------------- actions


def _action(state: State, opening: o.ActionOpening) -> State:
    """Return the state after the action with which an opening begins was taken in a turn."""
    after = taken(ENGINE, state.with_stack(Stack((Turn(opening.side, opening.actions),))), _first(opening))
    if isinstance(opening, o.Raid) and opening.place is not None:
        return taken(ENGINE, after, a.Aim(opening.place))
    return after


def _first(opening: o.ActionOpening) -> a.Action:
    """Return the action of a turn that an opening begins with."""
    match opening:
        case o.Settle(place=place, base=base):
            return a.Settle(place, base)
        case o.Besiege(place=place, base=base):
            return a.Besiege(place, base)
        case o.Raid(card=card):
            return a.Raid(card)
        case o.Ambush(card=card):
            return a.Ambush(card)
        case o.Convert(card=card):
            return a.Convert(card)
        case o.Merchant(ship=ship):
            return a.Merchant(ship)
        case o.Trade(fur=fur):
            return a.Trade(fur)
        case o.Discard(card=card):
            return a.Discard(card)
        case o.Governor(card=card):
            return a.Governor(card)
        case o.HomeSupport():
            return a.HomeSupport()
        case o.Withdraw(place=place):
            return a.Withdraw(place)
        case _:
            assert_never(opening)
