"""Calls to a model in the record: written with their steps, pooled by text, read back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlmodel import func, select
from test_store import a_step

from agents.llm.calls import Call
from agents.llm.model import Reply, Request, Sampling, Trouble, Usage
from agents.llm.replayed import ReplayedModel
from dispatch.record.call_store import read_calls
from dispatch.record.parts import copy_until
from dispatch.record.sink import Rows
from dispatch.record.store import Store, open_store
from dispatch.record.tables import Prompt

SCHEMA = {"type": "object", "properties": {"why": {"type": "string", "maxLength": 40}}}


def call(text: str, *, driver: str = "D1", step: int = 1, agent: str = "search", repeat: int = 0) -> Call:
    sampling = Sampling(0.5, 77, 2**63 + 1)
    request = Request(agent, "You look. 你看。", ("wishes", text), "search", SCHEMA, sampling, driver, step)
    reply = Reply('{"why": "好"}', Usage(30, 20, 6), "m-1", "stop", "tools", 0.25, 2)
    return Call(request, request.sha256(), repeat, reply, tries=2, seconds=0.25)


def failed(text: str, trouble: Trouble = Trouble.TIMEOUT) -> Call:
    good = call(text)
    return Call(good.request, good.sha256, good.repeat, None, trouble, "no answer within 2 s", 4, 8.5)


def write(store: Store, *calls: Call, run_id: str = "r") -> None:
    store.add_rows(run_id, Rows(calls=calls))


def test_calls_come_back_as_they_were(tmp_path: Path) -> None:
    calls = [failed("a"), call("b"), call("c", step=2), call("c", step=2, repeat=1), call("d", driver="D2")]
    calls[1].trouble = Trouble.INVENTED_ID
    with open_store(tmp_path / "r.db") as store:
        write(store, *calls)
        write(store, call("other"), run_id="other")
        found = read_calls(store, "r", ["D1", "D2"])
        assert sorted(found, key=lambda c: c.key) == sorted(calls, key=lambda c: c.key)
        assert [c.request.parts[1] for c in found[2:]] == ["c", "c", "d"]
        assert [c.repeat for c in read_calls(store, "r", ["D1"], driver="D1", step=2)] == [0, 1]


def test_a_text_is_kept_once_however_often_it_was_sent(tmp_path: Path) -> None:
    """Schema, system text and wishes are shared: 3 texts, and one for each of "a" and "b"."""
    with open_store(tmp_path / "r.db") as store:
        write(store, call("a"), call("b"), call("b", driver="D2"))
        write(store, call("a"), run_id="again")
        with store.reading() as session:
            assert session.exec(select(func.count()).select_from(Prompt)).one() == 5


def test_a_call_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    with open_store(tmp_path / "r.db") as store:
        write(store, call("a"))
        write(store, failed("a"), call("b"))
        assert [c.reply is None for c in read_calls(store, "r", ["D1"])] == [False, False]


@pytest.mark.parametrize("odd", ["D\udc80", "D\0"])
def test_odd_names_and_texts_are_kept_and_answered_from(odd: str, tmp_path: Path) -> None:
    """A database takes neither half characters nor NUL; a replay asks under the driver's own name."""
    asked = call(f"load {odd}", driver=odd)
    with open_store(tmp_path / "r.db") as store:
        write(store, asked)
        replayed = ReplayedModel(read_calls(store, "r", [odd, "D1"]))
    assert replayed.complete(asked.request) == asked.reply


def test_calls_of_copied_steps_come_along(tmp_path: Path) -> None:
    with open_store(tmp_path / "r.db") as store:
        store.add_rows("r", Rows([a_step("r", "D1", n, n - 1, start_min=600 * (n - 1)) for n in (1, 2)]))
        write(store, call("a"), call("b", step=2), call("c", driver="D2"))
        copy_until(store, "r", "fork", 600)
        assert [c.request.parts[1] for c in read_calls(store, "fork", ["D1", "D2"])] == ["a"]
