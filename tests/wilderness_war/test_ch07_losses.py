"""Chapters 7.6, 7.7 and 10.31: losses named group by group, and leaders who may have been hit."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import Fact, Notation, NotThisDecision, event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import positions
from reference.wilderness_war.actions import DIE, Command, Lose, Roll
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import COUNTERS, REDUCED, leader
from reference.wilderness_war.ch07_loss_spreads import Group
from reference.wilderness_war.ch07_losses import free_losses, garrison, is_killed, members, still_to_act
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Campaign, Cause, Individuals, Losses, Named
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, moving
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    due,
    leaders,
    place,
    played,
    refused,
    ruleset,
    said_otherwise,
    stack,
    top,
    under_way,
    units,
)
from tests.wilderness_war.turns import about, after, single, turn, u


def losing(pieces: list[str], losses: int, cause: str = "battle", **options: str) -> State:
    """Return a French stack at Ohio Forks that is about to take losses."""
    opening: Json = {"type": "take_losses", "side": "french", "space": "ohio_forks", "cause": cause, "losses": losses}
    return place({"ohio_forks": pieces}, ruleset(**options), opening=opening)


# ---------------------------------------------------------------- what may be named


@proves("ww:7.61", "ww:7.62")
def test_the_owner_is_asked_group_by_group_in_the_order_of_the_counter_sheet() -> None:
    state = losing(["2 fr_indian_shawnee", "fr_regular_artois", "fr_regular_bearn"], 2)
    first = due(state)
    assert (first.by, first.about, first.rules) == ("french", "losses_of_fr_regular", ("ww:7.62", "ww:7.63"))
    assert first.actions == (Lose("fr_regular", 1, 0), Lose("fr_regular", 2, 0))
    rest = played(state, Lose("fr_regular", 1, 0))
    assert GAME.decision(rest.state) == Over("settled")
    assert stack(rest.state, "ohio_forks") == [
        "reduced fr_regular_artois", "fr_regular_bearn", "reduced fr_indian_shawnee_1", "fr_indian_shawnee_2",
    ]  # fmt: skip


@proves("ww:7.61")
def test_units_that_stand_inside_bear_none_of_the_losses() -> None:
    opening: Json = {"type": "take_losses", "side": "french", "space": "ohio_forks", "cause": "battle", "losses": 2}
    state = place(
        {"ohio_forks": ["inside fr_regular_bearn", "fr_coureurs_marin"]},
        opening=opening,
        forts={"french": ["ohio_forks"]},
    )
    assert stack(state, "ohio_forks") == ["inside fr_regular_bearn"]


@proves("ww:7.61", "ww:7.62")
def test_nobody_is_asked_where_nothing_is_left_to_choose() -> None:
    state = losing(["fr_regular_bearn", "reduced fr_coureurs_marin"], 9)
    assert due(state).actions == (Lose("fr_regular", 1, 1),)
    after = played(state, Lose("fr_regular", 1, 1))
    assert after.state.stack.frames == ()
    assert stack(after.state, "ohio_forks") == []
    assert GAME.canonical(after.state) == GAME.canonical(
        place({}, removed=["fr_regular_bearn", "fr_coureurs_marin"], ohio_forks="french")
    )


def test_losses_without_a_number_change_nothing() -> None:
    assert GAME.decision(losing(["fr_regular_bearn"], 0)) == Over("settled")
    assert stack(losing(["fr_regular_bearn"], 0), "ohio_forks") == ["fr_regular_bearn"]


@proves("ww:7.61", "ww:7.62", "ww:7.63")
def test_each_group_that_suffers_tells_its_losses_and_its_dead() -> None:
    state = losing(["fr_regular_bearn", "fr_indian_huron", "reduced fr_coureurs_marin"], 3)
    happened = played(state, Lose("fr_regular", 1, 1), Lose("fr_coureurs", 0, 0)).events
    where = {"side": "french", "space": "ohio_forks"}
    rules = ("ww:7.61", "ww:7.62", "ww:7.63")
    assert happened == (
        event(EventKind.STEPS_LOST, *rules, **where, group="fr_regular", flips=1, deaths=1),
        event(EventKind.UNIT_ELIMINATED, "ww:7.61", unit="fr_regular_bearn"),
        event(EventKind.STEPS_LOST, *rules, **where, group="fr_indian_huron", flips=1, deaths=0),
    )


# ---------------------------------------------------------------- refusals


@proves("ww:7.63")
def test_within_a_group_a_death_beside_a_full_counter_is_refused() -> None:
    state = losing(["fr_regular_artois", "reduced fr_regular_bearn", "fr_indian_huron"], 2)
    assert due(state).actions == (Lose("fr_regular", 1, 0),)
    expected = violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", group="fr_regular", flips=0, deaths=1, losses=2)
    assert refused(state, Lose("fr_regular", 0, 1)) == (expected,)


@proves("ww:7.63")
def test_a_death_beside_a_full_unit_is_refused_once_not_twice() -> None:
    state = losing(["fr_indian_huron", "reduced fr_coureurs_marin", "fr_coureurs_lery"], 1)
    broken = refused(state, Lose("fr_coureurs", 0, 1))
    assert [each.reason for each in broken] == [Reason.DEAD_BESIDE_FULL]


@pytest.mark.parametrize(("flips", "deaths"), [(2, 0), (-1, 0), (0, 2), (1, 3), (0, -1)])
@pytest.mark.parametrize("cause", ["battle", "assault", "raid", "attrition"])
def test_a_group_loses_no_more_counters_than_it_has(cause: str, flips: int, deaths: int) -> None:
    state = losing(["fr_coureurs_marin", "reduced fr_coureurs_lery", "2 fr_indian_mingo"], 3, cause)
    facts: dict[str, Fact] = {"group": "fr_coureurs", "flips": flips, "deaths": deaths, "full": 1, "reduced": 1}
    expected = violation(Reason.MORE_STEPS_THAN_THERE_ARE, "ww:7.61", **facts)
    assert refused(state, Lose("fr_coureurs", flips, deaths)) == (expected,)


@proves("ww:7.62", "ww:7.63")
def test_losses_of_another_group_answer_another_decision() -> None:
    state = losing(["2 fr_regular", "2 fr_indian_shawnee"], 2)
    regulars_first = Notation(Reason.ANOTHER_GROUP_FIRST, (("group", "fr_regular"),))
    assert said_otherwise(state, Lose("fr_indian_shawnee", 1, 0)) == regulars_first
    for action in (Lose("br_regular", 1, 0), Command(leader("wolfe")), Roll(3)):
        expected = NotThisDecision("losses_of_fr_regular", ("ww:7.62", "ww:7.63"))
        assert GAME.step(state, action) == expected


# ---------------------------------------------------------------- free losses


@proves("ww:10.31", "ww:11.2-a")
def test_free_losses_let_a_reduced_unit_die_beside_a_full_one() -> None:
    group = Group("fr_indian_shawnee", drilled=False, full=1, reduced=1)
    assert set(free_losses(group, 1, 0)) == {Named(1, 0), Named(0, 1)}
    assert set(free_losses(group, 2, 0)) == {Named(1, 1)}
    assert set(free_losses(group, 1, 1)) == {Named(0, 0), Named(1, 0), Named(0, 1)}
    assert set(free_losses(group, 3, 0)) == {Named(1, 2)}


@proves("ww:10.31")
def test_raid_losses_are_the_owners_choice_as_at_shenandoah() -> None:
    state = losing(["reduced fr_indian_mingo_1", "fr_indian_shawnee_1"], 1, "raid")
    actions = (Lose("fr_indian_mingo", 0, 0), Lose("fr_indian_mingo", 0, 1))
    assert due(state) == Choice("french", "losses_of_fr_indian_mingo", ("ww:10.31",), actions)
    after = played(state, Lose("fr_indian_mingo", 0, 1)).state
    assert stack(after, "ohio_forks") == ["fr_indian_shawnee_1"]


@proves("ww:10.31")
def test_free_losses_must_still_be_taken_in_full_and_not_beyond() -> None:
    state = losing(["fr_coureurs_marin", "reduced fr_indian_huron"], 2, "raid")
    assert due(state).actions == (Lose("fr_coureurs", 1, 0), Lose("fr_coureurs", 1, 1))
    assert refused(state, Lose("fr_coureurs", 0, 0)) == (
        violation(Reason.FEWER_STEPS_THAN_LOSSES, "ww:10.31", group="fr_coureurs", flips=0, deaths=0, losses=2),
    )
    one = losing(["fr_coureurs_marin", "reduced fr_indian_huron"], 1, "raid")
    assert refused(one, Lose("fr_coureurs", 1, 1)) == (
        violation(Reason.MORE_STEPS_THAN_LOSSES, "ww:10.31", group="fr_coureurs", flips=1, deaths=1, losses=1),
    )


# ---------------------------------------------------------------- counters of a type that are not alike


CARRY = "hudson_carry_south"
BESIEGED = "br_regular_44th"
RELIEVER = "br_regular_45th"


def relief(relievers: str = RELIEVER) -> State:
    """Webb comes from Albany to a besieged fort, and the garrison sallies to join him; both sides are about to fire."""
    besiegers = ["fr_regular_bearn", "fr_regular_guyenne", "fr_regular_la_reine"]
    pieces = {CARRY: [*besiegers, f"inside {BESIEGED}"]}
    begin = moving("albany", f"webb {relievers}", pieces, forts={"british": [CARRY]}, sieges={CARRY: 0})
    return after(begin, go(CARRY), a.Decline(), a.Pick(u(BESIEGED)))


def suffering(state: State) -> Losses:
    """Return the losses being taken."""
    frame = top(state)
    assert isinstance(frame, Losses)
    return frame


@proves("ww:7.62", "ww:8.252", "ww:8.251")
@pytest.mark.parametrize(
    ("lost", "dead", "inside", "back"),
    [
        (Lose("br_regular_garrison", 1, 0), RELIEVER, [f"inside reduced {BESIEGED}"], ["webb"]),
        (Lose("br_regular_garrison", 1, 1), BESIEGED, [], ["webb", f"reduced {RELIEVER}"]),
    ],
)
def test_in_a_relief_the_owner_says_whether_garrison_or_relievers_take_a_loss(
    lost: Lose, dead: str, inside: list[str], back: list[str]
) -> None:
    """Given Regulars from inside and from outside with three losses, then either may die, as their owner says."""
    asked = after(relief(), Roll(1), Roll(5))
    assert (due(asked).by, due(asked).about) == ("british", "losses_of_br_regular_garrison")
    assert due(asked).actions == (Lose("br_regular_garrison", 1, 0), Lose("br_regular_garrison", 1, 1))
    over = played(asked, lost)
    assert event(EventKind.UNIT_ELIMINATED, "ww:7.61", unit=dead) in over.events
    told = [dict(each.facts)["group"] for each in over.events if each.kind is EventKind.STEPS_LOST]
    assert told == ["br_regular_garrison", "br_regular", "fr_regular"]
    assert [each for each in stack(over.state, CARRY) if "br_" in str(each)] == inside
    assert stack(over.state, "albany") == back


@proves("ww:7.62", "ww:7.63", "ww:8.252")
def test_full_units_flip_before_others_die_though_one_came_out_of_a_fort_and_the_other_did_not() -> None:
    asked = after(relief(), Roll(1), Roll(2))
    assert due(asked).actions == (Lose("br_regular_garrison", 1, 0),)
    for flips, deaths in ((0, 0), (1, 1)):
        facts: dict[str, Fact] = {"group": "br_regular_garrison", "named": flips + deaths, "losses": 2}
        assert refused(asked, Lose("br_regular_garrison", flips, deaths)) == (
            violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", **facts),
        )
    garrison_first = Notation(Reason.ANOTHER_GROUP_FIRST, (("group", "br_regular_garrison"),))
    assert said_otherwise(asked, Lose("br_regular", 1, 0)) == garrison_first


@proves("ww:7.62", "ww:8.252")
def test_a_garrison_without_like_relievers_keeps_the_name_of_its_type() -> None:
    asked = after(relief("br_ranger_rogers"), Roll(1), Roll(2))
    assert (due(asked).about, members(asked, suffering(asked))) == (
        "losses_of_br_regular",
        (("br_regular", units(BESIEGED)), ("br_ranger", units("br_ranger_rogers"))),
    )
    assert garrison(asked) == units(BESIEGED)


@proves("ww:7.62", "ww:8.252")
def test_losses_of_a_relief_half_named_are_read_as_they_were_written() -> None:
    """Given the garrison spared and Rangers still to be asked about, then the position is the same once read again."""
    asked = after(relief(f"{RELIEVER} br_ranger_rogers"), Roll(1), Roll(2))
    spared = after(asked, Lose("br_regular_garrison", 0, 0))
    assert (due(spared).about, suffering(spared).named) == ("losses_of_br_regular", (Named(0, 0),))
    assert positions.read(positions.written(spared), spared.ruleset) == spared


RAIDERS = ("fr_coureurs_langlade", "fr_coureurs_marin")


def raid_at_culpeper(*named: str) -> State:
    """Marin raids Culpeper, where Langlade stands too, and the raid is about to be rolled for."""
    pieces = {"culpeper": ["fr_coureurs_langlade"], "augusta": ["fr_coureurs_marin"]}
    begin = turn("french", pieces, "4", STANDARD, stockades={"french": ["venango"]})
    moved = after(begin, single(4, *named), a.Pick(u("fr_coureurs_marin")), go("culpeper"))
    return after(moved, a.Halt()) if about(moved) == "step" else moved


@proves("ww:10.31", "ww:5.33")
@pytest.mark.parametrize(("flips", "hurt"), [(0, "fr_coureurs_marin"), (1, "fr_coureurs_langlade")])
def test_of_two_coureurs_who_raid_the_owner_may_spare_the_one_still_to_act(flips: int, hurt: str) -> None:
    """Given Coureurs who raids and one named to act after him, when they lose a step, then their owner says whose."""
    asked = after(raid_at_culpeper(*RAIDERS), Roll(4))
    assert still_to_act(asked) == units("fr_coureurs_langlade")
    assert due(asked).actions == (Lose("fr_coureurs_inactive", 0, 0), Lose("fr_coureurs_inactive", 1, 0))
    home = after(asked, Lose("fr_coureurs_inactive", flips, 0))
    assert [each for each in RAIDERS if home.board.unit_steps[u(each)] == REDUCED] == [hurt]


@proves("ww:10.31", "ww:5.33")
def test_coureurs_who_raid_and_are_not_to_act_any_more_are_alike() -> None:
    raided = after(raid_at_culpeper("fr_coureurs_marin"), Roll(4))
    assert [each for each in RAIDERS if raided.board.unit_steps[u(each)] == REDUCED] == [RAIDERS[0]]


@proves("ww:10.31", "ww:5.33")
@pytest.mark.parametrize(
    ("acted", "waiting"),
    [(["levis"], RAIDERS[:1]), (["levis", "villiers"], ()), (["villiers"], RAIDERS[:1])],
)
def test_units_may_still_act_while_a_leader_named_by_campaign_has_not(
    acted: list[str], waiting: tuple[str, ...]
) -> None:
    """Given CAMPAIGN for two leaders, then who has not been activated may be until both have acted, enemies apart."""
    phase: Json = {"type": "phase", "value": 3, "campaign": True, "units": [RAIDERS[1]], "leaders": list(acted)}
    there = {"culpeper": [*RAIDERS, "levis"], "venango": ["villiers"], "albany": ["br_regular_44th"]}
    campaign = Campaign(Side.FRENCH, leaders("levis villiers"), naming=False)
    assert still_to_act(under_way([campaign], there, phase=phase)) == units(" ".join(waiting))


@proves("ww:7.62", "ww:8.252", "ww:5.33")
def test_of_a_garrison_those_still_to_act_are_told_apart_from_the_others() -> None:
    """Given three Coureurs in a relief, two of the garrison, one of these named to act, then all three differ."""
    three = units("fr_coureurs_joncaire fr_coureurs_langlade fr_coureurs_marin")
    relieved = Battle(space(CARRY), Side.FRENCH, Side.FRENCH, space("albany"), joined=three[1:])
    taken = Losses(Side.FRENCH, space(CARRY), Cause.BATTLE, 1, three)
    named = Individuals(Side.FRENCH, 0, units=three[1:2], naming=False)
    state = under_way([named, relieved, taken], {CARRY: ["br_regular_44th", *(COUNTERS[each].id for each in three)]})
    assert members(state, taken) == (
        ("fr_coureurs", three[:1]),
        ("fr_coureurs_garrison_inactive", three[1:2]),
        ("fr_coureurs_garrison", three[2:]),
    )


# ---------------------------------------------------------------- leaders


@proves("ww:7.7", "ww:7.64", "ww:10.32")
def test_a_leader_who_may_have_been_hit_dies_on_a_1_and_on_nothing_else() -> None:
    assert [die for die in range(1, 7) if is_killed(die)] == [1]


@proves("ww:7.7")
def test_leaders_are_rolled_for_one_by_one() -> None:
    opening = {"type": "leader_checks", "side": "french", "space": "quebec", "cause": "battle",
               "leaders": ["montcalm", "vaudreuil"]}  # fmt: skip
    state = place({"quebec": ["montcalm", "vaudreuil"]}, opening=opening)
    die = due(state)
    assert (die.by, die.about, die.rules, die.actions) == ("chance", "leader_check_of_montcalm", ("ww:7.7",), DIE)
    after = played(state, Roll(1))
    assert after.events == (event(EventKind.LEADER_KILLED, "ww:7.7", leader="montcalm", die=1),)
    assert due(after.state).about == "leader_check_of_vaudreuil"
    end = played(after.state, Roll(2))
    assert end.events == (event(EventKind.LEADER_SURVIVED, "ww:7.7", leader="vaudreuil", die=2),)
    assert GAME.canonical(end.state) == GAME.canonical(place({"quebec": ["vaudreuil"]}, removed=["montcalm"]))


@proves("ww:10.32")
def test_leaders_of_a_raid_are_rolled_for_by_the_rule_of_raids() -> None:
    opening = {"type": "leader_checks", "side": "french", "space": "augusta", "cause": "raid", "leaders": ["dumas"]}
    state = place({"augusta": ["dumas"]}, opening=opening)
    assert due(state).rules == ("ww:10.32",)
    assert played(state, Roll(1)).events == (event(EventKind.LEADER_KILLED, "ww:10.32", leader="dumas", die=1),)
    die = due(state)
    assert not isinstance(die, Choice)
    assert {odds for _, odds in die.outcomes} == {Fraction(1, 6)}
