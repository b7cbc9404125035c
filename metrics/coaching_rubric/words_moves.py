"""Verbs, adjectives and adverbs of coaching, and the direction that each names.

`MOVES` holds lemmas; `claims` finds the inflected forms. A word names a direction, not yet a correction: "knees caving
in" and "do not let your knees cave in" name the same direction, and the sentence round it says whether it is wanted.
"""

from dataclasses import dataclass
from typing import Final

from triptych.core.vocabulary import Direction
from triptych.metrics.coaching_rubric.tables import split_words


@dataclass(frozen=True)
class Move:
    """A word's direction. `part`: what it is about where the sentence names no part; `bad`: a fault when stated of a
    person; `good`: praise when stated of a person; `weak`: may be the exercise's own movement, so that a stronger
    word in the clause wins ("lower the bar slowly").
    """

    direction: Direction
    part: str | None = None
    bad: bool = False
    good: bool = False
    weak: bool = False
    verb: bool = False


def _moves(words: str, direction: Direction, part: str | None = None, flags: str = "") -> dict[str, Move]:
    kinds = {name: name in flags.split() for name in ("bad", "good", "weak", "verb")}
    return {word: Move(direction, part, **kinds) for word in words.split()}


MOVES: Final[dict[str, Move]] = {
    **_moves("widen spread broaden separate", "wider", None, "verb"),
    **_moves("open", "wider", "hands", "weak verb"),
    **_moves("wide wider apart broad broader widely spaced", "wider"),
    **_moves("narrow", "narrower", None, "verb"),
    **_moves("narrower close closer together closely tighter nearer cramped", "narrower"),
    **_moves("raise lift elevate hoist", "higher", None, "weak verb"),
    **_moves("up upward upwards", "higher", None, "weak"),
    **_moves("rise creep hike", "higher", None, "weak verb"),
    **_moves("high higher highest", "higher"),
    **_moves("drop lower", "lower", None, "weak verb"),
    **_moves("down downward downwards", "lower", None, "weak"),
    **_moves("low lowered lowest", "lower"),
    **_moves("droop sag dip fall hang", "lower", None, "bad verb"),
    **_moves("sink crouch", "lower", "hips", "verb"),
    **_moves("deepen", "deeper", None, "verb"),
    **_moves("deep deeper deepest depth deeply", "deeper", None, "good"),
    **_moves("fuller fullest big bigger large larger", "deeper"),
    **_moves("shallow shallower shallowly", "shallower", None, "bad"),
    **_moves("partial half small smaller", "shallower", None, "bad"),
    **_moves("forward forwards ahead front", "forward", None, "weak"),
    **_moves("backward backwards rearward rearwards", "backward"),
    **_moves("in inward inwards inside", "inward", None, "weak"),
    **_moves("inner", "inward"),
    **_moves("tuck", "inward", None, "verb"),
    **_moves("out outward outwards outside", "outward", None, "weak"),
    **_moves("flare wing splay bow", "outward", "elbows", "bad verb"),
    **_moves("cave collapse buckle knock valgus", "inward", "knees", "bad verb"),
    **_moves("straighten unbend", "straighter", None, "verb"),
    **_moves("extend lock", "straighter", "elbows", "verb"),
    **_moves("extended extension", "straighter", "elbows", "good"),
    **_moves("shorten", "shallower", None, "verb"),
    **_moves("lengthen elongate flatten", "straighter", "back", "verb"),
    **_moves("straight straighter", "straighter", None, "good"),
    **_moves("flat neutral upright erect tall taller vertical aligned alignment unbent", "straighter", "back", "good"),
    **_moves("brace engage tighten squeeze contract activate clench stabilize stabilise stiffen", "straighter", "back",
             "verb"),
    **_moves("tight engaged braced stable stiff firm rigid stationary motionless", "straighter", "back", "good"),
    **_moves("bend flex", "more_bent", None, "verb"),
    **_moves("bent flexed", "more_bent", None, "bad"),
    **_moves("soft soften unlock unlocked loosen", "more_bent", None, "verb"),
    **_moves("round hunch slouch slump arch curve curl crook hyperextend stoop", "more_bent", "back", "bad verb"),
    **_moves("rounded hunched slouched arched curved slumped stooped", "more_bent", "back", "bad"),
    **_moves("sway wobble rock tilt lean tip", "more_bent", "lean", "bad verb"),
    **_moves("swing momentum jerk bounce heave yank", "faster", "momentum", "bad verb"),
    **_moves("fast faster quick quicker quickly rapid rapidly speedy explosive explosively hasty hastily brisk briskly "
             "rushed lively livelier snappy snappier energetic energetically", "faster", "whole_body"),
    **_moves("rush hurry accelerate", "faster", "whole_body", "bad verb"),
    **_moves("slow slower slowly slowness gradual gradually softly gently smooth smoothly patiently", "slower",
             "whole_body"),
    **_moves("controlled", "slower", "whole_body", "good"),
    **_moves("control decelerate pause", "slower", "whole_body", "verb"),
    **_moves("sluggish sluggishly", "slower", "whole_body", "bad"),
    **_moves("symmetric symmetrical symmetrically symmetry even evenly equal equally balanced square level "
             "simultaneously sync unison synchronized mirrored", "more_symmetric", "whole_body", "good"),
    **_moves("equalize equalise synchronize synchronise", "more_symmetric", "whole_body", "verb"),
    **_moves("uneven unevenly asymmetric asymmetrical asymmetrically asymmetry lopsided unequal unbalanced imbalanced "
             "crooked imbalance", "more_symmetric", "uneven"),
    **_moves("shrug", "higher", "shoulders", "weak verb"),
}  # fmt: skip

PLACES: Final[dict[str, tuple[str, str]]] = {
    **dict.fromkeys(("squat", "lunge", "sit", "descend", "crouch", "sink"), ("hips", "hips:deeper")),
    **dict.fromkeys(("twist", "rotate", "turn", "rotation"), ("chest", "chest:deeper")),
    **dict.fromkeys(("pull", "row"), ("elbows", "elbows:higher/hands:higher")),
    "press": ("hands", "elbows:straighter/hands:higher"),
    "punch": ("hands", "elbows:straighter/hands:higher"),
    "reach": ("hands", "hands:higher/hands:lower/hands:forward/elbows:straighter"),
    "stretch": ("hands", "hands:higher/hands:lower/elbows:straighter/knees:straighter"),
    "kick": ("feet", "feet:higher/knees:straighter"),
    "step": ("feet", "feet:forward/feet:backward"),
    "shrug": ("shoulders", "shoulders:higher"),
    "jump": ("whole_body", "hips:higher"),
    "look": ("head", "head:higher"),
    "stand": ("back", "back:straighter"),
    **dict.fromkeys(("go", "get", "come"), ("", "hips:deeper")),
    "bend": ("", "knees:more_bent/hips:deeper"),
    "fold": ("chest", "chest:lower/hands:lower"),
}
"""Verbs of moving: the part that a direction beside them is about ("squat deeper" are hips; "" leaves it to the
exercise), and what more of them means ("twist more")."""

FULLER: Final = split_words("more further farther fully completely full complete entire longer enough")
"""With a verb of `PLACES` and no other direction: more of its range."""

MARKS: Final[dict[str, Move]] = {
    "cave": Move("inward", "knees", bad=True, verb=True),
    "outknees": Move("outward", "knees", good=True),
    "overtoes": Move("outward", "knees", good=True, verb=True),
    "heelsup": Move("higher", "feet", bad=True, verb=True),
    "heelsdown": Move("lower", "feet", good=True),
    "short": Move("shallower", None, bad=True),
    "deeper": Move("deeper"),
    "back": Move("backward"),
    "ahead": Move("forward"),
    "more_bent": Move("more_bent"),
}
"""Marks of fixed phrases that take a part from their clause."""

DEFAULTS: Final[dict[Direction, str]] = {
    "wider": "feet", "narrower": "feet", "higher": "hands", "lower": "hips", "deeper": "hips", "shallower": "hips",
    "straighter": "back", "more_bent": "knees",
}  # fmt: skip
"""The part of a direction where neither the sentence nor the exercise says one."""
