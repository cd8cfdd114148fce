"""Seeded random play, and the universe of actions."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from oracle.choices import Dice
from oracle.walk import GamePosition, walk_states
from reference.few_acres_of_snow import actions as a
from reference.few_acres_of_snow.ch01_board import PLACES
from reference.few_acres_of_snow.ch02_cards import CARDS, Card
from reference.few_acres_of_snow.game import FewAcresOfSnow
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.state import State
from reference.kernel.decisions import Decision
from reference.kernel.rulesets import options_of, parse_ruleset_name
from spec_tables.catalogue import catalogue

GAME = FewAcresOfSnow()
PRESETS = ("first", "second", "online")
# Players who return every location card with the governor can play for ever; sensible players rarely do.
SHY = (a.Governor,)


def rules(name: str) -> Ruleset:
    return GAME.ruleset(options_of(GAME.id, parse_ruleset_name(name)))


def single_options() -> list[str]:
    """Return the rulesets that differ from a preset in one option."""
    return [
        f"{preset}+{option.name}={value}"
        for preset in ("first",)
        for option in catalogue(GAME.id).options
        for value in option.values
    ]


def steady(dice: Dice, _: State, decision: Decision[a.Action]) -> a.Action:
    """Choose any action, but rarely one with which players could play for ever."""
    options: tuple[a.Action, ...] = decision.actions
    if dice.random() < 0.95:
        options = tuple(each for each in options if not isinstance(each, SHY)) or options
    return dice.one(options)


def positions(ruleset: Ruleset, seed: int, most: int = 30_000) -> Iterator[GamePosition[State, a.Action]]:
    """Play a random game, to its end or for a given number of positions."""
    return islice(walk_states(GAME, GAME.start("standard", ruleset), partial(steady, Dice(seed))), most)


def universe(kinds: Sequence[Card] = CARDS) -> Iterator[a.Action]:
    """Return every possible action that names one of these kinds of cards, or no card."""
    for which in kinds:
        for kind in BY_CARD:
            yield kind(which)
        yield from (a.Merchant(which), a.Trade(which), a.Piracy(which), a.Occupy(which))
        yield from (a.GiveUp(which, source) for source in a.Source)
        for where in PLACES:
            yield from (a.Settle(where, which), a.Besiege(where, which), a.Develop(where, which))
            yield from (a.Fortify(where, which), a.Reinforce(where, which), a.NameCard(where, which))
    for where in PLACES:
        yield from (a.MilitaryLeader(where), a.Withdraw(where), a.Aim(where), a.Resolve(where))
    yield from (a.RetrieveReserve(), a.HomeSupport(), a.Pass(), a.EndTurn(), a.Done(), a.LetHappen())
    yield from (a.LeaveNeutral(), a.Occupy(None))


BY_CARD = (
    a.Raid, a.Ambush, a.Convert, a.TakeMoney, a.Draft, a.Discard, a.Reserve, a.Governor, a.Intendant, a.Play, a.Block,
    a.ReturnCard, a.Draw,
)  # fmt: skip


def concerned(state: State, due: Decision[a.Action], dice: Dice) -> list[Card]:
    """Return the kinds of cards an action could be about: those in hand, those offered, and some others."""
    held = {Card(each) for owner in state.players for each in owner.hand + owner.reserve}
    offered = {Card(getattr(each, name)) for each in due.actions for name in _CARD_FIELDS if hasattr(each, name)}
    return sorted({*held, *offered, *dice.sample(CARDS, 5)})


_CARD_FIELDS = ("card", "base", "ship", "fur")
