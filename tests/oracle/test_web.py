"""The protocol over HTTP: who is let in, what is refused, and what the answers say to browsers."""

import http.client
import json
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.errors import InputError
from oracle.protocol.browser import answer
from oracle.protocol.desk import Desk
from oracle.protocol.messages import MOST_BYTES_A_MESSAGE
from oracle.protocol.methods import METHODS
from oracle.web.page import POLICY
from oracle.web.site import write_site
from tests.oracle.web_homes import served

GAMES = '{"jsonrpc":"2.0","id":1,"method":"games"}'
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    page = tmp_path_factory.mktemp("page")
    (page / "index.html").write_text("<!doctype html><title>page</title>", encoding="utf-8")
    (page.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with served(page) as name:
        yield name


def sent(
    home: str, method: str, path: str, body: str | bytes | None = None, headers: Mapping[str, str] | None = None
) -> tuple[int, Mapping[str, str], str]:
    connection = http.client.HTTPConnection(home, timeout=30)
    try:
        connection.request(method, path, body, dict(headers or {}))
        found = connection.getresponse()
        return found.status, {name.lower(): value for name, value in found.getheaders()}, found.read().decode()
    finally:
        connection.close()


def test_a_message_is_answered_as_on_standard_input(home: str) -> None:
    status, headers, text = sent(home, "POST", "/rpc", GAMES, JSON)
    assert (status, headers["content-type"], headers["cache-control"]) == (200, "application/json", "no-store")
    assert json.loads(text) == json.loads(answer(GAMES))


def test_a_batch_is_answered_with_a_list_and_a_notification_with_nothing(home: str) -> None:
    assert [each["id"] for each in json.loads(sent(home, "POST", "/rpc", f"[{GAMES},{GAMES}]", JSON)[2])] == [1, 1]
    status, _, text = sent(home, "POST", "/rpc", '{"jsonrpc":"2.0","method":"games"}', JSON)
    assert (status, text) == (204, "")
    assert answer('{"jsonrpc":"2.0","method":"games"}') == ""


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:80"},
        {"Host": "127.0.0.1"},
        {"Host": ""},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
@pytest.mark.parametrize(("method", "path"), [("POST", "/rpc"), ("GET", "/"), ("GET", "/home.json")])
def test_other_names_and_other_pages_are_turned_away(
    home: str, method: str, path: str, headers: Mapping[str, str]
) -> None:
    status, _, text = sent(home, method, path, GAMES if method == "POST" else None, {**JSON, **headers})
    assert status == 403
    assert "This server" in text


def test_the_own_page_is_let_in(home: str) -> None:
    own = {**JSON, "Origin": f"http://{home}", "Sec-Fetch-Site": "same-origin"}
    assert sent(home, "POST", "/rpc", GAMES, own)[0] == 200


def test_a_form_of_another_page_cannot_be_a_message(home: str) -> None:
    """Given a content type that a browser sends without asking first, then it is refused."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert sent(home, "POST", "/rpc", GAMES, {"Content-Type": kind})[0] == 415
    assert sent(home, "GET", "/rpc")[0] in (404, 405)


def test_a_message_that_is_too_long_is_refused(home: str) -> None:
    assert sent(home, "POST", "/rpc", b" " * (MOST_BYTES_A_MESSAGE + 1), JSON)[0] == 413


def test_a_page_cannot_end_the_server(home: str) -> None:
    stop = '{"jsonrpc":"2.0","id":1,"method":"shutdown"}'
    for text in (sent(home, "POST", "/rpc", stop, JSON)[2], answer(stop)):
        assert json.loads(text)["error"]["code"] == -32601
    assert sent(home, "POST", "/rpc", GAMES, JSON)[0] == 200


@pytest.mark.parametrize("path", ["/", "/home.json", "/nothing", "/source/nothing"])
def test_every_answer_has_the_policy_and_its_company(home: str, path: str) -> None:
    headers = sent(home, "GET", path)[1]
    assert headers["content-security-policy"] == f"{POLICY}; frame-ancestors 'none'"
    assert "unsafe-inline" not in POLICY
    assert "unsafe-eval" not in POLICY.replace("wasm-unsafe-eval", "")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_only_sources_that_rule_pages_name_are_handed_out(home: str) -> None:
    status, headers, text = sent(home, "GET", "/source/reference/wilderness_war/ch07_losses.py")
    assert (status, headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert '@rule("ww:7.62"' in text
    for path in ("Makefile", "../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "reference/../Makefile", "/etc/passwd"):
        assert sent(home, "GET", f"/source/{path}")[0] == 404
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt"):
        assert "secret" not in sent(home, "GET", path)[2].removeprefix("Not Found")


def test_work_ends_when_the_client_has_gone() -> None:
    """Given a long walk for odds, when its client leaves, then the line is free again before the walk's time is up."""
    deal = {"game": "wilderness_war", "scenario": "annus_mirabilis"}
    params = {"case": deal, "until": "choice", "seconds": 30}
    message = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "chances", "params": params})
    with served(desk=Desk()) as home:
        for _ in range(4):
            connection = http.client.HTTPConnection(home, timeout=30)
            connection.request("POST", "/rpc", message, JSON)
            time.sleep(0.3)
            connection.close()
        begun = time.monotonic()
        assert sent(home, "POST", "/rpc", GAMES, JSON)[0] == 200
        assert time.monotonic() - begun < 15


# ---------------------------------------------------------------- the commands


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve"], "say --stdio or --http"),
        (["serve", "--stdio", "--http"], "not both"),
        (["serve", "--http", "--host", "localhost"], "is no address"),
    ],
)
def test_what_cannot_be_served_is_said(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_a_port_that_no_machine_has_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["serve", "--http", "--port", "70000"])
    assert "'70000' is not a whole number, 0 to 65535" in capsys.readouterr().err


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str], home: str) -> None:
    assert main(["serve", "--http", "--port", home.partition(":")[2]]) == 2
    assert "cannot listen on 127.0.0.1" in capsys.readouterr().err


def test_a_site_is_written_into_an_empty_folder_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page"
    page.mkdir()
    with pytest.raises(InputError, match="is not built"):
        write_site(tmp_path / "out", page)
    (page / "index.html").write_text('<head><meta charset="utf-8" /></head>', encoding="utf-8")
    with pytest.raises(InputError, match="is not there"):
        write_site(tmp_path / "out", page, tmp_path)
    pyodide = tmp_path / "pyodide"
    pyodide.mkdir()
    for name in (
        "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "package.json",
    ):  # fmt: skip
        (pyodide / name).write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="not an empty folder"):
        write_site(page, page, pyodide)
    written = write_site(tmp_path / "out", page, pyodide)
    text = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert POLICY in text
    home = json.loads((tmp_path / "out" / "home.json").read_text(encoding="utf-8"))
    assert home["home"] == "static"
    assert (tmp_path / "out" / home["wheel"]).is_file()
    assert (tmp_path / "out/source/reference/wilderness_war/ch07_losses.py").is_file()
    assert written.files > 100
    assert capsys.readouterr().out == ""
    assert _answered_by(tmp_path / "out" / home["wheel"], tmp_path / "alone") == ["ww:7.62", "svg", "svg", "svg"]


_ALONE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from oracle.protocol.browser import answer
def call(method, **params):
    return json.loads(answer(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})))["result"]
found = [call("rule", id="ww:7.62")["entries"][0]["id"]]
scenarios = {"wilderness_war": "early_war", "hammer_of_the_scots": "braveheart", "few_acres_of_snow": "standard"}
for game, scenario in scenarios.items():
    found.append(call("draw", case={"game": game, "scenario": scenario, "seed": 1})["svg"][1:4])
print(json.dumps(found))
"""


def _answered_by(wheel: Path, folder: Path) -> object:
    """Return what the wheel of a site answers by itself: nothing that its pages need was left out of it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    done = subprocess.run(
        [sys.executable, "-I", "-c", _ALONE, str(folder)], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def test_every_method_but_shutdown_is_offered_to_pages() -> None:
    said = json.loads(answer('{"jsonrpc":"2.0","id":1,"method":"conquer"}'))["error"]["message"]
    assert said.partition("none of: ")[2].split(", ") == [each for each in METHODS if each != "shutdown"]
