"""`dispatch compare`: the same seeds in every arm, the figures of `dispatch run`, and failures that are told."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, get_args

import psutil
import pytest
from cli_calls import answer, dispatch

from dispatch.compare.arms import Arm, make_arms
from dispatch.compare.bootstrap import bootstrap_interval
from dispatch.compare.compare import compare
from dispatch.compare.metrics import METRICS, metric_of
from dispatch.compare.records import Comparison
from dispatch.errors import UsageError
from dispatch.settings import RunSettings
from dispatch.typed_lists import named_seeds
from memory.settings import MemorySettings, Mode

WEEK = ("guangdong-week", "--days", "2", "--drivers", "3")
PAIR_KEYS = {"a", "b", "metric", "mean_difference", "ci95", "n"}
RUN_TOTALS = {
    "net_yuan", "gross_yuan", "cost_yuan", "penalty_yuan", "km", "minutes", "orders", "searches", "dead_proposals"
}  # fmt: skip


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command writes goes into a folder of its own."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def week() -> Any:
    """Two arms on two seeds, as JSON."""
    return answer("compare", *WEEK, "--memory", "none,rule", "--seeds", "4-5", "--metrics", "deadhead_share")


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(part) for key, part in value.items() if key != "wall_s"}
    return [without_seconds(part) for part in value] if isinstance(value, list) else value


# what it computes


def test_json_keeps_the_contract(week: Any) -> None:
    assert {"scenario", "seeds", "arms", "pairs"} <= set(week)
    assert (week["scenario"], week["seeds"], week["days"], week["drivers"]) == ("guangdong-week", [4, 5], 2, 3)
    assert [arm["name"] for arm in week["arms"]] == ["none", "rule"]
    for arm in week["arms"]:
        assert {"name", "settings", "per_seed", "mean"} <= set(arm)
        assert (arm["settings"]["agents"], arm["settings"]["memory"]) == ("rule", arm["name"])
        assert [row["seed"] for row in arm["per_seed"]] == [4, 5]
        for row in arm["per_seed"]:
            assert RUN_TOTALS | {"tokens_per_step", "compressor_tokens", "steps", "wall_s"} <= set(row)
        assert set(arm["mean"]) >= RUN_TOTALS
    assert [(p["a"], p["b"], p["metric"]) for p in week["pairs"]] == [
        ("none", "rule", "net_yuan"),
        ("none", "rule", "deadhead_share"),
    ]
    assert all(set(pair) >= PAIR_KEYS and pair["n"] == 2 for pair in week["pairs"])
    assert (week["failed"], week["agent_failures"]) == ([], [])


def test_a_seed_is_the_same_market_in_every_arm_and_another_for_another_seed(week: Any) -> None:
    none, rule = ([row["market"] for row in arm["per_seed"]] for arm in week["arms"])
    assert none == rule
    assert len(set(none)) == 2


@pytest.mark.parametrize("place", [0, 1], ids=["none", "rule"])
def test_each_row_is_what_dispatch_run_gives(week: Any, place: int) -> None:
    """Market, drivers and order of claims are those of the run: the digests over all steps are equal."""
    arm = week["arms"][place]
    run = answer("run", *WEEK, "--memory", arm["name"], "--seed", "5", "--no-db")
    row = arm["per_seed"][1]
    assert row["digest"] == run["digest"]
    assert {key: row[key] for key in run["total"]} == run["total"]
    km, minutes = run["total"]["km"], run["total"]["minutes"]
    assert row["deadhead_share"] == pytest.approx((km["pickup"] + km["reposition"]) / sum(km.values()), abs=1e-6)
    assert row["idle_share"] == pytest.approx(minutes["wait"] / sum(minutes.values()), abs=1e-6)


def test_means_and_differences_are_those_of_the_rows(week: Any) -> None:
    none, rule = ([row["net_yuan"] for row in arm["per_seed"]] for arm in week["arms"])
    assert week["arms"][0]["mean"]["net_yuan"] == round(sum(none) / 2, 2)
    differences = [b - a for a, b in zip(none, rule, strict=True)]
    net = week["pairs"][0]
    assert net["mean_difference"] == round(sum(differences) / 2, 2)
    interval = bootstrap_interval(differences)
    assert interval is not None
    assert net["ci95"] == [round(interval.low, 2), round(interval.high, 2)]
    assert net["percent"] == pytest.approx(100 * sum(differences) / sum(none), abs=0.001)


def test_every_metric_is_in_every_row(week: Any) -> None:
    row = week["arms"][0]["per_seed"][0]
    for metric in METRICS:
        value = metric_of(row, metric)
        assert value is None or isinstance(value, int | float), metric


@pytest.mark.parametrize("scenario", [("tiny",), WEEK], ids=["tiny", "guangdong-week"])
def test_the_number_of_processes_does_not_show(scenario: tuple[str, ...]) -> None:
    """Seconds aside, every number is the same; and so are those of the same comparison made again."""
    call = ("compare", *scenario, "--seeds", "1,0", "--memory", "rule,none")
    alone, shared = (without_seconds(answer(*call, "--jobs", jobs)) for jobs in ("1", "2"))
    assert alone == shared
    assert alone["seeds"] == [1, 0]


def test_arms_are_every_agent_set_with_every_memory() -> None:
    result = answer("compare", "tiny", "--seeds", "0", "--agents", "greedy,rule", "--memory", "rule,none")
    assert [arm["name"] for arm in result["arms"]] == ["greedy/rule", "greedy/none", "rule/rule", "rule/none"]
    assert len(result["pairs"]) == 4 * 3 / 2


def test_every_mode_makes_an_arm() -> None:
    arms = make_arms(["rule"], [mode for mode in get_args(Mode) if mode not in ("llm", "auto")])
    comparison = compare(RunSettings(scenario="tiny"), arms, [0])
    assert [arm.name for arm in comparison.arms] == [arm.name for arm in arms]
    assert comparison.failed == []


# failures


def broken_arm() -> Arm:
    return Arm(name="broken", agents="nobody", memory=MemorySettings())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_that_fails_is_named_and_the_others_go_on(jobs: int) -> None:
    arms = [*make_arms(["rule"], ["none"]), broken_arm(), *make_arms(["rule"], ["rule"])]
    comparison = compare(RunSettings(scenario="tiny"), arms, [0, 1], jobs=jobs)
    assert [(t.arm, t.seed) for t in comparison.failed] == [("broken", 0), ("broken", 1)]
    assert "'nobody' is no set of agents" in comparison.failed[0].why
    assert [len(arm.per_seed) for arm in comparison.arms] == [2, 0, 2]
    assert {(p.a, p.b): p.n for p in comparison.pairs} == {
        ("none", "broken"): 0,
        ("none", "rule"): 2,
        ("broken", "rule"): 0,
    }


def test_a_market_that_changes_in_between_is_not_compared(tmp_path: Path) -> None:
    """After the first run a load is dearer: all others run in another market."""
    dispatch("scenario", "new", "mine")
    loads = tmp_path / "mine" / "loads.jsonl"

    def change(done: int) -> None:
        if done == 1:
            lines = loads.read_text(encoding="utf-8").splitlines()
            first = json.loads(lines[0])
            first["price"] += 100
            loads.write_text("\n".join([json.dumps(first), *lines[1:]]), encoding="utf-8")

    comparison = compare(RunSettings(scenario="mine"), make_arms(["rule"], ["none", "rule"]), [0, 1], on_done=change)
    assert [(t.arm, t.seed) for t in comparison.failed] == [("rule", 0), ("none", 1), ("rule", 1)]
    assert "changed while it was compared" in comparison.failed[0].why
    assert comparison.pairs[0].n == 0


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended otherwise there")
def test_runs_whose_process_is_killed_are_told_and_end_with_1() -> None:
    """Somebody, as the system does when memory runs out, kills every process that is to run an arm."""
    command = ["compare", "guangdong-month", "--seeds", "0", "--jobs", "2", "--json"]
    with psutil.Popen(
        [sys.executable, "-m", "dispatch", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as program:
        while program.poll() is None:
            for child in program.children():
                try:
                    if "popen_loky_posix" in " ".join(child.cmdline()):
                        child.kill()
                except psutil.Error:  # it is gone, or being made
                    pass
            time.sleep(0.05)
        said = program.stderr.read().splitlines()
        result = json.loads(program.stdout.read())
    assert program.returncode == 1
    # The pool's own thread may trip over a process that was killed while being started, and says so; ours are two.
    assert [line.partition(": its process")[0] for line in said if line.startswith("Failed")] == [
        "Failed: arm none, seed 0",
        "Failed: arm rule, seed 0",
    ]
    assert [arm["per_seed"] for arm in result["arms"]] == [[], []]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is another thing there")
def test_ctrl_c_ends_a_comparison_in_a_sentence() -> None:
    command = [sys.executable, "-m", "dispatch", "compare", "guangdong-month", "--seeds", "0-3", "--jobs", "2"]
    with psutil.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        children: list[psutil.Process] = []
        # Two at work, and one that looks after what processes share.
        while len(children) < 3 and program.poll() is None:
            time.sleep(0.02)
            children = program.children()
        time.sleep(0.1)  # the program is deaf for the moment in which it starts a process
        os.killpg(program.pid, signal.SIGINT)
        said, told = program.communicate(timeout=20)
    assert (program.returncode, said) == (130, "")
    assert told.startswith("Stopped from the keyboard before the end")
    assert told.count("\n") == 1
    assert psutil.wait_procs(children, timeout=20)[1] == []


# what it prints


def test_the_tables_name_the_arms_in_order_and_star_nobody() -> None:
    end = dispatch("compare", "tiny", "--memory", "rule,none", "--seeds", "0-1")
    assert (end.exit_code, end.stderr) == (0, "")
    lines = end.stdout.splitlines()
    assert lines[0] == "tiny, 1 day, 2 drivers, rules standard: mean of 2 seeds"
    assert any(line.split() == ["rule", "none"] for line in lines)
    labels = ("net yuan", "sd between seeds", "deadhead share", "idle share", "dead proposals", "tokens a step")
    for label in labels:
        assert sum(line.strip().startswith(label) for line in lines) == 1, label
    assert "*" not in end.stdout
    assert any(line.split()[:3] == ["rule", "none", "net_yuan"] for line in lines)


def test_a_difference_whose_interval_covers_zero_is_not_shown() -> None:
    """Greedy agents use no memory: their arms are equal, and the interval is 0 to 0."""
    end = dispatch("compare", "tiny", "--agents", "greedy", "--memory", "none,rule", "--seeds", "0-2")
    (line,) = [line for line in end.stdout.splitlines() if "net_yuan" in line]
    assert line.split() == ["none", "rule", "net_yuan", *["+0.00"] * 6, "3", "not", "shown"]
    assert "With 3 seeds such an interval covers the true mean in 75 % of cases at most" in end.stdout


def test_one_seed_is_said_to_have_no_interval() -> None:
    end = dispatch("compare", "tiny", "--seeds", "3")
    assert "one seed" in end.stdout
    assert "no interval" in end.stdout


def test_a_comparison_with_failures_prints_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    from dispatch.report.compare import print_comparison, trouble_lines

    comparison = compare(RunSettings(scenario="tiny"), [broken_arm(), *make_arms(["rule"], ["none"])], [0, 1])
    print_comparison(comparison)
    text = capsys.readouterr().out
    assert "0 of 2" in text
    assert "unknown" in text
    assert trouble_lines(comparison)[0].startswith("Failed: arm broken, seed 0: ValueError: ")


def test_a_csv_that_cannot_be_written_after_all_loses_no_figure() -> None:
    Path("rows.csv").symlink_to("nowhere/rows.csv")
    end = dispatch("compare", "tiny", "--seeds", "0", "--json", "--csv", "rows.csv")
    assert (end.exit_code, len(json.loads(end.stdout)["arms"])) == (1, 2)
    assert end.stderr == "--csv: rows.csv could not be written (No such file or directory); name another file.\n"


def test_csv_has_a_line_for_each_arm_and_seed() -> None:
    result = answer("compare", "tiny", "--seeds", "0,7", "--csv", "rows.csv")
    with Path("rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["arm"], row["seed"]) for row in rows] == [("none", "0"), ("none", "7"), ("rule", "0"), ("rule", "7")]
    assert set(METRICS) <= set(rows[0])
    assert [float(row["net_yuan"]) for row in rows[2:]] == [row["net_yuan"] for row in result["arms"][1]["per_seed"]]
    # Tokens are not counted without a model.
    tokens = result["arms"][0]["per_seed"][0]["tokens_per_step"]
    assert rows[0]["tokens_per_step"] == ("" if tokens is None else str(tokens))


# what it is asked


@pytest.mark.parametrize(
    ("text", "seeds"),
    [("3", [3]), ("0-2", [0, 1, 2]), ("0,2,5-7", [0, 2, 5, 6, 7]), (" 4 , 1-1 ", [4, 1]), ("0-999", list(range(1000)))],
)
def test_seeds_are_named_singly_and_from_to(text: str, seeds: list[int]) -> None:
    assert named_seeds(text) == seeds


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no seed"),
        ("1,,2", "'' is no seed"),
        ("-3", "'-3' is no seed"),
        ("1-2-3", "'1-2-3' is no seed"),
        ("a", "'a' is no seed and no range of seeds; write it as in 0-9"),
        ("٣", "is no seed"),
        ("1e3", "'1e3' is no seed"),
        ("5-2", "'5-2' runs backwards; write 2-5"),
        ("0-4,2", "seed 2 stands twice in '0-4,2'"),
        ("0-1000", "'0-1000' names more than 1,000 seeds"),
        ("0-" + "9" * 18, "names more than 1,000 seeds"),
        ("9" * 5000, "is no seed"),
    ],
)
def test_seeds_that_are_none_are_told(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as told:
        named_seeds(text)
    assert sentence in str(told.value)
    assert len(str(told.value)) < 200


WRONG = {
    "unknown memory": (["--memory", "none,rul"], "'rul' in 'none,rul' is not known; perhaps 'rule' is meant"),
    "memory twice": (["--memory", "rule,rule"], "'rule' stands twice"),
    "unknown agents": (["--agents", "clever"], "'clever' in 'clever' is not known; known: rule, greedy"),
    "unknown metric": (["--metrics", "deadhead"], "'deadhead' in 'deadhead' is not known; perhaps 'deadhead_share'"),
    "no jobs": (["--jobs", "0"], "Invalid value for '--jobs'"),
    "no seeds": (["--seeds", "x"], "'x' is no seed"),
    "unknown rules": (["--rules", "r1"], "'r1' is no rules profile"),
    "more drivers than there are": (["--drivers", "3"], "is more than the 2 drivers of"),
    "no store of no memory": (
        ["--memory", "none", "--without", "market"],
        "--without: memory none shows nothing of any",
    ),
    "no fleet of no memory": (
        ["--memory", "none", "--share", "own,fleet"],
        "--share: memory none shows nothing of any",
    ),
    "csv into no folder": (["--csv", "nowhere/x.csv"], "--csv: nowhere/x.csv cannot be written"),
    "csv into a folder": (["--csv", "."], "--csv: . cannot be written"),
}


@pytest.mark.parametrize(("args", "sentence"), WRONG.values(), ids=WRONG)
def test_wrong_usage_is_one_sentence_and_code_2(args: list[str], sentence: str) -> None:
    end = dispatch("compare", "tiny", *args)
    assert (end.exit_code, end.stdout, end.stderr.count("\n")) == (2, "", 1)
    assert sentence in end.stderr


def test_an_unknown_scenario_is_wrong_usage_before_any_run() -> None:
    end = dispatch("compare", "nowhere", "--jobs", "2")
    assert (end.exit_code, end.stdout) == (2, "")
    assert end.stderr.startswith("scenario: 'nowhere' is neither a folder nor")


def test_a_comparison_reads_back_from_its_json(week: Any) -> None:
    assert Comparison.model_validate(week).model_dump(mode="json") == week
