"""Chapter 3 and the introduction: the deal, the play of cards, who goes first, how a turn and a year end."""

from fractions import Fraction

import pytest

from reference.hammer_of_the_scots.actions import Card, DealCard
from reference.hammer_of_the_scots.ch03_cards import DECK, KINDS, first_player, is_event, moves_of
from reference.hammer_of_the_scots.frames import Moving
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.decisions import Chance
from reference.kernel.rules import proves
from tests.hammer_of_the_scots.positions import (
    GAME,
    STANDARD,
    about,
    at,
    by,
    cited,
    happened,
    moves,
    not_asked,
    options,
    place,
    play,
    refused,
    where,
    winter,
)

LEVY = "draw e_edward; draw e_lancaster_archers; draw e_wales_archers; draw e_york_knights"
ENGLISH_FIVE = "deal move3; deal move2; deal move1; deal herald; deal truce"
SCOTTISH_FIVE = "deal move3; deal move2; deal move1; deal pillage; deal victuals"


@proves("hs:3.0-2", "hs:I-6")
def test_all_cards_are_shuffled_and_five_dealt_to_each_player() -> None:
    """Given a new game, when cards are dealt, then England gets five, Scotland five, each drawn from what is left."""
    state = play(GAME.start("braveheart", STANDARD), LEVY)
    due = GAME.decision(state)
    assert isinstance(due, Chance)
    assert dict(due.outcomes)[DealCard(Card.MOVE2)] == Fraction(10, 25)
    assert sum(odds for _, odds in due.outcomes) == 1
    state = play(state, ENGLISH_FIVE)
    assert sum(state.cards.england) == 5
    left = GAME.decision(state)
    assert isinstance(left, Chance)
    assert DealCard(Card.HERALD) not in left.actions
    assert dict(left.outcomes)[DealCard(Card.MOVE3)] == Fraction(2, 20)
    state = play(state, SCOTTISH_FIVE)
    assert (by(state), about(state), state.calendar.turn) == ("england", "a card to play face down", 1)


@proves("hs:3.0-1", "hs:3.0-2")
def test_the_deck_has_twenty_move_cards_and_five_events() -> None:
    assert dict(zip((card.value for card in KINDS), DECK, strict=True)) == {
        "move3": 3, "move2": 10, "move1": 7, "herald": 1, "pillage": 1, "sea_move": 1, "truce": 1, "victuals": 1,
    }  # fmt: skip
    assert sum(is_event(card) for card in KINDS) == 5
    state = play(GAME.start("braveheart", STANDARD), LEVY)
    due = GAME.decision(state)
    assert isinstance(due, Chance)
    events = [odds for deal, odds in due.outcomes if isinstance(deal, DealCard) and is_event(deal.card)]
    assert events == [Fraction(1, 25)] * 5
    assert dict(due.outcomes)[DealCard(Card.MOVE1)] == Fraction(7, 25)
    assert dict(due.outcomes)[DealCard(Card.MOVE3)] == Fraction(3, 25)
    left = GAME.decision(play(state, "deal move1"))
    assert isinstance(left, Chance)
    assert dict(left.outcomes)[DealCard(Card.MOVE1)] == Fraction(6, 24)


@proves("hs:3.1-1", "hs:4.0-2")
def test_each_player_must_play_one_card_of_his_hand() -> None:
    state = play(GAME.start("braveheart", STANDARD), f"{LEVY}; {ENGLISH_FIVE}; {SCOTTISH_FIVE}")
    assert options(state) == ["play move3", "play move2", "play move1", "play herald", "play truce"]
    assert refused(state, "play victuals") == ["3.1-1"]
    assert not_asked(state, "done")
    state = play(state, "play move2")
    assert (by(state), options(state)) == (
        "scotland",
        ["play move3", "play move2", "play move1", "play pillage", "play victuals"],
    )


@proves("hs:3.1-2", "hs:3.1-3", "hs:3.12-2", "hs:3.12-3", "hs:I-7", "hs:4.1-1")
@pytest.mark.parametrize(
    ("english", "scottish", "first"),
    [
        ("move3", "move2", Side.ENGLAND),
        ("move2", "move2", Side.ENGLAND),
        ("move1", "move2", Side.SCOTLAND),
        ("move3", "truce", Side.SCOTLAND),
        ("victuals", "move3", Side.ENGLAND),
        ("victuals", "truce", Side.ENGLAND),
    ],
)
def test_the_higher_card_goes_first_england_when_equal_and_an_event_before_any_move(
    english: str, scottish: str, first: Side
) -> None:
    assert first_player(Card(english), Card(scottish)) is first


@proves("hs:I-8", "hs:3.11-1", "hs:3.12-1")
def test_move_cards_give_one_to_three_moves_and_event_cards_none() -> None:
    worth = {Card.MOVE1: 1, Card.MOVE2: 2, Card.MOVE3: 3}
    for side in Side:
        for card in Card:
            assert moves_of(card, side) == (Moving(side, worth[card]) if card in worth else None)


@proves("hs:I-10", "hs:4.1-2", "hs:3.11-1", "hs:I-8", "hs:4.0-1", "hs:4.0-3")
def test_the_first_player_moves_with_the_points_of_his_card_before_the_second_and_keeps_none() -> None:
    """Given a 1 against a 2, when Scotland ends its moves with a point left, then England moves with one point."""
    state = moves({"fife": "s_douglas", "lothian": "e_york_infantry e_durham_infantry"}, "move1", "move2")
    assert (by(state), options(state)) == ("scotland", ["select s_douglas", "select s_galloway", "done"])
    state = play(state, "select s_douglas; march s_douglas angus; march s_douglas angus; done")
    assert by(state) == "england"
    state = play(state, "select e_york_infantry; march e_york_infantry lanark; march e_york_infantry lanark")
    assert options(state) == ["select e_durham_infantry", "done"]


@proves("hs:3.12-1", "hs:3.12-2")
def test_an_event_comes_first_and_gives_no_points() -> None:
    state = moves({"fife": "s_douglas:2", "lothian": "e_york_infantry"}, "move3", "victuals")
    assert (by(state), about(state)) == ("scotland", "a block that gains a step")
    state = play(state, "select s_douglas; done")
    assert (by(state), about(state)) == ("england", "a block to move")
    assert about(play(state, "done")) == "a card to play face down"


@proves("hs:3.12-3", "hs:3.12-4", "hs:7.0-1", "hs:C-1b")
def test_two_events_both_happen_english_first_and_end_the_year() -> None:
    """Given Truce and Victuals at once, when both are done, then the hands are lost and winter comes."""
    state = moves({"fife": "s_douglas:2", "lothian": "e_york_infantry:2"}, "truce", "victuals")
    assert (by(state), about(state)) == ("england", "a truce, or none")
    assert (sum(state.cards.england), sum(state.cards.scotland)) == (0, 0)
    state = play(state, "play_event")
    assert (by(state), about(state)) == ("scotland", "a block that gains a step")
    state, events = happened(state, "done")
    assert "year_ended" in [each.kind.value for each in events]
    assert about(state) == "a block that disbands"


@proves("hs:S3-1")
def test_an_event_may_be_passed_up_and_is_gone() -> None:
    for card in ("truce", "herald", "pillage", "sea_move", "victuals"):
        state = moves({"fife": "s_douglas:2", "lothian": "e_york_infantry"}, "move1", card)
        assert options(state)[-1] == "done"
        state, events = happened(state, "done")
        assert "S3-1" in cited(events)
        assert (about(state), state.cards.scottish_card) == ("a block to move", Card(card))


@proves("hs:7.0-2", "hs:I-13", "hs:7.0-4")
def test_a_turn_follows_until_no_card_is_left_and_then_winter_comes() -> None:
    state = moves({"fife": "s_douglas", "lothian": "e_york_infantry"}, "move1", "move1")
    state = play(state, "done; done")
    assert (about(state), state.calendar.turn) == ("a card to play face down", 2)
    state, events = happened(state, "play move1; play move1; done; done")
    assert "year_ended" in [each.kind.value for each in events]
    assert (by(state), about(state)) == ("england", "a block that disbands")


@proves("hs:I-11", "hs:5.1-1", "hs:I-12")
def test_battles_are_fought_only_after_both_have_moved() -> None:
    state = moves({"angus": "e_york_infantry", "fife": "s_douglas"}, "move2", "move1")
    state = play(state, "select e_york_infantry; march e_york_infantry fife; done")
    assert (by(state), about(state)) == ("scotland", "a block to move")
    state = play(state, "done")
    assert (by(state), about(state), options(state)) == ("england", "the next battle", ["choose fife"])


@proves("hs:7.7-2", "hs:7.7-4", "hs:8.1-6", "hs:5.8-2")
def test_levied_blocks_come_unseen_from_the_pool_to_england_at_full_strength() -> None:
    state = GAME.start("braveheart", STANDARD)
    assert len(options(state)) == 13
    assert options(state)[0] == "draw e_edward"
    state = play(state, LEVY)
    assert at(state, "england") == "e_edward e_lancaster_archers e_wales_archers e_york_knights"
    lost = winter({"fife": "s_douglas"}, "levy", pool=["e_hobelars", "e_york_infantry"])
    assert options(lost) == ["draw e_hobelars", "draw e_york_infantry"]
    back = play(lost, "draw e_hobelars")
    assert (where(back, "e_hobelars"), where(back, "e_york_infantry")) == ("england", "pool")
    assert about(back) == "the next card dealt"


def test_chance_decisions_take_only_chance() -> None:
    state = GAME.start("braveheart", STANDARD)
    assert not_asked(state, "draw s_norse")
    assert not_asked(state, "done")


def test_a_turn_without_a_first_player_is_read_back() -> None:
    state = place(
        {"fife": "s_douglas"}, [{"type": "turn", "stage": "cards"}], hands={"england": ["truce"], "scotland": ["move1"]}
    )
    assert (by(state), options(state)) == ("england", ["play truce"])
