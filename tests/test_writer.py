"""The seam to whoever writes a digest's bullets: what a writer is handed, when its answer counts, what stands of it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest
from agent_world import CELLS, Load, listing, seen, took, waited
from small_world import busy_scenario

from agents.llm.calls import CallBook
from dispatch.asking import in_turn
from dispatch.models.seat import ModelSeat
from dispatch.run import simulate
from dispatch.settings import RunSettings
from memory.agent import MemoryAgent
from memory.digests.bullets import own_bullets
from memory.digests.digest import Bullet
from memory.digests.writer import BulletWriter, DigestTask, Writing, Written
from memory.settings import MemorySettings

Answer = Callable[[DigestTask], Written]


def seat_of(writer: BulletWriter) -> ModelSeat:
    """A run's seat where nobody is asked but who writes memory's digests."""
    return ModelSeat(None, CallBook(), in_turn, writer)


@dataclass(frozen=True, slots=True)
class Ready:
    """An answer that is there at once."""

    written: Written

    def result(self) -> Written:
        return self.written


@dataclass(slots=True)
class Scripted:
    """A writer that answers each task by a function, and keeps the tasks."""

    answer: Answer
    tasks: list[DigestTask] = field(default_factory=list)

    def start(self, task: DigestTask) -> Writing:
        self.tasks.append(task)
        return Ready(self.answer(task))


@dataclass(slots=True)
class Background:
    """The same, in another thread."""

    answer: Answer
    pool: ThreadPoolExecutor

    def start(self, task: DigestTask) -> Future[Written]:
        return self.pool.submit(self.answer, task)


def first_search(task: DigestTask) -> Written:
    """One bullet that cites the task's first fact and names nothing; one call of 100 tokens."""
    return Written((Bullet("lesson", "look around", (min(task.shown),)),), calls=1, tokens=100)


THERE = [Load(i, 23.0 + 0.05 * i, 23.1 + 0.05 * i, yuan=300) for i in range(20)]


def after_lists(writer: Scripted | None, steps: int, **thresholds: int) -> MemoryAgent:
    """A memory after steps of one list and one wait each, an hour apart."""
    memory = MemoryAgent(MemorySettings.model_validate({"mode": "digest", **thresholds}), 1, CELLS, writer)
    for step in range(steps):
        minute = 60 * step
        memory.observe(seen(minute + 1), [listing(minute, THERE)], waited(minute + 1), "look again", minute)
    return memory


def test_a_writer_is_handed_the_facts_of_one_store_with_their_ids_and_words() -> None:
    """Step 1: search 0, loads 1 to 20, wait 21, rest 22, plan 23. Step 2: search 24, wait 25, rest 26; then it is due.

    The market's task has the search facts and the sightings, and the cells worth searching: loads start 5.6 km apart,
    so the best cell is followed by those more than 140 km from it, and so on. Nothing was digested before.
    """
    writer = Scripted(first_search)
    after_lists(writer, 2, digest_searches=2)
    (task,) = writer.tasks
    assert (task.store, task.driver, task.number, task.minute, task.through) == ("market", 0, 0, 61, 26)
    assert (list(task.shown), task.previous, task.plans) == ([*range(21), 24], (), {})
    assert set(task.best) == {fact.cell for fact in task.shown.values()}
    lines = dict(task.lines())
    assert list(lines) == list(task.shown)
    assert lines[1] == "0 load 0 seen, 300.00 yuan"
    assert lines[24].startswith("60 20 loads listed at cell ")


def test_the_driver_s_store_tells_plans_and_the_cargo_s_names_the_best_loads() -> None:
    writer = Scripted(first_search)
    after_lists(writer, 1, digest_actions=3, digest_loads=20)
    cargo, driver = writer.tasks
    assert (cargo.store, driver.store) == ("cargo", "driver")
    assert sorted(cargo.best) == list(range(20))
    assert dict(driver.lines())[23] == "1 plan made: look again"


def test_an_answer_counts_when_the_driver_s_next_step_has_ended_and_the_next_digest_builds_on_it() -> None:
    """Two lists a digest: asked for after steps 2, 4 and 6, in force after steps 3, 5 and 7.

    Meanwhile nothing is asked for: step 3 takes up the first and has one new list.
    """
    writer = Scripted(first_search)
    memory = MemoryAgent(MemorySettings(mode="digest", digest_searches=2), 1, CELLS, writer)
    shown, asked = [], []
    for step in range(7):
        minute = 60 * step
        shown.append([bullet.text for bullet in memory.views(seen(minute)).search.bullets])
        memory.observe(seen(minute + 1), [listing(minute, THERE)], waited(minute + 1), "", minute)
        asked.append(len(writer.tasks))
    assert shown == [[], [], [], *[["look around"]] * 4]
    assert asked == [0, 1, 1, 2, 2, 3, 3]
    assert writer.tasks[1].previous == (Bullet("lesson", "look around", (0,)),)
    # The first digest covers steps 1 and 2 and cites fact 0: that one and the facts since are shown to the second.
    assert [i for i in writer.tasks[1].shown if i <= writer.tasks[0].through] == [0]


@pytest.mark.parametrize(
    ("bullets", "dropped"),
    [
        ((), {}),
        ((Bullet("seek", "load 4711 pays 9000 yuan", (0,)),), {"unknown_load": 1}),
        (
            (Bullet("seek", "look around", (999_999,)), Bullet("lesson", "a\nb", (0,))),
            {"not_one_line": 1, "unknown_fact": 1},
        ),
    ],
    ids=["nothing", "made-up load", "made-up id and two lines"],
)
def test_where_nothing_written_holds_the_deterministic_digest_stands_and_is_counted(
    bullets: tuple[Bullet, ...], dropped: dict[str, int]
) -> None:
    writer = Scripted(lambda task: Written(bullets, calls=2, tokens=70))
    memory = after_lists(writer, 2, digest_searches=2)
    counts = memory.finish()
    assert memory.journals[0].market.digest.bullets == own_bullets(writer.tasks[0])
    assert counts.figures().model_dump() == {
        "made": 1,
        "written": len(bullets),
        "kept": 0,
        "dropped": dropped,
        "fallbacks": 1,
        "calls": 2,
        "stopped": {},
    }
    assert counts.tokens == 70


def test_of_bullets_some_of_which_hold_those_stand() -> None:
    good, bad = Bullet("lesson", "look around", (0,)), Bullet("seek", "load 4711 is the best", (0,))
    memory = after_lists(Scripted(lambda task: Written((bad, good))), 2, digest_searches=2)
    figures = memory.finish().figures()
    assert memory.journals[0].market.digest.bullets == (good,)
    assert (figures.written, figures.kept, figures.dropped, figures.fallbacks) == (2, 1, {"unknown_load": 1}, 0)


def test_without_a_writer_the_deterministic_bullets_go_the_same_way_and_no_fallback_is_counted() -> None:
    """Lists of 20 loads that net 300 less haul: one bullet to seek."""
    memory = after_lists(None, 2, digest_searches=2)
    assert memory.finish().figures().model_dump() == {
        "made": 1,
        "written": 1,
        "kept": 1,
        "dropped": {},
        "fallbacks": 0,
        "calls": 0,
        "stopped": {},
    }


def test_a_cited_plan_keeps_its_text_for_the_next_digest() -> None:
    """The first digest cites plan 0 (step 1: plan after the order's facts); the next task can still tell its words."""

    def cites_the_plan(task: DigestTask) -> Written:
        plan = min(i for i in task.plans)
        return Written((Bullet("lesson", "keep to the plan", (plan,)),))

    writer = Scripted(cites_the_plan)
    memory = MemoryAgent(MemorySettings(mode="digest", digest_actions=8), 1, CELLS, writer)
    for step in range(8):
        memory.observe(seen(90 * step), [], took(step, 90 * step, 30), "去佛山，三点前到", 90 * step)
    first, second = writer.tasks
    assert list(second.plans) == list(first.plans)
    assert dict(second.lines())[min(first.plans)].endswith("plan made: 去佛山，三点前到")


def test_a_run_with_a_writer_in_the_background_is_the_run_with_the_same_writer_at_once() -> None:
    """Two days of three drivers with low thresholds: same steps, same counts, and the bill is in the result."""
    settings = RunSettings(
        scenario="busy",
        seed=3,
        memory=MemorySettings(mode="digest", digest_searches=5, digest_loads=20, digest_actions=15),
        count_tokens=True,
    )
    scenario = busy_scenario(2, 3)
    _, at_once = simulate(scenario, settings, seat=seat_of(Scripted(first_search)))
    with ThreadPoolExecutor(2) as pool:
        _, beside = simulate(scenario, settings, seat=seat_of(Background(first_search, pool)))
    assert (beside.digest, beside.digests, beside.tokens) == (at_once.digest, at_once.digests, at_once.tokens)
    assert at_once.digests.made == at_once.digests.calls == at_once.digests.kept > 18
    assert at_once.tokens["compressor"] == 100 * at_once.digests.calls
    _, plain = simulate(scenario, settings)
    assert (plain.digests.calls, plain.digests.fallbacks, plain.tokens["compressor"]) == (0, 0, 0)
