"""From the name of a database to a connection: a file or URL, to be made, written to, or only read.

It opens nothing itself and knows no table.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy
from sqlalchemy import URL, Engine, event
from sqlalchemy.exc import ArgumentError, NoSuchModuleError

from dispatch.record.errors import StoreError

_URI = "file:"
"""How a name starts that SQLite takes for a URI with options of its own (www.sqlite.org/uri.html)."""


def engine_of(
    where: str, *, create: bool, wait_s: float, holds: str = "record of runs", pool_size: int | None = None
) -> tuple[Engine, str]:
    """An engine for an SQLite file or a database URL (whatever holds "://"), and the name to call it by in errors.

    Without `create` a file that is missing is not made, and one that cannot be written to is only read.
    `wait_s` is how long to wait for another program that writes to the same SQLite file, `holds` what errors call the
    database, `pool_size` how many connections are kept open at most (None: the library's own). Raises StoreError.
    """
    try:
        url = sqlalchemy.make_url(where) if "://" in where else URL.create("sqlite", database=where)
        name = url.render_as_string(hide_password=True) if "://" in where else where
        sqlite = url.get_backend_name() == "sqlite"
        if sqlite:
            _check_lasting(url, where)
        pool = {} if pool_size is None else {"pool_size": pool_size}
        engine = sqlalchemy.create_engine(_existing(url, name, holds) if sqlite and not create else url, **pool)
    except ValueError:  # a port that is no number; its words may hold a password
        remedy = "write it as in postgresql://USER@HOST:5432/NAME"
        raise StoreError(f"{where.split('://')[0]}://…", "is no database URL by its form", remedy) from None
    except (ArgumentError, NoSuchModuleError):
        kind = where.split("://")[0]
        raise StoreError(f"{kind}://…", "is no kind of database", "name a file, or a postgresql:// URL") from None
    except ModuleNotFoundError as error:
        raise StoreError(name, f"needs the package {error.name}", "install it beside this program") from None
    if sqlite:
        _set_up_sqlite(engine, wait_s, create=create)
    return engine, name


def _check_lasting(url: URL, where: str) -> None:
    """Raise StoreError for a database that would be gone when the program ends."""
    database = url.database or ""
    if database.strip() in ("", ":memory:", f"{_URI}:memory:") or "memory" in url.query.get("mode", ""):
        fault = "names no file, and what is kept in memory is gone at the end"
        raise StoreError(repr(where), fault, "name a file, as in dispatch.db")


def _existing(url: URL, name: str, holds: str) -> URL:
    """The same SQLite file, to be opened only if it is there. Raises StoreError when it is not."""
    database = url.database or ""
    if database.startswith(_URI):
        return url  # whoever writes a URI says in it how it is to be opened
    path = Path(database)
    try:
        if not path.exists():
            raise StoreError(name, f"there is no such {holds}", f"name the file of a {holds}")
    except (OSError, ValueError):  # a name too long, a NUL
        raise StoreError(name, "is no file's name", f"name the file of a {holds}") from None
    options = {"mode": "rw", "uri": "true"}
    if not (os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)):
        # SQLite makes two files beside the one that it reads, unless it is told that nobody can be writing.
        options["mode"] = "ro"
        if not path.with_name(f"{path.name}-wal").exists():
            options["immutable"] = "1"
    return url.set(database=f"{_URI}{quote(str(path.absolute()))}", query={**url.query, **options})


def _set_up_sqlite(engine: Engine, wait_s: float, *, create: bool) -> None:
    """Readers beside one writer, and no waiting for the disk at a commit.

    A crash of the program loses nothing that was committed; a power cut may lose the last moments, and tears nothing.
    """

    def on_connect(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA busy_timeout = {round(wait_s * 1000)}")
        connection.execute("PRAGMA synchronous = NORMAL")
        # Moving the log into the file waits for the disk: it is done every 16 MB, and when the file is closed.
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        # The journal mode stays with a file, so it is set once, and never on a file that may be another program's.
        if create and connection.execute("PRAGMA schema_version").fetchone() == (0,):
            connection.execute("PRAGMA journal_mode = WAL")

    event.listen(engine, "connect", on_connect)
