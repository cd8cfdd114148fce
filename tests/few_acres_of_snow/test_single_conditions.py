"""Single conditions of the turn, settling, sieges and positions, each asked of the function that holds it."""

import pytest

from reference.few_acres_of_snow.actions import (
    Besiege,
    LeaveNeutral,
    NameCard,
    Occupy,
    Play,
    Reinforce,
    Resolve,
    ReturnCard,
    Settle,
)
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch04_turn import (
    actions_began,
    order_fixed,
    siege_check_advance,
    siege_check_began,
    turn_ended,
    turn_start_advance,
    undecided,
)
from reference.few_acres_of_snow.ch06_expansion import (
    settle_violations,
    settler_named_early,
    settler_not_asked,
    settling_card_violations,
)
from reference.few_acres_of_snow.ch07_location_cards import of_the_enemy
from reference.few_acres_of_snow.ch08_sieges import (
    besiege_violations,
    besieging_card_violations,
    cannot_fight,
    exchanged,
    no_strength_left,
    strength_named_early,
)
from reference.few_acres_of_snow.ch09_siege_victory import (
    capital_not_settled,
    name_violations,
    naming_passed_over,
    nothing_to_name,
)
from reference.few_acres_of_snow.ch10_reinforcement import reinforce_violations, reinforced
from reference.few_acres_of_snow.ch16_end import end_put_off
from reference.few_acres_of_snow.event_kinds import EventKind
from reference.few_acres_of_snow.frames import (
    Besieging,
    Naming,
    Settling,
    SiegeCheck,
    SiegeWon,
    SiegeWonStage,
    Turn,
    TurnStart,
)
from reference.few_acres_of_snow.invariants import (
    capitals_lost,
    cards_without_strength,
    sieges_without_attackers,
    sieges_without_cause,
)
from reference.few_acres_of_snow.not_due import not_of_this_siege
from reference.few_acres_of_snow.openings import _going_on_violations, _naming_violations, _not_won_violations
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.sides import SIDES, Side
from reference.few_acres_of_snow.state import Siege, State, player, with_player, with_siege
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.verdicts import Unasked, violation
from tests.few_acres_of_snow.scenes import placed, rules
from tests.few_acres_of_snow.small_scenes import (
    BRITISH,
    FRENCH,
    NO_CARD,
    NOT_HELD,
    Reasons,
    besieged,
    broken,
    cards,
    kinds,
    scene,
)

WON = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE, withdrawn=False)


def with_captures(state: State, villages: int) -> State:
    """Return the state with so many villages captured by the British."""
    return with_player(state, BRITISH, player(state, BRITISH)._replace(villages_taken=villages))


def checking(state: State, *won: Side) -> tuple[State, SiegeCheck]:
    """Return the siege check of a British turn."""
    frame = SiegeCheck(BRITISH, won)
    return state._replace(stack=Stack((frame,))), frame


# ---------------------------------------------------------------- the start and the end of a turn


@proves("fa:turn.3", "fa:sum.turn.1", "fa:aid.turn.1", "fa:siege.win.1", "fa:siege.win.16")
@pytest.mark.parametrize(("marker", "window"), [(1, "won_siege"), (2, None)])
def test_a_siege_that_is_not_won_as_the_turn_starts_is_told(marker: int, window: str | None) -> None:
    """Given a British siege of Gaspe with a lead of 1, then it is told that it is not won; with 2 it is won."""
    state = besieged("gaspe", marker=marker)
    state = state._replace(stack=Stack((Turn(BRITISH, 0),)))
    told = [each.window for each in siege_check_began(state, BRITISH).events if isinstance(each, Unasked)]
    assert told == ([window] if window else [])
    assert list(undecided(scene(), BRITISH)) == []


@proves("fa:siege.win.1", "fa:turn.3", "fa:sum.turn.1", "fa:aid.turn.1")
def test_the_order_of_won_sieges_is_fixed_only_where_there_are_two_and_the_option_fixes_it() -> None:
    fixed, free = scene(preset="online"), scene()
    for won in ((), (BRITISH,), (FRENCH,)):
        assert order_fixed(fixed, BRITISH, won) == order_fixed(free, BRITISH, won) == ()
    assert order_fixed(free, BRITISH, SIDES) == ()
    assert [each.rules for each in order_fixed(fixed, BRITISH, SIDES)] == [("fa:siege.win.1",)]
    both = with_siege(besieged("gaspe", marker=2), FRENCH, Siege(place("boston"), -1, (cards("french_militia"), b"")))
    fixed = both._replace(ruleset=rules("online"), stack=Stack((Turn(BRITISH, 0),)))
    told = [each.window for each in siege_check_began(fixed, BRITISH).events if isinstance(each, Unasked)]
    assert told == ["siege_order"]


@proves("fa:turn.3", "fa:turn.4", "fa:siege.win.1")
@pytest.mark.parametrize("order", ["before_sieges", "after_sieges"])
@pytest.mark.parametrize("captured", [0, 20])
@pytest.mark.parametrize("running", [False, True])
def test_after_the_siege_check_the_actions_begin_unless_the_end_is_looked_at_then(
    order: str, captured: int, running: bool
) -> None:
    """Given captures enough for the end, then, looked at after the sieges, it comes now or is put off by a siege."""
    options = f"+end_check_order={order}"
    base = besieged("gaspe", options=options) if running else scene(options=options)
    state, frame = checking(with_captures(base, captured))
    after = siege_check_advance(state, frame)
    ends = order == "after_sieges" and captured > 0
    began = [EventKind.TURN_BEGAN]
    expected = ([EventKind.GAME_GOES_ON, *began] if running else [EventKind.GAME_WON]) if ends else began
    assert kinds(after) == expected
    assert after.state.stack.frames == (() if ends and not running else (Turn(BRITISH, 2),))


@proves("fa:turn.3", "fa:turn.4", "fa:siege.win.1")
@pytest.mark.parametrize("sides", [(BRITISH,), SIDES])
def test_the_first_of_the_won_sieges_is_settled_before_the_actions(sides: tuple[Side, ...]) -> None:
    """Given one or both sieges won, then the first is settled next and the others wait, and a single one is told."""
    both = with_siege(besieged("gaspe", marker=2), FRENCH, Siege(place("boston"), -1, (cards("french_militia"), b"")))
    state, frame = checking(both, *sides)
    after = siege_check_advance(state, frame)
    assert after.state.stack.frames == (SiegeCheck(BRITISH, sides[1:]), WON)
    alone = [EventKind.NOT_ASKED] if len(sides) == 1 else []
    assert kinds(after) == [*alone, EventKind.SIEGE_WON, EventKind.PIECE_CAPTURED]


@proves("fa:turn.3", "fa:end.5", "fa:aid.end.2")
def test_the_end_that_a_siege_puts_off_is_told_before_the_sieges_that_are_not_won() -> None:
    """Given captures enough and a siege, then the game goes on; without captures or siege nothing is put off."""
    state = with_captures(besieged("gaspe"), 20)._replace(stack=Stack((Turn(BRITISH, 0),)))
    after = turn_start_advance(state, TurnStart(BRITISH))
    assert kinds(after) == [EventKind.GAME_GOES_ON, EventKind.NOT_ASKED]
    assert [each.kind for each in end_put_off(state, BRITISH)] == [EventKind.GAME_GOES_ON]
    assert end_put_off(with_captures(state, 0), BRITISH) == ()
    assert end_put_off(scene(), BRITISH) == ()


@proves("fa:turn.1", "fa:turn.4", "fa:turn.5")
@pytest.mark.parametrize(("first_turns", "rule_id", "actions"), [(2, "fa:turn.5", 1), (0, "fa:turn.4", 2)])
def test_a_turn_begins_by_the_rule_of_first_turns_or_of_later_ones(
    first_turns: int, rule_id: str, actions: int
) -> None:
    began = actions_began(scene()._replace(first_turns=first_turns), FRENCH)
    assert [(each.kind, each.rules) for each in began.events] == [(EventKind.TURN_BEGAN, (rule_id,))]
    assert began.state.stack.frames == (Turn(FRENCH, actions),)


@proves("fa:faq.free.1", "fa:turn.6")
def test_a_turn_ends_and_no_free_action_is_left() -> None:
    ended = turn_ended(scene(), BRITISH)
    assert ended.state.stack.frames == (Naming(BRITISH),)
    assert kinds(ended) == [EventKind.TURN_ENDED]
    named = turn_ended(scene(preset="online")._replace(sieges=besieged("gaspe").sieges), BRITISH)
    assert kinds(named) == [EventKind.TURN_ENDED, EventKind.NOT_ASKED]


# ---------------------------------------------------------------- settling


@proves(
    "fa:settle.2", "fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:settle.7", "fa:sum.exp.1", "fa:aid.settle.1"
)  # fmt: skip
@pytest.mark.parametrize(
    ("where", "base", "reasons"),
    [
        ("albany", "boston", {("not_listed", "settle.2")}),
        ("quebec", "boston", {("not_neutral", "settle.1"), ("not_listed", "settle.2")}),
        ("boston", "new_york", {("not_neutral", "settle.1"), ("card_not_available", "governor.3"), NO_CARD}),
        ("albany", "halifax", {NO_CARD, ("not_listed", "settle.2")} | NOT_HELD),
    ],
)
def test_settling_from_a_base_that_does_not_fit_is_refused_for_all_else_too(
    where: str, base: str, reasons: Reasons
) -> None:
    state = scene("british_boston british_ships british_settlers")
    found = settle_violations(state, BRITISH, Settle(place(where), card(f"british_{base}")))
    assert broken(found) == reasons


@proves("fa:settle.3", "fa:settle.4")
def test_a_settler_without_a_transport_to_wait_for_is_refused_by_rule() -> None:
    """Given settlers in hand but no bateau to Deerfield, then to name them first is no matter of order."""
    frame = Settling(BRITISH, place("deerfield"), (card("british_new_haven"),))
    settlers = card("british_settlers")
    assert settler_named_early(scene("british_settlers"), frame, settlers) is None
    assert settler_named_early(scene("british_settlers british_st_marys"), frame, settlers) is not None
    two = Settling(BRITISH, place("deerfield"), (card("british_new_haven"), card("british_bateaux")))
    assert settler_named_early(scene("british_settlers british_st_marys"), two, settlers) is None


@proves("fa:settle.3", "fa:settle.4", "fa:settle.8", "fa:board.4")
@pytest.mark.parametrize(
    ("played", "which", "reasons"),
    [
        ("settlers", "bateaux", set()),
        ("settlers", "trader", {("no_settler", "settle.4")}),
        ("bateaux", "settlers", set()),
        ("bateaux", "bateaux", {("no_settler", "settle.4")}),
        ("bateaux", "trader", {("no_settler", "settle.4")}),
    ],
)
def test_of_two_cards_one_carries_and_the_other_settles_whichever_is_named_first(
    played: str, which: str, reasons: Reasons
) -> None:
    """Given Deerfield, which asks for a settler, then a second card fits if it settles, or carries what settles."""
    state = scene(f"british_{which}")
    frame = Settling(BRITISH, place("deerfield"), (card("british_new_haven"), card(f"british_{played}")))
    assert broken(settling_card_violations(state, frame, Play(card(f"british_{which}")))) == reasons


@proves("fa:card.2")
def test_a_card_of_the_other_colour_belongs_to_the_enemy() -> None:
    french = card("french_louisbourg")
    enemy = violation(Reason.ENEMY_COLOUR, "fa:card.2", card="french_louisbourg")
    assert of_the_enemy(BRITISH, french) == (enemy,)
    assert of_the_enemy(FRENCH, french) == ()


# ---------------------------------------------------------------- besieging


@proves("fa:siege.start.1", "fa:siege.start.2", "fa:siege.start.3")
@pytest.mark.parametrize(
    ("where", "base", "reasons"),
    [
        ("quebec", "boston", {("not_listed", "siege.start.1")}),
        ("quebec", "norfolk", {NO_CARD, ("not_listed", "siege.start.1")}),
        ("port_royal", "halifax", {NO_CARD} | NOT_HELD),
        ("port_royal", "pemaquid", {NO_CARD}),
    ],
)
def test_a_siege_from_a_base_that_does_not_fit_is_refused(where: str, base: str, reasons: Reasons) -> None:
    state = scene("british_boston british_ships british_militia")
    assert broken(besiege_violations(state, BRITISH, Besiege(place(where), card(f"british_{base}")))) == reasons


@proves("fa:siege.start.2", "fa:siege.start.3")
def test_a_strength_card_without_a_transport_to_wait_for_is_refused_by_rule() -> None:
    frame = Besieging(BRITISH, place("port_royal"), (card("british_pemaquid"),))
    militia = card("british_militia")
    assert strength_named_early(scene("british_militia"), frame, militia) is None
    assert strength_named_early(scene("british_militia british_ships"), frame, militia) is not None


@proves("fa:siege.start.2", "fa:siege.start.3")
@pytest.mark.parametrize(
    ("base", "where", "which", "fits"),
    [
        ("fort_frontenac", "oswego", "bateaux", True),
        ("fort_frontenac", "oswego", "montreal", False),
        ("quebec", "trois_rivieres", "tadoussac", True),
        ("quebec", "trois_rivieres", "trader", False),
        ("quebec", "louisbourg", "ships", False),
    ],
)
def test_a_card_that_fights_or_sails_is_not_taken_for_the_transport(
    base: str, where: str, which: str, fits: bool
) -> None:
    """Given militia named first, then the second card carried it unless it shows a military symbol or is a ship."""
    frame = Besieging(FRENCH, place(where), (card(f"french_{base}"), card("french_militia")))
    assert exchanged(scene("", FRENCH), frame, card("french_militia"), card(f"french_{which}")) is fits


@proves("fa:siege.start.2", "fa:siege.start.3", "fa:siege.start.13")
def test_a_transport_named_last_is_refused_only_if_it_is_not_in_hand() -> None:
    frame = Besieging(FRENCH, place("oswego"), (card("french_fort_frontenac"), card("french_militia")))
    bateaux = Play(card("french_bateaux"))
    assert broken(besieging_card_violations(scene("", FRENCH), frame, bateaux)) == {NO_CARD}
    assert broken(besieging_card_violations(scene("french_bateaux", FRENCH), frame, bateaux)) == set()


@proves("fa:siege.start.3", "fa:siege.start.13", "fa:faq.map.2")
def test_a_ship_left_for_a_siege_inland_is_told_of_no_exception_for_ships() -> None:
    none = (violation(Reason.NO_STRENGTH, "fa:siege.start.3", place="montreal"),)
    assert no_strength_left(scene(), BRITISH, place("montreal"), [card("british_ships")]) == none
    assert no_strength_left(scene(), BRITISH, place("montreal"), []) == none


@proves("fa:end.1", "fa:faq.end.2")
@pytest.mark.parametrize(("edition", "rule_ids"), [("first", ("fa:end.1",)), ("second", ("fa:end.1", "fa:faq.end.2"))])
def test_nobody_settles_a_captured_capital(edition: str, rule_ids: tuple[str, ...]) -> None:
    why = tuple(violation(Reason.CAPITAL_TAKEN, each, place="quebec") for each in rule_ids)
    assert capital_not_settled(rules(edition), place("quebec")) == why


# ---------------------------------------------------------------- what a position may hold


@proves("fa:siege.start.1", "fa:siege.start.4", "fa:end.1", "fa:aid.end.1")
def test_a_siege_that_is_being_settled_has_no_defender_and_may_have_no_attacker_left() -> None:
    """Given a siege of a place that is neutral by now, and Quebec in British hands, then only settling excuses it."""
    empty = with_siege(scene(), BRITISH, Siege(place("albany"), 2, (b"", b"")))
    check, _ = checking(empty)
    settled = check._replace(stack=Stack((*check.stack.frames, WON)))
    assert broken(tuple(sieges_without_cause(check))) == {("siege_without_defender", "siege.start.1")}
    assert broken(tuple(sieges_without_attackers(check))) == {("siege_without_attacker", "siege.start.4")}
    assert list(sieges_without_cause(settled)) == list(sieges_without_attackers(settled)) == []
    capital = placed({"plus": {"quebec": "british village"}}, "second")
    assert [each.rule for each in capitals_lost(capital)] == ["fa:aid.end.1"]
    assert list(capitals_lost(capital._replace(stack=settled.stack))) == []


@proves("fa:siege.start.3", "fa:reinforce.1", "fa:reinforce.5")
def test_the_cards_of_a_french_siege_are_looked_at_without_a_british_one() -> None:
    strange = (cards("french_trader"), cards("british_trader"))
    spoilt = with_siege(scene(), FRENCH, Siege(place("boston"), 0, strange))
    assert broken(tuple(cards_without_strength(spoilt))) == {("no_strength", "siege.start.3")}


@proves("fa:end.2", "fa:end.3", "fa:end.5")
def test_the_count_opens_where_the_game_ends_and_only_there() -> None:
    goes_on = [violation(Reason.GAME_GOES_ON, "fa:end.2", side="british")]
    assert list(_going_on_violations(scene(), BRITISH)) == goes_on
    assert list(_going_on_violations(with_captures(besieged("gaspe"), 20), BRITISH)) == goes_on
    assert list(_going_on_violations(with_captures(scene(), 20), BRITISH)) == []


@proves("fa:siege.win.1", "fa:siege.win.12")
def test_the_siege_check_and_the_naming_open_where_a_siege_is_won() -> None:
    won = besieged("gaspe", marker=2, theirs="french_militia", options="+loser_card_chosen=end_of_losers_turn")
    level = besieged("gaspe", marker=0, theirs="french_militia", options="+loser_card_chosen=end_of_losers_turn")
    assert list(_not_won_violations(won, BRITISH)) == list(_naming_violations(won, FRENCH)) == []
    assert [each.rule for each in _not_won_violations(level, BRITISH)] == ["fa:siege.win.1"]
    assert [each.rule for each in _naming_violations(level, FRENCH)] == ["fa:siege.win.12"]


@proves("fa:siege.win.10", "fa:siege.win.11", "fa:siege.win.12", "fa:withdraw.4")
def test_of_a_siege_that_is_being_settled_only_the_loser_returns_and_only_a_conqueror_settles() -> None:
    """Given a siege of Gaspe that the British win, lose or give up, then each answer is barred for its own reason."""
    state = besieged("gaspe")
    winner = {
        side: (violation(Reason.ONLY_LOSER_RETURNS, "fa:siege.win.11", side=side.value, place="gaspe"),)
        for side in SIDES
    }
    back = ReturnCard(card("british_militia"))
    lost, given_up = (SiegeWon(BRITISH, FRENCH, SiegeWonStage.RETURN, withdrawn=each) for each in (False, True))
    for frame in (WON, lost, given_up):
        for side in SIDES:
            due = winner[side] if side is frame.winner else ()
            assert not_of_this_siege(state, frame, side, back) == due
            assert not_of_this_siege(state, frame, side, Resolve(place("gaspe"))) == ()
            rule_id = "fa:withdraw.4" if frame is given_up else "fa:siege.win.10"
            kept = violation(Reason.PLACE_KEPT, rule_id, side="french", place="gaspe")
            for action in (Occupy(), LeaveNeutral()):
                assert not_of_this_siege(state, frame, side, action) == (() if frame is WON else (kept,))


@proves("fa:siege.win.12", "fa:siege.win.13", "fa:siege.win.14")
def test_a_card_is_named_for_a_siege_that_runs_and_is_lost_and_is_an_empire_card_in_it() -> None:
    """Given, by option, a lost siege of Gaspe, then its militia may be named; nothing for another place or too soon."""
    options = "+loser_card_chosen=end_of_losers_turn"
    theirs = "french_militia french_gaspe"
    lost = besieged("gaspe", marker=2, theirs=theirs, options=options)
    level = besieged("gaspe", marker=0, theirs=theirs, options=options)
    militia, own = card("french_militia"), card("french_gaspe")
    elsewhere = violation(Reason.NOT_IN_SIEGE, "fa:siege.win.12", side="french", place="boston")
    here = violation(Reason.NOT_IN_SIEGE, "fa:siege.win.12", side="french", place="gaspe")
    small = violation(Reason.LEAD_TOO_SMALL, "fa:siege.win.2", side="british", place="gaspe", lead=0, needed=2)
    none = violation(Reason.NO_SIEGE, "fa:siege.win.12", place="boston")
    location = violation(Reason.NOT_AN_EMPIRE_CARD, "fa:siege.win.13", card="french_gaspe")
    assert name_violations(lost, FRENCH, NameCard(place("gaspe"), militia)) == ()
    assert name_violations(lost, FRENCH, NameCard(place("gaspe"), own)) == (location,)
    assert name_violations(lost, FRENCH, NameCard(place("boston"), militia)) == (elsewhere, none)
    assert name_violations(level, FRENCH, NameCard(place("gaspe"), militia)) == (here, small)
    assert nothing_to_name(lost, BRITISH, FRENCH) == ()
    assert nothing_to_name(level, BRITISH, FRENCH) == (small,)
    assert nothing_to_name(level, FRENCH, FRENCH) == ()
    assert [each.why for each in naming_passed_over(level, FRENCH) if isinstance(each, Unasked)] == [(small,)]
    assert naming_passed_over(lost, FRENCH) == ()
    assert naming_passed_over(besieged("gaspe", theirs=theirs), FRENCH) == ()


@proves(
    "fa:siege.start.3", "fa:faq.siege.1", "fa:reinforce.5", "fa:reinforce.6", "fa:faq.map.2"
)  # fmt: skip
@pytest.mark.parametrize(
    ("which", "where", "defending", "reasons"),
    [
        ("militia", "montreal", False, set()),
        ("fortification", "montreal", True, set()),
        ("fortification", "montreal", False, {("defenders_only", "reinforce.5")}),
        ("ships", "quebec", False, set()),
        ("ships", "trois_rivieres", False, {("no_ship_strength_here", "faq.map.2")}),
        ("ships", "montreal", False, {("no_strength", "siege.start.3"), ("no_ship_strength_here", "reinforce.6")}),
        ("trader", "montreal", True, {("no_strength", "siege.start.3")}),
        ("trader", "quebec", False, {("no_strength", "siege.start.3")}),
    ],
)
def test_a_card_fights_in_a_siege_by_its_symbol_and_a_ship_only_at_a_port(
    which: str, where: str, defending: bool, reasons: Reasons
) -> None:
    ruleset = rules("first+siege_ship_exceptions=yes")
    found = cannot_fight(card(f"british_{which}"), place(where), ruleset, defending=defending)
    assert broken(found) == reasons


@proves("fa:reinforce.1", "fa:sum.war.2", "fa:aid.reinforce.1")
def test_a_siege_is_not_reinforced_with_the_card_of_a_lost_place() -> None:
    state = with_siege(
        scene("british_halifax"), BRITISH, Siege(place("louisbourg"), 0, (cards("british_militia"), b""))
    )
    found = reinforce_violations(state, BRITISH, Reinforce(place("louisbourg"), card("british_halifax")))
    assert broken(found) >= NOT_HELD


@proves("fa:reinforce.1", "fa:leader.1", "fa:leader.2", "fa:sum.war.2", "fa:aid.reinforce.1")
@pytest.mark.parametrize(
    ("which", "paid"), [("british_military_leader", []), ("british_siege_artillery", ["money_paid"])]
)
def test_a_reinforcement_tells_of_its_cost_of_itself_and_of_spaces_lost_at_the_end_of_the_track(
    which: str, paid: list[str]
) -> None:
    state = scene(which, preset="second")
    far = with_siege(state, BRITISH, Siege(place("gaspe"), 50, (cards("british_militia"), b"")))
    near = with_siege(state, BRITISH, Siege(place("gaspe"), 0, (cards("british_militia"), b"")))
    told = [*paid, "siege_reinforced"]
    assert kinds(reinforced(near, BRITISH, place("gaspe"), card(which))) == told
    assert kinds(reinforced(far, BRITISH, place("gaspe"), card(which))) == [*told, "marker_stopped"]


@proves("fa:settle.4", "fa:board.4")
def test_no_settler_is_asked_where_no_symbol_asks_for_one() -> None:
    none = violation(Reason.NO_SETTLER_ASKED, "fa:settle.4", place="fort_stanwix")
    assert [each.why for each in settler_not_asked(BRITISH, place("fort_stanwix")) if isinstance(each, Unasked)] == [
        (none,)
    ]
    assert settler_not_asked(BRITISH, place("deerfield")) == ()
