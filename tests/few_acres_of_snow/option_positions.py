"""The position of `options.toml` for each option, and what a ruleset makes of it."""

from collections.abc import Mapping

from reference.few_acres_of_snow.actions import Draw
from reference.few_acres_of_snow.ch02_cards import CARD_IDS
from reference.few_acres_of_snow.state import State
from reference.kernel.canonical import Json
from reference.kernel.decisions import Choice, Over
from tests.few_acres_of_snow.scenes import (
    ALL_VILLAGES,
    END,
    GAME,
    HALIFAX,
    LET,
    act,
    after,
    b,
    f,
    offered,
    placed,
    play,
    refusals,
    rules,
    siege,
    turn,
    turn_start,
)


def form(state: State) -> dict[str, Json]:
    found = GAME.describe(state)
    assert isinstance(found, dict)
    return found


def french_bateaux_start(name: str) -> Json:
    state = GAME.start("standard", rules(name))
    return len(state.players[1].deck)


def raid_range(name: str) -> Json:
    """Return how many cards a raid on Boston from Kennebec takes."""
    position = {
        "plus": {"kennebec": "french village"},
        "frames": turn("french"),
        "hands": {"french": f("coureurs_de_bois", "native_americans", "neutral_native_americans")},
    }
    state = after(placed(position, name), act("raid", card="french_coureurs_de_bois"))
    for count, further in enumerate(("french_native_americans", "neutral_native_americans", ""), 1):
        if act("aim", place="boston") in offered(state):
            return count
        state = after(state, play(further))
    return None


def legal(state: State, action: Json) -> bool:
    found = action in offered(state)
    if not found:
        assert refusals(state, action)
    return found


def raid_distance(name: str) -> Json:
    position = {
        "plus": HALIFAX | {"fort_beausejour": "british village", "kennebec": "french village"},
        "hands": {"british": b("rangers", "indian_leader")},
    }
    # Kennebec, three links from Boston, lets the second card be played at all.
    state = after(placed(position, name), act("raid", card="british_rangers"), play("british_indian_leader"))
    return legal(state, act("aim", place="port_royal"))


def raid_blocking_forts(name: str) -> Json:
    position = {
        "plus": {
            "kennebec": "french village fort",
            "fort_halifax": "british village",
            "fort_niagara": "french village",
            "fort_venango": "british village",
        },
        "hands": {"french": f("coureurs_de_bois", "priest")},
        "frames": turn("french"),
    }
    one = after(placed(position, name), act("raid", card="french_coureurs_de_bois"))
    assert legal(one, act("aim", place="fort_halifax"))
    # Fort Venango, three links from Fort Niagara, lets the second card be played at all.
    return legal(after(one, play("french_priest")), act("aim", place="fort_halifax"))


def raid_besieged_rule(name: str) -> Json:
    position = {
        "plus": {"kennebec": "french village", "fort_halifax": "british village"},
        "sieges": {"british": siege("kennebec", 0, b("militia"))},
        "hands": {"french": f("native_americans", "neutral_native_americans")},
        "frames": turn("french"),
    }
    return legal(placed(position, name), act("raid", card="french_native_americans"))


def home_support_reshuffle(name: str) -> Json:
    discards = b("norfolk", "pemaquid", "st_marys", "new_york", "new_haven", "philadelphia", "rangers", "militia")
    position = {
        "hands": {"british": b("home_support")},
        "decks": {"british": b("boston")},
        "discards": {"british": discards},
    }
    state = after(placed(position, name), act("home_support"))
    drawn = 0
    while not isinstance(due := GAME.decision(state), Over | Choice):
        drawn += 1
        state = after(state, GAME.write_action(due.actions[0]))
    owner = state.players[0]
    return [drawn, len(owner.deck), len(owner.discard)]


def reserve_location_cards(name: str) -> Json:
    return legal(placed({"hands": {"british": b("norfolk")}}, name), act("reserve", card="british_norfolk"))


def withdraw_cost(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("louisbourg", 1, b("siege_artillery"))},
        "frames": turn("british", 0),
    }
    return legal(placed(position, name), act("withdraw", place="louisbourg"))


def defender_withdraw_settle(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("port_royal", 1, b("regular_infantry"))},
        "hands": {"british": b("boston")},
        "frames": turn("french"),
    }
    state = after(placed(position, name), act("withdraw", place="port_royal"))
    assert form(state)["captured"] == {"british": {"villages": 1, "towns": 0}, "french": {"villages": 0, "towns": 0}}
    if act("occupy", settler="british_boston") in offered(state):
        return form(after(state, act("occupy", settler="british_boston")))["discards"]
    assert "port_royal" not in str(form(state)["places"])
    return "neutral"


def capital_settle_wins(name: str) -> Json:
    position = {
        "plus": {"boston": "neutral", "pemaquid": "french village"},
        "captured": {"french": {"villages": 2, "towns": 1}},
        "hands": {"french": f("pemaquid", "louisbourg", "quebec")},
        "frames": turn("french"),
    }
    state = after(
        placed(position, name),
        act("settle", place="boston", base="french_pemaquid"),
        play("french_louisbourg"),
        play("french_quebec"),
    )
    places = form(state)["places"]
    assert isinstance(places, dict)
    assert places["boston"] == "french village"
    return isinstance(GAME.decision(state), Over)


def ambush_reserve_shield(name: str) -> Json:
    position = {
        "hands": {"british": b("rangers"), "french": f("quebec")},
        "reserves": {"french": f("starting_regular_infantry")},
    }
    state = after(placed(position, name), act("ambush", card="british_rangers"), LET)
    if state.shown is not None:
        return "shown"
    lost = after(state, act("give_up", card="french_starting_regular_infantry", source="reserve"))
    return form(lost)["reserves"]


def conversion_reserve_shield(name: str) -> Json:
    position = {
        "hands": {"french": f("priest"), "british": b("boston")},
        "frames": turn("french"),
        "reserves": {"british": ["neutral_native_americans"]},
    }
    state = after(placed(position, name), act("convert", card="french_priest"))
    if state.shown is not None:
        return "shown"
    given = after(state, act("give_up", card="neutral_native_americans", source="reserve"))
    return form(given)["discards"]


def siege_ship_exceptions(name: str) -> Json:
    position = {
        "plus": {"louisbourg": "british village"},
        "captured": {"british": {"villages": 1}},
        "hands": {"british": b("louisbourg", "ships", "norfolk", "militia")},
    }
    state = after(
        placed(position, name), act("besiege", place="trois_rivieres", base="british_louisbourg"), play("british_ships")
    )
    if not legal(state, play("british_norfolk")):
        return "illegal"
    siege_ = after(state, play("british_norfolk")).sieges[0]
    assert siege_ is not None
    return siege_.marker


def fort_removed_on_capture(name: str) -> Json:
    """Return where a French siege starts at the place Britain has just taken, before the French card."""
    position = {
        "plus": {"louisbourg": "british village", "trois_rivieres": "french village fort"},
        "captured": {"british": {"villages": 1}},
        "sieges": {"british": siege("trois_rivieres", 2, b("militia"))},
        "hands": {
            "british": b("boston", "norfolk", "new_york", "pemaquid", "st_marys", "new_haven"),
            "french": f("quebec", "tadoussac", "militia"),
        },
        "frames": turn_start("british"),
    }
    state = after(
        placed(position, name),
        act("occupy", settler="british_boston"),
        act("pass"),
        act("pass"),
        END,
        act("besiege", place="trois_rivieres", base="french_quebec"),
        play("french_tadoussac"),
        play("french_militia"),
    )
    french = state.sieges[1]
    assert french is not None
    return 1 - french.marker


def supply_origin_needs_control(name: str) -> Json:
    position = {
        "plus": {"boston": "neutral"},
        "captured": {"french": {"villages": 1, "towns": 1}},
        "hands": {"british": b("new_york")},
    }
    return legal(placed(position, name), act("take_money", card="british_new_york"))


NIAGARA = {
    "plus": {"fort_niagara": "french village", "fort_frontenac": "british village", "oswego": "british village"},
    "sieges": {"british": siege("fort_niagara", 0, b("militia"))},
    "frames": turn("french"),
    "hands": {"french": f("starting_regular_infantry", "military_leader")},
}


def reinforce_needs_supply(name: str) -> Json:
    return legal(placed(NIAGARA, name), act("reinforce", place="fort_niagara", card="french_starting_regular_infantry"))


def leader_needs_supply(name: str) -> Json:
    return legal(placed(NIAGARA, name), act("military_leader", place="fort_niagara"))


def siege_track_clamp(name: str) -> Json:
    position = {
        "plus": {"quebec": "french town fort", "louisbourg": "british village"},
        "captured": {"british": {"villages": 1}},
        "hands": {"british": b("louisbourg", "norfolk", "regular_infantry"), "french": f("siege_artillery")},
    }
    state = after(
        placed(position, name),
        act("besiege", place="quebec", base="british_louisbourg"),
        play("british_norfolk"),
        play("british_regular_infantry"),
    )
    markers = [_marker(state)]
    answer = {
        "plus": position["plus"],
        "captured": position["captured"],
        "hands": {"french": f("siege_artillery")},
        "sieges": {"british": siege("quebec", _marker(state), b("regular_infantry"))},
        "frames": turn("french"),
    }
    state = after(placed(answer, name), act("reinforce", place="quebec", card="french_siege_artillery"))
    markers.append(_marker(state))
    again = {
        "plus": position["plus"],
        "captured": position["captured"],
        "hands": {"british": b("regular_infantry")},
        "sieges": {"british": siege("quebec", _marker(state), b("regular_infantry"), f("siege_artillery"))},
    }
    state = after(placed(again, name), act("reinforce", place="quebec", card="british_regular_infantry"))
    return [*markers, _marker(state)]


def _marker(state: State) -> int:
    found = state.sieges[0]
    assert found is not None
    return found.marker


def free_action_window(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
        "reserves": {"british": b("settlers")},
        "money": {"british": 1},
        "hands": {"british": b("norfolk")},
        "frames": turn_start("british"),
    }
    state = placed(position, name)
    if not legal(state, act("retrieve_reserve")):
        return "out of reach"
    settled = after(state, act("retrieve_reserve"), act("occupy", settler="british_settlers"))
    return form(settled)["money"]


def player_aid(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("louisbourg", 3, b("siege_artillery"))},
        "hands": {"french": f("louisbourg")},
        "frames": turn("french"),
    }
    answer = act("reinforce", place="louisbourg", card="french_louisbourg")
    return sorted(rule for _, rule in refusals(placed(position, name), answer))


NINE = b("norfolk", "pemaquid", "st_marys", "new_york", "new_haven", "philadelphia", "rangers", "militia", "settlers")


def reshuffle_timing(name: str) -> Json:
    position = {
        "hands": {"british": b("bateaux", "trader", "governor")},
        "decks": {"british": b("boston", "ships")},
        "discards": {"british": NINE},
        "frames": turn("british", 0),
    }
    state = after(placed(position, name), END, act("draw", card="british_boston"), act("draw", card="british_ships"))
    return [len(state.players[0].deck), len(state.players[0].discard)]


def home_support_empty_deck(name: str) -> Json:
    position = {
        "hands": {"british": b("home_support", "boston", "norfolk", "pemaquid", "new_york")},
        "decks": {"british": []},
        "discards": {"british": b("rangers", "militia", "trader")},
    }
    state = placed(position, name)
    return len(after(state, act("home_support")).players[0].hand) if legal(state, act("home_support")) else "illegal"


def siege_win_settle(name: str) -> Json:
    position = {
        "plus": {"fort_niagara": "french village", "oswego": "british village"},
        "sieges": {"british": siege("fort_niagara", 2, b("militia"))},
        "frames": turn_start("british"),
    }
    return legal(placed(position, name), act("leave_neutral"))


EIGHT_TOWNS = dict.fromkeys(
    ("gaspe", "louisbourg", "port_royal", "tadoussac", "trois_rivieres", "montreal", "canso"), "french town"
)


def end_counts_captured_as_placed(name: str) -> Json:
    position = {"plus": EIGHT_TOWNS, "captured": {"british": {"towns": 1}}, "frames": turn_start("french")}
    return isinstance(GAME.decision(placed(position, name)), Over)


def end_check_order(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "captured": {"french": {"villages": 6}},
        "frames": turn_start("french"),
        "sieges": {"british": siege("louisbourg", -1, b("new_york"))},
    }
    state = placed(position, name)
    assert state.sieges == (None, None)
    return isinstance(GAME.decision(state), Over)


def loser_card_chosen(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "sieges": {"british": siege("louisbourg", -1, b("regular_infantry", "militia"))},
        "hands": {"british": b("boston", "norfolk", "new_york", "pemaquid", "st_marys")},
        "frames": turn("british", 0),
    }
    state = after(placed(position, name), END)
    due = GAME.decision(state)
    assert isinstance(due, Choice)
    chosen = after(state, GAME.write_action(due.actions[0]))
    assert form(chosen)["frames"] == turn("french", 2)
    assert form(chosen)["discards"] == {"british": b("regular_infantry"), "french": []}
    return [due.by, due.about]


def resettle_needs_stock(name: str) -> Json:
    position = {
        "plus": ALL_VILLAGES,
        "decks": {"british": b("norfolk")},
        "hands": {"british": b("new_haven", "new_york", "philadelphia")},
    }
    return legal(placed(position, name), act("settle", place="boston", base="british_new_haven"))


def siege_resolution_order(name: str) -> Json:
    position = {
        "plus": HALIFAX,
        "hands": {"british": b("boston")},
        "frames": turn_start("british"),
        "sieges": {"british": siege("louisbourg", 3, b("new_york")), "french": siege("boston", -1, f("louisbourg"))},
    }
    state = placed(position, name)
    if offered(state, "resolve"):
        state = after(state, act("resolve", place="boston"))
    return act("occupy", settler="british_boston") in offered(state)


def open_piles(name: str) -> Json:
    position = {"discards": {"british": b("siege_artillery")}}
    seen = GAME.observe(placed(position, name), "french")
    assert isinstance(seen, dict)
    found: Json = seen["discards"]
    assert isinstance(found, Mapping)
    return found["british"]


def home_support_deals_from(name: str) -> Json:
    deck: list[Json] = ["british_boston", "british_norfolk", "british_new_york", "british_pemaquid", "british_st_marys"]
    position = {"hands": {"british": b("home_support")}, "decks": {"british": deck}, "stacked": ["british"]}
    state = after(placed(position, name), act("home_support"))
    drawn: list[Json] = []
    while not isinstance(due := GAME.decision(state), Over | Choice):
        (only,) = due.actions
        assert isinstance(only, Draw)
        drawn.append(str(CARD_IDS[only.card]))
        state = after(state, GAME.write_action(only))
    return drawn


def fort_st_john_card(name: str) -> Json:
    position = {
        "plus": {
            "fort_st_john": "british village",
            "ticonderoga": "british village",
            "fort_william_henry": "british village",
            "albany": "british village",
        },
        "hands": {"british": b("fort_st_john", "bateaux", "militia")},
    }
    state = placed(position, name)
    return [legal(state, act("besiege", place=each, base="british_fort_st_john")) for each in ("quebec", "montreal")]


def detroit_card_lists_niagara(name: str) -> Json:
    position = {
        "plus": dict.fromkeys(
            ("detroit", "fort_presquisle", "fort_venango", "fort_duquesne", "cumberland"), "british village"
        ),
        "hands": {"british": b("detroit", "bateaux")},
    }
    return legal(placed(position, name), act("settle", place="fort_niagara", base="british_detroit"))


def card_only_links_raidable(name: str) -> Json:
    position = {
        "plus": {
            "fort_duquesne": "french village",
            "baltimore": "british village",
            "quebec": "french town",
            "kennebec": "neutral",
        },
        "hands": {"french": f("coureurs_de_bois", "priest")},
        "frames": turn("french"),
    }
    state = after(placed(position, name), act("raid", card="french_coureurs_de_bois"), play("french_priest"))
    return legal(state, act("aim", place="baltimore"))
