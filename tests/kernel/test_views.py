"""What is hidden leaves its size behind, a hidden procedure its kind."""

from reference.kernel.views import kind_only, shown_or_counted
from tests.kernel.test_engine import Counting


def test_hidden_things_are_counted_and_others_named() -> None:
    assert shown_or_counted(("a", "b"), shown=True) == ["a", "b"]
    assert shown_or_counted(("a", "b"), shown=False) == 2
    assert shown_or_counted((), shown=False) == 0


def test_a_hidden_procedure_shows_its_kind_alone() -> None:
    assert kind_only(Counting(3)) == {"type": "counting"}
