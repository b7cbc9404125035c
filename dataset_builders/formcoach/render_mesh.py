"""Moving surfaces: lofts, that is rings of points along a line, from which the whole figure is made.

A loft's rings are ellipses in a right-handed frame (side, front, axis), each vector (T, R, 3) for T frames and R rings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Colour = tuple[int, int, int]

_CAP: Final = np.radians([80.0, 52.0, 25.0])
"""Angles of the rings that round off an end."""


@dataclass(frozen=True)
class Part:
    """One surface: points, outward normals (T, V, 3), triangles (F, 3), colour (RGB, 0 to 255), gloss 0 to 1."""

    name: str
    points: Floats
    normals: Floats
    faces: NDArray[np.int32]
    colour: Colour
    gloss: float

    @property
    def weight(self) -> float:
        """The floor's share of light that a point takes away: large parts have their points far apart."""
        extent = np.ptp(self.points[0], axis=0)
        return float(np.sort(extent)[1:].prod() / self.points.shape[1])


@dataclass(frozen=True)
class Ring:
    """A ring of a loft: where along the line (0 to 1, beyond it too), half-widths and shifts in metres."""

    at: float
    side: float
    front: float
    shift: float = 0.0
    """Along `front`."""


def unit(vectors: Floats) -> Floats:
    """The vectors, 1 long."""
    length = np.sqrt(np.einsum("...i,...i->...", vectors, vectors))
    scaled: Floats = (vectors / np.maximum(length, 1e-6)[..., None]).astype(np.float32)
    return scaled


def square(vectors: Floats, axis: Floats) -> Floats:
    """The vectors' parts across `axis`, 1 long."""
    return unit(vectors - np.einsum("...i,...i->...", vectors, axis)[..., None] * axis)


def loft(
    name: str, centres: Floats, side: Floats, axis: Floats, radii: Floats, colour: Colour, *,
    tilt: Sequence[float] | None = None, segments: int = 14, arc: tuple[float, float] = (0.0, 360.0),
    gloss: float = 0.0,
) -> Part:  # fmt: skip
    """Rings about `centres` (T, R, 3) with half-widths `radii` (R, 2) along `side` and `axis` x `side`.

    `tilt` (R,): sine of the angle by which normals lean to `axis`. `arc`: degrees from side over front that are drawn.
    """
    front = np.cross(axis, side)
    angles = np.radians(np.linspace(*arc, segments + 1))
    cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    outward = np.stack([cos * (radii[:, 1:] / radii[:, :1]) ** 0.5, sin * (radii[:, :1] / radii[:, 1:]) ** 0.5])
    outward /= np.sqrt((outward**2).sum(axis=0))
    lean = np.zeros(len(radii), np.float32) if tilt is None else np.asarray(tilt, np.float32)
    outward *= np.sqrt(1.0 - lean**2)[:, None]
    across, up = radii[:, :1] * cos, radii[:, 1:] * sin
    points = centres[:, :, None] + across[..., None] * side[:, :, None] + up[..., None] * front[:, :, None]
    normals = outward[0][..., None] * side[:, :, None] + outward[1][..., None] * front[:, :, None]
    normals = normals + (lean[:, None] * axis)[:, :, None]
    frames = len(points)
    return Part(
        name,
        points.reshape(frames, -1, 3).astype(np.float32),
        normals.reshape(frames, -1, 3).astype(np.float32),
        _faces(len(radii), segments),
        colour,
        gloss,
    )


def tube(
    name: str, start: Floats, end: Floats, hint: Floats, rings: Sequence[Ring], colour: Colour, *,
    caps: tuple[bool, bool] = (True, True), segments: int = 12, arc: tuple[float, float] = (0.0, 360.0),
    gloss: float = 0.0,
) -> Part:  # fmt: skip
    """A limb between the joints `start` and `end` (T, 3), its `side` as near to `hint` (T, 3) as it can be.

    `caps`: round off the first, the last end.
    """
    line = end - start
    axis = unit(line)
    side = square(hint, axis)
    front = np.cross(axis, side)
    length = float(np.linalg.norm(line, axis=-1).mean())
    spots, tilt = _with_caps(rings, length, caps)
    at = np.array([ring.at for ring in spots], np.float32)
    shift = np.array([ring.shift for ring in spots], np.float32)
    radii = np.array([[ring.side, ring.front] for ring in spots], np.float32)
    centres = start[:, None] + at[:, None] * line[:, None] + shift[:, None] * front[:, None]
    wide = np.broadcast_to(axis[:, None], centres.shape)
    return loft(name, centres, np.broadcast_to(side[:, None], centres.shape), wide, radii, colour,
                tilt=tilt, segments=segments, arc=arc, gloss=gloss)  # fmt: skip


def ellipsoid(
    name: str, centre: Floats, side: Floats, axis: Floats, half: tuple[float, float, float], colour: Colour, *,
    segments: int = 14, gloss: float = 0.0,
) -> Part:  # fmt: skip
    """An ellipsoid about `centre` (T, 3), `half` = half-widths along side, front, axis."""
    angles = np.radians(np.linspace(-90.0, 90.0, 9 if segments > 8 else 5))
    radii = np.maximum(np.cos(angles)[:, None] * np.array(half[:2]), 1e-4).astype(np.float32)
    centres = centre[:, None] + (np.sin(angles).astype(np.float32) * half[2])[:, None] * axis[:, None]
    lean = np.sin(angles) * half[0]
    tilt = lean / np.hypot(lean, np.cos(angles) * half[2])
    shape = centres.shape
    return loft(name, centres, np.broadcast_to(side[:, None], shape), np.broadcast_to(axis[:, None], shape), radii,
                colour, tilt=list(tilt), segments=segments, gloss=gloss)  # fmt: skip


def _with_caps(rings: Sequence[Ring], length: float, caps: tuple[bool, bool]) -> tuple[list[Ring], list[float]]:
    """The rings with those of round ends, and how far each one's normals lean to the axis."""
    body = [_slope(rings, index, length) for index in range(len(rings))]
    spots, tilt = list(rings), body
    if caps[0]:
        spots = [_cap(rings[0], -angle, length) for angle in _CAP] + spots
        tilt = [-float(np.sin(angle)) for angle in _CAP] + tilt
    if caps[1]:
        spots = spots + [_cap(rings[-1], angle, length) for angle in _CAP[::-1]]
        tilt = tilt + [float(np.sin(angle)) for angle in _CAP[::-1]]
    return spots, tilt


def _slope(rings: Sequence[Ring], index: int, length: float) -> float:
    """Sine of the surface's angle to the axis at a ring: a tube that narrows has normals that lean to its end."""
    before, after = rings[max(0, index - 1)], rings[min(len(rings) - 1, index + 1)]
    drop, run = before.side - after.side, (after.at - before.at) * length
    return float(drop / np.hypot(drop, run)) if run > 0 else 0.0


def _cap(ring: Ring, angle: float, length: float) -> Ring:
    scale = float(np.cos(angle))
    along = float(np.sin(angle)) * min(ring.side, ring.front) / length
    return Ring(ring.at + along, ring.side * scale, ring.front * scale, ring.shift)


def _faces(rings: int, segments: int) -> NDArray[np.int32]:
    """Two triangles for each cell between neighbouring rings, clockwise on the picture when seen from outside."""
    corner = np.arange(rings - 1)[:, None] * (segments + 1) + np.arange(segments)
    right, up = corner + 1, corner + segments + 1
    first = np.stack([corner, up, right], axis=-1).reshape(-1, 3)
    second = np.stack([right, up, up + 1], axis=-1).reshape(-1, 3)
    return np.concatenate([first, second]).astype(np.int32)
