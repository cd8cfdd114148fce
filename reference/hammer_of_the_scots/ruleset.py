"""The options on which editions of Hammer of the Scots disagree, as one record.

Each field is an option of `spec_tables/hammer_of_the_scots/options.toml`; its type lists the values the option can
have.
"""

from dataclasses import dataclass
from typing import Literal

YesNo = Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A value for every option."""

    truce_suspends_raid: YesNo
    coronation_limit: Literal["per_game", "per_year"]
    border_crossers: Literal["one_group", "same_origin_and_border"]
    celtic_roll: Literal["before_battle", "when_revealed"]
    inland_sea_draw: Literal["redirect_to_coast", "redraw"]
    french_trigger: Literal["as_soon_as_eight", "winter_before_builds"]
    all_nobles_check: Literal["immediate", "end_of_turn", "end_of_turn_and_winter"]
    scots_voluntary_disband: YesNo
    field_control_trigger: Literal["eliminated", "none_left"]
    border_closure_scope: Literal["this_battle", "any_battle"]
    pillage_noble: Literal["captured_defends", "captured_attacks", "captured_reserve"]
    pillage_steps: Literal["may", "must"]
    replacements_must_be_spent: YesNo
    edward_in_opening_levy: Literal["allowed", "excluded"]
    bruce_french: Literal["pool", "aside"]
    scots_archer_move: Literal["2", "3"]
    hit_timing: Literal["per_block", "per_letter_step", "until_side_changes"]
    main_force_choice: Literal["at_battle", "while_moving", "first_mover"]
    split_home_choice: Literal["any_home", "free_home_only"]
    final_winter: Literal["none", "nobles_home", "nobles_home_unless_tie", "full"]
    english_in_england_winter: Literal["disband", "stay"]
    edward1_killed: Literal["returns_as_edward2", "gone"]
    edward_decides_first: YesNo
    schiltrom_archers: Literal["fighting_only", "reserves_too"]
    truce_bars_sea_move_to_england: YesNo
    king_lost_outside_battle: Literal["pool", "gone"]
    edward2_cannot_retreat: Literal["scotland_wins", "no_win"]
    defection_strength: Literal["current", "full"]
    reinforcement_shuts_border: YesNo
    coronation_declared: Literal["with_card", "when_resolved"]
    empty_front: Literal["play_on", "next_round"]
    crossers_beside_group: Literal["all_fight", "one_main_force"]
    raid_after_two_events: YesNo
    pin_counts_arrivals: YesNo
    winter_with_edward: Literal["his_area", "anywhere"]
    schiltroms: Literal["off", "on"]
    tournament_bid: Literal["off", "e1", "e2", "e3", "s1", "s2", "s3"]

    def __hash__(self) -> int:
        """Return the same hash for all rulesets: a game has only one, and states are hashed often."""
        return 0
