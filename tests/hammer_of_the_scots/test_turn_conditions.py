"""Cards, kings, winter and victory in small: each condition on its own, over the few cases there are."""

import pytest

from reference.hammer_of_the_scots.actions import Candidate, Card, Crown, DrawBlock, PlayEvent
from reference.hammer_of_the_scots.board import Away, put_away
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, BORDERS, ENGLAND, area, border_limit, ends
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, EDWARD, FULL, NORSE, OTHER_SIDE, WALLACE, block
from reference.hammer_of_the_scots.ch03_cards import (
    _winter,
    edward_waits,
    levied,
    levy_pool,
    player_turn,
    raid_spared_by,
    raided,
)
from reference.hammer_of_the_scots.ch04_movement import movable, sea_violation
from reference.hammer_of_the_scots.ch06_declaring import declaring_apply
from reference.hammer_of_the_scots.ch06_kings import (
    accession,
    balliol_violations,
    crowned,
    fought_at_once,
    renegades,
)
from reference.hammer_of_the_scots.ch07_replacements import drawable, drawn, landings, year_ended
from reference.hammer_of_the_scots.ch07_winter import (
    counted_early,
    gone_home,
    homes_open,
    may_disband_freely,
    may_ever_disband,
)
from reference.hammer_of_the_scots.ch08_scenarios import opening_levy
from reference.hammer_of_the_scots.ch09_victory import master_of_all_nobles, winner_by_count
from reference.hammer_of_the_scots.event_cards import (
    feeding_violations,
    harbour_violations,
    noble_violation,
    pillage_fought,
    plunder_violations,
    truce_bars,
)
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import (
    Battle,
    Battles,
    Building,
    Declaring,
    Drawing,
    Frame,
    Herald,
    Landing,
    Levy,
    Moving,
    Pillage,
    PillageGains,
    Raid,
    SeaMove,
    Turn,
    TurnStage,
    Victuals,
    Wintering,
    WinteringStage,
)
from reference.hammer_of_the_scots.invariants import (
    copies_in_play,
    enemies_together,
    overcrowded_borders,
    winter_limits,
)
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, NO_CROSSINGS, Outcome, State, mark_of
from reference.hammer_of_the_scots.tournament import net_bid
from reference.hammer_of_the_scots.views import is_revealed
from reference.kernel.columns import with_byte
from reference.kernel.rules import RuleId, proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, Violation, unasked, violation
from tests.hammer_of_the_scots.positions import STANDARD, Blocks, moves, ruleset

FIFE, MAR, ANGUS = area("fife"), area("mar"), area("angus")
GRANT, YORK, BRUCE = block("s_grant"), block("e_york_infantry"), block("s_bruce")
BOTH = (Side.ENGLAND, Side.SCOTLAND)


def scene(blocks: Blocks, *frames: Frame, rules: Ruleset = STANDARD, **calendar: int) -> State:
    """Return blocks on the map with these frames at work, and no mark on the field."""
    state = moves(blocks, rules=rules)._replace(field=FRESH_FIELD, stack=Stack(frames))
    return state._replace(calendar=state.calendar._replace(**calendar))


def broken(found: Violation | None) -> str | None:
    """Return the rule that a refusal names."""
    return None if found is None else found.rule.removeprefix("hs:")


def kinds(after: Next[State]) -> list[str]:
    """Return what happened."""
    return [each.kind for each in after.events]


# ---------------------------------------------------------------- cards, turns and moves


@proves("hs:I-10", "hs:4.1-2", "hs:4.3-7")
@pytest.mark.parametrize("side", BOTH)
def test_a_players_turn_begins_with_every_border_unused(side: Side) -> None:
    state = scene({"mar": "s_grant"}, Turn(TurnStage.SECOND))
    used = state._replace(field=state.field._replace(crossings=bytes([2] * len(BORDERS))))
    after = player_turn(used, side).state
    assert after.field.crossings == NO_CROSSINGS
    assert after.stack.top == Moving(side, 1)


@proves("hs:5.9-3", "hs:5.9-6", "hs:5.9-4", "hs:C-1e")
@pytest.mark.parametrize("raider", ["england", "mar"])
@pytest.mark.parametrize("english", ["e_york_infantry", "e_angus"])
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("events", [0, 1, 2])
def test_a_raid_costs_a_block_that_is_no_noble_and_two_events_may_stop_it(
    raider: str, english: str, reading: str, events: int
) -> None:
    state = scene({raider: "s_grant", "angus": english}, rules=ruleset(raid_after_two_events=reading))
    english_card, scottish_card = [(Card.MOVE1, Card.MOVE1), (Card.MOVE1, Card.HERALD), (Card.TRUCE, Card.HERALD)][
        events
    ]
    state = state._replace(cards=state.cards._replace(english_card=english_card, scottish_card=scottish_card))
    nobles = (violation(Reason.ONLY_NOBLES_LEFT, "hs:5.9-4", side="england"),) if english == "e_angus" else ()
    ended = (violation(Reason.NO_RAID_AFTER_EVENTS, "hs:5.9-3"),) if events == 2 and reading == "no" else ()
    assert raid_spared_by(state) == nobles + ended
    after = raided(state._replace(stack=Stack((Turn(TurnStage.RAID),))))
    if raider == "england" and nobles + ended:
        told = unasked(EventKind.RAID_WITHOUT_LOSS, "england", "raid_loss", nobles + ended)
        assert (after.state.stack.frames, after.events) == ((Turn(TurnStage.END),), (told,))
    else:
        due = (Raid(),) if raider == "england" else ()
        assert (after.state.stack.frames, after.events) == ((Turn(TurnStage.END), *due), ())


@proves("hs:7.7-4")
def test_a_levied_block_comes_to_england_at_full_strength_and_one_less_is_to_come() -> None:
    state = scene({"mar": "s_grant"}, Levy(3))
    after = levied(state, Levy(3), DrawBlock(YORK)).state
    assert (after.board.at[YORK], after.board.steps[YORK], after.stack.top) == (ENGLAND, FULL[YORK], Levy(2))


@proves("hs:7.7-2", "hs:TP-2")
@pytest.mark.parametrize("bid", ["off", "e2"])
def test_a_levy_is_drawn_from_the_whole_pool_but_for_an_edward_who_lies_open(bid: str) -> None:
    rules = ruleset(tournament_bid=bid)
    state = scene({"mar": "s_grant", "fife": "e_durham_infantry"}, rules=rules, year=1297, turn=5)
    for name in ("e_edward", "e_hobelars", "e_york_infantry", "s_keith"):
        state = state._replace(board=put_away(state.board, block(name), Away.POOL))
    state = state._replace(board=put_away(state.board, block("e_wales_archers"), Away.DEAD))
    hidden = [block("e_hobelars"), YORK]
    assert levy_pool(state, rules) == (hidden if bid == "e2" else [EDWARD, *hidden])


@proves("hs:TP-2")
@pytest.mark.parametrize("reading", ["allowed", "excluded"])
@pytest.mark.parametrize("bid", ["off", "e1", "e2", "s2"])
@pytest.mark.parametrize(("year", "turn"), [(1296, 0), (1297, 0), (1297, 5), (1298, 5), (1306, 0)])
def test_edward_waits_for_the_years_of_an_english_bid_and_maybe_in_the_opening_levy(
    reading: str, bid: str, year: int, turn: int
) -> None:
    """Given a winter, then its levy is that of the year to come; given E1 he waits in 1297, given E2 in 1298 too."""
    rules = ruleset(edward_in_opening_levy=reading, tournament_bid=bid)
    state = scene({"mar": "s_grant"}, rules=rules, year=year, turn=turn)
    waits_until = {"e1": 1297, "e2": 1298}.get(bid, 0)
    levy_year = year if turn == 0 else year + 1
    assert edward_waits(state, rules) is ((turn == 0 and reading == "excluded") or 1297 <= levy_year <= waits_until)


@proves("hs:7.0-4")
@pytest.mark.parametrize("reading", ["none", "full"])
@pytest.mark.parametrize("year", [1304, 1305])
def test_a_winter_follows_every_year_but_maybe_the_last(reading: str, year: int) -> None:
    blocks = {"mar": "s_mar", "galloway": "e_galloway"}
    state = scene(blocks, Turn(TurnStage.END), rules=ruleset(final_winter=reading), year=year, last_year=1305)
    after = _winter(state).state
    counted = reading == "none" and year == 1305
    assert (after.outcome is not None) is counted
    assert counted or after.stack.top == Wintering(WinteringStage.ENGLISH_NOBLES)


@proves("hs:4.0-1", "hs:4.2-2", "hs:4.6b-1")
@pytest.mark.parametrize("shut_in", [each for each in AREA_IDS if each != "fife"])
def test_the_norse_sail_though_every_border_is_full_and_land_blocks_are_shut_in(shut_in: str) -> None:
    frame = Moving(Side.SCOTLAND, 2)
    state = scene(
        {shut_in: "s_grant", "fife": "s_norse s_fraser", "galloway": "e_galloway", "moray": "s_lindsay"}, frame
    )
    full = bytes(border_limit(border) for border in BORDERS)
    state = state._replace(field=state.field._replace(first=Side.SCOTLAND, crossings=full))
    assert [getattr(each, "block", None) for each in movable(state, frame)] == [NORSE, None]


@proves("hs:4.6b-3", "hs:2.25b-3", "hs:C-1")
@pytest.mark.parametrize("truce", [None, *BOTH])
def test_the_norse_sail_to_enemies_unless_these_have_called_a_truce(truce: Side | None) -> None:
    state = scene({"fife": "s_norse", "angus": "e_angus"})
    state = state._replace(field=state.field._replace(truce=truce))
    assert broken(sea_violation(state, Side.SCOTLAND, FIFE, ANGUS)) == ("C-1" if truce is Side.ENGLAND else None)


# ---------------------------------------------------------------- events


@proves("hs:C-1", "hs:C-1c", "hs:C-1d")
@pytest.mark.parametrize("truce", [None, *BOTH])
@pytest.mark.parametrize("side", BOTH)
def test_a_truce_bars_attacks_by_the_opponent_and_only_scots_from_an_empty_england(
    truce: Side | None, side: Side
) -> None:
    state = scene({"fife": "s_norse", "angus": "e_angus"})
    state = state._replace(field=state.field._replace(truce=truce))
    held = {Side.ENGLAND: FIFE, Side.SCOTLAND: ANGUS}[side]
    barred = truce is side.enemy
    raid = ["C-1d"] if barred and side is Side.SCOTLAND else []
    assert [broken(each) for each in truce_bars(state, side, held)] == (["C-1"] if barred else [])
    assert [broken(each) for each in truce_bars(state, side, ENGLAND)] == raid
    assert truce_bars(state, side, MAR) == []
    held_england = scene({"fife": "s_norse", "england": "e_york_infantry"})._replace(field=state.field)
    found = [broken(each) for each in truce_bars(held_england, side, ENGLAND)]
    assert found == (["C-1", *raid] if raid else [])


@proves("hs:C-3", "hs:C-1d")
@pytest.mark.parametrize("truce", [None, *BOTH])
@pytest.mark.parametrize("side", BOTH)
@pytest.mark.parametrize("bars", ["yes", "no"])
def test_a_sea_move_to_england_is_barred_only_to_scots_under_an_english_truce(
    truce: Side | None, side: Side, bars: str
) -> None:
    holder = {Side.ENGLAND: "e_york_infantry", Side.SCOTLAND: "s_grant"}[side]
    state = scene({"england": holder, "fife": holder.replace("york", "durham").replace("grant", "fraser")})
    state = state._replace(
        field=state.field._replace(truce=truce), ruleset=ruleset(truce_bars_sea_move_to_england=bars)
    )
    barred = side is Side.SCOTLAND and truce is Side.ENGLAND and bars == "yes"
    found = harbour_violations(state, SeaMove(side, 2), FIFE, ENGLAND)
    assert [broken(each) for each in found] == (["C-1d"] if barred else [])


@proves("hs:C-2")
def test_only_an_enemy_group_next_to_ones_own_is_plundered() -> None:
    state = scene({"fife": "s_grant", "angus": "e_angus", "dunbar": "e_dunbar"})
    frame = Pillage(Side.SCOTLAND)
    reasons = {
        place: [each.reason.value for each in plunder_violations(state, frame, area(place))]
        for place in ("angus", "atholl", "fife", "dunbar")
    }
    none, apart = "no_enemy_group", "not_adjacent"
    assert reasons == {"angus": [], "atholl": [none], "fife": [none, apart], "dunbar": [apart]}


@proves("hs:C-2", "hs:5.7-1")
@pytest.mark.parametrize("captured", [True, False])
@pytest.mark.parametrize("others", [True, False])
def test_a_pillage_is_fought_out_only_where_a_captured_noble_stands_beside_enemies(
    captured: bool, others: bool
) -> None:
    frame = PillageGains(Side.SCOTLAND, ANGUS, 0, captured=mask_of(block("s_angus")) if captured else None)
    blocks = {"fife": "s_grant", "angus": "s_angus e_york_infantry" if others else "s_angus"}
    after = pillage_fought(scene(blocks, Turn(TurnStage.SECOND), frame), frame).state
    fought = [each.area for each in after.stack.frames if isinstance(each, Battle)]
    assert fought == ([ANGUS] if captured and others else [])


@proves("hs:C-5")
@pytest.mark.parametrize(
    ("who", "reason"),
    [
        ("s_grant", ""),
        ("e_york_infantry", "not_your_block"),
        ("s_fraser", "one_area_only"),
        ("s_lindsay", "at_full_strength"),
        ("s_barclay", "one_area_only at_full_strength"),
        ("s_keith", "not_on_map"),
    ],
)
def test_victuals_strengthen_own_blocks_in_one_area_below_their_maximum(who: str, reason: str) -> None:
    """Given Victuals used in Mar, then a block hears all that keeps a step from it."""
    state = scene({"mar": "s_grant:1 e_york_infantry:1 s_lindsay", "fife": "s_fraser:1 s_barclay"})
    found = feeding_violations(state, Victuals(Side.SCOTLAND, 2, MAR), block(who))
    assert [each.reason.value for each in found] == reason.split()


@proves("hs:C-4", "hs:5.7-5")
@pytest.mark.parametrize(
    ("who", "rule"),
    [("s_mar", None), ("s_moray", "5.7-5"), ("s_grant", "C-4"), ("e_angus", "C-4"), ("s_angus", "C-4")],
)
def test_a_herald_names_an_enemy_noble_in_play_but_never_moray(who: str, rule: str | None) -> None:
    state = scene({"mar": "s_mar s_moray s_grant", "angus": "e_angus"})
    assert broken(noble_violation(state, Herald(Side.ENGLAND), block(who))) == rule


# ---------------------------------------------------------------- kings


@proves("hs:6.1-1", "hs:6.1-2", "hs:8.2-9", "hs:8.3-3")
@pytest.mark.parametrize("edward", [1, 2])
@pytest.mark.parametrize("year", [1305, 1306, 1307])
def test_edward_ii_follows_once_at_the_end_of_1306(edward: int, year: int) -> None:
    after = accession(scene({"mar": "s_grant"}, year=year, edward=edward))
    succeeds = edward == 1 and year >= 1306
    assert kinds(after) == ([EventKind.EDWARD_SUCCEEDED] if succeeds else [])
    assert after.state.calendar.edward == (2 if succeeds else edward)


@proves("hs:6.22-1", "hs:6.22-2", "hs:6.22-3", "hs:6.22-5")
def test_balliol_needs_1301_the_french_and_nobody_crowned_before() -> None:
    first = 1301
    for year in (first - 1, first):
        for crowned_in in (0, 1300):
            for french in ("s_french", "s_grant"):
                state = scene({"mar": french}, year=year, crowned=crowned_in)
                due = [
                    *(["6.22-1"] if year < first else []),
                    *(["6.22-2"] if crowned_in else []),
                    *(["6.22-3"] if french != "s_french" else []),
                ]
                assert [broken(each) for each in balliol_violations(state)] == due


def _candidate(rules: Ruleset, wallace: Away, **calendar: int) -> State:
    state = scene({"fife": "s_bruce", "mar": "s_comyn"}, Turn(TurnStage.SECOND), Declaring(), rules=rules, **calendar)
    state = state._replace(board=put_away(state.board, WALLACE, wallace))
    return state._replace(cards=state.cards._replace(scottish_card=Card.HERALD))


@proves("hs:6.21-3", "hs:6.22-4")
@pytest.mark.parametrize("when", ["with_card", "when_resolved"])
def test_a_coronation_takes_the_place_of_the_event_and_waits_if_declared_with_the_card(when: str) -> None:
    state = _candidate(ruleset(coronation_declared=when), Away.DEAD, year=1303)
    crowning = declaring_apply(state, Declaring(), Crown(Candidate.BRUCE))
    if when == "with_card":
        assert kinds(crowning) == [EventKind.CORONATION_DECLARED]
        assert crowning.state.cards.declared is Candidate.BRUCE
    else:
        assert kinds(crowning)[0] == EventKind.KING_CROWNED
    event = declaring_apply(state, Declaring(), PlayEvent())
    assert event.state.stack.top == (Turn(TurnStage.SECOND) if when == "with_card" else Herald(Side.SCOTLAND))


@proves("hs:6.21-3")
def test_a_coronation_whose_conditions_are_gone_fails_and_says_so() -> None:
    state = _candidate(STANDARD, Away.POOL, year=1303)
    after = crowned(state, Candidate.BRUCE)
    assert kinds(after) == [EventKind.CORONATION_FAILED]
    assert after.state == state


@proves("hs:6.21-6", "hs:6.21-7", "hs:6.22-7", "hs:5.7-5", "hs:2.22-1")
def test_only_scottish_nobles_of_the_rival_party_on_the_map_go_over_and_never_moray() -> None:
    state = scene({"fife": "s_bruce s_mar s_moray s_angus", "mar": "e_buchan e_atholl", "galloway": "e_galloway"})
    assert renegades(state, Candidate.BRUCE) == (block("s_angus"),)
    assert set(renegades(state, Candidate.COMYN)) == {BRUCE, block("s_mar")}


@proves("hs:6.21-8")
@pytest.mark.parametrize("beside", [True, False])
def test_turned_nobles_attack_whoever_stands_beside_them_before_the_turn_goes_on(beside: bool) -> None:
    state = scene({"fife": "s_king", "angus": "e_angus s_grant" if beside else "e_angus"}, Turn(TurnStage.SECOND))
    after = fought_at_once(state).state
    assert after.stack.frames == ((Turn(TurnStage.SECOND), Battles()) if beside else (Turn(TurnStage.SECOND),))
    marks = {place: side for place, side in enumerate(after.field.attacker) if side}
    assert marks == ({ANGUS: mark_of(Side.ENGLAND)} if beside else {})


# ---------------------------------------------------------------- winter


@proves("hs:7.1-1", "hs:7.1-2", "hs:I-14")
@pytest.mark.parametrize("holder", ["e_york_infantry", "s_grant", ""])
def test_a_noble_goes_home_and_changes_side_there_at_his_strength_if_the_enemy_holds_it(holder: str) -> None:
    mar = block("s_mar")
    state = scene({"fife": "s_mar:2 s_bruce", **({"mar": holder} if holder else {})})
    after = gone_home(state, mar, MAR)
    turns = holder == "e_york_infantry"
    stands = OTHER_SIDE[mar] if turns else mar
    assert (after.state.board.at[stands], after.state.board.steps[stands]) == (MAR, 2)
    assert kinds(after) == [EventKind.NOBLE_WENT_HOME, *([EventKind.NOBLE_CHANGED_SIDE] if turns else [])]


@proves("hs:7.12-1")
@pytest.mark.parametrize("choice", ["any_home", "free_home_only"])
@pytest.mark.parametrize("held", [(), ("annan",), ("carrick",), ("annan", "carrick")])
def test_bruce_picks_among_his_homes_as_long_as_one_is_free(choice: str, held: tuple[str, ...]) -> None:
    holders = dict(zip(held, ("e_york_infantry", "e_durham_infantry"), strict=False))
    state = scene({"fife": "s_bruce", **holders}, rules=ruleset(split_home_choice=choice))
    free = {"annan", "carrick"} - set(held)
    due = {"annan", "carrick"} if free and choice == "any_home" else free
    assert {AREA_IDS[each] for each in homes_open(state, BRUCE)} == due


@proves("hs:7.32-2", "hs:7.5-5", "hs:7.1-3")
@pytest.mark.parametrize("wintered", [0, 1297, 1298])
def test_nobles_never_disband_but_moray_may_and_edward_unless_he_winters(wintered: int) -> None:
    state = scene({"fife": "e_edward"}, year=1298, wintered=wintered)
    may = {name: may_ever_disband(state, block(name)) for name in ("e_angus", "s_mar", "s_moray", "s_grant")}
    assert may == {"e_angus": False, "s_mar": False, "s_moray": True, "s_grant": True}
    assert may_ever_disband(state, EDWARD) is (wintered != 1298)


@proves("hs:7.3-1", "hs:7.5-3")
@pytest.mark.parametrize("scots", ["yes", "no"])
def test_english_disband_freely_and_scots_as_the_ruleset_says(scots: str) -> None:
    state = scene({"mar": "s_grant"}, rules=ruleset(scots_voluntary_disband=scots))
    assert may_disband_freely(state, Side.ENGLAND) is True
    assert may_disband_freely(state, Side.SCOTLAND) is (scots == "yes")


@proves("hs:9.0-1")
@pytest.mark.parametrize("reading", ["nobles_home", "nobles_home_unless_tie", "full"])
@pytest.mark.parametrize("year", [1304, 1305])
@pytest.mark.parametrize("dead", ["", "s_wallace", "s_moray"])
def test_the_last_winter_ends_with_the_nobles_home_always_never_or_unless_a_tie_can_come(
    reading: str, year: int, dead: str
) -> None:
    state = scene({"mar": "s_mar"}, rules=ruleset(final_winter=reading), year=year, last_year=1305)
    if dead:
        state = state._replace(board=put_away(state.board, block(dead), Away.DEAD))
    early = reading == "nobles_home" or (reading == "nobles_home_unless_tie" and dead != "")
    assert counted_early(state) is (year == 1305 and early)


@proves("hs:S7-5", "hs:7.61-2")
@pytest.mark.parametrize("reading", ["redirect_to_coast", "redraw"])
def test_sea_blocks_are_drawn_for_coasts_and_inland_only_where_a_friendly_coast_is_near(reading: str) -> None:
    """Given Lanark, then Carrick and Lennox are coasts beside it; Selkirk is not, though friendly."""
    rules = ruleset(inland_sea_draw=reading)
    for coast in ("lennox", "selkirk"):
        state = scene({"lanark": "s_steward", coast: "s_grant"}, rules=rules)
        state = state._replace(board=put_away(put_away(state.board, NORSE, Away.POOL), block("s_keith"), Away.POOL))
        near = coast == "lennox"
        assert landings(state, area("lanark")) == ((area("lennox"),) if near else ())
        inland = {NORSE, block("s_keith")} if near and reading == "redirect_to_coast" else {block("s_keith")}
        assert set(drawable(state, area("lanark"))) == inland
        assert set(drawable(state, area("annan"))) == {NORSE, block("s_keith")}


@proves("hs:7.61-2", "hs:S7-5")
def test_a_sea_block_drawn_for_a_coast_comes_there_and_inland_lands_nearby() -> None:
    state = scene({"lanark": "s_steward", "lennox": "s_grant"}, Building(Side.SCOTLAND, ()), Drawing(area("annan")))
    assert drawn(state, Drawing(area("annan")), NORSE).state.board.at[NORSE] == area("annan")
    assert drawn(state, Drawing(area("lanark")), NORSE).state.board.at[NORSE] == area("lennox")
    assert drawn(state, Drawing(area("lanark")), block("s_keith")).state.board.at[block("s_keith")] == area("lanark")
    two = scene({"lennox": "s_grant", "carrick": "s_fraser"}, Building(Side.SCOTLAND, ()), Drawing(area("lanark")))
    assert drawn(two, Drawing(area("lanark")), NORSE).state.stack.top == Landing(NORSE, area("lanark"))


@proves("hs:8.1-1", "hs:8.2-1", "hs:8.3-1", "hs:8.3-2", "hs:9.0-1")
@pytest.mark.parametrize(
    ("year", "last", "ends"), [(1304, 1305, False), (1305, 1305, True), (1314, 1314, True), (1314, 0, False)]
)
@pytest.mark.parametrize("check", ["immediate", "end_of_turn", "end_of_turn_and_winter"])
def test_a_scenario_ends_with_its_last_year_a_campaign_never_and_a_winter_with_all_nobles_on_one_side_may(
    year: int, last: int, ends: bool, check: str
) -> None:
    rules = ruleset(all_nobles_check=check)
    for other in ("e_galloway", "s_galloway"):
        blocks = {"ross": "e_ross", "galloway": other}
        state = scene(blocks, Wintering(WinteringStage.END), rules=rules, year=year, last_year=last)
        after = year_ended(state).state
        mastered = other == "e_galloway" and check == "end_of_turn_and_winter"
        assert (after.outcome is not None) is (ends or mastered)
        assert after.calendar.year == (year if ends or mastered else year + 1)


# ---------------------------------------------------------------- victory, bids, what is seen


@proves("hs:9.0-1", "hs:9.0-2", "hs:I-2")
@pytest.mark.parametrize("wallace", ["on_map", "pool", "aside", "dead"])
@pytest.mark.parametrize(("more", "winner"), [("", None), ("e_mar", Side.ENGLAND), ("s_mar", Side.SCOTLAND)])
def test_more_nobles_win_and_a_tie_goes_to_scotland_only_with_wallace_on_the_map(
    wallace: str, more: str, winner: Side | None
) -> None:
    board = scene({"fife": "s_wallace", **({"mar": more} if more else {})}).board
    if wallace != "on_map":
        board = put_away(board, WALLACE, Away[wallace.upper()])
    tie = Side.SCOTLAND if wallace == "on_map" else Side.ENGLAND
    assert winner_by_count(board) == ((winner, "hs:9.0-1") if winner else (tie, "hs:9.0-2"))


@proves("hs:9.1-1")
@pytest.mark.parametrize(
    ("ross", "galloway", "master"),
    [
        ("e_ross", "e_galloway", Side.ENGLAND),
        ("s_ross", "s_galloway", Side.SCOTLAND),
        ("e_ross", "s_galloway", None),
        ("s_ross", "e_galloway", None),
    ],
)
def test_who_controls_every_noble_in_play_wins_at_once_and_nobody_else(
    ross: str, galloway: str, master: Side | None
) -> None:
    assert master_of_all_nobles(scene({"ross": ross, "galloway": galloway}).board) is master


@proves("hs:8.1-6", "hs:8.2-8", "hs:TP-3", "hs:TP-4")
@pytest.mark.parametrize(("bid", "more"), [("off", 0), ("e2", 0), ("s1", 1), ("s3", 3)])
@pytest.mark.parametrize("year", [1297, 1306])
def test_a_scottish_bid_adds_blocks_to_the_levy_of_1297_only(bid: str, more: int, year: int) -> None:
    rules = ruleset(tournament_bid=bid)
    state = scene({"mar": "s_grant"}, rules=rules, year=year, turn=0)
    for name in ("e_hobelars", "e_york_knights", "e_durham_knights", "e_wales_archers", "e_lancaster_archers"):
        state = state._replace(board=put_away(state.board, block(name), Away.POOL))
    assert opening_levy(state, 2, rules) == 2 + (more if year == 1297 else 0)


@proves("hs:TP-1", "hs:TP-4", "hs:TP-6")
def test_only_the_difference_of_two_bids_counts() -> None:
    assert [net_bid(english, scottish) for english in (1, 2, 3) for scottish in (1, 2, 3)] == [
        "off", "s1", "s2", "e1", "off", "s1", "e2", "e1", "off",
    ]  # fmt: skip


@proves("hs:TP-1")
@pytest.mark.parametrize(("english", "scottish"), [(0, 1), (4, 1), (1, 0), (1, 4)])
def test_no_other_bid_is_taken_from_either_side(english: int, scottish: int) -> None:
    with pytest.raises(ValueError, match="bids are 1 to 3"):
        net_bid(english, scottish)


@proves("hs:S1-2", "hs:5.1-3")
@pytest.mark.parametrize("now", [0, 1])
def test_blocks_lie_face_up_from_round_one_on_where_they_fight(now: int) -> None:
    fight = Battle(MAR, Side.ENGLAND, now, reserves=mask_of(block("s_fraser")))
    state = scene({"mar": "s_grant s_fraser e_york_infantry", "fife": "s_lindsay"}, fight)
    seen = [name for name in ("s_grant", "s_fraser", "e_york_infantry", "s_lindsay") if is_revealed(state, block(name))]
    assert seen == (["s_grant", "e_york_infantry"] if now else [])
    waiting = state._replace(stack=Stack((Battles(),)))
    assert not any(is_revealed(waiting, each) for each in BLOCKS)


# ---------------------------------------------------------------- what is wrong with a position


@proves("hs:2.22-3")
@pytest.mark.parametrize(
    ("english", "scottish", "reasons"),
    [
        ("map", "aside", []),
        ("aside", "map", []),
        ("map", "map", ["both_copies_in_play"]),
        ("pool", "aside", ["noble_in_pool"]),
        ("aside", "pool", ["noble_in_pool"]),
        ("dead", "aside", ["noble_in_pool"]),
        ("map", "dead", ["noble_in_pool"]),
        ("map", "pool", ["noble_in_pool"]),
    ],
)
def test_a_noble_is_in_play_for_one_side_and_never_in_a_pool(english: str, scottish: str, reasons: list[str]) -> None:
    state = scene({"mar": "s_mar e_mar"})
    for name, away in (("e_mar", english), ("s_mar", scottish)):
        if away != "map":
            state = state._replace(board=put_away(state.board, block(name), Away[away.upper()]))
    assert [each.reason.value for each in copies_in_play(state)] == reasons


@proves("hs:4.0-5")
def test_enemies_stand_together_only_while_a_battle_is_pending_or_the_game_is_over() -> None:
    state = scene({"mar": "s_grant e_york_infantry"}, Turn(TurnStage.END), Levy(1))
    state = state._replace(field=state.field._replace(attacker=with_byte(state.field.attacker, MAR, 1)))
    assert [each.reason.value for each in enemies_together(state)] == ["enemies_together"]
    moving = state._replace(stack=Stack((Turn(TurnStage.SECOND), Moving(Side.ENGLAND, 1))))
    assert list(enemies_together(moving)) == []
    over = state._replace(outcome=Outcome(Side.ENGLAND, RuleId("hs:9.0-1")))
    assert list(enemies_together(over)) == []


@proves("hs:4.3-2", "hs:4.3-3")
def test_a_border_with_too_many_crossings_is_named_by_both_its_ends() -> None:
    for border in BORDERS:
        limit = border_limit(border)
        state = scene({"mar": "s_grant"})
        for used in (limit, limit + 1):
            field = state.field._replace(crossings=with_byte(NO_CROSSINGS, border, used))
            found = list(overcrowded_borders(state._replace(field=field)))
            between = tuple(AREA_IDS[each] for each in ends(border))
            assert [dict(each.facts)["between"] for each in found] == ([between] if used > limit else [])
            assert {broken(each) for each in found} <= {"4.3-2" if limit == 6 else "4.3-3"}


@proves("hs:7.5-3", "hs:7.32-1", "hs:5.9-5")
def test_in_late_winter_no_area_is_over_its_limit_but_for_sea_blocks_of_that_side() -> None:
    over = {"angus": "e_york_infantry e_durham_infantry e_cumbria_infantry", "galloway": "s_galloway"}
    early = scene(over, Wintering(WinteringStage.ENGLISH_DISBAND))
    assert list(winter_limits(early)) == []
    for frames in (
        (Wintering(WinteringStage.LEVY), Levy(1)),
        (Wintering(WinteringStage.LEVY), Building(Side.SCOTLAND, ())),
    ):
        assert len(list(winter_limits(scene(over, *frames)))) == 1
        assert len(list(winter_limits(scene({**over, "angus": f"{over['angus']} s_norse"}, *frames)))) == 1
        landed = {"angus": "s_grant s_fraser s_norse", "galloway": "s_galloway"}
        assert list(winter_limits(scene(landed, *frames))) == []
    assert list(winter_limits(scene(over, Turn(TurnStage.CARDS), Levy(1)))) == []
