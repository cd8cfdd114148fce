"""No number, list or text from outside makes work: whatever a field holds, an answer costs a limited number of calls.

What is counted are calls of functions, not seconds, so the limit is the same on every machine.
"""

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from functools import partial
from itertools import chain

import pytest

from oracle.game_registry import REGISTERED
from oracle.schemas.validation import is_valid
from properties.absurd_values import (
    HUGE,
    Absurd,
    absurd_actions,
    absurd_fields,
    absurd_records,
    families,
    open_fields,
    positions,
    records,
)
from properties.domains import DEEP
from properties.operations import TooMuchWork, operations
from reference.kernel import codec
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import word
from reference.kernel.decisions import Over
from reference.kernel.ranges import range_of
from reference.kernel.rulesets import parse_ruleset_name
from scripts.reference_documents import field_data
from spec_tables.catalogue import GAMES

# Reading, checking, deciding and one step, once the tables of the game are read.
MOST_OPERATIONS = 100_000


def answered(game: str, asked: Absurd) -> str:
    """Read, check, decide and take one step, or ask about an action; say how it ended."""
    try:
        table = REGISTERED.place(game, parse_ruleset_name(asked.ruleset), asked.position)
        table.check()
        due = table.due()
        if isinstance(due, Over):
            return "over"
        table.act(due.by, due.actions[0] if asked.action is None else asked.action)
    except Unreadable:
        return "unreadable"
    return "answered"


def asked_of(game: str, questions: Iterable[Absurd]) -> tuple[set[str], set[tuple[str, str]]]:
    """Ask questions, each within the limit; return how they ended and which fields they were about."""
    for ruleset, position in positions(game)[:3]:
        answered(game, Absurd(ruleset, position, None, "", ""))
    ends, asked = set[str](), set[tuple[str, str]]()
    for each in questions:
        try:
            end, _ = operations(partial(answered, game, each), MOST_OPERATIONS)
        except TooMuchWork as fault:
            pytest.fail(f"{each.kind}.{each.field}: {fault}: {str(each.position)[:2000]}")
        ends.add(end)
        asked.add((each.kind, each.field))
    return ends, asked


@pytest.mark.parametrize("game", GAMES)
def test_no_field_of_a_procedure_makes_work(game: str) -> None:
    ends, asked = asked_of(game, absurd_records(game))
    assert ends >= {"unreadable", "answered"}
    assert asked == {(name, each) for name, kind in families(game).items() for each in open_fields(kind)}


@pytest.mark.parametrize("game", GAMES)
def test_no_other_field_of_a_position_makes_work(game: str) -> None:
    ends, asked = asked_of(game, absurd_fields(game))
    assert ends >= {"unreadable", "answered"}
    assert asked == {("position", name) for name in field_data(game)}


@pytest.mark.parametrize("game", GAMES)
def test_no_field_of_an_action_makes_work(game: str) -> None:
    _, asked = asked_of(game, absurd_actions(game))
    kinds = records(game, "actions", "ACTIONS")
    assert asked == {(word(kind.__name__), each) for kind in kinds for each in open_fields(kind)}


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_record_has_a_range(game: str) -> None:
    for kind in (*families(game).values(), *records(game, "actions", "ACTIONS")):
        assert is_dataclass(kind)
        hints = open_fields(kind)
        for each in fields(kind):
            counted = hints.get(each.name) == 1 or each.name == "bids"
            assert counted is (range_of(each) is not None), (kind.__name__, each.name)


LOSSES: dict[str, Json] = {"type": "take_losses", "side": "british", "space": "albany", "cause": "battle"}
ARMY: dict[str, Json] = {"pieces": {"albany": ["8 br_regular", "8 br_northern_provincial"]}}


def test_losses_without_number_are_refused_at_once() -> None:
    """Given the position that once ate all memory, when it is read, then it is refused with place, value and range."""
    position: Json = {**ARMY, "opening": {**LOSSES, "losses": HUGE}}
    with pytest.raises(Unreadable) as fault:
        REGISTERED.place("wilderness_war", parse_ruleset_name("standard"), position)
    assert (fault.value.place, fault.value.cause) == ("position.opening.losses", "999999999999 is not 0 to 100")


def test_a_reader_without_ranges_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given the old fault planted again, when absurd losses are read, then the limit is passed."""
    asked = Absurd("standard", {**ARMY, "opening": {**LOSSES, "losses": HUGE}}, None, "take_losses", "losses")
    assert operations(partial(answered, "wilderness_war", asked), MOST_OPERATIONS)[0] == "unreadable"
    monkeypatch.setattr(codec, "_check_range", lambda _within, _value: None)
    with pytest.raises(TooMuchWork):
        operations(partial(answered, "wilderness_war", asked), MOST_OPERATIONS)


# ---------------------------------------------------------------- the schemas say the same

BOUNDED = re.compile(r" is not (0, or )?-?\d+ to -?\d+$|\d+ (items|characters); \d+ are the most")
# A schema takes long over lists of hundreds, so only a sample is asked in the quick run.
MOST_QUESTIONS = 5_000 if DEEP else 40


def refusal(game: str, asked: Absurd) -> str | None:
    """Return why a question cannot be read, if it cannot."""
    try:
        table = REGISTERED.place(game, parse_ruleset_name(asked.ruleset), asked.position)
        due = table.due()
        if asked.action is not None and not isinstance(due, Over):
            table.act(due.by, asked.action)
    except Unreadable as fault:
        return str(fault)
    return None


@pytest.mark.parametrize("game", GAMES)
def test_what_is_beyond_a_range_has_no_right_form_and_what_has_no_right_form_is_unreadable(game: str) -> None:
    """Given absurd values, then the schema refuses all that are beyond a range, and none that can be read."""
    beyond, kept = 0, 0
    questions = tuple(chain(absurd_fields(game), absurd_records(game), absurd_actions(game)))
    for each in questions[:: max(1, len(questions) // MOST_QUESTIONS)]:
        told = refusal(game, each)
        whole, part = ("position", each.position) if each.action is None else ("action", each.action)
        has_form = is_valid(f"{game}#/$defs/{whole}", part)
        if told is not None and BOUNDED.search(told):
            beyond += 1
            assert not has_form, (each.kind, each.field, told)
        elif told is None:
            kept += 1
            assert has_form, (each.kind, each.field, str(part)[:500])
    assert beyond > 3
    assert kept > 0
