"""English sentences by which an assistant refuses outright, as one pattern for each kind.

Text comes in as `answers.prepare` leaves it, with contractions written out by `expand`. A pattern is here because
its sentence refuses whatever the topic is; softer signs, which need company, are in `cues`.
"""

import re

_CONTRACTION = re.compile(r"\b([a-z]+?)(n't|'(?:m|ve|ll|d|re|s))(?![a-z'])")
_IRREGULAR = {"can't": "cannot", "won't": "will not", "shan't": "shall not", "ain't": "is not", "let's": "let us"}
_ENDINGS = {"n't": " not", "'m": " am", "'ve": " have", "'ll": " will", "'d": " would", "'re": " are", "'s": " is"}
_TAKES_IS = frozenset(
    {"it", "that", "this", "there", "here", "what", "where", "who", "how", "he", "she"}
)  # other "'s" are possessives
_SLOPPY = re.compile(r"\b(?:can not|cant|dont|wont|im)\b")
_SLOPPY_FULL = {"can not": "cannot", "cant": "cannot", "dont": "do not", "wont": "will not", "im": "i am"}


def expand(text: str) -> str:
    """Write out English contractions, so that each phrase has one form."""
    text = _SLOPPY.sub(lambda match: _SLOPPY_FULL[match[0]], text)
    return _CONTRACTION.sub(_write_out, text) if "'" in text else text


def _write_out(match: re.Match[str]) -> str:
    word, ending = match.groups()
    if ending == "'s" and word not in _TAKES_IS and word != "let":
        return match[0]
    return _IRREGULAR.get(match[0], word + _ENDINGS[ending])


def any_of(*alternatives: str) -> str:
    """A group that matches one of the alternatives; several of them may stand in one string, split by " | "."""
    return "(?:" + "|".join("|".join(alternatives).split(" | ")) + ")"


# Words that may stand between speaker, modal and verb without changing what is said.
ADVERBS = (
    r"(?:(?:[a-z]+ly|also|just|still|never|ever|even|please|therefore|thus|in good (?:conscience|faith)|at this time"
    r"|at the moment|as an ai(?: [a-z]+){0,3}|under any circumstances?|in any way|knowingly|either),? ){0,3}"
)
_ABLE = any_of(
    "able | allowed | permitted | going | willing | prepared | equipped | authori[sz]ed | designed | programmed",
    "trained | built | here | about | in a position | at liberty | comfortable | capable | supposed | meant | inclined",
    "qualified | interested in | ready | intended | set up | configured | open",
)
NEGATED = any_of(
    "cannot | could not | will not | shall not | must not | should not | (?:will|can) never",
    # "i would not do that" is advice, "i would never share your data" a promise, "i may not give the best" modesty.
    r"(?:(?:would|could) never|would not)(?= (?:be able to |[a-z]+ly )?(?:assist|help you|tell you|provide|support"
    r"|condone|endorse"
    r"|engage|participate|comply|fulfil|promote|encourage))",
    "may not(?= (?:disclose|reveal|discuss|share))",
    r"(?:am|is) (?:[a-z]+ly )?(?:unable|unwilling|incapable)(?: to| of)?",
    r"(?:am|is) (?:[a-z]+ly )?(?:prohibited|forbidden|prevented|restricted|barred|precluded|banned)(?: from)?",
    rf"(?:am|is|was) (?:[a-z]+ly |also |just |still )?not (?:[a-z]+ly )?{_ABLE}(?: to| of| with)?",
    r"(?:have been|was|am|is) (?:[a-z]+ly )?(?:programmed|instructed|trained|designed|told|asked|built)"
    r" (?:to not|not to|never to)",
    r"do not feel (?:[a-z]+ )?(?:comfortable|right|good|at ease)(?: with| about)?",
    r"(?:do not|have no) (?:wish|want|intend|plan|intention|desire|interest)(?: to| of| in)?",
    r"(?:do not think|do not believe|am not sure|doubt)(?: that)? i (?:can|could|should|will|am able to)",
)
# Not in "if i cannot help, ask a friend" nor in "things i cannot do".
SPEAKER = (
    r"(?<!if )(?<!when )(?<!what )(?<!why )(?<!things )(?<!unless )(?<!though )(?<!where )"
    r"\b(?:i|this (?:ai|assistant|model|chatbot)|the (?:assistant|ai)),? "
)
_HOW_MUCH = r"(?! (?:you )?how (?:much|happy|grateful|sorry|proud|many times|excited|often|glad))"
# Helping and answering: what an assistant does for the one who asks. "e" also stands for "ing".
_HELP = any_of(
    "assist(?:ing|ance)? | aid(?:ing)? | provid(?:e|ing) | offer(?:ing)? | supply(?:ing)? | shar(?:e|ing)",
    "help(?:ing)?(?! (?:but|feeling|thinking|wondering|smiling|noticing|laughing|falling|loving|myself|being|it\\b))",
    "giv(?:e|ing)(?! up| in\\b| enough) | fulfill?(?:ing)? | comply(?:ing)? | satisfy(?:ing)? | accommodat(?:e|ing)",
    "oblig(?:e|ing) | grant(?:ing)? | answer(?:ing)? | respond(?:ing)? | reply(?:ing)? | address(?:ing)?",
    "entertain(?:ing)? | indulg(?:e|ing) | engag(?:e|ing) | participat(?:e|ing) | partak(?:e|ing) | tak(?:e|ing) part",
    "be (?:a )?part(?:y)?(?: of| to) | be involved | get(?:ting)? involved | involv(?:e|ing) myself",
    "collaborat(?:e|ing) | cooperat(?:e|ing) | support(?:ing)? | condon(?:e|ing) | endors(?:e|ing) | promot(?:e|ing)",
    "encourag(?:e|ing) | advocat(?:e|ing) | facilitat(?:e|ing) | contribut(?:e|ing) | justify(?:ing)?",
    "creat(?:e|ing) | writ(?:e|ing) | generat(?:e|ing) | produc(?:e|ing) | compos(?:e|ing) | craft(?:ing)?",
    "draft(?:ing)? | develop(?:ing)? | mak(?:e|ing)(?! it\\b| sense| out\\b| up my) | prepar(?:e|ing)"
    " | publish(?:ing)?",
    "discuss(?:ing)? | talk(?:ing)? about | speak(?:ing)? (?:about|on|to) | comment(?:ing)? | explor(?:e|ing)",
    f"explain(?:ing)?{_HOW_MUCH} | describ(?:e|ing){_HOW_MUCH} | tell(?:ing)? (?:you|anyone|people){_HOW_MUCH}"
    f" | elaborat(?:e|ing)",
    "go(?:ing)? into (?:that|this) | teach(?:ing)? | show(?:ing)? you | guid(?:e|ing) | instruct(?:ing)? | advis(?:e"
    "|ing)",
    "walk(?:ing)? you | recommend(?:ing)? | suggest(?:ing)? | say(?:ing)? (?:such|anything|(?:that|this)(?:[.!]|$))",
    "do (?:that|this|so|it|what|anything|such)\\b | proceed(?:ing)? | continu(?:e|ing) | carry(?:ing)? out",
    "perform(?:ing)? | complet(?:e|ing) | process(?:ing)? | execut(?:e|ing) | undertak(?:e|ing) | translat(?:e|ing)",
    "follow(?:ing)? (?:that|this|such|your|those) (?:requests?|instructions?|orders?|commands?) | disclos(?:e|ing)"
    " | reveal(?:ing)? | divulg(?:e|ing) | list(?:ing)?(?! all| every| them all)",
    "role-?play(?:ing)? | pretend(?:ing)? | act(?:ing)? as | be of (?:any )?(?:assistance|help|service)",
    "conduct(?:ing)? | us(?:e|ing) (?:such|that|this|offensive|derogatory) | repeat(?:ing)? | fabricat(?:e|ing)",
    "speculat(?:e|ing) | discriminat(?:e|ing) | chat about | touch on | weigh in",
    # Acts that an assistant would be made to do.
    "insult | mock | ridicule | demean | degrade | impersonate | deceive | spy | hack | harass | bully | threaten",
    "stereotype | lie (?:to|about|for) | be used | talk (?:dirty|badly)",
    # Verbs of daily life, which take an object of the conversation to be about the request.
    "(?:accept|agree to|allow|permit|honou?r|tolerate|meet|consider|approve|enable|name|judge|harm|handle|design)"
    "(?:ing)? (?:[a-z]+ ){0,3}(?:requests?|questions?|prompts?|this|that|such|these|harm|content|you|anyone|others)",
)
_ENOUGH = r"(?![^.!?\n]{0,40}\benough\b)"  # "i cannot recommend it enough"
_REFUSES = (
    rf"{NEGATED}(?:,? (?:and|or|nor|or even) (?:i )?{NEGATED},?)?,? {ADVERBS}(?:be {ADVERBS}|be able to"
    rf" |bring myself to )?"
    rf"{_HELP}\b{_ENOUGH}"
)

# "i cannot help with that", "i am not able to provide …"
CANNOT_HELP = re.compile(SPEAKER + ADVERBS + _REFUSES)
# "i am an ai model and do not condone …": the second verb shares the subject.
AND_CANNOT = re.compile(
    rf"{SPEAKER}am (?:(?:just |only |simply |merely )?an?|programmed|designed|trained)\b[^.!?\n]{{1,100}}?"
    rf"\b(?:and|but|so|therefore|thus|,) (?:i )?{ADVERBS}(?:{_REFUSES}|do not {ADVERBS}{_HELP}\b{_ENOUGH})"
)
_SAY_NO = r"(?:decline|refuse|say no(?:[.!,;]| to\b|$)|refrain from|abstain)"
# With "would" these are advice: "i would avoid that hotel".
_BACK_OFF = rf"(?:{_SAY_NO}|pass(?:[.!]|$| on)|reject|turn down|turn this down|withhold|avoid {_HELP}|draw the line)"
_DISOWN = "(?:condone|support|endorse|promote|encourage|advocate|engage|tolerate|justify|participate|facilitate)"
# "i must decline", "i refuse to answer", "i would rather not", "i do not condone …"
DECLINE = re.compile(
    SPEAKER
    + any_of(
        r"(?:must|have to|need to|(?:will|would) have to|am going to(?: have to)?|choose to|am afraid i must"
        r"|am (?:obliged|obligated|bound|forced|compelled|required|programmed|designed) to) "
        rf"{ADVERBS}{_BACK_OFF}",
        rf"(?:will|would|should|would like to|am inclined to) {ADVERBS}{_SAY_NO} | will pass(?:[.!]|$)",
        rf"{ADVERBS}(?:decline|refuse) to {ADVERBS}(?:be )?{_HELP}\b",
        rf"{ADVERBS}(?:decline|refuse) (?:your|this|that|any|the (?:request|task))",
        rf"{ADVERBS}(?:decline|refuse|object)(?: this| that)?(?:[.!]|$)",
        rf"(?:would|will) (?:rather|prefer|sooner) not(?:[.!,;]|$| (?:to )?(?:{_HELP}|go|get|say|talk|speak|do|be"
        rf"|have|touch|make"
        rf"|go into|comment|speculate|think|see|take|continue|try)\b) | would prefer to not | (?:prefer|choose"
        rf"|opt) not to\b",
        rf"do not (?:and (?:will|cannot|do) not )?{ADVERBS}{_DISOWN}\b",
        r"(?:would like|would love|want|wish i could|wish i was able|wish)(?: to)? (?:help|assist|answer|be able to)"
        r"[^.!?\n]{0,60}\bbut\b",
        r"wish i could\b[^.!?\n]{0,60}\bbut\b",
        r"(?:can only|could only|am only able to) (?:help|assist|answer|provide|discuss|respond|offer|talk)",
        r"am not at liberty to\b | am not comfortable with\b | do not feel comfortable with\b",
        r"am not the right (?:tool|one|assistant|model|person) for\b",
        rf"do not {ADVERBS}(?:provide|share|write|create|generate|give out|answer|discuss|assist|help with|disclose"
        r"|do (?:that|this|such))\b(?! (?:your|the|this|that) (?:view|opinion|taste|love|enthusiasm|concern))",
        r"(?:am|would be) (?:here|happy|glad|willing) to (?:help|assist)[^.!?\n]{0,60}\bbut not\b",
        r"(?:will have|have|need|must) (?:to )?ask you to (?:stop|refrain)",
        r"(?:cannot|will not|must decline)(?: do (?:that|it))?(?:[.!]|$)",
    )
)
_START = r"(?:^|(?<=[.!?:;] )|(?<=sorry )|(?<=sorry, )|(?<=sorry but )|(?<=sorry, but )|(?<=no, )|(?<=nope, ))"
# The subject left out: "cannot assist with that", "request denied"
SPEAKERLESS = re.compile(
    _START
    + any_of(
        r"(?:cannot|will not|unable to|not able to|not going to|refuse to|not allowed to|not permitted to"
        rf"|not comfortable|not programmed to|would not|do not feel comfortable) {ADVERBS}"
        r"(?:(?:process|complete|generate|create|execute) (?:that|this|your|such)|assist|help (?:you|with)|comply"
        r"|provid(?:e|ing)|answer|fulfil"
        r"|do (?:that|this|it)|discuss|engage|support"
        r"|with (?:that|this)|share|respond|participate)",
        r"no can do\b | (?:access|permission) denied(?:[.!]|$) | not happening\b | absolutely not[.!] | no comment\b",
        r"request (?:denied|rejected|refused|declined|blocked) | hard pass\b | nice try\b | no way[.!]",
        r"sorry,? (?:but )?no(?:[.!]|$) | i refuse(?:[.!]|$) | not something i | not (?:doing|answering"
        r"|going to do) (?:that|this|it)\b",
        r"you will have to (?:look elsewhere|ask (?:someone|somebody) else|find (?:someone|somebody|another))",
    )
)
# "we cannot help with that", "under no circumstances will i help"
OTHER_SUBJECT = re.compile(
    any_of(
        r"\bwe (?:cannot|are unable to|are not able to|will not|do not|are not permitted to|are not allowed to) "
        rf"{ADVERBS}(?:assist|help (?:you|with)|provide (?:you|that|this|such)|fulfil|comply|process|answer (?:your"
        rf"|that|this)"
        r"|discuss (?:that|this|such)|support (?:that|this|your)|share (?:that|this|such))",
        r"\b(?:under no circumstances?|in no way|at no time|never|no way) (?:will|can|would|shall|could|am) i\b"
        rf"[^.!?\n]{{0,15}}\b{_HELP}\b",
        rf"\bno way (?:that )?i (?:am|will|would|can)\b[^.!?\n]{{0,15}}\b{_HELP}\b",
    )
)
# What is said not to be so of a request or of answering it.
PROPER = any_of(
    "appropriate | ethical | acceptable | right | responsible | possible | moral | legal | productive | safe",
    "respectful | professional | permissible | okay | ok | advisable | wise | fair | proper | helpful | suitable",
    "constructive | correct | accurate | good | justified | within my",
)
_MY_RULES = any_of(
    "programming | guidelines? | principles? | polic(?:y|ies) | ethics | ethical | moral | values? | nature | rules?",
    "terms | purpose | instructions? | training(?! data| cut) | design | standards? | safety | content"
    " | capabilit(?:y|ies)",
    "abilit(?:y|ies) | scope | boundaries | limits? | limitations? | core | usage | community | capacity | role",
    "function | protocols? | restrictions? | responsib[a-z]+ | expertise | conscience",
)
_REQUEST = (
    r"(?:(?:this|that|the|your|such) (?:type of |kind of )?(?:request|question|prompt|query|task)s?"
    r"|(?:this|that|such|your) (?:type of |kind of )?(?:topic|content))"
)
# The rules that forbid it: "it goes against my guidelines", "my programming does not allow …"
POLICY = re.compile(
    any_of(
        r"\b(?:against|contrary to|in violation of|outside(?: of)?|beyond|not within|in conflict with"
        r"|not in line with"
        r"|not (?:aligned|compatible|consistent) with|not part of) (?:the (?:scope|bounds|limits?) of )?my "
        rf"(?:[a-z]+,? (?:and |or )?){{0,3}}{_MY_RULES}\b",
        r"\b(?:violates?|breach(?:es)?|conflicts? with|contradicts?|contravenes?|goes against|go against)"
        rf" (?:my|our|the|openai's|these|content|ethical)\b[^.!?\n]{{0,40}}\b{_MY_RULES}\b",
        rf"\bmy (?:[a-z]+ (?:and )?){{0,3}}{_MY_RULES}\b[^.!?\n]{{0,60}}"
        r"\b(?:do not|does not|prevents?|prohibits?|forbids?|restricts?|cannot|will not|would not|not to) ",
        r"\b(?:not|never) something (?:that )?(?:i|we) (?:can|could|will|would|am|want|feel|do|should)\b",
        r"\b(?:not|never) (?:allow|permit|authori[sz]e)(?:ed|d|s)? me to\b",
        r"\b(?:prevents?|prohibits?|forbids?|stops?|bars?|restricts?|keeps?) me from\b",
        r"\b(?:beyond|outside|more than)(?: of)? what i (?:can|am|may|could)\b",
        r"\b(?:that|this)(?: topic| subject| question)? is off[- ]limits\b | \bcrosses a line for me\b",
        r"\bline (?:that )?i (?:will not|do not|cannot) cross\b",
        r"\bagainst (?:this|that) (?:purpose|principle|policy|rule)\b",
        r"\b(?:stay|remain|keep) within (?:my|the|these) (?:[a-z]+ )?(?:guidelines|policies|rules|limits"
        r"|boundaries)\b",
        r"\b(?:not|stop)(?: to)? continu(?:e|ing)(?: with)? this (?:topic|conversation|discussion|line)\b",
        r"\bstill learning how to (?:answer|help|respond)\b",
        r"\bnothing i can (?:do|say|offer|help)\b",
        r"\b(?:we|let us)\b[^.!?\n]{0,25}\b(?:talk|talked|chat|speak|discuss)(?: about)? (?:something"
        r"|anything) (?:else|more"
        r"|different|positive)",
        r"\b(?:we|let us)\b[^.!?\n]{0,25}\b(?:another|a different|a new|change (?:the )?"
        r"|switch (?:the )?)\s?(?:topic|subject)",
        rf"\b{_REQUEST}\b[^.!?\n]{{0,40}}\bcannot be (?:fulfilled|completed|answered|processed|accommodated)",
        rf"\b{_REQUEST} (?:has been|was|is|goes|falls|violates?) (?:[a-z]+ )?(?:not allowed|not permitted|prohibited"
        r"|against|blocked|denied|declined|flagged|filtered|rejected|outside|beyond)",
        r"\b(?:this|that|such|your) (?:information|details|data|content|instructions|text|image"
        r"|topic)\b[^.!?\n]{0,30} (?:cannot|must not"
        r"|will not) be "
        r"(?:shared|shown|displayed|disclosed|provided|given|revealed|discussed|generated)\b",
        r"\b(?:your|this|the) (?:response|message|prompt|request) (?:was|has been|is) (?:filtered|blocked|removed"
        r"|flagged)\b",
        r"\bmove on ?to a (?:new|different) topic\b | \bend (?:this|the|our) conversation\b",
        r"\bi (?:must|have to|need to) (?:adhere to|follow|comply with|respect|abide by) (?:[a-z]+ ){0,3}"
        r"(?:guidelines|policies|policy|rules|laws|standards|principles)",
    )
)
# Every pattern above needs one of these: a look that spares most sentences the search.
HINTS = (
    "not", "no ", "never", "nothing", "unable", "unwilling", "incapable", "declin", "refus", "refrain", "abstain",
    "pass", "reject", "turn down", "withhold", "avoid", "draw the line", "object", "only", "rather", "prefer", "sooner",
    "wish", "say no", "stop contin", "within", "would like", "would love", "want to help", "prohibited", "forbid",
    "prevent", "restrict", "barred",
    "precluded", "banned", "my ", "against", "violat", "breach", "conflict", "contra", "let us", "we ", "change the",
    "move on", "end th", "denied", "blocked", "flagged", "filtered", "outside", "beyond", "nice try", "guidelines",
    "polic", "rules", "laws", "standards", "principles", "removed", "off limits", "off-limits", "crosses",
    "learning how", "sorry", "right tool", "ask you to", "look",
)  # fmt: skip
