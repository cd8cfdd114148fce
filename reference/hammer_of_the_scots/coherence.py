"""What the procedures under way need of a position.

A position written by hand can put any frame above any other and beside any board. Positions that can never continue
are unreadable, each with its place and cause. What merely breaks a rule of the game is left to `invariants`.
"""

from collections.abc import Iterator
from itertools import chain
from typing import assert_never

from reference.hammer_of_the_scots.board import ON_MAP, Away, contested_areas, holds, is_friendly, is_on_map
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, COASTAL, ENGLAND, Area
from reference.hammer_of_the_scots.ch02_armies import (
    CELTIC,
    EDWARD,
    FIGURES,
    IS_NOBLE,
    KING,
    LETTERS,
    LOYAL,
    MORAY,
    NOBLES_OF,
    SIDES,
    WALLACE,
    Block,
)
from reference.hammer_of_the_scots.ch03_cards import is_event
from reference.hammer_of_the_scots.ch07_replacements import SEA_BLOCKS, drawable, landings
from reference.hammer_of_the_scots.frames import (
    FRAMES,
    Battle,
    Battles,
    Building,
    Deal,
    Declaring,
    Disbanding,
    Drawing,
    Firing,
    Frame,
    GoingHome,
    Herald,
    Hits,
    Landing,
    LastRetreat,
    Levy,
    Loyalty,
    Marching,
    Moving,
    Naming,
    Pillage,
    PillageGains,
    PillageHits,
    Quarters,
    Raid,
    Regrouping,
    Retreating,
    SeaMove,
    TruceCall,
    Turn,
    TurnStage,
    Victuals,
    Wintering,
    WinteringStage,
)
from reference.hammer_of_the_scots.masks import blocks_in
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import NOBODY, State, attacker_at
from reference.kernel.coherence import Fault, Nesting, PlaceOf, in_frames

_VOLLEYS = frozenset({"", *(f"{side.value}_{letter.value}" for side in Side for letter in LETTERS)})

_IN_TURN: tuple[type[Frame], ...] = (
    Declaring, TruceCall, Herald, Victuals, Pillage, PillageHits, PillageGains, SeaMove, Moving, Naming, Battles,
    Battle, LastRetreat, Regrouping, Raid,
)  # fmt: skip
_IN_WINTER: tuple[type[Frame], ...] = (GoingHome, Quarters, Disbanding, Building, Levy)
_ABOVE: dict[type[Frame], tuple[type[Frame], ...]] = {
    Turn: (*_IN_TURN, Deal),
    Wintering: _IN_WINTER,
    Deal: (Levy,),
    Moving: (Marching,),
    Naming: (Naming,),
    Battles: (Battle, LastRetreat, Regrouping),
    Battle: (Loyalty, Firing, Hits, Retreating, Naming),
    GoingHome: (GoingHome,),
    Building: (Drawing, Landing),
}
# Frames that only make sense above another frame; all others can be at the bottom of a stack.
_NEVER_ALONE: tuple[type[Frame], ...] = (Loyalty, Firing, Hits, Retreating, Marching, Deal)
NESTING: Nesting[Frame] = Nesting(_ABOVE, tuple(kind for kind in FRAMES if kind not in _NEVER_ALONE))


def faults(state: State, place_of: PlaceOf = in_frames) -> Iterator[Fault]:
    """Find what keeps the procedures of a position from continuing."""
    frames = state.stack.frames
    yield from chain(
        NESTING.faults(frames, place_of),
        _cards(state, place_of),
        *(_frame(state, index, place_of) for index in range(len(frames))),
        _battles(state),
        _edward(state),
    )


def _cards(state: State, place_of: PlaceOf) -> Iterator[Fault]:
    """Find cards, or a first player, that do not fit the stage of a turn."""
    turn = state.stack.frames[0] if state.stack else None
    if not isinstance(turn, Turn):
        return
    cards, dealing = state.cards, any(isinstance(frame, Deal) for frame in state.stack.frames)
    if turn.stage is TurnStage.CARDS:
        if cards.scottish_card is not None:
            yield "played.scotland", "is not on the table before England has played and both are revealed"
        if dealing and cards.english_card is not None:
            yield "played.england", "is not on the table while cards are dealt"
    elif dealing:
        yield place_of(0), f"no cards are dealt at stage {turn.stage.value}"
    elif cards.english_card is None or cards.scottish_card is None:
        yield "played", f"both cards must be on the table at stage {turn.stage.value}"
    if turn.stage in (TurnStage.FIRST, TurnStage.SECOND, TurnStage.BATTLES) and state.field.first is None:
        yield "first", f"must be named at stage {turn.stage.value}"
    english = sum(cards.england) + (cards.english_card is not None)
    scottish = sum(cards.scotland) + (cards.scottish_card is not None)
    if not dealing and english != scottish:
        yield "hands", f"must be equally many, those played counted: England {english}, Scotland {scottish}"
    if not dealing and not english:
        yield "hands", "there is no card to play"


def _battles(state: State) -> Iterator[Fault]:
    """Find battles that lack an attacker, a first player to pick them, or the main force that the first mover made."""
    frames = state.stack.frames
    bottom = frames[0] if frames else None
    pending = isinstance(bottom, Turn) and bottom.stage in (TurnStage.SECOND, TurnStage.BATTLES)
    choosing = any(isinstance(frame, Battles) for frame in frames)
    if choosing and state.field.first is None:
        yield "first", "must be named before battles are chosen"
    now = {frame.area for frame in frames if isinstance(frame, Battle | LastRetreat | PillageHits | PillageGains)}
    for place in contested_areas(state.board):
        if (pending or choosing) and place not in now and attacker_at(state.field, place) is None:
            yield "attackers", f"nobody attacks in {AREA_IDS[place]}"
    if state.ruleset.main_force_choice == "first_mover" and any(isinstance(frame, Moving) for frame in frames):
        for name, side, main in zip(AREA_IDS, state.field.attacker, state.field.main, strict=True):
            if side and main == NOBODY:
                yield "main_forces", f"there is none in {name}"


def _edward(state: State) -> Iterator[Fault]:
    """Find an Edward who winters this year before he could say so, or without standing in Scotland."""
    calendar, frames = state.calendar, state.stack.frames
    if not frames or calendar.wintered != calendar.year:
        return
    if isinstance(frames[0], Turn) or Quarters(EDWARD) in frames or _is_before_edward(frames[0]):
        yield "wintered", f"the winter of {calendar.year} has not come to Edward yet"
    elif not is_on_map(state.board, EDWARD) or state.board.at[EDWARD] == ENGLAND:
        yield "wintered", "Edward, who winters this year, is not in Scotland"


def _is_before_edward(frame: Frame) -> bool:
    order = tuple(WinteringStage)
    return isinstance(frame, Wintering) and order.index(frame.season) <= order.index(WinteringStage.EDWARD)


# ---------------------------------------------------------------- single frames


def _frame(state: State, index: int, place_of: PlaceOf) -> Iterator[Fault]:
    """Find what a frame needs of the board and does not have."""
    frame, here = state.stack.frames[index], place_of(index)
    below = state.stack.frames[index - 1] if index else None
    found: Iterator[str] = iter(())
    match frame:
        case Marching():
            found = _march(state, frame, below)
        case Firing() | Retreating() | Hits() | Loyalty():
            found = _within_battle(state, frame, below)
        case LastRetreat() | Regrouping() | SeaMove() | Herald():
            found = _of_a_side(state, frame)
        case Wintering() | GoingHome() | Quarters() | Landing() | Drawing():
            found = _in_winter(state, frame)
        case Building(side, points):
            lost = [AREA_IDS[place] for place in points if not is_friendly(state.board, place, side)]
            found = (f"{name} gives {side.value} no points" for name in lost)
        case Battle():
            found = _battle(state, frame)
        case Declaring():
            if state.cards.scottish_card is None or not is_event(state.cards.scottish_card):
                found = iter(("Scotland has played no event",))
        case _:
            pass
    for cause in found:
        yield here, cause


def _march(state: State, frame: Marching, below: Frame | None) -> Iterator[str]:
    assert isinstance(below, Moving)
    if not is_on_map(state.board, frame.block) or SIDES[frame.block] is not below.side:
        yield f"{FIGURES[frame.block].id} cannot be on the march"


def _within_battle(state: State, frame: Firing | Retreating | Hits | Loyalty, below: Frame | None) -> Iterator[str]:
    assert isinstance(below, Battle)
    at = state.board.at
    match frame:
        case Firing(who) | Retreating(who):
            if at[who] != below.area:
                yield f"{FIGURES[who].id} is not in the battle"
        case Hits():
            pass
        case Loyalty(blocks):
            for each in blocks:
                if each not in CELTIC or at[each] != below.area:
                    yield f"{FIGURES[each].id} is no Celtic block of this battle"
        case _:
            assert_never(frame)


def _of_a_side(state: State, frame: LastRetreat | Regrouping | SeaMove | Herald) -> Iterator[str]:
    board = state.board
    if isinstance(frame, Herald):
        noble = frame.noble
        enemy = noble is None or (noble in NOBLES_OF[frame.side.enemy] and noble not in LOYAL)
        if noble is not None and (not enemy or not is_on_map(board, noble)):
            yield f"{FIGURES[noble].id} is no enemy noble in play"
        return
    who = frame.block
    if who is None:
        return
    if SIDES[who] is not frame.side or not is_on_map(board, who):
        yield f"{FIGURES[who].id} is no block of {frame.side.value} on the map"
    elif isinstance(frame, SeaMove):
        if not COASTAL[board.at[who]]:
            yield f"{FIGURES[who].id} is not on the coast"
    elif board.at[who] != frame.area:
        yield f"{FIGURES[who].id} is not in {AREA_IDS[frame.area]}"


def _in_winter(state: State, frame: Wintering | GoingHome | Quarters | Landing | Drawing) -> Iterator[str]:
    board = state.board
    match frame:
        case Wintering(season):
            if season is WinteringStage.SURPLUS_FIRST and state.ruleset.edward_decides_first == "yes":
                yield "the winter of this ruleset has no such step"
        case GoingHome(who):
            if not IS_NOBLE[who] or who in LOYAL or not is_on_map(board, who):
                yield f"{FIGURES[who].id} is no noble who can go home"
        case Quarters(who):
            if who not in (MORAY, KING, EDWARD, WALLACE) or not is_on_map(board, who):
                yield f"{FIGURES[who].id} is not asked where he winters"
        case Landing(who, place):
            if who not in SEA_BLOCKS or board.at[who] != Away.POOL or COASTAL[place] or not landings(state, place):
                yield f"{FIGURES[who].id} cannot land from {AREA_IDS[place]}"
        case Drawing(place):
            if not drawable(state, place) or holds(board, place, Side.ENGLAND):
                yield f"no block can be drawn for {AREA_IDS[place]}"
        case _:
            assert_never(frame)


def _battle(state: State, frame: Battle) -> Iterator[str]:
    if frame.volley not in _VOLLEYS or (frame.hits and not frame.volley):
        yield "the volley must be a side and a letter, as england_B"
    present = _stands(state, frame.area)
    strangers = [FIGURES[each].id for each in blocks_in(frame.reserves) if each not in present]
    if strangers:
        yield f"{strangers[0]} is not there to wait in reserve"


def _stands(state: State, place: Area) -> frozenset[Block]:
    return frozenset(Block(each) for each, at in enumerate(state.board.at) if at == place and at < ON_MAP)
