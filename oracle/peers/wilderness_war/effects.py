"""Whether playing an event would change anything apart from the card."""

from reference.kernel.decisions import Chance, Over
from reference.kernel.verdicts import Next
from reference.wilderness_war import GAME
from reference.wilderness_war.actions import PlayEvent
from reference.wilderness_war.cards import At
from reference.wilderness_war.state import State

_MOST_STATES = 200


def changes_nothing(state: State, action: PlayEvent) -> bool:
    """Say whether an event, however chance and choices fall, leaves board, tracks and all other cards as they are."""
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
            if not _same(state, now, action):
                return False
            continue
        if not isinstance(due, Chance) and len(due.actions) > 1:
            return False
        for each in due.actions:
            after = GAME.step(now, each)
            assert isinstance(after, Next)
            waiting.append(after.state)
    return True


def _same(before: State, after: State, action: PlayEvent) -> bool:
    cards = bytearray(before.cards.at)
    cards[action.card] = after.cards.at[action.card]
    gone = after.cards.at[action.card] in (At.DISCARDS, At.REMOVED)
    return gone and bytes(cards) == after.cards.at and before.board == after.board and before.tracks == after.tracks
