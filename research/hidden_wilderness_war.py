"""What is hidden in Wilderness War: which cards are in the enemy's hand and which in the pile, and a sealed bid."""

from collections.abc import Mapping

from oracle.choices import Choices
from reference.kernel.canonical import Json
from reference.wilderness_war.cards import FACES
from reference.wilderness_war.ranges import BID
from research.deals import drawn, mapping, renamed, texts
from rulebook import Position, view

_OPEN_PILES = ("discards", "removed_cards", "cards_aside")


def dealt(position: Position, side: str, choices: Choices) -> Json:
    """Return a position with the enemy's hand dealt from the cards that the side does not see."""
    form = mapping(position.as_json())
    hands = mapping(form.get("hands"))
    enemy = next((each for each in hands if each != side), "")
    theirs = texts(hands.get(enemy))
    seen = {*texts(hands.get(side)), *(card for pile in _OPEN_PILES for card in texts(form.get(pile)))}
    hidden = [face.id for face in FACES if face.id not in seen]
    # Cards that the enemy must choose from are part of the hand: each goes by the name of the one dealt for it.
    names = dict(zip(theirs, drawn(hidden, len(theirs), choices)[0], strict=True))
    known = view(position, side)
    changed: dict[str, Json] = {**form, "hands": {**hands, **({enemy: renamed(theirs, names)} if enemy else {})}}
    frames = form.get("frames")
    if isinstance(frames, list):
        seen_frames = mapping(known)["frames"]
        assert isinstance(seen_frames, list)
        changed["frames"] = [
            _resealed(frame, shown, names, choices) for frame, shown in zip(frames, seen_frames, strict=True)
        ]
    return changed


def _resealed(frame: Json, shown: Json, names: Mapping[str, str], choices: Choices) -> Json:
    """Return a procedure with what it keeps secret dealt anew."""
    if frame == shown:
        return frame
    assert isinstance(frame, Mapping)
    if frame["type"] == "bidding":
        return {**frame, "bids": [BID.least + choices.below(BID.most - BID.least + 1)]}
    return {**frame, "cards": renamed(frame["cards"], names)}
