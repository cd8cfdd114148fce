"""Random games keep every invariant, offer exactly what they accept, and come to no dead end."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from properties.hammer_of_the_scots.explorer import GAME, PRESETS, moments, positions, ruleset, states, tried
from properties.unlisted import may_be_unlisted
from reference.hammer_of_the_scots.board import Away, is_on_map
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, LOYAL, NOBLES_OF, OTHER_SIDE
from reference.hammer_of_the_scots.frames import Building
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.hammer_of_the_scots.windows import WINDOWS
from reference.kernel.decisions import Chance, Over
from reference.kernel.rules import proven_by, proves
from reference.kernel.verdicts import Next, No, Notation, NotThisDecision, Unasked

OTHER_RULES = (
    {"empty_front": "next_round", "hit_timing": "until_side_changes", "main_force_choice": "first_mover"},
    {"hit_timing": "per_letter_step", "schiltroms": "on", "main_force_choice": "at_battle"},
    {"final_winter": "nobles_home", "english_in_england_winter": "stay", "winter_with_edward": "anywhere"},
    {"split_home_choice": "any_home", "pillage_noble": "captured_reserve", "tournament_bid": "e2"},
    {"all_nobles_check": "end_of_turn_and_winter", "coronation_limit": "per_year", "edward_decides_first": "no"},
)


@proves("hs:2.22-3", "hs:2.11-5", "hs:4.0-5", "hs:4.6b-3", "hs:4.3-2", "hs:3.0-2", "hs:6.2-1", "hs:7.5-3")
@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_stay_sound_and_reach_a_decision_or_their_end(scenario: str, preset: str) -> None:
    for seed in range(3):
        for state in states(scenario, ruleset(preset), seed, 700):
            assert GAME.check(state) == ()


@pytest.mark.parametrize("changes", OTHER_RULES, ids=lambda changes: next(iter(changes)))
def test_random_games_under_other_rules_stay_sound(changes: dict[str, str]) -> None:
    for seed, scenario in enumerate(GAME.scenarios):
        for state in states(scenario, ruleset("standard", **changes), seed, 700):
            assert GAME.check(state) == ()


@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=12)
def test_a_position_is_read_back_to_an_equal_state_at_any_moment(seed: int, scenario: str, preset: str) -> None:
    rules = ruleset(preset)
    for number, state in enumerate(states(scenario, rules, seed, 300)):
        if number % 9 == 0:
            assert GAME.place(GAME.canonical(state), rules) == state
            assert hash(GAME.place(GAME.canonical(state), rules)) == hash(state)


@proves(
    "hs:1.1-3", "hs:3.1-1", "hs:4.0-5", "hs:4.0-6", "hs:4.2-2", "hs:4.3-3", "hs:4.3-5", "hs:4.4-4",
    "hs:4.6-1", "hs:4.6-4", "hs:4.6b-3", "hs:4.6b-5", "hs:5.1-1", "hs:5.3-2", "hs:5.31-1", "hs:5.31-3",
    "hs:5.32-3", "hs:5.41-2", "hs:5.5-4", "hs:5.5-6", "hs:5.5-9", "hs:5.5-10", "hs:5.6-1", "hs:5.6-2", "hs:5.6-3",
    "hs:5.6-8", "hs:5.9-5", "hs:6.2-2", "hs:6.21-1", "hs:6.21-2", "hs:6.22-1", "hs:6.22-2", "hs:6.22-3", "hs:7.1-3",
    "hs:7.12-1", "hs:7.2-1", "hs:7.3-1", "hs:7.32-1", "hs:7.32-2", "hs:7.5-1", "hs:7.5-3", "hs:7.5-5", "hs:7.6-1",
    "hs:7.61-1", "hs:7.61-6", "hs:7.61-7", "hs:7.63-1", "hs:7.63-2", "hs:C-1", "hs:C-2", "hs:C-2b", "hs:C-3",
    "hs:C-4", "hs:C-5",
)  # fmt: skip
def test_exactly_what_is_offered_is_accepted() -> None:
    """Try actions of every kind at every kind of decision: each rule claimed refuses some of them.

    The games are always the same, so that the claims do not depend on luck.
    """
    met: set[str] = set()
    for seed, (scenario, preset) in enumerate([*product(GAME.scenarios, PRESETS)] * 2):
        for number, here in enumerate(moments(scenario, ruleset(preset), seed)):
            state, due = here.state, here.due
            assert not isinstance(due, Over)
            offered = set(due.actions)
            assert len(offered) == len(due.actions)
            for action in due.actions:
                # A step takes what is offered unasked, so what it breaks is asked here; chance breaks nothing.
                assert isinstance(due, Chance) or GAME.violations(state, action) == (), (due.about, action)
                assert isinstance(GAME.step(state, action, due), Next)
            for action in (each for each in tried(due, number) if each not in offered):
                verdict = GAME.step(state, action, due)
                if isinstance(verdict, Next):
                    assert may_be_unlisted(GAME.id, GAME.sets, due.about, GAME.write_action(action)), action
                    assert GAME.violations(state, action) == (), action
                    continue
                assert isinstance(verdict, No | Notation | NotThisDecision), (due.about, action)
                if isinstance(verdict, No):
                    assert verdict.violations
                    met.update(broken.rule for broken in verdict.violations)
    assert met >= set(proven_by(test_exactly_what_is_offered_is_accepted))


@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=10)
def test_every_decision_passed_over_is_a_listed_one_closed_by_its_rules(seed: int, scenario: str, preset: str) -> None:
    for here in positions(scenario, ruleset(preset), seed, 400):
        for each in () if here.turn is None else here.turn.events:
            if isinstance(each, Unasked):
                assert each.rules
                assert set(each.rules) <= set(WINDOWS[each.window].rules), each


@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios))
@settings(max_examples=10)
def test_the_odds_of_chance_add_up_to_one_and_decisions_are_small(seed: int, scenario: str) -> None:
    for here in positions(scenario, ruleset("standard"), seed, 400):
        due = here.due
        assert due == GAME.decision(here.state)
        if isinstance(due, Chance):
            assert sum(odds for _, odds in due.outcomes) == 1
        if not isinstance(due, Over):
            assert len(due.actions) <= 60
            assert due.rules


@proves("hs:2.22-3")
@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=10)
def test_each_noble_is_on_exactly_one_side_and_blocks_are_conserved(seed: int, scenario: str, preset: str) -> None:
    for number, state in enumerate(states(scenario, ruleset(preset), seed, 400)):
        if number % 7:
            continue
        for one in NOBLES_OF[Side.SCOTLAND]:
            if one not in LOYAL:
                assert is_on_map(state.board, one) != is_on_map(state.board, OTHER_SIDE[one])
        where = [state.board.at[each] for each in BLOCKS]
        assert sum(place < 23 or place in set(Away) for place in where) == 56


@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=10)
def test_points_are_spent_in_their_area_and_never_more_than_there_are(seed: int, scenario: str, preset: str) -> None:
    last: State | None = None
    for state in states(scenario, ruleset(preset), seed, 600):
        now = state.stack.top if state.stack else None
        before = last.stack.top if last is not None and last.stack else None
        if isinstance(now, Building) and isinstance(before, Building) and now.side is before.side and last is not None:
            gained = sum(state.board.steps) - sum(last.board.steps)
            assert gained == len(before.points) - len(now.points)
        last = state
