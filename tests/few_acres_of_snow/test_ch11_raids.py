"""Raids, ambushes and conversions."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.canonical import Json
from tests.few_acres_of_snow.scenes import ALL_VILLAGES, Scene, act, b, cards, f, play, siege, turn

RAID = {"kennebec": "french village", "fort_halifax": "british village", "deerfield": "british village"}
COUREURS = act("raid", card="french_coureurs_de_bois")
NATIVES = "french_native_americans"
NEUTRAL = "neutral_native_americans"
LET = act("let_happen")
TWO_CARDS = ("coureurs_de_bois", "native_americans")
KENNEBEC_BESIEGED = {"british": siege("kennebec", 0, b("militia"))}


def france(*hand: str, **more: object) -> dict[str, object]:
    return {"plus": RAID, "hands": {"french": f(*hand)}, "frames": turn("french"), **more}


RAIDS = (
    Scene(
        "an unblocked raid takes a village and leaves the place neutral",
        ("raid.1", "raid.9", "raid.10", "raid.12", "raid.13", "aid.raid.1", "aid.raid.7", "sum.war.3", "raid.2"),
        france("coureurs_de_bois"),
        (COUREURS, act("aim", place="fort_halifax"), LET),
        {
            "captured": {"french": {"villages": 1, "towns": 0}},
            "discards": {"french": f("coureurs_de_bois")},
            "stock": {"british": {"villages": 11}},
            "frames": turn("french", 1),
        },
    ),
    Scene(
        "a raided town becomes a village of its owner",
        ("raid.10", "aid.raid.7", "raid.7", "raid.5", "sum.war.3"),
        france("coureurs_de_bois", "native_americans", "neutral_native_americans"),
        (COUREURS, play(NATIVES), play(NEUTRAL), act("aim", place="boston"), LET),
        {
            "captured": {"french": {"villages": 0, "towns": 1}},
            "places": {"boston": "british village"},
            "money": {"french": 3},
        },
    ),
    Scene(
        "without a village in stock a raided town is lost",
        ("faq.raid.4", "raid.10"),
        {
            "plus": ALL_VILLAGES | {"deerfield": "british town", "kennebec": "french village"},
            "hands": {"french": f("coureurs_de_bois", "native_americans")},
            "frames": turn("french"),
        },
        (COUREURS, play(NATIVES), act("aim", place="deerfield"), LET),
        {"captured": {"french": {"villages": 0, "towns": 1}}, "stock": {"british": {"villages": 0, "towns": 9}}},
    ),
    Scene(
        "range grows by one link a card",
        ("raid.2", "raid.3", "aid.raid.2", "aid.raid.3"),
        france("coureurs_de_bois"),
        (COUREURS,),
        refuse=act("aim", place="deerfield"),
        because=((Reason.OUT_OF_REACH, "raid.2"),),
    ),
    Scene(
        "a priest adds range beside a raid card",
        ("raid.3", "aid.raid.3"),
        france("coureurs_de_bois", "priest"),
        (COUREURS, play("french_priest"), act("aim", place="deerfield"), LET),
        {"captured": {"french": {"villages": 1, "towns": 0}}, "discards": {"french": f("coureurs_de_bois", "priest")}},
    ),
    Scene(
        "a priest alone raids nothing",
        ("raid.3", "sum.war.3", "aid.raid.1"),
        france("priest"),
        refuse=act("raid", card="french_priest"),
        because=((Reason.NO_RAID_CARD, "raid.3"),),
    ),
    Scene(
        "infantry does not raid",
        ("raid.1", "sum.war.3", "aid.raid.1"),
        france("starting_regular_infantry"),
        refuse=act("raid", card="french_starting_regular_infantry"),
        because=((Reason.NO_RAID_CARD, "raid.1"),),
    ),
    Scene(
        "infantry adds no range",
        ("raid.3", "aid.raid.3"),
        france("coureurs_de_bois", "starting_regular_infantry"),
        (COUREURS,),
        refuse=play("french_starting_regular_infantry"),
        because=((Reason.NO_RAID_CARD, "raid.3"),),
    ),
    Scene(
        "raid cards are named in one order",
        ("raid.13",),
        france("coureurs_de_bois", "native_americans"),
        (act("raid", card=NATIVES),),
        refuse=play("french_coureurs_de_bois"),
        because=((Reason.OUT_OF_ORDER, "raid.13"),),
    ),
    Scene(
        "every native costs one money",
        ("raid.4", "faq.raid.1", "aid.raid.1"),
        france("native_americans", "neutral_native_americans", money={"french": 1}),
        (act("raid", card=NATIVES),),
        refuse=play(NEUTRAL),
        because=((Reason.TOO_LITTLE_MONEY, "raid.4"),),
    ),
    Scene(
        "a raid that reaches nothing cannot begin",
        ("raid.2", "sum.war.3"),
        {"hands": {"french": f("coureurs_de_bois")}, "frames": turn("french")},
        refuse=COUREURS,
        because=((Reason.OUT_OF_REACH, "raid.2"),),
    ),
    Scene(
        "a further card must leave a target",
        ("raid.2", "raid.3", "aid.raid.3"),
        {
            "plus": {"fort_beausejour": "british village", "halifax": "british village", "quebec": "neutral"},
            "captured": {"british": {"towns": 1}},
            "hands": {"british": b("rangers", "indian_leader")},
        },
        (act("raid", card="british_rangers"),),
        refuse=play("british_indian_leader"),
        because=((Reason.OUT_OF_REACH, "raid.2"),),
        ruleset="online",
    ),
    Scene(
        "a further card leaves no target but a fortified one",
        ("raid.8", "raid.3", "aid.raid.3"),
        {
            "plus": {"fort_beausejour": "british village", "halifax": "british village", "quebec": "french town fort"},
            "hands": {"british": b("rangers", "indian_leader")},
        },
        (act("raid", card="british_rangers"),),
        refuse=play("british_indian_leader"),
        because=((Reason.FORTIFIED, "raid.8"),),
        ruleset="online",
    ),
    Scene(
        "a raid cannot begin where a fort is all there is in reach",
        ("raid.8", "raid.2", "aid.raid.4", "fortify.5"),
        france("coureurs_de_bois", plus=RAID | {"fort_halifax": "british village fort"}),
        refuse=COUREURS,
        because=((Reason.FORTIFIED, "raid.8"),),
    ),
    Scene(
        "a raid cannot begin from a besieged place alone",
        ("aid.raid.5", "raid.2"),
        france("coureurs_de_bois", plus=RAID | {"deerfield": "neutral"}, sieges=KENNEBEC_BESIEGED),
        refuse=COUREURS,
        because=((Reason.BESIEGED, "aid.raid.5"),),
        ruleset="second",
    ),
    Scene(
        "a raid from Tadoussac cannot begin",
        ("faq.map.3", "raid.5", "raid.2"),
        {
            "plus": {"tadoussac": "british village"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("rangers")},
        },
        refuse=act("raid", card="british_rangers"),
        because=((Reason.OUT_OF_REACH, "raid.2"), (Reason.NO_RAID_LINK, "faq.map.3")),
    ),
    Scene(
        "a fort is neither raided nor passed",
        ("raid.8", "fortify.5", "aid.raid.4"),
        france("coureurs_de_bois", "native_americans", plus=RAID | {"deerfield": "british village fort"}),
        (COUREURS, play(NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=((Reason.FORTIFIED, "raid.8"),),
    ),
    Scene(
        "beyond a fort lies no target",
        ("raid.8",),
        france(
            "coureurs_de_bois",
            "native_americans",
            "neutral_native_americans",
            plus=RAID | {"deerfield": "british village fort"},
        ),
        (COUREURS, play(NATIVES), play(NEUTRAL)),
        refuse=act("aim", place="boston"),
        because=((Reason.FORTIFIED, "raid.8"),),
    ),
    Scene(
        "only enemy places are raided",
        ("raid.12",),
        france("coureurs_de_bois"),
        (COUREURS,),
        refuse=act("aim", place="kennebec"),
        because=((Reason.NOT_ENEMY_HELD, "raid.12"),),
    ),
    Scene(
        "Tadoussac has no raid link",
        ("faq.map.3",),
        france("coureurs_de_bois", plus=RAID | {"tadoussac": "british village"}, captured={"british": {"villages": 1}}),
        (COUREURS,),
        refuse=act("aim", place="tadoussac"),
        because=((Reason.NO_RAID_LINK, "faq.map.3"),),
    ),
    Scene(
        "a besieged place is no target",
        ("aid.raid.5",),
        france("coureurs_de_bois", sieges={"french": siege("fort_halifax", 0, f("militia"))}),
        (COUREURS,),
        refuse=act("aim", place="fort_halifax"),
        because=((Reason.BESIEGED_TARGET, "aid.raid.5"),),
        ruleset="second",
    ),
    Scene(
        "the defender's raid neither starts from nor passes a besieged place",
        ("aid.raid.5",),
        france(
            "coureurs_de_bois",
            plus=RAID | {"fort_presquisle": "british village", "detroit": "french village"},
            sieges={"british": siege("kennebec", 0, b("militia"))},
        ),
        (COUREURS,),
        refuse=act("aim", place="fort_halifax"),
        because=((Reason.BESIEGED, "aid.raid.5"),),
        ruleset="second",
    ),
    Scene(
        "a raid that a siege at its origin and a fort on its way bar",
        ("aid.raid.5", "raid.8", "raid.2", "aid.raid.4"),
        france(
            *TWO_CARDS,
            plus=RAID | {"fort_halifax": "british village fort", "ticonderoga": "british village"},
            sieges=KENNEBEC_BESIEGED,
        ),
        (COUREURS, play(NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=((Reason.FORTIFIED, "raid.8"), (Reason.BESIEGED, "aid.raid.5")),
        ruleset="second",
    ),
    Scene(
        "two ways, one barred by a siege at its origin and one by a fort",
        ("aid.raid.5", "raid.8", "raid.2", "aid.raid.4"),
        france(
            *TWO_CARDS,
            plus=RAID
            | {
                "ticonderoga": "french village",
                "fort_william_henry": "british village fort",
                "oswego": "british village",
                "fort_frontenac": "french village",
            },
            sieges=KENNEBEC_BESIEGED,
        ),
        (COUREURS, play(NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=((Reason.FORTIFIED, "raid.8"), (Reason.BESIEGED, "aid.raid.5")),
        ruleset="second",
    ),
    Scene(
        "a fort on the way is the only bar though another place is besieged",
        ("aid.raid.5", "raid.8", "raid.2", "aid.raid.4"),
        france(
            *TWO_CARDS,
            plus=RAID | {"fort_halifax": "british village fort", "ticonderoga": "british village"},
            sieges={"british": siege("montreal", 0, b("militia"))},
        ),
        (COUREURS, play(NATIVES)),
        refuse=act("aim", place="deerfield"),
        because=((Reason.FORTIFIED, "raid.8"),),
        ruleset="second",
    ),
    Scene(
        "beyond the range no fort and no siege is to blame",
        ("aid.raid.5", "raid.8", "raid.2", "aid.raid.2"),
        france(
            "coureurs_de_bois",
            plus=RAID | {"fort_halifax": "british village fort", "ticonderoga": "british village"},
            sieges=KENNEBEC_BESIEGED,
        ),
        (COUREURS,),
        refuse=act("aim", place="boston"),
        because=((Reason.OUT_OF_REACH, "raid.2"),),
        ruleset="second",
    ),
    Scene(
        "a raid may start from an unlinked place",
        ("faq.raid.3", "raid.12", "raid.6"),
        {
            "plus": {"detroit": "french village", "fort_presquisle": "british village"},
            "hands": {"french": f("coureurs_de_bois")},
            "frames": turn("french"),
        },
        (COUREURS, act("aim", place="fort_presquisle"), LET),
        {"captured": {"french": {"villages": 1, "towns": 0}}},
    ),
    Scene(
        "a besieged place raided empty ends its siege",
        ("raid.9", "siege.start.10"),
        {
            "plus": {
                "fort_niagara": "french village",
                "oswego": "british village",
                "fort_stanwix": "british village",
                "albany": "british village",
            },
            "hands": {"british": b("rangers")},
            "sieges": {"british": siege("fort_niagara", 0, b("militia"), f("militia"))},
        },
        (act("raid", card="british_rangers"), act("aim", place="fort_niagara"), LET),
        {
            "captured": {"british": {"villages": 1, "towns": 0}},
            "discards": {"british": b("militia", "rangers"), "french": f("militia")},
        },
    ),
    Scene(
        "a block card stops the raid and costs nothing",
        ("raid.block.1", "raid.block.3", "raid.block.4", "aid.raid.6", "faq.raid.2", "raid.13"),
        france("coureurs_de_bois", hands={"french": f("coureurs_de_bois"), "british": [NEUTRAL]}, money={"british": 0}),
        (COUREURS, act("aim", place="fort_halifax"), act("block", card=NEUTRAL)),
        {
            "discards": {"british": [NEUTRAL], "french": f("coureurs_de_bois")},
            "money": {"british": 0},
            "places": {"fort_halifax": "british village"},
            "frames": turn("french", 1),
        },
    ),
    Scene(
        "the card of the raided place blocks",
        ("raid.block.2", "aid.raid.6", "sum.war.3"),
        france("coureurs_de_bois", hands={"french": f("coureurs_de_bois"), "british": b("fort_halifax")}),
        (COUREURS, act("aim", place="fort_halifax"), act("block", card="british_fort_halifax")),
        {"discards": {"british": b("fort_halifax")}, "places": {"fort_halifax": "british village"}},
    ),
    Scene(
        "an unusable card of the raided place does not block",
        ("raid.block.2", "loccard.1"),
        france(
            "coureurs_de_bois",
            hands={"french": f("coureurs_de_bois"), "british": b("fort_halifax")},
            plus=RAID | {"pemaquid": "neutral"},
            captured={"french": {"villages": 1}},
        ),
        (COUREURS, act("aim", place="fort_halifax")),
        refuse=act("block", card="british_fort_halifax"),
        because=((Reason.NOT_LINKED, "loccard.1"), (Reason.NOT_LINKED, "aid.loc.2")),
    ),
    Scene(
        "British militia blocks nothing",
        ("raid.block.1", "sum.war.3", "aid.raid.6"),
        france("coureurs_de_bois", hands={"french": f("coureurs_de_bois"), "british": b("militia")}),
        (COUREURS, act("aim", place="fort_halifax")),
        refuse=act("block", card="british_militia"),
        because=((Reason.CANNOT_BLOCK, "raid.block.1"),),
    ),
    Scene(
        "a card in the reserve does not block",
        ("raid.block.1", "act.12"),
        france("coureurs_de_bois", reserves={"british": b("rangers")}),
        (COUREURS, act("aim", place="fort_halifax")),
        refuse=act("block", card="british_rangers"),
        because=((Reason.NOT_IN_HAND, "act.12"),),
    ),
    Scene(
        "raiding a capital does not win the game",
        ("faq.end.1", "raid.9"),
        france(
            "coureurs_de_bois",
            "native_americans",
            "neutral_native_americans",
            plus=RAID | {"boston": "british village"},
            captured={"french": {"towns": 1}},
        ),
        (COUREURS, play(NATIVES), play(NEUTRAL), act("aim", place="boston"), LET),
        {"captured": {"french": {"villages": 1, "towns": 1}}, "frames": turn("french", 1)},
    ),
)

AMBUSH = act("ambush", card="british_rangers")


def britain(french: list[Json], reserve: list[Json] | None = None, **more: object) -> dict[str, object]:
    reserves: dict[str, object] = {"french": reserve} if reserve else {}
    return {
        "hands": {"british": b("rangers", "indian_leader", "settlers"), "french": french},
        "reserves": reserves,
        **more,
    }


AMBUSHES = (
    Scene(
        "an ambush takes a marked card",
        ("ambush.1", "ambush.4", "aid.ambush.1", "aid.ambush.3", "sum.war.4"),
        britain(f("siege_artillery", "quebec")),
        (AMBUSH, LET, act("give_up", card="french_siege_artillery", source="hand")),
        {
            "hands": {"french": f("quebec")},
            "discards": {"british": b("rangers"), "french": []},
            "frames": turn("british", 1),
        },
    ),
    Scene(
        "the victim may give up a marked card of the reserve instead",
        ("ambush.4", "aid.ambush.3"),
        britain(f("siege_artillery"), f("starting_regular_infantry")),
        (AMBUSH, LET, act("give_up", card="french_starting_regular_infantry", source="reserve")),
        {"hands": {"french": f("siege_artillery")}, "reserves": {"french": []}},
    ),
    Scene(
        "an unmarked card is not given up",
        ("ambush.4", "aid.ambush.3"),
        britain(f("siege_artillery", "quebec")),
        (AMBUSH, LET),
        refuse=act("give_up", card="french_quebec", source="hand"),
        because=((Reason.NOT_MARKED, "ambush.4"),),
    ),
    Scene(
        "a card that is not there is not given up",
        ("ambush.4",),
        britain(f("siege_artillery", "quebec")),
        (AMBUSH, LET),
        refuse=act("give_up", card="french_siege_artillery", source="reserve"),
        because=((Reason.NOT_IN_HAND, "ambush.4"),),
    ),
    Scene(
        "French militia blocks an ambush",
        ("ambush.2", "ambush.3", "aid.ambush.2", "faq.raid.2"),
        britain(f("militia", "siege_artillery")),
        (AMBUSH, act("block", card="french_militia")),
        {"hands": {"french": f("siege_artillery")}, "discards": {"french": f("militia"), "british": b("rangers")}},
    ),
    Scene(
        "a fortification blocks no ambush",
        ("ambush.2", "aid.ambush.2"),
        britain(f("fortification")),
        (AMBUSH,),
        refuse=act("block", card="french_fortification"),
        because=((Reason.CANNOT_BLOCK, "ambush.2"),),
    ),
    Scene(
        "an ambush is not blocked from the reserve",
        ("ambush.2",),
        britain(f("quebec"), f("militia")),
        (AMBUSH,),
        refuse=act("block", card="french_militia"),
        because=((Reason.NOT_IN_HAND, "act.12"),),
    ),
    Scene(
        "without a marked card in hand the hand is shown and the reserve is safe",
        ("ambush.5", "faq.info.1", "aid.ambush.4", "sum.war.4"),
        britain(f("quebec", "gaspe"), f("siege_artillery")),
        (AMBUSH, LET),
        {"shown": "french", "reserves": {"french": f("siege_artillery")}, "frames": turn("british", 1)},
    ),
    Scene(
        "infantry does not ambush",
        ("ambush.1", "sum.war.4"),
        {"hands": {"british": b("militia")}},
        refuse=act("ambush", card="british_militia"),
        because=((Reason.NO_AMBUSH_CARD, "ambush.1"),),
    ),
    Scene(
        "a native costs one money in an ambush",
        ("aid.ambush.1",),
        {"hands": {"british": [NEUTRAL]}, "money": {"british": 0}},
        refuse=act("ambush", card=NEUTRAL),
        because=((Reason.TOO_LITTLE_MONEY, "aid.ambush.1"),),
    ),
    Scene(
        "a conversion brings a neutral native to the own discard pile",
        ("convert.1", "convert.2", "aid.convert.1", "sum.war.5", "faq.convert.1"),
        britain(f("neutral_native_americans", "native_americans")),
        (act("convert", card="british_indian_leader"), act("give_up", card=NEUTRAL, source="hand")),
        {"discards": {"british": cards("british_indian_leader", NEUTRAL)}, "hands": {"french": f("native_americans")}},
    ),
    Scene(
        "the French natives are never converted",
        ("faq.convert.1", "sum.war.5", "aid.convert.1"),
        britain(f("neutral_native_americans", "native_americans")),
        (act("convert", card="british_indian_leader"),),
        refuse=act("give_up", card=NATIVES, source="hand"),
        because=((Reason.NOT_CONVERTIBLE, "faq.convert.1"),),
    ),
    Scene(
        "a card is converted from where it lies",
        ("convert.1",),
        britain(f("neutral_native_americans", "native_americans")),
        (act("convert", card="british_indian_leader"),),
        refuse=act("give_up", card=NEUTRAL, source="reserve"),
        because=((Reason.NOT_IN_HAND, "convert.1"),),
    ),
    Scene(
        "without a neutral native in hand the hand is shown",
        ("convert.3", "aid.convert.2", "sum.war.5", "faq.info.1"),
        britain(f("native_americans"), ["neutral_native_americans"]),
        (act("convert", card="british_indian_leader"),),
        {"shown": "french", "reserves": {"french": [NEUTRAL]}, "discards": {"british": b("indian_leader")}},
    ),
    Scene(
        "the shown hand is hidden again after the next act",
        ("faq.info.1",),
        britain(f("native_americans")),
        (act("convert", card="british_indian_leader"), act("pass")),
        {"frames": turn("british", 0)},
    ),
    Scene(
        "only priests and Indian leaders convert",
        ("convert.1", "sum.war.5", "aid.convert.1"),
        {"hands": {"british": b("militia")}},
        refuse=act("convert", card="british_militia"),
        because=((Reason.NO_CONVERSION_CARD, "convert.1"),),
    ),
)


@pytest.mark.parametrize("scene", [*RAIDS, *AMBUSHES], ids=str)
def test_raids_and_ambushes(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch11_raids.py::test_raids_and_ambushes")
