"""What a run depends on, beside the scenario's own files. It seats and runs nothing."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.llm.budgeted import Budget
from agents.sets import needs_model
from memory.settings import MemorySettings, Mode
from scenarios.open import open_scenario, scenario_fingerprint
from scenarios.records import Scenario


class ModelSettings(BaseModel):
    """Which model a run asks, and how much it may ask. A budget of None is without limit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str | None = None
    """As the server knows it; None where nobody asks a model."""
    concurrency: int = Field(16, ge=1)
    """Questions under way at once, at most; changes no step."""
    timeout_s: float = Field(120.0, gt=0)
    calls: int | None = Field(None, ge=0)
    tokens: int | None = Field(None, ge=0)
    seconds: float | None = Field(None, ge=0)
    driver_calls: int | None = Field(None, ge=0)
    driver_tokens: int | None = Field(None, ge=0)
    driver_seconds: float | None = Field(None, ge=0)

    @property
    def run_budget(self) -> Budget:
        return Budget(self.calls, self.tokens, self.seconds)

    @property
    def driver_budget(self) -> Budget:
        return Budget(self.driver_calls, self.driver_tokens, self.driver_seconds)


class RunSettings(BaseModel):
    """What a run depends on, beside the scenario's own files."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: str
    seed: int = 0
    rules: str | None = None
    """Profile that replaces the scenario's own; None: as the scenario says."""
    agents: str = "rule"
    memory: MemorySettings = MemorySettings()
    days: int | None = None
    drivers: int | None = None
    count_tokens: bool = False
    """Count the tokens of every view; decides nothing, costs time."""
    compile: Literal["grammar", "model"] = "grammar"
    """Who understands what the drivers wish."""
    model: ModelSettings = ModelSettings()

    @property
    def asks_model(self) -> bool:
        """Whether anybody asks a language model. Raises ValueError for an unknown set of agents."""
        return needs_model(self.agents) or self.memory.asks_model or self.compile == "model"

    def opened(self) -> Scenario:
        """The scenario that these settings name, as they want it. Raises ScenarioError."""
        return open_scenario(self.scenario, seed=self.seed, rules=self.rules, days=self.days, drivers=self.drivers)

    def fingerprint(self) -> str:
        """The fingerprint that this scenario would have now, without opening it. Raises ScenarioError."""
        return scenario_fingerprint(
            self.scenario, seed=self.seed, rules=self.rules, days=self.days, drivers=self.drivers
        )


def default_memory(agents: str) -> Mode:
    """The memory of a run that names none: the baseline has no use for one, and a run is labelled with what it uses."""
    return "none" if agents == "greedy" else "rule"
