"""What memory is worth on the library's week: net income before penalties, five seeds, three arms.

    python benchmarks/income.py [RULES ...]        tianchi-r0509 and standard by default

Prints each arm's net income by seed, the mean, and the mean against the greedy baseline's.
"""

from __future__ import annotations

import sys

from dispatch.run import simulate
from dispatch.settings import RunSettings
from memory.settings import MemorySettings
from scenarios.open import open_scenario

SEEDS = range(5)
ARMS = (("greedy", "none"), ("rule", "none"), ("rule", "rule"))


def main(profiles: list[str]) -> None:
    """One table a rules profile."""
    for rules in profiles:
        print(f"{rules}: net yuan by seed {SEEDS.start} to {SEEDS.stop - 1}")
        base = 0.0
        for agents, mode in ARMS:
            nets = []
            for seed in SEEDS:
                scenario = open_scenario("guangdong-week", seed=seed, rules=rules)
                memory = MemorySettings.model_validate({"mode": mode})
                settings = RunSettings(scenario="guangdong-week", seed=seed, rules=rules, agents=agents, memory=memory)
                nets.append(simulate(scenario, settings)[1].total.net_yuan)
            mean = sum(nets) / len(nets)
            base = base or mean
            print(f"  agents {agents:<7} memory {mode:<5}", " ".join(f"{net:>10,.0f}" for net in nets), end="  ")
            print(f"mean {mean:>10,.0f}  {100 * (mean / base - 1):+.1f} %")


if __name__ == "__main__":
    main(sys.argv[1:] or ["tianchi-r0509", "standard"])
