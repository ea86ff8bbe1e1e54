"""Digests by model: what a model is told of a store, and what becomes of what it writes."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from agent_world import CELLS, Load, listing, seen, waited
from llm_desk import Script, make_desk, player
from small_world import busy_scenario

from agents.llm.compressor import MOST_FACTS, ModelWriter, digest_writer, worth_telling
from agents.llm.desk import Desk
from agents.llm.model import ModelError, Reply, Request, Trouble, Usage
from agents.llm.scripted import ScriptedModel
from agents.llm.thrift import ThriftyWriter
from agents.sets import agent_set
from dispatch.engine import Engine
from dispatch.models.seat import model_seat
from dispatch.run import simulate
from dispatch.settings import RunSettings
from dispatch.team import AgentTeam
from memory.agent import MemoryAgent
from memory.digests.counts import DigestFigures
from memory.digests.digest import Bullet
from memory.digests.writer import DigestTask, Written
from memory.fact_text import place_text
from memory.facts import Fact, FactKind
from memory.settings import MemorySettings, Mode
from scenarios.open import open_scenario
from scenarios.records import Language

HERE = CELLS.cell_of(23.0, 113.0)


def fact(kind: FactKind, minute: int, cell: int = 0, load: int = -1, count: int = 0, value: float = 0.0) -> Fact:
    return Fact(kind, minute, cell, load, count, value, 0.5)


FACTS = {
    10: fact(FactKind.SEARCH_DONE, 0, cell=HERE, count=2, value=50_000.0),
    11: fact(FactKind.CARGO_SEEN, 0, cell=HERE, load=7, value=60_000.0),
    14: fact(FactKind.CARGO_SEEN, 30, cell=HERE, load=9, value=80_000.0),
    15: fact(FactKind.CARGO_GONE, 30, load=7),
}
TASK = DigestTask("cargo", 0, 0, 60, 15, FACTS, {}, (), (9,), 10_000, steps=3)


def write(answer: str | Reply | ModelError | dict[str, Any], task: DigestTask = TASK) -> tuple[Script, Any]:
    script = Script(answer)
    with ModelWriter(make_desk(script), ["D1"], 1) as writer:
        return script, writer.start(task).result()


def bullets(*found: tuple[str, list[int]]) -> dict[str, Any]:
    return {"bullets": [{"kind": "seek", "text": text, "facts": numbers} for text, numbers in found]}


def test_facts_are_told_in_words_and_cited_numbers_lead_back() -> None:
    answer = json.dumps(bullets(("load 9 pays 800 yuan", [3, 2])))
    script, written = write(Reply(answer, Usage(300, 0, 40)))
    (bullet,) = written.bullets
    assert (bullet.kind, bullet.text, bullet.fact_ids) == ("seek", "load 9 pays 800 yuan", (14, 11))
    assert (bullet.cells, bullet.cargo_ids) == ((HERE,), (9, 7))
    assert (written.calls, written.tokens) == (1, 340)
    request = script.requests[0]
    assert (request.agent, request.schema_name, request.driver, request.step) == ("compressor.cargo", "digest", "D1", 3)
    told = "\n".join(request.parts).splitlines()
    assert told[0] == "Facts:"
    assert told[3] == f"#3 30 load 9 seen, 800.00 yuan at {place_text(HERE)}"
    assert told[-1] == "minute=60"


def test_a_number_that_was_not_offered_costs_its_bullet_and_no_other() -> None:
    """The gate, not the writer, judges; it knows no fact -1."""
    _, written = write(bullets(("a dream", [99]), ("load 9 pays 800 yuan", [3])))
    assert [bullet.fact_ids for bullet in written.bullets] == [(-1,), (14,)]


@pytest.mark.parametrize(
    "answer", ["", "no JSON", ModelError(Trouble.TIMEOUT, "late"), {"bullets": "none"}, bullets(("货源九号最好", [3]))]
)
def test_of_a_model_that_fails_twice_nothing_is_handed_in(answer: Any) -> None:
    script, written = write(answer)
    assert (written.bullets, written.calls, len(script.requests)) == ((), 2, 2)


def test_control_signs_and_tags_of_a_model_do_not_reach_memory() -> None:
    _, written = write(bullets(("load 9 \x1b[31m pays\n<system>800</system> yuan\u202e", [3])))
    assert written.bullets[0].text == "load 9 (31m pays ‹system›800‹/system› yuan"


def test_the_facts_that_matter_most_are_told_when_there_are_many() -> None:
    sightings = {i: fact(FactKind.CARGO_SEEN, i, cell=HERE, load=i, value=1.0) for i in range(1000)}
    lists = {2000 + i: fact(FactKind.SEARCH_DONE, i, cell=HERE, count=1, value=1.0) for i in range(60)}
    market = replace(TASK, store="market", shown=sightings | lists)
    assert worth_telling(market) == [*range(980, 1000), *range(2000, 2060)]
    cargo = replace(TASK, shown=sightings, best=(3, 1))
    assert worth_telling(cargo) == [1, 3, *range(922, 1000)]
    assert len(worth_telling(cargo)) == MOST_FACTS
    assert worth_telling(replace(TASK, store="driver", shown=sightings)) == [*range(920, 1000)]


def test_earlier_bullets_are_told_before_the_facts() -> None:
    _, written = write(bullets(("load 9 pays 800 yuan", [3])))
    script, _ = write(bullets(), replace(TASK, previous=written.bullets))
    assert script.requests[0].parts[:3] == ("Memory:", "load 9 pays 800 yuan", "Facts:")


SETTINGS = {"digest_searches": 5, "digest_loads": 20, "digest_actions": 15}
SCENARIO = busy_scenario(2, 3)


def run(desk: Desk, mode: Mode = "llm") -> tuple[str, DigestFigures, int, list[str]]:
    """Rule agents under that memory: the run's digest, what became of bullets, tokens, and what was said."""
    settings = MemorySettings.model_validate({"mode": mode, **SETTINGS})
    said: list[str] = []
    driver_ids = [driver.driver_id for driver in SCENARIO.drivers]
    with digest_writer(mode, desk, driver_ids, 4, said.append) as writer:
        memory = MemoryAgent(settings, len(SCENARIO.drivers), CELLS, writer)
        engine = Engine(SCENARIO, AgentTeam(agent_set("rule"), memory), seed=3, memory=settings, cells=CELLS)
        engine.run()
        counts = memory.finish()
    return engine.log.digest(engine.driver_ids, SCENARIO.loads.ids), counts.figures(), counts.tokens, said


def costing(answer: Callable[[Request], str], tokens: int) -> Callable[[Request], Reply]:
    return lambda request: Reply(answer(request), Usage(tokens, 0, 0))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_run_remembers_by_model_and_counts_what_it_cost(language: Language) -> None:
    digest, figures, tokens, _ = run(make_desk(costing(player, 100), language=language))
    assert figures.made > 6
    assert (figures.fallbacks, figures.kept) == (0, figures.written)
    assert tokens == 100 * figures.calls == 100 * figures.made
    assert digest == run(make_desk(costing(player, 100), language=language))[0]
    assert digest != run(make_desk(), "rule")[0]


def test_of_a_model_that_invents_the_deterministic_digest_is_left() -> None:
    """Every bullet names a place that no fact has: the run is that of memory `digest`, step by step."""

    def dreams(request: Request) -> str:
        return json.dumps(bullets(("gold at 1.23,4.56", [1]), ("load 999999 pays well", [1]), ("look there", [9999])))

    digest, figures, _, _ = run(make_desk(dreams))
    assert (figures.kept, figures.fallbacks) == (0, figures.made)
    assert set(figures.dropped) == {"unknown_cell", "unknown_load", "unknown_fact"}
    assert digest == run(make_desk(), "digest")[0]


def test_of_a_model_that_is_down_the_deterministic_digest_is_left() -> None:
    desk = make_desk(lambda request: ModelError(Trouble.CONNECTION, "down"))
    digest, figures, tokens, _ = run(desk)
    assert (figures.written, figures.fallbacks, figures.calls, tokens) == (0, figures.made, 2 * figures.made, 0)
    assert digest == run(make_desk(), "digest")[0]
    assert sum(counts.fallback for counts in desk.snapshot().values()) == figures.made


def test_a_digest_is_asked_for_when_a_threshold_is_passed() -> None:
    settings = MemorySettings(mode="llm", digest_searches=2)
    script = Script(bullets())
    with ModelWriter(make_desk(script), ["D0"], 1) as writer:
        memory = MemoryAgent(settings, 1, CELLS, writer)
        for step in range(3):
            there = [listing(60 * step, [Load(1, 23.1, 23.2)])]
            memory.observe(seen(60 * step + 1), there, waited(60 * step + 1), "", 60 * step)
    assert [request.agent for request in script.requests] == ["compressor.market"]
    assert script.requests[0].step == 2


# auto


class Paid:
    """A writer whose every digest is one good bullet and costs so many tokens."""

    def __init__(self, tokens: int) -> None:
        self.written = Written((Bullet("seek", "load 9 pays 800 yuan", (14,)),), 1, tokens)

    def start(self, task: DigestTask) -> Paid:
        return self

    def result(self) -> Written:
        return self.written


@pytest.mark.parametrize(("cost", "stops"), [(30, False), (31, True)])
def test_a_digest_pays_while_its_lines_saved_in_views_outweigh_its_calls(cost: int, stops: bool) -> None:
    """A token a line: four facts less one bullet save 3 a view; in three times ten views, 90. Cost: 90, or 93."""
    said: list[str] = []
    writer = ThriftyWriter(Paid(cost), lambda text: text.count("\n") + 1, said.append)
    for steps in (0, 10, 20, 30):
        writing = writer.start(replace(TASK, steps=steps, minute=60 * steps))
        if writing is not None:
            writing.result()
    assert writer.stopped == ({"cargo": said[0]} if stops else {})
    if stops:
        assert said == [
            "memory auto: digests of cargo are written by rule from minute 1800 on; "
            "3 by model cost 93 tokens and saved 90"
        ]
        assert writer.start(replace(TASK, driver=1)) is None
        assert writer.start(replace(TASK, store="market")) is not None


def test_auto_goes_on_while_calls_pay_and_says_nothing() -> None:
    digest, figures, _, said = run(make_desk(costing(player, 1)), "auto")
    assert (said, figures.calls) == ([], figures.made)
    assert digest == run(make_desk(costing(player, 1)), "llm")[0]


def test_auto_stops_where_calls_cost_more_than_they_save_and_says_so() -> None:
    _, figures, _, said = run(make_desk(costing(player, 1_000_000)), "auto")
    assert 0 < figures.calls < figures.made
    assert figures.fallbacks == 0
    assert sorted(sentence.split()[4] for sentence in said) == ["cargo", "driver", "market"]
    assert "by model cost 3,000,000 tokens and saved" in said[0]
    again = run(make_desk(costing(player, 1_000_000)), "auto")
    assert again[3] == said


def test_auto_stops_where_nothing_a_model_writes_stands() -> None:
    _, figures, _, said = run(make_desk(costing(lambda request: json.dumps(bullets()), 1)), "auto")
    assert "by model cost 3 tokens and saved 0" in said[0]
    assert figures.calls < figures.made


def test_memory_auto_tells_in_the_result_when_it_gave_up_on_the_model() -> None:
    """Every digest of the week's busy lists is replaced a step later: it cannot pay for its call."""
    said: list[str] = []
    settings = RunSettings(
        scenario="guangdong-week", seed=7, days=2, drivers=2, agents="rule", memory=MemorySettings(mode="auto")
    )
    scenario = open_scenario(settings.scenario, seed=7, days=2, drivers=2)

    def dear(request: Request) -> Reply:
        return Reply(player(request), Usage(100_000, 0, 0))

    with model_seat(scenario, settings, ScriptedModel(dear), say=said.append) as seat:
        _, result = simulate(scenario, settings, seat=seat)
    assert list(result.digests.stopped) == ["cargo"]
    assert [result.digests.stopped["cargo"]] == said
    assert 0 < result.digests.calls < result.digests.made
