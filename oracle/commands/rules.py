"""`referee rules`: the rules of a game as a table of contents, or found by words."""

import argparse
import json
from collections.abc import Iterable, Sequence

from oracle.errors import InputError
from oracle.numbers_given import count
from oracle.rule_lookup import chapter_of, is_below, key_of
from oracle.rule_search import Hit, Result, search
from oracle.text import columns, paragraph, plural
from spec_tables.catalogue import GAMES, Catalogue, Rule, catalogue, prefixes
from spec_tables.headings import Heading, headings

_MOST_HITS = 10
_LONGEST = 200
_EXAMPLES = """\
examples:
  referee rules ww                            the chapters of Wilderness War
  referee rules ww 6                          every rule of chapter 6, with its gist
  referee rules ww 6.7                        the same of a section; also hs:5.3, fa:raid
  referee rules --search "ambush woods"       in titles, gists, rulings, divergences and examples of all games
  referee rules ww --search "ambush woods"    in those of one game

`referee rule ww:7.56` shows all about one rule, `referee rule ww:D4` about a divergence.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    named = ", ".join(f"{prefix} ({game})" for prefix, game in prefixes())
    parser.add_argument("game", nargs="?", metavar="GAME", help=f"{named}; GAME:CHAPTER is understood too")
    parser.add_argument("chapter", nargs="?", metavar="CHAPTER", help="a chapter or another heading: 6, 6.7")
    parser.add_argument("--search", metavar="WORDS", help="the rules with these words, the best match first")
    parser.add_argument(
        "--most", type=count, default=_MOST_HITS, metavar="N", help="with --search: show N (default: %(default)s)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a table of contents, or what was found; 1 if nothing was."""
    game, chapter = _named(arguments.game, arguments.chapter)
    if arguments.search is not None:
        if chapter is not None:
            raise InputError("--search looks through whole games; leave out the chapter")
        return _search(str(arguments.search), (game,) if game else GAMES, int(arguments.most), as_json=arguments.json)
    if game is None:
        _print_games(as_json=arguments.json)
    elif chapter is None:
        _print_chapters(catalogue(game), as_json=arguments.json)
    else:
        _print_chapter(game, chapter, as_json=arguments.json)
    return 0


def _named(game: str | None, chapter: str | None) -> tuple[str | None, str | None]:
    if game is None:
        return None, None
    name, sign, rest = str(game).partition(":")
    found = dict(prefixes()).get(name, name)
    if found not in GAMES:
        offered = ", ".join(f"{prefix} or {each}" for prefix, each in prefixes())
        raise InputError(f"{name!r} is no game; there are: {offered}")
    return found, chapter if chapter is not None else rest if sign and rest else None


# ---------------------------------------------------------------- tables of contents


def _print_games(*, as_json: bool) -> None:
    found = [catalogue(game) for game in GAMES]
    if as_json:
        told = [{"game": each.game, "prefix": each.prefix, "rules": len(each.rules)} for each in found]
        print(json.dumps(told, indent=2))
        return
    print(columns((each.prefix, each.name, plural(len(each.rules), "rule")) for each in found))
    print("`referee rules ww` lists the chapters of a game; `--search WORDS` finds rules by words.")


def _print_chapters(about: Catalogue, *, as_json: bool) -> None:
    chapters = [(each, below) for each in _chapters(about) if (below := _rules_below(about, each))]
    if as_json:
        print(json.dumps({"game": about.game, "chapters": [_heading_json(*each) for each in chapters]}, indent=2))
        return
    print(f"{about.name}: {plural(len(about.rules), 'rule')}")
    width = max(len(each.key) for each, _ in chapters)
    for each, below in chapters:
        print(f"  {each.key.ljust(width)}  {each.title} ({len(below)})")
        inner = [other for other in headings(about.game) if is_below(other.key, each.key) and other.key != each.key]
        if inner:
            print(paragraph("; ".join(f"{other.key} {other.title}" for other in inner), width + 4))
    print(f"`referee rules {about.prefix} {chapters[0][0].key}` lists the rules of a chapter.")


def _chapters(about: Catalogue) -> list[Heading]:
    """Return the headings that stand below no other."""
    found = [each for each in headings(about.game) if each.key]
    return [each for each in found if not any(is_below(each.key, other.key) for other in found)]


def _rules_below(about: Catalogue, heading: Heading) -> list[Rule]:
    return [rule for rule in about.rules if key_of(rule) == heading.key or is_below(key_of(rule), heading.key)]


def _heading_json(heading: Heading, below: Sequence[Rule]) -> dict[str, object]:
    return {
        "key": heading.key,
        "title": heading.title,
        "numbers": dict(heading.numbers),
        "rules": [rule.id for rule in below],
    }


def _print_chapter(game: str, chapter: str, *, as_json: bool) -> None:
    found = chapter_of(game, chapter)
    inside = {each.id for each in (*found.printed, *found.below, *((found.rule,) if found.rule else ()))}
    rules = [each for each in found.about.rules if each.id in inside]
    if as_json:
        told = {"game": game, "chapter": chapter, "title": found.title}
        listed = [rule_line_json(each) for each in rules]
        print(json.dumps({**told, "rules": listed}, indent=2, ensure_ascii=False))
        return
    print(f"{found.name}  {found.title or (found.rule.title if found.rule else '')}".rstrip())
    print(rule_lines(rules))


def rule_lines(rules: Iterable[Rule]) -> str:
    """Return rules as a list for people: id, title and gist of each."""
    return "\n".join(f"  {rule.id}  {rule.title}\n{paragraph(rule.gist, 6)}" for rule in rules)


def rule_line_json(rule: Rule) -> dict[str, object]:
    """Return a rule of a list for programs."""
    numbers = dict(rule.numbers)
    return {"id": rule.id, "title": rule.title, "kind": rule.kind.value, "gist": rule.gist, "numbers": numbers}


# ---------------------------------------------------------------- search


def _search(words: str, games: Sequence[str], most: int, *, as_json: bool) -> int:
    result = search(words, games)
    if as_json:
        print(json.dumps(_result_json(words, result, most), indent=2, ensure_ascii=False))
    else:
        _print_result(result, most)
    return 0 if result.hits else 1


def _result_json(words: str, result: Result, most: int) -> dict[str, object]:
    return {
        "search": words,
        "found": len(result.hits),
        "missing": list(result.missing),
        "hits": [
            {
                "kind": hit.text.kind,
                "id": hit.text.id,
                "title": hit.text.title,
                "says": hit.text.says,
                "rules": list(hit.text.rules),
                "score": round(1000 * hit.score),
            }
            for hit in result.hits[:most]
        ],
    }


def _print_result(result: Result, most: int) -> None:
    if not result.hits:
        print(f"Nothing has: {', '.join(result.missing)}")
        return
    for hit in result.hits[:most]:
        _print_hit(hit)
    if result.missing:
        print(f"Nothing has: {', '.join(result.missing)}")
    more = len(result.hits) - most
    tail = f"; {more} more with --most {len(result.hits)}" if more > 0 else ""
    print(f"`referee rule ID` shows all about one{tail}.")


def _print_hit(hit: Hit) -> None:
    text = hit.text
    kind = "" if text.kind == "rule" else f"  ({text.kind}{_about(text.rules)})"
    print(paragraph(f"{text.id}  {text.title}{kind}", 2))
    print(paragraph(_cut(text.says), 6))


def _about(rules: Sequence[str]) -> str:
    return f" of {', '.join(rules[:4])}{' ...' if len(rules) > 4 else ''}" if rules else ""


def _cut(says: str) -> str:
    return says if len(says) <= _LONGEST else f"{says[:_LONGEST].rsplit(' ', 1)[0]} ..."
