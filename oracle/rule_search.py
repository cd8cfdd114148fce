"""Search the rules by words: titles, gists, rulings, divergences and examples, the best match first.

A word counts the more, the fewer texts have it. It counts most in a title, and less if only its beginning fits (`fort`
in `fortress`) or only a word that means the same (`search_words.toml`). A text that has all the words comes before one
that has some, and a rule before what is said about it: its title and gist are short, so that the words of the rulings
and divergences about it count for it too.
"""

import math
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from oracle.errors import InputError
from spec_tables.catalogue import Catalogue, catalogue

_IN_TITLE = 3.0
_ABOUT_IT = 0.35
_FIRST_RULES = 1.6
_MOST_RULES_OF_A_TEXT = 4
# Words that say nothing about what is looked for.
_EMPTY = frozenset(
    (
        "a", "an", "and", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has", "have", "how", "i",
        "if", "in", "into", "is", "it", "may", "my", "of", "on", "or", "the", "their", "to", "what", "when", "where",
        "which", "who", "with", "without",
    )
)  # fmt: skip
_BEGINNING = 0.4
_SAME_MEANING = 0.7
_SHORTEST_BEGINNING = 4
_ENDINGS = ("ings", "ing", "ers", "ies", "ed", "es", "s")
_SHORTEST_STEM = 3


@dataclass(frozen=True, slots=True)
class Text:
    """Something that can be found: its kind, its id, its title, what it says, and the rules it is about."""

    kind: str
    id: str
    title: str
    says: str
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A text that was found, and how well it fits."""

    text: Text
    score: float


@dataclass(frozen=True, slots=True)
class Result:
    """What a search found, the best first, and the words that are in no text."""

    hits: tuple[Hit, ...]
    missing: tuple[str, ...]


def search(words: str, games: Sequence[str]) -> Result:
    """Return the texts of some games that have the words, the best first."""
    said = list(dict.fromkeys(_words(words)))
    wanted = [word for word in said if word not in _empty()] or said
    if not wanted:
        raise InputError(f"{words!r} has no word to look for")
    texts = [each for game in games for each in _index(game)]
    having = {word: sum(_fit(word, each) > 0 for each in texts) for word in wanted}
    hits = [Hit(each.text, score) for each in texts if (score := _score(wanted, each, having, len(texts))) > 0]
    # `sorted` keeps the order of the rulebook among equals.
    ranked = tuple(sorted(hits, key=lambda hit: -hit.score))
    return Result(ranked, tuple(word for word in wanted if not having[word]))


@dataclass(frozen=True, slots=True)
class _Indexed:
    """A text and its words; of a rule also those of the texts about it."""

    text: Text
    title: frozenset[str]
    says: frozenset[str]
    about_it: frozenset[str] = frozenset()


def _texts(about: Catalogue) -> Iterator[Text]:
    for rule in about.rules:
        yield Text("rule", rule.id, rule.title, rule.gist)
    for option in about.options:
        said = " ".join((option.position, option.note, *(each for _, each in (*option.says, *option.results))))
        yield Text("divergence", f"{about.prefix}:{option.id}", option.title, said, option.rules)
    for ruling in about.rulings:
        yield Text("ruling", f"{about.prefix}:{ruling.id}", ruling.question, ruling.reading, ruling.rules)
    for example in about.examples:
        said = " ".join((example.position, example.play, example.result))
        yield Text("example", example.id, example.title, said, example.rules)


@cache
def _index(game: str) -> tuple[_Indexed, ...]:
    texts = tuple(_texts(catalogue(game)))
    about: dict[str, set[str]] = {}
    for each in texts:
        for rule in each.rules if len(each.rules) <= _MOST_RULES_OF_A_TEXT else ():
            about.setdefault(rule, set()).update(_words(f"{each.title} {each.says}"))
    return tuple(_indexed(each, about.get(each.id, set()) if each.kind == "rule" else set()) for each in texts)


def _indexed(text: Text, about_it: Collection[str]) -> _Indexed:
    return _Indexed(text, frozenset(_words(text.title)), frozenset(_words(text.says)), frozenset(about_it))


def _score(wanted: Sequence[str], text: _Indexed, having: Mapping[str, int], texts: int) -> float:
    fits = {word: _fit(word, text) for word in wanted}
    share = sum(fit > 0 for fit in fits.values()) / len(wanted)
    total = sum(fit * math.log(1 + texts / having[word]) for word, fit in fits.items() if fit)
    # A long text has any word sooner than a short one.
    kind = _FIRST_RULES if text.text.kind == "rule" else 1
    return kind * total * share**2 / math.log(20 + len(text.title) + len(text.says))


def _fit(word: str, text: _Indexed) -> float:
    said = max(_IN_TITLE * _fit_in(word, text.title), _fit_in(word, text.says))
    return said or _ABOUT_IT * _fit_in(word, text.about_it)


def _fit_in(word: str, words: frozenset[str]) -> float:
    if word in words:
        return 1
    if not words.isdisjoint(_same_meaning().get(word, ())):
        return _SAME_MEANING
    long = len(word) >= _SHORTEST_BEGINNING
    return _BEGINNING if long and any(each.startswith(word) for each in words) else 0


def _words(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKD", text.lower().replace("'", ""))
    letters = "".join(each for each in plain if not unicodedata.combining(each))
    return (_stem(word) for word in re.findall(r"[^\W_]+", letters))


@cache
def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST_STEM:
            return word.removesuffix(ending) + ("y" if ending == "ies" else "")
    return word


@cache
def _empty() -> frozenset[str]:
    return frozenset(_stem(word) for word in _EMPTY)


@cache
def _same_meaning() -> Mapping[str, frozenset[str]]:
    path = Path(__file__).parent / "search_words.toml"
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["same"]
    found: dict[str, frozenset[str]] = {}
    for group in groups:
        stems = frozenset(_stem(str(word)) for word in group)
        assert Counter(stems).keys().isdisjoint(found), f"{group} has a word of another group"
        found.update({stem: stems - {stem} for stem in stems})
    return found
