"""Withdrawing from a siege, and passing."""

import pytest

from reference.few_acres_of_snow.actions import EndTurn, Withdraw
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch15_other_actions import withdraw_violations, withdrawn
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.procedures import ENGINE, at_work
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import event, violation
from tests.few_acres_of_snow.scenes import (
    END,
    HALIFAX,
    LOUISBOURG,
    LOUISBOURG_WON,
    PASS,
    Scene,
    act,
    after,
    b,
    cited,
    events,
    f,
    offered,
    placed,
    siege,
    turn,
    violations,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, besieged, broken, gaspe_besieged, kinds


@proves("fa:withdraw.1", "fa:withdraw.2", "fa:withdraw.3", "fa:withdraw.4", "fa:sum.other.1", "fa:siege.win.12")
def test_an_attacker_who_withdraws_loses_the_siege() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("louisbourg", 3, b("siege_artillery", "new_york"), f("militia"))},
        },
        (act("withdraw", place="louisbourg"), act("return_card", card="british_siege_artillery")),
        {
            "frames": turn("british", 1),
            "discards": {"british": b("new_york"), "french": f("militia")},
            "places": {"louisbourg": "french village"},
        },
    ).run()


@proves("fa:aid.withdraw.1", "fa:aid.withdraw.2", "fa:faq.siege.5", "fa:withdraw.4")
def test_a_defender_who_withdraws_gives_the_attacker_his_win() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"british": siege("port_royal", 1, b("regular_infantry"))},
            "hands": {"british": b("boston")},
            "frames": turn("french", 0),
        },
        (act("withdraw", place="port_royal"), act("occupy", settler="british_boston")),
        {
            "places": {"port_royal": "british village"},
            "captured": {"british": {"villages": 1, "towns": 0}},
            "discards": {"british": b("boston", "port_royal", "regular_infantry")},
            "frames": turn("french", 0),
        },
        ruleset="second",
    ).run()


WITHDRAWALS = [("first", "fa:withdraw.1"), ("second", "fa:aid.withdraw.1"), ("online", "fa:aid.withdraw.1")]


@proves("fa:withdraw.1", "fa:aid.withdraw.1")
@pytest.mark.parametrize(("edition", "rule_id"), WITHDRAWALS)
def test_there_must_be_a_siege_to_withdraw_from(edition: str, rule_id: str) -> None:
    refused = violations(placed({}, edition), act("withdraw", place="boston"))
    assert refused == (violation(Reason.NO_SIEGE, rule_id, place="boston"),)


@proves("fa:withdraw.1", "fa:aid.withdraw.1", "fa:withdraw.2")
@pytest.mark.parametrize(("edition", "rule_id"), WITHDRAWALS)
def test_a_withdrawal_follows_from_the_rule_of_its_edition(edition: str, rule_id: str) -> None:
    state = placed({"plus": HALIFAX, "sieges": LOUISBOURG}, edition)
    withdraw = act("withdraw", place="louisbourg")
    assert cited(state, "withdrawn", withdraw) == [(rule_id,)]
    assert cited(state, "siege_won", withdraw) == [("fa:withdraw.2",)]


@proves("fa:withdraw.1", "fa:leader.2", "fa:reinforce.2")
def test_a_siege_that_is_decided_already_is_not_given_up_and_not_reinforced() -> None:
    """Given Louisbourg taken and about to be settled, then its siege is over though its cards still lie there."""
    state = placed(LOUISBOURG_WON | {"hands": {"british": b("military_leader", "new_york")}})
    early = violation(Reason.SIEGES_FIRST, "fa:turn.3")
    over = {"decided": "louisbourg"}
    leader = violations(state, act("military_leader", place="louisbourg"))
    assert leader == (violation(Reason.NO_SIEGE, "fa:leader.2", **over),)
    withdraw = violations(state, act("withdraw", place="louisbourg"))
    assert withdraw == (early, violation(Reason.NO_SIEGE, "fa:withdraw.1", **over))
    reinforce = violations(state, act("reinforce", place="louisbourg", card="british_new_york"))
    assert reinforce == (early, violation(Reason.NO_SIEGE, "fa:reinforce.2", **over))


@proves("fa:withdraw.1", "fa:act.1")
def test_withdrawing_needs_an_action_where_it_is_one() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "frames": turn("british", 0)},
        refuse=act("withdraw", place="louisbourg"),
        because=((Reason.NO_ACTION_LEFT, "fa:act.1"),),
    ).run()


@proves("fa:withdraw.4", "fa:end.1")
def test_giving_up_a_capital_loses_the_game() -> None:
    Scene(
        {"sieges": {"british": siege("quebec", 1, b("regular_infantry"))}, "frames": turn("french", 1)},
        (act("withdraw", place="quebec"),),
        {"outcome": {"winner": "british", "rule": "fa:end.1"}},
    ).run()


@proves("fa:pass.1", "fa:sum.other.2", "fa:aid.pass.1")
@pytest.mark.parametrize("actions", [0, 1, 2])
def test_a_turn_may_be_ended_with_actions_left_which_are_passed(actions: int) -> None:
    """Given some actions left, then to end the turn is to pass them all and end it."""
    state = placed({"frames": turn("british", actions)})
    assert violations(state, END) == ()
    assert (END in offered(state)) is (actions == 0)
    working = at_work(state)
    assert working is not None
    ended = ENGINE.settle(working.apply(state, EndTurn()))
    one_by_one = (*(PASS,) * actions, END)
    assert ended.state == after(state, *one_by_one)
    assert ended.events == events(state, *one_by_one)
    told = [each.kind for each in ended.events]
    assert told[: actions + 1] == [EventKind.PASSED] * actions + [EventKind.TURN_ENDED]
    assert told.count(EventKind.PASSED) == actions


@proves("fa:pass.1", "fa:sum.other.2", "fa:aid.pass.1", "fa:act.3", "fa:act.1")
def test_passing_uses_up_one_action_and_may_be_repeated() -> None:
    state = placed({"frames": turn("british", 2)})
    once, twice = after(state, PASS), after(state, PASS, PASS)
    assert (once.stack.frames, twice.stack.frames) == ((Turn(BRITISH, 1),), (Turn(BRITISH, 0),))
    passing = event(EventKind.PASSED, "fa:pass.1", side="british")
    assert events(state, PASS, PASS) == (passing, passing)


@proves("fa:turn.3", "fa:act.2")
def test_a_turn_is_not_ended_before_its_sieges_are_settled_or_inside_an_action() -> None:
    check = placed(LOUISBOURG_WON)
    assert violations(check, END) == violations(check, PASS) == (violation(Reason.SIEGES_FIRST, "fa:turn.3"),)
    inside = after(placed({"hands": {"british": b("boston", "norfolk")}}), act("discard", card="british_boston"))
    assert violations(inside, END) == (violation(Reason.UNFINISHED_ACTION, "fa:act.2"),)


@proves("fa:withdraw.1", "fa:withdraw.2", "fa:withdraw.4", "fa:sum.other.1", "fa:aid.withdraw.1", "fa:faq.siege.5")
def test_a_withdrawal_tells_of_itself_and_of_the_siege_that_is_won_by_it() -> None:
    after = withdrawn(besieged("gaspe"), FRENCH, Withdraw(place("gaspe")))
    assert kinds(after) == [EventKind.WITHDRAWN, EventKind.SIEGE_WON, EventKind.PIECE_CAPTURED]


@proves("fa:withdraw.1", "fa:aid.withdraw.1", "fa:faq.siege.5")
@pytest.mark.parametrize(("cost", "left"), [("action", 1), ("free", 2)])
def test_a_defender_who_withdraws_pays_an_action_or_nothing_by_option(cost: str, left: int) -> None:
    """Given a siege of Gaspe and two French actions, then those left stand below the win that is resolved."""
    state = besieged("gaspe", options=f"+withdraw_cost={cost}")._replace(stack=Stack((Turn(FRENCH, 2),)))
    after = withdrawn(state, FRENCH, Withdraw(place("gaspe"))).state
    assert after.stack.frames[0] == Turn(FRENCH, left)


@proves("fa:withdraw.1", "fa:faq.siege.5")
def test_a_defender_withdraws_from_the_place_that_is_besieged_and_from_no_other() -> None:
    state = besieged("gaspe")
    assert withdraw_violations(state, Withdraw(place("gaspe"))) == ()
    assert broken(withdraw_violations(state, Withdraw(place("quebec")))) == {("no_siege", "withdraw.1")}


GIVEN_UP = {
    "plus": HALIFAX,
    "sieges": {"british": siege("port_royal", 1, b("new_york"))},
    "hands": {"british": b("boston", "norfolk")},
    "frames": turn("french", 0),
}


NO_SETTLER = (Reason.NO_SETTLER, "fa:siege.win.4")


@proves("fa:aid.withdraw.2")
def test_a_besieger_does_not_settle_a_place_given_up_to_him_without_a_settler() -> None:
    Scene(
        GIVEN_UP,
        (act("withdraw", place="port_royal"),),
        refuse=act("occupy", settler=None),
        because=(NO_SETTLER,),
        ruleset="second",
    ).run()


@proves("fa:aid.withdraw.2")
def test_a_card_without_settlers_does_not_settle_a_place_given_up() -> None:
    Scene(
        GIVEN_UP,
        (act("withdraw", place="port_royal"),),
        refuse=act("occupy", settler="british_norfolk"),
        because=(NO_SETTLER,),
        ruleset="second",
    ).run()


NIAGARA_GIVEN_UP = {
    "plus": {"fort_niagara": "french village"},
    "sieges": {"british": siege("fort_niagara", 0, b("new_york"))},
    "hands": {"british": b("boston")},
    "frames": turn("french", 0),
}


@proves("fa:aid.withdraw.2")
def test_only_a_settler_place_asks_for_a_settler_when_it_is_given_up() -> None:
    Scene(
        NIAGARA_GIVEN_UP,
        (act("withdraw", place="fort_niagara"),),
        refuse=act("occupy", settler="british_boston"),
        because=((Reason.NO_SETTLER_ASKED, "fa:siege.win.5"),),
        ruleset="second",
    ).run()


@proves("fa:aid.withdraw.2")
def test_a_place_without_settler_symbol_that_is_given_up_is_settled_without_a_card() -> None:
    Scene(
        NIAGARA_GIVEN_UP,
        (act("withdraw", place="fort_niagara"), act("occupy", settler=None)),
        {
            "places": {"fort_niagara": "british village"},
            "hands": {"british": b("boston")},
            "discards": {"british": b("new_york", "fort_niagara")},
        },
        ruleset="second",
    ).run()


@proves("fa:withdraw.1", "fa:sum.other.1", "fa:aid.withdraw.1")
def test_a_player_withdraws_only_from_a_siege_there_is() -> None:
    assert withdraw_violations(gaspe_besieged(), Withdraw(place("gaspe"))) == ()
    found = withdraw_violations(gaspe_besieged(), Withdraw(place("louisbourg")))
    assert broken(found) == {("no_siege", "withdraw.1")}
