"""Tables of `scenario list` and `scenario describe`. The figures are made elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dispatch.report.printing import add_row, new_table, print_lines, print_tables
from scenarios.words import counted

if TYPE_CHECKING:
    from rich.table import Table

    from scenarios.market.describe import MarketDescription, ShareRow

_CITIES_MAX = 12


def print_market(name: str, market: MarketDescription) -> None:
    """A market beside the published aggregates: quartiles, hours, cities and categories."""
    low, mid, high = market.live_quartiles
    print_lines(
        [
            f"{name}: {counted(market.loads, 'load')} over {counted(market.days, 'day')} "
            f"({market.loads_before_start:,} of them from before the first day), "
            f"{market.windowed_pct:.1f} % with a loading window",
            f"on the board: {market.live_at_start:,} at the start; at the full hours quartiles "
            f"{low:,.0f}, {mid:,.0f}, {high:,.0f}",
        ]
    )
    print_tables(
        [
            _quartiles(market),
            _hours(market.hours),
            _shares("Origin city", market.origin_cities),
            _shares("Destination city", market.destination_cities),
            _shares("Category", market.categories),
        ]
    )
    print_lines(
        [
            f"largest difference: hour {market.max_hour_points:.2f} points, "
            f"origin city {market.max_origin_city_points:.2f} points, "
            f"destination city {market.max_destination_city_points:.2f} points, "
            f"quartile {market.max_quartile_pct:.1f} %"
        ]
    )


def print_library(scenarios: Sequence[dict[str, object]]) -> None:
    """The scenarios that come with the program."""
    table = new_table("Scenarios that come with the program", ("name", "days", "rules", "what it is"), ())
    for scenario in scenarios:
        add_row(table, [str(scenario[key]) for key in ("scenario", "days", "rules", "about")])
    print_tables([table])


def _quartiles(market: MarketDescription) -> Table:
    table = new_table("Quartiles and means", ("quantity", "figure"), ("market", "published", "difference"))
    for row in market.quartiles:
        for i, figure in enumerate(("lower quartile", "median", "upper quartile")):
            known = row.reference is not None and row.difference_pct is not None
            reference = f"{row.reference[i]:,.2f}" if row.reference is not None else "-"
            difference = f"{row.difference_pct[i]:+.1f} %" if known and row.difference_pct is not None else "-"
            add_row(table, (row.quantity if i == 0 else "", figure, f"{row.market[i]:,.2f}", reference, difference))
    for mean in market.means:
        figures = (f"{mean.market:,.2f}", f"{mean.reference:,.2f}", f"{mean.difference_pct:+.1f} %")
        add_row(table, (mean.quantity, "mean", *figures))
    return table


def _hours(rows: Sequence[ShareRow]) -> Table:
    """Two hours a row: 0-11 on the left, 12-23 on the right."""
    table = new_table("Share of the loads by hour, %", (), ("hour", "market", "published", "points") * 2)
    half = len(rows) // 2
    for morning, evening in zip(rows[:half], rows[half:], strict=True):
        add_row(table, (*_share(morning), *_share(evening)))
    return table


def _shares(what: str, rows: Sequence[ShareRow]) -> Table:
    """The largest shares, the rest as one row."""
    table = new_table(f"{what}, % of the loads", (what.lower(),), ("market", "published", "points"))
    for row in rows[:_CITIES_MAX]:
        add_row(table, _share(row))
    rest = rows[_CITIES_MAX:]
    if rest:
        market, published = sum(row.market_pct for row in rest), sum(row.reference_pct for row in rest)
        numbers = (f"{market:.2f}", f"{published:.2f}", f"{market - published:+.2f}")
        add_row(table, (f"({len(rest)} more)", *numbers))
    return table


def _share(row: ShareRow) -> tuple[str, str, str, str]:
    return row.key, f"{row.market_pct:.2f}", f"{row.reference_pct:.2f}", f"{row.difference_points:+.2f}"
