"""The four deciding agents by rule."""

from __future__ import annotations

from agents.analyst import RuleAnalyst
from agents.decision import RuleDecision
from agents.preference import RulePreference
from agents.protocols import AgentSet
from agents.search import RuleSearch

RULE = AgentSet("rule", RuleSearch(), RuleAnalyst(), RulePreference(), RuleDecision())
