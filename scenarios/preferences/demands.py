"""Whether words that no reader took ask for something of their own: it is told back, never dropped.

A clause beside a wish that was read may only say it once more (每天睡8小时，中间别叫我). It does where nothing is
left of it without words that carry no wish and words of that kind of wish; else it asks for something, if it holds a
time, a number that is a bound, a refusal or a duty. In doubt it asks: a wish that vanishes costs more than one shown as
not understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from scenarios.preferences import lexicon, remarks
from scenarios.preferences.compiled import Context
from scenarios.preferences.evidence import GONE, Evidence
from scenarios.preferences.lexicon import any_of

_OBLIGES = any_of(
    r"必须|务必|一定|不得|不准|不许|不要|不能|禁止|严禁|要求|需要|至少|最多|只(?:能|准|要|收|认|接|做|拉)|请|尽量|最好|希望|提前|早点|"
    r"别(?!的|处|地|人|是|说|看)|(?:收车|收工|下班)$|"
    r"(?<![不觉值获取记懒难认免省使舍显闲干跑开拉来忙累困远挤堵热冷嫌多管])得(?!了|到|起|很|慌|好|快|多|太|不|"
    r"严|紧|惨|厉害|要命|累|苦)|"
    r"(?<![不只重主需就是快还而])要(?!是|么|不|求|命|塞|道|饭|紧)",
)
"""Words of duty."""
_CONSEQUENCE = any_of(
    r"^除非[^，]*(?:价|钱|运费|加)",
    r"^(?:低于|少于|不到|不足|不够|超过|超出|高于|多于)(?:这个|此|该|这)(?:数|标准|限|距离|时长|时间|里程|公里数)?",
    r"(?:要|会|得|就|都)(?:被|要)*(?:罚|扣|赔)(?:钱|款|分|我)?的?$|^(?:不然|否则|要不然?|所以|因为|因此|毕竟|免得|省得)",
)
"""How a clause begins that says why, or what else comes of it."""
_REASON = any_of(
    r"(?:要|会|怕|容易)(?:烂|坏|臭|碎|赔|亏|死|疼|病|累|脏|漏|散|塌|堵|晕|出事|挨骂|被骂)|做礼拜|上夜班|"
    r"(?:打针|吃药|化疗|透析|复查)$|"
    r"^(?:我|因为?|主要)?(?:老家|家里|家中|老婆|媳妇|老公|爱人|娃儿?|孩子|小孩|(?:老板|公司|车队|客户|大夫)(?=说|交代|吩咐|叮嘱)|儿子|女儿|闺女|老人|老[爸妈]|爸妈?|父母?亲?|"
    r"母亲|丈母娘|腰|腿|胃|眼睛?|血压|血糖|颈椎|身体|医生|房东|村里|村上)"
    r"(?![^，]*(?:不(?![行好舒顶方便够住起])|别|莫|勿|只|最[多少]|至少|接|派|单|货|回家|到家|[\d二两三四五六七八九十]))",
)
"""Tells what a wish is for, or what comes of it: 要烂脱的, the smell never leaves the box."""
_ERRAND_REASON = re.compile(
    "^我?们?(?:要|得|去)(?:交|取|办|签|看|拿|换|修|验|开会|陪|吃饭|见|接)(?!单|货|活)[^，不别]{0,8}$"
)
"""What one does at the place of an errand."""
_NUMBERS_OF_ONE = re.compile(
    r"[这那该上](?:连续)?[\d一二两三四五六七八九十]+个?(?:小时|钟头|钟|分钟|公里|天)|"
    r"(?:一|1)[单趟票个](?:活|货)?(?:也|都)(?=不|别|没|莫|勿)|"
    r"(?:少|多|差|早|晚)(?:过|了|接|跑)?(?:一|1)(?:分钟?|秒|小时|个小时|公里|里|米|单|趟|天)|超过?(?:一|1)(?:分钟?|秒|公里|里|米)"
)
"""少一分钟都不行, 多一单都不干, 而且这6小时得是一整段: the limit once more."""

_WANTS = re.compile(
    "只(?:接|要|跑|拉|做|收)|优先|让我|给我|希望|最好|想(?!必)|(?:不|别|莫|勿)(?!是|会|好|行|过|然|同|错|容易|知道|便|方便)"
)
"""Words that wish, in a sentence of its own."""
_PAST = re.compile("(?:去年|前年|上个?月|上次|上回|以前|昨天|前几天)|[过了]$")
"""A story."""
_UNREAD_AMOUNT = re.compile(
    r"[几百十\d一二两三四五六七八九](?:多|来)?(?:到|至|-|~)?[几百十\d一二两三四五六七八九]*(?:多|来)?个?(?:公里|小时|钟头|天|单|趟)|隔三差五|三天两头"
)
"""A number that is not exact, with its unit."""
_VAGUE_AMOUNT = re.compile(
    r"(?:[\d一二三四五六七八九十百]+(?:到|至|-|~)[\d一二三四五六七八九十百]+|[一二三四五六七八九]{2}|[几数]|[\d一二三四五六七八九十百]+[多来])"
    r"[十百]?个?(?:公里|小时|钟头)"
)
"""Not exact beyond doubt: 三十到四十公里, 七八个小时."""
_SUCH_ONES = re.compile(
    "(?:不|别|莫|勿)(?:去|接|拉|跑|派|进)[^，。外里内]{2,8}的(?:单|货|活|地方|路)|"
    "^(?!其他|其余|别的|其它|外|这|那|所有|任何|超|低于|剩)[^，。外里内]{2,8}的(?:单子?|货|活|地方|路)?(?:都|也|我|一律)*(?:不|别|莫|勿)"
)
"""Which orders or places are meant: 回来没货的单不去."""
_FILLER = re.compile("[若如着定这那该外头部非位个家]")
_EMPTY = any_of(
    r"必须|务必|一定|不得|不准|不许|不要|不能|不敢|不让|不可以|不可|不会|不用|不想|不愿意?|禁止|严禁|要求|需要|保证|"
    r"一律|一概|统统|通通|全部|全都|坚决|绝对|绝|真的|实在|反正|就是|都是|算是|算|而且|并且|但是|但|不过|所以|因为|"
    r"[这那][几两三四五六七八九十\d]+天|另外|还有|同时|此外|其间|以及|无论|不管|哪怕|再|也|都|就|还|又|很|太|了|的|"
    r"吧|啊|呀|呢|嘛|哈|咯|哦|得|要|会|"
    r"能|可以|可|是|有|没有|没|"
    r"不行|不成|"
    r"不|别|勿|莫|我们|我|俺|咱们?|你们?|他|她|大家|人|车子|车辆|货车|卡车|部车|车|本人|司机|师傅|老板|调度|"
    r"平台|系统|"
    r"备注|反映|给|让|替|帮|把|将|被|请|麻烦|拜托|千万|切记|这里|那里|这边|那边|这类|那类|这种|那种|这些|那些|"
    r"(?:这|那)?[两俩三四几](?:个|种|样|类|处|座)|这个|那个|这|那|该|此|上述|期间|段|时间|时候|时|过滤|屏蔽|"
    r"免谈|没门|算了|免|推掉|拒绝|拒|排除|看见|见到|看到|"
    r"遇到|碰到|直接|违约|违规|不作数|不作考虑|考虑|行|多少|多|少|点|一|每次|每|次|"
    r"只|和|与|跟|或者?|以及|及|在|到|到了|为|于|从|向|往|好|够|什么|怎么|哪|哪怕|任何|所有|其他|其余|其它|别的|"
    r"派给|派|排|安排|推送|推荐|推|接受|受理|接|拉|运|装|送|碰|沾|做|干|搞|弄|整|来|去|过|找|叫|喊|避|躲|绕|商量|谈|"
    r"货物|货|单子|订单|单|活儿|活|业务|生意|东西|品类|类",
)
"""Words that carry no wish of their own."""
_REST_WORDS = any_of(
    r"启动|运行|运转|封存|予|锁|停稳|停|空车|空驶|赶路|乱跑|夜饭|晚饭|晚餐|吃饭|吃|修理厂|修车|保养|检修|进|休息|休|歇|睡觉|睡|觉|躺|动|开车|开工|开|跑车|"
    r"跑|走|出车|出门|出|外出|上路|行驶|移动|挪|干活|工作|工|"
    r"中间|中途|中断|打断|掐断|断|拆开|拆|分开|分段|分|连续|连着|连贯|连|完整|完完整整|完|整段|整块|整|一整天|全日|整日|"
    r"全天|整天|停运日|"
    r"每天|夜|晚上|半夜|三更|黑灯瞎火|吵|打扰|打电话|电话|联系|烦|催|响|熄火|熄|火|引擎|发动机|钥匙|方向盘|碰|拔|关|家里?|"
    r"回|门|过夜|待|留|算休息|累计|凑|零碎|碎|一次性|一次|一口气|足|满|精神|早上|白天|命|安全|困",
)
_AREA_WORDS = any_of(
    r"市|城市|区域|区|县|地方|地区|地|范围|别处|外地|外面|外|里|内|本地|边|方向|装货|卸货|装|卸|提货|送货|起点|终点|"
    r"目的地|跑|走|进|出|入|跨|越|离开|离|超出|超|绕|避|路过|经过|停|哪儿|哪里|近|远|路|不好走|好走|难走",
)
_LIMIT_WORDS = any_of(
    r"超出|以上|以外|以下|以内|开外|部分|推送|远|近|长途|短途|长|短|跑|走|开|回|回不来|划不来|划算|累|吃不消|吃力|跑不动|动|路|超|过|趟|满|停|休|歇|亏|油|"
    r"空|里程|距离|程|不了|起|下|住|身体|受不了",
)
_GOODS_WORDS = any_of(
    r"臭|脏|腥|味|重|碎|破|坏|怕|赔|累|危险|嫌|过敏|伺候|上车|上|车上|卸|搬|容易",
)
_TELLING = tuple("远近重急脏烂夜整熟")
"""Characters that tell which orders are meant, each by itself: 远单不接."""
_OF_AREAS = {"area", "region_days", "visits", "ban_after_touch", "errand", "home", "longest_pickup", "must_take"}
_OF_KINDS = (
    ({"daily_rest", "quiet_window", "home", "days_off"}, _REST_WORDS),
    ({"area", "region_days", "visits", "ban_after_touch", "errand"}, _AREA_WORDS),
    ({"longest_haul", "longest_pickup", "deadhead", "long_hauls", "orders_per_day", "first_order_by"}, _LIMIT_WORDS),
    ({"category", "category_quota", "must_take"}, _GOODS_WORDS),
)


def asks_apart(words: str, context: Context, beside: Collection[str]) -> bool:
    """Whether a sentence of its own asks for what the other wishes do not say; it seldom repeats them."""
    if asks(words, context, beside):
        return True
    if remarks.NOTE.search(words) or _CONSEQUENCE.search(words) or _REASON.search(words) or _PAST.search(words):
        return False
    e = Evidence(_NUMBERS_OF_ONE.sub(lambda match: GONE * len(match.group()), words), context)
    if _UNREAD_AMOUNT.search(e.rest):
        return True
    wants = e.refuses or _OBLIGES.search(lexicon.cleaned(e.main)) or _WANTS.search(lexicon.cleaned(e.main))
    return bool(wants) and (_SUCH_ONES.search(words) is not None or bool(_FILLER.sub("", bare_of(e.rest, beside))))


def asks(words: str, context: Context, beside: Collection[str] = ()) -> bool:
    """Whether a clause of normal text asks for what the wishes beside it, of these kinds, do not already say."""
    if (
        remarks.NOTE.search(words)
        or remarks.MINDED.search(words)
        or _CONSEQUENCE.search(words)
        or (beside and _REASON.search(words))
    ):
        return False
    if "errand" in beside and _ERRAND_REASON.search(words):
        return False
    words = _NUMBERS_OF_ONE.sub(lambda match: GONE * len(match.group()), words)
    e = Evidence(words, context)
    demands = e.refuses or _OBLIGES.search(lexicon.cleaned(e.main)) is not None
    bounded = demands or e.has(lexicon.MOST) or e.has(lexicon.LEAST)
    counted = [amount for amount in e.days if amount.value > 1]
    orders = [amount for amount in e.orders if amount.value > 1 or bounded]
    if _VAGUE_AMOUNT.search(e.rest) and not _PAST.search(words):
        return True
    if e.refuses and not e.names and _SUCH_ONES.search(words) and bare_of(e.rest, beside):
        return True
    if e.names and counted and not bare_of(e.unnamed, ()):
        return True  # 中山三天
    if e.any_of(e.times, e.windows, orders) or (bounded and e.any_of(e.lengths, e.km, counted, e.points, e.boxes)):
        return not _price_only(words, e)
    if not demands:
        return False
    if remarks.THERE.search(words) and not _OF_AREAS & set(beside):
        return True
    return not beside or bool(left_of(words, beside))


def _price_only(words: str, e: Evidence) -> bool:
    """超一公里扣5块: the number is the price's."""
    return bool(e.money) or bool(re.search(r"扣|罚|赔|违约金", words, re.IGNORECASE))


def left_of(words: str, beside: Collection[str]) -> str:
    """What is left without the words that carry no wish and those of the kinds beside; one odd character is nothing."""
    left = bare_of(words, beside)
    return left if len(left) > 1 or left in _TELLING else ""


def bare_of(words: str, beside: Collection[str]) -> str:
    """All that is left without the words that carry no wish and those of the kinds beside."""
    left = lexicon.HEDGE.sub(" ", lexicon.FIRM.sub(" ", words))
    vocabularies = [_EMPTY, *(vocabulary for kinds, vocabulary in _OF_KINDS if kinds & set(beside))]
    for vocabulary in reversed(vocabularies):
        left = vocabulary.sub(" ", left)
    return re.sub(r"[^\u4e00-\u9fffA-Za-z]", "", left)
