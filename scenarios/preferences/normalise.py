"""One form of writing for what is written in many: widths, traditional characters, dialect words.

Every change keeps the length of the text, so a place in the normal form is the same place in the driver's own words.
"""

from __future__ import annotations

import re
from functools import partial

from scenarios.preferences.traditional import DIALECT, TRADITIONAL, pairs

_WIDE = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
"""Full-width ASCII to its plain form."""

_ALIKE = {
    "\u3000": " ", "\u00a0": " ", "\t": " ", "“": '"', "”": '"', "‘": "'", "’": "'", "【": "[", "】": "]",
    "『": "「", "』": "」", "〈": "「", "〉": "」", "《": "「", "》": "」", "〜": "~", "∼": "~", "－": "-", "–": "-",
    "—": "-", "―": "-", "−": "-", "‐": "-", "〇": "零", "○": "零", "﹑": "、", "｡": "。", "､": "、",
}  # fmt: skip

_SINGLE = _WIDE | _ALIKE | pairs(TRADITIONAL) | pairs(DIALECT)
_STOPS = "。；，"
"""They stay: they part wishes and clauses, while their plain forms also part decimals and thousands."""

_DONT = "(?=再|接|拉|派|去|给|叫|找|让|落|进|入|往|载|运|装|排|安|搭|送|跑|碰|行|动|开|出|到|帮|搞|整|喊|推|要)"
_WORDS: tuple[tuple[str, str], ...] = (
    ("第二度", "别处的"), ("晚黑", "晚上"), ("夜里厢", "夜里的"), ("公理", "公里"), ("空使", "空驶"),
    ("不好" + _DONT, "不要"), ("[咪莫]" + _DONT, "别"), ("[覅甭]", "别"), ("休想", "不要"), ("不使", "不用"),
    ("不曾", "没有"), ("(?<=[不车])郁", "动"), ("屋里厢", "家里面"), ("回回", "返回"), ("顶少", "最少"),
    ("连牢", "连着"),
    ("夜饭", "晚饭"), ("夜到|夜快", "夜里"), ("落货", "卸货"), ("(?<=[净就只不都])系|系(?=[在我不喺])", "是"),
    ("成日(?=[不停休歇没车])", "整天"), ("成个月", "整个月"), ("成晚", "整晚"), ("回工", "上班"), ("训觉", "睡觉"),
    ("以里(?![面头])", "以内"), ("屋企|屋里|屋头", "家里"), ("转来", "回来"), ("转去", "回去"), ("转屋", "回家"),
    ("返(?=家|屋)|翻(?=家|屋)", "回"), ("困(?=[足够满])|困[觉告]|睡瞌", "睡觉"), ("朝头早", "大清早"),
    ("朝早|晨早|早浪|早起头", "早上"), ("上昼", "上午"), ("晏昼|下昼", "下午"), ("夜头", "夜里"),
    ("挨晚|擦黑", "傍晚"), ("明朝|听朝", "明早"), ("听日|明儿", "明天"), ("第日", "次日"), ("第二朝", "第二天"),
    ("粒钟", "个钟"), ("日日", "每日"), ("天天", "每天"), ("晚晚|夜夜", "每晚"), ("物事", "东西"), ("阿拉", "我们"),
    ("呢(?=类|种|些|边|个|排|日|度|样|两|几)", "这"),
    ("[辣勒](?=[\u4e00-\u9fff]{2,4}[做跑接开拉干])(?!辣?[椒味条酱])", "在"),
    ("抖(?=[够足下满息一二两三四五六七八九十0-9])", "歇"),
    ("生活(?=[不我])", "活儿"),
)  # fmt: skip
"""Cantonese, Wu, Sichuan and northern words by Mandarin ones of the same length."""

_MIXED: tuple[tuple[str, str], ...] = (
    (r"\bno (?=[\u4e00-\u9fff])", "不要拉"), (r"\bhome by\b", "到家必须最晚在"), (r"\brest\b", "停车休息"),
    (r"\bneed\b", "必须要有"), (r"\bmax\b", "最多为"), (r"\bplease\b", "拜托拜托谢谢"), (r"\bcall\b", "打扰打扰"),
    (r"\bstay\b", "停留等候"), (r"\bbefore\b", "务必最晚不过"), (r" no(?=\s*(?:[，。；,;!]|$))", "都不要"),
    (r"\ball fine\b", "都可以照常随便"),
)  # fmt: skip
"""English words that stand in Chinese sentences."""

_HEADED = re.compile(r"\[([\u4e00-\u9fff]{1,8})\]")
"""[休息]每月歇4天: a heading."""
_PATTERNS = tuple((re.compile(pattern), plain) for pattern, plain in _WORDS)
_MIXED_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE), plain) for pattern, plain in _MIXED)


def normalise(text: str) -> str:
    """The text in plain characters and Mandarin words, as long as it was; letters keep their case."""
    plain = "".join(c if c in _STOPS else _SINGLE.get(c, c) for c in text)
    plain = _HEADED.sub(r"。\1:", plain)
    for pattern, word in _PATTERNS:
        plain = pattern.sub(partial(_same_length, word), plain)
    return plain


def mixed(text: str) -> str:
    """The normal text of Chinese sentences with the English words in them as Chinese ones of the same length."""
    for pattern, word in _MIXED_PATTERNS:
        text = pattern.sub(partial(_same_length, word), text)
    return text


def _same_length(word: str, match: re.Match[str]) -> str:
    old = match.group()
    return (word + old[len(word) :])[: len(old)]
