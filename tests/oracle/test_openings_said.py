"""Openings as people say them: what follows from the position, what is never guessed, and that it is told."""

import pytest

from oracle.errors import InputError
from oracle.words.positions_in_words import read_position
from reference.kernel.canonical import Json
from tests.oracle.helpers import answer

WW, HS, FA = (
    "ww: Albany: Webb, 2 British regulars",
    "hs: Mar: English Mar | Angus: Douglas",
    "fa: British hand: Governor, Boston",
)


@pytest.mark.parametrize(
    ("words", "opening", "told"),
    [
        ("ww: Albany: Webb, 2 regulars | opening: force with a 3-card",
         {"type": "force", "side": "british", "value": 3}, "force: side British"),
        (f"{WW} | opening: British march Webb", {"type": "march", "leader": "webb"}, None),
        (f"{WW} | opening: march", {"type": "march", "leader": "webb"}, "march: leader Webb"),
        (f"{WW} | opening: Webb marches with everybody", {"type": "march", "leader": "webb", "everyone": True}, None),
        (f"{WW} | opening: march Webb all", {"type": "march", "leader": "webb", "everyone": True}, None),
        ("ww: Hoosic: Rigaud, coureurs | opening: raid",
         {"type": "raid", "space": "hoosic", "raider": "french"}, "raid: space Hoosic"),
        ("ww: Hoosic: Rigaud, coureurs | opening: raid at Hoosic by the French",
         {"type": "raid", "space": "hoosic", "raider": "french"}, None),
        ("ww: Louisbourg: siege 2, Wolfe, 4 British regulars, Drucour inside | opening: assault British",
         {"type": "assault", "space": "louisbourg", "attacker": "british"}, "assault: space Louisbourg"),
        ("ww: British hand: Quiberon Bay | opening: event Quiberon Bay",
         {"type": "event", "card": "card_62", "side": "british"}, "event: side British"),
        (f"{HS} | opening: herald by Scotland on Mar", {"type": "herald", "side": "scotland", "noble": "e_mar"}, None),
        (f"{HS} | opening: Scots move 2", {"type": "moves", "side": "scotland", "points": 2}, None),
        (f"{HS} | opening: cards revealed: English Victuals, Scottish 3",
         {"type": "cards_revealed", "england": "victuals", "scotland": "move3"}, None),
        (f"{HS} | opening cards revealed England Victuals, Scotland 3",
         {"type": "cards_revealed", "england": "victuals", "scotland": "move3"}, None),
        ("hs: Fife: Wallace | opening: quarters", {"type": "quarters", "block": "s_wallace"},
         "quarters: block Wallace"),
        (f"{FA} | opening: governor Boston", {"type": "governor", "card": "british_boston", "side": "british"},
         "governor: side British"),
        ("opening: governor Boston | fa: British hand: Governor, Boston", None, None),
        ("fa: British hand: Home Support | opening: home support", {"type": "home_support", "side": "british"},
         "home_support: side British"),
    ],
)  # fmt: skip
def test_what_is_not_said_follows_from_the_position_and_is_told(words: str, opening: Json, told: str | None) -> None:
    if opening is None:
        with pytest.raises(InputError):
            read_position(words)
        return
    found = read_position(words)
    assert found.position["opening"] == opening
    assert told is None or told in found.assumed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "ww: Worcester: Murray, Lévis | opening: battle at Worcester",
            "opening: battle needs attacker: british|french",
        ),
        ("ww: Albany: Webb, Wolfe | opening: march", "opening: march needs leader: leader"),
        ("ww: Albany: Webb | Boston: Wolfe | opening: battle, British", "opening: battle needs space: space"),
        (f"{WW} | opening: French march Webb", "march: 'French' is no leader or unit"),
        (f"{HS} | opening: herald Mar", "opening: herald needs side: england|scotland"),
        (
            "ww: opening: event Highlanders by British",
            "'event Highlanders by British' can be taken in 3 ways; say which: ",
        ),
        ('ww: opening: {"type"', "opening: not JSON: "),
    ],
)
def test_what_does_not_follow_is_asked_for(words: str, told: str) -> None:
    with pytest.raises(InputError) as fault:
        read_position(words)
    assert told in str(fault.value)


def test_cards_that_are_alike_are_taken_in_turn() -> None:
    assert read_position("ww: opening: event British Massacre").position["opening"]
    found = read_position("ww: British hand: Highlanders, Campaign | opening: deal")
    assert found.position["hands"] == {"british": ["card_60", "card_1"]}
    assert "Highlanders: Highlanders (60), worth 3" in found.assumed


@pytest.mark.parametrize(
    ("words", "position"),
    [
        ("ww: year 1758 late | VP French 4", {"year": 1758, "season": "late", "vp": {"french": 4}}),
        ("ww: late 1758 early", None),
        ("ww: Albany: Webb | Boston: nothing", {"pieces": {"albany": ["webb"]}}),
        ("hs: Edward II | Fife: Wallace | Ross: nobody", {"edward": 2, "blocks": {"fife": ["s_wallace"]}}),
        ("fa: Boston: nothing", {"plus": {"boston": "neutral"}}),
        ("fa: British money: 5, French 3", {"money": {"british": 5, "french": 3}}),
        ("fa: British hand Boston, Norfolk", {"hands": {"british": ["british_boston", "british_norfolk"]}}),
        ("fa: turn French, 1 action", {"frames": [{"type": "turn", "side": "french", "actions": 1}]}),
        ("fa: French captured: 2 villages and 1 town", {"captured": {"french": {"villages": 2, "towns": 1}}}),
        ("fa: British siege: Louisbourg, marker 2, attackers Regular Infantry and Ships, defenders: Militia",
         {"sieges": {"british": {"place": "louisbourg", "marker": 2, "defenders": ["french_militia"],
                                 "attackers": ["british_regular_infantry", "british_ships"]}}}),
    ],
)  # fmt: skip
def test_settings_are_said_without_commas_colons_and_signs(words: str, position: Json) -> None:
    if position is None:
        with pytest.raises(InputError, match="is said twice"):
            read_position(words)
        return
    assert read_position(words).position == position


def test_who_stands_where_both_sides_do_belongs_to_whom_was_named_before() -> None:
    found = read_position("ww: Juniata: Braddock, 3 regulars in fort; Beaujeu and 2 regulars outside, ranger")
    assert found.position["pieces"] == {
        "juniata": ["braddock", "3 inside br_regular", "beaujeu", "2 fr_regular", "br_ranger"]
    }
    assert "the 3 regulars in fort in Juniata are British" in found.assumed
    assert "Braddock outside in Juniata" in found.assumed
    assert not any(each.startswith("2 regulars") for each in found.assumed)


def test_a_village_that_is_not_named_is_told() -> None:
    found = read_position("fa: Gaspé: fort")
    assert found.position["plus"] == {"gaspe": "french village fort"}
    assert "a french village fort at Gaspé" in found.assumed


def test_everyone_marches_within_his_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = "ww: Albany: Wolfe, 3 British regulars, ranger | opening: march Wolfe with everyone"
    code, out, _ = answer(capsys, "options", words)
    assert code == 0
    assert "British must decide: where to go next" in out
    code, _, err = answer(
        capsys, "options", "ww: Albany: Johnson, 4 British regulars | opening: march Johnson everyone"
    )
    assert (code, "4 units are beyond a command of 3 (ww:5.34)" in err) == (2, True)
