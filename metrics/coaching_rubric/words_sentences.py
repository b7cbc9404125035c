"""Words that turn a direction round or make a sentence no correction at all, and fixed phrases.

`REWRITES` replaces phrases by marks that the parser reads: `=part:direction` (alternatives joined by "/"), `=direction`
without a part, `^` for how or where (it makes advice more specific), `~` for nothing.
"""

import re
from typing import Final

NEGATIONS: Final = frozenset(
    "don't dont not never avoid avoiding stop without prevent preventing no isn't aren't doesn't didn't won't can't cannot "
    "quit cease reduce reducing decrease limit limiting minimize minimise less resist refrain eliminate fix correct "
    "watch-out beware hardly barely nor shouldn't mustn't wasn't weren't neither".split()
)
EXCESS: Final = frozenset("too excessive excessively overly much-too overextend overextended".split())
SHORTFALL: Final = frozenset("lack lacks lacking insufficient insufficiently limited missing inadequate short".split())
"""What is said to be missing is wanted, whatever the mood."""

WISHES: Final = frozenset(
    "should need needs must could try want ought let's please recommend suggest consider aim focus remember ensure sure keep "
    "keeping maintain maintaining allow let letting have think concentrate work practice practise use using make making "
    "hold holding stay staying imagine strive attempt prioritize prioritise emphasize emphasise i'd would start begin "
    "adjust check set place position bring take adopt continue remain stays".split()
)
STATES: Final = frozenset(
    "is are was were seem seems appear appears looks you're they're it's that's there's gets get becomes become tend tends "
    "remain remains were being 're has".split()
)
PRAISE: Final = frozenset(
    "good great nice nicely excellent perfect perfectly well awesome amazing fantastic solid superb correct correctly "
    "beautiful beautifully strong impressive wonderful brilliant proper properly love fine".split()
)

FINE: Final = re.compile(
    r"\bno (?:\w+ ){0,3}?(?:corrections?|changes?|adjustments?|faults?|errors?|issues?|problems?|mistakes?|deviations?|differences?|"
    r"feedback|concerns?|fixes)\b|\bnothing (?:\w+ ){0,2}?(?:to (?:fix|correct|change|improve|adjust|add|report)|wrong|needs)"
    r"|\b(?:form|technique|rep|repetition|movement|execution|posture|squat|lunge|lift|everything|all|it|this|that|alignment)"
    r"(?: \w+){0,3}? (?:is|looks?|was|seems?|'s|are) (?:\w+ ){0,2}?(?:good|great|correct|perfect|fine|excellent|solid|spot on|on point|"
    r"right|proper|ideal|clean|sound|well)"
    r"|\b(?:that's|it's) (?:\w+ )?(?:good|great|correct|perfect|fine|excellent|right)\b"
    r"|\bmatch(?:es|ed|ing)? the (?:reference|trainer|expert|instructor|demo\w*|coach|example|video)"
    r"|\b(?:perfect|flawless|excellent|textbook|correct|great|good|ideal|impeccable|solid|clean|nice) (?:\w+ )?(?:form|technique|execution|rep|"
    r"repetition|posture|job|work|squat|lunge|lift|movement|alignment)\b|\bwell done\b|\bkeep it up\b|\bkeep going\b"
    r"|\b(?:identical|same) (?:to|as) the (?:reference|trainer|expert|instructor)\b|\blooks? (?:good|great|perfect|fine|correct)\b"
    r"|\bdoing (?:great|well|fine|it right|everything right)\b|\b(?:need|needs) no (?:\w+)|\bdon't (?:need to )?change (?:anything|a thing)\b"
    r"|\bas (?:it )?should(?: be)?\b|\bcarry on\b|\bcontinue (?:like this|as (?:is|you are)|exactly)\b|\b(?:great|good|nice) (?:stuff|going|one)\b|\bspot on\b"
    r"|\bflawless(?:ly)?\b|\bno (?:need|reason) to (?:change|correct|fix|adjust)\b|\bnothing (?:stands out|is wrong|needs)\b"
)  # fmt: skip
"""Says that nothing is wrong."""

JUDGE_TALK: Final = re.compile(
    r"\b(?:rate|rated|rating|ratings|scor(?:e|es|ed|ing)|judge|judges|judged|evaluator|grader|graded?|grading|rubric|accuracy|actionability|"
    r"hallucinat\w+|verdict|prompt|json|full marks|top marks|system|assistant|previous instructions|prior instructions|above instructions|"
    r"instructions above|out of (?:5|five)|language model|explanation)\b|\b[1-5] ?/ ?5\b|\bignore (?:all|any|the|every|previous|prior|everything)\b"
)  # fmt: skip
"""A sentence that speaks to a judge says nothing of the exercise."""

_YOUR = r"(?:your |the |both |both of your |each |his |her |their |my )?"
_SIDED = r"(?:left |right |both )?"
REWRITES: Final[tuple[tuple[str, str], ...]] = (
    # comparisons and asides
    (r"\b(?:compared (?:to|with)|unlike|relative to|like|just like|versus|as shown (?:in|by)|as in|to match|matching|same as|similar to) "
     r"(?:the |your )?(?:reference|expert|trainer|instructor|coach|demo\w*|video|example)(?:'s)?(?: (?:video|form|does|one|\w+))?", " ~ "),
    (r"\bthan (?:the|your|in the|it|on the) (?:\w+ ){0,3}?(?:reference|expert|trainer|instructor|coach|demo\w*|video|other|left|right|should)\b(?: (?:one|arm|hand|leg|foot|side|elbow|knee|be|does|video))?", " ~ "),
    (r"\bnot only\b|\bas well\b|\bas far as\b|\bno matter\b|\bin general\b|\bin order\b|\bin particular\b|\bas much as possible\b", " ~ "),
    (r"\ba (?:bit|little|touch|tad)\b|\bslightly\b|\bjust\b|\bvery\b", " "),
    (r"\b(?:keep|prevent|stop)(?=(?: \w+){1,4} from \w+ing\b)", " prevent "),
    (r"\bopen(?:ing)? (?:(?:them|it|your|the|out|\w+) ){0,2}up\b(?! (?:your|the) chest)", " widen "),
    (r"\b(?:increase|more|bigger|larger|widen|create|leave|add) (?:the |a |your )?(?:\w+ )?(?:gap|space|distance|room) between (?:your |the )?", " widen your "),
    (r"\b(?:decrease|reduce|smaller|less|close|narrow|shrink|shorten) (?:the |a |your )?(?:\w+ )?(?:gap|space|distance|room) between (?:your |the )?", " narrow your "),
    (r"\b(?:the )?(?:gap|space|distance) between (?:your |the )?(\w+) is too (?:big|large|great|wide|much)\b", r" your \1 are too wide "),
    (r"\b(?:the )?(?:gap|space|distance) between (?:your |the )?(\w+) is too (?:small|short|little|narrow|tight)\b", r" your \1 are too narrower "),
    (r"\b(?:reach|touch|stretch)(?:ing)? (?:\w+ ){0,5}?(?:(?:to|toward|towards|for|at|down to) )?(?:the |your )?(?:floor|ground|toes|feet|shins|ankles)\b", " =hands:lower/chest:lower ^ "),
    # tempo
    (r"\b(?:slow(?:ing)?|take|bring|dial|turn) (?:it |things |the (?:\w+ )?(?:rep|movement|tempo|pace|speed|motion|lift|exercise|rhythm|descent|lowering|lift) |your (?:\w+ )?(?:rep|movement|tempo|pace|speed|motion|descent|lowering)s? )?down(?! (?:and )?(?:low|lower|deep))\b(?= *(?:,|$|#|and|the|your|so|to|for|on|a|each|during|~|\^))", " =whole_body:slower "),
    (r"\bslow(?:er|ing)? (?:the|your|that) (?:\w+ )?(?:rep|reps|movement|descent|ascent|tempo|pace|speed|motion|lowering|lift|swing|rise)\b", " =whole_body:slower "),
    (r"\b(?:take|taking|use|using|spend|more|extra) (?:your |more |extra |some |a )*(?:time|seconds)\b|\bcount (?:to )?(?:two|three|four|\d)\b|\b(?:two|three|four|\d) ?(?:second|sec)s?\b|\b(?:two|three|four|\d) counts?\b|\bdon't let gravity\b", " =whole_body:slower "),
    (r"\b(?:speed(?:ing)?|pick(?:ing)?|hurry(?:ing)?) (?:it |things |the (?:\w+ )?(?:pace|tempo|speed|movement|rep|rhythm) |your (?:pace|tempo|speed|reps?) )?up\b(?: the (?:pace|tempo|speed|movement|rep))?|\b(?:increase|raise|quicken|up) (?:the |your )?(?:pace|tempo|speed|cadence)\b|\bquicken\w*\b", " =whole_body:faster "),
    (r"\b(?:reduce|decrease|lower|drop|ease) (?:the |your )?(?:pace|tempo|speed|cadence|velocity)\b|\bcontrol (?:the|your) (?:\w+ )?(?:descent|tempo|speed|pace|weights?|dumbbells?|bar|barbell|movement|lowering|motion|swing)\b|\b(?:with|more|under|in|better|full) (?:\w+ )?control\b|\blose control\b|\bmore controlled\b", " =whole_body:slower "),
    (r"\b(?:a |more )?(?:slow|slower|steady|steadier|controlled|even|smooth|calm)(?:,| and)? (?:\w+ )?(?:pace|tempo|speed|rhythm|cadence|manner)\b|\bsteadily\b|\bease (?:into|up|off)\b", " =whole_body:slower "),
    (r"\b(?:faster|quicker|brisk|brisker) (?:pace|tempo|speed|rhythm)\b|\bmore (?:explosive|power|speed|snap)\w*\b|\bless time\b|\bdon't (?:pause|hesitate|linger)\b", " =whole_body:faster "),
    (r"\btoo slow(?:ly)?\b", " too =whole_body:slower "),
    # left and right alike
    (r"\b(?:at|to|reach|on|keep) (?:the |an? )?(?:same|equal|even) (?:height|level|time|speed|distance|rate|pace)\b|\bsame (?:height|level|time|speed)\b|\bin (?:sync|unison)\b|\bat once\b|\beven(?:ing)? (?:out|up)\b|\bbalanc(?:e|ing) (?:out|both|your|the (?:two )?sides|the weight)\b|\b(?:both|two) (?:\w+ )?(?:sides?|arms?|hands?|dumbbells?|weights?) (?:\w+ )?(?:equally|evenly|together|alike|the same|level|symmetrical\w*|in time)\b|\bmatch (?:both|the (?:other|opposite)|your (?:left|right))(?: (?:and|to|with) (?:\w+ )?(?:left|right))?(?: \w+)?\b|\bfavou?r(?:ing)? one\b|\bone (?:side|arm|hand) (?:is )?(?:\w+ )?(?:higher|lower|ahead|lags|leads|faster)\b|\bmove (?:both|your) (?:\w+ )?together\b", " =whole_body:more_symmetric "),
    # gaze
    (r"\b(?:look|looking|looks|eyes|gaze|gazing|stare|staring|face|facing)(?: (?:is|are|fixed|focused|directed|pointed|kept|straight|more))* (?:(?:at|on|to|toward|towards) the (?:floor|ground|mat)|at your (?:feet|toes|knees)|down|downward|downwards|below)\b", " =head:lower "),
    (r"\b(?:look|looking|looks|eyes|gaze|gazing|stare|staring|face|facing|chin|head)(?: (?:fixed|focused|directed|pointed|kept|straight))* (?:ahead|forward|forwards|straight ahead|straight|in front(?: of you)?|to the front|at the horizon)\b", " =head:straighter "),
    (r"\b(?:look|looking|gaze|eyes) (?:up|upward|upwards|higher|at the ceiling)\b", " =head:higher "),
    # depth
    (rf"\b(?:chest|torso|back|trunk|upper body)((?: \w+){{0,4}}) parallel (?:to|with) (?:the )?(?:floor|ground)\b", r" =chest:lower ^ "),
    (rf"\b(?:arms?|hands?|elbows?|dumbbells?)((?: \w+){{0,4}}) parallel (?:to|with) (?:the )?(?:floor|ground)\b", r" arms\1 =hands:higher/hands:lower/elbows:higher ^ "),
    (r"\b(?:break|below|reach|hit|to|past|reaches|under|at|beneath|breaks|reaching|breaking|hitting|until)? ?(?:the )?parallel(?: line)?(?: (?:to|with) the (?:floor|ground))?\b", " =hips:deeper ^ "),
    (rf"\b(?:hips?|butt|glutes|thighs?)((?: \w+){{0,3}}) (?:below|beneath|under|lower than|past) {_YOUR}knees?(?: level| height)?\b", r" hips\1 =hips:deeper ^ "),
    (r"\b(?:full|fuller|complete|entire|greater|larger|bigger|wider|whole|more|increase(?:d)?|extend|expand) (?:your |the |of the |of your |a )?(?:\w+ )?range(?: of (?:motion|movement))?\b|\bfull (?:rep|reps|depth|squat|lunge|twist|rotation|circles?)\b|\b(?:more|greater|better|increase|extra|additional) (?:the |your |of )?(?:squat |lunge )?(?:depth|rotation|range)\b|\ball the way(?: down| through| around| round)?(?! up)\b|\bass to grass\b", " =deeper "),
    (r"\b(?:half|partial|quarter|shallow|short|incomplete|limited|restricted|cut) (?:reps?|range|squats?|rotation|depth|range of motion)\b|\bcut(?:ting|s)? (?:\w+ ){0,4}?short\b|\bstop(?:ping|ped|s)? (?:\w+ ){0,3}?(?:short|early|halfway|too soon|too high)\b|\bhalfway\b", " =short "),
    (r"\brange of (?:motion|movement)\b|\bdepth\b", " =deeper "),
    (rf"\bsit(?:ting)? (?:\w+ )?back(?: (?:and|or) down| into \w+ \w+| into it)?\b|\bsit(?:ting)? (?:into|down|lower|deeper)\b|\bsit (?:\w+ ){{0,2}}(?:lower|deeper|down)\b", " =hips:deeper/hips:backward "),
    # joints
    (r"\block(?:ing|ed)? ?(?:\w+ ){0,3}?out\b|\blockout\b", " extend "),
    (r"\b(?:full|complete|fuller|greater|more|total) (?:arm |elbow |leg |hip |knee )?extension\b", " extend "),
    (r"\b(?:microbend|(?:(?:slight|small|soft|gentle|little|more|some|subtle) )?bend in|(?:slight|small|soft|gentle|subtle) bend)\b", " =more_bent "),
    (rf"\b(?:go|going|goes|extend|extending|travel|travell?ing|travels|shoot|shooting|move|moving|drift|drifting|come|coming|push|pushing|pass|passing)(?: forward| out)? ?(?:past|over|beyond|in front of|ahead of)? {_YOUR}toes?\b|\b(?:past|beyond|in front of|ahead of) {_YOUR}toes?\b", " =knees:forward ^ "),
    (rf"\b(?:behind) {_YOUR}toes?\b", " =knees:backward ^ "),
    (rf"\btrack(?:ing|s)?(?: (?:well|properly|directly|out|outward|outwards))?(?: (?:over|with|along|in line with|above|toward|towards))? ?{_YOUR}(?:second |middle |little )?(?:toes?|feet|foot|ankles?)?\b|\b(?:in line with|over|aligned (?:with|over)|above|in the (?:same )?direction of|toward|towards|outside) {_YOUR}(?:second |middle |little |big |pinky )?(?:toes?|feet|foot|ankles?)\b", " =outknees ^ "),
    (r"\b(?:fall|falling|falls|drop|dropping|drops|dive|diving|dives|move|moving|moves|drift|drifting|drifts|collapse|collapsing|collapses|cave|caving|caves|go|going|come|coming|turn|turning|roll|rolling|pinch|pinching|point|pointing)(?:s|ing)? (?:\w+ )?(?:in|inward|inwards|inside|together|toward each other|towards each other)\b(?! front| line| control)", " =cave "),
    (rf"\b(?:apart|away from each other|away from one another)\b", " wider "),
    (rf"\b(?:shoulder|hip)s?[ -](?:width|distance)(?: apart)?\b|\b(?:as wide as|wider than|outside|to the width of|the width of) {_YOUR}(?:shoulders?|hips)(?:' width)?\b|\bto shoulder width\b", " wider ^ "),
    (r"\b(?:close|closer|near|nearer|down|lower|further down) (?:to|toward|towards) (?:the )?(?:floor|ground|mat)\b|\b(?:toward|towards) (?:the )?(?:floor|ground|mat)\b", " low ^ "),
    (r"\b(?:to|toward|towards|at) (?:the )?(?:ceiling|sky|roof)\b", " up ^ "),
    (r"\b(?:closer|nearer|close) (?=(?:to|toward|towards) )", " "),
    (rf"\baway from {_YOUR}(?:ears?|neck)\b", " =shoulders:lower ^ "),
    (rf"\b(?:toward|towards|up to|to|near) {_YOUR}ears?\b", " =shoulders:higher/hands:higher/elbows:higher ^ "),
    (rf"\b(?:by|beside|next to|alongside|past|close to|closer to) {_YOUR}(?:ears?|head)\b", " =hands:higher/elbows:straighter ^ "),
    (rf"\b(?:above|higher than|over|past) {_YOUR}(?:head|shoulders?|shoulder (?:level|height))\b|\b(?:above|higher than) {_YOUR}(?:hands?|wrists?|elbows?|hips?|chest)\b", " up ^ "),
    (rf"\b(?:to|up to|at|reach|reaching|reaches) {_YOUR}(?:shoulder|chest|eye|chin|head)s?(?: (?:level|height))\b|\b(?:shoulder|chest|chin) (?:height|level|high)\b", " ^ =level "),
    (rf"\b(?:below|lower than|beneath|under) {_YOUR}(?:shoulder|chest|head|chin|hand|wrist|elbow|hip)s?(?: (?:level|height))?\b", " low ^ "),
    (rf"\b(?:close|closer|near|nearer|tight|tighter|tucked|in) (?:to|against|toward|towards|into) {_YOUR}(?:body|sides?|torso|ribs?|ribcage|shins?|legs?|thighs?)\b", " =closein ^ "),
    (rf"\b(?:away|out|further|farther) from {_YOUR}(?:body|sides?|torso|ribs?)\b|\bout to the sides?\b|\bto the sides?\b", " outward ^ "),
    (rf"\b(?:in line with|in line|level with|aligned with|against|under|beneath|over|underneath|between|above|behind|beside|at|past|beyond|toward|towards|touching|touch|near) {_YOUR}{_SIDED}(?:\w+ )?(?:shoulders?|hips?|knees?|ankles?|feet|foot|toes?|heels?|head|ears?|chest|spine|back|shins?|torso|elbows?|wrists?|hands?|thighs?|body|floor|ground|midfoot|waist)\b", " ^ "),
    (r"\b(?:on|to|into|in|off|from|toward|towards|touch|touching) (?:the|your) (?:floor|ground|mat|ceiling|sky|roof|wall)\b", " ^ "),
    # trunk, head, feet
    (r"\b(?:stand|stay|sit|be|remain|standing|staying|keep yourself) (?:\w+ )?(?:up )?(?:tall|upright|straight|erect)(?: up)?\b|\bstraighten up\b|\b(?:upright|tall|straight|neutral|erect) posture\b|\bstack(?:ed|ing)?\b", " =back:straighter "),
    (r"\b(?:lean|leaning|leans|leaned|tilt|tilting|tilts|tip|tipping|tips|bend|bending|bends|hunch|hunching|pitch|pitching|fold|folding|fall|falling|hinge|hinging)(?: (?:your|the) (?:torso|trunk|body|upper body|chest|back))?(?: (?:too|so|that|over|excessively))?(?: (?:much|far))? (?:forward|forwards|over|down|ahead)\b|\bforward (?:\w+ )?(?:lean|tilt|bend)\b", " =forwardlean "),
    (r"\b(?:lean|leaning|leans|leaned|tilt|tilting|tilts|arch|arching|sway|swaying)(?: (?:your|the) (?:torso|trunk|body|upper body))?(?: (?:too|so|that|over))?(?: (?:much|far))? (?:back|backward|backwards|behind|sideways|to the side|to one side|side to side|laterally)\b|\bside to side\b", " =lean "),
    (r"\bhing(?:e|ing) (?:\w+ ){0,3}?(?:at|from) (?:your |the )?hips?\b|\bbend(?:ing)? (?:\w+ ){0,3}?(?:at|from) (?:your |the )?(?:hips?|waist)\b", " =chest:lower/hips:backward "),
    (r"\b(?:squeeze|squeezing|pinch|pinching|retract|retracting) (?:your |the )?(?:shoulder ?blades?|scapulae?|shoulders?)(?: (?:together|back|down|and|backward|backwards))*|\b(?:pull|pulling|draw|drawing|roll|rolling|set|bring|keep|keeping) (?:your |the )?(?:shoulder ?blades?|scapulae?|shoulders?)(?: (?:together|back|down and back|back and down|backward|backwards))+|\bshoulders (?:back(?: and down)?|down and back)\b", " =shoulders:backward "),
    (r"\b(?:tuck|tucking) (?:\w+ )?chin\b|\bchin (?:tucked|in)\b|\bneutral (?:neck|head)\b|\b(?:neck|head)(?: \w+){0,3}? neutral\b|\b(?:head|neck)(?: \w+){0,2}? (?:in line|aligned)(?: with)?(?: \w+){0,2}\b", " =head:straighter ^ "),
    (r"\bcran(?:e|es|ing)\b|\bjut(?:ting|s)?\b|\bpok(?:e|es|ing)\b", " =crane "),
    (r"\bheels?((?: \w+){0,3}) (?:down|grounded|planted|flat|glued|rooted|(?:on|in|into|to|against) (?:the )?(?:floor|ground))\b|\b(?:weight|drive|push|press|pushing|driving|pressing|sit|shift)(?: \w+){0,2}? (?:in|on|through|into|onto|to|over|back into) (?:your |the )?(?:heels?|mid-?foot|whole foot)\b|\bflat on the (?:floor|ground)\b|\bplant (?:your |both )?(?:feet|heels)\b", " =feet:lower ^ "),
    (r"\bheels?((?: \w+){0,2}) (?:up|off(?: the (?:floor|ground))?|rise|rising|lift|lifting|lifted|come up|coming up|raised)\b|\b(?:lift|raise|lifting|raising) (?:your )?heels?\b|\b(?:on|onto) (?:your |the )?(?:tip)?toes\b", " =feet:higher "),
    (r"\b(?:step|stepping|steps|lunge|stride) (?:\w+ ){0,2}?(?:further|farther|longer|deeper|more|far|much) (?:back|backward|backwards|behind)(?: you)?\b|\b(?:step|stepping|reach|stride) (?:back|backward|backwards|behind)(?: you)? (?:\w+ )?(?:further|farther|more|longer)\b|\b(?:longer|bigger|larger|greater|lengthen (?:your|the)|wider) (?:back(?:ward)? )?(?:backward )?(?:step|stride|lunge step)s?(?: (?:back|backward|backwards|behind))\b", " =feet:backward "),
    (r"\b(?:step|stepping|steps|lunge|stride) (?:\w+ ){0,2}?(?:further|farther|longer|more|far|much) (?:forward|forwards|out|ahead|in front)\b|\b(?:step|stepping|stride|lunge) (?:forward|forwards|out|ahead) (?:\w+ )?(?:further|farther|more|longer)\b|\b(?:longer|bigger|larger|greater|wider) (?:forward )?(?:step|stride)s? (?:forward|forwards|out|in front)\b", " =feet:forward "),
    (r"\b(?:longer|bigger|larger|greater|lengthen (?:your|the)|long) (?:\w+ )?(?:step|stride|lunge)s?\b|\bstep(?:ping)? (?:further|farther|longer)\b|\b(?:step|stride)s?(?: \w+){0,2} longer\b", " =feet:forward/feet:backward "),
    (r"\b(?:shorter|short|smaller|small) (?:\w+ )?(?:step|stride)s?\b", " =shortstep "),
    (r"\bstraight (?:up|overhead)\b", " up straight "),
    (r"\b(?:pop|puff|stick|push|open|lift) (?:\w+ )?(?:your |the )?chest(?: (?:out|up|open|forward))?\b|\bproud chest\b|\bchest (?:up|proud|tall|out|open|lifted|high|upright)\b|\bopen (?:up )?(?:your |the )?chest\b", " =chest:higher "),
)  # fmt: skip

ALIASES: Final[dict[str, str]] = {
    "level": "hands:higher/elbows:higher/hands:lower",
    "closein": "hands:inward/elbows:inward",
    "forwardlean": "back:more_bent/chest:lower/back:forward",
    "lean": "back:more_bent",
    "crane": "head:forward/head:higher",
    "shortstep": "feet:shallower",
}

ATTENTION: Final = frozenset(
    "watch check mind focus work fix correct adjust improve careful attention concentrate position form placement wrong off "
    "issue problem mistake aware refine sloppy bad poor incorrect".split()
)
"""With a part and no direction: the part is flagged, without how."""

CAVEATS: Final = frozenset("but however except though although yet still".split())
LEADING_PRAISE: Final = frozenset(
    "good great nice excellent perfect solid awesome amazing fantastic superb beautiful impressive wonderful brilliant "
    "love like well strong".split()
)
