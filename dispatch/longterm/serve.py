"""Runs the memory server over stdio or HTTP until its client or Ctrl-C ends it. What its tools do is `server`'s."""

from __future__ import annotations

import ipaddress
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from dispatch.errors import UsageError, say

if TYPE_CHECKING:
    from dispatch.longterm.embedders import EmbedderName
    from dispatch.longterm.service import MemoryService

TOKEN_VARIABLE = "DISPATCH_MEMORY_TOKEN"
PATH = "/mcp"


class LazyService:
    """The service behind the server's tools, made at the first call: the database's libraries are slow to import."""

    def __init__(self, where: str, embedder: EmbedderName) -> None:
        self._where = where
        self._embedder: EmbedderName = embedder
        self._lock = threading.Lock()
        self._service: MemoryService | None = None

    def __call__(self) -> MemoryService:
        """The one service, from whatever thread."""
        with self._lock:
            if self._service is None:
                # Before numpy comes in: many small products at a time are quicker each on one thread than all on all.
                os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
                from dispatch.longterm.open import open_memory_store
                from dispatch.longterm.service import MemoryService
                from memory.longterm.judging import RuleWriter

                where, embedder = self._where, self._embedder
                self._service = MemoryService(lambda: open_memory_store(where, embedder=embedder), RuleWriter())
            return self._service

    def close(self) -> None:
        """Write what waits, and let go of the store."""
        with self._lock:
            if self._service is not None:
                self._service.close()


def serve_stdio(where: str, embedder: EmbedderName) -> None:
    """Serve one client on stdin and stdout until it closes them."""
    from dispatch.longterm.server import make_server

    service = LazyService(where, embedder)
    try:
        make_server(service).run("stdio")
    finally:
        service.close()


def serve_http(where: str, embedder: EmbedderName, host: str, port: int, token_file: Path | None) -> None:
    """Serve any number of clients over streamable HTTP; beyond this machine only who bears the token.

    Raises UsageError for an address that cannot be had, and for a public one without a token.
    """
    token = _token(token_file)
    if token is None and not _is_loopback(host):
        raise UsageError(
            f"--host: {host} can be reached from other machines, and no token is set; put one into a file for "
            f"--token-file, or into {TOKEN_VARIABLE}"
        )
    bound = listening(host, port)
    import uvicorn

    from dispatch.longterm.server import make_server

    service = LazyService(where, embedder)
    # Each request stands for itself: nothing is kept for a client that went away.
    app = make_server(service, token).streamable_http_app(
        streamable_http_path=PATH, json_response=True, stateless_http=True, host=host
    )
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
    # The server's library hands the signal on when it has ended, which by default would end us before our last write.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    say(f"memory server at http://{host}:{bound.getsockname()[1]}{PATH}")
    try:
        server.run(sockets=[bound])
    finally:
        service.close()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there, whose connections send at once. Raises UsageError where it cannot be had."""
    try:
        bound = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise UsageError(f"--port: {host}:{port} cannot be listened on ({error.strerror}); choose another") from None
    # A reply is a head and a body, and else the body may wait 40 ms until the head's receipt is acknowledged (Nagle's
    # algorithm). Connections have it from here: the event loop sets it only on sockets that it made itself.
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return bound


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _token(token_file: Path | None) -> str | None:
    """The token from the file, else from the environment; None without either. Raises UsageError."""
    if token_file is None:
        return os.environ.get(TOKEN_VARIABLE, "").strip() or None
    try:
        token = token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "no text"
        raise UsageError(f"--token-file: {token_file} cannot be read ({reason}); name another file") from None
    if not token:
        raise UsageError(f"--token-file: {token_file} is empty; put a token into it")
    return token
