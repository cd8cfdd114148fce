"""The options on which the documents of A Few Acres of Snow disagree, as one record.

Each field is an option of `spec_tables/few_acres_of_snow/options.toml`; its type lists the values the option can have.
"""

from dataclasses import dataclass
from typing import Literal

YesNo = Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A value for every option."""

    french_bateaux_start: YesNo
    raid_range: Literal["cards", "cards_plus_one"]
    raid_distance: Literal["up_to", "exact_beyond_one_card"]
    raid_blocking_forts: Literal["any", "enemy"]
    raid_besieged_rule: Literal["none", "no_target_no_origin_blocks_defender"]
    home_support_reshuffle: YesNo
    reserve_location_cards: YesNo
    withdraw_cost: Literal["action", "free"]
    defender_withdraw_settle: Literal["immediate", "none"]
    capital_settle_wins: YesNo
    ambush_reserve_shield: YesNo
    conversion_reserve_shield: YesNo
    siege_ship_exceptions: YesNo
    fort_removed_on_capture: YesNo
    supply_origin_needs_control: YesNo
    reinforce_needs_supply: YesNo
    leader_needs_supply: YesNo
    siege_track_clamp: YesNo
    free_action_window: Literal["any_time_in_turn", "action_phase_between_actions"]
    player_aid: YesNo
    reshuffle_timing: Literal["when_empty", "when_draw_needed"]
    home_support_empty_deck: Literal["allowed", "refused"]
    siege_win_settle: Literal["optional", "forced_without_symbol"]
    end_counts_captured_as_placed: YesNo
    end_check_order: Literal["before_sieges", "after_sieges"]
    loser_card_chosen: Literal["when_siege_ends", "end_of_losers_turn"]
    resettle_needs_stock: YesNo
    siege_resolution_order: Literal["active_player_chooses", "british_siege_first"]
    open_piles: YesNo
    home_support_deals_from: Literal["top", "bottom"]
    fort_st_john_card: Literal["as_listed", "as_board"]
    detroit_card_lists_niagara: YesNo
    card_only_links_raidable: YesNo


def in_edition(ruleset: Ruleset, first: str, aid: str) -> str:
    """Return the rule that decides where the rulebook and the player aid each have one."""
    return aid if has_player_aid(ruleset) else first


def has_player_aid(ruleset: Ruleset) -> bool:
    """Say whether the player aid is in force beside the rulebook."""
    return ruleset.player_aid == "yes"
