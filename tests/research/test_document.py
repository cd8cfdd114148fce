"""What docs/research.md shows is what happens, and the table of numbers is up to date."""

import re

import pytest

from oracle.places import ROOT
from scripts.research_numbers import DOCUMENT, document
from tests.research.libraries import need

need("numpy", "gymnasium", "pettingzoo", "pyspiel")

PAGE = (ROOT / "docs/research.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```\n\nIt prints\n\n```\n(.*?)```", PAGE, re.DOTALL)


def test_every_example_says_what_it_prints() -> None:
    assert len(EXAMPLES) == PAGE.count("```python") == 5


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("code", "printed"), EXAMPLES)
def test_an_example_prints_what_it_says(code: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "docs/research.md", "exec"), {})
    assert capsys.readouterr().out == printed


def test_the_table_of_numbers_is_up_to_date() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run python -m scripts.research_numbers"
