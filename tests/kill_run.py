"""A process of its own that simulates a busy market: `kill_run.py AGENTS DAYS DRIVERS [DB]`.

It says each finished hour on stdout, and at last the run's digest. With a database it records there. Tests start it
to kill it, or to see the same digest come out of it.
"""

from __future__ import annotations

import sys

from small_world import busy_scenario

from dispatch.record.recorder import RunRecorder
from dispatch.record.store import open_store
from dispatch.run import simulate
from dispatch.settings import RunSettings

RUN_ID = "child"


def main(agents: str, days: int, drivers: int, db: str | None = None) -> None:
    scenario = busy_scenario(days, drivers)
    settings = RunSettings(scenario=scenario.name, agents=agents, seed=7)

    def say(minute: int) -> None:
        print("hour", minute // 60, flush=True)

    if db is None:
        _, result = simulate(scenario, settings)
    else:
        with open_store(db) as store:
            recorder = RunRecorder(store, RUN_ID, scenario, settings)
            _, result = simulate(scenario, settings, run_id=RUN_ID, recorder=recorder, on_hour=say)
            recorder.completed(result)
    print(result.digest)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), *sys.argv[4:])
