"""`serve` under load: 200 sessions of mixed work with hostile clients among them, in one process over its two pipes.

`python -m bench.serve_under_load --requests 36000` sends that many requests and prints throughput, the slowest answers
and the memory of the server after each tenth. A message may take a second, so that hostile ones do not fill the time.
Requests are counted, not timed: 36,000 are an hour of ten a second.
"""

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from oracle.choices import Dice
from oracle.vectors.scenes import scenes_of
from reference.kernel.canonical import Json
from spec_tables.catalogue import GAMES

SESSIONS = 200
HOSTILE = 10
KINDS = ("decision", "step", "step", "ask", "observe", "position", "hash", "odds")
SIDES = {"wilderness_war": "french", "hammer_of_the_scots": "england", "few_acres_of_snow": "french"}
HUGE = 999_999_999_999


class Client:
    """The other end of a server's pipes."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "oracle", "serve", "--stdio", "--sessions", str(SESSIONS), "--steps", "20"]
        command += ["--most-seconds", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.sent = 0
        self.slowest: dict[str, float] = {}
        self.ends: Counter[str] = Counter()

    def ask(self, kind: str, line: bytes) -> dict[str, Json]:
        """Send a line and return the answer; note how long it took."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        begun = time.perf_counter()
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        self.slowest[kind] = max(self.slowest.get(kind, 0.0), time.perf_counter() - begun)
        self.sent += 1
        one: dict[str, Json] = answer[0] if isinstance(answer, list) else answer
        error = one.get("error")
        self.ends[str(error["code"]) if isinstance(error, dict) else "answered"] += 1
        return one

    def call(self, method: str, **params: Json) -> dict[str, Json]:
        """Ask a method and return its result, or nothing if it was refused."""
        request = {"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}
        found = self.ask(method, json.dumps(request).encode()).get("result", {})
        assert isinstance(found, dict)
        return found

    def megabytes(self) -> float:
        """Return the memory that the server holds now."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * 4096 / 1_000_000


def hostile(dice: Dice, session: str) -> bytes:
    """Return a line as a hostile client sends it: broken, huge, deep, absurd, or a batch of dear questions."""
    odds = {"jsonrpc": "2.0", "id": 1, "method": "odds", "params": {"session": session, "decisions": 50}}
    losses = {"type": "take_losses", "side": "british", "space": "albany", "cause": "battle", "losses": HUGE}
    load = {"game": "wilderness_war", "position": {"opening": losses}}
    lines: tuple[bytes, ...] = (
        b'{"jsonrpc":"2.0","id":1,"method":',
        b"[" * 100_000,
        b'{"jsonrpc":"2.0","id":1,"method":"' + b"x" * 1_000_000 + b'"}',
        b"\xff\xfe\x00",
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "load", "params": load}).encode(),
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "verify", "params": {"trace": "\n" * 50_000}}).encode(),
        json.dumps([odds] * 20).encode(),
    )
    return dice.choice(lines)


def opened(client: Client, dice: Dice) -> tuple[str, str]:
    """Open a session at a scene of some game; return its name and its game."""
    game = dice.choice(GAMES)
    scene = dice.choice(scenes_of(game))
    found = client.call("load", game=game, ruleset=scene.ruleset, position=scene.position)
    return str(found["session"]), game


def worked(client: Client, dice: Dice, session: str, game: str) -> bool:
    """Ask something of a session; say whether it can go on."""
    method = dice.choice(KINDS)
    if method == "odds":
        client.call("odds", session=session, decisions=2, positions=200, of=["due"])
        return True
    if method == "observe":
        client.call("observe", session=session, side=SIDES[game])
        return True
    if method not in ("step", "ask"):
        client.call(method, session=session)
        return True
    due = client.call("decision", session=session).get("decision")
    if not isinstance(due, dict):
        return False
    options = due["actions"]
    assert isinstance(options, list)
    client.call(method, session=session, by=due["by"], do=dice.choice(options))
    return True


def main() -> None:
    """Send the requests and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=3_600)
    most = parser.parse_args().requests
    client, dice = Client(), Dice(1)
    sessions = [opened(client, dice) for _ in range(SESSIONS)]
    held, begun = list[float](), time.perf_counter()
    while client.sent < most:
        which = dice.randrange(SESSIONS)
        if dice.randrange(HOSTILE) == 0:
            client.ask("hostile", hostile(dice, sessions[which][0]))
        elif not worked(client, dice, *sessions[which]):
            client.call("close", session=sessions[which][0])
            sessions[which] = opened(client, dice)
        if client.sent > most * (len(held) + 1) // 10:
            held.append(client.megabytes())
    spent = time.perf_counter() - begun
    print(f"serve, {SESSIONS} sessions, {client.sent:,} requests: {client.sent / spent:,.0f} a second")
    print("  memory in MB after each tenth: " + ", ".join(f"{each:.0f}" for each in held))
    print("  slowest answers: " + ", ".join(f"{kind} {1000 * took:,.0f} ms" for kind, took in client.slowest.items()))
    print("  " + ", ".join(f"{end}: {number:,}" for end, number in client.ends.most_common()))
    client.call("shutdown")
    client.process.wait(10)


if __name__ == "__main__":
    main()
