"""Actions typed at a table: everything of a set at once, actions that come first, several readings ruled on each."""

import pytest

from oracle.errors import InputError
from oracle.located_position import locate
from oracle.typed_actions import typed
from tests.oracle.helpers import GOLDEN, answer

Capsys = pytest.CaptureFixture[str]
MUSTER = "ww: Hudson Carry South: Wolfe, 3 British regulars, ranger | opening: march Wolfe"
STEP = str(GOLDEN / "ex-1757-E-F4_fr_basic.jsonl@0")
TURN = "fa: British hand: Boston, New Haven"


@pytest.mark.parametrize("text", ["all", "muster all", "pick everyone", "muster everybody"])
def test_everything_of_a_set_is_named_at_once(text: str) -> None:
    here = locate(MUSTER)
    assert typed(here.header.game, here.table, text) == {
        "type": "muster",
        "units": ["br_regular_15th", "br_regular_17th", "br_regular_1st_royal", "br_ranger_armstrong"],
    }


def test_everything_is_no_more_than_the_rules_let_be_named() -> None:
    here = locate("ww: Albany: Webb, Johnson, 8 British regulars | opening: march Johnson")
    found = typed(here.header.game, here.table, "all")
    assert isinstance(found, dict)
    units = found["units"]
    assert isinstance(units, list)
    assert (len(units), "leaders" in found) == (3, False)


@pytest.mark.parametrize("text", ["all", "frobnicate all", "muster all of them"])
def test_all_is_no_action_where_no_set_is_asked_for_or_it_is_called_otherwise(text: str) -> None:
    here = locate(TURN if text == "all" else MUSTER)
    with pytest.raises(InputError):
        typed(here.header.game, here.table, text)


def test_actions_are_taken_before_a_question(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "ask", MUSTER, "--do", "muster all", "go to Hudson Carry North by boat")
    assert code == 1
    assert out.splitlines()[0] == f"{MUSTER} --do 'muster all'  (wilderness_war, ruleset standard)"
    assert "Illegal under ww:6.3-exc" in out
    for command in (("options",), ("show",), ("position", "--words")):
        code, out, _ = answer(
            capsys, *command, MUSTER, "--do", "muster", "all", "--do", "go", "to", "Albany", "by", "boat"
        )
        assert (code, "say what begins" in out) == (0, False)
    assert "Albany: Wolfe" in out


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("go to Albany", "--do go to Albany: not legal here; `referee ask 'ww: "),
        ("frobnicate", "--do frobnicate: the action: 'frobnicate' names no type of action; "),
    ],
)
def test_an_action_that_cannot_come_first_is_refused(do: str, told: str, capsys: Capsys) -> None:
    code, out, err = answer(capsys, "ask", MUSTER, "--do", do, "halt")
    assert (code, out) == (2, "")
    assert told.replace("'ww: ", "") in err


def test_a_question_that_comes_too_early_says_what_comes_first(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "ask", MUSTER, "go to Albany by boat")
    assert code == 1
    assert out.endswith("`--do ACTION` takes that decision first, for instance: --do all\n")
    words = "hs: Selkirk: Wallace, Douglas | Teviot: York Infantry | opening: moves Scotland 2"
    code, out, _ = answer(capsys, "ask", words, "march Douglas to Teviot")
    assert out.endswith("for instance: --do 'select block=s_douglas'\n")


def test_words_that_fit_several_legal_actions_get_a_ruling_on_each(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "ask", STEP, "go to Crown Point")
    assert code == 0
    assert "'go to Crown Point' fits 2 actions; the ruling on each:\n" in out
    assert (out.count("Legal. What happens:"), out.count("(wilderness_war, ruleset")) == (2, 1)
    code, out, err = answer(capsys, "ask", STEP, "go to Crown Point", "--json")
    assert (code, out, "say which" in err) == (2, "", True)


def test_words_that_fit_several_illegal_actions_get_a_ruling_on_each(capsys: Capsys) -> None:
    words = "hs: Fife: Scottish Angus | Mar: English Angus"
    code, out, _ = answer(
        capsys, "ask", f"{words} | opening: moves Scotland 2", "--do", "select Scottish Angus", "march Angus to Ross"
    )
    assert code == 1
    assert "fits 2 actions" in out or "Illegal" in out


@pytest.mark.parametrize(
    ("words", "text", "action"),
    [
        ("hs: England: York Infantry | Lothian: Wallace | opening: moves England 2", "march York to Lothian",
         {"type": "march", "block": "e_york_infantry", "to": "lothian"}),
        ("fa: French hand: Quebec, Montreal | turn: French", "settle Ticonderoga with Montreal",
         {"type": "settle", "place": "ticonderoga", "base": "french_montreal"}),
    ],
)  # fmt: skip
def test_what_is_there_and_said_in_order_goes_before_anything_else(words: str, text: str, action: object) -> None:
    here = locate(words)
    assert typed(here.header.game, here.table, text) == action


def test_what_is_left_over_is_named(capsys: Capsys) -> None:
    code, _, err = answer(capsys, "ask", "fa: British hand: Boston", "raid Boston Norfolk")
    assert code == 2
    assert err.endswith(
        "the action: raid: 'Norfolk' is left over; it has card: card; what more there is to choose comes next\n"
    )


def test_odds_need_no_word_for_from(capsys: Capsys) -> None:
    words = "hs: Mar: English Mar | Angus: Douglas, Scottish Angus | opening: herald by Scotland on Mar"
    told = answer(capsys, "odds", words)
    assert told == answer(capsys, "odds", "from", words)
    assert told[0] == 0
    assert answer(capsys, "odds", "--json", words) == answer(capsys, "odds", "from", words, "--json")
