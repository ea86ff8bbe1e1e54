"""From a run to its verdicts: figures, record and lines; and the same verdicts from the logs that it writes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from contest_wishes import ByHand
from small_world import busy_scenario

from dispatch.action_logs.of_run import write_run_logs
from dispatch.audit.lines import audit_lines
from dispatch.record.errors import StoreError
from dispatch.record.recorder import RunRecorder
from dispatch.record.store import open_store
from dispatch.record.verdict_store import read_audits
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.score.score import score_logs
from dispatch.settings import RunSettings
from dispatch.show.explain import show_audit
from dispatch.wishes import compile_wishes, constraints_of
from scenarios.preferences.kinds import Base, DailyRest, DaysOff, Deadhead, LongestPickup, QuietWindow, Unknown
from scenarios.records import Preference, Scenario
from scenarios.rules import PROFILES

SETTINGS = RunSettings(scenario="busy", agents="greedy")
KNOWN: dict[str, Base] = {
    "eight hours": DailyRest(rest_min=480),
    "quiet": QuietWindow(start=1380, end=360),
    "near": LongestPickup(km=10),
    "ten empty": Deadhead(km=10),
    "a day off": DaysOff(at_least=1, hard=False),
    "the usual": Unknown(why="says nothing precise"),
}


def world(rules: str = "standard") -> Scenario:
    """Two drivers, two days; the second wishes nothing."""
    scenario = busy_scenario(2, 2, rules=PROFILES[rules])
    wishes = tuple(Preference(text=text, penalty_fen=1_000, cap_fen=1_500) for text in KNOWN)
    first, second = scenario.drivers
    return scenario.model_copy(update={"drivers": (first.model_copy(update={"preferences": wishes}), second)})


def run(scenario: Scenario, **settings: Any) -> RunResult:
    return simulate(scenario, SETTINGS, compiler=ByHand(KNOWN), **settings)[1]


def test_penalties_are_taken_off_and_the_steps_stay_the_same() -> None:
    with_wishes, without = run(world()), simulate(busy_scenario(2, 2), SETTINGS)[1]
    assert with_wishes.digest == without.digest
    first, second = with_wishes.drivers
    assert first.penalty_yuan > 0
    assert first.net_yuan == round(without.drivers[0].net_yuan - first.penalty_yuan, 2)
    assert (second.penalty_yuan, second.breaches) == (0.0, {"all": 0, "hard": 0, "avoidable": 0, "not_evaluable": 0})
    assert with_wishes.total.penalty_yuan == first.penalty_yuan
    assert with_wishes.audit[0].penalty_yuan == first.penalty_yuan
    counts = [len(verdict.breaches) for verdict in with_wishes.audit[0].verdicts]
    assert first.breaches["all"] == sum(counts) > 0


def test_the_result_s_json_has_the_penalty_and_not_the_audit() -> None:
    shown = run(world()).model_dump(mode="json")
    assert "audit" not in shown
    assert shown["drivers"][0]["breaches"]["hard"] <= shown["drivers"][0]["breaches"]["all"]


@pytest.mark.parametrize("rules", ["tianchi-r0509", "tianchi-r0529"])
def test_the_logs_of_a_run_are_judged_as_the_run_is(rules: str, tmp_path: Path) -> None:
    scenario = world(rules)
    engine, result = simulate(scenario, SETTINGS, compiler=ByHand(KNOWN))
    write_run_logs(tmp_path, engine, "20260301_000000")
    report = score_logs(tmp_path, scenario, compiler=ByHand(KNOWN))
    assert report.agrees
    assert report.audit == result.audit
    incomes = [driver["income"]["preference_penalty"] for driver in report.result["drivers"]]
    assert incomes == [driver.penalty_yuan for driver in result.drivers]


def test_verdicts_are_kept_with_the_run_and_shown(tmp_path: Path) -> None:
    scenario = world()
    with open_store(tmp_path / "runs.db") as store:
        recorder = RunRecorder(store, "r1", scenario, SETTINGS, now=lambda: datetime(2026, 3, 1, tzinfo=UTC))
        result = run(scenario, run_id="r1", recorder=recorder)
        recorder.completed(result)
        recorder.completed(result)  # a run that was resumed at its very end writes its end again
        assert read_audits(store, "r1") == [audit for audit in result.audit if audit.verdicts]
        lines = show_audit(store, "r1", "D000").lines()
        assert lines == audit_lines(result.audit[:1], scenario.start)
        assert show_audit(store, "r1", "D001").lines() == ["no wish was audited"]
        with pytest.raises(StoreError, match="has no steps of a driver 'D9'"):
            show_audit(store, "r1", "D9")
        with pytest.raises(StoreError, match="holds no run 'r2'"):
            show_audit(store, "r2")


def test_the_lines_say_what_happened_and_what_is_left() -> None:
    lines = audit_lines(run(world()).audit, world().start)
    assert lines[0].startswith("driver D000: ")
    assert any(line.startswith("  daily_rest, 1 breach, 10.00 yuan (cap 15.00): eight hours") for line in lines)
    rest = next(line for line in lines if "of 480 min" in line)
    assert rest.startswith("    2026-03-01 00:00 to 2026-03-02 00:00 at (")
    assert rest.endswith("; 1 day, 10.00 yuan, 5.00 left of the cap, avoidable")
    assert "  days_off, if possible, not broken (cap 15.00): a day off" in lines
    unknown = lines.index("  unknown_hard, not judged (cap 15.00): the usual")
    assert lines[unknown + 1] == "    not evaluable: 2026-03-01 00:00 to 2026-03-03 00:00, says nothing precise"


def test_wishes_are_compiled_for_each_driver_with_its_number_and_price() -> None:
    scenario = world()
    wishes = compile_wishes(scenario, ByHand(KNOWN))
    assert [c.preference for c in constraints_of(wishes, "D000")] == [0, 1, 2, 3, 4, 5]
    assert {c.penalty_fen for c in constraints_of(wishes, "D000")} == {1_000}
    assert constraints_of(wishes, "D001") == constraints_of(wishes, "nobody") == ()
