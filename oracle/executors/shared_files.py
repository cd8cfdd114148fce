"""Files that a cluster's workers read themselves, and must see as we do: in a folder that all machines share."""

from dataclasses import dataclass
from pathlib import Path

from oracle.errors import InputError


@dataclass(frozen=True, slots=True)
class SharedFile:
    """A file as we see it: its path, and its size and time of change if it is there."""

    path: Path
    seen: tuple[int, int] | None

    def demanded(self) -> Path:
        """Return the path of the file; refuse to go on where another file is, or none."""
        if _seen(self.path) != self.seen:
            raise InputError(
                f"{self.path}: the workers of the cluster do not see this file as it is here; "
                "it must be in a folder that all machines share, under the same path"
            )
        return self.path


def shared(path: Path) -> SharedFile:
    """Return a file as we see it."""
    return SharedFile(path, _seen(path))


def _seen(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_size, int(found.st_mtime)
