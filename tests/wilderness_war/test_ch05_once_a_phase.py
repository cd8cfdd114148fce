"""Chapter 5.31: nobody is activated twice in an Action Phase, nor after fighting unactivated."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.actions import Done, Halt, Pick, PickLeader
from reference.wilderness_war.ch03_pieces import is_leader_id, leader, unit
from reference.wilderness_war.ch05_activation import spend_joiners, still_waiting
from reference.wilderness_war.frames import Individuals
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import FRENCH, offered, year
from tests.wilderness_war.positions import Pieces, leaders, place, played, read, refused, ruleset, top, units

PIECES: Pieces = {
    "montreal": ["montcalm", "levis", "fr_regular_bearn", "fr_marine_detachment_1"],
    "quebec": ["dumas", "rigaud", "reduced fr_coureurs_marin", "fr_coureurs_lery"],
}
SPENT: Json = {
    "type": "phase", "value": 3, "leaders": ["montcalm", "dumas"], "units": ["fr_regular_bearn", "fr_coureurs_marin"],
}  # fmt: skip


def pick(name: str) -> Pick | PickLeader:
    """Return the choice of a piece."""
    return PickLeader(leader(name)) if is_leader_id(name) else Pick(unit(name))


def again(name: str) -> tuple[Violation]:
    """Return the refusal of a piece that was activated before."""
    if is_leader_id(name):
        return (violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader=name),)
    return (violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit=name),)


def activating(frame: dict[str, Json], spent: Json = SPENT) -> State:
    """Return the French about to choose whom to activate, some having been activated already."""
    return place(PIECES, frames=[year(FRENCH, playing=True), {**frame, "side": "french"}], phase=spent)


@proves("ww:5.31-once", "ww:5.32-b", "ww:5.32-c")
def test_a_drilled_unit_or_commander_who_acted_is_refused() -> None:
    state = activating({"type": "calling", "what": "unit", "value": 3})
    assert refused(state, pick("fr_regular_bearn")) == again("fr_regular_bearn")
    state = activating({"type": "calling", "what": "force", "value": 3})
    assert refused(state, pick("montcalm")) == again("montcalm")
    assert offered(state) == tuple(map(PickLeader, leaders("levis rigaud")))


@proves("ww:card-campaign-order", "ww:card-campaign")
def test_campaign_names_nobody_who_acted() -> None:
    state = activating({"type": "campaign"})
    assert offered(state) == (*map(PickLeader, leaders("levis rigaud")), Done())


@proves("ww:5.33", "ww:5.31-once")
def test_of_the_individuals_named_each_acts_once() -> None:
    nobody: Json = {"type": "phase", "value": 3}
    state = activating({"type": "individuals", "halves": 8}, nobody)
    named = ("rigaud", "dumas", "fr_coureurs_lery", "fr_coureurs_marin")
    state = played(state, *map(pick, named), Done()).state
    for first, left in (("rigaud", named[1:]), ("fr_coureurs_lery", ("dumas", "fr_coureurs_marin"))):
        acting = played(state, pick(first)).state
        below = acting.stack.frames[1]
        assert isinstance(below, Individuals)
        waiting = [name for name in left if is_leader_id(name)], [name for name in left if not is_leader_id(name)]
        assert (below.leaders, below.units) == (leaders(" ".join(waiting[0])), units(" ".join(waiting[1])))
        state = played(acting, Halt()).state
        assert offered(state) == tuple(map(pick, left))
        assert refused(state, pick(first)) == again(first)


@proves("ww:5.33", "ww:5.36-imp")
def test_named_pieces_that_left_the_map_or_fought_unactivated_are_no_longer_waited_for() -> None:
    named: Json = {
        "type": "individuals", "side": "french", "halves": 0, "naming": False,
        "leaders": ["montcalm", "levis", "bougainville"],
        "units": ["fr_coureurs_marin", "fr_coureurs_lery", "fr_coureurs_langlade"],
    }  # fmt: skip
    state = read(PIECES, frames=[year(FRENCH, playing=True), named], phase=SPENT)
    frame = top(state)
    assert isinstance(frame, Individuals)
    left = still_waiting(state, frame)
    assert (left.leaders, left.units) == (leaders("levis"), units("fr_coureurs_lery"))


@proves("ww:5.36-imp")
@pytest.mark.parametrize("value", ["forbidden", "allowed"])
def test_d12_who_joins_a_second_combat_is_noted_besides_the_first_joiners_unless_activated_before(value: str) -> None:
    before: Json = {
        "type": "phase", "leaders": ["montcalm", "dumas"], "joined_leaders": ["dumas"],
        "units": ["fr_regular_bearn", "fr_coureurs_marin"], "joined": ["fr_coureurs_marin"],
    }  # fmt: skip
    state = read(PIECES, ruleset(reactivate_after_unactivated_combat=value), phase=before)
    after = spend_joiners(state, units("fr_regular_bearn fr_coureurs_lery"), leaders("montcalm levis")).phase
    if value == "allowed":
        assert after == state.phase
        return
    assert (after.joined, after.joined_leaders) == (units("fr_coureurs_marin fr_coureurs_lery"), leaders("dumas levis"))
    assert after.units == units("fr_regular_bearn fr_coureurs_marin fr_coureurs_lery")
    assert after.leaders == leaders("montcalm dumas levis")
