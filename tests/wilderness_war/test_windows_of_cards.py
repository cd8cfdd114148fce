"""Cards that find nothing to choose: they may be played all the same (A31), and everybody is told why."""

from collections.abc import Mapping, Sequence

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.table import seat
from reference.kernel.verdicts import Event, NotAsked, Unasked, Violation, unasked, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import cards
from reference.wilderness_war.actions import Action
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import Department, space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch05_idle import nobody_joins, nothing_removed, nothing_restored
from reference.wilderness_war.event_frames import Alliance, Removal, Restoration
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from reference.wilderness_war.windows import Passed
from tests.wilderness_war.positions import GAME, played
from tests.wilderness_war.turns import c, turn

RANGERS: Mapping[str, Sequence[str]] = {"albany": ["3 br_ranger"]}
MILITIA: Mapping[str, Sequence[str]] = {"northern_colonial_militias": ["4 br_militia"]}
REGULAR, BEARN = "br_regular_15th", "fr_regular_bearn"


def told(events: Sequence[Event]) -> list[Event]:
    """Return the decisions that were passed over."""
    return [each for each in events if isinstance(each, Unasked)]


def passed(side: str, window: Passed, why: Violation) -> Unasked:
    """Return the news that a side is not asked."""
    return unasked(EventKind.NOT_ASKED, side, window, (why,))


def check(state: State, actions: Sequence[Action], side: str, window: Passed, why: Violation, answer: Action) -> None:
    """See that the last action tells of a decision passed over, and that its answer is met with the same reason."""
    begun = played(state, *actions[:-1]).state
    reached = played(begun, actions[-1])
    assert passed(side, window, why) in told(reached.events)
    assert seat(GAME, reached.state, reached.events).act(side, GAME.write_action(answer)) == NotAsked((why,))


@proves(
    "ww:card-bastions", "ww:card-desert", "ww:card-smallpox", "ww:card-vaudreuil", "ww:card-militias",
    "ww:card-rangers",
)  # fmt: skip
@pytest.mark.parametrize(
    ("side", "number", "rule", "pieces", "answer"),
    [
        ("british", 5, "ww:card-bastions", {}, a.PickSpace(space("albany"))),
        ("british", 33, "ww:card-desert", {}, a.PickSpace(space("albany"))),
        ("british", 34, "ww:card-smallpox", {"montreal": ["4 fr_regular"]}, a.PickSpace(space("montreal"))),
        ("british", 22, "ww:card-vaudreuil", {"montreal": ["dieskau", BEARN]}, a.PickLeader(leader("dieskau"))),
        ("british", 49, "ww:card-militias", MILITIA, a.PickDepartment(Department.NORTHERN)),
        ("british", 53, "ww:card-rangers", RANGERS, a.PlaceUnit(unit("br_ranger_rogers"))),
        ("british", 53, "ww:card-rangers", RANGERS, a.RestoreUnits()),
    ],
)
def test_an_event_that_finds_nothing_to_change_says_so(
    side: str, number: int, rule: str, pieces: Mapping[str, Sequence[str]], answer: Action
) -> None:
    why = violation(Reason.EVENT_FINDS_NOTHING, rule)
    check(turn(side, pieces, f"{number}"), [a.PlayEvent(c(number))], side, Passed.EVENT_TARGET, why, answer)


@proves("ww:5.42")
def test_who_can_build_no_fort_or_has_used_the_points_of_his_card_is_told_so() -> None:
    hoosic, deerfield = a.PickSpace(space("hoosic")), a.PickSpace(space("deerfield"))
    nowhere = violation(Reason.NO_SITE, "ww:5.42", side="british", what="forts")
    build = a.Build(c(5), a.Raised.FORTS)
    check(turn("british", {}, "5"), [build], "british", Passed.BUILDING, nowhere, hoosic)
    used = violation(Reason.POINTS_USED, "ww:5.42", side="british", what="forts")
    two = turn("british", {"hoosic": [REGULAR], "deerfield": ["br_regular_17th"]}, "5")
    check(two, [build, hoosic], "british", Passed.BUILDING, used, deerfield)
    assert told(played(two, build).events) == []
    assert told(played(two, build, a.Done()).events) == []


@proves("ww:5.41")
def test_the_points_of_a_card_are_the_stockades_it_builds() -> None:
    used = violation(Reason.POINTS_USED, "ww:5.41", side="british", what="stockades")
    york, augusta = a.PickSpace(space("york")), a.PickSpace(space("augusta"))
    build = a.Build(c(5), a.Raised.STOCKADES)
    check(turn("british", {}, "5"), [build, york], "british", Passed.BUILDING, used, augusta)


@proves("ww:5.53")
def test_an_alliance_without_counters_left_says_how_many_more_could_have_come() -> None:
    north = ["2 fr_indian_abenaki", "2 fr_indian_algonquin", "2 fr_indian_caughnawaga", "fr_indian_mississauga"]
    state = turn("french", {"montreal": [BEARN, *north]}, "23")
    begun = played(state, a.PlayEvent(c(23))).state
    reached = played(begun, a.Roll(6))
    news = told(reached.events)
    assert len(news) == 1
    (found,) = news
    assert isinstance(found, Unasked)
    (why,) = found.why
    left = dict(why.facts)["left"]
    assert isinstance(left, int)
    assert left > 0
    assert why == violation(Reason.NO_INDIANS_LEFT, "ww:5.53", side="french", left=left)
    asked = seat(GAME, reached.state, reached.events).act("french", {"type": "place_unit", "unit": "fr_indian_huron"})
    assert asked == NotAsked((why,))


@proves("ww:5.53")
def test_an_alliance_that_its_side_ends_is_not_told_to_be_cut_short() -> None:
    begun = played(turn("french", {"montreal": [BEARN]}, "23"), a.PlayEvent(c(23)), a.Roll(6)).state
    assert told(played(begun, a.Done()).events) == []


@proves("ww:5.53", "ww:5.52")
def test_an_alliance_without_counters_is_told_only_if_more_could_have_come() -> None:
    """Given no Indians left, then a side that could still place three is told so, and one that placed all is not."""
    why = violation(Reason.NO_INDIANS_LEFT, "ww:5.53", side="french", left=3)
    news = unasked(EventKind.NOT_ASKED, "french", Passed.ALLIANCE, (why,))
    assert nobody_joins(Alliance(cards.Event.NORTHERN, Side.FRENCH, 3)) == (news,)
    assert nobody_joins(Alliance(cards.Event.NORTHERN, Side.FRENCH, 0)) == ()


@proves("ww:card-transports", "ww:card-germany", "ww:card-recruits")
@pytest.mark.parametrize(
    ("number", "rule", "die", "extra"),
    [
        (47, "ww:card-transports", (), {}),
        (48, "ww:card-germany", (3,), {"year": 1760}),
        (46, "ww:card-recruits", (3,), {}),
    ],
)
def test_an_event_with_nobody_to_restore_says_so(
    number: int, rule: str, die: tuple[int, ...], extra: Mapping[str, Json]
) -> None:
    pieces = {"albany": [REGULAR, "br_northern_provincial_rhode_island"]}
    why = violation(Reason.NONE_TO_RESTORE, rule, side="british")
    actions: list[Action] = [a.PlayEvent(card(f"card_{number}")), *map(a.Roll, die)]
    answer = a.Pick(unit(REGULAR))
    check(turn("british", pieces, f"{number}", **extra), actions, "british", Passed.RESTORING, why, answer)


@proves("ww:card-uprising-fx", "ww:card-stingy-fx", "ww:card-dispersed")
@pytest.mark.parametrize(
    ("number", "rule", "chosen", "by", "extra"),
    [
        (31, "ww:card-uprising-fx", (), "british", {"markers": {"cherokees": "allied"}}),
        (39, "ww:card-stingy-fx", (a.PickDepartment(Department.NORTHERN),), "british", {}),
        (38, "ww:card-dispersed", (), "french", {"raided": {"french": {"hoosic": 1}}}),
    ],
)
def test_an_event_with_nobody_to_eliminate_says_so(
    number: int, rule: str, chosen: tuple[Action, ...], by: str, extra: Mapping[str, Json]
) -> None:
    state = turn("french", {"albany": ["br_ranger_rogers"]}, f"{number}", **extra)
    why = violation(Reason.NONE_TO_ELIMINATE, rule)
    check(state, [a.PlayEvent(c(number)), *chosen], by, Passed.REMOVAL, why, a.Pick(unit("br_ranger_rogers")))


@proves("ww:card-uprising-fx", "ww:card-stingy-fx", "ww:card-dispersed")
@pytest.mark.parametrize("rule", ["ww:card-uprising-fx", "ww:card-stingy-fx", "ww:card-dispersed"])
def test_only_an_elimination_that_finds_nobody_is_passed_over(rule: str) -> None:
    """Given units to lose, or nothing left to lose, then nothing is passed over."""
    found, why = (unit("br_militia_1"),), violation(Reason.NONE_TO_ELIMINATE, rule)
    assert nothing_removed(Removal(Side.BRITISH, rule, 1, ())) == (passed("british", Passed.REMOVAL, why),)
    for left, units in ((1, found), (0, ()), (0, found)):
        assert nothing_removed(Removal(Side.BRITISH, rule, left, units)) == ()


@proves("ww:card-transports", "ww:card-germany", "ww:card-recruits")
@pytest.mark.parametrize("rule", ["ww:card-transports", "ww:card-germany", "ww:card-recruits"])
def test_only_a_restoring_that_finds_nobody_is_passed_over(rule: str) -> None:
    """Given units to restore, or nothing left to restore, then nothing is passed over."""
    found, why = (unit(REGULAR),), violation(Reason.NONE_TO_RESTORE, rule, side="british")
    assert nothing_restored(Restoration(Side.BRITISH, rule, 1, ())) == (passed("british", Passed.RESTORING, why),)
    for left, units in ((1, found), (0, ()), (0, found)):
        assert nothing_restored(Restoration(Side.BRITISH, rule, left, units)) == ()


@proves("ww:5.522-lost")
def test_new_pieces_without_an_open_space_are_told_to_be_forfeited() -> None:
    closed = {name: ["2 br_regular", "inside fr_coureurs"] for name in ("quebec", "louisbourg")}
    state = turn("french", closed, "56", sieges={"quebec": 0, "louisbourg": 0})
    reached = played(state, a.PlayEvent(c(56)))
    (found,) = told(reached.events)
    assert isinstance(found, Unasked)
    assert (found.by, found.window, found.rules) == ("french", Passed.PLACEMENT, ("ww:5.522-lost",))
    (why,) = found.why
    lost = dict(why.facts)["pieces"]
    assert isinstance(lost, tuple)
    assert "montcalm" in lost
    assert sum(each.startswith("fr_regular") for each in lost) > 0
    asked = seat(GAME, reached.state, reached.events).act("french", {"type": "pick_space", "space": "quebec"})
    assert asked == NotAsked((why,))
