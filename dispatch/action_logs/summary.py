"""The summary beside a run's action logs, in the official simulator's form: written, and read back.

The official scorer takes days and seconds from it; `dispatch score` also learns what the logs were made with. It
holds no row and no money.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from scenarios.errors import ScenarioError


class RunSummary(BaseModel):
    """What one run was, keys in the official order; the last three are ours, None in a summary of another program."""

    model_config = ConfigDict(frozen=True, strict=True, extra="ignore", allow_inf_nan=False)

    month: str | None = None
    """As "2026-03"."""
    simulate_time_seconds: float | None = None
    simulation_duration_days: int | None = None
    completed_steps: int | None = None
    driver_completed_steps: dict[str, int] = {}
    """Driver id -> number of its steps, drivers without one included."""
    scenario: str | None = None
    rules: str | None = None
    seed: int | None = None


def summary_name(start: datetime) -> str:
    """The file's name for a scenario that starts then."""
    return f"run_summary_{start:%Y%m}.json"


def write_summary(folder: Path, summary: RunSummary, start: datetime) -> Path:
    """Write the summary into a folder that is there, and return its path."""
    path = folder / summary_name(start)
    text = json.dumps(summary.model_dump(mode="json"), ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")
    return path


def read_summary(folder: Path, start: datetime) -> RunSummary | None:
    """The summary in a folder of logs, also under the name `run_summary.json`; None where there is none.

    Raises ScenarioError for one that cannot be read.
    """
    path = next((folder / name for name in (summary_name(start), "run_summary.json") if (folder / name).exists()), None)
    if path is None:
        return None
    remedy = "mend it, or take it away"
    try:
        return RunSummary.model_validate_json(path.read_bytes())
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        field = ".".join(map(str, fault["loc"])) or "the file"
        raise ScenarioError(f"{path.name}, {field}", fault["input"], "is no part of a run's summary", remedy) from None
    except OSError as error:
        raise ScenarioError(path.name, f"<{error.strerror}>", "stopped the reading", remedy) from None
