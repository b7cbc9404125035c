"""The vocabulary's faults done to the key poses of stick people."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from stick_exercises import KEYS, LIMB_WORKING, STAND, Key
from stick_people import AT, Array

from triptych.core.vocabulary import ONE_LIMB, Exercise, Fault, Side

Change = Callable[[Array], None]
LEG, ARM, UPPER = 0.82, 0.55, 0.29  # of the usual body


def shift(name: str, amount: float, sides: str = "") -> Change:
    def change(vector: Array) -> None:
        for full in [f"{name}_{side}" for side in sides] if sides else [name]:
            vector[AT[full]] += amount

    return change


def reach_lower(cm: float, sides: str, over: float) -> Change:
    """The hand lower by so many metres at the same bend: a smaller angle of the arm, forward where it was overhead."""

    def change(vector: Array) -> None:
        for side in sides:
            elevation = np.radians(vector[AT[f"arm_el_{side}"]])
            far = ARM * np.cos(np.radians(vector[AT[f"bend_{side}"]]) / 2)
            lowered = np.arccos(np.clip(np.cos(elevation) + cm / far, -1, 1))
            vector[AT[f"arm_el_{side}"]] = np.degrees(lowered)
            if elevation > 2.4:
                vector[AT[f"arm_az_{side}"]] = over

    return change


def spread(cm: float, sides: str) -> Change:
    """Hands farther apart by twice so many metres."""
    return shift("hand_out", cm, sides)


def scaled(names: tuple[str, ...], factor: float, rest: Array) -> Change:
    def change(vector: Array) -> None:
        for name in names:
            place = AT[name]
            vector[place] = rest[place] + (vector[place] - rest[place]) * factor

    return change


def knees(cm: float, sides: str) -> Change:
    """Knees pushed across by so many metres, as far as they are bent."""

    def change(vector: Array) -> None:
        far = min((0.99 - vector[AT["drop"]]) * LEG, LEG * 0.99)
        radius = np.sqrt((LEG / 2) ** 2 - (far / 2) ** 2)
        for side in sides:
            vector[AT[f"knee_out_{side}"]] -= np.degrees(np.arcsin(np.clip(cm / radius, -0.9, 0.9)))

    return change


def straight_knees(degrees: float) -> Change:
    """Knees less bent by so many degrees (more, where negative), both, on the spot."""

    def change(vector: Array) -> None:
        far = np.clip(0.99 - vector[AT["drop"]], 0.1, 0.995)
        flexion = 2 * np.degrees(np.arccos(far)) - degrees
        vector[AT["drop"]] = 0.99 - np.cos(np.radians(max(flexion, 2)) / 2)

    return change


def change_for(which: Exercise, fault: Fault, sides: str, size: float, rng: np.random.Generator) -> list[Change]:
    """What a fault of `size` (1 = 15 degrees or 6 cm) does to a pose; the fault is the opposite of the correction."""
    deg, cm = 15.0 * size, 0.06 * size
    part, name = fault.body_part, which.name
    away = {"wider": -1, "narrower": 1, "higher": -1, "lower": 1, "deeper": -1, "shallower": 1}.get(fault.direction, -1)
    rest = KEYS[name][0].pose
    match part:
        case "feet":
            return _feet(fault, name, away, cm, sides)
        case "knees":
            if fault.direction == "outward":
                return [knees(cm, sides)]
            if name == "Mule Kick":  # the foot comes nearer to the hip: the leg is not stretched
                return [scaled(("foot_fwd_r", "foot_up_r"), 1 - 0.13 * size**0.8, rest)]
            return [straight_knees(deg if fault.direction == "more_bent" else -deg)]
        case "hips":
            return _hips(name, away, cm)
        case "back":
            bad = rng.random() < 0.5 and "throughout" in fault.phase and name not in _INCLINED
            return (
                [shift("lean", -deg if fault.phase == "top" else deg)]
                if bad or fault.phase == "top"
                else [shift("curl", deg * 1.3)]
            )
        case "chest":
            if fault.direction == "deeper":
                return [scaled(("twist",), 1 - deg / abs(KEYS[name][1].pose[AT["twist"]]), rest)]
            return [shift("lean", -away * deg)] if name != "Squat" else [shift("lean", deg)]
        case "shoulders":
            return [shift("shrug", away * cm * 1.05, sides)]
        case "head":
            return [shift("nod", deg * (1 if fault.direction == "higher" else -1))]
        case "elbows":
            return _elbows(fault, name, deg, cm, sides)
        case _:
            return _hands(fault, name, away, cm, sides)


_INCLINED = ("Barbell Pull Up", "One Arm Row", "Mule Kick", "Deadlift")


def _feet(fault: Fault, name: str, away: int, cm: float, sides: str) -> list[Change]:
    if fault.direction in ("wider", "narrower"):
        return [shift("foot_out", away * cm * 0.7 / 0.1, "lr")]
    if name == "Mule Kick":
        return [shift("foot_up", -cm * 1.2 / LEG, sides)]
    sign = 1 if fault.direction == "backward" else -1
    return [shift("foot_fwd", sign * cm * 1.25 / LEG, "r"), shift("shift", sign * cm * 0.6 / LEG)]


def _hips(name: str, away: int, cm: float) -> list[Change]:
    if name in ("Burpee", "Deadlift"):  # lower, higher: the pelvis itself
        sign = -1 if away == 1 else 1
        lean = 14 * (cm / 0.06) if name == "Deadlift" else 6 * cm / 0.06
        return [shift("drop", sign * cm * 1.15 / LEG), shift("lean", -sign * lean * 0.6)]
    if name in ("Dumbbell Lunge Backward", "Lunge and Reach Hands Front"):
        return [shift("drop", -cm * 1.1 / LEG)]
    factor = 1 + away * cm * 1.1 / (0.42 * LEG)
    return [scaled(("drop", "lean", "shift", "knee_out_l", "knee_out_r"), factor, STAND)]


def _elbows(fault: Fault, name: str, deg: float, cm: float, sides: str) -> list[Change]:
    if fault.direction == "straighter":
        return [shift("bend", deg * 1.2, sides)]
    if fault.direction == "more_bent":
        return [shift("bend", -min(deg, 30), sides)]
    if name in ("Barbell Pull Up", "One Arm Row"):  # not pulled up far enough
        back = 1 - cm / 0.3
        names = tuple(f"{each}_{side}" for each in ("arm_el", "arm_az", "bend") for side in sides)
        return [scaled(names, back, KEYS[name][0].pose)]
    if name == "Dumbbell Chest Fly":
        return [shift("arm_el", -np.degrees(np.arcsin(min(cm / UPPER, 0.9))), sides)]
    return [shift("pole_up", -np.tan(np.arcsin(min(cm * 1.3 / 0.2, 0.92))), sides)]  # the elbow hangs below the line


def _hands(fault: Fault, name: str, away: int, cm: float, sides: str) -> list[Change]:
    if fault.direction in ("wider", "narrower"):
        if name == "Dumbbell Chest Fly":
            return [shift("arm_az", -np.degrees(cm * 1.2 / ARM) * 1.4, sides)]
        return [spread(away * cm * 0.8, sides)]
    if fault.direction == "deeper":  # circles too small
        return [_smaller_circle(cm, sides)]
    if fault.direction == "lower" and name == "Up and Down Stretch":
        return [shift("lean", -np.degrees(cm * 1.15 / 0.5)), shift("curl", -4 * cm / 0.06)]
    if fault.direction == "lower":
        return [shift("arm_el", np.degrees(cm * 1.15 / ARM), sides)]
    if name == "Dumbbell High Pulls":
        return [shift("hand_up", -cm * 1.5, sides)]
    return [reach_lower(cm * 1.1, sides, 30 if name in ("Dumbbell Lift Overhead",) else 80)]


def _smaller_circle(cm: float, sides: str) -> Change:
    factor = 1 - min(cm / (ARM * np.sin(np.radians(24))), 0.9)

    def change(vector: Array) -> None:
        for side in sides:
            for name, centre in (("arm_el", 88.0), ("arm_az", 58.0)):
                vector[AT[f"{name}_{side}"]] = centre + (vector[AT[f"{name}_{side}"]] - centre) * factor

    return change


def faulty(which: Exercise, fault: Fault, side: Side | None, size: float, rng: np.random.Generator) -> list[Key]:
    """The key poses with the fault in those of its phase."""
    sides = {"left": "l", "right": "r"}.get(side or "", "lr")
    if which.name in ONE_LIMB and fault.body_part in ONE_LIMB[which.name]:
        sides = LIMB_WORKING[which.name]
        if which.name == "Dumbbell Lunge Backward" and fault.direction == "outward":
            sides = "l"  # the front knee
    changes = change_for(which, fault, sides, size, rng)
    keys = KEYS[which.name]
    phases = {key.phase for key in keys}
    out = []
    for key in keys:
        moved = key.pose.copy()
        if fault.phase == "throughout" or key.phase == fault.phase or fault.phase not in phases:
            for change in changes:
                change(moved)
        out.append(replace(key, pose=moved))
    return out


def uneven(keys: list[Key], size: float, rng: np.random.Generator) -> list[Key]:
    """One arm goes less far than it should and the other a little farther."""
    low, high = rng.permutation(["l", "r"])
    rest = keys[0].pose
    out = []
    for key in keys:
        moved = key.pose.copy()
        reach = np.sign(key.pose[AT["arm_el_l"]] - rest[AT["arm_el_l"]])
        for side, amount in ((low, -13.0), (high, 6.0)):
            moved[AT[f"arm_el_{side}"]] += reach * amount * size
        out.append(replace(key, pose=moved))
    return out
