"""Records of every past format open, and hold afterwards what they held before.

`formats/format_N.db` was written by the program when N was its format, with
`dispatch run tiny --seed 3 --db tests/formats/format_N.db`. The files are never written again.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy

from dispatch.record.errors import StoreError
from dispatch.record.migrations import MIGRATIONS
from dispatch.record.store import open_store
from dispatch.record.tables import COMPLETED, FORMAT, Table
from dispatch.show.explain import show_driver, show_step

FORMATS = Path(__file__).parent / "formats"
EACH_OLD_FORMAT = pytest.mark.parametrize("old", range(1, FORMAT))


def copy_of(old: int, folder: Path) -> Path:
    return Path(shutil.copy(FORMATS / f"format_{old}.db", folder / "old.db"))


def schema(path: Path) -> dict[str, set[str]]:
    """The columns of each table."""
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    inspector = sqlalchemy.inspect(engine)
    found = {name: {c["name"] for c in inspector.get_columns(name)} for name in inspector.get_table_names()}
    engine.dispose()
    return found


def test_a_step_leads_from_every_past_format() -> None:
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


@EACH_OLD_FORMAT
@pytest.mark.parametrize("create", [True, False])
def test_an_old_record_becomes_one_of_today_s(old: int, create: bool, tmp_path: Path) -> None:
    path = copy_of(old, tmp_path)
    with open_store(path, create=create) as store:
        run = store.runs()[0]
        assert (run.scenario, run.seed, run.status, run.format) == ("tiny", "3", COMPLETED, old)
        steps = {c.driver_id: c.steps for c in store.driver_counts(run.run_id)}
        assert sum(steps.values()) == (run.totals or {})["steps"]
        driver_id = next(iter(steps))
        assert show_driver(store, run.run_id, driver_id).lines()
        assert show_step(store, run.run_id, driver_id, 1).lines()
    everything = {t.name: set(t.columns.keys()) for t in Table.metadata.sorted_tables}
    assert schema(path) == everything
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT format FROM freightstore").fetchall() == [(FORMAT,)]
    connection.close()


@EACH_OLD_FORMAT
def test_a_migration_that_broke_off_is_begun_again(old: int, tmp_path: Path) -> None:
    path = copy_of(old, tmp_path)
    # All was made, and the process was gone before it could write the new number.
    open_store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE freightstore SET format = {old}")
    connection.close()
    with open_store(path) as store:
        assert store.runs()[0].scenario == "tiny"


def test_an_old_record_that_cannot_be_written_to_is_refused(tmp_path: Path) -> None:
    path = copy_of(1, tmp_path)
    with pytest.raises(StoreError, match=f"has format 1, and cannot be written to, to be brought to format {FORMAT}"):
        open_store(f"sqlite:///file:{path}?mode=ro&uri=true", create=False)
