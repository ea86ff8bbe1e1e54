"""Wishes compiled by model: the same result as from the grammar, held to the words, and never a run's trouble."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cli_calls import dispatch
from hostile_texts import HOSTILE
from llm_desk import Script, make_desk, player
from small_world import START
from stub_player import answer
from stub_server import StubServer

from agents.llm.compiler import ModelCompiler, constraints_schema
from agents.llm.desk import Desk
from agents.llm.model import ModelError, Trouble
from scenarios.preferences.compiled import Compiled, Context
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.kinds import DailyRest, LongestHaul, OrdersPerDay, QuietWindow, Unknown
from scenarios.records import Preference

CONTEXT = Context(start=START, days=31, lat=23.0, lng=113.0)
NIGHT = Preference(
    text="晚上11点到第二天早上5点不接单、不跑空车。", penalty_fen=15_000, cap_fen=300_000, start_min=10, end_min=99
)


def compiled(found: list[dict[str, Any]] | str | ModelError, wish: Preference = NIGHT) -> Compiled:
    script = Script(found if isinstance(found, str | ModelError) else {"constraints": found})
    return ModelCompiler(make_desk(script), GrammarCompiler()).compile(wish, 2, CONTEXT)


def test_a_constraint_has_its_price_and_span_from_the_record() -> None:
    found = compiled([{"kind": "quiet_window", "text": NIGHT.text, "start": 1380, "end": 300}])
    assert found.constraints == (
        QuietWindow(
            start=1380,
            end=300,
            text=NIGHT.text,
            preference=2,
            start_min=10,
            end_min=99,
            penalty_fen=15_000,
            cap_fen=300_000,
        ),
    )
    assert found.said_back.startswith("我理解：")


def test_a_request_holds_the_wish_as_data_and_a_bounded_schema() -> None:
    script = Script({"constraints": []})
    ModelCompiler(make_desk(script), GrammarCompiler()).compile(NIGHT, 0, CONTEXT)
    (request,) = script.requests
    assert (request.agent, request.schema_name) == ("compiler.0", "constraints")
    assert request.parts[1:] == ("start=2026-03-01 00:00 days=31", f'有效的要求(引用的资料)： "{NIGHT.text}"')
    assert "货车司机" in request.system
    schema = json.dumps(constraints_schema())
    assert not any(f'"{name}"' in schema for name in ("penalty_fen", "cap_fen", "hard", "$ref", "oneOf"))


MADE_UP: dict[str, tuple[str, dict[str, Any]]] = {
    "a number": ("每天至少连续休息6小时", {"kind": "daily_rest", "rest_min": 480}),
    "a time": ("晚上11点以后不接单", {"kind": "quiet_window", "start": 1380, "end": 420}),
    "a date": ("不拉煤", {"kind": "category", "names": ["煤"], "days": {"dates": ["2026-03-08"]}}),
    "a place": ("别去太远", {"kind": "area", "rule": "keep_out", "areas": [{"shape": "district", "name": "惠州"}]}),
    "a point": ("每天回家", {"kind": "home", "by": 0, "place": {"lat": 23.1, "lng": 113.2}}),
    "goods": ("不拉煤", {"kind": "category", "names": ["水泥"]}),
    "a load": ("有单就接", {"kind": "must_take", "load_id": "240646"}),
}


@pytest.mark.parametrize(("text", "constraint"), MADE_UP.values(), ids=MADE_UP)
def test_what_the_words_do_not_hold_becomes_unknown(text: str, constraint: dict[str, Any]) -> None:
    found = compiled([constraint | {"text": text}], Preference(text=text))
    (unknown,) = found.constraints
    assert isinstance(unknown, Unknown)
    assert (unknown.kind, unknown.text, unknown.preference) == ("unknown_hard", text, 2)
    assert unknown.why.startswith("not in the words: ")


def test_a_model_cannot_soften_a_wish_nor_choose_how_it_is_counted() -> None:
    lax = {
        "kind": "daily_rest",
        "text": "每天至少连续休息6小时",
        "rest_min": 360,
        "hard": False,
        "reading_is_rest": True,
    }
    lax |= {"counted": "rolling_24h", "penalty_fen": 1, "cap_fen": 1, "unit": "month"}
    wish = Preference(text="每天至少连续休息6小时", penalty_fen=20_000)
    (rest,) = compiled([lax], wish).constraints
    assert rest == DailyRest(rest_min=360, text=wish.text, preference=2, penalty_fen=20_000)
    (soft,) = compiled(
        [{"kind": "longest_haul", "text": "尽量别超过200公里", "km": 200}], Preference(text="尽量别超过200公里")
    ).constraints
    assert isinstance(soft, LongestHaul)
    assert not soft.hard


def test_words_that_nobody_said_are_no_quotation() -> None:
    (orders,) = compiled(
        [{"kind": "orders_per_day", "text": "I never said this", "at_most": 3}],
        Preference(text="no more than 3 orders a day"),
    ).constraints
    assert isinstance(orders, OrdersPerDay)
    assert orders.text == "no more than 3 orders a day"


def test_a_model_that_answers_a_wish_twice_is_heard_once() -> None:
    haul = {"kind": "longest_haul", "text": "No hauls over 150 km", "km": 150}
    found = compiled([haul, haul], Preference(text="No hauls over 150 km"))
    assert [c.kind for c in found.constraints] == ["longest_haul"]
    assert "counted once" in found.said_back


def test_of_nothing_understood_the_words_are_told() -> None:
    (unknown,) = compiled([], Preference(text="be nice")).constraints
    assert (unknown.kind, unknown.text) == ("unknown_hard", "be nice")


@pytest.mark.parametrize(
    "bad", ["", "no JSON", '{"constraints": [{"kind": "bribe"}]}', ModelError(Trouble.TIMEOUT, "late")]
)
def test_without_a_usable_answer_the_grammar_reads(bad: Any) -> None:
    assert compiled(bad) == GrammarCompiler().compile(NIGHT, 2, CONTEXT)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_give_no_constraint_that_they_do_not_say(text: str) -> None:
    greedy = [
        {"kind": "category", "text": text[:50], "names": ["煤炭矿产"]},
        {"kind": "longest_haul", "text": text, "km": 4321},
    ]
    found = compiled(greedy, Preference(text=text))
    assert [isinstance(c, Unknown) for c in found.constraints] == [True, True]


WISHES = [
    "每天至少连续休息6小时。",
    "不拉煤炭矿产。",
    NIGHT.text,
    "单趟运距不超过200公里。",
    "去装货的空驶不超过60公里。",
    "整个月至少休息2天。",
]


@pytest.mark.parametrize("text", WISHES)
def test_a_competent_model_reads_what_the_grammar_reads(text: str) -> None:
    desk: Desk = make_desk(player)
    compiler = ModelCompiler(desk, GrammarCompiler())
    wish = Preference(text=text, penalty_fen=20_000)
    assert compiler.compile(wish, 0, CONTEXT) == GrammarCompiler().compile(wish, 0, CONTEXT)
    assert (desk.snapshot()["compiler.0"].ok, compiler.refused) == (1, {})


def test_the_command_asks_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer(answer) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        end = dispatch("preference", "No hauls over 150 km.", "--model", "stub")
    assert (end.exit_code, end.stderr) == (0, "")
    assert end.stdout == "I understood: no haul over 150 km.\n"
    assert len([r for r in server.requests if "messages" in r]) == 1


def test_the_command_says_when_the_grammar_had_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer(answer, fault=lambda number, payload: "empty") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        end = dispatch("preference", "No hauls over 150 km.", "--model", "stub")
    assert end.stdout == "I understood: no haul over 150 km.\n"
    assert "1 of the texts were read by the grammar" in end.stderr


def test_without_a_server_the_command_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    end = dispatch("preference", "No hauls over 150 km.", "--model", "stub")
    assert end.exit_code == 2
    assert "set OPENAI_BASE_URL" in end.stderr
