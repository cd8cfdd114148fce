"""Which rules a judgement applied: those with a function that ran for it, as the evidence plug-in sees it."""

from collections.abc import Callable

from oracle.evidence.plugin import WITNESS
from reference.kernel.rules import RuleId


def applied(judge: Callable[[], object]) -> frozenset[RuleId]:
    """Run a judgement with every memo empty and return the rules whose functions ran; what ran before stays noted."""
    before = bytes(WITNESS.seen)
    WITNESS.forget()
    judge()
    rules = frozenset(rule for index in WITNESS.ran() for rule in WITNESS.functions[index].rules)
    for index, ran in enumerate(before):
        if ran:
            WITNESS.seen[index] = 1
    return rules
