"""What each procedure waits for, and what it says to an action that answers something else."""

import pytest

from reference.kernel.decisions import Choice, Over
from reference.kernel.verdicts import NotThisDecision
from tests.few_acres_of_snow.scenes import (
    END,
    FIVE,
    GAME,
    PASS,
    act,
    after,
    b,
    f,
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


WRONG_KINDS = {
    "settle": (
        {"hands": {"british": b("new_haven", "st_marys", "boston")}},
        (act("settle", place="deerfield", base="british_new_haven"),),
        act("done"),
    ),
    "block_raid": (
        {
            "plus": {"kennebec": "french village", "fort_halifax": "british village"},
            "hands": {"french": f("coureurs_de_bois")},
            "frames": turn("french"),
        },
        (act("raid", card="french_coureurs_de_bois"), act("aim", place="fort_halifax")),
        PASS,
    ),
    "settle_captured": (
        {
            "plus": {"halifax": "british village"},
            "frames": turn_start("british"),
            "sieges": {"british": siege("louisbourg", 3, b("militia"))},
        },
        (),
        act("done"),
    ),
    "return_card": (
        {
            "plus": {"halifax": "british village"},
            "frames": turn_start("british"),
            "sieges": {"british": siege("louisbourg", 3, b("militia"), f("militia"))},
        },
        (act("leave_neutral"),),
        PASS,
    ),
}


@pytest.mark.parametrize("about", WRONG_KINDS)
def test_every_procedure_tells_what_is_due(about: str) -> None:
    position, actions, wrong = WRONG_KINDS[about]
    state = after(placed(position), *actions)
    due = GAME.decision(state)
    assert isinstance(due, Choice)
    assert due.about == about
    assert GAME.step(state, GAME.read_action(wrong)) == NotThisDecision(about, due.rules)


def test_every_action_offered_at_the_start_is_readable() -> None:
    state = placed({"hands": {"british": FIVE}})
    for action in offered(state):
        assert GAME.write_action(GAME.read_action(action)) == action
