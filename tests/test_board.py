"""The board beside a naive one: a plain set of live loads, sorted by (distance, id) at every question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_world import LNG, Row, make_loads

from dispatch.board import Board
from scenarios.geo import haversine_km
from scenarios.loads import LoadTable

UNHURRIED = settings(deadline=None)  # a busy machine fails no test


class NaiveBoard:
    """Contest rules 2, 3 and 24, word for word."""

    def __init__(self, loads: LoadTable) -> None:
        self.loads = loads
        self.removed: set[int] = set()
        self.minute = -(2**31)

    def live(self) -> list[int]:
        t = self.loads
        last = [max(int(a), int(b)) for a, b in zip(t.create_min, t.remove_min, strict=True)]
        return [
            row for row in range(len(t)) if t.create_min[row] <= self.minute <= last[row] and row not in self.removed
        ]

    def nearest(self, lat: float, lng: float, k: int, hidden: Iterable[int]) -> list[tuple[float, int]]:
        t = self.loads
        ranked = sorted(
            (haversine_km(lat, lng, float(t.start_lat[row]), float(t.start_lng[row])), t.ids[row], row)
            for row in self.live()
            if row not in set(hidden)
        )
        return [(km, row) for km, _, row in ranked[:k]]


def table(rows: Sequence[tuple[int, int, float, float]], ids: Sequence[str] | None = None) -> LoadTable:
    """Loads by (create, remove, latitude, longitude of the pickup); ids run against the rows unless they are given."""
    names = ids or [f"L{len(rows) - i:05d}" for i in range(len(rows))]
    plain = make_loads([Row(name, a, b, lat, 23.0, 1, 1) for name, (a, b, lat, _) in zip(names, rows, strict=True)])
    return replace(plain, start_lng=np.array([lng for *_, lng in rows], dtype=np.float64))


def asked(
    board: Board, lat: float, lng: float, k: int, hidden: frozenset[int] = frozenset()
) -> list[tuple[float, int]]:
    rows, km = board.nearest(lat, lng, k, hidden)
    return list(zip(km, rows.tolist(), strict=True))


def test_a_load_is_live_from_create_to_remove_both_ends_included() -> None:
    """Contest rule 2; a remove before create counts as create (rule 3), and a create before minute 0 is fine (4)."""
    board = Board(table([(5, 7, 23.0, LNG), (9, 8, 23.0, LNG), (-100, 2, 23.0, LNG)]))
    lives = []
    for minute in range(11):
        board.advance(minute)
        lives.append([row for row in range(3) if board.is_live(row)])
    assert lives == [[2], [2], [2], [], [], [0], [0], [0], [], [1], []]
    assert (board.live, board.pending) == (0, 0)


def test_a_load_whose_life_falls_between_two_minutes_is_never_seen() -> None:
    board = Board(table([(5, 7, 23.0, LNG), (6, 20, 23.0, LNG)]))
    assert board.pending == 2
    board.advance(10)
    assert (board.live, board.pending) == (1, 0)
    assert [board.is_live(row) for row in (0, 1)] == [False, True]


def test_time_does_not_go_back() -> None:
    board = Board(table([(0, 5, 23.0, LNG), (0, 9, 23.0, LNG)]))
    board.advance(6)
    board.advance(3)
    assert (board.is_live(0), board.live) == (False, 1)


def test_equal_distances_are_listed_by_id() -> None:
    """One degree north and one degree south of the equator's asker; ids decide, not rows."""
    loads = table([(0, 9, 1.0, 0.0), (0, 9, -1.0, 0.0), (0, 9, 0.5, 0.0), (0, 9, 1.0, 0.0)], ids=["D", "B", "Z", "A"])
    board = Board(loads)
    board.advance(0)
    assert [loads.ids[row] for _, row in asked(board, 0.0, 0.0, 4)] == ["Z", "A", "B", "D"]
    assert [loads.ids[row] for _, row in asked(board, 0.0, 0.0, 2)] == ["Z", "A"]


def test_an_empty_board_lists_nothing() -> None:
    board = Board(table([]))
    board.advance(100)
    assert (asked(board, 23.0, LNG, 100), board.live, board.pending) == ([], 0, 0)


@pytest.mark.parametrize("point", [(nan, LNG), (23.0, nan), (inf, LNG), (23.0, -inf)])
def test_from_nowhere_everything_is_at_hand(point: tuple[float, float]) -> None:
    """Contest rule 17: no distance but 0, so ids alone decide."""
    board = Board(table([(0, 9, 23.0, LNG), (0, 9, 24.0, LNG), (0, 9, 25.0, LNG)]))
    board.advance(0)
    assert asked(board, *point, 2, frozenset({1})) == [(0.0, 2), (0.0, 0)]


# Few places, so that distances tie; some of them at the poles, across the date line and off the map.
LATS = st.sampled_from([0.0, 0.01, -0.01, 22.5, 22.51, 23.0, 90.0, -90.0, 123.0])
LNGS = st.sampled_from([0.0, 0.01, 113.0, 113.01, 180.0, -180.0, 500.0])
LOADS = st.lists(st.tuples(st.integers(-5, 40), st.integers(-5, 60), LATS, LNGS), max_size=40)
STORY = st.lists(
    st.one_of(
        st.tuples(st.just("advance"), st.integers(0, 9)),
        st.tuples(st.just("remove"), st.integers(0, 39)),
        st.tuples(st.just("ask"), LATS, LNGS, st.integers(1, 45), st.frozensets(st.integers(0, 39), max_size=6)),
    ),
    max_size=30,
)


@settings(UNHURRIED, max_examples=300)
@given(LOADS, STORY)
def test_any_story_goes_as_on_the_naive_board(
    rows: list[tuple[int, int, float, float]], story: list[tuple[object, ...]]
) -> None:
    loads = table(rows)
    board, naive = Board(loads), NaiveBoard(loads)
    for event in story:
        match event:
            case ("advance", int(minutes)):
                naive.minute = max(naive.minute, 0) + minutes
                board.advance(naive.minute)
            case ("remove", int(row)) if row < len(loads):
                naive.removed.add(row) if row in naive.live() else None
                board.remove(row)
            case ("ask", float(lat), float(lng), int(k), frozenset() as hidden):
                known = frozenset(row for row in hidden if isinstance(row, int) and row < len(loads))
                assert asked(board, lat, lng, k, known) == naive.nearest(lat, lng, k, known)
        assert [row for row in range(len(loads)) if board.is_live(row)] == naive.live()
        assert board.live == len(naive.live())
        assert board.pending == sum(1 for create in loads.create_min.tolist() if create > naive.minute)


def many(kind: str) -> LoadTable:
    """12,000 loads, more than the 8,192 from which the board narrows its choice by a sample."""
    n = 12_000
    random = np.random.Generator(np.random.Philox(key=5))
    if kind == "scattered":
        lat, lng = 22.0 + 3 * random.random(n), 111.0 + 5 * random.random(n)
    elif kind == "the platform's places":  # hundredths of a degree, many loads each
        lat, lng = (
            np.round(22.0 + random.integers(0, 60, n) / 100, 2),
            np.round(113.0 + random.integers(0, 60, n) / 100, 2),
        )
    elif kind == "nearest first":  # what a sample of every eleventh load must not be misled by
        lat, lng = np.linspace(23.0, 25.0, n), np.full(n, LNG)
    elif kind == "nearest last":
        lat, lng = np.linspace(25.0, 23.0, n), np.full(n, LNG)
    elif kind == "periodic":  # every eleventh load, the sample's own stride, is near
        lat, lng = np.where(np.arange(n) % 11 == 0, 23.0, 25.0) + np.arange(n) / 1e7, np.full(n, LNG)
    else:  # one place
        lat, lng = np.full(n, 23.0), np.full(n, LNG)
    create, life = random.integers(0, 50, n), random.integers(0, 500, n)
    return table(list(zip(create.tolist(), (create + life).tolist(), lat.tolist(), lng.tolist(), strict=True)))


@pytest.mark.parametrize(
    "kind", ["scattered", "the platform's places", "nearest first", "nearest last", "periodic", "one place"]
)
def test_a_crowded_board_misses_none_of_the_nearest(kind: str) -> None:
    loads = many(kind)
    board, naive = Board(loads), NaiveBoard(loads)
    naive.minute = 50
    board.advance(50)
    assert board.live == len(naive.live()) > 8192
    for gone in naive.live()[:1000:7]:
        board.remove(gone)
        naive.removed.add(gone)
    ranked = naive.nearest(23.0, LNG, len(loads), ())
    for k in (1, 7, 100, 600, 5000, len(ranked) - 1, len(ranked), len(loads)):
        assert asked(board, 23.0, LNG, k) == ranked[:k]
    hidden = frozenset(row for _, row in ranked[:300:2])
    assert asked(board, 23.0, LNG, 100, hidden) == [found for found in ranked if found[1] not in hidden][:100]
