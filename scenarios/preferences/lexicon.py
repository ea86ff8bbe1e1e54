"""Words for the ideas that wishes are made of, as patterns over normal text. What follows is decided elsewhere."""

from __future__ import annotations

import re


def any_of(*patterns: str) -> re.Pattern[str]:
    """One pattern out of several, whatever the case of letters."""
    return re.compile("|".join(patterns), re.IGNORECASE)


_VERB = (
    "受理|接受|接待|承揽|揽|予|奉陪|接|拉|运送|运输|运|装|载|承运|承接|前往|驶往|驶入|调派|调用|差遣|送|碰|沾|做|干|跑|去|往|进入|进|到|派|排|"
    "推送|推荐|推|走|路过|"
    "途经|经过|踏|入|踩|考虑|"
    "收|要|有|分配|分派|指派|摊派|放|搞|弄|整|安排|给|找|塞|让|叫|喊|来|开|靠近|涉足|逗留|停留|过|搭理|理|挨|招|惹|"
    "涉及|出现|看|下|落"
)
_NEG = (
    "恕不|歉难|一律不|一概不|坚决不|绝对不|绝不|决不|从来不|从不|死都不|打死不|打死也不|概不|都不|也不|就不|是不|不想再|不想|"
    "不愿意|不愿|不肯|不会|不敢|"
    "不能|不可以|不可|不得|不准|不许|不让|不允许|不要|不用|不再|不予|没法|没办法|无法|不|别|勿|莫|休|禁止|严禁|"
    "拒绝|谢绝|杜绝|拒"
)
_BETWEEN = (
    "(?:再|给我|帮我|替我|跟我|叫我|让我|给咱|把我|把车|把|来|帮|替|为|往我|太|大|好|怎么|是好|是很|是太|很|愿意|"
    "愿|想|爱|"
    "喜欢|肯|"
    "乐意|敢|会|能|可以|随便|轻易|"
    "主动|继续)*"
)
REFUSE = any_of(
    rf"(?:{_NEG}){_BETWEEN}(?:{_VERB})",
    r"[能可]以?(?:推|免|避|躲|绕|少|不)[^，。]{0,4}?(?:就|则)(?:尽量)?(?:推|免|避|躲|绕|少|不|别)",
    r"(?:接|拉|运|装|送|做|干|跑|去|碰|伺候|沾|进|惹|弄|整)(?:也|都)?不(?:了|来|得|起|惯|动)",
    r"(?:(?:一律|一概|均|都|全|[，]|请)?(?:免|停)派|(?:统统|一律|一概|都|全)拒|推掉|推了|不(?:在|属于?|列入|纳入)(?![^，。]{0,6}[限禁黑拒])[^，。]{0,8}?(?:范围|之列|考虑|名单)|退掉|退回|退单|驳回|回绝|回掉|辞掉|打回|作退|作废|限非|不归我|不是我的(?=[活菜单货事])|(?:一概|一律|统统|全部|都|全)推(?!荐|送|给)|拒了|拒掉|全免|都免(?!费)|一律免(?!费)|推辞|排除|"
    r"过滤|屏蔽|剔除|剔掉|筛掉|划掉|拉黑|避免|避开|绕开|"
    r"绕过|绕道|绕着走|躲开|躲着|避让|回避|"
    r"禁(?:接|区|运|入|行|载|装|拉|派)|黑名单|[，,]\s*不\s*(?=$|[，；。;])|免谈|没门|不行|不考虑|不碰|"
    r"碰都|沾都|免了|算了|禁运|禁入|禁行|谢绝|拒接|拒载|拒运|拒绝|除外|不干|不搞|不整|婉拒|跳过|略过|不对付|不伺候|"
    r"免开尊口|劝退|打住|敬而远之|敬谢不敏|划走|不沾|不作考虑)",
    r"\b(?:no|never|don'?t|do not|won'?t|will not|can'?t|cannot|refuse|refuses|avoid|avoiding|skip|exclude|"
    r"excluded|refrain|no longer|reject|ban|banned|"
    r"keep (?:me |us |him |her |the truck |my truck |this truck |clear )?(?:away|out|clear|off)|stay away|stay out|"
    r"keep out|steer clear|off[- ]limits|forbidden|not take|not accept|not haul|"
    r"not carry|not go|not enter|"
    r"nothing|not want|not interested|not do|not drive|turn down|decline|rather not|not keen|not fond|not a fan|"
    r"dislike|prefer not|not to|not allowed|"
    r"must not|may not|"
    r"not be|(?:is|are) (?:off the table|a no|out)|no[- ]go|(?:isn'?t|aren'?t|is not|are not|not) for me|no way)\b",
)  # fmt: skip
"""Not taking, not going, keeping away."""
NOT_REFUSE = any_of(
    r"(?:如果|若|要是|假如|倘若|万一)?(?:不|没)接(?:则|就会|的话|到)|不接(?:则|就扣|会)|没接到|不去(?:则|就扣)|"
    r"否则|不然|要不然",
    r"(?<!要)(?<!就)(?<!还)不是(?:说)?(?:不|没|别)(?:会|能|想|愿意?|肯|让|可以?|准)?[\u4e00-\u9fff]?|"
    r"\bno\.?\s*(?=\d)|没有不|不(?:放心|划算|值当|舒服|合适|安全|方便|习惯|乐观|消化|好受)|不要紧|不要命|"
    r"不过(?!夜)|不得不|不用说|不在乎|不怕|不限|不挑|不管|不论|无论|"
    r"不嫌|不介意|no matter|no problem|"
    r"don'?t (?:mind|care)|no limit|no preference",
)
"""Sounds like a refusal and is none; taken out before REFUSE is looked for."""

REST = any_of(
    r"休息|休(?=够|足|满|上|整|个|[零一二两三四五六七八九十\d□])|休(?=不[少低短])|连(?:着|续)?停|整觉|一觉|歇|停车|驻车|停驶|"
    r"停运|停着|停稳|停好|停满|停下|停够|停放|熄火|睡|打盹|眯|躺|小憩|静止|补觉|"
    r"养神|缓缓|喘口气|"
    r"喘气|不动车|车不动|耍|不动|停工|"
    r"停歇|停休|下车|趴窝|封车|锁车|静置|(?:轮子|车轮)不转|趴着|停在原地|熄",
    r"\brest(?:s|ed|ing)?\b|\ba?sleep|\boff (?:for|at least)\b|\bpark(?:s|ed|ing)?\b|hours? off|minutes? off|"
    r"\bbreaks?\b|off[- ]duty|"
    r"engine (?:is )?off|stand(?:ing|"
    r"s)? still|"
    r"switched off|shut (?:down|off)|\bidle\b|\bstopped\b|\bstationary\b|\bnap\b|\blie down\b|\bdowntime\b|"
    r"time off|\bhalt",
)
STILL = any_of(
    r"不(?:再|能|要|得|可|许|准|给我|会|想|可以|予|宜)*(?:夜跑|跑夜|上夜班|夜行|接|动|开|出|跑|走|发|启动|运行|运转|转|启用|行驶|行|上路|派|排|安排|拉|干|工作|营运|运营|"
    r"收单|响|找|打扰|叫|喊|空车|空驶|空跑|挪|移动|出发|"
    r"上工|开工|揽|抢|看|做|赶路|应)",
    r"不(?:打)?扰|别(?:再|给我|来|让我|叫我|跟我|帮我|替我|给咱)*(?:接|动|开|出|跑|走|发|派|排|拉|找|打扰|叫|"
    r"喊|挪|打电话|吵|"
    r"烦|安排|塞|推|响|催|惊|搞|上|行|联系|call)",
    r"停车|停驶|停运|停着|停稳|停好|停下|停工|停|封车|锁车|封存|静置|静停|趴窝|入库|禁行|禁驶|禁动|不碰|方向盘|熄火|熄|睡|休息|歇|静止|收车|收工|收摊|"
    r"下班|关机|躺|打烊|免打扰|"
    r"勿扰|谢绝|禁止|严禁|静默|勿动|别(?:给我|跟我)?(?:打|来)我?(?:的)?电话|关手机|手机关|下线|退出|离线|闭门|吃饭|用餐|午饭|午休|饭点|"
    r"打烊|罢工|不营业|趴窝",
    r"\b(?:no|not|do(?:es)?n'?t|never|won'?t|without|do not|nothing|neither|stop|stopped|rest|resting|sleep|"
    r"asleep|sleeping|"
    r"parked|park|quiet|off|"
    r"undisturbed|standing|stand still|stationary|engine off|lunch|dinner|eat|meals?|break|disturb|closed)\b",
)
"""Not driving, not being given work."""
NO_ORDERS = any_of(
    r"不(?:再|能|要|得|可|许|准|给我|会|想|可以)*(?:接(?!送)|派|排|拉|干活|做货|工作|收单|揽|抢单|做单|跑单)",
    r"别(?:再|给我|来|让我|叫我|跟我|帮我|给咱)*(?:接|派|排|拉|找|塞|推|安排)|没有?单|停止接单|(?:禁止|严禁|不得|不许)[^，。]{0,16}?(?:调派|派单|派车|接单|派活)|零接单|无单|不安排|"
    r"停接|免派|没得接",
    r"no (?:orders?|loads?|jobs?|work|dispatch)|not? (?:take|accept|work)|without (?:any )?(?:orders?|loads?|"
    r"jobs?)|order-free|(?:do|wo)n'?t (?:work|take|accept|send|give)",
)
NO_MOVES = any_of(
    r"不(?:再|能|要|得|可|许|准|会|想|可以|用|予|宜)*(?:空车|空驶|空跑|空载|夜跑|跑夜|上夜班|夜行|启动|运行|运转|转|开工|上工|开动|发动|启程|动|开车|出车|发车|出门|跑(?!单)|走|行驶|上路|"
    r"挪|移动|赶路|乱跑)|"
    r"停驶|停运|停着|停车|停下|停工|封车|锁车|静置|熄火|静止|车不动|睡|休息|歇|躺|放假|休假|请假|停|检修|保养|维修|修车|收车|回家|"
    r"陪|趴窝|罢工|关机|补觉|耍",
    r"\b(?:parked|park|no driving|not drive|don'?t drive|no movement|not move|doesn'?t move|stationary|stand "
    r"still|rest|resting|"
    r"off|sleep|engine off|"
    r"holiday|break|no empty|garage|maintenance|idle)\b",
)
HOME = any_of(
    r"回家|返家|到家|归家|家里|家门|在家|进家|老家|到屋|回屋|自家|住处|住所|宿舍|家中|归巢|归库|住的地方|前(?:就|必须|得|要|须|务必)?回(?=$|[，。；])|返场|回场|入场|回库|回窝|进屋|落屋|着家|"
    r"拢屋|抵家|回到?(?=\s*[(\[])|过夜|家位置|的家(?=$|[，。；里中])|家(?=[(（]|过夜|睡|待|吃|陪|休)|我家|"
    r"回(?:到)?(?:出发|驻|停车|起始|始发|原|停放)(?:地|点|场|位)|\bhome\b|my house|\b(?:at|to|in) the house\b|my place",
)
OFF = any_of(
    r"整天|全天|不(?:承担|承接|执行|摸)|不(?:得|能|许|准|可|予)?(?:移动|挪动|行驶)|闲着|整?假(?![一-龥])|(?:空出|放|留出)(?=来|给)|不碰|方向盘|歇|休整|停摆|不营运|休息|停运|停驶|"
    r"放假|休假|请假|不接|不出车|不动|不跑|躺平|休|停工|"
    r"放空|空出|"
    r"不派|不排|不拉|停车|"
    r"停着|检修|保养|陪|耍|空闲|不干|不做|不开|不上|不工|"
    r"没有?单|无单|罢工|静止|零接|补觉|在家|停(?!留|靠|过|一趟)",
    r"\boff\b|without any|\brest|\bzero\b|no movement|motionless|free|without (?:any )?(?:orders?|loads?|work|driving)|"
    r"no (?:orders?|loads?|work|driving)|"
    r"not? (?:drive|work|take|be moved|move)|"
    r"(?:do|wo)n'?t (?:drive|work|take)|(?:do|will) not (?:drive|work)|"
    r"holiday|parked|break|idle|stationary|stand(?:ing)? still|(?:touch|behind) (?:the|a) (?:steering )?wheel",
)
EMPTY = any_of(
    r"空驶|空车|空跑|空放|放空|跑空|无货|空载|空开|空程|空走|空着|空行|无载|没货|不载货|未载货|空箱|空赶",
    r"(?:去|赴|到|赶|往|前往|奔|抵)(?:去|往|到)?(?:装货|接货|提货|上货|取货|拉货点|货源地|货主|发货|货场|装车|"
    r"揽货)|装货前|(?:接货|装货|提货|取货|上货)(?:点|地|地点|处)?[^至到卸，]{0,6}?(?:距|离)(?!.{0,2}卸)|"
    r"(?:接货|装货|提货)(?:点|地)[^至到卸，]{0,4}(?:远|超)|(?:接货|接单|装货|提货|取货|揽货|赴装)(?:距离|里程|路程|半径|上限|限|空程|"
    r"这段|的?路)|"
    r"取货(?:距离|里程|路程|的?路)|去[装提取接]的路|提货(?:距离|里程|路程|的?路)|装货点(?:的)?(?:距离|路程|太远|离)|距(?:离)?(?:我|车|装货|接货|提货|取货)|离(?:我|车|接货|提货|取货|"
    r"本车|装货|"
    r"货)|接驳|(?:以内|之内|内)的?(?:去)?(?:接货|装货|提货|取货)",
    r"deadhead|\bempty\b|\bunladen\b|\bunloaded\b|(?:to|for) (?:the |a |any |get to the |reach the )?pick-?\s?up|"
    r"to (?:the )?(?:loading|shipper)|"
    r"pick-?\s?up (?:distance|drive|leg|run|is)|to (?:go )?(?:collect|load|fetch)|approach|"
    r"pick-?\s?ups? .{0,25}?(?:away|distant|off\b)|pick-?\s?ups?:? (?:must be |to be |should be |are |is |only )*"
    r"(?:within|under|below|up to|at most|max|less than|n(?:o|ot) (?:more|further|farther))",
)
HAUL = any_of(
    r"单笔|单程|长单|远单|一单|每单|单趟|一趟|每趟|每票|一票|单票|运距|里程|运输|送货|拉货|货程|装.{0,8}卸|从装|"
    r"全程|[长短]途|太远|[再更]远|远的|起点.{0,4}终点|"
    r"路程|距离|跑远|路线|途程|载货|重车|订单|单子|的单|运程|"
    r"的货|的活|长线|目的地|货拉|拉到|送到|装完|卸货|交货|直线|跑得|跑超|货.{0,4}跑|车程",
    r"\bhauls?\b|\btrips?\b|deliver|pick-?\s?up to|loaded|distance|\borders?\b|\bloads?\b|\bjobs?\b|\blong\b|"
    r"\blonger\b|\broutes?\b|\brun\b|\bruns\b|\bfar\b|\bone[- ]way\b",
)
MOST = any_of(
    r"不过(?=[一二两三四五六七八九十百\d])|不(?:得|能|可|可以|许|准|要|好|会|想|宜|应)?(?:超过|超|多于|大于|"
    r"高于|长于|远于|多过|大过|长过|远过|突破|越过|"
    r"逾)|别(?:超|多|大|高|远|突破|过(?!来|去))|"
    r"封顶|到顶|到头|见顶|上限|红线|以下|以内|之内|内|最多|至多|顶多|最长|最远|最大|最高|控制在|压在|卡(?:在|死)|封死|打住|"
    r"限(?:制|定|于|在)?|顶天|撑死|"
    r"极限|够了|"
    r"为止|为限|打止|(?<!不)(?<!不得)(?<!不能)(?<!不可)(?:小于|少于|低于|短于)|不足|max|"
    r"≤|<=?",
    r"(?:不|别|莫)[^，。]{0,6}?(?:超过|多过|多于|大于|高过|超出)",
    r"(?:超过|超出|超|多于|大于|高于|过|多过|远过|长过|以上|开外|>|往上|再远|更远).{0,14}?(?:不|别|免|拒|推|休|罚|"
    r"扣|没|甭|排除|算了|莫|勿|谢|过滤|避|跳过|略过|划走)",
    r"(?:不|别|拒|推掉|免).{0,10}?(?:超过|超出|大于|多于|以上|开外|>)",
    r"no more than|not more|at most|\btops\b|not exceed|not? (?:be )?(?:over|above|longer|more|further|"
    r"farther)|within|\bunder\b|"
    r"up to|maximum|\blimit|\bcap\b|capped|"
    r"no (?:longer|further|farther|orders? over|loads? over|hauls? over|trips? over|jobs? over)|less than|below|"
    r"fewer than|"
    r"(?:over|above|more than|longer than|further than|beyond|farther than|past).{0,30}?(?:no|not|never|refuse|"
    r"reject|skip|won'?t|don'?t|decline|out)|"
    r"(?:no|not|never|refuse|reject|skip|won'?t|don'?t|decline|can'?t|nothing|avoid).{0,40}?(?:over|above|"
    r"more than|longer than|further than|beyond|farther than|exceed|past)",
)
"""An upper limit."""
LEAST = any_of(
    r"至少|最少|起码|不少于|不低于|不短于|不得少于|不能少于|不可少于|不得低于|不能低于|不得短于|不能短于|少不得|"
    r"少不了|不足.{0,6}不|不满.{0,6}不|"
    r"满|够|足|少说|保证|保底|以上|或以上|最低|下限|不少过|得有|要有|必须有|总得|怎么也得|≥|>=",
    r"at least|minimum|no less than|no fewer than|or more|not less than|not fewer than|a good|full",
)
FEWER_REFUSED = any_of(
    r"(?<!不)(?<!不得)(?<!不能)(?:低于|少于|不足|不到|短于|小于|不满|没到|太近|少过|未满|以下|以内|"
    r"之内).{0,8}?(?:不接|不拉|不跑|不去|不做|不干|不要|别|免谈|推掉|拒|懒得)",
    r"(?:under|less than|shorter than|below|fewer than).{0,20}?(?:no|not|refuse|skip|don'?t|won'?t)|"
    r"(?:no|not|refuse|skip|don'?t|won'?t|never).{0,25}?(?:under|less than|shorter than|below)",
)
"""A lower limit said as a refusal: 低于50公里的不接."""
PER_DAY = any_of(
    r"每天|每日|每晚|每夜|一天|单日|同一天|当天|日均|一日|天里|每一天|每24小时|24小时内|昼夜|一昼|晚上都|全天候|整天都",
    r"\ba day\b|per day|every day|\bdaily\b|each day|each night|every night|nightly|any (?:one |single )?day|"
    r"24 hours|same day|in one day|"
    r"on one day|in a single day|a night\b",
)
PER_MONTH = any_of(
    r"每月|每个月|一个月|月内|本月|当月|这个月|这月|全月|整月|自然月|月里|月度|个月|月份|"
    r"月(?=空驶|空跑|均|累计|总)|[一二三四五六七八九十\d]月(?!\d|[一二三四五六七八九十]+[号日])|整个月|当月|月中|按月|"
    r"\bmonth|\bmonthly",
)
PER_WEEK = any_of(
    r"每周|每星期|每个星期|每礼拜|每个礼拜|一周|一星期|一个星期|一礼拜|一个礼拜|周内|本周|这周|\bweek(?!end|day)|"
    r"\bweekly"
)
TOTAL = any_of(r"总和|总共|合计|累计|加起来|总|一共|统共|拢共|total|altogether|in all|combined|sum|overall")

MUST = any_of(
    r"必须|务必|一定|得|须|要|应当|应该|需|非|不能|不可|不得|不准|不许|别|勿|严禁|禁止|只|保证|绝|雷打不动|千万|"
    r"切记|铁定",
    r"\b(?:must|have to|has to|need|needs|never|always|no|not|don'?t|won'?t|only|shall|should|want)\b",
)
BE_AT = any_of(
    r"到达|到|抵达|赶到|赶往|前往|去|回|过|停留|停靠|停|待|驻留|逗留|等候|等|报到|露面|赴|参加|接上|接|送|现身|"
    r"取|办|拿|出席|签到|打卡|进|守|站|拜访|探望|走一趟|跑一趟|在",
    r"\b(?:be at|arrive|reach|get to|go to|visit|stop at|stop by|stay|drop\w*|bring|fetch|take|"
    r"wait|show up|come to|drive to|park at|be in|"
    r"head to|come home|collect|"
    r"pick up|attend|be home|return|remain)\b",
)
VISIT = any_of(
    r"到过|去过|去|到|露面|报到|打卡|经过|路过|停|出现|现身|回|转|过|在|走|visit|\bbe (?:at|near|within)|stop|"
    r"show up|go to|get to|come|drop by|pass",
)
FIRST = any_of(
    r"首单|第一单|头一单|头单|首票|第一票|头一票|第一趟|头一趟|首趟|第一个(?:单|订单)|第一张单|首个(?:订单|单)|"
    r"第一个活|头一个活|(?<![再才新后])开张|开第一|"
    r"first (?:order|load|job|trip|pickup|run|haul)|start (?:my )?first",
)
MEAL = any_of(r"吃饭|用餐|午饭|午餐|晚饭|晚餐|饭点|开饭|lunch|dinner|\bmeals?\b|\beat\b")

HEDGE = any_of(
    r"尽量|尽可能|不(?:太|大|怎么|是很|是太|甚)(?!远|重|长|高|多|于|过)|可不.{1,6}?(?:则|就)不|高价例外|价高例外|"
    r"例外|次优先|次选|不是首选|可避免?[则就]避|如有可能|末位|(?:降低|调低|下调|降)(?:派单)?优先|优先级?(?:最|较|调|降)?低|有(?:其他|别的)[^，]{0,3}时|放到?最后|排[到在]?最后|最后才|敬而远之|(?:价|运费|钱|"
    r"报酬)(?:不高|不够|太?低|太?少|不到位|不合适|不行).{0,4}?(?:不|别|免|莫)|"
    "(?:如果?|要是|若|倘若?|但凡|只要)有(?:别的|其他|其它|更好的|得|替代|可替)|尽力|最好|如果可以|如非必要|非必要|不必要|"
    "有别的.{0,4}(?:就|则)不|有[得的][选挑拉接跑运]|没有?(?:别的|其他|其它)[^，]{0,3}才|可以的话|可能的话|"
    r"方便的话|有条件|能.{1,10}(?:就|则)(?:尽量)?(?:不|别|少|避|"
    r"推|绕|躲|免)|能不.{1,12}就不|能不.{1,8}(?:最好|尽量|则不)|"
    r"能避.{0,4}则避|能避.{0,4}就避|能推.{0,4}就推|能少.{0,4}就少|可以不.{1,8}就不|可免则免|能免则免|"
    r"不太想|不是好想|不是好愿|不太愿|不太爱|不大想|不大愿|不大爱|不怎么想|不怎么愿|不怎么爱|不是很想|不是太想|"
    r"不太喜欢|不大喜欢|"
    r"不喜欢|不爱|没那么想|"
    r"(?<![至最])少(?:接|拉|派|给|来|碰|跑|安排|去|往|装|运)|优先[^，。；]{0,16}?(?:以|之)?外(?:的|$)|尽少|优先(?:不|避|别)|争取|倾向|偏好|偏向|希望|但愿|"
    r"一般不|通常不|原则上|不是必须|不强求|不勉强|"
    r"兴趣不大|没什么兴趣|不感冒|看情况|酌情|视情况|可考虑|可以考虑|再考虑|(?<![点半刻分整□])再说|若?无必要|"
    r"没必要|排在后面|往后排|靠后|放最后|没办法的?时候|没办法了?再|没法子了?再|实在没|"
    r"实在不行|没得选|没别的|万不得已|不得已|除非|"
    r"(?:价|钱|运费|加钱|加价|出价|报酬|给得|给够|给到位).{0,10}(?:可以|能|可|再|也|才|就).{0,3}(?:谈|商量|考虑|接|"
    r"拉|跑|说|倾)|好商量|好说|可以商量|可以谈|"
    r"能商量|有得商量|有得谈|有的谈|勉强可|勉强能|将就",
    r"if (?:at all )?possible|(?:where|when|whenever) (?:you|i|we) can|(?:i|we)'?d rather|only if|only when|"
    r"if nothing else|if (?:you|i|we) can|prefer|rather not|would rather|"
    r"ideally|try (?:not )?to|try and|"
    r"when possible|where possible|as far as possible|"
    r"not keen|not fond|unless|would like|hope|if the (?:money|pay|price)|for the right (?:price|money)|negotiable|"
    r"open to|whenever possible|best to|"
    r"if it can be (?:helped|avoided)|don'?t (?:much |really )?like|not a fan|less of|last resort|"
    r"could be persuaded|happy to avoid|preferably",
)
"""A wish that gives way."""
FIRM = any_of(
    r"(?:不管|无论|不论|任凭|再|就算|哪怕|即使|即便|给)[^，。；]{0,10}?(?:价|钱|运费)[^，。；]{0,8}?(?:都|"
    r"也)?[^，。；]{0,4}?不[^，。；]{0,4}|(?:价|钱|运费|给)[^，。；]{0,4}再(?:高|多|"
    r"好)[^，。；]{0,6}不[^，。；]{0,4}|没(?:有|得)?(?:的)?(?:商量|谈|倾)|"
    r"不(?:要|用|能)?(?:跟我|和我|同我)?(?:商量|谈价|讲价|倾)|免谈|没商量|加钱也不[^，。；]{0,3}|"
    r"加价也不[^，。；]{0,3}|多少钱都不[^，。；]{0,3}|"
    r"(?:说什么|再怎么)[^，。；]{0,6}不|别无商量|不接受商量|not negotiable|non-negotiable|at any price|"
    r"no matter (?:what|how|the)[^,.;]*|whatever the (?:pay|price)|for any money",
)
"""Words about a price that only say no once more; taken out before HEDGE is looked for."""
BEGINS = any_of(
    r"(?:不|别|莫)(?:想|要|再|愿|愿意|能|给我|派)?(?:接|拉|运|装|碰|去|进|往|跑|派|送)|拒绝|拒接|每[天日晚月周夜]|"
    r"每个月|一个?月|本月|这个月|全月|当月|尽量|最好|只(?:跑|接|在|做)|"
    r"单(?:程|趟|笔)|一单|空驶|空车|去装货|晚上|夜里|凌晨|首单|第一单|必须|\b(?:no|never|don'?t|only|at least|"
    r"at most|keep|home)\b|(?<=\band )(?=\w)",
)
"""Where a new wish may begin within words that no stop parts."""


def cleaned(text: str) -> str:
    """The text without what sounds like a refusal and is none, of the same length."""
    return NOT_REFUSE.sub(lambda match: "□" * len(match.group()), text)
