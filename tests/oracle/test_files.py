"""Files are written whole or not at all, whenever the program is killed; what is no file is written as it is."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.errors import InputError
from oracle.evidence import files as evidence_files
from oracle.evidence.links import ROOT
from oracle.files import write_text
from oracle.mutation.cache import Tried, end_last_line, read_cache
from oracle.replays import replay_file

LONG = 3_000_000
WRITER = """
import sys
from pathlib import Path
from oracle.files import write_text
print("begun", flush=True)
while True:
    for letter in "ab":
        write_text(Path(sys.argv[1]), letter * int(sys.argv[2]))
"""


def names_in(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


def test_a_text_is_written_in_place_of_an_older_one_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("older", encoding="utf-8")
    path.chmod(0o640)
    write_text(path, "newer")
    assert path.read_text(encoding="utf-8") == "newer"
    assert path.stat().st_mode & 0o777 == 0o640
    assert names_in(tmp_path) == ["file"]


def test_a_link_goes_on_pointing_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_text(tmp_path / "link", "text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text(encoding="utf-8") == "text"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(path.read_text(encoding="utf-8")))
    reader.start()
    write_text(path, "text")
    reader.join(10)
    assert found == ["text"]


@pytest.mark.parametrize("name", ["no/such/folder", "nul\0character", "."])
def test_what_cannot_be_written_is_named(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as fault:
        write_text(tmp_path / name, "text")
    assert str(tmp_path) in str(fault.value)
    assert names_in(tmp_path) == []


@pytest.mark.parametrize("after", [0.0, 0.003, 0.008, 0.015, 0.03])
def test_a_writer_killed_at_any_moment_leaves_no_half_file(after: float, tmp_path: Path) -> None:
    """Given a program that writes all the time, when it is killed, then the file is whole, or not there yet."""
    path = tmp_path / "file"
    command = [sys.executable, "-c", WRITER, str(path), str(LONG)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"begun\n"
        time.sleep(after)
        writer.kill()
        writer.wait()
    if path.exists():
        text = path.read_text(encoding="utf-8")
        assert (len(text), len(set(text))) == (LONG, 1)


# What the commands write with; each goes on until it is killed.
WRITERS = {
    "vectors": """
import sys
from pathlib import Path
from oracle.vectors.suite import write
sizes = {f"case{number}.json": 200_000 + number for number in range(20)}
print("begun", flush=True)
while True:
    write({**{name: b"x" * size for name, size in sizes.items()}, "manifest.json": b"{}"}, Path(sys.argv[1]) / "suite")
""",
    "play --trace": """
import sys
from oracle.cli import main
words = ["play", "hammer_of_the_scots", "--seed", "1", "--most-steps", "60", "--trace", sys.argv[1] + "/game.jsonl"]
main(words)
print("begun", flush=True)
while True:
    main(words)
""",
    "trace": """
import sys
from pathlib import Path
from oracle.evidence.files import write
print("begun", flush=True)
while True:
    for letter in "ab":
        write(Path(sys.argv[1]) / "evidence.json", letter * 3_000_000)
""",
}


@pytest.mark.parametrize("after", [0.005, 0.02, 0.05])
@pytest.mark.parametrize("name", WRITERS)
def test_what_a_command_has_written_when_it_is_killed_is_whole(name: str, after: float, tmp_path: Path) -> None:
    """Given a command that writes all the time, when it is killed, then every file under its own name is whole."""
    command = [sys.executable, "-X", "utf8", "-c", WRITERS[name], str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        while b"begun" not in writer.stdout.readline():
            pass
        time.sleep(after)
        writer.kill()
        writer.wait()
    for path in (each for each in tmp_path.rglob("*") if each.is_file() and not each.name.endswith(".part")):
        content = path.read_bytes()
        if path.name.startswith("case"):
            assert len(content) == 200_000 + int(path.stem.removeprefix("case"))
        elif path.name == "game.jsonl":
            assert replay_file(path).conforms
            assert content.count(b"\n") == 61
        else:
            assert content == b"{}" or (len(content), len(set(content))) == (LONG, 1)


def test_a_line_that_a_killed_run_left_incomplete_costs_no_other(tmp_path: Path) -> None:
    """Given a record of mutants that ends within a line, when it is added to, then only that line is lost."""
    kept = tmp_path / "mutants.jsonl"
    whole = json.dumps(dict.fromkeys(Tried.__dataclass_fields__, "x") | {"id": "first"})
    kept.write_text(f"{whole}\n{whole[:30]}", encoding="utf-8")
    end_last_line(kept)
    with kept.open("a", encoding="utf-8") as file:
        file.write(whole.replace("first", "second") + "\n")
    assert [each for each, _ in read_cache(kept)] == ["first", "second"]
    end_last_line(kept)
    end_last_line(tmp_path / "none")
    assert kept.read_text(encoding="utf-8").count("\n") == 3


@pytest.mark.parametrize(
    "words",
    [
        ("play", "hammer_of_the_scots", "--seed", "1", "--most-steps", "50", "--trace", "OUT"),
        ("position", "wilderness_war:annus_mirabilis", "--out", "OUT"),
    ],
)
def test_what_commands_write_is_written_whole(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a move into place that fails, when a command writes, then the file is not there in part."""

    def fails(_self: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fails)
    out = tmp_path / "out"
    assert main([str(out) if word == "OUT" else word for word in words]) == 2
    assert names_in(tmp_path) == []


def test_evidence_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[Path] = []
    plain = Path.replace

    def noted(self: Path, target: Path) -> Path:
        moved.append(target)
        return plain(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    evidence_files.write(tmp_path / "new" / "file", "text")
    assert moved == [tmp_path / "new" / "file"]
