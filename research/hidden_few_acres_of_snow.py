"""What is hidden in A Few Acres of Snow: the enemy's hand, both decks, what the option keeps shut, and named cards."""

from collections.abc import Mapping

from oracle.choices import Choices
from reference.few_acres_of_snow.ch02_cards import FACES, card, is_location
from reference.kernel.canonical import Json
from research.deals import drawn, mapping, shuffled, texts
from rulebook import Position, view

_PILES = ("hands", "decks", "discards", "locations", "empire")


def dealt(position: Position, side: str, choices: Choices) -> Json:
    """Return a position with every hidden card dealt anew, where it can be."""
    form, seen = mapping(position.as_json()), mapping(view(position, side))
    whole = mapping(position.table.describe())
    enemy = next(each for each in mapping(form["money"]) if each != side)
    shut = {name for name in ("discards", "locations", "empire") if isinstance(mapping(seen[name])[enemy], int)}
    if isinstance(seen["enemy_hand"], int):
        shut.add("hands")
    piles = {name: {each: texts(pile) for each, pile in mapping(whole[name]).items()} for name in _PILES}
    theirs = {name: piles[name][enemy] for name in ("decks", *sorted(shut))}
    own = [each for each in piles["decks"][side] if _colour(each) == side]
    foreign = [each for each in piles["decks"][side] if _colour(each) != side]
    unknown = [*foreign, *(each for pile in theirs.values() for each in pile)]
    neutral = sorted(each for each in unknown if _colour(each) is None)
    mine, others = drawn(neutral, len(foreign), choices)
    piles["decks"][side] = [*own, *mine]
    rest = sorted((*others, *(each for each in unknown if _colour(each) is not None)))
    for name, pile in _spread(theirs, rest, choices).items():
        piles[name][enemy] = pile
    # The order of a deck matters only where it was given.
    for each in texts(form.get("stacked")):
        piles["decks"][each] = shuffled(piles["decks"][each], choices)
    changed: dict[str, Json] = {**form, **{name: {**each} for name, each in piles.items()}}
    if "sieges" in form:
        changed["sieges"] = _sieges(mapping(form["sieges"]), side, choices)
    return changed


def _colour(name: str) -> str | None:
    owner = FACES[card(name)].owner
    return None if owner is None else owner.value


def _spread(piles: Mapping[str, list[str]], cards: list[str], choices: Choices) -> dict[str, list[str]]:
    """Return the enemy's shut piles with these cards dealt among them, each pile as large as it was."""
    found: dict[str, list[str]] = {}
    for name, of_locations in (("locations", True), ("empire", False)):
        if name in piles:
            fit = [each for each in cards if is_location(card(each)) is of_locations and _colour(each) is not None]
            found[name], _ = drawn(fit, len(piles[name]), choices)
            for each in found[name]:
                cards.remove(each)
    for name in ("hands", "discards"):
        if name in piles:
            found[name], cards = drawn(cards, len(piles[name]), choices)
    return {**found, "decks": cards}


def _sieges(sieges: Mapping[str, Json], side: str, choices: Choices) -> dict[str, Json]:
    """Return both sieges with the card that the enemy named, if any, chosen anew among those it can be."""
    found: dict[str, Json] = {}
    for attacker, siege in sieges.items():
        theirs = ("defenders", "defender_named") if attacker == side else ("attackers", "attacker_named")
        form = {name: value for name, value in mapping(siege).items() if name != theirs[1]}
        empire = sorted({each for each in texts(form[theirs[0]]) if not is_location(card(each))})
        named = choices.one([None, *empire])
        found[attacker] = form if named is None else {**form, theirs[1]: named}
    return found
