"""Fixed phrases of coaching, as the marks that the parser reads in their place.

A mark is `=part:direction` (other readings after "/"), or `=name` for one of `ALIASES` and of `words_moves.MARKS`,
or an ordinary word; `^` says that the text tells how far or where, which makes advice more specific; `~` stands for
nothing.
Lines are tried in order, each on what the ones before it left.
"""

from typing import Final

from triptych.metrics.coaching_rubric.tables import patterns

_SHARED: Final = {
    "your": "(?:your |the |both |both of your |each |his |her |their |my )?",
    "sided": "(?:left |right |both )?",
    "model": r"(?:reference|expert|trainer|instructor|coach|demo\w*|video|example)",
    "floor": "(?:floor|ground|mat)",
    "blades": "(?:shoulder ?blades?|scapulae?|shoulders?)",
    "behind": "(?:back|backward|backwards|behind)",
    "far": "(?:further|farther|longer|more|far|much)",
}

_TABLE: Final = r"""
~
  (?:compared (?:to|with)|unlike|relative to|like|just like|versus|as shown (?:in|by)|as in|to match|matching|
    same as|similar to) (?:the |your )?<model>(?:'s)?(?: (?:video|form|does|one|\w+))?
  than (?:the|your|in the|it|on the) (?:\w+ ){0,3}?(?:reference|expert|trainer|instructor|coach|demo\w*|video|other|
    left|right|should)\b(?: (?:one|arm|hand|leg|foot|side|elbow|knee|be|does|video))?
  not only
  as well
  as far as
  no matter
  in general
  in order
  in particular
  as much as possible
(nothing)
  a (?:bit|little|touch|tad)
  slightly
  just
  very
^
  stop(?:ping)? (?:when|once|as soon as) [^,#]*
  stop(?:ping)? (?:at|before) (?:the )?parallel
(nothing)
  stop(?:ping)? (?=(?:lower|higher|at|when|before|sooner|once|there|earlier)\b)
prevent
  (?:keep|prevent|stop)(?=(?: \w+){1,4} from \w+ing\b)
widen them
  open(?:ing)? (?:(?:them|it|your|the|out|\w+) ){0,2}up\b(?! (?:your|the) chest)
widen your
  (?:increase|more|bigger|larger|widen|create|leave|add) (?:the |a |your )?(?:\w+ )?(?:gap|space|distance|
    room) between (?:your |the )?
narrow your
  (?:decrease|reduce|smaller|less|close|narrow|shrink|shorten) (?:the |a |your )?(?:\w+ )?(?:gap|space|distance|
    room) between (?:your |the )?
your \1 are too wide
  (?:the )?(?:gap|space|distance) between (?:your |the )?(\w+) is too (?:big|large|great|wide|much)
your \1 are too narrower
  (?:the )?(?:gap|space|distance) between (?:your |the )?(\w+) is too (?:small|short|little|narrow|tight)
narrow your \1
  tighten(?:ing)? (?:up )?<your>(stance|grip|feet|base)
=back
  (?:further|farther|more) behind(?: you)?
=ahead
  (?:further|farther|more) in front(?: of you)?
(nothing)
  swing(?:ing)? <your>(?:arms?|hands?|legs?) (?=through|in|around|into|wider|bigger|up|down|higher|lower|forward)
=hands:lower/chest:lower ^
  (?:reach|touch|stretch)(?:ing)? (?:\w+ ){0,5}?(?:(?:to|toward|towards|for|at|down to) )?(?:the |your )?(?:floor|
    ground|toes|feet|shins|ankles)
=whole_body:slower
  (?:slow(?:ing)?|take|bring|dial|turn) (?:it |things |the (?:\w+ )?(?:rep|movement|tempo|pace|speed|motion|lift|
    exercise|rhythm|descent|lowering|lift) |your (?:\w+ )?(?:rep|movement|tempo|pace|speed|motion|descent|
    lowering)s? )?down(?! (?:and )?(?:low|lower|deep))\b(?= *(?:,|$|#|and|the|your|so|to|for|on|a|each|during|~|\^))
  slow(?:er|ing)? (?:the|your|that) (?:\w+ )?(?:rep|reps|movement|descent|ascent|tempo|pace|speed|motion|lowering|
    lift|swing|rise)
  (?:take|taking|use|using|spend|more|extra) (?:your |more |extra |some |a )*(?:time|seconds)
  count (?:to )?(?:two|three|four|\d)
  (?:two|three|four|\d) ?(?:second|sec)s?
  (?:two|three|four|\d) counts?
  don't let gravity
=whole_body:faster
  (?:speed(?:ing)?|pick(?:ing)?|hurry(?:ing)?) (?:it |things |the (?:\w+ )?(?:pace|tempo|speed|movement|rep|
    rhythm) |your (?:pace|tempo|speed|reps?) )?up\b(?: the (?:pace|tempo|speed|movement|rep))?
  (?:increase|raise|quicken|up) (?:the |your )?(?:pace|tempo|speed|cadence)
  quicken\w*
=whole_body:slower
  (?:reduce|decrease|lower|drop|ease) (?:the |your )?(?:pace|tempo|speed|cadence|velocity)
  control (?:the|your) (?:\w+ )?(?:descent|tempo|speed|pace|weights?|dumbbells?|bar|barbell|movement|lowering|
    motion|swing)
  (?:with|more|under|in|better|full) (?:\w+ )?control
  lose control
  more controlled
  (?:a |more )?(?:slow|slower|steady|steadier|controlled|even|smooth|calm)(?:,| and)? (?:\w+ )?(?:pace|tempo|speed|
    rhythm|cadence|manner)
  steadily
  ease (?:into|up|off)
=whole_body:faster
  (?:faster|quicker|brisk|brisker) (?:pace|tempo|speed|rhythm)
  more (?:explosive|power|speed|snap)\w*
  less time
  don't (?:pause|hesitate|linger)
too =whole_body:slower
  too slow(?:ly)?
=whole_body:more_symmetric
  (?:at|to|reach|on|keep) (?:the |an? )?(?:same|equal|even) (?:height|level|time|speed|distance|rate|pace)
  same (?:height|level|time|speed)
  in (?:sync|unison)
  at once
  even(?:ing)? (?:out|up)
  balanc(?:e|ing) (?:out|both|your|the (?:two )?sides|the weight)
  (?:both|two) (?:\w+ )?(?:sides?|arms?|hands?|dumbbells?|weights?) (?:\w+ )?(?:equally|evenly|together|alike|
    the same|level|symmetrical\w*|in time)
  match (?:both|the (?:other|opposite)|your (?:left|right))(?: (?:and|to|with) (?:\w+ )?(?:left|right))?(?: \w+)?
  favou?r(?:ing)? one
  one (?:side|arm|hand) (?:is )?(?:\w+ )?(?:higher|lower|ahead|lags|leads|faster)
  move (?:both|your) (?:\w+ )?together
=head:lower
  (?:look|looking|looks|eyes|gaze|gazing|stare|staring|face|facing)(?: (?:is|are|fixed|focused|directed|pointed|
    kept|straight|more))* (?:(?:at|on|to|toward|towards) the <floor>|at your (?:feet|toes|knees)|down|downward|
    downwards|below)
=head:straighter
  (?:look|looking|looks|eyes|gaze|gazing|stare|staring|face|facing|chin|head)(?: (?:fixed|focused|directed|pointed|
    kept|straight))* (?:ahead|forward|forwards|straight ahead|straight|in front(?: of you)?|to the front|
    at the horizon)
=head:higher
  (?:look|looking|gaze|eyes) (?:up|upward|upwards|higher|at the ceiling)
=chest:lower ^
  (?:chest|torso|back|trunk|upper body)(?:,? \w+){0,5},? parallel (?:to|with) (?:the )?<floor>
arms\1 =hands:higher/hands:lower/elbows:higher ^
  (?:arms?|hands?|elbows?|dumbbells?)((?: \w+){0,4}) parallel (?:to|with) (?:the )?<floor>
=hips:deeper ^
  (?:break|below|reach|hit|to|past|reaches|under|at|beneath|breaks|reaching|breaking|hitting|
    until)? ?(?:the )?parallel(?: line)?(?: (?:to|with) the <floor>)?
hips\1 =hips:deeper ^
  (?:hips?|butt|glutes|thighs?)((?: \w+){0,3}) (?:below|beneath|under|lower than|past) <your>knees?(?: level|
     height)?
=deeper
  (?:full|fuller|complete|entire|greater|larger|bigger|wider|whole|more|increase(?:d)?|extend|expand) (?:your |the |
    of the |of your |a )?(?:\w+ )?range(?: of (?:motion|movement))?
  full (?:rep|reps|circles?)
  (?:more|greater|better|increase|extra|additional) (?:the |your |of )?(?:squat |lunge )?range
  all the way(?: down| through| around| round)?(?! up)
  ass to grass
=short
  (?:half|partial|quarter|shallow|short|incomplete|limited|restricted|cut) (?:reps?|range|squats?|rotation|depth|
    range of motion)
  cut(?:ting|s)? (?:\w+ ){0,4}?short
  stop(?:ping|ped|s)? (?:\w+ ){0,3}?(?:short|early|halfway|too soon|too high)
  halfway
=deeper
  range of (?:motion|movement)
=hips:deeper
  (?:(?:full|more|greater|better|increase|extra|additional) (?:the |your |of )?(?:squat |lunge )?)?depth
  full (?:squat|lunge)
=chest:deeper
  (?:full|more|greater|extra) (?:torso |trunk )?(?:rotation|twist)
=hips:deeper/hips:backward
  sit(?:ting)? (?:\w+ )?back(?: (?:and|or) down| into \w+ \w+| into it)?
  sit(?:ting)? (?:into|down|lower|deeper)
  sit (?:\w+ ){0,2}(?:lower|deeper|down)
^
  to the (?:level|height) of (?:the |your )?(?:left|right|other)(?: (?:one|hand|arm|side|dumbbell))?
extend your \1
  (?:stretch|reach|extend|straighten)(?:ing)? <your>(arms?|legs?|hands?|elbows?) (?:all the way |fully |completely )?
    (?:out|fully|completely)(?: fully| completely)?
extend
  lock(?:ing|ed)? ?(?:\w+ ){0,3}?out
  lockout
  (?:full|complete|fuller|greater|more|total) (?:arm |elbow |leg |hip |knee )?extension
=more_bent
  (?:microbend|(?:(?:slight|small|soft|gentle|little|more|some|subtle) )?bend in|(?:slight|small|soft|gentle|
    subtle) bend)
=knees:forward ^
  (?:go|going|goes|extend|extending|travel|travell?ing|travels|shoot|shooting|move|moving|drift|drifting|come|
    coming|push|pushing|pass|passing)(?: forward| out)? ?(?:past|over|beyond|in front of|ahead of)? <your>toes?
  (?:past|beyond|in front of|ahead of) <your>toes?
=knees:backward ^
  (?:behind) <your>toes?
=cave
  track(?:ing|s)? (?:in|inward|inwards|inside)
  inside (?:of )?<your>(?:toes?|feet|foot|ankles?)
=outknees ^
  track(?:ing|s)?(?: (?:well|properly|directly|out|outward|outwards))?(?: (?:over|with|along|in line with|above|
    toward|towards))? ?<your>(?:second |middle |little )?(?:toes?|feet|foot|ankles?)?
  (?:in line with|over|aligned (?:with|over)|above|in the (?:same )?direction of|toward|towards|
    outside) <your>(?:second |middle |little |big |pinky )?(?:toes?|feet|foot|ankles?)
=cave
  (?:fall|falling|falls|drop|dropping|drops|dive|diving|dives|move|moving|moves|drift|drifting|drifts|collapse|
    collapsing|collapses|cave|caving|caves|go|going|come|coming|turn|turning|roll|rolling|pinch|pinching|point|
    pointing)(?:s|ing)? (?:\w+ )?(?:in|inward|inwards|inside|together|toward each other|
    towards each other)\b(?! front| line| control)
wider
  (?:apart|away from each other|away from one another)
wider ^
  (?:shoulder|hip)s?[ -](?:width|distance)(?: apart)?
  (?:as wide as|wider than|outside|to the width of|the width of) <your>(?:shoulders?|hips)(?:' width)?
  to shoulder width
low ^
  (?:close|closer|near|nearer|down|lower|further down) (?:to|toward|towards) (?:the )?<floor>
  (?:toward|towards) (?:the )?<floor>
up ^
  (?:to|toward|towards|at) (?:the )?(?:ceiling|sky|roof)
(nothing)
  (?:closer|nearer|close) (?=(?:to|toward|towards) )
=shoulders:lower ^
  away from <your>(?:ears?|neck)
=shoulders:higher/hands:higher/elbows:higher ^
  (?:toward|towards|up to|to|near) <your>ears?
=hands:higher/elbows:straighter ^
  (?:by|beside|next to|alongside|past|close to|closer to) <your>(?:ears?|head)
up ^
  (?:above|higher than|over|past) <your>(?:head|shoulders?)(?: (?:level|height))?
  (?:above|higher than) <your>(?:hands?|wrists?|elbows?|hips?|chest)
=hands:lower ^
  (?:only|no higher than|not (?:above|past|beyond|higher than)) (?:(?:up )?(?:to|until|at) )?<your>(?:shoulders?|chest|
    head|chin)(?: (?:level|height))?
^ =level
  (?:to|up to|at|reach|reaching|reaches) <your>(?:shoulder|chest|eye|chin|head)s?(?: (?:level|height))
  (?:shoulder|chest|chin) (?:height|level|high)
low ^
  (?:below|lower than|beneath|under) <your>(?:shoulder|chest|head|chin|hand|wrist|elbow|hip)s?(?: (?:level|height))?
=closein ^
  (?:close|closer|near|nearer|tight|tighter|tucked|in) (?:to|against|toward|towards|into) <your>(?:body|sides?|
    torso|ribs?|ribcage|shins?|legs?|thighs?)
outward ^
  (?:away|out|further|farther) from <your>(?:body|sides?|torso|ribs?)
  out to the sides?
  to the sides?
^
  (?:in line with|in line|level with|aligned with|against|under|beneath|over|underneath|between|above|behind|beside|
    at|past|beyond|toward|towards|touching|touch|near) <your><sided>(?:\w+ )?(?:shoulders?|hips?|knees?|ankles?|
    feet|foot|toes?|heels?|head|ears?|chest|spine|back|ribs?|ribcage|shins?|torso|elbows?|wrists?|hands?|thighs?|body|floor|
    ground|midfoot|waist)
  (?:on|to|into|in|off|from|toward|towards|touch|touching) (?:the|your) (?:floor|ground|mat|ceiling|sky|roof|wall)
=back:straighter
  (?:stand|stay|sit|be|remain|standing|staying|keep yourself) (?:\w+ )?(?:up )?(?:tall|upright|straight|
    erect)(?: up)?
  straighten up
  (?:upright|tall|straight|neutral|erect) posture
  stack(?:ed|ing)?
hips
  cent(?:er|re) of (?:gravity|mass)
=forwardlean
  (?:lean|leaning|leans|leaned|tilt|tilting|tilts|tip|tipping|tips|bend|bending|bends|hunch|hunching|pitch|pitching|
    fold|folding|folds|fall|falling|falls|drop|drops|dropping|hinge|hinging)(?: (?:your|the)
     (?:torso|trunk|body|upper body|chest|back))?(?: (?:too|
    so|that|over|excessively))?(?: (?:much|far|further|farther|more))? (?:forward|forwards|over|down|ahead)
  forward (?:\w+ )?(?:lean|tilt|bend)
=lean
  (?:lean|leaning|leans|leaned|tilt|tilting|tilts|arch|arching|sway|swaying)(?: (?:your|the) (?:torso|trunk|body|
    upper body))?(?: (?:too|so|that|over))?(?: (?:much|far))? (?:back|backward|backwards|behind|sideways|
    to the side|to one side|side to side|laterally)
  side to side
=chest:lower/hips:backward
  hing(?:e|ing) (?:\w+ ){0,3}?(?:at|from) (?:your |the )?hips?
  bend(?:ing)? (?:\w+ ){0,3}?(?:at|from) (?:your |the )?(?:hips?|waist)
=shoulders:backward
  (?:squeeze|squeezing|pinch|pinching|retract|retracting) (?:your |the )?<blades>(?: (?:together|back|down|and|
    backward|backwards))*
  (?:pull|pulling|draw|drawing|roll|rolling|set|bring|keep|keeping) (?:your |the )?<blades>(?: (?:together|back|
    down and back|back and down|backward|backwards))+
  shoulders (?:back(?: and down)?|down and back)
=head:straighter ^
  (?:tuck|tucking) (?:\w+ )?chin
  chin (?:tucked|in)
  neutral (?:neck|head)
  (?:neck|head)(?: \w+){0,3}? neutral
  (?:head|neck)(?: \w+){0,2}? (?:in line|aligned)(?: with)?(?: \w+){0,2}
=crane
  cran(?:e|es|ing)
  jut(?:ting|s)?
  pok(?:e|es|ing)
=feet:lower ^
  heels?((?: \w+){0,3}) (?:down|grounded|planted|flat|glued|rooted|(?:on|in|into|to|against) (?:the )?<floor>)
  (?:weight|drive|push|press|pushing|driving|pressing|sit|shift)(?: \w+){0,2}? (?:in|on|through|into|onto|to|over|
    back into) (?:your |the )?(?:heels?|mid-?foot|whole foot)
  flat on the <floor>
  plant (?:your |both )?(?:feet|heels)
=feet:higher
  heels?((?: \w+){0,2}) (?:up|off(?: the <floor>)?|rise|rising|lift|lifting|lifted|come up|coming up|raised)
  (?:lift|raise|lifting|raising) (?:your )?heels?
  (?:on|onto) (?:your |the )?(?:tip)?toes
=feet:backward
  (?:step|place|plant|land|bring|move|put) <your>(?:rear|back|trailing) (?:foot|leg) (?:\w+ ){0,2}?(?:further|farther|
    backward|behind)(?: (?:out|back|behind|backward))?
  (?:step|stepping|steps|lunge|stride) (?:\w+ ){0,2}?(?:further|farther|longer|deeper|more|far|
    much) <behind>(?: you)?
  (?:step|stepping|reach|stride) <behind>(?: you)? (?:\w+ )?(?:further|farther|more|longer)
  (?:longer|bigger|larger|greater|lengthen (?:your|the)|wider) (?:back(?:ward)? )?(?:backward )?(?:step|stride|
    lunge step)s?(?: <behind>)
=feet:forward
  (?:step|place|plant|land|bring|move|put) <your>(?:front|lead|leading) (?:foot|leg) (?:\w+ ){0,2}?(?:further|farther|
    forward|ahead)(?: (?:out|forward|ahead|in front))?
  (?:step|stepping|steps|lunge|stride) (?:\w+ ){0,2}?<far> (?:forward|forwards|out|ahead|in front)
  (?:step|stepping|stride|lunge) (?:forward|forwards|out|ahead) (?:\w+ )?(?:further|farther|more|longer)
  (?:longer|bigger|larger|greater|wider) (?:forward )?(?:step|stride)s? (?:forward|forwards|out|in front)
=feet:forward/feet:backward
  (?:longer|bigger|larger|greater|lengthen (?:your|the)|long) (?:\w+ )?(?:step|stride|lunge)s?
  step(?:ping)? (?:further|farther|longer)
  (?:step|stride)s?(?: \w+){0,2} longer
=shortstep
  (?:shorter|short|smaller|small) (?:\w+ )?(?:step|stride)s?
up straight
  straight (?:up|overhead)
=chest:higher
  (?:pop|puff|stick|push|open|lift) (?:\w+ )?(?:your |the )?chest(?: (?:out|up|open|forward))?
  proud chest
  chest (?:up|proud|tall|out|open|lifted|high|upright)
  open (?:up )?(?:your |the )?chest
"""

REWRITES: Final = [(pattern, f" {mark} ".replace("(nothing)", "")) for pattern, mark in patterns(_TABLE, _SHARED)]
"""Pattern -> mark."""

ALIASES: Final[dict[str, str]] = {
    "level": "hands:higher/elbows:higher/hands:lower",
    "closein": "hands:inward/elbows:inward",
    "forwardlean": "back:more_bent/chest:lower/back:forward",
    "lean": "back:more_bent",
    "crane": "head:forward/head:higher",
    "shortstep": "feet:shallower",
}
"""Mark -> its readings, the usual one first."""
