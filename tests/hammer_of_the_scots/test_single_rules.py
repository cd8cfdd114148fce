"""Single rules, asked one by one where a position would not come to them or would go on at once."""

import pytest

from reference.hammer_of_the_scots import invariants, memory_invariants
from reference.hammer_of_the_scots.actions import Candidate
from reference.hammer_of_the_scots.ch01_map import AREAS, SELKIRK, area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch03_cards import edward_lies_open, raided
from reference.hammer_of_the_scots.ch04_movement import stopped_earlier
from reference.hammer_of_the_scots.ch05_battles import hits_advance
from reference.hammer_of_the_scots.ch05_reserves import named, named_by_rule
from reference.hammer_of_the_scots.ch07_quarters import kept_from_selkirk
from reference.hammer_of_the_scots.ch07_replacements import step_violations
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battle,
    Building,
    Deal,
    Drawing,
    Frame,
    Hits,
    Naming,
    Raid,
    Regrouping,
    Turn,
    TurnStage,
    Wintering,
    WinteringStage,
)
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.not_due import coronation_not_asked, edward_not_asked, left_out_of_draw
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import Outcome, State, mark_of
from reference.hammer_of_the_scots.tournament import net_bid
from reference.kernel.columns import with_byte
from reference.kernel.rules import RuleId, proves
from reference.kernel.verdicts import event, unasked, violation
from tests.hammer_of_the_scots.positions import go, moves, ruleset, standing

FIFE, MAR, ANGUS, LANARK = area("fife"), area("mar"), area("angus"), area("lanark")


# ---------------------------------------------------------------- cards and moves


@proves("hs:TP-2")
def test_edward_who_is_left_out_of_the_opening_levy_lies_open_until_the_first_year_begins() -> None:
    rules = ruleset(edward_in_opening_levy="excluded")
    for turn, lies_open in ((0, True), (1, False)):
        state = standing({"fife": "s_grant"}, Deal(), rules=rules, pool=["e_edward"])
        state = state._replace(calendar=state.calendar._replace(turn=turn))
        assert edward_lies_open(state) is lies_open


@proves("hs:5.9-3", "hs:5.9-6")
def test_a_raid_that_nothing_spares_costs_england_a_block_of_its_choice() -> None:
    for raider, english, left in (
        ("england", "e_york_infantry", (Turn(TurnStage.END), Raid())),
        ("england", "e_mar", (Turn(TurnStage.END),)),
        ("fife", "e_york_infantry", (Turn(TurnStage.END),)),
    ):
        state = moves({raider: "s_grant", "angus": english})
        state = state.with_stack(standing({}, Turn(TurnStage.RAID)).stack)
        after = raided(state)
        assert after.state.stack.frames == left
        told = () if len(left) > 1 or raider == "fife" else (EventKind.RAID_WITHOUT_LOSS,)
        assert tuple(each.kind for each in after.events) == told


@proves("hs:4.3-5", "hs:4.0-5", "hs:4.4-2", "hs:4.4-3")
def test_what_stopped_a_block_is_told_only_where_it_came_over_a_border() -> None:
    """Given Wallace stopped in Angus behind a red border, then that is told there, and not after he went to Ross."""
    state = go(moves({"mar": "s_wallace"}, "move1", "move2"), "s_wallace", "angus")
    wallace = block("s_wallace")
    red = violation(Reason.RED_BORDER_STOPS, "hs:4.3-5", block="s_wallace", area="angus")
    assert stopped_earlier(state, wallace) == [red]
    gone = state._replace(board=state.board._replace(at=with_byte(state.board.at, wallace, area("strathspey"))))
    assert stopped_earlier(gone, wallace) == []


# ---------------------------------------------------------------- battles


@proves("hs:5.41-2")
@pytest.mark.parametrize("left", [0, 1, 2])
def test_when_no_block_is_left_hits_end_and_those_beyond_are_told(left: int) -> None:
    fight = Battle(FIFE, Side.ENGLAND, 1)
    after = hits_advance(
        standing({"fife": "e_york_infantry"}, fight, Hits(Side.SCOTLAND, left)), Hits(Side.SCOTLAND, left)
    )
    assert after.state.stack.frames == (fight,)
    lost = violation(Reason.NOBODY_LEFT_TO_HIT, "hs:5.41-2", side="scotland", area="fife", hits=left)
    told = unasked(EventKind.HITS_LOST, "scotland", "hits", (lost,), area="fife", hits=left)
    assert after.events == ((told,) if left else ())


def attack(*ways: tuple[str, str], choice: str = "while_moving", crossers: str = "all_fight") -> State:
    """Return the English attack on Douglas in Lanark by blocks from these areas, before a main force is named."""
    rules = ruleset(main_force_choice=choice, crossers_beside_group=crossers)
    blocks: dict[str, str] = {"lanark": "s_douglas"}
    for who, origin in ways:
        blocks[origin] = f"{blocks.get(origin, '')} {who}".strip()
    state = moves(blocks, "move3", "move1", rules)
    for who, origin in ways:
        state = go(state, who, *(("annan",) if origin == "england" else ()), "lanark")
    return state


@proves("hs:5.32-3")
def test_the_main_force_stands_under_its_own_first_block_and_all_others_wait() -> None:
    """Given York comes from Carrick and Durham and Westmor from Lothian, when these are named, then York waits."""
    ways = (("e_york_infantry", "carrick"), ("e_durham_infantry", "lothian"), ("e_westmor_infantry", "lothian"))
    state = attack(*ways)
    frame = Naming(Side.ENGLAND, LANARK)
    state = state.with_stack(standing({}, frame).stack)
    for chosen, waiting in (("e_durham_infantry", ["e_york_infantry"]),
                            ("e_york_infantry", ["e_durham_infantry", "e_westmor_infantry"])):  # fmt: skip
        after = named(state, frame, block(chosen))
        assert after.state.field.main[LANARK] == block(chosen)
        assert after.state.field.reserves == mask_of(*(block(each) for each in waiting))
        assert after.state.stack.frames == ()
        assert after.events == (event(EventKind.MAIN_FORCE_NAMED, "hs:5.32-3", block=chosen, area="lanark"),)


@proves("hs:5.32-2", "hs:5.32-3", "hs:4.4-7")
@pytest.mark.parametrize("choice", ["while_moving", "first_mover"])
def test_why_no_main_force_is_named_is_told_of_every_way_that_two_groups_come(choice: str) -> None:
    """Given one group, nothing is told; given crossers beside one, that they fight, or that the first mover leads."""
    single = attack(("e_york_infantry", "carrick"), choice=choice)
    assert named_by_rule(single, LANARK, Side.ENGLAND) == ()
    beside = attack(("e_york_infantry", "carrick"), ("e_edward", "england"), choice=choice)
    by_crossing = violation(Reason.CROSSERS_FIGHT, "hs:4.4-7", block="e_edward", area="lanark")
    by_moving = violation(Reason.FIRST_MOVER_LEADS, "hs:5.32-2", block="e_york_infantry", area="lanark")
    due = by_moving if choice == "first_mover" else by_crossing
    assert named_by_rule(beside, LANARK, Side.ENGLAND) == (due,)
    two = attack(("e_york_infantry", "carrick"), ("e_durham_infantry", "lothian"), choice=choice)
    assert named_by_rule(two, LANARK, Side.ENGLAND) == ((by_moving,) if choice == "first_mover" else ())


# ---------------------------------------------------------------- winter


@proves("hs:7.5-2")
def test_only_selkirk_held_by_the_english_is_shut_to_a_wallace_on_the_map() -> None:
    held = standing({"selkirk": "e_edward", "fife": "s_wallace:1"})
    assert [place for place in AREAS if kept_from_selkirk(held, place)] == [SELKIRK]
    why = violation(Reason.SELKIRK_HELD, "hs:7.5-2", area="selkirk")
    assert kept_from_selkirk(held, SELKIRK) == (why,)
    assert kept_from_selkirk(standing({"selkirk": "e_edward"}), SELKIRK) == ()
    assert kept_from_selkirk(standing({"fife": "s_wallace:1"}), SELKIRK) == ()


@proves("hs:7.61-1", "hs:7.61-4", "hs:7.61-5", "hs:7.63-1", "hs:7.6-1")
@pytest.mark.parametrize(
    ("side", "who", "due"),
    [
        (Side.SCOTLAND, "s_grant", []),
        (Side.SCOTLAND, "s_fraser", [("at_full_strength", "7.61-1")]),
        (Side.SCOTLAND, "s_keith", [("not_on_map", "7.61-1")]),
        (Side.SCOTLAND, "e_york_infantry", [("not_your_block", "7.61-1")]),
        (Side.SCOTLAND, "s_mar", [("no_points_in_area", "7.6-1")]),
        (Side.ENGLAND, "e_york_infantry", []),
        (Side.ENGLAND, "e_york_knights", [("not_strengthened", "7.63-1")]),
        (Side.ENGLAND, "e_durham_infantry", [("not_on_map", "7.63-1")]),
        (Side.ENGLAND, "s_grant", [("not_your_block", "7.63-1")]),
    ],
)
def test_a_point_strengthens_own_weakened_blocks_where_it_was_given(
    side: Side, who: str, due: list[tuple[str, str]]
) -> None:
    """Given points in Fife and Angus, one for each step, then a block that has gained one may gain another."""
    blocks = {"fife": "s_grant:1 s_fraser", "angus": "e_york_infantry:1 e_york_knights:1", "mar": "s_mar:1"}
    frame = Building(side, (FIFE, ANGUS))
    found = step_violations(standing(blocks, frame, pool=["s_keith", "e_durham_infantry"]), frame, block(who))
    assert [(each.reason.value, each.rule.removeprefix("hs:")) for each in found] == due


@proves("hs:7.4-1", "hs:7.4-4")
def test_an_edward_who_may_winter_and_has_not_decided_is_barred_by_nothing() -> None:
    state = standing({"fife": "e_edward"}, Wintering(WinteringStage.MORAY))
    assert edward_not_asked(state) == ()
    chosen = state._replace(calendar=state.calendar._replace(wintered=1298))
    assert edward_not_asked(chosen) == (violation(Reason.EDWARD_WINTERS, "hs:7.4-1", block="e_edward", area="fife"),)
    summer = standing({"fife": "e_edward"}, Turn(TurnStage.CARDS))
    assert edward_not_asked(summer) == (violation(Reason.ONLY_IN_WINTER, "hs:7.4-1", block="e_edward"),)


@proves("hs:S7-5")
def test_only_scottish_sea_blocks_of_the_pool_are_left_out_of_a_draw_inland() -> None:
    state = standing({"lanark": "s_steward"}, Drawing(LANARK), pool=["s_norse", "s_keith", "e_edward"])
    why = violation(Reason.NOT_COASTAL, "hs:S7-5", area="lanark")
    for who, due in (("s_norse", (why,)), ("s_keith", ()), ("e_edward", ()), ("s_french", ()), ("s_steward", ())):
        assert left_out_of_draw(state, block(who)) == due


@proves("hs:6.21-3", "hs:6.22-4")
@pytest.mark.parametrize("candidate", list(Candidate))
def test_without_a_card_on_the_table_no_king_is_crowned(candidate: Candidate) -> None:
    state = standing({"fife": "s_bruce s_comyn"}, Turn(TurnStage.CARDS))
    first = coronation_not_asked(state, candidate)[0]
    rule: RuleId = "hs:6.22-4" if candidate is Candidate.BALLIOL else "hs:6.21-3"
    assert first == violation(Reason.NO_EVENT_CARD, rule, candidate=candidate.value)


@proves("hs:TP-1")
def test_bids_of_one_to_three_are_taken_from_both_sides_and_no_others() -> None:
    def taken(english: int, scottish: int) -> str | None:
        try:
            return net_bid(english, scottish)
        except ValueError:
            return None

    assert [taken(bid, 3) for bid in range(5)] == [None, "s2", "s1", "off", None]
    assert [taken(3, bid) for bid in range(5)] == [None, "e2", "e1", "off", None]


# ---------------------------------------------------------------- what a sound position keeps


def said(state: State, *frames: Frame, attacks: tuple[tuple[str, Side], ...] = ()) -> State:
    """Return the state with these procedures under way and these attacks noted."""
    attacker = state.field.attacker
    for place, side in attacks:
        attacker = with_byte(attacker, area(place), mark_of(side))
    return state.with_stack(standing({}, *frames).stack)._replace(field=state.field._replace(attacker=attacker))


@proves("hs:5.1-1")
def test_attackers_may_be_gone_only_where_their_battle_was_fought_or_the_game_is_over() -> None:
    state = said(standing({"fife": "s_grant"}), attacks=(("fife", Side.ENGLAND), ("mar", Side.SCOTLAND)))
    both = [{"area": "fife", "side": "england"}, {"area": "mar", "side": "scotland"}]
    by_place = sorted(both, key=lambda each: AREAS.index(area(each["area"])))

    def found(now: State) -> list[dict[str, object]]:
        return [dict(each.facts) for each in invariants.absent_attackers(now)]

    assert found(state) == by_place
    for frame in (Battle(FIFE, Side.ENGLAND, 2), Regrouping(Side.SCOTLAND, FIFE)):
        assert found(said(state, frame)) == [{"area": "mar", "side": "scotland"}]
    assert found(state._replace(outcome=Outcome(Side.ENGLAND, "hs:9.0-1"))) == []


@proves("hs:9.1-1", "hs:9.1-4", "hs:9.0-1", "hs:9.0-2", "hs:9.1-3")
def test_no_end_is_said_of_a_game_that_goes_on_and_edward_ii_wins_it_only_dead() -> None:
    state = standing({"fife": "e_edward", "mar": "s_mar"}, edward=2)
    assert list(invariants.other_outcomes(state)) == []
    ended = state._replace(outcome=Outcome(Side.SCOTLAND, "hs:9.1-4"))
    assert [each.reason for each in invariants.other_outcomes(ended)] == [Reason.OTHER_OUTCOME]


@proves("hs:8.1-1", "hs:8.2-1")
def test_a_campaign_has_no_last_year_and_a_scenario_may_be_in_its_last() -> None:
    for last, year, found in ((0, 1320, []), (1305, 1305, []), (1305, 1306, ["hs:8.1-1"]), (1314, 1315, ["hs:8.2-1"])):
        state = standing({"fife": "s_grant"})
        calendar = state.calendar._replace(year=year, last_year=last, crowned=0, wintered=0)
        told = invariants.years_out_of_order(state._replace(calendar=calendar))
        assert [each.rule for each in told] == found


@proves("hs:6.1-1", "hs:6.1-2")
@pytest.mark.parametrize(
    ("year", "edward", "frames", "wrong"),
    [
        (1305, 1, (Wintering(WinteringStage.LEVY),), False),
        (1306, 1, (Wintering(WinteringStage.ENGLISH_NOBLES),), False),
        (1306, 1, (Wintering(WinteringStage.ACCESSION),), False),
        (1306, 1, (Wintering(WinteringStage.WALLACE),), True),
        (1306, 1, (Wintering(WinteringStage.LEVY),), True),
        (1306, 2, (Wintering(WinteringStage.LEVY),), False),
        (1306, 1, (Turn(TurnStage.CARDS),), False),
        (1307, 1, (Turn(TurnStage.CARDS),), True),
        (1307, 2, (Turn(TurnStage.CARDS),), False),
    ],
)
def test_edward_i_lives_until_his_successor_follows_in_the_winter_of_1306(
    year: int, edward: int, frames: tuple[Frame, ...], wrong: bool
) -> None:
    state = standing({"fife": "s_grant"}, *frames)
    state = state._replace(calendar=state.calendar._replace(year=year, edward=edward))
    assert bool(list(memory_invariants.wrong_edward(state))) is wrong


@proves("hs:7.5-3", "hs:7.32-1", "hs:5.9-5")
def test_a_place_over_its_limit_in_late_winter_is_found_by_the_rule_of_its_side() -> None:
    frame = Building(Side.SCOTLAND, ())
    for blocks, rule in (
        ({"mar": "s_mar s_grant"}, "hs:7.5-3"),
        ({"mar": "e_mar e_york_infantry"}, "hs:7.32-1"),
        ({"england": "s_grant"}, "hs:5.9-5"),
    ):
        found = list(invariants.winter_limits(standing(blocks, frame)))
        assert [(each.rule, dict(each.facts)["blocks"]) for each in found] == [(rule, 1)]
    assert list(invariants.winter_limits(standing({"mar": "s_mar"}, frame))) == []
