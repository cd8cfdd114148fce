"""Chapter 7.9: retreat."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch07_retreat as retreat
from reference.wilderness_war.board import siege_level
from reference.wilderness_war.ch02_map import IDS, SPACES, adjacent
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, Battle, BattleStage, Frame, Move, Retreat
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import fought, go, moving
from tests.wilderness_war.phases import foreign
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    board,
    leaders,
    place,
    played,
    refused,
    ruleset,
    stack,
    stepped,
    top,
    under_way,
    units,
)
from tests.wilderness_war.turns import about, after, offered, s, u, who

NORTH, SOUTH = "hudson_carry_north", "hudson_carry_south"
PHASE: Json = {"type": "phase", "value": 3}


def retreating(
    side: str, where: str, beaten: str, pieces: Pieces, rules: Ruleset = STANDARD, /, *,
    entry: str | None = None, attacking: bool = False, **rest: Json,
) -> State:  # fmt: skip
    """Return the moment at which these beaten pieces must leave a space."""
    units: list[Json] = [name for name in beaten.split() if name.startswith(("br_", "fr_"))]
    leaders: list[Json] = [name for name in beaten.split() if not name.startswith(("br_", "fr_"))]
    frame: Json = {
        "type": "retreat", "side": side, "space": where, "attacking": attacking, "entry": entry,
        "units": units, "leaders": leaders,
    }  # fmt: skip
    here = [*pieces.get(where, ()), *beaten.split()]
    return place({**pieces, where: here}, rules, frames=[frame], **rest)


@proves("ww:7.91-exc", "ww:8.13", "ww:8.11")
def test_beaten_defenders_outside_a_fort_go_inside_while_there_is_room_or_to_adjacent_spaces() -> None:
    names = [f"br_northern_provincial_massachusetts_{number}" for number in range(1, 7)]
    pieces = {SOUTH: ["montcalm", "4 fr_regular"]}
    forts: Json = {"british": [SOUTH]}
    state = retreating("british", SOUTH, " ".join(names), pieces, entry="wood_creek", forts=forts)
    assert offered(state) == (a.PickSpace(s("albany")), a.PickSpace(s("hoosic")), a.Inside())
    four = after(state, *[a.Inside()] * 4)
    assert about(four) == f"retreat_of_{names[4]}"
    assert offered(four) == (a.PickSpace(s("albany")), a.PickSpace(s("hoosic")))
    assert refused(four, a.Inside()) == (violation(Reason.TOO_MANY_INSIDE, "ww:8.11", space=SOUTH),)
    split = after(four, a.PickSpace(s("albany")), a.PickSpace(s("hoosic")))
    assert stack(split, SOUTH)[1:] == [*(f"inside {name}" for name in names[:4]), *stack(state, SOUTH)[-4:]]
    assert (stack(split, "albany"), stack(split, "hoosic")) == ([names[4]], [names[5]])


@proves("ww:8.13", "ww:8.21", "ww:7.91-exc")
def test_a_battle_lost_outside_a_fortress_ends_with_its_siege() -> None:
    pieces = {"albany": ["br_regular_44th"]}
    state = moving(SOUTH, "montcalm fr_regular_bearn", pieces)
    lost = played(state, go("albany"), a.Done(), a.Decline(), a.Roll(1), a.Roll(1))
    assert about(lost.state) == "retreat_of_br_regular_44th"
    hidden = played(lost.state, a.Inside())
    told = event(EventKind.RETREATED, "ww:8.13", piece="br_regular_44th", to="albany", inside=True)
    assert told in hidden.events
    assert siege_level(hidden.state.board, s("albany")) == 0


@proves("ww:8.13")
def test_nobody_retreats_inside_where_there_is_no_fort_or_only_a_stockade() -> None:
    for works in ({}, {"british": [SOUTH]}):
        pieces = {SOUTH: ["fr_regular_bearn"]}
        state = retreating("british", SOUTH, "br_ranger_rogers", pieces, entry="wood_creek", stockades=works)
        assert refused(state, a.Inside()) == (violation(Reason.INSIDE_WITHOUT_WORK, "ww:8.13", space=SOUTH),)
        foreign(state, a.Decline())


@proves("ww:7.92-b", "ww:7.92-c", "ww:7.92-e", "ww:7.91")
def test_beaten_defenders_may_not_go_far_nor_among_enemies_nor_towards_the_attacker() -> None:
    pieces = {SOUTH: ["fr_regular_bearn"], "hoosic": ["fr_coureurs_marin"]}
    state = retreating(
        "british", SOUTH, "br_regular_44th dunbar", pieces, entry="wood_creek", forts={"british": [NORTH]}
    )
    assert offered(state) == (a.PickSpace(s("albany")), a.PickSpace(s(NORTH)))
    wild = violation(Reason.NO_SHELTER, "ww:7.92-e", space="wood_creek")
    assert refused(state, a.PickSpace(s("wood_creek"))) == (
        violation(Reason.ATTACKER_CAME_FROM_THERE, "ww:7.92-c", space="wood_creek"), wild,
    )  # fmt: skip
    assert refused(state, a.PickSpace(s("hoosic"))) == (violation(Reason.ENEMY_HELD, "ww:7.92-b", space="hoosic"),)
    assert refused(state, a.PickSpace(s("new_york"))) == (violation(Reason.NOT_ADJACENT, "ww:7.91", space="new_york"),)


@proves("ww:7.92-d")
def test_beaten_attackers_go_back_where_they_came_from_and_nowhere_else() -> None:
    rules = ruleset(relief_may_retreat_inside="yes")
    pieces = {SOUTH: ["montcalm", "4 fr_regular"]}
    state = retreating(
        "british", SOUTH, "br_regular_44th dunbar", pieces, rules,
        entry="albany", attacking=True, forts={"british": [SOUTH]}, sieges={SOUTH: 0},
    )  # fmt: skip
    assert offered(state) == (a.PickSpace(s("albany")), a.Inside())
    assert refused(state, a.PickSpace(s("hoosic"))) == (
        violation(Reason.NOT_WHERE_THEY_CAME_FROM, "ww:7.92-d", space="hoosic"),
    )


@proves("ww:8.252-relief")
def test_relievers_stay_outside_a_fort_they_came_to_relieve() -> None:
    frame = Retreat(
        Side.BRITISH, s(SOUTH), attacking=True, entry=s("albany"), units=(u("br_regular_44th"),), leaders=()
    )
    found = board({SOUTH: ["4 fr_regular", "br_regular_44th"]}, forts={"british": [SOUTH]}, sieges={SOUTH: 0})
    expected = violation(Reason.RELIEVERS_STAY_OUT, "ww:8.252-relief", space=SOUTH)
    assert tuple(retreat.inside_violations(found, frame, STANDARD)) == (expected,)
    assert retreat.ways_out(found, frame, STANDARD) == (a.PickSpace(s("albany")),)


@proves("ww:8.252", "ww:8.251")
def test_those_who_came_out_of_a_besieged_fort_go_back_in_and_nowhere_else() -> None:
    """The relief force from Albany goes back to Albany, the sallying garrison back inside."""
    inside = ["inside webb", "inside br_regular_44th"]
    state = moving(
        "albany", "dunbar br_regular_15th", {SOUTH: ["montcalm", "2 fr_regular", *inside]},
        forts={"british": [SOUTH], "french": ["ticonderoga"]}, sieges={SOUTH: 0},
    )  # fmt: skip
    asked = played(state, go(SOUTH), a.Decline()).state
    joined = after(asked, a.PickLeader(who("webb")), a.Pick(u("br_regular_44th")))
    lost = fought(joined, 2, 2).state
    assert [piece for piece in stack(lost, SOUTH) if "br_" in str(piece)] == ["inside reduced br_regular_44th"]
    assert stack(lost, SOUTH)[0] == "inside webb"
    assert {str(piece).split()[-1] for piece in stack(lost, "albany")} == {"dunbar", "br_regular_15th"}
    assert siege_level(lost.board, s(SOUTH)) == 0


@proves("ww:8.252")
def test_the_besieged_may_not_retreat_past_their_besiegers() -> None:
    frame = Retreat(
        Side.BRITISH, s(SOUTH), attacking=True, entry=s("albany"), units=(u("br_regular_44th"),), leaders=(),
        inside_only=(u("br_regular_44th"),),
    )  # fmt: skip
    board = place({SOUTH: ["fr_regular_bearn", "br_regular_44th"]}, forts={"british": [SOUTH]}).board
    assert retreat.retreat_violations(board, frame, s("albany")) == (
        violation(Reason.BESIEGED, "ww:8.252", space=SOUTH),
    )
    assert retreat.ways_out(board, frame, STANDARD) == (a.Inside(),)


@proves("ww:7.91-exc", "ww:7.92-a", "ww:6.432-c")
def test_the_british_leave_an_amphib_space_for_any_port_they_control() -> None:
    pieces = {
        "ile_d_orleans": ["montcalm", "fr_regular_bearn"], "louisbourg": ["br_regular_45th"],
        "boston": ["fr_regular_guyenne"],
    }  # fmt: skip
    state = retreating(
        "british", "ile_d_orleans", "br_regular_44th", pieces, entry="quebec", sieges={"boston": 0},
        amphib=["ile_d_orleans"], captured_fortresses={"british": ["louisbourg"]},
    )  # fmt: skip
    ports = "new_haven new_york alexandria baltimore philadelphia"
    assert {each.space for each in offered(state) if isinstance(each, a.PickSpace)} == {
        s(name) for name in (*ports.split(), "halifax", "louisbourg", "baie_st_paul", "riviere_ouelle")
    }
    assert refused(state, a.PickSpace(s("boston"))) == (
        violation(Reason.NOT_ADJACENT, "ww:7.91", space="boston"),
        violation(Reason.ENEMY_HELD, "ww:7.92-b", space="boston"),
    )


@proves("ww:8.13", "ww:7.92-b")
def test_the_french_never_leave_by_sea_not_even_louisbourg() -> None:
    """Beaten outside Louisbourg they go inside or are lost; an Amphib marker there helps them no more than a port."""
    pieces = {"louisbourg": ["wolfe", "br_regular_44th"]}
    inside = retreating(
        "french", "louisbourg", "fr_regular_bearn drucour", pieces, entry="halifax", amphib=["louisbourg"]
    )
    assert stack(inside, "louisbourg") == ["wolfe", "inside drucour", "br_regular_44th", "inside fr_regular_bearn"]
    taken: Json = {"british": ["louisbourg"]}
    lost = retreating(
        "french", "louisbourg", "fr_regular_bearn drucour", pieces, entry="halifax", captured_fortresses=taken
    )
    assert stack(lost, "louisbourg") == ["wolfe", "br_regular_44th"]
    assert lost.board.unit_at[u("fr_regular_bearn")] >= len(SPACES)


@proves("ww:7.92-d", "ww:7.91-exc", "ww:6.432-c")
def test_beaten_landing_forces_go_back_to_the_port_they_came_from() -> None:
    """The playbook sends a beaten landing force from Louisbourg back to Halifax, no other port (7.92-d)."""
    pieces = {"louisbourg": ["drucour", "5 fr_regular"]}
    state = retreating(
        "british", "louisbourg", "br_regular_44th wolfe", pieces, entry="halifax", attacking=True, amphib=["louisbourg"]
    )
    assert stack(state, "halifax") == ["wolfe", "br_regular_44th"]
    frame = Retreat(Side.BRITISH, s("louisbourg"), attacking=True, entry=s("halifax"), units=(), leaders=())
    found = board({}, amphib=["louisbourg"])
    assert tuple(retreat.direction_violations(found, frame, s("boston"))) == (
        violation(Reason.NOT_WHERE_THEY_CAME_FROM, "ww:7.92-d", space="boston"),
    )


@proves("ww:7.92-a")
def test_a_french_retreat_from_port_to_port_is_refused_as_one_by_sea() -> None:
    pieces = {"quebec": ["wolfe", "br_regular_44th"]}
    state = retreating("french", "quebec", "fr_regular_bearn", pieces, entry="ile_d_orleans", amphib=["quebec"])
    assert offered(state) == (a.PickSpace(s("becancour")), a.Inside())
    assert refused(state, a.PickSpace(s("louisbourg"))) == (
        violation(Reason.NOT_ADJACENT, "ww:7.92-a", space="louisbourg"),
    )
    assert refused(state, a.PickSpace(s("new_haven"))) == (
        violation(Reason.NOT_ADJACENT, "ww:7.92-a", space="new_haven"),
        violation(Reason.ENEMY_HELD, "ww:7.92-b", space="new_haven"),
    )
    far = violation(Reason.NOT_ADJACENT, "ww:7.91", space="niagara")
    assert far in refused(state, a.PickSpace(s("niagara")))


@proves("ww:7.91", "ww:7.92-a")
def test_any_other_retreat_too_far_is_refused_for_the_distance() -> None:
    pieces = {"becancour": ["wolfe", "br_regular_44th"], "boston": ["montcalm", "fr_regular_guyenne"]}
    french = retreating("french", "becancour", "fr_regular_bearn", pieces, entry="notre_dame_north")
    distant = violation(Reason.NOT_ADJACENT, "ww:7.91", space="louisbourg")
    assert refused(french, a.PickSpace(s("louisbourg"))) == (distant,)
    british = retreating("british", "boston", "br_regular_45th", pieces, entry="worcester")
    assert refused(british, a.PickSpace(s("new_york"))) == (
        violation(Reason.NOT_ADJACENT, "ww:7.91", space="new_york"),
    )


@proves("ww:2.0-arrows", "ww:7.92-d", "ww:7.92-b")
def test_attackers_who_came_along_an_arrow_cannot_retreat_and_are_lost() -> None:
    state = moving("pays_d_en_haut", "beaujeu fr_indian_ottawa", {"niagara": ["br_regular_44th"]})
    beaten = played(state, go("niagara"), a.Decline(), a.Roll(1), a.Roll(2))
    assert beaten.events[-2:] == (
        event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", "ww:2.0-arrows", unit="fr_indian_ottawa"),
        event(EventKind.LEADER_KILLED, "ww:7.92-b", "ww:2.0-arrows", leader="beaujeu"),
    )
    frame = Retreat(
        Side.FRENCH, s("niagara"), attacking=True, entry=s("pays_d_en_haut"), units=(u("fr_indian_ottawa"),), leaders=()
    )
    assert retreat.retreat_violations(state.board, frame, s("pays_d_en_haut")) == (
        violation(Reason.NOT_ADJACENT, "ww:2.0-arrows", space="pays_d_en_haut"),
    )
    assert beaten.state.board.unit_at[u("fr_indian_ottawa")] >= len(SPACES)


# ---------------------------------------------------------------- a fort too small for all


WILD_FORT: Json = {"french": ["ticonderoga"]}
FIVE = "fr_regular_bearn fr_regular_guyenne fr_regular_la_reine fr_regular_languedoc fr_marine_detachment_1"


def crowded(beaten: str, inside: int = 0) -> State:
    """Return the moment at which the French leave the field at Ticonderoga, where drilled troops can only go inside."""
    garrison = [f"inside fr_marine_detachment_{number}" for number in range(7, 7 - inside, -1)]
    pieces = {"ticonderoga": ["abercromby", "5 br_regular", *garrison]}
    return retreating("french", "ticonderoga", beaten, pieces, entry="hudson_carry_north", forts=WILD_FORT)


@proves("ww:8.13", "ww:8.11", "ww:7.92-b")
def test_the_owner_says_who_is_left_outside_a_fort_that_cannot_hold_all() -> None:
    state = crowded(FIVE)
    assert (about(state), offered(state)) == ("room_for_fr_regular_bearn", (a.Inside(), a.Decline()))
    given = played(state, a.Decline())
    cited = ("ww:7.92-b", "ww:7.92-e", "ww:7.92-c", "ww:8.11")
    assert event(EventKind.UNIT_ELIMINATED, *cited, unit="fr_regular_bearn") in given.events
    inside = [piece for piece in stack(given.state, "ticonderoga") if "inside" in str(piece)]
    assert inside == [f"inside {name}" for name in FIVE.split()[1:]]
    full = played(state, a.Inside(), a.Inside(), a.Inside(), a.Inside())
    assert event(EventKind.UNIT_ELIMINATED, *cited, unit="fr_marine_detachment_1") in full.events
    kept = full.state
    assert kept.board.unit_at[u("fr_marine_detachment_1")] >= len(SPACES)


@proves("ww:7.92-b", "ww:8.13")
def test_nobody_is_given_up_who_has_another_way_or_room() -> None:
    """The Coureurs may go to the woods; with a place for every Regular left, the last choice is no choice."""
    woods = crowded("fr_coureurs_marin")
    assert refused(woods, a.Decline()) == (
        violation(Reason.MUST_RETREAT, "ww:7.92-b", unit="fr_coureurs_marin", space="ticonderoga"),
    )
    hidden = crowded("fr_regular_bearn", 3)
    assert "inside fr_regular_bearn" in stack(hidden, "ticonderoga")
    foreign(retreating("french", "quebec", "fr_regular_bearn", {"quebec": ["br_regular_44th"]}), a.Decline())


@proves("ww:8.13", "ww:8.11")
def test_those_with_another_way_go_before_those_who_need_the_room() -> None:
    """Given one place in the fort, a Regular and Coureurs, then either may have it, and the Regular is lost if not."""
    frame = Retreat(
        Side.FRENCH, s("ticonderoga"), attacking=False, entry=s("hudson_carry_north"),
        units=(u("fr_regular_bearn"), u("fr_coureurs_marin")), leaders=(),
    )  # fmt: skip
    garrison = ["inside fr_marine_detachment_1", "inside fr_marine_detachment_2"]
    stacks = {"ticonderoga": ["fr_regular_bearn", "fr_coureurs_marin", *garrison]}
    assert retreat.marshalled(board(stacks, forts=WILD_FORT), frame, STANDARD) == frame
    stacks["ticonderoga"].append("inside fr_marine_detachment_3")
    full = board(stacks, forts=WILD_FORT)
    marshalled = retreat.marshalled(full, frame, STANDARD)
    assert marshalled.units == (u("fr_coureurs_marin"), u("fr_regular_bearn"))
    assert retreat.ways_out(full, marshalled, STANDARD)[-1] == a.Inside()


@proves("ww:8.252-relief", "ww:8.252", "ww:8.11")
def test_relievers_who_may_go_inside_leave_the_garrison_its_room() -> None:
    """Given three units in the fort and one that sallied, when the relief is beaten, then the fort is full (D6)."""
    rules = ruleset("de")
    frame = Retreat(
        Side.BRITISH, s(SOUTH), attacking=True, entry=s("albany"),
        units=(u("br_regular_44th"), u("br_ranger_rogers")), leaders=(), inside_only=(u("br_ranger_rogers"),),
    )  # fmt: skip
    garrison = [f"inside br_northern_provincial_massachusetts_{number}" for number in (1, 2, 3)]
    here = ["4 fr_regular", "br_regular_44th", "br_ranger_rogers", *garrison]
    found = board({SOUTH: here}, forts={"british": [SOUTH]}, sieges={SOUTH: 0})
    assert tuple(retreat.inside_violations(found, frame, rules)) == (
        violation(Reason.TOO_MANY_INSIDE, "ww:8.11", space=SOUTH),
    )
    assert retreat.ways_out(found, frame, rules) == (a.PickSpace(s("albany")),)


@proves("ww:8.252", "ww:8.11")
@pytest.mark.parametrize(("inside", "sallied", "fits"), [(0, 4, True), (3, 1, True), (4, 1, False)])
def test_a_garrison_that_came_out_has_its_room_in_the_fort(inside: int, sallied: int, fits: bool) -> None:
    """Five cannot have come out of a fort and stayed in it; no fort would hold them."""
    names = [f"br_northern_provincial_massachusetts_{number}" for number in range(1, 6)]
    out = tuple(map(u, names[:sallied]))
    frame = Retreat(
        Side.BRITISH, s(SOUTH), attacking=True, entry=s("albany"), units=out, leaders=leaders("webb"), inside_only=out
    )
    here = ["fr_regular_bearn", "webb", *names[:sallied], *(f"inside {name}" for name in names[5 - inside :])]
    found = board({SOUTH: here}, forts={"british": [SOUTH]}, sieges={SOUTH: 0})
    crowded_out = violation(Reason.TOO_MANY_INSIDE, "ww:8.11", space=SOUTH)
    assert tuple(retreat.inside_violations(found, frame, STANDARD)) == (() if fits else (crowded_out,))


@proves("ww:8.11", "ww:8.13")
def test_leaders_need_no_room_in_a_fort() -> None:
    frame = Retreat(
        Side.BRITISH, s(SOUTH), attacking=False, entry=s("wood_creek"), units=(), leaders=leaders("webb dunbar")
    )
    here = ["fr_regular_bearn", "webb", "dunbar", "inside johnson", "4 inside br_regular"]
    found = board({SOUTH: here}, forts={"british": [SOUTH]})
    assert tuple(retreat.inside_violations(found, frame, STANDARD)) == ()
    assert retreat.ways_out(found, frame, STANDARD)[-1] == a.Inside()


@proves("ww:8.252-relief")
def test_only_relievers_from_an_adjacent_space_may_ever_go_inside() -> None:
    """The German sentence is about units that came from an adjacent space: not along an arrow, not by sea (D6)."""
    frame = Retreat(
        Side.FRENCH, s("niagara"), attacking=True, entry=s("pays_d_en_haut"), units=(u("fr_indian_ottawa"),), leaders=()
    )
    found = board(
        {"niagara": ["2 br_regular", "fr_indian_ottawa"]}, forts={"french": ["niagara"]}, sieges={"niagara": 0}
    )
    expected = violation(Reason.RELIEVERS_STAY_OUT, "ww:8.252-relief", space="niagara")
    assert tuple(retreat.inside_violations(found, frame, ruleset("de"))) == (expected,)


# ---------------------------------------------------------------- step by step


def cornered(names: str, officers: str, came_from: str | None) -> State:
    """Return French attackers beaten in Hoosic, who can only go back to where they came from, if from anywhere."""
    entry = None if came_from is None else s(came_from)
    frame = Retreat(
        Side.FRENCH, s("hoosic"), attacking=True, entry=entry, units=units(names), leaders=leaders(officers)
    )
    return under_way([frame], {"hoosic": [*names.split(), *officers.split(), "br_regular_44th"]})


@proves("ww:7.91")
def test_a_beaten_piece_with_one_way_out_goes_there_and_when_all_have_gone_the_retreat_is_over() -> None:
    gone = stepped(cornered("fr_coureurs_marin", "dumas", "green_mountains_south"))
    assert gone.events == (
        event(EventKind.RETREATED, "ww:7.91", piece="fr_coureurs_marin", to="green_mountains_south", inside=False),
    )
    assert stack(gone.state, "green_mountains_south") == ["fr_coureurs_marin"]
    left = top(gone.state)
    assert isinstance(left, Retreat)
    assert (left.units, left.leaders) == ((), leaders("dumas"))
    for came_from in (None, "green_mountains_south"):
        assert stepped(cornered("", "", came_from)).state.stack.frames == ()


@proves("ww:7.92-b")
def test_a_beaten_piece_without_a_way_out_is_lost() -> None:
    lost = stepped(cornered("fr_coureurs_marin", "dumas", None))
    assert lost.events == (event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", unit="fr_coureurs_marin"),)
    assert "fr_coureurs_marin" not in stack(lost.state, "hoosic")
    officer = stepped(cornered("", "dumas", None))
    assert officer.events == (event(EventKind.LEADER_KILLED, "ww:7.92-b", leader="dumas"),)


# ---------------------------------------------------------------- the rule of the way taken


def told(frames: list[Frame], pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json) -> list[tuple[object, ...]]:
    """Return who of those retreating goes where next, and by which rules."""
    news = stepped(under_way(frames, pieces, rules, **rest)).events
    return [(dict(each.facts)["piece"], dict(each.facts)["to"], each.rules) for each in news]


SALLY: Pieces = {SOUTH: ["3 fr_regular", "br_regular_44th", "webb"]}


@proves("ww:8.252", "ww:8.13", "ww:8.252-relief")
def test_a_beaten_garrison_that_had_come_out_goes_back_in_by_its_own_rule() -> None:
    """Given a lost sortie from a besieged fort, then unit and leader go inside under 8.252."""
    out = Retreat(
        Side.BRITISH, s(SOUTH), attacking=True, entry=None, units=units("br_regular_44th"), leaders=leaders("webb"),
        inside_only=units("br_regular_44th"), inside_leaders=leaders("webb"),
    )  # fmt: skip
    works: dict[str, Json] = {"forts": {"british": [SOUTH]}, "sieges": {SOUTH: 1}}
    assert told([out], SALLY, **works) == [("br_regular_44th", SOUTH, ("ww:8.252",))]
    last = replace(out, units=())
    assert told([last], SALLY, **works) == [("webb", SOUTH, ("ww:8.252",))]


@proves("ww:8.252-relief", "ww:8.13", "ww:8.252")
@pytest.mark.parametrize(("attacking", "cited"), [(True, "ww:8.252-relief"), (False, "ww:8.13")])
def test_relievers_and_defenders_go_inside_by_different_rules(attacking: bool, cited: str) -> None:
    """Given no way out but the work, by option open to relievers (D6), then the news names the rule of each."""
    frame = Retreat(
        Side.BRITISH, s(SOUTH), attacking=attacking, entry=s("albany"), units=units("br_regular_44th"), leaders=()
    )
    around = {IDS[place]: ["fr_coureurs"] for place in adjacent(s(SOUTH))}
    taken: Json = {"french": ["albany"]}
    found = told(
        [frame], {**SALLY, **around}, ruleset(relief_may_retreat_inside="yes"),
        forts={"british": [SOUTH]}, captured_fortresses=taken,
    )  # fmt: skip
    assert found == [("br_regular_44th", SOUTH, (cited,))]


@proves("ww:7.91", "ww:7.91-exc", "ww:6.432-c", "ww:6.53-caught")
@pytest.mark.parametrize(
    ("entry", "battle", "cited"),
    [
        ("halifax", True, ("ww:7.91", "ww:7.91-exc", "ww:6.432-c")),
        ("halifax", False, ("ww:7.91", "ww:6.53-caught", "ww:7.91-exc", "ww:6.432-c")),
    ],
)
def test_a_retreat_by_sea_names_the_exception_and_a_leader_alone_why_he_must_go(
    entry: str, battle: bool, cited: tuple[str, ...]
) -> None:
    frame = Retreat(Side.BRITISH, s("louisbourg"), attacking=True, entry=s(entry), units=(), leaders=leaders("wolfe"))
    below = [Battle(s("louisbourg"), Side.BRITISH, Side.BRITISH, s(entry))] if battle else []
    pieces: Pieces = {"louisbourg": ["wolfe", "fr_regular_bearn"]}
    assert told([*below, frame], pieces, amphib=["louisbourg"]) == [("wolfe", entry, cited)]


@proves("ww:7.91", "ww:6.53-caught", "ww:7.91-exc", "ww:6.432-c")
@pytest.mark.parametrize("battle", [True, False])
def test_by_land_a_beaten_piece_retreats_and_a_leader_found_alone_is_caught(battle: bool) -> None:
    """Given Dumas with one way back, then 7.91 is named, and 6.53 if no battle drove him off."""
    frame = Retreat(
        Side.FRENCH, s("hoosic"), attacking=True, entry=s("green_mountains_south"), units=(), leaders=leaders("dumas")
    )
    below = [Battle(s("hoosic"), Side.FRENCH, Side.FRENCH, s("green_mountains_south"))] if battle else []
    caught = () if battle else ("ww:6.53-caught",)
    found = told([*below, frame], {"hoosic": ["dumas", "br_regular_44th"]})
    assert found == [("dumas", "green_mountains_south", ("ww:7.91", *caught))]
    unit = replace(frame, units=units("fr_coureurs_marin"))
    pieces: Pieces = {"hoosic": ["dumas", "fr_coureurs_marin", "br_regular_44th"]}
    assert told([*below, unit], pieces) == [("fr_coureurs_marin", "green_mountains_south", ("ww:7.91",))]


@proves("ww:6.63", "ww:7.92-b")
@pytest.mark.parametrize(
    ("mover", "infiltrated", "cited"),
    [
        (Side.FRENCH, True, ("ww:7.92-b", "ww:6.63")),
        (Side.FRENCH, False, ("ww:7.92-b",)),
        (Side.BRITISH, True, ("ww:7.92-b",)),
    ],
)
@pytest.mark.parametrize("moves", [True, False], ids=["moving", "raiding"])
def test_a_beaten_infiltrator_who_cannot_go_back_is_lost_by_two_rules(
    mover: Side, infiltrated: bool, cited: tuple[str, ...], moves: bool
) -> None:
    """Given Coureurs beaten in Hoosic and enemies where they came from, then 6.63 is named if they had slipped by."""
    marin = units("fr_coureurs_marin")
    move: Frame = Activation(mover, units=marin, entry=s("green_mountains_south"), infiltrated=infiltrated)
    if moves:
        move = Move(mover, s("hoosic"), None, (), marin, entry=s("green_mountains_south"), infiltrated=infiltrated)
    frame = Retreat(Side.FRENCH, s("hoosic"), attacking=True, entry=s("green_mountains_south"), units=marin, leaders=())
    pieces: Pieces = {"hoosic": ["fr_coureurs_marin", "br_regular_44th"], "green_mountains_south": ["br_regular_17th"]}
    lost = event(EventKind.UNIT_ELIMINATED, *cited, unit="fr_coureurs_marin")
    assert stepped(under_way([move, frame], pieces)).events == (lost,)


@proves("ww:6.63", "ww:7.92-b")
@pytest.mark.parametrize("entry", ["pays_d_en_haut", None])
def test_an_infiltrator_who_cannot_go_back_though_no_enemy_is_there_is_not_lost_as_one(entry: str | None) -> None:
    """Given Coureurs beaten where an arrow led them, then the way back is closed to anybody, and 6.63 is not named."""
    marin, came = units("fr_coureurs_marin"), None if entry is None else s(entry)
    move = Move(Side.FRENCH, s("niagara"), None, (), marin, entry=came, infiltrated=True)
    frame = Retreat(Side.FRENCH, s("niagara"), attacking=True, entry=came, units=marin, leaders=())
    state = under_way([move, frame], {"niagara": ["fr_coureurs_marin", "br_regular_44th"]})
    closed = () if entry is None else ("ww:2.0-arrows",)
    assert stepped(state).events == (event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", *closed, unit="fr_coureurs_marin"),)


@proves("ww:7.92-e")
def test_drilled_attackers_sent_back_into_the_wild_are_lost_for_want_of_shelter() -> None:
    """Given Bearn beaten at Winooski, when Crown Point is open and empty, then the last duty of 7.92 takes it."""
    frame = Retreat(
        Side.FRENCH, s("winooski"), attacking=True, entry=s("crown_point"), units=units("fr_regular_bearn"),
        leaders=leaders("rigaud"),
    )  # fmt: skip
    state = under_way([frame], {"winooski": ["rigaud", "fr_regular_bearn", "br_regular_15th"]})
    assert retreat.closed_by(state.board, frame, state.ruleset) == ("ww:7.92-e",)
    lost = stepped(state)
    assert lost.events == (event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", "ww:7.92-e", unit="fr_regular_bearn"),)
    left = top(lost.state)
    assert isinstance(left, Retreat)
    assert retreat.closed_by(state.board, left, state.ruleset) == ()


@proves("ww:7.92-c", "ww:7.92-d", "ww:7.92-e", "ww:8.11", "ww:7.92-b")
def test_every_rule_that_closes_a_way_out_is_named() -> None:
    """Given a defender with ways of every kind closed, then each duty is named, and the room of the fort last."""
    garrison = [f"inside fr_marine_detachment_{number}" for number in range(1, 5)]
    pieces = {
        "ticonderoga": ["abercromby", "5 br_regular", "fr_regular_bearn", *garrison],
        "hudson_carry_north": ["br_ranger_rogers"],
    }
    state = under_way([], pieces, forts=WILD_FORT)
    defending = Retreat(
        Side.FRENCH, s("ticonderoga"), attacking=False, entry=s("hudson_carry_north"),
        units=units("fr_regular_bearn"), leaders=(),
    )  # fmt: skip
    found = retreat.closed_by(state.board, defending, state.ruleset)
    assert set(found) == {"ww:7.92-b", "ww:7.92-c", "ww:7.92-e", "ww:8.11"}
    assert found[-1] == "ww:8.11"
    attacking = replace(defending, attacking=True)
    assert retreat.closed_by(state.board, attacking, state.ruleset) == (
        "ww:7.92-b", "ww:7.92-e", "ww:8.252-relief", "ww:8.11",
    )  # fmt: skip
    nowhere = replace(attacking, entry=None, space=s("winooski"))
    assert retreat.closed_by(state.board, nowhere, state.ruleset) == ()


@proves("ww:6.712")
@pytest.mark.parametrize("winner", [Side.FRENCH, Side.BRITISH])
@pytest.mark.parametrize("caught", [True, False])
@pytest.mark.parametrize("held", [True, False])
def test_an_infiltrator_caught_at_a_fort_goes_back_though_it_has_won_by_a_rule_of_its_own(
    winner: Side, *, caught: bool, held: bool
) -> None:
    """Given Coureurs in a battle at Albany, when they leave it, then 6.712 is named if they were caught and won."""
    battle = Battle(
        s("albany"), Side.FRENCH, Side.FRENCH, s("kinderhook"), stage=BattleStage.AFTER, caught=caught, winner=winner
    )
    frame = Retreat(
        Side.FRENCH, s("albany"), attacking=True, entry=s("kinderhook"), units=units("fr_coureurs_marin"), leaders=()
    )
    enemy: Pieces = {"kinderhook": ["br_regular_15th"]} if held else {}
    state = under_way([battle, frame], {"albany": ["fr_coureurs_marin"], **enemy})
    own = ("ww:6.712",) if caught and winner is Side.FRENCH else ()
    if held:
        told = event(EventKind.UNIT_ELIMINATED, "ww:7.92-b", *own, unit="fr_coureurs_marin")
    else:
        told = event(
            EventKind.RETREATED, "ww:7.91", *own, piece="fr_coureurs_marin", to="kinderhook", inside=False
        )  # fmt: skip
    assert stepped(state).events == (told,)


@proves("ww:7.92-a", "ww:7.91", "ww:2.0-arrows")
def test_a_way_back_that_is_too_far_is_refused_by_what_makes_it_so() -> None:
    """Given attackers who came by an arrow, by sea or otherwise, then each way back is closed by its own rule."""
    empty = board({})
    for side, at, came, cited in (
        (Side.FRENCH, "niagara", "pays_d_en_haut", "ww:2.0-arrows"), (Side.FRENCH, "louisbourg", "quebec", "ww:7.92-a"),
        (Side.BRITISH, "halifax", "boston", "ww:7.91"), (Side.FRENCH, "hoosic", "deerfield", "ww:7.91"),
    ):  # fmt: skip
        frame = Retreat(side, s(at), attacking=True, entry=s(came), units=units("fr_coureurs_marin"), leaders=())
        assert tuple(retreat.direction_violations(empty, frame, s(came))) == (
            violation(Reason.NOT_ADJACENT, cited, space=came),
        )


@proves("ww:7.92-b", "ww:6.63")
def test_a_defender_without_a_way_out_is_lost_for_want_of_one_and_not_as_an_infiltrator() -> None:
    """Given French outside captured Louisbourg, which no link leaves, then nothing but 7.92-b takes them."""
    beaten = Retreat(Side.FRENCH, s("louisbourg"), False, None, units("fr_regular_bearn"), ())
    state = under_way((beaten,), {"louisbourg": ["fr_regular_bearn"]}, captured_fortresses={"british": ["louisbourg"]})
    (lost,) = retreat.advance(state, beaten).events
    assert (lost.kind, lost.rules) == (EventKind.UNIT_ELIMINATED, ("ww:7.92-b",))
