"""The carried-over figures: complete, summing to one, and those of the published aggregates where these are at hand."""

import json
from pathlib import Path

import pytest

from scenarios.market.data import load_aggregates

PUBLISHED = Path(__file__).resolve().parents[2] / "shared" / "contest" / "market_stats.json"


def test_each_dimension_counts_every_load() -> None:
    aggregates = load_aggregates()

    assert aggregates.hours.keys == tuple(str(hour) for hour in range(24))
    assert len(aggregates.categories.keys) == 31
    assert len(aggregates.origins.keys) == 185
    assert len(aggregates.destinations.keys) == 189
    # The published hour shares have five decimals, so their sum is short by one in the last.
    assert int(aggregates.hours.share_ppm.sum()) == 999_990
    for dimension in (aggregates.categories, aggregates.origins, aggregates.destinations):
        assert int(dimension.share_ppm.sum()) == 1_000_000
        assert float(dimension.share.sum()) == pytest.approx(1.0)
        assert (dimension.mean_price_yuan > 0).all()
        assert (dimension.mean_duration_min > 0).all()


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published aggregates are not part of the program")
def test_the_figures_are_the_published_ones() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    aggregates = load_aggregates()

    for name, ours in (
        ("hour", aggregates.hours),
        ("category", aggregates.categories),
        ("origin_region", aggregates.origins),
        ("destination_region", aggregates.destinations),
    ):
        assert list(ours.keys) == list(published[name])
        for row, theirs in enumerate(published[name].values()):
            assert ours.share_ppm[row] == round(theirs["share"] * 1_000_000)
            assert ours.mean_price_yuan[row] == theirs["avg_price_yuan"]
            assert ours.mean_duration_min[row] == theirs["avg_duration_min"]
