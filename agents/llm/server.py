"""Where a model is served: the usual OPENAI_BASE_URL and OPENAI_API_KEY; and how a server's words are made fit to show.

The key stands in one field that no text shows. Nothing here opens a connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

OPENAI_URL = "https://api.openai.com/v1"
NO_KEY = "none"
"""Sent to a server of one's own when no key is set: the client insists on one."""
SHOWN = 200
"""Characters kept of a server's own words."""


@dataclass(frozen=True, slots=True)
class Server:
    """A model at an address."""

    model: str
    base_url: str = field(default=OPENAI_URL, repr=False)
    api_key: str = field(default=NO_KEY, repr=False)

    @property
    def shown_url(self) -> str:
        """The address without user, password and query, which may hold secrets."""
        parts = urlsplit(self.base_url)
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{host}{port}{parts.path}"

    def without_key(self, text: str) -> str:
        """The text with the key taken out, should a server have said it back."""
        return text if self.api_key == NO_KEY else text.replace(self.api_key, "[key]")

    def shown(self, text: str) -> str:
        """A server's words in one short printable line, without the key."""
        line = " ".join(self.without_key(text).split())
        line = "".join(c for c in line if c.isprintable())
        return line if len(line) <= SHOWN else line[:SHOWN] + "…"


def server_of(model: str, environment: Mapping[str, str]) -> Server:
    """The server that the environment names. Raises ValueError, in one sentence, when it names none or no address."""
    base_url, api_key = environment.get("OPENAI_BASE_URL", "").strip(), environment.get("OPENAI_API_KEY", "").strip()
    if not base_url and not api_key:
        raise ValueError(
            "no model server is named: set OPENAI_BASE_URL to the address of one that speaks OpenAI's protocol "
            "(as in http://127.0.0.1:8080/v1), or OPENAI_API_KEY to use OpenAI's own"
        )
    server = Server(model, base_url or OPENAI_URL, api_key or NO_KEY)
    try:
        parts = urlsplit(server.base_url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if good and (parts.username is not None or parts.password is not None):
        raise ValueError(
            "OPENAI_BASE_URL holds a user or a password, which are not sent: take them out, and set OPENAI_API_KEY to "
            "what the server asks for"
        )
    if not good:
        raise ValueError(
            "OPENAI_BASE_URL is no address of a server: give one that begins with http:// or https://, "
            "as in http://127.0.0.1:8080/v1"
        )
    return server
