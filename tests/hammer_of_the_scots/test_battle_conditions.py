"""Chapter 5 in small: each condition of a battle on its own, over the few cases there are."""

import pytest

from reference.hammer_of_the_scots.actions import Fight, Hold, Withdraw
from reference.hammer_of_the_scots.board import Away
from reference.hammer_of_the_scots.ch01_map import ENGLAND, area, border_between
from reference.hammer_of_the_scots.ch02_armies import NORSE, Block, block
from reference.hammer_of_the_scots.ch04_borders import full_border, leaving_over_used_border, shut_border
from reference.hammer_of_the_scots.ch04_movement import pinned
from reference.hammer_of_the_scots.ch05_battles import (
    arrived,
    celts_to_roll_for,
    control_changes,
    firing_advance,
    hit,
    loyalty_rolled,
    next_round,
    next_to_act,
    out_of_turn,
    round_ended,
    turn_violations,
    won_by,
)
from reference.hammer_of_the_scots.ch05_losses import eliminated_in_battle
from reference.hammer_of_the_scots.ch05_reserves import entering, group_of, groups, named, never_in_reserve
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Firing,
    Frame,
    Hits,
    LastRetreat,
    Loyalty,
    Naming,
    Regrouping,
)
from reference.hammer_of_the_scots.masks import NO_BLOCKS, mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import BY_SEA, FRESH_FIELD, NOBODY, State, mark_of
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next, event, violation
from tests.hammer_of_the_scots.battle_scenes import (
    ANGUS,
    ATHOLL,
    BOTH,
    DURHAM,
    FIFE,
    FRASER,
    GRANT,
    MAR,
    YORK,
    broken,
    entered,
    frames_of,
    scene,
)
from tests.hammer_of_the_scots.positions import ruleset

# ---------------------------------------------------------------- borders and pinning


@proves("hs:4.3-2", "hs:4.3-3", "hs:4.3-4", "hs:4.3-7")
@pytest.mark.parametrize(("ends", "limit", "own"), [(("mar", "angus"), 2, "4.3-3"), (("angus", "fife"), 6, "4.3-2")])
def test_a_border_takes_six_or_two_and_names_the_rule_of_whoever_asks(
    ends: tuple[str, str], limit: int, own: str
) -> None:
    border = border_between(area(ends[0]), area(ends[1]))
    assert border is not None
    for used in range(limit + 1):
        field = FRESH_FIELD._replace(crossings=with_byte(FRESH_FIELD.crossings, border, used))
        full = used == limit
        assert broken(full_border(field, border, "hs:5.5-5")) == ("5.5-5" if full else None)
        assert broken(full_border(field, border)) == (own if full else None)


@proves("hs:4.6-4")
@pytest.mark.parametrize("scope", ["this_battle", "any_battle"])
@pytest.mark.parametrize("enemies", [True, False])
@pytest.mark.parametrize("users", [(), (Side.ENGLAND,), (Side.SCOTLAND,), BOTH])
def test_nobody_leaves_a_battle_over_a_border_its_attacker_used(
    scope: str, enemies: bool, users: tuple[Side, ...]
) -> None:
    """Given any battle counts for retreats, then this is still about the attacker of this battle, whoever else came."""
    blocks = {"mar": "s_grant e_york_infantry" if enemies else "s_grant"}
    state = entered(scene(blocks, rules=ruleset(border_closure_scope=scope)), "mar", "angus", users)
    border = border_between(MAR, ANGUS)
    assert border is not None
    shut = enemies and Side.ENGLAND in users
    found = leaving_over_used_border(state, Side.SCOTLAND, MAR, border)
    assert broken(found) == ("4.6-4" if shut else None)
    other = border_between(MAR, ATHOLL)
    assert other is not None
    assert leaving_over_used_border(state, Side.SCOTLAND, MAR, other) is None


@proves("hs:4.6-4")
def test_a_border_used_by_the_enemy_is_open_where_no_enemy_stands_any_more() -> None:
    state = entered(scene({"mar": "s_grant s_fraser"}), "mar", "angus", (Side.ENGLAND,))
    border = border_between(MAR, ANGUS)
    assert border is not None
    assert leaving_over_used_border(state, Side.SCOTLAND, MAR, border) is None
    held = entered(scene({"mar": "s_grant e_york_infantry"}), "mar", "angus", (Side.ENGLAND,))
    assert broken(leaving_over_used_border(held, Side.SCOTLAND, MAR, border)) == "4.6-4"


@proves("hs:5.5-6", "hs:5.5-7")
@pytest.mark.parametrize("counts", ["yes", "no"])
@pytest.mark.parametrize("attacker", BOTH)
@pytest.mark.parametrize("first", BOTH)
@pytest.mark.parametrize("users", [(), (Side.ENGLAND,), (Side.SCOTLAND,), BOTH])
def test_a_retreat_is_shut_by_the_enemys_entry_unless_the_second_player_used_the_border_too(
    counts: str, attacker: Side, first: Side, users: tuple[Side, ...]
) -> None:
    """Given only borders used to start the battle count, then those of reinforcements stay open unless both used it."""
    rules = ruleset(reinforcement_shuts_border=counts)
    state = entered(scene({"mar": "s_grant e_york_infantry"}, rules=rules), "mar", "angus", users)
    field = state.field._replace(first=first, attacker=with_byte(state.field.attacker, MAR, mark_of(attacker)))
    border = border_between(MAR, ANGUS)
    assert border is not None
    due = None
    if users == BOTH:
        due = "5.5-7" if first is Side.SCOTLAND else None
    elif Side.ENGLAND in users and (counts == "yes" or attacker is Side.ENGLAND):
        due = "5.5-6"
    assert broken(shut_border(state._replace(field=field), Side.SCOTLAND, MAR, border)) == due


@proves("hs:4.6-1", "hs:4.6-2", "hs:4.6-3")
@pytest.mark.parametrize("first", BOTH)
@pytest.mark.parametrize(
    ("mar", "held"),
    [
        ("s_grant e_york_infantry", True),
        ("s_grant s_fraser e_york_infantry", False),
        ("s_grant s_fraser e_york_infantry e_durham_infantry", True),
        ("s_grant", False),
        ("", False),
    ],
)
def test_as_many_attackers_hold_as_many_of_the_second_players_blocks(first: Side, mar: str, held: bool) -> None:
    state = scene({"mar": mar} if mar else {})
    state = state._replace(field=state.field._replace(first=first))
    assert pinned(state, Side.SCOTLAND, MAR) is (held and first is Side.ENGLAND)


# ---------------------------------------------------------------- turns of blocks


@proves("hs:5.31-3", "hs:5.31-4")
def test_who_is_not_due_hears_whose_letter_or_side_is() -> None:
    fight = Battle(MAR, Side.ENGLAND, 1)
    state = scene({"mar": "s_grant e_york_infantry e_york_knights"}, fight)
    knights = Battle(MAR, Side.ENGLAND, 1, acted=mask_of(block("e_york_knights")))
    assert out_of_turn(state, fight, block("e_york_knights")) is None
    assert out_of_turn(state, knights, GRANT) is None
    letter = {"own": "C", "letter": "B"}
    assert out_of_turn(state, fight, GRANT) == violation(Reason.OUT_OF_TURN, "hs:5.31-3", block="s_grant", **letter)
    side = {"side": "scotland", "letter": "C"}
    yorks = violation(Reason.OUT_OF_TURN, "hs:5.31-4", block="e_york_infantry", **side)
    assert out_of_turn(state, knights, YORK) == yorks


@proves("hs:5.31-2", "hs:5.5-1", "hs:5.31-1", "hs:5.32-5")
@pytest.mark.parametrize("targets", [True, False])
@pytest.mark.parametrize("open_ways", [0, 1, 5])
def test_a_block_needs_a_target_to_fight_a_way_to_retreat_and_nothing_to_hold(targets: bool, open_ways: int) -> None:
    """Given the only enemy waits in reserve, then there is nothing to fight; given enemies all around, no way out.

    One way is enough, though enemies stand at all others.
    """
    round_about = {
        "buchan": "e_buchan", "badenoch": "e_comyn", "atholl": "e_atholl", "angus": "e_angus", "strathspey": "e_ross",
    }  # fmt: skip
    barred = dict(list(round_about.items())[open_ways:])
    blocks = {"mar": "s_grant e_york_infantry", **barred}
    fight = Battle(MAR, Side.ENGLAND, 1, reserves=NO_BLOCKS if targets else mask_of(YORK))
    state = scene(blocks, fight)

    def refused(action: Fight | Hold | Withdraw) -> list[str | None]:
        return [broken(each) for each in turn_violations(state, fight, action)]

    assert refused(Hold(GRANT)) == []
    assert refused(Fight(GRANT)) == ([] if targets else ["5.32-5"])
    assert refused(Withdraw(GRANT)) == ([] if open_ways else ["5.5-4"])


@proves("hs:5.5-1", "hs:5.32-5")
@pytest.mark.parametrize(
    ("fight", "who", "due"),
    [
        (Battle(MAR, Side.ENGLAND, 1), "s_grant", []),
        (Battle(MAR, Side.ENGLAND, 3), "s_grant", []),
        (Battle(MAR, Side.ENGLAND, 1, reserves=mask_of(GRANT)), "s_grant", ["5.32-5"]),
        (Battle(MAR, Side.ENGLAND, 1, reserves=mask_of(FRASER)), "s_grant", []),
        (Battle(MAR, Side.ENGLAND, 1, acted=mask_of(GRANT)), "s_grant", ["5.31-1"]),
        (Battle(MAR, Side.ENGLAND, 1, acted=mask_of(FRASER)), "s_grant", []),
        (Battle(MAR, Side.ENGLAND, 1), "e_york_infantry", ["5.31-4"]),
        (Battle(MAR, Side.ENGLAND, 1), "s_lindsay", ["5.31-1"]),
    ],
)
def test_a_block_retreats_in_its_own_turn_only_a_reserve_not_before_it_has_joined(
    fight: Battle, who: str, due: list[str]
) -> None:
    """Given Lindsay stands elsewhere, then he has no turn here; nor has York before the defenders have had theirs."""
    state = scene({"mar": "s_grant s_fraser e_york_infantry", "fife": "s_lindsay"}, fight)
    assert [broken(each) for each in turn_violations(state, fight, Withdraw(block(who)))] == due


@proves("hs:5.31-6")
@pytest.mark.parametrize("now", [1, 2])
def test_the_next_round_runs_by_letters_with_defenders_first_and_everybody_has_a_turn_again(now: int) -> None:
    """Given all have acted, when the next round begins, then the noble, the knight and both infantries act in turn."""
    noble, knights = block("s_mar"), block("e_york_knights")
    order = [(Side.SCOTLAND, noble), (Side.ENGLAND, knights), (Side.SCOTLAND, GRANT), (Side.ENGLAND, YORK)]
    acted = mask_of(*(who for _, who in order))
    over = Battle(MAR, Side.ENGLAND, now, acted=acted, reserves=mask_of(block("e_durham_knights")))
    begun = next_round(over, Side.ENGLAND)
    assert begun == Battle(MAR, Side.ENGLAND, now + 1)
    board = scene({"mar": "s_mar s_grant e_york_knights e_york_infantry"}).board
    for turn, due in enumerate(order):
        begins = Battle(MAR, Side.ENGLAND, begun.round, acted=mask_of(*(who for _, who in order[:turn])))
        assert next_to_act(board, begins) == (due[0], [due[1]])
    assert next_to_act(board, Battle(MAR, Side.ENGLAND, begun.round, acted=acted)) is None


# ---------------------------------------------------------------- dice, hits and Celts


@proves("hs:5.41-4")
def test_a_block_without_hits_leaves_the_battle_as_it_was_whenever_hits_are_dealt() -> None:
    for timing in ("per_block", "per_letter_step", "until_side_changes"):
        fight = Battle(MAR, Side.ENGLAND, 1)
        state = scene({"mar": "s_grant e_york_infantry"}, fight, Firing(GRANT, 0, 0), rules=ruleset(hit_timing=timing))
        assert frames_of(firing_advance(state, Firing(GRANT, 0, 0))) == (fight,)


@proves("hs:5.41-4")
@pytest.mark.parametrize(("strength", "before", "hits"), [(4, 0, 1), (4, 1, 2), (4, 1, 3), (2, 0, 2), (1, 0, 3)])
def test_hits_are_dealt_at_once_or_gathered_until_they_wipe_out_the_other_side(
    strength: int, before: int, hits: int
) -> None:
    fight = Battle(MAR, Side.ENGLAND, 1, hits=before)
    firing = Firing(GRANT, 0, hits)
    blocks = {"mar": f"s_grant e_york_infantry:{strength}"}
    at_once = scene(blocks, fight, firing, rules=ruleset(hit_timing="per_block"))
    assert frames_of(firing_advance(at_once, firing)) == (fight, Hits(Side.ENGLAND, hits))
    due: tuple[Frame, ...] = (Battle(MAR, Side.ENGLAND, 1, hits=before + hits),)
    if before + hits >= strength:
        due = (Battle(MAR, Side.ENGLAND, 1), Hits(Side.ENGLAND, before + hits))
    for timing in ("per_letter_step", "until_side_changes"):
        gathered = scene(blocks, fight, firing, rules=ruleset(hit_timing=timing))
        assert frames_of(firing_advance(gathered, firing)) == due


@proves("hs:2.11-5", "hs:5.41-2")
def test_each_hit_takes_one_step_and_leaves_one_hit_less() -> None:
    fight = Battle(MAR, Side.ENGLAND, 1)
    state = scene({"mar": "s_grant e_york_infantry"}, fight, Hits(Side.ENGLAND, 3))
    after = hit(state, Hits(Side.ENGLAND, 3), YORK)
    assert frames_of(after) == (fight, Hits(Side.ENGLAND, 2))
    assert after.state.board.steps[YORK] == state.board.steps[YORK] - 1


@proves("hs:5.2-2", "hs:5.2-1")
def test_only_celts_of_this_battle_are_rolled_for() -> None:
    welsh, ulster = block("e_wales_infantry"), block("e_ulster_infantry")
    state = scene({"mar": "s_grant e_wales_infantry e_york_infantry", "angus": "e_ulster_infantry"})
    fight = Battle(MAR, Side.ENGLAND)
    assert celts_to_roll_for(state.board, fight, mask_of(welsh, ulster, YORK)) == (welsh,)
    assert celts_to_roll_for(state.board, fight, mask_of(ulster)) == ()


@proves("hs:5.2-3", "hs:5.2-4", "hs:5.32-8")
@pytest.mark.parametrize("attacker", BOTH)
@pytest.mark.parametrize("now", [1, 2])
@pytest.mark.parametrize("die", [4, 5])
def test_a_deserting_celt_counts_as_a_defender_who_left_only_in_round_one(attacker: Side, now: int, die: int) -> None:
    welsh = block("e_wales_infantry")
    state = scene({"mar": "s_grant e_wales_infantry"}, Battle(MAR, attacker, now), Loyalty((welsh,)))
    fight, left = frames_of(loyalty_rolled(state, Loyalty((welsh,)), die))
    assert left == Loyalty(())
    assert fight == Battle(MAR, attacker, now, fled=die == 5 and attacker is Side.SCOTLAND and now == 1)


@proves("hs:5.2-3", "hs:5.2-4")
@pytest.mark.parametrize("die", [4, 5])
def test_celts_are_rolled_for_one_by_one_and_a_roll_moves_only_the_first(die: int) -> None:
    archers, infantry = block("e_wales_archers"), block("e_wales_infantry")
    waiting = Loyalty((archers, infantry))
    state = scene({"mar": "s_grant e_wales_archers e_wales_infantry"}, Battle(MAR, Side.ENGLAND, 1), waiting)
    after = loyalty_rolled(state, waiting, die)
    assert after.state.board.at[archers] == (MAR if die == 4 else Away.POOL)
    assert after.state.board.at[infantry] == MAR
    assert frames_of(after) == (Battle(MAR, Side.ENGLAND, 1), Loyalty((infantry,)))


# ---------------------------------------------------------------- rounds


@proves("hs:5.3-1", "hs:5.3-2")
@pytest.mark.parametrize("attacker", BOTH)
def test_a_battle_undecided_after_its_third_round_is_the_defenders_and_the_attacker_must_leave(attacker: Side) -> None:
    fight = Battle(MAR, attacker, 3)
    after = round_ended(scene({"mar": "s_grant e_york_infantry"}, Battles(), fight), fight)
    assert frames_of(after) == (Battles(), LastRetreat(attacker, MAR))
    assert [(each.kind, dict(each.facts)["side"]) for each in after.events] == [
        (EventKind.BATTLE_WON, attacker.enemy.value)
    ]
    second = Battle(MAR, attacker, 2)
    assert frames_of(round_ended(scene({"mar": "s_grant e_york_infantry"}, Battles(), second), second)) == (
        Battles(),
        fight,
    )


@proves("hs:5.6-1")
@pytest.mark.parametrize("winner", BOTH)
def test_who_is_alone_in_the_area_has_won_and_regroups_before_the_next_battle_is_chosen(winner: Side) -> None:
    fight = Battle(MAR, Side.ENGLAND, 2)
    left = {Side.ENGLAND: "e_york_infantry", Side.SCOTLAND: "s_grant"}[winner]
    after = won_by(scene({"mar": left}, Battles(), fight), fight, winner)
    assert frames_of(after) == (Battles(), Regrouping(winner, MAR))
    assert [(each.kind, dict(each.facts)["side"]) for each in after.events] == [(EventKind.BATTLE_WON, winner.value)]


@proves("hs:5.32-8", "hs:5.32-9")
@pytest.mark.parametrize("trigger", ["eliminated", "none_left"])
@pytest.mark.parametrize("fled", [True, False])
@pytest.mark.parametrize("defender", [True, False])
def test_control_changes_when_all_defenders_of_round_one_were_eliminated(
    trigger: str, fled: bool, defender: bool
) -> None:
    fight = Battle(MAR, Side.ENGLAND, 1, reserves=NO_BLOCKS if defender else mask_of(GRANT), fled=fled)
    state = scene({"mar": "s_grant e_york_infantry"}, fight, rules=ruleset(field_control_trigger=trigger))
    assert control_changes(state, fight) is (not defender and (trigger == "none_left" or not fled))


@proves("hs:5.3-1", "hs:5.32-8", "hs:5.32-9")
@pytest.mark.parametrize(("now", "attacker"), [(1, Side.SCOTLAND), (2, Side.ENGLAND)])
def test_roles_are_exchanged_for_round_two_and_never_again(now: int, attacker: Side) -> None:
    fight = Battle(MAR, Side.ENGLAND, now, reserves=mask_of(GRANT))
    after = round_ended(scene({"mar": "s_grant e_york_infantry"}, fight), fight)
    assert frames_of(after) == (Battle(MAR, attacker, now + 1),)
    changed = any(each.kind == EventKind.FIELD_CONTROL_CHANGED for each in after.events)
    assert changed is (now == 1)


@proves("hs:5.32-6", "hs:5.32-7", "hs:5.7-3")
@pytest.mark.parametrize("roll", ["before_battle", "when_revealed"])
@pytest.mark.parametrize("waiting", ["e_york_infantry", "e_wales_infantry"])
def test_reserves_join_and_only_celts_among_them_are_rolled_for_when_revealed(roll: str, waiting: str) -> None:
    before, begins = Battle(MAR, Side.ENGLAND, 1, reserves=mask_of(block(waiting))), Battle(MAR, Side.ENGLAND, 2)
    state = scene({"mar": f"s_grant {waiting}"}, begins, rules=ruleset(celtic_roll=roll))
    rolled = roll == "when_revealed" and waiting == "e_wales_infantry"
    due: tuple[Frame, ...] = (begins, Loyalty((block(waiting),))) if rolled else (begins,)
    earlier = event(EventKind.ROUND_BEGUN, "hs:5.3-1", area="mar", round=2)
    after = arrived(state, before, (earlier,))
    assert frames_of(after) == due
    assert after.events == (earlier, event(EventKind.RESERVES_ARRIVED, "hs:5.32-6", blocks=(waiting,)))
    assert arrived(state, begins, (earlier,)) == Next(state, (earlier,))


@proves("hs:5.7-3", "hs:5.32-6")
@pytest.mark.parametrize("captured", [True, False])
def test_a_captured_noble_joins_with_the_next_round_and_nobody_else_does(captured: bool) -> None:
    """Given Mar/E falls in round one, then Mar/S waits, and is said to join when round two begins."""
    fight = Battle(MAR, Side.ENGLAND, 1)
    state = scene({"mar": "s_grant e_mar:1 e_york_infantry"}, fight)
    if captured:
        state = eliminated_in_battle(state, block("e_mar")).state
    (fought,) = state.stack.frames
    assert fought == Battle(MAR, Side.ENGLAND, 1, reserves=mask_of(block("s_mar")) if captured else NO_BLOCKS)
    assert isinstance(fought, Battle)
    after = round_ended(state, fought)
    assert frames_of(after) == (Battle(MAR, Side.ENGLAND, 2),)
    told = [(each.kind, dict(each.facts).get("blocks")) for each in after.events]
    joins = [(EventKind.RESERVES_ARRIVED, ("s_mar",))] if captured else []
    assert told == [(EventKind.ROUND_BEGUN, None), *joins]


# ---------------------------------------------------------------- main force and reserves


def came(state: State, who: str, origin: int, via: int) -> State:
    """Return the state in which a block has come from an area over a neighbour, or by sea."""
    field, index = state.field, block(who)
    marks = field._replace(origin=with_byte(field.origin, index, origin), via=with_byte(field.via, index, via))
    return state._replace(field=marks)


@proves("hs:4.4-6", "hs:5.32-3", "hs:4.6b-1")
def test_a_group_is_one_origin_and_one_border_the_norse_or_all_who_crossed_from_or_into_england() -> None:
    state = scene(
        {"lanark": "e_york_infantry s_norse", "england": "s_bruce"}, rules=ruleset(border_crossers="one_group")
    )
    lanark, annan, carrick = area("lanark"), area("annan"), area("carrick")
    crossers = group_of(came(state, "e_york_infantry", ENGLAND, annan), YORK, lanark)
    assert crossers == group_of(came(state, "e_york_infantry", ENGLAND, carrick), YORK, lanark)
    into = came(state, "s_bruce", annan, annan)
    assert group_of(into, block("s_bruce"), ENGLAND) == crossers
    assert group_of(came(state, "e_york_infantry", carrick, carrick), YORK, lanark) == (carrick, carrick)
    assert group_of(came(state, "s_norse", FIFE, BY_SEA), NORSE, lanark) == (BY_SEA, BY_SEA)
    # Who has not moved crossed nothing, even in England.
    assert group_of(state, block("s_bruce"), ENGLAND) == (NOBODY, NOBODY)
    apart = state._replace(ruleset=ruleset(border_crossers="same_origin_and_border"))
    assert group_of(came(apart, "e_york_infantry", ENGLAND, annan), YORK, lanark) == (ENGLAND, annan)


@proves("hs:4.4-7", "hs:5.32-3")
@pytest.mark.parametrize("reading", ["all_fight", "one_main_force"])
def test_border_crossers_wait_beside_another_group_unless_all_of_them_fight(reading: str) -> None:
    rules = ruleset(border_crossers="one_group", crossers_beside_group=reading)
    lanark, annan, carrick = area("lanark"), area("annan"), area("carrick")
    frame = Naming(Side.ENGLAND, lanark)
    state = scene({"lanark": "s_steward e_york_infantry e_durham_infantry"}, frame, rules=rules)
    state = came(came(state, "e_york_infantry", ENGLAND, annan), "e_durham_infantry", carrick, carrick)
    crossers, others = group_of(state, YORK, lanark), group_of(state, DURHAM, lanark)
    assert never_in_reserve(state, crossers) is (reading == "all_fight")
    assert never_in_reserve(state, others) is False
    after = named(state, frame, DURHAM)
    assert after.state.field.reserves == (NO_BLOCKS if reading == "all_fight" else mask_of(YORK))


@proves("hs:5.32-1", "hs:4.4-7")
@pytest.mark.parametrize(("reading", "due"), [("all_fight", (DURHAM,)), ("one_main_force", (YORK, DURHAM))])
def test_border_crossers_who_all_fight_are_no_group_to_choose_among(reading: str, due: tuple[Block, ...]) -> None:
    rules = ruleset(border_crossers="one_group", crossers_beside_group=reading)
    lanark, annan, carrick = area("lanark"), area("annan"), area("carrick")
    blocks = {"lanark": "s_steward e_york_infantry e_durham_infantry"}
    state = scene(blocks, Naming(Side.ENGLAND, lanark), rules=rules)
    state = came(came(state, "e_york_infantry", ENGLAND, annan), "e_durham_infantry", carrick, carrick)
    assert groups(state, lanark, Side.ENGLAND) == due


@proves("hs:5.32-3", "hs:S5-2", "hs:S5-3")
def test_who_comes_the_way_of_the_first_mover_fights_beside_him_and_all_other_attackers_wait() -> None:
    state = scene({"mar": "s_grant"}, rules=ruleset(main_force_choice="first_mover"))
    origins = {"e_york_infantry": "angus", "e_durham_infantry": "angus", "e_cumbria_infantry": "buchan"}
    for who, origin in origins.items():
        state = entering(came(state, who, area(origin), area(origin)), block(who), MAR)
    assert state.field.attacker[MAR] == mark_of(Side.ENGLAND)
    assert state.field.main[MAR] == YORK
    assert state.field.reserves == mask_of(block("e_cumbria_infantry"))
