"""Chinese names of places, goods and plans are byte for byte the same in facts, views, the store and JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from agent_world import CELLS, listing, seen, waited
from cli_calls import answer
from load_files import row, write_lines
from test_recorder import record_with

from agents.protocols import MainDecisionAgent
from agents.records import Assessment, Decision, Options
from agents.rule.rule_set import RULE
from dispatch.record.store import open_store
from dispatch.show.explain import show_step
from memory.agent import MemoryAgent
from memory.fact_text import fact_text
from memory.facts import FactKind
from memory.observed import Observation
from memory.settings import MemorySettings
from memory.views.records import DecisionView, render
from scenarios.open import open_scenario

PLAN = "先去广州市白云区装「建材」，再到佛山·顺德 🚚 三点前"
DRIVER = "司机一"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A scenario in the contest's form whose goods, cities and driver have Chinese names."""
    rows = [row(f"货{i}", cargo_name=name) for i, name in enumerate(("建材", "蔬菜", "家具/设备", "化工（危）"))]
    write_lines(tmp_path / "cargo.jsonl", *rows)
    driver = {
        "driver_id": DRIVER,
        "cost_per_km": 1.5,
        "current_lat": 23.0,
        "current_lng": 113.0,
        "preferences": ["不接「化工（危）」的货"],
    }
    (tmp_path / "drivers.json").write_text(json.dumps([driver], ensure_ascii=False), encoding="utf-8")
    return tmp_path


@dataclass(frozen=True, slots=True)
class Plans:
    """The rule's decision, with a plan of its own words."""

    rule: MainDecisionAgent

    def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
        return replace(self.rule.decide(seen, view, options, assessment), plan=PLAN, why=PLAN)


def test_goods_and_places_of_the_files_are_those_of_the_offers(folder: Path) -> None:
    loads = open_scenario(str(folder), seed=0).loads
    names = [loads.category_names[i] for i in loads.category.tolist()]
    places = {loads.place_names[i] for i in [*loads.start_place.tolist(), *loads.end_place.tolist()]}
    assert (sorted(names), places) == (sorted(["建材", "蔬菜", "家具/设备", "化工（危）"]), {"佛山市", "广州市"})
    assert sorted(loads.ids) == ["货0", "货1", "货2", "货3"]


def test_a_plan_is_the_same_in_its_fact_and_in_every_view_that_shows_it() -> None:
    memory = MemoryAgent(MemorySettings(mode="full"), 1, CELLS)
    block = memory.observe(seen(1), [listing(0)], waited(1), PLAN, 0)
    assert block is not None
    plan = next(i for i in range(len(block)) if block.fact(i).kind == FactKind.PLAN)
    assert (block.plan.encode(), fact_text(block.fact(plan), "", block.plan)) == (PLAN.encode(), f"plan made: {PLAN}")
    views = memory.views(seen(31))
    assert views.decision.history is not None
    for view in (views.search, views.decision):
        assert f"plan: {PLAN}\n" in render(view)
        assert f"plan made: {PLAN}\n" in render(view)


def test_the_store_and_json_keep_every_byte(folder: Path) -> None:
    scenario = open_scenario(str(folder), seed=0, days=1)
    db = folder / "runs.db"
    with open_store(db) as store:
        record_with(replace(RULE, decision=Plans(RULE.decision)), store, scenario)
        step = store.step("r", DRIVER, 1)
        assert (step.driver_id, step.plan, step.why) == (DRIVER, PLAN, PLAN)
        shown = show_step(store, "r", DRIVER, 2)
        second = next(part for part in shown.agents if part.agent == "decision")
    assert f"plan: {PLAN}" in [line.split(" [fact")[0] for line in second.saw]
    told = answer("show", "r", "--driver", DRIVER, "--step", "2", "--db", str(db))
    assert told == json.loads(shown.model_dump_json())
    text = json.dumps(told, ensure_ascii=False)
    assert text.count(PLAN) >= 2
    assert text.count(DRIVER) >= 1
