"""`dispatch run` and the start of the program: what it prints, what its JSON holds, what its help names."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from cli_calls import answer, dispatch, process

from agents.sets import NAMES
from dispatch.cli.options import AgentSetName, MemoryMode, VocabularyName
from memory.settings import Mode, Vocabulary
from scenarios.rules import PROFILES

RUN_KEYS = {
    "run", "scenario", "seed", "rules", "agents", "memory", "days", "stop", "digest", "steps", "total", "drivers",
    "tokens", "calls", "digests", "wall_s", "steps_per_s", "peak_rss_mb",
}  # fmt: skip
FIGURE_KEYS = {
    "net_yuan": None,
    "gross_yuan": None,
    "cost_yuan": None,
    "penalty_yuan": None,
    "km": {"haul", "pickup", "reposition"},
    "minutes": {"scan", "drive", "wait", "service"},
    "orders": {"done", "cut_off", "refused"},
    "searches": {"all", "barren_again"},
    "dead_proposals": None,
}
"""What the contract promises of the total and of each driver; more keys are allowed."""


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run records into the folder in which it is started."""
    monkeypatch.chdir(tmp_path)


def test_run_json_keeps_the_contract() -> None:
    result = answer("run", "tiny", "--seed", "3")
    assert set(result) == RUN_KEYS
    assert result["scenario"] == "tiny"
    assert (result["seed"], result["days"], result["rules"]) == (3, 1, "standard")
    assert (result["agents"], result["memory"], result["stop"]) == ("rule", "rule", "completed")
    assert result["digest"].startswith("sha256:")
    assert len(result["digest"]) == len("sha256:") + 64
    assert set(result["tokens"]) == {"view", "prompt", "cached", "completion", "compressor"}
    assert set(result["tokens"]["view"]) == {"search", "cargo", "preference", "decision"}
    assert set(result["calls"]) == {"ok", "failed", "fallback", "fallback_by", "retried"}
    assert set(result["digests"]) == {"made", "written", "kept", "dropped", "fallbacks", "calls", "stopped"}
    assert [driver["driver"] for driver in result["drivers"]] == ["D001", "D002"]
    for figures in (result["total"], *result["drivers"]):
        for key, parts in FIGURE_KEYS.items():
            assert key in figures
            assert parts is None or set(figures[key]) == parts, key
        assert all(isinstance(n, int) for n in figures["minutes"].values())
        yuan = [figures[f"{name}_yuan"] for name in ("gross", "cost", "penalty", "net")]
        assert yuan == [round(value, 2) for value in yuan]
        assert round(yuan[0] - yuan[1] - yuan[2], 2) == pytest.approx(yuan[3], abs=0.011 * len(result["drivers"]))


def test_the_largest_seed_is_run_recorded_and_compared() -> None:
    largest = 2**63 - 1
    run = answer("run", "guangdong-week", "--days", "1", "--drivers", "2", "--seed", str(largest))
    assert answer("show", run["run"])["seed"] == run["seed"] == largest
    compared = answer("compare", "tiny", "--memory", "none", "--seeds", f"{largest - 1}-{largest}")
    assert compared["seeds"] == [largest - 1, largest]


def test_totals_are_the_sum_of_the_drivers() -> None:
    result = answer("run", "tiny", "--no-db")
    drivers, total = result["drivers"], result["total"]
    assert total["net_yuan"] == round(sum(driver["net_yuan"] for driver in drivers), 2)
    assert total["orders"]["done"] == sum(driver["orders"]["done"] for driver in drivers)
    assert result["steps"] == sum(driver["steps"] for driver in drivers)


def test_the_same_run_twice_has_one_digest_and_two_ids() -> None:
    first, second = answer("run", "tiny"), answer("run", "tiny")
    assert first["digest"] == second["digest"]
    assert first["run"] != second["run"]


def test_a_run_says_its_id_when_it_starts_and_records_where_it_was_started(tmp_path: Path) -> None:
    end = dispatch("run", "tiny", "--json")
    assert end.stderr == f"run {json.loads(end.stdout)['run']}\n"
    assert (tmp_path / "dispatch.db").is_file()


def test_without_a_database_nothing_is_left_behind(tmp_path: Path) -> None:
    end = dispatch("run", "tiny", "--no-db", "--db", "x.db")
    assert (end.exit_code, end.stderr[:27]) == (2, "--no-db: --db names a recor")
    end = dispatch("run", "tiny", "--no-db")
    assert (end.exit_code, end.stderr) == (0, "")
    assert list(tmp_path.iterdir()) == []


def test_the_table_has_a_line_for_each_driver_and_one_for_all() -> None:
    result = answer("run", "tiny", "--no-db")
    lines = dispatch("run", "tiny", "--no-db").stdout.splitlines()
    assert lines[0].strip() == "tiny, 1 day, seed 0: agents rule, memory rule, rules standard"
    for driver in result["drivers"]:
        (line,) = [line for line in lines if line.split()[:1] == [driver["driver"]]]
        assert line.split()[1] == f"{driver['net_yuan']:,.2f}"
    (line,) = [line for line in lines if line.split()[:1] == ["all"]]
    assert line.split()[1] == f"{result['total']['net_yuan']:,.2f}"
    assert f"digest {result['digest']}" in lines


def test_fewer_drivers_longer_month_and_the_baseline() -> None:
    result = answer("run", "tiny", "--no-db", "--drivers", "1", "--days", "2", "--agents", "greedy", "--memory", "none")
    assert (len(result["drivers"]), result["days"]) == (1, 2)
    assert (result["agents"], result["memory"]) == ("greedy", "none")


def test_a_run_that_names_no_memory_is_labelled_with_what_its_agents_use() -> None:
    greedy = answer("run", "tiny", "--agents", "greedy")
    assert greedy["memory"] == "none"
    assert answer("show", greedy["run"])["memory"] == "none"
    assert answer("run", "tiny", "--no-db")["memory"] == "rule"
    assert answer("run", "tiny", "--no-db", "--agents", "greedy", "--memory", "rule")["memory"] == "rule"


def test_contention_is_private_net_less_shared_net() -> None:
    result = answer("run", "tiny", "--no-db", "--contention")
    assert set(result) == RUN_KEYS | {"contention"}
    private = result["contention"]["private_net_yuan"]
    assert result["contention"]["cost_yuan"] == round(private - result["total"]["net_yuan"], 2)
    assert "sharing one pool costs" in dispatch("run", "tiny", "--no-db", "--contention").stdout


def test_names_from_files_are_neither_markup_nor_terminal_control(tmp_path: Path) -> None:
    """A driver called [red]x[/red] with an escape sequence is printed as it is written, and so is the scenario."""
    dispatch("scenario", "new", "odd", "--name", "[bold]odd[/bold]")
    drivers = json.loads((tmp_path / "odd" / "drivers.json").read_text(encoding="utf-8"))
    drivers[0]["driver_id"] = "[red]x[/red]\x1b[31m"
    (tmp_path / "odd" / "drivers.json").write_text(json.dumps(drivers), encoding="utf-8")
    end = dispatch("run", "odd", "--no-db")
    assert end.exit_code == 0, end.output
    assert "[red]x[/red]\\x1b[31m" in end.stdout
    assert "[bold]odd[/bold]" in end.stdout
    assert "\x1b" not in end.output


def test_choices_are_those_of_the_code() -> None:
    assert get_args(AgentSetName) == NAMES
    assert set(get_args(MemoryMode)) == set(get_args(Mode))
    assert get_args(VocabularyName) == get_args(Vocabulary)
    help_text = " ".join(dispatch("run", "--help").stdout.split())
    assert all(name in help_text for name in PROFILES)


@pytest.mark.parametrize("group", [[], ["scenario"], ["memory"]], ids=["dispatch", "scenario", "memory"])
def test_what_a_command_does_is_told_whole(group: list[str]) -> None:
    """Of a command's description the list of commands shows the first sentence, cut where the line ends."""
    text = dispatch(*group, "--help").stdout
    assert "..." not in text[text.index("Commands:") :]


@pytest.mark.parametrize("command", [("run", "tiny"), ("compare", "tiny", "--seeds", "0")], ids=["run", "compare"])
def test_an_unknown_vocabulary_is_told_with_those_there_are(command: tuple[str, ...]) -> None:
    end = process(*command, "--vocabulary", "gpt-9")
    assert (end.returncode, end.stdout) == (2, "")
    assert "Invalid value for '--vocabulary': 'gpt-9' is not one of 'qwen-7b-chat', " in end.stderr
    assert len(end.stderr.splitlines()) == 1


def test_a_vocabulary_counts_and_decides_nothing() -> None:
    call = ("run", "tiny", "--no-db", "--count-tokens")
    one, other = answer(*call), answer(*call, "--vocabulary", "qwen-turbo")
    assert one["digest"] == other["digest"]
    assert other["tokens"]["view"]["search"] > 0


def test_each_memory_and_each_agent_set_is_explained() -> None:
    text = " ".join(dispatch("run", "--help").stdout.split())
    for name in (*get_args(MemoryMode), *get_args(AgentSetName)):
        assert re.search(rf"[:;] {name}, \w", text), name


def test_version_and_bare_call() -> None:
    assert dispatch("--version").stdout.startswith("freight-dispatch ")
    bare = dispatch()
    assert bare.exit_code == 2
    assert "Usage: dispatch [OPTIONS] COMMAND" in bare.stdout


def test_starting_imports_nothing_heavy() -> None:
    heavy = ["numpy", "pyarrow", "pydantic", "sqlmodel", "sqlalchemy", "h3", "orjson", "yaml", "openai", "rich"]
    code = f"import sys, dispatch.cli; print([name for name in {heavy!r} if name in sys.modules])"
    end = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (end.stdout, end.stderr) == ("[]\n", "")


def test_of_a_fleet_the_best_and_the_worst_are_shown() -> None:
    """45 drivers: 20 with the highest net income, 10 with the lowest, 15 in between are counted."""
    lines = dispatch("run", "guangdong-week", "--no-db", "--days", "1", "--drivers", "45").stdout.splitlines()
    drivers = [line.split() for line in lines if line.strip().startswith("D0")]
    assert len(drivers) == 30
    net = [float(words[1].replace(",", "")) for words in drivers]
    assert net == sorted(net, reverse=True)
    assert any(line.strip() == "(15 more)" for line in lines)
