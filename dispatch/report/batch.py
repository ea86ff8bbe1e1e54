"""What `dispatch batch` prints: a line for each scenario and setting, and a sentence for each run that failed."""

from __future__ import annotations

from statistics import fmean

from dispatch.batch.run_batch import BatchResult, CellResult
from dispatch.report.printing import add_row, new_table, print_lines, print_tables
from scenarios.words import counted

_FAILED_SHOWN = 20


def print_batch(batch: BatchResult) -> None:
    """The means over seeds of each scenario and setting, in the order in which they were asked for."""
    rows: dict[tuple[str, str], list[CellResult]] = {}
    for cell in batch.cells:
        rows.setdefault((cell.scenario, cell.setting), []).append(cell)
    table = new_table(
        f"batch {batch.name}: {counted(len(batch.cells), 'run')}",
        ("scenario", "setting"),
        ("done", "failed", "net yuan", "gross", "penalty", "orders", "steps"),
    )
    for (scenario, setting), cells in rows.items():
        done = [cell.result for cell in cells if cell.result is not None]
        figures = (
            fmean(result["total"]["net_yuan"] for result in done),
            fmean(result["total"]["gross_yuan"] for result in done),
            fmean(result["total"]["penalty_yuan"] for result in done),
            fmean(result["total"]["orders"]["done"] for result in done),
            fmean(result["steps"] for result in done),
        ) if done else ()  # fmt: skip
        shown = [f"{x:,.2f}" for x in figures[:3]] + [f"{x:,.1f}" for x in figures[3:]]
        counts = (str(len(done)), str(len(cells) - len(done)))
        add_row(table, (scenario, setting, *counts, *(shown or [""] * 5)))
    print_tables([table], may_drop=("gross", "penalty", "steps", "orders"))
    fresh = batch.done - batch.skipped
    print_lines(
        [
            f"Means over the runs that are done. Done now {fresh}, before {batch.skipped}, failed {batch.failed}; "
            f"{batch.wall_s:.2f} s."
        ]
    )


def failed_lines(batch: BatchResult) -> list[str]:
    """A sentence for each of the first failed runs, and how to try again."""
    failed = [cell for cell in batch.cells if cell.state == "failed"]
    lines = [f"Failed: {c.scenario}, seed {c.seed}, {c.setting}: {c.why}" for c in failed[:_FAILED_SHOWN]]
    if len(failed) > _FAILED_SHOWN:
        lines.append(f"And {len(failed) - _FAILED_SHOWN} more failed.")
    if failed:
        lines.append("Run the batch again with --retry-failed to try these again.")
    return lines
