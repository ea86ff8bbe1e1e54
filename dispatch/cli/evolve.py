"""`dispatch evolve`: lessons over generations of runs. Parses, calls and prints."""

from __future__ import annotations

from typing import Annotated

import typer

from dispatch.cli.errors import BrokenOffError
from dispatch.cli.memory_options import DB
from dispatch.cli.options import DaysOption, DriversOption, JsonOption, RulesOption, ScenarioArgument
from dispatch.errors import UsageError
from dispatch.typed_lists import named_seeds


def evolve(
    scenario: ScenarioArgument,
    generations: Annotated[int, typer.Option(min=1, max=100, help="Rounds of writing and trying lessons.")] = 5,
    seeds: Annotated[str, typer.Option(help="Seeds that lessons are written from and tried on.")] = "0-5",
    held_out: Annotated[str, typer.Option(help="Seeds that generations are judged on; none of the others.")] = (
        "100-109"
    ),
    rules: RulesOption = None,
    days: DaysOption = None,
    drivers: DriversOption = None,
    lessons: Annotated[str, typer.Option(help="The long-term store that the lessons are kept in.")] = DB,
    jobs: Annotated[int, typer.Option(min=1, help="Processes to share the runs among.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Let lessons evolve over generations of runs.

    They are written after runs, tried on the same seeds, and retired if they do not help.
    Reports each generation's net income on held-out seeds with an interval, and whether the last is 3 % above the
    first.
    """
    training, judged = named_seeds(seeds), named_seeds(held_out, "--held-out")
    both = sorted(set(training) & set(judged))
    if both:
        raise UsageError(f"--held-out: seed {both[0]} is one of --seeds too; judge on seeds that taught nothing")
    if len(training) < 2 or len(judged) < 2:
        raise UsageError("evolve: two seeds at least are needed to train and to judge on; name more")
    from dispatch.lessons.evolve import EvolveError
    from dispatch.lessons.evolve import evolve as evolve_now
    from dispatch.longterm.open import memory_store
    from dispatch.report.evolve import evolution_lines
    from dispatch.report.printing import print_answer
    from dispatch.report.progress import waiting
    from dispatch.settings import RunSettings

    settings = RunSettings(scenario=scenario, rules=rules, days=days, drivers=drivers)
    with memory_store(lessons) as store, waiting(f"evolving on {scenario}"):
        try:
            found = evolve_now(store, settings, generations=generations, seeds=training, held_out=judged, jobs=jobs)
        except EvolveError as error:
            raise BrokenOffError(str(error)) from None
    print_answer(found.model_dump(mode="json"), evolution_lines(found), as_json)
