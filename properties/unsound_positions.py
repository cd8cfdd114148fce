"""Positions that are unsound, at least one for every complaint of the invariants, each under its ruleset."""

from collections.abc import Mapping

from reference.few_acres_of_snow.ch01_board import FORT_TOTAL, IDS
from reference.few_acres_of_snow.ranges import VILLAGES_TAKEN
from reference.kernel.canonical import Json

Given = tuple[str, dict[str, Json]]
_TURN: Json = [{"type": "turn", "stage": "cards"}]
_SIX: Json = {"england": ["move1", "move1", "move2", "move3"]}

WILDERNESS_WAR: tuple[dict[str, Json], ...] = (
    {"forts": {"french": ["niagara"]}, "stockades": {"french": ["niagara"]}},
    {"forts": {"british": ["hoosic"]}, "unfinished_forts": {"british": ["hoosic"]}},
    {"raided": {"french": {"northern_colonial_militias": 1}}},
    {"unfinished_forts": {"british": ["albany"]}},
    {"pieces": {"hoosic": ["br_regular_44th"]}, "stockades": {"french": ["hoosic"]}},
    {"amphib": ["ohio_forks"]},
    {"pieces": {"niagara": ["5 inside fr_regular"]}, "forts": {"french": ["niagara"]}},
    {"pieces": {"tioga": ["inside br_ranger_rogers"]}},
    {"sieges": {"tioga": 0}},
    {"sieges": {"louisbourg": 0}},
    {"pieces": {"tioga": ["br_ranger_rogers", "fr_coureurs_marin"]}},
    {"pieces": {"tioga": ["br_militia_1"]}},
    {"pieces": {"northern_colonial_militias": ["br_ranger_rogers"]}},
    {"pieces": {"northern_colonial_militias": ["fr_militia_1"]}},
    {"pieces": {"northern_colonial_militias": ["webb"]}},
    {"pieces": {"oneida_castle": ["br_indian_oneida"], "montreal": ["fr_indian_oneida"]}},
    {"pieces": {"albany": ["abercromby", "amherst", "loudoun"]}},
    {"assemblies": "reluctant", "pieces": {"baltimore": ["3 br_southern_provincial"]}},
    {"captured_fortresses": {"british": ["quebec"]}, "outcome": {"winner": "british", "rule": "ww:13.11-a"}},
    {"forts": {"french": ["niagara"]}, "niagara": None, "outcome": {"winner": "british", "rule": "ww:13.11-a"}},
    {"hands": {"british": [f"card_{number}" for number in range(1, 12)]}},
    {"year": 1760},
    {"year": 1757, "markers": {"start": 1758}},
    {"vp": {"french": 21}},
    {"raided": {"french": {"boston": 1}}},
    {"removed_cards": ["card_1"]},
    {"cards_aside": ["card_62"]},
    {"pool": ["levis"]},
    {"outcome": {"winner": "french", "rule": "ww:13.11-b"}},
    {"forts": {"british": ["northern_colonial_militias"]}},
    {"pieces": {"hoosic": ["fr_regular"]}, "unfinished_forts": {"british": ["hoosic"]}},
    {"pieces": {"albany": ["inside br_regular", "fr_regular"]}},
    {"pieces": {"hoosic": ["montcalm", "br_regular"]}},
    {"pieces": {"louisbourg": ["fr_regular"]}, "amphib": ["louisbourg"]},
    {"pieces": {"tioga": ["fr_regular"]}, "fieldworks": {"british": ["tioga"]}},
)
HAMMER_OF_THE_SCOTS: tuple[dict[str, Json], ...] = (
    {"blocks": {"fife": ["s_ross"], "mar": ["e_ross"]}},
    {"pool": ["s_ross"]},
    {"blocks": {"fife": ["e_ross", "s_grant"]}},
    {"blocks": {"atholl": ["s_norse"], "selkirk": ["s_grant"]}},
    {"crossings": {"angus-fife": 20}},
    {"turn": 5, "hands": _SIX},
    {"blocks": {"fife": ["s_king"]}},
    {"blocks": {"fife": ["s_king"]}, "year": 1298},
    {"year": 1306, "edward": 2},
    {"year": 1315, "last_year": 1314, "edward": 2},
    {"year": 1300, "crowned": 1301},
    {"year": 1300, "wintered": 1301},
    {"attackers": {"mar": "scotland"}},
    {"blocks": {"fife": ["e_mar"]}, "attackers": {"fife": "england"}, "main_forces": {"fife": "s_grant"}},
    {"outcome": {"winner": "scotland", "rule": "hs:9.0-1"}},
    {"dead": ["s_grant"]},
    {"year": 1307, "last_year": 1314},
    {"turn": 2, "frames": [{"type": "turn", "stage": "cards"}, {"type": "deal"}]},
    {"year": 1310, "last_year": 1314, "edward": 2, "wintered": 1308},
    {"declared": "bruce"},
    {"blocks": {"fife": ["e_mar"]}, "attackers": {"fife": "england"}, "main_forces": {"fife": "e_ross"}},
    {"blocks": {"fife": ["s_grant"]}, "reserves": ["s_grant"]},
    {"truce": "scotland", "played": {"scotland": "move1"}},
    {"blocks": {"fife": ["e_ross", "e_mar", "e_york_infantry", "e_durham_infantry", "e_hobelars"]},
     "frames": [{"type": "wintering", "season": "levy"}, {"type": "building", "side": "england", "points": []}]},
)  # fmt: skip
FEW_ACRES_OF_SNOW: tuple[dict[str, Json], ...] = (
    {"display": ["british_boston"]},
    {"hands": {"british": ["french_quebec"]}},
    {"locations": {"british": ["british_bateaux"]}},
    {"plus": {"kennebec": "british town"}},
    {"money": {"british": -1}},
    {"reserves": {"british": ["british_boston"]}},
    {"reserves": {"british": ["british_militia", "british_rangers", "british_settlers", "british_ships",
                              "british_trader", "british_bateaux"]}},
    {"captured": {"british": {"villages": VILLAGES_TAKEN.most}}},
    {"places": dict.fromkeys(IDS[:FORT_TOTAL + 1], "british village fort")},
    {"sieges": {"british": {"place": "boston"}}},
    {"sieges": {"british": {"place": "quebec", "marker": 80, "attackers": ["british_regular_infantry"]}}},
    {"sieges": {"british": {"place": "quebec", "attackers": ["british_regular_infantry"],
                            "attacker_named": "british_boston"}}},
    {"sieges": {"british": {"place": "quebec", "attackers": ["british_trader"]}}},
    {"outcome": {"winner": "british", "rule": "fa:end.1"}},
    {"plus": {"quebec": "british village"}},
    {"plus": {"halifax": "neutral fort"}},
)  # fmt: skip

UNSOUND: Mapping[str, tuple[Given, ...]] = {
    "wilderness_war": tuple(("standard", each) for each in WILDERNESS_WAR),
    "hammer_of_the_scots": tuple(("standard", each) for each in HAMMER_OF_THE_SCOTS),
    "few_acres_of_snow": tuple(("second", each) for each in FEW_ACRES_OF_SNOW),
}
