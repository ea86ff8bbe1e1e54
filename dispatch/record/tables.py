"""The SQL tables of runs, and the only file that knows them: what a run was, and what happened in each of its steps.

Portable types only, so that SQLite and PostgreSQL hold the same. Nothing here opens, reads or writes a database.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Column, LargeBinary
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

FORMAT = 2
"""Number of this layout. It grows with each change of a table, by a step in `dispatch.record.migrations`; higher ones
are refused."""

STARTED, COMPLETED, INTERRUPTED = "started", "completed", "interrupted"
"""A run's status. `started` is also what a killed run stays; `interrupted` ended before its time and could say so."""


class Table(SQLModel, registry=registry()):
    """Base of the tables of runs, apart from whatever else a program declares."""


class FreightStore(Table, table=True):
    """One row that marks the database as ours."""

    format: int = Field(primary_key=True, sa_type=BigInteger)


class Run(Table, table=True):
    """A run: what it depended on, how it ended, and what it came to."""

    run_id: str = Field(primary_key=True)
    format: int
    status: str
    scenario: str
    """Its name; `settings` holds how it was asked for."""
    fingerprint: str
    """The scenario's: SHA-256 of what it was read or generated from."""
    scenario_start: str
    """Local wall time of minute 0, ISO without a zone."""
    days: int
    drivers: int
    seed: str
    """In decimal digits: a seed may be larger than a database's whole numbers."""
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    rules: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    program: str
    """Version of the program that made it."""
    started_at: str
    """Wall time with its offset, ISO."""
    ended_at: str | None = None
    digest: str | None = None
    totals: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON))
    """What `dispatch run --json` gives; null until the run is completed."""
    forked_from: str | None = None
    """The run that a fork followed; null for all others."""
    forked_min: int | None = None
    """World minute in which the fork left it."""


class Step(Table, table=True):
    """One step of one driver: a row of the step log (`dispatch.steps.STEP_DTYPE`), and what the agents made of it."""

    run_id: str = Field(primary_key=True)
    driver_id: str = Field(primary_key=True)
    step: int = Field(primary_key=True, description="From 1.")
    seq: int
    """Counts a run's steps from 0 in the order in which they ended; gaps where a step limit cut steps."""

    driver: int
    start_min: int
    scan_min: int
    exec_min: int
    act: int
    result: int
    searches: int
    dead_proposal: bool
    barren_again: int
    load: int
    wait_arg_min: int
    # SQLite keeps NaN as null, and a world may let a truck drive there (contest rule 17).
    lat: float | None
    lng: float | None
    end_lat: float | None
    end_lng: float | None
    pickup_km: float | None
    haul_km: float | None
    reposition_km: float | None
    drive_min: int
    window_wait_min: int
    service_min: int
    listed: int

    load_id: str
    """The load that was asked for, empty when none was."""
    why: str
    plan: str
    failure: str
    """Kind and message of the error when the driver's agents failed, else empty."""
    first_fact: int = Field(sa_type=BigInteger)
    """Id of the first fact that came of this step, -1 without facts."""
    fact_count: int
    detail: bytes = Field(sa_type=LargeBinary)
    """JSON: what each agent saw, said and relied on (`dispatch.record.step_detail`)."""
    facts: bytes = Field(sa_type=LargeBinary)
    """The step's facts (`dispatch.record.fact_blob`); empty without facts."""


STEP_COLUMNS: tuple[str, ...] = tuple(Table.metadata.tables["step"].columns.keys())
"""The order of a step's values where steps are written and compared as plain tuples."""


class Failure(Table, table=True):
    """An error of a driver's agents, whether or not the driver went on after it."""

    run_id: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    driver_id: str
    minute: int
    error: str


class Prompt(Table, table=True):
    """A text that was sent to a model, kept once however often it was sent."""

    sha256: str = Field(primary_key=True)
    text: str


class ModelCall(Table, table=True):
    """One question to a language model, and what came of it."""

    __tablename__ = "model_call"

    run_id: str = Field(primary_key=True)
    driver_id: str = Field(primary_key=True)
    request: str = Field(primary_key=True)
    """SHA-256 of the canonical request (`agents.llm.model.Request`)."""
    repeat: int = Field(primary_key=True, description="How often this driver had asked the very same before.")
    step: int
    agent: str
    schema_name: str
    prompt: list[str] = Field(sa_column=Column(JSON, nullable=False))
    """What was sent, as names of `Prompt` rows: the schema, the system text, and the parts of the message."""
    temperature: float
    max_tokens: int
    sampling_seed: str | None
    """In decimal digits, as `Run.seed`."""
    reply: str | None
    """Null when none came."""
    trouble: str | None
    """Why no usable answer came of it (`agents.llm.model.Trouble`); null when it was used."""
    message: str
    """Of the error, when there is no reply."""
    model: str
    finish: str
    format: str
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    seconds: float
    tries: int


class MemoryDigest(Table, table=True):
    """A digest that a driver's memory made of one of its stores."""

    __tablename__ = "memory_digest"

    run_id: str = Field(primary_key=True)
    driver_id: str = Field(primary_key=True)
    store: str = Field(primary_key=True)
    number: int = Field(primary_key=True, description="From 0.")
    minute: int
    """When it was asked for."""
    through: int = Field(sa_type=BigInteger)
    """Highest fact id that it covers."""
    bullets: list[dict[str, Any]] = Field(sa_column=Column(JSON, nullable=False))
    """Those that stood: kind, text, fact_ids, cells (H3), loads."""
    dropped: dict[str, int] = Field(sa_column=Column(JSON, nullable=False))
    """How many did not, by the gate's reason."""
    fell_back: bool
    """Nothing written stood, and the deterministic bullets took its place."""


class Batch(Table, table=True):
    """A named set of runs, as it was asked for."""

    name: str = Field(primary_key=True)
    program: str
    """Version of the program that made it; its cells are never mixed with another's."""
    started_at: str


class BatchCell(Table, table=True):
    """One run of a batch: what it depends on, and what became of it."""

    __tablename__ = "batch_cell"

    batch: str = Field(primary_key=True)
    key: str = Field(primary_key=True)
    """SHA-256 of the settings and the scenario's fingerprint, in hexadecimal digits."""
    settings: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    fingerprint: str
    run_id: str | None = None
    """The run that did it; null until one did."""
    why: str | None = None
    """Why it failed the last time; null when it did not."""


class VerdictRow(Table, table=True):
    """One of a driver's wishes, judged when its run was over."""

    __tablename__ = "verdict"

    run_id: str = Field(primary_key=True)
    driver_id: str = Field(primary_key=True)
    number: int = Field(primary_key=True)
    """Counts a driver's verdicts from 0, in the order of its wishes."""
    preference: int
    kind: str
    hard: bool
    breaches: int
    penalty_fen: int = Field(sa_type=BigInteger)
    detail: bytes = Field(sa_type=LargeBinary)
    """JSON: the verdict with its breaches (`dispatch.audit.records.Verdict`)."""
