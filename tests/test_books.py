"""Books: what all drivers' memories share, written once and kept as long as anybody holds it."""

from __future__ import annotations

import numpy as np
import pytest
from agent_world import CELLS, LNG, Load, listing, make_offers, new_books, seen, took, waited

from memory.agent import MemoryAgent
from memory.settings import MemorySettings
from memory.stores.books import NOWHERE

A, B = Load(0, 23.0, 23.09), Load(1, 23.18, 23.0)


def test_a_load_has_one_row_however_often_it_is_shown() -> None:
    book = new_books().offers
    first = book.rows(make_offers([A, B]))
    assert book.rows(make_offers([B, A])).tolist() == first.tolist()[::-1]
    assert book.column("load", first).tolist() == [0, 1]
    assert book.take(first).pickup_lat.tolist() == [23.0, 23.18]


@pytest.mark.parametrize("other", [{"yuan": 90}, {"service_min": 61}, {"remove_min": 5}, {"window": (1, 2)}])
def test_other_terms_make_another_row_and_the_old_one_stays(other: dict[str, int]) -> None:
    book = new_books().offers
    old = book.rows(make_offers([A]))
    book.hold(old)
    new = book.rows(make_offers([A._replace(**other)]))
    assert new.tolist() != old.tolist()
    assert book.differ(old, new).tolist() == [True]
    assert book.differ(old, old).tolist() == [False]
    assert book.take(old).price_fen.tolist() == [10_000]


def test_a_row_is_written_over_when_its_last_holder_lets_go_and_not_before() -> None:
    """Two hold A. After the second lets go, the next load that is shown takes A's row."""
    book = new_books().offers
    row = book.rows(make_offers([A]))
    book.hold(row)
    book.hold(row)
    book.release(row)
    assert book.rows(make_offers([A])).tolist() == row.tolist()
    assert book.rows(make_offers([B])).tolist() != row.tolist()
    book.release(row)
    assert book.rows(make_offers([Load(2)])).tolist() == row.tolist()
    assert book.rows(make_offers([A])).tolist() != row.tolist()


def test_cells_of_a_load_are_numbers_and_an_end_nowhere_has_none() -> None:
    """The second load's drop is no place on earth: its cell is 0."""
    books = new_books()
    offers = make_offers([A, B])
    offers.drop_cell[1] = 0
    rows = books.offers.rows(offers)
    ends = books.offers.ends[:, rows]
    assert ends[1, 1] == NOWHERE
    cells = books.cells.middles.cell[ends[:, 0]].tolist()
    assert cells == [CELLS.cell_of(23.0, LNG), CELLS.cell_of(23.09, LNG)]
    assert books.cells.number(cells[1]) == ends[1, 0]


def test_what_nobody_remembers_takes_no_room() -> None:
    """Forty days of fifty loads each that are on offer for a day: the book has room for some days and no more."""
    memory = MemoryAgent(MemorySettings(), 2, CELLS)
    book = memory.stores[0].book
    for day in range(40):
        minute = day * 1440
        loads = [Load(50 * day + i, remove_min=minute + 1000) for i in range(50)]
        for driver in (0, 1):
            at = seen(minute + 5, driver=driver)
            memory.observe(at, [listing(minute, loads)], waited(minute + 5), "", minute)
    assert len(book.tokens) <= 256


def test_a_load_that_one_driver_takes_stays_known_to_another() -> None:
    memory = MemoryAgent(MemorySettings(), 2, CELLS)
    for driver in (0, 1):
        memory.observe(seen(1, driver=driver), [listing(0, [A, B])], waited(1), "", 0)
    memory.observe(seen(40), [], took(0, 40), "", 40)
    first, second = (memory.views(seen(120, driver=driver)).cargo.offers for driver in (0, 1))
    assert first is not None
    assert second is not None
    assert (first.load.tolist(), sorted(second.load.tolist())) == ([1], [0, 1])
    assert np.array_equal(np.sort(second.price_fen), [10_000, 10_000])
