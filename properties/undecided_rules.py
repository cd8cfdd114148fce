"""Which normative rules decide something in play from a scenario's start, and which are excused, each with the reason.

`evidence/rule_coverage/` counts directed games, `evidence/fired.json` random ones. What neither has stands in
`undecided_rules.toml`, with the reason why play does not show it and a test in which it decides.
"""

import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from oracle.evidence.files import FOLDER
from oracle.evidence.firing import read_fired
from oracle.evidence.traceability import read_record
from spec_tables.catalogue import GAMES, Kind, catalogue

KEPT = f"{FOLDER}/rule_coverage"
EXCUSES = Path(__file__).with_name("undecided_rules.toml")


@dataclass(frozen=True, slots=True)
class Undecided:
    """A rule that play does not show: why, and the test in which it decides, if it has one."""

    rule: str
    reason: str
    test: str = ""


def excused(path: Path = EXCUSES) -> tuple[Undecided, ...]:
    """Return the rules that are excused."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["undecided"]
    return tuple(Undecided(str(each["rule"]), str(each["reason"]), str(each.get("test", ""))) for each in entries)


def normative(game: str) -> frozenset[str]:
    """Return the rules of a game that demand something."""
    return frozenset(each.id for each in catalogue(game).rules if each.kind is Kind.NORMATIVE)


def decided(root: Path, game: str) -> frozenset[str]:
    """Return the rules of a game that decided something in directed or in random games."""
    path = root / KEPT / f"{game}.json"
    directed = json.loads(path.read_text(encoding="utf-8"))["rules"] if path.is_file() else {}
    prefix = f"{catalogue(game).prefix}:"
    return frozenset(directed) | {each for each in decided_in_random_games(root) if each.startswith(prefix)}


def decided_in_random_games(root: Path) -> frozenset[str]:
    """Return the rules that decided something in the random games of `./referee fired`.

    It plays on from scenes, and counts that as games, for rules that decide no golden trace; those are left out.
    """
    fired = read_fired(root)
    rules = {} if fired is None else fired.rules
    return frozenset(rule for rule, each in rules.items() if each.golden_decided and each.games_decided)


def faults(root: Path, excuses: tuple[Undecided, ...]) -> Iterator[str]:
    """Find normative rules that are neither decided in play nor excused, and excuses that are stale."""
    by_rule = {each.rule: each for each in excuses}
    if len(by_rule) < len(excuses):
        yield "a rule is excused twice"
    for game in GAMES:
        proven, needless = read_record(root, game), {each.rule for each in catalogue(game).excuses}
        in_play, rules = decided(root, game), normative(game)
        lacking = sorted(rules - in_play - set(by_rule))
        yield from (f"{rule} decides nothing in play, and no reason is given" for rule in lacking)
        for rule, excuse in by_rule.items():
            if not rule.startswith(f"{catalogue(game).prefix}:"):
                continue
            if rule not in rules:
                yield f"{rule} is excused, and is no normative rule"
            elif rule in in_play:
                yield f"{rule} is excused, and decides something in play"
            elif not excuse.reason or (not excuse.test and rule not in needless):
                yield f"{rule} is excused without a reason or without a test"
            elif excuse.test and excuse.test not in proven[rule].tests:
                yield f"{rule} is excused with {excuse.test}, which does not prove it"
