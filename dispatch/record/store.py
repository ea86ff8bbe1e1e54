"""The record of runs: writes runs and steps in whole batches, and reads them back.

A step is in the database together with all the steps that ended before it in its run, or not at all. What a step's
bytes mean is the business of `step_detail` and `fact_blob`; printing is the command line's.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import sqlalchemy
from numpy.typing import NDArray
from sqlalchemy import Connection, Engine, case, func
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import defer
from sqlmodel import Session, col, delete, insert, select, update

from agents.llm.calls import Call
from dispatch.audit.records import DriverAudit
from dispatch.record.call_store import write_calls
from dispatch.record.database import Database
from dispatch.record.digest_store import write_digests
from dispatch.record.errors import StoreError, TakenError, told
from dispatch.record.format import prepare
from dispatch.record.place import engine_of
from dispatch.record.recording import StoredStep
from dispatch.record.sink import Ended, Rows
from dispatch.record.tables import STARTED, STEP_COLUMNS, Failure, Run, Step, Table
from dispatch.record.verdict_store import write_audits
from dispatch.steps import STEP_DTYPE
from memory.observed import Act, Result

WAIT_S = 30.0
"""How long to wait for another program that writes to the same SQLite file."""

_STEPS = Table.metadata.tables["step"]
_LOG_COLUMNS: tuple[str, ...] = STEP_DTYPE.names or ()


class DriverCount(NamedTuple):
    """How far one driver of a run came."""

    driver_id: str
    steps: int
    orders: int
    until_min: int


def new_run_id() -> str:
    """Eight hexadecimal digits that no other run is likely to have."""
    return uuid.uuid4().hex[:8]


def open_store(where: str | Path, *, create: bool = True, wait_s: float = WAIT_S) -> Store:
    """The record in an SQLite file, or at a database URL (whatever holds "://").

    `create` makes a missing file and its tables; commands that only read leave it off. Raises StoreError when there
    is no record, and when the database is another program's, of a newer format, locked, or cannot be opened.
    """
    engine, name = engine_of(str(where), create=create, wait_s=wait_s)
    store = Store(engine, name)
    try:
        with told(name):
            prepare(engine, name, create=create)
    except StoreError:
        store.close()
        raise
    return store


class Store(Database):
    """An open record of runs, for one thread. Every method raises StoreError when the database refuses."""

    def __init__(self, engine: Engine, where: str) -> None:
        super().__init__(engine, where)
        add = insert(Step).compile(dialect=engine.dialect)
        self._add_step, self._by_place = str(add), bool(add.positional)

    # writing

    def add_run(self, run: Run) -> None:
        """Write a run's row. Raises StoreError when its id is taken."""
        with told(self.where), Session(self._engine) as session:
            session.add(run)
            try:
                session.commit()
            except IntegrityError:
                raise StoreError(self.where, f"holds a run {run.run_id!r} already", "give the run another id") from None

    def add_rows(self, run_id: str, rows: Rows) -> None:
        """Write what came of a run in an hour, all in one commit. Raises TakenError when a part of it is there."""
        with self.writing() as connection:
            try:
                self.insert_rows(connection, run_id, rows)
            except IntegrityError:
                raise TakenError(self.where, run_id) from None

    def keep_call(self, run_id: str, call: Call) -> None:
        """Write one call at once, from any thread: what was paid for outlives the program, whatever ends it."""
        with told(self.where), self._engine.begin() as connection:
            write_calls(connection, run_id, [call])

    def insert_rows(self, connection: Connection, run_id: str, rows: Rows) -> None:
        """Put what came of a run into a transaction of `writing`.

        The driver's own SQL is used for steps: a record each, or a statement built anew, would take longer than SQLite.
        """
        steps: Any = rows.steps if self._by_place else [dict(zip(STEP_COLUMNS, s, strict=True)) for s in rows.steps]
        if steps:
            connection.exec_driver_sql(self._add_step, list(steps))
        if rows.failures:
            connection.execute(insert(Failure), list(rows.failures))
        write_calls(connection, run_id, rows.calls)
        write_digests(connection, rows.digests)

    def add_audits(self, run_id: str, audits: Sequence[DriverAudit]) -> None:
        """Write a run's verdicts in the place of any that are there."""
        with self.writing() as connection:
            write_audits(connection, run_id, audits)

    def cut_steps(self, run_id: str, kept: Mapping[str, int]) -> None:
        """Take away each driver's steps after its first `kept[driver_id]`."""
        with self.writing() as connection:
            for driver_id, number in kept.items():
                mine = (col(Step.run_id) == run_id) & (col(Step.driver_id) == driver_id)
                connection.execute(delete(Step).where(mine & (col(Step.step) > number)))

    def reopen_run(self, run_id: str) -> None:
        """Write that a run that had stopped goes on."""
        with self.writing() as connection:
            connection.execute(update(Run).where(col(Run.run_id) == run_id).values(status=STARTED, ended_at=None))

    def end_run(self, run_id: str, ended: Ended) -> None:
        """Write how a run ended."""
        with self.writing() as connection:
            connection.execute(update(Run).where(col(Run.run_id) == run_id).values(**asdict(ended)))

    # reading

    def runs(self) -> list[Run]:
        """All runs, the newest first."""
        with self.reading() as session:
            return list(session.exec(select(Run).order_by(col(Run.started_at).desc(), col(Run.run_id))))

    def run(self, run_id: str) -> Run:
        """One run. Raises StoreError for an id that is not here."""
        with self.reading() as session:
            run = session.get(Run, run_id)
        if run is None:
            raise StoreError(self.where, f"holds no run {run_id!r}", "name a run that is in it, or another file")
        return run

    def failures(self, run_id: str) -> list[Failure]:
        """A run's failures, in order."""
        with self.reading() as session:
            mine = select(Failure).where(Failure.run_id == run_id)
            return list(session.exec(mine.order_by(col(Failure.number))))

    def step(self, run_id: str, driver_id: str, step: int) -> Step:
        """One step in full. Raises StoreError for a step that is not here."""
        with self.reading() as session:
            found = session.get(Step, (run_id, driver_id, step))
        if found is None:
            fault = f"holds no step {step} of driver {driver_id!r} in run {run_id!r}"
            raise StoreError(self.where, fault, "name a step that the run has")
        return found

    def steps(self, run_id: str, driver_id: str) -> list[Step]:
        """One driver's steps in order, without `detail` and `facts`, which must not be read from them."""
        blobs = (
            defer(col(Step.detail), raiseload=True),  # type: ignore[arg-type]  # SQLModel types it as the value it holds
            defer(col(Step.facts), raiseload=True),  # type: ignore[arg-type]  # as above
        )
        mine = (col(Step.run_id) == run_id) & (col(Step.driver_id) == driver_id)
        with self.reading() as session:
            return list(session.exec(select(Step).where(mine).order_by(col(Step.step)).options(*blobs)))

    def driver_counts(self, run_id: str) -> list[DriverCount]:
        """How far each driver that has a step came, by id."""
        done = (col(Step.act) == Act.TAKE_ORDER) & col(Step.result).in_((Result.DONE, Result.CUT_OFF))
        ends = col(Step.start_min) + col(Step.scan_min) + col(Step.exec_min)
        counts = select(col(Step.driver_id), func.count(), func.sum(case((done, 1), else_=0)), func.max(ends))
        mine = counts.where(col(Step.run_id) == run_id).group_by(col(Step.driver_id)).order_by(col(Step.driver_id))
        with self.reading() as session:
            return [DriverCount(*row) for row in session.exec(mine)]

    def fact_ranges(self, run_id: str, driver_id: str) -> list[tuple[int, int, int]]:
        """(step, first fact id, number of facts) of one driver's steps that have facts, ascending."""
        ranges = select(Step.step, Step.first_fact, Step.fact_count)
        mine = (col(Step.run_id) == run_id) & (col(Step.driver_id) == driver_id) & (col(Step.fact_count) > 0)
        with self.reading() as session:
            return [(s, first, n) for s, first, n in session.exec(ranges.where(mine).order_by(col(Step.step)))]

    def log_rows(self, run_id: str) -> tuple[NDArray[np.void], list[str]]:
        """A run's steps as rows of STEP_DTYPE, in the order in which they ended, and the id of each one's load."""
        columns = [_STEPS.c[name] for name in (*_LOG_COLUMNS, "load_id")]
        mine = sqlalchemy.select(*columns).where(_STEPS.c.run_id == run_id).order_by(_STEPS.c.seq)
        with self.reading() as session:
            found = [tuple(row) for row in session.connection().execute(mine)]
        return np.array([row[:-1] for row in found], dtype=STEP_DTYPE), [row[-1] for row in found]

    def step_rows(self, run_id: str) -> dict[tuple[str, int], tuple[Any, ...]]:
        """A run's steps, each as the values of STEP_COLUMNS, by driver id and step, in the order of their end."""
        mine = sqlalchemy.select(*_STEPS.columns).where(_STEPS.c.run_id == run_id).order_by(_STEPS.c.seq)
        with self.reading() as session:
            rows = [tuple(row) for row in session.connection().execute(mine)]
        return {(row[1], row[2]): row for row in rows}

    def stored_steps(self, run_id: str) -> list[StoredStep]:
        """A run's steps in the order in which they ended, without their facts."""
        columns = [_STEPS.c[name] for name in (*_LOG_COLUMNS, "seq", "load_id", "failure", "detail")]
        mine = sqlalchemy.select(*columns).where(_STEPS.c.run_id == run_id).order_by(_STEPS.c.seq)
        with self.reading() as session:
            found = [tuple(row) for row in session.connection().execute(mine)]
        rows = np.array([row[:-4] for row in found], dtype=STEP_DTYPE)
        return [
            StoredStep(seq, rows[i].item(), load_id, failure, detail)
            for i, (*_, seq, load_id, failure, detail) in enumerate(found)
        ]
