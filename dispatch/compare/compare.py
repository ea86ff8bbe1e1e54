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

from pydantic import BaseModel, ConfigDict

from agents.llm.calls import Call
from dispatch.compare.metrics import NET, PairedDifference, mean_row, paired_differences
from dispatch.measures.accounts import Figures
from dispatch.measures.memory_use import MemoryUse, UseFigures
from dispatch.models.seat import check_models
from dispatch.models.use import ModelUse, ModelUseFigures
from dispatch.run import simulate
from dispatch.run_result import RunResult
from dispatch.session import Failures
from dispatch.settings import ModelSettings, RunSettings
from dispatch.workers import Failed, do_each
from memory.digests.counts import DigestFigures
from memory.settings import VOCABULARY, MemorySettings, Share, Vocabulary
from scenarios.open import open_scenario


class Arm(BaseModel):
    """One way to run the scenario, under the name that the report calls it by."""

    model_config = ConfigDict(frozen=True)

    name: str
    agents: str
    memory: MemorySettings


class SeedFigures(Figures):
    """One arm's run of one seed: its totals, and what a comparison of memories asks beyond them."""

    seed: int
    deadhead_share: float | None
    """Pickup and reposition kilometres over all kilometres; None for a run that drove none."""
    idle_share: float | None
    """Minutes of waiting, windows included, over all minutes; None for a run that took none."""
    tokens_per_step: float | None
    """Tokens of the four views and of compression over steps, the full bill; None while they are not counted."""
    compressor_tokens: int
    digests: DigestFigures
    memory_use: UseFigures
    model_use: ModelUseFigures
    tokens: dict[str, Any]
    """As `dispatch run` gives them."""
    calls: dict[str, Any]
    digest: str
    """SHA-256 over the run's steps, that of `dispatch run` with the same settings."""
    market: str
    """SHA-256 over all that the world was made from; equal in all arms."""
    wall_s: float
    """Seconds of simulation, memory's use being watched; measured, so two comparisons of the same differ in it."""


class ArmResult(BaseModel):
    """One arm's runs by seed, in the order asked for, without those that failed."""

    model_config = ConfigDict(frozen=True)

    name: str
    settings: dict[str, Any]
    per_seed: list[SeedFigures]
    mean: dict[str, Any]
    """The mean over the seeds of every number in `per_seed`, nested as there."""
    net_sd_yuan: float | None
    """Standard deviation of net income between seeds; None for fewer than two."""


class Trouble(BaseModel):
    """What went wrong in one arm's run of one seed."""

    model_config = ConfigDict(frozen=True)

    arm: str
    seed: int
    why: str


class Comparison(BaseModel):
    """What `dispatch compare --json` prints."""

    model_config = ConfigDict(frozen=True)

    scenario: str
    rules: str
    days: int
    drivers: int
    seeds: list[int]
    arms: list[ArmResult]
    """In the order in which they were named, whoever won."""
    pairs: list[PairedDifference]
    failed: list[Trouble]
    """Runs that broke off; they are in no mean and no pair."""
    agent_failures: list[Trouble]
    """Runs that went to their end with steps whose agents failed."""
    wall_s: float


@dataclass(frozen=True, slots=True)
class _Cell:
    """One finished run, as it comes back from a process."""

    figures: SeedFigures
    agents_failed: str | None


def make_arms(
    agents: Sequence[str],
    modes: Sequence[str],
    without: Sequence[str] = (),
    share: Sequence[Share] = ("own",),
    vocabulary: Vocabulary = VOCABULARY,
) -> list[Arm]:
    """Each agent set with each memory mode, in the order given; named by the mode alone where there is one set.

    After each mode that remembers stand its arms without one of the stores named in `without`: "rule-market". Each of
    them stands once for each sharing; what a fleet shares is named: "rule+fleet". Tokens are those of `vocabulary`.
    """
    return [
        Arm(
            name=(mode if len(agents) == 1 else f"{name}/{mode}")
            + (f"-{left_out}" if left_out else "")
            + ("+fleet" if shared == "fleet" else ""),
            agents=name,
            memory=MemorySettings.model_validate(
                {
                    "mode": mode,
                    "without": [left_out] if left_out else [],
                    "share": shared,
                    "vocabulary": vocabulary,
                }
            ),
        )
        for name in agents
        for mode in modes
        for left_out in ("", *(without if mode != "none" else ()))
        for shared in (share if mode != "none" else ("own",))
    ]


def compare(
    scenario: str,
    arms: Sequence[Arm],
    seeds: Sequence[int],
    *,
    rules: str | None = None,
    days: int | None = None,
    drivers: int | None = None,
    metrics: Sequence[str] = (),
    model: ModelSettings | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    on_done: Callable[[int], None] | None = None,
) -> Comparison:
    """Run every arm on every seed, and set each pair of arms side by side in net income and in `metrics`.

    Arms have different names and seeds are different. The result is the same for any number of `jobs` (processes), and
    on a Dask `cluster`, but for its seconds. A run that breaks off stops no other. `on_done` is told how many runs are
    done. Raises ScenarioError for a scenario that cannot be opened, before the first run, ClusterError, and
    NoModelError where there is no model to ask.
    """
    began = time.perf_counter()
    opened = open_scenario(scenario, seed=seeds[0], rules=rules, days=days, drivers=drivers)
    asked = [
        RunSettings(
            scenario=scenario,
            seed=seed,
            rules=rules,
            agents=arm.agents,
            memory=arm.memory,
            days=days,
            drivers=drivers,
            count_tokens=True,
            model=model or ModelSettings(),
        )
        for seed in seeds
        for arm in arms
    ]
    check_models(asked, elsewhere=cluster is not None)
    done = iter(do_each(_run_cell, asked, jobs, cluster, on_done))
    rows: dict[str, dict[int, SeedFigures]] = {arm.name: {} for arm in arms}
    failed, agent_failures = [], []
    for seed in seeds:
        market = None
        for arm in arms:
            cell = _of_market(next(done), market)
            if isinstance(cell, Failed):
                failed.append(Trouble(arm=arm.name, seed=seed, why=cell.why))
                continue
            market = cell.figures.market
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
    scenario = open_scenario(
        settings.scenario, seed=settings.seed, rules=settings.rules, days=settings.days, drivers=settings.drivers
    )
    failures = Failures()
    use = _Uses()
    _, result = simulate(scenario, settings, recorder=use, report_failure=failures.report)
    figures = seed_figures(result, use.figures(), use.model.figures(result.steps), scenario.fingerprint)
    return _Cell(figures, failures.sentence())


def _of_market(cell: _Cell | Failed, market: str | None) -> _Cell | Failed:
    """The cell, unless it ran in another market than the arms before it: then its figures may not be paired."""
    if isinstance(cell, Failed) or market in (None, cell.figures.market):
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
