"""`referee rule ID`: all that is known about a numbered rule."""

import argparse
import difflib
import json
from dataclasses import asdict

from oracle.errors import InputError
from oracle.evidence.links import ROOT, Bound, scan
from oracle.evidence.rule_links import GONE, links_of
from oracle.evidence.traceability import Firing, Traced, read_record
from oracle.places import IS_INSTALLED
from oracle.text import paragraph
from spec_tables.catalogue import Catalogue, Option, Rule, catalogue, prefixes, rule_ids

_HEADINGS = {"function": "functions", "test": "tests", "property": "properties", "golden": "golden traces"}


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("rule", help="an id such as ww:7.62, or a printed number of it")


def find(name: str) -> tuple[Catalogue, tuple[Rule, ...]]:
    """Return the rules with that id, or with that printed number in some edition."""
    prefix, _, key = name.partition(":")
    games = dict(prefixes())
    if prefix not in games or not key:
        raise InputError(f"{name!r} is no rule id; it begins with one of: {', '.join(f'{each}:' for each in games)}")
    found = catalogue(games[prefix])
    exact = found.rule(name)
    if exact is not None:
        return found, (exact,)
    numbered = tuple(rule for rule in found.rules if key in (number for _, number in rule.numbers))
    if numbered:
        return found, numbered
    close = difflib.get_close_matches(name, [each for each in rule_ids() if each.startswith(f"{prefix}:")], 5)
    hint = f"; close to it: {', '.join(close)}" if close else ""
    raise InputError(f"{name} is in no rule catalogue{hint}")


def run(arguments: argparse.Namespace) -> int:
    """Print a rule."""
    found, rules = find(str(arguments.rule))
    if arguments.json:
        print(json.dumps([_as_json(found, rule) for rule in rules], indent=2, ensure_ascii=False))
        return 0
    if len(rules) > 1:
        print(f"{arguments.rule} is printed over {len(rules)} rules of our catalogue.\n")
    for rule in rules:
        _print(found, rule)
    return 0


def _print(found: Catalogue, rule: Rule) -> None:
    print(f"{rule.id}  {rule.title}  ({rule.kind})")
    print(paragraph(rule.gist, 2))
    numbers = [f"{edition} {number}" for edition, number in rule.numbers]
    print(f"  printed as: {', '.join(numbers) if numbers else 'in no edition here'}")
    _print_list("depends on", [_titled(found, each) for each in rule.depends_on])
    _print_list("needed by", [f"{each.id} {each.title}" for each in found.rules if rule.id in each.depends_on])
    for option in _options(found, rule):
        _print_option(option)
    for ruling in found.rulings:
        if rule.id in ruling.rules:
            print(f"  ruling {ruling.id}")
            print(paragraph(f"{ruling.question} {ruling.reading}", 4))
    for erratum in found.errata:
        if rule.id in erratum.rules:
            print(f"  erratum {erratum.id} ({erratum.edition} {erratum.where})")
            print(paragraph(f"Printed: {erratum.prints} Read: {erratum.reading}", 4))
    _print_list("examples", [f"{each.id} {each.title}" for each in found.examples if rule.id in each.rules])
    recorded = _recorded(found, rule)
    for kind, bound in links_of(rule.id, scan(), recorded).items():
        _print_list(_HEADINGS[kind], [f"{each.place}  ({_line(each)})" for each in bound])
    if recorded.fired.ever:
        print(f"  fired in {_fired(recorded.fired)}")
    if recorded.score.counted:
        print(f"  faults noticed: {recorded.score}")
    excuse = next((each for each in found.excuses if each.rule == rule.id), None)
    if excuse is not None:
        print(paragraph(f"excused from {excuse.needs}: {excuse.reason}", 2))
    print()


def _recorded(found: Catalogue, rule: Rule) -> Traced:
    return read_record(ROOT, found.game).get(rule.id, Traced())


def _line(bound: Bound) -> str:
    if bound.line != GONE:
        return f"line {bound.line}"
    return "in the repository" if IS_INSTALLED else "recorded, but no longer there"


def _fired(fired: Firing) -> str:
    counts = fired.counts
    runs = (
        ("golden traces", counts.golden, counts.golden_decided),
        ("properties", fired.properties, fired.properties_decided),
        ("explored games", counts.games, counts.games_decided),
    )
    return ", ".join(f"{ran} {name} ({decided} decided by it)" for name, ran, decided in runs)


def _print_list(heading: str, lines: list[str]) -> None:
    if lines:
        print(f"  {heading}")
        for line in lines:
            print(f"    {line}")


def _print_option(option: Option) -> None:
    print(f"  divergence {option.id}: {option.name} = {' | '.join(option.values)} (default {option.default})")
    for source, says in option.says:
        print(paragraph(f"{source}: {says}", 4))
    print(paragraph(f"Position: {option.position}", 4))
    for value, result in option.results:
        print(paragraph(f"{value}: {result}", 6))


def _titled(found: Catalogue, rule_id: str) -> str:
    rule = found.rule(rule_id)
    return rule_id if rule is None else f"{rule_id} {rule.title}"


def _options(found: Catalogue, rule: Rule) -> tuple[Option, ...]:
    return tuple(option for option in found.options if rule.id in option.rules)


def _as_json(found: Catalogue, rule: Rule) -> dict[str, object]:
    recorded = _recorded(found, rule)
    return {
        "id": rule.id,
        "title": rule.title,
        "kind": rule.kind.value,
        "gist": rule.gist,
        "numbers": dict(rule.numbers),
        "depends_on": list(rule.depends_on),
        "divergences": [asdict(option) for option in _options(found, rule)],
        "rulings": [asdict(each) for each in found.rulings if rule.id in each.rules],
        "errata": [asdict(each) for each in found.errata if rule.id in each.rules],
        "examples": [each.id for each in found.examples if rule.id in each.rules],
        "bound": {
            _HEADINGS[kind]: [{"place": each.place, "line": each.line} for each in bound]
            for kind, bound in links_of(rule.id, scan(), recorded).items()
        },
        "fired": asdict(recorded.fired),
        "faults": {"noticed": recorded.score.killed, "planted": recorded.score.counted},
        "excuse": next((asdict(each) for each in found.excuses if each.rule == rule.id), None),
    }
