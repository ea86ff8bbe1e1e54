"""RowIndex against a dictionary: whatever is added, found and forgotten."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memory.stores.rows import RowIndex

KEYS = st.lists(st.integers(-5, 40), max_size=12)


@given(st.lists(st.tuples(KEYS, st.frozensets(st.integers(0, 40)), st.booleans()), max_size=8), KEYS)
def test_rows_are_those_of_a_dictionary(rounds: list[tuple[list[int], frozenset[int], bool]], asked: list[int]) -> None:
    """Each round adds keys and then, sometimes, forgets those rows that a set names; the others are counted anew."""
    index, rows = RowIndex(), dict[int, int]()
    for keys, forgotten, forgets in rounds:
        found, new = index.add(np.array(keys, dtype=np.int64))
        fresh = [key for key in dict.fromkeys(keys) if key not in rows]
        rows |= {key: len(rows) + i for i, key in enumerate(fresh)}
        assert (found.tolist(), new.tolist()) == ([rows[key] for key in keys], fresh)
        if forgets and rows:
            kept = np.array([row not in forgotten for row in range(len(rows))])
            index.keep(kept)
            rows = {key: i for i, key in enumerate(key for key, row in rows.items() if kept[row])}
    assert len(index) == len(rows)
    assert index.find(np.array(asked, dtype=np.int32)).tolist() == [rows.get(key, -1) for key in asked]
    assert [index.row(key) for key in asked] == [rows.get(key, -1) for key in asked]
