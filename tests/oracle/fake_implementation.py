"""A small implementation of the toy game, as a stranger would write it: it reads questions and answers them.

`yes_or_no` says only what is allowed; `whole` also cites rules and gives the next position; `wrong` knows no limit.
The others misbehave.
"""

import json
import sys
import time
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class State:
    heap: int
    turn: str
    rolling: bool

    @property
    def other(self) -> str:
        return "right" if self.turn == "left" else "left"


@dataclass(frozen=True)
class Move:
    by: str
    type: str
    number: int


def refusal(state: State, move: Move, most: int) -> str:
    """Return why a move is refused; nothing if it is not."""
    if state.heap == 1 and not state.rolling and move.type == "roll":
        return "not_asked"
    if state.heap == 0:
        return "not_this_decision"
    if move.by != ("chance" if state.rolling else state.turn):
        return "not_your_decision"
    if move.type != ("roll" if state.rolling else "take"):
        return "not_this_decision"
    if move.type == "take" and move.number == 0:
        return "notation"
    return "illegal" if move.type == "take" and move.number > min(most, state.heap) else ""


def after(state: State, move: Move) -> State:
    """Return the state after a move."""
    if move.type == "roll":
        return State(state.heap + (move.number == 6), state.turn, rolling=False)
    left = state.heap - move.number
    return State(left, state.other, rolling=left > 0)


def ruled(how: str, ruleset: str, state: State, moves: list[Move]) -> dict[str, object]:
    """Return the verdict on some moves."""
    most = 3 if ruleset in ("three", "two+most=3") else 2
    for move in moves:
        found = refusal(state, move, 99 if how == "wrong" else most)
        if found:
            cited = ["ww:7.62"] if move.number > most else ["ww:7.63"]
            return {"ruling": found, **({"rules": cited} if how == "whole" and found == "illegal" else {})}
        state = after(state, move)
    if how == "yes_or_no":
        return {"ruling": "legal"}
    ended = {"over": {"result": f"{state.other} wins"}} if state.heap == 0 else {}
    return {"ruling": "legal", "state": asdict(state), **ended}


def main() -> None:
    how = sys.argv[1]
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, object] = {"id": asked["id"]}
        if how == "silent":
            time.sleep(60)
        if asked["kind"] == "act" and how != "skip":
            moves = [
                Move(e["by"], e["do"]["type"], e["do"].get("stones", e["do"].get("face"))) for e in asked["actions"]
            ]
            answer["verdict"] = ruled(how, asked["ruleset"], State(**asked["position"]), moves)
        else:
            answer["skip"] = "not written yet"
        sys.stdout.write(("no JSON" if how == "garbled" else json.dumps(answer)) + "\n")
        sys.stdout.flush()
        if how == "ending":
            return


if __name__ == "__main__":
    main()
