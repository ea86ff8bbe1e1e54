"""The README holds: each command, option and make target that it names exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from dispatch.cli.app import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLE_LINE = re.compile(r"^\$ (.+)$", re.MULTILINE)
INLINE = re.compile(r"`((?:dispatch|make)(?: [^`\n]+)?)`")


def _calls(program: str) -> list[str]:
    """What the README types: lines after "$ " in its console blocks, and inline code; comments are cut off."""
    blocks = re.findall(r"^```(?:console|bash|sh)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    typed = [line for block in blocks for line in CONSOLE_LINE.findall(block)] + INLINE.findall(README)
    parts = [part.split("#")[0].strip() for line in typed for part in re.split(r"&&|\||;", line)]
    return [part for part in parts if part.split()[:1] == [program]]


def _faults(call: str) -> list[str]:
    """What a call of the program names that the program does not have."""
    command: Any = get_command(app)
    faults = []
    for word in call.split()[1:]:
        if word.startswith("--"):
            known = {name for option in command.params for name in option.opts} | {"--help"}
            if word.partition("=")[0] not in known:
                faults.append(word)
        elif hasattr(command, "commands") and re.fullmatch(r"[a-z]+", word):
            if word not in command.commands:
                return [*faults, word]
            command = command.commands[word]
    return faults


def test_a_call_is_held_to_the_program() -> None:
    """The check itself: it knows sub-commands, and tells options that belong to another command."""
    assert _faults("dispatch run guangdong-week --seed 7 --json") == []
    assert _faults("dispatch scenario describe tiny --seed=1") == []
    assert _faults("dispatch scenario check tiny --seed 1") == ["--seed"]
    assert _faults("dispatch walk") == ["walk"]
    assert _faults("dispatch --version") == []


@pytest.mark.parametrize("call", sorted(set(_calls("dispatch"))) or ["dispatch --help"])
def test_the_readme_s_commands_exist(call: str) -> None:
    assert _faults(call) == []


def test_the_readme_s_paths_exist() -> None:
    paths = re.findall(r"\b(?:scenarios|memory|agents|dispatch)/[a-z_/]+(?:\.[a-z]+)?", README)
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_readme_s_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert targets >= {"venv", "demo", "test", "test-slow", "check", "llm", "bench", "clean"}
    named = {word for call in _calls("make") for word in call.split()[1:] if re.fullmatch(r"[a-z-]+", word)}
    assert named <= targets


def test_every_command_says_what_it_does() -> None:
    def commands(group: Any) -> list[Any]:
        found = list(getattr(group, "commands", {}).values())
        return found + [deeper for command in found for deeper in commands(command)]

    assert [command.name for command in commands(get_command(app)) if not command.help] == []


def test_pinned_versions_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.]*", line)] == []
    assert lines == sorted(lines, key=str.casefold)
