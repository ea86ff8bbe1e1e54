"""Drafts of long-term memory judged by model: one question a draft, whose content memory's gate then holds to it.

What a draft settles itself, its layer or importance, goes before the model. Where it gives no usable answer the rule
judges, which the desk counts.
"""

from __future__ import annotations

from dataclasses import replace

from agents.llm.answers import RememberAnswer
from agents.llm.desk import Asker, Desk, Posed, prompts_in
from agents.llm.model import Sampling, Trouble
from agents.llm.prompts_memory import REMEMBER
from agents.llm.quote import quoted
from agents.llm.read import UnusableError, check_language, language_of
from agents.llm.shown import Shown
from memory.longterm.judging import Judgement, Writer, content_fault, given_layer
from memory.longterm.records import MOST_CHARACTERS, Draft, time_text

AGENT = "rememberer"
ANSWER_TOKENS = 2_048
"""Room for the longest content."""


class ModelRememberer:
    """Judges through a desk; `rule` judges what the model could not. Fits `memory.longterm.judging.Writer`."""

    def __init__(self, desk: Desk, rule: Writer) -> None:
        self._desk = replace(desk, sampling=Sampling(max_tokens=ANSWER_TOKENS))
        self._rule = rule

    def judge(self, draft: Draft) -> Judgement:
        """The model's judgement, held to the draft, or the rule's."""
        language = language_of(draft.text)
        desk = replace(self._desk, prompts=prompts_in(language))
        named = (("topic", draft.topic), ("subject", draft.subject), ("attribute", draft.attribute))
        keys = [f"{key}={quoted(name)}" for key, name in (*named, ("value", draft.value)) if name]
        parts = (" ".join([f"time={time_text(draft.world_min)}", *keys]), quoted(draft.text, MOST_CHARACTERS))

        def pose(budget: int) -> Posed:
            return Posed(parts, Shown(""))

        def read(answer: RememberAnswer, shown: Shown) -> Judgement:
            content = answer.content.strip() if answer.should_remember and draft.rule is None else draft.text
            check_language(content, language)
            fault = content_fault(content, draft)
            if fault:
                raise UnusableError(
                    Trouble.INVENTED_ID if fault.startswith("unknown") else Trouble.WRONG_SHAPE, f"content {fault}"
                )
            return Judgement(
                should_remember=answer.should_remember,
                type=given_layer(draft) or answer.type,
                content=content,
                importance=answer.importance / 100 if draft.importance is None else draft.importance,
            )

        asker = Asker(AGENT, REMEMBER[language], "remember")
        return desk.ask(asker, RememberAnswer, pose, read) or self._rule.judge(draft)
