"""A dressed person about moving joints: trunk, limbs, head, hands and shoes as lofts with a body's girths.

Limbs run exactly through the joints. Half-widths below are metres of a body of 1.75 m and build 1.
"""

from typing import Final

import numpy as np

from triptych.dataset_builders.formcoach.render_looks import Look
from triptych.dataset_builders.formcoach.render_mesh import Floats, Part, Ring, ellipsoid, loft, square, tube, unit
from triptych.dataset_builders.formcoach.skeleton import Body

PELVIS, SPINE, THORAX, NECK, HEAD = 0, 7, 8, 9, 10
LEGS: Final = {"left": (1, 2, 3, 17, 18), "right": (4, 5, 6, 19, 20)}
"""Hip, knee, ankle, ball of the foot, tip of the toes."""
ARMS: Final = {"left": (11, 12, 13, 21, 22), "right": (14, 15, 16, 23, 24)}
"""Shoulder, elbow, wrist, knuckles, fingertip."""

_THIGH: Final = ((0.0, 0.083, 0.090), (0.25, 0.081, 0.087), (0.5, 0.072, 0.077), (0.75, 0.060, 0.063),
                 (0.92, 0.053, 0.055), (1.0, 0.051, 0.053))  # fmt: skip
_SHIN: Final = ((0.0, 0.050, 0.052, 0.0), (0.12, 0.050, 0.053, 0.002), (0.3, 0.052, 0.057, 0.009),
                (0.5, 0.045, 0.050, 0.008), (0.75, 0.035, 0.037, 0.002), (1.0, 0.034, 0.036, 0.0))  # fmt: skip
_UPPER_ARM: Final = ((0.0, 0.045, 0.047), (0.2, 0.048, 0.049), (0.5, 0.043, 0.045), (0.8, 0.037, 0.038),
                     (1.0, 0.037, 0.037))  # fmt: skip
_FOREARM: Final = ((0.0, 0.037, 0.037), (0.2, 0.040, 0.040), (0.5, 0.035, 0.035), (0.85, 0.026, 0.026),
                   (1.0, 0.025, 0.025))  # fmt: skip
# Along pelvis (0) - spine - base of the neck (1): half-width, half-depth, shift to the front.
_HIPS: Final = ((-0.24, 0.050, 0.060, -0.01), (-0.17, 0.115, 0.098, -0.012), (-0.07, 0.158, 0.117, -0.012),
                (0.02, 0.163, 0.116, -0.008), (0.12, 0.152, 0.106, 0.0), (0.24, 0.138, 0.097, 0.004))  # fmt: skip
_TRUNK: Final = ((0.02, 0.163, 0.116, -0.006), (0.12, 0.155, 0.109, 0.0), (0.24, 0.143, 0.102, 0.004),
                 (0.38, 0.139, 0.101, 0.008), (0.54, 0.150, 0.110, 0.012), (0.70, 0.166, 0.120, 0.012),
                 (0.82, 0.170, 0.117, 0.008), (0.90, 0.158, 0.102, 0.002), (0.96, 0.126, 0.083, -0.004),
                 (1.005, 0.082, 0.064, -0.006), (1.03, 0.055, 0.052, -0.004))  # fmt: skip


def figure(joints: Floats, body: Body, look: Look, fists: tuple[str, ...] = ()) -> list[Part]:
    """The parts of a person at `joints` (T, 25, 3); `fists`: the hands, "left" and "right", that grip something."""
    size = body.height_m / 1.75
    girth = size * (0.35 + 0.65 * body.build)
    right = unit(joints[:, 4] - joints[:, 1])
    parts = [*_trunk(joints, size, girth, look), *_head(joints, size, look)]
    for side, leg in LEGS.items():
        parts += _leg(side, [joints[:, index] for index in leg], right, girth, size, look)
    for side, arm in ARMS.items():
        parts += _arm(side, [joints[:, index] for index in arm], joints, girth, size, look, side in fists)
    return parts


def trunk_frame(joints: Floats) -> tuple[Floats, Floats, Floats]:
    """Right, front and up of the chest, each (T, 3)."""
    up = unit(joints[:, THORAX] - joints[:, SPINE])
    right = square(joints[:, 14] - joints[:, 11], up)
    return right, np.cross(up, right), up


def _trunk(joints: Floats, size: float, girth: float, look: Look) -> list[Part]:
    neck, thorax = joints[:, NECK], joints[:, THORAX]
    right = trunk_frame(joints)[0]
    parts = [
        _torso("hips", joints, _HIPS, girth, look.trousers, 0.004),
        _torso("trunk", joints, _TRUNK, girth, look.shirt, 0.008),
        _torso("chest_print", joints, ((0.50, 0.148, 0.109, 0.012), (0.60, 0.157, 0.114, 0.012), (0.74, 0.168, 0.120,
               0.011)), girth, look.print, 0.012, arc=(62.0, 118.0)),
        _torso("back_print", joints, ((0.62, 0.159, 0.116, 0.012), (0.70, 0.166, 0.120, 0.012)), girth, look.print,
               0.012, arc=(228.0, 312.0)),
        tube("neck", thorax - 0.15 * (neck - thorax), neck + 0.35 * (neck - thorax), right,
             _rings(((0.0, 0.054, 0.056), (0.6, 0.049, 0.052), (1.0, 0.049, 0.052)), size), look.skin),
    ]  # fmt: skip
    for side, index in (("left", 11), ("right", 14)):
        start = thorax + 0.26 * (neck - thorax)
        end = start + 0.94 * (joints[:, index] - start)
        slope = _rings(((0.0, 0.042, 0.050), (0.5, 0.047, 0.054), (1.0, 0.046, 0.049)), girth, 0.006)
        parts.append(tube(f"{side}_shoulder", start, end, square(joints[:, HEAD] - neck, unit(end - start)), slope,
                          look.shirt))  # fmt: skip
    return parts


def _torso(
    name: str, joints: Floats, table: tuple[tuple[float, ...], ...], girth: float, colour: tuple[int, int, int],
    cloth: float, arc: tuple[float, float] = (0.0, 360.0),
) -> Part:  # fmt: skip
    """Rings along the spine's curve that turn from the hips' line to the shoulders'."""
    at = np.array([row[0] for row in table], np.float32)
    pelvis, spine, thorax = joints[:, PELVIS], joints[:, SPINE], joints[:, THORAX]
    middle = 0.47
    # The parabola through the three joints (Lagrange), which also runs on below the pelvis.
    one = (at - middle) * (at - 1.0) / middle
    two = at * (at - 1.0) / (middle * (middle - 1.0))
    three = at * (at - middle) / (1.0 - middle)
    points = np.stack([pelvis, spine, thorax], axis=1)
    curve = np.einsum("jr,tji->tri", np.stack([one, two, three]), points)
    slopes = ((2 * at - middle - 1) / middle, (2 * at - 1) / (middle * (middle - 1)), (2 * at - middle) / (1 - middle))
    axis = unit(np.einsum("jr,tji->tri", np.stack(slopes), points))
    turn = np.clip(at, 0.0, 0.9)[:, None] / 0.9
    hips, shoulders = unit(joints[:, 4] - joints[:, 1]), unit(joints[:, 14] - joints[:, 11])
    side = square((1 - turn) * hips[:, None] + turn * shoulders[:, None], axis)
    shift = np.array([row[3] for row in table], np.float32)[:, None] * np.cross(axis, side)
    radii = np.array([row[1:3] for row in table], np.float32) * girth + cloth
    # Where the trunk narrows upward, its surface looks upward.
    length = float(np.linalg.norm(thorax - pelvis, axis=-1).mean())
    narrowing, rise = -np.gradient(radii.mean(axis=1)), np.gradient(at) * length
    tilt = narrowing / np.hypot(narrowing, rise)
    segments = 20 if arc[1] - arc[0] >= 360 else 6
    return loft(name, curve + shift, side, axis, radii, colour, tilt=list(tilt), segments=segments, arc=arc)


def _leg(side: str, leg: list[Floats], right: Floats, girth: float, size: float, look: Look) -> list[Part]:
    hip, knee, ankle = leg[:3]
    cloth = 0.010 if look.leg < 1 else 0.003
    parts = [
        tube(f"{side}_thigh", hip, knee, right, _rings(_THIGH, girth), look.skin if look.leg < 1 else look.trousers),
        tube(f"{side}_shin", knee, ankle, right, _rings(_SHIN, girth), look.skin),
        *_shoe(side, leg, right, size, look),
    ]
    if look.leg < 1:
        parts.append(tube(f"{side}_shorts", hip, knee, right, _cut(_THIGH, look.leg, girth, cloth), look.trousers,
                          caps=(True, False)))  # fmt: skip
        parts.append(tube(f"{side}_sock", ankle + 0.22 * (knee - ankle), ankle, right,
                          _rings(((0.0, 0.038, 0.040), (1.0, 0.038, 0.040)), girth), (238, 238, 236),
                          caps=(False, False)))  # fmt: skip
    else:
        parts.append(tube(f"{side}_legging", knee, ankle, right, _cut(_SHIN, look.leg - 1, girth, cloth),
                          look.trousers, caps=(True, False)))  # fmt: skip
    return parts


def _shoe(side: str, leg: list[Floats], right: Floats, size: float, look: Look) -> list[Part]:
    """Heel to ball, ball to toes, above a sole; the sole lies an ankle's height below the ankle."""
    _, _, ankle, ball, toe = leg
    line = ball - ankle
    across = square(right, unit(line))
    # Turned up from the line ankle-ball, which falls by `fall`, to the direction of the sole.
    sin = 0.043 * size / float(np.linalg.norm(line, axis=-1).mean())
    ahead = (1 - sin**2) ** 0.5 * unit(line) + sin * np.cross(across, unit(line))
    up = np.cross(across, ahead)
    heel, tip = ankle - 0.062 * size * ahead - 0.030 * size * up, toe + 0.014 * size * unit(toe - ball)
    rear = ((0.0, 0.030, 0.036, 0.0), (0.15, 0.036, 0.044, -0.004), (0.5, 0.038, 0.044, -0.003),
            (0.8, 0.042, 0.035, 0.0), (1.0, 0.043, 0.026, 0.0))  # fmt: skip
    front = ((0.0, 0.043, 0.026), (0.5, 0.041, 0.024), (1.0, 0.029, 0.018))
    low = ((0.0, 0.034, 0.012, 0.026), (0.15, 0.040, 0.012, 0.030), (0.5, 0.041, 0.012, 0.025),
           (1.0, 0.047, 0.012, 0.015))  # fmt: skip
    low_front = ((0.0, 0.047, 0.012, 0.015), (0.6, 0.045, 0.011, 0.011), (1.0, 0.032, 0.009, 0.008))
    sole = (70, 70, 76) if sum(look.shoes) > 600 else (240, 240, 238)
    return [
        tube(f"{side}_shoe", heel, ball, across, _rings(rear, size), look.shoes),
        tube(f"{side}_toes", ball, tip, across, _rings(front, size), look.shoes),
        tube(f"{side}_sole", heel, ball, across, _rings(low, size), sole, segments=8),
        tube(f"{side}_toe_sole", ball, tip, across, _rings(low_front, size), sole, segments=8),
    ]


def _arm(side: str, arm: list[Floats], joints: Floats, girth: float, size: float, look: Look, fist: bool) -> list[Part]:
    shoulder, elbow, wrist = arm[:3]
    hint = _across(elbow - shoulder, joints)
    parts = [
        tube(f"{side}_upper_arm", shoulder, elbow, hint, _rings(_UPPER_ARM, girth), look.skin),
        tube(f"{side}_sleeve", shoulder, elbow, hint, _cut(_UPPER_ARM, look.sleeve, girth, 0.007), look.shirt,
             caps=(True, False)),
        tube(f"{side}_forearm", elbow, wrist, _across(wrist - elbow, joints), _rings(_FOREARM, girth), look.skin),
    ]  # fmt: skip
    return [*parts, *_hand(side, arm, joints, size, look, fist)]


def _hand(side: str, arm: list[Floats], joints: Floats, size: float, look: Look, fist: bool) -> list[Part]:
    """A palm and fingers that can curl; round what is held, a fist."""
    _, _, wrist, knuckles, fingertip = arm
    flat = square(_across(knuckles - wrist, joints), unit(knuckles - wrist))
    if fist:
        shape = ((0.0, 0.027, 0.025), (0.45, 0.036, 0.031), (0.75, 0.041, 0.037), (1.12, 0.040, 0.036))
        return [tube(f"{side}_hand", wrist, knuckles, flat, _rings(shape, size), look.skin, segments=10)]
    palm = ((0.0, 0.026, 0.021), (0.5, 0.037, 0.021), (1.0, 0.039, 0.019))
    fingers = ((0.0, 0.038, 0.018), (0.6, 0.030, 0.014), (1.0, 0.017, 0.010))
    return [
        tube(f"{side}_hand", wrist, knuckles, flat, _rings(palm, size), look.skin, segments=10),
        tube(f"{side}_fingers", knuckles, fingertip, flat, _rings(fingers, size), look.skin, segments=10),
    ]


def _across(line: Floats, joints: Floats) -> Floats:
    """A direction across `line`: the chest's front, or where the line runs there, its upward direction."""
    right, front, up = trunk_frame(joints)
    along = np.einsum("ti,ti->t", unit(line), front)[:, None] ** 2
    blend: Floats = (1.0 - along) * front + along * np.where(np.einsum("ti,ti->t", line, front)[:, None] > 0, up, -up)
    return blend + 0.05 * right


def _head(joints: Floats, size: float, look: Look) -> list[Part]:
    axis = unit(joints[:, HEAD] - joints[:, NECK])
    side = square(trunk_frame(joints)[0], axis)
    front = np.cross(axis, side)

    def at(x: float, y: float, z: float) -> Floats:
        """A place in the head's frame from its middle: right, front, up in metres of the nominal body."""
        place: Floats = joints[:, HEAD] + size * (x * side + (y + 0.012) * front + (z - 0.112) * axis)
        return place

    def ball(name: str, place: Floats, half: tuple[float, float, float], colour: tuple[int, int, int]) -> Part:
        scaled = (half[0] * size, half[1] * size, half[2] * size)
        return ellipsoid(name, place, side, axis, scaled, colour, segments=12 if half[0] > 0.03 else 6)

    dark = (46, 34, 32)
    lips = (int(look.skin[0] * 0.78), int(look.skin[1] * 0.52), int(look.skin[2] * 0.52))
    parts = [
        ball("head", at(0, 0, 0), (0.076, 0.096, 0.112), look.skin),
        ball("jaw", at(0, 0.022, -0.058), (0.056, 0.062, 0.056), look.skin),
        ball("hair", at(0, -0.020, 0.018), (0.082, 0.096, 0.104), look.hair),
        ball("fringe", at(0, 0.016, 0.064), (0.070, 0.080, 0.052), look.hair),
        ball("nose", at(0, 0.098, -0.012), (0.011, 0.018, 0.022), look.skin),
        ball("mouth", at(0, 0.078, -0.062), (0.024, 0.012, 0.007), lips),
    ]
    for name, x in (("left", -1.0), ("right", 1.0)):
        parts += [
            ball(f"{name}_ear", at(0.077 * x, -0.004, -0.012), (0.012, 0.018, 0.028), look.skin),
            ball(f"{name}_eye", at(0.031 * x, 0.083, 0.012), (0.013, 0.012, 0.009), dark),
            ball(f"{name}_brow", at(0.031 * x, 0.085, 0.034), (0.019, 0.010, 0.005), look.hair),
        ]
    if look.hair_style == "bun":
        parts.append(ball("bun", at(0, -0.098, 0.082), (0.042, 0.042, 0.042), look.hair))
    if look.hair_style == "ponytail":
        down = square(axis * 0.3 - front * 0.2, front)
        parts.append(
            tube(
                "ponytail",
                at(0, -0.098, 0.045),
                at(0, -0.128, -0.115),
                down,
                _rings(((0.0, 0.024, 0.024), (0.5, 0.032, 0.032), (1.0, 0.014, 0.014)), size),
                look.hair,
            )
        )
    return parts


def _rings(table: tuple[tuple[float, ...], ...], scale: float, cloth: float = 0.0) -> list[Ring]:
    """Rows of where, half-widths and shift, scaled to a body, with `cloth` metres over them."""
    return [
        Ring(row[0], row[1] * scale + cloth, row[2] * scale + cloth, row[3] * scale if len(row) > 3 else 0.0)
        for row in table
    ]


def _cut(table: tuple[tuple[float, ...], ...], end: float, scale: float, cloth: float) -> list[Ring]:
    """The rings of a garment that ends at the fraction `end` of the limb."""
    rows = np.array(table)
    hem = (end, *(float(np.interp(end, rows[:, 0], column)) for column in rows[:, 1:].T))
    return _rings((*(row for row in table if row[0] < end - 0.02), hem), scale, cloth)
