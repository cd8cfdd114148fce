"""Libraries that only some have: without them the tests of the adapters are skipped; under CI that is a failure."""

import importlib.util
import os

import pytest


def need(*names: str) -> None:
    """Skip a module of tests, with a sentence, if a library is missing."""
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    if missing and not os.environ.get("CI"):
        pytest.skip(f"{' and '.join(missing)} of the extra research is not installed", allow_module_level=True)
    assert not missing, f"{missing} must be installed under CI"
