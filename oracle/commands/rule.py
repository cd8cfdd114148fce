"""`referee rule NUMBER`: all that is known about a numbered rule."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import assert_never

from oracle.commands.rules import rule_line_json, rule_lines
from oracle.evidence.links import ROOT, Bound, scan
from oracle.evidence.rule_links import GONE, links_of
from oracle.evidence.traceability import Firing, Traced, read_record
from oracle.places import IS_INSTALLED
from oracle.rule_lookup import Entry, Found, find
from oracle.text import columns, paragraph
from spec_tables.catalogue import Catalogue, Erratum, Option, Rule, Ruling, catalogue, prefixes

_HEADINGS = {"function": "functions", "test": "tests", "property": "properties", "golden": "golden traces"}
# So many rules are shown in full; of more, only the gists.
_MOST_IN_FULL = 3
# A list longer than this has no gists.
_MOST_GISTS = 24
# A divergence about more rules than this is a package; its position fits few of them.
_PACKAGE = 12
_EXAMPLES = """\
A number is one printed in a rulebook; before it, if it is not clear, the game (ww:, hs:, fa:) and the edition:
  referee rule 7.62               the games that have it
  referee rule ww:7.62            a rule: gist, numbers, divergences, examples, functions, tests
  referee rule ww:6.7             a heading: the rules below it
  referee rule fr 13.3            the number in one edition: {editions}
  referee rule ww:D23             a divergence; also rulings (ww:A5) and errata (ww:E23)

`referee rules ww` is the table of contents, `referee rules --search WORDS` finds rules by words.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    named = (f"{prefix} {', '.join(edition for edition, _ in catalogue(game).editions)}" for prefix, game in prefixes())
    parser.epilog = _EXAMPLES.format(editions="; ".join(named))
    parser.add_argument("rule", nargs="+", metavar="NUMBER", help="a printed number or an id: 7.62, ww:7.62, fr 13.3")


def run(arguments: argparse.Namespace) -> int:
    """Print what a number stands for."""
    found = find(" ".join(str(word) for word in arguments.rule))
    if arguments.json:
        told = [entry for each in found for entry in _found_json(each)]
        print(json.dumps(told, indent=2, ensure_ascii=False))
    elif len(found) > 1:
        _print_choice(found)
    else:
        _print_found(found[0])
    return 0


def _print_choice(found: tuple[Found, ...]) -> None:
    print("Found in more than one game; say which:")
    for each in found:
        print(f"\nreferee rule {each.name}   ({each.about.name}{_titled_as(each)})")
        rules = _all_of(each)
        print(rule_lines(rules) if len(rules) <= _MOST_IN_FULL else _titles(rules))


def _all_of(found: Found) -> tuple[Rule, ...]:
    own = (found.rule,) if found.rule else ()
    return (*own, *found.printed, *found.below, *(each for _, rules in found.elsewhere for each in rules))


def _titled_as(found: Found) -> str:
    return f", {found.title}" if found.title else ""


def _titles(rules: tuple[Rule, ...]) -> str:
    return columns((rule.id, rule.title) for rule in rules)


def _print_found(found: Found) -> None:
    if found.entry is not None:
        _print_entry(found.about, found.entry)
    if found.rule is not None:
        _print_warning(found)
        _print(found.about, found.rule)
        _print_section(f"Also printed under {found.name}:", found.printed)
    elif 0 < len(found.printed) <= _MOST_IN_FULL and not found.below:
        count = len(found.printed)
        over = "one rule" if count == 1 else f"{count} rules"
        print(f"{found.name}{_titled_as(found)} is printed over {over} of our catalogue.\n")
        for rule in found.printed:
            _print(found.about, rule)
    elif found.printed or found.below:
        print(f"{found.name}  {found.title}  (a heading)" if found.title else f"{found.name}  (a heading)")
        _print_section("", (*found.printed, *found.below))
    if found.rule is not None:
        _print_section(f"Below {found.name}:", found.below)
    for edition, rules in found.elsewhere:
        _print_section(f"The edition {edition} prints {_number(found)} over other rules:", rules)


def _print_warning(found: Found) -> None:
    """Say before a long answer that the number means something else in another edition."""
    for edition, rules in found.elsewhere:
        if len(rules) <= _MOST_IN_FULL:
            told = ", ".join(f"{rule.id} {rule.title}" for rule in rules)
            print(paragraph(f"In the edition {edition} the number {_number(found)} is another rule: {told}."))


def _number(found: Found) -> str:
    return found.name.partition(":")[2]


def _print_section(heading: str, rules: tuple[Rule, ...]) -> None:
    if not rules:
        return
    if heading:
        print(heading)
    print(rule_lines(rules) if len(rules) <= _MOST_GISTS else _titles(rules))


def _print_entry(about: Catalogue, entry: Entry) -> None:
    match entry:
        case Option():
            print(f"{about.name}: {entry.title}")
            _print_option(entry)
            if entry.note:
                print(paragraph(entry.note, 4))
        case Ruling():
            _print_ruling(entry)
        case Erratum():
            _print_erratum(entry)
        case _:
            assert_never(entry)
    print("  about")
    print("\n".join(f"    {_titled(about, each)}" for each in entry.rules))
    print()


def _print(found: Catalogue, rule: Rule) -> None:
    print(f"{rule.id}  {rule.title}  ({rule.kind})")
    print(paragraph(rule.gist, 2))
    numbers = [f"{edition} {number}" for edition, number in rule.numbers]
    print(f"  printed as: {', '.join(numbers) if numbers else 'in no edition here'}")
    _print_list("depends on", [_titled(found, each) for each in rule.depends_on])
    _print_list("needed by", [f"{each.id} {each.title}" for each in found.rules if rule.id in each.depends_on])
    for option in _options(found, rule):
        if len(option.rules) > _PACKAGE:
            _print_package(found, option)
        else:
            _print_option(option)
    for ruling in found.rulings:
        if rule.id in ruling.rules:
            _print_ruling(ruling)
    for erratum in found.errata:
        if rule.id in erratum.rules:
            _print_erratum(erratum)
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


def _print_package(found: Catalogue, option: Option) -> None:
    print(f"  divergence {option.id}: {option.name} = {' | '.join(option.values)} (default {option.default})")
    told = f"{option.title}, {len(option.rules)} rules in one package: `referee rule {found.prefix}:{option.id}`"
    print(paragraph(told, 4))


def _print_ruling(ruling: Ruling) -> None:
    print(f"  ruling {ruling.id}")
    print(paragraph(f"{ruling.question} {ruling.reading}", 4))


def _print_erratum(erratum: Erratum) -> None:
    print(f"  erratum {erratum.id} ({erratum.edition} {erratum.where})")
    print(paragraph(f"Printed: {erratum.prints} Read: {erratum.reading}", 4))


def _titled(found: Catalogue, rule_id: str) -> str:
    rule = found.rule(rule_id)
    return rule_id if rule is None else f"{rule_id} {rule.title}"


def _options(found: Catalogue, rule: Rule) -> tuple[Option, ...]:
    return tuple(option for option in found.options if rule.id in option.rules)


def _found_json(found: Found) -> Iterator[dict[str, object]]:
    """Return the rules that a number stands for; a heading, or an entry that is no rule, as one object."""
    below = [rule_line_json(each) for each in found.below]
    elsewhere = {edition: [rule_line_json(each) for each in rules] for edition, rules in found.elsewhere}
    if found.entry is not None:
        kind = {Option: "divergence", Ruling: "ruling", Erratum: "erratum"}[type(found.entry)]
        yield {**asdict(found.entry), "kind": kind, "id": f"{found.about.prefix}:{found.entry.id}"}
    if found.rule is not None:
        printed = [rule_line_json(each) for each in found.printed]
        yield {**_as_json(found.about, found.rule), "also_printed": printed, "below": below, "elsewhere": elsewhere}
    elif 0 < len(found.printed) <= _MOST_IN_FULL and not found.below:
        yield from (_as_json(found.about, each) for each in found.printed)
    elif found.printed or found.below or elsewhere:
        printed = [rule_line_json(each) for each in found.printed]
        heading = {"id": found.name, "kind": "heading", "title": found.title}
        yield {**heading, "printed": printed, "below": below, "elsewhere": elsewhere}


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
