"""Decisions that are passed over or forced: what is told, and what is said to whoever asks."""

import pytest

from oracle.english import event_in_words
from reference.hammer_of_the_scots.actions import March
from reference.hammer_of_the_scots.ch01_map import BORDERS, area
from reference.hammer_of_the_scots.ch02_armies import block
from reference.hammer_of_the_scots.ch04_movement import no_way_on, stops, voyage_stops
from reference.hammer_of_the_scots.ch05_reserves import named_by_rule
from reference.hammer_of_the_scots.ch06_kings import kept_uncrowned
from reference.hammer_of_the_scots.ch07_winter import homes_held
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Marching, Moving, Turn, TurnStage, Wintering, WinteringStage
from reference.hammer_of_the_scots.masks import mask_of
from reference.hammer_of_the_scots.not_due import march_over
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import Outcome, State
from reference.hammer_of_the_scots.windows import WINDOWS
from reference.kernel.canonical import Json
from reference.kernel.decisions import CHANCE
from reference.kernel.rules import RuleId, proves
from reference.kernel.stacks import Stack
from reference.kernel.table import seat
from reference.kernel.verdicts import Event, No, Notation, Unasked, Violation, event, unasked, violation
from tests.hammer_of_the_scots.positions import (
    GAME,
    Told,
    about,
    action,
    at,
    battle,
    by,
    go,
    happened,
    moves,
    options,
    place,
    play,
    ruleset,
    standing,
    told,
    unasked_of,
    winter,
    written,
)

NOT_ASKED = EventKind.NOT_ASKED


def passed_over(events: tuple[Event, ...]) -> list[Event]:
    """Return the decisions that were passed over."""
    return [each for each in events if isinstance(each, Unasked)]


def loaded(blocks: dict[str, str], frames: Json, **rest: Json) -> tuple[Event, ...]:
    """Return what happens on the way from a position to its first decision."""
    return GAME.load({"year": 1298, "blocks": written(blocks), "frames": frames, **rest}, ruleset()).events


def season(name: str) -> Json:
    """Return the frames of a winter that has come to a step."""
    return [{"type": "wintering", "season": name}]


# ---------------------------------------------------------------- marches


def stop(who: str, place: str, *why: Violation) -> Event:
    """Return the event of a forced stop."""
    side = "scotland" if who.startswith("s_") else "england"
    return unasked(EventKind.BLOCK_STOPPED, side, "marching_on", why, block=who, area=place)


@proves("hs:4.2-4", "hs:4.0-5", "hs:4.3-5", "hs:4.4-2", "hs:4.4-3", "hs:I-9")
def test_a_block_that_must_stop_is_told_all_that_stops_it() -> None:
    """Given marches over red borders, to enemies, to and from England, then every reason is told, and only those."""
    red = violation(Reason.RED_BORDER_STOPS, "hs:4.3-5", block="s_wallace", area="angus")
    state = play(moves({"mar": "s_wallace"}, "move1", "move2"), "select s_wallace")
    assert happened(state, "march s_wallace angus")[1][1:] == (stop("s_wallace", "angus", red),)
    held = play(moves({"mar": "s_wallace", "angus": "e_angus"}, "move1", "move2"), "select s_wallace")
    enemies = violation(Reason.ENEMIES_STOP, "hs:4.0-5", block="s_wallace", area="angus")
    assert happened(held, "march s_wallace angus")[1][1:] == (stop("s_wallace", "angus", red, enemies),)
    south = play(moves({"teviot": "s_wallace"}, "move1", "move3"), "select s_wallace")
    assert happened(south, "march s_wallace england")[1][1:] == (
        stop(
            "s_wallace",
            "england",
            violation(Reason.RED_BORDER_STOPS, "hs:4.3-5", block="s_wallace", area="england"),
            violation(Reason.ENGLAND_STOPS, "hs:4.4-2", block="s_wallace"),
        ),
    )
    north = play(moves({"england": "e_edward"}, "move2", "move1"), "select e_edward")
    assert happened(north, "march e_edward teviot")[1][1:] == (
        stop(
            "e_edward",
            "teviot",
            violation(Reason.RED_BORDER_STOPS, "hs:4.3-5", block="e_edward", area="teviot"),
            violation(Reason.RED_BORDER_STOPS, "hs:4.4-3", block="e_edward", area="teviot"),
        ),
    )


@proves("hs:4.2-4", "hs:I-9")
def test_a_block_stops_by_its_rating_when_that_is_used_and_by_choice_before() -> None:
    """Given Douglas goes two areas, then he stops by his rating in the second, and in the first only if he likes."""
    state = play(moves({"fife": "s_douglas"}, "move1", "move2"), "select s_douglas")
    after, first = happened(state, "march s_douglas angus")
    assert first == (event(EventKind.BLOCK_MOVED, "hs:4.2-4", block="s_douglas", to="angus"),)
    here = event(EventKind.BLOCK_STOPPED, "hs:4.2-4", block="s_douglas", area="angus")
    assert happened(after, "march s_douglas angus")[1] == (here,)
    used = violation(Reason.RATING_USED, "hs:4.2-4", block="s_douglas", borders=2)
    state = play(state, "march s_douglas mentieth")
    assert happened(state, "march s_douglas lennox")[1][1:] == (stop("s_douglas", "lennox", used),)
    march = Marching(block("s_douglas"), area("fife"), 2, area("mentieth"))
    assert stops(standing({"lennox": "s_douglas"}), march, area("mentieth"), area("lennox")) == (used,)


@proves("hs:4.0-6", "hs:4.2-4")
def test_a_block_stopped_by_its_rating_is_told_that_and_that_it_has_moved() -> None:
    """Given Douglas stopped by his rating, then to go on is refused for it and because a block moves once a turn.

    Later, or where the position alone is known, only the one move is left to tell.
    """
    state = play(moves({"fife": "s_douglas"}, "move1", "move2"), "select s_douglas; march s_douglas mentieth")
    reached, news = happened(state, "march s_douglas lennox")
    used = violation(Reason.RATING_USED, "hs:4.2-4", block="s_douglas", borders=2)
    moved = violation(Reason.ALREADY_MOVED, "hs:4.0-6", block="s_douglas")
    onward = GAME.write_action(March(block("s_douglas"), area("mentieth")))
    assert seat(GAME, reached, news).act("scotland", onward) == No((moved, used))
    assert seat(GAME, reached).act("scotland", onward) == No((moved,))


@proves("hs:4.6b-3", "hs:4.0-5")
def test_a_voyage_of_the_norse_ends_on_the_other_coast() -> None:
    state = play(moves({"fife": "s_norse"}, "move1", "move2"), "select s_norse")
    ends = violation(Reason.VOYAGE_ENDS, "hs:4.6b-3", block="s_norse", area="moray")
    assert happened(state, "march s_norse moray")[1][1:] == (stop("s_norse", "moray", ends),)
    enemies = violation(Reason.ENEMIES_STOP, "hs:4.0-5", block="s_norse", area="moray")
    assert voyage_stops(standing({"moray": "s_norse e_mar"}), area("moray")) == (ends, enemies)


@proves("hs:4.2-4")
def test_a_block_whose_ways_on_are_all_barred_stops_and_hears_every_rule_that_bars_them() -> None:
    """Given a truce guards the ways on from Fife, when Wallace comes from Angus, then the truce stops him there."""
    blocks = {"angus": "s_wallace", "atholl": "e_atholl", "mentieth": "e_mentieth"}
    state = play(moves(blocks, "truce", "move1"), "play_event; select s_wallace")
    after, events = happened(state, "march s_wallace fife")
    facts = {"block": "s_wallace", "area": "fife"}
    truce = violation(Reason.NO_WAY_ON, "hs:C-1", **facts)
    assert passed_over(events) == [stop("s_wallace", "fife", truce)]
    assert at(after, "fife") == "s_wallace"
    full = after._replace(field=after.field._replace(crossings=bytes([6] * len(BORDERS))))
    march = Marching(block("s_wallace"), area("angus"), 1, area("angus"))
    red, black = (violation(Reason.NO_WAY_ON, each, **facts) for each in ("hs:4.3-3", "hs:4.3-2"))
    assert no_way_on(full, Moving(Side.SCOTLAND, 1), march) == (red, truce, black)


@proves("hs:4.0-6")
def test_whoever_would_march_on_later_in_the_turn_hears_that_he_has_moved_and_what_stopped_him() -> None:
    """Given Wallace has met enemies in Angus, when England moves, then he hears why he stays."""
    blocks = {"mar": "s_wallace", "angus": "e_angus", "fife": "e_york_infantry"}
    state = play(go(moves(blocks, "move1", "move2"), "s_wallace", "angus"), "done")
    assert about(state) == "a block to move"
    assert unasked_of(state, "scotland", "march s_wallace fife") == [
        ("already_moved", "4.0-6", {"block": "s_wallace"}),
        ("red_border_stops", "4.3-5", {"block": "s_wallace", "area": "angus"}),
        ("enemies_stop", "4.0-5", {"block": "s_wallace", "area": "angus"}),
        ("moves_are_over", "I-10", {"side": "scotland"}),
    ]
    for other in ("s_galloway", "s_moray"):
        over = [("moves_are_over", "I-10", {"side": "scotland"})]
        assert unasked_of(state, "scotland", f"march {other} fife") == over
    assert GAME.not_asked(state, "scotland", action("march e_york_infantry fife"), ()) == ()
    home = winter({"mar": "s_mar s_grant"}, "scottish_disband")
    marked = home._replace(field=state.field)
    assert GAME.not_asked(marked, "scotland", action("march s_wallace fife"), ()) == ()


@proves("hs:4.0-6")
def test_only_a_block_on_the_map_has_moved_and_only_in_a_turn() -> None:
    """Given Grant has moved and nothing stopped him, then a turn bars his way on while he lives; a winter does not."""
    grant = block("s_grant")
    moving = standing({"mar": "s_grant"}, Turn(TurnStage.FIRST), Moving(Side.SCOTLAND, 1))
    moved = moving.field._replace(moved=mask_of(grant))
    why = violation(Reason.ALREADY_MOVED, "hs:4.0-6", block="s_grant")
    assert march_over(moving, grant) == ()
    assert march_over(moving._replace(field=moved), grant) == (why,)
    wintering = standing({"mar": "s_grant"}, Wintering(WinteringStage.SCOTTISH_DISBAND))
    assert march_over(wintering._replace(field=moved), grant) == ()
    fallen = standing({"mar": "s_fraser"}, Turn(TurnStage.FIRST), Moving(Side.SCOTLAND, 1), dead=["s_grant"])
    assert march_over(fallen._replace(field=moved), grant) == ()


# ---------------------------------------------------------------- main forces

TWO_WAYS = {"buchan": "s_grant", "angus": "e_york_infantry", "mar": "e_durham_infantry"}


@proves("hs:5.32-2", "hs:5.32-3")
def test_the_first_to_move_leads_where_the_ruleset_says_so_and_nobody_is_asked() -> None:
    """Given two groups attack Buchan, when the first to move leads, then its block is told."""
    state = moves(TWO_WAYS, "move2", "move1", ruleset(main_force_choice="first_mover"))
    state = go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan")
    after, events = happened(state, "done")
    leads = violation(Reason.FIRST_MOVER_LEADS, "hs:5.32-2", block="e_york_infantry", area="buchan")
    assert passed_over(events) == [unasked(NOT_ASKED, "england", "main_force", (leads,), area="buchan")]
    facts = {"block": "e_york_infantry", "area": "buchan"}
    assert unasked_of(after, "england", "select e_durham_infantry", events) == [("first_mover_leads", "5.32-2", facts)]
    asked = moves(TWO_WAYS, "move2", "move1")
    asked = go(go(asked, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan")
    assert named_by_rule(asked, area("buchan"), Side.ENGLAND) == ()
    assert passed_over(happened(asked, "done")[1]) == []
    assert passed_over(happened(go(moves(TWO_WAYS), "e_york_infantry", "buchan"), "done")[1]) == []


@proves("hs:4.4-7", "hs:5.32-2")
@pytest.mark.parametrize("choice", ["while_moving", "at_battle"])
def test_crossers_fight_beside_the_one_other_group_and_no_main_force_is_named(choice: str) -> None:
    """Given York crosses the border into Teviot and Durham comes from Dunbar, when all fight, then nobody is asked."""
    rules = ruleset(main_force_choice=choice, crossers_beside_group="all_fight", border_crossers="one_group")
    blocks = {"england": "e_york_infantry", "dunbar": "e_durham_infantry", "teviot": "s_grant"}
    state = moves(blocks, "move2", "move1", rules)
    state = go(go(state, "e_york_infantry", "teviot"), "e_durham_infantry", "teviot")
    why = violation(Reason.CROSSERS_FIGHT, "hs:4.4-7", block="e_york_infantry", area="teviot")
    assert named_by_rule(state, area("teviot"), Side.ENGLAND) == (why,)
    told_then = unasked(NOT_ASKED, "england", "main_force", (why,), area="teviot")
    state, ending = happened(state, "done")
    state, choosing = happened(state, "done; choose teviot")
    expected = ([told_then], []) if choice == "while_moving" else ([], [told_then])
    assert (passed_over(ending), passed_over(choosing)) == expected


@proves("hs:4.4-7", "hs:5.32-2", "hs:5.32-3")
def test_crossers_are_told_of_only_beside_one_other_group_that_did_not_move_first() -> None:
    """Given Durham crosses the border, then it is named as the crosser, unless others are named or the first leads."""
    rules = ruleset(crossers_beside_group="all_fight", border_crossers="one_group")
    blocks = {"england": "e_durham_infantry", "carrick": "e_york_infantry", "lothian": "e_cumbria_infantry"}
    state = moves({**blocks, "lanark": "s_steward"}, "move3", "move1", rules)
    lanark = area("lanark")

    def told_when(choice: str, state: State) -> tuple[Violation, ...]:
        changed = ruleset(main_force_choice=choice, crossers_beside_group="all_fight", border_crossers="one_group")
        return named_by_rule(state._replace(ruleset=changed), lanark, Side.ENGLAND)

    one = go(state, "e_durham_infantry", "annan", "lanark")
    leads = violation(Reason.FIRST_MOVER_LEADS, "hs:5.32-2", block="e_durham_infantry", area="lanark")
    fight = violation(Reason.CROSSERS_FIGHT, "hs:4.4-7", block="e_durham_infantry", area="lanark")
    two = go(one, "e_york_infantry", "lanark")
    three = go(two, "e_cumbria_infantry", "lanark")
    for choice in ("while_moving", "at_battle"):
        assert [told_when(choice, each) for each in (one, two, three)] == [(), (fight,), ()]
    assert [told_when("first_mover", each) for each in (one, two, three)] == [(), (leads,), (leads,)]


@proves("hs:5.32-2")
def test_a_block_of_another_attack_is_a_matter_of_notation() -> None:
    """Given two attacks by two groups each, when the second is named first, then no rule is cited."""
    blocks = {
        "buchan": "s_grant", "fife": "s_fraser",
        "angus": "e_york_infantry e_cumbria_infantry", "mar": "e_durham_infantry", "mentieth": "e_westmor_infantry",
    }  # fmt: skip
    state = moves(blocks, "move3", "move1")
    for who, to in (("york", "buchan"), ("cumbria", "fife"), ("durham", "buchan"), ("westmor", "fife")):
        state = go(state, f"e_{who}_infantry", to)
    state = play(state, "done")
    assert about(state) == "the main force of the attack on buchan"
    facts = (("block", "e_cumbria_infantry"), ("area", "buchan"))
    verdict = GAME.step(state, action("select e_cumbria_infantry"))
    assert verdict == Notation(Reason.OTHER_ATTACK_FIRST, facts)
    assert told(state, "select s_fraser") == [("not_an_attacker", "5.32-3", {"block": "s_fraser", "area": "buchan"})]
    after = play(state, "select e_york_infantry")
    assert about(after) == "the main force of the attack on fife"
    facts_after = {"block": "e_york_infantry", "area": "fife"}
    assert told(after, "select e_york_infantry") == [("not_an_attacker", "5.32-3", facts_after)]


# ---------------------------------------------------------------- coronations


@proves("hs:6.2-2", "hs:6.21-1", "hs:6.22-1", "hs:6.22-2", "hs:3.12-1")
def test_scotland_hears_why_the_candidates_at_hand_are_not_crowned() -> None:
    """Given Scotland plays an event, when Bruce is in Fife or the French are there, then all that bars them is told."""
    alive = [violation(Reason.WALLACE_ALIVE, "hs:6.21-1", candidate=each) for each in ("bruce", "comyn")]
    early = violation(Reason.TOO_EARLY_FOR_BALLIOL, "hs:6.22-1", year=1298, first=1301)
    blocks = {"fife": "s_bruce s_comyn", "moray": "s_french"}
    assert kept_uncrowned(standing(blocks)) == (*alive, early)
    assert kept_uncrowned(standing({"mar": "s_bruce"})) == ()
    king = violation(Reason.KING_IN_PLAY, "hs:6.2-2", block="s_king")
    used = [violation(Reason.CORONATION_USED, each, year=1298) for each in ("hs:6.2-2", "hs:6.22-2")]
    later = standing({"moray": "s_french", "fife": "s_king"}, year=1305, crowned=1298)
    assert kept_uncrowned(later) == (used[0], king, used[1])
    events = loaded({"fife": "s_bruce"}, [{"type": "turn", "stage": "reveal"}], **CARDS)
    assert passed_over(events) == [unasked(NOT_ASKED, "scotland", "coronation", (alive[0],))]
    assert passed_over(loaded({"mar": "s_bruce"}, [{"type": "turn", "stage": "reveal"}], **CARDS)) == []


CARDS: dict[str, Json] = {
    "played": {"england": "move1", "scotland": "truce"},
    "hands": {"england": ["move1"], "scotland": ["move1"]},
}


@proves("hs:6.2-2")
def test_with_the_card_only_the_limit_closes_the_declaration() -> None:
    """Given coronations are declared with the card, when the King is in play, then 6.2 closes the question."""
    rules = ruleset(coronation_declared="with_card")
    position: dict[str, Json] = {
        "year": 1298, "blocks": written({"fife": "s_king"}), "frames": [{"type": "turn", "stage": "reveal"}],
        "crowned": 1297, **CARDS,
    }  # fmt: skip
    found = GAME.load(position, rules)
    used = violation(Reason.CORONATION_USED, "hs:6.2-2", year=1297)
    king = violation(Reason.KING_IN_PLAY, "hs:6.2-2", block="s_king")
    assert passed_over(found.events) == [unasked(NOT_ASKED, "scotland", "coronation", (used, king))]
    free = GAME.load({**position, "blocks": written({"fife": "s_bruce"}), "crowned": 0}, rules)
    assert passed_over(free.events) == []
    english = {**position, "played": {"england": "truce", "scotland": "move1"}}
    assert passed_over(GAME.load(english, rules).events) == []


@proves("hs:3.12-1")
def test_nothing_is_told_of_coronations_in_an_english_event_nor_after_a_declaration() -> None:
    """Given Bruce is in Fife, when England's event begins, or Scotland's for which none was declared, then silence."""
    cards: dict[str, Json] = {**CARDS, "played": {"england": "truce", "scotland": "move1"}}
    assert passed_over(loaded({"fife": "s_bruce"}, [{"type": "turn", "stage": "reveal"}], **cards)) == []
    state = moves({"fife": "s_bruce"}, "move1", "truce", ruleset(coronation_declared="with_card"))
    assert about(state) == "an event or a coronation"
    after, events = happened(state, "play_event")
    assert (about(after), passed_over(events)) == ("a truce, or none", [])


@proves("hs:6.21-3", "hs:6.22-4")
def test_a_coronation_is_not_asked_for_without_an_event_or_against_its_rules() -> None:
    """Given England moves, when Scotland has played a 1 or an event, then it hears what it lacks."""
    state = moves({"fife": "s_bruce", "mar": "e_mar"}, "move2", "move1", dead=["s_wallace"])
    lacking = ("no_event_card", "6.21-3", {"candidate": "bruce", "card": "move1"})
    assert unasked_of(state, "scotland", "crown bruce") == [lacking]
    assert unasked_of(state, "scotland", "crown balliol") == [
        ("no_event_card", "6.22-4", {"candidate": "balliol", "card": "move1"}),
        ("too_early_for_balliol", "6.22-1", {"year": 1298, "first": 1301}),
        ("french_not_on_map", "6.22-3", {"candidate": "balliol"}),
    ]
    due = play(moves({"fife": "s_bruce s_comyn", "mar": "e_mar"}, "move2", "truce"), "play_event")
    assert about(due) == "a block to move"
    assert unasked_of(due, "scotland", "crown bruce") == [("wallace_alive", "6.21-1", {"candidate": "bruce"})]
    assert unasked_of(due, "scotland", "crown balliol") == [
        ("too_early_for_balliol", "6.22-1", {"year": 1298, "first": 1301}),
        ("french_not_on_map", "6.22-3", {"candidate": "balliol"}),
    ]


@proves("hs:3.1-1")
def test_a_side_that_has_played_its_card_is_not_asked_for_another() -> None:
    hands: Json = {"england": ["move1", "move2"], "scotland": ["move1", "move2"]}
    state = play(place({"mar": "s_mar"}, [{"type": "turn", "stage": "cards"}], hands=hands), "play move1")
    assert unasked_of(state, "england", "play move2") == [("card_played", "3.1-1", {"side": "england"})]
    assert GAME.not_asked(state, "scotland", action("play move1"), ()) == ()


# ---------------------------------------------------------------- battles


@proves("hs:5.31-5")
def test_where_an_empty_front_ends_the_round_the_others_hear_that_they_lose_their_turn() -> None:
    """Given Scotland's only block at the front retreats, then York waits in vain, and round two begins."""
    rules = ruleset(empty_front="next_round")
    blocks = {"fife": "s_grant s_fraser e_york_infantry", "angus": "s_angus", "mentieth": "s_mentieth"}
    state = battle(blocks, "fife", "england", rules, waiting="s_fraser")
    assert options(state)[0] == "fight s_grant"
    after, events = happened(state, "withdraw s_grant; choose angus")
    why = violation(Reason.FRONT_GONE, "hs:5.31-5", side="scotland", area="fife")
    assert passed_over(events) == [unasked(NOT_ASKED, "england", "battle_turn", (why,), blocks=("e_york_infantry",))]
    assert [each.kind for each in events][-2:] == [EventKind.ROUND_BEGUN, EventKind.RESERVES_ARRIVED]
    assert passed_over(happened(state, "hold s_grant; hold e_york_infantry")[1]) == []
    assert about(after) == "what a block does in its turn"


@proves("hs:5.41-2")
def test_hits_beyond_the_last_block_are_lost() -> None:
    """Given two hits on the last step of Grant, then the second finds no block; a single one is not lost."""
    blocks = {"fife": "s_grant:1 e_york_infantry"}
    state = play(battle(blocks, "fife", "scotland"), "fight e_york_infantry; roll 1; roll 1; roll 6; roll 6")
    events = happened(state, "select s_grant")[1]
    lost = violation(Reason.NOBODY_LEFT_TO_HIT, "hs:5.41-2", side="scotland", area="fife", hits=1)
    assert passed_over(events) == [
        unasked(EventKind.HITS_LOST, "scotland", "hits", (lost,), area="fife", hits=1),
    ]
    once = play(battle(blocks, "fife", "scotland"), "fight e_york_infantry; roll 1; roll 6; roll 6; roll 6")
    assert passed_over(happened(once, "select s_grant")[1]) == []


@proves("hs:C-2", "hs:5.41-2")
def test_hits_of_a_pillage_beyond_the_last_block_are_lost() -> None:
    state = play(moves({"fife": "s_grant", "angus": "e_york_infantry:1"}, "move1", "pillage"), "choose angus")
    events = happened(state, "select e_york_infantry")[1]
    facts = {"side": "england", "area": "angus"}
    why = tuple(violation(Reason.NOBODY_LEFT_TO_HIT, each, **facts, hits=1) for each in ("hs:C-2", "hs:5.41-2"))
    assert passed_over(events) == [unasked(EventKind.HITS_LOST, "england", "hits", why, area="angus", hits=1)]
    two = play(moves({"fife": "s_grant", "angus": "e_york_infantry:2"}, "move1", "pillage"), "choose angus")
    assert passed_over(happened(two, "select e_york_infantry; select e_york_infantry")[1]) == []


@proves("hs:6.2-2")
@pytest.mark.parametrize("card", ["herald", "move2"])
def test_england_is_told_that_only_scotland_crowns(card: str) -> None:
    state = moves({"fife": "s_bruce", "mar": "e_mar", "moray": "s_ross"}, card, "move1", dead=["s_wallace"])
    assert by(state) == "england"
    only = [("scottish_kings_only", "6.2-2", {"side": "england"})]
    assert unasked_of(state, "england", "crown bruce") == only


@proves("hs:5.31-3", "hs:5.31-4")
def test_a_block_of_the_side_that_is_not_due_is_told_whose_turn_of_the_round_it_is() -> None:
    """Given hobelars (A) attack Keith (B) and Douglas (C), then these wait for their letter, then for the defenders."""
    state = battle({"fife": "e_hobelars e_york_infantry s_keith s_douglas"}, "fife", "england")
    assert (by(state), options(state)[0]) == ("england", "fight e_hobelars")
    wait = {"block": "s_keith", "own": "B", "letter": "A"}
    assert unasked_of(state, "scotland", "fight s_keith") == [("out_of_turn", "5.31-3", wait)]
    state = play(state, "hold e_hobelars; hold s_keith")
    assert by(state) == "scotland"
    facts = {"block": "e_york_infantry", "side": "scotland", "letter": "C"}
    assert unasked_of(state, "england", "hold e_york_infantry") == [("out_of_turn", "5.31-4", facts)]


@proves("hs:5.31-2")
@pytest.mark.parametrize("what", ["fight", "hold", "withdraw"])
def test_a_block_outside_every_battle_is_not_asked_what_it_does(what: str) -> None:
    state = moves({"fife": "s_grant", "buchan": "s_fraser e_buchan"}, "move1", "move2")
    assert unasked_of(state, "scotland", f"{what} s_grant") == [("no_battle_there", "5.31-2", {"area": "fife"})]
    assert unasked_of(state, "scotland", f"{what} s_norse") == [("not_on_map", "5.31-2", {"block": "s_norse"})]
    assert GAME.not_asked(state, "scotland", action(f"{what} s_fraser"), ()) == ()
    assert unasked_of(state, "england", f"{what} s_grant") == [("not_your_block", "5.31-2", {"block": "s_grant"})]


@proves("hs:C-1e", "hs:5.9-3")
def test_a_raid_under_a_truce_is_told_to_cost_nothing() -> None:
    state = play(moves({"england": "s_wallace", "lothian": "e_york_infantry"}, "truce", "move1"), "play_event")
    after, events = happened(state, "done")
    why = violation(Reason.TRUCE_SUSPENDS_RAID, "hs:C-1e")
    assert passed_over(events) == [unasked(EventKind.RAID_WITHOUT_LOSS, "england", "raid_loss", (why,))]
    assert unasked_of(after, "england", "select e_york_infantry", events) == [("truce_suspends_raid", "C-1e", {})]


# ---------------------------------------------------------------- winter


@proves("hs:7.12-1", "hs:7.12-2")
def test_a_noble_with_one_home_left_or_none_is_not_asked_about() -> None:
    """Given enemies hold one home of Bruce, then he goes to the other; if they hold both, England picks for him."""
    one = loaded({"annan": "e_york_infantry", "fife": "s_bruce"}, season("scottish_nobles"))
    held = violation(Reason.HOME_HELD, "hs:7.12-1", area="annan")
    assert one[:2] == (
        event(EventKind.NOBLE_WENT_HOME, "hs:7.1-1", noble="galloway", area="galloway"),
        unasked(NOT_ASKED, "scotland", "noble_home", (held,)),
    )
    both = loaded(
        {"annan": "e_york_infantry", "carrick": "e_durham_infantry", "fife": "s_bruce"}, season("scottish_nobles")
    )
    shut = tuple(violation(Reason.HOME_HELD, "hs:7.12-2", area=each) for each in ("carrick", "annan"))
    assert passed_over(both) == [unasked(NOT_ASKED, "scotland", "noble_home", shut)]


@proves("hs:7.12-1", "hs:7.12-2")
@pytest.mark.parametrize(
    ("noble", "holder", "friend"), [("s_bruce", "e_mar", "s_grant"), ("e_bruce", "s_grant", "e_mar")]
)
def test_the_homes_told_of_are_those_the_enemy_holds(noble: str, holder: str, friend: str) -> None:
    """Given friends and enemies in the homes of Bruce, then each home that enemies hold is told, by its rule."""
    other = {"e_mar": "e_angus", "s_grant": "s_fraser"}

    def told_of(carrick: str, annan: str) -> tuple[Violation, ...]:
        blocks = {"fife": noble, "carrick": carrick, "annan": annan}
        return homes_held(standing({place: who for place, who in blocks.items() if who}), block(noble))

    carrick, annan = (violation(Reason.HOME_HELD, "hs:7.12-2", area=each) for each in ("carrick", "annan"))
    assert told_of(holder, other[holder]) == (carrick, annan)
    assert told_of(holder, friend) == (violation(Reason.HOME_HELD, "hs:7.12-1", area="carrick"),)
    assert told_of(friend, holder) == (violation(Reason.HOME_HELD, "hs:7.12-1", area="annan"),)
    assert told_of(friend, "") == told_of("", "") == ()


@proves("hs:7.12-1")
def test_a_home_of_comyn_named_before_bruce_is_a_matter_of_notation() -> None:
    """Given Bruce and Comyn both have two homes open, when Comyn's is named first, then no rule is cited."""
    state = winter({"fife": "s_bruce s_comyn"}, "scottish_nobles")
    assert options(state) == ["choose carrick", "choose annan"]
    noted = Notation(Reason.OTHER_NOBLE_FIRST, (("area", "badenoch"), ("noble", "bruce")))
    assert GAME.step(state, action("choose badenoch")) == noted
    assert told(state, "choose fife") == [("not_his_home", "7.12-1", {"area": "fife", "noble": "bruce"})]
    later = play(state, "choose annan")
    assert told(later, "choose annan") == [("not_his_home", "7.12-1", {"area": "annan", "noble": "comyn"})]


@proves("hs:7.4-2", "hs:7.4-3", "hs:7.4-4", "hs:7.4-5")
def test_an_edward_who_may_not_winter_disbands_and_is_told_why() -> None:
    """Given Edward in England in 1306 after a winter in Scotland, then all bars are told; he disbands by them."""
    rest: dict[str, Json] = {"year": 1306, "wintered": 1305, "last_year": 1314}
    position: Json = {"blocks": written({"england": "e_edward"}), "frames": season("edward"), **rest}
    found = GAME.load(position, ruleset())
    facts = {"year": 1306, "wintered": 1305}
    why = (
        violation(Reason.NO_WINTER_IN_ENGLAND, "hs:7.4-3", block="e_edward"),
        violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-4", **facts),
        violation(Reason.EDWARD_CANNOT_WINTER, "hs:7.4-5", year=1306),
    )
    bars = ("hs:7.4-3", "hs:7.4-4", "hs:7.4-5")
    assert found.events[:2] == (
        unasked(NOT_ASKED, "england", "edward_winter", why),
        event(EventKind.BLOCK_DISBANDED, "hs:7.0-4", *bars, block="e_edward"),
    )
    assert unasked_of(found.state, "england", "winter", found.events) == [
        ("no_winter_in_england", "7.4-3", {"block": "e_edward"}),
        ("edward_cannot_winter", "7.4-4", facts),
        ("edward_cannot_winter", "7.4-5", {"year": 1306}),
    ]


@proves("hs:7.4-1", "hs:7.1-3", "hs:7.2-3")
def test_who_winters_or_disbands_by_choice_is_asked_about_in_winter_and_on_the_map() -> None:
    """Given a turn, then Edward, Moray and the King wait for the winter; in winter those away are not asked about."""
    state = moves({"fife": "e_edward", "moray": "s_moray"})
    assert unasked_of(state, "england", "winter") == [("only_in_winter", "7.4-1", {"block": "e_edward"})]
    assert unasked_of(state, "england", "disband") == [("only_in_winter", "7.4-1", {"block": "e_edward"})]
    assert unasked_of(state, "scotland", "disband") == [
        ("only_in_winter", "7.1-3", {"block": "s_moray"}),
        ("only_in_winter", "7.2-3", {"block": "s_king"}),
    ]
    assert GAME.not_asked(state, "scotland", action("winter"), ()) == ()
    later = winter({"moray": "s_moray"}, "english_disband")
    assert unasked_of(later, "england", "disband") == [("not_on_map", "7.4-1", {"block": "e_edward"})]
    assert unasked_of(later, "scotland", "disband") == [("not_on_map", "7.2-3", {"block": "s_king"})]


@proves("hs:7.5-2")
def test_wallace_kept_from_selkirk_is_told_so() -> None:
    blocks = {"selkirk": "e_edward", "fife": "s_wallace:1"}
    held = violation(Reason.SELKIRK_HELD, "hs:7.5-2", area="selkirk")
    kept = unasked(NOT_ASKED, "scotland", "selkirk_for_wallace", (held,))
    assert loaded(blocks, season("wallace"), wintered=1298)[0] == kept
    sentence = "Scotland is not asked about whether Wallace goes to Selkirk: Selkirk is held by the English, whose"
    assert event_in_words(GAME.id, kept) == f"{sentence} Edward I winters in Scotland"
    again = violation(Reason.SELKIRK_HELD, "hs:7.5-1", area="selkirk")
    twice = unasked(NOT_ASKED, "scotland", "selkirk_for_wallace", (held, again))
    assert event_in_words(GAME.id, twice) == event_in_words(GAME.id, kept)


@proves("hs:7.5-3", "hs:7.5-5")
def test_scots_without_a_surplus_are_not_asked_to_disband() -> None:
    """Given Grant within the limit of Fife, then he may not disband, unless the ruleset lets Scots go freely."""
    none = violation(Reason.NO_SURPLUS, "hs:7.5-3", side="scotland")
    kept = unasked(NOT_ASKED, "scotland", "disbanding", (none,))
    assert passed_over(loaded({"fife": "s_grant"}, season("scottish_disband"))) == [kept]
    assert passed_over(loaded({"mar": "s_mar s_grant"}, season("scottish_disband"))) == []
    assert passed_over(loaded({"mar": "s_mar"}, season("scottish_disband"))) == []
    nobles = violation(Reason.ONLY_NOBLES_OVER_LIMIT, "hs:7.5-5", area="mar", blocks=2, limit=1)
    both = unasked(NOT_ASKED, "scotland", "disbanding", (none, nobles))
    assert passed_over(loaded({"mar": "s_mar s_buchan"}, season("scottish_disband"))) == [both]
    sentence = "Scotland has no block but nobles above a limit, and only those above one disband"
    assert sentence in event_in_words(GAME.id, both)
    freely: Json = {"year": 1298, "blocks": written({"fife": "s_grant"}), "frames": season("scottish_disband")}
    assert passed_over(GAME.load(freely, ruleset(scots_voluntary_disband="yes")).events) == []


@proves("hs:7.4-7", "hs:7.7-1")
def test_there_is_no_levy_while_edward_winters() -> None:
    facts = {"block": "e_edward", "area": "fife"}
    why = tuple(violation(Reason.EDWARD_WINTERS, each, **facts) for each in ("hs:7.4-7", "hs:7.7-1"))
    events = loaded({"fife": "e_edward"}, season("levy"), wintered=1298, pool=["e_york_infantry"])
    assert events[0] == unasked(EventKind.NO_LEVY, CHANCE, "levy", why)
    assert passed_over(loaded({"fife": "s_grant"}, season("levy"), pool=["e_york_infantry"])) == []


@proves("hs:S7-5")
def test_a_sea_block_is_left_out_of_a_draw_inland() -> None:
    """Given Lanark is inland and no coast nearby is Scottish, then the Norse are not drawn."""
    blocks = {"lanark": "s_grant"}
    state = play(winter(blocks, "scottish_build", pool=["s_norse", "s_fraser"]), "choose lanark")
    assert options(state) == ["draw s_fraser"]
    assert unasked_of(state, CHANCE, "draw s_norse") == [("not_coastal", "S7-5", {"area": "lanark"})]
    for other in ("s_grant", "s_fraser", "e_york_infantry"):
        assert GAME.not_asked(state, CHANCE, action(f"draw {other}"), ()) == ()
    assert GAME.not_asked(state, CHANCE, action("done"), ()) == ()
    for side, rule_id in (("s_norse", "7.61-2"), ("e_edward", "7.7-3")):
        assert unasked_of(moves(blocks), CHANCE, f"draw {side}") == [("no_draw_now", rule_id, {})]


# ---------------------------------------------------------------- what is forced between the years


@proves("hs:S7-5")
def test_a_sea_block_drawn_inland_lands_on_the_only_friendly_coast_nearby_and_says_so() -> None:
    blocks = {"lanark": "s_grant", "carrick": "s_bruce"}
    state = play(winter(blocks, "scottish_build", pool=["s_norse"]), "choose lanark")
    after, events = happened(state, "draw s_norse")
    why = violation(Reason.ONLY_COAST, "hs:S7-5", area="carrick", next_to="lanark")
    assert passed_over(events) == [unasked(NOT_ASKED, "scotland", "landing", (why,), block="s_norse")]
    assert at(after, "carrick") == "s_norse:1 s_bruce"
    only = ("only_coast", "S7-5", {"area": "carrick", "next_to": "lanark"})
    assert told_after(after, "scotland", "choose lothian", events)[-1] == only


def told_after(state: State, side: str, text: str, news: tuple[Event, ...]) -> list[Told]:
    """Return all reasons against an action of the side due, those for what was passed over too."""
    verdict = seat(GAME, state, news).act(side, GAME.write_action(action(text)))
    assert isinstance(verdict, No), verdict
    return [(str(each.reason), each.rule.removeprefix("hs:"), dict(each.facts)) for each in verdict.violations]


@proves("hs:7.5-1")
def test_wallace_who_is_in_selkirk_is_not_asked_whether_he_goes_there() -> None:
    events = loaded({"selkirk": "s_wallace:1", "fife": "s_grant"}, season("wallace"))
    why = violation(Reason.SAME_AREA, "hs:7.5-1", area="selkirk")
    assert passed_over(events)[0] == unasked(NOT_ASKED, "scotland", "selkirk_for_wallace", (why,))


@proves("hs:7.7-2", "hs:7.7-1")
def test_nobody_is_levied_from_an_empty_pool() -> None:
    events = loaded({"fife": "s_grant"}, season("levy"))
    why = violation(Reason.POOL_EMPTY, "hs:7.7-2")
    assert passed_over(events) == [unasked(EventKind.NO_LEVY, CHANCE, "levy", (why,))]


@proves("hs:TP-2")
def test_an_edward_who_lies_open_by_a_bid_is_not_drawn() -> None:
    """Given England bid three years, then in the winter of 1297 nobody is levied if he is alone in the pool."""
    rules = ruleset("standard", tournament_bid="e3")
    kept = violation(Reason.EDWARD_LIES_OPEN, "hs:TP-2", block="e_edward", year=1298)
    alone: Json = {"year": 1297, "blocks": written({"fife": "s_grant"}), "pool": ["e_edward"], "frames": season("levy")}
    assert passed_over(GAME.load(alone, rules).events) == [unasked(EventKind.NO_LEVY, CHANCE, "levy", (kept,))]
    state = winter({"fife": "s_grant"}, "levy", rules, year=1297, pool=["e_edward", "e_hobelars", "e_york_infantry"])
    assert options(state) == ["draw e_hobelars", "draw e_york_infantry"]
    facts = {"block": "e_edward", "year": 1298}
    assert unasked_of(state, CHANCE, "draw e_edward") == [("edward_lies_open", "TP-2", facts)]
    assert GAME.not_asked(state, CHANCE, action("draw s_norse"), ()) == ()


@proves("hs:3.12-4", "hs:7.0-1")
def test_after_two_events_the_year_is_over_and_no_card_is_played() -> None:
    state = play(moves({"fife": "s_grant"}, "truce", "victuals"), "done")
    after, events = happened(state, "done")
    why = tuple(violation(Reason.TWO_EVENTS_END_YEAR, each) for each in ("hs:3.12-4", "hs:7.0-1"))
    assert passed_over(events)[:2] == [unasked(NOT_ASKED, side, "card", why) for side in ("england", "scotland")]
    both: list[Told] = [("two_events_end_year", rule_id, {}) for rule_id in ("3.12-4", "7.0-1")]
    assert unasked_of(after, "scotland", "play move1", events) == both


@proves("hs:7.0-2", "hs:7.0-4")
def test_after_five_cards_the_year_is_over_and_in_winter_no_card_is_played() -> None:
    none: Json = {"england": [], "scotland": []}
    state = play(moves({"fife": "s_grant"}, "move1", "victuals", hands=none, turn=5), "done")
    after, events = happened(state, "done")
    why = (violation(Reason.ALL_CARDS_PLAYED, "hs:7.0-2", cards=5),)
    assert passed_over(events)[:2] == [unasked(NOT_ASKED, side, "card", why) for side in ("england", "scotland")]
    assert unasked_of(after, "england", "play move1") == [("no_card_in_winter", "7.0-4", {})]


def failing(candidate: str, *rules: str) -> None:
    """Declare a coronation with the card; all that bars it must be told when the card is resolved."""
    state = moves({"fife": "s_wallace"}, "move1", "victuals", ruleset("de"))
    after, events = happened(state, f"crown {candidate}")
    failed = passed_over(events)[0]
    assert (failed.kind, failed.rules) == (EventKind.CORONATION_FAILED, tuple(f"hs:{each}" for each in rules))
    assert [rule_id for _, rule_id, _ in unasked_of(after, "scotland", f"crown {candidate}", events)] == list(rules)


@proves("hs:6.21-1", "hs:6.21-2")
def test_a_coronation_of_bruce_that_fails_says_by_which_rules() -> None:
    failing("bruce", "6.21-1", "6.21-2")


@proves("hs:6.22-1", "hs:6.22-3")
def test_a_return_of_balliol_that_fails_says_by_which_rules() -> None:
    failing("balliol", "6.22-1", "6.22-3")


# ---------------------------------------------------------------- the list


def test_a_finished_game_asks_nothing() -> None:
    state = moves({"fife": "e_edward"})
    over = state._replace(outcome=Outcome(Side.ENGLAND, RuleId("hs:9.1-1")), stack=Stack())
    assert GAME.not_asked(state, "england", action("winter"), ()) != ()
    assert GAME.not_asked(over, "england", action("winter"), ()) == ()
    assert GAME.not_asked(state, "nobody", action("winter"), ()) == ()


def test_every_window_is_told_in_words() -> None:
    why = (violation(Reason.ENEMIES_STOP, "hs:4.0-5", block="s_wallace", area="angus"),)
    for name in WINDOWS:
        assert "_" not in event_in_words(GAME.id, unasked(NOT_ASKED, "scotland", name, why))
