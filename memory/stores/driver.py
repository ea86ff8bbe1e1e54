"""DriverMemory: one driver's own plan, recent actions, counts by day, and progress of its preferences.

A fold over the facts of its actions. What an action means for a wish is said by facts (see `memory.wishes`).
An action that is told late, with an earlier minute than what is known, goes into the sums and into its place among the
recent ones; what holds now - the day, the rest, what happened in a row, the plan - it does not move
(`memory.stores.revise`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.facts import Fact, FactKind
from memory.observed import Act, Result
from memory.stores.revise import Revision, revision
from memory.wishes.progress import Progress, break_wish, heed
from scenarios.clock import MINUTES_PER_DAY, day_of
from scenarios.preferences.standing import Standing


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
    """State folded from facts; `recent` holds the newest last."""

    recent: deque[RecentAction]
    plan: str = ""
    plan_fact: int = -1
    plan_min: int = 0
    waits_in_row: int = 0
    """Waits since the last order."""
    lost_in_row: int = 0
    """Refused takes since the last order: others were faster, or the load had gone."""
    lost: int = 0
    """Refused takes in all."""
    lost_fact: int = -1
    """The last of them by minute; -1 before the first."""
    orders_done: int = 0
    earned_fen: float = 0.0
    """Net income of completed orders, own estimate: price less all kilometres driven."""
    busy_min: int = 0
    """Minutes over which `earned_fen` was earned, waiting and searching included."""
    today: DayCounts = field(default_factory=DayCounts)
    day: int = 0
    deadhead_km: float = 0.0
    order_days: set[int] = field(default_factory=set)
    """Days on which an order was taken."""
    last_event_min: int = 0
    rest_from_min: int | None = None
    """Start of the waiting that still goes on."""
    wishes: tuple[Standing, ...] = ()
    progress: tuple[Progress, ...] = ()
    """How far each of the wishes is kept, in their order."""

    @property
    def days_without_order(self) -> int:
        """Finished days without a taken order."""
        return self.day - sum(day < self.day for day in self.order_days)

    def learn(self, acted: Sequence[Fact], first_id: int, cost_per_km: float) -> None:
        """Take in the facts of one action, the action's own first; they have the ids from `first_id` on."""
        head, kind = acted[0], acted[0].kind
        late = bool(self.recent) and head.minute < self.recent[-1].minute
        self._turn_day(head.minute)
        today = self.today if day_of(head.minute) == self.day else DayCounts()
        empty_km = sum(f.value for f in acted if f.kind in (FactKind.VISITED, FactKind.REPOSITIONED))
        today.deadhead_km += empty_km
        self.deadhead_km += empty_km
        if kind == FactKind.WAITED:
            act, result, minutes = Act.WAIT, Result(int(head.value)), head.count
            rest = acted[1]
            today.waits += 1
            if not late:
                self.waits_in_row += 1
                self._rest(rest.minute, rest.minute + rest.count)
        elif kind == FactKind.ORDER_TAKEN:
            done = acted[-1]
            act, result, minutes = Act.TAKE_ORDER, Result(head.count), done.count
            if not late:
                self.waits_in_row = self.lost_in_row = 0
            today.takes += 1
            self.order_days.add(day_of(head.minute))
            self.orders_done += 1
            self.earned_fen += done.value
        elif kind == FactKind.REPOSITIONED:
            act, result, minutes = Act.REPOSITION, Result.DONE, head.count
            today.repositions += 1
            self.earned_fen -= empty_km * cost_per_km * 100
        else:
            result, minutes = Result(head.count), int(head.value)
            act = Act.REPOSITION if result == Result.BAD_TARGET else Act.TAKE_ORDER
            lost = act == Act.TAKE_ORDER
            self.lost += lost
            if lost and not late:
                self.lost_in_row += 1
                self.lost_fact = first_id
            self.earned_fen -= empty_km * cost_per_km * 100
        action = RecentAction(head.minute, act, result, head.load, minutes, first_id)
        if late:
            self._tell_late(action)
            return
        if kind != FactKind.WAITED:
            self.rest_from_min = None
        self.recent.append(action)
        self.busy_min = self.last_event_min = head.minute + minutes

    def heed(self, fact: Fact, fact_id: int) -> None:
        """Take in a fact about one of the wishes."""
        standing, progress = self.wishes[fact.count], self.progress[fact.count]
        if fact.kind == FactKind.HEEDED:
            heed(standing, progress, fact, fact_id)
        else:
            break_wish(standing, progress, fact, fact_id)

    def _tell_late(self, action: RecentAction) -> None:
        """Put an action into its place by minute, unless all that the ring holds is newer."""
        known = [*self.recent, action]
        known.sort(key=lambda a: a.minute)
        self.recent.clear()
        self.recent.extend(known)

    def replan(self, plan: str, fact: int, minute: int) -> None:
        """Take in the plan that a PLAN fact tells of, unless a later one is known; empty: none is left."""
        if revision(self.plan_min, minute, agrees=plan == self.plan) != Revision.LATE:
            self.plan, self.plan_fact, self.plan_min = plan, fact, minute

    def _turn_day(self, minute: int) -> None:
        day = day_of(minute)
        if day > self.day:
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
