"""What settling, developing and fortifying are refused for."""

import pytest

from reference.few_acres_of_snow.actions import Besiege, Develop, Fortify, Play, Settle
from reference.few_acres_of_snow.ch01_board import LOCATIONS, owner, place, with_fort
from reference.few_acres_of_snow.ch02_cards import card, plus
from reference.few_acres_of_snow.ch06_expansion import (
    develop_violations,
    fortify_violations,
    location_card_gained,
    no_disc,
    no_settlers_target,
    no_town,
    no_village,
    no_village_to_develop,
    settle_violations,
    settling_card_violations,
    settling_violations,
)
from reference.few_acres_of_snow.ch08_sieges import besiege_violations
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Settling
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import player, with_player
from reference.kernel.rules import proves
from reference.kernel.verdicts import Next, Notation, event, violation
from tests.few_acres_of_snow.scenes import (
    ALBANY,
    ALL_VILLAGES,
    DEERFIELD_HAND,
    GAME,
    NO_CARD_IN_HAND,
    PLACE_NOT_HELD,
    TO_DEERFIELD,
    Scene,
    act,
    after,
    b,
    f,
    offered,
    placed,
    play,
    refusals,
    refused_without_the_card,
    same_in_any_order,
    siege,
)
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    NOT_HELD,
    Reasons,
    broken,
    cards,
    kinds,
    refused_in_two_roles,
    scene,
    with_money,
)


@proves("fa:settle.2", "fa:card.5", "fa:sum.exp.1", "fa:aid.settle.1")
def test_a_base_card_that_does_not_list_the_place_is_refused() -> None:
    Scene(
        {"hands": DEERFIELD_HAND},
        refuse=act("settle", place="deerfield", base="british_norfolk"),
        because=((Reason.NOT_LISTED, "fa:settle.2"),),
    ).run()


@proves("fa:settle.3")
def test_a_transport_card_without_the_symbol_is_refused() -> None:
    Scene(
        {"hands": DEERFIELD_HAND},
        (TO_DEERFIELD,),
        refuse=play("british_norfolk"),
        because=((Reason.NO_TRANSPORT, "fa:settle.3"),),
    ).run()


@proves("fa:settle.4")
def test_a_card_without_settlers_cannot_settle() -> None:
    Scene(
        {"hands": DEERFIELD_HAND},
        (TO_DEERFIELD, play("british_st_marys")),
        refuse=play("british_norfolk"),
        because=((Reason.NO_SETTLER, "fa:settle.4"),),
    ).run()


@proves("fa:settle.3", "fa:sum.exp.1", "fa:aid.settle.1")
def test_without_any_transport_the_action_cannot_begin() -> None:
    Scene(
        {"hands": {"british": b("new_haven", "boston")}},
        refuse=TO_DEERFIELD,
        because=((Reason.NO_TRANSPORT, "fa:settle.3"),),
    ).run()


@proves("fa:settle.3", "fa:sum.exp.1", "fa:aid.settle.1")
def test_a_place_without_settler_symbol_needs_its_transport_all_the_same() -> None:
    Scene(
        {"hands": {"british": b("pemaquid", "boston")}},
        refuse=act("settle", place="fort_halifax", base="british_pemaquid"),
        because=((Reason.NO_TRANSPORT, "fa:settle.3"),),
    ).run()


@proves("fa:settle.4", "fa:sum.exp.1", "fa:aid.settle.1")
def test_without_any_settler_the_action_cannot_begin() -> None:
    Scene(
        {"hands": {"british": b("new_haven", "bateaux", "norfolk")}},
        refuse=TO_DEERFIELD,
        because=((Reason.NO_SETTLER, "fa:settle.4"),),
    ).run()


@proves("fa:settle.8")
def test_one_card_cannot_be_transport_and_settler_at_once() -> None:
    Scene(
        {"hands": {"british": b("new_haven", "st_marys", "norfolk")}},
        refuse=TO_DEERFIELD,
        because=((Reason.CARD_ALREADY_USED, "fa:settle.8"),),
    ).run()


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8")
@pytest.mark.parametrize(
    ("hand", "early", "carriers"),
    [
        (("new_haven", "st_marys", "bateaux"), "british_st_marys", ("british_bateaux",)),
        (("new_haven", "st_marys", "boston"), "british_boston", ("british_st_marys",)),
        (("new_haven", "st_marys", "bateaux", "boston"), "british_boston", ("british_st_marys", "british_bateaux")),
    ],
)
def test_a_settler_card_named_before_the_transport_breaks_no_rule(
    hand: tuple[str, ...], early: str, carriers: tuple[str, ...]
) -> None:
    """Given cards that settle Deerfield, when the settler comes first, then the answer names what comes before it."""
    state = after(placed({"hands": {"british": b(*hand)}}), TO_DEERFIELD)
    said = Notation(
        Reason.TRANSPORT_FIRST,
        (("transport", "bateau"), ("place", "deerfield"), ("card", early), ("carriers", carriers)),
    )
    assert GAME.step(state, GAME.read_action(play(early))) == said
    assert play(early) not in offered(state)
    settled = after(state, play(carriers[0]), play(early))
    assert owner(settled.board, place("deerfield")) is BRITISH


@proves("fa:settle.3", "fa:settle.4")
def test_a_settler_card_that_does_not_work_or_is_not_asked_for_is_refused_by_rule() -> None:
    """Given a settler card of a besieged place, or a place without the symbol, then it is no matter of notation."""
    hand = {"hands": {"british": b("new_haven", "st_marys", "boston", "philadelphia")}}
    besieged = after(placed({**hand, "sieges": {"french": siege("boston", 0, f("militia"))}}), TO_DEERFIELD)
    assert refusals(besieged, play("british_boston")) == {
        ("besieged", "fa:siege.ex4"),
        ("no_transport", "fa:settle.3"),
    }
    hand = {"hands": {"british": b("albany", "st_marys", "boston")}}
    unasked = after(placed({"plus": ALBANY, **hand}), act("settle", place="fort_stanwix", base="british_albany"))
    assert refusals(unasked, play("british_boston")) == {("no_transport", "fa:settle.3")}


@proves("fa:settle.3", "fa:settle.4")
def test_transport_and_settler_may_change_roles_if_they_fit_only_the_other_way_round() -> None:
    """Given St. Mary's, bateau and settler, named first, then the Bateaux may follow it as the transport."""
    state = after(placed({"hands": {"british": b("new_haven", "st_marys", "bateaux", "boston")}}), TO_DEERFIELD)
    st_marys, bateaux = play("british_st_marys"), play("british_bateaux")
    same_in_any_order(state, (st_marys, bateaux), (bateaux, st_marys))
    assert bateaux not in offered(after(state, st_marys))
    assert refusals(after(state, bateaux), play("british_new_haven")) == {
        ("not_in_hand", "fa:act.12"),
        ("no_settler", "fa:settle.4"),
    }
    boston_carried = after(placed({"hands": {"british": b("new_haven", "bateaux", "boston")}}), TO_DEERFIELD, bateaux)
    assert refusals(boston_carried, bateaux) == {("not_in_hand", "fa:act.12"), ("no_settler", "fa:settle.4")}


@proves("fa:settle.2")
def test_an_enemy_place_cannot_be_settled() -> None:
    Scene(
        {"plus": {"deerfield": "french village"}, "hands": DEERFIELD_HAND},
        refuse=TO_DEERFIELD,
        because=((Reason.NOT_NEUTRAL, "fa:settle.1"),),
    ).run()


@proves("fa:settle.7")
def test_without_a_village_in_stock_no_place_is_settled() -> None:
    Scene(
        {"plus": ALL_VILLAGES, "hands": DEERFIELD_HAND},
        refuse=TO_DEERFIELD,
        because=((Reason.NO_VILLAGE_IN_STOCK, "fa:settle.7"),),
    ).run()


@proves("fa:governor.3", "fa:faq.loc.3")
def test_an_own_place_whose_card_is_in_the_deck_is_no_target() -> None:
    Scene(
        {"hands": {"british": b("new_haven", "new_york", "philadelphia")}},
        refuse=act("settle", place="boston", base="british_new_haven"),
        because=((Reason.NOT_NEUTRAL, "fa:settle.1"), (Reason.CARD_NOT_AVAILABLE, "fa:governor.3")),
    ).run()


@proves("fa:develop.1")
def test_a_card_without_settlers_develops_nothing() -> None:
    Scene(
        {"plus": ALBANY, "hands": {"british": b("albany", "norfolk")}},
        refuse=act("develop", place="albany", settler="british_norfolk"),
        because=((Reason.NO_SETTLER, "fa:develop.1"),),
    ).run()


@proves("fa:develop.1")
def test_the_places_own_card_cannot_be_its_settler_as_well() -> None:
    Scene(
        {"hands": {"british": b("philadelphia")}},
        refuse=act("develop", place="philadelphia", settler="british_philadelphia"),
        because=((Reason.CARD_ALREADY_USED, "fa:develop.1"),),
    ).run()


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_town_is_not_developed_again() -> None:
    Scene(
        {"hands": {"british": b("boston", "st_marys")}},
        refuse=act("develop", place="boston", settler="british_st_marys"),
        because=((Reason.NO_OWN_VILLAGE, "fa:develop.1"),),
    ).run()


@proves("fa:develop.1")
def test_a_place_without_a_card_of_its_own_cannot_be_developed() -> None:
    Scene(
        {
            "plus": {"montreal": "british village"},
            "captured": {"british": {"villages": 1}},
            "hands": {"british": b("boston")},
        },
        refuse=act("develop", place="montreal", settler="british_boston"),
        because=((Reason.NOT_IN_HAND, "fa:develop.1"),),
    ).run()


@proves("fa:develop.4")
def test_a_place_without_points_is_not_developed() -> None:
    Scene(
        {"plus": ALBANY | {"fort_stanwix": "british village"}, "hands": {"british": b("fort_stanwix", "boston")}},
        refuse=act("develop", place="fort_stanwix", settler="british_boston"),
        because=((Reason.NO_POINTS, "fa:develop.4"),),
    ).run()


TOWNS = dict.fromkeys(
    (
        "new_haven",
        "norfolk",
        "pemaquid",
        "philadelphia",
        "st_marys",
        "baltimore",
        "canso",
        "deerfield",
        "halifax",
        "richmond",
    ),
    "british town",
)


@proves("fa:develop.5")
def test_without_a_town_disc_nothing_is_developed() -> None:
    Scene(
        {"plus": ALBANY | TOWNS, "hands": {"british": b("albany", "boston")}},
        refuse=act("develop", place="albany", settler="british_boston"),
        because=((Reason.NO_TOWN_IN_STOCK, "fa:develop.5"),),
    ).run()


@proves("fa:fortify.2", "fa:sum.exp.3", "fa:aid.fortify.1")
def test_fortifying_with_two_money_is_refused() -> None:
    Scene(
        {"hands": {"british": b("boston", "fortification")}, "money": {"british": 2}},
        refuse=act("fortify", place="boston", card="british_fortification"),
        because=((Reason.TOO_LITTLE_MONEY, "fa:fortify.2"),),
    ).run()


@proves("fa:fortify.1", "fa:sum.exp.3", "fa:aid.fortify.1")
def test_only_a_fortification_card_fortifies() -> None:
    Scene(
        {"hands": {"british": b("boston", "militia")}},
        refuse=act("fortify", place="boston", card="british_militia"),
        because=((Reason.NO_FORTIFICATION_CARD, "fa:fortify.1"),),
    ).run()


@proves("fa:fortify.3")
def test_a_place_takes_one_disc() -> None:
    Scene(
        {"plus": {"boston": "british town fort"}, "hands": {"british": b("boston", "fortification")}},
        refuse=act("fortify", place="boston", card="british_fortification"),
        because=((Reason.ALREADY_FORTIFIED, "fa:fortify.3"),),
    ).run()


FORTS = dict.fromkeys(("boston", "new_york"), "british town fort") | dict.fromkeys(
    ("new_haven", "norfolk", "pemaquid", "philadelphia"), "british village fort"
)


FRENCH_FORTS = dict.fromkeys(
    ("gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal"), "french village fort"
)


@proves("fa:fortify.6")
def test_twelve_discs_are_all_there_are() -> None:
    Scene(
        {"plus": FORTS | FRENCH_FORTS, "hands": {"british": b("st_marys", "fortification")}},
        refuse=act("fortify", place="st_marys", card="british_fortification"),
        because=((Reason.NO_FORT_IN_STOCK, "fa:fortify.6"),),
    ).run()


@proves("fa:fortify.1", "fa:fortify.3")
def test_every_place_in_hand_may_be_fortified_with_either_card() -> None:
    hand = b("boston", "norfolk", "fortification", "neutral_fortification")
    state = placed({"plus": {"norfolk": "british village fort"}, "hands": {"british": hand}})
    assert offered(state, "fortify") == [
        act("fortify", place="boston", card="british_fortification"),
        act("fortify", place="boston", card="neutral_fortification"),
    ]
    assert refusals(state, act("fortify", place="norfolk", card="british_fortification"))


@proves("fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:sum.exp.1", "fa:aid.settle.1")
@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        ("pemaquid boston ships", set()),
        ("pemaquid ships trader", {("no_settler", "settle.4")}),
        ("pemaquid boston trader", {("card_already_used", "settle.8")}),
        ("pemaquid boston philadelphia", set()),
        ("pemaquid st_marys trader", {("no_transport", "settle.3")}),
        ("pemaquid trader", {("no_transport", "settle.3"), ("no_settler", "settle.4")}),
    ],
)
def test_settling_halifax_needs_base_ship_and_settler_and_says_which_is_lacking(
    hand: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    assert broken(settle_violations(state, BRITISH, Settle(place("halifax"), card("british_pemaquid")))) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:sum.exp.1", "fa:aid.settle.1")
@pytest.mark.parametrize(
    ("hand", "reasons"), [("bateaux", set()), ("bateaux trader", set()), ("trader", {("no_transport", "settle.3")})]
)
def test_settling_fort_halifax_needs_no_settler(hand: str, reasons: set[tuple[str, str]]) -> None:
    state = scene(" ".join(f"british_{name}" for name in ("pemaquid", *hand.split())))
    found = settle_violations(state, BRITISH, Settle(place("fort_halifax"), card("british_pemaquid")))
    assert broken(found) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("pemaquid", "ships", set()),
        ("pemaquid", "trader", {NO_CARD, ("no_transport", "settle.3")}),
        ("pemaquid", "boston", {NO_CARD}),
        ("pemaquid ships", "philadelphia", set()),
        ("pemaquid ships", "boston", {NO_CARD}),
        ("pemaquid ships", "trader", {NO_CARD, ("no_settler", "settle.4")}),
    ],
)
def test_the_next_settling_card_is_refused_for_what_it_is_and_for_not_being_in_hand(
    played: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    state = scene("british_ships british_philadelphia")
    frame = Settling(BRITISH, place("halifax"), tuple(card(f"british_{name}") for name in played.split()))
    assert broken(settling_card_violations(state, frame, Play(card(f"british_{which}")))) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
@pytest.mark.parametrize(
    ("hand", "which", "reasons"),
    [
        ("boston ships", "boston", None),
        ("boston ships", "ships", set()),
        ("boston ships new_york", "boston", set()),
        ("boston ships", "new_york", {NO_CARD}),
        ("boston ships trader", "trader", {("no_transport", "settle.3")}),
    ],
)
def test_a_transport_to_halifax_must_leave_a_settler_and_is_not_its_own(
    hand: str, which: str, reasons: set[tuple[str, str]] | None
) -> None:
    """Given Boston as the only settler card, and a ship too, then it is named after the ship: a matter of notation."""
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    frame = Settling(BRITISH, place("halifax"), (card("british_pemaquid"),))
    found = settling_violations(state, frame, Play(card(f"british_{which}")))
    assert found is not None
    assert (None if isinstance(found, Notation) else broken(found)) == reasons


@proves("fa:settle.1", "fa:governor.3", "fa:faq.loc.3")
def test_an_own_place_is_settled_again_only_if_it_has_a_card_and_that_was_returned() -> None:
    """Given British Montreal, for which the British have no card, then there is nothing to settle for."""
    state = scene(montreal="british village")
    for name in ("montreal", "boston"):
        assert no_settlers_target(state, BRITISH, place(name)) == (
            violation(Reason.NOT_NEUTRAL, "fa:settle.1", place=name, holder="british"),
            violation(Reason.CARD_NOT_AVAILABLE, "fa:governor.3", place=name),
        )
    gone = player(state, BRITISH)._replace(locations=cards("british_boston"))
    assert no_settlers_target(with_player(state, BRITISH, gone), BRITISH, place("boston")) == ()
    assert no_settlers_target(state, BRITISH, place("halifax")) == ()
    assert broken(no_settlers_target(state, BRITISH, place("quebec"))) == {("not_neutral", "settle.1")}


@proves("fa:develop.1", "fa:develop.6", "fa:sum.exp.2", "fa:aid.develop.1")
@pytest.mark.parametrize(
    ("where", "fits"), [("norfolk", True), ("gaspe", False), ("boston", False), ("halifax", False)]
)
def test_only_an_own_village_is_developed(where: str, fits: bool) -> None:
    found = no_village_to_develop(scene(), BRITISH, place(where))
    assert broken(found) == (set() if fits else {("no_own_village", "develop.1")})


@proves("fa:develop.5")
def test_a_town_disc_must_be_in_stock_and_the_british_have_twelve() -> None:
    state = scene()
    assert no_town(state, BRITISH) == ()
    foe = player(state, FRENCH)
    for taken, reasons in ((9, set()), (10, {("no_town_in_stock", "develop.5")})):
        assert broken(no_town(with_player(state, FRENCH, foe._replace(towns_taken=taken)), BRITISH)) == reasons


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_settler_of_a_lost_place_develops_nothing() -> None:
    state = scene("british_norfolk british_philadelphia", philadelphia="neutral")
    action = Develop(place("norfolk"), card("british_philadelphia"))
    assert broken(develop_violations(state, BRITISH, action)) == NOT_HELD
    state = scene("british_norfolk british_philadelphia")
    assert develop_violations(state, BRITISH, action) == ()


@proves("fa:fortify.1", "fa:fortify.2", "fa:sum.exp.3", "fa:aid.fortify.1")
@pytest.mark.parametrize("base", [True, False])
@pytest.mark.parametrize("fort", [True, False])
def test_fortifying_takes_the_card_of_the_place_and_a_fortification(base: bool, fort: bool) -> None:
    hand = [name for name, there in (("british_norfolk", base), ("british_fortification", fort)) if there]
    state = with_money(scene(" ".join(hand)), BRITISH, 3)
    found = fortify_violations(state, BRITISH, Fortify(place("norfolk"), card("british_fortification")))
    lacking = {
        dict(each.facts)["card"] for each in found if (each.reason.value, each.rule) == ("not_in_hand", "fa:act.12")
    }
    assert lacking == {"british_norfolk", "british_fortification"} - set(hand)
    assert len(found) == len(lacking)


@proves("fa:settle.7")
@pytest.mark.parametrize("reading", ["yes", "no"])
@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("where", ["halifax", "norfolk"])
def test_a_place_is_settled_while_a_village_is_in_stock_and_an_own_one_without_by_option(
    reading: str, left: int, where: str
) -> None:
    """Given five British villages on the board and the rest captured but for some, then those decide."""
    state = scene(options=f"+resettle_needs_stock={reading}")
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(villages_taken=18 - 5 - left))
    refused = not left and (where == "halifax" or reading == "yes")
    found = no_village(state, BRITISH, place(where))
    assert broken(found) == ({("no_village_in_stock", "settle.7")} if refused else set())


@proves("fa:settle.2", "fa:settle.7", "fa:develop.1", "fa:develop.5")
@pytest.mark.parametrize("left", [0, 1])
def test_without_a_piece_in_stock_no_place_is_settled_or_developed_whatever_the_cards(left: int) -> None:
    """Given all the cards there have to be, then five villages and two towns on the board leave the rest to decide."""
    state = scene("british_pemaquid british_ships british_settlers british_norfolk")
    foe = player(state, FRENCH)._replace(villages_taken=18 - 5 - left, towns_taken=12 - 2 - left)
    state = with_player(state, FRENCH, foe)
    settling = settle_violations(state, BRITISH, Settle(place("halifax"), card("british_pemaquid")))
    assert broken(settling) == (set() if left else {("no_village_in_stock", "settle.7")})
    developing = develop_violations(state, BRITISH, Develop(place("norfolk"), card("british_settlers")))
    assert broken(developing) == (set() if left else {("no_town_in_stock", "develop.5")})


@proves("fa:fortify.3", "fa:fortify.6")
@pytest.mark.parametrize("forts", [0, 11, 12])
@pytest.mark.parametrize("own", [True, False])
def test_a_disc_goes_where_none_is_while_one_of_the_twelve_is_left(forts: int, own: bool) -> None:
    """Given so many forts elsewhere, one of them at the place itself if it is its own."""
    where, *others = (place(each.id) for each in LOCATIONS)
    board = scene().board
    for fortified in (where, *others)[0 if own else 1 :][:forts]:
        board = with_fort(board, fortified, present=True)
    due = {("already_fortified", "fortify.3")} if own and forts else set()
    due |= {("no_fort_in_stock", "fortify.6")} if forts == 12 else set()
    assert broken(no_disc(scene()._replace(board=board), where)) == due


@proves("fa:raid.11", "fa:settle.6")
@pytest.mark.parametrize("kept", ["hand", "reserve", "deck", "discard"])
def test_a_lost_place_is_settled_again_and_brings_no_second_card_wherever_the_first_one_is(kept: str) -> None:
    """Given the card of Norfolk kept, then Norfolk is regained only once nobody holds it."""
    state = scene(norfolk="british village")
    bare = player(state, BRITISH)._replace(hand=b"", reserve=b"", deck=b"", discard=b"")
    assert card("british_norfolk") not in bare.locations
    norfolk = cards("british_norfolk")
    with_norfolk = {
        "hand": bare._replace(hand=norfolk),
        "reserve": bare._replace(reserve=norfolk),
        "deck": bare._replace(deck=norfolk),
        "discard": bare._replace(discard=norfolk),
    }
    held = with_player(state, BRITISH, with_norfolk[kept])
    none = event(EventKind.NO_LOCATION_CARD, "fa:raid.11", side="british", place="norfolk")
    assert location_card_gained(held, BRITISH, place("norfolk")) == Next(held, (none,))
    assert no_settlers_target(scene(norfolk="neutral"), BRITISH, place("norfolk")) == ()
    taken = scene(norfolk="french village")
    assert broken(no_settlers_target(taken, BRITISH, place("norfolk"))) == {("not_neutral", "settle.1")}
    no_gain = {("not_neutral", "settle.1"), ("card_not_available", "governor.3")}
    assert broken(no_settlers_target(held, BRITISH, place("norfolk"))) == no_gain
    returned = with_player(state, BRITISH, bare._replace(locations=plus(bare.locations, card("british_norfolk"))))
    assert no_settlers_target(returned, BRITISH, place("norfolk")) == ()
    gained = location_card_gained(returned, BRITISH, place("norfolk"))
    assert player(gained.state, BRITISH) == bare._replace(discard=norfolk)
    assert kinds(gained) == [EventKind.LOCATION_CARD_GAINED]


@proves("fa:sum.exp.1", "fa:aid.settle.1")
def test_the_base_of_a_settlement_is_neither_its_transport_nor_its_settler() -> None:
    """Given Boston as the base, whose card shows a ship and settlers, then both are lacking all the same."""
    state = scene("british_boston british_trader")
    found = settle_violations(state, BRITISH, Settle(place("halifax"), card("british_boston")))
    assert broken(found) == {("no_transport", "settle.3"), ("no_settler", "settle.4")}


@proves("fa:sum.exp.1", "fa:aid.settle.1", "fa:siege.start.1")
def test_the_base_of_a_settlement_or_siege_is_a_card_of_the_hand() -> None:
    """Given all cards but the base, which lists the place, then the base is all that is lacking."""
    state = scene("british_ships british_philadelphia")
    found = settle_violations(state, BRITISH, Settle(place("halifax"), card("british_pemaquid")))
    assert broken(found) == {NO_CARD}
    state = scene("british_ships british_militia")
    found = besiege_violations(state, BRITISH, Besiege(place("port_royal"), card("british_boston")))
    assert broken(found) == {NO_CARD}


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
@pytest.mark.parametrize(
    ("hand", "settler", "reasons"),
    [
        ("norfolk settlers", "settlers", set()),
        ("settlers", "settlers", {NO_CARD}),
        ("norfolk", "settlers", {NO_CARD}),
        ("norfolk trader", "trader", {("no_settler", "develop.1")}),
        ("norfolk", "norfolk", {("no_settler", "develop.1"), ("card_already_used", "develop.1")}),
    ],
)
def test_a_village_is_developed_with_its_card_and_a_settler_in_hand(hand: str, settler: str, reasons: Reasons) -> None:
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    found = develop_violations(state, BRITISH, Develop(place("norfolk"), card(f"british_{settler}")))
    assert broken(found) == reasons


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_the_card_of_a_place_is_not_its_settler_though_it_shows_one() -> None:
    state = scene("british_philadelphia")
    found = develop_violations(state, BRITISH, Develop(place("philadelphia"), card("british_philadelphia")))
    assert broken(found) == {("card_already_used", "develop.1")}


@proves("fa:develop.1", "fa:sum.exp.2", "fa:aid.develop.1")
def test_a_place_for_which_a_side_has_no_card_is_not_developed() -> None:
    """Given Montreal in British hands, for which there is a French card only."""
    state = scene("british_settlers", montreal="british village")
    found = develop_violations(state, BRITISH, Develop(place("montreal"), card("british_settlers")))
    assert broken(found) == {("not_in_hand", "develop.1")}


@proves("fa:settle.2", "fa:act.12")
def test_settling_from_a_base_that_is_not_in_hand_and_does_not_list_the_place() -> None:
    Scene(
        {"hands": {"british": b("new_haven")}},
        refuse=act("settle", place="deerfield", base="british_boston"),
        because=((Reason.NOT_LISTED, "fa:settle.2"), NO_CARD_IN_HAND),
    ).run()


@proves("fa:settle.1", "fa:settle.2", "fa:settle.4", "fa:loccard.1", "fa:aid.loc.3")
def test_settling_an_enemy_place_from_a_base_that_is_not_held_without_settlers() -> None:
    Scene(
        {"hands": {"british": b("halifax", "norfolk")}},
        refuse=act("settle", place="port_royal", base="british_halifax"),
        because=((Reason.NOT_NEUTRAL, "fa:settle.1"), (Reason.NO_SETTLER, "fa:settle.4"), *PLACE_NOT_HELD),
    ).run()


@proves("fa:develop.1", "fa:sum.exp.2", "fa:act.12")
def test_a_village_is_not_developed_with_cards_that_are_not_in_hand() -> None:
    refused_without_the_card(act("develop", place="new_haven", settler="british_settlers"))


@proves("fa:fortify.1", "fa:sum.exp.3", "fa:act.12")
def test_a_place_is_not_fortified_with_cards_that_are_not_in_hand() -> None:
    refused_without_the_card(act("fortify", place="boston", card="british_fortification"))


@proves("fa:develop.1")
def test_the_card_of_a_place_is_told_that_it_is_not_its_settler() -> None:
    develop = act("develop", place="st_marys", settler="british_st_marys")
    refused_in_two_roles("british_st_marys", develop, "fa:develop.1", "british_st_marys")


@proves("fa:settle.8")
def test_a_card_is_told_that_it_is_not_transport_and_settler_at_once() -> None:
    settle = act("settle", place="deerfield", base="british_new_haven")
    refused_in_two_roles("british_new_haven british_st_marys", settle, "fa:settle.8", "british_st_marys")


@proves("fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.8")
@pytest.mark.parametrize(
    ("hand", "reasons"),
    [
        ("boston ships settlers", set()),
        ("boston settlers", {("no_transport", "settle.3")}),
        ("boston ships", {("no_settler", "settle.4")}),
        ("boston", {("no_transport", "settle.3"), ("no_settler", "settle.4")}),
    ],
)
def test_the_ship_and_the_settlers_of_the_base_card_do_not_serve_beside_it(hand: str, reasons: Reasons) -> None:
    """Given Boston as the base for Halifax, then its ship is no transport and its settlers do not settle."""
    state = scene(" ".join(f"british_{name}" for name in hand.split()))
    assert broken(settle_violations(state, BRITISH, Settle(place("halifax"), card("british_boston")))) == reasons


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
def test_a_transport_to_a_place_without_settler_symbol_need_not_leave_a_settler() -> None:
    frame = Settling(BRITISH, place("fort_halifax"), (card("british_pemaquid"),))
    for hand in ("british_bateaux", "british_bateaux british_trader", "british_st_marys"):
        which = card(hand.split()[0])
        assert settling_card_violations(scene(hand), frame, Play(which)) == ()
