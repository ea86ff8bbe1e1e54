"""PreferenceAgent by model: what a driver's wishes in words say of each load and of doing nothing.

It may add to what rules find, never take away from it: a constraint that is understood has its price whatever a model
thinks of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from agents.llm.answers import PreferenceAnswer
from agents.llm.desk import Desk, Posed
from agents.llm.numbered import rows_of
from agents.llm.quote import harmless
from agents.llm.read import check_language
from agents.llm.shown import Shown
from agents.llm.told import asker, judged_rows, load_lines, posed
from agents.protocols import PreferenceAgent
from agents.records import Assessment, Options
from memory.observed import Observation
from memory.views.records import PreferenceView


@dataclass(frozen=True, slots=True)
class ModelPreference:
    """Asks where there are wishes in force; without any, and when the model fails, `rule` has the word."""

    desk: Desk
    rule: PreferenceAgent

    def assess(self, seen: Observation, view: PreferenceView, options: Options) -> Assessment:
        by_rule = self.rule.assess(seen, view, options)
        if not seen.preferences:
            return by_rule
        rows = judged_rows(seen, options)
        lines = load_lines(self.desk, options, rows, by_rule.option_fen.tolist(), cities=True)

        def pose(budget: int) -> Posed:
            return posed(self.desk, seen, view, lines, budget, wishes=True)

        def read(answer: PreferenceAnswer, shown: Shown) -> Assessment:
            found = rows_of([priced.n for priced in answer.priced], rows, "priced")
            cited = shown.cited(answer.facts)
            check_language(" ".join([answer.why, *answer.due]), self.desk.prompts.language)
            option_fen = by_rule.option_fen.copy()
            for row, priced in zip(found, answer.priced, strict=True):
                option_fen[row] = max(option_fen[row], priced.penalty_yuan * 100.0)
            return replace(
                by_rule,
                option_fen=option_fen,
                wait_fen=max(by_rule.wait_fen, answer.wait_yuan * 100.0),
                due=(*by_rule.due, *(harmless(text, 80) for text in answer.due)),
                fact_ids=tuple(dict.fromkeys([*by_rule.fact_ids, *cited])),
            )

        priced = self.desk.ask(asker(self.desk, "preference", seen), PreferenceAnswer, pose, read)
        return by_rule if priced is None else priced
