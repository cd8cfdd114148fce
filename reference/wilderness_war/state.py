"""The state of a game: board, tracks, and the procedures under way."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from reference.kernel.codec import UNWRITTEN_BY_DEFAULT
from reference.kernel.ranges import ranged
from reference.kernel.records import replace
from reference.kernel.rules import RuleId, rule
from reference.kernel.stacks import Stack, with_top
from reference.kernel.verdicts import Event as News
from reference.kernel.verdicts import Next, Violation, event, violation
from reference.wilderness_war import ranges
from reference.wilderness_war.board import Board
from reference.wilderness_war.cards import FACES, HAND, At, Card, Cards, Event, held_copy, put_card
from reference.wilderness_war.ch02_map import Department, Space
from reference.wilderness_war.ch03_pieces import Leader, Unit
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Frame, Move, Raiding
from reference.wilderness_war.reasons import Reason
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


class Cherokees(StrEnum):
    """Where the Cherokees stand: nothing played yet, allied once, in uprising."""

    NEUTRAL = "neutral"
    ALLIED = "allied"
    UPRISING = "uprising"


class Tracks(NamedTuple):
    """The tracks and reminder markers beside the map.

    `vp` counts towards France: 4 is French 4, -4 is British 4. `niagara` and `ohio_forks` are who held these spaces
    alone last. `blockhouses` are the sides whose BLOCKHOUSES are in force this year. `start` is the year in which the
    scenario began. `british_raids` and `french_raids` are the Departments a side has raided this year, with success or
    not. `regulars` are the sides that played a REGULARS event this season. `spared` are the Departments with besieged
    provincials beyond the Assemblies' limit.
    """

    year: int = 1757
    season: Season = Season.EARLY
    last_year: int = 1759
    vp: int = 0
    assemblies: Assemblies = Assemblies.SUPPORTIVE
    niagara: Side | None = None
    ohio_forks: Side | None = None
    blockhouses: tuple[Side, ...] = ()
    start: int = 1757
    pitt: bool = True
    diplomatic: bool = True
    no_landings: bool = False
    no_french_naval: bool = False
    quiberon: bool = False
    cherokees: Cherokees = Cherokees.NEUTRAL
    regulars: tuple[Side, ...] = ()
    british_raids: tuple[Department, ...] = ()
    french_raids: tuple[Department, ...] = ()
    spared: tuple[Department, ...] = ()


@dataclass(frozen=True, slots=True)
class Fight:
    """A unit fought a battle in a space."""

    unit: Unit
    space: Space


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a leader stood before he moved in this phase."""

    leader: Leader
    space: Space


@dataclass(frozen=True, slots=True)
class Phase:
    """What is remembered during an Action Phase.

    These are the value of the card played, CAMPAIGN or not, the pieces that may no longer be activated, the battles of
    auxiliaries, and the units that let an infiltrator pass (`barred`). `joined` are pieces that joined a combat without
    being activated; `departures` say where leaders stood before CAMPAIGN moved them.
    """

    value: int = field(default=0, metadata=ranged(ranges.PLAYED_VALUE))
    campaign: bool = False
    units: tuple[Unit, ...] = ()
    leaders: tuple[Leader, ...] = ()
    fights: tuple[Fight, ...] = ()
    barred: tuple[Unit, ...] = ()
    joined: tuple[Unit, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)
    joined_leaders: tuple[Leader, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)
    departures: tuple[Departure, ...] = field(default=(), metadata=UNWRITTEN_BY_DEFAULT)


NO_PHASE = Phase()
NO_CARDS = Cards()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended: who won (nobody: a draw), by which rule."""

    winner: Side | None
    rule: RuleId


@dataclass(frozen=True, slots=True)
class State:
    """All there is to know about a game at one moment."""

    board: Board
    tracks: Tracks = field(hash=False)
    stack: Stack[Frame]
    ruleset: Ruleset = field(hash=False)
    outcome: Outcome | None = field(default=None, hash=False)
    cards: Cards = NO_CARDS
    phase: Phase = field(default=NO_PHASE, hash=False)

    def with_stack(self, stack: Stack[Frame]) -> "State":
        """Return the state with other procedures under way."""
        return State(self.board, self.tracks, stack, self.ruleset, self.outcome, self.cards, self.phase)


def on_board(state: State, board: Board) -> State:
    """Return the state with another board."""
    return State(board, state.tracks, state.stack, state.ruleset, state.outcome, state.cards, state.phase)


def handed(state: State, winner: Side, *, overrun: bool) -> State:
    """Tell the procedure now at work who won the battle it asked for."""
    if not state.stack:
        return state
    frame = state.stack.top
    match frame:
        case Battle() | Move():
            return with_top(state, replace(frame, winner=winner, overrun=overrun))
        case Raiding():
            return with_top(state, replace(frame, winner=winner))
        case _:
            return state


# ---------------------------------------------------------------- cards


def with_tracks(state: State, tracks: Tracks) -> State:
    """Return the state with other tracks."""
    return replace(state, tracks=tracks)


@rule("ww:5.22", "ww:5.23", "ww:5.25", "ww:card-surrender-shuffle")
def spent_card(state: State, card: Card, *, as_event: bool) -> State:
    """Take a card out of a hand: to the discards, or out of the game if it says so and was played as its event."""
    face = FACES[card]
    cards = put_card(state.cards, card, At.REMOVED if as_event and face.remove else At.DISCARDS)
    return replace(state, cards=cards._replace(reshuffle=cards.reshuffle or face.reshuffle))


def taken_card(state: State, card: Card, side: Side) -> State:
    """Put a card into a side's hand."""
    return replace(state, cards=put_card(state.cards, card, HAND[side]))


@rule("ww:5.13", "ww:5.56", "ww:5.12")
def response(state: State, side: Side, event: Event) -> Card | None:
    """Return the card with which a side could respond, if it holds one and the event is open to it."""
    held = held_copy(state.cards, side, event)
    return None if held is None or FACES[held].symbol is side.enemy else held


@rule("ww:5.56", "ww:5.26")
def wrong_response(state: State, side: Side, card: Card) -> tuple[Violation, ...]:
    """Refuse a card that does not fit the moment, and give a second reason if the side does not hold it."""
    unfit = violation(Reason.NOT_THE_RESPONSE, "ww:5.56", card=FACES[card].id)
    if state.cards.at[card] == HAND[side]:
        return (unfit,)
    return violation(Reason.CARD_NOT_HELD, "ww:5.26", card=FACES[card].id), unfit


def responded(state: State, card: Card, side: Side, *rules: str) -> Next[State]:
    """Play a response event; it does not use up the card play of the phase."""
    played = event(EventKind.EVENT_PLAYED, FACES[card].rule, "ww:5.56", *rules, side=side.value, card=FACES[card].id)
    return Next(spent_card(state, card, as_event=True), (played,))


@rule("ww:13.21", "ww:tbl-vp")
def score(state: State, side: Side, points: int, *rules: str) -> Next[State]:
    """Move the one VP marker towards a side."""
    towards_france = points if side is Side.FRENCH else -points
    vp = state.tracks.vp + towards_france
    scored: News = event(EventKind.VP_SCORED, "ww:13.21", *rules, side=side.value, points=points, vp=vp)
    return Next(replace(state, tracks=state.tracks._replace(vp=vp)), (scored,))


def vp_of(tracks: Tracks, side: Side) -> int:
    """Return a side's victory points; below zero when the marker is on the other half of the track."""
    return tracks.vp if side is Side.FRENCH else -tracks.vp
