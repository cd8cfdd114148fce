"""A picture for one side holds nothing that the side may not know."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from oracle.cli import main
from oracle.game_registry import REGISTERED
from oracle.pictures import picture
from reference.kernel.canonical import Json
from spec_tables.catalogue import GAMES
from spec_tables.reader import Row, rows
from tests.oracle.pictures.samples import CROWDED, Sample, items, mapping, parsed, said, sample_of


def leaks(sample: Sample, side: str, svg: str) -> list[str]:
    """Return everything in a picture that is hidden from a side, by the game's full position."""
    margin = svg[svg.index('data-part="margin"') :]
    hidden = _HIDDEN[sample.game](sample.table.describe(), side)
    # A name as a text of its own: on the map it may be that of a place.
    return [word for word in hidden if word in (margin if word.startswith(">") else svg)]


def _hidden_in_wilderness_war(full: Json, side: str) -> list[str]:
    """Return ids and names of the enemy's cards, but names that the side's own cards bear too."""
    names = {row.word("id"): row.word("name") for row in rows("wilderness_war", "cards")}
    hands = mapping(full, "hands")
    own = {names[each] for each in items(hands, side)}
    theirs = [each for who in hands if who != side for each in items(hands, who)]
    return [f'"{each}"' for each in theirs] + [f">{names[each]}<" for each in theirs if names[each] not in own]


def _hidden_in_hammer_of_the_scots(full: Json, side: str) -> list[str]:
    """Return the enemy's blocks, unless they fight in the battle that is under way, and what only his cards are."""
    assert isinstance(full, Mapping)
    figures = {row.word("id"): row for row in rows("hammer_of_the_scots", "blocks")}
    battle = next((each for each in _frames(full) if each["type"] == "battle" and each.get("round", 0)), None)
    shown = [] if battle is None else items(mapping(full, "blocks"), str(battle["area"]))
    everywhere = [each for area in mapping(full, "blocks") for each in items(mapping(full, "blocks"), area)]
    all_blocks = {each.split(" ")[0] for each in (*everywhere, *items(full, "pool"))}
    known = {each for each in all_blocks if figures[each].word("side") == side} | {each.split(" ")[0] for each in shown}
    told = {_title(figures[each]) for each in known}
    # Edward lies open in the pool while he winters there.
    hidden = sorted(each for each in all_blocks - known if each != "e_edward")
    names = [title for each in hidden if (title := _title(figures[each])) not in told]
    hands = mapping(full, "hands")
    seen = {*items(hands, side), *(str(each) for each in mapping(full, "played").values())}
    cards = [f'"{each}"' for who in hands if who != side for each in items(hands, who) if each not in seen]
    return [*(f'"{each}"' for each in hidden), *names, *cards]


def _title(row: Row) -> str:
    return f"{row.word('name')} ({row.word('type')})"


def _frames(full: Mapping[str, Json]) -> list[Mapping[str, Json]]:
    frames = full.get("frames", [])
    assert isinstance(frames, list | tuple)
    return [each for each in frames if isinstance(each, Mapping)]


def _hidden_in_few_acres_of_snow(full: Json, side: str) -> list[str]:
    """Return the enemy's cards, unless the same kind of card lies open elsewhere or his hand is shown."""
    assert isinstance(full, Mapping)
    if full.get("shown") not in (None, side):
        return []
    hands = mapping(full, "hands")
    own = {
        *items(hands, side),
        *items(mapping(full, "reserves"), "british"),
        *items(mapping(full, "reserves"), "french"),
    }
    sieges = [each for each in mapping(full, "sieges").values() if isinstance(each, Mapping)]
    own |= {card for each in sieges for name in ("attackers", "defenders") for card in items(each, name)}
    theirs = [each for who in hands if who != side for each in items(hands, who)]
    return [f'data-card="{each}"' for each in theirs if each not in own]


_HIDDEN: Mapping[str, Callable[[Json, str], list[str]]] = {
    "wilderness_war": _hidden_in_wilderness_war,
    "hammer_of_the_scots": _hidden_in_hammer_of_the_scots,
    "few_acres_of_snow": _hidden_in_few_acres_of_snow,
}


def test_nothing_hidden_is_in_the_picture_for_a_side(sample: Sample) -> None:
    assert {side: leaks(sample, side, sample.drawn(side)) for side in sample.sides} == {
        side: [] for side in sample.sides
    }


def test_the_cards_and_blocks_shown_are_those_of_the_view(sample: Sample) -> None:
    for side in sample.sides:
        _compare_with_view(sample, side)


def _compare_with_view(sample: Sample, side: str) -> None:
    root = parsed(sample.drawn(side))
    view = sample.table.observe(side)
    assert isinstance(view, Mapping)
    hand = items(mapping(view, "hands"), side) if "hands" in view else items(view, "hand")
    shown = {card: number for (card, whose), number in said(root, "data-card", "data-hand").items() if whose == side}
    assert shown == {card: hand.count(card) for card in hand}
    others = [whose for (_, whose) in said(root, "data-card", "data-hand") if whose not in (side, "")]
    assert not others or view.get("shown") not in (None, side)
    assert len(others) == 0 or isinstance(view.get("enemy_hand"), list)
    if sample.game == "hammer_of_the_scots":
        counted = sum(_count(each) for each in mapping(view, "enemy").values())
        hidden = sum(number for (_, area), number in said(root, "data-hidden", "data-space").items() if area)
        open_ = sum(
            number
            for (_, area, whose), number in said(root, "data-piece", "data-space", "data-side").items()
            if area and whose != side
        )
        assert hidden + open_ == counted


def _count(enemy: Json) -> int:
    assert isinstance(enemy, Mapping)
    number = enemy["count"]
    assert isinstance(number, int)
    return number


# ---------------------------------------------------------------- planted leaks are caught


def _planted(sample: Sample, side: str) -> dict[str, Json]:
    """Return a side's view with the enemy's hand, or his blocks, let through."""
    full, view = sample.table.describe(), sample.table.observe(side)
    assert isinstance(view, Mapping)
    match sample.game:
        case "wilderness_war":
            return {**view, "hands": mapping(full, "hands")}
        case "hammer_of_the_scots":
            blocks = mapping(full, "blocks")
            foe = "e_" if side == "scotland" else "s_"
            enemy: dict[str, Json] = {
                area: {"count": len(found), "revealed": found}
                for area in blocks
                if (found := [each for each in items(blocks, area) if each.startswith(foe)])
            }
            return {**view, "enemy": enemy}
        case _:
            foe = "french" if side == "british" else "british"
            return {**view, "enemy_hand": items(mapping(full, "hands"), foe)}


@pytest.mark.parametrize("game", GAMES)
def test_a_planted_leak_is_caught(game: str) -> None:
    sample = sample_of(game, "shown")
    caught = {
        side: leaks(sample, side, picture(sample.game, _planted(sample, side), side=side)) for side in sample.sides
    }
    assert all(caught.values())


# ---------------------------------------------------------------- what cannot be told apart looks the same


def test_other_hidden_cards_give_the_same_picture_to_the_byte() -> None:
    game = "wilderness_war"
    ruleset = REGISTERED.ruleset(game, None)
    assert isinstance(CROWDED, Mapping)
    other = {**CROWDED, "hands": {"british": ["card_6", "card_20", "card_1"], "french": ["card_30", "card_31"]}}
    one, two = (Sample("same", game, REGISTERED.place(game, ruleset, each)) for each in (CROWDED, other))
    assert one.drawn("british") == two.drawn("british")
    assert one.drawn("french") != two.drawn("french")
    assert one.drawn() != two.drawn()


def test_other_hidden_blocks_give_the_same_picture_to_the_byte() -> None:
    game = "hammer_of_the_scots"
    ruleset = REGISTERED.ruleset(game, None)
    one, two = (
        Sample(
            "same", game, REGISTERED.place(game, ruleset, {"blocks": {"fife": [first], "angus": [then]}, "year": 1297})
        )
        for first, then in (("e_york_infantry 2", "e_hobelars"), ("e_hobelars", "e_york_infantry 1"))
    )
    assert one.drawn("scotland") == two.drawn("scotland")
    assert one.drawn("england") != two.drawn("england")


def test_the_command_draws_for_a_side_what_the_view_has(tmp_path: Path) -> None:
    written: list[str] = []
    for french in (["card_9", "card_11"], ["card_30", "card_31"]):
        assert isinstance(CROWDED, Mapping)
        position = {**CROWDED, "hands": {"british": ["card_6"], "french": french}}
        (tmp_path / "case.json").write_text(json.dumps(position), encoding="utf-8")
        out = tmp_path / "board.svg"
        words = [
            "show",
            str(tmp_path / "case.json"),
            "--game",
            "wilderness_war",
            "--side",
            "british",
            "--svg",
            str(out),
        ]
        assert main(words) == 0
        written.append(out.read_text(encoding="utf-8"))
    assert written[0] == written[1]
