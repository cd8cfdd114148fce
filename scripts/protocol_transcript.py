"""Write the answers in the transcript of docs/protocol.md again: `python -m scripts.protocol_transcript`."""

import re
import sys

from oracle.evidence.links import ROOT
from oracle.files import write_text
from oracle.protocol.desk import Desk
from oracle.protocol.server import Server
from oracle.protocol.sessions import Limits, Sessions

DOCUMENT = "docs/protocol.md"
_BLOCK = re.compile(r"(?<=```transcript\n).*?(?=```)", re.DOTALL)
_ASKED = "--> "
_ANSWERED = "<-- "
_LIMITS = Limits(sessions=2, steps=3)


def renewed(text: str) -> str:
    """Return the document with the server's present answers; all transcripts are one conversation."""
    server = Server(Desk(Sessions(_LIMITS)))
    return _BLOCK.sub(lambda block: _answered(server, block.group()), text)


def _answered(server: Server, block: str) -> str:
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith(_ANSWERED):
            continue
        lines.append(line)
        if line.startswith(_ASKED):
            reply = server.reply(line.removeprefix(_ASKED).encode())
            if reply is not None:
                lines.append(f"{_ANSWERED}{reply.decode().rstrip()}")
    return "".join(f"{line}\n" for line in lines)


def main() -> int:
    """Write the document."""
    path = ROOT / DOCUMENT
    text = path.read_text(encoding="utf-8")
    write_text(path, renewed(text))
    print(f"{DOCUMENT} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
