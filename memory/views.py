"""Views: what each agent is shown of memory, as typed records with the fact ids behind every line.

A view is arrays and ids inside; text is made only when somebody reads `lines()`. The same record is what a rule
agent reads and what is rendered for a prompt, so what memory hides changes decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory.digest import Bullet
from memory.driver import DayCounts, RecentAction
from memory.fact_text import fact_text, one_line, place_text
from memory.facts import FactBlock
from memory.lessons import Lesson
from memory.market import NEVER, CellStats, Places
from memory.observed import Offers
from memory.wishes.looking import looking_texts
from memory.wishes.progress import Progress
from memory.wishes.text import progress_text, wish_text
from scenarios.loads import NO_WINDOW
from scenarios.preferences.standing import Point, Standing


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


def lesson_lines(lessons: Sequence[Lesson]) -> list[Line]:
    """A line a lesson; no fact of this run stands behind it."""
    return [Line(lesson.line(), ()) for lesson in lessons]


class View(Protocol):
    """What all four views have in common."""

    @property
    def history(self) -> History | None: ...

    @property
    def omitted(self) -> int:
        """Rows that the budget left out."""
        ...

    def lines(self) -> list[Line]:
        """All lines, the most important first."""
        ...


def render(view: View) -> str:
    """A view as the text that would stand in a prompt; the empty string for a view that shows nothing.

    A history stands before the view's own lines, but for what it omits at its beginning.
    """
    told = [] if view.history is None else [line.text + "\n" for line in view.history.lines()]
    return "".join(told) + render_own(view)


def render_own(view: View) -> str:
    """The text of a view without its history."""
    lines = [line.text for line in view.lines()]
    if view.omitted:
        lines.append(f"{view.omitted} more left out")
    return "\n".join(lines) + "\n" if lines else ""


def region_line(region: int, shares: NDArray[np.float64]) -> Line:
    """What a region usually offers in each hour bucket; a figure of many sightings, so no single fact stands for it."""
    return Line(f"region {place_text(region)} offers" + "".join(f" {share:.2f}" for share in shares.tolist()), ())


@dataclass(frozen=True, slots=True, eq=False)
class SearchView:
    """Where searching paid. All None when memory holds nothing of the market."""

    minute: int
    bucket: int
    """Hour bucket of the minute."""
    places: Places | None = None
    value: NDArray[np.float64] | None = None
    """For each place, the value of searching it at this hour; where it was never tried, the mean of those that were."""
    tried: CellStats | None = None
    """Statistics of this hour bucket; `tried.place` is a row of `places`."""
    barren: NDArray[np.bool_] | None = None
    """For each row of `places`: its last search was low-yield, and is under `barren_min` old."""
    lost_in_row: int = 0
    """Refused takes since the last order."""
    lost_share: float = 0.0
    """Share of all takes that were refused; one accepted take is assumed before the first."""
    plan: str = ""
    read_until_min: int | None = None
    """To be read until then at the latest, so that what wishes ask for stays possible; None: no limit."""
    look_at: tuple[Point, ...] = ()
    """Pickups of loads that a wish wants taken, and that may be on offer now."""
    bullets: tuple[Bullet, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    omitted: int = 0
    history: History | None = None
    """Everything, as it happened (memory `full`)."""

    def lines(self) -> list[Line]:
        """What wishes ask of the search (pinned), lessons, bullets, then places in the order of the view."""
        out = [Line(text, (), pinned=True) for text in looking_texts(self.read_until_min, self.look_at)]
        out += lesson_lines(self.lessons)
        out += [Line(b.text, b.fact_ids) for b in self.bullets]
        places, tried = self.places, self.tried
        if places is None or tried is None or self.value is None or self.barren is None:
            return out
        row_of = {place: row for row, place in enumerate(tried.place.tolist())}
        for i in range(len(places)):
            searched = int(places.last_search_min[i])
            text = f"at {places.lat[i]:.2f},{places.lng[i]:.2f} traffic {places.traffic[i]}"
            text += " never searched" if searched == NEVER else f" searched {searched}"
            if places.last_low[i]:
                text += " low"
            row = row_of.get(i)
            facts = [int(places.fact[i])]
            if row is not None:
                text += (
                    f" value {self.value[i]:.2f} lists {tried.searches[row]} of {tried.mean_items[row]:.0f} "
                    f"best {tried.best_net_fen[row] / 100:.0f}"
                )
                facts.append(int(tried.fact[row]))
            out.append(Line(text, tuple(sorted(set(facts)))))
        return out


@dataclass(frozen=True, slots=True, eq=False)
class CargoView:
    """Loads remembered from earlier lists, loads known to be gone, and what places usually offer."""

    minute: int
    offers: Offers | None = None
    fact_ids: NDArray[np.int64] | None = None
    last_seen_min: NDArray[np.int32] | None = None
    unavailable: frozenset[int] = frozenset()
    usual: dict[int, NDArray[np.float64]] | None = None
    """By region, how much it usually offers in each hour bucket, in [0, 1); see `MarketMemory.usual_offers`."""
    region_resolution: int = 4
    bucket_min: int = 180
    bullets: tuple[Bullet, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    omitted: int = 0
    history: History | None = None
    """Everything, as it happened (memory `full`)."""

    def lines(self) -> list[Line]:
        """Loads that are gone (pinned), bullets, remembered loads in the order of the view, then usual offers."""
        out = []
        if self.unavailable:
            out.append(Line("gone" + "".join(f" {load}" for load in sorted(self.unavailable)), (), pinned=True))
        out += [*lesson_lines(self.lessons), *(Line(b.text, b.fact_ids) for b in self.bullets)]
        if self.offers is not None and self.fact_ids is not None and self.last_seen_min is not None:
            out += [self._load_line(self.offers, i) for i in range(len(self.offers))]
        return out + [region_line(region, shares) for region, shares in (self.usual or {}).items()]

    def _load_line(self, o: Offers, i: int) -> Line:
        assert self.fact_ids is not None
        assert self.last_seen_min is not None
        opens = int(o.window_open_min[i])
        window = "" if opens == NO_WINDOW else f"opens {opens} closes {o.window_close_min[i]} "
        return Line(
            f"load {o.load[i]} pays {o.price_fen[i] / 100:.0f} haul {o.haul_km[i]:.0f} takes {o.service_min[i]} "
            f"{window}until {o.remove_min[i]} seen {self.last_seen_min[i]} "
            f"from {o.pickup_lat[i]:.2f},{o.pickup_lng[i]:.2f} to {o.drop_lat[i]:.2f},{o.drop_lng[i]:.2f}",
            (int(self.fact_ids[i]),),
        )


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceView:
    """The driver's wishes in force, and how far each is kept."""

    minute: int
    wishes: tuple[Standing, ...] = ()
    """The driver's own words, so they are shown whatever memory hides."""
    progress: tuple[Progress, ...] | None = None
    """Of each wish; None where nothing is remembered."""
    progress_lines: int = 0
    """So many of them have a line."""
    today: DayCounts | None = None
    orders_done: int = 0
    days_without_order: int = 0
    deadhead_km: float = 0.0
    fact_ids: tuple[int, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    omitted: int = 0
    history: History | None = None
    """Everything, as it happened (memory `full`)."""

    def lines(self) -> list[Line]:
        """The wishes (pinned), one line of today's figures, and the progress of each wish."""
        out = [Line(wish_text(standing), (), pinned=True) for standing in self.wishes]
        if self.today is None:
            return out + lesson_lines(self.lessons)
        text = (
            f"today: {self.today.takes} orders, longest rest {self.today.longest_rest_min} min, "
            f"deadhead {self.today.deadhead_km:.0f} km; so far {self.days_without_order} days off"
        )
        out += [*lesson_lines(self.lessons), Line(text, self.fact_ids)]
        pairs = list(zip(self.wishes, self.progress or (), strict=False))[: self.progress_lines]
        return out + [Line(progress_text(s, p, self.minute), p.fact_ids) for s, p in pairs]


@dataclass(frozen=True, slots=True, eq=False)
class DecisionView:
    """The driver's own record: plan, recent actions, income so far, loads not to be proposed again, places to go."""

    minute: int
    plan: str = ""
    plan_facts: tuple[int, ...] = ()
    recent: tuple[RecentAction, ...] = ()
    waits_in_row: int = 0
    earned_fen: float = 0.0
    elapsed_min: int = 0
    unavailable: frozenset[int] = frozenset()
    today: DayCounts = field(default_factory=DayCounts)
    places: Places | None = None
    """Places near enough to move to."""
    usual: dict[int, NDArray[np.float64]] | None = None
    """As in `CargoView`, for the regions of the truck and of those places."""
    region_resolution: int = 4
    bucket_min: int = 180
    bullets: tuple[Bullet, ...] = ()
    lessons: tuple[Lesson, ...] = ()
    omitted: int = 0
    history: History | None = None
    """Everything, as it happened (memory `full`)."""

    def lines(self) -> list[Line]:
        """Plan and income first, then bullets, the newest actions, and the places to which the truck could move."""
        out: list[Line] = []
        if self.plan:
            out.append(Line(f"plan: {one_line(self.plan)}", self.plan_facts))
        if self.elapsed_min:
            ids = tuple(a.fact for a in self.recent[-1:])
            out.append(Line(f"earned {self.earned_fen / 100:.0f} yuan net in {self.elapsed_min} min", ids))
        out += lesson_lines(self.lessons)
        out += [*(Line(b.text, b.fact_ids) for b in self.bullets)]
        for a in reversed(self.recent):
            load = f" {a.load}" if a.load >= 0 else ""
            text = f"minute {a.minute} {a.act.name.lower()}{load} {a.result.name.lower()} {a.minutes} min"
            out.append(Line(text, (a.fact,)))
        return out + self._places_to_go()

    def _places_to_go(self) -> list[Line]:
        """Places in the order of the view, then what their regions usually offer in each hour bucket."""
        places = self.places
        if places is None or not self.usual:
            return []
        out = [
            Line(f"near {places.lat[i]:.2f},{places.lng[i]:.2f}", (int(places.fact[i]),)) for i in range(len(places))
        ]
        return out + [region_line(region, shares) for region, shares in self.usual.items()]


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """The four views of one step."""

    search: SearchView
    cargo: CargoView
    preference: PreferenceView
    decision: DecisionView
