"""Find positions that show what each option changes: `python -m scripts.demonstrations [GAME...]`.

Questions are those of the golden examples and of the scenes: a position and an action. A question shows an option if
the answer differs when this option alone has another value: best, if the action is legal under one value and not under
another; else, if another decision is due or it leads to another state. The best two of each option are kept in
`evidence/demonstrations/<game>.json`.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from oracle.english import action_in_words
from oracle.evidence.links import ROOT
from oracle.game_registry import opener_of, opening_table
from oracle.located_position import switched
from oracle.protocol.demonstrations import FOLDER
from oracle.protocol.looking import headline
from oracle.rulings import Answer
from oracle.verdict_json import Ruling, asked
from reference.kernel.canonical import Json, Unreadable, canonical_text
from reference.kernel.openings import Forbidden
from reference.kernel.rulesets import RulesetName, parse_ruleset_name
from reference.kernel.table import Table
from reference.kernel.traces import Act, Refuse, read_trace
from reference.kernel.verdicts import Next
from spec_tables.catalogue import GAMES, Option, catalogue

_KEPT = 2
_SHORTEST_FIRST = 4_000


@dataclass(frozen=True, slots=True)
class Question:
    """An action at a position, under a ruleset."""

    ruleset: RulesetName
    position: Json
    by: str
    do: Json


@dataclass(frozen=True, slots=True)
class Shown:
    """A question that shows an option: how well, and the answer under each value."""

    rank: tuple[int, int]
    question: Question
    answers: tuple[tuple[str, str], ...]


def questions(game: str, root: Path = ROOT) -> Iterator[Question]:
    """Return the questions of the golden examples, then those of the scenes."""
    for path in sorted((root / "golden" / game).glob("*.jsonl")):
        trace = read_trace(path.read_text(encoding="utf-8"))
        table = opening_table(trace.header)
        for _, line in trace.lines:
            if isinstance(line, Refuse):
                yield Question(trace.header.ruleset, table.canonical(), line.by, line.refuse)
            if isinstance(line, Act):
                yield Question(trace.header.ruleset, table.canonical(), line.by, line.do)
                verdict = table.act(line.by, line.do)
                if not isinstance(verdict, Next):
                    break
                table = verdict.state
    for text in (root / "evidence/scenes" / f"{game}.jsonl").read_text(encoding="utf-8").splitlines():
        scene = json.loads(text)
        if "by" in scene and "position" in scene:
            yield Question(parse_ruleset_name(scene["ruleset"]), scene["position"], scene["by"], scene["do"])


def shown(game: str, option: Option, question: Question) -> Shown | None:
    """Return how a question shows an option, if it does."""
    answers: dict[str, tuple[str, str, Ruling, str]] = {}
    for value in option.values:
        try:
            table = opener_of(game).place(question.position, switched(question.ruleset, option.name, value))
        except (Unreadable, Forbidden):
            return None
        verdict = asked(table, question.by, question.do)
        answer = Answer(table, verdict)
        answers[value] = (answer.key, canonical_text(_due(table)), answer.ruling, headline(verdict))
    if len({each[:2] for each in answers.values()}) < 2:
        return None
    rulings = len({each[2] for each in answers.values()})
    results = len({each[0] for each in answers.values()})
    rank = (0 if rulings > 1 else 1 if results > 1 else 2, len(canonical_text(question.position)))
    told = {value: each[3] if rulings > 1 else f"{each[3]}, to another end" for value, each in answers.items()}
    if rank[0] == 2:
        told = {value: f"{each[3]}, among other choices" for value, each in answers.items()}
    return Shown(rank, question, tuple(told.items()))


def _due(table: Table) -> Json:
    due = table.due()
    return [str(getattr(due, "by", "")), str(getattr(due, "about", "")), list(getattr(due, "actions", ()))]


def found(game: str) -> dict[str, list[dict[str, Json]]]:
    """Return the best questions for every option of a game."""
    best: dict[str, list[Shown]] = {option.name: [] for option in catalogue(game).options}
    asked_already: set[str] = set()
    for question in questions(game):
        key = canonical_text([str(question.ruleset), question.position, question.by, question.do])
        if key in asked_already or len(key) > _SHORTEST_FIRST:
            continue
        asked_already.add(key)
        for option in catalogue(game).options:
            kept = best[option.name]
            if len(kept) == _KEPT and kept[-1].rank <= (0, len(key)):
                continue
            one = shown(game, option, question)
            if one is not None:
                best[option.name] = sorted([*kept, one], key=lambda each: each.rank)[:_KEPT]
    return {name: [_kept(game, each) for each in kept] for name, kept in best.items()}


def _kept(game: str, one: Shown) -> dict[str, Json]:
    return {
        "ruleset": str(one.question.ruleset),
        "position": one.question.position,
        "by": one.question.by,
        "do": one.question.do,
        "words": action_in_words(game, one.question.do),
        "answers": dict(one.answers),
    }


def main(words: list[str]) -> int:
    """Write the files of some games, or of all."""
    for game in words or GAMES:
        kept = found(game)
        path = ROOT / FOLDER / f"{game}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(each, sort_keys=True)}" for name, each in kept.items())
        head = '{"generated_by": "python -m scripts.demonstrations", "options": {\n'
        path.write_text(f"{head}{lines}\n}}}}\n", encoding="utf-8")
        lacking = [name for name, each in kept.items() if not each]
        print(f"{path.relative_to(ROOT)}: {len(kept) - len(lacking)} of {len(kept)} options; none of: {lacking}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
