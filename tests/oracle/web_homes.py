"""A server of the explorer in a thread, on a free port of this machine."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from oracle.protocol.desk import Desk
from oracle.web.server import server_of


@contextmanager
def served(page: Path | None = None, desk: Desk | None = None) -> Iterator[str]:
    """Serve until the block ends; give HOST:PORT."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        name = f"127.0.0.1:{listening.getsockname()[1]}"
        app = server_of(desk or Desk(), [name], page)
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        try:
            yield name
        finally:
            server.should_exit = True
            thread.join(10)
