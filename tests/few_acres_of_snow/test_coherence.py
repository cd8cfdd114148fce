"""Positions whose procedures cannot continue are unreadable, each with its place and cause."""

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from tests.few_acres_of_snow.scenes import GAME, act, after, b, f, placed, siege, turn


def frame(kind: str, **fields: Json) -> dict[str, Json]:
    return {"type": kind, **fields}


def acting(kind: str, **fields: Json) -> dict[str, Json]:
    """Return a position with an action of the British under way."""
    return {"frames": [*turn("british", 1), frame(kind, **{"side": "british", **fields})]}


BESIEGING_PORT_ROYAL = frame("besieging", side="british", place="port_royal", cards=b("pemaquid"))

CASES: dict[str, tuple[dict[str, Json], str]] = {
    "three first turns": ({"first_turns": 3}, "first_turns: 3 is not 0 to 2"),
    "an action alone": ({"frames": [frame("raiding", side="british", cards=b("rangers"))]}, "is nothing on its own"),
    "a turn in a turn": ({"frames": turn("british", 1) * 2}, r"frames\[1\]: turn never happens within turn"),
    "a discard before the actions": (
        {
            "plus": {"halifax": "british village"},
            "sieges": {"british": siege("louisbourg", 2, b("militia"))},
            "frames": [
                frame("siege_check", side="british", won=["british"]),
                frame("discarding", side="british", cards=b("boston")),
            ],
        },
        r"frames\[1\]: discarding never happens within siege_check",
    ),
    "a raid while a siege is settled": (
        {
            "plus": {"halifax": "british village"},
            "sieges": {"british": siege("louisbourg", 2, b("militia"))},
            "frames": [
                frame("siege_check", side="british", won=[]),
                frame("siege_won", attacker="british", winner="british", step="settle"),
                frame("raiding", side="british", cards=b("rangers")),
            ],
        },
        r"frames\[2\]: raiding never happens within siege_won",
    ),
    "a siege won nowhere": ({"frames": [frame("siege_check", side="british", won=["british"])]}, "a siege won must be"),
    "a siege won twice": (
        {
            "plus": {"halifax": "british village"},
            "sieges": {"british": siege("louisbourg", 2, b("militia"))},
            "frames": [frame("siege_check", side="british", won=["british", "british"])],
        },
        "a siege won must be there, each once",
    ),
    "the end of no siege": (
        {"frames": [*turn("british", 1), frame("siege_won", attacker="british", winner="french", step="return")]},
        "there is no siege by british",
    ),
    "a siege ended twice": (
        {
            "plus": {"halifax": "british village"},
            "sieges": {"british": siege("louisbourg", 2, b("militia"))},
            "frames": [
                frame("siege_check", side="british", won=[]),
                *[frame("siege_won", attacker="british", winner="british", step="settle")] * 2,
            ],
        },
        r"frames\[2\]: the siege by british is being settled already",
    ),
    "fewer than no actions": ({"frames": turn("british", -1)}, r"frames\[0\].actions: -1 is not 0 to 2"),
    "a raid on nobody": (acting("raid_declared", place="boston"), "nothing to raid at boston"),
    "a foreign card": (acting("raiding", cards=f("priest")), "french_priest is no card of british"),
    "a settlement out of nowhere": (acting("settling", place="detroit", cards=b("boston")), "settling does not begin"),
    "a siege with a settler": (
        acting("besieging", place="louisbourg", cards=["neutral_settlers"]), "besieging does not begin with such cards",
    ),
    "a second siege": (
        {
            "sieges": {"british": siege("gaspe", 0, b("militia"))},
            "frames": [*turn("british", 1), BESIEGING_PORT_ROYAL],
        },
        "british has begun another siege already",
    ),
    "a siege of nobody": (
        {
            "plus": {"port_royal": "neutral"},
            "frames": [*turn("british", 1), BESIEGING_PORT_ROYAL],
        },
        "port_royal is not held by french",
    ),
    "a siege with nothing": (acting("besieging", place="louisbourg", cards=[]), "besieging does not begin"),
    "a deal without a ship": (acting("dealing", cards=b("militia")), "dealing does not begin with such cards"),
    "a trade without fur": (acting("trading", cards=b("trader")), "trading does not begin with such cards"),
    "a government of nobody": (acting("governing", cards=[]), "governing does not begin with such cards"),
    "a discard of nothing": (acting("discarding", cards=[]), "discarding does not begin with such cards"),
    "a refill in mid-turn": (acting("drawing", left=1, purpose="refill"), "no cards are drawn here for refill"),
    "support out of turn": (
        {"frames": [frame("drawing", side="british", left=1, purpose="home_support")]}, "drawn here for home_support",
    ),
    "an action in the enemy's turn": (acting("ambush_declared", side="french"), "it is the turn of british"),
    "a settlement without a settler": (
        {"hands": {"british": [], "french": []}, **acting("settling", place="deerfield", cards=b("new_haven"))},
        r"frames\[1\]: settling leaves british nothing to choose \(settle\)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_position_that_cannot_be_gone_on_with_is_unreadable(name: str) -> None:
    position, complaint = CASES[name]
    with pytest.raises(Unreadable, match=complaint):
        placed(position)


def test_a_position_that_can_be_gone_on_with_is_read() -> None:
    raided = GAME.decision(placed(acting("raid_declared", place="gaspe")))
    besieged: dict[str, Json] = {
        "plus": {"halifax": "british village"},
        "sieges": {"british": siege("louisbourg", 2, b("militia")), "french": siege("halifax", 2, f("militia"))},
        "frames": [frame("siege_check", side="british", won=["british"])],
    }
    won = GAME.decision(placed(besieged))
    assert [due.about for due in (raided, won) if not isinstance(due, Over)] == ["block_raid", "settle_captured"]


def test_a_withdrawal_while_a_won_siege_is_settled_is_read_again_and_gone_on_with() -> None:
    """Given Louisbourg won and Pemaquid given up before it is settled, as free actions at any time allow."""
    position = {
        "plus": {"halifax": "british village"},
        "sieges": {
            "british": siege("louisbourg", 2, b("militia")),
            "french": siege("pemaquid", 0, f("militia"), b("militia")),
        },
        "hands": {"british": b("new_york")},
        "frames": [frame("turn_start", side="british")],
    }
    state = after(placed(position, "first+withdraw_cost=free"), act("withdraw", place="pemaquid"))
    assert [type(each).__name__ for each in state.stack.frames] == ["SiegeCheck", "SiegeWon", "SiegeWon"]
    assert GAME.place(GAME.canonical(state), state.ruleset) == state
    ended = after(state, act("leave_neutral"), act("return_card", card="british_militia"), act("leave_neutral"))
    assert ended.sieges == (None, None)
    assert [type(each).__name__ for each in ended.stack.frames] == ["Turn"]


@pytest.mark.parametrize(
    ("done", "frames"),
    [
        ((), ["SiegeCheck", "Drawing"]),
        ((act("resolve", place="louisbourg"),), ["SiegeCheck", "SiegeWon", "Drawing"]),
    ],
    ids=["while sieges are chosen", "while one is settled"],
)
def test_home_support_during_the_siege_check_is_read_again(done: tuple[Json, ...], frames: list[str]) -> None:
    """Given two sieges won, when home support is played before one is settled, then the position is read as written."""
    position = {
        "plus": {"halifax": "british village"},
        "sieges": {
            "british": siege("louisbourg", 2, b("militia")),
            "french": siege("halifax", -1, f("militia"), b("militia")),
        },
        "hands": {"british": b("home_support")},
        "frames": [frame("turn_start", side="british")],
    }
    state = after(placed(position), *done, act("home_support"))
    assert [type(each).__name__ for each in state.stack.frames] == frames
    assert GAME.place(GAME.canonical(state), state.ruleset) == state
