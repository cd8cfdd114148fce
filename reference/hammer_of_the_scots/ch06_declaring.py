"""Chapter 6.21 and 6.22: Scotland's choice between the event on its card and a coronation. Frame: Declaring."""

from reference.hammer_of_the_scots.actions import Action, Candidate, Crown, PlayEvent
from reference.hammer_of_the_scots.ch06_kings import CARD_RULE, crown_violations, crowned
from reference.hammer_of_the_scots.event_cards import begun, coronation_violations
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Declaring
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import Choice
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, opened
from reference.kernel.verdicts import Next, Violation, event, violation


def declaring_decision(state: State, _frame: Declaring) -> Choice[Action]:
    """Return Scotland's choice between its event and a coronation."""
    with_card = state.ruleset.coronation_declared == "with_card"
    crowns = tuple(Crown(each) for each in Candidate if with_card or not crown_violations(state, each))
    return Choice(Side.SCOTLAND.value, "an event or a coronation", ("hs:6.21-3", "hs:6.22-4"), (PlayEvent(), *crowns))


def declaring_violations(state: State, frame: Declaring, action: Action) -> tuple[Violation, ...] | None:
    """Return what bars a coronation."""
    if action in declaring_decision(state, frame).actions:
        return ()
    return coronation_violations(state, Side.SCOTLAND, action)


@rule("hs:6.21-3", "hs:6.22-4")
def declaring_apply(state: State, _frame: Declaring, action: Action) -> Next[State]:
    """Take the event, or the coronation in its place; one declared with the card waits until the card is resolved."""
    after = closed(state)
    if isinstance(action, Crown):
        if state.ruleset.coronation_declared == "with_card":
            named = action.candidate
            called = event(EventKind.CORONATION_DECLARED, CARD_RULE[named], candidate=named.value)
            return Next(after._replace(cards=state.cards._replace(declared=action.candidate)), (called,))
        return crowned(after, action.candidate)
    if state.ruleset.coronation_declared == "with_card":
        return Next(after)
    card = state.cards.scottish_card
    assert card is not None
    return Next(opened(after, begun(card, Side.SCOTLAND)))


DECLARING: Procedure[State, Declaring, Action] = Procedure(
    declaring_decision, declaring_violations, declaring_apply, always_waits
)


# ---------------------------------------------------------------- without an event card


@rule("hs:6.21-3", "hs:6.22-4")
def crowning_without_event(state: State, candidate: Candidate) -> tuple[Violation, ...]:
    """Refuse a coronation without an event card, and by all else that bars it."""
    card = state.cards.scottish_card
    played = {} if card is None else {"card": card.value}
    lacking = violation(Reason.NO_EVENT_CARD, CARD_RULE[candidate], candidate=candidate.value, **played)
    return (lacking, *crown_violations(state, candidate))
