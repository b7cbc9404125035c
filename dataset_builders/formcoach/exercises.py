"""The 22 exercises of FormCoach's Table 3 as key poses, by name.

Barbell Pull Up is Fit3D's `barbell_row`, a bent-over row. In lunges the right foot steps and in the mule kick the right
leg kicks; the one-arm row pulls with the right arm.
"""

from typing import Final

from triptych.dataset_builders.formcoach import exercises_arms as arms
from triptych.dataset_builders.formcoach import exercises_bar as bar
from triptych.dataset_builders.formcoach import exercises_floor as floor
from triptych.dataset_builders.formcoach import exercises_legs as legs
from triptych.dataset_builders.formcoach.repetition import Repetition

REPETITIONS: Final[dict[str, Repetition]] = {
    "Dumbbell Lift Overhead": arms.LIFT_OVERHEAD,
    "Dumbbell Lunge Backward": legs.LUNGE_BACKWARD,
    "Hands Up Rotate": arms.HANDS_UP_ROTATE,
    "Barbell Pull Up": bar.BARBELL_ROW,
    "Clean and Press": bar.CLEAN_AND_PRESS,
    "Dumbbell Lateral Raise": arms.LATERAL_RAISE,
    "Burpee": floor.BURPEE,
    "Up and Down Stretch": arms.UP_AND_DOWN,
    "Dumbbell Chest Fly": arms.CHEST_FLY,
    "Arms Raise Overhead": arms.RAISE_OVERHEAD,
    "Standing Ab Twists": arms.AB_TWISTS,
    "Opposite Arms Up and Down Warmup": arms.OPPOSITE_ARMS,
    "Dumbbell Squat and Press": legs.SQUAT_AND_PRESS,
    "Lunge and Reach Hands Front": legs.LUNGE_AND_REACH,
    "Mule Kick": floor.MULE_KICK,
    "Arms Circles": arms.ARMS_CIRCLES,
    "Squat": legs.SQUAT,
    "One Arm Row": bar.ONE_ARM_ROW,
    "Squat and Jump with Hands Up": legs.SQUAT_JUMP,
    "Dumbbell High Pulls": arms.HIGH_PULLS,
    "Deadlift": bar.DEADLIFT,
    "Barbell Shrug": bar.BARBELL_SHRUG,
}
