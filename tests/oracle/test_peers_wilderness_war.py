"""Recorded games of Wilderness War replay without unexplained divergence, and faults in them are found."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.peers import wilderness_war
from oracle.peers.importer import Kind, PeerReport
from oracle.peers.tampering import Line, caught
from oracle.peers.wilderness_war import IMPORTER
from oracle.peers.wilderness_war.effects import changes_nothing
from oracle.peers.wilderness_war.explaining import KNOWN
from oracle.peers.wilderness_war.names import Names, standing_of
from oracle.peers.wilderness_war.records import Piece
from reference.kernel.canonical import Json, Unreadable
from reference.wilderness_war.actions import PlayEvent
from reference.wilderness_war.board import put_unit
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import FULL, REDUCED, unit
from spec_tables.catalogue import rule_ids
from tests.wilderness_war.positions import STANDARD, place

DEPARTURES = Path(wilderness_war.__file__).with_name("departures.toml")
FOLDER = Path(__file__).parents[3] / "shared" / "recorded_games" / "wilderness_war"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
ABSENT = "the recorded games are not beside the repository: ../shared/recorded_games/wilderness_war"
needs_records = pytest.mark.skipif(not RECORDS, reason=ABSENT)
# The first steps of the first game, up to the end of a phase.
FIRST_STEPS = 199
# What explains the divergences of each game; how many phases it has, how many of them are followed to their end, and
# how many are replayed from Referee's own state.
EXPLAINED: dict[str, tuple[dict[str, int], tuple[int, int, int]]] = {
    "annus_mirabilis_910000": ({"W12": 7, "W13": 1, "W15": 9, "W2": 8, "W20": 1}, (104, 103, 101)),
    "annus_mirabilis_910001": (
        {"W1": 2, "W12": 8, "W15": 38, "W16": 3, "W17": 1, "W2": 6, "W20": 1, "W6": 3, "W7": 1, "W8": 3},
        (103, 103, 97),
    ),
    "annus_mirabilis_910002": (
        {"W1": 14, "W10": 3, "W11": 1, "W12": 2, "W15": 8, "W17": 1, "W2": 2, "W20": 1, "W5": 4, "W7": 3},
        (104, 104, 98),
    ),
    "annus_mirabilis_910004": (
        {"W1": 13, "W15": 37, "W2": 14, "W20": 1, "W3": 2, "W5": 1, "W6": 1},
        (105, 104, 97),
    ),
    "early_war_campaign_910000": (
        {
            "W1": 16, "W12": 20, "W14": 3, "W15": 94, "W16": 1, "W18": 3, "W19": 3, "W21": 1, "W23": 3, "W24": 1,
            "W4": 1, "W5": 3, "W6": 1, "W7": 1,
        },
        (256, 253, 244),
    ),
    "late_war_campaign_910000": (
        {"W1": 2, "W12": 7, "W13": 1, "W15": 37, "W16": 1, "W17": 1, "W2": 12, "W22": 1, "W5": 5, "W6": 1, "W9": 2},
        (204, 198, 195),
    ),
    "late_war_campaign_910003": ({"W1": 7, "W13": 13, "W15": 23, "W17": 1, "W2": 2, "W5": 2, "W6": 3}, (135, 135, 132)),
}  # fmt: skip
# Of each kind of fault in the steps of one game, at least this share is caught, in percent. Most of the entries that
# can be swapped or left out unnoticed are windows in which nobody does anything.
CAUGHT = {
    "a wrong die": 60,
    "a wrong card": 100,
    "a wrong place": 95,
    "wrong points": 80,
    "an illegal choice": 80,
    "a choice not offered": 50,
    "swapped entries": 30,
    "an entry left out": 40,
}


def _lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _spoilt(change: Callable[[list[dict[str, object]]], None]) -> PeerReport:
    """Return the report on the first steps of a recorded game in which something was changed."""
    lines = _cut()
    change(lines)
    return IMPORTER.replay(json.dumps(line) for line in lines)


def _cut(steps: int = FIRST_STEPS) -> list[dict[str, object]]:
    return [*_lines(RECORDS[0])[: steps + 1], {"record": "end", "cut": steps}]


@needs_records
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_conforms_to_the_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert IMPORTER.format.recognises(text.split("\n")[0])
    report = IMPORTER.replay(text.splitlines())
    assert report.unexplained == ()
    assert report.ruleset == "peer"
    assert report.steps == len(text.splitlines()) - 2
    explained, (phases, compared, own) = EXPLAINED[path.stem]
    assert report.explained_by == explained
    told = report.coverage
    assert told.result
    assert report.winner == ("draw" if "910001" in path.stem else _lines(path)[-1]["result"])
    assert (told.phases, told.compared, told.own_phases) == (phases, compared, own)
    assert told.own_share >= 92
    assert told.choices > 3 * report.steps


def test_each_known_departure_has_a_test_and_an_entry_in_the_data() -> None:
    assert list(KNOWN) == list(IMPORTER.departures)


def test_what_is_told_of_and_not_recognised_is_data_with_its_rules_and_a_reason() -> None:
    told = tomllib.loads(DEPARTURES.read_text(encoding="utf-8"))["unrecognised"]
    for each in told:
        assert each.keys() == {"rules", "engine", "comes_out_as"}
        assert set(each["rules"]) <= rule_ids()


@needs_records
def test_planted_faults_are_caught() -> None:
    lines: tuple[Line, ...] = tuple(json.loads(json.dumps(line), parse_float=str) for line in _cut())
    shares = caught(IMPORTER, lines, 5)
    assert shares is not None
    assert shares.keys() == CAUGHT.keys()
    for kind, share in shares.items():
        assert 100 * share.caught >= CAUGHT[kind] * share.planted, (kind, share)


@needs_records
def test_a_cut_record_conforms_as_far_as_it_goes() -> None:
    whole = _spoilt(lambda _: None)
    assert (whole.conforms, whole.steps, whole.remarks) == (True, FIRST_STEPS, ())
    cut = IMPORTER.replay(json.dumps(line) for line in _cut(FIRST_STEPS + 2))
    assert (cut.conforms, cut.steps) == (True, FIRST_STEPS)
    assert cut.remarks == ("the last 2 steps were not compared: the record was cut within a phase",)


def _first(lines: list[dict[str, object]], decision: str, *, draws: bool = False) -> dict[str, object]:
    return next(
        line
        for line in lines
        if line["record"] == "step" and line["decision"] == decision and (line["draws"] or not draws)
    )


@needs_records
def test_a_wrong_outcome_of_a_battle_is_found_and_the_replay_goes_on_from_the_record() -> None:
    def change(lines: list[dict[str, object]]) -> None:
        _first(lines, "defender_events", draws=True)["draws"] = [{"kind": "d6", "value": 6}, {"kind": "d6", "value": 6}]

    report = _spoilt(change)
    assert report.unexplained
    assert {each.step for each in report.unexplained} <= set(range(28, 52))
    assert report.coverage.resumed == 2


@needs_records
def test_a_step_to_a_space_out_of_reach_is_illegal() -> None:
    def change(lines: list[dict[str, object]]) -> None:
        step = _first(lines, "move")
        step["do"] = ["space", "boston"]
        legal = step["legal"]
        assert isinstance(legal, list)
        step["legal"] = [*legal, ["space", "boston"]]

    report = _spoilt(change)
    assert [each.kind for each in report.unexplained] == [Kind.CHOICES, Kind.ILLEGAL]
    assert report.unexplained[1].rules == ("ww:6.2",)


@needs_records
@pytest.mark.parametrize(
    ("number", "change", "message"),
    [
        (0, {"scenario": "Elsewhere"}, "line 1.scenario: 'Elsewhere' is none of: Annus Mirabilis"),
        (0, {"options": {"fog": True}}, "line 1.options: unknown: fog; these records have none"),
        (3, {"n": 7}, "line 4.n: step 2 is expected, found 7"),
        (3, {"by": "spain"}, "line 4.by: 'spain' is none of: british, french"),
        (3, {"do": ["next", "door"]}, r"line 4.do: \['next', 'door'\] is not among the legal choices"),
        (3, {"draws": [{"kind": "d6", "value": 7}]}, "line 4.*value: 7 is not 1 to 6"),
        (3, {"draws": [{"kind": "d6"}]}, "line 4.*value: is missing"),
        (3, {"record": "note"}, "line 4.record: 'note' is no line of these records"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(number: int, change: dict[str, object], message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        _spoilt(lambda lines: lines[number].update(change))


def test_counters_of_a_type_are_paired_by_where_they_stand() -> None:
    names = Names()
    board = place({}, STANDARD).board
    one, two = unit("br_regular_22nd"), unit("br_regular_27th")
    board = put_unit(board, one, space("albany"), REDUCED)
    board = put_unit(board, two, space("boston"), FULL)
    names.rematch(board, {"br_regular_22nd": Piece("boston"), "br_regular_35th": Piece("albany", reduced=True)})
    assert (names.unit("br_regular_22nd"), names.unit("br_regular_35th")) == (two, one)
    assert names.name(one) == "br_regular_35th"
    assert standing_of(board, names.unit("br_regular_27th")) == ("", False, False)
    assert len(set(names.units.values())) == len(names.units)


def test_an_event_without_target_is_told_from_one_that_does_something() -> None:
    frames: Json = [{"type": "year", "stage": "actions", "turn": "british", "playing": False}]
    hands: Json = {"british": ["card_5", "card_1"], "french": ["card_2"]}
    besieged = {"albany": ["inside br_regular_22nd", "fr_regular_bearn"]}
    idle = place({"albany": ["br_regular_22nd"]}, STANDARD, frames=frames, hands=hands)
    busy = place(besieged, STANDARD, frames=frames, hands=hands, sieges={"albany": 1})
    assert changes_nothing(idle, PlayEvent(card("card_5")), frozenset())
    assert not changes_nothing(busy, PlayEvent(card("card_5")), frozenset())
