"""Chapter 4: seasons, deals, alternating Action Phases and the end of the year."""

from fractions import Fraction

import pytest

from reference.kernel.canonical import Json
from reference.kernel.decisions import Over
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    Build,
    Decline,
    Dig,
    Done,
    Draw,
    EndPhase,
    Halt,
    Hold,
    Pick,
    PickCard,
    PickSpace,
    PlayEvent,
    Raised,
    Respond,
    Roll,
    Stay,
)
from reference.wilderness_war.board import Away, raided_markers
from reference.wilderness_war.cards import DECK, At, card, hand
from reference.wilderness_war.ch02_map import IDS, SPACES, Department, space
from reference.wilderness_war.ch03_pieces import ALL_LEADERS, leader, unit
from reference.wilderness_war.ch04_sequence import first_player, hand_size, missing, next_turn
from reference.wilderness_war.ch10_raid_roll import allied_tribes
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Year, YearStage
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Season, State, Tracks
from tests.wilderness_war.phases import BRITISH, FRENCH, cards_in, chance, choice, foreign, offered, phase, year
from tests.wilderness_war.positions import (
    GAME,
    STANDARD,
    due,
    kinds_of,
    leaders,
    place,
    played,
    read,
    refused,
    ruleset,
    stack,
    stepped,
    top,
)

NEW_SCENARIO_CARDS = [f"card_{number}" for number in range(63, 71)]


def use(name: str) -> Activate:
    """Return the play of a card to activate individuals."""
    return Activate(card(name), Activates.INDIVIDUALS)


def burn(state: State, *names: str) -> State:
    """Return the state after cards played one after the other to activate nobody."""
    for name in names:
        state = played(state, use(name), Done()).state
    return state


# ---------------------------------------------------------------- the deal


@proves("ww:4.0-A.1", "ww:5.21", "ww:sc-ew-cards", "ww:sc-am-hand", "ww:card-pitt-fx3", "ww:card-quiberon-fx2")
@pytest.mark.parametrize(
    ("pitt", "diplomatic", "quiberon", "british", "french"),
    [
        (False, False, False, 8, 8),
        (True, False, False, 9, 8),
        (False, True, False, 8, 9),
        (True, True, False, 9, 9),
        (False, False, True, 8, 7),
        (True, True, True, 9, 7),
    ],
)
def test_hands_are_eight_cards_then_nine_after_the_sides_event_and_seven_after_quiberon(
    pitt: bool, diplomatic: bool, quiberon: bool, british: int, french: int
) -> None:
    tracks = Tracks(pitt=pitt, diplomatic=diplomatic, quiberon=quiberon)
    assert (hand_size(tracks, BRITISH), hand_size(tracks, FRENCH)) == (british, french)


@proves("ww:4.0-A.2", "ww:card-quiberon-fx2")
def test_the_french_begin_until_quiberon_gives_the_british_the_first_phase() -> None:
    assert first_player(Tracks()) is FRENCH
    assert first_player(Tracks(quiberon=True)) is BRITISH


@proves("ww:4.0-A.1", "ww:5.21", "ww:4.0-A.2", "ww:sc-am-cards", "ww:sc-am-hand")
def test_annus_mirabilis_deals_nine_cards_each_from_one_pile_of_sixty_two_and_the_french_begin() -> None:
    state = GAME.start("annus_mirabilis", STANDARD)
    first = chance(state)
    assert first.outcomes == tuple((Draw(each), Fraction(1, 62)) for each in DECK[:62])
    while (decision := due(state)).about == "deal":
        state = played(state, decision.actions[0]).state
    assert [len(hand(state.cards, side)) for side in Side] == [9, 9]
    assert len(cards_in(state, At.PILE)) == 44
    assert (choice(state).by, choice(state).about) == (FRENCH, "card_play")


@proves("ww:sc-ew-cards")
def test_a_game_begun_in_1755_deals_eight_cards_each_from_all_seventy() -> None:
    state = GAME.start("early_war", STANDARD)
    assert len(chance(state).outcomes) == 70
    while (decision := due(state)).about == "deal":
        state = played(state, decision.actions[0]).state
    assert [len(hand(state.cards, side)) for side in Side] == [8, 8]


@proves("ww:4.0-A.1")
def test_a_deal_tells_whose_the_card_is_but_not_which_it_is() -> None:
    following = played(GAME.start("annus_mirabilis", STANDARD), Draw(card("card_6")))
    assert following.events == (event(EventKind.CARD_DEALT, "ww:4.0-A.1", side="french"),)


@proves("ww:4.0-A.2-handsize", "ww:4.0-B.1", "ww:4.0-A.1")
def test_a_held_card_counts_against_the_next_hand() -> None:
    state = place({}, hands={"french": ["card_14"]}, frames=[year(FRENCH, "deal")], season="late")
    assert (missing(state, FRENCH), missing(state, BRITISH)) == (8, 9)
    while (decision := due(state)).about == "deal":
        state = played(state, decision.actions[-1]).state
    assert [len(hand(state.cards, side)) for side in Side] == [9, 9]


def test_more_cards_than_the_hand_size_are_kept_and_nothing_is_dealt() -> None:
    held = [f"card_{number}" for number in range(1, 9)]
    state = place({}, hands={"french": held}, markers={"quiberon": True}, frames=[year(BRITISH, "deal")])
    assert missing(state, FRENCH) == 0


@proves("ww:4.0-A.2-handsize", "ww:4.0-A.1", "ww:4.0-B.1")
def test_nobody_is_dealt_fewer_than_no_cards() -> None:
    full: Json = {"french": [f"card_{number}" for number in range(1, 12)]}
    for season in ("early", "late"):
        assert missing(place({}, hands=full, season=season, frames=[year(FRENCH)]), FRENCH) == 0


# ---------------------------------------------------------------- the short deck (D20)


def short_pile(rules: Ruleset, left: int = 5) -> State:
    """Return a season's end after which 18 cards are needed and 5 are left in the pile (position of D20)."""
    discards: Json = [f"card_{number}" for number in range(left + 1, 62)]
    aside: Json = NEW_SCENARIO_CARDS
    hands: Json = {"french": ["card_62"]}
    return place({}, rules, hands=hands, discards=discards, cards_aside=aside, frames=[year(FRENCH)])


@proves("ww:5.25", "ww:5.25-clar")
def test_d20_the_rest_of_the_pile_is_certainly_dealt_before_the_discards_are_shuffled() -> None:
    state = burn(short_pile(STANDARD), "card_62")
    assert state.tracks.season is Season.LATE
    assert chance(state).actions == tuple(map(Draw, DECK[:5]))
    events = played(state, *(Draw(each) for each in DECK[:5]))
    assert event(EventKind.DECK_SHUFFLED, "ww:5.25-clar") in events.events
    assert chance(events.state).actions == tuple(map(Draw, DECK[5:62]))


@proves("ww:5.25", "ww:5.25-clar")
def test_d20_by_option_the_short_pile_is_merged_with_the_discards_first() -> None:
    before = short_pile(ruleset(short_deck="merge_then_deal"))
    following = played(before, use("card_62"), Done())
    assert following.events[-2:] == (
        event(EventKind.SEASON_BEGUN, "ww:4.0", year=1757, season="late"),
        event(EventKind.DECK_SHUFFLED, "ww:5.25"),
    )
    assert chance(following.state).actions == tuple(map(Draw, DECK[:62]))


@proves("ww:5.25", "ww:5.25-clar")
def test_d20_a_pile_that_just_suffices_is_not_merged() -> None:
    following = played(short_pile(ruleset(short_deck="merge_then_deal"), 18), use("card_62"), Done())
    assert "deck_shuffled" not in kinds_of(following.events)
    assert chance(following.state).actions == tuple(map(Draw, DECK[:18]))


@proves("ww:5.25", "ww:5.25-clar")
def test_a_pile_that_suffices_is_left_alone_under_both_values() -> None:
    for rules in (STANDARD, ruleset(short_deck="merge_then_deal")):
        state = place({}, rules, hands={"french": ["card_62"]}, discards=["card_7"], frames=[year(FRENCH)])
        following = played(state, use("card_62"), Done())
        assert "deck_shuffled" not in kinds_of(following.events)
        assert cards_in(following.state, At.DISCARDS) == (card("card_7"), card("card_62"))


# ---------------------------------------------------------------- SURRENDER! and the reshuffle


@proves("ww:5.25", "ww:card-surrender-shuffle", "ww:4.0")
def test_surrender_used_for_anything_makes_the_deck_be_shuffled_at_the_seasons_end() -> None:
    state = phase(FRENCH, "card_6 card_5", discards=["card_40"])
    state = burn(state, "card_6")
    assert state.cards.reshuffle
    assert cards_in(state, At.DISCARDS) == (card("card_6"), card("card_40"))
    following = played(state, use("card_5"), Done())
    assert following.events[-2:] == (
        event(EventKind.DECK_SHUFFLED, "ww:5.25"),
        event(EventKind.SEASON_BEGUN, "ww:4.0", year=1757, season="late"),
    )
    assert cards_in(following.state, At.DISCARDS) == ()
    assert not following.state.cards.reshuffle


@proves("ww:5.25", "ww:card-surrender-shuffle")
def test_surrender_held_over_shuffles_nothing_yet() -> None:
    state = phase(FRENCH, "card_6", discards=["card_40"])
    following = played(state, Hold())
    assert "deck_shuffled" not in kinds_of(following.events)
    assert cards_in(following.state, At.DISCARDS) == (card("card_40"),)


@proves("ww:5.25", "ww:card-bigot-surrender", "ww:card-bigot")
def test_surrender_discarded_by_bigot_makes_the_deck_be_shuffled_too() -> None:
    state = phase(BRITISH, "card_36", enemy="card_6", discards=["card_40"])
    following = played(state, PlayEvent(card("card_36")), Draw(card("card_6")))
    assert event(EventKind.DECK_SHUFFLED, "ww:5.25") in following.events
    assert cards_in(following.state, At.DISCARDS) == ()


@proves("ww:card-bigot-surrender")
def test_another_card_discarded_by_bigot_shuffles_nothing() -> None:
    state = phase(BRITISH, "card_36", enemy="card_7", discards=["card_40"])
    following = played(state, PlayEvent(card("card_36")), Draw(card("card_7")))
    assert "deck_shuffled" not in kinds_of(following.events)
    assert cards_in(following.state, At.DISCARDS) == tuple(card(name) for name in ("card_7", "card_36", "card_40"))


# ---------------------------------------------------------------- playing a card


@proves("ww:5.26", "ww:5.11")
def test_a_card_is_used_for_one_of_activation_construction_and_its_event_whatever_its_colour() -> None:
    pieces = {"albany": ["br_regular_15th", "murray"]}
    assert offered(phase(BRITISH, "card_55", pieces)) == (
        Activate(card("card_55"), Activates.INDIVIDUALS),
        Activate(card("card_55"), Activates.UNIT),
        Activate(card("card_55"), Activates.FORCE),
        Build(card("card_55"), Raised.STOCKADES),
        Build(card("card_55"), Raised.FORTS),
        Hold(),
    )
    own = phase(BRITISH, "card_57", pieces)
    assert offered(own)[0] == PlayEvent(card("card_57"))
    for action in offered(own)[:-1]:
        assert card("card_57") not in hand(played(own, action).state.cards, BRITISH)


@proves("ww:5.26")
@pytest.mark.parametrize(
    "action",
    [
        PlayEvent(card("card_57")),
        Activate(card("card_57"), Activates.INDIVIDUALS),
        Activate(card("card_57"), Activates.UNIT),
        Build(card("card_57"), Raised.FORTS),
    ],
)
def test_a_card_in_the_enemys_hand_cannot_be_played(action: PlayEvent | Activate | Build) -> None:
    state = phase(BRITISH, "card_5", {"albany": ["br_regular_15th"]}, enemy="card_57")
    assert refused(state, action) == (violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_57"),)


@proves("ww:5.32-b", "ww:5.32-c")
def test_a_side_without_drilled_troops_or_a_leader_low_enough_can_only_activate_individuals() -> None:
    state = phase(FRENCH, "card_23", {"quebec": ["vaudreuil", "fr_coureurs_marin"]})
    assert offered(state)[1:3] == (use("card_23"), Build(card("card_23"), Raised.STOCKADES))
    assert refused(state, Activate(card("card_23"), Activates.UNIT)) == (
        violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-b", side="french"),
    )
    assert refused(state, Activate(card("card_23"), Activates.FORCE)) == (
        violation(Reason.NOTHING_TO_ACTIVATE, "ww:5.32-c", side="french", value=2),
    )


def test_an_answer_to_another_decision_is_not_a_card_play() -> None:
    foreign(phase(BRITISH, "card_5"), PickCard(card("card_5")))
    foreign(GAME.start("annus_mirabilis", STANDARD), Done())
    foreign(GAME.start("annus_mirabilis", STANDARD), Draw(card("card_70")))


@proves("ww:5.4-exc")
def test_nobody_builds_with_two_cards_in_a_row_not_even_across_seasons() -> None:
    state = phase(FRENCH, "card_5 card_49", season="late", built_last=["french"])
    assert refused(state, Build(card("card_5"), Raised.STOCKADES)) == (
        violation(Reason.BUILT_LAST_TIME, "ww:5.4-exc", side="french"),
    )
    assert not any(isinstance(each, Build) for each in offered(state))
    after = burn(state, "card_5")
    assert Build(card("card_49"), Raised.FORTS) in offered(after)


@proves("ww:5.4-exc", "ww:5.4")
def test_the_enemys_construction_between_does_not_matter_but_ones_own_is_remembered_past_the_season() -> None:
    state = phase(FRENCH, "card_5", enemy="card_49")
    state = played(state, Build(card("card_5"), Raised.STOCKADES), Done()).state
    assert state.cards.built == (FRENCH,)
    state = played(state, Build(card("card_49"), Raised.STOCKADES), Done()).state
    assert state.tracks.season is Season.LATE
    assert state.cards.built == (FRENCH, BRITISH)


@proves("ww:5.22", "ww:5.23", "ww:5.26")
def test_a_remove_card_leaves_the_game_only_when_played_as_its_event() -> None:
    state = phase(FRENCH, "card_55 card_5")
    used = burn(state, "card_55")
    assert (cards_in(used, At.DISCARDS), cards_in(used, At.REMOVED)) == ((card("card_55"),), ())
    as_event = played(state, PlayEvent(card("card_55"))).state
    assert (cards_in(as_event, At.DISCARDS), cards_in(as_event, At.REMOVED)) == ((), (card("card_55"),))


@proves("ww:5.22", "ww:5.51")
def test_another_event_goes_to_the_discards() -> None:
    after = played(phase(FRENCH, "card_41 card_5"), PlayEvent(card("card_41")))
    assert cards_in(after.state, At.DISCARDS) == (card("card_41"),)
    assert [(each.kind, each.rules) for each in after.events] == [
        (EventKind.EVENT_PLAYED, ("ww:5.51", "ww:card-colonial-politics")),
        (EventKind.ASSEMBLIES_MOVED, ("ww:card-colonial-politics",)),
    ]


# ---------------------------------------------------------------- alternating phases


@proves("ww:4.0-A.2", "ww:4.0-B.2")
@pytest.mark.parametrize("season", ["early", "late"])
def test_action_phases_alternate(season: str) -> None:
    state = phase(FRENCH, "card_1 card_2", enemy="card_3 card_4", season=season)
    turns = [choice(state).by]
    for name in ("card_1", "card_3", "card_2"):
        state = burn(state, name)
        turns.append(choice(state).by)
    assert turns == [FRENCH, BRITISH, FRENCH, BRITISH]


@proves("ww:4.0-A.2-runout")
def test_when_one_side_is_done_the_other_takes_consecutive_phases() -> None:
    state = phase(FRENCH, "card_1", enemy="card_2 card_3 card_4")
    for name in ("card_1", "card_2", "card_3"):
        state = burn(state, name)
        assert choice(state).by is BRITISH
    assert next_turn(state, BRITISH) is BRITISH
    assert next_turn(burn(state, "card_4"), BRITISH) is None


@proves("ww:4.0-A.2-hold", "ww:4.0-A.2-runout")
def test_a_side_that_holds_its_last_card_is_done_for_the_season() -> None:
    state = phase(FRENCH, "card_14", enemy="card_2 card_3")
    following = played(state, Hold())
    assert following.events == (event(EventKind.CARD_HELD, "ww:4.0-A.2-hold", side="french"),)
    after = burn(following.state, "card_2")
    assert choice(after).by is BRITISH
    assert hand(after.cards, FRENCH) == (card("card_14"),)
    both = played(after, Hold()).state
    assert (both.tracks.season, both.cards.held) == (Season.LATE, (BRITISH, FRENCH))


@proves("ww:4.0-A.2-hold", "ww:4.0-A.2-mustplay")
def test_only_exactly_one_card_can_be_held_and_never_twice_running() -> None:
    two = violation(Reason.NOT_THE_LAST_CARD, "ww:4.0-A.2-hold", cards=2)
    again = violation(Reason.HELD_A_CARD_BEFORE, "ww:4.0-A.2-mustplay", side="french")
    assert refused(phase(FRENCH, "card_1 card_2"), Hold()) == (two,)
    assert refused(phase(FRENCH, "card_1", card_held=["french"]), Hold()) == (again,)
    assert refused(phase(FRENCH, "card_1 card_2", card_held=["french"]), Hold()) == (two, again)
    assert Hold() in offered(phase(FRENCH, "card_1", card_held=["british"]))


@proves("ww:4.0-A.2-mustplay", "ww:4.0-A.2-hold")
def test_who_carries_a_card_into_a_season_is_marked_and_must_play_out() -> None:
    state = played(phase(FRENCH, "card_14"), Hold()).state
    assert (state.tracks.season, state.cards.held, state.cards.passed) == (Season.LATE, (FRENCH,), ())


@proves("ww:4.0-A.2-hold", "ww:5.56", "ww:4.0-A.2-mustplay", "ww:card-foul-weather")
def test_a_held_card_answers_in_an_enemy_phase_and_then_lays_no_duty_on_its_owner() -> None:
    """Given France holds FOUL WEATHER, when Britain moves, then it may respond, and Q2: it has held nothing over."""
    state = phase(FRENCH, "card_14", {"albany": ["br_ranger_rogers"]}, enemy="card_5")
    state = played(state, Hold(), use("card_5"), Pick(unit("br_ranger_rogers")), Done()).state
    state = played(state, Pick(unit("br_ranger_rogers"))).state
    assert choice(state).by is FRENCH
    assert offered(state) == (Respond(card("card_14")), Decline())
    state = played(state, Respond(card("card_14"))).state
    state = played(state, Halt()).state
    assert (state.tracks.season, state.cards.held) == (Season.LATE, ())


@proves("ww:4.0-A.2")
def test_a_card_taken_from_the_enemy_lets_a_side_go_on() -> None:
    state = phase(FRENCH, "card_35", enemy="card_2 card_3")
    state = played(state, PlayEvent(card("card_35"))).state
    state = played(state, Roll(3), Draw(card("card_2"))).state
    assert choice(state).by is BRITISH
    assert choice(burn(state, "card_3")).by is FRENCH


# ---------------------------------------------------------------- digging


def digger(side: Side = BRITISH, option: str = "on", this_year: int = 1757, spare: str = "card_7") -> State:
    """Return a card play with BRITISH REGULARS, HIGHLANDERS and CAMPAIGN in the discards."""
    rules, buried = ruleset(dig_for_regulars=option), ["card_57", "card_60", "card_1"]
    return phase(side, f"card_5 {spare}", {}, rules, enemy="card_2", discards=buried, year=this_year)


@proves("ww:en-14.6")
def test_o14_6_britain_gives_up_a_random_card_for_regulars_or_highlanders_from_the_discards() -> None:
    state = digger()
    assert [each for each in offered(state) if isinstance(each, Dig)] == [Dig(card("card_57")), Dig(card("card_60"))]
    state = played(state, Dig(card("card_57"))).state
    assert chance(state).outcomes == ((Draw(card("card_5")), Fraction(1, 2)), (Draw(card("card_7")), Fraction(1, 2)))
    following = played(state, Draw(card("card_7")))
    assert following.events == (
        event(EventKind.CARD_DISCARDED, "ww:en-14.6", side="british", card="card_7"),
        event(EventKind.CARD_TAKEN, "ww:en-14.6", side="british", card="card_57"),
    )
    assert hand(following.state.cards, BRITISH) == (card("card_5"), card("card_57"))
    assert cards_in(following.state, At.DISCARDS) == (card("card_1"), card("card_7"), card("card_60"))
    assert choice(following.state).by is FRENCH


@proves("ww:en-14.6")
def test_o14_6_a_remove_card_given_up_is_only_discarded() -> None:
    state = played(digger(spare="card_58"), Dig(card("card_57")), Draw(card("card_58"))).state
    assert card("card_58") in cards_in(state, At.DISCARDS)


@proves("ww:en-14.6")
def test_o14_6_digging_is_for_the_british_from_1757_on_and_only_with_the_option() -> None:
    wanted = Dig(card("card_57"))
    assert refused(digger(option="off"), wanted) == (violation(Reason.NO_DIGGING, "ww:en-14.6"),)
    assert not any(isinstance(each, Dig) for each in offered(digger(option="off")))
    assert refused(digger(FRENCH), wanted) == (violation(Reason.BRITISH_ONLY, "ww:en-14.6"),)
    assert refused(digger(this_year=1756), wanted) == (
        violation(Reason.TOO_EARLY, "ww:en-14.6", year=1756, opens=1757),
    )


@proves("ww:en-14.6")
def test_o14_6_what_is_dug_up_is_among_the_discards_and_regulars_or_highlanders() -> None:
    other = violation(Reason.NOT_ASKED_FOR, "ww:en-14.6", card="card_1")
    assert refused(digger(), Dig(card("card_1"))) == (other,)
    gone = violation(Reason.NOT_IN_THE_DISCARDS, "ww:en-14.6", card="card_58")
    assert refused(digger(), Dig(card("card_58"))) == (gone,)
    assert refused(digger(), Dig(card("card_2"))) == (
        violation(Reason.NOT_IN_THE_DISCARDS, "ww:en-14.6", card="card_2"),
        violation(Reason.NOT_ASKED_FOR, "ww:en-14.6", card="card_2"),
    )


# ---------------------------------------------------------------- the year's end


def winter(pieces: dict[str, list[str]], rules: Ruleset = STANDARD, stage: str = "go_home", **rest: Json) -> State:
    """Return the end of a late season, gone on to the next decision."""
    return place(pieces, rules, season="late", frames=[year(FRENCH, stage)], **rest)


@proves("ww:4.0-B.3", "ww:4.0-B.4", "ww:4.0-B.5", "ww:4.0-B.6", "ww:4.0-B.3-leaders", "ww:4.0-B.2", "ww:4.0")
def test_the_late_season_ends_with_its_steps_in_order_and_the_next_year_begins() -> None:
    pieces = {
        "onondaga": ["fr_indian_mingo_1"],
        "allegheny_north": ["dumas"],
        "black_river": ["fr_regular_bearn"],
    }
    raided: Json = {"french": {"culpeper": 1, "reading": 2}}
    state = phase(
        FRENCH, "card_5", pieces, season="late", raided=raided, forts={"french": ["niagara"]}, blockhouses=["british"],
        markers={"no_landings": True, "french_raids": ["southern"], "british_raids": ["st_lawrence"]},
    )  # fmt: skip
    following = played(state, use("card_5"), Done(), EndPhase())
    assert [each for each in kinds_of(following.events) if each != "card_played"] == [
        "went_home", "went_home", "vp_scored", "attrition", "steps_lost", "season_begun",
    ]  # fmt: skip
    after = following.state
    assert stack(after, "mingo_town") == ["fr_indian_mingo_1"]
    assert stack(after, "niagara") == ["dumas"]
    assert stack(after, "black_river") == ["reduced fr_regular_bearn"]
    assert after.tracks.vp == 2
    assert not any(raided_markers(after.board, FRENCH))
    assert after.tracks == after.tracks._replace(
        year=1758, season=Season.EARLY, blockhouses=(), no_landings=False, british_raids=(), french_raids=(),
    )  # fmt: skip
    assert chance(after).about == "deal"


@proves("ww:4.0-B.4", "ww:13.22", "ww:10.31-d")
@pytest.mark.parametrize(("markers", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_raided_markers_score_half_a_point_each_rounded_up(markers: int, points: int) -> None:
    assert winter({}, stage="raided", raided={"french": {"culpeper": markers}}).tracks.vp == points
    assert winter({}, stage="raided", raided={"british": {"becancour": markers}}).tracks.vp == -points


@proves("ww:4.0-B.4")
def test_each_side_rounds_for_itself_when_both_have_raided() -> None:
    raided: Json = {"french": {"culpeper": 1, "reading": 1, "easton": 1}, "british": {"becancour": 1}}
    assert winter({}, stage="raided", raided=raided).tracks.vp == 2 - 1


@proves("ww:4.0-B.3", "ww:10.4-yearend")
@pytest.mark.parametrize(
    ("shelter", "huron", "delaware"),
    [("any_fortification", "montreal", "venango"), ("forts_only", "pays_d_en_haut", "kittaning")],
)
def test_d21_indians_at_a_fortress_and_a_stockade_stay_or_go_home(shelter: str, huron: str, delaware: str) -> None:
    rules = ruleset(indian_winter_shelter=shelter)
    pieces = {"montreal": ["fr_indian_huron"], "venango": ["fr_indian_delaware_1"]}
    state = winter(pieces, rules, stockades={"french": ["venango"]})
    assert stack(state, huron) == ["fr_indian_huron"]
    assert stack(state, delaware) == ["fr_indian_delaware_1"]


@proves("ww:4.0-B.3")
def test_indians_at_home_need_no_shelter_and_those_beside_an_enemy_fort_are_not_sheltered() -> None:
    pieces = {"kittaning": ["fr_indian_delaware_1"], "wills_creek": ["fr_indian_delaware_2"]}
    state = winter(pieces, stockades={"british": ["woodstock"]})
    assert stack(state, "kittaning") == ["fr_indian_delaware_1", "fr_indian_delaware_2"]


@proves("ww:4.0-B.3", "ww:10.4-yearend")
def test_a_leader_with_unsheltered_indians_may_stay_or_go_with_them() -> None:
    pieces = {"wills_creek": ["dumas", "fr_indian_delaware_1", "fr_regular_bearn"]}
    state = winter(pieces, forts={"french": ["ohio_forks"]})
    assert choice(state).by is FRENCH
    assert offered(state) == (PickSpace(space("kittaning")), PickSpace(space("ohio_forks")), Stay())
    stayed = played(state, Stay()).state
    assert stack(stayed, "wills_creek") == ["dumas", "reduced fr_regular_bearn"]
    assert stack(played(state, PickSpace(space("kittaning"))).state, "kittaning") == ["dumas", "fr_indian_delaware_1"]


@proves("ww:4.0-B.3", "ww:10.422")
def test_indians_who_followed_leaders_to_a_stockade_have_gone_home_even_if_only_forts_shelter() -> None:
    rules = ruleset(indian_winter_shelter="forts_only")
    pieces = {"wills_creek": ["dumas", "fr_indian_delaware_1"], "woodstock": ["rigaud", "fr_indian_delaware_2"]}
    state = winter(pieces, rules, stockades={"french": ["ohio_forks"]})
    state = played(state, *[PickSpace(space("ohio_forks"))] * 2).state
    assert due(state).about == "deal"
    arrived = ["dumas", "rigaud", "fr_indian_delaware_1", "fr_indian_delaware_2"]
    assert sorted(map(str, stack(state, "ohio_forks"))) == sorted(arrived)


@proves("ww:4.0-B.3-leaders")
def test_only_lone_leaders_in_the_wild_are_recalled() -> None:
    pieces = {
        "onondaga": ["johnson"],
        "albany": ["webb"],
        "reading": ["dunbar"],
        "oneida_castle": ["murray", "br_ranger_rogers"],
        "wills_creek": ["forbes"],
    }
    state = winter(pieces, forts={"british": ["oswego"]}, stockades={"british": ["wills_creek"]})
    assert stack(state, "oswego") == ["johnson"]
    assert stack(state, "albany") == ["webb"]
    assert stack(state, "reading") == ["dunbar"]
    assert stack(state, "oneida_castle") == ["murray", "br_ranger_rogers"]
    assert stack(state, "wills_creek") == ["forbes"]


@proves("ww:4.0-B.3-leaders")
def test_the_owner_chooses_between_equally_close_fortifications() -> None:
    state = winter({"oneida_castle": ["johnson"]}, stockades={"british": ["oneida_carry_east", "onondaga"]})
    assert offered(state) == (PickSpace(space("oneida_carry_east")), PickSpace(space("onondaga")))
    assert refused(state, PickSpace(space("albany"))) == (
        violation(Reason.NOT_HOME, "ww:4.0-B.3-leaders", space="albany", offered=("oneida_carry_east", "onondaga")),
    )
    foreign(state, Stay())
    assert stack(played(state, PickSpace(space("onondaga"))).state, "onondaga") == ["johnson"]


@proves("ww:4.0-B.6")
def test_the_last_year_of_the_scenario_ends_the_game_and_an_earlier_one_does_not() -> None:
    over = GAME.decision(winter({}, stage="victory", year=1759, vp={"french": 3}))
    assert over == Over("french wins", over.rules)
    assert winter({}, stage="victory", year=1758, vp={"french": 3}).tracks.year == 1759


@proves("ww:sc-ew-pittleaders", "ww:4.0")
def test_the_leaders_of_pitt_join_the_pool_at_the_start_of_1759_wherever_they_were_not_yet_in_play() -> None:
    trio = [leader(name) for name in ("amherst", "forbes", "wolfe")]
    state = winter({"albany": ["forbes"]}, stage="next", year=1758, markers={"pitt": False}, pool=["murray"])
    assert [state.board.leader_at[each] for each in trio] == [Away.POOL, space("albany"), Away.POOL]
    assert sum(state.board.leader_at[each] == Away.POOL for each in ALL_LEADERS) == 3
    early = winter({"albany": ["forbes"]}, stage="next", year=1757, markers={"pitt": False})
    assert [early.board.leader_at[each] for each in trio] == [Away.ASIDE, space("albany"), Away.ASIDE]


@proves("ww:sc-ew-pittleaders")
@pytest.mark.parametrize(("year", "joining"), [(1757, ()), (1758, ("amherst", "wolfe"))])
def test_it_is_told_which_leaders_of_pitt_join_the_pool_as_1759_begins(year: int, joining: tuple[str, ...]) -> None:
    frames: Json = [{"type": "year", "stage": "next", "turn": "french"}]
    state = read({"albany": ["forbes"]}, frames=frames, year=year, season="late", markers={"pitt": False})
    told = stepped(state)
    begun = event(EventKind.SEASON_BEGUN, "ww:4.0", year=year + 1, season="early")
    pooled = (event(EventKind.LEADER_AVAILABLE, "ww:sc-ew-pittleaders", leader=each) for each in joining)
    assert told.events == (*pooled, begun)


@proves("ww:4.0")
def test_a_new_season_forgets_the_regulars_played_and_the_departments_are_kept_until_the_year_ends() -> None:
    state = phase(
        FRENCH, "card_5", markers={"regulars": ["french", "british"], "french_raids": ["northern"]}, passed=["british"]
    )
    after = burn(state, "card_5")
    assert (after.tracks.season, after.tracks.regulars) == (Season.LATE, ())
    assert after.tracks.french_raids == (Department.NORTHERN,)
    assert after.cards.passed == ()


# ---------------------------------------------------------------- the markers of a set-up


def allied(state: State, side: Side) -> set[str]:
    """Return the settlements allied with a side."""
    return {IDS[place] for place in SPACES if allied_tribes(state.board, place, side)}


@proves("ww:sc-am-markers", "ww:sc-am-note", "ww:sc-lw")
@pytest.mark.parametrize(("scenario", "last"), [("annus_mirabilis", 1759), ("late_war", 1762)])
def test_games_of_1757_begin_at_french_four_with_pitt_and_the_revolution_behind_them(scenario: str, last: int) -> None:
    state = GAME.start(scenario, STANDARD)
    tracks = state.tracks
    assert (tracks.year, tracks.season, tracks.last_year, tracks.vp) == (1757, Season.EARLY, last, 4)
    assert (tracks.assemblies, tracks.pitt, tracks.diplomatic) == (Assemblies.SUPPORTIVE, True, True)
    assert top(state) == Year(YearStage.DEAL, FRENCH)
    assert allied(state, FRENCH) == {"mingo_town", "logstown", "pays_d_en_haut", "mississauga"}
    assert allied(state, BRITISH) == set()
    pool = {each for each in ALL_LEADERS if state.board.leader_at[each] == Away.POOL}
    assert pool == set(leaders("amherst bradstreet forbes murray wolfe"))


@proves("ww:sc-ew-markers", "ww:sc-full", "ww:sc-ew-length")
@pytest.mark.parametrize(("scenario", "last"), [("early_war", 1759), ("full_campaign", 1762)])
def test_games_of_1755_begin_level_with_neither_event_played(scenario: str, last: int) -> None:
    state = GAME.start(scenario, STANDARD)
    tracks = state.tracks
    assert (tracks.year, tracks.season, tracks.last_year, tracks.vp) == (1755, Season.EARLY, last, 0)
    assert (tracks.assemblies, tracks.pitt, tracks.diplomatic) == (Assemblies.SUPPORTIVE, False, False)
    assert top(state) == Year(YearStage.DEAL, FRENCH)
    assert allied(state, FRENCH) == {"pays_d_en_haut", "kahnawake", "st_francois"}
    assert allied(state, BRITISH) == {"canajoharie"}
