"""Every condition of a rule by itself: each with the case in which it alone decides."""

import pytest

from reference.hammer_of_the_scots.actions import DONE, SELECTS, Fight, Hold
from reference.hammer_of_the_scots.board import Away
from reference.hammer_of_the_scots.ch01_map import AREAS, ENGLAND, area, border_between
from reference.hammer_of_the_scots.ch02_armies import EDWARD, FULL, KING, NORSE, WALLACE, block
from reference.hammer_of_the_scots.ch03_cards import DECK, KINDS, deal_decision
from reference.hammer_of_the_scots.ch04_movement import movable, sea_violation, shut
from reference.hammer_of_the_scots.ch05_battles import turn_violations
from reference.hammer_of_the_scots.ch05_losses import defected, edward_fallen, eliminated_in_battle
from reference.hammer_of_the_scots.ch05_reserves import entering, outside_main_force
from reference.hammer_of_the_scots.ch05_retreats import closed_to_retreats, norse_violations, regroup_violations
from reference.hammer_of_the_scots.ch06_kings import edward_winter_violations, limit_violations
from reference.hammer_of_the_scots.ch07_replacements import building, draw_violations
from reference.hammer_of_the_scots.ch07_winter import must_leave, surplus, surplus_blocks, surplus_violations
from reference.hammer_of_the_scots.frames import Battle, Building, Deal, Moving
from reference.hammer_of_the_scots.invariants import winter_limits
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import Cards, State, mark_of
from reference.kernel.columns import with_byte
from reference.kernel.decisions import Chance
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from tests.hammer_of_the_scots.battle_scenes import entered, scene
from tests.hammer_of_the_scots.positions import GAME, STANDARD, go, moves, ruleset, standing

FIFE, MAR, ANGUS, LANARK, ROSS = area("fife"), area("mar"), area("angus"), area("lanark"), area("ross")
GRANT, YORK = block("s_grant"), block("e_york_infantry")


def rules_of(found: tuple[Violation, ...] | list[Violation]) -> list[str]:
    """Return the rules that refusals name."""
    return [each.rule.removeprefix("hs:") for each in found]


# ---------------------------------------------------------------- cards and moves


@proves("hs:3.0-1", "hs:3.0-2", "hs:I-6")
def test_the_next_card_is_any_of_the_deck_that_no_hand_holds_until_both_have_five() -> None:
    """Given hands of five and four, then any of the other sixteen cards is next; of five each, none is."""
    english, scottish = bytes((2, 2, 1, 0, 0, 0, 0, 0)), bytes((1, 1, 1, 1, 0, 0, 0, 0))
    state = standing({"fife": "s_grant"}, Deal())._replace(cards=Cards(english, scottish))
    due = deal_decision(state, Deal())
    assert isinstance(due, Chance)
    left = [whole - one - other for whole, one, other in zip(DECK, english, scottish, strict=True)]
    assert sum(left) == 16
    assert [odds * 16 for _, odds in due.outcomes] == [each for each in left if each]
    assert len(KINDS) == len(left)
    full = state._replace(cards=Cards(english, english))
    assert deal_decision(full, Deal()) is None


@proves("hs:4.0-1", "hs:4.2-2")
def test_a_player_may_always_end_his_moves_and_moves_what_he_has_points_for() -> None:
    state = moves({"fife": "s_grant", "mar": "s_fraser"})
    able = {SELECTS[block(each)] for each in ("s_grant", "s_fraser", "s_galloway")}
    assert set(movable(state, Moving(Side.SCOTLAND, 1))) == {*able, DONE}
    assert movable(state, Moving(Side.SCOTLAND, 0)) == (DONE,)


@proves("hs:4.6b-3", "hs:4.6b-5", "hs:2.25b-3")
def test_the_norse_sail_to_any_other_coast_of_scotland_that_no_truce_guards() -> None:
    state = scene({"fife": "s_norse", "ross": "e_ross"})
    for to, due in (("ross", None), ("buchan", None), ("fife", "4.6b-3"), ("lanark", "4.6b-3"), ("england", "4.6b-5")):
        found = sea_violation(state, Side.SCOTLAND, FIFE, area(to))
        assert (None if found is None else found.rule.removeprefix("hs:")) == due
    truce = state._replace(field=state.field._replace(truce=Side.ENGLAND))
    assert sea_violation(truce, Side.SCOTLAND, FIFE, ROSS) == violation(Reason.TRUCE, "hs:C-1", area="ross")
    assert sea_violation(truce, Side.SCOTLAND, FIFE, area("buchan")) is None


@proves("hs:4.3-4", "hs:4.6-4", "hs:C-1")
def test_a_border_that_is_full_used_by_the_attacker_and_guarded_by_a_truce_is_shut_three_times() -> None:
    state = entered(scene({"mar": "s_grant e_york_infantry", "angus": "e_angus"}), "mar", "angus", (Side.ENGLAND,))
    border = border_between(MAR, ANGUS)
    assert border is not None
    assert rules_of(shut(state, Side.SCOTLAND, MAR, border, ANGUS)) == ["4.6-4"]
    full = state.field._replace(crossings=with_byte(state.field.crossings, border, 2))
    both = state._replace(field=full._replace(truce=Side.ENGLAND))
    assert rules_of(shut(both, Side.SCOTLAND, MAR, border, ANGUS)) == ["4.3-3", "4.6-4", "C-1"]


# ---------------------------------------------------------------- battles


@proves("hs:5.31-2", "hs:5.31-1", "hs:5.5-1", "hs:5.32-5")
def test_who_waits_has_acted_or_is_elsewhere_takes_no_turn() -> None:
    """Given York waits, Durham has acted and Ross is elsewhere, then each hears that, and Cumbria may act."""
    fight = Battle(FIFE, Side.SCOTLAND, 1, mask_of(block("e_durham_infantry")), reserves=mask_of(YORK))
    state = scene({"fife": "s_grant e_york_infantry e_durham_infantry e_cumbria_infantry"}, fight)
    for who, due in (("e_york_infantry", ["5.32-5"]), ("e_durham_infantry", ["5.31-1"]), ("e_ross", ["5.31-1"]),
                     ("e_cumbria_infantry", [])):  # fmt: skip
        for action in (Hold(block(who)), Fight(block(who))):
            assert rules_of(turn_violations(state, fight, action)) == due


@proves("hs:C-4b", "hs:6.21-6", "hs:6.21-7", "hs:6.22-7")
@pytest.mark.parametrize(("strength", "steps"), [("full", FULL[block("e_mar")]), ("current", 1)])
def test_a_noble_who_goes_over_keeps_his_strength_or_has_all_of_it(strength: str, steps: int) -> None:
    after = defected(
        standing({"mar": "s_mar:1"}, rules=ruleset(defection_strength=strength)), block("s_mar"), "hs:C-4b"
    ).state
    assert after.board.at[block("e_mar")] == MAR
    assert after.board.steps[block("e_mar")] == steps


@proves("hs:6.1-1", "hs:6.1-2", "hs:5.5-9", "hs:5.8-1", "hs:5.8-3")
@pytest.mark.parametrize("stranded", [True, False])
@pytest.mark.parametrize("returns", [True, False])
def test_edward_i_gives_way_to_edward_ii_however_he_was_eliminated(stranded: bool, returns: bool) -> None:
    rules = ruleset(edward1_killed="returns_as_edward2" if returns else "gone")
    state = standing({"fife": "e_edward s_grant"}, rules=rules)
    away = Away.POOL if returns else Away.DEAD
    for after in (
        edward_fallen(state, stranded=stranded).state,
        eliminated_in_battle(state, EDWARD, stranded=stranded).state,
    ):
        assert (after.board.at[EDWARD], after.calendar.edward, after.outcome) == (away, 2, None)


@proves("hs:5.33-1", "hs:5.32-3", "hs:S5-2", "hs:S5-3")
def test_who_enters_a_battle_the_enemy_began_waits_and_who_began_it_leads() -> None:
    """Given no attack on Fife, then Grant begins one; given his, York waits; given England's, York waits for nobody."""
    state = scene({"fife": "s_grant e_york_infantry"})
    begun = entering(state, GRANT, FIFE).field
    assert (begun.attacker[FIFE], begun.main[FIFE], begun.reserves) == (mark_of(Side.SCOTLAND), GRANT, 0)
    assert entering(state._replace(field=begun), YORK, FIFE).field.reserves == mask_of(YORK)
    by_england = with_byte(state.field.attacker, FIFE, mark_of(Side.ENGLAND))
    english = state._replace(field=state.field._replace(attacker=by_england))
    assert entering(english, YORK, FIFE) == english
    assert entering(english, GRANT, FIFE).field.reserves == mask_of(GRANT)


@proves("hs:5.32-3", "hs:S5-2", "hs:S5-3")
@pytest.mark.parametrize("choice", ["first_mover", "while_moving"])
@pytest.mark.parametrize("crossers", ["all_fight", "one_main_force"])
def test_who_comes_another_way_than_the_first_mover_is_outside_his_force_but_for_crossers_who_never_wait(
    choice: str, crossers: str
) -> None:
    rules = ruleset(main_force_choice=choice, crossers_beside_group=crossers)
    blocks = {
        "england": "e_edward",
        "carrick": "e_york_infantry",
        "lothian": "e_durham_infantry",
        "lanark": "s_steward",
    }
    state = go(go(moves(blocks, "move3", "move1", rules), "e_york_infantry", "lanark"), "e_durham_infantry", "lanark")
    state = go(state, "e_edward", "annan", "lanark")
    first = choice == "first_mover"
    due = {"e_york_infantry": False, "e_durham_infantry": first, "e_edward": first and crossers != "all_fight"}
    for who, outside in due.items():
        assert outside_main_force(state, block(who), LANARK) is outside
        before = state._replace(field=state.field._replace(reserves=mask_of()))
        assert (entering(before, block(who), LANARK).field.reserves == mask_of(block(who))) is outside


# ---------------------------------------------------------------- retreats and regroups


@proves("hs:5.5-5", "hs:5.5-6")
def test_a_border_is_closed_to_retreats_when_full_and_when_the_enemy_came_over_it() -> None:
    border = border_between(MAR, ANGUS)
    assert border is not None
    state = scene({"mar": "s_grant e_york_infantry"})
    by_england = with_byte(state.field.attacker, MAR, mark_of(Side.ENGLAND))
    attacked = state._replace(field=state.field._replace(attacker=by_england))
    came = entered(attacked, "mar", "angus", (Side.ENGLAND,))
    full = came._replace(field=came.field._replace(crossings=with_byte(came.field.crossings, border, 2)))

    def closed(now: State) -> list[str]:
        return rules_of([each for each in closed_to_retreats(now, Side.SCOTLAND, MAR, border) if each is not None])

    assert [closed(each) for each in (state, came, full)] == [[], ["5.5-6"], ["5.5-5", "5.5-6"]]


@proves("hs:4.6b-4", "hs:4.6b-5", "hs:5.5-12", "hs:5.5-13", "hs:5.6-5", "hs:5.6-6")
def test_the_norse_leave_for_another_friendly_coast_of_scotland_and_for_no_other_place() -> None:
    """Given friends everywhere, then inland, England and where they are is refused; given none, every coast is."""
    friends = {"fife": "s_norse", "moray": "s_grant", "lanark": "s_steward", "england": "s_fraser"}
    state = scene(friends)
    for of_coasts, of_england in (("5.5-12", "5.5-13"), ("5.6-5", "5.6-6")):
        for to, due in (
            ("moray", []), ("buchan", [of_coasts]), ("fife", [of_coasts]), ("lanark", [of_coasts]),
            ("england", [of_england]),
        ):  # fmt: skip
            found = norse_violations(state, FIFE, area(to), f"hs:{of_coasts}", f"hs:{of_england}")
            assert rules_of(found) == due
    assert rules_of(regroup_violations(state, NORSE, ENGLAND)) == ["5.6-6"]
    assert rules_of(regroup_violations(state, block("s_steward"), area("selkirk"))) == []


# ---------------------------------------------------------------- kings


@proves("hs:8.2-9", "hs:8.3-3", "hs:6.1-3", "hs:7.4-1", "hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5")
def test_edward_off_the_map_is_told_that_only_where_nothing_else_keeps_him_from_wintering() -> None:
    away = violation(Reason.NOT_ON_MAP, "hs:7.4-1", block="e_edward")
    for year, edward, wintered, place, due in (
        (1300, 1, 0, "", ["7.4-1"]), (1300, 1, 0, "fife", []), (1300, 1, 0, "england", ["7.4-3"]),
        (1300, 1, 1299, "fife", ["7.4-4"]), (1300, 1, 1298, "fife", []), (1306, 1, 0, "", ["7.4-5"]),
        (1306, 1, 0, "fife", ["7.4-5"]), (1306, 1, 1305, "england", ["7.4-3", "7.4-4", "7.4-5"]),
        (1307, 2, 0, "fife", ["7.4-2"]), (1307, 2, 0, "", ["7.4-2"]),
    ):  # fmt: skip
        state = standing({place: "e_edward"} if place else {"mar": "s_grant"})
        calendar = state.calendar._replace(year=year, edward=edward, wintered=wintered)
        found = edward_winter_violations(state._replace(calendar=calendar))
        assert rules_of(found) == due
        assert (away in found) is (due == ["7.4-1"])


@proves("hs:6.2-1", "hs:6.2-2")
def test_only_a_king_who_is_neither_in_play_nor_dead_can_come() -> None:
    name = {"block": "s_king"}
    for place, due in (
        (Away.ASIDE, ()), (Away.POOL, ()), (FIFE, (violation(Reason.KING_IN_PLAY, "hs:6.2-2", **name),)),
        (Away.DEAD, (violation(Reason.KING_OUT_OF_THE_GAME, "hs:6.2-2", **name),)),
    ):  # fmt: skip
        state = standing({"mar": "s_grant"})
        there = state.board._replace(at=with_byte(state.board.at, KING, place))
        assert limit_violations(state._replace(board=there)) == due


@proves("hs:6.2-1", "hs:8.1-8", "hs:8.1-2", "hs:8.2-2", "hs:8.2-10")
def test_the_king_begins_aside_or_in_play_edward_in_the_pool_or_drawn_and_the_dead_stay_dead() -> None:
    braveheart, bruce = GAME.start("braveheart", STANDARD).board, GAME.start("the_bruce", STANDARD).board
    assert (braveheart.at[KING], braveheart.at[EDWARD], braveheart.at[WALLACE]) == (Away.ASIDE, Away.POOL, FIFE)
    assert (bruce.at[KING], bruce.at[EDWARD], bruce.at[WALLACE]) == (FIFE, Away.POOL, Away.DEAD)


# ---------------------------------------------------------------- winter


@proves("hs:1.2-4", "hs:7.6-1", "hs:7.6-2", "hs:I-15")
def test_points_come_from_friendly_areas_alone_and_a_cathedral_gives_one_to_scots() -> None:
    state = standing(
        {"fife": "s_grant", "mar": "s_mar e_york_infantry", "buchan": "e_buchan", "galloway": "s_galloway"}
    )
    state = state._replace(board=state.board._replace(at=with_byte(state.board.at, block("e_ross"), Away.ASIDE)))
    of_scots, of_english = building(state, Side.SCOTLAND).points, building(state, Side.ENGLAND).points
    assert [place for place in of_scots if place != area("galloway")] == [FIFE] * 3
    assert of_english == (area("buchan"),) * 2


@proves("hs:7.61-2", "hs:7.61-7", "hs:7.63-2", "hs:7.6-1")
def test_a_cathedral_makes_room_for_a_third_block_of_scots_in_fife() -> None:
    frame = Building(Side.SCOTLAND, (FIFE,))
    for present, due in (("s_grant s_fraser", []), ("s_grant s_fraser s_lindsay", ["7.61-7"])):
        state = standing({"fife": present}, frame, pool=["s_keith"])
        assert rules_of(draw_violations(state, frame, FIFE)) == due


@proves("hs:7.31-1", "hs:7.4-7", "hs:7.3-1")
def test_knights_archers_and_hobelars_leave_unless_edward_winters_with_them() -> None:
    state = standing(
        {"fife": "e_edward e_york_knights e_york_infantry", "mar": "e_durham_knights", "england": "e_hobelars"}
    )
    stays = state._replace(calendar=state.calendar._replace(wintered=1298))
    leaves = {
        "e_york_knights": (True, False), "e_york_infantry": (False, False), "e_durham_knights": (True, True),
        "e_hobelars": (True, True),
    }  # fmt: skip
    for who, due in leaves.items():
        assert (must_leave(state, block(who)), must_leave(stays, block(who))) == due


@proves("hs:7.32-1", "hs:7.5-3", "hs:7.5-4", "hs:1.2-3", "hs:5.9-5")
def test_only_blocks_that_need_a_place_above_the_limit_of_their_side_are_surplus() -> None:
    """Given Mar, limit 1, Selkirk, 0, and England, then Wallace of Selkirk and English of England need no place."""
    blocks = {
        "mar": "e_mar e_york_infantry e_york_knights", "england": "s_grant e_durham_infantry",
        "selkirk": "s_wallace s_fraser", "fife": "s_lindsay",
    }  # fmt: skip
    state = standing(blocks)
    over = {place: (surplus(state, Side.ENGLAND, place), surplus(state, Side.SCOTLAND, place)) for place in AREAS}
    assert {place: each for place, each in over.items() if each != (0, 0)} == {
        MAR: (1, 0), ENGLAND: (0, 1), area("selkirk"): (0, 1),
    }  # fmt: skip
    assert surplus_blocks(state, Side.ENGLAND) == (YORK,)
    assert sorted(surplus_blocks(state, Side.SCOTLAND)) == sorted((GRANT, block("s_fraser")))
    assert rules_of(surplus_violations(state, Side.ENGLAND)) == ["7.32-1"]
    assert sorted(rules_of(surplus_violations(state, Side.SCOTLAND))) == ["5.9-5", "7.5-3", "7.5-3"]


@proves("hs:7.5-3", "hs:7.32-1", "hs:5.9-5")
def test_in_late_winter_only_sea_blocks_that_may_land_are_over_a_limit_and_only_where_they_are() -> None:
    frame = Building(Side.SCOTLAND, ())
    for reading, due in (("redirect_to_coast", []), ("redraw", ["7.5-3"])):
        state = standing({"ross": "s_ross s_norse"}, frame, rules=ruleset(inland_sea_draw=reading))
        assert rules_of(list(winter_limits(state))) == due
    crowded = standing({"mar": "e_mar e_york_infantry", "england": "s_grant", "ross": "s_ross s_norse"}, frame)
    assert sorted(rules_of(list(winter_limits(crowded)))) == ["5.9-5", "7.32-1"]
