"""Whether an answer depends on a rule: change what a function of the rule answers, and see whether that shows.

That a function ran proves little: its answer may not have mattered. A case that does not cite a rule is about it only
if a wrong answer of a rule function changes the result. Wrong answers are the opposite, one more, nothing, or that the
rule is broken.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import FunctionType

from oracle.vectors.cases import Question, afresh, answer_json, played
from reference.kernel.canonical import canonical_text
from reference.kernel.engine import Endless
from reference.kernel.rules import RuleId
from reference.kernel.table import Table
from reference.kernel.verdicts import Next, Violation

Change = Callable[[object, tuple[object, ...]], object]


class _Planted(StrEnum):
    BROKEN = "broken"


class Unchanged(Exception):
    """The answer of a function has a type that cannot be changed in this way."""


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A way to change the answer of a function, given its arguments."""

    name: str
    change: Change


def _opposite(answer: object, _: tuple[object, ...]) -> object:
    if not isinstance(answer, bool):
        raise Unchanged
    return not answer


def _more(answer: object, _: tuple[object, ...]) -> object:
    if isinstance(answer, bool) or not isinstance(answer, int):
        raise Unchanged
    return answer + 1


def _nothing(answer: object, given: tuple[object, ...]) -> object:
    """Return an answer as if nothing were found or done."""
    match answer:
        case Next(state, _):
            return Next(_unchanged(state, given))
        case tuple() if type(answer) is tuple:
            return ()
        case frozenset():
            return frozenset()
        case Iterator():
            return iter(())
        case Violation():
            return None
        case _:
            return _unchanged(answer, given)


def _unchanged(answer: object, given: tuple[object, ...]) -> object:
    """Return the argument of the same type as the answer: the function changes nothing."""
    for each in given:
        if type(each) is type(answer) and not isinstance(each, int | str | Enum):
            return each
    raise Unchanged


def _another(answer: object, _: tuple[object, ...]) -> object:
    if not isinstance(answer, Enum):
        raise Unchanged
    members = list(type(answer))
    return members[(members.index(answer) + 1) % len(members)]


WRONG_ANSWERS = (
    WrongAnswer("opposite", _opposite),
    WrongAnswer("more", _more),
    WrongAnswer("nothing", _nothing),
    WrongAnswer("another", _another),
)


def wrong_answers_of(function: FunctionType, rule: RuleId) -> Iterator[WrongAnswer]:
    """Return every wrong answer for a function; if it looks for violations, also that it finds one."""
    if "Violation" in str(function.__annotations__.get("return", "")):
        broken = Violation(_Planted.BROKEN, rule)
        yield WrongAnswer("broken", lambda answer, _: _finding(broken, answer))
    yield from WRONG_ANSWERS


def _finding(broken: Violation, answer: object) -> object:
    """Return a violation in the form of the answer: alone, in a list, or in an iterator."""
    match answer:
        case list() | tuple():
            return type(answer)((broken,))
        case Iterator():
            return iter((broken,))
        case _:
            return broken


@contextmanager
def answering_wrongly(function: FunctionType, wrong: WrongAnswer) -> Iterator[None]:
    """Make a function answer wrongly for all its callers while the context lasts."""
    code, defaults, named = function.__code__, function.__defaults__, function.__kwdefaults__
    true = FunctionType(code, function.__globals__, function.__name__, defaults, function.__closure__)
    true.__kwdefaults__ = named

    def otherwise(*given: object, **by_name: object) -> object:
        return wrong.change(true(*given, **by_name), (*given, *by_name.values()))

    def handing_on(*given: object, handed_to: Callable[..., object], **by_name: object) -> object:
        return handed_to(*given, **by_name)

    function.__code__, function.__defaults__ = handing_on.__code__, None
    function.__kwdefaults__ = {"handed_to": otherwise}
    try:
        yield
    finally:
        function.__code__, function.__defaults__, function.__kwdefaults__ = code, defaults, named


_CANNOT_GO_ON = (
    Unchanged, Endless, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError,
)  # fmt: skip


def depends(
    table: Table, question: Question, rule: RuleId, functions: Iterable[FunctionType], forget: Callable[[], None]
) -> bool:
    """Say whether the answer to a question changes when one of a rule's functions answers wrongly."""
    forget()
    true = _answer(afresh(table), question)
    for function in functions:
        if function.__closure__:
            continue
        for wrong in wrong_answers_of(function, rule):
            forget()
            try:
                with answering_wrongly(function, wrong):
                    if _answer(afresh(table), question) != true:
                        return True
            except (
                Unchanged,
                Endless,
                AssertionError,
                LookupError,
                StopIteration,
                TypeError,
                ValueError,
                AttributeError,
            ):
                # The rules could not continue with such an answer, which does not prove that it mattered.
                continue
    return False


def _answer(table: Table, question: Question) -> str:
    return canonical_text(answer_json(table, question, played(table, question)))
