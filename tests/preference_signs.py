"""Constraints as short signs, and files of texts with the signs that they should come to.

A line of a file is `text | sign ; sign`: 每天连续休息8小时 | rest=480. A sign holds what the words fix: `~` before it
where it gives way, `@` and the days behind it where it does not hold every day (5,6 of March; w67 is the weekend; 15+
from then on). `unknown` stands for all that is not understood, once a text, `unknown~` where it gives way.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from preference_labels import CONTEXT

from scenarios.clock import MINUTES_PER_DAY
from scenarios.preferences import kinds
from scenarios.preferences.compiled import Compiler
from scenarios.preferences.parts import EVERY_DAY, Area, Days, District
from scenarios.records import Preference


@dataclass(frozen=True, slots=True)
class Signed:
    """A text and the signs that it should come to."""

    text: str
    signs: tuple[str, ...]


def read_signed(path: Path) -> list[Signed]:
    """The texts of a file; `\\n` in a text is a line break, lines that begin with # are remarks."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    rows = [line.rsplit(" | ", 1) for line in lines]
    return [Signed(text.replace("\\n", "\n"), _sorted(part for part in signs.split(" ; ") if part.strip()))
            for text, signs in rows]  # fmt: skip


def wrong(rows: Iterable[Signed], compiler: Compiler) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """The texts that come to other signs: text, what was read, what should have been."""
    return [(row.text, got, row.signs) for row in rows if (got := signs_of(row.text, compiler)) != row.signs]


def signs_of(text: str, compiler: Compiler) -> tuple[str, ...]:
    """The signs of what is read, in order."""
    return _sorted(sign for c in compiler.compile(Preference(text=text), 0, CONTEXT).constraints for sign in _signs(c))


def _sorted(signs: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({sign.strip() for sign in signs}))


def _signs(c: kinds.Constraint) -> list[str]:
    if isinstance(c, kinds.Unknown):
        return ["unknown" if c.hard else "unknown~"]
    span = "" if c.start_min is None else f"@{c.start_min // MINUTES_PER_DAY + 1}+"
    days = _days(getattr(c, "days", EVERY_DAY))
    return [("" if c.hard else "~") + value + days + span for value in _values(c)]


def _values(c: kinds.Constraint) -> list[str]:
    match c:
        case kinds.DailyRest():
            return [f"rest={c.rest_min}" + ("r" if c.counted == "rolling_24h" else "")]
        case kinds.QuietWindow():
            return [f"quiet={_clock(c.start)}-{_clock(c.end)}"]
        case kinds.Home():
            return [f"home={_clock(c.by)}" + ("" if c.stay_until is None else f"/{_clock(c.stay_until)}")]
        case kinds.DaysOff():
            return [f"off={c.at_least}"]
        case kinds.LongestHaul():
            return [f"haul={c.km:g}"]
        case kinds.LongestPickup():
            return [f"pickup={c.km:g}"]
        case kinds.Category():
            return [f"no={name}" for name in c.names]
        case kinds.AreaRule():
            return [("out=" if c.rule == "keep_out" else "in=") + _area(area) for area in c.areas]
        case kinds.RegionDays():
            return [f"days={c.region}:{c.at_least}"]
        case kinds.Deadhead():
            return [f"empty={c.km:g}/{c.per}"]
        case kinds.FirstOrderBy():
            return [f"first={_clock(c.by)}"]
        case kinds.OrdersPerDay():
            return [f"orders={c.at_most}"]
        case kinds.MustTake():
            return [f"take={c.load_id}"]
        case kinds.LongHauls():
            return [f"long={c.over_km:g}:{c.at_most}/{c.per}"]
        case kinds.CategoryQuota():
            bound = f"<={c.at_most}" if c.at_most is not None else f">={c.at_least}"
            return [f"quota={','.join(c.names)}{bound}/{c.per}"]
        case kinds.Visits():
            return [f"visit={c.place.name or c.place.lat}:{c.at_least}"]
        case kinds.BanAfterTouch():
            return [f"after={_area(c.touched)}:{','.join(_area(area) for area in c.banned)}/{c.until}"]
        case kinds.Errand():
            return ["errand=" + ">".join(_step(step) for step in c.steps)]
        case kinds.Unknown():
            return []


def _step(step: kinds.ErrandStep) -> str:
    place = step.place.name or step.place.lat or "home"
    first, last = _moment(step.earliest_min), _moment(step.deadline_min)
    return f"{place}[{first}|{last}|{step.stay_min}|{_moment(step.stay_until_min)}]"


def _moment(minute: int | None) -> str:
    return "" if minute is None else f"{minute // MINUTES_PER_DAY + 1}.{_clock(minute % MINUTES_PER_DAY)}"


def _clock(minute: int) -> str:
    return f"{minute // 60}" + (f":{minute % 60:02d}" if minute % 60 else "")


def _area(area: Area) -> str:
    return area.name if isinstance(area, District) else area.shape


def _days(days: Days) -> str:
    words = "" if days.dates is None else "@" + ",".join(f"{day.day}" for day in days.dates)
    words += "" if days.weekdays is None else "@w" + "".join(f"{day + 1}" for day in days.weekdays)
    words += "" if days.first is None else f"@{days.first.day}+"
    return words + ("" if days.last is None else f"@-{days.last.day}")
