"""The batch of seeded games counts what it plays and stops at the first thing that must not be."""

import json
import sys
from functools import partial
from itertools import cycle, islice, product
from pathlib import Path

import pytest

from oracle.executors.each import Where
from properties import seeded_games
from properties.domains import DEEP
from properties.seeded_games import (
    GAMES,
    Batch,
    Explored,
    Faulty,
    Positions,
    Tally,
    explore,
    play,
    single_options,
    table,
)
from reference.hammer_of_the_scots.reasons import Reason
from reference.kernel.decisions import Choice, Over
from reference.kernel.verdicts import violation
from spec_tables.catalogue import catalogue

DUE = Choice("england", "anything", (), ("pass",))
BROKEN = violation(Reason.ENEMIES_TOGETHER, "hs:4.0-5", area="fife")


def _explored(*positions: tuple[object, ...]) -> Explored:
    def played(scenario: str, preset: str, seed: int) -> Positions:
        for due, broken in positions:
            assert isinstance(due, Over | Choice), f"odd position of {scenario}, {preset}, {seed}"
            yield due, partial(tuple, (BROKEN,) if broken else ())

    return Explored(("braveheart",), ("standard",), "standard", played)


def _pairs(explored: Explored) -> set[tuple[str, str]]:
    """Return all pairs of scenario and preset in `make deep`, else each scenario and each preset once at least."""
    if DEEP:
        return set(product(explored.scenarios, explored.presets))
    longest = max(len(explored.scenarios), len(explored.presets))
    return set(islice(zip(cycle(explored.scenarios), cycle(explored.presets), strict=False), longest))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_every_scenario_and_preset_is_played_to_its_end(name: str) -> None:
    tally, pairs = Tally(), _pairs(GAMES[name])
    for scenario, preset in sorted(pairs):
        play(GAMES[name], scenario, preset, 3, tally)
    assert ({scenario for scenario, _ in pairs}, {preset for _, preset in pairs}) == (
        set(GAMES[name].scenarios),
        set(GAMES[name].presets),
    )
    assert tally.games == len(pairs) == sum(tally.ends.values())


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_can_be_asked_for_alone(name: str) -> None:
    names, number = single_options(name), len(GAMES[name].scenarios)
    assert len(names) == sum(len(each.values) for each in catalogue(name).options)
    text = table(name, explore(Batch(name, names[:1]), 1, 0, 0))
    assert text.startswith(f"{name}: {number} games, every position checked and sound, no dead end")
    assert sum(text.count(end) for end in (" wins 1", " draw 1", " undecided 1")) == number


def test_games_ended_and_undecided_are_told_apart() -> None:
    tally = Tally()
    play(_explored((DUE, False), (Over("england wins"), False)), "braveheart", "standard", 1, tally)
    play(_explored((DUE, False), (DUE, False), (DUE, False)), "braveheart", "standard", 2, tally)
    assert (tally.games, tally.decisions, tally.longest) == (2, 3, 2)
    assert tally.ends == {"england wins": 1, "undecided": 1}


def test_games_played_by_two_processes_are_counted_as_by_one() -> None:
    batch = Batch("few_acres_of_snow", ("first",))
    tallies = explore(batch, 3, 5, 0, Where(2))
    assert tallies == explore(batch, 3, 5, 0, Where(1))
    text = table(batch.game, tallies)
    assert text.startswith("few_acres_of_snow: 3 games, every position checked and sound, no dead end")


def test_a_fault_in_another_process_stops_all_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "few_acres_of_snow", _explored((DUE, False), (DUE, True)))
    with pytest.raises(Faulty, match="braveheart, standard, seed 4, decision 1: unsound"):
        explore(Batch("few_acres_of_snow", ("standard",)), 3, 4, 0, Where(2))


def test_a_file_keeps_the_tables_the_command_and_of_what_rules_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = ("few_acres_of_snow", "--games", "1", "--option-games", "0", "--write", str(tmp_path / "kept.json"))
    monkeypatch.setattr(sys, "argv", ["seeded_games", *said])
    seeded_games.main()
    page = (tmp_path / "kept.md").read_text(encoding="utf-8")
    kept = json.loads((tmp_path / "kept.json").read_text(encoding="utf-8"))
    told = capsys.readouterr().out
    assert f"```\n{told}```" in page
    assert [name.split()[1] for name in kept["tallies"]] == list(GAMES["few_acres_of_snow"].presets)
    for games, decisions, longest, ends in kept["tallies"].values():
        assert games == sum(ends.values()) == 1
        assert decisions == longest
        assert str(decisions) in told
    command = f"python -m properties.seeded_games {' '.join(said)}"
    assert command in page
    assert kept["generated_by"] == command
    monkeypatch.setattr(sys, "argv", ["seeded_games", "few_acres_of_snow", "--digest"])
    seeded_games.main()
    digest = capsys.readouterr().out.strip()
    assert f"`{digest}`" in page
    assert kept["rules_digest"] == digest


def test_another_word_in_the_rules_of_a_game_or_the_kernel_is_another_digest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    files = ("reference/kernel/game.py", "reference/wilderness_war/game.py", "spec_tables/wilderness_war/cards.csv")
    for each in (*files, "reference/hammer_of_the_scots/game.py"):
        (tmp_path / each).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / each).write_text("as it was", encoding="utf-8")
    monkeypatch.setattr(seeded_games, "ROOT", tmp_path)
    digests = {seeded_games.rules_digest("wilderness_war")}
    for each in ("reference/hammer_of_the_scots/game.py", *files):
        (tmp_path / each).write_text("changed", encoding="utf-8")
        digests.add(seeded_games.rules_digest("wilderness_war"))
    assert len(digests) == 1 + len(files)


def test_of_positions_checked_only_now_and_then_the_end_is_one() -> None:
    quiet = _explored((DUE, False), (DUE, True), (Over("england wins"), False))
    play(quiet, "braveheart", "standard", 1, Tally(), one_in=2)
    with pytest.raises(Faulty, match="decision 1: unsound"):
        play(quiet, "braveheart", "standard", 1, Tally())
    with pytest.raises(Faulty, match="decision 1: unsound"):
        play(_explored((DUE, False), (Over("england wins"), True)), "braveheart", "standard", 1, Tally(), one_in=5)


@pytest.mark.parametrize(
    ("positions", "fault"),
    [
        (((DUE, False), (DUE, True)), "braveheart, standard, seed 7, decision 1: unsound"),
        (((DUE, False), (Over("england wins"), True)), "seed 7, decision 1: unsound"),
        (((Choice("england", "a march", (), ()), False),), "seed 7, decision 0: nobody can decide a march"),
        (((None, False),), "seed 7, decision -1: odd position"),
    ],
)
def test_a_fault_names_the_game_that_led_there(positions: tuple[tuple[object, ...], ...], fault: str) -> None:
    with pytest.raises(Faulty, match=fault):
        play(_explored(*positions), "braveheart", "standard", 7, Tally())
