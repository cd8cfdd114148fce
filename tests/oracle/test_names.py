"""Names as people use them: ids, printed names, parts of names, and what is said of names that are none."""

from pathlib import Path

import pytest

from oracle.names import (
    AmbiguousName,
    UnknownName,
    candidates,
    found_name,
    kinds_called,
    kinds_of,
    names,
    resolve,
    unmistakable,
)
from reference.few_acres_of_snow import ch01_board, ch02_cards
from reference.hammer_of_the_scots import ch01_map, ch02_armies
from reference.hammer_of_the_scots.actions import Card as HammerCard
from reference.wilderness_war import ch02_map, ch03_pieces
from reference.wilderness_war.cards import FACES
from spec_tables.catalogue import GAMES
from tests.oracle.helpers import answer, json_answer

Capsys = pytest.CaptureFixture[str]
WW, HS, FA = "wilderness_war", "hammer_of_the_scots", "few_acres_of_snow"


def ids(game: str, kind: str) -> set[str]:
    return {each.id for each in names(game, (kind,))}


# ---------------------------------------------------------------- what has a name


def test_everything_of_wilderness_war_that_an_action_can_name_has_a_name() -> None:
    assert ids(WW, "spaces") == set(ch02_map.IDS)
    assert ids(WW, "leaders") == {each.id for each in ch03_pieces.LEADERS}
    assert ids(WW, "units") == {each.id for each in ch03_pieces.COUNTERS}
    assert ids(WW, "types") == {each.type for each in ch03_pieces.COUNTERS}
    assert ids(WW, "cards") == {each.id for each in FACES}


def test_everything_of_hammer_of_the_scots_that_an_action_can_name_has_a_name() -> None:
    assert ids(HS, "areas") == set(ch01_map.AREA_IDS)
    assert ids(HS, "blocks") == {each.id for each in ch02_armies.FIGURES}
    assert ids(HS, "cards") == {each.value for each in HammerCard}


def test_everything_of_few_acres_that_an_action_can_name_has_a_name() -> None:
    assert ids(FA, "locations") == set(ch01_board.IDS)
    assert ids(FA, "cards") == set(ch02_cards.CARD_IDS)


def test_a_name_knows_how_many_there_are() -> None:
    counters = [each.type for each in ch03_pieces.COUNTERS]
    assert {each.id: each.count for each in names(WW, ("types",))} == {each: counters.count(each) for each in counters}
    assert {each.id: each.count for each in names(FA, ("cards",))} == {
        each.id: each.copies for each in ch02_cards.FACES
    }
    assert found_name(HS, ("cards",), "move 2").count == 10


@pytest.mark.parametrize("game", GAMES)
def test_every_id_names_itself_and_every_name_says_what_it_is(game: str) -> None:
    for kind in kinds_of(game):
        for each in names(game, (kind,)):
            assert resolve(game, (kind,), each.id) == each.id
            assert each in candidates(game, (kind,), each.printed)
            assert each.what
            assert resolve(game, (kind,), unmistakable(game, (kind,), each.id)) == each.id


@pytest.mark.parametrize("game", GAMES)
def test_actions_sides_scenarios_and_rulesets_have_names_in_every_game(game: str) -> None:
    assert {"actions", "sides", "scenarios", "rulesets", "markers", "cards"} <= set(kinds_of(game))
    assert kinds_called(game, "pieces")
    assert kinds_called(game, "Places")


# ---------------------------------------------------------------- looking up


@pytest.mark.parametrize(
    ("game", "kind", "text", "found"),
    [
        (WW, "leaders", "Braddock", "braddock"),
        (WW, "leaders", "LEVIS", "levis"),
        (WW, "spaces", "Crown Point", "crown_point"),
        (WW, "spaces", "quebec", "quebec"),
        (WW, "spaces", "Île d\N{RIGHT SINGLE QUOTATION MARK}Orléans", "ile_d_orleans"),
        (WW, "spaces", "Fort Duquesne", "ohio_forks"),
        (WW, "spaces", "Fort Edward", "hudson_carry_south"),
        (WW, "spaces", "fort lyman", "hudson_carry_south"),
        (WW, "spaces", "Fort Hunter", "schenectady"),
        (WW, "spaces", "Fort No. 4", "charlestown"),
        (WW, "spaces", "Ticond", "ticonderoga"),
        (WW, "spaces", "York", "york"),
        (WW, "types", "rangers", "br_ranger"),
        (WW, "types", "French regulars", "fr_regular"),
        (WW, "types", "Highlanders", "br_highland"),
        (WW, "types", "Hurons", "fr_indian_huron"),
        (WW, "units", "béarn", "fr_regular_bearn"),
        (WW, "units", "1st Royal", "br_regular_1st_royal"),
        (WW, "units", "Connecticut 2", "br_northern_provincial_connecticut_2"),
        (WW, "cards", "SURRENDER!", "card_6"),
        (WW, "cards", "Coehorns and Howitzers", "card_8"),
        (WW, "cards", "#12", "card_12"),
        (WW, "cards", "Ambush! (12)", "card_12"),
        (WW, "cards", "Victories in Germany", "card_48"),
        (WW, "actions", "play event", "play_event"),
        (WW, "actions", "go", "go"),
        (WW, "sides", "British", "british"),
        (WW, "scenarios", "Annus Mirabilis", "annus_mirabilis"),
        (HS, "blocks", "Wallace", "s_wallace"),
        (HS, "blocks", "Scottish Angus", "s_angus"),
        (HS, "blocks", "English Angus", "e_angus"),
        (HS, "blocks", "York Knights", "e_york_knights"),
        (HS, "cards", "3", "move3"),
        (HS, "cards", "Sea Move", "sea_move"),
        (HS, "areas", "Loth", "lothian"),
        (HS, "sides", "the Scots".removeprefix("the "), "scotland"),
        (FA, "locations", "Fort Duquesne", "fort_duquesne"),
        (FA, "locations", "St Marys", "st_marys"),
        (FA, "locations", "gaspe", "gaspe"),
        (FA, "cards", "British Ships", "british_ships"),
        (FA, "cards", "French Quebec", "french_quebec"),
        (FA, "cards", "neutral settlers", "neutral_settlers"),
    ],
)  # fmt: skip
def test_a_thing_is_found_by_name_or_part_of_it(game: str, kind: str, text: str, found: str) -> None:
    assert resolve(game, (kind,), text) == found


def test_an_ambiguous_name_is_refused_with_all_it_may_mean() -> None:
    with pytest.raises(AmbiguousName) as fault:
        resolve(WW, ("types",), "regulars")
    assert str(fault.value) == (
        "'regulars' may be any of: br_regular (British regular), fr_regular (French regular); say which"
    )
    assert [each.id for each in fault.value.found] == ["br_regular", "fr_regular"]
    with pytest.raises(AmbiguousName, match=r"adirondacks_central, .*adirondacks_south"):
        resolve(WW, ("spaces",), "adirondacks")


def test_the_side_tells_like_names_apart() -> None:
    assert found_name(WW, ("types",), "regulars", "french").id == "fr_regular"
    assert found_name(HS, ("blocks",), "Angus", "england").id == "e_angus"


@pytest.mark.parametrize(
    ("game", "kind", "text", "told"),
    [
        (WW, "spaces", "Crwn Pont", "'Crwn Pont' is no space; closest: Crown Point"),
        (WW, "leaders", "Bradock", "'Bradock' is no leader; closest: Braddock"),
        (HS, "blocks", "Walace", "'Walace' is no block; closest: Wallace"),
        (FA, "locations", "Bosten", "'Bosten' is no place; closest: Boston"),
        (FA, "locations", "", "'' is no place"),
    ],
)
def test_a_name_that_is_none_gets_the_closest(game: str, kind: str, text: str, told: str) -> None:
    with pytest.raises(UnknownName) as fault:
        resolve(game, (kind,), text)
    assert str(fault.value).startswith(told)


# ---------------------------------------------------------------- the command


def test_names_lists_what_a_word_may_name(capsys: Capsys) -> None:
    assert answer(capsys, "names", "ww", "spaces", "Fort", "Duquesne") == (
        0,
        "spaces  (1 name)\n  ohio_forks  Ohio Forks, Fort Duquesne  wilderness space\n",
        "",
    )
    code, out, _ = answer(capsys, "names", "hammer_of_the_scots", "angus")
    assert code == 0
    assert out.splitlines() == [
        "areas  (1 name)",
        "  angus  Angus  area, castle limit 2, coastal, home of angus",
        "blocks  (2 names)",
        "  s_angus  Angus  noble of scotland, move 2, combat B2, 3 steps",
        "  e_angus  Angus  noble of england, move 2, combat B2, 3 steps",
    ]


def test_names_as_json_hold_all_there_is(capsys: Capsys) -> None:
    assert json_answer(capsys, "names", "fa", "cards", "french ships") == (
        0,
        [
            {
                "kind": "cards",
                "id": "french_ships",
                "names": ["Ships"],
                "what": "french empire card, costs 6, ship",
                "side": "french",
                "count": 1,
            }
        ],
    )


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("klingon",), "referee: 'klingon' is no game; there are: wilderness_war (ww), "),
        (("ww", "spaces", "Crwn Pont"), "referee: nothing is called 'Crwn Pont'; closest: Crown Point\n"),
        (("ww", "Bradock"), "referee: 'Bradock' is no kind of name; there are: "),
    ],
)
def test_names_that_are_none_end_with_exit_code_2(words: tuple[str, ...], told: str, capsys: Capsys) -> None:
    code, out, err = answer(capsys, "names", *words)
    assert (code, out) == (2, "")
    assert err.startswith(told)


def test_a_game_without_names_has_none(stones: str, tmp_path: Path) -> None:
    assert ids(stones, "spaces") == set()
    assert ids(stones, "actions") == set()


def test_a_side_is_no_side_of_its_own() -> None:
    assert candidates(FA, ("sides",), "French French") == ()
