"""Calls to language models in the record of runs: written with their steps, read again to be shown or answered from.

Prompts share most of their text, so each text is kept once under its SHA-256. Nothing here asks a model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlmodel import col, select

from agents.llm.calls import Call
from agents.llm.model import Reply, Request, Sampling, Trouble, Usage
from dispatch.record.database import Database, tolerant_insert
from dispatch.record.plain import plain
from dispatch.record.tables import ModelCall, Prompt, Table

_AT_ONCE = 500
"""Texts asked for in one statement: databases bound the number of its values."""


def write_calls(connection: Connection, run_id: str, calls: Sequence[Call]) -> None:
    """Write calls of a run; of those that are there already, only what became of them is new."""
    texts: dict[str, str] = {}
    rows = [_row(run_id, call, texts) for call in calls]
    prompts = [{"sha256": name, "text": text} for name, text in sorted(texts.items())]
    for name, values in (("prompt", prompts), ("model_call", rows)):
        if values:
            table = Table.metadata.tables[name]
            add = tolerant_insert(connection, table)
            if "trouble" in table.c:
                became = {"trouble": add.excluded.trouble}
                kept = add.on_conflict_do_update(index_elements=table.primary_key, set_=became)
            else:
                kept = add.on_conflict_do_nothing()
            connection.execute(kept, values)


def read_calls(
    database: Database, run_id: str, driver_ids: Iterable[str], *, driver: str | None = None, step: int | None = None
) -> list[Call]:
    """A run's calls, by driver, step and agent; of one driver or step where these are named.

    `driver_ids` are the scenario's: the record may spell an odd one otherwise.
    """
    raw = {plain(driver_id): driver_id for driver_id in driver_ids}
    mine = select(ModelCall).where(ModelCall.run_id == run_id)
    if driver is not None:
        mine = mine.where(ModelCall.driver_id == driver)
    if step is not None:
        mine = mine.where(ModelCall.step == step)
    order = (col(ModelCall.driver_id), col(ModelCall.step), col(ModelCall.agent), col(ModelCall.request))
    with database.reading() as session:
        rows = list(session.exec(mine.order_by(*order, col(ModelCall.repeat))))
        names = sorted({name for row in rows for name in row.prompt})
        texts: dict[str, str] = {}
        for first in range(0, len(names), _AT_ONCE):
            some = select(Prompt.sha256, Prompt.text).where(col(Prompt.sha256).in_(names[first : first + _AT_ONCE]))
            texts |= dict(session.exec(some).all())
        return [_call(row, raw.get(row.driver_id, row.driver_id), texts) for row in rows]


def _row(run_id: str, call: Call, texts: dict[str, str]) -> dict[str, Any]:
    """The call as a row; texts that it needs are added to `texts`."""
    request, reply = call.request, call.reply or Reply("")
    parts = (json.dumps(request.schema, ensure_ascii=False), request.system, *request.parts)
    names = []
    for text in map(plain, parts):
        name = hashlib.sha256(text.encode()).hexdigest()
        texts[name] = text
        names.append(name)
    seed = request.sampling.seed
    return {
        "run_id": run_id,
        "driver_id": plain(request.driver),
        "request": call.sha256,
        "repeat": call.repeat,
        "step": request.step,
        "agent": request.agent,
        "schema_name": request.schema_name,
        "prompt": names,
        "temperature": request.sampling.temperature,
        "max_tokens": request.sampling.max_tokens,
        "sampling_seed": None if seed is None else str(seed),
        "reply": None if call.reply is None else plain(reply.text),
        "trouble": None if call.trouble is None else call.trouble.value,
        "message": plain(call.message),
        "model": plain(reply.model),
        "finish": plain(reply.finish),
        "format": reply.format,
        "prompt_tokens": reply.usage.prompt,
        "cached_tokens": reply.usage.cached,
        "completion_tokens": reply.usage.completion,
        "seconds": call.seconds,
        "tries": call.tries,
    }


def _call(row: ModelCall, driver: str, texts: Mapping[str, str]) -> Call:
    schema, system, *parts = (texts[name] for name in row.prompt)
    seed = None if row.sampling_seed is None else int(row.sampling_seed)
    request = Request(
        agent=row.agent,
        system=system,
        parts=tuple(parts),
        schema_name=row.schema_name,
        schema=json.loads(schema),
        sampling=Sampling(row.temperature, row.max_tokens, seed),
        driver=driver,
        step=row.step,
    )
    usage = Usage(row.prompt_tokens, row.cached_tokens, row.completion_tokens)
    reply = None
    if row.reply is not None:
        reply = Reply(row.reply, usage, row.model, row.finish, row.format, row.seconds, row.tries)
    trouble = None if row.trouble is None else Trouble(row.trouble)
    return Call(request, row.request, row.repeat, reply, trouble, row.message, row.tries, row.seconds)
