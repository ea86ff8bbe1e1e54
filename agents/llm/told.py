"""What a message tells beside memory: offers, wishes and the driver's state, as lines of names and numbers.

Numbers in front of offers are small and good for one prompt only; the agent that made them maps them back.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agents.llm.answers import MOST_JUDGED
from agents.llm.desk import Asker, Desk, Posed
from agents.llm.quote import quoted
from agents.llm.shown import show
from agents.records import Options
from agents.rule.analyst import BUSY_FEN
from agents.rule.decision import PRIOR_RATE_FEN, best_rows, worth_fen
from memory.observed import Observation
from memory.views.records import View
from scenarios.clock import wall_of

MOST_WISHES = 12
NAME_CHARACTERS = 40


def asker(desk: Desk, agent: str, seen: Observation) -> Asker:
    """The agent of that name at a driver's step; its prompt and its form have the same name."""
    system: str = getattr(desk.prompts, agent)
    return Asker(agent, system, agent, seen.driver_id, seen.step)


def posed(desk: Desk, seen: Observation, view: View, offers: Sequence[str], budget: int, *, wishes: bool) -> Posed:
    """A question: wishes where the agent needs them, memory, offers, and what changes with every step last."""
    words = desk.prompts
    shown = show(view, budget, desk.count)
    parts = [words.wishes, *_wishes(seen)] if wishes and seen.preferences else []
    parts += [words.memory, shown.text] if shown.text else [words.no_memory]
    parts += [words.offers, *offers, words.state, state_line(desk, seen)]
    return Posed(tuple(parts), shown)


def _wishes(seen: Observation) -> list[str]:
    """The driver's wishes in force, quoted; the first so many of them."""
    return [f"{n} {quoted(text)}" for n, text in enumerate(seen.preferences[:MOST_WISHES], 1)]


def state_line(desk: Desk, seen: Observation) -> str:
    """Where and when the driver is, and how long the scenario goes on."""
    now = wall_of(seen.minute, desk.start)
    return (
        f"minute={seen.minute} time={now:%Y-%m-%d %H:%M} weekday={now.isoweekday()} at={seen.lat:.2f},{seen.lng:.2f} "
        f"cost_per_km={seen.cost_per_km:.2f} minutes_left={seen.horizon_min - seen.minute} "
        f"orders_done={seen.orders_done}"
    )


def load_lines(
    desk: Desk,
    options: Options,
    rows: Sequence[int],
    penalty_fen: Sequence[float] | None = None,
    *,
    cities: bool = False,
) -> list[str]:
    """A line for each of those options, numbered from 1; with the names of their places where wishes may name some."""
    return [_load_line(desk, options, row, n, penalty_fen, cities=cities) for n, row in enumerate(rows, 1)]


def _load_line(
    desk: Desk, options: Options, row: int, n: int, penalty_fen: Sequence[float] | None, *, cities: bool
) -> str:
    offers, net = options.offers, float(options.net_fen[row]) / 100
    name = _named(desk.categories, int(offers.category[row]))
    parts = [
        f"{n} net={net:.0f} per_hour={net / int(options.minutes[row]) * 60:.0f} pickup_km={options.pickup_km[row]:.0f}",
        f"haul_km={offers.haul_km[row]:.0f} arrive={_time(desk, int(options.arrive_min[row]))}",
        f"done={_time(desk, int(options.finish_min[row]))}",
        f"from={offers.pickup_lat[row]:.2f},{offers.pickup_lng[row]:.2f}",
        f"to={offers.drop_lat[row]:.2f},{offers.drop_lng[row]:.2f} end={options.value_fen[row] / BUSY_FEN:.2f}",
    ]
    if penalty_fen is not None:
        parts.append(f"penalty={penalty_fen[row] / 100:.0f}")
    if name:
        parts.append(f"cargo={quoted(name, NAME_CHARACTERS)}")
    if cities:
        ends = [_named(desk.places, int(code[row])) for code in (offers.pickup_place, offers.drop_place)]
        parts += [f"{key}={quoted(end, NAME_CHARACTERS)}" for key, end in zip(("in", "out"), ends, strict=True) if end]
    return " ".join(parts)


def _named(names: Sequence[str], number: int) -> str:
    return names[number] if 0 <= number < len(names) else ""


def _time(desk: Desk, minute: int) -> str:
    return f"{wall_of(minute, desk.start):%m-%dT%H:%M}"


def judged_rows(seen: Observation, options: Options) -> list[int]:
    """The options that analyst and preference agent look at, the same for both: the best ones by rule."""
    worth = worth_fen(seen, options, np.zeros(len(options)), PRIOR_RATE_FEN)
    return best_rows(options, worth, MOST_JUDGED)
