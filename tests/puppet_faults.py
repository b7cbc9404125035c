"""Faults of known severity put into the puppet's exercises, each in one of several ways a person could do it."""

import copy
from dataclasses import dataclass

import numpy as np
from puppet import FREE_LEGS, SIDES, Key, as_seen, perform, random_body
from puppet_exercises import EXERCISES

from triptych.core.vocabulary import Exercise, Fault

BEND_OVER = {"Barbell Pull Up", "One Arm Row", "Squat"}


@dataclass(frozen=True)
class Case:
    """A pair to judge. `fault` None = clean; `side` as injected."""

    exercise: str
    fault: Fault | None
    side: str | None
    severity: float
    user: np.ndarray
    reference: np.ndarray


def _knee_at(hips: float, back: float, degrees: float) -> float:
    """Hip height at which the knees are bent by `degrees` more (planted legs, in leg lengths)."""
    reach = np.hypot(hips, back)
    bend = 2 * np.degrees(np.arccos(min(reach, 1)))
    wanted = np.cos(np.radians(np.clip(bend + degrees, 2, 150) / 2))
    return float(np.sqrt(max(wanted**2 - back**2, 0.05)))


def _toward(value: float, amount: float) -> float:
    return float(np.sign(value) * max(abs(value) - amount, 0))


def apply(
    exercise: str, fault: Fault, keys: list[Key], severity: float, sides: list[str], rng: np.random.Generator
) -> None:
    """Change the key poses of the fault's phase, in place."""
    way = rng.integers(3)
    start = dict(keys[0].pose)
    for each in keys:
        if fault.phase in each.phases:
            before = each.pose["hips"]
            _apply(exercise, fault, each.pose, severity, sides, int(way))
            if fault.body_part == "hips" and fault.direction == "deeper" and way == 0:
                share = (each.pose["hips"] - before) / (start["hips"] - before)
                _less_of_all(each.pose, start, share)


def _less_of_all(pose: dict[str, float], start: dict[str, float], share: float) -> None:
    """Somebody who does not go all the way also leans less and reaches less."""
    for name in pose:
        if name != "hips" and not name.endswith("_foot"):
            pose[name] += (start[name] - pose[name]) * min(share, 1)


def _apply(exercise: str, fault: Fault, pose: dict[str, float], m: float, sides: list[str], way: int) -> None:
    degrees, metres = 15 * m, 0.06 * m
    match fault.body_part, fault.direction:
        case "feet", "wider" | "narrower":
            pose["stance"] += metres * (-1 if fault.direction == "wider" else 1)
        case "feet", "backward":
            pose["right_foot"] += metres / 0.83
        case "feet", "forward":
            pose["left_foot"] -= metres / 0.83
        case "feet", "higher":
            pose["right_thigh"] += degrees
        case "knees", "outward":
            for side in sides:
                pose[f"{side}_knee_out"] -= metres
                if way == 0:
                    pose[f"{side}_foot_out"] -= metres * 0.7
        case "knees", "straighter" | "more_bent":
            sign = 1 if fault.direction == "straighter" else -1
            if exercise in FREE_LEGS:
                pose["right_knee"] += sign * degrees
            else:
                pose["hips"] = _knee_at(pose["hips"], pose["back"], sign * degrees)
        case "hips", direction if exercise == "Burpee":
            high = metres * (1 if direction == "lower" else -1)  # hands and feet stay where they are
            pose["hips"] += high / 0.83
            pose["lean"] += float(np.degrees(np.arcsin(high / 0.5)))
        case "hips", direction:
            pose["hips"] += metres / 0.83 * (1 if direction in ("deeper", "lower") else -1)
        case "back", _:
            bent = pose["lean"] > 15
            if way == 0 or exercise in (*BEND_OVER, "Mule Kick"):
                pose["round"] += degrees
            elif way == 1 and not bent:
                pose["lean"] -= degrees
            else:
                pose["lean"] += degrees
        case "chest", "deeper":
            pose["twist"] = _toward(pose["twist"], degrees)
        case "chest", direction:
            pose["lean"] += degrees * (1 if direction == "higher" else -1)
        case "shoulders", direction:
            for side in sides:
                pose[f"{side}_lift"] += metres * (-1 if direction == "higher" else 1)
        case "elbows", "straighter" | "more_bent":
            for side in sides:
                pose[f"{side}_elbow"] += degrees * (1 if fault.direction == "straighter" else -1)
        case "elbows", "higher":
            for side in sides if exercise != "One Arm Row" else ["right"]:
                raised = np.sign(pose[f"{side}_elevation"])
                pose[f"{side}_elevation"] -= raised * degrees
                if way == 0 and exercise == "Dumbbell High Pulls":
                    pose[f"{side}_elbow"] -= degrees * 0.5
        case "hands", "higher" | "lower":
            _hands(exercise, fault, pose, m, sides, way)
        case "hands", "wider" | "narrower":
            for side in sides:
                if exercise == "Dumbbell Chest Fly":
                    pose[f"{side}_plane"] -= degrees
                if exercise == "Dumbbell High Pulls":
                    pose[f"{side}_hand_out"] += metres / 2 * (-1 if fault.direction == "wider" else 1)
                    continue
                pose[f"{side}_spread"] += metres / 2 * (-1 if fault.direction == "wider" else 1)
        case "hands", "deeper":
            for side in sides:
                scale = max(1 - 0.15 * m * 1.6, 0.2)
                pose[f"{side}_elevation"] = 85 + (pose[f"{side}_elevation"] - 85) * scale
                pose[f"{side}_plane"] = 85 + (pose[f"{side}_plane"] - 85) * scale
        case "head", direction:
            pose["nod"] += degrees * (1 if direction == "higher" else -1)
        case "whole_body", "more_symmetric":
            pose["left_elevation"] -= degrees * 0.7 * min(pose["left_elevation"] / 80, 1)
            pose["right_elevation"] += degrees * 0.5 * (pose["right_elevation"] < 120)


def _hands(exercise: str, fault: Fault, pose: dict[str, float], m: float, sides: list[str], way: int) -> None:
    if exercise == "Up and Down Stretch" and fault.phase == "bottom":
        pose["lean"] -= 15 * m
        return
    for side in sides:
        if exercise == "Dumbbell High Pulls":
            pose[f"{side}_bend_z"] -= 0.35 * m
            continue
        change = 15 * m * (-1 if fault.direction == "higher" else 1)
        pose[f"{side}_elevation"] += change
        if way == 0 and pose[f"{side}_elevation"] > 100:
            pose[f"{side}_plane"] = 10  # sinks to the front instead of the side


def make_case(which: Exercise, fault: Fault | None, rng: np.random.Generator, severity: float = 1.5) -> Case:
    """A reference and a user of other body, tempo and heading; the user with the fault."""
    keys, name = EXERCISES[which.name], which.name
    faulty = copy.deepcopy(keys)
    side, lag = None, 0.0
    base = int(rng.integers(75, 110))
    frames = int(base * rng.uniform(0.85, 1.18))
    if fault is not None:
        side = str(rng.choice([str(each) for each in fault.sides])) if fault.sides != (None,) else None
        if fault.direction in ("slower", "faster"):
            ratio = 1.35 + 0.25 * severity
            frames = int(base / ratio if fault.direction == "slower" else base * ratio)
        sides = [side] if side in SIDES else list(SIDES)
        if fault.direction == "more_symmetric" and rng.integers(2) == 1:
            lag = 0.05 * severity + 0.05
        else:
            apply(name, fault, faulty, severity, sides, rng)
    free, longest = name in FREE_LEGS, max(base, frames)
    user = perform(faulty, random_body(rng), frames, free, lag)
    reference = perform(keys, random_body(rng), base, free)
    return Case(
        name,
        fault,
        side,
        severity,
        as_seen(user, rng, hold=longest - frames),
        as_seen(reference, rng, hold=longest - base),
    )
