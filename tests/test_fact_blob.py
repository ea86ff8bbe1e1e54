"""A step's facts as bytes: what goes in comes out, and bytes that are no facts are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dispatch.record.fact_blob import decode_facts, encode_facts
from memory.facts import FACT_DTYPE, FactBlock, FactKind, FactWriter

INT32 = st.integers(-(2**31), 2**31 - 1)
INT64 = st.integers(-(2**63), 2**63 - 1)
ROW = st.tuples(
    st.integers(0, 255), INT32, INT64, INT32, INT32, st.floats(), st.floats(width=32)
)  # kind, minute, cell, load, count, value, importance


@st.composite
def blocks(draw: st.DrawFn) -> FactBlock:
    """Any block: a few facts, some of which are searches with lists."""
    first = draw(st.integers(0, 2**62))
    rows = np.array(draw(st.lists(ROW, min_size=1, max_size=8)), dtype=FACT_DTYPE)
    places = draw(st.lists(st.integers(0, len(rows) - 1), unique=True, max_size=3))
    lists = [np.array(draw(st.lists(INT32, max_size=6)), dtype=np.int32) for _ in places]
    listed = tuple((first + place, loads) for place, loads in zip(sorted(places), lists, strict=True))
    return FactBlock(first, draw(st.integers(0, 2**31 - 1)), rows, listed)


@given(blocks())
def test_any_block_comes_back_as_it_was(block: FactBlock) -> None:
    back = decode_facts(encode_facts(block))
    assert back is not None
    assert (back.first_id, back.driver) == (block.first_id, block.driver)
    assert back.rows.dtype == FACT_DTYPE
    assert back.rows.tobytes() == block.rows.tobytes()
    assert [(fact, loads.tolist()) for fact, loads in back.listed] == [(f, x.tolist()) for f, x in block.listed]


def test_bytes_that_are_no_whole_block_are_refused() -> None:
    writer = FactWriter(2**40, driver=3)
    search = writer.add_search(17, 2**59, np.array([4, 9], dtype=np.int32), -250.5)
    writer.add_many(FactKind.CARGO_SEEN, 17, np.array([4, 9]), np.array([2**59, 0]), np.array([45500, 1]))
    empty = writer.add_search(18, 2**59, np.empty(0, dtype=np.int32), 0.0)
    data = encode_facts(writer.seal())

    block = decode_facts(data)
    assert block is not None
    assert block.rows["value"].tolist() == [-250.5, 45500.0, 1.0, 0.0]
    assert [(fact, loads.tolist()) for fact, loads in block.listed] == [(search, [4, 9]), (empty, [])]
    for torn in (data[:-1], data[:10], data + b"\0"):
        with pytest.raises(ValueError, match="are no block of facts"):
            decode_facts(torn)


def test_no_bytes_are_no_facts() -> None:
    assert decode_facts(b"") is None
