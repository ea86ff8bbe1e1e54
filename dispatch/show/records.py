"""What is shown of recorded runs: records for a machine, each with its lines for a person.

Ids and words in them come from files and models and stand as they are; whoever prints them escapes them.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict

from dispatch.audit.lines import audit_lines
from dispatch.audit.records import DriverAudit
from memory.facts import FactKind
from scenarios.words import counted


class Shown(BaseModel):
    """Base of these records: frozen."""

    model_config = ConfigDict(frozen=True)


class RunLine(Shown):
    """A run in one line."""

    run: str
    status: str
    scenario: str
    seed: int
    rules: str
    agents: str
    memory: str
    days: int
    drivers: int
    started_at: str
    ended_at: str | None
    digest: str | None
    steps: int | None
    """None until the run is completed."""
    net_yuan: float | None

    def line(self) -> str:
        """What tells runs apart, on one line."""
        net = f"{self.net_yuan:,.2f} yuan net" if self.net_yuan is not None else "no result"
        days = counted(self.days, "day")
        return (
            f"{self.run}  {self.started_at}  {self.status}  {self.scenario}, {days}, seed {self.seed}, "
            f"agents {self.agents}, memory {self.memory}, rules {self.rules}: {net}"
        )


class DriverLine(Shown):
    """One driver of a run."""

    driver: str
    steps: int
    orders: int
    """Orders taken and driven to their end."""
    until_min: int
    """Minute at which its last recorded step ends."""
    net_yuan: float | None
    """None until the run is completed."""

    def line(self) -> str:
        """The driver's month on one line."""
        net = f", {self.net_yuan:,.2f} yuan net" if self.net_yuan is not None else ""
        steps, orders = counted(self.steps, "step"), counted(self.orders, "order")
        return f"driver {self.driver}: {steps} to minute {self.until_min}, {orders}{net}"


class FailureLine(Shown):
    """An error of a driver's agents."""

    driver: str
    minute: int
    error: str

    def line(self) -> str:
        """Who failed, when and how."""
        return f"driver {self.driver} failed at minute {self.minute}: {self.error}"


class RunView(RunLine):
    """A run with its drivers."""

    fingerprint: str
    program: str
    recorded_steps: int
    failures: list[FailureLine]
    driver_lines: list[DriverLine]

    def lines(self) -> list[str]:
        """The run, then a line for each driver and each failure."""
        head = [self.line(), f"{counted(self.recorded_steps, 'step')} recorded by version {self.program}"]
        if self.digest is not None:
            head.append(f"digest {self.digest}")
        return head + [d.line() for d in self.driver_lines] + [f.line() for f in self.failures]


class AuditView(Shown):
    """A run's wishes, judged."""

    run: str
    start: str
    """Local wall time of minute 0, ISO."""
    audit: list[DriverAudit]

    def lines(self) -> list[str]:
        """Each driver's wishes, and each breach with its evidence."""
        return audit_lines(self.audit, datetime.fromisoformat(self.start))


class StepLine(Shown):
    """A step in one line. Minutes are world minutes, `time` the wall time at which it began."""

    driver: str
    step: int
    minute: int
    time: str
    scan_min: int
    exec_min: int
    action: str
    result: str
    load: str
    """The load that was asked for, empty when none was."""
    km: float
    """All kilometres driven."""
    searches: int
    listed: int
    why: str
    failure: str

    def line(self) -> str:
        """What was done and what came of it, on one line."""
        read = f", {self.scan_min} min reading {counted(self.listed, 'load')}" if self.searches else ""
        why = f" ({self.why})" if self.why else ""
        return (
            f"step {self.step}  {self.time}  {self.action}: {self.result} in {self.exec_min} min{read}, "
            f"{self.km:.1f} km{why}{f'; failed: {self.failure}' if self.failure else ''}"
        )


class DriverView(Shown):
    """All recorded steps of a driver."""

    run: str
    driver: str
    steps: list[StepLine]

    def lines(self) -> list[str]:
        """A line for each step."""
        return [step.line() for step in self.steps]


class FactLine(Shown):
    """A fact in words."""

    fact: int
    minute: int | None
    """None for a fact that is not in the record."""
    kind: str
    text: str

    def line(self) -> str:
        """The fact's id, minute and meaning: `fact 812 (minute 431): load 100234 seen, 455.00 yuan`."""
        when = f" (minute {self.minute})" if self.minute is not None else ""
        return f"fact {self.fact}{when}: {self.text}"


class AgentPart(Shown):
    """One agent's part in a step."""

    agent: str
    saw: list[str]
    said: list[str]
    shown_facts: list[int]
    """Facts behind what it saw, as far as the record kept the view's lines."""
    relied_on: list[int]


class CallView(Shown):
    """One question to a language model, and its answer."""

    agent: str
    prompt: list[str]
    """The system text, and the parts of the message."""
    reply: str | None
    """None when none came."""
    trouble: str | None
    """Why no usable answer came of it."""
    message: str
    """Of the error, when there is no reply."""
    model: str
    prompt_tokens: int
    cached_tokens: int
    completion_tokens: int
    seconds: float
    tries: int

    def lines(self) -> list[str]:
        """What was asked and answered, word by word."""
        cost = f"{self.prompt_tokens} tokens ({self.cached_tokens} cached) and {self.completion_tokens} back"
        tries = f", {self.tries} tries" if self.tries > 1 else ""
        asked = [f"  > {line}" for part in self.prompt for line in part.split("\n")]
        answer = self.message if self.reply is None else self.reply
        verdict = f" ({self.trouble})" if self.trouble is not None else ""
        return [
            f"{self.agent} asked model {self.model or '?'}: {cost}, {self.seconds:.2f} s{tries}",
            *asked,
            f"  answer{verdict}:",
            *[f"  < {line}" for line in answer.split("\n")],
        ]


class StepView(StepLine):
    """A step in full."""

    run: str
    agents: list[AgentPart]
    facts: list[FactLine]
    """Every fact that an agent was shown in a line or relied on."""
    learned: list[FactLine]
    """The facts that came of this step."""
    calls: list[CallView]
    detail: dict[str, Any]
    """The record itself, as numbers and ids (`dispatch.record.step_detail`)."""

    def lines(self) -> list[str]:
        """The step, each agent's part, the facts behind it, and what was learned but for loads seen."""
        out = [self.line()]
        if "fault" in self.detail:
            out.append(f"what the agents saw and said could not be recorded ({self.detail['fault']})")
        for part in self.agents:
            for verb, texts in (("saw", part.saw), ("said", part.said)):
                out += [f"{part.agent} {verb}:", *[f"  {text}" for text in texts]] if texts else []
            if part.relied_on:
                out.append(f"{part.agent} relied on: {', '.join(f'fact {fact}' for fact in part.relied_on)}")
        for call in self.calls:
            out += call.lines()
        if self.facts:
            out += ["facts:", *[f"  {fact.line()}" for fact in self.facts]]
        if self.learned:
            counts = Counter(fact.kind for fact in self.learned)
            total = ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in counts.items())
            told = [f for f in self.learned if f.kind != FactKind.CARGO_SEEN.name.lower()]
            out += [f"learned: {total}", *[f"  {fact.line()}" for fact in told]]
        return out
