"""What the procedures under way need of a position.

A position written by hand can put any frame above any other and beside any board. Positions that can never continue
are unreadable, each with its place and cause. What merely breaks a rule of the game is left to `invariants`.
"""

from collections.abc import Iterator
from itertools import chain
from typing import assert_never

from reference.few_acres_of_snow.ch01_board import IDS, owner
from reference.few_acres_of_snow.ch02_cards import (
    CARD_IDS,
    GOVERNORS,
    SHIPS,
    TRADERS,
    is_location,
    may_own,
    transport_to,
)
from reference.few_acres_of_snow.frames import (
    AmbushDeclared,
    AmbushLoss,
    Besieging,
    ConversionLoss,
    Dealing,
    Discarding,
    Drawing,
    Frame,
    Governing,
    Naming,
    Purpose,
    RaidDeclared,
    Raiding,
    Settling,
    SiegeCheck,
    SiegeWon,
    Trading,
    Turn,
    TurnStart,
    cards_in,
)
from reference.few_acres_of_snow.state import State, siege_of
from reference.kernel.codec import word
from reference.kernel.coherence import Fault, Nesting, PlaceOf, in_frames

_ABOVE: dict[type[Frame], tuple[type[Frame], ...]] = {
    Turn: (
        Drawing, Settling, Besieging, SiegeWon, Raiding, RaidDeclared, AmbushDeclared, AmbushLoss, ConversionLoss,
        Dealing, Trading, Discarding, Governing,
    ),
    # By option, free actions interrupt the siege check; of these, home support and a withdrawal open a frame.
    SiegeCheck: (Drawing, SiegeWon),
    SiegeWon: (Drawing, SiegeWon),
    # The other opening hand is dealt afterwards.
    Drawing: (Drawing,),
}  # fmt: skip
_BOTTOM: tuple[type[Frame], ...] = (TurnStart, SiegeCheck, Turn, Naming, Drawing)
NESTING: Nesting[Frame] = Nesting(_ABOVE, _BOTTOM)


def faults(state: State, place_of: PlaceOf = in_frames) -> Iterator[Fault]:
    """Find what keeps the procedures of a position from continuing."""
    if state.outcome is not None:
        return
    numbers = range(len(state.stack.frames))
    yield from chain(
        NESTING.faults(state.stack.frames, place_of),
        *(((place_of(index), cause) for cause in _frame(state, index)) for index in numbers),
    )


def _frame(state: State, index: int) -> Iterator[str]:
    frame = state.stack.frames[index]
    yield from _whose(state, index)
    match frame:
        case SiegeCheck(won=won):
            if len(set(won)) < len(won) or any(siege_of(state, attacker) is None for attacker in won):
                yield "a siege won must be there, each once"
        case SiegeWon(attacker=attacker):
            if siege_of(state, attacker) is None:
                yield f"there is no siege by {attacker.value}"
            if any(isinstance(each, SiegeWon) and each.attacker is attacker for each in state.stack.frames[:index]):
                yield f"the siege by {attacker.value} is being settled already"
        case RaidDeclared(side, place):
            if owner(state.board, place) is not side.enemy:
                yield f"there is nothing to raid at {IDS[place]}"
        case Settling() | Besieging() | Raiding() | Dealing() | Trading() | Discarding() | Governing():
            yield from _collected(state, frame)
        case _:
            pass


def _whose(state: State, index: int) -> Iterator[str]:
    """Find an action within the turn of the other side, and a draw whose purpose does not fit where it stands."""
    frame, below = state.stack.frames[index], state.stack.frames[index - 1] if index else None
    if isinstance(frame, Drawing) and (frame.purpose is Purpose.HOME_SUPPORT) is not isinstance(
        below, Turn | SiegeCheck | SiegeWon
    ):
        yield f"no cards are drawn here for {frame.purpose.value}"
    if isinstance(below, Turn | SiegeCheck) and not isinstance(frame, SiegeWon) and frame.side is not below.side:
        yield f"it is the turn of {below.side.value}"


def _collected(
    state: State, frame: Settling | Besieging | Raiding | Dealing | Trading | Discarding | Governing
) -> Iterator[str]:
    """Find an action under way without the card it begins with."""
    cards = cards_in(frame)
    strange = [CARD_IDS[each] for each in cards if not may_own(frame.side, each)]
    if strange:
        yield f"{strange[0]} is no card of {frame.side.value}"
    match frame:
        case Settling() | Besieging():
            base = cards[0] if cards else None
            begins = (
                base is not None and is_location(base) and transport_to(base, frame.place, state.ruleset) is not None
            )
        case Dealing():
            begins = bool(cards) and cards[0] in SHIPS
        case Trading():
            begins = len(cards) > 1 and cards[0] in TRADERS
        case Governing():
            begins = bool(cards) and cards[0] in GOVERNORS
        case Raiding() | Discarding():
            begins = bool(cards)
        case _:
            assert_never(frame)
    if not begins:
        yield f"{word(type(frame).__name__)} does not begin with such cards"
    if isinstance(frame, Besieging):
        if siege_of(state, frame.side) is not None:
            yield f"{frame.side.value} has begun another siege already"
        if owner(state.board, frame.place) is not frame.side.enemy:
            yield f"{IDS[frame.place]} is not held by {frame.side.enemy.value}"
