"""What the gate found, as text, as Markdown for a job's summary, and as data."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from oracle.gate.behaviour import Asked, Change
from oracle.gate.rule_status import Lost, Scored
from oracle.gate.touched import Touched

_MOST = 40


@dataclass(frozen=True, slots=True)
class Report:
    """Everything the gate found between a revision and the tree."""

    base: str
    touched: tuple[Touched, ...]
    lost: tuple[Lost, ...]
    scores: tuple[Scored, ...]
    unconfirmed: tuple[str, ...]
    asked: Asked
    declared: frozenset[str]
    links: dict[str, tuple[str, ...]]

    @property
    def groups(self) -> dict[tuple[str, ...], list[Change]]:
        """Return the changes by the rules responsible, sorted by these rules."""
        found: dict[tuple[str, ...], list[Change]] = {}
        for change in self.asked.changes:
            found.setdefault(change.rules, []).append(change)
        return dict(sorted(found.items()))

    @property
    def undeclared(self) -> tuple[tuple[str, ...], ...]:
        """Return the groups of rules whose rulings changed without any of them in the changelog."""
        return tuple(rules for rules in self.groups if not self.declared.intersection(rules))

    @property
    def faults(self) -> tuple[str, ...]:
        """Return why the gate stays closed; nothing if it opens."""
        return (
            *(f"rulings under {_or(rules)} changed, and CHANGELOG.md does not declare it" for rules in self.undeclared),
            *(f"{each.rule} lost evidence: {each.what}" for each in self.lost),
            *(
                f"{each.rule}: its mutation score fell from {each.before} to {each.now}"
                for each in self.scores
                if each.fell
            ),
            *(f"{rule}: its gist changed; `./referee confirm {rule}` when its links hold" for rule in self.unconfirmed),
        )

    def to_json(self) -> dict[str, object]:
        """Return it as data."""
        return {
            "base": self.base,
            "open": not self.faults,
            "faults": list(self.faults),
            "touched": [each.to_json() for each in self.touched],
            "rules": {rule: list(links) for rule, links in self.links.items()},
            "scores": {each.rule: [str(each.before), str(each.now)] for each in self.scores},
            "asked": {"cases": self.asked.cases, "games": self.asked.games, "steps": self.asked.steps},
            "changes": [each.to_json() for each in self.asked.changes],
            "declared": sorted(self.declared),
        }

    # ---------------------------------------------------------------- for people

    def lines(self, *, markdown: bool) -> Iterator[str]:
        """Return the report, as plain text or as Markdown."""
        head, item = ("## ", "- ") if markdown else ("", "  ")
        verdict = "open" if not self.faults else f"shut, for {len(self.faults)} reasons"
        yield f"{'# ' if markdown else ''}Gate against {self.base}: {verdict}"
        yield from _section(f"{head}Why it is shut", [f"{item}{fault}" for fault in self.faults])
        yield from _section(f"{head}What was touched", [f"{item}{_touched(each)}" for each in self.touched])
        yield from _section(f"{head}What proves the rules touched", list(self._rules(item)))
        asked = (
            f"{self.asked.cases} vectors, {self.asked.games} games of {self.asked.steps} steps asked of both versions"
        )
        yield from _section(f"{head}Behaviour", [f"{item}{asked}: {len(self.asked.changes)} answers differ"])
        for rules, changes in self.groups.items():
            yield from self._group(rules, changes, markdown=markdown)

    def _rules(self, item: str) -> Iterator[str]:
        scores = {each.rule: each for each in self.scores}
        for rule, links in self.links.items():
            score = scores.get(rule)
            noticed = f"; faults noticed {score.now}" if score is not None and score.now.counted else ""
            yield f"{item}{rule}: {len(links)} links{noticed}"

    def _group(self, rules: tuple[str, ...], changes: list[Change], *, markdown: bool) -> Iterator[str]:
        first = changes[0]
        state = "declared" if self.declared.intersection(rules) else "not declared"
        yield ""
        yield f"{'### ' if markdown else ''}{', '.join(rules)}: {len(changes)} answers differ ({state})"
        yield f"{'First shown by' if markdown else '  first shown by'} {first.question}"
        fence = ["```diff"] if markdown else []
        body = [f"  asked: {json.dumps(first.action)[:300]}"]
        body += [f"- {line}" for line in first.before] + [f"+ {line}" for line in first.after]
        yield from (*fence, *(body if markdown else (f"    {line}" for line in body)), *(["```"] if markdown else []))
        if first.position is not None:
            text = json.dumps(first.position)
            yield (
                f"<details><summary>position</summary>\n\n```json\n{text}\n```\n</details>"
                if markdown
                else f"    position: {text[:400]}"
            )


def _section(title: str, lines: list[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        yield from lines[:_MOST]
        if len(lines) > _MOST:
            yield f"  ... and {len(lines) - _MOST} more"


def _touched(each: Touched) -> str:
    about = f" ({', '.join(each.rules[:8])}{' ...' if len(each.rules) > 8 else ''})" if each.rules else ""
    return f"{each.kind} {each.place}: {each.how}{about}"


def _or(rules: tuple[str, ...]) -> str:
    return " or ".join(rules[:6]) + (" ..." if len(rules) > 6 else "")
