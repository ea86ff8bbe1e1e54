"""Times of day as wishes use them: the windows that two of them make, and whether one is a limit. No dates."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from scenarios.preferences.clock import Role, Time, find_clock

_CONNECTOR = re.compile(
    r"\s*(?:以后|之后|过后|后|钟|起|开始|开工|收工|收车|停车|熄火|睡觉?|休息|就)?[，,]?\s*(?:我|车|"
    r"人)?(?:就)?(?:得)?(?:要)?"
    r"(?:睡|停|歇|一直|直)?\s*(?:到|至|~|-+|直到|to|until|till|til|through|and|\bto\b)了?\s*(?:天[亮明])?"
    r"(?:the\s+)?(?:next\s+(?:day|morning)(?:\s+at)?|following\s+(?:day|morning)(?:\s+at)?)?\s*",
    re.IGNORECASE,
)
_NEXT_ENGLISH = re.compile(r"(?:the )?(?:next|following) (?:day|morning)", re.IGNORECASE)

_BY_AFTER = re.compile(
    r"\s*(?:的?时候)?(?:整|钟)?(?:之前|以前|前(?!后|往|面)|前头|为限|截止)|\s*(?:at the )?(?:at )?(?:latest|"
    r"or earlier)",
    re.I,
)
_BY_BEFORE = re.compile(
    r"(?:最晚|最迟|不晚于|不迟于|晚于|迟于|不得晚过|不超过|不过|别过|赶在|截至|截止到?|\bby|\bbefore|no later than|"
    r"not later than)"
    r"\s*(?:于|在|是|到)?\s*(?:每[天晚日]|当[天日晚]|每晚)?(?:的)?\s*$",
    re.IGNORECASE,
)
_AFTER_AFTER = re.compile(
    r"\s*(?:整|钟)?(?:之后|以后|过后|后(?!半)|开外|一过|过了|起|开始|往后|onwards?|or later)", re.I
)
_AFTER_BEFORE = re.compile(
    r"(?:过了|一过|(?:自|从|打)(?:[前头]一?[天日]?的?)?|\bafter|\bfrom|\bpast|later than)\s*(?:每[天晚日])?\s*$",
    re.IGNORECASE,
)
_UNTIL_BEFORE = re.compile(
    r"(?:到了?|至|待到|停到|睡到|until|till|til|\bto)\s*(?:the next (?:day|morning) at)?\s*$", re.I
)


@dataclass(frozen=True, slots=True)
class Window:
    """Two times of day with "to" between them."""

    start: int
    end: int
    first: Time
    last: Time


def find_times(text: str) -> tuple[list[Time], list[Window]]:
    """All times of day in the order of the text, and the windows that two neighbours make."""
    found = find_clock(text)
    windows: list[Window] = []
    i = 0
    while i < len(found):
        first = found[i]
        if i + 1 < len(found) and _CONNECTOR.fullmatch(text, first.end, found[i + 1].start):
            last = found[i + 1]
            if _NEXT_ENGLISH.search(text, first.end, last.start) or _NEXT_ENGLISH.match(text, last.end + 1):
                last = replace(last, next_day=True)
            first, last = _fitted(first, last)
            if (first.minute, last.minute) == (720, 60) and not last.next_day:  # lunch from 12 to 1
                last = replace(last, minute=780)
            found[i], found[i + 1] = first, replace(last, role="until")
            windows.append(Window(first.start, last.end, first, last))
            i += 2
        else:
            i += 1
    in_window = {id(time) for window in windows for time in (window.first,)}
    for i, time in enumerate(found):
        if time.role == "at" and id(time) not in in_window:
            found[i] = replace(time, role=_role(text, time))
    return found, windows


def _fitted(first: Time, last: Time) -> tuple[Time, Time]:
    """Both ends of a window: the last takes its half of the day from the first where it has none of its own."""
    if first.minute == 1440:
        first = replace(first, minute=0)
    bare = not last.has_period and not last.next_day and last.minute <= 720
    later = first.minute >= 720 or (not first.evening and first.minute >= 540 and last.minute < first.minute)
    if bare and first.has_period and later and first.minute < 1440 and last.minute + 720 > first.minute:
        last = replace(last, minute=last.minute + 720)
    if last.minute == 0 and last.start != first.start and first.minute > 0:
        last = replace(last, minute=1440)
    return first, last


def _role(text: str, time: Time) -> Role:
    before = text[: time.start]
    if _BY_AFTER.match(text, time.end) or _BY_BEFORE.search(before):
        return "by"
    if _AFTER_AFTER.match(text, time.end) or _AFTER_BEFORE.search(before):
        return "after"
    if _UNTIL_BEFORE.search(before):
        return "until"
    return "at"
