"""Episodes of one topic put into one sentence by model: one question a group, whose answer memory's gate holds to it.

A sentence that the gate would drop is asked for once more; where none stands there is none, and the rule's stays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.llm.answers import ConcludeAnswer
from agents.llm.desk import Asker, Desk, Posed, prompts_in
from agents.llm.model import Sampling, Trouble
from agents.llm.prompts_memory import CONCLUDE
from agents.llm.quote import quoted
from agents.llm.read import UnusableError, check_language, language_of
from agents.llm.rememberer import ANSWER_TOKENS
from agents.llm.shown import Shown
from memory.longterm.consolidation import conclusion_fault
from memory.longterm.records import MOST_CHARACTERS, Item, time_text

AGENT = "consolidator"


class ModelConsolidator:
    """Concludes through a desk. Fits `memory.longterm.consolidation.Consolidator`."""

    def __init__(self, desk: Desk) -> None:
        self._desk = replace(desk, sampling=Sampling(max_tokens=ANSWER_TOKENS))

    def conclude(self, items: Sequence[Item]) -> str | None:
        """The model's sentence if it can stand for these items, else None."""
        language = language_of("".join(item.text for item in items))
        desk = replace(self._desk, prompts=prompts_in(language))
        told = [f"{time_text(item.world_min)} {quoted(item.text, MOST_CHARACTERS)}" for item in items]
        # All of it or nothing: a sentence on some of the items would lose the others' numbers.
        posed = Posed((f"topic={quoted(items[0].topic)} events={len(items)}", *told), Shown(""))

        def read(answer: ConcludeAnswer, shown: Shown) -> str:
            text = answer.text.strip()
            check_language(text, language)
            fault = conclusion_fault(text, items)
            if fault:
                raise UnusableError(
                    Trouble.INVENTED_ID if fault.startswith("unknown") else Trouble.WRONG_SHAPE, f"text {fault}"
                )
            return text

        asker = Asker(AGENT, CONCLUDE[language].format(most=MOST_CHARACTERS), "conclude")
        return desk.ask(asker, ConcludeAnswer, lambda budget: posed, read)
