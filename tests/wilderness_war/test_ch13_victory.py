"""Chapter 13: victory."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import event
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch13_victory import (
    NIAGARA,
    advance,
    britain_holds_all,
    britain_keeps,
    britain_wins_1759,
    drawn,
    eleven_points,
    france_is_ahead_of_the_years,
    holder,
    key_space_taken,
    leader_on_points_1759,
    outcome,
    raid_points,
    winner_1762,
)
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import VictoryCheck
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Outcome, Tracks
from tests.wilderness_war.positions import GAME, STANDARD, board, place, read, rolled, ruleset

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
CAPTURED = {"british": ["quebec", "montreal", "louisbourg"]}
EVERYWHERE = {
    "quebec": ["br_regular_15th"], "montreal": ["br_regular_17th"], "louisbourg": ["br_regular_22nd"],
    "niagara": ["br_regular_27th"], "ohio_forks": ["br_regular_35th"],
}  # fmt: skip


def taken(*names: str, **rest: Json) -> Board:
    """Return a board on which Britain has taken these places and nothing else."""
    captured: Json = {"british": [name for name in names if name in CAPTURED["british"]]}
    return board({name: EVERYWHERE[name] for name in names}, captured_fortresses=captured, **rest)


def french(vp: int, year: int = 1757, last_year: int = 1759) -> Tracks:
    return Tracks(vp=vp, year=year, last_year=last_year)


# ---------------------------------------------------------------- victory points


@proves("ww:13.22", "ww:4.0-B.4")
@pytest.mark.parametrize(("markers", "points"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_raided_markers_score_half_a_point_each_the_total_rounded_up(markers: int, points: int) -> None:
    assert raid_points(markers) == points


def test_a_key_space_is_held_by_whoever_alone_has_units_or_works_there() -> None:
    assert holder(board({}), NIAGARA) is None
    assert holder(board({}, forts={"french": ["niagara"]}), NIAGARA) is FRENCH
    assert holder(board({"niagara": ["br_regular_44th"]}), NIAGARA) is BRITISH
    assert holder(board({"niagara": ["br_regular_44th", "fr_indian_huron"]}), NIAGARA) is None


@proves("ww:13.23")
@pytest.mark.parametrize("name", ["niagara", "ohio_forks"])
def test_whoever_takes_niagara_or_ohio_forks_from_the_other_side_scores_one(name: str) -> None:
    state = read({name: ["br_regular_44th"]}, **{name: "french"}, vp={"french": 2})
    after = key_space_taken(state)
    assert after is not None
    assert after.state == read({name: ["br_regular_44th"]}, **{name: "british"}, vp={"french": 1})
    assert after.events == (
        event(EventKind.SPACE_CHANGED_HANDS, "ww:13.23", space=name, side="british"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:13.23", side="british", points=1, vp=1),
    )


@proves("ww:13.23")
@pytest.mark.parametrize(
    ("pieces", "rest"),
    [
        ({"niagara": ["fr_indian_huron"]}, {"niagara": "french"}),
        ({}, {"niagara": "french"}),
        (
            {"niagara": ["br_regular_44th"]},
            {"niagara": "french", "forts": {"french": ["niagara"]}, "sieges": {"niagara": 2}},
        ),
        ({"toronto": ["br_regular_44th"]}, {"niagara": "french"}),
    ],
    ids=["still held", "left empty", "besieged", "elsewhere"],
)
def test_nothing_is_scored_while_a_key_space_has_not_come_to_the_other_side_alone(
    pieces: dict[str, list[str]], rest: dict[str, Json]
) -> None:
    assert key_space_taken(read(pieces, **rest)) is None


@proves("ww:13.23")
def test_the_first_to_hold_a_key_space_scores_nothing() -> None:
    after = key_space_taken(read({"ohio_forks": ["br_regular_44th"]}, ohio_forks=None))
    assert after is not None
    assert after.state == read({"ohio_forks": ["br_regular_44th"]}, ohio_forks="british")
    assert after.events == (event(EventKind.SPACE_CHANGED_HANDS, "ww:13.23", space="ohio_forks", side="british"),)


@proves("ww:13.23")
@pytest.mark.parametrize("name", ["niagara", "ohio_forks"])
def test_a_key_space_does_not_change_hands_while_its_last_holder_stays_or_leaves_it_empty(name: str) -> None:
    for pieces in ({name: ["fr_indian_mingo_1"]}, {}):
        assert key_space_taken(read(pieces, **{name: "french"})) is None


@proves("ww:13.23")
def test_a_key_space_that_is_left_empty_and_taken_again_by_the_same_side_scores_nothing() -> None:
    state = place({"ohio_forks": ["fr_indian_mingo_1"]}, ohio_forks="french")
    assert (state.tracks.vp, state.tracks.ohio_forks) == (0, FRENCH)
    both = place(
        {"ohio_forks": ["br_regular_44th"], "niagara": ["br_regular_48th"]}, ohio_forks="french", niagara="french"
    )
    assert (both.tracks.vp, both.tracks.ohio_forks, both.tracks.niagara) == (-2, BRITISH, BRITISH)


@proves("ww:13.23")
def test_a_key_space_is_not_taken_before_the_battle_for_it_is_over() -> None:
    opening: Json = {"type": "battle", "space": "niagara", "attacker": "french"}
    pieces = {"niagara": ["reduced fr_marine_detachment_1", "reduced br_regular_44th"]}
    state = place(pieces, opening=opening, niagara="french")
    end = rolled(state, 5, 5).state
    assert (end.tracks.vp, end.tracks.niagara) == (-1, FRENCH)
    assert holder(end.board, NIAGARA) is None


# ---------------------------------------------------------------- sudden ends


@proves("ww:13.11-a")
def test_britain_wins_with_every_fortress_and_both_key_spaces() -> None:
    assert britain_holds_all(taken(*EVERYWHERE))
    assert outcome(taken(*EVERYWHERE), french(10, year=1757), STANDARD) == Outcome(BRITISH, "ww:13.11-a")


@proves("ww:13.11-a")
@pytest.mark.parametrize("missing", EVERYWHERE)
def test_britain_does_not_win_while_one_of_them_is_missing(missing: str) -> None:
    assert not britain_holds_all(taken(*(name for name in EVERYWHERE if name != missing)))


@proves("ww:13.11-a")
def test_britain_does_not_win_while_one_of_its_own_fortresses_is_besieged_or_a_key_space_contested() -> None:
    everything = {**EVERYWHERE, "albany": ["fr_regular_bearn"]}
    assert not britain_holds_all(board(everything, captured_fortresses=CAPTURED, sieges={"albany": 0}))
    contested = {**EVERYWHERE, "niagara": ["br_regular_27th", "fr_indian_huron"]}
    assert not britain_holds_all(board(contested, captured_fortresses=CAPTURED))


@proves("ww:13.11-b")
@pytest.mark.parametrize(
    ("vp", "winner"), [(10, None), (11, FRENCH), (12, FRENCH), (-10, None), (-11, BRITISH), (0, None)]
)
def test_eleven_points_win_for_either_side(vp: int, winner: Side | None) -> None:
    assert eleven_points(french(vp)) is winner


@proves("ww:13.11-c")
@pytest.mark.parametrize(
    ("year", "vp", "wins"),
    [(1759, 10, False), (1760, 7, False), (1760, 8, True), (1761, 4, False), (1761, 5, True), (1762, 10, False)],
)
def test_france_wins_late_with_8_points_in_1760_and_5_in_1761(year: int, vp: int, wins: bool) -> None:
    assert france_is_ahead_of_the_years(french(vp, year=year)) is wins


# ---------------------------------------------------------------- the end of 1759


@proves("ww:13.12")
@pytest.mark.parametrize(
    ("names", "wins"),
    [
        (("quebec", "montreal"), True),
        (("niagara", "ohio_forks"), True),
        (("quebec", "ohio_forks"), True),
        (("quebec", "montreal", "niagara", "ohio_forks"), True),
        (("quebec",), False),
        (("quebec", "louisbourg"), False),
        ((), False),
    ],
)
def test_britain_wins_in_1759_with_its_fortresses_and_two_of_four_places(names: tuple[str, ...], wins: bool) -> None:
    assert britain_wins_1759(taken(*names), STANDARD) is wins


@proves("ww:13.12")
def test_a_besieged_quebec_and_a_besieging_stack_at_niagara_count_for_nothing() -> None:
    found = board(
        {"quebec": ["br_regular_15th"], "niagara": ["br_regular_27th"], "ohio_forks": ["br_regular_35th"]},
        sieges={"quebec": 2, "niagara": 1},
        forts={"french": ["niagara"]},
    )
    assert not britain_wins_1759(found, STANDARD)


@proves("ww:13.12-besieged")
def test_a_british_fortress_counts_though_besieged_unless_the_besieger_could_roll() -> None:
    lenient, strict = STANDARD, ruleset(besieged_british_fortress_counts="never")
    albany = space("albany")
    line = ["ile_aux_noix", "hudson_carry_north", "hudson_carry_south"]

    def besieged_by(*pieces: str) -> Board:
        return board({"albany": pieces}, sieges={"albany": 0}, stockades={"french": line})

    assert britain_keeps(board({}), albany, lenient)
    assert britain_keeps(board({}), albany, strict)
    assert britain_keeps(besieged_by("fr_regular_bearn"), albany, lenient)
    assert not britain_keeps(besieged_by("fr_regular_bearn"), albany, strict)
    assert not britain_keeps(besieged_by("montcalm", "fr_regular_bearn"), albany, lenient)
    assert britain_keeps(besieged_by("montcalm", "fr_indian_huron"), albany, lenient)
    unsupplied = board({"albany": ["montcalm", "fr_regular_bearn"]}, sieges={"albany": 0})
    assert britain_keeps(unsupplied, albany, lenient)


@proves("ww:13.12")
def test_a_captured_quebec_without_garrison_or_amphib_marker_does_not_count() -> None:
    pieces = {"montreal": ["br_regular_17th"]}
    captured: Json = {"british": ["quebec", "montreal"]}
    assert not britain_wins_1759(board(pieces, captured_fortresses=captured), STANDARD)
    assert britain_wins_1759(board(pieces, captured_fortresses=captured, amphib=["quebec"]), STANDARD)


@proves("ww:13.12-besieged")
def test_an_unbesieged_fortress_among_enemies_is_not_kept() -> None:
    assert not britain_keeps(board({"albany": ["fr_indian_huron"]}), space("albany"), STANDARD)


@proves("ww:13.12-besieged")
def test_a_fortress_lost_to_france_does_not_count_though_britain_besieges_it() -> None:
    lost = {"captured_fortresses": {"french": ["albany"]}}
    assert not britain_keeps(board({"albany": ["fr_regular_bearn"]}, **lost), space("albany"), STANDARD)
    retaken = board({"albany": ["inside fr_regular_bearn", "br_regular_44th"]}, sieges={"albany": 0}, **lost)
    assert not britain_keeps(retaken, space("albany"), STANDARD)


@proves("ww:13.12-else")
@pytest.mark.parametrize(("vp", "winner"), [(1, FRENCH), (0, None), (-1, BRITISH)])
def test_otherwise_one_point_wins_in_1759(vp: int, winner: Side | None) -> None:
    assert leader_on_points_1759(french(vp)) is winner


# ---------------------------------------------------------------- the end of 1762, and draws


@proves("ww:13.13")
@pytest.mark.parametrize(("vp", "winner"), [(1, FRENCH), (0, None), (-4, None), (-5, BRITISH), (-6, BRITISH)])
def test_in_1762_france_needs_one_point_and_britain_five(vp: int, winner: Side | None) -> None:
    assert winner_1762(french(vp)) is winner


@proves("ww:13.14", "ww:13.14-exc")
def test_anything_else_is_a_draw_which_a_tournament_gives_to_france() -> None:
    assert drawn(STANDARD) == Outcome(None, "ww:13.14")
    assert drawn(ruleset(tournament_draw="on")) == Outcome(FRENCH, "ww:13.14-exc")


# ---------------------------------------------------------------- the check


@proves("ww:4.0-B.6")
@pytest.mark.parametrize(
    ("vp", "year", "last", "expected"),
    [
        (5, 1757, 1759, None),
        (11, 1757, 1759, Outcome(FRENCH, "ww:13.11-b")),
        (-11, 1755, 1762, Outcome(BRITISH, "ww:13.11-b")),
        (1, 1759, 1759, Outcome(FRENCH, "ww:13.12-else")),
        (-1, 1759, 1759, Outcome(BRITISH, "ww:13.12-else")),
        (0, 1759, 1759, Outcome(None, "ww:13.14")),
        (1, 1759, 1762, None),
        (8, 1760, 1762, Outcome(FRENCH, "ww:13.11-c")),
        (5, 1761, 1762, Outcome(FRENCH, "ww:13.11-c")),
        (1, 1762, 1762, Outcome(FRENCH, "ww:13.13")),
        (-5, 1762, 1762, Outcome(BRITISH, "ww:13.13")),
        (-4, 1762, 1762, Outcome(None, "ww:13.14")),
    ],
)
def test_the_check_of_a_year_ends_the_game_or_lets_it_go_on(
    vp: int, year: int, last: int, expected: Outcome | None
) -> None:
    assert outcome(board({}), french(vp, year=year, last_year=last), STANDARD) == expected


@proves("ww:4.0-B.6", "ww:13.12")
def test_britains_conquests_win_in_1759_whatever_the_points() -> None:
    found = taken("niagara", "ohio_forks")
    assert outcome(found, french(3, year=1759), STANDARD) == Outcome(BRITISH, "ww:13.12")


@proves("ww:4.0-B.6")
def test_the_end_of_the_game_is_told_with_its_rule() -> None:
    opening: Json = {"type": "victory_check"}
    won = advance(read({}, opening=opening, year=1759, vp={"french": 2}), VictoryCheck())
    assert won.events == (event(EventKind.GAME_WON, "ww:13.12-else", side="french"),)
    assert won.state == read({}, year=1759, vp={"french": 2}, outcome={"winner": "french", "rule": "ww:13.12-else"})
    tied = advance(read({}, opening=opening, year=1759), VictoryCheck())
    assert tied.events == (event(EventKind.GAME_DRAWN, "ww:13.14"),)
    open_ended = advance(read({}, opening=opening, year=1758, vp={"french": 2}), VictoryCheck())
    assert (open_ended.events, open_ended.state) == ((), read({}, year=1758, vp={"french": 2}))


@proves("ww:4.0-B.6")
def test_a_game_that_is_over_says_who_won_and_by_which_rule() -> None:
    opening: Json = {"type": "victory_check"}
    won = place({}, opening=opening, year=1759, vp={"british": 2})
    assert GAME.decision(won) == Over("british wins", ("ww:13.12-else",))
    assert GAME.decision(place({}, opening=opening, year=1759)) == Over("draw", ("ww:13.14",))
    assert GAME.decision(place({}, opening=opening, year=1757, vp={"french": 5})) == Over("settled")
