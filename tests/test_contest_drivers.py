"""The contest's drivers, in their own words, in a month of our market: no hard wish is broken that could be kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from dispatch.audit.of_run import counted_breaches
from dispatch.run import simulate
from dispatch.settings import RunSettings
from memory.settings import MemorySettings
from scenarios.open import open_scenario

DRIVERS = Path(__file__).resolve().parents[2] / "shared" / "contest" / "drivers"
MONTH = Path(__file__).resolve().parents[1] / "scenarios" / "library" / "guangdong-month-wishes"
PROMISED = "240646", "900001"
"""The load that a driver is to take: the contest's number, and that of the load which our month has at its place and
time."""


@pytest.mark.slow
@pytest.mark.skipif(not DRIVERS.exists(), reason="the shared contest files are not here")
@pytest.mark.parametrize(
    ("drivers", "rules"),
    [
        ("r0509-public.json", "tianchi-r0509"),
        ("r0529-and-two-more.json", "tianchi-r0529"),
        ("r0529-and-two-more.json", "standard"),
    ],
)
def test_hard_wishes_are_kept_where_they_can_be(drivers: str, rules: str, tmp_path: Path) -> None:
    folder = tmp_path / "month"
    shutil.copytree(MONTH, folder)
    words = (DRIVERS / drivers).read_text(encoding="utf-8").replace(*PROMISED)
    (folder / "drivers.json").write_text(words, encoding="utf-8")
    settings = RunSettings(scenario=str(folder), seed=0, rules=rules, memory=MemorySettings(mode="rule"))
    result = simulate(open_scenario(folder, seed=0, rules=rules), settings)[1]
    wishes = [verdict for driver in result.audit for verdict in driver.verdicts]
    assert len(wishes) == sum(
        len(driver["preferences"]) for driver in json.loads(words)
    )  # each is read as one, and judged
    assert not any(verdict.kind.startswith("unknown") for verdict in wishes)
    assert counted_breaches(result.audit)["avoidable"] == 0
    assert result.total.penalty_yuan <= 0.03 * result.total.gross_yuan
