"""The 22 exercises as key poses of the puppet."""

import math

from puppet import Key, key

ARMS_W = {"elevation": 50, "plane": 85, "elbow": 130, "bend_x": 0.2, "bend_out": 0.2, "bend_z": 1}
UP = {"elevation": 168, "plane": 90, "elbow": 8, "bend_x": 0.4, "bend_out": -1, "bend_z": 0.3}
REACH = {"elevation": 88, "plane": 8, "elbow": 8, "bend_x": 0, "bend_out": -0.5, "bend_z": 1}
HANG = {"in_room": 1, "elevation": 4, "plane": 10, "elbow": 8}
DOWN = {"hips": 0.62, "back": 0.12, "lean": 34}
FOURS = {
    "lean": 86,
    "elevation": 88,
    "plane": 8,
    "elbow": 8,
    "bend_x": -0.6,
    "bend_out": 0.3,
    "bend_z": -1,
    "knee": 90,
    "nod": -18,
}
SUPPORT = {"left_elevation": 60, "left_plane": 20, "left_elbow": 15, "right_elevation": 4, "right_plane": 10}


def _arms(start: dict[str, float], top: dict[str, float]) -> list[Key]:
    return [key(0, "start", **start), key(0.45, "top", **top), key(0.55, "top", **top), key(1, "start", **start)]


def _down_up(start: dict[str, float], down: dict[str, float], top: dict[str, float]) -> list[Key]:
    ends = "start top" if start == top else "start"
    return [
        key(0, ends, **start),
        key(0.3, "bottom", **down),
        key(0.36, "bottom", **down),
        key(0.66, "top", **top),
        key(0.72, "top", **top),
        key(1, ends, **start),
    ]


def _bottom(start: dict[str, float], down: dict[str, float]) -> list[Key]:
    return [
        key(0, "start top", **start),
        key(0.45, "bottom", **down),
        key(0.55, "bottom", **down),
        key(1, "start top", **start),
    ]


def _row(up: dict[str, float], start: dict[str, float]) -> list[Key]:
    return [
        key(0, "start", **start),
        key(0.45, "top", **{**start, **up}),
        key(0.55, "top", **{**start, **up}),
        key(1, "start", **start),
    ]


def _circle(count: int = 2, steps: int = 8) -> list[Key]:
    keys = []
    for step in range(count * steps + 1):
        angle = 2 * math.pi * step / steps
        keys.append(
            key(
                step / (count * steps),
                elevation=85 - 22 * math.cos(angle),
                plane=85 + 22 * math.sin(angle),
                elbow=10,
                bend_x=1,
                bend_z=0,
            )
        )
    return keys


def _twists(arms: dict[str, float], degrees: float) -> list[Key]:
    return [
        key(u, twist=t, **arms)
        for u, t in ((0, 0), (0.22, degrees), (0.28, degrees), (0.72, -degrees), (0.78, -degrees), (1, 0))
    ]


def _opposite() -> list[Key]:
    low, high = {"elevation": 8, "plane": 20, "elbow": 10}, {"elevation": 168, "plane": 20, "elbow": 10}

    def arms(left: dict[str, float], right: dict[str, float]) -> dict[str, float]:
        return {**{f"left_{k}": v for k, v in left.items()}, **{f"right_{k}": v for k, v in right.items()}}

    return [
        key(0, "top", **arms(low, high)),
        key(0.46, "top", **arms(high, low)),
        key(0.54, "top", **arms(high, low)),
        key(1, "top", **arms(low, high)),
    ]


PLANK = {"hips": 0.36, "back": -0.9, "lean": 76, "elevation": 78, "plane": 8, "elbow": 8}
EXERCISES: dict[str, list[Key]] = {
    "Dumbbell Lift Overhead": _arms(ARMS_W, UP),
    "Dumbbell Lunge Backward": _bottom(HANG, {**HANG, "hips": 0.68, "right_foot": -0.5, "left_foot": 0.3, "lean": 8}),
    "Hands Up Rotate": _twists(UP, 42),
    "Barbell Pull Up": _row(
        {"elevation": -48, "elbow": 95}, {**HANG, "elevation": 6, "hips": 0.9, "back": 0.1, "lean": 58}
    ),
    "Clean and Press": _down_up(HANG, {**HANG, "hips": 0.66, "back": 0.12, "lean": 48}, {**UP, "in_room": 1}),
    "Dumbbell Lateral Raise": _arms(
        {"elevation": 8, "plane": 88}, {"elevation": 86, "plane": 84, "elbow": 12, "lift": 0.01}
    ),
    "Burpee": _down_up({}, PLANK, UP),
    "Up and Down Stretch": _down_up(
        {**UP, "stance": 0.4},
        {"lean": 98, "stance": 0.4, "hips": 0.97, "back": 0.1, **REACH, "elevation": 110},
        {**UP, "stance": 0.4},
    ),
    "Dumbbell Chest Fly": [
        key(u, phase, elevation=82, plane=p, elbow=35, bend_x=0.6, bend_out=-0.5, bend_z=0)
        for u, phase, p in ((0, "start", 15), (0.45, "bottom", 98), (0.55, "bottom", 98), (1, "start", 15))
    ],
    "Arms Raise Overhead": _arms({"elevation": 6, "plane": 60}, {**UP, "plane": 70}),
    "Standing Ab Twists": _twists(
        {"elevation": 72, "plane": 65, "elbow": 110, "bend_x": 1, "bend_out": -0.6, "bend_z": 0.3}, 45
    ),
    "Opposite Arms Up and Down Warmup": _opposite(),
    "Dumbbell Squat and Press": _down_up(ARMS_W, {**ARMS_W, **DOWN}, UP),
    "Lunge and Reach Hands Front": _bottom({}, {"hips": 0.7, "left_foot": 0.5, "right_foot": -0.3, "lean": 6, **REACH}),
    "Mule Kick": _row({"right_thigh": -78, "right_knee": 12}, FOURS),
    "Arms Circles": _circle(),
    "Squat": _bottom({}, {**DOWN, **REACH, "in_room": 1}),
    "One Arm Row": _row(
        {"right_elevation": -50, "right_elbow": 95},
        {**HANG, "lean": 60, "hips": 0.88, "left_foot": 0.25, "right_foot": -0.2, **SUPPORT},
    ),
    "Squat and Jump with Hands Up": _down_up({}, {**DOWN, "elevation": 20}, UP),
    "Dumbbell High Pulls": _arms(
        {"elevation": 10, "plane": 25},
        {"elevation": 88, "plane": 72, "elbow": 115, "bend_x": 0.7, "bend_out": -0.6, "bend_z": -0.4},
    ),
    "Deadlift": [
        key(0, "start top", **HANG),
        key(0.45, "bottom", **HANG, hips=0.78, back=0.16, lean=62),
        key(0.55, "bottom", **HANG, hips=0.78, back=0.16, lean=62),
        key(1, "top", **HANG),
    ],
    "Barbell Shrug": _arms(HANG, {**HANG, "lift": 0.11}),
}
