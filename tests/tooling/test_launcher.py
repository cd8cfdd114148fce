"""The launcher runs from anywhere with any Python; for commands that run tests it sets up once, and again when it must.

A stand-in for Python, a shell script, notes what it is asked to do. So the tests need no network and no time.
"""

import hashlib
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from oracle.cli import DEVELOPERS

ROOT = Path(__file__).parents[2]
UV = "uv==2 \\\n    --hash=sha256:bb \\\n    --hash=sha256:cc\n"
LOCK = f"mypy==1 \\\n    --hash=sha256:aa\n{UV}z3==3 \\\n    --hash=sha256:dd\n"

# Both the Python that makes .venv and the one inside it.
PYTHON = """#!/bin/sh
echo "python $*" >>"$LOG"
case "$*" in
    "-c "*) exit "${TOO_OLD:-0}" ;;
    --version) echo "Python 3.99" ;;
    "-m venv .venv") sleep "${SLOW:-0}"; mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
    *" install "*uv.txt) cp "${0%/*}/python" .venv/bin/uv; cp .venv/uv.txt "$LOG.uv"; exit "${NO_UV:-0}" ;;
    *" install "*) cp .venv/tools.txt "$LOG.tools"; exit "${NO_TOOLS:-0}" ;;
    *" -m oracle"*) echo "PYTHONPATH=$PYTHONPATH"; for word; do echo "[$word]"; done; exit 7 ;;
esac
"""


@dataclass(frozen=True)
class Project:
    """A copy of the launcher, in a folder with a space in its name."""

    root: Path
    log: Path
    environment: dict[str, str]

    def referee(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.root / "referee"), *arguments],
            env=self.environment | environment,
            capture_output=True,
            text=True,
            check=False,
        )

    def set_up(self, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run a command that needs the tools of the tests."""
        return self.referee("trace", **environment)

    def calls(self) -> list[str]:
        """What Python was asked for since the last time."""
        lines = self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return lines

    def venvs_made(self) -> int:
        return sum("-m venv" in call for call in self.calls())


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "a project"
    (root / "scripts").mkdir(parents=True)
    for file in ("referee", "scripts/find_python.sh", "scripts/setup.sh"):
        shutil.copy(ROOT / file, root / file)
    (root / "requirements.lock").write_text(LOCK, encoding="utf-8")
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "python").write_text(PYTHON, encoding="utf-8")
    (tools / "python").chmod(0o755)
    log = tmp_path / "log"
    return Project(root, log, {**os.environ, "REFEREE_PYTHON": str(tools / "python"), "LOG": str(log)})


def test_everyday_commands_set_nothing_up(project: Project) -> None:
    run = project.referee("verify", "golden")
    assert (run.returncode, run.stderr) == (7, "")
    assert project.calls()[1:] == ["python -P -X utf8 -m oracle verify golden"]
    assert sorted(path.name for path in project.root.iterdir()) == ["referee", "requirements.lock", "scripts"]


def test_everyday_commands_use_the_venv_if_no_python_is_named(project: Project) -> None:
    project.set_up()
    (project.root / ".venv/bin/python").write_text("#!/bin/sh\necho of the venv\n", encoding="utf-8")
    assert project.referee("games", REFEREE_PYTHON="").stdout == "of the venv\n"
    assert project.referee("games").stdout != "of the venv\n"
    (project.root / ".venv/.ready").unlink()
    assert project.referee("--version", REFEREE_PYTHON="").stdout != "of the venv\n"


def test_the_commands_that_set_up_are_among_those_that_need_a_checkout() -> None:
    named = re.search(r"^    ([a-z |]+)\) \S*setup\.sh", (ROOT / "referee").read_text(encoding="utf-8"), re.MULTILINE)
    assert named is not None
    assert named[1].split(" | ") == ["fired", "mutate", "trace"]
    assert set(named[1].split(" | ")) < set(DEVELOPERS)


def test_the_first_use_sets_up_and_later_ones_only_run(project: Project) -> None:
    first = project.set_up()
    assert first.stderr.splitlines() == [
        "referee: making .venv with Python 3.99",
        "referee: installing the tools of requirements.lock",
        "referee: ready",
    ]
    assert (project.root / ".venv/.ready").read_text() == hashlib.sha256(LOCK.encode()).hexdigest() + "\n"
    assert not (project.root / ".venv.lock").exists()
    project.calls()

    second = project.set_up()
    assert (second.stderr, second.stdout) == ("", first.stdout)
    assert project.calls() == ["python -P -X utf8 -m oracle trace"]


def test_arguments_and_exit_status_pass_through_unchanged(project: Project) -> None:
    run = project.referee("ask", "a trace@3", "", "*", '{"type": "move"}')
    assert run.returncode == 7
    assert run.stdout.splitlines() == [
        f"PYTHONPATH={project.root}",
        *("[-P]", "[-X]", "[utf8]", "[-m]", "[oracle]"),
        *("[ask]", "[a trace@3]", "[]", "[*]", '[{"type": "move"}]'),
    ]


def test_it_runs_through_symlinks_from_any_folder(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "else where"
    elsewhere.mkdir()
    (elsewhere / "absolute").symlink_to(project.root / "referee")
    (elsewhere / "relative").symlink_to("absolute")
    environment = {**project.environment, "CDPATH": "/:.", "PYTHONPATH": "/somewhere"}
    run = subprocess.run(["./relative"], cwd=elsewhere, env=environment, capture_output=True, text=True, check=False)
    assert run.stdout.splitlines()[0] == f"PYTHONPATH={project.root}"
    assert sorted(path.name for path in elsewhere.iterdir()) == ["absolute", "relative"]


def test_hashes_of_uv_come_from_the_lock(project: Project) -> None:
    project.set_up()
    assert project.log.with_name("log.uv").read_text() == UV
    assert project.log.with_name("log.tools").read_text() == LOCK.replace(UV, "")
    installs = [call for call in project.calls() if " install " in call]
    assert len(installs) == 2
    assert all("--require-hashes" in call for call in installs)


def test_pip_takes_over_where_uv_fails(project: Project) -> None:
    run = project.set_up(NO_UV="1")
    assert "referee: uv did not manage; installing with pip" in run.stderr.splitlines()
    assert run.returncode == 7
    assert [call for call in project.calls() if " install " in call][-1] == (
        "python -m pip --disable-pip-version-check -qq install --require-hashes -r .venv/tools.txt"
    )


def test_a_failed_set_up_is_not_taken_for_a_finished_one(project: Project) -> None:
    failed = project.set_up(NO_UV="1", NO_TOOLS="1")
    assert failed.returncode == 1
    assert failed.stderr.splitlines()[-1] == "referee: the tools could not be installed"
    assert not (project.root / ".venv.lock").exists()

    (project.root / ".venv/leftover").touch()
    assert project.set_up().returncode == 7
    assert not (project.root / ".venv/leftover").exists()


def test_a_changed_lock_makes_everything_anew(project: Project) -> None:
    project.set_up()
    (project.root / ".venv/leftover").touch()
    (project.root / "requirements.lock").write_text(LOCK.replace("z3==3", "z3==4"), encoding="utf-8")
    project.calls()
    project.set_up()
    assert project.venvs_made() == 1
    assert not (project.root / ".venv/leftover").exists()


def test_a_python_that_is_gone_makes_everything_anew(project: Project) -> None:
    project.set_up()
    (project.root / ".venv/bin/python").unlink()
    project.calls()
    assert project.set_up().returncode == 7
    assert project.venvs_made() == 1


def test_an_old_python_is_refused_in_plain_words(project: Project) -> None:
    for command in ("games", "trace"):
        run = project.referee(command, TOO_OLD="1")
        assert run.returncode == 1
        assert "referee: Python 3.11 or newer is needed" in run.stderr
    assert not (project.root / ".venv").exists()


def test_several_first_uses_at_once_set_up_once(project: Project) -> None:
    environment = {**project.environment, "SLOW": "0.5"}
    runs = [
        subprocess.Popen(
            [str(project.root / "referee"), "trace"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(4)
    ]
    assert [run.wait() for run in runs] == [7, 7, 7, 7]
    assert project.venvs_made() == 1


def test_the_lock_of_a_killed_set_up_is_taken_over(project: Project) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    (project.root / ".venv.lock").mkdir()
    (project.root / ".venv.lock/pid").write_text(f"{gone.pid}\n", encoding="utf-8")
    assert project.set_up().returncode == 7
    assert not (project.root / ".venv.lock").exists()
