"""Cards 9 to 12: FIELDWORKS and AMBUSH!, each at its moment in a battle (5.56)."""

import pytest

from reference.kernel.canonical import Json
from reference.kernel.rules import proves
from reference.kernel.verdicts import Fact, Violation, event, violation
from reference.wilderness_war.actions import (
    Activate,
    Activates,
    Decline,
    Done,
    Roll,
)
from reference.wilderness_war.board import (
    fieldworks_owner,
)
from reference.wilderness_war.cards import At, card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch07_events import ambush_violations, fieldworks_violations
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Battle, Combat
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from reference.wilderness_war.state import State
from tests.wilderness_war.moves import go, pick, pick_leader
from tests.wilderness_war.phases import (
    BRITISH,
    FRENCH,
    cards_in,
    choice,
    facts_of,
    foreign,
    fought,
    offered,
    phase,
    respond,
    shown,
)
from tests.wilderness_war.positions import STANDARD, Pieces, due, named_freely, played, read, refused, ruleset, top

CARRY = "hudson_carry_north"
WOODS = {"ticonderoga": ["2 fr_regular", "fr_coureurs_marin", "montcalm"], CARRY: ["2 br_regular", "br_ranger_rogers"]}


def clash(hand: str = "", enemy: str = "", pieces: Pieces = WOODS, target: str = CARRY, **rest: Json) -> State:
    """Return Montcalm attacking in the wild, at the first chance to play an event or roll a die."""
    state = phase(FRENCH, f"card_1 card_5 {hand}", pieces, enemy=f"card_52 {enemy}", **rest)
    state = played(state, Activate(card("card_1"), Activates.FORCE), pick_leader("montcalm")).state
    while due(state).about == "muster":
        state = played(state, offered(state)[0]).state
    state = played(state, go(target)).state
    while due(state).about in ("avoidance", "interception", "militia"):
        state = played(state, Decline()).state
    return state


@proves("ww:card-fieldworks", "ww:card-fieldworks-fx", "ww:5.56", "ww:7.4")
def test_a_defender_with_drilled_troops_digs_fieldworks_that_shift_the_attacker_a_column() -> None:
    assert shown("card_9", "card_10") == "british and french response"
    state = clash("", "card_9")
    assert (choice(state).by, offered(state)) == (BRITISH, (respond("card_9"), Decline()))
    following = played(state, respond("card_9"))
    assert fieldworks_owner(following.state.board, space(CARRY)) is BRITISH
    assert following.events == (
        event(EventKind.EVENT_PLAYED, "ww:card-fieldworks", "ww:5.56", side="british", card="card_9"),
        event(EventKind.MARKER_PLACED, "ww:card-fieldworks-fx", marker="fieldworks", space=CARRY),
    )
    dug = facts_of(played(following.state, Roll(3)).events, "fired")[0]
    plain = facts_of(played(played(state, Decline()).state, Roll(3)).events, "fired")[0]
    assert (plain["column"], dug["column"]) == ("6-8", "4-5")


@proves("ww:card-fieldworks-fx2", "ww:card-fieldworks")
def test_an_attacker_with_drilled_troops_removes_the_defenders_marker() -> None:
    state = clash("card_10", "", fieldworks={"british": [CARRY]})
    assert (choice(state).by, offered(state)) == (FRENCH, (respond("card_10"), Decline()))
    after = played(state, respond("card_10"))
    assert after.events == (
        event(EventKind.EVENT_PLAYED, "ww:card-fieldworks", "ww:5.56", side="french", card="card_10"),
        event(EventKind.MARKER_REMOVED, "ww:card-fieldworks-fx2", marker="fieldworks", space=CARRY),
    )
    assert fieldworks_owner(after.state.board, space(CARRY)) is None
    assert card("card_10") in cards_in(after.state, At.DISCARDS)


@proves("ww:card-fieldworks", "ww:card-fieldworks-fx", "ww:card-fieldworks-fx2", "ww:7.55-one")
def test_fieldworks_are_refused_without_drilled_troops_or_without_a_marker_to_place_or_remove() -> None:
    battle = Battle(space(CARRY), FRENCH, FRENCH, None)
    facts = {"space": CARRY, "side": "british"}
    rangers = read({CARRY: ["br_ranger_rogers", "fr_regular_bearn"]}).board
    absent = violation(Reason.NO_DRILLED_TROOPS, "ww:card-fieldworks", side="british", battle=CARRY)
    assert tuple(fieldworks_violations(rangers, battle, BRITISH)) == (absent,)
    inside = ["br_ranger_rogers", "inside br_regular_15th", "fr_regular_bearn"]
    besieged = read({CARRY: inside}, forts={"british": [CARRY]}, sieges={CARRY: 0}).board
    assert tuple(fieldworks_violations(besieged, battle, BRITISH)) == (absent,)
    assert tuple(fieldworks_violations(rangers, battle, FRENCH)) == (
        violation(Reason.NO_FIELDWORKS, "ww:card-fieldworks-fx2", space=CARRY, side="french"),
    )
    dug = read({CARRY: ["br_regular_15th", "fr_regular_bearn"]}, fieldworks={"british": [CARRY]}).board
    assert tuple(fieldworks_violations(dug, battle, BRITISH)) == (
        violation(Reason.FIELDWORKS_ALREADY, "ww:7.55-one", **facts),
    )


@proves("ww:card-fieldworks-clar")
def test_fieldworks_go_when_their_defenders_lose_and_stay_when_they_win() -> None:
    lost = fought(clash(fieldworks={"british": [CARRY]}), 6, 2)
    assert fieldworks_owner(lost.board, space(CARRY)) is None
    won = fought(clash(fieldworks={"british": [CARRY]}), 1, 3)
    assert fieldworks_owner(won.board, space(CARRY)) is BRITISH


@proves("ww:card-fieldworks-clar2")
@pytest.mark.parametrize(("value", "owner"), [("usable_by_next_entrant", FRENCH), ("removed", None)])
def test_d34_vacated_fieldworks_serve_the_next_who_enters_or_are_gone(value: str, owner: Side | None) -> None:
    state = phase(FRENCH, "card_1 card_5", {"ticonderoga": ["fr_coureurs_marin"]}, ruleset(fieldworks_vacated=value),
                  enemy="card_52", fieldworks={"british": [CARRY]})  # fmt: skip
    assert fieldworks_owner(state.board, space(CARRY)) is (None if value == "removed" else BRITISH)
    coureurs = pick("fr_coureurs_marin")
    state = played(state, Activate(card("card_1"), Activates.INDIVIDUALS), coureurs, Done(), coureurs, go(CARRY)).state
    assert fieldworks_owner(state.board, space(CARRY)) is owner


@proves("ww:card-ambush", "ww:card-ambush-fx", "ww:5.56")
def test_an_unmatched_ambush_fires_first_at_double_strength() -> None:
    assert shown("card_11", "card_12") == "british and french response"
    state = clash("", "card_11")
    assert (choice(state).by, offered(state)) == (BRITISH, (respond("card_11"), Decline()))
    ambushed = played(state, respond("card_11")).state
    assert due(ambushed).about == "battle_fire_british"
    frame = top(ambushed)
    assert isinstance(frame, Combat)
    assert frame.ambush is BRITISH
    plain = played(state, Decline()).state
    assert due(plain).about == "battle_fire_french"
    both = played(clash("card_12", "card_11"), respond("card_12"), respond("card_11")).state
    frame = top(both)
    assert isinstance(frame, Combat)
    assert frame.ambush is None


@proves("ww:card-ambush-pre", "ww:card-ambush-bar", "ww:card-ambush")
def test_what_keeps_a_side_from_ambushing() -> None:
    def found(place: str, pieces: list[str], **rest: Json) -> tuple[Violation, ...]:
        board = read({place: pieces}, STANDARD, **rest).board
        return tuple(ambush_violations(board, Battle(space(place), FRENCH, FRENCH, None), FRENCH))

    able = ["fr_coureurs_marin", "br_regular_15th"]
    here: dict[str, Fact] = {"space": CARRY, "side": "french"}
    assert found(CARRY, able) == ()
    assert found("adirondacks_south", able) == ()
    assert found("schenectady", able) == (
        violation(Reason.NOT_IN_THE_WILD, "ww:card-ambush-pre", space="schenectady", side="french"),
    )
    unable = ["fr_regular_bearn", "br_regular_15th"]
    assert found(CARRY, unable) == (violation(Reason.NO_AUXILIARIES, "ww:card-ambush-pre", **here),)
    fort = violation(Reason.ENEMY_FORT, "ww:card-ambush-bar", **here)
    assert found(CARRY, able, forts={"british": [CARRY]}) == (fort,)
    assert found(CARRY, able, stockades={"british": [CARRY]}) == ()
    light = violation(Reason.ENEMY_LIGHT_INFANTRY, "ww:card-ambush-bar", **here)
    assert found(CARRY, [*able, "br_light_infantry_howes"]) == (light,)
    assert found(CARRY, [*able, "br_ranger_rogers"]) == ()
    more = violation(Reason.MORE_ENEMY_AUXILIARIES, "ww:card-ambush-bar", **here, own=1, enemy=2)
    assert found(CARRY, [*able, "2 br_ranger"]) == (more,)
    again = Battle(space(CARRY), FRENCH, FRENCH, None, ambushes=(FRENCH,))
    board = read({CARRY: able}).board
    assert tuple(ambush_violations(board, again, FRENCH)) == (
        violation(Reason.PLAYED_ALREADY, "ww:card-ambush", space=CARRY, side="french"),
    )


@proves("ww:card-ambush", "ww:7.4")
def test_battle_events_are_the_attackers_first_and_only_those_two() -> None:
    state = clash("card_11 card_12", "card_9")
    assert (choice(state).by, offered(state)) == (FRENCH, (respond("card_11"), Decline()))
    other = named_freely(state, respond("card_12"))
    assert other.events[0] == event(
        EventKind.EVENT_PLAYED, "ww:card-ambush", "ww:5.56", side="french", card="card_12"
    )  # fmt: skip
    assert card("card_12") in cards_in(other.state, At.DISCARDS)
    assert refused(state, respond("card_5")) == (violation(Reason.NOT_THE_RESPONSE, "ww:7.4", card="card_5"),)
    assert violation(Reason.CARD_NOT_HELD, "ww:5.26", card="card_9") in refused(state, respond("card_9"))
    foreign(state, Done())
