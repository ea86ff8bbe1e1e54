"""Long-term memory judged and concluded by model: held to the texts, and the rule's wherever no answer can stand."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from cli_calls import answer as answer_of
from cli_calls import dispatch
from hostile_texts import HOSTILE
from llm_desk import Script, make_desk, player
from mcp_calls import answer as answer_to
from mcp_calls import http_client, http_server
from memory_world import day, draft, keep, make_store
from stub_player import answer
from stub_server import FaultOf, StubServer

from agents.llm.consolidator import ModelConsolidator
from agents.llm.model import ModelError, Trouble
from agents.llm.rememberer import ModelRememberer
from memory.longterm.consolidation import consolidate, rule_text
from memory.longterm.judging import Judgement, RuleWriter
from memory.longterm.records import Draft, LessonRule
from memory.longterm.store import LongTermStore
from memory.longterm.writing import Offer, write

CELL = "86411c8e7ffffff"
TEXT = f"order lost at cell {CELL} at 08:20, and the ferry was late"
OFFERED = Draft(text=TEXT, world_min=day(0))
BY_RULE = RuleWriter().judge(OFFERED)
SHORT = f"order lost at cell {CELL} at 08:20"


def said(content: str = SHORT, **changes: Any) -> dict[str, Any]:
    return {"should_remember": True, "type": "semantic", "content": content, "importance": 90} | changes


def judged(*answers: Any, offered: Draft = OFFERED) -> tuple[Judgement, dict[str, int], int, Script]:
    """The judgement, failed answers by kind, times the rule judged, and what was asked."""
    script = Script(*answers)
    desk = make_desk(script)
    found = ModelRememberer(desk, RuleWriter()).judge(offered)
    counts = desk.snapshot()["rememberer"]
    return found, counts.failed, counts.fallback, script


def test_a_model_judges_a_draft() -> None:
    found, failed, fallback, script = judged(said())
    assert found == Judgement(should_remember=True, type="semantic", content=SHORT, importance=0.9)
    assert (failed, fallback) == ({}, 0)
    (request,) = script.requests
    assert (request.schema_name, request.parts) == ("remember", ("time=2026-03-01 00:00", f'"{TEXT}"'))


def test_what_an_author_says_goes_before_the_model() -> None:
    offered = draft("the depot is Baiyun", subject="D3", attribute="depot", value="Baiyun")  # importance 0.8
    found, *_, script = judged(said("the depot is Baiyun", type="lesson", importance=10), offered=offered)
    assert (found.type, found.importance) == ("semantic", 0.8)  # keys make it a conclusion
    assert script.requests[0].parts[0].endswith('subject="D3" attribute="depot" value="Baiyun"')
    lesson = Draft(text="wait 15 min less", world_min=0, rule=LessonRule(agent="decision", advice="wait", amount=-15))
    found, *_ = judged(said("wait", type="episodic"), offered=lesson)
    assert (found.type, found.content) == ("lesson", "wait 15 min less")  # whose words are the rule's own


def test_what_is_not_worth_it_keeps_its_words() -> None:
    found, failed, *_ = judged(said("", should_remember=False))
    assert (found.should_remember, found.content, failed) == (False, TEXT, {})


UNUSABLE: dict[str, tuple[Any, str]] = {
    "an invented number": (said("order lost at 09:20"), "invented_id"),
    "an invented cell": (said("order lost at cell 86411c8efffffff"), "invented_id"),
    "an invented load": (said("order 20 lost at 08"), "invented_id"),
    "a number in words": (said("order lost at eight twenty"), "wrong_shape"),
    "more than there was": (said(TEXT + " again and again"), "wrong_shape"),
    "two lines": (said("order lost\nat 08:20"), "wrong_shape"),
    "no words": (said(" "), "wrong_shape"),
    "another language": (said("丢了订单"), "wrong_language"),
    "an importance beyond all": (said(importance=101), "wrong_shape"),
    "a layer that is none": (said(type="gossip"), "wrong_shape"),
    "broken JSON": ('{"should_remember": tru', "broken_json"),
    "a refusal": ("I'm sorry, I cannot do that.", "refusal"),
    "nothing": ("", "empty"),
    "no server": (ModelError(Trouble.TIMEOUT, "late"), "timeout"),
}


@pytest.mark.parametrize(("bad", "kind"), UNUSABLE.values(), ids=UNUSABLE)
def test_without_a_usable_answer_the_rule_judges(bad: Any, kind: str) -> None:
    """Asked twice, both counted, and then the rule's judgement as if no model were there."""
    found, failed, fallback, script = judged(bad)
    assert (found, failed, fallback, len(script.requests)) == (BY_RULE, {kind: 2}, 1, 2)


def test_a_second_answer_may_be_better_and_is_told_why() -> None:
    found, failed, fallback, script = judged(said("order lost at 09:20"), said())
    assert (found.content, failed, fallback) == (SHORT, {"invented_id": 1}, 0)
    assert "content unknown_number" in script.requests[1].parts[-1]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts_are_data(text: str) -> None:
    line = " ".join("".join(sign for sign in text if sign.isprintable()).split())
    *_, script = judged(said("obeyed 4321"), offered=Draft(text=line[:500], world_min=0))
    shown = script.requests[0].parts[1]
    assert (shown[0], shown[-1], shown.count('"')) == ('"', '"', 2)
    found, *_ = judged(said("obeyed 4321"), offered=Draft(text=line[:500], world_min=0))
    assert "4321" not in found.content


def lost(store: LongTermStore) -> list[int]:
    """Five episodes of one topic, of minutes 10 to 14."""
    return keep(store, *(draft(f"lost after {10 + i} min at {CELL}", i, topic="lost", run="r1") for i in range(5)))


TRUE = f"lost after 10, 11, 12, 13 and 14 min at {CELL}"


@pytest.mark.parametrize(
    ("answers", "failed", "dropped"),
    [
        ([{"text": TRUE}], {}, {}),
        ([{"text": TRUE.replace("14", "15")}, {"text": TRUE}], {"invented_id": 1}, {}),
        ([{"text": TRUE.replace("14", "15")}], {"invented_id": 2}, {"no_answer": 1}),
        ([{"text": "lost after 10 min"}], {"wrong_shape": 2}, {"no_answer": 1}),
        (["{"], {"broken_json": 2}, {"no_answer": 1}),
        (["抱歉，我不能回答。"], {"refusal": 2}, {"no_answer": 1}),
    ],
)
def test_a_model_concludes_and_the_rule_where_it_cannot(
    sqlite_store: LongTermStore, answers: list[Any], failed: dict[str, int], dropped: dict[str, int]
) -> None:
    items = [sqlite_store.item(i) for i in lost(sqlite_store)]
    script = Script(*answers)
    desk = make_desk(script)
    done = consolidate(sqlite_store, ModelConsolidator(desk))
    by_rule = bool(dropped)
    assert sqlite_store.item(done.created[0]).text == (rule_text(items) if by_rule else TRUE)
    counts = desk.snapshot()["consolidator"]
    assert (done.dropped, counts.failed, counts.fallback) == (dropped, failed, int(by_rule))
    assert script.requests[0].parts[0] == 'topic="lost" events=5'
    assert script.requests[0].parts[1] == f'2026-03-01 00:00 "{items[0].text}"'


def test_chinese_is_judged_and_concluded_in_chinese(sqlite_store: LongTermStore) -> None:
    drafts = [draft(f"{10 + i}分钟后货被抢走", i, topic="抢单", importance=None) for i in range(5)]
    desk = make_desk(lambda request: player(request) if "司机" in request.system else "English only")
    receipts = write(sqlite_store, ModelRememberer(desk, RuleWriter()), [Offer(d) for d in drafts])
    assert [r.status for r in receipts] == ["stored"] * 5
    done = consolidate(sqlite_store, ModelConsolidator(desk))
    assert sqlite_store.item(done.created[0]).text == "; ".join(d.text for d in drafts)
    assert [counts.failed for counts in desk.snapshot().values()] == [{}, {}]


# on the command line


def written(db: str, *options: str) -> Any:
    """A draft that the rule finds too light (0.5), and the player worth 80 of 100."""
    return dispatch("memory", "write", "the yard was shut", "--at", "2026-03-01 08:20", "--db", db, *options)


@pytest.fixture
def db(tmp_path: Path) -> str:
    where = str(tmp_path / "memory.db")
    with make_store(where) as store:
        lost(store)
    return where


def serve(monkeypatch: pytest.MonkeyPatch, fault: FaultOf = lambda number, payload: "") -> StubServer:
    server = StubServer(answer, fault=fault)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-stub")
    return server


def test_the_commands_ask_a_server(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert written(db).exit_code == 1
    with serve(monkeypatch) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        end = written(db, "--model", "stub")
        assert (end.exit_code, end.stderr) == (0, "")
        done = dispatch("memory", "consolidate", "--db", db, "--model", "stub", "--json")
        assert (json.loads(done.stdout), done.stderr) == ({"created": 1, "consolidated": 5, "too_long": 0}, "")
    found = answer_of("memory", "search", "lost", "--db", db, "--layer", "semantic")
    text = found["hits"][0]["item"]["text"]
    assert text.startswith("lost after 10 min at ")  # the player's words: the rule's begin with topic and dates


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("invented ids", "wrong_shape"), ("refusal", "refusal"), ("truncated", "truncated"), ("500", "server_error")],
)
def test_an_unusable_answer_is_the_rule_s_and_is_said(
    db: str, monkeypatch: pytest.MonkeyPatch, fault: str, kind: str
) -> None:
    with serve(monkeypatch, lambda number, payload: fault) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setattr("time.sleep", lambda seconds: None)
        end = written(db, "--model", "stub")
    assert (end.exit_code, end.stdout) == (1, "receipt 6: refused: importance 0.5 is under 0.6\n")
    assert f"1 of the drafts were judged by rule: the model gave no usable answer ({kind} 2)" in end.stderr


def test_a_conclusion_with_another_number_is_the_rule_s_and_is_said(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer(lambda payload: {"text": TRUE + " 99"}) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        end = dispatch("memory", "consolidate", "--db", db, "--model", "stub")
    assert (end.exit_code, end.stdout) == (0, "created 1, consolidated 5, too_long 0\n")
    assert "1 of the conclusions are the rule's: the model gave no usable answer (invented_id 2)" in end.stderr


def test_nothing_is_judged_in_line(db: str) -> None:
    end = written(db, "--queue", "--model", "stub")
    assert (end.exit_code, "leave one of them out" in end.stderr) == (2, True)


def test_a_server_with_a_model_lets_it_judge_and_conclude(db: str) -> None:
    """The rule finds the draft too light (0.5), and the player worth 80 of 100."""

    async def story(url: str) -> None:
        said = {"text": "the yard was shut", "world_time": "2026-03-01 08:20", "key": "k"}
        async with http_client(url) as client:
            first = await answer_to(client, "memory_write", **said)
            assert first["status"] == "stored"
            assert await answer_to(client, "memory_write", **said) == first
            done = await answer_to(client, "memory_consolidate", driver="D1", fleet="south")
            assert done["consolidated"] == 5
            reply = await answer_to(client, "memory_search", driver="D1", fleet="south", layers=["semantic"])
            assert reply["items"][0]["text"].startswith("lost after 10 min at ")  # the player's words

    asked: list[Any] = []

    def count(payload: Any) -> Any:
        asked.append(payload)
        return answer(payload)

    with (
        StubServer(count) as stub,
        http_server(db, "--model", "stub", OPENAI_BASE_URL=stub.url, OPENAI_API_KEY="sk-stub") as url,
    ):
        asyncio.run(story(url))
    assert len(asked) == 2  # one draft, and under the same key none; one group
