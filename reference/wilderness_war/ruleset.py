"""The options on which editions of Wilderness War disagree, as one record.

Each field is an option of `spec_tables/wilderness_war/options.toml`; its type lists the values the option can have.
"""

from dataclasses import dataclass
from typing import Literal

OnOff = Literal["off", "on"]


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A value for every option."""

    attrition_rounding: Literal["up", "down"]
    besieged_attrition: Literal["always", "only_if_unsheltered"]
    attrition_last_spared: Literal["last_friendly_step", "last_reduced_unit"]
    battle_loss_rule: Literal["half_rounded_up", "odd_sequential"]
    mutual_elimination_compare: Literal["crt_result", "steps_inflicted"]
    relief_may_retreat_inside: Literal["no", "yes"]
    infiltrator_caught_role: Literal["attacker", "defender"]
    infiltrated_units_barred: Literal["leaving_only", "whole_phase"]
    amphib_avoid: Literal["none", "port_or_adjacent", "port_only"]
    besieged_british_fortress_counts: Literal["if_besieger_cannot_roll", "never"]
    crt_cell_5_col_6_8: Literal["3", "2"]
    reactivate_after_unactivated_combat: Literal["forbidden", "allowed"]
    dropped_raiders: Literal["must_with_local_leader", "must_no_leader", "may"]
    militia_vs_raid_block: Literal["battle_in_stockade_space", "any_battle_this_phase"]
    militia_battle_block: Literal["raided_marker", "raid_conducted"]
    raid_trigger: Literal["end_of_activation", "end_of_movement"]
    raid_participants: Literal["all_in_space", "active_only"]
    assault_requirements: Literal["leader", "leader_and_drilled", "leader_and_supplied_drilled"]
    reaction_tactics: Literal["group_commander", "highest_command_in_space"]
    short_deck: Literal["deal_rest_then_shuffle", "merge_then_deal"]
    indian_winter_shelter: Literal["any_fortification", "forts_only"]
    besieged_own_fort_waives_stop: Literal["yes", "no_for_auxiliaries"]
    advanced_rules: Literal["on", "off"]
    reaction_attempts_per_entry: Literal["one", "any"]
    avoid_from: Literal["fort_and_fortress", "fortress_only"]
    go_home_fortification: Literal["friendly", "any_unbesieged"]
    entry_block: Literal["fortifications", "fortresses"]
    unfinished_fort_removed: Literal["sole_occupation", "on_entry"]
    amphib_marker_removed_by: Literal[
        "drilled_sole",
        "drilled_sole_or_unbesieged_fortification",
        "drilled_sole_or_unbesieged_fortification_but_louisbourg",
        "drilled_present",
    ]
    raid_lapses_when_tribe_dies: Literal["wilderness_only", "always"]
    assault_leaders_involved: Literal["all", "activated_force"]
    intercept_before_inside_choice: Literal["always", "infiltration_only"]
    fieldworks_vacated: Literal["usable_by_next_entrant", "removed"]
    militia_commitment: Literal["any_number", "one_or_all"]
    raid_militia_penalty_scope: Literal["enemy_department", "any_department"]
    massacre_on_destroyed_stockade: Literal["yes", "no"]
    avoid_intercept_exclusion: Literal["same_target_space", "origin_space"]
    raise_provincials: Literal["one_department", "both_departments"]
    iroquois_fortification: Literal["only_own_side", "own_side_present"]
    raid_six_check: Literal["target", "column"]
    small_highlanders: Literal["one_and_one", "four_and_two"]
    winter_companions: Literal["to_settlements", "wherever_indians_go"]
    linked_pitt_and_revolution: OnOff
    raids_hurt_militia: OnOff
    early_regulars_cost_vp: OnOff
    either_side_may_surrender: OnOff
    either_side_may_expel_acadians: OnOff
    dig_for_regulars: OnOff
    open_bidding: OnOff
    tournament_draw: OnOff
    bidding: OnOff
