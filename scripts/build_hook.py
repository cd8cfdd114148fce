"""What the package takes along that is built, not kept: the page of the explorer, if `make explorer` has built it."""

from pathlib import Path

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_PAGE = "explorer/dist"


class PageOfTheExplorer(BuildHookInterface[BuilderConfig]):
    """Adds the page to the wheel, and to the sources that a wheel is built from."""

    def initialize(self, version: str, build_data: dict[str, dict[str, str]]) -> None:
        """Include the page where it is built."""
        if (Path(self.root) / _PAGE / "index.html").is_file():
            there = _PAGE if self.target_name == "sdist" else "oracle/shipped/explorer"
            build_data["force_include"][_PAGE] = there
