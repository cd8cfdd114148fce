"""Summary, player aid and FAQ: what their rows say of an act, asked of the rule or played out in a small position."""

import pytest

from oracle.evidence.plugin import Claim
from reference.few_acres_of_snow.actions import (
    Aim,
    Besiege,
    Convert,
    Draft,
    HomeSupport,
    Merchant,
    Occupy,
    Pass,
    Piracy,
    Play,
    Raid,
    Settle,
    Withdraw,
)
from reference.few_acres_of_snow.ch01_board import Kind, owner, piece_kind, place
from reference.few_acres_of_snow.ch02_cards import Transport, card, carries, names, pile
from reference.few_acres_of_snow.ch04_turn import siege_check_began
from reference.few_acres_of_snow.ch05_actions import is_free
from reference.few_acres_of_snow.ch06_expansion import settle_violations, settled
from reference.few_acres_of_snow.ch07_location_cards import is_usable, unusable
from reference.few_acres_of_snow.ch08_sieges import besiege_violations
from reference.few_acres_of_snow.ch09_siege_victory import occupied
from reference.few_acres_of_snow.ch11_raids import (
    aim_violations,
    fort_bars_way,
    raid_violations,
    raided,
    raiding_card_violations,
)
from reference.few_acres_of_snow.ch12_ambushes import converting
from reference.few_acres_of_snow.ch13_finance import merchant_violations, piracy_violations
from reference.few_acres_of_snow.ch14_card_management import drafted
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import (
    ConversionLoss,
    RaidDeclared,
    Raiding,
    SiegeCheck,
    SiegeWon,
    SiegeWonStage,
    Turn,
    TurnStart,
)
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.few_acres_of_snow.state import Siege, player, with_player, with_siege
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import facts_to_json
from tests.few_acres_of_snow.scenes import HALIFAX, LOUISBOURG, Scene, act, b, rules, siege, turn
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    NOT_HELD,
    broken,
    cards,
    kinds,
    scene,
    with_money,
)

Reasons = set[tuple[str, str]]

# ---------------------------------------------------------------- the turn


@proves("fa:sum.turn.1", "fa:aid.turn.1", "fa:turn.3", "fa:aid.siege.10")
@pytest.mark.parametrize(
    ("side", "marker", "won"),
    [(BRITISH, 2, (BRITISH,)), (BRITISH, 1, ()), (FRENCH, 2, ()), (FRENCH, 0, ()), (FRENCH, -1, (BRITISH,))],
)
def test_a_turn_begins_with_the_sieges_its_player_has_won(side: Side, marker: int, won: tuple[Side, ...]) -> None:
    state = with_siege(scene(), BRITISH, Siege(place("gaspe"), marker, (cards("british_militia"), b"")))
    state = state._replace(stack=Stack((TurnStart(side),)))
    assert siege_check_began(state, side).state.stack.frames == (SiegeCheck(side, won),)


@proves("fa:aid.withdraw.1", "fa:withdraw.1", "fa:act.4")
@pytest.mark.parametrize("cost", ["free", "action"])
def test_a_withdrawal_is_free_by_option_and_makes_nothing_else_so(cost: str) -> None:
    ruleset = rules(f"first+withdraw_cost={cost}")
    assert is_free(Withdraw(place("gaspe")), ruleset) is (cost == "free")
    assert is_free(Pass(), ruleset) is False
    assert is_free(HomeSupport(), ruleset) is True


# ---------------------------------------------------------------- expansion


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


# ---------------------------------------------------------------- sieges


NO_SETTLER = (Reason.NO_SETTLER, "siege.win.4")
GIVEN_UP = {
    "plus": HALIFAX,
    "sieges": {"british": siege("port_royal", 1, b("new_york"))},
    "hands": {"british": b("boston", "norfolk")},
    "frames": turn("french", 0),
}
NIAGARA_GIVEN_UP = {
    "plus": {"fort_niagara": "french village"},
    "sieges": {"british": siege("fort_niagara", 0, b("new_york"))},
    "hands": {"british": b("boston")},
    "frames": turn("french", 0),
}

SIEGES = (
    Scene(
        "a card without strength reinforces no siege",
        ("sum.war.2", "aid.reinforce.1", "reinforce.1"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("trader")}},
        refuse=act("reinforce", place="louisbourg", card="british_trader"),
        because=((Reason.NO_STRENGTH, "reinforce.1"),),
    ),
    Scene(
        "a ship reinforces the siege of a port by one",
        ("sum.war.2", "aid.reinforce.1", "reinforce.1"),
        {"plus": HALIFAX, "sieges": LOUISBOURG, "hands": {"british": b("ships")}},
        (act("reinforce", place="louisbourg", card="british_ships"),),
        {"sieges": {"british": siege("louisbourg", 2, b("siege_artillery", "ships"))}, "frames": turn("british", 1)},
    ),
    Scene(
        "a besieger does not settle a place given up to him without a settler",
        ("aid.withdraw.2",),
        GIVEN_UP,
        (act("withdraw", place="port_royal"),),
        refuse=act("occupy", settler=None),
        because=(NO_SETTLER,),
        ruleset="second",
    ),
    Scene(
        "a card without settlers does not settle a place given up",
        ("aid.withdraw.2",),
        GIVEN_UP,
        (act("withdraw", place="port_royal"),),
        refuse=act("occupy", settler="british_norfolk"),
        because=(NO_SETTLER,),
        ruleset="second",
    ),
    Scene(
        "only a settler place asks for a settler when it is given up",
        ("aid.withdraw.2",),
        NIAGARA_GIVEN_UP,
        (act("withdraw", place="fort_niagara"),),
        refuse=act("occupy", settler="british_boston"),
        because=((Reason.NO_SETTLER_ASKED, "siege.win.5"),),
        ruleset="second",
    ),
    Scene(
        "a place without settler symbol that is given up is settled without a card",
        ("aid.withdraw.2",),
        NIAGARA_GIVEN_UP,
        (act("withdraw", place="fort_niagara"), act("occupy", settler=None)),
        {
            "places": {"fort_niagara": "british village"},
            "hands": {"british": b("boston")},
            "discards": {"british": b("new_york", "fort_niagara")},
        },
        ruleset="second",
    ),
)


@pytest.mark.parametrize("played", SIEGES, ids=str)
def test_sieges_are_reinforced_and_given_up(played: Scene, claim: Claim) -> None:
    played.run(claim, "test_player_aids.py::test_sieges_are_reinforced_and_given_up")


@pytest.mark.parametrize("given_up", [False, True], ids=["won", "given_up"])
@pytest.mark.parametrize(("where", "settler"), [("gaspe", "british_settlers"), ("fort_frontenac", None)])
def test_settling_a_won_place_is_no_action_and_brings_its_card(
    where: str, settler: str | None, given_up: bool, claim: Claim
) -> None:
    """Given a siege won, or given up by the defender in his turn, then the winner settles and nobody's turn changes."""
    source = "tests/few_acres_of_snow/test_player_aids.py::test_settling_a_won_place_is_no_action_and_brings_its_card"
    claim(["fa:aid.withdraw.2", "fa:faq.siege.5"] if given_up else ["fa:aid.siege.5", "fa:aid.siege.8"], source)
    below = Turn(FRENCH, 1) if given_up else SiegeCheck(BRITISH, ())
    frame = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE, given_up)
    state = scene(settler or "", BRITISH, "", **{where: "neutral"})._replace(stack=Stack((below, frame)))
    state = with_siege(state, BRITISH, Siege(place(where), 2, (cards("british_militia"), b"")))
    after = occupied(state, frame, Occupy(None if settler is None else card(settler)))
    assert after.state.stack.frames == (below, SiegeWon(BRITISH, BRITISH, SiegeWonStage.RETURN, given_up))
    played = () if settler is None else (settler,)
    before, now = player(state, BRITISH), player(after.state, BRITISH)
    assert now.discard == pile((*before.discard, *map(card, played), card(f"british_{where}")))
    assert now.hand == b""
    asked = "fa:siege.win.4" if settler else "fa:siege.win.5"
    assert [(each.kind, each.rules, facts_to_json(each.facts)) for each in after.events] == [
        (EventKind.SETTLED, (asked, "fa:siege.win.7"), {"side": "british", "place": where, "cards": list(played)}),
        (
            EventKind.LOCATION_CARD_GAINED,
            ("fa:siege.win.6", "fa:settle.6"),
            {"side": "british", "card": f"british_{where}"},
        ),
    ]


# ---------------------------------------------------------------- raids and conversions


@proves("fa:sum.war.3", "fa:aid.raid.4", "fa:raid.8", "fa:fortify.5")
@pytest.mark.parametrize("holder", ["british", "french"])
@pytest.mark.parametrize("fort", [True, False])
@pytest.mark.parametrize("reading", ["any", "enemy"])
def test_an_enemy_fort_bars_the_way_of_a_raid_and_an_own_one_by_option(holder: str, fort: bool, reading: str) -> None:
    state = scene(options=f"+raid_blocking_forts={reading}", deerfield=f"{holder} village{' fort' if fort else ''}")
    bars = fort and (reading == "any" or holder == "british")
    assert fort_bars_way(state.board, FRENCH, place("deerfield"), state.ruleset) is bars


@proves("fa:aid.raid.4", "fa:raid.8")
@pytest.mark.parametrize("fort", [True, False])
@pytest.mark.parametrize(("target", "raiders"), [("fort_halifax", 1), ("pemaquid", 2)])
def test_a_fort_is_neither_raided_nor_passed_and_a_place_without_one_is(target: str, raiders: int, fort: bool) -> None:
    """Given French Kennebec, then one link leads to Fort Halifax and the next one to Pemaquid."""
    held = f"british village{' fort' if fort else ''}"
    state = scene("", FRENCH, kennebec="french village", fort_halifax=held)
    frame = Raiding(FRENCH, (card("french_native_americans"),) * raiders)
    found = aim_violations(state, frame, Aim(place(target)))
    assert broken(found) == ({("fortified", "raid.8")} if fort else set())


@proves("fa:aid.raid.1", "fa:raid.4")
def test_a_native_who_is_not_paid_raids_nothing_whether_or_not_there_is_a_target() -> None:
    for kennebec, target in (("neutral", {("out_of_reach", "raid.2")}), ("french village", set())):
        state = scene("neutral_native_americans", fort_halifax="british village", kennebec=kennebec)
        found = raid_violations(with_money(state, BRITISH, 0), BRITISH, Raid(card("neutral_native_americans")))
        assert broken(found) == {("too_little_money", "raid.4")} | target


@proves("fa:aid.raid.3", "fa:raid.3")
@pytest.mark.parametrize("held", [True, False])
@pytest.mark.parametrize(
    ("which", "reasons"), [("british_trader", {("no_raid_card", "raid.3")}), ("british_indian_leader", set())]
)
def test_only_raid_cards_and_leaders_of_the_hand_add_range(which: str, reasons: Reasons, held: bool) -> None:
    state = scene(which if held else "", fort_halifax="british village", kennebec="french village")
    found = raiding_card_violations(state, Raiding(BRITISH, (card("british_rangers"),)), Play(card(which)))
    assert broken(found) == reasons | (set() if held else {NO_CARD})


@proves("fa:faq.end.1")
@pytest.mark.parametrize(("capital", "raider"), [("boston", FRENCH), ("new_york", FRENCH), ("quebec", BRITISH)])
def test_raiding_a_capital_twice_leaves_it_neutral_and_the_game_goes_on(capital: str, raider: Side) -> None:
    where, below = place(capital), Turn(raider, 1)
    frame = RaidDeclared(raider, where)
    once = raided(scene("", raider)._replace(stack=Stack((below, frame))), frame)
    assert (owner(once.state.board, where), piece_kind(once.state.board, where)) == (raider.enemy, Kind.VILLAGE)
    assert kinds(once) == [EventKind.RAID_SUCCEEDED, EventKind.TOWN_BECAME_VILLAGE]
    twice = raided(once.state._replace(stack=Stack((below, frame))), frame)
    assert owner(twice.state.board, where) is None
    assert kinds(twice) == [EventKind.RAID_SUCCEEDED]
    assert [dict(after.events[0].facts)["piece"] for after in (once, twice)] == ["town", "village"]
    taken = player(twice.state, raider)
    assert (taken.towns_taken, taken.villages_taken) == (1, 1)
    for after in (once, twice):
        assert after.state.outcome is None
        assert after.state.stack.frames == (below,)


@proves("fa:sum.war.5", "fa:aid.convert.1")
@pytest.mark.parametrize("hand", ["neutral_native_americans french_gaspe", "french_gaspe"])
def test_who_is_to_be_converted_gives_up_a_native_or_shows_his_hand(hand: str) -> None:
    state = scene("british_indian_leader british_boston")
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(hand=cards(hand)))
    after = converting(state, BRITISH, Convert(card("british_indian_leader")))
    told: list[tuple[str, Json]] = [("card_played", {"side": "british", "card": "british_indian_leader"})]
    if "neutral" in hand:
        assert after.state.stack.frames == (Turn(BRITISH, 1), ConversionLoss(BRITISH))
    else:
        assert (after.state.stack.frames, after.state.shown) == ((Turn(BRITISH, 1),), FRENCH)
        told.append(("hand_shown", {"side": "french", "cards": ["french_gaspe"]}))
    assert [(each.kind.value, facts_to_json(each.facts)) for each in after.events] == told


# ---------------------------------------------------------------- money and cards


@proves("fa:faq.loc.2")
def test_louisbourg_is_a_ship_for_merchants_and_settlers_as_others_are() -> None:
    louisbourg, montreal = card("french_louisbourg"), card("french_montreal")
    assert carries(louisbourg, Transport.SHIP) is True
    assert carries(louisbourg, Transport.BATEAU) is False
    state = scene("french_louisbourg french_montreal french_port_royal", FRENCH)
    assert merchant_violations(state, FRENCH, Merchant(louisbourg)) == ()
    assert broken(merchant_violations(state, FRENCH, Merchant(montreal))) == {("no_ship_symbol", "merchant.1")}


@proves("fa:piracy.1", "fa:sum.fin.4", "fa:aid.piracy.1")
def test_piracy_needs_a_ship_beside_louisbourg() -> None:
    state = scene("french_louisbourg french_montreal", FRENCH)
    found = piracy_violations(state, FRENCH, Piracy(card("french_montreal")))
    assert broken(found) == {("no_ship_symbol", "piracy.1")}


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


# ---------------------------------------------------------------- location cards


@proves("fa:aid.loc.2")
@pytest.mark.parametrize(
    ("plus", "besieged", "reasons"),
    [
        ({"deerfield": "british village"}, False, set()),
        ({"deerfield": "british village"}, True, {("besieged", "aid.loc.1")}),
        (
            {"deerfield": "british village", "new_haven": "neutral"},
            False,
            {("not_linked", "loccard.1"), ("not_linked", "aid.loc.2")},
        ),
        ({"deerfield": "neutral", "new_haven": "neutral"}, False, NOT_HELD),
    ],
)
def test_a_card_is_refused_for_its_link_when_its_place_is_held_and_cut_off_and_only_then(
    plus: dict[str, str], besieged: bool, reasons: Reasons
) -> None:
    """Given Deerfield, linked by river to New Haven and by path to Boston, then the path does not link it."""
    state = scene("", BRITISH, "", **plus)
    if besieged:
        state = with_siege(state, FRENCH, Siege(place("deerfield"), 0, (cards("french_militia"), b"")))
    assert broken(unusable(state, BRITISH, card("british_deerfield"))) == reasons
    assert is_usable(state, BRITISH, card("british_deerfield")) is (not reasons)
    assert is_usable(state, BRITISH, card("british_bateaux")) is True
