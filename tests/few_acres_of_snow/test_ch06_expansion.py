"""Settling, developing and fortifying a place."""

import pytest

from reference.few_acres_of_snow.ch01_board import Kind, owner, piece_kind, place
from reference.few_acres_of_snow.ch02_cards import Transport, card, names, pile
from reference.few_acres_of_snow.ch06_expansion import capital_settled, location_card_gained, settled, transports_for
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next, facts_to_json
from tests.few_acres_of_snow.scenes import (
    ALBANY,
    DEERFIELD_HAND,
    TO_DEERFIELD,
    Scene,
    act,
    b,
    cited,
    placed,
    play,
    told,
    turn,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, cards, kinds, scene


@proves(
    "fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.5", "fa:settle.6", "fa:settle.8", "fa:sum.exp.1",
    "fa:aid.settle.1", "fa:card.4", "fa:act.5",
)  # fmt: skip
def test_three_different_cards_settle_a_place_with_a_settler_symbol() -> None:
    Scene(
        {"hands": DEERFIELD_HAND},
        (TO_DEERFIELD, play("british_st_marys"), play("british_boston")),
        {
            "places": {"deerfield": "british village"},
            "hands": {"british": b("norfolk", "philadelphia")},
            "discards": {"british": b("new_haven", "st_marys", "boston", "deerfield")},
            "stock": {"british": {"villages": 12, "towns": 10}},
            "frames": turn("british", 1),
        },
    ).run()


@proves("fa:settle.4", "fa:sum.exp.1", "fa:aid.settle.1")
def test_a_place_without_settler_symbol_takes_two_cards() -> None:
    Scene(
        {"hands": {"british": b("pemaquid", "bateaux", "boston")}},
        (act("settle", place="fort_halifax", base="british_pemaquid"), play("british_bateaux")),
        {
            "places": {"fort_halifax": "british village"},
            "discards": {"british": b("pemaquid", "bateaux", "fort_halifax")},
            "hands": {"british": b("boston")},
        },
    ).run()


@proves("fa:faq.loc.1", "fa:settle.6")
def test_a_place_without_a_card_in_the_set_brings_no_card() -> None:
    Scene(
        {
            "plus": {
                "detroit": "british village",
                "fort_niagara": "british village",
                "oswego": "british village",
                "fort_stanwix": "british village",
                "albany": "british village",
            },
            "hands": {"british": b("detroit", "bateaux")},
        },
        (act("settle", place="michillimackinac", base="british_detroit"), play("british_bateaux")),
        {"places": {"michillimackinac": "british village"}, "discards": {"british": b("detroit", "bateaux")}},
    ).run()


@proves("fa:governor.3", "fa:faq.loc.3")
def test_settling_an_own_place_again_regains_its_card_and_leaves_its_piece() -> None:
    Scene(
        {"hands": {"british": b("new_haven", "new_york", "philadelphia")}, "decks": {"british": b("norfolk")}},
        (
            act("settle", place="boston", base="british_new_haven"),
            play("british_new_york"),
            play("british_philadelphia"),
        ),
        {
            "places": {"boston": "british town"},
            "stock": {"british": {"villages": 13, "towns": 10}},
            "discards": {"british": b("new_haven", "new_york", "philadelphia", "boston")},
        },
    ).run()


@proves("fa:raid.11", "fa:settle.5")
def test_a_lost_place_is_regained_by_settling_and_brings_no_second_card() -> None:
    Scene(
        {
            "plus": {"pemaquid": "neutral"},
            "captured": {"french": {"villages": 1}},
            "hands": {"british": b("boston", "new_york", "philadelphia", "pemaquid")},
        },
        (
            act("settle", place="pemaquid", base="british_boston"),
            play("british_new_york"),
            play("british_philadelphia"),
        ),
        {"places": {"pemaquid": "british village"}, "discards": {"british": b("boston", "new_york", "philadelphia")}},
    ).run()


@proves("fa:develop.1", "fa:develop.2", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_village_becomes_a_town_and_returns_to_the_stock() -> None:
    Scene(
        {"plus": ALBANY, "hands": {"british": b("albany", "st_marys")}},
        (act("develop", place="albany", settler="british_st_marys"),),
        {
            "places": {"albany": "british town"},
            "stock": {"british": {"villages": 13, "towns": 9}},
            "discards": {"british": b("albany", "st_marys")},
            "frames": turn("british", 1),
        },
    ).run()


@proves("fa:fortify.1", "fa:fortify.2", "fa:fortify.3", "fa:fortify.7", "fa:sum.exp.3", "fa:aid.fortify.1")
def test_fortifying_costs_three_money_and_both_cards() -> None:
    Scene(
        {"hands": {"british": b("boston", "fortification")}},
        (act("fortify", place="boston", card="british_fortification"),),
        {
            "places": {"boston": "british town fort"},
            "money": {"british": 9},
            "forts_left": 11,
            "discards": {"british": b("boston", "fortification")},
            "hands": {"british": []},
        },
    ).run()


@proves("fa:fortify.2", "fa:fortify.3", "fa:sum.exp.3", "fa:aid.fortify.1")
def test_a_fort_costs_three() -> None:
    told(
        {"hands": {"british": b("boston", "fortification")}},
        (act("fortify", place="boston", card="british_fortification"),),
        (
            ("money_paid", "fa:fortify.2", {"side": "british", "money": 3}),
            (
                "fortified",
                "fa:fortify.3",
                {"side": "british", "place": "boston", "cards": ["british_boston", "british_fortification"]},
            ),
        ),
    )


@proves("fa:develop.1", "fa:develop.2", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_town_takes_base_and_settlers() -> None:
    told(
        {"hands": {"british": b("new_haven", "settlers")}},
        (act("develop", place="new_haven", settler="british_settlers"),),
        (
            (
                "developed",
                "fa:develop.2",
                {"side": "british", "place": "new_haven", "cards": ["british_new_haven", "british_settlers"]},
            ),
        ),
    )


@proves("fa:settle.5", "fa:governor.3", "fa:faq.loc.3", "fa:sum.exp.1", "fa:aid.settle.1")
def test_an_own_place_settled_for_its_card_gets_no_village() -> None:
    settled = (
        act("settle", place="boston", base="british_new_haven"),
        play("british_new_york"),
        play("british_philadelphia"),
    )
    cards_ = {
        "hands": {"british": b("new_haven", "new_york", "norfolk", "philadelphia")},
        "decks": {"british": b("pemaquid", "st_marys")},
    }
    assert cited(placed(cards_), "settled", *settled) == [("fa:governor.3",)]
    assert cited(placed(cards_, "second"), "settled", *settled) == [("fa:governor.3", "fa:faq.loc.3")]
    neutral = {**cards_, "plus": {"boston": "neutral"}, "captured": {"french": {"towns": 1}}}
    assert cited(placed(neutral), "settled", *settled) == [("fa:settle.5",)]


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8")
def test_a_transport_serves_alone_where_no_settler_is_asked_and_beside_a_different_settler_elsewhere() -> None:
    """Given St. Mary's, which carries and settles, then it cannot do both; a fort asks for no settler."""
    base, marys, trader = card("british_albany"), card("british_st_marys"), card("british_trader")
    bateaux, boston = card("british_bateaux"), card("british_boston")
    fort, town = place("fort_william_henry"), place("richmond")
    assert transports_for((bateaux, trader), base, Transport.BATEAU, fort) == (bateaux,)
    assert transports_for((bateaux, trader), base, Transport.BATEAU, town) == ()
    assert transports_for((marys, trader), base, Transport.BATEAU, town) == ()
    assert transports_for((marys, bateaux), base, Transport.BATEAU, town) == (bateaux,)
    assert transports_for((boston, marys, bateaux), base, Transport.BATEAU, town) == (marys, bateaux)
    for where in (fort, town):
        assert transports_for((trader, boston), base, Transport.BATEAU, where) == ()


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8")
def test_the_base_card_is_neither_its_own_transport_nor_its_own_settler() -> None:
    """Given Boston as the base, whose card shows a ship and settlers, then both must come from other cards."""
    boston, ships, settlers = card("british_boston"), card("british_ships"), card("british_settlers")
    fort, town = place("fort_beausejour"), place("halifax")
    assert transports_for((boston, settlers), boston, Transport.SHIP, fort) == ()
    assert transports_for((boston, settlers), boston, Transport.SHIP, town) == ()
    assert transports_for((boston, ships), boston, Transport.SHIP, town) == ()
    assert transports_for((boston, ships, settlers), boston, Transport.SHIP, town) == (ships,)


@proves("fa:settle.6", "fa:faq.loc.1", "fa:siege.win.6")
def test_the_card_of_a_place_is_gained_only_while_it_is_available() -> None:
    state = scene()
    gained = location_card_gained(state, BRITISH, place("halifax"))
    assert kinds(gained) == [EventKind.LOCATION_CARD_GAINED]
    assert location_card_gained(gained.state, BRITISH, place("halifax")) == Next(gained.state)
    assert location_card_gained(state, BRITISH, place("quebec")) == Next(state)


@proves("fa:aid.end.1", "fa:faq.end.1", "fa:settle.5", "fa:settle.6")
@pytest.mark.parametrize("wins", ["yes", "no"])
@pytest.mark.parametrize("where", ["quebec", "gaspe"])
def test_settling_an_enemy_capital_wins_by_option_and_settling_elsewhere_never(wins: str, where: str) -> None:
    state = scene(options=f"+capital_settle_wins={wins}", quebec="neutral", gaspe="neutral")
    won = [EventKind.GAME_WON] if wins == "yes" and where == "quebec" else []
    ended = capital_settled(state, BRITISH, place(where))
    assert kinds(ended) == won
    assert (ended.state.outcome is not None, not ended.state.stack.frames) == (bool(won), bool(won))
    after = settled(state, BRITISH, place(where), ())
    gained = [EventKind.LOCATION_CARD_GAINED] if where == "gaspe" else []
    assert kinds(after) == [EventKind.SETTLED, *gained, *won]


@proves("fa:faq.loc.3")
@pytest.mark.parametrize(
    ("before", "after"), [("british town", Kind.TOWN), ("british village", Kind.VILLAGE), ("neutral", Kind.VILLAGE)]
)
def test_settling_an_own_place_leaves_what_stands_there_and_a_neutral_one_gets_a_village(
    before: str, after: Kind
) -> None:
    """Given the card of Boston among the available ones, then it comes to the discard pile either way."""
    state = scene(boston=before)
    own = player(state, BRITISH)._replace(locations=cards("british_boston"), discard=b"")
    resettled = settled(with_player(state, BRITISH, own), BRITISH, place("boston"), ())
    assert piece_kind(resettled.state.board, place("boston")) is after
    assert names(player(resettled.state, BRITISH).discard) == ("british_boston",)
    assert kinds(resettled) == [EventKind.SETTLED, EventKind.LOCATION_CARD_GAINED]


@proves("fa:sum.exp.1", "fa:aid.settle.1")
def test_settling_brings_a_village_and_the_card_of_the_place_to_the_discard_pile() -> None:
    state = scene()
    played = ("british_pemaquid", "british_ships", "british_boston")
    after = settled(state, BRITISH, place("halifax"), played)
    where = place("halifax")
    assert (owner(after.state.board, where), piece_kind(after.state.board, where)) == (BRITISH, Kind.VILLAGE)
    before, now = player(state, BRITISH), player(after.state, BRITISH)
    assert now.discard == pile((*before.discard, card("british_halifax")))
    assert card("british_halifax") not in now.locations
    assert [(each.kind, facts_to_json(each.facts)) for each in after.events] == [
        (EventKind.SETTLED, {"side": "british", "place": "halifax", "cards": list(played)}),
        (EventKind.LOCATION_CARD_GAINED, {"side": "british", "card": "british_halifax"}),
    ]
