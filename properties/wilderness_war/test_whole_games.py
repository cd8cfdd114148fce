"""Whole games: every position is sound, readable, and accepts what it offers, by whatever name."""

from collections.abc import Iterator

import pytest

from oracle.choices import Dice
from properties.domains import DEEP
from properties.unlisted import may_be_unlisted
from properties.wilderness_war.explorer import GAME, PRESETS, Log, explore, played, ruleset
from reference.kernel.decisions import Chance, Choice
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.cards import DECK, HAND, At, cards_at
from reference.wilderness_war.ch02_map import SPACES, Department, adjacent
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, UNITS
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from spec_tables.catalogue import catalogue

OPTIONS = tuple((option.name, value) for option in catalogue(GAME.id).options for value in option.values)


@pytest.mark.parametrize("seed", range(400 if DEEP else 4))
def test_games_end_and_every_position_on_the_way_is_sound(seed: int) -> None:
    log = Log()
    explore(1, seed * 5, log, check=True)
    assert log.games == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_position_is_read_back_from_its_canonical_form(seed: int) -> None:
    rules = ruleset(PRESETS[seed])
    for index, turn in enumerate(played(GAME.scenarios[seed], rules, 100 + seed, Log())):
        if index % 7 == 0:
            assert GAME.place(GAME.canonical(turn.state), rules) == turn.state


@proves("ww:5.24")
def test_what_a_side_sees_does_not_depend_on_what_is_hidden_from_it() -> None:
    dice = Dice(5)
    for index, turn in enumerate(played("early_war", ruleset("standard"), 7, Log())):
        if index % 11 == 0:
            for side in Side:
                assert GAME.observe(turn.state, side) == GAME.observe(_reshuffled(turn.state, side, dice), side)


def _reshuffled(state: State, side: Side, dice: Dice) -> State:
    """Return the state with the enemy's hand and the pile dealt otherwise."""
    hidden = [*cards_at(state.cards, HAND[side.enemy]), *cards_at(state.cards, At.PILE)]
    places = [state.cards.at[card] for card in hidden]
    dice.shuffle(places)
    at = bytearray(state.cards.at)
    for card, place in zip(hidden, places, strict=True):
        at[card] = place
    return State(
        state.board, state.tracks, state.stack, state.ruleset, state.outcome,
        state.cards._replace(at=bytes(at)), state.phase,
    )  # fmt: skip


def _anything(state: State, dice: Dice) -> Iterator[Action]:
    """Return actions of every kind, legal or not."""
    yield from (a.Hold(), a.Demolish(), a.EndPhase(), a.Decline(), a.Inside(), a.Done(), a.RestoreUnits(), a.March())
    yield from (a.Besiege(), a.Storm(), a.SallyOut(), a.Stay(), a.Halt(), a.RaidNow(), a.InsideFirst())
    for unit in dice.sample(UNITS, 14):
        yield from (a.Pick(unit), a.PlaceUnit(unit), a.Drop(unit))
    for leader in dice.sample(ALL_LEADERS, 6):
        yield from (a.PickLeader(leader), a.DropLeader(leader), a.Command(leader))
    for card in dice.sample(DECK, 8):
        yield from (a.PlayEvent(card), a.Respond(card), a.PickCard(card), a.Dig(card))
        yield from (a.Activate(card, each) for each in a.Activates)
        yield from (a.Build(card, each) for each in a.Raised)
    for place in dice.sample(SPACES, 10):
        yield a.PickSpace(place)
        for to in (place, *adjacent(place)[:2]):
            yield from (a.Go(to, by, infiltrating) for by in a.By for infiltrating in (False, True))
    yield from map(a.PickDepartment, Department)
    yield from (a.Bid(points) for points in (0, 3, 11))
    yield from map(a.TakeSide, Side)


def _check_offers(scenario: str, rules: Ruleset, seed: int, every: int) -> None:
    dice = Dice(seed)
    for index, turn in enumerate(played(scenario, rules, seed, Log())):
        state, decision = turn.state, turn.due
        if isinstance(decision, Chance) or index % every:
            continue
        assert isinstance(decision, Choice)
        assert len(set(decision.actions)) == len(decision.actions)
        for action in (*decision.actions, *_anything(state, dice)):
            accepted = isinstance(GAME.step(state, action, decision), Next)
            legal = GAME.violations(state, action) == ()
            assert accepted == legal, f"{decision.about}: {action}"
            if action in decision.actions:
                assert accepted, f"{decision.about}: {action}"
            elif accepted:
                form = GAME.write_action(action)
                assert may_be_unlisted(GAME.id, GAME.sets, decision.about, form), f"{decision.about}: {action}"


@pytest.mark.parametrize("seed", range(4))
def test_what_is_offered_is_exactly_what_is_accepted_but_for_other_ways_to_name_it(seed: int) -> None:
    _check_offers(GAME.scenarios[seed], ruleset(PRESETS[seed]), 40 + seed, 9)


@pytest.mark.parametrize("part", range(4))
def test_every_option_on_its_own_leads_to_an_end(part: int) -> None:
    for index, (name, value) in enumerate(OPTIONS):
        if index % 16 == part:
            log = Log()
            rules = ruleset("standard", **{name: value})
            for number, turn in enumerate(played("annus_mirabilis", rules, index, log)):
                assert number % 13 or GAME.check(turn.state) == ()
            assert log.games == 1
