"""Victory: every verdict over years, points and who holds what, against the conditions in their own words (13.1)."""

from itertools import product

from properties.domains import DEEP, covered
from reference.kernel.rules import proves
from reference.wilderness_war import board as b
from reference.wilderness_war.board import Board
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch13_victory import outcome, raid_points
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import Outcome, Tracks
from tests.wilderness_war.positions import board, leaders, ruleset, units

BRITISH, FRENCH = Side.BRITISH, Side.FRENCH
OBJECTIVES = ("quebec", "montreal", "niagara", "ohio_forks")
POINTS = [*range(-12, -9), *range(-6, -2), *range(-1, 3), *range(4, 9), *range(10, 13)]
PLACES = (*OBJECTIVES, "louisbourg")
# A French force before Albany may roll while Quebec or Montreal supplies it along the line of stockades.
ALBANY = ("held", "besieged by a force that may roll", "besieged by a leaderless unit", "lost to France",
          "lost and besieged by Britain")  # fmt: skip
GARRISONS = units("br_regular_15th br_regular_17th br_regular_1st_royal br_regular_22nd br_regular_27th")


def position(taken: frozenset[str], albany: str) -> Board:
    """Return a board on which Britain has taken some places, and Albany stands so."""
    found = board(
        {},
        forts={"french": ["niagara", "ohio_forks"]},
        stockades={"french": ["ile_aux_noix", "hudson_carry_north", "hudson_carry_south"]},
    )
    for garrison, name in zip(GARRISONS, PLACES, strict=True):
        if name in taken:
            found = b.put_unit(found, garrison, space(name), 2)
            found = b.put_fort(found, space(name), None)
            if name not in ("niagara", "ohio_forks"):
                found = b.put_fortress(found, space(name), BRITISH)
    there, (bearn, artois), (montcalm,) = (
        space("albany"),
        units("fr_regular_bearn fr_regular_artois"),
        leaders("montcalm"),
    )
    match albany:
        case "besieged by a force that may roll":
            found = b.put_unit(b.put_leader(found, montcalm, there), bearn, there, 2)
            return b.put_siege(found, there, 0)
        case "besieged by a leaderless unit":
            return b.put_siege(b.put_unit(found, bearn, there, 2), there, 0)
        case "lost to France":
            return b.put_unit(b.put_fortress(found, there, FRENCH), artois, there, 2)
        case "lost and besieged by Britain":
            found = b.put_unit(b.put_fortress(found, there, FRENCH), artois, there, 2, inside=True)
            return b.put_siege(b.put_unit(found, units("br_highland_1_42nd")[0], there, 2), there, 0)
        case _:
            return found


def verdict(
    taken: frozenset[str], albany: str, french_vp: int, year: int, last: int, *, lenient: bool
) -> Outcome | None:
    """Say how the game ends, condition by condition as 13.1 lists them."""
    if taken == set(PLACES) and albany == "held":
        return Outcome(BRITISH, "ww:13.11-a")
    if french_vp >= 11:
        return Outcome(FRENCH, "ww:13.11-b")
    if french_vp <= -11:
        return Outcome(BRITISH, "ww:13.11-b")
    if (year == 1760 and french_vp >= 8) or (year == 1761 and french_vp >= 5):
        return Outcome(FRENCH, "ww:13.11-c")
    if year < last:
        return None
    if last == 1759:
        cut_off = {"quebec", "montreal"} <= taken
        harmless = "besieged by a leaderless unit", *(["besieged by a force that may roll"] if cut_off else [])
        keeps = albany == "held" or (lenient and albany in harmless)
        if keeps and len(taken & set(OBJECTIVES)) >= 2:
            return Outcome(BRITISH, "ww:13.12")
        if french_vp:
            return Outcome(FRENCH if french_vp > 0 else BRITISH, "ww:13.12-else")
        return Outcome(None, "ww:13.14")
    if french_vp >= 1:
        return Outcome(FRENCH, "ww:13.13")
    return Outcome(BRITISH, "ww:13.13") if french_vp <= -5 else Outcome(None, "ww:13.14")


@proves(
    "ww:4.0-B.6", "ww:13.11-a", "ww:13.11-b", "ww:13.11-c", "ww:13.12", "ww:13.12-besieged", "ww:13.12-else",
    "ww:13.13", "ww:13.14", "ww:13.14-exc",
)  # fmt: skip
def test_every_check_ends_as_the_conditions_say() -> None:
    years = [
        (1758, 1759),
        (1759, 1759),
        (1757, 1762),
        (1759, 1762),
        (1760, 1762),
        (1761, 1762),
        (1762, 1762),
    ]
    everywhere = [
        frozenset(name for name, has in zip(PLACES, mask, strict=True) if has) for mask in product((0, 1), repeat=5)
    ]
    cases = 0
    for taken, albany in product(everywhere, ALBANY):
        found = position(taken, albany)
        for counts, tournament in product(("if_besieger_cannot_roll", "never"), ("off", "on")):
            rules = ruleset(besieged_british_fortress_counts=counts, tournament_draw=tournament)
            usual = (counts, tournament) == ("if_besieger_cannot_roll", "off")
            # What the options say concerns the last year; that they change nothing before is left to `make deep`.
            concerned = years if DEEP or usual else [(year, last) for year, last in years if year == last]
            for french_vp, (year, last) in product(POINTS, concerned):
                tracks = Tracks(year=year, last_year=last, vp=french_vp)
                expected = verdict(taken, albany, french_vp, year, last, lenient=counts == "if_besieger_cannot_roll")
                if expected == Outcome(None, "ww:13.14") and tournament == "on":
                    expected = Outcome(FRENCH, "ww:13.14-exc")
                assert outcome(found, tracks, rules) == expected, (sorted(taken), albany, tracks, counts, tournament)
                cases += 1
    covered(
        "victory: places taken x Albany x options x VP around every threshold x years",
        cases,
        85_120 if DEEP else 39_520,
    )


@proves("ww:13.22", "ww:4.0-B.4")
def test_raids_score_one_point_for_every_odd_marker() -> None:
    for markers in range(201):
        assert raid_points(markers) == sum(1 for count in range(1, markers + 1) if count % 2 == 1)
    covered("raid points: markers", 201, 201)
