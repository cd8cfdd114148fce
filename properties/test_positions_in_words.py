"""A position written in words and read again is the same state: at every kind of decision, in all three games."""

from collections.abc import Callable, Iterator

import pytest

from oracle.choices import StableRandom
from oracle.english import optional_document
from oracle.evidence.links import ROOT
from oracle.game_registry import REGISTERED, opener_of
from oracle.located_position import load_trace
from oracle.shortform import read_typed, short
from oracle.walk import TablePosition, walk
from oracle.words.positions_in_words import read_position, write_position
from properties.domains import DEEP
from reference.kernel.canonical import Json, parse
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act
from spec_tables.catalogue import GAMES, catalogue

SEEDS = range(6 if DEEP else 1)
MOST_DECISIONS = 4_000 if DEEP else 1_000
ONE_IN = 50


def assert_same_in_words(game: str, ruleset: RulesetName, table: Table) -> None:
    """Assert that a position and its words are the same state."""
    words = write_position(game, table.canonical())
    found = read_position(words)
    assert found.game == game
    assert opener_of(game).place(found.position, ruleset).canonical() == table.canonical(), words


def frames_of(table: Table) -> tuple[str, ...]:
    """Return what is under way, by the types of the frames."""
    position = table.canonical()
    assert isinstance(position, dict)
    frames = position.get("frames", [])
    assert isinstance(frames, list)
    return tuple(str(frame["type"]) for frame in frames)


def chosen(seed: str) -> Callable[[Table, Due], Json]:
    """Return a chooser that takes any action, evenly."""
    dice = StableRandom(seed)
    return lambda _, due: dice.one(due.actions)


def remarkable(positions: Iterator[TablePosition]) -> Iterator[TablePosition]:
    """Return the positions with a decision under frames that was not seen before, and one in so many of the others."""
    seen: set[tuple[str, ...]] = set()
    for number, here in enumerate(positions):
        kind = (here.due.result if isinstance(here.due, Over) else here.due.about, *frames_of(here.state))
        if kind not in seen or number % ONE_IN == 0:
            seen.add(kind)
            yield here
        if number == MOST_DECISIONS:
            return


def pairs(game: str) -> list[tuple[str, str]]:
    """Return scenarios and presets: all pairs in `make deep`, else every scenario, each under another preset."""
    scenarios = [name for name, _ in catalogue(game).scenarios]
    presets = [preset.name for preset in catalogue(game).presets]
    if DEEP:
        return [(scenario, preset) for scenario in scenarios for preset in presets]
    longest = max(len(scenarios), len(presets))
    return [(scenarios[number % len(scenarios)], presets[number % len(presets)]) for number in range(longest)]


@pytest.mark.parametrize(("game", "scenario", "preset"), [(game, *pair) for game in GAMES for pair in pairs(game)])
def test_positions_of_seeded_games_are_the_same_in_words(game: str, scenario: str, preset: str) -> None:
    ruleset = parse_ruleset_name(preset)
    for seed in SEEDS:
        start = opener_of(game).start(scenario, ruleset)
        for here in remarkable(walk(start, chosen(f"{game}/{scenario}/{preset}/{seed}"))):
            assert_same_in_words(game, ruleset, here.state)


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_the_golden_traces_are_the_same_in_words(game: str) -> None:
    seen: set[tuple[str, ...]] = set()
    for path in sorted((ROOT / "golden" / game).glob("*.jsonl")):
        trace = load_trace(path)
        header = trace.header
        opener = opener_of(game)
        table = (
            opener.place(header.position, header.ruleset)
            if header.scenario is None
            else opener.start(header.scenario, header.ruleset)
        )
        assert_same_in_words(game, header.ruleset, table)
        for act in (line for _, line in trace.lines if isinstance(line, Act)):
            table = _after(table, act)
            if frames_of(table) not in seen:
                seen.add(frames_of(table))
                assert_same_in_words(game, header.ruleset, table)


def _after(table: Table, act: Act) -> Table:
    verdict = table.act(act.by, act.do)
    after: object = getattr(verdict, "state", None)
    assert isinstance(after, Table)
    return after


@pytest.mark.parametrize("game", GAMES)
def test_positions_written_by_hand_are_the_same_in_words(game: str) -> None:
    """The headers of golden traces are written by hand, and so are the examples of openings."""
    opener, ruleset = opener_of(game), REGISTERED.ruleset(game, None)
    headers = [load_trace(path).header for path in sorted((ROOT / "golden" / game).glob("*.jsonl"))]
    by_hand = [(each.position, each.ruleset) for each in headers if each.scenario is None]
    openings = optional_document(game, "openings")
    for each in (openings.table(name) for name in openings):
        named = parse_ruleset_name(each.text("ruleset")) if "ruleset" in each else ruleset
        by_hand.append((parse(each.text("example")), named))
    for position, named in by_hand:
        found = read_position(write_position(game, position))
        assert opener.place(found.position, named).canonical() == opener.place(position, named).canonical(), position


@pytest.mark.parametrize("game", GAMES)
def test_every_action_offered_is_understood_in_short_form_and_in_plain_words(game: str) -> None:
    scenario, preset = pairs(game)[0]
    start = opener_of(game).start(scenario, parse_ruleset_name(preset))
    for here in remarkable(walk(start, chosen(f"words/{game}"))):
        if isinstance(here.due, Over):
            continue
        for action in here.due.actions:
            text = short(action)
            assert read_typed(text, here.due.actions, game) == action
            assert read_typed(text.replace("=", " ").replace("_", " "), here.due.actions, game) == action
