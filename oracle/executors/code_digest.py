"""Which code and tables a process runs: a worker with others would answer otherwise."""

import hashlib
from functools import cache

from oracle.places import SOURCES

_SUFFIXES = (".csv", ".jsonl", ".py", ".toml")
# What an installed package carries besides its code, and a checkout has elsewhere.
_ELSEWHERE = "oracle/shipped/"


@cache
def code_digest(folders: tuple[str, ...]) -> str:
    """Return a digest of the sources in some folders, the same in a checkout and when installed."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted((SOURCES / folder).rglob("*")):
            name = path.relative_to(SOURCES).as_posix()
            if path.suffix in _SUFFIXES and not name.startswith(_ELSEWHERE) and path.is_file():
                digest.update(name.encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]
