"""English wishes in many turns of phrase, and in short what each asks for; the notation of `in_short`."""

from __future__ import annotations

from datetime import timedelta

from preference_labels import CONTEXT

from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import EVERY_DAY, Area, Box, Circle, Days, Place

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

WISHES: tuple[tuple[str, str], ...] = (
    # daily rest
    ("8 hours' rest a day, in one go", "rest 8:00"),
    ("I sleep seven hours straight, every night of the week", "rest 7:00"),
    ("My daily break must never be shorter than nine hours", "rest 9:00"),
    ("Give me a solid eight-hour break each day", "rest 8:00"),
    ("Not less than 7.5 hours off in one piece per day", "rest 7:30"),
    ("The truck is to be left standing for 10 hours on end every day", "rest 10:00"),
    ("every day 6h30 of unbroken sleep", "rest 6:30"),
    ("I can't do with less than eight hours of rest a day", "rest 8:00"),
    ("Ten consecutive hours parked within every 24 hours", "rest 10:00"),
    ("On weekdays I need six hours of uninterrupted rest", "rest 6:00 on mon,tue,wed,thu,fri"),
    ("I want to lie down for seven and a half hours a day without interruption", "rest 7:30"),
    ("a couple of hours of rest a day", "?"),
    ("I rest 7 or 8 hours a day", "?"),
    # quiet windows
    ("Nothing between 11pm and 5am, please", "quiet 23:00-05:00"),
    ("From half past ten at night to a quarter to six in the morning the engine stays off", "quiet 22:30-05:45"),
    ("Lunch is 12 to 1, no moving then", "quiet 12:00-13:00"),
    ("I have dinner from 6 to 7 every evening and don't drive", "quiet 18:00-19:00"),
    ("no work 10pm-6am", "quiet 22:00-06:00"),
    ("Leave me alone from midnight till half past five", "quiet 00:00-05:30"),
    ("I'm asleep between 10 and 6", "quiet 22:00-06:00"),
    ("On Fridays between noon and 2 pm I pray, the truck stands still", "quiet 12:00-14:00 on fri"),
    ("Don't call me from 13:00 to 14:00", "quiet 13:00-14:00"),
    ("I only drive between 6 am and 8 pm", "quiet 20:00-06:00"),
    ("No driving before 5 am or after 11 pm", "quiet 23:00-05:00"),
    ("I knock off at 7 in the evening", "quiet 19:00-24:00"),
    ("I'm parked by 9 pm and start again at 5 am", "quiet 21:00-05:00"),
    ("No driving after 10 pm", "?"),
    ("No driving from 8 to 6", "?"),
    ("No orders on Sundays", "quiet 00:00-24:00 on sun"),
    ("Saturdays and Sundays I'm off", "quiet 00:00-24:00 on sat,sun"),
    ("March 8 is a day off for me", "quiet 00:00-24:00 on 8"),
    ("I don't work weekends", "quiet 00:00-24:00 on sat,sun"),
    ("I don't work every other Sunday", "?"),
    # home
    ("Get me home by ten every night", "home 22:00"),
    ("I'm home at 8:30 pm at the latest and won't set off again until 6 am", "home 20:30-06:00"),
    ("By 21:30 I have to be at home; don't send me out before 05:30", "home 21:30-05:30"),
    ("I need to be back home before 9 pm, no loads until 7 am", "home 21:00-07:00"),
    ("At home from 10 pm till 6 am every day", "home 22:00-06:00"),
    ("My wife wants me home by a quarter past nine in the evening", "home 21:15"),
    ("On weekdays I must be home by 7 pm", "home 19:00 on mon,tue,wed,thu,fri"),
    ("My house is at (23.02, 113.75); I sleep there, home by 22:00", "home 22:00 @23.02,113.75"),
    ("If possible have me home by 8 pm", "home 20:00 soft"),
    # days off
    ("four days off a month, at least", "off 4"),
    ("I'd like three complete days without driving each month", "off 3 soft"),
    ("No fewer than two full days a month for my family", "off 2"),
    ("The truck must stand still for five whole days this month", "off 5"),
    ("One day off per month is a must", "off 1"),
    ("A minimum of six rest days a month", "off 6"),
    ("Two Sundays off a month", "off 2 on sun"),
    ("One day off a week", "?"),
    ("A few days off this month", "?"),
    # goods
    ("I never take coal", "no 煤炭矿产"),
    ("Chemicals are not for me", "no 化工塑料"),
    ("No hazmat on board", "no 危险品"),
    ("I won't transport toys", "no toys"),
    ("Please don't send me any loads of paper", "no 纸类"),
    ("Vegetables: no", "no 蔬菜"),
    ("I can't stand live poultry", "no 活禽活畜活虫"),
    ("Steel and timber are off limits", "no 金属钢材+木材苗圃"),
    ("I do not wish to carry cement, gravel or tiles", "no 水泥+砂石+瓷砖"),
    ("I'd sooner not haul furniture", "no 家具家居 soft"),
    ("As little glass as possible", "no 玻璃制品 soft"),
    ("Ideally no fruit", "no 水果 soft"),
    ("I'd rather avoid frozen food", "no 冷链食品 soft"),
    ("Seafood only if there's nothing else", "no 鲜活水产品 soft"),
    ("No coal, no matter how much it pays", "no 煤炭矿产"),
    ("Under no circumstances will I haul explosives", "no explosives"),
    ("I refuse to haul gravestones", "no gravestones"),
    ("No machinery on March 3 and 4", "no 机械设备 on 3,4"),
    ("I don't mind coal", ""),
    ("No rough roads", "?"),
    ("Don't waste my time", "?"),
    ("No smoking in my cab", "?"),
    ("Only vegetables, please", "?"),
    # areas
    ("Huizhou is off limits", "out 惠州"),
    ("Never send me to Foshan or Zhaoqing", "out 佛山+肇庆"),
    ("I won't set foot in Shenzhen", "out 深圳"),
    ("No pickups and no deliveries in Zhuhai", "out 珠海"),
    ("Shenzhen is a no-go on the 7th", "out 深圳 on 7"),
    ("Between March 10 and March 12 keep me out of Foshan", "out 佛山 on 10,11,12"),
    ("On weekends I don't go to Guangzhou", "out 广州 on sat,sun"),
    ("From the 20th on I won't go to Dongguan", "out 东莞 from 20"),
    ("Until March 5 no trips to Huizhou", "out 惠州 until 5"),
    ("I only run within Dongguan and Shenzhen", "in 东莞+深圳"),
    ("Don't take me outside Guangzhou", "in 广州"),
    ("I never leave Foshan", "in 佛山"),
    ("All my loads have to stay in Zhongshan", "in 中山"),
    ("Nothing beyond Jiangmen", "in 江门"),
    ("Keep at least 10 km away from (22.6, 114.05)", "out circle 22.6,114.05 r10"),
    ("I won't go within 3 km of (23.1, 113.3)", "out circle 23.1,113.3 r3"),
    ("Stay within 20 km of (23.1, 113.3)", "in circle 23.1,113.3 r20"),
    ("No entry to the zone 22.5-22.8 N, 113.9-114.3 E", "out box 22.5,22.8,113.9,114.3"),
    ("Stay inside latitude 22.4 to 22.9 and longitude 113.7 to 114.6", "in box 22.4,22.9,113.7,114.6"),
    ("I try not to go to Qingyuan", "out 清远 soft"),
    ("Where possible, nothing to Huizhou", "out 惠州 soft"),
    ("I refuse anything going to Lijia", "out Lijia"),
    ("Foshan traffic is terrible, so please keep me out of there", "out 佛山"),
    ("Any city is fine", ""),
    # limits
    ("No order longer than 180 km", "haul 180"),
    ("Hauls are capped at 200 kilometres", "haul 200"),
    ("I don't go further than 150km with a load", "haul 150"),
    ("Loads of 120 km at most", "haul 120"),
    ("My limit is two hundred and fifty km per trip", "haul 250"),
    ("trips max 90 km", "haul 90"),
    ("Anything over 220 km is too far", "haul 220"),
    ("140 km tops per job", "haul 140"),
    ("No trip of more than 100 miles", "haul 160.934"),
    ("Preferably no hauls beyond 130 km", "haul 130 soft"),
    ("No hauls over 200 km from the 15th on", "haul 200 from 15"),
    ("No hauls over 200 km on weekends", "?"),
    ("Nothing under 50 km", "?"),
    ("about 200 km at most per trip", "?"),
    ("Pickups within 40km only", "pickup 40"),
    ("I won't deadhead more than 35 km for a load", "pickup 35"),
    ("The pickup must be no more than 25 km away", "pickup 25"),
    ("At most 50 km empty before loading", "pickup 50"),
    ("Don't make me drive over 30 km to fetch a load", "pickup 30"),
    ("60 km is the furthest I'll go unladen to a pickup", "pickup 60"),
    ("Empty kilometres: at most 300 a month", "deadhead 300/month"),
    ("No more than 40 km of deadhead per day", "deadhead 40/day"),
    ("Keep my total empty mileage below 500 km this month", "deadhead 500/month"),
    ("I don't drive more than 400 km a day", "?"),
    ("Two long trips over 300 km a month, not more", "long >300 2/month"),
    ("A maximum of one haul above 250 km per day", "long >250 1/day"),
    ("At most three trips of more than 200 km in any week", "long >200 3/week"),
    # first order, orders a day, one load
    ("My first job has to start before 9 am", "first <09:00"),
    ("First order no later than 10:30", "first 10:30"),
    ("I want the first load of the day underway by eleven in the morning", "first 11:00"),
    ("The first order must not start before 8", "?"),
    ("No more than two jobs a day", "orders 2"),
    ("Four loads a day is my limit", "orders 4"),
    ("I do three orders a day, no more", "orders 3"),
    ("max. 5 trips per day", "orders 5"),
    ("On Saturdays no more than one load", "orders 1 on sat"),
    ("After two loads a day I call it a day", "orders 2"),
    ("At least three orders a day", "?"),
    ("Whatever you do, get me load 248113", "take 248113"),
    ("Order #556201 is mine", "take 556201"),
    ("I absolutely need cargo no. 300417", "take 300417"),
    # days at a place, quotas, bans
    ("Five days this month I need loads in Foshan", "days 5 佛山"),
    ("Pickups or drops in Zengcheng on no fewer than 4 days a month", "days 4 增城"),
    ("I have to stop by (23.13, 113.26) on at least three different days a month", "visits 3 @23.13,113.26"),
    ("Not more than two loads of vegetables a week", "quota 2/week 蔬菜"),
    ("Coal twice a month at most", "quota 2/month 煤炭矿产"),
    ("At least two fruit loads a week", "quota >=2/week 水果"),
    ("After I've been to Huizhou, no Shenzhen loads for the rest of the day", "after 惠州 out 深圳 day"),
    # errands
    ("On March 18 be at (23.05, 113.12) by 3 pm for half an hour", "errand 23.05,113.12 by 18/15:00 stay 30"),
    ("By noon on the 12th I must be at (23.15, 113.67), staying two hours", "errand 23.15,113.67 by 12/12:00 stay 120"),
    ("I have an appointment on the 14th at 10 am at (23.1, 113.4)", "errand 23.1,113.4 by 14/10:00"),
    ("On 9 March I have to be home by 6 pm", "errand home by 9/18:00"),
    ("On the 20th I need to be somewhere", "?"),
    (
        "On March 10 pick up my wife at (23.21, 113.37) after 10:00, then go home and stay until March 13",
        "errand 23.21,113.37 from 10/10:00; home until 13/00:00",
    ),
    # conditions and what is no wish
    ("If it rains, no trips to Shenzhen", "?"),
    ("No fruit unless it's refrigerated", "?"),
    ("When the roads are icy I don't drive", "?"),
    ("Coal is fine, and so is everything else", ""),
    ("Hello, thanks for everything", ""),
    # several at once
    ("no coal, max 150 km per trip, home by 10pm", "no 煤炭矿产; haul 150; home 22:00"),
    ("I sleep 8 hours a day and I never go to Foshan", "rest 8:00; out 佛山"),
    (
        "Home by 22:00, off again at 6. At most three orders a day; no seafood.",
        "home 22:00-06:00; orders 3; no 鲜活水产品",
    ),
    ("Try to keep me out of Huizhou, but never ever send me to Shenzhen", "out 惠州 soft; out 深圳"),
    ("No glass because it breaks, and no orders over 200 km because my back hurts", "no 玻璃制品; haul 200"),
    ("no foshan no machinery no trips over 150km", "out 佛山; no 机械设备; haul 150"),
    ("Rest 8h daily / no coal / 3 days off a month", "rest 8:00; no 煤炭矿产; off 3"),
    ("I live in Foshan. My truck is old. Please no hauls over 180 km.", "haul 180"),
    ("Two days off a month plus at most 40 km empty to any pickup", "off 2; pickup 40"),
    ("- no chemicals\n- pickups within 30 km\n- quiet 22:00 to 6:00", "no 化工塑料; pickup 30; quiet 22:00-06:00"),
    ("No vegetables if you can, and no fruit at all", "no 蔬菜 soft; no 水果"),
    ("I want to be home by 9pm and I need cash on delivery", "home 21:00; ?"),
)


def in_short(constraints: tuple[Constraint, ...]) -> str:
    """Kinds with what the words fix, in the order of the words."""
    return "; ".join(
        _one(c)
        + _days(getattr(c, "days", EVERY_DAY))
        + _span(c)
        + ("" if c.hard or c.kind == "unknown_soft" else " soft")
        for c in constraints
    )


def _one(c: Constraint) -> str:
    match c:
        case DailyRest():
            return f"rest {c.rest_min // 60}:{c.rest_min % 60:02d}"
        case QuietWindow():
            return f"quiet {_clock(c.start)}-{_clock(c.end)}"
        case Home():
            return f"home {_clock(c.by)}" + ("" if c.stay_until is None else f"-{_clock(c.stay_until)}") + _at(c.place)
        case DaysOff():
            return f"off {c.at_least}"
        case Category():
            return "no " + "+".join(c.names)
        case AreaRule():
            return ("out " if c.rule == "keep_out" else "in ") + _areas(c.areas)
        case LongestHaul():
            return f"haul {c.km:g}"
        case LongestPickup():
            return f"pickup {c.km:g}"
        case Deadhead():
            return f"deadhead {c.km:g}/{c.per}"
        case FirstOrderBy():
            return f"first {'<' if c.strict else ''}{_clock(c.by)}"
        case OrdersPerDay():
            return f"orders {c.at_most}"
        case MustTake():
            return f"take {c.load_id}"
        case Visits():
            return f"visits {c.at_least}" + (_at(c.place) or f" {c.place.name}")
        case RegionDays():
            return f"days {c.at_least} {c.region}"
        case Errand():
            return "errand " + "; ".join(_step(step) for step in c.steps)
        case CategoryQuota():
            return f"quota {f'>={c.at_least}' if c.at_least else c.at_most}/{c.per} {'+'.join(c.names)}"
        case LongHauls():
            return f"long >{c.over_km:g} {c.at_most}/{c.per}"
        case BanAfterTouch():
            return f"after {_areas((c.touched,))} out {_areas(c.banned)} {c.until.removeprefix('end_of_')}"
    return "?" if c.hard else "~?"


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _at(place: Place) -> str:
    return "" if place.lat is None else f" @{place.lat:g},{place.lng:g}"


def _areas(areas: tuple[Area, ...]) -> str:
    return "+".join(_area(area) for area in areas)


def _area(area: Area) -> str:
    if isinstance(area, Circle):
        return f"circle {area.lat:g},{area.lng:g} r{area.radius_km:g}"
    if isinstance(area, Box):
        return f"box {area.south:g},{area.north:g},{area.west:g},{area.east:g}"
    return area.name


def _step(step: ErrandStep) -> str:
    words = _at(step.place).removeprefix(" @") or step.place.name or "home"
    moments = [("from", step.earliest_min), ("by", step.deadline_min), ("until", step.stay_until_min)]
    for name, minute in moments:
        whole = name != "until" and minute is not None and minute % 1440 == 0
        if minute is not None and not whole:
            words += f" {name} {1 + minute // 1440}/{_clock(minute % 1440)}"
    return words + (f" stay {step.stay_min}" if step.stay_min else "")


def _days(days: Days) -> str:
    words = [WEEK[day] for day in days.weekdays or ()] + [str(day.day) for day in days.dates or ()]
    out = f" on {','.join(words)}" if words else ""
    out += f" from {days.first.day}" if days.first else ""
    return out + (f" until {days.last.day}" if days.last else "")


def _span(c: Constraint) -> str:
    def day(minute: int) -> int:
        return (CONTEXT.start + timedelta(minutes=minute)).day

    out = "" if c.start_min is None else f" from {day(c.start_min)}"
    return out + ("" if c.end_min is None else f" until {day(c.end_min)}")
