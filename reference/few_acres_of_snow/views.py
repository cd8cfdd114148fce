"""What follows from a state, and what a side may know of it.

Open to both: board, money, captures, reserves, sieges, the neutral display, cards played. Hands and decks are hidden;
a hand that is shown lies open for that moment. Discard and available piles are open or not as the option says.
"""

from collections.abc import Callable

from reference.few_acres_of_snow.ch01_board import FORT_TOTAL, IDS, PLACES, Kind
from reference.few_acres_of_snow.ch02_cards import names
from reference.few_acres_of_snow.ch07_location_cards import is_linked, usable_location_cards
from reference.few_acres_of_snow.ch16_end import points
from reference.few_acres_of_snow.positions import written
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Player, State, player, stock
from reference.kernel.canonical import Json
from reference.kernel.rules import rule
from reference.kernel.views import shown_or_counted


def described(state: State) -> Json:
    """Return a state with what follows from it: every pile, stocks, links to the home places, usable cards, points."""
    return {
        **written(state),
        "reserves": {side.value: list(names(player(state, side).reserve)) for side in SIDES},
        "locations": {side.value: list(names(player(state, side).locations)) for side in SIDES},
        "empire": {side.value: list(names(player(state, side).empire)) for side in SIDES},
        "display": list(names(state.display)),
        "captured": {
            side.value: {"villages": player(state, side).villages_taken, "towns": player(state, side).towns_taken}
            for side in SIDES
        },
        "stock": {side.value: {f"{kind.value}s": stock(state, side, kind) for kind in Kind} for side in SIDES},
        "forts_left": FORT_TOTAL - sum(state.board.forts),
        "linked": {side.value: [IDS[where] for where in PLACES if is_linked(state, side, where)] for side in SIDES},
        "usable": {side.value: list(names(sorted(usable_location_cards(state, side)))) for side in SIDES},
        "points": {side.value: points(state, side) for side in SIDES},
    }


@rule("fa:faq.info.1", "fa:board.13", "fa:setup.4", "fa:reserve.1", "fa:setup.3")
def seen(state: State, side: Side) -> Json:
    """Return what a side may know."""
    form = {name: value for name, value in written(state).items() if name not in _HIDDEN}
    foe = side.enemy
    return {
        **form,
        "hand": list(names(player(state, side).hand)),
        "enemy_hand": shown_or_counted(names(player(state, foe).hand), shown=state.shown is foe),
        "decks": {each.value: shown_or_counted(names(player(state, each).deck), shown=False) for each in SIDES},
        "discards": _open(state, side, lambda of: of.discard),
        "locations": _open(state, side, lambda of: of.locations),
        "empire": _open(state, side, lambda of: of.empire),
        "display": list(names(state.display)),
        "sieges": _sieges(state, side),
    }


_HIDDEN = ("hands", "decks", "stacked", "discards", "locations", "empire", "display", "sieges")


@rule("fa:board.13")
def _open(state: State, side: Side, pile: Callable[[Player], bytes]) -> dict[str, Json]:
    """Return a pile of both players: the own one, and the opponent's or only its size."""
    found: dict[str, Json] = {}
    for each in SIDES:
        cards = pile(player(state, each))
        shown = each is side or state.ruleset.open_piles != "no"
        found[each.value] = shown_or_counted(names(cards), shown=shown)
    return found


def _sieges(state: State, side: Side) -> dict[str, Json]:
    """Return both sieges; the cards named beforehand are each player's own secret."""
    found: dict[str, Json] = {}
    for attacker, siege in zip(SIDES, state.sieges, strict=True):
        if siege is not None:
            own = siege.named[0 if attacker is side else 1]
            found[attacker.value] = {
                "place": IDS[siege.place],
                "marker": siege.marker,
                "attackers": list(names(siege.cards[0])),
                "defenders": list(names(siege.cards[1])),
                "named": None if own is None else names((own,))[0],
            }
    return found
