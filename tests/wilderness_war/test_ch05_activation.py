"""Chapter 5.3: activating individuals, a drilled unit, a force, and the forces of CAMPAIGN."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    By,
    Done,
    Go,
    Halt,
    Pick,
    PickLeader,
    Roll,
)
from reference.wilderness_war.board import Away, put_unit
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, leader, unit
from reference.wilderness_war.ch05_activation import cost_of, initiative_violations
from reference.wilderness_war.ch05_force import (
    capacity,
    capacity_needed,
    command_limit_violations,
    is_johnsons,
    subordinate_violations,
)
from reference.wilderness_war.ch05_order import (
    muster_leader_violations,
    muster_unit_violations,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, ActivationStage, Individuals
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, pick, pick_leader
from tests.wilderness_war.phases import BRITISH, FRENCH, activating, choice, foreign, offered, phase
from tests.wilderness_war.positions import (
    Pieces,
    leaders,
    named_freely,
    place,
    played,
    refused,
    said_otherwise,
    stack,
    top,
    under_way,
    units,
)

# ---------------------------------------------------------------- individuals


WOODSMEN = {
    "quebec": ["fr_indian_abenaki_1", "fr_indian_huron"],
    "montreal": ["fr_coureurs_marin", "fr_regular_bearn"],
    "niagara": ["dumas"],
    "albany": ["br_ranger_rogers", "johnson"],
}


@proves("ww:5.32-a", "ww:5.33", "ww:5.31")
def test_a_three_card_activates_two_indians_a_coureurs_and_a_lone_leader_anywhere() -> None:
    state = activating(Activates.INDIVIDUALS, WOODSMEN)
    assert (choice(state).by, choice(state).about) == (FRENCH, "name_individuals")
    assert offered(state) == (
        pick_leader("dumas"),
        pick("fr_coureurs_marin"),
        pick("fr_indian_abenaki_1"),
        pick("fr_indian_huron"),
        Done(),
    )
    enemys = violation(Reason.OF_THE_ENEMY, "ww:5.31", leader="johnson")
    assert refused(state, pick_leader("johnson")) == (enemys,)
    absent = violation(Reason.NOT_ON_MAP, "ww:5.31", leader="montcalm")
    assert refused(state, pick_leader("montcalm")) == (absent,)
    state = played(state, pick_leader("dumas"), pick("fr_coureurs_marin"), pick("fr_indian_abenaki_1")).state
    assert offered(state) == (pick("fr_indian_huron"), Done())
    state = played(state, pick("fr_indian_huron")).state
    assert offered(state) == (Done(),)


@proves("ww:5.32-a", "ww:5.534-normal")
def test_an_indian_costs_half_a_point_other_auxiliaries_a_whole_one() -> None:
    assert [cost_of(unit(name)) for name in ("fr_indian_huron", "br_indian_mohawk_1", "fr_coureurs_marin")] == [1, 1, 2]
    assert cost_of(unit("br_ranger_rogers")) == 2


@proves("ww:5.32-a", "ww:5.31")
def test_who_cannot_be_named_is_refused_for_its_rule() -> None:
    state = activating(Activates.INDIVIDUALS, WOODSMEN, FRENCH, 1)
    assert refused(state, pick("fr_regular_bearn")) == (
        violation(Reason.NOT_AUXILIARY, "ww:5.32-a", unit="fr_regular_bearn"),
    )
    assert refused(state, pick("br_ranger_rogers")) == (
        violation(Reason.OF_THE_ENEMY, "ww:5.31", unit="br_ranger_rogers"),
    )
    assert refused(state, pick("fr_coureurs_lery")) == (
        violation(Reason.NOT_ON_MAP, "ww:5.31", unit="fr_coureurs_lery"),
    )
    enemys = violation(Reason.OF_THE_ENEMY, "ww:5.31", leader="johnson")
    assert refused(state, pick_leader("johnson")) == (enemys,)
    absent = violation(Reason.NOT_ON_MAP, "ww:5.31", leader="montcalm")
    assert refused(state, pick_leader("montcalm")) == (absent,)
    half = played(state, pick("fr_indian_abenaki_1")).state
    assert refused(half, pick("fr_coureurs_marin")) == (
        violation(Reason.CARD_TOO_LOW, "ww:5.32-a", unit="fr_coureurs_marin", cost=2, halves_left=1),
    )
    assert refused(half, pick_leader("dumas")) == (
        violation(Reason.CARD_TOO_LOW, "ww:5.32-a", leader="dumas", cost=2, halves_left=1),
    )
    foreign(state, Halt())


@proves("ww:5.32-a", "ww:5.33")
def test_the_cards_value_is_no_matter_for_who_is_no_auxiliary_or_named_already() -> None:
    """Given a card used up, then a Regular is refused as drilled and a named piece as named, not for the cost."""
    state = activating(Activates.INDIVIDUALS, WOODSMEN, FRENCH, 1)
    for named in ((pick("fr_indian_abenaki_1"),), (pick("fr_indian_abenaki_1"), pick("fr_indian_huron"))):
        used = played(state, *named).state
        assert refused(used, pick("fr_regular_bearn")) == (
            violation(Reason.NOT_AUXILIARY, "ww:5.32-a", unit="fr_regular_bearn"),
        )
        assert refused(used, pick("fr_indian_abenaki_1")) == (
            violation(Reason.ALREADY_CHOSEN, "ww:5.33", unit="fr_indian_abenaki_1"),
        )
    led = played(state, pick_leader("dumas")).state
    assert refused(led, pick_leader("dumas")) == (violation(Reason.ALREADY_CHOSEN, "ww:5.33", leader="dumas"),)
    assert refused(led, pick("fr_indian_huron")) == (
        violation(Reason.CARD_TOO_LOW, "ww:5.32-a", unit="fr_indian_huron", cost=1, halves_left=0),
    )


@proves("ww:5.33", "ww:5.31-once")
def test_a_spent_auxiliary_does_not_come_before_others_alike() -> None:
    first, second, third = (
        COUNTERS[each].id for each in sorted(units("fr_coureurs_lery fr_coureurs_marin fr_coureurs_joncaire"))
    )
    spent: Json = {"type": "phase", "value": 3, "units": [first]}
    state = under_way([Individuals(FRENCH, 6)], {"quebec": [first, second, third]}, phase=spent)
    assert offered(state) == (pick(second), Done())
    assert top(named_freely(state, pick(third)).state) == Individuals(FRENCH, 4, units=units(third))


@proves("ww:5.33")
def test_individuals_are_offered_in_one_way_and_named_in_any_order() -> None:
    pieces = {"quebec": ["2 fr_coureurs", "fr_indian_huron"], "montreal": ["montcalm", "levis"]}
    state = activating(Activates.INDIVIDUALS, pieces)
    first, second = "fr_coureurs_boishebert_acadian", "fr_coureurs_joncaire"
    assert offered(state)[2:4] == (pick(first), pick("fr_indian_huron"))
    assert top(named_freely(state, pick(second)).state) == Individuals(FRENCH, 4, units=units(second))
    late = played(state, pick_leader("levis")).state
    assert named_freely(late, pick_leader("montcalm")).state == (
        played(state, pick_leader("montcalm"), pick_leader("levis")).state
    )
    assert refused(late, pick_leader("levis")) == (violation(Reason.ALREADY_CHOSEN, "ww:5.33", leader="levis"),)
    after = played(state, pick("fr_indian_huron")).state
    assert not any(isinstance(each, PickLeader) for each in offered(after))
    assert refused(after, pick("fr_indian_huron")) == (
        violation(Reason.ALREADY_CHOSEN, "ww:5.33", unit="fr_indian_huron"),
    )
    assert named_freely(after, pick(first)).state == played(state, pick(first), pick("fr_indian_huron")).state
    assert named_freely(after, pick(second), pick_leader("levis")).state == (
        named_freely(state, pick_leader("levis"), pick(second), pick("fr_indian_huron")).state
    )


@proves("ww:5.33", "ww:5.36")
def test_all_are_named_first_and_each_finishes_before_the_next_in_any_order() -> None:
    state = activating(Activates.INDIVIDUALS, WOODSMEN)
    state = played(state, pick_leader("dumas"), pick("fr_coureurs_marin"), pick("fr_indian_huron"), Done()).state
    assert choice(state).about == "next_individual"
    assert offered(state) == (pick_leader("dumas"), pick("fr_coureurs_marin"), pick("fr_indian_huron"))
    assert refused(state, pick("fr_indian_abenaki_1")) == (
        violation(Reason.NOT_NAMED, "ww:5.33", unit="fr_indian_abenaki_1"),
    )
    assert refused(state, pick_leader("montcalm")) == (violation(Reason.NOT_ON_MAP, "ww:5.31", leader="montcalm"),)
    assert refused(state, pick("br_ranger_rogers")) == (
        violation(Reason.OF_THE_ENEMY, "ww:5.31", unit="br_ranger_rogers"),
    )
    foreign(state, Done())
    state = played(state, pick("fr_indian_huron")).state
    assert choice(state).about == "step"
    state = played(state, Go(space("ile_d_orleans"), By.BOAT), Halt()).state
    assert offered(state) == (pick_leader("dumas"), pick("fr_coureurs_marin"))
    state = played(state, pick_leader("dumas"), Halt(), pick("fr_coureurs_marin"), Halt()).state
    assert choice(state).by is BRITISH


@proves("ww:5.33")
def test_a_named_piece_that_dies_before_its_turn_is_struck_off() -> None:
    """Given a Coureurs and a Ranger next to a fort, when the other's turn never comes, then nobody waits for it."""
    state = activating(Activates.INDIVIDUALS, {"quebec": ["2 fr_coureurs"]}, FRENCH, 2)
    two = units("fr_coureurs_boishebert_acadian fr_coureurs_joncaire")
    state = played(state, Pick(two[0]), Pick(two[1]), Done(), Pick(two[0])).state
    dead = replace(state, board=put_unit(state.board, two[1], Away.REMOVED, 0))
    assert choice(played(dead, Halt()).state).by is BRITISH


@proves("ww:5.33", "ww:5.36-imp", "ww:10.1-clar")
def test_who_was_swept_into_anothers_raid_and_home_still_acts_if_named() -> None:
    """Given a Coureurs in Culpeper named with a Shawnee, when the Shawnee raids there, then both go home (N46)."""
    pieces = {"culpeper": ["fr_coureurs_marin"], "augusta": ["fr_indian_shawnee_1"]}
    state = activating(Activates.INDIVIDUALS, pieces, stockades={"french": ["venango"]})
    both = pick("fr_coureurs_marin"), pick("fr_indian_shawnee_1")
    state = played(state, *both, Done(), pick("fr_indian_shawnee_1"), go("culpeper"), Halt(), Roll(6)).state
    while choice(state).about.startswith("home"):
        state = played(state, offered(state)[0]).state
    assert stack(state, "culpeper") == []
    assert refused(state, pick("fr_indian_shawnee_1")) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="fr_indian_shawnee_1"),
    )
    assert (choice(state).about, pick("fr_coureurs_marin") in offered(state)) == ("next_individual", True)
    acting = played(state, pick("fr_coureurs_marin")).state
    assert choice(acting).about == "step"


@proves("ww:5.31-once", "ww:5.36-imp")
def test_nobody_is_activated_twice_in_a_phase() -> None:
    spent: Json = {"type": "phase", "value": 3, "units": ["fr_coureurs_marin"], "leaders": ["dumas"]}
    frames: Json = [
        {"type": "year", "stage": "actions", "turn": "french", "playing": True},
        {"type": "individuals", "side": "french", "halves": 6},
    ]
    state = place(WOODSMEN, frames=frames, phase=spent)
    assert offered(state) == (pick("fr_indian_abenaki_1"), pick("fr_indian_huron"), Done())
    assert refused(state, pick("fr_coureurs_marin")) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="fr_coureurs_marin"),
    )
    assert refused(state, pick_leader("dumas")) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="dumas"),
    )


# ---------------------------------------------------------------- one drilled unit


@proves("ww:5.32-b")
@pytest.mark.parametrize("value", [1, 2, 3])
def test_any_card_activates_one_drilled_unit(value: int) -> None:
    pieces = {"montreal": ["2 fr_regular", "fr_coureurs_marin"], "quebec": ["fr_marine_detachment_1"]}
    state = activating(Activates.UNIT, pieces, FRENCH, value)
    assert (choice(state).about, offered(state)) == (
        "drilled_unit", (pick("fr_regular_2_berry"), pick("fr_marine_detachment_1")),
    )  # fmt: skip
    following = played(state, pick("fr_regular_2_berry"))
    assert following.events == (
        event(EventKind.PIECES_ACTIVATED, "ww:5.32-b", side="french", pieces=("fr_regular_2_berry",)),
    )
    assert choice(following.state).about == "step"
    assert following.state.phase.units == units("fr_regular_2_berry")


@proves("ww:5.32-b", "ww:5.31")
def test_an_auxiliary_an_enemy_or_an_absent_unit_is_not_the_drilled_unit() -> None:
    pieces = {"montreal": ["2 fr_regular", "fr_coureurs_marin"], "albany": ["br_regular_15th"]}
    state = activating(Activates.UNIT, pieces)
    assert refused(state, pick("fr_coureurs_marin")) == (
        violation(Reason.NOT_DRILLED, "ww:5.32-b", unit="fr_coureurs_marin"),
    )
    enemys = violation(Reason.OF_THE_ENEMY, "ww:5.31", unit="br_regular_15th")
    assert refused(state, pick("br_regular_15th")) == (enemys,)
    absent = violation(Reason.NOT_ON_MAP, "ww:5.31", unit="fr_regular_bearn")
    assert refused(state, pick("fr_regular_bearn")) == (absent,)
    assert named_freely(state, pick("fr_regular_3_berry")).state.phase.units == units("fr_regular_3_berry")
    foreign(state, pick_leader("montcalm"))


# ---------------------------------------------------------------- one force


@proves("ww:5.32-c", "ww:3.2-initiative")
@pytest.mark.parametrize(("value", "able"), [(1, "murray"), (2, "amherst murray"), (3, "amherst murray webb")])
def test_a_card_activates_a_force_whose_commanders_initiative_is_not_above_its_value(value: int, able: str) -> None:
    pieces = {"albany": ["murray", "amherst", "webb", "br_regular_15th"]}
    state = activating(Activates.FORCE, pieces, BRITISH, value)
    assert (choice(state).about, offered(state)) == ("commander_of_force", tuple(map(PickLeader, leaders(able))))
    for name in able.split():
        assert choice(played(state, pick_leader(name)).state).about == "muster"
    if value < 3:
        assert refused(state, pick_leader("webb")) == (
            violation(Reason.INITIATIVE_TOO_HIGH, "ww:5.32-c", leader="webb", initiative=3, value=value),
        )


@proves("ww:5.32-c", "ww:ex-5.32", "ww:3.2-initiative")
def test_leaders_of_initiative_one_two_and_three_need_cards_of_at_least_that_value() -> None:
    for name, needed in (("montcalm", 1), ("levis", 2), ("vaudreuil", 3)):
        allowed = [value for value in (1, 2, 3) if not initiative_violations(leader(name), value)]
        assert allowed == list(range(needed, 4))


@proves("ww:5.32-c", "ww:5.31")
def test_an_enemy_or_absent_leader_commands_no_force() -> None:
    state = activating(Activates.FORCE, {"albany": ["murray"], "quebec": ["montcalm"]})
    enemys = violation(Reason.OF_THE_ENEMY, "ww:5.31", leader="murray")
    assert refused(state, pick_leader("murray")) == (enemys,)
    absent = violation(Reason.NOT_ON_MAP, "ww:5.31", leader="levis")
    assert refused(state, pick_leader("levis")) == (absent,)
    low = activating(Activates.FORCE, {"quebec": ["montcalm"]}, FRENCH, 1)
    assert refused(low, pick_leader("levis")) == (
        violation(Reason.NOT_ON_MAP, "ww:5.31", leader="levis"),
        violation(Reason.INITIATIVE_TOO_HIGH, "ww:5.32-c", leader="levis", initiative=2, value=1),
    )
    foreign(state, pick("fr_regular_bearn"))


def mustering(pieces: Pieces, commander: str, *, side: Side = BRITISH, value: int = 3, **rest: Json) -> State:
    """Return a force being mustered under a commander."""
    state = activating(Activates.FORCE, pieces, side, value, **rest)
    return played(state, pick_leader(commander)).state


@proves("ww:5.34", "ww:5.34-def", "ww:3.2-command")
def test_murray_with_webb_and_bradstreet_commands_fourteen_units() -> None:
    assert capacity(leaders("murray webb bradstreet")) == 14
    pieces = {"albany": ["murray", "webb", "bradstreet", "14 br_regular", "br_ranger_rogers"]}
    state = mustering(pieces, "murray", value=1)
    state = played(state, pick_leader("webb"), pick_leader("bradstreet")).state
    for _ in range(13):
        state = played(state, next(each for each in offered(state) if isinstance(each, Pick))).state
    full = played(state, pick("br_regular_48th")).state
    assert choice(full).about == "step"
    assert len(full.phase.units) == 14
    frame = top(state)
    assert isinstance(frame, Activation)
    fourteen = replace(frame, units=(*frame.units, unit("br_regular_48th")))
    assert tuple(muster_unit_violations(state, fourteen, unit("br_ranger_rogers"))) == (
        violation(Reason.BEYOND_COMMAND, "ww:5.34", units=15, command=14),
    )


@proves("ww:5.34", "ww:5.34-def")
def test_only_leaders_of_equal_or_lower_command_are_subordinates() -> None:
    assert subordinate_violations(leader("murray"), leader("webb")) == ()
    pieces = {"albany": ["webb", "wolfe", "monckton", "dunbar", "br_regular_15th"], "boston": ["johnson"]}
    state = mustering(pieces, "webb")
    assert offered(state)[:2] == (pick_leader("monckton"), pick_leader("dunbar"))
    assert refused(state, pick_leader("wolfe")) == (
        violation(Reason.OUTRANKS_COMMANDER, "ww:5.34", leader="wolfe", commander="webb"),
    )
    assert refused(state, pick_leader("johnson")) == (
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="johnson"),
    )
    late = played(state, pick_leader("dunbar")).state
    assert named_freely(late, pick_leader("monckton")).state == (
        played(state, pick_leader("monckton"), pick_leader("dunbar")).state
    )
    assert refused(late, pick_leader("dunbar")) == (violation(Reason.ALREADY_CHOSEN, "ww:5.34", leader="dunbar"),)
    for asked in (state, late):
        assert refused(asked, pick_leader("webb")) == (violation(Reason.COMMANDS_THE_FORCE, "ww:5.34", leader="webb"),)
    foreign(state, Halt())


@proves("ww:5.34", "ww:5.35", "ww:5.31-once")
def test_only_units_stacked_with_the_commander_join_whichever_is_named_first() -> None:
    pieces = {"albany": ["webb", "3 br_regular"], "boston": ["br_ranger_rogers"]}
    state = mustering(pieces, "webb")
    assert refused(state, pick("br_ranger_rogers")) == (
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit="br_ranger_rogers"),
    )
    other = named_freely(state, pick("br_regular_17th")).state
    assert offered(other) == (pick("br_regular_15th"), Done())
    assert named_freely(other, pick("br_regular_15th")).state == (
        played(state, pick("br_regular_15th"), pick("br_regular_17th")).state
    )
    some = played(state, pick("br_regular_15th")).state
    assert refused(some, pick("br_regular_15th")) == (
        violation(Reason.ALREADY_CHOSEN, "ww:5.34", unit="br_regular_15th"),
    )
    state = played(state, pick("br_regular_15th"), Done()).state
    assert choice(state).about == "step"
    assert (state.phase.units, state.phase.leaders) == (units("br_regular_15th"), leaders("webb"))


@proves("ww:5.34", "ww:5.34-limits", "ww:5.534", "ww:5.31-once")
def test_only_those_stacked_with_the_commander_and_not_yet_mustered_are_beyond_a_full_command() -> None:
    """Given Johnson, command 3, with three units, then a fourth is beyond that, but none of the three or elsewhere."""
    militia, mohawk = "br_militia_1", "br_indian_mohawk_1"
    pieces = {
        "albany": ["johnson", "dunbar", "4 br_regular", "br_indian_mohawk_2"], "boston": [mohawk],
        "northern_colonial_militias": [militia],
    }  # fmt: skip
    three = units("br_regular_15th br_regular_17th br_regular_1st_royal")
    frame = Activation(BRITISH, commander=leader("johnson"), units=three, stage=ActivationStage.MUSTER)
    state = under_way([frame], pieces, phase={"type": "phase", "value": 3, "units": [militia]})
    assert refused(state, pick("br_regular_22nd")) == (violation(Reason.BEYOND_COMMAND, "ww:5.34", units=4, command=3),)
    assert refused(state, pick("br_regular_15th")) == (
        violation(Reason.ALREADY_CHOSEN, "ww:5.34", unit="br_regular_15th"),
    )
    assert refused(state, pick(militia)) == (
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit=militia),
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit=militia),
    )
    elsewhere = violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit=mohawk)
    assert refused(state, pick(mohawk)) == (elsewhere,)
    under_dunbar = replace(frame, commander=leader("dunbar"))
    only = violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit=mohawk)
    assert tuple(muster_unit_violations(state, under_dunbar, unit(mohawk))) == (elsewhere, only)
    with_johnson = replace(under_dunbar, leaders=leaders("johnson"))
    assert tuple(muster_unit_violations(state, with_johnson, unit(mohawk))) == (elsewhere,)


@proves("ww:5.34")
def test_an_enemy_is_not_stacked_with_the_commander_and_his_command_is_no_matter() -> None:
    """Given Rigaud, when Braddock or a Mohawk is named for his force, then neither rank nor Johnson matters."""
    pieces = {"montreal": ["rigaud", "fr_regular_bearn"], "albany": ["braddock", "br_indian_mohawk_1"]}
    state = under_way([Activation(FRENCH, commander=leader("rigaud"), stage=ActivationStage.MUSTER)], pieces)
    assert refused(state, pick_leader("braddock")) == (
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="braddock"),
    )
    assert refused(state, pick("br_indian_mohawk_1")) == (
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit="br_indian_mohawk_1"),
    )


@proves("ww:5.34", "ww:5.31-once")
def test_leaders_may_be_mustered_after_units_and_spent_units_stand_before_nobody() -> None:
    pieces = {"albany": ["webb", "dunbar", "4 br_regular"]}
    frame = Activation(BRITISH, commander=leader("webb"), stage=ActivationStage.MUSTER)
    state = under_way([frame], pieces, phase={"type": "phase", "value": 3, "units": ["br_regular_15th"]})
    assert offered(state) == (pick_leader("dunbar"), pick("br_regular_17th"), Done())
    assert top(named_freely(state, pick("br_regular_1st_royal")).state) == replace(
        frame, units=units("br_regular_1st_royal")
    )
    later = played(state, pick("br_regular_17th")).state
    assert named_freely(later, pick_leader("dunbar")).state == (
        played(state, pick_leader("dunbar"), pick("br_regular_17th")).state
    )


@proves("ww:5.35")
def test_a_force_lasts_no_longer_than_its_activation() -> None:
    """Given Montcalm's force has marched, when the next card activates Levis, then he commands whom he likes of it."""
    pieces = {"montreal": ["montcalm", "levis", "2 fr_regular", "fr_coureurs_marin"]}
    state = phase(FRENCH, "card_1 card_2", pieces, enemy="card_52 card_51")
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state
    assert offered(state) == (pick_leader("levis"), pick("fr_regular_2_berry"), pick("fr_coureurs_marin"), Done())
    state = played(state, pick_leader("levis"), pick("fr_regular_2_berry"), Done()).state
    below = state.stack.frames[-2]
    assert isinstance(below, Activation)
    assert (below.leaders, below.units) == (leaders("montcalm levis"), units("fr_regular_2_berry"))
    assert (state.phase.leaders, state.phase.units) == (leaders("montcalm levis"), units("fr_regular_2_berry"))
    state = played(state, Halt(), Activate(card("card_52"), Activates.INDIVIDUALS), Done()).state
    state = played(state, Activate(card("card_2"), Activates.FORCE), pick_leader("levis")).state
    assert offered(state) == (pick("fr_regular_2_berry"), pick("fr_coureurs_marin"), Done())


@proves("ww:5.35")
def test_those_inside_a_besieged_work_and_those_outside_are_no_company_for_each_other() -> None:
    """Given a garrison and friends outside in one space, then each commander finds only those on his side of it."""
    fort = "hudson_carry_north"
    outside, inside = ["webb", "murray", "br_regular_15th"], ["dunbar", "bradstreet", "br_regular_17th"]
    pieces = {fort: [*outside, *(f"inside {name}" for name in inside)]}
    for (chief, mate, drilled), strangers in ((outside, inside), (inside, outside)):
        frame = Activation(BRITISH, commander=leader(chief), stage=ActivationStage.MUSTER)
        state = under_way([frame], pieces, forts={"british": [fort]}, sieges={fort: 0})
        assert tuple(muster_leader_violations(state, frame, leader(mate))) == ()
        assert tuple(muster_unit_violations(state, frame, unit(drilled))) == ()
        apart = violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader=strangers[1])
        assert apart in tuple(muster_leader_violations(state, frame, leader(strangers[1])))
        assert tuple(muster_unit_violations(state, frame, unit(strangers[2]))) == (
            violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", unit=strangers[2]),
        )


def test_a_commander_without_company_sets_out_alone() -> None:
    assert choice(mustering({"albany": ["webb"]}, "webb")).about == "step"


@proves("ww:5.534", "ww:5.534-free", "ww:5.34-limits")
def test_johnson_commands_three_regulars_and_all_mohawk_and_iroquois_besides() -> None:
    six = units(" ".join(f"br_indian_{tribe}" for tribe in ("mohawk_1", "mohawk_2", "cayuga", "oneida", "seneca")))
    regulars = units("br_regular_15th br_regular_17th br_regular_22nd")
    assert capacity_needed((*six, *regulars)) == 3
    assert command_limit_violations(leaders("johnson"), (*six, *regulars)) == ()
    assert command_limit_violations(leaders("johnson"), (*six, *regulars, *units("br_regular_40th"))) == (
        violation(Reason.BEYOND_COMMAND, "ww:5.34", units=4, command=3),
    )


@proves("ww:5.534", "ww:5.534-normal")
def test_only_johnson_commands_the_six_nations_for_britain_but_cherokee_and_french_indians_obey_anybody() -> None:
    assert [is_johnsons(each) for each in units("br_indian_mohawk_1 br_indian_seneca")] == [True, True]
    assert [is_johnsons(each) for each in units("br_indian_cherokee_1 fr_indian_seneca")] == [False, False]
    pieces = {"albany": ["webb", "johnson", "br_indian_mohawk_1", "br_indian_cherokee_1"]}
    state = mustering(pieces, "webb")
    johnson_first = Notation(Reason.LEADERS_FIRST, (("leaders", ("johnson",)),))
    assert said_otherwise(state, pick("br_indian_mohawk_1")) == johnson_first
    without = mustering({"albany": ["webb", "br_indian_mohawk_1", "br_indian_cherokee_1"]}, "webb")
    assert refused(without, pick("br_indian_mohawk_1")) == (
        violation(Reason.ONLY_JOHNSON_COMMANDS, "ww:5.534", unit="br_indian_mohawk_1"),
    )
    with_johnson = played(state, pick_leader("johnson")).state
    assert pick("br_indian_mohawk_1") in offered(with_johnson)
    assert pick("br_indian_cherokee_1") in offered(state)
    french = mustering({"quebec": ["montcalm", "fr_indian_seneca"]}, "montcalm", side=FRENCH)
    assert pick("fr_indian_seneca") in offered(french)
