"""A recorded step in plain words: what each agent saw and said, and what a fact means.

The inverse of `dispatch.record.step_detail`, for people. Ids and words that come from files or models stand here as
they are; whoever prints them escapes them.
"""

from __future__ import annotations

from typing import Any

from memory.fact_text import result_text, yuan
from memory.observed import Act
from scenarios.cells import cell_text
from scenarios.words import counted

AGENTS = ("search", "cargo", "preference", "decision")
"""The four deciding agents, in the order in which they speak."""


def saw_lines(detail: dict[str, Any], agent: str) -> list[str]:
    """The agent's view, in lines, lessons of earlier runs first; empty when the step broke off before it was kept."""
    view = detail.get("saw", {}).get(agent)
    lessons: list[str] = detail.get("lessons", {}).get(agent, [])
    return lessons + _SAW[agent](view) if view is not None else []


def said_lines(detail: dict[str, Any], agent: str) -> list[str]:
    """The agent's answer, in lines; empty when the agent did not come to speak."""
    answer = detail.get("said", {}).get(agent)
    lines = _SAID[agent](answer) if answer is not None else []
    return lines + (_list_lines(detail.get("lists", [])) if agent == "search" else [])


def relied_on(detail: dict[str, Any], agent: str) -> list[int]:
    """Ids of the facts behind the agent's answer, ascending: those it named, and those of the options it kept."""
    answer = detail.get("said", {}).get(agent, {})
    ids = list(answer.get("facts", []))
    if agent == "cargo":
        ids += [option[-1] for option in answer.get("best", [])]
    return sorted({fact for fact in ids if fact >= 0})


def shown_facts(detail: dict[str, Any], agent: str) -> list[int]:
    """Ids of the facts behind the lines kept of the agent's view, ascending."""
    view = detail.get("saw", {}).get(agent, {})
    ids = [*view.get("facts", []), *view.get("plan_facts", [])]
    ids += [line[-1] for name in ("best", "barren", "dearest", "recent") for line in view.get(name, [])]
    return sorted({fact for fact in ids if fact >= 0})


def action_text(act: int, load: str, minutes: int, to: tuple[Any, Any]) -> str:
    """An action with what it is done to."""
    if act == Act.TAKE_ORDER:
        return f"take load {load or '(none)'}"
    if act == Act.REPOSITION:
        return f"move to {to[0]}, {to[1]}"
    return f"wait {minutes} min"


def _facts(ids: list[int]) -> str:
    return f" [fact {', '.join(map(str, ids))}]" if ids else ""


def _fact(fact: int) -> str:
    return _facts([fact] if fact >= 0 else [])


def _saw_search(view: dict[str, Any]) -> list[str]:
    lines = [f"{counted(view['cells'], 'cell')} searched so far in hour bucket {view['bucket']}"]
    lines += [f"cell {cell_text(cell)}: value {value:.3f}{_fact(fact)}" for cell, value, fact in view["best"]]
    lines += [f"cell {cell_text(cell)}: searched in vain lately{_fact(fact)}" for cell, fact in view["barren"]]
    return lines + ([f"plan: {view['plan']}"] if view["plan"] else [])


def _saw_cargo(view: dict[str, Any]) -> list[str]:
    lines = [f"{counted(view['remembered'], 'load')} remembered, {view['unavailable']} known to be gone"]
    return lines + [
        f"load {load}: {yuan(price)} yuan, seen at minute {seen}, listed until minute {until}{_fact(fact)}"
        for load, price, seen, until, fact in view["dearest"]
    ]


def _saw_preference(view: dict[str, Any]) -> list[str]:
    wishes = [line for wish in view.get("wishes", []) for line in wish if line is not None]
    if view["takes"] is None:
        return [*wishes, "nothing remembered"]
    return [
        *wishes,
        f"today {counted(view['takes'], 'order')} and {view['longest_rest_min']} min of rest at a stretch; so far "
        f"{counted(view['orders'], 'order')}, {counted(view['days_off'], 'day')} off, "
        f"{view['deadhead_km']:.1f} km empty" + _facts(view["facts"]),
    ]


def _saw_decision(view: dict[str, Any]) -> list[str]:
    lines = [f"plan: {view['plan']}{_facts(view['plan_facts'])}"] if view["plan"] else []
    lines.append(
        f"{yuan(view['earned_fen'])} yuan net in {view['elapsed_min']} min, "
        f"{counted(view['waits_in_row'], 'wait')} in a row, {counted(view['unavailable'], 'load')} known to be gone"
    )
    return lines + [
        f"minute {minute}: {Act(act).name.lower()}{f' {load}' if load else ''}, "
        f"{result_text(result)}, {minutes} min{_fact(fact)}"
        for minute, act, result, load, minutes, fact in view["recent"]
    ]


def _said_search(answer: dict[str, Any]) -> list[str]:
    points = [
        f"look around {lat}, {lng}" + (f" for {counted(k, 'load')}" if k else "") for lat, lng, k in answer["points"]
    ]
    return (points or ["look nowhere"]) + ([f"because: {answer['why']}"] if answer["why"] else [])


def _list_lines(lists: list[list[Any]]) -> list[str]:
    return [
        f"list of minute {minute} around {lat}, {lng}: {counted(count, 'load')}, read by minute {read}"
        for minute, read, lat, lng, _, count in lists
    ]


def _said_cargo(answer: dict[str, Any]) -> list[str]:
    lines = [f"{counted(answer['seen'], 'load')} looked at, {answer['feasible']} within reach"]
    for load, net, minutes, value, penalty, fact in answer["best"]:
        worth = f", end worth {yuan(value)}" if value else ""
        fine = f", expected penalty {yuan(penalty)}" if penalty else ""
        lines.append(f"load {load}: net {yuan(net)} yuan in {minutes} min{worth}{fine}{_fact(fact)}")
    return lines


def _said_preference(answer: dict[str, Any]) -> list[str]:
    lines = [f"due: {text}" for text in answer["due"]] or ["nothing due"]
    return lines + ([f"waiting: expected penalty {yuan(answer['wait_fen'])} yuan"] if answer["wait_fen"] else [])


def _said_decision(answer: dict[str, Any]) -> list[str]:
    what = action_text(answer["act"], answer["load"], answer["minutes"], tuple(answer["to"]))
    lines = [f"{what}: {answer['why']} (score {_score(answer['score'])}){_facts(answer['facts'])}"]
    lines += [f"rather than load {load} (score {_score(score)})" for load, score in answer["alternatives"]]
    return lines + ([f"plan: {answer['plan']}"] if answer["plan"] else [])


def _score(score: float | None) -> str:
    return "?" if score is None else f"{score:,.1f}"


_SAW = {"search": _saw_search, "cargo": _saw_cargo, "preference": _saw_preference, "decision": _saw_decision}
_SAID = {"search": _said_search, "cargo": _said_cargo, "preference": _said_preference, "decision": _said_decision}
