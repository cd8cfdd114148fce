"""Recorded positions of Wilderness War in Referee's words, and the comparison of the two.

A recorded position does not tell everything: who owns Fieldworks, which pieces off the map are eliminated, some
reminder markers. Those are kept from Referee's own state when a replay continues from the record.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from oracle.peers.wilderness_war.names import NOWHERE, Names, recorded_standing, standing_of
from oracle.peers.wilderness_war.records import SIDES, Pieces, Position
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.records import replace
from reference.kernel.stacks import Stack
from reference.wilderness_war import board as b
from reference.wilderness_war.board import Away, Board
from reference.wilderness_war.cards import DECK, FACES, At, cards_at, put_card
from reference.wilderness_war.ch02_map import IDS, SPACES, space
from reference.wilderness_war.ch03_pieces import (
    ALL_LEADERS,
    FULL,
    LEADERS,
    REDUCED,
    UNITS,
    is_leader_id,
    leader,
)
from reference.wilderness_war.ch07_steps import grave_of
from reference.wilderness_war.frames import Frame, Year, YearStage
from reference.wilderness_war.positions import read as read_position
from reference.wilderness_war.positions import written
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import NO_PHASE, Cherokees, State

# Parts of a position that are compared, by Referee's name: the record's name.
_LISTS = {
    "amphib": "amphib", "discards": "discards", "removed_cards": "removed_cards", "card_held": "held",
    "passed": "passed", "built_last": "built", "pool": "pool", "fieldworks": "fieldworks",
}  # fmt: skip
_BY_SIDE = {
    "forts": "forts", "unfinished_forts": "unfinished_forts", "stockades": "stockades",
    "captured_fortresses": "fortresses", "hands": "hands",
}  # fmt: skip
_PLAIN = ("year", "season", "last_year", "assemblies", "niagara", "ohio_forks", "sieges")
_FLAGS = {
    "pitt": "pitt", "diplomatic": "diplo", "no_landings": "no_amphib", "no_french_naval": "no_fr_naval",
    "quiberon": "quiberon",
}  # fmt: skip
# Parts that the end of a year clears: in a finished game nobody needs to.
CLEARED = frozenset({"card_held", "passed", "discards", "raided", "blockhouses", "events", "built_last"})
CARDS = frozenset({"hands", "discards", "removed_cards", "card_held", "passed", "built_last"})
Parts = dict[str, Json]
Differences = dict[str, tuple[Json, Json]]


# ---------------------------------------------------------------- the record


def recorded_parts(position: Position) -> Parts:
    """Return what a recorded position says apart from pieces, in Referee's words."""
    found: Parts = {name: position.get(name) for name in _PLAIN}
    found.update({name: _listed(position.get(told)) for name, told in _LISTS.items()})
    found.update({name: _sided(position.get(told)) for name, told in _BY_SIDE.items()})
    found["captured_fortresses"] = _captured(position.get("fortresses"))
    found["raided"] = {side: told for side, told in _mapping(position.get("raided")).items() if told}
    found["vp"] = position.get("vp")
    flags = _mapping(position.get("events"))
    # There QUIBERON BAY takes the marker of DIPLOMATIC REVOLUTION back: seven cards replace nine (A30).
    back = {"diplo"} if "quiberon" in flags else set()
    found["events"] = {name: told in {*flags, *back} for name, told in _FLAGS.items()}
    found["blockhouses"] = [flags["blockhouses"]] if "blockhouses" in flags else []
    return found


def own_parts(state: State) -> Parts:
    """Return what Referee's state says apart from pieces, in the same form."""
    told = written(state)
    found: Parts = {name: told.get(name) for name in _PLAIN}
    found["sieges"] = told.get("sieges") or {}
    found.update({name: _listed(told.get(name)) for name in _LISTS})
    found.update({name: _sided(told.get(name)) for name in _BY_SIDE})
    found["fieldworks"] = _listed([each for one in _mapping(told.get("fieldworks")).values() for each in _items(one)])
    found["removed_cards"] = _listed([*_items(told.get("removed_cards")), *_items(told.get("cards_aside"))])
    found["raided"] = dict(_mapping(told.get("raided")))
    found["vp"] = state.tracks.vp
    held = state.tracks._replace(diplomatic=state.tracks.diplomatic or state.tracks.quiberon)
    found["events"] = {name: bool(getattr(held, name)) for name in _FLAGS}
    found["blockhouses"] = [side.value for side in state.tracks.blockhouses]
    return found


def _items(value: Json) -> Iterable[Json]:
    return value if isinstance(value, list | tuple) else ()


def _mapping(value: Json) -> Mapping[str, Json]:
    return value if isinstance(value, Mapping) else {}


def _listed(value: Json) -> list[Json]:
    return sorted(_items(value), key=str)


def _sided(value: Json) -> Json:
    return {side: _listed(told) for side, told in sorted(_mapping(value).items()) if told}


def _captured(value: Json) -> Json:
    """Return the fortresses that are in enemy hands."""
    original = {side.value: {IDS[place] for place in b.owned(b.EMPTY_BOARD.fortress, side)} for side in Side}
    found = {
        side: [each for each in _listed(told) if each not in original[side]] for side, told in _mapping(value).items()
    }
    return {side: told for side, told in sorted(found.items()) if told}


# ---------------------------------------------------------------- comparing


def differing_pieces(board: Board, pieces: Pieces, names: Names) -> Differences:
    """Return every piece that stands elsewhere on Referee's board, or otherwise, than in the record."""
    found: Differences = {}
    for each in UNITS:
        name = names.name(each)
        wanted, own = recorded_standing(pieces.get(name)), standing_of(board, each)
        if wanted != own:
            found[name] = _told(wanted), _told(own)
    for one in ALL_LEADERS:
        name = LEADERS[one].id
        wanted = recorded_standing(pieces.get(name))
        at = board.leader_at[one]
        own = (IDS[at], False, bool(board.leader_inside[one])) if at < len(IDS) else NOWHERE
        if wanted != own:
            found[name] = _told(wanted), _told(own)
    return found


def _told(standing: tuple[str, bool, bool]) -> Json:
    space_id, reduced, inside = standing
    return " ".join([*(["inside"] if inside else []), *(["reduced"] if reduced else []), space_id or "off the map"])


def differing_parts(position: Position, state: State) -> Differences:
    """Return every part of a recorded position, pieces apart, that Referee's state has otherwise."""
    recorded, own = recorded_parts(position), own_parts(state)
    return {name: (recorded[name], own[name]) for name in recorded if recorded[name] != own[name]}


# ---------------------------------------------------------------- continuing from the record


def board_of(position: Position, pieces: Pieces, state: State, names: Names) -> Board:
    """Return the recorded board; who owns Fieldworks and who is eliminated is kept from Referee's state."""
    told: Parts = {
        **{name: _sided(position.get(name)) for name in ("forts", "unfinished_forts", "stockades")},
        "captured_fortresses": _captured(position.get("fortresses")),
        "sieges": position.get("sieges") or {},
        "amphib": position.get("amphib") or [],
        "raided": {side: one for side, one in _mapping(position.get("raided")).items() if one},
        "fieldworks": _fieldworks(position, pieces, state),
    }
    found = read_position(told, state.ruleset).board
    for each in UNITS:
        piece = pieces.get(names.name(each))
        if piece is None:
            away = state.board.unit_at[each]
            place = Away(away) if away >= len(SPACES) else grave_of(each)
            found = b.put_unit(found, each, place, 0)
        else:
            left = REDUCED if piece.reduced else FULL
            found = b.put_unit(found, each, space(piece.space), left, inside=piece.inside)
    pool = set(_items(position.get("pool")))
    for one in ALL_LEADERS:
        piece, name = pieces.get(LEADERS[one].id), LEADERS[one].id
        if piece is not None:
            found = b.put_leader(found, one, space(piece.space), inside=piece.inside)
        elif name in pool:
            found = b.put_leader(found, one, Away.POOL)
        else:
            away = state.board.leader_at[one]
            aside = away in (Away.ASIDE, Away.REMOVED)
            found = b.put_leader(found, one, Away(away) if aside else Away.REMOVED)
    return found


def _fieldworks(position: Position, pieces: Pieces, state: State) -> Json:
    found: dict[str, list[Json]] = defaultdict(list)
    for name in _items(position.get("fieldworks")):
        place = space(str(name))
        owner = b.fieldworks_owner(state.board, place)
        here = Counter(_side_of(each) for each, piece in pieces.items() if piece.space == name)
        found[owner.value if owner else max(SIDES, key=lambda side: here[side])].append(name)
    return dict(found)


def _side_of(name: str) -> str:
    return (
        LEADERS[leader(name)].side if is_leader_id(name) else Side.FRENCH if name.startswith("fr_") else Side.BRITISH
    ).value


def resumed(position: Position, pieces: Pieces, turn: str, state: State, names: Names) -> State:
    """Return the state at a play of cards, as recorded; if it is nobody's turn, at the check of victory."""
    told = recorded_parts(position)
    plain: Parts = {name: told[name] for name in ("year", "season", "last_year", "assemblies", "hands", "discards")}
    plain.update({name: told[name] for name in ("removed_cards", "card_held", "passed", "built_last")})
    read = read_position(plain, state.ruleset)
    # SURRENDER! among the discards has been played since the last shuffle.
    cards = read.cards._replace(reshuffle=any(FACES[each].reshuffle for each in cards_at(read.cards, At.DISCARDS)))
    for each in DECK:
        if state.cards.at[each] == At.ASIDE and cards.at[each] == At.REMOVED:
            cards = put_card(cards, each, At.ASIDE)
    flags = _mapping(position.get("events"))
    before = state.tracks
    cherokees = before.cherokees
    if "cherokees" in flags and cherokees is Cherokees.NEUTRAL:
        cherokees = Cherokees.ALLIED
    same_year, same_season = before.year == read.tracks.year, before.season == read.tracks.season
    tracks = before._replace(
        year=read.tracks.year,
        season=read.tracks.season,
        last_year=read.tracks.last_year,
        assemblies=read.tracks.assemblies,
        vp=_points(position),
        niagara=_holder(position, "niagara"),
        ohio_forks=_holder(position, "ohio_forks"),
        blockhouses=tuple(side for side in Side if flags.get("blockhouses") == side.value),
        cherokees=cherokees,
        regulars=before.regulars if same_year and same_season else (),
        british_raids=before.british_raids if same_year else (),
        french_raids=before.french_raids if same_year else (),
        pitt="pitt" in flags,
        diplomatic="diplo" in flags or before.diplomatic,
        no_landings="no_amphib" in flags,
        no_french_naval="no_fr_naval" in flags,
        quiberon="quiberon" in flags,
    )
    board = board_of(position, pieces, state, names)
    year = Year(YearStage.ACTIONS, Side(turn)) if turn else Year(YearStage.VICTORY, Side.FRENCH)
    stack: Stack[Frame] = Stack((year,))
    return replace(state, board=board, tracks=tracks, cards=cards, stack=stack, phase=NO_PHASE, outcome=None)


def _points(position: Position) -> int:
    value = position.get("vp")
    if not isinstance(value, int):
        raise Unreadable("vp", "must be a whole number")
    return value


def _holder(position: Position, name: str) -> Side | None:
    value = position.get(name)
    return Side(value) if value in SIDES else None
