"""Chapter 5, step by step: who may act or join, and each step of a sortie, an arrival and an epidemic by itself."""

from reference.kernel.canonical import Json
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.stacks import below
from reference.kernel.verdicts import event, unasked, violation
from reference.wilderness_war.actions import PickLeader, PickSpace
from reference.wilderness_war.board import is_inside, steps
from reference.wilderness_war.cards import Event
from reference.wilderness_war.ch02_map import FORTRESSES, IDS, Department, originally_friendly
from reference.wilderness_war.ch05_activation import individuals_violations
from reference.wilderness_war.ch05_events import _placing_violations
from reference.wilderness_war.ch05_indians import joining_violations
from reference.wilderness_war.ch05_order import storm_violations
from reference.wilderness_war.ch05_politics import politics, provincials_allowed
from reference.wilderness_war.ch05_reinforcements import PLACEMENT, placement_advance
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_frames import Affliction, Alliance, EventChoice, Placement
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, ActivationStage, Battle, Individuals, Reaction, ReactionKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import Assemblies, State
from reference.wilderness_war.windows import Passed
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import (
    Pieces,
    leaders,
    read,
    ruleset,
    spaces,
    stack,
    stepped,
    top,
    under_way,
    units,
)
from tests.wilderness_war.turns import s, u, who

FORT = "hudson_carry_north"
WORKS: dict[str, Json] = {"forts": {"british": [FORT], "french": ["ticonderoga"]}}


# ---------------------------------------------------------------- activation


@proves("ww:5.33")
def test_a_leader_on_the_map_who_was_not_named_does_not_act() -> None:
    frame = Individuals(BRITISH, 0, leaders=leaders("murray"), naming=False)
    state = under_way([frame], {"albany": ["murray", "webb"]})
    assert individuals_violations(state, frame, PickLeader(who("webb"))) == (
        violation(Reason.NOT_NAMED, "ww:5.33", leader="webb"),
    )


@proves("ww:9.1", "ww:8.231-activate", "ww:8.25")
def test_the_besieged_do_not_storm_their_own_fort() -> None:
    pieces: Pieces = {FORT: ["2 fr_regular", "inside webb", "inside br_regular_15th"]}
    state = read(pieces, sieges={FORT: 1}, **WORKS)
    found = storm_violations(state, Activation(BRITISH, commander=who("webb"), leaders=leaders("webb")))
    assert tuple(found) == (violation(Reason.THEMSELVES_BESIEGED, "ww:8.25", side="british", space=FORT),)


@proves("ww:8.25")
def test_a_sortie_brings_the_besieged_outside_into_a_battle_that_the_besiegers_may_avoid() -> None:
    pieces: Pieces = {FORT: ["2 fr_regular", "inside webb", "inside br_regular_15th"]}
    frame = Activation(
        BRITISH,
        commander=who("webb"),
        leaders=leaders("webb"),
        units=units("br_regular_15th"),
        stage=ActivationStage.SORTIE,
    )
    before = under_way([frame], pieces, sieges={FORT: 1}, **WORKS)
    out = stepped(before)
    assert out.events == (
        event(EventKind.CAME_OUTSIDE, "ww:8.25", side="british", space=FORT, pieces=("webb", "br_regular_15th")),
    )
    assert not is_inside(out.state.board, u("br_regular_15th"))
    assert top(out.state) == Reaction(ReactionKind.AVOID, FRENCH, s(FORT), None)
    fight = below(out.state)
    assert isinstance(fight, Battle)
    assert (fight.space, fight.attacker, fight.sortie, fight.joined) == (s(FORT), BRITISH, True, frame.units)
    basic = under_way([frame], pieces, ruleset("fr_basic"), sieges={FORT: 1}, **WORKS)
    assert isinstance(top(stepped(basic).state), Battle)


# ---------------------------------------------------------------- Indians


@proves("ww:5.53", "ww:5.531", "ww:card-northern-fx2", "ww:card-western-fx2", "ww:card-iroquois-fx")
def test_a_tribe_of_another_colour_joins_no_alliance() -> None:
    state = read({})

    def kept_out(played: Event, name: str) -> list[tuple[object, str]]:
        found = joining_violations(state, Alliance(played, FRENCH, 1), u(name))
        return [(each.reason, each.rule) for each in found]

    other, no_fort, enemys = Reason.NOT_OF_THE_ALLIANCE, Reason.NO_FORT, Reason.OF_THE_ENEMY
    assert kept_out(Event.NORTHERN, "fr_indian_shawnee_1") == [(other, "ww:5.531")]
    assert kept_out(Event.WESTERN, "fr_indian_abenaki_1") == [(other, "ww:5.531")]
    assert kept_out(Event.IROQUOIS, "fr_indian_shawnee_1") == [(other, "ww:5.531")]
    assert kept_out(Event.NORTHERN, "fr_indian_huron") == [(no_fort, "ww:card-northern-fx2")]
    assert kept_out(Event.WESTERN, "fr_indian_huron") == [(no_fort, "ww:card-western-fx2")]
    assert kept_out(Event.IROQUOIS, "fr_indian_huron") == [(other, "ww:5.531")]
    assert kept_out(Event.IROQUOIS, "br_indian_seneca") == [(enemys, "ww:5.53")]
    for played in (Event.NORTHERN, Event.WESTERN, Event.IROQUOIS):
        assert kept_out(played, "br_indian_mohawk_1") == [(enemys, "ww:5.53"), (other, "ww:5.531")]


def afflicted(left: int, *pieces: str) -> State:
    """Return an epidemic among the British in Albany that has so many steps left to take."""
    return under_way([Affliction(BRITISH, s("albany"), left)], {"albany": pieces})


@proves("ww:card-smallpox-fx")
def test_small_pox_takes_a_step_of_the_only_unit_there_unasked() -> None:
    one = stepped(afflicted(2, "br_regular_15th"))
    assert one.events == (event(EventKind.STEPS_LOST, "ww:card-smallpox-fx", unit="br_regular_15th"),)
    assert steps(one.state.board, u("br_regular_15th")) == 1
    assert top(one.state) == Affliction(BRITISH, s("albany"), 1)
    two = stepped(one.state)
    assert two.events == (event(EventKind.UNIT_ELIMINATED, "ww:card-smallpox-fx", unit="br_regular_15th"),)
    assert stack(two.state, "albany") == []


@proves("ww:card-smallpox-fx", "ww:card-smallpox-fx2")
def test_when_small_pox_has_taken_its_steps_or_everybody_it_is_over_and_no_indian_is_left() -> None:
    spent = stepped(afflicted(0, "br_regular_15th", "br_indian_mohawk_1"))
    assert stack(spent.state, "albany") == ["br_regular_15th"]
    assert spent.state.stack.frames == ()
    assert [(each.kind, each.rules) for each in spent.events] == [
        (EventKind.UNIT_ELIMINATED, ("ww:card-smallpox-fx2",)),
    ]
    nobody = stepped(afflicted(3))
    assert (nobody.events, nobody.state.stack.frames) == ((), ())


# ---------------------------------------------------------------- the Assemblies


@proves("ww:5.54-limits")
def test_the_track_of_the_assemblies_has_three_boxes_each_with_its_limits() -> None:
    assert table("provincial_assemblies").texts("boxes") == ("reluctant", "supportive", "enthusiastic")
    regions = (Department.NORTHERN, Department.SOUTHERN)
    assert [[provincials_allowed(box, region) for region in regions] for box in Assemblies] == [
        [6, 2],
        [10, 4],
        [18, 6],
    ]


@proves("ww:card-colonial-politics", "ww:5.54")
def test_the_assemblies_move_one_box_the_players_way_and_not_past_the_end() -> None:
    track = ("reluctant", "supportive", "enthusiastic")
    british = [politics(read({}, assemblies=box), BRITISH).state.tracks.assemblies for box in track]
    assert british == [Assemblies.SUPPORTIVE, Assemblies.ENTHUSIASTIC, Assemblies.ENTHUSIASTIC]
    french = [politics(read({}, assemblies=box), FRENCH).state.tracks.assemblies for box in track]
    assert french == [Assemblies.RELUCTANT, Assemblies.RELUCTANT, Assemblies.SUPPORTIVE]


# ---------------------------------------------------------------- arrivals


def arriving(*who_arrives: str, at: str = "halifax", together: bool = False) -> tuple[State, Placement]:
    """Return units and leaders about to enter at these spaces."""
    units_named = " ".join(name for name in who_arrives if name.startswith("br_"))
    leaders_named = " ".join(name for name in who_arrives if not name.startswith("br_"))
    frame = Placement(BRITISH, "ww:5.52", spaces(at), units(units_named), leaders(leaders_named), together)
    return under_way([frame], {}), frame


@proves("ww:5.521", "ww:5.52")
def test_after_a_later_port_units_are_offered_no_earlier_one_even_if_a_player_names_it() -> None:
    """Given units that enter port by port, when an earlier port is named after a later one, then the later counts."""
    state, frame = arriving("br_regular_15th", "br_regular_17th", at="boston halifax")
    earlier, later = sorted(frame.spaces)
    entered = PLACEMENT.apply(state, replace(frame, last=later), PickSpace(earlier)).state
    assert entered.stack.top == replace(frame, units=frame.units[1:], last=later)


@proves("ww:5.52", "ww:5.52-note", "ww:5.522", "ww:card-rangers")
def test_a_unit_placed_by_an_event_is_of_its_kind_and_available_and_rangers_want_a_fortification() -> None:
    """Given every British fortress in French hands, then Rangers, and not provincials, lack a fortification."""
    lost: Json = {"french": [IDS[place] for place in FORTRESSES if originally_friendly(place, BRITISH)]}
    pieces: Pieces = {"tioga": ["br_ranger_rogers", "br_northern_provincial_rhode_island"]}
    gone: Json = ["br_ranger_goreham", "br_northern_provincial_new_hampshire"]
    state = read(pieces, captured_fortresses=lost, removed=gone)
    for event_, own, other in ((Event.RANGERS, "ranger", "provincial"), (Event.RAISE, "provincial", "ranger")):
        frame = EventChoice(event_, BRITISH, department=Department.NORTHERN)
        named = {"ranger": ("rogers", "goreham"), "provincial": ("rhode_island", "new_hampshire")}
        prefix = {"ranger": "br_ranger_", "provincial": "br_northern_provincial_"}
        for kind in (own, other):
            on_map, removed = (prefix[kind] + each for each in named[kind])
            for name, missing in (
                (on_map, violation(Reason.IN_PLAY_ALREADY, "ww:5.52", unit=on_map)),
                (removed, violation(Reason.OUT_OF_THE_GAME, "ww:5.52-note", unit=removed)),
            ):
                strange = (violation(Reason.NOT_ASKED_FOR, f"ww:{event_.value}", unit=name),) if kind == other else ()
                bare = (violation(Reason.NO_FORTIFICATION, "ww:5.522", unit=name),) if event_ is Event.RANGERS else ()
                expected = (*strange, missing, *bare)
                assert tuple(_placing_violations(state, frame, u(name))) == expected


@proves("ww:5.522-lost")
def test_a_reinforcement_is_over_when_all_have_entered_or_there_is_nowhere_to_enter() -> None:
    entered = placement_advance(*arriving())
    assert (entered.events, entered.state) == ((), read({}))
    forfeited = placement_advance(*arriving("br_regular_15th", "wolfe", at=""))
    why = violation(Reason.NO_ENTRY, "ww:5.522-lost", side="british", pieces=("br_regular_15th", "wolfe"))
    told = unasked(EventKind.NOT_ASKED, "british", Passed.PLACEMENT, (why,))
    assert (forfeited.events, forfeited.state) == ((told,), read({}))


@proves("ww:5.522-lost", "ww:5.52", "ww:5.521", "ww:5.55")
def test_in_the_only_space_units_enter_one_by_one_at_full_strength_and_leaders_after_them() -> None:
    state, _ = arriving("br_regular_15th", "br_regular_17th", "wolfe", "murray")
    for name in ("br_regular_15th", "br_regular_17th"):
        entered = stepped(state)
        assert entered.events == (event(EventKind.UNIT_PLACED, "ww:5.52", "ww:5.521", unit=name, space="halifax"),)
        state = entered.state
        assert steps(state.board, u(name)) == 2
    for name in ("wolfe", "murray"):
        entered = stepped(state)
        assert entered.events == (event(EventKind.LEADER_PLACED, "ww:5.52", leader=name, space="halifax"),)
        state = entered.state
    assert sorted(map(str, stack(state, "halifax"))) == ["br_regular_15th", "br_regular_17th", "murray", "wolfe"]


@proves("ww:5.522-lost", "ww:5.52")
def test_those_who_go_together_enter_in_one_step() -> None:
    entered = stepped(arriving("br_regular_15th", "wolfe", together=True)[0])
    assert [each.kind for each in entered.events] == [EventKind.UNIT_PLACED, EventKind.LEADER_PLACED]
    assert stack(entered.state, "halifax") == ["wolfe", "br_regular_15th"]
