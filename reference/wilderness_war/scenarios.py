"""The four scenarios and their two set-ups (playbook).

A scenario names its set-up, its last year and its victory conditions; the set-up says what stands where.
"""

from reference.kernel.canonical import Unreadable
from reference.kernel.rules import rule
from reference.kernel.stacks import Stack
from reference.wilderness_war import board as b
from reference.wilderness_war.board import Away, Board
from reference.wilderness_war.cards import FACES, At, Cards
from reference.wilderness_war.ch02_map import GAME, space
from reference.wilderness_war.ch03_pieces import FULL, leader, unit
from reference.wilderness_war.ch04_sequence import first_player
from reference.wilderness_war.ch13_bidding import is_bidding
from reference.wilderness_war.ch13_victory import NIAGARA, OHIO_FORKS, holder
from reference.wilderness_war.frames import Bidding, Frame, Year, YearStage
from reference.wilderness_war.ruleset import Ruleset
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Assemblies, Season, State, Tracks
from spec_tables.reader import Document, document

_DOCUMENT = document(GAME, "scenarios")
_BY_ID = {entry.text("id"): entry for entry in _DOCUMENT.tables("scenario")}
SCENARIOS: tuple[str, ...] = tuple(_BY_ID)


@rule(
    "ww:sc-list",
    "ww:sc-am-length",
    "ww:sc-ew-length",
    "ww:sc-lw",
    "ww:sc-full",
    "ww:sc-am-markers",
    "ww:sc-ew-markers",
)
def set_up(scenario: str, ruleset: Ruleset) -> State:
    """Return the state in which a scenario begins, before any bidding for sides."""
    entry = _entry(scenario)
    layout = _DOCUMENT.table("setup").table(entry.text("setup"))
    board = _placed(layout)
    begun = entry.table("start").number("year")
    tracks = Tracks(
        year=begun,
        season=Season(entry.table("start").text("season")),
        last_year=_last_year(entry),
        vp=_starting_vp(layout),
        assemblies=Assemblies(layout.text("provincial_assemblies")),
        niagara=holder(board, NIAGARA),
        ohio_forks=holder(board, OHIO_FORKS),
        start=begun,
        pitt=_has_happened(layout, "William Pitt"),
        diplomatic=_has_happened(layout, "Diplomatic Revolution"),
    )
    return State(board, tracks, Stack(_first_frames(tracks, ruleset)), ruleset, cards=_deck(layout))


@rule("ww:sc-am-length", "ww:sc-ew-length", "ww:sc-lw", "ww:sc-full")
def _last_year(entry: Document) -> int:
    """Return the year with which a scenario ends."""
    return entry.table("end").number("year")


@rule("ww:sc-am-markers", "ww:sc-ew-markers")
def _starting_vp(layout: Document) -> int:
    """Return the VP with which France begins."""
    return layout.table("vp").number("french")


@rule("ww:sc-am-note")
def _has_happened(layout: Document, event: str) -> bool:
    """Say whether an event counts as played when the game begins."""
    return event in layout.texts("events_already_happened")


@rule("ww:13.3")
def _first_frames(tracks: Tracks, ruleset: Ruleset) -> tuple[Frame, ...]:
    """Return what the game begins with: the bidding for sides if there is one, then the deal."""
    deal = Year(YearStage.DEAL, first_player(tracks))
    return (deal, Bidding()) if is_bidding(ruleset) else (deal,)


def _entry(scenario: str) -> Document:
    """Return what the tables say of a scenario, if there is one of that name."""
    if scenario not in _BY_ID:
        raise Unreadable("scenario", f"{scenario!r} is none of: {', '.join(SCENARIOS)}")
    return _BY_ID[scenario]


@rule("ww:sc-am-cards", "ww:sc-ew-cards", "ww:5.21")
def _deck(layout: Document) -> Cards:
    """Return the draw pile of a set-up; cards it does not use are set aside."""
    aside = layout.numbers("cards_set_aside")
    return Cards(at=bytes(At.ASIDE if face.number in aside else At.PILE for face in FACES))


@rule("ww:sc-designations", "ww:sc-am-french", "ww:sc-am-british", "ww:sc-ew-french", "ww:sc-ew-british")
def _placed(layout: Document) -> Board:
    """Return the board of a set-up: works, leaders, and units at full strength."""
    board = b.EMPTY_BOARD
    for side in Side:
        own = layout.table(side.value)
        for name in own.texts("forts"):
            board = b.put_fort(board, space(name), side)
        for name in own.texts("forts_under_construction"):
            board = b.put_unfinished_fort(board, space(name), side)
        for name in own.texts("stockades"):
            board = b.put_stockade(board, space(name), side)
        for stack in own.tables("stack"):
            for name in stack.texts("leaders"):
                board = b.put_leader(board, leader(name), space(stack.text("space")))
            for name in stack.texts("units"):
                board = b.put_unit(board, unit(name), space(stack.text("space")), FULL)
    return _off_the_map(board, layout)


@rule("ww:sc-am-pool", "ww:sc-ew-pool", "ww:sc-am-unused")
def _off_the_map(board: Board, layout: Document) -> Board:
    """Put the British leaders of the pool where they are drawn from, and those a set-up does not use out of play."""
    for side in Side:
        for name in layout.table(side.value).texts("leaders_unused"):
            board = b.put_leader(board, leader(name), Away.REMOVED)
    for name in layout.table("british").texts("leader_pool"):
        board = b.put_leader(board, leader(name), Away.POOL)
    return board
