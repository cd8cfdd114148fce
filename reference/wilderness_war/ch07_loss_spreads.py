"""Chapters 7.61 to 7.63 and 9.14-b: which ways to spread losses over a stack are legal.

Counters alike in every respect form a group, and the owner says group by group how many steps it loses. Inside a
group no counter dies while another is still full, so the number of steps is enough. A way to spread losses over the
groups is legal or not as a whole. `legal_spreads` lists the legal ones; a number may be named for a group if some legal
spread has it.

Drilled troops have the duty to take a share of the losses: every other loss in a battle (7.62), every loss in an
assault (9.14). Editions disagree on whether the duty binds loss by loss or only in sum.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from reference.kernel.rules import rule
from reference.kernel.verdicts import Fact, Violation, violation
from reference.wilderness_war.ch03_pieces import FULL, REDUCED
from reference.wilderness_war.combat_table import table
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.ruleset import Ruleset

Spread = tuple[int, ...]
Filter = Callable[[tuple["Group", ...], Spread, tuple[int, ...], bool], tuple[int, ...]]

_SHARE_OF = table("battle").number("drilled_share_denominator")
_SHARE = table("battle").number("drilled_share_numerator")


class Group(NamedTuple):
    """Counters that are alike: what they are, and how many stand at full and at reduced strength."""

    type: str
    drilled: bool
    full: int
    reduced: int

    @property
    def steps(self) -> int:
        """Return the steps of all counters of the group."""
        return self.full * FULL + self.reduced * REDUCED


@rule("ww:7.61", "ww:3.1-steps")
def flips_and_deaths(group: Group, lost: int) -> tuple[int, int]:
    """Return how many counters flip and how many die when a group loses steps: all flip before any dies."""
    flips = min(lost, group.full)
    return flips, lost - flips


@rule("ww:7.62")
def battle_duty(losses: int) -> tuple[bool, ...]:
    """Say for each loss of a battle, in order, whether drilled troops must take it: the first, third, fifth ..."""
    return tuple(count % _SHARE_OF == _SHARE for count in range(1, losses + 1))


@rule("ww:9.14-b")
def assault_duty(losses: int) -> tuple[bool, ...]:
    """Say that drilled troops must take every loss of an assault."""
    return (True,) * losses


def legal_spreads(groups: tuple[Group, ...], duty: tuple[bool, ...], ruleset: Ruleset) -> tuple[Spread, ...]:
    """Return every legal way to spread losses over groups, in order."""
    bearable = min(len(duty), sum(group.steps for group in groups))
    if ruleset.battle_loss_rule == "odd_sequential":
        return _loss_by_loss(groups, duty[:bearable], (on_duty, full_first))
    return _in_sum(groups, bearable, sum(duty))


@lru_cache(maxsize=4096)
def _in_sum(groups: tuple[Group, ...], losses: int, duty: int) -> tuple[Spread, ...]:
    quota = drilled_quota(groups, duty)
    return tuple(
        spread
        for spread in _all_spreads(groups, losses)
        if drilled_steps(groups, spread) >= quota and not dies_beside_full(groups, spread, quota)
    )


def _all_spreads(groups: tuple[Group, ...], losses: int) -> list[Spread]:
    """Return every way to take this number of steps from the groups, legal or not."""
    room_after = list(accumulate((group.steps for group in reversed(groups)), initial=0))[::-1]
    spreads: list[Spread] = [()]
    for index, group in enumerate(groups):
        spreads = [
            (*spread, lost)
            for spread in spreads
            for lost in range(min(group.steps, losses - sum(spread)) + 1)
            if losses - sum(spread) - lost <= room_after[index + 1]
        ]
    return spreads


def drilled_steps(groups: tuple[Group, ...], spread: Spread) -> int:
    """Count the steps that drilled troops lose in a spread."""
    return sum(lost for group, lost in zip(groups, spread, strict=True) if group.drilled)


@rule("ww:7.62", "ww:9.14-b")
def drilled_quota(groups: tuple[Group, ...], duty: int) -> int:
    """Return how many steps drilled troops must lose: their duty, as far as they have the steps."""
    return min(duty, sum(group.steps for group in groups if group.drilled))


@rule("ww:7.63")
def dies_beside_full(groups: tuple[Group, ...], spread: Spread, quota: int) -> bool:
    """Say whether a spread kills a unit while another stays full, and the drilled quota does not demand it."""
    outcomes = [(group, *flips_and_deaths(group, lost)) for group, lost in zip(groups, spread, strict=True)]
    full = any(flips < group.full for group, flips, _ in outcomes)
    full_drilled = any(flips < group.full for group, flips, _ in outcomes if group.drilled)
    if any(deaths for group, _, deaths in outcomes if not group.drilled):
        return full
    if any(deaths for _, _, deaths in outcomes):
        return full_drilled or (full and drilled_steps(groups, spread) > quota)
    return False


@lru_cache(maxsize=4096)
def _loss_by_loss(groups: tuple[Group, ...], duty: tuple[bool, ...], filters: tuple[Filter, ...]) -> tuple[Spread, ...]:
    spreads: set[Spread] = {(0,) * len(groups)}
    for bound in duty:
        following: set[Spread] = set()
        for spread in spreads:
            losers = tuple(index for index, group in enumerate(groups) if spread[index] < group.steps)
            for narrow in filters:
                losers = narrow(groups, spread, losers, bound) or losers
            following |= {(*spread[:index], spread[index] + 1, *spread[index + 1 :]) for index in losers}
        spreads = following
    return tuple(sorted(spreads))


@rule("ww:7.62", "ww:9.14-b")
def on_duty(groups: tuple[Group, ...], _: Spread, losers: tuple[int, ...], bound: bool) -> tuple[int, ...]:
    """Return the groups that must take the next loss: the drilled ones, if the duty binds."""
    return tuple(index for index in losers if groups[index].drilled) if bound else ()


@rule("ww:7.63")
def full_first(groups: tuple[Group, ...], spread: Spread, losers: tuple[int, ...], _: bool) -> tuple[int, ...]:
    """Return the groups that still have a full unit, which must flip before another unit dies."""
    return tuple(index for index in losers if spread[index] < groups[index].full)


@rule("ww:7.63")
def full_first_but_for_duty(
    groups: tuple[Group, ...], spread: Spread, losers: tuple[int, ...], bound: bool
) -> tuple[int, ...]:
    """Return the groups that may take the next loss: those with a full unit, or drilled ones that must take it."""
    dutiful = on_duty(groups, spread, losers, bound)
    freely = full_first(groups, spread, losers, bound) or losers
    return tuple(sorted({*freely, *(full_first(groups, spread, dutiful, bound) or dutiful)}))


# ---------------------------------------------------------------- saying it group by group


def group_numbers(spreads: tuple[Spread, ...], named: Spread) -> tuple[int, ...]:
    """Return the numbers that may be named for the next group, after those already named."""
    place = len(named)
    return tuple(sorted({spread[place] for spread in spreads if spread[:place] == named}))


def loss_violations(
    groups: tuple[Group, ...], duty: tuple[bool, ...], named: Spread, lost: int, ruleset: Ruleset, *, assault: bool
) -> tuple[Violation, ...]:
    """Return the rules that naming a number of steps for the next group would break."""
    group = groups[len(named)]
    bearable = min(len(duty), sum(each.steps for each in groups))
    left = bearable - sum(named)
    if lost > group.steps:
        return (
            violation(Reason.MORE_STEPS_THAN_THERE_ARE, "ww:7.61", group=group.type, steps=group.steps, named=lost),
        )
    if lost > left:
        return (violation(Reason.MORE_STEPS_THAN_LOSSES, "ww:7.6", group=group.type, losses=left, named=lost),)
    if lost in group_numbers(legal_spreads(groups, duty, ruleset), named):
        return ()
    return _why_no_spread(groups, duty[:bearable], (*named, lost), ruleset, assault=assault)


def _why_no_spread(
    groups: tuple[Group, ...], duty: tuple[bool, ...], named: Spread, ruleset: Ruleset, *, assault: bool
) -> tuple[Violation, ...]:
    """Return why no spread that begins as named is legal: the duty, or that full units flip before any unit dies."""
    facts: dict[str, Fact] = {"group": groups[len(named) - 1].type, "named": named[-1], "losses": len(duty)}
    possible = _starting(_all_spreads(groups, len(duty)), named)
    if not possible:
        return (violation(Reason.FEWER_STEPS_THAN_LOSSES, "ww:7.6", **facts),)
    quota = drilled_quota(groups, sum(duty))
    most = max(drilled_steps(groups, spread) for spread in possible)
    if ruleset.battle_loss_rule == "odd_sequential":
        keeps_duty = bool(_starting(_loss_by_loss(groups, duty, (on_duty,)), named))
        keeps_full_first = bool(_starting(_loss_by_loss(groups, duty, (full_first_but_for_duty,)), named))
    else:
        keeps_duty = most >= quota
        keeps_full_first = not all(dies_beside_full(groups, spread, quota) for spread in possible)
    if keeps_duty and keeps_full_first:
        return tuple(
            violation(Reason.NO_ORDER_OF_LOSSES, broken, **facts) for broken in (_duty_rule(assault=assault), "ww:7.63")
        )
    found: list[Violation] = []
    if not keeps_duty:
        must = {"drilled_must_lose": quota, "drilled_would_lose": most}
        found.append(violation(Reason.TOO_FEW_DRILLED_LOSSES, _duty_rule(assault=assault), **facts, **must))
    if not keeps_full_first:
        found.append(violation(Reason.DEAD_BESIDE_FULL, "ww:7.63", **facts))
    return tuple(found)


def _duty_rule(*, assault: bool) -> str:
    return "ww:9.14-b" if assault else "ww:7.62"


def _starting(spreads: Iterable[Spread], named: Spread) -> list[Spread]:
    return [spread for spread in spreads if spread[: len(named)] == named]
