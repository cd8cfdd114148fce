"""Chapter 5.5: every card as an event: when it may be played, and what it does."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import actions as a
from reference.wilderness_war.board import Away, siege_level
from reference.wilderness_war.cards import DECK, FACES, At, Event, cards_at, hand
from reference.wilderness_war.ch02_map import Department
from reference.wilderness_war.ch03_pieces import UNITS
from reference.wilderness_war.ch04_sequence import first_player, hand_size
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Cherokees, State
from tests.wilderness_war.positions import STANDARD, Pieces, played, refused, ruleset, stack
from tests.wilderness_war.turns import about, after, c, offered, s, turn, u, who

PIECES: Pieces = {
    "quebec": ["montcalm", "2 fr_regular"], "montreal": ["vaudreuil", "fr_coureurs_marin"], "louisbourg": ["drucour"],
    "albany": ["johnson", "loudoun", "3 br_regular", "br_northern_provincial_rhode_island"],
    "philadelphia": ["br_southern_provincial_virginia_1"],
}  # fmt: skip


def roll(*dice: int) -> tuple[a.Action, ...]:
    return tuple(map(a.Roll, dice))


def play(side: str, number: int, pieces: Pieces = PIECES, rules: Ruleset = STANDARD, /, **rest: Json) -> State:
    """Return the state after a side has played a card as its event, one more card in hand."""
    spare = "3" if number != 3 else "4"
    return after(turn(side, pieces, f"{number} {spare}", rules, **rest), a.PlayEvent(c(number)))


# ---------------------------------------------------------------- whether


@proves("ww:5.12", "ww:5.51", "ww:5.56", "ww:5.13")
@pytest.mark.parametrize("number", range(1, 71))
def test_an_event_of_the_other_side_or_a_response_is_refused_as_a_card_play(number: int) -> None:
    face = FACES[c(number)]
    for side in Side:
        state = turn(side.value, PIECES, f"{number}")
        broken = {"ww:5.12"} if face.symbol is side.enemy else set()
        broken |= {"ww:5.56"} if face.response else set()
        if broken:
            assert broken <= {each.rule for each in refused(state, a.PlayEvent(c(number)))}
        assert a.Activate(c(number), a.Activates.INDIVIDUALS) in offered(state)


BRITISH_QUEBEC: dict[str, Json] = {"captured_fortresses": {"british": ["quebec"]}}
UNMET: tuple[tuple[str, int, Pieces, dict[str, Json], str], ...] = (
    ("french", 21, {"louisbourg": ["br_regular_44th"]}, {"sieges": {"louisbourg": 0}}, "card-squadrons"),
    ("french", 23, {"montreal": ["br_regular_44th"]}, {"sieges": {"montreal": 0}}, "card-northern"),
    ("french", 26, {}, {}, "card-western"),
    ("british", 28, {"boston": ["johnson"]}, {"forts": {"british": ["oswego"]}}, "card-iroquois-pre2"),
    ("french", 28, {}, {}, "card-iroquois-pre"),
    ("british", 29, {"boston": ["johnson"]}, {}, "card-mohawks-pre"),
    ("british", 30, {}, {"markers": {"cherokees": "uprising"}}, "card-cherokees-pre"),
    ("french", 31, {}, {}, "card-uprising-pre"),
    ("british", 32, {}, {}, "card-easton-pre"),
    ("french", 39, {}, {"assemblies": "enthusiastic"}, "card-stingy"),
    ("british", 43, {}, {"assemblies": "reluctant"}, "card-raise"),
    ("french", 47, {}, {"markers": {"quiberon": True}}, "card-quiberon-fx"),
    ("french", 48, {}, {"year": 1755}, "card-germany"),
    ("french", 55, {}, {"markers": {"regulars": ["french"]}}, "card-french-regulars-pre"),
    ("french", 56, {}, {"markers": {"quiberon": True}}, "card-quiberon-fx"),
    ("british", 57, {}, {"markers": {"regulars": ["british"]}}, "card-british-regulars-pre"),
    ("british", 60, {}, {"markers": {"pitt": False}, "year": 1757}, "card-highlanders-pre"),
    ("british", 62, {}, {}, "card-quiberon-pre"),
    ("french", 69, {}, {"markers": {"quiberon": True}}, "card-diplomatic-pre"),
    ("french", 70, {"albany": ["shirley"]}, {}, "card-shirley-pre"),
    ("french", 48, {"quebec": ["br_regular_44th"]}, BRITISH_QUEBEC, "card-germany-bar"),
    ("french", 47, {"quebec": ["br_regular_44th"]}, BRITISH_QUEBEC, "card-transports-bar"),
)  # fmt: skip


@proves(
    "ww:card-squadrons", "ww:card-northern", "ww:card-western", "ww:card-iroquois-pre", "ww:card-iroquois-pre2",
    "ww:card-mohawks-pre", "ww:card-cherokees-pre", "ww:card-uprising-pre", "ww:card-easton-pre", "ww:card-stingy",
    "ww:card-raise", "ww:card-quiberon-fx", "ww:card-germany", "ww:card-french-regulars-pre",
    "ww:card-british-regulars-pre", "ww:card-highlanders-pre", "ww:card-quiberon-pre", "ww:card-diplomatic-pre",
    "ww:card-shirley-pre", "ww:card-transports-bar", "ww:card-germany-bar", "ww:sc-am-note",
)  # fmt: skip
def test_an_event_whose_condition_is_not_met_is_refused_for_it() -> None:
    for side, number, pieces, rest, rule in UNMET:
        state = turn(side, pieces, f"{number}", STANDARD, **rest)
        assert f"ww:{rule}" in [each.rule for each in refused(state, a.PlayEvent(c(number)))], number
        assert a.PlayEvent(c(number)) not in offered(state)


@proves("ww:5.51")
@pytest.mark.parametrize(
    ("side", "number", "reminder"),
    [
        ("british", 67, {"pitt": True}),
        ("french", 69, {"diplomatic": True}),
        ("british", 62, {"quiberon": True}),
        ("french", 21, {"no_landings": True}),
        ("british", 30, {"cherokees": Cherokees.ALLIED}),
        ("french", 31, {"cherokees": Cherokees.UPRISING}),
    ],
)
def test_a_marker_reminds_of_an_event_that_lasts(side: str, number: int, reminder: dict[str, object]) -> None:
    """Given no such event has been played, when one is, then its marker is the only one placed."""
    markers: Json = {"pitt": False, "diplomatic": False, "cherokees": "allied" if number == 31 else "neutral"}
    tracks = play(side, number, stockades={"british": ["winchester"]}, year=1760, markers=markers).tracks
    names = ("pitt", "diplomatic", "quiberon", "no_landings", "no_french_naval", "blockhouses", "cherokees")
    none = {**dict.fromkeys(names, False), "blockhouses": (), "cherokees": Cherokees.NEUTRAL}
    assert {name: getattr(tracks, name) for name in names} == {**none, **reminder}


@proves("ww:5.51")
def test_an_event_is_announced_and_its_text_followed_down_to_its_conditions() -> None:
    """Given Intrigues Against Shirley, then it needs what the card says, does what it says, and leaves the game."""
    begin = turn("french", {"albany": ["shirley"]}, "70 3", vp={"french": 1})
    following = played(begin, a.PlayEvent(c(70)))
    assert following.events == (
        event(EventKind.EVENT_PLAYED, "ww:5.51", "ww:card-shirley", side="french", card="card_70"),
        event(EventKind.LEADER_REMOVED, "ww:card-shirley", leader="shirley"),
    )
    assert following.state.board.leader_at[who("shirley")] == Away.REMOVED
    assert cards_at(following.state.cards, At.REMOVED) == (c(70),)
    level = turn("french", {"albany": ["shirley"]}, "70 3")
    few = violation(Reason.TOO_FEW_VP, "ww:card-shirley-pre", vp=0, needed=1)
    assert refused(level, a.PlayEvent(c(70))) == (few,)


# ---------------------------------------------------------------- arrivals


@proves("ww:card-british-regulars", "ww:card-british-regulars-fx", "ww:5.55", "ww:5.521", "ww:5.23")
def test_british_regulars_bring_three_units_and_a_leader_to_ports_and_leave_the_game() -> None:
    state = play("british", 59, pool=["murray", "forbes"])
    assert offered(state) == (a.DrawLeader(who("forbes")), a.DrawLeader(who("murray")))
    ports = (a.PickSpace(s(name)) for name in ("new_york", "halifax", "halifax"))
    done = after(state, a.DrawLeader(who("murray")), *ports)
    assert len(stack(done, "new_york")) == 1
    assert len(stack(done, "halifax")) == 3
    assert "murray" in stack(done, "halifax")
    assert cards_at(done.cards, At.REMOVED) == (c(59),)


@proves("ww:5.55-max", "ww:5.55")
def test_a_third_command_seven_displaces_one_on_the_map() -> None:
    pieces = {"albany": ["loudoun"], "boston": ["abercromby"]}
    state = after(play("british", 58, pieces, pool=["amherst"]), a.DrawLeader(who("amherst")))
    assert (about(state), offered(state)) == (
        "third_seven",
        (a.PickLeader(who("abercromby")), a.PickLeader(who("loudoun"))),
    )
    assert [each.rule for each in refused(state, a.PickLeader(who("amherst")))] == ["ww:5.55-max"]
    gone = after(state, a.PickLeader(who("loudoun")))
    assert gone.board.leader_at[who("loudoun")] == Away.REMOVED


@proves("ww:card-french-regulars", "ww:card-french-regulars-fx", "ww:card-french-regulars-fx2", "ww:sc-ew-montcalm")
def test_french_regulars_bring_two_units_and_the_late_leaders_to_one_port() -> None:
    done = after(play("french", 55, {}), a.PickSpace(s("quebec")))
    assert [each for each in stack(done, "quebec") if "regular" not in str(each)] == [
        "montcalm",
        "levis",
        "bougainville",
    ]
    assert len(stack(done, "quebec")) == 5


@proves("ww:card-light", "ww:card-royal-americans", "ww:card-highlanders", "ww:card-highlanders-fx")
def test_other_british_troops_arrive_in_their_numbers() -> None:
    for number, kind, units in ((54, "light_infantry", 2), (65, "royal_american", 4), (60, "highland", 4)):
        state = play("british", number, {})
        while about(state) == "placement":
            state = after(state, offered(state)[0])
        arrived = [unit for unit in UNITS if state.board.unit_at[unit] < 144 and state.board.unit_steps[unit] == 2]
        assert len(arrived) == units
        assert kind in str(stack(state, "boston"))


@proves("ww:card-rangers", "ww:card-militias", "ww:3.12")
def test_rangers_and_militia_are_placed_or_restored() -> None:
    state = play("british", 53, {"albany": ["reduced br_ranger_rogers"]})
    assert a.RestoreUnits() in offered(state)
    restored = after(state, a.RestoreUnits(), a.Pick(u("br_ranger_rogers")))
    assert stack(restored, "albany") == ["br_ranger_rogers"]
    placed = after(state, offered(state)[0], a.PickSpace(s("boston")))
    assert "ranger" in str(stack(placed, "boston"))
    militia = after(play("british", 49, {}), a.PickDepartment(Department.SOUTHERN))
    assert stack(militia, "southern_colonial_militias") == ["br_militia_1"]
    assert offered(play("french", 49, {})) == (a.PickDepartment(Department.ST_LAWRENCE),)


@proves("ww:card-transports", "ww:5.523", "ww:12.3-c", "ww:8.22-inside")
def test_transports_restore_supplied_unbesieged_regulars() -> None:
    pieces = {"quebec": ["2 reduced fr_regular"], "tioga": ["reduced fr_regular_bearn"]}
    state = play("french", 47, pieces)
    first = offered(state)[0]
    assert isinstance(first, a.Pick)
    assert [each.rule for each in refused(state, a.Pick(u("fr_regular_bearn")))] == ["ww:12.3-c"]
    assert len([each for each in offered(state) if isinstance(each, a.Pick)]) == 1


@proves("ww:card-recruits", "ww:card-germany")
def test_recruits_and_german_victories_restore_as_many_as_the_die() -> None:
    for number in (46, 48):
        pieces = {"albany": ["4 reduced br_northern_provincial"] if number == 46 else ["4 reduced br_regular"]}
        state = after(play("british", number, pieces), a.Roll(2))
        state = after(state, offered(state)[0])
        state = after(state, offered(state)[0])
        assert sum(str(each).startswith("reduced") for each in stack(state, "albany")) == 2


# ---------------------------------------------------------------- Indians


@proves("ww:card-northern", "ww:card-northern-fx", "ww:card-northern-fx2", "ww:5.53", "ww:5.531", "ww:5.532")
def test_the_northern_alliance_places_half_a_die_of_indians_at_home() -> None:
    state = after(play("french", 24, vp={"french": 4}), a.Roll(4))
    done = after(state, a.PlaceUnit(u("fr_indian_algonquin_1")), a.PlaceUnit(u("fr_indian_caughnawaga_1")))
    assert stack(done, "lac_des_deux_montagnes") == ["fr_indian_algonquin_1"]
    assert stack(done, "kahnawake") == ["fr_indian_caughnawaga_1"]
    assert about(done) != "alliance"
    assert [each.rule for each in refused(state, a.PlaceUnit(u("fr_indian_mingo_1")))] == ["ww:5.531"]
    assert [each.rule for each in refused(state, a.PlaceUnit(u("fr_indian_huron")))] == ["ww:card-northern-fx2"]


@proves("ww:card-western", "ww:card-western-fx", "ww:card-western-fx3")
def test_the_western_alliance_restores_two_for_one_placement() -> None:
    pieces = {"logstown": ["reduced fr_indian_shawnee_1"], "mingo_town": ["reduced fr_indian_mingo_1"]}
    state = after(play("french", 26, pieces, forts={"french": ["ohio_forks"]}), a.Roll(1), a.RestoreUnits())
    done = after(state, a.Pick(u("fr_indian_mingo_1")), a.Pick(u("fr_indian_shawnee_1")))
    assert (stack(done, "logstown"), stack(done, "mingo_town")) == (["fr_indian_shawnee_1"], ["fr_indian_mingo_1"])


@proves("ww:card-iroquois", "ww:card-iroquois-fx", "ww:5.533")
def test_an_iroquois_tribe_fights_for_one_side_only() -> None:
    pieces = {"schenectady": ["johnson"], "onondaga": ["fr_indian_onondaga"]}
    state = after(play("british", 28, pieces, forts={"british": ["oswego"]}), a.Roll(5))
    refusal = refused(state, a.PlaceUnit(u("br_indian_onondaga")))
    assert {each.rule for each in refusal} >= {"ww:5.533"}
    assert a.PlaceUnit(u("br_indian_seneca")) in offered(state)


@proves("ww:card-mohawks", "ww:card-mohawks-fx", "ww:card-cherokees", "ww:card-cherokees-fx", "ww:card-cherokees-fx2")
def test_mohawks_join_johnson_and_cherokees_a_southern_fortification() -> None:
    mohawks = play("british", 29, {"schenectady": ["johnson"]})
    assert stack(mohawks, "schenectady") == ["johnson", "br_indian_mohawk_1", "br_indian_mohawk_2"]
    cherokees = after(play("british", 30, {}), a.PickSpace(s("philadelphia")))
    assert stack(cherokees, "philadelphia") == ["br_indian_cherokee_1", "br_indian_cherokee_2"]
    assert cherokees.tracks.cherokees is Cherokees.ALLIED


@proves("ww:card-uprising", "ww:card-uprising-fx", "ww:card-uprising-fx2", "ww:card-easton", "ww:8.22-inside")
def test_the_uprising_and_the_treaty_take_their_toll() -> None:
    pieces = {"philadelphia": ["2 br_regular", "br_southern_provincial_virginia_1", "2 br_indian_cherokee"]}
    risen = play("french", 31, pieces, markers={"cherokees": "allied"})
    assert stack(risen, "philadelphia") == []
    assert risen.tracks.cherokees is Cherokees.UPRISING
    pieces = {
        "ohio_forks": ["br_regular_44th"],
        "logstown": ["fr_indian_shawnee_1"],
        "pays_d_en_haut": ["fr_indian_huron"],
    }
    treaty = play("british", 32, pieces, forts={"british": ["ohio_forks"]})
    assert (stack(treaty, "logstown"), stack(treaty, "pays_d_en_haut")) == ([], ["fr_indian_huron"])


@proves("ww:card-desert", "ww:card-smallpox", "ww:card-smallpox-fx", "ww:card-smallpox-fx2", "ww:8.22-exc")
def test_indians_desert_and_small_pox_strike_a_stack() -> None:
    pieces = {"montreal": ["5 fr_regular", "fr_indian_huron"]}
    deserted = after(play("british", 33, pieces), a.PickSpace(s("montreal")), a.Pick(u("fr_indian_huron")))
    assert "fr_indian_huron" not in stack(deserted, "montreal")
    sick = after(play("british", 34, pieces), a.PickSpace(s("montreal")), a.Roll(3))
    assert about(sick) == "smallpox"
    sick = after(sick, offered(sick)[0])
    sick = after(sick, *((offered(sick)[0],) if about(sick) == "smallpox" else ()))
    assert "fr_indian_huron" not in stack(sick, "montreal")
    assert sum(str(each).startswith("reduced") for each in stack(sick, "montreal")) == 2


# ---------------------------------------------------------------- politics


@proves("ww:card-colonial-politics", "ww:card-colonial-politics-fx", "ww:5.54", "ww:5.54-limits")
def test_colonial_politics_cost_provincials_above_the_new_limit() -> None:
    pieces = {"philadelphia": ["4 br_southern_provincial"]}
    state = play("french", 41, pieces)
    assert state.tracks.assemblies is Assemblies.RELUCTANT
    cut = after(state, offered(state)[0], offered(after(state, offered(state)[0]))[0])
    assert len(stack(cut, "philadelphia")) == 2
    assert play("british", 42, pieces).tracks.assemblies is Assemblies.ENTHUSIASTIC


@proves("ww:card-stingy", "ww:card-stingy-fx", "ww:card-dispersed")
def test_stingy_assemblies_and_raids_cost_provincials() -> None:
    pieces = {"philadelphia": ["2 br_southern_provincial"]}
    stingy = after(play("french", 39, pieces), a.PickDepartment(Department.SOUTHERN))
    assert len(stack(after(stingy, offered(stingy)[0]) if about(stingy) == "removal" else stingy, "philadelphia")) == 1
    dispersed = play("french", 38, pieces, raided={"french": {"culpeper": 2}})
    assert stack(dispersed, "philadelphia") == []


@proves("ww:card-ministerial", "ww:card-ministerial-none", "ww:card-bigot", "ww:card-bigot-surrender")
def test_ministers_and_bigot_cost_cards() -> None:
    state = play("french", 37, PIECES, STANDARD, enemy="57 58 1")
    assert offered(state) == (a.PickCard(c(57)), a.PickCard(c(58)))
    assert [each.rule for each in refused(state, a.PickCard(c(1)))] == ["ww:card-ministerial"]
    assert len(hand(after(state, a.PickCard(c(57))).cards, Side.BRITISH)) == 2
    assert about(play("french", 37, PIECES, STANDARD, enemy="1")) == "card_play"
    bigot = after(play("british", 36, PIECES, STANDARD, enemy="6"), a.Draw(c(6)))
    assert bigot.cards.reshuffle


@proves("ww:card-courier")
@pytest.mark.parametrize(("die", "stolen"), [(2, False), (3, True)])
def test_a_courier_is_intercepted_on_three(die: int, stolen: bool) -> None:
    state = after(play("french", 35, PIECES, STANDARD, enemy="6"), a.Roll(die))
    assert (about(state) == "random_card") is stolen
    if stolen:
        assert c(6) in hand(after(state, a.Draw(c(6))).cards, Side.FRENCH)


@proves("ww:card-pitt", "ww:card-pitt-fx", "ww:card-pitt-fx2", "ww:card-pitt-fx3")
def test_pitt_opens_the_highlanders_the_pool_and_a_ninth_card() -> None:
    markers: Json = {"pitt": False, "diplomatic": False, "start": 1755}
    state = play("british", 67, PIECES, STANDARD, discards=["card_60", "card_1"], markers=markers)
    assert offered(state) == (a.PickCard(c(60)),)
    done = after(state, a.PickCard(c(60)))
    assert (done.tracks.pitt, hand_size(done.tracks, Side.BRITISH), hand_size(done.tracks, Side.FRENCH)) == (True, 9, 8)
    assert done.board.leader_at[who("wolfe")] == Away.POOL
    assert c(60) in hand(done.cards, Side.BRITISH)


@proves(
    "ww:card-diplomatic", "ww:card-diplomatic-fx", "ww:card-diplomatic-fx2", "ww:card-quiberon", "ww:card-quiberon-fx2"
)
def test_the_revolution_and_quiberon_change_the_french_hand() -> None:
    markers: Json = {"pitt": False, "diplomatic": False, "start": 1755}
    state = play("french", 69, PIECES, STANDARD, discards=["card_55"], markers=markers)
    done = after(state, a.PickCard(c(55)))
    assert hand_size(done.tracks, Side.FRENCH) == 9
    fleet = play("british", 62, PIECES, STANDARD, year=1760)
    assert (hand_size(fleet.tracks, Side.FRENCH), first_player(fleet.tracks)) == (7, Side.BRITISH)


@proves("ww:card-squadrons", "ww:card-squadrons-fx", "ww:card-squadrons-fx2")
@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_the_squadrons_forbid_landings_and_may_be_lost(die: int, lost: bool) -> None:
    state = after(play("french", 21), a.Roll(die))
    assert (state.tracks.no_landings, state.tracks.no_french_naval) == (True, lost)
    assert (c(21) in cards_at(state.cards, At.REMOVED)) is lost


@proves("ww:card-vaudreuil", "ww:card-vaudreuil-bar", "ww:card-shirley", "ww:card-bastions")
def test_leaders_are_swapped_or_dismissed_and_bastions_repaired() -> None:
    state = play("british", 22, PIECES, STANDARD, markers={"no_french_naval": True})
    assert [each.rule for each in refused(state, a.PickLeader(who("drucour")))] == ["ww:card-vaudreuil-bar"]
    swapped = after(state, a.PickLeader(who("montcalm")), a.PickLeader(who("vaudreuil")))
    assert "vaudreuil" in stack(swapped, "quebec")
    assert "montcalm" in stack(swapped, "montreal")
    gone = play("french", 70, {"albany": ["shirley"]}, vp={"french": 1})
    assert gone.board.leader_at[who("shirley")] == Away.REMOVED
    pieces = {"niagara": ["br_regular_44th", "inside fr_marine_detachment_1"]}
    siege = play("french", 5, pieces, forts={"french": ["niagara"]}, sieges={"niagara": 2})
    assert siege_level(after(siege, a.PickSpace(s("niagara"))).board, s("niagara")) == 0


@proves("ww:card-campaign", "ww:card-campaign-order", "ww:card-campaign-sail")
def test_campaign_activates_two_leaders_whatever_their_initiative() -> None:
    state = play("british", 1)
    named = after(state, a.PickLeader(who("loudoun")), a.PickLeader(who("johnson")))
    assert offered(named) == (a.PickLeader(who("loudoun")), a.PickLeader(who("johnson")))
    assert named.phase.campaign
    acted = after(named, a.PickLeader(who("loudoun")))
    assert [each.rule for each in refused(acted, a.PickLeader(who("johnson")))] == ["ww:card-campaign-order"]


def test_every_event_has_its_own_rule() -> None:
    assert {FACES[card].event for card in DECK} == set(Event)
    assert ruleset() is not None
