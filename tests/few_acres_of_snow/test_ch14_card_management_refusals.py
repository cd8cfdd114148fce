"""What drafting, discarding, the reserve, governor, intendant and home support are refused for."""

from itertools import permutations

import pytest

from reference.few_acres_of_snow.actions import Discard, Draft, Governor, Intendant, Play, Reserve
from reference.few_acres_of_snow.ch02_cards import CARDS, card, may_own, pile, plus
from reference.few_acres_of_snow.ch14_card_management import (
    discard_violations,
    discarding_card_violations,
    draft_violations,
    drafted,
    governing_card_violations,
    governor_violations,
    home_support_violations,
    intendant_violations,
    no_intendant,
    reserve_violations,
    retrieve_violations,
)
from reference.few_acres_of_snow.frames import Discarding, Governing
from reference.few_acres_of_snow.invariants import crowded_reserves
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from tests.few_acres_of_snow.scenes import (
    NO_CARD_IN_HAND,
    Scene,
    act,
    b,
    breaks_nothing_but_is_not_offered,
    events,
    f,
    placed,
    play,
    refused_without_the_card,
    same_in_any_order,
    turn,
)
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    Reasons,
    broken,
    cards,
    refused_in_two_roles,
    scene,
    with_money,
)


@proves("fa:draft.2", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_card_that_cannot_be_paid_is_not_drafted() -> None:
    Scene(
        {"money": {"british": 6}},
        refuse=act("draft", card="british_regular_infantry"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:draft.2"),),
    ).run()


@proves("fa:draft.3", "fa:card.2", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_card_of_the_other_colour_is_never_drafted() -> None:
    Scene(
        {},
        refuse=act("draft", card="french_intendant"),
        because=((Reason.ENEMY_COLOUR, "fa:draft.3"),),
    ).run()


@proves("fa:draft.1")
def test_a_location_card_is_not_drafted() -> None:
    Scene(
        {},
        refuse=act("draft", card="british_albany"),
        because=((Reason.NOT_AVAILABLE, "fa:draft.1"),),
    ).run()


@proves("fa:discard.2")
def test_a_further_discard_must_be_paid() -> None:
    Scene(
        {"hands": {"british": b("boston", "norfolk")}, "money": {"british": 0}},
        (act("discard", card="british_norfolk"),),
        refuse=play("british_boston"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:discard.2"),),
    ).run()


@proves("fa:discard.1")
def test_a_card_that_is_not_in_hand_is_not_discarded() -> None:
    Scene(
        {},
        refuse=act("discard", card="british_boston"),
        because=((Reason.NOT_IN_HAND, "fa:act.12"),),
    ).run()


@proves("fa:reserve.2", "fa:sum.card.3")
def test_a_sixth_card_is_refused() -> None:
    Scene(
        {
            "hands": {"british": b("militia")},
            "reserves": {"british": b("bateaux", "trader", "rangers", "settlers", "governor")},
        },
        refuse=act("reserve", card="british_militia"),
        because=((Reason.RESERVE_FULL, "fa:reserve.2"),),
    ).run()


@proves("fa:aid.reserve.1")
def test_a_location_card_is_refused_where_only_empire_cards_are_reserved() -> None:
    Scene(
        {"hands": {"british": b("norfolk")}},
        refuse=act("reserve", card="british_norfolk"),
        ruleset="second",
        because=((Reason.NO_LOCATION_CARDS_IN_RESERVE, "fa:aid.reserve.1"),),
    ).run()


@proves("fa:retrieve.4", "fa:sum.card.4", "fa:aid.retrieve.1", "fa:retrieve.2")
def test_a_reserve_that_cannot_be_paid_in_full_stays() -> None:
    Scene(
        {"reserves": {"british": b("militia", "rangers")}, "money": {"british": 1}},
        refuse=act("retrieve_reserve"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:retrieve.4"),),
    ).run()


@proves("fa:retrieve.1")
def test_an_empty_reserve_is_not_retrieved() -> None:
    Scene(
        {},
        refuse=act("retrieve_reserve"),
        because=((Reason.RESERVE_EMPTY, "fa:retrieve.1"),),
    ).run()


@proves("fa:governor.1", "fa:sum.card.5")
def test_no_rule_sets_an_order_of_the_two_cards_that_a_governor_returns() -> None:
    breaks_nothing_but_is_not_offered(
        {"hands": {"british": b("governor", "boston", "militia")}},
        (act("governor", card="british_militia"),),
        play("british_boston"),
    )


@proves("fa:governor.1")
def test_the_governor_does_not_return_himself() -> None:
    Scene(
        {"hands": {"british": b("governor")}},
        refuse=act("governor", card="british_governor"),
        because=((Reason.CARD_ALREADY_USED, "fa:governor.1"),),
    ).run()


@proves("fa:governor.1")
def test_without_a_governor_nothing_is_returned() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        refuse=act("governor", card="british_boston"),
        because=((Reason.NO_GOVERNOR, "fa:governor.1"),),
    ).run()


@proves("fa:intendant.1")
def test_the_intendant_needs_his_price_and_a_card_to_fetch() -> None:
    Scene(
        {"hands": {"french": f("intendant")}, "money": {"french": 1}, "frames": turn("french")},
        refuse=act("intendant", card="french_intendant"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:intendant.1"), (Reason.NOT_IN_DISCARD_PILE, "fa:intendant.1")),
    ).run()


@proves("fa:intendant.1", "fa:card.2")
def test_without_an_intendant_nothing_is_fetched() -> None:
    Scene(
        {"discards": {"british": b("boston")}},
        refuse=act("intendant", card="british_boston"),
        because=((Reason.NO_INTENDANT, "fa:intendant.1"),),
    ).run()


@proves("fa:homesupport.1")
def test_home_support_must_be_in_hand() -> None:
    Scene(
        {},
        refuse=act("home_support"),
        because=((Reason.NO_HOME_SUPPORT, "fa:homesupport.1"),),
    ).run()


@proves("fa:draft.1", "fa:draft.2", "fa:draft.3", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_card_of_the_other_colour_is_refused_for_its_price_too() -> None:
    poor = with_money(scene(), BRITISH, 0)
    enemy = ("enemy_colour", "draft.3")
    action = Draft(card("french_siege_artillery"))
    assert broken(draft_violations(poor, BRITISH, action)) == {enemy, ("too_little_money", "draft.2")}
    assert broken(draft_violations(with_money(poor, BRITISH, 8), BRITISH, action)) == {enemy}


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
@pytest.mark.parametrize("which", ["british_militia", "british_ships", "british_trader"])
def test_cards_are_discarded_in_any_order(which: str) -> None:
    state = with_money(scene("british_militia british_ships british_trader"), BRITISH, 3)
    frame = Discarding(BRITISH, (card("british_ships"),))
    assert discarding_card_violations(state, frame, Play(card(which))) == ()
    missing = violation(Reason.NOT_IN_HAND, "fa:act.12", side="british", card="british_boston")
    poor = violation(Reason.TOO_LITTLE_MONEY, "fa:discard.2", side="british", money=0, cost=1)
    bare = with_money(state, BRITISH, 0)
    assert discarding_card_violations(bare, frame, Play(card("british_boston"))) == (missing, poor)


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def test_three_cards_in_any_order_are_the_same_discard() -> None:
    names_ = ("british_militia", "british_ships", "british_trader")
    state = placed({"hands": {"british": [*names_]}, "money": {"british": 3}})
    orders = [(act("discard", card=one), *map(play, rest)) for one, *rest in permutations(names_)]
    discarding = same_in_any_order(state, *orders)
    assert discarding.stack.top == Discarding(BRITISH, tuple(map(card, names_)))
    assert player(discarding, BRITISH).money == 1


@proves("fa:governor.1", "fa:governor.2", "fa:sum.card.5", "fa:aid.governor.1")
def test_two_cards_in_either_order_are_the_same_return() -> None:
    state = placed({"hands": {"british": b("boston", "governor", "militia")}})
    one, other = "british_militia", "british_boston"
    orders = ((act("governor", card=one), play(other)), (act("governor", card=other), play(one)))
    ended = same_in_any_order(state, *orders)
    told = [events(state, *each)[-1] for each in orders]
    assert told[0] == told[1]
    assert player(ended, BRITISH).hand == b""


@proves("fa:governor.1", "fa:sum.card.5", "fa:aid.governor.1")
def test_a_governor_returns_two_cards_in_any_order() -> None:
    state = scene("british_militia british_ships")
    for first, second in (("militia", "ships"), ("ships", "militia")):
        frame = Governing(BRITISH, (card("british_governor"), card(f"british_{first}")))
        assert governing_card_violations(state, frame, Play(card(f"british_{second}"))) == ()
        missing = violation(Reason.NOT_IN_HAND, "fa:act.12", side="british", card="british_boston")
        assert governing_card_violations(state, frame, Play(card("british_boston"))) == (missing,)


@proves("fa:homesupport.1", "fa:aid.homesupport.1", "fa:sum.card.7")
@pytest.mark.parametrize("shuffles", ["yes", "no"])
@pytest.mark.parametrize("empty", ["allowed", "refused"])
@pytest.mark.parametrize("deck", ["", "british_trader"])
@pytest.mark.parametrize("discard", ["", "british_ships"])
@pytest.mark.parametrize("hand", ["", "british_home_support"])
def test_home_support_needs_its_card_and_by_option_something_to_draw(
    shuffles: str, empty: str, deck: str, discard: str, hand: str
) -> None:
    state = scene(options=f"+home_support_reshuffle={shuffles}+home_support_empty_deck={empty}")
    own = player(state, BRITISH)._replace(hand=cards(hand), deck=cards(deck), discard=cards(discard))
    due = set() if hand else {("no_home_support", "homesupport.1")}
    if empty == "refused" and not deck and not (shuffles == "yes" and discard):
        due |= {("nothing_to_draw", "aid.homesupport.1")}
    assert broken(home_support_violations(with_player(state, BRITISH, own), BRITISH)) == due


@proves("fa:reserve.1", "fa:reserve.2", "fa:aid.reserve.1", "fa:sum.card.3")
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("which", ["british_boston", "british_militia"])
def test_location_cards_go_into_the_reserve_by_option(reading: str, which: str) -> None:
    state = scene(which, options=f"+reserve_location_cards={reading}")
    barred = reading == "no" and which == "british_boston"
    reasons = {("no_location_cards_in_reserve", "aid.reserve.1")} if barred else set()
    assert broken(reserve_violations(state, BRITISH, Reserve(card(which)))) == reasons
    held = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=cards(which)))
    assert broken(tuple(crowded_reserves(held))) == reasons


@proves("fa:draft.3", "fa:card.2")
@pytest.mark.parametrize("side", SIDES)
def test_a_card_of_the_other_colour_is_never_drafted_whatever_pile_it_lies_in(side: Side) -> None:
    """Given such a card in the own pile and in the display, where it cannot be, then it is refused all the same."""
    theirs, own, neutral = card(f"{side.enemy.value}_trader"), card(f"{side.value}_trader"), card("neutral_settlers")
    state = with_money(scene(), side, 20)
    rich = player(state, side)
    state = with_player(state, side, rich._replace(empire=plus(rich.empire, theirs)))
    state = state._replace(display=plus(state.display, theirs))
    assert [may_own(side, each) for each in (theirs, own, neutral)] == [False, True, True]
    found = draft_violations(state, side, Draft(theirs))
    assert broken(found) == {("enemy_colour", "draft.3")}
    assert draft_violations(state, side, Draft(neutral)) == ()


@proves("fa:card.2", "fa:intendant.1")
@pytest.mark.parametrize("side", SIDES)
def test_only_the_french_have_an_intendant(side: Side) -> None:
    """Given a hand of all cards that a side may own, then the French can use the intendant and the British cannot."""
    state = scene("", side)
    full = player(state, side)._replace(hand=pile(each for each in CARDS if may_own(side, each)))
    due = set() if side is FRENCH else {("no_intendant", "intendant.1")}
    assert broken(no_intendant(with_player(state, side, full), side)) == due


@proves("fa:setup.4", "fa:board.13", "fa:draft.1")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("lies", ["display", "empire", "locations", "nowhere"])
def test_either_side_may_choose_any_card_that_lies_open_for_it(side: Side, lies: str) -> None:
    """Given one card in one pile only, then it is chosen from the display or the own empire pile and is gone there."""
    which = card("neutral_settlers" if lies == "display" else f"{side.value}_militia")
    state = with_money(scene("", side), side, 20)
    lying = {pile_: bytes((which,)) if pile_ == lies else b"" for pile_ in ("display", "empire", "locations")}
    own = player(state, side)._replace(empire=lying["empire"], locations=lying["locations"], discard=b"")
    state = with_player(state, side, own)._replace(display=lying["display"])
    found = draft_violations(state, side, Draft(which))
    if lies not in ("display", "empire"):
        assert broken(found) == {("not_available", "draft.1")}
        return
    assert found == ()
    after = drafted(state, side, Draft(which))
    taken = player(after.state, side)
    assert (taken.empire, after.state.display, taken.discard) == (b"", b"", bytes((which,)))


@proves("fa:reserve.1", "fa:reserve.2")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize("size", [0, 4, 5])
def test_a_card_of_the_hand_goes_into_the_reserve_while_it_has_room(held: bool, size: int) -> None:
    state = scene("british_ships" if held else "british_trader")
    full = cards(" ".join(["british_regular_infantry"] * size))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=full))
    due = set() if held else {NO_CARD}
    due |= {("reserve_full", "reserve.2")} if size == 5 else set()
    assert broken(reserve_violations(state, BRITISH, Reserve(card("british_ships")))) == due


@proves("fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.4")
@pytest.mark.parametrize("size", [0, 1, 3])
@pytest.mark.parametrize("money", [0, 1, 2, 3])
def test_a_reserve_is_retrieved_only_for_one_money_a_card(size: int, money: int) -> None:
    state = with_money(scene(), BRITISH, money)
    reserve = cards(" ".join(["british_regular_infantry"] * size))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=reserve))
    found = retrieve_violations(state, BRITISH)
    if not size:
        assert broken(found) == {("reserve_empty", "retrieve.1")}
    elif money < size:
        facts = {"side": "british", "money": money, "cost": size}
        assert [(each.rule, dict(each.facts)) for each in found] == [("fa:retrieve.4", facts)]
    else:
        assert found == ()


@proves("fa:draft.1", "fa:board.13", "fa:sum.card.1", "fa:aid.draft.1")
@pytest.mark.parametrize(
    ("which", "reasons"),
    [
        ("british_militia", set()),
        ("neutral_settlers", set()),
        ("british_boston", {("not_available", "draft.1")}),
        ("british_halifax", {("not_available", "draft.1")}),
    ],
)
def test_a_card_is_drafted_from_the_own_empire_pile_or_the_display_only(which: str, reasons: Reasons) -> None:
    state = with_money(scene(), BRITISH, 20)
    assert broken(draft_violations(state, BRITISH, Draft(card(which)))) == reasons


@proves("fa:discard.1", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.2", "fa:aid.discard.1")
def test_any_card_in_hand_is_discarded_usable_or_not_and_no_other() -> None:
    """Given the card of Halifax, which is not held, then it may be discarded all the same."""
    state = with_money(scene("british_halifax"), BRITISH, 0)
    assert discard_violations(state, BRITISH, Discard(card("british_halifax"))) == ()
    assert broken(discard_violations(state, BRITISH, Discard(card("british_ships")))) == {NO_CARD}


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
@pytest.mark.parametrize("money", [0, 1])
@pytest.mark.parametrize("held", [True, False])
def test_a_further_discard_costs_one_and_is_in_hand(money: int, held: bool) -> None:
    first, second = sorted((card("british_militia"), card("british_ships")))
    state = scene()
    own = player(state, BRITISH)._replace(hand=bytes((second,)) if held else b"", money=money)
    found = discarding_card_violations(with_player(state, BRITISH, own), Discarding(BRITISH, (first,)), Play(second))
    due = (set() if money else {("too_little_money", "discard.2")}) | (set() if held else {NO_CARD})
    assert broken(found) == due


@proves("fa:governor.1", "fa:loccard.6", "fa:aid.loc.5", "fa:sum.card.5", "fa:aid.governor.1")
@pytest.mark.parametrize(
    ("hand", "which", "reasons"),
    [
        ("governor halifax", "halifax", set()),
        ("governor ships", "halifax", {NO_CARD}),
        ("halifax", "halifax", {("no_governor", "governor.1")}),
        ("governor ships", "governor", {("card_already_used", "governor.1")}),
    ],
)
def test_the_governor_returns_another_card_of_the_hand_usable_or_not(hand: str, which: str, reasons: Reasons) -> None:
    """Given the card of Halifax, which is not held, then it may be returned all the same."""
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    assert broken(governor_violations(state, BRITISH, Governor(card(f"british_{which}")))) == reasons


@proves("fa:intendant.1", "fa:sum.card.6", "fa:aid.intendant.1")
@pytest.mark.parametrize("money", [1, 2])
@pytest.mark.parametrize("hand", ["", "french_intendant"])
@pytest.mark.parametrize("discard", ["french_ships", "french_militia"])
def test_the_intendant_needs_his_card_two_money_and_what_he_fetches_in_the_discard_pile(
    money: int, hand: str, discard: str
) -> None:
    state = scene()
    own = player(state, FRENCH)._replace(hand=cards(hand), money=money, discard=cards(discard))
    found = intendant_violations(with_player(state, FRENCH, own), FRENCH, Intendant(card("french_militia")))
    due: Reasons = set() if hand else {("no_intendant", "intendant.1")}
    due |= set() if money == 2 else {("too_little_money", "intendant.1")}
    due |= set() if discard == "french_militia" else {("not_in_discard_pile", "intendant.1")}
    assert broken(found) == due


@proves("fa:governor.1", "fa:sum.card.5", "fa:act.12")
def test_a_return_without_governor_and_card() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        refuse=act("governor", card="british_ships"),
        because=((Reason.NO_GOVERNOR, "fa:governor.1"), NO_CARD_IN_HAND),
    ).run()


@proves("fa:intendant.1", "fa:sum.card.6")
def test_an_intendant_without_intendant_and_card() -> None:
    Scene(
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("intendant", card="french_ships"),
        because=((Reason.NO_INTENDANT, "fa:intendant.1"), (Reason.NOT_IN_DISCARD_PILE, "fa:intendant.1")),
    ).run()


@proves("fa:discard.1", "fa:act.12")
def test_nothing_is_discarded_that_is_not_in_hand() -> None:
    refused_without_the_card(act("discard", card="british_ships"))


@proves("fa:reserve.1", "fa:reserve.2", "fa:act.12")
def test_a_card_that_is_not_in_hand_is_not_reserved() -> None:
    refused_without_the_card(act("reserve", card="british_ships"))


@proves("fa:governor.1")
def test_the_governor_is_told_that_he_does_not_return_himself() -> None:
    governor = act("governor", card="british_governor")
    refused_in_two_roles("british_governor", governor, "fa:governor.1", "british_governor")
