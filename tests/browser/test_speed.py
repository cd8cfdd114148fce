"""How soon the first picture of a case is there. Figures are kept in build/explorer_speed.json."""

import json
import time

import pytest
from playwright.sync_api import Browser, Request

from oracle.evidence.links import ROOT
from tests.browser.driver import DEALS, Explorer, link

FIGURES = ROOT / "build" / "explorer_speed.json"
# What an idle machine takes is in docs/explorer.md; tests share theirs with others.
ALLOWED = {"server": 5, "static": 30}


@pytest.mark.parametrize("kind", ["server", "static"])
def test_the_first_picture_of_a_case_is_soon_there(browser: Browser, kind: str, request: pytest.FixtureRequest) -> None:
    home: object = request.getfixturevalue(f"{kind}_home")
    assert isinstance(home, str)
    fetched: list[int] = []
    opened = Explorer.open(browser, "about:blank")
    opened.page.on("requestfinished", lambda done: fetched.append(_size(done)))
    begun = time.monotonic()
    opened.page.goto(home + link(DEALS["wilderness_war"]))
    opened.at(".board-holder svg [data-space]").first.wait_for()
    seconds = time.monotonic() - begun
    opened.close()
    found = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.is_file() else {}
    found[kind] = {"seconds": round(seconds, 2), "bytes": sum(fetched)}
    FIGURES.parent.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    assert seconds < ALLOWED[kind]
    assert opened.faults == []


def _size(done: Request) -> int:
    return sum(done.sizes()[part] for part in ("responseBodySize", "responseHeadersSize"))
