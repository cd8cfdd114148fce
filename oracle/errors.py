"""Complaints about what a person or a file gave the tool."""


class InputError(ValueError):
    """Input that cannot be used: the message names it and says why."""
