"""Games recorded by other implementations: read, replayed, judged."""
