"""What a run's calls to models came to: a sum over the calls as they are recorded, so that a record gives the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from agents.llm.calls import Call

COMPRESSOR = "compressor"
"""How the names of those begin that write memory's digests; all others decide."""


def compresses(call: Call) -> bool:
    """True for a call that wrote a digest."""
    return call.request.agent.startswith(COMPRESSOR)


@dataclass(slots=True)
class CallTotals:
    """Counts of answers and tokens of one run. Tokens are those of deciding agents, as the server counted them."""

    ok: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    """By kind (`agents.llm.model.Trouble`): calls without a reply, and replies that could not be used."""
    fallback: Counter[str] = field(default_factory=Counter)
    """By kind of the last trouble: times that a rule agent decided because the model had not."""
    retried: int = 0
    """Requests sent beyond the first of a call."""
    prompt: int = 0
    cached: int = 0
    completion: int = 0

    def add(self, calls: Sequence[Call]) -> None:
        """Take in calls in the order of `CallBook.take`; all that one agent asked in one step come together."""
        for call in calls:
            self.retried += max(0, call.tries - 1)
            if call.trouble is None:
                self.ok += 1
            else:
                self.failed[call.trouble.value] += 1
            if call.reply is not None and not compresses(call):
                self.prompt += call.reply.usage.prompt
                self.cached += call.reply.usage.cached
                self.completion += call.reply.usage.completion
        deciding = (call for call in calls if not compresses(call))
        for _, asked in groupby(deciding, lambda c: (c.request.driver, c.request.step, c.request.agent)):
            # A question that is repeated has one part more, the reason.
            last = max(asked, key=lambda call: (call.trouble is None, len(call.request.parts), call.key))
            if last.trouble is not None:
                self.fallback[last.trouble.value] += 1

    def counts(self) -> dict[str, Any]:
        """As `dispatch run --json` gives them under `calls`."""
        return {
            "ok": self.ok,
            "failed": dict(sorted(self.failed.items())),
            "fallback": self.fallback.total(),
            "fallback_by": dict(sorted(self.fallback.items())),
            "retried": self.retried,
        }

    def tokens(self) -> dict[str, int]:
        """As `dispatch run --json` gives them under `tokens`."""
        return {"prompt": self.prompt, "cached": self.cached, "completion": self.completion}
