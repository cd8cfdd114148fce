"""What all executors have in common."""

from abc import abstractmethod
from concurrent.futures import Executor


class Pool(Executor):
    """An executor that says how much it can do at once, and can go on after the loss of a worker."""

    # How long a task should take, so that handing it over costs little beside it.
    seconds_a_task: float

    @property
    @abstractmethod
    def slots(self) -> int:
        """Return how many tasks can be worked on at once, now."""

    @abstractmethod
    def is_loss(self, fault: BaseException) -> bool:
        """Say whether a task failed because its worker was lost, so that it must be done again."""

    @abstractmethod
    def renew(self) -> None:
        """Go on after a loss; called when no task is under way any more that was given before it."""

    @abstractmethod
    def attend(self) -> None:
        """Look whether there is still anybody to wait for; raise `WorkersLost` if not."""
