"""English sentences for constraints: three to five for each kind."""

from __future__ import annotations

from datetime import date

from preference_styles import CITIES, GOODS, MARCH, Style, area_name, clock, count, day, hours

from scenarios.preferences.kinds import (
    AreaRule,
    Category,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import Circle


def english(c: Constraint, s: Style) -> list[str]:
    match c:
        case DailyRest():
            n = hours(c.rest_min, s)
            return [
                f"I need at least {n} of rest in one piece every day",
                f"The truck has to stand still for {n} at a stretch, each day",
                f"Daily rest: {n}",
                f"Not less than {n} of unbroken sleep a day, please",
            ]
        case QuietWindow():
            a, b = clock(c.start, s), clock(c.end, s)
            return [
                f"No driving between {a} and {b}",
                f"The truck stays parked from {a} to {b}",
                f"I sleep from {a} till {b}, the engine is off",
                f"From {a} until {b} the wheels don't turn",
            ]
        case Home() if c.stay_until is not None:
            a, b = clock(c.by, s), clock(c.stay_until, s)
            return [
                f"I must be home by {a} and stay there until {b}",
                f"Home no later than {a}; not leaving again before {b}",
                f"Have me back at my house by {a} every night, and I won't leave before {b}",
            ]
        case DaysOff():
            n = count(c.at_least, s)
            noun = "day" if c.at_least == 1 else "days"
            return [
                f"I want at least {n} full {noun} off every month",
                f"On at least {n} whole {noun} a month the truck must not move",
                f"No fewer than {n} rest {noun} per month",
                f"I need {n} complete {noun} without any driving each month",
            ]
        case Category():
            return _goods_en(c)
        case AreaRule(rule="stay_in"):
            name = CITIES[area_name(c)]
            return [
                f"I only work inside {name}",
                f"No orders outside {name}",
                f"Keep me within {name} at all times",
                f"I work {name} and nowhere else",
            ]
        case AreaRule() if isinstance(c.areas[0], Circle):
            circle = c.areas[0]
            at, km = f"({circle.lat}, {circle.lng})", f"{circle.radius_km:g} km"
            return [
                f"Keep out of the circle of {km} around {at}",
                f"I won't go within {km} of {at}",
                f"Stay at least {km} away from {at}",
            ]
        case AreaRule():
            name = CITIES[area_name(c)]
            if c.days.dates:
                on = " and ".join(day(d, s) for d in c.days.dates)
                return [
                    f"I will not go to {name} on {on}",
                    f"On {on} keep me out of {name}",
                    f"{name} is off limits on {on}",
                ]
            return [
                f"I never go to {name}",
                f"Keep me out of {name}",
                f"Nothing to or from {name}",
                f"{name} is a no-go for me",
            ]
        case LongestHaul() | LongestPickup() | Deadhead():
            return _limit_en(c)
        case FirstOrderBy():
            at = clock(c.by, s)
            return [
                f"The first order of the day must start by {at}",
                f"My first load starts no later than {at}",
                f"First job of the day at {at} at the latest",
            ]
        case OrdersPerDay():
            n = count(c.at_most, s)
            noun = "order" if c.at_most == 1 else "orders"
            return [f"At most {n} {noun} a day", f"No more than {n} {noun} per day", f"{n} {noun} a day is my limit"]
        case MustTake():
            return [
                f"I must take load {c.load_id}",
                f"Load no. {c.load_id} is mine",
                f"Make sure I get order {c.load_id}",
            ]
        case Visits():
            n, at = count(c.at_least, s), f"({c.place.lat}, {c.place.lng})"
            return [
                f"On at least {n} different days a month I must visit {at}",
                f"I have to be at {at} on no fewer than {n} days this month",
            ]
        case RegionDays():
            n, name = count(c.at_least, s), CITIES[c.region]
            return [
                f"At least {n} different days a month with a pickup or delivery in {name}",
                f"I need loads in {name} on at least {n} days this month",
                f"Give me work in {name} on no fewer than {n} days a month",
            ]
        case Errand():
            step = c.steps[0]
            assert step.deadline_min is not None
            on, at = date(2026, MARCH, 1 + step.deadline_min // 1440), clock(step.deadline_min, s)
            where, stay = f"({step.place.lat}, {step.place.lng})", hours(step.stay_min, s)
            return [
                f"Be at {where} by {at} on {day(on, s)} and stay for {stay}",
                f"On {day(on, s)} I have to be at {where} before {at}, and wait there for {stay}",
                f"By {at} on {day(on, s)} get to {where} and remain {stay}",
            ]
    raise AssertionError(c.kind)


def _goods_en(c: Category) -> list[str]:
    goods = GOODS[c.names[0]]
    if c.hard:
        return [
            f"No {goods}",
            f"I never haul {goods}",
            f"{goods.capitalize()} I won't carry",
            f"I refuse all loads of {goods}",
        ]
    return [
        f"I would rather not carry {goods}",
        f"Avoid {goods} if possible",
        f"Ideally no {goods}",
        f"Try not to give me {goods}",
        f"I prefer not to haul {goods}",
    ]


def _limit_en(c: LongestHaul | LongestPickup | Deadhead) -> list[str]:
    km = f"{c.km:g} km"
    match c:
        case LongestHaul():
            return [
                f"No hauls longer than {km}",
                f"Orders over {km} are too long for me, skip them",
                f"{km} is my limit for one trip",
                f"Hauls up to {km} only",
                f"I won't go further than {km} with a load",
            ]
        case LongestPickup():
            return [
                f"Empty drive to the pickup at most {km}",
                f"Pickups within {km}",
                f"I won't deadhead more than {km} to a pickup",
                f"No more than {km} empty before loading",
            ]
    return [
        f"No more than {km} of empty driving a {c.per} in total",
        f"Empty kilometres per {c.per}: {km} at most",
        f"My total deadhead a {c.per} must stay under {km}",
    ]
