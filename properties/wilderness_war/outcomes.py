"""Play a position to each of its ends: every die, every loss its owner may name, every leader's fate.

Pieces are read again from the counter sheet's file, for expectations that must not depend on the reference.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from properties.domains import DEEP
from properties.wilderness_war.map_files import table
from reference.kernel.canonical import Json
from reference.kernel.decisions import Chance, Over
from reference.kernel.verdicts import Next
from reference.wilderness_war.actions import Action, Command, Decline, Lose, Roll
from reference.wilderness_war.state import State
from tests.wilderness_war.positions import GAME

# A counter and its steps; and what tells counters apart: kind, tribe, steps.
Stack = tuple[tuple[str, int], ...]
Alike = tuple[tuple[str, str, int], ...]
Checks = tuple[tuple[str, int], ...]

SHEET = {row["id"]: row for row in table("counters")}
LEADERS = {row["id"]: row for row in table("leaders")}
FACES = tuple(range(1, 7))
# Where many leaders are rolled for, one face stands for all faces that spare them, except in `make deep`.
FEW_FACES = FACES if DEEP else (1, 6)
_CHECK = "leader_check_of_"


@dataclass(frozen=True, slots=True)
class End:
    """How a line of play ended: the dice of the procedure, the leaders rolled for with their dice, the position."""

    dice: tuple[int, ...]
    checks: Checks
    state: State


def ends(
    state: State, faces: tuple[int, ...] = FACES, dice: tuple[int, ...] = (), checks: Checks = ()
) -> Iterator[End]:
    """Yield every end of a position, with these faces for leaders; other choices are declined, or the first taken."""
    due = GAME.decision(state)
    if isinstance(due, Over):
        yield End(dice, checks, state)
    elif not isinstance(due, Chance):
        for action in due.actions if isinstance(due.actions[0], Lose | Command) else (_first(due.actions),):
            yield from ends(_after(state, action), faces, dice, checks)
    elif due.about.startswith(_CHECK):
        for die in faces:
            yield from ends(_after(state, Roll(die)), faces, dice, (*checks, (due.about.removeprefix(_CHECK), die)))
    else:
        for die in FACES:
            yield from ends(_after(state, Roll(die)), faces, (*dice, die), checks)


def _first(actions: tuple[Action, ...]) -> Action:
    return Decline() if Decline() in actions else actions[0]


def _after(state: State, action: Action) -> State:
    verdict = GAME.step(state, action)
    assert isinstance(verdict, Next), (action, verdict)
    return verdict.state


# ---------------------------------------------------------------- pieces


def stack_of(words: Iterable[str]) -> Stack:
    """Return the units among pieces in words, in the open or inside."""
    found = [word.removeprefix("inside ") for word in words]
    return tuple(
        (word.removeprefix("reduced "), 1 if word.startswith("reduced ") else 2)
        for word in found
        if word.removeprefix("reduced ") in SHEET
    )


def alike(stack: Stack) -> Alike:
    """Return what the counters of a stack show, so that stacks of equal counters are equal."""
    return tuple(sorted((SHEET[name]["kind"], SHEET[name]["tribe"], steps) for name, steps in stack))


def strength(stack: Stack) -> int:
    """Return the sum of the strengths that the counters show."""
    return sum(int(SHEET[name]["full_strength" if steps == 2 else "reduced_strength"]) for name, steps in stack)


def without(stack: Stack, index: int) -> Stack:
    """Return a stack of which one counter has lost a step."""
    name, steps = stack[index]
    return (*stack[:index], *(((name, 1),) if steps == 2 else ()), *stack[index + 1 :])


def words_at(form: Json, where: str) -> list[str]:
    """Return the pieces of a canonical form in a space."""
    assert isinstance(form, Mapping)
    pieces = form.get("pieces", {})
    assert isinstance(pieces, Mapping)
    found = pieces.get(where, [])
    assert isinstance(found, list)
    return [str(word) for word in found]


def part(form: Json, name: str) -> Json:
    """Return a part of a canonical form, nothing if it is left out."""
    assert isinstance(form, Mapping)
    return form.get(name)


def every_piece(form: Json) -> list[str]:
    """Return all pieces of a canonical form that are in a space."""
    pieces = part(form, "pieces") or {}
    assert isinstance(pieces, Mapping)
    return [word for where in pieces for word in words_at(form, where)]
