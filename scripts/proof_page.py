"""One page that a sceptic reads: `python -m scripts.proof_page [--check]` writes docs/proof.md.

Every figure is taken from the catalogues, from the files of `evidence/`, from the sizes that the properties state of
their domains, and from the tables of other pages that say how they were measured. Nothing is typed in.
"""

import argparse
import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from oracle.evidence.traceability import Traced, read_record
from oracle.files import write_text
from oracle.mutation.excuses import read_excuses
from oracle.mutation.scores import Score, read_summary
from properties.undecided_rules import decided, normative
from spec_tables.catalogue import GAMES, Kind, catalogue

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "proof.md"
_NOT_YET = "not yet recorded"
_LARGEST = 6
_HEAD = """\
# The proof, for a sceptic

<!-- Written by `python -m scripts.proof_page`; do not edit. -->

What stands behind the rules, in figures, and what it does not show. Every figure is taken from the files named below,
by `python -m scripts.proof_page`; a test fails when this page is stale.
"""
_WHAT_IT_MEANS = """\
- **Rules**: the numbered statements of the rulebooks. A *normative* one demands something; the others define, explain
  or are optional.
- **Functions, tests**: a test counts for a rule only if it ran a function of that rule. Where a rule has none, a file
  says why ([claims and excuses](../CONTRIBUTING.md#claims-and-excuses)).
- **Faults noticed**: of small faults planted one at a time, the share that makes an assertion of a test fail. What only
  the type checker notices does not count, nor what is excused because it cannot be told from the original. The two
  other tools plant a random sample with their own operators; there a crash counts as noticed too.
- **Contracts**: statements about arithmetic that a solver (CrossHair) tries to refute for every input. *Confirmed* is a
  proof, *unknown* is none.
- **Decided in play**: normative rules by which, in some game from a scenario's start, something was offered, happened,
  was refused, or went otherwise with a fault in the rule's function. The others are listed in
  `properties/undecided_rules.toml`, each with the reason why play does not show it and the test that does.
"""
_NOT_SHOWN = """\
## What none of it shows

- **That the passage was read rightly.** Rules, tests and second statements were written in one project from the same
  rulebooks. A misreading that all of them share is noticed by none. Against it stand the printed examples, and the
  recorded games of others.
- **That what was not recorded agrees.** The recorded games are few, and their players did not seek rare rules. Games by
  other people, under other rulesets, may part from Referee where none of these did.
- **That a fault of another kind is noticed.** A planted fault is a small change of a line or of a table's cell. A rule
  that is missing altogether is noticed only if somebody put it into the catalogue.
- **Anything beyond the stated domains.** An exhaustive check holds for its domain, a contract for its arithmetic,
  thousands of games for those games.
- **Independent audits.** None is recorded in this repository.
- **The words.** That the English of a ruling says what its facts say is tested by examples only.
"""


# ---------------------------------------------------------------- what is counted


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain that a property covers without exception, and its size if the source states it as a number."""

    game: str
    what: str
    size: int | None


def domains(root: Path) -> Iterator[Domain]:
    """Find the calls of `covered` in the properties of each game."""
    for game in GAMES:
        for path in sorted((root / "properties" / game).glob("test_*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "covered":
                    yield Domain(game, _said(node.args[0]), _number(node.args[2]))


def _said(node: ast.expr) -> str:
    """Return a text of the sources; what is filled in later is left out."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    texts = (str(each.value) if isinstance(each, ast.Constant) else "…" for each in parts)
    return "".join(texts).replace("|", "/")


def _number(node: ast.expr) -> int | None:
    """Return a size if it is a number or a sum of numbers; of two, the one that `make test` covers."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.IfExp(orelse=smaller):
            return _number(smaller)
        case ast.BinOp(left=left, right=right, op=kind):
            one, other = _number(left), _number(right)
            return None if one is None or other is None else _counted(kind, one, other)
        case _:
            return None


def _counted(kind: ast.operator, one: int, other: int) -> int | None:
    match kind:
        case ast.Mult():
            return one * other
        case ast.Add():
            return one + other
        case ast.Sub():
            return one - other
        case ast.Pow():
            return int(one**other)
        case _:
            return None


def table_under(path: Path, heading: str) -> list[str]:
    """Return the lines of the first table under a heading of a page."""
    text = path.read_text(encoding="utf-8")
    _, found, rest = text.partition(f"\n## {heading}\n")
    if not found:
        raise SystemExit(f"{path.name} has no heading {heading!r}")
    rest = rest.partition("\n## ")[0]
    return [line for line in rest.splitlines() if line.startswith("|")]


def _json(path: Path) -> Mapping[str, object] | None:
    if not path.is_file():
        return None
    found: object = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def _of(found: Mapping[str, object], name: str) -> Mapping[str, object]:
    inside = found[name]
    assert isinstance(inside, dict)
    return inside


def _places(record: Mapping[str, Traced], part: str) -> set[str]:
    return {place for each in record.values() for place in getattr(each, part)}


# ---------------------------------------------------------------- the figures of a game


def _rules(game: str) -> Iterator[tuple[str, str]]:
    known = catalogue(game)
    yield "rules in the catalogue", f"{len(known.rules):,}"
    yield "of them normative", f"{sum(each.kind is Kind.NORMATIVE for each in known.rules):,}"
    yield "options on which editions disagree", f"{len(known.options):,}"


def _proofs(game: str) -> Iterator[tuple[str, str]]:
    record = read_record(ROOT, game)
    yield "functions bound to rules", f"{len(_places(record, 'functions')):,}"
    yield "tests that prove rules", f"{len(_places(record, 'tests')):,}"
    yield "properties that prove rules", f"{len(_places(record, 'properties')):,}"
    yield "golden traces", f"{len(list((ROOT / 'golden' / game).rglob('*.jsonl'))):,}"
    scenes = ROOT / "evidence" / "scenes" / f"{game}.jsonl"
    yield "scenes kept for test vectors", f"{len(scenes.read_text(encoding='utf-8').splitlines()):,}"
    sizes = [each.size for each in domains(ROOT) if each.game == game]
    stated = [each for each in sizes if each is not None]
    yield "domains covered exhaustively", f"{len(sizes)}, of {sum(stated):,} cases and more"
    yield "contracts of arithmetic", _contracts(game)


def _contracts(game: str) -> str:
    kept = _json(ROOT / "evidence" / "contracts.json")
    assert kept is not None
    results: Counter[str] = Counter()
    for name, result in _of(kept, "contracts").items():
        if name.startswith(f"properties.contracts.{game}"):
            assert isinstance(result, list)
            results[str(result[0])] += 1
    return ", ".join(f"{number} {result}" for result, number in sorted(results.items()))


def _mutants(game: str) -> Iterator[tuple[str, str]]:
    scores = read_summary(ROOT).of_games(read_excuses(ROOT))
    yield "faults noticed, `referee mutate`", _share(scores.get(catalogue(game).prefix, Score()))
    outside = _json(ROOT / "evidence" / "outside_mutation.json")
    for name, title in (("one_fault", "two other tools"), ("two_faults", "two faults at once")):
        yield f"faults noticed, {title}", _NOT_YET if outside is None else _outside(_of(outside, "games"), game, name)


def _outside(games: Mapping[str, object], game: str, name: str) -> str:
    if game not in games:
        return _NOT_YET
    counts = _of(_of(games, game), name)
    noticed = sum(int(str(counts[way])) for way in ("asserted", "crashed", "endless"))
    return _share(Score(noticed, noticed + int(str(counts["survived"]))))


def _share(score: Score) -> str:
    return f"{score.percent:.2f} % of {score.counted:,}" if score.counted else _NOT_YET


def _games(game: str) -> Iterator[tuple[str, str]]:
    seeded = _json(ROOT / "evidence" / "seeded_games" / f"{game}.json")
    tallies = () if seeded is None else tuple(_of(seeded, "tallies").values())
    numbers = [[int(str(number)) for number in each[:2]] for each in tallies if isinstance(each, list)]
    games, decisions = (sum(each[index] for each in numbers) for index in (0, 1))
    yield "seeded games, every scenario and preset", f"{games:,}" if numbers else _NOT_YET
    yield "decisions in them, every position sound", f"{decisions:,}" if numbers else _NOT_YET
    covered = _json(ROOT / "evidence" / "rule_coverage" / f"{game}.json")
    for name, title in (("games", "games that seek rare rules"), ("decisions", "decisions in them")):
        yield title, _NOT_YET if covered is None else f"{int(str(covered[name])):,}"
    yield "normative rules decided in play", f"{len(normative(game) & decided(ROOT, game)):,}"


def figures(game: str) -> dict[str, str]:
    """Return the figures of a game, by what they count."""
    return dict([*_rules(game), *_proofs(game), *_mutants(game), *_games(game)])


# ---------------------------------------------------------------- the page

_SOURCES = """\
From `spec_tables/`, [evidence/](../evidence/README.md) (`traceability/`, `mutation.json`, `outside_mutation.json`,
`contracts.json`, `seeded_games/`, `rule_coverage/`, `fired.json`, `scenes/`), `golden/` and the sources of
`properties/`.
"""


_LARGEST_ONES = """\
The largest that a source states as one number; the tests print all of them (`pytest -rP properties`).
"""
_REPLAYED = """\
As [the importers](importers.md#what-the-recorded-games-came-to) replay them; the games are not in this repository.
"""
_DAMAGED = "Good texts damaged at random; [what holds when input is wrong](reliability.md#damaged-texts).\n"
_FUZZED = "A coverage-guided fuzzer on every reader; [how](reliability.md#fuzzing).\n"


def page() -> str:
    """Return the page."""
    by_game = {game: figures(game) for game in GAMES}
    names = [catalogue(game).name for game in GAMES]
    lines = [_HEAD, "## By game", "", f"| | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    lines += [f"| {what} | {' | '.join(by_game[game][what] for game in GAMES)} |" for what in by_game[GAMES[0]]]
    lines += ["", _SOURCES, _WHAT_IT_MEANS, "## Domains covered exhaustively", "", _LARGEST_ONES]
    lines += ["| game | domain | cases |", "|---|---|---|", *_largest(), ""]
    lines += ["## Recorded games of other implementations and of people", "", _REPLAYED]
    lines += [*table_under(ROOT / "docs" / "importers.md", "What the recorded games came to"), ""]
    lines += ["## Damaged texts", "", _DAMAGED, *table_under(ROOT / "docs" / "reliability.md", "Damaged texts"), ""]
    lines += ["## Fuzzing", "", _FUZZED, *table_under(ROOT / "docs" / "reliability.md", "Fuzzing"), "", _NOT_SHOWN]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def _largest() -> Iterator[str]:
    for game in GAMES:
        sized = [(each.size, each.what) for each in domains(ROOT) if each.game == game and each.size is not None]
        for size, what in sorted(set(sized), reverse=True)[:_LARGEST]:
            yield f"| {catalogue(game).name} | {what} | {size:,} |"


def main(words: list[str] | None = None) -> int:
    """Write the page, or say whether it is up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if the page is stale")
    given = parser.parse_args(words)
    text = page()
    if not given.check:
        write_text(PAGE, text)
    elif not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != text:
        sys.stderr.write("docs/proof.md is stale: run `python -m scripts.proof_page`\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
