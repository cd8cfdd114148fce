"""Run CrossHair on the contracts and report the result for each.

A contract is a public function at the top of a module in the contracts folder. Its leading asserts are the
preconditions, then comes the code to examine, then the asserts that must hold for every input:

    def losses_never_exceed_the_steps_there_are(steps: int, hits: int) -> None:
        assert 0 <= steps and 0 <= hits
        lost = losses(steps, hits)
        assert lost <= steps

A result is `confirmed` (holds for every input), `unknown` (nothing found in the time given) or
`counterexample`. CrossHair reports success for some contracts of the wrong form: it skips a function that does not
start with an assert. It confirms one that asserts nothing after its preconditions, or whose preconditions no input
meets. All three are faults here, and so is a crash. A contract without preconditions starts with `assert True`.
"""

import argparse
import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from pathlib import Path

from oracle.evidence.files import write, written

_GENERATED_BY = "scripts/contracts.py --record (make deep)"
_NOTE = "Per contract: the result, and the version it is about. The page contracts.md beside says what they mean."
MESSAGE = re.compile(r"^.*?:\d+: (?P<level>error|info|warning): (?P<text>.*)$", re.MULTILINE)


class Outcome(StrEnum):
    """What is known about a contract after CrossHair ran."""

    CONFIRMED = "confirmed"
    UNKNOWN = "unknown"
    COUNTEREXAMPLE = "counterexample"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract function, found in the source."""

    module: str
    function: str
    path: Path
    node: ast.FunctionDef

    @property
    def name(self) -> str:
        """Return the name CrossHair knows the contract by."""
        return f"{self.module}.{self.function}"

    @property
    def digest(self) -> str:
        """Return a digest that ignores the layout and docstring of the contract."""
        bare = [self.node.args, *_statements(self.node)]
        return hashlib.sha256("\n".join(map(ast.unparse, bare)).encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome for one contract, with the counterexample or the fault."""

    contract: Contract
    outcome: Outcome
    detail: str = ""


def _statements(function: ast.FunctionDef) -> list[ast.stmt]:
    has_docstring = ast.get_docstring(function, clean=False) is not None
    return function.body[1:] if has_docstring else function.body


def _leading_asserts(function: ast.FunctionDef) -> int:
    statements = _statements(function)
    kinds = [isinstance(statement, ast.Assert) for statement in statements]
    return kinds.index(False) if False in kinds else len(kinds)


def find_contracts(folder: Path, root: Path) -> list[Contract]:
    """Find the contracts of a folder, in the order of their names."""
    contracts = [
        Contract(".".join(path.relative_to(root).with_suffix("").parts), node.name, path, node)
        for path in folder.rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8"), str(path)).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    return sorted(contracts, key=lambda contract: contract.name)


def fault_of_form(contract: Contract) -> str | None:
    """Say why CrossHair would pass the contract unexamined; None if it would examine it."""
    leading = _leading_asserts(contract.node)
    if leading == 0:
        return "does not start with an assert, so CrossHair would skip it"
    rest = _statements(contract.node)[leading:]
    if not any(isinstance(node, ast.Assert) for statement in rest for node in ast.walk(statement)):
        return "asserts nothing after its preconditions, so anything would confirm it"
    return None


def source_of_twin(contract: Contract) -> str:
    """Return the contract's module with the contract changed to fail as soon as its preconditions are met."""
    module = ast.parse(contract.path.read_text(encoding="utf-8"))
    for node in module.body:
        if isinstance(node, ast.FunctionDef) and node.name == contract.function:
            preconditions = _statements(node)[: _leading_asserts(node)]
            node.body = [*preconditions, *ast.parse("met = True\nassert not met").body]
    return ast.unparse(module)


def ask_crosshair(target: str, timeout: float, search: Sequence[Path]) -> tuple[Outcome, str]:
    """Run CrossHair on one function; `timeout` is the CPU time it may take."""
    command = [sys.executable, "-X", "utf8", "-m", "crosshair", "check", "--analysis_kind=asserts"]
    command += ["--report_all", "--per_condition_timeout", str(timeout), target]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(str(path.resolve()) for path in search)}
    try:
        # CrossHair counts CPU time and checks it only between solver calls, so it may run longer.
        run = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=4 * timeout + 60
        )
    except subprocess.TimeoutExpired:
        return Outcome.UNKNOWN, ""
    return understand(run.returncode, run.stdout, run.stderr)


def understand(status: int, output: str, complaints: str) -> tuple[Outcome, str]:
    """Read CrossHair's exit status and output; anything that is not clearly a result is a fault."""
    messages = [(match["level"], match["text"].strip()) for match in MESSAGE.finditer(output)]
    match status, messages:
        case 0, [("info", "Confirmed over all paths.")]:
            return Outcome.CONFIRMED, ""
        case 0, [("info", "Not confirmed.")]:
            return Outcome.UNKNOWN, ""
        case 1, [("error", text), *_]:
            return Outcome.COUNTEREXAMPLE, text
        case _:
            lines = (output + complaints).strip().splitlines() or ["no output"]
            return Outcome.FAULT, f"CrossHair failed: {lines[-1]}"


def examine(contract: Contract, timeout: float, root: Path) -> Result:
    """Find out whether a contract holds, and whether its preconditions can be met at all."""
    outcome, detail = ask_crosshair(contract.name, timeout, [root])
    if outcome is not Outcome.CONFIRMED:
        return Result(contract, outcome, detail)
    with tempfile.TemporaryDirectory() as scratch:
        twin = Path(scratch) / "twin_of_contract.py"
        twin.write_text(source_of_twin(contract), encoding="utf-8")
        reached, detail = ask_crosshair(f"{twin.stem}.{contract.function}", timeout, [root, twin.parent])
    match reached:
        case Outcome.COUNTEREXAMPLE:
            return Result(contract, Outcome.CONFIRMED)
        case Outcome.CONFIRMED:
            return Result(contract, Outcome.FAULT, "no input meets its preconditions")
        case Outcome.UNKNOWN | Outcome.FAULT:
            return Result(contract, reached, detail)


def examine_all(contracts: Sequence[Contract], timeout: float, root: Path) -> Iterator[Result]:
    """Examine the contracts, as many at a time as there are cores, in their order."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield from pool.map(partial(examine, timeout=timeout, root=root), contracts)


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a record says about one contract: the outcome, and the version it is about."""

    outcome: str
    version: str


@dataclass(frozen=True, slots=True)
class Record:
    """What CrossHair found out about each contract, by name, and the CPU seconds allowed for each."""

    timeout: float
    contracts: Mapping[str, Recorded]

    def written(self) -> str:
        """Return the text of its file; the same results give the same text."""
        records = {name: [each.outcome, each.version] for name, each in self.contracts.items()}
        return written(_GENERATED_BY, {"note": _NOTE, "timeout": self.timeout}, "contracts", records)

    def page(self) -> str:
        """Return it as a page for people."""
        rows = [
            f"| `{module}` | `{function}` | {each.outcome} | `{each.version}` |"
            for name, each in self.contracts.items()
            for module, _, function in (name.rpartition("."),)
        ]
        return "\n".join(
            [
                "# Contracts",
                "",
                f"<!-- Generated by {_GENERATED_BY} from contracts.json. Do not edit. -->",
                "",
                "What CrossHair found out about each contract. *Confirmed*: it holds for every input that meets",
                "its preconditions, and there are such inputs. *Unknown*: no counterexample was found in",
                f"{self.timeout:g} seconds of CPU time, which proves nothing. The version is a digest of the",
                "contract: it shows which text the result is about.",
                "",
                "| module | contract | result | version |",
                "|---|---|---|---|",
                *rows,
                "",
            ]
        )


def record_of(results: Sequence[Result], timeout: float) -> Record:
    """Return the record of some results."""
    return Record(timeout, {each.contract.name: Recorded(each.outcome, each.contract.digest) for each in results})


def read_record(file: Path) -> Record:
    """Read a record; an empty one if there is none."""
    if not file.is_file():
        return Record(0, {})
    given = json.loads(file.read_text(encoding="utf-8"))
    contracts = {str(name): Recorded(*map(str, each)) for name, each in given["contracts"].items()}
    return Record(float(given["timeout"]), contracts)


def staleness(contracts: Sequence[Contract], recorded: Record) -> list[str]:
    """List the contracts that the record lacks or has in another version, and those it should not have."""
    have = {name: each.version for name, each in recorded.contracts.items()}
    want = {contract.name: contract.digest for contract in contracts}
    return [
        *(f"{name}: not recorded in this version" for name in want if have.get(name) != want[name]),
        *(f"{name}: recorded, but no longer there" for name in have if name not in want),
    ]


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run CrossHair over the contracts.")
    parser.add_argument("folder", type=Path, help="where the contracts are")
    parser.add_argument("--root", type=Path, default=Path(), help="what their modules are named from")
    parser.add_argument("--timeout", type=float, default=60, help="seconds of CPU time for one contract")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the results as JSON, and a page beside")
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="run nothing; check form and that FILE is up to date"
    )
    return parser.parse_args(arguments)


def _check(contracts: Sequence[Contract], file: Path) -> int:
    record, page = read_record(file), file.with_suffix(".md")
    stale = staleness(contracts, record)
    if page.is_file() and page.read_text(encoding="utf-8") != record.page():
        stale.append(f"{page}: not the page of {file.name}")
    for problem in stale:
        print(problem)
    print(f"contracts: {len(contracts)} well-formed, {len(stale)} out of date in {file}")
    if stale:
        print("make deep records them anew")
    return 1 if stale else 0


def _run(contracts: Sequence[Contract], options: argparse.Namespace) -> int:
    width = max(len(contract.name) for contract in contracts)
    results = []
    for result in examine_all(contracts, options.timeout, options.root):
        results.append(result)
        print(f"{result.contract.name:{width}}  {result.outcome:14}  {result.detail}".rstrip(), flush=True)
    counts = {outcome: sum(result.outcome is outcome for result in results) for outcome in Outcome}
    print("contracts: " + ", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    if counts[Outcome.COUNTEREXAMPLE] or counts[Outcome.FAULT]:
        return 1
    if options.record:
        record = record_of(results, options.timeout)
        write(options.record, record.written())
        write(options.record.with_suffix(".md"), record.page())
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Check or run the contracts: 0 all is well, 1 a counterexample or a fault, 2 nothing to run."""
    options = _options(arguments)
    contracts = find_contracts(options.folder, options.root)
    faults = [(contract, fault) for contract in contracts if (fault := fault_of_form(contract))]
    for contract, fault in faults:
        print(f"{contract.path}:{contract.node.lineno}: {contract.function} {fault}")
    if faults:
        return 1
    if options.check:
        return _check(contracts, options.check)
    if not contracts:
        print(f"contracts: there are none in {options.folder}")
        return 2
    return _run(contracts, options)


if __name__ == "__main__":
    sys.exit(main())
