"""Blocks given at once: those that gain steps, take hits, or go elsewhere."""

from itertools import permutations

import pytest

from oracle.game_registry import opener_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.kernel.any_order import DONE
from reference.kernel.canonical import Json, Unreadable
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


# ---------------------------------------------------------------- blocks and where they go


def fought(frame: Json, blocks: dict[str, list[str]]) -> Table:
    """Return the position in which a battle in Fife, begun by England, has come to its end."""
    return placed({
        "year": 1298, "first": "england", "attackers": {"fife": "england"}, "blocks": {"ross": ["e_ross"], **blocks},
        "played": {"england": "move1", "scotland": "move1"}, "hands": {"england": ["move1"], "scotland": ["move1"]},
        "frames": [{"type": "turn", "stage": "raid"}, {"type": "battles"}, frame],
    })  # fmt: skip


def one_by_one(table: Table, by: str, ways: tuple[tuple[str, str], ...]) -> Table:
    for who, to in ways:
        table = after(table, by, {"type": "select", "block": who}, {"type": "choose", "area": to})
    return table


def given(kind: str, ways: tuple[tuple[str, str], ...]) -> Json:
    return {"type": kind, "blocks": [who for who, _ in ways], "areas": [to for _, to in ways]}


ENGLISH = ("e_york_infantry", "e_durham_infantry", "e_cumbria_infantry")


def defeated() -> Table:
    frame: Json = {"type": "last_retreat", "side": "england", "area": "fife"}
    return fought(frame, {"fife": [*ENGLISH, "s_grant"], "mentieth": ["e_mentieth"], "galloway": ["s_galloway"]})


@proves("hs:5.3-2", "hs:5.5-4")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_all_that_must_retreat_are_given_at_once_each_with_its_way(order: tuple[int, ...]) -> None:
    ways = tuple(zip(ENGLISH, ("mentieth", "angus", "mentieth"), strict=True))
    wanted = one_by_one(defeated(), "england", ways)
    assert wanted.asks() == "a block to regroup"
    named = given("retreat", tuple(ways[each] for each in order))
    assert after(defeated(), "england", named).digest() == wanted.digest()


@proves("hs:5.5-4", "hs:5.5-5")
def test_one_area_stands_for_all_and_a_red_border_takes_two_however_they_are_named() -> None:
    """Given Atholl lies behind a red border, then two retreat there at once and three are refused as one by one."""
    wanted = one_by_one(defeated(), "england", tuple((each, "atholl") for each in ENGLISH[:2]))
    both = {"type": "retreat", "blocks": list(ENGLISH[:2]), "areas": ["atholl"]}
    assert after(defeated(), "england", both).digest() == wanted.digest()
    full = violation(Reason.BORDER_FULL, "hs:5.5-5", between=("atholl", "fife"), limit=2)
    assert defeated().act("england", {"type": "retreat", "blocks": list(ENGLISH), "areas": ["atholl"]}) == No((full,))


@pytest.mark.parametrize("areas", [[], ["angus", "mentieth"]])
def test_blocks_without_a_way_each_are_no_set(areas: list[str]) -> None:
    named: Json = {"type": "retreat", "blocks": list(ENGLISH), "areas": list(areas)}
    with pytest.raises(Unreadable, match="one for each, or one for all") as caught:
        defeated().act("england", named)
    assert caught.value.place == "areas"


def victorious() -> Table:
    frame: Json = {"type": "regrouping", "side": "scotland", "area": "fife"}
    return fought(frame, {"fife": ["s_grant", "s_keith", "s_norse"], "galloway": ["e_galloway"]})


@proves("hs:5.6-1", "hs:5.6-3", "hs:5.6-5", "hs:4.6b-4")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_winners_regroup_at_once_and_the_norse_where_another_block_goes_first(order: tuple[int, ...]) -> None:
    """Given Angus is empty, then the Norse may go there once Grant has; named first alone they may not."""
    ways = (("s_grant", "angus"), ("s_norse", "angus"), ("s_keith", "mentieth"))
    wanted = after(one_by_one(victorious(), "scotland", ways), "scotland", DONE)
    named = given("regroup", tuple(ways[each] for each in order))
    assert after(victorious(), "scotland", named).digest() == wanted.digest()
    alone = given("regroup", ways[1:2])
    assert isinstance(victorious().act("scotland", alone), No)


@proves("hs:5.6-1")
def test_nobody_need_regroup() -> None:
    wanted = after(victorious(), "scotland", DONE)
    assert after(victorious(), "scotland", {"type": "regroup", "blocks": []}).digest() == wanted.digest()


def at_sea() -> Table:
    return placed({
        "year": 1298, "blocks": {"fife": ["s_grant", "s_keith", "s_fraser"], "moray": ["s_moray"], "ross": ["e_ross"]},
        "played": {"england": "move1", "scotland": "sea_move"}, "hands": {"england": ["move1"], "scotland": ["move1"]},
        "frames": [{"type": "turn", "stage": "reveal"}],
    })  # fmt: skip


@proves("hs:C-3")
@pytest.mark.parametrize("blocks", list(permutations(("s_grant", "s_keith"))))
def test_two_blocks_are_shipped_at_once(blocks: tuple[str, ...]) -> None:
    wanted = after(one_by_one(at_sea(), "scotland", (("s_keith", "moray"), ("s_grant", "moray"))), "scotland", DONE)
    named: Json = {"type": "ship", "blocks": list(blocks), "areas": ["moray"]}
    assert after(at_sea(), "scotland", named).digest() == wanted.digest()
    three: Json = {"type": "ship", "blocks": [*blocks, "s_fraser"], "areas": ["moray"]}
    assert at_sea().act("scotland", three) == No((violation(Reason.ALL_SHIPPED, "hs:C-3", blocks=2),))


def test_blocks_are_not_shipped_while_something_else_is_asked() -> None:
    named: Json = {"type": "ship", "blocks": ["e_york_infantry"], "areas": ["moray"]}
    assert not isinstance(defeated().act("england", named), Next)


# ---------------------------------------------------------------- replacements


@proves("hs:7.61-1", "hs:7.61-4", "hs:7.61-6")
@pytest.mark.parametrize("blocks", sorted(set(permutations(("s_grant", "s_grant", "s_keith")))))
def test_steps_of_the_winter_are_given_at_once_and_the_points_left_lapse(blocks: tuple[str, ...]) -> None:
    def building() -> Table:
        return placed({
            "year": 1298, "frames": [{"type": "wintering", "season": "scottish_build"}],
            "blocks": {"fife": ["s_grant 1", "s_keith 1"], "moray": ["s_moray 2"], "ross": ["e_ross"]},
        })  # fmt: skip

    actions: list[Json] = [{"type": "select", "block": each} for each in ("s_grant", "s_keith", "s_grant")]
    wanted = after(building(), "scotland", *actions, DONE)
    assert after(building(), "scotland", {"type": "replacements", "blocks": list(blocks)}).digest() == wanted.digest()
