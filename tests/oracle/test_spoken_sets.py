"""Sets given at once, as people type them."""

import pytest

from oracle.errors import InputError
from oracle.shortform import read_typed
from oracle.spoken_sets import spoken_set
from reference.kernel.canonical import Json

WHOLE: Json = {"type": "muster", "units": ["br_ranger_rogers", "br_regular_15th"], "leaders": ["murray"]}
LEGAL: tuple[Json, ...] = (
    {"type": "pick_leader", "leader": "murray"},
    {"type": "pick", "unit": "br_regular_15th"},
    {"type": "pick", "unit": "br_ranger_rogers"},
    {"type": "done"},
)


@pytest.mark.parametrize(
    "text",
    [
        "muster Rogers, 15th, Murray",
        "muster Murray and Rogers and 15th",
        "muster units=[br_ranger_rogers,15th] leaders=murray",
        'muster units=["br_ranger_rogers", "br_regular_15th"] leaders=["murray"]',
    ],
)
def test_a_set_is_given_by_names_or_by_fields(text: str) -> None:
    assert read_typed(text, LEGAL, "wilderness_war") == WHOLE


def test_one_name_is_a_set_under_its_own_word_and_a_single_action_under_that_of_a_member() -> None:
    alone: Json = {"type": "muster", "units": ["br_ranger_rogers"]}
    assert read_typed("muster Rogers", LEGAL, "wilderness_war") == alone
    assert read_typed("pick Rogers", LEGAL, "wilderness_war") == {"type": "pick", "unit": "br_ranger_rogers"}
    assert read_typed("pick unit=br_ranger_rogers", LEGAL, "wilderness_war") == LEGAL[2]


def test_cards_of_a_raid_are_given_at_once() -> None:
    cards: Json = ["neutral_native_americans", "french_coureurs_de_bois"]
    text = "raid cards=[neutral_native_americans,french_coureurs_de_bois]"
    assert spoken_set("few_acres_of_snow", text, ()) == {"type": "raid", "cards": cards}


def test_a_set_is_given_with_the_action_that_begins_it() -> None:
    whole: Json = {"type": "merchant", "ship": "british_boston", "cards": ["british_norfolk"]}
    assert read_typed("merchant ship=Boston cards=[Norfolk]", (), "few_acres_of_snow") == whole
    assert read_typed("merchant_cards cards=[Norfolk]", (), "few_acres_of_snow") == {
        "type": "merchant_cards", "cards": ["british_norfolk"],
    }  # fmt: skip
    assert spoken_set("few_acres_of_snow", "merchant ship=Boston", ()) is None
    with pytest.raises(InputError, match=r"is not of the form ship=\.\.\. cards=\[\.\.\.\]"):
        spoken_set("few_acres_of_snow", "merchant ship=Boston cards=[Norfolk] twice", ())


def test_the_word_for_its_kind_may_stand_before_a_name() -> None:
    boston: Json = {"type": "discard", "cards": ["british_boston", "british_new_york"]}
    assert read_typed("discard card Boston and card New York", (), "few_acres_of_snow") == boston
    assert read_typed("muster leader Murray, unit Rogers", LEGAL, "wilderness_war") == {
        "type": "muster",
        "leaders": ["murray"],
        "units": ["br_ranger_rogers"],
    }


def test_a_text_that_gives_no_set_is_left_alone() -> None:
    for text in ("go to Crown Point", "muster", "pick unit=br_regular_15th", "done"):
        assert spoken_set("wilderness_war", text, LEGAL) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("muster Rogers, Zork", "'Zork' is no leader or unit"),
        ("muster units=[15th] horses=[two]", "horses is no kind of member of muster: leaders, units"),
        ("muster units=[15th] at dawn", "is not of the form leaders=[...] units=[...]"),
    ],
)
def test_what_is_no_member_is_named(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as found:
        read_typed(text, LEGAL, "wilderness_war")
    assert complaint in str(found.value)
