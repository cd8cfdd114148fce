"""Rule ids and the links between rules, functions and tests.

A function says which numbered rules it implements with `@rule("ww:7.62")`, a test which rules it proves with
`@proves("ww:7.62")`. The link is kept on the function itself; nothing is registered anywhere. An id that is in no
catalogue fails as soon as the module is imported.
"""

from collections.abc import Callable
from typing import TypeVar

from spec_tables.catalogue import rule_ids

RuleId = str
Bound = TypeVar("Bound")

_IMPLEMENTS = "__implements__"
_PROVES = "__proves__"


class UnknownRule(LookupError):
    """A link names a rule that no catalogue has."""


class UnwatchableRule(TypeError):
    """A rule is bound to a memoised function, whose runs could not be seen."""


def known(*ids: str) -> tuple[RuleId, ...]:
    """Return the ids, all of which must be in a catalogue."""
    if not rule_ids().issuperset(ids):
        unknown = next(each for each in ids if each not in rule_ids())
        raise UnknownRule(f"{unknown} is in no rule catalogue")
    return ids


def rule(*ids: str) -> Callable[[Bound], Bound]:
    """Bind a function to the rules it implements."""
    known(*ids)

    def bind(function: Bound) -> Bound:
        if hasattr(function, "cache_info"):
            raise UnwatchableRule(f"{ids}: memoise a helper, not the function of a rule")
        vars(function)[_IMPLEMENTS] = (*ids, *implements(function))
        return function

    return bind


def proves(*ids: str) -> Callable[[Bound], Bound]:
    """Bind a test or property to the rules it proves."""
    known(*ids)

    def bind(test: Bound) -> Bound:
        setattr(test, _PROVES, (*ids, *proven_by(test)))
        return test

    return bind


def implements(function: object) -> tuple[RuleId, ...]:
    """Return the rules a function is bound to."""
    return _link(function, _IMPLEMENTS)


def proven_by(test: object) -> tuple[RuleId, ...]:
    """Return the rules a test is bound to."""
    return _link(test, _PROVES)


def _link(subject: object, name: str) -> tuple[RuleId, ...]:
    found: object = getattr(subject, name, ())
    return tuple(str(each) for each in found) if isinstance(found, tuple) else ()
