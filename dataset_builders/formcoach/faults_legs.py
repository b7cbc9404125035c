"""Faults of feet, knees and hips."""

from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.faults_trunk import keep_shoulders, shoulder_height
from triptych.dataset_builders.formcoach.keyframes import Array
from triptych.dataset_builders.formcoach.posing import PELVIS_AHEAD_M, solve
from triptych.dataset_builders.formcoach.scene import Scene
from triptych.dataset_builders.formcoach.skeleton import INDEX

_STRAIGHTEST: Final = 6.0
_BAR_FROM_FLOOR: Final = ("Deadlift", "Clean and Press")
_LUNGES: Final = ("Dumbbell Lunge Backward", "Lunge and Reach Hands Front")
_LOWEST_DROP: Final = 0.79
_ANKLE_IN_PLANK_M: Final = 0.167
_STRAIGHT: Final = 0.996


def set_feet(scene: Scene, way: float) -> None:
    """Feet farther apart (`way` 1) or closer together (-1)."""
    scene.add("foot_out", way * 0.5 * scene.nominal)


def shorten_step(scene: Scene) -> None:
    """The foot that steps is set down too near, and the hips with it."""
    stride = np.abs(scene.channels["foot_ahead_r"]).max()
    scene.scale(("foot_ahead_r", "ahead"), 1.0 - scene.nominal / stride)


def drop_kick(scene: Scene) -> None:
    """The kicking leg not raised as far."""
    for name in ("thigh_r", "heel_r"):
        scene.channels[name] = scene.channels[name] + scene.degrees * scene.share


def cave_knees(scene: Scene) -> None:
    """Knees fall inward."""
    scene.add("knee_in", scene.metres * scene.share)


def bend_knees(scene: Scene) -> None:
    """Knees stay bent."""
    if scene.exercise == "Mule Kick":
        scene.channels["knee_r"] = scene.channels["knee_r"] + scene.degrees * scene.share
    else:
        _flex_knees(scene, scene.degrees * scene.share)


def stiffen_knees(scene: Scene) -> None:
    """Knees too straight."""
    _flex_knees(scene, -scene.degrees * scene.share)


def _flex_knees(scene: Scene, change: Array) -> None:
    """Raises or lowers the hips until the knees, on average, are bent by so many degrees more."""
    wanted: Array | None = None
    for _ in range(5):
        joints = solve(scene.body, scene.channels, scene.rig)
        bent, chord = _knees(joints)
        if wanted is None:
            wanted = np.maximum(bent + change, _STRAIGHTEST)
        thigh, shin = scene.body.thigh, scene.body.shin
        needed = np.sqrt(thigh**2 + shin**2 + 2.0 * thigh * shin * np.cos(np.deg2rad(wanted)))
        scene.add("drop", (chord - needed) / scene.body.scale)


def _knees(joints: Array) -> tuple[Array, Array]:
    """Flexion in degrees and distance from hip to ankle, means of both legs, (T,) each."""
    angles, chords = [], []
    for side in ("left", "right"):
        hip, knee, ankle = (joints[:, INDEX[f"{side}_{part}"]] for part in ("hip", "knee", "ankle"))
        thigh, shin = knee - hip, ankle - knee
        cosine = np.sum(thigh * shin, axis=-1) / np.linalg.norm(thigh, axis=-1) / np.linalg.norm(shin, axis=-1)
        angles.append(np.rad2deg(np.arccos(np.clip(cosine, -1.0, 1.0))))
        chords.append(np.linalg.norm(ankle - hip, axis=-1))
    return (angles[0] + angles[1]) / 2.0, (chords[0] + chords[1]) / 2.0


def raise_hips(scene: Scene) -> None:
    """Hips too high: a shallow squat or lunge, a pike, or a lift from the floor with stiff legs."""
    _move_hips(scene, 1.0)


def sink_hips(scene: Scene) -> None:
    """Hips too low."""
    _move_hips(scene, -1.0)


def _move_hips(scene: Scene, up: float) -> None:
    height = shoulder_height(scene)
    drop = scene.channels["drop"]
    scene.add("drop", -up * scene.nominal * scene.share)
    if scene.exercise == "Burpee":
        scene.channels["drop"] = np.minimum(scene.channels["drop"], np.maximum(drop, _LOWEST_DROP))
        keep_shoulders(scene, height)
        _straighten_plank(scene)
    elif scene.exercise in _BAR_FROM_FLOOR:
        keep_shoulders(scene, height)
        if up < 0.0:  # knees come forward and push the bar away
            scene.add("el", 60.0 * scene.nominal * scene.share)
    elif scene.exercise not in _LUNGES:
        part = up * scene.nominal / drop.max() * scene.share * (1.0 if up > 0.0 else 0.4)
        scene.scale(("ahead", "lean"), 1.0 - part)


def _straighten_plank(scene: Scene) -> None:
    """In a plank with other hips the feet stand where the legs are as straight as the whole push-up allows."""
    body, down = scene.body, scene.share > 0.999
    drop, ahead = scene.channels["drop"][down], scene.channels["ahead"][down]
    above_ankles = body.leg + body.ankle_height - body.scale * drop - _ANKLE_IN_PLANK_M * body.height_m / 1.75
    back = np.sqrt((_STRAIGHT * body.leg) ** 2 - above_ankles**2) / body.scale
    nearest = (ahead + PELVIS_AHEAD_M - back).max()
    scene.scale(("foot_ahead_l", "foot_ahead_r"), nearest / scene.channels["foot_ahead_l"][down][0])
