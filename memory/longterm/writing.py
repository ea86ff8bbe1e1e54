"""Writing: drafts are judged, held against what is known, and kept with their receipts in one transaction.

`stored` means on the disk: item and receipt are one commit. `queued` means that the draft itself is on the disk and
waits; whoever opens the store next can work it off. A draft that only repeats what the store says is refused, since
recalled text must not come back as news; with new facts behind it, it is more evidence for the old item.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic.dataclasses import dataclass as checked_dataclass
from sqlalchemy import Connection, and_, insert, select, update

from memory.longterm.errors import LongTermError
from memory.longterm.forgetting import make_room
from memory.longterm.judging import Judgement, Writer
from memory.longterm.known import known_item
from memory.longterm.lexical import Vectors
from memory.longterm.measures import add_counts
from memory.longterm.records import SCOPES, Draft, Key, Receipt
from memory.longterm.rows import insert_item, items_where
from memory.longterm.scopes import visible
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.superseding import settle_chain
from memory.longterm.tables import ITEMS, RECEIPTS
from memory.longterm.text import key_text

_BATCH = 64

_r, _i = RECEIPTS.c, ITEMS.c


@checked_dataclass(frozen=True)
class Offer:
    """A draft and the writer's idempotency key: offered twice under one key, it is written once."""

    draft: Draft
    key: Key | None = None


@dataclass(frozen=True, slots=True)
class _Judged:
    """A draft with what was found out about it before the transaction."""

    draft: Draft
    judgement: Judgement | None
    vector: Vectors | None
    fault: str = ""


def write(store: LongTermStore, writer: Writer, offers: Sequence[Offer]) -> list[Receipt]:
    """Judge and keep; a receipt each, none of them queued. One transaction for all.

    Raises LongTermError when a key comes back with another draft.
    """
    new = _not_written(store, offers)
    judged = dict(zip(new, _judge_all(store, writer, [offers[place].draft for place in new]), strict=True))
    with store.writing() as connection:
        receipts, settled = [], []
        for place, offer in enumerate(offers):
            known = _of_key(connection, store.where, offer)
            if known is not None and (known.status != "failed" or place not in judged):
                receipts.append(known)
                continue
            settled.append(_settle(store, connection, judged[place]))
            receipts.append(_write_receipt(connection, offer, settled[-1], known))
        _end(connection, settled, store.settings)
    return receipts


def submit(store: LongTermStore, offers: Sequence[Offer]) -> list[Receipt]:
    """Put drafts in line without judging them; a receipt each, `queued` unless its key was written before."""
    with store.writing() as connection:
        receipts = []
        for offer in offers:
            known = _of_key(connection, store.where, offer)
            if known is not None and known.status != "failed":
                receipts.append(known)
                continue
            queued = Receipt(id=0, status="queued")
            receipts.append(_write_receipt(connection, offer, queued, known))
    return receipts


def work_off(
    store: LongTermStore, writer: Writer, *, most: int | None = None, stop: Callable[[], bool] = lambda: False
) -> int:
    """Judge and keep what is queued, the oldest first; how many drafts were worked off."""
    done = 0
    while not stop() and (most is None or done < most):
        size = _BATCH if most is None else min(_BATCH, most - done)
        with store.reading() as connection:
            waiting = select(_r.id, _r.draft).where(_r.status == "queued").order_by(_r.id).limit(size)
            rows = connection.execute(waiting).all()
        if not rows:
            break
        drafts = [_draft_in_line(row.draft) for row in rows]
        judged = iter(_judge_all(store, writer, [draft for draft in drafts if draft is not None]))
        with store.writing() as connection:
            receipts = []
            for row, draft in zip(rows, drafts, strict=True):
                found = None if draft is None else next(judged)
                still = connection.execute(select(_r.status).where(_r.id == row.id)).scalar_one()
                if still != "queued":  # another process was faster
                    continue
                if found is None:
                    outcome = Receipt(id=0, status="failed", reason="the draft is none that this program keeps")
                else:
                    outcome = _settle(store, connection, found)
                change = {"status": outcome.status, "item": outcome.item, "reason": outcome.reason}
                if outcome.status != "failed":
                    change["draft"] = None
                connection.execute(update(RECEIPTS).where(_r.id == row.id).values(**change))
                receipts.append(outcome)
            _end(connection, receipts, store.settings)
        done += len(rows)
    return done


def _draft_in_line(kept: Any) -> Draft | None:
    """The draft that waits; None for one that another version of this program took, and that would not be taken now."""
    try:
        return Draft.model_validate(kept)
    except ValidationError:
        return None


def receipt_of(store: LongTermStore, receipt_id: int) -> Receipt:
    """What became of a draft. Raises LongTermError for a receipt that was never given."""
    with store.reading() as connection:
        row = connection.execute(select(_r.id, _r.status, _r.item, _r.reason).where(_r.id == receipt_id)).one_or_none()
    if row is None:
        raise LongTermError(store.where, f"gave no receipt {receipt_id}", "name one that a write gave")
    return Receipt.model_validate(dict(row._mapping))


def _not_written(store: LongTermStore, offers: Sequence[Offer]) -> list[int]:
    """Places of the offers that are to be judged: a writer may be a model, and is asked once for what has a key."""
    if all(offer.key is None for offer in offers):
        return list(range(len(offers)))
    with store.reading() as connection:
        known = [_of_key(connection, store.where, offer) for offer in offers]
    return [place for place, receipt in enumerate(known) if receipt is None or receipt.status == "failed"]


# one draft


def _judge_all(store: LongTermStore, writer: Writer, drafts: Sequence[Draft]) -> list[_Judged]:
    """Judge every draft and embed those worth keeping; a writer that raises costs its own draft only."""
    least = store.settings.least_importance
    judged: list[_Judged] = []
    for draft in drafts:
        try:
            judgement = Judgement.model_validate(writer.judge(draft))
            # As strict with a writer's words as with a client's.
            Draft.model_validate(draft.model_dump() | {"text": judgement.content or " "})
        except Exception as error:
            judged.append(_Judged(draft, None, None, f"the writer failed: {type(error).__name__}: {error}"[:300]))
            continue
        judged.append(_Judged(draft, judgement, None))
    kept = [i for i, j in enumerate(judged) if j.judgement is not None and _worth_it(j.judgement, least)]
    vectors = store.embedder.items([_content(judged[i]) for i in kept])
    for i, vector in zip(kept, vectors, strict=True):
        judged[i] = _Judged(judged[i].draft, judged[i].judgement, vector)
    return judged


def _worth_it(judgement: Judgement, least: float) -> bool:
    return judgement.should_remember and judgement.importance >= least


def _content(judged: _Judged) -> str:
    assert judged.judgement is not None
    return judged.judgement.content


def _settle(store: LongTermStore, connection: Connection, judged: _Judged) -> Receipt:
    """Keep one judged draft, or say why not. The receipt has no id yet."""
    judgement = judged.judgement
    if judgement is None:
        return Receipt(id=0, status="failed", reason=judged.fault)
    if judged.vector is None:
        least = store.settings.least_importance
        why = (
            f"importance {judgement.importance:g} is under {least:g}"
            if judgement.should_remember
            else "the writer sees nothing to remember in it"
        )
        return Receipt(id=0, status="refused", reason=why)
    draft = judged.draft.model_copy(update={"text": judgement.content, "layer": judgement.type})
    # What the writer may not see is not there for it: its receipt must not tell which ids there are.
    seen = visible(draft.reader, SCOPES)
    lost = [s for s in draft.sources if not items_where(connection, and_(seen, _i.id == s))]
    if lost:
        return Receipt(id=0, status="failed", reason=f"there is no item {lost[0]} that it could come from")
    known = known_item(connection, draft)
    if known is not None:
        news = set(draft.fact_ids) - set(known.fact_ids) if draft.run == known.run else set(draft.fact_ids)
        if news:
            connection.execute(update(ITEMS).where(_i.id == known.id).values(evidence=known.evidence + 1))
        why = f"item {known.id} says it already" + (", now with more evidence" if news else "")
        return Receipt(id=0, status="refused", item=known.id, reason=why)
    item_id = insert_item(connection, _row(draft, judgement, judged.vector))
    if draft.subject and draft.attribute and judgement.type != "lesson":
        superseded = settle_chain(connection, items_where(connection, _i.id == item_id)[0])
        add_counts(connection, {"superseded": len(superseded)})
    if draft.sources:
        add_counts(connection, {"items_used": len(set(draft.sources))})
    return Receipt(id=0, status="stored", item=item_id)


def _row(draft: Draft, judgement: Judgement, vector: Vectors) -> dict[str, object]:
    learned = draft.world_min if draft.learned_min is None else draft.learned_min
    return draft.model_dump() | {
        "text": judgement.content,
        "layer": judgement.type,
        "importance": judgement.importance,
        "learned_min": learned,
        "subject_key": key_text(draft.subject),
        "attribute_key": key_text(draft.attribute),
        "fact_ids": list(draft.fact_ids),
        "sources": list(draft.sources),
        "embedding": vector,
    }


# receipts


def _of_key(connection: Connection, where: str, offer: Offer) -> Receipt | None:
    """The receipt given under this key before. Raises LongTermError if it was given for another draft."""
    key = _key(offer)
    if key is None:
        return None
    columns = (_r.id, _r.status, _r.item, _r.reason, _r.draft_hash)
    row = connection.execute(select(*columns).where(_r.key == key)).one_or_none()
    if row is None:
        return None
    if row.draft_hash != _hash(offer.draft):
        raise LongTermError(where, f"the key {offer.key!r} was used for another text", "give each write its own key")
    return Receipt(id=row.id, status=row.status, item=row.item, reason=row.reason)


def _key(offer: Offer) -> str | None:
    """A key belongs to who gave it."""
    return None if offer.key is None else "\x1f".join((offer.draft.fleet, offer.draft.driver, offer.key))


def _hash(draft: Draft) -> str:
    return hashlib.sha256(draft.model_dump_json().encode()).hexdigest()


def _write_receipt(connection: Connection, offer: Offer, outcome: Receipt, earlier: Receipt | None) -> Receipt:
    """Write the receipt, over a failed one of the same key where there is one; it comes back with its id."""
    keep = outcome.status in ("queued", "failed")
    row = {
        "key": _key(offer),
        "status": outcome.status,
        "item": outcome.item,
        "reason": outcome.reason,
        "draft_hash": _hash(offer.draft),
        "draft": offer.draft.model_dump(mode="json") if keep else None,
    }
    if earlier is not None:
        connection.execute(update(RECEIPTS).where(_r.id == earlier.id).values(**row))
        return outcome.model_copy(update={"id": earlier.id})
    receipt_id = connection.execute(insert(RECEIPTS).returning(_r.id), row).scalar_one()
    return outcome.model_copy(update={"id": receipt_id})


def _end(connection: Connection, receipts: Sequence[Receipt], settings: LongTermSettings) -> None:
    """What a transaction ends with: the counts, and room where an item came in."""
    counts = {"offered": len(receipts)}
    for receipt in receipts:
        name = "known" if receipt.status == "refused" and receipt.item is not None else receipt.status
        counts[name] = counts.get(name, 0) + 1
    add_counts(connection, counts)
    if "stored" in counts:
        make_room(connection, settings)
