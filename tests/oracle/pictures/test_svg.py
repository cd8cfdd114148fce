"""Whatever a name holds, it is text in the picture and nothing else."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.pictures import picture
from oracle.pictures.svg import element, escaped, group, number, written
from oracle.pictures.tiles import card, fact, piled, words
from spec_tables.catalogue import GAMES
from tests.oracle.pictures.samples import parsed

HOSTILE = """</text><script>alert(1)</script> " onload='x' & ]]> <!-- \x00 \x1b \ud800"""


@given(st.text())
def test_any_text_comes_back_as_it_was_but_for_what_xml_cannot_hold(text: str) -> None:
    root = ElementTree.fromstring(written(element("svg", element("title", text), data_name=text)))
    # XML reads any line end as a line feed.
    kept = "".join(
        each if each in "\t\n\r" or (each >= " " and each not in "\ufffe\uffff") else "\ufffd" for each in text
    )
    assert (root[0].text or "") == kept.replace("\r\n", "\n").replace("\r", "\n")


def test_hostile_text_is_text_everywhere() -> None:
    drawn = group(
        words(HOSTILE, 0, 0, 12, data_space=HOSTILE),
        card(HOSTILE, HOSTILE, HOSTILE, 9999, data_card=HOSTILE).drawn,
        fact(HOSTILE, HOSTILE, 9999).drawn,
    )
    text = written(element("svg", drawn))
    root = ElementTree.fromstring(text)
    assert {each.tag for each in root.iter()} == {"svg", "g", "text", "title", "rect"}
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
    assert "<script" not in text


@pytest.mark.parametrize("game", GAMES)
def test_a_hostile_caption_and_hostile_values_of_a_view_stay_text(game: str) -> None:
    view = dict.fromkeys(("year", "season", "turn", "assemblies", "edward", "first", "forts_left"), HOSTILE)
    root = parsed(picture(game, view, caption=HOSTILE))
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]
    assert any("alert(1)" in (each.text or "") for each in root.iter())


def test_escaping_leaves_no_mark_of_markup() -> None:
    assert escaped("<a href=\"x\" id='y'>&\x01") == "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;\ufffd"


def test_numbers_are_short_and_never_minus_zero() -> None:
    assert [number(each) for each in (1, 1.0, 1.50, 1.234, -0.001, -2.5, 100)] == [
        "1",
        "1",
        "1.5",
        "1.23",
        "0",
        "-2.5",
        "100",
    ]


def test_an_attribute_that_is_none_is_left_out_and_underscores_are_hyphens() -> None:
    assert written(element("rect", x=1, data_side=None, stroke_width=2)) == '<rect x="1" stroke-width="2"/>\n'


def test_white_space_is_added_between_shapes_only() -> None:
    text = element("text", element("tspan", "a"), element("tspan", "b"))
    assert written(group(text)) == "<g>\n <text><tspan>a</tspan><tspan>b</tspan></text>\n</g>\n"


def test_a_pile_bears_its_number_and_a_single_tile_none() -> None:
    tile = fact("a", "b", 50)
    assert piled([tile]) is tile
    assert ">3</text>" in written(piled([tile, tile, tile]).drawn)
