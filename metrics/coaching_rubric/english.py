"""Whether a text is English enough for the lexical judge; what it cannot read it leaves unscored."""

import re
from typing import Final

from triptych.metrics.coaching_rubric.moods import lemma
from triptych.metrics.coaching_rubric.phrases import plain
from triptych.metrics.coaching_rubric.tables import split_words
from triptych.metrics.coaching_rubric.words import NOUNS
from triptych.metrics.coaching_rubric.words_moves import FULLER, MOVES, PLACES
from triptych.metrics.coaching_rubric.words_sentences import (
    ATTENTION,
    CAVEATS,
    EXCESS,
    LEADING_PRAISE,
    NEGATIONS,
    PRAISE,
    SHORTFALL,
    STATES,
    WISHES,
)

_COMMON: Final = split_words(
    "a about above across add after again against ahead all almost along also always am an and angle another "
    "any anything apart are around as at away back balance be because been before begin being below beneath "
    "beside better between beyond big bit both but by can center come coming could course day did different "
    "direction do does doing done down during each ease easy else end enough even ever every everything "
    "example exercise expert extra fault feel few finish first floor for form from full further get getting "
    "give go goes going good got great ground had half hard harder has have having he height help here his "
    "hold how i if ignore in inch inches instead instruction instructions into is it its job just keep kept "
    "lead least leave left length let level like line little long look lot made make makes many match may "
    "maybe me mean middle might mirror more most motion move movement much must my need never new next no not "
    "nothing now of off often on once one only onto or other our out over overall own pain part past perfect "
    "person place point position power press prevent previous put quite range rather ready really reference "
    "relax rep repetition reps rest right same say second see set should side sides since slightly small so "
    "some something space spot start stay still strength strong such support take technique tension than "
    "thank that the their them then there these they thing things this those three through throughout time to "
    "together too total toward towards trainer try trying two under until up upon us use using user usual "
    "very video want was watch way we well were what when where which while who whole why will with without "
    "work working would wrong yes yet you your yourself weight exactly everyone keep-up effort push pushing "
    "pull carry done workout muscles muscle train training breathe breath session drive fire athlete champion "
    "beast believe burn ok okay squeeze touch step parallel width feedback correction corrections needed "
    "needs change rate score accuracy perfect json judge system improve improvement awareness clear steady "
    "pause repeat motion smooth bring hit allow none nil n/a na error errors mistake mistakes video blurry "
    "assess upload sorry unable see"
)
_FOREIGN: Final = split_words(
    "el la los las una más mas tus tu su con por para que sin hacia rodillas espalda pies brazos codos baja "
    "mantén manten abre del al es está le les des du une votre vos vous ton ta tes dos genoux pieds bras "
    "coudes gardez garde plus bien et pas ne sur vers pendant est au aux der die das den dem ein eine dein "
    "deine deinen deiner du ist nicht und zu mit beim rücken knie füße arme halte mehr tiefer gerade weiter "
    "il lo gli un della tieni schiena ginocchia piedi braccia più le tue non e o os as seus suas joelhos "
    "costas mantenha mais pés não com para um uma e de het een je jouw rug knieën voeten houd niet en meer "
    "armen op van och din dina inte rygg knän med på att är og ikke ryggen knærne i na nie twoje plecy kolana "
    "stopy trzymaj się do jangan lebih punggung lutut kaki tangan anda dan yang"
) - {"a", "do", "i", "die", "on", "in", "is", "to", "as", "so", "of", "plus"}  # fmt: skip
_TABLES: Final = (
    NOUNS,
    MOVES,
    PLACES,
    _COMMON,
    FULLER,
    ATTENTION,
    CAVEATS,
    EXCESS,
    LEADING_PRAISE,
    NEGATIONS,
    PRAISE,
    SHORTFALL,
    STATES,
    WISHES,
)
_MOST_OTHER_SCRIPT, _LEAST_KNOWN, _LEAST_KNOWN_ALONE = 0.3, 0.5, 1 / 3


def not_english(text: str) -> str:
    """Why `text` cannot be read, or "" where it can."""
    letters = [char for char in text if char.isalpha()]
    if not letters:
        return "no words in it"
    if sum(not char.isascii() and not "\u00c0" <= char <= "\u024f" for char in letters) > _MOST_OTHER_SCRIPT * len(
        letters
    ):
        return "not in English, the only language of the lexical judge"
    found = re.findall(r"[^\W\d_]+(?:'[a-z]+)?", plain(text))
    words = [word for word in found if len(word) > 1 or not word.isascii()] or found
    known = sum(_is_known(word) and word not in _FOREIGN for word in words)
    foreign = sum(word in _FOREIGN or not word.isascii() for word in words)
    least = _LEAST_KNOWN if foreign else _LEAST_KNOWN_ALONE
    if known < least * len(words) or (foreign >= 2 and foreign * 2 > known):
        return "not in English, the only language of the lexical judge"
    return ""


def _is_known(word: str) -> bool:
    base = lemma(word)
    forms = (
        word,
        base,
        word.removesuffix("s"),
        word.removesuffix("ing"),
        word.removesuffix("ed"),
        word.removesuffix("ly"),
    )
    return word.endswith("n't") or "'" in word or any(form in table for table in _TABLES for form in forms if form)
