"""Hypothesis profiles (HYPOTHESIS_PROFILE chooses one, `ci` by default) and the plug-in that holds tests to claims.

Tests run on the sources. With REFEREE_BUILD=compiled they run on the compiled build, where no claim can be held against
what runs: which rules run can be seen in the sources only.
"""

import os

from hypothesis import HealthCheck, Phase, settings

from oracle.compiled_build import COMPILED, INTERPRETED, WANTED, use

IS_COMPILED = os.environ.setdefault(WANTED, INTERPRETED) == COMPILED
use()
pytest_plugins = ["tests.compiled.exclusions" if IS_COMPILED else "oracle.evidence.plugin", "pytester"]

# The same examples in every run: a red CI is always the fault of the change.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=100,
    suppress_health_check=[HealthCheck.too_slow],
)
# New examples in every run; what fails is kept in .hypothesis/ and tried first next time.
settings.register_profile(
    "deep",
    derandomize=False,
    deadline=None,
    max_examples=5_000,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# As `ci`, but what fails is not made smaller: of a planted fault only the fact that it was seen matters.
settings.register_profile("mutation", parent=settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
