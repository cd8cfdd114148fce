"""The terminal in front of a person: lines in, lines out, colours only where they show.

Standard `readline` gives line editing and history on a terminal, and needs no package. Through a pipe the same program
reads one command a line and prints no prompt, so that a game can be scripted.
"""

import os
import sys
from dataclasses import dataclass, field
from typing import TextIO

from oracle.errors import InputError

PROMPT = "> "
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


@dataclass(slots=True)
class Terminal:
    """Where commands come from and answers go."""

    source: TextIO = field(default_factory=lambda: sys.stdin)
    target: TextIO = field(default_factory=lambda: sys.stdout)

    @property
    def is_interactive(self) -> bool:
        """Say whether a person sits there, rather than a pipe."""
        return self.source.isatty() and self.target.isatty()

    def styled(self, style: str, text: str) -> str:
        """Return a text in a style; as it is if no colours are wanted."""
        coloured = self.target.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if coloured and text else text

    def say(self, text: str = "", style: str | None = None) -> None:
        """Print a text."""
        print(text if style is None else self.styled(style, text), file=self.target, flush=True)

    def ask(self, prompt: str = PROMPT) -> str | None:
        """Return the next line, or nothing at the end of the input."""
        if not self.is_interactive:
            try:
                line = self.source.readline()
            except UnicodeDecodeError:
                raise InputError("standard input: not UTF-8 text") from None
            return line.rstrip("\n") if line else None
        _prepare_editing()
        try:
            return input(prompt)
        except EOFError:
            self.say()
            return None


def _prepare_editing() -> None:
    """Switch on line editing and history, where Python has them."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(True)
