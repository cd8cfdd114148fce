"""The documentation site holds every document, and a dead link or a thing fetched from elsewhere is found."""

from pathlib import Path

import griffe

from oracle.cli import COMMANDS
from oracle.places import ROOT
from scripts.doctest_fences import DoctestFences, fenced
from scripts.site import built, commands_page, faults, gather


def _page(folder: Path, name: str, body: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(f"<html><body>{body}</body></html>", encoding="utf-8")


def test_links_that_lead_nowhere_are_found(tmp_path: Path) -> None:
    _page(tmp_path, "a.html", '<h1 id="top">A</h1><a href="b/c.html#here">c</a><a href="#top">up</a><img src="d.png">')
    _page(tmp_path, "b/c.html", '<p id="here"></p><a href="../a.html#nowhere">a</a><a href="gone.html">gone</a>')
    assert faults(tmp_path) == [
        "a.html: d.png: there is no such file",
        "b/c.html: ../a.html#nowhere: there is no such place on the page",
        "b/c.html: gone.html: there is no such file",
    ]


def test_what_is_fetched_from_elsewhere_is_found_and_what_a_reader_follows_is_not(tmp_path: Path) -> None:
    _page(
        tmp_path,
        "a.html",
        '<a href="https://example.org">read</a><script src="https://example.org/x.js"></script>'
        '<link rel="stylesheet" href="//example.org/x.css">',
    )
    assert faults(tmp_path) == [
        "a.html: https://example.org/x.js: it is fetched from elsewhere",
        "a.html: //example.org/x.css: it is fetched from elsewhere",
    ]


def test_documents_are_gathered_with_what_they_link_to(tmp_path: Path) -> None:
    """Given a document that links to a table and to another document, then both come along, and nothing else."""
    source, site = tmp_path / "source", tmp_path / "site"
    for name, text in {
        "README.md": "[a table](tables/t.csv), [more](more/m.md#x), [gone](gone.md), [w](https://a.org), `[no](n.md)`",
        "more/m.md": "![a picture](p.svg) and [outside](../../secret.txt)",
        "more/p.svg": "<svg/>",
        "tables/t.csv": "a",
        "tables/unused.csv": "b",
        "n.md": "not linked: it stands in code",
        "../secret.txt": "outside",
    }.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    gather(source, site)
    assert sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()) == [
        "README.md",
        "generated/api.md",
        "generated/commands.md",
        "more/m.md",
        "more/p.svg",
        "tables/t.csv",
    ]


def test_examples_of_docstrings_are_fenced() -> None:
    text = "Return.\n\n>>> f()\n1\n>>> g()\n2\n\nMore."
    assert fenced(text) == "Return.\n\n```pycon\n>>> f()\n1\n>>> g()\n2\n```\n\nMore."


def test_every_example_of_the_api_is_fenced_once() -> None:
    """Given the public module as mkdocstrings reads it, then its own example and those of its functions are fenced."""
    module = griffe.load("rulebook", search_paths=[ROOT], extensions=griffe.load_extensions(DoctestFences))
    texts = [each.docstring.value for each in (module, *module.functions.values()) if each.docstring is not None]
    examples = [text for text in texts if ">>> " in text]
    assert len(examples) > 10
    assert [text for text in examples if text.count("```pycon\n>>> ") != text.count("\n\n```pycon")] == []
    assert [text for text in examples if "\n\n>>> " in text] == []


def test_every_command_has_its_help_on_the_page() -> None:
    page = commands_page()
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == list(COMMANDS)
    assert "usage: referee verify [-h] [--json] [--keep-going]" in page


def test_a_planted_dead_link_or_document_outside_the_navigation_stops_the_build(tmp_path: Path) -> None:
    """Given the documents with faults planted in them, then mkdocs, strict, names each and the build fails."""
    documents = tmp_path / "documents"
    gather(ROOT, documents)
    with (documents / "docs/words.md").open("a", encoding="utf-8") as page:
        page.write("\n[gone](gone.md) and [nowhere](odds.md#nowhere)\n")
    (documents / "docs/stray.md").write_text("# Stray\n", encoding="utf-8")
    told = "\n".join(built(tmp_path))
    for fault in ("'gone.md'", "'odds.md#nowhere'", "docs/stray.md", "Aborted with"):
        assert fault in told, told
