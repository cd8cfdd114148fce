"""Recorded games of another implementation replay without unexplained divergence, and faults in them are found."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.peers.hammer_of_the_scots import IMPORTER
from oracle.peers.importer import Kind, PeerReport
from reference.kernel.canonical import Unreadable

FOLDER = Path(__file__).parents[3] / "shared" / "peer_games" / "hammer_of_the_scots"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
ABSENT = "the recorded games are not beside the repository: ../shared/peer_games/hammer_of_the_scots"
needs_records = pytest.mark.skipif(not RECORDS, reason=ABSENT)
Line = dict[str, object]


def _spoilt(change: Callable[[list[dict[str, object]]], None], steps: int = 120) -> PeerReport:
    """Return the report on the first steps of a recorded game in which something was changed."""
    lines = [json.loads(line) for line in RECORDS[0].read_text(encoding="utf-8").splitlines()[: steps + 1]]
    change(lines)
    return IMPORTER.replay("\n".join(json.dumps(line) for line in lines))


def _first(lines: list[dict[str, object]], decision: str) -> dict[str, object]:
    return next(line for line in lines if line.get("decision") == decision and line["record"] == "step")


@needs_records
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_conforms_to_the_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert IMPORTER.recognises(text)
    report = IMPORTER.replay(text)
    assert report.divergences == ()
    assert report.conforms
    end = json.loads(text.splitlines()[-1])
    assert report.winner == (end["result"] or "").lower()
    assert report.steps == len(text.splitlines()) - 2


@needs_records
def test_a_choice_left_out_is_found() -> None:
    def change(lines: list[Line]) -> None:
        legal = _first(lines, "move_who")["legal"]
        assert isinstance(legal, list)
        legal.pop(1)

    report = _spoilt(change)
    assert [each.kind for each in report.divergences] == [Kind.CHOICES]
    assert report.divergences[0].recorded == []
    assert report.divergences[0].by_rules != []
    assert report.unexplained == report.divergences


@needs_records
def test_a_choice_too_many_is_found_with_the_rule_it_breaks() -> None:
    def change(lines: list[Line]) -> None:
        legal = _first(lines, "move_where")["legal"]
        assert isinstance(legal, list)
        legal.append(["area", "England"])

    report = _spoilt(change)
    assert [(each.kind, each.rules) for each in report.divergences] == [(Kind.CHOICES, ("hs:1.1-3",))]


@needs_records
def test_an_illegal_action_is_found_and_the_replay_goes_on_at_the_next_cards() -> None:
    def change(lines: list[Line]) -> None:
        _first(lines, "move_where")["do"] = ["area", "England"]

    report = _spoilt(change)
    assert [(each.kind, each.rules) for each in report.divergences] == [(Kind.ILLEGAL, ("hs:1.1-3",))]


@needs_records
def test_another_board_is_found_and_gone_on_from() -> None:
    def change(lines: list[Line]) -> None:
        after = _first(lines, "regroup")["after"]
        assert isinstance(after, dict)
        after["changed"] = {"Grant": {"area": "Ross", "steps": 1}}

    report = _spoilt(change, 30)
    assert report.divergences[0].kind is Kind.BOARD
    recorded, by_rules = report.divergences[0].recorded, report.divergences[0].by_rules
    assert isinstance(recorded, dict)
    assert isinstance(by_rules, dict)
    assert recorded["Grant"] == ["Ross", 1] != by_rules["Grant"]


@needs_records
def test_another_die_another_year_another_hand_another_winner_are_found() -> None:
    def die(lines: list[Line]) -> None:
        fired = next(line for line in lines if line.get("draws") and line["record"] == "step")
        fired["draws"] = [{"kind": "d6", "value": 9}]

    def surplus(lines: list[Line]) -> None:
        _first(lines, "regroup")["draws"] = [{"kind": "d6", "value": 1}]

    def year(lines: list[Line]) -> None:
        after = _first(lines, "move_who")["after"]
        assert isinstance(after, dict)
        after["year"] = 1400

    def hand(lines: list[Line]) -> None:
        second = [line for line in lines if line.get("decision") == "play_card" and line["record"] == "step"][1]
        after = second["after"]
        assert isinstance(after, dict)
        after["hands"] = {"England": [], "Scotland": []}

    def by(lines: list[Line]) -> None:
        move = _first(lines, "move_who")
        move["by"] = "England" if move["by"] == "Scotland" else "Scotland"

    def over(lines: list[Line]) -> None:
        after = lines[-1]["after"]
        assert isinstance(after, dict)
        after["decision"] = "game_over"

    def cards(lines: list[Line]) -> None:
        _first(lines, "play_card")["legal"] = [["play", "Truce"]]

    kinds = [_spoilt(change, 60).divergences[0].kind for change in (die, surplus, year, hand, by, over, cards)]
    assert kinds == [Kind.CHANCE, Kind.CHANCE, Kind.CALENDAR, Kind.HANDS, Kind.DECISION, Kind.DECISION, Kind.CHOICES]
    lines = RECORDS[0].read_text(encoding="utf-8").splitlines()
    other = lines[-1].replace('"Scotland"', '"England"')
    assert [each.kind for each in IMPORTER.replay("\n".join((*lines[:-1], other))).divergences] == [Kind.RESULT]


@needs_records
def test_another_set_up_is_found() -> None:
    def change(lines: list[Line]) -> None:
        blocks = lines[0]["blocks"]
        assert isinstance(blocks, dict)
        blocks["Grant"] = {"area": "Ross", "steps": 1}

    assert _spoilt(change, 2).divergences[0].kind is Kind.BOARD

    def draws(lines: list[Line]) -> None:
        lines[0]["draws"] = [{"kind": "levy", "value": "Wallace"}]

    assert _spoilt(draws, 2).divergences[0].kind is Kind.CHANCE


def test_other_files_are_not_recognised_and_broken_ones_unreadable() -> None:
    assert not IMPORTER.recognises("")
    assert not IMPORTER.recognises('{"trace":1,"game":"hammer_of_the_scots"}')
    assert not IMPORTER.recognises("not json")
    with pytest.raises(Unreadable, match="no record"):
        IMPORTER.replay("")
    with pytest.raises(Unreadable, match="line 1"):
        IMPORTER.replay('{"record":"step","n":1}')
