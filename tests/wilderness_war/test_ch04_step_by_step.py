"""Chapter 4, step by step: the end of a season and of a year, each step by itself."""

from dataclasses import replace

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import below
from reference.kernel.verdicts import event
from reference.wilderness_war.board import raided_markers
from reference.wilderness_war.cards import DECK, At
from reference.wilderness_war.ch04_sequence import _next_phase, next_turn, season_begun
from reference.wilderness_war.ch10_home import lone_leader
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import GoingHome, Year, YearStage
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.state import NO_PHASE, Phase, Season
from tests.wilderness_war.phases import BRITISH, FRENCH
from tests.wilderness_war.positions import STANDARD, Pieces, read, ruleset, stepped, top, under_way, units
from tests.wilderness_war.turns import s, who

BEGUN = event(EventKind.SEASON_BEGUN, "ww:4.0", year=1757, season="late")
SHUFFLED = event(EventKind.DECK_SHUFFLED, "ww:5.25")
# Five cards are left in the pile.
SHORT: dict[str, Json] = {
    "hands": {"french": ["card_62"]},
    "discards": [f"card_{number}" for number in range(6, 62)],
    "cards_aside": [f"card_{number}" for number in range(63, 71)],
}


@proves("ww:4.0-A.2-hold", "ww:4.0-A.2-mustplay", "ww:5.25", "ww:5.25-clar")
@pytest.mark.parametrize(
    ("rules", "news"), [(STANDARD, (BEGUN,)), (ruleset(short_deck="merge_then_deal"), (BEGUN, SHUFFLED))]
)
def test_a_season_begins_with_a_deal_and_notes_who_carries_a_card_into_it(
    rules: Ruleset, news: tuple[object, ...]
) -> None:
    before = under_way([Year(YearStage.ACTIONS, BRITISH, playing=True)], {}, rules, **SHORT)
    begun = season_begun(before, Season.LATE)
    assert (begun.state.tracks.season, begun.state.cards.held) == (Season.LATE, (FRENCH,))
    assert top(begun.state) == Year(YearStage.DEAL, FRENCH)
    assert begun.events == news


@proves("ww:4.0-A.2", "ww:4.0-A.2-runout", "ww:4.0-B.2")
def test_the_next_phase_is_the_enemys_if_he_has_cards_else_ones_own_else_nobodys() -> None:
    both = read({}, hands={"british": ["card_2"], "french": ["card_3"]})
    assert (next_turn(both, FRENCH), next_turn(both, BRITISH)) == (BRITISH, FRENCH)
    alone = read({}, hands={"british": ["card_2"]})
    assert (next_turn(alone, FRENCH), next_turn(alone, BRITISH)) == (BRITISH, BRITISH)
    assert next_turn(read({}), FRENCH) is None


@proves("ww:4.0-A.2", "ww:4.0-B.2")
@pytest.mark.parametrize("season", ["early", "late"])
def test_a_phase_is_one_card_of_whose_turn_it_is_and_the_season_ends_when_all_cards_are_spent(season: str) -> None:
    """Given a year, when a side has played a card it is the other's turn, and nobody's when no card is left."""
    hands: Json = {"british": ["card_2", "card_4"], "french": ["card_3"]}
    spent = Phase(value=3, units=units("fr_coureurs_marin"))
    for begun, following in (
        (Year(YearStage.ACTIONS, FRENCH), FRENCH),
        (Year(YearStage.ACTIONS, FRENCH, playing=True), BRITISH),
        (Year(YearStage.ACTIONS, BRITISH, playing=True), FRENCH),
    ):
        before = replace(under_way([begun], {}, season=season, hands=hands), phase=spent)
        after = _next_phase(before, begun)
        assert (top(after.state), after.state.phase) == (Year(YearStage.ACTIONS, following), NO_PHASE)
        assert after.events == ()
    over = Year(YearStage.ACTIONS, FRENCH, playing=True)
    ended = _next_phase(replace(under_way([over], {}, season=season), phase=spent), over).state
    assert ended.phase == NO_PHASE
    assert top(ended) == (Year(YearStage.DEAL, FRENCH) if season == "early" else replace(over, stage=YearStage.GO_HOME))


@proves("ww:5.25-clar")
def test_when_the_pile_runs_out_in_the_deal_the_discards_are_shuffled_and_dealt_on() -> None:
    """Given no pile, then the discards become it while a hand lacks cards; else the Action Phases begin."""
    dealing = Year(YearStage.DEAL, FRENCH)
    numbers = range(1, 71)
    short = stepped(under_way([dealing], {}, discards=[f"card_{number}" for number in numbers]))
    assert short.events == (event(EventKind.DECK_SHUFFLED, "ww:5.25-clar"),)
    assert top(short.state) == dealing
    assert {short.state.cards.at[each] for each in DECK} == {At.PILE}
    full: Json = {
        side: [f"card_{number}" for number in numbers[start : start + 9]]
        for side, start in (("french", 0), ("british", 9))
    }
    ready = stepped(under_way([dealing], {}, hands=full, discards=[f"card_{number}" for number in numbers[18:]]))
    assert (ready.events, top(ready.state)) == ((), Year(YearStage.ACTIONS, FRENCH))
    assert At.PILE not in ready.state.cards.at


@proves("ww:4.0")
def test_an_early_season_leads_to_the_late_one_and_that_to_the_end_of_the_year() -> None:
    early = stepped(under_way([Year(YearStage.ACTIONS, BRITISH)], {}, season="early"))
    assert (early.state.tracks.season, top(early.state)) == (Season.LATE, Year(YearStage.DEAL, FRENCH))
    assert early.events == (BEGUN,)
    late = stepped(under_way([Year(YearStage.ACTIONS, BRITISH)], {}, season="late"))
    assert (late.state.tracks.season, top(late.state)) == (Season.LATE, Year(YearStage.GO_HOME, BRITISH))


@proves("ww:4.0-B.3")
def test_unsheltered_indians_set_out_for_home_once_and_then_lone_leaders_are_looked_for() -> None:
    pieces: Pieces = {"onondaga": ["fr_indian_mingo_1"], "montreal": ["fr_indian_huron"]}
    mingo, shawnee = units("fr_indian_mingo_1"), units("fr_indian_shawnee_1")
    home = stepped(under_way([Year(YearStage.GO_HOME, FRENCH, homed=shawnee)], pieces, season="late")).state
    assert top(home) == GoingHome(FRENCH, s("onondaga"), (), mingo, winter=True)
    assert below(home) == Year(YearStage.GO_HOME, FRENCH, homed=(*shawnee, *mingo))
    gone = stepped(under_way([Year(YearStage.GO_HOME, FRENCH, homed=mingo)], pieces, season="late")).state
    assert top(gone) == Year(YearStage.RECALL, FRENCH)


@proves("ww:4.0-B.3-leaders")
def test_of_leaders_alone_only_those_in_the_wild_are_recalled() -> None:
    assert lone_leader(read({"reading": ["abercromby"]})) is None
    assert lone_leader(read({"onondaga": ["abercromby"]})) == who("abercromby")
    assert lone_leader(read({"onondaga": ["abercromby", "br_ranger_rogers"]})) is None


@proves("ww:4.0-B.4", "ww:10.31-d", "ww:13.22")
def test_raided_markers_are_scored_and_come_off_before_winter() -> None:
    raided: Json = {"french": {"culpeper": 1, "reading": 2}, "british": {"becancour": 1}}
    scored = stepped(under_way([Year(YearStage.RAIDED, FRENCH)], {}, season="late", raided=raided))
    assert scored.state.tracks.vp == 2 - 1
    assert not any((*raided_markers(scored.state.board, FRENCH), *raided_markers(scored.state.board, BRITISH)))
    assert top(scored.state) == Year(YearStage.WINTER, FRENCH)


@proves("ww:10.31-d", "ww:13.22")
@pytest.mark.parametrize(
    ("raided", "told"),
    [
        ({}, []),
        ({"french": {"culpeper": 1}}, [("french", 1, 1)]),
        ({"british": {"becancour": 2}}, [("british", 1, -1)]),
        ({"british": {"becancour": 1}, "french": {"culpeper": 3}}, [("british", 1, -1), ("french", 2, 1)]),
    ],
)
def test_only_a_side_that_has_raided_scores_at_the_years_end(raided: Json, told: list[tuple[str, int, int]]) -> None:
    scored = stepped(under_way([Year(YearStage.RAIDED, FRENCH)], {}, season="late", raided=raided))
    assert scored.events == tuple(
        event(EventKind.VP_SCORED, "ww:13.21", "ww:4.0-B.4", "ww:13.22", side=side, points=points, vp=vp)
        for side, points, vp in told
    )


@proves("ww:4.0", "ww:4.0-B.6")
def test_after_the_victory_check_the_next_year_begins_with_its_early_season() -> None:
    following = stepped(under_way([Year(YearStage.NEXT, BRITISH)], {}, season="late", year=1757)).state
    assert (following.tracks.year, following.tracks.season) == (1758, Season.EARLY)
    assert top(following) == Year(YearStage.DEAL, FRENCH)
