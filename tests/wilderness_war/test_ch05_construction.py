"""Chapter 5.4: stockades, forts and demolition."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Violation, event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    Build,
    By,
    Demolish,
    Done,
    EndPhase,
    Go,
    Halt,
    Pick,
    PickCard,
    PickLeader,
    PickSpace,
    PlayEvent,
    Raised,
    Raze,
    Razed,
    Roll,
)
from reference.wilderness_war.board import (
    Work,
    fieldworks_owner,
    fort_owner,
    fortification,
    stockade_owner,
    unfinished_fort_owner,
)
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import SPACES, is_cultivated, is_fortress, originally_friendly, space
from reference.wilderness_war.ch03_pieces import leader, unit
from reference.wilderness_war.ch05_construction import demolishable, finished_fort, raze_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go
from tests.wilderness_war.phases import BRITISH, FRENCH, choice, foreign, fought, offered, phase
from tests.wilderness_war.positions import STANDARD, Pieces, board, played, refused, ruleset, stack

STOCKADES, FORTS = Raised.STOCKADES, Raised.FORTS


def build(
    what: Raised,
    pieces: Pieces,
    rules: Ruleset = STANDARD,
    /,
    *,
    side: Side = BRITISH,
    name: str = "card_1",
    **rest: Json,
) -> State:
    """Return a side building with a card, of value 3 if nothing else is said."""
    before = phase(side, f"{name} card_50", pieces, rules, enemy="card_52", **rest)
    return played(before, Build(card(name), what)).state


def at(name: str) -> PickSpace:
    """Return the choice of a space."""
    return PickSpace(space(name))


# ---------------------------------------------------------------- stockades


def two_works(name: str) -> tuple[Violation, Violation]:
    """Return why no stockade goes where a fortification stands."""
    return (
        violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space=name),
        violation(Reason.TWO_FORTIFICATIONS, "ww:5.41-not", space=name),
    )


@proves("ww:5.41", "ww:12.3-a")
def test_stockades_go_where_supplied_drilled_troops_stand_and_into_any_home_cultivated_land() -> None:
    state = build(STOCKADES, {"hudson_carry_south": ["br_regular_15th"], "oswego": ["br_ranger_rogers"]})
    home = {place for place in SPACES if is_cultivated(place) and originally_friendly(place, BRITISH)}
    expected = {place for place in home if not is_fortress(place)} | {space("hudson_carry_south")}
    assert (choice(state).by, choice(state).about) == (BRITISH, "build_stockades")
    assert set(offered(state)) == {*map(PickSpace, expected), Done()}


@proves("ww:5.41", "ww:5.43")
def test_a_card_builds_as_many_stockades_as_its_value_at_most_one_in_a_space() -> None:
    state = build(STOCKADES, {}, name="card_43")
    following = played(state, at("easton"))
    assert following.events == (
        event(EventKind.WORK_BUILT, "ww:5.41", side="british", space="easton", work="stockade"),
    )
    assert refused(following.state, at("easton")) == two_works("easton")
    done = played(following.state, at("reading")).state
    assert [stockade_owner(done.board, space(name)) for name in ("easton", "reading")] == [BRITISH, BRITISH]
    assert choice(done).about == "end_of_phase"


@proves("ww:5.41", "ww:12.3-a")
def test_stockades_in_the_wild_need_drilled_troops_in_supply() -> None:
    pieces = {"oswego": ["br_regular_15th"], "onondaga": ["br_ranger_rogers"]}
    state = build(STOCKADES, pieces)
    assert refused(state, at("onondaga")) == (
        violation(Reason.NO_DRILLED_TROOPS, "ww:5.41", side="british", space="onondaga"),
    )
    assert refused(state, at("oswego")) == (violation(Reason.NOT_SUPPLIED, "ww:12.3-a", space="oswego"),)
    assert refused(state, at("becancour")) == (
        violation(Reason.NO_DRILLED_TROOPS, "ww:5.41", side="british", space="becancour"),
    )


@proves("ww:12.3-a", "ww:5.41")
def test_without_the_advanced_rules_supply_is_not_asked() -> None:
    state = build(STOCKADES, {"oswego": ["br_regular_15th"]}, ruleset(advanced_rules="off"))
    assert at("oswego") in offered(state)


@proves("ww:5.41-not", "ww:5.43")
@pytest.mark.parametrize("value", ["fortifications", "fortresses"])
def test_no_stockade_goes_beside_enemy_units_or_any_fortification(value: str) -> None:
    """By option (D28) the bar on stockades speaks of fortresses only; that no space has two works holds as well."""
    works: Json = {"french": ["reading"], "british": ["easton"]}
    state = build(
        STOCKADES, {"culpeper": ["fr_indian_mingo_1"]}, ruleset(entry_block=value), stockades=works,
        forts={"british": ["york"]},
    )  # fmt: skip
    enemies = violation(Reason.ENEMY_HELD, "ww:5.41-not", space="culpeper", units=("fr_indian_mingo_1",))
    assert refused(state, at("culpeper")) == (enemies,)
    for name in ("reading", "easton", "york"):
        assert refused(state, at(name)) == two_works(name)[: 2 if value == "fortifications" else 1]
    assert refused(state, at("albany"))[1:] == (violation(Reason.TWO_FORTIFICATIONS, "ww:5.41-not", space="albany"),)


@proves("ww:5.42", "ww:5.41-not")
def test_a_fort_beside_enemy_units_is_refused_under_the_rules_for_forts() -> None:
    pieces = {"culpeper": ["fr_indian_mingo_1"], "york": ["br_regular_15th"]}
    troops = violation(Reason.NO_DRILLED_TROOPS, "ww:5.42", side="british", space="culpeper")
    assert refused(build(FORTS, pieces), at("culpeper")) == (troops,)


@proves("ww:5.43-fortress", "ww:5.41-not")
@pytest.mark.parametrize("what", [STOCKADES, FORTS])
def test_nothing_is_built_in_a_fortress_space(what: Raised) -> None:
    state = build(what, {"albany": ["br_regular_15th"], "hudson_carry_south": ["br_regular_17th"]})
    fortress = violation(Reason.FORTRESS_SPACE, "ww:5.43-fortress", space="albany")
    barred = violation(Reason.TWO_FORTIFICATIONS, "ww:5.41-not", space="albany")
    assert refused(state, at("albany")) == ((fortress, barred) if what is STOCKADES else (fortress,))


BESIEGERS = ("fr_regular_2_berry", "fr_regular_3_berry")


@proves("ww:5.43-siege", "ww:5.41-not")
def test_nothing_is_built_in_a_space_under_siege() -> None:
    pieces = {"york": ["2 fr_regular", "inside br_regular_15th"], "reading": ["br_regular_17th"]}
    siege = violation(Reason.BESIEGED, "ww:5.43-siege", space="york")
    enemies = violation(Reason.ENEMY_HELD, "ww:5.41-not", space="york", units=BESIEGERS)
    two, barred = two_works("york")
    for what, found in ((STOCKADES, (siege, two, enemies, barred)), (FORTS, (siege, two))):
        state = build(what, pieces, forts={"british": ["york"]}, sieges={"york": 0})
        assert refused(state, at("york")) == found


@proves("ww:5.43-siege", "ww:5.43-fortress", "ww:5.41-not")
def test_a_besieged_fortress_is_refused_for_the_siege_as_well() -> None:
    pieces = {"albany": ["2 fr_regular", "inside br_regular_15th"], "reading": ["br_regular_17th"]}
    siege = violation(Reason.BESIEGED, "ww:5.43-siege", space="albany")
    fortress = violation(Reason.FORTRESS_SPACE, "ww:5.43-fortress", space="albany")
    enemies = violation(Reason.ENEMY_HELD, "ww:5.41-not", space="albany", units=BESIEGERS)
    barred = violation(Reason.TWO_FORTIFICATIONS, "ww:5.41-not", space="albany")
    for what, found in ((STOCKADES, (siege, fortress, enemies, barred)), (FORTS, (siege, fortress))):
        assert refused(build(what, pieces, sieges={"albany": 0}), at("albany")) == found


@proves("ww:5.42", "ww:5.41", "ww:12.3-a", "ww:5.43-siege")
def test_drilled_troops_shut_in_are_refused_for_the_siege_and_not_as_absent_or_unsupplied() -> None:
    """Given Oswego besieged, then its garrison is told of the siege; woodsmen in it have no drilled troops as well."""
    works: Json = {"british": ["oswego"]}
    siege = violation(Reason.BESIEGED, "ww:5.43-siege", space="oswego")
    two = violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space="oswego")
    for garrison, rest in (
        (["br_regular_15th", "br_ranger_rogers"], ()),
        (["br_ranger_rogers"], (violation(Reason.NO_DRILLED_TROOPS, "ww:5.42", side="british", space="oswego"),)),
    ):
        pieces = {"oswego": ["2 fr_regular", *(f"inside {name}" for name in garrison)], "reading": ["br_regular_17th"]}
        state = build(FORTS, pieces, forts=works, sieges={"oswego": 0})
        assert refused(state, at("oswego")) == (siege, two, *rest)
    wild = {"oswego": ["2 fr_regular", "inside br_regular_15th"], "reading": ["br_regular_17th"]}
    found = refused(build(STOCKADES, wild, forts=works, sieges={"oswego": 0}), at("oswego"))
    assert {each.rule for each in found} == {"ww:5.43-siege", "ww:5.43", "ww:5.41-not"}


@proves("ww:5.4")
def test_a_militia_box_is_no_place_to_build() -> None:
    state = build(STOCKADES, {})
    assert refused(state, at("northern_colonial_militias")) == (
        violation(Reason.NOT_ON_MAP, "ww:5.4", space="northern_colonial_militias"),
    )
    foreign(state, PickCard(card("card_1")))


@proves("ww:5.4")
def test_a_builder_may_stop_early_and_one_with_no_site_is_done_at_once() -> None:
    state = played(build(STOCKADES, {}), at("easton"), Done()).state
    assert choice(state).about == "end_of_phase"
    nowhere = phase(FRENCH, "card_1 card_2", {}, enemy="card_52")
    assert choice(played(nowhere, Build(card("card_1"), FORTS)).state).by is BRITISH


# ---------------------------------------------------------------- forts


@proves("ww:5.42", "ww:5.42-twophase")
def test_a_three_card_finishes_one_fort_and_begins_two_others() -> None:
    pieces = {name: ["br_regular"] for name in ("hudson_carry_south", "hoosic", "schenectady")}
    works: Json = {"british": ["hudson_carry_south"]}
    state = build(FORTS, pieces, unfinished_forts=works)
    assert offered(state) == (at("hoosic"), at("schenectady"), at("hudson_carry_south"), Done())
    following = played(state, at("hudson_carry_south"), at("schenectady"))
    assert following.events == (
        event(EventKind.WORK_BUILT, "ww:5.42", side="british", space="hudson_carry_south", work="fort"),
        event(EventKind.WORK_BUILT, "ww:5.42", side="british", space="schenectady", work="fort_under_construction"),
    )
    begun = violation(Reason.BEGUN_THIS_PHASE, "ww:5.42-twophase", space="schenectady")
    assert refused(following.state, at("schenectady")) == (begun,)
    after = played(following.state, at("hoosic")).state
    assert fort_owner(after.board, space("hudson_carry_south")) is BRITISH
    both = played(state, at("schenectady"), at("hoosic")).state
    assert offered(both) == (at("hudson_carry_south"), Done())
    assert refused(both, at("schenectady")) == (begun,)
    assert unfinished_fort_owner(after.board, space("hudson_carry_south")) is None
    assert unfinished_fort_owner(after.board, space("hoosic")) is BRITISH


@proves("ww:5.42", "ww:12.3-a")
def test_forts_need_supplied_drilled_troops_even_in_home_land() -> None:
    pieces = {"oswego": ["br_regular_15th"], "easton": ["br_ranger_rogers"], "reading": ["br_regular_17th"]}
    state = build(FORTS, pieces)
    assert offered(state) == (at("reading"), Done())
    assert refused(state, at("easton")) == (
        violation(Reason.NO_DRILLED_TROOPS, "ww:5.42", side="british", space="easton"),
    )
    assert refused(state, at("oswego")) == (violation(Reason.NOT_SUPPLIED, "ww:12.3-a", space="oswego"),)


@proves("ww:5.43-replace", "ww:5.42")
def test_a_finished_fort_replaces_the_stockade_but_a_begun_one_does_not() -> None:
    pieces = {"reading": ["br_regular_15th"]}
    state = build(FORTS, pieces, name="card_5", stockades={"british": ["reading"]})
    begun = played(state, at("reading")).state
    assert stockade_owner(begun.board, space("reading")) is BRITISH
    assert unfinished_fort_owner(begun.board, space("reading")) is BRITISH
    finishing = build(
        FORTS, pieces, name="card_5", stockades={"british": ["reading"]}, unfinished_forts={"british": ["reading"]}
    )
    done = played(finishing, at("reading")).state
    assert fort_owner(done.board, space("reading")) is BRITISH
    assert stockade_owner(done.board, space("reading")) is None


@proves("ww:5.43", "ww:5.42")
def test_no_fort_is_built_where_one_stands() -> None:
    pieces = {"reading": ["br_regular_15th"], "york": ["br_regular_17th"]}
    state = build(FORTS, pieces, forts={"british": ["reading"]})
    assert refused(state, at("reading")) == (violation(Reason.TWO_FORTIFICATIONS, "ww:5.43", space="reading"),)


@proves("ww:5.44", "ww:5.41")
def test_an_unfinished_fort_counts_for_nothing() -> None:
    state = build(STOCKADES, {}, unfinished_forts={"british": ["reading"], "french": ["york"]})
    assert fortification(state.board, space("reading")) is None
    after = played(state, at("reading"), at("york")).state
    assert [stockade_owner(after.board, space(name)) for name in ("reading", "york")] == [BRITISH, BRITISH]


@proves("ww:5.43-replace", "ww:5.42")
@pytest.mark.parametrize("side", Side)
def test_a_finished_fort_is_all_that_is_left_of_the_works_in_its_space(side: Side) -> None:
    works: Json = {side.value: ["reading"]}
    for before in (board({}, unfinished_forts=works), board({}, unfinished_forts=works, stockades=works)):
        after = finished_fort(before, space("reading"), side)
        assert after == board({}, forts=works)
        assert fortification(after, space("reading")) == (Work.FORT, side)


# ---------------------------------------------------------------- enemy destruction and capture


def entering(pieces: dict[str, list[str]], mover: str, to: str, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the moment after a lone French unit has entered a space and halted if it may go on."""
    state = phase(FRENCH, "card_1 card_2", pieces, rules, enemy="card_52", **rest)
    how = Activates.UNIT if "regular" in mover else Activates.INDIVIDUALS
    state = played(state, Activate(card("card_1"), how), Pick(unit(mover))).state
    if how is Activates.INDIVIDUALS:
        state = played(state, Done(), Pick(unit(mover))).state
    return played(state, Go(space(to), By.LAND)).state


@proves("ww:5.45-capture")
def test_drilled_troops_take_an_undefended_stockade_intact_for_a_point() -> None:
    state = entering({"green_mountains_south": ["fr_regular_bearn"]}, "fr_regular_bearn", "hoosic",
                     stockades={"british": ["hoosic"]})  # fmt: skip
    assert stockade_owner(state.board, space("hoosic")) is FRENCH
    assert state.tracks.vp == 1


@proves("ww:5.45-capture", "ww:6.51-c")
def test_auxiliaries_alone_take_no_stockade() -> None:
    state = entering({"green_mountains_south": ["fr_coureurs_marin"]}, "fr_coureurs_marin", "hoosic",
                     stockades={"british": ["hoosic"]})  # fmt: skip
    assert (stockade_owner(state.board, space("hoosic")), state.tracks.vp) == (BRITISH, 0)


@proves("ww:5.45-destroy")
def test_drilled_troops_who_win_a_battle_destroy_the_stockade_for_a_point() -> None:
    pieces = {"green_mountains_south": ["fr_regular_bearn"], "hoosic": ["br_northern_provincial_rhode_island"]}
    state = fought(entering(pieces, "fr_regular_bearn", "hoosic", stockades={"british": ["hoosic"]}), 5, 1)
    assert stockade_owner(state.board, space("hoosic")) is None
    assert state.tracks.vp == 1


@proves("ww:5.45-fortuc")
@pytest.mark.parametrize(("value", "owner"), [("sole_occupation", FRENCH), ("on_entry", None)])
def test_d29_an_unfinished_fort_outlives_an_attack_beaten_off_or_goes_on_entry(value: str, owner: Side | None) -> None:
    pieces = {"oneida_carry_west": ["br_regular_15th"], "oswego": ["fr_coureurs_marin", "fr_coureurs_lery"]}
    state = phase(BRITISH, "card_1 card_2", pieces, ruleset(unfinished_fort_removed=value),
                  unfinished_forts={"french": ["oswego"]}, stockades={"british": ["oneida_carry_west"]})  # fmt: skip
    state = played(state, Activate(card("card_1"), Activates.UNIT), Pick(unit("br_regular_15th"))).state
    state = fought(played(state, Go(space("oswego"), By.LAND)).state, 1, 3)
    assert stack(state, "oneida_carry_west") == ["reduced br_regular_15th"]
    assert unfinished_fort_owner(state.board, space("oswego")) is owner


@proves("ww:5.45-fortuc")
def test_an_unfinished_fort_goes_once_enemy_drilled_troops_alone_hold_its_space() -> None:
    state = entering({"green_mountains_south": ["fr_regular_bearn"]}, "fr_regular_bearn", "hoosic",
                     unfinished_forts={"british": ["hoosic"]})  # fmt: skip
    assert unfinished_fort_owner(state.board, space("hoosic")) is None


@proves("ww:5.45-fortuc")
def test_d29_on_entry_no_unfinished_fort_of_ones_own_goes() -> None:
    state = entering({"green_mountains_south": ["fr_regular_bearn"]}, "fr_regular_bearn", "hoosic",
                     ruleset(unfinished_fort_removed="on_entry"), unfinished_forts={"french": ["hoosic"]})  # fmt: skip
    assert unfinished_fort_owner(state.board, space("hoosic")) is FRENCH


@proves("ww:5.45-fortuc")
def test_auxiliaries_alone_do_not_remove_an_unfinished_fort() -> None:
    state = entering({"onondaga": ["fr_coureurs_marin"]}, "fr_coureurs_marin", "oswego",
                     unfinished_forts={"british": ["oswego"]})  # fmt: skip
    state = played(state, Halt()).state
    assert unfinished_fort_owner(state.board, space("oswego")) is BRITISH


# ---------------------------------------------------------------- demolition


WORKS: dict[str, Json] = {
    "forts": {"british": ["hudson_carry_south"]},
    "stockades": {"british": ["easton", "reading"], "french": ["venango"]},
    "unfinished_forts": {"british": ["reading"]},
}


def razing(pieces: Pieces, **rest: Json) -> State:
    """Return a British card play with works to demolish, about to choose one."""
    state = phase(BRITISH, "card_1 card_2", pieces, **{**WORKS, **rest})
    return played(state, Demolish()).state


@proves("ww:5.46")
def test_any_of_ones_own_works_may_be_demolished_before_the_card_is_played_at_no_cost() -> None:
    state = razing({})
    assert offered(state) == (
        Raze(space("easton"), Razed.STOCKADE),
        Raze(space("reading"), Razed.UNFINISHED_FORT),
        Raze(space("reading"), Razed.STOCKADE),
        Raze(space("hudson_carry_south"), Razed.FORT),
        Done(),
    )
    following = played(state, Raze(space("reading"), Razed.STOCKADE))
    assert following.events == (
        event(EventKind.WORK_DEMOLISHED, "ww:5.46", side="british", space="reading", work="stockade"),
    )
    assert unfinished_fort_owner(following.state.board, space("reading")) is BRITISH
    assert stockade_owner(following.state.board, space("reading")) is None
    assert (choice(following.state).by, choice(following.state).about) == (BRITISH, "card_play")
    assert following.state.tracks.vp == 0


@proves("ww:5.46", "ww:5.46-vp")
def test_demolishing_a_finished_fort_costs_a_point_an_unfinished_one_nothing() -> None:
    state = razing({})
    lost = played(state, Raze(space("hudson_carry_south"), Razed.FORT)).state
    assert (fort_owner(lost.board, space("hudson_carry_south")), lost.tracks.vp) == (None, 1)
    free = played(state, Raze(space("reading"), Razed.UNFINISHED_FORT)).state
    assert (unfinished_fort_owner(free.board, space("reading")), free.tracks.vp) == (None, 0)


@proves("ww:5.46")
def test_besieged_and_foreign_works_stand() -> None:
    pieces = {"hudson_carry_south": ["2 fr_regular", "inside br_regular_15th"]}
    state = razing(pieces, sieges={"hudson_carry_south": 0})
    assert refused(state, Raze(space("hudson_carry_south"), Razed.FORT)) == (
        violation(Reason.BESIEGED, "ww:5.46", space="hudson_carry_south"),
    )
    for absent in (Razed.STOCKADE, Razed.UNFINISHED_FORT):
        assert refused(state, Raze(space("hudson_carry_south"), absent)) == (
            violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46", space="hudson_carry_south", work=absent.value),
        )
    assert refused(state, Raze(space("venango"), Razed.STOCKADE)) == (
        violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46", space="venango", work="stockade"),
    )
    foreign(state, at("easton"))
    assert choice(played(state, Done()).state).about == "card_play"


@proves("ww:card-fieldworks-clar", "ww:5.46")
def test_fieldworks_are_removed_only_by_the_side_that_occupies_them() -> None:
    dug: Json = {"british": ["wood_creek", "hoosic"]}
    state = razing({"wood_creek": ["br_regular_15th"]}, fieldworks=dug)
    assert offered(state)[0] == Raze(space("wood_creek"), Razed.FIELDWORKS)
    assert refused(state, Raze(space("hoosic"), Razed.FIELDWORKS)) == (
        violation(Reason.NOBODY_THERE, "ww:card-fieldworks-clar", side="british", space="hoosic"),
    )
    assert refused(state, Raze(space("wood_creek"), Razed.STOCKADE)) == (
        violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46", space="wood_creek", work="stockade"),
    )
    besieged = {"hudson_carry_south": ["2 fr_regular", "inside br_regular_15th"]}
    none = razing(besieged, sieges={"hudson_carry_south": 0})
    assert refused(none, Raze(space("hudson_carry_south"), Razed.FORT)) == (
        violation(Reason.BESIEGED, "ww:5.46", space="hudson_carry_south"),
    )
    assert refused(none, Raze(space("hudson_carry_south"), Razed.FIELDWORKS)) == (
        violation(Reason.NOTHING_TO_DEMOLISH, "ww:card-fieldworks-clar", space="hudson_carry_south", work="fieldworks"),
    )
    inside = razing(besieged, sieges={"hudson_carry_south": 0}, fieldworks={"british": ["hudson_carry_south"]})
    own = Raze(space("hudson_carry_south"), Razed.FIELDWORKS)
    assert own in offered(inside), "those inside are in the space too (N48)"
    assert fieldworks_owner(played(inside, own).state.board, space("hudson_carry_south")) is None
    theirs = board({"wood_creek": ["br_regular_15th"]}, fieldworks={"french": ["wood_creek"]})
    assert demolishable(theirs, BRITISH) == ()
    assert tuple(raze_violations(theirs, BRITISH, Raze(space("wood_creek"), Razed.FIELDWORKS))) == (
        violation(Reason.NOTHING_TO_DEMOLISH, "ww:card-fieldworks-clar", space="wood_creek", work="fieldworks"),
    )
    after = played(state, Raze(space("wood_creek"), Razed.FIELDWORKS)).state
    assert Raze(space("wood_creek"), Razed.FIELDWORKS) not in demolishable(after.board, BRITISH)


@proves("ww:5.46")
def test_demolition_is_offered_once_more_before_the_phase_ends() -> None:
    state = phase(BRITISH, "card_1", {}, stockades={"british": ["easton"]}, enemy="card_2")
    state = played(state, Activate(card("card_1"), Activates.INDIVIDUALS), Done()).state
    assert offered(state) == (EndPhase(), Demolish())
    foreign(state, Done())
    razed = played(state, Demolish(), Raze(space("easton"), Razed.STOCKADE)).state
    assert choice(razed).by is FRENCH
    assert choice(played(state, EndPhase()).state).by is FRENCH


@proves("ww:5.46")
def test_who_has_nothing_of_his_own_has_nothing_to_demolish() -> None:
    state = phase(BRITISH, "card_1", {}, stockades={"french": ["easton"]})
    assert Demolish() not in offered(state)
    assert refused(state, Demolish()) == (violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46"),)


# ---------------------------------------------------------------- demolition in the midst of a phase


@proves("ww:5.46", "ww:10.42", "ww:card-campaign-order")
@pytest.mark.parametrize(("razed", "home"), [(True, "ticonderoga"), (False, "hudson_carry_north")])
def test_a_fort_demolished_between_two_forces_shelters_the_second_no_more(razed: bool, home: str) -> None:
    """Given CAMPAIGN of Montcalm and Villiers, when his fort goes in between, then Villiers comes home elsewhere."""
    pieces = {"hudson_carry_north": ["montcalm", "fr_regular_bearn"], "schoharie": ["villiers", "fr_coureurs_lery"]}
    works: Json = {"french": ["hudson_carry_north", "ticonderoga"]}
    state = phase(FRENCH, "card_1", pieces, enemy="card_52", forts=works, stockades={"british": ["schenectady"]})
    state = played(state, PlayEvent(card("card_1")), *map(_leads, ("montcalm", "villiers", "montcalm"))).state
    state = played(state, Pick(unit("fr_regular_bearn")), go("ticonderoga"), Halt()).state
    assert offered(state) == (_leads("villiers"), Demolish())
    if razed:
        state = played(state, Demolish(), Raze(space("hudson_carry_north"), Razed.FORT)).state
        assert offered(state) == (_leads("villiers"), Demolish())
    state = played(state, _leads("villiers"), Pick(unit("fr_coureurs_lery")), go("schenectady"), Roll(6), Roll(6)).state
    assert set(stack(state, home)) >= {"villiers", "fr_coureurs_lery"}
    assert state.tracks.vp == (-1 if razed else 0)


@proves("ww:5.46", "ww:5.33")
def test_works_may_be_demolished_between_individuals() -> None:
    pieces = {"quebec": ["fr_coureurs_lery"], "montreal": ["fr_coureurs_marin"]}
    state = phase(FRENCH, "card_4", pieces, enemy="card_52", stockades={"french": ["venango"]})
    both = map(Pick, sorted((unit("fr_coureurs_lery"), unit("fr_coureurs_marin"))))
    state = played(state, Activate(card("card_4"), Activates.INDIVIDUALS), *both, Done()).state
    state = played(state, Pick(unit("fr_coureurs_lery")), Halt()).state
    assert offered(state) == (Pick(unit("fr_coureurs_marin")), Demolish())
    state = played(state, Demolish(), Raze(space("venango"), Razed.STOCKADE)).state
    assert offered(state) == (Pick(unit("fr_coureurs_marin")),)
    assert refused(state, Demolish()) == (violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46"),)


@proves("ww:5.46", "ww:6.2-exc")
def test_a_stockade_may_be_demolished_behind_a_mover_that_has_passed_it() -> None:
    """Given Rangers that a stockade let pass a mountain, when it is demolished behind them, then they still go on."""
    pieces = {"hoosic": ["br_ranger_rogers"]}
    state = phase(BRITISH, "card_4", pieces, enemy="card_52", stockades={"british": ["green_mountains_south"]})
    state = played(state, Activate(card("card_4"), Activates.INDIVIDUALS), Pick(unit("br_ranger_rogers")), Done()).state
    state = played(state, Pick(unit("br_ranger_rogers")), go("green_mountains_south"), go("wood_creek")).state
    assert offered(state)[-1] == Demolish()
    razed = played(state, Demolish(), Raze(space("green_mountains_south"), Razed.STOCKADE)).state
    assert offered(razed) == offered(state)[:-1]
    assert refused(razed, Demolish()) == (violation(Reason.NOTHING_TO_DEMOLISH, "ww:5.46"),)


def _leads(name: str) -> PickLeader:
    return PickLeader(leader(name))
