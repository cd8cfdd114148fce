"""Positions that differ only in what a side may not know, and so must look the same to it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from oracle.choices import Dice
from reference.hammer_of_the_scots.board import ON_MAP, Away, Board
from reference.hammer_of_the_scots.ch02_armies import BLOCKS_OF, EDWARD, FULL, IS_NOBLE, Block
from reference.hammer_of_the_scots.ch03_cards import KINDS, cards_out, hand_of
from reference.hammer_of_the_scots.frames import Battle
from reference.hammer_of_the_scots.masks import Mask
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.hammer_of_the_scots.views import is_revealed
from reference.kernel.columns import with_byte
from reference.kernel.stacks import Stack


def named(state: State) -> frozenset[int]:
    """Return the blocks that the procedures under way name in the open or in secret."""
    names: set[int] = set()
    for frame in state.stack.frames:
        for name in ("block", "noble", "captured"):
            value = getattr(frame, name, None)
            if value is not None:
                names.add(value)
        names.update(getattr(frame, "blocks", ()))
    return frozenset(names)


def exchanged(state: State, one: Block, other: Block) -> State:
    """Return the state with two blocks of a side exchanged, together with all that is noted about them."""
    at, steps = state.board
    at = with_byte(with_byte(at, one, at[other]), other, at[one])
    first, second = min(steps[other], FULL[one]), min(steps[one], FULL[other])
    steps = with_byte(with_byte(steps, one, first), other, second)
    field = state.field
    field = field._replace(
        moved=_mask(field.moved, one, other),
        reserves=_mask(field.reserves, one, other),
        origin=_column(field.origin, one, other),
        via=_column(field.via, one, other),
    )
    frames = tuple(
        replace(each, acted=_mask(each.acted, one, other), reserves=_mask(each.reserves, one, other))
        if isinstance(each, Battle)
        else each
        for each in state.stack.frames
    )
    return state._replace(board=Board(at, steps), field=field, stack=Stack(frames))


def _mask(mask: Mask, one: Block, other: Block) -> Mask:
    rest = mask & ~(1 << one | 1 << other)
    return Mask(rest | (mask >> one & 1) << other | (mask >> other & 1) << one)


def _column(column: bytes, one: Block, other: Block) -> bytes:
    return with_byte(with_byte(column, one, column[other]), other, column[one])


def hidden_blocks(state: State, side: Side) -> list[Block]:
    """Return the enemy's blocks that a side cannot tell apart: neither revealed nor named by what is under way."""
    return [
        each
        for each in BLOCKS_OF[side.enemy]
        if (state.board.at[each] < ON_MAP or state.board.at[each] == Away.POOL)
        and not is_revealed(state, each)
        and not IS_NOBLE[each]
        and each not in named(state)
        and each != EDWARD
    ]


def veiled(state: State, side_name: str, dice: Dice) -> Iterator[State]:
    """Yield positions with some of the enemy's hidden blocks, and with the cards of his hand, exchanged."""
    side = Side(side_name)
    pairs = list(combinations(hidden_blocks(state, side), 2))
    for one, other in dice.sample(pairs, min(3, len(pairs))):
        yield exchanged(state, one, other)
    hand = hand_of(state.cards, side.enemy)
    out = cards_out(state.cards)
    held, free = [n for n in range(len(KINDS)) if hand[n]], [n for n in range(len(KINDS)) if not out[n]]
    if held and free:
        less, more = dice.choice(held), dice.choice(free)
        changed = with_byte(with_byte(hand, less, hand[less] - 1), more, hand[more] + 1)
        cards = state.cards
        english = side.enemy is Side.ENGLAND
        yield state._replace(cards=cards._replace(england=changed) if english else cards._replace(scotland=changed))
