"""Scoring and the end of the game as a turn begins, against a second statement of both."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from types import ModuleType
from typing import NamedTuple

import pytest

from properties.domains import covered
from properties.few_acres_of_snow.attacks_restated import BRITISH, FRENCH, PLACES
from properties.few_acres_of_snow.explorer import GAME, rules
from reference.few_acres_of_snow import ch16_end
from reference.few_acres_of_snow.ch01_board import EMPTY_BOARD, Kind, code, place, with_piece
from reference.few_acres_of_snow.frames import TurnStart
from reference.few_acres_of_snow.procedures import ENGINE
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Siege, State
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next

# Cubes and discs of either side.
STOCK = {BRITISH: (18, 12), FRENCH: (18, 9)}


PRINTED = {name: row.number("victory_points") for name, row in PLACES.items()}


class Standing(NamedTuple):
    """Whose turn begins, what lies where, what each side has captured as (villages, towns), and a siege running."""

    turn: str
    pieces: tuple[tuple[str, str, str], ...]
    british_captures: tuple[int, int]
    french_captures: tuple[int, int]
    siege: bool


def worth(captures: tuple[int, int]) -> int:
    return 2 * captures[0] + 4 * captures[1]


def points(now: Standing, side: str) -> int:
    """Add up the points printed beside a side's places, twice for a town, and what its captures are worth."""
    places = sum(PRINTED[name] * (2 if kind == "town" else 1) for name, owner, kind in now.pieces if owner == side)
    return places + worth(now.british_captures if side == BRITISH else now.french_captures)


def has_ended(now: Standing, *, captured_count: bool) -> bool:
    """Say whether the game ends: no siege runs, and the side to move has used a kind of piece up or captured twelve."""
    own, other = now.british_captures, now.french_captures
    if now.turn == FRENCH:
        own, other = other, own
    used = [sum(owner == now.turn and kind == each for _, owner, kind in now.pieces) for each in ("village", "town")]
    if captured_count:
        used = [placed + lost for placed, lost in zip(used, other, strict=True)]
    all_used = any(number == total for number, total in zip(used, STOCK[now.turn], strict=True))
    return not now.siege and (all_used or worth(own) >= 12)


def winner(now: Standing) -> str:
    """Give who has more points; France at a tie."""
    return BRITISH if points(now, BRITISH) > points(now, FRENCH) else FRENCH


NEAR_THE_LIMITS = (
    (BRITISH, 18, 2), (BRITISH, 16, 2), (BRITISH, 3, 12), (BRITISH, 3, 11), (BRITISH, 5, 2), (FRENCH, 18, 2),
    (FRENCH, 17, 1), (FRENCH, 3, 9), (FRENCH, 4, 8), (FRENCH, 1, 1), (BRITISH, 1, 0),
)  # fmt: skip


def standings() -> Iterator[Standing]:
    """Give boards on which a side has nearly or quite used a kind of piece up, or neither, with all small captures."""
    names = [*PLACES]
    for first, villages, towns in NEAR_THE_LIMITS:
        second = FRENCH if first == BRITISH else BRITISH
        kinds = ["town"] * towns + ["village"] * villages
        owned = [(name, first, kind) for name, kind in zip(names, kinds, strict=False)]
        rest = names[len(kinds) : len(kinds) + 5]
        pieces = (*owned, *((name, second, "village") for name in rest))
        for turn, siege in product((BRITISH, FRENCH), (False, True)):
            for lost, won in product(product(range(3), range(2)), product(range(7), range(4))):
                if villages + lost[0] > 18 or towns + lost[1] > STOCK[first][1] or won[0] + 5 > 18:
                    continue
                captures = (won, lost) if first == BRITISH else (lost, won)
                yield Standing(turn, pieces, *captures, siege)


@cache
def started(option: str) -> State:
    return GAME.start("standard", rules(f"first+end_counts_captured_as_placed={option}"))


def in_reference(now: Standing, option: str) -> State:
    board = EMPTY_BOARD
    for name, owner, kind in now.pieces:
        board = with_piece(board, place(name), code(Side(owner), Kind(kind)))
    start = started(option)
    british, french = start.players
    britain = british._replace(villages_taken=now.british_captures[0], towns_taken=now.british_captures[1])
    france = french._replace(villages_taken=now.french_captures[0], towns_taken=now.french_captures[1])
    # Nobody has won this siege yet, neither attacker nor defender.
    where = next(name for name, owner, _ in now.pieces if owner == FRENCH)
    sieges = (Siege(place(where), 0), None) if now.siege else (None, None)
    return start._replace(
        board=board, players=(britain, france), sieges=sieges, stack=Stack((TurnStart(Side(now.turn)),)), first_turns=0
    )


def ends_compared(option: str) -> int:
    cases = 0
    for now in standings():
        outcome = ENGINE.settle(Next(in_reference(now, option))).state.outcome
        ended = has_ended(now, captured_count=option == "yes")
        assert (outcome is not None) == ended, now
        if outcome is not None:
            assert outcome.points == (points(now, BRITISH), points(now, FRENCH)), now
            assert outcome.winner == winner(now), now
        cases += 1
    return cases


@proves("fa:end.2", "fa:end.3", "fa:end.4", "fa:end.5", "fa:end.6", "fa:end.7", "fa:end.8")
@pytest.mark.parametrize("option", ["yes", "no"])
def test_the_game_ends_and_is_scored_as_stated(option: str) -> None:
    """Given boards and captures near every limit, then the end, the points and the winner are as stated."""
    covered(f"ends of the game, captured pieces count as placed: {option}", ends_compared(option), 5_600)


FAULTS: dict[str, tuple[ModuleType, str, object]] = {
    "towns score once": (ch16_end, "_TOWN_FACTOR", 1),
    "captured towns are worth three": (ch16_end, "_CAPTURED_TOWN", 3),
    "ten points captured end the game": (ch16_end, "_CAPTURES_END", 10),
    "Britain wins ties": (ch16_end, "_TIE_WINNER", Side.BRITISH),
    "a siege does not keep the game going": (ch16_end, "running_sieges", lambda _: ()),
    "only towns used up end the game": (ch16_end, "Kind", (Kind.TOWN,)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, planted = FAULTS[fault]
    monkeypatch.setattr(module, name, planted)
    with pytest.raises(AssertionError):
        ends_compared("yes")
