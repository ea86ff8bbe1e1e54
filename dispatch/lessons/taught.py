"""What a finished run teaches: where what the agents counted on and what happened lay apart, as rules to be tried.

Each candidate is a guess in the right direction and of a bounded size; whether following it helps is for runs to say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from agents.rule.decision import PRIOR_RATE_FEN
from dispatch.engine import Engine
from memory.lessons import FRESH, LISTS, MINUTE_WORTH, PLACE_WORTH, WAIT, Lesson, advised
from memory.longterm.records import Draft, LessonRule, time_text, world_minute
from memory.observed import Act, Result
from scenarios.cells import cell_of, cell_text, parent
from scenarios.geo import valid_point

LEAST_SHARE = 0.03
"""By so much a minute's income must be off before anything follows."""
MOST_SHARE = 0.2
STEP_MIN = 15
FRESH_STEP_MIN = 30
MUCH_READING = 0.05
"""Share of all minutes spent on reading lists from which that is much."""
MUCH_LOST, LITTLE_LOST = 0.15, 0.02
"""Share of claims lost to others from which others are faster, and up to which nobody is."""
REGION_RESOLUTION = 4
LEAST_VISITS = 5
PRIOR_VISITS = 10
"""A region's figure counts as if so many average visits stood beside it."""
MOST_PLACE_FEN = 15_000.0
PLACES = 2
MOST_EPISODES = 50
_LOST = {Result.CLAIMED_BY_OTHER: "to another driver", Result.WINDOW_MISSED: "by coming late"}


def taught_by(engine: Engine, lessons: Sequence[Lesson]) -> list[LessonRule]:
    """Candidates for each agent, from a run that followed these lessons; the same run gives the same."""
    rows = engine.log.rows
    if not len(rows):
        return []
    minutes = rows["scan_min"] + rows["exec_min"]
    total = float(minutes.sum())
    taken = (rows["act"] == Act.TAKE_ORDER) & (rows["result"] == Result.DONE)
    lost = int((rows["result"] == Result.CLAIMED_BY_OTHER).sum())
    nets = _nets(engine, rows)
    happened = float(nets.sum()) / total
    found = _minute_worth(happened, advised(lessons, MINUTE_WORTH))
    found.append(_waiting(engine, rows))
    share_read = float(rows["scan_min"].sum()) / total
    found.append(
        LessonRule(
            agent="search", advice=FRESH, amount=FRESH_STEP_MIN if share_read > MUCH_READING else -FRESH_STEP_MIN
        )
    )
    share_lost = lost / max(1, lost + int(taken.sum()))
    if share_lost > MUCH_LOST or share_lost < LITTLE_LOST:
        found.append(LessonRule(agent="search", advice=LISTS, amount=-1 if share_lost > MUCH_LOST else 1))
    return found + _places(engine, rows, nets, happened)


def _nets(engine: Engine, rows: NDArray[np.void]) -> NDArray[np.float64]:
    """Net income of each step in fen: price of an order done, less all kilometres; shape (n,)."""
    cost = {truck.driver.driver_id: truck.driver.cost_per_km * 100 for truck in engine.world.trucks}
    per_km = np.array([cost[driver_id] for driver_id in engine.driver_ids])[rows["driver"]]
    km = rows["pickup_km"] + rows["haul_km"] + rows["reposition_km"]
    paid = (rows["act"] == Act.TAKE_ORDER) & (rows["result"] == Result.DONE) & (rows["load"] >= 0)
    price = np.where(paid, engine.scenario.loads.price_fen[np.maximum(rows["load"], 0)], 0.0)
    nets: NDArray[np.float64] = price - km * per_km
    return nets


def _minute_worth(happened_fen: float, advised_share: float) -> list[LessonRule]:
    """Expected: what a minute is taken to earn. Happened: what it earned."""
    off = happened_fen / (PRIOR_RATE_FEN * (1.0 + advised_share)) - 1.0
    if abs(off) < LEAST_SHARE:
        return []
    amount = round(max(-MOST_SHARE, min(MOST_SHARE, off)), 2)
    return [LessonRule(agent="decision", advice=MINUTE_WORTH, amount=amount)]


def _waiting(engine: Engine, rows: NDArray[np.void]) -> LessonRule:
    """Expected: something to take after a wait. Happened: another wait, or not."""
    again, waits = 0, 0
    for driver in range(len(engine.driver_ids)):
        waited = rows["act"][rows["driver"] == driver] == Act.WAIT
        waits += int(waited[:-1].sum())
        again += int((waited[:-1] & waited[1:]).sum())
    return LessonRule(agent="decision", advice=WAIT, amount=STEP_MIN if 2 * again > waits else -STEP_MIN)


def _places(engine: Engine, rows: NDArray[np.void], nets: NDArray[np.float64], rate_fen: float) -> list[LessonRule]:
    """Expected: after an order every region is as good as another. Happened: what came until the next was delivered.

    The regions that were furthest off, half as strong as they were seen, since few visits exaggerate.
    """
    onward: dict[int, list[float]] = defaultdict(list)
    for driver in range(len(engine.driver_ids)):
        mine = np.flatnonzero(rows["driver"] == driver)
        orders = [i for i in mine.tolist() if rows["act"][i] == Act.TAKE_ORDER and rows["result"][i] == Result.DONE]
        for here, then in pairwise(orders):
            lat, lng = float(rows["end_lat"][here]), float(rows["end_lng"][here])
            if valid_point(lat, lng):
                between = mine[(mine > here) & (mine <= then)]
                spent = int((rows["scan_min"][between] + rows["exec_min"][between]).sum())
                region = parent(cell_of(lat, lng, REGION_RESOLUTION), REGION_RESOLUTION)
                onward[region].append(float(nets[between].sum()) - rate_fen * spent)
    everywhere = [value for values in onward.values() for value in values]
    if not everywhere:
        return []
    mean = sum(everywhere) / len(everywhere)
    off = {
        region: sum(value - mean for value in values) / (len(values) + PRIOR_VISITS)
        for region, values in onward.items()
        if len(values) >= LEAST_VISITS
    }
    furthest = sorted(off, key=lambda region: (-abs(off[region]), region))[:PLACES]
    return [
        LessonRule(
            agent="cargo",
            advice=PLACE_WORTH,
            amount=round(max(-MOST_PLACE_FEN, min(MOST_PLACE_FEN, off[region] / 2))),
            cell=region,
        )
        for region in furthest
    ]


def episodes_of(engine: Engine, run: str) -> list[Draft]:
    """Orders that drivers of a run went for and lost, the last ones: what happened, where and when."""
    rows = engine.log.rows
    drafts = []
    for row in rows[np.isin(rows["result"], list(_LOST))][-MOST_EPISODES:]:
        lat, lng = float(row["lat"]), float(row["lng"])
        if not valid_point(lat, lng):
            continue
        minute = int(row["start_min"] + row["scan_min"])
        at = world_minute(engine.scenario.start, minute)
        cell = cell_text(cell_of(lat, lng, REGION_RESOLUTION))
        why = _LOST[Result(int(row["result"]))]
        drafts.append(
            Draft(
                text=f"order lost {why} by a truck at cell {cell} on {time_text(at)}",
                layer="episodic",
                importance=0.7,
                driver=engine.driver_ids[row["driver"]],
                fleet=engine.scenario.name,
                run=run,
                agent="decision",
                topic=f"orders lost in {cell}",
                world_min=at,
            )
        )
    return drafts
