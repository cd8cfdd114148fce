"""Conditions that ask whose block it is, or which end of a border: each with a block or a border of either kind."""

import pytest

from reference.hammer_of_the_scots.actions import Select
from reference.hammer_of_the_scots.ch01_map import area, border_between
from reference.hammer_of_the_scots.ch02_armies import FIGURES, SIDES, WALLACE, block
from reference.hammer_of_the_scots.ch04_borders import shut_border
from reference.hammer_of_the_scots.ch05_battles import raid_violations
from reference.hammer_of_the_scots.ch05_retreats import _pick_violations
from reference.hammer_of_the_scots.ch07_winter import surplus
from reference.hammer_of_the_scots.frames import Raid, Regrouping
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from tests.hammer_of_the_scots.battle_scenes import entered, scene
from tests.hammer_of_the_scots.positions import GAME, moves, ruleset


@proves("hs:S1-2")
def test_the_blocks_counted_for_a_side_are_the_enemys_whichever_army_is_larger() -> None:
    """Given three Scottish blocks on the map and five English ones, then each side is told the other's number."""
    state = moves({"fife": "s_douglas s_grant", "angus": "e_edward e_mar e_york_infantry e_durham_infantry"})
    for side, number in (("england", 3), ("scotland", 5)):
        view = GAME.observe(state, side)
        assert isinstance(view, dict)
        assert view["enemy_on_map"] == number


@pytest.mark.parametrize(("side", "enemy"), [(Side.ENGLAND, "s_grant"), (Side.SCOTLAND, "e_york_infantry")])
def test_neither_side_regroups_a_block_of_the_enemy(side: Side, enemy: str) -> None:
    state = scene({"mar": "s_grant e_york_infantry"})
    found = _pick_violations(state, Regrouping(side, area("mar")), block(enemy))
    assert found == (violation(Reason.NOT_YOUR_BLOCK, "hs:5.6-2", block=enemy),)


@proves("hs:5.9-3", "hs:5.9-4")
def test_a_raid_spares_english_nobles_and_never_takes_a_scottish_block_noble_or_not() -> None:
    state = scene({"mar": "s_grant s_wallace e_angus", "england": "e_york_infantry"})
    assert raid_violations(state, Raid(), Select(block("e_york_infantry"))) == ()
    for name, reason, rule_id in (
        ("e_angus", Reason.NOBLES_ARE_SPARED, "hs:5.9-4"),
        ("s_angus", Reason.NOT_YOUR_BLOCK, "hs:5.9-3"),
        ("s_wallace", Reason.NOT_YOUR_BLOCK, "hs:5.9-3"),
    ):
        assert raid_violations(state, Raid(), Select(block(name))) == (violation(reason, rule_id, block=name),)


@pytest.mark.parametrize("who", [each for each, side in enumerate(SIDES) if side is Side.SCOTLAND])
def test_of_the_scots_in_selkirk_wallace_alone_takes_no_place(who: int) -> None:
    """Given a Scottish block in Selkirk beside as many as may winter there, then it is one too many unless Wallace."""
    name = FIGURES[who].id
    others = [each for each in ("s_grant", "s_fraser", "s_douglas", "s_barclay", "s_campbell") if each != name]
    free = 0
    while surplus(scene({"selkirk": " ".join(others[: free + 1])}), Side.SCOTLAND, area("selkirk")) == 0:
        free += 1
    state = scene({"selkirk": " ".join([name, *others[:free]])})
    assert surplus(state, Side.SCOTLAND, area("selkirk")) == (0 if who == WALLACE else 1)


@proves("hs:5.5-6")
@pytest.mark.parametrize("ends", [("mar", "angus"), ("angus", "fife"), ("mar", "atholl"), ("fife", "mentieth")])
def test_where_any_battle_counts_a_border_is_shut_whichever_way_the_enemy_came_over_it(ends: tuple[str, str]) -> None:
    border = border_between(area(ends[0]), area(ends[1]))
    assert border is not None
    for into, source in (ends, ends[::-1]):
        state = entered(
            scene({ends[0]: "s_grant e_york_infantry"}, rules=ruleset(border_closure_scope="any_battle")),
            into, source, (Side.ENGLAND,),
        )  # fmt: skip
        state = state._replace(field=state.field._replace(first=Side.ENGLAND))
        found = shut_border(state, Side.SCOTLAND, area(ends[0]), border)
        assert found is not None, f"into {into}"
        assert dict(found.facts)["between"] in {ends, ends[::-1]}
