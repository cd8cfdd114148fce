"""Whether playing an event would change anything apart from the card."""

from reference.kernel.decisions import Chance, Over
from reference.kernel.verdicts import Next
from reference.wilderness_war import GAME
from reference.wilderness_war.actions import PlayEvent
from reference.wilderness_war.board import leader_is_inside, place_of_leader, put_leader
from reference.wilderness_war.cards import At
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.state import State

_MOST_STATES = 200


def changes_nothing(state: State, action: PlayEvent, displaced: frozenset[str]) -> bool:
    """Say whether an event, however chance falls, leaves board, tracks and all other cards as they are.

    Leaders who stay where Referee makes them retreat do not count.
    """
    verdict = GAME.step(state, action)
    if not isinstance(verdict, Next):
        return False
    waiting, seen = [verdict.state], 0
    while waiting:
        now = waiting.pop()
        seen += 1
        due = GAME.decision(now)
        if seen > _MOST_STATES or isinstance(due, Over):
            return False
        if due.about in ("end_of_phase", "card_play"):
            if not _same(state, now, action, displaced):
                return False
            continue
        retreats = due.about.removeprefix("retreat_of_") in displaced
        if not isinstance(due, Chance) and len(due.actions) > 1 and not retreats:
            return False
        for each in due.actions[:1] if retreats else due.actions:
            after = GAME.step(now, each)
            assert isinstance(after, Next)
            waiting.append(after.state)
    return True


def _same(before: State, after: State, action: PlayEvent, displaced: frozenset[str]) -> bool:
    cards = bytearray(before.cards.at)
    cards[action.card] = after.cards.at[action.card]
    gone = after.cards.at[action.card] in (At.DISCARDS, At.REMOVED)
    board = after.board
    for name in displaced:
        each = leader(name)
        place, inside = place_of_leader(before.board, each), leader_is_inside(before.board, each)
        board = put_leader(board, each, place, inside=inside)
    return gone and bytes(cards) == after.cards.at and before.board == board and before.tracks == after.tracks
