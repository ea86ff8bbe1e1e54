"""The server form holds together: compose.yaml, Dockerfile and the options that they call."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from dispatch.cli.app import app
from dispatch.longterm.open import POOL_SIZE

ROOT = Path(__file__).resolve().parents[1]
SECRETS = {"MEMORY_TOKEN": "a", "MEMORY_DB_PASSWORD": "b"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return dict(found["services"])


def test_every_service_is_watched_bounded_and_started_again(services: dict[str, Any]) -> None:
    assert sorted(services) == ["database", "memory"]
    for service in services.values():
        assert service["restart"] == "unless-stopped"
        assert re.fullmatch(r"[0-9]+g", service["mem_limit"])
        assert service["healthcheck"]["test"][0] == "CMD"
    assert services["database"]["volumes"] == ["database:/var/lib/postgresql"]
    assert services["memory"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert services["memory"]["ports"] == ["127.0.0.1:8848:8848"]
    assert POOL_SIZE == 20


def test_the_command_is_one_that_there_is(services: dict[str, Any]) -> None:
    command: Any = get_command(app)
    words = services["memory"]["command"]
    for word in words[:2]:
        command = command.commands[word]
    known = {name for option in command.params for name in option.opts}
    assert {word.partition("=")[0] for word in words[2:]} <= known


def test_the_image_holds_what_the_program_needs() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for package in ("scenarios", "memory", "agents", "dispatch"):
        assert f"COPY {package} {package}\n" in text
    assert "[embed,mcp,postgres]" in text
    assert "\nUSER dispatch\n" in text


def _has_compose() -> bool:
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not _has_compose(), reason="docker compose is not installed")
def test_docker_compose_reads_it() -> None:
    call = ["docker", "compose", "config", "--quiet"]
    end = subprocess.run(call, cwd=ROOT, env={**os.environ, **SECRETS}, capture_output=True, text=True, check=False)
    assert end.returncode == 0, end.stderr
    without = {name: value for name, value in os.environ.items() if name not in SECRETS}
    end = subprocess.run(call, cwd=ROOT, env=without, capture_output=True, text=True, check=False)
    assert end.returncode != 0
    assert "set MEMORY_" in end.stderr
