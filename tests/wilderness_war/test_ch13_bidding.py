"""Chapter 13.3: bidding for sides, in writing or by turns."""

from collections.abc import Mapping, Sequence

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import event, violation
from reference.wilderness_war.actions import DIE, Bid, Decline, Done, Roll, TakeSide
from reference.wilderness_war.ch13_bidding import apply, is_bidding, least_bid, open_bid_made, violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Bidding, Year
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.scenarios import set_up
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.phases import BRITISH, FRENCH, chance, choice, foreign, offered
from tests.wilderness_war.positions import GAME, STANDARD, due, played, refused, ruleset, top, under_way

WRITTEN = ruleset(bidding="on")
OPEN = ruleset(open_bidding="on")


def begun(rules: Ruleset) -> State:
    """Return the start of Annus Mirabilis, where France has 4 VP."""
    return GAME.start("annus_mirabilis", rules)


def test_without_either_option_sides_are_agreed_and_the_deal_begins() -> None:
    assert [is_bidding(rules) for rules in (STANDARD, WRITTEN, OPEN)] == [False, True, True]
    assert due(begun(STANDARD)).about == "deal"
    assert begun(STANDARD).tracks.vp == 4


@proves("ww:13.3")
def test_o13_3_the_higher_written_bid_takes_a_side_and_the_other_starts_with_the_points() -> None:
    """Given bids of 2 and 1, when the winner takes the French, then France begins with 2 VP instead of 4."""
    state = begun(WRITTEN)
    assert (choice(state).by, choice(state).about) == (FRENCH, "bid")
    assert offered(state)[:3] == (Bid(0), Bid(1), Bid(2))
    state = played(state, Bid(2)).state
    assert choice(state).by is BRITISH
    following = played(state, Bid(1))
    assert following.events == (event(EventKind.BID_MADE, "ww:13.3", player="british"),)
    assert (choice(following.state).by, offered(following.state)) == (FRENCH, (TakeSide(BRITISH), TakeSide(FRENCH)))
    taken = played(following.state, TakeSide(FRENCH))
    assert taken.events == (
        event(EventKind.SIDE_TAKEN, "ww:13.3", player="french", side="french"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:13.3", side="british", points=2, vp=2),
    )
    assert due(taken.state).about == "deal"


@proves("ww:13.3")
def test_the_winner_may_take_the_british_and_france_gets_the_points() -> None:
    state = played(begun(WRITTEN), Bid(0), Bid(3)).state
    assert choice(state).by is BRITISH
    assert played(state, TakeSide(BRITISH)).state.tracks.vp == 7


@proves("ww:13.3-tie")
@pytest.mark.parametrize(("die", "winner"), [(1, FRENCH), (3, FRENCH), (4, BRITISH), (6, BRITISH)])
def test_a_die_decides_between_equal_bids_and_the_loser_still_gets_the_points(die: int, winner: Side) -> None:
    state = played(begun(WRITTEN), Bid(2), Bid(2)).state
    assert (chance(state).about, chance(state).actions) == ("tied_bids", DIE)
    state = played(state, Roll(die)).state
    assert choice(state).by is winner
    assert played(state, TakeSide(FRENCH)).state.tracks.vp == 2


@proves("ww:13.3", "ww:13.3-tie")
def test_bids_of_nothing_move_no_points() -> None:
    state = played(begun(WRITTEN), Bid(0), Bid(0), Roll(1)).state
    after = played(state, TakeSide(BRITISH))
    assert after.events == (event(EventKind.SIDE_TAKEN, "ww:13.3", player="french", side="british"),)
    assert after.state.tracks.vp == 4


@proves("ww:13.3")
def test_a_bid_is_at_least_nothing_and_at_most_the_track_and_not_a_pass() -> None:
    state = begun(WRITTEN)
    for points in (-1, 11):
        assert refused(state, Bid(points)) == (
            violation(Reason.BID_OUT_OF_RANGE, "ww:13.3", bid=points, least=0, most=10),
        )
    foreign(state, Decline())
    foreign(state, TakeSide(FRENCH))
    foreign(state, Done())
    foreign(played(state, Bid(1), Bid(0)).state, Bid(3))


@proves("ww:13.3", "ww:en-14.7")
def test_a_written_bid_may_be_any_and_an_open_one_must_be_more_than_the_last() -> None:
    assert [least_bid(Bidding(bids), WRITTEN) for bids in ((), (7,))] == [0, 0]
    assert [least_bid(Bidding(bids), OPEN) for bids in ((), (0,), (0, 1), (0, 1, 7))] == [0, 1, 2, 8]


@proves("ww:13.3", "ww:13.3-tie")
@pytest.mark.parametrize(
    ("bids", "found"),
    [
        ((2,), Bidding((2,))),
        ((2, 1), Bidding((2, 1), winner=FRENCH)),
        ((1, 2), Bidding((1, 2), winner=BRITISH)),
        ((2, 2), Bidding((2, 2), tied=True)),
    ],
)
def test_two_written_bids_decide_and_one_does_not(bids: tuple[int, ...], found: Bidding) -> None:
    before = Bidding(bids[:-1])
    state = under_way([before], {}, WRITTEN)
    assert violations(state, before, Bid(bids[-1])) == ()
    assert top(apply(state, before, Bid(bids[-1])).state) == found


@proves("ww:13.3", "ww:5.24")
def test_the_first_written_bid_stays_sealed_to_the_other_player_until_he_has_written_his() -> None:
    def seen(state: State, side: Side) -> Json:
        view = GAME.observe(state, side.value)
        assert isinstance(view, Mapping)
        frames = view["frames"]
        assert isinstance(frames, Sequence)
        assert not isinstance(frames, str)
        return frames[-1]

    one = played(begun(WRITTEN), Bid(7)).state
    assert seen(one, BRITISH) == {"type": "bidding", "bids": 1, "winner": None, "tied": False}
    assert seen(one, FRENCH) == {"type": "bidding", "bids": [7], "winner": None, "tied": False}
    both = played(one, Bid(3)).state
    for side in Side:
        assert seen(both, side) == {"type": "bidding", "bids": [7, 3], "winner": "french", "tied": False}


@proves("ww:en-14.7", "ww:5.24")
def test_open_bids_are_seen_by_both() -> None:
    state = played(begun(OPEN), Bid(2)).state
    for side in Side:
        view = GAME.observe(state, side.value)
        assert isinstance(view, Mapping)
        assert isinstance(view["frames"], list)
        assert view["frames"][-1] == {"type": "bidding", "bids": [2], "winner": None, "tied": False}


@proves("ww:en-14.7")
def test_o14_7_open_bids_rise_by_turns_until_somebody_passes() -> None:
    """Given bids of 0, 1 and 2, when the second player passes, then the first takes France and Britain gets 2 VP."""
    state = begun(OPEN)
    assert Decline() not in offered(state)
    assert refused(state, Decline()) == (violation(Reason.BID_OUT_OF_RANGE, "ww:en-14.7", least=0),)
    state = played(state, Bid(0), Bid(1)).state
    assert offered(state)[0] == Bid(2)
    assert refused(state, Bid(1)) == (violation(Reason.BID_OUT_OF_RANGE, "ww:en-14.7", bid=1, least=2, most=10),)
    state = played(state, Bid(2)).state
    assert choice(state).by is BRITISH
    state = played(state, Decline()).state
    assert choice(state).by is FRENCH
    assert played(state, TakeSide(FRENCH)).state.tracks.vp == 2


@proves("ww:en-14.7")
def test_the_highest_possible_open_bid_wins_at_once() -> None:
    state = played(begun(OPEN), Bid(10)).state
    assert (choice(state).by, choice(state).about) == (FRENCH, "take_side")
    later = played(begun(OPEN), Bid(0), Bid(10)).state
    assert (choice(later).by, choice(later).about) == (BRITISH, "take_side")


@proves("ww:en-14.7")
def test_the_last_open_bidder_takes_a_side_and_the_other_gets_his_bid_if_it_is_not_nothing() -> None:
    nothing = played(begun(OPEN), Bid(0), Decline(), TakeSide(FRENCH))
    chosen = event(EventKind.SIDE_TAKEN, "ww:13.3", player="french", side="french")
    assert nothing.events[-1] == chosen
    assert nothing.state.tracks.vp == 4
    assert due(nothing.state).about == "deal"
    three = played(begun(OPEN), Bid(1), Bid(3), Decline(), TakeSide(BRITISH))
    assert three.events[-2:] == (
        event(EventKind.SIDE_TAKEN, "ww:13.3", player="british", side="british"),
        event(EventKind.VP_SCORED, "ww:13.21", "ww:13.3", side="french", points=3, vp=7),
    )
    assert due(three.state).about == "deal"


@proves("ww:en-14.7")
def test_of_open_bids_only_the_last_may_be_the_highest_there_can_be() -> None:
    for bids, winner in (((0, 10), BRITISH), ((0, 9), None), ((10,), FRENCH), ((0,), None)):
        assert open_bid_made(Bidding(bids)).winner is winner


@proves("ww:13.3")
def test_a_game_begins_with_the_bidding_only_where_the_ruleset_has_it() -> None:
    assert [type(each) for each in set_up("annus_mirabilis", WRITTEN).stack.frames] == [Year, Bidding]
    assert [type(each) for each in set_up("annus_mirabilis", ruleset()).stack.frames] == [Year]
