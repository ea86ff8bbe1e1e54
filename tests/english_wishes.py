"""English wishes in many turns of phrase, and in short what each asks for; the notation of `in_short`."""

from __future__ import annotations

from datetime import timedelta

from preference_labels import CONTEXT

from scenarios.preferences.kinds import (
    AreaRule,
    BanAfterTouch,
    Category,
    CategoryQuota,
    Constraint,
    DailyRest,
    DaysOff,
    Deadhead,
    Errand,
    ErrandStep,
    FirstOrderBy,
    Home,
    LongestHaul,
    LongestPickup,
    LongHauls,
    MustTake,
    OrdersPerDay,
    QuietWindow,
    RegionDays,
    Visits,
)
from scenarios.preferences.parts import EVERY_DAY, Area, Box, Circle, Days, Place

WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

WISHES: tuple[tuple[str, str], ...] = (
    # daily rest
    ("8 hours' rest a day, in one go", "rest 8:00"),
    ("I sleep seven hours straight, every night of the week", "rest 7:00"),
    ("My daily break must never be shorter than nine hours", "rest 9:00"),
    ("Give me a solid eight-hour break each day", "rest 8:00"),
    ("Not less than 7.5 hours off in one piece per day", "rest 7:30"),
    ("The truck is to be left standing for 10 hours on end every day", "rest 10:00"),
    ("every day 6h30 of unbroken sleep", "rest 6:30"),
    ("I can't do with less than eight hours of rest a day", "rest 8:00"),
    ("Ten consecutive hours parked within every 24 hours", "rest 10:00"),
    ("On weekdays I need six hours of uninterrupted rest", "rest 6:00 on mon,tue,wed,thu,fri"),
    ("I want to lie down for seven and a half hours a day without interruption", "rest 7:30"),
    ("a couple of hours of rest a day", "?"),
    ("I rest 7 or 8 hours a day", "?"),
    # quiet windows
    ("Nothing between 11pm and 5am, please", "quiet 23:00-05:00"),
    ("From half past ten at night to a quarter to six in the morning the engine stays off", "quiet 22:30-05:45"),
    ("Lunch is 12 to 1, no moving then", "quiet 12:00-13:00"),
    ("I have dinner from 6 to 7 every evening and don't drive", "quiet 18:00-19:00"),
    ("no work 10pm-6am", "quiet 22:00-06:00"),
    ("Leave me alone from midnight till half past five", "quiet 00:00-05:30"),
    ("I'm asleep between 10 and 6", "quiet 22:00-06:00"),
    ("On Fridays between noon and 2 pm I pray, the truck stands still", "quiet 12:00-14:00 on fri"),
    ("Don't call me from 13:00 to 14:00", "quiet 13:00-14:00"),
    ("I only drive between 6 am and 8 pm", "quiet 20:00-06:00"),
    ("No driving before 5 am or after 11 pm", "quiet 23:00-05:00"),
    ("I knock off at 7 in the evening", "quiet 19:00-24:00"),
    ("I'm parked by 9 pm and start again at 5 am", "quiet 21:00-05:00"),
    ("No driving after 10 pm", "?"),
    ("No driving from 8 to 6", "?"),
    ("No orders on Sundays", "quiet 00:00-24:00 on sun"),
    ("Saturdays and Sundays I'm off", "quiet 00:00-24:00 on sat,sun"),
    ("March 8 is a day off for me", "quiet 00:00-24:00 on 8"),
    ("I don't work weekends", "quiet 00:00-24:00 on sat,sun"),
    ("I don't work every other Sunday", "?"),
    # home
    ("Get me home by ten every night", "home 22:00"),
    ("I'm home at 8:30 pm at the latest and won't set off again until 6 am", "home 20:30-06:00"),
    ("By 21:30 I have to be at home; don't send me out before 05:30", "home 21:30-05:30"),
    ("I need to be back home before 9 pm, no loads until 7 am", "home 21:00-07:00"),
    ("At home from 10 pm till 6 am every day", "home 22:00-06:00"),
    ("My wife wants me home by a quarter past nine in the evening", "home 21:15"),
    ("On weekdays I must be home by 7 pm", "home 19:00 on mon,tue,wed,thu,fri"),
    ("My house is at (23.02, 113.75); I sleep there, home by 22:00", "home 22:00 @23.02,113.75"),
    ("If possible have me home by 8 pm", "home 20:00 soft"),
    # days off
    ("four days off a month, at least", "off 4"),
    ("I'd like three complete days without driving each month", "off 3 soft"),
    ("No fewer than two full days a month for my family", "off 2"),
    ("The truck must stand still for five whole days this month", "off 5"),
    ("One day off per month is a must", "off 1"),
    ("A minimum of six rest days a month", "off 6"),
    ("Two Sundays off a month", "off 2 on sun"),
    ("One day off a week", "?"),
    ("A few days off this month", "?"),
    # goods
    ("I never take coal", "no 煤炭矿产"),
    ("Chemicals are not for me", "no 化工塑料"),
    ("No hazmat on board", "no 危险品"),
    ("I won't transport toys", "no toys"),
    ("Please don't send me any loads of paper", "no 纸类"),
    ("Vegetables: no", "no 蔬菜"),
    ("I can't stand live poultry", "no 活禽活畜活虫"),
    ("Steel and timber are off limits", "no 金属钢材+木材苗圃"),
    ("I do not wish to carry cement, gravel or tiles", "no 水泥+砂石+瓷砖"),
    ("I'd sooner not haul furniture", "no 家具家居 soft"),
    ("As little glass as possible", "no 玻璃制品 soft"),
    ("Ideally no fruit", "no 水果 soft"),
    ("I'd rather avoid frozen food", "no 冷链食品 soft"),
    ("Seafood only if there's nothing else", "no 鲜活水产品 soft"),
    ("No coal, no matter how much it pays", "no 煤炭矿产"),
    ("Under no circumstances will I haul explosives", "no explosives"),
    ("I refuse to haul gravestones", "no gravestones"),
    ("No machinery on March 3 and 4", "no 机械设备 on 3,4"),
    ("I don't mind coal", ""),
    ("No rough roads", "?"),
    ("Don't waste my time", "?"),
    ("No smoking in my cab", "?"),
    ("Only vegetables, please", "?"),
    # areas
    ("Huizhou is off limits", "out 惠州"),
    ("Never send me to Foshan or Zhaoqing", "out 佛山+肇庆"),
    ("I won't set foot in Shenzhen", "out 深圳"),
    ("No pickups and no deliveries in Zhuhai", "out 珠海"),
    ("Shenzhen is a no-go on the 7th", "out 深圳 on 7"),
    ("Between March 10 and March 12 keep me out of Foshan", "out 佛山 on 10,11,12"),
    ("On weekends I don't go to Guangzhou", "out 广州 on sat,sun"),
    ("From the 20th on I won't go to Dongguan", "out 东莞 from 20"),
    ("Until March 5 no trips to Huizhou", "out 惠州 until 5"),
    ("I only run within Dongguan and Shenzhen", "in 东莞+深圳"),
    ("Don't take me outside Guangzhou", "in 广州"),
    ("I never leave Foshan", "in 佛山"),
    ("All my loads have to stay in Zhongshan", "in 中山"),
    ("Nothing beyond Jiangmen", "in 江门"),
    ("Keep at least 10 km away from (22.6, 114.05)", "out circle 22.6,114.05 r10"),
    ("I won't go within 3 km of (23.1, 113.3)", "out circle 23.1,113.3 r3"),
    ("Stay within 20 km of (23.1, 113.3)", "in circle 23.1,113.3 r20"),
    ("No entry to the zone 22.5-22.8 N, 113.9-114.3 E", "out box 22.5,22.8,113.9,114.3"),
    ("Stay inside latitude 22.4 to 22.9 and longitude 113.7 to 114.6", "in box 22.4,22.9,113.7,114.6"),
    ("I try not to go to Qingyuan", "out 清远 soft"),
    ("Where possible, nothing to Huizhou", "out 惠州 soft"),
    ("I refuse anything going to Lijia", "out Lijia"),
    ("Foshan traffic is terrible, so please keep me out of there", "out 佛山"),
    ("Any city is fine", ""),
    # limits
    ("No order longer than 180 km", "haul 180"),
    ("Hauls are capped at 200 kilometres", "haul 200"),
    ("I don't go further than 150km with a load", "haul 150"),
    ("Loads of 120 km at most", "haul 120"),
    ("My limit is two hundred and fifty km per trip", "haul 250"),
    ("trips max 90 km", "haul 90"),
    ("Anything over 220 km is too far", "haul 220"),
    ("140 km tops per job", "haul 140"),
    ("No trip of more than 100 miles", "haul 160.934"),
    ("Preferably no hauls beyond 130 km", "haul 130 soft"),
    ("No hauls over 200 km from the 15th on", "haul 200 from 15"),
    ("No hauls over 200 km on weekends", "?"),
    ("Nothing under 50 km", "?"),
    ("about 200 km at most per trip", "?"),
    ("Pickups within 40km only", "pickup 40"),
    ("I won't deadhead more than 35 km for a load", "pickup 35"),
    ("The pickup must be no more than 25 km away", "pickup 25"),
    ("At most 50 km empty before loading", "pickup 50"),
    ("Don't make me drive over 30 km to fetch a load", "pickup 30"),
    ("60 km is the furthest I'll go unladen to a pickup", "pickup 60"),
    ("Empty kilometres: at most 300 a month", "deadhead 300/month"),
    ("No more than 40 km of deadhead per day", "deadhead 40/day"),
    ("Keep my total empty mileage below 500 km this month", "deadhead 500/month"),
    ("I don't drive more than 400 km a day", "?"),
    ("Two long trips over 300 km a month, not more", "long >300 2/month"),
    ("A maximum of one haul above 250 km per day", "long >250 1/day"),
    ("At most three trips of more than 200 km in any week", "long >200 3/week"),
    # first order, orders a day, one load
    ("My first job has to start before 9 am", "first <09:00"),
    ("First order no later than 10:30", "first 10:30"),
    ("I want the first load of the day underway by eleven in the morning", "first 11:00"),
    ("The first order must not start before 8", "?"),
    ("No more than two jobs a day", "orders 2"),
    ("Four loads a day is my limit", "orders 4"),
    ("I do three orders a day, no more", "orders 3"),
    ("max. 5 trips per day", "orders 5"),
    ("On Saturdays no more than one load", "orders 1 on sat"),
    ("After two loads a day I call it a day", "orders 2"),
    ("At least three orders a day", "?"),
    ("Whatever you do, get me load 248113", "take 248113"),
    ("Order #556201 is mine", "take 556201"),
    ("I absolutely need cargo no. 300417", "take 300417"),
    # days at a place, quotas, bans
    ("Five days this month I need loads in Foshan", "days 5 佛山"),
    ("Pickups or drops in Zengcheng on no fewer than 4 days a month", "days 4 增城"),
    ("I have to stop by (23.13, 113.26) on at least three different days a month", "visits 3 @23.13,113.26"),
    ("Not more than two loads of vegetables a week", "quota 2/week 蔬菜"),
    ("Coal twice a month at most", "quota 2/month 煤炭矿产"),
    ("At least two fruit loads a week", "quota >=2/week 水果"),
    ("After I've been to Huizhou, no Shenzhen loads for the rest of the day", "after 惠州 out 深圳 day"),
    # errands
    ("On March 18 be at (23.05, 113.12) by 3 pm for half an hour", "errand 23.05,113.12 by 18/15:00 stay 30"),
    ("By noon on the 12th I must be at (23.15, 113.67), staying two hours", "errand 23.15,113.67 by 12/12:00 stay 120"),
    ("I have an appointment on the 14th at 10 am at (23.1, 113.4)", "errand 23.1,113.4 by 14/10:00"),
    ("On 9 March I have to be home by 6 pm", "errand home by 9/18:00"),
    ("On the 20th I need to be somewhere", "?"),
    (
        "On March 10 pick up my wife at (23.21, 113.37) after 10:00, then go home and stay until March 13",
        "errand 23.21,113.37 from 10/10:00; home until 13/00:00",
    ),
    # conditions and what is no wish
    ("If it rains, no trips to Shenzhen", "?"),
    ("No fruit unless it's refrigerated", "?"),
    ("When the roads are icy I don't drive", "?"),
    ("Coal is fine, and so is everything else", ""),
    ("Hello, thanks for everything", ""),
    # several at once
    ("no coal, max 150 km per trip, home by 10pm", "no 煤炭矿产; haul 150; home 22:00"),
    ("I sleep 8 hours a day and I never go to Foshan", "rest 8:00; out 佛山"),
    (
        "Home by 22:00, off again at 6. At most three orders a day; no seafood.",
        "home 22:00-06:00; orders 3; no 鲜活水产品",
    ),
    ("Try to keep me out of Huizhou, but never ever send me to Shenzhen", "out 惠州 soft; out 深圳"),
    ("No glass because it breaks, and no orders over 200 km because my back hurts", "no 玻璃制品; haul 200"),
    ("no foshan no machinery no trips over 150km", "out 佛山; no 机械设备; haul 150"),
    ("Rest 8h daily / no coal / 3 days off a month", "rest 8:00; no 煤炭矿产; off 3"),
    ("I live in Foshan. My truck is old. Please no hauls over 180 km.", "haul 180"),
    ("Two days off a month plus at most 40 km empty to any pickup", "off 2; pickup 40"),
    ("- no chemicals\n- pickups within 30 km\n- quiet 22:00 to 6:00", "no 化工塑料; pickup 30; quiet 22:00-06:00"),
    ("No vegetables if you can, and no fruit at all", "no 蔬菜 soft; no 水果"),
    ("I want to be home by 9pm and I need cash on delivery", "home 21:00; ?"),
    # written after the first ones were read, 107 of 142 as wanted when first seen
    ("My body needs a proper break: at least nine hours without interruption, every day.", "rest 9:00"),
    ("I won't drive unless I get 8 hours' sleep a night", "?"),
    ("Eight-hour rest, daily, no splitting it up.", "rest 8:00"),
    ("Park me up for a full ten hours each night.", "rest 10:00"),
    ("The vehicle must be stationary for 7 hours straight in every 24-hour period.", "rest 7:00"),
    ("Minimum daily rest: 8.5 hours", "rest 8:30"),
    ("I need my eight hours a day, uninterrupted.", "rest 8:00"),
    ("Give the truck 540 minutes of standstill per day.", "rest 9:00"),
    ("Daily, six hours of sleep in one block, not in pieces.", "rest 6:00"),
    ("At weekends I want ten hours of rest in a row", "rest 10:00 on sat,sun"),
    ("Please no jobs between 12:00 and 13:30, that's when I eat.", "quiet 12:00-13:30"),
    ("I refuse to drive from 11 in the evening until 6 in the morning.", "quiet 23:00-06:00"),
    ("The engine must be off between 1 and 5 in the morning.", "quiet 01:00-05:00"),
    ("Nights are for sleeping: 22:00 to 05:00, nothing.", "quiet 22:00-05:00"),
    ("My siesta is sacred, 1 pm to 2:30 pm.", "quiet 13:00-14:30"),
    ("I go to bed at 10 pm and get up at 5 am; leave me in peace between those.", "quiet 22:00-05:00"),
    ("Keep the truck off the road from 21:00 till 04:30.", "quiet 21:00-04:30"),
    ("don't wake me between midnight and seven", "quiet 00:00-07:00"),
    ("I pick up the kids at 5 pm and I'm busy until 6:30 pm, so no driving from 5 pm to 6:30 pm.", "quiet 17:00-18:30"),
    ("Every Wednesday from 2 pm to 4 pm I have physio, no work then.", "quiet 14:00-16:00 on wed"),
    ("No wheels turning on Sundays.", "quiet 00:00-24:00 on sun"),
    ("I want Mondays free", "quiet 00:00-24:00 on mon"),
    ("On 15 March I don't work at all.", "quiet 00:00-24:00 on 15"),
    ("I'm on leave from the 10th to the 12th", "quiet 00:00-24:00 on 10,11,12"),
    ("No driving after dark", "?"),
    ("I don't start before 6:30 am", "quiet 00:00-06:30"),
    ("By ten at night I want to be at my house, and I stay there till half past five.", "home 22:00-05:30"),
    ("I have to sleep at home: back by 21:00, leaving at 06:00 at the earliest.", "home 21:00-06:00"),
    ("Make sure I'm home before 8 pm every day.", "home 20:00"),
    ("Home every evening, 7:30 pm latest; I don't leave again until 5:30 am.", "home 19:30-05:30"),
    ("Parked at home from 11 pm, not moving before 6:30 am.", "home 23:00-06:30"),
    ("My family expects me at home by 20:30, and I don't take work before 7:00.", "home 20:30-07:00"),
    ("I need to be home no later than 9:45 p.m. on weekdays.", "home 21:45 on mon,tue,wed,thu,fri"),
    ("it would be nice to be home by 9 pm", "home 21:00 soft"),
    ("I need 4 days a month where the truck doesn't move.", "off 4"),
    ("Two days each month must be completely free of work.", "off 2"),
    ("Please schedule five days off for me in March.", "off 5"),
    ("At least 3 calendar days per month with no orders at all.", "off 3"),
    ("I'm taking three days off this month, entire days.", "off 3"),
    ("A whole day of rest at least twice a month", "off 2"),
    ("one full day without driving this month", "off 1"),
    ("Nothing with chemicals in it, please.", "no 化工塑料"),
    ("I hate hauling glass.", "no 玻璃制品"),
    ("Live animals are banned from my truck.", "no 活禽活畜活虫"),
    ("Leave out coal and cement.", "no 煤炭矿产+水泥"),
    ("Whatever you do, don't load me with seafood.", "no 鲜活水产品"),
    ("I'm allergic to fish, so no fish.", "no fish"),
    ("Fruit? No thanks.", "no 水果"),
    ("I don't touch scrap metal or waste.", "no 废品废料"),
    ("My truck isn't made for machinery, so don't give me any.", "no 机械设备"),
    ("Timber I won't carry.", "no 木材苗圃"),
    ("Keep vegetables away from me", "no 蔬菜"),
    ("If you have a choice, don't give me furniture.", "no 家具家居 soft"),
    ("I'm not happy hauling paper.", "no 纸类 soft"),
    ("Better no electronics.", "no 数码家电 soft"),
    ("I avoid steel as far as I can.", "no 金属钢材 soft"),
    ("I'd appreciate not getting any coal loads.", "no 煤炭矿产 soft"),
    ("Hazardous goods only if the pay is right.", "no 危险品 soft"),
    ("Until the 10th I can't carry frozen food", "no 冷链食品 until 10"),
    ("I'm fine with everything except seafood.", "no 鲜活水产品"),
    ("No passengers.", "?"),
    ("Don't overload the truck.", "?"),
    ("No long waits at the dock.", "?"),
    ("Shenzhen I won't do.", "out 深圳"),
    ("Nothing for Zhuhai or Zhongshan, please.", "out 珠海+中山"),
    ("I have nothing to do in Huizhou, keep it off my list.", "out 惠州"),
    ("Loads starting in or going to Qingyuan are not for me.", "out 清远"),
    ("My permit does not cover Guangzhou on 2 and 3 March, so keep me out of it then.", "out 广州 on 2,3"),
    ("Foshan is closed to me between the 5th and the 8th.", "out 佛山 on 5,6,7,8"),
    ("I'm a local driver: Dongguan only.", "in 东莞"),
    ("I won't leave Guangzhou and Foshan.", "in 广州+佛山"),
    ("Work in Zhaoqing or Foshan, nowhere else.", "in 肇庆+佛山"),
    ("All pickups and deliveries must be in Huizhou.", "in 惠州"),
    ("Don't send me out of Jiangmen", "in 江门"),
    ("There's a low bridge at (23.11, 113.25): stay 2 km clear of it.", "out circle 23.11,113.25 r2"),
    ("The area within 8 km of (22.95, 113.36) is forbidden.", "out circle 22.95,113.36 r8"),
    ("I only work in a radius of 30 km around (23.05, 113.12).", "in circle 23.05,113.12 r30"),
    ("Avoid the box from lat 22.5 to 22.7 and lng 113.9 to 114.2.", "out box 22.5,22.7,113.9,114.2"),
    ("Ideally I'd stay within Foshan.", "in 佛山 soft"),
    ("On Tuesdays avoid Dongguan", "out 东莞 on tue"),
    ("No single haul may exceed 175 km.", "haul 175"),
    ("Keep every trip under 200 km.", "haul 200"),
    ("I prefer trips below 120 km.", "haul 120 soft"),
    ("Distances: 160 km max per load.", "haul 160"),
    ("A run of more than 250 km is too much for me.", "haul 250"),
    ("Short runs only, nothing past 80 km.", "haul 80"),
    ("If the haul is longer than 210 km, don't offer it.", "haul 210"),
    ("Don't give me anything longer than 190 kilometres.", "haul 190"),
    ("For a pickup I drive 40 km empty at most.", "pickup 40"),
    ("The drive to the loading point must stay below 30 km.", "pickup 30"),
    ("No load whose pickup is over 45 km from where I am.", "pickup 45"),
    ("I don't want to run empty for more than 25 km to get a load.", "pickup 25"),
    ("Deadhead legs: 50 km maximum.", "pickup 50"),
    ("In total I won't drive more than 250 empty km a month.", "deadhead 250/month"),
    ("Empty driving is limited to 35 km per day.", "deadhead 35/day"),
    ("My monthly deadhead budget is 400 km.", "deadhead 400/month"),
    ("Only one haul over 300 km a week, please.", "long >300 1/week"),
    ("I accept at most 3 trips of 250 km or more per month.", "long >250 3/month"),
    ("Hauls beyond 200 km: twice a week at most.", "long >200 2/week"),
    ("I want to be rolling with my first load by 8:30 in the morning.", "first 08:30"),
    ("On days I work, the first order begins at 9 am at the latest.", "first 09:00"),
    ("The first pickup of the day mustn't be later than 10 am.", "first 10:00"),
    ("Five loads per day is the maximum.", "orders 5"),
    ("Not more than three deliveries daily.", "orders 3"),
    ("I can handle two orders a day, that's it.", "orders 2"),
    ("One job a day is enough for me.", "orders 1"),
    ("Load 300417 has to be mine.", "take 300417"),
    ("Reserve cargo 248113 for me, I promised the customer.", "take 248113"),
    ("Don't forget: order number 556201 must go to me.", "take 556201"),
    ("I must do business in Zhongshan on at least 5 days this month.", "days 5 中山"),
    ("Have me load or unload in Nansha at least three days a month.", "days 3 南沙"),
    ("At least six days in March I want to swing by (23.2, 113.3).", "visits 6 @23.2,113.3"),
    ("I have to show my face at (23.13, 113.26) on four different days this month.", "visits 4 @23.13,113.26"),
    ("Seafood: at most two loads a month.", "quota 2/month 鲜活水产品"),
    ("I'll take one coal load a week, no more.", "quota 1/week 煤炭矿产"),
    ("No more than 2 furniture jobs a day.", "quota 2/day 家具家居"),
    ("If I've been to Foshan, no Huizhou orders for the rest of the month.", "after 佛山 out 惠州 month"),
    ("As soon as I've touched Zhuhai, keep me out of Shenzhen that day.", "after 珠海 out 深圳 day"),
    (
        "On the 8th of March I must be at (23.1, 113.3) by 9 am and stay there for an hour.",
        "errand 23.1,113.3 by 8/09:00 stay 60",
    ),
    (
        "Doctor's appointment on March 17 at 2:30 pm, (23.15, 113.4), takes 90 minutes.",
        "errand 23.15,113.4 by 17/14:30 stay 90",
    ),
    (
        "I have to reach (22.9, 113.5) before 4 pm on the 22nd and remain until 6 pm.",
        "errand 22.9,113.5 by 22/16:00 until 22/18:00",
    ),
    ("On the 5th be at (23.0, 113.1) from 9 am to 11 am.", "errand 23,113.1 by 5/09:00 until 5/11:00"),
    (
        "Pick up my son at (23.2, 113.2) at 5 pm on March 6 and bring him home by 7 pm.",
        "errand 23.2,113.2 by 6/17:00; home by 6/19:00",
    ),
    ("On the 11th I need to see someone.", "?"),
    (
        "I sleep from 10pm to 5am, I don't carry coal, and I only drive in Foshan.",
        "quiet 22:00-05:00; no 煤炭矿产; in 佛山",
    ),
    ("Max 3 orders a day, max 150 km each, max 30 km to the pickup.", "orders 3; haul 150; pickup 30"),
    ("No trips above 200 km or pickups more than 40 km away.", "haul 200; pickup 40"),
    ("Shenzhen and Dongguan are out, and so is glass.", "out 深圳+东莞; no 玻璃制品"),
    ("Rest: 7h a day. Days off: 3 a month. Max haul: 180 km.", "rest 7:00; off 3; haul 180"),
    ("home by 9, out by 6; no seafood; 2 days off/month", "home 21:00-06:00; no 鲜活水产品; off 2"),
    (
        "Please respect my rest (8 hours in one go every day) and my lunch (12:00-13:00).",
        "rest 8:00; quiet 12:00-13:00",
    ),
    ("Neither coal nor chemicals, and nothing to Zhaoqing.", "no 煤炭矿产+化工塑料; out 肇庆"),
    ("I'd rather stay in Guangzhou, but never mind; what matters: no hauls over 250 km.", "in 广州 soft; haul 250"),
    ("My wife works nights, so I have to be home by 6 pm.", "home 18:00"),
    ("Avoid Huizhou if you can; Shenzhen I refuse outright.", "out 惠州 soft; out 深圳"),
    (
        "Two requests. First, never give me live poultry. Second, let me rest nine hours a day.",
        "no 活禽活畜活虫; rest 9:00",
    ),
    ("no veg, no fruit, no meat", "no 蔬菜; no 水果; no 肉类"),
    ("I take anything up to 160 km.", "haul 160"),
    ("If it snows I won't go to Qingyuan", "?"),
    ("On rainy days no glass", "?"),
    ("No coal on weekends", "no 煤炭矿产 on sat,sun"),
    ("Bad weather scares me. No trips longer than 150 km.", "haul 150"),
    # written after those were read, 72 of 87 when first seen
    ("I have to get a minimum of seven hours' uninterrupted rest per 24 hours.", "rest 7:00"),
    ("Rest time: at least 6 h consecutively every day.", "rest 6:00"),
    ("Eight hours in the bunk every day, no interruptions.", "rest 8:00"),
    ("I can't go below 9 hours of sleep per day.", "rest 9:00"),
    ("Every day the truck needs to be switched off for 5 hours at a time.", "rest 5:00"),
    ("On Saturdays and Sundays I rest 10 hours straight.", "rest 10:00 on sat,sun"),
    ("Between 9 p.m. and 5 a.m. the wheels stay still.", "quiet 21:00-05:00"),
    ("Nothing at all from midnight until 5:30, I'm asleep.", "quiet 00:00-05:30"),
    ("I'm unavailable from 12:15 to 13:00 because of lunch.", "quiet 12:15-13:00"),
    ("Blackout from 23:00 to 06:00.", "quiet 23:00-06:00"),
    ("no calls, no orders, no driving: 10:30 pm - 5:30 am", "quiet 22:30-05:30"),
    ("From two to four in the afternoon I don't work.", "quiet 14:00-16:00"),
    ("The truck is not to move between 01:00 and 04:00.", "quiet 01:00-04:00"),
    ("Saturday mornings from 8 to 10 I coach football, so no loads then.", "quiet 08:00-10:00 on sat"),
    ("Every evening I must be home by quarter to nine and I leave at six in the morning.", "home 20:45-06:00"),
    ("Get me back home before 22:00, next departure not before 05:00.", "home 22:00-05:00"),
    ("I'd like to be home by 7pm each day", "home 19:00 soft"),
    ("Home (23.14, 113.33) by half past eight at night, stay put until 6.", "home 20:30-06:00 @23.14,113.33"),
    ("My kids need to see me: home by 18:30, and nothing before 8 am.", "home 18:30-08:00"),
    ("From 9 pm I'm at home, and I don't move until 5 am.", "home 21:00-05:00"),
    ("I need to have three days in the month when I don't drive.", "off 3"),
    ("Seven days a month belong to my family, no work on those.", "off 7"),
    ("Minimum two full rest days monthly.", "off 2"),
    ("Let me have six complete days without a single order this month.", "off 6"),
    ("This month I want to stay at home for four whole days.", "off 4"),
    ("I don't do coal.", "no 煤炭矿产"),
    ("Machinery is out.", "no 机械设备"),
    ("No way I'm hauling chemicals.", "no 化工塑料"),
    ("Glass, furniture and electronics: no thank you.", "no 玻璃制品+家具家居+数码家电"),
    ("Do not assign dangerous goods to this truck.", "no 危险品"),
    ("I stay away from live animals.", "no 活禽活畜活虫"),
    ("I won't have fireworks in my truck.", "no 烟花"),
    ("Vegetables are okay but fruit isn't.", "no 水果"),
    ("Seafood stinks, I won't take it.", "no 鲜活水产品"),
    ("I prefer loads that aren't furniture.", "no 家具家居 soft"),
    ("If there's another option, no timber.", "no 木材苗圃 soft"),
    ("I'm reluctant to carry steel.", "no 金属钢材 soft"),
    ("Try and keep me away from paper loads.", "no 纸类 soft"),
    ("I can't enter Huizhou.", "out 惠州"),
    ("Dongguan: never.", "out 东莞"),
    ("Anything but Zhuhai.", "out 珠海"),
    ("Please route me around Shenzhen on the 14th.", "out 深圳 on 14"),
    ("From the 3rd till the 6th of March no Foshan.", "out 佛山 on 3,4,5,6"),
    ("I'm banned from Guangzhou until March 9.", "out 广州 until 9"),
    ("I only accept orders with both ends in Foshan.", "in 佛山"),
    ("Zhongshan and Zhuhai are my patch; don't send me anywhere else.", "in 中山+珠海"),
    ("Keep the truck inside Jiangmen at all times.", "in 江门"),
    ("Stay at least 4 km from (23.2, 113.5).", "out circle 23.2,113.5 r4"),
    ("Never come within 6 km of 22.8 N, 113.6 E.", "out circle 22.8,113.6 r6"),
    ("My insurance only covers lat 22.5-23.0, lng 113.0-113.6, so don't leave that box.", "in box 22.5,23,113,113.6"),
    ("Trips have to be shorter than 140 km.", "haul 140"),
    ("Nothing longer than two hundred and twenty kilometres.", "haul 220"),
    ("185 km is the most I'll drive with a load.", "haul 185"),
    ("Orders should not go beyond 160 km.", "haul 160"),
    ("A haul can be 100 km long at most.", "haul 100"),
    ("I'm not going more than 130 km for any delivery.", "haul 130"),
    ("Pickup radius 35 km.", "pickup 35"),
    ("The way to the loading place: no more than 20 km.", "pickup 20"),
    ("Loads more than 50 km from my position are no use to me.", "pickup 50"),
    ("I'll drive up to 40 km to a pickup, not further.", "pickup 40"),
    ("Total deadhead for the month: 350 km tops.", "deadhead 350/month"),
    ("Don't let me run more than 25 empty kilometres in a day.", "deadhead 25/day"),
    ("Two trips of over 300 km a month is all I can manage.", "long >300 2/month"),
    ("Not more than one 250+ km trip per day.", "long >250 1/day"),
    ("My day's first load starts at 10 am at the latest.", "first 10:00"),
    ("No first order after 11.", "first 11:00"),
    ("I never take more than four loads in one day.", "orders 4"),
    ("Two a day, no more.", "orders 2"),
    ("I'm done after three orders a day.", "orders 3"),
    ("Make sure load 248113 comes to me.", "take 248113"),
    ("I was promised load 300417, so assign it to me.", "take 300417"),
    ("I need Foshan orders on 4 or more days this month.", "days 4 佛山"),
    ("Zengcheng: loading or unloading on at least three days.", "days 3 增城"),
    ("I want to pass (23.13, 113.26) on a minimum of five days this month.", "visits 5 @23.13,113.26"),
    ("Fruit no more than twice a week.", "quota 2/week 水果"),
    ("One coal load per month is the most I do.", "quota 1/month 煤炭矿产"),
    ("On March 7, by 15:30, be at (23.1, 113.2); stay 20 minutes.", "errand 23.1,113.2 by 7/15:30 stay 20"),
    ("I've got to drop papers at (23.3, 113.4) before noon on 19 March.", "errand 23.3,113.4 by 19/12:00"),
    ("Wait for me at (23.0, 113.5) on the 24th from 10 am to noon.", "errand 23,113.5 by 24/10:00 until 24/12:00"),
    ("After a Dongguan job, no Huizhou jobs that same day.", "after 东莞 out 惠州 day"),
    (
        "No coal, no glass, no hauls above 180 km and no pickups above 40 km.",
        "no 煤炭矿产; no 玻璃制品; haul 180; pickup 40",
    ),
    ("I need 8 hours of rest each day and 4 days off each month.", "rest 8:00; off 4"),
    ("Max haul 200, max deadhead to pickup 40 (km).", "?"),
    (
        "Sleep 22:00-05:00, lunch 12:00-12:45, home never later than 21:30.",
        "quiet 22:00-05:00; quiet 12:00-12:45; home 21:30",
    ),
    ("I won't go to Huizhou, and I'd rather not go to Dongguan either.", "out 惠州; out 东莞 soft"),
    ("What I don't want: coal, long trips over 250 km, and Shenzhen.", "no 煤炭矿产; haul 250; out 深圳"),
    ("I'm flexible about cities. Just no seafood and 7 hours of sleep a day.", "no 鲜活水产品; rest 7:00"),
)


def in_short(constraints: tuple[Constraint, ...]) -> str:
    """Kinds with what the words fix, in the order of the words."""
    return "; ".join(
        _one(c)
        + _days(getattr(c, "days", EVERY_DAY))
        + _span(c)
        + ("" if c.hard or c.kind == "unknown_soft" else " soft")
        for c in constraints
    )


def _one(c: Constraint) -> str:
    match c:
        case DailyRest():
            return f"rest {c.rest_min // 60}:{c.rest_min % 60:02d}"
        case QuietWindow():
            return f"quiet {_clock(c.start)}-{_clock(c.end)}"
        case Home():
            return f"home {_clock(c.by)}" + ("" if c.stay_until is None else f"-{_clock(c.stay_until)}") + _at(c.place)
        case DaysOff():
            return f"off {c.at_least}"
        case Category():
            return "no " + "+".join(c.names)
        case AreaRule():
            return ("out " if c.rule == "keep_out" else "in ") + _areas(c.areas)
        case LongestHaul():
            return f"haul {c.km:g}"
        case LongestPickup():
            return f"pickup {c.km:g}"
        case Deadhead():
            return f"deadhead {c.km:g}/{c.per}"
        case FirstOrderBy():
            return f"first {'<' if c.strict else ''}{_clock(c.by)}"
        case OrdersPerDay():
            return f"orders {c.at_most}"
        case MustTake():
            return f"take {c.load_id}"
        case Visits():
            return f"visits {c.at_least}" + (_at(c.place) or f" {c.place.name}")
        case RegionDays():
            return f"days {c.at_least} {c.region}"
        case Errand():
            return "errand " + "; ".join(_step(step) for step in c.steps)
        case CategoryQuota():
            return f"quota {f'>={c.at_least}' if c.at_least else c.at_most}/{c.per} {'+'.join(c.names)}"
        case LongHauls():
            return f"long >{c.over_km:g} {c.at_most}/{c.per}"
        case BanAfterTouch():
            return f"after {_areas((c.touched,))} out {_areas(c.banned)} {c.until.removeprefix('end_of_')}"
    return "?" if c.hard else "~?"


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


def _at(place: Place) -> str:
    return "" if place.lat is None else f" @{place.lat:g},{place.lng:g}"


def _areas(areas: tuple[Area, ...]) -> str:
    return "+".join(_area(area) for area in areas)


def _area(area: Area) -> str:
    if isinstance(area, Circle):
        return f"circle {area.lat:g},{area.lng:g} r{area.radius_km:g}"
    if isinstance(area, Box):
        return f"box {area.south:g},{area.north:g},{area.west:g},{area.east:g}"
    return area.name


def _step(step: ErrandStep) -> str:
    words = _at(step.place).removeprefix(" @") or step.place.name or "home"
    moments = [("from", step.earliest_min), ("by", step.deadline_min), ("until", step.stay_until_min)]
    for name, minute in moments:
        whole = name != "until" and minute is not None and minute % 1440 == 0
        if minute is not None and not whole:
            words += f" {name} {1 + minute // 1440}/{_clock(minute % 1440)}"
    return words + (f" stay {step.stay_min}" if step.stay_min else "")


def _days(days: Days) -> str:
    words = [WEEK[day] for day in days.weekdays or ()] + [str(day.day) for day in days.dates or ()]
    out = f" on {','.join(words)}" if words else ""
    out += f" from {days.first.day}" if days.first else ""
    return out + (f" until {days.last.day}" if days.last else "")


def _span(c: Constraint) -> str:
    def day(minute: int) -> int:
        return (CONTEXT.start + timedelta(minutes=minute)).day

    out = "" if c.start_min is None else f" from {day(c.start_min)}"
    return out + ("" if c.end_min is None else f" until {day(c.end_min)}")
