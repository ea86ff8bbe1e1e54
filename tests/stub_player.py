"""A competent player by rules behind the stub server: reads a prompt's lines of names and numbers and answers in form.

It sees what a model sees and nothing else. It takes the load with the most yuan an hour, reads lists that were not read
within an hour and a half, repeats one fact word for word when it is asked for a digest, and keeps what is offered to
long-term memory as it stands.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from typing import Any

from agents.llm.compiler import AS_USUAL, NOT_ASKED
from scenarios.preferences.compiled import Context
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.records import Preference

Payload = dict[str, Any]

NEW_MIN = 90
WORTH = 0.3
"""Of a place: enough to read its list."""
WAIT_MIN = 45
MOST_CITED = 16
_PAIR = re.compile(r"(\w+)=([-\w.,:]+)")
_OFFER = re.compile(r"^(\d+) (.*)$")
_MONEY = re.compile(r"(-?[\d,]+\.\d\d) yuan")
_BY_FIELD = {
    "look": "search",
    "judged": "analyst",
    "priced": "preference",
    "bullets": "digest",
    "choice": "decision",
    "constraints": "constraints",
    "should_remember": "remember",
    "text": "conclude",
}
_QUOTED = re.compile(r'"([^"]*)"')
_FACT = re.compile(r"^#(\d+) \d+ (.*)$")


def answer(payload: Payload) -> Payload:
    """The answer to a chat completion's payload: asked for by its schema, in the language of the system text."""
    name = asked_for(payload["response_format"]["json_schema"]["schema"])
    system, user = (str(message["content"]) for message in payload["messages"][:2])
    return play(name, user, chinese=any("一" <= sign <= "鿿" for sign in system))


def asked_for(schema: Payload) -> str:
    """Which agent asks, by the fields of its schema: a server without schemas is told no name."""
    return next(name for field, name in _BY_FIELD.items() if field in schema["properties"])


def play(name: str, prompt: str, *, chinese: bool = False) -> Payload:
    """The answer of the agent whose schema has that name."""
    why = "按数字选择" if chinese else "by the figures"
    lines = prompt.splitlines()
    if name == "constraints":
        return {"constraints": _constraints(prompt)}
    if name == "remember":
        text = next(line[1:-1] for line in lines if line.startswith('"'))
        return {"should_remember": True, "type": "episodic", "content": text, "importance": 80}
    if name == "conclude":
        return {"text": "; ".join(dict.fromkeys(_QUOTED.findall("\n".join(lines[1:]))))}
    if name == "digest":
        return {"bullets": _bullets(lines, "记住：" if chinese else "")}
    offers = _offers(lines)
    if name == "search":
        return {"why": why, "look": _look(offers, lines), "facts": []}
    if name == "analyst":
        return {"why": why, "judged": [{"n": n, "end": _end(line), "risk": 0} for n, line in offers]}
    if name == "preference":
        priced = [{"n": n, "penalty_yuan": int(float(_pairs(line).get("penalty", "0")))} for n, line in offers]
        return {"why": why, "priced": priced, "wait_yuan": 0, "due": [], "facts": []}
    if name in ("decision", "single"):
        choice = _best(offers)
        return {"why": why, "choice": choice, "minutes": 0 if choice else WAIT_MIN, "plan": "", "facts": []}
    raise ValueError(f"no rule for {name!r}")


def _pairs(line: str) -> dict[str, str]:
    """The names and numbers of a line, whatever stands in its quotations left out."""
    return dict(_PAIR.findall(line.partition('"')[0]))


def _offers(lines: list[str]) -> list[tuple[int, str]]:
    """Numbers and lines of what was offered: between the last words with a colon at their end."""
    ends = [i for i, line in enumerate(lines) if line.endswith((":", "："))]
    begin = next(i for i in ends if lines[i] in ("Offers:", "选项："))
    found = []
    for line in lines[begin + 1 : next(i for i in ends if i > begin)]:
        match = _OFFER.match(line)
        if match:
            found.append((int(match[1]), match[2]))
    return found


def _look(offers: list[tuple[int, str]], lines: list[str]) -> list[int]:
    now = next(int(_pairs(line)["minute"]) for line in lines if line.startswith("minute="))
    new = [(n, _pairs(line)) for n, line in offers]
    new = [(n, told) for n, told in new if now - int(told.get("read", "-9999")) > NEW_MIN]
    return [n for n, told in new if n == 0 or float(told["worth"]) > WORTH][:3]


def _end(line: str) -> int:
    return max(-2, min(2, round(float(_pairs(line)["end"]) * 4 - 2)))


def _best(offers: list[tuple[int, str]]) -> int:
    """The load with the most yuan an hour less its penalty, 0 for none that pays."""
    best, most = 0, 0.0
    for n, line in offers:
        told = _pairs(line)
        if "net" in told:
            hours = float(told["net"]) / max(float(told["per_hour"]), 1.0) if float(told["per_hour"]) > 0 else 1.0
            worth = float(told["per_hour"]) - float(told.get("penalty", "0")) / hours
            if worth > most:
                best, most = n, worth
    return best


def _bullets(lines: list[str], before: str) -> list[Payload]:
    """The dearest fact, word for word, with the next dearest cited beside it; without money the last fact."""
    facts = [match for match in map(_FACT.match, lines) if match]
    dear = sorted((match for match in facts if _yuan(match[2])), key=lambda match: -_yuan(match[2]))[:MOST_CITED]
    told = dear or facts[-1:]
    return [{"kind": "seek", "text": before + told[0][2], "facts": [int(match[1]) for match in told]}] if told else []


def _constraints(prompt: str) -> list[Payload]:
    """What the grammar reads in the quoted wish, with the fields that a model is asked for."""
    wish = Preference(text=prompt.partition('"')[2].rpartition('"')[0])
    start = datetime.combine(date.fromisoformat(dict(_PAIR.findall(prompt))["start"]), time())
    found = GrammarCompiler().compile(wish, 0, Context(start=start, days=31)).constraints
    return [c.model_dump(mode="json", exclude=set(NOT_ASKED | AS_USUAL)) for c in found]


def _yuan(text: str) -> float:
    money = _MONEY.search(text)
    return float(money[1].replace(",", "")) if money else 0.0
