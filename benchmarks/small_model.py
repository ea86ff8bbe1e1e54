"""Agents and memory by a real small model, end to end: a run completes, every token is counted, and what it costs.

`make llm` installs the model and calls this. It tells of each run its calls, tokens as the server counted them, latency
a step, and fallbacks by kind. A model of 135 million parameters decides badly; what it says must not stop a run or
reach the world unchecked. Exit code 1 if a run fails or the record's sums differ from the run's.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import statistics
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from _small_model import NAME, small_model

from dispatch.failures import Failures
from dispatch.session import run_session
from dispatch.settings import ModelSettings, RunSettings
from memory.settings import MemorySettings

DECIDING = "agent NOT LIKE 'compressor%'"


def one_run(scenario: str, days: int | None, memory: MemorySettings, seed: int, db: Path) -> dict[str, Any]:
    """Figures of one run of one driver: the run's own, and of each step, from the record."""
    settings = RunSettings(
        scenario=scenario,
        seed=seed,
        agents="llm",
        memory=memory,
        days=days,
        drivers=1,
        model=ModelSettings(name=NAME, concurrency=1, timeout_s=900.0),
    )
    failures = Failures()
    result = run_session(settings, failures, db=str(db), logs_folder=None, contention=False)
    connection = sqlite3.connect(db)
    mine = f"FROM model_call WHERE run_id = '{result.run}'"
    counted = connection.execute(
        f"SELECT coalesce(sum(prompt_tokens), 0), coalesce(sum(completion_tokens), 0) {mine} AND {DECIDING}"
    ).fetchone()
    steps = connection.execute(
        f"SELECT step, sum(seconds), sum(prompt_tokens) {mine} AND {DECIDING} GROUP BY step ORDER BY step"
    ).fetchall()
    background = connection.execute(
        f"SELECT count(*), coalesce(sum(seconds), 0), coalesce(sum(prompt_tokens), 0), "
        f"coalesce(sum(completion_tokens), 0) {mine} AND NOT ({DECIDING})"
    ).fetchone()
    connection.close()
    return {
        "result": result,
        "failures": failures.sentence(),
        "agrees": counted == (result.tokens["prompt"], result.tokens["completion"]),
        "steps": steps,
        "background": background,
    }


def told(name: str, found: dict[str, Any]) -> list[str]:
    """The run's figures in lines."""
    result, steps = found["result"], found["steps"]
    seconds, tokens = [s for _, s, _ in steps], [t for _, _, t in steps]
    calls, spent, sent, back = found["background"]
    lines = [
        f"{name}: {result.steps} steps, {result.calls['ok']} answers used, failed {result.calls['failed'] or 'none'}",
        f"  fallbacks to the rule agents by kind: {result.calls['fallback_by'] or 'none'}; "
        f"requests sent again: {result.calls['retried']}",
        f"  tokens: {result.tokens['prompt']:,} sent ({result.tokens['cached']:,} from the server's cache), "
        f"{result.tokens['completion']:,} back; digests: {calls} calls, {sent:,} sent, {back:,} back, {spent:.1f} s",
    ]
    if steps:
        lines.append(
            f"  a step that asks: median {statistics.median(seconds):.2f} s and {statistics.median(tokens):.0f} prompt "
            f"tokens, longest {max(seconds):.2f} s"
        )
    return lines + ([f"  {found['failures']}"] if found["failures"] else [])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    good = True
    with TemporaryDirectory() as folder, small_model() as url:
        os.environ["OPENAI_BASE_URL"] = url
        for scenario, days in (("tiny", None), ("guangdong-week", 2)):
            found = one_run(scenario, days, MemorySettings(mode="llm"), options.seed, Path(folder) / "runs.db")
            print("\n".join(told(f"{scenario}, memory llm", found)), flush=True)
            good &= found["agrees"] and found["failures"] is None and found["result"].stop == "completed"
    print("All runs completed, and every token is in the record." if good else "A run failed, or tokens are missing.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
