"""DriverMemory: one driver's own plan, recent actions, counts by day, and progress of its preferences.

A fold over outcomes. It interprets no preference; it keeps the figures from which progress is read.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from memory.observed import Act, Outcome, Result
from scenarios.clock import MINUTES_PER_DAY, day_of


@dataclass(slots=True)
class DayCounts:
    """What a driver did on one calendar day (by the minute an action started; rest is cut at midnight)."""

    takes: int = 0
    waits: int = 0
    repositions: int = 0
    longest_rest_min: int = 0
    """Longest stretch of waiting within the day; touching waits are one."""
    deadhead_km: float = 0.0


@dataclass(frozen=True, slots=True)
class RecentAction:
    """One line of the ring of recent actions."""

    minute: int
    act: Act
    result: Result
    load: int
    minutes: int
    fact: int


@dataclass(slots=True)
class DriverMemory:
    """State folded from outcomes; `recent` holds the newest last."""

    recent: deque[RecentAction]
    plan: str = ""
    plan_fact: int = -1
    waits_in_row: int = 0
    """Waits since the last order."""
    lost_in_row: int = 0
    """Refused takes since the last order: others were faster, or the load had gone."""
    lost: int = 0
    """Refused takes in all."""
    orders_done: int = 0
    earned_fen: float = 0.0
    """Net income of completed orders, own estimate: price less all kilometres driven."""
    busy_min: int = 0
    """Minutes over which `earned_fen` was earned, waiting and searching included."""
    today: DayCounts = field(default_factory=DayCounts)
    day: int = 0
    deadhead_km: float = 0.0
    days_without_order: int = 0
    """Finished days without a taken order."""
    last_event_min: int = 0
    rest_from_min: int | None = None
    """Start of the waiting that still goes on."""

    def acted(self, outcome: Outcome, step_start_min: int, cost_per_km: float, fact: int) -> None:
        """Take in what the last action did; minutes of the step's searching count as its own."""
        action = outcome.action
        self._turn_day(outcome.start_min)
        self.recent.append(
            RecentAction(
                outcome.start_min,
                action.act,
                outcome.result,
                action.load,
                outcome.end_min - outcome.start_min,
                fact,
            )
        )
        if action.act == Act.WAIT:
            self.waits_in_row += 1
            self.today.waits += 1
            self._rest(step_start_min, outcome.end_min)
        else:
            self.rest_from_min = None
            km = outcome.pickup_km + outcome.reposition_km
            self.today.deadhead_km += km
            self.deadhead_km += km
            self.earned_fen -= (km + outcome.haul_km) * cost_per_km * 100
            if action.act == Act.REPOSITION:
                self.today.repositions += 1
        if action.act == Act.TAKE_ORDER and outcome.refused:
            self.lost_in_row += 1
            self.lost += 1
        elif action.act == Act.TAKE_ORDER:
            self.today.takes += 1
            self.waits_in_row = self.lost_in_row = 0
            self.orders_done += 1
            self.earned_fen += outcome.price_fen
        self.busy_min = outcome.end_min
        self.last_event_min = outcome.end_min

    def _turn_day(self, minute: int) -> None:
        day = day_of(minute)
        if day > self.day:
            self.days_without_order += (self.today.takes == 0) + (day - self.day - 1)
            self.day, self.today = day, DayCounts()

    def _rest(self, start_min: int, end_min: int) -> None:
        """Extend the present rest to `end_min`; each calendar day keeps its longest stretch."""
        if self.rest_from_min is None:
            self.rest_from_min = start_min
        while day_of(max(end_min - 1, 0)) > self.day:
            midnight = (self.day + 1) * MINUTES_PER_DAY
            self._turn_day(midnight)
        since = max(self.rest_from_min, self.day * MINUTES_PER_DAY)
        self.today.longest_rest_min = max(self.today.longest_rest_min, end_min - since)
