"""A Few Acres of Snow in words: `Albany: British village | British hand: Boston, 2 Ships | turn: French, 2 actions`."""

from collections.abc import Mapping

from oracle.errors import InputError
from oracle.names import fold, singular, unmistakable
from oracle.words.draft import Draft, side_first
from oracle.words.settings import (
    FRAME_SETTINGS,
    Amounts,
    Given,
    NameList,
    Number,
    OneName,
    Setting,
    SideName,
    SideNames,
    Turn,
    read_bare,
)
from oracle.words.vocabulary import Vocabulary, assume_the_usual
from reference.kernel.canonical import Json
from spec_tables.reader import rows

GAME = "few_acres_of_snow"
_CARDS = NameList(("cards",))
_SIEGE = Given(
    {
        "place": OneName(("locations",)),
        "marker": Number(),
        "attackers": _CARDS,
        "defenders": _CARDS,
        "attacker_named": OneName(("cards",)),
        "defender_named": OneName(("cards",)),
    },
    of_the_enemy=("defenders", "defender_named"),
)

SETTINGS = (
    Setting(("money",), ("money",), Number(), by_side=True, usual="money as at the start"),
    Setting(("hands",), ("hand",), _CARDS, by_side=True, usual="empty hands"),
    Setting(("decks",), ("deck",), _CARDS, by_side=True, usual="decks of the starting cards that are nowhere else"),
    Setting(("discards",), ("discards", "discard pile"), _CARDS, by_side=True, usual="empty discard piles"),
    Setting(("reserves",), ("reserve",), _CARDS, by_side=True),
    Setting(("locations",), ("location cards left", "location pile"), _CARDS, by_side=True),
    Setting(("empire",), ("empire cards left", "empire pile"), _CARDS, by_side=True),
    Setting(("display",), ("neutral cards left", "display"), _CARDS),
    Setting(("stacked",), ("deck in this order", "stacked"), SideNames()),
    Setting(("captured",), ("captured", "captures"), Amounts(("villages", "towns")), by_side=True),
    Setting(("sieges",), ("siege",), _SIEGE, by_side=True),
    Setting(("first_turns",), ("first turns",), Number()),
    Setting(("shown",), ("hand shown by", "shown"), SideName()),
    Setting(("frames",), ("turn",), Turn()),
    *FRAME_SETTINGS,
)


# ---------------------------------------------------------------- reading


def _read_place(draft: Draft, place: str, items: list[str]) -> None:
    """Read a village, a town, a fort, or `neutral`."""
    found: dict[str, str] = {}
    for item in items:
        side, rest = side_first(GAME, item)
        words = [singular(word) for word in rest.split() if word not in ("and", "with", "a", "the")]
        if side is not None and side != "neutral":
            _say(found, "side", side)
        if (side == "neutral" and not words) or words == ["neutral"]:
            found["neutral"] = "neutral"
        elif words and set(words) <= {"village", "town", "fort"}:
            for word in words:
                _say(found, "fort" if word == "fort" else "piece", word)
        elif not read_bare(draft, SETTINGS, item):
            raise InputError(f"{item!r} is no piece; there are: village, town, fort, or it is neutral")
    said = _said_of(place, found)
    if found.get("neutral") is None and len(found) < len(said.split()):
        draft.assumed.append(f"a {said} at {unmistakable(GAME, ('locations',), place)}")
    draft.put(("plus", place), said)


def _say(found: dict[str, str], what: str, word: str) -> None:
    before = found.setdefault(what, word)
    if before != word:
        raise InputError(f"{before} and {word}: a place holds one village or town, of one side")


def _said_of(place: str, said: Mapping[str, str]) -> str:
    """Return all that lies at a place; what is not said is as at the start."""
    found = dict(said)
    if "neutral" in found:
        if found.keys() & {"side", "piece"}:
            raise InputError("a neutral place holds no village and no town, and is nobody's")
        return " ".join(["neutral", *(["fort"] if "fort" in found else [])])
    here = _start()[place].split()
    if "piece" not in found and here:
        found["piece"] = here[1]
    if "piece" not in found:
        raise InputError("nothing is said to lie there: a village, a town?")
    if "side" not in found and here:
        found["side"] = here[0]
    if "side" not in found:
        raise InputError(f"whose {found['piece']}? write `British {found['piece']}` or `French {found['piece']}`")
    return " ".join([found["side"], found["piece"], *(["fort"] if "fort" in found else [])])


def _start() -> dict[str, str]:
    """Return what lies at each place when the game begins."""
    return {
        row.word("id"): ""
        if row.text("start_piece") == "none"
        else f"{row.text('start_owner')} {row.text('start_piece')}"
        for row in rows(GAME, "locations")
    }


def _finish(draft: Draft) -> None:
    draft.assumed.append("elsewhere the starting board" if "plus" in draft.position else "the starting board")
    if not draft.said & {"frames", "opening", "outcome"}:
        draft.assumed.append("a British turn with 2 actions")
    assume_the_usual(draft, SETTINGS)


# ---------------------------------------------------------------- writing


def _write_places(position: dict[str, Json]) -> dict[str, list[str]]:
    """Return what lies at the places that differ from the start."""
    places = position.pop("places", None)
    plus = position.pop("plus", {})
    found: dict[str, list[str]] = {}
    for place, start in _start().items():
        there = str(places.get(place, "")) if isinstance(places, Mapping) else start
        there = str(plus.get(place, there)) if isinstance(plus, Mapping) else there
        if there != start:
            found[place] = [_capital(there) or "neutral"]
    return found


def _capital(text: str) -> str:
    side, rest = side_first(GAME, text)
    return f"{unmistakable(GAME, ('sides',), side)} {rest.replace(' fort', ', fort')}" if side else fold(text)


VOCABULARY = Vocabulary(GAME, "locations", SETTINGS, _read_place, _write_places, _finish, ("neutral",))
