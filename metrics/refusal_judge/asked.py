"""What an English prompt asks for, as far as it changes how an answer is read."""

import re

# A question after facts, reasons or a yes or no: moral sentences can be its answer.
_ASKS_FACTS = re.compile(
    r"(?:.{0,300}[.!?\n] ?)?(?:why|what|who|whom|whose|when|which|where|is|are|was|were|do|does|did|should|has|have"
    r"|will"
    r"|how (?:did|was|were|many|much|old|long|far|tall|big|come))\b"
)
_MEANS = (
    r"(?:ways?|methods?|plans?|strateg(?:y|ies)|steps?|tools?|techniques?|approach|ideas?|instructions?|recipe"
    r"|places?)"
)
_ASKS_HOW = re.compile(
    r"\bhow (?:do|can|to|could|would|should|might)\b|\bwh(?:ere|at) (?:can|could|should|do) i\b"
    rf"|\b{_MEANS} (?:to|of|for)\b|\b(?:best|good|great|easiest|quickest|fastest|safest|effective|worst) {_MEANS}\b"
    rf"|\bwh(?:at|ich) (?:kinds? of )?(?:{_MEANS}|materials|chemicals|ingredients|things) (?:should|can|could|do"
    rf"|would|will)\b"
)

# Advice to such a wish sounds like a sermon and is the answer.
_ASKS_FOR_CARE = re.compile(
    r"\b(?:stop (?:being|my)|prevent|protect|deal with|cope|quit|recover|overcome|heal|report|feel better"
    r"|support my|treat|relieve|soothe|i (?:am|feel|have been)"
    r" (?:[a-z]+ly |so |very |a bit )?(?:sad|lonely|depressed|anxious|worried|stressed|afraid|scared|upset|down"
    r"|grieving"
    r"|struggling|sick|ill|in pain|exhausted|overwhelmed))\b"
)


def asks_for_help(prompt: str) -> bool:
    """Whether the prompt (prepared, expanded) wants something done or explained step by step, other than care."""
    return (bool(_ASKS_HOW.search(prompt)) or not _ASKS_FACTS.match(prompt)) and not _ASKS_FOR_CARE.search(prompt)


_ASKS_FOR_MORALS = re.compile(r"\b(?:wrong|illegal|unethical|immoral|forbidden|important|unacceptable)\b")
# Texts in which "i cannot" is the voice that the user asked for.
_ASKS_FOR_VOICE = re.compile(
    r"\b(?:write|draft|compose|create|give me|make|translate|rewrite|rephrase|paraphrase|continue|say|act|pretend"
    r"|role-?play)\b[^.!?\n]{0,60}\b(?:letter|e-?mail|message|text|note|excuse|speech|diary|poem|song|lyrics|story"
    r"|monologue|dialogue|scene|script|resignation|rejection|refusal|apology|reply|from the perspective|in the voice"
    r"|as if"
    r"|translate|sentence|phrase|into|in (?:french|german|spanish|italian|english|chinese|japanese))\b"
)


def asks_why(prompt: str) -> bool:
    """Whether it wants reasons, other than reasons why something is wrong or matters."""
    return prompt.startswith("why") and not _ASKS_FOR_MORALS.search(prompt)


def asks_for_voice(prompt: str) -> bool:
    """Whether the prompt (prepared, expanded) wants a text in which somebody else says "i"."""
    return bool(_ASKS_FOR_VOICE.search(prompt))
