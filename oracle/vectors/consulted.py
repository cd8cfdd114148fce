"""Which rules' functions run while a question is answered, whether or not the answer cites them.

Many rules never show in an event: a modifier of zero, an exception that did not apply. Their functions were consulted
all the same. Memos are emptied first, so that what is seen does not depend on what was asked before.
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType
from typing import Protocol, runtime_checkable

from reference.kernel.rules import RuleId, implements

PACKAGE = "reference."
MOST_WAYS = 1_500


@runtime_checkable
class _Memo(Protocol):
    def cache_clear(self) -> None: ...


@dataclass(slots=True)
class Onlooker:
    """Knows the functions of the rules that are loaded, and sees which of them run."""

    functions: dict[CodeType, tuple[RuleId, ...]] = field(default_factory=dict)
    of_rule: dict[RuleId, dict[CodeType, FunctionType]] = field(default_factory=dict)
    memos: list[_Memo] = field(default_factory=list)
    modules: int = 0
    ways: set[str] = field(default_factory=set)

    def curious(self, way: str) -> bool:
        """Say whether to look on when something is done in some way: only the first time, for looking on is slow."""
        if way in self.ways or len(self.ways) >= MOST_WAYS:
            return False
        self.ways.add(way)
        return True

    def consulted(self, answering: Callable[[], object]) -> frozenset[RuleId]:
        """Return the rules whose functions run while something is answered."""
        self.look_around()
        self.forget()
        ran: set[CodeType] = set()

        def see(frame: FrameType, event: str, _: object) -> None:
            if event == "call":
                ran.add(frame.f_code)

        before = sys.getprofile()
        sys.setprofile(see)
        try:
            answering()
        finally:
            sys.setprofile(before)
        return frozenset(rule for code in ran for rule in self.functions.get(code, ()))

    def forget(self) -> None:
        """Empty the memos."""
        for memo in self.memos:
            memo.cache_clear()

    def look_around(self) -> None:
        """Find the functions and memos of the modules loaded since the last time."""
        loaded = {name: module for name, module in sys.modules.items() if name.startswith(PACKAGE)}
        if len(loaded) == self.modules:
            return
        self.modules = len(loaded)
        members = [member for name in sorted(loaded) for member in _members(vars(loaded[name]))]
        self.memos = [member for member in members if isinstance(member, _Memo) and _is_ours(member)]
        self.functions, self.of_rule = {}, {}
        for member in members:
            found = inspect.unwrap(member) if isinstance(member, FunctionType) else None
            if isinstance(found, FunctionType) and implements(found):
                self.functions[found.__code__] = implements(found)
                for rule in implements(found):
                    self.of_rule.setdefault(rule, {})[found.__code__] = found


def _is_ours(member: object) -> bool:
    """Say whether something is a function of the rules: the reading of the data, which they import, hides no rule."""
    return not isinstance(member, type) and str(getattr(member, "__module__", "")).startswith(PACKAGE)


def _members(names: Mapping[str, object]) -> Iterator[object]:
    """Return what a module defines, and what its classes do."""
    for value in names.values():
        yield value
        if isinstance(value, type) and value.__module__.startswith(PACKAGE):
            yield from vars(value).values()
