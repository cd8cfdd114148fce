"""Build the documentation site from the documents of the repository: `make docs`.

The documents are copied as they stand, in the folders they stand in, with every file that they link to, so that a link
means the same in the repository and on the site. Two pages are written here: the Python API (mkdocstrings fills it)
and the help of every command. Then mkdocs builds the site, and what it built is looked through: every link leads
somewhere, and nothing is fetched from elsewhere.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown import Markdown

from oracle.cli import COMMANDS, DEVELOPERS, help_of
from oracle.evidence.files import write
from oracle.places import ROOT
from oracle.text import plural

SITE = ROOT / "build/site"
_DOCUMENTS = (
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "docs/**/*.md",
    "evidence/README.md",
    "kit/README.md",
    "spec_tables/README.md",
    "tests/compatibility/README.md",
)
_EXTENSIONS = ("attr_list", "md_in_html", "tables", "pymdownx.superfences")
_API = """# The Python API

`import rulebook`, once the package is installed. Everything on this page is public and [stable](../docs/stability.md).

::: rulebook
"""


# ---------------------------------------------------------------- gathering


def gather(source: Path, folder: Path) -> None:
    """Copy the documents and all they link to into a folder, and write the generated pages."""
    waiting = sorted({path for pattern in _DOCUMENTS for path in source.glob(pattern)})
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        target = folder / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
        if path.suffix == ".md":
            waiting += _linked(source, path)
    write(folder / "generated/api.md", _API)
    write(folder / "generated/commands.md", commands_page())


def _linked(source: Path, document: Path) -> Iterator[Path]:
    """Return the files of the repository that a document links to; mkdocs complains about what is not there."""
    text = Markdown(extensions=list(_EXTENSIONS)).convert(document.read_text(encoding="utf-8"))
    for link in links_in(text):
        place = urlsplit(link.target)
        path = Path(os.path.normpath(document.parent / unquote(place.path)))
        if not place.scheme and place.path and path.is_file() and path.is_relative_to(source):
            yield path


def commands_page() -> str:
    """Return the page of the commands: the help of each."""
    parts = ["# Commands\n\nWhat `referee COMMAND --help` says. Every command has `--json`.\n"]
    for name in COMMANDS:
        note = "\nIt needs a checkout.\n" if name in DEVELOPERS else ""
        parts.append(f"## {name}\n{note}\n```text\n{help_of(name).rstrip()}\n```\n")
    return "\n".join(parts)


# ---------------------------------------------------------------- looking through what was built


class Link:
    """A link of a page, and whether following it is the reader's choice."""

    def __init__(self, target: str, followed: bool) -> None:
        self.target = target
        self.followed = followed


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(Link(value, followed=tag == "a" or dict(attrs).get("rel") == "canonical"))
            elif (name == "id" or (name == "name" and tag == "a")) and value:
                self.anchors.add(value)


def _read(text: str) -> _Page:
    page = _Page()
    page.feed(text)
    return page


def links_in(text: str) -> list[Link]:
    """Return the links of a page."""
    return _read(text).links


def faults(folder: Path) -> list[str]:
    """Return every link of a built site that leads nowhere, and everything that a page fetches from elsewhere."""
    pages = {path: _read(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    return [
        f"{path.relative_to(folder)}: {link.target}: {cause}"
        for path, page in pages.items()
        for link in page.links
        if (cause := _fault(pages, path, link))
    ]


def _fault(pages: dict[Path, _Page], page: Path, link: Link) -> str:
    place = urlsplit(link.target)
    if place.scheme in ("http", "https") or place.netloc:
        return "" if link.followed else "it is fetched from elsewhere"
    if place.scheme in ("data", "mailto"):
        return ""
    target = Path(os.path.normpath(page.parent / unquote(place.path))) if place.path else page
    if not target.is_file():
        return "there is no such file"
    if place.fragment and target in pages and unquote(place.fragment) not in pages[target].anchors | {"__top"}:
        return "there is no such place on the page"
    return ""


# ---------------------------------------------------------------- building


def built(folder: Path) -> list[str]:
    """Build the site from the documents gathered in a folder, beside them, and return what is wrong with it."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--config-file", str(ROOT / "mkdocs.yml")],
        env={
            **os.environ,
            "NO_MKDOCS_2_WARNING": "1",
            "PYTHONPATH": str(ROOT),
            "REFEREE_SITE_DOCUMENTS": str(folder / "documents"),
            "REFEREE_SITE_HTML": str(folder / "html"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line for line in (done.stdout + done.stderr).splitlines() if line.strip() and not line.startswith("INFO")]
    if done.returncode:
        return told or ["mkdocs failed"]
    # It is for servers of a whole host, and its links begin at the root.
    (folder / "html/404.html").unlink()
    return [*told, *faults(folder / "html")]


def main() -> int:
    """Build the site; every warning and dead link is printed, and fails."""
    parser = argparse.ArgumentParser(prog="python -m scripts.site", description="Build the documentation site.")
    parser.add_argument("--out", type=Path, default=SITE, help="the folder to build into (default: build/site)")
    arguments = parser.parse_args()
    folder = arguments.out.resolve()
    shutil.rmtree(folder, ignore_errors=True)
    gather(ROOT, folder / "documents")
    wrong = built(folder)
    for each in wrong:
        print(each, file=sys.stderr)
    pages = len(list((folder / "html").rglob("*.html")))
    print(f"{plural(pages, 'page')} in {os.path.relpath(folder)}/html, {plural(len(wrong), 'fault')}")
    return 1 if wrong or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
