"""Batches: every cell is a recorded run that is done once, wherever it is done, and a changed batch is refused."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import distributed
import psutil
import pytest
from cli_calls import answer, dispatch

from dispatch.batch.pace import Pace
from dispatch.batch.run_batch import BatchResult, run_batch
from dispatch.batch.spec import Cell, cells_of, checked_batch
from dispatch.record.errors import StoreError
from dispatch.record.store import open_store
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.workers import ClusterError, do_each
from scenarios.errors import ScenarioError
from scenarios.open import LIBRARY, open_scenario

WHERE = Path("batch.yaml")
SETTINGS = [{"memory": "rule"}, {"agents": "greedy"}]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def cells(seeds: str = "0-1", settings: list[dict[str, Any]] = SETTINGS, scenario: str = "tiny") -> list[Cell]:
    batch = checked_batch({"name": "b", "scenarios": [scenario], "seeds": seeds, "settings": settings}, WHERE)
    return cells_of(batch, WHERE)


def run(db: str, wanted: list[Cell], **how: Any) -> BatchResult:
    with open_store(db) as store:
        return run_batch(store, "b", wanted, **how)


MEASURED = ("wall_s", "steps_per_s", "peak_rss_mb", "run")


def stored(db: str) -> dict[str, Any]:
    """All that a record holds of each cell, by its key, without run ids and what is measured."""
    with closing(sqlite3.connect(db)) as connection:
        found: dict[str, Any] = {}
        for key, run_id in connection.execute("SELECT key, run_id FROM batch_cell").fetchall():
            steps = connection.execute("SELECT * FROM step WHERE run_id = ? ORDER BY seq", [run_id]).fetchall()
            found[key] = [step[1:] for step in steps]
            assert found[key]
    with open_store(db) as store:
        for run_ in store.runs():
            assert run_.status == "completed"
    return found


def results(batch: BatchResult) -> list[dict[str, Any]]:
    return [{k: v for k, v in (cell.result or {}).items() if k not in MEASURED} for cell in batch.cells]


def test_each_cell_is_the_run_that_its_settings_give() -> None:
    batch = run("runs.db", cells())
    assert [(c.scenario, c.seed, c.setting, c.state, c.fresh) for c in batch.cells] == [
        ("tiny", 0, "memory rule", "done", True),
        ("tiny", 0, "agents greedy", "done", True),
        ("tiny", 1, "memory rule", "done", True),
        ("tiny", 1, "agents greedy", "done", True),
    ]
    assert (batch.done, batch.failed, batch.skipped) == (4, 0, 0)
    _, alone = simulate(open_scenario("tiny", seed=1), RunSettings(scenario="tiny", seed=1))
    third = batch.cells[2].result
    assert third is not None
    assert third["digest"] == alone.digest
    # It can be looked into like any run.
    assert answer("show", str(batch.cells[2].run), "--db", "runs.db")["recorded_steps"] == alone.steps


def test_what_is_done_is_skipped_and_a_batch_may_grow() -> None:
    first = run("runs.db", cells("0"))
    paces: list[Pace] = []
    second = run("runs.db", cells("0-1", [*SETTINGS, {"memory": "none"}]), on_done=paces.append)
    assert [cell.fresh for cell in second.cells] == [False, False, True, True, True, True]
    assert [cell.run for cell in second.cells[:2]] == [cell.run for cell in first.cells]
    assert (second.done, second.skipped) == (6, 2)
    assert [pace.cells for pace in paces] == [1, 2, 3, 4]
    assert paces[-1].steps == sum((cell.result or {})["steps"] for cell in second.cells[2:])


def test_a_changed_setting_under_the_same_name_is_refused() -> None:
    run("runs.db", cells("0"))
    with pytest.raises(StoreError, match=r"'b' is another now: tiny, seed 0: memory\.mode was 'rule' and is 'full'; "):
        run("runs.db", cells("0", [{"memory": "full"}, {"agents": "greedy"}]))
    with pytest.raises(StoreError, match=r"tiny, seed 0: is not asked for any more; name the settings as they were"):
        run("runs.db", cells("1"))
    with closing(sqlite3.connect("runs.db")) as connection, connection:
        connection.execute("UPDATE batch SET program = '0.0.9'")
    with pytest.raises(StoreError, match=r"batch 'b' was begun by version 0\.0\.9 of this program, and this is "):
        run("runs.db", cells("0"))


def test_a_difference_is_told_by_what_is_new_and_in_order() -> None:
    """Both settings were there; the one that is gone became `full`, and is not held against the one that stayed."""
    run("runs.db", cells("0-1", [{"memory": "rule"}, {"memory": "digest"}]))
    was = r"memory\.mode was 'digest' and is 'full'; "
    with pytest.raises(StoreError, match=f"tiny, seed 0: {was}tiny, seed 1: {was}"):
        run("runs.db", cells("0-1", [{"memory": "rule"}, {"memory": "full"}]))


def test_of_two_that_run_one_batch_at_once_the_first_to_end_is_kept() -> None:
    """The second begins when the first has one of four done, and comes to its end in between."""
    others: list[BatchResult] = []

    def meanwhile(pace: Pace) -> None:
        if pace.cells == 1:
            others.append(run("runs.db", cells()))

    mine = run("runs.db", cells(), on_done=meanwhile)
    assert [cell.run for cell in mine.cells] == [cell.run for cell in others[0].cells]
    assert [cell.fresh for cell in others[0].cells] == [False, True, True, True]
    with open_store("runs.db") as store:
        assert sorted(run_.run_id for run_ in store.runs()) == sorted(str(cell.run) for cell in mine.cells)


def test_a_scenario_whose_files_changed_is_refused() -> None:
    shutil.copytree(LIBRARY / "tiny", "town")
    run("runs.db", cells("0", scenario="town"))
    with Path("town/scenario.yaml").open("a", encoding="utf-8") as file:
        file.write("# a word\n")
    with pytest.raises(StoreError, match=r"town, seed 0: its files were [0-9a-f]{12} and are [0-9a-f]{12}; "):
        run("runs.db", cells("0", scenario="town"))


def test_a_run_in_files_that_changed_since_the_batch_began_is_no_cells() -> None:
    shutil.copytree(LIBRARY / "tiny", "town")
    text = Path("town/scenario.yaml").read_text(encoding="utf-8")

    def change(pace: Pace) -> None:
        Path("town/scenario.yaml").write_text(f"{text}# a word\n", encoding="utf-8")

    first = run("runs.db", cells("0-1", [{}], scenario="town"), on_done=change)
    assert [cell.state for cell in first.cells] == ["done", "failed"]
    assert re.match(
        r"the scenario's files were \w{12} when the batch began and \w{12} in the run", str(first.cells[1].why)
    )
    Path("town/scenario.yaml").write_text(text, encoding="utf-8")
    again = run("runs.db", cells("0-1", [{}], scenario="town"), retry_failed=True)
    assert [(cell.state, cell.fresh) for cell in again.cells] == [("done", False), ("done", True)]


def test_failed_cells_are_told_and_tried_again_when_asked() -> None:
    shutil.copytree(LIBRARY / "tiny", "town")
    wanted = [*cells("0"), *cells("0", scenario="town")]
    Path("town").rename("away")
    first = run("runs.db", wanted)
    assert [cell.state for cell in first.cells] == ["done", "done", "failed", "failed"]
    assert "is neither a folder nor a scenario" in str(first.cells[2].why)

    Path("away").rename("town")
    again = run("runs.db", wanted)
    assert [(cell.state, cell.fresh) for cell in again.cells[2:]] == [("failed", False)] * 2
    retried = run("runs.db", wanted, retry_failed=True)
    assert [(cell.state, cell.fresh, cell.why) for cell in retried.cells[2:]] == [("done", True, None)] * 2
    assert retried.skipped == 2


def test_a_batch_that_was_stopped_goes_on_with_what_is_left() -> None:
    class StopError(Exception):
        pass

    def stop(pace: Pace) -> None:
        if pace.cells == 2:
            raise StopError

    with pytest.raises(StopError):
        run("runs.db", cells(), on_done=stop)
    rest = run("runs.db", cells())
    assert [cell.fresh for cell in rest.cells] == [False, False, True, True]


def test_processes_change_nothing() -> None:
    one, two = run("one.db", cells()), run("two.db", cells(), jobs=2)
    assert results(one) == results(two)
    assert stored("one.db") == stored("two.db")


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"settings": [{"agents": "gredy"}]}, "agents: 'gredy' is no set of agents; perhaps 'greedy' is meant"),
        ({"settings": [{"memory": "dreams"}]}, r"settings\.0\.memory\.mode: 'dreams' is not known here"),
        ({"settings": [{"memory": {"resolution": 99}}]}, r"settings\.0\.memory\.resolution: 99 is over 15"),
        ({"settings": [{"colour": 1}]}, r"settings\.0\.colour: 'colour' is no key here"),
        (
            {"model": "qwen"},
            r"batch\.yaml, model: 'model' is no key here; it is a setting: write it in an entry of settings, as in "
            r"settings: \[\{model: \.\.\.\}\]",
        ),
        ({"memory": "rule", "settings": [{}]}, r"as in settings: \[\{memory: \.\.\.\}\]"),
        ({"seed": 1}, "seed: 'seed' is no key here; perhaps 'seeds' is meant"),
        ({"settings": [{"seed": 1}]}, "'seed' is no setting of a batch, which lists its scenarios and seeds"),
        ({"settings": [{}, {"agents": "rule"}]}, r"settings\.1: 'agents rule' stands twice in the batch"),
        ({"settings": [{"days": 0}]}, r"batch\.yaml, settings\.0\.days: 0 is no number of days"),
        ({"settings": [{}, {"rules": "mine"}]}, r"batch\.yaml, settings\.1\.rules: 'mine' is no rules profile"),
        ({"seeds": True}, "seeds: true is no seed and no list of seeds; write 5, 0-9, or "),
        ({"seeds": [1, None]}, r"seeds: \[1, null\] is no seed"),
        ({"scenarios": ["tinny"]}, "perhaps 'tiny' is meant"),
        ({"settings": [{"days": True}]}, r"settings\.0\.days: true is no whole number"),
        ({"settings": [{"memory": {"resolution": True}}]}, r"memory\.resolution: true is no whole number"),
        ({"settings": [{"memory": {"weight_net": float("inf")}}]}, r"memory\.weight_net: inf is no finite number"),
        (
            {"settings": [{"memory": {"digest_loads": 10**12}}]},
            r"memory\.digest_loads: 1000000000000 is over 1,000,000",
        ),
        ({"settings": [{"model": {"calls": 10**20}}]}, r"settings\.0\.model\.calls: 10+ is too large; give a smaller"),
        ({"settings": [{"days": 10**20}]}, r"settings\.0\.days: 10+ is too large"),
        ({"settings": [{"model": {"calls": "9"}}]}, r"model\.calls: '9' is text, and a whole number is wanted"),
        (
            {"settings": ["rule"]},
            r"settings\.0: 'rule' is no block of named keys; write keys below it, such as rules: ",
        ),
        ({"settings": [{"name": 1}]}, "leave it out, or use one of rules, agents, memory, days, drivers, count_tokens"),
        ({"settings": {"memory": "rule"}}, r"settings: \{'memory': 'rule'\} is no list; write \[\.\.\.\]"),
        ({"settings": []}, r"settings: \[\] is empty; give settings"),
        ({"scenarios": []}, r"scenarios: \[\] is empty; give scenarios"),
        ({"scenarios": ["tiny", "tiny"]}, r"scenarios\.1: 'tiny' stands twice in the batch; name it once"),
        ({"name": ""}, "name: '' is empty, and a batch has a name; give name"),
        ({"name": "  "}, "name: '  ' is empty"),
        ({"name": "b" * 201}, r"name: 'b.* is longer than 200 characters; write a shorter text"),
    ],
)
def test_a_fault_in_a_batch_is_one_sentence(changed: dict[str, Any], told: str) -> None:
    with pytest.raises(ScenarioError, match=told):
        cells_of(checked_batch({"name": "b", "scenarios": ["tiny"], **changed}, WHERE), WHERE)


def test_a_setting_may_be_a_block_with_lists() -> None:
    (cell,) = cells("0", [{"memory": {"mode": "digest", "without": ["market"]}, "model": {"timeout_s": 5}}])
    assert (cell.settings.memory.without, cell.settings.model.timeout_s) == (("market",), 5.0)


def test_a_file_that_names_no_model_is_told_where_to_name_it() -> None:
    WHERE.write_text("name: b\nscenarios: [tiny]\nsettings: [{memory: rule}, {agents: llm}]\n")
    end = dispatch("batch", "batch.yaml")
    assert (end.exit_code, end.stderr) == (
        2,
        "batch.yaml: agents llm asks a language model, and none is named; write model: NAME into that setting.\n",
    )


def test_the_command_reads_a_file_or_options() -> None:
    WHERE.write_text("name: b\nscenarios: [tiny]\nseeds: 0-1\nsettings: [{memory: rule}, {agents: greedy}]\n")
    by_file = answer("batch", "batch.yaml")
    assert (by_file["done"], by_file["skipped"]) == (4, 0)
    by_options = answer(
        "batch", "--name", "b", "--scenarios", "tiny", "--seeds", "0-1", "--memory", "rule", "--db", "o.db"
    )
    assert [c["result"]["digest"] for c in by_options["cells"]] == [
        c["result"]["digest"] for c in by_file["cells"] if c["setting"] == "memory rule"
    ]
    text = dispatch("batch", "batch.yaml").stdout
    assert "agents greedy" in text
    assert "Done now 0, before 4, failed 0" in text
    end = dispatch("batch", "batch.yaml", "--seeds", "3")
    assert (end.exit_code, end.stderr) == (
        2,
        "--seeds: batch.yaml says what to run; write it there, or leave the file out.\n",
    )
    assert dispatch("batch").stderr == "batch: name a file, or give --name and --scenarios.\n"


# on a cluster


@pytest.mark.parametrize("address", ["nonsense://x", "http://127.0.0.1:8786", "foo", ""])
def test_a_cluster_that_is_not_there_is_one_sentence(address: str) -> None:
    end = dispatch("batch", "--name", "b", "--scenarios", "tiny", "--cluster", address)
    assert (end.exit_code, end.stderr.count("\n")) == (1, 1)
    assert end.stderr.startswith(f"{address}: no Dask scheduler answers there; write its address as in tcp://")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[psutil.Popen]]]:
    """A Dask scheduler and two workers on loopback, each a process of its own: its address, and the workers."""
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "DASK_LOGGING__DISTRIBUTED": "error"}
    place = tmp_path / "scheduler.json"
    quiet: dict[str, Any] = {"env": environment, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    own = ["--host", "127.0.0.1", "--no-dashboard"]
    processes = [
        psutil.Popen([*dask, "scheduler", *own, "--port", "0", "--scheduler-file", str(place)], **quiet),
        *(
            psutil.Popen(
                [*dask, "worker", *own, "--no-nanny", "--nthreads", "1", "--scheduler-file", str(place),
                 "--local-directory", str(tmp_path / f"w{n}")], **quiet
            )
            for n in range(2)
        ),
    ]  # fmt: skip
    try:
        with distributed.Client(scheduler_file=str(place), timeout=60) as client:  # type: ignore[no-untyped-call]
            client.wait_for_workers(2, timeout=60)
            address = client.scheduler.address
        yield address, processes[1:]
    finally:
        for process in processes:
            if process.is_running():
                process.kill()
            process.wait()


@pytest.mark.slow
def test_a_batch_on_a_cluster_that_loses_a_worker_equals_one_process(
    cluster: tuple[str, list[psutil.Popen]],
) -> None:
    address, workers = cluster
    wanted = cells("0-3", [{"memory": "rule", "days": 3}, {"memory": "digest", "days": 3}], scenario="guangdong-week")
    killed: list[int] = []

    def kill_one(pace: Pace) -> None:
        # Six runs are left after the second, so that both workers are at work.
        if pace.cells == 2:
            workers[0].send_signal(signal.SIGKILL)
            killed.append(workers[0].wait())

    on_cluster = run("cluster.db", wanted, cluster=address, on_done=kill_one)
    assert killed == [-signal.SIGKILL]
    assert (on_cluster.done, on_cluster.failed) == (8, 0)
    here = run("here.db", wanted)
    assert results(on_cluster) == results(here)
    assert stored("cluster.db") == stored("here.db")
    with closing(sqlite3.connect("cluster.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="asks the system who reads")
def test_a_cluster_of_one_core_does_the_work_itself(cluster: tuple[str, list[psutil.Popen]]) -> None:
    address, workers = cluster
    workers[0].kill()
    workers[0].wait()
    with distributed.Client(address) as client:  # type: ignore[no-untyped-call]
        while len(client.scheduler_info()["workers"]) > 1:
            time.sleep(0.05)
    assert do_each(os.readlink, ["/proc/self"] * 3, cluster=address) == [str(workers[1].pid)] * 3


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_told_and_what_came_back_is_kept(
    cluster: tuple[str, list[psutil.Popen]], capfd: pytest.CaptureFixture[str]
) -> None:
    address, _ = cluster
    (scheduler,) = (p for p in psutil.Process().children() if "scheduler" in p.cmdline())

    def lose(pace: Pace) -> None:
        if pace.cells == 1:
            scheduler.kill()

    wanted = cells("0-5", [{"days": 3}], scenario="guangdong-week")
    with pytest.raises(ClusterError, match=f"{address}: the scheduler there was lost; start it, and call again"):
        run("x.db", wanted, cluster=address, on_done=lose)
    assert capfd.readouterr().err == ""
    assert run("x.db", wanted).skipped >= 1


@pytest.mark.slow
def test_a_cluster_without_workers_is_told(cluster: tuple[str, list[psutil.Popen]]) -> None:
    address, workers = cluster
    for worker in workers:
        worker.kill()
        worker.wait()
    # The scheduler may take a moment to notice, and its last worker's run waits for another one until then.
    with distributed.Client(address) as client:  # type: ignore[no-untyped-call]
        while client.scheduler_info()["workers"]:
            time.sleep(0.05)
    with pytest.raises(ClusterError, match="the scheduler there has no workers; start one with `dask worker tcp://"):
        run("x.db", cells("0"), cluster=address)
