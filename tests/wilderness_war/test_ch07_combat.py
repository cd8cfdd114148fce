"""Chapter 7: battles from the first die to the winner."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import ch07_combat as battles
from reference.wilderness_war.actions import DIE, Command, Lose, Roll
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.combat_table import combat_column
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import CombatKind, CombatStage, Fire, Item, Muster
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    Pieces,
    board,
    combat,
    combat_set_up,
    due,
    kinds_of,
    leaders,
    place,
    played,
    read,
    refused,
    rolled,
    stack,
    top,
    units,
)

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
WOODS = "tioga"


def opening(where: str = WOODS, attacker: str = "british", **rest: Json) -> Json:
    return {"type": "battle", "space": where, "attacker": attacker, **rest}


def battle(pieces: list[str], where: str = WOODS, attacker: str = "british", **rest: Json) -> State:
    """Return a battle about to be fought in one space."""
    return place({where: pieces}, opening=opening(where, attacker, **rest))


def fires(state: State, attack: int, defence: int) -> tuple[Fire, Fire]:
    """Return what both sides' fire would be for these dice."""
    frame = combat(state)
    return (
        battles.fire(state, frame, frame.attacker, attack),
        battles.fire(state, frame, frame.attacker.enemy, defence),
    )


# ---------------------------------------------------------------- who fights


@proves("ww:7.1", "ww:8.12")
def test_all_units_in_the_space_fight_except_those_inside_a_fort() -> None:
    found = board(
        {WOODS: ["br_regular_44th", "br_ranger_rogers", "fr_coureurs_marin", "inside fr_regular_bearn"]},
        forts={"french": [WOODS]},
    )
    there = space(WOODS)
    assert battles.fighting_units(found, there, CombatKind.BATTLE, BRITISH, BRITISH) == units(
        "br_regular_44th br_ranger_rogers"
    )
    assert battles.fighting_units(found, there, CombatKind.BATTLE, FRENCH, BRITISH) == units("fr_coureurs_marin")


@proves("ww:7.1-imp", "ww:8.12", "ww:9.12")
def test_at_a_besieged_fort_those_outside_fight_a_battle_and_those_inside_an_assault() -> None:
    found = board(
        {WOODS: ["br_regular_44th", "fr_coureurs_marin", "inside fr_regular_bearn"]},
        forts={"french": [WOODS]},
        sieges={WOODS: 1},
    )
    fighting = {
        (kind, side): battles.fighting_units(found, space(WOODS), kind, side, BRITISH)
        for kind in CombatKind
        for side in Side
    }
    assert fighting == {
        (CombatKind.BATTLE, BRITISH): units("br_regular_44th"),
        (CombatKind.BATTLE, FRENCH): units("fr_coureurs_marin"),
        (CombatKind.ASSAULT, BRITISH): units("br_regular_44th"),
        (CombatKind.ASSAULT, FRENCH): units("fr_regular_bearn"),
    }


@proves("ww:7.51-limits")
def test_all_units_fight_however_few_their_leader_commands() -> None:
    found = board({WOODS: ["dumas", "6 fr_coureurs"]})
    assert len(battles.fighting_units(found, space(WOODS), CombatKind.BATTLE, FRENCH, BRITISH)) == 6


@proves("ww:7.7")
def test_leaders_inside_a_fort_have_no_part_in_the_battle_outside() -> None:
    state = place(
        {WOODS: ["braddock", "br_regular_44th", "dumas", "inside beaujeu", "fr_coureurs_marin"]},
        forts={"french": [WOODS]},
        opening=opening(),
    )
    assert battles.fighting_leaders(state.board, combat(state), BRITISH, STANDARD) == leaders("braddock")
    assert battles.fighting_leaders(state.board, combat(state), FRENCH, STANDARD) == leaders("dumas")


@proves("ww:7.1", "ww:7.2-C")
def test_a_battle_begins_with_what_both_sides_bring_to_it() -> None:
    state = battle(["br_regular_44th", "reduced br_ranger_rogers", "fr_coureurs_marin", "fr_indian_huron"])
    assert combat(state).attackers == Muster(units=2, steps=3, regulars=True)
    assert combat(state).defenders == Muster(units=2, steps=4, regulars=False)


# ---------------------------------------------------------------- the order of things


@proves("ww:7.2-C", "ww:7.2-D", "ww:7.2-E", "ww:7.6", "ww:7.56")
def test_without_an_ambush_both_fire_then_the_attacker_suffers_first() -> None:
    assert battles.agenda(FRENCH, None) == (
        Item(CombatStage.FIRE, FRENCH),
        Item(CombatStage.FIRE, BRITISH),
        Item(CombatStage.LOSE, FRENCH),
        Item(CombatStage.CHECK_LEADERS, FRENCH),
        Item(CombatStage.LOSE, BRITISH),
        Item(CombatStage.CHECK_LEADERS, BRITISH),
        Item(CombatStage.SETTLE, FRENCH),
    )


@proves("ww:7.56")
@pytest.mark.parametrize("ambusher", [BRITISH, FRENCH])
def test_an_ambusher_fires_first_and_the_victim_suffers_before_it_answers(ambusher: Side) -> None:
    victim = ambusher.enemy
    assert battles.agenda(BRITISH, ambusher) == (
        Item(CombatStage.FIRE, ambusher),
        Item(CombatStage.LOSE, victim),
        Item(CombatStage.CHECK_LEADERS, victim),
        Item(CombatStage.FIRE, victim),
        Item(CombatStage.LOSE, ambusher),
        Item(CombatStage.CHECK_LEADERS, ambusher),
        Item(CombatStage.SETTLE, BRITISH),
    )


@proves("ww:7.2-C", "ww:7.2-D", "ww:7.6")
def test_losses_are_simultaneous_so_a_side_that_dies_has_fired_at_full_strength() -> None:
    state = battle(["3 br_regular", "reduced fr_marine_detachment_1"], attacker="french")
    assert (due(state).about, due(state).rules, due(state).actions) == ("battle_fire_french", ("ww:7.2-C",), DIE)
    after = played(state, Roll(5))
    assert due(after.state).about == "battle_fire_british"
    end = played(after.state, Roll(3))
    assert stack(end.state, WOODS) == ["reduced br_regular_15th", "br_regular_17th", "br_regular_1st_royal"]
    assert kinds_of(end.events) == [
        "fired", "steps_lost", "unit_eliminated", "steps_lost", "combat_won", "vp_scored",
    ]  # fmt: skip
    sides = [dict(each.facts).get("side") for each in end.events]
    assert sides == ["british", "french", None, "british", "british", "british"]


@proves("ww:7.2-C", "ww:tbl-crt")
def test_a_shot_tells_die_modifier_column_and_losses() -> None:
    happened = played(battle(["wolfe", "3 br_regular", "2 fr_regular"], leader="wolfe"), Roll(4)).events
    assert happened == (
        event(
            EventKind.FIRED, "ww:7.2-C", "ww:tbl-crt", side="british", die=4, modifier=2, column="9-12", losses=4
        ),
    )  # fmt: skip


# ---------------------------------------------------------------- commanders


@proves("ww:7.51")
def test_the_active_side_adds_the_tactics_of_its_activated_leader_whoever_outranks_him() -> None:
    state = battle(["wolfe", "abercromby", "br_regular_44th", "fr_regular_bearn"], leader="wolfe")
    assert battles.commander(state, combat(state), BRITISH) == leader("wolfe")
    assert fires(state, 3, 3)[0].modifier == 2


@proves("ww:7.51")
def test_an_active_side_without_an_activated_leader_adds_nothing_whoever_is_there() -> None:
    state = battle(["wolfe", "br_regular_44th", "fr_regular_bearn"])
    assert battles.commander(state, combat(state), BRITISH) is None
    assert fires(state, 3, 3)[0].modifier == 0


@proves("ww:7.51", "ww:7.51-nonactive")
def test_the_inactive_side_adds_the_tactics_of_its_highest_leader() -> None:
    state = battle(["br_regular_44th", "villiers", "montcalm", "fr_regular_bearn"])
    assert battles.commander(state, combat(state), FRENCH) == leader("montcalm")
    assert fires(state, 3, 3)[1].modifier == 2
    nobody = battle(["br_regular_44th", "fr_regular_bearn"])
    assert battles.commander(nobody, combat(nobody), FRENCH) is None


@proves("ww:7.51-nonactive")
def test_the_inactive_side_names_its_commander_among_equals_of_different_tactics() -> None:
    asked = played(battle(["br_regular_44th", "levis", "vaudreuil", "rigaud", "fr_regular_bearn"]), Roll(3)).state
    offered = (Command(leader("levis")), Command(leader("vaudreuil")))
    assert due(asked) == Choice("french", "commander", ("ww:7.51-nonactive",), offered)
    for name, added in (("levis", 1), ("vaudreuil", 0)):
        named = played(asked, Command(leader(name)))
        assert named.events == ()
        assert battles.commander(named.state, combat(named.state), FRENCH) == leader(name)
        assert due(named.state).about == "battle_fire_french"
        assert fires(named.state, 3, 3)[1].modifier == added


@proves("ww:7.51-nonactive")
def test_the_inactive_side_may_not_name_an_outranked_or_absent_leader() -> None:
    asked = played(battle(["br_regular_44th", "levis", "vaudreuil", "rigaud", "fr_regular_bearn"]), Roll(3)).state
    rule = "ww:7.51-nonactive"
    outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, rule, leader="rigaud", higher=("levis", "vaudreuil"))
    absent = violation(Reason.NOT_AMONG_THEM, rule, leader="montcalm", space=WOODS)
    assert refused(asked, Command(leader("rigaud"))) == (outranked,)
    assert refused(asked, Command(leader("montcalm"))) == (absent,)


@proves("ww:7.51-nonactive")
def test_nobody_is_asked_where_the_equals_have_equal_tactics() -> None:
    state = played(battle(["loudoun", "abercromby", "br_regular_44th", "fr_regular_bearn"], attacker="french"), Roll(3))
    assert due(state.state).about == "battle_fire_british"


@proves("ww:7.51", "ww:7.56")
def test_a_commander_killed_in_an_ambush_no_longer_counts_and_the_active_side_has_no_substitute() -> None:
    pieces = ["wolfe", "murray", "6 br_regular", "2 fr_indian_mingo", "2 fr_indian_shawnee"]
    hit = rolled(battle(pieces, leader="wolfe", ambush="french"), 6, 1, 4).state
    assert due(hit).about == "battle_fire_british"
    assert stack(hit, WOODS)[0] == "murray"
    assert battles.commander(hit, combat(hit), BRITISH) is None
    assert fires(hit, 3, 3)[0].modifier == -1


@proves("ww:7.51-nonactive", "ww:7.56")
def test_the_inactive_side_reads_its_highest_leader_alive_when_it_fires() -> None:
    pieces = ["braddock", "4 br_regular", "montcalm", "villiers", "6 fr_regular"]
    state = battle(pieces, leader="braddock", ambush="british")
    assert battles.commander(state, combat(state), FRENCH) == leader("montcalm")
    hit = rolled(state, 6, 1, 6).state
    assert battles.commander(hit, combat(hit), FRENCH) == leader("villiers")
    assert fires(hit, 3, 3)[1].modifier == 1


# ---------------------------------------------------------------- strength, die, column


@proves("ww:7.2-C")
def test_strength_is_the_sum_of_what_the_counters_show() -> None:
    found = board(
        {WOODS: ["br_royal_american_1_60th", "reduced br_highland_1_42nd", "br_regular_44th", "reduced br_regular_48th",
                 "br_light_infantry_1_95th", "reduced br_ranger_rogers", "br_northern_provincial_rhode_island",
                 "br_indian_mohawk_1", "reduced br_indian_mohawk_2"]}
    )  # fmt: skip
    everybody = battles.fighting_units(found, space(WOODS), CombatKind.BATTLE, BRITISH, BRITISH)
    assert battles.strength(found, everybody) == 4 + 3 + 3 + 2 + 2 + 1 + 2 + 1 + 0
    assert battles.strength(found, ()) == 0


@proves("ww:7.52")
def test_in_the_wild_a_side_without_woodsmen_rolls_one_less() -> None:
    attack, defence = fires(battle(["br_regular_44th", "fr_coureurs_marin"]), 4, 4)
    assert (attack.modifier, defence.modifier) == (-1, 0)
    attack, defence = fires(battle(["br_regular_44th", "fr_coureurs_marin"], attacker="french"), 4, 4)
    assert (attack.modifier, defence.modifier) == (0, -1)


@proves("ww:7.53")
def test_in_cultivated_land_a_side_without_regulars_rolls_one_less() -> None:
    attack, defence = fires(battle(["br_regular_44th", "fr_coureurs_marin"], where="hoosic"), 4, 4)
    assert (attack.modifier, defence.modifier) == (0, -1)


@proves("ww:7.52")
def test_woodsmen_who_are_inside_the_fort_do_not_count() -> None:
    state = place(
        {WOODS: ["br_regular_44th", "fr_regular_bearn", "inside fr_coureurs_marin"]},
        forts={"french": [WOODS]},
        opening=opening(),
    )
    assert [fire.modifier for fire in fires(state, 4, 4)] == [0, 0]


@proves("ww:7.54", "ww:8.1-stockade")
def test_a_landing_against_a_stockade_costs_the_attacker_two_and_the_defender_nothing() -> None:
    pieces: Pieces = {"ile_d_orleans": ["br_regular_44th", "fr_regular_bearn"]}
    both = opening("ile_d_orleans", landing=True)
    state = place(pieces, opening=both, stockades={"french": ["ile_d_orleans"]})
    assert [fire.modifier for fire in fires(state, 4, 4)] == [-2, 0]
    landing_only = place(pieces, opening=both)
    assert [fire.modifier for fire in fires(landing_only, 4, 4)] == [-1, 0]


@proves("ww:7.54")
def test_an_attacker_in_his_own_stockade_suffers_nothing() -> None:
    pieces: Pieces = {"ile_d_orleans": ["br_regular_44th", "fr_regular_bearn"]}
    state = place(pieces, opening=opening("ile_d_orleans"), stockades={"british": ["ile_d_orleans"]})
    assert [fire.modifier for fire in fires(state, 4, 4)] == [0, 0]


@proves("ww:7.55")
def test_fieldworks_of_the_defender_shift_the_attackers_column_and_only_his() -> None:
    pieces: Pieces = {"quebec": ["3 br_regular", "2 fr_regular"]}
    state = place(pieces, opening=opening("quebec"), fieldworks={"french": ["quebec"]})
    assert [fire.column for fire in fires(state, 4, 4)] == [combat_column(6), combat_column(6)]
    own = place(pieces, opening=opening("quebec"), fieldworks={"british": ["quebec"]})
    assert [fire.column for fire in fires(own, 4, 4)] == [combat_column(9), combat_column(6)]


@proves("ww:7.55")
def test_fieldworks_shift_the_column_whatever_kind_of_units_defends() -> None:
    state = place(
        {WOODS: ["3 br_regular", "fr_indian_huron"]}, opening=opening(), fieldworks={"french": [WOODS]}
    )  # fmt: skip
    assert fires(state, 4, 4)[0].column == combat_column(6)


@proves("ww:7.56", "ww:7.55")
def test_an_ambush_doubles_strength_before_the_shift() -> None:
    state = place(
        {WOODS: ["br_ranger_rogers", "br_regular_44th", "fr_regular_bearn"]},
        opening=opening(ambush="british"),
        fieldworks={"french": [WOODS]},
    )
    attack, defence = fires(state, 4, 4)
    assert attack.column == combat_column(10) - 1
    assert defence.column == combat_column(3)


# ---------------------------------------------------------------- the playbook's arithmetic


@proves("ww:7.56", "ww:7.52", "ww:7.51")
def test_the_fire_at_the_monongahela_is_as_printed() -> None:
    british = ["braddock", "dunbar", "br_regular_44th", "br_regular_48th", "4 br_southern_provincial"]
    french = ["beaujeu", "dumas", "fr_marine_detachment_1", "fr_coureurs_marin", "2 fr_indian_mingo", "fr_indian_huron"]
    state = battle(british + french, leader="braddock", ambush="french")
    assert fires(state, 1, 6)[1] == Fire(die=6, modifier=1, column=combat_column(9), losses=4)
    hit = played(state, Roll(6), Lose("br_regular", 2, 0), Roll(1), Roll(3)).state
    assert stack(hit, WOODS)[:3] == ["dunbar", "beaujeu", "dumas"]
    survivors = battles.fighting_units(hit.board, space(WOODS), CombatKind.BATTLE, BRITISH, BRITISH)
    assert battles.strength(hit.board, survivors) == 10
    assert fires(hit, 1, 6)[0] == Fire(die=1, modifier=-1, column=combat_column(9), losses=1)


@proves("ww:7.51", "ww:7.51-nonactive", "ww:7.2-C")
def test_the_fire_on_the_plains_of_abraham_is_as_printed() -> None:
    british = [
        "wolfe", "murray", "monckton", "br_highland_1_42nd", "3 br_regular", "3 reduced br_royal_american",
        "4 reduced br_regular", "br_light_infantry_1_95th", "br_ranger_rogers",
    ]  # fmt: skip
    french = [
        "montcalm", "vaudreuil", "bougainville", "3 fr_regular", "3 reduced fr_regular", "2 reduced fr_coureurs",
        "fr_indian_huron", "fr_indian_ottawa", "2 fr_indian_mingo", "4 fr_militia",
    ]  # fmt: skip
    state = battle(british + french, where="quebec", leader="wolfe")
    assert fires(state, 6, 1) == (
        Fire(die=6, modifier=2, column=combat_column(34), losses=8),
        Fire(die=1, modifier=2, column=combat_column(23), losses=4),
    )


# ---------------------------------------------------------------- who can fire


@proves("ww:7.2-C", "ww:7.56")
def test_a_side_wiped_out_in_an_ambush_does_not_fire_back() -> None:
    state = battle(["reduced br_regular_44th", "2 fr_coureurs", "2 fr_indian_mingo"], ambush="french")
    end = played(state, Roll(6))
    assert GAME.decision(end.state) == Over("settled")
    assert kinds_of(end.events) == ["fired", "steps_lost", "unit_eliminated", "combat_won", "vp_scored"]
    assert stack(end.state, WOODS) == [
        "fr_coureurs_boishebert_acadian", "fr_coureurs_joncaire", "fr_indian_mingo_1", "fr_indian_mingo_2",
    ]  # fmt: skip


@proves("ww:7.2-C", "ww:9.2")
def test_a_side_fires_in_a_battle_with_any_unit_left_even_of_strength_0() -> None:
    state = battle(["br_regular_44th", "reduced fr_coureurs_marin"])
    assert battles.can_fire(state, combat(state), FRENCH)
    assert battles.can_fire(state, combat(state), BRITISH)
    nobody = combat_set_up(CombatKind.BATTLE, WOODS, BRITISH, {WOODS: ["br_regular_44th"]})
    assert not battles.can_fire(nobody, combat(nobody), FRENCH)


# ---------------------------------------------------------------- leaders


@proves("ww:7.7")
@pytest.mark.parametrize(("die", "checked"), [(1, True), (2, False), (3, False), (4, False), (5, False), (6, True)])
def test_leaders_are_at_risk_when_the_enemy_rolls_a_natural_1_or_6_and_inflicts_a_loss(die: int, checked: bool) -> None:
    state = battle(["4 br_regular", "montcalm", "6 fr_regular"])
    frame = combat(played(state, Roll(die)).state)
    assert frame.attack is not None
    assert frame.attack.losses > 0
    assert battles.leaders_at_risk(frame, FRENCH) is checked
    assert battles.leaders_at_risk(frame, BRITISH) is False
    end = rolled(state, die, 3, *([2] if checked else []))
    assert ("leader_survived" in kinds_of(end.events)) is checked


@proves("ww:7.7")
def test_a_natural_1_that_inflicts_nothing_and_a_modified_6_endanger_nobody() -> None:
    harmless = battle(["br_ranger_rogers", "montcalm", "fr_coureurs_marin"])
    assert GAME.decision(rolled(harmless, 1, 1).state) == Over("settled")
    modified = battle(["wolfe", "4 br_regular", "montcalm", "6 fr_regular"], leader="wolfe")
    frame = combat(played(modified, Roll(4)).state)
    assert frame.attack == Fire(die=4, modifier=2, column=combat_column(12), losses=4)
    assert not battles.leaders_at_risk(frame, FRENCH)


@proves("ww:7.7")
def test_leaders_alone_in_an_assaulted_work_are_not_rolled_for_since_no_step_is_lost() -> None:
    """Given Webb alone in a fort, when the assault rolls a natural 6 on a column with losses, then he is safe."""
    pieces = {"hudson_carry_north": ["rigaud", "fr_coureurs_marin", "2 fr_regular", "inside webb"]}
    assault: Json = {"type": "assault", "space": "hudson_carry_north", "attacker": "french"}
    works: dict[str, Json] = {"forts": {"british": ["hudson_carry_north"]}, "sieges": {"hudson_carry_north": 1}}
    state = read(pieces, STANDARD, opening=assault, **works)
    frame = combat(state)
    assert (frame.defenders.steps, frame.attackers.steps > 0) == (0, True)
    shot = Fire(die=6, modifier=0, column=combat_column(4), losses=1)
    assert not battles.leaders_at_risk(replace(frame, attack=shot), BRITISH)
    assert battles.leaders_at_risk(replace(frame, defence=shot), FRENCH)


@proves("ww:7.7", "ww:7.2-D")
def test_every_leader_in_the_battle_is_rolled_for_right_after_his_sides_losses() -> None:
    state = battle(["6 br_regular", "montcalm", "levis", "2 fr_regular", "inside villiers"], where="quebec")
    hit = rolled(state, 1, 3).state
    assert [due(hit).about, due(played(hit, Roll(1)).state).about] == [
        "leader_check_of_montcalm", "leader_check_of_levis",
    ]  # fmt: skip


@proves("ww:7.7")
def test_a_side_that_has_not_fired_endangers_nobody() -> None:
    state = battle(["br_regular_44th", "fr_regular_bearn"])
    assert battles.losses_suffered(combat(state), BRITISH) == 0
    assert battles.fire_of(combat(state), FRENCH) is None
    assert not battles.leaders_at_risk(combat(state), BRITISH)


# ---------------------------------------------------------------- winner


def settled(pieces: list[str], *dice: int, attacker: str = "british") -> list[tuple[object, ...]]:
    """Fight a battle and return who won what by which rules."""
    end = rolled(battle(pieces, attacker=attacker), *dice)
    assert GAME.decision(end.state) == Over("settled")
    telling = [each for each in end.events if each.kind in (EventKind.COMBAT_WON, EventKind.VP_SCORED)]
    return [(each.kind.value, *each.rules, dict(each.facts)["side"]) for each in telling]


WON, SCORED = "combat_won", "vp_scored"


@proves("ww:7.8", "ww:7.8-both")
def test_a_side_that_alone_has_units_left_wins_though_it_inflicted_less() -> None:
    found = settled(["2 br_regular", "montcalm", "reduced fr_regular"], 1, 6, 2)
    assert found == [(WON, "ww:7.8", "british"), (SCORED, "ww:13.21", "ww:7.81", "british")]


@proves("ww:7.8")
def test_with_units_left_on_both_sides_the_larger_loss_result_wins() -> None:
    found = settled(["2 br_regular", "2 fr_regular"], 5, 1)
    assert found == [(WON, "ww:7.8", "british"), (SCORED, "ww:13.21", "ww:7.81", "british")]


@proves("ww:7.8")
def test_the_defender_wins_ties() -> None:
    for attacker, winner in (("british", "french"), ("french", "british")):
        found = settled(["2 br_regular", "2 fr_regular"], 2, 2, attacker=attacker)
        assert found == [(WON, "ww:7.8", winner), (SCORED, "ww:13.21", "ww:7.81", winner)]


@proves("ww:7.8", "ww:7.8-both")
def test_with_both_sides_wiped_out_the_larger_result_wins_and_a_tie_goes_to_the_defender() -> None:
    larger = settled(["reduced br_royal_american_1_60th", "reduced fr_marine_detachment_1"], 6, 5)
    assert larger == [(WON, "ww:7.8", "ww:7.8-both", "british"), (SCORED, "ww:13.21", "ww:7.81", "british")]
    tie = settled(["reduced br_royal_american_1_60th", "reduced fr_marine_detachment_1"], 5, 5)
    assert tie == [(WON, "ww:7.8", "ww:7.8-both", "french"), (SCORED, "ww:13.21", "ww:7.81", "french")]


# ---------------------------------------------------------------- points


@proves("ww:7.81")
@pytest.mark.parametrize(
    ("loser", "points"),
    [
        (Muster(1, 1, regulars=True), 1),
        (Muster(4, 8, regulars=False), 0),
        (Muster(5, 5, regulars=False), 1),
        (Muster(5, 10, regulars=True), 1),
        (Muster(0, 0, regulars=False), 0),
    ],
)
def test_the_winner_scores_for_a_regular_or_more_than_four_units_among_the_losers(loser: Muster, points: int) -> None:
    assert battles.battle_points(loser) == points


@proves("ww:7.81")
def test_a_battle_won_against_four_auxiliaries_scores_nothing_and_against_five_one() -> None:
    four = ["2 br_regular", "2 fr_indian_mingo", "2 fr_indian_shawnee"]
    for pieces, vp in ((four, 0), ([*four, "fr_indian_huron"], -1)):
        assert rolled(battle(pieces), 5, 1).state.tracks.vp == vp


@proves("ww:7.81")
def test_militia_count_among_the_losers() -> None:
    state = battle(["2 br_regular", "4 fr_militia", "fr_coureurs_marin"], where="becancour")
    assert combat(state).defenders == Muster(units=5, steps=10, regulars=False)
    assert battles.battle_points(combat(state).defenders) == 1


# ---------------------------------------------------------------- overrun


@proves("ww:7.82", "ww:7.8")
@pytest.mark.parametrize(
    ("pieces", "works", "attack", "defence", "overrun"),
    [
        (["4 br_regular", "reduced fr_coureurs_marin"], {}, 6, 1, True),
        (["4 br_regular", "reduced fr_coureurs_marin"], {"forts": {"french": [WOODS]}}, 6, 1, False),
        (["4 br_regular", "reduced fr_coureurs_marin"], {"stockades": {"french": [WOODS]}}, 6, 1, False),
        (["4 br_regular", "reduced fr_coureurs_marin"], {"stockades": {"british": [WOODS]}}, 6, 1, True),
        (["4 br_regular", "reduced fr_coureurs_marin"], {}, 6, 6, False),
        (["4 br_regular", "3 fr_coureurs"], {}, 6, 1, False),
    ],
)
def test_an_attacker_overruns_who_wipes_out_the_enemy_unhurt_where_no_work_defends(
    pieces: list[str], works: dict[str, Json], attack: int, defence: int, overrun: bool
) -> None:
    state = place({WOODS: pieces}, opening=opening(), **works)
    events = rolled(state, attack, defence).events
    (won,) = [each for each in events if each.kind is EventKind.COMBAT_WON]
    assert won.rules == (("ww:7.8", "ww:7.82") if overrun else ("ww:7.8",))
    assert dict(won.facts) == {"side": "british", "space": WOODS, "kind": "battle"}


@proves("ww:7.8")
def test_a_defender_never_overruns() -> None:
    state = battle(["4 br_regular", "reduced fr_coureurs_marin"], attacker="french")
    (won,) = [each for each in rolled(state, 2, 6).events if each.kind is EventKind.COMBAT_WON]
    assert won.rules == ("ww:7.8",)


def test_the_combat_is_gone_when_it_is_settled() -> None:
    state = battle(["4 br_regular", "reduced fr_coureurs_marin"])
    assert top(state) == combat(state)
    assert played(state, Roll(6), Roll(1)).state.stack.frames == ()
