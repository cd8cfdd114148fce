"""Departures of the other implementation of Wilderness War that no shared record shows, in records written by hand.

Each is explained by its number and imitated, so that what follows is compared too. Beside each record stands one by the
rules, which conforms, and one that departs otherwise, which stays unexplained.
"""

import pytest

from oracle.peers.importer import PeerReport
from tests.oracle.fabricated_wilderness_war import Record, fight, found, numbers

BRITISH = {"british": ["card_31", "card_32"], "french": ["card_9"]}
FRENCH = {"british": ["card_31", "card_32"], "french": ["card_1", "card_9", "card_11"]}
REGULARS = [
    f"fr_regular_{name}"
    for name in (
        "2_berry", "3_berry", "artois", "bourgogne", "bearn", "cambis", "guyenne", "la_reine", "la_sarre", "languedoc",
    )
]  # fmt: skip
LONE = "br_regular_44th"


# ---------------------------------------------------------------- the fire in a battle


def _thirty_strong(losses: int, die: int = 4) -> PeerReport:
    """A lone Regular attacks ten: their die falls in the last column."""
    record = Record({**dict.fromkeys(REGULARS, "hoosic"), LONE: "albany"}, "british", BRITISH)
    told = fight("hoosic", "british", attack_die=1, attack_result=0, defence_die=die, defence_result=losses)
    record.alone("card_31", LONE).moves("hoosic", LONE)
    record.by("french").step("avoid_who", "pass", dice=(1, die), battle=told)
    record.by("british").step("step_losses", "piece", LONE, moved={LONE: "reduced hoosic"})
    record.step("step_losses", "piece", LONE, moved={LONE: None}).step("step_losses", "next", vp=5)
    return record.replayed("french")


def test_a_four_in_the_last_column_inflicts_five_steps_and_six_are_a_known_departure() -> None:
    """Given a modified 4 in column 28 and more, then 5 steps conform, 6 are explained, and 7 are not."""
    assert found(_thirty_strong(5)) == ()
    assert numbers(_thirty_strong(6)) == [("losses inflicted by french", "W31")]
    assert numbers(_thirty_strong(7)) == [("losses inflicted by french", "")]


def test_six_steps_for_another_die_in_the_last_column_are_no_known_departure() -> None:
    """Given a 3 in the last column, which inflicts 5 steps too, then 6 stay unexplained."""
    assert numbers(_thirty_strong(6, die=3)) == [("losses inflicted by french", "")]


def _below_a_fort(losses: int, *, inside: bool = True) -> PeerReport:
    """A lone Regular attacks another before a fort, with Montcalm inside it or outside; both roll a 1."""
    place, beaten = "hudson_carry_south", "albany" if not losses else "reduced albany"
    pieces = {"fr_regular_artois": place, "montcalm": place, LONE: "albany"}
    record = Record(pieces, "british", BRITISH, forts={"french": [place]})
    told = fight(place, "british", attack_die=1, attack_result=0, defence_die=1, defence_result=losses)
    record.alone("card_31", LONE).moves(place, LONE).by("french")
    if inside:
        record.step("designate_inside", "piece", "montcalm", moved={"montcalm": f"inside {place}"})
    record.step("designate_inside", "next").step("avoid_who", "pass", dice=(1, 1), battle=told if losses else None)
    record.by("british")
    if losses:
        record.step("step_losses", "piece", LONE, moved={LONE: f"reduced {place}"}).step("step_losses", "next")
    record.step("retreat_attacker", "space", "albany", moved={"montcalm": place, LONE: beaten}, vp=5)
    return record.replayed("french")


def test_the_tactics_of_a_leader_inside_a_fort_are_a_known_departure() -> None:
    """Given Montcalm inside a fort, then the die of those outside inflicts nothing; the step his tactics add is W30."""
    assert found(_below_a_fort(0)) == ()
    assert numbers(_below_a_fort(1)) == [("losses inflicted by french", "W30")]
    assert numbers(_below_a_fort(2)) == [("losses inflicted by french", "")]


def test_the_tactics_of_a_leader_outside_count_by_the_rules() -> None:
    """Given Montcalm outside with the unit that defends, then his tactics count and nothing is a departure."""
    assert found(_below_a_fort(1, inside=False)) == ()


# ---------------------------------------------------------------- AMBUSH!


RAIDERS = ("fr_coureurs_marin", "fr_indian_abenaki_1")
AMBUSHED = ("br_ranger_rogers", "br_ranger_goreham")


def _two_battles(*, played: bool, lasts: bool) -> PeerReport:
    """Dumas overruns one ranger, with AMBUSH! or without, and attacks the next, firing first or not."""
    first, second = AMBUSHED
    north, south = "hudson_carry_north", "hudson_carry_south"
    pieces = {**dict.fromkeys(("dumas", *RAIDERS), "ticonderoga"), first: f"reduced {north}", second: south}
    record = Record(pieces, "french", FRENCH)
    record.played("card_1", "activate_force").force("dumas", *RAIDERS).moves(north, "dumas", *RAIDERS)
    if played:
        hands = {"british": ["card_31", "card_32"], "french": ["card_9"]}
        record.step("attacker_events", "play_event", "card_11", hands=hands, discards=["card_1", "card_11"])
        record.step("attacker_events", "next", dice=(6,), battle=fight(north, "french", attack_die=6, attack_result=3))
    else:
        told = fight(north, "french", attack_die=6, attack_result=2, defence_die=1, defence_result=0)
        record.step("attacker_events", "next", dice=(6, 1), battle=told)
    record.by("british").step("step_losses", "piece", first, moved={first: None}).step("step_losses", "next")
    record.by("french").moves(south, "dumas", *RAIDERS).by("british")
    told = fight(south, "french", attack_die=5, attack_result=2 if lasts else 1)
    told = told if lasts else {**told, "defence_die": 1, "defence_result": 0}
    record.step("avoid_who", "pass", dice=(5,) if lasts else (5, 1), battle=told)
    record.step("step_losses", "piece", second, moved={second: f"reduced {south}"})
    if lasts:
        record.step("step_losses", "piece", second, moved={second: None}).step("step_losses", "next")
    else:
        record.step("step_losses", "next")
        record.step("retreat_all_defenders_to", "space", "albany", moved={second: "reduced albany"})
    return record.by("french").step("move", "next").replayed("british")


def test_an_ambush_that_lasts_for_another_battle_is_a_known_departure() -> None:
    """Given AMBUSH! before the first of two battles, then firing first in the second one too is explained as W28."""
    assert found(_two_battles(played=True, lasts=False)) == ()
    report = _two_battles(played=True, lasts=True)
    assert numbers(report) == [("first fire", "W28")]
    assert report.coverage.compared == 1


def test_firing_first_without_any_ambush_stays_unexplained() -> None:
    """Given no AMBUSH! at all, then a side that fires first is found and not explained."""
    assert found(_two_battles(played=False, lasts=False)) == ()
    assert numbers(_two_battles(played=False, lasts=True)) == [("first fire", "")]


# ---------------------------------------------------------------- overrun


def _wins_in_hoosic(*, stockade: bool, moves_on: bool) -> PeerReport:
    """A Regular kills the only defender of Hoosic without loss, with a stockade there or not, and stops or moves on."""
    winner, loser = "fr_regular_artois", "br_northern_provincial_new_hampshire"
    stockades = {"british": ["hoosic"]} if stockade else {}
    record = Record({winner: "hudson_carry_south", loser: "reduced hoosic"}, "french", FRENCH, stockades=stockades)
    told = fight("hoosic", "french", attack_die=6, attack_result=1, defence_die=1, defence_result=0)
    record.alone("card_1", winner).moves("hoosic", winner)
    record.by("british").step("avoid_who", "pass", dice=(6, 1), battle=told)
    record.step("step_losses", "piece", loser, moved={loser: None})
    points = 5 if stockade else 4
    record.step("step_losses", "next", stockades={"british": [], "french": []}, vp=points).by("french")
    if moves_on:
        record.moves("northampton", winner)
    return record.step("move", "next").replayed("british")


def test_an_overrun_of_a_stockade_is_a_known_departure() -> None:
    """Given a defender with a stockade who dies without hitting, then the attacker must stop; moving on is W29."""
    assert found(_wins_in_hoosic(stockade=True, moves_on=False)) == ()
    report = _wins_in_hoosic(stockade=True, moves_on=True)
    assert numbers(report) == [("overrun", "W29")]
    assert report.coverage.compared == 1


# ---------------------------------------------------------------- forces


def _picked_up(count: int) -> PeerReport:
    """Beaujeu, who commands two units, picks up all of so many in the record."""
    units = REGULARS[:count]
    record = Record({**dict.fromkeys((*units, "beaujeu"), "montreal"), LONE: "albany"}, "french", FRENCH)
    record.played("card_1", "activate_force").step("activate_force", "piece", "beaujeu", force="beaujeu")
    record.step("designate_force", "pick_up_all", moved=dict.fromkeys(units, "montreal"), force="beaujeu")
    record.step("designate_force", "next").moves("st_jean", "beaujeu", *units).step("move", "next")
    return record.replayed("british")


def test_one_unit_too_many_is_a_known_departure_and_two_are_not() -> None:
    """Given a leader who commands two units, then two conform, a third is explained as W27, and a fourth is not."""
    assert found(_picked_up(2)) == ()
    report = _picked_up(3)
    assert numbers(report) == [("muster", "W27")]
    assert report.coverage.compared == 1
    assert {ruling for _, ruling in numbers(_picked_up(4))} == {""}


def _campaign(offered: str) -> PeerReport:
    """CAMPAIGN names Loudoun and Webb; somebody else is offered to Loudoun as a subordinate, or one of the two."""
    pieces = dict.fromkeys(("loudoun", "webb", "dunbar", LONE, "br_regular_48th"), "albany")
    hands = {"british": ["card_1", "card_32"], "french": ["card_9"]}
    record = Record({**pieces, "montcalm": "montreal"}, "british", hands)
    record.played("card_1", "play_event").step("select_campaign_1", "piece", "loudoun", force="loudoun")
    others = [["piece", name] for name in ("dunbar", "br_regular_48th", offered)]
    record.step("designate_force", "piece", LONE, force="loudoun", legal=others).step("designate_force", "next")
    record.force("webb", "br_regular_48th", picked="select_campaign_2")
    record.step("pick_move", "piece", "loudoun").moves("hoosic", "loudoun", LONE).step("move", "next")
    record.moves("kinderhook", "webb", "br_regular_48th").step("move", "next")
    return record.replayed("french")


@pytest.mark.parametrize(("offered", "explained"), [("dunbar", []), ("webb", ["W26"]), ("montcalm", [""])])
def test_the_other_leader_of_campaign_as_a_subordinate_is_a_known_departure(offered: str, explained: list[str]) -> None:
    """Given CAMPAIGN for Loudoun and Webb, then Webb as Loudoun's subordinate is W26, and an enemy is no departure."""
    told = [each for each in found(_campaign(offered), choices=True) if each.about == "muster" and each.recorded]
    assert [each.ruling for each in told] == explained


# ---------------------------------------------------------------- raids


def _raid(die: int, check: int | None = None) -> PeerReport:
    """Villiers raids the stockade of Charlestown with Coureurs, with a check of the leader or without."""
    band = ("villiers", "fr_coureurs_marin")
    stockades = {"british": ["charlestown"], "french": ["st_francois"]}
    pieces = {**dict.fromkeys(band, "green_mountains_south"), LONE: "albany"}
    record = Record(pieces, "french", FRENCH, stockades=stockades)
    record.played("card_1", "activate_force").force(*band).moves("charlestown", *band).step("move", "next")
    left = {"british": [], "french": ["st_francois"]}
    record.step("pick_raid", "space", "charlestown", dice=(die,), stockades=left, raided={"french": {"charlestown": 1}})
    if check is not None:
        record.step("raid_leader_check", "piece", "villiers", dice=(check,))
    for name in reversed(band):
        record.step("raiders_go_home", "piece", name)
        record.step("go_home_to", "space", "st_francois", moved={name: "st_francois"})
    return record.replayed("british")


def test_no_check_of_leaders_on_a_natural_six_in_a_raid_is_a_known_departure() -> None:
    """Given a 6 against a stockade, then the leader is rolled for; that nobody rolls is explained as W25."""
    assert found(_raid(6, check=3)) == ()
    report = _raid(6)
    assert numbers(report) == [("leader_check_of_villiers", "W25")]
    assert report.coverage.compared == 1


def test_a_raid_without_a_six_or_a_one_needs_no_check() -> None:
    """Given a 5, then no leader is rolled for; a check in the record is found."""
    assert found(_raid(5)) == ()
    assert [ruling for _, ruling in numbers(_raid(5, check=3))] == [""]


def test_no_check_of_leaders_on_a_natural_one_stays_unexplained() -> None:
    """Given a 1, after which the other implementation does roll, then a missing check is not explained."""
    assert {ruling for _, ruling in numbers(_raid(1))} == {""}


# ---------------------------------------------------------------- reactions


BERRY, COUREURS, RANGER = "fr_regular_2_berry", "fr_coureurs_marin", "br_ranger_rogers"


def _failed_once(*members: str) -> PeerReport:
    """A ranger walks past Hoosic, whose Coureurs fail to intercept, and then enters it; Levis avoids battle."""
    pieces = {**dict.fromkeys((COUREURS, BERRY, "levis"), "hoosic"), RANGER: "albany"}
    record = Record(pieces, "british", BRITISH).alone("card_31", RANGER).moves("hudson_carry_south", RANGER)
    record.by("french").step("intercept_who", "piece", COUREURS, legal=[["pass"]])
    record.step("intercept_who", "next", dice=(1,)).by("british").moves("hoosic", RANGER)
    record.by("french").step("avoid_who", "piece", "levis", legal=[["pass"]], force="levis")
    for name in members:
        record.step("designate_force", "piece", name, force="levis")
    record.step("designate_force", "next", dice=(6,))
    gone = dict.fromkeys(("levis", *members), "northampton")
    if COUREURS in members:
        record.step("avoid_to", "space", "northampton", moved=gone)
        return record.by("british").step("move", "next").replayed("french")
    record.step("avoid_to", "space", "northampton", moved=gone, dice=(1, 1)).by("british")
    return record.step(
        "retreat_attacker", "space", "hudson_carry_south", moved={RANGER: "hudson_carry_south"}
    ).replayed("french")


def test_avoiding_battle_after_failing_to_intercept_is_a_known_departure() -> None:
    """Given Coureurs who failed to intercept, then they must fight when attacked; going with Levis is W32."""
    assert found(_failed_once(BERRY)) == ()
    report = _failed_once(BERRY, COUREURS)
    assert numbers(report) == [("avoiders", "W32")]
    assert report.coverage.compared == 1


def _into_hoosic(*, tried: bool, avoids: bool) -> PeerReport:
    """A Regular enters Hoosic; Coureurs from beside it may try to intercept, and the Regular there may avoid battle."""
    record = Record({BERRY: "hoosic", COUREURS: "green_mountains_south", LONE: "albany"}, "british", BRITISH)
    record.alone("card_31", LONE).moves("hoosic", LONE).by("french")
    if tried:
        record.step("intercept_who", "piece", COUREURS, legal=[["pass"]]).step("intercept_who", "next", dice=(1,))
    if not avoids:
        record.step("avoid_who", "pass", dice=(1, 1)).by("british")
        return record.step("retreat_attacker", "space", "albany", moved={LONE: "albany"}, vp=5).replayed("french")
    record.step("avoid_who", "piece", BERRY, legal=[["pass"]]).step("avoid_who", "next", dice=(6,))
    record.step("avoid_to", "space", "northampton", moved={BERRY: "northampton"})
    return record.by("british").step("move", "next").replayed("french")


def test_avoiding_battle_where_others_failed_to_intercept_is_a_known_departure() -> None:
    """Given a failed interception into a space, then those in it may not avoid battle; that they do is W33."""
    assert found(_into_hoosic(tried=True, avoids=False)) == ()
    assert found(_into_hoosic(tried=False, avoids=True)) == ()
    assert numbers(_into_hoosic(tried=True, avoids=True)) == [("battle_fire_british", "W33")]


# ---------------------------------------------------------------- ships, and the year's end


def _sails(*, forbidden: bool) -> PeerReport:
    """A French Regular sails from Quebec to Louisbourg, after LOUISBOURG SQUADRONS forbade it or not."""
    events = {"diplo": 1, **({"no_fr_naval": 1} if forbidden else {})}
    record = Record({BERRY: "quebec", LONE: "boston"}, "french", FRENCH, rest={"events": events})
    record.alone("card_1", BERRY).step("move", "naval_move", way="naval").moves("louisbourg", BERRY, way="naval")
    return record.step("move", "next").replayed("british")


def test_french_ships_that_sail_after_they_were_forbidden_are_a_known_departure() -> None:
    """Given LOUISBOURG SQUADRONS played, then no French unit sails; that one does is explained as W34."""
    assert found(_sails(forbidden=False)) == ()
    report = _sails(forbidden=True)
    assert numbers(report) == [("step", "W34")]
    assert report.coverage.compared == 1


def _year_ends(*, lifted: bool, relieved: bool = True) -> PeerReport:
    """The last besieger, an Indian, goes home at the end of the last year; the siege is lifted or not."""
    place, indian = "hudson_carry_south", "fr_indian_abenaki_1"
    pieces = {indian: place, LONE: f"inside {place}", "br_regular_48th": "albany"}
    pieces |= {} if relieved else {BERRY: place}
    rest = {"season": "late", "last_year": 1757, "sieges": {place: 0}, "allied": {"french": ["st_francois"]}}
    hands = {"british": ["card_31"], "french": []}
    record = Record(pieces, "british", hands, forts={"british": [place]}, rest=rest)
    record.alone("card_31", "br_regular_48th").step("move", "next").by("french")
    record.step("indians_and_leaders_go_home", "piece", indian)
    if lifted:
        record.step("go_home_to", "space", "st_francois", moved={indian: "st_francois", LONE: place}, sieges={})
    else:
        record.step("go_home_to", "space", "st_francois", moved={indian: "st_francois"})
    return record.step("indians_and_leaders_go_home", "next").ended("french")


def test_a_siege_that_outlasts_its_besiegers_at_the_end_of_the_year_is_a_known_departure() -> None:
    """Given a last besieger who goes home, then the siege is lifted; that it is not is explained as W35."""
    assert found(_year_ends(lifted=True)) == ()
    assert numbers(_year_ends(lifted=False)) == [(LONE, "W35"), ("sieges", "W35")]
    assert {ruling for _, ruling in numbers(_year_ends(lifted=True, relieved=False))} == {""}


# ---------------------------------------------------------------- events


def _pitt(taken: str) -> PeerReport:
    """WILLIAM PITT is played while two cards that he may bring back lie in the discards; one is taken, or none."""
    discards = ["card_60", "card_61", "card_67"]
    hands = {"british": ["card_67", "card_32"], "french": ["card_9"]}
    rest = {"discards": ["card_60", "card_61"], "year": 1757, "events": {"diplo": 1}}
    record = Record({LONE: "albany", BERRY: "quebec"}, "british", hands, rest=rest)
    after = {"british": ["card_32"], "french": ["card_9"]}
    events = {"diplo": 1, "pitt": 1}
    record.step("action_phase", "play_event", "card_67", hands=after, discards=discards[:2], removed_cards=["card_67"])
    if not taken:
        return record.step("william_pitt", "next", events=events).replayed("french")
    left = [card for card in discards[:2] if card != taken]
    hands = {"british": ["card_32", taken], "french": ["card_9"]}
    return record.step("william_pitt", "card", taken, hands=hands, discards=left, events=events).replayed("french")


def test_taking_no_card_with_pitt_is_a_known_departure() -> None:
    """Given WILLIAM PITT and cards that he brings back, then one must be taken; that none is, is explained as W36."""
    assert found(_pitt("card_60")) == ()
    assert numbers(_pitt("")) == [("fetch", "W36")]
