"""Re-simulation of action logs: every row is done again in our world, and the first that differs is named.

The log is not trusted. Only what a log cannot hold is taken from it: the lists that were read, of which it keeps the
minutes, and loads that the file lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from dispatch.action_logs.raw_action import ActionError, parse_action
from dispatch.action_logs.row import LogRow
from dispatch.world import World
from memory.observed import Act, Action, Outcome, Result
from scenarios.records import Scenario

ROUNDED_KM = 1.6
"""Two targets that round to the same two decimals are at most this far apart in kilometres, at both ends of a leg."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first row of a driver's log that our world does otherwise."""

    driver_id: str
    row: int
    """Number of the row in the log, from 1."""
    field: str
    logged: object
    ours: object

    def __str__(self) -> str:
        where = f"driver {self.driver_id}, row {self.row}"
        return f"{where}: {self.field} is {self.logged!r} in the log and {self.ours!r} here"


@dataclass(slots=True)
class _Replay:
    """One driver's log on its way through the world."""

    row: int = 0
    clock_min: int = 0
    blurred: bool = False
    """The truck's place is known to two decimals only: the log rounded the target of its last move."""
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Resimulation:
    """What came of it: the first difference of each driver that has one, and rows nobody can check."""

    differences: tuple[Difference, ...]
    foreign_orders: int
    """Accepted orders of loads that the file lacks, taken as logged."""


def resimulate(rows: Mapping[str, Sequence[LogRow]], scenario: Scenario) -> Resimulation:
    """Do the rows of all drivers again, in the order of their minutes.

    A driver's rows are followed up to its first difference. Raises KeyError for a driver the scenario lacks.
    """
    world = World(scenario)
    index = {truck.driver.driver_id: i for i, truck in enumerate(world.trucks)}
    replays = {driver_id: _Replay() for driver_id in rows}
    differences: list[Difference] = []
    foreign = 0
    for _, _, driver_id, row in sorted(_timed(rows), key=lambda item: item[:3]):
        replay = replays[driver_id]
        replay.row += 1
        if replay.stopped:
            continue
        found = _wrong_start(world, index[driver_id], row, replay)
        if found is None and row.accepted and row.load_id not in world.loads.row_of:
            foreign += 1
            _adopt(world, index[driver_id], row, replay)
            continue
        if found is None:
            found = _wrong_end(world, index[driver_id], row, replay)
        if found is not None:
            replay.stopped = True
            differences.append(Difference(driver_id, replay.row, *found))
    return Resimulation(tuple(sorted(differences, key=lambda d: d.driver_id)), foreign)


def _timed(rows: Mapping[str, Sequence[LogRow]]) -> Iterator[tuple[int, bool, str, LogRow]]:
    """Rows with the minute of their action; of equal minutes the accepted first, as claims were served."""
    for driver_id in sorted(rows):
        for row in rows[driver_id]:
            yield row.end_min - row.exec_min, not row.accepted, driver_id, row


def _adopt(world: World, driver: int, row: LogRow, replay: _Replay) -> None:
    """Take a row as it stands."""
    truck = world.trucks[driver]
    truck.lat, truck.lng = row.after_lat, row.after_lng
    replay.clock_min, replay.blurred = row.end_min, world.rules.log_positions_rounded


def _wrong_start(world: World, driver: int, row: LogRow, replay: _Replay) -> tuple[str, object, object] | None:
    """Compare the clock and the place at which the row begins."""
    if row.elapsed_min != row.scan_min + row.exec_min:
        return "step_elapsed_minutes", row.elapsed_min, row.scan_min + row.exec_min
    if row.end_min - row.elapsed_min != replay.clock_min:
        return "start of the step (minute)", row.end_min - row.elapsed_min, replay.clock_min
    truck = world.trucks[driver]
    return _other_place("position_before", (row.before_lat, row.before_lng), (truck.lat, truck.lng), world)


def _wrong_end(world: World, driver: int, row: LogRow, replay: _Replay) -> tuple[str, object, object] | None:
    """Do the action and compare its minutes, answer, kilometres and place."""
    rules = world.rules
    begins = row.end_min - row.exec_min
    if begins < world.minute:
        return "start of the action (minute)", begins, world.minute
    world.advance(begins)
    try:
        action = parse_action(row.action, world.loads.row_of, rules)
    except ActionError as error:
        return "action", row.action, str(error)
    outcome = world.apply(driver, action)
    slack_km, slack_min = 0.005 + 1e-9, 0
    if rules.log_positions_rounded and (replay.blurred or action.act == Act.REPOSITION):
        slack_km, slack_min = ROUNDED_KM, 2
    replay.clock_min = row.end_min
    if action.act == Act.TAKE_ORDER and outcome.refused is (row.accepted is True):
        return "accepted", row.accepted, outcome.result.name.lower()
    if abs(outcome.end_min - row.end_min) > slack_min:
        return "action_exec_cost_minutes", row.exec_min, outcome.end_min - begins
    kilometres = _other_km(row, action, outcome, slack_km)
    if kilometres is not None:
        return kilometres
    if row.eligible is not None and row.eligible is not (outcome.result == Result.DONE):
        return "income_eligible", row.eligible, outcome.result == Result.DONE
    if action.act != Act.WAIT and not (outcome.refused and outcome.result != Result.WINDOW_MISSED):
        replay.blurred = action.act == Act.REPOSITION and rules.log_positions_rounded
    return _other_place("position_after", (row.after_lat, row.after_lng), (outcome.lat, outcome.lng), world)


def _other_km(row: LogRow, action: Action, outcome: Outcome, slack_km: float) -> tuple[str, object, object] | None:
    checks = (
        ("distance_km", row.distance_km, outcome.reposition_km, slack_km),
        ("pickup_deadhead_km", row.pickup_km, outcome.pickup_km, slack_km),
        ("haul_distance_km", row.haul_km, outcome.haul_km, 0.005 + 1e-9),
    )
    for field, logged, ours, slack in checks:
        if logged is not None and abs(logged - ours) > slack:
            return field, logged, round(ours, 2)
    return None


def _other_place(
    field: str, logged: tuple[float, float], ours: tuple[float, float], world: World
) -> tuple[str, object, object] | None:
    shown = tuple(round(x, 2) for x in ours) if world.rules.log_positions_rounded else ours
    same = all(a == b or (isnan(a) and isnan(b)) for a, b in zip(logged, shown, strict=True))
    return None if same else (field, logged, shown)
