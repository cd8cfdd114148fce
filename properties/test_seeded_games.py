"""The batch of seeded games counts what it plays and stops at the first thing that must not be."""

from functools import partial
from itertools import cycle, islice, product

import pytest

from properties.domains import DEEP
from properties.seeded_games import GAMES, Explored, Faulty, Positions, Tally, explore, play, single_options
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
    text = explore(name, 1, 0, 0, names[:1])
    assert text.startswith(f"{name}: {number} games, every position checked and sound, no dead end")
    assert text.count(" wins 1") + text.count(" undecided 1") == number


def test_games_ended_and_undecided_are_told_apart() -> None:
    tally = Tally()
    play(_explored((DUE, False), (Over("england wins"), False)), "braveheart", "standard", 1, tally)
    play(_explored((DUE, False), (DUE, False), (DUE, False)), "braveheart", "standard", 2, tally)
    assert (tally.games, tally.decisions, tally.longest) == (2, 3, 2)
    assert tally.ends == {"england wins": 1, "undecided": 1}


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
