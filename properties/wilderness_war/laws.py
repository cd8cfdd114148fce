"""Wilderness War under test: its own laws, the words of its actions, and what is hidden in it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial

from oracle.altered_actions import KnownActions
from oracle.choices import Dice
from properties.laws import GameUnderTest, Law, Ran, StepLaw
from properties.wilderness_war.explorer import GAME, liking, ruleset
from reference.kernel.decisions import Chance, Decision
from reference.kernel.game import Game
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next
from reference.wilderness_war import actions as a
from reference.wilderness_war.actions import Action
from reference.wilderness_war.board import controls_fortress, holds_unbesieged, is_besieged
from reference.wilderness_war.cards import DECK, HAND, At, Card, cards_at
from reference.wilderness_war.ch02_map import FORTRESSES, IDS, SPACES, Department, adjacent
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, COUNTERS, LEADERS, UNITS
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.ch12_supply import is_supplied, supply_sources
from reference.wilderness_war.event_frames import Discarding
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Frame
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from spec_tables.reader import rows

Wilderness = Game[State, Action, Ruleset]


# ---------------------------------------------------------------- positions


def _pieces(game: Wilderness, state: State) -> Iterator[tuple[str, str]]:
    """Yield every piece that the canonical form names, with the place it is named in."""
    form = game.canonical(state)
    assert isinstance(form, Mapping)
    pieces = form.get("pieces", {})
    assert isinstance(pieces, Mapping)
    places = {**pieces, **{name: form[name] for name in ("removed", "pool") if name in form}}
    for place, names in places.items():
        assert isinstance(names, list)
        yield from ((str(name).split()[-1], place) for name in names)


def doubled_counters(game: Wilderness, state: State) -> Iterator[object]:
    """Find counters named twice or unknown."""
    known = {*(each.id for each in COUNTERS), *(each.id for each in LEADERS)}
    for name, times in Counter(name for name, _ in _pieces(game, state)).items():
        if times > 1 or name not in known:
            yield name, times


def lost_cards(state: State) -> Iterator[object]:
    """Find cards that are in no place or in two."""
    found = Counter(card for place in At for card in cards_at(state.cards, place))
    yield from ((card, found[card]) for card in DECK if found[card] != 1)


_HOMES = {row.word("id"): row.words("settlement_of") for row in rows(GAME.id, "spaces")}


def wrong_allies(game: Wilderness, state: State) -> Iterator[object]:
    """Find settlements that are allied without a unit of their tribes on the map, or the other way round."""
    tribes = {each.id: (each.tribe, each.side) for each in COUNTERS}
    alive = {tribes[name] for name, place in _pieces(game, state) if place in IDS and name in tribes}
    for place in SPACES:
        for side in Side:
            expected = {tribe for tribe in _HOMES.get(IDS[place], ()) if (tribe, side) in alive}
            if set(allied_tribes(state.board, place, side)) != expected:
                yield IDS[place], side.value, sorted(expected)


def shared_control(state: State) -> Iterator[object]:
    """Find fortresses controlled by both sides, or besieged and yet controlled."""
    for place in FORTRESSES:
        sides = [side for side in Side if controls_fortress(state.board, place, side)]
        if len(sides) > 1 or (sides and is_besieged(state.board, place)):
            yield IDS[place], sides


def broken_supply(state: State) -> Iterator[object]:
    """Find supplied spaces that hold enemies, or that no supplied neighbour and no source feeds."""
    board = state.board
    if state.ruleset.advanced_rules == "off":
        return
    for side in Side:
        fed = {place for place in SPACES if is_supplied(board, place, side, state.ruleset)}
        sources = {place for place in supply_sources(board, side) if not holds_unbesieged(board, place, side.enemy)}
        yield from ((IDS[place], side) for place in fed if holds_unbesieged(board, place, side.enemy))
        yield from ((IDS[place], side) for place in fed - sources if fed.isdisjoint(adjacent(place)))
        yield from ((IDS[place], side) for place in sources - fed)


def laws(game: Wilderness) -> tuple[Law[State], ...]:
    """Return what every position of this game keeps."""
    return (
        Law("every counter is in one place", ("ww:3.1-steps",), partial(doubled_counters, game)),
        Law("every card is in one place", ("ww:5.21",), lost_cards),
        Law("settlements are allied while their tribes are on the map", ("ww:5.532",), partial(wrong_allies, game)),
        Law("a fortress is controlled by one side, and not in a siege", ("ww:2.0-fortresses",), shared_control),
        Law("supply comes from a source through spaces free of enemies", ("ww:12.1", "ww:12.2"), broken_supply),
    )


# ---------------------------------------------------------------- steps


def unscored_points(before: State, after: Next[State]) -> Iterator[object]:
    """Find a VP marker that does not stand where the events moved it."""
    scored = [dict(each.facts) for each in after.events if each.kind is EventKind.VP_SCORED]
    moved = sum(int(str(each["points"])) * (1 if each["side"] == Side.FRENCH.value else -1) for each in scored)
    if after.state.tracks.vp != before.tracks.vp + moved:
        yield before.tracks.vp, moved, after.state.tracks.vp


def returned_cards(before: State, after: Next[State]) -> Iterator[object]:
    """Find cards that came back after they were removed from the game."""
    gone = set(cards_at(before.cards, At.REMOVED)) - set(cards_at(after.state.cards, At.REMOVED))
    yield from gone


def turned_time(before: State, after: Next[State]) -> Iterator[object]:
    """Find a season that goes backwards or a scenario that changed its length."""
    first, then = before.tracks, after.state.tracks
    order = [(each.year, list(type(each.season)).index(each.season)) for each in (first, then)]
    if order != sorted(order) or (first.start, first.last_year) != (then.start, then.last_year):
        yield first, then


STEP_LAWS: tuple[StepLaw[State], ...] = (
    StepLaw("the VP marker moves by what is scored", ("ww:13.21",), unscored_points),
    StepLaw("removed cards stay removed", ("ww:5.23",), returned_cards),
    StepLaw("time goes on", ("ww:4.0",), turned_time),
)


# ---------------------------------------------------------------- what is hidden


def veiled(state: State, side: str, dice: Dice) -> Iterator[State]:
    """Deal the enemy's hand and the draw pile again, and change what the procedures under way say about them."""
    enemy = Side(side).enemy
    hidden = [*cards_at(state.cards, HAND[enemy]), *cards_at(state.cards, At.PILE)]
    exchanged = dict(zip(hidden, dice.sample(hidden, len(hidden)), strict=True))
    at = bytearray(state.cards.at)
    for card, other in exchanged.items():
        at[other] = state.cards.at[card]
    frames = tuple(_exchanged(frame, enemy, exchanged) for frame in state.stack.frames)
    yield replace(state, cards=state.cards._replace(at=bytes(at)), stack=Stack(frames))


def _exchanged(frame: Frame, enemy: Side, exchanged: dict[Card, Card]) -> Frame:
    if isinstance(frame, Discarding) and frame.side is enemy:
        return replace(frame, cards=tuple(sorted(exchanged[card] for card in frame.cards)))
    return frame


# ---------------------------------------------------------------- actions


def universe() -> Iterator[Action]:
    """Yield actions of every kind, sensible or not."""
    yield from (a.Hold(), a.Demolish(), a.EndPhase(), a.Decline(), a.Inside(), a.Done(), a.RestoreUnits(), a.March())
    yield from (a.Besiege(), a.Storm(), a.SallyOut(), a.Stay(), a.Halt(), a.RaidNow(), a.InsideFirst())
    yield from map(a.Roll, range(8))
    for unit in UNITS:
        yield from (a.Pick(unit), a.PlaceUnit(unit), a.Drop(unit))
    for leader in ALL_LEADERS:
        yield from (a.PickLeader(leader), a.DropLeader(leader), a.Command(leader), a.DrawLeader(leader))
    for card in DECK:
        yield from (a.PlayEvent(card), a.Respond(card), a.PickCard(card), a.Dig(card), a.Draw(card))
        yield from (a.Activate(card, each) for each in a.Activates)
        yield from (a.Build(card, each) for each in a.Raised)
    for place in SPACES:
        yield a.PickSpace(place)
        yield from (a.Raze(place, each) for each in a.Razed)
        yield from (a.Go(place, by, infiltrating) for by in a.By for infiltrating in (False, True))
    yield from map(a.PickDepartment, Department)
    yield from map(a.Bid, (-1, 0, 3, 11))
    yield from map(a.TakeSide, Side)
    for name in sorted({each.type for each in COUNTERS}):
        yield from (a.Lose(name, flips, deaths) for flips in range(-1, 4) for deaths in range(-1, 4))


@cache
def known_actions() -> KnownActions:
    """Return actions of every kind, so that tests can exchange their parts."""
    return KnownActions.of(map(GAME.write_action, universe()))


def lively(dice: Dice, state: State, decision: Decision[Action]) -> Action:
    """Choose as the explorer does, without its memory; chance is fair."""
    if isinstance(decision, Chance):
        return dice.choices(decision.actions, [float(odds) for _, odds in decision.outcomes])[0]
    return dice.choices(decision.actions, [liking(state, decision, each) for each in decision.actions])[0]


def under_test(
    preset: str, ran: Ran | None = None, game: Wilderness = GAME, **changes: str
) -> GameUnderTest[State, Action, Ruleset]:
    """Return the game under a preset, with some options changed, to be tested."""
    sides = tuple(side.value for side in Side)
    return GameUnderTest(
        game, ruleset(preset, **changes), sides, known_actions(), veiled, laws(game), STEP_LAWS, choose=lively, ran=ran
    )
