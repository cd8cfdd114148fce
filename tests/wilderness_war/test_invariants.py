"""Invariants of the board: each is found where it is broken, and nowhere in a sound position."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war import invariants, standing_invariants, track_invariants
from reference.wilderness_war.board import Away, put_leader, put_unit
from reference.wilderness_war.cards import FACES, Event
from reference.wilderness_war.ch02_map import SPACES, Department, Space, space
from reference.wilderness_war.ch03_pieces import COUNTERS, UNITS, Kind, leader, unit
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, State, on_board
from tests.wilderness_war.positions import Pieces, read, ruleset

NOWHERE = Space(len(SPACES))
BOXES = (
    ("northern_colonial_militias", Side.BRITISH),
    ("southern_colonial_militias", Side.BRITISH),
    ("st_lawrence_canadian_militias", Side.FRENCH),
)
BATTLE: Json = {"type": "battle", "space": "albany", "attacker": "french"}


def faults(find: Callable[[State], Iterator[Violation]], pieces: Pieces, **rest: Json) -> tuple[Violation, ...]:
    """Return what an invariant finds, which must also be all that is found."""
    state = read(pieces, **rest)
    found = tuple(find(state))
    assert invariants.violations(state) == found
    return found


COMBAT: dict[str, Json] = {
    "type": "combat", "kind": "battle", "attacker": "french", "active": "french",
    "agenda": [{"type": "item", "stage": "settle", "side": "french"}],
    "attackers": {"type": "muster", "units": 0, "steps": 0, "regulars": False},
    "defenders": {"type": "muster", "units": 0, "steps": 0, "regulars": False},
}  # fmt: skip


@proves("ww:5.43", "ww:5.43-fortress")
def test_a_space_holds_one_finished_fortification() -> None:
    fort_and_stockade: dict[str, Json] = {"forts": {"french": ["niagara"]}, "stockades": {"french": ["niagara"]}}
    assert faults(invariants.doubled_works, {}, **fort_and_stockade) == (
        violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space="niagara", works=("fort", "stockade")),
    )
    for column, work in (("forts", "fort"), ("stockades", "stockade")):
        beside: dict[str, Json] = {column: {"british": ["albany"]}}
        assert faults(invariants.doubled_works, {}, **beside) == (
            violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space="albany", works=("fortress", work)),
        )
    unfinished: dict[str, Json] = {"unfinished_forts": {"french": ["niagara"]}, "stockades": {"french": ["niagara"]}}
    assert faults(invariants.doubled_works, {}, **unfinished) == ()


@proves("ww:5.42")
def test_a_fort_is_not_finished_and_under_construction_at_once() -> None:
    """Given two forts, one begun where one stands already, then only that one is unsound, whoever owns which."""
    given: dict[str, Json] = {
        "forts": {"french": ["niagara", "ohio_forks"]},
        "unfinished_forts": {"british": ["niagara"], "french": ["oswego"]},
    }
    assert faults(invariants.finished_and_unfinished_forts, {}, **given) == (
        violation(Reason.FORT_ALREADY_FINISHED, "ww:5.42", space="niagara"),
    )


@proves("ww:10.1")
def test_no_raid_is_made_on_a_box_of_the_militia() -> None:
    box = "northern_colonial_militias"
    given: dict[str, Json] = {"raided": {"french": {"hoosic": 1, box: 1}, "british": {box: 2}}}
    assert faults(invariants.raided_boxes, {}, **given) == tuple(
        violation(Reason.NOTHING_TO_RAID, "ww:10.1", side=side, space=box) for side in ("british", "french")
    )


@proves("ww:2.0-stacking", "ww:8.11")
def test_four_units_fit_into_a_fort_and_any_number_into_a_fortress() -> None:
    fort: dict[str, Json] = {"forts": {"french": ["niagara"]}}
    leaders = ["inside montcalm", "inside levis"]
    assert (
        faults(invariants.crowded_forts, {"niagara": [*leaders, "4 inside fr_regular", "2 fr_coureurs"]}, **fort) == ()
    )
    assert faults(invariants.crowded_forts, {"niagara": ["5 inside fr_regular"]}, **fort) == (
        violation(Reason.TOO_MANY_INSIDE, "ww:8.11", space="niagara", units=5, most=4),
    )
    assert faults(invariants.crowded_forts, {"quebec": ["9 inside fr_regular"]}) == ()


@proves("ww:8.1", "ww:8.1-stockade")
@pytest.mark.parametrize(
    ("piece", "rest"),
    [
        ("inside fr_regular_bearn", {}),
        ("inside montcalm", {}),
        ("inside fr_regular_bearn", {"stockades": {"french": ["niagara"]}}),
        ("inside fr_regular_bearn", {"unfinished_forts": {"french": ["niagara"]}}),
    ],
)
def test_pieces_hide_only_in_a_fort_or_fortress_of_their_own(piece: str, rest: dict[str, Json]) -> None:
    assert faults(invariants.hidden_without_work, {"niagara": [piece]}, **rest) == (
        violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.1", space="niagara", side="french"),
    )
    assert faults(invariants.hidden_without_work, {"niagara": [piece]}, forts={"french": ["niagara"]}) == ()


@proves("ww:8.1")
def test_nobody_hides_in_a_fort_of_the_enemy() -> None:
    state = read({"niagara": ["inside fr_regular_bearn"]}, forts={"british": ["niagara"]})
    assert tuple(invariants.hidden_without_work(state)) == (
        violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.1", space="niagara", side="french"),
    )


@proves("ww:8.1")
def test_where_a_battle_is_under_way_pieces_may_be_between_inside_and_outside() -> None:
    hidden: Pieces = {"augusta": ["inside br_regular_44th"], "niagara": ["inside fr_regular_bearn"]}
    assert faults(invariants.hidden_without_work, hidden, frames=[{**COMBAT, "space": "augusta"}]) == (
        violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.1", space="niagara", side="french"),
    )


@proves("ww:8.21", "ww:8.232")
def test_a_siege_marker_needs_a_fort_or_fortress_and_besiegers() -> None:
    find, siege = invariants.sieges_without_cause, {"sieges": {"niagara": 0}}
    besiegers: Pieces = {"niagara": ["br_regular_44th"]}
    no_work = violation(Reason.SIEGE_WITHOUT_WORK, "ww:8.21", space="niagara")
    assert faults(find, besiegers, **siege) == (no_work,)
    assert faults(find, {"niagara": ["br_ranger_rogers"]}, **siege, stockades={"french": ["niagara"]}) == (no_work,)
    assert faults(find, {}, **siege, forts={"french": ["niagara"]}) == (
        violation(Reason.SIEGE_WITHOUT_BESIEGERS, "ww:8.232", space="niagara"),
    )
    assert faults(find, besiegers, **siege, forts={"french": ["niagara"]}) == ()


@proves("ww:8.232")
def test_besiegers_may_die_in_the_combat_that_is_under_way() -> None:
    assault: Json = {**COMBAT, "kind": "assault", "space": "albany"}
    assert faults(invariants.sieges_without_cause, {}, sieges={"albany": 2}, frames=[assault]) == ()
    siege: Json = {"type": "siege", "space": "albany", "besieger": "french", "leader": "montcalm", "stage": "roll"}
    assert faults(invariants.sieges_without_cause, {}, sieges={"albany": 2}, frames=[siege]) == ()


LONE_LEADER: Json = {
    "type": "retreat", "side": "french", "space": "hudson_carry_north", "attacking": False, "entry": None, "units": [],
    "leaders": ["vaudreuil"], "inside_only": [], "inside_leaders": [],
}  # fmt: skip


@proves("ww:8.232", "ww:8.24-exc")
def test_sieges_are_lifted_and_fortresses_revert_only_after_lone_leaders_have_retreated() -> None:
    """Given besiegers who retreated into a lone leader's space, when he must retreat first, then nothing is wrong."""
    there: Pieces = {"hudson_carry_north": ["br_regular_44th", "vaudreuil"]}
    caught = violation(Reason.LEADER_AMONG_ENEMIES, "ww:6.53-caught", leader="vaudreuil", space="hudson_carry_north")
    left: dict[str, Json] = {
        "sieges": {"ticonderoga": 0},
        "forts": {"french": ["ticonderoga"]},
        "captured_fortresses": {"british": ["louisbourg"]},
    }
    found = invariants.violations(read(there, **left))
    assert [each.rule for each in found] == ["ww:8.232", "ww:8.24-exc", "ww:6.53-caught"]
    assert found[-1] == caught
    assert invariants.violations(read(there, **left, frames=[LONE_LEADER])) == ()


@proves("ww:3.1-steps")
def test_units_have_steps_on_the_map_only_and_every_piece_is_somewhere() -> None:
    sound = read({"quebec": ["inside fr_regular_bearn", "inside montcalm", "reduced fr_regular_guyenne"]})
    bearn, montcalm = unit("fr_regular_bearn"), leader("montcalm")
    board = sound.board
    faulty = {
        "fr_regular_bearn": [
            put_unit(board, bearn, space("quebec"), 0),
            put_unit(board, bearn, space("quebec"), 3),
            put_unit(board, bearn, Away.AVAILABLE, 1),
            put_unit(board, bearn, Away.REMOVED, 0, inside=True),
            put_unit(board, bearn, Away.REMOVED, 0)._replace(unit_at=b"\xfa" * len(UNITS)),
            put_unit(board, bearn, NOWHERE, 2),
        ],
        "montcalm": [
            put_leader(board, montcalm, Away.POOL, inside=True),
            put_leader(board, montcalm, NOWHERE),
        ],
    }  # fmt: skip
    assert list(invariants.misplaced_counters(sound)) == []
    for piece, boards in faulty.items():
        for each in boards:
            assert violation(Reason.COUNTER_MISPLACED, "ww:3.1-steps", piece=piece) in tuple(
                invariants.misplaced_counters(on_board(sound, each))
            )


@proves("ww:6.51-a", "ww:7.1")
def test_enemies_stand_together_in_the_open_only_while_they_fight() -> None:
    both: Pieces = {"albany": ["br_regular_44th", "fr_regular_bearn"]}
    assert faults(invariants.enemies_together, both) == (
        violation(Reason.ENEMIES_TOGETHER, "ww:6.51-a", space="albany"),
    )  # fmt: skip
    assert faults(invariants.enemies_together, both, opening=BATTLE) == ()
    besieged: Pieces = {"albany": ["inside br_regular_44th", "fr_regular_bearn"]}
    assert faults(invariants.enemies_together, besieged, sieges={"albany": 0}) == ()
    boxed = read({"northern_colonial_militias": ["br_militia_1", "fr_regular_bearn"]})
    assert tuple(invariants.enemies_together(boxed)) == (), "a box is no space, whoever else is in it"


@proves("ww:3.12", "ww:7.91")
def test_militia_leave_their_box_only_for_a_battle_and_nobody_else_is_in_it() -> None:
    box = "northern_colonial_militias"
    out = violation(Reason.MILITIA_OUT_OF_BOX, "ww:7.91", unit="br_militia_1", space="albany")
    assert faults(invariants.stray_militia, {"albany": ["br_militia_1", "br_regular_44th"]}) == (out,)
    fighting: Pieces = {"albany": ["br_militia_1", "fr_regular_bearn"]}
    assert faults(invariants.stray_militia, fighting, opening=BATTLE) == ()
    assert faults(invariants.stray_militia, {box: ["br_militia_1", "br_ranger_rogers"]}) == (
        violation(Reason.UNIT_IN_MILITIA_BOX, "ww:3.12", unit="br_ranger_rogers", space=box),
    )


@proves("ww:3.12", "ww:7.91")
def test_with_every_unit_in_one_place_all_militia_or_all_others_are_astray() -> None:
    militia = tuple(each for each in UNITS if COUNTERS[each].kind is Kind.MILITIA)
    for name, owner in (("albany", None), *BOXES):
        state = read({})
        everybody = state.board._replace(unit_at=bytes([space(name)] * len(UNITS)))
        found = {dict(each.facts)["unit"]: each.reason for each in invariants.stray_militia(on_board(state, everybody))}
        expected = {}
        for each in UNITS if owner else militia:
            foreign = Reason.MILITIA_BOX_OF_ENEMY if each in militia else Reason.UNIT_IN_MILITIA_BOX
            if owner is None or each not in militia or COUNTERS[each].side is not owner:
                expected[COUNTERS[each].id] = foreign if owner else Reason.MILITIA_OUT_OF_BOX
        assert found == expected


@proves("ww:3.12")
def test_neither_leaders_nor_the_militia_of_the_enemy_are_in_a_militia_box() -> None:
    box = "northern_colonial_militias"
    pieces = {box: ["webb", "montcalm", "br_militia_1", "fr_militia_1"], "albany": ["dunbar"], "quebec": ["levis"]}
    assert faults(invariants.stray_militia, pieces) == (
        violation(Reason.UNIT_IN_MILITIA_BOX, "ww:3.12", unit="webb", space=box),
        violation(Reason.MILITIA_BOX_OF_ENEMY, "ww:3.12", unit="fr_militia_1", space=box),
        violation(Reason.UNIT_IN_MILITIA_BOX, "ww:3.12", unit="montcalm", space=box),
    )


@proves("ww:5.43-fortress")
def test_no_fort_is_begun_where_there_is_a_fortress() -> None:
    begun: dict[str, Json] = {"unfinished_forts": {"british": ["albany", "niagara"]}}
    expected = violation(Reason.FORTRESS_SPACE, "ww:5.43-fortress", space="albany")
    assert faults(invariants.begun_at_fortresses, {}, **begun) == (expected,)


@proves("ww:5.45-capture", "ww:6.51-c")
def test_drilled_troops_beside_an_undefended_stockade_have_taken_it() -> None:
    find, works = invariants.stockades_not_taken, {"stockades": {"french": ["hoosic"], "british": ["kinderhook"]}}
    expected = violation(Reason.STOCKADE_NOT_TAKEN, "ww:5.45-capture", space="hoosic", side="french")
    assert faults(find, {"hoosic": ["br_regular_44th"]}, **works) == (expected,)
    assert faults(find, {"hoosic": ["br_ranger_rogers", "dunbar"]}, **works) == ()
    assert faults(find, {"kinderhook": ["br_regular_44th"]}, **works) == ()
    battle: Json = {"type": "battle", "space": "tioga", "attacker": "british", "mover": "british", "entry": None}
    assert faults(find, {"hoosic": ["br_regular_44th"]}, **works, frames=[battle]) == ()
    several: dict[str, Json] = {"stockades": {"french": sorted(("hoosic", "tioga", "cayuga", "deerfield", "oswego"))}}
    for name in ("hoosic", "tioga", "cayuga", "deerfield", "oswego"):
        not_taken = violation(Reason.STOCKADE_NOT_TAKEN, "ww:5.45-capture", space=name, side="french")
        assert faults(find, {name: ["br_regular_44th"]}, **several) == (not_taken,)
    assert tuple(find(read({"hoosic": ["br_regular_44th", "fr_coureurs_marin"]}, **works))) == ()
    may_be_placed_there = ruleset(entry_block="fortresses")
    assert tuple(find(read({"hoosic": ["br_regular_44th"]}, may_be_placed_there, **works))) == ()


@proves("ww:6.431-marker", "ww:2.0-arrows")
def test_an_amphib_marker_lies_only_where_a_landing_can_be_made() -> None:
    landed: Pieces = {"louisbourg": ["br_regular_44th"]}
    found = faults(invariants.stray_landings, landed, amphib=["louisbourg", "ohio_forks"], sieges={"louisbourg": 0})
    assert found == (violation(Reason.MARKER_OFF_THE_ARROWS, "ww:2.0-arrows", space="ohio_forks"),)


@proves("ww:5.533")
def test_no_tribe_fights_on_both_sides() -> None:
    assert faults(
        invariants.divided_iroquois,
        {"oneida_castle": ["br_indian_oneida"], "montreal": ["fr_indian_oneida", "fr_indian_cayuga"],
         "cayuga": ["br_indian_cayuga"]},
    ) == tuple(
        violation(Reason.IROQUOIS_ON_BOTH_SIDES, "ww:5.533", tribe=tribe) for tribe in ("cayuga", "oneida")
    )  # fmt: skip
    assert (
        faults(invariants.divided_iroquois, {"oneida_castle": ["br_indian_oneida"], "cayuga": ["fr_indian_cayuga"]})
        == ()
    )


@proves("ww:5.55-max")
def test_britain_has_at_most_two_command_7_leaders_in_play() -> None:
    three: Pieces = {"albany": ["abercromby", "amherst"], "boston": ["loudoun"]}
    assert faults(invariants.too_many_sevens, three) == (
        violation(Reason.TOO_MANY_COMMAND_SEVEN, "ww:5.55-max", leaders=("abercromby", "amherst", "loudoun"), most=2),
    )
    two: Pieces = {"albany": ["abercromby", "wolfe", "forbes"], "boston": ["loudoun"]}
    assert faults(invariants.too_many_sevens, two, pool=["amherst"], removed=["braddock"]) == ()
    nowhere = on_board(read(two), put_leader(read(two).board, leader("amherst"), NOWHERE))
    assert tuple(invariants.too_many_sevens(nowhere)) == ()


@proves("ww:5.54-limits", "ww:5.54-exc")
@pytest.mark.parametrize(
    ("mood", "north", "south"), [("reluctant", 6, 2), ("supportive", 10, 4), ("enthusiastic", 18, 6)]
)
def test_the_assemblies_limit_the_provincials_of_each_department(mood: str, north: int, south: int) -> None:
    state = read({}, assemblies=mood)
    assert state.tracks.assemblies is Assemblies(mood)
    assert invariants.provincial_limit(state, Department.NORTHERN) == north
    assert invariants.provincial_limit(state, Department.SOUTHERN) == south


@proves("ww:5.54-limits", "ww:5.54-exc")
def test_more_provincials_than_the_limit_are_found_unless_all_of_them_are_besieged() -> None:
    find, mood = invariants.too_many_provincials, {"assemblies": "reluctant"}
    most: Pieces = {"boston": ["6 br_northern_provincial"], "baltimore": ["2 br_southern_provincial"]}
    assert faults(find, most, **mood) == ()
    south = violation(Reason.TOO_MANY_PROVINCIALS, "ww:5.54-limits", department="southern", units=3, most=2)
    north = violation(Reason.TOO_MANY_PROVINCIALS, "ww:5.54-limits", department="northern", units=7, most=6)
    many: Pieces = {"boston": ["7 br_northern_provincial"], "baltimore": ["3 br_southern_provincial"]}
    assert faults(find, {"baltimore": ["3 br_southern_provincial"]}, **mood) == (south,)
    assert faults(find, many, **mood) == (north, south)
    assert faults(find, many, **mood, markers={"spared": ["northern"]}) == (south,)
    units: Json = ["br_southern_provincial_virginia_1"]
    removal: Json = {"type": "removal", "side": "british", "rule": "ww:5.54-limits", "left": 1, "units": units}
    assert faults(find, many, **mood, frames=[removal]) == ()
    besieged: Pieces = {"baltimore": ["3 inside br_southern_provincial", "fr_regular_bearn"]}
    assert faults(find, besieged, **mood, sieges={"baltimore": 0}) == ()


@proves("ww:8.24-exc", "ww:2.0-fortresses")
def test_a_captured_fortress_is_held_by_a_unit_or_for_britain_by_an_amphib_marker() -> None:
    find = invariants.ungarrisoned_fortresses
    captured: dict[str, Json] = {"captured_fortresses": {"british": ["louisbourg"]}}
    left = violation(Reason.FORTRESS_LEFT, "ww:8.24-exc", space="louisbourg", side="british")
    assert faults(find, {"louisbourg": ["wolfe"]}, **captured) == (left,)
    assert faults(find, {}, **captured, amphib=["louisbourg"]) == ()
    assert faults(find, {"louisbourg": ["br_ranger_rogers"]}, **captured) == ()
    french: dict[str, Json] = {"captured_fortresses": {"french": ["halifax"]}, "amphib": ["halifax"]}
    assert tuple(find(read({}, **french))) == (
        violation(Reason.FORTRESS_LEFT, "ww:8.24-exc", space="halifax", side="french"),
    )


@proves("ww:5.21", "ww:4.0-A.2-handsize")
def test_no_card_is_nowhere_and_no_hand_is_larger_than_any_deal_could_make_it() -> None:
    find = invariants.lost_cards
    ten: Json = {"british": [f"card_{number}" for number in range(1, 11)]}
    assert faults(find, {}, hands=ten) == ()
    eleven: Json = {"british": [f"card_{number}" for number in range(1, 12)]}
    assert faults(find, {}, hands=eleven) == (
        violation(Reason.TOO_MANY_CARDS, "ww:4.0-A.2-handsize", side="british", cards=11, most=10),
    )
    state = read({})
    nowhere = replace(state, cards=state.cards._replace(at=bytes((99, *state.cards.at[1:]))))
    assert invariants.violations(nowhere) == (violation(Reason.CARD_LOST, "ww:5.21", pile=69),)


def test_everything_that_is_wrong_is_found_at_once() -> None:
    state = read(
        {"niagara": ["5 inside fr_regular", "br_militia_1"], "albany": ["br_regular_44th", "fr_indian_huron"]},
        sieges={"tioga": 1},
        captured_fortresses={"british": ["quebec"]},
    )
    assert [each.reason for each in invariants.violations(state)] == [
        Reason.TOO_MANY_INSIDE,
        Reason.INSIDE_WITHOUT_WORK,
        Reason.SIEGE_WITHOUT_WORK,
        Reason.ENEMIES_TOGETHER,
        Reason.MILITIA_OUT_OF_BOX,
        Reason.FORTRESS_LEFT,
    ]


@proves("ww:13.23")
def test_a_key_space_is_not_said_to_be_held_by_another_than_the_owner_of_its_fort() -> None:
    """Given French forts at both key spaces, then nobody or Britain as holder is wrong, unless it is fought over."""
    forts: Json = {"french": ["niagara", "ohio_forks"]}
    find = invariants.misjudged_key_spaces
    wrong = [
        violation(Reason.NOT_THE_HOLDER, "ww:13.23", space=name, side="french", said=said)
        for name, said in (("niagara", "nobody"), ("ohio_forks", "british"))
    ]
    assert faults(find, {}, forts=forts, niagara=None, ohio_forks="british") == tuple(wrong)
    assert faults(find, {}, forts=forts) == ()
    assert faults(find, {}, niagara="british") == ()
    fought: dict[str, Json] = {"forts": {"french": ["niagara"]}, "niagara": "british"}
    assert faults(find, {}, frames=[{**COMBAT, "space": "niagara"}], **fought) == ()


@proves("ww:sc-list", "ww:4.0-B.6")
def test_no_year_comes_after_the_last_of_the_scenario() -> None:
    assert faults(track_invariants.years_after_the_last, {}, year=1759) == ()
    assert faults(track_invariants.years_after_the_last, {}, year=1760) == (
        violation(Reason.AFTER_THE_LAST_YEAR, "ww:sc-list", year=1760, last_year=1759),
    )
    assert faults(track_invariants.years_after_the_last, {}, year=1760, last_year=1762) == ()


@proves("ww:13.21")
@pytest.mark.parametrize("side", ["french", "british"])
def test_the_marker_shows_twenty_points_at_the_most(side: str) -> None:
    assert faults(track_invariants.points_beyond_the_marker, {}, vp={side: 20}) == ()
    assert faults(track_invariants.points_beyond_the_marker, {}, vp={side: 21}) == (
        violation(Reason.BEYOND_THE_TRACK, "ww:13.21", side=side, vp=21, most=20),
    )


@proves("ww:10.11")
def test_no_fortress_is_raided() -> None:
    given: dict[str, Json] = {"raided": {"french": {"hoosic": 1, "boston": 1}, "british": {"quebec": 1}}}
    assert faults(track_invariants.raided_fortresses, {}, **given) == (
        violation(Reason.RAID_PROOF, "ww:10.11", side="british", space="quebec"),
        violation(Reason.RAID_PROOF, "ww:10.11", side="french", space="boston"),
    )


@proves("ww:5.23", "ww:card-squadrons-fx2")
def test_only_events_that_say_so_leave_the_game() -> None:
    """Given WILLIAM PITT, LOUISBOURG SQUADRONS and CAMPAIGN out of the game, then CAMPAIGN should not be."""
    removed = [next(face.id for face in FACES if face.event is each) for each in (Event.PITT, Event.SQUADRONS)]
    stays = next(face.id for face in FACES if face.event is Event.CAMPAIGN)
    assert faults(track_invariants.cards_never_removed, {}, removed_cards=removed) == ()
    assert faults(track_invariants.cards_never_removed, {}, removed_cards=[*removed, stays]) == (
        violation(Reason.NEVER_REMOVED, "ww:5.23", card=stays),
    )


@proves("ww:sc-am-cards")
def test_only_the_early_cards_are_set_aside() -> None:
    assert faults(track_invariants.cards_never_set_aside, {}, cards_aside=["card_63", "card_70"]) == ()
    assert faults(track_invariants.cards_never_set_aside, {}, cards_aside=["card_62"]) == (
        violation(Reason.NEVER_SET_ASIDE, "ww:sc-am-cards", card="card_62"),
    )


@proves("ww:5.55")
def test_only_british_leaders_are_drawn() -> None:
    assert faults(track_invariants.strangers_in_the_pool, {}, pool=["wolfe", "levis"]) == (
        violation(Reason.NOT_OF_THE_POOL, "ww:5.55", leader="levis"),
    )


@proves("ww:4.0-B.6")
@pytest.mark.parametrize(
    ("said", "vp", "sound"),
    [
        ({"winner": "french", "rule": "ww:13.11-b"}, {"french": 11}, True),
        ({"winner": "french", "rule": "ww:13.11-b"}, {"french": 10}, False),
        ({"winner": "british", "rule": "ww:13.11-b"}, {"french": 11}, False),
        ({"winner": None, "rule": "ww:13.14"}, {}, False),
        ({"winner": "french", "rule": "ww:8.11"}, {"french": 11}, False),
    ],
)
def test_a_game_ends_as_the_position_says(said: dict[str, Json], vp: Json, sound: bool) -> None:
    broken = violation(Reason.OTHER_OUTCOME, "ww:4.0-B.6", winner=str(said["winner"] or "nobody"), by=str(said["rule"]))
    assert faults(track_invariants.other_outcomes, {}, outcome=said, vp=vp) == (() if sound else (broken,))


@proves("ww:sc-list")
def test_no_year_comes_before_the_one_in_which_the_game_began() -> None:
    """Given a game said to begin in 1758, then 1757 is wrong; nothing said means any year."""
    find = track_invariants.years_before_the_first
    assert faults(find, {}, year=1758, markers={"start": 1758}) == ()
    assert faults(find, {}, year=1755) == ()
    assert faults(find, {}, year=1757, markers={"start": 1758}) == (
        violation(Reason.BEFORE_THE_FIRST_YEAR, "ww:sc-list", year=1757, start=1758),
    )


@proves("ww:5.41", "ww:5.42", "ww:card-fieldworks")
@pytest.mark.parametrize(
    ("field", "work", "rule_id"),
    [
        ("forts", "fort", "ww:5.42"),
        ("unfinished_forts", "unfinished_fort", "ww:5.42"),
        ("stockades", "stockade", "ww:5.41"),
        ("fieldworks", "fieldworks", "ww:card-fieldworks"),
    ],
)
def test_nothing_is_built_in_a_box_of_the_militia(field: str, work: str, rule_id: str) -> None:
    for box, owner in BOXES:
        built: dict[str, Json] = {field: {owner.value: [box, "tioga"]}}
        assert faults(standing_invariants.works_in_boxes, {}, **built) == (
            violation(Reason.WORK_IN_BOX, rule_id, space=box, work=work),
        )


@proves("ww:5.45-fortuc")
def test_an_unfinished_fort_does_not_outlast_enemy_drilled_troops() -> None:
    find, begun = standing_invariants.overrun_unfinished_forts, {"unfinished_forts": {"british": ["hoosic"]}}
    overrun = violation(Reason.UNFINISHED_FORT_OVERRUN, "ww:5.45-fortuc", space="hoosic", side="british")
    assert faults(find, {"hoosic": ["fr_regular_bearn"]}, **begun) == (overrun,)
    assert faults(find, {"hoosic": ["fr_coureurs_marin"]}, **begun) == ()


@proves("ww:8.21")
def test_enemies_at_a_fortress_without_defenders_outside_besiege_it() -> None:
    find, here = standing_invariants.sieges_not_marked, {"albany": ["inside br_regular_44th", "fr_regular_bearn"]}
    assert faults(find, {**here}) == (violation(Reason.SIEGE_NOT_MARKED, "ww:8.21", space="albany"),)
    assert faults(find, {**here}, sieges={"albany": 0}) == ()
    battle: Json = {"type": "battle", "space": "tioga", "attacker": "british", "mover": "british", "entry": None}
    assert invariants.violations(read({**here}, frames=[battle])) == (), "not while pieces move or fight"


@proves("ww:6.53-caught")
def test_a_leader_left_among_enemies_has_retreated() -> None:
    find, alone = standing_invariants.leaders_left_among_enemies, {"hoosic": ["montcalm", "br_ranger_rogers"]}
    caught = violation(Reason.LEADER_AMONG_ENEMIES, "ww:6.53-caught", leader="montcalm", space="hoosic")
    assert faults(find, {**alone}) == (caught,)
    assert faults(find, {**alone}, stockades={"french": ["hoosic"]}) == ()
    wild: Pieces = {"tioga": ["montcalm", "br_ranger_rogers"]}
    caught = violation(Reason.LEADER_AMONG_ENEMIES, "ww:6.53-caught", leader="montcalm", space="tioga")
    for stage, found in (("recall", ()), ("actions", (caught,))):
        year: Json = {"type": "year", "stage": stage, "turn": "british"}
        assert tuple(find(read(wild, frames=[year]))) == found


@proves("ww:6.431-marker", "ww:card-fieldworks-clar2")
def test_markers_go_with_their_owner() -> None:
    find = standing_invariants.markers_left
    there: Pieces = {"tioga": ["fr_regular_bearn"], "louisbourg": ["fr_regular_guyenne"]}
    fieldworks = violation(Reason.MARKER_LEFT, "ww:card-fieldworks-clar2", space="tioga", marker="fieldworks")
    assert faults(find, there, fieldworks={"british": ["tioga"]}) == (fieldworks,)
    assert faults(find, there, fieldworks={"french": ["tioga"]}) == ()
    amphib = violation(Reason.MARKER_LEFT, "ww:6.431-marker", space="louisbourg", marker="amphib")
    assert faults(find, there, amphib=["louisbourg"]) == (amphib,)
