"""Chapter 4: what is said of a move that is refused, and moves that are legal though nobody is asked for them."""

from reference.hammer_of_the_scots.ch01_map import area
from reference.hammer_of_the_scots.ch04_movement import bound
from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, unasked, violation
from tests.hammer_of_the_scots.positions import (
    GAME,
    accepted,
    action,
    at,
    go,
    moves,
    not_asked,
    options,
    play,
    ruleset,
    told,
)  # fmt: skip


@proves("hs:4.2-4")
def test_a_block_may_step_straight_back_though_it_is_not_offered() -> None:
    """Given Douglas has gone from Fife to Angus, when he steps back, then he has moved and his group is paid for."""
    state = play(moves({"fife": "s_douglas s_barclay"}, "move1", "move2"), "select s_douglas; march s_douglas angus")
    assert "march s_douglas fife" not in options(state)
    after, events = accepted(state, "march s_douglas fife")
    assert at(after, "fife") == "s_douglas s_barclay"
    used = violation(Reason.RATING_USED, "hs:4.2-4", block="s_douglas", borders=2)
    assert events == (
        event(EventKind.BLOCK_MOVED, "hs:4.2-4", block="s_douglas", to="fife"),
        unasked(EventKind.BLOCK_STOPPED, "scotland", "marching_on", (used,), block="s_douglas", area="fife"),
    )
    assert options(after) == ["select s_barclay", "select s_galloway", "done"]
    assert told(after, "select s_douglas") == [("already_moved", "4.0-6", {"block": "s_douglas"})]


@proves("hs:4.2-4", "hs:4.3-3")
def test_stepping_back_counts_at_the_border_and_is_refused_only_where_it_is_full() -> None:
    """Given a red border takes two blocks, when one has come over it, it stops; over a black one it may come back."""
    state = moves({"fife": "s_wallace s_douglas"}, "move1", "move3")
    state = play(state, "select s_wallace; march s_wallace angus")
    after, _ = accepted(state, "march s_wallace fife")
    assert "march s_wallace mentieth" in options(after)
    assert "march s_wallace angus" not in options(after)
    again, _ = accepted(after, "march s_wallace angus")
    assert at(again, "angus") == "s_wallace"


@proves("hs:4.2-4")
def test_a_block_that_was_picked_does_not_stop_where_it_stands() -> None:
    state = play(moves({"fife": "s_douglas"}, "move1", "move2"), "select s_douglas")
    assert not_asked(state, "march s_douglas fife")
    assert GAME.violations(play(state, "march s_douglas angus"), action("march s_douglas angus")) == ()


@proves("hs:4.3-5", "hs:4.4-2")
def test_a_block_that_has_stopped_is_told_what_stopped_it_and_where() -> None:
    """Given moves over red borders, into England and out of it, then each block hears the rule that stopped it."""
    moved = ("already_moved", "4.0-6")
    inside = go(moves({"mar": "s_wallace"}, "move1", "move2"), "s_wallace", "angus")
    assert told(inside, "march s_wallace fife") == [
        (*moved, {"block": "s_wallace"}),
        ("red_border_stops", "4.3-5", {"block": "s_wallace", "area": "angus"}),
    ]
    red = go(moves({"england": "e_edward"}, "move2", "move1"), "e_edward", "teviot")
    assert told(red, "march e_edward selkirk") == [
        (*moved, {"block": "e_edward"}),
        ("red_border_stops", "4.3-5", {"block": "e_edward", "area": "teviot"}),
        ("red_border_stops", "4.4-3", {"block": "e_edward", "area": "teviot"}),
    ]
    black = go(moves({"england": "e_edward"}, "move2", "move1"), "e_edward", "dunbar", "lothian")
    assert told(black, "march e_edward lanark") == [(*moved, {"block": "e_edward"})]
    south = go(moves({"teviot": "s_wallace"}, "move1", "move3"), "s_wallace", "england")
    assert told(south, "march s_wallace annan") == [
        (*moved, {"block": "s_wallace"}),
        ("red_border_stops", "4.3-5", {"block": "s_wallace", "area": "england"}),
        ("england_stops", "4.4-2", {"block": "s_wallace"}),
    ]


@proves("hs:4.6-1")
def test_a_pinned_block_is_told_how_many_hold_it_and_how_many_are_held() -> None:
    """Given two attackers of Buchan, when Fraser joins Grant and Douglas, then the ruleset says whether he counts."""
    blocks = {"buchan": "s_grant s_douglas", "angus": "e_york_infantry e_durham_infantry", "strathspey": "s_fraser"}
    for counts, held in (("no", 2), ("yes", 3)):
        state = moves(blocks, "move1", "move1", ruleset(pin_counts_arrivals=counts))
        state = play(go(go(state, "e_york_infantry", "buchan"), "e_durham_infantry", "buchan"), "done")
        facts = {"block": "s_grant", "area": "buchan", "attackers": 2, "blocks": 2}
        assert told(state, "select s_grant") == [("pinned", "4.6-1", facts)]
        state = go(state, "s_fraser", "buchan")
        assert len(bound(state, Side.SCOTLAND, area("buchan"))) == held
        assert [reason for reason, _, _ in told(state, "select s_grant")] == ["no_point_left", "pinned"][: 4 - held]


@proves("hs:4.6b-3", "hs:4.6b-5")
def test_the_norse_hear_which_place_is_no_other_coast_of_scotland() -> None:
    state = play(moves({"fife": "s_norse"}, "move1", "move2"), "select s_norse")
    for to, rule in (("lanark", "4.6b-3"), ("fife", "4.6b-3"), ("england", "4.6b-5")):
        assert told(state, f"march s_norse {to}") == [("not_by_sea", rule, {"to": to})]


@proves("hs:6.21-3", "hs:6.22-4")
def test_no_king_is_crowned_with_a_move_card() -> None:
    """Given Scotland has played a 3, then Bruce in Fife lacks only the event; Balliol lacks more."""
    state = moves({"fife": "s_bruce"}, "move1", "move3", year=1303, dead=["s_wallace"])
    lacking = ("no_event_card", "6.21-3", {"candidate": "bruce", "card": "move3"})
    assert told(state, "crown bruce") == [lacking]
    assert told(state, "crown balliol") == [
        ("no_event_card", "6.22-4", {"candidate": "balliol", "card": "move3"}),
        ("french_not_on_map", "6.22-3", {"candidate": "balliol"}),
    ]
    unplayed = state._replace(cards=state.cards._replace(scottish_card=None))
    assert told(unplayed, "crown bruce") == [("no_event_card", "6.21-3", {"candidate": "bruce"})]
    assert not_asked(play(state, "done"), "crown bruce")
