"""Contracts of A Few Acres of Snow's arithmetic: siege track, reach, limits of cards and points.

What CrossHair leaves unknown is enumerated in `properties/few_acres_of_snow/test_arithmetic.py`.
"""

from properties.few_acres_of_snow.explorer import GAME, rules
from reference.few_acres_of_snow.ch01_board import Kind
from reference.few_acres_of_snow.ch02_cards import CARDS, NATIVES, RAID_BLOCKERS, Card
from reference.few_acres_of_snow.ch04_turn import cards_lacking
from reference.few_acres_of_snow.ch05_actions import actions_in_turn
from reference.few_acres_of_snow.ch08_sieges import defence, on_track
from reference.few_acres_of_snow.ch09_siege_victory import leads_enough
from reference.few_acres_of_snow.ch11_raids import attack_cost, reach
from reference.few_acres_of_snow.ch16_end import all_placed, capture_points, end_condition, winner
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Player, State, player, stock, with_player
from reference.kernel.stacks import Stack

_FIRST, _ONLINE = rules("first"), rules("online")
_FURTHER = rules("first+raid_range=cards_plus_one")
_START = GAME.start("standard", _FIRST)._replace(stack=Stack((Turn(Side.FRENCH, 2),)))
_CAPTURED_COUNT = _FIRST.end_counts_captured_as_placed == "yes"


def _with(side: Side, changed: Player) -> State:
    return with_player(_START, side, changed)


# ---------------------------------------------------------------- sieges


def a_place_defends_itself_with_one_its_bonus_and_two_for_a_fort(bonus: int, fortified: bool) -> None:
    assert bonus >= 0
    force = defence(bonus, fortified)
    assert force == 1 + bonus + (2 if fortified else 0)


def the_marker_stays_on_its_track_and_goes_no_further_than_it_must(marker: int, british: bool) -> None:
    assert True
    stops = on_track(marker, Side.BRITISH if british else Side.FRENCH, _FIRST)
    least = -5 if british else -4
    assert least <= stops <= 7
    assert stops == marker or marker < least == stops or marker > 7 == stops


def online_the_track_has_no_end(marker: int) -> None:
    assert True
    stops = [on_track(marker, side, _ONLINE) for side in SIDES]
    assert stops == [marker, marker]


def more_force_never_moves_the_marker_the_other_way(marker: int, force: int, british: bool) -> None:
    assert force >= 0
    attacker = Side.BRITISH if british else Side.FRENCH
    before, after = on_track(marker, attacker, _FIRST), on_track(marker + force, attacker, _FIRST)
    assert before <= after <= before + force


def never_do_both_sides_lead_enough_to_win(marker: int) -> None:
    assert True
    attacker, defender = leads_enough(marker, attacking=True), leads_enough(marker, attacking=False)
    assert not (attacker and defender)
    assert attacker == (marker >= 2)
    assert defender == (marker < 0)


def the_end_of_a_track_still_wins(marker: int, british: bool) -> None:
    assert True
    stops = on_track(marker, Side.BRITISH if british else Side.FRENCH, _FIRST)
    for attacking in (True, False):
        assert leads_enough(stops, attacking=attacking) == leads_enough(marker, attacking=attacking)


# ---------------------------------------------------------------- raids


def every_further_card_reaches_a_link_further(cards: int) -> None:
    assert cards >= 1
    plain, further = reach(cards, _FIRST), reach(cards, _FURTHER)
    assert plain == cards
    assert further == plain + 1


def only_natives_cost_money_in_an_attack_one_each(which: int) -> None:
    assert 0 <= which < len(CARDS)
    price = attack_cost(Card(which))
    assert price == (1 if which in NATIVES else 0)
    assert price == 0 or which in RAID_BLOCKERS


# ---------------------------------------------------------------- limits of cards


def a_hand_is_filled_up_to_five_and_never_cut(size: int) -> None:
    assert size >= 0
    lacking = cards_lacking(size)
    assert lacking == max(0, 5 - size)
    assert lacking == 0 or size + lacking == 5


def a_first_turn_has_one_action_and_any_other_two(first_turns: int) -> None:
    assert 0 <= first_turns <= 2
    actions = actions_in_turn(_START._replace(first_turns=first_turns))
    assert actions == (1 if first_turns else 2)


# ---------------------------------------------------------------- points


def captures_are_worth_two_and_four(villages: int, towns: int) -> None:
    assert villages >= 0
    assert towns >= 0
    points = capture_points(villages, towns)
    assert points == villages + villages + towns + towns + towns + towns


def the_most_points_win_and_a_tie_goes_to_france(british: int, french: int) -> None:
    assert True
    won = winner(british, french)
    assert (won is Side.BRITISH) == (british > french)


def captures_of_twelve_points_end_the_game(villages: int, towns: int) -> None:
    assert villages >= 0
    assert towns >= 0
    changed = player(_START, Side.FRENCH)._replace(villages_taken=villages, towns_taken=towns)
    ending = end_condition(_with(Side.FRENCH, changed), Side.FRENCH)
    assert (ending == "fa:end.3") == (villages + 2 * towns >= 6)
    assert ending in (None, "fa:end.3")


def a_piece_is_in_stock_on_the_board_or_captured(villages: int, towns: int) -> None:
    assert 0 <= villages <= 11
    assert 0 <= towns <= 10
    changed = player(_START, Side.FRENCH)._replace(villages_taken=villages, towns_taken=towns)
    state = _with(Side.FRENCH, changed)
    cubes, discs = stock(state, Side.BRITISH, Kind.VILLAGE), stock(state, Side.BRITISH, Kind.TOWN)
    assert (cubes + villages + 5, discs + towns + 2) == (18, 12)
    assert all_placed(state, Side.BRITISH, Kind.TOWN) == (_CAPTURED_COUNT and discs == 0)
