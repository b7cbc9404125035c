"""Cameras as Fit3D stores them, and synthetic ones that keep a whole motion in the picture.

    world to camera   q = (X - T) @ R.T                   T the camera's centre; q = right, down, ahead
    distortion        x = q[:2] / q[2], r2 = x . x        radial = 1 + k . [r2, r2^2, r2^3]
    pixel             f * (x * (radial + x . p') + r2 * p') + c,   p' = p with its two numbers swapped

A pixel's whole number is its middle. One camera: `{"name": "synthetic_az+025", "R": [[…], […], […]], "T": [1.6, 3.4,
1.3], "f": [330.0, 330.0], "c": [111.5, 111.5], "k": [0.0, 0.0, 0.0], "p": [0.0, 0.0]}`.
Source: formulas of the Fit3D tools (imar_vision_datasets_tools).
"""

from collections.abc import Mapping
from typing import Any, Final, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

SIZE: Final = 224
"""Width and height of every clip, pixels."""
AZIMUTHS: Final = (-157, -120, -90, -60, -25, 0, 25, 60, 90, 120, 157)
"""Directions from which a synthetic camera looks, degrees: 0 = from the front, positive = from the person's right.

Those of +-25 and +-157 are Fit3D's four.
"""

Array = NDArray[np.float64]


class Camera(TypedDict):
    """The column `camera`: R (3, 3), T (3,) in metres, f, c (2,) in pixels, k (3,), p (2,)."""

    name: str
    R: list[list[float]]
    T: list[float]
    f: list[float]
    c: list[float]
    k: list[float]
    p: list[float]


def project(points: ArrayLike, camera: Camera | Mapping[str, Any]) -> Array:
    """World points (…, 3) in metres -> pixels (…, 2), column first, of the clip's 224x224 picture."""
    q = (np.asarray(points, np.float64) - np.asarray(camera["T"])) @ np.asarray(camera["R"]).T
    pixels: Array = np.asarray(camera["f"]) * _distort(q[..., :2] / q[..., 2:], camera) + np.asarray(camera["c"])
    return pixels


def rays(pixels: ArrayLike, camera: Camera | Mapping[str, Any]) -> Array:
    """Pixels (…, 2) -> world directions (…, 3), 1 long along the optical axis: the inverse of `project`."""
    wanted = (np.asarray(pixels, np.float64) - np.asarray(camera["c"])) / np.asarray(camera["f"])
    x = wanted
    for _ in range(5 if any((*camera["k"], *camera["p"])) else 0):  # fixed-point iteration: enough for mild lenses
        x = x + wanted - _distort(x, camera)
    directions: Array = np.concatenate([x, np.ones_like(x[..., :1])], axis=-1) @ np.asarray(camera["R"])
    return directions


def azimuth(camera: Camera | Mapping[str, Any]) -> float:
    """Degrees about the vertical from which the camera looks; 0 = it faces a person who faces +y."""
    ahead = np.asarray(camera["R"])[2]
    return float(np.degrees(np.arctan2(-ahead[0], -ahead[1])))


def synthetic(seed: int, degrees: float, points: ArrayLike) -> Camera:
    """A camera about `degrees` of azimuth whose picture holds all `points` (N, 3) of a motion.

    Height, distance, focal length and, in two of five, a mild lens distortion follow from `seed`. The larger
    side of the points' bounding box takes 80 to 88 % of the picture.
    """
    rng = np.random.default_rng([seed, 0xCA3E2A])
    points = np.asarray(points, np.float64).reshape(-1, 3)
    lens = [float(rng.uniform(-0.22, 0.12)), 0.0, 0.0] if rng.random() < 0.4 else [0.0, 0.0, 0.0]
    prism = [float(v) for v in rng.normal(0.0, 0.003, 2)] if any(lens) else [0.0, 0.0]
    angle = np.radians(degrees + rng.uniform(-4.0, 4.0))
    away = float(rng.uniform(3.4, 4.8))
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    centre = middle + away * np.array([np.sin(angle), np.cos(angle), 0.0])
    centre[2] = rng.uniform(0.95, 1.6)
    start: Camera = {
        "name": f"synthetic_az{degrees:+04.0f}", "R": _facing(middle - centre), "T": [float(v) for v in centre],
        "f": [300.0] * 2, "c": [(SIZE - 1) / 2] * 2, "k": lens, "p": prism,
    }  # fmt: skip
    return _framed(start, points, middle, fill=float(rng.uniform(0.80, 0.88)))


def _framed(camera: Camera, points: Array, aim: Array, fill: float) -> Camera:
    """The camera turned and zoomed until the points' bounding box is in the middle and `fill` of the picture large."""
    for _ in range(6):
        pixels = project(points, camera)
        low, high = pixels.min(axis=0), pixels.max(axis=0)
        rotation, centre = np.asarray(camera["R"]), np.asarray(camera["T"])
        offset = ((low + high) / 2 - camera["c"]) / camera["f"] * float(np.linalg.norm(aim - centre))
        aim = aim + offset @ rotation[:2]
        focal = camera["f"][0] * fill * SIZE / float((high - low).max())
        camera = {**camera, "R": _facing(aim - centre), "f": [focal, focal]}
    return camera


def _facing(ahead: Array) -> list[list[float]]:
    """The rotation of a level camera that looks along `ahead`: rows right, down, ahead."""
    ahead = ahead / np.linalg.norm(ahead)
    right = np.cross(ahead, [0.0, 0.0, 1.0])
    right /= np.linalg.norm(right)
    return [[float(v) for v in row] for row in (right, np.cross(ahead, right), ahead)]


def _distort(x: Array, camera: Camera | Mapping[str, Any]) -> Array:
    r2 = (x * x).sum(axis=-1, keepdims=True)
    k = np.asarray(camera["k"], np.float64)
    swapped = np.asarray(camera["p"], np.float64)[::-1]
    radial = 1.0 + k[0] * r2 + k[1] * r2**2 + k[2] * r2**3
    distorted: Array = x * (radial + (x * swapped).sum(axis=-1, keepdims=True)) + r2 * swapped
    return distorted
