"""Write docs/positions.md and docs/actions.md: `python -m scripts.reference_documents [--check]`.

Everything comes from what the games read: the records of their actions, frames and openings, the fields of
`position_fields.toml`, and the golden traces and gathered scenes, which say at which decisions an action is offered.
"""

import argparse
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path

from oracle.choices import Dice
from oracle.english import action_in_words, decision_in_words
from oracle.files import write_text
from oracle.game_registry import REGISTERED, opening_table
from oracle.located_position import load_trace, scenario_start
from oracle.players import Seen, rarest, seeded
from oracle.replays import traces_in
from oracle.walk import walk
from reference.kernel.canonical import Json, canonical_text, parse
from reference.kernel.codec import Words, word
from reference.kernel.decisions import Over
from reference.kernel.named_sets import Beginning, NamedSet
from reference.kernel.ranges import MOST_CHARACTERS, MOST_FRAMES, MOST_ITEMS, Range
from reference.kernel.rulesets import parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import Act
from reference.kernel.verdicts import Next
from scripts.record_types import gist_of, inside, rows_of, values_of
from spec_tables.catalogue import GAMES, catalogue

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FIELDS = Path(__file__).parent / "position_fields.toml"
_WRITTEN = "<!-- Written by `python -m scripts.reference_documents`; do not edit. -->"
_POSITIONS = f"""\
# Positions: every field

{_WRITTEN}

A position is a JSON object. Everything may be left out: what is empty, and what has its default. A trace begins with
one (`{{"trace":1,"game":…,"ruleset":…,"position":{{…}}}}`, see [traces](traces.md)); a file with the bare object is a
position too, if the command line names the game. `./referee position FILE@STEP` writes any position in this form, and
`./referee position FILE --check` lists all that is wrong with one.

What is about to happen is said in one of two ways: by an **opening**, a procedure to begin with, or by **frames**, the
procedures under way, outermost first ([which may stand on which](frames.md)). A record such as a frame has its `type`
and its fields.

A number has the range that is said here; beyond it a position is unreadable. A list has {MOST_ITEMS} items at most, a
text {MOST_CHARACTERS} characters, and {MOST_FRAMES} frames are the most.

## Unreadable, unsound, sound

- **Unreadable**: it has no right form, names what there is not, has one piece or card in two places, or procedures
  under way that could never go on. The message names the place and the cause.
- **Unsound**: it can be played on, but breaks rules. `--check` lists every broken law with its rule and its facts.
- **Sound**: it breaks none of these laws: pieces, blocks and cards are as many as there are and where they may be,
  works and markers stand where they may, what would follow by itself has followed, no two things said contradict each
  other, a result is the one that the position shows. It stands as it was given, or what followed at once is told, with
  events and rules. By its procedures it leads from sound position to sound position.

Sound does not say that a game from the start of a scenario can come to it: each thing in it can be so by itself and
beside the others, and no more is promised. What is not said has its default, and what is about to happen (`frames`)
goes on to the first decision. In Wilderness War procedures without a `year` around them are a fragment of a game: in
it nothing follows by itself but the result of its fight, so that it may end in a position that is unsound.
"""
_ACTIONS = f"""\
# Actions: what players and chance can do

{_WRITTEN}

An action is a JSON object with its `type` and its fields. `./referee options FILE@STEP` lists the legal ones at a
position; on the command line an action can also be typed in short: `lose of=br_regular flips=2`. The decisions named
are those at which golden traces, tests and games have the action offered; the example is one of the actions offered.
"""

# Rulesets under which actions are offered that no golden trace and no scene has.
_UNUSUAL = {
    "hammer_of_the_scots": "standard+hit_timing=until_side_changes",
    "wilderness_war": "standard+bidding=on+dig_for_regulars=on+intercept_before_inside_choice=infiltration_only",
}
_MOST_GAMES = 20


@dataclass(slots=True)
class Offered:
    """Where a type of action was offered, and an example of it."""

    decisions: dict[str, None] = field(default_factory=dict)
    example: Json = None
    taken: bool = False


# ---------------------------------------------------------------- positions


@cache
def positions_page() -> str:
    """Return docs/positions.md."""
    lines = [_POSITIONS]
    for game in GAMES:
        lines.extend(_positions_of(game))
    return "\n".join(lines)


def _positions_of(game: str) -> Iterator[str]:
    positions = importlib.import_module(f"reference.{game}.positions")
    words: Mapping[object, Words] = positions.WORDS
    frames: tuple[type[object], ...] = importlib.import_module(f"reference.{game}.frames").FRAMES
    openings: tuple[type[object], ...] = getattr(positions, "OPENINGS", ())
    yield f"## {catalogue(game).name}\n"
    yield f"Sides: {', '.join(f'`{side}`' for side in catalogue(game).sides)}. {_names(game)}\n"
    yield from _table(("field", "holds", "default", "meaning", "example"), _field_rows(game, bool(openings)))
    if openings:
        yield "### Openings\n"
        yield from _records(openings, words)
    yield "### Frames\n"
    yield from _records(frames, words)
    others = _inner(game, (*openings, *frames))
    if others:
        yield "### Records inside\n"
        yield from _records(others, words)


def _names(game: str) -> str:
    tables = (
        "spaces",
        "areas",
        "locations",
        "counters",
        "leaders",
        "blocks",
        "cards",
        "empire_cards",
        "location_cards",
    )
    folder = ROOT / "spec_tables" / game
    links = [f"[{name}](../spec_tables/{game}/{name}.csv)" for name in tables if (folder / f"{name}.csv").exists()]
    return f"Ids are in the tables: {', '.join(links)}."


def field_data(game: str) -> Mapping[str, Mapping[str, str]]:
    """Return what is said about the fields of a game's positions."""
    found: Mapping[str, Mapping[str, str]] = tomllib.loads(FIELDS.read_text(encoding="utf-8"))[game]
    return found


def _field_rows(game: str, has_openings: bool) -> Iterator[Sequence[str]]:
    for name, about in field_data(game).items():
        example = f"`{about['example']}`"
        yield f"`{name}`", _resolved(game, about["holds"]), about["default"], about["means"], example
    if has_openings:
        yield (
            "`opening`",
            "one of the openings below",
            "none",
            "a procedure to begin with; not together with `frames`",
            "",
        )
    yield "`frames`", "a list of the frames below", "as the game says", "the procedures under way, outermost first", ""


def _resolved(game: str, holds: str) -> str:
    """Put the values of enums and the ranges of numbers into a description."""

    def values(found: re.Match[str]) -> str:
        module, _, name = found[1].rpartition(".")
        kind: object = getattr(importlib.import_module(f"reference.{game}.{module}"), name)
        if isinstance(kind, Range):
            return f"a whole number, {kind}"
        assert isinstance(kind, type)
        assert issubclass(kind, Enum)
        return values_of(kind)

    return re.sub(r"\{([a-z_0-9]+\.[A-Za-z_]+)\}", values, holds)


def _inner(game: str, outer: Sequence[type[object]]) -> tuple[type[object], ...]:
    """Return the records inside others, with the phase that a position can remember."""
    phase: object = getattr(importlib.import_module(f"reference.{game}.state"), "Phase", None)
    more = [phase] if isinstance(phase, type) else []
    found = dict.fromkeys([*more, *(each for kind in (*outer, *more) for each in inside(kind))])
    return tuple(each for each in found if each not in outer)


def _records(kinds: Sequence[type[object]], words: Mapping[object, Words]) -> Iterator[str]:
    for kind in kinds:
        yield f"**`{word(kind.__name__)}`** {_escaped(gist_of(kind))}\n"
        rows = list(rows_of(kind, words))
        if rows:
            yield from _table(("field", "holds", "default"), rows)


# ---------------------------------------------------------------- actions


@cache
def actions_page() -> str:
    """Return docs/actions.md."""
    lines = [_ACTIONS]
    for game in GAMES:
        lines.extend(_actions_of(game, offered(game)))
    return "\n".join(lines)


def _actions_of(game: str, found: Mapping[str, Offered]) -> Iterator[str]:
    kinds: tuple[type[object], ...] = importlib.import_module(f"reference.{game}.actions").ACTIONS
    words: Mapping[object, Words] = importlib.import_module(f"reference.{game}.positions").WORDS
    yield f"## {catalogue(game).name}\n"
    yield from _sets_of(game)
    for kind in kinds:
        name = word(kind.__name__)
        yield f"### `{name}` ({catalogue(game).prefix})\n"
        yield f"{_escaped(gist_of(kind))}\n"
        rows = list(rows_of(kind, words))
        if rows:
            yield from _table(("field", "holds", "default"), rows)
        seen = found.get(name, Offered())
        places = [f"`{each}` ({_escaped(decision_in_words(game, each))})" for each in sorted(seen.decisions)]
        yield f"Due at: {'; '.join(places) or 'no decision that was ever seen'}.\n"
        if seen.example is not None:
            yield f"Example: `{canonical_text(seen.example)}`, {_escaped(action_in_words(game, seen.example))}.\n"


def _sets_of(game: str) -> Iterator[str]:
    """Return the table of the sets that may be named in any order, or given at once."""
    sets: tuple[NamedSet, ...] = importlib.import_module(f"reference.{game}.named_sets").SETS
    rows = [
        (
            f"`{each.name}`",
            _escaped(decision_in_words(game, each.about.replace("*", "…"))),
            ", ".join(f"`{several}` (`{member.action}`)" for several, member in each.members.items()),
            "-" if each.opener is None else f"`{each.opener.action}`",
            "-" if each.beginning is None else f"`{each.beginning.action} {_fields_of(each.beginning)}`",
        )
        for each in sets
    ]
    yield "Sets, named in any order or given at once:\n"
    yield from _table(("set", "asked for", "members", "opened by", "given together with"), rows)


def _fields_of(beginning: Beginning) -> str:
    return " ".join(f"{each}=…" for each in beginning.fields)


def offered(game: str) -> dict[str, Offered]:
    """Return where each type of action was offered in golden traces and gathered scenes."""
    found: dict[str, Offered] = {}
    for path in sorted(traces_in([ROOT / "golden" / game])):
        trace = load_trace(path)
        table = opening_table(trace.header)
        for _, line in trace.lines:
            if isinstance(line, Act):
                _note(found, table, line.do)
                verdict = table.act(line.by, line.do)
                assert isinstance(verdict, Next), f"{path}: {verdict}"
                table = verdict.state
    for folder in (ROOT / "evidence" / "scenes", ROOT / "oracle" / "vectors" / "scenes" / "by_hand"):
        for text in (folder / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
            scene = parse(text)
            assert isinstance(scene, Mapping)
            _note_scene(found, game, scene)
    _note_unusual(found, game)
    return found


def _note_unusual(found: dict[str, Offered], game: str) -> None:
    """Note what is offered only under options that no golden trace and no scene has, in seeded games."""
    wanted = {word(kind.__name__) for kind in importlib.import_module(f"reference.{game}.actions").ACTIONS}
    for seed in range(_MOST_GAMES):
        if game not in _UNUSUAL or wanted <= set(found):
            return
        start = scenario_start(game, ruleset=_UNUSUAL[game]).table
        for here in walk(start, seeded(Dice(seed), rarest(Seen()))):
            _note(found, here.state, None)


def _note_scene(found: dict[str, Offered], game: str, scene: Mapping[str, Json]) -> None:
    """Note what is offered in a scene, and after each of its actions that is legal."""
    table = REGISTERED.place(game, parse_ruleset_name(str(scene["ruleset"])), scene["position"])
    then = scene.get("then", [])
    assert isinstance(then, list)
    for step in [scene, *then]:
        assert isinstance(step, Mapping)
        _note(found, table, step.get("do"))
        if "do" not in step:
            return
        verdict = table.act(str(step["by"]), step["do"])
        if not isinstance(verdict, Next):
            return
        table = verdict.state
    _note(found, table, None)


def _note(found: dict[str, Offered], table: Table, taken: Json) -> None:
    due = table.due()
    if isinstance(due, Over):
        return
    for action in due.actions:
        assert isinstance(action, Mapping)
        entry = found.setdefault(str(action["type"]), Offered())
        entry.decisions[due.about] = None
        is_taken = canonical_text(action) == canonical_text(taken)
        if entry.example is None or (is_taken and not entry.taken):
            entry.example, entry.taken = action, is_taken


# ---------------------------------------------------------------- Markdown


def _table(head: Sequence[str], rows: Iterator[Sequence[str]] | Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(_escaped(cell) for cell in row)} |"
    yield ""


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")


PAGES = {"positions.md": positions_page, "actions.md": actions_page}


def main(arguments: list[str] | None = None) -> int:
    """Write the pages, or check that they are up to date."""
    parser = argparse.ArgumentParser(
        prog="reference_documents", description="Write the reference of positions and actions."
    )
    parser.add_argument("--check", action="store_true", help="only check that the pages are up to date")
    check = parser.parse_args(arguments).check
    stale = [name for name, page in PAGES.items() if not _is_written(DOCS / name, page(), check=check)]
    for name in stale:
        print(f"docs/{name} is stale: run `python -m scripts.reference_documents`", file=sys.stderr)
    return 1 if stale else 0


def _is_written(path: Path, text: str, *, check: bool) -> bool:
    if not check:
        write_text(path, text)
        return True
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
