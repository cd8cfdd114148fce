"""Reports as JUnit XML, for the tools that show test results in CI.

A failure holds the same divergence as `verify --json`. Its type is the rules responsible, or the fault if there are
none. Its message is the sentence of the verdict.
"""

from collections.abc import Sequence
from xml.etree import ElementTree

from oracle.reports import DIVERGES, FAILED, UNREADABLE, Report

# XML does not allow most control characters, even escaped.
_NOT_IN_XML = {code: "\ufffd" for code in range(32) if chr(code) not in "\t\n\r"}


def as_junit(reports: Sequence[Report]) -> str:
    """Return the reports as the XML text of one test suite."""
    suite = ElementTree.Element(
        "testsuite",
        name="referee verify",
        tests=str(len(reports)),
        failures=str(sum(each.outcome == DIVERGES for each in reports)),
        errors=str(sum(each.outcome in (UNREADABLE, FAILED) for each in reports)),
        time=_seconds(sum(each.seconds for each in reports)),
    )
    for each in reports:
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=clean(each.game or "referee"),
            name=clean(each.path),
            time=_seconds(each.seconds),
        )
        if not each.conforms:
            kind = "failure" if each.outcome == DIVERGES else "error"
            message = clean(each.headline.split("\n")[0])
            ElementTree.SubElement(case, kind, message=message, type=_type(each)).text = clean(each.as_text())
    ElementTree.indent(suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suite, encoding="unicode")}\n'


def _type(report: Report) -> str:
    found = report.divergence
    return report.outcome if found is None else " ".join(dict.fromkeys(found.rules)) or found.fault.value


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}"


def clean(text: str) -> str:
    """Return a text without what XML does not allow."""
    return text.translate(_NOT_IN_XML)
