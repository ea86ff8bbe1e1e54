"""World rules as data: one record, three named profiles.

The contest profiles reproduce the two releases of the public demo simulator and its scorer, quirks included;
`standard` repairs them. Code asks for a rule by name and never for a profile.
"""

from __future__ import annotations

from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from scenarios.clock import LONGEST_MIN
from scenarios.counting import STANDARD_COUNTING, TIANCHI_0529_COUNTING, TIANCHI_COUNTING, Counting

SPEED_KMH_MIN = 1.0
"""A slower truck is a slip of the pen; near 0 the minutes of a drive would not fit 32 bits."""
SPEED_KMH_MAX = 1000.0
"""A faster one is too: it would be half round the earth within the day."""
COUNT_MAX = 10**9
"""No count of steps, rows or days is larger: more would never be reached, and would not fit 32 bits."""


class WorldRules(BaseModel):
    """What the world does, field by field. Minutes, kilometres and kilometres per hour throughout."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    profile: str = "standard"

    # the market
    pool: Literal["shared", "private"] = "shared"
    """One pool for all drivers, where a load goes to one of them, or a fresh pool for each."""
    input_check: Literal["strict", "tolerant"] = "strict"
    """`tolerant` keeps loads that the contest's loader keeps (negative price, reversed window, any place)."""
    stop_when_no_loads: bool = False
    """A driver ends when no load is live or still to come (contest rule 9)."""

    # looking
    query_k_default: int = Field(100, ge=1, le=COUNT_MAX)
    query_k_max: int = Field(600, ge=1, le=COUNT_MAX)
    query_k_fixed: bool = False
    """The list is always `query_k_default` long, whatever is asked (r0509, contest rule 21)."""
    items_per_scan_minute: int = Field(10, ge=1, le=COUNT_MAX)
    """Reading a list costs ceil(n / this) minutes (contest rule 19)."""

    # moving and waiting
    speed_kmh: float = Field(60.0, ge=SPEED_KMH_MIN, le=SPEED_KMH_MAX, allow_inf_nan=False)
    min_wait_min: int = Field(1, ge=0, le=LONGEST_MIN)
    any_coordinate: bool = False
    """Accept targets that are no place on earth, NaN included (contest rule 17); infinite ones never."""
    refusal_min: int = Field(1, ge=1, le=LONGEST_MIN)
    """Minutes that a refused decision costs."""

    # running
    max_steps: int | None = Field(None, ge=1, le=COUNT_MAX)
    max_steps_scope: Literal["driver", "run"] = "driver"
    """`run`: one budget, used up by the drivers in file order (r0509, contest rule 10); not in a shared pool."""
    failure_policy: Literal["wait", "end_driver"] = "wait"
    """What a driver does whose agents failed: wait, or end (contest rule 28)."""
    failure_wait_min: int = Field(60, ge=1, le=LONGEST_MIN)
    stuck_steps: int = Field(200, ge=1, le=COUNT_MAX)
    """Steps in a row without progress of the clock after which a driver ends with reason `stuck`."""

    # money
    paid_days_max: int | None = Field(None, ge=1, le=COUNT_MAX)
    """Orders that finish after this day are not paid, though driven (contest rule 44)."""
    charge_missed_pickup_km: bool = True
    """Charge the kilometres of a pickup whose window was missed (the contest does not, rule 52)."""
    km_additions: Literal["joint", "separate"] = "joint"
    """Floating-point order of the kilometre sum: (pickup + haul) at once, or one after the other (rule 53)."""
    money_from_log: bool = False
    """Count the kilometres as the log shows them, rounded to two decimals (contest rule 52)."""

    # drivers' wishes
    counting: Counting = STANDARD_COUNTING
    """How breaches of wishes are counted."""

    # the log and its check
    log_positions_rounded: bool = False
    """Action logs round positions and parameters to two decimals too (r0509, contest rule 42)."""
    check_end_positions: bool = False
    """The scorer compares logged ends with the load file to 1e-4 degrees (r0509, contest rules 46, 48)."""
    check_step_sum: bool = False
    """The scorer requires step minutes = scan + execution (r0509, contest rule 45)."""
    check_refused_ids: bool = False
    """The scorer rejects a log that asks for a load the file lacks, even if it was refused (contest rule 47)."""

    @model_validator(mode="after")
    def _one_budget_needs_private_pools(self) -> Self:
        # The budget is cut when the run is over; what a cut driver took from a shared pool would stay taken.
        if self.max_steps_scope == "run" and self.pool == "shared":
            raise ValueError("has max_steps_scope run without pool private; choose max_steps_scope driver")
        return self

    @model_validator(mode="after")
    def _usual_list_within_the_longest(self) -> Self:
        if self.query_k_default > self.query_k_max:
            both = f"query_k_default {self.query_k_default} above query_k_max {self.query_k_max}"
            raise ValueError(f"has {both}; lower the one or raise the other")
        return self


STANDARD = WorldRules()

_CONTEST = WorldRules(
    profile="tianchi",
    pool="private",
    input_check="tolerant",
    stop_when_no_loads=True,
    min_wait_min=0,
    any_coordinate=True,
    max_steps=20_000,
    failure_policy="end_driver",
    stuck_steps=20_000,
    charge_missed_pickup_km=False,
    money_from_log=True,
    check_refused_ids=True,
    counting=TIANCHI_COUNTING,
)

TIANCHI_R0509 = _CONTEST.model_copy(
    update={
        "profile": "tianchi-r0509",
        "query_k_fixed": True,
        "max_steps_scope": "run",
        "paid_days_max": 30,
        "km_additions": "separate",
        "log_positions_rounded": True,
        "check_end_positions": True,
        "check_step_sum": True,
    }
)

TIANCHI_R0529 = _CONTEST.model_copy(
    update={"profile": "tianchi-r0529", "paid_days_max": 31, "counting": TIANCHI_0529_COUNTING}
)

PROFILES: dict[str, WorldRules] = {r.profile: r for r in (STANDARD, TIANCHI_R0509, TIANCHI_R0529)}
