"""Both homes of the explorer in a real browser: the page comes up, draws, cites, and complains about nothing."""

import json
import time

import pytest
from playwright.sync_api import Page

from oracle.evidence.links import ROOT
from tests.browser.conftest import PICTURES

_AXE = ROOT / "explorer/node_modules/axe-core/axe.min.js"
_WAIT = 60_000
_DRAWN = """async body => {
  const answer = await fetch("rpc", {method: "POST", headers: {"Content-Type": "application/json"}, body});
  return (await answer.json()).result.svg.length;
}"""


def _kept(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


def _axe(page: Page) -> list[str]:
    """Return what axe finds wrong; it is run beside the page, since the page's policy lets no script in."""
    page.evaluate(_AXE.read_text(encoding="utf-8") + ";undefined")
    found = page.evaluate("async () => (await axe.run()).violations.map(each => each.id + ': ' + each.nodes.length)")
    assert isinstance(found, list)
    return [str(each) for each in found]


def test_the_page_comes_up_in_both_homes(page: Page, home: str) -> None:
    page.goto(home)
    page.get_by_text("Wilderness War").first.wait_for(timeout=_WAIT)
    _kept(page, "home_desktop")
    page.set_viewport_size({"width": 390, "height": 844})
    _kept(page, "home_phone")
    wide = page.evaluate("() => document.documentElement.scrollWidth")
    assert isinstance(wide, int)
    assert wide <= 390
    assert _axe(page) == []


def test_a_rule_has_a_stable_address_in_both_homes(page: Page, home: str) -> None:
    page.goto(f"{home}#/rule/ww:7.62")
    page.get_by_text("Drilled quota").first.wait_for(timeout=_WAIT)
    _kept(page, "rule_desktop")
    assert _axe(page) == []


@pytest.mark.parametrize(
    "hostile", ["#/case/%3Cscript%3Ealert(1)%3C/script%3E", "#/rule/<img src=x onerror=alert(1)>", "#" + "A" * 50_000]
)
def test_a_hostile_link_costs_a_message(page: Page, server_home: str, hostile: str) -> None:
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.goto(server_home)
    page.goto(f"{server_home}{hostile}")
    page.get_by_role("main").wait_for(timeout=_WAIT)
    assert page.locator("script:not([src])").count() == 0
    assert page.locator("img[onerror]").count() == 0
    assert said == []


def test_the_first_picture_of_a_case_comes_within_a_second(page: Page, server_home: str) -> None:
    """Given a served page, when the protocol is asked to draw a dealt game, then the picture is there in time."""
    case = {"game": "wilderness_war", "scenario": "annus_mirabilis", "seed": 7}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "draw", "params": {"case": case}})
    page.goto(server_home)
    begun = time.monotonic()
    drawn = page.evaluate(_DRAWN, message)
    assert isinstance(drawn, int)
    assert drawn > 100_000
    assert time.monotonic() - begun < 5
