"""What is hostile costs a message; what takes long can be stopped; nothing of others gets into the page."""

import json
import time
from collections.abc import Mapping

import pytest
from playwright.sync_api import Browser, Dialog, Error, Request, Route, expect

from reference.kernel.canonical import Json
from tests.browser.driver import DEALS, Explorer, link, packed

_EVIL = "<img src=x onerror=alert(1)><script>alert(2)</script>"
_CASE: Mapping[str, Json] = DEALS["hammer_of_the_scots"]
HOSTILE = {
    "markup": "#/case/%3Cscript%3Ealert(1)%3C/script%3E",
    "rule": f"#/rule/{_EVIL}",
    "long": "#/case/" + "A" * 250_000,
    "bomb": f"#/case/{packed('[' * 30_000_000)}",
    "nested": f"#/case/{packed('[' * 100_000)}",
    "game": link({"game": _EVIL, "scenario": _EVIL}),
    "position": link({"game": "wilderness_war", "position": {"pieces": {_EVIL: [_EVIL]}}}),
    "numbers": link({"game": "wilderness_war", "position": {"year": 10**300}}),
    "acts": link({**_CASE, "acts": [{"by": _EVIL, "do": {"type": _EVIL}}]}),
    "many_acts": link({**_CASE, "acts": [{"by": "england", "do": {"type": "x"}}] * 10_001}),
    "branch": link(_CASE, branches=[{"parent": 5, "from": 0, "acts": []}]),
    "side": link(_CASE, side=_EVIL),
    "replay": f"#/replay/{packed(json.dumps({'text': _EVIL}))}",
    "setup": f"#/setup/{_EVIL}/{packed('7')}",
    "golden": "#/golden/../../etc/passwd",
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_link_costs_a_message(served_page: Explorer, hostile: str) -> None:
    said: list[str] = []

    def hear(dialog: Dialog) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    served_page.page.on("dialog", hear)
    served_page.go(hostile)
    expect(served_page.at(".fault, .empty").first).to_be_visible()
    assert served_page.at("script:not([src]), img[onerror]").count() == 0
    assert said == []
    served_page.go("#/help")
    assert served_page.text("h1") == "Help"


def test_hostile_titles_and_words_are_shown_as_text(served_page: Explorer) -> None:
    served_page.go(link({**_CASE, "title": _EVIL}))
    assert served_page.text(".table-head h1") == _EVIL
    served_page.ask(_EVIL)
    assert "img" in served_page.text(".ruling")
    served_page.go("#/")
    served_page.at("#words-home").fill(f"hs: Fife: {_EVIL}")
    served_page.click("button", "Show it")
    assert "onerror" in served_page.text(".fault")
    assert served_page.at("script:not([src]), img[onerror]").count() == 0


def test_a_picture_that_is_markup_is_built_anew_from_harmless_parts(served_page: Explorer) -> None:
    """Given a server that answers with a hostile picture, then no script, handler or link of it gets into the page."""
    evil = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(2)</script>'
        '<a href="javascript:alert(3)"><text>x</text></a><image href="http://127.0.0.1:9/"/>'
        '<rect width="9" height="9" fill="url(http://127.0.0.1:9/)" onclick="alert(4)" style="fill:red"/></svg>'
    )

    def spoilt(route: Route) -> None:
        found = route.fetch()
        body = found.json()
        if "svg" in body.get("result", {}):
            body["result"]["svg"] = evil
        route.fulfill(response=found, json=body)

    served_page.page.route("**/rpc", spoilt)
    served_page.go(link(_CASE))
    svg = served_page.at(".board-holder svg")
    expect(svg.locator("rect").first).to_be_attached()
    assert svg.locator("script, a, image, [style], [onclick]").count() == 0
    assert svg.get_attribute("onload") is None
    assert svg.locator("rect").first.get_attribute("fill") is None
    # The browser tells that it let no handler and no style in; nothing else may be complained about.
    assert [each for each in served_page.faults if "Content Security Policy" not in each] == []
    served_page.faults.clear()


def test_no_inline_script_runs_and_nothing_is_fetched_from_elsewhere(browser: Browser, server_home: str) -> None:
    """Given the page's policy, when a script is put into it, then it is refused; and no other address is asked."""
    opened = Explorer.open(browser, server_home)
    asked: list[str] = []
    opened.page.on("request", lambda request: asked.append(request.url))
    opened.go(link(_CASE))
    opened.page.evaluate(
        "() => { const s = document.createElement('script'); s.text = 'window.ran = 1'; document.body.append(s) }"
    )
    assert opened.page.evaluate("() => window.ran") is None
    assert [each for each in asked if not each.startswith((server_home, "blob:", "data:"))] == []
    assert any("Content Security Policy" in each for each in opened.faults)
    opened.close()


def test_a_page_elsewhere_cannot_ask_this_server(browser: Browser, server_home: str, static_home: str) -> None:
    opened = Explorer.open(browser, static_home)
    ask = (
        "address => fetch(address + 'rpc', {method: 'POST', body: '{}', headers: {'Content-Type': 'application/json'}})"
    )
    with pytest.raises(Error, match="Failed to fetch"):
        opened.page.evaluate(ask, server_home)
    opened.close()


def test_a_side_is_told_nothing_else(served_page: Explorer) -> None:
    """Given a link with the view of a side, then all that the page asks about the case is asked for that side."""
    asked: list[Mapping[str, object]] = []

    def hear(request: Request) -> None:
        if request.url.endswith("/rpc"):
            asked.append(json.loads(request.post_data or ""))

    served_page.page.on("request", hear)
    served_page.go(link(DEALS["few_acres_of_snow"], side="french"))
    for tab in ("steps", "odds", "editions", "decision"):
        served_page.tab(tab)
    served_page.click("button", "Share")
    served_page.click("button", "Close")
    about = [each["params"] for each in asked if isinstance(each["params"], dict) and "case" in each["params"]]
    assert len(about) >= 3
    assert {str(each.get("side")) for each in about} == {"french"}


def test_long_work_can_be_stopped_and_the_page_stays_alive(explorer: Explorer) -> None:
    """Given a walk of very many positions, when it is stopped, then the next question is answered at once."""
    explorer.go(link(DEALS["wilderness_war"]))
    explorer.tab("odds")
    for each in explorer.at(".form label:has-text('When ') select").all():
        each.select_option("evenly")
    explorer.named("button", "Walk every outcome").click()
    stop = explorer.page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    begun = time.monotonic()
    explorer.page.get_by_role("tab", name="Odds").hover()
    stop.click()
    expect(explorer.named("button", "Walk every outcome")).to_be_visible()
    assert time.monotonic() - begun < 3
    explorer.tab("decision")
    expect(explorer.at(".due")).to_be_visible()
    explorer.ask("hold")
    assert explorer.at(".ruling").count() >= 1
