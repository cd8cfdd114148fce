"""What a side may know: the parts that every game's `views` shares.

A view is the position as a side sees it, in JSON. What is hidden from the side leaves its size behind, never its names.
"""

from collections.abc import Sequence

from reference.kernel.canonical import Json
from reference.kernel.codec import word


def shown_or_counted(items: Sequence[Json], *, shown: bool) -> Json:
    """Return things by name if the side may see them, else only how many there are."""
    return list(items) if shown else len(items)


def kind_only(frame: object) -> Json:
    """Return a procedure by its kind, without anything that it holds."""
    return {"type": word(type(frame).__name__)}
