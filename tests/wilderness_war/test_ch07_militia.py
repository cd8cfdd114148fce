"""Chapter 7.3: militia in battle."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch07_militia
from reference.wilderness_war.ch02_map import Department
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, moving
from tests.wilderness_war.phases import choice, foreign
from tests.wilderness_war.positions import (
    STANDARD,
    named_freely,
    played,
    read,
    refused,
    ruleset,
    stack,
    under_way,
    units,
)
from tests.wilderness_war.turns import about, after, c, offered, s, turn, u, who

NORTHERN = "northern_colonial_militias"
WORKS: Json = {"british": ["hoosic"]}
PHASE: Json = {"type": "phase", "value": 3}
RAIDERS = "montcalm fr_regular_bearn fr_regular_guyenne"


def at_hoosic(militia: list[str], rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Montcalm's Regulars attack the 44th in cultivated Hoosic, which stands to fight."""
    pieces = {"hoosic": ["br_regular_44th"], NORTHERN: militia}
    state = moving("hudson_carry_south", RAIDERS, pieces, rules, frame={}, **rest)
    return played(state, go("hoosic"), a.Decline()).state


@proves("ww:7.2-A", "ww:7.3")
def test_militia_are_decided_on_before_anybody_plays_events() -> None:
    hands: Json = {"french": ["card_9"], "british": ["card_10"]}
    asked = at_hoosic(["br_militia_1", "br_militia_2", "reduced br_militia_3"], hands=hands, fieldworks=WORKS)
    assert (choice(asked).by, about(asked)) == (Side.BRITISH, "militia")
    assert offered(asked) == (a.Pick(u("br_militia_1")), a.Pick(u("br_militia_3")), a.Done())
    deployed = played(asked, a.Pick(u("br_militia_1")))
    facts = {"unit": "br_militia_1", "space": "hoosic"}
    assert deployed.events == (event(EventKind.MILITIA_DEPLOYED, "ww:7.3", **facts),)
    assert stack(deployed.state, "hoosic") == ["montcalm", "br_regular_44th", "br_militia_1", *RAIDERS.split()[1:]]
    done = after(deployed.state, a.Done())
    assert (choice(done).by, about(done)) == (Side.FRENCH, "battle_events")


@proves("ww:7.3")
def test_every_militia_unit_of_the_department_may_come() -> None:
    asked = at_hoosic(["2 br_militia"])
    both = after(asked, a.Pick(u("br_militia_1")), a.Pick(u("br_militia_2")))
    assert (about(both), stack(both, NORTHERN)) == ("battle_fire_french", [])


@proves("ww:7.3")
def test_militia_of_another_box_are_refused_and_any_of_those_alike_may_come() -> None:
    asked = at_hoosic(["3 br_militia"])
    assert refused(asked, a.Pick(u("br_militia_4"))) == (
        violation(Reason.NO_SUCH_MILITIA, "ww:7.3", unit="br_militia_4"),
    )
    other = named_freely(asked, a.Pick(u("br_militia_3"))).state
    assert offered(other) == (a.Pick(u("br_militia_1")), a.Done())
    both = named_freely(other, a.Pick(u("br_militia_2"))).state
    assert (offered(both), stack(both, NORTHERN)) == ((a.Pick(u("br_militia_1")), a.Done()), ["br_militia_1"])
    foreign(asked, a.Decline())


@proves("ww:7.3")
def test_militia_are_offered_in_one_way_and_come_in_any_order() -> None:
    """Given militia by turns full and reduced, any number of whom may come, then each may come first."""
    asked = at_hoosic([*MIXED, "reduced br_militia_4"])
    third = named_freely(asked, a.Pick(u("br_militia_3"))).state
    assert offered(third) == (a.Pick(u("br_militia_1")), a.Pick(u("br_militia_2")), a.Done())
    one = after(asked, a.Pick(u("br_militia_1")))
    assert refused(one, a.Pick(u("br_militia_1"))) == (violation(Reason.ALREADY_CHOSEN, "ww:7.3", unit="br_militia_1"),)
    late = after(asked, a.Pick(u("br_militia_2")))
    assert offered(late) == (a.Pick(u("br_militia_4")), a.Done())
    assert named_freely(late, a.Pick(u("br_militia_1"))).state == after(one, a.Pick(u("br_militia_2")))


@proves("ww:7.3")
def test_where_one_or_all_must_come_two_of_four_are_refused() -> None:
    asked = at_hoosic(["4 br_militia"], ruleset(militia_commitment="one_or_all"))
    one = after(asked, a.Pick(u("br_militia_1")))
    assert a.Done() in offered(one)
    two = after(one, a.Pick(u("br_militia_2")))
    assert refused(two, a.Done()) == (violation(Reason.ONE_OR_ALL, "ww:7.3", militia=2, left=2),)
    assert offered(two) == (a.Pick(u("br_militia_3")),)


@proves("ww:7.3")
def test_where_one_or_all_must_come_both_of_two_may() -> None:
    asked = at_hoosic(["2 br_militia"], ruleset(militia_commitment="one_or_all"))
    both = after(asked, a.Pick(u("br_militia_1")), a.Pick(u("br_militia_2")))
    assert about(both) == "battle_fire_french"
    battle = Battle(s("hoosic"), Side.FRENCH, Side.FRENCH, None, militia=units("br_militia_1 br_militia_2"))
    assert tuple(ch07_militia.commitment_violations(both, battle)) == ()


MIXED = ["br_militia_1", "reduced br_militia_2", "br_militia_3"]


@proves("ww:7.3")
def test_where_one_or_all_must_come_those_of_other_strength_come_with_all() -> None:
    """Given full, reduced and full militia, when one has come, then only the next can follow, and then the rest."""
    asked = at_hoosic(MIXED, ruleset(militia_commitment="one_or_all"))
    assert offered(asked) == (a.Pick(u("br_militia_1")), a.Pick(u("br_militia_2")), a.Done())
    one = after(asked, a.Pick(u("br_militia_1")))
    assert offered(one) == (a.Pick(u("br_militia_2")), a.Done())
    early = named_freely(one, a.Pick(u("br_militia_3"))).state
    assert offered(early) == (a.Pick(u("br_militia_2")),)
    assert refused(one, a.Pick(u("br_militia_4"))) == (
        violation(Reason.NO_SUCH_MILITIA, "ww:7.3", unit="br_militia_4"),
    )
    assert refused(one, a.Pick(u("br_militia_1"))) == (violation(Reason.ALREADY_CHOSEN, "ww:7.3", unit="br_militia_1"),)
    two = after(one, a.Pick(u("br_militia_2")))
    assert offered(two) == (a.Pick(u("br_militia_3")),)
    assert (about(after(two, a.Pick(u("br_militia_3")))), stack(two, NORTHERN)) == ("battle_fire_french", MIXED[2:])


@proves("ww:7.3")
def test_where_one_or_all_must_come_a_reduced_one_alone_ends_the_call() -> None:
    asked = at_hoosic(MIXED, ruleset(militia_commitment="one_or_all"))
    alone = after(asked, a.Pick(u("br_militia_2")))
    assert (about(alone), stack(alone, NORTHERN)) == ("battle_fire_french", ["br_militia_1", "br_militia_3"])
    any_number = after(at_hoosic(MIXED), a.Pick(u("br_militia_1")))
    assert offered(any_number) == (a.Pick(u("br_militia_2")), a.Pick(u("br_militia_3")), a.Done())


def calls(state: State) -> Iterator[tuple[int, int]]:
    """Walk every way to call militia; say for each how many full and reduced ones came."""
    if about(state) != "militia":
        here = [str(piece) for piece in stack(state, "hoosic") if "br_militia" in str(piece)]
        reduced = sum("reduced" in piece for piece in here)
        yield len(here) - reduced, reduced
        return
    assert offered(state), "a decision without an action"
    for action in offered(state):
        yield from calls(after(state, action))


@proves("ww:7.3")
@pytest.mark.parametrize("box", [box for size in range(5) for box in product(("", "reduced "), repeat=size)])
def test_every_allowed_set_of_militia_is_called_in_exactly_one_way(box: tuple[str, ...]) -> None:
    """Given any box of up to four, then none, any one or all may come, or any number, and each in one way."""
    militia = [f"{strength}br_militia_{number}" for number, strength in enumerate(box, 1)]
    full, reduced = box.count(""), box.count("reduced ")
    some = set(product(range(full + 1), range(reduced + 1)))
    assert Counter(calls(at_hoosic(militia))) == Counter(some)
    one_or_all = {came for came in some if sum(came) <= 1} | {(full, reduced)}
    assert Counter(calls(at_hoosic(militia, ruleset(militia_commitment="one_or_all")))) == Counter(one_or_all)


@proves("ww:7.3-exc")
def test_a_raided_marker_in_the_department_keeps_its_militia_away() -> None:
    raided: Json = {"french": {"worcester": 1}}
    assert about(at_hoosic(["2 br_militia"], raided=raided)) == "battle_fire_french"
    elsewhere: Json = {"french": {"culpeper": 1}}
    assert about(at_hoosic(["2 br_militia"], raided=elsewhere)) == "militia"
    own: Json = {"british": {"worcester": 1}}
    assert about(at_hoosic(["2 br_militia"], raided=own)) == "militia"


@proves("ww:7.3-exc")
@pytest.mark.parametrize("side", list(Side))
def test_by_option_a_failed_raid_keeps_the_militia_away_too(side: Side) -> None:
    rules = ruleset(militia_battle_block="raid_conducted")
    region = Department.NORTHERN if side is Side.BRITISH else Department.ST_LAWRENCE
    raids = f"{side.enemy.value}_raids"
    state = read({}, rules, markers={raids: [region.value]})
    assert ch07_militia.is_pinned(state, region, side)
    assert not ch07_militia.is_pinned(state, region, side.enemy)
    assert not ch07_militia.is_pinned(state, Department.SOUTHERN, side)


@proves("ww:7.3-louisbourg", "ww:7.3")
def test_militia_fight_in_originally_friendly_cultivated_land_of_a_department_only() -> None:
    expected = {
        "hoosic": Side.BRITISH, "albany": Side.BRITISH, "quebec": Side.FRENCH,
        NORTHERN: None, "louisbourg": None, "halifax": None,
        "hudson_carry_south": None, "katskills": None, "pays_d_en_haut": None,
    }  # fmt: skip
    assert {name: ch07_militia.militia_side(s(name)) for name in expected} == expected


@proves("ww:7.3-louisbourg")
def test_no_canadian_militia_defend_louisbourg() -> None:
    boxes = {"louisbourg": ["fr_regular_cambis"], "st_lawrence_canadian_militias": ["4 fr_militia"]}
    landed = moving("halifax", "wolfe br_regular_15th", boxes, hands={"british": ["card_17"]}, phase=PHASE)
    ashore = played(landed, go("louisbourg", a.By.LANDING)).state
    assert about(ashore) == "inside"
    assert about(after(ashore, a.Done(), a.Decline())) == "battle_fire_british"


@proves("ww:8.25-militia", "ww:8.25", "ww:7.3")
def test_militia_may_join_a_sortie() -> None:
    pieces = {"albany": ["montcalm", "fr_regular_bearn", "inside webb", "inside br_regular_44th"],
              NORTHERN: ["reduced br_militia_1"]}  # fmt: skip
    state = turn("british", pieces, "4", STANDARD, sieges={"albany": 0})
    out = after(
        state, a.Activate(c(4), a.Activates.FORCE), a.PickLeader(who("webb")), a.SallyOut(),
        a.Pick(u("br_regular_44th")), a.Done(), a.Decline(),
    )  # fmt: skip
    assert (choice(out).by, about(out)) == (Side.BRITISH, "militia")
    joined = after(out, a.Pick(u("br_militia_1")))
    assert about(joined) == "battle_fire_british"
    beaten = after(joined, a.Roll(1), a.Roll(2), a.Lose("br_regular", 1, 0))
    assert stack(beaten, NORTHERN) == ["reduced br_militia_1"]
    assert stack(beaten, "albany") == ["inside webb", "montcalm", "inside reduced br_regular_44th", "fr_regular_bearn"]


@proves("ww:8.25-militia")
@pytest.mark.parametrize(
    ("at", "besieged", "asked"),
    [("albany", Side.BRITISH, Side.BRITISH), ("montreal", Side.FRENCH, Side.FRENCH), ("louisbourg", Side.FRENCH, None)],
)
def test_militia_join_a_sortie_where_they_would_any_battle(at: str, besieged: Side, asked: Side | None) -> None:
    """Given a sortie from a fortress, then the militia of its owner may join it, but none at Louisbourg."""
    own, enemy = {Side.BRITISH: "br_regular_44th", Side.FRENCH: "fr_regular_bearn"}, besieged.enemy
    there = {at: [own[enemy], f"inside {own[besieged]}"], NORTHERN: ["br_militia_1"],
             "st_lawrence_canadian_militias": ["fr_militia_1"]}  # fmt: skip
    sortie = Battle(s(at), besieged, besieged, None, sortie=True)
    assert ch07_militia.militia_side(s(at)) is asked
    found = ch07_militia.decision(under_way([sortie], there, sieges={at: 0}), sortie)
    assert (None if found is None else (found.by, found.about)) == (None if asked is None else (asked, "militia"))


@proves("ww:7.2-F", "ww:7.91")
def test_militia_go_back_to_their_box_before_the_loser_retreats_and_reduced_ones_stay_reduced() -> None:
    asked = at_hoosic(["br_militia_1", "reduced br_militia_2"])
    joined = after(asked, a.Pick(u("br_militia_1")), a.Pick(u("br_militia_2")))
    hit = after(joined, a.Roll(1), a.Roll(1))
    assert about(hit) == "losses_of_br_regular"
    shared = after(hit, a.Lose("br_regular", 1, 0))
    assert about(shared) == "retreat_of_br_regular_44th"
    assert stack(shared, NORTHERN) == ["reduced br_militia_1", "reduced br_militia_2"]
    assert stack(shared, "hoosic") == ["montcalm", "reduced br_regular_44th", *RAIDERS.split()[1:]]
    gone = after(shared, a.PickSpace(s("northampton")))
    assert stack(gone, "northampton") == ["reduced br_regular_44th"]


@proves("ww:7.2-F", "ww:7.91")
def test_militia_that_died_do_not_come_back_to_the_box() -> None:
    joined = after(at_hoosic(["reduced br_militia_1"]), a.Pick(u("br_militia_1")))
    hit = after(joined, a.Roll(1), a.Roll(1))
    shared = after(hit, a.Lose("br_regular", 1, 0))
    assert about(shared) == "retreat_of_br_regular_44th"
    assert stack(shared, NORTHERN) == []


@proves("ww:10.21", "ww:7.2-F")
def test_of_militia_that_met_raiders_only_survivors_return_to_their_box() -> None:
    """Given two militia that were called, of which one has died, then the other goes home and the dead one does not."""
    called = units("br_militia_1 br_militia_2")
    battle = Battle(s("hoosic"), Side.FRENCH, Side.FRENCH, s("albany"), militia=called)
    home = ch07_militia.sent_home(read({"hoosic": ["br_militia_2"]}), battle)
    assert stack(home, NORTHERN) == ["br_militia_2"]
    assert stack(home, "hoosic") == []
