"""Games of our own engine, written as the other implementation would have, conform; spoiled ones are unreadable."""

import itertools
from collections import Counter

import pytest

from oracle.choices import Dice
from oracle.peers.hammer_of_the_scots import IMPORTER
from oracle.peers.tampering import caught
from properties.domains import DEEP
from properties.hammer_of_the_scots.explorer import ruleset
from properties.spoiled_positions import spoiled
from reference.kernel.canonical import Unreadable, canonical_text, checked
from tests.oracle.fabricated_hammer import SCENARIOS, fabricated, text_of

# Every decision with every action the description of the format lists.
LISTED = {
    "play_card": ("play",),
    "coronation_event": ("play_event", "crown_bruce", "crown_comyn", "return_of_the_king"),
    "herald": ("noble", "pass"),
    "victuals": ("block", "end_builds"),
    "pillage": ("area", "pass"),
    "pillage_hits": ("block",),
    "pillage_builds": ("block", "end_pillage"),
    "sea_move": ("block", "end_move_phase"),
    "sea_move_to": ("area", "block"),
    "move_who": ("block", "end_move_phase"),
    "move_where": ("area",),
    "battle_phase": ("area",),
    "coronation_battles": ("area",),
    "battle_round": ("battle_fire", "battle_pass", "battle_retreat"),
    "battle_hits": ("battle_hit",),
    "retreat_in_battle": ("area", "block"),
    "retreat": ("block", "end_retreat"),
    "retreat_to": ("area", "eliminate"),
    "regroup": ("block", "end_regroup"),
    "regroup_to": ("area",),
    "border_raids": ("block",),
    "bruce": ("area",),
    "comyn": ("area",),
    "moray": ("area",),
    "scottish_king": ("area",),
    "wallace": ("area",),
    "edward_wintering": ("winter", "disband"),
    "english_disbanding": ("block", "end_disbanding"),
    "scottish_disbanding": ("block", "end_disbanding"),
    "scottish_builds": ("area", "block", "end_builds"),
    "english_builds": ("block", "end_builds"),
}
# Enough games, most of them short, that every action listed is taken somewhere.
GAMES = (
    ("braveheart", 243, 330),
    ("braveheart", 346, 540),
    ("braveheart", 138, 350),
    ("the_bruce", 1, 300),
    ("campaign", 140, 600),
    ("campaign", 74, 600),
    ("campaign", 103, 480),
)


def _actions(lines: list[dict[str, object]]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for line in lines[1:-1]:
        done = line["do"]
        assert isinstance(done, list)
        found[str(line["decision"]), str(done[0])] += 1
    return found


@pytest.mark.parametrize(("scenario", "seed", "most"), GAMES)
def test_a_fabricated_game_conforms(scenario: str, seed: int, most: int) -> None:
    lines = fabricated(scenario, ruleset("peer"), seed, most)
    text = text_of(lines)
    assert IMPORTER.format.recognises(text.split("\n")[0])
    report = IMPORTER.replay(text.splitlines())
    assert report.divergences == ()
    assert report.steps == len(lines) - 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_fabricated_game_with_gathered_hits_conforms(scenario: str) -> None:
    report = IMPORTER.replay(
        text_of(fabricated(scenario, ruleset("peer", hit_timing="until_side_changes"), 2, 400)).splitlines()
    )
    assert report.divergences == ()
    assert report.ruleset == "peer+hit_timing=until_side_changes"


# Games of any mixture of options: a few in each run of the tests, hundreds in `make deep`.
MIXTURES = tuple(itertools.product(SCENARIOS, ("per_block", "until_side_changes"), ("off", "on"), (False, True)))
NUMBER = 480 if DEEP else len(MIXTURES)


def _mixed(number: int, most: int) -> list[dict[str, object]]:
    scenario, timing, schiltroms, autohit = MIXTURES[number % len(MIXTURES)]
    rules = ruleset("peer", hit_timing=timing, schiltroms=schiltroms)
    return fabricated(scenario, rules, 1000 + number, most, autohit=autohit)


def test_fabricated_games_of_every_mixture_of_options_conform() -> None:
    seen: set[str] = set()
    for number in range(NUMBER):
        lines = _mixed(number, 1500 if DEEP else 120)
        report = IMPORTER.replay(text_of(lines).splitlines())
        assert report.divergences == (), (number, report.divergences[:1])
        assert report.steps == len(lines) - 2
        seen.add(f"{report.scenario} {canonical_text(checked(lines[0]['options']))}")
    assert len(seen) == len(MIXTURES)


def test_faults_planted_in_fabricated_games_of_every_mixture_are_caught() -> None:
    total: Counter[str] = Counter()
    for number in range(0, NUMBER, 4):
        lines = tuple(checked(line) for line in _mixed(number, 60))
        shares = caught(IMPORTER, tuple(line for line in lines if isinstance(line, dict)), 1)
        assert shares is not None
        for kind, share in shares.items():
            total.update({f"{kind} planted": share.planted, f"{kind} caught": share.caught})
    for kind in ("a wrong piece", "an illegal choice", "a choice not offered"):
        assert total[f"{kind} caught"] == total[f"{kind} planted"] > 0


def test_every_action_of_the_format_is_taken_in_some_fabricated_game() -> None:
    taken: Counter[tuple[str, str]] = Counter()
    for scenario, seed, most in GAMES:
        taken += _actions(fabricated(scenario, ruleset("peer"), seed, most))
    listed = {(decision, action) for decision, actions in LISTED.items() for action in actions}
    assert listed - set(taken) == set()
    assert set(taken) <= listed


def test_a_spoiled_record_is_unreadable_or_diverges_and_never_breaks_the_reader() -> None:
    dice = Dice(3)
    record = fabricated("braveheart", ruleset("peer"), 17, 150)
    lines = [checked(line) for line in record]
    outcomes: Counter[str] = Counter()
    for _ in range(40):
        number = dice.randrange(len(lines))
        others = dice.sample(lines[1:-1], 3)
        changed = [*lines[:number], spoiled(lines[number], others, dice), *lines[number + 1 :]]
        try:
            report = IMPORTER.replay(canonical_text(line) for line in changed)
        except Unreadable:
            outcomes["unreadable"] += 1
        else:
            outcomes["diverges" if report.divergences else "conforms"] += 1
    assert outcomes["unreadable"] > 5
    assert outcomes["diverges"] > 5
