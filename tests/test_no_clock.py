"""Memory reads no clock: facts carry the world's minute, and nothing else ranks, ages or forgets."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted((ROOT / "memory").rglob("*.py"))
CLOCKS = {"time", "random", "secrets", "uuid", "sched", "timeit"}
"""Modules that tell the time, or draw at random."""
NOW = {("datetime", "now"), ("datetime", "utcnow"), ("datetime", "today"), ("date", "today")}
"""What may not be asked of a module that also writes minutes as dates."""


def imported(tree: ast.AST) -> set[str]:
    """First parts of the names of all modules that a file imports, inside functions too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(node.module.partition(".")[0])
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_of_memory_reads_a_clock_or_draws(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not imported(tree) & CLOCKS
    asked = {
        (node.value.id, node.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert not asked & NOW
