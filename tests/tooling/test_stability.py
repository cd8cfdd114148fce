"""The page of promises has the numbers of the code."""

import re

import rulebook
from oracle.cli import DEVELOPERS, EXIT_INTERNAL, EXIT_INTERRUPTED, EXIT_LOST, EXIT_UNREADABLE
from oracle.limits import AT_LIMIT
from oracle.places import ROOT
from oracle.protocol.methods import PROTOCOL
from oracle.vectors.cases import SCHEMA_VERSION
from reference.kernel.traces import VERSION as TRACE_VERSION

PAGE = (ROOT / "docs/stability.md").read_text(encoding="utf-8")


def test_formats_and_codes_are_as_the_page_says() -> None:
    assert f'`"trace":{TRACE_VERSION}`' in PAGE
    assert f"`schema_version` ({SCHEMA_VERSION})" in PAGE
    assert f"`protocol` ({PROTOCOL})" in PAGE
    assert f"{EXIT_UNREADABLE} input that cannot be read, {EXIT_INTERNAL} a fault of Referee" in PAGE
    assert f"{AT_LIMIT} stopped at a limit, {EXIT_LOST} the workers or their scheduler are lost" in PAGE
    assert f", {EXIT_INTERRUPTED} stopped by Ctrl-C" in PAGE


def test_commands_without_a_promise_are_those_of_developers() -> None:
    named = re.search(r"commands that need a checkout \((.*?)\)", PAGE)
    assert named is not None
    assert named[1] == ", ".join(f"`{name}`" for name in DEVELOPERS)


def test_every_file_the_page_names_is_there() -> None:
    files = [*re.findall(r"\]\(([^)#]+)\)", PAGE), *(f"../{each}" for each in re.findall(r"`(tests/[\w/.]+)`", PAGE))]
    assert len(files) > 8
    assert [each for each in files if not (ROOT / "docs" / each).exists()] == []
    assert "`rulebook.Position.table`" in PAGE
    assert "table" in rulebook.Position.__dataclass_fields__
