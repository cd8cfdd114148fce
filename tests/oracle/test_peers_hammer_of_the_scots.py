"""Recorded games of another implementation replay without unexplained divergence, and faults in them are found."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from oracle.peers.hammer_of_the_scots import IMPORTER
from oracle.peers.importer import Kind, PeerReport
from reference.kernel.canonical import Unreadable

SHARED = Path(__file__).parents[3] / "shared"
RECORDS = sorted((SHARED / "peer_games" / "hammer_of_the_scots").glob("*.jsonl"))
MORE_RECORDS = sorted((SHARED / "recorded_games" / "hammer_of_the_scots").glob("*.jsonl"))
ABSENT = "the recorded games are not beside the repository: ../shared/{peer,recorded}_games/hammer_of_the_scots"
# What explains the divergences of each game, how often, and how often the replay had to be put on the record's way.
EXPLAINED: dict[str, tuple[dict[str, int], int]] = {
    "braveheart_720000": ({"F6": 1}, 1),
    "braveheart_800020": ({"F2": 1}, 1),
    "braveheart_820169": ({"F7": 1}, 1),
    "campaign_600019": ({"F5": 1, "F6": 1}, 1),
}
needs_records = pytest.mark.skipif(not RECORDS, reason=ABSENT)
Line = dict[str, object]


def _spoilt(change: Callable[[list[dict[str, object]]], None], steps: int = 120) -> PeerReport:
    """Return the report on the first steps of a recorded game in which something was changed."""
    lines = [json.loads(line) for line in RECORDS[0].read_text(encoding="utf-8").splitlines()[: steps + 1]]
    change(lines)
    return IMPORTER.replay(json.dumps(line) for line in lines)


def _first(lines: list[dict[str, object]], decision: str) -> dict[str, object]:
    return next(line for line in lines if line.get("decision") == decision and line["record"] == "step")


@needs_records
@pytest.mark.parametrize("path", [*RECORDS, *MORE_RECORDS], ids=lambda path: path.stem)
def test_a_recorded_game_conforms_to_the_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert IMPORTER.format.recognises(text.split("\n")[0])
    report = IMPORTER.replay(text.splitlines())
    assert report.unexplained == ()
    explained, resumed = EXPLAINED.get(path.stem, ({}, 0))
    assert report.explained_by == explained
    end = json.loads(text.splitlines()[-1])
    assert report.winner == ("" if "F5" in explained else (end["result"] or "").lower())
    told = report.coverage
    assert report.steps == len(text.splitlines()) - 2 == told.entries == told.compared
    assert told.choices > 3 * told.entries
    assert (told.resumed, told.phases - told.own_phases) == (resumed, resumed)


@needs_records
def test_options_in_any_mixture_are_played_and_unknown_ones_refused_by_name() -> None:
    def with_options(options: object) -> PeerReport:
        return _spoilt(lambda lines: lines[0].update(options=options), 1)

    assert with_options({"immediate": True}).ruleset == "peer"
    assert with_options({"schiltroms": True}).ruleset == "peer+hit_timing=until_side_changes+schiltroms=on"
    assert with_options({"immediate": True, "autohit": True, "schiltroms": True}).ruleset == "peer+schiltroms=on"
    with pytest.raises(Unreadable, match=r"line 1\.options\.fog: unknown; known are autohit, immediate, schiltroms"):
        with_options({"fog": True})
    with pytest.raises(Unreadable, match=r"options\.immediate: must be true or false"):
        with_options({"immediate": "yes"})


@needs_records
def test_a_lost_replay_remembers_edward_and_the_crown_and_says_that_a_result_was_not_compared() -> None:
    path = next(each for each in (*RECORDS, *MORE_RECORDS) if each.stem == "campaign_1076")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    winter = next(at for at, line in enumerate(lines) if line.get("do") == ["winter"])
    start = max(at for at in range(winter) if lines[at].get("decision") == "move_who")
    lines[start]["do"] = ["block", "Norse"]
    report = IMPORTER.replay(json.dumps(line) for line in lines)
    assert [each.kind for each in report.divergences] == [Kind.ILLEGAL]
    cut = IMPORTER.replay(json.dumps(line) for line in lines[: start + 3])
    assert cut.remarks == ("the result was not compared: the replay had not found its way back",)
    assert not cut.coverage.result


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
    assert [each.kind for each in IMPORTER.replay((*lines[:-1], other)).divergences] == [Kind.RESULT]


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
    assert not IMPORTER.format.recognises("")
    assert not IMPORTER.format.recognises('{"trace":1,"game":"hammer_of_the_scots"}')
    assert not IMPORTER.format.recognises("not json")
    with pytest.raises(Unreadable, match="no record"):
        IMPORTER.replay([])
    with pytest.raises(Unreadable, match="line 1"):
        IMPORTER.replay(['{"record":"step","n":1}'])
