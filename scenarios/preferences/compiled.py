"""What compiling gives, and the one protocol behind which words become constraints."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from scenarios.preferences.kinds import Constraint
from scenarios.records import Preference, Record


class Context(Record):
    """What the words are read against; no number of it is ever put into a constraint unless the words point to it."""

    start: datetime
    """Local midnight of the scenario's first day: gives "the 10th" its month and year."""
    days: int
    lat: float | None = None
    lng: float | None = None
    """The driver's place at the start, which is home unless the words name another."""
    driver_id: str = ""
    """Whose words they are; means nothing to what is understood."""


class Compiled(Record):
    """What was understood of one preference."""

    text: str
    constraints: tuple[Constraint, ...] = ()
    """In the order of the words; `Unknown` where a wish cannot be made precise."""
    said_back: str = ""
    """ "I understood: …", in the language of the words."""


class Compiler(Protocol):
    """Words to constraints; each preference by itself. Never raises for what it does not understand."""

    def compile(self, preference: Preference, number: int, context: Context) -> Compiled:
        """`number` is the preference's place among the driver's, from 0; penalties and spans are the preference's."""
        ...
