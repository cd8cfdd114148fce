"""The English of every game: nothing breaks without a template, and what has none is listed."""

from collections.abc import Iterable, Mapping
from enum import Enum
from importlib import import_module
from itertools import islice

import pytest

from oracle.choices import Dice
from oracle.english import action_in_words, decision_in_words, event_in_words, has_words, shown, why
from oracle.evidence.links import ROOT
from oracle.game_registry import OPENERS, opener_of, opening_table
from oracle.located_position import load_trace
from oracle.players import Seen, chooser, seeded
from oracle.walk import turns, walk
from reference.kernel.canonical import Json
from reference.kernel.codec import word
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Due, Table
from reference.kernel.traces import Act
from reference.kernel.verdicts import Next, No, event, violation
from reference.wilderness_war.event_kinds import EventKind as WildernessEventKind
from tests.kernel.toy import HEAP, TAKING, EventKind, Reason


def _members(module: str, name: str) -> list[str]:
    found: object = getattr(import_module(module), name)
    if isinstance(found, type) and issubclass(found, Enum):
        return [str(member.value) for member in found]
    assert isinstance(found, tuple)
    return [word(kind.__name__) for kind in found if isinstance(kind, type)]


def _decisions_met(game: str) -> set[str]:
    met: set[str] = set()
    for path in sorted((ROOT / "golden" / game).glob("*.jsonl")):
        trace = load_trace(path)
        table = opening_table(trace.header)
        for act in (line for _, line in trace.lines if isinstance(line, Act)):
            due = table.due()
            assert isinstance(due, Due)
            met.add(due.about)
            verdict = table.act(act.by, act.do)
            assert isinstance(verdict, Next)
            table = verdict.state
    return met


def _missing(game: str, part: str, names: Iterable[str]) -> list[str]:
    return sorted(f"{part}.{name}" for name in names if not has_words(game, part, name))


@pytest.mark.parametrize("game", sorted(OPENERS))
def test_no_words_are_missing(game: str) -> None:
    missing = [
        *_missing(game, "action", _members(f"reference.{game}.actions", "ACTIONS")),
        *_missing(game, "event", _members(f"reference.{game}.event_kinds", "EventKind")),
        *_missing(game, "decision", _decisions_met(game)),
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("points", "vp", "told"),
    [
        (3, -1, "the French score 3 VP, which puts the marker at 1 on the British side"),
        (1, 0, "the French score 1 VP, which puts the marker at 0"),
        (-1, 4, "the French lose 1 VP, which puts the marker at 4 on the French side"),
    ],
)
def test_a_number_whose_sign_says_whose_it_is_is_told_so(points: int, vp: int, told: str) -> None:
    scored = event(WildernessEventKind.VP_SCORED, "ww:13.21", side="french", points=points, vp=vp)
    assert event_in_words("wilderness_war", scored) == told


# ---------------------------------------------------------------- what has no template


def test_a_template_is_filled_and_the_first_that_fits_is_used(stones: str) -> None:
    assert event_in_words(stones, event(EventKind.TAKEN, TAKING, stones=2)) == "2 stones are taken"
    assert event_in_words(stones, event(EventKind.TAKEN, TAKING, stones=2, more=1)) == "2 stones and 1 are taken"


def test_what_has_no_template_is_told_fact_by_fact(stones: str) -> None:
    assert event_in_words(stones, event(EventKind.GROWN, HEAP)) == "grown"
    assert event_in_words(stones, event(EventKind.GROWN, HEAP, by=1, of=("a", "b"))) == "grown: by 1, of a, b"
    assert action_in_words(stones, {"type": "put_back", "stones": 1, "to": None}) == "put back: stones 1, to none"
    assert action_in_words(stones, ["odd"]) == '["odd"]'
    assert decision_in_words(stones, "who_is_next") == "who is next"
    assert decision_in_words(stones, "the die") == "what die shows"


def test_a_template_whose_facts_are_missing_is_not_used(stones: str) -> None:
    assert why(violation(Reason.TOO_MANY, TAKING), stones) == "too many"
    assert why(violation(Reason.NOT_THERE, HEAP, wanted=3), stones) == "not there: wanted 3"
    assert action_in_words(stones, {"type": "take"}) == "take"


def test_facts_are_shown_as_people_read_them() -> None:
    war = "wilderness_war"
    assert shown(war, "hudson_carry_north") == "Hudson Carry North"
    assert shown(war, "british") == "British"
    assert shown(war, ["wolfe", "albany"]) == "Wolfe, Albany"
    facts: list[Json] = [None, True, False, 3, [], {}, {"type": "x", "a": 1}]
    assert [shown(war, each) for each in facts] == [
        "none", "yes", "no", "3", "none", "none", "a 1",
    ]  # fmt: skip


def test_names_that_no_table_has_or_that_two_blocks_share_are_told_apart() -> None:
    """Given the two blocks of a noble, then each has its own name; a strength, a card and a key are told in words."""
    hammer = "hammer_of_the_scots"
    assert shown(hammer, ["e_mar", "s_mar 2", "mar"]) == "English Mar, Scottish Mar 2, Mar"
    assert shown(hammer, {"fife": ["s_king 1"], "north of": 3}) == "Fife the King 1, north of 3"
    assert action_in_words(hammer, {"type": "play_card", "card": "move3"}) == "plays a 3"
    assert decision_in_words(hammer, "the main force of the attack on buchan") == (
        "which group is the main force of the attack on Buchan, named by any of its blocks"
    )


# ---------------------------------------------------------------- in play


def _told(name: str, sentence: str) -> list[str]:
    """Return the name if the sentence is no more than a name of several words, or the name and its facts."""
    plain = name.replace("_", " ")
    return [name] if sentence == plain != name or sentence.startswith(f"{plain}: ") else []


def _untold(game: str, table: Table, seed: int, steps: int) -> set[str]:
    """Return which events, actions, decisions and reasons for refusing other actions had no fitting words in a game."""
    dice, seen = Dice(seed), Seen()
    met, untold = list[Json](), set[str]()
    for turn in islice(turns(walk(table, seeded(dice, chooser("rare", seen)))), steps):
        due, action = turn.due, turn.action
        met.append(action)
        assert isinstance(action, Mapping)
        untold.update(_told(due.about, decision_in_words(game, due.about)))
        untold.update(_told(str(action["type"]), action_in_words(game, action)))
        for other in dice.sample(met, min(4, len(met))):
            tried = turn.state.act(due.by, other)
            if isinstance(tried, No):
                untold.update(
                    each for found in tried.violations for each in _told(found.reason.value, why(found, game))
                )
        seen.note(due, action)
        untold.update(each for found in turn.events for each in _told(found.kind.value, event_in_words(game, found)))
    return untold


@pytest.mark.parametrize(
    ("game", "scenario"), [(game, each) for game in sorted(OPENERS) for each in opener_of(game).scenarios]
)
def test_words_fit_whatever_is_said_in_a_game(game: str, scenario: str) -> None:
    opened = opener_of(game).start(scenario, RulesetName("standard" if game != "few_acres_of_snow" else "second", ()))
    assert _untold(game, opened, 1, 1500) == set()
