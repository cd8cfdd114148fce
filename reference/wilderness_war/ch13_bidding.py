"""Chapter 13.3: bidding for sides.

Until sides are taken, each player is called by the side he sits down with. Each writes a bid; the higher bidder takes
the side he wants, and the other starts with that many VP more. By option the bids are open and alternate.
"""

from reference.kernel.decisions import Chance, Choice, evenly
from reference.kernel.procedures import Procedure, always_waits
from reference.kernel.records import replace
from reference.kernel.rules import rule
from reference.kernel.stacks import closed, with_top
from reference.kernel.verdicts import Next, Violation, event, violation
from reference.wilderness_war.actions import DIE, Action, Bid, Decline, Roll, TakeSide
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Bidding
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, score

_MOST = table("victory").number("vp_track_max_per_side")
_PLAYERS = (Side.FRENCH, Side.BRITISH)
FIRST_BIDDER = _PLAYERS[0]
_LOW_FACES = 3


def is_bidding(ruleset: Ruleset) -> bool:
    """Say whether a game begins with bids."""
    return "on" in (ruleset.bidding, ruleset.open_bidding)


def _bidder(frame: Bidding) -> Side:
    return _PLAYERS[len(frame.bids) % len(_PLAYERS)]


@rule("ww:en-14.7", "ww:13.3")
def least_bid(frame: Bidding, ruleset: Ruleset) -> int:
    """Return the least a player may bid: 0, or in open bidding more than the last bid."""
    return next(reversed(frame.bids), -1) + 1 if ruleset.open_bidding == "on" else 0


def decision(state: State, frame: Bidding) -> Choice[Action] | Chance[Roll]:
    """Return the next bid, the die between equal bids, or the winner's choice of side."""
    if frame.tied:
        return evenly("tied_bids", ("ww:13.3-tie",), DIE)
    if frame.winner is not None:
        return Choice(frame.winner, "take_side", ("ww:13.3",), tuple(map(TakeSide, Side)))
    bids: tuple[Action, ...] = tuple(Bid(points) for points in range(least_bid(frame, state.ruleset), _MOST + 1))
    if state.ruleset.open_bidding == "on":
        more = (*bids, *((Decline(),) if frame.bids else ()))
        return Choice(_bidder(frame), "bid", ("ww:en-14.7",), more)
    return Choice(_bidder(frame), "bid", ("ww:13.3",), bids)


def violations(state: State, frame: Bidding, action: Action) -> tuple[Violation, ...] | None:
    """Find what keeps a player from bidding, passing, or taking a side."""
    open_bids = state.ruleset.open_bidding == "on"
    match action:
        case Bid(points) if frame.winner is None:
            least = least_bid(frame, state.ruleset)
            if least <= points <= _MOST:
                return ()
            cited = "ww:en-14.7" if open_bids else "ww:13.3"
            return (violation(Reason.BID_OUT_OF_RANGE, cited, bid=points, least=least, most=_MOST),)
        case Decline() if frame.winner is None and open_bids:
            return () if frame.bids else (violation(Reason.BID_OUT_OF_RANGE, "ww:en-14.7", least=0),)
        case TakeSide() if frame.winner is not None:
            return ()
        case _:
            return None


def apply(state: State, frame: Bidding, action: Action) -> Next[State]:
    """Bid, pass, roll between equal bids, or take a side."""
    match action:
        case Bid(points):
            noted = replace(frame, bids=(*frame.bids, points))
            after = open_bid_made(noted) if state.ruleset.open_bidding == "on" else written_bid_made(noted)
            return Next(with_top(state, after), (event(EventKind.BID_MADE, "ww:13.3", player=_bidder(frame).value),))
        case Decline():
            return Next(with_top(state, replace(frame, winner=_bidder(frame).enemy)))
        case TakeSide(side):
            return _taken(state, frame, side)
        case _:
            assert isinstance(action, Roll)
            return rolled(state, frame, action)


@rule("ww:en-14.7")
def open_bid_made(frame: Bidding) -> Bidding:
    """Let the other player bid more, unless the last bid is the highest there can be."""
    return replace(frame, winner=_bidder(frame).enemy) if frame.bids[-1] == _MOST else frame


@rule("ww:13.3", "ww:13.3-tie")
def written_bid_made(frame: Bidding) -> Bidding:
    """Decide between two written bids: the higher one wins, a die decides between equal ones."""
    if len(frame.bids) < len(_PLAYERS):
        return frame
    best = max(frame.bids)
    if frame.bids.count(best) > 1:
        return replace(frame, tied=True)
    return replace(frame, winner=_PLAYERS[frame.bids.index(best)])


@rule("ww:13.3-tie")
def rolled(state: State, frame: Bidding, action: Roll) -> Next[State]:
    """Decide between equal bids: the first player wins on the low half of the die."""
    winner = _PLAYERS[0] if action.die <= _LOW_FACES else _PLAYERS[1]
    return Next(with_top(state, replace(frame, winner=winner, tied=False)))


@rule("ww:13.3", "ww:en-14.7")
def _taken(state: State, frame: Bidding, side: Side) -> Next[State]:
    """Take a side; the other side starts with the VP of the winning bid."""
    assert frame.winner is not None
    taken = event(EventKind.SIDE_TAKEN, "ww:13.3", player=frame.winner.value, side=side.value)
    points = max(frame.bids)
    if not points:
        return Next(closed(state), (taken,))
    scored = score(closed(state), side.enemy, points, "ww:13.3")
    return Next(scored.state, (taken, *scored.events))


BIDDING: Procedure[State, Bidding, Action] = Procedure(decision, violations, apply, always_waits)
