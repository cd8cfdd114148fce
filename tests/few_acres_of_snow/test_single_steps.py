"""Single steps: what one rule makes of a position, looked at before anything else goes on."""

import pytest

from reference.few_acres_of_snow.actions import Block, Resolve
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card, names
from reference.few_acres_of_snow.ch04_turn import (
    _finished,
    drawing_advance,
    resolve_violations,
    siege_check_advance,
    still_won,
)
from reference.few_acres_of_snow.ch11_raids import blocked as raid_blocked
from reference.few_acres_of_snow.ch12_ambushes import blocked as ambush_blocked
from reference.few_acres_of_snow.ch16_end import ended
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import (
    AmbushDeclared,
    Drawing,
    Purpose,
    RaidDeclared,
    SiegeCheck,
    SiegeWon,
    SiegeWonStage,
    Turn,
    TurnStart,
)
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Outcome, Siege, State, player, with_player, with_siege
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, broken, cards, kinds, scene

# ---------------------------------------------------------------- the siege check


def both_won() -> State:
    """Return a British turn about to begin in which they have won two sieges: of Gaspe, and that of Boston."""
    state = with_siege(scene(), BRITISH, Siege(place("gaspe"), 2, (cards("british_militia"), b"")))
    state = with_siege(state, FRENCH, Siege(place("boston"), -1, (cards("french_militia"), b"")))
    return state._replace(stack=Stack((SiegeCheck(BRITISH, SIDES),)))


@proves("fa:siege.win.1", "fa:siege.win.16")
def test_a_siege_is_chosen_only_among_those_the_player_has_won() -> None:
    frame = SiegeCheck(BRITISH, SIDES)
    for where in ("gaspe", "boston"):
        assert resolve_violations(both_won(), frame, Resolve(place(where))) == ()
    found = resolve_violations(both_won(), frame, Resolve(place("louisbourg")))
    assert broken(found) == {("not_won", "siege.win.1")}


@proves("fa:siege.win.1", "fa:turn.3")
@pytest.mark.parametrize("given_up", [(), (BRITISH,), (FRENCH,), SIDES])
def test_won_sieges_are_settled_one_by_one_and_those_given_up_meanwhile_are_not(given_up: tuple[Side, ...]) -> None:
    state, frame = both_won(), SiegeCheck(BRITISH, SIDES)
    for attacker in given_up:
        state = with_siege(state, attacker, None)
    left = tuple(attacker for attacker in SIDES if attacker not in given_up)
    assert still_won(state, frame) == left
    after = siege_check_advance(state, frame)
    if not left:
        assert after.state.stack.frames == (Turn(BRITISH, 2),)
        return
    rest = tuple(attacker for attacker in SIDES if attacker is not left[0])
    step = SiegeWonStage.SETTLE if left[0] is BRITISH else SiegeWonStage.RETURN
    assert after.state.stack.frames == (SiegeCheck(BRITISH, rest), SiegeWon(left[0], BRITISH, step))
    assert after.events[0].kind == EventKind.SIEGE_WON


@proves("fa:turn.3", "fa:turn.4")
@pytest.mark.parametrize("captured", [0, 20])
def test_with_no_siege_won_the_two_actions_begin_unless_the_game_ends_here(captured: int) -> None:
    state = scene(options="+end_check_order=after_sieges")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(villages_taken=captured))
    after = siege_check_advance(state._replace(stack=Stack((SiegeCheck(BRITISH, ()),))), SiegeCheck(BRITISH, ()))
    assert after.state.stack.frames == (() if captured else (Turn(BRITISH, 2),))
    assert kinds(after) == [EventKind.GAME_WON if captured else EventKind.TURN_BEGAN]


@proves("fa:end.6", "fa:end.7", "fa:end.8", "fa:turn.1", "fa:aid.end.3")
@pytest.mark.parametrize(("taken", "winner"), [(0, BRITISH), (1, FRENCH), (2, FRENCH)])
def test_the_end_counts_places_and_captures_and_stops_the_game(taken: int, winner: Side) -> None:
    """Given two British towns of four points against Quebec as a village of six, then captured villages decide.

    One is worth two: it levels the points, which the French win; a second one puts them ahead.
    """
    others = "new_haven norfolk pemaquid philadelphia st_marys gaspe louisbourg port_royal tadoussac trois_rivieres"
    state = scene("", BRITISH, "", quebec="french village", **dict.fromkeys([*others.split(), "montreal"], "neutral"))
    state = with_player(state, FRENCH, player(state, FRENCH)._replace(villages_taken=taken))
    after = ended(state, "fa:end.3")
    assert after.state.outcome == Outcome(winner, "fa:end.3", (8, 6 + 2 * taken))
    assert after.state.stack.frames == ()
    assert kinds(after) == [EventKind.GAME_WON]


# ---------------------------------------------------------------- drawing


def drawing(frame: Drawing, deck: str, discard: str) -> State:
    """Return a draw under way, as an act within a turn if it is one, with these piles of the British."""
    state = scene("british_boston")
    own = player(state, BRITISH)._replace(deck=cards(deck), discard=cards(discard))
    below = (Turn(BRITISH, 1),) if frame.purpose is Purpose.HOME_SUPPORT else ()
    return with_player(state, BRITISH, own)._replace(stack=Stack((*below, frame)))


@proves("fa:turn.7", "fa:homesupport.2", "fa:faq.deck.1")
@pytest.mark.parametrize("purpose", [Purpose.REFILL, Purpose.HOME_SUPPORT])
def test_the_discard_pile_becomes_the_deck_when_a_card_is_needed_and_none_is_there(purpose: Purpose) -> None:
    frame = Drawing(BRITISH, 2, purpose)
    after = drawing_advance(drawing(frame, "", "british_ships british_militia"), frame)
    own = player(after.state, BRITISH)
    assert (own.deck, own.discard, own.hand) == (cards("british_ships british_militia"), b"", cards("british_boston"))
    assert after.state.stack.top == frame
    assert kinds(after) == [EventKind.RESHUFFLED]


@proves("fa:turn.7", "fa:faq.deck.1", "fa:turn.1")
@pytest.mark.parametrize(("left", "deck", "discard"), [(0, "", "british_ships"), (0, "british_ships", ""), (2, "", "")])
def test_nothing_is_shuffled_when_all_are_drawn_or_nothing_is_there_and_the_opponents_turn_comes(
    left: int, deck: str, discard: str
) -> None:
    frame = Drawing(BRITISH, left, Purpose.REFILL)
    after = drawing_advance(drawing(frame, deck, discard), frame)
    own = player(after.state, BRITISH)
    assert (own.deck, own.discard) == (cards(deck), cards(discard))
    assert after.state.stack.frames == (TurnStart(FRENCH),)
    assert after.events == ()


@proves("fa:turn.1")
@pytest.mark.parametrize("side", SIDES)
def test_after_the_refill_the_opponents_turn_begins(side: Side) -> None:
    frame = Drawing(side, 0, Purpose.REFILL)
    after = _finished(scene()._replace(stack=Stack((frame,))), frame)
    assert after.state.stack.frames == (TurnStart(side.enemy),)


@proves("fa:turn.2")
def test_after_both_opening_hands_the_british_have_the_first_turn() -> None:
    british, french = (Drawing(side, 0, Purpose.OPENING) for side in SIDES)
    between = _finished(scene()._replace(stack=Stack((french, british))), british)
    assert between.state.stack.frames == (french,)
    after = _finished(scene()._replace(stack=Stack((french,))), french)
    assert after.state.stack.frames == (TurnStart(BRITISH),)


@proves("fa:homesupport.3")
@pytest.mark.parametrize("side", SIDES)
def test_home_support_is_discarded_after_its_draws_and_the_turn_goes_on(side: Side) -> None:
    frame = Drawing(side, 0, Purpose.HOME_SUPPORT)
    state = scene("", side)._replace(stack=Stack((Turn(side, 1), frame)))
    state = with_player(state, side, player(state, side)._replace(discard=b""))
    after = _finished(state, frame).state
    assert names(player(after, side).discard) == (f"{side.value}_home_support",)
    assert after.stack.frames == (Turn(side, 1),)


# ---------------------------------------------------------------- blocks


def both_have_natives(frame: RaidDeclared | AmbushDeclared) -> State:
    """Return a French answer that is due, with a neutral Native American card in either hand and no money."""
    state = scene()._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    for side in SIDES:
        own = player(state, side)._replace(money=0, hand=cards("neutral_native_americans"), discard=b"")
        state = with_player(state, side, own)
    return state


@proves("fa:raid.block.1", "fa:raid.block.3", "fa:raid.block.4", "fa:faq.raid.2", "fa:aid.raid.6")
def test_a_raid_is_blocked_from_the_victims_hand_and_for_nothing() -> None:
    frame = RaidDeclared(BRITISH, place("gaspe"))
    state = both_have_natives(frame)
    after = raid_blocked(state, frame, Block(card("neutral_native_americans"))).state
    assert player(after, BRITISH) == player(state, BRITISH)
    assert player(after, FRENCH) == player(state, FRENCH)._replace(hand=b"", discard=cards("neutral_native_americans"))
    assert (after.board, after.stack.frames) == (state.board, (Turn(BRITISH, 1),))


@proves("fa:ambush.2", "fa:ambush.3", "fa:faq.raid.2", "fa:aid.ambush.2")
def test_an_ambush_is_blocked_from_the_victims_hand_and_for_nothing() -> None:
    frame = AmbushDeclared(BRITISH)
    state = both_have_natives(frame)
    after = ambush_blocked(state, frame, Block(card("neutral_native_americans"))).state
    assert player(after, BRITISH) == player(state, BRITISH)
    assert player(after, FRENCH) == player(state, FRENCH)._replace(hand=b"", discard=cards("neutral_native_americans"))
    assert after.stack.frames == (Turn(BRITISH, 1),)
