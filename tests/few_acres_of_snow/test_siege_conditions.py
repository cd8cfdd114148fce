"""Each condition of a siege, raid or ambush on its own, over the few cases there are."""

import pytest

from reference.few_acres_of_snow.actions import (
    Besiege,
    Block,
    Convert,
    NameCard,
    Occupy,
    Play,
    Withdraw,
)
from reference.few_acres_of_snow.ch01_board import IDS, NEUTRAL, place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, CARDS, card, names, pile
from reference.few_acres_of_snow.ch07_location_cards import working_cards
from reference.few_acres_of_snow.ch08_sieges import (
    besiege_offers,
    besiege_violations,
    besieging_card_violations,
    cannot_fight,
    siege_cost,
)
from reference.few_acres_of_snow.ch09_siege_victory import (
    leave_violations,
    may_settle,
    must_settle,
    name_violations,
    occupied,
    returnable,
    returned,
    sieges_to_name,
)
from reference.few_acres_of_snow.ch10_reinforcement import no_siege, reinforced
from reference.few_acres_of_snow.ch11_raids import (
    attack_cost,
    block_violations,
    blocks_raid,
    raided,
    raiding_card_violations,
    siege_dissolved,
)
from reference.few_acres_of_snow.ch12_ambushes import ambush_lost, converting
from reference.few_acres_of_snow.ch15_other_actions import withdrawn
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import (
    Besieging,
    RaidDeclared,
    Raiding,
    SiegeWon,
    SiegeWonStage,
    Turn,
)
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Next
from tests.few_acres_of_snow.scenes import rules
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, NO_CARD, broken, cards, kinds, scene, with_money

# ---------------------------------------------------------------- sieges


@proves("fa:siege.start.13", "fa:siege.start.3", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_of_all_cards_only_siege_artillery_costs_three_in_a_siege() -> None:
    assert {CARD_IDS[each]: siege_cost(each) for each in CARDS if siege_cost(each)} == {
        "british_siege_artillery": 3,
        "french_siege_artillery": 3,
    }


NO_TRANSPORT = ("no_transport", "siege.start.2")
NO_STRENGTH = ("no_strength", "siege.start.3")
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
        ("montreal bateaux siege_artillery", "montreal", 0, {TOO_DEAR}),
        ("montreal bateaux siege_artillery", "montreal", 3, set()),
        ("montreal bateaux siege_artillery", "bateaux", 0, set()),
        ("montreal bateaux", "montreal", 3, {NO_STRENGTH}),
        ("montreal ships", "montreal", 3, {NO_STRENGTH}),
        ("montreal", "montreal", 3, {NO_STRENGTH}),
        ("bateaux", "montreal", 3, {NO_CARD, NO_STRENGTH}),
        ("siege_artillery", "montreal", 0, {NO_CARD, TOO_DEAR}),
    ],
)
def test_the_transport_must_leave_a_strength_that_can_be_paid(
    hand: str, which: str, money: int, reasons: set[tuple[str, str]]
) -> None:
    """Given a siege of Oswego begun from Fort Frontenac, reached by bateau; Montreal is bateau and strength."""
    names_ = " ".join(f"french_{name}" for name in hand.split())
    state = with_money(scene(names_, FRENCH, fort_frontenac="french village", oswego="british village"), FRENCH, money)
    frame = Besieging(FRENCH, place("oswego"), (card("french_fort_frontenac"),))
    found = besieging_card_violations(state, frame, Play(card(f"french_{which}")))
    assert broken(found) == reasons
    assert all("card" not in dict(each.facts) for each in found if each.reason == "no_strength")


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


@proves("fa:siege.start.3", "fa:faq.siege.1", "fa:faq.map.2")
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
        assert broken(found) == {("no_ship_strength_here", "faq.map.2") if sometimes else NO_STRENGTH}


def besieged(where: str, attacker: Side = BRITISH, *, marker: int = 0, options: str = "", ours: str = "british_militia",
             theirs: str = "", **plus: str) -> State:  # fmt: skip
    """Return a siege with these cards in it."""
    state = scene("", BRITISH, options, **plus)
    return with_siege(state, attacker, Siege(place(where), marker, (cards(ours), cards(theirs))))


@proves("fa:siege.win.5", "fa:siege.win.8", "fa:aid.withdraw.2", "fa:withdraw.4", "fa:settle.7")
@pytest.mark.parametrize("reading", ["immediate", "none"])
@pytest.mark.parametrize("gave_up", [True, False])
def test_the_winner_may_settle_with_a_village_in_stock_and_after_a_withdrawal_by_option(
    reading: str, gave_up: bool
) -> None:
    state = besieged("gaspe", options=f"+defender_withdraw_settle={reading}")
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE, gave_up)
    assert may_settle(state, frame, place("gaspe")) is not (gave_up and reading == "none")
    foe = player(state, FRENCH)._replace(villages_taken=18 - 5)
    assert may_settle(with_player(state, FRENCH, foe), frame, place("gaspe")) is False


@proves("fa:siege.win.5", "fa:faq.siege.4", "fa:siege.win.8", "fa:aid.siege.5")
@pytest.mark.parametrize("reading", ["optional", "forced_without_symbol"])
@pytest.mark.parametrize("where", ["gaspe", "fort_frontenac"])
def test_a_village_is_forced_only_by_option_and_only_where_no_settler_is_asked(reading: str, where: str) -> None:
    state = besieged(where, options=f"+siege_win_settle={reading}", fort_frontenac="french village")
    forced = reading == "forced_without_symbol" and where == "fort_frontenac"
    assert must_settle(state.ruleset, place(where)) is forced
    found = leave_violations(state, SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE))
    assert broken(found) == ({("must_settle", "siege.win.5")} if forced else set())


@proves("fa:siege.win.4", "fa:siege.win.5", "fa:siege.win.7")
@pytest.mark.parametrize(("where", "settler"), [("gaspe", "british_settlers"), ("fort_frontenac", None)])
def test_settling_a_won_place_cites_the_rule_with_or_without_settler(where: str, settler: str | None) -> None:
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE)
    state = besieged(where)._replace(stack=Stack((Turn(BRITISH, 2), frame)))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(settler or "")))
    after = occupied(state, frame, Occupy(None if settler is None else card(settler)))
    first = "fa:siege.win.4" if settler else "fa:siege.win.5"
    assert after.events[0].rules == (first, "fa:siege.win.7")


@proves("fa:siege.win.12", "fa:siege.win.13", "fa:siege.win.14", "fa:aid.siege.6")
def test_every_empire_card_of_the_loser_can_be_returned_and_no_location_card() -> None:
    both = pile(CARDS)
    siege = Siege(place("gaspe"), 0, (both, pile(())))
    located = {f"{side.value}_{name}" for side in SIDES for name in IDS}
    assert set(names(returnable(siege, BRITISH, BRITISH))) == set(CARD_IDS) - located
    assert returnable(siege, BRITISH, FRENCH) == ()


@proves("fa:siege.win.12", "fa:aid.siege.6", "fa:withdraw.2", "fa:sum.other.1")
@pytest.mark.parametrize(
    ("which", "where"),
    [("british_militia", "empire"), ("british_boston", "locations"), ("neutral_fortification", "display")],
)
def test_a_returned_card_goes_to_the_open_pile_it_came_from(which: str, where: str) -> None:
    state = scene()
    after, happened = returned(state, BRITISH, card(which), "fa:siege.win.12")

    def piles(of: State) -> dict[str, int]:
        own = player(of, BRITISH)
        found = {"empire": own.empire, "locations": own.locations, "display": of.display}
        return {name: pile_.count(card(which)) for name, pile_ in found.items()}

    assert piles(after) == {name: count + (name == where) for name, count in piles(state).items()}
    assert happened.kind == EventKind.CARD_RETURNED


@proves("fa:siege.win.12", "fa:siege.win.13")
@pytest.mark.parametrize("theirs", ["french_militia", "french_quebec", ""])
def test_a_card_is_named_beforehand_only_in_a_siege_that_is_lost_with_empire_cards_in_it(theirs: str) -> None:
    state = besieged("gaspe", marker=9, theirs=theirs, options="+loser_card_chosen=end_of_losers_turn")
    assert sieges_to_name(state, FRENCH) == ((BRITISH,) if theirs == "french_militia" else ())


@proves("fa:siege.win.12", "fa:siege.win.13")
def test_of_two_lost_sieges_the_first_is_named_for_first() -> None:
    state = besieged("gaspe", marker=9, theirs="french_militia", options="+loser_card_chosen=end_of_losers_turn")
    state = with_siege(state, FRENCH, Siege(place("boston"), -9, (cards("french_militia"), cards("british_militia"))))
    assert sieges_to_name(state, FRENCH) == (BRITISH, FRENCH)
    militia = card("french_militia")
    assert name_violations(state, FRENCH, NameCard(place("gaspe"), militia)) == ()
    assert broken(name_violations(state, FRENCH, NameCard(place("boston"), militia))) == {
        ("not_in_siege", "siege.win.12")
    }


@proves("fa:reinforce.2", "fa:leader.2")
def test_a_siege_being_settled_is_none_any_more() -> None:
    state = besieged("gaspe")
    assert no_siege(state, place("gaspe"), "fa:reinforce.2") == ()
    assert broken(no_siege(state, place("quebec"), "fa:reinforce.2")) == {("no_siege", "reinforce.2")}
    over = state._replace(stack=Stack((Turn(BRITISH, 1), SiegeWon(BRITISH, BRITISH, SiegeWonStage.RETURN))))
    assert broken(no_siege(over, place("gaspe"), "fa:leader.2")) == {("no_siege", "leader.2")}


@proves("fa:reinforce.1", "fa:reinforce.3", "fa:sum.war.2", "fa:aid.reinforce.1")
@pytest.mark.parametrize(("which", "cost"), [("british_militia", 0), ("british_siege_artillery", 3)])
def test_a_reinforcement_is_paid_for_and_told(which: str, cost: int) -> None:
    state = with_money(besieged("gaspe"), BRITISH, 5)
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(which)))
    after = reinforced(state, BRITISH, place("gaspe"), card(which))
    assert player(after.state, BRITISH).money == 5 - cost
    assert kinds(after) == [*([EventKind.MONEY_PAID] if cost else []), EventKind.SIEGE_REINFORCED]


@proves("fa:withdraw.1", "fa:withdraw.2", "fa:withdraw.4", "fa:sum.other.1", "fa:aid.withdraw.1", "fa:faq.siege.5")
def test_a_withdrawal_tells_of_itself_and_of_the_siege_that_is_won_by_it() -> None:
    after = withdrawn(besieged("gaspe"), FRENCH, Withdraw(place("gaspe")))
    assert kinds(after) == [EventKind.WITHDRAWN, EventKind.SIEGE_WON, EventKind.PIECE_CAPTURED]


# ---------------------------------------------------------------- raids and ambushes


@proves("fa:raid.4", "fa:faq.raid.1", "fa:aid.raid.1", "fa:aid.ambush.1")
def test_of_all_cards_only_native_americans_cost_one_in_a_raid_or_ambush() -> None:
    assert {CARD_IDS[each]: attack_cost(each) for each in CARDS if attack_cost(each)} == {
        "french_native_americans": 1,
        "neutral_native_americans": 1,
    }


@proves("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6", "fa:sum.war.3")
@pytest.mark.parametrize("in_hand", [True, False])
@pytest.mark.parametrize("held", [True, False])
def test_the_card_of_the_raided_place_blocks_while_it_works_and_must_be_in_hand(in_hand: bool, held: bool) -> None:
    """Given Gaspe cut off because Quebec was lost, then its card does not work."""
    changes = {} if held else {"quebec": "british village"}
    state = scene("french_gaspe" if in_hand else "", FRENCH, "+supply_origin_needs_control=yes", **changes)
    which, where = card("french_gaspe"), place("gaspe")
    assert blocks_raid(state, FRENCH, which, where) is held
    assert blocks_raid(state, FRENCH, which, place("quebec")) is False
    assert blocks_raid(state, FRENCH, card("french_militia"), where) is True
    due = set() if in_hand else {NO_CARD}
    due |= set() if held else {("not_linked", "loccard.1"), ("not_linked", "aid.loc.2")}
    assert broken(block_violations(state, RaidDeclared(BRITISH, where), Block(which))) == due


@proves("fa:raid.block.1", "fa:raid.block.2", "fa:aid.raid.6")
def test_a_card_that_cannot_block_is_refused_for_not_being_in_hand_too() -> None:
    state = scene("", FRENCH)
    found = block_violations(state, RaidDeclared(BRITISH, place("gaspe")), Block(card("french_trader")))
    assert broken(found) == {NO_CARD, ("cannot_block", "raid.block.1")}


@proves("fa:raid.9", "fa:raid.10", "fa:faq.raid.4", "fa:aid.raid.7", "fa:siege.start.10", "fa:sum.war.3")
@pytest.mark.parametrize("piece", ["village", "town"])
@pytest.mark.parametrize("siege", [True, False])
@pytest.mark.parametrize("stocked", [True, False])
def test_a_raid_takes_the_piece_and_a_town_leaves_a_village_if_there_is_one(
    piece: str, siege: bool, stocked: bool
) -> None:
    state = besieged("gaspe", gaspe=f"french {piece}") if siege else scene(gaspe=f"french {piece}")
    if not stocked:
        state = with_player(
            state, BRITISH, player(state, BRITISH)._replace(villages_taken=18 - 5 - (piece == "village"))
        )
    frame = RaidDeclared(BRITISH, place("gaspe"))
    before = player(state, BRITISH)
    after = raided(state._replace(stack=Stack((Turn(BRITISH, 1), frame))), frame)
    stays = piece == "town" and stocked
    assert dict(after.events[0].facts)["piece"] == piece
    told = [EventKind.RAID_SUCCEEDED, *([EventKind.TOWN_BECAME_VILLAGE] if stays else [])]
    assert kinds(after) == [*told, *([EventKind.SIEGE_DISSOLVED] if siege and not stays else [])]
    assert (after.state.board.pieces[place("gaspe")] != NEUTRAL) is stays
    now = player(after.state, BRITISH)
    taken = now.villages_taken - before.villages_taken, now.towns_taken - before.towns_taken
    assert taken == ((0, 1) if piece == "town" else (1, 0))


@proves("fa:raid.9", "fa:siege.start.10")
@pytest.mark.parametrize("held", [True, False])
def test_a_siege_is_dissolved_only_when_its_place_was_raided_empty(held: bool) -> None:
    state = besieged("gaspe", gaspe="french village" if held else "neutral")
    assert kinds(siege_dissolved(state, place("gaspe"))) == ([] if held else [EventKind.SIEGE_DISSOLVED])
    assert siege_dissolved(state, place("louisbourg")) == Next(state)


@proves("fa:raid.1", "fa:raid.3", "fa:raid.4", "fa:raid.13", "fa:aid.raid.3")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("neutral_native_americans", "neutral_native_americans", set()),
        ("neutral_native_americans", "british_rangers", {("out_of_order", "raid.13")}),
        ("british_rangers", "neutral_native_americans", set()),
        ("british_rangers neutral_native_americans", "british_rangers", {("out_of_order", "raid.13")}),
        ("british_rangers", "british_trader", {NO_CARD, ("no_raid_card", "raid.3")}),
    ],
)
def test_raid_cards_follow_in_one_order_equal_ones_after_each_other(
    played: str, which: str, reasons: set[tuple[str, str]]
) -> None:
    hand = "british_rangers neutral_native_americans"
    state = with_money(scene(hand, fort_halifax="british village", kennebec="french village"), BRITISH, 5)
    frame = Raiding(BRITISH, tuple(card(name) for name in played.split()))
    assert broken(raiding_card_violations(state, frame, Play(card(which)))) == reasons


@proves("fa:raid.2", "fa:raid.3", "fa:raid.13", "fa:aid.raid.3")
@pytest.mark.parametrize(("natives", "reasons"), [(1, {("out_of_reach", "raid.2")}), (2, set())])
def test_a_further_raid_card_must_lead_to_a_target_with_those_still_to_come(
    natives: int, reasons: set[tuple[str, str]]
) -> None:
    """Given Pemaquid, Fort Halifax, Kennebec, Quebec in a row, then two cards fall short and three suffice."""
    state = with_money(scene(" ".join(["neutral_native_americans"] * natives)), BRITISH, 5)
    frame = Raiding(BRITISH, (card("british_rangers"),))
    assert broken(raiding_card_violations(state, frame, Play(card("neutral_native_americans")))) == reasons


@proves("fa:ambush.4", "fa:aid.ambush.3", "fa:sum.war.4")
def test_an_ambush_tells_of_its_success_and_of_the_card_that_goes_back() -> None:
    state = scene()
    after = ambush_lost(state, FRENCH, card("french_regular_infantry"), {"side": "french"})
    assert kinds(after) == [EventKind.AMBUSH_SUCCEEDED, EventKind.CARD_RETURNED]


@proves("fa:convert.1", "fa:aid.convert.1", "fa:sum.war.5")
def test_a_conversion_tells_of_the_card_played() -> None:
    state = scene("british_indian_leader")
    after = converting(state, BRITISH, Convert(card("british_indian_leader")))
    assert after.events[0].kind == EventKind.CARD_PLAYED
    assert dict(after.events[0].facts) == {"side": "british", "card": "british_indian_leader"}
