"""The command line as the tests use it."""

import json
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.evidence.links import ROOT
from reference.kernel.canonical import Json, checked

GOLDEN = ROOT / "golden" / "wilderness_war"
LOSSES = (
    '{"trace":1,"game":"wilderness_war","ruleset":"standard","position":{"pieces":{"albany":["3 br_regular",'
    '"3 br_ranger"]},"opening":{"type":"take_losses","side":"british","space":"albany","cause":"battle","losses":5}}}'
)
SMALL = '{"trace":1,"game":"stones","ruleset":"two","scenario":"small"}'
LARGE = '{"trace":1,"game":"stones","ruleset":"two","scenario":"large"}'


def take(stones: int, by: str = "left", **more: str) -> str:
    return json.dumps({"by": by, "do": {"type": "take", "stones": stones}, **more})


def roll(face: int) -> str:
    return json.dumps({"by": "chance", "do": {"type": "roll", "face": face}})


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    out, err = capsys.readouterr()
    return code, out, err


def json_answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, Json]:
    code, out, _ = answer(capsys, *words, "--json")
    return code, checked(json.loads(out))


def written(folder: Path, *lines: str, name: str = "trace.jsonl") -> str:
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)
