"""Write the compatibility corpus: traces, positions and vectors of this version, which every later one must read.

`python -m scripts.compatibility` writes `tests/compatibility/1.0/` anew. That is right only until 1.0.0 is released;
from then on the folder is never changed, and a later version with another form gets a folder of its own.
"""

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TypeVar

from oracle.choices import StableRandom
from oracle.cli import COMMANDS, EXIT_INTERNAL, EXIT_UNREADABLE
from oracle.evidence.files import write
from oracle.game_registry import REGISTERED
from oracle.places import ROOT
from oracle.protocol.messages import Code
from oracle.protocol.methods import METHODS
from oracle.records import ACTIONS, records
from oracle.schemas.suites import Origin
from oracle.vectors.cases import Case, Setting, Source, decision_case, observe_case, start_case
from oracle.vectors.scenes import scene_cases, scenes_of
from oracle.verdict_json import Ruling
from oracle.walk import TableTurn, turns, walk
from reference.kernel.canonical import Json, canonical_text
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act, Fault, Header, Trace, write_trace
from spec_tables.catalogue import GAMES, catalogue, rule_ids

FOLDER = Path("tests/compatibility/1.0")
GOLDEN, STEPS, SCENES, EVERY = 9, 400, 31, 50
T = TypeVar("T")


def spread(things: Sequence[T], number: int) -> list[T]:
    """Return so many things, evenly from all of them."""
    return [things[place * len(things) // number] for place in range(number)]


def _seeded(game: str, ruleset: RulesetName, scenario: str) -> list[TableTurn]:
    """Return the first turns of a game whose choices follow from its name."""
    choices = StableRandom(f"compatibility/{game}/{ruleset}/{scenario}")

    def chosen(_: Table, due: Due) -> Json:
        return choices.one(due.actions)

    return list(islice(turns(walk(REGISTERED.start(game, ruleset, scenario), chosen)), STEPS))


def _traces(game: str, played: list[TableTurn], header: Header) -> Iterator[tuple[str, str]]:
    golden = sorted((ROOT / "golden" / game).rglob("*.jsonl"))
    for path in spread(golden, GOLDEN):
        yield path.name, path.read_text(encoding="utf-8")
    acts = tuple(Act(each.due.by, each.action, hash=each.after.digest()) for each in played)
    yield "seeded.jsonl", write_trace(Trace(header, tuple(enumerate(acts, 2))))


def _positions(game: str, played: list[TableTurn], ruleset: RulesetName) -> Iterator[dict[str, Json]]:
    """Return positions in canonical form from play, and in compact form from scenes, each with its hash."""
    for turn in played[::EVERY]:
        yield _position(game, str(ruleset), turn.state.canonical())
    for scene in spread(scenes_of(game), SCENES):
        yield _position(game, scene.ruleset, scene.position)


def _position(game: str, ruleset: str, position: Json) -> dict[str, Json]:
    table = REGISTERED.place(game, REGISTERED.ruleset(game, ruleset), position)
    return {"game": game, "ruleset": ruleset, "position": position, "hash": table.digest()}


def _cases(game: str, played: list[TableTurn], ruleset: RulesetName, scenario: str) -> Iterator[Case]:
    setting = Setting(game, ruleset)
    yield start_case(setting, scenario, REGISTERED.start(game, ruleset, scenario), ())
    for number, turn in enumerate(played[::EVERY]):
        source = Source(Origin.EXPLORED, scenario, number * EVERY)
        yield decision_case(setting, source, turn.state, turn.due)
        for side in catalogue(game).sides:
            yield observe_case(setting, source, turn.state, side, ())
    scenes = scenes_of(game)
    factual = [scene for scene in scenes if scene.facts is not None]
    yield from scene_cases(REGISTERED, game, [*spread(scenes, SCENES), *factual[:5]])


# ---------------------------------------------------------------- words that stay


def _values(game: str, module: str, name: str) -> list[str]:
    found: object = getattr(import_module(f"reference.{game}.{module}"), name)
    assert isinstance(found, type)
    assert issubclass(found, StrEnum)
    return [each.value for each in found]


def stable_words() -> dict[str, list[str]]:
    """Return every word that others rely on, by what it is: ids, reasons, kinds, options, commands, codes."""
    words: dict[str, list[str]] = {
        "commands": list(COMMANDS),
        "exit codes": [str(code) for code in (0, 1, EXIT_UNREADABLE, EXIT_INTERNAL)],
        "rulings": [each.value for each in Ruling],
        "divergences": [each.value for each in Fault],
        "protocol methods": list(METHODS),
        "protocol codes": [f"{code.name} {code.value}" for code in Code],
        "rules": sorted(rule_ids()),
    }
    for game in GAMES:
        known = catalogue(game)
        words[f"{game} sides"] = list(known.sides)
        words[f"{game} scenarios"] = [name for name, _ in known.scenarios]
        words[f"{game} presets"] = [preset.name for preset in known.presets]
        words[f"{game} options"] = [f"{option.name}={value}" for option in known.options for value in option.values]
        words[f"{game} reasons"] = _values(game, "reasons", "Reason")
        words[f"{game} events"] = _values(game, "event_kinds", "EventKind")
        words[f"{game} actions"] = list(records(game, ACTIONS))
    return words


def main() -> int:
    """Write the corpus."""
    folder = ROOT / FOLDER
    for part in ("traces", "positions", "vectors"):
        shutil.rmtree(folder / part, ignore_errors=True)
    for game in GAMES:
        known = catalogue(game)
        ruleset, scenario = RulesetName(known.presets[0].name), known.scenarios[0][0]
        played = _seeded(game, ruleset, scenario)
        for name, text in _traces(game, played, Header(game, ruleset, scenario, title="a seeded game")):
            write(folder / "traces" / game / name, text)
        positions = _positions(game, played, ruleset)
        write(folder / "positions" / f"{game}.jsonl", "".join(f"{canonical_text(each)}\n" for each in positions))
        cases = {each.id: each.written for each in _cases(game, played, ruleset, scenario)}
        write(folder / "vectors" / f"{game}.jsonl", "".join(f"{canonical_text(each)}\n" for each in cases.values()))
    write(folder / "words.json", f"{json.dumps(stable_words(), indent=1)}\n")
    print(f"{FOLDER} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
