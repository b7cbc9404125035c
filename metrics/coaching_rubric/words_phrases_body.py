"""Fixed phrases of coaching about joints, places on the body, the trunk, the head and the feet: see `words_phrases`."""

from typing import Final

BODY: Final = r"""
heels\1 =heelsup ^
  heels?((?: [\w']+){0,2}?) (?:com(?:e|es|ing)|came|go(?:es|ing)?|pop(?:s|ping)?|peel(?:s|ing)?|pull(?:s|ing)?|
    float(?:s|ing)?|creep(?:s|ing)?|drift(?:s|ing)?|mov(?:e|es|ing)|lift(?:s|ing|ed)?|ris(?:e|es|ing)|rose)
    (?: \w+)? (?:up|upward|upwards|off|away|high|higher)\b(?: (?:of |from )?(?:the <floor>))?
  heels?((?: [\w']+){0,2}?) (?:lift|lifts|lifting|rise|rises|rising|rose|leave|leaves|leaving|left|los(?:e|es|ing)
     (?:contact|touch)(?: with)?)(?: (?:from )?(?:the <floor>))?
heels\1 =feet:higher ^
  heels?((?: [\w']+){0,2}) (?:up|off(?: (?:of )?the <floor>)?|lifted|raised)(?: (?:off|from) the <floor>)?
heels\1 =heelsdown ^
  heels?((?: [\w']+){0,3}?) (?:down|grounded|planted|flat|glued|rooted|(?=on|in|into|to|against))
    (?: ?(?:on|in|into|to|against) (?:the )?<floor>)
  heels?((?: [\w']+){0,3}?) (?:down|grounded|planted|flat|glued|rooted)
^
  to the (?:level|height) of (?:the |your )?(?:left|right|other)(?: (?:one|hand|arm|side|dumbbell))?
extend your \1
  (?:stretch|reach|extend|straighten)(?:ing)? <your>(arms?|legs?|hands?|elbows?) (?:all the way |fully |completely )?
    (?:out|fully|completely)(?: fully| completely)?
  lock(?:ing|ed)? <your>(knees?|legs?|arms?|elbows?) (?:all the way |fully |completely )?out\b
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
=overtoes ^
  tracks?(?: (?:well|properly|nicely|directly|out|outward|outwards|straight))?(?: (?:over|with|along|in line with|above|
    toward|towards))? ?<your>(?:second |middle |little )?(?:toes?|feet|foot|ankles?)
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
narrower
  (?:closer|nearer|close) to (?:each other|one another|the (?:middle|cent(?:er|re)))
wider
  (?:apart|(?:away|farther|further)(?: away)? from (?:each other|one another))
=feet:wider/feet:narrower ^
  (?:feet|stance|legs) (?:\w+ ){0,2}hip (?:width|distance)(?: apart)?
wider ^
  (?:shoulder|hip)s?[ -](?:width|distance)(?: apart)?
  (?:as wide as|wider than|outside|to the width of|the width of) <your>(?:shoulders?|hips)(?:' width)?
  to shoulder width
low ^
  (?:close|closer|near|nearer|down|lower|further down) (?:to|toward|towards) (?:the )?<floor>
  (?:toward|towards) (?:the )?<floor>
up ^
  (?:to|toward|towards|at) (?:the )?(?:ceiling|sky|roof)
=closein ^
  (?:close|closer|near|nearer|tight|tighter|tucked|in) (?:to|against|toward|towards|into) <your>(?:body|sides?|
    torso|ribs?|ribcage|shins?|legs?|thighs?)
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
  (?<!wrists )(?<!elbows )(?<!arms )(?<!legs )(?<!knees )(?<!head )(?:stand|stay|sit|
    be|remain|standing|staying|keep yourself) (?:\w+ )?(?:up )?(?:tall|upright|straight|
    erect)(?: up)?
  straighten up
  (?:upright|tall|straight|neutral|erect) posture
  stack(?:ed|ing)?
hips
  cent(?:er|re) of (?:gravity|mass)
=forwardlean
  bend(?:ing)? <your>(?:torso|trunk|upper body) (?:\w+ )?(?:further|farther|more|down|over)
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
\1\2 straight ^
  (neck|head)((?: [\w']+){0,3}?) neutral
=head:straighter ^
  (?:tuck|tucking) (?:\w+ )?chin
  chin (?:tucked|in)
  neutral (?:neck|head)
  (?:head|neck)(?: \w+){0,2}? (?:in line|aligned)(?: with)?(?: \w+){0,2}
=crane
  cran(?:e|es|ing)
  jut(?:ting|s)?
  pok(?:e|es|ing)
=back:straighter/hips:higher/hips:lower ^
  hips (?:\w+ )?in (?:a )?(?:straight )?line(?: with)?
=feet:lower ^
  (?:feet|foot|heels?) (?:\w+ )?(?:planted|grounded|rooted)(?: firmly)?
  (?:weight|drive|push|press|pushing|driving|pressing|sit|shift)(?: \w+){0,2}? (?:in|on|through|into|onto|to|over|
    back into) (?:your |the )?(?:heels?|mid-?foot|whole foot)
  flat on the <floor>
  plant (?:your |both )?(?:feet|heels)
=feet:higher
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
\1\2 up =elbows:straighter
  (arms?|hands?|elbows?)((?: \w+){0,2}) straight (?:up|overhead)
\1
  (?<!back )(?<!spine )(?<!torso )straight (up|overhead|down|back|backward|forward|out)
\1\2 up ^
  (arms?|hands?|dumbbells?|weights?|bar|barbell|elbows?)((?: \w+){0,4}) overhead
^
  overhead
=chest:higher
  (?:pop|puff|stick|push|open|lift) (?:\w+ )?(?:your |the )?chest(?: (?:out|up|open|forward|wide))?
  proud chest
  chest (?:up|proud|tall|out|open|lifted|high|upright)
  open (?:up )?(?:your |the )?chest
"""
"""A table of patterns and the marks in their place."""
