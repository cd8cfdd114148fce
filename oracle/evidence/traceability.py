"""What implements and proves every rule, as a test run showed it: the record, and what is missing from it.

`evidence/traceability/GAME.json` holds it, one rule a line. `traceability_pages` makes pages from it for people; no
program reads the pages.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from oracle.errors import InputError
from oracle.evidence.files import FOLDER, written
from oracle.evidence.firing import Counts, Fired
from oracle.evidence.links import Bound
from oracle.evidence.record import Evidence
from oracle.mutation.scores import Score
from spec_tables.catalogue import Catalogue, Excuse, Kind, Rule

RECORDS = f"{FOLDER}/traceability"
_GENERATED_BY = "./referee trace"
_NOTE = (
    "Per rule, and by file: its functions, and the tests and properties that proved it in a test run; its golden "
    "traces and examples. `fired`: golden traces that executed it and that it decided, then properties, then explored "
    "games. `faults`: small faults noticed by its tests, and all that are about it."
)


@dataclass(frozen=True, slots=True)
class Firing:
    """In how many golden traces, properties and explored games a rule was executed, and decided something."""

    counts: Counts = field(default_factory=Counts)
    properties: int = 0
    properties_decided: int = 0

    @property
    def ever(self) -> bool:
        """Say whether the rule was executed at all outside its own tests."""
        return bool(self.counts.golden or self.properties or self.counts.games)

    @property
    def decided(self) -> bool:
        """Say whether the rule decided something outside its own tests."""
        return bool(self.counts.golden_decided or self.properties_decided or self.counts.games_decided)

    def __str__(self) -> str:
        """Return it as pages show it."""
        counts = self.counts
        golden = f"g{counts.golden}/{counts.golden_decided}"
        games = f"e{counts.games}/{counts.games_decided}"
        return f"{golden} p{self.properties}/{self.properties_decided} {games}" if self.ever else ""

    def to_json(self) -> list[int]:
        """Return the form in which it is kept."""
        counts = self.counts
        golden, games = [counts.golden, counts.golden_decided], [counts.games, counts.games_decided]
        return [*golden, self.properties, self.properties_decided, *games]


@dataclass(frozen=True, slots=True)
class Traced:
    """The record of a rule: what implements and proves it, how often it fired, and its mutation score."""

    functions: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    golden: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    fired: Firing = field(default_factory=Firing)
    score: Score = field(default_factory=Score)

    def to_json(self) -> dict[str, object]:
        """Return the form in which it is written; empty parts are left out."""
        found: dict[str, object] = {
            "functions": _by_file(self.functions),
            "tests": _by_file(self.tests),
            "properties": _by_file(self.properties),
            "golden": list(self.golden),
            "examples": list(self.examples),
            "fired": self.fired.to_json() if self.fired.ever else (),
            "faults": [self.score.killed, self.score.counted] if self.score.counted else (),
        }
        return {name: value for name, value in found.items() if value}


# The records of the rules of a game, by rule.
Record = Mapping[str, Traced]


@dataclass(frozen=True, slots=True)
class Known:
    """What is known from elsewhere: which rules fired in explored games, and how many faults are noticed."""

    fired: Fired | None = None
    scores: Mapping[str, Score] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """What implements a rule and what proves it; a rule may be excused from either."""

    rule: Rule
    traced: Traced
    excuse: Excuse | None = None

    @property
    def lacks(self) -> tuple[str, ...]:
        """Return what a normative rule lacks and is not excused from."""
        if self.rule.kind is not Kind.NORMATIVE:
            return ()
        excused = "" if self.excuse is None else self.excuse.needs
        lacking: list[str] = []
        if not self.traced.functions and excused not in ("function", "both"):
            lacking.append("function")
        if not (self.traced.tests or self.traced.properties) and excused not in ("test", "both"):
            lacking.append("test")
        return tuple(lacking)

    @property
    def idle(self) -> bool:
        """Say whether a normative rule with functions decides nothing in any trace, property or explored game."""
        return self.rule.kind is Kind.NORMATIVE and bool(self.traced.functions) and not self.traced.fired.decided


# ---------------------------------------------------------------- from a test run


def traced(found: Catalogue, bound: tuple[Bound, ...], evidence: Evidence, known: Known | None = None) -> Record:
    """Return the record of every rule of a game."""
    beside = Known() if known is None else known
    firing = _firing(bound, evidence, beside.fired)
    places: dict[tuple[str, str], set[str]] = {}
    for each in bound:
        if each.kind == "function":
            for rule in each.rules:
                places.setdefault((rule, "reference"), set()).add(each.place)
    for link in evidence.links:
        places.setdefault((link.rule, link.source.split("/")[0]), set()).add(place_of(link.source))

    def of(rule: str, folder: str) -> tuple[str, ...]:
        return tuple(sorted(places.get((rule, folder), ())))

    return {
        rule.id: Traced(
            of(rule.id, "reference"),
            of(rule.id, "tests"),
            of(rule.id, "properties"),
            of(rule.id, "golden"),
            tuple(each.id for each in found.examples if rule.id in each.rules),
            firing.get(rule.id, Firing()),
            beside.scores.get(rule.id, Score()),
        )
        for rule in found.rules
    }


def place_of(source: str) -> str:
    """Return the place of a test as in the sources; for a method with its class: `path::Class.method`."""
    path, _, name = source.partition("::")
    return f"{path}::{name.replace('::', '.')}" if name else path


def _firing(bound: tuple[Bound, ...], evidence: Evidence, fired: Fired | None) -> dict[str, Firing]:
    """Return how often each rule fired: in properties from the test run, in traces and games from the record."""
    rules: dict[str, tuple[str, ...]] = {}
    for each in bound:
        if each.kind == "function":
            name = f"{each.path.removesuffix('.py').replace('/', '.')}.{each.name}"
            rules[name] = each.rules
    ran: Counter[str] = Counter()
    decided: Counter[str] = Counter()
    for test in evidence.tests:
        if test.test.startswith("properties/"):
            ran.update({rule for function in test.functions for rule in rules.get(function, ())})
            decided.update(test.cited)
    explored = {} if fired is None else fired.rules
    return {
        rule: Firing(explored.get(rule, Counts()), ran[rule], decided[rule]) for rule in {*ran, *decided, *explored}
    }


def proofs(found: Catalogue, record: Record) -> tuple[Proof, ...]:
    """Return what is known about every rule of a game."""
    excuses = {excuse.rule: excuse for excuse in found.excuses}
    return tuple(Proof(rule, record.get(rule.id, Traced()), excuses.get(rule.id)) for rule in found.rules)


def missing(found: Catalogue, of_game: tuple[Proof, ...]) -> tuple[str, ...]:
    """Return what a game that is claimed complete still lacks."""
    if not found.claimed_complete:
        return ()
    lacking = [f"{proof.rule.id} ({proof.rule.title}) has no {lack}" for proof in of_game for lack in proof.lacks]
    # Without any counts (no exploration, no test run on record) no rule can be called idle.
    counted = any(proof.traced.fired.ever for proof in of_game)
    idle = [
        f"{proof.rule.id} ({proof.rule.title}) never decides anything in play"
        for proof in of_game
        if counted and proof.idle
    ]
    return (*lacking, *idle)


# ---------------------------------------------------------------- the file


def file_of(game: str) -> str:
    """Return the file of the record of a game."""
    return f"{RECORDS}/{game}.json"


def record_text(game: str, record: Record) -> str:
    """Return the text of the file of a record."""
    rules = {rule: each.to_json() for rule, each in record.items()}
    return written(_GENERATED_BY, {"note": _NOTE, "game": game}, "rules", rules)


def read_record(root: Path, game: str) -> Record:
    """Read the record of a game; an empty one if there is none."""
    path = root / file_of(game)
    if not path.is_file():
        return {}
    try:
        given = json.loads(path.read_text(encoding="utf-8"))
        return {str(rule): _traced(each) for rule, each in given["rules"].items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        raise InputError(f"{file_of(game)}: is not what `{_GENERATED_BY}` writes") from None


def _traced(given: Mapping[str, object]) -> Traced:
    fired, faults = _numbers(given.get("fired", [0] * 6)), _numbers(given.get("faults", [0, 0]))
    golden, golden_decided, properties, properties_decided, games, games_decided = fired
    killed, counted = faults
    return Traced(
        _places(given.get("functions", {})),
        _places(given.get("tests", {})),
        _places(given.get("properties", {})),
        _texts(given.get("golden", [])),
        _texts(given.get("examples", [])),
        Firing(Counts(golden, golden_decided, games, games_decided), properties, properties_decided),
        Score(killed, counted),
    )


def _by_file(places: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for place in places:
        path, _, name = place.partition("::")
        found.setdefault(path, []).append(name)
    return found


def _places(given: object) -> tuple[str, ...]:
    if not isinstance(given, dict):
        raise TypeError(given)
    return tuple(f"{path}::{name}" for path, names in given.items() for name in _texts(names))


def _texts(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise TypeError(given)
    return tuple(given)


def _numbers(given: object) -> tuple[int, ...]:
    if not isinstance(given, list) or not all(isinstance(each, int) for each in given):
        raise TypeError(given)
    return tuple(given)


# ---------------------------------------------------------------- two records


def differences(kept: Record, now: Record) -> Iterator[str]:
    """Return where two records differ, one line for each rule and kind; ignore how often properties ran a rule.

    Tests that share memos run more or fewer rule functions, depending on their order on the cores. So those counts
    describe only the run that wrote the record.
    """
    for rule in {**kept, **now}:
        if rule not in kept or rule not in now:
            yield f"{rule}: {'is new' if rule in now else 'is gone'}"
        else:
            yield from (f"{rule}: {each}" for each in _differences(kept[rule], now[rule]))
    if list(kept) != list(now) and set(kept) == set(now):
        yield "the rules stand in another order"


def _differences(was: Traced, is_now: Traced) -> Iterator[str]:
    for name in ("functions", "tests", "properties", "golden", "examples"):
        before, after = getattr(was, name), getattr(is_now, name)
        gone = [f"- {each}" for each in before if each not in after]
        new = [f"+ {each}" for each in after if each not in before]
        if before != after:
            yield f"{name}: {' '.join((*gone, *new)) or 'stand in another order'}"
    if (was.fired.ever, was.fired.counts) != (is_now.fired.ever, is_now.fired.counts):
        yield f"fired: {was.fired} => {is_now.fired}"
    if was.score != is_now.score:
        yield f"faults noticed: {was.score} => {is_now.score}"
