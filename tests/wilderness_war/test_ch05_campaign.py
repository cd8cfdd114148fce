"""CAMPAIGN: two forces with one card (5.34, 5.3)."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import (
    Decline,
    Done,
    Halt,
    Pick,
    PickSpace,
    PlayEvent,
    Storm,
)
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch05_activation import callable_leaders, spent_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Campaign
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, pick, pick_leader
from tests.wilderness_war.phases import BRITISH, FRENCH, choice, foreign, fought, offered, phase, shown
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    due,
    leaders,
    named_freely,
    played,
    refused,
    ruleset,
    top,
    under_way,
    units,
)


def campaign(pieces: Pieces, rules: Ruleset = STANDARD, /, *, side: Side = BRITISH, **rest: Json) -> State:
    """Return a side that has just played CAMPAIGN."""
    state = phase(side, "card_1 card_50", pieces, rules, **{"enemy": "card_52", **rest})
    return played(state, PlayEvent(card("card_1"))).state


@proves("ww:card-campaign", "ww:card-campaign-order", "ww:card-campaign-sail", "ww:5.34-note", "ww:5.31-once")
def test_campaign_names_two_leaders_whatever_their_initiative_who_act_one_after_the_other() -> None:
    pieces = {"albany": ["webb", "br_regular_15th"], "boston": ["loudoun"], "new_york": ["murray", "br_regular_17th"]}
    state = campaign(pieces)
    assert choice(state).about == "campaign_leaders"
    assert offered(state) == (pick_leader("loudoun"), pick_leader("murray"), pick_leader("webb"), Done())
    assert state.phase.campaign
    state = played(state, pick_leader("loudoun"), pick_leader("webb")).state
    assert (choice(state).about, offered(state)) == ("next_campaign", (pick_leader("loudoun"), pick_leader("webb")))
    following = played(state, pick_leader("webb"))
    assert following.events[0] == event(
        EventKind.PIECES_ACTIVATED, "ww:card-campaign", side="british", pieces=("webb",)
    )
    state = played(following.state, pick("br_regular_15th"), Halt()).state
    assert offered(state) == (pick_leader("loudoun"),)
    assert refused(state, pick_leader("webb")) == (violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="webb"),)
    assert refused(state, pick_leader("murray")) == (
        violation(Reason.NOT_NAMED, "ww:card-campaign-order", most=2, leader="murray", named=("loudoun", "webb")),
    )
    foreign(state, Done())
    state = played(state, pick_leader("loudoun"), Halt()).state
    assert choice(state).by is FRENCH


@proves("ww:card-campaign")
def test_campaign_names_leaders_of_ones_own_on_the_map_in_any_order() -> None:
    assert shown("card_1", "card_2", "card_3", "card_4") == "british and french event"
    begun = campaign({"albany": ["webb", "loudoun"], "quebec": ["montcalm"]})
    state = played(begun, pick_leader("webb")).state
    assert refused(state, pick_leader("montcalm")) == (violation(Reason.OF_THE_ENEMY, "ww:5.31", leader="montcalm"),)
    assert offered(state) == (Done(),)
    both = named_freely(state, pick_leader("loudoun")).state
    assert both == played(begun, pick_leader("loudoun"), pick_leader("webb")).state
    assert top(both) == Campaign(BRITISH, leaders("loudoun webb"), naming=False)
    assert refused(state, pick_leader("webb")) == (violation(Reason.ALREADY_CHOSEN, "ww:card-campaign", leader="webb"),)
    one = played(state, Done()).state
    assert offered(one) == (pick_leader("webb"),)


@proves("ww:card-campaign", "ww:5.31-once")
def test_campaign_does_not_name_a_leader_who_has_acted_in_this_phase() -> None:
    spent: Json = {"type": "phase", "value": 3, "leaders": ["webb"]}
    state = under_way([Campaign(BRITISH)], {"albany": ["webb", "loudoun"]}, phase=spent)
    assert offered(state) == (pick_leader("loudoun"), Done())
    assert refused(state, pick_leader("webb")) == (violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="webb"),)


@proves("ww:card-campaign-order", "ww:5.34", "ww:5.31-once")
def test_neither_of_the_two_is_the_others_subordinate_and_no_unit_acts_twice() -> None:
    pieces = {"albany": ["webb", "dunbar", "johnson", "2 br_regular"], "quebec": ["montcalm"]}
    state = played(campaign(pieces), pick_leader("webb"), pick_leader("dunbar"), pick_leader("webb")).state
    assert offered(state) == (pick_leader("johnson"), pick("br_regular_15th"), Done())
    assert refused(state, pick_leader("dunbar")) == (
        violation(Reason.NAMED_BY_CAMPAIGN, "ww:card-campaign-order", leader="dunbar"),
    )
    assert refused(state, pick_leader("webb")) == (violation(Reason.COMMANDS_THE_FORCE, "ww:5.34", leader="webb"),)
    assert refused(state, pick_leader("montcalm")) == (
        violation(Reason.NOT_STACKED_TOGETHER, "ww:5.34", leader="montcalm"),
    )
    state = played(state, pick_leader("johnson"), pick("br_regular_15th"), Done(), Halt(), pick_leader("dunbar")).state
    assert offered(state) == (pick("br_regular_17th"), Done())
    assert refused(state, pick("br_regular_15th")) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="br_regular_15th"),
    )
    assert violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="johnson") in refused(
        state, pick_leader("johnson")
    )


@proves("ww:5.36-imp", "ww:card-campaign-order", "ww:8.251")
@pytest.mark.parametrize(("value", "left"), [("forbidden", False), ("allowed", True)])
def test_d12_who_fought_in_a_relief_battle_may_or_may_not_act_afterwards(value: str, left: bool) -> None:
    """Given CAMPAIGN names Dunbar and besieged Webb, when Webb joins Dunbar's battle, then D12 decides about Webb."""
    pieces = {
        "albany": ["dunbar", "4 br_regular"],
        "hudson_carry_south": ["2 fr_coureurs", "fr_marine_detachment_1", "inside webb", "inside br_ranger_rogers"],
    }
    state = campaign(
        pieces, ruleset(reactivate_after_unactivated_combat=value), forts={"british": ["hudson_carry_south"]},
        sieges={"hudson_carry_south": 0},
    )  # fmt: skip
    state = played(state, pick_leader("webb"), pick_leader("dunbar"), pick_leader("dunbar")).state
    for _ in range(4):
        state = played(state, next(each for each in offered(state) if isinstance(each, Pick))).state
    state = played(state, go("hudson_carry_south")).state
    while Decline() in offered(state):
        state = played(state, Decline()).state
    assert offered(state) == (pick_leader("webb"), pick("br_ranger_rogers"), Done())
    state = fought(played(state, pick_leader("webb"), pick("br_ranger_rogers")).state, 6, 1)
    assert (leader("webb") in callable_leaders(state, BRITISH, 3)) is left
    assert (due(state).about == "next_campaign") is left


@proves("ww:5.36-imp", "ww:5.31-once", "ww:8.251", "ww:card-campaign-order")
def test_who_fought_in_a_relief_battle_is_refused_for_that_and_not_as_activated() -> None:
    """Given Webb did not join Dunbar's relief but others did, then Webb acts without them, for 5.36's reason."""
    south = "hudson_carry_south"
    inside = ["inside webb", "inside johnson", "inside br_ranger_rogers", "inside br_ranger_goreham"]
    pieces = {"albany": ["dunbar", "4 br_regular"], south: ["fr_coureurs_marin", *inside]}
    state = campaign(pieces, forts={"british": [south]}, sieges={south: 0})
    state = played(state, pick_leader("webb"), pick_leader("dunbar"), pick_leader("dunbar")).state
    for _ in range(4):
        state = played(state, next(each for each in offered(state) if isinstance(each, Pick))).state
    state = played(state, go(south)).state
    while Decline() in offered(state):
        state = played(state, Decline()).state
    state = played(state, pick_leader("johnson"), pick("br_ranger_goreham"), Done()).state
    state = fought(state, 6, 1)
    while due(state).about != "next_campaign":
        state = played(state, Halt()).state
    assert (state.phase.joined, state.phase.joined_leaders) == (units("br_ranger_goreham"), leaders("johnson"))
    assert refused(state, pick_leader("dunbar")) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="dunbar"),
    )
    state = played(state, pick_leader("webb")).state
    assert offered(state) == (pick("br_ranger_rogers"), Done())
    assert refused(state, pick("br_ranger_goreham")) == (
        violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", unit="br_ranger_goreham"),
    )
    assert refused(state, pick_leader("johnson")) == (
        violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", leader="johnson"),
    )
    assert refused(state, pick("br_regular_15th")) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", unit="br_regular_15th"),
    )


@proves("ww:5.36-imp", "ww:5.31-once", "ww:9.12-campaign")
def test_a_leader_of_a_campaign_who_joined_the_others_assault_is_refused_for_that() -> None:
    """Given CAMPAIGN names two besiegers, when one assaults in vain, then the other joined in and may not act."""
    fort = "hudson_carry_north"
    pieces = {fort: ["montcalm", "levis", "2 fr_regular", "inside br_regular_15th"], "montreal": ["vaudreuil"]}
    state = campaign(pieces, side=FRENCH, forts={"british": [fort], "french": ["ticonderoga"]}, sieges={fort: 1})
    state = played(state, pick_leader("montcalm"), pick_leader("levis"), pick_leader("montcalm"), Storm()).state
    spent, joined = state.phase.leaders, state.phase.joined_leaders
    assert (spent, joined, state.phase.joined) == (leaders("montcalm levis"), leaders("levis"), ())
    assert tuple(spent_violations(state, None, leader("levis"))) == (
        violation(Reason.FOUGHT_UNACTIVATED, "ww:5.36-imp", leader="levis"),
    )
    assert tuple(spent_violations(state, None, leader("montcalm"))) == (
        violation(Reason.ALREADY_ACTIVATED, "ww:5.31-once", leader="montcalm"),
    )
    assert tuple(spent_violations(state, None, leader("vaudreuil"))) == ()


@proves("ww:card-campaign")
def test_campaign_without_any_leader_is_spent_for_nothing() -> None:
    state = campaign({})
    assert offered(state) == (Done(),)
    assert choice(played(state, Done()).state).by is FRENCH


def test_spaces_are_no_answer_to_a_campaign() -> None:
    foreign(campaign({"albany": ["webb"]}), PickSpace(space("albany")))
