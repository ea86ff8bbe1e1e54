"""Runs from Python, for notebooks and scripts: the same simulation and the same records as the command line's.

>>> from dispatch import simulate
>>> run = simulate("tiny", seed=3)
>>> run.result.total.orders["done"]
5
>>> for order in run.orders.slice(0, 2).to_pylist():
...     print(order["driver"], order["load"], order["result"], order["paid_yuan"])
D001 1001 done 400.0
D002 1001 claimed_by_other 0.0

The tables are pyarrow's: `run.steps.to_pandas()` where pandas is installed. Nothing is printed here.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import pyarrow as pa

from dispatch.export.tables_of_run import tables_of
from dispatch.failures import Failures
from dispatch.models.seat import model_seat
from dispatch.record.errors import StoreError
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import Store, new_run_id, open_store
from dispatch.replay.read_back import scenario_of, settings_of
from dispatch.run_result import RunResult
from dispatch.session import simulate_recorded
from dispatch.settings import ModelSettings, RunSettings, default_memory
from memory.settings import MemorySettings
from scenarios.errors import ScenarioError
from scenarios.records import Scenario


@dataclass(frozen=True, slots=True)
class RunTables:
    """A run: its id, what `dispatch run --json` gives, and its records with the columns of `dispatch export`."""

    run_id: str
    result: RunResult | None
    """None for a run that did not come to its end."""
    steps: pa.Table
    orders: pa.Table
    breaches: pa.Table
    calls: pa.Table
    prompts: pa.Table
    digests: pa.Table


def simulate(
    scenario: str,
    *,
    seed: int = 0,
    rules: str | None = None,
    agents: str = "rule",
    memory: str | MemorySettings | None = None,
    days: int | None = None,
    drivers: int | None = None,
    count_tokens: bool = False,
    compile: Literal["grammar", "model"] = "grammar",
    model: str | ModelSettings | None = None,
    db: str | Path | None = None,
) -> RunTables:
    """Simulate to the end, as `dispatch run` with the options of these names, and give the run's records.

    `memory` is a mode or its settings, and `model` a name or the settings of a model at the server that OPENAI_BASE_URL
    and OPENAI_API_KEY name. The run is recorded in `db`, or where none is named in a file that is gone
    afterwards. Raises ScenarioError, StoreError, NoModelError, ValueError for unknown
    agents, and pydantic's ValidationError for a setting.

    >>> greedy = simulate("tiny", seed=3, agents="greedy")
    >>> [row["act"] for row in greedy.steps.slice(0, 2).to_pylist()]
    ['take_order', 'take_order']
    """
    mode: Any = default_memory(agents) if memory is None else memory
    settings = RunSettings(
        scenario=scenario,
        seed=seed,
        rules=rules,
        agents=agents,
        memory=mode if isinstance(mode, MemorySettings) else MemorySettings(mode=mode),
        days=days,
        drivers=drivers,
        count_tokens=count_tokens,
        compile=compile,
        model=model if isinstance(model, ModelSettings) else ModelSettings(name=model),
    )
    world = settings.opened()
    with TemporaryDirectory() as folder, open_store(Path(folder) / "run.db" if db is None else db) as store:
        with model_seat(world, settings) as seat:
            recorder = RunRecorder(store, new_run_id(), world, settings)
            simulate_recorded(recorder, world, settings, Failures(), None, seat)
        return _tables(store, recorder.run_id, world)


def recorded(run_id: str, db: str | Path = "dispatch.db") -> RunTables:
    """The records of a run in a database. Prices are null where its scenario is gone. Raises StoreError."""
    with open_store(db, create=False) as store:
        run = store.run(run_id)
        try:
            world = scenario_of(store, run, settings_of(store, run))
        except (ScenarioError, StoreError):
            world = None
        return _tables(store, run_id, world)


def _tables(store: Store, run_id: str, world: Scenario | None) -> RunTables:
    totals = store.run(run_id).totals
    result = None if totals is None else RunResult.model_validate(totals)
    return RunTables(run_id, result, **tables_of(store, run_id, world))
