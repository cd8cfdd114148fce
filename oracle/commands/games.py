"""`referee games`: what there is to play."""

import argparse
import json

from oracle.game_registry import game_called
from oracle.text import columns, paragraph
from spec_tables.catalogue import GAMES, Catalogue, catalogue


def configure(parser: argparse.ArgumentParser) -> None:
    """Say which arguments the command takes."""
    parser.add_argument("game", nargs="?", help="show the options of this game too")


def run(arguments: argparse.Namespace) -> int:
    """Print the games."""
    chosen = GAMES if arguments.game is None else (game_called(str(arguments.game)),)
    found = [catalogue(game) for game in chosen]
    if arguments.json:
        print(json.dumps([_as_json(each) for each in found], indent=2, ensure_ascii=False))
        return 0
    for each in found:
        print(f"{each.name}  ({each.game}, rules {each.prefix}:…)")
        print("  scenarios")
        print(columns(each.scenarios, indent=4))
        print("  rulesets")
        print(columns(((preset.name, _title(preset.title, len(preset.changes))) for preset in each.presets), indent=4))
        if arguments.game is not None:
            print("  options (write a ruleset as PRESET+option=value+…)")
            for option in each.options:
                print(f"    {option.name} = {' | '.join(option.values)}   [{option.id}, default {option.default}]")
                print(paragraph(option.title, 6))
        print()
    if arguments.game is None:
        print("`referee games GAME` lists a game's options.")
    return 0


def _title(title: str, changes: int) -> str:
    return f"{title} ({changes} of the options changed)" if changes else f"{title} (every option at its default)"


def _as_json(found: Catalogue) -> dict[str, object]:
    return {
        "game": found.game,
        "name": found.name,
        "prefix": found.prefix,
        "sides": list(found.sides),
        "scenarios": [{"id": name, "name": title} for name, title in found.scenarios],
        "rulesets": [
            {"name": preset.name, "title": preset.title, "changes": dict(preset.changes)} for preset in found.presets
        ],
        "options": [
            {"id": option.id, "name": option.name, "values": list(option.values), "default": option.default}
            for option in found.options
        ],
    }
