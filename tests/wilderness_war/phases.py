"""Action Phases for the tests: a side about to play a card, in few words."""

from collections.abc import Mapping, Sequence

from reference.kernel.canonical import Json
from reference.kernel.decisions import Chance, Choice
from reference.kernel.verdicts import Event, Next, NotThisDecision
from reference.wilderness_war.actions import Action, Activate, Activates, Decline, PickSpace, PlayEvent, Respond, Roll
from reference.wilderness_war.cards import At, Card, card, cards_at
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch05_conditions import colour_violations, response_violations
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, spent_card
from tests.wilderness_war.positions import GAME, STANDARD, Pieces, due, place, played, read

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
VALUE = {1: "card_5", 2: "card_43", 3: "card_1"}


def year(turn: Side, stage: str = "actions", **rest: Json) -> Mapping[str, Json]:
    """Return the frame of a year under way."""
    return {"type": "year", "stage": stage, "turn": turn.value, **rest}


def phase(
    side: Side,
    hand: str,
    pieces: Pieces | None = None,
    rules: Ruleset = STANDARD,
    /,
    *,
    enemy: Json = "",
    **rest: Json,
) -> State:
    """Return a side's card play with these cards in hand, and the enemy's hand."""
    hands: Json = {side.value: hand.split(), side.enemy.value: str(enemy).split()}
    frames: Json = [year(side)]
    return place(pieces or {}, rules, hands=hands, frames=frames, **rest)


def event_of(state: State, name: str) -> Next[State]:
    """Return what playing a card as its event leads to."""
    return played(state, PlayEvent(card(name)))


def played_event(
    name: str, pieces: Pieces | None = None, side: Side = BRITISH, rules: Ruleset = STANDARD, /, **rest: Json
) -> State:
    """Return the state after a card was played as an event, other cards being left to both sides."""
    return event_of(phase(side, f"{name} card_5", pieces or {}, rules, **{"enemy": "card_7", **rest}), name).state


def activating(
    what: Activates, pieces: Pieces, side: Side = FRENCH, value: int = 3, rules: Ruleset = STANDARD, /, **rest: Json
) -> State:
    """Return a side that has played a card of a value to activate something."""
    state = phase(side, f"{VALUE[value]} card_50", pieces, rules, **{"enemy": "card_52", **rest})
    return played(state, Activate(card(VALUE[value]), what)).state


def respond(name: str) -> Respond:
    """Return the response with a card."""
    return Respond(card(name))


def at(name: str) -> PickSpace:
    """Return the choice of a space."""
    return PickSpace(space(name))


def rolls(state: State, *dice: int) -> State:
    """Return the state after dice that chance must decide one after the other."""
    return played(state, *(Roll(die) for die in dice)).state


def choice(state: State) -> Choice[Action]:
    """Return the choice a state waits for."""
    decision = due(state)
    assert isinstance(decision, Choice), decision
    return decision


def chance(state: State) -> Chance[Action]:
    """Return the chance decision a state waits for."""
    decision = due(state)
    assert isinstance(decision, Chance), decision
    return decision


def offered(state: State) -> tuple[Action, ...]:
    """Return what may be chosen now."""
    return due(state).actions


def plays_event(state: State, name: str) -> bool:
    """Say whether a card is offered as an event."""
    return PlayEvent(card(name)) in offered(state)


def foreign(state: State, action: Action) -> None:
    """Check that an action answers another decision."""
    assert isinstance(GAME.step(state, action), NotThisDecision)


def shown(*names: str) -> str:
    """Say what cards show of their event: whose it is, whether it responds, and whether the card leaves the game."""
    return " or ".join(sorted({_shown(card(name)) for name in names}))


def _shown(found: Card) -> str:
    state = read({})
    sides = [side.value for side in Side if not any(colour_violations(state, side, found))]
    kind = "response" if any(response_violations(found)) else "event"
    gone = spent_card(state, found, as_event=True).cards.at[found] == At.REMOVED
    return f"{' and '.join(sides)} {kind}" + (", removed after use" if gone else "")


def cards_in(state: State, where: At) -> tuple[Card, ...]:
    """Return the cards in a place."""
    return cards_at(state.cards, where)


def facts_of(events: Sequence[Event], kind: str) -> list[dict[str, object]]:
    """Return the facts of the events of a kind."""
    return [dict(each.facts) for each in events if each.kind.value == kind]


def fought(state: State, *dice: int) -> State:
    """Return the state after a fight with these dice, where owners decline what they may or take the first choice."""
    waiting = list(dice)
    while (decision := due(state)).about not in ("card_play", "end_of_phase", "step", "next_campaign"):
        if isinstance(decision, Chance):
            action: Action = Roll(waiting.pop(0))
        else:
            action = Decline() if Decline() in decision.actions else decision.actions[0]
        state = played(state, action).state
    assert not waiting, f"{waiting} were never rolled"
    return state


def after_event(
    name: str, pieces: Pieces | None = None, side: Side = FRENCH, rules: Ruleset = STANDARD, /, **rest: Json
) -> State:
    """Return the state after a card was played as an event, other cards being left to both sides."""
    return event_of(phase(side, f"{name} card_5", pieces or {}, rules, **{"enemy": "card_7", **rest}), name).state
