"""A view in a prompt: numbered lines within a budget, and numbers that lead back to facts."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from llm_desk import words

from agents.llm.read import UnusableError
from agents.llm.shown import CLOSING_TOKENS, NUMBER_TOKENS, Shown, show
from memory.facts import FactKind, FactWriter
from memory.views.lines import History, Line


@dataclass(frozen=True)
class Told:
    """A view of given lines."""

    own: tuple[Line, ...] = ()
    history: History | None = None
    omitted: int = 0
    pinned: tuple[Line, ...] = field(default=())

    def lines(self) -> list[Line]:
        return [*self.pinned, *self.own]


def four_words(n: int) -> Line:
    return Line(f"place {n} pays well", (100 + n,))


def test_lines_with_facts_are_numbered_and_numbers_lead_back() -> None:
    view = Told((Line("gone 1 2", ()), four_words(1), Line("region offers", ()), Line("two facts", (7, 9))), omitted=3)
    shown = show(view, 1000, words)
    assert shown.text == "gone 1 2\n#1 place 1 pays well\nregion offers\n#2 two facts\n3 more left out"
    assert shown.cited([2, 1, 2]) == (7, 9, 101)


@pytest.mark.parametrize("number", [0, 3, 9999])
def test_a_number_that_no_line_has_is_invented(number: int) -> None:
    with pytest.raises(UnusableError, match=rf"invented_id facts={number} \(1-2\)"):
        Shown("", ((1,), (2,))).cited([1, number])


def test_a_view_that_does_not_fit_loses_its_last_lines_and_counts_them() -> None:
    """A line of four words costs 4 and 6 for its number; the closing line 12. In 35 tokens two lines fit."""
    assert (NUMBER_TOKENS, CLOSING_TOKENS) == (6, 12)
    view = Told(tuple(four_words(n) for n in range(9)))
    shown = show(view, 35, words)
    assert shown.text == "#1 place 0 pays well\n#2 place 1 pays well\n7 more left out"
    assert words(shown.text) <= 35


def test_pinned_lines_stay_whatever_the_budget() -> None:
    view = Told(tuple(four_words(n) for n in range(9)), pinned=(Line("gone 1 2", (), pinned=True),))
    assert show(view, 5, words).text == "gone 1 2\n9 more left out"


def test_of_a_history_the_last_facts_fill_what_the_view_s_own_lines_leave() -> None:
    """Own line: 4 + 6. Each wait is told in four words ("0 waited 30 min") and costs 10 as well."""
    writer = FactWriter(10, 0)
    for minute in range(0, 300, 30):
        writer.add(FactKind.WAITED, minute, count=30)
    block = writer.seal()
    view = Told((four_words(1),), History([block], 1))
    shown = show(view, 45, words)
    assert shown.text == "#1 240 waited 30 min\n#2 270 waited 30 min\n#3 place 1 pays well\n8 more left out"
    assert shown.cited([1, 3]) == (18, 101)
    everything = show(view, 1000, words)
    assert (len(everything.facts), everything.text.count("waited"), "left out" in everything.text) == (11, 10, False)
