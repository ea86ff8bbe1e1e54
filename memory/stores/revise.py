"""Two statements about one thing - the same subject, the same attribute - of which one must stand: decided by minutes.

Facts are never changed; what a store believes is. The statement about the later minute stands, whenever it was told:

    told of a later minute       what was believed held until then, and holds no more: it has changed
    told of the same minute      both cannot hold, and the one told last corrects the other: it was wrong
    told of an earlier minute    it came late, as from a log that is filled in: kept as a fact, it moves nothing

A store keeps what changed in its counts, and takes what was wrong out of them.
"""

from __future__ import annotations

from enum import IntEnum


class Revision(IntEnum):
    """What a statement does to a belief about the same thing."""

    CONFIRMED = 0
    """Both say the same: one belief with one more source."""
    CHANGED = 1
    WRONG = 2
    LATE = 3


def revision(believed_min: int, told_min: int, *, agrees: bool) -> Revision:
    """What a statement about minute `told_min` does to a belief about minute `believed_min`."""
    if told_min < believed_min:
        return Revision.LATE
    if agrees:
        return Revision.CONFIRMED
    return Revision.WRONG if told_min == believed_min else Revision.CHANGED
