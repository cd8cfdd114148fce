"""Positions in which the sets are named that seldom come up in play from a scenario's start."""

from reference.kernel.canonical import Json

_ARMY: Json = ["amherst", "murray", "br_regular_15th", "br_regular_17th", "br_northern_provincial_new_jersey_1",
               "br_ranger_rogers"]  # fmt: skip
_FRENCH: list[Json] = ["levis", "rigaud", "fr_regular_bearn", "fr_regular_guyenne", "fr_coureurs_marin",
                 "reduced fr_coureurs_lery"]  # fmt: skip
_INSIDE: list[Json] = ["inside webb", "inside br_regular_22nd", "inside br_regular_27th", "inside br_ranger_goreham"]
_SOUTH, _NORTH = "hudson_carry_south", "hudson_carry_north"


def _entered(kind: str, to: str, **facts: Json) -> Json:
    return {"type": kind, "to": to, "leader": "amherst", "value": 3, **facts}


def _event(side: str, number: int) -> Json:
    return {"type": "event", "side": side, "card": f"card_{number}"}


SCENES: dict[str, Json] = {
    "losses": {
        "pieces": {"albany": ["2 br_regular", "2 br_ranger", "2 br_northern_provincial"]},
        "opening": {"type": "take_losses", "side": "british", "space": "albany", "cause": "battle", "losses": 5},
    },
    "interceptors": {"pieces": {"albany": _ARMY, _NORTH: _FRENCH}, "opening": _entered("interception", _SOUTH)},
    "avoiders": {"pieces": {"albany": _ARMY, _SOUTH: _FRENCH}, "opening": _entered("avoidance", _SOUTH)},
    "inside": {
        "pieces": {"albany": _ARMY, _SOUTH: _FRENCH}, "forts": {"french": [_SOUTH]},
        "opening": _entered("entry", _SOUTH),
    },
    "relief": {
        "pieces": {"albany": _ARMY, _SOUTH: [*_FRENCH, *_INSIDE]}, "forts": {"british": [_SOUTH]},
        "sieges": {_SOUTH: 0}, "opening": _entered("entry", _SOUTH),
    },
    "drop": {
        "pieces": {"albany": _ARMY}, "stockades": {"british": [_SOUTH, "wood_creek"]},
        "opening": {"type": "march", "leader": "amherst", "value": 3, "leaders": ["murray"],
                    "units": ["br_regular_15th", "br_regular_17th", "br_ranger_rogers"]},
    },
    "militia": {
        "pieces": {"deerfield": ["levis", "fr_regular_bearn", "br_regular_15th"],
                   "northern_colonial_militias": ["br_militia_1", "br_militia_2", "reduced br_militia_3"]},
        "opening": {"type": "whole_battle", "space": "deerfield", "attacker": "french"},
    },
    "muster": {"pieces": {"albany": _ARMY}, "opening": {"type": "force", "side": "british", "value": 3}},
    "individuals": {
        "pieces": {"montreal": _FRENCH}, "opening": {"type": "individuals", "side": "french", "value": 3},
    },
    "campaign": {
        "pieces": {"albany": _ARMY, "new_york": ["loudoun", "br_regular_22nd"]},
        "opening": {"type": "campaign", "side": "british"},
    },
    "stockades": {
        "pieces": {"canajoharie": ["br_regular_15th"], "albany": ["br_regular_17th"], "york": ["br_regular_22nd"]},
        "opening": {"type": "construction", "side": "british", "what": "stockades", "value": 3},
    },
    "forts": {
        "pieces": {"canajoharie": ["br_regular_15th"], "albany": ["br_regular_17th"], "york": ["br_regular_22nd"]},
        "opening": {"type": "construction", "side": "british", "what": "forts", "value": 3},
    },
    "placement": {"opening": _event("british", 57)},
    "restoration": {
        "pieces": {"albany": ["reduced br_northern_provincial_new_jersey_1", "reduced br_ranger_rogers"],
                   "york": ["reduced br_northern_provincial_rhode_island", "reduced br_southern_provincial_maryland"]},
        "opening": _event("british", 46),
    },
    "removal": {
        "pieces": {"albany": ["2 br_indian_mohawk", "br_indian_cayuga", "reduced br_indian_oneida"]},
        "opening": _event("french", 33),
    },
    "alliance": {"forts": {"french": ["niagara"]}, "niagara": "french", "opening": _event("french", 23)},
    "restored_indians": {
        "pieces": {"niagara": ["reduced fr_indian_ottawa", "reduced fr_indian_huron", "reduced fr_indian_shawnee_1",
                               "reduced fr_indian_delaware_1"]},
        "forts": {"french": ["niagara", "ohio_forks"]}, "niagara": "french",
        "frames": [{"type": "phase_end", "side": "french"},
                   {"type": "alliance", "event": "card-western", "side": "french", "left": 2, "restoring": 2}],
    },
    "smallpox": {
        "pieces": {"niagara": ["fr_regular_bearn", "reduced fr_regular_guyenne", "fr_indian_ottawa",
                               "reduced fr_coureurs_marin", "fr_coureurs_lery", "fr_indian_huron"]},
        "opening": _event("british", 34),
    },
    "swap": {
        "pieces": {"montreal": ["levis", "rigaud"], "niagara": ["villiers"], "quebec": ["vaudreuil"]},
        "opening": _event("british", 22),
    },
}  # fmt: skip
