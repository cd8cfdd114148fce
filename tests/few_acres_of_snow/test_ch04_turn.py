"""Turns: the siege check, the number of actions, the refill and its reshuffle."""

from fractions import Fraction

import pytest

from reference.few_acres_of_snow.actions import Draw, Resolve
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import CARD_IDS, card, names
from reference.few_acres_of_snow.ch04_turn import (
    _end,
    _finished,
    actions_began,
    as_soon_as_empty,
    draw_chance,
    drawing_advance,
    drawing_apply,
    refill_began,
    resolve_violations,
    siege_check_advance,
    siege_check_began,
    still_won,
    turn_start_advance,
)
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import Drawing, Purpose, SiegeCheck, SiegeWon, SiegeWonStage, Turn, TurnStart
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.kernel.decisions import Chance
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from tests.few_acres_of_snow.scenes import (
    END,
    FIVE,
    GAME,
    HALIFAX,
    LOUISBOURG_WON,
    NO_CARD_IN_HAND,
    PASS,
    WON_SIEGE,
    Scene,
    act,
    after,
    b,
    cited,
    events,
    f,
    placed,
    turn,
    turn_start,
)
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, broken, cards, kinds, scene

FRENCH_FIVE = f("quebec", "gaspe", "montreal", "tadoussac", "louisbourg")


@proves(
    "fa:turn.1", "fa:turn.4", "fa:turn.6", "fa:act.1", "fa:act.3", "fa:sum.turn.1", "fa:aid.turn.1", "fa:pass.1",
    "fa:sum.other.2", "fa:aid.pass.1", "fa:turn.3",
)  # fmt: skip
def test_two_actions_then_the_refill_then_the_other_player() -> None:
    Scene(
        {
            "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid"), "french": FRENCH_FIVE},
            "decks": {"british": b("st_marys")},
        },
        (PASS, PASS, END, act("draw", card="british_st_marys")),
        {"hands": {"british": FIVE}, "frames": turn("french", 2)},
    ).run()


@proves("fa:turn.5", "fa:act.1")
def test_the_first_turn_of_each_side_has_one_action() -> None:
    Scene(
        {"first_turns": 2, "hands": {"british": FIVE, "french": FRENCH_FIVE}, "frames": turn_start("british")},
        expect={"frames": turn("british", 1), "first_turns": 1},
    ).run()


@proves("fa:turn.5")
def test_the_second_players_first_turn_has_one_action_too() -> None:
    Scene(
        {"first_turns": 1, "hands": {"british": FIVE, "french": FRENCH_FIVE}, "frames": turn("british", 0)},
        (END,),
        {"frames": turn("french", 1)},
    ).run()


@proves("fa:turn.4", "fa:turn.5")
def test_then_turns_have_two_actions() -> None:
    Scene(
        {"hands": {"british": FIVE, "french": FRENCH_FIVE}, "frames": turn("french", 0)},
        (END,),
        {"frames": turn("british", 2)},
    ).run()


@proves("fa:turn.7", "fa:board.14", "fa:sum.turn.1")
def test_an_empty_deck_is_filled_from_the_discard_pile_in_the_middle_of_a_refill() -> None:
    Scene(
        {
            "hands": {"british": b("boston", "norfolk", "pemaquid")},
            "decks": {"british": b("st_marys")},
            "discards": {"british": b("new_york", "new_haven")},
            "frames": turn("british", 0),
        },
        (END, act("draw", card="british_st_marys"), act("draw", card="british_new_york")),
        {"hands": {"british": FIVE}, "decks": {"british": b("new_haven")}, "discards": {"british": []}},
    ).run()


@proves("fa:turn.6", "fa:turn.1")
def test_with_the_last_card_of_the_refill_the_turn_is_over_free_actions_too() -> None:
    Scene(
        {
            "hands": {"british": b("boston", "new_york", "norfolk", "pemaquid"), "french": FRENCH_FIVE},
            "decks": {"british": b("home_support", "st_marys")},
            "frames": turn("british", 0),
        },
        (END, act("draw", card="british_home_support")),
        {"frames": turn("french", 2)},
    ).run()


@proves("fa:turn.8", "fa:turn.6")
def test_a_hand_above_five_is_kept_and_nothing_is_drawn() -> None:
    Scene(
        {
            "hands": {
                "british": [*b("boston", "new_haven", "new_york", "norfolk", "pemaquid", "st_marys")],
                "french": FRENCH_FIVE,
            },
            "decks": {"british": b("philadelphia")},
            "frames": turn("british", 0),
        },
        (END,),
        {"decks": {"british": b("philadelphia")}, "frames": turn("french", 2)},
    ).run()


@proves("fa:turn.6", "fa:turn.7")
def test_with_deck_and_discard_pile_empty_the_hand_stays_short() -> None:
    Scene(
        {
            "hands": {"british": b("boston"), "french": FRENCH_FIVE},
            "decks": {"british": []},
            "frames": turn("british", 0),
        },
        (END,),
        {"hands": {"british": b("boston")}, "frames": turn("french", 2)},
    ).run()


@proves("fa:turn.6")
def test_odds_count_copies() -> None:
    state = placed(
        {
            "hands": {"british": b("boston")},
            "decks": {"british": b("militia", "militia", "rangers")},
            "frames": turn("british", 0),
        }
    )
    due = GAME.decision(after(state, END))
    assert isinstance(due, Chance)
    assert [(GAME.write_action(each), odds) for each, odds in due.outcomes] == [
        (act("draw", card="british_militia"), Fraction(2, 3)),
        (act("draw", card="british_rangers"), Fraction(1, 3)),
    ]


@proves("fa:turn.8")
def test_a_kept_hand_is_told() -> None:
    hand = b("boston", "new_haven", "new_york", "norfolk", "pemaquid", "st_marys")
    state = placed({"hands": {"british": hand, "french": FRENCH_FIVE}, "frames": turn("british", 0)})
    assert [(each.kind.value, each.rules) for each in events(state, END)] == [
        ("turn_ended", ("fa:turn.6",)),
        ("hand_kept", ("fa:turn.8",)),
        ("turn_began", ("fa:turn.4",)),
    ]


@proves("fa:turn.3")
def test_no_action_is_taken_before_the_siege_check_is_over() -> None:
    Scene(
        {"plus": HALIFAX, "sieges": WON_SIEGE, "hands": {"british": b("new_york")}, "frames": turn_start("british")},
        refuse=PASS,
        because=((Reason.SIEGES_FIRST, "fa:turn.3"),),
    ).run()


@proves("fa:turn.7", "fa:homesupport.2", "fa:board.14", "fa:faq.deck.1")
@pytest.mark.parametrize(
    ("drawing", "deck", "options", "rules"),
    [
        ("home_support", 1, "", ("fa:board.14",)),
        ("home_support", 0, "", ("fa:homesupport.2",)),
        ("home_support", 1, "+reshuffle_timing=when_draw_needed", ("fa:homesupport.2",)),
        ("end_turn", 1, "", ("fa:turn.7", "fa:board.14")),
        ("end_turn", 0, "", ("fa:turn.7",)),
        ("end_turn", 1, "+reshuffle_timing=when_draw_needed", ("fa:turn.7",)),
    ],
)
def test_a_shuffle_is_told_under_the_rule_that_asks_for_it(
    drawing: str, deck: int, options: str, rules: tuple[str, ...]
) -> None:
    position = {
        "hands": {"french": f("home_support", "louisbourg")},
        "decks": {"french": f("trader")[:deck]},
        "discards": {"french": f("gaspe", "quebec", "montreal", "tadoussac", "port_royal")},
        "frames": turn("french", 0),
    }
    drawn = act("draw", card="french_trader" if deck else "french_gaspe")
    assert cited(placed(position, f"first{options}"), "reshuffled", act(drawing), drawn) == [rules]


@proves("fa:turn.4", "fa:turn.5")
@pytest.mark.parametrize(("first_turns", "rule_id"), [(1, "fa:turn.5"), (0, "fa:turn.4")])
def test_a_turn_of_the_first_round_begins_under_its_own_rule(first_turns: int, rule_id: str) -> None:
    hands = {"hands": {"british": b("boston", "new_york", "norfolk", "pemaquid", "st_marys")}}
    position = {**hands, "first_turns": first_turns, "frames": turn("british", 0)}
    assert cited(placed(position), "turn_began", END) == [(rule_id,)]


@proves("fa:turn.4", "fa:turn.5", "fa:turn.1", "fa:sum.turn.1", "fa:aid.turn.1")
@pytest.mark.parametrize(("before", "actions", "left"), [(2, 1, 1), (1, 1, 0), (0, 2, 0)])
def test_each_players_first_turn_has_one_action_and_every_later_one_two(before: int, actions: int, left: int) -> None:
    after = actions_began(scene()._replace(first_turns=before), BRITISH).state
    assert (after.stack.top, after.first_turns) == (Turn(BRITISH, actions), left)


@proves("fa:turn.6", "fa:turn.8", "fa:sum.turn.1", "fa:aid.turn.1")
@pytest.mark.parametrize("size", [0, 4, 5, 6, 8])
def test_a_hand_is_filled_to_five_and_one_of_five_or_more_is_kept_and_noted(size: int) -> None:
    refill = refill_began(scene(" ".join(["british_regular_infantry"] * size)), BRITISH)
    assert refill.state.stack.top == Drawing(BRITISH, max(5 - size, 0), Purpose.REFILL)
    told = [(each.rules, dict(each.facts)) for each in refill.events]
    kept = {"by": "chance", "window": "drawing", "side": "british", "cards": size}
    assert told == ([] if size < 5 else [(("fa:turn.6" if size == 5 else "fa:turn.8",), kept)])


@proves("fa:setup.8", "fa:turn.6", "fa:homesupport.1")
@pytest.mark.parametrize("dealt", ["top", "bottom"])
@pytest.mark.parametrize("purpose", Purpose)
def test_a_deck_in_order_is_drawn_from_the_top_and_by_home_support_from_the_end_of_the_option(
    dealt: str, purpose: Purpose
) -> None:
    """Given two equal cards at the ends of a deck, then the one drawn leaves its own end."""
    ends = [card(f"british_{name}") for name in ("militia", "ships", "militia")]
    state = scene(options=f"+home_support_deals_from={dealt}")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(deck=bytes(ends), stacked=True))
    frame = Drawing(BRITISH, 2, purpose)
    state = state._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    bottom = dealt == "bottom" and purpose is Purpose.HOME_SUPPORT
    assert _end(state, frame) == (-1 if bottom else 0)
    chance = draw_chance(state, frame)
    assert chance.outcomes == ((Draw(ends[0]), Fraction(1)),)
    after = drawing_apply(state, frame, Draw(ends[0]))
    assert player(after.state, BRITISH).deck == bytes(ends[:2] if bottom else ends[1:])
    assert after.state.stack.top == Drawing(BRITISH, 1, purpose)


@proves("fa:setup.3", "fa:turn.6")
def test_a_shuffled_deck_gives_each_card_by_its_share_and_one_in_order_its_top_card() -> None:
    state = scene()
    deck = cards("british_militia british_militia british_ships")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(deck=deck))
    chance = draw_chance(state, Drawing(BRITISH, 1, Purpose.REFILL))
    assert {CARD_IDS[draw.card]: odds * 3 for draw, odds in chance.outcomes} == {
        "british_militia": 2,
        "british_ships": 1,
    }
    known = player(state, BRITISH)._replace(stacked=True)
    chance = draw_chance(with_player(state, BRITISH, known), Drawing(BRITISH, 1, Purpose.REFILL))
    assert chance.outcomes == ((Draw(card("british_militia")), Fraction(1)),)


@proves("fa:board.14", "fa:faq.deck.1", "fa:aid.homesupport.1", "fa:turn.6", "fa:homesupport.1")
@pytest.mark.parametrize("purpose", [Purpose.REFILL, Purpose.HOME_SUPPORT])
@pytest.mark.parametrize("support", ["yes", "no"])
@pytest.mark.parametrize("timing", ["when_empty", "when_draw_needed"])
@pytest.mark.parametrize("discard", ["", "british_ships"])
@pytest.mark.parametrize("deck", ["", "british_trader"])
def test_the_last_card_drawn_sets_off_a_shuffle_at_once_by_option_but_not_for_a_home_support_that_stops(
    purpose: Purpose, support: str, timing: str, discard: str, deck: str
) -> None:
    state = scene(options=f"+home_support_reshuffle={support}+reshuffle_timing={timing}")
    frame = Drawing(BRITISH, 2, purpose)
    state = state._replace(stack=Stack((Turn(BRITISH, 1), frame)))
    left = player(state, BRITISH)._replace(deck=cards(deck), discard=cards(discard))
    exempt = purpose is Purpose.HOME_SUPPORT and support == "no"
    shuffles = not deck and discard != "" and timing == "when_empty" and not exempt
    after = as_soon_as_empty(with_player(state, BRITISH, left), frame)
    assert kinds(after) == ([EventKind.RESHUFFLED] if shuffles else [])
    last = left._replace(deck=cards(f"{deck} british_militia"))
    both = drawing_apply(with_player(state, BRITISH, last), frame, Draw(card("british_militia")))
    assert kinds(both) == [EventKind.CARD_DRAWN, *([EventKind.RESHUFFLED] if shuffles else [])]


@proves("fa:turn.3", "fa:end.5", "fa:aid.end.2")
@pytest.mark.parametrize("order", ["before_sieges", "after_sieges"])
@pytest.mark.parametrize("captured", [0, 20])
def test_the_end_is_looked_at_before_the_sieges_or_only_after_them(order: str, captured: int) -> None:
    state = scene(options=f"+end_check_order={order}")._replace(stack=Stack((TurnStart(BRITISH),)))
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(villages_taken=captured))
    after = turn_start_advance(state, TurnStart(BRITISH)).state
    over = order == "before_sieges" and captured == 20
    assert (after.outcome is not None) is over
    assert over or after.stack.top == SiegeCheck(BRITISH, ())


def drawing_from(frame: Drawing, deck: bytes, *, stacked: bool = False) -> State:
    """Return a draw of the British under way from this deck, with Boston in hand and nothing discarded."""
    state = scene("british_boston")
    own = player(state, BRITISH)._replace(deck=deck, discard=b"", stacked=stacked)
    return with_player(state, BRITISH, own)._replace(stack=Stack((Turn(BRITISH, 1), frame)))


@proves("fa:setup.8", "fa:turn.6", "fa:homesupport.1")
@pytest.mark.parametrize(
    ("purpose", "drawing_rule"),
    [
        (Purpose.OPENING, "fa:setup.8"),
        (Purpose.REFILL, "fa:turn.6"),
        (Purpose.HOME_SUPPORT, "fa:homesupport.1"),
    ],
)
def test_a_drawn_card_leaves_the_deck_for_the_hand_and_one_fewer_is_to_come(
    purpose: Purpose, drawing_rule: str
) -> None:
    frame = Drawing(BRITISH, 3, purpose)
    state = drawing_from(frame, cards("british_militia british_ships british_trader"))
    after = drawing_apply(state, frame, Draw(card("british_ships")))
    own = player(after.state, BRITISH)
    assert own.deck == cards("british_militia british_trader")
    assert own.hand == cards("british_boston british_ships")
    assert after.state.stack.top == Drawing(BRITISH, 2, purpose)
    assert [(each.kind, each.rules) for each in after.events] == [(EventKind.CARD_DRAWN, (drawing_rule,))]


@proves("fa:homesupport.2")
@pytest.mark.parametrize(
    ("left", "deck", "discard", "shuffles"),
    [
        (2, "", "british_ships", True),
        (2, "", "", False),
        (0, "", "british_ships", False),
        (0, "british_ships", "", False),
    ],
)
def test_home_support_shuffles_when_a_card_is_lacking_and_is_over_when_none_can_come(
    left: int, deck: str, discard: str, shuffles: bool
) -> None:
    """Given a deck that had been laid in order, when it is filled anew, then its order is not known any more."""
    frame = Drawing(BRITISH, left, Purpose.HOME_SUPPORT)
    state = drawing_from(frame, cards(deck), stacked=True)
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(discard=cards(discard)))
    after = drawing_advance(state, frame)
    own = player(after.state, BRITISH)
    if shuffles:
        assert (own.deck, own.discard, own.stacked) == (cards(discard), b"", False)
        assert after.state.stack.top == frame
        assert kinds(after) == [EventKind.RESHUFFLED]
    else:
        assert (own.deck, own.discard) == (cards(deck), cards(f"{discard} british_home_support"))
        assert after.state.stack.frames == (Turn(BRITISH, 1),)
        assert kinds(after) == ([EventKind.DRAWS_CUT_SHORT] if left else [])


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
    alone = [EventKind.NOT_ASKED] if len(left) == 1 else []
    assert kinds(after)[: len(alone) + 1] == [*alone, EventKind.SIEGE_WON]


@proves("fa:turn.3", "fa:turn.4")
@pytest.mark.parametrize("captured", [0, 20])
def test_with_no_siege_won_the_two_actions_begin_unless_the_game_ends_here(captured: int) -> None:
    state = scene(options="+end_check_order=after_sieges")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(villages_taken=captured))
    after = siege_check_advance(state._replace(stack=Stack((SiegeCheck(BRITISH, ()),))), SiegeCheck(BRITISH, ()))
    assert after.state.stack.frames == (() if captured else (Turn(BRITISH, 2),))
    assert kinds(after) == [EventKind.GAME_WON if captured else EventKind.TURN_BEGAN]


def drawing(frame: Drawing, deck: str, discard: str) -> State:
    """Return a draw under way, as an action within a turn if it is one, with these piles of the British."""
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
    assert kinds(after) == ([EventKind.DRAWS_CUT_SHORT] if left else [])


@proves("fa:turn.1")
@pytest.mark.parametrize("side", SIDES)
def test_after_the_refill_the_opponents_turn_begins(side: Side) -> None:
    frame = Drawing(side, 0, Purpose.REFILL)
    after = _finished(scene()._replace(stack=Stack((frame,))), frame)
    assert after.stack.frames == (TurnStart(side.enemy),)


@proves("fa:turn.2")
def test_after_both_opening_hands_the_british_have_the_first_turn() -> None:
    british, french = (Drawing(side, 0, Purpose.OPENING) for side in SIDES)
    between = _finished(scene()._replace(stack=Stack((french, british))), british)
    assert between.stack.frames == (french,)
    after = _finished(scene()._replace(stack=Stack((french,))), french)
    assert after.stack.frames == (TurnStart(BRITISH),)


@proves("fa:homesupport.3")
@pytest.mark.parametrize("side", SIDES)
def test_home_support_is_discarded_after_its_draws_and_the_turn_goes_on(side: Side) -> None:
    frame = Drawing(side, 0, Purpose.HOME_SUPPORT)
    state = scene("", side)._replace(stack=Stack((Turn(side, 1), frame)))
    state = with_player(state, side, player(state, side)._replace(discard=b""))
    after = _finished(state, frame)
    assert names(player(after, side).discard) == (f"{side.value}_home_support",)
    assert after.stack.frames == (Turn(side, 1),)


@proves("fa:sum.turn.1", "fa:aid.turn.1", "fa:turn.3", "fa:aid.siege.10")
@pytest.mark.parametrize(
    ("side", "marker", "won"),
    [(BRITISH, 2, (BRITISH,)), (BRITISH, 1, ()), (FRENCH, 2, ()), (FRENCH, 0, ()), (FRENCH, -1, (BRITISH,))],
)
def test_a_turn_begins_with_the_sieges_its_player_has_won(side: Side, marker: int, won: tuple[Side, ...]) -> None:
    state = with_siege(scene(), BRITISH, Siege(place("gaspe"), marker, (cards("british_militia"), b"")))
    state = state._replace(stack=Stack((TurnStart(side),)))
    assert siege_check_began(state, side).state.stack.frames == (SiegeCheck(side, won),)


@proves("fa:turn.3", "fa:income.1", "fa:act.12")
def test_an_action_too_early_and_without_its_card() -> None:
    Scene(
        LOUISBOURG_WON,
        refuse=act("take_money", card="british_boston"),
        because=((Reason.SIEGES_FIRST, "fa:turn.3"), NO_CARD_IN_HAND),
    ).run()
