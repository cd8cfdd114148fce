"""Positions in words: which piece lies where, which card is in which pile, as JSON.

The compact form leaves out what is empty, and the open piles, which hold every card that is nowhere else. It is at once
the canonical form of a state and what people write by hand. A position written by hand may use `plus` for what differs
from the starting board. It may leave out a deck (the starting cards that are nowhere else) and the frames (a British
turn), or name an `opening`, the procedure that is about to begin, instead of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from reference.few_acres_of_snow import openings, ranges
from reference.few_acres_of_snow.ch01_board import (
    EMPTY_BOARD,
    IDS,
    NEUTRAL,
    PLACES,
    Board,
    Kind,
    Place,
    code,
    owner,
    piece_kind,
    place,
    with_fort,
    with_piece,
)
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, FACES, Card, card, copies, is_location, names, pile
from reference.few_acres_of_snow.ch03_setup import starting_board, starting_money
from reference.few_acres_of_snow.ch05_actions import ACTIONS_PER_TURN
from reference.few_acres_of_snow.frames import FRAMES, Frame, Turn, cards_in
from reference.few_acres_of_snow.opening_records import OPENINGS, Opening
from reference.few_acres_of_snow.ruleset import Ruleset
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, Player, Siege, State
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec, Words
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import MOST_FRAMES, Range
from reference.kernel.stacks import Stack

WORDS: Mapping[object, Words] = {
    Place: Words(lambda number: IDS[number], place),
    Card: Words(lambda number: CARD_IDS[number], card),
}
_FRAMES: Codec[Frame] = Codec(FRAMES, WORDS)
_OPENINGS: Codec[Opening] = Codec(OPENINGS, WORDS)
# The fields that a canonical form may have.
FIELDS: tuple[str, ...] = (
    "places", "money", "hands", "reserves", "decks", "discards", "stacked", "locations", "empire", "display",
    "captured", "sieges", "first_turns", "shown", "outcome", "frames",
)  # fmt: skip

# ---------------------------------------------------------------- all cards


def cards_in_use(state: State) -> bytes:
    """Return the cards that lie anywhere but in the open piles."""
    piles = [pile for each in state.players for pile in (each.hand, each.reserve, each.deck, each.discard)]
    piles.extend(pile for siege in state.sieges if siege is not None for pile in siege.cards)
    piles.extend(bytes(cards_in(frame)) for frame in state.stack.frames)
    return b"".join(piles)


def rest(named: Counter[int], ruleset: Ruleset, side: Side | None, *, locations: bool) -> bytes:
    """Return the cards of a colour and type that are nowhere else, and so lie in their open pile."""
    kinds = (each for each in CARDS if FACES[each].owner is side and is_location(each) is locations)
    return pile(each for each in kinds for _ in range(max(0, copies(each, ruleset) - named[each])))


# ---------------------------------------------------------------- writing


def written(state: State) -> dict[str, Json]:
    """Return the canonical form of a state."""
    named = Counter(cards_in_use(state))
    piles: dict[str, Json] = {}
    for name, locations in (("locations", True), ("empire", False)):
        for side, player in zip(SIDES, state.players, strict=True):
            found = player.locations if locations else player.empire
            if found != rest(named, state.ruleset, side, locations=locations):
                piles[name] = {**_mapping(piles.get(name)), side.value: list(names(found))}
    if state.display != rest(named, state.ruleset, None, locations=False):
        piles["display"] = list(names(state.display))
    optional: dict[str, Json] = {
        "first_turns": state.first_turns,
        "reserves": _piles(state, lambda player: player.reserve, empty=False),
        "stacked": [side.value for side, player in zip(SIDES, state.players, strict=True) if player.stacked],
        "captured": _captured(state),
        "sieges": {side.value: _siege(siege) for side, siege in zip(SIDES, state.sieges, strict=True) if siege},
        "frames": [_FRAMES.write(frame) for frame in state.stack.frames],
        "shown": state.shown,
        "outcome": None if state.outcome is None else _outcome(state.outcome),
    }
    return {
        "places": {IDS[where]: text for where in PLACES if (text := place_text(state.board, where))},
        "money": {side.value: player.money for side, player in zip(SIDES, state.players, strict=True)},
        "hands": _piles(state, lambda player: player.hand, empty=True),
        "decks": _piles(state, lambda player: player.deck, empty=True),
        "discards": _piles(state, lambda player: player.discard, empty=True),
        **piles,
        **{name: value for name, value in optional.items() if value},
    }


def place_text(board: Board, where: Place) -> str:
    """Return what lies at a place in words."""
    holder, kind = owner(board, where), piece_kind(board, where)
    words = [] if holder is None or kind is None else [holder.value, kind.value]
    return " ".join([*words, "fort"] if board.forts[where] else words)


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _piles(state: State, of: Callable[[Player], bytes], *, empty: bool) -> dict[str, Json]:
    pairs = zip(SIDES, state.players, strict=True)
    return {side.value: list(names(of(player))) for side, player in pairs if empty or of(player)}


def _captured(state: State) -> dict[str, Json]:
    return {
        side.value: {"villages": player.villages_taken, "towns": player.towns_taken}
        for side, player in zip(SIDES, state.players, strict=True)
        if player.villages_taken or player.towns_taken
    }


def _siege(siege: Siege) -> Json:
    written_siege: dict[str, Json] = {
        "place": IDS[siege.place],
        "marker": siege.marker,
        "attackers": list(names(siege.cards[0])),
        "defenders": list(names(siege.cards[1])),
    }
    for name, card_named in zip(("attacker_named", "defender_named"), siege.named, strict=True):
        if card_named is not None:
            written_siege[name] = CARD_IDS[card_named]
    return written_siege


def _outcome(outcome: Outcome) -> Json:
    found: dict[str, Json] = {"winner": outcome.winner.value, "rule": outcome.rule}
    if outcome.points is not None:
        found["points"] = {side.value: points for side, points in zip(SIDES, outcome.points, strict=True)}
    return found


# ---------------------------------------------------------------- reading


def read(position: Json, ruleset: Ruleset) -> State:
    """Return the state that a position describes; `Unreadable` names the place and the cause."""
    given = fields_of(position)
    board = _read_board(given)
    sieges = _read_sieges(given)
    outcome = _read_outcome(given)
    frames = _read_frames(given) if outcome is None else ()
    players = _read_players(given)
    bare = State(
        board, players, b"", sieges, given.number("first_turns", 0, ranges.FIRST_TURNS), Stack(frames), ruleset,
        outcome, _optional_side(given, "shown"),
    )  # fmt: skip
    state = _with_open_piles(given, _with_decks(given, bare))
    under_way = _with_opening(given, state)
    given.finish()
    return under_way


def _with_opening(given: Fields, state: State) -> State:
    """Return the state with the procedure that the opening of a position begins, if it has one."""
    opening = given.take("opening")
    if opening is None:
        return state
    if "frames" in given:
        raise Unreadable("opening", "give an opening or frames, not both")
    try:
        return openings.begun(state, _OPENINGS.read(opening))
    except Unreadable as fault:
        raise fault.within("opening") from None


def _side(name: str, where: str) -> Side:
    if name not in set(Side):
        raise Unreadable(where, f"{name!r} is no side; there are: {', '.join(Side)}")
    return Side(name)


def _optional_side(given: Fields, name: str) -> Side | None:
    text = given.optional_text(name)
    return None if text is None else _side(text, name)


def _place(name: str, where: str) -> Place:
    try:
        return place(name)
    except Unreadable as fault:
        raise fault.within(where) from None


def _read_board(given: Fields) -> Board:
    if "places" in given and "plus" in given:
        raise Unreadable("plus", "stands for what differs from the start; with 'places' it has no meaning")
    board = EMPTY_BOARD if "places" in given else starting_board()
    for name in ("places", "plus"):
        for where, text in given.each(name, Fields.text):
            board = _placed(board, _place(where, name), text, f"{name}.{where}")
    return board


_TEXTS = {f"{side} {kind}": code(side, kind) for side in SIDES for kind in Kind} | {"": NEUTRAL, "neutral": NEUTRAL}


def _placed(board: Board, where: Place, text: str, at: str) -> Board:
    piece = text.removesuffix("fort").strip()
    if piece not in _TEXTS:
        raise Unreadable(at, f"{text!r} is not of the form '[side village|town] [fort]' or 'neutral'")
    return with_fort(with_piece(board, where, _TEXTS[piece]), where, present=text.endswith("fort"))


def _cards(given: Fields, name: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for index, text in enumerate(given.texts(name)):
        try:
            found.append(card(text))
        except Unreadable as fault:
            raise fault.within(f"{name}[{index}]") from None
    return tuple(found)


def _by_side(given: Fields, name: str) -> Iterator[tuple[Side, tuple[Card, ...]]]:
    for side, cards in given.each(name, _cards):
        yield _side(side, name), cards


def _read_players(given: Fields) -> tuple[Player, Player]:
    hands, reserves, discards = (dict(_by_side(given, name)) for name in ("hands", "reserves", "discards"))
    money = {_side(name, "money"): amount for name, amount in given.each("money", _number(ranges.MONEY))}
    taken = {_side(name, "captured"): counts for name, counts in given.each("captured", _read_captures)}
    stacked = {_side(name, "stacked") for name in given.different("stacked")}
    british, french = (
        Player(
            money=money.get(side, starting_money(side)),
            hand=pile(hands.get(side, ())),
            reserve=pile(reserves.get(side, ())),
            discard=pile(discards.get(side, ())),
            villages_taken=taken.get(side, (0, 0))[0],
            towns_taken=taken.get(side, (0, 0))[1],
            stacked=side in stacked,
        )
        for side in SIDES
    )
    return british, french


def _number(within: Range) -> Callable[[Fields, str], int]:
    """Return how to read a number within a range."""
    return lambda given, name: given.number(name, within.least, within)


def _read_captures(given: Fields, name: str) -> tuple[int, int]:
    counts = given.mapping(name)
    found = counts.number("villages", 0, ranges.VILLAGES_TAKEN), counts.number("towns", 0, ranges.TOWNS_TAKEN)
    counts.finish()
    return found


def _read_sieges(given: Fields) -> tuple[Siege | None, Siege | None]:
    found = {_side(name, "sieges"): siege for name, siege in given.each("sieges", _read_siege)}
    return found.get(Side.BRITISH), found.get(Side.FRENCH)


def _read_siege(given: Fields, name: str) -> Siege:
    siege = given.mapping(name)
    attackers, defenders = _cards(siege, "attackers"), _cards(siege, "defenders")
    named = tuple(
        None if (text := siege.optional_text(f"{who}_named")) is None else card(text)
        for who in ("attacker", "defender")
    )
    found = Siege(
        _place(siege.text("place"), f"{name}.place"),
        siege.number("marker", 0, ranges.SIEGE_MARKER),
        (pile(attackers), pile(defenders)),
        (named[0], named[1]),
    )
    siege.finish()
    return found


def _read_frames(given: Fields) -> tuple[Frame, ...]:
    value = given.items("frames", MOST_FRAMES)
    if "frames" not in given:
        return (Turn(Side.BRITISH, ACTIONS_PER_TURN),)
    if not value:
        raise Unreadable("frames", "must be a list of at least one frame")
    found: list[Frame] = []
    for index, item in enumerate(value):
        try:
            found.append(_FRAMES.read(item))
        except Unreadable as fault:
            raise fault.within(f"frames[{index}]") from None
    return tuple(found)


def _read_outcome(given: Fields) -> Outcome | None:
    if "outcome" not in given:
        return None
    outcome = given.mapping("outcome")
    scored = dict(outcome.each("points", _number(ranges.POINTS)))
    points = (scored.get(Side.BRITISH, 0), scored.get(Side.FRENCH, 0)) if scored else None
    found = Outcome(_side(outcome.text("winner"), "outcome.winner"), outcome.rule("rule"), points)
    outcome.finish()
    return found


def _with_decks(given: Fields, state: State) -> State:
    """Add the decks: those given, else the starting cards that are nowhere else."""
    decks = dict(_by_side(given, "decks"))
    named = Counter(cards_in_use(state)) + Counter(each for cards in decks.values() for each in cards)
    changed: list[Player] = []
    for side, player in zip(SIDES, state.players, strict=True):
        cards = decks.get(side)
        if cards is None:
            cards = tuple(_starting_rest(named, state.ruleset, side))
        changed.append(player._replace(deck=bytes(cards) if player.stacked else pile(cards)))
    british, french = changed
    return state._replace(players=(british, french))


def _starting_rest(named: Counter[int], ruleset: Ruleset, side: Side) -> Iterator[Card]:
    for each in CARDS:
        if FACES[each].owner is side:
            yield from [each] * max(0, min(FACES[each].initial, copies(each, ruleset)) - named[each])


def _with_open_piles(given: Fields, state: State) -> State:
    """Add the open piles: those given, else every card that is nowhere else."""
    locations, empire = dict(_by_side(given, "locations")), dict(_by_side(given, "empire"))
    named = Counter(cards_in_use(state))
    for each, count in named.items():
        if count > copies(Card(each), state.ruleset):
            raise Unreadable(
                "", f"{CARD_IDS[each]} is named {count} times; there are {copies(Card(each), state.ruleset)}"
            )
    british, french = (
        player._replace(
            locations=pile(locations.get(side, rest(named, state.ruleset, side, locations=True))),
            empire=pile(empire.get(side, rest(named, state.ruleset, side, locations=False))),
        )
        for side, player in zip(SIDES, state.players, strict=True)
    )
    display = (
        pile(_cards(given, "display")) if "display" in given else rest(named, state.ruleset, None, locations=False)
    )
    return state._replace(players=(british, french), display=display)
