"""Random games keep every invariant, offer exactly what they accept, and come to no dead end."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oracle.choices import Dice
from oracle.evidence.plugin import Claim
from properties.hammer_of_the_scots.explorer import EVERY_ACTION, GAME, PRESETS, positions, ruleset, states
from reference.hammer_of_the_scots.actions import Action, March, Select
from reference.hammer_of_the_scots.board import Away, is_on_map
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, LOYAL, NOBLES_OF, OTHER_SIDE
from reference.hammer_of_the_scots.frames import Building, Disbanding, Marching, Naming
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import Chance, Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next, No, NotThisDecision

SOURCE = "properties/hammer_of_the_scots/test_play.py"
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


def _named_otherwise(state: State, action: Action) -> bool:
    """Say whether an action can be legal though not offered: a step back, a free disbanding, another of a group."""
    match state.stack.top, action:
        case Marching(last=last), March(to=to):
            return to == last
        case Naming() | Disbanding(), Select():
            return True
        case _:
            return False


@given(st.integers(0, 10**6), st.sampled_from(GAME.scenarios), st.sampled_from(PRESETS))
@settings(max_examples=12, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
def test_exactly_what_is_offered_is_accepted(claim: Claim, seed: int, scenario: str, preset: str) -> None:
    """Try any action at any moment: it proves the rules for which actions are refused, for offers ask them anew."""
    chooser = Dice(seed)
    for here in positions(scenario, ruleset(preset), seed, 250):
        if chooser.random() < 0.8:
            continue
        state, due = here.state, here.due
        if isinstance(due, Over):
            break
        offered = set(due.actions)
        assert len(offered) == len(due.actions)
        for action in (*due.actions, *chooser.sample(EVERY_ACTION, 40)):
            verdict = GAME.step(state, action, due)
            # A step takes what is offered unasked, so what it breaks is asked here.
            legal = not isinstance(due, Chance) and GAME.violations(state, action) == ()
            if not isinstance(due, Chance):
                assert legal == (action in offered) or (legal and _named_otherwise(state, action)), (due.about, action)
            if action in offered:
                assert isinstance(verdict, Next)
            elif not legal:
                assert isinstance(verdict, No | NotThisDecision)
                if isinstance(verdict, No):
                    assert verdict.violations
                    refused = [broken.rule for broken in verdict.violations]
                    claim(refused, f"{SOURCE}::test_exactly_what_is_offered_is_accepted")


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
