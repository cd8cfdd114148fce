"""Referee's questions in a game of Wilderness War, answered from the script of a recorded phase.

Each function answers one kind of question. It returns the action that the record took, or nothing if the record has no
answer. A window that never opened there gets the default of the question: do nothing. Where choices correspond one to
one, what the record offered is noted and compared with what Referee offers.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from oracle.peers.wilderness_war.asking import Due
from oracle.peers.wilderness_war.events import Events
from oracle.peers.wilderness_war.fights import Fights
from oracle.peers.wilderness_war.orders import Orders
from reference.wilderness_war.actions import Action
from reference.wilderness_war.state import State

_WINDOWS: Mapping[str, tuple[str, ...]] = {
    "response_weather": ("foul_weather",),
    "response_schooner": ("lake_schooner",),
    "response_blockhouses": ("raid_blockhouses",),
    "response_massacre": ("massacre_1", "massacre_2"),
    "response_coehorns_besieger": ("siege_coehorns_attacker",),
    "response_coehorns_besieged": ("siege_coehorns_defender",),
    "response_storm_coehorns_besieger": ("assault_coehorns_attacker", "attacker_events"),
    "response_storm_coehorns_besieged": ("assault_coehorns_defender", "defender_events"),
    "response_surrender": ("siege_surrender",),
    "response_give_up": ("siege_surrender",),
}


@dataclass(slots=True)
class Answers(Orders, Fights, Events):
    """Answers Referee's questions from a script."""

    def answer(self, state: State, due: Due) -> Action | None:
        """Return the recorded answer to a question; nothing if there is none."""
        if due.about in _WINDOWS:
            return self.window(*_WINDOWS[due.about])(state, due)
        question = _BY_NAME.get(due.about)
        if question is None:
            question = next((each for prefix, each in _BY_PREFIX.items() if due.about.startswith(prefix)), None)
        try:
            return None if question is None else question(self, state, due)
        except (KeyError, StopIteration):
            # The step that should answer names a piece that is not there.
            return None


Question: TypeAlias = Callable[[Answers, State, Due], Action | None]
_BY_PREFIX: Mapping[str, Question] = {
    "losses_of_": Answers.losses,
    "retreat_of_": Answers.retreat,
    "room_for_": Answers.retreat,
    "home_of_": Answers.home,
    "build_": Answers.build,
}
_BY_NAME: Mapping[str, Question] = {
    "card_play": Answers.card_play,
    "demolition": Answers.demolition,
    "end_of_phase": Answers.end_of_phase,
    "name_individuals": Answers.individuals,
    "next_individual": Answers.next_individual,
    "next_campaign": Answers.next_individual,
    "drilled_unit": Answers.drilled_unit,
    "commander_of_force": Answers.commander,
    "campaign_leaders": Answers.campaign,
    "purpose": Answers.purpose,
    "muster": Answers.muster,
    "response_guide": Answers.guide,
    "step": Answers.step,
    "dropped_raid": Answers.dropped_raid,
    "interception": Answers.reaction,
    "avoidance": Answers.reaction,
    "interceptors": Answers.formed,
    "avoiders": Answers.formed,
    "avoid_to": Answers.avoid_to,
    "fieldworks_left": Answers.fieldworks_left,
    "inside": Answers.inside,
    "militia": Answers.militia,
    "join_relief": Answers.relief,
    "battle_events": Answers.battle_events,
    "commander": Answers.command,
    "declare_assault": Answers.declare,
    "parole": Answers.parole,
    "militia_against_raid": Answers.raid_militia,
    "recall": Answers.recall,
    "placement": Answers.placement,
    "event_choice": Answers.event_choice,
    "alliance": Answers.alliance,
    "alliance_restores": Answers.alliance,
    "smallpox": Answers.by_fate,
    "removal": Answers.by_fate,
    "restoration": Answers.by_fate,
    "third_seven": Answers.by_fate,
    "discard": Answers.pick_card,
    "fetch": Answers.pick_card,
}
