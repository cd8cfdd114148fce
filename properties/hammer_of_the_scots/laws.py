"""Hammer of the Scots under test: what only this game has to keep, and what is hidden."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial

from oracle.altered_actions import KnownActions
from properties.hammer_of_the_scots.explorer import EVERY_ACTION, GAME, lively, ruleset
from properties.hammer_of_the_scots.hidden import veiled
from properties.laws import GameUnderTest, Law, Ran, StepLaw
from reference.hammer_of_the_scots.actions import DEALS, DIE, DRAWS, Action
from reference.hammer_of_the_scots.board import ON_MAP, Away
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES
from reference.hammer_of_the_scots.frames import Building, Deal, Turn
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.game import Game
from reference.kernel.verdicts import Next
from spec_tables.reader import rows

Hammer = Game[State, Action, Ruleset]
_NOBLES = sorted({row.text("noble") for row in rows(GAME.id, "blocks")} - {"", "moray"})
_BLOCKS = {row.word("id"): (row.text("noble"), row.number("max_steps")) for row in rows(GAME.id, "blocks")}
_LIMITS = {
    f"{row.word('a')}-{row.word('b')}": {"black": 6, "red": 2}[row.word("colour")] for row in rows(GAME.id, "borders")
}
_DECK = Counter({row.word("id"): row.number("count") for row in rows(GAME.id, "cards")})
_CASTLES = {row.word("id"): row.number("castle_limit") + row.number("cathedral") for row in rows(GAME.id, "areas")}
_MOST_SEA_BLOCKS = 2


# ---------------------------------------------------------------- positions


def _form(game: Hammer, state: State) -> Mapping[str, Json]:
    form = game.canonical(state)
    assert isinstance(form, Mapping)
    return form


def _on_map(game: Hammer, state: State) -> Iterator[tuple[str, str, int]]:
    """Yield every block on the map as the canonical form has it: its area, its name, its strength."""
    blocks = _form(game, state).get("blocks", {})
    assert isinstance(blocks, Mapping)
    for area, names in blocks.items():
        assert isinstance(names, list)
        for text in names:
            name, _, strength = str(text).partition(" ")
            yield area, name, int(strength or _BLOCKS[name][1])


def divided_nobles(game: Hammer, state: State) -> Iterator[object]:
    """Find nobles who back no side or both."""
    backing = Counter(_BLOCKS[name][0] for _, name, _ in _on_map(game, state))
    yield from ((noble, backing[noble]) for noble in _NOBLES if backing[noble] != 1)


def lost_blocks(game: Hammer, state: State) -> Iterator[object]:
    """Find blocks named in two places, and non-nobles nowhere though they once came into play."""
    form = _form(game, state)
    named = Counter(name for _, name, _ in _on_map(game, state))
    for away in ("pool", "dead"):
        names = form.get(away, [])
        assert isinstance(names, list)
        named.update(str(name) for name in names)
    yield from ((name, times) for name, times in named.items() if times > 1 or name not in _BLOCKS)


def wrong_steps(game: Hammer, state: State) -> Iterator[object]:
    """Find strengths below one or above what is printed."""
    yield from (each for each in _on_map(game, state) if not 1 <= each[2] <= _BLOCKS[each[1]][1])


def crowded_borders(game: Hammer, state: State) -> Iterator[object]:
    """Find borders crossed in a phase by more than six blocks, or more than two where they are red."""
    crossings = _form(game, state).get("crossings", {})
    assert isinstance(crossings, Mapping)
    yield from ((name, used) for name, used in crossings.items() if isinstance(used, int) and used > _LIMITS[name])


def crowded_castles(game: Hammer, state: State) -> Iterator[object]:
    """Find more Scots than castle and cathedral allow while the English build, with room for sea blocks that landed."""
    if not any(isinstance(frame, Building) and frame.side is Side.ENGLAND for frame in state.stack.frames):
        return
    spare = _MOST_SEA_BLOCKS if state.ruleset.inland_sea_draw == "redirect_to_coast" else 0
    scots = Counter(area for area, name, _ in _on_map(game, state) if name.startswith("s_") and name != "s_wallace")
    yield from ((area, number) for area, number in scots.items() if number > _CASTLES[area] + spare)


def lost_cards(game: Hammer, state: State) -> Iterator[object]:
    """Find more cards of a kind than the deck has, hands above five, and hands that differ once all is dealt."""
    form = _form(game, state)
    hands, played = form.get("hands", {}), form.get("played", {})
    assert isinstance(hands, Mapping)
    assert isinstance(played, Mapping)
    held: dict[str, list[str]] = {}
    for side in Side:
        cards = hands.get(side.value, [])
        assert isinstance(cards, list)
        held[side.value] = [str(card) for card in cards]
    out = Counter([*held["england"], *held["scotland"], *(str(card) for card in played.values())])
    yield from ((kind, number) for kind, number in out.items() if number > _DECK[kind])
    had = {name: len(cards) + (name in played) for name, cards in held.items()}
    dealing = any(isinstance(frame, Deal) for frame in state.stack.frames)
    in_turn = bool(state.stack) and isinstance(state.stack.frames[0], Turn)
    if any(number > 5 for number in had.values()) or (in_turn and not dealing and had["england"] != had["scotland"]):
        yield had


def laws(game: Hammer) -> tuple[Law[State], ...]:
    """Return what every position of this game keeps."""
    return (
        Law("each noble is on exactly one side", ("hs:2.22-3",), partial(divided_nobles, game)),
        Law("every block is in one place", ("hs:2.11-5",), partial(lost_blocks, game)),
        Law("steps are within their limits", ("hs:2.11-5",), partial(wrong_steps, game)),
        Law("borders are crossed within their limits", ("hs:4.3-2", "hs:4.3-3"), partial(crowded_borders, game)),
        Law("castles keep no more than their limit in winter", ("hs:7.5-3",), partial(crowded_castles, game)),
        Law("every card is in one place", ("hs:3.0-2",), partial(lost_cards, game)),
    )


# ---------------------------------------------------------------- steps


def risen_blocks(before: State, after: Next[State]) -> Iterator[object]:
    """Find blocks that came back from the dead, and blocks that left the map without going to the dead or to a pool."""
    for each in BLOCKS:
        here, there = before.board.at[each], after.state.board.at[each]
        vanished = here < ON_MAP and there == Away.ASIDE and not FIGURES[each].noble
        if (here == Away.DEAD and there != Away.DEAD) or vanished:
            yield FIGURES[each].id, here, there


def turned_time(before: State, after: Next[State]) -> Iterator[object]:
    """Find a year or turn that goes backwards."""
    one, other = ((state.calendar.year, state.calendar.turn) for state in (before, after.state))
    if other < one:
        yield one, other


STEP_LAWS: tuple[StepLaw[State], ...] = (
    StepLaw("the dead stay dead and nobody vanishes", ("hs:5.8-3",), risen_blocks),
    StepLaw("time goes on", ("hs:I-13",), turned_time),
)


# ---------------------------------------------------------------- the game under test


@cache
def known_actions() -> KnownActions:
    """Return actions of every kind, so that tests can exchange their parts."""
    return KnownActions.of(map(GAME.write_action, (*EVERY_ACTION, *DRAWS, *DIE, *DEALS.values())))


def under_test(preset: str, ran: Ran | None = None, game: Hammer = GAME) -> GameUnderTest[State, Action, Ruleset]:
    """Return the game under a preset, to be tested."""
    sides = tuple(side.value for side in Side)
    return GameUnderTest(
        game, ruleset(preset), sides, known_actions(), veiled, laws(game), STEP_LAWS, choose=lively, ran=ran
    )
