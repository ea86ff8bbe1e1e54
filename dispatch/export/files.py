"""Exported tables as files: Parquet, CSV, and the data dictionary. It writes into a folder that holds none of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from dispatch.errors import UsageError
from dispatch.export.columns import TABLES, dictionary

DICTIONARY = "DICTIONARY.md"


def check_folder(folder: Path) -> None:
    """Make the folder, and see that nothing in it would be written over. Raises UsageError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--to: {folder} cannot be made ({error.strerror}); name another folder") from None
    for name in [DICTIONARY, *(f"{table}.{form}" for table in TABLES for form in ("parquet", "csv"))]:
        if (folder / name).exists():
            raise UsageError(f"--to: {folder} holds {name} already; name another folder")


def write_files(folder: Path, tables: Mapping[str, pa.Table]) -> list[Path]:
    """Write every table in both forms and the dictionary; gives the paths. Raises OSError."""
    written = []
    for name, table in tables.items():
        path = folder / f"{name}.parquet"
        pyarrow.parquet.write_table(table, path)
        pyarrow.csv.write_csv(table, path.with_suffix(".csv"))
        written += [path, path.with_suffix(".csv")]
    (folder / DICTIONARY).write_text(dictionary(), encoding="utf-8")
    return [*written, folder / DICTIONARY]
