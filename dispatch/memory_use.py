"""What a run's memory was good for: how much of what it showed was relied on, how old that was, and where it disagreed.

It watches the steps of one run and decides nothing. Of one step, S(v) are the facts that view v shows, for each of the
four views, and R those that the search plan, the assessment and the decision say they relied on. Over all steps:

    hit_rate        views with a fact in S(v) and R, over views with a fact in S(v)
    use_rate        sum of |S(v) and R| over sum of |S(v)|
    shown_age_min   mean over all of S(v) of the view's minute less the fact's: staleness of what was shown
    relied_age_min  the same over S(v) and R: staleness of what counted
    conflict_rate   steps with a conflict over steps

A conflict is two current statements about one thing that disagree, within a view or between two views of the step: a
load offered and called unavailable, a load offered twice, two plans, two counts of today's orders.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from agents.llm.calls import Call
from dispatch.seats import StepRecord
from dispatch.steps import StepLog
from dispatch.team import StepTrace
from memory.digest import Bullet
from memory.digest_counts import DigestCounts
from memory.facts import FactBlock
from memory.views import Views

_GROW = 4096


class UseFigures(BaseModel):
    """The five measures of a run; None where there is nothing to divide by, as in a memory that shows nothing."""

    model_config = ConfigDict(frozen=True)

    hit_rate: float | None
    use_rate: float | None
    conflict_rate: float | None
    shown_age_min: float | None
    relied_age_min: float | None


class MemoryUse:
    """Sums over the steps of a run; fits `dispatch.run.Tracer`. Steps that a budget cuts off afterwards count too."""

    def __init__(self) -> None:
        self._minute = np.zeros(_GROW, dtype=np.int64)
        """The minute of each fact by its id."""
        self._steps = 0
        self._conflicts = 0
        self._views = 0
        self._hits = 0
        self._shown = 0
        self._relied = 0
        self._shown_age = 0
        self._relied_age = 0

    def trace(self, driver: int, trace: StepTrace) -> None:
        """Take in what one step's agents saw and said."""
        self._steps += 1
        self._conflicts += conflicts(trace.views) > 0
        relied_on = np.array(
            [*trace.plan.fact_ids, *trace.assessment.fact_ids, *trace.decision.fact_ids], dtype=np.int64
        )
        for minute, shown in shown_facts(trace.views):
            if not len(shown):
                continue
            relied = shown[np.isin(shown, relied_on)]
            self._views += 1
            self._hits += len(relied) > 0
            self._shown += len(shown)
            self._relied += len(relied)
            self._shown_age += len(shown) * minute - int(self._minute[shown].sum())
            self._relied_age += len(relied) * minute - int(self._minute[relied].sum())

    def facts(self, driver: int, facts: FactBlock | None) -> None:
        """Take in the minutes of the facts that memory made of a step."""
        if facts is None:
            return
        end = facts.first_id + len(facts)
        if end > len(self._minute):
            self._minute = np.concatenate([self._minute, np.zeros(max(end, len(self._minute)), dtype=np.int64)])
        self._minute[facts.first_id : end] = facts.rows["minute"]

    def figures(self) -> UseFigures:
        """The measures of all steps so far."""
        return UseFigures(
            hit_rate=_ratio(self._hits, self._views),
            use_rate=_ratio(self._relied, self._shown),
            conflict_rate=_ratio(self._conflicts, self._steps),
            shown_age_min=_ratio(self._shown_age, self._shown),
            relied_age_min=_ratio(self._relied_age, self._relied),
        )

    # the rest of a tracer, which has no part in this

    def follow(self, log: StepLog, digests: DigestCounts) -> None:
        pass

    def calls(self, calls: Sequence[Call]) -> None:
        pass

    def step(self, record: StepRecord) -> None:
        pass

    def hour(self, minute: int) -> None:
        pass

    def keep_first(self, kept: dict[int, int]) -> None:
        pass


def _ratio(part: int, whole: int) -> float | None:
    return round(part / whole, 6) if whole else None


def shown_facts(views: Views) -> list[tuple[int, NDArray[np.int64]]]:
    """Minute and different fact ids of each view: search, cargo, preference, decision."""
    search, cargo, preference, decision = views.search, views.cargo, views.preference, views.decision
    market = [columns.fact for columns in (search.tried, search.places) if columns is not None]
    loads = [] if cargo.fact_ids is None else [cargo.fact_ids]
    market += [_cited(search.bullets)]
    loads += [_cited(cargo.bullets)]
    own = [*decision.plan_facts, *(action.fact for action in decision.recent), *_cited(decision.bullets)]
    return [
        (search.minute, _different(market)),
        (cargo.minute, _different(loads)),
        (preference.minute, _different([np.array(preference.fact_ids, dtype=np.int64)])),
        (decision.minute, _different([np.array(own, dtype=np.int64)])),
    ]


def _cited(bullets: tuple[Bullet, ...]) -> NDArray[np.int64]:
    return np.array([fact_id for bullet in bullets for fact_id in bullet.fact_ids], dtype=np.int64)


def _different(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def conflicts(views: Views) -> int:
    """How many of the four kinds of conflict the views of one step hold, within and between them."""
    search, cargo, preference, decision = views.search, views.cargo, views.preference, views.decision
    offered: list[int] = [] if cargo.offers is None else cargo.offers.load.tolist()
    gone = cargo.unavailable | decision.unavailable
    return sum(
        (
            not gone.isdisjoint(offered),
            len(set(offered)) < len(offered),
            search.plan != decision.plan,
            preference.today is not None and preference.today.takes != decision.today.takes,
        )
    )
