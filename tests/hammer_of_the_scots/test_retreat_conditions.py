"""Chapter 5 in small: each condition of a retreat, a regroup or a loss on its own, over the few cases there are."""

import pytest

from reference.hammer_of_the_scots.actions import DONE, SELECTS
from reference.hammer_of_the_scots.board import Away, swapped
from reference.hammer_of_the_scots.ch01_map import AREAS, ENGLAND, Area, area, border_between
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FULL, KING, NORSE, OTHER_SIDE, WALLACE, Block, block
from reference.hammer_of_the_scots.ch05_losses import edward_fallen, eliminated_in_battle, lost_outside_battle
from reference.hammer_of_the_scots.ch05_retreats import (
    battle_over,
    regroup_options,
    regroup_violations,
    retreat_violations,
    retreated,
    wrong_way,
)
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Regrouping,
    Retreating,
)
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import mark_of
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.battle_scenes import (
    ANGUS,
    ATHOLL,
    BOTH,
    FRASER,
    GRANT,
    MAR,
    YORK,
    broken,
    frames_of,
    scene,
)
from tests.hammer_of_the_scots.positions import ruleset

# ---------------------------------------------------------------- retreats and regrouping


@proves("hs:5.5-4", "hs:5.6-3", "hs:5.6-7", "hs:4.6b-4", "hs:4.6b-5", "hs:5.5-12", "hs:5.5-13", "hs:5.6-5", "hs:5.6-6")
def test_the_norse_leave_for_a_friendly_coast_and_are_refused_by_the_rule_of_retreat_or_regroup() -> None:
    state = scene({"fife": "s_norse e_york_infantry", "moray": "s_moray", "angus": "e_angus"})
    cases = {"moray": (None, None), "angus": ("5.5-12", "5.6-5"), "england": ("5.5-13", "5.6-6")}
    for to, (retreat, regroup) in cases.items():
        assert [broken(each) for each in retreat_violations(state, NORSE, area(to))] == ([retreat] if retreat else [])
        assert [broken(each) for each in regroup_violations(state, NORSE, area(to))] == ([regroup] if regroup else [])


@proves("hs:5.5-4", "hs:5.5-8", "hs:5.6-3", "hs:5.6-4")
@pytest.mark.parametrize(
    ("angus", "retreat", "regroup"),
    [
        ("s_fraser e_angus", ["5.5-8"], ["5.6-4"]),
        ("e_angus", ["5.5-4"], ["5.6-3"]),
        ("s_fraser", [], []),
        ("", [], []),
    ],
)
def test_where_both_sides_stand_a_battle_is_still_to_be_fought_and_nobody_goes_there(
    angus: str, retreat: list[str], regroup: list[str]
) -> None:
    state = scene({"mar": "s_grant e_york_infantry", "angus": angus})
    assert [broken(each) for each in retreat_violations(state, GRANT, ANGUS)] == retreat
    assert [broken(each) for each in regroup_violations(state, GRANT, ANGUS)] == regroup


@proves("hs:5.5-8", "hs:5.6-4", "hs:5.5-12", "hs:5.6-5")
def test_of_a_battle_only_its_neighbours_are_told_and_the_norse_by_their_own_rule() -> None:
    fife, moray = "s_norse s_grant e_york_infantry", "s_moray e_durham_infantry"
    state = scene({"fife": fife, "angus": "s_fraser e_angus", "moray": moray})
    cases = [
        (GRANT, "angus", "5.5-8", "5.6-4"),
        (GRANT, "moray", "5.5-4", "5.6-3"),
        (NORSE, "angus", "5.5-12", "5.6-5"),
        (NORSE, "moray", "5.5-12", "5.6-5"),
    ]
    for who, to, retreat, regroup in cases:
        assert [broken(each) for each in retreat_violations(state, who, area(to))] == [retreat], (who, to)
        assert [broken(each) for each in regroup_violations(state, who, area(to))] == [regroup], (who, to)


@proves("hs:5.5-4", "hs:5.5-5", "hs:5.6-3", "hs:5.6-7", "hs:5.5-11", "hs:5.6-8")
def test_scots_leave_for_england_neither_in_retreat_nor_in_regroup_and_full_borders_hold_for_both() -> None:
    state = scene({"annan": "s_bruce e_york_infantry", "selkirk": "e_durham_infantry"})
    bruce = block("s_bruce")
    assert [broken(each) for each in retreat_violations(state, bruce, ENGLAND)] == ["5.5-11"]
    assert [broken(each) for each in regroup_violations(state, bruce, ENGLAND)] == ["5.6-8"]
    for name, limit in (("teviot", 2), ("carrick", 6)):
        border = border_between(area("annan"), area(name))
        assert border is not None
        for crossings in range(limit + 1):
            used = state._replace(
                field=state.field._replace(crossings=with_byte(state.field.crossings, border, crossings))
            )
            full = crossings == limit
            assert [broken(each) for each in retreat_violations(used, bruce, area(name))] == ["5.5-5"] * full
            assert [broken(each) for each in regroup_violations(used, bruce, area(name))] == ["5.6-7"] * full


@proves("hs:5.5-10", "hs:5.5-11", "hs:5.6-8")
@pytest.mark.parametrize("rules", [("5.5-10", "5.5-11"), ("5.6-8", "5.6-8")])
def test_only_english_go_into_england_and_only_scots_out_of_it(rules: tuple[str, str]) -> None:
    annan = area("annan")

    def found(side: Side, source: Area, to: Area) -> str | None:
        return broken(wrong_way(side, source, to, f"hs:{rules[0]}", f"hs:{rules[1]}"))

    assert (found(Side.ENGLAND, ENGLAND, annan), found(Side.SCOTLAND, annan, ENGLAND)) == rules
    assert found(Side.ENGLAND, annan, ENGLAND) is None
    assert found(Side.SCOTLAND, ENGLAND, annan) is None


@proves("hs:5.5-10", "hs:5.5-11", "hs:5.5-13")
def test_scots_norse_and_english_are_each_refused_the_way_over_the_border_by_their_own_rule() -> None:
    state = scene({"dunbar": "s_grant s_norse", "england": "e_york_infantry"})

    def barred(who: Block, to: Area) -> list[str | None]:
        return [broken(each) for each in retreat_violations(state, who, to)]

    assert barred(GRANT, ENGLAND) == ["5.5-4", "5.5-11"]
    assert barred(NORSE, ENGLAND) == ["5.5-13"]
    assert barred(YORK, area("dunbar")) == ["5.5-4", "5.5-10"]


@proves("hs:5.5-1", "hs:5.5-2", "hs:5.32-8")
@pytest.mark.parametrize("attacker", BOTH)
@pytest.mark.parametrize("now", [1, 2])
def test_a_retreat_takes_the_block_away_and_is_remembered_of_a_defender_in_round_one(attacker: Side, now: int) -> None:
    state = scene({"mar": "s_grant s_fraser e_york_infantry"}, Battle(MAR, attacker, now), Retreating(GRANT))
    after = retreated(state, Retreating(GRANT), ATHOLL)
    assert frames_of(after) == (Battle(MAR, attacker, now, fled=attacker is Side.ENGLAND and now == 1),)
    assert (after.state.board.at[GRANT], after.state.board.at[FRASER]) == (ATHOLL, MAR)
    assert [each.kind for each in after.events] == [EventKind.BLOCK_RETREATED]


@proves("hs:5.6-1", "hs:5.6-2")
def test_every_winning_block_may_regroup_once_even_where_it_comes_back_to() -> None:
    state = scene({"mar": "s_grant s_fraser", "angus": "s_lindsay"})
    frame = Regrouping(Side.SCOTLAND, MAR)
    assert set(regroup_options(state, frame)) == {SELECTS[GRANT], SELECTS[FRASER], DONE}
    for one, other in ((GRANT, FRASER), (FRASER, GRANT)):
        done = Regrouping(Side.SCOTLAND, MAR, regrouped=mask_of(one))
        assert regroup_options(state, done) == (SELECTS[other], DONE)


@proves("hs:5.6-1", "hs:5.6-2")
def test_a_winning_block_with_nowhere_to_go_does_not_regroup() -> None:
    """Given the English hold all around Angus, then only the Norse may regroup: by sea, to friendly Moray."""
    around = {"buchan": "e_buchan", "mar": "e_mar", "atholl": "e_atholl", "fife": "e_durham_infantry"}
    state = scene({"angus": "s_grant s_norse", "moray": "s_moray", **around})
    assert regroup_options(state, Regrouping(Side.SCOTLAND, ANGUS)) == (SELECTS[NORSE], DONE)


@proves("hs:5.1-4", "hs:5.6-1")
def test_when_a_battle_is_over_nobody_is_attacker_or_reserve_there_any_more() -> None:
    frame = Regrouping(Side.SCOTLAND, MAR)
    state = scene({"mar": "s_grant", "angus": "s_fraser e_angus"}, Battles(), frame)
    marks = {MAR: mark_of(Side.ENGLAND), ANGUS: mark_of(Side.SCOTLAND)}
    attackers = bytes(marks.get(each, 0) for each in AREAS)
    state = state._replace(field=state.field._replace(attacker=attackers, reserves=mask_of(GRANT, FRASER)))
    after = battle_over(state, frame)
    assert frames_of(after) == (Battles(),)
    assert {place: side for place, side in enumerate(after.state.field.attacker) if side} == {
        ANGUS: mark_of(Side.SCOTLAND)
    }
    assert after.state.field.reserves == mask_of(FRASER)
    assert [each.kind for each in after.events] == [EventKind.REGROUP_ENDED]


# ---------------------------------------------------------------- losses


@proves("hs:2.22-3", "hs:2.22-4")
def test_a_noble_is_in_play_once_at_the_strength_he_has_and_no_more_than_he_can_have() -> None:
    state = scene({"mar": "s_mar"})
    mine = block("s_mar")
    other = OTHER_SIDE[mine]
    for steps in (1, 2, 3, 4):
        board = swapped(state.board, mine, MAR, steps)
        assert (board.at[mine], board.steps[mine]) == (Away.ASIDE, 0)
        assert (board.at[other], board.steps[other]) == (MAR, min(steps, 3))
        assert FULL[other] == 3


@proves("hs:5.8-1", "hs:5.8-3")
@pytest.mark.parametrize("stranded", [True, False])
@pytest.mark.parametrize(
    ("who", "rule", "away"),
    [("s_grant", "hs:5.8-1", Away.POOL), ("s_wallace", "hs:5.8-3", Away.DEAD), ("e_hobelars", "hs:5.8-3", Away.DEAD)],
)
def test_an_eliminated_block_goes_to_its_pool_or_is_gone_and_says_if_it_could_not_retreat(
    stranded: bool, who: str, rule: str, away: Away
) -> None:
    after = eliminated_in_battle(scene({"mar": who}), block(who), stranded=stranded)
    assert after.state.board.at[block(who)] == away
    assert [each.rules for each in after.events] == [(rule, "hs:5.5-9") if stranded else (rule,)]


@proves("hs:5.8-1", "hs:5.8-3")
def test_neither_pool_nor_graveyard_takes_a_noble_and_moray_and_the_king_fall_for_good() -> None:
    """Given a noble eliminated in battle, then he changes side (5.7); Moray is gone for 5.7, the King for 9.1."""
    noble = eliminated_in_battle(scene({"mar": "s_lennox"}), block("s_lennox"))
    assert (noble.state.board.at[block("e_lennox")], noble.state.board.steps[block("e_lennox")]) == (MAR, 1)
    assert [each.rules for each in noble.events] == [("hs:2.22-4", "hs:5.7-1")]
    moray = eliminated_in_battle(scene({"mar": "s_moray"}), block("s_moray"))
    assert moray.state.board.at[block("s_moray")] == Away.DEAD
    assert [each.rules for each in moray.events] == [("hs:5.7-6",)]
    king = eliminated_in_battle(scene({"mar": "s_king"}), KING)
    assert (king.state.board.at[KING], king.state.outcome is not None) == (Away.DEAD, True)
    assert [each.rules for each in king.events] == [("hs:9.1-3",), ("hs:9.1-3",)]


@proves("hs:5.5-9")
@pytest.mark.parametrize("stranded", [True, False])
def test_who_must_retreat_and_cannot_is_lost_as_in_battle_and_that_is_said(stranded: bool) -> None:
    """Given a block stranded in Mar, then it goes where it would have gone had it been hit to death there."""
    cases = {
        "s_grant": (Away.POOL, None, "hs:5.8-1"),
        "s_wallace": (Away.DEAD, None, "hs:5.8-3"),
        "s_moray": (Away.DEAD, None, "hs:5.7-6"),
        "s_lennox": (Away.ASIDE, None, "hs:5.7-1"),
        "s_king": (Away.DEAD, Side.ENGLAND, "hs:9.1-3"),
        "e_edward": (Away.DEAD, Side.SCOTLAND, "hs:6.1-4"),
    }
    for who, (away, winner, rule) in cases.items():
        state = scene({"mar": who}, rules=ruleset(edward2_cannot_retreat="scotland_wins"))
        state = state._replace(calendar=state.calendar._replace(edward=2))
        after = eliminated_in_battle(state, block(who), stranded=stranded)
        assert after.state.board.at[block(who)] == away, who
        assert (None if after.state.outcome is None else after.state.outcome.winner) is winner, who
        cited = after.events[0].rules
        assert (rule in cited, "hs:5.5-9" in cited) == (True, stranded), who
    captive = eliminated_in_battle(scene({"mar": "s_lennox"}), block("s_lennox"), stranded=stranded).state
    assert (captive.board.at[block("e_lennox")], captive.board.steps[block("e_lennox")]) == (MAR, 1)


@proves("hs:6.1-1", "hs:6.1-2", "hs:6.1-4", "hs:9.1-4", "hs:5.5-9")
@pytest.mark.parametrize("reading", ["scotland_wins", "no_win"])
@pytest.mark.parametrize("stranded", [True, False])
@pytest.mark.parametrize("edward", [1, 2])
def test_edward_ii_follows_and_his_fall_wins_for_scotland_stranded_or_not_as_the_ruleset_says(
    reading: str, stranded: bool, edward: int
) -> None:
    state = scene({"mar": "e_edward"}, rules=ruleset(edward2_cannot_retreat=reading))
    state = state._replace(calendar=state.calendar._replace(edward=edward))
    after = edward_fallen(state, stranded=stranded)
    kinds = [each.kind for each in after.events]
    assert after.state.calendar.edward == 2
    if edward == 1:
        assert kinds == [EventKind.BLOCK_ELIMINATED, EventKind.EDWARD_SUCCEEDED]
        assert after.state.outcome is None
        return
    wins = not (stranded and reading == "no_win")
    assert kinds == [EventKind.BLOCK_ELIMINATED, *([EventKind.GAME_WON] if wins else [])]
    assert (after.state.outcome is not None) is wins
    assert after.state.board.at[EDWARD] == Away.DEAD


@proves("hs:5.8-4", "hs:5.8-1")
@pytest.mark.parametrize("king", ["pool", "gone"])
def test_whatever_is_lost_outside_battle_goes_to_the_pool_but_for_the_king_where_he_is_gone(king: str) -> None:
    rules = ruleset(king_lost_outside_battle=king)
    for who in (KING, WALLACE, GRANT, block("e_hobelars")):
        state = scene({"mar": "s_king s_wallace s_grant", "england": "e_hobelars"}, rules=rules)
        after = lost_outside_battle(state, who, "hs:C-2")
        assert after.state.board.at[who] == (Away.DEAD if who == KING and king == "gone" else Away.POOL)
        assert [each.rules for each in after.events] == [("hs:5.8-4", "hs:C-2")]


@proves("hs:5.8-4", "hs:5.8-1")
def test_moray_lost_outside_battle_may_leave_one_side_master_of_all_nobles() -> None:
    """Given Moray is the last Scottish noble, then his loss gives England all of them; that of Grant none."""
    rules = ruleset(all_nobles_check="immediate")
    blocks = {"mar": "s_moray s_grant", "ross": "e_ross", "galloway": "e_galloway"}
    lost = lost_outside_battle(scene(blocks, rules=rules), block("s_moray"), "hs:C-2")
    assert lost.state.outcome is not None
    assert lost.state.outcome.winner is Side.ENGLAND
    spared = lost_outside_battle(scene(blocks, rules=rules), GRANT, "hs:C-2")
    assert spared.state.outcome is None
