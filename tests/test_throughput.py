"""Many drivers at one slow server: how near the ideal, and what a call costs beyond the bare client."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[1] / "benchmarks" / "model_calls.py"


@pytest.mark.slow
def test_drivers_due_at_the_same_minutes_keep_a_slow_server_busy() -> None:
    """Against the bare client on the same server just before: on a machine with other work neither gets the ideal.

    The server answers after two seconds here, so that it is the server that is waited for and not the machine.
    """
    command = [sys.executable, str(BENCHMARK), "--days", "0", "--delay", "2", "--calls", "300", "--rounds", "5"]
    said = subprocess.run(command, capture_output=True, text=True, timeout=500, check=True).stdout
    print(said)
    of_bare = re.search(r"(\d+) % of the bare client's throughput", said)
    more = re.search(r"ours (-?[0-9.]+) ms more", said)
    assert of_bare is not None
    assert more is not None
    assert int(of_bare[1]) >= 85
    assert float(more[1]) < 1.0
