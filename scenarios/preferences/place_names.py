"""Names of cities, districts and towns in a wish. A help in finding them: other names work in their slots too."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

from scenarios.places import load_places

_CITIES = (
    "北京 天津 上海 重庆 石家庄 唐山 秦皇岛 邯郸 邢台 保定 张家口 承德 沧州 廊坊 衡水 太原 大同 阳泉 长治 晋城 "
    "朔州 晋中 运城 忻州 临汾 "
    "吕梁 呼和浩特 包头 赤峰 通辽 鄂尔多斯 沈阳 大连 鞍山 抚顺 本溪 丹东 锦州 营口 阜新 辽阳 盘锦 铁岭 朝阳 葫芦岛 "
    "长春 吉林 四平 辽源 "
    "松原 白城 延边 哈尔滨 齐齐哈尔 大庆 佳木斯 牡丹江 绥化 南京 无锡 徐州 常州 苏州 南通 连云港 淮安 盐城 扬州 "
    "镇江 泰州 宿迁 杭州 "
    "宁波 温州 嘉兴 湖州 绍兴 金华 衢州 舟山 台州 丽水 义乌 昆山 合肥 芜湖 蚌埠 淮南 马鞍山 淮北 铜陵 安庆 黄山 "
    "滁州 阜阳 宿州 六安 亳州 "
    "池州 宣城 福州 厦门 莆田 三明 泉州 漳州 南平 龙岩 宁德 南昌 景德镇 萍乡 九江 新余 鹰潭 赣州 宜春 抚州 上饶 "
    "济南 青岛 淄博 枣庄 东营 "
    "烟台 潍坊 济宁 泰安 威海 日照 临沂 德州 聊城 滨州 菏泽 郑州 开封 洛阳 平顶山 安阳 鹤壁 新乡 焦作 濮阳 许昌 "
    "漯河 三门峡 南阳 商丘 信阳 "
    "周口 驻马店 武汉 黄石 十堰 宜昌 襄阳 鄂州 荆门 孝感 荆州 黄冈 咸宁 随州 恩施 长沙 株洲 湘潭 衡阳 邵阳 岳阳 "
    "常德 张家界 益阳 郴州 永州 "
    "怀化 娄底 湘西 广州 深圳 珠海 汕头 佛山 韶关 湛江 肇庆 江门 茂名 惠州 梅州 汕尾 河源 阳江 清远 东莞 中山 潮州 "
    "揭阳 云浮 南宁 柳州 桂林 "
    "梧州 北海 防城港 钦州 贵港 玉林 百色 贺州 河池 来宾 崇左 海口 三亚 儋州 成都 自贡 攀枝花 泸州 德阳 绵阳 广元 "
    "遂宁 内江 乐山 南充 眉山 "
    "宜宾 广安 达州 雅安 巴中 资阳 贵阳 六盘水 遵义 安顺 毕节 铜仁 昆明 曲靖 玉溪 保山 昭通 丽江 普洱 临沧 大理 "
    "拉萨 西安 铜川 宝鸡 咸阳 "
    "渭南 延安 汉中 榆林 商洛 兰州 嘉峪关 金昌 白银 天水 武威 张掖 酒泉 西宁 银川 石嘴山 吴忠 固原 乌鲁木齐 "
    "克拉玛依 香港 澳门 港岛 九龙"
)
_ENGLISH = {
    "guangzhou": "广州", "canton": "广州", "shenzhen": "深圳", "zhuhai": "珠海", "shantou": "汕头", "foshan": "佛山",
    "shaoguan": "韶关", "zhanjiang": "湛江", "zhaoqing": "肇庆", "jiangmen": "江门", "maoming": "茂名",
    "huizhou": "惠州",
    "meizhou": "梅州", "shanwei": "汕尾", "heyuan": "河源", "yangjiang": "阳江", "qingyuan": "清远", "dongguan": "东莞",
    "zhongshan": "中山", "chaozhou": "潮州", "jieyang": "揭阳", "yunfu": "云浮", "zengcheng": "增城", "conghua": "从化",
    "nansha": "南沙", "panyu": "番禺", "huadu": "花都", "shunde": "顺德", "nanhai": "南海", "sanshui": "三水",
    "sihui": "四会", "huiyang": "惠阳", "huidong": "惠东", "boluo": "博罗", "taishan": "台山", "kaiping": "开平",
    "longgang": "龙岗", "baoan": "宝安", "bao'an": "宝安", "longhua": "龙华", "huangpu": "黄埔", "baiyun": "白云",
    "nanning": "南宁", "changsha": "长沙", "wuhan": "武汉", "shanghai": "上海", "beijing": "北京", "hangzhou": "杭州",
    "suzhou": "苏州", "ningbo": "宁波", "nanjing": "南京", "chengdu": "成都", "chongqing": "重庆", "guilin": "桂林",
    "liuzhou": "柳州", "wuzhou": "梧州", "xiamen": "厦门", "fuzhou": "福州", "nanchang": "南昌", "ganzhou": "赣州",
    "zhengzhou": "郑州", "kunming": "昆明", "guiyang": "贵阳", "haikou": "海口", "hengyang": "衡阳", "chenzhou": "郴州",
    "hong kong": "香港", "macau": "澳门", "macao": "澳门",
}  # fmt: skip
_NO_NAMES = {
    "城区",
    "东区",
    "西区",
    "南区",
    "开发区",
    "高新区",
    "和平",
    "东城",
    "南城",
    "民众",
    "港口",
    "三角",
    "中堂",
    "光明",
    "古镇",
}
_ENDING = re.compile(r"(?:省|市|区|县|镇|街道|新区|管委会|自治县|壮族瑶族自治县|瑶族自治县|经济开发区)$")
_NO_PLACE = re.compile(
    r"^(?:超|城|市|区|县|小|地|景|山|园|灾|库|校|社|该|本|这|那|各|全|每|外|郊|新|老|大|工业|开发|装货|卸货|服务|"
    r"休息|停车|高速|同|哪|"
    r"自己|[这那][几两三四五六个]?个?|别的|其他|其它|我们)$"
)
_SUFFIXED = re.compile(r"(?P<name>[\u4e00-\u9fff]{2,3}?)(?P<end>市区?|区|县城?|镇)(?![场价面间域别分])")


@dataclass(frozen=True, slots=True)
class Named:
    """The name of a place at text[start:end], without its ending."""

    start: int
    end: int
    name: str


def bare_name(name: str) -> str:
    """The name without 市, 区, 县 and the like: 增城 for 增城区; as it stands where nothing would be left of it."""
    name = re.sub(r"^.{2,3}省", "", name)
    short = _ENDING.sub("", name)
    return short if len(short) >= 2 else name


@cache
def known_names() -> tuple[str, ...]:
    """Names of cities of China and of the districts of the load market, longest first."""
    names = set(_CITIES.split())
    for place in load_places().names:
        last = [part for part in re.split(r"(?<=市)", re.sub(r"^.{2,3}省", "", place)) if part][-1]
        short = bare_name(last)
        if last not in _NO_NAMES and short not in _NO_NAMES and len(short) >= 2:
            names.add(short)
    return tuple(sorted(names, key=lambda name: (-len(name), name)))


@cache
def _cities() -> frozenset[str]:
    return frozenset(_CITIES.split())


@cache
def _known() -> re.Pattern[str]:
    return re.compile(rf"(?:广东省?)?(?P<name>{'|'.join(known_names())})(?:市区|县城|市|区|县|镇)?")


_KNOWN_ENGLISH = re.compile(
    r"(?<![a-zA-Z])(" + "|".join(sorted(_ENGLISH, key=len, reverse=True)) + r")(?![a-zA-Z])", re.IGNORECASE
)


def find_names(text: str) -> list[Named]:
    """Known names, and unknown ones that end in 市, 区, 县 or 镇; of 广州市增城区 the narrower one."""
    found = [Named(*match.span(), match["name"]) for match in _known().finditer(text)]
    found += [Named(*match.span(), _ENGLISH[match[1].lower()]) for match in _KNOWN_ENGLISH.finditer(text)]
    for match in _SUFFIXED.finditer(text):
        inside = any(match.start() < name.end and name.start < match.end() for name in found)
        if not inside and not _NO_PLACE.match(match["name"]) and not _NO_PLACE.match(match["name"][-1]):
            name = re.sub(r"^(?:去|到|往|在|进|跑|离|从|接|的|和|与|出|是|对|不)+", "", match["name"])
            if len(name) >= 2 and name[-1] not in "在到去往的不和从是两二三四五六几":
                found.append(Named(match.start() + len(match["name"]) - len(name), match.end(), name))
    found.sort(key=lambda name: name.start)
    return [
        name
        for name, following in zip_longest(found, found[1:])
        if following is None or name.end != following.start or {name.name, following.name} <= _cities()
    ]
