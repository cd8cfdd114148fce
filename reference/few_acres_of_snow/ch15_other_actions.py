"""Other actions (Sonstige Aktionen): withdraw from a siege, pass."""

from collections.abc import Iterator

from reference.few_acres_of_snow.actions import Withdraw
from reference.few_acres_of_snow.ch01_board import IDS
from reference.few_acres_of_snow.ch04_turn import turn_ended
from reference.few_acres_of_snow.ch05_actions import spent
from reference.few_acres_of_snow.ch09_siege_victory import decided
from reference.few_acres_of_snow.ch10_reinforcement import no_siege
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, besieger
from reference.kernel.rules import rule
from reference.kernel.verdicts import Event, Next, Violation, event


@rule("fa:withdraw.1", "fa:aid.withdraw.1")
def withdraw_rule(ruleset: Ruleset) -> str:
    """Return the rule by which a side may withdraw: the player aid's where it is free, the rulebook's as an action."""
    return "fa:aid.withdraw.1" if ruleset.withdraw_cost == "free" else "fa:withdraw.1"


@rule("fa:withdraw.1", "fa:sum.other.1", "fa:aid.withdraw.1", "fa:faq.siege.5")
def withdraw_violations(state: State, action: Withdraw) -> tuple[Violation, ...]:
    """Refuse a place that is not under siege; both players take part in every siege, so either may withdraw."""
    return no_siege(state, action.place, withdraw_rule(state.ruleset))


def withdraw_offers(state: State) -> Iterator[Withdraw]:
    """Return every siege that can be given up."""
    for siege in state.sieges:
        if siege is not None and not withdraw_violations(state, Withdraw(siege.place)):
            yield Withdraw(siege.place)


@rule("fa:withdraw.1", "fa:withdraw.2", "fa:withdraw.4", "fa:sum.other.1", "fa:aid.withdraw.1", "fa:faq.siege.5")
def withdrawn(state: State, side: Side, action: Withdraw) -> Next[State]:
    """Resolve the siege at once as the opponent's win."""
    attacker = besieger(state, action.place)
    assert attacker is not None
    after = spent(state) if state.ruleset.withdraw_cost == "action" else state
    happened = event(EventKind.WITHDRAWN, withdraw_rule(state.ruleset), side=side.value, place=IDS[action.place])
    won = decided(after, attacker, side.enemy, withdrawn=True)
    return Next(won.state, (happened, *won.events))


@rule("fa:pass.1", "fa:sum.other.2", "fa:aid.pass.1", "fa:act.3")
def passed(state: State, side: Side) -> Next[State]:
    """Forgo one action; others may still be taken."""
    return Next(spent(state), (event(EventKind.PASSED, "fa:pass.1", side=side.value),))


@rule("fa:pass.1", "fa:sum.other.2", "fa:aid.pass.1")
def rest_forgone(state: State, side: Side) -> Next[State]:
    """End the turn; every action that is left is passed."""
    turn = state.stack.top
    assert isinstance(turn, Turn)
    events: tuple[Event, ...] = ()
    for _ in range(turn.actions):
        forgone = passed(state, side)
        state, events = forgone.state, events + forgone.events
    ended = turn_ended(state, side)
    return Next(ended.state, (*events, *ended.events))
