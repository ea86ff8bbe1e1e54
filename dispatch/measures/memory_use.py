"""What a run's memory was good for: how much of what it showed was relied on, how old that was, and where it disagreed.

It watches the steps of one run and decides nothing. Of one step, S(v) are the facts behind the lines of view v, for
each of the four views (not of the history that `full` puts before them, which no rule agent reads), and R those that
the search plan, the assessment and the decision say they relied on. Over all steps:

    hit_rate               views with a fact in S(v) and R, over views with a fact in S(v)
    use_rate               sum of |S(v) and R| over sum of |S(v)|
    shown_age_min          mean over all of S(v) of the view's minute less the fact's: staleness of what was shown
    relied_age_min         the same over S(v) and R: staleness of what counted
    within_conflict_rate   steps in which one view contradicts itself, over steps
    between_conflict_rate  steps in which two views contradict each other, over steps
    conflict_rate          steps with either, over steps

A contradiction is two current statements about one thing that disagree. Within a view: a load offered, or sent for by
a bullet, and called gone; a load offered twice; a place told of twice. Between two views of the step: a load offered in
one and called gone in the other; two plans; two counts of today's orders; what a region offers, or what is known of a
place, told in two ways.

What a kind of memory is worth to the decisions is measured by doing without it on the same seeds (`dispatch compare
--without market,cargo,driver`): its decision utility is the mean over seeds of the net income of the arm that has it
less that of the arm that has not, with the interval that `compare` gives for the pair ("rule" against "rule-market").
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
from memory.digests.counts import DigestCounts
from memory.digests.digest import Bullet
from memory.digests.named import named
from memory.facts import FactBlock
from memory.stores.market_columns import Places
from memory.views.records import Views

_GROW = 4096


class UseFigures(BaseModel):
    """The measures of a run; None where there is nothing to divide by, as in a memory that shows nothing."""

    model_config = ConfigDict(frozen=True)

    hit_rate: float | None
    use_rate: float | None
    conflict_rate: float | None
    within_conflict_rate: float | None
    between_conflict_rate: float | None
    shown_age_min: float | None
    relied_age_min: float | None


class MemoryUse:
    """Sums over the steps of a run; fits `dispatch.watch.Tracer`. Steps that a budget cuts off afterwards count too."""

    def __init__(self) -> None:
        self._minute = np.zeros(_GROW, dtype=np.int64)
        """The minute of each fact by its id."""
        self._steps = 0
        self._conflicts = 0
        self._within = 0
        self._between = 0
        self._views = 0
        self._hits = 0
        self._shown = 0
        self._relied = 0
        self._shown_age = 0
        self._relied_age = 0

    def trace(self, driver: int, trace: StepTrace) -> None:
        """Take in what one step's agents saw and said."""
        self._steps += 1
        within, between = conflicts_within(trace.views) > 0, conflicts_between(trace.views) > 0
        self._within += within
        self._between += between
        self._conflicts += within or between
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
            within_conflict_rate=_ratio(self._within, self._steps),
            between_conflict_rate=_ratio(self._between, self._steps),
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
    """Minute and different fact ids behind the lines of each view: search, cargo, preference, decision."""
    search, cargo, preference, decision = views.search, views.cargo, views.preference, views.decision
    market = [columns.fact for columns in (search.tried, search.places) if columns is not None]
    market.append(_ids(search.plan_facts, search.lost_facts, *_cited(search.bullets)))
    loads = [ids for ids in (cargo.fact_ids, cargo.first_fact_ids) if ids is not None]
    regions = (list(cargo.usual_facts.values()), cargo.elsewhere_facts)
    loads.append(_ids(cargo.unavailable_facts, *regions, *_cited(cargo.bullets)))
    wishes = [p.fact_ids for p in (preference.progress or ())[: preference.progress_lines]]
    own = [decision.unavailable_facts, decision.plan_facts, [action.fact for action in decision.recent]]
    places = [decision.places.fact] if decision.places is not None and decision.usual else []
    regions_near = list(decision.usual_facts.values()) if places else []
    return [
        (search.minute, _different(market)),
        (cargo.minute, _different(loads)),
        (preference.minute, _different([_ids(preference.fact_ids, *wishes)])),
        (decision.minute, _different([*places, _ids(*own, regions_near, *_cited(decision.bullets))])),
    ]


def _cited(bullets: tuple[Bullet, ...]) -> list[tuple[int, ...]]:
    return [bullet.fact_ids for bullet in bullets]


def _ids(*parts: Sequence[int]) -> NDArray[np.int64]:
    return np.array([fact_id for part in parts for fact_id in part], dtype=np.int64)


def _different(parts: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    return np.unique(np.concatenate(parts)) if parts else np.empty(0, dtype=np.int64)


def conflicts_within(views: Views) -> int:
    """How many of the kinds of contradiction hold within one view of the step."""
    search, cargo, decision = views.search, views.cargo, views.decision
    offered = [] if cargo.offers is None else cargo.offers.load.tolist()
    places = [[] if found is None else found.cell.tolist() for found in (search.places, decision.places)]
    return sum(
        (
            not cargo.unavailable.isdisjoint(offered),
            not cargo.unavailable.isdisjoint(_sent_for(cargo.bullets)),
            len(set(offered)) < len(offered),
            any(len(set(cells)) < len(cells) for cells in places),
        )
    )


def _sent_for(bullets: Sequence[Bullet]) -> set[int]:
    """Loads that bullets name to be sought."""
    return {load for bullet in bullets if bullet.kind == "seek" for load in named(bullet.text).loads}


def conflicts_between(views: Views) -> int:
    """How many of the kinds of contradiction hold between two views of the step."""
    search, cargo, preference, decision = views.search, views.cargo, views.preference, views.decision
    offered = [] if cargo.offers is None else cargo.offers.load.tolist()
    here, there = cargo.usual or {}, decision.usual or {}
    return sum(
        (
            not decision.unavailable.isdisjoint(offered),
            search.plan != decision.plan,
            preference.today is not None and preference.today.takes != decision.today.takes,
            any(not np.array_equal(here[region], there[region]) for region in here if region in there),
            _known_of(search.places, decision.places) != _known_of(decision.places, search.places),
        )
    )


def _known_of(places: Places | None, others: Places | None) -> list[tuple[int, ...]]:
    """What is known of the places that both have: cell, traffic and last search, by cell."""
    if places is None or others is None:
        return []
    both = np.isin(places.cell, others.cell)
    columns = (places.cell[both], places.traffic[both], places.last_search_min[both])
    return sorted(zip(*(column.tolist() for column in columns), strict=True))
