"""Say how large a domain an exhaustive check has covered.

The size is stated in the check, so that a domain that shrinks unseen fails; `pytest -rP` shows the lines. In `make
deep` some domains are larger.
"""

import os
import sys

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"


def covered(what: str, cases: int, stated: int) -> None:
    """Report the cases of a domain, which must be as many as the check says."""
    sys.stdout.write(f"{what}: {cases:,} cases\n")
    assert cases == stated, f"{what}: {cases:,} cases, not the {stated:,} stated"
