"""A fact in plain words, for views, records and people."""

from __future__ import annotations

from memory.facts import Fact, FactKind
from memory.observed import Result
from scenarios.cells import cell_text, center
from scenarios.words import counted


def fact_text(fact: Fact, load: str, plan: str = "") -> str:
    """What a fact says: `load` names the load it concerns, `plan` is the text of a PLAN fact."""
    number, count, value = fact.kind, fact.count, fact.value
    if number not in FactKind.__members__.values():
        return f"a fact of kind {number}, which this program does not know"
    kind, place = FactKind(number), f"cell {cell_text(fact.cell)}" if fact.cell else ""
    if kind == FactKind.SEARCH_DONE:
        return f"{counted(count, 'load')} listed at {place}, best net {yuan(value)} yuan"
    if kind == FactKind.CARGO_SEEN:
        return f"load {load} seen, {yuan(value)} yuan"
    if kind == FactKind.CARGO_GONE:
        return f"load {load} missing from a list that should have shown it"
    if kind == FactKind.ORDER_TAKEN:
        return f"load {load} taken, {yuan(value)} yuan"
    if kind == FactKind.ORDER_REFUSED:
        return f"{f'load {load}' if load else 'action'} refused: {result_text(count)}"
    if kind == FactKind.ORDER_COMPLETED:
        return f"load {load} delivered {count} min after the decision, {yuan(value)} yuan"
    if kind == FactKind.WAITED:
        return f"waited {count} min"
    if kind == FactKind.REPOSITIONED:
        return f"moved {value:.1f} km to {place} in {count} min"
    if kind == FactKind.RESTED:
        return f"rested {count} min at a stretch"
    if kind == FactKind.VISITED:
        return f"drove {value:.1f} km to the pickup of load {load} in {count} min"
    if kind == FactKind.PLAN:
        return f"plan made: {one_line(plan)}" if plan else "plan dropped"
    if kind == FactKind.HEEDED:
        return f"counts {value:g} for wish {count}"
    if kind == FactKind.BREACH:
        return f"wish {count} broken, {value:g} times its price"
    if kind == FactKind.WISH_LOST:
        return f"wish {count} can no longer be kept for day {value:g}"
    about = [kind.name.lower().replace("_", " "), f"load {load}" if load else "", place]
    return ", ".join(part for part in about if part)


def one_line(text: str) -> str:
    """A text without its line breaks, all else byte for byte."""
    return " ".join(text.splitlines())


def result_text(result: int) -> str:
    """The world's answer in words."""
    known = result in Result.__members__.values()
    return Result(result).name.lower().replace("_", " ") if known else f"reason {result}"


def yuan(fen: float | None) -> str:
    """Fen as yuan with two decimals and thousands; "?" for a number that JSON could not keep."""
    return "?" if fen is None else f"{fen / 100:,.2f}"


def place_text(cell: int) -> str:
    """A cell as the latitude and longitude of its middle, two decimals."""
    lat, lng = center(cell)
    return f"{lat:.2f},{lng:.2f}"
