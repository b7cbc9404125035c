"""Words that turn a direction round or make a sentence no correction at all."""

from typing import Final

from triptych.metrics.coaching_rubric.tables import any_of, split_words

NEGATIONS: Final = split_words(
    "don't dont not never avoid avoiding stop without prevent preventing no isn't aren't doesn't didn't won't "
    "can't cannot quit cease reduce reducing decrease limit limiting minimize minimise less resist refrain "
    "eliminate fix correct beware hardly barely nor fail fails failing failed unable "
    "shouldn't mustn't wasn't weren't neither"
)
EXCESS: Final = split_words("too excessive excessively overly overextend overextended")
SHORTFALL: Final = split_words(
    "lack lacks lacking insufficient insufficiently limited missing inadequate incomplete short"
)
"""What is said to be missing is wanted, whatever the mood."""

WISHES: Final = split_words(
    "should need needs must could try want ought let's please recommend suggest consider aim focus remember "
    "ensure sure keep keeping maintain maintaining allow let letting have think concentrate work practice "
    "practise use using make making hold holding stay staying imagine strive attempt prioritize prioritise "
    "emphasize emphasise i'd would start begin adjust check move put set place position bring take with adopt continue "
    "remain stays"
)
STATES: Final = split_words(
    "is are was were seem seems appear appears looks you're they're it's that's there's gets get becomes "
    "become tend tends remain remains were being 're has"
)
HOLDS: Final = split_words(
    "is are was were stay stays stayed remain remains remained keep keeps kept hold holds held track tracks"
)
"""Verbs of a state that lasts."""
PRAISE: Final = split_words(
    "good great nice nicely excellent perfect perfectly well awesome amazing fantastic solid superb correct "
    "correctly beautiful beautifully strong impressive wonderful brilliant proper properly love fine"
)

_RATED: Final = {
    "form": "(?:form|technique|rep|reps|repetition|movement|execution|posture|squat|lunge|lift|exercise|performance|"
    "attempt|workout|press|raise|row|curl|deadlift|work)",
    "good": "(?:good|great|correct|right|perfect|proper|fine|ideal|nice|well|ok|okay|acceptable|excellent)",
    "bad": "(?:wrong|incorrect|bad|poor|terrible|awful|sloppy|horrible|faulty|messy|weak|off)",
    "film": "(?:videos?|images?|clips?|footage|frames?|pictures?|recordings?|file)",
}

FINE: Final = any_of(
    r"""
  no (?:\w+ ){0,3}?(?:corrections?|changes?|adjustments?|faults?|errors?|issues?|problems?|mistakes?|deviations?|
    differences?|feedback|concerns?|fixes)
  nothing (?:\w+ ){0,2}?(?:to (?:fix|correct|change|improve|adjust|add|report)|wrong|needs)
  (?:form|technique|rep|repetition|movement|execution|posture|squat|lunge|lift|everything|all|it|this|that|
    alignment)(?: \w+){0,3}? (?:is|looks?|was|seems?|'s|are) (?:\w+ ){0,2}?(?:good|great|correct|perfect|fine|
    excellent|solid|spot on|on point|right|proper|ideal|clean|sound|well)
  (?:that's|it's) (?:\w+ )?(?:good|great|correct|perfect|fine|excellent|right)
  match(?:es|ed|ing)? the (?:reference|trainer|expert|instructor|demo\w*|coach|example|video)
  (?:perfect|flawless|excellent|textbook|correct|great|good|ideal|impeccable|solid|clean|nice) (?:\w+ )?(?:form|
    technique|execution|rep|repetition|posture|job|work|squat|lunge|lift|movement|alignment)
  (?:can't|cannot|can not|don't|do not|didn't|did not) (?:see|find|notice|spot)
     (?:any|a|anything)\b(?! (?:\w+ )?<film>).*
  well done|keep it up|keep going|(?:identical|same) (?:to|as) the (?:reference|trainer|expert|instructor)
  looks? (?:good|great|perfect|fine|correct)|doing (?:great|well|fine|it right|everything right)
  (?:need|needs) no (?:\w+)|don't (?:need to )?change (?:anything|a thing)|as (?:it )?should(?: be)?|carry on
  keep (?:on )?(?:doing (?:what|exactly|just|that|this|it|so)|it (?:like|that|this)|at it)\b.*
  ^(?:none|nil|nothing)$
  (?:stay|go on) (?:just |exactly )?like (?:this|that)
  continue (?:like this|like that|what|doing|as (?:is|you are)|exactly)
  (?:great|good|nice) (?:stuff|going|one)|spot on|flawless(?:ly)?
  no (?:need|reason) to (?:change|correct|fix|adjust)|nothing (?:stands out|is wrong|needs)
""",
    _RATED,
)
"""Says that nothing is wrong."""

BLAME: Final = any_of(
    r"""
  (?:many|several|some|few|lots of|lot of|multiple|numerous|various|serious|big|major|minor|are|is an?|have|has|
    see|made|make|with|contains?|found) (?:\w+ ){0,2}?(?:errors?|mistakes?|faults?|problems?|issues?|flaws?)
  (?:this|that|it|everything|all|<form>)(?: \w+){0,2}? (?:is|looks?|was|seems?|are|were) (?:\w+ ){0,2}?<bad>
  (?:it's|that's|doing (?:it|this|that|everything)) (?:\w+ )?<bad>
  (?:needs?|requires?) (?:\w+ ){0,4}?(?:work|improvements?|improving|corrections?|correcting|fixing|practice|attention)
  <bad> (?:\w+ )?<form>
  something (?:is|looks|seems) (?:\w+ )?<bad>
  (?:could|should|can) (?:\w+ )?(?:be|do|look) (?:\w+ )?better
""",
    _RATED,
)
"""Says that something is wrong; denied it says nothing of the kind."""

DENIED_PRAISE: Final = any_of(
    r"""
  (?:this|that|it|<form>)(?: \w+){0,2}? (?:(?:is|was|looks?|seems?) not|isn't|wasn't|aren't|(?:does not|doesn't)
     (?:look|seem)|never looks?) (?:\w+ ){0,2}?<good>
  not (?:\w+ ){0,2}?<good> (?:\w+ )?<form>
  ^not (?:\w+ )?<good>$
""",
    _RATED,
)
"""Says that the whole is not good."""

RETRACTS: Final = any_of(
    r"""
  ^(?:but |however |though )?(?:that|this|it)(?:'s| is| would be| was) (?:\w+ ){0,2}?(?:wrong|false|incorrect|untrue|
    bad advice|a myth|nonsense|not (?:true|right|correct|so)|(?:a )?mistake)$
  ^(?:but |please )?(?:do not|don't|never) do (?:that|this|it|so)$
"""
)
"""Takes back the order before it: "some say: widen your stance; that's wrong"."""

NO_ANSWER: Final = any_of(
    r"""
  ^\W*(?:n ?a|ok|okay|yes|no|yep|nope|sure|hm+|um+|not applicable|unknown|unsure|sorry|
    no (?:answer|comment|response|reply))(?=\W*$)
  (?:cannot|can't|can not|unable to|not able to|could not|couldn't|not possible to|impossible to) (?:\w+ ){0,3}?(?:
    assess|see|view|judge|evaluate|help|watch|analy[sz]e|tell|determine|provide|access|assist|comment|open|play|give|
    review|process|answer|say|offer|make out)
  (?:do not|don't|without) (?:\w+ )?(?:have|see|access)(?: \w+){0,4} <film>
  <film> (?:\w+ ){0,2}?(?:is|was|are|seems?|appears?|looks?|did not|didn't|does not|doesn't|cannot|can't|could not|
    couldn't|failed) (?:\w+ ){0,3}?(?:blurr?y|blurred|missing|unavailable|unclear|dark|empty|corrupt\w*|black|load|play|
    open|opened|loaded|attached|provided|shared)
  (?:no|any) (?:\w+ )?<film>|(?:upload|re ?upload|resend|share|attach|send|provide) (?:\w+ ){0,3}?(?:it|<film>|again)
  as an ai|(?:not enough|insufficient|more) (?:information|context|detail|footage)|i (?:don't|do not) know|i'm not sure
""",
    _RATED,
)
"""A refusal, or a text that answers nothing."""

JUDGE_TALK: Final = any_of(r"""
  (?:rate|rated|rating|ratings|scor(?:e|es|ed|ing)|judge|judges|judged|evaluator|grader|graded?|grading|rubric|
    accuracy|actionability|hallucinat\w+|verdict|prompt|json|full marks|top marks|system|assistant|
    previous instructions|prior instructions|above instructions|instructions above|out of (?:5|five)|language model|
    explanation)
  [1-5] ?/ ?5|ignore (?:all|any|the|every|previous|prior|everything)
""")
"""A sentence that speaks to a judge says nothing of the exercise."""

ASIDES: Final = any_of(r"""
  (?:so that|which|because|since|as this|as it|in order to|so as to|helping|causing|reducing|improving|preventing|
    allowing|ensuring|putting|making it|that way|this|it will|it helps|leading to|resulting in|risking|to help)\b.*
  so (?:you|your|that|the|it|both|they)\b.*
  (?:to|will|can|could|may|might) (?:improve|avoid|prevent|protect|maxim|increas|enhance|help|activat|target|hit|
    support|creat|build|achiev|reduc|minimi|work the|feel|better|match|ensure|engage (?:your|the|more)|
    get (?:the|more|better|a)|make (?:it|the (?:most|exercise))|
    maintain (?:good|proper|balance|stability|tension|control|form)|
    keep (?:balance|tension|the tension|proper|good|stability)).*
  for (?:better|more|greater|improved|optimal|proper|good|full|maximum|max|maximal|a better|a more|a|an|stability|
    balance|safety|your|the|increased|effective|efficient|correct)\b.*
""")
"""A purpose, a reason or an effect, to the end of its sentence."""

NOTHING: Final = any_of(r"""
  even (?:if|though|when)
  up and down|down and up|back and forth|in and out|over and over|don't be afraid to|do not hesitate to
  (?:don't|never|do not) forget(?: to)?
""")
"""Words of direction that name none, negations that deny nothing."""

BEWARE: Final = any_of(r"""
  watch(?:ing)? (?:out )?for|be careful (?:not to|of|about)|beware of|look out for|guard against|watch out that
  get rid of|cut out|stay away from|too much of a
""")
"""Other ways to say avoid."""

ATTENTION: Final = split_words(
    "watch check mind think focus work fix correct adjust improve careful attention concentrate position form "
    "placement wrong off issue problem mistake aware refine sloppy bad poor incorrect"
)
"""With a part and no direction: the part is flagged, without how."""

CAVEATS: Final = split_words("but however except though although yet still")
LEADING_PRAISE: Final = split_words(
    "good great nice excellent perfect solid awesome amazing fantastic superb beautiful impressive wonderful "
    "brilliant love like well strong"
)
