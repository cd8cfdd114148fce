"""Chapter 6, asked directly: everything that a step, a stop, a landing or an avoidance answers, and nothing else."""

from typing import TypeAlias

import pytest

from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, event, violation
from reference.wilderness_war import ch06_move
from reference.wilderness_war.actions import By
from reference.wilderness_war.ch02_map import Space, space
from reference.wilderness_war.ch03_pieces import Unit
from reference.wilderness_war.ch06_avoiding import barred_violations, may_avoid
from reference.wilderness_war.ch06_reach import stop_violations, way_violations
from reference.wilderness_war.ch06_stops import work_stops
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move, MoveStage, Reaction, ReactionKind
from reference.wilderness_war.opening_checks import entry_violations, landing_violations
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from tests.wilderness_war.moves import BOAT, LAND, LANDING, NAVAL, go, standing
from tests.wilderness_war.positions import Pieces, board, ruleset, stack, under_way, units

REGULAR, RANGERS = "br_regular_15th", "br_ranger_rogers"
BEARN, COUREURS = "fr_regular_bearn", "fr_coureurs_marin"
COLUMN = f"rigaud {BEARN} {COUREURS}"
CARRY = "hudson_carry_north"


# ---------------------------------------------------------------- the way of a step


Step: TypeAlias = tuple[str, str, dict[str, Json], str, By, tuple[Violation, ...]]
STEPS: tuple[Step, ...] = (
    ("albany", REGULAR, {}, "hoosic", LAND, ()),
    ("albany", REGULAR, {}, "boston", LAND,
     (violation(Reason.NOT_ADJACENT, "ww:6.2", start="albany", to="boston"),)),
    ("albany", REGULAR, {"spent": 4}, "hoosic", LAND,
     (violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4),)),
    ("albany", f"webb {REGULAR} {RANGERS}", {"by": "land", "spent": 4}, "hoosic", LAND,
     (violation(Reason.NO_MOVEMENT_LEFT, "ww:6.2", spent=4, most=4),)),
    ("albany", REGULAR, {"by": "boat", "spent": 4}, "hoosic", LAND,
     (violation(Reason.MIXED_MOVEMENT, "ww:6.1", by="land", before="boat"),)),
    ("albany", REGULAR, {"by": "land", "spent": 1, "halted": True}, "hoosic", LAND,
     (violation(Reason.MUST_STOP, "ww:6.2", space="albany"),)),
    ("schenectady", REGULAR, {}, "adirondacks_south", BOAT,
     (violation(Reason.NO_PORTAGE, "ww:6.3-exc", space="adirondacks_south"),)),
    ("albany", REGULAR, {"by": "boat", "spent": 9}, "kinderhook", BOAT,
     (violation(Reason.NO_MOVEMENT_LEFT, "ww:6.3", spent=9, most=9),)),
    ("boston", REGULAR, {}, "new_york", NAVAL, ()),
    ("boston", REGULAR, {"weather": True}, "new_york", NAVAL,
     (violation(Reason.FOUL_WEATHER, "ww:card-foul-weather-fx"),)),
    ("boston", f"webb {REGULAR}", {}, "new_york", NAVAL,
     (violation(Reason.FORCE_NEEDS_THREE_CARD, "ww:6.41", value=2),)),
    ("boston", REGULAR, {}, "albany", NAVAL,
     (violation(Reason.PORT_NOT_CONTROLLED, "ww:6.4", space="albany"),)),
    ("boston", "webb", {}, "hoosic", LANDING,
     (violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:6.43", start="boston", to="hoosic"),
      violation(Reason.CARD_NOT_HELD, "ww:6.431", card="amphibious_landing"),
      violation(Reason.LEADERS_ALONE, "ww:card-amphibious-fx", landing="hoosic", leaders=("webb",)))),
)  # fmt: skip


@proves("ww:6.1", "ww:6.2", "ww:6.3", "ww:6.4", "ww:6.43")
def test_a_step_is_held_to_the_rules_of_its_way_and_to_no_others() -> None:
    """Given a march, boats or a ship, then the reach and links of land and water are of no concern at sea."""
    for at, who, frame, to, by, why in STEPS:
        state, move = standing(at, who, {}, frame=frame, phase={"type": "phase", "value": 2})
        assert tuple(way_violations(state, move, go(to, by))) == why


STOPS = (
    ("hoosic", "land", "ww:6.2"), ("hoosic", "boat", "ww:6.2"),
    ("albany", "naval", "ww:6.4"), ("albany", "landing", "ww:6.43"),
    ("adirondacks_south", "naval", "ww:6.4"), ("adirondacks_south", "landing", "ww:6.43"),
    ("schenectady", "naval", "ww:6.4"), ("schenectady", "landing", "ww:6.43"),
    ("schenectady", "land", "ww:6.51-c"), ("schenectady", "boat", "ww:6.51-c"),
    (CARRY, "boat", "ww:6.3-exc"), (CARRY, "land", "ww:6.2"),
    (CARRY, "naval", "ww:6.4"), (CARRY, "landing", "ww:6.43"),
)  # fmt: skip


@proves("ww:6.2-c", "ww:6.3-exc", "ww:6.4", "ww:6.43", "ww:6.51-c")
def test_a_mover_that_must_stop_is_stopped_by_one_rule_of_its_way() -> None:
    """Given open land, a mountain, an own stockade and an own fort under siege, then the way there decides the rule."""
    pieces = {CARRY: ["inside br_northern_provincial_rhode_island", BEARN]}
    for at, by, cited in STOPS:
        state, move = standing(
            at, RANGERS, pieces, frame={"by": by, "spent": 1}, forts={"british": [CARRY]}, sieges={CARRY: 0},
            stockades={"british": ["schenectady"]},
        )  # fmt: skip
        assert stop_violations(state, move) == (violation(Reason.MUST_STOP, cited, space=at),)
    mountain, marcher = standing("adirondacks_south", RANGERS, {}, frame={"by": "land", "spent": 1})
    assert stop_violations(mountain, marcher) == (
        violation(Reason.MUST_STOP, "ww:6.2-c", space="adirondacks_south", terrain="mountain"),
    )


@proves("ww:6.2", "ww:5.532-note")
@pytest.mark.parametrize(("who", "settled"), [(COLUMN, True), (f"webb {RANGERS}", False)])
def test_a_step_by_land_moves_the_group_and_clears_what_the_last_space_left(who: str, *, settled: bool) -> None:
    """Given a Mohawk is allied at Canajoharie, when a group enters, then all that is new is told and kept."""
    left: dict[str, Json] = {"sheltered": True, "last_drop": 3, "winner": "french", "declined": ["niagara"]}
    here = {"canajoharie": ["br_indian_mohawk_1" if settled else BEARN], "schoharie": ["br_indian_mohawk_2"]}
    state, move = standing("oneida_carry_east", who, here, frame=left)
    reached = ch06_move.apply(state, move, go("canajoharie"))
    side, names = move.side.value, tuple(who.split())
    assert reached.events == (
        event(EventKind.PIECES_MOVED, "ww:6.2", side=side, to="canajoharie", by="land", pieces=names),
    )
    assert reached.state.stack.top == replace(
        move, at=space("canajoharie"), entry=space("oneida_carry_east"), by=LAND, spent=1,
        stage=MoveStage.SCHOONER, settlement=settled, sheltered=False, last_drop=-1, winner=None, declined=(),
    )  # fmt: skip
    assert set(stack(reached.state, "canajoharie")) == {*here["canajoharie"], *names}


@proves("ww:6.2")
def test_a_mover_comes_from_an_adjacent_space_or_from_nowhere() -> None:
    assert tuple(entry_violations(None, space("albany"))) == ()
    assert tuple(entry_violations(space("hoosic"), space("albany"))) == ()
    assert tuple(entry_violations(space("boston"), space("albany"))) == (
        violation(Reason.NOT_ADJACENT, "ww:6.2", start="boston", to="albany"),
    )


@proves("ww:6.43", "ww:2.0-arrows")
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("name", ["ile_d_orleans", "albany"])
@pytest.mark.parametrize("landing", [True, False])
def test_an_attack_from_the_sea_is_british_and_at_the_end_of_an_arrow(name: str, side: Side, *, landing: bool) -> None:
    """Given an attack that landed, then it is Britain's, where an arrow of the map leads; others may be anywhere."""
    expected = []
    if landing and side is Side.FRENCH:
        expected.append(violation(Reason.BRITISH_ONLY, "ww:6.43"))
    if landing and name == "albany":
        expected.append(violation(Reason.NO_AMPHIBIOUS_ARROW, "ww:2.0-arrows", space="albany"))
    assert list(landing_violations(space(name), side, landing=landing)) == expected


# ---------------------------------------------------------------- after a clash


@proves("ww:6.82", "ww:6.82-exc", "ww:6.51-b", "ww:6.51-d")
def test_after_avoidance_a_mover_goes_on_unless_an_enemy_work_is_there() -> None:
    """Given the enemy has slipped away, then a fort stops the mover, a stockade too, and works of its own do not."""
    at = space("hoosic")
    move = Move(Side.FRENCH, at, None, (), units(COUREURS))
    besieged = violation(Reason.BESIEGED_NOW, "ww:6.51-b", space="hoosic")
    raid = violation(Reason.STAYED_TO_RAID, "ww:6.51-d", space="hoosic")
    works: tuple[tuple[dict[str, Json], tuple[Violation, ...]], ...] = (
        ({}, ()), ({"forts": {"french": ["hoosic"]}}, ()), ({"stockades": {"french": ["hoosic"]}}, ()),
        ({"forts": {"british": ["hoosic"]}}, (besieged,)), ({"stockades": {"british": ["hoosic"]}}, (raid,)),
    )  # fmt: skip
    for there, why in works:
        assert tuple(work_stops(board({"hoosic": [COUREURS]}, **there), move)) == why


# ---------------------------------------------------------------- avoiding battle

ENTRY = "green_mountains_south"
AROUND = ("albany", "hudson_carry_south", "northampton")


def _avoiding(entry: str, at: str = "hoosic") -> Reaction:
    return Reaction(ReactionKind.AVOID, Side.BRITISH, space(at), space(entry))


def _attack(tried_into: tuple[Space, ...] = (), intercepted: tuple[Unit, ...] = ()) -> Move:
    move = Move(Side.FRENCH, space("hoosic"), None, (), units(BEARN), entry=space(ENTRY))
    return replace(move, tried_into=tried_into, intercepted=intercepted)


@proves("ww:6.8", "ww:6.81", "ww:6.83", "ww:6.84", "ww:6.85")
def test_everybody_is_barred_from_avoiding_by_an_interception_or_where_no_refuge_is_and_by_nothing_else() -> None:
    """Given the 15th at Hoosic, then it may avoid unless its side has intercepted, or tried to, or is shut in."""
    tried = violation(Reason.TRIED_TO_INTERCEPT, "ww:6.85", side="british", space="hoosic")
    came = violation(Reason.INTERCEPTED_THERE, "ww:6.84", side="british", space="hoosic")
    shut = (
        *(violation(Reason.ENEMY_HELD, "ww:6.81", space=name) for name in AROUND[:1]),
        violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space=ENTRY),
        *(violation(Reason.ENEMY_HELD, "ww:6.81", space=name) for name in AROUND[1:]),
    )
    enemies = {name: [each] for name, each in zip(AROUND, (COUREURS, "fr_regular_guyenne", "fr_indian_huron"),
                                                  strict=True)}  # fmt: skip
    cases: tuple[tuple[Move | None, Pieces, tuple[Violation, ...]], ...] = (
        (None, {}, ()), (_attack(), {}, ()), (_attack(tried_into=(space("hoosic"),)), {}, (tried,)),
        (_attack(intercepted=units(REGULAR)), {}, (came,)), (None, enemies, shut), (_attack(), enemies, shut),
    )  # fmt: skip
    for move, pieces, why in cases:
        frame = _avoiding(ENTRY)
        below = () if move is None else (move,)
        state = under_way([*below, frame], {"hoosic": [REGULAR], **pieces})
        found = tuple(barred_violations(state, frame))
        assert sorted(found, key=repr) == sorted(why, key=repr)
        assert may_avoid(state, frame) is (why == ())
    empty = under_way([_avoiding(ENTRY)], {})
    assert not may_avoid(empty, _avoiding(ENTRY))


@proves("ww:6.83", "ww:6.8", "ww:6.81")
@pytest.mark.parametrize("value", ["fort_and_fortress", "fortress_only"])
def test_by_option_only_a_garrison_of_a_fort_holds_back_those_outside(value: str) -> None:
    """Given Rangers inside a fort and the 15th outside, then it may avoid unless the option says otherwise."""
    frame, rules = _avoiding(ENTRY), ruleset(avoid_from=value)
    held = (violation(Reason.HELD_BACK_BY_GARRISON, "ww:6.83", space="hoosic"),) if value == "fortress_only" else ()
    state = under_way([frame], {"hoosic": [REGULAR, f"inside {RANGERS}"]}, rules, forts={"british": ["hoosic"]},
                      sieges={"hoosic": 0})  # fmt: skip
    assert tuple(barred_violations(state, frame)) == held
    assert may_avoid(state, frame) is (held == ())
    alone = under_way([frame], {"hoosic": [REGULAR]}, rules, forts={"british": ["hoosic"]})
    assert (tuple(barred_violations(alone, frame)), may_avoid(alone, frame)) == ((), True)
    nobody = under_way([frame], {"hoosic": [f"inside {RANGERS}"]}, rules, forts={"british": ["hoosic"]},
                       sieges={"hoosic": 0})  # fmt: skip
    assert not may_avoid(nobody, frame)


@proves("ww:6.8")
def test_nobody_slips_away_from_a_space_without_neighbours() -> None:
    frame = _avoiding("quebec", "louisbourg")
    state = under_way([frame], {"louisbourg": [REGULAR]}, captured_fortresses={"british": ["louisbourg"]})
    assert tuple(barred_violations(state, frame)) == (violation(Reason.NOTHING_ADJACENT, "ww:6.8", space="louisbourg"),)
    assert not may_avoid(state, frame)
