"""What keeping drivers' wishes costs and earns: a month, ten drivers with wishes, five seeds, against the baseline.

    python benchmarks/preferences_income.py [SCENARIO [RULES [SEEDS]]]
        guangdong-month-wishes, tianchi-r0509 and 0-4 by default

The baseline looks at money alone and pays for what it breaks. Two more arms tell where the rest goes: `traded` keeps
each wish only where that pays, as if all were said with "if possible": what never trading hard wishes costs; `seeing`
keeps them as `rule` does, and its lists show six times as many loads and take a minute: what not seeing the whole
market costs. Prints for each seed net income after penalties
and penalties as a share of gross income; breaches of hard wishes, and how many of them the audit calls avoidable; and
the mean difference on the same seeds with a 95 % interval by paired bootstrap.
"""

from __future__ import annotations

import sys

from dispatch.audit.of_run import counted_breaches
from dispatch.compare.bootstrap import bootstrap_interval
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings
from memory.settings import MemorySettings
from scenarios.open import open_scenario
from scenarios.preferences.compiled import Compiled, Context
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Preference

ARMS = ("greedy", "rule", "traded", "seeing")


class Softened:
    """The grammar, with every wish understood as said with "if possible"."""

    def __init__(self) -> None:
        self._grammar = GrammarCompiler()

    def compile(self, preference: Preference, number: int, context: Context) -> Compiled:
        """As the grammar does, but none is hard."""
        understood = self._grammar.compile(preference, number, context)
        soft = tuple(c.model_copy(update={"hard": False}) for c in understood.constraints)
        return understood.model_copy(update={"constraints": soft})


def month(scenario: str, rules: str, seed: int, arm: str) -> RunResult:
    """One run, audited."""
    memory = MemorySettings(mode="none" if arm == "greedy" else "rule")
    agents = "greedy" if arm == "greedy" else "rule"
    settings = RunSettings(scenario=scenario, seed=seed, rules=rules, agents=agents, memory=memory)
    opened = open_scenario(scenario, seed=seed, rules=rules)
    if arm == "seeing":
        sight = {"query_k_default": 600, "query_k_max": 600, "items_per_scan_minute": 600}
        opened = opened.model_copy(update={"rules": opened.rules.model_copy(update=sight)})
    return simulate(opened, settings, compiler=Softened() if arm == "traded" else None)[1]


def main(scenario: str = "guangdong-month-wishes", rules: str = "tianchi-r0509", seeds: str = "0-4") -> None:
    """A line an arm and seed, then the difference."""
    first, last = (int(x) for x in seeds.split("-"))
    nets: dict[str, list[float]] = {arm: [] for arm in ARMS}
    for arm in ARMS:
        for seed in range(first, last + 1):
            result = month(scenario, rules, seed, arm)
            total, counts = result.total, counted_breaches(result.audit)
            nets[arm].append(total.net_yuan)
            share = 100 * total.penalty_yuan / total.gross_yuan
            print(
                f"{arm:<6} seed {seed}: net after penalties {total.net_yuan:>10,.0f}, penalties "
                f"{total.penalty_yuan:>8,.0f} ({share:.2f} % of gross), hard breaches {counts['hard']}, "
                f"avoidable {counts['avoidable']}",
                flush=True,
            )
    for arm in ARMS[1:]:
        print(compared(arm, nets[arm], nets["greedy"]))


def compared(arm: str, mine: list[float], base: list[float]) -> str:
    """The mean difference to the baseline with its interval."""
    differences = [b - a for a, b in zip(base, mine, strict=True)]
    whole, mean, interval = sum(base) / len(base), sum(differences) / len(differences), bootstrap_interval(differences)
    said = f"{arm} above greedy: {mean:+,.0f} yuan ({100 * mean / whole:+.1f} %)"
    if interval is not None:
        low, high = interval.low, interval.high
        said += f", 95 % from {low:+,.0f} ({100 * low / whole:+.1f} %) to {high:+,.0f} ({100 * high / whole:+.1f} %)"
    return said


if __name__ == "__main__":
    main(*sys.argv[1:])
