"""Words around wishes: notes, politeness, what goes on with a sentence before it or points back. No wishes."""

from __future__ import annotations

from scenarios.preferences.lexicon import any_of

NOTE = any_of(
    r"^(?:其他|其余|别的|其它|剩下|余下)(?:的)?(?:日子|日期|时间|时候|地方|城市|货|都|随|区域|情况|天|品类|单|活|"
    r"路线).{0,6}(?:正常|照常|随便|都行|都可以|无所谓|不限|可以|照跑|照接|没事|不管|没要求|好说|OK|随意|任意)",
    r"^(?:那天|这天|当天|那几天|除此|此)(?:之|以)?外.{0,4}(?:没要求|没有要求|随便|正常|都行|都可以|无所谓)|"
    r"^(?:其他|其余|别的|其它)(?:都)?(?:正常|照常|随便|都行|都可以|无所谓|不限|照旧|没要求|没有要求|听安排|听指挥|"
    r"好说|好商量)",
    r"^单位(?:都|均|全|一律)?(?:是|为|:|按)|^[前后]者(?:是|指|为|说)|"
    r"^(?:我?[有提就]|本人|共)?[一二两三四五六几\d]?[个点条项些](?:小|基本)?(?:要求|需求|规矩|诉求|说明|情况)(?:如下|在此)?$|"
    r"不算违规|不算休息|才算|不算数|不算在内|不计在内|不用管|都行$|都可以$|随便$|无所谓$|照常$|没意见$|没问题$|"
    r"^听(?:平台|你|调度)?的?安排|^以上|就这些|就这样|没了$|没有了$|完毕|unlimited|"
    r"otherwise (?:normal|fine|as usual)|(?:don'?t|doesn'?t|do not) (?:care|mind|matter)|no problem with|"
    r"other days (?:are )?(?:fine|normal|as usual|ok)|"
    r"anything else is fine|the rest is fine|everything else|no other (?:wishes|requirements)|"
    r"that'?s all",
)
"""Says how things are, or that all else is as usual: no wish."""
COURTESY = any_of(
    r"你好|您好|大家好|谢谢|多谢|感谢|辛苦|拜托|麻烦|劳驾|注意安全|好好开车|一路平安|平台|师傅|调度|老板|各位|你们|"
    r"您|你|大家|了|啊|哈|呀|啦|的|好|"
    r"[\s，。；、,.!?~]|thanks|thank you|many|a lot|very much|please|hello|hi|dear|dispatch(?:er)?|drive safely|"
    r"all the best|cheers",
)
"""Politeness: a sentence of nothing else asks for nothing."""
LINK = any_of(
    r"^(?:[,，;；、\s]*)(?:并且|并|且|而且|同时|然后|之后|随后|接着|再|当天|当晚|当日|次日|翌日|第二天|到家后|"
    r"到了?(?:以后|之后|后)|解决前|期间|否则|不然|不[接去到][则就]|没(?=接|到|能|按|完|赶)|未|若|如未|如果没|"
    r"离家|每迟到|每多|每超|超(?:一|过|出)|违反|违约|每次|每接|罚|扣|办完|完事|届时|到时|这[天日]|那[天日]|直到|"
    r"至少待到|至少等到|同日|同一天几|仅对|按|装货地|卸货地|上架|货在|提货地|and then|then|otherwise|until|if not|"
    r"no,? (?:thanks|thank you|way)|back on the road|on the road|off again|afterwards|after that|and stay|and "
    r"not leave|(?:and )?(?:not |"
    r"won'?t |don'?t |never )?leav|out again|staying|"
    r"stay there|stay home|each (?:breach|time)|per (?:breach|order))",
)
"""Goes on with what the sentence before it said."""
ANEW = any_of(
    r"^(?:另外|还有|此外|再有|再就是|其次|再者)", r"^(?:also|besides|in addition|another thing|one more thing)\b"
)
"""Begins another wish."""
THERE = any_of(
    r"[这那](?:[两三四几])?个?(?:地方|城市|地儿)|[这那](?:边|里|儿(?!子)|头|一带|一?片|块)(?!时)|此地|在那(?!天|日)|"
    r"(?:[该此]|[这那]一?[个片])(?:范围|区域|地方|地区|地带|城市|地儿|一带|市|区|县)",
    r"\bthere\b(?! (?:is|are|was|be|will)\b)|\b(?:the|that|this) (?:area|city|town|place|region|district)\b",
)
"""Points back to a place."""
BOTH = any_of(r"(?:[这那]?[两俩三四几](?:种|样|类|者)|都)[^，。]{0,4}?(?:都|全|通通|统统|一律|一概)")
"""Points back to several things at once."""
CORRECTS = any_of(
    r"^(?:哦|噢|啊|哎|呃|嗯)?(?:不对|不是|说错了?|讲错了?|记错了?|更正|纠正|改一下|错了|打错)(?=$|[，。:])|"
    r"^(?:更正|改成|改为|应该是|应为)",
    r"^(?:sorry|no,? wait|wait|correction|i mean|make that|i meant|scratch that)\b",
)
"""Takes back what was said before."""
THOSE_DAYS = any_of(
    r"[这那](?:几|两|三|些)?[天日](?:里|内)?|当[天日]|(?:在?此|[这那])期间|^期间", r"\b(?:those|these) days\b|that day"
)
"""Points back to days."""
BACK = any_of(
    r"这[天日两几段时]|那[天日两几段时]|当[天日晚]|上述|该日|这些天|那边|那里|那儿|在那(?!天|日)|这边|此地|那一带|"
    r"[该此](?:范围|"
    r"区域|地|城市|市|区|县)|这个点|那个点|"
    r"那会|届时|(?:[该此]|[这那]一?[个片])(?:范围|区域|地方|地区|地带)|the area|"
    r"these days|\b(?:it|them)\b|that day|those days|there\b|that time|\bthen\s*$"
)
"""Points back to what was said before."""
