"""What goes wrong with a model is told as it happens, once a kind, and shown with the result."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_calls import dispatch
from stub_player import answer
from stub_server import StubServer

from agents.llm.model import ModelError, Request, Trouble
from agents.llm.scripted import ScriptedModel
from agents.llm.telling import TellingModel
from dispatch.interrupt import AT_THE_HOUR

REQUEST = Request("search", "s", ("m",), "search", {}, driver="D1")


def test_each_kind_is_told_once() -> None:
    kinds = [Trouble.REJECTED, Trouble.REJECTED, Trouble.CONTEXT_TOO_LONG, Trouble.TIMEOUT]
    script = [ModelError(kind, f"it was {kind}") for kind in kinds]
    told: list[str] = []
    model = TellingModel(ScriptedModel(lambda r: script.pop(0)), told.append)
    for _ in kinds:
        with pytest.raises(ModelError):
            model.complete(REQUEST)
    end = "What it leaves open is decided by rule."
    assert told == [f"The model gave no answer: it was {kind}. {end}" for kind in ("rejected", "timeout")]


@pytest.mark.parametrize(
    ("fault", "options", "told"),
    [
        ("wrong key", (), "The model gave no answer: status 401: the server does not accept OPENAI_API_KEY."),
        ("", ("--token-budget", "1"), "The model gave no answer: the run's budget of 1 tokens is spent."),
        ("truncated", (), None),
    ],
)
def test_a_run_without_answers_says_so(
    fault: str, options: tuple[str, ...], told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted-0a1b")
    with StubServer(answer, fault=lambda number, payload: fault) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        end = dispatch("run", "tiny", "--agents", "single", "--model", "stub", "--concurrency", "1", *options)
    assert end.exit_code == 0
    (line,) = [line for line in end.stdout.splitlines() if line.startswith("Language model: ")]
    assert line.startswith(f"Language model: {1 if options else 0} of ")
    assert "decided by rule instead" in line
    assert end.stderr.count("The model gave no answer") == (told is not None)
    assert told is None or told in end.stderr
    assert "planted" not in end.output
    assert "Language model" not in dispatch("run", "tiny", "--no-db").stdout


def test_a_password_in_the_address_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://user:planted-77@127.0.0.1:1/v1")
    end = dispatch("run", "tiny", "--agents", "llm", "--model", "stub", "--no-db")
    assert end.exit_code == 2
    assert end.stderr.startswith("OPENAI_BASE_URL holds a user or a password, which are not sent: take them out")
    assert "planted" not in end.output


def test_a_model_named_by_spaces_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    end = dispatch("run", "tiny", "--agents", "llm", "--model", "  ", "--no-db")
    assert end.stderr == "a language model is to be asked, and none is named: name one with --model.\n"


def test_ctrl_c_is_answered_while_a_model_is_waited_for(tmp_path: Path) -> None:
    """The first ends the run at its hour, which may be long; it says so, and how to end at once."""
    with StubServer(answer, delay_s=60.0) as server:
        environment = os.environ | {"OPENAI_BASE_URL": server.url}
        command = [sys.executable, "-m", "dispatch", "run", "tiny", "--agents", "llm", "--model", "stub"]
        with subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True) as program:
            assert program.stderr is not None
            while not server.requests and program.poll() is None:
                time.sleep(0.02)
            program.send_signal(signal.SIGINT)
            assert program.stderr.readline().startswith("run ")
            assert program.stderr.readline() == f"{AT_THE_HOUR}\n"
            program.send_signal(signal.SIGINT)
            assert program.stderr.read().startswith("Stopped from the keyboard at once; ")
            assert program.wait(20) == 130
