"""An act that breaks several rules is refused for every one of them, and a card that is not in hand serves no act."""

import pytest

from oracle.english import why
from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import No
from tests.few_acres_of_snow.scenes import END, GAME, Scene, act, b, events, f, placed, siege, turn
from tests.few_acres_of_snow.small_scenes import scene

HALIFAX = {"halifax": "british village"}
LOUISBOURG = {"british": siege("louisbourg", 0, b("militia"))}
QUEBEC = {"british": siege("quebec", 0, b("militia"))}
NO_CARD = (Reason.NOT_IN_HAND, "act.12")
NOT_HELD = ((Reason.NOT_CONTROLLED, "loccard.1"), (Reason.NOT_CONTROLLED, "aid.loc.3"))
WON = {
    "plus": HALIFAX,
    "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
    "hands": {"british": b("new_york")},
    "frames": [{"type": "siege_check", "side": "british", "won": ["british"]}],
}

SEVERAL = (
    Scene(
        "a reinforcement without siege and card",
        ("reinforce.1", "reinforce.2", "act.12", "sum.war.2", "aid.reinforce.1"),
        {"plus": HALIFAX, "hands": {"british": b("norfolk")}},
        refuse=act("reinforce", place="louisbourg", card="british_militia"),
        because=((Reason.NO_SIEGE, "reinforce.2"), NO_CARD),
    ),
    Scene(
        "a reinforcement with a place that was lost",
        ("reinforce.1", "loccard.1", "aid.loc.3"),
        {"plus": HALIFAX | {"norfolk": "neutral"}, "sieges": LOUISBOURG, "hands": {"british": b("norfolk")}},
        refuse=act("reinforce", place="louisbourg", card="british_norfolk"),
        because=NOT_HELD,
    ),
    Scene(
        "a siege from a base that is not in hand",
        ("siege.start.1", "act.12"),
        {"plus": HALIFAX, "hands": {"british": b("norfolk", "militia")}},
        refuse=act("besiege", place="louisbourg", base="british_halifax"),
        because=(NO_CARD,),
    ),
    Scene(
        "a siege from a base that is not held",
        ("siege.start.1", "loccard.1", "aid.loc.3"),
        {"hands": {"british": b("halifax", "norfolk", "militia")}},
        refuse=act("besiege", place="louisbourg", base="british_halifax"),
        because=NOT_HELD,
    ),
    Scene(
        "a second siege beside all else",
        ("siege.start.1", "siege.start.11", "act.12", "loccard.1", "aid.loc.3"),
        {"plus": {"louisbourg": "neutral"}, "sieges": QUEBEC, "hands": {"british": b("norfolk")}},
        refuse=act("besiege", place="gaspe", base="british_halifax"),
        because=(
            (Reason.ALREADY_BESIEGING, "siege.start.11"),
            (Reason.NOT_LISTED, "siege.start.1"),
            NO_CARD,
            *NOT_HELD,
        ),
    ),
    Scene(
        "settling from a base that is not in hand and does not list the place",
        ("settle.2", "act.12"),
        {"hands": {"british": b("new_haven")}},
        refuse=act("settle", place="deerfield", base="british_boston"),
        because=((Reason.NOT_LISTED, "settle.2"), NO_CARD),
    ),
    Scene(
        "settling an enemy place from a base that is not held, without settlers",
        ("settle.1", "settle.2", "settle.4", "loccard.1", "aid.loc.3"),
        {"hands": {"british": b("halifax", "norfolk")}},
        refuse=act("settle", place="port_royal", base="british_halifax"),
        because=((Reason.NOT_NEUTRAL, "settle.1"), (Reason.NO_SETTLER, "settle.4"), *NOT_HELD),
    ),
    Scene(
        "a raid with a priest that is not in hand",
        ("raid.3", "act.12", "sum.war.3", "aid.raid.1"),
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("raid", card="french_priest"),
        because=((Reason.NO_RAID_CARD, "raid.3"), NO_CARD),
    ),
    Scene(
        "a raid with militia that is not in hand",
        ("raid.1", "act.12", "sum.war.3", "aid.raid.1"),
        {"hands": {"british": b("norfolk")}},
        refuse=act("raid", card="british_militia"),
        because=((Reason.NO_RAID_CARD, "raid.1"), NO_CARD),
    ),
    Scene(
        "a raid that cannot be paid",
        ("raid.4", "raid.2", "aid.raid.1"),
        {"money": {"british": 0}, "hands": {"british": b("neutral_native_americans")}},
        refuse=act("raid", card="neutral_native_americans"),
        because=((Reason.TOO_LITTLE_MONEY, "raid.4"), (Reason.OUT_OF_REACH, "raid.2")),
    ),
    Scene(
        "income from a place that is neither held nor rich",
        ("income.1", "sum.fin.1", "loccard.1", "aid.loc.3"),
        {"hands": {"british": b("halifax")}},
        refuse=act("take_money", card="british_halifax"),
        because=((Reason.NO_MONEY_SYMBOL, "income.1"), *NOT_HELD),
    ),
    Scene(
        "a trade without trader and fur",
        ("sum.fin.3", "act.12"),
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("trade", fur="french_tadoussac"),
        because=((Reason.NO_TRADER, "sum.fin.3"), NO_CARD),
    ),
    Scene(
        "piracy by the British",
        ("piracy.1",),
        {"hands": {"british": b("ships")}},
        refuse=act("piracy", ship="british_ships"),
        because=((Reason.FRENCH_ONLY, "piracy.1"),),
    ),
    Scene(
        "a return without governor and card",
        ("governor.1", "sum.card.5", "act.12"),
        {"hands": {"british": b("boston")}},
        refuse=act("governor", card="british_ships"),
        because=((Reason.NO_GOVERNOR, "governor.1"), NO_CARD),
    ),
    Scene(
        "an intendant without intendant and card",
        ("intendant.1", "sum.card.6"),
        {"hands": {"french": f("quebec")}, "frames": turn("french")},
        refuse=act("intendant", card="french_ships"),
        because=((Reason.NO_INTENDANT, "intendant.1"), (Reason.NOT_IN_DISCARD_PILE, "intendant.1")),
    ),
    Scene(
        "a leader without card and siege",
        ("leader.1", "leader.2"),
        {"plus": HALIFAX, "hands": {"british": b("boston")}},
        refuse=act("military_leader", place="louisbourg"),
        because=((Reason.NO_LEADER, "leader.1"), (Reason.NO_SIEGE, "leader.2")),
    ),
    Scene(
        "a free action too early, without its card and without its siege",
        ("faq.free.2", "act.4", "leader.1", "leader.2"),
        WON,
        refuse=act("military_leader", place="boston"),
        because=(
            (Reason.NO_FREE_ACTION_NOW, "faq.free.2"),
            (Reason.NO_LEADER, "leader.1"),
            (Reason.NO_SIEGE, "leader.2"),
        ),
        ruleset="second",
    ),
    Scene(
        "an action too early and without its card",
        ("turn.3", "income.1", "act.12"),
        WON,
        refuse=act("take_money", card="british_boston"),
        because=((Reason.SIEGES_FIRST, "turn.3"), NO_CARD),
    ),
    Scene(
        "an action within another one and without its card",
        ("act.2", "income.1", "act.12"),
        {"hands": {"british": b("boston", "militia")}},
        (act("discard", card="british_boston"),),
        refuse=act("take_money", card="british_boston"),
        because=((Reason.UNFINISHED_ACTION, "act.2"), NO_CARD),
    ),
    Scene(
        "piracy by the British without a ship",
        ("piracy.1", "sum.fin.4", "aid.piracy.1"),
        {"hands": {"british": b("militia")}},
        refuse=act("piracy", ship="british_militia"),
        because=((Reason.FRENCH_ONLY, "piracy.1"), (Reason.NO_SHIP_SYMBOL, "piracy.1")),
    ),
    Scene(
        "piracy by the British with a ship they do not hold",
        ("piracy.1", "sum.fin.4", "aid.piracy.1", "act.12"),
        {"hands": {"british": b("militia")}},
        refuse=act("piracy", ship="british_halifax"),
        because=((Reason.FRENCH_ONLY, "piracy.1"), NO_CARD, *NOT_HELD),
    ),
)


@pytest.mark.parametrize("scene", SEVERAL, ids=str)
def test_a_refusal_names_every_rule_broken(scene: Scene, claim: Claim) -> None:
    scene.run(claim, "test_refusals.py::test_a_refusal_names_every_rule_broken")


# The type of the act, what it names, and the rules that ask for the card.
WITHOUT_THE_CARD: tuple[tuple[str, dict[str, Json], tuple[str, ...]], ...] = (
    ("develop", {"place": "new_haven", "settler": "british_settlers"}, ("develop.1", "sum.exp.2")),
    ("fortify", {"place": "boston", "card": "british_fortification"}, ("fortify.1", "sum.exp.3")),
    ("take_money", {"card": "british_boston"}, ("income.1",)),
    ("merchant", {"ship": "british_ships"}, ("merchant.1", "sum.fin.2")),
    ("discard", {"card": "british_ships"}, ("discard.1",)),
    ("reserve", {"card": "british_ships"}, ("reserve.1", "reserve.2")),
    ("ambush", {"card": "british_rangers"}, ("ambush.1",)),
    ("convert", {"card": "british_indian_leader"}, ("convert.1",)),
    ("raid", {"card": "british_rangers"}, ("raid.1",)),
)


@pytest.mark.parametrize(("kind", "named", "asked_by"), WITHOUT_THE_CARD, ids=[kind for kind, _, _ in WITHOUT_THE_CARD])
def test_a_card_that_is_not_in_hand_serves_no_act(
    kind: str, named: dict[str, Json], asked_by: tuple[str, ...], claim: Claim
) -> None:
    scene = Scene(
        kind,
        (*asked_by, "act.12"),
        {
            "plus": {"deerfield": "french village"},
            "hands": {"british": b("new_haven")},
            "reserves": {"british": b("militia")},
        },
        refuse=act(kind, **named),
        because=(NO_CARD,),
    )
    scene.run(claim, "test_refusals.py::test_a_card_that_is_not_in_hand_serves_no_act")


@proves("fa:siege.win.3", "fa:end.4", "fa:aid.siege.5")
@pytest.mark.parametrize(
    ("stands", "told"),
    [
        ("french village", [("piece_captured", "village")]),
        ("french town", [("piece_captured", "town")]),
        ("french town fort", [("piece_captured", "town"), ("fort_removed", None)]),
    ],
)
def test_the_piece_is_captured_as_what_it_is_and_a_fort_goes_with_it(
    stands: str, told: list[tuple[str, str | None]]
) -> None:
    """Given a siege of Louisbourg two ahead, when the British turn begins, then what stands there is taken."""
    position = {
        "plus": HALIFAX | {"louisbourg": stands},
        "sieges": {"british": siege("louisbourg", 2, b("siege_artillery"))},
        "frames": turn("french", 0),
        "hands": {"french": f("quebec", "montreal", "gaspe", "tadoussac", "trois_rivieres")},
    }
    taken = [each for each in events(placed(position), END) if each.kind.value in ("piece_captured", "fort_removed")]
    assert [(each.kind.value, dict(each.facts).get("piece")) for each in taken] == told


TWICE: tuple[tuple[str, str, Json, str, str], ...] = (
    ("french", "french_louisbourg", act("piracy", ship="french_louisbourg"), "piracy.1", "french_louisbourg"),
    ("british", "british_boston", act("merchant", ship="british_boston"), "merchant.1", "british_boston"),
    (
        "british",
        "british_st_marys",
        act("develop", place="st_marys", settler="british_st_marys"),
        "develop.1",
        "british_st_marys",
    ),
    ("british", "british_governor", act("governor", card="british_governor"), "governor.1", "british_governor"),
    (
        "british",
        "british_new_haven british_st_marys",
        act("settle", place="deerfield", base="british_new_haven"),
        "settle.8",
        "british_st_marys",
    ),
)


@pytest.mark.parametrize(("side", "hand", "asked", "rule_id", "which"), TWICE)
def test_a_card_that_would_fill_two_roles_is_told_so(
    side: str, hand: str, asked: Json, rule_id: str, which: str, claim: Claim
) -> None:
    claim(
        [f"fa:{rule_id}"], "tests/few_acres_of_snow/test_refusals.py::test_a_card_that_would_fill_two_roles_is_told_so"
    )
    verdict = GAME.step(scene(hand, Side(side)), GAME.read_action(asked))
    assert isinstance(verdict, No)
    assert [(each.rule, why(each)) for each in verdict.violations] == [
        (f"fa:{rule_id}", f"{which} fills one role only")
    ]
