"""A team that does what a script says, for tests: each driver's steps in turn, and then it waits the month out."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from contest_cases import CASES, Case

from agents.records import Decision, LookAt, SearchPlan
from dispatch.action_logs.raw_action import parse_action
from dispatch.engine import Engine
from memory.observed import Act, Action, Listing, Observation, Outcome, Result
from memory.settings import MemorySettings
from scenarios.cells import CellIndex
from scenarios.records import Scenario


@dataclass(frozen=True)
class Do:
    """One step: places to look at, then an action, given as such or as others write it (name and params)."""

    action: object = None
    looks: tuple[tuple[float, float, int | None], ...] = ()
    """(lat, lng, list length) of each list."""
    scan_min: int = 0
    """Minutes of reading without the lists."""
    fails: str = ""
    """Where the agents raise: begin, decide or finish; or silence, where they decide nothing."""


def wait(minutes: int) -> Do:
    return Do(Action(Act.WAIT, minutes=minutes))


def take(load: int, *looks: tuple[float, float, int | None]) -> Do:
    """Ask for a row of the load table, after reading some lists."""
    return Do(Action(Act.TAKE_ORDER, load=load), looks)


def move(lat: float, lng: float) -> Do:
    return Do(Action(Act.REPOSITION, lat=lat, lng=lng))


def replayed(case: Case) -> dict[str, list[Do]]:
    """The scripts that an official run's logs amount to: what was asked of the world, and how long lists were read.

    The older release logs targets in two decimals (contest rule 42); where those are not what was asked, the newer
    release's log of the same scripts has them whole.
    """
    newer = {c.name: c for c in CASES}.get(f"{case.name}-0529", case)
    scripts = {}
    for driver_id in case.drivers:
        rows = [json.loads(line) for line in case.log_lines(driver_id)]
        asked = [json.loads(line)["action"] for line in newer.log_lines(driver_id)]
        scans = [row["query_scan_cost_minutes"] for row in rows]
        scripts[driver_id] = [Do(action, scan_min=scan) for action, scan in zip(asked, scans, strict=True)]
    return scripts


class ScriptedTeam:
    """Fits the engine's `Team`; keeps what it was asked, what it was shown, and what came of it."""

    def __init__(self, scenario: Scenario, scripts: Mapping[str, Sequence[Do]]) -> None:
        self._scenario = scenario
        self._left = {driver_id: list(steps) for driver_id, steps in scripts.items()}
        self._now: dict[str, Do] = {}
        self.calls: list[tuple[int, str, str]] = []
        """(minute, begin | decide | finish, driver id), in the order of the calls."""
        self.seen: list[Observation] = []
        self.listings: dict[str, list[Listing]] = {}
        self.outcomes: dict[str, list[Outcome]] = {}

    def begin(self, seen: Observation) -> SearchPlan:
        self.calls.append((seen.minute, "begin", seen.driver_id))
        self.seen.append(seen)
        left = self._left.get(seen.driver_id)
        step = self._now[seen.driver_id] = left.pop(0) if left else wait(max(1, seen.horizon_min - seen.minute))
        _fail(step, "begin")
        return SearchPlan(tuple(LookAt(*look) for look in step.looks), blind_scan_min=step.scan_min)

    def decide(self, seen: Observation, listings: Sequence[Listing]) -> Decision:
        self.calls.append((seen.minute, "decide", seen.driver_id))
        self.listings.setdefault(seen.driver_id, []).extend(listings)
        step = self._now[seen.driver_id]
        _fail(step, "decide")
        if step.fails == "silence":
            return None  # type: ignore[return-value]  # what an agent of another's making may do
        if isinstance(step.action, Action):
            return Decision(step.action)
        return Decision(parse_action(step.action, self._scenario.loads.row_of, self._scenario.rules))

    def finish(self, seen: Observation, listings: Sequence[Listing], decision: Decision, outcome: Outcome) -> None:
        self.calls.append((outcome.start_min, "finish", seen.driver_id))
        self.outcomes.setdefault(seen.driver_id, []).append(outcome)
        _fail(self._now[seen.driver_id], "finish")


def _fail(step: Do, place: str) -> None:
    if step.fails == place:
        raise RuntimeError(f"scripted to fail in {place}")


def run_scripts(
    scenario: Scenario, scripts: Mapping[str, Sequence[Do]], seed: int = 0
) -> tuple[Engine, ScriptedTeam, list[tuple[str, int, str]]]:
    """The finished engine, the team, and the failures that were reported: (driver id, minute, error)."""
    team = ScriptedTeam(scenario, scripts)
    failures: list[tuple[str, int, str]] = []

    def report(driver_id: str, minute: int, failure: str) -> None:
        failures.append((driver_id, minute, failure))

    engine = Engine(scenario, team, seed=seed, memory=MemorySettings(), cells=CellIndex(), report_failure=report)
    engine.run()
    return engine, team, failures


def stops(engine: Engine) -> dict[str, str]:
    """Why each driver's month ended, by driver id."""
    return {engine.driver_ids[driver]: stop.name for driver, stop in sorted(engine.stops.items())}


def steps(engine: Engine, driver_id: str) -> list[tuple[str, str, int, int, int]]:
    """A driver's steps as (act, result, start, scan minutes, minutes of the action)."""
    return [
        (Act(r["act"]).name, Result(r["result"]).name, int(r["start_min"]), int(r["scan_min"]), int(r["exec_min"]))
        for r in engine.log.of_driver(engine.driver_ids.index(driver_id))
    ]


def steps_by_driver(engine: Engine) -> dict[str, bytes]:
    """Each driver's steps as bytes, without the driver's number, which depends on who else drives."""
    found = {}
    for driver, driver_id in enumerate(engine.driver_ids):
        rows = engine.log.of_driver(driver).copy()
        rows["driver"] = 0
        found[driver_id] = rows.tobytes()
    return found
