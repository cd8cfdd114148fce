"""The order of actions of an activated force (5.36), and what it may do at a siege."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import violation
from reference.wilderness_war.actions import (
    Action,
    Activates,
    Besiege,
    Decline,
    Done,
    Halt,
    March,
    Roll,
    SallyOut,
    Stay,
    Storm,
)
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch05_order import (
    assault_violations,
    besiege_violations,
    storm_violations,
)
from reference.wilderness_war.frames import Activation
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, pick, pick_leader
from tests.wilderness_war.phases import BRITISH, FRENCH, activating, choice, foreign, fought, offered
from tests.wilderness_war.positions import (
    Pieces,
    due,
    leaders,
    place,
    played,
    refused,
    ruleset,
    stack,
    under_way,
    units,
)


@proves("ww:5.36", "ww:5.31")
def test_an_activated_piece_moves_then_fights_then_raids() -> None:
    pieces = {"east_delaware": ["fr_coureurs_marin", "villiers"], "easton": ["br_ranger_rogers"]}
    state = activating(Activates.FORCE, pieces, FRENCH, 2, forts={"french": ["niagara"]})
    state = played(state, pick_leader("villiers"), pick("fr_coureurs_marin"), go("easton")).state
    abouts = []
    for die in (6, 1):
        while Decline() in offered(state):
            state = played(state, Decline()).state
        state = played(state, Roll(die)).state
    while due(state).about != "end_of_phase":
        abouts.append(due(state).about)
        action: Action = Roll(5) if offered(state)[0] == Roll(1) else offered(state)[0]
        state = played(state, action).state
    assert abouts == ["retreat_of_br_ranger_rogers", "raid_roll"]
    assert stack(state, "niagara") == ["villiers", "fr_coureurs_marin"]


SIEGE = {
    "hudson_carry_north": ["montcalm", "levis", "2 fr_regular", "fr_coureurs_marin", "inside br_regular_15th"],
    "ticonderoga": ["rigaud", "fr_regular_bearn"],
}
WORKS: dict[str, Json] = {"forts": {"british": ["hudson_carry_north"], "french": ["ticonderoga"]}}


def besieging(commander: str, level: int = 0, pieces: Pieces = SIEGE, **rest: Json) -> State:
    """Return a French commander with a purpose to choose at a siege."""
    given: dict[str, Json] = {**WORKS, "sieges": {"hudson_carry_north": level}, **rest}
    state = activating(Activates.FORCE, pieces, **given)
    return played(state, pick_leader(commander)).state


@proves("ww:5.36-siege", "ww:5.36", "ww:8.231")
def test_a_force_that_stays_may_besiege_or_assault_instead_of_moving() -> None:
    assert offered(besieging("montcalm")) == (March(), Besiege())
    assert offered(besieging("montcalm", 1)) == (March(), Besiege(), Storm())
    assert refused(besieging("montcalm"), Storm()) == (
        violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:9.1", space="hudson_carry_north", level=0, needed=1),
    )
    foreign(besieging("montcalm"), Halt())
    assert due(played(besieging("montcalm"), Besiege()).state).about == "siege_roll"


@proves("ww:5.36-siege", "ww:8.231-activate", "ww:8.231-clar-force")
def test_only_the_highest_commander_there_leads_a_siege() -> None:
    state = besieging("levis", 1)
    assert offered(state) == (March(),)
    outranked = violation(Reason.NOT_OF_HIGHEST_COMMAND, "ww:8.231-activate", leader="levis", higher=("montcalm",))
    levis = Activation(FRENCH, commander=leader("levis"))
    assert refused(state, Besiege()) == (outranked,)
    assert refused(state, Storm()) == (outranked,)
    assert tuple(besiege_violations(state, levis)) == (outranked,)
    assert tuple(storm_violations(state, levis)) == (outranked,)
    for alone in (
        Activation(FRENCH, units=units("fr_regular_2_berry")),
        Activation(FRENCH, leaders=leaders("montcalm")),
    ):
        nothing, storming = (
            violation(Reason.NO_FORCE, cited, space="hudson_carry_north")
            for cited in ("ww:8.231-clar-force", "ww:5.36-siege")
        )
        assert tuple(besiege_violations(state, alone)) == (nothing,)
        assert tuple(storm_violations(state, alone)) == (storming,)


@proves("ww:8.231", "ww:9.1", "ww:8.25")
def test_besiegers_do_not_sally_out_and_elsewhere_there_is_nothing_to_besiege() -> None:
    state = besieging("montcalm")
    assert refused(state, Stay()) == (violation(Reason.NOT_BESIEGED, "ww:8.25"),)
    assert refused(state, SallyOut()) == (violation(Reason.NOT_BESIEGED, "ww:8.25", space="hudson_carry_north"),)
    rigaud = Activation(FRENCH, commander=leader("rigaud"))
    assert tuple(besiege_violations(state, rigaud)) == (violation(Reason.NO_SIEGE, "ww:8.231", space="ticonderoga"),)
    assert tuple(storm_violations(state, rigaud)) == (violation(Reason.NO_SIEGE, "ww:9.1", space="ticonderoga"),)


@proves("ww:8.231", "ww:12.3-b", "ww:9.1")
def test_a_siege_needs_drilled_troops_in_supply_an_assault_only_its_level() -> None:
    raiders = besieging("montcalm", 1, {"hudson_carry_north": ["montcalm", "fr_coureurs_marin", "inside webb"]})
    assert offered(raiders) == (March(), Storm())
    assert refused(raiders, Besiege()) == (
        violation(Reason.NO_DRILLED_TROOPS, "ww:8.231", side="french", space="hudson_carry_north"),
    )
    cut_off = besieging("montcalm", 1, {**SIEGE, "crown_point": ["br_regular_17th"]})
    assert offered(cut_off) == (March(), Storm())
    assert refused(cut_off, Besiege()) == (violation(Reason.NOT_SUPPLIED, "ww:12.3-b", space="hudson_carry_north"),)


@proves("ww:9.1", "ww:fr-9.1-aux")
@pytest.mark.parametrize(
    ("value", "reasons"),
    [
        ("leader", ()),
        ("leader_and_drilled", (Reason.NO_DRILLED_TROOPS,)),
        ("leader_and_supplied_drilled", (Reason.NO_DRILLED_TROOPS,)),
    ],
)
def test_d18_auxiliaries_alone_may_assault_or_not(value: str, reasons: tuple[Reason, ...]) -> None:
    pieces = {"niagara": ["johnson", "2 br_indian_mohawk", "inside fr_coureurs_marin"]}
    state = place(pieces, ruleset(assault_requirements=value), forts={"french": ["niagara"]}, sieges={"niagara": 1})
    johnson = Activation(BRITISH, commander=leader("johnson"))
    found = tuple(storm_violations(state, johnson))
    assert tuple(each.reason for each in found)[: len(reasons)] == reasons
    assert bool(found) is bool(reasons)
    drilled = place({"niagara": [*pieces["niagara"], "br_regular_15th"]}, state.ruleset, forts={"french": ["niagara"]},
                    sieges={"niagara": 1})  # fmt: skip
    unsupplied = () if value != "leader_and_supplied_drilled" else (
        violation(Reason.NOT_SUPPLIED, "ww:9.1", space="niagara"),
    )  # fmt: skip
    assert tuple(storm_violations(drilled, johnson)) == unsupplied


@proves("ww:9.1")
def test_a_leader_without_units_outside_assaults_nothing() -> None:
    state = place({"niagara": ["br_ranger_rogers", "inside fr_coureurs_marin"]}, forts={"french": ["niagara"]},
                  sieges={"niagara": 1})  # fmt: skip
    assert tuple(assault_violations(state, space("niagara"), FRENCH)) == (
        violation(Reason.NO_UNITS, "ww:9.1", space="niagara"),
    )


@proves("ww:8.25", "ww:5.31", "ww:8.231", "ww:9.1")
def test_besieged_pieces_sally_out_or_stay_but_do_not_leave() -> None:
    pieces = {"hudson_carry_north": ["2 fr_regular", "inside br_regular_15th", "inside webb"], "albany": ["murray"]}
    given: dict[str, Json] = {**WORKS, "sieges": {"hudson_carry_north": 0}}
    state = activating(Activates.FORCE, pieces, BRITISH, 3, **given)
    state = played(state, pick_leader("webb")).state
    assert offered(state) == (SallyOut(), Stay())
    assert refused(state, March()) == (violation(Reason.BESIEGED, "ww:8.25", space="hudson_carry_north"),)
    for action in (Besiege(), Storm()):
        assert refused(state, action) == (
            violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side="british", space="hudson_carry_north"),
        )
    out = played(state, SallyOut()).state
    assert offered(out) == (pick("br_regular_15th"),)
    assert refused(out, Done()) == (violation(Reason.LEADERS_ALONE, "ww:8.25", leader="webb"),)
    assert choice(played(state, Stay()).state).by is FRENCH
    battle = fought(played(out, pick("br_regular_15th")).state, 6, 1, 2)
    assert stack(battle, "hudson_carry_north") == ["webb", "reduced br_regular_15th"]


@proves("ww:8.25")
def test_a_lone_besieged_leader_has_nobody_to_sally_out_with() -> None:
    pieces = {"hudson_carry_north": ["2 fr_regular", "inside webb", "inside br_regular_15th"]}
    given: dict[str, Json] = {**WORKS, "sieges": {"hudson_carry_north": 0}}
    state = activating(Activates.INDIVIDUALS, pieces, BRITISH, 3, **given)
    state = played(state, pick_leader("webb"), Done(), pick_leader("webb")).state
    assert offered(state) == (Stay(),)
    assert refused(state, SallyOut()) == (violation(Reason.LEADERS_ALONE, "ww:8.25", leader="webb"),)
    besieged = violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side="british", space="hudson_carry_north")
    for action, cited in ((Besiege(), "ww:8.231-clar-force"), (Storm(), "ww:5.36-siege")):
        alone = violation(Reason.NO_FORCE, cited, space="hudson_carry_north")
        assert refused(state, action) == (alone, besieged)


@proves("ww:8.25", "ww:5.32-b")
def test_a_besieged_drilled_unit_alone_may_sally_out() -> None:
    pieces = {"hudson_carry_north": ["fr_regular_bearn", "inside br_regular_15th"]}
    given: dict[str, Json] = {**WORKS, "sieges": {"hudson_carry_north": 0}}
    state = activating(Activates.UNIT, pieces, BRITISH, 3, **given)
    state = played(state, pick("br_regular_15th")).state
    assert offered(state) == (SallyOut(), Stay())
    state = fought(played(state, SallyOut()).state, 6, 1)
    assert stack(state, "hudson_carry_north") == ["br_regular_15th"]


@proves("ww:5.31-once", "ww:5.36-siege", "ww:8.231-clar-force")
def test_a_besieger_activated_alone_lacks_a_force_but_was_not_activated_before() -> None:
    """Given a lone besieger that a card has just activated, then no force is all that keeps it from the assault."""
    pieces = {"hudson_carry_north": ["fr_regular_2_berry", "inside br_regular_15th"]}
    state = activating(Activates.UNIT, pieces, sieges={"hudson_carry_north": 1}, **WORKS)
    state = played(state, pick("fr_regular_2_berry")).state
    for action, cited in ((Besiege(), "ww:8.231-clar-force"), (Storm(), "ww:5.36-siege")):
        assert refused(state, action) == (violation(Reason.NO_FORCE, cited, space="hudson_carry_north"),)
    spent: Json = {"type": "phase", "value": 3, "units": ["fr_regular_2_berry"]}
    frame = Activation(FRENCH, commander=leader("montcalm"))
    before = under_way([frame], {"hudson_carry_north": ["montcalm", *pieces["hudson_carry_north"]]},
        sieges={"hudson_carry_north": 1}, phase=spent, **WORKS)  # fmt: skip
    told = violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="fr_regular_2_berry")
    assert tuple(storm_violations(before, frame)) == (told,)
    assert tuple(besiege_violations(before, frame)) == (told,)
