"""Names of goods beyond those of the load market: what else drivers call theirs, and English words. A help only."""

OTHERS = (
    "冷链食品 冷链 危险品 危险化学品 危化品 危险货物 易燃易爆品 易燃易爆 玻璃制品 玻璃 海鲜 水产品 水产 活鱼 鲜鱼 "
    "生鲜 冻品 冻肉 冷冻食品 冷冻品 冷藏品 "
    "水泥 砂石 沙石 沙子 石材 石子 石料 大理石 瓷砖 陶瓷 钢材 钢筋 钢管 钢卷 不锈钢 铝材 型材 废铁 废纸 废旧物资 "
    "废品 垃圾 渣土 泥土 化肥 农药 油漆 "
    "涂料 汽油 柴油 油品 烟花爆竹 烟花 鞭炮 酒水 白酒 啤酒 牲畜 生猪 活猪 活鸡 活鸭 活鹅 活牛 活羊 活禽 家禽 "
    "鸡鸭 活畜 活物 活体 "
    "粮食 大米 面粉 木材 板材 家具 "
    "家电 家用电器 电子产品 电器 手机 数码产品 数码 服装 布匹 布料 纺织品 纺织 皮革 鞋子 衣服 快递 快件 搬家货 "
    "搬家 大件货 大件 机械 机床 设备 服装纺织 纺织服装 煤炭 "
    "煤 矿石 矿产 塑料 化工品 化工原料 化工 化学品 医药 药品 医疗器械 日用品 日化 日用百货 百货 文具 玩具 书籍 图书 "
    "汽车配件 汽配 轮胎 锂电池 电池 光伏板 电缆 管材 "
    "易碎品 易碎 贵重物品 贵重品 贵重货 鲜花 花卉 花木 苗木 饲料 种子 奶制品 牛奶 矿泉水 饮料 零食 蛋糕 鸡蛋 "
    "鸡鸭鹅 砂石料 肉类 "
    "猪肉 鲜肉 活鲜 农副产品 五金件 五金 铁矿 散货 "
    "液体 液氨 气瓶 氧气瓶 煤气罐 液化气 天然气 粉末 粉尘货 液体货 食品 美妆 化妆品 卫浴 灯具 门窗 棉花 茶叶 "
    "中药材 药材 烟草 烟叶 香烟 水泥制品 预制件 管桩 "
    "集装箱 空箱 托盘 样品 展品 乐器 钢琴 家私 床垫 沙发 冰块 冰鲜 咸鱼 海产 榴莲 荔枝 西瓜 柑橘 生菜 白菜 土豆 "
    "大蒜 辣椒 粮油 烟酒 易燃 易爆 易腐 粮食谷物 易燃品 易爆品 易腐品"
)
ENGLISH = {
    "鲜活水产品": "live seafood, fresh seafood, live fish, aquatic products, seafood",
    "蔬菜": "vegetables, vegetable, veggies, veg",
    "水果": "fruits, fruit",
    "机械设备": "mechanical equipment, machinery and equipment, machinery, machines, heavy equipment",
    "家具家居": "furniture, home furnishings, household furniture",
    "煤炭矿产": "coal and minerals, coal and ore, coal or minerals, coal, minerals, ore",
    "化工塑料": "chemicals and plastics, chemicals, chemical products, plastics",
    "危险品": "dangerous goods, hazardous goods, hazardous materials, hazmat, hazardous cargo, dangerous cargo",
    "玻璃制品": "glassware, glass products, glass",
    "冷链食品": "frozen food, frozen foods, frozen goods, cold-chain food, cold chain food, refrigerated food, "
    "chilled food",
    "数码家电": "digital appliances, home appliances, electronics, appliances, consumer electronics",
    "食品饮料": "food and drinks, food and beverages, food and drink, food and beverage, beverages",
    "服饰纺织皮革": "clothing, clothes, garments, textiles, apparel",
    "金属钢材": "steel, metal",
    "建材": "building materials, construction materials",
    "木材苗圃": "timber, lumber, wood",
    "活禽活畜活虫": "livestock, live animals, live poultry, poultry",
    "废品废料": "scrap metal, scrap, waste",
    "纸类": "paper",
    "配件零件": "spare parts, parts",
    "快递快运搬家": "parcels, express parcels, house moves, moving jobs, removals",
    "快消医药": "medicine, pharmaceuticals",
    "粮食谷物谷壳": "grain",
    "车辆": "vehicles, cars",
    "玉米": "corn",
    "空包装": "empty packaging, packaging",
    "农用物资": "farm supplies",
    "办公文教体育": "office supplies",
    "水泥": "cement",
    "砂石": "sand and gravel, gravel, sand",
    "瓷砖": "ceramic tiles, tiles",
    "烟花": "fireworks, firecrackers",
    "肉类": "meat",
    "玩具": "toys",
    "农药": "pesticides",
}
"""English words by the market's own name for what they mean."""

ENGLISH_OTHERS = (
    "acid, aluminium, aluminum, ammonia, animal feed, animals, apple, ashes, asphalt, auto part, baby "
    "formula, bamboo, banana, barrel, batteries, battery, beef, beer, bees, bicycle, bike, bitumen, "
    "books, bread, brick, cabbage, cable, canned food, car part, carpet, cats, cattle, ceramic, ceramics, "
    "chicken, cigarette, computers, container, cooking oil, copper, cosmetic, cotton, cow, crab, crane, "
    "crude oil, dairy, dairy product, detergent, diesel, dogs, drink, duck, durian, e-waste, egg, empty "
    "container, engines, excavator, explosive, fabric, fertiliser, fertilizer, firearm, fish, flammable "
    "goods, flammables, flour, flower, forklift, fragile cargo, fragile goods, fragile items, fragiles, "
    "fridge, frozen fish, frozen meat, frozen stuff, fuels, garbage, garlic, gas bottles, "
    "gas cylinder, gasoline, granite, groceries, gunpowder, hams, herb, hog, honey, household appliances, "
    "ice blocks, ice cream, iron, iron ore, jewellery, jewelry, juice, lamb, laptop, leather, liquids, "
    "liquor, lithium batteries, logs, luggage, lychee, machine tool, mango, manure, marble, mattress, "
    "medical equipment, medical supplies, melon, milk, mobile phone, motors, mushroom, noodle, "
    "oils, onion, oranges, organic waste, oversize cargo, oversize loads, oversized cargo, oversized "
    "goods, paint, pallet, perishable food, perishable goods, perishables, pesticide, petrol, pets, "
    "phones, piano, pig, piglet, pipe, plant, plasterboard, plywood, poison, porcelain, pork, potato, "
    "potatoes, printer, produce, radioactive material, raw material, refrigerator, resin, rice, rocks, "
    "rubber, rubbish, salt, sanitary ware, seed, seedling, sheep, shellfish, shoe, shrimp, sludge, snack, "
    "soap, sofa, solar panel, solvent, soy, soybean, spirits, stationery, stones, sugar, tea leaves, "
    "television, tire, tobacco, tomato, tomatoes, toxic goods, toxic waste, toy, tractor, trees, tyre, "
    "valuables, washing machine, wheat, white goods, wine, wool, yarn"
)
"""Goods without a category of their own in the market, in singular."""

MEANT = {
    word: category
    for category, words in {
        "鲜活水产品": "海鲜 海产 海产品 活鲜 活水产 鲜活海鲜 鱼虾 活鱼 鲜鱼",
        "家具家居": "家私 傢俬 傢私",
        "煤炭矿产": "矿石 铁矿 煤块 原煤",
        "数码家电": "家用电器 电器 电子产品 数码产品",
        "服饰纺织皮革": "服装 衣服 布料 布匹 纺织品",
        "活禽活畜活虫": "牲畜 牲口 家禽 活畜 活物 活体",
        "金属钢材": "钢铁",
        "快消医药": "药品 日用品",
        "废品废料": "废旧物资 废旧",
        "农用物资": "农资",
        "配件零件": "汽配 汽车配件",
        "机械设备": "机器设备 机器",
        "快递快运搬家": "快件 包裹",
    }.items()
    for word in words.split()
}
"""What drivers call a category of the market whose name does not hold it. Kinds of goods within a category (水泥
of 建材) are not here: who refuses cement does not refuse bricks."""


def is_meant(name: str, category: str, *, contains: bool) -> bool:
    """Whether a driver's word for goods means a category of loads: its name, a part of it, or another word for it."""
    return name == category or (contains and (name in category or MEANT.get(name) == category))
