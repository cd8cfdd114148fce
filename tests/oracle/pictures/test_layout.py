"""Names and stacks: each is where it can be read, and hides no other."""

from itertools import combinations

import pytest

from oracle.pictures import few_acres_of_snow, hammer_of_the_scots, wilderness_war
from oracle.pictures.layout import Box, Obstacle, Wish, around, fitted, in_lines, placed, text_width
from oracle.pictures.scotland import border_lines, borders, coasts, outlines
from oracle.pictures.views import view_of
from reference.kernel.canonical import Json
from spec_tables.reader import rows
from tests.oracle.pictures.samples import sample_of

NAMES = {
    "wilderness_war": {name: found.box for name, found in wilderness_war.labels().items()},
    "few_acres_of_snow": {name: found.box for name, found in few_acres_of_snow.labels().items()},
    "hammer_of_the_scots": hammer_of_the_scots.name_boxes(),
}


@pytest.mark.parametrize("game", NAMES)
def test_no_name_hides_another(game: str) -> None:
    hidden = [(one, two) for (one, a), (two, b) in combinations(NAMES[game].items(), 2) if a.overlap(b) > 0]
    assert hidden == []


def test_no_name_lies_on_the_symbol_of_another_space() -> None:
    found = [
        (name, place.id)
        for name, box in NAMES["wilderness_war"].items()
        for place in wilderness_war.places().values()
        if not place.is_box and place.id != name and box.overlap(around(place.at, 26, 26)) > 0
    ]
    assert found == []


@pytest.mark.parametrize("name", ["shown", "crowded", "played_0", "played_250", "played_600"])
def test_no_stack_hides_another_and_few_hide_a_name(name: str) -> None:
    stacks = wilderness_war.stacks_of(view_of(sample_of("wilderness_war", name).table.describe()))
    hidden = [(one, two) for (one, (_, a)), (two, (_, b)) in combinations(stacks.items(), 2) if a.overlap(b) > 0]
    assert hidden == []
    names = [
        (stack, label)
        for stack, (_, box) in stacks.items()
        for label, other in NAMES["wilderness_war"].items()
        if box.overlap(other) > 0.3 * other.width * other.height
    ]
    # A besieged fort with sixteen units has no room; everything else has.
    assert len(names) <= (1 if name == "crowded" else 0)


@pytest.mark.parametrize("name", ["shown", "played_0", "played_250", "played_600"])
def test_blocks_hide_no_name_and_no_other_area_s_blocks(name: str) -> None:
    boxes = hammer_of_the_scots.block_boxes(sample_of("hammer_of_the_scots", name).table.describe())
    assert [(one, two) for (one, a), (two, b) in combinations(boxes.items(), 2) if a.overlap(b) > 0] == []
    assert [
        (area, label)
        for area, box in boxes.items()
        for label, other in NAMES["hammer_of_the_scots"].items()
        if box.overlap(other) > 0
    ] == []


# ---------------------------------------------------------------- the shapes of Scotland


def test_every_area_has_a_shape_and_its_borders_are_on_it() -> None:
    assert set(outlines()) == {row.word("id") for row in rows("hammer_of_the_scots", "areas")}
    for pair, line in border_lines().items():
        for area in pair:
            assert set(line) <= set(outlines()[area])
    assert set(border_lines()) == set(borders())


def test_the_coast_belongs_to_the_coastal_areas_and_closes() -> None:
    coastal = {row.word("id") for row in rows("hammer_of_the_scots", "areas") if row.flag("coastal")}
    assert set(coasts()) == coastal
    runs = list(coasts().values())
    assert all(runs[place - 1][-1] == run[0] for place, run in enumerate(runs))


# ---------------------------------------------------------------- the parts


def test_a_text_that_is_too_wide_is_cut_with_a_mark() -> None:
    assert fitted("Albany", 100, 10) == "Albany"
    cut = fitted("Northern Colonial Militias", 60, 10)
    assert cut.endswith("…")
    assert text_width(cut, 10) <= 60
    assert fitted("Albany", 1, 10) == "…"


def test_a_name_is_broken_between_words() -> None:
    assert in_lines("Lac des Deux Montagnes", 60, 10) == ("Lac des", "Deux", "Montagnes")
    assert in_lines("Albany", 5, 10) == ("Albany",)


def test_what_wants_a_taken_place_moves_beside_it() -> None:
    free = Box(0, 0, 400, 400)
    wish = Wish("stack", (200, 200), ((60, 40),))
    assert placed([wish], [], free)["stack"].centre == (200, 200)
    moved = placed([wish], [Obstacle(around((200, 200), 50, 30), 8)], free)["stack"]
    assert moved.overlap(around((200, 200), 50, 30)) == 0
    own = placed([wish], [Obstacle(around((200, 200), 50, 30), 8, "stack")], free)["stack"]
    assert own.centre == (200, 200)


def test_nothing_is_placed_off_the_map() -> None:
    inside = Box(0, 0, 300, 300)
    box = placed([Wish("stack", (2, 2), ((60, 40),))], [], inside)["stack"]
    assert box.overlap(inside) == pytest.approx(60 * 40)


def test_an_empty_view_has_no_blocks() -> None:
    view: Json = {}
    assert hammer_of_the_scots.block_boxes(view) == {}
