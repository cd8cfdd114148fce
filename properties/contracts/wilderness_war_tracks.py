"""Contracts of the rest of Wilderness War's arithmetic: reactions, militia, losses, VP, hands and bids.

What CrossHair leaves unknown (movement points, command) is enumerated in
`properties/wilderness_war/test_arithmetic.py`.
"""

from reference.wilderness_war.ch02_map import Department, space
from reference.wilderness_war.ch03_pieces import COUNTERS, UNITS, Kind
from reference.wilderness_war.ch04_sequence import hand_size
from reference.wilderness_war.ch05_politics import provincials_allowed
from reference.wilderness_war.ch06_groups import succeeds
from reference.wilderness_war.ch07_combat import battle_points
from reference.wilderness_war.ch07_loss_spreads import Group, assault_duty, battle_duty, drilled_quota
from reference.wilderness_war.ch10_raid_roll import militia_modifier
from reference.wilderness_war.ch13_bidding import least_bid
from reference.wilderness_war.ch13_victory import (
    eleven_points,
    france_is_ahead_of_the_years,
    leader_on_points_1759,
    winner_1762,
)
from reference.wilderness_war.frames import Bidding, Muster, ReactionKind
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Tracks
from tests.wilderness_war.positions import STANDARD, read, ruleset

_CALLED = tuple(each for each in UNITS if COUNTERS[each].kind is Kind.MILITIA and COUNTERS[each].side is Side.BRITISH)
_BOXED = tuple(
    read({"northern_colonial_militias": [COUNTERS[each].id for each in _CALLED[:number]]}) for number in range(5)
)
_HOOSIC = space("hoosic")
_OPEN = ruleset(open_bidding="on")


# ---------------------------------------------------------------- reactions


def a_reaction_needs_the_same_die_whatever_was_added(modified: int) -> None:
    assert True
    found, better = ([succeeds(kind, modified + more) for kind in ReactionKind] for more in (0, 1))
    assert all(later or not now for now, later in zip(found, better, strict=True))


# ---------------------------------------------------------------- militia and provincials


def two_militia_hinder_a_raid_by_one(number: int) -> None:
    assert 0 <= number <= 4
    found = militia_modifier(_BOXED[number].board, _HOOSIC, Side.FRENCH, STANDARD)
    assert found == (-1 if number >= 2 else 0)


def a_better_mood_never_allows_fewer_provincials(mood: int) -> None:
    assert 0 <= mood <= 1
    moods = tuple(Assemblies)
    for region in (Department.NORTHERN, Department.SOUTHERN):
        allowed, later = (provincials_allowed(moods[mood + more], region) for more in (0, 1))
        assert 0 < allowed < later


def drilled_troops_take_half_of_the_losses_rounded_up(losses: int) -> None:
    assert 0 <= losses <= 8
    battle, assault = sum(battle_duty(losses)), sum(assault_duty(losses))
    assert battle + battle in (losses, losses + 1)
    assert assault == losses


def a_quota_is_never_more_than_there_are_drilled_steps(full: int, reduced: int, duty: int) -> None:
    assert full >= 0
    assert reduced >= 0
    assert duty >= 0
    groups = (
        Group("drilled", drilled=True, full=full, reduced=reduced),
        Group("other", drilled=False, full=9, reduced=9),
    )
    quota = drilled_quota(groups, duty)
    assert quota == min(duty, 2 * full + reduced)


# ---------------------------------------------------------------- victory points


def eleven_points_end_the_game_for_either_side(vp: int) -> None:
    assert True
    ahead = eleven_points(Tracks(vp=vp))
    assert ahead is (Side.FRENCH if vp >= 11 else Side.BRITISH if vp <= -11 else None)


def the_last_year_asks_france_for_one_point_and_britain_for_five(vp: int) -> None:
    assert True
    winner, leader = winner_1762(Tracks(vp=vp)), leader_on_points_1759(Tracks(vp=vp))
    assert winner is (Side.FRENCH if vp >= 1 else Side.BRITISH if vp <= -5 else None)
    assert leader is (Side.FRENCH if vp >= 1 else Side.BRITISH if vp <= -1 else None)


def late_years_ask_france_for_eight_points_then_five(year: int, vp: int) -> None:
    assert year >= 1755
    ahead = france_is_ahead_of_the_years(Tracks(year=year, vp=vp))
    assert ahead == ((year == 1760 and vp >= 8) or (year == 1761 and vp >= 5))


def a_battle_scores_for_a_regular_or_more_than_four_units(units: int, steps: int, regulars: bool) -> None:
    assert units >= 0
    assert steps >= 0
    points = battle_points(Muster(units, steps, regulars))
    assert points == (1 if regulars or units >= 5 else 0)


def hands_hold_seven_to_nine_cards(pitt: bool, diplomatic: bool, quiberon: bool) -> None:
    assert True
    tracks = Tracks(pitt=pitt, diplomatic=diplomatic, quiberon=quiberon)
    british, french = hand_size(tracks, Side.BRITISH), hand_size(tracks, Side.FRENCH)
    assert british == (9 if pitt else 8)
    assert french == (7 if quiberon else 9 if diplomatic else 8)


def an_open_bid_exceeds_the_last(last: int) -> None:
    assert last >= 0
    least, written = (least_bid(Bidding((0, last)), each) for each in (_OPEN, STANDARD))
    assert least == last + 1
    assert written == 0
