"""A generated history with questions whose answers are known: what retrieval is measured on, in two languages.

The same numbers give the same history anywhere: nothing is drawn. Questions are worded otherwise than the items.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from memory.longterm.records import Draft, minute_of_text
from scenarios.clock import MINUTES_PER_DAY

Kind = Literal["latest", "at a time", "multi-hop", "unknown"]
KINDS: tuple[Kind, ...] = ("latest", "at a time", "multi-hop", "unknown")
Language = Literal["en", "zh"]

_START = minute_of_text("2026-03-01 08:00")
_DRIVERS = 12
_CHANGES = 3
_APART_DAYS = 10


@dataclass(frozen=True, slots=True)
class _Words:
    """One language's words: attribute by key, how it is said, how it is asked."""

    attributes: dict[str, str]
    said: dict[str, str]
    asked: dict[str, str]
    asked_then: dict[str, str]
    two_hops: str
    places: tuple[str, ...]
    fuels: tuple[str, ...]
    stories: tuple[str, ...]
    never_known: tuple[str, ...]


_EN = _Words(
    attributes={"depot": "depot", "partner": "partner", "fuel": "fuel card"},
    said={
        "depot": "The depot of {s} is {v}",
        "partner": "{s} shares the night shift with its partner {v}",
        "fuel": "{s} pays at the pump with the fuel card {v}",
    },
    asked={
        "depot": "Which depot does {s} use now?",
        "partner": "Who is the partner of {s}?",
        "fuel": "What fuel card has {s} at present?",
    },
    asked_then={
        "depot": "Which depot did {s} use at that time?",
        "partner": "Who was the partner of {s} then?",
        "fuel": "What fuel card had {s} in those days?",
    },
    two_hops="Which depot does the partner of {s} use?",
    places=("Baiyun", "Panyu", "Nansha", "Huadu", "Shunde", "Foshan", "Conghua", "Zengcheng", "Liwan", "Tianhe"),
    fuels=("Sinopec", "PetroChina", "Shell", "Yanchang", "Zhonghua"),
    stories=(
        "{s} lost an order at {p} after {n} min",
        "{s} waited {n} min at the gate of {p}",
        "The list at {p} showed {n} loads to {s}",
        "{s} delivered at {p} and earned {n} yuan",
    ),
    never_known=("What insurance company does {s} have?", "Which depot does D{x} use now?"),
)
_ZH = _Words(
    attributes={"depot": "车场", "partner": "搭档", "fuel": "油卡"},
    said={"depot": "{s}的车场在{v}", "partner": "{s}和搭档{v}一起跑夜班", "fuel": "{s}加油时用的油卡是{v}"},
    asked={"depot": "现在{s}把车停在哪个车场？", "partner": "谁是{s}的搭档？", "fuel": "{s}目前持有什么油卡？"},
    asked_then={
        "depot": "当时{s}把车停在哪个车场？",
        "partner": "那时谁是{s}的搭档？",
        "fuel": "那段时间{s}持有什么油卡？",
    },
    two_hops="{s}的搭档把车停在哪个车场？",
    places=("白云", "番禺", "南沙", "花都", "顺德", "佛山", "从化", "增城", "荔湾", "天河"),
    fuels=("中石化", "中石油", "壳牌", "延长", "中化"),
    stories=(
        "{s}在{p}等了{n}分钟后丢了一单",
        "{s}在{p}门口等了{n}分钟",
        "{p}的列表给{s}看了{n}票货",
        "{s}在{p}卸货，赚了{n}元",
    ),
    never_known=("{s}买的是哪家保险公司？", "现在D{x}把车停在哪个车场？"),
)
WORDS: dict[Language, _Words] = {"en": _EN, "zh": _ZH}


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answer; None: what is asked was never said."""

    kind: Kind
    language: Language
    text: str
    as_of_min: int | None
    answer: str | None
    needs: tuple[str, ...]
    """The texts of the items that the answer rests on."""
    hops: tuple[tuple[str, str], ...] = ()
    """(subject, attribute) of the first hop, and the attribute of the second behind an empty subject."""


def history(language: Language) -> Iterator[Draft]:
    """What was written: every driver's attributes as they changed, and stories about the same drivers and places."""
    words = WORDS[language]
    for driver in range(_DRIVERS):
        for change in range(_CHANGES):
            for key in words.attributes:
                yield Draft(
                    text=_said(words, driver, key, change),
                    layer="semantic",
                    importance=0.8,
                    scope="public",
                    world_min=_since(driver, change),
                    subject=_name(driver),
                    attribute=words.attributes[key],
                    value=_value(words, driver, key, change),
                )
        for number, story in enumerate(words.stories * 3):
            place = words.places[(driver * 7 + number * 3) % len(words.places)]
            yield Draft(
                text=story.format(s=_name(driver), p=place, n=20 + (driver * 31 + number * 17) % 300),
                layer="episodic",
                importance=0.7,
                scope="public",
                run="labelled",
                fact_ids=(driver * 100 + number,),
                world_min=_START + (driver + number * 3) * MINUTES_PER_DAY,
            )


def questions(language: Language) -> Iterator[Question]:
    """Questions of all four kinds about that history."""
    words = WORDS[language]
    last = _CHANGES - 1
    for driver in range(_DRIVERS):
        name = _name(driver)
        for key in words.attributes:
            now = _said(words, driver, key, last)
            value = _value(words, driver, key, last)
            yield Question("latest", language, words.asked[key].format(s=name), None, value, (now,))
            for change in range(_CHANGES):
                yield Question(
                    "at a time",
                    language,
                    words.asked_then[key].format(s=name),
                    _since(driver, change) + (_APART_DAYS // 2) * MINUTES_PER_DAY,
                    _value(words, driver, key, change),
                    (_said(words, driver, key, change),),
                )
        partner = _partner(driver, last)
        yield Question(
            "multi-hop",
            language,
            words.two_hops.format(s=name),
            None,
            _value(words, partner, "depot", last),
            (_said(words, driver, "partner", last), _said(words, partner, "depot", last)),
            ((name, words.attributes["partner"]), ("", words.attributes["depot"])),
        )
        for text in words.never_known:
            yield Question("unknown", language, text.format(s=name, x=70 + driver), None, None, ())


def _name(driver: int) -> str:
    return f"D{driver + 1:02d}"


def _since(driver: int, change: int) -> int:
    return _START + (driver % 5 + change * _APART_DAYS) * MINUTES_PER_DAY


def _partner(driver: int, change: int) -> int:
    return (driver + 3 + change) % _DRIVERS


def _value(words: _Words, driver: int, key: str, change: int) -> str:
    if key == "partner":
        return _name(_partner(driver, change))
    among = words.places if key == "depot" else words.fuels
    return among[(driver * 3 + change * (driver % 3 + 1)) % len(among)]


def _said(words: _Words, driver: int, key: str, change: int) -> str:
    return words.said[key].format(s=_name(driver), v=_value(words, driver, key, change))
