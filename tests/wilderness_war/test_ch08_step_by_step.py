"""Chapters 7 to 9, step by step: fire, leaders caught, the lifting of sieges, assault and parole."""

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import below, opened
from reference.kernel.verdicts import event
from reference.wilderness_war.board import is_besieged
from reference.wilderness_war.ch08_consequences import left_siege
from reference.wilderness_war.ch08_siege import parole_advance
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import (
    Battle,
    BattleStage,
    Combat,
    CombatKind,
    Parole,
    Retreat,
    Siege,
    SiegeStage,
    Year,
    YearStage,
)
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import Pieces, leaders, read, stack, stepped, top, under_way, units
from tests.wilderness_war.turns import s, who

FORT = "hudson_carry_north"
WORKS: dict[str, Json] = {"forts": {"british": [FORT], "french": ["ticonderoga"]}}


# ---------------------------------------------------------------- battle


@proves("ww:7.2-C", "ww:7.1", "ww:5.36-imp")
def test_a_battle_opens_fire_with_all_outside_and_those_who_joined_it_may_not_be_activated_any_more() -> None:
    pieces: Pieces = {"albany": ["fr_regular_bearn", "fr_indian_huron", "br_regular_44th", "webb"]}
    battle = Battle(
        s("albany"), FRENCH, FRENCH, s("hoosic"), stage=BattleStage.FIRE, joined=units("br_regular_44th"),
        joined_leaders=leaders("webb"),
    )  # fmt: skip
    fired = stepped(under_way([battle], pieces)).state
    fight = top(fired)
    assert isinstance(fight, Combat)
    assert (fight.kind, fight.space, fight.attacker) == (CombatKind.BATTLE, s("albany"), FRENCH)
    assert (fight.attackers.units, fight.defenders.units) == (2, 1)
    waiting = below(fired)
    assert isinstance(waiting, Battle)
    assert waiting.stage is BattleStage.RETREAT
    assert (fired.phase.units, fired.phase.leaders) == (units("br_regular_44th"), leaders("webb"))


@proves("ww:6.53-caught")
def test_leaders_left_alone_among_enemies_set_out_to_retreat_together() -> None:
    pieces: Pieces = {"hoosic": ["fr_regular_bearn", "webb", "johnson"]}
    caught = stepped(under_way([Year(YearStage.ACTIONS, FRENCH)], pieces, hands={"french": ["card_1"]})).state
    fleeing = top(caught)
    assert isinstance(fleeing, Retreat)
    assert (fleeing.side, fleeing.space, fleeing.attacking) == (BRITISH, s("hoosic"), False)
    assert (fleeing.units, set(fleeing.leaders)) == ((), set(leaders("webb johnson")))


# ---------------------------------------------------------------- sieges and assaults


@proves("ww:8.232")
def test_only_a_siege_that_its_last_besiegers_have_left_is_lifted() -> None:
    assert left_siege(read({}, **WORKS), s(FORT), FRENCH) is None
    besieged = {"sieges": {FORT: 1}, **WORKS}
    assert left_siege(read({FORT: ["fr_regular_bearn"]}, **besieged), s(FORT), FRENCH) is None
    assert left_siege(read({}, **besieged), s(FORT), BRITISH) is None
    lifted = left_siege(read({}, **besieged), s(FORT), FRENCH)
    assert lifted is not None
    assert lifted.events == (event(EventKind.SIEGE_LIFTED, "ww:8.232", space=FORT),)
    assert not is_besieged(lifted.state.board, s(FORT))


@proves("ww:9.1", "ww:9.12", "ww:9.12-campaign", "ww:9.14-a", "ww:9.14-c")
def test_everybody_outside_assaults_even_who_came_by_campaign_without_militia_and_without_a_retreat_to_follow() -> None:
    """Given Lévis, who has acted with a Regular in this phase, beside Montcalm at a siege, when Montcalm assaults."""
    pieces: Pieces = {
        FORT: ["montcalm", "levis", "fr_regular_bearn", "fr_regular_guyenne", "inside br_regular_44th"],
        "northern_colonial_militias": ["br_militia_1"],
    }
    siege = Siege(s(FORT), FRENCH, who("montcalm"), SiegeStage.STORM)
    phase: Json = {"type": "phase", "value": 3, "campaign": True, "units": ["fr_regular_guyenne"], "leaders": ["levis"]}
    stormed = stepped(under_way([siege], pieces, sieges={FORT: 1}, phase=phase, **WORKS)).state
    fight = top(stormed)
    assert isinstance(fight, Combat)
    assert (fight.kind, fight.attacker, fight.leader) == (CombatKind.ASSAULT, FRENCH, who("montcalm"))
    assert (fight.attackers.units, fight.defenders.units) == (2, 1)
    # No battle with its militia and retreat lies between the assault and the siege, which is over after it.
    assert stormed.stack.frames[:-1] == (Siege(s(FORT), FRENCH, who("montcalm"), SiegeStage.END),)
    assert set(stormed.phase.units) == set(units("fr_regular_bearn fr_regular_guyenne"))
    assert set(stormed.phase.leaders) == set(leaders("montcalm levis"))


@proves("ww:card-surrender-fx2")
def test_a_garrison_that_surrendered_goes_to_its_closest_fortification_or_is_lost_with_the_last_one() -> None:
    pieces: Pieces = {FORT: ["fr_regular_bearn", "inside br_regular_44th", "inside webb"]}
    parole = Parole(BRITISH, s(FORT))
    paroled = stepped(under_way([parole], pieces, forts={"french": [FORT]}))
    assert (stack(paroled.state, "albany"), paroled.state.stack.frames) == (["webb", "br_regular_44th"], ())
    assert paroled.events == (
        event(EventKind.PIECES_MOVED, "ww:card-surrender-fx2", pieces=("webb", "br_regular_44th"), to="albany"),
    )
    fortresses: Json = [
        "boston",
        "new_haven",
        "new_york",
        "albany",
        "alexandria",
        "baltimore",
        "philadelphia",
        "halifax",
    ]
    nowhere = read(pieces, forts={"french": [FORT]}, captured_fortresses={"french": fortresses})
    lost = parole_advance(opened(nowhere, parole), parole)
    assert (stack(lost.state, FORT), lost.state.stack.frames) == (["fr_regular_bearn"], ())
    assert lost.events == (
        event(EventKind.LEADER_KILLED, "ww:card-surrender-fx2", leader="webb"),
        event(EventKind.UNIT_ELIMINATED, "ww:card-surrender-fx2", unit="br_regular_44th"),
    )
