"""`dispatch preference`: one text, a file of texts, in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_calls import answer, dispatch


def test_a_text_is_said_back() -> None:
    end = dispatch("preference", "每天连续休息7小时，路线到时候再说")
    assert (end.exit_code, end.stderr) == (0, "")
    assert end.stdout == "我理解：每天连续停车休息至少7小时。没听明白：“路线到时候再说”。\n"


def test_json_holds_what_was_understood_and_what_was_not() -> None:
    said = answer("preference", "No hauls over 150 km. Be nice to me.")
    assert list(said) == ["text", "constraints", "unknown_hard", "unknown_soft", "said_back"]
    assert [(c["kind"], c["km"]) for c in said["constraints"]] == [("longest_haul", 150.0)]
    assert said["unknown_hard"] == ["Be nice to me"]
    assert said["unknown_soft"] == []
    assert said["said_back"] == 'I understood: no haul over 150 km. I did not understand: "Be nice to me".'


def test_a_file_gives_a_line_for_each_text(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    rows = [{"id": "a", "text": "一天最多接3单"}, {"id": "b", "text": "尽量别拉水泥"}]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n\n" for row in rows), encoding="utf-8")
    lines = dispatch("preference", "--file", str(path), "--json").stdout.splitlines()
    assert [json.loads(line)["text"] for line in lines] == ["一天最多接3单", "尽量别拉水泥"]
    assert [json.loads(line)["constraints"][0]["kind"] for line in lines] == ["orders_per_day", "category"]
    assert dispatch("preference", "--file", str(path)).stdout.splitlines() == [
        "我理解：一天最多3单。",
        "我理解：尽量不拉水泥。",
    ]


def test_a_day_without_a_month_is_of_the_month_of_the_start() -> None:
    said = answer("preference", "12号别去佛山", "--start", "2026-07-01")
    assert said["constraints"][0]["days"]["dates"] == ["2026-07-12"]


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        ([], "give either a text or --file"),
        (["不拉煤", "--file", "x"], "give either a text or --file"),
        (["  "], "the text is empty"),
        (["不拉煤", "--start", "soon"], "--start: 'soon' is no date"),
        (["--file", "nowhere.jsonl"], "nowhere.jsonl: <no such file>"),
        (["--file", "broken.jsonl"], "broken.jsonl:2"),
        (["--file", "other.jsonl"], "has no text"),
    ],
)
def test_wrong_usage_is_one_sentence(
    args: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.jsonl").write_text('{"text": "no coal"}\n{"text": \n', encoding="utf-8")
    (tmp_path / "other.jsonl").write_text('{"words": "no coal"}\n', encoding="utf-8")
    end = dispatch("preference", *args)
    assert end.exit_code == 2
    assert end.stderr.count("\n") == 1
    assert expected in end.stderr


def test_describe_tells_what_is_understood_of_the_drivers_wishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A driver who shuts himself into Guangzhou and wants work in Foshan is told so before any run."""
    monkeypatch.chdir(tmp_path)
    assert dispatch("scenario", "new", "mine").exit_code == 0
    path = tmp_path / "mine" / "drivers.json"
    drivers = json.loads(path.read_text(encoding="utf-8"))
    drivers[0]["preferences"] = [
        {"content": "只在广州市内跑", "penalty_amount": 100},
        {"content": "每个月至少三天在佛山装货", "penalty_amount": 50},
        "天气不好再看",
        "3月1日凌晨1点前到（39.9，116.4）",
    ]
    drivers[1]["preferences"] = []
    path.write_text(json.dumps(drivers, ensure_ascii=False), encoding="utf-8")
    wishes = answer("scenario", "describe", "mine")["wishes"]
    assert [one["driver"] for one in wishes] == [drivers[0]["driver_id"]]
    assert [p["unknown_hard"] for p in wishes[0]["preferences"]] == [[], [], ["天气不好再看"], []]
    assert wishes[0]["contradictions"] == [
        '"只在广州市内跑" and "每个月至少三天在佛山装货" cannot both be kept '
        '(one requires a place outside the area of the other); cheaper to break: "每个月至少三天在佛山装货"'
    ]
    no_load, days, beijing = wishes[0]["impossible"]  # the new scenario has a few loads on one day
    assert no_load.startswith('"只在广州市内跑" can only be kept without orders (')
    assert days.startswith('"每个月至少三天在佛山装货" cannot be judged in this run (')
    assert beijing.startswith(
        '"3月1日凌晨1点前到（39.9，116.4）" cannot be kept (step 1, (39.9, 116.4): due 2026-03-01 01:00,'
    )
    text = dispatch("scenario", "describe", "mine").stdout
    assert "    我理解：只在广州活动。" in text
    assert "    contradiction: " in text
    assert "    impossible: " in text
    said = dispatch("run", "mine", "--no-db").stderr.splitlines()
    name = drivers[0]["driver_id"]
    assert [line for line in said if line.startswith(f"wishes of {name}: ")] == [
        f"wishes of {name}: {sentence}" for sentence in wishes[0]["contradictions"] + wishes[0]["impossible"]
    ]
