"""Runs whose agents ask a model at a real server: the same at any speed, recorded, replayed, and within budgets."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_calls import dispatch
from stub_player import answer
from stub_server import FAULTS, StubServer

Ask = Callable[..., dict[str, Any]]
KEY = "sk-planted-7f3a9c"


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Runs the command line against a server, in an empty folder, and gives its JSON."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def call(server: StubServer, *args: str) -> dict[str, Any]:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        end = dispatch("run", "tiny", "--seed", "3", "--model", "stub", "--json", *args)
        assert end.exit_code == 0, end.stderr
        found: dict[str, Any] = json.loads(end.stdout)
        return found

    return call


def rows(sql: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect("dispatch.db") as connection:
        found = connection.execute(sql).fetchall()
    connection.close()
    return found


def test_a_run_counts_what_the_server_counted(ask: Ask) -> None:
    with StubServer(answer) as server:
        result = ask(server, "--agents", "llm")
    assert result["agents"] == "llm"
    assert result["calls"] == {"ok": len(server.requests), "failed": {}, "fallback": 0, "fallback_by": {}, "retried": 0}
    sent = rows("SELECT sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), count(*) FROM model_call")[0]
    tokens = result["tokens"]
    assert sent == (tokens["prompt"], tokens["cached"], tokens["completion"], len(server.requests))
    assert 0 < tokens["cached"] < tokens["prompt"]
    assert server.headers["authorization"] == f"Bearer {KEY}"


def test_the_speed_of_answers_changes_nothing(ask: Ask) -> None:
    """One question at a time, and as many as there are drivers with answers that come late."""
    with StubServer(answer) as server:
        slow = ask(server, "--agents", "llm", "--concurrency", "1")
        assert server.most_at_once == 1
    with StubServer(answer, delay_s=0.01) as server:
        quick = ask(server, "--agents", "llm", "--concurrency", "8")
        assert server.most_at_once > 1
    same = ("digest", "steps", "total", "calls")
    assert [slow[name] for name in same] == [quick[name] for name in same]
    first, second = (
        rows(
            "SELECT driver_id, request, repeat, step, agent, reply FROM model_call "
            f"WHERE run_id = '{run['run']}' ORDER BY 1, 2, 3"
        )
        for run in (slow, quick)
    )
    assert first == second


def test_where_a_fleet_shares_nobody_is_asked_before_others_have_been_heard(ask: Ask) -> None:
    """A view then shows what others read until its minute, so that drivers wait for each other."""
    options = ("--agents", "llm", "--share", "fleet", "--concurrency")
    with StubServer(answer) as server:
        one = ask(server, *options, "1")
    with StubServer(answer, delay_s=0.01) as server:
        eight = ask(server, *options, "8")
        assert server.most_at_once <= 2  # the analyst and the preference agent of one driver
    same = ("digest", "steps", "total", "calls", "tokens")
    assert [one[name] for name in same] == [eight[name] for name in same]


@pytest.mark.parametrize("agents", ["llm", "single", "mixed:search=rule,main=llm"])
def test_a_recorded_run_is_replayed_without_a_server(ask: Ask, agents: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def now_and_then(number: int, payload: object) -> str:
        return {3: "500", 5: "truncated", 8: "invented ids", 9: "invented ids", 11: "context length"}.get(number, "")

    with StubServer(answer, fault=now_and_then) as server:
        run = ask(server, "--agents", agents)
    assert run["calls"]["failed"]
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    end = dispatch("replay", run["run"], "--json")
    assert (end.exit_code, end.stderr) == (0, "")
    assert json.loads(end.stdout) == {
        "run": run["run"],
        "same": True,
        "difference": None,
        "steps": run["steps"],
        "digest": run["digest"],
    }


def test_a_changed_prompt_is_named(ask: Ask) -> None:
    """The record is made as if an earlier program had asked in other words."""
    with StubServer(answer) as server:
        run = ask(server, "--agents", "llm")["run"]
    name, parts, driver, step = rows(
        "SELECT request, prompt, driver_id, step FROM model_call WHERE agent = 'decision' ORDER BY driver_id, step"
    )[0]
    first = json.loads(parts)[1]
    with sqlite3.connect("dispatch.db") as connection:
        connection.execute("UPDATE model_call SET request = 'old' WHERE request = ?", (name,))
        connection.execute("UPDATE prompt SET text = 'You once were asked otherwise.' WHERE sha256 = ?", (first,))
    connection.close()
    end = dispatch("replay", run)
    assert end.exit_code == 1
    assert f"step {step} of driver {driver}, agent decision: the prompt differs" in end.stderr
    assert "at line 1: now " in end.stderr
    assert "recorded 'You once were asked otherwise.'" in end.stderr


def test_a_run_by_rule_is_replayed_and_its_first_difference_named(ask: Ask) -> None:
    run = json.loads(dispatch("run", "tiny", "--seed", "3", "--json").stdout)["run"]
    assert dispatch("replay", run).exit_code == 0
    driver, step = rows("SELECT driver_id, step FROM step ORDER BY seq LIMIT 1 OFFSET 5")[0]
    with sqlite3.connect("dispatch.db") as connection:
        connection.execute("UPDATE step SET exec_min = 7 WHERE driver_id = ? AND step = ?", (driver, step))
    connection.close()
    end = dispatch("replay", run)
    assert end.exit_code == 1
    assert f"step {step} of driver {driver}, the world: exec_min: now " in end.stderr
    assert "recorded 7" in end.stderr
    assert dispatch("replay", "nobody").exit_code == 2


def test_show_tells_what_was_asked_and_answered_and_no_answer_steers_the_terminal(ask: Ask) -> None:
    def hostile(payload: dict[str, Any]) -> dict[str, Any]:
        return {name: "[red]\x1b[2J\n" if isinstance(v, str) else v for name, v in answer(payload).items()}

    with StubServer(hostile) as server:
        run = ask(server, "--agents", "llm")["run"]
    driver, step = rows("SELECT driver_id, step FROM model_call WHERE agent = 'decision' ORDER BY 1, 2")[0]
    end = dispatch("show", run, "--driver", driver, "--step", str(step))
    assert end.exit_code == 0
    assert "decision asked model stub: " in end.stdout
    assert "  < {" in end.stdout
    assert "[red]" in end.stdout
    assert "\x1b" not in end.stdout
    calls = json.loads(dispatch("show", run, "--driver", driver, "--step", str(step), "--json").stdout)["calls"]
    assert calls[0]["prompt"][0]
    assert all(json.loads(call["reply"]) for call in calls)


@pytest.mark.parametrize("memory", ["digest", "llm"])
def test_a_fork_follows_the_record_and_then_goes_its_own_way(ask: Ask, memory: str) -> None:
    """Up to a driver's tenth step nothing is decided anew; the fork is a run of its own, and can be replayed."""
    with StubServer(answer) as server:
        first = ask(server, "--agents", "llm")
        asked = len(server.requests)
        end = dispatch_at(server, "run", "--from", first["run"], "--step", "10", "--memory", memory, "--json")
        assert end.exit_code == 0, end.stderr
        more = len(server.requests) - asked
    fork = json.loads(end.stdout)
    assert f"run {fork['run']} is no replay: it follows run {first['run']} for " in end.stderr
    assert (fork["memory"], fork["agents"], fork["seed"]) == (memory, "llm", 3)
    columns = "driver_id, step, start_min, act, load_id, end_lat, why"
    minute = rows(f"SELECT forked_min FROM run WHERE run_id = '{fork['run']}'")[0][0]
    both = [
        rows(f"SELECT {columns} FROM step WHERE run_id = '{run}' AND start_min + scan_min < {minute} ORDER BY 1, 2")
        for run in (first["run"], fork["run"])
    ]
    assert both[0] == both[1]
    assert both[0]
    assert fork["calls"]["ok"] > more  # those of the followed steps count, and were not asked
    again = dispatch("replay", fork["run"])
    assert again.exit_code == 0, again.stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--from", "nobody", "--step", "2"], "holds no run 'nobody'"),
        (["--from", "nobody"], "--from and --step go together"),
        (["tiny", "--from", "x", "--step", "2"], "--from: scenario is the recorded run's; leave it out"),
        (["--from", "x", "--step", "2", "--seed", "4"], "--from: --seed is the recorded run's; leave it out"),
    ],
)
def test_a_fork_that_cannot_be_is_one_sentence(ask: Ask, args: list[str], sentence: str) -> None:
    json.loads(dispatch("run", "tiny", "--json").stdout)
    end = dispatch("run", *args)
    assert end.exit_code == 2
    assert sentence in end.stderr


@pytest.mark.parametrize(
    ("options", "asked"),
    [(("--call-budget", "10"), 10), (("--driver-call-budget", "2"), None), (("--token-budget", "2000"), None)],
)
def test_a_budget_ends_the_asking_and_not_the_run(ask: Ask, options: tuple[str, ...], asked: int | None) -> None:
    with StubServer(answer) as server:
        result = ask(server, "--agents", "llm", "--concurrency", "1", *options)
    assert result["stop"] == "completed"
    assert result["calls"]["failed"].keys() == {"budget_spent"}
    assert result["calls"]["fallback"] > 0
    assert result["calls"]["ok"] == len(server.requests)
    if asked is not None:
        assert len(server.requests) == asked


def test_no_server_is_told_before_the_first_step(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer(answer) as server:
        url = server.url

    def refused(*args: str) -> tuple[int, str]:
        end = dispatch("run", "tiny", "--agents", "llm", *args)
        assert end.stdout == ""
        return end.exit_code, end.stderr

    monkeypatch.setenv("OPENAI_BASE_URL", url)
    assert refused() == (2, "a language model is to be asked, and none is named: name one with --model.\n")
    code, said = refused("--model", "stub")
    assert code == 1
    assert said.startswith(f"the model server at {url} is of no use: the connection to {url} failed")
    monkeypatch.setenv("OPENAI_BASE_URL", "127.0.0.1:8080")
    assert refused("--model", "stub")[0] == 2
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    assert refused("--model", "stub")[1].startswith("no model server is named: set OPENAI_BASE_URL")
    assert not Path("dispatch.db").exists()


@pytest.mark.parametrize("supports", ["json_schema", "tools", "plain", "json_schema ignored"])
def test_every_form_of_server_plays(ask: Ask, supports: str) -> None:
    with StubServer(answer, supports=supports) as server:
        result = ask(server, "--agents", "llm")
    assert result["calls"]["failed"] == {}
    formats = {found for (found,) in rows("SELECT DISTINCT format FROM model_call")}
    assert formats == {{"json_schema ignored": "tools"}.get(supports, supports)}


PATIENT = ("429", "500", "reset mid-body", "no completion", "silence", "mixed")
"""Faults after which the client waits before it asks again."""


@pytest.mark.parametrize(
    "fault", [pytest.param(f, marks=[pytest.mark.slow] * (f in PATIENT)) for f in (*FAULTS, "mixed")]
)
def test_whatever_the_server_does_the_run_ends_and_the_key_stays_secret(ask: Ask, fault: str, tmp_path: Path) -> None:
    """Every other answer is spoilt; then all that was written is searched for the key."""

    def spoil(number: int, payload: object) -> str:
        if number % 2:
            return ""
        return FAULTS[number // 2 % len(FAULTS)] if fault == "mixed" else fault

    with StubServer(answer, fault=spoil) as server:
        end = dispatch_at(
            server, "run", "tiny", "--seed", "3", "--agents", "llm", "--model", "stub", "--timeout", "0.3"
        )
        assert end.exit_code == 0, end.stderr
        run = rows("SELECT run_id FROM run")[0][0]
        shown = [dispatch("show", run, "--json"), dispatch("replay", run), dispatch("show", run, "--driver", "D001")]
    assert shown[1].exit_code == 0, shown[1].stderr
    for part in (end, *shown):
        assert KEY not in part.output
    for path in tmp_path.iterdir():
        assert KEY.encode() not in path.read_bytes(), path


def dispatch_at(server: StubServer, *args: str) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OPENAI_BASE_URL", server.url)
        return dispatch(*args)


def test_a_run_that_goes_on_asks_nothing_twice_and_counts_everything(ask: Ask) -> None:
    """As if the program had died after ten hours with all answers written: no question is put to the server again."""
    with StubServer(answer) as server:
        run = ask(server, "--agents", "llm", "--memory", "llm")
        asked = len(server.requests)
        with sqlite3.connect("dispatch.db") as connection:
            connection.execute("DELETE FROM step WHERE start_min + scan_min >= 600")
            connection.execute("UPDATE run SET status = 'interrupted', digest = NULL, totals = NULL")
        connection.close()
        end = dispatch_at(server, "resume", run["run"], "--json")
        assert end.exit_code == 0, end.stderr
        assert len(server.requests) == asked
    resumed = json.loads(end.stdout)
    same = ("digest", "steps", "total", "calls", "tokens")
    assert [resumed[name] for name in same] == [run[name] for name in same]
    assert dispatch("replay", run["run"]).exit_code == 0


def test_arms_by_model_are_compared(ask: Ask) -> None:
    with StubServer(answer) as server:
        args = ("--agents", "llm", "--memory", "none,rule", "--seeds", "0", "--model", "stub", "--json")
        end = dispatch_at(server, "compare", "tiny", "--drivers", "1", *args)
    assert end.exit_code == 0, end.stderr
    assert [arm["per_seed"][0]["calls"]["failed"] for arm in json.loads(end.stdout)["arms"]] == [{}, {}]


@pytest.mark.parametrize("after", [3, 17])
def test_a_run_that_is_killed_goes_on_and_pays_no_answer_twice(ask: Ask, after: int) -> None:
    """Killed in mid-hour, when steps that were answered for are not yet recorded."""
    with StubServer(answer) as server:
        whole = ask(server, "--agents", "llm", "--concurrency", "1", "--no-db")
        asked = len(server.requests)
    with StubServer(answer, delay_s=0.02) as server:
        command = ["run", "tiny", "--seed", "3", "--model", "stub", "--agents", "llm", "--concurrency", "1"]
        environment = {**os.environ, "OPENAI_BASE_URL": server.url}
        program = [sys.executable, "-m", "dispatch", *command]
        with subprocess.Popen(program, env=environment, stderr=subprocess.PIPE, text=True) as child:
            assert child.stderr is not None
            run_id = child.stderr.readline().split()[1]
            while len(server.requests) < after:
                time.sleep(0.005)
            child.kill()
        resumed = dispatch_at(server, "resume", run_id, "--json")
        assert resumed.exit_code == 0, resumed.stderr
        result = json.loads(resumed.stdout)
        same = ("digest", "steps", "total", "calls")
        assert [result[name] for name in same] == [whole[name] for name in same]
        # The one question that was under way when the program was killed is put again.
        assert asked <= len(server.requests) <= asked + 1
