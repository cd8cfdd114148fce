"""Find rules by any number that a rulebook prints.

A name is a number, before it if wanted a game and an edition: `7.62`, `ww:7.62`, `fr 13.3`, `ww:fr 13.3`, `hs:S4`. It
can be the id of a rule, a number printed over several rules, a heading over other numbers, or the id of a divergence,
ruling or erratum. One number can mean different rules in two editions; then both are found.
"""

import difflib
import re
import shlex
from collections.abc import Iterable
from dataclasses import dataclass

from oracle.errors import InputError
from spec_tables.catalogue import GAMES, Catalogue, Erratum, Option, Rule, Ruling, catalogue, prefixes
from spec_tables.headings import headings

Rules = tuple[Rule, ...]
Entry = Option | Ruling | Erratum
_CHAPTER = re.compile(r"([0-9]+)(?:\.0)?")


@dataclass(frozen=True, slots=True)
class Found:
    """What a number stands for in one game.

    `rule` has it as its id, `printed` are the other rules printed under it, `below` those with a number below it.
    `elsewhere` holds, for each other edition, the rules that have the number there and not here. `entry` is a
    divergence, ruling or erratum of that id.
    """

    about: Catalogue
    name: str
    title: str = ""
    rule: Rule | None = None
    printed: Rules = ()
    below: Rules = ()
    elsewhere: tuple[tuple[str, Rules], ...] = ()
    entry: Entry | None = None

    @property
    def is_empty(self) -> bool:
        """Say whether nothing was found."""
        return self.rule is None and self.entry is None and not (self.printed or self.below or self.elsewhere)


def find(text: str) -> tuple[Found, ...]:
    """Return what a name stands for, in each game where it stands for something."""
    games, edition, key = _parts(text)
    found = tuple(each for game in games if not (each := _found(catalogue(game), edition, key)).is_empty)
    if found:
        return found
    ids = [rule.id for game in games for rule in catalogue(game).rules]
    wanted = [f"{catalogue(game).prefix}:{key}" for game in games]
    close = list(dict.fromkeys(each for name in wanted for each in difflib.get_close_matches(name, ids, 3)))[:5]
    hint = f"; close to it: {', '.join(close)}" if close else ""
    raise InputError(
        f"{text} is in no rule catalogue{hint}; `referee rules --search {shlex.quote(key)}` looks for words"
    )


def chapter_of(game: str, name: str) -> Found:
    """Return a chapter, or any other heading, of a game."""
    found = _found(catalogue(game), None, name)
    if not (found.rule or found.printed or found.below):
        raise InputError(f"{name!r} is no chapter of {game}; `referee rules {catalogue(game).prefix}` lists them")
    return found


def numbers_in(cell: str) -> tuple[str, ...]:
    """Return the numbers in a cell of the catalogue: `6.2;16.1`, `13.3 (printed 12.3)`, `2.25 (second)`."""
    found: list[str] = []
    for part in cell.split(";"):
        number, _, remark = part.partition("(")
        found.append(number.strip())
        if remark.startswith("printed "):
            found.append(remark.removeprefix("printed ").rstrip(") "))
    return tuple(found)


def is_below(number: str, heading: str) -> bool:
    """Say whether a number stands below a heading: 6.71 below 6.7, 6.7 below 6.0, raid.block.1 below raid."""
    number, heading = number.lower(), heading.lower()
    chapter = _CHAPTER.fullmatch(heading)
    if chapter is not None:
        return number.startswith(f"{chapter[1]}.") and number != heading
    rest = number.removeprefix(heading)
    return number.startswith(heading) and bool(rest) and not rest[0].isalpha()


def key_of(rule: Rule) -> str:
    """Return the id of a rule without the prefix of its game."""
    return rule.id.partition(":")[2]


def _parts(text: str) -> tuple[tuple[str, ...], str | None, str]:
    """Return the games to look in, the edition if one is named, and the number."""
    by_prefix = dict(prefixes())
    sign = ":" in text
    words = [word for word in re.split(r"[:\s]+", text.strip()) if word]
    games: tuple[str, ...] = GAMES
    if words and (words[0] in by_prefix or words[0] in GAMES):
        games = (by_prefix.get(words[0], words[0]),)
        words = words[1:]
    elif sign:
        offered = ", ".join(f"{each}:" for each in by_prefix)
        raise InputError(f"{text!r} is no rule id; it begins with one of: {offered}")
    edition = words[0].lower() if len(words) > 1 else None
    having = tuple(game for game in games if edition in dict(catalogue(game).editions))
    if having:
        return having, edition, " ".join(words[1:])
    if not words:
        raise InputError(f"{text!r} names no rule; write a number after it, such as {text.rstrip(':')}:1.0")
    return games, None, " ".join(words)


def _found(about: Catalogue, edition: str | None, key: str) -> Found:
    own = about.editions[0][0]
    if edition is not None:
        name = f"{about.prefix}:{edition} {key}"
        return Found(about, name, _title(about, edition, key), None, *_under(about, edition, key))
    name = f"{about.prefix}:{key}"
    rule = next((each for each in about.rules if key_of(each).lower() == key.lower()), None)
    printed, below = _under(about, own, key, with_keys=True)
    printed = tuple(each for each in printed if each is not rule)
    here = {each.id for each in (*printed, *below, *((rule,) if rule else ()))}
    elsewhere = tuple(
        (other, rules)
        for other, _ in about.editions[1:]
        if (rules := tuple(each for part in _under(about, other, key) for each in part if each.id not in here))
    )
    if not here and len(elsewhere) == 1:
        return _found(about, elsewhere[0][0], key)
    return Found(about, name, _title(about, own, key), rule, printed, below, elsewhere, _entry(about, key))


def _under(about: Catalogue, edition: str, key: str, *, with_keys: bool = False) -> tuple[Rules, Rules]:
    """Return the rules that an edition prints under a number, and those below it."""
    numbers = {
        rule.id: (
            *(each for name, cell in rule.numbers if name == edition for each in numbers_in(cell)),
            *((key_of(rule),) if with_keys else ()),
        )
        for rule in about.rules
    }
    printed = tuple(rule for rule in about.rules if key.lower() in (each.lower() for each in numbers[rule.id]))
    below = tuple(
        rule for rule in about.rules if rule not in printed and any(is_below(each, key) for each in numbers[rule.id])
    )
    return printed, below


def _title(about: Catalogue, edition: str, key: str) -> str:
    """Return our title of a heading."""
    chapter = _CHAPTER.fullmatch(key)
    wanted = f"{chapter[1]}.0" if chapter else key.lower()
    own = edition == about.editions[0][0]
    for each in headings(about.game):
        numbers = [number.lower() for name, number in each.numbers if name == edition]
        if wanted in numbers or (own and each.key.lower() == wanted):
            return each.title
    return ""


def _entry(about: Catalogue, key: str) -> Entry | None:
    entries: Iterable[Entry] = (*about.options, *about.rulings, *about.errata)
    return next((each for each in entries if each.id.lower() == key.lower()), None)
