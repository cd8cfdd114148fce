"""Tools of the build; the rules and the CLI do not need them."""
