"""Whether a clause orders, forbids, states or praises."""

from collections.abc import Sequence
from enum import Enum
from functools import cache

from triptych.metrics.coaching_rubric.tables import split_words
from triptych.metrics.coaching_rubric.words import NOUNS
from triptych.metrics.coaching_rubric.words_moves import MOVES, PLACES
from triptych.metrics.coaching_rubric.words_sentences import EXCESS, NEGATIONS, PRAISE, SHORTFALL, STATES, WISHES

_BARE_NEGATIONS = {"dont", "doesnt", "isnt", "arent", "cant", "wont", "shouldnt"}
_MODALS = split_words(
    "should need needs must could try want ought let's please recommend suggest shall would i'd can "
    "shouldn't mustn't needn't"
)
_DETERMINERS = split_words(
    "your the both each neither left right his her their my a an front rear lower upper mid back top bottom of"
)
_LEADS = split_words(
    "only also then next please now and so again still always again first second finally ok okay well try to "
    "actually however but remember overall here instead"
)
_PRONOUNS = split_words("you you're there there's i it it's they they're one we he she")
_OTHER_SUBJECTS = split_words("back side sides upper work form speed position positioning placement alignment")
_TURNING = frozenset(("instead of", "rather than", "without"))
_MODELS = split_words("reference expert trainer instructor coach demonstrator demonstration")
_STATING = split_words(
    "stay stays remain remains go goes come comes move moves look looks start starts keep keeps get gets "
    "appear appears seem seems tend tends reach reaches travel travels track end ends finish drift drifts shoot "
    "shoots shift shifts lag lags wander wanders stick sticks hang hangs"
)
_IRREGULAR = {"lying": "lie", "went": "go", "fell": "fall", "kept": "keep", "swung": "swing", 
              "leant": "lean", "rose": "rise", "rising": "rise", "sat": "sit", "sank": "sink"}  # fmt: skip


_BAD_MARKS = frozenset(("=cave", "=forwardlean", "=lean", "=crane", "=short", "=heelsup"))
_OBJECTS = split_words("them it your the both each these those that this")
_PARTICLES = split_words("out outward outwards up upward upwards back backward down downward apart inward forward")
_DEGREES = split_words("not no never too so far much almost even way right all halfway more less")
_OFTEN = split_words("never always still barely hardly rarely both all also")
_NO_VERBS = split_words(
    "with from at in on of to for by near over under through into onto like because since when while after before "
    "your the both each a an all this that these those them it same even only"
)

_ALSO_ADJECTIVES = split_words("lower narrow spread tuck control slow lift raise extend lock")


class Mood(Enum):
    """What the clause does with the direction that it names."""

    ORDER = "order"
    FORBID = "forbid"
    STATE = "state"
    """A fault as it is: "your feet are close together"."""
    MISS = "miss"
    """What is not there: "your arms are not straight"."""


@cache
def lemma(word: str) -> str:
    """The form of `word` that a table has, or the word itself."""
    if word == "good":  # no form of "go"
        return word
    word = _IRREGULAR.get(word, word)
    if _known(word):
        return word
    stems = [word[: -len(end)] for end in ("s", "es", "d", "ed", "ing", "er", "ly") if word.endswith(end)]
    for stem in stems:
        doubled = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
        for form in (stem, f"{stem}e", doubled, f"{stem[:-1]}y" if stem.endswith("i") else stem):
            if _known(form):
                return form
    return word


def _known(word: str) -> bool:
    return word in MOVES or word in PLACES or word in NOUNS


def negated(words: Sequence[str]) -> bool:
    """Whether a word of the clause denies or forbids."""
    return any(word in NEGATIONS or word.endswith("n't") or word in _BARE_NEGATIONS for word in words)


def excessive(words: Sequence[str]) -> bool:
    """Whether something is said to be too much; "too" at the end is "also"."""
    return any(word in EXCESS for word in words[:-1]) or (bool(words) and words[-1] in EXCESS - {"too"})


def clause_mood(words: Sequence[str], previous: Mood | None, connector: str) -> Mood:
    """The mood of a clause; a clause that opens with no verb or subject of its own goes on in the `previous` one."""
    start, no = _after_leads(words), negated(words)
    of_model, modal = bool(_MODELS & set(words)), bool(_MODALS & set(words))
    if SHORTFALL & set(words) and not of_model:
        return Mood.FORBID if no else Mood.ORDER
    if excessive(words):
        return _of_excess(no) if _states(start) and not modal else Mood.FORBID
    if connector in _TURNING:
        missing = connector == "without" and previous in (Mood.STATE, Mood.MISS)
        return Mood.MISS if missing else Mood.FORBID  # "you press without locking your elbows"
    if no and "enough" in words and not modal:
        return Mood.MISS  # "not deep enough"
    if of_model or modal or (connector == "until" and not no):
        return Mood.FORBID if no else Mood.ORDER
    return _of_opening(start, no, previous, connector)


def _of_excess(no: bool) -> Mood:
    """The mood of "your feet are too close", and of "your feet are not too close"."""
    return Mood.ORDER if no else Mood.STATE


def _of_opening(start: list[str], no: bool, previous: Mood | None, connector: str) -> Mood:
    ordered = previous in (Mood.ORDER, Mood.FORBID)  # "keep them straight, not bent" goes on with an order
    if start[:1] in (["not"], ["no"]) and not ordered and not {"so", "that"} & set(start):
        return Mood.FORBID if any(_is_bad(word) for word in start) else Mood.MISS  # "no leaning", "no lockout"
    if _states(start):
        return Mood.MISS if no else Mood.STATE
    if no:
        return Mood.MISS if start[:1] == ["not"] and not ordered and previous else Mood.FORBID
    return previous if previous and _goes_on(start, previous, connector) else Mood.ORDER


def _after_leads(words: Sequence[str]) -> list[str]:
    rest = list(words)
    while rest and (rest[0] in _LEADS or rest[0] in "#^") and rest[0] != "back":
        rest = rest[1:]
    return rest


def _states(words: list[str]) -> bool:
    """Whether the clause opens with a subject and a verb about it."""
    if not words:
        return False
    if words[0] in _PRONOUNS:
        return True
    at = 0
    while at < len(words) and words[at] in _DETERMINERS and not (words[at] == "back" and _verb_at(words, at + 1)):
        at += 1
    while at < len(words) and (_is_subject(words, at) or words[at] in _OTHER_SUBJECTS or _is_praised_mark(words, at)):
        at += 1
    return 0 < at < len(words) and _verb_at(words, at)


def _is_praised_mark(words: list[str], at: int) -> bool:
    """Whether a phrase is the subject of praise: "your depth is great"."""
    return words[at].startswith("=") and bool(PRAISE & set(words[at + 1 :]))


def _is_subject(words: list[str], at: int) -> bool:
    word = lemma(words[at])
    # "squat" alone is an order, "your squat" is not
    return word in NOUNS or (at > 0 and word in PLACES and words[at - 1] in _DETERMINERS)


def _verb_at(words: list[str], at: int) -> bool:
    while at < len(words) and (
        words[at] in "#^" or words[at] in _OFTEN or (words[at].endswith("ly") and words[at] not in MOVES)
    ):
        at += 1
    if at >= len(words):
        return False
    word = words[at]
    if word in STATES or word in _STATING or word.endswith("n't") or word in ("not", "do", "does", "don't"):
        return True
    move = MOVES.get(lemma(word))
    if word in _BAD_MARKS or word == "=overtoes":
        return True
    turns = lemma(word) in PLACES and word != lemma(word)
    return turns or (move is not None and (move.bad or (move.verb and word not in _ALSO_ADJECTIVES)))


def _is_bad(word: str) -> bool:
    move = MOVES.get(lemma(word))
    return word in _BAD_MARKS or (move is not None and move.bad)


def _goes_on(start: list[str], previous: Mood, connector: str) -> bool:
    if start[:1] == ["with"]:  # "don't lift with a rounded back"
        return True
    if not start or connector in ("but", "so", "then", ""):
        return False
    word = start[0]
    if word in WISHES or (word.startswith("=") and word not in _BAD_MARKS and connector not in ("or", "nor")):
        return False
    described = previous in (Mood.STATE, Mood.MISS)  # "don't lean back and push your hips out" forbids both
    if (connector == "," or (connector == "and" and described)) and _is_imperative(start):
        return False
    move = MOVES.get(lemma(word))
    own_order = move is not None and move.verb and not move.bad and word == lemma(word)
    if connector in ("or", "nor"):
        return True
    if previous is Mood.ORDER:
        return True
    return word.endswith("ing") or (not own_order and word not in ("your", "the", "both") and lemma(word) not in PLACES)


def _is_imperative(start: list[str]) -> bool:
    """Whether a clause opens with any verb in its base form and what that verb moves: "push them out"."""
    word, after = start[0], start[1:2]
    if not word.isalpha() or word in _NO_VERBS or word.endswith(("ing", "ed")):
        return False
    if _OBJECTS & set(after):
        return True
    adverb = word.endswith(("er", "ly", "ward", "wards")) or word in _DEGREES
    return bool(_PARTICLES & set(after)) and not adverb and not _known(lemma(word))  # "push outward"
