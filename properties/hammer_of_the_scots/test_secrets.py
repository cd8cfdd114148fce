"""Nothing a side may not know leaks into what it sees."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.choices import Dice
from properties.domains import DEEP
from properties.hammer_of_the_scots.explorer import GAME, PRESETS, ruleset, states
from properties.hammer_of_the_scots.hidden import exchanged, hidden_blocks
from reference.hammer_of_the_scots.board import ON_MAP, Board
from reference.hammer_of_the_scots.ch02_armies import BLOCKS_OF
from reference.hammer_of_the_scots.ch03_cards import KINDS
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.views import is_revealed
from reference.kernel.columns import with_byte
from reference.kernel.rules import proves


@proves("hs:S1-2", "hs:5.1-3")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=12)
def test_hidden_enemy_blocks_that_change_places_change_nothing_a_side_sees(
    seed: int, scenario: str, preset: str
) -> None:
    chooser = Dice(seed)
    for state in states(scenario, ruleset(preset), seed, 400):
        if chooser.random() < 0.96:
            continue
        for side in Side:
            pairs, seen = list(combinations(hidden_blocks(state, side), 2)), GAME.observe(state, side.value)
            for one, other in chooser.sample(pairs, min(4, len(pairs))):
                assert GAME.observe(exchanged(state, one, other), side.value) == seen


@proves("hs:S1-2")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios))
@settings(max_examples=10)
def test_the_strength_of_a_hidden_enemy_block_is_not_seen(seed: int, scenario: str) -> None:
    chooser = Dice(seed)
    for state in states(scenario, ruleset("standard"), seed, 300):
        if chooser.random() < 0.96:
            continue
        for side in Side:
            seen = GAME.observe(state, side.value)
            hidden = [each for each in BLOCKS_OF[side.enemy] if state.board.at[each] < ON_MAP]
            hidden = [each for each in hidden if not is_revealed(state, each)]
            for each in hidden if DEEP else chooser.sample(hidden, min(6, len(hidden))):
                weaker = state._replace(board=Board(state.board.at, with_byte(state.board.steps, each, 1)))
                assert GAME.observe(weaker, side.value) == seen


@proves("hs:3.0-3", "hs:3.1-1")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios))
@settings(max_examples=10)
def test_the_cards_of_the_enemy_are_not_seen(seed: int, scenario: str) -> None:
    for number, state in enumerate(states(scenario, ruleset("standard"), seed, 150)):
        if number % 5:
            continue
        hand, seen = state.cards.england, GAME.observe(state, "scotland")
        for one, other in ((0, 1), (1, 2), (2, 3)):
            if hand[one]:
                changed = with_byte(with_byte(hand, one, hand[one] - 1), other, hand[other] + 1)
                secret = state._replace(cards=state.cards._replace(england=changed))
                assert GAME.observe(secret, "scotland") == seen
        if state.cards.english_card is not None and state.cards.scottish_card is None:
            for card in KINDS:
                secret = state._replace(cards=state.cards._replace(english_card=card))
                assert GAME.observe(secret, "scotland") == seen
