"""Who belongs to a force, which events a battle opens with, and what new units enter as: whole answers."""

from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice
from reference.kernel.records import replace
from reference.kernel.rules import proves
from reference.kernel.stacks import with_top
from reference.kernel.verdicts import event, violation
from reference.wilderness_war import ch05_order, ch07_events, opening_moves
from reference.wilderness_war import ch07_retreat as retreat
from reference.wilderness_war.actions import Action, Decline, Done, Respond
from reference.wilderness_war.cards import card
from reference.wilderness_war.ch02_map import space
from reference.wilderness_war.ch03_pieces import leader
from reference.wilderness_war.ch05_reinforcements import placement_advance
from reference.wilderness_war.event_frames import Placement
from reference.wilderness_war.event_kinds import EventKind
from reference.wilderness_war.frames import Activation, ActivationStage, Battle, BattleStage, Move, Retreat
from reference.wilderness_war.reasons import Reason
from reference.wilderness_war.sides import Side
from tests.wilderness_war.positions import Pieces, board, leaders, read, ruleset, under_way, units

BEARN, COUREURS = "fr_regular_bearn", "fr_coureurs_marin"
REGULAR, RANGERS = "br_regular_15th", "br_ranger_rogers"
SALLY, MARCH = ActivationStage.MUSTER_SORTIE, ActivationStage.MUSTER


# ---------------------------------------------------------------- forces


@proves("ww:5.35")
def test_the_company_of_a_commander_is_everybody_else_on_his_side_of_the_walls() -> None:
    pieces = {"albany": ["webb", "murray", REGULAR, "inside dunbar", "inside bradstreet", f"inside {RANGERS}"]}
    state = read(pieces, sieges={"albany": 0})
    outside = Activation(Side.BRITISH, commander=leader("webb"))
    inside = Activation(Side.BRITISH, commander=leader("dunbar"))
    assert ch05_order._company(state, outside) == (leaders("murray"), units(REGULAR))
    assert ch05_order._company(state, inside) == (leaders("bradstreet"), units(RANGERS))
    assert opening_moves._stack(state, leader("webb")) == (leaders("murray"), units(REGULAR))


@proves("ww:5.35")
def test_a_mustered_force_sets_out_as_it_was_called_to_march_or_to_sally() -> None:
    """Given Webb's force is named, then its members are fixed and spent, and it marches or sallies out."""
    pieces = {"albany": ["webb", "murray", REGULAR, RANGERS]}
    for stage, following in ((MARCH, ActivationStage.MOVE), (SALLY, ActivationStage.SORTIE)):
        called = Activation(
            Side.BRITISH, commander=leader("webb"), leaders=leaders("murray"), units=units(REGULAR), stage=stage
        )
        state = under_way([called], pieces)
        reached = ch05_order.apply(state, called, Done())
        assert reached.events == ()
        assert reached.state.stack.top == replace(called, leaders=leaders("webb murray"), stage=following)
        assert (reached.state.phase.leaders, reached.state.phase.units) == (leaders("murray"), units(REGULAR))


# ---------------------------------------------------------------- reactions that an opening begins with


@proves("ww:6.8", "ww:6.81", "ww:fr-adv")
def test_an_opening_lets_the_enemy_avoid_only_if_it_is_there_and_has_a_refuge() -> None:
    move = Move(Side.FRENCH, space("hoosic"), None, (), units(BEARN), entry=space("green_mountains_south"))
    around = dict(zip(("albany", "hudson_carry_south", "northampton"), ([COUREURS], ["fr_indian_huron"],
                  ["fr_regular_guyenne"]), strict=True))  # fmt: skip
    nobody = violation(Reason.NOBODY_THERE, "ww:6.8", side="british", space="hoosic")
    closed = violation(Reason.NO_REFUGE, "ww:6.81", side="british", space="hoosic")
    basic = violation(Reason.NO_ADVANCED_RULES, "ww:fr-adv", space="hoosic")
    here: Pieces = {"hoosic": [BEARN, REGULAR]}
    for pieces, rules, why in (
        (here, "standard", ()), ({"hoosic": [BEARN]}, "standard", (nobody,)),
        ({**here, **around}, "standard", (closed,)), (here, "fr_basic", (basic,)),
    ):  # fmt: skip
        state = under_way([move], pieces, ruleset(rules))
        assert tuple(opening_moves._no_avoidance(state, move)) == why


# ---------------------------------------------------------------- battles


@proves("ww:7.2-B", "ww:7.4")
def test_before_the_dice_the_attacker_and_then_the_defender_may_play_the_events_they_hold() -> None:
    """Given both hold AMBUSH! in the wild, then each is offered it in turn; who holds none is not asked."""
    pieces = {"wood_creek": [COUREURS, RANGERS]}
    battle = Battle(space("wood_creek"), Side.FRENCH, Side.FRENCH, space("ticonderoga"))
    first = replace(battle, stage=BattleStage.ATTACKER_EVENTS)
    second = replace(battle, stage=BattleStage.DEFENDER_EVENTS)
    hands: Json = {"french": ["card_11"], "british": ["card_12"]}
    for frame, side, held in ((first, Side.FRENCH, "card_11"), (second, Side.BRITISH, "card_12")):
        offered: tuple[Action, ...] = (Respond(card(held)), Decline())
        asked = Choice(side, "battle_events", ("ww:7.4",), offered)
        assert ch07_events.decision(under_way([frame], pieces, hands=hands), frame) == asked
        assert ch07_events.decision(under_way([frame], pieces), frame) is None


@proves("ww:6.712", "ww:7.92-b", "ww:7.91")
def test_only_an_infiltrator_that_won_where_it_was_caught_goes_back_by_that_rule() -> None:
    """Given a caught winner inside another battle, then its own battle decides, whether it is lost or goes back."""
    own = Battle(space("albany"), Side.FRENCH, Side.FRENCH, space("kinderhook"), stage=BattleStage.AFTER)
    other = replace(own, space=space("hoosic"))
    winner = replace(own, caught=True, winner=Side.FRENCH)
    frame = Retreat(Side.FRENCH, space("albany"), attacking=True, entry=space("kinderhook"), units=units(COUREURS),
                    leaders=())  # fmt: skip
    for battles, cited in (((own,), ()), ((winner,), ("ww:6.712",)), ((other, winner), ("ww:6.712",))):
        state = under_way([*battles, frame], {"albany": [COUREURS]})
        assert retreat._sent_back_by(state, frame) == cited
        assert retreat._goes_by(state, frame, space("kinderhook")) == ("ww:7.91", *cited)
        held = under_way([*battles, frame], {"albany": [COUREURS], "kinderhook": [REGULAR]})
        assert retreat._lost_by(held, frame) == ("ww:7.92-b", *cited)


# ---------------------------------------------------------------- new units


@proves("ww:card-french-regulars-fx", "ww:5.52", "ww:5.521")
def test_french_regulars_and_their_leaders_enter_all_at_once_and_others_one_after_the_other() -> None:
    """Given one space is open, then a placement of all takes one step, and a free one places the first unit only."""
    who, led = units(f"{BEARN} fr_regular_guyenne"), leaders("montcalm levis")
    rule, quebec = "ww:card-french-regulars-fx", space("quebec")
    whole = Placement(Side.FRENCH, rule, (quebec,), who, led, together=True)
    came = [event(EventKind.UNIT_PLACED, rule, "ww:5.521", unit=name, space="quebec")
            for name in (BEARN, "fr_regular_guyenne")]  # fmt: skip
    officers = [event(EventKind.LEADER_PLACED, rule, leader=name, space="quebec") for name in ("montcalm", "levis")]
    state = under_way([whole], {})
    reached = placement_advance(state, whole)
    assert reached.events == (*came, *officers)
    assert reached.state.stack.top == replace(whole, units=(), leaders=())
    assert reached.state.board == board({"quebec": ["montcalm", "levis", BEARN, "fr_regular_guyenne"]})
    freely = replace(whole, together=False)
    one = placement_advance(with_top(state, freely), freely)
    assert one.events == (came[0],)
    assert one.state.stack.top == replace(freely, units=who[1:], last=quebec)
    two = placement_advance(one.state, replace(freely, units=who[1:], last=quebec))
    assert (two.events, two.state.stack.top) == ((came[1],), replace(freely, units=()))
    last = placement_advance(two.state, replace(freely, units=()))
    assert (last.events, last.state.stack.top) == ((officers[0],), replace(freely, units=(), leaders=led[1:]))
