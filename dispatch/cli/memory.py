"""`dispatch memory …`: what is written to the long-term store and asked of it. Parses, calls and prints."""

from __future__ import annotations

from typing import Annotated

import typer

from dispatch.cli.errors import FAILED
from dispatch.cli.memory_care import consolidate, forget, purge, reembed, restore, serve, stats
from dispatch.cli.memory_options import (
    DB,
    ID_MAX,
    EmbedderOption,
    LayerName,
    MemoryDbOption,
    MemoryModelOption,
    NowOption,
    ReaderDriverOption,
    ReaderFleetOption,
    ScopeName,
    ScopesOption,
    checked,
    layers_of,
    minute_of,
    minute_or_none,
    reader_of,
    scopes_of,
    writer_of,
)
from dispatch.cli.options import JsonOption
from dispatch.errors import UsageError

app = typer.Typer(rich_markup_mode=None)


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
        list[int] | None,
        typer.Option(min=1, max=ID_MAX, help="An item that it was concluded from; may stand several times."),
    ] = None,
    key: Annotated[
        str | None, typer.Option(help="Idempotency key: under one key a text is written once.", show_default=False)
    ] = None,
    queue: Annotated[bool, typer.Option("--queue", help="Put it in line; the next writer or server keeps it.")] = False,
    model: MemoryModelOption = None,
    embedder: EmbedderOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Offer something to long-term memory.

    Code 1 if it is refused or fails. Judged, by rule or by a language model: only what is important
    enough is kept, and nothing that the store says already.
    """
    from dispatch.longterm.open import memory_store
    from dispatch.report.memory import receipt_line
    from dispatch.report.printing import print_answer
    from memory.longterm.records import Draft
    from memory.longterm.writing import Offer, submit, work_off
    from memory.longterm.writing import write as write_now

    if queue and model is not None:
        raise UsageError("--model: with --queue nothing is judged yet; leave one of them out")
    draft = checked(
        "write",
        Draft,
        text=text,
        world_min=minute_of("--at", at),
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
    offer = checked("write", Offer, draft=draft, key=key)
    with memory_store(db, embedder=embedder) as store:
        if queue:
            receipt = submit(store, [offer])[0]
        else:
            with writer_of(model) as writer:
                work_off(store, writer)
                receipt = write_now(store, writer, [offer])[0]
    print_answer(receipt.model_dump(mode="json"), [receipt_line(receipt)], as_json)
    if receipt.status in ("refused", "failed"):
        raise typer.Exit(FAILED)


@app.command()
def receipt(
    number: Annotated[
        int, typer.Argument(min=1, max=ID_MAX, help="A receipt's number, as a write gives it.", show_default=False)
    ],
    db: MemoryDbOption = DB,
    as_json: JsonOption = False,
) -> None:
    """Tell what became of a write.

    Queued, stored, refused or failed.
    """
    from dispatch.longterm.open import memory_store
    from dispatch.report.memory import receipt_line
    from dispatch.report.printing import print_answer
    from memory.longterm.writing import receipt_of

    with memory_store(db, create=False) as store:
        found = receipt_of(store, number)
    print_answer(found.model_dump(mode="json"), [receipt_line(found)], as_json)


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
    """Find what is known.

    By likeness to a question, recency in the world and importance, weighed 0.5, 0.3 and 0.2; `--explain` shows the
    parts.
    """
    from dispatch.longterm.open import memory_store
    from dispatch.longterm.service import timed_search
    from dispatch.report.memory import page_lines
    from dispatch.report.printing import print_answer
    from memory.longterm.records import Query

    query = checked(
        "search",
        Query,
        text=text,
        reader=reader_of(driver, fleet),
        scopes=scopes_of(scope),
        layers=layers_of("--layer", layer),
        topic=topic,
        run=run,
        since_min=minute_or_none("--since", since),
        until_min=minute_or_none("--until", until),
        as_of_min=minute_or_none("--as-of", as_of),
        now_min=minute_or_none("--now", now),
        archived=archived,
        limit=limit,
        offset=offset,
    )
    with memory_store(db, create=False, embedder=embedder) as store:
        answer = timed_search(store, query)
    told = answer.page.model_dump(mode="json") | {"unknown": answer.unknown}
    print_answer(told, page_lines(answer.page, unknown=answer.unknown, explain=explain), as_json)


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
    """Tell what is so of something, by exact keys.

    Code 1 if it is not known, as when the item that says so was forgotten: what it superseded is so no more.
    """
    from dispatch.longterm.open import memory_store
    from dispatch.report.memory import item_line, unknown_line
    from dispatch.report.printing import print_answer
    from memory.longterm.records import Query
    from memory.longterm.search import value as value_of

    at = minute_or_none("--as-of", as_of)
    reader, scopes = reader_of(driver, fleet), scopes_of(scope)
    checked("value", Query, subject=subject, attribute=attribute)
    with memory_store(db, create=False) as store:
        found = value_of(store, subject, attribute, as_of_min=at, reader=reader, scopes=scopes)
        if found is None:
            away = value_of(store, subject, attribute, as_of_min=at, reader=reader, scopes=scopes, archived=True)
            print_answer(None, [unknown_line(away)], as_json)
            raise typer.Exit(FAILED)
    print_answer(found.model_dump(mode="json"), [item_line(found)], as_json)


for care in (forget, restore, purge, consolidate, reembed, stats, serve):
    app.command()(care)
