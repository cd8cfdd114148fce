"""Settling, developing, fortifying."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import ALL_VILLAGES, Scene, act, b, f, offered, placed, play, refusals, turn

HAND = {"british": b("new_haven", "st_marys", "boston", "norfolk", "philadelphia")}
TO_DEERFIELD = act("settle", place="deerfield", base="british_new_haven")
ALBANY = {"albany": "british village"}
TOWNS = dict.fromkeys(
    (
        "new_haven",
        "norfolk",
        "pemaquid",
        "philadelphia",
        "st_marys",
        "baltimore",
        "canso",
        "deerfield",
        "halifax",
        "richmond",
    ),
    "british town",
)
FORTS = dict.fromkeys(("boston", "new_york"), "british town fort") | dict.fromkeys(
    ("new_haven", "norfolk", "pemaquid", "philadelphia"), "british village fort"
)
FRENCH_FORTS = dict.fromkeys(
    ("gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal"), "french village fort"
)

SCENES = (
    Scene(
        "three different cards settle a place with a settler symbol",
        (
            "settle.2",
            "settle.3",
            "settle.4",
            "settle.5",
            "settle.6",
            "settle.8",
            "sum.exp.1",
            "aid.settle.1",
            "card.4",
            "act.5",
        ),
        {"hands": HAND},
        (TO_DEERFIELD, play("british_st_marys"), play("british_boston")),
        {
            "places": {"deerfield": "british village"},
            "hands": {"british": b("norfolk", "philadelphia")},
            "discards": {"british": b("new_haven", "st_marys", "boston", "deerfield")},
            "stock": {"british": {"villages": 12, "towns": 10}},
            "frames": turn("british", 1),
        },
    ),
    Scene(
        "a base card that does not list the place is refused",
        ("settle.2", "card.5", "sum.exp.1", "aid.settle.1"),
        {"hands": HAND},
        refuse=act("settle", place="deerfield", base="british_norfolk"),
        because=((Reason.NOT_LISTED, "settle.2"),),
    ),
    Scene(
        "a card that is not in hand is refused",
        ("act.12", "sum.exp.1", "aid.settle.1"),
        {"hands": HAND},
        refuse=act("settle", place="albany", base="british_new_york"),
        because=((Reason.NOT_IN_HAND, "act.12"),),
    ),
    Scene(
        "a transport card without the symbol is refused",
        ("settle.3",),
        {"hands": HAND},
        (TO_DEERFIELD,),
        refuse=play("british_norfolk"),
        because=((Reason.NO_TRANSPORT, "settle.3"),),
    ),
    Scene(
        "a card without settlers cannot settle",
        ("settle.4",),
        {"hands": HAND},
        (TO_DEERFIELD, play("british_st_marys")),
        refuse=play("british_norfolk"),
        because=((Reason.NO_SETTLER, "settle.4"),),
    ),
    Scene(
        "without any transport the act cannot begin",
        ("settle.3", "sum.exp.1", "aid.settle.1"),
        {"hands": {"british": b("new_haven", "boston")}},
        refuse=TO_DEERFIELD,
        because=((Reason.NO_TRANSPORT, "settle.3"),),
    ),
    Scene(
        "a place without settler symbol needs its transport all the same",
        ("settle.3", "sum.exp.1", "aid.settle.1"),
        {"hands": {"british": b("pemaquid", "boston")}},
        refuse=act("settle", place="fort_halifax", base="british_pemaquid"),
        because=((Reason.NO_TRANSPORT, "settle.3"),),
    ),
    Scene(
        "without any settler the act cannot begin",
        ("settle.4", "sum.exp.1", "aid.settle.1"),
        {"hands": {"british": b("new_haven", "bateaux", "norfolk")}},
        refuse=TO_DEERFIELD,
        because=((Reason.NO_SETTLER, "settle.4"),),
    ),
    Scene(
        "one card cannot be transport and settler at once",
        ("settle.8",),
        {"hands": {"british": b("new_haven", "st_marys", "norfolk")}},
        refuse=TO_DEERFIELD,
        because=((Reason.CARD_ALREADY_USED, "settle.8"),),
    ),
    Scene(
        "a transport card that leaves no settler is refused",
        ("settle.8",),
        {"hands": {"british": b("new_haven", "st_marys", "bateaux")}},
        (TO_DEERFIELD,),
        refuse=play("british_st_marys"),
        because=((Reason.CARD_ALREADY_USED, "settle.8"),),
    ),
    Scene(
        "an enemy place cannot be settled",
        ("settle.2",),
        {"plus": {"deerfield": "french village"}, "hands": HAND},
        refuse=TO_DEERFIELD,
        because=((Reason.NOT_NEUTRAL, "settle.1"),),
    ),
    Scene(
        "without a village in stock no place is settled",
        ("settle.7",),
        {"plus": ALL_VILLAGES, "hands": HAND},
        refuse=TO_DEERFIELD,
        because=((Reason.NO_VILLAGE_IN_STOCK, "settle.7"),),
    ),
    Scene(
        "a place without settler symbol takes two cards",
        ("settle.4", "sum.exp.1", "aid.settle.1"),
        {"hands": {"british": b("pemaquid", "bateaux", "boston")}},
        (act("settle", place="fort_halifax", base="british_pemaquid"), play("british_bateaux")),
        {
            "places": {"fort_halifax": "british village"},
            "discards": {"british": b("pemaquid", "bateaux", "fort_halifax")},
            "hands": {"british": b("boston")},
        },
    ),
    Scene(
        "a place without a card in the set brings no card",
        ("faq.loc.1", "settle.6"),
        {
            "plus": {
                "detroit": "british village",
                "fort_niagara": "british village",
                "oswego": "british village",
                "fort_stanwix": "british village",
                "albany": "british village",
            },
            "hands": {"british": b("detroit", "bateaux")},
        },
        (act("settle", place="michillimackinac", base="british_detroit"), play("british_bateaux")),
        {"places": {"michillimackinac": "british village"}, "discards": {"british": b("detroit", "bateaux")}},
    ),
    Scene(
        "settling an own place again regains its card and leaves its piece",
        ("governor.3", "faq.loc.3"),
        {"hands": {"british": b("new_haven", "new_york", "philadelphia")}, "decks": {"british": b("norfolk")}},
        (
            act("settle", place="boston", base="british_new_haven"),
            play("british_new_york"),
            play("british_philadelphia"),
        ),
        {
            "places": {"boston": "british town"},
            "stock": {"british": {"villages": 13, "towns": 10}},
            "discards": {"british": b("new_haven", "new_york", "philadelphia", "boston")},
        },
    ),
    Scene(
        "an own place whose card is in the deck is no target",
        ("governor.3", "faq.loc.3"),
        {"hands": {"british": b("new_haven", "new_york", "philadelphia")}},
        refuse=act("settle", place="boston", base="british_new_haven"),
        because=((Reason.CARD_NOT_AVAILABLE, "governor.3"),),
    ),
    Scene(
        "a lost place is regained by settling and brings no second card",
        ("raid.11", "settle.5"),
        {
            "plus": {"pemaquid": "neutral"},
            "captured": {"french": {"villages": 1}},
            "hands": {"british": b("boston", "new_york", "philadelphia", "pemaquid")},
        },
        (
            act("settle", place="pemaquid", base="british_boston"),
            play("british_new_york"),
            play("british_philadelphia"),
        ),
        {"places": {"pemaquid": "british village"}, "discards": {"british": b("boston", "new_york", "philadelphia")}},
    ),
    Scene(
        "Louisbourg is a ship card",
        ("faq.loc.2", "piracy.1", "sum.fin.4", "aid.piracy.1"),
        {"hands": {"french": f("louisbourg", "port_royal")}, "frames": turn("french")},
        refuse=act("piracy", ship="french_louisbourg"),
        because=((Reason.CARD_ALREADY_USED, "piracy.1"),),
    ),
    Scene(
        "a village becomes a town and returns to the stock",
        ("develop.1", "develop.2", "sum.exp.2", "aid.develop.1"),
        {"plus": ALBANY, "hands": {"british": b("albany", "st_marys")}},
        (act("develop", place="albany", settler="british_st_marys"),),
        {
            "places": {"albany": "british town"},
            "stock": {"british": {"villages": 13, "towns": 9}},
            "discards": {"british": b("albany", "st_marys")},
            "frames": turn("british", 1),
        },
    ),
    Scene(
        "a card without settlers develops nothing",
        ("develop.1",),
        {"plus": ALBANY, "hands": {"british": b("albany", "norfolk")}},
        refuse=act("develop", place="albany", settler="british_norfolk"),
        because=((Reason.NO_SETTLER, "develop.1"),),
    ),
    Scene(
        "the place's own card cannot be its settler as well",
        ("develop.1",),
        {"hands": {"british": b("philadelphia")}},
        refuse=act("develop", place="philadelphia", settler="british_philadelphia"),
        because=((Reason.CARD_ALREADY_USED, "develop.1"),),
    ),
    Scene(
        "a town is not developed again",
        ("develop.1", "sum.exp.2", "aid.develop.1"),
        {"hands": {"british": b("boston", "st_marys")}},
        refuse=act("develop", place="boston", settler="british_st_marys"),
        because=((Reason.NO_OWN_VILLAGE, "develop.1"),),
    ),
    Scene(
        "a place without a card of its own cannot be developed",
        ("develop.1",),
        {
            "plus": {"montreal": "british village"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("boston")},
        },
        refuse=act("develop", place="montreal", settler="british_boston"),
        because=((Reason.NOT_IN_HAND, "develop.1"),),
    ),
    Scene(
        "a place without points is not developed",
        ("develop.4",),
        {"plus": ALBANY | {"fort_stanwix": "british village"}, "hands": {"british": b("fort_stanwix", "boston")}},
        refuse=act("develop", place="fort_stanwix", settler="british_boston"),
        because=((Reason.NO_POINTS, "develop.4"),),
    ),
    Scene(
        "without a town disc nothing is developed",
        ("develop.5",),
        {"plus": ALBANY | TOWNS, "hands": {"british": b("albany", "boston")}},
        refuse=act("develop", place="albany", settler="british_boston"),
        because=((Reason.NO_TOWN_IN_STOCK, "develop.5"),),
    ),
    Scene(
        "fortifying costs three money and both cards",
        ("fortify.1", "fortify.2", "fortify.3", "fortify.7", "sum.exp.3", "aid.fortify.1"),
        {"hands": {"british": b("boston", "fortification")}},
        (act("fortify", place="boston", card="british_fortification"),),
        {
            "places": {"boston": "british town fort"},
            "money": {"british": 9},
            "forts_left": 11,
            "discards": {"british": b("boston", "fortification")},
            "hands": {"british": []},
        },
    ),
    Scene(
        "fortifying with two money is refused",
        ("fortify.2", "sum.exp.3", "aid.fortify.1"),
        {"hands": {"british": b("boston", "fortification")}, "money": {"british": 2}},
        refuse=act("fortify", place="boston", card="british_fortification"),
        because=((Reason.TOO_LITTLE_MONEY, "fortify.2"),),
    ),
    Scene(
        "only a fortification card fortifies",
        ("fortify.1", "sum.exp.3", "aid.fortify.1"),
        {"hands": {"british": b("boston", "militia")}},
        refuse=act("fortify", place="boston", card="british_militia"),
        because=((Reason.NO_FORTIFICATION_CARD, "fortify.1"),),
    ),
    Scene(
        "a place takes one disc",
        ("fortify.3",),
        {"plus": {"boston": "british town fort"}, "hands": {"british": b("boston", "fortification")}},
        refuse=act("fortify", place="boston", card="british_fortification"),
        because=((Reason.ALREADY_FORTIFIED, "fortify.3"),),
    ),
    Scene(
        "twelve discs are all there are",
        ("fortify.6",),
        {"plus": FORTS | FRENCH_FORTS, "hands": {"british": b("st_marys", "fortification")}},
        refuse=act("fortify", place="st_marys", card="british_fortification"),
        because=((Reason.NO_FORT_IN_STOCK, "fortify.6"),),
    ),
    Scene(
        "an act inside another act is refused",
        ("act.2",),
        {"hands": HAND},
        (TO_DEERFIELD,),
        refuse=act("take_money", card="british_boston"),
        because=((Reason.UNFINISHED_ACTION, "act.2"),),
    ),
    Scene(
        "a free action inside another act is refused",
        ("act.2", "faq.free.2", "act.4"),
        {"hands": {"british": b("new_haven", "st_marys", "boston", "home_support")}},
        (TO_DEERFIELD,),
        refuse=act("home_support"),
        ruleset="second",
        because=((Reason.UNFINISHED_ACTION, "act.2"), (Reason.NO_FREE_ACTION_NOW, "faq.free.2")),
    ),
)


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_expansion(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch06_expansion.py::test_expansion")


@proves("fa:fortify.1", "fa:fortify.3")
def test_every_place_in_hand_may_be_fortified_with_either_card() -> None:
    hand = b("boston", "norfolk", "fortification", "neutral_fortification")
    state = placed({"plus": {"norfolk": "british village fort"}, "hands": {"british": hand}})
    assert offered(state, "fortify") == [
        act("fortify", place="boston", card="british_fortification"),
        act("fortify", place="boston", card="neutral_fortification"),
    ]
    assert refusals(state, act("fortify", place="norfolk", card="british_fortification"))
