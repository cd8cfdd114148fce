"""Take the pictures of the explorer in README and docs again: `python -m scripts.explorer_pictures`."""

import shutil
import sys

from playwright.sync_api import sync_playwright

from oracle.evidence.links import ROOT
from oracle.web.page import built_page
from tests.browser.driver import DEALS, Explorer, link, refused
from tests.oracle.web_homes import served

_LOSSES = "#/golden/wilderness_war/ex-7.62?at=0"
_QUALITY = 82


def main() -> int:
    """Take a picture for each game."""
    with sync_playwright() as playwright, served(built_page()) as name:
        found = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        explorer = Explorer.open(browser, f"http://{name}/")
        explorer.go(_LOSSES)
        explorer.tab("decision")
        explorer.ask("lose 2 flips of regulars")
        _keep(explorer, "wilderness_war")
        asked = refused("hammer_of_the_scots")
        explorer.go(f"#/golden/{asked.golden}?at={asked.step}")
        explorer.tab("decision")
        explorer.ask(asked.short)
        _keep(explorer, "hammer_of_the_scots")
        explorer.go(link(DEALS["few_acres_of_snow"]))
        explorer.at(".offered .action").first.hover()
        explorer.page.wait_for_timeout(200)
        explorer.settle()
        _keep(explorer, "few_acres_of_snow")
        explorer.close()
    return 0


def _keep(explorer: Explorer, game: str) -> None:
    path = ROOT / "docs" / "pictures" / f"explorer_{game}.jpg"
    explorer.page.screenshot(path=path, type="jpeg", quality=_QUALITY)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(main())
