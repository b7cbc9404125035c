"""Nouns of coaching: what stands for which body part.

Three nouns name no part by themselves: what "arms", "legs" and "body" are about depends on the direction ("straighten
your arms" are elbows, "raise your arms" hands), see `GROUPS`.
"""

from typing import Final

from triptych.core.vocabulary import BodyPart, Direction

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
