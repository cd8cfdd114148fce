"""Every reason of every game has its English, and none is left over."""

from enum import StrEnum

import pytest

from reference.few_acres_of_snow.reasons import Reason as FewAcresReason
from reference.hammer_of_the_scots.reasons import Reason as HammerReason
from reference.wilderness_war.reasons import Reason as WildernessReason
from spec_tables.reader import document

REASONS: dict[str, type[StrEnum]] = {
    "wilderness_war": WildernessReason,
    "hammer_of_the_scots": HammerReason,
    "few_acres_of_snow": FewAcresReason,
}


@pytest.mark.parametrize("game", REASONS)
def test_every_reason_has_words_and_no_words_are_left_over(game: str) -> None:
    assert sorted(document(game, "reasons")) == sorted(reason.value for reason in REASONS[game])


@pytest.mark.parametrize("game", REASONS)
def test_no_reason_is_told_by_its_name_alone(game: str) -> None:
    sentences = document(game, "reasons")
    bare = [
        name
        for name in sentences
        for sentence in (
            sentences.texts(name) if isinstance(sentences.entries[name], list) else (sentences.text(name),)
        )
        if sentence == name.replace("_", " ")
    ]
    assert bare == []
