"""What is said to a side, or to the dice, that wants to act when another decision is due."""

from reference.hammer_of_the_scots.event_kinds import EventKind
from reference.hammer_of_the_scots.frames import Moving
from reference.hammer_of_the_scots.in_turn import in_turn
from reference.hammer_of_the_scots.not_due import not_due
from reference.hammer_of_the_scots.reasons import Reason
from reference.hammer_of_the_scots.sides import Side
from reference.hammer_of_the_scots.state import State
from reference.kernel.decisions import CHANCE
from reference.kernel.rules import proves
from reference.kernel.stacks import Stack
from reference.kernel.table import seat
from reference.kernel.verdicts import Legal, No, Notation, NotYourDecision, Unasked, unasked, violation
from tests.hammer_of_the_scots.positions import (
    GAME,
    about,
    action,
    battle,
    by,
    go,
    happened,
    moves,
    place,
    play,
    told,
    unasked_of,
    winter,
)


def otherwise(state: State, side: str, text: str) -> Legal | No | Notation | None:
    """Return what would be said of an action if it were this side's turn; it is not."""
    verdict = seat(GAME, state).act(side, GAME.write_action(action(text)))
    assert isinstance(verdict, NotYourDecision), (text, verdict)
    return verdict.otherwise


def undecided() -> State:
    """Return a battle in Fife after its third round, in which England attacked."""
    state = battle({"fife": "e_york_infantry s_douglas", "angus": "s_grant"}, "fife", "england")
    return play(state, "hold s_douglas; hold e_york_infantry; " * 3)


# ---------------------------------------------------------------- while dice are rolled


@proves("hs:5.31-2", "hs:5.31-1", "hs:5.31-3", "hs:5.5-4")
def test_while_dice_are_rolled_a_side_is_told_what_holds_in_the_round_under_way() -> None:
    """Given Edward (B) fires at Douglas and Grant (C), then these may act next, he and York Infantry not yet again."""
    enemies = {"angus": "e_angus", "mentieth": "e_mentieth", "atholl": "e_atholl"}
    blocks = {"fife": "e_edward e_york_infantry s_douglas s_grant", **enemies}
    state = play(battle(blocks, "fife", "england"), "fight e_edward")
    assert by(state) == CHANCE
    assert otherwise(state, "scotland", "fight s_douglas") == Legal()
    assert otherwise(state, "scotland", "hold s_grant") == Legal()
    assert unasked_of(state, "england", "hold e_edward") == [("has_acted", "5.31-1", {"block": "e_edward"})]
    facts = {"block": "e_york_infantry", "side": "scotland", "letter": "C"}
    assert unasked_of(state, "england", "fight e_york_infantry") == [("out_of_turn", "5.31-4", facts)]
    barred = [(why, rule) for why, rule, _ in unasked_of(state, "scotland", "withdraw s_douglas")]
    assert barred == [("no_way_out", "5.5-4")]


@proves("hs:5.31-2", "hs:5.41-3")
def test_while_the_enemy_takes_hits_the_side_that_fired_may_ask_about_its_other_blocks() -> None:
    state = battle({"fife": "e_edward e_york_knights s_douglas s_grant"}, "fife", "england")
    state = play(state, "fight e_edward; roll 1; roll 6; roll 6; roll 6")
    assert (by(state), about(state)) == ("scotland", "a block that takes a hit")
    assert otherwise(state, "england", "fight e_york_knights") == Legal()
    assert unasked_of(state, "england", "select s_douglas") == [
        ("owner_takes_hits", "5.41-3", {"side": "scotland", "area": "fife"})
    ]
    assert not_due(state, "scotland", action("select s_douglas")) == ()


@proves("hs:5.31-2", "hs:5.2-2")
def test_before_the_loyalty_of_celts_is_rolled_a_side_may_ask_what_comes_first() -> None:
    state = battle({"fife": "e_wales_infantry e_edward s_douglas"}, "fife", "england")
    assert by(state) == CHANCE
    assert otherwise(state, "england", "fight e_edward") == Legal()
    assert otherwise(state, "england", "roll 3") is None


@proves("hs:5.4-1", "hs:C-4", "hs:3.0-2")
def test_dice_and_deals_of_chance_are_not_asked_for_while_a_side_decides() -> None:
    """Given a block's turn, a noble yet to be named, or a year under way, then chance is told what comes before it."""
    state = battle({"fife": "e_edward s_douglas"}, "fife", "england")
    assert unasked_of(state, CHANCE, "roll 3") == [("no_block_fires", "5.4-1", {})]
    assert unasked_of(state, CHANCE, "deal move1") == [("dealt_at_new_year", "3.0-2", {"year": 1298})]
    assert not_due(state, CHANCE, action("done")) == ()
    herald = moves({"fife": "s_grant", "mar": "e_mar"}, "herald", "move1")
    assert unasked_of(herald, CHANCE, "roll 3") == [("no_noble_named", "C-4", {})]
    for nothing in ("roll 3", "deal move1", "draw s_fraser"):
        assert not_due(state._replace(stack=Stack()), CHANCE, action(nothing)) == ()


@proves("hs:5.31-2")
def test_an_enemy_block_takes_no_turn_for_a_side() -> None:
    state = play(battle({"fife": "e_edward s_douglas"}, "fife", "england"), "fight e_edward")
    for what in ("fight", "hold", "withdraw"):
        assert unasked_of(state, "scotland", f"{what} e_edward") == [
            ("not_your_block", "5.31-2", {"block": "e_edward"})
        ]


# ---------------------------------------------------------------- battles


@proves("hs:5.3-1", "hs:5.3-2")
def test_after_three_rounds_nobody_has_a_turn_and_only_the_attacker_leaves() -> None:
    state = undecided()
    assert (by(state), about(state)) == ("england", "a block that must retreat")
    over = [("rounds_fought", "5.3-1", {"area": "fife", "rounds": 3})]
    assert unasked_of(state, "england", "fight e_york_infantry") == over
    assert unasked_of(state, "scotland", "hold s_douglas") == over
    assert unasked_of(state, "scotland", "select s_douglas") == [
        ("attacker_leaves", "5.3-2", {"side": "scotland", "area": "fife"})
    ]
    assert told(state, "select s_douglas") == [("not_your_block", "5.3-2", {"block": "s_douglas"})]
    assert told(state, "select e_ross") == [("not_in_battle", "5.3-2", {"block": "e_ross"})]
    state = battle({"fife": "e_york_infantry s_douglas"}, "fife", "england")
    state = play(state, "hold s_douglas; hold e_york_infantry; " * 2 + "hold s_douglas")
    why = (violation(Reason.ROUNDS_FOUGHT, "hs:5.3-1", area="fife", rounds=3),)
    assert [each for each in happened(state, "hold e_york_infantry")[1] if isinstance(each, Unasked)] == [
        unasked(EventKind.NOT_ASKED, side, "battle_turn", why, area="fife") for side in ("england", "scotland")
    ]


def test_another_battle_than_the_one_whose_rounds_are_over_is_still_to_be_fought() -> None:
    elsewhere = place(
        {"fife": "e_york_infantry s_douglas", "mar": "e_mar s_grant"},
        [{"type": "turn", "stage": "raid"}, {"type": "battles"},
         {"type": "last_retreat", "side": "england", "area": "fife"}],
        first="england", attackers={"mar": "england"}, played={"england": "move1", "scotland": "move1"},
        hands={"england": ["move1"], "scotland": ["move1"]},
    )  # fmt: skip
    assert not_due(elsewhere, "scotland", action("fight s_grant")) == ()


@proves("hs:5.6-1")
def test_only_the_winner_regroups() -> None:
    state = play(undecided(), "select e_york_infantry; choose mentieth")
    assert (by(state), about(state)) == ("scotland", "a block to regroup")
    assert unasked_of(state, "england", "select e_york_infantry") == [
        ("winner_regroups", "5.6-1", {"side": "england", "area": "fife"})
    ]
    assert not_due(state, "scotland", action("select s_douglas")) == ()


@proves("hs:5.9-3")
def test_england_itself_picks_what_a_raid_costs() -> None:
    state = play(moves({"england": "s_wallace", "lothian": "e_york_infantry"}), "done; done")
    assert about(state) == "a block lost to the raid"
    assert unasked_of(state, "scotland", "select e_york_infantry") == [("england_picks_loss", "5.9-3", {})]
    assert not_due(state, "england", action("select e_york_infantry")) == ()


@proves("hs:5.1-2", "hs:5.1-1")
def test_the_second_player_is_told_what_would_be_said_if_he_picked_the_battle() -> None:
    blocks = {"fife": "s_douglas", "angus": "e_york_infantry"}
    state = play(go(moves(blocks), "e_york_infantry", "fife"), "done; done")
    assert (by(state), about(state)) == ("england", "the next battle")
    assert otherwise(state, "scotland", "choose fife") == Legal()
    assert otherwise(state, "scotland", "choose mar") == No(
        (violation(Reason.NO_BATTLE_THERE, "hs:5.1-1", area="mar"),)
    )


# ---------------------------------------------------------------- moves and cards


@proves("hs:3.12-1")
def test_who_has_played_an_event_makes_no_moves() -> None:
    """Given Scotland has played Victuals, then its blocks do not march while England moves, nor in the battles."""
    blocks = {"fife": "s_douglas", "angus": "e_york_infantry"}
    state = play(moves(blocks, "move2", "victuals"), "done")
    assert (by(state), about(state)) == ("england", "a block to move")
    why = [("event_gives_no_moves", "3.12-1", {"side": "scotland", "card": "victuals"})]
    assert unasked_of(state, "scotland", "select s_douglas") == why
    assert unasked_of(state, "scotland", "march s_douglas mar") == why
    assert otherwise(state, "scotland", "select e_york_infantry") is None
    fighting = play(go(state, "e_york_infantry", "fife"), "done")
    assert about(fighting) == "the next battle"
    assert unasked_of(fighting, "scotland", "march s_douglas mar") == why


@proves("hs:I-10", "hs:I-11", "hs:4.1-2")
def test_moves_are_over_for_the_first_player_when_the_second_moves_and_for_both_in_battles() -> None:
    blocks = {"fife": "s_douglas", "mar": "s_grant", "angus": "e_york_infantry"}
    state = moves(blocks, "move2", "move1")
    assert not_due(state, "scotland", action("march s_grant fife")) == ()
    assert otherwise(state, "scotland", "select s_grant") == Legal()
    state = play(go(state, "e_york_infantry", "fife"), "done")
    over = [("moves_are_over", "I-10", {"side": "england"})]
    assert unasked_of(state, "england", "select e_ross") == over
    assert unasked_of(state, "england", "march e_ross moray") == over
    assert otherwise(state, "england", "select s_grant") == No(
        (violation(Reason.NOT_YOUR_BLOCK, "hs:4.2-2", block="s_grant"),)
    )
    state = play(state, "done")
    for side, text in (("england", "march e_ross moray"), ("scotland", "march s_grant fife")):
        assert unasked_of(state, side, text) == [("moves_are_over", "I-11", {"side": side})]


@proves("hs:5.9-3", "hs:I-11")
def test_moves_are_over_when_a_raid_is_paid_for() -> None:
    state = play(moves({"england": "s_wallace", "lothian": "e_york_infantry"}), "done; done")
    assert unasked_of(state, "england", "march e_york_infantry dunbar") == [
        ("moves_are_over", "I-11", {"side": "england"})
    ]


@proves("hs:4.2-2", "hs:3.11-1")
def test_a_side_asks_about_its_moves_with_the_points_of_its_own_card() -> None:
    """Given England moves with a 3, then Scotland moves with its 1; where no cards are known, with England's points."""
    state = moves({"teviot": "s_grant", "annan": "s_bruce"}, "move3", "move1")
    (theirs,) = in_turn(state, "scotland")
    assert theirs.stack.top == Moving(Side.SCOTLAND, 1)
    assert otherwise(state, "scotland", "select s_bruce") == Legal()
    bare = place({"annan": "s_bruce"}, [{"type": "moving", "side": "england", "points": 0}])
    assert otherwise(bare, "scotland", "select s_bruce") == No(
        (violation(Reason.NO_POINT_LEFT, "hs:4.2-2", area="annan"),)
    )


@proves("hs:3.1-1")
def test_scotland_asks_about_a_card_before_england_has_played_one() -> None:
    state = place({"fife": "s_grant"}, [{"type": "turn", "stage": "cards"}],
                  hands={"england": ["move1"], "scotland": ["move2"]})  # fmt: skip
    assert by(state) == "england"
    assert otherwise(state, "scotland", "play move2") == Legal()
    assert otherwise(state, "scotland", "play move1") == No(
        (violation(Reason.NOT_IN_HAND, "hs:3.1-1", side="scotland", card="move1"),)
    )
    assert in_turn(play(state, "play move1"), "england") == ()
    assert in_turn(state, CHANCE) == ()


# ---------------------------------------------------------------- winter


@proves("hs:7.0-5", "hs:7.3-1", "hs:7.5-5")
def test_in_winter_a_side_asks_about_its_step_to_come_and_hears_that_an_earlier_one_is_over() -> None:
    """Given England disbands, then Scots may ask about theirs; given Scots disband, England's step is over."""
    blocks = {"fife": "s_grant s_douglas s_fraser s_keith", "mar": "s_mar", "lothian": "e_york_infantry"}
    state = winter(blocks, "english_disband")
    assert (by(state), about(state)) == ("england", "a block that disbands")
    assert not_due(state, "england", action("select e_york_infantry")) == ()
    assert otherwise(state, "scotland", "select s_grant") == Legal()
    assert otherwise(state, "scotland", "select s_mar") == No(
        (violation(Reason.NOBLES_CANNOT_DISBAND, "hs:7.5-5", block="s_mar"),)
    )
    state = play(state, "done")
    assert (by(state), about(state)) == ("scotland", "a surplus block that disbands")
    over = [("step_is_over", "7.0-5", {"side": "england"})]
    assert unasked_of(state, "england", "select e_york_infantry") == over
    assert not_due(state, "scotland", action("select s_grant")) == ()


@proves("hs:7.0-5", "hs:7.63-1", "hs:7.61-1")
def test_while_one_side_builds_the_other_asks_about_points_to_come_and_hears_that_its_own_are_used() -> None:
    blocks = {"fife": "s_grant:1", "mentieth": "e_york_infantry:1 e_york_knights:1"}
    state = winter(blocks, "scottish_build")
    assert by(state) == "scotland"
    assert otherwise(state, "england", "select e_york_infantry") == Legal()
    assert otherwise(state, "england", "select e_york_knights") == No(
        (violation(Reason.NOT_STRENGTHENED, "hs:7.63-1", block="e_york_knights"),)
    )
    state = play(state, "done")
    assert (by(state), about(state)) == ("england", "how a replacement point is used")
    assert unasked_of(state, "scotland", "select s_grant") == [("step_is_over", "7.0-5", {"side": "scotland"})]
    assert in_turn(state, "england") == ()


@proves("hs:C-2")
def test_the_plunderer_does_not_pick_who_is_hit() -> None:
    state = play(moves({"fife": "s_grant", "angus": "e_york_infantry e_hobelars"}, "move1", "pillage"), "choose angus")
    assert by(state) == "england"
    assert unasked_of(state, "scotland", "select e_hobelars") == [
        ("owner_takes_hits", "C-2", {"side": "england", "area": "angus"})
    ]
