"""Scenes for small conditions: the starting board with some places changed, a turn, and exactly these cards in hand."""

from reference.few_acres_of_snow.ch02_cards import card, pile
from reference.few_acres_of_snow.frames import (
    Turn,
)
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, player, with_player
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, Violation
from tests.few_acres_of_snow.scenes import placed

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
NOT_HELD = {("not_controlled", "loccard.1"), ("not_controlled", "aid.loc.3")}
NO_CARD = ("not_in_hand", "act.12")


def cards(text: str) -> bytes:
    """Return cards named in a text as a pile."""
    return pile(card(name) for name in text.split())


def scene(hand: str = "", side: Side = BRITISH, options: str = "", **plus: str) -> State:
    """Return the starting board with some places changed, a turn of a side, and exactly these cards in its hand."""
    state = placed({"plus": plus}, f"first{options}")
    state = with_player(state, side, player(state, side)._replace(hand=cards(hand)))
    return state._replace(stack=Stack((Turn(side, 2),)))


def with_money(state: State, side: Side, money: int) -> State:
    """Return the state with a side's money set."""
    return with_player(state, side, player(state, side)._replace(money=money))


def broken(found: tuple[Violation, ...]) -> set[tuple[str, str]]:
    """Return reasons and rules of refusals."""
    return {(each.reason.value, each.rule.removeprefix("fa:")) for each in found}


def kinds(after: Next[State]) -> list[str]:
    """Return what happened."""
    return [each.kind for each in after.events]
