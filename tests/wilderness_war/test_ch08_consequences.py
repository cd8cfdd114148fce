"""Chapters 5.45, 6.431, 6.53, 8.21 and 8.232: what follows by itself once pieces stand still."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch08_consequences as consequences
from reference.wilderness_war.board import fieldworks_owner, is_besieged, siege_level
from reference.wilderness_war.ch02_map import IDS
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Move, MoveStage, Retreat
from reference.wilderness_war.sides import Side
from tests.wilderness_war.moves import BOAT, go, gone, moving, slip
from tests.wilderness_war.positions import (
    STANDARD,
    board,
    due,
    kinds_of,
    leaders,
    played,
    read,
    ruleset,
    stack,
    top,
    under_way,
)
from tests.wilderness_war.turns import about, after, s

NORTH, SOUTH = "hudson_carry_north", "hudson_carry_south"
FORT: Json = {"british": [NORTH]}
SIEGE: Json = {NORTH: 1}


@proves("ww:5.45-fortuc")
@pytest.mark.parametrize(
    ("pieces", "lost"),
    [
        (["fr_regular_bearn"], True),
        (["fr_regular_bearn", "br_ranger_rogers"], False),
        (["fr_coureurs_marin"], False),
        ([], False),
    ],
)
def test_an_unfinished_fort_is_lost_where_enemy_drilled_troops_are_alone(pieces: list[str], lost: bool) -> None:
    found = board({NORTH: pieces}, unfinished_forts=FORT)
    assert consequences.lost_unfinished_fort(found) == (s(NORTH) if lost else None)


@proves("ww:8.21", "ww:6.51-b")
@pytest.mark.parametrize(
    ("pieces", "rest", "begins"),
    [
        (["fr_regular_bearn"], {"forts": FORT}, True),
        (["fr_regular_bearn", "inside br_regular_44th"], {"forts": FORT}, True),
        (["fr_regular_bearn", "br_regular_44th"], {"forts": FORT}, False),
        (["br_regular_44th"], {"forts": FORT}, False),
        (["montcalm"], {"forts": FORT}, False),
        ([], {"forts": FORT}, False),
        (["fr_regular_bearn"], {"forts": FORT, "sieges": SIEGE}, False),
        (["fr_regular_bearn"], {"forts": {"french": [NORTH]}}, False),
        (["fr_regular_bearn"], {"stockades": FORT}, False),
    ],
    ids=["empty", "garrison inside", "garrison outside", "only its owner", "a lone leader", "nobody", "a siege there",
         "his own", "a stockade"],
)  # fmt: skip
def test_enemy_units_begin_a_siege_where_no_defender_is_outside(
    pieces: list[str], rest: dict[str, Json], begins: bool
) -> None:
    assert consequences.new_siege(board({NORTH: pieces}, **rest)) == (s(NORTH) if begins else None)


@proves("ww:8.21")
def test_a_fortress_far_from_the_first_one_is_besieged_too() -> None:
    found = board({"albany": ["fr_regular_bearn"], "boston": ["br_regular_44th"]}, forts=FORT)
    assert consequences.new_siege(found) == s("albany")


@proves("ww:8.232")
def test_a_siege_is_over_once_no_besieger_is_left() -> None:
    sieges: Json = {NORTH: 1, SOUTH: 0}
    forts: Json = {"british": [NORTH, SOUTH]}
    both = {NORTH: ["fr_regular_bearn"], SOUTH: ["fr_regular_guyenne", "inside br_regular_44th"]}
    assert consequences.lifted_siege(board(both, forts=forts, sieges=sieges)) is None
    for place in (NORTH, SOUTH):
        left = {**both, place: ["inside br_regular_45th"]}
        assert consequences.lifted_siege(board(left, forts=forts, sieges=sieges)) == s(place)
    assert consequences.lifted_siege(board(both, forts={"british": [NORTH]}, sieges=sieges)) == s(SOUTH)


@proves("ww:8.232")
def test_a_siege_goes_on_while_any_besieger_stays() -> None:
    pieces = {NORTH: ["fr_regular_guyenne", "inside br_regular_44th"]}
    marched = gone(moving(NORTH, "fr_regular_bearn", pieces, forts=FORT, sieges=SIEGE), "ticonderoga")
    assert siege_level(marched.board, s(NORTH)) == 1
    assert stack(marched, NORTH) == ["inside br_regular_44th", "fr_regular_guyenne"]


@proves("ww:8.232")
def test_a_friend_of_the_besieged_who_passes_by_lifts_no_siege() -> None:
    pieces = {NORTH: ["fr_regular_bearn", "inside br_regular_44th"]}
    state = moving("ticonderoga", "br_ranger_rogers", pieces, forts=FORT, sieges=SIEGE)
    passed = after(state, slip(NORTH), a.Decline(), go(SOUTH))
    assert stack(passed, SOUTH) == ["br_ranger_rogers"]
    assert is_besieged(passed.board, s(NORTH))


@proves("ww:6.53-caught", "ww:6.54")
@pytest.mark.parametrize(
    ("pieces", "caught"),
    [
        ({SOUTH: ["webb", "fr_regular_bearn"]}, "webb"),
        ({SOUTH: ["montcalm", "br_regular_44th"]}, "montcalm"),
        ({NORTH: ["inside webb", "fr_regular_bearn"], SOUTH: ["montcalm", "br_regular_44th"]}, "montcalm"),
        ({NORTH: ["inside webb", "dunbar", "fr_regular_bearn"]}, "dunbar"),
        ({SOUTH: ["webb", "br_ranger_rogers", "fr_regular_bearn"], NORTH: ["dunbar", "fr_regular_guyenne"]}, "dunbar"),
        ({SOUTH: ["webb"], "ticonderoga": ["montcalm", "fr_regular_bearn"]}, None),
        ({NORTH: ["inside webb", "fr_regular_bearn"]}, None),
    ],
)
def test_a_leader_alone_among_enemies_is_caught_whichever_his_side(
    pieces: dict[str, list[str]], caught: str | None
) -> None:
    found = board(pieces, forts=FORT, sieges=SIEGE)
    assert tuple(consequences.caught_leaders(found)) == (() if caught is None else (leader(caught),))


@proves("ww:6.53-caught", "ww:7.92-c", "ww:7.92-d")
def test_a_leader_left_behind_at_a_siege_may_retreat_wherever_his_side_may() -> None:
    """Given Levis left at the fort when the last besieger marches off, then no entry space is closed to him."""
    pieces = {NORTH: ["levis", "inside br_regular_44th"]}
    left = played(moving(NORTH, "fr_regular_bearn", pieces, forts=FORT, sieges=SIEGE), go("ticonderoga"))
    assert kinds_of(left.events) == ["pieces_moved", "siege_lifted"]
    assert about(left.state) == "retreat_of_levis"
    assert top(left.state) == Retreat(
        Side.FRENCH, s(NORTH), attacking=False, entry=None, units=(), leaders=leaders("levis")
    )


HIGHLAND = "br_highland_77th_a"
LANDING: dict[str, Json] = {"hands": {"british": ["card_17"]}, "phase": {"type": "phase", "value": 3}}


@proves("ww:6.53-caught", "ww:7.92-d", "ww:7.92-c")
@pytest.mark.parametrize(
    ("chief", "entry", "to", "rest", "answers", "dice"),
    [
        ("abercromby", NORTH, go("ticonderoga", a.By.BOAT), {"forts": {"british": [NORTH], "french": ["ticonderoga"]}},
         (a.Done(), a.Decline()), (6, 5)),
        ("wolfe", NORTH, go("ticonderoga"), {"forts": FORT, "stockades": {"french": ["ticonderoga"]}},
         (a.Decline(),), (6, 3)),
        ("wolfe", "halifax", go("louisbourg", a.By.LANDING), LANDING, (a.Done(),), (6, 3)),
    ],
    ids=["fort", "stockade", "landing"],
)  # fmt: skip
def test_a_mover_left_alone_by_a_battle_all_died_in_goes_back_where_he_came_from(
    chief: str, entry: str, to: a.Go, rest: dict[str, Json], answers: tuple[a.Action, ...], dice: tuple[int, int]
) -> None:
    """Given a leader whose last unit dies with the last defender of a work and wins, then he goes back and nowhere."""
    pieces = {entry: [f"reduced {HIGHLAND}"], IDS[to.to]: ["reduced fr_regular_bearn"]}
    begin = moving(entry, f"{chief} {HIGHLAND}", pieces, STANDARD, frame={}, **rest)
    alone = played(begin, to, *answers, *map(a.Roll, dice))
    won = {"side": "british", "space": IDS[to.to], "kind": "battle"}
    assert event(EventKind.COMBAT_WON, "ww:7.8", "ww:7.8-both", **won) in alone.events
    by_sea = ("ww:7.91-exc", "ww:6.432-c") if entry == "halifax" else ()
    back = event(EventKind.RETREATED, "ww:7.91", "ww:6.53-caught", *by_sea, piece=chief, to=entry, inside=False)
    assert back in alone.events
    assert (stack(alone.state, entry), stack(alone.state, IDS[to.to])) == ([chief], [])


@proves("ww:6.53-caught", "ww:7.92-d", "ww:7.92-c")
@pytest.mark.parametrize(
    ("mover", "entry", "attacking"),
    [("french", "crown_point", True), ("british", "crown_point", False), ("french", None, False)],
)
def test_a_caught_leader_retreats_as_an_attacker_only_if_his_own_side_came_in(
    mover: str, entry: str | None, attacking: bool
) -> None:
    """Given Levis alone among British at Ticonderoga, then who moved there decides where he may go."""
    came_from = None if entry is None else s(entry)
    move = Move(Side(mover), s("ticonderoga"), None, (), (), stage=MoveStage.STEP, entry=came_from)
    caught = consequences.tidied(under_way([move], {"ticonderoga": ["levis", "br_ranger_rogers"]}))
    assert caught is not None
    assert top(caught.state) == Retreat(
        Side.FRENCH, s("ticonderoga"), attacking, came_from, units=(), leaders=leaders("levis")
    )


SOLE, FORTIFIED, PRESENT = "drilled_sole", "drilled_sole_or_unbesieged_fortification", "drilled_present"


@proves("ww:6.431-marker")
@pytest.mark.parametrize(
    ("pieces", "rest", "removed"),
    [
        ({"riviere_ouelle": ["fr_regular_bearn"]}, {}, {SOLE, FORTIFIED, PRESENT}),
        ({"riviere_ouelle": ["fr_regular_bearn", "br_regular_44th"]}, {}, {PRESENT}),
        ({"riviere_ouelle": ["fr_coureurs_marin"]}, {}, set()),
        ({}, {"stockades": {"french": ["riviere_ouelle"]}}, {FORTIFIED}),
        ({"riviere_ouelle": ["br_ranger_rogers"]}, {"stockades": {"french": ["riviere_ouelle"]}}, set()),
        ({}, {}, set()),
    ],
    ids=["drilled alone", "drilled and British", "auxiliaries", "a stockade", "a stockade and British", "nothing"],
)
def test_what_takes_an_amphib_marker_away_under_each_reading(
    pieces: dict[str, list[str]], rest: dict[str, Json], removed: set[str]
) -> None:
    """Another marker, at Baie St. Paul or Ile d'Orleans, where nothing happens, makes no difference (D30)."""
    for other in ("baie_st_paul", "ile_d_orleans"):
        found = board(pieces, amphib=["riviere_ouelle", other], **rest)
        taken = {reading: consequences.lost_amphib(found, reading) for reading in (SOLE, FORTIFIED, PRESENT)}
        assert taken == {reading: s("riviere_ouelle") if reading in removed else None for reading in taken}


NEXT, GONE = "usable_by_next_entrant", "removed"


@proves("ww:card-fieldworks-clar2")
@pytest.mark.parametrize(
    ("pieces", "changes"),
    [
        (["br_regular_44th"], set()),
        (["br_regular_44th", "fr_regular_bearn"], set()),
        (["fr_regular_bearn"], {NEXT, GONE}),
        ([], {GONE}),
        (["webb"], {GONE}),
        (["inside br_regular_44th", "fr_regular_bearn"], set()),
        (["inside webb", "fr_regular_bearn"], {NEXT, GONE}),
    ],
)
def test_fieldworks_change_hands_only_when_their_owner_has_left(pieces: list[str], changes: set[str]) -> None:
    """Others, further up or down the list of spaces, with their owner in them, make no difference (D34)."""
    for other in ("boston", "ticonderoga"):
        found = board({NORTH: pieces, other: ["br_regular_45th"]}, fieldworks={"british": [NORTH, other]})
        vacated = {reading: consequences.vacated_fieldworks(found, reading) for reading in (NEXT, GONE)}
        assert vacated == {reading: s(NORTH) if reading in changes else None for reading in vacated}


@proves("ww:card-fieldworks-clar2")
@pytest.mark.parametrize(("vacated", "heir"), [(NEXT, Side.BRITISH), (GONE, None)])
def test_fieldworks_stay_with_a_garrison_that_goes_inside_and_pass_when_it_is_gone(
    vacated: str, heir: Side | None
) -> None:
    """Given French Fieldworks at a French fort, when its garrison goes inside, then the besieger has none (N48)."""
    rules, works = ruleset(fieldworks_vacated=vacated), {"french": ["ticonderoga"]}
    pieces = {"ticonderoga": ["fr_regular_bearn", "fr_regular_artois"]}
    british = "abercromby br_regular_15th br_regular_17th br_regular_22nd"
    state = moving(NORTH, british, pieces, rules, forts=works, fieldworks=works)
    state = played(state, go("ticonderoga", BOAT)).state
    while about(state) != "card_play":
        state = played(state, due(state).actions[0]).state
    assert {"inside fr_regular_artois", "inside fr_regular_bearn"} < set(stack(state, "ticonderoga"))
    assert siege_level(state.board, s("ticonderoga")) == 0
    assert fieldworks_owner(state.board, s("ticonderoga")) is Side.FRENCH
    gone_by = moving(
        NORTH, "br_regular_15th", {"ticonderoga": ["br_regular_17th"]}, rules, forts=works, fieldworks=works
    )
    assert fieldworks_owner(gone_by.board, s("ticonderoga")) is heir


@proves("ww:card-fieldworks-clar2")
@pytest.mark.parametrize(("vacated", "heir"), [(NEXT, Side.BRITISH), (GONE, None)])
def test_fieldworks_whose_owner_has_left_pass_or_go_and_the_news_say_which(vacated: str, heir: Side | None) -> None:
    """Given French Fieldworks among British troops alone, then they are the enemy's now, or removed by option (D34)."""
    state = read({"tioga": ["br_regular_15th"]}, ruleset(fieldworks_vacated=vacated), fieldworks={"french": ["tioga"]})
    entered = consequences.entered_fieldworks(state, s("tioga"))
    assert entered is not None
    assert fieldworks_owner(entered.state.board, s("tioga")) is heir
    (news,) = entered.events
    assert news.kind == (EventKind.MARKER_REMOVED if heir is None else EventKind.MARKER_TAKEN)
