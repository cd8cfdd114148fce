"""Cards 5, 21, 22, 35 to 37, 62, 67, 69 and 70: couriers, ministries, fleets and governors."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    Done,
    Draw,
    Hold,
    PickCard,
    PickDepartment,
    PickLeader,
    PickSpace,
    PlayEvent,
    Roll,
)
from reference.wilderness_war.board import Away, place_of_leader, siege_level
from reference.wilderness_war.cards import FACES, At, Event, card, hand
from reference.wilderness_war.ch02_map import Department, space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch04_sequence import first_player, hand_size
from reference.wilderness_war.ch05_politics import (
    fetched_card_violations,
    linked,
    pitt,
)
from reference.wilderness_war.event_frames import Fetching
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Season
from tests.wilderness_war.moves import pick
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    after_event,
    cards_in,
    chance,
    choice,
    event_of,
    foreign,
    offered,
    phase,
    plays_event,
    shown,
)
from tests.wilderness_war.positions import leaders, named_freely, played, read, refused, ruleset, stack

# ---------------------------------------------------------------- every card


def test_a_card_that_does_not_exist_is_unreadable() -> None:
    with pytest.raises(Unreadable, match="'card_71' is no card"):
        card("card_71")


@proves("ww:5.13", "ww:5.56")
@pytest.mark.parametrize("side", list(Side))
def test_response_events_are_never_the_phases_card_play_and_all_others_may_be(side: Side) -> None:
    responses = {face.number for face in FACES if face.response}
    assert responses == set(range(6, 21))
    for number in responses:
        name = f"card_{number}"
        state = phase(side, name)
        assert not plays_event(state, name)
        assert refused(state, PlayEvent(card(name)))[0] == violation(Reason.RESPONSE_ONLY, "ww:5.56", card=name)
        assert Activate(card(name), Activates.INDIVIDUALS) in offered(state)


@proves("ww:5.51", "ww:card-ministerial-none")
def test_an_event_whose_precondition_holds_may_be_played_without_a_target() -> None:
    for side, name in ((FRENCH, "card_37"), (FRENCH, "card_38"), (BRITISH, "card_22"), (BRITISH, "card_36")):
        before = phase(side, f"{name} card_5", enemy="card_7" if name != "card_36" else "")
        after = event_of(before, name).state
        assert card(name) in cards_in(after, At.DISCARDS)
        assert after.board == before.board


# ---------------------------------------------------------------- BASTIONS REPAIRED


@proves("ww:card-bastions")
def test_bastions_repaired_puts_any_siege_of_level_one_or_two_back_to_nothing() -> None:
    assert shown("card_5") == "british and french event"
    pieces = {
        "albany": ["fr_regular_bearn", "inside br_regular_15th"],
        "niagara": ["br_regular_17th", "inside fr_regular_artois"],
        "boston": ["fr_regular_cambis", "inside br_regular_22nd"],
    }
    sieges: Json = {"albany": 2, "niagara": 1, "boston": 0}
    before = phase(BRITISH, "card_5 card_1", pieces, enemy="card_7", forts={"french": ["niagara"]}, sieges=sieges)
    state = event_of(before, "card_5").state
    assert offered(state) == (PickSpace(space("albany")), PickSpace(space("niagara")))
    assert refused(state, PickSpace(space("boston"))) == (
        violation(Reason.SIEGE_LEVEL_TOO_LOW, "ww:card-bastions", space="boston", level=0, needed=1),
    )
    assert refused(state, PickSpace(space("quebec"))) == (
        violation(Reason.NO_SIEGE, "ww:card-bastions", space="quebec"),
    )
    following = played(state, PickSpace(space("albany")))
    assert following.events == (event(EventKind.SIEGE_REDUCED, "ww:card-bastions", space="albany", level=0),)
    assert siege_level(following.state.board, space("albany")) == 0
    assert siege_level(following.state.board, space("niagara")) == 1
    assert choice(following.state).by is FRENCH


# ---------------------------------------------------------------- COURIER, BIGOT, MINISTERIAL CRISIS


@proves("ww:card-courier")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_courier_is_intercepted_on_three_to_six_and_a_random_card_changes_hands(die: int) -> None:
    state = event_of(phase(FRENCH, "card_35 card_5", enemy="card_7 card_8"), "card_35").state
    state = played(state, Roll(die)).state
    if die < 3:
        assert choice(state).by is BRITISH
        assert hand(state.cards, BRITISH) == (card("card_7"), card("card_8"))
        return
    assert chance(state).outcomes == ((Draw(card("card_7")), Fraction(1, 2)), (Draw(card("card_8")), Fraction(1, 2)))
    following = played(state, Draw(card("card_8")))
    assert following.events == (event(EventKind.CARD_TAKEN, "ww:card-courier", side="french", victim="british"),)
    assert hand(following.state.cards, FRENCH) == (card("card_5"), card("card_8"))
    assert hand(following.state.cards, BRITISH) == (card("card_7"),)


@proves("ww:card-courier")
def test_a_courier_finds_nothing_in_an_empty_hand() -> None:
    assert shown("card_35") == "british and french event"
    state = played(event_of(phase(FRENCH, "card_35 card_5"), "card_35").state, Roll(6)).state
    assert choice(state).by is FRENCH


@proves("ww:card-bigot")
def test_bigot_makes_france_discard_a_random_card() -> None:
    assert shown("card_36") == "british event"
    state = event_of(phase(BRITISH, "card_36 card_5", enemy="card_7 card_55"), "card_36").state
    following = played(state, Draw(card("card_55")))
    assert following.events == (event(EventKind.CARD_DISCARDED, "ww:card-bigot", side="french", card="card_55"),)
    assert cards_in(following.state, At.DISCARDS) == (card("card_36"), card("card_55"))
    assert hand(following.state.cards, FRENCH) == (card("card_7"),)


@proves("ww:card-ministerial")
def test_a_ministerial_crisis_costs_britain_one_of_the_named_cards_of_its_choice() -> None:
    assert shown("card_37") == "french event"
    held = "card_1 card_7 card_47 card_48 card_54 card_57 card_61"
    state = event_of(phase(FRENCH, "card_37 card_5", enemy=held), "card_37").state
    assert (choice(state).by, choice(state).about) == (BRITISH, "discard")
    named = ("card_47", "card_48", "card_54", "card_57", "card_61")
    assert offered(state) == tuple(PickCard(card(name)) for name in named)
    assert refused(state, PickCard(card("card_1"))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-ministerial", card="card_1"),
    )
    foreign(state, Done())
    following = played(state, PickCard(card("card_48")))
    assert following.events == (event(EventKind.CARD_DISCARDED, "ww:card-ministerial", side="british", card="card_48"),)
    assert card("card_48") in cards_in(following.state, At.DISCARDS)


@proves("ww:card-ministerial-none", "ww:card-ministerial")
def test_a_ministerial_crisis_without_such_a_card_has_no_effect() -> None:
    state = event_of(phase(FRENCH, "card_37 card_5", enemy="card_1"), "card_37").state
    assert (choice(state).by, hand(state.cards, BRITISH)) == (BRITISH, (card("card_1"),))


# ---------------------------------------------------------------- LOUISBOURG SQUADRONS and QUIBERON BAY


@proves("ww:card-squadrons", "ww:card-squadrons-fx", "ww:card-squadrons-fx2")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_squadrons_forbid_landings_this_year_and_are_lost_on_one_to_three(die: int) -> None:
    state = after_event("card_21")
    assert state.tracks.no_landings
    state = played(state, Roll(die)).state
    assert state.tracks.no_french_naval is (die <= 3)
    assert card("card_21") in cards_in(state, At.REMOVED if die <= 3 else At.DISCARDS)
    british = phase(BRITISH, "card_62", markers={"no_french_naval": state.tracks.no_french_naval})
    assert plays_event(british, "card_62") is (die <= 3)


@proves("ww:card-squadrons")
def test_the_squadrons_need_louisbourg() -> None:
    assert shown("card_21") == "french event"
    state = phase(
        FRENCH, "card_21", {"louisbourg": ["br_regular_15th"]}, captured_fortresses={"british": ["louisbourg"]}
    )
    assert refused(state, PlayEvent(card("card_21"))) == (
        violation(Reason.FORTRESS_NOT_CONTROLLED, "ww:card-squadrons", space="louisbourg"),
    )


@proves("ww:8.22")
@pytest.mark.parametrize(
    ("name", "cited", "fortress"),
    [("card_21", "ww:card-squadrons", "louisbourg"), ("card_23", "ww:card-northern", "montreal")],
)
def test_a_besieged_fortress_is_nobodys_for_the_conditions_of_an_event(name: str, cited: str, fortress: str) -> None:
    """Given the fortress that an event asks for under siege, then the siege is told beside who does not control it."""
    pieces = {fortress: ["inside fr_regular_bearn", "br_regular_15th"]}
    state = phase(FRENCH, name, pieces, sieges={fortress: 0})
    assert refused(state, PlayEvent(card(name))) == (
        violation(Reason.FORTRESS_NOT_CONTROLLED, cited, space=fortress),
        violation(Reason.BESIEGED, "ww:8.22", space=fortress),
    )


@proves("ww:card-quiberon-pre", "ww:card-squadrons-fx2")
def test_quiberon_waits_for_the_fleets_loss_louisbourg_or_1760() -> None:
    early = phase(BRITISH, "card_62", year=1759)
    assert refused(early, PlayEvent(card("card_62"))) == (
        violation(Reason.FRENCH_FLEET_AT_SEA, "ww:card-quiberon-pre", year=1759, opens=1760),
    )
    taken = phase(BRITISH, "card_62", {"louisbourg": ["br_regular_15th"]}, year=1758,
                  captured_fortresses={"british": ["louisbourg"]})  # fmt: skip
    assert plays_event(taken, "card_62")
    assert plays_event(phase(BRITISH, "card_62", year=1760), "card_62")
    assert plays_event(phase(BRITISH, "card_62", markers={"no_french_naval": True}), "card_62")


@proves("ww:card-quiberon", "ww:card-quiberon-fx", "ww:card-quiberon-fx2")
def test_quiberon_bars_french_events_at_once_and_hands_and_first_player_from_next_season() -> None:
    """Given QUIBERON, when the season ends, then France is dealt seven cards and the British begin (A30)."""
    assert shown("card_62") == "british event, removed after use"
    state = event_of(phase(BRITISH, "card_62 card_5", enemy="card_55", year=1760), "card_62").state
    assert cards_in(state, At.REMOVED) == (card("card_62"),)
    assert choice(state).by is FRENCH
    assert refused(state, PlayEvent(card("card_55"))) == (
        violation(Reason.AFTER_QUIBERON, "ww:card-french-regulars-pre"),
        violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx"),
    )
    state = played(state, Activate(card("card_55"), Activates.INDIVIDUALS), Done()).state
    state = played(state, Activate(card("card_5"), Activates.INDIVIDUALS), Done()).state
    assert (state.tracks.season, hand_size(state.tracks, FRENCH)) == (Season.LATE, 7)
    assert first_player(state.tracks) is BRITISH
    while offered(state)[0] == Draw(cards_in(state, At.PILE)[0]):
        state = played(state, offered(state)[0]).state
    assert [len(hand(state.cards, side)) for side in (BRITISH, FRENCH)] == [9, 7]
    assert choice(state).by is BRITISH


# ---------------------------------------------------------------- WILLIAM PITT and DIPLOMATIC REVOLUTION


@proves("ww:card-pitt", "ww:card-pitt-fx", "ww:card-pitt-fx2", "ww:card-pitt-fx3", "ww:5.22")
def test_pitt_opens_the_highlanders_brings_his_leaders_and_fetches_a_card() -> None:
    assert shown("card_67") == "british event, removed after use"
    discards: Json = ["card_1", "card_47", "card_48", "card_54", "card_55", "card_57", "card_60"]
    state = after_event("card_67", {}, BRITISH, discards=discards, markers={"pitt": False, "diplomatic": False})
    assert (choice(state).by, choice(state).about) == (BRITISH, "fetch")
    names = ("card_47", "card_54", "card_57", "card_60")
    assert offered(state) == tuple(PickCard(card(name)) for name in names)
    assert refused(state, PickCard(card("card_48"))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-pitt-fx2", card="card_48"),
    )
    gone = violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-pitt-fx2", card="card_58")
    assert refused(state, PickCard(card("card_58"))) == (gone,)
    assert refused(state, PickCard(card("card_7"))) == (
        violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-pitt-fx2", card="card_7"),
        violation(Reason.NOT_ASKED_FOR, "ww:card-pitt-fx2", card="card_7"),
    )
    foreign(state, Done())
    following = played(state, PickCard(card("card_60")))
    assert following.events == (event(EventKind.CARD_TAKEN, "ww:card-pitt-fx2", side="british", card="card_60"),)
    after = following.state
    assert hand(after.cards, BRITISH) == (card("card_5"), card("card_60"))
    trio = leaders("amherst forbes wolfe")
    assert [place_of_leader(after.board, each) for each in trio] == [Away.POOL] * 3
    assert (after.tracks.pitt, after.tracks.diplomatic) == (True, False)
    assert (hand_size(after.tracks, BRITISH), hand_size(after.tracks, FRENCH)) == (9, 8)
    assert cards_in(after, At.REMOVED) == (card("card_67"),)


@proves("ww:card-pitt-fx2", "ww:card-diplomatic-fx")
@pytest.mark.parametrize(
    ("rule", "on_offer", "other"),
    [("ww:card-pitt-fx2", "card_57", "card_60"), ("ww:card-diplomatic-fx", "card_55", "card_47")],
)
def test_a_discarded_card_that_is_not_on_offer_is_none_of_those(rule: str, on_offer: str, other: str) -> None:
    state = read({}, discards=[on_offer, other])
    frame = Fetching(BRITISH, (card(on_offer),), rule)
    expected = violation(Reason.NOT_ASKED_FOR, rule, card=other)
    assert tuple(fetched_card_violations(state, frame, card(other))) == (expected,)


@proves("ww:card-pitt")
def test_pitt_may_find_nothing_to_fetch() -> None:
    assert choice(after_event("card_67", {}, BRITISH, markers={"pitt": False})).by is FRENCH


@proves("ww:card-diplomatic", "ww:card-diplomatic-fx", "ww:card-diplomatic-fx2")
def test_the_diplomatic_revolution_fetches_a_card_and_gives_nine_from_next_season() -> None:
    assert shown("card_69") == "french event, removed after use"
    discards: Json = ["card_47", "card_48", "card_55", "card_57"]
    state = after_event("card_69", discards=discards, markers={"diplomatic": False, "pitt": False})
    assert offered(state) == (PickCard(card("card_47")), PickCard(card("card_55")))
    assert refused(state, PickCard(card("card_57"))) == (
        violation(Reason.NOT_ASKED_FOR, "ww:card-diplomatic-fx", card="card_57"),
    )
    gone = violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-diplomatic-fx", card="card_56")
    assert refused(state, PickCard(card("card_56"))) == (gone,)
    assert refused(state, PickCard(card("card_7"))) == (
        violation(Reason.NOT_IN_THE_DISCARDS, "ww:card-diplomatic-fx", card="card_7"),
        violation(Reason.NOT_ASKED_FOR, "ww:card-diplomatic-fx", card="card_7"),
    )
    after = played(state, PickCard(card("card_55"))).state
    assert hand(after.cards, FRENCH) == (card("card_5"), card("card_55"))
    assert (hand_size(after.tracks, FRENCH), hand_size(after.tracks, BRITISH)) == (9, 8)
    assert cards_in(after, At.REMOVED) == (card("card_69"),)


@proves("ww:card-diplomatic-pre", "ww:card-quiberon-fx")
def test_no_diplomatic_revolution_after_quiberon() -> None:
    state = phase(FRENCH, "card_69", markers={"quiberon": True})
    assert refused(state, PlayEvent(card("card_69"))) == (
        violation(Reason.AFTER_QUIBERON, "ww:card-diplomatic-pre"),
        violation(Reason.AFTER_QUIBERON, "ww:card-quiberon-fx"),
    )
    assert plays_event(phase(FRENCH, "card_69"), "card_69")


@proves("ww:en-14.1")
@pytest.mark.parametrize(("option", "where"), [("off", At.DISCARDS), ("on", At.BRITISH)])
def test_o14_1_a_discarded_pitt_goes_to_britain_once_the_revolution_is_played(option: str, where: At) -> None:
    rules = ruleset(linked_pitt_and_revolution=option)
    neither: Json = {"pitt": False, "diplomatic": False}
    state = after_event("card_69", {}, FRENCH, rules, discards=["card_1", "card_67"], markers=neither)
    assert state.cards.at[card("card_1")] == At.DISCARDS
    assert state.cards.at[card("card_67")] == where
    assert (state.tracks.diplomatic, state.tracks.pitt) == (True, False)
    back = after_event("card_67", {}, BRITISH, rules, discards=["card_1", "card_69"], markers=neither)
    assert back.cards.at[card("card_69")] == (At.FRENCH if option == "on" else At.DISCARDS)
    assert (back.tracks.diplomatic, back.tracks.pitt) == (False, True)


@proves("ww:en-14.1")
@pytest.mark.parametrize(
    ("side", "name", "other", "taker"),
    [(FRENCH, "card_69", "card_67", "british"), (BRITISH, "card_67", "card_69", "french")],
)
def test_o14_1_it_is_told_who_takes_the_other_card(side: Side, name: str, other: str, taker: str) -> None:
    neither: Json = {"pitt": False, "diplomatic": False}
    for option, news in (("on", (event(EventKind.CARD_TAKEN, "ww:en-14.1", side=taker, card=other),)), ("off", ())):
        rules = ruleset(linked_pitt_and_revolution=option)
        before = phase(side, f"{name} card_5", {}, rules, enemy="card_7", discards=[other], markers=neither)
        taken = (each for each in event_of(before, name).events if each.kind is EventKind.CARD_TAKEN)
        assert tuple(taken) == news


@proves("ww:card-pitt", "ww:card-pitt-fx", "ww:card-pitt-fx2", "ww:card-pitt-fx3", "ww:5.51", "ww:en-14.1")
def test_pitt_tells_of_the_other_card_and_of_his_leaders() -> None:
    rules = ruleset(linked_pitt_and_revolution="on")
    told: dict[str, Json] = {"discards": ["card_69"], "markers": {"pitt": False, "diplomatic": False}}
    found = pitt(phase(BRITISH, "card_67", {"albany": ["wolfe"]}, rules, enemy="card_7", **told))
    assert found.events == (
        event(EventKind.CARD_TAKEN, "ww:en-14.1", side="french", card="card_69"),
        event(EventKind.LEADER_AVAILABLE, "ww:card-pitt-fx", leader="amherst"),
        event(EventKind.LEADER_AVAILABLE, "ww:card-pitt-fx", leader="forbes"),
    )


@proves("ww:card-pitt-fx")
def test_it_is_told_which_leaders_pitt_brings() -> None:
    before = phase(BRITISH, "card_67 card_5", {"albany": ["wolfe"]}, enemy="card_7", markers={"pitt": False})
    told = (each for each in event_of(before, "card_67").events if each.kind is EventKind.LEADER_AVAILABLE)
    expected = (event(EventKind.LEADER_AVAILABLE, "ww:card-pitt-fx", leader=name) for name in ("amherst", "forbes"))
    assert tuple(told) == tuple(expected)


@proves("ww:en-14.1")
def test_o14_1_nothing_follows_where_the_other_card_is_not_in_the_discards() -> None:
    state = after_event("card_69", {}, FRENCH, ruleset(linked_pitt_and_revolution="on"))
    assert hand(state.cards, BRITISH) == (card("card_7"),)


@proves("ww:en-14.1", "ww:4.0-A.2-hold")
def test_o14_1_a_side_that_held_its_last_card_and_gets_another_plays_on() -> None:
    """Given France holding its last card, when PITT brings it the Revolution, then it has two cards and a turn."""
    rules = ruleset(linked_pitt_and_revolution="on")
    neither: Json = {"pitt": False, "diplomatic": False}
    for discards, passed in ((["card_69"], ()), ([], (FRENCH,))):
        told: dict[str, Json] = {"enemy": "card_67 card_5", "discards": list(discards), "markers": neither}
        state = played(phase(FRENCH, "card_52", {}, rules, **told), Hold(), PlayEvent(card("card_67"))).state
        assert (state.cards.passed, choice(state).by) == (passed, BRITISH if passed else FRENCH)
        assert hand(state.cards, FRENCH) == tuple(map(card, ("card_52", *discards)))
    told = {"enemy": "card_52", "discards": ["card_69"], "markers": neither}
    both = phase(BRITISH, "card_67", {}, rules, **told)
    both = replace(both, cards=both.cards._replace(passed=(BRITISH, FRENCH)))
    assert linked(both, Event.PITT).state.cards.passed == (BRITISH,)


# ---------------------------------------------------------------- SHIRLEY and VAUDREUIL


@proves("ww:card-shirley", "ww:5.23")
def test_intrigues_eliminate_shirley() -> None:
    assert shown("card_70") == "french event, removed after use"
    before = phase(
        FRENCH, "card_70 card_5", {"albany": ["shirley", "br_regular_15th"]}, enemy="card_7", vp={"french": 1}
    )
    following = event_of(before, "card_70")
    assert following.events == (
        event(EventKind.EVENT_PLAYED, "ww:5.51", "ww:card-shirley", side="french", card="card_70"),
        event(EventKind.LEADER_REMOVED, "ww:card-shirley", leader="shirley"),
    )
    state = following.state
    assert place_of_leader(state.board, leader("shirley")) is Away.REMOVED
    assert cards_in(state, At.REMOVED) == (card("card_70"),)


@proves("ww:card-shirley-pre")
def test_intrigues_need_a_french_point_and_shirley_within_reach() -> None:
    few = violation(Reason.TOO_FEW_VP, "ww:card-shirley-pre", vp=0, needed=1)
    gone = violation(Reason.NOT_ON_MAP, "ww:card-shirley-pre", leader="shirley")
    shut_in = violation(Reason.BESIEGED, "ww:card-shirley-pre", leader="shirley")
    play = PlayEvent(card("card_70"))
    assert refused(phase(FRENCH, "card_70", {"albany": ["shirley"]}), play) == (few,)
    assert refused(phase(FRENCH, "card_70", {"albany": ["shirley"]}, vp={"british": 3}), play) == (few,)
    assert refused(phase(FRENCH, "card_70", vp={"french": 1}), play) == (gone,)
    besieged = phase(FRENCH, "card_70", {"albany": ["2 fr_regular", "inside shirley", "inside br_regular_15th"]},
                     vp={"french": 1}, sieges={"albany": 0})  # fmt: skip
    assert refused(besieged, play) == (shut_in,)
    besieging = phase(FRENCH, "card_70", {"quebec": ["2 br_regular", "shirley", "inside fr_regular_bearn"]},
                      vp={"french": 1}, sieges={"quebec": 0})  # fmt: skip
    assert plays_event(besieging, "card_70")


@proves("ww:card-vaudreuil", "ww:card-vaudreuil-bar", "ww:8.22-inside")
def test_vaudreuil_swaps_two_unbesieged_french_leaders() -> None:
    pieces = {
        "montreal": ["montcalm", "2 fr_regular"],
        "ticonderoga": ["vaudreuil", "rigaud"],
        "louisbourg": ["drucour"],
        "niagara": ["2 br_regular", "webb", "inside villiers", "inside fr_coureurs_marin"],
    }
    works: Json = {"french": ["niagara"]}
    state = after_event(
        "card_22", pieces, BRITISH, forts=works, sieges={"niagara": 0}, markers={"no_french_naval": True}
    )
    assert (choice(state).by, offered(state)) == (BRITISH, tuple(map(PickLeader, leaders("montcalm vaudreuil"))))
    assert refused(state, PickLeader(leader("drucour"))) == (
        violation(Reason.NO_FRENCH_NAVAL, "ww:card-vaudreuil-bar", leader="drucour"),
    )
    assert refused(state, PickLeader(leader("villiers"))) == (
        violation(Reason.BESIEGED, "ww:card-vaudreuil", leader="villiers"),
    )
    assert refused(state, PickLeader(leader("levis"))) == (
        violation(Reason.NOT_ON_MAP, "ww:card-vaudreuil", leader="levis"),
    )
    assert refused(state, PickLeader(leader("webb"))) == (
        violation(Reason.NOT_FRENCH, "ww:card-vaudreuil", leader="webb"),
    )
    last = named_freely(state, PickLeader(leader("rigaud"))).state
    assert offered(last) == tuple(map(PickLeader, leaders("montcalm vaudreuil")))
    in_order = played(state, PickLeader(leader("vaudreuil")), PickLeader(leader("rigaud")))
    assert named_freely(last, PickLeader(leader("vaudreuil"))) == in_order
    first = state
    state = played(state, PickLeader(leader("vaudreuil"))).state
    assert offered(state) == (PickLeader(leader("rigaud")),)
    assert named_freely(state, PickLeader(leader("montcalm"))) == (
        played(first, PickLeader(leader("montcalm")), PickLeader(leader("vaudreuil")))
    )
    assert refused(state, PickLeader(leader("vaudreuil"))) == (
        violation(Reason.ALREADY_CHOSEN, "ww:card-vaudreuil", leader="vaudreuil"),
    )


@proves("ww:card-vaudreuil", "ww:card-vaudreuil-bar")
def test_the_two_take_each_others_places_and_louisbourg_counts_while_the_fleet_sails() -> None:
    assert shown("card_22") == "british event"
    pieces = {"montreal": ["montcalm"], "louisbourg": ["drucour"]}
    following = played(
        after_event("card_22", pieces, BRITISH), PickLeader(leader("montcalm")), PickLeader(leader("drucour"))
    )
    assert following.events[0] == event(EventKind.LEADERS_SWAPPED, "ww:card-vaudreuil", leaders=("montcalm", "drucour"))
    assert stack(following.state, "montreal") == ["drucour"]
    assert stack(following.state, "louisbourg") == ["montcalm"]


# ---------------------------------------------------------------- besieged units, and units alike


BESIEGED_TWO = ["2 fr_regular", "inside br_northern_provincial_new_york_1", "inside br_regular_15th"]


@proves("ww:card-colonial-politics-fx", "ww:5.54-exc", "ww:8.22-inside", "ww:card-stingy-fx", "ww:card-dispersed")
def test_a_besieged_provincial_is_refused_for_the_siege() -> None:
    pieces = {
        "albany": BESIEGED_TWO,
        "boston": ["6 br_northern_provincial", "br_regular_17th"],
        "york": ["br_southern_provincial_maryland"],
    }
    told: dict[str, Json] = {"sieges": {"albany": 0}, "raided": {"french": {"hoosic": 1}}}
    for name, cited in (
        ("card_41", "ww:card-colonial-politics-fx"), ("card_39", "ww:card-stingy-fx"), ("card_38", "ww:card-dispersed"),
    ):  # fmt: skip
        state = after_event(name, pieces, **told)
        if choice(state).about == "event_choice":
            state = played(state, PickDepartment(Department.NORTHERN)).state
        inside = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_northern_provincial_new_york_1")
        assert refused(state, pick("br_northern_provincial_new_york_1")) == (inside,)
        inside = violation(Reason.BESIEGED, "ww:8.22-inside", unit="br_regular_15th")
        other = violation(Reason.NOT_ASKED_FOR, cited, unit="br_regular_15th")
        assert refused(state, pick("br_regular_15th")) == (inside, other)
        other = violation(Reason.NOT_ASKED_FOR, cited, unit="br_regular_17th")
        assert refused(state, pick("br_regular_17th")) == (other,)


@proves("ww:card-dispersed")
def test_the_unit_chosen_goes_and_not_the_one_that_stands_for_those_alike() -> None:
    name = "br_northern_provincial_massachusetts_{}".format
    pieces = {"albany": [name(1), name(2), name(3)], "schenectady": [name(4), name(5), name(6)]}
    state = after_event("card_38", pieces, raided={"french": {"deerfield": 1, "northampton": 1}})
    state = played(state, pick(name(4))).state
    assert offered(state) == (pick(name(1)), pick(name(5)))
    for each in (2, 3, 6):
        gone = named_freely(state, pick(name(each))).events
        assert gone == tuple(
            event(EventKind.UNIT_ELIMINATED, "ww:card-dispersed", unit=name(one)) for one in (4, each)
        )  # fmt: skip
    assert refused(state, pick(name(4))) == (violation(Reason.ALREADY_CHOSEN, "ww:card-dispersed", unit=name(4)),)
