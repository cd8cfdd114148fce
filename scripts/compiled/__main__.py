"""Make the compiled build in build/compiled, or a platform wheel of it."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from oracle.compiled_build import FOLDER
from scripts.compiled.build import ROOT, CannotBuild, build
from scripts.compiled.wheel import platform_wheel


def main() -> int:
    """Make what is asked for and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, metavar="DIR", help="also write a platform wheel into this folder")
    folder: Path | None = parser.parse_args().wheel
    begun = time.perf_counter()
    try:
        is_new = build(FOLDER)
    except CannotBuild as fault:
        print(f"referee: {fault}", file=sys.stderr)
        return 1
    print(f"{FOLDER.name}: {f'made in {time.perf_counter() - begun:.0f} s' if is_new else 'is as it should be'}")
    if folder is not None:
        print(_wheel(folder))
    return 0


def _wheel(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", scratch, str(ROOT)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": ""})
        (pure,) = Path(scratch).glob("*.whl")
        return platform_wheel(pure, FOLDER, folder)


if __name__ == "__main__":
    sys.exit(main())
