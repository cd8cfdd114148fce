"""Referee for learning programs and search: numbers for actions and positions, sampled positions, players, adapters.

`actions`, `observations`, `determinise` and `players` need nothing but Referee. The adapters `pettingzoo_env`,
`gymnasium_env` and `open_spiel_games` need the library they are named after (the extra `research`). docs/research.md
says how each is used.
"""
