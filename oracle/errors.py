"""Errors in the input of a tool, or in the tool itself."""

import os
import sys
import traceback
from pathlib import Path

TRACEBACK = "REFEREE_TRACEBACK"


class InputError(ValueError):
    """Input that cannot be used: a file, an argument."""


class WorkersLost(RuntimeError):
    """Workers, or the scheduler that gives them work, are gone for good; what was done before stays done."""


def slip(fault: Exception) -> str:
    """Return the message for an unexpected exception: what it is, where in the code, and how to report it.

    With the environment variable set, it includes the whole traceback.
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
