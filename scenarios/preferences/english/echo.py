"""Whether words without any number, place or goods only say a wish once more, or ask for something of their own."""

from __future__ import annotations

import re

from scenarios.preferences.english.clause import Clause
from scenarios.preferences.english.mood import COURTESY, FIRM, REFUSE, SOFT
from scenarios.preferences.english.tokens import idea

_EMPTY = idea(
    r"\b(?:i|i'm|i'd|i'll|i've|me|my|mine|myself|the|a|an|to|of|for|in|on|at|by|any|all|and|but|or|nor|so|too|also|"
    r"not|no|never|nothing|none|"
    r"do|does|will|would|can|could|must|have|has|need|needs|want|only|just|ever|even|please|it|its|it's|them|that|"
    r"that's|this|those|these|there|you|"
    r"your|as|is|are|be|been|being|was|truck|with|than|more|less|if|then|when|what|whatever|time|times|way|ways|"
    r"thing|things|kind|anything|"
    r"everything|whole|full|during|should|shall|may|let|get|give|send|keep|make|sure|avoid|refuse|skip|exclude|"
    r"forget|under|over|stop|"
    r"always|thank|really|simply|strictly|absolutely|completely|entirely|again|either|neither|thanks|both|day|days|"
    r"limit|"
    r"rule|max|maximum|"
    r"where|who|which|how|daily|weekly|monthly|respect|list|between|those|peace|alone|care|mind|dont|remember|"
    r"matter|most|least|minimum|"
    r"min|out|up|hard|possible|dispatch|team|assign|offer|offers|accept|take|taking|from|like)\b"
)
"""Words that carry no wish of their own."""
_REST = idea(
    r"\b(?:rest\w*|sle?ep\w*|stopp?\w*|park\w*|drive|driving|driven|mov\w+|engine|off|breaks?|interrupt\w*|broken|"
    r"disturb\w*|calls?|call|wake|phone|one|go|"
    r"piece|continuous|unbroken|split|leav\w+|home|house|stay\w*|nights?|awake|road|wheels?|still|stand\w*|quiet|"
    r"undisturbed|straight|work\w*|orders?|"
    r"loads?|jobs?|trips?|touch|turn|roll|family|free|lunch|dinner|messages?|bother|cab|bed|back|dispatched|row|"
    r"block|stretch|complete|ones|splitting|split|pieces|parts|chunks|nap|lunch|proper|body|motion|zero|shut|"
    r"switched)\b"
)
_AREA = idea(
    r"\b(?:go|going|enter\w*|outside|inside|within|anywhere|nowhere|else|elsewhere|city|cities|town|area|place|"
    r"places|region|pick-?ups?|drop\w*|deliver\w*|into|through|near|"
    r"away|off|box|zone|circle|radius|border|leav\w+|stay\w*|drive|driving|orders?|loads?|work\w*|route|around|"
    r"beyond|jobs?|trips?|runs?|cargo|"
    r"clear|begins?|starts?|ends?|finish\w*|"
    r"unload\w*|load|other|two|three|stop\w*|visit\w*|wait\w*|minutes|stick)\b"
)
_LIMIT = idea(
    r"\b(?:far|long|longer|further|farther|distance|beyond|above|short|shorter|local|loaded|laden|unladen|unloaded|"
    r"length|journeys?|routes?|legs?|mileage|miles|drive|driving|empty|hauls?|trips?|much|many|enough|orders?|"
    r"loads?|jobs?|kilomet\w+|km|one|single|per|each|"
    r"every|exceed\w*|pick-?ups?|tops?|cap|capped|ceiling|deadhead|runs?|work\w*|start\w*|further|total|week|month|"
    r"order)\b"
)
_GOODS = idea(
    r"\b(?:carry\w*|haul\w*|transport\w*|smell\w*|dirty|heavy|cargo|freight|goods|stuff|loads?|orders?|jobs?|"
    r"shipments?|others?|other|first|instead|else|on board|aboard|touch|board|box|one|single|type|"
    r"category|categories|such)\b"
)
_OF_KINDS = (
    ({"daily_rest", "quiet_window", "home", "days_off"}, _REST),
    ({"area", "region_days", "visits", "ban_after_touch", "errand"}, _AREA),
    ({"longest_haul", "longest_pickup", "deadhead", "long_hauls", "orders_per_day", "first_order_by"}, _LIMIT),
    ({"category", "category_quota", "must_take"}, _GOODS),
)


def only_echoes(clause: Clause, kind: str) -> bool:
    """Whether nothing is left of the words without empty ones and those of the kind."""
    left = SOFT.sub(" ", FIRM.sub(" ", clause.words))
    if COURTESY.match(left):
        return True
    for kinds, vocabulary in _OF_KINDS:
        if kind in kinds:
            left = vocabulary.sub(" ", left)
    return not any(len(word) > 2 for word in _EMPTY.sub(" ", left).replace("'", " ").split() if word.isalpha())


_PHRASE = idea(
    r"\b(?P<prep>for|with|at|on|in|by|near|inside|across|through|from|of|into|onto|to) "
    r"(?P<fill>(?:(?:that|the|a|an|my|any|some|this|these|those|your|our|all|every|each|one|private|certain|old|new|full|"
    r"proper|big|small) )*)(?P<noun>[a-z][a-z'-]+)"
)
_SAID_OTHERWISE = idea(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|latest|earliest|months?|"
    r"weeks?|mornings?|evenings?|afternoons?|noon|midnight|dawn|dusk|sunset|rest|loading|unloading|deliver\w*|pick-?ups?|shippers?|question|end|"
    r"own|someone|somebody|another|others?|bunk|bed|cab|position|point|location|coordinates|uninterrupted|every|row|stretch|"
    r"blocks?|pieces?|total|sum|turn|general|principle|case|particular|fact|future|once|good|sure|now|ever|health|reasons?|"
    r"sake|safety|example|instance|family|wife|kids?|children|husband|mother|father|parents|dinner|supper|lunch|breakfast|"
    r"first|last|minimum|maximum|most|least|present|moment|price|money|cost|life|death|heart|mind|hand|course|name|"
    r"something|anything|nothing|everything|here|where|which|whom|limit|limits|radius|circle|box|area|zone|centre|center|"
    r"latitude|longitude|degrees|north|south|east|west|lat|lng|choice|need|doubt|emergency|option)\b"
)
"""Words behind a preposition that say nothing which a kind could lack."""
_RESTS = {"daily_rest", "quiet_window", "home", "days_off"}
"""Kinds beside which "for" and "at" say why, and where one is meanwhile."""


def is_qualified(clause: Clause, kind: str) -> bool:
    """Whether a phrase behind a preposition narrows the wish by what nobody read: for that customer, on gravel."""
    words = clause.words
    for idle in (FIRM, SOFT):
        words = idle.sub(lambda match: " " * len(match.group()), words)
    vocabularies = [vocabulary for kinds, vocabulary in _OF_KINDS if kind in kinds]
    refusal = REFUSE.search(words)
    begin = min([*clause.at[:1], len(words) if refusal is None else refusal.start()])
    for match in _PHRASE.finditer(words, begin):  # what stands before tells why: at my age, on principle
        if (match["prep"] == "to" and not match["fill"]) or (match["prep"] in ("for", "at") and kind in _RESTS):
            continue
        noun = re.sub(r"\w+ing\b", "", match["noun"])
        for vocabulary in (_SAID_OTHERWISE, _EMPTY, *vocabularies):
            noun = vocabulary.sub("", noun)
        if len(noun.strip(" '-")) > 2:
            return True
    return False
