"""How a state looks: what a side may know of it (S1, 2.0, 3.0, 5.1), and all of it with what follows from it.

Blocks face their owner. The enemy sees how many stand in an area. He sees their faces only while they fight, tipped
forward, in the current battle; those of reserves only once they join. Only its owner sees a hand. Cards on the table
are seen once both lie there. Both know what was counted or moved in the open (borders crossed, attackers, the dead).
"""

from collections.abc import Mapping

from reference.hammer_of_the_scots.board import (
    ON_MAP,
    blocks_at,
    contested_areas,
    in_pool,
    is_friendly,
    nobles_controlled,
)
from reference.hammer_of_the_scots.ch01_map import AREA_IDS, AREAS, Area, castle_limit
from reference.hammer_of_the_scots.ch02_armies import BLOCKS, EDWARD, FIGURES, SIDES, Block
from reference.hammer_of_the_scots.ch03_cards import card_of, edward_lies_open, hand_of
from reference.hammer_of_the_scots.frames import (
    Battle,
    Drawing,
    Firing,
    Frame,
    GoingHome,
    Herald,
    Hits,
    Landing,
    Loyalty,
    PillageGains,
    PillageHits,
    Quarters,
)
from reference.hammer_of_the_scots.masks import Mask, blocks_in, has_block, mask_of, without
from reference.hammer_of_the_scots.positions import WORDS, blocks_in_words, hand_in_words, written
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.canonical import Json
from reference.kernel.codec import Codec
from reference.kernel.rules import rule
from reference.kernel.views import kind_only, shown_or_counted

# ---------------------------------------------------------------- what a side may know

# These frames hold only what both players see: revealed blocks, nobles named aloud, areas.
_OPEN: Codec[Frame] = Codec(
    (Firing, Hits, Loyalty, Herald, PillageHits, PillageGains, GoingHome, Quarters, Drawing), WORDS
)
_PUBLIC = ("year", "turn", "last_year", "edward", "crowned", "wintered", "dead", "first", "truce", "crossings",
           "entries", "attackers", "outcome")  # fmt: skip


@rule("hs:S1-2", "hs:5.1-3")
def is_revealed(state: State, who: Block) -> bool:
    """Say whether a block lies face up: it fights in the current battle and is not in reserve."""
    for frame in state.stack.frames:
        if isinstance(frame, Battle):
            return frame.round > 0 and state.board.at[who] == frame.area and not has_block(frame.reserves, who)
    return False


@rule("hs:5.32-6", "hs:S1-2")
def in_reserve(state: State) -> Mask:
    """Return the blocks in reserve: in the current battle as its frame says, elsewhere as their moves left them."""
    for frame in state.stack.frames:
        if isinstance(frame, Battle) and frame.round:
            here = mask_of(*(each for each in BLOCKS if state.board.at[each] == frame.area))
            return Mask(without(state.field.reserves, here) | frame.reserves)
    return state.field.reserves


def _enemies(state: State, place: Area, enemy: Side) -> dict[str, Json]:
    present = blocks_at(state.board, place, enemy)
    known = [each for each in present if is_revealed(state, each)]
    words = blocks_in_words(state.board, place)
    open_words = [text for text in words if any(str(text).split()[0] == FIGURES[each].id for each in known)]
    hidden: dict[str, Json] = {"count": len(present)}
    if open_words:
        hidden["revealed"] = open_words
    waiting = sum(has_block(in_reserve(state), each) for each in present)
    if waiting:
        hidden["in_reserve"] = waiting
    return hidden


@rule("hs:3.0-3", "hs:3.1-1")
def _seen_cards(state: State, side: Side) -> dict[str, Json]:
    """Return the side's hand, the size of the other hand, and the cards on the table that the side may see."""
    cards = state.cards
    enemy_card = card_of(cards, side.enemy)
    own_card = card_of(cards, side)
    seen: dict[str, Json] = {
        "hand": hand_in_words(hand_of(cards, side)),
        "enemy_hand": sum(hand_of(cards, side.enemy)),
    }
    if own_card is not None:
        seen["own_card"] = own_card.value
    if enemy_card is not None:
        seen["enemy_card"] = enemy_card.value if own_card is not None else "face_down"
    if cards.declared is not None:
        seen["declared"] = cards.declared.value
    return seen


def _own_marks(state: State, side: Side) -> dict[str, Json]:
    moved, waiting = state.field.moved, in_reserve(state)
    return {
        "moved": [FIGURES[each].id for each in blocks_in(moved) if SIDES[each] is side],
        "reserves": [FIGURES[each].id for each in blocks_in(waiting) if SIDES[each] is side],
        "enemy_moved": sum(SIDES[each] is side.enemy for each in blocks_in(moved)),
    }


def _seen_frame(frame: Frame, side: Side) -> Json:
    """Return a frame as a side sees it: in full if nothing in it is hidden, else only its kind."""
    match frame:
        case Quarters(block=who) | Landing(block=who) if SIDES[who] is not side:
            return kind_only(frame)
        case Firing() | Hits() | Loyalty() | Herald() | PillageHits() | PillageGains() | GoingHome() | Quarters():
            return _OPEN.write(frame)
        case _:
            return kind_only(frame)


def seen(state: State, side: Side) -> Json:
    """Return all a side is allowed to know."""
    form = written(state)
    enemy = side.enemy
    own = {
        AREA_IDS[place]: [text for text in blocks_in_words(state.board, place) if _is_of(str(text), side)]
        for place in AREAS
    }
    view: dict[str, Json] = {name: form[name] for name in _PUBLIC if name in form}
    view["side"] = side.value
    view["own"] = {name: blocks for name, blocks in own.items() if blocks}
    view["enemy"] = {
        AREA_IDS[place]: _enemies(state, place, enemy) for place in AREAS if blocks_at(state.board, place, enemy)
    }
    view["own_pool"] = shown_or_counted([FIGURES[each].id for each in in_pool(state.board, side)], shown=True)
    view["enemy_pool"] = shown_or_counted([FIGURES[each].id for each in in_pool(state.board, enemy)], shown=False)
    if side is Side.SCOTLAND and edward_lies_open(state):
        view["open_in_enemy_pool"] = [FIGURES[EDWARD].id]
    view["enemy_on_map"] = sum(state.board.at[each] < ON_MAP for each in BLOCKS if SIDES[each] is enemy)
    view["frames"] = [_seen_frame(frame, side) for frame in state.stack.frames]
    return {**view, **_seen_cards(state, side), **_own_marks(state, side)}


def _is_of(text: str, side: Side) -> bool:
    return text.startswith("e_") == (side is Side.ENGLAND)


# ---------------------------------------------------------------- all of a state


def _derived(state: State) -> dict[str, Json]:
    """Return what follows from a state: who holds what, the nobles each side controls, the limits of areas."""
    board = state.board
    return {
        "friendly": {
            side.value: [AREA_IDS[place] for place in AREAS if is_friendly(board, place, side)] for side in Side
        },
        "contested": [AREA_IDS[place] for place in contested_areas(board)],
        "nobles": {side.value: nobles_controlled(board, side) for side in Side},
        "castle_limits": {side.value: {AREA_IDS[place]: castle_limit(place, side) for place in AREAS} for side in Side},
    }


def _filled(form: Mapping[str, Json]) -> dict[str, Json]:
    """Return a canonical form with what it leaves out because it is empty."""
    blocks = form.get("blocks", {})
    assert isinstance(blocks, Mapping)
    lists: dict[str, Json] = {name: [] for name in ("pool", "dead", "moved", "reserves", "frames")}
    maps: dict[str, Json] = {
        name: {} for name in ("hands", "played", "marches", "crossings", "entries", "attackers", "main_forces")
    }
    nothing: dict[str, Json] = dict.fromkeys(("declared", "first", "truce", "outcome"))
    return {**lists, **maps, **nothing, **form, "blocks": {name: blocks.get(name, []) for name in AREA_IDS}}


def described(state: State) -> Json:
    """Return the canonical form with every place and list filled in, and what follows from it."""
    return {**_filled(written(state)), **_derived(state)}
