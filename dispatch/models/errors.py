"""Why a run that needs a language model has none to ask."""

from __future__ import annotations


class NoModelError(Exception):
    """Nobody answers where the model should be, in one sentence."""


class WrongModelError(NoModelError):
    """What the user gave names no model."""
