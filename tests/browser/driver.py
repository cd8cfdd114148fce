"""A page of the explorer, driven as a person does; and cases to drive it with."""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from playwright.sync_api import Browser, BrowserContext, Locator, Page

from oracle.evidence.links import ROOT
from oracle.protocol.server import Server
from reference.kernel.canonical import Json, canonical_text, parse
from spec_tables.catalogue import catalogue

PICTURES = ROOT / "build" / "screenshots"
PREFIXES = {"wilderness_war": "ww", "hammer_of_the_scots": "hs", "few_acres_of_snow": "fa"}
DEALS: Mapping[str, Mapping[str, Json]] = {
    "wilderness_war": {"game": "wilderness_war", "scenario": "annus_mirabilis", "seed": 7},
    "hammer_of_the_scots": {"game": "hammer_of_the_scots", "scenario": "braveheart", "seed": 7},
    "few_acres_of_snow": {"game": "few_acres_of_snow", "scenario": "standard", "seed": 7},
}
DESKTOP, PHONE = (1280, 900), (390, 844)
_WAIT = 40_000
_SERVER = Server()


# ---------------------------------------------------------------- what Referee says without a browser


def said(method: str, **params: Json) -> Mapping[str, Json]:
    """Return the result of a method."""
    line = _SERVER.reply(canonical_text({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode())
    assert line is not None
    found = parse(line.decode())
    assert isinstance(found, Mapping)
    result = found.get("result")
    assert isinstance(result, Mapping), found
    return result


def each_of(value: Json) -> Iterator[Mapping[str, Json]]:
    """Give the mappings of a list."""
    assert isinstance(value, list)
    for item in value:
        assert isinstance(item, Mapping)
        yield item


@dataclass(frozen=True)
class Refused:
    """An action that a golden example refuses: where, how it is typed, and the first rule it breaks."""

    golden: str
    step: int
    by: str
    do: Json
    short: str
    rule: str


@cache
def refused(game: str) -> Refused:
    """Return the first refusal of a golden example that is illegal in a case of its own."""
    for example in each_of(said("library", game=game)["examples"]):
        opened = said("open", golden=example["id"])
        report = opened["report"]
        assert isinstance(report, Mapping)
        for note in each_of(report["notes"]):
            asked = note.get("refuse")
            if not isinstance(asked, Mapping):
                continue
            step, by, do = note["step"], asked["by"], asked["do"]
            ruled = said("explain", case=opened["case"], at=step, by=by, do=do)
            again = said("explain", case=opened["case"], at=step, do=ruled["short"])
            if ruled["ruling"] == again["ruling"] == "illegal":
                sentences = list(each_of(ruled["sentences"]))
                rules = sentences[0]["rules"]
                assert isinstance(step, int)
                assert isinstance(rules, list)
                return Refused(str(example["id"]), step, str(by), do, str(ruled["short"]), str(rules[0]))
    raise LookupError(game)


@cache
def illustrated(game: str) -> str:
    """Return a rule that functions implement and that an example shows which can be stepped through."""
    for rule in catalogue(game).rules:
        entry = next(each_of(said("rule", id=rule.id)["entries"]))
        if entry["functions"] and entry["golden"]:
            return rule.id
    raise LookupError(game)


@cache
def at_chance(game: str) -> str:
    """Return the address of a step of a golden example at which few things may come up."""
    for example in each_of(said("library", game=game)["examples"]):
        opened = said("open", golden=example["id"])
        steps = opened["steps"]
        assert isinstance(steps, int)
        for step in range(steps):
            decision = said("options", case=opened["case"], at=step).get("decision")
            if isinstance(decision, Mapping) and decision["by"] == "chance" and decision["count"] in range(2, 9):
                return f"#/golden/{example['id']}?at={step}"
    raise LookupError(game)


def link(case: Mapping[str, Json], **more: Json) -> str:
    """Return the address of a case, packed as the page packs it."""
    return f"#/case/{packed(canonical_text({'case': dict(case), **more}))}"


def packed(text: str) -> str:
    """Return a text as a link holds it: deflated, then base64url."""
    made = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(made.compress(text.encode()) + made.flush()).decode().rstrip("=")


# ---------------------------------------------------------------- the page


@dataclass
class Explorer:
    """A page of a home, with what its console complained about."""

    page: Page
    home: str
    context: BrowserContext
    faults: list[str] = field(default_factory=list)

    @classmethod
    def open(cls, browser: Browser, home: str, address: str = "", dark: bool = False) -> "Explorer":
        """Open the page in a context of its own, which shares nothing with others."""
        width, height = DESKTOP
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            permissions=["clipboard-read", "clipboard-write"],
            reduced_motion="reduce",
        )
        context.set_default_timeout(_WAIT)
        made = cls(context.new_page(), home, context)
        made.page.on("console", lambda told: made.faults.append(told.text) if told.type == "error" else None)
        made.page.on("pageerror", lambda fault: made.faults.append(str(fault)))
        made.page.goto(home + address)
        return made

    def close(self) -> None:
        """Close the page with all it kept."""
        self.context.close()

    def go(self, address: str) -> None:
        """Go to an address of the page."""
        self.page.evaluate("address => { location.hash = address }", address)
        self.settle()

    def settle(self) -> None:
        """Wait until nothing is on its way."""
        for _ in range(2):
            self.page.wait_for_timeout(60)
            for busy in (".progress-line.on", ".loading"):
                self.page.locator(busy).first.wait_for(state="detached")

    def click(self, role: str, name: str, *, exact: bool = True) -> None:
        """Click the first button, link or tab of this name."""
        self.named(role, name, exact=exact).click()
        self.settle()

    def named(self, role: str, name: str, *, exact: bool = True) -> Locator:
        """Return the first element with a role and a name."""
        return self.page.locator(f"role={role}[name={json.dumps(name)}{'' if exact else ' i'}]").first

    def at(self, selector: str) -> Locator:
        """Return the elements of a selector."""
        return self.page.locator(selector)

    def tab(self, name: str) -> None:
        """Choose a tab of the panel."""
        self.at(f"#tab-{name}").click()
        self.settle()

    def ask(self, words: str) -> None:
        """Ask about an action in words."""
        self.at("#ask-box").fill(words)
        self.at("#ask-box").press("Enter")
        self.settle()

    def click_place(self, place: str) -> None:
        """Click a place of the board where it is drawn."""
        box = self.at(f'.board-holder [data-space="{place}"][data-name]').first.bounding_box()
        assert box is not None
        self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.settle()

    def resized(self, size: tuple[int, int]) -> None:
        """Change the size of the window."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def kept(self, name: str) -> None:
        """Keep a picture of what is seen."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=PICTURES / f"{name}.png")

    def text(self, selector: str) -> str:
        """Return the text of the first element of a selector."""
        return self.at(selector).first.inner_text()
