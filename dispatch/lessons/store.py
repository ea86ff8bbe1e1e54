"""Lessons in the long-term store: read for a run, written after it, credited with what following them brought, retired.

A lesson belongs to the market it was learned in: its topic is the scenario's name and rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import and_, select, update

from memory.lessons import MOST_SHOWN, Lesson, rule_text
from memory.longterm.judging import RuleWriter
from memory.longterm.records import Draft, Item, LessonRule, Reader, world_minute
from memory.longterm.rows import items_where
from memory.longterm.scopes import visible
from memory.longterm.store import LongTermStore
from memory.longterm.tables import ITEMS
from memory.longterm.writing import Offer, write
from scenarios.records import Scenario

RETIRED_AFTER = 3
"""Trials after which a lesson that brought nothing is retired."""

_i = ITEMS.c


def topic_of(scenario: Scenario) -> str:
    """Where a lesson holds."""
    return f"{scenario.name} {scenario.rules.profile}"


def lessons_of(store: LongTermStore, topic: str) -> tuple[Lesson, ...]:
    """The live lessons of a topic, for each agent the best that it can be shown, the best first."""
    everybody_s = visible(Reader(), ("public",))
    live = and_(everybody_s, _i.layer == "lesson", _i.status == "live", _i.topic == topic)
    with store.reading() as connection:
        items = [item for item in items_where(connection, live) if item.rule is not None]
    items.sort(key=lambda item: (-item.score, item.id))
    kept: list[Item] = []
    for item in items:
        same = [other for other in kept if other.agent == item.agent]
        # Of two that ask for the opposite only the better is shown: together they would ask for nothing.
        if len(same) < MOST_SHOWN and not any(_bare(other) == _bare(item) for other in same):
            kept.append(item)
    return tuple(_lesson(item) for item in kept)


def _bare(item: Item) -> LessonRule:
    assert item.rule is not None
    return item.rule.bare


def _lesson(item: Item) -> Lesson:
    assert item.rule is not None
    return Lesson(id=item.id, rule=item.rule, score=item.score)


def write_lessons(
    store: LongTermStore, scenario: Scenario, rules: Sequence[LessonRule], run: str
) -> dict[LessonRule, int]:
    """Offer what a run taught, as every draft is offered; the item of each rule that is kept or known already.

    A lesson that is known gets more evidence; its amount stays, so that its score is of one thing. One that asks for
    the opposite is another.
    """
    at = world_minute(scenario.start, scenario.horizon_min)
    topic = topic_of(scenario)
    offers = [
        Offer(
            Draft(
                text=f"{topic}, {rule.agent}: {rule_text(rule)}",
                layer="lesson",
                scope="public",
                run=run,
                agent=rule.agent,
                topic=topic,
                world_min=at,
                rule=rule,
            )
        )
        for rule in rules
    ]
    receipts = write(store, RuleWriter(), offers)
    known = {rule: r.item for rule, r in zip(rules, receipts, strict=True) if r.item is not None}
    again = [r.item for r in receipts if r.status == "refused" and r.item is not None]
    with store.writing() as connection:
        connection.execute(update(ITEMS).where(_i.id.in_(again)).values(evidence=_i.evidence + 1))
    return known


def credit(store: LongTermStore, lessons: Sequence[int], yuan: float) -> None:
    """Count a run that followed these lessons and earned so many yuan more than without them."""
    with store.writing() as connection:
        for row in connection.execute(select(_i.id, _i.score, _i.trials).where(_i.id.in_(list(lessons)))).all():
            score = (row.score * row.trials + yuan) / (row.trials + 1)
            change = {"score": round(score, 2), "trials": row.trials + 1}
            connection.execute(update(ITEMS).where(_i.id == row.id).values(**change))


def retire(store: LongTermStore, lessons: Sequence[int], now_min: int) -> None:
    """Put lessons away that do not help; they are kept, and found with the archived."""
    with store.writing() as connection:
        gone = update(ITEMS).where(_i.id.in_(list(lessons)), _i.status == "live")
        connection.execute(gone.values(status="archived", archived_min=now_min))


def retire_idle(store: LongTermStore, topic: str, now_min: int) -> list[int]:
    """Retire the lessons of a topic that brought nothing in enough trials; which."""
    idle = and_(_i.layer == "lesson", _i.status == "live", _i.topic == topic, _i.trials >= RETIRED_AFTER, _i.score <= 0)
    with store.reading() as connection:
        ids = list(connection.execute(select(_i.id).where(idle).order_by(_i.id)).scalars())
    retire(store, ids, now_min)
    return ids
