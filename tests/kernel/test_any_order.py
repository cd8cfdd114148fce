"""Sets named in any order or at once, with real choices of the games."""

from collections.abc import Mapping

import pytest

from oracle.game_registry import opener_of
from reference.kernel.any_order import DONE, AnyOrder
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import Over
from reference.kernel.named_sets import MOST_MEMBERS, Member, NamedSet
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.verdicts import Next, No, NotThisDecision, NotYourDecision
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


def test_what_follows_every_action_is_again_a_table_at_which_sets_are_named_in_any_order() -> None:
    before = mustering()
    due = before.due()
    assert not isinstance(due, Over)
    followers = list(before.followers())
    assert before.choices() == len(followers) == len(due.actions)
    assert followers == [after(before, due.by, action) for action in due.actions]
    assert all(isinstance(each, AnyOrder) for each in followers)
