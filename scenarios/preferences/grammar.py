"""Words to constraints by grammar, offline: the default compiler. It never guesses: what it cannot read is Unknown."""

from __future__ import annotations

import re
from typing import Literal

from scenarios.preferences import lexicon, remarks
from scenarios.preferences.compiled import Compiled, Context
from scenarios.preferences.demands import asks, asks_apart
from scenarios.preferences.english import mood
from scenarios.preferences.english.read import Stretch, is_english, read_english
from scenarios.preferences.groups import read
from scenarios.preferences.kinds import Constraint, Errand, Unknown
from scenarios.preferences.measures import find_money
from scenarios.preferences.normalise import mixed, normalise
from scenarios.preferences.one_wish import joined_wishes, said_once
from scenarios.preferences.overage import is_priced
from scenarios.preferences.read_goods import is_soft
from scenarios.preferences.reading import Reading
from scenarios.preferences.say_back import said_back
from scenarios.preferences.split import Clause, clauses
from scenarios.records import Preference

_MONEY_ONLY = re.compile(r"扣|罚|赔|元|块|蚊")
_INSTRUCTS = re.compile(
    r"^system\s*:|ignore (?:all|any|the|previous|your)|disregard|system prompt|you are (?:now|a)|as an ai|"
    r"忽略(?:以上|之前|"
    r"前面|所有|上述)|无视(?:以上|之前|前面|所有)|提示词|指令|"
    r"你现在是|扮演|输出(?:以下|json)|json|prompt|</?\w+>",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"(?<![点半刻分整])再说|再定|另行通知|等通知|到时候?(?:再|通知|说)|以后再|待定|回头|tbd", re.IGNORECASE
)


_UNLESS = re.compile("除非")
"""It makes a wish give way only where what follows is a better offer."""
_LEADS = re.compile(r"(?:的话|如果可以|如有可能|可能|(?:条件|情况)?允许|方便|有(?:得)?选择)\s*$")
_ADDRESSED = "the words are addressed to a program"
_BUT = re.compile(r"\s*(?:但|不过|可是|然而)")
_SO = re.compile(r"\s*(?:所以|因此|因而|于是|故)")
_BECAUSE = re.compile(r"\s*(?:因为|由于|毕竟)")


class GrammarCompiler:
    """Reads a preference with the grammar of this package."""

    def compile(self, preference: Preference, number: int, context: Context) -> Compiled:
        """What was understood; the same words always give the same."""
        text = normalise(preference.text)
        whole = preference.text
        addressed = _addressed(text)
        for start, end in addressed:
            text = text[:start] + "。" * (end - start) + text[end:]
        found: list[tuple[int, Constraint]] = [
            (start, _unknown(whole[start:end], preference, number, _ADDRESSED, hard=True)) for start, end in addressed
        ]
        chinese, english = _by_language(text)
        if english.strip("。"):
            read_as_english = read_english(english, context)
            found += [(stretch.start, _english(stretch, text, preference, number)) for stretch in read_as_english]
        if chinese.strip("。"):
            found += _chinese(read(mixed(chinese), context), preference, number, context)
        found.sort(key=lambda item: item[0])
        joined = joined_wishes([constraint for _, constraint in found])
        once = said_once(joined)
        return _said(preference.text, once, context, repeated=len(joined) - len(once))


def _english(stretch: Stretch, text: str, preference: Preference, number: int) -> Constraint:
    """What a stretch of English words asks for, with its words and the preference's price and span."""
    words, own = text[stretch.start : stretch.end], preference.text[stretch.start : stretch.end]
    return _recorded(stretch.constraint, words, own, preference, number, hard=not mood.is_soft(words.lower()))


def _chinese(reading: Reading, preference: Preference, number: int, context: Context) -> list[tuple[int, Constraint]]:
    """What Chinese words ask for, each by the place where its words begin; those not understood among them."""
    found: list[tuple[int, Constraint]] = []
    for k, group in enumerate(reading.groups):
        found.append((reading.clauses[group.first].start, _owned(reading, k, preference, number, context)))
    for first, last, hard, why in _left(reading, context):
        words = preference.text[reading.clauses[first].start : reading.clauses[last].end]
        found.append((reading.clauses[first].start, _unknown(words, preference, number, why, hard=hard)))
    return found


def _addressed(text: str) -> list[tuple[int, int]]:
    """The sentences with words to a program; nothing is read in them."""
    return [(start, end) for start, end in _sentences(text) if _INSTRUCTS.search(text, start, end)]


def _by_language(text: str) -> tuple[str, str]:
    """The text twice, as long as it was: only its Chinese sentences, and only its English ones; stops elsewhere."""
    if is_english(text):
        return "", text
    chinese, english = text, "。" * len(text)
    for start, end in _sentences(text):
        if is_english(text[start:end]):
            chinese = chinese[:start] + "。" * (end - start) + chinese[end:]
            english = english[:start] + text[start:end] + english[end:]
    return chinese, english


def _sentences(text: str) -> list[tuple[int, int]]:
    sentences: dict[int, list[Clause]] = {}
    for clause in clauses(text):
        sentences.setdefault(clause.sentence, []).append(clause)
    return [(members[0].start, members[-1].end) for members in sentences.values()]


def _unknown(words: str, preference: Preference, number: int, why: str, *, hard: bool) -> Unknown:
    kind: Literal["unknown_hard", "unknown_soft"] = "unknown_hard" if hard else "unknown_soft"
    return Unknown(kind=kind, hard=hard, text=words, preference=number, why=why)


def _owned(reading: Reading, k: int, preference: Preference, number: int, context: Context) -> Constraint:
    """The group's constraint with its words and the preference's price and span."""
    first, last = _with_remarks(reading, k, context)
    words = reading.span(first, last)
    own = preference.text[reading.clauses[first].start : reading.clauses[last].end]
    constraint = reading.groups[k].constraint
    soft = is_soft(_UNLESS.sub("", words) if isinstance(constraint, Unknown) else words)
    return _recorded(constraint, words, own, preference, number, hard=not soft)


def _recorded(
    constraint: Constraint, words: str, own: str, preference: Preference, number: int, *, hard: bool
) -> Constraint:
    """The constraint with what it has from the driver's record; `own`: its words as written, `words`: as normal text.

    Where the record has no price, that of the words counts; where both have a span, what they have in common.
    """
    if isinstance(constraint, Unknown):
        return _unknown(own, preference, number, constraint.why, hard=hard)
    change: dict[str, object] = {
        "text": own,
        "hard": hard and not is_priced(constraint, words),
        "preference": number,
        "start_min": max((m for m in (preference.start_min, constraint.start_min) if m is not None), default=None),
        "end_min": min((m for m in (preference.end_min, constraint.end_min) if m is not None), default=None),
        "penalty_fen": preference.penalty_fen or _penalty(constraint, words),
        "cap_fen": preference.cap_fen or None,
    }
    return constraint.model_copy(update=change)


def _penalty(constraint: Constraint, words: str) -> int:
    """The price that the words name, in fen; not that of a minute late."""
    money = find_money(words)
    if isinstance(constraint, Errand) and constraint.late_fen_per_min:
        money = [amount for amount in money if round(amount.value * 100) != constraint.late_fen_per_min]
    return round(money[0].value * 100) if money else 0


def _with_remarks(reading: Reading, k: int, context: Context) -> tuple[int, int]:
    """The group's clauses with the free ones around them that only say its price or how far it gives way."""
    group = reading.groups[k]
    first, last = group.first, group.last
    following = reading.groups[k + 1].first if k + 1 < len(reading.groups) else len(reading.clauses)
    for i in range(last + 1, following):
        clause = reading.clauses[i]
        words = reading.text[clause.start : clause.end]
        same = clause.sentence == reading.clauses[group.last].sentence or remarks.LINK.search(words)
        if not same:
            break
        leads = i + 1 == following < len(reading.clauses) and _LEADS.search(words)
        if leads and reading.clauses[following].sentence == clause.sentence:
            break  # 方便的话，别派玻璃: of what follows
        gives_way = lexicon.HEDGE.search(_VAGUE.sub("", words)) and not asks(words, context, {group.constraint.kind})
        firm = lexicon.FIRM.search(words) or lexicon.STRICT.search(words)
        if gives_way or (firm and not asks(words, context, {group.constraint.kind})) or _MONEY_ONLY.search(words):
            last = i
    before = reading.groups[k - 1].last if k else -1
    i = group.first - 1
    if i > before and reading.clauses[i].sentence == reading.clauses[group.first].sentence:
        words = reading.text[reading.clauses[i].start : reading.clauses[i].end]
        hedges = lexicon.HEDGE.search(words) and not _VAGUE.search(words)
        hedges = hedges and (before != i - 1 or before < 0 or _LEADS.search(words) is not None)
        hedges = hedges and not asks_apart(words, context, {group.constraint.kind})
        hedges = hedges and not _BUT.match(reading.span(group.first, group.first))
        if hedges:
            first = i
    return first, last


def _left(reading: Reading, context: Context) -> list[tuple[int, int, bool, str]]:
    """Wishes that nobody read: sentences without any group, and clauses that say "must" beside one."""
    left: list[tuple[int, int, bool, str]] = []
    sentences: dict[int, list[int]] = {}
    for i, clause in enumerate(reading.clauses):
        sentences.setdefault(clause.sentence, []).append(i)
    for members in sentences.values():
        free = [i for i in members if not reading.owned(i)]
        words = reading.span(members[0], members[-1])
        why = next((reading.why[i] for i in members if i in reading.why), "")
        if len(free) == len(members):
            if _asks_nothing(members, words, why, reading, context):
                continue
            why = why or ("what it depends on is not said" if _VAGUE.search(words) else "not understood")
            left.append((members[0], members[-1], not is_soft(_VAGUE.sub("", words)), why))
            continue
        free = [i for i in free if not _gives_reason(reading, i, members[-1])]
        free = [i for i in free if not (_LEADS.search(reading.span(i, i)) and reading.owned(i + 1))]
        near = [g for g in reading.groups if members[0] <= g.last and g.first <= members[-1]]
        for i in free:
            clause_words = reading.span(i, i)
            if i in reading.why or (
                _VAGUE.search(clause_words)
                and not lexicon.HEDGE.search(_VAGUE.sub("", clause_words))
                and "价" not in clause_words
            ):
                why = reading.why.get(i) or "what it depends on is not said"
                left.append((i, i, not is_soft(_VAGUE.sub("", clause_words)), why))
            elif asks(clause_words, context, {group.constraint.kind for group in near}):
                left.append((i, i, not is_soft(clause_words), "not understood"))
    return left


def _gives_reason(reading: Reading, i: int, last: int) -> bool:
    """Whether what clause i tells only leads to a wish that was read: 腰不好，得多躺，所以……, 得按点吃药：……"""
    for k in range(i + 1, last + 1):
        between = reading.text[reading.clauses[k - 1].end : reading.clauses[k].start]
        leads = _SO.match(reading.span(k, k)) or ":" in between or (k == i + 1 and _BECAUSE.match(reading.span(i, i)))
        if leads and reading.owned(k):
            return not re.search(r"\d", reading.span(i, i)) or bool(_SO.match(reading.span(k, k)))
    return False


def _asks_nothing(members: list[int], words: str, why: str, reading: Reading, context: Context) -> bool:
    """Whether a sentence that nobody read is no wish: a note, a price, a remark on one before it, or a story.

    `members`: its clauses; `why`: what a reader missed in it.
    """
    others, later = bool(reading.groups), members[0] > 0
    kinds = {group.constraint.kind for group in reading.groups}
    if all(remarks.NOTE.search(part) or _is_polite(part) for part in (reading.span(i, i) for i in members)):
        return True
    if later and _about_price(words):
        return True
    if later and remarks.LINK.search(words) and not why and not _says_must(words):
        return True
    if later and others and remarks.BACK.search(words) and not asks(words, context, kinds):
        return True
    return others and not why and not _VAGUE.search(words) and not asks_apart(words, context, kinds)


def _is_polite(words: str) -> bool:
    """Whether nothing but politeness is said."""
    return not re.search(r"[\u4e00-\u9fffA-Za-z\d]", remarks.COURTESY.sub("", words))


def _says_must(words: str) -> bool:
    return lexicon.MUST.search(words) is not None


def _about_price(words: str) -> bool:
    return _MONEY_ONLY.search(words) is not None and not lexicon.REFUSE.search(lexicon.cleaned(words))


def _said(text: str, constraints: tuple[Constraint, ...], context: Context, repeated: int = 0) -> Compiled:
    words = said_back(text, constraints, context.start, repeated=repeated)
    return Compiled(text=text, constraints=constraints, said_back=words)
