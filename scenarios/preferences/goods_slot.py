"""Goods that no list knows, by where they stand: 我不运古董; 棺材这种东西不拉. Elsewhere an unknown noun is nothing.

A noun is two to six characters of which none is a word of another kind: better no goods than goods nobody named.
"""

from __future__ import annotations

import re

from scenarios.preferences.evidence import GONE

_OTHER_WORDS = (
    "不别没无勿莫的了着过我你他她它们俺咱是在有就都也还又再很太最更给让叫把被要能会得该须去来到往进出上下里外前后中这那哪些个什么怎"
    "样多少几两一二三四五六七八九十百千万远近长短快慢高低早晚年月日号点时分天周全各每单活钱价费路司机平台师傅老板公尽量避推拒接拉运送装卸"
    "派碰沾停开跑走问听说看想等催急重轻整零散熟生贵便宜烂脏累难易超回返顺夜班人事家者款押金现结付账期概律坚决绝对从以为于和与跟及或但"
    "而因所如若只"
)
_NOUN = rf"(?:(?![{_OTHER_WORDS}])[\u4e00-\u9fff]){{2,6}}"
_REFUSED = (
    r"(?:不|别|勿|莫|拒绝?|谢绝|禁止|严禁)(?:再|给我|帮我|替我|跟我|要|想|愿意?|能|会|可以?|得|敢|许|准)*"
    r"(?:接|拉|运输?|装|载|承运|承接|碰|派|沾)"
)
_FIRMLY = r"(?:一律|一概|坚决|绝对|绝|从来|从|统统|全部|都|也|就|是|尽量|最好|尽可能|再|死活|打死)*"
_SORT = r"(?:[这那]?一?[类种样些]|之类|等)?的?"
_BEHIND = re.compile(
    rf"{_REFUSED}(?:任何|所有|什么|那些|这些)?(?P<noun>{_NOUN}?){_SORT}(?:货物?|货源|单子?|订单|活儿?|东西)?(?:了|的)?(?=$|[，。；])"
)
_BEFORE = re.compile(
    rf"(?:^|[，。；])(?:像|凡是?|所有|对于|至于|关于)?(?P<noun>{_NOUN}?){_SORT}(?:[\u4e00-\u9fff]{{0,3}}(?:东西|货))?"
    rf"(?:货物?|货源|单子?|订单|活儿?)?，?(?:我们?|俺|咱|本人)?{_FIRMLY}{_REFUSED}(?:了|的)?(?=$|[，。；])"
)
NEIGHBOUR = re.compile(
    rf"(?:这?[类种])?(?:、|和|与|跟|及|以及|或者?|同)(?P<noun>{_NOUN}?)(?={_SORT}(?:货|单|订单|东西)?(?:[，。；、]|$|和|与|跟|我|不|都|一|全|"
    rf"统|也|别|勿|尽|最))"
)
"""Behind known goods: an unknown noun that "and" joins to them."""
_NO_GOODS = re.compile(
    r"否则|不然|反正|横竖|任何|所有|统统|通通|全部|打死|死活|跨[市省区县]|外[地市省]|[市省]外|电话|微信|视频|广告|短信|骚扰|乘客|客户|货主|顺风|拼车|预约|借口|休息|睡觉|钥匙|方向盘|高速|国道|隧道|驾驶|打扰|熄火|指示|规则|"
    r"限制|约束|偏好|移动|订货|任务|范围|附近|周边|一带|方向|地方|城市|区域|工地|码头|仓库|小区|手续|证件|发票|合同"
)


def goods_slot(text: str) -> tuple[str, ...]:
    """The unknown goods of a refusal, as said; none where it is not plain that goods are meant."""
    if GONE in text:
        return ()
    for slot in (_BEHIND, _BEFORE):
        match = slot.search(text)
        if match is not None and is_noun(match["noun"]):
            return (match["noun"],)
    return ()


def is_noun(word: str) -> bool:
    """Whether an unknown word may be goods."""
    return _NO_GOODS.search(word) is None
