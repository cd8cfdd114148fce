"""Sieges won and lost, and what follows."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from tests.few_acres_of_snow.scenes import (
    END,
    HALIFAX,
    LOUISBOURG,
    PASS,
    Scene,
    act,
    b,
    f,
    siege,
    turn,
    turn_start,
)

WON = {
    "british": siege(
        "louisbourg",
        3,
        b("siege_artillery", "regular_infantry"),
        f("starting_regular_infantry", "militia", "port_royal"),
    )
}
BACK = act("return_card", card="french_militia")

WINNING = (
    Scene(
        "an attacker two ahead captures the piece and may settle with a settler card",
        (
            "turn.3",
            "siege.win.1",
            "siege.win.2",
            "siege.win.3",
            "siege.win.4",
            "siege.win.6",
            "siege.win.7",
            "siege.win.9",
            "siege.win.11",
            "siege.win.12",
            "siege.win.15",
            "aid.siege.4",
            "aid.siege.5",
            "aid.siege.6",
            "aid.siege.8",
            "aid.siege.9",
            "aid.siege.10",
            "end.4",
        ),
        {
            "plus": HALIFAX | {"louisbourg": "french village fort"},
            "sieges": WON,
            "hands": {"british": b("new_york"), "french": f("louisbourg")},
            "frames": turn_start("british"),
        },
        (act("occupy", settler="british_new_york"), BACK),
        {
            "places": {"louisbourg": "british village"},
            "captured": {"british": {"villages": 1, "towns": 0}},
            "discards": {
                "british": b("new_york", "louisbourg", "siege_artillery", "regular_infantry"),
                "french": f("port_royal", "starting_regular_infantry"),
            },
            "frames": turn("british", 2),
            "forts_left": 12,
            "hands": {"french": f("louisbourg")},
            "usable": {"french": f("gaspe", "montreal", "quebec", "port_royal", "tadoussac", "trois_rivieres")},
        },
    ),
    Scene(
        "one ahead wins nothing for the attacker",
        ("siege.win.2", "siege.win.16", "aid.siege.4"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "frames": turn_start("british")},
        expect={"frames": turn("british", 2), "sieges": {"british": {"marker": 1}}},
    ),
    Scene(
        "a lead at the end of one's own turn wins nothing yet",
        ("siege.win.16", "siege.win.1"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
            "hands": {"british": b("boston", "norfolk", "pemaquid", "new_york", "st_marys")},
            "frames": turn("british", 0),
        },
        (END,),
        {"frames": turn("french", 2), "sieges": {"british": {"marker": 3}}},
    ),
    Scene(
        "a defender one ahead keeps the place",
        ("siege.win.10", "aid.siege.7", "siege.win.11", "siege.win.14"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", -1, b("new_york"), f("militia"))},
            "hands": {"french": f("louisbourg")},
            "frames": turn_start("french"),
        },
        expect={
            "frames": turn("french", 2),
            "places": {"louisbourg": "french village"},
            "discards": {"british": b("new_york"), "french": f("militia")},
        },
    ),
    Scene(
        "a settler place is not settled without a settler card",
        ("siege.win.4", "aid.siege.5"),
        {"plus": HALIFAX, "sieges": WON, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        refuse=act("occupy", settler=None),
        because=((Reason.NO_SETTLER, "siege.win.4"),),
    ),
    Scene(
        "a card without settlers does not settle a captured place",
        ("siege.win.4", "aid.siege.5"),
        {"plus": HALIFAX, "sieges": WON, "hands": {"british": b("norfolk")}, "frames": turn_start("british")},
        refuse=act("occupy", settler="british_norfolk"),
        because=((Reason.NO_SETTLER, "siege.win.4"),),
    ),
    Scene(
        "no free action is taken before the siege check is over",
        ("faq.free.2", "act.4"),
        {
            "plus": HALIFAX,
            "sieges": WON,
            "hands": {"british": b("new_york", "home_support")},
            "frames": turn_start("british"),
        },
        refuse=act("home_support"),
        because=((Reason.NO_FREE_ACTION_NOW, "faq.free.2"),),
        ruleset="second",
    ),
    Scene(
        "no action is taken before the siege check is over",
        ("turn.3",),
        {"plus": HALIFAX, "sieges": WON, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        refuse=PASS,
        because=((Reason.SIEGES_FIRST, "turn.3"),),
    ),
    Scene(
        "a captured place without settler symbol is settled without a card",
        ("siege.win.5", "siege.win.6", "aid.siege.5"),
        {
            "plus": {"fort_niagara": "french village", "oswego": "british village"},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        (act("occupy", settler=None),),
        {"places": {"fort_niagara": "british village"}, "discards": {"british": b("fort_niagara", "militia")}},
    ),
    Scene(
        "a settler card is not asked for at a place without the symbol",
        ("siege.win.5", "aid.siege.5"),
        {
            "plus": {"fort_niagara": "french village"},
            "hands": {"british": b("boston")},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        refuse=act("occupy", settler="british_boston"),
        because=((Reason.NO_SETTLER_ASKED, "siege.win.5"),),
    ),
    Scene(
        "the winner may leave the place neutral",
        ("siege.win.8", "faq.siege.4"),
        {
            "plus": {"fort_niagara": "french town"},
            "captured": {},
            "hands": {"british": b("boston")},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        (act("leave_neutral"),),
        {
            "captured": {"british": {"villages": 0, "towns": 1}},
            "frames": turn("british", 2),
            "discards": {"british": b("militia")},
            "stock": {"british": {"villages": 13}},
        },
    ),
    Scene(
        "without a village in stock the place stays neutral",
        ("siege.win.8", "settle.7"),
        {
            "plus": dict.fromkeys(
                (
                    "albany",
                    "baltimore",
                    "canso",
                    "cumberland",
                    "detroit",
                    "fort_duquesne",
                    "fort_halifax",
                    "fort_presquisle",
                    "fort_stanwix",
                    "halifax",
                    "oswego",
                    "richmond",
                    "deerfield",
                ),
                "british village",
            )
            | {"fort_niagara": "french village"},
            "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
            "frames": turn_start("british"),
        },
        expect={
            "frames": turn("british", 2),
            "captured": {"british": {"villages": 1, "towns": 0}},
            "stock": {"british": {"villages": 0}},
        },
    ),
    Scene(
        "the loser cannot return a location card",
        ("siege.win.13", "siege.win.12"),
        {"plus": HALIFAX, "sieges": WON, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        (act("leave_neutral"),),
        refuse=act("return_card", card="french_port_royal"),
        because=((Reason.NOT_AN_EMPIRE_CARD, "siege.win.13"),),
    ),
    Scene(
        "the loser returns a card of that siege only",
        ("siege.win.12",),
        {"plus": HALIFAX, "sieges": WON, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        (act("leave_neutral"),),
        refuse=act("return_card", card="french_siege_artillery"),
        because=((Reason.NOT_IN_SIEGE, "siege.win.12"),),
    ),
    Scene(
        "a neutral card goes back to the display",
        ("siege.win.12",),
        {
            "plus": HALIFAX,
            "sieges": {
                "british": siege(
                    "louisbourg", 3, b("siege_artillery"), f("neutral_fortification", "starting_regular_infantry")
                )
            },
            "frames": turn_start("british"),
        },
        (act("leave_neutral"), act("return_card", card="neutral_fortification")),
        {
            "display": [
                "neutral_fortification",
                "neutral_fortification",
                *["neutral_native_americans"] * 5,
                "neutral_settlers",
                "neutral_settlers",
            ],
            "discards": {"french": f("starting_regular_infantry")},
        },
    ),
    Scene(
        "a siege that is not won cannot be chosen",
        ("siege.win.1",),
        {
            "plus": HALIFAX,
            "sieges": {
                "british": siege("louisbourg", 3, b("siege_artillery")),
                "french": siege("boston", -1, f("militia")),
            },
            "frames": turn_start("british"),
        },
        refuse=act("resolve", place="quebec"),
        because=((Reason.NOT_WON, "siege.win.1"),),
    ),
    Scene(
        "the fall of a capital wins at once",
        ("end.1", "faq.end.2", "aid.end.1"),
        {"sieges": {"french": siege("new_york", 2, f("siege_artillery"))}, "frames": turn_start("french")},
        expect={"outcome": {"winner": "french", "rule": "fa:end.1"}},
    ),
)


@pytest.mark.parametrize("scene", WINNING, ids=str)
def test_siege_victories(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch09_siege_victory.py::test_siege_victories")
