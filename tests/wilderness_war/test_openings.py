"""Openings: what begins with each, and what the rules refuse before it begins."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.openings import Forbidden
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import frames as f
from reference.wilderness_war.actions import Activates, Decline, Raised, Roll
from reference.wilderness_war.board import Away, place_of_leader
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import IDS, Space, adjacent, space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, LEADERS, leader
from reference.wilderness_war.event_frames import Placement
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Phase, State
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    Pieces,
    due,
    kinds_of,
    leaders,
    place,
    played,
    read,
    rolled,
    ruleset,
    stack,
    units,
)

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
# With these, Albany supplies Niagara.
CHAIN: Json = {"british": ["oneida_carry_east", "oneida_carry_west"]}


def begun(pieces: Pieces, opening: Json, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the state that an opening begins with, before anything happens in it; no rule may refuse it."""
    assert forbidden(pieces, opening, rules, **rest) == ()
    return read(pieces, rules, opening=opening, **rest)


def frames(pieces: Pieces, opening: Json, rules: Ruleset = STANDARD, /, **rest: Json) -> tuple[f.Frame, ...]:
    """Return the frames that an opening begins with."""
    return begun(pieces, opening, rules, **rest).stack.frames


def forbidden(pieces: Pieces, opening: Json, rules: Ruleset = STANDARD, /, **rest: Json) -> tuple[Violation, ...]:
    """Return the rules that refuse an opening; none if it may begin."""
    try:
        read(pieces, rules, opening=opening, **rest)
    except Forbidden as found:
        fault = found
    else:
        return ()
    assert fault.place == "opening"
    return fault.violations


# ---------------------------------------------------------------- the year


def test_a_year_opens_with_its_deal_an_action_phase_or_its_end() -> None:
    hand: Json = {"british": ["card_1"]}
    assert frames({}, {"type": "deal"}) == (f.Year(f.YearStage.DEAL, FRENCH),)
    assert frames({}, {"type": "deal"}, markers={"quiberon": True}) == (f.Year(f.YearStage.DEAL, BRITISH),)
    assert frames({}, {"type": "action_phase", "side": "british"}, hands=hand) == (
        f.Year(f.YearStage.ACTIONS, BRITISH),
    )
    assert frames({}, {"type": "year_end"}, hands=hand) == (f.Year(f.YearStage.GO_HOME, FRENCH),)
    assert frames({"tioga": ["fr_regular_bearn"]}, {"type": "winter_attrition"}) == (
        f.Winter((f.Stood(FRENCH, space("tioga")),)),
    )
    assert frames({}, {"type": "victory_check"}) == (f.VictoryCheck(),)


@proves("ww:4.0-A.2", "ww:4.0-A.2-hold")
def test_a_side_without_cards_or_that_has_passed_has_no_action_phase() -> None:
    opening: Json = {"type": "action_phase", "side": "french"}
    assert forbidden({}, opening, hands={"british": ["card_1"]}) == (
        violation(Reason.NO_CARDS, "ww:4.0-A.2", side="french"),
    )
    assert forbidden({}, opening, passed=["french"], hands={"french": ["card_1"]}) == (
        violation(Reason.HAS_PASSED, "ww:4.0-A.2-hold", side="french"),
    )


@proves("ww:4.0-A.2", "ww:4.0-A.2-hold")
def test_a_year_does_not_end_while_a_side_has_more_cards_than_it_may_hold() -> None:
    hands: Json = {"british": ["card_1", "card_2"], "french": ["card_3"]}
    assert forbidden({}, {"type": "year_end"}, hands=hands) == (
        violation(Reason.CARDS_LEFT, "ww:4.0-A.2", side="british", cards=2),
    )


@proves("ww:sc-am-unused", "ww:card-french-regulars-fx2")
@pytest.mark.parametrize(
    "opening",
    [
        {"type": "event", "side": "french", "card": "card_55"},
        {"type": "deal"},
        {"type": "action_phase", "side": "french"},
        {"type": "year_end"},
    ],
)
def test_in_a_game_begun_in_1757_leaders_nobody_names_are_out_of_play_and_in_an_earlier_one_they_wait(
    opening: Json,
) -> None:
    """Given Levis on the map and Wolfe in the pool, then all others are removed; begun in 1755 they are aside."""
    pieces: Pieces = {"quebec": ["levis"]}
    rest: dict[str, Json] = {"pool": ["wolfe"], "hands": {"french": ["card_1"]}}
    for start, others in ((1757, Away.REMOVED), (1755, Away.ASIDE)):
        state = begun(pieces, opening, markers={"start": start}, **rest)
        found = {LEADERS[each].id: place_of_leader(state.board, each) for each in ALL_LEADERS}
        assert found == dict.fromkeys(found, others) | {"levis": space("quebec"), "wolfe": Away.POOL}


@proves("ww:card-french-regulars-fx2", "ww:sc-ew-montcalm")
def test_french_regulars_bring_montcalm_only_where_the_game_began_before_him() -> None:
    opening: Json = {"type": "event", "side": "french", "card": "card_55"}
    arriving = {1757: (), 1755: leaders("montcalm levis bougainville")}
    for start, expected in arriving.items():
        top = begun({}, opening, year=1758, markers={"start": start}).stack.top
        assert isinstance(top, Placement)
        assert top.leaders == expected


# ---------------------------------------------------------------- going home


@proves("ww:10.4", "ww:4.0-B.3")
def test_raiders_go_home_from_where_they_are_and_at_the_years_end_indians_without_shelter() -> None:
    pieces: Pieces = {"hoosic": ["rigaud", "fr_coureurs_marin", "fr_indian_abenaki_1", "br_ranger_rogers"]}
    opening: dict[str, Json] = {"type": "going_home", "side": "french", "space": "hoosic"}
    raiders = units("fr_coureurs_marin fr_indian_abenaki_1")
    assert frames(pieces, opening) == (f.GoingHome(FRENCH, space("hoosic"), leaders("rigaud"), raiders),)
    assert frames(pieces, {**opening, "year_end": True}) == (
        f.GoingHome(FRENCH, space("hoosic"), leaders("rigaud"), raiders, winter=True),
    )
    nobody: Pieces = {"hoosic": ["rigaud", "fr_regular_bearn"], "st_francois": ["fr_indian_abenaki_1"]}
    facts = {"side": "french", "space": "hoosic"}
    assert forbidden(nobody, opening) == (violation(Reason.NO_RAIDERS, "ww:10.4", **facts),)
    woodsmen: Pieces = {"hoosic": ["fr_coureurs_marin"]}
    assert forbidden(woodsmen, {**opening, "year_end": True}) == (violation(Reason.NO_RAIDERS, "ww:4.0-B.3", **facts),)


@proves("ww:4.0-B.3-leaders", "ww:5.31")
def test_only_a_leader_alone_in_the_wild_is_recalled() -> None:
    opening: Json = {"type": "recall", "leader": "webb"}
    assert frames({"tioga": ["webb"]}, opening) == (f.Recall(leader("webb")),)
    stays = violation(Reason.NOT_RECALLED, "ww:4.0-B.3-leaders", leader="webb")
    assert forbidden({"tioga": ["webb", "br_ranger_rogers"]}, opening) == (stays,)
    assert forbidden({}, opening) == (violation(Reason.NOT_ON_MAP, "ww:5.31", leader="webb"), stays)


@proves("ww:13.3")
def test_sides_are_bid_for_only_where_the_ruleset_says_so() -> None:
    assert frames({}, {"type": "bidding"}, ruleset(bidding="on")) == (f.Bidding(),)
    assert forbidden({}, {"type": "bidding"}) == (violation(Reason.NO_BIDDING, "ww:13.3"),)


# ---------------------------------------------------------------- a card


def test_a_card_in_the_pile_is_dealt_to_the_side_that_plays_its_event() -> None:
    state = begun({}, {"type": "event", "side": "french", "card": "card_55"})
    assert state.phase == Phase(value=3)
    assert state.stack.frames[0] == f.PhaseEnd(FRENCH)
    assert state.cards.at[card("card_55")] == At.REMOVED
    held = begun({}, {"type": "event", "side": "french", "card": "card_55"}, hands={"french": ["card_55"]})
    assert held == state


@proves("ww:5.26", "ww:5.51", "ww:5.12")
def test_an_event_of_the_other_side_or_a_card_held_elsewhere_is_not_played() -> None:
    regulars: Json = {"type": "event", "side": "british", "card": "card_55"}
    assert forbidden({}, regulars, hands={"french": ["card_55"]}) == (
        violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_55"),
        violation(Reason.OTHER_SIDES_EVENT, "ww:5.12", card="card_55", side="british"),
    )
    response: Json = {"type": "event", "side": "french", "card": "card_11"}
    assert [each.reason for each in forbidden({}, response)] == [Reason.RESPONSE_ONLY]


@proves("ww:en-14.6", "ww:4.0-A.2")
def test_digging_needs_the_option_a_discard_that_can_be_dug_up_and_a_card_to_give() -> None:
    rules, hands = ruleset(dig_for_regulars="on"), {"british": ["card_1"]}
    opening: Json = {"type": "digging", "card": "card_57"}
    assert frames({}, opening, rules, discards=["card_57"], hands=hands) == (f.Digging(card("card_57")),)
    assert forbidden({}, opening) == (
        violation(Reason.NO_DIGGING, "ww:en-14.6"),
        violation(Reason.NOT_IN_THE_DISCARDS, "ww:en-14.6", card="card_57"),
        violation(Reason.NO_CARDS, "ww:4.0-A.2", side="british"),
    )


def in_phase(opening: Json, pieces: Pieces, top: f.Frame, value: int, **rest: Json) -> State:
    """Check that an opening begins a procedure in an Action Phase with a card of a value."""
    state = begun(pieces, opening, **rest)
    assert state.stack.frames == (f.PhaseEnd(BRITISH), top)
    assert state.phase.value == value
    return state


def test_a_card_of_a_value_names_individuals_a_unit_a_force_a_campaign_or_builds() -> None:
    pieces: Pieces = {"albany": ["webb", "br_regular_44th"]}
    side: Json = "british"
    in_phase({"type": "individuals", "side": side, "value": 2}, pieces, f.Individuals(BRITISH, 4), 2)
    in_phase({"type": "drilled_unit", "side": side}, pieces, f.Calling(BRITISH, Activates.UNIT, 1), 1)
    in_phase({"type": "force", "side": side, "value": 3}, pieces, f.Calling(BRITISH, Activates.FORCE, 3), 3)
    campaign = in_phase({"type": "campaign", "side": side}, pieces, f.Campaign(BRITISH), 3)
    assert campaign.phase.campaign
    build: dict[str, Json] = {"type": "construction", "side": side, "what": "forts", "value": 2}
    in_phase(build, pieces, f.Construction(BRITISH, Raised.FORTS, 2), 2)


@proves("ww:5.32-b", "ww:5.32-c")
def test_a_card_activates_no_unit_or_force_where_there_is_none() -> None:
    anyone: Json = {"type": "drilled_unit", "side": "british"}
    assert forbidden({"albany": ["br_ranger_rogers"]}, anyone) == (
        violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-b", side="british"),
    )
    assert forbidden({"albany": ["br_regular_44th"]}, anyone) == ()
    slow: Pieces = {"albany": ["abercromby", "br_regular_44th"]}
    assert forbidden(slow, {"type": "force", "side": "british", "value": 1}) == (
        violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-c", side="british", value=1),
    )
    assert forbidden(slow, {"type": "force", "side": "british", "value": 3}) == ()


@proves("ww:5.4-exc", "ww:5.46")
def test_nobody_builds_twice_in_a_row_or_demolishes_nothing() -> None:
    build: Json = {"type": "construction", "side": "british", "what": "stockades", "value": 1}
    assert forbidden({}, build, built_last=["british"]) == (
        violation(Reason.BUILT_LAST_TIME, "ww:5.4-exc", side="british"),
    )
    demolish: Json = {"type": "demolition", "side": "french"}
    assert frames({}, demolish, forts={"french": ["crown_point"]}) == (f.Demolition(FRENCH),)
    assert forbidden({}, demolish, forts={"british": ["crown_point"]}) == (
        violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46"),
    )


@pytest.mark.parametrize("value", [0, 4, -1, 999999999999])
def test_a_card_has_a_value_of_one_to_three(value: int) -> None:
    with pytest.raises(Unreadable, match=rf"^opening\.value: {value} is not 1 to 3$"):
        read({}, opening={"type": "individuals", "side": "british", "value": value})


# ---------------------------------------------------------------- movement

ALBANY: Pieces = {"albany": ["loudoun", "webb", "br_regular_44th", "br_ranger_rogers"]}


def test_a_leader_musters_his_force_unless_it_is_named() -> None:
    state = begun(ALBANY, {"type": "march", "leader": "loudoun"})
    (loudoun,) = leaders("loudoun")
    assert state.stack.frames == (f.Activation(BRITISH, commander=loudoun, stage=f.ActivationStage.MUSTER),)
    assert state.phase == Phase(value=3, leaders=(loudoun,))
    named: Json = {"type": "march", "leader": "loudoun", "leaders": ["webb"], "units": ["br_regular_44th"], "value": 3}
    marching = begun(ALBANY, named)
    force, regulars = leaders("loudoun webb"), units("br_regular_44th")
    assert marching.stack.frames == (
        f.Activation(BRITISH, loudoun, force, regulars, f.ActivationStage.RAIDS),
        f.Move(BRITISH, space("albany"), loudoun, force, regulars, f.MoveStage.STEP),
    )
    assert marching.phase == Phase(value=3, units=regulars, leaders=force)


def test_a_unit_moves_alone() -> None:
    state = begun(ALBANY, {"type": "unit_march", "unit": "br_ranger_rogers"})
    (rogers,) = units("br_ranger_rogers")
    assert state.stack.frames == (
        f.Activation(BRITISH, units=(rogers,), stage=f.ActivationStage.RAIDS),
        f.Move(BRITISH, space("albany"), None, (), (rogers,), f.MoveStage.STEP),
    )
    assert state.phase == Phase(value=1, units=(rogers,))


@proves("ww:5.31", "ww:5.32-c", "ww:5.31-once")
def test_a_leader_off_the_map_too_slow_for_the_card_or_activated_before_does_not_march() -> None:
    absent = violation(Reason.NOT_ON_MAP, "ww:5.31", leader="loudoun")
    slow = violation(Reason.INITIATIVE_TOO_HIGH, "ww:5.32-c", leader="loudoun", initiative=3, value=1)
    assert forbidden({}, {"type": "march", "leader": "loudoun", "value": 1}) == (absent, slow)
    spent: Json = {"type": "phase", "leaders": ["loudoun"]}
    assert forbidden(ALBANY, {"type": "march", "leader": "loudoun"}, phase=spent) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="loudoun"),
    )


@proves("ww:5.34", "ww:5.34-limits")
def test_a_force_is_stacked_with_its_commander_and_within_his_command() -> None:
    crowd: Pieces = {"albany": ["webb", "loudoun", "7 br_regular"], "boston": ["br_ranger_rogers", "murray"]}
    opening = {"type": "march", "leader": "webb", "leaders": ["loudoun", "murray"], "units": ["br_ranger_rogers"]}
    assert forbidden(crowd, opening) == (
        violation(Reason.OUTRANKS_COMMANDER, "ww:5.34", leader="loudoun", commander="webb"),
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="murray"),
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit="br_ranger_rogers"),
    )
    regulars = [name for name in map(str, stack(read(crowd), "albany")) if name.startswith("br_regular")]
    assert forbidden(crowd, {"type": "march", "leader": "webb", "units": regulars}) == (
        violation(Reason.BEYOND_COMMAND, "ww:5.34", units=7, command=5),
    )


@proves("ww:8.25", "ww:5.31")
def test_besieged_pieces_and_units_off_the_map_do_not_march() -> None:
    shut_in: Pieces = {"albany": ["inside webb", "inside br_regular_44th", "montcalm", "fr_regular_bearn"]}
    shut = violation(Reason.BESIEGED, "ww:8.25", space="albany")
    assert forbidden(shut_in, {"type": "march", "leader": "webb"}, sieges={"albany": 0}) == (shut,)
    assert forbidden(shut_in, {"type": "unit_march", "unit": "br_regular_44th"}, sieges={"albany": 0}) == (shut,)
    assert forbidden(shut_in, {"type": "entry", "leader": "webb", "to": "hoosic"}, sieges={"albany": 0}) == (shut,)
    assert forbidden({}, {"type": "unit_march", "unit": "br_regular_44th"}) == (
        violation(Reason.NOT_ON_MAP, "ww:5.31", unit="br_regular_44th"),
    )


MARCH: Pieces = {
    "green_mountains_south": ["rigaud", "fr_regular_bearn", "fr_coureurs_marin"],
    "albany": ["bradstreet", "br_regular_15th"],
}
HOOSIC = {"leader": "rigaud", "to": "hoosic"}


def entered(name: str, stage: f.MoveStage, pieces: Pieces, **more: Json) -> f.Move:
    """Return the move after an opening entered Hoosic, at a stage."""
    top = begun(pieces, {"type": name, **HOOSIC, **more}).stack.top
    assert isinstance(top, f.Move)
    assert (top.stage, IDS[top.at], top.entry) == (stage, "hoosic", space("green_mountains_south"))
    return top


@proves("ww:5.35", "ww:6.2")
def test_a_leader_enters_a_space_with_his_whole_stack_unless_others_are_named() -> None:
    whole = entered("entry", f.MoveStage.SCHOONER, MARCH)
    assert (whole.leaders, whole.units) == (leaders("rigaud"), units("fr_regular_bearn fr_coureurs_marin"))
    some = entered("entry", f.MoveStage.SCHOONER, MARCH, units=["fr_regular_bearn"])
    assert (some.leaders, some.units) == (leaders("rigaud"), units("fr_regular_bearn"))
    state = begun(MARCH, {"type": "entry", **HOOSIC})
    assert stack(state, "hoosic") == ["rigaud", "fr_regular_bearn", "fr_coureurs_marin"]
    alone = begun(MARCH, {"type": "entry", "units": ["fr_coureurs_marin"], "to": "hoosic"}).stack.top
    assert isinstance(alone, f.Move)
    assert (alone.commander, alone.units, alone.infiltrating) == (None, units("fr_coureurs_marin"), False)


@proves("ww:6.6")
def test_a_single_auxiliary_may_enter_by_infiltration() -> None:
    held = {**MARCH, "hoosic": ["br_regular_44th"]}
    opening: Json = {"type": "entry", "units": ["fr_coureurs_marin"], "to": "hoosic", "infiltrating": True}
    top = begun(held, opening).stack.top
    assert isinstance(top, f.Move)
    assert (top.infiltrating, top.stage) == (True, f.MoveStage.SCHOONER)
    empty = forbidden(MARCH, opening)
    assert empty == (violation(Reason.NOTHING_TO_INFILTRATE, "ww:6.6", space="hoosic"),)


@proves("ww:5.34", "ww:6.2")
def test_a_group_enters_with_a_commander_or_as_a_single_unit_and_only_where_it_may_go() -> None:
    pair = {"type": "entry", "units": ["fr_coureurs_marin", "fr_regular_bearn"], "to": "hoosic"}
    no_force = violation(Reason.NO_FORCE, "ww:5.34", entering="hoosic")
    assert forbidden(MARCH, pair) == (no_force,)
    assert forbidden(
        MARCH, {"type": "entry", "leaders": ["rigaud"], "units": ["fr_regular_bearn"], "to": "hoosic"}
    ) == (no_force,)
    assert forbidden(MARCH, {"type": "entry", "units": ["fr_regular_bearn"], "to": "hoosic"}) == ()
    far = forbidden(MARCH, {"type": "entry", "leader": "rigaud", "to": "boston"})
    assert far == (violation(Reason.NOT_ADJACENT, "ww:6.2", start="green_mountains_south", to="boston"),)


@proves("ww:6.72")
def test_the_enemy_may_intercept_where_one_is_near() -> None:
    entered("interception", f.MoveStage.INTERCEPTION, MARCH)
    state = place(MARCH, opening={"type": "interception", **HOOSIC})
    assert (due(state).by, due(state).about) == (BRITISH, "interception")
    assert forbidden(MARCH, {"type": "interception", **HOOSIC}) == ()
    calm = {"green_mountains_south": MARCH["green_mountains_south"]}
    assert forbidden(calm, {"type": "interception", **HOOSIC}) == (
        violation(Reason.NOBODY_THERE, "ww:6.72", side="british", space="hoosic"),
    )


@proves("ww:6.722", "ww:6.723", "ww:6.72", "ww:fr-adv")
def test_nobody_intercepts_leaders_alone_a_safe_entry_or_without_the_advanced_rules() -> None:
    officer = {"green_mountains_south": ["rigaud"], "albany": MARCH["albany"], "hoosic": ["fr_coureurs_marin"]}
    opening: Json = {"type": "interception", **HOOSIC}
    alone = violation(Reason.LEADERS_ALONE, "ww:6.723", space="hoosic")
    safe = violation(Reason.SAFE_ENTRY, "ww:6.722", space="hoosic")
    assert forbidden(officer, opening) == (alone, safe)
    assert forbidden(MARCH, opening) == ()
    assert forbidden(MARCH, opening, ruleset("fr_basic")) == (
        violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", space="hoosic"),
    )


@proves("ww:6.8", "ww:6.81", "ww:fr-adv")
def test_the_enemy_in_a_space_may_avoid_battle_where_it_can() -> None:
    met = {"green_mountains_south": MARCH["green_mountains_south"], "hoosic": ["br_regular_15th"]}
    opening: Json = {"type": "avoidance", **HOOSIC}
    entered("avoidance", f.MoveStage.AVOIDANCE, met)
    state = place(met, opening=opening)
    assert (due(state).by, due(state).about) == (BRITISH, "avoidance")
    facts = {"side": "british", "space": "hoosic"}
    assert forbidden(MARCH, opening) == (violation(Reason.NOBODY_THERE, "ww:6.8", **facts),)
    assert forbidden(met, opening, ruleset("fr_basic")) == (
        violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", space="hoosic"),
    )
    around = {"albany": ["fr_regular_3_berry"], "northampton": ["fr_regular_2_berry"]}
    surrounded = {**met, **{IDS[each]: ["1 fr_coureurs"] for each in _around("hoosic")}, **around}
    del surrounded["green_mountains_south"]
    closed = {**surrounded, "green_mountains_south": MARCH["green_mountains_south"]}
    assert forbidden(closed, opening) == (violation(Reason.NO_REFUGE, "ww:6.81", **facts),)


def _around(name: str) -> tuple[Space, ...]:
    return tuple(each for each in adjacent(space(name)) if IDS[each] != "green_mountains_south")


# ---------------------------------------------------------------- battles

TIOGA: Pieces = {"tioga": ["wolfe", "2 br_regular", "montcalm", "2 fr_regular"]}
WHOLE: dict[str, Json] = {"type": "whole_battle", "space": "tioga", "attacker": "british"}


def test_a_whole_battle_goes_from_the_militia_to_the_retreat() -> None:
    at, (wolfe,) = space("tioga"), leaders("wolfe")
    assert frames(TIOGA, {**WHOLE, "leader": "wolfe", "entry": "wyoming"}) == (
        f.Battle(at, BRITISH, BRITISH, space("wyoming"), leader=wolfe, force=(wolfe,)),
    )
    pieces: Pieces = {"hoosic": ["montcalm", "3 fr_regular", "webb", "2 br_regular"]}
    attack: dict[str, Json] = {"space": "hoosic", "attacker": "french", "leader": "montcalm"}
    opening: Json = {**WHOLE, **attack, "entry": "green_mountains_south"}
    state = place(pieces, opening=opening, hands={"british": ["card_9"]})
    assert (due(state).by, due(state).about) == (BRITISH, "battle_events")
    end = rolled(played(state, Decline()).state, 5, 2)
    assert kinds_of(end.events)[-3:] == ["combat_won", "vp_scored", "retreated"]
    assert stack(end.state, "hoosic") == [
        "montcalm", "reduced fr_regular_2_berry", "reduced fr_regular_3_berry", "fr_regular_artois",
    ]  # fmt: skip
    assert stack(end.state, "albany") == ["webb"]


def test_the_fire_of_a_battle_and_its_losses_are_openings_of_their_own() -> None:
    battle = frames(
        TIOGA, {"type": "battle", "space": "tioga", "attacker": "british", "leader": "wolfe", "landing": True}
    )
    (combat,) = battle
    assert isinstance(combat, f.Combat)
    assert (combat.kind, combat.attacker, combat.landing, combat.ambush) == (f.CombatKind.BATTLE, BRITISH, True, None)
    assert (combat.attackers, combat.defenders) == (f.Muster(2, 4, regulars=True), f.Muster(2, 4, regulars=True))
    losses: Json = {"type": "take_losses", "side": "british", "space": "tioga", "cause": "raid", "losses": 1}
    assert frames(TIOGA, losses) == (
        f.Losses(BRITISH, space("tioga"), f.Cause.RAID, 1, units("br_regular_15th br_regular_17th")),
    )
    checks: Json = {
        "type": "leader_checks", "side": "british", "space": "tioga", "cause": "battle", "leaders": ["wolfe"],
    }  # fmt: skip
    assert frames(TIOGA, checks) == (f.LeaderChecks(BRITISH, space("tioga"), f.Cause.BATTLE, leaders("wolfe")),)


@pytest.mark.parametrize(("side", "cause", "name"), [
    ("british", "assault", "br_regular_44th"), ("british", "battle", "br_ranger_rogers"),
    ("french", "assault", "fr_regular_bearn"), ("french", "battle", "fr_regular_bearn"),
])  # fmt: skip
def test_losses_of_an_assault_are_taken_by_the_garrison_and_by_the_besiegers_outside(
    side: str, cause: str, name: str
) -> None:
    pieces: Pieces = {"albany": ["fr_regular_bearn", "inside br_regular_44th", "br_ranger_rogers"]}
    opening: Json = {"type": "take_losses", "side": side, "space": "albany", "cause": cause, "losses": 1}
    assert frames(pieces, opening) == (f.Losses(Side(side), space("albany"), f.Cause(cause), 1, units(name)),)


@proves("ww:7.1", "ww:7.51", "ww:6.2")
def test_a_battle_needs_both_sides_outside_and_a_commander_among_them() -> None:
    inside: Pieces = {"tioga": ["inside wolfe", "2 inside br_regular", "montcalm"], "albany": ["webb"]}
    nobody = tuple(violation(Reason.NOBODY_THERE, "ww:7.1", side=side, space="tioga") for side in ("british", "french"))
    absent = violation(Reason.NOT_AMONG_THEM, "ww:7.51", leader="webb", space="tioga")
    for name in ("whole_battle", "battle"):
        assert forbidden(inside, {**WHOLE, "type": name, "leader": "webb"}) == (*nobody, absent)
    far = forbidden(TIOGA, {**WHOLE, "entry": "boston"})
    assert far == (violation(Reason.NOT_ADJACENT, "ww:6.2", start="boston", to="tioga"),)


@proves("ww:6.43", "ww:2.0-arrows")
def test_only_the_british_attack_from_the_sea_and_only_where_an_arrow_leads() -> None:
    pieces: Pieces = {"louisbourg": ["wolfe", "br_regular_44th", "fr_regular_bearn"]}
    sea: dict[str, Json] = {**WHOLE, "space": "louisbourg", "landing": True, "entry": "halifax"}
    (battle,) = frames(pieces, sea)
    assert isinstance(battle, f.Battle)
    assert (battle.landing, battle.entry) == (True, space("halifax"))
    assert forbidden(TIOGA, {**WHOLE, "attacker": "french", "landing": True}) == (
        violation(Reason.BRITISH_ONLY, "ww:6.43"),
        violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:2.0-arrows", space="tioga"),
    )


def test_an_ambush_can_be_set_up_in_the_wild_only() -> None:
    opening: dict[str, Json] = {"type": "battle", "attacker": "french", "ambush": "british"}
    (laid,) = frames(TIOGA, {**opening, "space": "tioga"})
    assert isinstance(laid, f.Combat)
    assert laid.ambush is BRITISH
    with pytest.raises(Unreadable, match=r"opening\.ambush: albany is cultivated, and an ambush is laid in the wild"):
        read({}, opening={**opening, "space": "albany"})


@proves("ww:7.6", "ww:7.7")
def test_losses_want_somebody_to_take_them_and_checks_leaders_who_are_there() -> None:
    losses: dict[str, Json] = {"type": "take_losses", "side": "french", "space": "albany", "cause": "raid", "losses": 1}
    assert forbidden(TIOGA, losses) == (violation(Reason.NOBODY_THERE, "ww:7.6", side="french", space="albany"),)
    assert forbidden(TIOGA, {**losses, "space": "tioga"}) == ()
    for number in (-1, 101, 999999999999):
        with pytest.raises(Unreadable, match=rf"^opening\.losses: {number} is not 0 to 100$"):
            read(TIOGA, opening={**losses, "losses": number})
    checks: dict[str, Json] = {"type": "leader_checks", "side": "british", "space": "tioga", "cause": "battle"}
    assert forbidden(TIOGA, {**checks, "leaders": []}) == (violation(Reason.NOT_AMONG_THEM, "ww:7.7", space="tioga"),)
    with pytest.raises(Unreadable, match=r'^opening\.leaders\[1\]: "wolfe" is named twice$'):
        read(TIOGA, opening={**checks, "leaders": ["wolfe", "wolfe"]})
    assert forbidden(TIOGA, {**checks, "leaders": ["webb", "montcalm"]}) == (
        violation(Reason.NOT_AMONG_THEM, "ww:7.7", leader="webb", space="tioga"),
        violation(Reason.NOT_AMONG_THEM, "ww:7.7", leader="montcalm", space="tioga"),
    )
    assert forbidden(TIOGA, {**checks, "leaders": ["wolfe"]}) == ()


@proves("ww:7.91", "ww:7.92-d")
def test_a_retreat_takes_all_outside_and_attackers_go_back_where_they_came_from() -> None:
    opening: dict[str, Json] = {"type": "retreat", "side": "british", "space": "tioga", "entry": "wyoming"}
    (retreat,) = frames(TIOGA, opening)
    assert isinstance(retreat, f.Retreat)
    assert (retreat.units, retreat.leaders) == (units("br_regular_15th br_regular_17th"), leaders("wolfe"))
    assert (retreat.attacking, retreat.entry) == (False, space("wyoming"))
    back: dict[str, Json] = {**opening, "attacking": True}
    stays: Json = {"type": "retreat", "side": "british", "space": "tioga"}
    for beaten in ("wolfe", "br_regular_15th"):
        assert all(forbidden({"tioga": [beaten]}, each) == () for each in (opening, back, stays))
    assert forbidden(TIOGA, {"type": "retreat", "side": "british", "space": "tioga", "attacking": True}) == (
        violation(Reason.ENTRY_NOT_SAID, "ww:7.92-d", space="tioga"),
    )
    assert forbidden({}, {**opening, "entry": "boston"}) == (
        violation(Reason.NOBODY_THERE, "ww:7.91", side="british", space="tioga"),
        violation(Reason.NOT_ADJACENT, "ww:6.2", start="boston", to="tioga"),
    )


# ---------------------------------------------------------------- sieges

NIAGARA: Pieces = {"niagara": ["wolfe", "webb", "2 br_regular", "inside villiers", "inside fr_regular_bearn"]}
WORKS: dict[str, Json] = {"forts": {"french": ["niagara"]}, "stockades": CHAIN}


def test_a_siege_activation_rolls_or_storms_under_its_leader() -> None:
    (wolfe,) = leaders("wolfe")
    for name, level, stage in (
        ("siege", 0, f.SiegeStage.COEHORNS_BESIEGER),
        ("storm", 1, f.SiegeStage.STORM_COEHORNS_BESIEGER),
    ):
        state = begun(NIAGARA, {"type": name, "leader": "wolfe"}, **WORKS, sieges={"niagara": level})
        active, siege = state.stack.frames
        assert siege == f.Siege(space("niagara"), BRITISH, wolfe, stage)
        assert isinstance(active, f.Activation)
        assert (active.commander, active.stage) == (wolfe, f.ActivationStage.RAIDS)
        assert state.phase.units == units("br_regular_15th br_regular_17th")
    roll: dict[str, Json] = {"type": "siege_roll", "space": "niagara", "besieger": "british", "leader": "wolfe"}
    assert frames(NIAGARA, roll, **WORKS, sieges={"niagara": 0}) == (f.SiegeRoll(space("niagara"), BRITISH, wolfe),)


@proves("ww:8.231", "ww:8.231-clar-force", "ww:12.3-b", "ww:8.231-activate", "ww:5.31")
def test_a_siege_roll_wants_a_siege_supply_drilled_troops_and_the_highest_leader_there() -> None:
    roll: dict[str, Json] = {"type": "siege_roll", "space": "niagara", "besieger": "british", "leader": "wolfe"}
    siege: Json = {"type": "siege", "leader": "wolfe"}
    no_siege = violation(Reason.NO_SIEGE, "ww:8.231", space="niagara")
    unsupplied = violation(Reason.NOT_SUPPLIED, "ww:12.3-b", space="niagara")
    for opening in (roll, siege):
        assert forbidden(NIAGARA, opening, **WORKS) == (no_siege,)
        assert forbidden(NIAGARA, opening, forts={"french": ["niagara"]}, sieges={"niagara": 0}) == (unsupplied,)
    rangers: Pieces = {"niagara": ["wolfe", "br_ranger_rogers", "inside fr_regular_bearn"]}
    assert forbidden(rangers, roll, **WORKS, sieges={"niagara": 0}) == (
        violation(Reason.NO_DRILLED_TROOPS, "ww:8.231", side="british", space="niagara"),
    )
    assert forbidden(NIAGARA, {**roll, "leader": "webb"}, **WORKS, sieges={"niagara": 0}) == (
        violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="webb", higher=("wolfe",)),
    )
    absent = violation(Reason.NOT_AMONG_THEM, "ww:7.51", leader="murray", space="niagara")
    assert forbidden(NIAGARA, {**roll, "leader": "murray"}, **WORKS, sieges={"niagara": 0}) == (absent,)
    assert forbidden(NIAGARA, {"type": "siege", "leader": "murray"}, **WORKS, sieges={"niagara": 0}) == (
        violation(Reason.NOT_ON_MAP, "ww:5.31", leader="murray"),
    )


@proves("ww:7.51-nonactive")
def test_the_besieged_are_commanded_by_a_leader_inside() -> None:
    roll: dict[str, Json] = {"type": "siege_roll", "space": "niagara", "besieger": "british", "leader": "wolfe"}
    known: dict[str, Json] = {**WORKS, "sieges": {"niagara": 0}}
    (frame,) = frames(NIAGARA, {**roll, "besieged_commander": "villiers"}, **known)
    assert isinstance(frame, f.SiegeRoll)
    assert frame.besieged_commander == leader("villiers")
    found = forbidden(NIAGARA, {**roll, "besieged_commander": "montcalm"}, **known)
    assert found == (violation(Reason.NOT_AMONG_THEM, "ww:7.51-nonactive", leader="montcalm", space="niagara"),)


ASSAULT: dict[str, Json] = {"type": "assault", "space": "niagara", "attacker": "british"}


@proves("ww:9.13-a", "ww:7.51")
def test_an_assault_set_up_without_a_leader_is_the_highest_ones() -> None:
    """Given Wolfe and Webb with the besiegers, then Wolfe commands; with him named, the force and COEHORNS count."""
    ready: dict[str, Json] = {**WORKS, "sieges": {"niagara": 1}}
    (wolfe,) = leaders("wolfe")
    (plain,) = frames(NIAGARA, ASSAULT, **ready)
    more: dict[str, Json] = {"leader": "wolfe", "force": ["wolfe", "webb"], "coehorns": ["french"]}
    (named,) = frames(NIAGARA, {**ASSAULT, **more}, **ready)
    assert isinstance(plain, f.Combat)
    assert isinstance(named, f.Combat)
    assert (plain.kind, plain.leader, plain.force, plain.coehorns) == (f.CombatKind.ASSAULT, wolfe, (), ())
    assert named == replace(plain, force=leaders("wolfe webb"), coehorns=(FRENCH,))
    assert (plain.attackers.units, plain.defenders.units) == (2, 1)


@proves("ww:9.1", "ww:5.36-siege", "ww:8.25", "ww:7.51")
def test_an_assault_wants_a_siege_far_enough_a_leader_and_besiegers() -> None:
    """Each of: level 0; no siege; no leader; no besiegers; a garrison that would storm itself; a leader elsewhere."""
    for opening in (ASSAULT, {"type": "storm", "leader": "wolfe"}):
        assert forbidden(NIAGARA, opening, **WORKS, sieges={"niagara": 0}) == (
            violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space="niagara", level=0, needed=1),
        )
        assert forbidden(NIAGARA, opening, **WORKS) == (violation(Reason.NO_SIEGE, "ww:9.1", space="niagara"),)
    ready: dict[str, Json] = {**WORKS, "sieges": {"niagara": 1}}
    leaderless: Pieces = {"niagara": ["2 br_regular", "inside fr_regular_bearn"]}
    assert forbidden(leaderless, ASSAULT, **ready) == (violation(Reason.NO_FORCE, "ww:5.36-siege", space="niagara"),)
    alone: Pieces = {"niagara": ["wolfe", "inside fr_regular_bearn"]}
    assert forbidden(alone, ASSAULT, **ready) == (violation(Reason.NO_UNITS, "ww:9.1", space="niagara"),)
    outside: Pieces = {"niagara": ["wolfe", "br_regular_44th", "montcalm"]}
    assert forbidden(outside, {**ASSAULT, "attacker": "french"}, **ready) == (
        violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side="french", space="niagara"),
    )
    assert forbidden(NIAGARA, {**ASSAULT, "leader": "murray", "force": ["loudoun"]}, **ready) == (
        violation(Reason.NOT_AMONG_THEM, "ww:7.51", leader="loudoun", space="niagara"),
        violation(Reason.NOT_AMONG_THEM, "ww:7.51", leader="murray", space="niagara"),
    )


@proves("ww:8.25")
def test_a_besieged_leader_sallies_out_with_units() -> None:
    pieces: Pieces = {"albany": ["inside wolfe", "inside br_regular_44th", "montcalm", "fr_regular_bearn"]}
    opening: Json = {"type": "sortie", "leader": "wolfe"}
    assert frames(pieces, opening, sieges={"albany": 0}) == (
        f.Activation(BRITISH, commander=leader("wolfe"), stage=f.ActivationStage.MUSTER_SORTIE),
    )
    assert forbidden({"albany": ["wolfe", "br_regular_44th"]}, opening) == (
        violation(Reason.NOT_BESIEGED, "ww:8.25", space="albany"),
    )
    lonely: Pieces = {"albany": ["inside wolfe", "montcalm", "fr_regular_bearn"]}
    assert forbidden(lonely, opening, sieges={"albany": 0}) == (
        violation(Reason.LEADERS_ALONE, "ww:8.25", leader="wolfe"),
    )


@proves("ww:card-massacre", "ww:card-massacre-clar2", "ww:5.56")
def test_massacre_wants_the_card_indians_and_drilled_troops() -> None:
    pieces: Pieces = {"hudson_carry_north": ["fr_regular_bearn", "fr_indian_abenaki_1"]}
    opening: Json = {"type": "massacre", "space": "hudson_carry_north", "captor": "french"}
    assert frames(pieces, opening, hands={"british": ["card_7"]}) == (
        f.MassacreWindow(space("hudson_carry_north"), FRENCH),
    )
    assert forbidden({}, opening) == (
        violation(Reason.CARD_NOT_HELD, "ww:card-massacre", card="card-massacre"),
        violation(Reason.NO_INDIANS, "ww:card-massacre", space="hudson_carry_north"),
        violation(Reason.NO_DRILLED_TROOPS, "ww:card-massacre-clar2", space="hudson_carry_north"),
    )


# ---------------------------------------------------------------- raids

RAID: dict[str, Json] = {"type": "raid", "space": "hoosic", "raider": "french"}
RAIDERS: Pieces = {"hoosic": ["rigaud", "fr_coureurs_marin", "fr_indian_abenaki_1"]}


def test_a_raid_goes_from_the_militia_to_going_home_and_its_roll_is_an_opening_of_its_own() -> None:
    at, (rigaud,), raiders = space("hoosic"), leaders("rigaud"), units("fr_coureurs_marin fr_indian_abenaki_1")
    named: dict[str, Json] = {**RAID, "leader": "rigaud", "entry": "green_mountains_south"}
    assert frames(RAIDERS, named) == (
        f.Raiding(FRENCH, at, space("green_mountains_south"), rigaud, (rigaud,), raiders),
    )
    assert frames(RAIDERS, {**RAID, "type": "raid_roll", "leader": "rigaud"}) == (
        f.Raid(at, FRENCH, raiders, rigaud, (rigaud,)),
    )
    state = place(RAIDERS, opening=named, forts={"french": ["crown_point"]})
    after = played(state, Roll(3)).state
    assert due(after).about == "home_of_rigaud"


@proves("ww:10.1", "ww:10.11", "ww:10.1-a", "ww:7.51")
def test_nobody_raids_a_fort_own_land_or_without_auxiliaries() -> None:
    for name in ("raid", "raid_roll"):
        opening = {**RAID, "type": name}
        proof = violation(Reason.RAID_PROOF, "ww:10.11", space="hoosic")
        nobody = violation(Reason.NO_RAIDERS, "ww:10.1", side="french", space="hoosic")
        assert forbidden(RAIDERS, opening, forts={"british": ["hoosic"]}) == (proof,)
        assert forbidden({}, opening) == (nobody,)
        assert forbidden({"hoosic": ["fr_regular_bearn"]}, {**opening, "leader": "rigaud"}) == (
            nobody, proof, violation(Reason.NOT_AMONG_THEM, "ww:7.51", leader="rigaud", space="hoosic"),
        )  # fmt: skip
        at_home: Pieces = {"sorel": ["fr_coureurs_marin"], "tioga": ["fr_coureurs_joncaire"]}
        for where in ("sorel", "tioga"):
            assert forbidden(at_home, {**opening, "space": where}) == (
                violation(Reason.NOTHING_TO_RAID, "ww:10.1", side="french", space=where),
            )


@proves("ww:6.51-a", "ww:10.12", "ww:6.2")
def test_where_enemy_units_stand_there_is_a_battle_before_a_raid() -> None:
    defended: Pieces = {"hoosic": ["fr_coureurs_marin", "br_ranger_rogers"]}
    assert forbidden(defended, {**RAID, "entry": "boston"}) == (
        violation(Reason.ENEMIES_TOGETHER, "ww:6.51-a", space="hoosic"),
        violation(Reason.NOT_ADJACENT, "ww:6.2", start="boston", to="hoosic"),
    )
    assert forbidden(RAIDERS, RAID) == ()


# ---------------------------------------------------------------- positions


@proves("ww:13.23")
def test_a_besieged_fort_of_a_key_space_is_its_owners_until_it_is_stormed() -> None:
    """Given no word on who holds Niagara, then the owner of the besieged fort does, and storming it scores 3."""
    state = place(NIAGARA, opening=ASSAULT, **WORKS, sieges={"niagara": 1})
    assert (state.tracks.niagara, state.tracks.ohio_forks) == (FRENCH, None)
    assert GAME.check(state) == ()


def test_openings_are_read_with_care() -> None:
    assert due(place(TIOGA, opening={**WHOLE, "type": "battle"})).about == "battle_fire_british"
    with pytest.raises(Unreadable, match=r"^opening: give an opening or frames, not both$"):
        read({}, opening={"type": "deal"}, frames=[])
