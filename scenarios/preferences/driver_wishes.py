"""All wishes of one driver: each preference compiled by itself, once a run; what is said twice counts once."""

from __future__ import annotations

from scenarios.preferences.compiled import Compiled, Compiler, Context
from scenarios.preferences.contradictions import Contradiction, contradictions
from scenarios.preferences.impossible import impossible
from scenarios.preferences.kinds import Constraint
from scenarios.preferences.one_wish import includes
from scenarios.preferences.say_back import said_back
from scenarios.records import Driver, Scenario


def compile_driver(driver: Driver, scenario: Scenario, compiler: Compiler) -> tuple[Compiled, ...]:
    """What is understood of each preference, in their order.

    Of a wish that several preferences say, with the same span, the dearest is kept, and the others say so.
    """
    context = context_of(driver, scenario)
    compiled = [compiler.compile(preference, n, context) for n, preference in enumerate(driver.preferences)]
    everything = [constraint for one in compiled for constraint in one.constraints]
    kept: list[Compiled] = []
    for one in compiled:
        dropped = [c for c in one.constraints if _said_dearer(c, everything)]
        if dropped:
            left = tuple(c for c in one.constraints if c not in dropped)
            words = said_back(one.text, left, context.start, repeated=len(dropped))
            one = one.model_copy(update={"constraints": left, "said_back": words})
        kept.append(one)
    return tuple(kept)


def context_of(driver: Driver, scenario: Scenario) -> Context:
    """What the driver's words are read against."""
    return Context(start=scenario.start, days=scenario.days, lat=driver.lat, lng=driver.lng, driver_id=driver.driver_id)


def contradictions_of(
    driver: Driver, scenario: Scenario, compiled: tuple[Compiled, ...]
) -> tuple[tuple[Constraint, ...], tuple[Contradiction, ...]]:
    """The driver's constraints in their order, and the pairs among them that contradict."""
    constraints = tuple(constraint for one in compiled for constraint in one.constraints)
    return constraints, contradictions(constraints, context_of(driver, scenario))


def doubts_of(driver: Driver, scenario: Scenario, compiled: tuple[Compiled, ...]) -> tuple[str, ...]:
    """Sentences on what of the driver's wishes cannot be kept: pairs that contradict, then single ones."""
    constraints, pairs = contradictions_of(driver, scenario, compiled)
    said = [pair.sentence(constraints) for pair in pairs]
    return (*said, *(one.sentence(constraints) for one in impossible(constraints, scenario, driver)))


def _said_dearer(c: Constraint, everything: list[Constraint]) -> bool:
    """Whether another preference says as much or more and costs more, or costs as much and says more or was first."""
    twins = [
        other
        for other in everything
        if other.preference != c.preference
        and (other.start_min, other.end_min) == (c.start_min, c.end_min)
        and includes(other, c)
    ]
    return any(
        (-other.penalty_fen, includes(c, other), other.preference) < (-c.penalty_fen, True, c.preference)
        for other in twins
    )
