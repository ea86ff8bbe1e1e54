"""Arms against each other on the same seeds: each arm's run of each seed, means, and paired differences.

Common random numbers: a seed gives the same market, the same drivers and the same draws of who is served first among
claims of one minute in every arm, so that a difference on one seed is the arms' own, and the wide spread between seeds
(ten drivers' weeks differ by about 8 %) drops out of it. Nothing is recorded and nothing is printed here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import stdev
from typing import Any

from agents.llm.calls import Call
from dispatch.compare.arms import Arm
from dispatch.compare.metrics import NET, mean_row, paired_differences
from dispatch.compare.records import ArmResult, Comparison, SeedFigures, Trouble
from dispatch.failures import Failures
from dispatch.measures.memory_use import MemoryUse, UseFigures
from dispatch.models.seat import check_models
from dispatch.models.use import ModelUse, ModelUseFigures
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.settings import RunSettings
from dispatch.workers import Failed, do_each


@dataclass(frozen=True, slots=True)
class _Cell:
    """One finished run, as it comes back from a process."""

    figures: SeedFigures
    agents_failed: str | None


def compare(
    settings: RunSettings,
    arms: Sequence[Arm],
    seeds: Sequence[int],
    *,
    metrics: Sequence[str] = (),
    jobs: int = 1,
    cluster: str | None = None,
    on_done: Callable[[int], None] | None = None,
) -> Comparison:
    """Run every arm on every seed, and set each pair of arms side by side in net income and in `metrics`.

    `settings` are those of every run but for its seed, agents and memory. Arms have different names and seeds are
    different. The result is the same for any number of `jobs` (processes), and on a Dask `cluster`, but for its
    seconds. A run that breaks off stops no other. `on_done` is told how many runs are done. Raises ScenarioError for a
    scenario that cannot be opened, before the first run, ClusterError, and NoModelError where there is no model to ask.
    """
    began = time.perf_counter()
    opened = settings.model_copy(update={"seed": seeds[0]}).opened()
    markets = {seed: settings.model_copy(update={"seed": seed}).fingerprint() for seed in seeds}
    asked = [
        settings.model_copy(update={"seed": seed, "agents": arm.agents, "memory": arm.memory, "count_tokens": True})
        for seed in seeds
        for arm in arms
    ]
    check_models(asked, elsewhere=cluster is not None)
    done = iter(do_each(_run_cell, asked, jobs, cluster, on_done))
    rows: dict[str, dict[int, SeedFigures]] = {arm.name: {} for arm in arms}
    failed, agent_failures = [], []
    for seed in seeds:
        for arm in arms:
            cell = _of_market(next(done), markets[seed])
            if isinstance(cell, Failed):
                failed.append(Trouble(arm=arm.name, seed=seed, why=cell.why))
                continue
            rows[arm.name][seed] = cell.figures
            if cell.agents_failed is not None:
                agent_failures.append(Trouble(arm=arm.name, seed=seed, why=cell.agents_failed))
    plain = {name: {seed: row.model_dump() for seed, row in of_arm.items()} for name, of_arm in rows.items()}
    world = {"rules": opened.rules.profile, "days": opened.days, "drivers": len(opened.drivers)}
    return Comparison(
        scenario=opened.name,
        **world,
        seeds=list(seeds),
        arms=[_arm_result(arm, world, list(rows[arm.name].values())) for arm in arms],
        pairs=paired_differences(plain, list(dict.fromkeys([NET, *metrics]))),
        failed=failed,
        agent_failures=agent_failures,
        wall_s=round(time.perf_counter() - began, 3),
    )


class _Uses(MemoryUse):
    """What a run's memory was good for, and what its model's answers took."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ModelUse()

    def calls(self, calls: Sequence[Call]) -> None:
        self.model.add(calls)


def _run_cell(settings: RunSettings) -> _Cell:
    """One arm on one seed, from opening the scenario on."""
    scenario = settings.opened()
    failures = Failures()
    use = _Uses()
    _, result = simulate(scenario, settings, recorder=use, report_failure=failures.report)
    figures = seed_figures(result, use.figures(), use.model.figures(result.steps), scenario.fingerprint)
    return _Cell(figures, failures.sentence())


def _of_market(cell: _Cell | Failed, market: str) -> _Cell | Failed:
    """The cell, unless it ran in another `market` than its seed's: then its figures stand beside no other's."""
    if isinstance(cell, Failed) or cell.figures.market == market:
        return cell
    return Failed("the scenario's files changed while it was compared; compare again")


def seed_figures(result: RunResult, memory_use: UseFigures, model_use: ModelUseFigures, market: str) -> SeedFigures:
    """A run's totals with the shares, the tokens and the use of memory and model that a comparison asks for."""
    total, tokens = result.total, result.tokens
    views = list(tokens["view"].values())
    counted = all(isinstance(n, int | float) for n in views) and result.steps > 0
    return SeedFigures(
        **total.model_dump(),
        seed=result.seed,
        deadhead_share=_share(total.km["pickup"] + total.km["reposition"], sum(total.km.values())),
        idle_share=_share(total.minutes["wait"], sum(total.minutes.values())),
        tokens_per_step=round((sum(views) + tokens["compressor"]) / result.steps, 3) if counted else None,
        compressor_tokens=tokens["compressor"],
        digests=result.digests,
        memory_use=memory_use,
        model_use=model_use,
        tokens=tokens,
        calls=result.calls,
        digest=result.digest,
        market=market,
        wall_s=result.wall_s,
    )


def _share(part: float, whole: float) -> float | None:
    return round(part / whole, 6) if whole else None


def _arm_result(arm: Arm, world: dict[str, Any], rows: list[SeedFigures]) -> ArmResult:
    nets = [row.net_yuan for row in rows]
    return ArmResult(
        name=arm.name,
        settings={
            "agents": arm.agents,
            "memory": arm.memory.mode,
            **world,
            "memory_settings": arm.memory.model_dump(exclude={"mode"}),
        },
        per_seed=rows,
        mean=mean_row([row.model_dump(exclude={"seed"}) for row in rows]),
        net_sd_yuan=round(stdev(nets), 2) if len(nets) > 1 else None,
    )
