"""What every replay of a recorded game does, shown with a toy; and that both values mean the same in every importer."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from oracle.peers import importer_of, importers
from oracle.peers.departures import Departure, departures_in
from oracle.peers.few_acres_of_snow import IMPORTER as FEW_ACRES_OF_SNOW
from oracle.peers.hammer_of_the_scots import IMPORTER as HAMMER_OF_THE_SCOTS
from oracle.peers.importer import (
    MOST_KEPT,
    Coverage,
    Kind,
    Lost,
    PeerDivergence,
    PeerReplay,
    PeerReport,
    Title,
    replayed,
)
from properties.few_acres_of_snow import explorer as few_acres_of_snow
from properties.hammer_of_the_scots import explorer as hammer_of_the_scots
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.fields import Fields
from reference.kernel.ranges import COUNT
from reference.kernel.rulesets import RulesetName
from tests.oracle import fabricated_acres, fabricated_hammer

TABLES = Path(__file__).parents[2] / "spec_tables"


@dataclass(frozen=True)
class Count:
    """An entry of a toy's record: what was counted, and whether the count can be taken up after it."""

    number: int
    recorded: int
    open: bool = True
    steps: int = 2


@dataclass(slots=True, kw_only=True)
class Counting(PeerReplay[Count]):
    """By the rules the count goes up by one; ten counts are a phase."""

    count: int = 0
    followed: int = 0

    def read(self, line: Fields) -> Count | None:
        """Read a count."""
        return Count(line.number("n", 0, COUNT), line.number("count", 0, COUNT)) if "count" in line else None

    def phase(self, entry: Count) -> str:
        """Return the tens."""
        return str(entry.number // 10)

    def judge(self, entry: Count) -> None:
        """Compare the one choice there is."""
        self.coverage.choices += 1

    def act(self, entry: Count) -> None:
        """Count on."""
        self.took(entry.number)
        self.count += 1
        self.followed += 1

    def compare(self, entry: Count) -> None:
        """Compare the count."""
        if entry.recorded < 0:
            raise Unreadable("recorded", "is no count")
        if entry.recorded != self.count:
            self.note(PeerDivergence(entry.number, Kind.BOARD, "count", entry.recorded, self.count))
            raise Lost

    def resume(self, entry: Count) -> bool:
        """Take up the recorded count."""
        if entry.open:
            self.count = entry.recorded
        return entry.open

    def judge_result(self) -> None:
        """Find nothing wrong with the end."""

    @property
    def own_position(self) -> Json:
        """Return the count."""
        return self.count

    @property
    def winner(self) -> str:
        """Return who counts."""
        return "me"


TITLE = Title(game="toy", scenario="short", ruleset=RulesetName("standard"), name="a", word="go")


def replay(*entries: Count, departures: tuple[Departure, ...] = ()) -> tuple[PeerReport, Counting]:
    counting = Counting(title=TITLE, departures={each.number: each for each in departures})
    return replayed(counting, entries), counting


def test_a_record_that_conforms_is_counted() -> None:
    report, _ = replay(Count(1, 1), Count(2, 2), Count(3, 3))
    told = Coverage(entries=3, compared=3, choices=3, phases=1, own_phases=1)
    assert report == PeerReport("toy", "short", "standard", 3, 6, "me", coverage=told)
    assert report.conforms


def test_after_a_divergence_the_replay_goes_on_from_the_recorded_position() -> None:
    report, counting = replay(Count(1, 1), Count(2, 7), Count(3, 8), Count(4, 10))
    assert [(each.step, each.recorded, each.by_rules) for each in report.divergences] == [(2, 7, 2), (4, 10, 9)]
    assert (report.conforms, report.steps, counting.followed) == (False, 8, 4)


def test_a_record_is_one_line_of_play_until_a_recorded_position_is_taken_over() -> None:
    """Given a record that parts from the rules at entry 2, then another stretch begins after it."""
    report, _ = replay(Count(1, 1), Count(2, 7), Count(3, 8))
    told = [(each.entry, each.position, each.actions, each.entries) for each in report.stretches]
    assert told == [(-1, None, [1, 2], [(1, 1), (2, 2)]), (2, 7, [3], [(3, 1)])]


def test_where_the_recorded_position_cannot_be_taken_up_entries_are_passed_over() -> None:
    report, counting = replay(Count(1, 5, open=False), Count(2, 9, open=False), Count(3, 12), Count(4, 13))
    assert [each.step for each in report.divergences] == [1]
    assert (counting.followed, counting.count) == (2, 13)


def test_phases_are_referees_own_unless_a_recorded_position_was_taken_over_in_them() -> None:
    counts = [Count(number, number) for number in range(1, 40)]
    counts[14] = Count(15, 99)
    counts[15:] = [Count(number, number + 84) for number in range(16, 40)]
    told = replay(*counts)[0].coverage
    assert (told.entries, told.compared, told.phases, told.own_phases, told.resumed) == (39, 38, 4, 3, 1)
    assert told.own_share == 75


def test_a_replay_lost_at_the_end_does_not_judge_the_result() -> None:
    report, _ = replay(Count(1, 1), Count(2, 7, open=False))
    assert not report.coverage.result
    assert report.remarks == ("the result was not compared: the replay had not found its way back",)


def test_of_very_many_divergences_a_report_keeps_the_first_and_counts_all_explained() -> None:
    counts = [Count(number, 7) for number in range(MOST_KEPT + 50)]
    assert len(replay(*counts)[0].divergences) == MOST_KEPT
    known = tuple(Departure(number=str(each), record="a", step=each, about="count") for each in range(MOST_KEPT + 50))
    report, _ = replay(*counts, departures=known)
    assert len(report.divergences) == MOST_KEPT
    assert sum(report.explained_by.values()) == MOST_KEPT + 50


def test_a_known_departure_explains_one_thing_about_one_entry_of_one_game() -> None:
    known = Departure(number="D1", record="a", step=2, about="count")
    report, _ = replay(Count(1, 1), Count(2, 7), Count(3, 9), departures=(known, Departure(number="D2")))
    assert [(each.step, each.ruling) for each in report.divergences] == [(2, "D1"), (3, "")]
    assert ([each.step for each in report.explained], [each.step for each in report.unexplained]) == ([2], [3])
    assert report.explained_by == {"D1": 1}
    for changed in (replace(known, record="b"), replace(known, step=3), replace(known, about="other")):
        assert not replay(Count(1, 1), Count(2, 7), departures=(changed,))[0].explained


def test_an_unknown_departure_cannot_be_named() -> None:
    with pytest.raises(KeyError, match="F9 is no known departure"):
        Counting(title=TITLE).note(PeerDivergence(1, Kind.BOARD, "count", 1, 2, ruling="F9"))


def test_what_cannot_be_read_is_named_with_its_entry() -> None:
    with pytest.raises(Unreadable, match=r"^go 2\.recorded: is no count$"):
        replay(Count(1, 1), Count(2, -1))


# ---------------------------------------------------------------- the importers


def test_every_importer_is_found_by_its_records() -> None:
    ours = {each.format.name: each.game for where, each in importers() if where == "Referee"}
    assert (
        ours.items() >= {"few_acres_of_snow": "few_acres_of_snow", "hammer_of_the_scots": "hammer_of_the_scots"}.items()
    )
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
    first = FEW_ACRES_OF_SNOW.replay(fabricated_acres.text_of(lines).splitlines()).divergences[0]
    assert (first.step, first.kind, first.about) == (1, Kind.BOARD, "money.british")
    assert (first.recorded, first.by_rules) == (99, money)


def test_recorded_is_the_record_and_by_rules_is_referee_in_hammer_of_the_scots() -> None:
    lines = fabricated_hammer.fabricated("braveheart", hammer_of_the_scots.ruleset("peer"), 1, 20)
    step = next(line for line in lines if line.get("record") == "step" and line.get("decision") != "play_card")
    after = _inside(step, "after")
    year, turn = after["year"], after["turn"]
    after["year"] = 1400
    first = HAMMER_OF_THE_SCOTS.replay(fabricated_hammer.text_of(lines).splitlines()).divergences[0]
    assert (first.step, first.kind) == (step["n"], Kind.CALENDAR)
    assert (first.recorded, first.by_rules) == ([1400, turn], [year, turn])


# ---------------------------------------------------------------- departures as data


def test_departures_have_the_rules_of_the_rulings_of_their_number() -> None:
    for _, importer in importers():
        rulings = tomllib.loads((TABLES / importer.game / "rulings.toml").read_text(encoding="utf-8"))["ruling"]
        numbered = {each["id"]: each["rules"] for each in rulings}
        for number, departure in importer.departures.items():
            assert departure.rules
            if number in numbered:
                assert {each.split(":")[1] for each in departure.rules} <= set(numbered[number])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"has no \[\[departure\]\]"),
        ("x =", "x.toml"),
        ('[[departure]]\nnumber = "1"\nrules = ["hs:99.99"]\npassage = ""\nengine = ""', "departure 1.rules"),
        ('[[departure]]\nnumber = "1"', "departure 1.passage: is missing"),
        ('[[departure]]\nnumber = "1"\npassage = "a"\nengine = "b"\n' * 2, "1 stands there twice"),
    ],
)
def test_a_broken_file_of_departures_says_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Unreadable, match=message):
        departures_in(path)
