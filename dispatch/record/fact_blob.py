"""A step's facts as bytes and back, exactly. It reads no meaning into them."""

from __future__ import annotations

import struct

import numpy as np

from memory.facts import FACT_DTYPE, FactBlock

_HEAD = struct.Struct("<qiii")
"""First fact id, driver, number of facts, number of lists."""
_LIST = struct.Struct("<ii")
"""Place in the block of the search that a list belongs to, and how many loads were listed."""


def encode_facts(block: FactBlock) -> bytes:
    """The block as bytes, little-endian: head, fact rows, then each list's head and its loads."""
    parts = [_HEAD.pack(block.first_id, block.driver, len(block.rows), len(block.listed)), block.rows.tobytes()]
    for fact_id, loads in block.listed:
        parts.append(_LIST.pack(fact_id - block.first_id, len(loads)))
        parts.append(loads.astype("<i4", copy=False).tobytes())
    return b"".join(parts)


def decode_facts(data: bytes) -> FactBlock | None:
    """The block that `encode_facts` wrote; None for no bytes. Raises ValueError for bytes that are no block."""
    if not data:
        return None
    try:
        first_id, driver, count, lists = _HEAD.unpack_from(data)
        rows = np.frombuffer(data, dtype=FACT_DTYPE, count=count, offset=_HEAD.size)
        at = _HEAD.size + rows.nbytes
        listed = []
        for _ in range(lists):
            place, loads = _LIST.unpack_from(data, at)
            listed.append((first_id + place, np.frombuffer(data, dtype="<i4", count=loads, offset=at + _LIST.size)))
            at += _LIST.size + 4 * loads
    except (struct.error, ValueError) as error:
        raise ValueError(f"{len(data)} bytes are no block of facts: {error}") from error
    if at != len(data):
        raise ValueError(f"{len(data)} bytes are no block of facts: it ends at byte {at}")
    return FactBlock(first_id, driver, rows, tuple(listed))
