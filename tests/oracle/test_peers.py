"""What every replay of a recorded game does, shown with a toy; and that both values mean the same in every importer."""

from dataclasses import dataclass

import pytest

from oracle.peers import importer_of, importers
from oracle.peers.few_acres_of_snow import IMPORTER as FEW_ACRES_OF_SNOW
from oracle.peers.hammer_of_the_scots import IMPORTER as HAMMER_OF_THE_SCOTS
from oracle.peers.importer import Departure, Kind, Lost, PeerDivergence, PeerReplay, PeerReport, Record, replayed
from properties.few_acres_of_snow import explorer as few_acres_of_snow
from properties.hammer_of_the_scots import explorer as hammer_of_the_scots
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rulesets import RulesetName
from tests.oracle import fabricated_acres, fabricated_hammer


@dataclass(frozen=True)
class Count:
    """An entry of a toy's record: what was counted, and whether the count can be taken up after it."""

    number: int
    recorded: int
    open: bool = True
    steps: int = 2


@dataclass(slots=True)
class Counting(PeerReplay[Count]):
    """By the rules the count goes up by one."""

    count: int = 0
    followed: int = 0

    def follow(self, entry: Count) -> None:
        """Count on."""
        self.count += 1
        self.followed += 1
        if entry.recorded < 0:
            raise Unreadable("recorded", "is no count")
        if entry.recorded != self.count:
            self.found.append(PeerDivergence(entry.number, Kind.BOARD, "count", entry.recorded, self.count))
            raise Lost

    def resume(self, entry: Count) -> bool:
        """Take up the recorded count."""
        if entry.open:
            self.count = entry.recorded
        return entry.open

    def judge_result(self) -> None:
        """Find nothing wrong with the end."""

    @property
    def position(self) -> Json:
        """Return the count."""
        return self.count

    @property
    def winner(self) -> str:
        """Return who counts."""
        return "me"


def replay(*entries: Count, departures: tuple[Departure, ...] = ()) -> tuple[PeerReport, Counting]:
    record = Record(game="toy", scenario="short", ruleset=RulesetName("standard"), entries=entries, name="a", word="go")
    counting = Counting()
    return replayed(record, counting, departures), counting


def test_a_record_that_conforms_is_counted() -> None:
    report, _ = replay(Count(1, 1), Count(2, 2), Count(3, 3))
    assert report == PeerReport("toy", "short", "standard", 3, 6, "me")
    assert report.conforms


def test_after_a_divergence_the_replay_goes_on_from_the_recorded_position() -> None:
    report, counting = replay(Count(1, 1), Count(2, 7), Count(3, 8), Count(4, 10))
    assert [(each.step, each.recorded, each.by_rules) for each in report.divergences] == [(2, 7, 2), (4, 10, 9)]
    assert (report.conforms, report.steps, counting.followed) == (False, 8, 4)


def test_where_the_recorded_position_cannot_be_taken_up_entries_are_passed_over() -> None:
    report, counting = replay(Count(1, 5, open=False), Count(2, 9, open=False), Count(3, 12), Count(4, 13))
    assert [each.step for each in report.divergences] == [1]
    assert (counting.followed, counting.count) == (2, 13)


def test_a_known_departure_explains_one_thing_about_one_entry_of_one_game() -> None:
    known = Departure("D1", record="a", step=2, about="count")
    report, _ = replay(Count(1, 1), Count(2, 7), Count(3, 9), departures=(known, Departure("D2")))
    assert [(each.step, each.ruling) for each in report.divergences] == [(2, "D1"), (3, "")]
    assert ([each.step for each in report.explained], [each.step for each in report.unexplained]) == ([2], [3])
    others = (Departure("D1", "b", 2, "count"), Departure("D1", "a", 3, "count"), Departure("D1", "a", 2, "other"))
    assert not replay(Count(1, 1), Count(2, 7), departures=others)[0].explained


def test_what_cannot_be_read_is_named_with_its_entry() -> None:
    with pytest.raises(Unreadable, match=r"^go 2\.recorded: is no count$"):
        replay(Count(1, 1), Count(2, -1))


# ---------------------------------------------------------------- the importers


def test_every_importer_is_found_by_its_records() -> None:
    assert [each.game for each in importers()] == ["few_acres_of_snow", "hammer_of_the_scots"]
    acres = fabricated_acres.text_of(fabricated_acres.fabricated(few_acres_of_snow.rules("online"), 1, 2))
    hammer = fabricated_hammer.text_of(
        fabricated_hammer.fabricated("braveheart", hammer_of_the_scots.ruleset("peer"), 1, 20)
    )
    assert importer_of(acres.split("\n")[0]) is FEW_ACRES_OF_SNOW
    assert importer_of(hammer.split("\n")[0]) is HAMMER_OF_THE_SCOTS
    assert importer_of('{"trace":1}') is None


def _inside(value: object, *names: str) -> dict[str, object]:
    """Return the mapping at the end of a path."""
    for name in names:
        assert isinstance(value, dict)
        value = value[name]
    assert isinstance(value, dict)
    return value


def test_recorded_is_the_record_and_by_rules_is_referee_in_a_few_acres_of_snow() -> None:
    lines = fabricated_acres.fabricated(few_acres_of_snow.rules("online"), 1, 4)
    british = _inside(lines[2], "after", "players", "british")
    money = british["money"]
    british["money"] = 99
    first = FEW_ACRES_OF_SNOW.replay(fabricated_acres.text_of(lines)).divergences[0]
    assert (first.step, first.kind, first.about) == (1, Kind.BOARD, "money.british")
    assert (first.recorded, first.by_rules) == (99, money)


def test_recorded_is_the_record_and_by_rules_is_referee_in_hammer_of_the_scots() -> None:
    lines = fabricated_hammer.fabricated("braveheart", hammer_of_the_scots.ruleset("peer"), 1, 20)
    step = next(line for line in lines if line.get("record") == "step" and line.get("decision") != "play_card")
    after = _inside(step, "after")
    year, turn = after["year"], after["turn"]
    after["year"] = 1400
    first = HAMMER_OF_THE_SCOTS.replay(fabricated_hammer.text_of(lines)).divergences[0]
    assert (first.step, first.kind) == (step["n"], Kind.CALENDAR)
    assert (first.recorded, first.by_rules) == ([1400, turn], [year, turn])
