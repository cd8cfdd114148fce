"""Remembering the last answer of a pure function."""

from reference.kernel.memo import Last


class Question:
    """A subject that equals every other one, so that only the object itself can tell them apart."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question)

    def __hash__(self) -> int:
        return 0


def test_the_same_object_is_looked_at_once() -> None:
    asked: list[Question] = []

    def ask(subject: Question) -> int:
        asked.append(subject)
        return len(asked)

    last, one = Last(ask), Question()
    assert [last(one), last(one), last(one)] == [1, 1, 1]
    assert asked == [one]


def test_an_equal_but_different_object_is_looked_at_again() -> None:
    asked: list[Question] = []

    def ask(subject: Question) -> int:
        asked.append(subject)
        return len(asked)

    last, one, other = Last(ask), Question(), Question()
    assert one == other
    assert [last(one), last(other), last(one)] == [1, 2, 3]


def test_an_answer_of_nothing_is_remembered_too() -> None:
    asked: list[str] = []
    last = Last(asked.append)
    for _ in range(3):
        assert last("subject") is None
    assert asked == ["subject"]


def test_a_question_that_fails_leaves_the_last_answer_in_place() -> None:
    answers = {"good": 1}
    last: Last[str, int] = Last(lambda subject: answers[subject])
    subject = "good"
    assert last(subject) == 1
    try:
        last("bad")
    except KeyError:
        answers.clear()
    assert last(subject) == 1
