"""A writer that is killed at any moment loses nothing that was acknowledged, and leaves nothing torn."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from memory_world import make_store
from sqlalchemy import select

from memory.longterm.judging import RuleWriter
from memory.longterm.tables import ITEMS, RECEIPTS
from memory.longterm.writing import receipt_of, work_off

TESTS = Path(__file__).parent


def killed_after(where: str, mode: str, receipts: int) -> list[list[str]]:
    """The receipts that a writing process gave before it was killed."""
    command = [sys.executable, str(TESTS / "kill_memory.py"), where, mode]
    said: list[list[str]] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            said.append(line.split())
            if len(said) == receipts:
                child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL
    return [line for line in said if len(line) == 4]  # the last may be cut


@pytest.mark.parametrize("receipts", [1, 4, 11])
def test_what_was_acknowledged_survives_kill_9(where: str, receipts: int) -> None:
    said = killed_after(where, "write", receipts)
    assert len(said) >= receipts
    with make_store(where) as store:
        for status, receipt_id, item_id, number in said:
            receipt = receipt_of(store, int(receipt_id))
            assert (status, receipt.status, receipt.item) == ("stored", "stored", int(item_id))
            assert store.item(int(item_id)).text == f"order {number} lost to another driver"
        # Items and receipts are one transaction: whatever the moment, there is one of each.
        with store.reading() as connection:
            stored = connection.execute(select(RECEIPTS.c.item).order_by(RECEIPTS.c.id)).scalars().all()
            kept = connection.execute(select(ITEMS.c.id).order_by(ITEMS.c.id)).scalars().all()
    assert stored == kept


@pytest.mark.parametrize("receipts", [2, 15])
def test_what_was_queued_waits_and_is_worked_off_later(where: str, receipts: int) -> None:
    said = killed_after(where, "submit", receipts)
    with make_store(where) as store:
        before = [receipt_of(store, int(line[1])).status for line in said]
        assert set(before) <= {"queued", "stored"}
        work_off(store, RuleWriter())
        after = [receipt_of(store, int(line[1])) for line in said]
        assert [r.status for r in after] == ["stored"] * len(said)
        texts = [store.item(r.item or 0).text for r in after]
    assert texts == [f"order {line[3]} lost to another driver" for line in said]
