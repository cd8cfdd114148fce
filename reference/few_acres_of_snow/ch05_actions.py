"""Player actions (Spieleraktionen): what every action has in common.

An action uses up one of those the turn has unless it is free; its cards come from the hand and go to the discard pile,
or to a siege.
"""

from reference.few_acres_of_snow.actions import (
    EndTurn,
    HomeSupport,
    MilitaryLeader,
    RetrieveReserve,
    TurnAction,
    Withdraw,
)
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, Card
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import State, discarded, paid, played, player
from reference.few_acres_of_snow.tables import numbers, setup
from reference.kernel.rules import rule
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import Event, Violation, event, violation

FIRST_TURN_ACTIONS = setup("players").number("first_turn_actions")
ACTIONS_PER_TURN = setup("players").number("actions_per_turn")
_FREE = {"retrieve_reserve": RetrieveReserve, "home_support": HomeSupport, "military_leader": MilitaryLeader}
ALWAYS_FREE = tuple(_FREE[name] for name in numbers("free_actions").texts("always"))


@rule("fa:act.1", "fa:turn.4", "fa:turn.5", "fa:sum.turn.1", "fa:aid.turn.1")
def actions_in_turn(state: State) -> int:
    """Return how many actions the turn that begins now has."""
    return FIRST_TURN_ACTIONS if state.first_turns else ACTIONS_PER_TURN


@rule("fa:act.4", "fa:act.10", "fa:withdraw.1", "fa:aid.withdraw.1", "fa:leader.1")
def is_free(action: TurnAction, ruleset: Ruleset) -> bool:
    """Say whether an action is free: the turn has as many left as before."""
    return isinstance(action, ALWAYS_FREE) or (isinstance(action, Withdraw) and ruleset.withdraw_cost == "free")


@rule("fa:act.1", "fa:turn.4", "fa:faq.free.1")
def no_action_left(turn: Turn, action: TurnAction, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Refuse an action that is not free when none is left."""
    if turn.actions or isinstance(action, EndTurn) or is_free(action, ruleset):
        return ()
    return (violation(Reason.NO_ACTION_LEFT, "fa:act.1"),)


@rule("fa:act.1", "fa:act.3")
def spent(state: State) -> State:
    """Return the state with one action of the turn used; nothing else is remembered, so any may be repeated."""
    turn = state.stack.top
    assert isinstance(turn, Turn)
    return with_top(state, Turn(turn.side, turn.actions - 1))


@rule("fa:act.2", "fa:act.4", "fa:faq.free.2")
def inside_another(action: TurnAction, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Refuse to begin an action before the one under way is finished, free ones included."""
    unfinished = violation(Reason.UNFINISHED_ACTION, "fa:act.2")
    if is_free(action, ruleset) and ruleset.free_action_window == "action_phase_between_actions":
        return unfinished, violation(Reason.NO_FREE_ACTION_NOW, "fa:faq.free.2")
    return (unfinished,)


@rule("fa:act.4", "fa:faq.free.2", "fa:turn.3")
def outside_action_phase(action: TurnAction, ruleset: Ruleset) -> tuple[Violation, ...]:
    """Refuse an action during the siege check, unless it is free and free actions may be taken at any time."""
    if not is_free(action, ruleset):
        return (violation(Reason.SIEGES_FIRST, "fa:turn.3"),)
    if ruleset.free_action_window == "any_time_in_turn":
        return ()
    return (violation(Reason.NO_FREE_ACTION_NOW, "fa:faq.free.2"),)


@rule("fa:act.12")
def not_in_hand(state: State, side: Side, which: Card) -> tuple[Violation, ...]:
    """Refuse a card that is not in the player's hand."""
    if which in player(state, side).hand:
        return ()
    return (violation(Reason.NOT_IN_HAND, "fa:act.12", side=side.value, card=CARD_IDS[which]),)


def unaffordable(state: State, side: Side, cost: int, cost_rule: str) -> tuple[Violation, ...]:
    """Refuse an action whose cost cannot be paid in full (ruling D41)."""
    money = player(state, side).money
    if money >= cost:
        return ()
    return (violation(Reason.TOO_LITTLE_MONEY, cost_rule, side=side.value, money=money, cost=cost),)


def in_hand_order(first: tuple[Card, ...], *cards: Card) -> tuple[Card, ...]:
    """Return the card that an action begins with and the set that follows, which lies in one order however named."""
    return (*first, *sorted(cards))


@rule("fa:act.5")
def put_down(state: State, side: Side, which: Card) -> State:
    """Return the state with a played card on the player's discard pile."""
    return played(state, side, which)


@rule("fa:act.5")
def laid_down(state: State, side: Side, *cards: int) -> State:
    """Return the state with the cards of an action, which left the hand one by one, on the player's discard pile."""
    return discarded(state, side, *cards)


def paying(state: State, side: Side, cost: int, cost_rule: str) -> tuple[State, tuple[Event, ...]]:
    """Return the state with a cost paid to the bank, and the event of it if there is a cost."""
    if not cost:
        return state, ()
    return paid(state, side, cost), (event(EventKind.MONEY_PAID, cost_rule, side=side.value, money=cost),)


def taking(state: State, side: Side, amount: int, *rules: str) -> tuple[State, Event]:
    """Return the state with money taken from the bank, and the event of it."""
    return paid(state, side, -amount), event(EventKind.MONEY_TAKEN, *rules, side=side.value, money=amount)
