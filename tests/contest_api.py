"""The contest's harness, played by our world under its rules: the api that an agent is handed, and its loop."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from stub_player import asked_for, play

from dispatch.action_logs.outcome import row_of_outcome
from dispatch.world import World
from memory.observed import Act, Action, Outcome
from scenarios.clock import wall_text
from scenarios.records import Scenario

Payload = dict[str, Any]


class Decides(Protocol):
    def decide(self, driver_id: str) -> Payload: ...


class FakeApi:
    """One harness at work on a scenario; drivers run one after another, each in a pool of its own.

    `chat` answers models' questions; by default the competent player does.
    """

    def __init__(self, scenario: Scenario, chat: Callable[[Payload], Payload] | None = None) -> None:
        self.scenario = scenario
        self.chat = chat or player_chat
        self.world = World(scenario, None)
        self.ids = [truck.driver.driver_id for truck in self.world.trucks]
        self.records: dict[str, list[Payload]] = {name: [] for name in self.ids}
        self.actions: dict[str, list[Action]] = {name: [] for name in self.ids}
        self.outcomes: dict[str, list[Outcome]] = {name: [] for name in self.ids}
        self.calls = 0
        self._active = ""
        self._minute = 0

    # the api

    def get_driver_status(self, driver_id: str) -> Payload:
        driver = self.ids.index(driver_id)
        truck, seen = self.world.trucks[driver], self.world.observe(driver, self._minute)
        return {
            "driver_id": driver_id,
            "truck_length": "4.2",
            "preferences": [{"content": text, "penalty_amount": 100} for text in seen.preferences],
            "current_lat": truck.lat,
            "current_lng": truck.lng,
            "simulation_progress_minutes": self._minute,
            "simulation_wall_time": f"{wall_text(self._minute, self.scenario.start)}:00",
            "completed_order_count": truck.orders_done,
            "simulation_horizon_minutes": self.scenario.horizon_min,
        }

    def query_cargo(self, driver_id: str, latitude: float, longitude: float) -> Payload:
        if driver_id != self._active:
            raise ValueError("not the active driver")
        self.world.advance(self._minute)
        listing = self.world.query(self.ids.index(driver_id), latitude, longitude)
        self._minute = listing.read_min
        rows, km = listing.offers.load.tolist(), listing.distance_km.tolist()
        items = [{"distance_km": k, "cargo": self._cargo(row)} for row, k in zip(rows, km, strict=True)]
        return {"driver_id": driver_id, "items": items}

    def query_decision_history(self, driver_id: str, step: int) -> Payload:
        rows = self.records[driver_id]
        shown = rows if step == -1 else rows[-step:] if step else []
        return {
            "driver_id": driver_id,
            "total_steps": len(rows),
            "step_param": step,
            "returned_count": len(shown),
            "records": shown,
        }

    def model_chat_completion(self, payload: Payload) -> Payload:
        self.calls += 1
        return self.chat(payload)

    def _cargo(self, row: int) -> Payload:
        load, start = self.scenario.loads.load(row), self.scenario.start
        window = load.window_min and [f"{wall_text(minute, start)}:00" for minute in load.window_min]
        return {
            "cargo_id": load.load_id,
            "create_time": f"{wall_text(load.create_min, start)}:00",
            "remove_time": f"{wall_text(load.remove_min, start)}:00",
            "cargo_name": load.category,
            "start": {"city": load.start_place, "lat": load.start_lat, "lng": load.start_lng},
            "end": {"city": load.end_place, "lat": load.end_lat, "lng": load.end_lng},
            "load_time": window,
            "cost_time_minutes": load.service_min,
            "price": round(load.price_fen / 100, 2),
            "truck_length": ["4.2"],
        }

    # the loop

    def run(self, driver_id: str, service: Decides) -> None:
        """A driver's days, step by step."""
        driver = self.ids.index(driver_id)
        self._active, self._minute = driver_id, 0
        self.world = World(self.scenario, None)
        while self._minute < self.scenario.horizon_min and self.world.loads_left(driver):
            began, truck = self._minute, self.world.trucks[driver]
            place = (truck.lat, truck.lng)
            answer = service.decide(driver_id)
            self.world.advance(self._minute)
            outcome = self.world.apply(driver, self._action(answer))
            row = row_of_outcome(
                len(self.records[driver_id]) + 1, driver_id, began, place, outcome, self.scenario.loads
            )
            row = replace(row, action=answer | {"model_usage": row.tokens.to_json()})
            self.records[driver_id].append(row.to_json(self.scenario.start, self.scenario.rules))
            self.actions[driver_id].append(outcome.action)
            self.outcomes[driver_id].append(outcome)
            self._minute = outcome.end_min

    def _action(self, answer: Payload) -> Action:
        params = answer["params"]
        if answer["action"] == "take_order":
            row = self.scenario.loads.row_of.get(params["cargo_id"], -1)
            return Action(Act.TAKE_ORDER, load=row, load_id="" if row >= 0 else params["cargo_id"])
        if answer["action"] == "reposition":
            return Action(Act.REPOSITION, lat=params["latitude"], lng=params["longitude"])
        return Action(Act.WAIT, minutes=params["duration_minutes"])


def player_chat(payload: Payload) -> Payload:
    """A completion by the competent player, who tells agents apart by the fields that their schemas ask for."""
    system, user = (message["content"] for message in payload["messages"])
    name = asked_for(json.loads(system.rpartition("JSON schema: ")[2]))
    text = json.dumps(play(name, user, chinese=any("一" <= sign <= "鿿" for sign in system)), ensure_ascii=False)
    return completion(text)


def completion(text: str, tokens: int = 100) -> Payload:
    """An answer in the form of OpenAI's chat completions."""
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": tokens, "completion_tokens": 10, "total_tokens": tokens + 10}
    return {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage, "model": "fake"}
