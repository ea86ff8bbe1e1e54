"""MainDecisionAgent by rule: an order against waiting and moving, all on one scale.

An option is worth its net income, less expected penalties, plus the worth of where it ends and of the order that may
follow, less what the minutes it takes earn elsewhere. With every state alike, maximising net - rate x minutes at the
attainable rate maximises income in the long run (renewal reward; Ross, Applied Probability Models with Optimization
Applications, ch. 3 and 7). Minutes too close to the horizon to finish another order earn nothing, so they cost nothing.
Moving to a place that memory knows as better is worth what `agents.rule.moving` finds, and waiting here the minutes
lost.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from agents.records import Assessment, Decision, Options
from agents.rule.lookahead import next_order_fen
from agents.rule.moving import MOST_GAIN_FEN, best_move
from agents.rule.obliged import decide_obliged
from memory.lessons import MINUTE_WORTH, WAIT, advised
from memory.observed import Act, Action, Observation
from memory.views.records import DecisionView

PRIOR_RATE_FEN = 125.0
"""Fen a minute that a driver expects to earn: about 1,800 yuan a day, a good driver's income in the sample market."""
PRIOR_MIN = 5 * 1440.0
"""How long the expectation outweighs a driver's own record: orders are few and lumpy."""
LAST_ORDER_MIN = 300
"""Minutes before the horizon in which a further order rarely finishes."""
WAIT_MIN = 45
"""How long to wait before deciding again; lists read a short while ago are not read again meanwhile."""
SHORTEST_WAIT_MIN = 5
LOOKED_AHEAD = 20
"""Options whose next order is looked at; the others are too far behind."""
SHOWN = 4


class RuleDecision:
    """Takes the option with the highest worth if it beats waiting and moving, else does the better of the two."""

    def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
        rate, wait_min = rate_fen(view), wait_minutes(view)
        if assessment.wishes is not None:
            return decide_obliged(seen, view, options, assessment, assessment.wishes, rate, wait_min)
        left = _useful(seen, seen.minute)
        worth_of_waiting = -rate * (left - _useful(seen, seen.minute + wait_min)) - assessment.wait_fen
        worth = worth_fen(seen, options, assessment.option_fen, rate)
        promising = best_rows(options, worth, LOOKED_AHEAD)
        worth[promising] += next_order_fen(seen, options, promising, rate)
        best = best_rows(options, worth, SHOWN)
        gain = float(worth[best[0]]) - worth_of_waiting if best else -np.inf
        move = best_move(seen, view, rate, wait_min) if left > wait_min and gain < MOST_GAIN_FEN else None
        own = tuple(a.fact for a in view.recent[-1:])
        if gain > (move.gain_fen if move is not None else 0.0):
            i = best[0]
            facts = (int(options.fact_ids[i]),) if options.fact_ids[i] >= 0 else ()
            return Decision(
                Action(Act.TAKE_ORDER, load=int(options.offers.load[i])),
                f"worth {gain / 100:.0f} yuan more than waiting",
                fact_ids=facts + own,
                score=gain,
                alternatives=_named(options, worth, best[1:]),
            )
        others = _named(options, worth, best)
        if move is not None:
            return Decision(
                Action(Act.REPOSITION, lat=move.lat, lng=move.lng),
                f"worth {move.gain_fen / 100:.0f} yuan more than waiting here",
                plan="look again there",
                fact_ids=(move.fact, *own),
                score=move.gain_fen,
                alternatives=others,
            )
        why = f"no load of {len(options)} beats waiting" if len(options) else "no load can be reached"
        return Decision(Action(Act.WAIT, minutes=wait_min), why, plan="look again", fact_ids=own, alternatives=others)


def _named(options: Options, worth: NDArray[np.float64], rows: list[int]) -> tuple[tuple[int, float], ...]:
    """Loads with their worth, as a decision names its alternatives."""
    return tuple((int(options.offers.load[i]), float(worth[i])) for i in rows)


def rate_fen(view: DecisionView) -> float:
    """Fen that a minute of this driver earns, as far as its record and its lessons tell."""
    rate = (view.earned_fen + PRIOR_RATE_FEN * PRIOR_MIN) / (view.elapsed_min + PRIOR_MIN)
    return rate * max(0.0, 1.0 + advised(view.lessons, MINUTE_WORTH))


def wait_minutes(view: DecisionView) -> int:
    """How long to wait, lessons heeded; never under SHORTEST_WAIT_MIN."""
    return max(SHORTEST_WAIT_MIN, round(WAIT_MIN + advised(view.lessons, WAIT)))


def worth_fen(
    seen: Observation, options: Options, penalty_fen: NDArray[np.float64], rate: float
) -> NDArray[np.float64]:
    """Each option's worth but for the order after it, shape (n,); -inf for one that ends after the horizon."""
    left = np.maximum(0, (seen.horizon_min - LAST_ORDER_MIN) - options.finish_min)
    worth = options.net_fen - penalty_fen + options.value_fen
    worth -= rate * (_useful(seen, seen.minute) - left)
    worth[options.finish_min > seen.horizon_min] = -np.inf
    return worth


def _useful(seen: Observation, minute: int) -> int:
    """Minutes from a minute on in which further orders can be earned."""
    return max(0, seen.horizon_min - LAST_ORDER_MIN - minute)


def best_rows(options: Options, worth: NDArray[np.float64], most: int) -> list[int]:
    """The highest few, best first, impossible ones left out; of equals the one done first, then the lower row."""
    rows = np.flatnonzero(worth > -np.inf)
    if len(rows) > most:
        cut = np.partition(worth[rows], len(rows) - most)[len(rows) - most]
        rows = rows[worth[rows] >= cut]
    order = np.lexsort((options.offers.load[rows], options.finish_min[rows], -worth[rows]))[:most]
    best: list[int] = rows[order].tolist()
    return best
