"""Read what a position or a side's view of it says, by name, with a clear error where it is none."""

from collections.abc import Mapping

from reference.kernel.canonical import Json, Unreadable

View = Mapping[str, Json]


def view_of(given: Json) -> View:
    """Return a view, which must be an object."""
    if not isinstance(given, Mapping):
        raise Unreadable("view", "is no object")
    return given


def part(view: View, name: str) -> View:
    """Return an object inside a view; an empty one if it is not there."""
    found = view.get(name)
    if found is None:
        return {}
    if not isinstance(found, Mapping):
        raise Unreadable(name, "is no object")
    return found


def texts(view: View, name: str) -> tuple[str, ...]:
    """Return a list of texts inside a view; none if it is not there."""
    found = view.get(name)
    if found is None:
        return ()
    if not isinstance(found, list | tuple):
        raise Unreadable(name, "is no list")
    return tuple(str(each) for each in found)


def text(view: View, name: str) -> str:
    """Return a text or number inside a view as text; an empty one if it is not there."""
    found = view.get(name)
    return "" if found is None else str(found)


def count(view: View, name: str) -> int:
    """Return a number inside a view; 0 if it is not there."""
    found = view.get(name)
    if found is None:
        return 0
    if not isinstance(found, int):
        raise Unreadable(name, "is no number")
    return int(found)


def moment(view: View, when: str) -> str:
    """Return what time it is in the game, and who has won if it is over."""
    over = view.get("outcome")
    if not isinstance(over, Mapping):
        return when
    winner = over.get("winner")
    result = "a draw" if winner is None else f"won by the {winner} side"
    return f"{when}: {result}" if when else result


def at_work(view: View, places: Mapping[str, object]) -> str | None:
    """Return the place where something is under way: the one that the innermost procedure with a place names."""
    frames = view.get("frames")
    for frame in reversed(frames) if isinstance(frames, list | tuple) else ():
        if isinstance(frame, Mapping):
            for name in ("space", "area", "place", "at"):
                where = frame.get(name)
                if isinstance(where, str) and where in places:
                    return where
    return None
