"""The official penalties of every contest case, rule by rule; other drivers with the same words are judged alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from contest_cases import CASES, NO_CASES, Case
from contest_wishes import OLD, ByHand, by_heart

from dispatch.action_logs.files import read_logs
from dispatch.score.score import score_logs
from scenarios.open import open_scenario
from scenarios.records import Scenario

pytestmark = pytest.mark.skipif(not CASES, reason=NO_CASES)

cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def world(case: Case) -> Scenario:
    return open_scenario(case.folder, use_cache=False)


def compiler(case: Case) -> ByHand:
    return by_heart(OLD, json.loads((case.folder / "drivers.json").read_text(encoding="utf-8")))


def rules_of(result: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Each driver's accounts but for their names, and for figures that only one of the two gives."""
    return {d["driver_id"]: d["preference_check"]["rules"] for d in result["drivers"]}


@cases
def test_every_rule_costs_what_the_official_scorer_charges(case: Case) -> None:
    result = score_logs(case.folder, world(case), compiler=compiler(case)).result
    official = rules_of(case.official)
    for driver, mine in rules_of(result).items():
        assert len(mine) == len(official[driver])
        for ours, theirs in zip(mine, official[driver], strict=True):
            assert ours["penalty"] == theirs["penalty"], (driver, ours, theirs)
            assert ours["preference_text"] == theirs["preference_text"]
            for name in set(ours) & set(theirs) - {"rule"}:
                assert ours[name] == theirs[name], (driver, name)


@cases
def test_every_driver_s_money_is_the_official_one(case: Case) -> None:
    result = score_logs(case.folder, world(case), compiler=compiler(case)).result
    assert [d["income"] for d in result["drivers"]] == [d["income"] for d in case.official["drivers"]]
    for name in ("total_net_income_all_drivers", "total_preference_penalty"):
        assert result["summary"][name] == case.official["summary"][name]


def test_the_same_words_of_another_driver_cost_the_same(tmp_path: Path) -> None:
    """Every driver of the edge cases under a new name, in reverse order of the file."""
    case = next(c for c in CASES if c.name == "edges-prefs")
    drivers = json.loads((case.folder / "drivers.json").read_text(encoding="utf-8"))
    new_id = {driver["driver_id"]: f"Z{9 - i}" for i, driver in enumerate(drivers)}
    for driver in drivers:
        driver["driver_id"] = new_id[driver["driver_id"]]
    (tmp_path / "drivers.json").write_text(json.dumps(drivers[::-1]), encoding="utf-8")
    for name in ("cargo.jsonl", "config.json"):
        (tmp_path / name).write_bytes((case.folder / name).read_bytes())
    logs = tmp_path / "logs"
    logs.mkdir()
    for old, new in new_id.items():
        lines = [json.loads(line) | {"driver_id": new} for line in case.log_lines(old)]
        text = "".join(json.dumps(line) + "\n" for line in lines).replace(
            f'"driver_id": "{old}"', f'"driver_id": "{new}"'
        )
        (logs / f"actions_202603_{new}_20260101_000000.jsonl").write_text(text, encoding="utf-8")
    assert read_logs(logs, world(case).start).keys() == set(new_id.values())
    known = by_heart(OLD, json.loads((case.folder / "drivers.json").read_text(encoding="utf-8")))
    result = score_logs(logs, open_scenario(tmp_path, use_cache=False), compiler=known).result
    penalties = {d["driver_id"]: d["income"]["preference_penalty"] for d in result["drivers"]}
    assert penalties == {new_id[d["driver_id"]]: d["income"]["preference_penalty"] for d in case.official["drivers"]}


@cases
def test_the_grammar_understands_the_words_as_the_scorer_does(case: Case) -> None:
    """No compiler handed in: as `dispatch score` does it."""
    result = score_logs(case.folder, world(case)).result
    assert [d["income"] for d in result["drivers"]] == [d["income"] for d in case.official["drivers"]]
