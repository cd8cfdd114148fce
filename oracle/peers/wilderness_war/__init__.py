"""Recorded games of a public implementation of Wilderness War, replayed under the preset `peer`."""

from pathlib import Path

from oracle.peers.departures import departures_in
from oracle.peers.importer import JsonLinesImporter, Title
from oracle.peers.wilderness_war.records import FORMAT, Phase, Reader, read_game
from oracle.peers.wilderness_war.replay import Replay
from oracle.peers.wilderness_war.tampers import TAMPERS
from reference.kernel.fields import Fields
from reference.kernel.rulesets import options_of, parse_ruleset_name
from reference.wilderness_war import GAME


class WildernessWarImporter(JsonLinesImporter[Phase]):
    """Reads recorded games of Wilderness War."""

    game = GAME.id
    format = FORMAT
    departures = departures_in(Path(__file__).with_name("departures.toml"))
    tampers = TAMPERS

    def begin(self, header: Fields) -> Replay:
        """Read the first line and set up as recorded."""
        record = read_game(header)
        name = parse_ruleset_name("peer")
        title = Title(game=GAME.id, scenario=record.scenario, ruleset=name, word="step")
        state = GAME.start(record.scenario, GAME.ruleset(options_of(GAME.id, name)))
        replay = Replay(
            record,
            Reader(record.position, record.pieces, supply=record.supply),
            state,
            supply=record.supply,
            position=record.position,
            title=title,
            departures=self.departures,
        )
        replay.begin()
        return replay


IMPORTER = WildernessWarImporter()
