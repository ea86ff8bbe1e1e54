"""The four deciding agents by rule."""

from __future__ import annotations

from agents.protocols import AgentSet
from agents.rule.analyst import RuleAnalyst
from agents.rule.decision import RuleDecision
from agents.rule.preference import RulePreference
from agents.rule.search import RuleSearch

RULE = AgentSet("rule", RuleSearch(), RuleAnalyst(), RulePreference(), RuleDecision())
