"""What can be wrong with what a tool is given, or with the tool itself."""

import os
import sys
import traceback
from pathlib import Path

TRACEBACK = "REFEREE_TRACEBACK"


class InputError(ValueError):
    """Input that cannot be used: a file, an argument."""


def slip(fault: Exception) -> str:
    """Return what is said of an exception nobody expected: what, where in the code, and how to report it.

    Whoever sets the environment variable gets the whole traceback as well.
    """
    if os.environ.get(TRACEBACK):
        traceback.print_exception(fault, file=sys.stderr)
    frames = traceback.extract_tb(fault.__traceback__)
    where = f", in {Path(frames[-1].filename).parent.name}/{Path(frames[-1].filename).name}:{frames[-1].lineno}"
    told = f"{type(fault).__name__}: {fault}" if str(fault) else type(fault).__name__
    return (
        f"internal error ({told}{where}): a fault of Referee, not of your input; "
        f"please report it with the command and its files ({TRACEBACK}=1 adds the traceback)"
    )
