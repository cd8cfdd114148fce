"""Fuzz the readers with a coverage-guided fuzzer: `python -m scripts.fuzz READER [--seconds N]`.

Needs atheris, which is no part of the project's environment: `make fuzz` installs it into one of its own. Inputs begin
with the reader's examples and its corpus in `properties/corpora`. A crash, or an input slower than the limit, ends the
run with exit code 1 and is written to `build/fuzz`. With `--keep N` the N longest of the short inputs that led
somewhere new are kept in the corpus. The last line says how many inputs were tried, the slowest of them and the peak
memory.
"""

import argparse
import importlib
import os
import resource
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Protocol

from spec_tables.catalogue import GAMES

WATCHED = ["oracle", "reference.kernel", *(f"reference.{game}.positions" for game in GAMES)]
MOST_SECONDS_AN_INPUT = 20
MOST_BYTES = 20_000
MOST_KEPT_BYTES = 2_000


class Fuzzer(Protocol):
    """Atheris, as far as it is used."""

    def instrument_imports(self, include: list[str]) -> AbstractContextManager[None]:
        """Watch which code of the packages runs that are imported in this block."""

    def Setup(self, arguments: list[str], test: Callable[[bytes], None]) -> None:  # noqa: N802
        """Say what to run."""

    def Fuzz(self) -> None:  # noqa: N802
        """Run until the time is up, and end the program."""


class Figures:
    """What a run has seen."""

    def __init__(self) -> None:
        self.tried = 0
        self.slowest = 0.0

    def told(self, name: str) -> str:
        """Return the figures in one line."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
        slowest = f"slowest {1000 * self.slowest:,.0f} ms"
        return f"fuzz {name}: {self.tried:,} inputs tried, no crash, {slowest}, peak memory {peak:,.0f} MB"


def main() -> None:
    """Fuzz one reader."""
    fuzzer: Fuzzer = importlib.import_module("atheris")
    with fuzzer.instrument_imports(include=WATCHED):
        from oracle.errors import InputError
        from properties.readers import CORPORA, READERS, kept
        from reference.kernel.canonical import Unreadable

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reader", choices=tuple(READERS))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--keep", type=int, default=0, metavar="N")
    wanted = parser.parse_args()
    name, figures = str(wanted.reader), Figures()
    examples, reader = READERS[name]
    found = Path(tempfile.mkdtemp(prefix="fuzz"))
    for index, text in enumerate((*examples(), *kept(name))):
        (found / f"seed{index}").write_bytes(text.encode())

    ends = time.monotonic() + int(wanted.seconds)

    def one(data: bytes) -> None:
        if time.monotonic() > ends:
            print(figures.told(name), flush=True)
            keep(found, CORPORA / name.replace(" ", "_"), int(wanted.keep))
            shutil.rmtree(found)
            os._exit(0)
        begun = time.perf_counter()
        with suppress(Unreadable, InputError):
            reader(data.decode("utf-8", "replace"))
        figures.tried += 1
        figures.slowest = max(figures.slowest, time.perf_counter() - begun)

    Path("build/fuzz").mkdir(parents=True, exist_ok=True)
    limits = [f"-timeout={MOST_SECONDS_AN_INPUT}", f"-max_len={MOST_BYTES}"]
    fuzzer.Setup([sys.argv[0], *limits, "-artifact_prefix=build/fuzz/", "-verbosity=0", str(found)], one)
    fuzzer.Fuzz()


def keep(found: Path, corpus: Path, most: int) -> None:
    """Keep the shortest inputs that a run has found."""
    new = sorted(
        (path for path in found.iterdir() if not path.name.startswith("seed")), key=lambda at: at.stat().st_size
    )
    corpus.mkdir(parents=True, exist_ok=True)
    short = [path for path in new if path.stat().st_size <= MOST_KEPT_BYTES]
    for path in short[-most:] if most else ():
        (corpus / f"{path.name[:12]}.txt").write_bytes(path.read_bytes())


if __name__ == "__main__":
    main()
