"""Making it happen: world, loop, records, batches, command line. `simulate` and `recorded` are for other programs."""

from __future__ import annotations

from typing import Any

__all__ = ["recorded", "simulate"]


def __getattr__(name: str) -> Any:
    """What `dispatch.notebook` offers, imported when it is asked for: the command line starts without it."""
    if name in __all__:
        from dispatch import notebook

        return getattr(notebook, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
