"""Loading a catalogue from its files, and finding every fault planted in one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from spec_tables import reader
from spec_tables.catalogue import (
    GAMES,
    Catalogue,
    Erratum,
    Example,
    Excuse,
    Kind,
    Option,
    Preset,
    Rule,
    Ruling,
    catalogue,
    prefixes,
    rule_ids,
    validate,
)
from spec_tables.reader import SpecError, document, rows

RULE = Rule("tt:1", "First", Kind.NORMATIVE, "Do this.", ("tt:2",), (("de", "1"), ("fr", "I")))
LATER = Rule("tt:2", "Second", Kind.DEFINITION, "That is this.", (), (("de", "2"),))
SHOWN = Rule("tt:ex-1", "Shown", Kind.EXAMPLE, "Like this.", ("tt:1", "tt:2"), (("fr", "I"),))
OPTION = Option(
    id="D1", name="rounding", title="Rounding", status="slip", values=("up", "down"), default="up", rules=("tt:1",),
    position="Three of five.", note="A slip.", says=(("de", "Down."), ("fr", "Up.")),
    results=(("up", "Two."), ("down", "One.")),
)  # fmt: skip
RULING = Ruling("A1", ("tt:1",), "May it?", "It may.")
ERRATUM = Erratum("E1", "de", "1", ("tt:1",), ("D1",), "Half.", "Half, rounded up.")
EXAMPLE = Example("tt:ex-1", "Shown", ("tt:1",), "de, fr", "Five.", "A six.", "Three.", "Recomputed.")
EXCUSE = Excuse("tt:2", "both", "It only names a thing.")
SOUND = Catalogue(
    game="toy",
    name="The Toy",
    prefix="tt",
    sides=("left", "right"),
    editions=(("de", "German"), ("fr", "French")),
    scenarios=(("small", "Three stones"),),
    claimed_complete=False,
    rules=(RULE, LATER, SHOWN),
    options=(OPTION,),
    presets=(Preset("standard", "Corrected", ()), Preset("de", "At its word", (("rounding", "down"),))),
    rulings=(RULING,),
    errata=(ERRATUM,),
    examples=(EXAMPLE,),
    excuses=(EXCUSE,),
)

FILES = {
    "game.toml": """
        name = "The Toy"
        prefix = "tt"
        sides = ["left", "right"]
        claimed_complete = false
        [editions]
        de = "German"
        fr = "French"
        [scenarios]
        small = "Three stones"
    """,
    "rules_catalogue.csv": """
        key,title,kind,gist,depends_on,de,fr
        1,First,normative,Do this.,2,1,I
        2,Second,definition,That is this.,,2,
        ex-1,Shown,example,Like this.,1; 2,,I
    """,
    "options.toml": """
        [[option]]
        id = "D1"
        name = "rounding"
        title = "Rounding"
        status = "slip"
        values = ["up", "down"]
        default = "up"
        rules = ["1"]
        position = "Three of five."
        note = "A slip."
        [option.says]
        de = "Down."
        fr = "Up."
        [option.results]
        up = "Two."
        down = "One."
    """,
    "presets.toml": """
        [preset.standard]
        title = "Corrected"
        [preset.de]
        title = "At its word"
        [preset.de.options]
        rounding = "down"
    """,
    "rulings.toml": """
        [[ruling]]
        id = "A1"
        rules = ["1"]
        question = "May it?"
        reading = "It may."
    """,
    "errata.toml": """
        [[erratum]]
        id = "E1"
        edition = "de"
        where = "1"
        rules = ["1"]
        options = ["D1"]
        prints = "Half."
        reading = "Half, rounded up."
    """,
    "examples.toml": """
        [[example]]
        id = "ex-1"
        title = "Shown"
        rules = ["1"]
        source = "de, fr"
        position = "Five."
        play = "A six."
        result = "Three."
        check = "Recomputed."
    """,
    "excused.csv": """
        key,needs,reason
        2,both,It only names a thing.
    """,
}


# ---------------------------------------------------------------- loading


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The files of a small sound game, read in place of ours; the caches are emptied before and after."""
    monkeypatch.setattr(reader, "FOLDER", tmp_path)
    (tmp_path / "toy").mkdir()
    for name, text in FILES.items():
        lines = (line.strip() for line in text.strip().splitlines())
        (tmp_path / "toy" / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    for cached in (rows, document, catalogue):
        cached.cache_clear()
    yield tmp_path / "toy"
    for cached in (rows, document, catalogue):
        cached.cache_clear()


def test_a_catalogue_is_all_that_its_files_say_with_prefixed_ids(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == set(FILES)
    assert catalogue("toy") == SOUND


def test_lists_that_need_no_entry_may_be_empty_files(folder: Path) -> None:
    for name in ("options", "rulings", "errata", "examples"):
        (folder / f"{name}.toml").write_text("", encoding="utf-8")
    assert catalogue("toy") == replace(SOUND, options=(), rulings=(), errata=(), examples=())


def test_a_note_and_a_check_may_be_left_out(folder: Path) -> None:
    for name, line in (("options.toml", 'note = "A slip."'), ("examples.toml", 'check = "Recomputed."')):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_text(text.replace(line, ""), encoding="utf-8")
    assert catalogue("toy") == replace(
        SOUND, options=(replace(OPTION, note=""),), examples=(replace(EXAMPLE, check=""),)
    )


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "cause"),
    [
        ("game.toml", 'prefix = "tt"', "", "prefix", "is missing"),
        ("game.toml", "false", '"no"', "claimed_complete", "holds 'no', not true or false"),
        ("rules_catalogue.csv", "normative", "normal", "line 2", "'normal' is not a valid Kind"),
        ("rules_catalogue.csv", "definition", "", "line 3", "column 'kind' is empty"),
        ("rules_catalogue.csv", "depends_on,de,fr", "depends_on,de,en", "line 2", "has no column 'fr'"),
        ("options.toml", 'default = "up"', "", "option[0].default", "is missing"),
        ("options.toml", '["up", "down"]', '["up", 2]', "option[0].values[1]", "holds 2, not a text"),
        ("options.toml", 'down = "One."', "down = 1", "option[0].results.down", "holds 1, not a text"),
        ("presets.toml", 'title = "At its word"', "", "preset.de.title", "is missing"),
        ("presets.toml", 'rounding = "down"', "rounding = 1", "preset.de.options.rounding", "holds 1, not a text"),
        ("rulings.toml", 'reading = "It may."', "", "ruling[0].reading", "is missing"),
        ("errata.toml", 'where = "1"', "where = 1", "erratum[0].where", "holds 1, not a text"),
        ("examples.toml", 'play = "A six."', "", "example[0].play", "is missing"),
        ("excused.csv", "needs,reason", "needs,excuse", "line 2", "has no column 'reason'"),
    ],
)
def test_a_slip_in_a_file_is_found_where_it_was_made(
    folder: Path, file: str, old: str, new: str, place: str, cause: str
) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(SpecError) as found:
        catalogue("toy")
    assert (found.value.file, found.value.place, found.value.cause) == (f"toy/{file}", place, cause)


def test_a_rule_is_found_by_its_id() -> None:
    assert SOUND.rule("tt:2") == LATER
    assert SOUND.rule("2") is None


def test_every_game_has_a_prefix_of_its_own() -> None:
    assert prefixes() == (("ww", "wilderness_war"), ("hs", "hammer_of_the_scots"), ("fa", "few_acres_of_snow"))


def test_the_ids_of_rules_are_those_of_all_catalogues() -> None:
    assert rule_ids() == {rule.id for game in GAMES for rule in catalogue(game).rules}


# ---------------------------------------------------------------- validation


def test_a_sound_catalogue_has_no_fault() -> None:
    assert validate(SOUND) == ()


PLANTED: dict[str, tuple[Catalogue, str, str, str]] = {
    # doubled
    "rule twice": (replace(SOUND, rules=(*SOUND.rules, LATER)), "rules_catalogue.csv", "tt:2", "appears 2 times"),
    "option id twice": (
        replace(SOUND, options=(OPTION, replace(OPTION, name="other"))),
        "options.toml", "D1", "appears 2 times",
    ),
    "option name twice": (
        replace(SOUND, options=(OPTION, replace(OPTION, id="D2"))),
        "options.toml", "rounding", "appears 2 times",
    ),
    "ruling thrice": (replace(SOUND, rulings=(RULING,) * 3), "rulings.toml", "A1", "appears 3 times"),
    "erratum twice": (replace(SOUND, errata=(ERRATUM,) * 2), "errata.toml", "E1", "appears 2 times"),
    "example twice": (replace(SOUND, examples=(EXAMPLE,) * 2), "examples.toml", "tt:ex-1", "appears 2 times"),
    "excuse twice": (replace(SOUND, excuses=(EXCUSE,) * 2), "excused.csv", "tt:2", "appears 2 times"),
    # dangling
    "rule depends on no rule": (
        replace(SOUND, rules=(RULE, replace(LATER, depends_on=("tt:1", "tt:9")), SHOWN)),
        "rules_catalogue.csv", "tt:2", "refers to tt:9, which is no rule",
    ),
    "option about no rule": (
        replace(SOUND, options=(replace(OPTION, rules=("ww:1",)),)),
        "options.toml", "D1", "refers to ww:1, which is no rule",
    ),
    "ruling about no rule": (
        replace(SOUND, rulings=(replace(RULING, rules=("tt:9",)),)),
        "rulings.toml", "A1", "refers to tt:9, which is no rule",
    ),
    "erratum about no rule": (
        replace(SOUND, errata=(replace(ERRATUM, rules=("tt:9",)),)),
        "errata.toml", "E1", "refers to tt:9, which is no rule",
    ),
    "erratum about no option": (
        replace(SOUND, errata=(replace(ERRATUM, options=("D1", "D9")),)),
        "errata.toml", "E1", "refers to D9, which is no option",
    ),
    "example of no rule": (
        replace(SOUND, examples=(replace(EXAMPLE, rules=("tt:9",)),)),
        "examples.toml", "tt:ex-1", "refers to tt:9, which is no rule",
    ),
    "excuse for no rule": (
        replace(SOUND, excuses=(replace(EXCUSE, rule="tt:9"),)),
        "excused.csv", "tt:9", "refers to tt:9, which is no rule",
    ),
    # impossible
    "one value": (
        replace(SOUND, options=(replace(OPTION, values=("up",), results=(("up", "Two."),)),), presets=()),
        "options.toml", "D1", "needs at least two different values",
    ),
    "same value twice": (
        replace(SOUND, options=(replace(OPTION, values=("up", "down", "up")),)),
        "options.toml", "D1", "needs at least two different values",
    ),
    "default is no value": (
        replace(SOUND, options=(replace(OPTION, default="even"),)),
        "options.toml", "D1", "has the default 'even', which is not one of its values",
    ),
    "a value without result": (
        replace(SOUND, options=(replace(OPTION, results=(("up", "Two."),)),)),
        "options.toml", "D1", "does not say what its position gives under each value",
    ),
    "a result without value": (
        replace(SOUND, options=(replace(OPTION, results=(*OPTION.results, ("even", "Two."))),)),
        "options.toml", "D1", "does not say what its position gives under each value",
    ),
    "preset sets no option": (
        replace(SOUND, presets=(Preset("de", "", (("weather", "on"),)),)),
        "presets.toml", "de", "sets weather, which is no option",
    ),
    "preset sets no value": (
        replace(SOUND, presets=(Preset("de", "", (("rounding", "even"),)),)),
        "presets.toml", "de", "sets rounding to 'even', which is not one of its values",
    ),
    "preset sets default": (
        replace(SOUND, presets=(Preset("de", "", (("rounding", "up"),)),)),
        "presets.toml", "de", "sets rounding to its default",
    ),
    "excuse from nothing": (
        replace(SOUND, excuses=(replace(EXCUSE, needs="nothing"),)),
        "excused.csv", "tt:2", "needs 'nothing', not function, test or both",
    ),
    # not restated
    "example not restated": (
        replace(SOUND, examples=()),
        "examples.toml", "tt:ex-1", "is an example of the catalogue that is not restated",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("spoilt", "file", "place", "cause"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found_alone_with_file_place_and_cause(
    spoilt: Catalogue, file: str, place: str, cause: str
) -> None:
    assert [(fault.file, fault.place, fault.cause) for fault in validate(spoilt)] == [(f"toy/{file}", place, cause)]


def test_an_example_counts_as_restated_if_another_restates_it_along_with_itself() -> None:
    assert validate(replace(SOUND, examples=(replace(EXAMPLE, id="tt:ex-9", rules=("tt:ex-1",)),))) == ()


@pytest.mark.parametrize("needs", ["function", "test", "both"])
def test_a_rule_may_be_excused_from_function_test_or_both(needs: str) -> None:
    assert validate(replace(SOUND, excuses=(replace(EXCUSE, needs=needs),))) == ()


def test_all_faults_are_found_at_once_in_the_order_of_the_checks() -> None:
    spoilt = replace(
        SOUND,
        rulings=(RULING, RULING),
        errata=(replace(ERRATUM, rules=("tt:8", "tt:9")),),
        options=(replace(OPTION, default="even"),),
        examples=(),
    )
    assert [str(fault) for fault in validate(spoilt)] == [
        "spec_tables/toy/rulings.toml: A1: appears 2 times",
        "spec_tables/toy/errata.toml: E1: refers to tt:8, which is no rule",
        "spec_tables/toy/errata.toml: E1: refers to tt:9, which is no rule",
        "spec_tables/toy/options.toml: D1: has the default 'even', which is not one of its values",
        "spec_tables/toy/examples.toml: tt:ex-1: is an example of the catalogue that is not restated",
    ]
