"""Scenes for single conditions of chapter 5: blocks on the map, frames at work, and no mark on the field."""

from reference.hammer_of_the_scots.ch01_map import area, border_between
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch04_borders import entry
from reference.hammer_of_the_scots.frames import (
    Frame,
)
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import FRESH_FIELD, State, mark_of
from reference.kernel.columns import with_byte
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next, Violation
from tests.hammer_of_the_scots.positions import STANDARD, Blocks, moves

FIFE, MAR, ANGUS, ATHOLL = area("fife"), area("mar"), area("angus"), area("atholl")
GRANT, FRASER, YORK, DURHAM = (
    block("s_grant"),
    block("s_fraser"),
    block("e_york_infantry"),
    block("e_durham_infantry"),
)
BOTH = (Side.ENGLAND, Side.SCOTLAND)


def scene(blocks: Blocks, *frames: Frame, rules: Ruleset = STANDARD) -> State:
    """Return blocks on the map with these frames at work, and no mark on the field."""
    return moves(blocks, rules=rules)._replace(field=FRESH_FIELD, stack=Stack(frames))


def entered(state: State, into: str, source: str, users: tuple[Side, ...]) -> State:
    """Return the state in which sides used a border to enter a battle."""
    border = border_between(area(source), area(into))
    assert border is not None
    mark = with_byte(state.field.entered, entry(border, area(into)), sum(mark_of(each) for each in users))
    return state._replace(field=state.field._replace(entered=mark))


def broken(found: Violation | None) -> str | None:
    """Return the rule that a refusal names."""
    return None if found is None else found.rule.removeprefix("hs:")


def frames_of(after: Next[State]) -> tuple[Frame, ...]:
    """Return the procedures under way."""
    return after.state.stack.frames
