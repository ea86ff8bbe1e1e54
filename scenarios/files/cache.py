"""Checked loads kept as columns beside their file, so that a second start skips reading and checking.

A kept table is found by the content of the file it came from, never by name or time. Keeping it is a
convenience: a folder that cannot be written, or a kept table that is damaged, only costs the time saved.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import fields
from datetime import datetime
from pathlib import Path

import orjson
import pyarrow as pa

from scenarios.files.text_files import no_file
from scenarios.loads import LoadTable

CACHE_FOLDER = ".freight-cache"
CACHE_FORMAT = 2
"""Raised whenever the meaning or the checks of a LoadTable change."""
CACHED_FILE_BYTES = 1_000_000
"""Smaller files are read faster than a folder beside them is worth."""

_NAMES = ("category_names", "place_names", "truck_names")
_ARRAYS = tuple(spec.name for spec in fields(LoadTable) if spec.name not in (*_NAMES, "ids", "unusable"))


def content_hash(path: Path) -> str:
    """SHA-256 of the file as it stands, in hex. Raises ScenarioError when it cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise no_file(path, error) from None


def cache_path(data: Path, content: str, start: datetime, checks: str) -> Path:
    """Where the table of that content, read under these `checks`, is kept."""
    described = orjson.dumps([CACHE_FORMAT, content, start.isoformat(), checks])
    key = hashlib.sha256(described).hexdigest()
    return data.parent / CACHE_FOLDER / f"{data.name}.{checks}.{key[:32]}.arrow"


def read_cached(kept: Path) -> LoadTable | None:
    """The table kept there, its arrays mapped read-only from the file; None if there is none that is whole."""
    try:
        with pa.memory_map(str(kept)) as source:
            table = pa.ipc.open_file(source).read_all()
        about = orjson.loads(table.schema.metadata[b"about"])
        if about["rows"] != table.num_rows:
            return None
        arrays = {name: _column(table, name).to_numpy() for name in _ARRAYS}
        names = {name: about[name] for name in _NAMES}
        unusable = {int(row): reason for row, reason in about["unusable"].items()}
        return LoadTable(ids=_column(table, "ids").to_pylist(), unusable=unusable, **arrays, **names)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        return None


def write_cached(kept: Path, table: LoadTable) -> bool:
    """Keeps the table at that place, whole or not at all, in the stead of older content; False if it cannot."""
    about = {name: getattr(table, name) for name in _NAMES}
    about |= {"rows": len(table), "unusable": {str(row): reason for row, reason in table.unusable.items()}}
    columns = {"ids": pa.array(table.ids, pa.string())}
    columns |= {name: pa.array(getattr(table, name)) for name in _ARRAYS}
    batch = pa.record_batch(columns).replace_schema_metadata({"about": orjson.dumps(about)})
    half = kept.with_name(f"{kept.name}.{os.getpid()}.tmp")
    try:
        kept.parent.mkdir(exist_ok=True)
        try:
            with pa.OSFile(str(half), "wb") as sink, pa.ipc.new_file(sink, batch.schema) as writer:
                writer.write_batch(batch)
            os.replace(half, kept)
        finally:
            half.unlink(missing_ok=True)
        series = kept.name.rsplit(".", 2)[0]
        for other in kept.parent.glob("*.arrow"):
            if other != kept and other.name.rsplit(".", 2)[0] == series:
                other.unlink(missing_ok=True)
    except OSError:
        return False
    return True


def _column(table: pa.Table, name: str) -> pa.Array:
    """The column in one piece: one batch was written, and an empty table has none."""
    pieces = table.column(name).chunks
    return pieces[0] if pieces else pa.array([], table.schema.field(name).type)
