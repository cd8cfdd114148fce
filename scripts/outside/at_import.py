"""Try the faults that only matter while the rules are imported, such as in what reads the cards.

Run as `python -m scripts.outside.at_import GAME FAULTS OUT`, after `trying`: faults that no test reaches are put into
the source before it is loaded, in a fresh child each, and the tests of the game run until one fails.
"""

import argparse
import json
import resource
import sys
from pathlib import Path

import hypothesis.stateful
import pytest

from oracle.evidence.links import ROOT
from oracle.mutation import trial
from oracle.rule_watcher import Loader
from scripts.outside.sample import GAMES, Fault, read_faults

_MOST_SECONDS = 120


class _First:
    """The plug-in that notes the first failure."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def pytest_exception_interact(self, node: pytest.Collector, call: pytest.CallInfo[object]) -> None:
        """Note which test failed, or which file could not be loaded."""
        assert call.excinfo is not None
        status = trial.KILLED if trial.is_assertion(call.excinfo.value) else trial.CRASHED
        self.found.append(json.dumps([status, node.nodeid]))


def fate(game: str, fault: Fault) -> dict[str, object]:
    """Return what became of a fault that is there when the rules are loaded."""

    def work(_: trial.Telling) -> list[str]:
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_SECONDS, _MOST_SECONDS))
        path = ROOT / fault.path
        text = path.read_text(encoding="utf-8")
        Loader.planted[str(path)] = text[: fault.first] + fault.text + text[fault.last :]
        first = _First()
        code = pytest.main([*trial.FLAGS, "-x", f"tests/{game}"], plugins=[first])
        if first.found:
            return list(json.loads(first.found[0]))
        return [trial.SURVIVED if code == pytest.ExitCode.OK else trial.CRASHED, ""]

    found = trial.in_child(work)
    if isinstance(found, list):
        status, by = map(str, found)
    else:
        assert isinstance(found, trial.Broken)
        status, by = (trial.ENDLESS if found.how in ("SIGXCPU", "SIGKILL") else trial.CRASHED), ""
    return {"id": fault.id, "status": status, "by": by, "ran": 0, "at_import": True}


def main() -> int:
    """Try the faults of a file that no test reaches."""
    assert hypothesis.__version__
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=GAMES)
    for each in ("faults", "out"):
        parser.add_argument(each, type=lambda given: Path(given).resolve())
    parser.add_argument("--but", type=Path, help="a file of ids that are passed over")
    words = parser.parse_args()
    but = set(words.but.read_text(encoding="utf-8").split()) if words.but else set()
    lines = map(json.loads, words.out.read_text(encoding="utf-8").splitlines())
    last = {each["id"]: each for each in lines}
    with words.out.open("a", encoding="utf-8") as out:
        for fault in read_faults(words.faults):
            known = last.get(fault.id, {})
            unreached = known.get("status") == trial.SURVIVED and not known.get("reaching", known["ran"])
            if unreached and fault.id not in but and "at_import" not in known:
                out.write(json.dumps(fate(words.game, fault)) + "\n")
                out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
