"""The words of the contest's drivers come to the constraints that were written by hand, field by field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from contest_wishes import NEW, OLD, priced

from scenarios.files.contest_folder import CONTEST_START
from scenarios.preferences.compiled import Context
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import Base
from scenarios.records import Preference

CONTEST = Path(__file__).resolve().parents[2] / "shared" / "contest"
CONTEXT = Context(start=CONTEST_START, days=31)
FILES = [
    (CONTEST / "drivers" / "r0509-public.json", OLD),
    (CONTEST / "cases" / "edges-prefs" / "drivers.json", OLD),
    (CONTEST / "drivers" / "r0529-and-two-more.json", NEW),
]
WORDS_OF_ITS_OWN = {"text"}


def _plain(constraint: Base) -> dict[str, Any]:
    return constraint.model_dump(mode="json", exclude=WORDS_OF_ITS_OWN)


@pytest.mark.parametrize(("path", "wishes"), FILES, ids=["r0509", "edges-prefs", "r0529"])
def test_the_contest_s_words_are_understood(path: Path, wishes: dict[str, tuple[Base, ...]]) -> None:
    if not path.exists():
        pytest.skip("the shared contest files are not here")
    for driver in json.loads(path.read_text(encoding="utf-8")):
        for number, (wish, by_hand) in enumerate(
            zip(driver["preferences"], wishes.get(driver["driver_id"], ()), strict=True)
        ):
            preference = Preference(text=wish["content"], penalty_fen=100, cap_fen=500)
            compiled = GrammarCompiler().compile(preference, number, CONTEXT)
            assert [_plain(c) for c in compiled.constraints] == [_plain(priced(by_hand, preference, number))], driver[
                "driver_id"
            ]
