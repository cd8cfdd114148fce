"""Chapter 10.4: going home from sieges at the year's end."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch10_home as home
from reference.wilderness_war.board import Away, siege_level
from reference.wilderness_war.ch08_consequences import awaits_recall
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import GoingHome, Year
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    place,
    played,
    read,
    ruleset,
    spaces,
    stack,
    stepped,
)
from tests.wilderness_war.turns import about, after, offered, s, u, who


def year_end(pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the end of a late season, when Indians go home."""
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    return place(pieces, rules, season="late", frames=frames, **rest)


BESIEGED = {"hudson_carry_north": ["dumas", "fr_indian_huron", "inside br_regular_22nd"]}
SURROUNDED: Json = {"british": ["hudson_carry_south", "adirondacks_central", "adirondacks_south", "ticonderoga"]}


@proves("ww:4.0-B.3-leaders")
def test_a_leader_whose_indians_leave_a_siege_is_recalled_from_there_and_does_not_retreat() -> None:
    """Given Dumas and the Huron before a fort, enemies all around, when the Huron goes home, then Dumas is recalled."""
    siege: Json = {"hudson_carry_north": 0}
    forts: Json = {"british": ["hudson_carry_north"], "french": ["crown_point"]}
    state = year_end(BESIEGED, forts=forts, sieges=siege, stockades=SURROUNDED)
    over = played(state, a.Stay())
    recalled = event(EventKind.WENT_HOME, "ww:4.0-B.3-leaders", piece="dumas", to="crown_point")
    assert recalled in over.events
    assert EventKind.LEADER_KILLED not in {each.kind for each in over.events}
    assert stack(over.state, "crown_point") == ["dumas"]


@proves("ww:4.0-B.3-leaders")
@pytest.mark.parametrize("stage", ["go_home", "recall", "actions"])
@pytest.mark.parametrize("place_of_siege", ["hudson_carry_north", "deerfield"])
def test_only_the_year_end_recalls_a_leader_among_enemies_and_only_in_the_wild(stage: str, place_of_siege: str) -> None:
    frames: list[Json] = [{"type": "year", "stage": stage, "turn": "french"}]
    under_way: Json = {"type": "recall", "leader": "webb"}
    state = read({place_of_siege: ["dumas", "br_regular_22nd"]}, season="late", frames=[*frames, under_way])
    expected = stage != "actions" and place_of_siege != "deerfield"
    assert awaits_recall(state, who("dumas")) is expected
    fragment: Json = {
        "type": "retreat", "side": "french", "space": place_of_siege, "attacking": False, "entry": None, "units": [],
        "leaders": ["dumas"],
    }  # fmt: skip
    alone = read({place_of_siege: ["dumas", "br_regular_22nd"]}, season="late", frames=[fragment])
    assert awaits_recall(alone, who("dumas")) is False


@proves("ww:4.0-B.3-leaders", "ww:6.53-caught")
def test_a_leader_left_in_enemy_farmland_at_the_year_end_retreats_at_once() -> None:
    pieces = {"northampton": ["dumas", "fr_indian_huron", "inside br_regular_22nd"]}
    state = year_end(pieces, forts={"british": ["northampton"]}, sieges={"northampton": 0})
    assert about(after(state, a.Stay())) == "retreat_of_dumas"


@proves("ww:10.413")
def test_besieged_leaders_and_coureurs_do_not_go_with_indians_who_must_leave_a_fortress() -> None:
    pieces = {
        "montreal": ["inside rigaud", "inside fr_indian_huron", "inside fr_coureurs_marin", "br_regular_22nd", "wolfe"],
        "quebec": ["fr_regular_bearn"],
    }
    over = year_end(pieces, ruleset("de"), sieges={"montreal": 1})
    assert not about(over).startswith("home_of")
    assert stack(over, "pays_d_en_haut") == ["fr_indian_huron"]
    assert {"inside rigaud", "inside fr_coureurs_marin"} <= set(map(str, stack(over, "montreal")))


@proves("ww:4.0-B.3", "ww:10.41", "ww:10.411", "ww:10.4-yearend")
@pytest.mark.parametrize("besieger", ["br_regular_44th", ""])
def test_indians_who_besiege_an_enemy_fort_in_their_own_settlement_are_lost_like_those_who_come_home_to_it(
    besieger: str,
) -> None:
    """Given a French fort at Canajoharie (N59), then both Mohawk are lost, and a siege without others is lifted."""
    pieces = {"canajoharie": [*besieger.split(), "br_indian_mohawk_1"], "tioga": ["br_indian_mohawk_2"]}
    works: dict[str, Json] = {"forts": {"french": ["canajoharie"]}, "sieges": {"canajoharie": 1}}
    end = read(pieces, season="late", **works)
    assert not home.is_at_home(end.board, u("br_indian_mohawk_1"))
    wintered = year_end(pieces, **works)
    for name in ("br_indian_mohawk_1", "br_indian_mohawk_2"):
        assert wintered.board.unit_at[u(name)] == Away.AVAILABLE
    assert (siege_level(wintered.board, s("canajoharie")) is None) is (not besieger)


@proves("ww:10.41", "ww:10.411")
@pytest.mark.parametrize(
    ("where", "rest", "at_home"),
    [
        ("logstown", {}, True),
        ("logstown", {"forts": {"french": ["logstown"]}}, True),
        ("logstown", {"forts": {"british": ["logstown"]}, "sieges": {"logstown": 0}}, False),
        ("mingo_town", {}, False),
    ],
)
def test_an_indian_is_at_home_in_its_settlement_unless_the_enemy_is_there(
    where: str, rest: dict[str, Json], at_home: bool
) -> None:
    state = read({where: ["fr_indian_shawnee_1", "fr_regular_bearn"]}, season="late", **rest)
    assert home.is_at_home(state.board, u("fr_indian_shawnee_1")) is at_home
    cherokee = read({"logstown": ["br_indian_cherokee_1"]}, season="late")
    assert not home.is_at_home(cherokee.board, u("br_indian_cherokee_1"))


@proves("ww:10.422", "ww:10.411", "ww:10.4-yearend")
def test_an_indian_driven_from_its_settlement_may_follow_a_leader_of_the_siege() -> None:
    """Given a British fort at Logstown, when Montcalm goes to Ohio Forks, then the Shawnee follows; else it is lost."""
    pieces = {"logstown": ["montcalm", "fr_regular_bearn", "fr_indian_shawnee_1"]}
    works: dict[str, Json] = {"forts": {"british": ["logstown"], "french": ["ohio_forks"]}, "sieges": {"logstown": 0}}
    end = year_end(pieces, **works)
    assert (about(end), offered(end)) == ("home_of_montcalm", (a.PickSpace(s("ohio_forks")), a.Stay()))
    gone = after(end, a.PickSpace(s("ohio_forks")))
    assert stack(gone, "ohio_forks") == ["montcalm", "fr_indian_shawnee_1"]
    assert after(end, a.Stay()).board.unit_at[u("fr_indian_shawnee_1")] == Away.AVAILABLE


@proves("ww:10.421", "ww:10.422")
def test_from_louisbourg_halifax_is_as_close_as_any_british_port() -> None:
    """Given Wolfe and Cherokee before Louisbourg at the year's end, then he may lead them to Halifax too (A16)."""
    pieces = {"louisbourg": ["wolfe", "br_regular_44th", "br_indian_cherokee_1", "inside drucour"]}
    state = year_end(pieces, amphib=["louisbourg"], sieges={"louisbourg": 1})
    ports = "boston new_haven new_york alexandria baltimore philadelphia halifax"
    assert set(offered(state)) == {*map(a.PickSpace, spaces(ports)), a.Stay()}


@proves("ww:4.0-B.3")
def test_who_has_had_his_turn_to_go_home_keeps_it_while_further_stacks_go() -> None:
    """Given Dumas, who has had his turn, and Villiers with a Mingo, then neither of them goes with another stack."""
    frames: Json = [
        {"type": "year", "stage": "go_home", "turn": "french", "homed": ["fr_indian_huron"], "homed_leaders": ["dumas"]}
    ]
    pieces: Pieces = {"gists_station": ["villiers", "fr_indian_mingo_1"], "tioga": ["dumas", "fr_indian_huron"]}
    state = stepped(read(pieces, season="late", frames=frames)).state
    year, stack_going = state.stack.frames
    assert isinstance(year, Year)
    assert isinstance(stack_going, GoingHome)
    assert stack_going.space == s("gists_station")
    assert year.homed_leaders == (who("dumas"), who("villiers"))
    assert year.homed == (u("fr_indian_huron"), u("fr_indian_mingo_1"))


@proves("ww:10.411")
def test_a_stack_waits_if_an_enemy_must_leave_the_settlement_of_one_of_its_indians() -> None:
    """Given a Mohawk whose settlement a Mingo must leave, and a Seneca whose own is free, then both wait."""
    pieces: Pieces = {
        "canajoharie": ["fr_indian_mingo_1"],
        "tioga": ["br_indian_mohawk_1", "br_indian_seneca"],
    }
    state = read(pieces, season="late")
    first = home.winter_homecoming(state, ())
    assert first is not None
    assert first.space == s("canajoharie")
