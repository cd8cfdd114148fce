"""A Few Acres of Snow under test: what only this game has to keep, and what is hidden."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, partial

from oracle.altered_actions import KnownActions
from oracle.choices import Dice
from properties.few_acres_of_snow.explorer import GAME, rules, steady, universe
from properties.laws import GameUnderTest, Law, Ran, StepLaw
from reference.few_acres_of_snow.actions import Action
from reference.few_acres_of_snow.ch02_cards import pile
from reference.few_acres_of_snow.frames import cards_in
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import State, player, with_player
from reference.kernel.canonical import Json
from reference.kernel.game import Game
from reference.kernel.verdicts import Next

Acres = Game[State, Action, Ruleset]
# As counted from the box: cubes and discs of each side, fortification discs, the ends of the tracks.
_PIECES = {"british village": 18, "british town": 12, "french village": 18, "french town": 9}
_FORTS = 12
_CARDS = {"yes": 110, "no": 109}
_TRACK = {"british": (-5, 7), "french": (-4, 7)}


def _form(game: Acres, state: State) -> Mapping[str, Json]:
    form = game.canonical(state)
    assert isinstance(form, Mapping)
    return form


def _texts(form: Mapping[str, Json], name: str) -> dict[str, str]:
    found = form.get(name, {})
    assert isinstance(found, Mapping)
    return {key: str(value) for key, value in found.items()}


# ---------------------------------------------------------------- positions


def lost_cards(state: State) -> Iterator[object]:
    """Find a total number of cards in all zones that differs from what the box holds."""
    number = len(state.display)
    for each in state.players:
        number += sum(map(len, (each.hand, each.reserve, each.deck, each.discard, each.locations, each.empire)))
    number += sum(len(cards) for siege in state.sieges if siege is not None for cards in siege.cards)
    number += sum(len(cards_in(frame)) for frame in state.stack.frames)
    if number != _CARDS[state.ruleset.french_bateaux_start]:
        yield number


def lost_pieces(game: Acres, state: State) -> Iterator[object]:
    """Find more pieces on the board and captured than there are."""
    places = _texts(_form(game, state), "places")
    laid = Counter(text.removesuffix("fort").strip() for text in places.values())
    for side in SIDES:
        foe = player(state, side.enemy)
        laid[f"{side.value} village"] += foe.villages_taken
        laid[f"{side.value} town"] += foe.towns_taken
    yield from ((piece, laid[piece]) for piece, most in _PIECES.items() if laid[piece] > most)
    forts = sum(text.endswith("fort") for text in places.values())
    if forts > _FORTS:
        yield "fort", forts


def debts(game: Acres, state: State) -> Iterator[object]:
    """Find money below zero."""
    yield from ((side, money) for side, money in _texts(_form(game, state), "money").items() if int(money) < 0)


def markers_off_track(state: State) -> Iterator[object]:
    """Find markers beyond the ends of their tracks, if the ruleset stops them there."""
    if state.ruleset.siege_track_clamp == "no":
        return
    for side, siege in zip(SIDES, state.sieges, strict=True):
        if siege is not None and not _TRACK[side.value][0] <= siege.marker <= _TRACK[side.value][1]:
            yield side.value, siege.marker


def hollow_control(game: Acres, state: State) -> Iterator[object]:
    """Find places that are linked or besieged though no village or town of their owner lies there."""
    described = game.describe(state)
    assert isinstance(described, Mapping)
    places, linked, sieges = _texts(described, "places"), described["linked"], described.get("sieges", {})
    assert isinstance(linked, Mapping)
    assert isinstance(sieges, Mapping)
    for side, names in linked.items():
        assert isinstance(names, list)
        yield from (name for name in names if not _holds(places.get(str(name), ""), side))
    if state.outcome is None and not any("siege" in type(frame).__name__.lower() for frame in state.stack.frames):
        for attacker, siege in sieges.items():
            assert isinstance(siege, Mapping)
            if not _holds(places.get(str(siege["place"]), ""), "french" if attacker == "british" else "british"):
                yield attacker, siege["place"]


def _holds(text: str, side: str) -> bool:
    return text.removesuffix(" fort") in (f"{side} village", f"{side} town")


def laws(game: Acres) -> tuple[Law[State], ...]:
    """Return what every position of this game keeps."""
    return (
        Law("all cards are somewhere", ("fa:comp.3", "fa:list.7"), lost_cards),
        Law("all pieces are somewhere", ("fa:comp.1",), partial(lost_pieces, game)),
        Law("nobody owes money", ("fa:setup.5", "fa:piracy.2"), partial(debts, game)),
        Law("siege markers stay on their tracks", ("fa:faq.siege.3",), markers_off_track),
        Law("a village or town lies wherever control is claimed", ("fa:board.3",), partial(hollow_control, game)),
    )


# ---------------------------------------------------------------- steps


def returned_captures(before: State, after: Next[State]) -> Iterator[object]:
    """Find captured pieces that came back."""
    for side, one, other in zip(SIDES, before.players, after.state.players, strict=True):
        if other.villages_taken < one.villages_taken or other.towns_taken < one.towns_taken:
            yield side.value


STEP_LAWS: tuple[StepLaw[State], ...] = (
    StepLaw("captured pieces stay captured", ("fa:siege.win.3", "fa:raid.9"), returned_captures),
)


# ---------------------------------------------------------------- what is hidden


def dealt_anew(state: State, side: Side, dice: Dice) -> State:
    """Deal a side's hand and deck again."""
    owner = player(state, side)
    cards = list(owner.hand + owner.deck)
    dice.shuffle(cards)
    size = len(owner.hand)
    return with_player(state, side, owner._replace(hand=pile(cards[:size]), deck=pile(cards[size:])))


def veiled(state: State, side: str, dice: Dice) -> Iterator[State]:
    """Yield the position with the enemy's hand and deck dealt again, unless his hand lies open."""
    enemy = Side(side).enemy
    if state.shown is not enemy:
        yield dealt_anew(state, enemy, dice)


# ---------------------------------------------------------------- the game under test


@cache
def known_actions() -> KnownActions:
    """Return actions of every kind, so that tests can exchange their parts."""
    return KnownActions.of(map(GAME.write_action, universe()))


def under_test(preset: str, ran: Ran | None = None, game: Acres = GAME) -> GameUnderTest[State, Action, Ruleset]:
    """Return the game under a preset, to be tested."""
    sides = tuple(side.value for side in SIDES)
    return GameUnderTest(
        game, rules(preset), sides, known_actions(), veiled, laws(game), STEP_LAWS, choose=steady, ran=ran
    )
