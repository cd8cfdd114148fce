"""Losses given at once: what each group of like units loses, in any order; who is not named loses nothing."""

from itertools import permutations

import pytest

from oracle.errors import InputError
from oracle.game_registry import opener_of
from oracle.spoken_sets import spoken_set
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.rules import proves
from reference.kernel.rulesets import RulesetName
from reference.kernel.table import Table
from reference.kernel.verdicts import Next, No, Notation, NotThisDecision, violation
from reference.wilderness_war.reasons import Reason

GAME = "wilderness_war"
REGULARS: Json = {"of": "br_regular", "flips": 2}
RANGERS: Json = {"of": "br_ranger", "flips": 1}
PROVINCIALS: Json = {"of": "br_northern_provincial", "flips": 1}


def hurt(losses: int, cause: str = "battle", pieces: Json = None) -> Table:
    """Return the table at which the British take losses at Albany."""
    there: Json = ["2 br_regular", "br_northern_provincial_new_york_1", "2 br_ranger"] if pieces is None else pieces
    opening: Json = {"type": "take_losses", "side": "british", "space": "albany", "cause": cause, "losses": losses}
    return opener_of(GAME).place({"pieces": {"albany": there}, "opening": opening}, RulesetName("standard"))


def lose(of: str, flips: int, deaths: int = 0) -> Json:
    return {"type": "lose", "of": of, "flips": flips, "deaths": deaths}


def at_once(*losses: Json, word: str = "losses") -> Json:
    return {"type": word, "losses": list(losses)}


def after(table: Table, *actions: Json) -> Table:
    for action in actions:
        verdict = table.act("british", action)
        assert isinstance(verdict, Next), (action, verdict)
        table = verdict.state
    return table


@proves("ww:7.62", "ww:7.63")
@pytest.mark.parametrize("word", ["losses", "lose"])
def test_losses_are_given_at_once_in_any_order(word: str) -> None:
    """Given four losses, then groups in every order lead where they lead one by one in the order of the sheet."""
    wanted = after(
        hurt(4), lose("br_regular", 2), lose("br_northern_provincial", 1), lose("br_ranger", 1)
    ).digest()  # fmt: skip
    for order in permutations((REGULARS, PROVINCIALS, RANGERS)):
        assert after(hurt(4), at_once(*order, word=word)).digest() == wanted


@proves("ww:7.62", "ww:7.63")
def test_a_group_that_is_not_named_loses_nothing() -> None:
    wanted = after(hurt(3), lose("br_regular", 2), lose("br_northern_provincial", 0)).digest()
    assert after(hurt(3), at_once(RANGERS, REGULARS)).digest() == wanted
    one = after(hurt(1), lose("br_regular", 0), lose("br_northern_provincial", 1)).digest()
    assert after(hurt(1), at_once(PROVINCIALS)).digest() == one


@proves("ww:7.62")
def test_the_duty_of_drilled_troops_is_told_though_they_are_not_named() -> None:
    """Given one loss, which drilled troops must take, when only the Rangers are named, then 7.62 refuses the set."""
    verdict = hurt(1, pieces=["2 br_regular", "2 br_ranger"]).act("british", at_once(RANGERS))
    assert isinstance(verdict, No)
    assert [(each.reason, each.rule) for each in verdict.violations] == [(Reason.TOO_FEW_DRILLED_LOSSES, "ww:7.62")]


@proves("ww:7.61")
def test_more_than_a_group_has_is_refused_by_its_rule_wherever_it_stands_in_the_list() -> None:
    expected = No((
        violation(
            Reason.MORE_STEPS_THAN_THERE_ARE, "ww:7.61", group="br_regular", flips=3, deaths=0, full=2, reduced=0
        ),
    ))  # fmt: skip
    too_many: Json = {"of": "br_regular", "flips": 3}
    for order in permutations((too_many, PROVINCIALS, RANGERS)):
        assert hurt(4).act("british", at_once(*order)) == expected


@proves("ww:7.6")
def test_a_loss_too_many_is_refused_though_its_group_would_not_be_asked() -> None:
    """Given two losses that the Regulars take, when the Rangers are to lose one too, then the whole set is refused."""
    verdict = hurt(2).act("british", at_once(REGULARS, RANGERS))
    assert isinstance(verdict, No)
    assert [(each.reason, each.rule) for each in verdict.violations] == [(Reason.MORE_STEPS_THAN_LOSSES, "ww:7.6")]


@proves("ww:7.62", "ww:10.31")
def test_what_the_rules_leave_no_choice_about_may_be_named_too() -> None:
    """Given one group, whose losses nobody is asked about, or the last of three, then naming it changes nothing."""
    free = hurt(2, "raid", ["2 br_ranger", "br_indian_mohawk_1"])
    whole = after(free, at_once({"of": "br_indian_mohawk", "flips": 1}, {"of": "br_ranger", "deaths": 0, "flips": 1}))
    assert whole.digest() == after(free, lose("br_ranger", 1)).digest()


@proves("ww:7.62")
def test_one_by_one_the_order_is_a_matter_of_notation() -> None:
    verdict = hurt(4).act("british", lose("br_ranger", 1))
    assert verdict == Notation(Reason.ANOTHER_GROUP_FIRST, (("group", "br_regular"),))


@proves("ww:7.62")
def test_a_group_that_is_not_there_or_is_named_twice_is_no_answer() -> None:
    for given in (at_once({"of": "br_militia", "flips": 1}), at_once(REGULARS, REGULARS, PROVINCIALS, RANGERS)):
        assert isinstance(hurt(4).act("british", given), NotThisDecision)


@pytest.mark.parametrize(
    ("given", "place"),
    [(["br_regular"], ""), ([{"of": "br_regular", "many": 1}], "many"), ([{"flips": 1}], "of")],
)  # fmt: skip
def test_losses_that_cannot_be_read_name_the_place(given: list[Json], place: str) -> None:
    with pytest.raises(Unreadable) as told:
        hurt(4).act("british", {"type": "losses", "losses": given})
    assert told.value.place.endswith(place)


@pytest.mark.parametrize(
    "text",
    ["losses br_regular flips=2, br_ranger flips=1, br_northern_provincial flips=1",
     "losses br_ranger flips=1, of=br_regular flips=2, br_northern_provincial flips=1"],
)  # fmt: skip
def test_losses_are_typed_at_once(text: str) -> None:
    said = spoken_set(GAME, text, ())
    assert after(hurt(4), said).digest() == after(hurt(4), at_once(REGULARS, PROVINCIALS, RANGERS)).digest()
    assert spoken_set(GAME, "lose of=br_regular flips=2", ()) is None
    assert spoken_set(GAME, 'losses losses=[{"of": "br_regular", "flips": 2}]', ()) == at_once(REGULARS)
    with pytest.raises(InputError, match="losses"):
        spoken_set(GAME, "losses losses=[{", ())
    long = "9" * 5_000
    assert spoken_set(GAME, f"losses br_regular flips={long}", ()) == at_once({"of": "br_regular", "flips": long})
