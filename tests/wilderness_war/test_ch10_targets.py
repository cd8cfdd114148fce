"""Chapter 10.1: who raids, and where."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch10_targets as targets
from reference.wilderness_war.board import raided_markers
from reference.wilderness_war.ch06_move import noting_the_dead
from reference.wilderness_war.frames import Activation, Raid
from reference.wilderness_war.sides import Side
from tests.wilderness_war.moves import go, moving, standing
from tests.wilderness_war.positions import Pieces, board, played, read, ruleset, stack, top
from tests.wilderness_war.turns import about, after, offered, s, u, who

FRENCH, BRITISH = Side.FRENCH, Side.BRITISH
MARIN, LERY = u("fr_coureurs_marin"), u("fr_coureurs_lery")
APART: Pieces = {"augusta": ["fr_coureurs_marin"], "culpeper": ["fr_coureurs_lery"]}
GROUP = Activation(FRENCH, units=(MARIN, LERY), ended=s("culpeper"))


@proves("ww:10.1-a", "ww:10.1-b", "ww:10.1-c")
def test_enemy_farmland_enemy_stockades_and_allied_settlements_are_targets_and_nothing_else_is() -> None:
    found = board(
        {"onondaga": ["br_indian_onondaga"], "kahnawake": ["fr_indian_caughnawaga_1"]},
        stockades={"british": ["wood_creek", "trois_rivieres"], "french": ["oswego"]},
    )
    french = {"culpeper", "worcester", "wood_creek", "trois_rivieres", "onondaga"}
    british = {"baie_st_paul", "oswego", "kahnawake"}
    neither = {"tioga", "katskills", "cayuga", "pays_d_en_haut"}
    everywhere = french | british | neither
    assert {name for name in everywhere if targets.is_target(found, s(name), FRENCH)} == french
    assert {name for name in everywhere if targets.is_target(found, s(name), BRITISH)} == british


@proves("ww:10.11")
@pytest.mark.parametrize(
    ("pieces", "works"),
    [
        ({}, {"forts": {"british": ["culpeper"]}}),
        ({}, {"forts": {"french": ["culpeper"]}}),
        ({"culpeper": ["fr_coureurs_marin"]}, {"forts": {"british": ["culpeper"]}, "sieges": {"culpeper": 0}}),
        ({}, {"stockades": {"french": ["culpeper"]}}),
        ({"culpeper": ["fr_marine_detachment_1"]}, {}),
    ],
)  # fmt: skip
def test_forts_own_stockades_and_own_drilled_troops_keep_raids_away(pieces: Pieces, works: dict[str, Json]) -> None:
    assert targets.is_target(board({}), s("culpeper"), FRENCH)
    assert not targets.is_target(board(pieces, **works), s("culpeper"), FRENCH)


@proves("ww:10.11")
def test_fortresses_are_never_raided_while_enemy_stockades_are() -> None:
    assert not targets.is_target(board({}), s("albany"), FRENCH)
    assert not targets.is_target(board({}, captured_fortresses={"french": ["albany"]}), s("albany"), FRENCH)
    assert targets.is_target(board({}, stockades={"british": ["culpeper"]}), s("culpeper"), FRENCH)


@proves("ww:10.11", "ww:10.1")
def test_auxiliaries_that_stop_beside_own_drilled_troops_do_not_raid() -> None:
    pieces = {"culpeper": ["fr_regular_bearn"]}
    stopped = after(moving("allegheny_south", "fr_coureurs_marin", pieces), go("augusta"), go("culpeper"))
    assert about(stopped) != "raid_roll"


@proves("ww:10.12", "ww:10.1", "ww:5.36")
def test_auxiliaries_raid_the_space_in_which_they_have_won_a_battle() -> None:
    """Two Coureurs beat a Provincial in the stockade at Augusta, who retreats; then they must raid the stockade."""
    pieces = {"augusta": ["reduced br_southern_provincial_virginia_1"]}
    state = moving(
        "allegheny_south", "dumas fr_coureurs_marin fr_coureurs_lery", pieces,
        stockades={"british": ["augusta"], "french": ["venango"]},
    )  # fmt: skip
    won = played(state, go("augusta"), a.Decline(), a.Roll(5), a.Roll(1)).state
    while about(won).startswith(("losses", "retreat", "leader_check")):
        won = after(won, offered(won)[0])
    assert about(won) == "raid_roll"
    raided = after(won, a.Roll(5))
    assert raided_markers(raided.board, FRENCH)[s("augusta")] == 1
    assert "dumas" not in stack(raided, "allegheny_south")


@proves("ww:10.12")
@pytest.mark.parametrize(
    ("value", "raided"), [("end_of_activation", "augusta culpeper"), ("end_of_movement", "culpeper")]
)
def test_a_group_raids_after_its_battle_where_it_moved_and_by_the_option_where_it_retreated(
    value: str, raided: str
) -> None:
    """Given a group that moved to Culpeper and fought there, of whom some have been driven back to Augusta."""
    state = read(APART, ruleset(raid_trigger=value))
    for where in ("augusta", "culpeper"):
        assert targets.still_raids(state, GROUP, s(where)) is (where in raided.split()), where


@proves("ww:5.532-note")
@pytest.mark.parametrize(("value", "lapses"), [("wilderness_only", False), ("always", True)])
def test_d31_a_raid_lapses_by_option_where_a_tribe_died_for_those_who_stay_and_those_left_on_the_way(
    value: str, lapses: bool
) -> None:
    """Given auxiliaries at Augusta and Culpeper, where a tribe is held to have died, then the others' raid stands."""
    state = read(APART, ruleset(raid_lapses_when_tribe_dies=value))
    for group in (
        replace(GROUP, lapsed=s("augusta")),
        replace(GROUP, lapsed=s("tioga"), lapsed_before=(s("augusta"),)),
        replace(GROUP, lapsed_before=(s("tioga"), s("augusta"))),
    ):
        assert targets.has_lapsed(state, group, s("augusta")) is lapses
        assert targets.has_lapsed(state, group, s("culpeper")) is False
        assert targets.raid_due(state, group) == (s("culpeper") if lapses else s("augusta"))
        left = replace(group, dropped=(MARIN, LERY))
        assert targets.dropped_due(state, left) == (s("culpeper") if lapses else s("augusta"))


@proves("ww:5.532-note")
@pytest.mark.parametrize(
    ("settled", "there", "dead"), [(True, [], True), (True, ["fr_indian_mingo_1"], False), (False, [], False)]
)
@pytest.mark.parametrize(("last", "before"), [("", ""), ("tioga", "tioga")])
def test_a_settlement_lapses_when_the_tribe_found_there_is_gone_beside_those_that_did_before(
    settled: bool, there: list[str], dead: bool, last: str, before: str
) -> None:
    state, move = standing("mingo_town", "br_ranger_rogers", {"mingo_town": there})
    mover = replace(move, settlement=settled, lapsed=s(last) if last else None, lapsed_before=(s("oswego"),))
    noted = noting_the_dead(state.board, mover)
    expected = (s("oswego"), *map(s, before.split()))
    assert noted == replace(mover, lapsed=s("mingo_town") if dead else None, lapsed_before=expected)


@proves("ww:5.532-note", "ww:10.13")
@pytest.mark.parametrize(("value", "raids"), [("wilderness_only", True), ("always", False)])
def test_d31_rangers_left_where_they_overran_the_tribe_raid_no_more_than_the_force_would(
    value: str, raids: bool
) -> None:
    """Given the only Caughnawaga overrun at Kahnawake, when the force marches on and leaves its Rangers there."""
    force = "bradstreet br_regular_15th br_regular_17th br_light_infantry_howes br_ranger_rogers"
    state = moving(
        "st_regis", force, {"kahnawake": ["reduced fr_indian_caughnawaga"]},
        ruleset(raid_lapses_when_tribe_dies=value),
    )  # fmt: skip
    won = played(state, go("kahnawake"), a.Decline(), a.Roll(6), a.Roll(1)).state
    while about(won) != "step":
        won = after(won, offered(won)[0])
    left = after(won, a.Drop(unit=u("br_ranger_rogers")), go("lac_des_deux_montagnes"))
    while about(left) == "step":
        left = after(left, a.Halt())
    assert (about(left) == "raid_roll") is raids


@proves("ww:5.532-note", "ww:10.1-b", "ww:6.51-d")
@pytest.mark.parametrize("value", ["wilderness_only", "always"])
@pytest.mark.parametrize(("stockades", "raids"), [({"french": ["mingo_town"]}, True), ({}, False)])
def test_the_stockade_of_a_settlement_is_raided_though_its_last_indian_died(
    stockades: Json, raids: bool, value: str
) -> None:
    """Given Rangers who kill the only Mingo at Mingo Town (D31), then no settlement but its stockade is a target."""
    state = moving(
        "upper_monongahela", "br_ranger_rogers", {"mingo_town": ["reduced fr_indian_mingo_1"]},
        ruleset(raid_lapses_when_tribe_dies=value), stockades=stockades,
    )  # fmt: skip
    won = played(state, go("mingo_town"), a.Decline(), a.Roll(6), a.Roll(1)).state
    while about(won) == "step":
        won = after(won, a.Halt())
    assert (about(won) == "raid_roll") is raids
    group = Activation(BRITISH, units=(u("br_ranger_rogers"),), ended=s("mingo_town"), lapsed=s("mingo_town"))
    assert targets.has_lapsed(won, group, s("mingo_town")) is (value == "always" and not raids)


@proves("ww:10.1-clar", "ww:5.34-limits")
def test_all_leaders_and_auxiliaries_of_the_raider_in_a_space_raid_together_or_by_option_the_active_ones() -> None:
    here = ["dumas", "villiers", "fr_coureurs_marin", "fr_indian_shawnee_1", "fr_indian_mingo_1", "fr_regular_bearn"]
    active = Activation(
        FRENCH, who("dumas"), leaders=(who("dumas"),), units=(u("fr_indian_shawnee_1"),),
        dropped=(u("fr_indian_mingo_1"),), dropped_leaders=(),
    )  # fmt: skip
    everybody = (
        (who("villiers"), who("dumas")),
        (u("fr_coureurs_marin"), u("fr_indian_mingo_1"), u("fr_indian_shawnee_1")),
    )
    assert targets.participants(read({"culpeper": here}), active, s("culpeper")) == everybody
    only = ((who("dumas"),), (u("fr_indian_mingo_1"), u("fr_indian_shawnee_1")))
    rules = ruleset(raid_participants="active_only")
    assert targets.participants(read({"culpeper": here}, rules), active, s("culpeper")) == only
    left = replace(active, dropped_leaders=(who("villiers"),))
    assert targets.participants(read({"culpeper": here}, rules), left, s("culpeper")) == (everybody[0], only[1])


@proves("ww:10.3-a", "ww:7.51-drop", "ww:7.51")
def test_the_activated_commander_helps_a_raid_where_he_is_and_dropped_raiders_have_their_own_leader() -> None:
    state = read({"culpeper": ["dumas", "fr_coureurs_marin"], "augusta": ["montcalm", "villiers", "fr_coureurs_lery"]})
    active = Activation(FRENCH, who("dumas"), leaders=(who("dumas"),), units=(u("fr_coureurs_marin"),))
    assert targets.raid_leader(state, active, s("culpeper"), dropped=False) == who("dumas")
    assert targets.raid_leader(state, active, s("augusta"), dropped=False) is None
    assert targets.raid_leader(state, active, s("augusta"), dropped=True) == who("montcalm")
    alone = read({"culpeper": ["dumas"], "augusta": ["fr_coureurs_lery"]})
    assert targets.raid_leader(alone, active, s("augusta"), dropped=True) is None
    strict = read({"augusta": ["montcalm"]}, ruleset(dropped_raiders="must_no_leader"))
    assert targets.raid_leader(strict, active, s("augusta"), dropped=True) is None


@proves("ww:7.51-drop", "ww:10.3-a")
@pytest.mark.parametrize("names", ["abercromby amherst", "amherst abercromby"])
def test_of_leaders_of_equal_command_the_better_tactician_helps_dropped_raiders(names: str) -> None:
    """Given Abercromby (7, tactics 0) and Amherst (7, tactics 1) where Rangers were left, then Amherst helps them."""
    state = read({"becancour": [*names.split(), "br_ranger_rogers"]})
    rangers = (u("br_ranger_rogers"),)
    force = Activation(BRITISH, who("murray"), leaders=(who("murray"),), units=rangers, dropped=rangers)
    assert targets.raid_leader(state, force, s("becancour"), dropped=True) == who("amherst")


@proves("ww:10.1", "ww:10.13")
def test_auxiliaries_raid_once_and_those_left_on_the_way_after_the_others() -> None:
    state = read(APART)
    assert targets.raid_due(state, GROUP) == s("augusta")
    left = replace(GROUP, dropped=(MARIN,))
    assert (targets.raid_due(state, left), targets.dropped_due(state, left)) == (s("culpeper"), s("augusta"))
    done = replace(left, raided=(LERY,))
    assert (targets.raid_due(state, done), targets.dropped_due(state, done)) == (None, s("augusta"))
    gone = replace(left, raided=(MARIN, LERY))
    assert (targets.raid_due(state, gone), targets.dropped_due(state, gone)) == (None, None)


@proves("ww:10.13")
@pytest.mark.parametrize(
    ("value", "there", "may"),
    [
        ("may", ["br_northern_provincial_rhode_island"], True),
        ("may", [], False),
        ("must_with_local_leader", ["br_northern_provincial_rhode_island"], False),
    ],
)
def test_those_left_on_the_way_raid_before_a_battle_by_option_if_there_is_one(
    value: str, there: list[str], may: bool
) -> None:
    state, move = standing(
        "northampton", "montcalm fr_regular_bearn", {"deerfield": ["fr_coureurs_marin"], "northampton": there},
        ruleset(dropped_raiders=value), frame={"dropped": ["fr_coureurs_marin"]},
    )  # fmt: skip
    assert targets.dropped_raid(state, move) == (s("deerfield") if may else None)


@proves("ww:10.1")
def test_only_the_place_where_movement_ended_is_raided_by_option() -> None:
    moved = read(APART, ruleset(raid_trigger="end_of_movement"))
    assert targets.raid_due(moved, GROUP) == s("culpeper")
    assert targets.raid_due(moved, replace(GROUP, ended=s("tioga"))) is None


@proves("ww:7.51", "ww:10.3-a", "ww:10.13")
@pytest.mark.parametrize("value", ["must_with_local_leader", "must_no_leader", "may"])
def test_pieces_dropped_where_the_force_halts_do_not_cost_its_commander_his_part_in_the_raid(value: str) -> None:
    """Villiers drops one of two Coureurs at Augusta and halts there: it was not left on the way, and he leads all."""
    state = moving(
        "allegheny_south", "villiers fr_coureurs_marin fr_coureurs_lery", {"augusta": ["montcalm"]},
        ruleset(dropped_raiders=value), stockades={"french": ["venango"]},
    )  # fmt: skip
    halted = after(state, go("augusta"), a.Drop(MARIN), a.Halt())
    raid = top(halted)
    assert isinstance(raid, Raid)
    assert (raid.leader, set(raid.units)) == (who("villiers"), {MARIN, LERY})


@proves("ww:7.51", "ww:7.51-drop", "ww:10.3-a")
@pytest.mark.parametrize(("value", "local"), [("must_with_local_leader", "montcalm"), ("must_no_leader", None)])
@pytest.mark.parametrize(
    ("commander", "unit", "with_them"),
    [("augusta", "augusta", True), ("augusta", "tioga", True), ("tioga", "augusta", True), ("tioga", "tioga", False)],
)
def test_raiders_are_dropped_ones_where_nothing_else_of_their_force_is(
    value: str, local: str | None, commander: str, unit: str, with_them: bool
) -> None:
    pieces: dict[str, list[str]] = {"augusta": ["montcalm", "fr_coureurs_marin"], "tioga": []}
    pieces[commander].append("villiers")
    pieces[unit].append("fr_coureurs_lery")
    state = read(pieces, ruleset(dropped_raiders=value))
    force = Activation(
        FRENCH, who("villiers"), leaders=(who("villiers"),), units=(MARIN, LERY), entry=s("culpeper"), dropped=(MARIN,)
    )
    raid = targets.raiding_of(state, force, s("augusta"))
    led = who("villiers") if commander == "augusta" else None
    dropped = None if local is None else who(local)
    assert (raid.leader, raid.entry) == ((led, s("culpeper")) if with_them else (dropped, None))


@proves("ww:7.51-drop", "ww:10.3-a")
def test_raiders_of_whom_none_was_activated_are_not_dropped_ones() -> None:
    """Given that the active raiders have died, then the inactive ones beside them have no commander's tactics."""
    state = read({"augusta": ["montcalm", "fr_indian_mingo_1"], "tioga": ["villiers", "fr_coureurs_marin"]})
    force = Activation(FRENCH, who("villiers"), leaders=(who("villiers"),), units=(MARIN, LERY), dropped=(LERY,))
    assert not targets.are_left_behind(state, force, s("augusta"))
    assert targets.raiding_of(state, force, s("augusta")).leader is None


@proves("ww:7.51-drop", "ww:10.3-a")
@pytest.mark.parametrize(
    ("dropped", "tactics"),
    [
        ("br_indian_mohawk_1 webb johnson", "johnson"),
        ("br_indian_mohawk_1 bradstreet", None),
        ("br_indian_mohawk_1 br_ranger_rogers bradstreet", "bradstreet"),
        ("br_ranger_rogers bradstreet johnson", "bradstreet"),
    ],
)
def test_dropped_raiders_have_the_highest_leader_with_them_who_may_command_them(
    dropped: str, tactics: str | None
) -> None:
    """Given pieces left at St-Francois, then only Johnson helps Mohawk, and anybody a stack with Rangers (N57)."""
    names = dropped.split()
    left = tuple(u(name) for name in names if name.startswith("br_"))
    officers = tuple(who(name) for name in names if not name.startswith("br_"))
    state = read({"st_francois": names, "becancour": ["abercromby", "br_regular_44th"]})
    frame = Activation(
        Side.BRITISH, who("abercromby"), units=(u("br_regular_44th"), *left), dropped=left, dropped_leaders=officers
    )
    found = targets.raid_leader(state, frame, s("st_francois"), dropped=True)
    assert found == (None if tactics is None else who(tactics))


@proves("ww:7.51-drop", "ww:5.534")
@pytest.mark.parametrize(
    ("name", "raiders", "able"),
    [
        ("johnson", "br_indian_mohawk_1", True),
        ("webb", "br_indian_mohawk_1", False),
        ("webb", "br_indian_mohawk_1 br_ranger_rogers", True),
        ("webb", "br_indian_cherokee_1", True),
        ("dumas", "fr_indian_huron", True),
        ("dumas", "", False),
    ],
)
def test_a_leader_leads_raiders_of_whom_he_may_command_one(name: str, raiders: str, able: bool) -> None:
    assert targets.may_lead(who(name), tuple(map(u, raiders.split()))) is able


@proves("ww:7.51-drop")
def test_raiders_of_a_group_without_a_commander_are_on_their_own_where_they_were_dropped() -> None:
    state = read({"augusta": ["fr_coureurs_marin"], "culpeper": ["fr_coureurs_lery"]})
    pair = Activation(FRENCH, units=(MARIN, LERY), dropped=(MARIN,))
    assert targets.are_left_behind(state, pair, s("augusta"))
    assert not targets.are_left_behind(state, pair, s("culpeper"))
