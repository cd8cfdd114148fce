"""Drafting, discarding, the reserve, governor, intendant and home support."""

import pytest

from reference.few_acres_of_snow.actions import Draft
from reference.few_acres_of_snow.ch02_cards import card, names, pile, plus
from reference.few_acres_of_snow.ch14_card_management import drafted, home_support_played, retrieved
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Purpose, Turn
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, facts_to_json, unasked, violation
from tests.few_acres_of_snow.scenes import DONE, FRENCH_TURN, Scene, act, after, b, f, offered, placed, play, told, turn
from tests.few_acres_of_snow.small_scenes import BRITISH, cards, kinds, scene, with_money


@proves("fa:draft.1", "fa:draft.2", "fa:board.13", "fa:sum.card.1", "fa:aid.draft.1", "fa:setup.4")
def test_a_drafted_card_is_paid_and_goes_to_the_discard_pile() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        (act("draft", card="british_regular_infantry"),),
        {"money": {"british": 5}, "discards": {"british": b("regular_infantry")}, "frames": turn("british", 1)},
    ).run()


@proves("fa:draft.1", "fa:setup.4", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_neutral_card_leaves_the_display() -> None:
    Scene(
        {"hands": {"british": b("boston")}},
        (act("draft", card="neutral_settlers"),),
        {
            "money": {"british": 5},
            "display": ["neutral_fortification"] * 2 + ["neutral_native_americans"] * 5 + ["neutral_settlers"],
        },
    ).run()


@proves("fa:draft.1", "fa:draft.2", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_card_of_the_own_pile_leaves_that_pile_and_not_the_display() -> None:
    """Given a like card in the display too, then one card leaves the own pile and nothing else does."""
    which = card("british_regular_infantry")
    state = scene()
    state = state._replace(display=plus(state.display, which))
    before = player(state, BRITISH)
    after = drafted(state, BRITISH, Draft(which)).state
    own = player(after, BRITISH)
    assert after.display == state.display
    assert sorted((*own.empire, which)) == sorted(before.empire)
    assert (own.discard, own.money) == (pile((which,)), before.money - 7)


@proves("fa:draft.1", "fa:draft.2", "fa:sum.card.1", "fa:aid.draft.1")
def test_a_neutral_card_leaves_the_display_and_no_other_pile() -> None:
    """Given a like card in the own pile too, then one card leaves the display and nothing else does."""
    which = card("neutral_native_americans")
    own = player(scene(), BRITISH)
    state = with_player(scene(), BRITISH, own._replace(empire=plus(own.empire, which)))
    after = drafted(state, BRITISH, Draft(which)).state
    assert player(after, BRITISH).empire == player(state, BRITISH).empire
    assert sorted((*after.display, which)) == sorted(state.display)


@proves("fa:discard.1", "fa:discard.2", "fa:sum.card.2", "fa:aid.discard.1")
def test_the_first_discarded_card_is_free_and_each_further_one_costs_one_money() -> None:
    Scene(
        {"hands": {"british": b("boston", "norfolk", "new_york")}},
        (act("discard", card="british_boston"), play("british_new_york"), DONE),
        {
            "money": {"british": 11},
            "hands": {"british": b("norfolk")},
            "discards": {"british": b("boston", "new_york")},
        },
    ).run()


@proves("fa:reserve.1", "fa:reserve.2", "fa:sum.card.3", "fa:aid.reserve.1")
def test_one_card_goes_into_the_reserve() -> None:
    Scene(
        {"hands": {"british": b("militia")}},
        (act("reserve", card="british_militia"),),
        {"reserves": {"british": b("militia")}, "hands": {"british": []}, "frames": turn("british", 1)},
    ).run()


@proves(
    "fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.3", "fa:retrieve.4", "fa:sum.card.4", "fa:aid.retrieve.1", "fa:act.4"
)
def test_the_whole_reserve_is_retrieved_however_large_the_hand_becomes() -> None:
    Scene(
        {
            "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid", "st_marys")},
            "reserves": {"british": b("militia", "rangers")},
            "frames": turn("british", 0),
        },
        (act("retrieve_reserve"),),
        {
            "money": {"british": 10},
            "reserves": {"british": []},
            "frames": turn("british", 0),
            "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid", "st_marys", "militia", "rangers")},
        },
    ).run()


@proves("fa:governor.1", "fa:governor.2", "fa:sum.card.5", "fa:aid.governor.1", "fa:loccard.6")
def test_the_governor_returns_one_or_two_cards_to_their_piles() -> None:
    Scene(
        {"hands": {"british": b("governor", "boston", "neutral_settlers", "militia")}},
        (act("governor", card="british_boston"), play("neutral_settlers")),
        {"discards": {"british": b("governor")}, "hands": {"british": b("militia")}, "frames": turn("british", 1)},
    ).run()


@proves("fa:governor.1")
def test_the_governor_may_return_one_card_only() -> None:
    Scene(
        {"hands": {"british": b("governor", "boston", "militia")}},
        (act("governor", card="british_militia"), DONE),
        {"discards": {"british": b("governor")}, "hands": {"british": b("boston")}},
    ).run()


@proves("fa:intendant.1", "fa:sum.card.6", "fa:aid.intendant.1")
def test_the_intendant_fetches_a_card_for_two_money() -> None:
    Scene(
        {"hands": {"french": f("intendant")}, "discards": {"french": f("quebec", "gaspe")}, "frames": turn("french")},
        (act("intendant", card="french_quebec"),),
        {"money": {"french": 3}, "hands": {"french": f("quebec")}, "discards": {"french": f("intendant", "gaspe")}},
    ).run()


@proves("fa:homesupport.1", "fa:homesupport.2", "fa:homesupport.3", "fa:sum.card.7")
def test_home_support_draws_three_and_is_discarded_last() -> None:
    Scene(
        {
            "hands": {"british": b("home_support")},
            "decks": {"british": b("boston")},
            "discards": {"british": b("norfolk", "pemaquid", "st_marys")},
            "frames": turn("british", 0),
        },
        (
            act("home_support"),
            act("draw", card="british_boston"),
            act("draw", card="british_norfolk"),
            act("draw", card="british_pemaquid"),
        ),
        {
            "hands": {"british": b("boston", "norfolk", "pemaquid")},
            "decks": {"british": b("st_marys")},
            "discards": {"british": b("home_support")},
            "frames": turn("british", 0),
        },
    ).run()


@proves("fa:aid.homesupport.1", "fa:faq.deck.1")
def test_home_support_stops_where_the_deck_does() -> None:
    Scene(
        {
            "hands": {"british": b("home_support")},
            "decks": {"british": b("boston")},
            "discards": {"british": b("norfolk", "pemaquid", "st_marys")},
        },
        (act("home_support"), act("draw", card="british_boston")),
        {
            "hands": {"british": b("boston")},
            "decks": {"british": []},
            "discards": {"british": b("home_support", "norfolk", "pemaquid", "st_marys")},
        },
        ruleset="second",
    ).run()


@proves("fa:governor.1", "fa:discard.1", "fa:sum.fin.3")
def test_further_cards_are_offered_in_order() -> None:
    hand = f("governor", "intendant", "gaspe", "montreal", "trader")
    state = placed({"hands": {"french": hand}, "discards": {"french": f("quebec")}, "frames": turn("french")})
    assert offered(state, "governor") == [
        act("governor", card=f"french_{name}") for name in ("gaspe", "montreal", "trader", "intendant")
    ]
    assert offered(state, "intendant") == [act("intendant", card="french_quebec")]
    assert offered(after(state, act("discard", card="french_montreal"))) == [
        play("french_trader"),
        play("french_governor"),
        play("french_intendant"),
        DONE,
    ]
    assert offered(after(state, act("governor", card="french_montreal"))) == [
        play("french_trader"),
        play("french_intendant"),
        DONE,
    ]
    assert offered(after(state, act("trade", fur="french_gaspe"))) == [play("french_montreal"), DONE]
    assert offered(after(state, act("trade", fur="french_montreal"))) == [DONE]


@proves("fa:retrieve.1", "fa:retrieve.2", "fa:sum.card.4", "fa:aid.retrieve.1")
def test_two_cards_of_the_reserve_cost_two() -> None:
    told(
        {"reserves": {"british": b("militia", "rangers")}, "hands": {"british": b("boston")}},
        (act("retrieve_reserve"),),
        (
            ("money_paid", "fa:retrieve.2", {"side": "british", "money": 2}),
            (
                "reserve_retrieved",
                "fa:retrieve.1",
                {"side": "british", "cards": ["british_militia", "british_rangers"]},
            ),
        ),
    )


@proves("fa:intendant.1", "fa:sum.card.6", "fa:aid.intendant.1")
def test_the_intendant_costs_two() -> None:
    told(
        {"hands": {"french": f("intendant")}, "discards": {"french": f("militia")}, **FRENCH_TURN},
        (act("intendant", card="french_militia"),),
        (
            ("money_paid", "fa:intendant.1", {"side": "french", "money": 2}),
            ("card_fetched", "fa:intendant.1", {"side": "french", "card": "french_militia"}),
        ),
    )


@proves("fa:retrieve.1", "fa:retrieve.2", "fa:retrieve.3")
@pytest.mark.parametrize("held", [0, 4, 5, 7])
def test_the_whole_reserve_comes_to_hand_for_one_money_a_card_however_large_the_hand(held: int) -> None:
    hand = " ".join(["british_regular_infantry"] * held)
    state = with_money(scene(hand), BRITISH, 5)
    reserve = "british_ships british_militia"
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(reserve=cards(reserve)))
    after = retrieved(state, BRITISH)
    due = player(state, BRITISH)._replace(hand=cards(f"{hand} {reserve}"), reserve=b"", money=3)
    assert player(after.state, BRITISH) == due
    assert kinds(after) == [EventKind.MONEY_PAID, EventKind.RESERVE_RETRIEVED]
    assert [each.rules for each in after.events] == [("fa:retrieve.2",), ("fa:retrieve.1",)]


@proves("fa:sum.card.1", "fa:aid.draft.1")
@pytest.mark.parametrize(
    ("which", "cost"), [("british_bateaux", 0), ("british_militia", 2), ("neutral_fortification", 3)]
)
def test_a_card_is_drafted_for_its_price_if_it_has_one_and_told(which: str, cost: int) -> None:
    state = with_money(scene(), BRITISH, 5)
    after = drafted(state, BRITISH, Draft(card(which)))
    before, now = player(state, BRITISH), player(after.state, BRITISH)
    assert (before.money - now.money, names(now.discard)) == (cost, (*names(before.discard), which))
    left = (*before.empire, *state.display)
    assert pile((*now.empire, *after.state.display, card(which))) == pile(left)
    paid = [("money_paid", {"side": "british", "money": cost})] if cost else []
    assert [(each.kind.value, facts_to_json(each.facts)) for each in after.events] == [
        *paid,
        ("drafted", {"side": "british", "card": which}),
    ]


@proves("fa:homesupport.1", "fa:homesupport.3", "fa:aid.homesupport.1", "fa:sum.card.7")
@pytest.mark.parametrize(("edition", "draws"), [("first", 3), ("second", 2)])
def test_home_support_lies_nowhere_while_its_cards_are_drawn_as_many_as_the_edition_allows(
    edition: str, draws: int
) -> None:
    """Given a deck of two and a discard pile, then the second edition draws two and tells that one is missing."""
    position = {
        "hands": {"british": b("home_support", "boston")},
        "decks": {"british": b("norfolk", "pemaquid")},
        "discards": {"british": b("st_marys")},
    }
    begun = home_support_played(placed(position, edition), BRITISH)
    assert begun.state.stack.frames == (Turn(BRITISH, 2), Drawing(BRITISH, draws, Purpose.HOME_SUPPORT))
    owner = player(begun.state, BRITISH)
    assert (owner.hand, owner.discard) == (cards("british_boston"), cards("british_st_marys"))
    card_played = event(EventKind.CARD_PLAYED, "fa:homesupport.1", side="british", card="british_home_support")
    short = violation(Reason.DECK_TOO_SHORT, "fa:aid.homesupport.1", side="british", cards=2, most=3)
    cut = unasked(EventKind.DRAWS_CUT_SHORT, "chance", "drawing", (short,), side="british", missing=1)
    assert begun.events == ((card_played,) if draws == 3 else (card_played, cut))
