"""Which goods a wish names: quoted, known, or whatever noun stands where goods stand."""

from __future__ import annotations

import re
from functools import cache

from scenarios.market.data import load_aggregates
from scenarios.preferences import lexicon, remarks
from scenarios.preferences.demands import bare_of
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.goods_names import ENGLISH, ENGLISH_OTHERS, OTHERS

_ENGLISH = {word: name for name, words in ENGLISH.items() for word in words.split(", ")}
_QUOTED = re.compile(r"「([^「」]{1,14})」|\"([^\"]{1,24})\"|'([^']{1,24})'")
_AND = r"(?:、|和|与|跟|及|以及|或者|或|还有|/|,|，|同|也好|又或者)"
_SUFFIX = (
    r"(?:(?:这|那)?(?:一?类|种|些|之类|等|样|款)的?|(?:什么|啥)的|的)?(?:货物|货源|货|活儿?|单子|单|订单|"
    r"东西|品类|生意|业务|运单)?"
)
_FUNCTION = re.compile(
    r"(?:我们|我|俺|咱们?|老子|本人|本车|你们?|您|他们?|平台|系统|调度|师傅|司机|车队|老板|家人|老婆|自己|人家|"
    r"小弟|在下|鄙人|"
    r"凡是|但凡|所有|任何|只要是?|一切|全部|碰到|遇到|涉及|属于|关于|至于|对于|对|像|比如|例如|诸如|包括|以及|若是|"
    r"如果是?|要是|假如|遇上|碰上|凡|"
    r"货源品类为|货源品类是|品类为|品类是|货源品类|货物品类|品类|类别为|类别|种类|货源|货物|货品|订单|单子|单|"
    r"货(?!架|柜|箱|运|币|车)|活儿|活计|活(?![禽畜鱼物猪牛羊虫鲜体])|生意|业务|东西|运单|"
    r"这一?类|那一?类|这种|那种|这些|那些|一类|之类|此类|该类|类(?![似])|一种|这样|那样|种(?!子|苗)|等等|等(?!级|"
    r"离)|什么的|啥的|"
    r"统统|通通|统一|一律|一概|全都|全|都|也|就|还|又|再|请|一般|通常|基本上?|谢谢|多谢|感谢|辛苦|麻烦|拜托|"
    r"务必|千万|切记|坚决|"
    r"绝对|绝|从来|从|真的|真|"
    r"实在|确实|反正|老是|总是|总|一直|永远|向来|平时|"
    r"最好|尽量|尽可能|尽力|争取|希望|如果可以的话|可以的话|如果可以|可能的话|能|可以|想|愿意|愿|肯|敢|会|要|得|该|"
    r"应该|必须|须|喜欢|爱|太|大|很|非常|特别|怎么|是|"
    r"给|帮|替|让|叫|把|将|被|派|推荐|推送|推|安排|找|塞|装卸|承运|承接|运输|运送|装载|装运|装|卸|拉运|拉(?!链|杆|"
    r"丝)|运(?!动)|载|送(?!水|餐)|接(?!头|口)|碰|沾|做(?!工)|干(?!货|果|粉)|跑(?!步)|收|来|去(?!皮)|"
    r"进(?!口)|出(?!口)|到|在|往|与|和|跟|或者|或|及|不(?!锈|粘|干)|别|勿(?!忘)|莫|没|无法|无|拒绝|谢绝|排除|过滤|"
    r"屏蔽|剔除|推掉|免谈|避开|回避|"
    r"的话|的|了|着|吧|呢|啊|呀|哦|哈|嘛|啦|喔|咯|喽|哟|哒|滴|地(?!板|砖|毯)|个|些|有|没有|哪怕|即使|就算|多少钱|"
    r"价格|价钱|运费|再高|多高|高|"
    r"每天|每次|每|天天|一天|以后|以前|今后|往后|之后|这个月|本月|当月|月|车上|车里|上车|车|手|碰都|看都|想都|提都|"
    r"问都|过敏|伺候|"
    r"可|但|而|因为|所以|只|些|点|下|上|当|时候|候|时|么|啥|样|"
    r"" + GONE + r"|[\s\d，。；、,.;:!?()\[\]「」\"'~-])",
)
_NOT_GOODS = re.compile(
    r"^(?:.*(?:低于|超过|少于|高于|不到|以下|以上|不足|便宜|公里|小时|点钟|分钟).*|否则|不然|打死|死活|杀头|天王老子|说什么|说啥|[这那].*|中间|哪[儿里]|.*(?:城市|地方|地区)|"
    r"(?:其他|其它|"
    r"别的|其余).*|整天|全天|期间|途中|.*(?:之前|之后|以前|以后|"
    r"时候)|[这那]?[几两三四五六七八九十]天|选择|别的|.*(?:半夜|三更|深夜|凌晨|"
    r"晚上|夜里|白天|早上|中午|下午|周末|节假日|钱|价).*|惯|完|好|够|远|近|"
    r"长途|短途|夜|"
    r"晚上|白天|早上|外省|省外|高速|国道|山路|任|任务|范围|天黑|天亮|雨天|雪天|"
    r"下雨|台风|节假日|春节|过年|高峰|高速|收费|堵车|隧道|.{0,2}路|乡道|省道|国道|过路费|限行|货主|客户|老板|人货|"
    r".*(?:路线|时间|价|费|款|账期|押金|定金|小区|工地|码头|仓库)|路线|路|事|家|人|时间|心|"
    r"力气|钱|气|苦|麻烦|随便|为难|.{0,2}距离|空驶|空车|"
    r"休息|睡觉|(?:车)?钥匙|方向盘|油门|刹车|喇叭|车门|驾驶室|急单|急|远路|远单|.*(?:公里|小时|点钟)|整|办法|"
    r"意思|.{0,3}(?:附近|周边|一带)|超?[长远短]+|(?:不?分|拆)[段开割拆]|拆分|累[计加]|折算|叠加|零碎|间断|中断|打断|[几两三四五六七八九十]+[样种类项者个]|[市省区县境城国]外|外[地市省县区]|跨[市省区县]|(?:其他|其余)?区域外|方向|地方|城市|区域|省|市|区|县|周末|规定|要求|"
    r"打扰|电话|消息|同一|不同|指|示|指示|提示|规则|限制|约束|偏好|"
    r"多|少|行|开|走|停|熄火|动|出门|出车|行程|门|回|起|用|见|得|住|说|听|商量|谈|便宜|低价|亏本|烂|砸|重|脏|乱|差|累)$"
)
_GOODS_VERB = re.compile(r"接|拉|运|装|载|承|碰|沾|派|排|收|受理|过滤|屏蔽|剔|拒|免谈|谢绝|推掉|推送|推荐|塞|卸|禁")
"""The refusal is about taking something."""
_WORK_VERB = re.compile(r"做|干|整|搞|弄|给|找|送|考虑|伺候|推|免|要(?!再|去|看|来|太|让|叫|把|跟|和|总|老|乱|随)")
_TAKES = re.compile(r"拉|运|装|载|承|卸|接|沾|碰")
_GOODS_NEAR = re.compile(r"货|单|活(?!动)|类|种|品|这些|那些|东西|生意|业务|[不要]$|不要|不考虑|不送|不做")
"""The refusal may be about anything, and is about goods beside one of these."""
_ABSTRACT = re.compile(
    r"天气|心情|感觉|问题|情况|关系|态度|朋友|孩子|小孩|老人|身体|安全|质量|服务|脾气|废话|电话|微信|视频|广告|"
    r"短信|骚扰|乘客|外人|生人|"
    r"闲人|顺风|回头|回程|返程|返空|夜班|加班|拼单|拼车|整车|零担|预约|现金|欠款|超载|超限|超重|超宽|超高|急货|"
    r"重货|轻货|货款|借口|废|"
    r"[看听说问骂打吵闹喝抽聊赶拖欠压迟催等]"
)
"""In what is left of the words: no goods that loads could be told by."""
_PASSING = re.compile(r"(?:之后|以后|过后|后|之前|以前|前|时|的时候|那会|天|起)")
"""Behind a noun: it says when, and is no goods."""
_TELLS = re.compile(r"(?:会|容易|怕|需要|得)$")
"""In front of what is left: it tells how goods are, and does not name them: 会漏水的货."""
_SUCH = re.compile(r"(?:这|那)(?:种|一?类|些)|之类|一类|等(?:货|等)")
"""Behind a noun: X这种 says that X is what is meant."""
_LACKING = re.compile("(?:没有?|无|缺)$")
"""Before a noun: the driver has none of it: 没设备."""
_MAX_CHARS = 8
_WITHOUT_GOODS = ("daily_rest", "area", "longest_haul")
"""A noun made only of words of these kinds is no goods: 移动."""


@cache
def _known() -> re.Pattern[str]:
    names = {*load_aggregates().categories.keys, *OTHERS.split()} - {"其他", "车辆"}
    pattern = "|".join(sorted(names, key=lambda name: (-len(name), name)))
    pattern = pattern.replace("|手机|", "|(?<!关)(?<!关了)手机(?![关开静])|")
    return re.compile(pattern.replace("|易碎|", "|(?<!容)易碎|"))


def known_goods(text: str) -> bool:
    """Whether the text holds a noun that is known to be goods."""
    return _known().search(text) is not None


@cache
def market_categories() -> frozenset[str]:
    """The categories of the load market."""
    return frozenset(load_aggregates().categories.keys)


_KNOWN_ENGLISH = re.compile(
    r"(?<![a-zA-Z])(" + "|".join(sorted(_ENGLISH, key=len, reverse=True)) + r")(?![a-zA-Z])", re.IGNORECASE
)


_OTHER_ENGLISH = re.compile(
    r"(?<![a-zA-Z])(?:"
    + "|".join(sorted(ENGLISH_OTHERS.split(", "), key=len, reverse=True))
    + r")(?:e?s)?(?![a-zA-Z])",
    re.IGNORECASE,
)


_VERB_USE = re.compile(r"\s+(?:my|your|our|me|us|it|time|calls?|lines?)\b", re.IGNORECASE)
"""Behind a noun: it is a verb there, or part of another noun: don't waste my time."""


def find_goods_words(text: str) -> list[tuple[int, int, str]]:
    """Goods in English at text[start:end], by the market's name where it has one, else in singular as said."""
    market = [(*match.span(), _ENGLISH[match[1].lower()]) for match in _KNOWN_ENGLISH.finditer(text)]
    others = [(*match.span(), match.group().lower()) for match in _OTHER_ENGLISH.finditer(text)]
    chinese = [(*match.span(), match.group()) for match in _known().finditer(text)]
    return sorted(found for found in market + others + chinese if not _VERB_USE.match(text, found[1]))


def english_goods(text: str) -> dict[str, str]:
    """The market's names of goods that the text has in English, by the English words."""
    return {match[1]: _ENGLISH[match[1].lower()] for match in _KNOWN_ENGLISH.finditer(text)}


def goods_named(e: Evidence, *, loose: bool = True) -> tuple[str, ...]:
    """Names of goods in the order of the words; loose: also an unknown noun that is left when all else is taken off."""
    text = "".join(GONE if a == GONE else b for a, b in zip(e.rest, e.main, strict=True))
    for named in e.names:
        text = text[: named.start] + GONE * (named.end - named.start) + text[named.end :]
    quoted = [next(filter(None, match.groups())) for match in _QUOTED.finditer(e.main)]
    quoted = [name for name in quoted if re.search(r"[\u4e00-\u9fffa-zA-Z]", name)]
    if quoted:
        names = [part for name in quoted for part in re.split(_AND, name) if part]
        return _unique([_ENGLISH.get(name.lower(), name) for name in names])
    known = list(_known().finditer(text))
    had = [match for match in known if not _LACKING.search(text, 0, match.start())]
    known = had or known
    such = next((i for i, match in enumerate(known) if _SUCH.match(text, match.end())), None)
    if such is not None:  # 蔬菜水果这些: with those that stand right before it
        first = such
        while first > 0 and re.fullmatch(f"{_AND}?", text[known[first - 1].end() : known[first].start()]):
            first -= 1
        known = known[first : such + 1]
    if known:
        return _unique([name for match in known for name in _with_neighbours(text, match, loose)])
    return _residue(text) if loose else ()


def _with_neighbours(text: str, match: re.Match[str], loose: bool) -> list[str]:
    """The known noun, and unknown ones that "and" joins to it."""
    names = [match.group()]
    if not loose:
        return names
    after = re.match(
        rf"{_SUFFIX}{_AND}(?P<noun>[\u4e00-\u9fff]{{2,6}}?)(?={_SUFFIX}(?:[，。；、]|$|{_AND}|我|不|都|一|全|统|也|"
        rf"别|这|那|等|类))",
        text[match.end() :],
    )
    if (
        after
        and not _known().match(text, match.end() + after.start("noun"))
        and not _known().search(after["noun"])
        and not lexicon.REFUSE.search(after["noun"])
        and not _FUNCTION.match(after["noun"])
        and not _NOT_GOODS.match(after["noun"])
    ):
        names.append(after["noun"])
    return names


def _residue(text: str) -> tuple[str, ...]:
    """The nouns that are left without all words that carry no goods: behind the refusal first, else before it."""
    refusal = lexicon.REFUSE.search(lexicon.cleaned(text))
    if refusal is None or remarks.BACK.search(text):
        return ()
    blank = lexicon.HEDGE.sub(lambda m: _blanked(m.group()), text) if not re.search("能.*就", text) else text
    blank = lexicon.REFUSE.sub(lambda m: GONE * len(m.group()), blank)
    chunks: list[tuple[int, int, str]] = []
    start = 0
    for match in [*_FUNCTION.finditer(blank), None]:
        end = match.start() if match else len(blank)
        noun = blank[start:end].strip()
        if (
            noun
            and not (_NOT_GOODS.match(noun) or _PASSING.match(blank, end) or _TELLS.search(text[:start]))
            and all(bare_of(noun, [kind]) for kind in _WITHOUT_GOODS)
        ):
            chunks.append((start, end, noun))
        start = match.end() if match else end
    verb = text[refusal.start() : refusal.end() + 1]
    if not _GOODS_VERB.search(verb) and not (_WORK_VERB.search(verb) and _GOODS_NEAR.search(text)):
        return ()
    behind = [chunk for chunk in chunks if chunk[0] >= refusal.end()]
    such = [chunk for chunk in chunks if _SUCH.match(blank, chunk[1])]
    if not behind and not such and not _TAKES.search(verb) and not _GOODS_NEAR.search(text):
        return ()  # 期间不得派单
    chosen = such[:1] or behind[:1] or chunks[-1:]
    if not chosen:
        return ()
    first = chunks.index(chosen[0])
    names = [chosen[0][2]]
    for i in range(first + 1, len(chunks)):
        if re.fullmatch(_AND + "的?", blank[chunks[i - 1][1] : chunks[i][0]].strip()):
            names.append(chunks[i][2])
        else:
            break
    for i in range(first - 1, -1, -1):
        if re.fullmatch(_AND, blank[chunks[i][1] : chunks[i + 1][0]].strip()):
            names.insert(0, chunks[i][2])
        else:
            break
    if not such and len(names) < sum((chunk in behind) == (chosen[0] in behind) for chunk in chunks):
        return ()  # which of the nouns is meant is not clear
    good = [
        name
        for name in names
        if 2 <= len(name) <= _MAX_CHARS
        or name in ("煤", "酒", "油", "鱼", "猪", "牛", "羊", "鸡", "花", "药", "茶", "盐", "糖", "米")
    ]
    if any(_ABSTRACT.search(name) for name in good):
        return ()
    return _unique(good) if len(good) == len(names) else ()


def _blanked(words: str) -> str:
    return words if re.search(r"能不|能避|能推|能少|不", words) else GONE * len(words)


def _unique(names: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
