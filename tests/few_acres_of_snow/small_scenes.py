"""Scenes for small conditions: the starting board with some places changed, a turn, and exactly these cards in hand."""

from oracle.english import shown, why
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card, pile
from reference.few_acres_of_snow.frames import AmbushDeclared, RaidDeclared, Turn
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.kernel.canonical import Json
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, No, Violation
from tests.few_acres_of_snow.scenes import GAME, placed

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
NOT_HELD = {("not_controlled", "loccard.1")}
Reasons = set[tuple[str, str]]
NO_CARD = ("not_in_hand", "act.12")


def cards(text: str) -> bytes:
    """Return cards named in a text as a pile."""
    return pile(card(name) for name in text.split())


def scene(hand: str = "", side: Side = BRITISH, options: str = "", *, preset: str = "first", **plus: str) -> State:
    """Return the starting board with some places changed, a turn of a side, and exactly these cards in its hand."""
    state = placed({"plus": plus}, f"{preset}{options}")
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


def besieged(where: str, attacker: Side = BRITISH, *, marker: int = 0, options: str = "", ours: str = "british_militia",
             theirs: str = "", **plus: str) -> State:  # fmt: skip
    """Return a siege with these cards in it."""
    state = scene("", BRITISH, options, **plus)
    return with_siege(state, attacker, Siege(place(where), marker, (cards(ours), cards(theirs))))


def gaspe_besieged(*, named: str = "") -> State:
    """Return a British siege of Gaspe with a card of either kind on both sides; a side may have named its militia."""
    attackers, defenders = cards("british_militia british_boston"), cards("french_militia french_gaspe")
    british = card("british_militia") if named == "british" else None
    french = card("french_militia") if named == "french" else None
    return with_siege(scene(), BRITISH, Siege(place("gaspe"), 0, (attackers, defenders), (british, french)))


def both_have_natives(frame: RaidDeclared | AmbushDeclared) -> State:
    """Return a French answer that is due, with a neutral Native American card in either hand and no money."""
    state = scene()._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    for side in SIDES:
        own = player(state, side)._replace(money=0, hand=cards("neutral_native_americans"), discard=b"")
        state = with_player(state, side, own)
    return state


def refused_in_two_roles(hand: str, action: Json, rule_id: str, which: str, side: Side = Side.BRITISH) -> None:
    """Given exactly these cards in hand, then the action is refused as one of them would fill two roles."""
    verdict = GAME.step(scene(hand, side), GAME.read_action(action))
    assert isinstance(verdict, No)
    assert [(each.rule, why(each)) for each in verdict.violations] == [
        (rule_id, f"{shown(GAME.id, which)} fills one role only")
    ]
