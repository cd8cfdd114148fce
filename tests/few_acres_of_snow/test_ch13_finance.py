"""Taking money, merchants, traders and piracy."""

import pytest

from reference.few_acres_of_snow.actions import Merchant, Piracy
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch13_finance import merchant_violations, piracy_violations
from reference.few_acres_of_snow.frames import Trading
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Siege, player, with_siege
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from tests.few_acres_of_snow.scenes import (
    DONE,
    FRENCH_TURN,
    NO_CARD_IN_HAND,
    PLACE_NOT_HELD,
    Scene,
    act,
    after,
    b,
    breaks_nothing_but_is_not_offered,
    f,
    placed,
    play,
    refused_without_the_card,
    same_in_any_order,
    told,
    turn,
)
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    NOT_HELD,
    Reasons,
    broken,
    refused_in_two_roles,
    scene,
)


@proves("fa:income.1", "fa:sum.fin.1", "fa:aid.income.1")
def test_a_location_card_pays_its_money() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        (act("take_money", card="british_boston"),),
        {"money": {"british": 15}, "discards": {"british": b("boston")}, "frames": turn("british", 1)},
    ).run()


@proves("fa:income.1", "fa:aid.income.1")
def test_a_card_without_money_pays_nothing() -> None:
    Scene(
        {"hands": {"british": b("pemaquid")}},
        refuse=act("take_money", card="british_pemaquid"),
        because=((Reason.NO_MONEY_SYMBOL, "fa:income.1"),),
    ).run()


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_a_merchant_pays_for_two_money_cards_and_nothing_for_the_ship() -> None:
    Scene(
        {"hands": {"british": b("boston", "new_haven", "new_york", "norfolk")}},
        (act("merchant", ship="british_boston"), play("british_new_haven"), play("british_new_york")),
        {
            "money": {"british": 17},
            "discards": {"british": b("boston", "new_haven", "new_york")},
            "hands": {"british": b("norfolk")},
        },
    ).run()


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_one_money_card_is_enough() -> None:
    Scene(
        {"hands": {"british": b("boston", "new_haven", "new_york")}},
        (act("merchant", ship="british_boston"), play("british_new_haven"), DONE),
        {"money": {"british": 14}, "discards": {"british": b("boston", "new_haven")}},
    ).run()


@proves("fa:merchant.1", "fa:sum.fin.2")
def test_a_merchant_needs_a_money_card() -> None:
    Scene(
        {"hands": {"british": b("boston", "new_haven")}},
        (act("merchant", ship="british_boston"),),
        refuse=DONE,
        because=((Reason.TOO_FEW_CARDS, "fa:merchant.1"),),
    ).run()


@proves("fa:merchant.1")
def test_no_rule_sets_an_order_of_money_cards() -> None:
    breaks_nothing_but_is_not_offered(
        {"hands": {"british": b("boston", "new_haven", "new_york")}},
        (act("merchant", ship="british_boston"), play("british_new_york")),
        play("british_new_haven"),
    )


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_two_money_cards_bring_the_same_in_either_order() -> None:
    state = placed({"hands": {"british": b("boston", "new_haven", "new_york")}})
    ship, one, other = act("merchant", ship="british_boston"), play("british_new_haven"), play("british_new_york")
    dealt = same_in_any_order(state, (ship, one, other), (ship, other, one))
    assert player(dealt, BRITISH).money == 12 + 2 + 3


@proves("fa:sum.fin.3", "fa:aid.trader.1", "fa:sym.2")
def test_furs_bring_the_same_in_any_order() -> None:
    state = placed({"hands": {"french": f("trader", "gaspe", "montreal")}, "frames": turn("french")})
    one, other = "french_gaspe", "french_montreal"
    orders = ((act("trade", fur=one), play(other)), (act("trade", fur=other), play(one)))
    trading = same_in_any_order(state, *orders)
    assert trading.stack.top == Trading(FRENCH, (card("french_trader"), card(one), card(other)))
    assert player(after(trading, DONE), FRENCH).money == 5 + 2 * 2


@proves("fa:merchant.1", "fa:aid.loc.1", "fa:act.12")
def test_a_lone_ship_that_shows_money_is_refused_for_whatever_else_bars_it_too() -> None:
    """Given Boston as the only card, then it is no merchant; besieged or out of hand it is refused for that as well."""
    merchant = Merchant(card("british_boston"))
    one_role = violation(Reason.CARD_ALREADY_USED, "fa:merchant.1", card="british_boston")
    held = scene("british_boston")
    assert merchant_violations(held, BRITISH, merchant) == (one_role,)
    besieged_there = with_siege(held, FRENCH, Siege(place("boston"), 0, (b"", b"")))
    barred = violation(Reason.BESIEGED, "fa:siege.ex4", side="british", card="british_boston", place="boston")
    assert merchant_violations(besieged_there, BRITISH, merchant) == (barred, one_role)
    missing = violation(Reason.NOT_IN_HAND, "fa:act.12", side="british", card="british_boston")
    assert merchant_violations(scene(""), BRITISH, merchant) == (missing, one_role)


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_a_card_without_money_is_no_merchandise() -> None:
    Scene(
        {"hands": {"british": b("boston", "new_haven", "pemaquid")}},
        (act("merchant", ship="british_boston"),),
        refuse=play("british_pemaquid"),
        because=((Reason.NO_MONEY_SYMBOL, "fa:merchant.1"),),
    ).run()


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_a_lone_ship_is_no_merchant() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        refuse=act("merchant", ship="british_boston"),
        because=((Reason.CARD_ALREADY_USED, "fa:merchant.1"),),
    ).run()


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_a_ship_without_any_money_is_no_merchant() -> None:
    Scene(
        {"hands": {"british": b("ships", "militia")}},
        refuse=act("merchant", ship="british_ships"),
        because=((Reason.NO_MONEY_SYMBOL, "fa:merchant.1"),),
    ).run()


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
def test_a_merchant_needs_a_ship() -> None:
    Scene(
        {"hands": {"british": b("philadelphia", "boston")}},
        refuse=act("merchant", ship="british_philadelphia"),
        because=((Reason.NO_SHIP_SYMBOL, "fa:merchant.1"),),
    ).run()


@proves("fa:sum.fin.3", "fa:aid.trader.1")
def test_a_trader_pays_two_money_a_fur() -> None:
    Scene(
        {"hands": {"french": f("trader", "gaspe", "montreal", "tadoussac")}, "frames": turn("french")},
        (act("trade", fur="french_gaspe"), play("french_montreal"), play("french_tadoussac"), DONE),
        {"money": {"french": 11}, "discards": {"french": f("trader", "gaspe", "montreal", "tadoussac")}},
    ).run()


@proves("fa:sum.fin.3", "fa:aid.trader.1")
def test_without_a_trader_nothing_is_traded() -> None:
    Scene(
        {"hands": {"french": f("gaspe")}, "frames": turn("french")},
        refuse=act("trade", fur="french_gaspe"),
        because=((Reason.NO_TRADER, "fa:sum.fin.3"),),
    ).run()


@proves("fa:sum.fin.3", "fa:aid.trader.1")
def test_a_card_without_fur_is_not_traded() -> None:
    Scene(
        {"hands": {"french": f("trader", "quebec")}, "frames": turn("french")},
        refuse=act("trade", fur="french_quebec"),
        because=((Reason.NO_FUR_SYMBOL, "fa:sum.fin.3"),),
    ).run()


@proves("fa:sum.fin.3", "fa:aid.trader.1")
def test_further_cards_need_furs() -> None:
    Scene(
        {"hands": {"french": f("trader", "louisbourg", "montreal")}, "frames": turn("french")},
        (act("trade", fur="french_montreal"),),
        refuse=play("french_louisbourg"),
        because=((Reason.NO_FUR_SYMBOL, "fa:sum.fin.3"),),
    ).run()


@proves("fa:sum.fin.3", "fa:aid.trader.1")
def test_no_rule_sets_an_order_of_furs() -> None:
    breaks_nothing_but_is_not_offered(
        {"hands": {"french": f("trader", "gaspe", "montreal")}, "frames": turn("french")},
        (act("trade", fur="french_montreal"),),
        play("french_gaspe"),
    )


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_piracy_takes_two_money_from_britain() -> None:
    Scene(
        {"hands": {"french": f("louisbourg", "quebec")}, "frames": turn("french")},
        (act("piracy", ship="french_quebec"),),
        {"money": {"british": 10, "french": 7}, "discards": {"french": f("louisbourg", "quebec")}},
    ).run()


@proves("fa:piracy.2")
def test_the_bank_pays_what_britain_lacks() -> None:
    Scene(
        {
            "hands": {"french": f("louisbourg", "quebec")},
            "money": {"british": 1, "french": 5},
            "frames": turn("french"),
        },
        (act("piracy", ship="french_quebec"),),
        {"money": {"british": 0, "french": 7}},
    ).run()


@proves("fa:piracy.1")
def test_britain_commits_no_piracy() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        refuse=act("piracy", ship="british_boston"),
        because=((Reason.FRENCH_ONLY, "fa:piracy.1"),),
    ).run()


@proves("fa:piracy.1")
def test_piracy_needs_the_louisbourg_card() -> None:
    Scene(
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("piracy", ship="french_quebec"),
        because=((Reason.NOT_IN_HAND, "fa:act.12"),),
    ).run()


@proves("fa:income.1", "fa:sum.fin.1", "fa:aid.income.1", "fa:sym.3")
def test_boston_yields_three() -> None:
    told(
        {"hands": {"british": b("boston")}},
        (act("take_money", card="british_boston"),),
        (
            ("card_played", "fa:income.1", {"card": "british_boston"}),
            ("money_taken", "fa:income.1", {"side": "british", "money": 3}),
        ),
    )


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1", "fa:sym.3")
def test_a_merchant_ship_carries_the_money_of_boston() -> None:
    told(
        {"hands": {"british": b("ships", "boston", "new_haven")}},
        (act("merchant", ship="british_ships"), play("british_boston"), DONE),
        (
            ("card_played", "fa:merchant.1", {"cards": ["british_ships", "british_boston"]}),
            ("money_taken", "fa:merchant.1", {"side": "british", "money": 3}),
        ),
    )


@proves("fa:sum.fin.3", "fa:aid.trader.1", "fa:sym.2")
def test_a_fur_is_worth_two() -> None:
    told(
        {"hands": {"french": f("trader", "tadoussac", "gaspe")}, **FRENCH_TURN},
        (act("trade", fur="french_tadoussac"), DONE),
        (
            ("card_played", "fa:sum.fin.3", {"cards": ["french_trader", "french_tadoussac"]}),
            ("money_taken", "fa:sum.fin.3", {"side": "french", "money": 2}),
        ),
    )


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1", "fa:faq.loc.2")
@pytest.mark.parametrize(
    ("hand", "lost", "reasons"),
    [
        ("french_louisbourg french_port_royal", "", set()),
        ("french_louisbourg", "", {NO_CARD}),
        ("french_port_royal", "", {NO_CARD}),
        ("french_louisbourg french_port_royal", "port_royal", NOT_HELD),
        ("french_louisbourg french_port_royal", "louisbourg", NOT_HELD),
    ],
)
def test_piracy_needs_louisbourg_and_another_ship_both_in_hand_and_working(
    hand: str, lost: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene(hand, FRENCH, **({lost: "neutral"} if lost else {}))
    assert broken(piracy_violations(state, FRENCH, Piracy(card("french_port_royal")))) == reasons


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_piracy_needs_a_ship_beside_louisbourg() -> None:
    state = scene("french_louisbourg french_montreal", FRENCH)
    found = piracy_violations(state, FRENCH, Piracy(card("french_montreal")))
    assert broken(found) == {("no_ship_symbol", "piracy.1")}


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_the_british_commit_no_piracy() -> None:
    found = piracy_violations(scene("british_ships"), BRITISH, Piracy(card("british_ships")))
    assert broken(found) == {("french_only", "piracy.1")}


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1", "fa:faq.loc.2")
def test_louisbourg_is_not_the_second_ship_of_its_own_piracy() -> None:
    found = piracy_violations(scene("french_louisbourg", FRENCH), FRENCH, Piracy(card("french_louisbourg")))
    assert broken(found) == {("card_already_used", "piracy.1")}


@proves("fa:income.1", "fa:sum.fin.1", "fa:loccard.1", "fa:aid.loc.3")
def test_income_from_a_place_that_is_neither_held_nor_rich() -> None:
    Scene(
        {"hands": {"british": b("halifax")}},
        refuse=act("take_money", card="british_halifax"),
        because=((Reason.NO_MONEY_SYMBOL, "fa:income.1"), *PLACE_NOT_HELD),
    ).run()


@proves("fa:sum.fin.3", "fa:act.12")
def test_a_trade_without_trader_and_fur() -> None:
    Scene(
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("trade", fur="french_tadoussac"),
        because=((Reason.NO_TRADER, "fa:sum.fin.3"), NO_CARD_IN_HAND),
    ).run()


@proves("fa:piracy.1")
def test_piracy_by_the_british() -> None:
    Scene(
        {"hands": {"british": b("ships")}},
        refuse=act("piracy", ship="british_ships"),
        because=((Reason.FRENCH_ONLY, "fa:piracy.1"),),
    ).run()


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_piracy_by_the_british_without_a_ship() -> None:
    Scene(
        {"hands": {"british": b("militia")}},
        refuse=act("piracy", ship="british_militia"),
        because=((Reason.FRENCH_ONLY, "fa:piracy.1"), (Reason.NO_SHIP_SYMBOL, "fa:piracy.1")),
    ).run()


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1", "fa:act.12")
def test_piracy_by_the_british_with_a_ship_they_do_not_hold() -> None:
    Scene(
        {"hands": {"british": b("militia")}},
        refuse=act("piracy", ship="british_halifax"),
        because=((Reason.FRENCH_ONLY, "fa:piracy.1"), NO_CARD_IN_HAND, *PLACE_NOT_HELD),
    ).run()


@proves("fa:income.1", "fa:act.12")
def test_a_card_that_is_not_in_hand_yields_no_money() -> None:
    refused_without_the_card(act("take_money", card="british_boston"))


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:act.12")
def test_a_ship_that_is_not_in_hand_carries_no_merchant() -> None:
    refused_without_the_card(act("merchant", ship="british_ships"))


@proves("fa:piracy.1")
def test_louisbourg_is_told_that_it_is_not_the_second_ship_of_piracy() -> None:
    piracy = act("piracy", ship="french_louisbourg")
    refused_in_two_roles("french_louisbourg", piracy, "fa:piracy.1", "french_louisbourg", Side.FRENCH)


@proves("fa:merchant.1")
def test_a_ship_is_told_that_it_carries_no_money_of_its_own() -> None:
    refused_in_two_roles("british_boston", act("merchant", ship="british_boston"), "fa:merchant.1", "british_boston")


@proves("fa:merchant.1", "fa:sum.fin.2", "fa:aid.merchant.1")
@pytest.mark.parametrize(
    ("hand", "which", "reasons"),
    [
        ("british_militia", "british_militia", {("no_ship_symbol", "merchant.1"), ("no_money_symbol", "merchant.1")}),
        (
            "british_philadelphia",
            "british_philadelphia",
            {("no_ship_symbol", "merchant.1"), ("card_already_used", "merchant.1")},
        ),
        ("british_militia", "british_ships", {NO_CARD, ("no_money_symbol", "merchant.1")}),
    ],
)
def test_a_merchant_is_told_of_the_ship_and_of_the_money_that_are_lacking(
    hand: str, which: str, reasons: Reasons
) -> None:
    assert broken(merchant_violations(scene(hand), BRITISH, Merchant(card(which)))) == reasons
