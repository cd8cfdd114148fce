"""`referee options FILE[@STEP]`: who decides what, and every legal action in words."""

import argparse
import json
from collections.abc import Mapping

from oracle.english import (
    action_in_words,
    decider_in_words,
    decision_in_words,
    event_in_words,
    gist,
    odds_in_words,
)
from oracle.located_position import LocatedPosition, add_where, bare_position, located_of
from oracle.shortform import short
from oracle.text import columns, paragraph, plural
from oracle.verdict_json import waiting_json
from reference.kernel.canonical import Json
from reference.kernel.decisions import SETTLED, Over
from reference.kernel.table import Due

_EXAMPLES = """\
examples:
  referee options golden/wilderness_war/ex-7.62.jsonl@0      before its first action
  referee options game.jsonl                                 at its end, or before its first divergence
  referee options game.jsonl@41 --do muster all --do go to Crown Point   after two actions more
  referee options game.jsonl@41 --ruleset de                 the same position in another edition
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLES
    add_where(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the decision that is due."""
    located = located_of(arguments)
    due = located.table.due()
    if arguments.json:
        print(json.dumps(_as_json(located, due), indent=2, ensure_ascii=False))
        return 0
    game = located.header.game
    print(f"{located.place}  ({game}, ruleset {located.ruleset})")
    for line in _opened(located):
        print(paragraph(line))
    if isinstance(due, Over):
        bare = bare_position(located)
        print(f"Nothing is left to decide: {due.result}{_cited(due.rules)}" if bare is None else paragraph(bare))
        if bare is None and due.result == SETTLED.result:
            print("What began here is over; `referee position ... --words` says what became of it.")
        return 0
    print(f"{decider_in_words(due.by)} must decide: {decision_in_words(game, due.about)}{_cited(due.rules)}")
    for rule in due.rules:
        print(paragraph(f"{rule}{gist(rule)}", 2))
    print(f"{plural(len(due.actions), 'action')}:")
    print(columns(_rows(game, due)))
    return 0


def _opened(located: LocatedPosition) -> list[str]:
    """Return what the opening of a position has led to by itself, in words."""
    position = located.header.position
    if located.step or located.done or not isinstance(position, Mapping) or "opening" not in position:
        return []
    told = [event_in_words(located.header.game, each) for each in located.table.happened()]
    return [f"So far: {'; '.join(each.rstrip('.') for each in dict.fromkeys(told))}."] if told else []


def _cited(rules: tuple[str, ...]) -> str:
    return f"  ({', '.join(rules)})" if rules else ""


def _rows(game: str, due: Due) -> list[tuple[str, ...]]:
    odds = [f"  {odds_in_words(each)}" for each in due.odds] if due.odds else [""] * len(due.actions)
    return [
        (f"#{number}", short(action), f"{action_in_words(game, action)}{share}")
        for number, (action, share) in enumerate(zip(due.actions, odds, strict=True), 1)
    ]


def _as_json(located: LocatedPosition, due: Due | Over) -> dict[str, Json]:
    game = located.header.game
    found: dict[str, Json] = {
        "path": located.path,
        "step": located.step,
        "game": game,
        "ruleset": located.ruleset,
        "hash": located.table.digest(),
    }
    if isinstance(due, Over):
        bare = bare_position(located)
        said: dict[str, Json] = {} if bare is None else {"english": {"decision": bare}}
        return {**found, **waiting_json(due), **said}
    english: dict[str, Json] = {
        "decision": decision_in_words(game, due.about),
        "actions": [action_in_words(game, action) for action in due.actions],
    }
    return {**found, **waiting_json(due), "english": english}
