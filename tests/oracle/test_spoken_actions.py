"""Actions as people say them: types and names in natural order, what is left out, and what is never guessed."""

from itertools import islice

import pytest

from oracle.choices import StableRandom
from oracle.english import action_in_words
from oracle.errors import InputError
from oracle.game_registry import opener_of
from oracle.located_position import locate
from oracle.shortform import read_part, read_typed, short
from oracle.spoken_actions import spoken
from oracle.walk import walk
from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rulesets import RulesetName
from tests.oracle.helpers import GOLDEN, answer

Capsys = pytest.CaptureFixture[str]
WW, HS, FA = "wilderness_war", "hammer_of_the_scots", "few_acres_of_snow"
STEP = str(GOLDEN / "ex-1757-E-F4_fr_basic.jsonl@0")
MOVES = str(GOLDEN.parent / HS / "1.1-4.jsonl@0")
ACTS = str(GOLDEN.parent / FA / "X22.jsonl@0")
LOSSES = str(GOLDEN / "ex-7.62.jsonl@0")


def said(where: str, text: str) -> Json:
    here = locate(where)
    due = here.table.due()
    assert not isinstance(due, Over)
    return read_typed(text, due.actions, here.header.game)


@pytest.mark.parametrize(
    ("where", "text", "action"),
    [
        (STEP, "go to Wood Creek", "go to=wood_creek by=land infiltrating=false"),
        (STEP, "Wood Creek", "go to=wood_creek by=land infiltrating=false"),
        (STEP, "go to Crown Point by boat", "go to=crown_point by=boat infiltrating=false"),
        (STEP, "Go by land to the Fort St-Frédéric", "go to=crown_point by=land infiltrating=false"),
        (STEP, "move to=Crown Point by=boat", "go to=crown_point by=boat infiltrating=false"),
        (STEP, "stop", "halt"),
        (MOVES, "pick York Infantry", "select block=e_york_infantry"),
        (MOVES, "Ross", "select block=e_ross"),
        (MOVES, "march Douglas to Angus", "march block=s_douglas to=angus"),
        (MOVES, "march to Angus, Douglas", "march block=s_douglas to=angus"),
        (MOVES, "nothing more", "done"),
        (ACTS, "settle Halifax from Louisbourg", "settle place=halifax base=french_louisbourg"),
        (ACTS, "take the money of Québec", "take_money card=french_quebec"),
        (ACTS, "draft coureurs", "draft card=french_coureurs_de_bois"),
        (ACTS, "piracy with Port Royal", "piracy ship=french_port_royal"),
        (LOSSES, "lose 3 flips of British regulars", "lose of=br_regular flips=3 deaths=0"),
        (LOSSES, "lose regulars, two flips, 0 deaths", "lose of=br_regular flips=2 deaths=0"),
        (LOSSES, "lose of=br_regular flips=2", "lose of=br_regular flips=2 deaths=0"),
        (LOSSES, "go to Crown Point", "go to=crown_point by=land"),
    ],
)
def test_an_action_is_understood_as_it_is_said(where: str, text: str, action: str) -> None:
    assert short(said(where, text)) == action


@pytest.mark.parametrize(
    ("where", "text", "told"),
    [
        (
            STEP,
            "go to Crown Point",
            """'go to Crown Point' fits 2 legal actions; say which:
  go to=crown_point by=land infiltrating=false
  go to=crown_point by=boat infiltrating=false""",
        ),
        (
            MOVES,
            "march Angus to Fife",
            """'march Angus to Fife' fits 2 actions; say which:
  march block=s_angus to=fife
  march block=e_angus to=fife""",
        ),
        (
            ACTS,
            "settle Gaspé",
            "'settle Gaspé' can be taken in 2 ways; say which:\n  settle place=gaspe\n  settle base=french_gaspe",
        ),
    ],
)
def test_what_can_be_taken_in_two_ways_is_never_guessed(where: str, text: str, told: str) -> None:
    with pytest.raises(InputError) as fault:
        said(where, text)
    assert str(fault.value) == told


@pytest.mark.parametrize(
    ("where", "text", "told"),
    [
        (STEP, "go to Crwn Point", "the action: go: 'Crwn Point' is no space; closest: Crown Point"),
        (STEP, "frobnicate", "the action: 'frobnicate' names no type of action; here: go, halt, demolish"),
        (STEP, "hlat", "the action: 'hlat' names no type of action; closest: halt; here: go, halt, demolish"),
        (STEP, "halt now", "the action: halt: 'now' is not understood; it has no fields"),
        (STEP, "halt too=albany", "the action: too is no field of halt; it has no fields"),
        (STEP, "go to=albany to=york", "the action: sets to twice"),
        (STEP, 'go to=["albany"', "the action: '[\"albany\"': not JSON: Expecting ',' delimiter at column 10"),
        (ACTS, "draft Prist", "the action: draft: 'Prist' is no card; closest: Priest"),
        (LOSSES, "go by boat", "the action: go: to is missing; it takes: space"),
        (STEP, ",", "the action: '' names no type of action; here: go, halt, demolish"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_named_with_what_is_closest(where: str, text: str, told: str) -> None:
    with pytest.raises(InputError) as fault:
        said(where, text)
    assert str(fault.value) == told


@pytest.mark.parametrize(
    ("game", "scenario", "ruleset"),
    [(WW, "annus_mirabilis", "standard"), (HS, "braveheart", "standard"), (FA, "standard", "second")],
)
def test_the_words_by_which_an_action_is_offered_mean_it(game: str, scenario: str, ruleset: str) -> None:
    """Given the decisions of a game, when an action is asked about in the words that offer it, then it is meant."""
    drawn, asked = StableRandom("words"), 0
    table = opener_of(game).start(scenario, RulesetName(ruleset))
    for here in islice(walk(table, lambda _, due: drawn.one(due.actions)), 150):
        if isinstance(here.due, Over):
            break
        actions = here.due.actions
        for action in (drawn.one(actions), drawn.one(actions)):
            assert action in spoken(game, action_in_words(game, action), actions), action
            asked += 1
    assert asked > 150


def test_some_fields_of_an_action_are_understood_by_name() -> None:
    assert read_part("lose of British regulars", WW) == {"type": "lose", "of": "br_regular"}
    assert read_part("go to Crown Point", WW) == {"type": "go", "to": "crown_point"}
    assert read_part("of=br_regular", WW) == {"of": "br_regular"}
    with pytest.raises(
        InputError, match="'lose of regulars' fits 2 actions; say which:\n  lose of=br_regular\n  lose of=fr_"
    ):
        read_part("lose of regulars", WW)


def test_sides_and_choices_of_odds_are_named_as_people_do(capsys: Capsys) -> None:
    code, out, err = answer(capsys, "odds", "from", LOSSES, "--policy", "British=first", "--choose", "lose of regulars")
    assert (code, out) == (2, "")
    assert "fits 2 actions" in err
    code, out, _ = answer(
        capsys, "odds", "from", LOSSES, "--policy", "British=first", "--choose", "lose of British regulars"
    )
    assert code == 0
    assert "Chosen wherever legal: lose of=br_regular" in out
    assert "Choices of British: the first action offered" in out


def test_an_action_of_too_many_words_is_refused() -> None:
    with pytest.raises(InputError, match="the text has 101 words; an action has 100 at most"):
        said(STEP, "go " * 101)


def test_ask_understands_words_and_shows_what_it_understood(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "ask", STEP, "go", "to", "Wood", "Creek")
    assert code == 0
    assert out.splitlines()[1] == "French: go to Wood Creek by land  [go to=wood_creek by=land infiltrating=false]"
    code, out, err = answer(capsys, "ask", STEP, "go", "to", "Crwn", "Point")
    assert (code, out) == (2, "")
    assert err == "referee: the action: go: 'Crwn Point' is no space; closest: Crown Point\n"


def test_a_question_about_a_bare_position_is_answered_with_what_can_be_opened(capsys: Capsys) -> None:
    code, out, _ = answer(capsys, "ask", "ww: Albany: Braddock, 2 British regulars", "go", "to", "Crown", "Point")
    assert code == 1
    assert out.splitlines()[1] == "go to Crown Point by land  [go to=crown_point by=land]"
    assert out.splitlines()[2].startswith("Nothing is under way here: say what begins.")
    assert "Another decision" not in out
