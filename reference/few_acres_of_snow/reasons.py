"""Why an action or a position is refused: the closed list of reasons, stable once published."""

from enum import StrEnum


class Reason(StrEnum):
    """A reason for a refusal; the English of it is made from the facts."""

    # turn
    NO_ACTION_LEFT = "no_action_left"
    UNFINISHED_ACTION = "unfinished_action"
    NO_FREE_ACTION_NOW = "no_free_action_now"
    NOT_IN_HAND = "not_in_hand"
    TOO_LITTLE_MONEY = "too_little_money"
    TOO_FEW_CARDS = "too_few_cards"
    CARD_ALREADY_USED = "card_already_used"
    SIEGES_FIRST = "sieges_first"

    # location cards
    NOT_CONTROLLED = "not_controlled"
    NOT_LINKED = "not_linked"
    BESIEGED = "besieged"

    # expansion
    NOT_LISTED = "not_listed"
    NOT_NEUTRAL = "not_neutral"
    CARD_NOT_AVAILABLE = "card_not_available"
    NO_TRANSPORT = "no_transport"
    NO_SETTLER = "no_settler"
    NO_VILLAGE_IN_STOCK = "no_village_in_stock"
    NO_TOWN_IN_STOCK = "no_town_in_stock"
    NO_OWN_VILLAGE = "no_own_village"
    NO_POINTS = "no_points"
    NO_FORT_IN_STOCK = "no_fort_in_stock"
    ALREADY_FORTIFIED = "already_fortified"
    NO_FORTIFICATION_CARD = "no_fortification_card"

    # combat
    NOT_ENEMY_HELD = "not_enemy_held"
    ALREADY_BESIEGING = "already_besieging"
    NO_STRENGTH = "no_strength"
    DEFENDERS_ONLY = "defenders_only"
    NO_SHIP_STRENGTH_HERE = "no_ship_strength_here"
    NO_SIEGE = "no_siege"
    LEADER_IS_FREE = "leader_is_free"
    NO_RAID_CARD = "no_raid_card"
    OUT_OF_REACH = "out_of_reach"
    FORTIFIED = "fortified"
    BESIEGED_TARGET = "besieged_target"
    NO_RAID_LINK = "no_raid_link"
    NO_AMBUSH_CARD = "no_ambush_card"
    CANNOT_BLOCK = "cannot_block"
    NOT_MARKED = "not_marked"
    NOT_CONVERTIBLE = "not_convertible"
    NO_CONVERSION_CARD = "no_conversion_card"
    NOT_WON = "not_won"
    NO_SETTLER_ASKED = "no_settler_asked"
    MUST_SETTLE = "must_settle"
    NOT_AN_EMPIRE_CARD = "not_an_empire_card"
    NOT_IN_SIEGE = "not_in_siege"

    # finance
    NO_MONEY_SYMBOL = "no_money_symbol"
    NO_FUR_SYMBOL = "no_fur_symbol"
    NO_SHIP_SYMBOL = "no_ship_symbol"
    FRENCH_ONLY = "french_only"
    NO_TRADER = "no_trader"

    # cards
    NOT_AVAILABLE = "not_available"
    ENEMY_COLOUR = "enemy_colour"
    RESERVE_FULL = "reserve_full"
    RESERVE_EMPTY = "reserve_empty"
    NO_LOCATION_CARDS_IN_RESERVE = "no_location_cards_in_reserve"
    NO_GOVERNOR = "no_governor"
    NO_INTENDANT = "no_intendant"
    NOT_IN_DISCARD_PILE = "not_in_discard_pile"
    NO_HOME_SUPPORT = "no_home_support"
    NOTHING_TO_DRAW = "nothing_to_draw"
    NO_LEADER = "no_leader"

    # positions
    CARDS_NOT_CONSERVED = "cards_not_conserved"
    PIECES_NOT_CONSERVED = "pieces_not_conserved"
    NEGATIVE_MONEY = "negative_money"
    MARKER_OFF_TRACK = "marker_off_track"
    SIEGE_WITHOUT_DEFENDER = "siege_without_defender"
    FORT_WITHOUT_PIECE = "fort_without_piece"
    WRONG_PILE = "wrong_pile"
    NAMED_CARD_NOT_THERE = "named_card_not_there"
    TOWN_WITHOUT_POINTS = "town_without_points"
