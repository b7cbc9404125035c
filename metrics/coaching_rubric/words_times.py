"""When in a repetition something is to be done. What such words say of moving ("as you lower") is no correction."""

from typing import Final, cast

from triptych.core.vocabulary import Phase
from triptych.metrics.coaching_rubric.tables import patterns

_SHARED: Final = {
    "rep": "(?:rep|reps|repetition|repetitions|movement|motion|exercise|lift|squat|lunge|press|raise|jump|set|twist|"
    "row|pull|kick|shrug|deadlift|burpee|fly|stretch|circle|curl|swing|hold|catch|clean|position|phase|rotation|reach)s?",
    "of": r"(?: (?:of|in) (?:the |your |each |every )?(?:\w+ )?<rep>)?",
    "the": "(?:the |your |each |every |a )?",
    "when": "(?:as|when|while|whenever|once|if|each time|every time|before|after|until)",
    "down": "(?:squat|lower|descend|sit|sink|drop|go down|come down|lunge|bend)",
    "up": "(?:rise|stand|lift|raise|press|ascend|come up|go up|drive|push|pull|return)",
    "moves": "lower|raise|lift|rise|press|stand|descend|ascend|squat|lunge|jump|pull|push|curl|row|twist|rotate|come|"
    "go|return|step|hinge|bend|swing|kick|reach|land|drop|move|perform|do|drive|turn|extend|sit|hold|get|circle|shrug|"
    "open|close|start|begin|finish|work|switch|bring|fly",
    "moving": "lowering|raising|lifting|rising|pressing|standing|descending|ascending|squatting|lunging|jumping|"
    "pulling|curling|rowing|twisting|rotating|coming|going|returning|stepping|hinging|swinging|kicking|reaching|"
    "landing|dropping|moving|performing|doing|driving|turning|circling|shrugging|deadlifting|exercising|pushing|"
    "bending|opening|sitting|switching",
    "then": r"(?: and (?:<moves>)"
    r"(?: (?:back|up|down|them|it|again|off|the \w+|your (?:arms|hands|body|weights))){0,3})?",
    "word": r"(?: (?!and\b|but\b|while\b|so\b|with\b|without\b)\w+)",
    "end": r"(?=,|$| and\b| but\b| while\b| so\b| with\b| without\b)",
}

_TABLE: Final = r"""
bottom
  (?:at|in|near|from|towards?|into|out of|to|hitting|reaching|by) the (?:very )?(?:bottom|lowest point|
    deepest point)(?: position)?<of>
top
  (?:at|in|near|from|towards?|to|by) the (?:very )?(?:top|highest point|peak|finish|end)(?: position)?<of>
start
  (?:at|in|from|before) the (?:very )?(?:start|beginning|outset|setup|starting position)<of>
lowering
  (?:on|during) (?:the|your) way down
  (?:in|during|on|through) (?:the|your) (?:descent|lowering(?: phase)?|eccentric(?: phase)?|downward (?:phase|
    motion|movement))
lifting
  (?:on|during) (?:the|your) way (?:back )?up
  (?:in|during|on|through) (?:the|your) (?:ascent|lifting(?: phase)?|concentric(?: phase)?|upward (?:phase|motion|
    movement))
lowering
  <when> (?:you|you're|you are)(?: \w+ly)? <down>\w*(?: (?!and\b|but\b|while\b|so\b|your knees\b|with\b|
    without\b)\w+){0,6}?<then><end>
lifting
  <when> (?:you|you're|you are)(?: \w+ly)? <up>\w*<word>{0,6}?<then><end>
throughout
  <when> (?:you|you're|you are)(?: \w+ly)? \w+<word>{0,6}?<then><end>
  (?:as|when|while) (?:your|the) \w+ (?:swing|move|rise|raise|lower|go|travel|come|pass|turn|bend|straighten|press|
    lift)s?<word>{0,4}?<end>
  (?:when|before|after|on|upon) (?:<moving>)<word>{0,5}?<then><end>
  while (?:<moving>)(?: (?:up|down|back|overhead|forward|out|the \w+|your (?:arms|hands|weights)|
    and (?:<moving>)))*(?=,|$| and\b| but\b)
  (?:throughout|during)(?: <the>(?:whole |entire |full )?(?:\w+ )?<rep>)?
  (?:on|in|for|with|of) (?:each|every|all|the|your|this) (?:\w+ )?<rep>
  through (?:the|each|every) (?:whole |entire |full )?<rep>
  the (?:whole|entire) (?:time|way|movement|rep|exercise|lift|set)
  at all times
  all the time
"""

PHASES: Final = [(pattern, cast(Phase, phase)) for pattern, phase in patterns(_TABLE, _SHARED)]
"""Pattern -> phase."""
