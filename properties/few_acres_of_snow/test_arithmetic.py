"""Arithmetic that CrossHair leaves unknown, over every value it can have in a game and some beyond."""

from itertools import product

from properties.domains import covered
from properties.few_acres_of_snow.explorer import GAME, rules
from reference.few_acres_of_snow.actions import Discard, Piracy, Play, Reserve
from reference.few_acres_of_snow.ch01_board import LOCATIONS, PLACES
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, LOUISBOURG_CARD, MILITARY, SHIPS, card
from reference.few_acres_of_snow.ch05_actions import paying, taking, unaffordable
from reference.few_acres_of_snow.ch08_sieges import siege_cost, strength
from reference.few_acres_of_snow.ch13_finance import robbed
from reference.few_acres_of_snow.ch14_card_management import reserve_violations, retrieve_violations, retrieved
from reference.few_acres_of_snow.frames import Turn
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Player, State, player, with_player
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next

START = GAME.start("standard", rules("first"))
MILITIA, FRENCH_SHIPS = card("british_militia"), card("french_ships")
MONEY = range(21)


def turn_of(side: Side, changed: Player) -> State:
    return with_player(START, side, changed)._replace(stack=Stack((Turn(side, 2),)))


@proves("fa:siege.loc.1", "fa:reinforce.6", "fa:siege.start.13", "fa:sum.war.2", "fa:aid.siege.3")
def test_every_card_fights_with_its_symbols_or_its_ship_and_only_artillery_costs() -> None:
    for which, where in product(CARDS, PLACES):
        force = strength(which, where, rules("first"))
        assert force == max(MILITARY[which], int(which in SHIPS and LOCATIONS[where].ship)) <= 3
        assert siege_cost(which) == (3 if CARD_IDS[which].endswith("siege_artillery") else 0)
    covered("strength and cost: card x place", len(CARDS) * len(PLACES), 3_240)


def test_what_is_paid_is_gone_and_only_what_is_there_can_be_paid() -> None:
    cases = 0
    for side, money, amount in product(SIDES, MONEY, MONEY):
        before = player(START, side)._replace(money=money)
        state = turn_of(side, before)
        assert (unaffordable(state, side, amount, "fa:draft.2") == ()) == (amount <= money)
        paid, taken = paying(state, side, amount, "fa:draft.2")[0], taking(state, side, amount, "fa:income.1")[0]
        assert player(paid, side) == before._replace(money=money - amount)
        assert player(taken, side) == before._replace(money=money + amount)
        assert player(paid, side.enemy) == player(taken, side.enemy) == player(START, side.enemy)
        cases += 1
    covered("money: side x money x cost", cases, 882)


@proves("fa:piracy.1", "fa:piracy.2", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_pirates_gain_two_and_never_leave_britain_in_debt() -> None:
    hand = bytes(sorted((LOUISBOURG_CARD, FRENCH_SHIPS)))
    for british, french in product(MONEY, MONEY):
        state = turn_of(Side.FRENCH, player(START, Side.FRENCH)._replace(money=french, hand=hand, discard=b""))
        state = with_player(state, Side.BRITISH, player(state, Side.BRITISH)._replace(money=british))
        after = robbed(state, Side.FRENCH, Piracy(FRENCH_SHIPS)).state
        pirate, victim = player(after, Side.FRENCH), player(after, Side.BRITISH)
        assert (pirate.money, pirate.hand, pirate.discard) == (french + 2, b"", hand)
        assert victim.money == (british - 2 if british >= 2 else 0)
    covered("piracy: British money x French money", len(MONEY) ** 2, 441)


@proves("fa:reserve.2", "fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.3", "fa:retrieve.4", "fa:sum.card.3",
        "fa:sum.card.4")  # fmt: skip
def test_a_reserve_takes_five_cards_and_is_taken_back_whole_for_a_coin_a_card() -> None:
    cases = 0
    for size, money, held in product(range(8), MONEY, range(1, 7)):
        hand, reserve = bytes([MILITIA]) * held, bytes([MILITIA]) * size
        state = turn_of(Side.BRITISH, player(START, Side.BRITISH)._replace(money=money, hand=hand, reserve=reserve))
        assert (reserve_violations(state, Side.BRITISH, Reserve(MILITIA)) == ()) == (size < 5)
        assert (retrieve_violations(state, Side.BRITISH) == ()) == (1 <= size <= money)
        after = player(retrieved(state, Side.BRITISH).state, Side.BRITISH)
        assert (len(after.hand), after.reserve, after.money) == (held + size, b"", money - size)
        cases += 1
    covered("reserve: cards in it x money x cards in hand", cases, 1_008)


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def test_the_first_card_discarded_is_free_and_every_further_one_costs_a_coin() -> None:
    cases = 0
    for held, money in product(range(1, 8), range(8)):
        hand = bytes([MILITIA]) * held
        state = turn_of(Side.BRITISH, player(START, Side.BRITISH)._replace(money=money, hand=hand, discard=b""))
        verdict = GAME.step(state, Discard(MILITIA))
        gone = 1
        while isinstance(verdict, Next):
            state, verdict = verdict.state, GAME.step(verdict.state, Play(MILITIA))
            gone += isinstance(verdict, Next)
        assert gone == min(held, 1 + money)
        assert player(state, Side.BRITISH).money == money - (gone - 1)
        cases += 1
    covered("discards: cards in hand x money", cases, 56)
