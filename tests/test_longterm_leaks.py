"""No tool of the memory server shows, by text or id, what its caller may not see: random stories held to an oracle."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from mcp.client import Client
from mcp_calls import answer, in_process

SCOPES = ["own", "fleet", "public"]
DRIVERS = ["D1", "d1", ""]
FLEETS = ["north", ""]
TEXTS = {"en": "the yard of secret{:03} is shut", "zh": "secret{:03}的车场关了"}


def may_see(item: dict[str, Any], driver: str, fleet: str, scopes: list[str]) -> bool:
    """Written down a second time: public is everybody's, a fleet's its drivers', own its one driver's of one fleet."""
    if item["scope"] not in scopes:
        return False
    same_fleet = item["fleet"] == fleet
    return {"public": True, "fleet": same_fleet, "own": same_fleet and item["driver"] == driver}[item["scope"]]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_nothing_is_shown_to_whom_it_is_not_for(tmp_path: Path, language: str) -> None:
    draw = random.Random(7)
    items: dict[int, dict[str, Any]] = {}

    async def write(client: Client, who: dict[str, str]) -> None:
        scope = draw.choice(SCOPES)
        citable = [i for i in items if may_see(items[i], **who, scopes=SCOPES)] if draw.random() < 0.8 else list(items)
        cited = draw.sample(citable, k=min(len(citable), draw.randrange(3)))
        keys = {"subject": "S", "attribute": "a", "value": draw.choice("ABC")} if draw.random() < 0.3 else {}
        reply = await answer(
            client,
            "memory_write",
            text=TEXTS[language].format(draw.randrange(draw.choice([20, 900]))),
            world_time=f"2026-03-{draw.randint(10, 28)} 08:20",
            importance=0.9,
            topic="yards",
            scope=scope,
            layer=draw.choice(["episodic", "episodic", "semantic", "lesson"]),
            sources=cited,
            **keys,
            **who,
        )
        if reply["status"] == "stored":
            assert all(may_see(items[i], **who, scopes=SCOPES) for i in cited)
            items[reply["item"]] = {"scope": scope, **who}
        elif reply["item"] is not None:  # the known one that the receipt names
            assert may_see(items[reply["item"]], **who, scopes=SCOPES)

    async def search(client: Client, who: dict[str, str], scopes: list[str]) -> None:
        asked = {"text": draw.choice(["", "yard", "车场"]), "archived": draw.random() < 0.5, "limit": 20}
        reply = await answer(client, "memory_search", **asked, scopes=scopes, **who)
        assert all(may_see(items[item["id"]], **who, scopes=scopes) for item in reply["items"])
        beside = set(reply["duplicates"])
        for item in reply["items"]:
            beside |= {*item["sources"], *([item["replaced_by"]] if item["replaced_by"] else [])}
        assert all(may_see(items[i], **who, scopes=SCOPES) for i in beside)
        told = set(re.findall(r"secret\d{3}", json.dumps(reply, ensure_ascii=False)))
        mine = [item["text"] for item in reply["items"]]
        assert all(any(secret in text for text in mine) for secret in told)

    async def forget(client: Client, who: dict[str, str], scopes: list[str]) -> None:
        named = draw.sample(sorted(items), k=min(len(items), 2))
        result = await client.call_tool(
            "memory_forget", {"items": named, "restore": draw.random() < 0.5, "scopes": scopes, **who}
        )
        assert result.is_error is not all(may_see(items[i], **who, scopes=scopes) for i in named)

    async def consolidate(client: Client, who: dict[str, str], scopes: list[str]) -> None:
        reply = await answer(client, "memory_consolidate", scopes=scopes, **who)
        for new in reply["created"]:
            seen = await answer(client, "memory_search", scopes=scopes, limit=20, archived=True, **who)
            found = next((item for item in seen["items"] if item["id"] == new), None)
            assert found is not None, "a conclusion that its maker cannot see"
            owners = {tuple(items[source].items()) for source in found["sources"]}
            assert len(owners) == 1, "episodes of several owners in one conclusion"
            items[new] = items[found["sources"][0]]
            assert found["scope"] == items[new]["scope"]

    async def story(client: Client) -> None:
        for _ in range(220):
            who = {"driver": draw.choice(DRIVERS), "fleet": draw.choice(FLEETS)}
            scopes = draw.sample(SCOPES, k=draw.randint(1, 3))
            do = draw.random()
            if do < 0.55 or not items:
                await write(client, who)
            elif do < 0.85:
                await search(client, who, scopes)
            elif do < 0.95:
                await forget(client, who, scopes)
            else:
                await consolidate(client, who, scopes)
        assert len(items) > 30

    in_process(str(tmp_path / "memory.db"), story)
