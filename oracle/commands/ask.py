"""`referee ask FILE[@STEP] ACTION`: the ruling on an action, and what would change it."""

import argparse
import json
import shlex
from collections.abc import Iterable, Mapping

from oracle.asker import asker
from oracle.english import action_in_words, decider_in_words, verdict_in_words
from oracle.errors import InputError
from oracle.game_registry import opener_of
from oracle.located_position import LocatedPosition, add_where, bare_position, located_of
from oracle.pictures import marks_of
from oracle.pictures.command import add_svg, write_picture
from oracle.positions_named import names_in
from oracle.rulings import (
    Answer,
    Near,
    Switch,
    as_json,
    by_option,
    by_preset,
    in_english,
    near_in_english,
    near_misses,
    rule_on,
)
from oracle.shortform import Ambiguous, short
from oracle.text import columns, paragraph
from oracle.typed_actions import typed
from oracle.verdict_json import Ruling
from reference.kernel.canonical import Json, Unreadable
from reference.kernel.decisions import CHANCE, Over
from reference.kernel.rulesets import options_of
from reference.kernel.table import Due
from spec_tables.catalogue import catalogue

_EXAMPLES = """\
The action is JSON, a short form, or the number of an option of `referee options`:
  referee ask case.jsonl@0 '{"type":"lose","of":"br_regular","flips":2,"deaths":0}'
  referee ask case.jsonl@0 lose of=br_regular flips=2        what is left out is taken from the closest legal action
  referee ask case.jsonl@0 go to Crown Point                 words, with names of places, pieces and cards
  referee ask case.jsonl@0 3
  referee ask case.jsonl@0 --do 'muster all' go to Crown Point   after an action that comes first
  referee ask case.jsonl@0 lose of=br_regular flips=2 --all-rulesets
  referee ask game.jsonl@41 go to=crown_point --svg board.svg   drawn: where one may go, and the place refused

Words that fit several actions get a ruling on each (with --json they are refused: a program can say which).
Exit code 0: legal; 1: not; 2: the question cannot be read.
"""
_MOST_READINGS = 6


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_where(parser, quoted=True)
    parser.add_argument("action", nargs="+", metavar="ACTION", help="the action, as JSON, in short form, or NUMBER")
    parser.add_argument("--by", help="who wants to do it; unless said, the side whose pieces it names, or who is due")
    parser.add_argument(
        "--all-rulesets", action="store_true", help="also rule under every preset, and name the options that matter"
    )
    add_svg(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the ruling and return 0 if the action is legal; of words that fit several actions, all their rulings."""
    located = located_of(arguments)
    text = " ".join(str(word) for word in arguments.action)
    try:
        return _answered(arguments, located, _read(located, text))
    except Ambiguous as fault:
        if arguments.json or not 0 < len(fault.actions) <= _MOST_READINGS:
            raise
        print(_heading(located))
        print(f"{text!r} fits {len(fault.actions)} actions; the ruling on each:")
        return max(_answered(arguments, located, each, "") for each in fault.actions)


def _heading(located: LocatedPosition) -> str:
    return f"{located.place}  ({located.header.game}, ruleset {located.ruleset})"


def _answered(arguments: argparse.Namespace, located: LocatedPosition, action: Json, heading: str | None = None) -> int:
    """Print the ruling on an action under a heading, by default the position, and return 0 if it is legal."""
    due = located.table.due()
    said = None if arguments.by is None else _player(located.header.game, str(arguments.by))
    by = said if said is not None else asker(located.header.game, located.table, action, located.then)
    try:
        answer = rule_on(located.table, by, action, located.then)
    except Unreadable as fault:
        raise InputError(_not_read(located, f"the action: {fault}")) from None
    if arguments.svg is not None:
        offered = () if isinstance(due, Over) else due.actions
        write_picture(arguments, located, marks_of(offered, action, legal=answer.ruling is Ruling.LEGAL))
    near = near_misses(located.table, action) if answer.ruling in (Ruling.ILLEGAL, Ruling.NOTATION) else ()
    presets = by_preset(located, action, said) if arguments.all_rulesets else {}
    switches = by_option(located, action, answer, said) if arguments.all_rulesets else ()
    if arguments.json:
        told = _as_json(located, by, action, answer, near)
        if arguments.all_rulesets:
            told["rulesets"] = _rulesets_as_json(located, answer, presets, switches)
        print(json.dumps(told, indent=2, ensure_ascii=False))
    else:
        print(_heading(located) if heading is None else heading)
        _print(located, by, action, answer, near)
        if arguments.all_rulesets:
            _print_rulesets(located, answer, presets, switches)
    return 0 if answer.ruling is Ruling.LEGAL else 1


def _read(located: LocatedPosition, text: str) -> Json:
    try:
        return typed(located.header.game, located.table, text)
    except Ambiguous:
        raise
    except InputError as fault:
        raise InputError(_not_read(located, str(fault))) from None


def _not_read(located: LocatedPosition, why: str) -> str:
    """Return why an action cannot be read; of a bare position, what could be opened."""
    bare = bare_position(located)
    return why if bare is None else bare


def _player(game: str, by: str) -> str:
    players = (*catalogue(game).sides, CHANCE)
    if by not in players:
        raise InputError(f"--by: {by!r} is none of: {', '.join(players)}")
    return by


def _print(located: LocatedPosition, by: str, action: Json, answer: Answer, near: tuple[Near, ...]) -> None:
    game = located.header.game
    asked = f"{action_in_words(game, action)}  [{short(action)}]"
    bare = bare_position(located)
    if bare is not None:
        _print_lines((asked, bare))
        return
    print(f"{decider_in_words(by) if by else 'Nobody'}: {asked}")
    _print_lines(in_english(game, answer))
    due = located.table.due()
    if _is_early(answer.ruling, action, due) and not isinstance(due, Over):
        print(paragraph(f"`--do ACTION` takes that decision first, for instance: --do {_first(located, due, action)}"))
    _print_lines(near_in_english(game, near))


def _is_early(ruling: Ruling, action: Json, due: Due | Over) -> bool:
    """Say whether an action may come after the decision that is due, which is about something else."""
    types = {each["type"] for each in due.actions if isinstance(each, Mapping)} if isinstance(due, Due) else set()
    other = isinstance(action, Mapping) and action.get("type") not in types
    return ruling is Ruling.NOT_THIS_DECISION or (ruling is Ruling.NOTATION and other)


def _first(located: LocatedPosition, due: Due, asked: Json) -> str:
    """Return an answer to the decision that is due, as it is typed: all of a set, else the closest to the action."""
    sets = (each for each in opener_of(located.header.game).sets if not each.pairs)
    if any(located.table.asks() == each.about for each in sets):
        return "all"
    named = names_in(asked)
    return shlex.quote(short(max(due.actions, key=lambda each: len(names_in(each) & named))))


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        stripped = line.lstrip(" ")
        print(paragraph(stripped, len(line) - len(stripped)))


def _print_rulesets(
    located: LocatedPosition, here: Answer, presets: dict[str, Answer], switches: tuple[Switch, ...]
) -> None:
    print("\nThe same question under other rulesets:")
    print(columns((name, _ruling(answer, here)) for name, answer in presets.items()))
    if not switches:
        print("No single option changes the ruling.")
        return
    print(f"Options that alone change the ruling of {located.ruleset}:")
    now = options_of(located.header.game, located.header.ruleset)
    for each in switches:
        option = each.option
        print(f"  {option.name}={each.value} instead of {now[option.name]}: {_ruling(each.answer, here)}")
        print(paragraph(f"[{option.id}: {option.title}; {', '.join(option.rules)}]", 4))


def _ruling(answer: Answer, here: Answer) -> str:
    said = "no such position" if answer.table is None else answer.ruling.value.replace("_", " ")
    rules = f" under {', '.join(answer.broken)}" if answer.broken else ""
    differs = "" if answer.key == here.key else "  <- differs"
    if differs and answer.ruling is here.ruling is Ruling.LEGAL:
        differs = "  <- with another result"
    without = (
        f"  (asked without {', '.join(answer.without)}, with which this position cannot be)" if answer.without else ""
    )
    return f"{said}{rules}{differs}{without}"


def _as_json(
    located: LocatedPosition, by: str, action: Json, answer: Answer, near: tuple[Near, ...]
) -> dict[str, Json]:
    game = located.header.game
    bare = bare_position(located)
    said: dict[str, Json] = {} if bare is None else {"decision": bare}
    return {
        "path": located.path,
        "step": located.step,
        "game": game,
        "ruleset": located.ruleset,
        "by": by,
        "action": action,
        "verdict": answer.to_json(),
        "near": [
            {
                "action": each.action,
                "changes": {name: {"from": old, "to": to} for name, old, to in each.changes},
                "english": {"action": action_in_words(game, each.action)},
            }
            for each in near
        ],
        "english": {
            "action": action_in_words(game, action),
            "verdict": list(verdict_in_words(game, answer.verdict)),
            **said,
        },
    }


def _rulesets_as_json(
    located: LocatedPosition, here: Answer, presets: dict[str, Answer], switches: tuple[Switch, ...]
) -> dict[str, Json]:
    game = located.header.game
    return {
        "presets": {
            name: {**as_json(game, answer), "differs": answer.key != here.key, "without": list(answer.without)}
            for name, answer in presets.items()
        },
        "options": [
            {"option": each.option.name, "id": each.option.id, "value": each.value, **as_json(game, each.answer)}
            for each in switches
        ],
    }
