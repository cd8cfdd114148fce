"""The same position in the turn of the other side, or without what keeps the turns of a battle waiting."""

from collections.abc import Iterator

from reference.hammer_of_the_scots.ch03_cards import KINDS, card_of, moves_of
from reference.hammer_of_the_scots.ch07_replacements import building
from reference.hammer_of_the_scots.frames import Battle, Battles, Building, Disbanding, Moving, Turn, TurnStage
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.stacks import down_to


def in_turn(state: State, by: str) -> tuple[State, ...]:
    """Return the state as it would be if this side were asked, for each decision that it could be asked for."""
    return tuple(_asked(state, Side(by))) if by in list(Side) else ()


def _asked(state: State, side: Side) -> Iterator[State]:
    for frame in reversed(state.stack.frames):
        there = state.with_stack(down_to(state.stack, frame))
        match frame:
            case Battle():
                # The turns of a round go on once what keeps them waiting is over.
                yield there
            case Moving():
                yield from _its_moves(there, frame, side)
            case Battles():
                yield there._replace(field=state.field._replace(first=side))
            case Building(side=builder) if builder is not side:
                yield there.with_stack(there.stack.replaced(building(state, side)))
            case Disbanding():
                yield there.with_stack(there.stack.replaced(Disbanding(side)))
            case Turn(TurnStage.CARDS) if side is Side.SCOTLAND and state.cards.english_card is None:
                yield there._replace(cards=state.cards._replace(english_card=KINDS[0]))
            case _:
                pass


def _its_moves(state: State, frame: Moving, side: Side) -> Iterator[State]:
    """Return the state in the moves of a side, with the points of its own card; nothing if that is an event.

    Where no cards are on the table, as in a position made of moves alone, the points are those of the mover.
    """
    card = card_of(state.cards, side)
    moving = Moving(side, frame.points) if card is None else moves_of(card, side)
    if moving is not None:
        yield state.with_stack(state.stack.replaced(moving))
