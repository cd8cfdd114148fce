"""Sets named in any order or at once, with real choices of the games."""

from collections.abc import Mapping
from itertools import permutations

import pytest

from oracle.game_registry import opener_of
from reference.few_acres_of_snow.reasons import Reason
from reference.kernel.any_order import DONE, AnyOrder
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.named_sets import MOST_MEMBERS, Member, NamedSet
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Due, Table
from reference.kernel.verdicts import Next, No, NotAsked, Notation, NotThisDecision, NotYourDecision, violation
from tests.kernel import toy

HAND = ["british_boston", "british_norfolk", "british_philadelphia", "british_new_york"]
TURN: Json = {
    "hands": {"british": HAND, "french": []},
    "frames": [{"type": "turn", "side": "british", "actions": 2}],
}
FORCE: Json = {
    "hands": {"british": ["card_28"], "french": ["card_8"]},
    "frames": [{"type": "year", "stage": "actions", "turn": "british"}],
    "pieces": {"albany": ["amherst", "murray", "br_regular_15th", "br_regular_17th", "br_ranger_rogers"]},
}


def few_acres(position: Json = TURN, ruleset: str = "second") -> Table:
    return opener_of("few_acres_of_snow").place(position, RulesetName(ruleset))


def after(table: Table, by: str, *actions: Json) -> Table:
    for action in actions:
        verdict = table.act(by, action)
        assert isinstance(verdict, Next), (action, verdict)
        table = verdict.state
    return table


def mustering() -> Table:
    table = opener_of("wilderness_war").place(FORCE, RulesetName("standard"))
    return after(
        table,
        "british",
        {"type": "activate", "card": "card_28", "what": "force"},
        {"type": "pick_leader", "leader": "amherst"},
    )


def unit(name: str) -> Json:
    return {"type": "pick", "unit": name}


RANGERS, FIFTEENTH, SEVENTEENTH = unit("br_ranger_rogers"), unit("br_regular_15th"), unit("br_regular_17th")
MURRAY: Json = {"type": "pick_leader", "leader": "murray"}


def test_a_member_named_after_the_set_has_closed_is_added() -> None:
    """Given a force whose last unit closes the muster, then a unit named after it still joins."""
    wanted = after(mustering(), "british", MURRAY, FIFTEENTH, RANGERS)
    assert wanted.asks() == "step"
    closed = after(mustering(), "british", RANGERS)
    assert closed.asks() == "step"
    assert after(closed, "british", FIFTEENTH, MURRAY).digest() == wanted.digest()


def test_what_happened_already_is_not_told_again() -> None:
    """Given cards discarded one by one, then each answer tells only what is new."""
    first = few_acres().act("british", {"type": "discard", "card": "british_norfolk"})
    assert isinstance(first, Next)
    second = first.state.act("british", {"type": "play", "card": "british_boston"})
    assert isinstance(second, Next)
    assert not set(first.events) & set(second.events)


def test_done_after_a_set_that_has_closed_changes_nothing() -> None:
    closed = after(mustering(), "british", RANGERS)
    verdict = closed.act("british", DONE)
    assert isinstance(verdict, Next)
    assert (verdict.events, verdict.state.digest()) == ((), closed.digest())
    assert isinstance(verdict.state.act("british", DONE), NotThisDecision | No)
    assert isinstance(verdict.state.act("british", FIFTEENTH), NotThisDecision | No)


def test_only_who_names_a_set_may_add_to_it() -> None:
    closed = after(mustering(), "british", RANGERS)
    assert isinstance(closed.act("french", FIFTEENTH), NotYourDecision)
    assert isinstance(closed.act("french", DONE), NotYourDecision)


def test_another_action_ends_the_naming() -> None:
    gone = after(mustering(), "british", RANGERS, {"type": "go", "to": "kinderhook", "by": "land"})
    assert not isinstance(gone.act("british", FIFTEENTH), Next)


def test_what_cannot_join_is_refused_by_its_rule() -> None:
    closed = after(mustering(), "british", RANGERS)
    assert not isinstance(closed.act("british", unit("fr_regular_bearn")), Next)


@pytest.mark.parametrize("kind", ["muster", "pick"])
def test_a_whole_set_is_given_at_once_in_any_order(kind: str) -> None:
    wanted = after(mustering(), "british", MURRAY, FIFTEENTH, RANGERS)
    given: Json = {"type": kind, "units": ["br_ranger_rogers", "br_regular_15th"], "leaders": ["murray"]}
    assert after(mustering(), "british", given).digest() == wanted.digest()


def test_a_set_given_at_once_is_whole_and_is_ended() -> None:
    alone = after(mustering(), "british", FIFTEENTH, DONE)
    assert after(mustering(), "british", {"type": "muster", "units": ["br_regular_15th"]}).digest() == alone.digest()
    none = after(mustering(), "british", DONE)
    assert after(mustering(), "british", {"type": "muster", "units": []}).digest() == none.digest()


def test_the_opener_names_the_first_member() -> None:
    one_by_one = after(
        few_acres(), "british", {"type": "discard", "card": "british_norfolk"},
        {"type": "play", "card": "british_boston"}, DONE,
    )  # fmt: skip
    at_once = after(few_acres(), "british", {"type": "discard", "cards": ["british_boston", "british_norfolk"]})
    assert at_once.digest() == one_by_one.digest()
    begun = after(few_acres(), "british", {"type": "discard", "card": "british_norfolk"})
    rest = after(begun, "british", {"type": "play", "cards": ["british_boston"]})
    assert rest.digest() == one_by_one.digest()


def test_a_set_that_cannot_be_is_refused_for_the_first_member_that_cannot_join() -> None:
    refused = few_acres().act("british", {"type": "discard", "cards": ["british_boston", "french_quebec"]})
    assert isinstance(refused, No)
    twice = mustering().act("british", {"type": "muster", "units": ["br_regular_15th", "br_regular_15th"]})
    assert isinstance(twice, No)


def test_a_set_that_is_not_asked_for_is_answered_as_its_members_are() -> None:
    moving = after(mustering(), "british", RANGERS, {"type": "go", "to": "kinderhook", "by": "land"})
    assert not isinstance(moving.act("british", {"type": "muster", "units": ["br_regular_15th"]}), Next)
    assert not isinstance(moving.act("british", {"type": "muster", "units": []}), Next)
    assert isinstance(mustering().act("french", {"type": "muster", "units": ["br_regular_15th"]}), NotYourDecision)


def test_a_set_with_more_members_than_there_may_be_is_not_cut_short() -> None:
    """Given a governor who returns two cards at most, then three given at once are refused, and none is returned."""
    hand = ["british_governor", "british_boston", "british_norfolk", "neutral_settlers"]
    turn = few_acres({"hands": {"british": hand}, "frames": [{"type": "turn", "side": "british", "actions": 2}]})
    refused = turn.act("british", {"type": "governor", "cards": hand[1:]})
    assert isinstance(refused, NotAsked)
    assert {each.rule for each in refused.violations} == {"fa:governor.1"}
    two_more = turn.act("british", {"type": "governor", "cards": [*hand[1:], "british_militia"]})
    assert two_more == refused


def test_a_set_too_long_for_what_stands_alone_is_not_cut_short() -> None:
    """Given SMALL POX by itself, which costs one step, then three units given at once are refused, and none suffers."""
    position: Json = {
        "pieces": {"albany": ["4 br_regular", "br_ranger_rogers"]},
        "opening": {"type": "event", "side": "french", "card": "card_34"},
    }
    table = opener_of("wilderness_war").place(position, RulesetName("standard"))
    struck = after(table, "french", {"type": "pick_space", "space": "albany"})
    losing = after(struck, "chance", {"type": "roll", "die": 1})
    units: list[Json] = ["br_ranger_rogers", "br_regular_15th", "br_regular_17th"]
    assert isinstance(losing.act("british", {"type": "smallpox", "units": units}), NotThisDecision)
    assert isinstance(losing.act("british", {"type": "smallpox", "units": units[:1]}), Next)


def test_done_need_not_be_said_where_nothing_is_left_to_name() -> None:
    """Given CAMPAIGN with one leader on the map, when he has been named, then he acts without a word in between."""
    position: Json = {
        "hands": {"british": ["card_1"]}, "pieces": {"albany": ["webb", "br_regular_15th"]},
        "frames": [{"type": "year", "stage": "actions", "turn": "british"}],
    }  # fmt: skip
    table = opener_of("wilderness_war").place(position, RulesetName("standard"))
    webb: Json = {"type": "pick_leader", "leader": "webb"}
    named = after(table, "british", {"type": "play_event", "card": "card_1"}, webb)
    acting = after(named, "british", webb)
    assert acting.digest() == after(named, "british", DONE, webb).digest()
    assert not isinstance(named.act("french", webb), Next)
    assert not isinstance(named.act("british", {"type": "pick_leader", "leader": "loudoun"}), Next)


def reacting(kind: str, **rest: Json) -> Table:
    """Return the moment at which Lévis at Hudson Carry South answers Amherst, who comes from Albany."""
    there = ["levis", "rigaud", "fr_regular_bearn", "fr_coureurs_marin", "reduced fr_coureurs_lery"]
    position: Json = {
        "pieces": {"albany": ["amherst", "br_regular_15th", "br_ranger_rogers"], "hudson_carry_south": there},
        "opening": {"type": kind, "to": "hudson_carry_south", "leader": "amherst", "value": 3}, **rest,
    }  # fmt: skip
    return opener_of("wilderness_war").place(position, RulesetName("standard"))


def intercepting(origin: str) -> Table:
    """Return the moment at which the French beside Hudson Carry South may meet Amherst there."""
    there = ["levis", "rigaud", "fr_regular_bearn", "fr_coureurs_marin", "reduced fr_coureurs_lery"]
    position: Json = {
        "pieces": {"albany": ["amherst", "br_regular_15th", "br_ranger_rogers"], origin: there},
        "opening": {"type": "interception", "to": "hudson_carry_south", "leader": "amherst", "value": 3},
    }  # fmt: skip
    return opener_of("wilderness_war").place(position, RulesetName("standard"))


def test_a_unit_named_late_goes_inside_and_does_not_answer_the_next_decision() -> None:
    """Given Marin goes inside, then Léry named next goes inside too; he avoids battle only after `done`."""
    marin, lery = unit("fr_coureurs_marin"), unit("fr_coureurs_lery")
    table = reacting("entry", forts={"french": ["hudson_carry_south"]})
    first = after(table, "french", marin)
    asked = first.due()
    assert isinstance(asked, Due)
    assert (first.asks(), asked.about, asked.actions) == ("inside", "inside", (DONE,))
    both = after(table, "french", lery, marin, DONE)
    assert after(first, "french", lery, DONE).digest() == both.digest()
    alone = after(first, "french", DONE)
    assert alone.asks() == "avoidance"
    assert after(alone, "french", lery).digest() != after(first, "french", lery).digest()
    assert after(first, "french", {"type": "decline"}).digest() == after(alone, "french", {"type": "decline"}).digest()


@pytest.mark.parametrize("leaders", [["levis", "rigaud"], ["rigaud", "levis"]])
def test_those_who_avoid_battle_are_given_at_once_whoever_is_named_first(leaders: list[str]) -> None:
    table = reacting("avoidance")
    wanted = after(
        table, "french", {"type": "pick_leader", "leader": "levis"}, {"type": "pick_leader", "leader": "rigaud"},
        unit("fr_regular_bearn"), DONE,
    )  # fmt: skip
    given: Json = {"type": "avoiders", "units": ["fr_regular_bearn"], "leaders": leaders}
    assert after(table, "french", given).digest() == wanted.digest()
    cannot: Json = {"type": "avoiders", "units": ["br_regular_15th"], "leaders": leaders}
    assert not isinstance(table.act("french", cannot), Next)


BEARN, MARIN = unit("fr_regular_bearn"), unit("fr_coureurs_marin")
LEVIS: Json = {"type": "pick_leader", "leader": "levis"}
RIGAUD: Json = {"type": "pick_leader", "leader": "rigaud"}


@pytest.mark.parametrize(("kind", "origin"), [("avoidance", "hudson_carry_south"), ("interception", "wood_creek")])
def test_a_group_that_reacts_is_named_in_any_order(kind: str, origin: str) -> None:
    """Given two leaders and two units, then each order leads to one group, or says that leaders come first."""
    table = reacting(kind) if kind == "avoidance" else intercepting(origin)
    wanted = after(table, "french", LEVIS, RIGAUD, BEARN, MARIN, DONE)
    reached = 0
    for order in permutations((LEVIS, RIGAUD, BEARN, MARIN)):
        verdict: object = None
        here: Table = table
        for each in (*order, DONE):
            verdict = here.act("french", each)
            if not isinstance(verdict, Next):
                break
            here = verdict.state
        if isinstance(verdict, Notation):
            assert all(each in (BEARN, MARIN) for each in order[:2])
            continue
        assert here.digest() == wanted.digest(), order
        reached += 1
    assert reached == 20


@pytest.mark.parametrize("spaces", [["canajoharie", "shawiangto"], ["shawiangto", "canajoharie"]])
def test_stockades_given_at_once_are_built_in_an_order_in_which_each_can_be(spaces: list[str]) -> None:
    """Given a stockade that brings the next space into supply, then both may be given at once, not the other first."""
    position: Json = {
        "hands": {"british": ["card_38"], "french": ["card_8"]},
        "pieces": {"canajoharie": ["br_regular_15th"], "shawiangto": ["br_regular_17th"]},
        "frames": [{"type": "year", "stage": "actions", "turn": "british"}],
    }
    table = opener_of("wilderness_war").place(position, RulesetName("standard"))
    building = after(table, "british", {"type": "build", "card": "card_38", "what": "stockades"})
    one_by_one = after(building, "british", *({"type": "pick_space", "space": each} for each in sorted(spaces)))
    given: Json = {"type": "stockades", "spaces": spaces}
    assert after(building, "british", given).digest() == one_by_one.digest()
    unsupplied = building.act("british", {"type": "pick_space", "space": "shawiangto"})
    assert isinstance(unsupplied, No)
    assert [each.rule for each in unsupplied.violations] == ["ww:12.3-a"]
    impossible = building.act("british", {"type": "stockades", "spaces": ["quebec", "canajoharie"]})
    assert isinstance(impossible, No)
    assert all(dict(each.facts).get("space") == "quebec" for each in impossible.violations)


def test_a_unit_that_reacts_alone_is_no_longer_joined_once_a_die_was_rolled() -> None:
    table = after(reacting("avoidance"), "french", BEARN)
    assert isinstance(table.act("british", LEVIS), NotYourDecision)
    assert isinstance(table.act("french", unit("br_regular_15th")), NotYourDecision)
    assert not isinstance(after(table, "chance", {"type": "roll", "die": 1}).act("french", LEVIS), Next)


def test_a_word_is_never_put_in_where_it_is_a_choice() -> None:
    """Given cards left to discard, when the turn is ended before the discarding is, then it is refused."""
    begun = after(few_acres(), "british", {"type": "discard", "card": "british_norfolk"})
    assert begun.act("british", {"type": "end_turn"}) == No((violation(Reason.UNFINISHED_ACTION, "fa:act.2"),))


def test_a_set_given_while_another_is_asked_for_never_answers_that_one() -> None:
    """Given blocks that grow by Victuals, then blocks given to disband, or none, leave them as they are."""
    position: Json = {
        "year": 1298, "blocks": {"ross": ["e_ross"], "mar": ["s_keith 1", "s_fraser 1"]},
        "played": {"england": "move1", "scotland": "victuals"}, "hands": {"england": ["move1"], "scotland": ["move1"]},
        "frames": [{"type": "turn", "stage": "reveal"}],
    }  # fmt: skip
    table = opener_of("hammer_of_the_scots").place(position, RulesetName("standard"))
    assert table.asks() == "a block that gains a step"
    assert isinstance(table.act("scotland", {"type": "disband", "blocks": ["s_keith", "s_fraser"]}), NotThisDecision)
    assert isinstance(table.act("scotland", {"type": "disband", "blocks": []}), NotThisDecision)


@pytest.mark.parametrize("word", ["disband", "disband_surplus", "select"])
def test_blocks_that_disband_are_given_by_one_word_whether_they_are_too_many_or_go_freely(word: str) -> None:
    blocks = {"ross": ["e_ross"], "mar": ["e_mar", "e_durham_infantry"], "angus": ["e_york_infantry"]}
    position: Json = {"year": 1298, "blocks": blocks, "frames": [{"type": "wintering", "season": "english_nobles"}]}
    table = opener_of("hammer_of_the_scots").place(position, RulesetName("standard"))
    wanted = after(
        table, "england", {"type": "select", "block": "e_durham_infantry"},
        {"type": "select", "block": "e_york_infantry"},
    )  # fmt: skip
    given: Json = {"type": word, "blocks": ["e_york_infantry", "e_durham_infantry"]}
    assert after(table, "england", given).digest() == wanted.digest()


@pytest.mark.parametrize(
    ("action", "place", "cause"),
    [
        ({"type": "muster", "units": ["br_regular_15th"], "horses": []}, "horses", "is no kind of member of muster"),
        ({"type": "muster", "units": ["br_regular_15th"], "leaders": "murray"}, "leaders", "is not a list"),
        ({"type": "muster", "units": ["x"] * (MOST_MEMBERS + 1)}, "units", f"the most is {MOST_MEMBERS}"),
    ],
)
def test_a_set_that_cannot_be_read_names_the_place(action: Mapping[str, Json], place: str, cause: str) -> None:
    with pytest.raises(Unreadable) as found:
        mustering().act("british", action)
    assert found.value.place == place
    assert cause in found.value.cause


def test_a_list_that_names_no_set_is_read_like_any_action() -> None:
    with pytest.raises(Unreadable):
        mustering().act("british", {"type": "go", "to": ["albany"], "by": "land"})


def test_a_set_of_a_game_that_is_over_is_another_decision() -> None:
    sets = (NamedSet("heaps", "how many stones", {"heaps": Member("take", "stones")}),)
    over: Table = AnyOrder(toy.table(0), sets)
    assert isinstance(over.act("left", {"type": "heaps", "heaps": [1]}), NotThisDecision)
    assert over.asks() is None
    assert over.named("left", ({"type": "take", "stones": 1},)) is None


def test_the_table_for_players_shows_what_the_table_within_shows() -> None:
    table = mustering()
    assert isinstance(table, AnyOrder)
    within = table.inner
    assert table.afresh() == table
    assert (table.due(), table.observe("french")) == (within.due(), within.observe("french"))
    assert (table.check(), table.describe()) == (within.check(), within.describe())
    assert table.named("french", (RANGERS,)) is None


def test_what_begins_a_set_is_given_whole_together_with_it() -> None:
    ship: Json = {"type": "merchant", "ship": "british_boston", "cards": ["british_norfolk"]}
    assert isinstance(few_acres().act("british", ship), Next)
    assert isinstance(few_acres().act("french", ship), NotYourDecision)
    with pytest.raises(Unreadable) as found:
        few_acres().act("british", {"type": "merchant", "cards": ["british_norfolk"]})
    assert (found.value.place, found.value.cause) == ("ship", "is missing: merchant needs ship before its set")


def test_what_follows_every_action_is_again_a_table_at_which_sets_are_named_in_any_order() -> None:
    before = mustering()
    due = before.due()
    assert not isinstance(due, Over)
    followers = list(before.followers())
    assert before.choices() == len(followers) == len(due.actions)
    assert followers == [after(before, due.by, action) for action in due.actions]
    assert all(isinstance(each, AnyOrder) for each in followers)


# ---------------------------------------------------------------- whole answers


def test_the_usual_answer_is_given_only_for_whom_a_notation_names_and_who_is_not_given() -> None:
    """Given a set of whole answers, then whoever must answer first gets the usual one, unless his own is given."""
    loss = Member("lose", usual=(("deaths", 0),))
    losses = NamedSet("losses", "losses_of_*", {"losses": loss}, rest=("group", "of"))
    first: Json = {"type": "lose", "of": "rangers", "deaths": 0}
    assert losses.usual({"group": "rangers"}, ()) == first
    assert losses.usual({"group": "rangers"}, ({"type": "lose", "of": "regulars", "deaths": 2},)) == first
    assert losses.usual({"group": "rangers"}, ({"type": "lose", "of": "rangers", "deaths": 1},)) is None
    assert losses.usual({"leaders": "webb"}, ()) is None
    assert NamedSet("losses", "losses_of_*", {"losses": loss}).usual({"group": "rangers"}, ()) is None
