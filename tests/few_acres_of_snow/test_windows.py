"""Decisions that are passed over: what is told of them, and what is said to who asks for one."""

import pytest

from oracle import english
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.windows import WINDOWS
from reference.kernel.canonical import Json, checked
from reference.kernel.rules import proves
from reference.kernel.table import Table, seat
from reference.kernel.verdicts import Event, Next, NotAsked, Unasked, Violation, violation
from tests.few_acres_of_snow.scenes import (
    ALBANY,
    ALL_VILLAGES,
    END,
    GAME,
    HALIFAX,
    LET,
    NEUTRAL_NATIVES,
    act,
    b,
    f,
    play,
    rules,
    siege,
    turn,
    turn_start,
)

Step = tuple[str, Json]
FULL_HAND = f("quebec", "montreal", "gaspe", "tadoussac", "trois_rivieres")


def reached(position: object, *steps: Step, ruleset: str = "first") -> tuple[Table, tuple[Event, ...]]:
    """Return the table to which steps lead from a position, and what the last of them has told."""
    loaded = GAME.load(checked(position), rules(ruleset))
    table, told = seat(GAME, loaded.state, loaded.events), loaded.events
    for by, action in steps:
        verdict = table.act(by, action)
        assert isinstance(verdict, Next), (action, verdict)
        table, told = verdict.state, verdict.events
    return table, told


def unasked(found: tuple[Event, ...]) -> list[Unasked]:
    """Return the events that pass over a decision; each names a window that lists its rules."""
    passed = [each for each in found if isinstance(each, Unasked)]
    for each in passed:
        assert set(each.rules) <= set(WINDOWS[each.window].rules), each
        assert each.rules == tuple(dict.fromkeys(why.rule for why in each.why))
    return passed


def passed_over(
    by: str, window: str, *why: Violation, kind: EventKind = EventKind.NOT_ASKED, **facts: str | int
) -> Unasked:
    """Return the event that a decision is passed over."""
    told = (("by", by), ("window", window), *facts.items())
    return Unasked(kind, tuple(dict.fromkeys(each.rule for each in why)), told, by, window, why)


# ---------------------------------------------------------------- as a turn starts

ENOUGH = {"captured": {"british": {"villages": 6}}}
GASPE = {"british": siege("gaspe", 1, b("militia"))}
BEHIND = violation(Reason.LEAD_TOO_SMALL, "fa:siege.win.2", side="british", place="gaspe", lead=1, needed=2)


@proves("fa:end.5", "fa:aid.end.2")
@pytest.mark.parametrize(
    ("edition", "rule_id"),
    [("first", "fa:end.5"), ("first+end_check_order=after_sieges", "fa:end.5"), ("second", "fa:aid.end.2")],
)
def test_the_game_goes_on_while_a_siege_runs(edition: str, rule_id: str) -> None:
    """Given captures worth 12 and a siege, when the turn starts, then it is told that the siege puts the end off."""
    _, told = reached({**ENOUGH, "sieges": GASPE, "frames": turn_start("british")}, ruleset=edition)
    running = violation(Reason.SIEGE_RUNNING, rule_id, place="gaspe")
    goes_on = passed_over("british", "end_of_game", running, kind=EventKind.GAME_GOES_ON, ending="fa:end.3")
    stands = passed_over("british", "won_siege", BEHIND)
    expected = [stands, goes_on] if "after" in edition else [goes_on, stands]
    assert unasked(told) == expected


@proves("fa:end.5", "fa:end.2")
def test_all_placed_does_not_end_the_game_while_a_siege_runs() -> None:
    position = {"plus": ALL_VILLAGES, "sieges": GASPE, "frames": turn_start("british")}
    goes_on, _ = unasked(reached(position)[1])
    assert (goes_on.kind, goes_on.facts[2:]) == (EventKind.GAME_GOES_ON, (("ending", "fa:end.2"),))


@proves("fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.16", "fa:siege.win.1")
@pytest.mark.parametrize(
    ("marker", "side", "lead", "needed", "rule_id", "enemy_wins"),
    [
        (1, "british", 1, 2, "fa:siege.win.2", False),
        (0, "french", 0, 1, "fa:siege.win.10", False),
        (2, "french", -2, 1, "fa:siege.win.10", True),
        (-1, "british", -1, 2, "fa:siege.win.2", True),
    ],
)
def test_a_siege_that_is_not_won_as_a_turn_starts_is_told_with_the_lead(
    marker: int, side: str, lead: int, needed: int, rule_id: str, enemy_wins: bool
) -> None:
    """Given a British siege, then the side whose turn starts leads by too little, or the other one must wait."""
    position = {"sieges": {"british": siege("gaspe", marker, b("militia"))}, "frames": turn_start(side)}
    enemy = "french" if side == "british" else "british"
    small = violation(Reason.LEAD_TOO_SMALL, rule_id, side=side, place="gaspe", lead=lead, needed=needed)
    later = violation(Reason.NOT_OWN_TURN, "fa:siege.win.16", side=enemy, place="gaspe")
    table, told = reached(position)
    waits = [passed_over(enemy, "won_siege", later)] if enemy_wins else []
    assert unasked(told) == [passed_over(side, "won_siege", small), *waits]
    for action in (act("resolve", place="gaspe"), act("occupy"), act("leave_neutral")):
        assert table.act(side, action) == NotAsked((small,))
        if enemy_wins:
            assert table.act(enemy, action) == NotAsked((later,))


def test_without_a_siege_nothing_is_passed_over() -> None:
    assert unasked(reached({"frames": turn_start("british")})[1]) == []
    assert unasked(reached({**ENOUGH, "frames": turn("british")})[1]) == []


@proves("fa:siege.win.1")
def test_two_won_sieges_are_settled_in_a_fixed_order_by_option() -> None:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("louisbourg", 2, b("militia")), "french": siege("boston", -1, f("militia"))},
        "frames": turn_start("british"),
    }
    fixed = violation(Reason.ORDER_FIXED, "fa:siege.win.1")
    table, told = reached(position, ruleset="online")
    assert unasked(told) == [passed_over("british", "siege_order", fixed)]
    assert table.act("british", act("resolve", place="boston")) == NotAsked((fixed,))
    assert unasked(reached(position)[1]) == []


@proves("fa:siege.win.1")
def test_the_last_won_siege_is_settled_without_a_choice() -> None:
    """Given two won sieges, when the first is chosen and settled, then it is told that one is left, with its place."""
    position = {
        "sieges": {"british": siege("gaspe", 2, b("militia")), "french": siege("boston", -1, f("militia"))},
        "frames": turn_start("british"),
    }
    assert unasked(reached(position)[1]) == []
    chosen = ("british", act("resolve", place="gaspe"))
    table, told = reached(position, chosen, ("british", act("leave_neutral")))
    assert only_one_won("boston") in unasked(told)
    one = only_one_won("boston").why
    assert table.act("british", act("resolve", place="boston")) == NotAsked(one)


# ---------------------------------------------------------------- a siege is decided


def only_one_won(place: str) -> Unasked:
    """Return the event that the British do not choose among won sieges, as there is one."""
    one = violation(Reason.ONLY_ONE_WON, "fa:siege.win.1", place=place)
    return passed_over("british", "siege_order", one)


WON = {"plus": HALIFAX, "frames": turn_start("british")}


@proves("fa:settle.7", "fa:siege.win.8")
def test_a_winner_without_a_village_is_not_asked_to_settle() -> None:
    position = {
        "plus": ALL_VILLAGES,
        "sieges": {"british": siege("gaspe", 2, b("militia"), f("militia"))},
        "frames": [{"type": "siege_check", "side": "british", "won": ["british"]}],
    }
    none_left = violation(Reason.NO_VILLAGE_IN_STOCK, "fa:settle.7", side="british")
    table, told = reached(position)
    settled = ["siege_won", "piece_captured", "not_asked", "left_neutral"]
    assert [each.kind.value for each in told] == ["not_asked", *settled]
    assert unasked(told) == [only_one_won("gaspe"), passed_over("british", "settle_captured", none_left)]
    for action in (act("occupy"), act("leave_neutral")):
        assert table.act("british", action) == NotAsked((none_left,))


@proves("fa:withdraw.2", "fa:withdraw.4")
def test_a_place_that_was_given_up_is_not_settled_at_once_by_option() -> None:
    position = {"sieges": {"british": siege("gaspe", 0, b("militia"), f("militia"))}, "frames": turn("french")}
    step = ("french", act("withdraw", place="gaspe"))
    table, told = reached(position, step, ruleset="first+defender_withdraw_settle=none")
    given_up = violation(Reason.NO_SETTLING_AFTER_WITHDRAWAL, "fa:withdraw.2", place="gaspe")
    assert unasked(told) == [passed_over("british", "settle_captured", given_up)]
    assert table.act("british", act("occupy")) == NotAsked((given_up,))


@proves("fa:end.1", "fa:faq.end.2")
@pytest.mark.parametrize(("edition", "rule_ids"), [("first", ("fa:end.1",)), ("second", ("fa:end.1", "fa:faq.end.2"))])
def test_a_captured_capital_is_not_settled(edition: str, rule_ids: tuple[str, ...]) -> None:
    position = {"sieges": {"british": siege("quebec", 2, b("militia"))}, "frames": turn_start("british")}
    table, told = reached(position, ruleset=edition)
    why = tuple(violation(Reason.CAPITAL_TAKEN, each, place="quebec") for each in rule_ids)
    assert unasked(told) == [only_one_won("quebec"), passed_over("british", "settle_captured", *why)]
    assert table.act("british", act("occupy")) == NotAsked(why)


@proves("fa:siege.win.10", "fa:withdraw.4")
@pytest.mark.parametrize(
    ("frames", "steps", "rule_id"),
    [
        (turn_start("french"), (), "fa:siege.win.10"),
        (turn("british"), (("british", act("withdraw", place="gaspe")),), "fa:withdraw.4"),
    ],
)
def test_a_place_that_its_defender_keeps_is_not_settled(
    frames: list[Json], steps: tuple[Step, ...], rule_id: str
) -> None:
    """Given a siege that the defender wins, or that is given up to him, then nobody is asked to settle the place."""
    position = {"sieges": {"british": siege("gaspe", -1, b("militia", "rangers"))}, "frames": frames}
    kept = violation(Reason.PLACE_KEPT, rule_id, side="french", place="gaspe")
    table, told = reached(position, *steps)
    assert passed_over("french", "settle_captured", kept) in unasked(told)
    for by in ("french", "british"):
        assert table.act(by, act("leave_neutral")) == NotAsked((kept,))


@proves("fa:siege.win.11", "fa:siege.win.12")
def test_the_winner_of_a_siege_returns_no_card() -> None:
    position = {"sieges": {"british": siege("gaspe", -1, b("militia"), f("militia"))}, "frames": turn_start("french")}
    table, _ = reached(position)
    winners = violation(Reason.ONLY_LOSER_RETURNS, "fa:siege.win.11", side="french", place="gaspe")
    assert table.act("french", act("return_card", card="french_militia")) == NotAsked((winners,))
    assert isinstance(table.act("british", act("return_card", card="british_militia")), Next)


@proves("fa:siege.win.2", "fa:siege.win.10", "fa:siege.win.14")
def test_no_card_is_named_for_a_siege_that_is_not_about_to_be_lost() -> None:
    """Given two sieges at 0, when the French end their turn, then, by option, no card is named and why."""
    position = {
        "sieges": {"british": siege("gaspe", 0, b("militia")), "french": siege("boston", 0, f("militia"))},
        "hands": {"french": f("quebec")},
        "frames": turn("french", 0),
    }
    why = (
        violation(Reason.LEAD_TOO_SMALL, "fa:siege.win.2", side="british", place="gaspe", lead=0, needed=2),
        violation(Reason.NOTHING_TO_RETURN, "fa:siege.win.14", side="french", place="gaspe"),
        violation(Reason.LEAD_TOO_SMALL, "fa:siege.win.10", side="british", place="boston", lead=0, needed=1),
    )
    table, told = reached(position, ("french", END), ruleset="online")
    assert passed_over("french", "name_card", *why) in unasked(told)
    assert table.act("french", act("name_card", place="boston", card="french_militia")) == NotAsked(why)
    assert "name_card" not in [each.window for each in unasked(reached(position, ("french", END))[1])]


# ---------------------------------------------------------------- a place is settled without a settler


@proves("fa:settle.4")
def test_a_place_without_the_settler_symbol_is_settled_without_a_settler_card() -> None:
    """Given Fort Stanwix and Deerfield settled from the same cards, then only the first asks for no settler."""
    position = {"plus": ALBANY, "hands": {"british": b("albany", "bateaux", "settlers")}}
    steps = (act("settle", place="fort_stanwix", base="british_albany"), play("british_bateaux"))
    table, told = reached(position, *(("british", each) for each in steps))
    none = violation(Reason.NO_SETTLER_ASKED, "fa:settle.4", place="fort_stanwix")
    assert unasked(told) == [passed_over("british", "settler_card", none)]
    assert table.act("british", play("british_settlers")) == NotAsked((none,))
    needs = {"hands": {"british": b("new_haven", "bateaux", "settlers")}}
    steps = (act("settle", place="deerfield", base="british_new_haven"), play("british_bateaux"))
    assert unasked(reached(needs, *(("british", each) for each in (*steps, play("british_settlers"))))[1]) == []


@proves("fa:siege.win.14")
def test_a_loser_without_an_empire_card_chooses_none_to_return() -> None:
    position = {**WON, "sieges": {"british": siege("louisbourg", 2, b("militia"), f("port_royal"))}}
    table, told = reached(position, ("british", act("leave_neutral")))
    nothing = violation(Reason.NOTHING_TO_RETURN, "fa:siege.win.14", side="french", place="louisbourg")
    assert unasked(told) == [passed_over("french", "return_card", nothing)]
    assert table.act("french", act("return_card", card="french_militia")) == NotAsked((nothing,))


@proves("fa:siege.win.12")
def test_a_loser_who_has_named_a_card_is_not_asked_again() -> None:
    position = {
        "plus": HALIFAX,
        "hands": {"french": FULL_HAND},
        "sieges": {"british": siege("louisbourg", 2, b("militia"), f("militia", "port_royal"))},
        "frames": turn("french", 0),
    }
    steps = (
        ("french", END),
        ("french", act("name_card", place="louisbourg", card="french_militia")),
        ("british", act("leave_neutral")),
    )
    named = violation(Reason.CARD_NAMED_BEFORE, "fa:siege.win.12", side="french", card="french_militia")
    assert unasked(reached(position, *steps, ruleset="online")[1]) == [passed_over("french", "return_card", named)]


# ---------------------------------------------------------------- ambush and conversion

NO_BLOCK = violation(Reason.CANNOT_BLOCK, "fa:convert.1", attack="conversion")
PRIEST: Step = ("french", act("convert", card="french_priest"))


@proves("fa:convert.1")
@pytest.mark.parametrize("holds", [[NEUTRAL_NATIVES], []])
def test_nobody_is_asked_to_block_a_conversion(holds: list[Json]) -> None:
    """Given rangers in hand, when the French convert, then they are told to block nothing, natives there or not."""
    hands = {"french": f("priest"), "british": [*b("rangers"), *holds]}
    table, told = reached({"hands": hands, "frames": turn("french")}, PRIEST)
    assert unasked(told)[0] == passed_over("british", "block_conversion", NO_BLOCK)
    assert table.act("british", act("block", card="british_rangers")) == NotAsked((NO_BLOCK,))


@proves("fa:convert.3", "fa:ambush.5")
@pytest.mark.parametrize("spared", [True, False])
@pytest.mark.parametrize("attack", ["conversion", "ambush"])
def test_a_hand_without_a_card_at_risk_loses_none_and_spares_the_reserve(attack: str, spared: bool) -> None:
    at_risk, rule_id, steps = NEUTRAL_NATIVES, "fa:convert.3", [PRIEST]
    if attack == "ambush":
        at_risk, rule_id = "british_regular_infantry", "fa:ambush.5"
        steps = [("french", act("ambush", card="french_coureurs_de_bois")), ("british", LET)]
    position = {
        "hands": {"french": f("priest", "coureurs_de_bois"), "british": b("boston")},
        "reserves": {"british": [at_risk] if spared else []},
        "frames": turn("french"),
    }
    table, told = reached(position, *steps)
    ambush = {"ambush": "ambush"} if attack == "ambush" else {}
    why = [violation(Reason.NOTHING_AT_RISK, rule_id, side="british", **ambush, where="hand")]
    if spared:
        why.append(violation(Reason.RESERVE_SPARED, rule_id, side="british", cards=(at_risk,)))
    assert unasked(told)[-1] == passed_over("british", "card_to_lose", *why)
    verdict = table.act("british", act("give_up", card=at_risk, source="reserve"))
    assert isinstance(verdict, NotAsked)
    assert verdict.violations[: len(why)] == tuple(why)


@proves("fa:ambush.5", "fa:aid.ambush.4", "fa:convert.3", "fa:aid.convert.2")
@pytest.mark.parametrize(
    ("attack", "rule_ids"),
    [("ambush", ("fa:ambush.5", "fa:aid.ambush.4")), ("conversion", ("fa:convert.3", "fa:aid.convert.2"))],
)
def test_where_the_reserve_is_not_spared_hand_and_reserve_hold_no_card_at_risk(
    attack: str, rule_ids: tuple[str, ...]
) -> None:
    """Given the player aid, which does not spare the reserve, then its rule is cited too and both are spoken of."""
    steps: tuple[Step, ...] = (PRIEST,)
    if attack == "ambush":
        steps = (("french", act("ambush", card="french_coureurs_de_bois")), ("british", LET))
    hands = {"french": f("priest", "coureurs_de_bois"), "british": b("boston")}
    table, told = reached({"hands": hands, "frames": turn("french")}, *steps, ruleset="second")
    ambush = {"ambush": "ambush"} if attack == "ambush" else {}
    why = tuple(violation(Reason.NOTHING_AT_RISK, each, side="british", **ambush) for each in rule_ids)
    assert unasked(told)[-1] == passed_over("british", "card_to_lose", *why)
    verdict = table.act("british", act("give_up", card="british_boston", source="hand"))
    assert verdict == NotAsked(why)
    marks = "with the mark of cards that an ambush takes"
    said = f"card in hand or reserve {marks}" if ambush else "neutral Native American card in hand or reserve"
    assert [english.why(each) for each in why] == [f"the British have no {said}"] * 2


# ---------------------------------------------------------------- no further card


@proves("fa:merchant.1")
@pytest.mark.parametrize("third", [True, False])
def test_a_merchant_plays_no_third_money_card(third: bool) -> None:
    hand = b("ships", "boston", "new_york", *(("philadelphia",) if third else ("militia",)))
    steps = (act("merchant", ship="british_ships"), play("british_boston"), play("british_new_york"))
    table, told = reached({"hands": {"british": hand}}, *(("british", each) for each in steps))
    most = violation(Reason.MOST_CARDS_PLAYED, "fa:merchant.1", most=2)
    assert unasked(told) == ([passed_over("british", "further_card", most)] if third else [])
    if third:
        assert table.act("british", play("british_philadelphia")) == NotAsked((most,))


@proves("fa:governor.1")
@pytest.mark.parametrize("third", [True, False])
def test_a_governor_returns_no_third_card(third: bool) -> None:
    hand = b("governor", "boston", "militia", *(("rangers",) if third else ()))
    steps = (act("governor", card="british_boston"), play("british_militia"))
    table, told = reached({"hands": {"british": hand}}, *(("british", each) for each in steps))
    most = violation(Reason.MOST_CARDS_PLAYED, "fa:governor.1", most=2)
    assert unasked(told) == ([passed_over("british", "further_card", most)] if third else [])
    if third:
        assert table.act("british", play("british_rangers")) == NotAsked((most,))


# ---------------------------------------------------------------- drawing


@proves("fa:turn.6")
def test_a_refill_ends_when_nothing_is_left_to_draw() -> None:
    position = {"hands": {"british": b("boston")}, "decks": {"british": []}, "frames": turn("british", 0)}
    table, told = reached(position, ("british", END))
    empty = violation(Reason.NOTHING_TO_DRAW, "fa:turn.6", side="british")
    cut = passed_over("chance", "drawing", empty, kind=EventKind.DRAWS_CUT_SHORT, side="british", missing=4)
    assert unasked(told) == [cut]
    assert table.act("chance", act("draw", card="british_militia")) == NotAsked((empty,))


@proves("fa:turn.6", "fa:turn.8")
@pytest.mark.parametrize(("cards", "rule_id"), [(5, "fa:turn.6"), (6, "fa:turn.8")])
def test_a_hand_of_five_or_more_draws_none(cards: int, rule_id: str) -> None:
    hand = b("boston", "norfolk", "new_york", "pemaquid", "st_marys", "new_haven")[:cards]
    position = {"hands": {"british": hand, "french": FULL_HAND}, "frames": turn("british", 0)}
    table, told = reached({**position, "decks": {"british": b("militia")}}, ("british", END))
    full = violation(Reason.HAND_FULL, rule_id, side="british", cards=cards)
    kept = passed_over("chance", "drawing", full, kind=EventKind.HAND_KEPT, side="british", cards=cards)
    assert unasked(told) == [kept]
    assert table.act("chance", act("draw", card="british_militia")) == NotAsked((full,))


@proves("fa:homesupport.1", "fa:aid.homesupport.1")
@pytest.mark.parametrize(("edition", "deck"), [("first", 0), ("second", 2), ("second", 3)])
def test_home_support_draws_no_more_than_there_are(edition: str, deck: int) -> None:
    cards = b("boston", "norfolk", "pemaquid")[:deck]
    position = {"hands": {"british": b("home_support")}, "decks": {"british": cards}}
    _, told = reached(position, ("british", act("home_support")), ruleset=edition)
    if edition == "first":
        why, missing = violation(Reason.NOTHING_TO_DRAW, "fa:homesupport.1", side="british"), 3
    else:
        why = violation(Reason.DECK_TOO_SHORT, "fa:aid.homesupport.1", side="british", cards=deck, most=3)
        missing = 3 - deck
    cut = passed_over("chance", "drawing", why, kind=EventKind.DRAWS_CUT_SHORT, side="british", missing=missing)
    assert unasked(told) == ([cut] if missing else [])


def test_every_window_says_what_it_is_and_which_rules_close_it() -> None:
    assert all(each.what and each.rules for each in WINDOWS.values())
