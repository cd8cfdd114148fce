"""What is said to an action whose decision is not due: the standing rules that keep it from being asked for."""

import pytest

from oracle import english
from reference.few_acres_of_snow.frames import SiegeCheck
from reference.few_acres_of_snow.not_due import not_due
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import Side
from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.table import seat
from reference.kernel.verdicts import Next, NotAsked, NotThisDecision, NotYourDecision, Violation, violation
from tests.few_acres_of_snow.scenes import (
    END,
    GAME,
    HALIFAX,
    LET,
    NEUTRAL_NATIVES,
    PASS,
    act,
    after,
    b,
    f,
    france,
    placed,
    play,
    siege,
    turn,
    turn_start,
)

BLOCK = act("block", card="british_rangers")
GIVE_UP = act("give_up", card="british_boston", source="hand")
AIM = act("aim", place="pemaquid")
NAME = act("name_card", place="louisbourg", card="british_militia")
RETURN = act("return_card", card="british_militia")
OCCUPY = act("occupy")
TURN = {"hands": {"british": b("rangers", "boston")}}
RAID = (act("raid", card="french_coureurs_de_bois"), act("aim", place="fort_halifax"))
SIEGE = {"british": siege("louisbourg", 2, b("militia"), f("militia"))}


def why_not(
    position: object, action: Json, *do: Json, by: str = "british", ruleset: str = "first"
) -> tuple[Violation, ...]:
    """Return why a side is not asked for what an action answers, after other actions were taken."""
    return not_due(after(placed(position, ruleset), *do), by, GAME.read_action(action))


@proves("fa:raid.block.1", "fa:ambush.2", "fa:convert.1")
def test_only_a_declared_raid_or_ambush_is_blocked() -> None:
    nothing = (
        violation(Reason.NOTHING_DECLARED, "fa:raid.block.1", attack="raid"),
        violation(Reason.NOTHING_DECLARED, "fa:ambush.2", attack="ambush"),
    )
    assert why_not(TURN, BLOCK) == nothing
    assert why_not(TURN, LET) == nothing
    assert why_not(france("coureurs_de_bois"), BLOCK, *RAID) == ()
    assert why_not(france("coureurs_de_bois"), LET, act("ambush", card="french_coureurs_de_bois")) == ()
    conversion = {"hands": {"french": f("priest"), "british": [NEUTRAL_NATIVES]}, "frames": turn("french")}
    unblocked = violation(Reason.CANNOT_BLOCK, "fa:convert.1", attack="conversion")
    assert why_not(conversion, BLOCK, act("convert", card="french_priest")) == (unblocked,)
    assert seat(GAME, placed(TURN)).act("french", BLOCK) == NotAsked(nothing)


@proves("fa:raid.block.1", "fa:ambush.2", "fa:convert.1")
@pytest.mark.parametrize("answer", [BLOCK, LET])
def test_who_attacks_neither_blocks_nor_lets_happen(answer: Json) -> None:
    """Given a raid or an ambush that the French declare, when they answer it, then it is their opponent's to do."""
    ambush = act("ambush", card="french_coureurs_de_bois")
    for attack, rule_id, steps in (("raid", "fa:raid.block.1", RAID), ("ambush", "fa:ambush.2", (ambush,))):
        own = violation(Reason.ONLY_VICTIM_BLOCKS, rule_id, attack=attack, side="french")
        assert why_not(france("coureurs_de_bois"), answer, *steps, by="french") == (own,)
        assert why_not(france("coureurs_de_bois"), answer, *steps) == ()
        table = seat(GAME, after(placed(france("coureurs_de_bois")), *steps))
        assert table.act("french", answer) == NotAsked((own,))
        only = "only their opponent may block it or let it happen"
        assert english.why(own) == f"the {attack} is made by the French, and {only}"
    conversion = {"hands": {"french": f("priest"), "british": [NEUTRAL_NATIVES]}, "frames": turn("french")}
    unblocked = violation(Reason.CANNOT_BLOCK, "fa:convert.1", attack="conversion")
    assert why_not(conversion, answer, act("convert", card="french_priest"), by="french") == (unblocked,)


@proves("fa:ambush.4", "fa:convert.1")
def test_a_card_is_given_up_only_to_an_ambush_or_a_conversion() -> None:
    assert why_not(TURN, GIVE_UP) == (
        violation(Reason.NO_CARD_DEMANDED, "fa:ambush.4", attack="ambush", side="british"),
        violation(Reason.NO_CARD_DEMANDED, "fa:convert.1", attack="conversion", side="british"),
    )
    conversion = {"hands": {"french": f("priest"), "british": [NEUTRAL_NATIVES]}, "frames": turn("french")}
    assert why_not(conversion, GIVE_UP, act("convert", card="french_priest")) == ()
    ambush = france("coureurs_de_bois", hands={"french": f("coureurs_de_bois"), "british": b("regular_infantry")})
    assert why_not(ambush, GIVE_UP, act("ambush", card="french_coureurs_de_bois"), LET) == ()


@proves("fa:raid.1")
def test_a_target_is_named_only_once_a_raid_card_is_played() -> None:
    assert why_not(TURN, AIM) == (violation(Reason.NO_RAID_BEGUN, "fa:raid.1"),)
    assert why_not(france("coureurs_de_bois"), AIM, RAID[0]) == ()
    assert why_not(france("coureurs_de_bois"), AIM, *RAID) == ()


@proves("fa:siege.win.12")
def test_the_card_to_return_is_named_when_the_siege_ends_or_by_option_when_the_own_turn_ends() -> None:
    position = {"plus": HALIFAX, "sieges": SIEGE, "frames": turn("french", 0), "hands": {"french": f("gaspe")}}
    assert why_not(position, NAME) == (violation(Reason.NAMED_WHEN_SIEGE_ENDS, "fa:siege.win.12"),)
    late = (violation(Reason.NAMED_AT_TURN_END, "fa:siege.win.12"),)
    assert why_not(position, NAME, ruleset="online") == late
    assert why_not(position, NAME, END, by="french", ruleset="online") == ()


@proves("fa:siege.win.1", "fa:siege.win.12", "fa:siege.win.16", "fa:siege.win.2", "fa:siege.win.10")
def test_a_siege_is_won_only_by_lead_and_as_the_own_turn_starts() -> None:
    none = violation(Reason.NO_SIEGE_DECIDED, "fa:siege.win.1")
    for action in (OCCUPY, act("leave_neutral"), act("resolve", place="louisbourg")):
        assert why_not(TURN, action) == (none,)
    assert why_not(TURN, RETURN) == (violation(Reason.NO_SIEGE_DECIDED, "fa:siege.win.12"),)
    running = {"plus": HALIFAX, "sieges": SIEGE, **TURN}
    later = violation(Reason.NOT_OWN_TURN, "fa:siege.win.16", side="british", place="louisbourg")
    small = violation(Reason.LEAD_TOO_SMALL, "fa:siege.win.10", side="french", place="louisbourg", lead=-2, needed=1)
    assert why_not(running, OCCUPY) == (later,)
    assert why_not(running, OCCUPY, by="french") == (small,)
    won = {**running, "frames": turn_start("british")}
    winners = violation(Reason.ONLY_LOSER_RETURNS, "fa:siege.win.11", side="british", place="louisbourg")
    assert why_not(won, RETURN) == (winners,)
    assert why_not(won, RETURN, by="french") == ()
    assert why_not(won, OCCUPY) == ()


@proves("fa:siege.win.10", "fa:withdraw.4")
def test_a_place_that_its_defender_keeps_is_settled_by_nobody() -> None:
    """Given a siege that its defender wins, or that the besieger gives up, then no side settles the place."""
    kept = violation(Reason.PLACE_KEPT, "fa:siege.win.10", side="french", place="louisbourg")
    lost = {"british": siege("louisbourg", -1, b("militia"))}
    held = {"plus": HALIFAX, "sieges": lost, "frames": turn_start("french")}
    given_up = {"plus": HALIFAX, "sieges": lost, "frames": turn("british")}
    withdraw = act("withdraw", place="louisbourg")
    left = violation(Reason.PLACE_KEPT, "fa:withdraw.4", side="french", place="louisbourg")
    for by in ("british", "french"):
        for action in (OCCUPY, act("leave_neutral")):
            assert why_not(held, action, by=by) == (kept,)
            assert why_not(given_up, action, withdraw, by=by) == (left,)
        assert why_not(held, act("resolve", place="louisbourg"), by=by) == ()


@proves("fa:turn.6", "fa:homesupport.1")
@pytest.mark.parametrize(("purpose", "rule_id"), [("refill", "fa:turn.6"), ("home_support", "fa:homesupport.1")])
def test_a_card_is_drawn_only_from_the_draw_deck_and_while_cards_are_drawn(purpose: str, rule_id: str) -> None:
    now = tuple(violation(Reason.NOTHING_DRAWN_NOW, each) for each in ("fa:turn.6", "fa:homesupport.1"))
    position = {"hands": {"british": b("home_support")}, "decks": {"british": ["british_rangers", "british_militia"]}}
    drawing = act("home_support") if purpose == "home_support" else END
    none = {"frames": turn("british", 0)}
    draw = {name: act("draw", card=f"british_{name}") for name in ("rangers", "militia", "boston")}
    for action in draw.values():
        for by in ("chance", "british", "french"):
            assert why_not(position, action, by=by) == now
    facts = {"side": "british", "card": "british_boston"}
    elsewhere = (violation(Reason.NOT_IN_DECK, rule_id, **facts),)
    assert why_not({**position, **none}, draw["boston"], drawing, by="chance") == elsewhere
    assert why_not({**position, **none}, draw["rangers"], drawing, by="chance") == ()
    stacked = {**position, **none, "stacked": ["british"]}
    first, second = (draw[name] for name in ("rangers", "militia"))
    assert why_not(stacked, first, drawing, by="chance") == ()
    later = violation(Reason.FURTHER_DOWN, rule_id, side="british", card="british_militia")
    assert why_not(stacked, second, drawing, by="chance") == (later,)
    asked = seat(GAME, after(placed({**position, **none}), drawing)).act("chance", draw["boston"])
    assert asked == NotAsked(elsewhere)


@proves("fa:turn.6", "fa:homesupport.1", "fa:setup.8")
@pytest.mark.parametrize("purpose", ["refill", "home_support", "opening"])
@pytest.mark.parametrize("which", ["british_rangers", "british_boston"])
def test_no_side_chooses_what_it_draws_and_learns_nothing_of_the_deck_by_asking(purpose: str, which: str) -> None:
    """Given a deck of Rangers and militia, when either side asks for a card of it or for another, then it hears one."""
    rule_id = {"refill": "fa:turn.6", "home_support": "fa:homesupport.1", "opening": "fa:setup.8"}[purpose]
    drawing = {"type": "drawing", "side": "british", "left": 2, "purpose": purpose}
    below = turn("british") if purpose == "home_support" else []
    position = {"decks": {"british": ["british_rangers", "british_militia"]}, "frames": [*below, drawing]}
    for by in ("british", "french"):
        unchosen = violation(Reason.DRAWN_UNCHOSEN, rule_id, side=by)
        assert why_not(position, act("draw", card=which), by=by) == (unchosen,)
        assert seat(GAME, placed(position)).act(by, act("draw", card=which)) == NotAsked((unchosen,))


@proves("fa:turn.6")
def test_after_the_end_of_the_turn_no_action_is_taken() -> None:
    over = (violation(Reason.TURN_OVER, "fa:turn.6"),)
    drawing = {"decks": {"british": b("rangers")}, "frames": turn("british", 0)}
    assert why_not(drawing, PASS, END) == over
    assert why_not(drawing, PASS, END, by="french") == ()
    naming = {"plus": HALIFAX, "sieges": SIEGE, "frames": turn("french", 0), "hands": {"french": f("gaspe")}}
    assert why_not(naming, PASS, END, by="french", ruleset="online") == over
    assert why_not(naming, PASS, END, ruleset="online") == ()
    dealt = {"frames": [{"type": "drawing", "side": "british", "left": 1, "purpose": "opening"}]}
    assert why_not({**dealt, "decks": {"british": b("rangers")}}, PASS) == ()


@proves("fa:act.2", "fa:turn.3")
def test_an_action_that_is_answered_or_a_siege_that_is_settled_comes_first() -> None:
    unfinished = violation(Reason.UNFINISHED_ACTION, "fa:act.2")
    assert why_not(france("coureurs_de_bois"), PASS, *RAID, by="french") == (unfinished,)
    assert why_not(france("coureurs_de_bois"), PASS, *RAID) == ()
    ambush = act("ambush", card="french_coureurs_de_bois")
    hands = {"french": f("coureurs_de_bois", "priest"), "british": [*b("regular_infantry"), NEUTRAL_NATIVES]}
    assert why_not(france(hands=hands), PASS, ambush, by="french") == (unfinished,)
    assert why_not(france(hands=hands), PASS, ambush, LET, by="french") == (unfinished,)
    assert why_not(france(hands=hands), PASS, act("convert", card="french_priest"), by="french") == (unfinished,)
    support = {"hands": {"british": b("home_support")}, "decks": {"british": b("rangers")}}
    assert why_not(support, PASS, act("home_support")) == (unfinished,)
    assert why_not(support, PASS, act("home_support"), by="french") == ()
    given_up = {"plus": HALIFAX, "sieges": SIEGE, "frames": turn("french")}
    withdraw = act("withdraw", place="louisbourg")
    assert why_not(given_up, PASS, withdraw, by="french") == (unfinished,)
    assert why_not(given_up, PASS, withdraw) == ()
    won = {"plus": HALIFAX, "sieges": SIEGE, "frames": turn_start("british")}
    assert why_not(won, PASS, act("leave_neutral")) == (violation(Reason.SIEGES_FIRST, "fa:turn.3"),)
    assert why_not(won, PASS, act("leave_neutral"), by="french") == ()


@proves("fa:act.2", "fa:turn.3", "fa:act.4", "fa:faq.free.2")
@pytest.mark.parametrize("window", ["any_time_in_turn", "action_phase_between_actions"])
def test_no_free_action_is_taken_while_the_loser_of_a_siege_chooses_his_card(window: str) -> None:
    """Given Louisbourg won as the turn starts, when the French choose their card, then no Home Support (ruling D65)."""
    hand = {"hands": {"british": b("home_support")}, "decks": {"british": b("rangers")}}
    won = {"plus": HALIFAX, "sieges": SIEGE, "frames": turn_start("british"), **hand}
    ruleset = f"first+free_action_window={window}"
    anywhere = window == "any_time_in_turn"
    barred = (
        violation(Reason.LOSER_CHOOSES, "fa:act.2")
        if anywhere
        else violation(Reason.NO_FREE_ACTION_NOW, "fa:faq.free.2")
    )
    support = act("home_support")
    before, table = (seat(GAME, after(placed(won, ruleset), *do)) for do in ((), (act("leave_neutral"),)))
    assert table.act("british", support) == NotAsked((barred,))
    assert table.act("british", PASS) == NotAsked((violation(Reason.SIEGES_FIRST, "fa:turn.3"),))
    assert isinstance(table.act("french", support), NotYourDecision | NotThisDecision)
    assert isinstance(before.act("british", support), Next) is anywhere


@proves("fa:siege.win.1", "fa:siege.win.12", "fa:siege.win.16")
def test_nothing_is_said_of_the_siege_check_while_home_support_is_drawn_in_it() -> None:
    """Given a won siege still to be settled and, by option, Home Support under way, then it is due all the same."""
    hand = {"hands": {"british": b("home_support")}, "decks": {"british": b("rangers")}}
    won = {"plus": HALIFAX, "sieges": SIEGE, "frames": turn_start("british"), **hand}
    ruleset = "first+free_action_window=any_time_in_turn"
    drawing = after(placed(won, ruleset), act("home_support"))
    checked = drawing.with_stack(Stack((SiegeCheck(Side.BRITISH, (Side.BRITISH,)), *drawing.stack.frames[-1:])))
    for action in (OCCUPY, RETURN):
        assert not_due(checked, "british", GAME.read_action(action)) == ()


@pytest.mark.parametrize("action", [PASS, BLOCK, play("british_boston")])
def test_nothing_is_said_to_strangers_in_ones_own_turn_or_when_nothing_is_under_way(action: Json) -> None:
    state = placed(TURN)
    assert not_due(state, "chance", GAME.read_action(action)) == ()
    assert not_due(state._replace(stack=Stack()), "british", GAME.read_action(action)) == ()
    if action != BLOCK:
        assert not_due(state, "british", GAME.read_action(action)) == ()
        assert not_due(state, "french", GAME.read_action(action)) == ()


def test_where_no_rule_can_be_named_another_decision_is_due() -> None:
    table = seat(GAME, placed(TURN))
    assert table.act("british", play("british_boston")) == NotThisDecision("act", ("fa:act.1",))
    assert isinstance(table.act("french", PASS), NotYourDecision)


def test_what_would_be_said_in_ones_own_turn_is_said_only_while_somebody_acts() -> None:
    raided = seat(GAME, after(placed(france("coureurs_de_bois")), *RAID))
    assert raided.act("french", play("french_priest")) == NotYourDecision("british")
