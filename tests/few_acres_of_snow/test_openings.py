"""Openings: what begins with each, and what the rules refuse before it begins."""

import pytest

from reference.few_acres_of_snow import frames as f
from reference.few_acres_of_snow import positions
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Choice, Over
from reference.kernel.openings import Forbidden
from reference.kernel.rules import proves
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.verdicts import Violation, violation

GAME = FewAcresOfSnow()
BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
SIEGE: dict[str, Json] = {
    "plus": {"halifax": "british village"},
    "sieges": {
        "british": {
            "place": "louisbourg",
            "marker": 3,
            "attackers": ["british_military_leader", "british_regular_infantry"],
            "defenders": ["french_regular_infantry"],
        }
    },
}


def ruleset(**changes: str) -> Ruleset:
    """Return the first edition with some options set otherwise."""
    return GAME.ruleset(options_of(GAME.id, RulesetName("first", tuple(sorted(changes.items())))))


FIRST = ruleset()


def hand(side: str, *cards: str) -> dict[str, Json]:
    """Return the hands of a position in which only one side holds cards."""
    return {"hands": {side: [each if each.startswith("neutral") else f"{side}_{each}" for each in cards]}}


def begun(opening: Json, rules: Ruleset = FIRST, /, **rest: Json) -> State:
    """Return the state that an opening begins with, before anything happens in it."""
    return positions.read({"opening": opening, **rest}, rules)


def frames(opening: Json, rules: Ruleset = FIRST, /, **rest: Json) -> tuple[f.Frame, ...]:
    """Return the frames that an opening begins with."""
    return begun(opening, rules, **rest).stack.frames


def forbidden(opening: Json, rules: Ruleset = FIRST, /, **rest: Json) -> tuple[Violation, ...]:
    """Return the rules that refuse an opening."""
    with pytest.raises(Forbidden) as fault:
        GAME.place({"opening": opening, **rest}, rules)
    assert fault.value.place == "opening"
    return fault.value.violations


def test_an_opening_stands_instead_of_frames() -> None:
    with pytest.raises(Unreadable, match=r"^opening: give an opening or frames, not both$"):
        begun({"type": "turn", "side": "british"}, frames=[{"type": "turn", "side": "british", "actions": 2}])
    with pytest.raises(Unreadable, match=r"^opening\.type: \"duel\" is none of: "):
        begun({"type": "duel"})


# ---------------------------------------------------------------- the course of a turn


def test_a_turn_opens_at_its_start_with_actions_left_or_at_its_end() -> None:
    assert frames({"type": "opening_hands"}) == (
        f.Drawing(FRENCH, 5, f.Purpose.OPENING), f.Drawing(BRITISH, 5, f.Purpose.OPENING),
    )  # fmt: skip
    assert frames({"type": "turn_start", "side": "french"}) == (f.TurnStart(FRENCH),)
    assert frames({"type": "turn", "side": "french"}) == (f.Turn(FRENCH, 2),)
    for left in (0, 1, 2):
        assert frames({"type": "turn", "side": "british", "actions": left}) == (f.Turn(BRITISH, left),)
    refill: Json = {"type": "refill", "side": "british"}
    assert frames(refill, **hand("british", "boston")) == (f.Drawing(BRITISH, 4, f.Purpose.REFILL),)
    assert frames({"type": "siege_check", "side": "british"}, **SIEGE) == (f.SiegeCheck(BRITISH, (BRITISH,)),)
    names = ruleset(loser_card_chosen="end_of_losers_turn")
    assert frames({"type": "naming", "side": "french"}, names, **SIEGE) == (f.Naming(FRENCH),)


@pytest.mark.parametrize("actions", [-1, 3, 999999999999])
def test_a_turn_has_two_actions_at_most(actions: int) -> None:
    with pytest.raises(Unreadable, match=rf"^opening\.actions: {actions} is not 0 to 2$"):
        begun({"type": "turn", "side": "british", "actions": actions})
    with pytest.raises(Unreadable, match=rf"^opening\.actions: {actions} is not 1 to 2$"):
        begun({"type": "discard", "side": "british", "card": "british_boston", "actions": actions})


@proves("fa:setup.8", "fa:turn.6", "fa:turn.8")
def test_hands_are_dealt_to_those_without_cards_and_drawn_up_only_while_cards_are_lacking() -> None:
    assert forbidden({"type": "opening_hands"}, **hand("french", "quebec")) == (
        violation(Reason.HAND_NOT_EMPTY, "fa:setup.8", side="french"),
    )
    five = hand("french", "quebec", "gaspe", "louisbourg", "montreal", "port_royal")
    refill: Json = {"type": "refill", "side": "french"}
    assert forbidden(refill, **five) == (violation(Reason.HAND_FULL, "fa:turn.8", side="french", cards=5),)
    assert forbidden(refill, decks={"french": []}) == (violation(Reason.NOTHING_TO_DRAW, "fa:turn.6", side="french"),)
    assert frames(refill, decks={"french": []}, discards={"french": ["french_quebec"]}) == (
        f.Drawing(FRENCH, 5, f.Purpose.REFILL),
    )


@proves("fa:end.2", "fa:end.3", "fa:end.5")
def test_the_game_is_counted_only_where_it_ends() -> None:
    opening: Json = {"type": "end_of_game", "side": "french"}
    captured: Json = {"french": {"towns": 4}}
    assert frames(opening, captured=captured) == (f.TurnStart(FRENCH),)
    end = GAME.decision(GAME.place({"opening": opening, "captured": captured}, FIRST))
    assert isinstance(end, Over)
    assert end.rules == ("fa:end.3",)
    goes_on = (violation(Reason.GAME_GOES_ON, "fa:end.2", side="french"),)
    assert forbidden(opening) == goes_on
    assert forbidden(opening, captured=captured, **SIEGE) == goes_on


@proves("fa:siege.win.1", "fa:siege.win.12")
def test_sieges_are_checked_or_named_for_only_where_one_is_decided() -> None:
    assert forbidden({"type": "siege_check", "side": "french"}, **SIEGE) == (
        violation(Reason.NOT_WON, "fa:siege.win.1", side="french"),
    )
    assert forbidden({"type": "naming", "side": "french"}, **SIEGE) == (
        violation(Reason.NOTHING_TO_NAME, "fa:siege.win.12", side="french"),
    )


# ---------------------------------------------------------------- actions

TURN = f.Turn(BRITISH, 1)


def test_an_action_opens_within_a_turn_and_has_taken_its_first_card() -> None:
    """Given the cards for each action, then its frame lies on a turn with one action fewer."""
    settle: Json = {"type": "settle", "side": "british", "place": "deerfield", "base": "british_new_haven"}
    state = begun(settle, **hand("british", "new_haven", "st_marys", "boston"))
    assert state.stack.frames[-1] == f.Settling(BRITISH, place("deerfield"), (card("british_new_haven"),))
    besiege: Json = {"type": "besiege", "side": "british", "place": "port_royal", "base": "british_pemaquid"}
    opened = begun(besiege, **hand("british", "pemaquid", "boston", "regular_infantry", "norfolk"))
    assert opened.stack.frames[-1] == f.Besieging(BRITISH, place("port_royal"), (card("british_pemaquid"),))
    merchant: Json = {"type": "merchant", "side": "british", "ship": "british_norfolk"}
    assert begun(merchant, **hand("british", "norfolk", "boston")).stack.top == f.Dealing(
        BRITISH, (card("british_norfolk"),)
    )
    discard: Json = {"type": "discard", "side": "british", "card": "british_norfolk", "actions": 1}
    held = hand("british", "norfolk", "boston", "new_haven")
    assert begun(discard, **held).stack.top == f.Discarding(BRITISH, (card("british_norfolk"),))


def test_an_action_with_a_second_card_of_its_own_takes_both() -> None:
    trade: Json = {"type": "trade", "side": "french", "fur": "french_gaspe"}
    assert begun(trade, **hand("french", "trader", "gaspe", "tadoussac")).stack.top == f.Trading(
        FRENCH, (card("french_trader"), card("french_gaspe"))
    )
    governor: Json = {"type": "governor", "side": "british", "card": "british_norfolk"}
    assert begun(governor, **hand("british", "governor", "norfolk", "boston")).stack.top == f.Governing(
        BRITISH, (card("british_governor"), card("british_norfolk"))
    )
    support: Json = {"type": "home_support", "side": "british"}
    top = begun(support, **hand("british", "home_support")).stack.top
    assert isinstance(top, f.Drawing)
    assert top.purpose is f.Purpose.HOME_SUPPORT


RAID: dict[str, Json] = {"type": "raid", "side": "french", "card": "french_native_americans"}
VILLAGES: Json = {"kennebec": "french village", "fort_halifax": "british village"}


def test_a_raid_an_ambush_and_a_conversion_wait_for_the_opponent() -> None:
    cards = hand("french", "native_americans", "coureurs_de_bois")
    assert begun(RAID, plus=VILLAGES, **cards).stack.top == f.Raiding(FRENCH, (card("french_native_americans"),))
    declared = begun({**RAID, "place": "fort_halifax"}, plus=VILLAGES, **cards)
    assert declared.stack.frames[-1] == f.RaidDeclared(FRENCH, place("fort_halifax"))
    foe: Json = {"french": ["french_native_americans"], "british": ["british_militia", "british_norfolk"]}
    ambush: Json = {"type": "ambush", "side": "french", "card": "french_native_americans"}
    assert begun(ambush, hands=foe).stack.frames[-1] == f.AmbushDeclared(FRENCH)
    priest: Json = {"french": ["french_priest"], "british": ["neutral_native_americans", "british_norfolk"]}
    convert: Json = {"type": "convert", "side": "french", "card": "french_priest"}
    assert begun(convert, hands=priest).stack.frames[-1] == f.ConversionLoss(FRENCH)


def test_a_siege_given_up_is_the_opponents() -> None:
    withdraw: Json = {"type": "withdraw", "side": "british", "place": "louisbourg"}
    state = GAME.place({"opening": withdraw, **SIEGE, **hand("british", "norfolk")}, FIRST)
    due = GAME.decision(state)
    assert isinstance(due, Choice)
    assert (due.by, due.about) == ("british", "return_card")


@proves("fa:raid.1", "fa:raid.2", "fa:withdraw.1")
def test_what_the_rules_refuse_in_a_turn_does_not_open() -> None:
    assert forbidden(RAID, plus=VILLAGES) == (
        violation(Reason.NOT_IN_HAND, "fa:act.12", side="french", card="french_native_americans"),
    )
    cards = hand("french", "native_americans")
    far = forbidden({**RAID, "place": "norfolk"}, plus=VILLAGES, **cards)
    assert [(each.reason, each.rule) for each in far] == [(Reason.OUT_OF_REACH, "fa:raid.2")]
    withdraw: Json = {"type": "withdraw", "side": "british", "place": "louisbourg"}
    assert forbidden(withdraw) == (violation(Reason.NO_SIEGE, "fa:withdraw.1", place="louisbourg"),)
