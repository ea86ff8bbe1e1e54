"""Which row of a table a key has, for many keys at once. It holds the keys and nothing of what the rows mean."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_END = np.iinfo(np.int64).max


class RowIndex:
    """Rows of whole numbers under 2^63 - 1, counted in the order in which these came: 12 bytes a key."""

    __slots__ = ("_keys", "_rows")

    def __init__(self) -> None:
        self._keys = np.array([_END], dtype=np.int64)
        """Ascending; the last one is no key, so that every search ends at a place."""
        self._rows = np.array([-1], dtype=np.int32)

    def __len__(self) -> int:
        return len(self._keys) - 1

    def find(self, keys: NDArray[np.integer]) -> NDArray[np.int32]:
        """The row of each key, shape of `keys`; -1 for one that has none."""
        at = self._keys.searchsorted(keys)
        rows = self._rows[at]
        rows[self._keys[at] != keys] = -1
        return rows

    def row(self, key: int) -> int:
        """The row of one key, -1 where it has none."""
        at = self._keys.searchsorted(key)
        return int(self._rows[at]) if self._keys[at] == key else -1

    def add(self, keys: NDArray[np.integer]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The row of each key, and the keys that were new, each once: they have the next rows, in that order."""
        rows = self.find(keys)
        unknown = (rows < 0).nonzero()[0]
        if not len(unknown):
            return rows, np.empty(0, dtype=np.int64)
        new = np.array(list(dict.fromkeys(keys[unknown].tolist())), dtype=np.int64)
        self.append(new)
        rows[unknown] = self.find(keys[unknown])
        return rows, new

    def append(self, new: NDArray[np.integer]) -> None:
        """Give the next rows, in order, to different keys that have none."""
        keys = np.concatenate([self._keys, new])
        rows = np.concatenate([self._rows, np.arange(len(self), len(self) + len(new), dtype=np.int32)])
        order = keys.argsort()
        self._keys, self._rows = keys[order], rows[order]

    def keep(self, kept: NDArray[np.bool_]) -> None:
        """Forget the keys of the rows that a mask of all, at least one, leaves out; the others are counted anew."""
        stay = kept[self._rows]
        stay[-1] = True  # which is no key
        numbers = kept.cumsum(dtype=np.int32) - 1
        self._keys, self._rows = self._keys[stay], numbers[self._rows[stay]]
        self._rows[-1] = -1
