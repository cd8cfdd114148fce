"""Find the facts that chance can change, for users who name no facts."""

from collections.abc import Iterator, Mapping

from oracle.drawing import is_empty
from oracle.odds.explore import PositionTree
from oracle.odds.facts import DUE, Fact, Happens, Stands, due_name
from oracle.odds.walker import TooManyPositions
from reference.kernel.canonical import Json, canonical_text

MOST_ENDS = 2_000
MOST_FACTS = 12
# The stage of procedures; shown only if nothing else distinguishes the outcomes.
_MACHINERY = ("frames.", "phase.")
# That a decision was passed over is seen in what is due; whoever wants its count names it.
_PASSED_OVER = "not_asked"


def varying(tree: PositionTree) -> list[Fact]:
    """Return the facts that differ between the ends of a walk, and the events that do not always happen."""
    ends = tree.ends()
    if len(ends) > MOST_ENDS:
        raise TooManyPositions(f"{len(ends)} different ends")
    found_at = [dict(leaves(table.canonical(), "")) for table, _ in ends]
    paths = dict.fromkeys(path for each in found_at for path in each)
    differing = [path for path in paths if len({each.get(path) for each in found_at}) > 1]
    on_board: list[Fact] = [Stands(path) for path in differing if not path.startswith(_MACHINERY)]
    under_way: list[Fact] = [Stands(path) for path in differing if path.startswith(_MACHINERY)]
    due: list[Fact] = [Stands(DUE)] if len({due_name(table) for table, _ in ends}) > 1 else []
    kinds = sorted(kind for kind in tree.happened() if kind != _PASSED_OVER)
    events = [each for each in map(Happens, kinds) if len(tree.odds(each)) > 1]
    found = [*due, *on_board, *events][:MOST_FACTS]
    return found if due or on_board else [*found, *under_way][:MOST_FACTS]


def leaves(value: Json, path: str) -> Iterator[tuple[str, str]]:
    """Return every path to something that is neither a table nor a list of tables, with its canonical text."""
    if isinstance(value, list | tuple) and any(isinstance(item, Mapping) for item in value):
        value = {str(index): item for index, item in enumerate(value)}
    if isinstance(value, Mapping):
        for name, inner in value.items():
            if name != "type":
                yield from leaves(inner, f"{path}.{name}" if path else name)
    elif not is_empty(value):
        yield path, canonical_text(value)
