"""Memory's digests in the record of runs: one row each, written with the steps of their hour. It words nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from dispatch.record.database import tolerant_insert
from dispatch.record.plain import plain
from dispatch.record.tables import Table
from memory.digests.counts import MadeDigest


def digest_row(run_id: str, made: MadeDigest, driver_ids: Sequence[str], load_ids: Sequence[str]) -> dict[str, Any]:
    """The values of a `MemoryDigest` row; loads are named by their ids, since a record outlives the load table."""
    bullets = [
        {
            "kind": bullet.kind,
            "text": plain(bullet.text),
            "fact_ids": list(bullet.fact_ids),
            "cells": [f"{cell:x}" for cell in bullet.cells],
            "loads": [plain(load_ids[load]) for load in bullet.cargo_ids],
        }
        for bullet in made.bullets
    ]
    return {
        "run_id": run_id,
        "driver_id": plain(driver_ids[made.driver]),
        "store": made.store,
        "number": made.number,
        "minute": made.minute,
        "through": made.through,
        "bullets": bullets,
        "dropped": dict(made.dropped),
        "fell_back": made.fell_back,
    }


def write_digests(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write digests of a run; those that are there already stay as they are."""
    if rows:
        add = tolerant_insert(connection, Table.metadata.tables["memory_digest"])
        connection.execute(add.on_conflict_do_nothing(), list(rows))
