"""A load file, of whatever form, as a checked LoadTable; from the columns kept beside it where they are current."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from scenarios.errors import ScenarioError
from scenarios.files.cache import CACHED_FILE_BYTES, cache_path, content_hash, read_cached, write_cached
from scenarios.files.load_builder import build_table
from scenarios.files.load_problems import PROBLEMS_MAX, Problem, Reading
from scenarios.files.read_jsonl import read_jsonl
from scenarios.files.read_tables import read_csv, read_parquet
from scenarios.loads import LoadTable

FORMS = (".jsonl", ".jsonl.gz", ".csv", ".parquet")


def read_loads(
    path: Path,
    reading: Reading,
    problems: list[ScenarioError],
    *,
    use_cache: bool = True,
    cached_from_bytes: int = CACHED_FILE_BYTES,
) -> tuple[LoadTable, str]:
    """The file's loads and the SHA-256 of its content; faults are added to `problems`, in file order.

    With faults the table is of no use. Raises ScenarioError when the file cannot be opened, or has no known form.
    """
    form = next((form for form in FORMS if path.name.endswith(form)), None)
    if form is None:
        rule = "has no form that loads are read from"
        raise ScenarioError(str(path), path.name, rule, f"give a file that ends in {', '.join(FORMS)}")
    content = content_hash(path)
    kept = None
    if use_cache and path.stat().st_size >= cached_from_bytes:
        checks = "tolerant" if not reading.strict else "strict" if reading.whole_fen else "strict-parts-of-fen"
        kept = cache_path(path, content, reading.start, checks)
        table = read_cached(kept)
        if table is not None:
            return table, content
    found: list[Problem] = []
    if form == ".csv":
        parts = read_csv(path, reading, found)
    elif form == ".parquet":
        parts = read_parquet(path, reading, found)
    else:
        parts = read_jsonl(path, reading, found)
    table = build_table(parts, reading, found)
    del parts
    pa.default_memory_pool().release_unused()
    problems += [reading.error(problem) for problem in found[:PROBLEMS_MAX]]
    if kept and not found:
        write_cached(kept, table)
    return table, content
