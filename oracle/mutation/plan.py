"""What to try: every mutant of every rule-bound function, with the tests that must notice it.

A mutant is tried for every rule that its fault is about. For each of them, only a test, property or golden trace that
proves the rule, or an example of it, may kill the mutant. A fault is about the rules of its function. If it is in a
clause that cites rules (a violation, an event), it is about these, and not about rules that only other clauses cite.
The condition of a branch that leaves also decides whether the following code is reached, so it is about the rules cited
there too. Only tests that ran the function when they last passed are run, the quickest first.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from oracle.evidence.links import rules_of
from oracle.evidence.record import Evidence, Witnessed
from oracle.mutation.operators import Mutant, cited_in, mutants

# The default limit, in seconds, on the tests that are run against a mutant.
MOST_SECONDS = 10.0
# The two ways to try a mutant: exchange the code of a function, or start before anything is imported. A mutant that
# cannot be tried in place gets the name of the other way as its status.
IN_PLACE, AT_IMPORT = "in_place", "at_import"


@dataclass(frozen=True, slots=True)
class Target:
    """A function bound to rules."""

    module: str
    name: str
    path: str
    rules: tuple[str, ...]
    tree: ast.FunctionDef

    @property
    def id(self) -> str:
        """Return the function's full name, as the watcher knows it."""
        return f"{self.module}.{self.name}"

    @property
    def digest(self) -> str:
        """Return a digest of what the function does: comments, layout and docstring do not count."""
        return digest_of(self.tree)

    def mutants(self) -> tuple[Mutant, ...]:
        """Return the mutants of the function."""
        return mutants(self.tree)


@dataclass(frozen=True, slots=True)
class Proof:
    """The tests that prove a rule and may notice a mutant, with their seconds, and a digest of them."""

    rule: str
    tests: tuple[tuple[str, float], ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Trial:
    """A test to run: how long it takes, and which rules of a job it proves."""

    test: str
    seconds: float
    rules: frozenset[str]


@dataclass(frozen=True, slots=True)
class Job:
    """A mutant to try: the fault, and for each rule that it is about the tests that may notice it.

    `bound` are the rules of the function or column, `digest` is the digest of its content; `before` are the tests that
    noticed the mutant earlier.
    """

    id: str
    subject: str
    bound: tuple[str, ...]
    path: str
    line: int
    change: str
    source: str
    digest: str
    proofs: tuple[Proof, ...]
    before: tuple[str, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that the fault is about."""
        return tuple(proof.rule for proof in self.proofs)

    def tests(self, first: Iterable[str] = ()) -> tuple[Trial, ...]:
        """Return the tests to run: `first`, then the quickest; of equally quick ones, those that prove most rules."""
        proving: dict[tuple[str, float], list[str]] = {}
        for proof in self.proofs:
            for test in proof.tests:
                proving.setdefault(test, []).append(proof.rule)
        found = [Trial(test, seconds, frozenset(rules)) for (test, seconds), rules in proving.items()]
        soonest = frozenset(first)
        return tuple(
            sorted(
                found, key=lambda each: (each.test not in soonest, round(each.seconds, 1), -len(each.rules), each.test)
            )
        )

    def to_json(self) -> dict[str, object]:
        """Return the form in which a worker gets it."""
        return asdict(self)


def job_from_json(given: Mapping[str, object]) -> Job:
    """Read what `to_json` wrote."""
    bound, before, proofs, line = given["bound"], given["before"], given["proofs"], given["line"]
    assert isinstance(bound, list)
    assert isinstance(before, list)
    assert isinstance(proofs, list)
    assert isinstance(line, int)
    words = {name: str(given[name]) for name in ("id", "subject", "path", "change", "source", "digest")}
    return Job(
        **words,
        line=line,
        bound=tuple(map(str, bound)),
        proofs=tuple(
            Proof(str(each["rule"]), tuple((str(test), float(long)) for test, long in each["tests"]), each["digest"])
            for each in proofs
        ),
        before=tuple(map(str, before)),
    )


def targets(root: Path) -> Iterator[Target]:
    """Return every function bound to a rule, in the order of the sources."""
    for path in sorted((root / "reference").rglob("*.py")):
        shown = path.relative_to(root).as_posix()
        module = shown.removesuffix(".py").replace("/", ".")
        for name, tree in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            rules = tuple(rule for each in tree.decorator_list for rule in rules_of(each, "rule"))
            if rules:
                yield Target(module, name, shown, rules, tree)


def _functions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{within}{child.name}", child
        if isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{within}{child.name}.")


def function_in(tree: ast.Module, name: str) -> ast.FunctionDef:
    """Return the function of that name in a module; the name of a method is `Class.method`."""
    return next(function for found, function in _functions(tree) if found == name)


def name_in(module: str, function: str) -> str:
    """Return the name that a function has in the module of that path."""
    return function.removeprefix(f"{module.removesuffix('.py').replace('/', '.')}.")


def digest_of(function: ast.FunctionDef) -> str:
    """Return a digest of a function's body and signature; layout, comments, docstring and decorators do not count."""
    first = 1 if ast.get_docstring(function, clean=False) is not None else 0
    parts = [ast.dump(function.args), *(ast.dump(statement) for statement in function.body[first:])]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


class Proving:
    """Which tests prove a rule and ran a function."""

    def __init__(self, root: Path, evidence: Evidence, seconds: float = MOST_SECONDS) -> None:
        self.root = root
        self.seconds = seconds
        self.tests = evidence.tests
        self.running: dict[str, list[Witnessed]] = {}
        self.known: dict[tuple[str | None, str], Proof] = {}
        for test in evidence.tests:
            for function in test.functions:
                self.running.setdefault(function, []).append(test)

    def elsewhere(self, function: str, rule: str) -> Proof:
        """Return the tests that ran a function without proving a rule, the quickest first."""
        found = (test for test in self.running.get(function, ()) if rule not in test.rules)
        return Proof(rule, limited(((test.test, test.seconds) for test in found), self.seconds), "")

    def of(self, function: str | None, rule: str) -> Proof:
        """Return the tests that prove a rule and ran a function; without a function, all that prove the rule."""
        if (function, rule) not in self.known:
            ran = self.tests if function is None else self.running.get(function, ())
            tests = limited(((test.test, test.seconds) for test in ran if rule in test.rules), self.seconds)
            self.known[function, rule] = Proof(rule, tests, digest_of_tests(self.root, (test for test, _ in tests)))
        return self.known[function, rule]


def limited(tests: Iterable[tuple[str, float]], most: float) -> tuple[tuple[str, float], ...]:
    """Return the quickest tests, as many as the time allows."""
    kept: list[tuple[str, float]] = []
    spent = 0.0
    for test, seconds in sorted(tests, key=lambda each: (round(each[1], 1), each[0])):
        spent += seconds
        if kept and spent > most:
            break
        kept.append((test, seconds))
    return tuple(kept)


def about(target: Target, cited: frozenset[str]) -> tuple[str, ...]:
    """Return the rules of a fault whose clause cites these: not those of the function that only other clauses cite."""
    if not cited:
        return target.rules
    elsewhere = cited_in(ast.Module(target.tree.body, [])) - cited
    prefix = target.rules[0].split(":")[0]
    others = sorted(rule for rule in cited - set(target.rules) if rule.startswith(f"{prefix}:"))
    return (*(rule for rule in target.rules if rule not in elsewhere), *others)


def jobs_of(target: Target, proving: Proving) -> Iterator[Job]:
    """Return a job for every mutant of a function."""
    digest = target.digest
    for mutant in target.mutants():
        yield Job(
            id=f"{target.id.removeprefix('reference.')}#{mutant.id}",
            subject=target.id,
            bound=target.rules,
            path=target.path,
            line=mutant.line,
            change=mutant.change,
            source=mutant.source,
            digest=digest,
            proofs=tuple(proving.of(target.id, rule) for rule in about(target, mutant.cited)),
        )


def file_of(test: str) -> str:
    """Return the file that holds what a test asserts: its own, or the golden trace it replays."""
    path, _, name = test.partition("::")
    if path == "tests/test_golden.py" and "[" in name:
        return name.partition("[")[2].removesuffix("]")
    return path


def digest_of_tests(root: Path, tests: Iterable[str]) -> str:
    """Return a digest of tests: their names and the content of their files."""
    digest = hashlib.sha256()
    for test in sorted(set(tests)):
        digest.update(f"{test} {file_digest(root / file_of(test))}\n".encode())
    return digest.hexdigest()[:16]


@cache
def file_digest(path: Path) -> str:
    """Return the digest of a file; an empty text if it is gone."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""
