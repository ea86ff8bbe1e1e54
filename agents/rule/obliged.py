"""MainDecision for a driver with wishes: orders, waits and moves as courses of one kind, hard wishes first.

Of all that can be done now, only what breaks hard wishes least is considered; they are never traded for money. Among
those the course that is worth most is taken: as in `agents.rule.decision`, but minutes cost what wishes let be earned
in them (`agents.rule.sequel`), and penalties of soft wishes are costs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agents.records import Assessment, Decision, Options
from agents.rule.courses import courses_of
from agents.rule.moving import best_move
from agents.rule.obligations import Proposal, Weighed, go, wait_until
from agents.rule.sequel import Sequel
from agents.rule.shadows import shadow_fen
from memory.observed import Act, Action, Observation
from memory.views.records import DecisionView
from memory.wishes.courses import together

SAME_FEN = 1.0
"""Hard breaches this close in price are alike."""
LOOKED_AHEAD = 8
"""Orders for which the loads that may follow are looked at."""
SHOWN = 4


@dataclass(frozen=True, slots=True)
class _Choice:
    """A course with its worth in fen, and how badly it breaks hard wishes."""

    worth: float
    hard: float
    proposal: Proposal
    fact: int = -1


def decide_obliged(
    seen: Observation,
    view: DecisionView,
    options: Options,
    assessment: Assessment,
    weighed: Weighed,
    rate: float,
    wait_min: int,
) -> Decision:
    """The step's action; `rate` is what a minute earns, `wait_min` how long to wait for better."""
    orders = courses_of(seen, options, weighed.read_from)
    fen = options.net_fen + options.value_fen - shadow_fen(weighed.pricing, seen, orders, rate)
    sequel = Sequel(seen, view, options, weighed, orders, fen - weighed.options.lasting_fen, rate)
    worth = fen - assessment.option_fen + sequel.fen(orders)
    wanted = np.isin(options.offers.load, list(weighed.pricing.on_offer))
    worth[(options.finish_min > seen.horizon_min) & ~wanted] = -np.inf
    stays = _stays(seen, view, weighed, sequel, rate, wait_min)
    hard = weighed.options.hard
    least = min(
        min(choice.hard for choice in stays),
        float(hard[worth > -np.inf].min()) if (worth > -np.inf).any() else np.inf,
    )
    worth[hard > least + SAME_FEN] = -np.inf
    for i in _best(options, worth, LOOKED_AHEAD):
        worth[i] += sequel.next_fen(i)
    best = _best(options, worth, SHOWN)
    stays = [choice for choice in stays if choice.hard <= least + SAME_FEN]
    stay = max(stays, key=lambda choice: (choice.worth, choice.proposal.action.minutes)) if stays else None
    own = tuple(a.fact for a in view.recent[-1:]) + assessment.fact_ids
    if best and (stay is None or float(worth[best[0]]) > stay.worth):
        i = best[0]
        facts = (int(options.fact_ids[i]),) if options.fact_ids[i] >= 0 else ()
        gain = float(worth[i]) - (stay.worth if stay is not None else 0.0)
        said = f"worth {gain / 100:.0f} yuan more than what else wishes allow"
        return Decision(
            Action(Act.TAKE_ORDER, load=int(options.offers.load[i])),
            said + _warning(weighed, {n: float(u[i]) for n, u in weighed.options.broken.items()}),
            fact_ids=tuple(dict.fromkeys(facts + own)),
            score=gain,
            alternatives=_named(options, worth, best[1:]),
        )
    assert stay is not None
    proposal = stay.proposal
    proposal.course.read_from = weighed.read_from
    units = {n: float(u[0]) for n, u in weighed.pricing.price(proposal.course).broken.items()}
    facts = (stay.fact,) if stay.fact >= 0 else ()
    return Decision(
        proposal.action,
        proposal.why + _warning(weighed, units),
        plan="look again" if proposal.action.act == Act.WAIT else "look again there",
        fact_ids=tuple(dict.fromkeys(facts + own)),
        score=stay.worth,
        alternatives=_named(options, worth, best),
    )


def _stays(
    seen: Observation, view: DecisionView, weighed: Weighed, sequel: Sequel, rate: float, wait_min: int
) -> list[_Choice]:
    """Waits and moves: the usual wait, waits for what is due, what wishes propose, and the market's best move."""
    listed = [wait_until(seen, seen.minute + wait_min, "nothing that wishes allow beats waiting")]
    listed += [
        wait_until(seen, due.begin_by_min, "wait until something is due", due.number)
        for due in weighed.due
        if due.begin_by_min is not None and seen.minute < due.begin_by_min < seen.minute + wait_min
    ]
    listed += weighed.proposals
    facts = [-1] * len(listed)
    found = best_move(seen, view, rate, wait_min)
    if found is not None:
        listed.append(go(seen, (found.lat, found.lng), "loads are usually better there"))
        facts.append(found.fact)
    courses = together([proposal.course for proposal in listed])
    courses.read_from = weighed.read_from
    courses.slack_min = np.where(
        courses.active, 0, courses.slack_min
    )  # what serves a wish may do so at the last minute
    prices = weighed.pricing.price(courses)
    worth = -prices.fen - courses.empty_km * seen.cost_per_km * 100
    worth += sequel.fen(courses, seen.minute + wait_min)  # what is over sooner finds nothing new
    worth -= shadow_fen(weighed.pricing, seen, courses, rate)
    if found is not None:
        worth[-1] = worth[0] + found.gain_fen - prices.fen[-1]
    return [_Choice(float(worth[i]), float(prices.hard[i]), proposal, facts[i]) for i, proposal in enumerate(listed)]


def _warning(weighed: Weighed, units: dict[int, float]) -> str:
    """What the action breaks or makes impossible, in words; empty if nothing."""
    said = []
    for standing in weighed.pricing.wishes:
        if units.get(standing.number, 0.0) > 0:
            wish = standing.constraint
            price = f", {wish.penalty_fen / 100:g} yuan a {wish.unit}" if wish.penalty_fen else ""
            said.append(f"wish {standing.number} ({wish.kind}{price})")
    return f"; it breaks or makes impossible {', '.join(said)}" if said else ""


def _named(options: Options, worth: NDArray[np.float64], rows: list[int]) -> tuple[tuple[int, float], ...]:
    return tuple((int(options.offers.load[i]), float(worth[i])) for i in rows)


def _best(options: Options, worth: NDArray[np.float64], most: int) -> list[int]:
    """The highest few, best first, impossible ones left out; of equals the one done first, then the lower row."""
    rows = np.flatnonzero(worth > -np.inf)
    if len(rows) > most:
        cut = np.partition(worth[rows], len(rows) - most)[len(rows) - most]
        rows = rows[worth[rows] >= cut]
    order = np.lexsort((options.offers.load[rows], options.finish_min[rows], -worth[rows]))[:most]
    best: list[int] = rows[order].tolist()
    return best
