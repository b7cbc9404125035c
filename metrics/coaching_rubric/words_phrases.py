"""Fixed phrases of coaching, as the marks that the parser reads in their place.

A mark is `=part:direction` (other readings after "/"), or `=name` for one of `ALIASES` and of `words_moves.MARKS`,
or an ordinary word; `^` says that the text tells how far or where, which makes advice more specific; `~` stands for
nothing.
Lines are tried in order, each on what the ones before it left.
"""

from typing import Final

from triptych.metrics.coaching_rubric.tables import patterns
from triptych.metrics.coaching_rubric.words_phrases_body import BODY

_SHARED: Final = {
    "your": "(?:your |the |both |both of your |each |his |her |their |my )?",
    "sided": "(?:left |right |both )?",
    "model": r"(?:reference|expert|trainer|instructor|coach|demo\w*|video|example)",
    "floor": "(?:floor|ground|mat)",
    "blades": "(?:shoulder ?blades?|scapulae?|shoulders?)",
    "behind": "(?:back|backward|backwards|behind)",
    "far": "(?:further|farther|longer|more|far|much)",
}

_MOVEMENT: Final = r"""
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
  warm(?:ing)? ?up
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
  swing(?:ing)? <your>(?:arms?|hands?|legs?) (?=with|through|in|around|into|wider|bigger|up|down|higher|lower|forward)
=hands:lower/chest:lower ^
  (?:reach|touch|stretch)(?:ing)? (?:\w+ ){0,5}?(?:(?:to|toward|towards|for|at|down to) )?(?:the |your )?(?:floor|
    ground|toes|feet|shins|ankles)
\1 =whole_body:faster
  (don't|do not|never|avoid|stop|without|not|you|you're|you are) (?:simply )?
    (?:drop|dropping|slam|slamming) (?:the |your )?(?:weights?|dumbbells?|bar|barbell)\b
    (?! (?:lower|below|to|further|farther))
\1 higher ^
  ((?:bring|raise|lift|get)(?:ing)? (?:it|that one|<your>(?:left|right) (?:arm|hand|elbow|dumbbell|one|side)))(?: back)?
    (?: up)?(?: to(?: be)?)? level\b(?: with (?:the |your )?(?:other|left|right)(?: (?:one|arm|hand|elbow|side))?)?
=whole_body:slower
  (?:take|taking|use|using|spend|spending|over) (?:at least |about |around )?
    (?:two|three|four|five|\d|(?:two|three|\d) to (?:three|four|five|\d)) ?(?:full )?(?:seconds?|secs?|counts?)
    (?: (?:to|for|on|in) (?:the |your |each )?(?:lower|lowering|descend|descent|come down|go down|raise|lift|rise|press|
    return|eccentric)(?: (?:it|them|down|up|back|
    yourself|(?:the |your )(?:weights?|dumbbells?|bar|barbell|arms|hips)))*)?
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
  (?:let|letting) (?:the |your )?(?:weights?|dumbbells?|bar|barbell) (?:\w+ )?(?:drop|fall|crash)
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
"""

REWRITES: Final = [
    (pattern, f" {mark} ".replace("(nothing)", ""))
    for pattern, mark in patterns(_MOVEMENT + BODY.lstrip("\n"), _SHARED)
]
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
