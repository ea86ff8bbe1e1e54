"""The command line called as a user calls it, for tests: in this process, or as a program of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from typer.testing import CliRunner, Result

from dispatch.cli.app import app


def dispatch(*args: str) -> Result:
    return CliRunner().invoke(app, list(args), prog_name="dispatch")


def answer(*args: str) -> Any:
    """The JSON that a command gives, which ends well and prints nothing else on stdout."""
    end = dispatch(*args, "--json")
    assert end.exit_code == 0, end.output
    return json.loads(end.stdout)


def process(*args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dispatch", *args],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
