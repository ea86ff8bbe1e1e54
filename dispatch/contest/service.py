"""ModelDecisionService: our agents and memory behind the contest's `decide(driver_id)`, its api object handed in.

An entrant's `agent/model_decision_service.py` is one line, `from dispatch.contest.service import ModelDecisionService`,
or a class of that name which passes other settings on. It never raises for what agents, model or lists do: a raise ends
the whole run of the harness (contest rule 28).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import numpy as np

from agents.llm.budgeted import Budget, BudgetedModel
from agents.llm.compressor import ModelWriter
from agents.llm.desk import Desk, prompts_in
from agents.llm.thrift import ThriftyWriter
from agents.protocols import AgentSet
from agents.records import Decision
from agents.sets import agent_set, needs_model
from dispatch.action_logs.row import LogRow
from dispatch.contest.api import ContestApi, ContestModel
from dispatch.contest.listed import ListedLoads
from dispatch.contest.logged_outcome import outcome_of
from dispatch.errors import say
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.digests.writer import BulletWriter, DigestTask, Written
from memory.observed import Act, Action, Listing, Observation
from memory.settings import MemorySettings, Mode
from memory.tokens import token_counter
from scenarios.cells import CellIndex
from scenarios.clock import MINUTES_PER_DAY, parse_wall
from scenarios.records import Language

COST_PER_KM = 1.5
"""Yuan; the harness does not tell a driver's own."""
SPEED_KMH = 60.0
LIST_LENGTH = 100
ITEMS_PER_MINUTE = 10
"""Contest rules 16, 19 and 21."""
DAYS = 31
"""Where the harness does not tell its horizon."""
STEP_SECONDS = 90.0
"""Of the 120 that a step may take: after so many no model is asked any more."""
DRIVER_TOKENS = 4_800_000
"""Of the 5,000,000 that a driver has."""
FAILED_WAIT_MIN = 60


@dataclass(slots=True)
class _Taken:
    """A decision that was given away, and what it was made from."""

    seen: Observation
    listings: Sequence[Listing]
    decision: Decision


@dataclass(slots=True)
class _Driver:
    """What is kept of one driver between its steps."""

    team: AgentTeam
    steps: int = 0
    taken: _Taken | None = None


class _AtOnce:
    """Writes digests here and now: the harness's api is for one caller at a time."""

    def __init__(self, writer: ModelWriter) -> None:
        self._writer = writer

    def start(self, task: DigestTask) -> Future[Written]:
        done: Future[Written] = Future()
        done.set_result(self._writer.write(task))
        return done


class ModelDecisionService:
    """Decides for every driver of one harness. `agents` and `memory` are named as on the command line."""

    def __init__(
        self,
        api: ContestApi,
        *,
        agents: str = "rule",
        memory: Mode = "rule",
        model: str = "",
        language: Language = "zh",
        cost_per_km: float = COST_PER_KM,
        speed_kmh: float = SPEED_KMH,
        say: Callable[[str], None] = say,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._api = api
        self._agents = agents
        self._settings = MemorySettings(mode=memory)
        self._language = language
        self._cost_per_km, self._speed_kmh = cost_per_km, speed_kmh
        self._say = say
        self._clock = clock
        self._asks = needs_model(agents) or self._settings.asks_model
        self._model = ContestModel(api, model, clock)
        self._purse = BudgetedModel(self._model, Budget(), Budget(tokens=DRIVER_TOKENS), clock)
        self._cells = CellIndex(self._settings.resolution)
        self._loads = ListedLoads(self._cells)
        self._desk: Desk | None = None
        self._drivers: dict[str, _Driver] = {}

    def decide(self, driver_id: str) -> dict[str, Any]:
        """The driver's next action, in the harness's form."""
        self._model.until = self._clock() + STEP_SECONDS
        try:
            return self._answer(self._decide(driver_id))
        except Exception as error:
            self._say(f"driver {driver_id}: a step failed and the driver waits: {type(error).__name__}: {error}")
            return self._answer(Decision(Action(Act.WAIT, minutes=FAILED_WAIT_MIN)))

    def _decide(self, driver_id: str) -> Decision:
        status = self._api.get_driver_status(driver_id)
        start = _start(status)
        driver = self._drivers.get(driver_id)
        if driver is None:
            driver = self._drivers[driver_id] = _Driver(self._seat(driver_id, start))
        self._learn(driver_id, driver, start)
        driver.steps += 1
        plan = driver.team.begin(self._seen(driver_id, status, driver.steps))
        listings = []
        minute = int(status["simulation_progress_minutes"])
        for point in plan.points:
            listing = self._list(driver_id, point.lat, point.lng, minute, start)
            minute = listing.read_min
            listings.append(listing)
        seen = self._seen(driver_id, self._api.get_driver_status(driver_id) if listings else status, driver.steps)
        decision = driver.team.decide(seen, listings)
        driver.taken = _Taken(seen, listings, decision)
        return decision

    def _learn(self, driver_id: str, driver: _Driver, start: datetime) -> None:
        """Let memory learn from the last step, as the harness logged it."""
        taken, driver.taken = driver.taken, None
        if taken is None:
            return
        records = self._api.query_decision_history(driver_id, 1).get("records") or []
        if records:
            row = LogRow.from_json(records[-1], start, f"the history of {driver_id}")
            outcome = outcome_of(row, self._loads, self._speed_kmh)
            driver.team.finish(taken.seen, taken.listings, taken.decision, outcome)

    def _list(self, driver_id: str, lat: float, lng: float, minute: int, start: datetime) -> Listing:
        """One list; reading it moves the clock (contest rule 19)."""
        answer = self._api.query_cargo(driver_id, lat, lng)
        items = [item for item in answer.get("items") or [] if isinstance(item, dict)]
        offers, places = self._loads.offers([item.get("cargo") for item in items], start)
        read_min = minute + -(-len(items) // ITEMS_PER_MINUTE)
        km = np.array([float(items[place]["distance_km"]) for place in places], dtype=np.float64)
        k = int(answer.get("k") or LIST_LENGTH)
        # Loads that could not be read are missing from the offers, and make no full list a short one.
        return Listing(minute, read_min, lat, lng, k if len(items) < k else len(offers), offers, km)

    def _seen(self, driver_id: str, status: dict[str, Any], step: int) -> Observation:
        return Observation(
            minute=int(status["simulation_progress_minutes"]),
            driver=0,  # each driver has a memory of its own
            driver_id=driver_id,
            lat=float(status["current_lat"]),
            lng=float(status["current_lng"]),
            cost_per_km=self._cost_per_km,
            speed_kmh=self._speed_kmh,
            horizon_min=int(status.get("simulation_horizon_minutes") or DAYS * MINUTES_PER_DAY),
            orders_done=int(status.get("completed_order_count") or 0),
            items_per_scan_minute=ITEMS_PER_MINUTE,
            query_k=LIST_LENGTH,
            preferences=tuple(filter(None, map(_wish, status.get("preferences") or []))),
            step=step,
        )

    def _seat(self, driver_id: str, start: datetime) -> AgentTeam:
        """Agents and memory for one driver."""
        if self._asks and self._desk is None:
            self._desk = Desk(
                self._purse,
                prompts_in(self._language),
                start,
                self._settings.view_tokens,
                token_counter(self._settings.vocabulary).count,
                self._loads.category_names,
                self._loads.place_names,
            )
        agents: AgentSet = replace(agent_set(self._agents, self._desk), judge_beside_assess=False)
        return AgentTeam(agents, MemoryAgent(self._settings, 1, self._cells, self._writer(driver_id)))

    def _writer(self, driver_id: str) -> BulletWriter | None:
        if not self._settings.asks_model or self._desk is None:
            return None
        at_once = _AtOnce(ModelWriter(self._desk, [driver_id], 1))
        return at_once if self._settings.mode == "llm" else ThriftyWriter(at_once, self._desk.count, self._say)

    def _answer(self, decision: Decision) -> dict[str, Any]:
        action = decision.action
        if action.act == Act.TAKE_ORDER:
            return {"action": "take_order", "params": {"cargo_id": self._loads.ids[action.load]}}
        if action.act == Act.REPOSITION:
            return {"action": "reposition", "params": {"latitude": action.lat, "longitude": action.lng}}
        return {"action": "wait", "params": {"duration_minutes": action.minutes}}


def _start(status: dict[str, Any]) -> datetime:
    """Minute 0 of the simulation: the wall time less the minutes gone."""
    wall = parse_wall(str(status["simulation_wall_time"])).replace(second=0)
    return wall - timedelta(minutes=int(status["simulation_progress_minutes"]))


def _wish(wish: object) -> str:
    """The words of a preference: text, or an object with its content."""
    if isinstance(wish, dict):
        wish = wish.get("content")
    return wish if isinstance(wish, str) else ""
