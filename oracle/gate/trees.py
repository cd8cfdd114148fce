"""The two versions: the present tree, and a revision from git in a temporary folder."""

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from oracle.errors import InputError

_RULES = ("reference", "spec_tables")


def _git(root: Path, *words: str) -> bytes:
    try:
        done = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
    except FileNotFoundError:
        raise InputError("git is not installed, and the other version is in it") from None
    if done.returncode:
        raise InputError(f"git {' '.join(words)}: {done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def commit_of(root: Path, revision: str) -> str:
    """Return the commit that a revision names."""
    if revision.startswith("-"):
        raise InputError(f"--base: {revision!r} is no revision")
    return _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").decode().strip()


@contextmanager
def taken_out(root: Path, commit: str) -> Iterator[Path]:
    """Write the files of a revision into a temporary folder."""
    with TemporaryDirectory(prefix="referee-gate-") as folder:
        with tarfile.open(fileobj=io.BytesIO(_git(root, "archive", "--format=tar", commit))) as archive:
            archive.extractall(folder, filter="data")
        yield Path(folder)


def differing(before: Path, now: Path, folders: Iterable[str]) -> frozenset[str]:
    """Return the files of some folders that are not the same in two trees."""
    found = {
        path.relative_to(root).as_posix()
        for root in (before, now)
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    return frozenset(file for file in found if _bytes(before / file) != _bytes(now / file))


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


@dataclass(frozen=True, slots=True)
class Version:
    """A tree whose rules answer questions in a process of their own.

    Rules and data come from the tree, the asking tools from `tools`: a change of the tools changes no ruling.
    """

    root: Path
    tools: Path

    def answers(self, requests: Iterable[Mapping[str, object]]) -> tuple[Mapping[str, object], ...]:
        """Return the answers to requests, in their order."""
        lines = "".join(f"{json.dumps(request)}\n" for request in requests)
        if not lines:
            return ()
        with TemporaryDirectory(prefix="referee-rules-") as folder:
            for package in _RULES:
                (Path(folder) / package).symlink_to(self.root / package)
            path = os.pathsep.join((folder, str(self.tools)))
            done = subprocess.run(
                [sys.executable, "-P", "-X", "utf8", "-m", "oracle.gate.answering"],
                cwd=self.root,
                env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
                input=lines.encode(),
                capture_output=True,
                check=False,
            )
        found = [json.loads(line) for line in done.stdout.decode().splitlines()]
        if done.returncode or len(found) != lines.count("\n"):
            raise InputError(f"{self.root}: the rules cannot be asked: {done.stderr.decode(errors='replace')[-1500:]}")
        return tuple(found)
