"""`referee confirm RULE...`: say that a rule's functions and tests were looked at and fit its gist as it is now."""

import argparse
import json

from oracle.errors import InputError
from oracle.evidence.links import ROOT, scan
from oracle.evidence.rule_links import links_of
from oracle.evidence.traceability import Traced, read_record
from oracle.gate.rule_status import confirm, gists, unconfirmed
from spec_tables.catalogue import prefixes

_EPILOG = """\
Whoever changes the gist of a catalogue row must look at everything bound to the rule: does it still do and prove what
the gist now says? This command shows what is bound, and keeps a digest of the gist in evidence/confirmed_gists.json.
`--check` only lists the rules that wait for it.

example:
  referee confirm ww:7.62
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EPILOG
    parser.add_argument("rules", nargs="*", metavar="RULE", help="rules whose links hold")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a rule waits to be confirmed")


def run(arguments: argparse.Namespace) -> int:
    """Record that links were confirmed, or list the rules that wait for it."""
    if arguments.check == bool(arguments.rules):
        raise InputError("confirm: name rules, or ask for --check")
    known = gists(ROOT)
    for rule in arguments.rules:
        if rule not in known:
            raise InputError(f"{rule} is in no rule catalogue")
    if not arguments.check:
        confirm(ROOT, frozenset(arguments.rules))
    waiting = unconfirmed(ROOT)
    if arguments.json:
        print(json.dumps({"confirmed": list(arguments.rules), "waiting": list(waiting)}, indent=2))
    elif arguments.check:
        for rule in waiting:
            print(f"{rule}: its gist changed; `./referee confirm {rule}` when its links hold")
    else:
        found, games = scan(), dict(prefixes())
        for rule in arguments.rules:
            recorded = read_record(ROOT, games[rule.partition(":")[0]]).get(rule, Traced())
            links = [each.place for of_kind in links_of(rule, found, recorded).values() for each in of_kind]
            print("\n  ".join([f"{rule}: {known[rule]}", *links]))
    return 1 if arguments.check and waiting else 0
