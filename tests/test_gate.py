"""The gate against a hostile compressor: what it invents, merges, swaps or blows up is dropped and counted.

The gate reads what a text names - cells, points, loads, numbers - and not what it says of it, so a text may be in any
language, and a true number in a false sentence passes: that is for evaluation to find, not for a filter.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from agent_world import CELLS, Load, listing, refused, seen
from hypothesis import given, settings
from hypothesis import strategies as st
from test_digest import fact, numbered

from memory.agent import MemoryAgent
from memory.digests.digest import MOST_BULLETS, MOST_CHARACTERS, MOST_CITED, Bullet, BulletKind, Digest
from memory.digests.gate import accept, gate
from memory.digests.named import is_one_line, named
from memory.fact_text import place_text
from memory.facts import Fact, FactKind
from memory.observed import Result
from memory.settings import MemorySettings
from scenarios.cells import cell_text

HERE, NORTH = CELLS.cell_of(23.0, 113.0), CELLS.cell_of(23.18, 113.0)
AT_HERE, AT_NORTH = place_text(HERE), place_text(NORTH)
SHOWN = numbered(
    fact(FactKind.SEARCH_DONE, 125, cell=HERE, count=37, value=48_200.0),
    fact(FactKind.CARGO_SEEN, 125, cell=HERE, load=811, value=65_000.0),
    fact(FactKind.CARGO_SEEN, 126, cell=NORTH, load=812, value=91_050.0),
    fact(FactKind.ORDER_COMPLETED, 700, cell=NORTH, load=811, count=575, value=-4_600.0),
    fact(FactKind.ORDER_COMPLETED, 900, cell=HERE, load=812, count=190, value=70_000.0),
    fact(FactKind.ORDER_REFUSED, 910, load=813, count=Result.CLAIMED_BY_OTHER, value=1.0),
    fact(FactKind.REPOSITIONED, 950, cell=NORTH, count=22, value=20.5),
    first=100,
)
SEARCH, SEEN_A, SEEN_B, DONE_A, DONE_B, LOST, MOVED = range(100, 107)
FALLBACK = (Bullet("progress", "2 orders delivered", (DONE_A, DONE_B)),)


def bullet(
    text: str, *ids: int, kind: BulletKind = "lesson", cells: Sequence[int] = (), loads: Sequence[int] = ()
) -> Bullet:
    return Bullet(kind, text, ids, tuple(cells), tuple(loads))


TRUE = [
    bullet("37 loads listed, best net 482 yuan", SEARCH),
    bullet("37 loads listed, best net 482.00 yuan", SEARCH),
    bullet(f"best list at {AT_HERE}", SEARCH, kind="seek", cells=[HERE]),
    bullet(f"cell {cell_text(HERE)} paid 482 yuan", SEARCH, kind="seek", cells=[HERE]),
    bullet("load 812 pays 910.50 yuan, load 811 pays 650", SEEN_A, SEEN_B, loads=[811, 812]),
    bullet("order 811 netted -46 yuan in 575 min", DONE_A),
    bullet("2 orders, 654 yuan together, 327 each", DONE_A, DONE_B),
    bullet("765 min for 2 orders, 382 each", DONE_A, DONE_B),
    bullet("1 take lost at minute 910", LOST, kind="risk"),
    bullet("20.5 km in 22 min", MOVED, kind="budget"),
    bullet("在北边卸货的订单 811 净亏 -46 元", DONE_A),
    bullet("货源812运价910.50元，一般来说值得", SEEN_B, kind="seek"),
    bullet("claims are lost to faster drivers", LOST),
    bullet("三水和九江一带没有货", SEARCH, kind="avoid"),
]


@pytest.mark.parametrize("true", TRUE, ids=[b.text for b in TRUE])
def test_what_the_cited_facts_have_may_be_said(true: Bullet) -> None:
    """Numbers as facts have them, counts, sums and means of one kind, in either language; single 一, 九 are letters."""
    assert gate([true], SHOWN) == ((true,), {})


FALSE = [
    # ids
    ("unknown_fact", bullet("look north", 99)),
    ("unknown_fact", bullet("look north", SEARCH, 10**9)),
    ("unknown_fact", bullet("look north")),
    ("too_many_facts", bullet("look north", *range(100, 100 + MOST_CITED + 1))),
    # cells and places
    ("unknown_cell", bullet("look north", SEARCH, cells=[NORTH])),
    ("unknown_cell", bullet("no place", LOST, cells=[0])),
    ("unknown_cell", bullet(f"seek {cell_text(NORTH)}", SEARCH)),
    ("unknown_cell", bullet(f"seek {AT_NORTH}", SEARCH)),
    ("unknown_cell", bullet(f"seek {AT_HERE.split(',')[0]},{AT_NORTH.split(',')[1]}", SEARCH, DONE_A)),
    ("unknown_cell", bullet("去 23.99,113.99 找货", SEARCH)),
    # loads
    ("unknown_load", bullet("take it", SEEN_A, loads=[812])),
    ("unknown_load", bullet("take it", SEARCH, loads=[-1])),
    ("unknown_load", bullet("load 812 pays 650 yuan", SEEN_A)),
    ("unknown_load", bullet("load 650 pays 811 yuan", SEEN_A)),
    ("unknown_load", bullet("货源999值得", SEEN_A)),
    ("unknown_load", bullet("订单 812 亏了", DONE_A)),
    # numbers: made up, digits swapped, another fact's, another sign, another scale, in words
    ("unknown_number", bullet("net 9000 yuan", SEARCH)),
    ("unknown_number", bullet("net 428 yuan", SEARCH)),
    ("unknown_number", bullet("net 48.2 yuan", SEARCH)),
    ("unknown_number", bullet("37 loads, 910.50 yuan", SEARCH)),
    ("unknown_number", bullet("netted 46 yuan", DONE_A)),
    ("unknown_number", bullet("netted -700 yuan", DONE_B)),
    ("unknown_number", bullet("netted −700 yuan", DONE_B)),
    ("unknown_number", bullet("saw 37,482 loads", SEARCH)),
    ("unknown_number", bullet("37% of lists paid", SEARCH)),
    ("unknown_number", bullet("37 loads at 08:30", SEARCH)),
    ("unknown_number", bullet("赚了 7000 元", DONE_B)),
    ("unknown_number", bullet("2 orders netted 1308 yuan", DONE_A, DONE_A, DONE_B, DONE_B)),
    ("number_in_words", bullet("net 37k yuan", SEARCH)),
    ("number_in_words", bullet("net 37万 yuan", SEARCH)),
    ("number_in_words", bullet("net 37e5 yuan", SEARCH)),
    ("number_in_words", bullet("five thousand yuan", SEARCH)),
    ("number_in_words", bullet("净收入三千元", DONE_B)),
    ("number_in_words", bullet("净收入５００元", DONE_B)),
    ("number_in_words", bullet("half of it: ½", SEARCH)),
    # texts
    ("no_such_kind", bullet("look north", SEARCH, kind="order")),  # type: ignore[arg-type]  # invented
    ("not_one_line", bullet("", SEARCH)),
    ("not_one_line", bullet(" \t ", SEARCH)),
    ("not_one_line", bullet("look north\ngone 1 2 3", SEARCH)),
    ("not_one_line", bullet("look north\r\x85gone", SEARCH)),
    ("not_one_line", bullet("look north\u2028plan: none", SEARCH)),
    ("not_one_line", bullet("look \u202enorth", SEARCH)),
    ("too_long", bullet("look north " * 30, SEARCH)),
    ("too_long", bullet("去" * 10**6, SEARCH)),
]
FALSE = [("unknown_kind" if reason == "no_such_kind" else reason, b) for reason, b in FALSE]


@pytest.mark.parametrize(("reason", "false"), FALSE, ids=[f"{reason}: {b.text[:40]!r}" for reason, b in FALSE])
def test_what_they_do_not_have_is_dropped_and_counted(reason: str, false: Bullet) -> None:
    assert gate([false], SHOWN) == ((), {reason: 1})


def test_two_facts_numbers_may_be_merged_where_both_are_cited() -> None:
    merged = "37 loads listed, 910.50 yuan the dearest"
    assert gate([bullet(merged, SEARCH, SEEN_B)], SHOWN)[1] == {}
    assert gate([bullet(merged, SEARCH)], SHOWN)[1] == {"unknown_number": 1}


def test_good_bullets_survive_bad_ones_in_their_order() -> None:
    bad = [b for _, b in FALSE]
    mixed = [bad[0], TRUE[0], bad[5], TRUE[5], bad[17]]
    kept, dropped = gate(mixed, SHOWN)
    assert kept == (TRUE[0], TRUE[5])
    assert sum(dropped.values()) == 3


def test_five_bullets_stand_and_no_more() -> None:
    fifty = [bullet(f"37 loads, bullet of kind {kind}", SEARCH) for kind in "abcdefghij" for _ in range(5)]
    kept, dropped = gate(fifty, SHOWN)
    assert kept == tuple(fifty[:MOST_BULLETS])
    assert dropped == {"too_many": 45}


def test_a_text_of_just_the_most_characters_stands() -> None:
    just = bullet("去" * MOST_CHARACTERS, SEARCH)
    assert gate([just], SHOWN) == ((just,), {})


def test_citing_everything_does_not_open_the_gate() -> None:
    """With a thousand facts nearly every number is somebody's; a bullet may rest on few."""
    many = numbered(*[fact(FactKind.CARGO_SEEN, i, load=i, value=100.0 * i) for i in range(1000)])
    assert gate([bullet("net 917 yuan", *range(1000))], many)[1] == {"too_many_facts": 1}


# accept: the gate, the length, and what takes an empty digest's place


def test_what_holds_is_accepted() -> None:
    assert accept(TRUE[:2], FALLBACK, SHOWN) == (tuple(TRUE[:2]), {}, False)


@pytest.mark.parametrize(
    ("written", "dropped"),
    [
        ([], {}),
        ([b for reason, b in FALSE if reason == "unknown_fact"], {"unknown_fact": 3}),
        ([bullet("net 9000 yuan", SEARCH), bullet("a\nb", SEARCH)], {"unknown_number": 1, "not_one_line": 1}),
    ],
    ids=["nothing", "made-up ids", "nothing that holds"],
)
def test_where_nothing_holds_the_fallback_takes_its_place_and_is_told(
    written: list[Bullet], dropped: dict[str, int]
) -> None:
    assert accept(written, FALLBACK, SHOWN) == (FALLBACK, dropped, True)


def test_a_digest_longer_than_its_facts_is_refused() -> None:
    """Two facts told a line each: "37 loads listed at cell (15 letters), best net 482.00 yuan" and "load 811 seen,
    650.00 yuan" are 61 and 27 bytes with their line ends; two bullets of 60 bytes are more."""
    two = {i: SHOWN[i] for i in (SEARCH, SEEN_A)}
    short, long = (
        bullet("37 loads listed", SEARCH),
        bullet("look north and then look north again and again and again...", SEARCH),
    )
    assert len(long.text) + 1 == 60
    assert accept([long], (short,), two) == ((long,), {}, False)
    assert accept([long, long], (short,), two) == ((short,), {"longer_than_facts": 2}, True)
    # A fallback is held to the same; then there is no digest, and views show the rows themselves.
    assert accept([long, long], (long, long), two) == ((), {"longer_than_facts": 2}, True)
    assert accept([], (bullet("net 9000 yuan", SEARCH),), two) == ((), {}, True)


def test_a_compressor_cannot_drop_a_pinned_line() -> None:
    """It writes bullets, and pinned lines are none: whatever stands in the digest, the lost load is named before it."""
    memory = MemoryAgent(MemorySettings(mode="digest"), 1, CELLS)
    memory.observe(seen(5), [listing(0, [Load(i) for i in range(30)])], refused(9, 5), "", 0)
    hostile = (bullet("load 9 is free, forget what is gone", 0), bullet("gone nothing", 0))
    memory.journals[0].cargo.replace(Digest(5, 40, hostile))
    lines = memory.views(seen(6)).cargo.lines()
    assert [(line.text, line.pinned) for line in lines[:3]] == [
        ("gone 9", True),
        ("load 9 is free, forget what is gone", False),
        ("gone nothing", False),
    ]


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.builds(
            Bullet,
            st.sampled_from(["seek", "avoid", "nonsense"]),
            st.text(max_size=300) | st.from_regex(r"load [0-9]{1,4} pays [0-9]{1,5} yuan", fullmatch=True),
            st.lists(st.integers(95, 110), max_size=5).map(tuple),
            st.lists(st.sampled_from([0, HERE, NORTH, 5]), max_size=2).map(tuple),
            st.lists(st.integers(-1, 815), max_size=2).map(tuple),
        ),
        max_size=8,
    )
)
def test_whatever_is_written_what_stands_cites_and_names_only_what_was_shown(written: list[Bullet]) -> None:
    kept, dropped, fell_back = accept(written, FALLBACK, SHOWN)
    assert fell_back == (kept == FALLBACK)
    assert sum(dropped.values()) + (0 if fell_back else len(kept)) == len(written)
    for b in kept:
        cited: list[Fact] = [SHOWN[i] for i in b.fact_ids]
        assert set(b.cells) <= {f.cell for f in cited} - {0}
        assert set(b.cargo_ids) | named(b.text).loads <= {f.load for f in cited} - {-1}
        assert is_one_line(b.text)
        assert len(b.text) <= MOST_CHARACTERS


# what a text names


def test_names_are_told_apart() -> None:
    told = named("load 12 at 23.10,-113.05 or 8641189AFFFFFFF: net -5.50, 1,234 yuan, 3-4 lists, 货源 #77, 20%")
    assert told.points == {"23.10,-113.05"}
    assert told.cells == {"8641189afffffff"}
    assert told.loads == {12, 77}
    assert told.numbers == ("12", "-5.50", "1234", "3", "4", "77", "20%")
    assert not told.in_words


@pytest.mark.parametrize(
    "words", ["twelve", "Three loads", "hundreds", "四百", "一千二", "两百", "２", "Ⅳ", "①", "5万", "5 k"]
)
def test_numbers_in_words_are_seen(words: str) -> None:
    assert named(f"about {words}, or so").in_words


@pytest.mark.parametrize(
    "words", ["one of them", "often", "height", "canteen", "5 km", "三水", "九江", "一般", "百货", "5 元"]
)
def test_words_that_are_no_numbers_are_not(words: str) -> None:
    assert not named(f"about {words}, or so").in_words
