"""What the tools of the memory server answer: typed and bounded. They become the tools' output schemas."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from memory.longterm.records import Hit, Item, Layer, Page, Parts, Receipt, Scope, Status, time_text

MOST_ITEMS = 20
MOST_CHARACTERS = 12_000
"""Of the texts of one page; a page that would be longer ends earlier, and the next one begins there."""


class WriteReply(BaseModel):
    """What became of a write."""

    receipt: int
    status: Literal["queued", "stored", "refused", "failed"] = Field(
        description="stored: durable. queued: durable in line, call again with the same key to see what became of it. "
        "refused: not worth keeping, or known already. failed: not kept, try again."
    )
    item: int | None = Field(None, description="The item that it became, or the known one that says it already.")
    reason: str = ""


class FoundItem(BaseModel):
    """One item of an answer."""

    id: int
    text: str
    layer: Layer
    status: Status
    scope: Scope
    world_time: str
    importance: float
    score: float
    driver: str = ""
    run: str = ""
    topic: str = ""
    subject: str = ""
    attribute: str = ""
    value: str = ""
    fact_ids: list[int] = []
    sources: list[int] = []
    replaced_by: int | None = None
    parts: Parts | None = Field(None, description="The weighed parts of the score, with `explain`.")


class SearchReply(BaseModel):
    """A page of items, the best first."""

    items: list[FoundItem]
    unknown: bool = Field(description="Nothing found is near enough to the question to be an answer to it.")
    next_cursor: str | None = Field(None, description="Hand it back as `cursor` for the next page; null at the end.")
    candidates: int
    duplicates: list[int] = Field(description="Candidates left out because they say what a more important one says.")


class ForgetReply(BaseModel):
    """How many items were put away, or brought back."""

    archived: int = 0
    restored: int = 0


class ConsolidateReply(BaseModel):
    """What a consolidation did."""

    created: list[int]
    consolidated: int
    too_long: int


def write_reply(receipt: Receipt) -> WriteReply:
    return WriteReply(receipt=receipt.id, status=receipt.status, item=receipt.item, reason=receipt.reason)


def search_reply(page: Page, offset: int, *, unknown: bool, explain: bool) -> SearchReply:
    """The page, cut where its texts pass the bound; one item at least."""
    items: list[FoundItem] = []
    left = MOST_CHARACTERS
    for hit in page.hits:
        left -= len(hit.item.text)
        if items and left < 0:
            break
        items.append(_found(hit, explain=explain))
    cut = len(items) < len(page.hits)
    following = offset + len(items) if cut else page.next_offset
    return SearchReply(
        items=items,
        unknown=unknown,
        next_cursor=None if following is None else str(following),
        candidates=page.candidates,
        duplicates=list(page.duplicates),
    )


def _found(hit: Hit, *, explain: bool) -> FoundItem:
    item: Item = hit.item
    return FoundItem(
        id=item.id,
        text=item.text,
        layer=item.layer,
        status=item.status,
        scope=item.scope,
        world_time=time_text(item.world_min),
        importance=item.importance,
        score=hit.score,
        driver=item.driver,
        run=item.run,
        topic=item.topic,
        subject=item.subject,
        attribute=item.attribute,
        value=item.value,
        fact_ids=list(item.fact_ids),
        sources=list(item.sources),
        replaced_by=item.replaced_by,
        parts=hit.parts if explain else None,
    )
