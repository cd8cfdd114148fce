"""Every place and piece of a position is in its picture, once, and says what it is, as the canonical form has it."""

import os
import re
import subprocess
import sys
from collections import Counter

import pytest

from oracle.evidence.links import ROOT
from oracle.pictures import Marks, marks_of, picture
from reference.kernel.canonical import Json, Unreadable
from spec_tables.reader import rows
from tests.oracle.pictures.samples import KEYS, Sample, items, mapping, parsed, part, said, sample_of, space_ids


def test_every_place_is_drawn_once_with_its_name(sample: Sample) -> None:
    drawn = said(part(parsed(sample.drawn()), "map"), "data-name", "data-space")
    names = {row.word("id"): row.word("name") for row in rows(sample.game, _TABLES[sample.game])}
    assert drawn == Counter((name, space) for space, name in names.items())


def test_every_link_is_drawn_once_by_its_kind(sample: Sample) -> None:
    table, kind = ("borders", "colour") if sample.game == "hammer_of_the_scots" else ("connections", "kind")
    links = Counter((f"{row.word('a')}-{row.word('b')}", row.word(kind)) for row in rows(sample.game, table))
    assert said(part(parsed(sample.drawn()), "map"), "data-link", "data-kind") == links


def test_every_piece_on_the_map_is_drawn_once_as_it_is(sample: Sample) -> None:
    wanted = _PIECES[sample.game](sample.table.canonical())
    board = part(parsed(sample.drawn()), "map")
    assert said(board, "data-piece", "data-space", "data-side", *_STATES[sample.game]) == wanted
    assert not said(board, "data-hidden")


def test_pieces_and_places_have_titles(sample: Sample) -> None:
    root = parsed(sample.drawn())
    assert root.get("aria-label")
    for each in root.iter():
        if each.get("data-name") is not None or (each.get("data-piece") and sample.game != "few_acres_of_snow"):
            assert next(iter(each)).tag.endswith("title")


def _of_wilderness_war(position: Json) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for space in mapping(position, "pieces"):
        for text in items(mapping(position, "pieces"), space):
            words = text.split(" ")
            side = next(
                row.word("side")
                for table in ("counters", "leaders")
                for row in rows("wilderness_war", table)
                if row.word("id") == words[-1]
            )
            found[words[-1], space, side, *("1" if state in words else "" for state in ("inside", "reduced"))] += 1
    return found


def _of_hammer_of_the_scots(position: Json) -> Counter[tuple[str, ...]]:
    most = {row.word("id"): row.word("max_steps") for row in rows("hammer_of_the_scots", "blocks")}
    found: Counter[tuple[str, ...]] = Counter()
    for area in mapping(position, "blocks"):
        for text in items(mapping(position, "blocks"), area):
            name, _, steps = text.partition(" ")
            found[name, area, {"s": "scotland", "e": "england"}[name[0]], steps or most[name]] += 1
    return found


def _of_few_acres_of_snow(position: Json) -> Counter[tuple[str, ...]]:
    found: Counter[tuple[str, ...]] = Counter()
    for place, text in mapping(position, "places").items():
        side, piece, *_ = str(text).split(" ")
        found[piece, place, side] += 1
    return found


_TABLES = {"wilderness_war": "spaces", "hammer_of_the_scots": "areas", "few_acres_of_snow": "locations"}
_PIECES = {
    "wilderness_war": _of_wilderness_war,
    "hammer_of_the_scots": _of_hammer_of_the_scots,
    "few_acres_of_snow": _of_few_acres_of_snow,
}
_STATES = {
    "wilderness_war": ("data-inside", "data-reduced"),
    "hammer_of_the_scots": ("data-strength",),
    "few_acres_of_snow": (),
}


# ---------------------------------------------------------------- works, markers, hands


def test_works_and_markers_stand_where_the_position_has_them() -> None:
    board = part(parsed(sample_of("wilderness_war", "crowded").drawn()), "map")
    assert said(board, "data-work", "data-space", "data-side") == Counter(
        [
            ("fort", "ticonderoga", "french"), ("fort", "niagara", "french"), ("fort", "hudson_carry_south", "british"),
            ("stockade", "schenectady", "british"), ("stockade", "venango", "french"),
            ("unfinished fort", "oswego", "british"), ("fieldworks", "crown_point", "french"),
        ]
    )  # fmt: skip
    assert said(board, "data-marker", "data-space", "data-side", "data-level") == Counter(
        [
            ("siege", "ticonderoga", "", "1"), ("siege", "louisbourg", "", "2"), ("amphib", "louisbourg", "", ""),
            ("raided", "carlisle", "french", ""), ("raided", "winchester", "french", ""),
        ]
    )  # fmt: skip


def test_the_margin_has_the_tracks_and_both_hands() -> None:
    margin = part(parsed(sample_of("wilderness_war", "crowded").drawn()), "margin")
    assert said(margin, "data-card", "data-hand") == Counter(
        [
            ("card_6", "british"),
            ("card_20", "british"),
            ("card_1", "british"),
            ("card_9", "french"),
            ("card_11", "french"),
        ]
    )
    assert ("vp", "-3") in said(margin, "data-track", "data-value")


def test_forts_and_sieges_of_few_acres_are_drawn() -> None:
    board = part(parsed(sample_of("few_acres_of_snow", "shown").drawn()), "map")
    assert said(board, "data-work", "data-space", "data-side") == Counter(
        [("fort", "boston", "british"), ("fort", "pemaquid", "british")]
    )
    assert said(board, "data-marker", "data-space", "data-side", "data-level") == Counter(
        [("siege", "gaspe", "british", "0")]
    )


def test_captured_fortresses_and_contested_areas_are_shown() -> None:
    game = "wilderness_war"
    svg = picture(game, {"captured_fortresses": {"british": ["quebec"]}})
    assert said(parsed(svg), "data-work", "data-space", "data-side") == Counter(
        [("captured fortress", "quebec", "british")]
    )
    board = part(parsed(sample_of("hammer_of_the_scots", "shown").drawn()), "map")
    held = said(board, "data-held", "data-space")
    assert {space for state, space in held if state == "contested"} == {"atholl", "lanark", "lothian", "selkirk"}


def test_hidden_blocks_are_counted_and_only_revealed_ones_named() -> None:
    view: Json = {
        "side": "scotland",
        "enemy": {"fife": {"count": 3, "revealed": ["e_hobelars 2"], "in_reserve": 1}},
        "crossings": {"annan-galloway": 1},
        "enemy_pool": 3,
        "open_in_enemy_pool": ["e_edward"],
        "own_card": "move2",
        "enemy_card": "face_down",
    }
    root = parsed(picture("hammer_of_the_scots", view, side="scotland"))
    board, margin = part(root, "map"), part(root, "margin")
    assert said(board, "data-hidden", "data-space") == Counter({("england", "fife"): 2})
    assert said(board, "data-piece", "data-space", "data-strength") == Counter([("e_hobelars", "fife", "2")])
    assert said(board, "data-waiting") == Counter([("1",)])
    assert said(board, "data-crossings") == Counter([("annan-galloway",)])
    assert said(margin, "data-hidden") == Counter({("england",): 2})
    assert said(margin, "data-piece") == Counter([("e_edward",)])
    assert said(margin, "data-played", "data-card") == Counter([("scotland", "move2"), ("england", "")])


# ---------------------------------------------------------------- marks


def test_marks_are_the_destinations_offered_and_the_one_refused() -> None:
    offered: list[Json] = [
        {"type": "march", "block": "e_comyn", "to": "moray"},
        {"type": "march", "block": "e_ross", "to": "garmoran"},
        {"type": "done"},
    ]
    asked: Json = {"type": "march", "block": "e_comyn", "to": "fife"}
    assert marks_of(offered) == Marks(frozenset({"moray", "garmoran"}))
    assert marks_of(offered, asked, legal=False) == Marks(frozenset({"moray"}), frozenset({"fife"}))
    assert marks_of(offered, {"type": "done"}, legal=False) == Marks(frozenset({"moray", "garmoran"}))


@pytest.mark.parametrize("game", _TABLES)
def test_marked_places_are_marked_and_no_others(game: str) -> None:
    sample = sample_of(game, "shown")
    one, two, three = sorted(space_ids(game))[:3]
    svg = picture(game, sample.table.describe(), Marks(frozenset({one, two}), frozenset({three})))
    marked = said(part(parsed(svg), "marks"), "data-mark", "data-space")
    assert marked - Counter(each for each in marked if each[0] == "active") == Counter(
        [("reachable", one), ("reachable", two), ("refused", three)]
    )


# ---------------------------------------------------------------- well made


def test_a_picture_has_nothing_active_and_nothing_from_outside(sample: Sample) -> None:
    for side in (None, *sample.sides):
        svg = sample.drawn(side)
        tags = {each.tag.rpartition("}")[2] for each in parsed(svg).iter()}
        assert tags <= {
            "svg", "title", "g", "rect", "line", "path", "circle", "ellipse", "text", "tspan", "clipPath",
        }  # fmt: skip
        names = {name for each in parsed(svg).iter() for name in each.attrib}
        assert not [name for name in names if name.startswith("on") or name in ("style", "href", "src", "class")]
        assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_every_data_attribute_is_documented() -> None:
    told = set(re.findall(r"`(data-[a-z]+)`", (ROOT / "docs/pictures.md").read_text(encoding="utf-8")))
    used: set[str] = set()
    for key in KEYS:
        sample = sample_of(*key)
        for side in (None, *sample.sides):
            used |= {
                name for each in parsed(sample.drawn(side)).iter() for name in each.attrib if name.startswith("data-")
            }
    assert used <= told
    # Marks of a ruling, crossings and blocks in reserve need not occur in these positions.
    assert told - used <= {"data-waiting", "data-crossings", "data-mark"}


def test_the_same_position_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    code = (
        "import hashlib\nfrom tests.oracle.pictures.samples import KEYS, sample_of\n"
        "for each in (sample_of(*key) for key in KEYS[:4]):\n"
        "    for side in (None, *each.sides):\n"
        "        print(hashlib.sha256(each.drawn(side).encode()).hexdigest())\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_a_view_that_is_none_is_refused_with_place_and_cause() -> None:
    cases: list[tuple[str, Json, str]] = [
        ("wilderness_war", [], "view: is no object"),
        ("wilderness_war", {"pieces": {"albany": ["br_elephant"]}}, "pieces.albany: 'br_elephant' is no piece"),
        ("wilderness_war", {"pieces": []}, "pieces: is no object"),
        ("wilderness_war", {"hands": {"british": ["card_0"]}}, "hands.british: 'card_0' is no card"),
        ("wilderness_war", {"pool": 3}, "pool: is no list"),
        ("wilderness_war", {"vp": {"french": "many"}}, "french: is no number"),
        ("hammer_of_the_scots", {"blocks": {"fife": ["s_nessie"]}}, "blocks.fife: 's_nessie' is no block"),
        ("hammer_of_the_scots", {"side": "england"}, "side: this is no view of None"),
        ("hammer_of_the_scots", {"hands": {"england": ["ace"]}}, "hands: 'ace' is no card"),
        ("few_acres_of_snow", {"places": {"boston": "danish village"}}, "places.boston: 'danish' is no side"),
        ("few_acres_of_snow", {"sieges": {"french": {"place": "paris"}}}, "sieges.french: 'paris' is no location"),
        ("few_acres_of_snow", {"hands": {"french": ["joker"]}}, "cards: 'joker' is no card"),
        ("chess", {}, "game: there is no picture of 'chess'"),
    ]
    for game, view, complaint in cases:
        with pytest.raises(Unreadable, match=f"^{re.escape(complaint)}$"):
            picture(game, view)


def test_the_canonical_form_has_the_same_map(sample: Sample) -> None:
    told = ("data-piece", "data-space", "data-side", *_STATES[sample.game])
    one, two = (part(parsed(svg), "map") for svg in (sample.drawn(), picture(sample.game, sample.table.canonical())))
    assert said(one, *told) == said(two, *told)


@pytest.mark.parametrize(
    ("outcome", "told"),
    [
        ({"winner": "british"}, "1759, late season: won by the british side"),
        ({"winner": None}, "1759, late season: a draw"),
    ],
)
def test_a_game_that_is_over_says_who_won(outcome: Json, told: str) -> None:
    svg = picture("wilderness_war", {"year": 1759, "season": "late", "outcome": outcome})
    assert told in [each.text for each in part(parsed(svg), "title")]


@pytest.mark.parametrize("game", _TABLES)
def test_an_empty_view_is_an_empty_board(game: str) -> None:
    root = parsed(picture(game, {}))
    assert {space for _, space in said(part(root, "map"), "data-name", "data-space")} == space_ids(game)
    assert not said(root, "data-piece")
    assert not said(root, "data-card")
