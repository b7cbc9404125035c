"""Faults of elbows, hands and shoulders."""

from dataclasses import replace
from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.faults_trunk import keep_shoulders, shoulder_height
from triptych.dataset_builders.formcoach.posing import solve
from triptych.dataset_builders.formcoach.scene import Scene
from triptych.dataset_builders.formcoach.skeleton import INDEX

_PRESSES: Final = ("Dumbbell Lift Overhead", "Dumbbell Squat and Press")


def bend_elbows(scene: Scene) -> None:
    """Elbows stay bent. With arms overhead the upper arm gives way by half, so that the hand stays above it."""
    if scene.exercise == "Mule Kick":
        _sink_on_elbows(scene)
        return
    for tag in scene.tags:
        bend = scene.degrees * scene.share
        scene.channels[f"flex_{tag}"] = scene.channels[f"flex_{tag}"] + bend
        if not scene.rig.grip:
            if scene.exercise == "Dumbbell Chest Fly":  # elbows go out, or the hands would cross
                scene.channels[f"az_{tag}"] = scene.channels[f"az_{tag}"] * (1.0 - bend / 164.0)
            over = np.clip(scene.channels[f"el_{tag}"] / 90.0 - 1.0, 0.0, 1.0) ** 2
            scene.channels[f"el_{tag}"] = scene.channels[f"el_{tag}"] - 0.5 * over * bend


def _sink_on_elbows(scene: Scene) -> None:
    """On all fours: the chest comes down by what the bent arms are shorter."""
    body, joints = scene.body, solve(scene.body, scene.channels, scene.rig)
    upper, fore = body.upper_arm, body.forearm
    arm = np.linalg.norm(joints[:, INDEX["left_wrist"]] - joints[:, INDEX["left_shoulder"]], axis=-1)
    bend = np.arccos(np.clip((arm**2 - upper**2 - fore**2) / (2.0 * upper * fore), -1.0, 1.0))
    bend = bend + np.deg2rad(scene.degrees)
    sink = arm - np.sqrt(upper**2 + fore**2 + 2.0 * upper * fore * np.cos(bend))
    height = shoulder_height(scene)
    keep_shoulders(scene, height - sink)


def straighten_elbows(scene: Scene) -> None:
    """Elbows too straight, at most to the end of their range."""
    for tag in scene.tags:
        flex = scene.channels[f"flex_{tag}"]
        scene.channels[f"flex_{tag}"] = np.maximum(flex - scene.degrees * scene.share, 2.0)


def lower_elbows(scene: Scene) -> None:
    """Upper arms lower: of a row, not drawn as far up."""
    if scene.exercise == "One Arm Row":
        scene.channels["el_r"] = scene.channels["el_r"] + scene.degrees * scene.share
        scene.channels["flex_r"] = scene.channels["flex_r"] - 0.9 * scene.degrees * scene.share
    elif scene.rig.grip:
        # The upper arm would turn by about 96 degrees were the pull complete.
        short = scene.degrees / 96.0 * scene.share
        for name in ("el_l", "el_r", "flex_l", "flex_r"):
            curve = scene.channels[name]
            scene.channels[name] = curve + short * (curve[0] - curve)
    else:
        scene.add("el", -scene.degrees * scene.share)
        if scene.exercise == "Standing Ab Twists":  # hands stay before the chest
            scene.add("flex", -0.4 * scene.degrees * scene.share)


def lower_hands(scene: Scene) -> None:
    """Straight arms not raised as far, in proportion to how far they are up; pressed hands drift forward instead."""
    for tag in scene.tags:
        el = scene.channels[f"el_{tag}"]
        up = np.clip(el / el.max(), 0.0, 1.0) ** 2
        scene.channels[f"el_{tag}"] = el - scene.degrees * up
        if scene.exercise in _PRESSES:
            ahead = min(1.0, scene.degrees / 30.0) * (80.0 - scene.channels[f"az_{tag}"])
            scene.channels[f"az_{tag}"] = scene.channels[f"az_{tag}"] + ahead * up


def drop_hands(scene: Scene) -> None:
    """Hands of bent arms not pulled as high."""
    scene.add("move_up", -scene.metres * scene.share)


def raise_hands(scene: Scene) -> None:
    """Straight arms raised too far."""
    scene.add("el", scene.degrees * scene.share)


def fold_less(scene: Scene) -> None:
    """Bending down, hands stay above the feet: the trunk stops early."""
    scene.add("lean", -0.6 * scene.degrees * scene.share)
    scene.add("bend", -0.4 * scene.degrees * scene.share)


def shrink_circles(scene: Scene) -> None:
    """Circles of the arms with a smaller radius about the same centre."""
    for tag in scene.tags:
        for name in (f"el_{tag}", f"az_{tag}"):
            curve = scene.channels[name]
            middle = 0.5 * (curve.max() + curve.min())
            scene.channels[name] = middle + (curve - middle) * (1.0 - scene.degrees / (0.5 * np.ptp(curve)))


def close_fly(scene: Scene) -> None:
    """Arms opened less wide."""
    scene.add("az", scene.degrees * scene.share)


def spread_hands(scene: Scene, way: float) -> None:
    """Hands farther apart (`way` 1) or closer together (-1), the elevation or the elbows giving way."""
    if scene.rig.grip:
        scene.rig = replace(scene.rig, grip=scene.rig.grip + way * scene.nominal)
        return
    if scene.exercise == "Dumbbell High Pulls":
        scene.add("move_out", way * 0.39 * scene.metres * scene.share)
        return
    top = int(scene.share.argmax())
    arm = scene.body.upper_arm + scene.body.forearm + scene.body.palm
    for tag in scene.tags:
        el, az = (np.deg2rad(scene.channels[f"{name}_{tag}"][top]) for name in ("el", "az"))
        out = np.sin(el) + way * 0.5 * scene.metres / (arm * np.cos(az))
        turn = np.pi - np.arcsin(np.clip(out, -1.0, 1.0)) - el
        scene.channels[f"el_{tag}"] = scene.channels[f"el_{tag}"] + np.rad2deg(turn) * scene.share


def shrug_more(scene: Scene) -> None:
    """Shoulders pulled up."""
    scene.add("shrug", scene.degrees * scene.share)


def shrug_less(scene: Scene) -> None:
    """Shoulders not pulled up as far."""
    scene.add("shrug", -scene.degrees * scene.share)


def weaken_left(scene: Scene) -> None:
    """The left arm is raised less than the right, as with most people who are right-handed."""
    scene.tags = "l"
    lower_hands(scene)
