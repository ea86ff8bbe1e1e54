"""Limits of which the words price what is over them: a price that the driver named, no ban.

"Not over 100 km a month; only what is over is fined, by the kilometre" tells what each kilometre more is worth to the
driver, so it is weighed like a soft wish. Words that only name the fine of a breach ("200 a time") price no overage:
every wish has its fine.
"""

from __future__ import annotations

import re

from scenarios.preferences.kinds import Constraint, Deadhead, OrdersPerDay

_PAID = r"(?:计罚|罚|扣|计费|计价|收|赔|算钱)"
_ONE = r"(?:公里|里|单|趟|km)"
_OVER = (
    rf"超(?:出|过|额)?了?的?(?:部分|里程|{_ONE}数?|那[截段些])?的?[^，,。;；]{{0,6}}?按[^，,。;；]{{0,6}}?{_PAID}|"
    rf"[只仅]{_PAID}[^，,。;；]{{0,4}}?(?:超出|超过|多跑|多出|多接)|"
    rf"(?:每[多超]|超)(?:出|过|跑|接|拉)?(?:一|1)?{_ONE}[^，,。;；]{{0,8}}?{_PAID}|"
    rf"多(?:出|跑|接|拉)(?:来)?的?(?:部分)?每?(?:一|1)?{_ONE}[^，,。;；]{{0,8}}?{_PAID}"
)
_OVER_EN = (
    r"(?:excess|overage|(?:km|kilomet(?:re|er)s?|miles?|orders?|loads?) (?:over|above|beyond) (?:it|that|this)|"
    r"(?:each|every|any|per) (?:further|extra|additional|more|other) (?:km|kilomet(?:re|er)|mile|order|load|one)|"
    r"(?:km|kilomet(?:re|er)|mile|order|load) (?:over|above|beyond|more)|what is over|anything over)"
    r"[^.;\d]{0,24}?\b(?:charged|fined|costs?|priced|penali[sz]ed|paid|deducted)\b"
)
_PRICED = re.compile(f"{_OVER}|{_OVER_EN}", re.IGNORECASE)


def is_priced(constraint: Constraint, words: str) -> bool:
    """Whether it limits kilometres or orders by their number, and the words price what is over the limit."""
    return isinstance(constraint, Deadhead | OrdersPerDay) and _PRICED.search(words) is not None
