"""The compiled build against the sources, measured side by side: ratios, with their spread.

Each figure is measured in turn on one build and the other, in processes of their own, several times. The ratio is that
of the medians; the spread is the lowest and the highest ratio of two measurements that followed each other.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median

from bench._figures import figures
from oracle.compiled_build import COMPILED, INTERPRETED, environment_of, why_not
from oracle.places import SOURCES

STARTS = {"start: --help": ("--help",), "start: options": ("options", "golden/wilderness_war/ex-7.62.jsonl@0")}


def speed(name: str, build: str) -> float:
    """Return how much is done in a second of processor time on a build."""
    environment = environment_of(build)
    if name in STARTS:
        command = [sys.executable, "-P", "-m", "oracle", *STARTS[name]]
        before = os.times()
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, cwd=SOURCES)
        after = os.times()
        used = after.children_user - before.children_user + after.children_system - before.children_system
        return 1 / used
    command = [sys.executable, "-P", "-m", "bench._figures", name, "1"]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True, cwd=SOURCES)
    told = json.loads(done.stdout)
    assert told["build"] == build, told
    return float(told["units"] / told["seconds"])


def main() -> None:
    """Print a line for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="figures, by the beginning of their names (default: all)"
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each is measured on each build (default: 5)")
    arguments = parser.parse_args()
    fault = why_not()
    if fault is not None:
        print(f"no compiled build can be used: {fault}")
        return
    known = (*figures(), *STARTS)
    wanted = [each for each in known if not arguments.names or each.startswith(tuple(arguments.names))]
    print(f"{'a second of processor time':<44}{INTERPRETED:>13}{COMPILED:>13}{'ratio':>8}   spread")
    for name in wanted:
        pairs = [(speed(name, INTERPRETED), speed(name, COMPILED)) for _ in range(arguments.rounds)]
        slow, fast = (median(each) for each in zip(*pairs, strict=True))
        ratios = sorted(after / before for before, after in pairs)
        print(
            f"{name:<44}{slow:>13,.2f}{fast:>13,.2f}{fast / slow:>8.2f}   {ratios[0]:.2f} to {ratios[-1]:.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
