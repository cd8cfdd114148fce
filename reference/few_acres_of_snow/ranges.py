"""What the numbers of a position or a procedure may be, from the pieces, coins and cards of the game."""

from reference.few_acres_of_snow.ch01_board import Kind, total
from reference.few_acres_of_snow.ch02_cards import CARDS
from reference.few_acres_of_snow.sides import SIDES
from reference.few_acres_of_snow.tables import setup
from reference.kernel.ranges import Range

_FIVE = 5
_COINS = setup("money").number("coins_of_1") + _FIVE * setup("money").number("coins_of_5")

# No rule says what happens when the coins run out, so a player may have more than there are.
MONEY = Range(-_COINS, 100 * _COINS)
FIRST_TURNS = Range(0, len(SIDES))
ACTIONS = Range(0, setup("players").number("actions_per_turn"))
VILLAGES_TAKEN = Range(0, max(total(side, Kind.VILLAGE) for side in SIDES))
TOWNS_TAKEN = Range(0, max(total(side, Kind.TOWN) for side in SIDES))
# Every card in a siege counts a few, and there are not more cards.
SIEGE_MARKER = Range(-3 * len(CARDS), 3 * len(CARDS))
CARDS_LEFT = Range(0, len(CARDS))
POINTS = Range(0, 1000)
