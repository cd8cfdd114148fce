"""The part of the changelog that is about what is not released yet.

It is the section `## Unreleased`, or, once the release is being prepared, the section of the version that
`oracle/version.py` names (`## 1.0.0` while that is `1.0.0` or `1.0.0.dev0`). Sections of earlier releases are closed.
"""

import re
from pathlib import Path

_VERSION = re.compile(r'^VERSION = "([\d.]+?)(?:\.dev\d+)?"$', re.MULTILINE)
_SECTION = re.compile(r"^## (Unreleased|[\d.]+).*?$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def open_lines(root: Path) -> list[str]:
    """Return the lines of a tree's changelog that are about what is not released yet."""
    version = _VERSION.search(_text(root / "oracle/version.py"))
    names = {"Unreleased", version.group(1)} if version else {"Unreleased"}
    sections = (section for section in _SECTION.finditer(_text(root / "CHANGELOG.md")) if section.group(1) in names)
    return [line for section in sections for line in section.group(2).splitlines()]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""
