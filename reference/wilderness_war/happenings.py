"""What can happen: the closed list of events, stable once published."""

from enum import StrEnum


class Happening(StrEnum):
    """The kind of an event; its facts say to whom and how much."""

    FIRED = "fired"
    STEPS_LOST = "steps_lost"
    UNIT_ELIMINATED = "unit_eliminated"
    LEADER_SURVIVED = "leader_survived"
    LEADER_KILLED = "leader_killed"
    COMBAT_WON = "combat_won"
    VP_SCORED = "vp_scored"
    SIEGE_ADVANCED = "siege_advanced"
    SIEGE_UNCHANGED = "siege_unchanged"
    WORK_CAPTURED = "work_captured"
    SPACE_CHANGED_HANDS = "space_changed_hands"
    RAID_SUCCEEDED = "raid_succeeded"
    RAID_FAILED = "raid_failed"
    RAIDED_MARKER_PLACED = "raided_marker_placed"
    STOCKADE_REMOVED = "stockade_removed"
    TRIBE_ELIMINATED = "tribe_eliminated"
    ATTRITION = "attrition"
    GAME_WON = "game_won"
    GAME_DRAWN = "game_drawn"
