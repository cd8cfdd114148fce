"""Tournament play: bids for the two sides, and what of them stays in force once they are set off."""

from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.tables import number
from reference.kernel.rules import rule

_INITIAL = {Side.ENGLAND: "e", Side.SCOTLAND: "s"}
BIDS: tuple[int, ...] = tuple(range(1, number("bid_max") + 1))


@rule("hs:TP-1")
def net_bid(english: int, scottish: int) -> str:
    """Return the value of the option `tournament_bid` that follows from a bid for England and one for Scotland."""
    if english not in BIDS or scottish not in BIDS:
        raise ValueError(f"bids are {BIDS[0]} to {BIDS[-1]}")
    return difference(english, scottish)


@rule("hs:TP-4", "hs:TP-6")
def difference(english: int, scottish: int) -> str:
    """Return what is left of two bids: nothing if they are equal, else the difference as a bid of the higher bidder."""
    if english == scottish:
        return "off"
    higher = Side.ENGLAND if english > scottish else Side.SCOTLAND
    return f"{_INITIAL[higher]}{abs(english - scottish)}"


@rule("hs:TP-2", "hs:TP-3")
def bid_in_force(side: Side, tournament_bid: str) -> int:
    """Return the bid of a side that the option `tournament_bid` leaves in force; none counts as 0."""
    return next((bid for bid in BIDS if tournament_bid == f"{_INITIAL[side]}{bid}"), 0)
