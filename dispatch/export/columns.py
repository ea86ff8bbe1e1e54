"""The columns of the exported tables: name, type and meaning, from which files and data dictionary are made alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import pyarrow as pa


class Column(NamedTuple):
    """One column of a table."""

    name: str
    type: pa.DataType
    meaning: str


_WHOLE, _KM, _TEXT, _YES = pa.int64(), pa.float64(), pa.string(), pa.bool_()
_WHEN = pa.timestamp("s")

_KEY = (
    Column("run", _TEXT, "Id of the run."),
    Column("driver", _TEXT, "Id of the driver."),
    Column("step", _WHOLE, "Number of the driver's step, from 1."),
)

STEPS = (
    *_KEY,
    Column("seq", _WHOLE, "Place among all steps of the run in the order in which they ended, from 0."),
    Column("start_at", _WHEN, "Local wall time at which the step began."),
    Column("start_min", _WHOLE, "The same in minutes since the scenario's start."),
    Column("scan_min", _WHOLE, "Minutes of reading lists."),
    Column("exec_min", _WHOLE, "Minutes of the action."),
    Column("act", _TEXT, "wait, take_order or reposition."),
    Column("result", _TEXT, "done, cut_off (finished after the horizon), failed_step, or why the world refused."),
    Column("searches", _WHOLE, "Lists read."),
    Column("listed", _WHOLE, "Loads on them."),
    Column("dead_proposal", _YES, "The load was known to be out of reach."),
    Column("barren_again", _WHOLE, "Lists read in a cell that had just yielded little."),
    Column("load", _TEXT, "Id of the load asked for; empty for none."),
    Column("wait_arg_min", _WHOLE, "Minutes of waiting asked for."),
    Column("lat", _KM, "Latitude before the step, degrees."),
    Column("lng", _KM, "Longitude before the step, degrees."),
    Column("end_lat", _KM, "Latitude after the step, degrees."),
    Column("end_lng", _KM, "Longitude after the step, degrees."),
    Column("pickup_km", _KM, "Empty kilometres to a pickup."),
    Column("haul_km", _KM, "Kilometres with a load."),
    Column("reposition_km", _KM, "Empty kilometres of a move."),
    Column("drive_min", _WHOLE, "Minutes of driving to a pickup or to a move's target."),
    Column("window_wait_min", _WHOLE, "Minutes of waiting for a loading window to open."),
    Column("service_min", _WHOLE, "Minutes from loading to delivery."),
    Column("why", _TEXT, "Why the action was chosen, in the agent's words."),
    Column("plan", _TEXT, "The driver's short plan after it."),
    Column("failure", _TEXT, "The error when the driver's agents failed; else empty."),
    Column("first_fact", _WHOLE, "Id of the first fact that came of the step; -1 for none."),
    Column("fact_count", _WHOLE, "Facts that came of the step."),
)

ORDERS = (
    *_KEY,
    Column("load", _TEXT, "Id of the load."),
    Column("claimed_at", _WHEN, "Local wall time of the claim."),
    Column("claimed_min", _WHOLE, "The same in minutes since the scenario's start."),
    Column("end_min", _WHOLE, "Minute at which the order, or the refusal, was over."),
    Column("result", _TEXT, "done, cut_off, or why the order was refused."),
    Column("price_yuan", _KM, "The load's price; null where the scenario is gone or has no such load."),
    Column("paid_yuan", _KM, "What of it was paid: all, or 0; null as above."),
    Column("pickup_km", _KM, "Empty kilometres to the pickup."),
    Column("haul_km", _KM, "Kilometres with the load."),
    Column("drive_min", _WHOLE, "Minutes of driving to the pickup."),
    Column("window_wait_min", _WHOLE, "Minutes of waiting for the loading window."),
    Column("service_min", _WHOLE, "Minutes from loading to delivery."),
    Column("dead_proposal", _YES, "The load was known to be out of reach."),
)

BREACHES = (
    Column("run", _TEXT, "Id of the run."),
    Column("driver", _TEXT, "Id of the driver."),
    Column("preference", _WHOLE, "Number of the driver's preference, from 0; -1 for hours of service."),
    Column("kind", _TEXT, "Kind of the wish, or of the law's limit."),
    Column("hard", _YES, "Whether the wish is more than an if possible."),
    Column("start_at", _WHEN, "Local wall time at which the breach began."),
    Column("start_min", _WHOLE, "The same in minutes since the scenario's start."),
    Column("end_min", _WHOLE, "Minute at which it was over."),
    Column("steps", _TEXT, "Numbers of the driver's steps that it lies in, by spaces."),
    Column("load", _TEXT, "Id of the load at fault; empty for none."),
    Column("lat", _KM, "Latitude of where it began, degrees; null where it has no place."),
    Column("lng", _KM, "Longitude of where it began, degrees."),
    Column("amount", _KM, "How much, in `unit`."),
    Column("unit", _TEXT, "What is charged for: day, breach, order, km, minute or month."),
    Column("said", _TEXT, "What happened, in words."),
    Column("penalty_yuan", _KM, "What it adds to the penalty, the cap considered."),
    Column("left_yuan", _KM, "What is left of the preference's cap after it; null without a cap."),
    Column("avoidable", _YES, "Whether another course would have kept a hard wish; null for another."),
)

CALLS = (
    *_KEY,
    Column("agent", _TEXT, "Who asked the model."),
    Column("request", _TEXT, "SHA-256 of the canonical request."),
    Column("repeat", _WHOLE, "How often this driver had asked the very same before."),
    Column("schema", _TEXT, "Name of the answer's schema."),
    Column("prompt", _TEXT, "What was sent, as names of texts in `prompts`, in order, by spaces."),
    Column("reply", _TEXT, "The model's text; null when none came."),
    Column("trouble", _TEXT, "Why no usable answer came of it; null when it was used."),
    Column("message", _TEXT, "Of the error, when there is no reply."),
    Column("model", _TEXT, "Name of the model that answered."),
    Column("finish", _TEXT, "Why the model stopped."),
    Column("prompt_tokens", _WHOLE, "Tokens that the model read."),
    Column("cached_tokens", _WHOLE, "Those of them that the server had kept."),
    Column("completion_tokens", _WHOLE, "Tokens that the model wrote."),
    Column("seconds", _KM, "Wall time of the call, with its retries."),
    Column("tries", _WHOLE, "How often it was sent."),
)

PROMPTS = (
    Column("sha256", _TEXT, "Name of the text."),
    Column("text", _TEXT, "A text that was sent to a model, once however often it was sent."),
)

DIGESTS = (
    Column("run", _TEXT, "Id of the run."),
    Column("driver", _TEXT, "Id of the driver."),
    Column("store", _TEXT, "The store of memory that was digested: market, cargo or driver."),
    Column("number", _WHOLE, "Counts the driver's digests of this store, from 0."),
    Column("minute", _WHOLE, "When it was asked for, in minutes since the scenario's start."),
    Column("through", _WHOLE, "Highest fact id that it covers."),
    Column("fell_back", _YES, "Nothing that was written stood; these are the deterministic bullets."),
    Column("dropped", _WHOLE, "Bullets that the gate dropped."),
    Column("bullet", _WHOLE, "Place of the bullet, from 0; null for a digest without bullets, which has one row."),
    Column("kind", _TEXT, "seek, avoid, budget, lesson, progress or risk."),
    Column("text", _TEXT, "The bullet's text."),
    Column("fact_ids", _TEXT, "Facts behind it, by spaces."),
    Column("cells", _TEXT, "H3 cells that it names, in hexadecimal digits, by spaces."),
    Column("loads", _TEXT, "Loads that it names, as a JSON list of ids."),
)

TABLES: Mapping[str, tuple[Column, ...]] = {
    "steps": STEPS,
    "orders": ORDERS,
    "breaches": BREACHES,
    "calls": CALLS,
    "prompts": PROMPTS,
    "digests": DIGESTS,
}
"""Every table with its columns in order."""


def dictionary() -> str:
    """The data dictionary, in Markdown."""
    lines = ["# Data dictionary", "", "Each table is there as Parquet and as CSV, with the same columns.", ""]
    for name, columns in TABLES.items():
        lines += [f"## {name}", "", "| column | type | meaning |", "|---|---|---|"]
        lines += [f"| `{column.name}` | {column.type} | {column.meaning} |" for column in columns]
        lines.append("")
    return "\n".join(lines)
