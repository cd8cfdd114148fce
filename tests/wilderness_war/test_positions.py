"""Positions in words: what is read and written, and every complaint with its place and cause."""

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import word
from reference.wilderness_war import board as b
from reference.wilderness_war import positions
from reference.wilderness_war.board import EMPTY_BOARD, Away
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.frames import (
    Losses,
)
from reference.wilderness_war.opening_records import OPENINGS
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Outcome, Season, Tracks
from tests.wilderness_war.positions import STANDARD, Pieces, due, played, read, ruleset, stack, units
from tests.wilderness_war.positions import place as placed

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH


# ---------------------------------------------------------------- reading


def test_an_empty_position_is_the_empty_board_with_the_usual_tracks() -> None:
    state = positions.read({}, STANDARD)
    assert state.board == EMPTY_BOARD
    assert state.tracks == Tracks()
    assert (state.stack.frames, state.outcome, state.ruleset) == ((), None, STANDARD)


def test_pieces_are_read_with_what_is_special_about_each() -> None:
    found = read({"niagara": ["inside dumas", "inside reduced fr_marine_detachment_1", "fr_coureurs_marin"]}).board
    expected = b.put_leader(EMPTY_BOARD, leader("dumas"), space("niagara"), inside=True)
    expected = b.put_unit(expected, unit("fr_marine_detachment_1"), space("niagara"), 1, inside=True)
    assert found == b.put_unit(expected, unit("fr_coureurs_marin"), space("niagara"), 2)


def test_a_number_and_a_type_stand_for_the_first_free_counters_and_never_for_one_named_elsewhere() -> None:
    state = read({"albany": ["2 br_regular", "3 reduced br_ranger"], "boston": ["br_regular_17th"]})
    assert stack(state, "albany") == [
        "br_regular_15th", "br_regular_1st_royal", "reduced br_ranger_armstrong", "reduced br_ranger_goreham",
        "reduced br_ranger_rogers",
    ]  # fmt: skip
    assert stack(state, "boston") == ["br_regular_17th"]


def test_pieces_off_the_map_are_removed_or_in_the_pool() -> None:
    found = read({}, removed=["braddock", "br_regular_44th", "2 fr_regular"], pool=["wolfe"]).board
    assert b.place_of_leader(found, leader("braddock")) is Away.REMOVED
    assert b.place_of_leader(found, leader("wolfe")) is Away.POOL
    assert [b.place_of(found, each) for each in units("br_regular_44th fr_regular_2_berry fr_regular_3_berry")] == [
        Away.REMOVED, Away.REMOVED, Away.REMOVED,
    ]  # fmt: skip
    assert b.steps(found, unit("br_regular_44th")) == 0


def test_markers_and_tracks_are_read() -> None:
    state = read(
        {},
        year=1760, season="late", last_year=1762, vp={"british": 3}, assemblies="enthusiastic", niagara="british",
        ohio_forks=None, blockhouses=["french"], raided={"british": {"quebec": 2}}, sieges={"niagara": 2},
    )  # fmt: skip
    assert state.tracks == Tracks(
        1760, Season.LATE, 1762, -3, Assemblies.ENTHUSIASTIC, Side.BRITISH, None, (Side.FRENCH,)
    )  # fmt: skip
    assert b.raided_markers(state.board, BRITISH)[space("quebec")] == 2
    assert b.siege_level(state.board, space("niagara")) == 2


def test_who_holds_the_key_spaces_follows_from_the_board_unless_it_is_said() -> None:
    assert read({"ohio_forks": ["br_regular_44th"]}, forts={"french": ["niagara"]}).tracks == Tracks(
        niagara=FRENCH, ohio_forks=BRITISH
    )
    assert read({"ohio_forks": ["br_regular_44th"]}, ohio_forks="french").tracks.ohio_forks is FRENCH


def test_an_outcome_is_read() -> None:
    assert read({}, outcome={"winner": "french", "rule": "ww:13.13"}).outcome == Outcome(FRENCH, "ww:13.13")
    assert read({}, outcome={"winner": None, "rule": "ww:13.14"}).outcome == Outcome(None, "ww:13.14")


# ---------------------------------------------------------------- writing


def test_a_state_is_written_by_place_and_without_what_is_empty() -> None:
    state = read({"albany": ["br_regular_44th", "inside wolfe"]}, vp={"french": 2}, forts={"french": ["niagara"]})
    assert positions.written(state) == {
        "year": 1757,
        "season": "early",
        "last_year": 1759,
        "assemblies": "supportive",
        "niagara": "french",
        "ohio_forks": None,
        "pieces": {"albany": ["inside wolfe", "br_regular_44th"]},
        "forts": {"french": ["niagara"]},
        "vp": {"french": 2},
    }


def test_every_marker_and_every_procedure_under_way_is_written() -> None:
    rest: dict[str, Json] = {
        "removed": ["braddock", "br_regular_48th"],
        "pool": ["murray"],
        "unfinished_forts": {"british": ["winchester"]},
        "stockades": {"british": ["hoosic"], "french": ["venango"]},
        "captured_fortresses": {"british": ["quebec"]},
        "fieldworks": {"french": ["montreal"]},
        "amphib": ["louisbourg"],
        "sieges": {"niagara": 0},
        "raided": {"british": {"sorel": 1}, "french": {"hoosic": 2}},
        "vp": {"british": 7},
        "blockhouses": ["british"],
        "outcome": {"winner": None, "rule": "ww:13.14"},
        "niagara": None,
        "ohio_forks": "british",
        "year": 1758,
        "season": "late",
        "last_year": 1762,
        "assemblies": "reluctant",
    }
    pieces: Pieces = {"quebec": ["wolfe", "reduced br_regular_44th"]}
    opening: Json = {
        "type": "leader_checks",
        "side": "british",
        "space": "quebec",
        "cause": "battle",
        "leaders": ["wolfe"],
    }
    written = positions.written(read(pieces, opening=opening, **rest))
    assert written == {"pieces": pieces, "frames": [opening], **rest}
    won = read({}, outcome={"winner": "british", "rule": "ww:13.13"})
    assert positions.written(won)["outcome"] == {"winner": "british", "rule": "ww:13.13"}


def test_who_joined_a_combat_is_written_only_if_somebody_did() -> None:
    spent: dict[str, Json] = {
        "type": "phase", "value": 3, "campaign": True, "units": ["br_ranger_rogers"], "leaders": ["webb", "johnson"],
        "fights": [], "barred": [],
    }  # fmt: skip
    joined: dict[str, Json] = {"joined": ["br_ranger_rogers"], "joined_leaders": ["johnson"]}
    for phase in (spent, {**spent, **joined}):
        assert positions.written(read({}, phase=phase))["phase"] == phase


def test_a_combat_half_done_is_written_and_read_back() -> None:
    opening: Json = {"type": "battle", "space": "tioga", "attacker": "british", "leader": "wolfe"}
    pieces: Pieces = {
        "tioga": ["wolfe", "4 br_regular", "2 br_light_infantry", "montcalm", "4 fr_regular", "2 fr_coureurs"]
    }
    state = placed(pieces, opening=opening)
    seen = []
    while state.stack:
        assert positions.read(positions.written(state), STANDARD) == state
        seen.append(due(state).about)
        state = played(state, due(state).actions[0]).state
    assert seen == [
        "battle_fire_british", "battle_fire_french", "losses_of_br_regular", "leader_check_of_wolfe",
        "losses_of_fr_regular", "leader_check_of_montcalm",
    ]  # fmt: skip


# ---------------------------------------------------------------- complaints

BATTLE: dict[str, Json] = {"type": "battle", "space": "albany", "attacker": "french"}
COMBAT: dict[str, Json] = {
    "type": "combat", "kind": "battle", "space": "albany", "attacker": "french", "active": "french",
    "agenda": [{"type": "item", "stage": "settle", "side": "french"}],
    "attackers": {"type": "muster", "units": 0, "steps": 0, "regulars": False},
    "defenders": {"type": "muster", "units": 0, "steps": 0, "regulars": False},
}  # fmt: skip
LOSSES: dict[str, Json] = {
    "type": "losses", "side": "french", "space": "albany", "cause": "battle", "losses": 2,
    "units": ["fr_regular_bearn", "fr_indian_huron"],
}  # fmt: skip
AT_LOSS: Json = {"albany": ["fr_regular_bearn", "fr_indian_huron"]}
NAMED: dict[str, Json] = {"type": "named", "flips": 1, "deaths": 0}
FORM = "is not of the form '[number] [inside] [reduced] piece'"
TYPES = [word(kind.__name__) for kind in OPENINGS]
FIELDS = (
    "amphib, assemblies, blockhouses, built_last, captured_fortresses, card_held, cards_aside, discards, fieldworks, "
    "forts, frames, hands, last_year, markers, niagara, ohio_forks, opening, outcome, passed, phase, pieces, pool, "
    "raided, removed, removed_cards, reshuffle, season, sieges, stockades, unfinished_forts, vp, year"
)
COMPLAINTS: list[tuple[Json, str, str]] = [
    ([], "", "must be a mapping"),
    ({"peaces": {}}, "peaces", f"has no place here; what has: {FIELDS}"),
    ({"pieces": []}, "pieces", "must be a mapping"),
    ({"pieces": {"albany": "wolfe"}}, "pieces.albany", "must be a list"),
    ({"pieces": {"albany": [7]}}, "pieces.albany[0]", "must be a text"),
    ({"pieces": {"chicago": []}}, "pieces", "'chicago' is no space of the map"),
    ({"pieces": {"albany": ["washington"]}}, "pieces.albany", "'washington' is no unit"),
    ({"pieces": {"albany": [""]}}, "pieces.albany", f"'' {FORM}"),
    ({"pieces": {"albany": ["3"]}}, "pieces.albany", f"'3' {FORM}"),
    ({"pieces": {"albany": ["0 br_regular"]}}, "pieces.albany", f"'0 br_regular' {FORM}"),
    ({"pieces": {"albany": ["999 br_regular"]}}, "pieces.albany", f"'999 br_regular' {FORM}"),
    ({"pieces": {"albany": ["1000 br_regular"]}}, "pieces.albany", f"'1000 br_regular' {FORM}"),
    ({"pieces": {"albany": ["brave br_regular"]}}, "pieces.albany", f"'brave br_regular' {FORM}"),
    ({"pieces": {"albany": ["18 br_regular"]}}, "pieces.albany", "18 br_regular are wanted, 17 are free"),
    ({"pieces": {"albany": ["2 br_regular_44th"]}}, "pieces.albany", "2 br_regular_44th are wanted, 1 are free"),
    (
        {"pieces": {"albany": ["br_regular_44th"]}, "removed": ["br_regular_44th"]},
        "removed",
        "1 br_regular_44th are wanted, 0 are free",
    ),
    ({"pieces": {"albany": ["wolfe"], "boston": ["wolfe"]}}, "pieces.boston", "wolfe is in two places"),
    ({"pieces": {"albany": ["reduced wolfe"]}}, "pieces.albany", "wolfe is one leader, who is never reduced"),
    ({"pieces": {"albany": ["2 wolfe"]}}, "pieces.albany", "wolfe is one leader, who is never reduced"),
    ({"removed": ["inside wolfe"]}, "removed", "wolfe is off the map, neither inside a work nor reduced"),
    ({"removed": ["reduced br_ranger"]}, "removed", "br_ranger is off the map, neither inside a work nor reduced"),
    ({"pool": ["br_ranger"]}, "pool", "br_ranger is no leader"),
    ({"pool": ["br_tank"]}, "pool", "br_tank is no leader"),
    ({"forts": {"dutch": ["albany"]}}, "forts", "'dutch' is no side; there are: british, french"),
    ({"forts": {"french": ["chicago"]}}, "forts.french", "'chicago' is no space of the map"),
    ({"forts": {"french": ["niagara"], "british": ["niagara"]}}, "forts.british", "niagara is named twice"),
    ({"unfinished_forts": {"french": ["x"]}}, "unfinished_forts.french", "'x' is no space of the map"),
    ({"stockades": {"french": "niagara"}}, "stockades.french", "must be a list"),
    ({"captured_fortresses": {"french": ["niagara"]}}, "captured_fortresses.french", "niagara has no fortress"),
    (
        {"captured_fortresses": {"french": ["quebec"]}},
        "captured_fortresses.french",
        "quebec was theirs from the beginning",
    ),
    ({"fieldworks": {"nobody": ["niagara"]}}, "fieldworks", "'nobody' is no side; there are: british, french"),
    ({"amphib": ["chicago"]}, "amphib", "'chicago' is no space of the map"),
    ({"sieges": {"niagara": 3}}, "sieges.niagara", "3 is not 0 to 2"),
    ({"sieges": {"niagara": -1}}, "sieges.niagara", "-1 is not 0 to 2"),
    ({"sieges": {"niagara": True}}, "sieges.niagara", "must be a whole number"),
    ({"sieges": {"chicago": 1}}, "sieges", "'chicago' is no space of the map"),
    ({"raided": {"french": {"hoosic": 0}}}, "raided.french.hoosic", "0 is not 1 to 100"),
    ({"raided": {"french": {"hoosic": 101}}}, "raided.french.hoosic", "101 is not 1 to 100"),
    ({"raided": {"french": {"chicago": 1}}}, "raided.french", "'chicago' is no space of the map"),
    ({"raided": {"dutch": {"hoosic": 1}}}, "raided", "'dutch' is no side; there are: british, french"),
    ({"vp": {"dutch": 1}}, "vp", "'dutch' is no side; there are: british, french"),
    ({"vp": {"french": "4"}}, "vp.french", "must be a whole number"),
    ({"year": "1757"}, "year", "must be a whole number"),
    ({"season": "summer"}, "season", "'summer' is none of: early, late"),
    ({"season": 1}, "season", "must be a text"),
    ({"assemblies": "hostile"}, "assemblies", "'hostile' is none of: reluctant, supportive, enthusiastic"),
    ({"niagara": "dutch"}, "niagara", "'dutch' is no side; there are: british, french"),
    ({"ohio_forks": 1}, "ohio_forks", "must be a text"),
    ({"blockhouses": ["dutch"]}, "blockhouses", "'dutch' is no side; there are: british, french"),
    ({"hands": {"french": ["card_1"]}, "discards": ["card_1"]}, "discards", "card_1 is in two places"),
    ({"hands": {"french": ["card_71"]}}, "hands.french", "'card_71' is no card"),
    ({"reshuffle": 1}, "reshuffle", "must be true or false"),
    ({"markers": {"pitt": "yes"}}, "markers.pitt", "must be true or false"),
    (
        {"markers": {"french_raids": ["western"]}},
        "markers.french_raids",
        "'western' is none of: northern, southern, st_lawrence",
    ),
    ({"opening": BATTLE, "frames": []}, "opening", "give an opening or frames, not both"),
    (
        {"opening": {"type": "duel"}},
        "opening.type",
        f'"duel" is none of: {", ".join(sorted(TYPES))}',
    ),
    ({"opening": {**BATTLE, "space": "chicago"}}, "opening.space", "'chicago' is no space of the map"),
    ({"opening": {**BATTLE, "leader": "washington"}}, "opening.leader", "'washington' is no leader"),
    ({"opening": {**BATTLE, "landing": 1}}, "opening.landing", "1 is not true or false"),
    (
        {"opening": {**BATTLE, "speed": 1}},
        "opening.speed",
        "is no field of battle; it has: space, attacker, leader, landing, ambush",
    ),
    ({"opening": {"type": "battle", "space": "albany"}}, "opening.attacker", "is missing"),
    ({"frames": {}}, "frames", "must be a list"),
    ({"frames": [{"type": "victory_check"}, 7]}, "frames[1]", "a mapping with a 'type' is wanted, not 7"),
    ({"frames": [{**COMBAT, "agenda": []}]}, "frames[0].agenda", "must end with settling the combat"),
    (
        {"frames": [{**COMBAT, "agenda": [{"type": "item", "stage": "fire", "side": "french"}]}]},
        "frames[0].agenda",
        "must end with settling the combat",
    ),
    ({"frames": [COMBAT, {**COMBAT, "kind": "assault", "space": "tioga"}]}, "frames[1].space",
     "tioga has no fort or fortress of the enemy to assault"),
    ({"frames": [{**COMBAT, "kind": "assault", "space": "quebec"}]}, "frames[0].space",
     "quebec has no fort or fortress of the enemy to assault"),
    ({"frames": [{**COMBAT, "kind": "assault", "space": "hoosic"}], "stockades": {"british": ["hoosic"]}},
     "frames[0].space", "hoosic has no fort or fortress of the enemy to assault"),
    ({"frames": [{**COMBAT, "ambush": "british"}]}, "frames[0].ambush",
     "albany is cultivated, and an ambush is laid in the wild only (ww:7.56)"),
    ({"frames": [{**LOSSES, "losses": -1}]}, "frames[0].losses", "-1 is not 0 to 100"),
    (
        {"pieces": AT_LOSS, "frames": [{**LOSSES, "named": [NAMED, NAMED, NAMED]}]},
        "frames[0].named[1]",
        "could not have been named",
    ),
    (
        {"pieces": AT_LOSS, "frames": [{**LOSSES, "named": [{**NAMED, "flips": 0}]}]},
        "frames[0].named[0]",
        "could not have been named",
    ),
    ({"phase": {"type": "phase", "joined": ["br_ranger_rogers"]}}, "phase",
     "who joined a combat must be among the units and leaders that are not activated again"),
    ({"phase": {"type": "phase", "leaders": ["webb"], "joined_leaders": ["johnson", "webb"]}}, "phase",
     "who joined a combat must be among the units and leaders that are not activated again"),
    ({"outcome": "draw"}, "outcome", "must be a mapping"),
    ({"outcome": {"winner": "dutch"}}, "outcome.winner", "'dutch' is no side; there are: british, french"),
    ({"outcome": {"winner": "french"}}, "outcome.rule", "is missing"),
    ({"outcome": {"winner": "french", "rule": "ww:0.0"}}, "outcome.rule", "ww:0.0 is in no rule catalogue"),
    (
        {"outcome": {"winner": "french", "rule": "ww:13.13", "by": 2}},
        "outcome.by",
        "has no place here; what has: rule, winner",
    ),
]  # fmt: skip


def test_a_position_that_cannot_be_read_is_refused_with_place_and_cause() -> None:
    for position, where, cause in COMPLAINTS:
        with pytest.raises(Unreadable) as fault:
            positions.read(position, STANDARD)
        assert (fault.value.place, fault.value.cause) == (where, cause), position


def test_losses_half_named_are_read() -> None:
    pieces: Pieces = {"albany": ["2 fr_regular", "2 fr_indian_shawnee", "2 fr_coureurs"]}
    ids = ["fr_regular_2_berry", "fr_regular_3_berry", "fr_coureurs_boishebert_acadian", "fr_coureurs_joncaire",
           "fr_indian_shawnee_1", "fr_indian_shawnee_2"]  # fmt: skip
    frame: Json = {**LOSSES, "losses": 4, "units": ids, "named": [{**NAMED, "flips": 2}]}
    (found,) = read(pieces, ruleset(), frames=[frame]).stack.frames
    assert isinstance(found, Losses)
    assert [(named.flips, named.deaths) for named in found.named] == [(2, 0)]
