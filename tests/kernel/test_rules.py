"""Links to rules: a real id binds, a fake one fails at once."""

from functools import cache

import pytest

from reference.kernel.rules import UnknownRule, UnwatchableRule, implements, known, proven_by, proves, rule

REAL, ANOTHER, FAKE = "ww:7.62", "hs:2.0-3", "ww:7.62-nowhere"


def subject() -> int:
    return 62


def fresh() -> object:
    """Return a function that nothing is bound to yet."""

    def function() -> int:
        return 62

    return function


def test_known_ids_come_back_as_they_are() -> None:
    assert known(REAL, ANOTHER) == (REAL, ANOTHER)
    assert known() == ()


@pytest.mark.parametrize("fake", [FAKE, "7.62", "WW:7.62", "ww:7.62 ", "", "xx:7.62"])
def test_an_id_that_no_catalogue_has_is_refused_by_name(fake: str) -> None:
    with pytest.raises(UnknownRule) as refusal:
        known(REAL, fake)
    assert str(refusal.value) == f"{fake} is in no rule catalogue"


def test_a_function_bound_to_rules_says_so_and_stays_the_same_function() -> None:
    function = fresh()
    assert implements(function) == ()
    assert rule(REAL, ANOTHER)(function) is function
    assert implements(function) == (REAL, ANOTHER)
    assert proven_by(function) == ()


def test_a_test_bound_to_rules_says_so_and_stays_the_same_test() -> None:
    test = fresh()
    assert proven_by(test) == ()
    assert proves(REAL, ANOTHER)(test) is test
    assert proven_by(test) == (REAL, ANOTHER)
    assert implements(test) == ()


def test_binding_twice_loses_no_rule() -> None:
    function, test = fresh(), fresh()
    rule(REAL)(rule(ANOTHER)(function))
    proves(REAL)(proves(ANOTHER)(test))
    assert implements(function) == (REAL, ANOTHER)
    assert proven_by(test) == (REAL, ANOTHER)


def test_a_fake_id_fails_before_anything_is_bound() -> None:
    with pytest.raises(UnknownRule, match=FAKE):
        rule(REAL, FAKE)
    with pytest.raises(UnknownRule, match=FAKE):
        proves(REAL, FAKE)


def test_a_memoised_function_is_refused_because_its_runs_cannot_be_seen() -> None:
    with pytest.raises(UnwatchableRule) as refusal:
        rule(REAL)(cache(subject))
    assert str(refusal.value) == "('ww:7.62',): memoise a helper, not the function of a rule"
    assert implements(subject) == ()


def test_a_foreign_attribute_is_no_link() -> None:
    class Foreign:
        __implements__ = "ww:7.62"
        __proves__ = 62

    assert (implements(Foreign), proven_by(Foreign)) == ((), ())
