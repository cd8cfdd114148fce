"""Every page: nothing that axe finds, at both widths and in both themes; pictures of them are kept."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from oracle.evidence.links import ROOT
from spec_tables.catalogue import GAMES
from tests.browser.driver import DEALS, DESKTOP, PHONE, Explorer, link, refused

_AXE = ROOT / "explorer/node_modules/axe-core/axe.min.js"
_FOUND = """async () => (await axe.run()).violations.map(each =>
    each.id + ": " + each.nodes.slice(0, 3).map(node => node.html.slice(0, 150)).join(" | "))"""


def _axe(explorer: Explorer) -> list[str]:
    """Return what axe finds wrong; it is run beside the page, since the page's policy lets no script in."""
    explorer.page.evaluate(f"if (!window.axe) {{ {_AXE.read_text(encoding='utf-8')} }};undefined")
    found = explorer.page.evaluate(_FOUND)
    assert isinstance(found, list)
    return [str(each) for each in found]


def _pages() -> Iterator[tuple[str, str, str]]:
    """Give each page by name, with its address and the tab of its panel."""
    yield from (("home", "#/", ""), ("help", "#/help", ""), ("replay", "#/replay", ""), ("unknown", "#/nowhere", ""))
    yield from (("rules", "#/rules/ww", ""), ("search", "#/rules/ww?q=ambush", ""), ("rule", "#/rule/ww:7.62", ""))
    yield from (("editions", "#/editions/fa", ""), ("library", "#/library/hs", ""), ("bad", "#/case/AAAA", ""))
    for game in GAMES:
        yield f"case_{game}", link(DEALS[game]), ""
    for tab in ("steps", "odds", "editions"):
        yield f"case_{tab}", link(DEALS["few_acres_of_snow"]), tab
    yield "ruling", "", ""
    for tab in ("tray", "place", "settings", "words", "from"):
        yield f"setup_{tab}", "#/setup/hammer_of_the_scots", tab


@pytest.fixture(scope="module", params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser, server_home: str) -> Iterator[tuple[str, Explorer]]:
    opened = Explorer.open(browser, server_home, dark=request.param == "dark")
    yield request.param, opened
    opened.close()
    assert opened.faults == []


@pytest.mark.parametrize(("name", "address", "tab"), list(_pages()), ids=[name for name, _, _ in _pages()])
def test_a_page_is_accessible_and_fits(themed: tuple[str, Explorer], name: str, address: str, tab: str) -> None:
    theme, explorer = themed
    if name == "ruling":
        asked = refused("hammer_of_the_scots")
        explorer.go(f"#/golden/{asked.golden}?at={asked.step}")
        explorer.tab("decision")
        explorer.ask(asked.short)
    else:
        explorer.go(address)
    if tab:
        explorer.tab(tab)
    for size, word in ((DESKTOP, "desktop"), (PHONE, "phone")):
        explorer.resized(size)
        explorer.page.wait_for_timeout(60)
        explorer.kept(f"{name}_{word}_{theme}")
        wide = explorer.page.evaluate("() => document.documentElement.scrollWidth")
        assert isinstance(wide, int)
        assert wide <= size[0]
        assert _axe(explorer) == []
    explorer.resized(DESKTOP)


def test_it_can_be_used_with_the_keyboard_only(served_page: Explorer) -> None:
    """Given a keyboard and no mouse, when a game is begun, played, asked about and shared, then all of it works."""
    keys = served_page.page.keyboard
    served_page.settle()
    keys.press("Tab")
    assert served_page.text(":focus") == "To the content"
    keys.press("Enter")
    _tab_to(served_page, "Start")
    keys.press("Enter")
    served_page.at(".due").wait_for()
    served_page.settle()
    served_page.at(".board-frame").focus()
    keys.press("ArrowRight")
    keys.press("Enter")
    served_page.settle()
    assert served_page.at(".place-card h3").count() == 1
    keys.press("Tab")
    keys.press("/")
    keys.type("hold")
    keys.press("Enter")
    served_page.settle()
    assert served_page.at(".ruling .verdict").count() >= 1
    served_page.at(".offered .action").first.focus()
    begun = served_page.text(".step-count")
    keys.press("Enter")
    served_page.settle()
    assert served_page.text(".step-count") != begun
    served_page.at("#tab-decision").focus()
    keys.press("ArrowRight")
    assert served_page.text("[role=tab]:focus").startswith("Steps")
    keys.press("Shift+Tab")
    keys.press("s")
    served_page.at("dialog[open]").wait_for()
    keys.press("Escape")
    served_page.at("dialog[open]").wait_for(state="detached")


def _tab_to(explorer: Explorer, words: str) -> None:
    """Press Tab until the element with these words has the focus."""
    for _ in range(60):
        explorer.page.keyboard.press("Tab")
        if explorer.page.evaluate("() => document.activeElement?.textContent?.trim()") == words:
            return
    pytest.fail(f"{words} cannot be reached with Tab")
