"""A reply as a checked answer, or the trouble with it. Nothing of a reply is taken for more than its form allows."""

from __future__ import annotations

import re
from typing import TypeVar

import orjson
from pydantic import BaseModel, ValidationError

from agents.llm.model import Reply, Trouble
from scenarios.records import Language

A = TypeVar("A", bound=BaseModel)

_FENCE = re.compile(r"^```(?:json)?\s*\n(.*?)\n?```$", re.DOTALL)
_REFUSAL = re.compile(
    r"^\W*(?:i(?:['’]?m| am) (?:sorry|afraid|unable)|sorry\b|i can(?:no|['’])t|i won['’]t|as an ai\b"
    r"|抱歉|很抱歉|对不起|我(?:无法|不能)|作为(?:一个|一名)?(?:AI|人工智能))",
    re.IGNORECASE,
)
_HAN = re.compile(r"[㐀-鿿豈-﫿]")
_LATIN = re.compile(r"[A-Za-z]")
FEW_LETTERS = 4
"""A word such as OK or km in a Chinese sentence is no other language."""


class UnusableError(Exception):
    """An answer that cannot be used: the kind of trouble, and in `detail` our own names and numbers, if any."""

    def __init__(self, trouble: Trouble, detail: str = "") -> None:
        super().__init__(f"{trouble} {detail}".rstrip())
        self.trouble = trouble
        self.detail = detail


def read_reply(reply: Reply, answer: type[A]) -> A:
    """The answer in a reply. Raises UnusableError for a refusal, an empty, cut or broken text, and a wrong shape."""
    text = reply.text.strip()
    if reply.finish in ("content_filter", "refusal"):
        raise UnusableError(Trouble.REFUSAL)
    if not text:
        raise UnusableError(Trouble.TRUNCATED if reply.finish == "length" else Trouble.EMPTY)
    fenced = _FENCE.match(text)
    text = fenced[1] if fenced else text
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        if reply.finish == "length":
            raise UnusableError(Trouble.TRUNCATED) from None
        if _REFUSAL.match(text):
            raise UnusableError(Trouble.REFUSAL) from None
        raise UnusableError(Trouble.BROKEN_JSON) from None
    try:
        return answer.model_validate(value)
    except ValidationError as error:
        raise UnusableError(Trouble.WRONG_SHAPE, _fault(error, answer)) from None


def _fault(error: ValidationError, answer: type[BaseModel]) -> str:
    """The place and kind of the first fault, in our own names only: a field that was made up is not repeated."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = [str(part) for part in fault["loc"] if isinstance(part, int) or part in answer.model_fields]
    return " ".join([".".join(place), fault["type"]]).strip()


def language_of(text: str) -> Language:
    """Chinese where a text has a Chinese character, else English."""
    return "zh" if _HAN.search(text) else "en"


def check_language(text: str, language: Language) -> None:
    """Raises UnusableError for words of the other language. Signs and numbers are of every language."""
    han, latin = len(_HAN.findall(text)), len(_LATIN.findall(text))
    if language == "zh" and not han and latin >= FEW_LETTERS:
        raise UnusableError(Trouble.WRONG_LANGUAGE)
    if language == "en" and han > latin:
        raise UnusableError(Trouble.WRONG_LANGUAGE)
