"""The single-agent baseline: one prompt with everything, as people start.

It reads the list around the truck every step and puts all of it, with what memory shows of the driver's record (all
that happened, under memory `full`), into one question. Nothing is judged, priced or ranked before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agents.llm.answers import MOST_WAIT_MIN, DecisionAnswer
from agents.llm.desk import Desk, Posed
from agents.llm.numbered import offer_of
from agents.llm.quote import harmless
from agents.llm.read import check_language
from agents.llm.shown import Shown
from agents.llm.told import asker, load_lines, posed
from agents.protocols import AgentSet, MainDecisionAgent
from agents.records import Assessment, Decision, Options
from agents.rule.greedy import GreedySearch
from agents.rule.preference import RulePreference
from agents.rule.rule_set import RULE
from agents.rule.weigh import weigh
from memory.observed import Act, Action, Listing, Observation
from memory.offers import NO_OFFERS
from memory.views.records import CargoView, DecisionView

MOST_LOADS = 60
"""Loads of the list that are told, nearest first."""
WAIT_MIN = 30


class ListedOnly:
    """The list as it is, with what each load nets."""

    def analyse(self, seen: Observation, view: CargoView, listings: Sequence[Listing]) -> Options:
        offers = listings[-1].offers if listings else NO_OFFERS
        return weigh(seen, offers, np.full(len(offers), -1, dtype=np.int64))

    def judge(self, seen: Observation, view: CargoView, options: Options) -> Options:
        """Nothing is judged."""
        return options


@dataclass(frozen=True, slots=True)
class SingleDecision:
    """Asks one question about everything; `rule` decides where the model has not."""

    desk: Desk
    rule: MainDecisionAgent

    def decide(self, seen: Observation, view: DecisionView, options: Options, assessment: Assessment) -> Decision:
        rows = list(range(min(MOST_LOADS, len(options))))
        if not rows:
            return self.rule.decide(seen, view, options, assessment)
        lines = [*load_lines(self.desk, options, rows, cities=bool(seen.preferences)), "0 wait"]

        def pose(budget: int) -> Posed:
            return posed(self.desk, seen, view, lines, budget, wishes=True)

        def read(answer: DecisionAnswer, shown: Shown) -> Decision:
            cited = shown.cited(answer.facts)
            check_language(answer.why + answer.plan, self.desk.prompts.language)
            if answer.choice:
                row = offer_of(answer.choice, rows, "choice")
                action = Action(Act.TAKE_ORDER, load=int(options.offers.load[row]))
            else:
                action = Action(Act.WAIT, minutes=min(answer.minutes, MOST_WAIT_MIN) or WAIT_MIN)
            return Decision(action, harmless(answer.why, 160), plan=harmless(answer.plan, 100), fact_ids=cited)

        decision = self.desk.ask(asker(self.desk, "single", seen), DecisionAnswer, pose, read)
        return self.rule.decide(seen, view, options, assessment) if decision is None else decision


def single_set(desk: Desk) -> AgentSet:
    """The baseline as a set of agents: only its decision asks."""
    return AgentSet("single", GreedySearch(), ListedOnly(), RulePreference(), SingleDecision(desk, RULE.decision))
