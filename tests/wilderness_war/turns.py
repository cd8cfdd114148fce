"""Action Phases for the tests, in few words: a side's turn, and what it does."""

from collections.abc import Sequence

from reference.kernel.canonical import Json
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.cards import Card, card
from reference.wilderness_war.ch02_map import Space, space
from reference.wilderness_war.ch03_pieces import Leader, Unit, leader, unit
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import STANDARD, Pieces, due, place, played


def turn(by: str, pieces: Pieces, hand: str, rules: Ruleset = STANDARD, /, *, enemy: Json = "", **rest: Json) -> State:
    """Return a side's turn to play a card; hands are numbers of cards."""
    other = "french" if by == "british" else "british"
    hands: dict[str, Json] = {side: _ids(numbers) for side, numbers in ((by, hand), (other, str(enemy))) if numbers}
    frames: Json = [{"type": "year", "stage": "actions", "turn": by}]
    return place(pieces, rules, hands=hands, frames=frames, **rest)


def _ids(numbers: str) -> list[str]:
    return [f"card_{number}" for number in numbers.split()]


def c(number: int) -> Card:
    """Return the card of that number."""
    return card(f"card_{number}")


def s(name: str) -> Space:
    """Return the space of that id."""
    return space(name)


def u(name: str) -> Unit:
    """Return the unit of that id."""
    return unit(name)


def who(name: str) -> Leader:
    """Return the leader of that id."""
    return leader(name)


def force(number: int, commander: str, *members: str) -> tuple[Action, ...]:
    """Return how a card activates a force: its commander, subordinates and units, in order."""
    picks = tuple(_pick(name) for name in members)
    return (
        a.Activate(c(number), a.Activates.FORCE),
        a.PickLeader(who(commander)),
        *picks,
        *((a.Done(),) if picks else ()),
    )


def single(number: int, *names: str) -> tuple[Action, ...]:
    """Return how a card activates individuals, without the order in which they act."""
    return (a.Activate(c(number), a.Activates.INDIVIDUALS), *map(_pick, names), a.Done())


def drilled(number: int, name: str) -> tuple[Action, ...]:
    """Return how a card activates a drilled unit."""
    return a.Activate(c(number), a.Activates.UNIT), a.Pick(u(name))


def _pick(name: str) -> Action:
    try:
        return a.PickLeader(leader(name))
    except ValueError:
        return a.Pick(unit(name))


def to(*names: str, by: a.By = a.By.LAND) -> tuple[Action, ...]:
    """Return steps to these spaces."""
    return tuple(a.Go(space(name), by) for name in names)


def slip(*names: str) -> tuple[Action, ...]:
    """Return steps by land that infiltrate these spaces."""
    return tuple(a.Go(space(name), a.By.LAND, infiltrating=True) for name in names)


def after(state: State, *actions: Action | Sequence[Action]) -> State:
    """Return the state after these actions; an end or refusal nobody is asked for is left out."""
    for each in (each for group in actions for each in (group if isinstance(group, Sequence) else (group,))):
        if isinstance(each, a.Done | a.Decline) and each not in due(state).actions:
            continue
        state = played(state, each).state
    return state


def offered(state: State) -> tuple[Action, ...]:
    """Return what the decision due offers."""
    return due(state).actions


def about(state: State) -> str:
    """Return what the decision due is about."""
    return due(state).about
