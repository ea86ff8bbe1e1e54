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
from dispatch.interrupt import INTERRUPTED

if TYPE_CHECKING:
    from agents.llm.desk import Desk
    from dispatch.longterm.embedders import EmbedderName
    from dispatch.longterm.service import MemoryService
    from memory.longterm.store import LongTermStore

TOKEN_VARIABLE = "DISPATCH_MEMORY_TOKEN"
PATH = "/mcp"


class LazyService:
    """The service behind the server's tools, made at the first call: the database's libraries are slow to import."""

    def __init__(self, where: str, embedder: EmbedderName, desk: Desk | None = None) -> None:
        self._where = where
        self._embedder: EmbedderName = embedder
        self._desk = desk
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

                where, embedder, desk = self._where, self._embedder, self._desk

                def open_store() -> LongTermStore:
                    return open_memory_store(where, embedder=embedder)

                if desk is None:
                    self._service = MemoryService(open_store, RuleWriter())
                else:
                    from agents.llm.consolidator import ModelConsolidator
                    from agents.llm.rememberer import ModelRememberer

                    writer = ModelRememberer(desk, RuleWriter())
                    self._service = MemoryService(open_store, writer, ModelConsolidator(desk))
            return self._service

    def close(self) -> None:
        """Write what waits, and let go of the store."""
        with self._lock:
            if self._service is not None:
                self._service.close()


def serve_stdio(service: LazyService) -> None:
    """Serve one client on stdin and stdout until it closes them."""
    from dispatch.longterm.server import make_server

    _end_when_told(service)
    try:
        make_server(service).run("stdio")
    finally:
        service.close()


def _end_when_told(service: LazyService) -> None:
    """From now on the first Ctrl-C or SIGTERM writes what waits and ends the process, the second ends it at once.

    By itself the process would wait for one more line from its client: reading stdin cannot be broken off.
    """

    def end(number: int) -> None:
        service.close()
        if number == signal.SIGINT:
            say("Stopped from the keyboard; what was written until then is kept.")
        os._exit(INTERRUPTED if number == signal.SIGINT else 0)

    def hear(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        # In a thread of its own: whatever was interrupted here may hold what closing waits for.
        threading.Thread(target=end, args=(number,)).start()

    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, hear)


def serve_http(service: LazyService, host: str, port: int, token_file: Path | None) -> None:
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

    # Each request stands for itself: nothing is kept for a client that went away.
    app = make_server(service, token).streamable_http_app(
        streamable_http_path=PATH, json_response=True, stateless_http=True, host=host
    )
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
    # The server's library hands the signal on when it has ended, which by default would end us before our last write.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    named = f"[{host}]" if ":" in host else host  # RFC 3986, 3.2.2
    say(f"memory server at http://{named}:{bound.getsockname()[1]}{PATH}")
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
        return _sendable(TOKEN_VARIABLE, os.environ.get(TOKEN_VARIABLE, "").strip()) or None
    try:
        token = token_file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "no text"
        raise UsageError(f"--token-file: {token_file} cannot be read ({reason}); name another file") from None
    if not token:
        raise UsageError(f"--token-file: {token_file} is empty; put a token into it")
    return _sendable("--token-file", token)


def _sendable(where: str, token: str) -> str:
    """The token, if a header can carry it. Raises UsageError for another, which would let nobody in."""
    if not (token.isascii() and token.isprintable()):
        raise UsageError(f"{where}: a token is one line of letters, digits and signs of ASCII; put another there")
    return token
