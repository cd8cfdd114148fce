"""Rules by any number and by words: `referee rule` and `referee rules`."""

import re

import pytest

from oracle.rule_lookup import find, is_below, key_of, numbers_in
from oracle.rule_search import search
from reference.kernel.canonical import Json
from spec_tables.catalogue import GAMES, catalogue
from spec_tables.headings import headings
from tests.oracle.helpers import answer, json_answer


def ids(found: Json, part: str) -> list[str]:
    """Return the ids in a list of an answer."""
    assert isinstance(found, dict)
    listed = found[part]
    assert isinstance(listed, list)
    return [str(each["id"]) for each in listed if isinstance(each, dict)]


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("7.62", ("7.62",)),
        ("6.2;16.1", ("6.2", "16.1")),
        ("13.3 (printed 12.3)", ("13.3", "12.3")),
        ("2.25 (second)", ("2.25",)),
        ("PB-cards 57-59,64", ("PB-cards 57-59,64",)),
    ],
)
def test_the_numbers_of_a_cell_are_told_apart(cell: str, numbers: tuple[str, ...]) -> None:
    assert numbers_in(cell) == numbers


@pytest.mark.parametrize(
    ("number", "heading", "below"),
    [
        ("6.71", "6.7", True),
        ("6.71-a", "6.7", True),
        ("6.7", "6.7", False),
        ("6.7", "6.0", True),
        ("6.7", "6", True),
        ("16.1", "6", False),
        ("raid.block.1", "raid", True),
        ("raids", "raid", False),
        ("TP-1", "T", False),
        ("S1-1", "s", True),
    ],
)
def test_a_number_stands_below_its_headings(number: str, heading: str, below: bool) -> None:
    assert is_below(number, heading) is below


def test_a_number_of_one_game_needs_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "rule", "10.12")
    assert code == 0
    assert out.startswith("ww:10.12  ")


def test_a_number_of_two_games_gives_the_choice(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "rule", "7.62")
    assert code == 0
    assert out.startswith("Found in more than one game; say which:\n\nreferee rule ww:7.62   (Wilderness War)\n")
    assert "\nreferee rule hs:7.62   (Hammer of the Scots, The French knights)\n  hs:7.62-1  French knights\n" in out
    code, told = json_answer(capsys, "rule", "7.62")
    assert isinstance(told, list)
    assert [each["id"] for each in told if isinstance(each, dict)] == ["ww:7.62", "hs:7.62-1", "hs:7.62-2"]


def test_a_printed_heading_shows_the_rules_below_it_with_gists(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "rule", "ww:6.7")
    assert code == 0
    assert out.startswith("ww:6.7  Interception  (a heading)\n  ww:6.71  Interception roll\n      When enemies enter")
    assert "\n  ww:6.723  Lone leaders immune\n      Leaders moving alone cannot be intercepted.\n" in out
    code, told = json_answer(capsys, "rule", "ww:6.7")
    assert isinstance(told, list)
    (heading,) = told
    assert isinstance(heading, dict)
    assert (code, heading["kind"], heading["title"]) == (0, "heading", "Interception")
    assert ids(heading, "below")[:2] == ["ww:6.71", "ww:6.71-a"]


def test_a_long_heading_lists_titles_only(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = answer(capsys, "rule", "ww:6")
    lines = out.splitlines()
    assert lines[0] == "ww:6  Movement  (a heading)"
    assert len(lines) == 1 + len(find("ww:6")[0].below)


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        (("fr", "16.1"), "ww:fr 16.1 is printed over one rule of our catalogue.\n\nww:6.2-a  "),
        (("fr", "13.3"), "ww:fr 13.3 is printed over one rule of our catalogue.\n\nww:6.63  "),
        (("ww:fr 12.21",), "ww:fr 12.21 is printed over one rule of our catalogue.\n\nww:13.21  "),
        (("ww", "fr", "14"), "ww:fr 14  Interception  (a heading)\n"),
        (("ww:16.1",), "ww:fr 16.1 is printed over one rule of our catalogue.\n\nww:6.2-a  "),
        (("FA:Überfall".lower(),), "fa:überfall  Raids  (a heading)\n  fa:raid.1  "),
        (("wilderness_war:7.62",), "ww:7.62  Drilled quota"),
    ],
)
def test_other_editions_have_numbers_of_their_own(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], begins: str
) -> None:
    code, out, _ = answer(capsys, "rule", *words)
    assert code == 0
    assert out.startswith(begins)


@pytest.mark.parametrize(
    ("number", "other", "title"), [("13.3", "6.63", "Pushed back"), ("12.21", "13.21", "VP track")]
)
def test_a_number_with_two_meanings_shows_both(
    capsys: pytest.CaptureFixture[str], number: str, other: str, title: str
) -> None:
    _, out, _ = answer(capsys, "rule", f"ww:{number}")
    assert out.startswith(f"In the edition fr the number {number} is another rule: ww:{other} {title}")
    assert f"\nThe edition fr prints {number} over other rules:\n  ww:{other}  {title}" in out
    _, told = json_answer(capsys, "rule", f"ww:{number}")
    assert isinstance(told, list)
    assert isinstance(told[0], dict)
    assert ids(told[0]["elsewhere"], "fr") == [f"ww:{other}"]


def test_a_package_of_rules_is_told_in_full_only_by_its_own_name(capsys: pytest.CaptureFixture[str]) -> None:
    _, supply, _ = answer(capsys, "rule", "ww:12.1")
    assert "divergence D23: advanced_rules = on | off" in supply
    assert "`referee rule ww:D23`" in supply
    assert "The Huron of ex-1757-E-F7c" not in supply
    code, package, _ = answer(capsys, "rule", "ww:D23")
    assert code == 0
    assert "The Huron of ex-1757-E-F7c" in package
    assert "ww:12.1 " in package


@pytest.mark.parametrize(
    ("name", "kind", "part"),
    [("ww:E23", "erratum", "prints"), ("ww:A5", "ruling", "reading"), ("ww:D4", "divergence", "values")],
)
def test_rulings_errata_and_divergences_have_names_too(
    capsys: pytest.CaptureFixture[str], name: str, kind: str, part: str
) -> None:
    code, out, _ = answer(capsys, "rule", name)
    assert code == 0
    assert f"  {kind} {name.removeprefix('ww:')}" in out
    code, told = json_answer(capsys, "rule", name.lower())
    assert isinstance(told, list)
    assert isinstance(told[0], dict)
    assert (code, told[0]["kind"], told[0]["id"]) == (0, kind, name)
    assert told[0][part]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("9.99",), "9.99 is in no rule catalogue; close to it: ww:9."),
        (("ww:frobnicate now",), "ww:frobnicate now is in no rule catalogue"),
        (("xx:7.62",), "'xx:7.62' is no rule id; it begins with one of: ww:, hs:, fa:"),
        (("ww:",), "'ww:' names no rule; write a number after it, such as ww:1.0"),
        (("",), "'' names no rule"),
    ],
)
def test_what_is_no_number_is_named(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str) -> None:
    code, out, err = answer(capsys, "rule", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: {complaint}")


def test_every_printed_number_and_every_id_is_found() -> None:
    for game in GAMES:
        about = catalogue(game)
        for rule in about.rules:
            assert find(rule.id)[0].rule is rule
            for edition, cell in rule.numbers:
                for number in numbers_in(cell):
                    (found,) = find(f"{about.prefix}:{edition} {number}")
                    assert rule in found.printed, (rule.id, edition, number)


# ---------------------------------------------------------------- the table of contents


def test_every_rule_stands_below_a_heading_and_every_heading_has_rules() -> None:
    for game in GAMES:
        about = catalogue(game)
        for rule in about.rules:
            key = key_of(rule)
            assert any(each.key and (each.key == key or is_below(key, each.key)) for each in headings(game)), rule.id
        for each in headings(game):
            named = [f"{about.prefix}:{each.key}"] if each.key else []
            numbered = [f"{about.prefix}:{edition} {number.partition(' (')[0]}" for edition, number in each.numbers]
            for name in (*named, *numbered):
                assert not find(name)[0].is_empty, name


def test_the_numbers_with_rules_below_them_have_a_title() -> None:
    for game in GAMES:
        about = catalogue(game)
        titled = {number for each in headings(game) for _, number in each.numbers} | {rule.id for rule in about.rules}
        for edition, _ in about.editions:
            cells = [cell for rule in about.rules for name, cell in rule.numbers if name == edition]
            numbers = {each for cell in cells for each in numbers_in(cell) if re.fullmatch(r"\d+\.\d+", each)}
            for chapter in {number.partition(".")[0] for number in numbers}:
                assert f"{chapter}.0" in titled, (game, edition, chapter)


def test_the_contents_of_a_game_list_chapters_and_sections(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "rules", "ww")
    assert code == 0
    assert out.startswith("Wilderness War: 585 rules\n  1.0   Introduction (2)\n")
    assert "\n  6.0   Movement (67)\n" in out
    assert "6.7 Interception; " in " ".join(out.split())
    code, told = json_answer(capsys, "rules", "wilderness_war")
    assert isinstance(told, dict)
    chapters = told["chapters"]
    assert isinstance(chapters, list)
    listed = [rule for each in chapters if isinstance(each, dict) for rule in each["rules"]]
    assert sorted(listed) == sorted(rule.id for rule in catalogue("wilderness_war").rules)


def test_a_chapter_lists_its_rules_with_gists(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (("ww", "12"), ("ww:12",), ("wilderness_war", "12.0")):
        code, out, _ = answer(capsys, "rules", *words)
        assert code == 0
        assert "Supply\n  ww:12.1  " in out
        assert "\n      The path is a chain of spaces free of" in out
    code, told = json_answer(capsys, "rules", "hs", "6.22")
    assert code == 0
    assert ids(told, "rules") == [f"hs:6.22-{number}" for number in range(1, 8)]


def test_without_a_game_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "rules")
    assert code == 0
    assert out.startswith("  ww  Wilderness War       585 rules\n")
    code, told = json_answer(capsys, "rules")
    assert isinstance(told, list)
    assert (code, len(told)) == (0, 3)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess",), "'chess' is no game; there are: ww or wilderness_war, "),
        (("ww", "99"), "'99' is no chapter of wilderness_war; `referee rules ww` lists them"),
        (("ww", "6", "--search", "x"), "--search looks through whole games; leave out the chapter"),
        (("--search", " ?! "), "' ?! ' has no word to look for"),
    ],
)
def test_what_is_no_chapter_is_named(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], complaint: str
) -> None:
    code, out, err = answer(capsys, "rules", *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"referee: {complaint}")


# ---------------------------------------------------------------- search


def test_a_search_ranks_what_has_all_the_words_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = [hit.text.id for hit in search("ambush woods", GAMES).hits]
    assert set(found[:2]) == {"ww:7.56", "ww:card-ambush-pre"}
    code, out, _ = answer(capsys, "rules", "--search", "ambush woods")
    assert code == 0
    assert "ww:7.56  Ambush\n      An unmatched AMBUSH! in wild terrain" in out
    assert re.search(r"`referee rule ID` shows all about one; \d+ more with --most \d+\.\n$", out)


def test_a_search_finds_rulings_divergences_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    kinds = {hit.text.kind for hit in search("interception", ("wilderness_war",)).hits}
    assert kinds == {"rule", "ruling", "divergence", "example"}
    _, told = json_answer(capsys, "rules", "ww", "--search", "Huron infiltrate Albany", "--most", "3")
    assert isinstance(told, dict)
    hits = told["hits"]
    assert isinstance(hits, list)
    assert len(hits) == 3
    assert "ww:D23" in [each["id"] for each in hits if isinstance(each, dict)]


def test_a_search_minds_neither_case_nor_accents_nor_endings() -> None:
    plain = [hit.text.id for hit in search("montreal raids", ("few_acres_of_snow",)).hits]
    assert plain == [hit.text.id for hit in search("MONTRÉAL raid", ("few_acres_of_snow",)).hits]
    assert plain


def test_words_that_nothing_has_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = answer(capsys, "rules", "--search", "ambush xyzzy")
    assert code == 0
    assert "\nNothing has: xyzzy\n" in out
    code, out, _ = answer(capsys, "rules", "--search", "xyzzy")
    assert (code, out) == (1, "Nothing has: xyzzy\n")
    code, told = json_answer(capsys, "rules", "--search", "xyzzy")
    assert code == 1
    assert told == {"search": "xyzzy", "found": 0, "missing": ["xyzzy"], "hits": []}


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("what does Moray do in winter", "hs:7.1-3"),
        ("Wallace winters in Selkirk", "hs:7.5-1"),
        ("portage with boats", "ww:6.3-exc"),
        ("leader death", "ww:7.7"),
        ("empty draw pile, reshuffle", "fa:turn.7"),
        ("main force", "hs:5.32-2"),
    ],
)
def test_a_search_finds_the_rule_before_what_is_said_about_it(words: str, first: str) -> None:
    assert search(words, GAMES).hits[0].text.id == first
