"""The library: five small scenarios that open, and one of them checked on paper.

tiny, on the meridian 113.00 E. A degree of latitude is 6371 * pi / 180 = 111.1949 km, so 0.09 degrees are 10.0075 km
and at 60 km/h 11 minutes, 0.18: 20.0151 km, 21 min; 0.45: 50.0377 km, 51 min; 0.54: 60.0453 km, 61 min;
0.90: 100.0754 km, 101 min. Driving costs 1.5 yuan a km. D001 starts at 23.00, D002 at 23.45.

    load  yuan  on board     from   to     haul km   window       service
    1001   400  0..720       23.00  23.45   50.0377  -            120
    1002   600  0..1439      23.54  23.00   60.0453  240..300     180
    1003   100  0..30        23.45  23.54   10.0075  -             60
    1004   500  120..480     23.45  23.90   50.0377  180..210     150
    1005   900  360..1080    23.90  23.00  100.0754  -            240
    1006   300  720..1439    23.00  23.18   20.0151  1320..1380   180

The best day: D001 takes 1001 at 0, is at 23.45 at 120; takes 1004, waits for 180, is at 23.90 at 330; waits for 360,
takes 1005, is home at 600. D002 takes 1003 at 0, is at 23.54 at 60; takes 1002, waits for 240, is at 23.00 at 420.
Load 1006 opens at 1320 and needs 180 minutes: 1500 is past the day, 1440, so nobody is paid for it.
"""

from pathlib import Path

import pytest

from dispatch.wishes import compile_wishes, constraints_of
from scenarios.geo import drive_minutes, haversine_km, pickup_minutes
from scenarios.loads import NO_WINDOW
from scenarios.open import check_scenario, library_names, open_scenario

LIBRARY = Path(__file__).resolve().parents[1] / "scenarios" / "library"


def test_the_library_has_five_small_scenarios() -> None:
    assert library_names() == ["fleet", "guangdong-month", "guangdong-month-wishes", "guangdong-week", "tiny"]
    for name in library_names():
        assert check_scenario(name) == []
        assert sum(file.stat().st_size for file in (LIBRARY / name).iterdir()) < 10_000


def test_tiny_is_two_drivers_and_six_loads() -> None:
    tiny = open_scenario("tiny")
    loads = tiny.loads

    assert tiny.days == 1
    assert tiny.rules.profile == "standard"
    assert [(d.driver_id, d.lat, d.lng, d.cost_per_km) for d in tiny.drivers] == [
        ("D001", 23.0, 113.0, 1.5),
        ("D002", 23.45, 113.0, 1.5),
    ]
    assert loads.ids == ["1001", "1002", "1003", "1004", "1005", "1006"]
    assert (loads.price_fen / 100).tolist() == [400, 600, 100, 500, 900, 300]
    assert loads.create_min.tolist() == [0, 0, 0, 120, 360, 720]
    assert loads.remove_min.tolist() == [720, 1439, 30, 480, 1080, 1439]
    assert loads.service_min.tolist() == [120, 180, 60, 150, 240, 180]
    windows = [loads.load(row).window_min for row in range(6)]
    assert windows == [None, (240, 300), None, (180, 210), None, (1320, 1380)]
    assert (loads.window_open_min[[0, 2, 4]] == NO_WINDOW).all()


def test_tiny_has_the_kilometres_of_the_table() -> None:
    loads = open_scenario("tiny").loads
    hauls = [
        haversine_km(load.start_lat, load.start_lng, load.end_lat, load.end_lng)
        for load in (loads.load(row) for row in range(len(loads)))
    ]

    assert [round(km, 4) for km in hauls] == [50.0377, 60.0453, 10.0075, 50.0377, 100.0754, 20.0151]
    assert [drive_minutes(km, 60) for km in hauls] == [51, 61, 11, 51, 101, 21]
    # Each load's service time covers its haul.
    assert all(drive_minutes(km, 60) < service for km, service in zip(hauls, loads.service_min, strict=True))


def test_tinys_best_day_earns_what_the_table_says() -> None:
    tiny = open_scenario("tiny")
    loads = tiny.loads

    def day(driver: int, load_ids: list[str]) -> tuple[list[int], float]:
        """Minutes at which each load is done, and yuan earned, taking them one after the other without looking."""
        truck = tiny.drivers[driver]
        minute, lat, lng, net = 0, truck.lat, truck.lng, 0.0
        done = []
        for load_id in load_ids:
            load = loads.load(loads.row_of[load_id])
            minute = max(minute, load.create_min)
            assert minute <= load.remove_min
            pickup_km = haversine_km(lat, lng, load.start_lat, load.start_lng)
            minute += pickup_minutes(pickup_km, tiny.rules.speed_kmh)
            if load.window_min is not None:
                assert minute <= load.window_min[1]
                minute = max(minute, load.window_min[0])
            minute += load.service_min
            haul_km = haversine_km(load.start_lat, load.start_lng, load.end_lat, load.end_lng)
            net += load.price_fen / 100 - truck.cost_per_km * (pickup_km + haul_km)
            lat, lng = load.end_lat, load.end_lng
            done.append(minute)
        return done, net

    done, net = day(0, ["1001", "1004", "1005"])
    assert done == [120, 330, 600]
    # 1800 yuan less 1.5 * (50.0377 + 50.0377 + 100.0754) = 300.23; no empty kilometre.
    assert net == pytest.approx(1499.77, abs=0.01)

    done, net = day(1, ["1003", "1002"])
    assert done == [60, 420]
    # 700 yuan less 1.5 * (10.0075 + 60.0453) = 105.08.
    assert net == pytest.approx(594.92, abs=0.01)

    done, net = day(1, ["1002"])
    assert done == [420]
    # Straight to 1002, D002 drives the 10.0075 km empty, waits for 240 as well, and lacks the 100 yuan of 1003.
    assert net == pytest.approx(494.92, abs=0.01)

    done, _ = day(0, ["1006"])
    assert done == [1500]
    assert tiny.horizon_min == 1440


def test_the_week_is_ten_drivers_and_two_thousand_loads_a_day() -> None:
    week = open_scenario("guangdong-week", seed=0)

    assert (week.days, len(week.drivers), len(week.loads)) == (7, 10, 14_000)
    assert len({driver.name for driver in week.drivers}) == 10
    other = open_scenario("guangdong-week", seed=1)
    # Another seed is another market for the same drivers.
    assert other.drivers == week.drivers
    assert (other.loads.price_fen != week.loads.price_fen).any()
    # The board is never empty, not even at midnight.
    assert week.loads.create_min[0] < 0


def test_the_month_has_the_contests_size() -> None:
    month = open_scenario("guangdong-month", seed=0)

    assert (month.days, len(month.drivers), len(month.loads)) == (31, 10, 500_000)
    assert month.drivers == open_scenario("guangdong-week", seed=0).drivers


def test_a_fleet_shares_one_pool() -> None:
    fleet = open_scenario("fleet", seed=0)

    assert (fleet.days, len(fleet.drivers), len(fleet.loads)) == (2, 1000, 40_000)
    assert fleet.rules.pool == "shared"
    assert len({driver.driver_id for driver in fleet.drivers}) == 1000


def test_ten_drivers_say_their_wishes_in_words_that_are_understood() -> None:
    scenario = open_scenario("guangdong-month-wishes", days=5)
    wishes = compile_wishes(scenario)
    understood = [c.kind for driver in scenario.drivers for c in constraints_of(wishes, driver.driver_id)]
    assert len(understood) == sum(len(driver.preferences) for driver in scenario.drivers) == 34
    assert not [kind for kind in understood if kind.startswith("unknown")]
    # The promised load stands beside the generated ones, and is the last row.
    loads = scenario.loads
    assert (len(loads), loads.ids[-1], loads.row_of["900001"]) == (500_001, "900001", 500_000)
    # 3 March 14:40 is minute 2 * 1440 + 880; it loads from 16:00 to 18:00.
    promised = loads.load(500_000)
    assert (promised.create_min, promised.remove_min, promised.window_min) == (3760, 3850, (3840, 3960))
    assert (promised.category, promised.start_place) == ("服饰纺织皮革", "广东省韶关市浈江区")
