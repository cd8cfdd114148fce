"""A position that is being read from words: what was said so far, and what had to be assumed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from oracle.errors import InputError
from oracle.names import Name, ambiguous, candidates, fold, no_such, side_words
from reference.kernel.canonical import Json

# Said of a place where nothing stands.
EMPTY = ("nothing", "nobody", "empty")
_NUMBERS = {
    "a": 1,
    "an": 1,
    "the": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
}
_COUNT = re.compile(r"(\d{1,6}|" + "|".join(_NUMBERS) + r")\s*[x\N{MULTIPLICATION SIGN}]?\s+(\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pick:
    """So many of several things that are alike; which of them is settled when all are named.

    Cards of one name may have different values: which were taken is then told.
    """

    said: str
    ids: tuple[str, ...]
    count: int = 1
    before: str = ""
    told: tuple[str, ...] = ()


@dataclass(slots=True)
class Draft:
    """The compact position so far, lists of names apart, with what was assumed."""

    game: str
    position: dict[str, Json] = field(default_factory=dict)
    lists: dict[tuple[str, ...], list[str | Pick]] = field(default_factory=dict)
    assumed: list[str] = field(default_factory=list)
    said: set[str] = field(default_factory=set)

    def put(self, path: tuple[str, ...], value: Json) -> None:
        """Set a value, which may be set only once."""
        here = self.position
        for name in path[:-1]:
            inner = here.setdefault(name, {})
            assert isinstance(inner, dict)
            here = inner
        if path[-1] in here:
            raise InputError(f"{' '.join(path)} is said twice")
        here[path[-1]] = value
        self.said.add(path[0])

    def add(self, path: tuple[str, ...], *items: str | Pick) -> None:
        """Add names to a list."""
        self.lists.setdefault(path, []).extend(items)
        self.said.add(path[0])

    def whole(self) -> dict[str, Json]:
        """Return the compact position, every choice among like things settled."""
        used = {_bare(each) for found in self.lists.values() for each in found if isinstance(each, str)}
        for path, found in self.lists.items():
            listed: list[Json] = []
            for each in found:
                listed.extend([each] if isinstance(each, str) else self._picked(each, used))
            self.put(path, listed)
        return self.position

    def _picked(self, pick: Pick, used: set[str]) -> list[str]:
        free = [each for each in pick.ids if each not in used]
        if len(free) < pick.count:
            raise InputError(f"{pick.said}: there are only {len(pick.ids)}, and {len(pick.ids) - len(free)} taken")
        used.update(free[: pick.count])
        if pick.told:
            taken = [name for name, each in zip(pick.told, pick.ids, strict=True) if each in free[: pick.count]]
            self.assumed.append(f"{pick.said}: {' and '.join(taken)}")
        return [f"{pick.before}{each}" for each in free[: pick.count]]


def _bare(text: str) -> str:
    """Return the id in an entry such as `inside reduced fr_regular_bearn`."""
    return text.rsplit(maxsplit=1)[-1]


# ---------------------------------------------------------------- names with counts and sides


@dataclass(frozen=True, slots=True)
class Counted:
    """A thing named with a number: the number, the words, and everything they may mean."""

    text: str
    count: int
    found: tuple[Name, ...]

    @property
    def sides(self) -> frozenset[str]:
        """Return the sides whose thing it may be."""
        return frozenset(each.side for each in self.found if each.side is not None)


def counted(game: str, kinds: tuple[str, ...], text: str) -> Counted:
    """Return what a text such as `3 rangers` names."""
    whole = candidates(game, kinds, text)
    if whole:
        return Counted(text, 1, whole)
    number = _COUNT.fullmatch(text)
    found = candidates(game, kinds, number[2]) if number else ()
    if number and found:
        return Counted(text, _NUMBERS.get(number[1].casefold()) or int(number[1]), found)
    raise InputError(no_such(game, kinds, number[2] if number else text))


def number_of(text: str) -> tuple[int, str]:
    """Return the number at the beginning of a text, one without, and the rest."""
    number = _COUNT.fullmatch(text)
    return (_NUMBERS.get(number[1].casefold()) or int(number[1]), number[2]) if number else (1, text)


def settled(item: Counted, side: str | None) -> tuple[Name, ...]:
    """Return what is meant: one thing, or several that are alike but for their number."""
    found = item.found
    if side is not None and len(found) > 1:
        found = tuple(each for each in found if each.side == side) or found
    if len({each.id for each in found}) > 1 and not _alike(found):
        raise ambiguous(item.text, found)
    _check_count(item, found)
    return found


def worth(name: Name) -> str:
    """Return what a card is, its number apart: cards of one name may have different values."""
    return re.sub(r"card \d+, ", "", name.what).split(",")[0]


def _alike(found: tuple[Name, ...]) -> bool:
    """Say whether things are told apart by nothing but a number."""
    return len({(each.printed, each.side, each.kind) for each in found}) == 1


def _check_count(item: Counted, found: tuple[Name, ...]) -> None:
    there = sum(each.count for each in {each.id: each for each in found}.values())
    if item.count < 1:
        raise InputError(f"{item.text}: say how many, from 1 on")
    if item.count > there:
        raise InputError(f"{item.text}: there {'is' if there == 1 else 'are'} only {there}")


def side_first(game: str, text: str) -> tuple[str | None, str]:
    """Return the side that a text begins or ends with, and the rest of it, folded."""
    words = fold(text).removeprefix("the ")
    for side, called in _called_sides(game).items():
        for each in called:
            if words == each or words.startswith(f"{each} "):
                return side, words.removeprefix(each).strip()
            if words.endswith(f" {each}"):
                return side, words.removesuffix(each).removesuffix(" of ").removesuffix(" by ").strip()
    return None, words


def _called_sides(game: str) -> Mapping[str, tuple[str, ...]]:
    return {side: tuple(fold(each) for each in called) for side, called in side_words(game).items()}
