"""Faults of back, chest and head."""

from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.keyframes import Array
from triptych.dataset_builders.formcoach.scene import Scene

_ARCHED: Final = (
    "Dumbbell Lift Overhead", "Arms Raise Overhead", "Opposite Arms Up and Down Warmup", "Arms Circles",
)  # fmt: skip
_LEANING: Final = ("Dumbbell Lunge Backward", "Lunge and Reach Hands Front")
_SWINGING: Final = ("Dumbbell Lateral Raise", "Dumbbell High Pulls", "Dumbbell Chest Fly")
_HINGED: Final = ("Barbell Pull Up", "One Arm Row", "Deadlift", "Clean and Press")


def curve_back(scene: Scene) -> None:
    """The back not straight, in the way that the exercise tempts to: arched, leaning, swinging, swaying or round."""
    size = scene.degrees * scene.share
    if scene.exercise in _ARCHED:
        scene.add("bend", -size)
        scene.add("ahead", 0.002 * size)
    elif scene.exercise in _LEANING:
        scene.add("lean", 0.7 * size)
        scene.add("bend", 0.6 * size)
    elif scene.exercise in _SWINGING:
        _swing(scene)
    elif scene.exercise == "Hands Up Rotate":
        twist = scene.channels["twist"]
        scene.add("side", -size * twist / np.abs(twist).max())
    elif scene.exercise == "Mule Kick":
        before = shoulder_height(scene)
        scene.add("bend", -size)
        keep_shoulders(scene, before)
    else:
        _round(scene, size)


def _round(scene: Scene, size: Array) -> None:
    before = shoulder_height(scene)
    scene.add("bend", size)
    if scene.exercise in _HINGED:
        keep_shoulders(scene, before)
    else:
        scene.add("lean", -0.25 * size)


def _swing(scene: Scene) -> None:
    """The trunk bends to the weights at the start and throws itself back as they come up."""
    done = scene.phase("bottom" if scene.exercise == "Dumbbell Chest Fly" else "top")
    swing = scene.degrees * (0.5 - done)
    scene.add("lean", 0.6 * swing)
    scene.add("bend", 0.4 * swing)
    scene.add("ahead", -0.003 * swing)


def shoulder_height(scene: Scene) -> Array:
    """Height of the base of the neck over the floor, but for a constant, (T,)."""
    body, c = scene.body, scene.channels
    lower, upper = np.deg2rad(c["lean"] - 3.0), np.deg2rad(c["lean"] + c["bend"])
    height: Array = body.lower_spine * np.cos(lower) + body.upper_spine * np.cos(upper) - body.scale * c["drop"]
    return height


def keep_shoulders(scene: Scene, height: Array) -> None:
    """Leans so that the base of the neck is at that height again, as far as a lean can do it."""
    body = scene.body
    for _ in range(8):
        lower = np.deg2rad(scene.channels["lean"] - 3.0)
        upper = np.deg2rad(scene.channels["lean"] + scene.channels["bend"])
        slope = body.lower_spine * np.sin(lower) + body.upper_spine * np.sin(upper)
        step = np.rad2deg((shoulder_height(scene) - height) / np.maximum(slope, 0.12))
        scene.add("lean", np.clip(step, -15.0, 15.0))


def twist_less(scene: Scene) -> None:
    """The chest turned less far."""
    turned = scene.channels["yaw"] + scene.channels["twist"]
    scene.scale(("yaw", "twist", "look"), 1.0 - scene.degrees / np.abs(turned).max())


def lean_more(scene: Scene) -> None:
    """The chest sinks towards the floor."""
    _tip(scene, scene.degrees)


def lean_less(scene: Scene) -> None:
    """The trunk too upright for a row."""
    _tip(scene, -scene.degrees)


def _tip(scene: Scene, degrees: float) -> None:
    """Hips move against the chest for balance, and a bar goes with the trunk."""
    lean = scene.channels["lean"]
    scene.add("lean", degrees * scene.share)
    moved = np.sin(np.deg2rad(scene.channels["lean"])) - np.sin(np.deg2rad(lean))
    scene.add("ahead", -0.16 * moved)
    if scene.rig.grip:
        before_thighs = 0.25 if degrees < 0.0 else 0.0
        scene.add("el", -degrees * (before_thighs + 0.65 * scene.phase("top")))


def lift_chin(scene: Scene) -> None:
    """Looks up."""
    scene.add("nod", -scene.degrees * scene.share)


def drop_head(scene: Scene) -> None:
    """Looks down."""
    scene.add("nod", scene.degrees * scene.share)
