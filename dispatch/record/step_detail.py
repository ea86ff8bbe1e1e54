"""What the agents of one step saw, said and relied on, boiled down to numbers and ids for the record.

It runs once a step while a run is recorded, so it makes no text but that of wishes; `dispatch.show.step_text` turns it
into lines when somebody asks. Loads are named by their ids, since a record outlives the load table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agents.records import Assessment, Decision, Options, SearchPlan
from dispatch.team import StepTrace
from memory.facts import FactBlock
from memory.observed import Listing
from memory.views.records import CargoView, DecisionView, PreferenceView, SearchView
from memory.wishes.text import progress_text, wish_text
from scenarios.preferences.standing import Standing

MOST_SEEN = 3
"""Lines kept of a view that ranks: cells, remembered loads, recent actions."""
MOST_OPTIONS = 5
"""Options kept of those that the analyst weighed; the one taken is kept beyond that."""
_FEW = 300
"""So few rows are sorted as fast as parted."""


def detail_of(trace: StepTrace, load_ids: Sequence[str]) -> dict[str, Any]:
    """Both sides of the four agents, as orjson can write it."""
    views = trace.views
    of_agent = (
        ("search", views.search),
        ("cargo", views.cargo),
        ("preference", views.preference),
        ("decision", views.decision),
    )
    told = {agent: [lesson.line() for lesson in view.lessons] for agent, view in of_agent if view.lessons}
    return {
        "saw": {
            "search": _search_view(views.search),
            "cargo": _cargo_view(views.cargo, load_ids),
            "preference": _preference_view(views.preference),
            "decision": _decision_view(views.decision, load_ids),
        },
        **({"lessons": told} if told else {}),
        "said": {
            "search": said_search(trace.plan),
            "cargo": _options(trace.options, trace.assessment, trace.decision, load_ids),
            "preference": _assessment(trace.assessment),
            "decision": said_decision(trace.decision, load_ids),
        },
    }


def listed(listings: Sequence[Listing]) -> list[list[float]]:
    """Each list that was read: minute, minute when read, lat, lng, length asked for, loads returned."""
    return [[x.minute, x.read_min, x.lat, x.lng, x.k, len(x.offers)] for x in listings]


def fact_loads(block: FactBlock, load_ids: Sequence[str]) -> list[str]:
    """The load id of each fact, empty where it concerns none."""
    return [load_ids[row] if row >= 0 else "" for row in block.rows["load"].tolist()]


def load_name(load: int, load_ids: Sequence[str], other: str = "") -> str:
    """The id of a load by its row; `other` for a row that the table lacks."""
    return load_ids[load] if load >= 0 else other


# saw


def _search_view(view: SearchView) -> dict[str, Any]:
    """The cells searched in this hour bucket: how many, the best as [cell, value, fact], the barren as [cell, fact]."""
    cells, best, barren = 0, [], []
    tried, places, value = view.tried, view.places, view.value
    if tried is not None and places is not None and value is not None and view.barren is not None:
        cells = len(tried)
        rows = tried.place
        top = _best(value[rows], MOST_SEEN).tolist()
        best = [[places.cell.item(rows.item(i)), value.item(rows.item(i)), tried.fact.item(i)] for i in top]
        barren = [[places.cell.item(i), places.fact.item(i)] for i in view.barren.nonzero()[0].tolist()]
    return {
        "bucket": view.bucket,
        "cells": cells,
        "best": best,
        "barren": barren,
        "plan": view.plan,
    }


def _cargo_view(view: CargoView, load_ids: Sequence[str]) -> dict[str, Any]:
    """Remembered loads: how many, and the dearest as [load, price in fen, last seen, listed until, fact]."""
    offers, remembered, dearest = view.offers, 0, []
    if offers is not None and view.fact_ids is not None and view.last_seen_min is not None:
        remembered = len(offers)
        price, seen, until = offers.price_fen, view.last_seen_min, offers.remove_min
        dearest = [
            [load_ids[offers.load.item(i)], price.item(i), seen.item(i), until.item(i), view.fact_ids.item(i)]
            for i in _best(price, MOST_SEEN).tolist()
        ]
    return {"remembered": remembered, "unavailable": len(view.unavailable), "dearest": dearest}


def _preference_view(view: PreferenceView) -> dict[str, Any]:
    today = view.today
    return {
        "takes": today.takes if today is not None else None,
        "longest_rest_min": today.longest_rest_min if today is not None else None,
        "deadhead_km": view.deadhead_km,
        "orders": view.orders_done,
        "days_off": view.days_without_order,
        "facts": view.fact_ids,
        "wishes": [[wish_text(standing), progress] for standing, progress in _with_progress(view)],
    }


def _with_progress(view: PreferenceView) -> Iterator[tuple[Standing, str | None]]:
    """Each wish in force with how far it is kept, None where memory does not tell."""
    for i, standing in enumerate(view.wishes):
        told = None if view.progress is None else progress_text(standing, view.progress[i], view.minute)
        yield standing, told


def _decision_view(view: DecisionView, load_ids: Sequence[str]) -> dict[str, Any]:
    """The driver's own record, and its newest actions as [minute, act, result, load, minutes, fact]."""
    return {
        "plan": view.plan,
        "plan_facts": view.plan_facts,
        "waits_in_row": view.waits_in_row,
        "earned_fen": view.earned_fen,
        "elapsed_min": view.elapsed_min,
        "unavailable": len(view.unavailable),
        "recent": [
            [a.minute, int(a.act), int(a.result), load_name(a.load, load_ids), a.minutes, a.fact]
            for a in reversed(view.recent[-MOST_SEEN:])
        ],
    }


# said


def said_search(plan: SearchPlan) -> dict[str, Any]:
    """Where to look, as [lat, lng, list length or null], and why."""
    return {"points": [[p.lat, p.lng, p.k] for p in plan.points], "why": plan.why, "facts": plan.fact_ids}


def _options(options: Options, assessment: Assessment, decision: Decision, load_ids: Sequence[str]) -> dict[str, Any]:
    """What was weighed: how many seen and feasible, and the best as
    [load, net in fen, minutes, value in fen, expected penalty in fen, fact], best worth a minute first.

    The load that was taken is the last of them if it is none of the best.
    """
    minutes, net, value, penalty = options.minutes, options.net_fen, options.value_fen, assessment.option_fen
    loads, facts = options.offers.load, options.fact_ids
    top = _best((net + value - penalty) / minutes, MOST_OPTIONS).tolist()
    taken = decision.action.load
    if taken >= 0 and all(loads.item(i) != taken for i in top):
        top += np.flatnonzero(loads == taken).tolist()
    best = [
        [load_ids[loads.item(i)], net.item(i), minutes.item(i), value.item(i), penalty.item(i), facts.item(i)]
        for i in top
    ]
    return {"seen": options.seen, "feasible": len(options), "best": best}


def _assessment(assessment: Assessment) -> dict[str, Any]:
    return {"due": assessment.due, "wait_fen": assessment.wait_fen, "facts": assessment.fact_ids}


def said_decision(decision: Decision, load_ids: Sequence[str]) -> dict[str, Any]:
    """The action, why, and its rivals as [load, score]."""
    action = decision.action
    return {
        "act": int(action.act),
        "load": load_name(action.load, load_ids, action.load_id),
        "minutes": action.minutes,
        "to": [action.lat, action.lng],
        "why": decision.why,
        "plan": decision.plan,
        "score": decision.score,
        "alternatives": [[load_name(load, load_ids), score] for load, score in decision.alternatives],
        "facts": decision.fact_ids,
    }


def _best(worth: NDArray[np.float64] | NDArray[np.int64], most: int) -> NDArray[np.intp]:
    """Rows of the highest values, highest first; the earlier row wins a tie within them."""
    if len(worth) <= _FEW:
        return (-worth).argsort(kind="stable")[:most]
    rows = worth.argpartition(-most)[-most:]
    rows.sort()
    return rows[(-worth[rows]).argsort(kind="stable")]
