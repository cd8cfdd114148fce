"""Every point on which the editions disagree: the position of `options.toml` under each value of the option.

`first+option=value` differs from the first edition in that option alone, unless the position needs others.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proven_by, proves
from spec_tables.catalogue import Option, catalogue
from tests.few_acres_of_snow import option_positions as positions
from tests.few_acres_of_snow.scenes import GAME, b, rules

WIDE = "first+raid_range=cards_plus_one"
EXACT = WIDE + "+raid_distance=exact_beyond_one_card"
# Rules an option touches elsewhere: its position does not reach them under every value.
BEYOND = {
    "french_bateaux_start": {"fa:settle.ex2"},
    "reserve_location_cards": {"fa:reserve.1", "fa:sum.card.3", "fa:aid.reserve.1"},
    "withdraw_cost": {"fa:act.11"},
    "capital_settle_wins": {"fa:end.1"},
    "siege_ship_exceptions": {"fa:sym.7"},
    "supply_origin_needs_control": {"fa:reinforce.4", "fa:loccard.2", "fa:faq.supply.1"},
    "free_action_window": {"fa:act.2", "fa:faq.free.1"},
    "player_aid": {
        "fa:aid.loc.2",
        "fa:aid.loc.3",
        "fa:raid.5",
        "fa:faq.map.3",
        "fa:end.1",
        "fa:faq.end.2",
        "fa:ambush.6",
        "fa:aid.ambush.1",
        "fa:convert.1",
        "fa:faq.convert.1",
        "fa:faq.info.1",
        "fa:raid.10",
        "fa:faq.raid.4",
        "fa:fortify.3",
        "fa:siege.win.3",
        "fa:aid.siege.5",
        "fa:siege.start.6",
        "fa:faq.siege.3",
        "fa:end.5",
        "fa:aid.end.2",
        "fa:siege.ex4",
    },
    "siege_win_settle": {"fa:siege.win.4"},
    "resettle_needs_stock": {"fa:faq.loc.4"},
    "open_piles": {"fa:faq.info.2"},
    "fort_st_john_card": {"fa:board.16"},
    "detroit_card_lists_niagara": {"fa:board.16"},
    "card_only_links_raidable": {"fa:board.16", "fa:loccard.3"},
}
OPTIONS = catalogue(GAME.id).options


def of(name: str) -> Callable[..., None]:
    """Return the test of an option."""
    test: Callable[..., None] = globals()[f"test_{name}"]
    return test


@pytest.mark.parametrize("option", OPTIONS, ids=[option.name for option in OPTIONS])
def test_every_option_has_a_test_of_every_value_that_claims_the_rules_it_reaches(option: Option) -> None:
    claimed = set(option.rules) - BEYOND.get(option.name, set())
    test = of(option.name)
    assert set(proven_by(test)) == claimed
    (cases,) = (mark.args[1] for mark in vars(test)["pytestmark"])
    assert [value for value, _ in cases] == list(option.values)


def test_a_ruleset_is_a_record_of_all_options() -> None:
    first = rules()
    assert replace(first, raid_range="cards_plus_one") == rules("first+raid_range=cards_plus_one")


@proves("fa:list.4", "fa:list.7", "fa:comp.3", "fa:card.3", "fa:setup.2")
@pytest.mark.parametrize(("value", "result"), [("yes", 10), ("no", 9)])
def test_french_bateaux_start(value: str, result: Json) -> None:
    assert positions.french_bateaux_start(f"first+french_bateaux_start={value}") == result


@proves("fa:raid.2", "fa:raid.3", "fa:sum.war.3", "fa:raid.ex1", "fa:aid.raid.2", "fa:aid.raid.3")
@pytest.mark.parametrize(("value", "result"), [("cards", 3), ("cards_plus_one", 2)])
def test_raid_range(value: str, result: Json) -> None:
    assert positions.raid_range(f"first+raid_range={value}") == result


@proves("fa:raid.2", "fa:sum.war.3", "fa:aid.raid.2", "fa:aid.raid.3")
@pytest.mark.parametrize(("value", "result"), [("up_to", True), ("exact_beyond_one_card", False)])
def test_raid_distance(value: str, result: Json) -> None:
    assert positions.raid_distance(f"{WIDE}+raid_distance={value}") == result


@proves("fa:raid.8", "fa:raid.12", "fa:fortify.5", "fa:sum.war.3", "fa:aid.raid.4")
@pytest.mark.parametrize(("value", "result"), [("any", False), ("enemy", True)])
def test_raid_blocking_forts(value: str, result: Json) -> None:
    assert positions.raid_blocking_forts(f"{EXACT}+raid_blocking_forts={value}") == result


@proves("fa:aid.raid.5", "fa:raid.1", "fa:raid.12")
@pytest.mark.parametrize(("value", "result"), [("none", True), ("no_target_no_origin_blocks_defender", False)])
def test_raid_besieged_rule(value: str, result: Json) -> None:
    assert positions.raid_besieged_rule(f"first+raid_besieged_rule={value}") == result


@proves("fa:homesupport.2", "fa:homesupport.3", "fa:sum.card.7", "fa:aid.homesupport.1", "fa:faq.deck.1")
@pytest.mark.parametrize(("value", "result"), [("yes", [3, 6, 1]), ("no", [1, 0, 9])])
def test_home_support_reshuffle(value: str, result: Json) -> None:
    assert positions.home_support_reshuffle(f"first+home_support_reshuffle={value}") == result


@pytest.mark.parametrize(("value", "result"), [("yes", True), ("no", False)])
def test_reserve_location_cards(value: str, result: Json) -> None:
    assert positions.reserve_location_cards(f"first+reserve_location_cards={value}") == result


@proves("fa:withdraw.1", "fa:sum.other.1", "fa:aid.withdraw.1")
@pytest.mark.parametrize(("value", "result"), [("action", False), ("free", True)])
def test_withdraw_cost(value: str, result: Json) -> None:
    assert positions.withdraw_cost(f"first+withdraw_cost={value}") == result


@proves("fa:withdraw.2", "fa:withdraw.4", "fa:sum.other.1", "fa:aid.withdraw.1", "fa:aid.withdraw.2", "fa:faq.siege.5")
@pytest.mark.parametrize(
    ("value", "result"),
    [("immediate", {"british": b("boston", "port_royal", "regular_infantry"), "french": []}), ("none", "neutral")],
)
def test_defender_withdraw_settle(value: str, result: Json) -> None:
    assert positions.defender_withdraw_settle(f"first+defender_withdraw_settle={value}") == result


@proves("fa:aid.end.1", "fa:faq.end.1")
@pytest.mark.parametrize(("value", "result"), [("yes", True), ("no", False)])
def test_capital_settle_wins(value: str, result: Json) -> None:
    assert positions.capital_settle_wins(f"first+capital_settle_wins={value}") == result


@proves("fa:ambush.4", "fa:ambush.5", "fa:sum.war.4", "fa:aid.ambush.3", "fa:aid.ambush.4")
@pytest.mark.parametrize(("value", "result"), [("yes", "shown"), ("no", {"british": [], "french": []})])
def test_ambush_reserve_shield(value: str, result: Json) -> None:
    assert positions.ambush_reserve_shield(f"first+ambush_reserve_shield={value}") == result


@proves("fa:convert.1", "fa:convert.3", "fa:sum.war.5", "fa:aid.convert.1", "fa:aid.convert.2")
@pytest.mark.parametrize(
    ("value", "result"),
    [("yes", "shown"), ("no", {"british": [], "french": ["french_priest", "neutral_native_americans"]})],
)
def test_conversion_reserve_shield(value: str, result: Json) -> None:
    assert positions.conversion_reserve_shield(f"first+conversion_reserve_shield={value}") == result


@proves(
    "fa:board.7", "fa:siege.start.3", "fa:reinforce.6", "fa:sum.war.1", "fa:sum.war.2", "fa:aid.siege.3",
    "fa:faq.map.2", "fa:faq.siege.1",
)  # fmt: skip
@pytest.mark.parametrize(("value", "result"), [("yes", "illegal"), ("no", 0)])
def test_siege_ship_exceptions(value: str, result: Json) -> None:
    assert positions.siege_ship_exceptions(f"first+siege_ship_exceptions={value}") == result


@proves("fa:siege.win.3", "fa:siege.start.7", "fa:aid.siege.5")
@pytest.mark.parametrize(("value", "result"), [("yes", 1), ("no", 3)])
def test_fort_removed_on_capture(value: str, result: Json) -> None:
    assert positions.fort_removed_on_capture(f"first+fort_removed_on_capture={value}") == result


@proves("fa:loccard.1", "fa:aid.loc.2")
@pytest.mark.parametrize(("value", "result"), [("yes", False), ("no", True)])
def test_supply_origin_needs_control(value: str, result: Json) -> None:
    assert positions.supply_origin_needs_control(f"first+supply_origin_needs_control={value}") == result


@proves("fa:reinforce.4", "fa:sum.war.2", "fa:aid.reinforce.1")
@pytest.mark.parametrize(("value", "result"), [("yes", False), ("no", True)])
def test_reinforce_needs_supply(value: str, result: Json) -> None:
    assert positions.reinforce_needs_supply(f"first+reinforce_needs_supply={value}") == result


@proves("fa:leader.1", "fa:leader.2", "fa:reinforce.4")
@pytest.mark.parametrize(("value", "result"), [("yes", False), ("no", True)])
def test_leader_needs_supply(value: str, result: Json) -> None:
    assert positions.leader_needs_supply(f"first+leader_needs_supply={value}") == result


@proves("fa:faq.siege.3", "fa:siege.start.6", "fa:siege.start.9", "fa:reinforce.1")
@pytest.mark.parametrize(("value", "result"), [("yes", [-3, -5, -3]), ("no", [-3, -6, -4])])
def test_siege_track_clamp(value: str, result: Json) -> None:
    assert positions.siege_track_clamp(f"first+siege_track_clamp={value}") == result


@proves("fa:act.4", "fa:faq.free.2")
@pytest.mark.parametrize(
    ("value", "result"),
    [("any_time_in_turn", {"british": 0, "french": 5}), ("action_phase_between_actions", "out of reach")],
)
def test_free_action_window(value: str, result: Json) -> None:
    assert positions.free_action_window(f"first+free_action_window={value}") == result


@proves("fa:loccard.1", "fa:aid.loc.1")
@pytest.mark.parametrize(("value", "result"), [("no", ["fa:siege.ex4"]), ("yes", ["fa:aid.loc.1"])])
def test_player_aid(value: str, result: Json) -> None:
    assert positions.player_aid(f"first+player_aid={value}") == result


@proves("fa:board.14", "fa:turn.7", "fa:sum.turn.1", "fa:faq.deck.1")
@pytest.mark.parametrize(("value", "result"), [("when_empty", [9, 0]), ("when_draw_needed", [0, 9])])
def test_reshuffle_timing(value: str, result: Json) -> None:
    assert positions.reshuffle_timing(f"first+reshuffle_timing={value}") == result


@proves("fa:homesupport.1", "fa:aid.homesupport.1")
@pytest.mark.parametrize(("value", "result"), [("allowed", 4), ("refused", "illegal")])
def test_home_support_empty_deck(value: str, result: Json) -> None:
    assert (
        positions.home_support_empty_deck(f"first+home_support_reshuffle=no+home_support_empty_deck={value}") == result
    )


@proves("fa:siege.win.5", "fa:siege.win.8", "fa:aid.siege.5", "fa:faq.siege.4")
@pytest.mark.parametrize(("value", "result"), [("optional", True), ("forced_without_symbol", False)])
def test_siege_win_settle(value: str, result: Json) -> None:
    assert positions.siege_win_settle(f"first+siege_win_settle={value}") == result


@proves("fa:end.2", "fa:aid.end.2", "fa:turn.1")
@pytest.mark.parametrize(("value", "result"), [("yes", True), ("no", False)])
def test_end_counts_captured_as_placed(value: str, result: Json) -> None:
    assert positions.end_counts_captured_as_placed(f"first+end_counts_captured_as_placed={value}") == result


@proves("fa:turn.3", "fa:end.2", "fa:end.3", "fa:end.5", "fa:aid.end.2")
@pytest.mark.parametrize(("value", "result"), [("before_sieges", False), ("after_sieges", True)])
def test_end_check_order(value: str, result: Json) -> None:
    assert positions.end_check_order(f"first+end_check_order={value}") == result


@proves("fa:siege.win.12", "fa:aid.siege.6")
@pytest.mark.parametrize(
    ("value", "result"),
    [("when_siege_ends", ["british", "return_card"]), ("end_of_losers_turn", ["british", "name_card"])],
)
def test_loser_card_chosen(value: str, result: Json) -> None:
    assert positions.loser_card_chosen(f"first+loser_card_chosen={value}") == result


@proves("fa:governor.3", "fa:settle.7", "fa:faq.loc.3")
@pytest.mark.parametrize(("value", "result"), [("yes", False), ("no", True)])
def test_resettle_needs_stock(value: str, result: Json) -> None:
    assert positions.resettle_needs_stock(f"first+resettle_needs_stock={value}") == result


@proves("fa:siege.win.1", "fa:aid.siege.4", "fa:aid.siege.10")
@pytest.mark.parametrize(("value", "result"), [("active_player_chooses", True), ("british_siege_first", False)])
def test_siege_resolution_order(value: str, result: Json) -> None:
    assert positions.siege_resolution_order(f"first+siege_resolution_order={value}") == result


@proves("fa:board.13", "fa:setup.4", "fa:faq.info.1")
@pytest.mark.parametrize(("value", "result"), [("yes", ["british_siege_artillery"]), ("no", 1)])
def test_open_piles(value: str, result: Json) -> None:
    assert positions.open_piles(f"first+open_piles={value}") == result


@proves("fa:homesupport.1", "fa:aid.homesupport.1")
@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("top", ["british_boston", "british_norfolk", "british_new_york"]),
        ("bottom", ["british_st_marys", "british_pemaquid", "british_new_york"]),
    ],
)
def test_home_support_deals_from(value: str, result: Json) -> None:
    assert positions.home_support_deals_from(f"first+home_support_deals_from={value}") == result


@proves("fa:card.5", "fa:settle.2", "fa:siege.start.1")
@pytest.mark.parametrize(("value", "result"), [("as_listed", [True, False]), ("as_board", [False, True])])
def test_fort_st_john_card(value: str, result: Json) -> None:
    assert positions.fort_st_john_card(f"first+fort_st_john_card={value}") == result


@proves("fa:card.5", "fa:settle.2", "fa:siege.start.1")
@pytest.mark.parametrize(("value", "result"), [("yes", True), ("no", False)])
def test_detroit_card_lists_niagara(value: str, result: Json) -> None:
    assert positions.detroit_card_lists_niagara(f"first+detroit_card_lists_niagara={value}") == result


@proves("fa:raid.5", "fa:faq.map.3")
@pytest.mark.parametrize(("value", "result"), [("yes", True), ("no", False)])
def test_card_only_links_raidable(value: str, result: Json) -> None:
    assert positions.card_only_links_raidable(f"{EXACT}+card_only_links_raidable={value}") == result
