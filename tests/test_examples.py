"""Every worked example has a golden trace, and every golden trace is known under every preset.

`spec_tables/<game>/golden.toml` says which examples have no trace of their own, and which traces part from their result
under another preset, because of which options. Nothing may be missing there, and nothing may be said too much.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from oracle.game_registry import opening_table
from oracle.replays import load_trace
from reference.kernel.canonical import Unreadable
from reference.kernel.rulesets import RulesetName, options_of
from reference.kernel.traces import Trace, replay
from spec_tables.catalogue import GAMES, Example, catalogue
from spec_tables.reader import document

GOLDEN = Path(__file__).parents[1] / "golden"
TRACES = sorted(GOLDEN.rglob("*.jsonl"))
Stated = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Difference:
    """Traces that part from their result under presets, and the options that are to blame."""

    presets: tuple[str, ...]
    options: tuple[str, ...]
    traces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Untraced:
    """Examples without a trace of their own, and why."""

    examples: tuple[str, ...]
    reason: str


@cache
def _differences(game: str) -> tuple[Difference, ...]:
    return tuple(
        Difference(each.texts("presets"), each.texts("options"), each.texts("traces"))
        for each in document(game, "golden").tables("difference")
    )


@cache
def _why(game: str) -> dict[str, str]:
    found = document(game, "golden").table("why")
    return {option: found.text(option) for option in found}


@cache
def _untraced(game: str) -> tuple[Untraced, ...]:
    excuses = document(game, "golden").tables("untraced")
    return tuple(Untraced(each.texts("examples"), each.text("reason")) for each in excuses)


# ---------------------------------------------------------------- every example has a trace


@dataclass(frozen=True, slots=True)
class Shown:
    """What the golden traces of a game show: the examples they are named after, and all that they claim to prove."""

    named: frozenset[str]
    proved: frozenset[str]


@cache
def _shown(game: str) -> Shown:
    headers = [load_trace(path).header for path in TRACES if path.parent.name == game]
    named = frozenset(each.example for each in headers if each.example is not None)
    return Shown(named, frozenset(rule for each in headers for rule in each.proves))


def _lacking(game: str, shown: Shown, excused: frozenset[str]) -> tuple[str, ...]:
    """Return the examples that no trace shows and nothing excuses."""
    return tuple(each.id for each in catalogue(game).examples if each.id not in excused and not _is_shown(each, shown))


def _is_shown(example: Example, shown: Shown) -> bool:
    """Say whether a trace shows an example; one whose number is ours is shown by traces named after its rules."""
    if _is_numbered(example.id):
        return example.id in shown.named | shown.proved
    return bool(shown.named.intersection(example.rules))


@cache
def _is_numbered(example: str) -> bool:
    return any(catalogue(game).rule(example) is not None for game in GAMES)


def _excused(game: str) -> frozenset[str]:
    prefix = catalogue(game).prefix
    return frozenset(f"{prefix}:{example}" for each in _untraced(game) for example in each.examples)


@pytest.mark.parametrize("game", GAMES)
def test_every_example_has_a_golden_trace_or_an_excuse(game: str) -> None:
    assert _lacking(game, _shown(game), _excused(game)) == ()


@pytest.mark.parametrize("game", GAMES)
def test_every_excuse_is_for_an_example_without_a_trace_of_its_own_and_has_a_reason(game: str) -> None:
    examples = {each.id for each in catalogue(game).examples}
    assert _excused(game) <= examples
    prefix = catalogue(game).prefix
    assert not _excused(game) & {f"{prefix}:{path.stem.split('_')[0]}" for path in TRACES}
    assert all(each.reason for each in _untraced(game))


@pytest.mark.parametrize(
    ("game", "missing", "trace"),
    [
        ("wilderness_war", "ww:ex-7.62", "ww:ex-7.62"),
        ("hammer_of_the_scots", "hs:E-1", "hs:1.1-4"),
        ("few_acres_of_snow", "fa:X11", "fa:X11"),
    ],
)
def test_an_example_without_a_trace_is_noticed(game: str, missing: str, trace: str) -> None:
    """Given one trace less than there is, when nobody excuses the example, then it is named."""
    fewer = replace(_shown(game), named=_shown(game).named - {trace})
    assert _lacking(game, fewer, _excused(game)) == (missing,)
    assert _lacking(game, fewer, _excused(game) | {missing}) == ()


# ---------------------------------------------------------------- every trace under every preset


def _conforms(trace: Trace, ruleset: RulesetName) -> bool:
    header = replace(trace.header, ruleset=ruleset)
    try:
        return replay(trace, opening_table(header)).divergence is None
    except Unreadable:
        return False


def _with_own(trace: Trace, preset: str, options: Iterable[str]) -> RulesetName:
    """Return a preset with some options set as the trace has them."""
    own = options_of(trace.header.game, trace.header.ruleset)
    return RulesetName(preset, tuple(sorted((name, own[name]) for name in options)))


def _misstated(trace: Trace, stated: Stated) -> Iterator[str]:
    """Find what is wrong with the options said to make a trace part from its result under other presets."""
    for preset in (each.name for each in catalogue(trace.header.game).presets):
        if preset == trace.header.ruleset.preset:
            continue
        options = stated.get(preset, frozenset())
        if not options:
            if not _conforms(trace, RulesetName(preset)):
                yield f"diverges under {preset}, and no difference is stated"
            continue
        if not _conforms(trace, _with_own(trace, preset, options)):
            yield f"diverges under {preset} for more than {', '.join(sorted(options))}"
        for option in sorted(options):
            if _conforms(trace, _with_own(trace, preset, options - {option})):
                yield f"under {preset}, {option} makes no difference"


def _stated(path: Path) -> Stated:
    return {
        preset: frozenset(each.options)
        for each in _differences(path.parent.name)
        if path.stem in each.traces
        for preset in each.presets
    }


def _name(path: Path) -> str:
    return path.relative_to(GOLDEN).as_posix()


@pytest.mark.parametrize("path", TRACES, ids=_name)
def test_a_golden_trace_conforms_under_every_preset_but_for_the_options_stated(path: Path) -> None:
    assert list(_misstated(load_trace(path), _stated(path))) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_difference_is_stated_once_for_traces_presets_and_options_there_are(game: str) -> None:
    about, stated = catalogue(game), _differences(game)
    traces = {path.stem for path in TRACES if path.parent.name == game}
    assert {name for each in stated for name in each.presets} <= {preset.name for preset in about.presets}
    assert {name for each in stated for name in each.traces} <= traces
    told = Counter((preset, name) for each in stated for preset in each.presets for name in each.traces)
    assert {pair for pair, times in told.items() if times > 1} == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_option_to_blame_is_explained_and_no_other(game: str) -> None:
    blamed = {name for each in _differences(game) for name in each.options}
    assert blamed <= {option.name for option in catalogue(game).options}
    assert set(_why(game)) == blamed
    assert all(_why(game).values())


@pytest.mark.parametrize(
    ("stated", "complaints"),
    [
        ({"fr": {"infiltrated_units_barred"}, "fr_basic": {"infiltrated_units_barred", "advanced_rules"}}, []),
        (
            {},
            ["diverges under fr, and no difference is stated", "diverges under fr_basic, and no difference is stated"],
        ),
        (
            {"fr": {"battle_loss_rule"}, "fr_basic": {"advanced_rules"}},
            [
                "diverges under fr for more than battle_loss_rule",
                "diverges under fr_basic for more than advanced_rules",
            ],
        ),
        (
            {
                "de": {"attrition_rounding"},
                "fr": {"infiltrated_units_barred", "battle_loss_rule"},
                "fr_basic": {"infiltrated_units_barred", "advanced_rules"},
            },
            ["under de, attrition_rounding makes no difference", "under fr, battle_loss_rule makes no difference"],
        ),
    ],
)
def test_a_wrong_statement_of_differences_is_noticed(stated: dict[str, set[str]], complaints: list[str]) -> None:
    """Given the Shawnee through Woodstock, whom the French edition judges otherwise, then only the truth will do."""
    trace = load_trace(GOLDEN / "wilderness_war" / "ex-6.6.jsonl")
    found = _misstated(trace, {preset: frozenset(options) for preset, options in stated.items()})
    assert list(found) == complaints
