"""What every action has in common: its place in the turn, free actions, cards from the hand."""

import pytest

from reference.few_acres_of_snow.actions import (
    TURN_ACTIONS,
    Ambush,
    Besiege,
    Convert,
    Develop,
    Discard,
    Draft,
    EndTurn,
    Fortify,
    Governor,
    HomeSupport,
    Intendant,
    Merchant,
    MilitaryLeader,
    Pass,
    Piracy,
    Raid,
    Reinforce,
    Reserve,
    RetrieveReserve,
    Settle,
    TakeMoney,
    Trade,
    TurnAction,
    Withdraw,
)
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card, pile
from reference.few_acres_of_snow.ch05_actions import (
    inside_another,
    is_free,
    no_action_left,
    outside_action_phase,
    put_down,
)
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import player
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.kernel.verdicts import Legal, Next, No, NotYourDecision, violation
from tests.few_acres_of_snow.scenes import (
    DEERFIELD_HAND,
    GAME,
    HALIFAX,
    LOUISBOURG_WON,
    NO_CARD_IN_HAND,
    PASS,
    TO_DEERFIELD,
    WON_SIEGE,
    Scene,
    act,
    b,
    f,
    rules,
    turn,
    turn_start,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, Reasons, broken, cards, scene


@proves("fa:act.1", "fa:turn.4")
def test_a_third_action_is_refused() -> None:
    Scene(
        {"frames": turn("british", 0)},
        refuse=PASS,
        because=((Reason.NO_ACTION_LEFT, "fa:act.1"),),
    ).run()


@proves("fa:faq.free.1", "fa:act.4")
def test_free_actions_may_follow_both_actions() -> None:
    Scene(
        {"hands": {"british": b("home_support")}, "decks": {"british": []}, "frames": turn("british", 0)},
        (act("home_support"),),
        {"frames": turn("british", 0), "discards": {"british": b("home_support")}},
        ruleset="second",
    ).run()


@pytest.mark.parametrize("preset", ["first", "second", "online"])
def test_free_actions_after_the_refill_are_nobodys_but_the_next_players(preset: str) -> None:
    """Given Home Support drawn in the refill (X33), when its owner plays it, then the decision is the opponent's."""
    position: Json = {
        "hands": {"british": b("boston", "norfolk", "pemaquid", "philadelphia"), "french": f("gaspe")},
        "decks": {"british": b("home_support")},
        "frames": [{"type": "drawing", "side": "british", "left": 1, "purpose": "refill"}],
    }
    drawn = seat(GAME, GAME.place(position, rules(preset))).act("chance", act("draw", card="british_home_support"))
    assert isinstance(drawn, Next)
    late = drawn.state.act("british", act("home_support"))
    nothing_left = violation(Reason.NOTHING_TO_DRAW, "fa:aid.homesupport.1", side="british")
    assert late == NotYourDecision("french", No((nothing_left,)) if preset == "online" else Legal())


@proves("fa:act.12", "fa:sum.exp.1", "fa:aid.settle.1")
def test_a_card_that_is_not_in_hand_is_refused() -> None:
    Scene(
        {"hands": DEERFIELD_HAND},
        refuse=act("settle", place="albany", base="british_new_york"),
        because=((Reason.NOT_IN_HAND, "fa:act.12"),),
    ).run()


@proves("fa:act.2")
def test_an_action_inside_another_action_is_refused() -> None:
    Scene(
        {"hands": DEERFIELD_HAND},
        (TO_DEERFIELD,),
        refuse=act("take_money", card="british_boston"),
        because=((Reason.UNFINISHED_ACTION, "fa:act.2"),),
    ).run()


@proves("fa:act.2", "fa:faq.free.2", "fa:act.4")
def test_a_free_action_inside_another_action_is_refused() -> None:
    Scene(
        {"hands": {"british": b("new_haven", "st_marys", "boston", "home_support")}},
        (TO_DEERFIELD,),
        refuse=act("home_support"),
        ruleset="second",
        because=((Reason.UNFINISHED_ACTION, "fa:act.2"), (Reason.NO_FREE_ACTION_NOW, "fa:faq.free.2")),
    ).run()


@proves("fa:faq.free.2", "fa:act.4")
def test_no_free_action_is_taken_before_the_siege_check_is_over() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": WON_SIEGE,
            "hands": {"british": b("new_york", "home_support")},
            "frames": turn_start("british"),
        },
        refuse=act("home_support"),
        because=((Reason.NO_FREE_ACTION_NOW, "fa:faq.free.2"),),
        ruleset="second",
    ).run()


@proves("fa:act.2", "fa:act.4", "fa:faq.free.2")
@pytest.mark.parametrize("window", ["any_time_in_turn", "action_phase_between_actions"])
def test_nothing_begins_inside_an_action_and_a_free_action_is_refused_for_its_window_too(window: str) -> None:
    ruleset = rules(f"first+free_action_window={window}")
    unfinished = ("unfinished_action", "act.2")
    late = {unfinished, ("no_free_action_now", "faq.free.2")}
    assert broken(inside_another(Pass(), ruleset)) == {unfinished}
    between = window == "action_phase_between_actions"
    assert broken(inside_another(HomeSupport(), ruleset)) == (late if between else {unfinished})


@proves("fa:act.1", "fa:turn.4", "fa:faq.free.1")
@pytest.mark.parametrize("actions", [0, 1])
def test_without_actions_only_free_actions_and_the_end_are_left(actions: int) -> None:
    ruleset, turn = rules(), Turn(BRITISH, actions)
    assert no_action_left(turn, EndTurn(), ruleset) == ()
    assert no_action_left(turn, HomeSupport(), ruleset) == ()
    assert broken(no_action_left(turn, Pass(), ruleset)) == (set() if actions else {("no_action_left", "act.1")})


@proves("fa:act.5")
def test_a_played_card_goes_from_the_hand_to_the_own_discard_pile() -> None:
    state = scene("british_ships british_militia")
    before = player(state, BRITISH).discard
    after = player(put_down(state, BRITISH, card("british_ships")), BRITISH)
    assert (after.hand, after.discard) == (cards("british_militia"), pile((*before, card("british_ships"))))


BOSTON, SHIPS = place("boston"), card("british_ships")


COSTLY: tuple[TurnAction, ...] = (
    Settle(BOSTON, SHIPS), Develop(BOSTON, SHIPS), Fortify(BOSTON, SHIPS), Besiege(BOSTON, SHIPS),
    Reinforce(BOSTON, SHIPS), Raid(SHIPS), Ambush(SHIPS), Convert(SHIPS), TakeMoney(SHIPS), Merchant(SHIPS),
    Trade(SHIPS), Piracy(SHIPS), Draft(SHIPS), Discard(SHIPS), Reserve(SHIPS), Governor(SHIPS), Intendant(SHIPS),
    Pass(),
)  # fmt: skip


FREE: tuple[TurnAction, ...] = (RetrieveReserve(), HomeSupport(), MilitaryLeader(BOSTON))


@proves("fa:act.4", "fa:act.10", "fa:leader.1")
@pytest.mark.parametrize("reading", ["free", "action"])
def test_only_reserve_home_support_and_leader_are_free_and_a_withdrawal_by_option(reading: str) -> None:
    withdrawal = Withdraw(BOSTON)
    assert {type(each) for each in (*FREE, *COSTLY, withdrawal, EndTurn())} == set(TURN_ACTIONS)
    ruleset = rules(f"first+withdraw_cost={reading}")
    assert [each for each in (*FREE, *COSTLY) if is_free(each, ruleset)] == list(FREE)
    assert is_free(withdrawal, ruleset) is (reading == "free")


@proves("fa:aid.withdraw.1", "fa:withdraw.1", "fa:act.4")
@pytest.mark.parametrize("cost", ["free", "action"])
def test_a_withdrawal_is_free_by_option_and_makes_nothing_else_so(cost: str) -> None:
    ruleset = rules(f"first+withdraw_cost={cost}")
    assert is_free(Withdraw(place("gaspe")), ruleset) is (cost == "free")
    assert is_free(Pass(), ruleset) is False
    assert is_free(HomeSupport(), ruleset) is True


@proves("fa:turn.3", "fa:act.4", "fa:faq.free.2")
@pytest.mark.parametrize(
    ("window", "late"),
    [("any_time_in_turn", set()), ("action_phase_between_actions", {("no_free_action_now", "faq.free.2")})],
)
def test_before_the_siege_check_is_over_no_action_is_taken_but_a_free_one_by_option(window: str, late: Reasons) -> None:
    ruleset = rules(f"first+free_action_window={window}")
    assert broken(outside_action_phase(Pass(), ruleset)) == {("sieges_first", "turn.3")}
    assert broken(outside_action_phase(HomeSupport(), ruleset)) == late


@proves("fa:faq.free.2", "fa:act.4", "fa:leader.1", "fa:leader.2")
def test_a_free_action_too_early_without_its_card_and_without_its_siege() -> None:
    Scene(
        LOUISBOURG_WON,
        refuse=act("military_leader", place="boston"),
        because=(
            (Reason.NO_FREE_ACTION_NOW, "fa:faq.free.2"),
            (Reason.NO_LEADER, "fa:leader.1"),
            (Reason.NO_SIEGE, "fa:leader.2"),
        ),
        ruleset="second",
    ).run()


@proves("fa:act.2", "fa:income.1", "fa:act.12")
def test_an_action_within_another_one_and_without_its_card() -> None:
    Scene(
        {"hands": {"british": b("boston", "militia")}},
        (act("discard", card="british_boston"),),
        refuse=act("take_money", card="british_boston"),
        because=((Reason.UNFINISHED_ACTION, "fa:act.2"), NO_CARD_IN_HAND),
    ).run()
