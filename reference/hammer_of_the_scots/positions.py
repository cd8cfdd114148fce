"""Positions in words: what stands where, as JSON.

The compact form lists blocks by area, with their strength where it is not full, and leaves out what is empty. It is at
once the canonical form of a state and what people write by hand. A position written by hand names a frame to say what
is about to begin, such as `{"type": "turn", "stage": "cards"}`, or an `opening`, such as `{"type": "winter", "step":
"edward"}`.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial
from typing import TypeVar

from reference.hammer_of_the_scots import openings, ranges
from reference.hammer_of_the_scots.actions import Candidate, Card
from reference.hammer_of_the_scots.board import EMPTY_BOARD, Away, Board, blocks_at, put, put_away
from reference.hammer_of_the_scots.ch01_map import (
    AREA_IDS,
    AREAS,
    BORDERS,
    Area,
    Border,
    area,
    border_between,
    ends,
)
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, FIGURES, FULL, Block, block
from reference.hammer_of_the_scots.ch03_cards import DECK, HAND_SIZE, KINDS, cards_out
from reference.hammer_of_the_scots.ch04_borders import entry
from reference.hammer_of_the_scots.frames import FRAMES, Frame
from reference.hammer_of_the_scots.masks import AreaMask, Mask, area_mask_of, areas_in, mask_of, shown
from reference.hammer_of_the_scots.opening_records import OPENINGS, Opening
from reference.hammer_of_the_scots.ruleset import Ruleset
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import (
    BY_SEA,
    FRESH_FIELD,
    NO_CARDS,
    NOBODY,
    Calendar,
    Cards,
    Field,
    Outcome,
    State,
    attacker_at,
    mark_of,
)
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec, Words
from reference.kernel.columns import with_byte
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import MOST_FRAMES
from reference.kernel.stacks import Stack

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
_SEA = "sea"
_AWAY = {"pool": Away.POOL, "dead": Away.DEAD}


def _read_mask(text: str) -> Mask:
    return mask_of(*(block(name) for name in text.split()))


def _read_areas(text: str) -> AreaMask:
    return area_mask_of(*(area(name) for name in text.split()))


WORDS: Mapping[object, Words] = {
    Area: Words(lambda index: AREA_IDS[index], area),
    Block: Words(lambda index: FIGURES[index].id, block, single=True),
    Mask: Words(lambda mask: " ".join(shown(Mask(mask))), _read_mask),
    AreaMask: Words(lambda mask: " ".join(AREA_IDS[each] for each in areas_in(AreaMask(mask))), _read_areas),
}
_FRAMES: Codec[Frame] = Codec(FRAMES, WORDS)
_OPENINGS: Codec[Opening] = Codec(OPENINGS, WORDS)
# The fields that a canonical form may have.
FIELDS: tuple[str, ...] = (
    "blocks", "pool", "dead", "year", "turn", "last_year", "edward", "crowned", "wintered", "hands", "played",
    "declared", "first", "truce", "moved", "reserves", "marches", "crossings", "entries", "attackers",
    "main_forces", "outcome", "frames",
)  # fmt: skip


# ---------------------------------------------------------------- writing


def written(state: State) -> dict[str, Json]:
    """Return the canonical form of a state."""
    calendar, cards, field = state.calendar, state.cards, state.field
    form: dict[str, Json] = {
        "blocks": {AREA_IDS[place]: found for place in AREAS if (found := blocks_in_words(state.board, place))},
        "pool": _away(state.board, Away.POOL),
        "dead": _away(state.board, Away.DEAD),
        "hands": _hands(cards),
        "played": _on_table(cards),
        "declared": cards.declared.value if cards.declared else None,
        "first": field.first.value if field.first else None,
        "truce": field.truce.value if field.truce else None,
        "moved": list(shown(field.moved)),
        "reserves": list(shown(field.reserves)),
        "marches": _marches(field),
        "crossings": {_border_id(each): field.crossings[each] for each in BORDERS if field.crossings[each]},
        "entries": _entries(field),
        "attackers": {
            AREA_IDS[place]: side.value for place in AREAS if (side := attacker_at(field, place)) is not None
        },
        "main_forces": {
            AREA_IDS[place]: FIGURES[field.main[place]].id for place in AREAS if field.main[place] != NOBODY
        },
        "frames": [_FRAMES.write(frame) for frame in state.stack.frames],
        "outcome": {"winner": state.outcome.winner.value, "rule": state.outcome.rule} if state.outcome else None,
    }
    return {**calendar._asdict(), **{name: value for name, value in form.items() if value}}


def blocks_in_words(board: Board, place: Area) -> list[Json]:
    """Return the blocks in an area in words, each with its strength unless that is full."""
    return [_in_words(board, each) for side in Side for each in blocks_at(board, place, side)]


def _in_words(board: Board, who: Block) -> str:
    steps = board.steps[who]
    return FIGURES[who].id if steps == FULL[who] else f"{FIGURES[who].id} {steps}"


def _away(board: Board, away: Away) -> list[Json]:
    return [FIGURES[each].id for each in BLOCKS if board.at[each] == away]


def hand_in_words(hand: bytes) -> list[Json]:
    """Return the cards of a hand."""
    return [card.value for card, left in zip(KINDS, hand, strict=True) for _ in range(left)]


def _hands(cards: Cards) -> dict[str, Json]:
    hands = {Side.ENGLAND.value: cards.england, Side.SCOTLAND.value: cards.scotland}
    return {side: hand_in_words(hand) for side, hand in hands.items() if hand != NO_CARDS}


def _on_table(cards: Cards) -> dict[str, Json]:
    table = {Side.ENGLAND.value: cards.english_card, Side.SCOTLAND.value: cards.scottish_card}
    return {side: card.value for side, card in table.items() if card is not None}


def _border_id(border: Border) -> str:
    one, other = ends(border)
    return f"{AREA_IDS[one]}-{AREA_IDS[other]}"


def _marches(field: Field) -> dict[str, Json]:
    def way(who: Block) -> str:
        via = field.via[who]
        return f"{AREA_IDS[field.origin[who]]}>{_SEA if via == BY_SEA else AREA_IDS[via]}"

    return {FIGURES[each].id: way(each) for each in BLOCKS if field.via[each] != NOBODY}


def _entries(field: Field) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for border in BORDERS:
        for source, into in (ends(border), ends(border)[::-1]):
            users = field.entered[entry(border, into)]
            if users:
                name = f"{AREA_IDS[source]}>{AREA_IDS[into]}"
                found[name] = [side.value for side in Side if users & mark_of(side)]
    return found


# ---------------------------------------------------------------- reading


def read(position: Json, ruleset: Ruleset) -> State:
    """Return the state that a position describes; `Unreadable` names the place and the cause."""
    given = fields_of(position)
    state = State(
        _read_board(given), _read_calendar(given), _read_cards(given), _read_field(given), Stack(), ruleset,
        _read_outcome(given),
    )  # fmt: skip
    under_way = _with_procedures(given, state)
    given.finish()
    return under_way


def _with_procedures(given: Fields, state: State) -> State:
    """Return the state with the frames that a position lists, or those that its opening begins."""
    opening = given.take("opening")
    if opening is None:
        return state.with_stack(Stack(_read_frames(given)))
    if "frames" in given:
        raise Unreadable("opening", "give an opening or frames, not both")
    return _within("opening", lambda value: openings.begun(state, _OPENINGS.read(value)), opening)


def _read_board(given: Fields) -> Board:
    board = EMPTY_BOARD
    for name, texts in given.each("blocks", Fields.texts):
        place = _within("blocks", area, name)
        for text in texts:
            board = _within(f"blocks.{name}", partial(_placed, board, place), text)
    for name, away in _AWAY.items():
        for text in given.texts(name):
            board = put_away(board, _within(name, partial(_free, board), text), away)
    return board


def _free(board: Board, name: str) -> Block:
    who = block(name)
    if board.at[who] != Away.ASIDE:
        raise Unreadable("", f"{name} is in two places")
    return who


def _placed(board: Board, place: Area, text: str) -> Board:
    name, _, strength = text.partition(" ")
    who = _free(board, name)
    if strength and strength not in map(str, range(1, FULL[who] + 1)):
        raise Unreadable("", f"{text!r} is not of the form 'block [strength]', 1 to {FULL[who]}")
    return put(board, who, place, int(strength or FULL[who]))


def _read_calendar(given: Fields) -> Calendar:
    return Calendar(*(given.number(name, usual, ranges.CALENDAR[name]) for name, usual in Calendar()._asdict().items()))


def _read_cards(given: Fields) -> Cards:
    hands = dict(given.each("hands", Fields.texts))
    table = dict(given.each("played", Fields.text))
    for name in (*hands, *table):
        _side(name, "hands" if name in hands else "played")
    declared = given.optional_text("declared")
    cards = Cards(
        _read_hand(hands.get(Side.ENGLAND.value, ())),
        _read_hand(hands.get(Side.SCOTLAND.value, ())),
        _optional_card(table.get(Side.ENGLAND.value)),
        _optional_card(table.get(Side.SCOTLAND.value)),
        None if declared is None else _member(declared, "declared", Candidate),
    )
    if any(out > there for out, there in zip(cards_out(cards), DECK, strict=True)):
        raise Unreadable("hands", "holds more cards of a kind than the deck has, those on the table included")
    return cards


def _optional_card(name: str | None) -> Card | None:
    return None if name is None else _member(name, "played", Card)


def _read_hand(names: tuple[str, ...]) -> bytes:
    if len(names) > HAND_SIZE:
        raise Unreadable("hands", f"a hand has {HAND_SIZE} cards at most")
    cards = [_member(name, "hands", Card) for name in names]
    return bytes(cards.count(card) for card in KINDS)


def _member(text: str, where: str, kind: type[E]) -> E:
    if text not in set(kind):
        raise Unreadable(where, f"{text!r} is none of: {', '.join(kind)}")
    return kind(text)


def _side(name: str, where: str) -> Side:
    return _member(name, where, Side)


def _optional_side(given: Fields, name: str) -> Side | None:
    text = given.optional_text(name)
    return None if text is None else _side(text, name)


def _blocks(given: Fields, name: str) -> Mask:
    return mask_of(*(_within(name, block, text) for text in given.different(name)))


def _read_field(given: Fields) -> Field:
    field = FRESH_FIELD._replace(
        first=_optional_side(given, "first"),
        truce=_optional_side(given, "truce"),
        moved=_blocks(given, "moved"),
        reserves=_blocks(given, "reserves"),
    )
    for name, way in given.each("marches", Fields.text):
        field = _with_march(field, _within("marches", block, name), way)
    for name, crossed in given.each("crossings", lambda fields, key: fields.number(key, 0, ranges.BLOCKS_LEFT)):
        border = _within("crossings", _border, name.replace("-", ">"))[0]
        field = field._replace(crossings=with_byte(field.crossings, border, crossed))
    for name, sides in given.each("entries", Fields.different):
        border, into = _within("entries", _border, name)
        users = sum(mark_of(_side(side, "entries")) for side in sides)
        field = field._replace(entered=with_byte(field.entered, entry(border, into), users))
    for name, side in given.each("attackers", Fields.text):
        place = _within("attackers", area, name)
        field = field._replace(attacker=with_byte(field.attacker, place, mark_of(_side(side, "attackers"))))
    for name, main in given.each("main_forces", Fields.text):
        place = _within("main_forces", area, name)
        field = field._replace(main=with_byte(field.main, place, _within("main_forces", block, main)))
    return field


def _border(name: str) -> tuple[Border, Area]:
    one, _, other = name.partition(">")
    border = border_between(area(one), area(other))
    if border is None:
        raise Unreadable("", f"there is no border {name}")
    return border, area(other)


def _with_march(field: Field, who: Block, way: str) -> Field:
    origin, _, via = way.partition(">")
    over = BY_SEA if via == _SEA else _within("marches", area, via)
    return field._replace(
        origin=with_byte(field.origin, who, _within("marches", area, origin)), via=with_byte(field.via, who, over)
    )


def _read_frames(given: Fields) -> tuple[Frame, ...]:
    frames = given.items("frames", MOST_FRAMES)
    return tuple(_within(f"frames[{index}]", _FRAMES.read, frame) for index, frame in enumerate(frames))


V = TypeVar("V")


def _within(where: str, reader: Callable[[V], T], value: V) -> T:
    try:
        return reader(value)
    except Unreadable as fault:
        raise fault.within(where) from None


def _read_outcome(given: Fields) -> Outcome | None:
    if "outcome" not in given:
        return None
    ended = given.mapping("outcome")
    outcome = Outcome(_side(ended.text("winner"), "outcome.winner"), ended.rule("rule"))
    ended.finish()
    return outcome
