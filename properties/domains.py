"""Say how large a domain an exhaustive check has covered.

The size is stated in the check, so that the check fails if the domain shrinks unnoticed. `pytest -rP` shows the lines.
In `make deep` some domains are larger.
"""

import os
import sys

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


def covered(what: str, cases: int, stated: int) -> None:
    """Report the number of cases in a domain, which must be the number that the check states."""
    sys.stdout.write(f"{what}: {cases:,} cases\n")
    assert cases == stated, f"{what}: {cases:,} cases, not the {stated:,} stated"
