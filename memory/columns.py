"""Rows of named columns: as records whose every field is an array, for reading, and packed in one array, for keeping.

A packed row lies in one piece, so that picking rows, joining them and keeping few of them cost one array and not one a
column. Nothing here knows what rows mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

Packed = NDArray[np.void]
"""A structured array, a field a column."""


class Columns:
    """What records of columns can do; a subclass is a frozen dataclass of arrays of one length."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    """The names of the fields in their order, as a dataclass sets them."""

    @property
    def arrays(self) -> list[NDArray[Any]]:
        """The columns in the order of the fields."""
        return [getattr(self, name) for name in self.__match_args__]

    def take(self, rows: NDArray[np.integer] | NDArray[np.bool_]) -> Self:
        """The given rows, in the given order (or those that a mask keeps), as arrays of their own."""
        at = rows.nonzero()[0] if rows.dtype == np.bool_ else rows
        return type(self)(*[column.take(at) for column in self.arrays])

    @classmethod
    def of(cls, rows: Packed) -> Self:
        """Packed rows for reading and writing: the columns are views of them."""
        return cls(*[rows[name] for name in cls.__match_args__])


def dtype_of(kind: type[Columns], types: Mapping[str, type[np.generic]]) -> np.dtype[np.void]:
    """How the rows of a kind of record are packed; columns without a type hold doubles."""
    return np.dtype([(name, types.get(name, np.float64)) for name in kind.__match_args__], align=True)


def joined(*parts: Packed) -> Packed:
    """All rows of one or more arrays of one type, as an array of their own."""
    return np.concatenate([_bytes(rows) for rows in parts]).view(parts[0].dtype)


def put(rows: Packed, at: NDArray[np.integer], values: Packed) -> None:
    """Write over the given rows."""
    _bytes(rows)[at] = _bytes(values)


def _bytes(rows: Packed) -> Packed:
    """The same rows as bytes that mean nothing: numpy copies fields one by one, and bytes at once."""
    return rows.view(np.dtype((np.void, rows.dtype.itemsize)))
