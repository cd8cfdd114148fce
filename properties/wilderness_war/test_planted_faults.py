"""Every invariant is worth something: a game with a fault put in breaks the law that is about it."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from oracle.rule_watcher import WATCHER
from properties import laws
from properties.faulty_game import FaultyGame, changing
from properties.laws import Broken, Session, drive
from properties.machine import machine
from properties.wilderness_war import laws as own
from properties.wilderness_war.explorer import GAME
from properties.wilderness_war.laws import under_test
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Decision
from reference.kernel.verdicts import Event, Next, No, Notation, NotThisDecision, violation
from reference.wilderness_war import board as b
from reference.wilderness_war import invariants
from reference.wilderness_war.actions import Action, Hold, Stay
from reference.wilderness_war.board import Board
from reference.wilderness_war.cards import FACES, HAND, At, cards_at, put_card
from reference.wilderness_war.ch02_map import SPACES, space
from reference.wilderness_war.ch03_pieces import COUNTERS, FULL, UNITS, Kind, leader, unit
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State, on_board

Verdict = Next[State] | No | Notation | NotThisDecision
Faulty = FaultyGame[State, Action, Ruleset]

HERE = space("tioga")


def caught(game: Faulty, law: str) -> str:
    """Play a faulty game until a law finds the fault; it must be this one."""
    with pytest.raises(Broken) as found:
        _play_on(game)
    assert found.value.law == law
    return str(found.value)


def _play_on(game: Faulty) -> None:
    for seed in range(20):
        drive(Session(under_test("standard", WATCHER.rules_run_by, game)), seed, 3, scenario=seed, head_start=20 * seed)


def after(change: Callable[[State], State]) -> Faulty:
    """Return the game with the position changed after every step."""
    return changing(GAME, change)


# ---------------------------------------------------------------- unsound positions


def _with_units(*names: str, place: str, inside: bool = False) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        for name in names:
            board = b.put_unit(board, unit(name), space(place), FULL, inside=inside)
        return board

    return change


def _with_leaders(*names: str) -> Callable[[Board], Board]:
    def change(board: Board) -> Board:
        for name in names:
            board = b.put_leader(board, leader(name), space("albany"))
        return board

    return change


def _ghost(board: Board) -> Board:
    first = next(each for each in UNITS if board.unit_at[each] < len(SPACES))
    return b.put_steps(board, first, 0)


def _crowded(board: Board) -> Board:
    five = [each for each in UNITS if b.side_of(each) is Side.FRENCH][:5]
    for each in five:
        board = b.put_unit(board, each, HERE, FULL, inside=True)
    return b.put_fort(board, HERE, Side.FRENCH)


def _all_provincials(board: Board) -> Board:
    for each in UNITS:
        if COUNTERS[each].kind is Kind.SOUTHERN_PROVINCIAL:
            board = b.put_unit(board, each, HERE, FULL)
    return board


UNSOUND: dict[Reason, Callable[[Board], Board]] = {
    Reason.COUNTER_MISPLACED: _ghost,
    Reason.TWO_FORTIFICATIONS: lambda board: b.put_stockade(board, space("albany"), Side.BRITISH),
    Reason.TOO_MANY_INSIDE: _crowded,
    Reason.INSIDE_WITHOUT_WORK: _with_units("br_ranger_rogers", place="tioga", inside=True),
    Reason.SIEGE_WITHOUT_WORK: lambda board: b.put_siege(board, HERE, 0),
    Reason.SIEGE_WITHOUT_BESIEGERS: lambda board: b.put_siege(board, space("halifax"), 0),
    Reason.ENEMIES_TOGETHER: _with_units("br_ranger_rogers", "fr_coureurs_marin", place="tioga"),
    Reason.MILITIA_OUT_OF_BOX: _with_units("br_militia_1", place="tioga"),
    Reason.UNIT_IN_MILITIA_BOX: _with_units("br_ranger_rogers", place="northern_colonial_militias"),
    Reason.MILITIA_BOX_OF_ENEMY: _with_units("fr_militia_1", place="northern_colonial_militias"),
    Reason.STOCKADE_NOT_TAKEN: lambda board: b.put_stockade(
        _with_units("br_regular_44th", place="tioga")(board), HERE, Side.FRENCH
    ),
    Reason.MARKER_OFF_THE_ARROWS: lambda board: b.put_amphib(board, space("ohio_forks"), present=True),
    Reason.IROQUOIS_ON_BOTH_SIDES: lambda board: _with_units("fr_indian_cayuga", place="montreal")(
        _with_units("br_indian_cayuga", place="albany")(board)
    ),
    Reason.TOO_MANY_COMMAND_SEVEN: _with_leaders("abercromby", "amherst", "loudoun"),
    Reason.TOO_MANY_PROVINCIALS: _all_provincials,
    Reason.FORTRESS_SPACE: lambda board: b.put_unfinished_fort(board, space("quebec"), Side.FRENCH),
    Reason.FORT_ALREADY_FINISHED: lambda board: b.put_unfinished_fort(
        b.put_fort(board, space("oswego"), Side.FRENCH), space("oswego"), Side.FRENCH
    ),
    Reason.NOT_THE_HOLDER: lambda board: b.put_fort(board, space("niagara"), Side.BRITISH),
    Reason.NOTHING_TO_RAID: lambda board: b.put_raided(board, space("northern_colonial_militias"), Side.FRENCH, 1),
    Reason.FORTRESS_LEFT: lambda board: b.put_fortress(board, space("louisbourg"), Side.BRITISH),
}


@pytest.mark.parametrize("reason", UNSOUND)
def test_an_unsound_board_is_found_as_soon_as_it_comes_about(reason: Reason) -> None:
    game = after(lambda state: on_board(state, UNSOUND[reason](state.board)))
    assert reason.name in caught(game, laws.SOUND)


@pytest.mark.parametrize(("where", "cards", "reason"), [(9, 1, Reason.CARD_LOST), (1, 60, Reason.TOO_MANY_CARDS)])
def test_lost_and_heaped_cards_are_found(where: int, cards: int, reason: Reason) -> None:
    def change(state: State) -> State:
        return replace(state, cards=state.cards._replace(at=bytes([where] * cards) + state.cards.at[cards:]))

    assert reason.name in caught(after(change), laws.SOUND)


def test_every_reason_of_an_unsound_position_has_its_planted_fault() -> None:
    named = {Reason[name] for name in re.findall(r"Reason\.(\w+)", inspect.getsource(invariants))}
    assert {*UNSOUND, Reason.CARD_LOST, Reason.TOO_MANY_CARDS} == named


# ---------------------------------------------------------------- laws of this game


def test_a_counter_in_two_places_is_found() -> None:
    def written(form: Json) -> Json:
        assert isinstance(form, Mapping)
        return {**form, "removed": ["fr_regular_bearn", "fr_regular_bearn"]}

    caught(FaultyGame(GAME, written=written), "every counter is in one place")


def test_a_settlement_allied_without_its_tribe_is_found() -> None:
    def written(form: Json) -> Json:
        assert isinstance(form, Mapping)
        pieces = form["pieces"]
        assert isinstance(pieces, Mapping)
        kept: dict[str, Json] = {
            place: [name for name in names if "_indian_" not in str(name)]
            for place, names in pieces.items()
            if isinstance(names, list)
        }
        return {**form, "pieces": kept}

    caught(FaultyGame(GAME, written=written), "settlements are allied while their tribes are on the map")


@pytest.mark.parametrize(
    ("function", "law"),
    [
        ("controls_fortress", "a fortress is controlled by one side, and not in a siege"),
        ("is_supplied", "supply comes from a source through spaces free of enemies"),
    ],
)
def test_control_and_supply_given_to_everybody_are_found(
    monkeypatch: pytest.MonkeyPatch, function: str, law: str
) -> None:
    monkeypatch.setattr(own, function, lambda *_: True)
    caught(FaultyGame(GAME), law)


def test_points_out_of_nowhere_are_found() -> None:
    game = after(lambda state: replace(state, tracks=state.tracks._replace(vp=state.tracks.vp + 1)))
    caught(game, "the VP marker moves by what is scored")


def test_a_year_that_comes_back_is_found() -> None:
    game = after(lambda state: replace(state, tracks=state.tracks._replace(year=state.tracks.year - 1)))
    caught(game, "time goes on")


def test_a_removed_card_that_comes_back_is_found() -> None:
    def change(state: State) -> State:
        first = next(iter(cards_at(state.cards, At.REMOVED)), None)
        if first is None:
            gone = next(card for card in cards_at(state.cards, At.PILE) if FACES[card].remove)
            return replace(state, cards=put_card(state.cards, gone, At.REMOVED))
        return replace(state, cards=put_card(state.cards, first, At.PILE))

    caught(after(change), "removed cards stay removed")


def test_a_card_in_no_place_breaks_the_law_of_cards() -> None:
    state = GAME.start("early_war", under_test("standard").ruleset)
    lost = replace(state, cards=state.cards._replace(at=b"\x09" + state.cards.at[1:]))
    assert list(own.lost_cards(state)) == []
    assert list(own.lost_cards(lost)) == [(0, 0)]


# ---------------------------------------------------------------- laws of every game


def _choices(change: Callable[[tuple[Action, ...]], tuple[Action, ...]]) -> Faulty:
    def decided(_: State, due: Decision[Action]) -> Decision[Action]:
        return Choice(due.by, due.about, due.rules, change(due.actions)) if isinstance(due, Choice) else due

    return FaultyGame(GAME, decided=decided)


def test_an_action_offered_twice_is_found() -> None:
    caught(_choices(lambda actions: (*actions, actions[0])), laws.LAWFUL_OFFER)


def test_an_action_offered_but_refused_is_found() -> None:
    caught(_choices(lambda actions: (*actions, Hold(), Stay()) if len(actions) > 3 else actions), laws.ACCEPTED)


def test_an_action_accepted_but_not_offered_is_found() -> None:
    caught(_choices(lambda actions: actions[: len(actions) // 2] or actions), laws.REFUSED)


def _refusing(change: Callable[[No], No]) -> Faulty:
    def stepped(_: State, __: Action, verdict: Verdict) -> Verdict:
        return change(verdict) if isinstance(verdict, No) else verdict

    return FaultyGame(GAME, stepped=stepped)


@pytest.mark.parametrize(
    "refusal",
    [
        No(()),
        No((violation(Reason.NO_FORCE, "ww:9.22-vp"),)),
        No((violation(Reason.NO_FORCE, "hs:2.22-3"),)),
    ],
    ids=["no reason", "a rule that was not applied", "a rule of another game"],
)
def test_a_refusal_without_a_rule_that_applies_is_found(refusal: No) -> None:
    caught(_refusing(lambda _: refusal), laws.BY_RULE)


def test_a_refusal_about_another_decision_is_found() -> None:
    def stepped(_: State, __: Action, verdict: Verdict) -> Verdict:
        return NotThisDecision("supper", verdict.rules) if isinstance(verdict, NotThisDecision) else verdict

    caught(FaultyGame(GAME, stepped=stepped), laws.BY_RULE)


def test_an_event_without_a_rule_is_found() -> None:
    def stepped(_: State, __: Action, verdict: Verdict) -> Verdict:
        news = Event(EventKind.VP_SCORED, (), (("points", 0), ("side", "french")))
        return Next(verdict.state, (news,)) if isinstance(verdict, Next) else verdict

    caught(FaultyGame(GAME, stepped=stepped), laws.CITED)


def test_a_position_that_is_not_read_back_is_found() -> None:
    def written(form: Json) -> Json:
        assert isinstance(form, Mapping)
        return {name: value for name, value in form.items() if name != "hands"}

    caught(FaultyGame(GAME, written=written), laws.READ_BACK)


def test_a_hand_that_shows_is_found() -> None:
    def observed(state: State, side: str, seen: Json) -> Json:
        return [seen, list(cards_at(state.cards, HAND[Side(side).enemy]))]

    caught(FaultyGame(GAME, observed=observed), laws.VEILED)


def test_a_decision_that_changes_hands_when_asked_again_is_found() -> None:
    turns = count()

    def decided(_: State, due: Decision[Action]) -> Decision[Action]:
        by = list(Side)[next(turns) % 2].value
        return replace(due, by=by) if isinstance(due, Choice) else due

    caught(FaultyGame(GAME, decided=decided), laws.THEIRS)


def test_a_game_that_depends_on_more_than_its_actions_is_found() -> None:
    steps = count()
    caught(
        after(lambda state: replace(state, tracks=state.tracks._replace(pitt=next(steps) > 40))),
        laws.REPLAYED,
    )


def test_the_machine_itself_fails_on_a_faulty_game() -> None:
    game = after(lambda state: on_board(state, b.put_siege(state.board, HERE, 0)))
    faulty = machine(lambda: Session(under_test("standard", game=game)))
    with pytest.raises(Broken, match=laws.SOUND):
        run_state_machine_as_test(faulty, settings=settings(max_examples=2, phases=[Phase.generate]))
