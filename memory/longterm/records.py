"""What the long-term store takes and gives: frozen records, closed to unknown keys. No behaviour beyond their form.

Times are minutes since 1970-01-01 00:00 of the world's own wall time, so that items of different runs compare.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from memory.digests.named import is_one_line
from scenarios.clock import minute_of, parse_wall, wall_of

Layer = Literal["episodic", "semantic", "lesson"]
"""What happened; what was concluded; a short rule for one agent."""
Scope = Literal["own", "fleet", "public"]
"""Who may see an item: its driver, its driver's fleet, everybody."""
Status = Literal["live", "consolidated", "superseded", "archived"]
AgentName = Literal["search", "cargo", "preference", "decision"]

LAYERS: tuple[Layer, ...] = get_args(Layer)
SCOPES: tuple[Scope, ...] = get_args(Scope)
STATUSES: tuple[Status, ...] = get_args(Status)

MOST_CHARACTERS = 2_000
"""Of an item's text."""
_EPOCH = datetime(1970, 1, 1)

ID_MAX = 2**63 - 1
"""The greatest number that a database keeps."""


def _plain(name: str) -> str:
    """A name as it is: control signs in it could pass for the end of one and the beginning of the next."""
    if name and not is_one_line(name):
        raise ValueError("a name is one line without control characters")
    return name


Name = Annotated[str, StringConstraints(strip_whitespace=True, max_length=200), AfterValidator(_plain)]
Key = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_plain)]
"""A writer's idempotency key."""
Minute = Annotated[int, Field(ge=-(2**40), le=2**40)]


def world_minute(start: datetime, minute: int) -> int:
    """The store's minute of a run's minute: the scenario's start date counts in."""
    return minute_of(start, _EPOCH) + minute


def minute_of_text(text: str) -> int:
    """The store's minute of "YYYY-MM-DD HH:MM". Raises ValueError for any other form."""
    return minute_of(parse_wall(text.strip()), _EPOCH)


def time_text(minute: int) -> str:
    """The text "YYYY-MM-DD HH:MM" of a store's minute; "?" for one that no calendar has."""
    try:
        return wall_of(minute, _EPOCH).isoformat(" ", "minutes")
    except OverflowError:
        return "?"


class Record(BaseModel):
    """Frozen, and closed to unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Reader(Record):
    """Who asks or writes: a driver of a fleet. Empty names are names like any other."""

    driver: Name = ""
    fleet: Name = ""


class LessonRule(Record):
    """A lesson that a rule agent can follow: what one agent should do, where and when, and how strongly."""

    agent: AgentName
    advice: Name
    """What the amount means to that agent; the agent knows its own words (`memory.lessons`)."""
    amount: float = Field(allow_inf_nan=False)
    cell: int = 0
    """H3 cell in which it holds; 0: anywhere."""
    bucket: int = Field(-1, ge=-1)
    """Hour bucket in which it holds; -1: at any hour."""

    @property
    def bare(self) -> LessonRule:
        """What is advised, and where, whatever the amount."""
        return self.model_copy(update={"amount": 0.0})

    @property
    def direction(self) -> tuple[LessonRule, bool]:
        """The same, and whether it asks for more."""
        return self.bare, self.amount > 0


class Draft(Record):
    """Something offered for keeping, before anybody judged it."""

    text: str = Field(min_length=1, max_length=MOST_CHARACTERS)
    """One line."""
    layer: Layer | None = None
    """None: the writer says."""
    importance: float | None = Field(None, ge=0, le=1)
    """None: the writer says."""
    scope: Scope = "own"
    driver: Name = ""
    fleet: Name = ""
    run: Name = ""
    agent: AgentName | None = None
    topic: Name = ""
    subject: Name = ""
    attribute: Name = ""
    value: Name = ""
    """Exact-match keys beside the text: what is said of what. A value is found and superseded by both others."""
    world_min: Minute
    """When it happened, or since when it is so."""
    learned_min: Minute | None = None
    """When it was learned, by the world's clock too; None: as it happened."""
    fact_ids: tuple[Annotated[int, Field(ge=0, le=ID_MAX)], ...] = Field((), max_length=200)
    """The run's facts behind it."""
    sources: tuple[Annotated[int, Field(ge=1, le=ID_MAX)], ...] = Field((), max_length=200)
    """Items of the store that it was concluded from."""
    rule: LessonRule | None = None

    @field_validator("text")
    @classmethod
    def _one_line(cls, text: str) -> str:
        if not is_one_line(text):
            raise ValueError("the text of an item is one line without control characters")
        return text.strip()

    @model_validator(mode="after")
    def _value_of_something(self) -> Draft:
        if self.value and not (self.subject and self.attribute):
            raise ValueError("a value is that of an attribute of a subject; give all three, or no value")
        return self

    @property
    def reader(self) -> Reader:
        """Whose draft it is."""
        return Reader(driver=self.driver, fleet=self.fleet)


class Item(Record):
    """One thing that is kept."""

    id: int
    layer: Layer
    status: Status
    scope: Scope
    driver: str
    fleet: str
    run: str
    agent: AgentName | None
    topic: str
    text: str
    subject: str
    attribute: str
    value: str
    importance: float
    world_min: int
    learned_min: int
    fact_ids: tuple[int, ...]
    sources: tuple[int, ...]
    rule: LessonRule | None
    evidence: int
    """How often it was seen to hold: 1 when written, and once more for each time it was said again with new facts."""
    score: float
    """Of a lesson: mean yuan that following it brought a run; 0 before the first."""
    trials: int
    """Of a lesson: runs that its score rests on."""
    replaced_by: int | None
    """The item that superseded or consolidated it."""
    until_min: int | None
    """Since when something else is so."""
    archived_min: int | None
    """When it was put away."""


class Receipt(Record):
    """What became of a draft. `stored` is durable: the item and this receipt are one transaction."""

    id: int
    status: Literal["queued", "stored", "refused", "failed"]
    item: int | None = None
    """The item it became, or the known one that already says it."""
    reason: str = ""


class Query(Record):
    """What is asked for; every field narrows."""

    text: str = Field("", max_length=MOST_CHARACTERS)
    reader: Reader | None = None
    """Who asks; None: whoever owns the database, and sees everything."""
    scopes: tuple[Scope, ...] = Field(SCOPES, min_length=1)
    layers: tuple[Layer, ...] = Field(LAYERS, min_length=1)
    since_min: Minute | None = None
    until_min: Minute | None = None
    """World time, both ends inside."""
    as_of_min: Minute | None = None
    """As things stood then: what came later is left out, and what was superseded later stands."""
    now_min: Minute | None = None
    """From when recency counts; None: `as_of_min`, or the latest world time among the candidates."""
    run: Name | None = None
    driver: Name | None = None
    agent: AgentName | None = None
    topic: Name | None = None
    subject: Name | None = None
    attribute: Name | None = None
    archived: bool = False
    """Also what is no longer live."""
    offset: int = Field(0, ge=0)
    limit: int = Field(5, ge=1, le=50)


class Parts(Record):
    """The parts of a score, each already weighed."""

    semantic: float
    recency: float
    importance: float


class Hit(Record):
    """An item found, and why it stands where it does."""

    item: Item
    score: float
    parts: Parts
    similarity: float
    """Of its text to the question, 0 to 1."""
    age_days: float


class Page(Record):
    """Part of the ranked answer."""

    hits: tuple[Hit, ...]
    next_offset: int | None
    """Where the next page begins; None after the last."""
    candidates: int
    duplicates: tuple[int, ...]
    """Candidates left out because they say what a more important one says."""
