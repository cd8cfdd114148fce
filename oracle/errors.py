"""What can be wrong with what a tool is given."""

import traceback
from pathlib import Path


class InputError(ValueError):
    """Input that cannot be used: a file, an argument."""


def slip(fault: Exception) -> str:
    """Return a complaint about an exception nobody expected: what, and where in the code."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    where = f"{Path(last.filename).parent.name}/{Path(last.filename).name}:{last.lineno}"
    told = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return f"a slip of ours, or a position that no game can come to ({told}, in {where})"
