"""The order of an answer: weighed parts, ties, near-duplicates; hand-made candidates and a store."""

from __future__ import annotations

from math import exp
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_world import D1, day, draft, found, keep

from memory.longterm.ranking import Candidate, rank
from memory.longterm.records import Query
from memory.longterm.search import search
from memory.longterm.settings import LongTermSettings
from memory.longterm.store import LongTermStore
from memory.longterm.text import alike, jaccard, ngrams, repeats

DEFAULT = LongTermSettings()


def candidate(
    number: int, similarity: float = 0.0, importance: float = 0.0, at_day: float = 0.0, text: str = ""
) -> Candidate:
    return Candidate(number, similarity, importance, day(at_day), text or f"{number}" * 9)


def test_the_score_is_the_sum_of_its_weighed_parts() -> None:
    """0.5 x 0.8 + 0.3 x exp(-0.1 x 7) + 0.2 x 0.9 = 0.4 + 0.148976 + 0.18."""
    ranked, _ = rank([candidate(1, 0.8, 0.9, at_day=3)], day(10), DEFAULT)
    assert ranked[0].age_days == 7
    assert ranked[0].parts.model_dump() == {"semantic": 0.4, "recency": round(0.3 * exp(-0.7), 6), "importance": 0.18}
    assert ranked[0].score == pytest.approx(0.728976)


def test_what_has_yet_to_happen_is_not_newer_than_new() -> None:
    ranked, _ = rank([candidate(1, at_day=12), candidate(2, at_day=10)], day(10), DEFAULT)
    assert [r.parts.recency for r in ranked] == [0.3, 0.3]


def test_ties_go_to_the_later_and_then_to_the_lower_id() -> None:
    no_decay = LongTermSettings(decay_per_day=0)
    ranked, _ = rank([candidate(3, at_day=1), candidate(2, at_day=1), candidate(1, at_day=0)], day(5), no_decay)
    assert [r.candidate.id for r in ranked] == [2, 3, 1]


def test_of_near_duplicates_the_most_important_is_kept() -> None:
    """Twelve characters have ten 3-grams; one changed at the end leaves nine shared of eleven: 0.818."""
    a, b = ngrams("abcdefghijkl"), ngrams("abcdefghijkx")
    assert jaccard(a, b) == pytest.approx(9 / 11)
    assert alike(a, b, 0.8)
    assert not alike(a, b, 0.85)
    same = [
        candidate(1, 0.9, 0.6, text="the list at Baiyun is full by eight"),
        candidate(2, 0.5, 0.9, text="The list at Baiyun is full by eight."),
        candidate(3, 0.4, 0.7, text="D3 prefers short hauls"),
    ]
    kept, left_out = rank(same, day(0), DEFAULT)
    assert [r.candidate.id for r in kept] == [2, 3]
    assert [c.id for c in left_out] == [1]


def test_chinese_texts_are_compared_by_characters_too() -> None:
    """Of nine characters one is changed: seven 3-grams each, three of them touched: 4 / 10."""
    assert jaccard(ngrams("白云区早上列表就满"), ngrams("白云区早上列单就满")) == pytest.approx(4 / 10)
    assert jaccard(ngrams("白云区，早上列表就满。"), ngrams("白云区早上列表就满")) == 1.0
    assert jaccard(ngrams(""), ngrams("...")) == 1.0


@given(st.lists(st.text("abc 白", max_size=9), max_size=9), st.sampled_from([0.3, 0.5, 0.85, 1.0]))
def test_repeats_are_found_as_if_every_pair_were_compared(texts: list[str], least: float) -> None:
    kept: list[frozenset[str]] = []
    expected = []
    for text in texts:
        grams = ngrams(text)
        expected.append(any(jaccard(grams, other) >= least for other in kept))
        if not expected[-1]:
            kept.append(grams)
    assert repeats(texts, least) == expected


@given(
    st.lists(
        st.tuples(st.floats(0, 1), st.floats(0, 1), st.integers(0, 90), st.text("ab 白", min_size=1, max_size=12)),
        max_size=12,
    ),
    st.randoms(use_true_random=False),
)
def test_the_order_is_total_and_does_not_depend_on_where_candidates_stood(
    rows: list[tuple[float, float, int, str]], random: Random
) -> None:
    made = [candidate(i, s, w, d, t) for i, (s, w, d, t) in enumerate(rows)]
    kept, left_out = rank(made, day(90), DEFAULT)
    random.shuffle(made)
    again, left_out_again = rank(made, day(90), DEFAULT)
    assert kept == again
    assert left_out == left_out_again
    assert sorted([r.candidate.id for r in kept] + [c.id for c in left_out]) == list(range(len(rows)))


# in a store


def test_a_search_gives_the_best_five_and_then_the_next_page(store: LongTermStore) -> None:
    texts = [
        "Baiyun market fills early",
        "Baiyun yard is closed",
        "Baiyun has two gates",
        "Baiyun toll is high",
        "Baiyun drivers wait long",
        "Baiyun fog in winter",
        "Nansha ferry stops at night",
    ]
    ids = keep(store, *(draft(text, at_day=i) for i, text in enumerate(texts)))
    first = search(store, Query(text="Baiyun")).page
    assert len(first.hits) == 5
    assert first.next_offset == 5
    second = search(store, Query(text="Baiyun", offset=5)).page
    assert (len(second.hits), second.next_offset) == (2, None)
    assert sorted(h.item.id for h in (*first.hits, *second.hits)) == ids
    assert second.hits[-1].item.text == texts[-1]
    assert search(store, Query(text="Baiyun", offset=7)).page.hits == ()


def test_recency_counts_from_the_world_s_clock(store: LongTermStore) -> None:
    old, new = keep(store, draft("Baiyun fills at dawn", 0), draft("Baiyun fills at dusk", 20))
    query = Query(text="when does Baiyun fill")
    assert [h.item.id for h in search(store, query).page.hits] == [new, old]
    ages = [h.age_days for h in search(store, query.model_copy(update={"now_min": day(30)})).page.hits]
    assert ages == [10, 30]


def test_weights_are_settings(store: LongTermStore) -> None:
    near, fresh = keep(store, draft("the Baiyun list is full", 0), draft("the depot is at Panyu", 30))
    question = Query(text="is the Baiyun list full")
    by_meaning = LongTermSettings(weight_semantic=1, weight_recency=0, weight_importance=0)
    by_age = LongTermSettings(weight_semantic=0, weight_recency=1, weight_importance=0)
    assert [h.item.id for h in search(store, question, by_meaning).page.hits] == [near, fresh]
    assert [h.item.id for h in search(store, question, by_age).page.hits] == [fresh, near]


def test_filters_narrow(store: LongTermStore) -> None:
    a, b, c = keep(
        store,
        draft("an order lost at dawn", 1, run="r1", topic="lost", agent="search"),
        draft("an order lost at noon", 2, run="r2", topic="lost", scope="fleet"),
        draft("an order lost at dusk", 3, run="r2", driver="D2", topic="late"),
    )
    assert found(store, run="r2") == [c, b]
    assert found(store, topic="lost") == [b, a]
    assert found(store, driver="D2") == [c]
    assert found(store, agent="search") == [a]
    assert found(store, since_min=day(2), until_min=day(2)) == [b]
    assert found(store, scopes=("fleet",)) == [b]
    assert found(store, "order", layers=("semantic",)) == []


def test_an_answer_far_from_the_question_is_told_to_be_unknown(store: LongTermStore) -> None:
    keep(store, draft("the depot of D3 is at Panyu"))
    assert not search(store, Query(text="where is the depot of D3")).unknown
    assert search(store, Query(text="how much is a ferry ticket")).unknown
    assert search(store, Query(text="anything", run="none")).unknown


def test_many_items_that_do_not_pass_hide_none_that_does(store: LongTermStore) -> None:
    """600 nearer items of another driver stand before the one that may be seen."""
    keep(store, *(draft(f"Baiyun list {i} was full", driver="D2") for i in range(600)))
    mine = keep(store, draft("a Baiyun story"))[0]
    assert found(store, "Baiyun list was full", reader=D1) == [mine]


@pytest.mark.parametrize("limit", [5, 7, 20, 50])
def test_pages_of_any_size_give_each_of_fifty_candidates_once(store: LongTermStore, limit: int) -> None:
    keep(store, *(draft(f"yard {i:02d} of {'north' if i % 3 else 'south'}", at_day=90 - i) for i in range(60)))
    shown: list[int] = []
    offset: int | None = 0
    while offset is not None:
        page = search(store, Query(text="yard of the south", limit=limit, offset=offset)).page
        shown += [hit.item.id for hit in page.hits]
        offset = page.next_offset
    assert (len(shown), len(set(shown))) == (50, 50)
