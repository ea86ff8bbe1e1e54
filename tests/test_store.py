"""The store: what is written is read back, and a database that cannot serve is refused in one sentence."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_mock_engine, event
from sqlalchemy.dialects import postgresql
from sqlmodel import insert

from dispatch.record.errors import StoreError
from dispatch.record.sink import Ended, Rows
from dispatch.record.store import Store, new_run_id, open_store
from dispatch.record.tables import COMPLETED, FORMAT, STARTED, STEP_COLUMNS, Failure, Run, Step, Table
from dispatch.steps import STEP_DTYPE

WHEN = "2026-03-01T08:00:00+08:00"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "runs.db") as opened:
        yield opened


def a_run(run_id: str, started_at: str = WHEN) -> Run:
    return Run(
        run_id=run_id,
        format=FORMAT,
        status=STARTED,
        scenario="small",
        fingerprint="",
        scenario_start="2026-03-01T00:00:00",
        days=1,
        drivers=2,
        seed="18446744073709551616",
        settings={"agents": "greedy"},
        rules={"profile": "standard"},
        program="0.1.0",
        started_at=started_at,
    )


def a_step(run_id: str, driver_id: str, step: int, seq: int, **changed: Any) -> tuple[Any, ...]:
    """A wait of 30 minutes from minute 30 * (step - 1), with what is `changed`."""
    values: dict[str, Any] = dict.fromkeys(STEP_COLUMNS, 0) | dict.fromkeys(("load_id", "why", "plan", "failure"), "")
    values |= {"run_id": run_id, "driver_id": driver_id, "step": step, "seq": seq, "dead_proposal": False}
    values |= {
        "start_min": 30 * (step - 1),
        "exec_min": 30,
        "load": -1,
        "wait_arg_min": 30,
        "lat": 23.0,
        "end_lat": 23.0,
    }
    values |= {"first_fact": -1, "detail": b"{}", "facts": b""} | changed
    return tuple(values[name] for name in STEP_COLUMNS)


def test_a_step_has_the_columns_of_the_step_log_in_its_order() -> None:
    names = STEP_DTYPE.names or ()
    key = ("run_id", "driver_id", "step", "seq")

    # The recorder relies on it: key, then the log's columns but for the step number, then words and bytes.
    assert STEP_COLUMNS[:4] == key
    assert STEP_COLUMNS[4 : 4 + len(names) - 1] == tuple(name for name in names if name != "step")


def test_a_run_is_written_when_it_starts_and_again_when_it_ends(store: Store) -> None:
    store.add_run(a_run("aaaa0001"))
    assert store.run("aaaa0001").status == STARTED
    assert store.run("aaaa0001").digest is None

    store.end_run("aaaa0001", Ended(COMPLETED, "2026-03-01T08:00:09+08:00", "sha256:00", {"steps": 3}))
    run = store.run("aaaa0001")
    assert (run.status, run.digest, run.totals) == (COMPLETED, "sha256:00", {"steps": 3})
    assert (run.seed, run.settings, run.rules) == (
        "18446744073709551616",
        {"agents": "greedy"},
        {"profile": "standard"},
    )


def test_runs_are_listed_newest_first_and_survive_closing(tmp_path: Path) -> None:
    with open_store(tmp_path / "runs.db") as store:
        for hour in (8, 10, 9):
            store.add_run(a_run(f"run{hour}", started_at=f"2026-03-01T{hour:02d}:00:00+08:00"))
    with open_store(tmp_path / "runs.db", create=False) as store:
        assert [run.run_id for run in store.runs()] == ["run10", "run9", "run8"]


def test_steps_come_back_as_they_were_written(store: Store) -> None:
    store.add_run(a_run("r"))
    store.add_run(a_run("other"))
    first = a_step(
        "r", "D001", 1, 0, facts=b"\x00\xff", detail=b'{"a":1}', why="nothing pays", first_fact=0, fact_count=2
    )
    nowhere = a_step("r", "D001", 2, 2, end_lat=float("nan"), pickup_km=float("inf"))
    taken = a_step("r", "D002", 1, 1, act=1, load=5, load_id="货/1", first_fact=2, fact_count=3)
    failure = Failure(run_id="r", number=1, driver_id="D002", minute=7, error="E: x")
    store.add_rows("r", Rows([first, taken, nowhere], [failure.model_dump()]))
    store.add_rows("other", Rows([a_step("other", "D001", 1, 0)]))

    step = store.step("r", "D001", 1)
    assert (step.facts, step.detail, step.why) == (b"\x00\xff", b'{"a":1}', "nothing pays")
    assert [s.step for s in store.steps("r", "D001")] == [1, 2]
    assert store.fact_ranges("r", "D001") == [(1, 0, 2)]
    assert [(f.driver_id, f.error) for f in store.failures("r")] == [("D002", "E: x")]
    # D001 ends its second wait at minute 60; D002 took one order, which its 30 minutes brought to minute 30.
    assert store.driver_counts("r") == [("D001", 2, 0, 60), ("D002", 1, 1, 30)]

    rows, load_ids = store.log_rows("r")
    assert rows["driver"].tolist() == [0, 0, 0]
    assert rows["step"].tolist() == [1, 1, 2]
    assert load_ids == ["", "货/1", ""]
    assert str(rows["end_lat"][2]) == "nan"
    assert rows["pickup_km"][2] == float("inf")


def test_a_commit_is_whole_or_nothing(store: Store) -> None:
    store.add_run(a_run("r"))
    with pytest.raises(StoreError, match="run 'r' is being recorded by another program"):
        store.add_rows("r", Rows([a_step("r", "D001", 1, 0), a_step("r", "D001", 2, 1), a_step("r", "D001", 1, 2)]))
    assert len(store.log_rows("r")[0]) == 0

    store.add_rows("r", Rows([a_step("r", "D001", 1, 0)]))
    assert len(store.log_rows("r")[0]) == 1


def test_steps_over_a_budget_are_cut(store: Store) -> None:
    store.add_run(a_run("r"))
    store.add_rows("r", Rows([a_step("r", f"D00{i % 2 + 1}", i // 2 + 1, i) for i in range(6)]))
    store.cut_steps("r", {"D001": 2, "D002": 0})
    assert [(s.driver_id, s.step) for s in store.steps("r", "D001") + store.steps("r", "D002")] == [
        ("D001", 1),
        ("D001", 2),
    ]


def test_run_ids_are_short_and_differ() -> None:
    ids = {new_run_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(len(run_id) == 8 and int(run_id, 16) >= 0 for run_id in ids)


def test_what_is_not_there_is_said(store: Store, tmp_path: Path) -> None:
    store.add_run(a_run("r"))
    with pytest.raises(StoreError, match=r"runs\.db: holds a run 'r' already; give the run another id\."):
        store.add_run(a_run("r"))
    with pytest.raises(StoreError, match=r"runs\.db: holds no run 'x'; name a run"):
        store.run("x")
    with pytest.raises(StoreError, match="holds no step 4 of driver 'D001' in run 'r'"):
        store.step("r", "D001", 4)
    with pytest.raises(StoreError, match=r"none\.db: there is no such record of runs"):
        open_store(tmp_path / "none.db", create=False)
    assert not (tmp_path / "none.db").exists()


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    open_store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE freightstore SET format = {FORMAT + 1}")
    connection.close()
    with pytest.raises(
        StoreError, match=f"has format {FORMAT + 1}, and this program knows formats up to {FORMAT}; use"
    ):
        open_store(path)


def test_another_programs_database_is_refused_and_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "photos.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE photo (id INTEGER PRIMARY KEY)")
    connection.close()
    before = path.read_bytes()
    for create in (True, False):
        with pytest.raises(StoreError, match="is another program's database; name another file"):
            open_store(path, create=create)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("not a database, but long enough to have a header. " * 40)
    with pytest.raises(StoreError, match="is no database; name another file"):
        open_store(tmp_path / "notes.db")
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="holds no runs"):
        open_store(tmp_path / "empty.db", create=False)


def test_a_place_that_cannot_be_opened_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened; name a file in a folder that exists"):
        open_store(tmp_path / "no such folder" / "runs.db")
    with pytest.raises(StoreError, match="cannot be opened"):
        open_store(tmp_path)
    with pytest.raises(StoreError, match="is no kind of database; name a file, or a postgresql:// URL"):
        open_store("cassandra://somewhere/runs")
    with pytest.raises(StoreError, match=r"postgresql://…: is no database URL by its form; write it as in postgresql"):
        open_store("postgresql://driver:secret@host:port/runs")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write into any folder")
def test_a_folder_that_may_not_be_written_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(StoreError, match=r"cannot be (opened|written to)"):
            open_store(tmp_path / "runs.db")
    finally:
        tmp_path.chmod(0o700)


def _recorded(path: Path) -> None:
    with open_store(path) as store:
        store.add_run(a_run("r"))


@pytest.mark.parametrize("url", ["", "sqlite:///"], ids=["file", "url"])
def test_a_record_where_nothing_can_be_written_is_read(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a read-only disk, whoever asks: even the superuser is told by the system that it cannot be written to."""
    folder = tmp_path / "o d%20?#"
    folder.mkdir()
    _recorded(folder / "runs.db")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with open_store(f"{url}runs.db", create=False) as store:
        assert [run.run_id for run in store.runs()] == ["r"]
        with pytest.raises(StoreError, match=r"runs\.db: cannot be written to"):
            store.add_rows("r", Rows([a_step("r", "D001", 1, 0)]))
        assert [path.name for path in folder.iterdir()] == ["runs.db"]


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write into any folder")
@pytest.mark.parametrize("closed", [".", "runs.db"])
def test_a_record_that_one_may_only_read_is_read(closed: str, tmp_path: Path) -> None:
    _recorded(tmp_path / "runs.db")
    (tmp_path / closed).chmod(0o500)
    try:
        with open_store(tmp_path / "runs.db", create=False) as store:
            assert [run.run_id for run in store.runs()] == ["r"]
    finally:
        (tmp_path / closed).chmod(0o700)
    assert [path.name for path in tmp_path.iterdir()] == ["runs.db"]


@pytest.mark.parametrize(
    "where", ["", " ", ":memory:", "sqlite://", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"]
)
@pytest.mark.parametrize("create", [True, False])
def test_what_would_be_gone_at_the_end_is_no_record(where: str, create: bool) -> None:
    with pytest.raises(StoreError, match="names no file, and what is kept in memory is gone at the end; name a file"):
        open_store(where, create=create)


def test_asking_for_a_record_by_url_makes_no_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/none.db"
    with pytest.raises(StoreError, match=r"none\.db: there is no such record of runs; name the file"):
        open_store(url, create=False)
    assert list(tmp_path.iterdir()) == []
    open_store(url).close()
    open_store(url, create=False).close()


def test_a_locked_database_is_said_and_works_again_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    other = sqlite3.connect(path, isolation_level=None)
    with open_store(path, wait_s=0.05) as store:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program; wait until that is done"):
            store.add_run(a_run("r"))
        other.execute("ROLLBACK")
        store.add_run(a_run("r"))
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="is in use by another program"):
            store.add_rows("r", Rows([a_step("r", "D001", 1, 0)]))
        assert store.run("r").status == STARTED  # readers go on beside a writer
        other.execute("ROLLBACK")
        store.add_rows("r", Rows([a_step("r", "D001", 1, 0)]))
        assert len(store.log_rows("r")[0]) == 1
    other.close()


def test_a_full_disk_is_said_and_what_was_committed_stays(tmp_path: Path) -> None:
    def few_pages(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA max_page_count = 60")  # 60 pages of 4096 bytes stand for a small disk

    path = tmp_path / "runs.db"
    event.listen(Engine, "connect", few_pages)
    try:
        with open_store(path) as store:
            store.add_run(a_run("r"))
            store.add_rows("r", Rows([a_step("r", "D001", 1, 0)]))
            with pytest.raises(StoreError, match="has no room left on its disk; make room"):
                store.add_rows("r", Rows([a_step("r", "D001", n, n, facts=bytes(4000)) for n in range(2, 200)]))
            assert store.log_rows("r")[0]["step"].tolist() == [1]
    finally:
        event.remove(Engine, "connect", few_pages)


def test_the_tables_are_portable() -> None:
    """PostgreSQL takes the same tables, and steps come to it as mappings instead of places."""
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # SQLAlchemy leaves it untyped
    statements: list[str] = []
    engine = create_mock_engine("postgresql://", lambda sql, *_: statements.append(str(sql.compile(dialect=dialect))))
    Table.metadata.create_all(engine, checkfirst=False)

    assert sum("CREATE TABLE" in statement for statement in statements) == len(Table.metadata.tables)
    assert "detail BYTEA NOT NULL" in " ".join(" ".join(statements).split())
    assert "%(driver_id)s" in str(insert(Step).compile(dialect=dialect))
