"""Leave out, when the tests run on the compiled build, those that ask about the sources: `excluded.toml` says why."""

import tomllib
from collections.abc import Callable, Iterable
from fnmatch import fnmatch
from pathlib import Path

import pytest

EXCLUDED = Path(__file__).with_name("excluded.toml")


def excluded() -> dict[str, str]:
    """Return the patterns of the tests that are left out, each with its reason."""
    entries = tomllib.loads(EXCLUDED.read_text(encoding="utf-8"))["excluded"]
    return {pattern: str(each["reason"]) for each in entries for pattern in each["tests"]}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the option of the plug-in that is not loaded, so that command lines stay the same."""
    parser.addoption("--evidence", metavar="FILE", help="nothing is recorded on the compiled build")
    parser.addoption("--unwatched", action="store_true", help="it always is, on the compiled build")


@pytest.fixture
def claim() -> Callable[[Iterable[str], str], None]:
    """Take a claim without holding anybody to it: which rules run cannot be seen here."""
    return lambda _rules, _what: None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read a file of which all tests are left out."""
    name = collection_path.relative_to(config.rootpath).as_posix()
    return True if f"{name}::*" in excluded() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what asks about the sources."""
    patterns = tuple(excluded())
    left_out = [each for each in items if any(fnmatch(each.nodeid, pattern) for pattern in patterns)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [each for each in items if each not in left_out]
