"""A second start takes the kept columns; any change of content, checks or start does not."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from load_files import START, STRICT, assert_equal, row, write_lines

from scenarios.files.cache import cache_path, read_cached, write_cached
from scenarios.files.read_loads import read_loads
from scenarios.loads import LoadTable


def load(path: Path, *, strict: bool = True, start: datetime = START) -> LoadTable:
    """The file's loads, kept whatever its size."""
    table, _ = read_loads(path, replace(STRICT, strict=strict, start=start), [], cached_from_bytes=0)
    return table


def kept_files(folder: Path) -> list[Path]:
    return sorted((folder / ".freight-cache").glob("*"))


def test_what_is_kept_is_what_was_read(tmp_path: Path) -> None:
    bad_time = row("B", cost_time_minutes="x", load_time=None)
    table = load(write_lines(tmp_path / "l.jsonl", row("A"), bad_time), strict=False)
    kept = cache_path(tmp_path / "l.jsonl", "content", START, "tolerant")
    assert write_cached(kept, table)
    again = read_cached(kept)
    assert again is not None
    assert_equal(again, table)
    assert again.unusable == {1: "bad_service_time"}


def test_an_empty_table_can_be_kept(tmp_path: Path) -> None:
    table = load(write_lines(tmp_path / "l.jsonl", ""), strict=False)
    kept = cache_path(tmp_path / "l.jsonl", "content", START, "tolerant")
    assert write_cached(kept, table)
    again = read_cached(kept)
    assert again is not None
    assert_equal(again, table)


def test_a_second_start_reads_the_kept_table(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "l.jsonl", row("A"), row("B"))
    first = load(path)
    (kept,) = kept_files(tmp_path)
    # Put another table there: if it comes back, the file itself was not read.
    write_cached(kept, replace(first, ids=["X", "Y"]))
    assert load(path).ids == ["X", "Y"]


def test_new_content_is_read_anew_and_replaces_the_old(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "l.jsonl", row("A"))
    load(path)
    (old,) = kept_files(tmp_path)
    write_lines(path, row("B"))
    assert load(path).ids == ["B"]
    (new,) = kept_files(tmp_path)
    assert new != old


def test_another_check_or_start_is_another_table(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "l.jsonl", row("A"))
    assert load(path).create_min[0] == 90
    load(path, strict=False)
    assert len(kept_files(tmp_path)) == 2
    # A day earlier: 90 + 1,440 minutes.
    assert load(path, start=datetime(2026, 2, 28)).create_min[0] == 1530


def test_a_damaged_table_is_read_anew(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "l.jsonl", row("A"))
    load(path)
    (kept,) = kept_files(tmp_path)
    for damage in (b"", kept.read_bytes()[:200], b"\0" * 500):
        kept.write_bytes(damage)
        assert read_cached(kept) is None
        assert load(path).ids == ["A"]


def test_a_folder_that_cannot_hold_a_cache_only_costs_time(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "l.jsonl", row("A"))
    (tmp_path / ".freight-cache").write_text("a file stands where the folder would be")
    assert load(path).ids == ["A"]


def test_nothing_is_kept_of_a_file_with_faults_or_when_told_not_to(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "l.jsonl", row("A", price=-1))
    load(path)
    path = write_lines(tmp_path / "good.jsonl", row("A"))
    read_loads(path, STRICT, [], use_cache=False, cached_from_bytes=0)
    assert kept_files(tmp_path) == []


def test_small_files_are_not_kept(tmp_path: Path) -> None:
    read_loads(write_lines(tmp_path / "l.jsonl", row("A")), STRICT, [])
    assert not (tmp_path / ".freight-cache").exists()
