"""Another package of one of our four names, put before ours, gives one sentence instead of an import error."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dispatch.shadow import PACKAGES, shadow_sentence


def _dispatch(folder: Path, *start: str, path: str = "") -> subprocess.CompletedProcess[str]:
    """The program, started in a folder; Python looks there first with `-m` and `-c`."""
    env = {**os.environ, "PYTHONPATH": path}
    return subprocess.run(
        [sys.executable, *start, "--version"], cwd=folder, env=env, capture_output=True, text=True, timeout=60
    )


def test_our_packages_are_our_own() -> None:
    assert PACKAGES == ("scenarios", "memory", "agents", "dispatch")
    assert shadow_sentence() is None


def test_a_folder_of_the_same_name_stands_before_ours(tmp_path: Path) -> None:
    """A user's project has agents/ and starts `python -m dispatch` in it."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text("raise ImportError('the wrong agents were imported')")
    end = _dispatch(tmp_path, "-m", "dispatch")
    assert end.returncode == 1
    assert end.stdout == ""
    assert end.stderr.count("\n") == 1
    assert f"The import name 'agents' leads to {tmp_path / 'agents'}, not to freight-dispatch's own" in end.stderr
    assert "a virtual environment of its own" in end.stderr


def test_a_plain_module_stands_before_ours(tmp_path: Path) -> None:
    (tmp_path / "memory.py").write_text("")
    end = _dispatch(tmp_path, "-m", "dispatch")
    assert (end.returncode, end.stderr.count("\n")) == (1, 1)
    assert f"The import name 'memory' leads to {tmp_path / 'memory.py'}" in end.stderr


def test_the_distribution_that_brought_the_other_package_is_named(tmp_path: Path) -> None:
    """Another distribution installs a package of that name too, and its folder comes first on PYTHONPATH."""
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "__init__.py").write_text("")
    record = tmp_path / "other_agents-1.0.dist-info"
    record.mkdir()
    (record / "METADATA").write_text("Metadata-Version: 2.1\nName: other-agents\nVersion: 1.0\n")
    (record / "RECORD").write_text("agents/__init__.py,,\n")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    end = _dispatch(elsewhere, "-m", "dispatch", path=str(tmp_path))
    assert (end.returncode, end.stderr.count("\n")) == (1, 1)
    assert "(of the distribution other-agents)" in end.stderr


@pytest.mark.parametrize("name", PACKAGES[:3])
def test_a_folder_without_a_package_does_no_harm(tmp_path: Path, name: str) -> None:
    """A folder without __init__.py never stands before a package, so a data folder called `scenarios` is fine."""
    (tmp_path / name).mkdir()
    end = _dispatch(tmp_path, "-m", "dispatch")
    assert (end.returncode, end.stderr) == (0, "")
    assert end.stdout.startswith("freight-dispatch ")
