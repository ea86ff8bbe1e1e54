"""Agents read views only: what is not a view does not type-check as one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

SNIPPET = """
from agents.sets import agent_set
from memory.agent import MemoryAgent
from memory.observed import Observation


def step(seen: Observation, memory: MemoryAgent) -> None:
    agents, stores, views = agent_set("rule"), memory.stores[0], memory.views(seen)
    options = agents.analyst.analyse(seen, views.cargo, [])
    assessment = agents.preference.assess(seen, views.preference, options)
    agents.search.search(seen, views.search)
    agents.decision.decide(seen, views.decision, options, assessment)
    agents.search.search(seen, stores.market)
    agents.analyst.analyse(seen, stores.cargo, [])
    agents.preference.assess(seen, stores.driver, options)
    agents.decision.decide(seen, stores, options, assessment)
    agents.search.search(seen, views.cargo)
    agents.search.search(seen, memory)
"""


@pytest.mark.slow
def test_an_agent_that_is_handed_a_store_does_not_type_check(tmp_path: Path) -> None:
    """Views pass; each store, another agent's view and the memory itself are errors of their own line, 13 to 18."""
    snippet = tmp_path / "handed.py"
    snippet.write_text(SNIPPET, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--hide-error-context", "--no-pretty"]
    command += ["--follow-imports=silent", "--ignore-missing-imports", f"--cache-dir={tmp_path / 'cache'}"]
    env = {**os.environ, "MYPYPATH": str(ROOT)}
    said = subprocess.run([*command, str(snippet)], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    wrong = {
        int(line.split(":")[1]): line.split(": error: ")[1]
        for line in said.stdout.splitlines()
        if line.startswith(str(snippet))
    }
    expected = {
        13: ('"search" of "SearchAgent"', "MarketMemory", "SearchView"),
        14: ('"analyse" of "CargoAnalystAgent"', "CargoMemory", "CargoView"),
        15: ('"assess" of "PreferenceAgent"', "DriverMemory", "PreferenceView"),
        16: ('"decide" of "MainDecisionAgent"', "Stores", "DecisionView"),
        17: ('"search" of "SearchAgent"', "CargoView", "SearchView"),
        18: ('"search" of "SearchAgent"', "MemoryAgent", "SearchView"),
    }
    assert said.returncode == 1, said.stdout + said.stderr
    assert wrong == {
        line: f'Argument 2 to {where} has incompatible type "{given}"; expected "{wanted}"  [arg-type]'
        for line, (where, given, wanted) in expected.items()
    }
