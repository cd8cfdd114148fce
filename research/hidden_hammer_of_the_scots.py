"""What is hidden in Hammer of the Scots: which enemy blocks stand where, how strong they are, and the enemy's cards."""

from collections.abc import Mapping

from oracle.choices import Choices
from reference.hammer_of_the_scots.ch02_armies import FIGURES, FULL, LOYAL, OTHER_SIDE
from reference.hammer_of_the_scots.ch03_cards import DECK, KINDS
from reference.kernel.canonical import Json
from research.deals import drawn, mapping, renamed, shuffled, texts
from rulebook import Position, view

_FULL = {figures.id: full for figures, full in zip(FIGURES, FULL, strict=True)}
_SIDE = {figures.id: figures.side.value for figures in FIGURES}
# Nobles who change sides are never in a pool (2.22).
_NEVER_IN_POOL = frozenset(FIGURES[each].id for each in OTHER_SIDE if each not in LOYAL)


def dealt(position: Position, side: str, choices: Choices) -> Json:
    """Return a position with the enemy's hidden blocks, their strengths and the enemy's cards dealt anew."""
    form = mapping(position.as_json())
    seen = mapping(view(position, side))
    return {**_with_blocks(form, seen, side, choices), **_cards(form, seen, side, choices)}


def _with_blocks(form: Mapping[str, Json], seen: Mapping[str, Json], side: str, choices: Choices) -> dict[str, Json]:
    """Return the position with every hidden block going by the name of another one, wherever it is named."""
    places = mapping(form.get("blocks"))
    known = {*texts(seen.get("open_in_enemy_pool"))}
    for there in mapping(seen.get("enemy")).values():
        known.update(each.split()[0] for each in texts(mapping(there).get("revealed")))
    on_map = [each for there in places.values() for each in map(_name, texts(there)) if _hidden(each, side, known)]
    in_pool = [each for each in texts(form.get("pool")) if _hidden(each, side, known)]
    nobles = [each for each in (*on_map, *in_pool) if each in _NEVER_IN_POOL]
    others = [each for each in (*on_map, *in_pool) if each not in _NEVER_IN_POOL]
    marched, pooled = drawn(others, len(on_map) - len(nobles), choices)
    names = dict(zip(on_map, shuffled((*nobles, *marched), choices), strict=True))
    names |= dict(zip(in_pool, pooled, strict=True))
    changed = {name: renamed(value, names) for name, value in form.items() if name != "blocks"}
    there = {area: [_with_strength(each, names, choices) for each in texts(blocks)] for area, blocks in places.items()}
    return {**changed, "blocks": there}


def _name(text: str) -> str:
    return text.split(maxsplit=1)[0]


def _hidden(name: str, side: str, known: set[str]) -> bool:
    return _SIDE[name] != side and name not in known


def _with_strength(text: str, names: Mapping[str, str], choices: Choices) -> str:
    """Return a block on the map: as it is if it is seen, else another one with any strength that it can have."""
    name = _name(text)
    return text if name not in names else f"{names[name]} {1 + choices.below(_FULL[names[name]])}"


def _cards(form: Mapping[str, Json], seen: Mapping[str, Json], side: str, choices: Choices) -> dict[str, Json]:
    """Return the hands and the cards on the table, the enemy's dealt from what the side does not see."""
    own = texts(seen.get("hand"))
    table = {name: str(card) for name, card in mapping(form.get("played")).items()}
    enemy = next(each for each in sorted(set(_SIDE.values())) if each != side)
    face_down = seen.get("enemy_card") == "face_down"
    left = [card.value for card, count in zip(KINDS, DECK, strict=True) for _ in range(count)]
    for card in (*own, *(card for name, card in table.items() if name == side or not face_down)):
        left.remove(card)
    held = seen["enemy_hand"]
    assert isinstance(held, int)
    cards = drawn(left, held + face_down, choices)[0]
    if face_down:
        table[enemy] = cards.pop()
    hands: dict[str, Json] = {name: list(hand) for name, hand in ((side, own), (enemy, cards)) if hand}
    return {"hands": hands, "played": {**table}}
