"""Where editions disagree on movement and reactions: the position of each option gives the results it states."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import NotThisDecision, Violation, event, violation
from reference.wilderness_war.actions import (
    Decline,
    Done,
    Drop,
    DropLeader,
    InsideFirst,
    Pick,
    PickLeader,
    PickSpace,
    RaidNow,
    Respond,
    Roll,
)
from reference.wilderness_war.board import has_amphib, unfinished_fort_owner
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch06_aftereffects import follows_from_step, overrun_fort
from reference.wilderness_war.ch06_avoiding import held_back_by_garrison
from reference.wilderness_war.ch06_groups import reaction_tactics
from reference.wilderness_war.ch06_interception import inside_first_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Move, Raiding, Reaction, ReactionKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import (
    about,
    fought,
    go,
    gone,
    happened,
    is_at,
    moving,
    offers,
    slip,
    standing,
    ways,
)
from tests.wilderness_war.positions import GAME, Pieces, kinds_of, place, played, read, refused, ruleset, stack

REGULAR = "br_regular_15th"
SECOND = "br_regular_17th"
RANGERS = "br_ranger_rogers"
PROVINCIAL = "br_northern_provincial_rhode_island"
HURON = "fr_indian_huron"
ABENAKI = "fr_indian_abenaki_1"
COUREURS = "fr_coureurs_marin"
BEARN = "fr_regular_bearn"
VIRGINIA = "br_southern_provincial_virginia_1"


def _raid(state: State) -> Raiding | None:
    return next((frame for frame in state.stack.frames if isinstance(frame, Raiding)), None)


# ---------------------------------------------------------------- D7


@proves("ww:6.712", "ww:6.71-a")
@pytest.mark.parametrize(("value", "attacker", "vp"), [("attacker", Side.FRENCH, 0), ("defender", Side.BRITISH, 1)])
def test_infiltrator_caught_role_decides_a_tie_at_albany(value: str, attacker: Side, vp: int) -> None:
    """Given an Abenaki caught at Albany, when both fire in vain, then it loses or wins, and goes back anyhow."""
    begin = moving("schoharie", ABENAKI, {"albany": [REGULAR]}, ruleset(infiltrator_caught_role=value))
    caught = played(begin, slip("albany"), Pick(unit(REGULAR)), Roll(4)).state
    battle = next(frame for frame in caught.stack.frames if isinstance(frame, Battle))
    assert battle.attacker is attacker
    end = fought(caught, 1, 1).state
    assert end.tracks.vp == vp
    assert is_at(end, ABENAKI, "schoharie")
    assert stack(end, "albany") == [REGULAR]


@proves("ww:6.712", "ww:7.1", "ww:7.82")
def test_infiltrator_caught_role_makes_nobody_else_a_defender_and_who_is_overrun_goes_no_further() -> None:
    rules = ruleset(infiltrator_caught_role="defender")
    open_attack = gone(moving("green_mountains_south", f"rigaud {BEARN}", {"hoosic": [REGULAR]}, rules), "hoosic")
    frames = played(open_attack, Decline()).state.stack.frames
    assert [frame.attacker for frame in frames if isinstance(frame, Battle)] == [Side.FRENCH]
    pieces = {"schoharie": [f"reduced {ABENAKI}"], "albany": [REGULAR]}
    caught = played(moving("schoharie", ABENAKI, pieces, rules), slip("albany"), Pick(unit(REGULAR)), Roll(4)).state
    end = fought(caught, 6, 1).state
    assert (about(end), stack(end, "albany"), stack(end, "schoharie")) == ("", [REGULAR], [])


# ---------------------------------------------------------------- D8


def _second_infiltrator(value: str) -> State:
    """Return the state in which a Shawnee slips into Woodstock after a Mingo has passed it, in one Action Phase."""
    frames: Json = [
        {"type": "year", "stage": "actions", "turn": "french", "playing": True},
        {"type": "individuals", "side": "french", "halves": 0, "units": ["fr_indian_mingo_1", "fr_indian_shawnee_1"],
         "naming": False},
    ]  # fmt: skip
    pieces = {"allegheny_south": ["fr_indian_mingo_1", "fr_indian_shawnee_1"], "woodstock": [VIRGINIA]}
    rules = ruleset(infiltrated_units_barred=value)
    state = place(pieces, rules, frames=frames, hands={"british": ["card_1"]})
    begun = played(state, Pick(unit("fr_indian_mingo_1"))).state
    passed = played(begun, slip("woodstock"), Decline()).state
    out = gone(passed, "culpeper")
    while about(out) in ("interception", "raid_roll"):
        out = played(out, Decline() if about(out) == "interception" else Roll(6)).state
    second = out if about(out) == "step" else played(out, Pick(unit("fr_indian_shawnee_1"))).state
    return played(second, slip("woodstock")).state


@proves("ww:fr-14.24", "ww:6.724")
@pytest.mark.parametrize("value", ["leaving_only", "whole_phase"])
def test_infiltrated_units_barred_lets_woodstock_try_against_a_second_infiltrator_or_not(value: str) -> None:
    entered = _second_infiltrator(value)
    if value == "leaving_only":
        assert offers(entered) == {f"pick {VIRGINIA}", "decline"}
    else:
        assert about(entered) == "step"


@proves("ww:fr-14.24")
def test_a_barred_unit_is_refused_for_having_let_an_infiltrator_pass() -> None:
    """Given two units at Woodstock of which one let an infiltrator pass, then only the other may try."""
    other = "br_southern_provincial_maryland"
    phase: Json = {"type": "phase", "value": 1, "barred": [VIRGINIA]}
    rules = ruleset(infiltrated_units_barred="whole_phase")
    pieces = {"woodstock": ["dunbar", VIRGINIA, other]}
    begin = moving("allegheny_south", "fr_indian_shawnee_1", pieces, rules, phase=phase)
    entered = played(begin, slip("woodstock")).state
    assert offers(entered) == {"pick_leader dunbar", f"pick {other}", "decline"}
    expected = violation(Reason.LET_AN_INFILTRATOR_PASS, "ww:fr-14.24", unit=VIRGINIA, into="woodstock")
    assert refused(entered, Pick(unit(VIRGINIA))) == (expected,)
    forming = played(entered, PickLeader(leader("dunbar"))).state
    assert refused(forming, Pick(unit(VIRGINIA))) == (expected,)


@proves("ww:6.724", "ww:8.232")
@pytest.mark.parametrize("value", ["leaving_only", "whole_phase"])
def test_infiltrated_units_barred_lets_a_freed_garrison_intercept_or_not(value: str) -> None:
    """Given besiegers who abandon Hudson Carry North for the Adirondacks, then by option the garrison may try."""
    pieces = {"hudson_carry_north": [f"inside {REGULAR}"]}
    forts: Json = {"british": ["hudson_carry_north"]}
    rules = ruleset(infiltrated_units_barred=value)
    begin = moving(
        "hudson_carry_north", f"rigaud {BEARN}", pieces, rules, forts=forts, sieges={"hudson_carry_north": 0}
    )
    left = gone(begin, "adirondacks_central")
    if value == "leaving_only":
        assert about(left) == ""
    else:
        assert offers(left) == {f"pick {REGULAR}", "decline"}


# ---------------------------------------------------------------- D9


@proves("ww:6.432-e", "ww:6.811")
@pytest.mark.parametrize(
    ("value", "sea", "land"),
    [("none", False, True), ("port_or_adjacent", True, True), ("port_only", True, False)],
)
def test_amphib_avoid_opens_the_ports_the_spaces_around_or_both(value: str, sea: bool, land: bool) -> None:
    pieces = {"ile_d_orleans": [REGULAR], "louisbourg": [SECOND]}
    begin = moving(
        "quebec", BEARN, pieces, ruleset(amphib_avoid=value),
        amphib=["ile_d_orleans"], captured_fortresses={"british": ["louisbourg"]},
    )  # fmt: skip
    ready = played(gone(begin, "ile_d_orleans"), Pick(unit(REGULAR)), Roll(4)).state
    ports = {"boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia", "halifax", "louisbourg"}
    around = {"baie_st_paul", "riviere_ouelle"}
    assert offers(ready) == {f"pick_space {name}" for name in (ports if sea else set()) | (around if land else set())}
    if not land:
        expected = violation(Reason.PORT_NOT_CONTROLLED, "ww:6.432-e", space="baie_st_paul")
        assert refused(ready, PickSpace(space("baie_st_paul"))) == (expected,)
        assert refused(ready, PickSpace(space("quebec"))) == (
            violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:6.81", space="quebec"),
            violation(Reason.ENEMY_HELD, "ww:6.81", space="quebec"),
            violation(Reason.PORT_NOT_CONTROLLED, "ww:6.432-e", space="quebec"),
        )
    if not sea:
        expected = violation(Reason.NOT_ADJACENT, "ww:6.8", space="louisbourg")
        assert refused(ready, PickSpace(space("louisbourg"))) == (expected,)


# ---------------------------------------------------------------- D13


def _dropping(value: str) -> State:
    """Return Montcalm's column at Northampton, Villiers and a Coureurs left at Deerfield, a Provincial before it."""
    who = f"montcalm villiers {BEARN} {COUREURS}"
    begin = moving("green_mountains_south", who, {"northampton": [PROVINCIAL]}, ruleset(dropped_raiders=value))
    at_deerfield = gone(begin, "deerfield")
    if about(at_deerfield) == "interception":
        at_deerfield = played(at_deerfield, Decline()).state
    dropped = played(at_deerfield, Drop(unit(COUREURS)), DropLeader(leader("villiers"))).state
    return played(gone(dropped, "northampton"), Decline()).state


@proves("ww:10.13", "ww:7.51-drop", "ww:6.1-drop")
@pytest.mark.parametrize(("value", "tactics"), [("must_with_local_leader", 1), ("must_no_leader", 0)])
def test_dropped_raiders_must_raid_deerfield_after_the_battle(value: str, tactics: int) -> None:
    fighting = _dropping(value)
    assert about(fighting).startswith("battle_fire")
    after = fought(fighting, 3, 3).state
    raid = _raid(after)
    assert raid is not None
    assert (raid.space, raid.units) == (space("deerfield"), (unit(COUREURS),))
    assert raid.leader == (leader("villiers") if tactics else None)


@proves("ww:10.13", "ww:7.51-drop")
def test_dropped_raiders_may_raid_deerfield_before_the_battle_or_after_it_or_not_at_all() -> None:
    before = _dropping("may")
    assert about(before) == "dropped_raid"
    assert offers(before) == {"raid_now", "decline"}
    raid = _raid(played(before, RaidNow()).state)
    assert raid is not None
    assert (raid.space, raid.leader) == (space("deerfield"), leader("villiers"))
    assert GAME.step(before, Done()) == NotThisDecision("dropped_raid", ("ww:10.13",))
    later = played(before, Decline()).state
    assert about(later).startswith("battle_fire")
    after = fought(later, 3, 3).state
    assert (about(after), offers(after)) == ("dropped_raid", {"raid_now", "decline"})
    assert about(played(after, Decline()).state) == ""
    raid = _raid(played(after, RaidNow()).state)
    assert raid is not None
    assert (raid.space, raid.leader) == (space("deerfield"), leader("villiers"))


# ---------------------------------------------------------------- D19


@proves("ww:7.51-react", "ww:6.71")
@pytest.mark.parametrize(("value", "tactics"), [("group_commander", 1), ("highest_command_in_space", 0)])
def test_reaction_tactics_are_bradstreets_or_webbs(value: str, tactics: int) -> None:
    pieces = {"hudson_carry_south": ["webb", "bradstreet", "br_light_infantry_howes"]}
    begin = moving("green_mountains_south", f"rigaud {BEARN} {COUREURS}", pieces, ruleset(reaction_tactics=value))
    entered = gone(begin, "hoosic")
    light = unit("br_light_infantry_howes")
    done = played(entered, PickLeader(leader("bradstreet")), Pick(light), Done(), Roll(3)).state
    assert is_at(done, "br_light_infantry_howes", "hoosic" if tactics else "hudson_carry_south")


@proves("ww:7.51-react", "ww:3.2-tactics", "ww:6.71", "ww:6.8")
@pytest.mark.parametrize(
    ("present", "tactics"), [("levis vaudreuil", 1), ("montcalm levis", 2), ("vaudreuil dumas", 0), ("", 0)]
)
def test_reaction_tactics_by_option_are_the_best_of_the_highest_in_the_space(present: str, tactics: int) -> None:
    rules = ruleset(reaction_tactics="highest_command_in_space")
    state = read({"ticonderoga": [BEARN, *present.split()]}, rules)
    here = space("ticonderoga")
    for kind in ReactionKind:
        assert reaction_tactics(state, Reaction(kind, Side.FRENCH, here, None, origin=here)) == tactics


# ---------------------------------------------------------------- D22


@proves("ww:6.2-exc", "ww:6.2-b")
@pytest.mark.parametrize(("value", "stops"), [("yes", False), ("no_for_auxiliaries", True)])
def test_besieged_own_fort_waives_stop_at_hoosic_or_not(value: str, stops: bool) -> None:
    """Given a French fort besieged at Hoosic, when a Coureurs slips through, then it stops after it or not."""
    pieces = {"hoosic": [REGULAR, f"inside {BEARN}"]}
    forts: Json = {"french": ["hoosic"]}
    rules = ruleset(besieged_own_fort_waives_stop=value)
    begin = moving("green_mountains_south", COUREURS, pieces, rules, forts=forts, sieges={"hoosic": 0})
    through = played(begin, slip("hoosic"), Decline()).state
    out = gone(through, "hudson_carry_south")
    assert (about(out) == "") is stops


# ---------------------------------------------------------------- D23


ROAD = ("oneida_castle", "canajoharie", "schoharie")


@proves("ww:fr-adv", "ww:6.52")
@pytest.mark.parametrize("value", ["on", "off"])
def test_advanced_rules_let_the_huron_slip_through_albany_or_not(value: str) -> None:
    """Given the Huron of 1757, then it slips through guarded Albany to raid Kinderhook, or may not even enter."""
    begin = moving("oneida_carry_west", HURON, {"albany": [REGULAR]}, ruleset(advanced_rules=value))
    near = gone(begin, *ROAD)
    if value == "off":
        expected = violation(Reason.NO_DRILLED_TROOPS, "ww:6.52", space="albany", work="fortress")
        assert refused(near, go("albany")) == (expected,)
        assert not {"albany", "albany?"} & ways(near)
        return
    entered = played(near, slip("albany")).state
    assert offers(entered) == {f"pick {REGULAR}", "decline"}
    missed = played(entered, Pick(unit(REGULAR)), Roll(3)).state
    assert about(gone(missed, "kinderhook")) == "raid_roll"


# ---------------------------------------------------------------- D25


@proves("ww:6.72")
@pytest.mark.parametrize("value", ["one", "any"])
def test_reaction_attempts_per_entry_allow_one_try_or_one_each(value: str) -> None:
    """Given units at and around Albany, when the Huron slips in, then one may try, or each until one succeeds."""
    pieces = {"albany": [REGULAR], "schenectady": [PROVINCIAL], "hudson_carry_south": [RANGERS]}
    rules = ruleset(reaction_attempts_per_entry=value)
    begin = moving("schoharie", HURON, pieces, rules)
    entered = played(begin, slip("albany")).state
    assert offers(entered) == {f"pick {name}" for name in (REGULAR, PROVINCIAL, RANGERS)} | {"decline"}
    missed = played(entered, Pick(unit(REGULAR)), Roll(1)).state
    if value == "one":
        assert about(missed) == "step"
        return
    assert offers(missed) == {f"pick {name}" for name in (PROVINCIAL, RANGERS)} | {"decline"}
    expected = violation(Reason.TRIED_ALREADY, "ww:6.72", unit=REGULAR, into="albany")
    assert refused(missed, Pick(unit(REGULAR))) == (expected,)
    hit = played(missed, Pick(unit(PROVINCIAL)), Roll(4)).state
    assert is_at(hit, PROVINCIAL, "albany")
    two_missed = played(missed, Pick(unit(PROVINCIAL)), Roll(1)).state
    assert offers(two_missed) == {f"pick {RANGERS}", "decline"}
    all_missed = played(two_missed, Pick(unit(RANGERS)), Roll(2)).state
    assert about(all_missed) == "step"


@proves("ww:6.8")
@pytest.mark.parametrize("value", ["one", "any"])
def test_reaction_attempts_per_entry_let_one_group_avoid_or_each(value: str) -> None:
    rules = ruleset(reaction_attempts_per_entry=value)
    begin = moving("green_mountains_south", f"rigaud {BEARN} {COUREURS}", {"hoosic": [REGULAR, RANGERS]}, rules)
    entered = gone(begin, "hoosic")
    away = played(entered, Pick(unit(REGULAR)), Roll(4), PickSpace(space("albany"))).state
    missed = played(entered, Pick(unit(REGULAR)), Roll(1)).state
    if value == "one":
        assert about(away).startswith("battle_fire")
        assert about(missed).startswith("battle_fire")
        return
    assert offers(away) == offers(missed) == {f"pick {RANGERS}", "decline"}
    expected = violation(Reason.TRIED_ALREADY, "ww:6.8", unit=REGULAR, space="hoosic")
    assert refused(missed, Pick(unit(REGULAR))) == (expected,)
    both = played(away, Pick(unit(RANGERS)), Roll(4), PickSpace(space("northampton"))).state
    assert about(both) == "step"


# ---------------------------------------------------------------- D26


@proves("ww:6.83")
@pytest.mark.parametrize(("value", "may"), [("fort_and_fortress", True), ("fortress_only", False)])
def test_avoid_from_lets_levis_slip_away_from_a_fort_while_others_sit_inside_or_not(value: str, may: bool) -> None:
    pieces = {"ticonderoga": ["levis", BEARN, COUREURS, "fr_regular_guyenne"]}
    begin = moving(
        "crown_point", f"webb {REGULAR} {RANGERS}", pieces, ruleset(avoid_from=value), forts={"french": ["ticonderoga"]}
    )
    entered = gone(begin, "ticonderoga")
    split = played(entered, Pick(unit(BEARN)), Pick(unit("fr_regular_guyenne")), Done()).state
    assert (about(split) == "avoidance") is may
    outside = played(entered, Done()).state
    assert about(outside) == "avoidance"


@proves("ww:6.83")
def test_avoid_from_never_bars_a_fortress() -> None:
    pieces = {"albany": ["webb", REGULAR, SECOND]}
    begin = moving("schoharie", f"rigaud {BEARN} {COUREURS}", pieces, ruleset(avoid_from="fortress_only"))
    split = played(gone(begin, "albany"), Pick(unit(REGULAR)), Done()).state
    assert about(split) == "avoidance"


@proves("ww:6.83")
def test_avoid_from_bars_those_whose_leader_alone_sits_inside_and_nobody_where_no_fort_stands() -> None:
    rules, frame = (
        ruleset(avoid_from="fortress_only"),
        Reaction(ReactionKind.AVOID, Side.FRENCH, space("ticonderoga"), None),
    )
    fort: Json = {"french": ["ticonderoga"]}
    assert held_back_by_garrison(read({"ticonderoga": [BEARN, "inside levis", REGULAR]}, rules, forts=fort), frame)
    assert not held_back_by_garrison(read({"ticonderoga": [BEARN, "levis", REGULAR]}, rules), frame)


# ---------------------------------------------------------------- D30


@proves("ww:6.431-marker")
@pytest.mark.parametrize(
    ("value", "stays"),
    [
        ("drilled_sole", True),
        ("drilled_sole_or_unbesieged_fortification", False),
        ("drilled_sole_or_unbesieged_fortification_but_louisbourg", False),
        ("drilled_present", True),
    ],
)
def test_amphib_marker_removed_by_a_stockade_at_baie_st_paul_or_not(value: str, stays: bool) -> None:
    frames: Json = [{"type": "year", "stage": "actions", "turn": "french", "playing": False}]
    state = place(
        {}, ruleset(amphib_marker_removed_by=value),
        frames=frames, hands={"french": ["card_1"]}, amphib=["baie_st_paul"], stockades={"french": ["baie_st_paul"]},
    )  # fmt: skip
    assert has_amphib(state.board, space("baie_st_paul")) is stays


@proves("ww:6.431-marker")
@pytest.mark.parametrize(
    ("value", "stays"),
    [
        ("drilled_sole", True),
        ("drilled_sole_or_unbesieged_fortification", False),
        ("drilled_sole_or_unbesieged_fortification_but_louisbourg", True),
        ("drilled_present", True),
    ],
)
def test_amphib_marker_removed_by_the_fortress_of_louisbourg_after_the_british_have_left_or_not(
    value: str, stays: bool
) -> None:
    frames: Json = [{"type": "year", "stage": "actions", "turn": "french", "playing": False}]
    state = place(
        {"louisbourg": ["fr_coureurs_boishebert_acadian"]}, ruleset(amphib_marker_removed_by=value),
        frames=frames, hands={"french": ["card_1"]}, amphib=["louisbourg"],
    )  # fmt: skip
    assert has_amphib(state.board, space("louisbourg")) is stays


@proves("ww:6.431-marker")
@pytest.mark.parametrize(
    ("value", "stays"),
    [("drilled_sole", True), ("drilled_sole_or_unbesieged_fortification", True), ("drilled_present", False)],
)
def test_amphib_marker_removed_by_regulars_who_besiege_the_british_beside_it_or_not(value: str, stays: bool) -> None:
    rules = ruleset(amphib_marker_removed_by=value)
    begin = moving("quebec", BEARN, {"ile_d_orleans": [REGULAR]}, rules, amphib=["ile_d_orleans"],
                   forts={"british": ["ile_d_orleans"]})  # fmt: skip
    end = played(gone(begin, "ile_d_orleans"), Pick(unit(REGULAR))).state
    assert stack(end, "ile_d_orleans") == [f"inside {REGULAR}", BEARN]
    assert has_amphib(end.board, space("ile_d_orleans")) is stays
    assert GAME.check(end) == ()


@proves("ww:6.431-marker")
@pytest.mark.parametrize("value", ["drilled_sole", "drilled_sole_or_unbesieged_fortification", "drilled_present"])
def test_amphib_marker_stays_under_every_option_when_regulars_attack_lose_and_retreat(value: str) -> None:
    """Whoever is driven back has occupied nothing: the marker is asked for once all is calm (R9)."""
    rules = ruleset(amphib_marker_removed_by=value)
    begin = moving("quebec", BEARN, {"ile_d_orleans": [REGULAR]}, rules, amphib=["ile_d_orleans"])
    fighting = played(gone(begin, "ile_d_orleans"), Decline()).state
    end = fought(fighting, 1, 1).state
    assert is_at(end, BEARN, "quebec")
    assert has_amphib(end.board, space("ile_d_orleans"))
    assert GAME.check(end) == ()


@proves("ww:6.431-marker", "ww:6.432-c", "ww:6.432-e", "ww:6.811")
def test_the_marker_serves_those_who_avoid_or_retreat_from_french_regulars_in_the_german_edition() -> None:
    """Given British on the marker at Ile d'Orleans, when Montcalm attacks, then they leave by sea before it goes."""
    ports = {"boston", "new_haven", "new_york", "alexandria", "baltimore", "philadelphia", "halifax"}
    who = "montcalm fr_regular_bearn fr_regular_guyenne fr_regular_la_sarre"
    begin = moving("quebec", who, {"ile_d_orleans": ["2 br_regular"]}, ruleset("de"), amphib=["ile_d_orleans"])
    entered = gone(begin, "ile_d_orleans")
    avoiding = played(entered, Pick(unit(REGULAR)), Roll(6)).state
    assert offers(avoiding) == {f"pick_space {name}" for name in ports}
    beaten = played(entered, Decline(), Roll(3), Roll(1), Roll(5)).state
    assert about(beaten) == f"retreat_of_{SECOND}"
    assert {f"pick_space {name}" for name in ports} <= offers(beaten)
    gone_by_sea = played(beaten, PickSpace(space("halifax")))
    assert stack(gone_by_sea.state, "halifax") == [f"reduced {SECOND}"]
    assert not has_amphib(gone_by_sea.state.board, space("ile_d_orleans"))
    taken = event(EventKind.MARKER_REMOVED, "ww:6.431-marker", space="ile_d_orleans", marker="amphib")
    assert taken in gone_by_sea.events


# ---------------------------------------------------------------- D33


@proves("ww:8.1-clar-intercept", "ww:6.712-clar", "ww:8.1")
@pytest.mark.parametrize("value", ["always", "infiltration_only"])
def test_intercept_before_inside_choice_fixes_the_order_or_leaves_it_to_the_defender(value: str) -> None:
    """Given Rigaud before Hudson Carry North, then the Rangers roll first, or Britain may first fill the fort."""
    pieces = {
        "hudson_carry_north": ["br_northern_provincial_new_hampshire", "br_northern_provincial_new_jersey_1"],
        "hudson_carry_south": [RANGERS],
    }
    forts: Json = {"british": ["hudson_carry_north"]}
    who = f"rigaud {BEARN} {COUREURS}"
    begin = moving("ticonderoga", who, pieces, ruleset(intercept_before_inside_choice=value), forts=forts)
    entered = gone(begin, "hudson_carry_north")
    first = {f"pick {RANGERS}", "decline"}
    if value == "always":
        assert offers(entered) == first
        settled = played(entered, Pick(unit(RANGERS)), Roll(4)).state
        assert about(settled) == "inside"
        return
    assert offers(entered) == first | {"inside_first"}
    choosing = played(entered, InsideFirst()).state
    assert about(choosing) == "inside"
    hidden = played(choosing, Pick(unit("br_northern_provincial_new_hampshire")), Done()).state
    assert offers(hidden) == first
    caught = played(hidden, Pick(unit(RANGERS)), Roll(4)).state
    assert about(caught).startswith("battle_fire")
    expected = violation(Reason.ALREADY_CHOSEN, "ww:8.1", space="hudson_carry_north")
    assert refused(hidden, InsideFirst()) == (expected,)
    avoiding = played(hidden, Decline()).state
    assert about(avoiding) == "avoidance"


@proves("ww:8.1-clar-intercept", "ww:6.712-clar")
def test_against_an_infiltrator_interception_always_comes_first() -> None:
    pieces = {"ticonderoga": [BEARN]}
    rules = ruleset(intercept_before_inside_choice="infiltration_only")
    begin = moving("crown_point", RANGERS, pieces, rules, forts={"french": ["ticonderoga"]})
    entered = played(begin, slip("ticonderoga")).state
    assert offers(entered) == {f"pick {BEARN}", "decline"}
    assert refused(entered, InsideFirst()) == (violation(Reason.INTERCEPTION_COMES_FIRST, "ww:8.1-clar-intercept"),)


@proves("ww:8.1", "ww:8.1-clar-intercept", "ww:6.712-clar")
@pytest.mark.parametrize("value", ["always", "infiltration_only"])
def test_without_a_fort_of_theirs_or_anybody_there_nobody_chooses_to_go_inside_before_interception_or_after(
    value: str,
) -> None:
    """Given Rangers who could intercept at Hudson Carry North, then it has no fort to go into, or is empty."""
    carry, rules = "hudson_carry_north", ruleset(intercept_before_inside_choice=value)
    nowhere = violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.1", space=carry)
    empty = violation(Reason.NOBODY_THERE, "ww:8.1", side="british", space=carry)
    works: Json = {"british": [carry]}
    cases: tuple[tuple[Pieces, Json, Json, Violation], ...] = (
        ({carry: [PROVINCIAL]}, {}, {}, nowhere),
        ({carry: [PROVINCIAL]}, {}, works, nowhere),
        ({}, works, {}, empty),
    )
    for pieces, forts, stockades, expected in cases:
        around: Pieces = {**pieces, "hudson_carry_south": [RANGERS]}
        who = f"rigaud {BEARN} {COUREURS}"
        entered = gone(moving("ticonderoga", who, around, rules, forts=forts, stockades=stockades), carry)
        assert offers(entered) == {f"pick {RANGERS}", "decline"}
        assert refused(entered, InsideFirst()) == (expected,)
    state = read({carry: [BEARN, f"inside {PROVINCIAL}"]}, rules, forts=works, sieges={carry: 0})
    assert tuple(inside_first_violations(state, Move(Side.FRENCH, space(carry), None, (), ()))) == (nowhere,)


# ---------------------------------------------------------------- D38


@proves("ww:6.85", "ww:6.84-failed")
@pytest.mark.parametrize("value", ["same_target_space", "origin_space"])
def test_avoid_intercept_exclusion_lets_the_others_of_schenectady_avoid_or_not(value: str) -> None:
    """Given a Provincial of Schenectady that failed to intercept, when the French come there, then others may avoid."""
    pieces = {"schenectady": [PROVINCIAL, RANGERS]}
    who = f"rigaud {BEARN} {COUREURS}"
    begin = moving("oneida_carry_east", who, pieces, ruleset(avoid_intercept_exclusion=value))
    missed = played(gone(begin, "canajoharie"), Pick(unit(PROVINCIAL)), Roll(3)).state
    entered = gone(missed, "schenectady")
    if value == "same_target_space":
        assert offers(entered) == {f"pick {RANGERS}", "decline"}
    else:
        assert about(entered).startswith("battle_fire")


# ---------------------------------------------------------------- D29, as far as it acts in movement


@proves("ww:5.45-fortuc")
@pytest.mark.parametrize(("value", "stays"), [("sole_occupation", True), ("on_entry", False)])
def test_unfinished_fort_removed_when_drilled_troops_enter_or_only_when_they_hold_it(value: str, stays: bool) -> None:
    """Given Coureurs at an unfinished fort, when British Regulars enter, lose and retreat, then it stays or not."""
    rules = ruleset(unfinished_fort_removed=value)
    works: Json = {"french": ["crown_point"]}
    begin = moving("ticonderoga", REGULAR, {"crown_point": ["4 fr_coureurs"]}, rules,
                   unfinished_forts=works, stockades={"british": ["ticonderoga"]})  # fmt: skip
    end = fought(played(gone(begin, "crown_point"), Decline()).state, 1, 2).state
    assert is_at(end, REGULAR, "ticonderoga")
    assert (unfinished_fort_owner(end.board, space("crown_point")) is Side.FRENCH) is stays


@proves("ww:5.45-fortuc", "ww:card-schooner-fx")
def test_an_unfinished_fort_entered_goes_when_the_step_stands_and_not_before_a_schooner() -> None:
    """Given Regulars at Ticonderoga on entry, then LAKE SCHOONER saves the unfinished fort; without it, it is gone."""
    french: Json = {"french": ["ticonderoga"]}
    begin = moving(
        "hudson_carry_north", f"webb {REGULAR}", {"crown_point": [BEARN]}, ruleset(unfinished_fort_removed="on_entry"),
        stockades=french, unfinished_forts=french, forts={"british": ["hudson_carry_north"]},
        hands={"french": ["card_15"]},
    )  # fmt: skip
    entered = gone(begin, "ticonderoga")
    turned = played(entered, Respond(card("card_15")))
    assert unfinished_fort_owner(turned.state.board, space("ticonderoga")) is Side.FRENCH
    assert is_at(turned.state, REGULAR, "hudson_carry_north")
    stands = played(entered, Decline())
    assert about(stands.state) == "interception"
    assert happened(stands) == (event(EventKind.WORK_REMOVED, "ww:5.45-fortuc", space="ticonderoga"),)
    assert unfinished_fort_owner(stands.state.board, space("ticonderoga")) is None


@proves("ww:5.45-fortuc")
@pytest.mark.parametrize(
    ("value", "who", "owner", "goes"),
    [
        ("on_entry", REGULAR, "french", True),
        ("on_entry", f"webb {REGULAR} {RANGERS}", "french", True),
        ("on_entry", RANGERS, "french", False),
        ("on_entry", REGULAR, "british", False),
        ("sole_occupation", REGULAR, "french", False),
    ],
)
def test_only_drilled_troops_remove_an_enemy_unfinished_fort_on_entry(
    value: str, who: str, owner: str, goes: bool
) -> None:
    """Nobody could react here: the step itself must tell, before all is calm."""
    rules = ruleset(unfinished_fort_removed=value)
    state, move = standing("crown_point", who, {}, rules, unfinished_forts={owner: ["crown_point"]})
    after = overrun_fort(state, move)
    assert (after is not None) is goes
    assert follows_from_step(state, move) == after
    if after is not None:
        assert after.events == (event(EventKind.WORK_REMOVED, "ww:5.45-fortuc", space="crown_point"),)
        assert unfinished_fort_owner(after.state.board, space("crown_point")) is None


@proves("ww:5.45-fortuc")
def test_an_unfinished_fort_that_nobody_defends_is_removed_with_an_event_on_entry_too() -> None:
    rules = ruleset(unfinished_fort_removed="on_entry")
    begin = moving("ticonderoga", REGULAR, {}, rules, unfinished_forts={"french": ["crown_point"]})
    entered = played(begin, go("crown_point"))
    assert kinds_of(entered.events) == ["pieces_moved", "work_removed"]
    assert about(entered.state) == "step"
