"""What wishes ask of the search for loads: until when lists may be read, and where a promised load has to be found."""

from __future__ import annotations

from collections.abc import Sequence

from memory.observed import Observation
from memory.wishes.broken import broken
from memory.wishes.courses import still
from memory.wishes.days import shut_spans
from memory.wishes.progress import Progress
from scenarios.preferences.kinds import MustTake
from scenarios.preferences.standing import Point, Standing

MOST_READ_MIN = 60
"""Reading takes no longer in any step."""
STEP_MIN = 5
READ_SLACK_MIN = 5
"""Minutes left over after reading, more than an agent keeps in hand when it acts."""


def reading_limit(wishes: Sequence[Standing], progress: Sequence[Progress], seen: Observation) -> int | None:
    """The latest minute, in steps of five, to which reading here breaks nothing that is still whole; None: no limit."""
    if not wishes:
        return None
    ends = list(range(seen.minute, seen.minute + MOST_READ_MIN + 1, STEP_MIN))
    reads = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, ends, waits=False, slack_min=READ_SLACK_MIN)
    reads.shut = shut_spans(wishes, seen.minute)
    latest = len(ends) - 1
    for standing, so_far in zip(wishes, progress, strict=True):
        if not standing.in_force(seen.minute):
            continue
        for breach in broken(standing, so_far, reads):
            worse = ((breach.units > breach.units[0]) | (breach.fen > breach.fen[0])).nonzero()[0]
            if breach.units[0] == 0 and len(worse):
                latest = min(latest, int(worse[0]) - 1)
            elif breach.units[0] > 0 and _waiting_keeps(standing, so_far, seen, breach.key):
                latest = 0
    return None if latest == len(ends) - 1 else ends[latest]


def _waiting_keeps(standing: Standing, progress: Progress, seen: Observation, key: int) -> bool:
    """Whether what reading breaks at once, waiting would keep."""
    waits = still(seen.minute, seen.lat, seen.lng, seen.speed_kmh, [seen.minute], waits=True)
    return not any(b.key == key and b.units[0] > 0 for b in broken(standing, progress, waits))


def places_to_look(wishes: Sequence[Standing], progress: Sequence[Progress], minute: int) -> tuple[Point, ...]:
    """Pickups of loads that have to be taken and may be on offer now."""
    return tuple(
        standing.points[0]
        for standing, so_far in zip(wishes, progress, strict=True)
        if isinstance(standing.constraint, MustTake)
        and standing.points
        and standing.in_force(minute)
        and not so_far.by_day
        and minute >= (standing.constraint.listed_min or 0)
    )


def looking_texts(read_until_min: int | None, look_at: Sequence[Point]) -> list[str]:
    """The same in words."""
    out = [] if read_until_min is None else [f"read no lists after minute {read_until_min}"]
    return out + [f"look at {lat:.2f},{lng:.2f} for a load that must be taken" for lat, lng in look_at]
