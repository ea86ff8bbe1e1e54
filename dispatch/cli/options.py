"""Arguments and options that several commands share, with their help. The names of what can be chosen stand in the help
as text, so that showing it imports nothing; a test holds them to the code."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from dispatch.typed_lists import SEED_MAX

AgentSetName = Literal["rule", "greedy", "llm", "single"]
MemoryMode = Literal["rule", "digest", "llm", "auto", "full", "none"]

MemoryOption = Annotated[
    MemoryMode | None,
    typer.Option(
        help="What the agents are shown of earlier steps: rule, the facts that each one's role needs; digest, those "
        "facts folded into a few bullets; llm, bullets written by a language model; auto, the same while it saves more "
        "tokens than it costs; full, all that happened; none, nothing. Without it none with agents greedy, else rule.",
        show_default=False,
    ),
]
VocabularyName = Literal[
    "qwen-7b-chat",
    "qwen-turbo",
    "qwen-plus",
    "qwen-max",
    "qwen2.5-72b-instruct",
    "qwen3.5-27b",
    "qwen3.5-35b-a3b",
    "qwen3.6-27b",
    "qwen3.6-35b-a3b",
]
VocabularyOption = Annotated[
    VocabularyName, typer.Option(metavar="NAME", help="Whose tokens are counted: those of a model of the Qwen family.")
]
ScenarioArgument = Annotated[
    str, typer.Argument(help="A scenario's name, its folder, or a folder in the contest's form.", show_default=False)
]
SeedOption = Annotated[
    int, typer.Option(min=0, max=SEED_MAX, metavar="N", help="Draws the market and the order of claims.")
]
LogSeedOption = Annotated[
    int, typer.Option(min=0, max=SEED_MAX, metavar="N", help="The seed that the logs were made with.")
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        help="World rules instead of the scenario's own: standard, tianchi-r0509 or tianchi-r0529.", show_default=False
    ),
]
DaysOption = Annotated[int | None, typer.Option(help="So many days instead of the scenario's.", show_default=False)]
DriversOption = Annotated[
    int | None, typer.Option(help="So many drivers instead of the scenario's.", show_default=False)
]
JobsOption = Annotated[int, typer.Option(min=1, help="Processes to share the runs among.")]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        help="The address of a Dask scheduler, as in tcp://host:8786, whose workers do the runs instead of --jobs.",
        show_default=False,
    ),
]
DatabaseOption = Annotated[str, typer.Option(help="The record of runs: an SQLite file, or a database URL.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
