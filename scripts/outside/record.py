"""Write what became of somebody else's faults: `evidence/outside_mutation.json`, and the page for people beside it.

    python -m scripts.outside.record FOLDER

FOLDER holds, by game, what the steps before wrote: GAME.faults.jsonl, GAME.out, and GAME.pairs for two faults at once.
Survivors that cannot be told from the original are in `mutation_excuses.toml` beside this file, with the reason.
"""

import json
import sys
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from oracle.evidence.files import FOLDER, write, written
from oracle.evidence.record import sources_digest
from oracle.mutation.excuses import read_excuses
from oracle.mutation.scores import Score, read_summary
from oracle.places import SOURCES
from scripts.outside.alike import alike
from scripts.outside.examples import Example, is_there, not_noticed
from scripts.outside.sample import GAMES, Fault, change_of, function_at, header_of, line_of, name_of, read_faults

RECORD = f"{FOLDER}/outside_mutation.json"
PAGE = f"{FOLDER}/outside_mutation.md"
_NOTICED = ("asserted", "crashed", "endless")
_UNCOUNTED = ("no_python", "overlapping", "outside")
_KEPT = 12
_ABOUT = {"note": "Per game: a sample of the faults that mutmut and cosmic-ray would plant, and how many tests notice."}


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a fault, or of two planted at once."""

    faults: tuple[Fault, ...]
    status: str
    by: str
    tests: int

    @property
    def changes(self) -> list[list[object]]:
        """Return function, line and change of each fault."""
        return [[function_of(each), line_of(each), change_of(each)] for each in self.faults]


def function_of(fault: Fault) -> str:
    """Return the full name of the function a fault lies in."""
    return f"{name_of(fault.path)}.{function_at(fault)}"


def fates(faults: Sequence[Fault], out: Path) -> list[Fate]:
    """Return what became of each fault that was tried, in the order of the sample; the last line about one counts."""
    by_id = {each.id: each for each in faults}
    last: dict[str, Mapping[str, object]] = {}
    for line in out.read_text(encoding="utf-8").splitlines() if out.is_file() else ():
        given = json.loads(line)
        last[str(given["id"])] = given
    return [
        Fate(
            tuple(by_id[one] for one in name.split(" + ")),
            str(each["status"]),
            str(each["by"]),
            int(str(each.get("ran", 0))),
        )
        for name, each in last.items()
        if each["status"] not in _UNCOUNTED
    ]


def counted(found: Sequence[Fate], refused: Container[str] = ()) -> dict[str, object]:
    """Return the figures of a sample: who was noticed how, who survived, who of them is no fault or cannot get in."""
    unnoticed = [each for each in found if each.status not in _NOTICED]
    left = [each for each in unnoticed if not any(one.id in refused for one in each.faults)]
    same = [each for each in left if all(alike(function_of(one), change_of(one)) for one in each.faults)]
    others = [each for each in left if each not in same]
    ways = Counter(each.status for each in found if each.status in _NOTICED)
    return {
        "tried": len(found),
        **{way: ways[way] for way in _NOTICED},
        "ill_typed": len(unnoticed) - len(left),
        "alike": len(same),
        "survived": len(others),
        "survivors": [
            {
                "tool": each.faults[0].tool,
                "changes": each.changes,
                "tests_run": each.tests,
                "finished": each.status == "survived",
            }
            for each in others
        ],
    }


def figures(folder: Path, game: str) -> dict[str, object]:
    """Return the record of a game."""
    path = folder / f"{game}.faults.jsonl"
    faults, head = read_faults(path), header_of(path)
    found = fates(faults, folder / f"{game}.out")
    refused = frozenset((folder / f"{game}.refused").read_text(encoding="utf-8").split())
    by_tool = {
        tool: counted([each for each in found if each.faults[0].tool == tool], refused)
        for tool in ("mutmut", "cosmic-ray")
    }
    brief = {tool: {key: value for key, value in each.items() if key != "survivors"} for tool, each in by_tool.items()}
    return {
        "rules": sources_digest(SOURCES, [f"reference/{game}"])[:16],
        "seed": head["seed"],
        "tools": {each: head[each] for each in ("mutmut", "cosmic-ray", "python")},
        "population": head["all"],
        "one_fault": counted(found, refused),
        "by_tool": brief,
        "two_faults": counted(fates(faults, folder / f"{game}.pairs"), refused),
        "noticed": _examples(found),
    }


def _examples(found: Sequence[Fate]) -> list[Example]:
    """Return some faults, of different modules, each with a test that notices it by an assertion, alone too."""
    by_path: dict[str, Example] = {}
    for each in found:
        (fault,) = each.faults
        before, _, after = change_of(fault).partition(" => ")
        example = {"path": fault.path, "before": before, "after": after, "test": each.by}
        if (
            each.status == "asserted"
            and "[" not in each.by
            and after
            and fault.path not in by_path
            and is_there(example)
        ):
            by_path[fault.path] = example
    chosen = list(by_path.values())[:_KEPT]
    wrong = not_noticed(chosen)
    return [each for each in chosen if each not in wrong]


def score(given: Mapping[str, object]) -> Score:
    """Return how many faults were noticed, of those that can be told from the original."""
    noticed = sum(int(str(given[way])) for way in _NOTICED)
    return Score(noticed, noticed + int(str(given["survived"])))


# ---------------------------------------------------------------- the page


def page(records: Mapping[str, Mapping[str, object]]) -> str:
    """Return the page for people."""
    ours = read_summary(SOURCES).of_games(read_excuses(SOURCES))
    short = {"few_acres_of_snow": "fa", "hammer_of_the_scots": "hs", "wilderness_war": "ww"}
    lines = [
        "# Somebody else's faults",
        "",
        "Generated by `python -m scripts.outside.record`; do not edit.",
        "",
        "A random sample of the faults that two independent tools, mutmut and cosmic-ray, would plant in the bodies of",
        "the functions of a game, with their operators. A fault is noticed if any test of the game fails: by an",
        "assertion, by an exception, or because it never ends. What no test notices but the type checker refuses",
        "cannot get in (`ill-typed`) and does not count; nor do those `alike`, which cannot be told from the original",
        "(`scripts/outside/mutation_excuses.toml` says why). `scripts/outside/run.sh` does all of it.",
        "",
        "| game | of | tried | asserted | crashed | endless | ill-typed | alike | survived | noticed | our own score |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for game, each in records.items():
        one, population = each["one_fault"], each["population"]
        assert isinstance(one, dict)
        assert isinstance(population, dict)
        cells = [one[key] for key in ("tried", *_NOTICED, "ill_typed", "alike", "survived")]
        own = ours.get(short[game], "none")
        lines.append(f"| {game} | {sum(population.values())} | {' | '.join(map(str, cells))} | {score(one)} | {own} |")
    lines += ["", "## Two faults at once", "", "| game | tried | survived | noticed |", "|---|---|---|---|"]
    for game, each in records.items():
        two = each["two_faults"]
        assert isinstance(two, dict)
        lines.append(f"| {game} | {two['tried']} | {two['survived']} | {score(two)} |")
    lines += ["", "## Survivors", ""]
    for game, each in records.items():
        lines += [f"### {game}", "", *_survivors(each["one_fault"]), "", *_survivors(each["two_faults"]), ""]
    return "\n".join(lines).replace("\n\n\n", "\n\n").rstrip() + "\n"


def _survivors(given: object) -> Iterator[str]:
    assert isinstance(given, dict)
    for each in given["survivors"]:
        changes = "; ".join(f"`{function}` line {line}: ``{change}``" for function, line, change in each["changes"])
        unfinished = "" if each["finished"] else f" (after {each['tests_run']} tests; not all were run)"
        yield f"- {each['tool']}: {changes}{unfinished}"


def main(words: Sequence[str]) -> int:
    """Write record and page."""
    folder = Path(words[0])
    records = {game: figures(folder, game) for game in GAMES if (folder / f"{game}.out").is_file()}
    write(SOURCES / RECORD, written("python -m scripts.outside.record", _ABOUT, "games", records))
    write(SOURCES / PAGE, page(records))
    for game, each in records.items():
        one = each["one_fault"]
        assert isinstance(one, dict)
        print(game, score(one))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
