"""`referee odds battle GAME ...`: exact probabilities."""

import argparse
import json
import sys
from fractions import Fraction

from oracle.errors import InputError
from oracle.estimates import announce_walk
from oracle.game_registry import REGISTERED, game_called
from oracle.interrupts import INTERRUPTED, Stoppable
from oracle.limits import AT_LIMIT, add_limit, seconds_of
from oracle.names import resolve
from oracle.odds.battles import MOST_POSITIONS, Watch, shares
from oracle.odds.charts import bars, share_json
from oracle.odds.walker import Policy, TooManyPositions
from oracle.progress import Bar
from oracle.text import columns
from oracle.words.hammer_of_the_scots import read_line_up as by_id
from oracle.words.wilderness_war import read_stack
from reference.kernel.canonical import Json
from reference.kernel.rulesets import parse_ruleset_name

# The policies are for and against what an owner keeps after his losses.
_LOSSES = {"strongest": Policy.BEST, "weakest": Policy.WORST}
_TERRAIN = {"wilderness": "juniata", "mountain": "katskills", "cultivated": "worcester"}
_EXAMPLE = """\
Pieces are leaders and units, separated by commas, by name or id: `Braddock, 2 regulars, reduced 44th, 3 rangers`.
Units are counters or types of them; `referee names ww pieces` lists all.

example, the Monongahela:
  referee odds battle wilderness_war --terrain wilderness --ambush defender \\
    --attacker "Braddock, Dunbar, 2 regulars, 4 northern provincials" \\
    --defender "Beaujeu, Dumas, marine detachment, coureurs, Ottawa, Huron, Potawatomi"

Blocks of Hammer of the Scots are names or ids, with a strength if they are not full, those in reserve after a bar. All
three rounds are fought, nobody retreats, and a hit among equals falls on the block that fights worst (or best:
--losses).

example:
  referee odds battle hammer_of_the_scots --space Fife --attacker "York Infantry, Durham Infantry 2 | Edward" \\
    --defender "Wallace, Grant 2 | Fraser"

On a terminal, or with --estimate, it says first how long that may take at the most. Ctrl-C stops the walk: the odds of
what was walked so far are printed with the share that was not, and the exit code is 130.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = _EXAMPLE
    parser.add_argument("game", help="the game, wilderness_war or hammer_of_the_scots")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--terrain", choices=sorted(_TERRAIN), help="where they fight")
    place.add_argument("--space", help="or a space or area of the map")
    parser.add_argument(
        "--attacker", required=True, metavar="PIECES", help="the attacking stack; its first leader is the one activated"
    )
    parser.add_argument("--defender", required=True, metavar="PIECES", help="the defending stack")
    parser.add_argument("--ambush", choices=["attacker", "defender"], help="whose AMBUSH! stands unmatched")
    parser.add_argument("--landing", action="store_true", help="the attacker lands amphibiously")
    parser.add_argument("--fieldworks", action="store_true", help="the defender has Fieldworks")
    parser.add_argument("--stockade", action="store_true", help="the defender stands in his stockade")
    parser.add_argument("--ruleset", default="standard", help="a preset, or preset+option=value (default: standard)")
    parser.add_argument(
        "--losses",
        choices=[*_LOSSES],
        default="strongest",
        help="how owners choose their losses (default: keep the strongest)",
    )
    add_limit(parser)
    parser.add_argument("--estimate", action="store_true", help="say first how long it may take, on standard error")


def run(arguments: argparse.Namespace) -> int:
    """Print the odds."""
    try:
        return _run(arguments)
    except TooManyPositions as fault:
        raise InputError(f"{fault}; try fewer pieces") from None


def _run(arguments: argparse.Namespace) -> int:
    game = game_called(str(arguments.game))
    if game == "hammer_of_the_scots":
        return _hammer_of_the_scots(arguments)
    if game != "wilderness_war":
        raise InputError(f"there are no battles in {game}; `referee odds from` gives the odds of anything")
    if not arguments.terrain and not arguments.space:
        raise InputError("--terrain or --space: a battle of wilderness_war is fought somewhere")
    from oracle.odds.wilderness_war import battle, deaths, fire_before_losses

    ruleset = parse_ruleset_name(str(arguments.ruleset))
    position, attacker, leaders = _position(arguments)
    announce_walk(REGISTERED.place(game, ruleset, position), MOST_POSITIONS, wanted=bool(arguments.estimate))
    with Stoppable(seconds_of(arguments)) as stoppable, Bar(None, "positions") as bar:
        watch = Watch(bar.reach, stoppable.is_stopped)
        odds = battle(position, ruleset, _LOSSES[str(arguments.losses)], watch)
    aspects = {
        "winner": shares(odds.items(), "winner"),
        "british steps lost": shares(odds.items(), "british_steps"),
        "french steps lost": shares(odds.items(), "french_steps"),
        "VP to the winner": shares(odds.items(), "points"),
        "leaders killed": deaths(odds, leaders),
    }
    if arguments.json:
        print(json.dumps(_as_json(game, aspects, attacker, str(ruleset), str(arguments.losses)), indent=2))
        return _ended(aspects["winner"], stoppable)
    print(f"A battle, {attacker} attacking, ruleset {ruleset}, losses {arguments.losses}")
    print(columns([("", "strength", "fires on (before losses)"), *fire_before_losses(position, ruleset)]))
    _print_aspects(aspects)
    return _ended(aspects["winner"], stoppable)


def _ended(winners: dict[str, Fraction], stoppable: Stoppable) -> int:
    """Return the exit code; if the walk was stopped, say how much of it is missing."""
    missing = 1 - sum(winners.values(), Fraction(0))
    if not missing:
        return 0
    print(f"referee: stopped; not walked: {float(missing) * 100:.2f} % of what can happen", file=sys.stderr)
    return AT_LIMIT if stoppable.ran_over else INTERRUPTED


def _print_aspects(aspects: dict[str, dict[str, Fraction]]) -> None:
    for name, found in aspects.items():
        if found:
            print(f"\n{name}")
            print(bars(found))


_HAMMER_PLACE = "fife"
_ONLY_WILDERNESS_WAR = ("terrain", "ambush", "landing", "fieldworks", "stockade")


def _hammer_of_the_scots(arguments: argparse.Namespace) -> int:
    """Print the odds of a battle of Hammer of the Scots."""
    from oracle.odds.hammer_of_the_scots import battle_odds, position, read_line_up

    for name in _ONLY_WILDERNESS_WAR:
        if getattr(arguments, name):
            raise InputError(f"--{name}: there is none in a battle of hammer_of_the_scots")
    place = resolve("hammer_of_the_scots", ("areas",), str(arguments.space or _HAMMER_PLACE))
    losses, ruleset = str(arguments.losses), str(arguments.ruleset)
    attackers, defenders = (read_line_up(by_id(str(each))) for each in (arguments.attacker, arguments.defender))
    table = REGISTERED.place("hammer_of_the_scots", parse_ruleset_name(ruleset), position(attackers, defenders, place))
    announce_walk(table, MOST_POSITIONS, wanted=bool(arguments.estimate))
    with Stoppable(seconds_of(arguments)) as stoppable, Bar(None, "positions") as bar:
        watch = Watch(bar.reach, stoppable.is_stopped)
        odds = battle_odds(attackers, defenders, place, ruleset, (_LOSSES[losses], _LOSSES[losses]), watch)
    aspects = {
        "holds the area": odds.shares("winner"),
        "attacker thrown out after round three": odds.shares("undecided"),
        "english steps left": odds.shares("english_steps"),
        "scottish steps left": odds.shares("scottish_steps"),
    }
    attacker = attackers.side.value
    if arguments.json:
        print(json.dumps(_as_json("hammer_of_the_scots", aspects, attacker, ruleset, losses), indent=2))
        return _ended(aspects["holds the area"], stoppable)
    print(f"A battle in {place}, {attacker} attacking, ruleset {ruleset}, losses {losses}")
    rows = [(each.side.value, " ".join(each.front), " ".join(each.reserve)) for each in (attackers, defenders)]
    print(columns([("", "in front", "in reserve"), *rows]))
    _print_aspects(aspects)
    return _ended(aspects["holds the area"], stoppable)


def _position(arguments: argparse.Namespace) -> tuple[Json, str, list[str]]:
    """Return the position of the battle, who attacks, and the leaders in it."""
    attackers, defenders = _pieces("--attacker", arguments), _pieces("--defender", arguments)
    attacker, defender = _side(attackers, "--attacker"), _side(defenders, "--defender")
    if attacker == defender:
        raise InputError(f"both stacks are {attacker}")
    place = resolve("wilderness_war", ("spaces",), str(arguments.space)) if arguments.space else ""
    place = place or _TERRAIN[str(arguments.terrain)]
    opening: dict[str, Json] = {"type": "battle", "space": place, "attacker": attacker}
    leaders = _leaders(attackers)
    if leaders:
        opening["leader"] = leaders[0]
    if arguments.ambush:
        opening["ambush"] = attacker if arguments.ambush == "attacker" else defender
    opening["landing"] = bool(arguments.landing)
    position: dict[str, Json] = {"pieces": {place: [*attackers, *defenders]}, "opening": opening}
    if arguments.fieldworks:
        position["fieldworks"] = {defender: [place]}
    if arguments.stockade:
        position["stockades"] = {defender: [place]}
    return position, attacker, leaders + _leaders(defenders)


def _pieces(option: str, arguments: argparse.Namespace) -> list[str]:
    """Return a stack by ids; it is given by ids or names."""
    text: object = getattr(arguments, option.removeprefix("--"))
    try:
        return read_stack(str(text))
    except InputError as fault:
        raise InputError(f"{option}: {fault}") from None


def _leaders(pieces: list[str]) -> list[str]:
    from reference.wilderness_war.ch03_pieces import is_leader_id

    return [piece for piece in pieces if is_leader_id(piece)]


def _side(pieces: list[str], option: str) -> str:
    from reference.wilderness_war.ch03_pieces import COUNTERS, LEADERS

    sides = {counter.id: counter.side for counter in COUNTERS} | {counter.type: counter.side for counter in COUNTERS}
    sides |= {piece.id: piece.side for piece in LEADERS}
    found = {sides[piece.split()[-1]].value for piece in pieces}
    if len(found) != 1:
        raise InputError(f"{option}: a stack needs pieces of exactly one side")
    return found.pop()


def _as_json(
    game: str, aspects: dict[str, dict[str, Fraction]], attacker: str, ruleset: str, policy: str
) -> dict[str, object]:
    shown = {
        name.replace(" ", "_"): {key: share_json(share) for key, share in found.items()}
        for name, found in aspects.items()
    }
    return {
        "procedure": "battle",
        "game": game,
        "attacker": attacker,
        "ruleset": ruleset,
        "losses": policy,
        **shown,
    }
