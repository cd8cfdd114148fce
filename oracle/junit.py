"""Reports as JUnit XML, for the tools that show test results in CI.

A failure holds the same divergence as `verify --json`. Its type is the rules responsible, or the fault if there are
none. Its message is the sentence of the verdict.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from oracle.reports import DIVERGES, FAILED, UNREADABLE, Report

# XML does not allow most control characters, even escaped.
_NOT_IN_XML = {code: "\ufffd" for code in range(32) if chr(code) not in "\t\n\r"}


@dataclass(slots=True)
class Suite:
    """The figures of a test suite, added up report by report."""

    tests: int = 0
    failures: int = 0
    errors: int = 0
    seconds: float = 0.0

    def add(self, report: Report) -> None:
        """Count a report."""
        self.tests += 1
        self.failures += report.outcome == DIVERGES
        self.errors += report.outcome in (UNREADABLE, FAILED)
        self.seconds += report.seconds

    def as_xml(self, cases: Iterable[str]) -> Iterator[str]:
        """Return the XML text of the suite with these cases, piece by piece."""
        figures = f'tests="{self.tests}" failures="{self.failures}" errors="{self.errors}"'
        yield '<?xml version="1.0" encoding="utf-8"?>\n'
        yield f'<testsuite name="referee verify" {figures} time="{_seconds(self.seconds)}">\n'
        yield from cases
        yield "</testsuite>\n"


def as_case(report: Report) -> str:
    """Return a report as the XML text of one test case."""
    case = ElementTree.Element(
        "testcase",
        classname=_clean(report.game or "referee"),
        name=_clean(report.path),
        time=_seconds(report.seconds),
    )
    if not report.conforms:
        kind = "failure" if report.outcome == DIVERGES else "error"
        message = _clean(report.headline.split("\n")[0])
        ElementTree.SubElement(case, kind, message=message, type=_type(report)).text = _clean(report.as_text())
    elif report.recorded is not None:
        ElementTree.SubElement(case, "system-out").text = _clean(report.as_text())
    ElementTree.indent(case, level=1)
    return f"  {ElementTree.tostring(case, encoding='unicode').strip()}\n"


def as_junit(reports: Sequence[Report]) -> str:
    """Return the reports as the XML text of one test suite."""
    suite = Suite()
    for each in reports:
        suite.add(each)
    return "".join(suite.as_xml(as_case(each) for each in reports))


def _type(report: Report) -> str:
    found = report.divergence
    return report.outcome if found is None else " ".join(dict.fromkeys(found.rules)) or found.fault.value


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"


def _clean(text: str) -> str:
    return text.translate(_NOT_IN_XML)
