"""The state of a game: board, tracks, and the procedures under way."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from reference.kernel.frames import Stack
from reference.kernel.rules import RuleId, rule
from reference.kernel.verdicts import Event, Next, event
from reference.wilderness_war.board import Board
from reference.wilderness_war.frames import Frame
from reference.wilderness_war.happenings import Happening
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side


class Season(StrEnum):
    """Half a year of play."""

    EARLY = "early"
    LATE = "late"


class Assemblies(StrEnum):
    """The mood of the Provincial Assemblies, from the French end of the track to the British."""

    RELUCTANT = "reluctant"
    SUPPORTIVE = "supportive"
    ENTHUSIASTIC = "enthusiastic"


class Tracks(NamedTuple):
    """The tracks and reminder markers beside the map.

    `vp` counts towards France: 4 is French 4, -4 is British 4. `niagara` and `ohio_forks` are who held these spaces
    alone last. `blockhouses` are the sides whose BLOCKHOUSES are in force this year.
    """

    year: int = 1757
    season: Season = Season.EARLY
    last_year: int = 1759
    vp: int = 0
    assemblies: Assemblies = Assemblies.SUPPORTIVE
    niagara: Side | None = None
    ohio_forks: Side | None = None
    blockhouses: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: who won (nobody: a draw), by which rule."""

    winner: Side | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class State:
    """All there is to know about a game at one moment."""

    board: Board
    tracks: Tracks
    stack: Stack[Frame]
    ruleset: Ruleset = field(hash=False)
    outcome: Outcome | None = None


def on_board(state: State, board: Board) -> State:
    """Return the state with another board."""
    return replace(state, board=board)


def with_top(state: State, frame: Frame) -> State:
    """Return the state with the frame at work exchanged."""
    return replace(state, stack=state.stack.replaced(frame))


def opened(state: State, frame: Frame) -> State:
    """Return the state with a further procedure under way."""
    return replace(state, stack=state.stack.pushed(frame))


def closed(state: State) -> State:
    """Return the state with the procedure at work finished."""
    return replace(state, stack=state.stack.popped())


@rule("ww:13.21", "ww:tbl-vp")
def score(state: State, side: Side, points: int, *rules: str) -> Next[State]:
    """Move the one VP marker towards a side."""
    towards_france = points if side is Side.FRENCH else -points
    vp = state.tracks.vp + towards_france
    scored: Event = event(Happening.VP_SCORED, "ww:13.21", *rules, side=side.value, points=points, vp=vp)
    return Next(replace(state, tracks=state.tracks._replace(vp=vp)), (scored,))


def vp_of(tracks: Tracks, side: Side) -> int:
    """Return a side's victory points; below zero when the marker is on the other half of the track."""
    return tracks.vp if side is Side.FRENCH else -tracks.vp
