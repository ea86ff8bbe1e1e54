"""Lines of views: one statement of plain words each, with the ids of the facts that it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.fact_text import fact_text, one_line, place_text
from memory.facts import FactBlock


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a view, and the facts it says."""

    text: str
    fact_ids: tuple[int, ...]
    pinned: bool = False
    """Pinned lines survive every budget."""


@dataclass(frozen=True, slots=True)
class History:
    """The facts of the first `length` steps of a driver, as it happened."""

    blocks: Sequence[FactBlock]
    length: int
    omitted: int = 0
    """Facts at the beginning that the budget left out."""

    def lines(self) -> Iterator[Line]:
        """A line a fact, oldest first."""
        skip = self.omitted
        for block in self.blocks[: self.length]:
            for place in range(len(block)):
                if skip > 0:
                    skip -= 1
                    continue
                yield fact_line(block, place)


def fact_line(block: FactBlock, place: int) -> Line:
    """One fact of a block as a line."""
    fact = block.fact(place)
    load = str(fact.load) if fact.load >= 0 else ""
    return Line(f"{fact.minute} {fact_text(fact, load, block.plan)}", (block.first_id + place,))


def gone_line(loads: frozenset[int], facts: tuple[int, ...]) -> Line:
    """Loads known to be gone, in one pinned line."""
    return Line("gone" + "".join(f" {load}" for load in sorted(loads)), facts, pinned=True)


def region_lines(usual: dict[int, NDArray[np.float64]], facts: dict[int, int], bucket_min: int) -> list[Line]:
    """What each region usually offers in each hour bucket, in tenths; the first line says how to read them.

    Of the many sightings behind a line the last one is named.
    """
    lines: list[Line] = []
    for region, shares in usual.items():
        how = "" if lines else f" offers in each {bucket_min} min from midnight, 0 to 9"
        lines.append(Line(f"region {place_text(region)}{how}: {_tenths(shares)}", (facts[region],)))
    return lines


def elsewhere_line(shares: NDArray[np.float64], facts: tuple[int, ...]) -> Line:
    """What the regions that have no line of their own usually offer, on average."""
    return Line(f"regions elsewhere: {_tenths(shares)}", facts)


def _tenths(shares: NDArray[np.float64]) -> str:
    """A digit for each hour bucket."""
    return "".join(str(tenth) for tenth in np.rint(shares * 10).astype(int).tolist())


def plan_line(plan: str, facts: tuple[int, ...]) -> Line:
    """The plan as its maker worded it, in one line."""
    return Line(f"plan: {one_line(plan)}", facts)
