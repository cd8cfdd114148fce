"""The pytest plug-in that holds tests to their claims.

A test that says `@proves("ww:7.62")` must run a function bound to 7.62; if not, it fails even when its assertions pass.
A test about a trace claims what the trace's header names, through the `claim` fixture. `--evidence FILE` writes a file
for `./referee trace` and `mutate`: the links that held, how often each function ran, and what each test ran and cited.

Load it before anything imports `reference` (the root conftest does).
"""

import json
import os
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

from oracle.evidence.record import Claim, Evidence, Link, Witnessed, sources_digest
from oracle.files import write_text
from oracle.rule_watcher import WATCHER

WATCHER.install()

_CLAIMS = pytest.StashKey[list[tuple[str, str]]]()
_LINKS = "referee_links"
_RAN = "referee_ran"
_CITED = "referee_cited"
_SECONDS = "referee_seconds"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the option that names the evidence file."""
    parser.addoption("--evidence", metavar="FILE", help="write which tests proved which rules")
    parser.addoption("--unwatched", action="store_true", help="run tests without holding them to their claims")


def pytest_configure(config: pytest.Config) -> None:
    """Gather evidence in the process that gets the reports of all tests."""
    # The build that runs was chosen since this module was imported, if something else did that early.
    WATCHER.install()
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Gatherer(config), "referee_gatherer")


@pytest.fixture
def claim(request: pytest.FixtureRequest) -> Claim:
    """Let a test claim rules as it runs, for a source such as a trace file."""

    def add(rules: Iterable[str], source: str) -> None:
        request.node.stash.setdefault(_CLAIMS, []).extend((rule, source) for rule in rules)

    return add


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test and check what it claims."""
    if item.config.getoption("--unwatched"):
        return (yield)
    WATCHER.forget()
    before = _worked()
    result = yield
    item.user_properties.append((_SECONDS, _worked() - before))
    ran = WATCHER.ran()
    claims = claims_of(item)
    broken = [complaint for rule, _ in claims if (complaint := _unfounded(rule, ran))]
    if broken:
        pytest.fail("claims that are not true:\n  " + "\n  ".join(broken), pytrace=False)
    if unsaid := facts_missing(item.nodeid):
        pytest.fail("rulings without a fact that their words need:\n  " + "\n  ".join(unsaid), pytrace=False)
    item.user_properties.append((_LINKS, claims))
    item.user_properties.append((_RAN, sorted(str(WATCHER.functions[index]) for index in ran)))
    item.user_properties.append((_CITED, sorted(WATCHER.cited)))
    return result


def _worked() -> float:
    """Return the seconds that this process and its children have computed: a busy machine does not change them."""
    return sum(os.times()[:4])


def claims_of(item: pytest.Item) -> list[tuple[str, str]]:
    """Return the rules that a test claims to prove, each with its source; call it after the test ran."""
    source = item.nodeid.split("[")[0]
    return [(rule, source) for rule in _static_claims(item)] + item.stash.get(_CLAIMS, [])


def facts_missing(test: str) -> list[str]:
    """Return the refusals and events since the watcher forgot whose facts fill none of their wordings.

    Only tests of a game are asked: others make up rulings of their own.
    """
    from oracle.english import has_every_fact
    from spec_tables.catalogue import GAMES

    game = next((each for each in GAMES if each in test), None)
    if game is None:
        return []
    missing = (each for each in WATCHER.stated if not has_every_fact(game, *each))
    return sorted(f"{name}: {', '.join(facts) or 'no facts'}" for _, name, facts in missing)


def _static_claims(item: pytest.Item) -> tuple[str, ...]:
    from reference.kernel.rules import proven_by

    found: list[str] = []
    for holder in (getattr(item, "function", None), getattr(item, "cls", None)):
        found.extend(proven_by(holder))
    return tuple(dict.fromkeys(found))


def _unfounded(rule: str, ran: frozenset[int]) -> str | None:
    """Return why a claim is not true; the claim of an example is about the rules it shows."""
    wanted = _shown_by(rule) or (rule,)
    bound = {index for each in wanted for index in WATCHER.bound_to(each)}
    if not bound:
        return f"{rule}: no function bound to it was even loaded"
    if not bound & ran:
        return f"{rule}: none of its functions ran: {', '.join(sorted(str(WATCHER.functions[each]) for each in bound))}"
    return None


def _shown_by(rule: str) -> tuple[str, ...]:
    from spec_tables.catalogue import Kind, catalogue, prefixes

    game = dict(prefixes())[rule.split(":", maxsplit=1)[0]]
    entry = catalogue(game).rule(rule)
    return entry.depends_on if entry is not None and entry.kind is Kind.EXAMPLE else ()


class _Gatherer:
    """Collects what the reports of all workers say."""

    def __init__(self, config: pytest.Config) -> None:
        self.file: str | None = config.getoption("--evidence")
        self.root = config.rootpath
        self.links: set[tuple[str, str]] = set()
        self.runs: Counter[str] = Counter()
        self.tests: list[Witnessed] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the links of a test that passed."""
        if report.when != "call" or not report.passed:
            return
        kept = dict(report.user_properties)
        links, ran, cited, seconds = kept.get(_LINKS), kept.get(_RAN), kept.get(_CITED), kept.get(_SECONDS)
        if not isinstance(links, list) or not isinstance(ran, list) or not isinstance(cited, list):
            return
        assert isinstance(seconds, float)
        claims = tuple((str(rule), str(source)) for rule, source in links)
        functions = tuple(str(function) for function in ran)
        self.links.update(claims)
        self.runs.update(functions)
        proven = tuple(sorted({rule for claim, _ in claims for rule in (claim, *_shown_by(claim))}))
        if functions:
            self.tests.append(Witnessed(report.nodeid, proven, functions, seconds, tuple(map(str, cited))))

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the evidence of a run without failures."""
        if self.file is None or exitstatus != pytest.ExitCode.OK:
            return
        links = tuple(Link(rule, source) for rule, source in sorted(self.links))
        tests = tuple(sorted(self.tests, key=lambda each: each.test))
        evidence = Evidence(sources_digest(self.root), links, tuple(sorted(self.runs.items())), tests)
        path = Path(self.file)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(evidence.to_json()) + "\n")
