"""Runs from Python: what the documentation shows is what happens, and start-up stays without it."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dispatch.notebook
from dispatch import recorded, simulate
from dispatch.export.columns import TABLES
from dispatch.record.errors import StoreError
from dispatch.run import simulate as run_of_settings
from dispatch.settings import RunSettings
from memory.settings import MemorySettings
from scenarios.open import open_scenario

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def test_the_module_s_examples_hold() -> None:
    outcome = doctest.testmod(dispatch.notebook)
    assert (outcome.failed, outcome.attempted) == (0, 6)


def test_the_readme_s_examples_hold() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_a_run_is_the_command_line_s() -> None:
    run = simulate("tiny", seed=3, memory="digest", days=1)
    settings = RunSettings(scenario="tiny", seed=3, memory=MemorySettings(mode="digest"), days=1)
    _, result = run_of_settings(open_scenario("tiny", seed=3, days=1), settings)
    assert run.result is not None
    assert run.result.digest == result.digest
    assert len(run.steps) == result.steps
    paid = sum(order["paid_yuan"] for order in run.orders.to_pylist())
    assert paid == pytest.approx(result.total.gross_yuan)


def test_a_recorded_run_is_found_again(tmp_path: Path) -> None:
    run = simulate("tiny", seed=1, agents="greedy", db=tmp_path / "runs.db")
    again = recorded(run.run_id, tmp_path / "runs.db")
    assert again == run
    with pytest.raises(StoreError, match="holds no run 'nothing'"):
        recorded("nothing", tmp_path / "runs.db")


def test_the_command_line_starts_without_tables() -> None:
    code = "import sys, dispatch, dispatch.cli; print('pyarrow' in sys.modules, 'sqlalchemy' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "False False\n"


def test_what_the_package_lacks_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'dispatch' has no attribute 'fly'"):
        _ = dispatch.fly  # type: ignore[attr-defined]  # that is the point


def test_a_run_has_every_table_that_is_exported() -> None:
    run = simulate("tiny", seed=1)
    assert {name: getattr(run, name).column_names for name in TABLES} == {
        name: [column.name for column in columns] for name, columns in TABLES.items()
    }
