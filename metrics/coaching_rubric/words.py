"""Nouns of coaching: what stands for which body part, and the phases of a repetition.

Three nouns name no part by themselves: what "arms", "legs" and "body" are about depends on the direction ("straighten
your arms" are elbows, "raise your arms" hands), see `GROUPS`.
"""

from typing import Final

from triptych.core.vocabulary import BodyPart, Direction, Phase

_PARTS: Final[dict[str, str]] = {
    "feet": "foot feet stance base toe toes heel heels ankle ankles footing stride strides",
    "knees": "knee knees thigh thighs kneecap kneecaps",
    "hips": "hip hips butt glutes pelvis bum rear backside seat buttocks booty tailbone",
    "back": "back spine posture core abs lumbar trunk torso midsection stomach belly",
    "chest": "chest sternum ribcage ribs breastbone",
    "shoulders": "shoulder shoulders shoulderblades trap traps scapula scapulae delts",
    "elbows": "elbow elbows forearm forearms",
    "wrists": "wrist wrists",
    "hands": "hand hands grip palm palms fist fists dumbbell dumbbells weight weights bar barbell fingertips fingers "
    "circle circles load bells",
    "head": "head neck chin gaze eyes eye face nose eyeline",
    "whole_body": "tempo pace speed rhythm cadence",
    "arms": "arm arms limbs wing wings",
    "legs": "leg legs",
    "body": "body frame",
}
NOUNS: Final[dict[str, str]] = {noun: part for part, nouns in _PARTS.items() for noun in nouns.split()}
"""Noun -> body part, or one of the groups arms, legs, body."""

GROUPS: Final[dict[str, dict[Direction | None, BodyPart]]] = {
    "arms": {"straighter": "elbows", "more_bent": "elbows", None: "hands"},
    "legs": {"straighter": "knees", "more_bent": "knees", "deeper": "hips", "shallower": "hips", None: "feet"},
    "body": {"lower": "hips", "deeper": "hips", "higher": "hips", "shallower": "hips", None: "back"},
}

SIDE_WORDS: Final = {"left": "left", "right": "right", "both": "both", "each": "both", "either": "both"}

_REP = r"(?:rep|reps|repetition|repetitions|movement|motion|exercise|lift|squat|lunge|press|raise|jump|set|twist|row|pull|kick|shrug|deadlift|burpee|fly|stretch|circle|curl|swing|hold|catch|clean|position|phase|rotation|reach)s?"
_OF = rf"(?: (?:of|in) (?:the |your |each |every )?(?:\w+ )?{_REP})?"
_THE = r"(?:the |your |each |every |a )?"
_MOVES = (
    "lower|raise|lift|rise|press|stand|descend|ascend|squat|lunge|jump|pull|push|curl|row|twist|rotate|come|go|return|"
    "step|hinge|bend|swing|kick|reach|land|drop|move|perform|do|drive|turn|extend|sit|hold|get|circle|shrug|open|close|"
    "start|begin|finish|work|switch|bring|fly"
)
_MOVING = (
    "lowering|raising|lifting|rising|pressing|standing|descending|ascending|squatting|lunging|jumping|pulling|curling|"
    "rowing|twisting|rotating|coming|going|returning|stepping|hinging|swinging|kicking|reaching|landing|dropping|moving|"
    "performing|doing|driving|turning|circling|shrugging|deadlifting|exercising|pushing|bending|opening|sitting|switching"
)
_THEN = rf"(?: and (?:{_MOVES})(?: (?:back|up|down|them|it|again|off|the \w+|your (?:arms|hands|body|weights))){{0,3}})?"
_DOWN = r"(?:squat|lower|descend|sit|sink|drop|go down|come down|lunge|bend)"
_UP = r"(?:rise|stand|lift|raise|press|ascend|come up|go up|drive|push|pull|return)"

PHASES: Final[tuple[tuple[str, Phase], ...]] = (
    (rf"\b(?:at|in|near|from|towards?|into|out of|to|hitting|reaching|by) the (?:very )?(?:bottom|lowest point|deepest point)(?: position)?{_OF}\b",
     "bottom"),
    (rf"\b(?:at|in|near|from|towards?|to|by) the (?:very )?(?:top|highest point|peak|finish|end)(?: position)?{_OF}\b", "top"),
    (rf"\b(?:at|in|from|before) the (?:very )?(?:start|beginning|outset|setup|starting position){_OF}\b", "start"),
    (r"\b(?:on|during) (?:the|your) way down\b|\b(?:in|during|on|through) (?:the|your) (?:descent|lowering(?: phase)?|eccentric"
     r"(?: phase)?|downward (?:phase|motion|movement))\b", "lowering"),
    (r"\b(?:on|during) (?:the|your) way (?:back )?up\b|\b(?:in|during|on|through) (?:the|your) (?:ascent|lifting(?: phase)?|"
     r"concentric(?: phase)?|upward (?:phase|motion|movement))\b", "lifting"),
    (rf"\b(?:as|when|while|whenever|once|if|each time|every time|before|after|until) (?:you|you're|you are)(?: \w+ly)? {_DOWN}\w*"
     rf"(?: (?!and\b|but\b|while\b|so\b|your knees\b|with\b|without\b)\w+){{0,6}}?{_THEN}(?=,|$| and\b| but\b| while\b| so\b| with\b| without\b)", "lowering"),
    (rf"\b(?:as|when|while|whenever|once|if|each time|every time|before|after|until) (?:you|you're|you are)(?: \w+ly)? {_UP}\w*"
     rf"(?: (?!and\b|but\b|while\b|so\b|with\b|without\b)\w+){{0,6}}?{_THEN}(?=,|$| and\b| but\b| while\b| so\b| with\b| without\b)", "lifting"),
    (rf"\b(?:as|when|while|whenever|once|if|each time|every time|before|after) (?:you|you're|you are)(?: \w+ly)? \w+"
     rf"(?: (?!and\b|but\b|while\b|so\b|with\b|without\b)\w+){{0,6}}?{_THEN}(?=,|$| and\b| but\b| while\b| so\b| with\b| without\b)", "throughout"),
    (rf"\b(?:when|before|after|on|upon) (?:{_MOVING})(?: (?!and\b|but\b|while\b|so\b|with\b|without\b)\w+){{0,5}}?"
     rf"{_THEN}(?=,|$| and\b| but\b| while\b| so\b| with\b| without\b)", "throughout"),
    (rf"\bwhile (?:{_MOVING})(?: (?:up|down|back|overhead|forward|out|the \w+|your (?:arms|hands|weights)|and (?:{_MOVING})))*(?=,|$| and\b| but\b)",
     "throughout"),
    (rf"\b(?:throughout|during|through)(?: {_THE}(?:whole |entire |full )?(?:\w+ )?{_REP})?\b", "throughout"),
    (rf"\b(?:on|in|for|with|of) (?:each|every|all|the|your|this) (?:\w+ )?{_REP}\b", "throughout"),
    (r"\bthe (?:whole|entire) (?:time|way|movement|rep|exercise|lift|set)\b|\bat all times\b|\ball the time\b", "throughout"),
)  # fmt: skip
"""Pattern -> phase: when something is to be done. What it says of moving is no correction."""
