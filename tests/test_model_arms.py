"""Models beyond single runs: arms compared, batches, runs from Python, and wishes compiled by model."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cli_calls import answer as answered
from cli_calls import dispatch
from stub_player import answer
from stub_server import StubServer

from dispatch import simulate
from dispatch.compare.arms import make_arms
from dispatch.compare.compare import compare
from dispatch.models.errors import WrongModelError
from dispatch.settings import ModelSettings, RunSettings

KEY = "sk-planted-51c0de"
Serve = Callable[..., StubServer]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[StubServer], None]:
    """Points the environment to a server."""
    return lambda server: monkeypatch.setenv("OPENAI_BASE_URL", server.url)


def rows(sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect("dispatch.db")) as connection:
        return connection.execute(sql).fetchall()


def wishing(folder: str, *texts: str) -> str:
    """The scenario `tiny` in a folder of its own, both its drivers wishing this."""
    import shutil

    from scenarios.open import LIBRARY

    shutil.copytree(LIBRARY / "tiny", folder)
    path = Path(folder) / "drivers.json"
    drivers = json.loads(path.read_text(encoding="utf-8"))
    for driver in drivers:
        driver["preferences"] = [{"content": text, "penalty_amount": 100} for text in texts]
    path.write_text(json.dumps(drivers, ensure_ascii=False), encoding="utf-8")
    return folder


# compare


def test_four_memories_by_model_tell_tokens_and_seconds_a_step(at: Callable[[StubServer], None]) -> None:
    """What the server counted over all calls is what the arms' steps took together, digests included."""
    args = ("--agents", "llm", "--memory", "full,rule,digest,llm", "--seeds", "0-1", "--model", "stub")
    with StubServer(answer, delay_s=0.002) as server:
        at(server)
        found = answered("compare", "guangdong-week", "--days", "1", "--drivers", "1", *args)
        asked = len(server.requests)
    assert [arm["name"] for arm in found["arms"]] == ["full", "rule", "digest", "llm"]
    figures = [row for arm in found["arms"] for row in arm["per_seed"]]
    assert sum(row["calls"]["ok"] for row in figures) == asked
    for row in figures:
        use, tokens = row["model_use"], row["tokens"]
        told = (tokens["prompt"] + tokens["completion"] + tokens["compressor"]) / row["steps"]
        assert use["tokens_per_step"] == pytest.approx(told, abs=0.001)
        assert use["prompt_per_step"] < use["tokens_per_step"]
        assert use["seconds_per_step"] >= 0.002 * row["calls"]["ok"] / row["steps"] - 0.001
    by_model = found["arms"][3]["mean"]["model_use"]
    assert 0 < by_model["compressor_per_step"] < by_model["tokens_per_step"]
    assert 0 < by_model["compressor_seconds_per_step"] < by_model["seconds_per_step"]
    assert found["arms"][1]["mean"]["model_use"]["compressor_per_step"] == 0


def test_the_table_tells_of_models_only_where_one_is_asked(at: Callable[[StubServer], None]) -> None:
    with StubServer(answer) as server:
        at(server)
        end = dispatch("compare", "tiny", "--agents", "rule,mixed:search=rule,main=llm", "--seeds", "0", "--model", "s")
    assert end.exit_code == 0, end.stderr
    (line,) = [line.split() for line in end.stdout.splitlines() if line.strip().startswith("model tokens a step")]
    assert line[4:6] == ["-", "-"]
    assert float(line[6].replace(",", "")) > 0
    assert "model tokens" not in dispatch("compare", "tiny", "--seeds", "0").stdout


def test_arms_by_model_are_the_same_in_processes(at: Callable[[StubServer], None]) -> None:
    arms = make_arms(["llm"], ["rule", "digest"])
    settings = RunSettings(scenario="tiny", model=ModelSettings(name="stub"))
    with StubServer(answer) as server:
        at(server)
        both = [compare(settings, arms, [0], jobs=jobs) for jobs in (1, 2)]
    assert both[0].failed == []
    digests = [[arm.per_seed[0].digest for arm in one.arms] for one in both]
    assert digests[0] == digests[1]


def test_a_budget_is_each_run_s(at: Callable[[StubServer], None]) -> None:
    args = ("--agents", "llm", "--memory", "none,rule", "--seeds", "0", "--model", "stub", "--concurrency", "1")
    with StubServer(answer) as server:
        at(server)
        found = answered("compare", "tiny", *args, "--call-budget", "5")
        assert len(server.requests) == 10  # two arms, five each
    assert [arm["per_seed"][0]["calls"]["ok"] for arm in found["arms"]] == [5, 5]


@pytest.mark.parametrize(
    ("command", "rest"),
    [
        ("compare", ("tiny", "--agents", "llm", "--seeds", "0")),
        ("batch", ("--name", "b", "--scenarios", "tiny", "--agents", "llm")),
    ],
)
def test_what_would_end_every_run_is_told_before_the_first(
    command: str, rest: tuple[str, ...], at: Callable[[StubServer], None]
) -> None:
    with StubServer(answer) as server:
        at(server)
        nobody = server
        end = dispatch(command, *rest)
        assert (end.exit_code, end.stdout) == (2, "")
        assert end.stderr == "a language model is to be asked, and none is named: name one with --model.\n"
    at(nobody)
    end = dispatch(command, *rest, "--model", "stub")
    assert (end.exit_code, end.stdout, end.stderr.count("\n")) == (1, "", 1)
    assert "is of no use: the connection to" in end.stderr
    if command == "batch":  # nothing failed: the same words do it once the server is there
        assert rows("SELECT run_id, why FROM batch_cell") == [(None, None)]


@pytest.mark.parametrize(
    ("sets", "sentence"),
    [
        ("mixed:search=rul", "'search=rul' in 'mixed:search=rul' does not say who decides"),
        ("mixed:foo=llm", "'foo' in 'mixed:foo=llm' is no agent"),
        ("rule,search=llm", "'search=llm' in 'rule,search=llm' is not known"),
        ("mixed:main=llm,mixed:main=llm", "'mixed:main=llm' stands twice"),
    ],
)
def test_sets_of_agents_that_are_none_are_told(sets: str, sentence: str) -> None:
    for words in (("compare", "tiny"), ("batch", "--name", "b", "--scenarios", "tiny")):
        end = dispatch(*words, "--agents", sets)
        assert (end.exit_code, end.stdout) == (2, "")
        assert sentence in end.stderr


# batch


def test_a_batch_by_model_is_recorded_and_each_run_replayed(at: Callable[[StubServer], None]) -> None:
    Path("b.yaml").write_text(
        """
name: b
scenarios: [tiny]
seeds: 0
settings:
  - {agents: llm, model: stub}
  - {agents: "mixed:main=llm", memory: llm, model: {name: stub, concurrency: 2, calls: 3}}
""",
        encoding="utf-8",
    )
    with StubServer(answer) as server:
        at(server)
        found = answered("batch", "b.yaml", "--jobs", "2")
    assert [cell["state"] for cell in found["cells"]] == ["done", "done"]
    assert found["cells"][1]["result"]["calls"]["failed"].keys() == {"budget_spent"}
    for cell in found["cells"]:
        assert dispatch("replay", cell["run"]).exit_code == 0
    for path in Path().iterdir():
        assert KEY.encode() not in path.read_bytes()


def test_a_batch_by_options_has_its_model_from_them(at: Callable[[StubServer], None]) -> None:
    words = ("--name", "b", "--scenarios", "tiny", "--agents", "llm", "--model", "stub", "--driver-call-budget", "2")
    with StubServer(answer) as server:
        at(server)
        (cell,) = answered("batch", *words)["cells"]
        again = answered("batch", *words)
    assert cell["result"]["calls"]["ok"] == len(server.requests) == 4  # two drivers, two each
    assert again["skipped"] == 1
    assert cell["settings"]["model"] | {"name": "stub", "driver_calls": 2} == cell["settings"]["model"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("{agents: llm, model: {nam: x}}", "settings.0.model.nam: 'nam' is no key here; perhaps 'name' is meant"),
        ("{agents: llm, model: {name: x, concurrency: 0}}", "settings.0.model.concurrency: 0 is under 1"),
        ("{agents: 'mixed:foo=llm', model: x}", "'foo' in 'mixed:foo=llm' is no agent"),
        ("{compile: modl}", "settings.0.compile: 'modl'"),
    ],
)
def test_a_faulty_model_in_a_file_is_one_sentence(settings: str, sentence: str) -> None:
    Path("b.yaml").write_text(f"name: b\nscenarios: [tiny]\nsettings: [{settings}]\n", encoding="utf-8")
    end = dispatch("batch", "b.yaml")
    assert (end.exit_code, end.stdout, end.stderr.count("\n")) == (2, "", 1)
    assert sentence in end.stderr


def test_a_file_says_which_model(at: Callable[[StubServer], None]) -> None:
    Path("b.yaml").write_text("name: b\nscenarios: [tiny]\n", encoding="utf-8")
    end = dispatch("batch", "b.yaml", "--model", "x")
    assert end.exit_code == 2
    assert "--model: b.yaml says what to run" in end.stderr


# from Python


def test_a_run_from_python_asks_the_model(at: Callable[[StubServer], None]) -> None:
    with pytest.raises(WrongModelError, match="none is named"):
        simulate("tiny", agents="llm")
    with StubServer(answer) as server:
        at(server)
        run = simulate("tiny", agents="llm", model="stub", db="dispatch.db")
        few = simulate("tiny", agents="llm", model=ModelSettings(name="stub", calls=3))
    assert run.result is not None
    assert few.result is not None
    assert run.result.calls["ok"] == run.calls.num_rows
    assert few.result.calls["ok"] == 3
    assert dispatch("replay", run.run_id).exit_code == 0


# wishes by model

WISHES = ("每天至少连续休息6小时", "晚上11点到第二天早上5点不接单")


def test_wishes_by_model_are_recorded_and_replayed_without_a_server(
    at: Callable[[StubServer], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two drivers with two wishes each: four questions before the first step, and no other."""
    wishing("home", *WISHES)
    with StubServer(answer) as server:
        at(server)
        run = answered("run", "home", "--compile", "model", "--model", "stub")
        assert len(server.requests) == 4
    by_grammar = answered("run", "home")
    same = ("digest", "total", "steps")  # the stub reads by the grammar, too
    assert [run[name] for name in same] == [by_grammar[name] for name in same]
    asked = rows("SELECT driver_id, step, agent, trouble FROM model_call ORDER BY 1, 3")
    assert asked == [(driver, 0, f"compiler.{n}", None) for driver in ("D001", "D002") for n in (0, 1)]
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    end = dispatch("replay", run["run"])
    assert end.exit_code == 0, end.stderr


def test_a_model_that_reads_no_wish_leaves_them_to_the_grammar(at: Callable[[StubServer], None]) -> None:
    """Each of four wishes is asked twice, and then read by the grammar."""
    wishing("home", *WISHES)
    with StubServer(answer, fault=lambda number, payload: "prompt echo") as server:
        at(server)
        run = answered("run", "home", "--compile", "model", "--model", "stub")
    assert (run["calls"]["ok"], run["calls"]["fallback"], sum(run["calls"]["failed"].values())) == (0, 4, 8)
    assert run["digest"] == answered("run", "home")["digest"]
    assert dispatch("replay", run["run"]).exit_code == 0


def test_wishes_by_model_are_asked_once_whoever_goes_on(at: Callable[[StubServer], None]) -> None:
    """A run that goes on, and a fork that keeps its way of reading wishes, have them from the record."""
    wishing("home", *WISHES)
    with StubServer(answer) as server:
        at(server)
        run = answered("run", "home", "--compile", "model", "--model", "stub")
        with closing(sqlite3.connect("dispatch.db")) as connection, connection:
            connection.execute("UPDATE run SET status = 'interrupted', totals = NULL")
            connection.execute("DELETE FROM step WHERE start_min + scan_min >= 600")
        resumed = answered("resume", run["run"])
        fork = answered("run", "--from", run["run"], "--step", "3", "--memory", "digest")
        plain = answered("run", "--from", run["run"], "--step", "3", "--compile", "grammar")
        assert len(server.requests) == 4
    assert [resumed[name] for name in ("digest", "calls", "tokens")] == [
        run[name] for name in ("digest", "calls", "tokens")
    ]
    assert (fork["calls"]["ok"], plain["calls"]["ok"]) == (4, 0)
    for one in (run, fork, plain):
        end = dispatch("replay", one["run"])
        assert end.exit_code == 0, end.stderr
