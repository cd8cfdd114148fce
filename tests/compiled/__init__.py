"""The compiled build: how it is made, that it answers the same, and what cannot be asked of it."""
