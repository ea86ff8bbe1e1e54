"""Digests by model: one question a digest, asked in the background, whose answer memory's gate then judges.

It offers the facts that matter most to the store's agent under small numbers and maps cited numbers back. Where the
model fails twice it hands in nothing, and memory falls back on its own bullets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Self

from agents.llm.answers import DigestAnswer
from agents.llm.desk import Asker, Bill, Desk, Posed
from agents.llm.quote import harmless
from agents.llm.read import check_language
from agents.llm.shown import Shown
from agents.llm.thrift import ThriftyWriter
from memory.digests.digest import MOST_CHARACTERS, Bullet, BulletKind
from memory.digests.writer import DigestTask, Written
from memory.fact_text import place_text
from memory.facts import FactKind
from memory.settings import Mode

MOST_FACTS = 80
"""Told to a model, as many as five bullets may cite; a store may hold thousands of facts since its last digest."""
UNKNOWN_FACT = -1
"""Stands for a number that was not offered: the gate drops its bullet."""


class ModelWriter:
    """Writes bullets through a desk, at most `at_once` digests at the same time; to be closed, a context manager."""

    def __init__(self, desk: Desk, driver_ids: Sequence[str], at_once: int) -> None:
        self._desk = desk
        self._driver_ids = driver_ids
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix="digest")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown(cancel_futures=True)

    def start(self, task: DigestTask) -> Future[Written]:
        """Ask in the background."""
        return self._threads.submit(self.write, task)

    def write(self, task: DigestTask) -> Written:
        """Ask here and now."""
        desk, bill = self._desk, Bill()
        told = worth_telling(task)
        words = dict(task.lines())
        lines = [f"#{n} {words[fact_id]}{_place(task, fact_id)}" for n, fact_id in enumerate(told, 1)]

        def pose(budget: int) -> Posed:
            kept = _within(lines, budget, desk)
            earlier = [desk.prompts.memory, *(bullet.text for bullet in task.previous)] if task.previous else []
            text = "\n".join(kept)
            return Posed((*earlier, desk.prompts.facts, text, f"minute={task.minute}"), Shown(text))

        def read(answer: DigestAnswer, shown: Shown) -> tuple[Bullet, ...]:
            check_language(" ".join(bullet.text for bullet in answer.bullets), desk.prompts.language)
            return tuple(
                _bullet(task, bullet.kind, bullet.text, [_fact(n, told) for n in bullet.facts])
                for bullet in answer.bullets
            )

        driver = self._driver_ids[task.driver]
        asker = Asker(f"compressor.{task.store}", desk.prompts.digest[task.store], "digest", driver, task.steps)
        bullets = desk.ask(asker, DigestAnswer, pose, read, bill, budget=most_tokens(desk))
        return Written(bullets or (), bill.calls, bill.tokens)


@contextmanager
def digest_writer(
    mode: Mode, desk: Desk, driver_ids: Sequence[str], at_once: int, say: Callable[[str], None]
) -> Iterator[ModelWriter | ThriftyWriter | None]:
    """Who writes the digests of a memory mode: a model for `llm`, one that has to pay for itself for `auto`, else None.

    `say` is told when `auto` changes its mind.
    """
    if mode not in ("llm", "auto"):
        yield None
        return
    with ModelWriter(desk, driver_ids, at_once) as writer:
        yield writer if mode == "llm" else ThriftyWriter(writer, desk.count, say)


def most_tokens(desk: Desk) -> int:
    """What facts may take in a compression's prompt: ten views of memory, since it is to save them."""
    return 10 * desk.view_tokens


def worth_telling(task: DigestTask) -> list[int]:
    """Fact ids to be told, ascending, at most MOST_FACTS.

    Of the market its lists and then sightings, of loads the best still to be had and then those that went, newest
    first; of the driver's own record the newest.
    """
    newest = sorted(task.shown, reverse=True)
    first: list[int] = []
    if task.store == "market":
        first = [i for i in newest if task.shown[i].kind == FactKind.SEARCH_DONE]
    elif task.store == "cargo":
        seen = {task.shown[i].load: i for i in sorted(task.shown) if task.shown[i].kind == FactKind.CARGO_SEEN}
        first = [seen[load] for load in task.best if load in seen]
        first += [i for i in newest if task.shown[i].kind == FactKind.CARGO_GONE]
    return sorted(list(dict.fromkeys([*first, *newest]))[:MOST_FACTS])


def _within(lines: list[str], budget: int, desk: Desk) -> list[str]:
    """The newest lines that a budget in tokens holds."""
    first = len(lines)
    while first > 0:
        budget -= desk.count(lines[first - 1] + "\n")
        if budget < 0:
            break
        first -= 1
    return lines[first:]


def _place(task: DigestTask, fact_id: int) -> str:
    cell = task.shown[fact_id].cell
    return f" at {place_text(cell)}" if cell else ""


def _fact(number: int, told: list[int]) -> int:
    return told[number - 1] if 1 <= number <= len(told) else UNKNOWN_FACT


def _bullet(task: DigestTask, kind: BulletKind, text: str, fact_ids: list[int]) -> Bullet:
    """A bullet that keeps in view the cells and loads of the facts it cites."""
    cited = [task.shown[i] for i in fact_ids if i in task.shown]
    cells = dict.fromkeys(fact.cell for fact in cited if fact.cell)
    loads = dict.fromkeys(fact.load for fact in cited if fact.load >= 0)
    return Bullet(kind, harmless(text, MOST_CHARACTERS), tuple(dict.fromkeys(fact_ids)), tuple(cells), tuple(loads))
