"""Sieges: reinforcing them."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from tests.few_acres_of_snow.scenes import (
    HALIFAX,
    LOUISBOURG,
    Scene,
    act,
    b,
    f,
    siege,
    turn,
)

NIAGARA = {"fort_niagara": "french village", "fort_frontenac": "british village", "oswego": "british village"}
CUT_OFF = {
    "plus": NIAGARA,
    "sieges": {"british": siege("fort_niagara", 0, b("militia"))},
    "hands": {"french": f("starting_regular_infantry", "military_leader")},
    "frames": turn("french"),
}


REINFORCING = (
    Scene(
        "an attacker moves the marker to his side",
        (
            "reinforce.1",
            "reinforce.2",
            "reinforce.3",
            "reinforce.4",
            "reinforce.7",
            "act.6",
            "aid.reinforce.1",
            "sum.war.2",
        ),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("regular_infantry")}},
        (act("reinforce", place="louisbourg", card="british_regular_infantry"),),
        {
            "sieges": {"british": siege("louisbourg", 3, b("siege_artillery", "regular_infantry"))},
            "frames": turn("british", 1),
        },
    ),
    Scene(
        "a defender lays his card on the attacker's siege space",
        ("reinforce.3", "reinforce.5", "sum.war.2", "aid.reinforce.1"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"french": f("fortification")}, "frames": turn("french")},
        (act("reinforce", place="louisbourg", card="french_fortification"),),
        {"sieges": {"british": siege("louisbourg", 0, b("siege_artillery"), f("fortification"))}},
    ),
    Scene(
        "an attacker has no use for a fortification card",
        ("reinforce.5",),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("fortification")}},
        refuse=act("reinforce", place="louisbourg", card="british_fortification"),
        because=((Reason.DEFENDERS_ONLY, "reinforce.5"),),
    ),
    Scene(
        "a location card counts one symbol only",
        ("siege.loc.1", "reinforce.6", "faq.siege.2"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("new_york")}},
        (act("reinforce", place="louisbourg", card="british_new_york"),),
        {"sieges": {"british": {"marker": 2}}},
    ),
    Scene(
        "a place nobody besieges cannot be reinforced",
        ("reinforce.2",),
        {"hands": {"british": b("militia")}},
        refuse=act("reinforce", place="boston", card="british_militia"),
        because=((Reason.NO_SIEGE, "reinforce.2"),),
    ),
    Scene(
        "artillery costs three money as a reinforcement",
        ("sum.war.2", "aid.reinforce.1"),
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", -1, b("militia"))},
            "money": {"british": 2},
            "hands": {"british": b("siege_artillery")},
        },
        refuse=act("reinforce", place="louisbourg", card="british_siege_artillery"),
        because=((Reason.TOO_LITTLE_MONEY, "sum.war.2"),),
    ),
    Scene(
        "the card of the besieged place is barred",
        ("aid.loc.1",),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"french": f("louisbourg")}, "frames": turn("french")},
        refuse=act("reinforce", place="louisbourg", card="french_louisbourg"),
        because=((Reason.BESIEGED, "aid.loc.1"),),
    ),
    Scene(
        "an unlinked place is not reinforced",
        ("reinforce.4",),
        CUT_OFF,
        refuse=act("reinforce", place="fort_niagara", card="french_starting_regular_infantry"),
        because=((Reason.NOT_LINKED, "reinforce.4"),),
    ),
    Scene(
        "the leader takes no action where one card takes one",
        ("reinforce.7", "sum.war.2", "aid.reinforce.1"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("military_leader")}},
        refuse=act("reinforce", place="louisbourg", card="british_military_leader"),
        because=((Reason.LEADER_IS_FREE, "reinforce.7"),),
    ),
    Scene(
        "the leader is free and worth one",
        ("leader.1", "leader.2", "reinforce.3", "act.4", "sum.war.2", "aid.reinforce.1"),
        {
            "plus": HALIFAX,
            "sieges": LOUISBOURG,
            "hands": {"british": b("military_leader")},
            "frames": turn("british", 0),
        },
        (act("military_leader", place="louisbourg"),),
        {
            "sieges": {"british": siege("louisbourg", 2, b("siege_artillery", "military_leader"))},
            "frames": turn("british", 0),
        },
    ),
    Scene(
        "the leader needs a siege",
        ("leader.2",),
        {"hands": {"british": b("military_leader")}},
        refuse=act("military_leader", place="boston"),
        because=((Reason.NO_SIEGE, "leader.2"),),
    ),
    Scene(
        "the leader must be in hand",
        ("leader.1",),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("norfolk")}},
        refuse=act("military_leader", place="louisbourg"),
        because=((Reason.NO_LEADER, "leader.1"),),
    ),
    Scene(
        "an unlinked place gets no leader",
        ("leader.1", "reinforce.4"),
        CUT_OFF,
        refuse=act("military_leader", place="fort_niagara"),
        because=((Reason.NOT_LINKED, "reinforce.4"),),
    ),
)


@pytest.mark.parametrize("scene", REINFORCING, ids=str)
def test_reinforcements(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_ch10_reinforcement.py::test_reinforcements")
