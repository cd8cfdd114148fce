"""Positions in words: what stands where, as JSON.

The compact form lists pieces and markers by place and leaves out what is empty. It is both the canonical form of a
state and what people write by hand. By hand you may also write `"2 br_regular"` for any two counters of a type, and
name an `opening`, the procedure that is about to begin, instead of its frames.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.codec import Codec, Words
from reference.kernel.fields import Fields, fields_of
from reference.kernel.ranges import MOST_FRAMES, Range
from reference.kernel.records import replace
from reference.kernel.stacks import Stack
from reference.wilderness_war import board as b
from reference.wilderness_war import ch07_losses, ch13_victory, openings, ranges
from reference.wilderness_war.board import Away, Board
from reference.wilderness_war.cards import FACES, HAND, At, Card, Cards, card, cards_at, put_card
from reference.wilderness_war.ch02_map import IDS, SPACES, Department, Space, is_wild, space
from reference.wilderness_war.ch03_pieces import (
    ALL_LEADERS,
    COUNTERS,
    FULL,
    LEADERS,
    REDUCED,
    UNITS,
    Leader,
    Unit,
    is_leader_id,
    leader,
    unit,
)
from reference.wilderness_war.frames import (
    FRAMES,
    Combat,
    CombatKind,
    CombatStage,
    Frame,
    Losses,
)
from reference.wilderness_war.opening_records import OPENINGS, Opening
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import (
    NO_PHASE,
    Assemblies,
    Cherokees,
    Outcome,
    Phase,
    Season,
    State,
    Tracks,
)

T = TypeVar("T")
V = TypeVar("V")
E = TypeVar("E", bound=StrEnum)

WORDS: Mapping[object, Words] = {
    Space: Words(lambda index: IDS[index], space),
    Unit: Words(lambda index: COUNTERS[index].id, unit, single=True),
    Leader: Words(lambda index: LEADERS[index].id, leader, single=True),
    Card: Words(lambda index: FACES[index].id, card, single=True),
}
_FRAMES: Codec[Frame] = Codec(FRAMES, WORDS)
_PHASE: Codec[Phase] = Codec((Phase,), WORDS)
_OPENINGS: Codec[Opening] = Codec(OPENINGS, WORDS)
# The fields that a canonical form may have.
FIELDS: tuple[str, ...] = (
    "pieces", "removed", "pool", "forts", "unfinished_forts", "stockades", "captured_fortresses", "fieldworks",
    "amphib", "sieges", "raided", "vp", "year", "season", "last_year", "assemblies", "niagara", "ohio_forks",
    "blockhouses", "hands", "discards", "removed_cards", "cards_aside", "card_held", "passed", "built_last",
    "reshuffle", "markers", "phase", "outcome", "frames",
)  # fmt: skip
FLAGS = ("pitt", "diplomatic", "no_landings", "no_french_naval", "quiberon")
_TYPES = {counter.type for counter in COUNTERS}
_MOST_OF_A_TYPE = len(COUNTERS)


# ---------------------------------------------------------------- writing


_ORIGINAL = {side: b.owned(b.EMPTY_BOARD.fortress, side) for side in Side}


def written(state: State) -> dict[str, Json]:
    """Return the canonical form of a state."""
    board, tracks = state.board, state.tracks
    form: dict[str, Json] = {
        "pieces": {IDS[place]: pieces_at(board, place) for place in b.occupied(board)},
        "removed": _away(board, Away.REMOVED),
        "pool": [LEADERS[each].id for each in ALL_LEADERS if board.leader_at[each] == Away.POOL],
        "forts": _owners(board.fort),
        "unfinished_forts": _owners(board.unfinished),
        "stockades": _owners(board.stockade),
        "captured_fortresses": _captured(board),
        "fieldworks": _owners(board.fieldworks),
        "amphib": [IDS[place] for place in b.marked(board.amphib)],
        "sieges": {IDS[place]: b.siege_level(board, place) for place in b.marked(board.siege)},
        "raided": {
            side.value: {IDS[place]: b.raided_markers(board, side)[place] for place in found}
            for side in Side
            if (found := b.marked(b.raided_markers(board, side)))
        },
        "vp": {Side.FRENCH.value: tracks.vp}
        if tracks.vp > 0
        else {Side.BRITISH.value: -tracks.vp}
        if tracks.vp
        else {},
        "blockhouses": [side.value for side in tracks.blockhouses],
        **_written_cards(state.cards),
        "markers": _written_markers(tracks),
        "phase": {} if state.phase == NO_PHASE else _PHASE.write(state.phase),
        "frames": [_FRAMES.write(frame) for frame in state.stack.frames],
    }
    return {
        "year": tracks.year,
        "season": tracks.season.value,
        "last_year": tracks.last_year,
        "assemblies": tracks.assemblies.value,
        "niagara": None if tracks.niagara is None else tracks.niagara.value,
        "ohio_forks": None if tracks.ohio_forks is None else tracks.ohio_forks.value,
        **{name: value for name, value in form.items() if value},
        **({"outcome": _outcome(state.outcome)} if state.outcome else {}),
    }


def _written_cards(cards: Cards) -> dict[str, Json]:
    """Return where the cards are that are not in the draw pile, and what is remembered about them."""
    hands: dict[str, Json] = {
        side.value: [FACES[each].id for each in found] for side in Side if (found := cards_at(cards, HAND[side]))
    }
    return {
        "hands": hands,
        "discards": [FACES[each].id for each in cards_at(cards, At.DISCARDS)],
        "removed_cards": [FACES[each].id for each in cards_at(cards, At.REMOVED)],
        "cards_aside": [FACES[each].id for each in cards_at(cards, At.ASIDE)],
        "card_held": [side.value for side in cards.held],
        "passed": [side.value for side in cards.passed],
        "built_last": [side.value for side in cards.built],
        "reshuffle": cards.reshuffle,
    }


def _written_markers(tracks: Tracks) -> dict[str, Json]:
    """Return the reminder markers that differ from those of a game begun in 1757."""
    usual = Tracks()
    flags: dict[str, Json] = {
        name: getattr(tracks, name) for name in FLAGS if getattr(tracks, name) != getattr(usual, name)
    }
    more: dict[str, Json] = {
        "start": None if tracks.start == usual.start else tracks.start,
        "cherokees": None if tracks.cherokees is Cherokees.NEUTRAL else tracks.cherokees.value,
        "regulars": [side.value for side in tracks.regulars],
        "british_raids": [region.value for region in tracks.british_raids],
        "french_raids": [region.value for region in tracks.french_raids],
        "spared": [region.value for region in tracks.spared],
    }
    return {**flags, **{name: value for name, value in more.items() if value}}


def pieces_at(board: Board, place: Space) -> list[Json]:
    """Return the pieces in a space in words: leaders, then units, with what is special about each."""
    leaders = [
        f"{'inside ' if b.leader_is_inside(board, each) else ''}{LEADERS[each].id}"
        for side in Side
        for each in b.leaders_at(board, place, side)
    ]
    units = [
        f"{'inside ' if b.is_inside(board, each) else ''}"
        f"{'reduced ' if b.steps(board, each) == REDUCED else ''}{COUNTERS[each].id}"
        for side in Side
        for each in b.units_at(board, place, side)
    ]
    return [*leaders, *units]


def _away(board: Board, away: Away) -> list[Json]:
    leaders = [LEADERS[each].id for each in ALL_LEADERS if board.leader_at[each] == away]
    return [*leaders, *(COUNTERS[each].id for each in UNITS if board.unit_at[each] == away)]


def _owners(column: bytes) -> dict[str, Json]:
    """Return who owns the works or markers of one kind: the spaces by side."""
    return {side.value: [IDS[place] for place in places] for side in Side if (places := b.owned(column, side))}


def _captured(board: Board) -> dict[str, Json]:
    """Return the fortresses that are no longer in the hands of their original owner."""
    found = {side: [place for place in b.owned(board.fortress, side) if place not in _ORIGINAL[side]] for side in Side}
    return {side.value: [IDS[place] for place in places] for side, places in found.items() if places}


def _outcome(outcome: Outcome) -> Json:
    return {"winner": None if outcome.winner is None else outcome.winner.value, "rule": outcome.rule}


# ---------------------------------------------------------------- reading


def read(position: Json, ruleset: Ruleset) -> State:
    """Return the state that a position describes; `Unreadable` names the place and the cause."""
    given = fields_of(position)
    board = _read_pieces(given, b.EMPTY_BOARD)
    board = _read_markers(given, board)
    tracks = _read_tracks(given, board)
    cards = _read_cards(given)
    phase = _read_phase(given)
    outcome = _read_outcome(given)
    state = State(board, tracks, Stack(), ruleset, outcome, cards, phase)
    under_way = _with_procedures(given, state)
    given.finish()
    return under_way


def _read_cards(given: Fields) -> Cards:
    cards = Cards()
    taken: set[Card] = set()

    def put(found: Cards, names: tuple[str, ...], where: At, place: str) -> Cards:
        for name in names:
            each = _within(place, lambda text: card(str(text)), name)
            if each in taken:
                raise Unreadable(place, f"{name} is in two places")
            taken.add(each)
            found = put_card(found, each, where)
        return found

    for side, names in given.each("hands", Fields.texts):
        cards = put(cards, names, HAND[_side(side, "hands")], f"hands.{side}")
    cards = put(cards, given.texts("discards"), At.DISCARDS, "discards")
    cards = put(cards, given.texts("removed_cards"), At.REMOVED, "removed_cards")
    cards = put(cards, given.texts("cards_aside"), At.ASIDE, "cards_aside")
    return cards._replace(
        held=_sides(given, "card_held"),
        passed=_sides(given, "passed"),
        built=_sides(given, "built_last"),
        reshuffle=_flag(given, "reshuffle", usual=False),
    )


def _sides(given: Fields, name: str) -> tuple[Side, ...]:
    return tuple(_side(text, name) for text in given.different(name))


def _flag(given: Fields, name: str, *, usual: bool) -> bool:
    value = given.take(name)
    if value is None:
        return usual
    if not isinstance(value, bool):
        raise Unreadable(name, "must be true or false")
    return value


def _read_phase(given: Fields) -> Phase:
    value = given.take("phase")
    phase = NO_PHASE if value is None else _within("phase", _PHASE.read, value)
    moved = {each.leader for each in phase.departures}
    if not (set(phase.joined) <= set(phase.units) and {*phase.joined_leaders, *moved} <= set(phase.leaders)):
        raise Unreadable(
            "phase", "who joined a combat must be among the units and leaders that are not activated again"
        )
    return phase


def _read_pieces(given: Fields, board: Board) -> Board:
    wanted: list[tuple[str, Space | Away, _Words]] = []
    for name, texts in given.each("pieces", Fields.texts):
        on_map, where = _space(name, "pieces"), f"pieces.{name}"
        wanted.extend((where, on_map, _words(text, where)) for text in texts)
    wanted.extend(("removed", Away.REMOVED, _words(text, "removed")) for text in given.texts("removed"))
    wanted.extend(("pool", Away.POOL, _words(text, "pool")) for text in given.texts("pool"))
    # Pieces named by id first, so that "2 br_regular" never takes one that is named elsewhere.
    for where, place, words in sorted(wanted, key=lambda entry: entry[2].is_type):
        if isinstance(place, Away) and (words.inside or words.steps != FULL):
            raise Unreadable(where, f"{words.name} is off the map, neither inside a work nor reduced")
        board = _placed(board, where, place, words)
    return board


@dataclass(frozen=True, slots=True)
class _Words:
    count: int
    name: str
    steps: int
    inside: bool

    @property
    def is_type(self) -> bool:
        return self.name in _TYPES


def _words(text: str, where: str) -> _Words:
    parts = text.split()
    count = int(parts.pop(0)) if parts and parts[0].isascii() and parts[0].isdecimal() and len(parts[0]) < 4 else 1
    adjectives = set(parts[:-1])
    if not parts or adjectives - {"inside", "reduced"} or not 0 < count <= _MOST_OF_A_TYPE:
        raise Unreadable(where, f"{text!r} is not of the form '[number] [inside] [reduced] piece'")
    return _Words(count, parts[-1], REDUCED if "reduced" in adjectives else FULL, "inside" in adjectives)


def _placed(board: Board, where: str, place: Space | Away, words: _Words) -> Board:
    if is_leader_id(words.name):
        return _placed_leader(board, where, place, words)
    if place is Away.POOL:
        raise Unreadable(where, f"{words.name} is no leader")
    try:
        free = _free_units(board, words)
    except Unreadable as fault:
        raise fault.within(where) from None
    for each in free[: words.count]:
        left = words.steps if place in SPACES else 0
        board = b.put_unit(board, each, place, left, inside=words.inside)
    return board


def _placed_leader(board: Board, where: str, place: Space | Away, words: _Words) -> Board:
    each = leader(words.name)
    if board.leader_at[each] != Away.ASIDE:
        raise Unreadable(where, f"{words.name} is in two places")
    if words.count != 1 or words.steps != FULL:
        raise Unreadable(where, f"{words.name} is one leader, who is never reduced")
    return b.put_leader(board, each, place, inside=words.inside)


def _free_units(board: Board, words: _Words) -> list[Unit]:
    named = [each for each in UNITS if COUNTERS[each].type == words.name] if words.is_type else [unit(words.name)]
    free = [each for each in named if board.unit_at[each] == Away.AVAILABLE]
    if len(free) < words.count:
        raise Unreadable("", f"{words.count} {words.name} are wanted, {len(free)} are free")
    return free


def _space(name: str, where: str) -> Space:
    try:
        return space(name)
    except Unreadable as fault:
        raise fault.within(where) from None


def _side(name: str, where: str) -> Side:
    if name not in set(Side):
        raise Unreadable(where, f"{name!r} is no side; there are: {', '.join(Side)}")
    return Side(name)


def _owned(given: Fields, name: str) -> Iterable[tuple[Side, Space]]:
    seen: set[str] = set()
    for side, places in given.each(name, Fields.texts):
        for place in places:
            if place in seen:
                raise Unreadable(f"{name}.{side}", f"{place} is named twice")
            seen.add(place)
            yield _side(side, name), _space(place, f"{name}.{side}")


def _read_markers(given: Fields, board: Board) -> Board:
    for side, place in _owned(given, "forts"):
        board = b.put_fort(board, place, side)
    for side, place in _owned(given, "unfinished_forts"):
        board = b.put_unfinished_fort(board, place, side)
    for side, place in _owned(given, "stockades"):
        board = b.put_stockade(board, place, side)
    for side, place in _owned(given, "captured_fortresses"):
        if b.fortress_owner(board, place) is None:
            raise Unreadable(f"captured_fortresses.{side}", f"{IDS[place]} has no fortress")
        if place in _ORIGINAL[side]:
            raise Unreadable(f"captured_fortresses.{side}", f"{IDS[place]} was theirs from the beginning")
        board = b.put_fortress(board, place, side)
    for side, place in _owned(given, "fieldworks"):
        board = b.put_fieldworks(board, place, side)
    for name in given.different("amphib"):
        board = b.put_amphib(board, _space(name, "amphib"), present=True)
    for name, level in given.each("sieges", _number(ranges.SIEGE_LEVEL)):
        board = b.put_siege(board, _space(name, "sieges"), level)
    for name, marked in given.each("raided", lambda raided, side: tuple(raided.each(side, _number(ranges.RAIDED)))):
        for where, count in marked:
            board = b.put_raided(board, _space(where, f"raided.{name}"), _side(name, "raided"), count)
    return board


def _number(within: Range) -> Callable[[Fields, str], int]:
    """Return how to read a number within a range."""
    return lambda given, name: given.number(name, within.least, within)


def _read_tracks(given: Fields, board: Board) -> Tracks:
    points = dict(given.each("vp", _number(ranges.VP)))
    for name in points:
        _side(name, "vp")
    vp = _within("vp", ranges.VP.checked, points.get(Side.FRENCH, 0) - points.get(Side.BRITISH, 0))
    tracks = Tracks(
        year=given.number("year", Tracks().year, ranges.YEAR),
        season=_member(given, "season", Season, Season.EARLY),
        last_year=given.number("last_year", Tracks().last_year, ranges.YEAR),
        vp=vp,
        assemblies=_member(given, "assemblies", Assemblies, Assemblies.SUPPORTIVE),
        niagara=_holder(given, board, ch13_victory.NIAGARA),
        ohio_forks=_holder(given, board, ch13_victory.OHIO_FORKS),
        blockhouses=_sides(given, "blockhouses"),
    )
    return _within("markers", lambda markers: _with_reminders(tracks, markers), given.mapping("markers"))


def _with_reminders(tracks: Tracks, markers: Fields) -> Tracks:
    """Return the tracks with the reminder markers that a position names."""
    found = tracks._replace(
        start=markers.number("start", tracks.start, ranges.YEAR),
        pitt=_flag(markers, "pitt", usual=True),
        diplomatic=_flag(markers, "diplomatic", usual=True),
        no_landings=_flag(markers, "no_landings", usual=False),
        no_french_naval=_flag(markers, "no_french_naval", usual=False),
        quiberon=_flag(markers, "quiberon", usual=False),
        cherokees=_member(markers, "cherokees", Cherokees, Cherokees.NEUTRAL),
        regulars=_sides(markers, "regulars"),
        british_raids=_departments(markers, "british_raids"),
        french_raids=_departments(markers, "french_raids"),
        spared=_departments(markers, "spared"),
    )
    markers.finish()
    return found


def _departments(given: Fields, name: str) -> tuple[Department, ...]:
    for text in given.different(name):
        if text not in set(Department):
            raise Unreadable(name, f"{text!r} is none of: {', '.join(Department)}")
    return tuple(Department(text) for text in given.texts(name))


def _member(given: Fields, name: str, kind: type[E], default: E) -> E:
    text = given.optional_text(name)
    if text is None:
        return default
    if text not in set(kind):
        raise Unreadable(name, f"{text!r} is none of: {', '.join(kind)}")
    return kind(text)


def _holder(given: Fields, board: Board, place: Space) -> Side | None:
    """Return who held a key space last: as given, else the owner of the fort there or the side that holds it now."""
    name = IDS[place]
    if name not in given:
        fort = b.fort_owner(board, place)
        return ch13_victory.holder(board, place) if fort is None else fort
    if given.take(name) is None:
        return None
    return _side(given.text(name), name)


def _with_procedures(given: Fields, state: State) -> State:
    """Return the state with the frames that a position lists, or those that its opening begins."""
    opening, frames = given.take("opening"), given.items("frames", MOST_FRAMES)
    if opening is not None:
        if "frames" in given:
            raise Unreadable("opening", "give an opening or frames, not both")
        return _within("opening", lambda value: openings.begun(state, _OPENINGS.read(value)), opening)
    return state.with_stack(Stack(_read_frames(frames, state)))


def _read_frames(frames: Iterable[Json], state: State) -> tuple[Frame, ...]:
    found = tuple(_within(f"frames[{index}]", _FRAMES.read, frame) for index, frame in enumerate(frames))
    under_way = state.with_stack(Stack(found))
    return tuple(
        _within(f"frames[{index}]", lambda frame: _fitting(under_way, frame), frame)
        for index, frame in enumerate(found)
    )


def _fitting(state: State, frame: Frame) -> Frame:
    """Return a frame that can go on in this position; refuse one that no game could reach or continue."""
    match frame:
        case Combat(agenda=agenda) if not agenda or agenda[-1].stage is not CombatStage.SETTLE:
            raise Unreadable("agenda", "must end with settling the combat")
        case Combat(kind=CombatKind.BATTLE, space=place, ambush=Side()) if not is_wild(place):
            raise Unreadable("ambush", f"{IDS[place]} is cultivated, and an ambush is laid in the wild only (ww:7.56)")
        case Combat(kind=CombatKind.ASSAULT, space=place, attacker=attacker):
            work = b.fortification(state.board, place)
            if work is None or work[0] is b.Work.STOCKADE or work[1] is attacker:
                raise Unreadable("space", f"{IDS[place]} has no fort or fortress of the enemy to assault")
        case Losses(named=named):
            for index, loss in enumerate(named):
                due = ch07_losses.decision(state, replace(frame, named=named[:index]))
                if due is None or (loss.flips, loss.deaths) not in {(each.flips, each.deaths) for each in due.actions}:
                    raise Unreadable(f"named[{index}]", "could not have been named")
        case _:
            pass
    return frame


def _within(where: str, reader: Callable[[V], T], value: V) -> T:
    try:
        return reader(value)
    except Unreadable as fault:
        raise fault.within(where) from None


def _read_outcome(given: Fields) -> Outcome | None:
    if "outcome" not in given:
        return None
    return _within("outcome", _read_ending, given.mapping("outcome"))


def _read_ending(ended: Fields) -> Outcome:
    winner = None if ended.take("winner") is None else _side(ended.text("winner"), "winner")
    outcome = Outcome(winner, ended.rule("rule"))
    ended.finish()
    return outcome
