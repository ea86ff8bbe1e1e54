"""Steps as they happened, in columns: the run's result from which money, digest, logs and records are made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from memory.observed import Outcome
from scenarios.clock import LONGEST_MIN

STEP_DTYPE = np.dtype(
    [
        ("driver", "<i4"),
        ("step", "<i4"),
        ("start_min", "<i4"),
        ("scan_min", "<i4"),
        ("exec_min", "<i4"),
        ("act", "u1"),
        ("result", "u1"),
        ("searches", "<i4"),
        ("dead_proposal", "?"),
        ("barren_again", "<i4"),
        ("load", "<i4"),
        ("wait_arg_min", "<i4"),
        ("lat", "<f8"),
        ("lng", "<f8"),
        ("end_lat", "<f8"),
        ("end_lng", "<f8"),
        ("pickup_km", "<f8"),
        ("haul_km", "<f8"),
        ("reposition_km", "<f8"),
        ("drive_min", "<i4"),
        ("window_wait_min", "<i4"),
        ("service_min", "<i4"),
        ("listed", "<i4"),
    ]
)
"""One row a step; `load` is a row of the load table (-1: none, or an id it lacks). Positions in degrees, before the
step and after it; a reposition's target is its end position."""


class StepLog:
    """All steps of a run, appended in the order in which they ended."""

    def __init__(self) -> None:
        self._rows = np.zeros(256, dtype=STEP_DTYPE)
        self._size = 0
        self.foreign_ids: dict[int, str] = {}
        """Row number -> load id, for takes of ids that the load table lacks."""
        self.failed: set[int] = set()
        """Rows of steps in which the driver's agents failed, before the action or after it."""

    def __len__(self) -> int:
        return self._size

    @property
    def rows(self) -> NDArray[np.void]:
        """All rows so far, shape (n,), read-only in spirit."""
        return self._rows[: self._size]

    def append(
        self,
        driver: int,
        step: int,
        start_min: int,
        place: tuple[float, float],
        outcome: Outcome,
        *,
        searches: int = 0,
        listed: int = 0,
        dead_proposal: bool = False,
        barren_again: int = 0,
        failed: bool = False,
    ) -> None:
        """Add one step: it began at `start_min` at `place`, and its action is in the outcome."""
        if self._size == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros(self._size, dtype=STEP_DTYPE)])
        action = outcome.action
        self._rows[self._size] = (
            driver,
            step,
            start_min,
            outcome.start_min - start_min,
            outcome.end_min - outcome.start_min,
            action.act,
            outcome.result,
            searches,
            dead_proposal,
            barren_again,
            action.load,
            max(-1, min(action.minutes, LONGEST_MIN + 1)),  # what was asked beyond, and refused, needs no 32 bits
            *place,
            outcome.lat,
            outcome.lng,
            outcome.pickup_km,
            outcome.haul_km,
            outcome.reposition_km,
            outcome.drive_min,
            outcome.window_wait_min,
            outcome.service_min,
            listed,
        )
        if action.load < 0 and action.load_id:
            self.foreign_ids[self._size] = action.load_id
        if failed:
            self.failed.add(self._size)
        self._size += 1

    def of_driver(self, driver: int) -> NDArray[np.void]:
        """One driver's steps in order."""
        mine: NDArray[np.void] = self.rows[self.rows["driver"] == driver]
        return mine

    def keep_first(self, kept: dict[int, int]) -> None:
        """Cut each driver's steps to its first `kept[driver]` (rule `max_steps_scope` = run)."""
        rows = self.rows
        allowed = np.array([kept[d] for d in range(len(kept))])
        keep = rows["step"] <= allowed[rows["driver"]]
        renumbered = np.cumsum(keep) - 1
        self.foreign_ids = {int(renumbered[i]): text for i, text in self.foreign_ids.items() if keep[i]}
        self.failed = {int(renumbered[i]) for i in self.failed if keep[i]}
        self._rows = rows[keep]
        self._size = len(self._rows)

    def digest(self, driver_ids: Sequence[str], load_ids: Sequence[str]) -> str:
        """ "sha256:…" over the steps, by driver id and step, the same on every machine.

        Loads are named by their ids and distances rounded to the millimetre, so neither a file's order nor the
        last place of a platform's sine matters.
        """
        sha = hashlib.sha256()
        for line in self._canonical(driver_ids, load_ids):
            sha.update(line.encode())
        return f"sha256:{sha.hexdigest()}"

    def _canonical(self, driver_ids: Sequence[str], load_ids: Sequence[str]) -> Iterable[str]:
        rows = self.rows
        for i in np.lexsort((rows["step"], rows["driver"])).tolist():
            row = rows[i].item()
            load = load_ids[row[10]] if row[10] >= 0 else self.foreign_ids.get(i, "")
            whole = [driver_ids[row[0]], *row[1:10], load, row[11], *row[19:]]
            fine = [f"{x:.6f}" for x in row[12:19]]
            yield "|".join([str(int(x)) if isinstance(x, bool) else str(x) for x in whole] + fine) + "\n"
