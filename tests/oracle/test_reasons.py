"""Every reason of every game has its English, and none is left over."""

from enum import StrEnum

import pytest

from oracle.english import why
from reference.few_acres_of_snow.reasons import Reason as FewAcresReason
from reference.hammer_of_the_scots.reasons import Reason as HammerReason
from reference.kernel.verdicts import Violation, violation
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


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (
            violation(WildernessReason.ALREADY_CHOSEN, "ww:8.1", space="hudson_carry_north"),
            "it has already been settled who goes inside at Hudson Carry North",
        ),
        (
            violation(WildernessReason.INSIDE_WITHOUT_WORK, "ww:8.1", space="hudson_carry_north"),
            "there is no unbesieged fort or fortress of theirs at Hudson Carry North to go into",
        ),
        (
            violation(WildernessReason.NOBODY_THERE, "ww:8.1", side="british", space="hudson_carry_north"),
            "no unit of the British is at Hudson Carry North",
        ),
        (
            violation(
                WildernessReason.NO_DRILLED_TROOPS, "ww:card-fieldworks", side="british", battle="hudson_carry_north"
            ),
            "the British have no drilled troops in the battle at Hudson Carry North",
        ),
        (
            violation(
                WildernessReason.NO_AUXILIARIES, "ww:card-ambush-pre", side="british", space="hudson_carry_north"
            ),
            "the British have no auxiliaries in the battle at Hudson Carry North",
        ),
        (
            violation(
                WildernessReason.MORE_ENEMY_AUXILIARIES,
                "ww:card-ambush-bar",
                side="british",
                space="wood_creek",
                own=1,
                enemy=2,
            ),
            "the enemy has 2 auxiliaries in the battle at Wood Creek, the British only 1",
        ),
        (
            violation(
                WildernessReason.LEADERS_ALONE, "ww:card-amphibious-fx", landing="louisbourg", leaders=("amherst",)
            ),
            "leaders alone cannot land at Louisbourg: Amherst",
        ),
        (
            violation(WildernessReason.ALREADY_THERE, "ww:6.72", unit="br_ranger_rogers", into="winchester"),
            "Rogers (Rangers) is already at Winchester, where it could only intercept an infiltrator",
        ),
        (
            violation(WildernessReason.ALREADY_THERE, "ww:6.72", into="winchester"),
            "they are already at Winchester, where they could only intercept an infiltrator",
        ),
    ],
)
def test_a_refusal_says_what_is_so_in_the_position(found: Violation, sentence: str) -> None:
    assert why(found) == sentence
