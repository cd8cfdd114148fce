"""Money and cards: finance and card management."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import DONE, END, Scene, act, after, b, f, offered, placed, play, siege, turn

FINANCE = (
    Scene(
        "a location card pays its money",
        ("income.1", "sum.fin.1", "aid.income.1"),
        {"hands": {"british": b("boston")}},
        (act("take_money", card="british_boston"),),
        {"money": {"british": 15}, "discards": {"british": b("boston")}, "frames": turn("british", 1)},
    ),
    Scene(
        "a card without money pays nothing",
        ("income.1", "aid.income.1"),
        {"hands": {"british": b("pemaquid")}},
        refuse=act("take_money", card="british_pemaquid"),
        because=((Reason.NO_MONEY_SYMBOL, "income.1"),),
    ),
    Scene(
        "a lost place pays nothing",
        ("loccard.1", "aid.loc.3"),
        {
            "plus": {"new_haven": "neutral"},
            "captured": {"french": {"villages": 1}},
            "hands": {"british": b("new_haven")},
        },
        refuse=act("take_money", card="british_new_haven"),
        because=((Reason.NOT_CONTROLLED, "loccard.1"), (Reason.NOT_CONTROLLED, "aid.loc.3")),
    ),
    Scene(
        "an unlinked place pays nothing",
        ("loccard.1", "aid.loc.2"),
        {
            "plus": {"richmond": "british village", "norfolk": "neutral", "st_marys": "neutral"},
            "captured": {"french": {"villages": 2}},
            "hands": {"british": b("richmond")},
        },
        refuse=act("take_money", card="british_richmond"),
        because=((Reason.NOT_LINKED, "loccard.1"), (Reason.NOT_LINKED, "aid.loc.2")),
    ),
    Scene(
        "a besieged place pays nothing",
        ("aid.loc.1",),
        {"sieges": {"french": siege("boston", 0, f("militia"))}, "hands": {"british": b("boston")}},
        refuse=act("take_money", card="british_boston"),
        because=((Reason.BESIEGED, "aid.loc.1"),),
    ),
    Scene(
        "a merchant pays for two money cards and nothing for the ship",
        ("merchant.1", "sum.fin.2", "aid.merchant.1"),
        {"hands": {"british": b("boston", "new_haven", "new_york", "norfolk")}},
        (act("merchant", ship="british_boston"), play("british_new_haven"), play("british_new_york")),
        {
            "money": {"british": 17},
            "discards": {"british": b("boston", "new_haven", "new_york")},
            "hands": {"british": b("norfolk")},
        },
    ),
    Scene(
        "one money card is enough",
        ("merchant.1", "sum.fin.2", "aid.merchant.1"),
        {"hands": {"british": b("boston", "new_haven", "new_york")}},
        (act("merchant", ship="british_boston"), play("british_new_haven"), DONE),
        {"money": {"british": 14}, "discards": {"british": b("boston", "new_haven")}},
    ),
    Scene(
        "a merchant needs a money card",
        ("merchant.1", "sum.fin.2"),
        {"hands": {"british": b("boston", "new_haven")}},
        (act("merchant", ship="british_boston"),),
        refuse=DONE,
        because=((Reason.TOO_FEW_CARDS, "merchant.1"),),
    ),
    Scene(
        "money cards are named in one order",
        ("merchant.1",),
        {"hands": {"british": b("boston", "new_haven", "new_york")}},
        (act("merchant", ship="british_boston"), play("british_new_york")),
        refuse=play("british_new_haven"),
        because=((Reason.OUT_OF_ORDER, "merchant.1"),),
    ),
    Scene(
        "a card without money is no merchandise",
        ("merchant.1", "sum.fin.2", "aid.merchant.1"),
        {"hands": {"british": b("boston", "new_haven", "pemaquid")}},
        (act("merchant", ship="british_boston"),),
        refuse=play("british_pemaquid"),
        because=((Reason.NO_MONEY_SYMBOL, "merchant.1"),),
    ),
    Scene(
        "a lone ship is no merchant",
        ("merchant.1", "sum.fin.2", "aid.merchant.1"),
        {"hands": {"british": b("boston")}},
        refuse=act("merchant", ship="british_boston"),
        because=((Reason.CARD_ALREADY_USED, "merchant.1"),),
    ),
    Scene(
        "a ship without any money is no merchant",
        ("merchant.1", "sum.fin.2", "aid.merchant.1"),
        {"hands": {"british": b("ships", "militia")}},
        refuse=act("merchant", ship="british_ships"),
        because=((Reason.NO_MONEY_SYMBOL, "merchant.1"),),
    ),
    Scene(
        "a merchant needs a ship",
        ("merchant.1", "sum.fin.2", "aid.merchant.1"),
        {"hands": {"british": b("philadelphia", "boston")}},
        refuse=act("merchant", ship="british_philadelphia"),
        because=((Reason.NO_SHIP_SYMBOL, "merchant.1"),),
    ),
    Scene(
        "a trader pays two money a fur",
        ("sum.fin.3", "aid.trader.1"),
        {"hands": {"french": f("trader", "gaspe", "montreal", "tadoussac")}, "frames": turn("french")},
        (act("trade", fur="french_gaspe"), play("french_montreal"), play("french_tadoussac"), DONE),
        {"money": {"french": 11}, "discards": {"french": f("trader", "gaspe", "montreal", "tadoussac")}},
    ),
    Scene(
        "without a trader nothing is traded",
        ("sum.fin.3", "aid.trader.1"),
        {"hands": {"french": f("gaspe")}, "frames": turn("french")},
        refuse=act("trade", fur="french_gaspe"),
        because=((Reason.NO_TRADER, "sum.fin.3"),),
    ),
    Scene(
        "a card without fur is not traded",
        ("sum.fin.3", "aid.trader.1"),
        {"hands": {"french": f("trader", "quebec")}, "frames": turn("french")},
        refuse=act("trade", fur="french_quebec"),
        because=((Reason.NO_FUR_SYMBOL, "sum.fin.3"),),
    ),
    Scene(
        "further cards need furs and an order",
        ("sum.fin.3", "aid.trader.1"),
        {"hands": {"french": f("trader", "louisbourg", "montreal")}, "frames": turn("french")},
        (act("trade", fur="french_montreal"),),
        refuse=play("french_louisbourg"),
        because=((Reason.NO_FUR_SYMBOL, "sum.fin.3"), (Reason.OUT_OF_ORDER, "sum.fin.3")),
    ),
    Scene(
        "piracy takes two money from Britain",
        ("piracy.1", "sum.fin.4", "aid.piracy.1"),
        {"hands": {"french": f("louisbourg", "quebec")}, "frames": turn("french")},
        (act("piracy", ship="french_quebec"),),
        {"money": {"british": 10, "french": 7}, "discards": {"french": f("louisbourg", "quebec")}},
    ),
    Scene(
        "the bank pays what Britain lacks",
        ("piracy.2",),
        {
            "hands": {"french": f("louisbourg", "quebec")},
            "money": {"british": 1, "french": 5},
            "frames": turn("french"),
        },
        (act("piracy", ship="french_quebec"),),
        {"money": {"british": 0, "french": 7}},
    ),
    Scene(
        "Britain commits no piracy",
        ("piracy.1",),
        {"hands": {"british": b("boston")}},
        refuse=act("piracy", ship="british_boston"),
        because=((Reason.FRENCH_ONLY, "piracy.1"),),
    ),
    Scene(
        "piracy needs the Louisbourg card",
        ("piracy.1",),
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("piracy", ship="french_quebec"),
        because=((Reason.NOT_IN_HAND, "act.12"),),
    ),
)

MANAGEMENT = (
    Scene(
        "a drafted card is paid and goes to the discard pile",
        ("draft.1", "draft.2", "board.13", "sum.card.1", "aid.draft.1", "setup.4"),
        {"hands": {"british": b("boston")}},
        (act("draft", card="british_regular_infantry"),),
        {"money": {"british": 5}, "discards": {"british": b("regular_infantry")}, "frames": turn("british", 1)},
    ),
    Scene(
        "a neutral card leaves the display",
        ("draft.1", "setup.4", "sum.card.1", "aid.draft.1"),
        {"hands": {"british": b("boston")}},
        (act("draft", card="neutral_settlers"),),
        {
            "money": {"british": 5},
            "display": ["neutral_fortification"] * 2 + ["neutral_native_americans"] * 5 + ["neutral_settlers"],
        },
    ),
    Scene(
        "a card that cannot be paid is not drafted",
        ("draft.2", "sum.card.1", "aid.draft.1"),
        {"money": {"british": 6}},
        refuse=act("draft", card="british_regular_infantry"),
        because=((Reason.TOO_LITTLE_MONEY, "draft.2"),),
    ),
    Scene(
        "a card of the other colour is never drafted",
        ("draft.3", "card.2", "sum.card.1", "aid.draft.1"),
        {},
        refuse=act("draft", card="french_intendant"),
        because=((Reason.ENEMY_COLOUR, "draft.3"),),
    ),
    Scene(
        "a location card is not drafted",
        ("draft.1",),
        {},
        refuse=act("draft", card="british_albany"),
        because=((Reason.NOT_AVAILABLE, "draft.1"),),
    ),
    Scene(
        "the first discarded card is free and each further one costs one money",
        ("discard.1", "discard.2", "sum.card.2", "aid.discard.1"),
        {"hands": {"british": b("boston", "norfolk", "new_york")}},
        (act("discard", card="british_boston"), play("british_new_york"), DONE),
        {
            "money": {"british": 11},
            "hands": {"british": b("norfolk")},
            "discards": {"british": b("boston", "new_york")},
        },
    ),
    Scene(
        "a further discard must be paid and in order",
        ("discard.2",),
        {"hands": {"british": b("boston", "norfolk")}, "money": {"british": 0}},
        (act("discard", card="british_norfolk"),),
        refuse=play("british_boston"),
        because=((Reason.TOO_LITTLE_MONEY, "discard.2"), (Reason.OUT_OF_ORDER, "discard.1")),
    ),
    Scene(
        "a card that is not in hand is not discarded",
        ("discard.1",),
        {},
        refuse=act("discard", card="british_boston"),
        because=((Reason.NOT_IN_HAND, "act.12"),),
    ),
    Scene(
        "a useless card may be discarded",
        ("loccard.6", "aid.loc.5"),
        {
            "plus": {"new_haven": "neutral"},
            "captured": {"french": {"villages": 1}},
            "hands": {"british": b("new_haven")},
        },
        (act("discard", card="british_new_haven"), DONE),
        {"discards": {"british": b("new_haven")}},
    ),
    Scene(
        "one card goes into the reserve",
        ("reserve.1", "reserve.2", "sum.card.3", "aid.reserve.1"),
        {"hands": {"british": b("militia")}},
        (act("reserve", card="british_militia"),),
        {"reserves": {"british": b("militia")}, "hands": {"british": []}, "frames": turn("british", 1)},
    ),
    Scene(
        "a sixth card is refused",
        ("reserve.2", "sum.card.3"),
        {
            "hands": {"british": b("militia")},
            "reserves": {"british": b("bateaux", "trader", "rangers", "settlers", "governor")},
        },
        refuse=act("reserve", card="british_militia"),
        because=((Reason.RESERVE_FULL, "reserve.2"),),
    ),
    Scene(
        "a location card is refused where only empire cards are reserved",
        ("aid.reserve.1",),
        {"hands": {"british": b("norfolk")}},
        refuse=act("reserve", card="british_norfolk"),
        ruleset="second",
        because=((Reason.NO_LOCATION_CARDS_IN_RESERVE, "aid.reserve.1"),),
    ),
    Scene(
        "the whole reserve is retrieved, however large the hand becomes",
        ("retrieve.1", "retrieve.2", "retrieve.3", "retrieve.4", "sum.card.4", "aid.retrieve.1", "act.4"),
        {
            "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid", "st_marys")},
            "reserves": {"british": b("militia", "rangers")},
            "frames": turn("british", 0),
        },
        (act("retrieve_reserve"),),
        {
            "money": {"british": 10},
            "reserves": {"british": []},
            "frames": turn("british", 0),
            "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid", "st_marys", "militia", "rangers")},
        },
    ),
    Scene(
        "a reserve that cannot be paid in full stays",
        ("retrieve.4", "sum.card.4", "aid.retrieve.1", "retrieve.2"),
        {"reserves": {"british": b("militia", "rangers")}, "money": {"british": 1}},
        refuse=act("retrieve_reserve"),
        because=((Reason.TOO_LITTLE_MONEY, "retrieve.4"),),
    ),
    Scene(
        "an empty reserve is not retrieved",
        ("retrieve.1",),
        {},
        refuse=act("retrieve_reserve"),
        because=((Reason.RESERVE_EMPTY, "retrieve.1"),),
    ),
    Scene(
        "the governor returns one or two cards to their piles",
        ("governor.1", "governor.2", "sum.card.5", "aid.governor.1", "loccard.6"),
        {"hands": {"british": b("governor", "boston", "neutral_settlers", "militia")}},
        (act("governor", card="british_boston"), play("neutral_settlers")),
        {"discards": {"british": b("governor")}, "hands": {"british": b("militia")}, "frames": turn("british", 1)},
    ),
    Scene(
        "the governor may return one card only",
        ("governor.1",),
        {"hands": {"british": b("governor", "boston", "militia")}},
        (act("governor", card="british_militia"), DONE),
        {"discards": {"british": b("governor")}, "hands": {"british": b("boston")}},
    ),
    Scene(
        "the second card must be in hand and in order",
        ("governor.1", "sum.card.5"),
        {"hands": {"british": b("governor", "boston", "militia")}},
        (act("governor", card="british_militia"),),
        refuse=play("british_boston"),
        because=((Reason.OUT_OF_ORDER, "governor.1"),),
    ),
    Scene(
        "the governor does not return himself",
        ("governor.1",),
        {"hands": {"british": b("governor")}},
        refuse=act("governor", card="british_governor"),
        because=((Reason.CARD_ALREADY_USED, "governor.1"),),
    ),
    Scene(
        "without a governor nothing is returned",
        ("governor.1",),
        {"hands": {"british": b("boston")}},
        refuse=act("governor", card="british_boston"),
        because=((Reason.NO_GOVERNOR, "governor.1"),),
    ),
    Scene(
        "the intendant fetches a card for two money",
        ("intendant.1", "sum.card.6", "aid.intendant.1"),
        {"hands": {"french": f("intendant")}, "discards": {"french": f("quebec", "gaspe")}, "frames": turn("french")},
        (act("intendant", card="french_quebec"),),
        {"money": {"french": 3}, "hands": {"french": f("quebec")}, "discards": {"french": f("intendant", "gaspe")}},
    ),
    Scene(
        "the intendant needs his price and a card to fetch",
        ("intendant.1",),
        {"hands": {"french": f("intendant")}, "money": {"french": 1}, "frames": turn("french")},
        refuse=act("intendant", card="french_intendant"),
        because=((Reason.TOO_LITTLE_MONEY, "intendant.1"), (Reason.NOT_IN_DISCARD_PILE, "intendant.1")),
    ),
    Scene(
        "without an intendant nothing is fetched",
        ("intendant.1", "card.2"),
        {"discards": {"british": b("boston")}},
        refuse=act("intendant", card="british_boston"),
        because=((Reason.NO_INTENDANT, "intendant.1"),),
    ),
    Scene(
        "home support draws three and is discarded last",
        ("homesupport.1", "homesupport.2", "homesupport.3", "sum.card.7"),
        {
            "hands": {"british": b("home_support")},
            "decks": {"british": b("boston")},
            "discards": {"british": b("norfolk", "pemaquid", "st_marys")},
            "frames": turn("british", 0),
        },
        (
            act("home_support"),
            act("draw", card="british_boston"),
            act("draw", card="british_norfolk"),
            act("draw", card="british_pemaquid"),
        ),
        {
            "hands": {"british": b("boston", "norfolk", "pemaquid")},
            "decks": {"british": b("st_marys")},
            "discards": {"british": b("home_support")},
            "frames": turn("british", 0),
        },
    ),
    Scene(
        "home support stops where the deck does",
        ("aid.homesupport.1", "faq.deck.1"),
        {
            "hands": {"british": b("home_support")},
            "decks": {"british": b("boston")},
            "discards": {"british": b("norfolk", "pemaquid", "st_marys")},
        },
        (act("home_support"), act("draw", card="british_boston")),
        {
            "hands": {"british": b("boston")},
            "decks": {"british": []},
            "discards": {"british": b("home_support", "norfolk", "pemaquid", "st_marys")},
        },
        ruleset="second",
    ),
    Scene(
        "home support must be in hand",
        ("homesupport.1",),
        {},
        refuse=act("home_support"),
        because=((Reason.NO_HOME_SUPPORT, "homesupport.1"),),
    ),
    Scene(
        "a turn with actions left is not ended",
        ("pass.1",),
        {},
        refuse=END,
        because=((Reason.ACTIONS_LEFT, "pass.1"),),
    ),
)


@pytest.mark.parametrize("scene", [*FINANCE, *MANAGEMENT], ids=str)
def test_money_and_cards(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch13_finance.py::test_money_and_cards")


@proves("fa:governor.1", "fa:discard.1", "fa:sum.fin.3")
def test_further_cards_are_offered_in_order() -> None:
    hand = f("governor", "intendant", "gaspe", "montreal", "trader")
    state = placed({"hands": {"french": hand}, "discards": {"french": f("quebec")}, "frames": turn("french")})
    assert offered(state, "governor") == [
        act("governor", card=f"french_{name}") for name in ("gaspe", "montreal", "trader", "intendant")
    ]
    assert offered(state, "intendant") == [act("intendant", card="french_quebec")]
    assert offered(after(state, act("discard", card="french_montreal"))) == [
        play("french_trader"),
        play("french_governor"),
        play("french_intendant"),
        DONE,
    ]
    assert offered(after(state, act("governor", card="french_montreal"))) == [
        play("french_trader"),
        play("french_intendant"),
        DONE,
    ]
    assert offered(after(state, act("trade", fur="french_gaspe"))) == [play("french_montreal"), DONE]
    assert offered(after(state, act("trade", fur="french_montreal"))) == [DONE]
