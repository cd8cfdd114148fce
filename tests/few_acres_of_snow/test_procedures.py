"""What each procedure waits for, and what it says to an action that answers something else."""

import pytest

from reference.few_acres_of_snow.procedures import at_work
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Over
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import NotThisDecision
from tests.few_acres_of_snow.scenes import (
    DEERFIELD_HAND,
    DONE,
    END,
    FIVE,
    FRENCH_TURN,
    GAME,
    HALIFAX,
    LET,
    NEUTRAL_NATIVES,
    PASS,
    TO_DEERFIELD,
    act,
    after,
    b,
    f,
    france,
    offered,
    placed,
    siege,
    turn,
    turn_start,
)


def test_an_action_of_another_kind_is_not_this_decision() -> None:
    state = placed({"hands": {"british": FIVE}})
    assert GAME.step(state, GAME.read_action(act("play", card="british_boston"))) == NotThisDecision(
        "act", ("fa:act.1",)
    )
    drawing = after(placed({"decks": {"british": b("rangers")}, "frames": turn("british", 0)}), END)
    for action in (PASS, act("draw", card="british_boston")):
        assert GAME.step(drawing, GAME.read_action(action)) == NotThisDecision("draw", ("fa:turn.6",))
    over = placed({"outcome": {"winner": "french", "rule": "fa:end.1"}})
    assert GAME.decision(over) == Over("french wins", ("fa:end.1",))
    assert GAME.step(over, GAME.read_action(PASS)) == NotThisDecision("nothing: the game is over", ("fa:end.1",))


LOUISBOURG_TAKEN = siege("louisbourg", 3, b("militia"), f("militia"))
BOTH_WON: dict[str, Json] = {"british": LOUISBOURG_TAKEN, "french": siege("halifax", -1, f("ships"), b("rangers"))}
RAID = act("raid", card="french_coureurs_de_bois")
# A position, what is done in it, what is due then by which rules, and an action that answers something else.
WAITING: dict[str, tuple[dict[str, object], tuple[Json, ...], str, tuple[str, ...], Json]] = {
    "settling": ({"hands": DEERFIELD_HAND}, (TO_DEERFIELD,), "settle", ("fa:settle.3", "fa:settle.4"), DONE),
    "besieging": (
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia")}},
        (act("besiege", place="louisbourg", base="british_halifax"),),
        "besiege",
        ("fa:siege.start.2", "fa:siege.start.3"),
        DONE,
    ),
    "raiding": (france("coureurs_de_bois"), (RAID,), "raid", ("fa:raid.1", "fa:raid.2"), DONE),
    "dealing": (
        {"hands": {"british": b("ships", "boston")}},
        (act("merchant", ship="british_ships"),),
        "merchant",
        ("fa:merchant.1",),
        LET,
    ),
    "trading": (
        {"hands": {"french": f("trader", "gaspe")}, **FRENCH_TURN},
        (act("trade", fur="french_gaspe"),),
        "trade",
        ("fa:sum.fin.3",),
        LET,
    ),
    "discarding": (
        {"hands": {"british": FIVE}},
        (act("discard", card="british_boston"),),
        "discard",
        ("fa:discard.1",),
        LET,
    ),
    "governing": (
        {"hands": {"british": b("governor", "boston")}},
        (act("governor", card="british_boston"),),
        "governor",
        ("fa:governor.1",),
        LET,
    ),
    "raid_declared": (
        france("coureurs_de_bois"),
        (RAID, act("aim", place="fort_halifax")),
        "block_raid",
        ("fa:raid.block.1",),
        PASS,
    ),
    "ambush_declared": (
        {"hands": {"british": b("rangers")}},
        (act("ambush", card="british_rangers"),),
        "block_ambush",
        ("fa:ambush.2",),
        PASS,
    ),
    "ambush_loss": (
        {"hands": {"british": b("rangers"), "french": f("regular_infantry")}},
        (act("ambush", card="british_rangers"), LET),
        "lose",
        ("fa:ambush.4",),
        PASS,
    ),
    "conversion_loss": (
        {"hands": {"british": b("indian_leader"), "french": [NEUTRAL_NATIVES]}},
        (act("convert", card="british_indian_leader"),),
        "lose",
        ("fa:convert.1",),
        PASS,
    ),
    "siege_check": (
        {"plus": HALIFAX, "frames": turn_start("british"), "sieges": BOTH_WON},
        (),
        "resolve_siege",
        ("fa:siege.win.1",),
        DONE,
    ),
    "siege_won_settle": (
        {"plus": HALIFAX, "frames": turn_start("british"), "sieges": {"british": LOUISBOURG_TAKEN}},
        (),
        "settle_captured",
        ("fa:siege.win.4", "fa:siege.win.5"),
        DONE,
    ),
    "siege_won_return": (
        {"plus": HALIFAX, "frames": turn_start("british"), "sieges": {"british": LOUISBOURG_TAKEN}},
        (act("leave_neutral"),),
        "return_card",
        ("fa:siege.win.12",),
        PASS,
    ),
}


@pytest.mark.parametrize("frame", WAITING)
def test_every_procedure_tells_what_is_due(frame: str) -> None:
    position, actions, about, due_rules, wrong = WAITING[frame]
    state = after(placed(position), *actions)
    due = GAME.decision(state)
    assert isinstance(due, Choice)
    assert (due.about, due.rules) == (about, due_rules)
    assert GAME.step(state, GAME.read_action(wrong)) == NotThisDecision(about, due_rules)


def test_where_no_procedure_is_left_none_is_at_work() -> None:
    assert at_work(placed({})._replace(stack=Stack())) is None


def test_every_action_offered_at_the_start_is_readable() -> None:
    state = placed({"hands": {"british": FIVE}})
    for action in offered(state):
        assert GAME.write_action(GAME.read_action(action)) == action
