"""What `dispatch evolve` prints. The figures are made elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from dispatch.lessons.records import Evolution


def evolution_lines(e: Evolution) -> Iterator[str]:
    """A paragraph a generation, and whether the bar was reached."""
    yield f"{e.scenario}, rules {e.rules}: lessons from seeds {_seeds(e.seeds)}, judged on seeds {_seeds(e.held_out)}"
    for g in e.generations:
        gain = "" if not g.generation else f", {g.gain_percent:+.2f} % on generation 0{_interval(g.gain_percent_ci95)}"
        yield f"generation {g.generation}: {g.net_yuan:,.2f} yuan on held-out seeds{gain}"
        for line in g.tried:
            yield f"  tried on training seeds, yuan a run: {line}"
        for line in g.retired:
            yield f"  retired: {line}"
        for line in g.lessons:
            yield f"  lesson: {line}"
    last = e.generations[-1]
    if e.reached:
        yield f"The bar of +{e.bar_percent:g} % on held-out seeds is reached."
    else:
        yield f"The bar of +{e.bar_percent:g} % on held-out seeds is not reached: {last.gain_percent:+.2f} %."
    yield "Intervals: paired bootstrap over held-out seeds; one that covers zero shows no gain."


def _interval(ends: tuple[float, float] | None) -> str:
    return "" if ends is None else f" (95 % from {ends[0]:+.2f} to {ends[1]:+.2f})"


def _seeds(seeds: list[int]) -> str:
    return ", ".join(map(str, seeds))
