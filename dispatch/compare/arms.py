"""The arms of a comparison: agents and memories by name, each combination once. It runs nothing."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from memory.settings import VOCABULARY, MemorySettings, Share, Vocabulary


class Arm(BaseModel):
    """One way to run the scenario, under the name that the report calls it by."""

    model_config = ConfigDict(frozen=True)

    name: str
    agents: str
    memory: MemorySettings


def make_arms(
    agents: Sequence[str],
    modes: Sequence[str],
    without: Sequence[str] = (),
    share: Sequence[Share] = ("own",),
    vocabulary: Vocabulary = VOCABULARY,
) -> list[Arm]:
    """Each agent set with each memory mode, in the order given; named by the mode alone where there is one set.

    After each mode that remembers stand its arms without one of the stores named in `without`: "rule-market". Each of
    them stands once for each sharing; what a fleet shares is named: "rule+fleet". Tokens are those of `vocabulary`.
    """
    return [
        Arm(
            name=(mode if len(agents) == 1 else f"{name}/{mode}")
            + (f"-{left_out}" if left_out else "")
            + ("+fleet" if shared == "fleet" else ""),
            agents=name,
            memory=MemorySettings.model_validate(
                {
                    "mode": mode,
                    "without": [left_out] if left_out else [],
                    "share": shared,
                    "vocabulary": vocabulary,
                }
            ),
        )
        for name in agents
        for mode in modes
        for left_out in ("", *(without if mode != "none" else ()))
        for shared in (share if mode != "none" else ("own",))
    ]
