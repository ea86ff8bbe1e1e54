"""Pieces of English put together: a text is always covered, and words that go on with others are not torn from them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from in_short import in_short
from preference_labels import CONTEXT

from scenarios.preferences.english.read import read_english
from scenarios.preferences.grammar import GrammarCompiler
from scenarios.preferences.grounded import grounded
from scenarios.records import Preference

WORDS = (
    "no never then and or but so if unless only home by at least most max over under km 10 22:00 6 pm am to until from "
    "three two a day week month orders loads trips off rest sleep hours Foshan Huizhou coal fruit there it that keep "
    "stay out of within pickup empty first load 248113 March 5 the 10th on Sundays , . ; : ( ) - sorry please rather "
    "possible (23.1, 113.2) wait collect my wife everything except 100 yuan each time twice 200 be in go"
)


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split(" ")), min_size=1, max_size=16).map(" ".join))
def test_any_english_words_are_read_to_an_end(words: str) -> None:
    stretches = read_english(words, CONTEXT)
    assert all(0 <= stretch.start < stretch.end <= len(words) for stretch in stretches)
    for constraint in GrammarCompiler().compile(Preference(text=words), 0, CONTEXT).constraints:
        assert grounded(constraint, words, CONTEXT) == (), words


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Drive well, then no driving from 10 pm to 6 am", "?; quiet 22:00-06:00"),
        ("Keep me out of Foshan and Huizhou", "out 佛山+惠州"),
        ("No coal, no smoking in the cab", "no 煤炭矿产; ?"),
        ("No Foshan, I need Huizhou", "out 佛山; ?"),
        ("Home by 10 pm. Thanks!", "home 22:00"),
    ],
)
def test_pieces_make_wishes(text: str, asked: str) -> None:
    assert in_short(GrammarCompiler().compile(Preference(text=text), 0, CONTEXT).constraints) == asked
