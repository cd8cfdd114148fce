"""A real browser and both homes of the explorer. Without a browser these tests are skipped, under CI they fail."""

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from oracle.errors import InputError
from oracle.web.page import built_page
from oracle.web.site import write_site
from tests.browser.driver import DESKTOP, Explorer
from tests.oracle.web_homes import served

_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
expect.set_options(timeout=20_000)
_NAMES = ("chromium", "chromium-browser", "google-chrome")


def _lacking(what: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{what}; under CI the tests in a browser must run")
    pytest.skip(f"{what}; the tests in a browser are left out")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    named = os.environ.get("REFEREE_BROWSER") or next(filter(None, map(shutil.which, _NAMES)), None)
    if named is None:
        _lacking("no browser is installed (on Debian: apt install chromium)")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=named, headless=True, args=list(_FLAGS))
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def page_files() -> Path:
    try:
        return built_page()
    except InputError as fault:
        _lacking(str(fault))


@pytest.fixture(scope="session")
def server_home(page_files: Path) -> Iterator[str]:
    with served(page_files) as name:
        yield f"http://{name}/"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: what matters is in the browser."""


@pytest.fixture(scope="session")
def static_home(page_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    site = tmp_path_factory.mktemp("site") / "out"
    write_site(site, page_files)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(site))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


@pytest.fixture(scope="session", params=["server", "static"])
def home(request: pytest.FixtureRequest) -> str:
    found: object = request.getfixturevalue(f"{request.param}_home")
    assert isinstance(found, str)
    return found


@pytest.fixture(scope="session")
def shared(browser: Browser, home: str) -> Iterator[Explorer]:
    """Give one page of a home to all tests: in the static one, Python is loaded once."""
    opened = Explorer.open(browser, home)
    yield opened
    opened.close()


@pytest.fixture
def explorer(shared: Explorer) -> Iterator[Explorer]:
    """Give the page, at its beginning; at the end, nothing may have been complained about in its console."""
    shared.go("#/help")
    shared.resized(DESKTOP)
    shared.faults.clear()
    yield shared
    assert shared.faults == []


@pytest.fixture
def served_page(browser: Browser, server_home: str) -> Iterator[Explorer]:
    """Give a fresh page of the served home; nothing may be complained about in its console."""
    opened = Explorer.open(browser, server_home)
    yield opened
    opened.close()
    assert opened.faults == []
