"""What a person can do, for each game, through both homes: one test each of the eight points."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from oracle.playing.secrets import names_in
from oracle.protocol.desk import Desk
from reference.few_acres_of_snow import GAME as ACRES
from reference.hammer_of_the_scots import GAME as HAMMER
from reference.kernel.canonical import Json, canonical_text
from reference.kernel.rulesets import options_of, parse_ruleset_name
from spec_tables.catalogue import GAMES, catalogue
from tests.browser.driver import DEALS, PREFIXES, Explorer, at_chance, each_of, illustrated, link, refused, said
from tests.oracle import fabricated_acres, fabricated_hammer

pytestmark = pytest.mark.parametrize("game", GAMES)
PLACES = {"wilderness_war": "montreal", "hammer_of_the_scots": "fife", "few_acres_of_snow": "quebec"}
UNSOUND = {
    "wilderness_war": "ww: Halifax: 4 British regulars, 2 French regulars | opening: victory check",
    "hammer_of_the_scots": "hs: Fife: s_bruce, Wallace 3 | Angus: e_bruce",
    "few_acres_of_snow": "fa: Fort St. John: British town",
}


def test_1_see_the_board_its_places_and_what_a_side_may_know(explorer: Explorer, game: str) -> None:
    explorer.go(link(DEALS[game]))
    expect(explorer.at(".board-holder svg [data-space]").first).to_be_visible()
    whole = explorer.at(".board-holder svg").get_attribute("viewBox")
    explorer.click("button", "Zoom in")
    near = explorer.at(".board-holder svg").get_attribute("viewBox")
    assert whole is not None
    assert near is not None
    assert float(near.split()[2]) < float(whole.split()[2])
    explorer.at(".board-frame").press("Shift+ArrowRight")
    assert explorer.at(".board-holder svg").get_attribute("viewBox") != near
    explorer.at(".board-frame").press("0")
    explorer.click_place(PLACES[game])
    assert explorer.at(".standing li").count() >= 1
    assert explorer.text(".place-card h3").casefold().startswith(PLACES[game][:4])
    explorer.kept(f"see_{game}")
    for side in catalogue(game).sides:
        explorer.go(link(DEALS[game], side=side))
        assert f"Only what {side.capitalize()}" in str(
            explorer.at(".view-picker [aria-pressed=true]").get_attribute("title")
        )
        shown = explorer.page.content()
        assert [name for name in _secrets(game, side) if f'"{name}"' in shown] == []
        explorer.tab("odds")
        assert "Look as Referee" in explorer.text(".panel")


def _secrets(game: str, side: str) -> set[str]:
    """Return the cards and blocks of a deal that a side does not know of."""
    table = Desk().played(dict(DEALS[game])).tables[-1]
    things = {str(each["id"]) for each in each_of(said("names", game=game, kinds=["cards"])["names"])}
    return (set(names_in(table.describe())) - set(names_in(table.observe(side)))) & things


def test_2_play_and_ask_with_every_reason_and_its_rule(explorer: Explorer, game: str) -> None:
    explorer.go(link(DEALS[game]))
    begun = explorer.text(".step-count")
    actions = explorer.at(".offered .action")
    first, last = actions.first.inner_text(), actions.last.inner_text()
    assert explorer.at(".due .cite").count() >= 1
    actions.first.hover()
    explorer.page.wait_for_timeout(150)
    explorer.settle()
    assert first in explorer.text(".preview")
    actions.first.click()
    explorer.settle()
    assert explorer.text(".step-count") != begun
    explorer.click("button", "One step back")
    assert last != first
    explorer.at(".offered .action").last.click()
    explorer.settle()
    explorer.tab("steps")
    assert explorer.at(".branches li").count() == 2
    assert explorer.at(".timeline .here .step-words").inner_text()
    explorer.click("button", "Undo")
    asked = refused(game)
    explorer.go(f"#/golden/{asked.golden}?at={asked.step}")
    explorer.tab("decision")
    explorer.ask(asked.short)
    assert "Illegal" in explorer.text(".ruling .verdict")
    explorer.kept(f"ask_{game}")
    explorer.at(f'.ruling .sentences .cite:text-is("{asked.rule}")').first.click()
    explorer.settle()
    assert explorer.page.url.endswith(f"#/rule/{asked.rule}")


def test_3_set_up_a_position_with_complaints_by_rule(explorer: Explorer, game: str) -> None:
    explorer.go(f"#/setup/{game}")
    piece = explorer.at(".tray .piece").first
    name = piece.locator(".piece-name").inner_text()
    piece.click()
    explorer.click_place(PLACES[game])
    _dragged(explorer)
    explorer.tab("words")
    words = explorer.at(".words-box").input_value()
    assert words.count("\n") + len(words.split(":")) >= 2, (name, words)
    explorer.kept(f"setup_{game}")
    explorer.at(".words-box").fill(UNSOUND[game].replace(" | ", "\n"))
    explorer.page.wait_for_timeout(300)
    explorer.settle()
    assert explorer.at('[aria-label="Check"] .cite').count() >= 1, explorer.text('[aria-label="Check"]')
    explorer.tab("settings")
    assert explorer.at(".settings label, .settings fieldset").count() >= 3
    explorer.tab("from")
    explorer.at(".panel select").first.select_option(index=1)
    explorer.settle()
    explorer.page.wait_for_timeout(300)
    explorer.settle()
    explorer.click("button", "Play and ask from here")
    expect(explorer.at(".due")).to_be_visible()


def _dragged(explorer: Explorer) -> None:
    """Drag the second piece of the tray to where the first stands."""
    source = explorer.at(".tray .piece").nth(1).bounding_box()
    target = explorer.at(".ring-selected").first.bounding_box()
    assert source is not None
    assert target is not None
    explorer.page.mouse.move(source["x"] + 20, source["y"] + 15)
    explorer.page.mouse.down()
    explorer.page.mouse.move(source["x"] - 60, source["y"] + 40, steps=4)
    explorer.page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=4)
    explorer.page.mouse.up()
    explorer.settle()


def test_4_rules_with_search_and_source_lines(explorer: Explorer, game: str) -> None:
    prefix = PREFIXES[game]
    explorer.go(f"#/rules/{prefix}")
    assert explorer.at(".chapter").count() >= 4
    explorer.at("#rule-search").fill("card")
    explorer.page.wait_for_timeout(350)
    explorer.settle()
    assert explorer.at(".hits li").count() >= 3
    rule = illustrated(game)
    explorer.go(f"#/rule/{rule}")
    assert explorer.text(".eyebrow .rule-id") == rule
    assert explorer.text(".rule-gist")
    assert explorer.at(".numbers dd").count() >= 1
    source = explorer.at(".proof .places button").first
    source.scroll_into_view_if_needed()
    source.click()
    expect(explorer.at(".source .marked")).to_be_visible()
    golden = explorer.at('a[href^="#/golden/"]').first
    golden.click()
    explorer.settle()
    expect(explorer.at(".report-conforms")).to_be_visible()


def test_5_editions_as_a_table_and_the_same_question_under_all(explorer: Explorer, game: str) -> None:
    presets = len(list(each_of(said("about", game=game)["presets"])))
    explorer.go(f"#/editions/{PREFIXES[game]}")
    assert explorer.at(".differences thead th").count() == presets + 1
    explorer.at(".demonstration button").first.click()
    explorer.settle()
    expect(explorer.at(".due")).to_be_visible()
    asked = refused(game)
    explorer.go(f"#/golden/{asked.golden}?at={asked.step}")
    explorer.tab("decision")
    explorer.ask(asked.short)
    explorer.click("button", "Ask every edition")
    assert explorer.at(".editions-table tbody tr").count() == presets
    explorer.at(".panel .ruleset select").first.select_option(index=1)
    explorer.settle()
    assert explorer.page.url.split("#")[1].startswith("/case/")


def test_6_odds_as_bars_with_exact_fractions(explorer: Explorer, game: str) -> None:
    explorer.go(at_chance(game))
    explorer.tab("odds")
    explorer.at(".form select").first.select_option("choice")
    explorer.click("button", "Walk every outcome")
    expect(explorer.at(".odds .exact").first).to_be_visible()
    assert "/" in explorer.text(".odds .exact")
    assert explorer.at(".odds .bar").count() >= 1
    explorer.kept(f"odds_{game}")
    explorer.page.get_by_label("Exact fractions").uncheck()
    assert explorer.at(".odds .exact").count() == 0
    assert "%" in explorer.text(".odds td")


def test_7_replay_a_file_and_mark_the_first_divergence(explorer: Explorer, game: str, tmp_path: Path) -> None:
    asked = refused(game)
    file = tmp_path / "game.jsonl"
    file.write_text(_spoilt(asked.golden, asked.step, {"by": asked.by, "do": asked.do}), encoding="utf-8")
    explorer.go("#/replay")
    explorer.at("input[type=file]").set_input_files(file)
    expect(explorer.at(".report-diverges")).to_be_visible()
    explorer.settle()
    assert explorer.at(f'.report .cite:text-is("{asked.rule}")').count() >= 1
    assert explorer.text(".step-count").startswith(f"{asked.step} /")
    explorer.kept(f"replay_{game}")
    explorer.go(f"#/library/{PREFIXES[game]}")
    assert explorer.at(".examples li").count() >= 20
    recorded = _recorded(game)
    if recorded:
        file.write_text(recorded, encoding="utf-8")
        explorer.go("#/replay")
        explorer.at("input[type=file]").set_input_files(file)
        expect(explorer.at(".report-conforms")).to_be_visible()
        explorer.settle()
        assert explorer.at(".timeline li").count() > 5


def _spoilt(golden: str, step: int, act: Json) -> str:
    """Return a golden example up to a step, and then an action that breaks a rule."""
    case = said("open", golden=golden)["case"]
    lines = str(said("export", case=case, at=step)["trace"]).splitlines()
    return "\n".join([*(each for each in lines if '"expect"' not in each), canonical_text(act)]) + "\n"


def _recorded(game: str) -> str:
    """Return a short recorded game of another implementation, where there is an importer that is fed by hand."""
    if game == "hammer_of_the_scots":
        rules = HAMMER.ruleset(options_of(game, parse_ruleset_name("peer")))
        return fabricated_hammer.text_of(fabricated_hammer.fabricated("braveheart", rules, 3, 12))
    if game == "few_acres_of_snow":
        rules_of_acres = ACRES.ruleset(options_of(game, parse_ruleset_name("online")))
        return fabricated_acres.text_of(fabricated_acres.fabricated(rules_of_acres, 3, 6))
    return ""


def test_8_share_a_link_that_shows_the_same_to_somebody_else(explorer: Explorer, game: str, browser: Browser) -> None:
    explorer.go(link(DEALS[game]))
    explorer.at(".offered .action").first.click()
    explorer.settle()
    explorer.click("button", "Share")
    expect(explorer.named("button", "Copy link")).to_be_enabled()
    explorer.click("button", "Copy link")
    address = explorer.page.get_by_label("Link to this case").input_value()
    assert explorer.page.evaluate("() => navigator.clipboard.readText()") == address
    with explorer.page.expect_download() as saving:
        explorer.named("button", "Save as PNG").click()
    assert Path(saving.value.path()).read_bytes().startswith(b"\x89PNG")
    explorer.click("button", "Copy as trace")
    trace = str(explorer.page.evaluate("() => navigator.clipboard.readText()"))
    assert json.loads(trace.splitlines()[0])["game"] == game
    assert said("replay", text=trace)["conforms"] is True
    explorer.click("button", "Close")
    other = Explorer.open(browser, explorer.home, f"#{address.partition('#')[2]}")
    other.at(".due").wait_for()
    other.settle()
    for selector in (".table-head h1", ".step-count", ".due-words", ".board-text pre"):
        assert other.at(selector).first.text_content() == explorer.at(selector).first.text_content()
    assert other.faults == []
    other.close()
