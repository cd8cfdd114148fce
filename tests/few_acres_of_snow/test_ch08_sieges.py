"""Opening a siege: base, transport and strength, and where the marker starts."""

import pytest

from reference.few_acres_of_snow.actions import Besiege, Play
from reference.few_acres_of_snow.ch01_board import place, with_fort
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, pile
from reference.few_acres_of_snow.ch07_location_cards import working_cards
from reference.few_acres_of_snow.ch08_sieges import (
    besiege_offers,
    besiege_violations,
    besieging_card_violations,
    besieging_violations,
    cannot_fight,
    defence,
    no_strength_left,
    siege_cost,
    starting_point,
)
from reference.few_acres_of_snow.frames import Besieging
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import State, siege_of
from reference.kernel.rules import proves
from reference.kernel.verdicts import Notation, violation
from tests.few_acres_of_snow.scenes import (
    GAME,
    HALIFAX,
    LOUISBOURG,
    NO_CARD_IN_HAND,
    PLACE_NOT_HELD,
    Scene,
    act,
    after,
    b,
    f,
    offered,
    placed,
    play,
    refusals,
    rules,
    same_in_any_order,
    siege,
    turn,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, NO_CARD, broken, scene, with_money

TO_LOUISBOURG = act("besiege", place="louisbourg", base="british_halifax")


@proves(
    "fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.4", "fa:siege.start.5",
    "fa:siege.start.6", "fa:siege.start.8", "fa:siege.start.9", "fa:siege.start.10", "fa:siege.start.13", "fa:act.6",
    "fa:sum.war.1", "fa:aid.besiege.1", "fa:aid.siege.1", "fa:aid.siege.2",
)  # fmt: skip
def test_base_and_transport_are_discarded_the_strength_card_lies_in_the_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "siege_artillery")}},
        (TO_LOUISBOURG, play("british_norfolk"), play("british_siege_artillery")),
        {
            "sieges": {"british": siege("louisbourg", 1, b("siege_artillery"))},
            "money": {"british": 9},
            "discards": {"british": b("halifax", "norfolk")},
            "hands": {"british": []},
            "frames": turn("british", 1),
        },
    ).run()


@proves("fa:siege.start.7", "fa:fortify.4")
def test_a_fort_moves_the_start_two_spaces() -> None:
    Scene(
        {
            "plus": HALIFAX | {"louisbourg": "french village fort"},
            "hands": {"british": b("halifax", "norfolk", "regular_infantry")},
        },
        (TO_LOUISBOURG, play("british_norfolk"), play("british_regular_infantry")),
        {"sieges": {"british": {"marker": -2}}},
    ).run()


@proves("fa:sum.war.1", "fa:faq.siege.1", "fa:aid.siege.3", "fa:board.7")
def test_a_ship_card_opens_the_siege_of_a_port() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "ships", "ships")}},
        (TO_LOUISBOURG, play("british_ships"), play("british_ships")),
        {"sieges": {"british": siege("louisbourg", -1, b("ships"))}},
    ).run()


@proves("fa:siege.start.3")
def test_a_military_leader_may_open_a_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "military_leader")}},
        (TO_LOUISBOURG, play("british_norfolk"), play("british_military_leader")),
        {"sieges": {"british": {"marker": -1}}, "frames": turn("british", 1)},
    ).run()


@proves("fa:siege.start.1")
def test_a_place_the_enemy_does_not_hold_cannot_be_besieged() -> None:
    Scene(
        {
            "plus": HALIFAX | {"louisbourg": "neutral"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("halifax", "norfolk", "militia")},
        },
        refuse=TO_LOUISBOURG,
        because=((Reason.NOT_ENEMY_HELD, "fa:siege.start.1"),),
    ).run()


@proves("fa:siege.start.1", "fa:sum.war.1", "fa:aid.besiege.1")
def test_a_base_card_that_does_not_list_the_place_cannot_besiege_it() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia")}},
        refuse=act("besiege", place="gaspe", base="british_halifax"),
        because=((Reason.NOT_LISTED, "fa:siege.start.1"),),
    ).run()


@proves("fa:siege.start.2", "fa:sum.war.1", "fa:aid.besiege.1")
def test_without_transport_there_is_no_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "militia")}},
        refuse=TO_LOUISBOURG,
        because=((Reason.NO_TRANSPORT, "fa:siege.start.2"),),
    ).run()


@proves("fa:siege.start.3", "fa:sum.war.1", "fa:aid.besiege.1")
def test_without_a_strength_card_there_is_no_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk")}},
        refuse=TO_LOUISBOURG,
        because=((Reason.NO_STRENGTH, "fa:siege.start.3"),),
    ).run()


@proves("fa:siege.start.13")
def test_artillery_that_cannot_be_paid_opens_nothing() -> None:
    Scene(
        {
            "plus": {"albany": "british village", "fort_william_henry": "french village"},
            "money": {"british": 2},
            "hands": {"british": b("albany", "bateaux", "siege_artillery")},
        },
        refuse=act("besiege", place="fort_william_henry", base="british_albany"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:siege.start.13"),),
    ).run()


@proves("fa:siege.start.2")
def test_a_card_without_the_transport_is_refused() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia", "settlers")}},
        (TO_LOUISBOURG,),
        refuse=play("british_settlers"),
        because=((Reason.NO_TRANSPORT, "fa:siege.start.2"),),
    ).run()


def strength_first(transport: str, place: str, card: str, *carriers: str) -> Notation:
    """Return how to name a strength card that is given before its transport."""
    facts = (("transport", transport), ("place", place), ("card", card), ("carriers", carriers))
    return Notation(Reason.TRANSPORT_FIRST, facts)


@proves("fa:siege.start.2", "fa:siege.start.3")
def test_a_strength_card_named_before_the_transport_breaks_no_rule() -> None:
    hand = {"british": b("halifax", "norfolk", "militia")}
    state = after(placed({"plus": HALIFAX, "hands": hand}), TO_LOUISBOURG)
    said = strength_first("ship", "louisbourg", "british_militia", "british_norfolk")
    assert GAME.step(state, GAME.read_action(play("british_militia"))) == said
    after(state, play("british_norfolk"), play("british_militia"))


# France can besiege Albany by bateau: Montreal carries and fights, Tadoussac only carries, the militia only fights.
TO_ALBANY = act("besiege", place="albany", base="french_fort_william_henry")


def before_albany(*hand: str) -> State:
    position = {
        "plus": {
            "albany": "british village",
            "fort_william_henry": "french village",
            "ticonderoga": "french village",
            "fort_st_john": "french village",
        },
        "hands": {"french": f("fort_william_henry", *hand)},
        "frames": turn("french"),
    }
    return after(placed(position), TO_ALBANY)


@proves("fa:siege.start.3", "fa:siege.start.2")
def test_the_only_strength_card_is_named_after_the_transport() -> None:
    state = before_albany("montreal", "tadoussac")
    said = strength_first("bateau", "albany", "french_montreal", "french_tadoussac")
    assert GAME.step(state, GAME.read_action(play("french_montreal"))) == said


@proves("fa:siege.start.2", "fa:siege.start.3")
def test_transport_and_strength_card_change_roles_if_they_fit_only_the_other_way_round() -> None:
    """Given Montreal named first, when Tadoussac follows, then Montreal opens the siege and Tadoussac carried it."""
    state = before_albany("montreal", "tadoussac", "militia")
    montreal, tadoussac, militia = play("french_montreal"), play("french_tadoussac"), play("french_militia")
    begun = same_in_any_order(state, (montreal, tadoussac), (tadoussac, montreal))
    opened = siege_of(begun, FRENCH)
    assert opened is not None
    assert opened.cards == (pile((card("french_montreal"),)), b"")
    assert tadoussac not in offered(after(state, montreal))
    carried = after(state, tadoussac)
    assert refusals(carried, play("french_fort_william_henry")) == {
        ("not_in_hand", "fa:act.12"),
        ("no_strength", "fa:siege.start.3"),
    }
    assert siege_of(after(state, montreal, militia), FRENCH) != siege_of(begun, FRENCH)


@proves("fa:siege.start.3", "fa:sum.war.1")
def test_a_card_without_strength_does_not_open_the_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia", "settlers")}},
        (TO_LOUISBOURG, play("british_norfolk")),
        refuse=play("british_settlers"),
        because=((Reason.NO_STRENGTH, "fa:siege.start.3"),),
    ).run()


@proves("fa:reinforce.5", "fa:siege.start.3")
def test_a_fortification_card_opens_no_siege() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("halifax", "norfolk", "militia", "fortification")}},
        (TO_LOUISBOURG, play("british_norfolk")),
        refuse=play("british_fortification"),
        because=((Reason.DEFENDERS_ONLY, "fa:reinforce.5"),),
    ).run()


@proves("fa:siege.start.13", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_artillery_costs_three_money_as_the_third_card() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "hands": {"british": b("halifax", "norfolk", "militia", "siege_artillery")},
            "money": {"british": 2},
        },
        (TO_LOUISBOURG, play("british_norfolk")),
        refuse=play("british_siege_artillery"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:siege.start.13"),),
    ).run()


@proves("fa:faq.map.2")
def test_ships_give_no_strength_at_trois_rivieres() -> None:
    Scene(
        {
            "plus": {"louisbourg": "british village"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("louisbourg", "norfolk", "ships", "militia")},
        },
        (act("besiege", place="trois_rivieres", base="british_louisbourg"), play("british_norfolk")),
        refuse=play("british_ships"),
        because=((Reason.NO_SHIP_STRENGTH_HERE, "fa:faq.map.2"),),
        ruleset="second",
    ).run()


@proves("fa:siege.start.11")
def test_a_player_conducts_one_siege_at_a_time_but_may_defend_in_another() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("halifax", "norfolk", "militia")}},
        refuse=act("besiege", place="port_royal", base="british_halifax"),
        because=((Reason.ALREADY_BESIEGING, "fa:siege.start.11"),),
    ).run()


@proves("fa:siege.start.11")
def test_a_defender_may_open_a_siege_of_his_own() -> None:
    Scene(
        {
            "plus": HALIFAX,
            "sieges": {"french": siege("halifax", 0, f("militia"))},
            "hands": {"british": b("boston", "norfolk", "militia")},
        },
        (act("besiege", place="port_royal", base="british_boston"), play("british_norfolk"), play("british_militia")),
        {"sieges": {"british": {"place": "port_royal", "marker": 0}, "french": {"place": "halifax"}}},
    ).run()


@proves("fa:siege.start.11", "fa:withdraw.3")
def test_a_new_siege_may_be_opened_after_a_withdrawal() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("halifax", "norfolk", "militia")}},
        (
            act("withdraw", place="louisbourg"),
            act("return_card", card="british_siege_artillery"),
            act("besiege", place="port_royal", base="british_halifax"),
            play("british_norfolk"),
            play("british_militia"),
        ),
        {"sieges": {"british": {"place": "port_royal", "marker": 0}}},
    ).run()


@proves("fa:siege.loc.1", "fa:reinforce.6", "fa:faq.siege.2")
def test_a_location_card_counts_one_symbol_only() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("new_york")}},
        (act("reinforce", place="louisbourg", card="british_new_york"),),
        {"sieges": {"british": {"marker": 2}}},
    ).run()


@proves("fa:fortify.4", "fa:siege.start.6", "fa:siege.start.7", "fa:siege.start.8")
@pytest.mark.parametrize("bonus", [0, 1, 2])
def test_a_place_is_defended_by_one_its_bonus_and_two_more_for_a_fort(bonus: int) -> None:
    assert defence(bonus, fortified=False) == 1 + bonus
    assert defence(bonus, fortified=True) == 3 + bonus


@proves("fa:fortify.4", "fa:board.8")
@pytest.mark.parametrize(("where", "start"), [("gaspe", -1), ("louisbourg", -2), ("quebec", -3)])
def test_the_marker_starts_at_the_defence_of_the_place_and_a_fort_shifts_it_by_two(where: str, start: int) -> None:
    state = scene()
    assert starting_point(state, place(where)) == start
    fortified = state._replace(board=with_fort(state.board, place(where), present=True))
    assert starting_point(fortified, place(where)) == start - 2


@proves("fa:siege.start.13", "fa:siege.start.3", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_of_all_cards_only_siege_artillery_costs_three_in_a_siege() -> None:
    assert {CARD_IDS[each]: siege_cost(each) for each in CARDS if siege_cost(each)} == {
        "british_siege_artillery": 3,
        "french_siege_artillery": 3,
    }


NO_STRENGTH = ("no_strength", "siege.start.3")


NO_TRANSPORT = ("no_transport", "siege.start.2")


TOO_DEAR = ("too_little_money", "siege.start.13")


@proves("fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3", "fa:sum.war.1", "fa:aid.besiege.1")
@pytest.mark.parametrize(
    ("hand", "money", "reasons"),
    [
        ("ships militia", 0, set()),
        ("ships", 0, {NO_STRENGTH}),
        ("ships trader", 0, {NO_STRENGTH}),
        ("ships ships", 0, set()),
        ("militia", 0, {NO_TRANSPORT}),
        ("militia trader", 0, {NO_TRANSPORT}),
        ("new_york", 0, {NO_STRENGTH}),
        ("new_york siege_artillery", 2, {TOO_DEAR}),
        ("new_york siege_artillery", 3, set()),
        ("new_york siege_artillery fortification", 2, {TOO_DEAR}),
        ("new_york ships siege_artillery", 0, set()),
        ("bateaux ships", 0, {NO_STRENGTH}),
        ("siege_artillery", 2, {NO_TRANSPORT, TOO_DEAR}),
        ("siege_artillery", 3, {NO_TRANSPORT}),
        ("siege_artillery fortification", 2, {NO_TRANSPORT, TOO_DEAR}),
        ("siege_artillery militia", 2, {NO_TRANSPORT}),
        ("siege_artillery trader", 2, {NO_TRANSPORT, TOO_DEAR}),
        ("fortification", 9, {NO_TRANSPORT, NO_STRENGTH}),
        ("trader", 9, {NO_TRANSPORT, NO_STRENGTH}),
        ("trader", 0, {NO_TRANSPORT, NO_STRENGTH}),
        ("", 9, {NO_TRANSPORT, NO_STRENGTH}),
    ],
)
def test_a_siege_of_louisbourg_from_canso_needs_a_ship_and_a_different_strength_that_can_be_paid(
    hand: str, money: int, reasons: set[tuple[str, str]]
) -> None:
    names_ = " ".join(f"british_{name}" for name in ("canso", *hand.split()))
    state = with_money(scene(names_, canso="british village"), BRITISH, money)
    found = besiege_violations(state, BRITISH, Besiege(place("louisbourg"), card("british_canso")))
    assert broken(found) == reasons
    offers = tuple(besiege_offers(state, BRITISH, working_cards(state, BRITISH)))
    assert (Besiege(place("louisbourg"), card("british_canso")) in offers) is (not reasons)
    assert [dict(each.facts)["cost"] for each in found if each.reason == "too_little_money"] == [3] * (
        TOO_DEAR in reasons
    )


@proves("fa:siege.start.3", "fa:faq.map.2")
@pytest.mark.parametrize(
    ("hand", "exceptions", "reasons"),
    [
        ("norfolk ships", "yes", {NO_STRENGTH, ("no_ship_strength_here", "faq.map.2")}),
        ("norfolk", "yes", {NO_STRENGTH}),
        ("norfolk trader", "yes", {NO_STRENGTH}),
        ("norfolk ships militia", "yes", set()),
        ("norfolk ships", "no", set()),
    ],
)
def test_a_ship_left_to_besiege_trois_rivieres_is_told_that_ships_do_not_fight_there(
    hand: str, exceptions: str, reasons: set[tuple[str, str]]
) -> None:
    names_ = " ".join(f"british_{name}" for name in ("louisbourg", *hand.split()))
    state = scene(names_, BRITISH, f"+siege_ship_exceptions={exceptions}", louisbourg="british village")
    found = besiege_violations(state, BRITISH, Besiege(place("trois_rivieres"), card("british_louisbourg")))
    assert broken(found) == reasons


@proves("fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.13", "fa:faq.map.2")
@pytest.mark.parametrize(
    ("hand", "which", "money", "reasons"),
    [
        ("montreal bateaux siege_artillery", "montreal", 0, None),
        ("montreal bateaux siege_artillery", "montreal", 3, set()),
        ("montreal bateaux siege_artillery", "bateaux", 0, set()),
        ("montreal bateaux siege_artillery", "siege_artillery", 0, {NO_TRANSPORT, TOO_DEAR}),
        ("montreal bateaux siege_artillery", "siege_artillery", 3, None),
        ("montreal bateaux", "montreal", 3, None),
        ("montreal bateaux", "militia", 3, {NO_CARD, NO_TRANSPORT}),
        ("militia bateaux", "montreal", 3, {NO_CARD}),
        ("militia bateaux fortification", "fortification", 3, {NO_TRANSPORT}),
    ],
)
def test_the_transport_must_leave_a_strength_that_can_be_paid(
    hand: str, which: str, money: int, reasons: set[tuple[str, str]] | None
) -> None:
    """Given a siege of Oswego begun from Fort Frontenac by bateau; Montreal, bateau and strength, may have to wait."""
    names_ = " ".join(name if name in CARD_IDS else f"french_{name}" for name in hand.split())
    state = with_money(scene(names_, FRENCH, fort_frontenac="french village", oswego="british village"), FRENCH, money)
    frame = Besieging(FRENCH, place("oswego"), (card("french_fort_frontenac"),))
    found = besieging_violations(state, frame, Play(card(f"french_{which}")))
    assert found is not None
    assert (None if isinstance(found, Notation) else broken(found)) == reasons


@proves("fa:siege.start.1", "fa:siege.start.3")
def test_the_base_card_is_not_its_own_strength_though_it_shows_a_military_symbol() -> None:
    state = with_money(scene("british_boston british_siege_artillery"), BRITISH, 2)
    found = besiege_violations(state, BRITISH, Besiege(place("port_royal"), card("british_boston")))
    assert broken(found) == {NO_TRANSPORT, TOO_DEAR}


@proves("fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.13")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("canso", "ships", set()),
        ("canso", "trader", {NO_CARD, NO_TRANSPORT}),
        ("canso", "boston", {NO_CARD}),
        ("canso ships", "militia", set()),
        ("canso ships", "trader", {NO_CARD, NO_STRENGTH}),
        ("canso ships", "regular_infantry", {NO_CARD}),
        ("canso ships", "siege_artillery", {TOO_DEAR}),
        ("canso ships", "fortification", {NO_CARD, ("defenders_only", "reinforce.5")}),
    ],
)
def test_the_next_card_of_a_siege_is_refused_for_what_it_is_and_for_not_being_in_hand(
    played: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    hand = "british_ships british_militia british_siege_artillery"
    state = with_money(scene(hand, canso="british village"), BRITISH, 2)
    frame = Besieging(BRITISH, place("louisbourg"), tuple(card(f"british_{name}") for name in played.split()))
    assert broken(besieging_card_violations(state, frame, Play(card(f"british_{which}")))) == reasons


@proves("fa:siege.start.3", "fa:faq.siege.1", "fa:faq.map.2", "fa:reinforce.6")
@pytest.mark.parametrize("exceptions", ["yes", "no"])
@pytest.mark.parametrize(
    ("where", "always", "sometimes"),
    [("louisbourg", True, True), ("trois_rivieres", False, True), ("albany", False, False)],
)
def test_a_ship_fights_where_there_is_a_ship_symbol_but_for_the_exceptions(
    exceptions: str, where: str, always: bool, sometimes: bool
) -> None:
    """Given Trois-Rivieres has the symbol but is an exception, and Albany has none, then each has its own reason."""
    found = cannot_fight(
        card("british_ships"), place(where), rules(f"first+siege_ship_exceptions={exceptions}"), defending=False
    )
    if always or (sometimes and exceptions == "no"):
        assert found == ()
    else:
        no_ship = "no_ship_strength_here"
        assert broken(found) == ({(no_ship, "faq.map.2")} if sometimes else {NO_STRENGTH, (no_ship, "reinforce.6")})


@proves("fa:siege.start.1", "fa:act.12")
def test_a_siege_from_a_base_that_is_not_in_hand() -> None:
    Scene(
        {"plus": HALIFAX, "hands": {"british": b("norfolk", "militia")}},
        refuse=act("besiege", place="louisbourg", base="british_halifax"),
        because=(NO_CARD_IN_HAND,),
    ).run()


@proves("fa:siege.start.1", "fa:loccard.1", "fa:aid.loc.3")
def test_a_siege_from_a_base_that_is_not_held() -> None:
    Scene(
        {"hands": {"british": b("halifax", "norfolk", "militia")}},
        refuse=act("besiege", place="louisbourg", base="british_halifax"),
        because=PLACE_NOT_HELD,
    ).run()


QUEBEC_OPENED = {"british": siege("quebec", 0, b("militia"))}


@proves("fa:siege.start.1", "fa:siege.start.11", "fa:act.12", "fa:loccard.1", "fa:aid.loc.3")
def test_a_second_siege_beside_all_else() -> None:
    Scene(
        {"plus": {"louisbourg": "neutral"}, "sieges": QUEBEC_OPENED, "hands": {"british": b("norfolk")}},
        refuse=act("besiege", place="gaspe", base="british_halifax"),
        because=(
            (Reason.ALREADY_BESIEGING, "fa:siege.start.11"),
            (Reason.NOT_LISTED, "fa:siege.start.1"),
            NO_CARD_IN_HAND,
            *PLACE_NOT_HELD,
        ),
    ).run()


@proves("fa:siege.start.3", "fa:siege.start.13", "fa:faq.map.2")
@pytest.mark.parametrize("money", [0, 2, 3])
def test_what_is_left_besides_base_and_transport_opens_the_siege_only_if_it_fights_there_and_can_be_paid(
    money: int,
) -> None:
    """Given three money or less, then the cheapest card that fights for the attacker decides; others do not count."""
    state = with_money(scene(options="+siege_ship_exceptions=yes"), BRITISH, money)
    facts: dict[str, str | int] = {"side": "british", "money": money, "cost": 3}
    too_dear = (violation(Reason.TOO_LITTLE_MONEY, "fa:siege.start.13", **facts),) if money < 3 else ()
    none = violation(Reason.NO_STRENGTH, "fa:siege.start.3", place="trois_rivieres")
    ship = violation(Reason.NO_SHIP_STRENGTH_HERE, "fa:faq.map.2", place="trois_rivieres")
    for hand, expected in (
        ("siege_artillery", too_dear),
        ("siege_artillery fortification trader ships", too_dear),
        ("siege_artillery militia", ()),
        ("fortification", (none,)),
        ("trader", (none,)),
        ("ships fortification trader", (none, ship)),
        ("", (none,)),
    ):
        left = [card(f"british_{name}") for name in hand.split()]
        assert no_strength_left(state, BRITISH, place("trois_rivieres"), left) == expected


@proves("fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.13")
def test_a_transport_named_after_the_strength_costs_nothing_and_need_not_fight() -> None:
    hand = "french_bateaux french_militia french_siege_artillery"
    state = with_money(scene(hand, FRENCH, fort_frontenac="french village", oswego="british village"), FRENCH, 3)
    for first in ("french_militia", "french_siege_artillery"):
        frame = Besieging(FRENCH, place("oswego"), (card("french_fort_frontenac"), card(first)))
        assert besieging_card_violations(state, frame, Play(card("french_bateaux"))) == ()
