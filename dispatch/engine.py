"""The loop: one queue of (minute, phase, order, driver) that turns decisions into steps.

Read top to bottom. A step starts, looks at zero or more lists, decides, and acts; each list moves the driver's
clock, so the decision is an event of its own at the later minute and meets the market as it is then. Within one
minute the order is: loads expire, loads appear, steps start and lists are made, decisions are made, claims are
served, statistics are taken (design section 3). What a driver's agents are asked rests on that driver alone, so it is
asked as soon as it is known, and the answer is fetched at the event's minute (`dispatch.asking`). The loop sees no
prompt, no memory and no database.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np

from agents.records import Decision, SearchPlan
from dispatch.asking import Answer, Ask, in_turn
from dispatch.measures.meter import Meter
from dispatch.seats import Recorder, StepRecord, Team, checked_plan
from dispatch.steps import StepLog
from dispatch.world import World
from memory.observed import Act, Action, Listing, Observation, Outcome, Result
from memory.settings import MemorySettings
from scenarios.cells import CellIndex
from scenarios.records import Scenario
from scenarios.streams import draw


class Phase(IntEnum):
    """Order of events within one minute."""

    LOOK = 0
    DECIDE = 1
    CLAIM = 2


class Stop(IntEnum):
    """Why a driver's month ended."""

    HORIZON = 0
    NO_LOADS = 1
    MAX_STEPS = 2
    STUCK = 3
    """No progress of the clock over `stuck_steps` steps in a row."""
    ERROR = 4


@dataclass(slots=True)
class _Turn:
    """A driver's step in progress."""

    number: int = 0
    start_min: int = 0
    place: tuple[float, float] = (0.0, 0.0)
    seen: Observation | None = None
    """What the latest question to the team rested on."""
    plan_due: Callable[[], SearchPlan] | None = None
    """Gives the plan that was asked for, when it is due."""
    plan: SearchPlan | None = None
    listings: list[Listing] = field(default_factory=list)
    decision_due: Callable[[], Decision] | None = None
    """The same of the decision."""
    decision: Decision | None = None
    idle_steps: int = 0
    """In a row, without progress of the clock."""


class Engine:
    """One run of one scenario. `run()` may be called once.

    `report_failure` is told of every failed step (driver id, minute, kind and message). How the team is asked changes
    no step.
    """

    def __init__(
        self,
        scenario: Scenario,
        team: Team,
        *,
        seed: int,
        memory: MemorySettings,
        cells: CellIndex,
        recorder: Recorder | None = None,
        report_failure: Callable[[str, int, str], None] | None = None,
        ask: Ask = in_turn,
    ) -> None:
        self.scenario = scenario
        self.world = World(scenario, cells if memory.mode != "none" else None)
        self.rules = scenario.rules
        self.log = StepLog()
        self.meter = Meter(self.world, memory, cells)
        self.stops: dict[int, Stop] = {}
        self.driver_ids = [truck.driver.driver_id for truck in self.world.trucks]
        self._team = team
        self._seed = seed
        self._recorder = recorder
        self._report_failure = report_failure
        self._ask = ask
        self._turns = [_Turn() for _ in self.world.trucks]
        self._queue: list[tuple[int, Phase, int, int]] = []

    def run(self) -> None:
        """Simulate until every driver has stopped."""
        for driver in range(len(self._turns)):
            self._queue_step(driver, 0)
        hour = 0
        while self._queue:
            minute, phase, _, driver = heapq.heappop(self._queue)
            if minute // 60 > hour:
                hour = minute // 60
                if self._recorder is not None:
                    self._recorder.hour(minute)
            self.world.advance(minute)
            if phase == Phase.LOOK:
                self._look(driver)
            elif phase == Phase.DECIDE:
                self._decide(driver)
            else:
                self._act(driver)
        self._apply_run_budget()
        if self._recorder is not None:
            self._recorder.hour(self.world.minute)

    def _push(self, minute: int, phase: Phase, driver: int) -> None:
        """Queue an event. Claims of a minute come in a drawn order, all else in the order of driver ids."""
        order = draw(self._seed, "claim", minute, self.driver_ids[driver]) if phase == Phase.CLAIM else driver
        heapq.heappush(self._queue, (minute, phase, order, driver))

    # one step, in the order in which it happens

    def _queue_step(self, driver: int, minute: int) -> None:
        """Queue the driver's next step, and ask now where to look if the step is sure to come."""
        turn = self._turns[driver]
        turn.seen = seen = self.world.observe(driver, minute, turn.number + 1)
        turn.plan, turn.listings, turn.decision = None, [], None
        ask = self._ask
        if ask is not in_turn:  # a model that is asked for a step that never comes is paid for nothing
            stop = self._why_stop(driver, minute, lambda: self.world.surely_has_loads(driver, minute))
            ask = ask if stop is None else in_turn
        turn.plan_due = ask((minute, Phase.LOOK, driver), lambda: checked_plan(self._team.begin(seen)))
        self._push(minute, Phase.LOOK, driver)

    def _look(self, driver: int) -> None:
        """Start a step, or make its next list."""
        turn, minute = self._turns[driver], self.world.minute
        if turn.plan is None:
            stop = self._why_stop(driver, minute, lambda: self.world.loads_left(driver) > 0)
            if stop is not None:
                self.stops[driver] = stop
                return
            truck = self.world.trucks[driver]
            turn.number += 1
            turn.start_min, turn.place = minute, (truck.lat, truck.lng)
            turn.plan = self._fetched(driver, turn.plan_due)
            if turn.plan is None:
                return
        points = turn.plan.points
        if len(turn.listings) < len(points):
            point = points[len(turn.listings)]
            listing = self.world.query(driver, point.lat, point.lng, point.k)
            turn.listings.append(listing)
            minute = listing.read_min
        if len(turn.listings) < len(points):
            self._push(minute, Phase.LOOK, driver)
        else:
            self._queue_decision(driver, minute + turn.plan.blind_scan_min)

    def _queue_decision(self, driver: int, minute: int) -> None:
        """Queue the decision for when the lists are read, and ask for it now: nothing else will be known then."""
        turn = self._turns[driver]
        turn.seen = seen = self.world.observe(driver, minute, turn.number)
        turn.decision_due = self._ask((minute, Phase.DECIDE, driver), lambda: self._team.decide(seen, turn.listings))
        self._push(minute, Phase.DECIDE, driver)

    def _decide(self, driver: int) -> None:
        """Fetch the decision, and act on it now or, with a claim, when those of this minute are served."""
        turn = self._turns[driver]
        turn.decision = self._fetched(driver, turn.decision_due)
        if turn.decision is None:
            return
        if turn.decision.action.act == Act.TAKE_ORDER:
            self._push(self.world.minute, Phase.CLAIM, driver)
        else:
            self._act(driver)

    def _act(self, driver: int) -> None:
        """Do what was decided, let the team learn from it, and close the step."""
        turn = self._turns[driver]
        assert turn.seen is not None
        assert turn.decision is not None
        dead = self.meter.is_dead(driver, turn.decision.action)
        outcome = self.world.apply(driver, turn.decision.action)
        failure = ""
        try:
            self._team.finish(turn.seen, turn.listings, turn.decision, outcome)
        except Exception as error:
            failure = self._describe(driver, error)
        self._close(driver, outcome, dead=dead, failure=failure)

    def _fetched(self, driver: int, answer: Callable[[], Answer] | None) -> Answer | None:
        """What the driver's agents answered; None when they failed, and the step is closed."""
        assert answer is not None
        try:
            answered = answer()
            if answered is None:
                raise ValueError("the agents gave no answer")
        except Exception as error:
            self._fail(driver, error)
            return None
        return answered

    def _fail(self, driver: int, error: Exception) -> None:
        """A driver whose agents failed is isolated: it waits, or ends, as the rules say; the others go on."""
        failure = self._describe(driver, error)
        if self.rules.failure_policy == "end_driver":
            self.stops[driver] = Stop.ERROR
            return
        truck, now = self.world.trucks[driver], self.world.minute
        pause = Action(Act.WAIT, minutes=self.rules.failure_wait_min)
        outcome = Outcome(pause, Result.FAILED_STEP, now, now + pause.minutes, truck.lat, truck.lng)
        self._close(driver, outcome, dead=False, failure=failure)

    def _describe(self, driver: int, error: Exception) -> str:
        """The error in words, told to whoever wants to hear of failures."""
        failure = f"{type(error).__name__}: {error}"
        if self._report_failure is not None:
            self._report_failure(self.driver_ids[driver], self.world.minute, failure)
        return failure

    def _close(self, driver: int, outcome: Outcome, *, dead: bool, failure: str) -> None:
        """Record the step and queue the next one."""
        turn = self._turns[driver]
        assert turn.seen is not None
        self.log.append(
            driver,
            turn.number,
            turn.start_min,
            turn.place,
            outcome,
            searches=len(turn.listings),
            listed=sum(len(listing.offers) for listing in turn.listings),
            dead_proposal=dead,
            barren_again=self.meter.searched(driver, turn.listings),
            failed=bool(failure),
        )
        self.meter.acted(driver, outcome)
        if self._recorder is not None:
            self._recorder.step(
                StepRecord(
                    len(self.log) - 1, turn.seen, turn.plan, tuple(turn.listings), turn.decision, outcome, failure
                )
            )
        turn.idle_steps = 0 if outcome.end_min > turn.start_min else turn.idle_steps + 1
        self._queue_step(driver, outcome.end_min)

    def _why_stop(self, driver: int, minute: int, loads_left: Callable[[], bool]) -> Stop | None:
        """Why the driver takes no step at this minute, or None."""
        turn, rules = self._turns[driver], self.rules
        if minute >= self.scenario.horizon_min:
            return Stop.HORIZON
        if rules.stop_when_no_loads and not loads_left():
            return Stop.NO_LOADS
        if rules.max_steps is not None and turn.number >= rules.max_steps:
            return Stop.MAX_STEPS
        if turn.idle_steps >= rules.stuck_steps:
            return Stop.STUCK
        return None

    def _apply_run_budget(self) -> None:
        """Rule `max_steps_scope` = run: drivers in file order use up one budget (contest rule 10).

        Only private pools share a budget, so cutting a driver's last steps changes nobody else's.
        """
        budget = self.rules.max_steps
        if self.rules.max_steps_scope == "driver" or budget is None:
            return
        # A step that failed and ended its driver has a number and no row.
        rows = np.bincount(self.log.rows["driver"], minlength=len(self._turns)).tolist()
        kept: dict[int, int] = {}
        for driver_id in [d.driver_id for d in self.scenario.drivers]:
            driver = self.driver_ids.index(driver_id)
            kept[driver] = min(rows[driver], budget)
            if self._turns[driver].number > budget:
                self.stops[driver] = Stop.MAX_STEPS
            budget -= kept[driver]
        if any(kept[driver] < n for driver, n in enumerate(rows)):
            self.log.keep_first(kept)
            if self._recorder is not None:
                self._recorder.keep_first(kept)
