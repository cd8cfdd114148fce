"""Random play never gets stuck, keeps every invariant, and offers exactly what it accepts."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle.choices import Dice
from oracle.walk import by_number, turns, walk_states
from properties.few_acres_of_snow.explorer import GAME, PRESETS, concerned, positions, rules, single_options, universe
from properties.few_acres_of_snow.laws import dealt_anew
from properties.unlisted import may_be_unlisted
from reference.few_acres_of_snow.ch02_cards import pile
from reference.few_acres_of_snow.named_sets import SETS
from reference.few_acres_of_snow.procedures import at_work
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.decisions import Chance, Choice, Over
from reference.kernel.rules import proven_by, proves
from reference.kernel.table import event_rules
from reference.kernel.verdicts import Next, No

UNIVERSE = tuple(universe())


@proves("fa:turn.1", "fa:end.2", "fa:comp.1", "fa:card.2", "fa:reserve.2", "fa:siege.start.1")
@pytest.mark.parametrize("preset", PRESETS)
def test_random_games_end_and_keep_every_invariant(preset: str) -> None:
    for seed in range(2):
        ended = False
        for number, here in enumerate(positions(rules(preset), seed)):
            ended = isinstance(here.due, Over)
            assert isinstance(here.due, Over) or here.due.actions
            if number % 5 == 0:
                assert GAME.check(here.state) == ()
        assert ended


@pytest.mark.parametrize("name", single_options())
def test_every_option_on_its_own_can_be_played(name: str) -> None:
    seed = sum(map(ord, name))
    for number, here in enumerate(positions(rules(name), seed, 150)):
        assert isinstance(here.due, Over) or here.due.actions
        if number % 10 == 0:
            assert GAME.check(here.state) == ()


def refused(preset: str) -> set[str]:
    """Try every action there is at some moments of a game, and return the rules for which actions were refused.

    Those that break nothing must be those offered, or other ways to make an offered choice: whoever offers asks the
    rules in another way than whoever refuses.
    """
    dice = Dice(preset)
    found: set[str] = set()
    for here in positions(rules(preset), 100, 2_000):
        state, due = here.state, here.due
        if isinstance(due, Over) or dice.random() > 0.006:
            continue
        tried = tuple(universe(concerned(state, due, dice)))
        verdicts = {each: GAME.step(state, each, due) for each in tried}
        accepted = {each for each, verdict in verdicts.items() if isinstance(verdict, Next)}
        assert accepted >= set(due.actions), due.about
        for other in accepted - set(due.actions):
            assert may_be_unlisted(GAME.id, SETS, due.about, GAME.write_action(other)), other
        if isinstance(due, Choice):
            working = at_work(state)
            assert working is not None
            assert {each for each in tried if working.violations(state, each) == ()} == accepted, due.about
        assert len(set(due.actions)) == len(due.actions)
        found |= {broken.rule for each in verdicts.values() if isinstance(each, No) for broken in each.violations}
    return found


@proves(
    "fa:act.1", "fa:act.12", "fa:act.2", "fa:ambush.1", "fa:ambush.6", "fa:convert.1",
    "fa:develop.1", "fa:develop.4", "fa:discard.2", "fa:draft.1", "fa:draft.2", "fa:draft.3",
    "fa:fortify.1", "fa:fortify.2", "fa:governor.1", "fa:governor.3", "fa:homesupport.1", "fa:income.1",
    "fa:intendant.1", "fa:leader.1", "fa:leader.2", "fa:loccard.1", "fa:merchant.1", "fa:piracy.1",
    "fa:raid.1", "fa:raid.2", "fa:raid.3", "fa:raid.4", "fa:reinforce.2", "fa:reinforce.4", "fa:reinforce.7",
    "fa:reserve.2", "fa:retrieve.1", "fa:retrieve.4", "fa:settle.1", "fa:settle.2", "fa:settle.3", "fa:settle.4",
    "fa:settle.8", "fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:sum.fin.3", "fa:withdraw.1",
)  # fmt: skip
def test_what_is_offered_is_exactly_what_is_accepted_in_the_first_edition() -> None:
    """It proves the rules for which actions are refused."""
    found = refused("first")
    assert found >= set(proven_by(test_what_is_offered_is_exactly_what_is_accepted_in_the_first_edition))
    assert of_the_player_aid(found) == set()


def of_the_player_aid(found: set[str]) -> set[str]:
    """Return those of the rules that only the player aid and its FAQ have."""
    return {each for each in found if each.startswith(("fa:aid.", "fa:faq."))}


def test_nothing_that_happens_in_the_first_edition_is_told_by_a_rule_of_the_player_aid() -> None:
    told: set[str] = set()
    for seed in range(3):
        for turn in turns(positions(rules("first"), seed)):
            told |= event_rules(turn.events)
    assert of_the_player_aid(told) == set()
    assert len(told) > 50


@proves(
    "fa:act.12", "fa:act.2", "fa:aid.ambush.1", "fa:aid.loc.3", "fa:aid.reserve.1", "fa:ambush.1", "fa:convert.1",
    "fa:develop.1", "fa:develop.4", "fa:discard.2", "fa:draft.1", "fa:draft.2", "fa:draft.3",
    "fa:faq.free.2", "fa:fortify.1", "fa:fortify.2", "fa:fortify.3", "fa:governor.1", "fa:governor.3",
    "fa:homesupport.1", "fa:income.1", "fa:intendant.1", "fa:leader.1", "fa:leader.2", "fa:loccard.1",
    "fa:merchant.1", "fa:piracy.1", "fa:raid.1", "fa:raid.3", "fa:raid.4", "fa:reinforce.2",
    "fa:reinforce.4", "fa:reinforce.7", "fa:reserve.2", "fa:retrieve.4", "fa:settle.1", "fa:settle.2", "fa:settle.3",
    "fa:settle.4", "fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:sum.fin.3", "fa:aid.withdraw.1",
)  # fmt: skip
def test_what_is_offered_is_exactly_what_is_accepted_in_the_second_edition() -> None:
    """It proves the rules for which actions are refused."""
    assert refused("second") >= set(proven_by(test_what_is_offered_is_exactly_what_is_accepted_in_the_second_edition))


@proves(
    "fa:act.1", "fa:act.12", "fa:act.2", "fa:aid.ambush.1", "fa:aid.loc.3", "fa:aid.reserve.1", "fa:ambush.1",
    "fa:convert.1", "fa:develop.1", "fa:develop.4", "fa:discard.2", "fa:draft.1", "fa:draft.2",
    "fa:draft.3", "fa:faq.free.2", "fa:fortify.1", "fa:fortify.2", "fa:governor.1", "fa:governor.3",
    "fa:homesupport.1", "fa:income.1", "fa:intendant.1", "fa:leader.1", "fa:leader.2", "fa:loccard.1",
    "fa:merchant.1", "fa:piracy.1", "fa:raid.1", "fa:raid.4", "fa:reinforce.2",
    "fa:reinforce.4", "fa:reserve.2", "fa:retrieve.1", "fa:retrieve.4", "fa:settle.1", "fa:settle.2", "fa:settle.3",
    "fa:settle.4", "fa:settle.8", "fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:sum.fin.3",
    "fa:aid.withdraw.1",
)  # fmt: skip
def test_what_is_offered_is_exactly_what_is_accepted_online() -> None:
    """It proves the rules for which actions are refused."""
    assert refused("online") >= set(proven_by(test_what_is_offered_is_exactly_what_is_accepted_online))


@pytest.mark.parametrize("preset", PRESETS)
def test_refusals_name_known_rules_and_the_odds_add_up(preset: str) -> None:
    dice = Dice(preset)
    for here in positions(rules(preset), 7, 1_500):
        state, due = here.state, here.due
        assert due == GAME.decision(state)
        if isinstance(due, Chance):
            assert sum(odds for _, odds in due.outcomes) == 1
        if isinstance(due, Choice) and dice.random() < 0.05:
            for action in dice.sample(UNIVERSE, 40):
                verdict = GAME.step(state, action, due)
                if isinstance(verdict, No):
                    assert verdict.violations


@pytest.mark.parametrize("preset", PRESETS)
def test_a_position_reads_back_as_the_same_state(preset: str) -> None:
    for number, here in enumerate(positions(rules(preset), 11, 1_200)):
        if number % 7 == 0:
            assert GAME.place(GAME.canonical(here.state), here.state.ruleset) == here.state


@proves("fa:setup.3", "fa:board.13")
@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_hidden_shows(preset: str) -> None:
    """Given a hand and deck dealt anew, when the opponent looks, then he sees no difference."""
    dice = Dice(preset)
    for state in (here.state for here in positions(rules(preset), 13, 1_500)):
        if dice.random() < 0.1:
            for side in SIDES:
                if state.shown is not side.enemy:
                    other = dealt_anew(state, side.enemy, dice)
                    assert GAME.observe(other, side.value) == GAME.observe(state, side.value)


@proves("fa:board.13")
def test_closed_piles_do_not_show_either() -> None:
    dice = Dice(0)
    for state in (here.state for here in positions(rules("first+open_piles=no"), 17, 1_500)):
        if dice.random() < 0.05:
            owner = player(state, Side.FRENCH)
            cards = list(owner.discard + owner.empire)
            dice.shuffle(cards)
            size = len(owner.discard)
            mixed = owner._replace(discard=pile(cards[:size]), empire=pile(cards[size:]))
            other = with_player(state, Side.FRENCH, mixed)
            hidden = ("outcome", "frames")
            assert _without(GAME.observe(other, "british"), hidden) == _without(GAME.observe(state, "british"), hidden)


def _without(seen: object, names: tuple[str, ...]) -> dict[str, object]:
    assert isinstance(seen, dict)
    return {name: value for name, value in seen.items() if name not in names}


@settings(max_examples=20)
@given(st.lists(st.integers(0, 1_000), max_size=150), st.sampled_from(PRESETS))
def test_money_is_never_owed(numbers: list[int], preset: str) -> None:
    way = walk_states(GAME, GAME.start("standard", rules(preset)), by_number(numbers))
    for turn in islice(turns(way), len(numbers)):
        assert all(each.money >= 0 for each in turn.after.players)
