"""The parameters of a request, taken one by one, strictly."""

from collections.abc import Mapping

from reference.kernel.canonical import Json, Unreadable
from reference.kernel.fields import Fields
from reference.kernel.ranges import COUNT, Range


class Params(Fields):
    """The parameters of a request.

    Every method takes all it needs and calls `finish` before it does anything else. An error before that is about the
    parameters, an error after it about the game.
    """

    __slots__ = ("complete",)

    def __init__(self, given: Mapping[str, Json]) -> None:
        super().__init__(given)
        self.complete = False

    def needed(self, name: str) -> Json:
        """Return a required field of any type."""
        if name not in self:
            raise Unreadable(name, "is missing")
        return self.take(name)

    def optional_number(self, name: str) -> int | None:
        """Return a field that must be a whole number if it is given."""
        return self.number(name, 0, COUNT) if name in self else None

    def number_within(self, name: str, default: int, most: int) -> int:
        """Return a field that must be a number from 1 to the most that is done at once."""
        return self.number(name, default, Range(1, most))

    def flag(self, name: str, *, default: bool) -> bool:
        """Return a field that must be true or false if it is given."""
        value = self.take(name)
        if name not in self.given:
            return default
        if not isinstance(value, bool):
            raise Unreadable(name, "must be true or false")
        return value

    def finish(self) -> None:
        """Refuse parameters that were not taken; later errors are about the game."""
        super().finish()
        self.complete = True
