"""The gate itself: compare the tree with a revision and report everything at once."""

from collections.abc import Callable, Sequence
from pathlib import Path

from oracle.evidence.links import scan
from oracle.gate.behaviour import Asked, Comparison, Effort
from oracle.gate.report import Report
from oracle.gate.rule_status import declared, lost, scored, unconfirmed
from oracle.gate.touched import Touched, touched
from oracle.gate.trees import Version, commit_of, taken_out
from spec_tables.catalogue import GAMES

_KEPT = "build/gate"
# Kinds of differences that can change a ruling; words about rules cannot.
_EFFECTIVE = ("function", "table", "option")


def judged(
    root: Path, revision: str, games: Sequence[str] | None, effort: Effort, tell: Callable[[str], None]
) -> Report:
    """Compare a tree with a revision."""
    commit = commit_of(root, revision)
    with taken_out(root, commit) as before:
        found = touched(before, root)
        rules = frozenset(rule for each in found for rule in each.rules)
        comparison = Comparison(
            Version(before, root), Version(root, root), found, effort, root / _KEPT / commit[:16], tell
        )
        wanted = _games_of(found) if games is None else tuple(games)
        asked = comparison.asked(wanted) if found else Asked()
        bound = scan(root) if rules else ()
        return Report(
            base=f"{revision} ({commit[:12]})",
            touched=found,
            lost=lost(before, root),
            scores=scored(before, root, rules),
            unconfirmed=unconfirmed(root),
            asked=asked,
            declared=declared(before, root),
            links={rule: tuple(each.place for each in bound if rule in each.rules) for rule in sorted(rules)},
        )


def _games_of(found: Sequence[Touched]) -> tuple[str, ...]:
    """Return the games that a change can matter to."""
    places = [each.place.removeprefix("spec_tables/") for each in found if each.kind in _EFFECTIVE]
    if any(place.startswith("kernel.") for place in places):
        return GAMES
    return tuple(game for game in GAMES if any(place.startswith((f"{game}.", f"{game}/")) for place in places))
