"""What the answers of a run's models took: tokens as the server counted them, and seconds that were waited.

Everything is counted: deciding agents, digests and wishes, answers that could not be used, and tries that failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from agents.llm.calls import Call
from dispatch.models.call_totals import compresses


class ModelUseFigures(BaseModel):
    """Over a run's steps; None where no model was asked."""

    model_config = ConfigDict(frozen=True)

    tokens_per_step: float | None
    """Sent and received, the compressor's included."""
    prompt_per_step: float | None
    """Of these, those that were sent."""
    compressor_per_step: float | None
    """Of the tokens, those of digests."""
    seconds_per_step: float | None
    """From each question to its answer, pauses and failed tries included, added up, the compressor's included;
    measured."""
    compressor_seconds_per_step: float | None
    """Of these, those of digests."""


@dataclass(slots=True)
class ModelUse:
    """Sums over a run's calls."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0
    seconds: float = 0.0
    compressor_tokens: int = 0
    compressor_seconds: float = 0.0

    def add(self, calls: Sequence[Call]) -> None:
        """Take in calls, in any order."""
        for call in calls:
            self.calls += 1
            self.seconds += call.seconds
            sent, received = (0, 0) if call.reply is None else (call.reply.usage.prompt, call.reply.usage.completion)
            self.prompt += sent
            self.completion += received
            if compresses(call):
                self.compressor_tokens += sent + received
                self.compressor_seconds += call.seconds

    def figures(self, steps: int) -> ModelUseFigures:
        """The sums over so many steps."""

        def each(total: float) -> float | None:
            return round(total / steps, 3) if self.calls and steps else None

        return ModelUseFigures(
            tokens_per_step=each(self.prompt + self.completion),
            prompt_per_step=each(self.prompt),
            compressor_per_step=each(self.compressor_tokens),
            seconds_per_step=each(self.seconds),
            compressor_seconds_per_step=each(self.compressor_seconds),
        )
