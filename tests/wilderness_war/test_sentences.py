"""What a person reads of a refusal: names in words, and a sentence that is true of the case."""

import pytest

from oracle.english import why
from reference.kernel.verdicts import Fact, violation
from reference.wilderness_war.game import WildernessWar
from reference.wilderness_war.reasons import Reason

GAME = WildernessWar()


@pytest.mark.parametrize(
    ("reason", "rule", "facts", "sentence"),
    [
        (Reason.OF_THE_ENEMY, "ww:card-militias", {"department": "st_lawrence"},
         "the St. Lawrence Department is the enemy's"),
        (Reason.DEPARTMENT_RAIDED, "ww:7.3-exc", {"side": "french", "department": "northern"},
         "the French have raided the Northern Department this year"),
        (Reason.NOT_FRENCH, "ww:card-vaudreuil", {"leader": "webb"}, "Webb is no leader of the French"),
        (Reason.NOT_NAMED, "ww:5.33", {"leader": "webb"}, "Webb was not named among those who act alone"),
        (Reason.CARD_TOO_LOW, "ww:5.32-a", {"leader": "webb", "cost": 2, "halves_left": 1},
         "counted in half points, Webb costs 2 and the card has 1 left"),
        (Reason.NOT_AMONG_THEM, "ww:6.8", {"unit": "br_regular_15th", "space": "albany"},
         "15th (Regulars) is none of their units in the open at Albany"),
        (Reason.NOT_AMONG_THEM, "ww:6.72", {"unit": "br_regular_15th", "into": "albany"},
         "15th (Regulars) is none of their units in the open that could come to Albany"),
        (Reason.NOT_ASKED_FOR, "ww:card-stingy", {"department": "st_lawrence"},
         "this event does not ask for the St. Lawrence Department"),
        (Reason.NO_SUCH_MILITIA, "ww:10.2", {"unit": "br_militia_3", "space": "augusta"},
         "Colonial Militia 3 is none of the militia that could come to Augusta"),
        (Reason.NOT_THEIR_LAND, "ww:7.3", {"side": "british", "space": "louisbourg"},
         "Louisbourg is not cultivated land that was British from the start"),
        (Reason.NOTHING_TO_DEMOLISH, "ww:5.46", {"space": "albany", "work": "fort_under_construction"},
         "they have no fort under construction at Albany"),
        (Reason.DEAD_BESIDE_FULL, "ww:7.63", {"group": "fr_regular", "named": 0, "losses": 3},
         ("with 0 of 3 steps from French Regulars, a unit would die while another is left at full "
          "strength and the drilled quota does not ask for it")),
        (Reason.NO_FORCE, "ww:5.34", {"entering": "albany"},
         "who enters Albany without a commander is no force: only a single unit moves so"),
    ],
)  # fmt: skip
def test_a_refusal_reads_as_a_sentence_in_the_words_of_the_game(
    reason: Reason, rule: str, facts: dict[str, Fact], sentence: str
) -> None:
    assert why(violation(reason, rule, **facts), GAME.id) == sentence
