"""Chapters 7.61 to 7.63 and 9.14-b: which ways to spread losses over a stack are legal.

Counters alike in every respect form a group, and the owner says group by group how many steps it loses. Inside a
group no counter dies while another is still full, so the number of steps is enough. A way to spread losses over the
groups is legal or not as a whole. `legal_spreads` lists the legal ones; a number may be named for a group if some legal
spread has it (`open_numbers`).

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
_DRILLED, _OTHERS = "drilled", "others"
# Makes a span empty: more than any stack has steps.
_NEVER = -1_000_000


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

# In a legal spread no unit dies while a full one of its class, drilled or not, is left. So what is legal depends only
# on how many steps each class loses in all, and the ways to spread losses over two classes are few, however many
# groups there are.


def classes(groups: tuple[Group, ...]) -> tuple[Group, Group]:
    """Return all drilled units as one group and all others as another."""
    drilled, others = (
        Group(
            name,
            name == _DRILLED,
            sum(group.full for group in groups if group.drilled is (name == _DRILLED)),
            sum(group.reduced for group in groups if group.drilled is (name == _DRILLED)),
        )
        for name in (_DRILLED, _OTHERS)
    )
    return drilled, others


def open_numbers(groups: tuple[Group, ...], duty: tuple[bool, ...], named: Spread, ruleset: Ruleset) -> tuple[int, ...]:
    """Return the numbers that may be named for the next group, after those already named."""
    totals = legal_spreads(classes(groups), duty, ruleset)
    most = min(len(duty) - sum(named), groups[len(named)].steps)
    return tuple(lost for lost in range(most + 1) if _fitting(groups, (*named, lost), totals))


def _fitting(
    groups: tuple[Group, ...], named: Spread, totals: Iterable[Spread], *, full_first: bool = True
) -> tuple[Spread, ...]:
    """Return those losses of the two classes that can be spread over the groups as named so far.

    If full units come first, either all of a class lose at most their full units' first steps, or all at least those.
    """
    spans = tuple(_spans(groups, named, drilled=drilled) for drilled in (True, False))
    return tuple(
        total
        for total in totals
        if all(
            any(least <= lost <= most for least, most in (span if full_first else (_whole(span),)))
            for lost, span in zip(total, spans, strict=True)
        )
    )


def _spans(groups: tuple[Group, ...], named: Spread, *, drilled: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return what a class may lose in all, given what is named: while no unit of it dies, and once none is full."""
    flipping, dying = [0, 0], [0, 0]
    for index, group in enumerate(groups):
        if group.drilled is drilled:
            least, most = (named[index], named[index]) if index < len(named) else (0, group.steps)
            flipping = [flipping[0] + least, flipping[1] + (min(most, group.full) if least <= group.full else _NEVER)]
            dying = [dying[0] + (max(least, group.full) if most >= group.full else -_NEVER), dying[1] + most]
    return (flipping[0], flipping[1]), (dying[0], dying[1])


def _whole(spans: tuple[tuple[int, int], tuple[int, int]]) -> tuple[int, int]:
    """Return what a class may lose in all, whether units die beside full ones or not."""
    return spans[0][0], spans[1][1]


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
    if lost in open_numbers(groups, duty, named, ruleset):
        return ()
    return _why_no_spread(groups, duty[:bearable], (*named, lost), ruleset, assault=assault)


def _why_no_spread(
    groups: tuple[Group, ...], duty: tuple[bool, ...], named: Spread, ruleset: Ruleset, *, assault: bool
) -> tuple[Violation, ...]:
    """Return why no spread that begins as named is legal: the duty, or that full units flip before any unit dies."""
    facts: dict[str, Fact] = {"group": groups[len(named) - 1].type, "named": named[-1], "losses": len(duty)}
    pair = classes(groups)
    every = tuple(_all_spreads(pair, len(duty)))
    possible = _fitting(groups, named, every, full_first=False)
    if not possible:
        return (violation(Reason.FEWER_STEPS_THAN_LOSSES, "ww:7.6", **facts),)
    quota = drilled_quota(groups, sum(duty))
    most = max(drilled_steps(pair, total) for total in possible)
    if ruleset.battle_loss_rule == "odd_sequential":
        keeps_duty = bool(_fitting(groups, named, _loss_by_loss(pair, duty, (on_duty,)), full_first=False))
        in_order = _loss_by_loss(pair, duty, (full_first_but_for_duty,))
    else:
        keeps_duty = most >= quota
        in_order = tuple(total for total in every if not dies_beside_full(pair, total, quota))
    keeps_full_first = bool(_fitting(groups, named, in_order))
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
