"""Constraints as the labels of the shared preference texts: how the kinds map, and how near a reading comes.

The labels have no words for some fields (prices, hard or soft of most kinds, quiet windows on weekdays only); these are
left out on both sides. See README.md beside the shared file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences.compiled import Compiler, Context
from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Unknown,
    Visits,
)
from scenarios.preferences.parts import District
from scenarios.records import Preference

CONTEXT = Context(start=datetime(2026, 3, 1), days=31)
Labels = dict[str, Any]
Item = tuple[str, str]
"""A label and its value as JSON: what is counted."""


def labels_of(constraints: Iterable[Constraint]) -> Labels:
    """The labels that these constraints are."""
    labels: Labels = {}
    for c in constraints:
        match c:
            case DailyRest():
                labels["daily_rest"] = {"min_continuous_minutes": c.rest_min}
            case QuietWindow():
                window = {"start_minute": c.start, "end_minute": c.end}
                labels.setdefault("scheduled_rest_windows", []).append(window)
            case Home():
                rule = {"deadline_minute": c.by, "stay_until_minute": c.stay_until}
                labels.setdefault("home_rules", []).append(rule)
            case DaysOff():
                labels["monthly_off_days"] = c.at_least
            case LongestHaul():
                labels["max_haul_km"] = c.km
            case LongestPickup():
                labels["max_pickup_deadhead_km"] = c.km
            case Category():
                labels.setdefault("hard_ban_categories" if c.hard else "soft_avoid_categories", []).extend(c.names)
            case AreaRule(rule="keep_out"):
                days = None if c.days.dates is None else [day.day for day in c.days.dates]
                regions = [{"region": area.name, "days": days} for area in c.areas if isinstance(area, District)]
                labels.setdefault("forbidden_regions", []).extend(regions)
            case AreaRule():
                names = [area.name for area in c.areas if isinstance(area, District)]
                labels.setdefault("allowed_regions", []).extend(names)
            case RegionDays():
                labels.setdefault("required_region_order_days", []).append({"region": c.region, "min_days": c.at_least})
            case Errand():
                labels.setdefault("required_location_stops", []).extend(_stops(c))
            case Unknown():
                labels.setdefault(f"{c.kind}_constraints", []).append(c.text)
            case Deadhead():
                labels["deadhead"] = {"km": c.km, "per": c.per}
            case FirstOrderBy():
                labels["first_order_by"] = c.by
            case OrdersPerDay():
                labels["orders_per_day"] = c.at_most
            case MustTake():
                labels["must_take"] = c.load_id
            case LongHauls():
                limit = {"over_km": c.over_km, "at_most": c.at_most, "per": c.per}
                labels.setdefault("long_hauls", []).append(limit)
            case CategoryQuota():
                quota = {"names": list(c.names), "at_most": c.at_most, "at_least": c.at_least, "per": c.per}
                labels.setdefault("category_quota", []).append(quota)
            case Visits():
                place = {"latitude": c.place.lat, "longitude": c.place.lng}
                labels["visits"] = place | {"min_days": c.at_least}
            case _:
                labels.setdefault(c.kind, []).append(c.model_dump_json(exclude={"text"}))
    return labels


def _stops(errand: Errand) -> list[dict[str, Any]]:
    stops = []
    for step in errand.steps:
        moment = next(m for m in (step.deadline_min, step.earliest_min, step.stay_until_min) if m is not None)
        day = (moment - 1) // MINUTES_PER_DAY if moment == step.deadline_min else moment // MINUTES_PER_DAY
        stay = step.stay_min
        if step.stay_until_min is not None and step.deadline_min is not None:
            stay = max(stay, step.stay_until_min - step.deadline_min)
        stops.append(
            {
                "day": day + 1,
                "region": step.place.name,
                "latitude": step.place.lat,
                "longitude": step.place.lng,
                "min_stop_minutes": max(stay, 1),
                "deadline_minute_of_day": None
                if step.deadline_min is None
                else step.deadline_min - day * MINUTES_PER_DAY,
            }
        )
    return stops


def items(labels: Labels) -> Counter[Item]:
    """Each labelled thing once: every category, region, window and stop by itself."""
    found: Counter[Item] = Counter()
    for label, value in labels.items():
        for part in value if isinstance(value, list) else [value]:
            found[label, json.dumps(_plain(label, part), ensure_ascii=False, sort_keys=True)] += 1
    return found


def _plain(label: str, part: Any) -> Any:
    """What both sides say: labels that are made of other texts' knowledge are left out."""
    if label == "home_rules":
        return {key: part[key] for key in ("deadline_minute", "stay_until_minute")}
    if label == "required_location_stops":
        # A label with a region has its point from another of the driver's texts: this text only says the name.
        where = ("region",) if part.get("region") else ("latitude", "longitude")
        return {key: part[key] for key in ("day", *where, "min_stop_minutes", "deadline_minute_of_day")}
    if label.startswith("unknown_"):
        return str(part).strip("。；，. \n")
    return float(part) if isinstance(part, int) else part


@dataclass
class Measured:
    """How near the readings come to the labels of many texts."""

    texts: int = 0
    exact: int = 0
    right: Counter[str] = field(default_factory=Counter)
    made: Counter[str] = field(default_factory=Counter)
    wanted: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, Labels, Labels]] = field(default_factory=list)
    """Text, what was read, what is labelled; for each text that is not exact."""

    @property
    def exact_match(self) -> float:
        return self.exact / self.texts

    def f1(self) -> dict[str, float]:
        """By label: twice the right ones over all read and all labelled."""
        return {
            label: 2 * self.right[label] / (self.made[label] + self.wanted[label])
            for label in sorted(set(self.made) | set(self.wanted))
        }


def measure(rows: Sequence[dict[str, Any]], compiler: Compiler) -> Measured:
    """Reads each row's text and compares with its labels."""
    result = Measured()
    for row in rows:
        compiled = compiler.compile(Preference(text=row["text"]), 0, CONTEXT)
        read, labelled = labels_of(compiled.constraints), row["constraints"]
        ours, theirs = items(read), items(labelled)
        result.texts += 1
        if ours == theirs:
            result.exact += 1
        else:
            result.wrong.append((row["text"], read, labelled))
        for label, _ in (ours & theirs).elements():
            result.right[label] += 1
        for counter, found in ((result.made, ours), (result.wanted, theirs)):
            for label, _ in found.elements():
                counter[label] += 1
    return result


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file of labelled texts."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
