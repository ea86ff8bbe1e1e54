"""How English words mean a wish: whether they refuse, give way, insist, set a condition, or wish nothing at all.

All patterns are over masked text of lower case.
"""

from __future__ import annotations

from scenarios.preferences.english.tokens import idea

REFUSE = idea(
    r"\b(?:no|not|never|none|nothing|nowhere|neither|nor|without|refus\w+|avoid\w*|skip\w*|exclud\w+|reject\w*|"
    r"ban(?:ned)?|"
    r"reluctant|hesitant|unwilling|bypass\w*|route (?:me |us |it |the truck )?around|declin\w+|refrain\w*|forbid\w*|"
    r"forbidden|prohibit\w*|dislike|hate|loathe|detest|steer clear|off[- ]limits|"
    r"off the table|blacklist\w*|out of bounds|out of the question|(?:stop|quit|stopped|quitted|given up|"
    r"gave up|giving up)(?= (?:send|tak|haul|carry|do|accept|mov|transport|load)\w*ing\b)|allergic|spare me|"
    r"veto\w*|"
    r"no-go|pass on|turn down|turning down|leave out|rule out|ruled out|filter out|count me out|forget|closed to|"
    r"shut to|not an option|taboo|no good|"
    r"keep (?:[^\s,.;]+ ){0,4}?"
    r"(?:away|out|clear|off)|stay (?:well |right |at least |\W)*(?:away|out of|clear|off)|rather (?:you )?(?:skip|"
    r"not))\b",
    r"(?:\b(?:is|are|'s)|[a-z] -|«goods»|«city») (?:all |both |simply |just |totally |strictly )*(?:out|off)(?=$|"
    r"\W*$|[,.;]| for me| too\b| as well)",
    r"\b(?:is|are) (?:simply |just |quite )?impossible\b|\bleast favou?rite\b",
    r"\b(?:give|leave|pass|assign|send|should go|can go|to go)(?: [^ ]+){0,4} to (?:another|someone|somebody|"
    r"others?|other \w+)\b",
    r"[:?=] ?(?:no|out|never|nope)\b|\bnope\b|\bnah\b",
)
"""Not taking, not going, keeping away."""
NO_REFUSAL = idea(
    r"\b(?:do not|does not|would not) (?:really |much )?(?:mind|care|matter)\b|"
    r"\bno (?:problem|issue|objections?|matter|limits?|preference|complaints?|worries|exceptions?|excuses?|ifs|"
    r"discussion|"
    r"doubt|less than|fewer than|compromise|later than|earlier than|sooner than|reason|choice)\b|\bnot (?:a problem|"
    r"an issue|"
    r"only|just|earlier than|before|later than|negotiable|less than|fewer than)\b|"
    r"\bwhy not\b|\bdo not (?:know|forget|worry|hesitate)\b|\bnon-negotiable\b|\bwithout (?:fail|exception|a break|"
    r"breaks?|"
    r"interruptions?|being (?:disturbed|interrupted|woken)|stopping|any break|question)\b|\bis not up for\b|"
    r"\bcan not wait\b|"
    r"\bnot (?:one )?(?:minute|hour) (?:less|fewer)\b|\bnever mind\b|\bno[t]? more(?=$|[,.])|\bis not it\b|"
    r"\bcan not (?:sleep|do without|help)\b"
)
"""Sounds like a refusal and is none."""
SOFT = idea(
    r"\bif (?:at all )?(?:possible|feasible|practical|you (?:possibly )?can\b(?! not|'t)|we can\b(?! not|'t)|"
    r"i can\b(?! not|'t)|it can be (?:helped|"
    r"avoided|done)|"
    r"there(?:'s| is| are) (?:something|anything|others?|another|an alternative|other \w+|a choice|"
    r"nothing)(?: else)?(?: \w+)?|"
    r"nothing else|you (?:really )?(?:can not|could not|do not|have not) (?:find|have|get|see|"
    r"got) (?:me )?(?:anything|something|"
    r"others?|any\w*)(?: else| other| better| to haul)?|"
    r"(?:the )?(?:money|pay|price|rate|fee)(?: is|'s)(?: not)?(?: really| very| too| so| that)? (?:good|right|high|"
    r"great|decent|fair|enough|worth\w*|better|excellent|low|poor|bad|attractive)[^,.;]*|it pays[^,.;]*|"
    r"you have (?:a choice|"
    r"something else|an alternative)|"
    r"need be|you do not mind|it'?s (?:ok|okay|possible|doable)|it works|avoidable|convenient|you get the chance)",
    r"\b(?:where|when|whenever|wherever|as far as|as much as|whatever) (?:it is |it's )?(?:at all )?(?:possible|"
    r"you can|practical|feasible|"
    r"practicable|i can(?! not|'t)|we can(?! not|'t))\b",
    r"\b(?:prefer\w*|reluctant|hesitant|preferabl[ey]|ideally|rather(?! than)|would like|i'd like|'d love|"
    r"would love|like to|hop(?:e|"
    r"ing)|wish|"
    r"try(?:ing)? (?:not |and |very hard |hard )*to|try and|not (?:a |much of a |too |so |really |very |"
    r"particularly |overly |that )*"
    r"(?:fan|keen|fond|happy|crazy|wild|thrilled|love|enjoy|like|big on)|dislike|last resort|last choice|only if|"
    r"only when|as a fallback|"
    r"unless (?:it'?s |there'?s |there is |the |it |you |nothing |no |they |absolutely )*(?:pay\w*|money|price|rate|"
    r"necessary|nothing else|no (?:other )?"
    r"(?:choice|option|alternative|way)|have to|really|unavoidable|must|need)[^,.;]*|could be persuaded|"
    r"for the right (?:price|money)|"
    r"negotiable|open to|whenever possible|best to|better (?:no|not|if|avoid\w*)|as (?:far|much|little|"
    r"often) as (?:i|you|we) can|best (?:not|avoided)|less of|fewer of|as few|"
    r"as little|"
    r"least favou?rite|low(?:est)? priority|not my favou?rite|if i had (?:my way|a choice)|if it were up to me|"
    r"would be (?:nice|good|"
    r"great|lovely|ideal)|"
    r"happy to avoid|appreciate|grateful|would suit me|when you can|where you can|i tend to|usually|normally|"
    r"generally|mostly|"
    r"on the whole|flexible|nice to have|not essential|no big deal|could do without|not dead set|at your discretion|"
    r"not my thing really|go easy on|easy on the|keep \w+ to a minimum|if in doubt|i'd sooner|sooner not|aim (?:to|"
    r"for)|i might)\b",
    r"\bcould you please try\b|\bwant (?:as )?few",
)
"""A wish that gives way."""
FIRM = idea(
    r"\bno matter (?:what|how|the|who|which)[^,.;]*|\bwhatever (?:the (?:pay|price|money|rate)|happens|it pays|"
    r"you pay|they pay)\b[^,.;]*|\bat any price\b|"
    r"\bfor (?:any|all the) money\b[^,.;]*|\b(?:non-negotiable|not negotiable|not up for (?:negotiation|"
    r"discussion))\b|"
    r"\bnot even (?:if|for|when|with)\b[^,.;]*|\beven if\b[^,.;]*|\bwould not like\b|\bnot (?:open to|wish|hope)\b|"
    r"\bdo not even try\b|"
    r"\bno (?:exceptions?|excuses?|ifs)[^,.;]*|\bfull stop\b|\bperiod\b|\bend of (?:story|discussion)\b|"
    r"\bhoping for\b|"
    r"\bunder (?:any|no) circumstances?\b|\bregardless(?: of[^,.;]*)?"
)
"""Words that only say the wish once more; taken out before SOFT is looked for."""
CONDITION = idea(
    r"(?<!even )(?<!as )\b(?:if|unless|whenever|provided|providing|assuming|in case|as long as|so long as|"
    r"on condition|in the event)\b",
    r"\b(?:when|where|once|while|whilst|until|till|after|before|since|as soon as)\b(?= (?:i|i'm|i've|it|it's|its|"
    r"the|my|there|there's|"
    r"they|someone|we|you|he|she|his|her|traffic|roads?|weather|prices?|fuel|raining|snowing|loaded|wet|dark|hot|"
    r"foggy|icy)\b)",
    r"\b(?:except|excepting|apart from|other than|with the exception|save for|but for)\b",
    r"\bwithout (?:an? |any |my |the |proper )*(?:return|deposit|advance|helper|help|paper\w*|permit|insurance|"
    r"payment|cash|phone|"
    r"appointment|tarp|tail|invoice|contract|receipt|backload|load back|prior|notice|calling|asking me)\w*",
    r"\b(?:in|during) (?:the )?(?:rain|snow|fog|dark|heat|storms?|typhoons?|bad weather|wet weather|hot weather|"
    r"rush hour|peak hours?|"
    r"summer|winter|holidays?)\w*|\b(?:at|by) night\b|\bafter dark\b|\bin (?:bad|wet|hot|icy|foggy) \w+|"
    r"\bon (?:rainy|snowy|hot|wet|icy|"
    r"foggy|public) \w+|\bon holidays?\b|\brainy days?\b|\bwhen empty\b|\bwhen loaded\b|\bonly (?:at night|"
    r"in the morning)\b",
)
"""The wish holds only then."""
NOTE = idea(
    r"\bso (?:is|are) (?:everything|all|the rest)\b",
    r"(?:«goods»|«city»)(?: (?:and|or) (?:«goods»|«city»))* (?:is|are) (?:all |both |perfectly |quite )?(?:fine|ok|"
    r"okay|welcome|no problem)\b",
    r"\b(?:do|does|would) not (?:really |much )?(?:mind|care|matter)\b|\b(?:other|the other|all other|"
    r"otherwise) (?:days?|times?|"
    r"hours?|nights?|goods|cities|places)? ?(?:is |are )?(?:all )?(?:fine|normal|ok|okay|as usual|no problem|"
    r"up to you|you decide)\b|"
    r"\b(?:anything|everything|all|the rest|any \w+|whatever|anywhere) (?:else )?(?:is |are |goes|"
    r"works)(?: all)? ?(?:fine|ok|okay|up to you|good|"
    r"negotiable|as usual|for me|flexible)?\b(?! out)|"
    r"\b(?:otherwise|apart from that|other than that|beyond that|besides that|elsewhere)[, ]*(?:i'?m |i am |it'?s |"
    r"we'?re |you can |do )?"
    r"(?:fine|flexible|normal|easy|open|free|happy|good|whatever|anything|send|as usual|i'll (?:take|do|"
    r"drive) (?:anything|whatever))|"
    r"\bno (?:other|further|more|special) (?:wishes|requirements|demands|requests|limits|preferences)\b|"
    r"\bno (?:problem|issue|objections?)\b|"
    r"\bthat'?s (?:all|it|everything|about it)\b|\bi'?m (?:fine|ok|okay|happy|good) with\b|\bup to you\b|"
    r"\bi'?ll (?:take|do|haul|carry|go) "
    r"(?:anything|everything|whatever|anywhere)\b|\bfine (?:with|by) me\b|\bi can work with\b",
)
"""All else is as usual: no wish."""
REASON = idea(
    r"^(?:because|cause|'cause|since|as (?:i|i'm|i've|my|the|it|it's|we|they)\b|due to|so that|so as|otherwise|"
    r"or else|in order|"
    r"for (?:my|the) (?:sake|health)|thanks to|given that|seeing|that'?s (?:why|because|my|the|a|an|what|when)\b|"
    r"this is (?:why|because|important|"
    r"a|my|for)\b|it'?s (?:why|because|my|a|an|not that|the|too|just)\b|it (?:is|was|has|smells?|stinks?|costs?|"
    r"makes?|takes?|gets?|just|only|always)\b|"
    r"they (?:are|were|have|all|smell|stink|cost|make|take|break|spoil|always|never|just|keep)\b|they'?re\b|"
    r"both (?:are|spoil|smell|stink|break|make|get)\b|"
    r"(?:my|the) (?:doctor|wife|kids?|back|knees?|boss|mother|father|son|daughter|family|smell|box|fridge|insurance|"
    r"road|roads|traffic|"
    r"truck is|truck has|suspension|engine is (?:old|weak)|brakes)\b(?!.*\b(?:must|need|needs|insists?|says?|has to|"
    r"have to|want|wants|to be)\b)|"
    r"i (?:get|got|was|had|have been|have a (?:bad|sore|weak|new|old|small)|am allergic|hate|can not stand|live|"
    r"was born|know|like|love|just|once|"
    r"already|still)\b|i'?ve (?:got|had|been|lost|a )\b|i'?m (?:allergic|not (?:certified|licensed|licenced|"
    r"insured|trained|equipped|qualified)|old|tired|getting|not as|a |an |too |from|"
    r"based|only \w+ years))"
)
"""How a clause begins that says why, or how things are."""
COURTESY = idea(
    r"^(?:\W|\b(?:hi|hello|hey|dear|dispatch(?:er)?|team|thanks|thank you|many|cheers|please|regards|best|kind|"
    r"good (?:morning|evening|day)|it'?s|"
    r"this is|my name is|all|everyone|there|boss|guys|folks|mate|a lot|very much|in advance|so much|sorry|ok|okay|"
    r"well|now|also|and|but|"
    r"then|one more thing|oh|right|listen|look|hear me|note|as agreed|as discussed|as (?:i|we) said|to be clear|"
    r"just so you know|fyi|ps|"
    r"first|second|third|firstly|secondly|finally|lastly|last thing|next|first of all|that is|i mean|you know|"
    r"as always|as usual|"
    r"(?:just |only )?(?:one|two|three|four|five|\d) (?:simple |small |short |little )?(?:wish(?:es)?|rules?|requests?|"
    r"requirements?|conditions?|points?|things?|demands?)(?: only| from me| for you| please)*|"
    r"we agreed on this|following our call|my (?:wishes|rules|requirements|preferences|conditions|terms|needs)|"
    r"wishes|rules|requirements|"
    r"preferences|here (?:are|is|goes)|drive safely|understood|understand|clear|got it|is that clear|that'?s a rule|"
    r"that'?s an order|no joke|"
    r"i'?m serious|seriously|honestly|really|absolutely|definitely|certainly|always|ever|whatever happens|need|"
    r"needs?|"
    r"i have (?:a few|some|two|three|the following) (?:wishes|rules|requests|requirements)|a few (?:wishes|rules|"
    r"things|requests)|"
    r"the following|are|is|a|my|me|the|for|to|too|as well|both|again|at all|whatsoever|no matter what)\b)*$",
    r"^(?:many |and )?thank(?:s| you)\b(?:(?!\b(?:but|no|not|please)\b)[a-z' ])*$",
)
"""Politeness: words that ask for nothing."""
ASKS = idea(
    r"\bnone of (?:it|that|them|those)\b",
    r"\b(?:must|have to|has to|need|needs|needed|want|wants|only|please|should|shall|at least|at most|required?|"
    r"demand|insist\w*|make sure|"
    r"ensure|keep|let me|give|send|never|no|not|would like|i'd like|rather|prefer\w*|expect|"
    r"(?<!is )(?<!are )(?<!'s )always|"
    r"limit|max\w*|min\w*|forbidden|avoid|refuse|skip|stay|be at|be in|be home|hope|wish|no more|stop|finish|"
    r"has got to|got to|gotta)\b|^(?:be|use|treat|check|watch|ask|allow|hold|wait|clean|show|read|write|answer|pick|"
    r"go|do|remember)\b|^(?:i )?(?:take|"
    r"get|make|use|find|put|pay|leave|help|call|tell|drive|bring|book|route|plan|arrange|respect|remember|try|"
    r"reserve|visit|collect|load|haul|"
    r"work|rest|sleep|park|start|return)\b",
)
"""Asks for something."""
LATER = idea(
    r"\b(?:will be (?:told|announced|confirmed|decided)|to be (?:told|decided|confirmed|announced)|tbd|tbc|"
    r"let you know|will follow|"
    r"i'?ll (?:tell|say|send|call|confirm)|tell you|details? (?:later|to follow|follow)|later on|to follow|"
    r"some(?:where|time|day)\b)"
)
"""What it depends on is not said yet."""


def cleaned(words: str) -> str:
    """The words without what sounds like a refusal and is none, of the same length."""
    return NO_REFUSAL.sub(lambda match: "_" * len(match.group()), words)


def is_soft(words: str) -> bool:
    """Whether the words leave room."""
    return SOFT.search(FIRM.sub("", words)) is not None
