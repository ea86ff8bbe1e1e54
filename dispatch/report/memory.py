"""What `dispatch memory` prints of items, receipts and measures. The figures are made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from memory.longterm.evaluation import Evaluation
from memory.longterm.measures import Measures
from memory.longterm.records import Hit, Item, Page, Receipt, time_text


def receipt_line(receipt: Receipt) -> str:
    """One receipt in a line."""
    item = "" if receipt.item is None else f", item {receipt.item}"
    why = f": {receipt.reason}" if receipt.reason else ""
    return f"receipt {receipt.id}: {receipt.status}{item}{why}"


def item_line(item: Item) -> str:
    """One item in a line: id, world time, layer and status, whose it is, text."""
    state = item.layer if item.status == "live" else f"{item.layer} {item.status}"
    whose = "/".join(name for name in (item.scope, item.fleet, item.driver) if name)
    return f"{item.id:>6}  {time_text(item.world_min)}  {state}  {whose}  {item.text}"


def unknown_line(away: Item | None) -> str:
    """That nothing is known; with the item that was put away, how to bring it back."""
    if away is None:
        return "Not known."
    said = f"item {away.id} of {time_text(away.world_min)} said it, and was put away"
    return f"Not known: {said}; bring it back with `dispatch memory restore {away.id}`."


def page_lines(page: Page, *, unknown: bool, explain: bool) -> Iterator[str]:
    """The hits, each with the parts of its score where asked for, and what is left."""
    for hit in page.hits:
        yield item_line(hit.item)
        if explain:
            yield _explained(hit)
    if not page.hits:
        yield "Nothing found."
    elif unknown:
        yield "None of these is near enough to the question to be an answer to it."
    if explain:
        left_out = f"; left out as near-duplicates: {', '.join(map(str, page.duplicates))}" if page.duplicates else ""
        yield f"{page.candidates} candidates{left_out}"
    if page.next_offset is not None:
        yield f"More with --offset {page.next_offset}."


def _explained(hit: Hit) -> str:
    parts = hit.parts
    return (
        f"        score {hit.score:.6f} = semantic {parts.semantic:.6f} (similarity {hit.similarity:.3f}) "
        f"+ recency {parts.recency:.6f} ({hit.age_days:.2f} days) + importance {parts.importance:.6f}"
    )


def measure_lines(m: Measures) -> Iterator[str]:
    """A store's measures, a line each; "-" where nothing was counted yet."""
    yield f"vectors by {m.embedder} ({m.dimension} numbers)"
    for layer, by_status in m.items.items():
        yield f"{layer}: " + ", ".join(f"{number} {status}" for status, number in by_status.items())
    yield f"writes accepted {_share(m.write_acceptance)}, known already {_share(m.known_rate)}, queued {m.queued}"
    yield f"searches {m.searches}, with an answer {_share(m.hit_rate)}, with a conflict {_share(m.conflict_rate)}"
    yield f"shown items used later {_share(m.use_rate)}, near-duplicates left out {_share(m.duplicate_rate)}"
    yield f"values superseded {m.superseded}"
    yield f"search time at most: half {_ms(m.search_p50_ms)}, 95 % {_ms(m.search_p95_ms)}"


def evaluation_lines(e: Evaluation) -> Iterator[str]:
    """Recall and answers by weighting, language and kind, then the code path."""
    yield f"{e.items} items, vectors by {e.embedder}; recall@5 and share of questions whose first five hold the answer"
    for r in e.retrieval:
        told = f"{r.weighting:16} {r.language}  {r.kind:10} {r.questions:4} questions"
        yield f"{told}  recall@5 {r.recall_at_5:.3f}  answer {r.answer_containing:.3f}"
    for c in e.by_code:
        yield f"{'by code':16} {c.language}  {c.kind:10} {c.questions:4} questions  right {c.right:.3f}"
    yield f"conflict questions right by code: {e.conflicts_right:.4f}"


def _share(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _ms(milliseconds: float | None) -> str:
    return "-" if milliseconds is None else f"{milliseconds:g} ms"
