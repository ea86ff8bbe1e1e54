"""The words of prompts, in one record a language: what each agent is told that never changes.

What changes from step to step is made of names and numbers that read the same in both languages.
"""

from __future__ import annotations

from dataclasses import dataclass

from agents.llm.model import Trouble
from scenarios.records import Language


@dataclass(frozen=True, slots=True)
class Prompts:
    """System texts by agent, and the few words that stand between the parts of a message."""

    language: Language
    search: str
    analyst: str
    preference: str
    decision: str
    single: str
    digest: dict[str, str]
    """By store: market, cargo, driver."""
    wishes: str
    """Before the driver's wishes."""
    memory: str
    """Before the lines of memory."""
    no_memory: str
    offers: str
    """Before what may be chosen."""
    state: str
    """Before the driver's present state."""
    facts: str
    """Before the facts that a digest is made of."""
    again: str
    """After an answer that could not be used; holds {reason}."""
    reasons: dict[Trouble, str]
    """Why an answer could not be used; some hold {detail}, names of fields and numbers."""
