"""What the analyst is shown: loads remembered from earlier lists, loads that are gone, what regions usually offer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memory.digests.digest import Bullet
from memory.digests.named import named
from memory.stores.cargo import CargoMemory
from memory.stores.ends import Status
from memory.stores.of_driver import Stores
from memory.views.records import CargoView
from memory.views.select import loads_worth_showing, region_tokens, regions_worth_showing
from memory.views.sources import Sources, Start, newest, number_tokens, with_bullets


def gone_loads(stores: Stores, room: int) -> tuple[Sequence[int], Sequence[int]]:
    """Loads known to be gone, of which those that went last are kept: the driver's own in half the room, and those that
    went missing from a list, with the others in an eighth.

    A list may still show a load that was refused or missed; one that went missing from a list is off the board.
    """
    own, missing = stores.cargo.ends.by_need()
    shown = newest(own, number_tokens(own), room // 2)
    return shown, newest(missing, number_tokens(missing), room // 8 - sum(number_tokens(shown)))


def cargo_view(sources: Sources, start: Start, gone: Sequence[int]) -> CargoView:
    """The view of a driver who is told that these loads are gone."""
    settings, seen, cargo = sources.settings, sources.seen, sources.stores.cargo
    room = start.room - sum(number_tokens(gone))
    regions = regions_worth_showing(settings, sources.regions, room // 2)
    told = len(regions["usual"])
    known = cargo.active(seen.minute)
    room -= region_tokens(told + (regions.get("elsewhere") is not None), settings)
    digest = sources.journal.cargo.digest
    true = [bullet for bullet in digest.bullets if not _seeks_what_is_gone(bullet, cargo)]
    bullets, cut, room = with_bullets(true, room, int(known.tokens.sum()))
    cut += len(digest.bullets) - len(true) if bullets else 0
    eligible = np.ones(len(known), dtype=np.bool_)
    if bullets:
        cited = np.array(sorted(digest.cargo_ids), dtype=np.int32)
        eligible = (known.sightings.fact > digest.through) | np.isin(known.offers.load, cited)
    rows = loads_worth_showing(known.offers, known.tokens, seen, eligible, room)
    shown = known.sightings.take(rows)
    return CargoView(
        minute=seen.minute,
        offers=known.offers.take(rows),
        fact_ids=shown.fact,
        first_fact_ids=shown.first_fact,
        last_seen_min=shown.last_seen_min,
        unavailable=frozenset(gone),
        unavailable_facts=cargo.ends.facts(gone),
        **regions,
        region_resolution=settings.region_resolution,
        bucket_min=settings.bucket_min,
        bullets=bullets,
        lessons=start.lessons,
        omitted=len(sources.regions) - told + len(cargo.ends) - len(gone) + len(known) - len(rows) + cut,
        history=sources.history,
    )


def _seeks_what_is_gone(bullet: Bullet, cargo: CargoMemory) -> bool:
    """Whether a bullet sends for a load that facts since have shown to be gone: the later minute wins."""
    return bullet.kind == "seek" and any(cargo.status(load) != Status.ACTIVE for load in named(bullet.text).loads)
