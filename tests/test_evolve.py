"""What runs teach, how lessons are credited and retired, and evolution over generations on a small market."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from cli_calls import answer, dispatch
from memory_world import draft, keep, make_store
from small_world import busy_scenario
from stub_player import answer as play_for
from stub_server import StubServer

from dispatch.lessons.evolve import _helps, evolve
from dispatch.lessons.of_run import learn, with_lessons
from dispatch.lessons.store import credit, lessons_of, retire, retire_idle, topic_of, write_lessons
from dispatch.lessons.taught import episodes_of, taught_by
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings
from memory.lessons import ADVICE, FRESH, MINUTE_WORTH, WAIT
from memory.longterm.records import LessonRule
from memory.longterm.store import LongTermStore
from scenarios.cells import cell_of, parent
from scenarios.records import Scenario
from scenarios.rules import STANDARD

SETTINGS = RunSettings(scenario="busy")
LONGER = LessonRule(agent="decision", advice=WAIT, amount=15)
CHEAPER = LessonRule(agent="decision", advice=MINUTE_WORTH, amount=-0.1)


@pytest.fixture(scope="module")
def market() -> Scenario:
    return busy_scenario(2, 3)


def lesson_count(store: LongTermStore, scenario: Scenario) -> int:
    return len(lessons_of(store, topic_of(scenario)))


def test_a_run_teaches_what_was_off_within_bounds_and_always_the_same(market: Scenario) -> None:
    engine, result = simulate(market, SETTINGS)
    taught = taught_by(engine, ())
    assert taught == taught_by(simulate(market, SETTINGS)[0], ())
    assert all(rule.advice in ADVICE[rule.agent] for rule in taught)
    # A minute was taken to earn 125 fen; what it earned is the net income over three drivers' minutes of two days.
    minutes = int((engine.log.rows["scan_min"] + engine.log.rows["exec_min"]).sum())
    off = result.total.net_yuan * 100 / minutes / 125 - 1
    worth = [rule.amount for rule in taught if rule.advice == MINUTE_WORTH]
    assert worth == [round(max(-0.2, min(0.2, off)), 2)]


def test_a_run_that_was_told_so_learns_no_more_of_it(market: Scenario) -> None:
    """What is expected counts the lesson in: at a tenth less, 10 % less than before is nothing new."""
    from dispatch.lessons.taught import _minute_worth

    assert [rule.amount for rule in _minute_worth(112.5, 0.0)] == [-0.1]
    assert _minute_worth(112.5, -0.1) == []
    assert [rule.amount for rule in _minute_worth(500.0, 0.0)] == [0.2]


def test_lost_orders_become_episodes_with_time_and_place() -> None:
    engine, _ = simulate(busy_scenario(1, 12, per_hour=2), SETTINGS)
    episodes = episodes_of(engine, "r1")
    assert episodes
    for episode in episodes:
        assert (episode.layer, episode.run, episode.fleet) == ("episodic", "r1", "busy")
        assert episode.topic.removeprefix("orders lost in ") in episode.text
        assert "on 2026-03-01 " in episode.text


def test_scores_are_means_of_what_following_brought(sqlite_store: LongTermStore, market: Scenario) -> None:
    store = sqlite_store
    ids = list(write_lessons(store, market, [LONGER, CHEAPER], "r1").values())
    credit(store, ids[:1], 100.0)
    credit(store, ids[:1], 40.0)
    first, second = store.item(ids[0]), store.item(ids[1])
    assert (first.score, first.trials, second.score, second.trials) == (70.0, 2, 0.0, 0)
    assert [lesson.rule for lesson in lessons_of(store, topic_of(market))] == [LONGER, CHEAPER]
    credit(store, ids[:1], -500.0)  # (100 + 40 - 500) / 3
    assert store.item(ids[0]).score == -120.0
    assert retire_idle(store, topic_of(market), first.world_min) == ids[:1]
    assert [lesson.rule for lesson in lessons_of(store, topic_of(market))] == [CHEAPER]
    assert store.item(ids[0]).status == "archived"


def test_a_known_lesson_gets_evidence_and_other_markets_have_their_own(
    sqlite_store: LongTermStore, market: Scenario
) -> None:
    store = sqlite_store
    ids = write_lessons(store, market, [LONGER], "r1")
    again = write_lessons(store, market, [LONGER.model_copy(update={"amount": 30.0})], "r2")
    assert list(again.values()) == list(ids.values())
    item = store.item(ids[LONGER])
    assert (item.evidence, item.rule) == (2, LONGER)
    other = busy_scenario(1, 1, rules=STANDARD.model_copy(update={"profile": "other"}))
    assert lesson_count(store, other) == 0
    assert write_lessons(store, other, [LONGER], "r3") != ids
    retire(store, list(ids.values()), 0)
    assert lesson_count(store, market) == 0


def test_an_agent_is_given_five_lessons_at_most(sqlite_store: LongTermStore, market: Scenario) -> None:
    cells = [parent(cell_of(20 + i, 113.0), 4) for i in range(8)]
    rules = [LessonRule(agent="cargo", advice="place_worth", amount=100, cell=cell) for cell in cells]
    write_lessons(sqlite_store, market, [*rules, LONGER], "r1")
    given = with_lessons(sqlite_store, market, SETTINGS).memory.lessons
    assert [lesson.rule.agent for lesson in given].count("cargo") == 5
    assert LONGER in [lesson.rule for lesson in given]


def test_a_run_learns_and_the_next_is_given_it(sqlite_store: LongTermStore, market: Scenario) -> None:
    def again(settings: RunSettings) -> RunResult:
        return simulate(market, settings)[1]

    store = sqlite_store
    first = with_lessons(store, market, SETTINGS)
    assert first == SETTINGS
    engine, result = simulate(market, first)
    learned = learn(store, market, first, engine, result, again)
    assert (learned.shown, learned.gain_yuan) == (0, None)
    assert learned.written > 0
    second = with_lessons(store, market, SETTINGS)
    assert len(second.memory.lessons) == learned.written
    engine, followed = simulate(market, second)
    learned = learn(store, market, second, engine, followed, again)
    # On the same seed: what following the lessons brought, and every lesson's score after its first trial.
    assert learned.gain_yuan == pytest.approx(followed.total.net_yuan - result.total.net_yuan, abs=0.01)
    assert {store.item(lesson.id).score for lesson in second.memory.lessons} == {learned.gain_yuan}
    assert {store.item(lesson.id).trials for lesson in second.memory.lessons} == {1}


@pytest.mark.parametrize(
    ("gains", "helps"),
    [
        ([10.0, 12.0, 11.0], True),
        ([100.0, -90.0, 5.0], False),  # a mean of 5 with a standard error of 55
        ([-1.0, -2.0], False),
        ([0.0, 0.0], False),
    ],
)
def test_a_gain_counts_when_it_is_above_its_own_error(gains: list[float], helps: bool) -> None:
    assert _helps(gains) is helps


EVOLVE = ["guangdong-week", "--days", "1", "--drivers", "2", "--seeds", "0-1", "--generations", "2"]


def test_evolution_reports_every_generation_on_seeds_that_taught_nothing(tmp_path: Path) -> None:
    db = str(tmp_path / "memory.db")
    found = answer("evolve", *EVOLVE, "--held-out", "7-8", "--lessons", db)
    assert (found["seeds"], found["held_out"], found["bar_percent"]) == ([0, 1], [7, 8], 3.0)
    assert [g["generation"] for g in found["generations"]] == [0, 1, 2]
    first, last = found["generations"][0], found["generations"][-1]
    assert (first["lessons"], first["gain_yuan"]) == ([], 0.0)
    for g in found["generations"]:
        gains = [a - b for a, b in zip(g["net_by_seed"], first["net_by_seed"], strict=True)]
        assert g["gain_yuan"] == pytest.approx(sum(gains) / 2, abs=0.01)
        assert len(g["tried"]) <= 4
    reached = last["gain_percent"] >= 3 and last["gain_ci95"][0] > 0
    assert found["reached"] is reached
    stored = answer("memory", "search", "", "--layer", "lesson", "--archived", "--limit", "50", "--db", db)["hits"]
    assert len(stored) == len({t for g in found["generations"] for t in g["tried"]})
    assert all(hit["item"]["trials"] >= 1 for hit in stored)


def test_evolution_is_the_same_every_time(tmp_path: Path) -> None:
    a, b = (answer("evolve", *EVOLVE, "--held-out", "7-8", "--lessons", str(tmp_path / n)) for n in ("a.db", "b.db"))
    assert a | {"wall_s": 0} == b | {"wall_s": 0}


def test_seeds_that_taught_cannot_judge(tmp_path: Path) -> None:
    end = dispatch("evolve", *EVOLVE, "--held-out", "1-3", "--lessons", str(tmp_path / "memory.db"))
    assert (end.exit_code, end.stderr) == (
        2,
        "--held-out: seed 1 is one of --seeds too; judge on seeds that taught nothing.\n",
    )
    end = dispatch("evolve", *EVOLVE, "--held-out", "9", "--lessons", str(tmp_path / "memory.db"))
    assert end.exit_code == 2
    assert "two seeds at least are needed" in end.stderr


def test_a_recorded_run_with_lessons_can_be_explained(tmp_path: Path) -> None:
    lessons, runs = str(tmp_path / "memory.db"), str(tmp_path / "runs.db")
    call = ["run", "guangdong-week", "--days", "1", "--drivers", "2", "--db", runs, "--lessons", lessons]
    first, second = dispatch(*call), dispatch(*call)
    assert "Lessons: 0 shown; " in first.stderr
    assert "yuan against the same seed without them; " in second.stderr
    run = second.stderr.splitlines()[0].removeprefix("run ")
    step = dispatch("show", run, "--driver", "D001", "--step", "1", "--db", runs)
    assert "lesson: " in step.stdout
    end = dispatch("run", "guangdong-week", "--memory", "none", "--no-db", "--lessons", lessons)
    assert (end.exit_code, end.stderr) == (
        2,
        "--lessons: memory none shows the agents nothing; choose another with --memory.\n",
    )


def test_with_a_model_it_is_said_that_scoring_asks_it_as_often_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ["run", "tiny", "--days", "1", "--no-db", "--lessons", str(tmp_path / "l.db")]
    assert "asked" not in dispatch(*call).stderr
    by_model = [*call, "--agents", "mixed:main=llm", "--model", "stub"]
    with StubServer(play_for) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-stub")
        end = dispatch(*by_model)
    assert (end.exit_code, "the model is asked, and paid, about as often again" in end.stderr) == (0, True)
    assert "yuan against the same seed without them" in end.stderr


def test_lessons_are_for_agents_that_follow_them(tmp_path: Path) -> None:
    end = dispatch("run", "tiny", "--agents", "greedy", "--memory", "rule", "--lessons", str(tmp_path / "l.db"))
    assert (end.exit_code, "--lessons: greedy agents follow none" in end.stderr) == (2, True)


def test_a_store_made_twice_from_one_run_is_one(tmp_path: Path, market: Scenario) -> None:
    """Writing the same run's lessons and episodes again stores nothing new."""

    def again(settings: RunSettings) -> RunResult:
        return simulate(market, settings)[1]

    with make_store(str(tmp_path / "memory.db")) as store:
        engine, result = simulate(market, SETTINGS)
        learned = [learn(store, market, SETTINGS, engine, result, again) for _ in range(2)]
        assert lesson_count(store, market) == learned[0].written
        assert learned[1].episodes == 0


def test_the_opposite_of_a_lesson_is_another_and_not_more_evidence(
    sqlite_store: LongTermStore, market: Scenario
) -> None:
    store, shorter = sqlite_store, LONGER.model_copy(update={"amount": -15.0})
    longer_id = write_lessons(store, market, [LONGER], "r1")[LONGER]
    shorter_id = write_lessons(store, market, [shorter], "r2")[shorter]
    assert shorter_id != longer_id
    assert store.item(longer_id).evidence == 1
    # Both together would ask for nothing: the better one is shown.
    assert [lesson.id for lesson in lessons_of(store, topic_of(market))] == [longer_id]
    credit(store, [longer_id], -50.0)
    assert [lesson.id for lesson in lessons_of(store, topic_of(market))] == [shorter_id]


def test_evolution_tries_a_known_lesson_as_it_stands_in_the_store(tmp_path: Path) -> None:
    """Its score is of the amount that the store has, which is what later runs follow."""
    scenario = RunSettings(scenario="guangdong-week", days=1, drivers=2).opened()
    with make_store(str(tmp_path / "memory.db")) as store:
        known = LessonRule(agent="search", advice=FRESH, amount=45)
        both = [known, known.model_copy(update={"amount": -45.0})]
        write_lessons(store, scenario, both, "r1")
        settings = RunSettings(scenario="guangdong-week", days=1, drivers=2)
        found = evolve(store, settings, generations=1, seeds=[0, 1], held_out=[100, 101])
    tried = [line for line in found.generations[1].tried if "trust a list" in line]
    assert tried
    assert all("for 45 min" in line for line in tried)


def test_only_public_lessons_are_shown(sqlite_store: LongTermStore, market: Scenario) -> None:
    said = {"topic": topic_of(market), "agent": "decision", "layer": "lesson", "rule": LONGER}
    keep(sqlite_store, draft("a driver's own lesson", **said), draft("its fleet's", scope="fleet", **said))
    assert lesson_count(sqlite_store, market) == 0


def test_a_run_whose_learning_is_refused_shows_its_result_all_the_same(tmp_path: Path) -> None:
    lessons = str(tmp_path / "memory.db")
    make_store(lessons).close()
    with sqlite3.connect(lessons) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON memory_receipt BEGIN SELECT RAISE(FAIL, 'no room is left'); END"
        )
    end = dispatch("run", "tiny", "--no-db", "--lessons", lessons, "--json")
    assert end.exit_code == 1
    assert json.loads(end.stdout)["scenario"] == "tiny"
    assert f"Lessons: the run taught nothing: {lessons}: the database refused (no room is left)" in end.stderr
