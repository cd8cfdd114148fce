"""Why an action or a position is refused: the closed list of reasons, stable once published."""

from enum import StrEnum


class Reason(StrEnum):
    """A reason for a refusal; the English of it is made from the facts."""

    TOO_FEW_DRILLED_LOSSES = "too_few_drilled_losses"
    NO_ORDER_OF_LOSSES = "no_order_of_losses"
    DEAD_BESIDE_FULL = "dead_beside_full"
    MORE_STEPS_THAN_LOSSES = "more_steps_than_losses"
    FEWER_STEPS_THAN_LOSSES = "fewer_steps_than_losses"
    MORE_STEPS_THAN_THERE_ARE = "more_steps_than_there_are"
    NOT_OF_HIGHEST_COMMAND = "not_of_highest_command"
    NOT_AMONG_THEM = "not_among_them"

    TWO_FORTIFICATIONS = "two_fortifications"
    TOO_MANY_INSIDE = "too_many_inside"
    INSIDE_WITHOUT_WORK = "inside_without_work"
    SIEGE_WITHOUT_WORK = "siege_without_work"
    SIEGE_WITHOUT_BESIEGERS = "siege_without_besiegers"
    ENEMIES_TOGETHER = "enemies_together"
    MILITIA_OUT_OF_BOX = "militia_out_of_box"
    UNIT_IN_MILITIA_BOX = "unit_in_militia_box"
    IROQUOIS_ON_BOTH_SIDES = "iroquois_on_both_sides"
    TOO_MANY_COMMAND_SEVEN = "too_many_command_seven"
    TOO_MANY_PROVINCIALS = "too_many_provincials"
    FORTRESS_LEFT = "fortress_left"
