"""The table of `dispatch score`. The figures are made elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dispatch.report.printing import add_row, new_table, print_lines, print_tables
from dispatch.score.doubts import missing_logs
from scenarios.words import counted

if TYPE_CHECKING:
    from dispatch.score.score import ScoreReport


def print_score(report: ScoreReport) -> None:
    """What every driver earned by the official rules, and where a log and a re-simulation part."""
    drivers, summary = report.result["drivers"], report.result["summary"]
    table = new_table(
        f"{report.scenario}, rules {report.rules}: {counted(report.rows, 'row')}",
        ("driver",),
        ("net yuan", "gross", "cost", "penalty", "km"),
    )
    for driver in drivers:
        income = driver["income"]
        names = ("net_income", "gross_income", "cost", "preference_penalty", "distance_km")
        rejected = " (rejected)" if driver["calculation_aborted"] else ""
        add_row(table, (driver["driver_id"] + rejected, *(f"{income[name]:,.2f}" for name in names)))
    table.add_section()
    total, penalty = summary["total_net_income_all_drivers"], summary["total_preference_penalty"]
    add_row(table, ("all", f"{total:,.2f}", "", "", f"{penalty:,.2f}", ""), style="bold")
    print_tables([table], may_drop=("cost", "penalty", "km", "gross"))
    print_lines(f"Rejected: driver {who}, {why}" for who, why in summary["failed_drivers"].items())
    print_lines(
        f"First difference: driver {d['driver']}, row {d['row']}, {d['field']}: "
        f"logged {d['logged']!r}, re-simulated {d['ours']!r}"
        for d in report.differences
    )
    if report.missing:
        print_lines([missing_logs(report.missing)])
    if report.foreign_orders:
        orders = counted(report.foreign_orders, "order")
        print_lines([f"{orders} of loads that the scenario lacks: taken as logged, not checked."])
    if report.agrees:
        print_lines(["Every row is as our world makes it."])
