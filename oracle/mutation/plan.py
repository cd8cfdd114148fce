"""What to try: every mutant of every rule-bound function, with the tests that must notice it.

A mutant may be killed only by a test, property or golden trace that proves one of the rules its fault is about (or an
example of it): those the function is bound to, and those that the changed part names itself (a violation or event that
cites a rule is a clause of that rule). It counts in the scores of just these rules. Only tests that ran the function
when they last passed are worth running: the quickest first.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from oracle.evidence.links import rules_of
from oracle.evidence.record import Evidence, Witnessed
from oracle.mutation.operators import Mutant, mutants

# Of the tests that could notice a mutant, no more than these seconds' worth are run, unless more are asked for.
MOST_SECONDS = 10.0


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
        """Return the function's full name, as the witness knows it."""
        return f"{self.module}.{self.name}"

    @property
    def digest(self) -> str:
        """Return a digest of what the function does: comments, layout and docstring do not count."""
        return digest_of(self.tree)

    def mutants(self) -> tuple[Mutant, ...]:
        """Return the mutants of the function."""
        return mutants(self.tree)


@dataclass(frozen=True, slots=True)
class Job:
    """A mutant to try: the fault, the tests that may notice it with their seconds, and what its fate rests on.

    `rules` are those of the function or column; `named` are others, which the changed part names.
    """

    id: str
    subject: str
    rules: tuple[str, ...]
    path: str
    line: int
    change: str
    source: str
    digest: str
    tests: tuple[tuple[str, float], ...]
    tests_digest: str = field(default="")
    named: tuple[str, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the form in which a worker gets it."""
        return asdict(self)


def job_from_json(given: Mapping[str, object]) -> Job:
    """Read what `to_json` wrote."""
    tests, rules, named = given["tests"], given["rules"], given["named"]
    assert isinstance(tests, list)
    assert isinstance(rules, list)
    assert isinstance(named, list)
    line = given["line"]
    assert isinstance(line, int)
    words = {name: str(given[name]) for name in ("id", "subject", "path", "change", "source", "digest", "tests_digest")}
    return Job(
        **words,
        line=line,
        rules=tuple(str(rule) for rule in rules),
        named=tuple(str(rule) for rule in named),
        tests=tuple((str(test), float(seconds)) for test, seconds in tests),
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
    """Return the function of that name in a module; of a method, the name has that of its class before it."""
    return next(function for found, function in _functions(tree) if found == name)


def name_in(module: str, function: str) -> str:
    """Return the name that a function has in the module of that path."""
    return function.removeprefix(f"{module.removesuffix('.py').replace('/', '.')}.")


def digest_of(function: ast.FunctionDef) -> str:
    """Return a digest of a function's body and signature, whatever its layout, comments, docstring and decorators."""
    first = 1 if ast.get_docstring(function, clean=False) is not None else 0
    parts = [ast.dump(function.args), *(ast.dump(statement) for statement in function.body[first:])]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


class Proving:
    """Which tests prove a rule and ran a function."""

    def __init__(self, evidence: Evidence, seconds: float = MOST_SECONDS) -> None:
        self.seconds = seconds
        self.running: dict[str, list[Witnessed]] = {}
        for test in evidence.tests:
            for function in test.functions:
                self.running.setdefault(function, []).append(test)

    def elsewhere(self, function: str, rules: Iterable[str]) -> tuple[tuple[str, float], ...]:
        """Return the tests that ran a function without proving any of its rules, the quickest first."""
        unwanted = set(rules)
        found = [test for test in self.running.get(function, ()) if not unwanted.intersection(test.rules)]
        return limited(((test.test, test.seconds) for test in found), self.seconds)

    def of(self, function: str, rules: Iterable[str]) -> tuple[tuple[str, float], ...]:
        """Return the tests of a function that prove one of its rules, the quickest first, with their seconds."""
        wanted = set(rules)
        found = [test for test in self.running.get(function, ()) if wanted.intersection(test.rules)]
        return limited(((test.test, test.seconds) for test in found), self.seconds)


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


def _named(target: Target, mutant: Mutant) -> tuple[str, ...]:
    """Return the rules that the changed part names, beside those of the function."""
    prefix = target.rules[0].split(":")[0]
    return tuple(sorted(word for word in mutant.words - set(target.rules) if word.startswith(f"{prefix}:")))


def jobs_of(root: Path, target: Target, proving: Proving) -> Iterator[Job]:
    """Return a job for every mutant of a function."""
    digest = target.digest
    chosen: dict[tuple[str, ...], tuple[tuple[tuple[str, float], ...], str]] = {}
    for mutant in target.mutants():
        named = _named(target, mutant)
        if named not in chosen:
            tests = proving.of(target.id, (*target.rules, *named))
            chosen[named] = tests, digest_of_tests(root, (test for test, _ in tests))
        tests, tests_digest = chosen[named]
        yield Job(
            id=f"{target.id.removeprefix('reference.')}#{mutant.id}",
            subject=target.id,
            rules=target.rules,
            path=target.path,
            line=mutant.line,
            change=mutant.change,
            source=mutant.source,
            digest=digest,
            tests=tests,
            tests_digest=tests_digest,
            named=named,
        )


def file_of(test: str) -> str:
    """Return the file that holds what a test asserts: its own, or the golden trace it replays."""
    path, _, name = test.partition("::")
    if path == "tests/test_golden.py" and "[" in name:
        return name.partition("[")[2].removesuffix("]")
    return path


def digest_of_tests(root: Path, tests: Iterable[str]) -> str:
    """Return a digest of tests: which they are and what their files hold."""
    digest = hashlib.sha256()
    for test in sorted(set(tests)):
        digest.update(f"{test} {file_digest(root / file_of(test))}\n".encode())
    return digest.hexdigest()[:16]


@cache
def file_digest(path: Path) -> str:
    """Return the digest of a file; of one that is gone, nothing."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.is_file() else ""
