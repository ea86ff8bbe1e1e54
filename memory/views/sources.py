"""What the views of one step are made from, and how bullets, rows and lessons share the room of a view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from memory.costs import OVERHEAD_TOKENS, bound_of
from memory.digests.digest import Bullet
from memory.journal import Journal
from memory.lessons import Lesson, lessons_for
from memory.longterm.records import AgentName
from memory.observed import Observation
from memory.settings import MemorySettings
from memory.stores.market import bucket_of
from memory.stores.market_columns import Places, Regions
from memory.stores.of_driver import Stores
from memory.views.lines import History
from scenarios.geo import arcs_km, valid_point

Row = TypeVar("Row")

CLOSING_TOKENS = 12
"""Most tokens of the line that counts what was left out."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What one driver's four views are made from, looked up once a step."""

    settings: MemorySettings
    seen: Observation
    stores: Stores
    journal: Journal
    places: Places
    km: NDArray[np.float64]
    """How far each place is from the truck; 0 for a truck that is at no place on earth."""
    regions: Regions
    history: History | None
    """Everything, as it happened (memory `full`)."""


def sources_of(settings: MemorySettings, seen: Observation, stores: Stores, journal: Journal) -> Sources:
    """What is known now; arrays that the next observation changes, to be read at once."""
    places = stores.market.places()
    somewhere = valid_point(seen.lat, seen.lng)
    km = arcs_km(places.x, places.y, places.z, seen.lat, seen.lng) if somewhere else np.zeros(len(places))
    # What overflows of a history is its beginning, and counted there.
    history = History(journal.blocks, len(journal.blocks)) if settings.mode == "full" else None
    return Sources(settings, seen, stores, journal, places, km, stores.market.regions(), history)


@dataclass(frozen=True, slots=True)
class Start:
    """What a view begins with: the lessons for its agent, and the tokens left for all else."""

    lessons: tuple[Lesson, ...]
    room: int


def start_of(settings: MemorySettings, seen: Observation, agent: AgentName) -> Start:
    """The lessons that an agent is shown, in a quarter of the room at most."""
    room = settings.view_tokens - OVERHEAD_TOKENS
    if not settings.lessons:
        return Start((), room)
    lessons = lessons_for(settings.lessons, agent, bucket_of(seen.minute, settings.bucket_min))
    left = room // 4
    kept = 0
    for lesson in lessons:
        left -= bound_of(lesson.line())
        kept += left >= 0
    return Start(lessons[:kept], room - sum(bound_of(lesson.line()) for lesson in lessons[:kept]))


def newest(rows: Sequence[Row], costs: Sequence[int], budget: int) -> Sequence[Row]:
    """As many rows from the end as a budget holds, in their order."""
    first = len(rows)
    while first > 0 and costs[first - 1] <= budget:
        first -= 1
        budget -= costs[first]
    return rows[first:]


def with_bullets(bullets: Sequence[Bullet], room: int, all_rows: int) -> tuple[tuple[Bullet, ...], int, int]:
    """Bullets to show, how many were left out, and the tokens left for rows.

    Both together never take more than all rows would, which are `all_rows` tokens. Bullets have half the room at
    most, the first ones first. Where there is none, the rows themselves are shown, so nothing is left out by it.
    """
    most = min(room, all_rows)
    left = most // 2 - CLOSING_TOKENS
    kept: list[Bullet] = []
    for bullet in bullets:
        if bound_of(bullet.text) > left:
            break
        left -= bound_of(bullet.text)
        kept.append(bullet)
    return (tuple(kept), len(bullets) - len(kept), most - most // 2 + left) if kept else ((), 0, room)


def number_tokens(numbers: Sequence[int]) -> list[int]:
    """A space and the digits of each number."""
    return [1 + len(str(number)) for number in numbers]
