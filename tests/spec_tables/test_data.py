"""The data itself: no fault, nothing lost, nothing that refers to nowhere."""

import re
import tomllib
import typing
from collections import Counter
from importlib import import_module
from importlib.util import find_spec

import pytest

from reference.kernel.rulesets import RulesetName, options_of, record_of
from spec_tables.catalogue import GAMES, Kind, catalogue, rule_ids, validate
from spec_tables.reader import FOLDER, document, rows

WW, HAMMER, ACRES = GAMES
WORD = re.compile("[a-z0-9]+(_[a-z0-9]+)*")
STATUSES = {"edition", "slip", "clarification", "wording", "table", "optional", "open"}
KEYS = {
    "options": {
        *("id", "name", "title", "status", "values", "default", "rules", "position", "note", "says", "results")
    },
    "rulings": {"id", "rules", "question", "reading"},
    "errata": {"id", "edition", "where", "rules", "options", "prints", "reading"},
    "examples": {"id", "title", "rules", "source", "position", "play", "result", "check"},
}
MILITIA_BOXES = {"northern_colonial_militias", "southern_colonial_militias", "st_lawrence_canadian_militias"}
BY_SHIP_ONLY = {"gaspe", "louisbourg"}
PLAYABLE = [game for game in GAMES if find_spec(f"reference.{game}") and find_spec(f"reference.{game}.ruleset")]


# ---------------------------------------------------------------- catalogues


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_has_no_fault(game: str) -> None:
    assert [str(fault) for fault in validate(catalogue(game))] == []


def test_no_two_rules_of_any_game_share_an_id() -> None:
    counted = Counter(rule.id for game in GAMES for rule in catalogue(game).rules)
    assert [rule_id for rule_id, count in counted.items() if count > 1] == []
    assert len(rule_ids()) == 585 + 377 + 342


@pytest.mark.parametrize(
    ("game", "counts"),
    [
        (WW, {Kind.NORMATIVE: 442, Kind.EXAMPLE: 73, Kind.NOTE: 35, Kind.DEFINITION: 24, Kind.OPTIONAL: 11}),
        (HAMMER, {Kind.NORMATIVE: 264, Kind.DEFINITION: 59, Kind.NOTE: 26, Kind.EXAMPLE: 22, Kind.OPTIONAL: 6}),
        (ACRES, {Kind.NORMATIVE: 248, Kind.DEFINITION: 46, Kind.EXAMPLE: 36, Kind.NOTE: 12}),
    ],
)
def test_no_rule_was_lost(game: str, counts: dict[Kind, int]) -> None:
    assert Counter(rule.kind for rule in catalogue(game).rules) == counts


@pytest.mark.parametrize(
    ("game", "options", "rulings", "errata", "examples"),
    [(WW, 50, 70, 103, 75), (HAMMER, 37, 59, 40, 31), (ACRES, 32, 32, 32, 36)],
)
def test_no_option_ruling_erratum_or_example_was_lost(
    game: str, options: int, rulings: int, errata: int, examples: int
) -> None:
    """More are found as work goes on; none goes away."""
    found = catalogue(game)
    assert len(found.options) >= options
    assert len(found.rulings) >= rulings
    assert len(found.errata) >= errata
    assert len(found.examples) >= examples


@pytest.mark.parametrize("game", GAMES)
def test_only_normative_rules_are_excused(game: str) -> None:
    normative = {rule.id for rule in catalogue(game).rules if rule.kind is Kind.NORMATIVE}
    assert [excuse.rule for excuse in catalogue(game).excuses if excuse.rule not in normative] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_never_depends_on_itself(game: str) -> None:
    assert [rule.id for rule in catalogue(game).rules if rule.id in rule.depends_on] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_columns_of_the_catalogue_are_the_documented_ones_and_the_editions(game: str) -> None:
    editions = [name for name, _ in catalogue(game).editions]
    assert list(rows(game, "rules_catalogue")[0].cells) == ["key", "title", "kind", "gist", "depends_on", *editions]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("file", "entry"), [("options", "option"), ("rulings", "ruling"), ("errata", "erratum"), ("examples", "example")]
)
def test_no_entry_has_a_key_that_nobody_reads(game: str, file: str, entry: str) -> None:
    assert set(document(game, file)) <= {entry}
    for each in document(game, file).tables(entry):
        assert set(each) <= KEYS[file], each.place


@pytest.mark.parametrize("game", GAMES)
def test_options_and_values_are_words_and_their_status_is_documented(game: str) -> None:
    for option in catalogue(game).options:
        assert [word for word in (option.name, *option.values) if not WORD.fullmatch(word)] == [], option.id
        assert option.status in STATUSES, option.id


# ---------------------------------------------------------------- rulesets


@pytest.mark.parametrize(
    ("game", "presets"),
    [
        (WW, ["standard", "de", "fr", "fr_basic", "peer"]),
        (HAMMER, ["standard", "de", "v3", "v4", "peer"]),
        (ACRES, ["first", "second", "online"]),
    ],
)
def test_the_presets_are_the_documented_ones_and_all_different(game: str, presets: list[str]) -> None:
    assert [preset.name for preset in catalogue(game).presets] == presets
    assert len({tuple(options_of(game, RulesetName(name)).items()) for name in presets}) == len(presets)


@pytest.mark.parametrize(("game", "preset"), [(WW, "standard"), (HAMMER, "standard"), (ACRES, "first")])
def test_the_first_preset_is_the_defaults(game: str, preset: str) -> None:
    assert options_of(game, RulesetName(preset)) == {option.name: option.default for option in catalogue(game).options}


def ruleset_type(game: str) -> type[object]:
    """Return the record of a game's options."""
    found: object = import_module(f"reference.{game}.ruleset").Ruleset
    assert isinstance(found, type)
    return found


def test_wilderness_war_is_among_the_games_whose_rulesets_are_compared() -> None:
    assert WW in PLAYABLE


@pytest.mark.parametrize("game", PLAYABLE)
def test_the_record_of_a_game_has_exactly_the_options_of_the_data_with_the_same_values(game: str) -> None:
    fields = {name: set(typing.get_args(hint)) for name, hint in typing.get_type_hints(ruleset_type(game)).items()}
    assert fields == {option.name: set(option.values) for option in catalogue(game).options}


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_preset_makes_a_record(game: str) -> None:
    kind = ruleset_type(game)
    for preset in catalogue(game).presets:
        options = options_of(game, RulesetName(preset.name))
        record = record_of(kind, options)
        assert {name: getattr(record, name) for name in typing.get_type_hints(kind)} == options


# ---------------------------------------------------------------- maps, pieces, cards


@pytest.mark.parametrize(
    ("game", "file", "count"),
    [
        (WW, "spaces", 144),
        (WW, "connections", 284),
        (WW, "counters", 128),
        (WW, "leaders", 23),
        (WW, "cards", 70),
        (HAMMER, "areas", 23),
        (HAMMER, "borders", 49),
        (HAMMER, "blocks", 56),
        (HAMMER, "cards", 8),
        (ACRES, "locations", 36),
        (ACRES, "connections", 39),
        (ACRES, "location_cards", 59),
        (ACRES, "empire_cards", 32),
    ],
)
def test_no_line_was_lost(game: str, file: str, count: int) -> None:
    assert len(rows(game, file)) == count


@pytest.mark.parametrize(("game", "file", "count"), [(HAMMER, "cards", 25), (ACRES, "empire_cards", 51)])
def test_the_copies_of_cards_add_up(game: str, file: str, count: int) -> None:
    assert sum(row.number("count") for row in rows(game, file)) == count


@pytest.mark.parametrize(
    ("game", "file"),
    [
        (WW, "spaces"), (WW, "counters"), (WW, "leaders"), (WW, "cards"),
        (HAMMER, "areas"), (HAMMER, "blocks"), (HAMMER, "cards"), (ACRES, "locations"),
    ],
)  # fmt: skip
def test_ids_are_words_and_unique(game: str, file: str) -> None:
    ids = [row.word("id") for row in rows(game, file)]
    assert [name for name in ids if not WORD.fullmatch(name)] == []
    assert [name for name, count in Counter(ids).items() if count > 1] == []


@pytest.mark.parametrize(
    ("game", "places", "links", "alone"),
    [
        (WW, "spaces", "connections", MILITIA_BOXES),
        (HAMMER, "areas", "borders", set()),
        (ACRES, "locations", "connections", BY_SHIP_ONLY),
    ],
    ids=GAMES,
)
def test_links_join_two_different_places_once_and_leave_no_other_place_alone(
    game: str, places: str, links: str, alone: set[str]
) -> None:
    known = {row.word("id") for row in rows(game, places)}
    pairs = [frozenset((row.word("a"), row.word("b"))) for row in rows(game, links)]
    assert [sorted(pair) for pair in pairs if len(pair) != 2 or not pair <= known] == []
    assert [sorted(pair) for pair, count in Counter(pairs).items() if count > 1] == []
    assert known - {place for pair in pairs for place in pair} == alone


def test_location_cards_of_a_few_acres_of_snow_name_locations_that_exist() -> None:
    known = {row.word("id") for row in rows(ACRES, "locations")}
    named = {link.split(":")[0] for row in rows(ACRES, "location_cards") for link in row.words("connections")}
    assert named | {row.word("location") for row in rows(ACRES, "location_cards")} <= known
    assert named >= BY_SHIP_ONLY


def test_cards_of_wilderness_war_name_rules_that_exist() -> None:
    assert [row.line for row in rows(WW, "cards") if f"ww:{row.word('rule')}" not in rule_ids()] == []


@pytest.mark.parametrize(
    ("game", "scenarios"),
    [
        (WW, {"annus_mirabilis", "early_war", "late_war", "full_campaign"}),
        (HAMMER, {"braveheart", "the_bruce", "campaign"}),
        (ACRES, {"standard"}),
    ],
)
def test_the_scenarios_are_the_documented_ones(game: str, scenarios: set[str]) -> None:
    assert {name for name, _ in catalogue(game).scenarios} == scenarios


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    "file", sorted(path.relative_to(FOLDER).as_posix() for game in GAMES for path in (FOLDER / game).iterdir())
)
def test_every_file_can_be_read_and_ends_its_last_line(file: str) -> None:
    game, name = file.split("/")
    stem, kind = name.split(".")
    read = {"csv": rows, "toml": document}[kind](game, stem)
    assert read or name == "excused.csv"
    text = (FOLDER / file).read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert "\r" not in text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_files_that_every_game_has(game: str) -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([a-z_]+\.(?:csv|toml))` \|", readme, re.MULTILINE))
    assert len(documented) == 11
    assert documented <= {path.name for path in (FOLDER / game).iterdir()}


def test_the_examples_of_the_readme_are_toml() -> None:
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    samples = [tomllib.loads(sample) for sample in re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)]
    assert [sorted(sample) for sample in samples] == [
        ["claimed_complete", "editions", "name", "prefix", "scenarios", "sides"],
        ["option"],
        ["preset"],
        ["erratum", "example", "ruling"],
    ]
    assert set(samples[1]["option"][0]) == KEYS["options"]
    assert [set(samples[3][name][0]) for name in ("ruling", "erratum", "example")] == [
        KEYS["rulings"],
        KEYS["errata"],
        KEYS["examples"],
    ]
