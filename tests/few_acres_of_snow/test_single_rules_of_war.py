"""Rules of war one by one: what each says by itself of sieges, raids and ambushes, over the few cases there are."""

import pytest

from reference.few_acres_of_snow.actions import (
    Aim,
    MilitaryLeader,
    Raid,
    Reinforce,
)
from reference.few_acres_of_snow.ch01_board import place, with_fort
from reference.few_acres_of_snow.ch02_cards import card, pile
from reference.few_acres_of_snow.ch08_sieges import cannot_fight, defence, starting_point
from reference.few_acres_of_snow.ch09_siege_victory import sieges_won
from reference.few_acres_of_snow.ch10_reinforcement import (
    leader_needs_no_action,
    led,
    reinforce_violations,
    reinforced,
    reinforcing,
)
from reference.few_acres_of_snow.ch11_raids import aim_violations, raid_violations
from reference.few_acres_of_snow.ch12_ambushes import is_shielded
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import AmbushLoss, ConversionLoss, Raiding, Turn
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, siege_of, with_siege
from reference.kernel.rules import proves
from tests.few_acres_of_snow.scenes import rules
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

# ---------------------------------------------------------------- sieges


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


@proves("fa:siege.start.10", "fa:siege.win.1", "fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.16")
@pytest.mark.parametrize("attacker", SIDES)
def test_a_siege_lasts_until_the_attacker_leads_by_two_or_the_defender_by_one_at_his_turn(attacker: Side) -> None:
    where = place("gaspe" if attacker is BRITISH else "norfolk")
    for marker in range(-4, 5):
        state = with_siege(scene(), attacker, Siege(where, marker, (b"", b"")))
        assert sieges_won(state, attacker) == ((attacker,) if marker >= 2 else ())
        assert sieges_won(state, attacker.enemy) == ((attacker,) if marker <= -1 else ())
    assert sieges_won(scene(), attacker) == ()


def two_sieges(hand: str, side: Side, *, money: int = 3, options: str = "") -> State:
    """Return a British siege of Gaspe and a French one of Pemaquid, with these cards in a hand."""
    state = with_money(scene(hand, side, options), side, money)
    state = with_siege(state, BRITISH, Siege(place("gaspe"), 0, (cards("british_militia"), b"")))
    return with_siege(state, FRENCH, Siege(place("pemaquid"), 0, (cards("french_militia"), b"")))


NO_SIEGE = ("no_siege", "reinforce.2")
NO_STRENGTH = ("no_strength", "reinforce.1")
DEFENDERS_ONLY = ("defenders_only", "reinforce.5")
LEADER_IS_FREE = ("leader_is_free", "reinforce.7")
BESIEGED = ("besieged", "aid.loc.1")


@proves("fa:reinforce.1", "fa:reinforce.2")
@pytest.mark.parametrize(
    ("hand", "which", "where", "reasons"),
    [
        ("british_militia", "british_militia", "gaspe", set()),
        ("british_militia", "british_militia", "pemaquid", set()),
        ("british_militia", "british_militia", "louisbourg", {NO_SIEGE}),
        ("british_fortification", "british_fortification", "boston", {NO_SIEGE}),
        ("british_trader", "british_trader", "boston", {NO_SIEGE}),
        ("british_militia", "british_regular_infantry", "gaspe", {NO_CARD}),
        ("british_trader", "british_trader", "gaspe", {NO_STRENGTH}),
        ("british_governor", "british_governor", "pemaquid", {NO_STRENGTH}),
        ("british_ships", "british_ships", "gaspe", set()),
        ("british_fortification", "british_fortification", "gaspe", {DEFENDERS_ONLY}),
        ("british_fortification", "british_fortification", "pemaquid", set()),
        ("british_military_leader", "british_military_leader", "gaspe", {LEADER_IS_FREE}),
        ("british_pemaquid", "british_pemaquid", "gaspe", {BESIEGED, NO_STRENGTH}),
        ("british_halifax", "british_halifax", "gaspe", NOT_HELD),
        ("british_siege_artillery", "british_siege_artillery", "gaspe", set()),
    ],
)
def test_either_siege_is_reinforced_as_attacker_or_defender_with_a_card_of_strength_in_hand(
    hand: str, which: str, where: str, reasons: Reasons
) -> None:
    state = two_sieges(hand, BRITISH)
    assert broken(reinforce_violations(state, BRITISH, Reinforce(place(where), card(which)))) == reasons


@proves("fa:reinforce.1", "fa:sum.war.2")
@pytest.mark.parametrize("money", [2, 3])
def test_artillery_that_cannot_be_paid_reinforces_no_siege(money: int) -> None:
    state = two_sieges("british_siege_artillery", BRITISH, money=money)
    found = reinforce_violations(state, BRITISH, Reinforce(place("gaspe"), card("british_siege_artillery")))
    assert broken(found) == (set() if money == 3 else {("too_little_money", "sum.war.2")})


@proves("fa:reinforce.1", "fa:reinforce.4")
@pytest.mark.parametrize("where", ["gaspe", "detroit"])
def test_a_place_without_a_chain_of_own_places_to_it_is_not_reinforced_where_one_is_asked(where: str) -> None:
    """Given Gaspe on the sea and Detroit far from all British places."""
    for reading in ("yes", "no"):
        state = scene("british_militia", BRITISH, f"+reinforce_needs_supply={reading}", detroit="french village")
        state = with_siege(state, BRITISH, Siege(place(where), 0, (cards("british_militia"), b"")))
        found = reinforce_violations(state, BRITISH, Reinforce(place(where), card("british_militia")))
        cut_off = reading == "yes" and where == "detroit"
        assert broken(found) == ({("not_linked", "reinforce.4")} if cut_off else set())


@proves("fa:reinforce.5")
@pytest.mark.parametrize("which", ["british_fortification", "french_fortification", "neutral_fortification"])
@pytest.mark.parametrize("where", ["gaspe", "albany"])
def test_a_fortification_card_is_one_strength_for_the_defender_and_nothing_for_the_attacker(
    which: str, where: str
) -> None:
    """Given a militia and a trader beside it, then these serve both alike or nobody."""
    ruleset = rules()
    for defending in (True, False):
        found = cannot_fight(card(which), place(where), ruleset, defending=defending)
        assert broken(found) == (set() if defending else {DEFENDERS_ONLY})
        assert cannot_fight(card("british_militia"), place(where), ruleset, defending=defending) == ()
        idle = cannot_fight(card("british_trader"), place(where), ruleset, defending=defending)
        assert broken(idle) == {("no_strength", "siege.start.3")}
    side = FRENCH if which.startswith("french") else BRITISH
    besieged = "gaspe" if side is FRENCH else "pemaquid"
    after = reinforced(two_sieges(which, side), side, place(besieged), card(which))
    siege = siege_of(after.state, side.enemy)
    assert siege is not None
    assert siege.marker == -1


@proves("fa:reinforce.7")
def test_a_reinforcement_takes_one_action_and_the_military_leader_none() -> None:
    state = two_sieges("british_militia british_military_leader", BRITISH)
    militia, leader = card("british_militia"), card("british_military_leader")
    reinforcement = reinforcing(state, BRITISH, Reinforce(place("gaspe"), militia))
    assert reinforcement.state.stack.frames == (Turn(BRITISH, 1),)
    assert kinds(reinforcement) == [EventKind.SIEGE_REINFORCED]
    assert led(state, BRITISH, MilitaryLeader(place("gaspe"))).state.stack.frames == (Turn(BRITISH, 2),)
    assert leader_needs_no_action(militia) == ()
    assert broken(leader_needs_no_action(leader)) == {LEADER_IS_FREE}
    assert broken(leader_needs_no_action(card("french_military_leader"))) == {LEADER_IS_FREE}


@proves("fa:act.6", "fa:reinforce.1", "fa:reinforce.3")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("attacking", [True, False])
@pytest.mark.parametrize(("name", "force", "cost"), [("regular_infantry", 2, 0), ("siege_artillery", 3, 3)])
def test_a_card_played_into_a_siege_lies_there_on_its_players_side_and_moves_the_marker_to_him(
    side: Side, attacking: bool, name: str, force: int, cost: int
) -> None:
    which = card(f"{side.value}_{name}")
    attacker = side if attacking else side.enemy
    where = place("gaspe" if attacker is BRITISH else "pemaquid")
    state = two_sieges(f"{side.value}_{name}", side)
    before, other = siege_of(state, attacker), siege_of(state, attacker.enemy)
    assert before is not None
    after = reinforced(state, side, where, which)
    there = cards(f"{attacker.value}_militia")
    lie = (pile((*there, which)), b"") if attacking else (there, pile((which,)))
    assert siege_of(after.state, attacker) == before._replace(marker=force if attacking else -force, cards=lie)
    assert siege_of(after.state, attacker.enemy) == other
    assert player(after.state, side) == player(state, side)._replace(hand=b"", money=3 - cost)
    assert kinds(after) == [*([EventKind.MONEY_PAID] if cost else []), EventKind.SIEGE_REINFORCED]


@proves("fa:leader.1", "fa:leader.2")
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("attacking", [True, False])
def test_the_leader_adds_one_for_his_side_in_either_siege_and_stays_there(side: Side, attacking: bool) -> None:
    leader = card(f"{side.value}_military_leader")
    attacker = side if attacking else side.enemy
    state = two_sieges(f"{side.value}_military_leader", side)
    after = led(state, side, MilitaryLeader(place("gaspe" if attacker is BRITISH else "pemaquid")))
    siege = siege_of(after.state, attacker)
    assert siege is not None
    assert siege.marker == (1 if attacking else -1)
    assert leader in siege.cards[0 if attacking else 1]
    assert player(after.state, side) == player(state, side)._replace(hand=b"")
    assert kinds(after) == [EventKind.SIEGE_REINFORCED]


# ---------------------------------------------------------------- raids and ambushes


@proves("fa:raid.1", "fa:raid.2", "fa:raid.3", "fa:raid.4")
@pytest.mark.parametrize(
    ("hand", "which", "money", "reasons"),
    [
        ("british_rangers", "british_rangers", 0, set()),
        ("neutral_native_americans", "neutral_native_americans", 1, set()),
        ("neutral_native_americans", "neutral_native_americans", 0, {("too_little_money", "raid.4")}),
        ("british_militia", "british_rangers", 0, {NO_CARD}),
        ("british_militia", "british_militia", 0, {("no_raid_card", "raid.1")}),
        ("british_indian_leader", "british_indian_leader", 0, {("no_raid_card", "raid.3")}),
    ],
)
def test_a_raid_begins_with_a_card_able_to_raid_in_hand_and_paid(
    hand: str, which: str, money: int, reasons: Reasons
) -> None:
    """Given French Fort Halifax, one link from British Pemaquid; far from all the French nobody is in reach."""
    near = with_money(scene(hand, fort_halifax="french village"), BRITISH, money)
    assert broken(raid_violations(near, BRITISH, Raid(card(which)))) == reasons
    far = with_money(scene(hand), BRITISH, money)
    raids = which not in ("british_militia", "british_indian_leader")
    out_of_reach = {("out_of_reach", "raid.2")} if raids else set()
    assert broken(raid_violations(far, BRITISH, Raid(card(which)))) == reasons | out_of_reach


@proves("fa:raid.2", "fa:raid.8", "fa:raid.12", "fa:fortify.5", "fa:aid.raid.5")
@pytest.mark.parametrize(
    ("piece", "where", "reasons"),
    [
        ("french village", "fort_halifax", set()),
        ("french village fort", "fort_halifax", {("fortified", "raid.8")}),
        ("neutral", "fort_halifax", {("not_enemy_held", "raid.12")}),
        ("french village", "kennebec", {("out_of_reach", "raid.2")}),
        ("french village", "deerfield", {("besieged_target", "aid.raid.5")}),
    ],
)
def test_one_card_raids_an_enemy_place_one_link_away_that_has_no_fort_and_no_siege(
    piece: str, where: str, reasons: Reasons
) -> None:
    """Given British Pemaquid and New Haven, next to Fort Halifax and to Deerfield, which is besieged."""
    changes = {"deerfield": "french village", "kennebec": "neutral", where: piece}
    state = scene("", BRITISH, "+raid_besieged_rule=no_target_no_origin_blocks_defender", **changes)
    state = with_siege(state, BRITISH, Siege(place("deerfield"), 0, (cards("british_militia"), b"")))
    found = aim_violations(state, Raiding(BRITISH, (card("british_rangers"),)), Aim(place(where)))
    assert broken(found) == reasons


@proves("fa:ambush.5", "fa:convert.3")
@pytest.mark.parametrize("ambush", ["yes", "no"])
@pytest.mark.parametrize("conversion", ["yes", "no"])
def test_a_hand_without_a_card_at_risk_saves_the_reserve_as_each_option_says(ambush: str, conversion: str) -> None:
    ruleset = rules(f"first+ambush_reserve_shield={ambush}+conversion_reserve_shield={conversion}")
    assert is_shielded(AmbushLoss(BRITISH), ruleset) is (ambush == "yes")
    assert is_shielded(ConversionLoss(BRITISH), ruleset) is (conversion == "yes")
