"""Many seeded games: each a task of its own, its result a row that is kept."""
