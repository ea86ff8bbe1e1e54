"""Times of day and lengths of time, as drivers write them."""

from __future__ import annotations

import pytest

from scenarios.preferences.lengths import find_lengths
from scenarios.preferences.normalise import normalise
from scenarios.preferences.times import find_times


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("晚上11点半到第二天早上6点", (1410, 360)),
        ("廿三点到六点", (1380, 360)),
        ("22-6点", (1320, 360)),
        ("晚上10到早上6点", (1320, 360)),
        ("零点以后到早上六点", (0, 360)),
        ("中午12点至下午1点", (720, 780)),
        ("中午11点半到1点", (690, 780)),
        ("晚上8点到10点", (1200, 1320)),
        ("晚上9点到12点", (1260, 1440)),
        ("半夜12点到4点", (0, 240)),
        ("21:00～翌日7:30", (1260, 450)),
        ("夜晚十點半到朝早六點三刻", (1350, 405)),
        ("11pm to 6 am", (1380, 360)),
        ("between 23:00 and 06:00", (1380, 360)),
        ("from midnight till noon", (0, 720)),
        ("10 at night until 6 in the morning", (1320, 360)),
    ],
)
def test_windows(text: str, window: tuple[int, int]) -> None:
    _, ((found),) = find_times(normalise(text))
    assert (found.first.minute, found.last.minute) == window


@pytest.mark.parametrize(
    ("text", "minute", "role"),
    [
        ("22点前到家", 1320, "by"),
        ("最晚9点", 540, "by"),
        ("不得晚于中午12点", 720, "by"),
        ("by 9:30 pm", 1290, "by"),
        ("过了晚上十点", 1320, "after"),
        ("早上7点以后", 420, "after"),
        ("待到下午两点", 840, "until"),
        ("夜里2点", 120, "at"),
        ("every evening by 8", 1200, "by"),
        ("by half past nine pm", 1290, "by"),
        ("half past ten at night", 1350, "at"),
        ("a quarter to six in the morning", 345, "at"),
        ("ten past six in the evening", 1090, "at"),
        ("夜里向十点半", 1350, "at"),
    ],
)
def test_single_times(text: str, minute: int, role: str) -> None:
    (found,), windows = find_times(normalise(text))
    assert (found.minute, found.role, windows) == (minute, role, [])


def test_the_next_day_is_noted() -> None:
    times, _ = find_times("今天22点收车，次日6点出车")
    assert [time.next_day for time in times] == [False, True]


@pytest.mark.parametrize("text", ["8小时", "25点", "有时候", "3月5号", "点货", "一点都不想"])
def test_no_times(text: str) -> None:
    assert find_times(text) == ([], [])


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("8个钟", 480),
        ("一个半小时", 90),
        ("两小时半", 150),
        ("八个半钟头", 510),
        ("480分钟", 480),
        ("三刻钟", 45),
        ("半小时", 30),
        ("8小时30分", 510),
        ("half an hour", 30),
        ("9 consecutive hours", 540),
        ("an hour and a half", 90),
        ("6.5小时", 390),
    ],
)
def test_lengths(text: str, minutes: int) -> None:
    assert [length.minutes for length in find_lengths(text)] == [minutes]


@pytest.mark.parametrize("text", ["七八个小时", "几个小时", "半天"])
def test_vague_lengths_are_none(text: str) -> None:
    assert find_lengths(text) == []
