"""The explorer's homes: a server on this machine, and a static site. Both need the page, built from `explorer/`."""
