"""Chapter 10.4: going home."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Event, event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war import ch10_home as home
from reference.wilderness_war.ch02_map import SPACES
from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS, Leader, Unit
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import GoingHome
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import foreign
from tests.wilderness_war.positions import (
    STANDARD,
    Pieces,
    board,
    place,
    played,
    read,
    refused,
    ruleset,
    spaces,
    stack,
    top,
)
from tests.wilderness_war.turns import about, after, offered, s, u, who

NOTHING_FRENCH: Json = {"british": ["quebec", "montreal", "louisbourg"]}
FRENCH = Side.FRENCH
GARRISONS: dict[str, list[str]] = {
    "quebec": ["br_regular_15th"], "montreal": ["br_regular_17th"], "louisbourg": ["br_regular_22nd"]
}  # fmt: skip


def eliminated(rule: str, unit: str) -> Event:
    """Return the news that a unit is lost."""
    return event(EventKind.UNIT_ELIMINATED, rule, unit=unit)


def going(side: str, at: str, who_goes: str, pieces: Pieces, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the moment at which these pieces go home from a space."""
    units: list[Json] = [name for name in who_goes.split() if name.startswith(("br_", "fr_"))]
    leaders: list[Json] = [name for name in who_goes.split() if not name.startswith(("br_", "fr_"))]
    frame: Json = {"type": "going_home", "side": side, "space": at, "leaders": leaders, "units": units}
    here = [*pieces.get(at, ()), *who_goes.split()]
    return place({**pieces, at: here}, rules, frames=[frame], **rest)


def to(*names: str) -> tuple[a.PickSpace, ...]:
    return tuple(a.PickSpace(s(name)) for name in names)


@proves("ww:10.421")
def test_closeness_counts_links_whatever_stands_there_and_boxes_without_links_have_a_place_to_count_from() -> None:
    def steps(start: str, end: str, side: Side) -> int:
        return home.steps_between(s(start), s(end), side)

    assert steps("culpeper", "culpeper", Side.FRENCH) == 0
    assert steps("culpeper", "alexandria", Side.FRENCH) == 2
    # Ruling A16: Louisbourg and Halifax are one step from Quebec for France, from any British port for Britain.
    assert [steps("louisbourg", to, Side.FRENCH) for to in ("louisbourg", "quebec", "becancour")] == [0, 1, 2]
    assert [steps("halifax", to, Side.BRITISH) for to in ("halifax", "boston", "worcester")] == [0, 1, 2]
    assert [steps("louisbourg", port, Side.BRITISH) for port in ("halifax", "boston", "alexandria")] == [1, 1, 1]
    assert steps("louisbourg", "quebec", Side.BRITISH) > 1
    # Ruling N18: from the Pays d'en Haut one goes along its arrows.
    assert [steps("pays_d_en_haut", to, Side.FRENCH) for to in ("pays_d_en_haut", "niagara", "venango")] == [0, 1, 2]
    assert steps("pays_d_en_haut", "louisbourg", Side.FRENCH) == len(SPACES)


@proves("ww:4.0-B.3-leaders", "ww:10.421")
def test_a_leader_alone_in_the_pays_d_en_haut_is_recalled_to_the_fortification_closest_along_the_arrows() -> None:
    frames: Json = [{"type": "year", "stage": "recall", "turn": "french"}]
    pieces = {"pays_d_en_haut": ["dumas"], "quebec": ["fr_regular_bearn"]}
    end = place(pieces, STANDARD, frames=frames, season="late", forts={"french": ["venango"]})
    assert stack(end, "venango") == ["dumas"]


@proves("ww:10.42", "ww:10.421")
def test_non_indians_go_to_the_closest_unbesieged_fortification_of_their_owners_choice() -> None:
    pieces = {"ohio_forks": ["br_regular_44th"]}
    works: Json = {"french": ["ohio_forks", "kittaning"]}
    state = going(
        "french", "gists_station", "dumas fr_coureurs_marin", pieces, forts=works, sieges={"ohio_forks": 1},
        stockades={"french": ["logstown"]},
    )  # fmt: skip
    assert offered(state) == (a.PickSpace(s("kittaning")), a.PickSpace(s("logstown")))
    expected = violation(Reason.NOT_HOME, "ww:10.42", space="ohio_forks", offered=("kittaning", "logstown"))
    assert refused(state, a.PickSpace(s("ohio_forks"))) == (expected,)
    assert refused(state, a.Stay()) == (violation(Reason.MUST_GO_HOME, "ww:10.4"),)
    foreign(state, a.Decline())
    apart = after(state, a.PickSpace(s("kittaning")), a.PickSpace(s("logstown")))
    assert (stack(apart, "kittaning"), stack(apart, "logstown")) == (["dumas"], ["fr_coureurs_marin"])


@proves("ww:10.41", "ww:10.422")
def test_an_indian_goes_home_or_with_a_leader_and_nowhere_else() -> None:
    state = going("french", "culpeper", "dumas fr_indian_shawnee_1", {}, stockades={"french": ["venango"]})
    led = after(state, a.PickSpace(s("venango")))
    assert offered(led) == (a.PickSpace(s("logstown")), a.PickSpace(s("venango")))
    expected = violation(Reason.NOT_HOME, "ww:10.41", space="quebec", offered=("logstown", "venango"))
    assert refused(led, a.PickSpace(s("quebec"))) == (expected,)


@proves("ww:10.422", "ww:10.42", "ww:10.413")
def test_any_indian_may_follow_a_leader_to_a_fortification_that_is_also_a_settlement() -> None:
    """Given a stockade at Logstown, home of the Shawnee, when Dumas goes there, then the Mingo may come too."""
    units = "dumas fr_indian_mingo_1 fr_indian_shawnee_1"
    state = going("french", "culpeper", units, {}, stockades={"french": ["logstown"]})
    led = after(state, a.PickSpace(s("logstown")))
    assert offered(led) == (a.PickSpace(s("logstown")), a.PickSpace(s("mingo_town")))
    apart = after(led, a.PickSpace(s("mingo_town")))
    assert stack(apart, "logstown") == ["dumas", "fr_indian_shawnee_1"]


@proves("ww:10.411", "ww:10.42", "ww:10.412")
@pytest.mark.parametrize(
    ("at", "name", "lost"),
    [
        ("culpeper", "dumas", event(EventKind.LEADER_REMOVED, "ww:10.42", leader="dumas")),
        ("culpeper", "fr_coureurs_marin", eliminated("ww:10.42", "fr_coureurs_marin")),
        ("culpeper", "fr_indian_shawnee_1", eliminated("ww:10.411", "fr_indian_shawnee_1")),
        ("ile_d_orleans", "br_indian_cherokee_1", eliminated("ww:10.412", "br_indian_cherokee_1")),
    ],
)
def test_raiders_with_nowhere_to_go_are_lost_leaders_too(at: str, name: str, lost: Event) -> None:
    pieces = {**GARRISONS, "logstown": ["br_ranger_rogers"], at: [name]}
    unit = name.startswith(("br_", "fr_"))
    frame: Json = {
        "type": "going_home", "side": "british" if name.startswith("br_") else "french", "space": at,
        "leaders": [] if unit else [name], "units": [name] if unit else [],
    }  # fmt: skip
    state = read(pieces, frames=[frame], captured_fortresses=NOTHING_FRENCH)
    going_home = top(state)
    assert isinstance(going_home, GoingHome)
    gone = home.advance(state, going_home)
    assert (gone.events, stack(gone.state, at)) == ((lost,), [])


@proves("ww:10.411", "ww:10.41", "ww:10.413", "ww:10.422")
@pytest.mark.parametrize(
    ("there", "british", "french", "occupied"),
    [
        ([], [], [], False),
        (["br_ranger_rogers"], [], [], True),
        ([], ["logstown"], [], True),
        (["fr_indian_shawnee_2"], [], [], False),
        ([], [], ["logstown"], False),
    ],
)
def test_a_settlement_with_enemy_units_or_an_enemy_work_is_no_home_to_go_to_nor_to_visit(
    there: list[str], british: list[Json], french: list[Json], occupied: bool
) -> None:
    stockades: Json = {"british": british, "french": [*french, "venango"]}
    group = "dumas fr_coureurs_marin fr_indian_shawnee_1"
    state = read({"culpeper": group.split(), "logstown": there}, stockades=stockades)
    shawnee = u("fr_indian_shawnee_1")
    frame = GoingHome(FRENCH, s("culpeper"), (who("dumas"),), (u("fr_coureurs_marin"), shawnee))
    assert home.is_occupied(state.board, s("logstown"), FRENCH) is occupied
    assert home.settlements_to_visit(state, frame) == (() if occupied else (s("logstown"),))
    assert home.indian_places(state, frame, shawnee) == (() if occupied else (s("logstown"),))
    led = replace(frame, followed=(s("venango"),))
    assert home.indian_places(state, led, shawnee) == spaces("venango" if occupied else "logstown venango")


@proves("ww:10.41", "ww:10.413", "ww:10.422")
def test_an_indian_with_a_companion_goes_home_though_another_leader_goes_to_a_fortification() -> None:
    group = "rigaud villiers dumas fr_indian_mingo_1 fr_indian_shawnee_1"
    state = going("french", "culpeper", group, {}, stockades={"french": ["venango"]})
    escorted = after(state, *(a.PickSpace(s(name)) for name in ("logstown", "mingo_town", "venango")))
    found = {name: stack(escorted, name) for name in ("logstown", "mingo_town", "venango")}
    assert found == {
        "logstown": ["rigaud", "fr_indian_shawnee_1"], "mingo_town": ["villiers", "fr_indian_mingo_1"],
        "venango": ["dumas"],
    }  # fmt: skip


@proves("ww:10.422")
def test_indians_may_follow_any_of_several_leaders_but_no_coureurs() -> None:
    works: Json = {"french": ["kittaning", "logstown"]}
    group = "villiers dumas fr_indian_mingo_1"
    led = after(
        going("french", "gists_station", group, {}, stockades=works),
        a.PickSpace(s("kittaning")),
        a.PickSpace(s("logstown")),
    )
    assert offered(led) == tuple(map(a.PickSpace, spaces("kittaning logstown mingo_town")))
    alone = going("french", "gists_station", "fr_coureurs_marin fr_indian_mingo_1", {}, stockades=works)
    assert stack(after(alone, a.PickSpace(s("kittaning"))), "mingo_town") == ["fr_indian_mingo_1"]


@proves("ww:10.411", "ww:10.4-yearend")
def test_at_the_years_end_companions_stay_where_the_indians_they_stand_with_are_lost() -> None:
    here = ["dumas", "fr_coureurs_marin", "fr_indian_shawnee_1"]
    pieces = {**GARRISONS, "logstown": ["br_ranger_rogers"], "tioga": here}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    stayed = place(pieces, STANDARD, frames=frames, season="late", captured_fortresses=NOTHING_FRENCH)
    assert stack(stayed, "tioga") == ["dumas", "fr_coureurs_marin"]
    assert stayed.board.unit_at[u("fr_indian_shawnee_1")] >= len(SPACES)


@proves("ww:4.0-B.3", "ww:10.4-yearend")
def test_indians_who_are_at_home_or_have_been_sent_somewhere_stay_there() -> None:
    at_home = read({"logstown": ["dumas", "fr_indian_shawnee_1"]}, season="late")
    assert home.winter_homecoming(at_home, ()) is None
    away = read({"tioga": ["fr_indian_shawnee_1"]}, season="late")
    assert home.winter_homecoming(away, ()) == GoingHome(
        FRENCH, s("tioga"), (), (u("fr_indian_shawnee_1"),), winter=True
    )
    assert home.winter_homecoming(away, (u("fr_indian_shawnee_1"),)) is None


@proves("ww:10.411")
def test_a_settlement_that_the_enemy_occupies_is_refused_for_that() -> None:
    """Given Rangers at Kittaning and two forts as close, then neither Delaware nor companions may go to Kittaning."""
    forts: Json = {"french": ["upper_monongahela", "wills_creek"]}
    goers, pieces = "villiers dumas fr_coureurs_marin fr_indian_delaware_1", {"kittaning": ["br_ranger_rogers"]}
    state = going("french", "culpeper", goers, pieces, forts=forts)
    occupied = violation(Reason.SETTLEMENT_OCCUPIED, "ww:10.411", space="kittaning")
    for due, to in (("villiers", 0), ("dumas", 1), ("fr_coureurs_marin", 0), ("fr_indian_delaware_1", 0)):
        assert about(state) == f"home_of_{due}"
        assert refused(state, a.PickSpace(s("kittaning"))) == (occupied,)
        state = after(state, offered(state)[to])
    # Rangers go to fortifications only, occupied settlements or not.
    pieces, forts = {"canajoharie": ["fr_regular_bearn"]}, {"british": ["ohio_forks", "venango"]}
    rangers = going("british", "kittaning", "br_ranger_rogers br_indian_mohawk_1", pieces, forts=forts)
    other = violation(Reason.NOT_HOME, "ww:10.42", space="canajoharie", offered=("ohio_forks", "venango"))
    assert refused(rangers, a.PickSpace(s("canajoharie"))) == (other,)


@proves("ww:10.411")
@pytest.mark.parametrize(("who_goes", "denied"), [
    ("dumas fr_indian_delaware_1", True), ("fr_coureurs_marin fr_indian_delaware_1", True),
    ("fr_indian_delaware_1", True), ("dumas fr_indian_shawnee_1", False), ("fr_indian_shawnee_1", False),
])  # fmt: skip
def test_a_settlement_is_denied_to_its_own_indians_and_those_with_them_while_the_enemy_is_there(
    who_goes: str, denied: bool
) -> None:
    for rangers in (["br_ranger_rogers"], []):
        state = going("french", "culpeper", who_goes, {"kittaning": rangers}, forts={"french": ["venango"]})
        names = who_goes.split()
        leaders = tuple(who(each) for each in names if not each.startswith("fr_"))
        frame = GoingHome(FRENCH, s("culpeper"), leaders, tuple(u(each) for each in names if each.startswith("fr_")))
        assert home.is_denied_home(state.board, frame, s("kittaning")) is (denied and bool(rangers))


@proves("ww:10.413")
def test_an_indian_who_alone_can_have_gone_with_companions_is_kept_from_a_leader_for_that() -> None:
    """Given Coureurs gone to Logstown, when only one Shawnee is left, then it may not follow Dumas to Venango."""
    state = going(
        "french", "culpeper", "dumas fr_coureurs_marin fr_indian_shawnee_1 fr_indian_mingo_1", {},
        stockades={"french": ["venango"]},
    )  # fmt: skip
    bound = after(state, a.PickSpace(s("venango")), a.PickSpace(s("logstown")))
    assert stack(bound, "logstown") == ["fr_coureurs_marin", "fr_indian_shawnee_1"]
    kept = GoingHome(
        FRENCH, s("culpeper"), (), (u("fr_indian_shawnee_1"),), followed=(s("venango"),), escorted=(s("logstown"),)
    )
    expected = violation(Reason.NOT_HOME, "ww:10.413", space="venango", offered=("logstown",))
    assert tuple(home.home_violations(state, kept, s("venango"))) == (expected,)
    other = violation(Reason.NOT_HOME, "ww:10.41", space="quebec", offered=("logstown",))
    assert tuple(home.home_violations(state, kept, s("quebec"))) == (other,)


@proves("ww:10.422", "ww:10.42", "ww:10.4-yearend")
def test_a_leader_who_keeps_to_his_own_stockade_leads_nobody_there() -> None:
    """Given that only forts shelter Indians, when Dumas stays in his stockade, then the Mingo beside him must go."""
    pieces = {"kittaning": ["dumas", "fr_indian_mingo_1"]}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    rules = ruleset(indian_winter_shelter="forts_only")
    end = place(pieces, rules, frames=frames, season="late", stockades={"french": ["kittaning"]})
    assert offered(end) == (a.PickSpace(s("mingo_town")), a.Stay())
    kept = after(end, a.Stay())
    assert (stack(kept, "kittaning"), stack(kept, "mingo_town")) == (["dumas"], ["fr_indian_mingo_1"])


@proves("ww:10.413", "ww:10.4-yearend", "ww:10.422")
def test_at_the_years_end_coureurs_may_go_along_with_indians_and_a_leader_may_lead_them_to_a_fortification() -> None:
    """Only raiders are put in fortifications: a Coureurs that does not go along with an Indian stays."""
    pieces = {"gists_station": ["dumas", "fr_coureurs_marin", "fr_indian_mingo_1", "fr_indian_shawnee_1"]}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    end = place(pieces, STANDARD, frames=frames, season="late", stockades={"french": ["kittaning"]})
    assert offered(end) == (*to("kittaning", "logstown", "mingo_town"), a.Stay())
    led = after(end, *to("kittaning"))
    assert (about(led), offered(led)) == ("home_of_fr_coureurs_marin", (*to("logstown", "mingo_town"), a.Stay()))
    expected = violation(Reason.NOT_HOME, "ww:10.413", space="kittaning", offered=("logstown", "mingo_town"))
    assert refused(led, a.PickSpace(s("kittaning"))) == (expected,)
    kept = played(led, a.Stay())
    assert kept.events == ()
    stayed = kept.state
    assert stack(stayed, "gists_station") == ["fr_coureurs_marin", "fr_indian_mingo_1", "fr_indian_shawnee_1"]
    assert offered(stayed) == to("kittaning", "mingo_town")


def winter(at: str, *who_is_there: str, **works: Json) -> State:
    """Return the year's end with these pieces in a space."""
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    return place({at: who_is_there}, STANDARD, frames=frames, season="late", **works)


@proves("ww:10.422", "ww:10.4-yearend", "ww:4.0-B.3")
def test_at_the_years_end_a_leader_goes_to_a_fortification_only_with_an_indian_who_follows_him() -> None:
    """Villiers has troops at Gist's Station and is no raider: nothing but the Mingo takes him to Ohio Forks."""
    end = winter("gists_station", "villiers", "fr_regular_bearn", "fr_indian_mingo_1", forts={"french": ["ohio_forks"]})
    assert offered(end) == (*to("mingo_town", "ohio_forks"), a.Stay())
    led = after(end, *to("ohio_forks"))
    assert stack(led, "ohio_forks") == ["villiers", "fr_indian_mingo_1"]
    kept = after(end, a.Stay())
    assert ("villiers" in stack(kept, "gists_station"), stack(kept, "mingo_town")) == (True, ["fr_indian_mingo_1"])


@proves("ww:10.422", "ww:10.413", "ww:10.4-yearend")
def test_at_the_years_end_one_indian_takes_leaders_to_one_place() -> None:
    pieces = ("villiers", "dumas", "fr_regular_bearn", "fr_indian_mingo_1")
    end = winter("gists_station", *pieces, forts={"french": ["ohio_forks"]})
    led = after(end, *to("ohio_forks"))
    assert (about(led), offered(led)) == ("home_of_dumas", (*to("ohio_forks"), a.Stay()))
    expected = violation(Reason.NOT_HOME, "ww:10.422", space="mingo_town", offered=("ohio_forks",))
    assert refused(led, *to("mingo_town")) == (expected,)
    assert stack(after(led, a.Stay()), "ohio_forks") == ["villiers", "fr_indian_mingo_1"]
    home_again = after(end, *to("mingo_town"))
    assert offered(home_again) == (*to("mingo_town"), a.Stay())
    expected = violation(Reason.NOT_HOME, "ww:10.422", space="ohio_forks", offered=("mingo_town",))
    assert refused(home_again, *to("ohio_forks")) == (expected,)
    expected = violation(Reason.NOT_HOME, "ww:10.413", space="quebec", offered=("mingo_town",))
    assert refused(home_again, *to("quebec")) == (expected,)


@proves("ww:10.422", "ww:10.41", "ww:10.4-yearend")
def test_at_the_years_end_the_last_indians_who_could_follow_a_leader_do() -> None:
    works: Json = {"french": ["kittaning", "logstown"]}
    leaders, mingos = ("villiers", "dumas"), ("fr_indian_mingo_1", "fr_indian_mingo_2")
    one = after(winter("gists_station", *leaders, mingos[0], stockades=works), *to("kittaning"))
    assert offered(one) == (*to("kittaning"), a.Stay())
    two = after(winter("gists_station", *leaders, *mingos, stockades=works), *to("kittaning", "logstown"))
    assert (about(two), offered(two)) == ("home_of_fr_indian_mingo_1", to("kittaning", "logstown"))
    expected = violation(Reason.NOT_HOME, "ww:10.422", space="mingo_town", offered=("kittaning", "logstown"))
    assert refused(two, *to("mingo_town")) == (expected,)
    expected = violation(Reason.NOT_HOME, "ww:10.41", space="quebec", offered=("kittaning", "logstown"))
    assert refused(two, *to("quebec")) == (expected,)
    apart = after(two, *to("logstown"))
    assert stack(apart, "logstown") == ["dumas", "fr_indian_mingo_1"]
    assert stack(apart, "kittaning") == ["villiers", "fr_indian_mingo_2"]


@proves("ww:10.422", "ww:10.41", "ww:10.4-yearend")
def test_at_the_years_end_indians_choose_freely_once_every_leader_is_followed() -> None:
    group = ("villiers", "fr_indian_mingo_1", "fr_indian_shawnee_1")
    led = after(winter("gists_station", *group, stockades={"french": ["kittaning"]}), *to("kittaning"))
    assert (about(led), offered(led)) == ("home_of_fr_indian_mingo_1", to("kittaning", "mingo_town"))
    assert stack(after(led, *to("mingo_town")), "kittaning") == ["villiers", "fr_indian_shawnee_1"]
    assert offered(after(led, *to("kittaning"))) == to("kittaning", "logstown")


@proves("ww:10.413", "ww:10.422", "ww:10.4-yearend")
def test_at_the_years_end_coureurs_in_a_settlement_have_its_indian_with_them_though_it_is_a_fortification() -> None:
    """Kittaning and Logstown, home of the Shawnee, are equally close stockades."""
    works: Json = {"french": ["kittaning", "logstown"]}
    end = winter("gists_station", "dumas", "fr_coureurs_marin", "fr_indian_shawnee_1", stockades=works)
    away = after(end, *to("kittaning"))
    assert stack(away, "gists_station") == ["fr_coureurs_marin"]
    assert stack(away, "kittaning") == ["dumas", "fr_indian_shawnee_1"]
    stayed = after(end, a.Stay())
    assert (about(stayed), offered(stayed)) == ("home_of_fr_coureurs_marin", (*to("logstown"), a.Stay()))
    along = played(stayed, *to("logstown"))
    assert along.events[0] == event(EventKind.WENT_HOME, "ww:10.413", piece="fr_coureurs_marin", to="logstown")
    assert stack(along.state, "logstown") == ["fr_coureurs_marin", "fr_indian_shawnee_1"]
    both = after(end, *to("logstown", "logstown"))
    assert stack(both, "logstown") == ["dumas", "fr_coureurs_marin", "fr_indian_shawnee_1"]
    two = winter(
        "gists_station", "dumas", "fr_coureurs_marin", "fr_indian_mingo_1", "fr_indian_shawnee_1", stockades=works
    )
    visiting = after(two, *to("kittaning", "logstown"))
    assert stack(visiting, "logstown") == ["fr_coureurs_marin", "fr_indian_shawnee_1"]
    assert stack(visiting, "kittaning") == ["dumas", "fr_indian_mingo_1"]


@proves("ww:10.411", "ww:4.0-B.3", "ww:10.4-yearend")
@pytest.mark.parametrize(
    ("pieces", "mohawks_survive"),
    [
        ({"canajoharie": ["fr_indian_mingo_1"]}, True),
        ({"canajoharie": ["fr_coureurs_marin", "fr_indian_mingo_1"]}, False),
        ({"canajoharie": ["fr_coureurs_marin"]}, False),
        ({"canajoharie": ["fr_indian_mingo_1"], "mingo_town": ["br_ranger_rogers"]}, True),
    ],
    ids=["he leaves", "Coureurs stay", "Coureurs alone", "he is lost"],
)  # fmt: skip
def test_an_indian_who_must_leave_himself_keeps_no_other_from_his_settlement(
    pieces: Pieces, mohawks_survive: bool
) -> None:
    """Ruling N38: a French Indian at Canajoharie goes first, and then the Mohawk comes home."""
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    end = place({**pieces, "tioga": ["br_indian_mohawk_1"]}, STANDARD, frames=frames, season="late")
    while about(end).startswith("home_of"):
        end = after(end, a.Stay())
    assert ("br_indian_mohawk_1" in stack(end, "canajoharie")) is mohawks_survive
    assert (end.board.unit_at[u("br_indian_mohawk_1")] < len(SPACES)) is mohawks_survive


@proves("ww:4.0-B.3", "ww:10.4-yearend")
def test_of_stacks_that_go_home_those_go_first_who_wait_for_nobody_the_british_before_the_french() -> None:
    def first(pieces: Pieces, homed: tuple[str, ...] = (), **works: Json) -> GoingHome | None:
        return home.winter_homecoming(read(pieces, season="late", **works), tuple(map(u, homed)))

    def goes(side: Side, at: str, unit: str) -> GoingHome:
        return GoingHome(side, s(at), (), (u(unit),), winter=True)

    british = goes(Side.BRITISH, "tioga", "br_indian_mohawk_1")
    apart = {"tioga": ["br_indian_mohawk_1"], "cayuga": ["fr_indian_mingo_1"]}
    assert first(apart) == british
    blocked = {"tioga": ["br_indian_mohawk_1"], "canajoharie": ["fr_indian_mingo_1"]}
    assert first(blocked) == goes(FRENCH, "canajoharie", "fr_indian_mingo_1")
    assert first(blocked, stockades={"french": ["canajoharie"]}) == british
    assert first(blocked, ("fr_indian_mingo_1",)) == british
    each_other = {"mingo_town": ["br_indian_mohawk_1"], "canajoharie": ["fr_indian_mingo_1"]}
    assert first(each_other) == goes(Side.BRITISH, "mingo_town", "br_indian_mohawk_1")


@proves("ww:10.42")
@pytest.mark.parametrize("held", [True, False])
def test_by_option_raiders_may_be_sent_to_an_enemy_fortification_where_they_are_lost(held: bool) -> None:
    """Ruling N9: nobody can stand in a space whose unbesieged work is the enemy's."""
    rules = ruleset(go_home_fortification="any_unbesieged")
    garrison = {"augusta": ["br_ranger_rogers"]} if held else {}
    state = going("french", "culpeper", "fr_coureurs_marin", garrison, rules, stockades={"british": ["augusta"]})
    assert state.board.unit_at[u("fr_coureurs_marin")] >= len(SPACES)


@proves("ww:10.42")
def test_by_option_the_stockade_that_was_raided_in_vain_is_the_closest_and_the_raiders_are_lost() -> None:
    """At its word the German text names no side: the closest work of all is the one the raiders stand before."""
    rules = ruleset(go_home_fortification="any_unbesieged")
    works: Json = {"british": ["augusta"], "french": ["venango"]}
    frame = GoingHome(FRENCH, s("augusta"), (who("dumas"),), (u("fr_coureurs_marin"),))
    state = read({"augusta": ["dumas", "fr_coureurs_marin"]}, rules, stockades=works)
    assert home.companion_places(state, frame) == spaces("augusta")
    lost = going("french", "augusta", "dumas fr_coureurs_marin", {}, rules, stockades=works)
    assert stack(lost, "augusta") == stack(lost, "venango") == []


@proves("ww:10.4", "ww:10.42")
@pytest.mark.parametrize(
    ("name", "loss"),
    [
        ("dumas", event(EventKind.LEADER_REMOVED, "ww:10.42", leader="dumas")),
        ("fr_coureurs_marin", eliminated("ww:10.42", "fr_coureurs_marin")),
    ],
)
@pytest.mark.parametrize("owner", ["british", "french"])
def test_the_loss_of_raiders_sent_to_an_enemy_fortification_is_told(name: str, loss: Event, owner: str) -> None:
    leader = name == "dumas"
    frame: Json = {
        "type": "going_home", "side": "french", "space": "culpeper",
        "leaders": [name] if leader else [], "units": [] if leader else [name],
    }  # fmt: skip
    rules = ruleset(go_home_fortification="any_unbesieged")
    state = read({"culpeper": [name]}, rules, frames=[frame], stockades={owner: ["augusta"]})
    going_home = top(state)
    assert isinstance(going_home, GoingHome)
    went = event(EventKind.WENT_HOME, "ww:10.42", piece=name, to="augusta")
    told = home.advance(state, going_home)
    assert told.events == ((went, loss) if owner == "british" else (went,))
    assert stack(told.state, "augusta") == ([] if owner == "british" else [name])


@proves("ww:4.0-B.3-leaders")
def test_a_lone_leader_is_recalled_to_one_of_the_closest_fortifications() -> None:
    frame: Json = {"type": "recall", "leader": "dumas"}
    state = place({"gists_station": ["dumas"]}, frames=[frame], stockades={"french": ["kittaning", "logstown"]})
    assert (about(state), offered(state)) == ("recall", (a.PickSpace(s("kittaning")), a.PickSpace(s("logstown"))))
    expected = violation(Reason.NOT_HOME, "ww:4.0-B.3-leaders", space="quebec", offered=("kittaning", "logstown"))
    assert refused(state, a.PickSpace(s("quebec"))) == (expected,)
    foreign(state, a.Stay())
    assert stack(after(state, a.PickSpace(s("logstown"))), "logstown") == ["dumas"]


@proves("ww:10.42", "ww:10.421")
def test_a_fortification_among_enemies_or_besieged_is_no_place_to_go() -> None:
    found = board({"kittaning": ["br_ranger_rogers"]}, stockades={"french": ["kittaning", "logstown", "venango"]})
    closest = home.closest_fortifications(found, s("gists_station"), Side.FRENCH, besides=s("logstown"))
    assert closest == (s("venango"),)
    besieged = board(
        {"kittaning": ["fr_regular_bearn"]}, forts={"british": ["kittaning"]}, sieges={"kittaning": 0},
        stockades={"french": ["venango"], "british": ["logstown"]},
    )  # fmt: skip
    assert home.closest_fortifications(besieged, s("gists_station"), Side.FRENCH, anybody=True) == (s("logstown"),)


@proves("ww:4.0-B.3-leaders")
def test_a_lone_leader_with_no_fortification_to_go_to_stays() -> None:
    alone: dict[str, list[str]] = {"wood_creek": ["dumas"]}
    assert home.lone_leader(read({**GARRISONS, **alone}, captured_fortresses=NOTHING_FRENCH)) is None
    assert home.lone_leader(read(alone)) == who("dumas")


@proves("ww:4.0-B.3-leaders")
@pytest.mark.parametrize(
    ("pieces", "works"),
    [
        ({"wood_creek": ["dumas", "fr_indian_huron"]}, {}),
        ({"wood_creek": ["dumas"]}, {"french": ["wood_creek"]}),
        ({"wood_creek": ["dumas", "fr_indian_huron"]}, {"french": ["wood_creek"]}),
        ({"becancour": ["dumas"]}, {}),
        ({"culpeper": ["dumas"]}, {}),
    ],
    ids=["with a unit", "in a fortification", "with both", "at home", "in enemy farmland"],
)
def test_leaders_with_company_or_shelter_or_in_cultivated_land_are_not_recalled(pieces: Pieces, works: Json) -> None:
    assert home.lone_leader(read(pieces, stockades=works)) is None


@proves("ww:10.413", "ww:4.0-B.3", "ww:10.4-yearend", "ww:10.412")
@pytest.mark.parametrize("start", ["deerfield", "oneida_carry_east"])
def test_at_the_years_end_nobody_goes_with_a_second_stack(start: str) -> None:
    """Given a Cherokee alone at Canajoharie, when Johnson comes there with a Mohawk, then he leads nobody on."""
    pieces = {start: ["johnson", "br_indian_mohawk_1"], "canajoharie": ["br_indian_cherokee_1"]}
    frames: Json = [{"type": "year", "stage": "go_home", "turn": "french"}]
    end = place(pieces, STANDARD, frames=frames, season="late")
    assert (about(end), to("canajoharie")[0] in offered(end)) == ("home_of_johnson", True)
    over = after(end, *to("canajoharie"))
    assert not about(over).startswith("home_of")
    assert stack(over, "canajoharie") == ["johnson", "br_indian_mohawk_1"]
    assert over.board.unit_at[u("br_indian_cherokee_1")] >= len(SPACES)


@proves("ww:10.413")
def test_companions_are_the_leaders_and_coureurs_whose_turn_has_not_been() -> None:
    there = ["dumas", "villiers", "fr_coureurs_marin", "fr_coureurs_lery", "fr_indian_shawnee_1", "fr_regular_bearn"]
    state = read({"french_creek": there}, season="late")
    dumas, villiers = who("dumas"), who("villiers")
    marin, lery = u("fr_coureurs_marin"), u("fr_coureurs_lery")

    def found(*homed: str) -> tuple[set[Leader], set[Unit]]:
        leaders = tuple(each for each in (dumas, villiers) if LEADERS[each].id in homed)
        units = tuple(each for each in (marin, lery) if COUNTERS[each].id in homed)
        led, woodsmen = home.companions(state, s("french_creek"), FRENCH, units, leaders)
        return set(led), set(woodsmen)

    assert found() == ({dumas, villiers}, {marin, lery})
    assert found("villiers", "fr_coureurs_lery") == ({dumas}, {marin})
    assert found("dumas", "fr_coureurs_marin") == ({villiers}, {lery})


# ---------------------------------------------------------------- one Indian is company enough


@proves("ww:10.413", "ww:10.422")
def test_one_indian_goes_with_a_companion_and_the_other_may_follow_the_leader() -> None:
    """Given Dumas to Ohio Forks and Coureurs to the tribes' home, then only the last Indian must go with these."""
    who_goes = "dumas fr_coureurs_marin fr_indian_huron fr_indian_ottawa"
    state = going("french", "culpeper", who_goes, {}, forts={"french": ["ohio_forks"]})
    parted = after(state, *to("ohio_forks", "pays_d_en_haut"))
    either = (*to("ohio_forks"), *to("pays_d_en_haut"))
    assert (about(parted), set(offered(parted))) == ("home_of_fr_indian_huron", set(either))
    followed = after(parted, *to("ohio_forks"))
    assert stack(followed, "ohio_forks") == ["dumas", "fr_indian_huron"]
    assert stack(followed, "pays_d_en_haut") == ["fr_coureurs_marin", "fr_indian_ottawa"]
    first = after(parted, *to("pays_d_en_haut"))
    assert (about(first), set(offered(first))) == ("home_of_fr_indian_ottawa", set(either))


@proves("ww:10.42", "ww:10.422")
def test_indians_follow_any_leader_to_his_fortification_and_coureurs_to_none() -> None:
    """Given two stockades equally close, a leader in each, then an Indian may follow either; Coureurs lead nobody."""
    works: dict[str, Json] = {"stockades": {"french": ["kittaning", "logstown"]}}
    led = going("french", "gists_station", "dumas villiers fr_indian_huron", {}, **works)
    parted = after(led, *to("kittaning", "logstown"))
    assert about(parted) == "home_of_fr_indian_huron"
    assert set(offered(parted)) == set(to("kittaning", "logstown", "pays_d_en_haut"))
    unled = going("french", "gists_station", "fr_coureurs_marin fr_indian_huron", {}, **works)
    over = after(unled, *to("kittaning"))
    assert (stack(over, "kittaning"), stack(over, "pays_d_en_haut")) == (["fr_coureurs_marin"], ["fr_indian_huron"])


@proves("ww:10.413")
@pytest.mark.parametrize(
    ("escorted", "joined", "others", "last"),
    [
        ("logstown", "", "", True),
        ("logstown", "", "fr_indian_huron", True),
        ("logstown", "", "fr_indian_shawnee_2", False),
        ("logstown", "logstown", "", False),
        ("logstown", "ohio_forks", "", True),
        ("", "", "", False),
    ],
    ids=[
        "alone",
        "with a stranger",
        "with a kinsman",
        "after one",
        "after one who went elsewhere",
        "nobody to see home",
    ],
)
def test_an_indian_must_go_home_if_companions_are_there_with_nobody_else(
    escorted: str, joined: str, others: str, last: bool
) -> None:
    frame = GoingHome(
        FRENCH, s("culpeper"), (), (u("fr_indian_shawnee_1"), *map(u, others.split())),
        escorted=spaces(escorted), joined=spaces(joined),
    )  # fmt: skip
    assert home.is_last_to_accompany(frame, u("fr_indian_shawnee_1")) is last


@proves("ww:10.422", "ww:10.4-yearend")
@pytest.mark.parametrize(
    ("followed", "escorted", "joined", "indians", "enough"),
    [
        ("ohio_forks", "logstown", "", 2, True),
        ("ohio_forks", "logstown", "", 1, False),
        ("ohio_forks", "logstown", "logstown", 1, True),
        ("ohio_forks", "logstown", "ohio_forks", 1, True),
        ("ohio_forks", "", "", 1, True),
        ("ohio_forks", "", "", 0, False),
        ("logstown", "logstown", "", 1, True),
        ("ohio_forks venango", "", "ohio_forks", 1, True),
        ("ohio_forks venango", "", "", 1, False),
    ],
)
def test_each_companion_and_each_leader_takes_one_indian(
    followed: str, escorted: str, joined: str, indians: int, enough: bool
) -> None:
    shawnee = tuple(map(u, ("fr_indian_shawnee_1", "fr_indian_shawnee_2")[:indians]))
    frame = GoingHome(
        FRENCH, s("culpeper"), (), shawnee, winter=True,
        followed=spaces(followed), escorted=spaces(escorted), joined=spaces(joined),
    )  # fmt: skip
    assert home.every_leader_followed(frame) is enough


@proves("ww:10.412", "ww:10.422")
def test_cherokee_go_where_a_leader_of_theirs_has_gone_and_nowhere_else() -> None:
    cherokee = u("br_indian_cherokee_1")
    state = read({"culpeper": ["br_indian_cherokee_1"]})
    frame = GoingHome(Side.BRITISH, s("culpeper"), (), (cherokee,))
    assert home.indian_places(state, frame, cherokee) == ()
    led = replace(frame, followed=spaces("york alexandria"))
    assert home.indian_places(state, led, cherokee) == tuple(sorted(spaces("york alexandria")))
