"""Blocks given at once: those that gain steps by Victuals, and those that take hits."""

from itertools import permutations

import pytest

from oracle.game_registry import opener_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.kernel.any_order import DONE
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.verdicts import Next, No, violation

KEITH, FRASER = ({"type": "select", "block": name} for name in ("s_keith", "s_fraser"))


def placed(position: Json) -> Table:
    return opener_of("hammer_of_the_scots").place(position, RulesetName("standard"))


def after(table: Table, by: str, *actions: Json) -> Table:
    for action in actions:
        verdict = table.act(by, action)
        assert isinstance(verdict, Next), (action, verdict)
        table = verdict.state
    return table


@proves("hs:C-5")
@pytest.mark.parametrize("blocks", sorted(set(permutations(("s_keith", "s_fraser", "s_keith")))))
def test_three_steps_of_victuals_are_given_at_once(blocks: tuple[str, ...]) -> None:
    table = placed({
        "year": 1298, "blocks": {"mar": ["s_keith 1", "s_fraser 1"], "ross": ["e_ross"]},
        "played": {"england": "move1", "scotland": "victuals"}, "hands": {"england": ["move1"], "scotland": ["move1"]},
        "frames": [{"type": "turn", "stage": "reveal"}],
    })  # fmt: skip
    wanted = after(table, "scotland", KEITH, FRASER, KEITH, DONE)
    assert after(table, "scotland", {"type": "victuals_steps", "blocks": list(blocks)}).digest() == wanted.digest()


def hit(count: int) -> Table:
    return placed({
        "year": 1298, "blocks": {"mar": ["s_keith 3", "s_fraser 2", "e_ross", "e_york_infantry"]}, "first": "england",
        "played": {"england": "move1", "scotland": "victuals"}, "hands": {"england": ["move1"], "scotland": ["move1"]},
        "frames": [
            {"type": "turn", "stage": "battles"},
            {"type": "battle", "area": "mar", "attacker": "england"},
            {"type": "hits", "side": "scotland", "left": count},
        ],
    })  # fmt: skip


@proves("hs:5.41-2")
@pytest.mark.parametrize("blocks", sorted(set(permutations(("s_keith", "s_keith", "s_fraser")))))
def test_hits_given_at_once_fall_on_the_strongest_first(blocks: tuple[str, ...]) -> None:
    """Given three hits, then a block may be named twice; one by one, the weaker block is refused first."""
    wanted = after(hit(3), "scotland", KEITH, FRASER, KEITH)
    assert after(hit(3), "scotland", {"type": "hits", "blocks": list(blocks)}).digest() == wanted.digest()
    assert hit(3).act("scotland", FRASER) == No(
        (violation(Reason.NOT_STRONGEST, "hs:5.41-2", block="s_fraser", steps=2, strongest=3),)
    )


@proves("hs:5.41-2")
def test_more_blocks_than_hits_are_not_taken() -> None:
    assert not isinstance(hit(1).act("scotland", {"type": "hits", "blocks": ["s_keith", "s_keith"]}), Next)
    assert isinstance(hit(1).act("scotland", {"type": "hits", "blocks": ["s_keith"]}), Next)
