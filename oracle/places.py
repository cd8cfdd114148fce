"""Where the files are that belong to the rules: golden traces, scenes, published counts, what proves each rule.

In a checkout they are in its folders. An installed package carries them in `oracle/shipped/` (`pyproject.toml` says
which), and has no tests, documents or history.
"""

from pathlib import Path

_SHIPPED = Path(__file__).with_name("shipped")
IS_INSTALLED = _SHIPPED.is_dir()
SOURCES = Path(__file__).parents[1]
ROOT = _SHIPPED if IS_INSTALLED else SOURCES
COMMAND = "referee" if IS_INSTALLED else "./referee"
GOLDEN = "golden"


def path_meant(path: Path) -> Path:
    """Return a path; one that begins with `golden` and is not there means the golden traces that come with Referee."""
    if path.parts[:1] == (GOLDEN,) and ".." not in path.parts and not path.exists():
        return ROOT / path
    return path
