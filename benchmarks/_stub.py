"""The stub server of tests/ in a process of its own on 127.0.0.1: answers at once or after a delay."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

STUB = Path(__file__).resolve().parents[1] / "tests" / "stub_server.py"


@contextmanager
def stub(*options: str) -> Iterator[str]:
    """The address of a stub server in a process of its own."""
    command = [sys.executable, str(STUB), *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()
