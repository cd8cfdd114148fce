"""What every sound position keeps once pieces stand still: what would follow by itself has followed.

In a game `ch08_consequences` sees to that. A position made by hand may show what no game leaves standing.
"""

from collections.abc import Iterator
from itertools import chain

from reference.kernel.rules import rule
from reference.kernel.verdicts import Violation, violation
from reference.wilderness_war.board import marked, unfinished_fort_owner
from reference.wilderness_war.ch02_map import IDS, SPACES, TERRAIN, Terrain
from reference.wilderness_war.ch03_pieces import LEADERS
from reference.wilderness_war.ch08_consequences import (
    awaits_recall,
    caught_leaders,
    is_calm,
    is_tidy,
    lost_amphib,
    lost_unfinished_fort,
    new_siege,
    passing,
    vacated_fieldworks,
)
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.state import State

_BOXES = tuple(place for place in SPACES if TERRAIN[place] is Terrain.MILITIA_BOX)


def violations(state: State) -> Iterator[Violation]:
    """Find everything that no game leaves standing."""
    found = works_in_boxes(state)
    if is_calm(state) and not is_tidy(state) and passing(state) is None:
        return chain(
            found,
            overrun_unfinished_forts(state),
            sieges_not_marked(state),
            leaders_left_among_enemies(state),
            markers_left(state),
        )
    return found


@rule("ww:5.41", "ww:5.42", "ww:card-fieldworks")
def works_in_boxes(state: State) -> Iterator[Violation]:
    """Find works and Fieldworks in the boxes of the militia, which are no spaces to build in."""
    board = state.board
    columns = (
        ("fort", "ww:5.42", board.fort),
        ("unfinished_fort", "ww:5.42", board.unfinished),
        ("stockade", "ww:5.41", board.stockade),
        ("fieldworks", "ww:card-fieldworks", board.fieldworks),
    )
    for work, rule_id, column in columns:
        for place in marked(column):
            if place in _BOXES:
                yield violation(Reason.WORK_IN_BOX, rule_id, space=IDS[place], work=work)


@rule("ww:5.45-fortuc")
def overrun_unfinished_forts(state: State) -> Iterator[Violation]:
    """Find an unfinished fort whose space enemy drilled troops hold without its owner."""
    place = lost_unfinished_fort(state.board)
    if place is not None:
        owner = unfinished_fort_owner(state.board, place)
        assert owner is not None
        yield violation(Reason.UNFINISHED_FORT_OVERRUN, "ww:5.45-fortuc", space=IDS[place], side=owner.value)


@rule("ww:8.21")
def sieges_not_marked(state: State) -> Iterator[Violation]:
    """Find a fort or fortress with enemies in its space, no defender outside, and no siege marker."""
    place = new_siege(state.board)
    if place is not None:
        yield violation(Reason.SIEGE_NOT_MARKED, "ww:8.21", space=IDS[place])


@rule("ww:6.53-caught")
def leaders_left_among_enemies(state: State) -> Iterator[Violation]:
    """Find leaders without units or shelter among enemies, who have to retreat."""
    for leader in caught_leaders(state.board):
        if not awaits_recall(state, leader):
            at = state.board.leader_at[leader]
            yield violation(Reason.LEADER_AMONG_ENEMIES, "ww:6.53-caught", leader=LEADERS[leader].id, space=IDS[at])


@rule("ww:6.431-marker", "ww:card-fieldworks-clar2")
def markers_left(state: State) -> Iterator[Violation]:
    """Find an Amphib marker among French drilled troops, or Fieldworks whose owner has left them to the enemy."""
    rules = state.ruleset
    place = lost_amphib(state.board, rules.amphib_marker_removed_by)
    if place is not None:
        yield violation(Reason.MARKER_LEFT, "ww:6.431-marker", space=IDS[place], marker="amphib")
    place = vacated_fieldworks(state.board, rules.fieldworks_vacated)
    if place is not None:
        yield violation(Reason.MARKER_LEFT, "ww:card-fieldworks-clar2", space=IDS[place], marker="fieldworks")
