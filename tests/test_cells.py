"""Cells: one file knows H3, a point has one cell, and a cell knows its parent and its neighbours."""

import numpy as np
import pytest

from scenarios.cells import CellIndex, cell_of, cell_text, center, neighbours, parent, parents, resolution_of

GUANGZHOU = (23.13, 113.26)


def test_a_point_lies_in_one_cell_whose_middle_is_near() -> None:
    cell = cell_of(*GUANGZHOU)

    assert resolution_of(cell) == 6
    assert cell_text(cell) == f"{cell:x}"
    assert len(cell_text(cell)) == 15
    lat, lng = center(cell)
    # Resolution 6 hexagons have sides of about 3.7 km, so no point is further than 0.04 degrees from the middle.
    assert abs(lat - GUANGZHOU[0]) < 0.04
    assert abs(lng - GUANGZHOU[1]) < 0.045
    assert cell_of(lat, lng) == cell


def test_rings_of_a_hexagon_have_six_and_eighteen_cells() -> None:
    cell = cell_of(*GUANGZHOU)
    one, two = neighbours(cell), neighbours(cell, rings=2)

    assert len(one) == 6
    assert len(two) == 6 + 12
    assert cell not in two
    assert list(one) == sorted(one)
    assert set(one) < set(two)
    assert all(cell in neighbours(other) for other in one)
    assert neighbours(cell, rings=0) == ()


def test_a_parent_is_coarser_and_shared_by_seven_children() -> None:
    cell = cell_of(*GUANGZHOU, resolution=7)
    above = parent(cell, 6)

    assert resolution_of(above) == 6
    assert parent(cell, 7) == cell
    assert parent(cell, 5) == parent(above, 5)
    middle = cell_of(*center(above), resolution=7)
    assert {parent(child, 6) for child in (middle, *neighbours(middle))} == {above}


def test_what_has_no_cell_is_said() -> None:
    with pytest.raises(ValueError, match=r"no place on earth: 113\.26, 23\.13"):
        cell_of(113.26, 23.13)
    with pytest.raises(ValueError, match="no place on earth"):
        cell_of(float("nan"), 0.0)
    with pytest.raises(ValueError, match="a cell resolution is 0 to 15, not 16"):
        cell_of(*GUANGZHOU, resolution=16)
    with pytest.raises(ValueError, match="has resolution 0 to 6, not 7"):
        parent(cell_of(*GUANGZHOU), 7)
    with pytest.raises(ValueError, match="rings cannot be negative"):
        neighbours(cell_of(*GUANGZHOU), rings=-1)


def test_an_index_answers_as_the_function_does() -> None:
    index = CellIndex(resolution=5)
    for lat, lng in ((23.13, 113.26), (22.54, 114.06), (23.13, 113.26)):
        assert index.cell_of(lat, lng) == cell_of(lat, lng, 5)


def test_parents_by_bits_are_h3s_own() -> None:
    points = [(23.13, 113.26), (22.54, 114.06), (21.27, 110.36), (-33.9, 151.2), (64.1, -21.9)]
    cells = [cell_of(lat, lng) for lat, lng in points]
    for resolution in range(7):
        expected = [parent(cell, resolution) for cell in cells]
        assert parents(np.array(cells, dtype=np.int64), resolution).tolist() == expected


def test_many_points_have_the_cells_that_each_has_and_one_off_the_earth_has_none() -> None:
    index = CellIndex()
    lat, lng = np.array([GUANGZHOU[0], 91.0, GUANGZHOU[0]]), np.array([GUANGZHOU[1], 0.0, GUANGZHOU[1]])
    cell = cell_of(*GUANGZHOU)
    assert index.cells_of(lat, lng).tolist() == [cell, 0, cell]
    assert index.cell_of(*GUANGZHOU) == cell
    assert index.cells_of(lat[:0], lng[:0]).dtype == np.int64
