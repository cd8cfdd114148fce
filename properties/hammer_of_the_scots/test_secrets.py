"""Nothing a side may not know leaks into what it sees."""

import random
from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from properties.hammer_of_the_scots.explorer import GAME, PRESETS, ruleset, states
from reference.hammer_of_the_scots.board import ON_MAP, Away, Board
from reference.hammer_of_the_scots.ch02_armies import BLOCKS_OF, EDWARD, FULL, IS_NOBLE, Block, Mask
from reference.hammer_of_the_scots.ch03_cards import KINDS
from reference.hammer_of_the_scots.frames import Battle
from reference.hammer_of_the_scots.observation import is_revealed
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State, put_byte
from reference.kernel.frames import Stack
from reference.kernel.rules import proves


def _named(state: State) -> frozenset[int]:
    """Return the blocks that the procedures under way name in the open or in secret."""
    names: set[int] = set()
    for frame in state.stack.frames:
        for name in ("block", "noble", "captured"):
            value = getattr(frame, name, None)
            if value is not None:
                names.add(value)
        names.update(getattr(frame, "blocks", ()))
    return frozenset(names)


def _exchanged(state: State, one: Block, other: Block) -> State:
    """Return the state with two blocks of a side in each other's place, with all that is noted about them."""
    at, steps = state.board
    at = put_byte(put_byte(at, one, at[other]), other, at[one])
    first, second = min(steps[other], FULL[one]), min(steps[one], FULL[other])
    steps = put_byte(put_byte(steps, one, first), other, second)
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
    return put_byte(put_byte(column, one, column[other]), other, column[one])


@proves("hs:S1-2", "hs:5.1-3")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=12)
def test_hidden_enemy_blocks_that_change_places_change_nothing_a_side_sees(
    seed: int, scenario: str, preset: str
) -> None:
    chooser = random.Random(seed)
    for state in states(scenario, ruleset(preset), seed, 400):
        if chooser.random() < 0.96:
            continue
        for side in Side:
            hidden = [
                each
                for each in BLOCKS_OF[side.enemy]
                if (state.board.at[each] < ON_MAP or state.board.at[each] == Away.POOL)
                and not is_revealed(state, each)
                and not IS_NOBLE[each]
                and each not in _named(state)
                and each != EDWARD
            ]
            pairs = list(combinations(hidden, 2))
            for one, other in chooser.sample(pairs, min(4, len(pairs))):
                assert GAME.observe(_exchanged(state, one, other), side.value) == GAME.observe(state, side.value)


@proves("hs:S1-2")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios))
@settings(max_examples=10)
def test_the_strength_of_a_hidden_enemy_block_is_not_seen(seed: int, scenario: str) -> None:
    chooser = random.Random(seed)
    for state in states(scenario, ruleset("standard"), seed, 300):
        if chooser.random() < 0.96:
            continue
        for side in Side:
            for each in BLOCKS_OF[side.enemy]:
                if state.board.at[each] < ON_MAP and not is_revealed(state, each):
                    weaker = state._replace(board=Board(state.board.at, put_byte(state.board.steps, each, 1)))
                    assert GAME.observe(weaker, side.value) == GAME.observe(state, side.value)


@proves("hs:3.0-3", "hs:3.1-1")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios))
@settings(max_examples=10)
def test_the_cards_of_the_enemy_are_not_seen(seed: int, scenario: str) -> None:
    for number, state in enumerate(states(scenario, ruleset("standard"), seed, 150)):
        if number % 5:
            continue
        hand = state.cards.england
        for one, other in ((0, 1), (1, 2), (2, 3)):
            if hand[one]:
                changed = put_byte(put_byte(hand, one, hand[one] - 1), other, hand[other] + 1)
                secret = state._replace(cards=state.cards._replace(england=changed))
                assert GAME.observe(secret, "scotland") == GAME.observe(state, "scotland")
        if state.cards.english_card is not None and state.cards.scottish_card is None:
            for card in KINDS:
                secret = state._replace(cards=state.cards._replace(english_card=card))
                assert GAME.observe(secret, "scotland") == GAME.observe(state, "scotland")
