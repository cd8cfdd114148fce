"""Sieges: opening, naming, withdrawing."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from tests.few_acres_of_snow.scenes import (
    END,
    HALIFAX,
    LOUISBOURG,
    Scene,
    act,
    b,
    f,
    play,
    siege,
    turn,
    turn_start,
)

TO_LOUISBOURG = act("besiege", place="louisbourg", base="british_halifax")

OPENING = (
    Scene(
        "base and transport are discarded, the strength card lies in the siege",
        (
            "siege.start.1",
            "siege.start.2",
            "siege.start.3",
            "siege.start.4",
            "siege.start.5",
            "siege.start.6",
            "siege.start.8",
            "siege.start.9",
            "siege.start.10",
            "siege.start.13",
            "act.6",
            "sum.war.1",
            "aid.besiege.1",
            "aid.siege.1",
            "aid.siege.2",
        ),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "siege_artillery")}},
        (TO_LOUISBOURG, play("british_norfolk"), play("british_siege_artillery")),
        {
            "sieges": {"british": siege("louisbourg", 1, b("siege_artillery"))},
            "money": {"british": 9},
            "discards": {"british": b("halifax", "norfolk")},
            "hands": {"british": []},
            "frames": turn("british", 1),
        },
    ),
    Scene(
        "a fort moves the start two spaces",
        ("siege.start.7", "fortify.4"),
        {
            "plus": HALIFAX | {"louisbourg": "french village fort"},
            "hands": {"british": b("halifax", "norfolk", "regular_infantry")},
        },
        (TO_LOUISBOURG, play("british_norfolk"), play("british_regular_infantry")),
        {"sieges": {"british": {"marker": -2}}},
    ),
    Scene(
        "a ship card opens the siege of a port",
        ("sum.war.1", "faq.siege.1", "aid.siege.3", "board.7"),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "ships", "ships")}},
        (TO_LOUISBOURG, play("british_ships"), play("british_ships")),
        {"sieges": {"british": siege("louisbourg", -1, b("ships"))}},
    ),
    Scene(
        "a military leader may open a siege",
        ("siege.start.3",),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "military_leader")}},
        (TO_LOUISBOURG, play("british_norfolk"), play("british_military_leader")),
        {"sieges": {"british": {"marker": -1}}, "frames": turn("british", 1)},
    ),
    Scene(
        "a place the enemy does not hold cannot be besieged",
        ("siege.start.1",),
        {
            "plus": HALIFAX | {"louisbourg": "neutral"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("halifax", "norfolk", "militia")},
        },
        refuse=TO_LOUISBOURG,
        because=((Reason.NOT_ENEMY_HELD, "siege.start.1"),),
    ),
    Scene(
        "a base card that does not list the place cannot besiege it",
        ("siege.start.1", "sum.war.1", "aid.besiege.1"),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia")}},
        refuse=act("besiege", place="gaspe", base="british_halifax"),
        because=((Reason.NOT_LISTED, "siege.start.1"),),
    ),
    Scene(
        "without transport there is no siege",
        ("siege.start.2", "sum.war.1", "aid.besiege.1"),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "militia")}},
        refuse=TO_LOUISBOURG,
        because=((Reason.NO_TRANSPORT, "siege.start.2"),),
    ),
    Scene(
        "without a strength card there is no siege",
        ("siege.start.3", "sum.war.1", "aid.besiege.1"),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk")}},
        refuse=TO_LOUISBOURG,
        because=((Reason.NO_STRENGTH, "siege.start.3"),),
    ),
    Scene(
        "artillery that cannot be paid opens nothing",
        ("siege.start.13",),
        {
            "plus": {"albany": "british village", "fort_william_henry": "french village"},
            "money": {"british": 2},
            "hands": {"british": b("albany", "bateaux", "siege_artillery")},
        },
        refuse=act("besiege", place="fort_william_henry", base="british_albany"),
        because=((Reason.TOO_LITTLE_MONEY, "siege.start.13"),),
    ),
    Scene(
        "a card without the transport is refused",
        ("siege.start.2",),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia")}},
        (TO_LOUISBOURG,),
        refuse=play("british_militia"),
        because=((Reason.NO_TRANSPORT, "siege.start.2"),),
    ),
    Scene(
        "the only strength card cannot be the transport",
        ("siege.start.3", "siege.start.2"),
        {
            "plus": {
                "albany": "british village",
                "fort_william_henry": "french village",
                "ticonderoga": "french village",
                "fort_st_john": "french village",
            },
            "hands": {"french": f("fort_william_henry", "montreal", "tadoussac")},
            "frames": turn("french"),
        },
        (act("besiege", place="albany", base="french_fort_william_henry"),),
        refuse=play("french_montreal"),
        because=((Reason.NO_STRENGTH, "siege.start.3"),),
    ),
    Scene(
        "a card without strength does not open the siege",
        ("siege.start.3", "sum.war.1"),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia", "settlers")}},
        (TO_LOUISBOURG, play("british_norfolk")),
        refuse=play("british_settlers"),
        because=((Reason.NO_STRENGTH, "siege.start.3"),),
    ),
    Scene(
        "a fortification card opens no siege",
        ("reinforce.5", "siege.start.3"),
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia", "fortification")}},
        (TO_LOUISBOURG, play("british_norfolk")),
        refuse=play("british_fortification"),
        because=((Reason.DEFENDERS_ONLY, "reinforce.5"),),
    ),
    Scene(
        "artillery costs three money as the third card",
        ("siege.start.13", "sum.war.2", "aid.reinforce.1"),
        {
            "plus": HALIFAX,
            "hands": {"british": b("halifax", "norfolk", "militia", "siege_artillery")},
            "money": {"british": 2},
        },
        (TO_LOUISBOURG, play("british_norfolk")),
        refuse=play("british_siege_artillery"),
        because=((Reason.TOO_LITTLE_MONEY, "siege.start.13"),),
    ),
    Scene(
        "ships give no strength at Trois Rivières",
        ("faq.map.2",),
        {
            "plus": {"louisbourg": "british village"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("louisbourg", "norfolk", "ships", "militia")},
        },
        (act("besiege", place="trois_rivieres", base="british_louisbourg"), play("british_norfolk")),
        refuse=play("british_ships"),
        because=((Reason.NO_SHIP_STRENGTH_HERE, "faq.map.2"),),
        ruleset="second",
    ),
    Scene(
        "a player conducts one siege at a time but may defend in another",
        ("siege.start.11",),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("halifax", "norfolk", "militia")}},
        refuse=act("besiege", place="port_royal", base="british_halifax"),
        because=((Reason.ALREADY_BESIEGING, "siege.start.11"),),
    ),
    Scene(
        "a defender may open a siege of his own",
        ("siege.start.11",),
        {
            "plus": HALIFAX,
            "sieges": {"french": siege("halifax", 0, f("militia"))},
            "hands": {"british": b("boston", "norfolk", "militia")},
        },
        (act("besiege", place="port_royal", base="british_boston"), play("british_norfolk"), play("british_militia")),
        {"sieges": {"british": {"place": "port_royal", "marker": 0}, "french": {"place": "halifax"}}},
    ),
)

NAMED = {
    "plus": HALIFAX,
    "sieges": {"british": siege("louisbourg", -1, b("militia", "rangers", "new_york"))},
    "frames": turn("british", 0),
}
NAMING = (
    Scene(
        "a location card is not named for return",
        ("siege.win.12", "siege.win.13"),
        NAMED,
        (END,),
        refuse=act("name_card", place="louisbourg", card="british_new_york"),
        because=((Reason.NOT_AN_EMPIRE_CARD, "siege.win.13"),),
        ruleset="online",
    ),
    Scene(
        "a card is named for the siege about to be lost",
        ("siege.win.12",),
        NAMED,
        (END,),
        refuse=act("name_card", place="boston", card="british_militia"),
        because=((Reason.NOT_IN_SIEGE, "siege.win.12"),),
        ruleset="online",
    ),
    Scene(
        "a defender names a card too",
        ("siege.win.12", "turn.7"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 2, b("siege_artillery"), f("militia", "priest"))},
            "hands": {"french": f("quebec", "gaspe", "montreal", "tadoussac")},
            "decks": {"french": []},
            "discards": {"french": f("trader")},
            "frames": turn("french", 0),
        },
        (
            END,
            act("name_card", place="louisbourg", card="french_militia"),
            act("draw", card="french_trader"),
            act("leave_neutral"),
        ),
        {"discards": {"french": f("priest")}, "frames": turn("british", 2)},
        ruleset="online",
    ),
    Scene(
        "a siege won and then given up in the siege check is not won again",
        ("siege.win.1", "withdraw.1", "aid.withdraw.1"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 3, b("new_york")), "french": siege("halifax", -1, f("quebec"))},
            "frames": turn_start("british"),
        },
        (act("withdraw", place="louisbourg"),),
        {"frames": turn("british", 2), "discards": {"british": b("new_york"), "french": f("quebec")}},
        ruleset="first+withdraw_cost=free",
    ),
    Scene(
        "both sieges given up in the siege check leave nothing to settle",
        ("siege.win.1", "turn.4"),
        {
            "plus": HALIFAX | {"canso": "british village"},
            "sieges": {"british": siege("louisbourg", 3, b("new_york")), "french": siege("canso", -1, f("quebec"))},
            "hands": {"french": []},
            "frames": turn_start("british"),
        },
        (act("withdraw", place="canso"), act("leave_neutral"), act("leave_neutral")),
        {"frames": turn("british", 2), "captured": {"british": {"villages": 1}, "french": {"villages": 1}}},
        ruleset="first+withdraw_cost=free",
    ),
)

WITHDRAWING = (
    Scene(
        "an attacker who withdraws loses the siege",
        ("withdraw.1", "withdraw.2", "withdraw.3", "withdraw.4", "sum.other.1", "siege.win.12"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 3, b("siege_artillery", "new_york"), f("militia"))},
        },
        (act("withdraw", place="louisbourg"), act("return_card", card="british_siege_artillery")),
        {
            "frames": turn("british", 1),
            "discards": {"british": b("new_york"), "french": f("militia")},
            "places": {"louisbourg": "french village"},
        },
    ),
    Scene(
        "a defender who withdraws gives the attacker his win",
        ("aid.withdraw.1", "aid.withdraw.2", "faq.siege.5", "withdraw.4"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("port_royal", 1, b("regular_infantry"))},
            "hands": {"british": b("boston")},
            "frames": turn("french", 0),
        },
        (act("withdraw", place="port_royal"), act("occupy", settler="british_boston")),
        {
            "places": {"port_royal": "british village"},
            "captured": {"british": {"villages": 1, "towns": 0}},
            "discards": {"british": b("boston", "port_royal", "regular_infantry")},
            "frames": turn("french", 0),
        },
        ruleset="second",
    ),
    Scene(
        "there must be a siege to withdraw from",
        ("withdraw.1",),
        {},
        refuse=act("withdraw", place="boston"),
        because=((Reason.NO_SIEGE, "withdraw.1"),),
    ),
    Scene(
        "withdrawing needs an action where it is one",
        ("withdraw.1", "act.1"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "frames": turn("british", 0)},
        refuse=act("withdraw", place="louisbourg"),
        because=((Reason.NO_ACTION_LEFT, "act.1"),),
    ),
    Scene(
        "giving up a capital loses the game",
        ("withdraw.4", "end.1"),
        {"sieges": {"british": siege("quebec", 1, b("regular_infantry"))}, "frames": turn("french", 1)},
        (act("withdraw", place="quebec"),),
        {"outcome": {"winner": "british", "rule": "fa:end.1"}},
    ),
    Scene(
        "a new siege may be opened after a withdrawal",
        ("siege.start.11", "withdraw.3"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("halifax", "norfolk", "militia")}},
        (
            act("withdraw", place="louisbourg"),
            act("return_card", card="british_siege_artillery"),
            act("besiege", place="port_royal", base="british_halifax"),
            play("british_norfolk"),
            play("british_militia"),
        ),
        {"sieges": {"british": {"place": "port_royal", "marker": 0}}},
    ),
)


@pytest.mark.parametrize("scene", [*OPENING, *NAMING, *WITHDRAWING], ids=str)
def test_sieges(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch08_sieges.py::test_sieges")
