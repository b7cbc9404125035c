"""Heads of the drawn persons: skull and chin, face, hair or helmet, turned to any side."""

from dataclasses import dataclass

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Points, capsule, ellipse, hull


@dataclass(frozen=True)
class Head:
    """Where a head is and how it is turned; lengths below are in units of `size`, half its height."""

    spot: Points
    up: Points  # unit vector on the screen
    turn: float  # radians: 0 = to the right, pi/2 = to the viewer
    size: float  # metres
    skin: RGB
    hair: RGB
    long_hair: bool
    helmet: RGB | None

    def at(self, across: float, up: float) -> Points:
        """The place in metres of a point on the screen, across (in the sense of right) and up from the middle."""
        side = np.array([self.up[1], -self.up[0]])
        return np.asarray(self.spot + self.size * (across * side + up * self.up), np.float64)

    def oval(self, across: float, up: float, wide: float, high: float) -> Points:
        """An ellipse that leans with the head."""
        angle = float(np.degrees(np.arctan2(-self.up[0], self.up[1])))
        return ellipse(self.at(across, up), wide * self.size, high * self.size, angle)

    def stroke(self, start: tuple[float, float], end: tuple[float, float], radius: float, last: float) -> Points:
        """A tapered stroke between two points."""
        return capsule(self.at(*start), self.at(*end), radius * self.size, last * self.size)

    @property
    def facing(self) -> float:
        """How much the face shows: 1 from the front, -1 from behind."""
        return float(np.sin(self.turn))

    @property
    def ahead(self) -> float:
        """How far to the right the face points, -1 to 1."""
        return float(np.cos(self.turn))


def draw_hair_behind(canvas: Canvas, head: Head) -> None:
    """Long hair seen from the front hangs behind neck and shoulders, so it comes before them."""
    if head.long_hair and head.facing >= 0.3:
        canvas.paint([head.stroke((0, 0), (0, -1.5), 1.0, 1.0)], head.hair, bevel=0.5 * head.size, grain=0.12)


def draw_head(canvas: Canvas, head: Head) -> None:
    """Paints the head with face, and hair or helmet."""
    size, ahead = head.size, head.ahead
    fall = [head.stroke((0, 0), (-0.35 * ahead, -1.05), 0.85, 0.6)] if head.long_hair else []
    if fall and head.facing < 0.3:
        canvas.paint(fall, head.hair, bevel=0.5 * size, grain=0.12)
    wide = 0.8 + 0.1 * abs(ahead)
    skull = [head.oval(0, 0.1, wide, 0.9), head.oval(0.32 * ahead, -0.6, 0.42, 0.4)]
    canvas.paint([hull(np.concatenate(skull))], head.skin, bevel=0.8 * size, shadow=0.02)
    if head.facing > -0.3:
        _face(canvas, head)
    if head.helmet is not None:
        _helmet(canvas, head, head.helmet)
    else:
        _hair(canvas, head, wide, fall)


def _face(canvas: Canvas, head: Head) -> None:
    size, ahead, facing = head.size, head.ahead, max(head.facing, 0.0)
    middle = 0.7 * ahead
    tip = 0.24 * ahead
    nose = head.stroke((middle + 0.3 * tip, 0.06), (middle + tip, -0.2), 0.07, 0.11)
    canvas.paint([nose], head.skin, bevel=0.1 * size, shadow=0.006 if abs(ahead) < 0.4 else 0.0)
    dark = (0.3 * head.skin[0], 0.27 * head.skin[1], 0.27 * head.skin[2])
    for way in (1, -1):
        x = middle + way * 0.34 * facing
        canvas.paint([head.oval(x, 0.06, 0.11, 0.07)], dark, bevel=0.02, inside=True, grain=0)
        brow = head.stroke((x - 0.12, 0.24), (x + 0.12, 0.24), 0.035, 0.035)
        canvas.paint([brow], head.hair, opacity=0.8, inside=True)
    wide = 0.16 * max(facing, 0.5)
    mouth = head.stroke((middle - wide, -0.52), (middle + wide, -0.52), 0.05, 0.05)
    canvas.paint([mouth], (150, 84, 76), opacity=0.7, inside=True)
    if abs(ahead) > 0.6:
        canvas.paint([head.oval(-0.12 * ahead, -0.02, 0.12, 0.19)], head.skin, bevel=0.08 * size, shadow=0.012)


def _hair(canvas: Canvas, head: Head, wide: float, fall: list[Points]) -> None:
    size, ahead = head.size, head.ahead
    cap = head.oval(-0.1 * ahead, 0.16, 1.08 * wide, 0.96)
    if head.facing < -0.3:
        canvas.paint([cap, *fall], head.hair, bevel=0.6 * size, grain=0.14)
        return
    local = (cap - head.spot) @ np.stack([np.array([head.up[1], -head.up[0]]), head.up], axis=1) / size
    # From the side the hair goes down at the back of the head.
    back = (local[:, 0] * np.sign(ahead) < -0.15) & (local[:, 1] > -0.5) & (abs(ahead) > 0.5)
    canvas.paint([hull(cap[(local[:, 1] > 0.42) | back])], head.hair, bevel=0.4 * size, grain=0.14)


def _helmet(canvas: Canvas, head: Head, colour: RGB) -> None:
    dome = head.oval(0, 0.36, 1.08, 0.95)
    over = (dome - head.spot) @ head.up > 0.3 * head.size
    canvas.paint([hull(dome[over])], colour, bevel=0.6 * head.size, gloss=0.35, grain=0.02)
    brim = head.stroke((-1.05 + 0.3 * min(head.ahead, 0), 0.36), (1.05 + 0.3 * max(head.ahead, 0), 0.36), 0.08, 0.08)
    canvas.paint([brim], colour, bevel=0.07 * head.size, shadow=0.03)
