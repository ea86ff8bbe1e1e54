"""Views: what each agent is shown of memory, as typed records with the fact ids behind every line.

A view is arrays and ids inside; text is made only when somebody reads `lines()`. The same record is what a rule
agent reads and what is rendered for a prompt, so what memory hides changes decisions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from memory.digests.digest import Bullet
from memory.lessons import Lesson
from memory.offers import Offers
from memory.stores.driver import DayCounts, RecentAction
from memory.stores.market_columns import NEVER, CellStats, Places
from memory.views.lines import History, Line, elsewhere_line, gone_line, plan_line, region_lines
from memory.wishes.looking import looking_texts
from memory.wishes.progress import Progress
from memory.wishes.text import progress_text, wish_text
from scenarios.loads import NO_WINDOW
from scenarios.preferences.standing import Standing
from scenarios.preferences.whereabouts import Point
from scenarios.words import counted


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


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What every agent is told beside its own part."""

    minute: int
    lessons: tuple[Lesson, ...] = field(default=(), kw_only=True)
    omitted: int = field(default=0, kw_only=True)
    history: History | None = field(default=None, kw_only=True)
    """Everything, as it happened (memory `full`)."""


@dataclass(frozen=True, slots=True, eq=False)
class _ToldOfLoads(_Told):
    """What those are told who weigh loads: which are gone, and what regions usually offer."""

    unavailable: frozenset[int] = field(default=frozenset(), kw_only=True)
    unavailable_facts: tuple[int, ...] = field(default=(), kw_only=True)
    usual: dict[int, NDArray[np.float64]] | None = field(default=None, kw_only=True)
    """By region, how much it usually offers in each hour bucket, in tenths from 0.0 to 0.9; see
    `memory.stores.market_columns.Regions`."""
    usual_facts: dict[int, int] = field(default_factory=dict, kw_only=True)
    """For each of those regions, the fact of the load last seen there."""
    region_resolution: int = field(default=4, kw_only=True)
    bucket_min: int = field(default=180, kw_only=True)
    bullets: tuple[Bullet, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True, eq=False)
class SearchView(_Told):
    """Where searching paid. All None when memory holds nothing of the market."""

    bucket: int
    """Hour bucket of the minute."""
    places: Places | None = None
    typical_traffic: float = 0.0
    """Median traffic of all places known."""
    typical_value: float = 0.0
    """Mean value of all places tried at this hour."""
    value: NDArray[np.float64] | None = None
    """For each place, the value of searching it at this hour; where it was never tried, the typical one."""
    tried: CellStats | None = None
    """Statistics of this hour bucket; `tried.place` is a row of `places`."""
    barren: NDArray[np.bool_] | None = None
    """For each row of `places`: its last search was low-yield, and is under `barren_min` old."""
    lost_in_row: int = 0
    """Refused takes since the last order."""
    lost_share: float = 0.0
    """Share of all takes that were refused; one accepted take is assumed before the first."""
    lost_facts: tuple[int, ...] = ()
    """The last refused take."""
    plan: str = ""
    plan_facts: tuple[int, ...] = ()
    read_until_min: int | None = None
    """To be read until then at the latest, so that what wishes ask for stays possible; None: no limit."""
    look_at: tuple[Point, ...] = ()
    """Pickups of loads that a wish wants taken, and that may be on offer now."""
    reach_km: float = float("inf")
    """Farther away the driver's wishes let it pick up nothing; places where they let it load nothing are left out."""
    bullets: tuple[Bullet, ...] = ()

    def lines(self) -> list[Line]:
        """What wishes ask (pinned), plan, lost claims, lessons, bullets, then places in the order of the view."""
        out = [Line(text, (), pinned=True) for text in looking_texts(self.read_until_min, self.look_at, self.reach_km)]
        if self.plan:
            out.append(plan_line(self.plan, self.plan_facts))
        if self.lost_share:
            out.append(
                Line(f"refused takes: {self.lost_in_row} in a row, share {self.lost_share:.2f}", self.lost_facts)
            )
        out += lesson_lines(self.lessons)
        out += [Line(b.text, b.fact_ids) for b in self.bullets]
        places, tried = self.places, self.tried
        if places is None or tried is None or self.value is None or self.barren is None or not len(places):
            return out
        typical = f"typical place: traffic {self.typical_traffic:.0f} value {self.typical_value:.2f}"
        out.append(Line(typical, (int(places.fact.max()),)))
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
class CargoView(_ToldOfLoads):
    """Loads remembered from earlier lists, loads known to be gone, and what places usually offer."""

    offers: Offers | None = None
    fact_ids: NDArray[np.int64] | None = None
    """The fact of each load's latest sighting."""
    first_fact_ids: NDArray[np.int64] | None = None
    """That of its first, its other source where it was seen again."""
    last_seen_min: NDArray[np.int32] | None = None
    elsewhere: NDArray[np.float64] | None = None
    """What the other regions usually offer, on average; None where there are no others."""
    elsewhere_facts: tuple[int, ...] = ()
    """The load last seen in one of them."""

    def lines(self) -> list[Line]:
        """Loads that are gone (pinned), bullets, remembered loads in the order of the view, then usual offers."""
        out = []
        if self.unavailable:
            out.append(gone_line(self.unavailable, self.unavailable_facts))
        out += [*lesson_lines(self.lessons), *(Line(b.text, b.fact_ids) for b in self.bullets)]
        if self.offers is not None and self.fact_ids is not None and self.last_seen_min is not None:
            out += [self._load_line(self.offers, i) for i in range(len(self.offers))]
        out += region_lines(self.usual or {}, self.usual_facts, self.bucket_min)
        return out if self.elsewhere is None else [*out, elsewhere_line(self.elsewhere, self.elsewhere_facts)]

    def _load_line(self, o: Offers, i: int) -> Line:
        assert self.fact_ids is not None
        assert self.last_seen_min is not None
        sources = [int(self.fact_ids[i])]
        if self.first_fact_ids is not None:
            sources.append(int(self.first_fact_ids[i]))
        opens = int(o.window_open_min[i])
        window = "" if opens == NO_WINDOW else f"opens {opens} closes {o.window_close_min[i]} "
        return Line(
            f"load {o.load[i]} pays {o.price_fen[i] / 100:.0f} haul {o.haul_km[i]:.0f} takes {o.service_min[i]} "
            f"{window}until {o.remove_min[i]} seen {self.last_seen_min[i]} "
            f"from {o.pickup_lat[i]:.2f},{o.pickup_lng[i]:.2f} to {o.drop_lat[i]:.2f},{o.drop_lng[i]:.2f}",
            tuple(sorted(set(sources))),
        )


@dataclass(frozen=True, slots=True, eq=False)
class PreferenceView(_Told):
    """The driver's wishes in force, and how far each is kept."""

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

    def lines(self) -> list[Line]:
        """The wishes (pinned), one line of today's figures and of all days', and the progress of each wish."""
        out, today = [Line(wish_text(standing), (), pinned=True) for standing in self.wishes], self.today
        if today is None:
            return out + lesson_lines(self.lessons)
        text = (
            f"today: {counted(today.takes, 'order')}, longest rest {today.longest_rest_min} min, "
            f"deadhead {today.deadhead_km:.0f} km; so far {counted(self.orders_done, 'order')}, "
            f"{counted(self.days_without_order, 'day')} off, deadhead {self.deadhead_km:.0f} km"
        )
        out += [*lesson_lines(self.lessons), Line(text, self.fact_ids)]
        pairs = list(zip(self.wishes, self.progress or (), strict=False))[: self.progress_lines]
        return out + [Line(progress_text(s, p, self.minute), p.fact_ids) for s, p in pairs]


@dataclass(frozen=True, slots=True, eq=False)
class DecisionView(_ToldOfLoads):
    """The driver's own record: plan, recent actions, income so far, loads not to be proposed again, places to go.

    Of loads that are gone only the driver's own are told, taken, lost or missed, which a list may still show; of
    regions those of the truck and of the places to go.
    """

    plan: str = ""
    plan_facts: tuple[int, ...] = ()
    recent: tuple[RecentAction, ...] = ()
    waits_in_row: int = 0
    earned_fen: float = 0.0
    elapsed_min: int = 0
    today: DayCounts = field(default_factory=DayCounts)
    places: Places | None = None
    """Places near enough to move to."""

    def lines(self) -> list[Line]:
        """Loads that are gone (pinned), plan, income and today, bullets, the newest actions, and places to move to."""
        out: list[Line] = []
        if self.unavailable:
            out.append(gone_line(self.unavailable, self.unavailable_facts))
        if self.plan:
            out.append(plan_line(self.plan, self.plan_facts))
        if self.elapsed_min:
            ids = tuple(a.fact for a in self.recent[-1:])
            text = f"earned {self.earned_fen / 100:.0f} yuan net in {self.elapsed_min} min, "
            out.append(Line(f"{text}{counted(self.waits_in_row, 'wait')} since the last order", ids))
            today = self.today
            text = f"today: {counted(today.takes, 'order')}, {counted(today.waits, 'wait')}, "
            out.append(Line(text + counted(today.repositions, "move"), ids))
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
        return out + region_lines(self.usual, self.usual_facts, self.bucket_min)


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """The four views of one step."""

    search: SearchView
    cargo: CargoView
    preference: PreferenceView
    decision: DecisionView
