"""What refusals name: the card, the place and the side that they are about."""

from collections.abc import Callable

import pytest

from reference.few_acres_of_snow import ch09_siege_victory, ch11_raids, ch12_ambushes
from reference.few_acres_of_snow.actions import Besiege, Block, GiveUp, Occupy, Play, Settle, Source
from reference.few_acres_of_snow.ch01_board import place
from reference.few_acres_of_snow.ch02_cards import card
from reference.few_acres_of_snow.ch06_expansion import settle_violations, settling_card_violations
from reference.few_acres_of_snow.ch08_sieges import besiege_violations, besieging_card_violations, not_enemy_held
from reference.few_acres_of_snow.ch14_card_management import no_intendant, nothing_reserved
from reference.few_acres_of_snow.frames import (
    AmbushDeclared,
    AmbushLoss,
    Besieging,
    RaidDeclared,
    Settling,
    SiegeWon,
    SiegeWonStage,
)
from reference.few_acres_of_snow.invariants import misfiled_cards, other_outcomes
from reference.few_acres_of_snow.reasons import Reason
from reference.few_acres_of_snow.state import Outcome, player, with_player
from reference.kernel.verdicts import Violation, violation
from tests.few_acres_of_snow.small_scenes import BRITISH, FRENCH, besieged, cards, scene

LOST = SiegeWon(BRITISH, BRITISH, SiegeWonStage.SETTLE)
HALIFAX, MILITIA, PRIEST = card("british_halifax"), card("british_militia"), card("french_priest")


def _occupied(where: str, settler: str | None) -> tuple[Violation, ...]:
    state = besieged(where, options="+open_piles=yes")
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(hand=cards(settler or "")))
    which = None if settler is None else card(settler)
    return ch09_siege_victory.occupy_violations(state, LOST, Occupy(which))


def _with_misfiled(display: str, empire: str) -> tuple[Violation, ...]:
    state = scene()
    state = with_player(state, BRITISH, player(state, BRITISH)._replace(empire=cards(empire)))
    return tuple(misfiled_cards(state._replace(display=cards(display))))


STATED: dict[str, tuple[Callable[[], tuple[Violation, ...]], Violation]] = {
    "no intendant": (
        lambda: no_intendant(scene(), BRITISH),
        violation(Reason.NO_INTENDANT, "fa:intendant.1", side="british"),
    ),
    "an empty reserve": (
        lambda: nothing_reserved(scene(), FRENCH),
        violation(Reason.RESERVE_EMPTY, "fa:retrieve.1", side="french"),
    ),
    "a place that is not the enemy's": (
        lambda: not_enemy_held(scene(), BRITISH, place("boston")),
        violation(Reason.NOT_ENEMY_HELD, "fa:siege.start.1", place="boston"),
    ),
    "no settler for a place taken": (
        lambda: _occupied("louisbourg", None),
        violation(Reason.NO_SETTLER, "fa:siege.win.4", captured="louisbourg"),
    ),
    "a card that is no settler": (
        lambda: _occupied("louisbourg", "british_militia"),
        violation(Reason.NO_SETTLER, "fa:siege.win.4", place="louisbourg", card="british_militia"),
    ),
    "a settler that is not asked for": (
        lambda: _occupied("fort_niagara", "british_boston"),
        violation(Reason.NO_SETTLER_ASKED, "fa:siege.win.5", place="fort_niagara", card="british_boston"),
    ),
    "a card that blocks no ambush": (
        lambda: ch12_ambushes.block_violations(scene("french_priest", FRENCH), AmbushDeclared(BRITISH), Block(PRIEST)),
        violation(Reason.CANNOT_BLOCK, "fa:ambush.2", card="french_priest", attack="ambush"),
    ),
    "a card that blocks no raid": (
        lambda: ch11_raids.block_violations(
            scene("french_trader", FRENCH), RaidDeclared(BRITISH, place("gaspe")), Block(card("french_trader"))
        ),
        violation(Reason.CANNOT_BLOCK, "fa:raid.block.1", card="french_trader", attack="raid"),
    ),
    "a card given up that is not in the reserve": (
        lambda: ch12_ambushes.give_up_violations(
            scene(), AmbushLoss(BRITISH), GiveUp(card("french_regular_infantry"), Source.RESERVE)
        ),
        violation(Reason.NOT_IN_HAND, "fa:ambush.4", card="french_regular_infantry", source="reserve"),
    ),
    "no ship to settle with": (
        lambda: settle_violations(scene("british_boston"), BRITISH, Settle(place("pemaquid"), card("british_boston"))),
        violation(Reason.NO_TRANSPORT, "fa:settle.3", transport="ship", place="pemaquid"),
    ),
    "no ship to besiege with": (
        lambda: besiege_violations(
            scene("british_boston"), BRITISH, Besiege(place("port_royal"), card("british_boston"))
        ),
        violation(Reason.NO_TRANSPORT, "fa:siege.start.2", transport="ship", place="port_royal"),
    ),
    "a card that is no ship for settlers": (
        lambda: settling_card_violations(
            scene("british_militia"), Settling(BRITISH, place("port_royal"), (HALIFAX,)), Play(MILITIA)
        ),
        violation(Reason.NO_TRANSPORT, "fa:settle.3", card="british_militia", transport="ship", place="port_royal"),
    ),
    "a card that is no ship for besiegers": (
        lambda: besieging_card_violations(
            scene("british_militia"), Besieging(BRITISH, place("port_royal"), (HALIFAX,)), Play(MILITIA)
        ),
        violation(
            Reason.NO_TRANSPORT, "fa:siege.start.2", card="british_militia", transport="ship", place="port_royal"
        ),
    ),
    "a coloured card in the display": (
        lambda: _with_misfiled("british_militia", ""),
        violation(Reason.WRONG_PILE, "fa:governor.2", card="british_militia"),
    ),
    "a neutral card among one's own": (
        lambda: _with_misfiled("", "neutral_settlers"),
        violation(Reason.WRONG_PILE, "fa:governor.2", card="neutral_settlers", side="british"),
    ),
    "a game won otherwise": (
        lambda: tuple(other_outcomes(scene()._replace(outcome=Outcome(BRITISH, "fa:end.1")))),
        violation(Reason.OTHER_OUTCOME, "fa:end.8", winner="british", by="fa:end.1"),
    ),
}


@pytest.mark.parametrize("about", STATED)
def test_a_refusal_names_what_it_is_about(about: str) -> None:
    found, stated = STATED[about]
    assert [each for each in found() if (each.reason, each.rule) == (stated.reason, stated.rule)] == [stated]
