"""CargoAnalystAgent by model: how good the best loads' destinations are, and what may come to nothing.

Which loads there are, what they net and when they end is computed by rule and never asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.llm.answers import AnalystAnswer
from agents.llm.desk import Desk, Posed
from agents.llm.numbered import rows_of
from agents.llm.read import check_language
from agents.llm.shown import Shown
from agents.llm.told import asker, judged_rows, load_lines, posed
from agents.protocols import CargoAnalystAgent
from agents.records import Options
from agents.rule.analyst import BUSY_FEN
from memory.observed import Listing, Observation
from memory.views.records import CargoView


@dataclass(frozen=True, slots=True)
class ModelAnalyst:
    """Asks about the loads that look best; of the others, and of all when the model fails, `rule` has the word."""

    desk: Desk
    rule: CargoAnalystAgent

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        """By rule."""
        return self.rule.analyse(seen, view, listings)

    def judge(self, seen: Observation, view: CargoView, options: Options) -> Options:
        """Destinations from -2 to 2 are worth 0 to BUSY_FEN; at a risk of p per cent so much of the price is lost."""
        rows = judged_rows(seen, options)
        if not rows:
            return self.rule.judge(seen, view, options)
        lines = load_lines(self.desk, options, rows)

        def pose(budget: int) -> Posed:
            return posed(self.desk, seen, view, lines, budget, wishes=False)

        def read(answer: AnalystAnswer, shown: Shown) -> Options:
            found = rows_of([judged.n for judged in answer.judged], rows, "judged")
            check_language(answer.why, self.desk.prompts.language)
            value_fen = options.value_fen.copy()
            for row, judged in zip(found, answer.judged, strict=True):
                lost = judged.risk / 100 * float(options.offers.price_fen[row])
                value_fen[row] = BUSY_FEN * (judged.end + 2) / 4 - lost
            return replace(options, value_fen=value_fen)

        judged = self.desk.ask(asker(self.desk, "analyst", seen), AnalystAnswer, pose, read)
        return self.rule.judge(seen, view, options) if judged is None else judged
