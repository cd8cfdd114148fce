"""Positions that a side could be in: they look the same, are sound, and come with the right odds."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from oracle.choices import Choices, Dice
from reference.kernel.canonical import Json
from research import determinise, hidden_wilderness_war
from research.determinise import NothingLooksTheSame, determinised, looks_the_same, possible
from research.match import sides_of
from rulebook import Decision, Position, case, decide, view
from spec_tables.reader import rows
from tests.research.positions import GAMES, on_the_way

HIDDEN_CARDS = ("card_1", "card_2", "card_3", "card_4")
# The steps printed on the blocks.
FULL = {
    row.word("id"): row.number("max_steps")
    for row in rows("hammer_of_the_scots", "blocks")
    if row.word("id") in ("e_york_knights", "e_hobelars", "e_edward")
}


@pytest.mark.parametrize("game", GAMES)
def test_samples_look_the_same_are_sound_and_differ_from_each_other(game: str) -> None:
    """Given positions of a random game, then what is sampled is another position that the side cannot tell apart."""
    found: set[str] = set()
    places = 0
    for position in on_the_way(game, seed=11, most=90, every=15):
        for side in sides_of(game):
            places += 1
            for seed in range(2):
                other = determinised(position, side, Dice(seed))
                assert view(other, side) == view(position, side)
                assert other.check() == ()
                here, there = decide(position), decide(other)
                assert isinstance(here, Decision)
                assert isinstance(there, Decision)
                assert (here.by, here.about) == (there.by, there.about)
                found.add(other.digest())
    assert len(found) > places


# ---------------------------------------------------------------- the odds, by enumeration


def wilderness_war() -> Position:
    """Return a British decision with four hidden cards, two of them in the French hand."""
    first = next(on_the_way("wilderness_war", seed=1, most=1, every=1))
    form = first.as_json()
    assert isinstance(form, Mapping)
    assert isinstance(form["cards_aside"], list)
    due = decide(first)
    assert isinstance(due, Decision)
    side = due.by
    enemy = next(each for each in sides_of("wilderness_war") if each != side)
    aside = {str(each) for each in form["cards_aside"]}
    own = ["card_10"]
    rest = [card for card in (f"card_{number}" for number in range(1, 71)) if card not in {*HIDDEN_CARDS, *own, *aside}]
    return case("ww", {**form, "hands": {side: own, enemy: list(HIDDEN_CARDS[:2])}, "discards": rest})


def test_the_odds_of_hands_are_those_of_all_pairs_of_cards() -> None:
    """Given two of four cards in the enemy's hand, then each pair has 1/6."""
    position = wilderness_war()
    due = decide(position)
    assert isinstance(due, Decision)
    form = position.as_json()
    assert isinstance(form, Mapping)
    hands = form["hands"]
    assert isinstance(hands, Mapping)
    enemy = next(each for each in hands if each != due.by)
    every = {
        case("ww", {**form, "hands": {**hands, enemy: list(pair)}}).digest(): Fraction(1, 6)
        for pair in combinations(HIDDEN_CARDS, 2)
    }
    assert {each.digest(): odds for each, odds in possible(position, due.by)} == every


def hammer_of_the_scots(lancaster: str = "e_york_knights 3", mar: str = "e_hobelars 1") -> Position:
    return case("hs", {
        "blocks": {"england": [lancaster], "teviot": [mar], "fife": ["s_wallace"], "moray": ["s_moray"]},
        "pool": ["e_edward"],
        "opening": {"type": "moves", "side": "scotland", "points": 1},
    })  # fmt: skip


def test_the_odds_of_blocks_are_those_of_all_arrangements_and_strengths() -> None:
    """Given three English blocks, one in the pool, then arrangements are equally likely, and so are strengths."""
    position = hammer_of_the_scots()
    found = {each.digest(): odds for each, odds in possible(position, "scotland")}
    every: dict[str, Fraction] = {}
    for one, other, third in permutations(FULL):
        for strength, another in product(range(1, FULL[one] + 1), range(1, FULL[other] + 1)):
            blocks = {**_blocks(position), "england": [f"{one} {strength}"], "teviot": [f"{other} {another}"]}
            there = case("hs", {**_form(position), "blocks": blocks, "pool": [third]})
            every[there.digest()] = Fraction(1, 6 * FULL[one] * FULL[other])
    assert found == every


def _form(position: Position) -> Mapping[str, Json]:
    form = position.as_json()
    assert isinstance(form, Mapping)
    return form


def _blocks(position: Position) -> Mapping[str, Json]:
    blocks = _form(position)["blocks"]
    assert isinstance(blocks, Mapping)
    return blocks


def few_acres_of_snow(hand: tuple[str, ...], deck: tuple[str, ...], own_deck: tuple[str, ...]) -> Position:
    rest = ["french_louisbourg", "french_montreal", "french_port_royal", "french_tadoussac", "french_trois_rivieres",
            "french_bateaux", "french_starting_regular_infantry", "french_gaspe"]  # fmt: skip
    british = ["british_boston", "british_new_york", "british_norfolk", "british_pemaquid", "british_philadelphia"]
    return case("fa", {
        "hands": {"british": british, "french": list(hand)},
        "decks": {"british": list(own_deck), "french": list(deck)},
        "discards": {"british": ["british_new_haven"], "french": rest},
    })  # fmt: skip


def test_the_odds_of_piles_are_those_of_all_arrangements_of_the_cards() -> None:
    """Given two hidden French cards and two neutral ones, of which one is in the British deck, then each way counts."""
    french, neutral = ("french_quebec", "french_trader"), ("neutral_settlers", "neutral_fortification")
    position = few_acres_of_snow(french[:1], (french[1], neutral[0]), ("british_st_marys", neutral[1]))
    counted: Counter[str] = Counter()
    for mine in neutral:
        cards = (*french, *(each for each in neutral if each != mine))
        for hand in cards:
            deck = tuple(each for each in cards if each != hand)
            counted[few_acres_of_snow((hand,), deck, ("british_st_marys", mine)).digest()] += 1
    expected = {name: Fraction(count, counted.total()) for name, count in counted.items()}
    assert len(expected) == 6
    assert {each.digest(): odds for each, odds in possible(position, "british")} == expected


def off(position: Position, side: str, *, samples: int) -> float:
    """Return how far the samples are from the exact odds: chi-squared, divided by what is expected by chance."""
    expected = {each.digest(): odds for each, odds in possible(position, side)}
    dice = Dice("how far")
    counted = Counter(determinised(position, side, dice).digest() for _ in range(samples))
    assert counted.keys() <= expected.keys()
    squares = sum((counted[name] - samples * odds) ** 2 / (samples * odds) for name, odds in expected.items())
    return float(squares) / (len(expected) - 1)


def test_samples_follow_the_exact_odds() -> None:
    """Given six equally likely hands, when 240 are sampled, then they are spread as chance spreads them."""
    position = wilderness_war()
    due = decide(position)
    assert isinstance(due, Decision)
    assert off(position, due.by, samples=240) < 3


# ---------------------------------------------------------------- planted faults


def test_a_planted_bias_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a deal that prefers the first card, when samples are held against the odds, then they are far off."""

    def biased(items: list[str], count: int, choices: Choices) -> tuple[list[str], list[str]]:
        left = list(items)
        found = [left.pop(min(choices.below(len(left)), choices.below(len(left)))) for _ in range(count)]
        return found, left

    position = wilderness_war()
    due = decide(position)
    assert isinstance(due, Decision)
    right = possible(position, due.by)
    monkeypatch.setattr(hidden_wilderness_war, "drawn", biased)
    monkeypatch.setattr(determinise, "possible", lambda *_: right)
    expected = {each.digest(): odds for each, odds in right}
    dice = Dice("biased")
    counted = Counter(determinised(position, due.by, dice).digest() for _ in range(240))
    squares = sum((counted[name] - 240 * odds) ** 2 / (240 * odds) for name, odds in expected.items())
    assert float(squares) / (len(expected) - 1) > 3


def test_what_the_side_would_see_is_never_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a deal that takes a card out of the own hand, then nothing it proposes is accepted."""
    position = wilderness_war()
    due = decide(position)
    assert isinstance(due, Decision)

    def spoiled(given: Position, side: str, _: Choices) -> Json:
        form = _form(given)
        hands = form["hands"]
        assert isinstance(hands, Mapping)
        return {**form, "hands": {**hands, side: []}}

    monkeypatch.setattr(determinise, "_DEALS", {"wilderness_war": spoiled})
    with pytest.raises(NothingLooksTheSame):
        determinised(position, due.by, Dice(1), tries=3)


def test_an_unsound_position_never_looks_the_same() -> None:
    """Given Norse inland, which England cannot see, then the position is not one it could be in."""
    moves: Json = {"type": "moves", "side": "scotland", "points": 1}
    sound = case("hs", {"blocks": {"fife": ["s_fraser"], "mar": ["e_mar"]}, "pool": ["s_norse"], "opening": moves})
    unsound = case(
        "hs", {"blocks": {"badenoch": ["s_norse"], "mar": ["e_mar"]}, "pool": ["s_fraser"], "opening": moves}
    )
    assert unsound.check() != ()
    assert looks_the_same(sound, sound, "england")
    assert not looks_the_same(unsound, unsound, "england")
