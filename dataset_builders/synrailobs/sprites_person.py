"""Drawn persons: adults, children and track workers in several poses, clothes and views."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Points, capsule, chain, ellipse, hull
from triptych.dataset_builders.synrailobs.sprites_person_dress import (
    FOLDS,
    TAPE,
    VEST,
    draw_backpack,
    draw_shovel,
    draw_umbrella,
    dressed,
)
from triptych.dataset_builders.synrailobs.sprites_person_head import Head, draw_hair_behind, draw_head
from triptych.dataset_builders.synrailobs.sprites_person_pose import POSES, Joint, build, varied

# Kind of person, its pose and the turns it is seen from: 0 from the right side, 90 from the front, -90 from behind.
CAST: dict[str, tuple[str, tuple[float, ...]]] = {
    "walking adult": ("walking", (0, 20, -25, 45)),
    "standing adult": ("standing", (90, -90, 65, 30)),
    "running adult": ("running", (0, 15, -20)),
    "standing worker": ("standing", (90, -90, 45)),
    "working worker": ("working", (0, 20, -20)),
    "crouching worker": ("crouching", (0, 25)),
    "kneeling worker": ("kneeling", (0, 20, -15)),
    "walking worker": ("walking", (0, 30)),
    "walking child": ("walking", (0, 40, 70)),
    "lying person": ("lying", (0, 20)),
    "person with umbrella": ("holding up", (10, 35)),
    "person with backpack": ("walking", (0, -30)),
}
PERSONS = tuple(CAST)


def draw_person(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """A person 1.1 to 1.95 m tall when upright; `scale` in pixels per metre."""
    return _Person(rng, kind, scale).draw()


class _Person:
    def __init__(self, rng: np.random.Generator, kind: str, scale: float) -> None:
        pose, turns = CAST[kind]
        self.rng, self.kind = rng, kind
        self.child = kind.endswith("child")
        self.worker = kind.endswith("worker")
        self.height = float(rng.uniform(1.1, 1.4) if self.child else rng.uniform(1.55, 1.93))
        self.yaw = np.radians(float(turns[int(rng.integers(len(turns)))]) + float(rng.uniform(-8, 8)))
        self.pose = varied(POSES[pose], rng)
        self.bones = build(self.pose, self.height, self.child)
        self.build = float(rng.uniform(0.92, 1.14))
        self.outfit = dressed(rng, self.worker)
        half = 1.5 if self.pose.lying else 1.05
        mirror = bool(rng.integers(2))
        self.canvas = Canvas((-half, -0.08, half, 2.5 if "umbrella" in kind else 2.1), scale, rng, mirror)
        self._rest()

    def _rest(self) -> None:
        """Puts the lowest of feet, knees and hips on the ground."""
        b, low = self.bones, 0.022 * self.height
        self.shift = np.zeros(2)
        points = [self.at(p) for group in (b.toe, b.heel, b.knee) for p in group]
        points += [self.at(p) for p in (*b.shoulder, *b.hip)] if self.pose.lying else []
        everything = np.array([*points, self.at(b.head)])
        lift = 0.07 * self.height if self.pose.lying else low
        self.shift = np.array(
            [-0.5 * (everything[:, 0].min() + everything[:, 0].max()), lift - np.array(points)[:, 1].min()]
        )

    def at(self, joint: Joint) -> Points:
        """Screen position in metres."""
        x, y, z = joint
        across = x * np.cos(self.yaw) - z * np.sin(self.yaw)
        place = np.array([y, across * 0.55]) if self.pose.lying else np.array([across, y])
        return place + self.shift

    def near(self, joint: Joint) -> float:
        """How near to the viewer."""
        return float(joint[2] * np.cos(self.yaw) + joint[0] * np.sin(self.yaw))

    def draw(self) -> Canvas:
        """Paints from the far side to the near side."""
        b, turn = self.bones, float(np.sin(self.yaw))
        far, near = sorted((0, 1), key=lambda i: self.near(b.shoulder[i] + 0.5 * b.elbow[i]))
        legs = sorted((0, 1), key=lambda i: self.near(b.hip[i] + 0.5 * b.knee[i]))
        dim = 0.95 if abs(turn) > 0.5 else 0.77
        # From the front an arm that hangs lies beside the body, not before it.
        before = abs(turn) < 0.7 or self.near(b.hand[near]) > 0.1 * self.height
        self._arm(far, dim)
        if not before:
            self._arm(near, 1.0)
        if "backpack" in self.kind and turn > 0.5:
            self._backpack()
        self._leg(legs[0], dim)
        self._leg(legs[1], 1.0)
        if self.outfit.skirt:
            self._skirt()
        head = self._head()
        draw_hair_behind(self.canvas, head)
        self._torso()
        if "backpack" in self.kind and turn <= 0.5:
            self._backpack()
        if "umbrella" in self.kind:
            self._umbrella()
        draw_head(self.canvas, head)
        if self.kind == "working worker":
            draw_shovel(self.canvas, [self.at(hand) for hand in b.hand])
        if before:
            self._arm(near, 1.0)
        return self.canvas

    def _limb(
        self, joints: list[Joint], radii: tuple[float, ...], colour: RGB, light: float, shadow: float = 0.0
    ) -> None:
        """A bent limb through its joints; radii in parts of the height."""
        sizes = [r * self.height * self.build for r in radii]
        shapes = chain([self.at(joint) for joint in joints], sizes)
        self.canvas.paint(shapes, colour, bevel=1.1 * max(sizes), light=light, shadow=shadow, crumple=FOLDS)

    def _leg(self, i: int, light: float) -> None:
        b, h = self.bones, self.height
        circles = ((b.heel[i], 0.021), (b.ankle[i], 0.027), (b.toe[i], 0.016))
        foot = np.concatenate([ellipse(self.at(joint), r * h, r * h, count=20) for joint, r in circles])
        self.canvas.paint([hull(foot)], self.outfit.shoes, bevel=0.03 * h, light=light, gloss=0.06)
        legs = self.outfit.skin if self.outfit.skirt else self.outfit.bottom
        self._limb([b.hip[i], b.knee[i], b.ankle[i]], (0.056, 0.039, 0.027), legs, light)
        if self.worker:
            for share in (0.45, 0.62):
                self._band(b.knee[i], b.ankle[i], share, 0.034, light)

    def _skirt(self) -> None:
        b, h = self.bones, self.height
        knees = [ellipse(self.at(0.12 * b.hip[i] + 0.88 * b.knee[i]), 0.058 * h, 0.02 * h) for i in (0, 1)]
        hips = [ellipse(self.at(p), 0.064 * h, 0.05 * h) for p in b.hip]
        cloth = hull(np.concatenate([*hips, *knees]))
        self.canvas.paint([cloth], self.outfit.bottom, bevel=0.07 * h, shadow=0.03, crumple=2 * FOLDS)

    def _band(self, a: Joint, b: Joint, share: float, radius: float, light: float) -> None:
        """A reflective tape around a limb."""
        p, q = self.at(a), self.at(b)
        along = (q - p) / max(float(np.linalg.norm(q - p)), 1e-6)
        across = np.array([along[1], -along[0]]) * radius * self.height * self.build
        spot = p + share * (q - p)
        thick = 0.011 * self.height * along
        tape = spot + np.array([-across - thick, across - thick, across + thick, -across + thick])
        self.canvas.paint([tape], TAPE, bevel=0.02, light=light, inside=True)

    def _arm(self, i: int, light: float) -> None:
        b, h = self.bones, self.height
        self._limb([b.wrist[i], b.hand[i]], (0.017, 0.02), self.outfit.hands, light)
        shadow = 0.03 * h if light == 1.0 else 0.0
        if self.outfit.long_sleeves:
            self._limb([b.shoulder[i], b.elbow[i], b.wrist[i]], (0.037, 0.029, 0.021), self.outfit.top, light, shadow)
        else:
            self._limb([b.elbow[i], b.wrist[i]], (0.025, 0.018), self.outfit.skin, light)
            self._limb(
                [b.shoulder[i], 0.2 * b.shoulder[i] + 0.8 * b.elbow[i]], (0.037, 0.033), self.outfit.top, light, shadow
            )
        if self.worker:
            self._band(b.shoulder[i], b.elbow[i], 0.7, 0.032, light)

    def _torso(self) -> None:
        b, h, w = self.bones, self.height, self.height * self.build
        around = np.array([0, 0, h])
        nape = [ellipse(self.at(0.97 * b.neck + 0.02 * around * s), 0.03 * w, 0.026 * w) for s in (1, -1)]
        shoulders = [ellipse(self.at(s), 0.036 * w, 0.034 * w) for s in b.shoulder]
        chest = [ellipse(self.at(b.chest + 0.055 * around * s), 0.066 * w, 0.06 * w) for s in (1, -1)]
        waist = [ellipse(self.at(0.3 * b.chest + 0.038 * around * s), 0.06 * w, 0.05 * w) for s in (1, -1)]
        hips = [ellipse(self.at(p), 0.063 * w, 0.055 * w) for p in b.hip]
        self.canvas.paint([hull(np.concatenate([*waist, *hips]))], self.outfit.bottom, bevel=0.07 * h, crumple=FOLDS)
        neck = capsule(self.at(b.neck), self.at(b.head), 0.031 * h, 0.029 * h)
        self.canvas.paint([neck], self.outfit.skin, bevel=0.03 * h, light=0.85)
        upper = [
            hull(np.concatenate(part)) for part in ([*nape, *shoulders, *chest], [*shoulders, *chest], [*chest, *waist])
        ]
        hem = hull(np.concatenate([*waist, *(p - np.array([0.0, 0.0]) for p in hips)]))
        cut = self.at(-0.12 * b.chest)
        along = self.at(b.chest) - self.at(-b.chest)
        jacket = [*upper, _above(hem, cut, along / max(float(np.linalg.norm(along)), 1e-6))]
        self.canvas.paint(jacket, VEST if self.worker else self.outfit.top, bevel=0.085 * h, shadow=0.03, crumple=FOLDS)
        if self.worker:
            self._stripes(jacket)

    def _stripes(self, shapes: list[Points]) -> None:
        b, h = self.bones, self.height
        for share in (0.25, 0.72):
            left, right = (
                self.at(share * b.chest + np.array([0.1 * h * (abs(np.cos(self.yaw))) * s, 0, 0.1 * h * s * -1]))
                for s in (1, -1)
            )
            across = right - left
            across = across / max(float(np.linalg.norm(across)), 1e-6) * 0.14 * h
            middle = self.at(share * b.chest)
            band = capsule(middle - across, middle + across, 0.014 * h)
            found = [_inside(band, shapes)]
            self.canvas.paint(found, TAPE, bevel=0.02, inside=True, grain=0.03)
        for s in (1, -1):
            top, low = (
                self.at(b.shoulder[0 if s > 0 else 1] * np.array([1, 1, 0.52])),
                self.at(0.72 * b.chest + np.array([0, 0, 0.05 * h * s])),
            )
            self.canvas.paint([capsule(top, low, 0.013 * h)], TAPE, bevel=0.02, inside=True, grain=0.03)

    def _backpack(self) -> None:
        b, back = self.bones, np.array([-0.105 * self.height, 0, 0])
        low, high = self.at(0.4 * b.chest + back), self.at(1.15 * b.chest + back)
        draw_backpack(self.canvas, low, high, self.height, self.outfit.bag)

    def _umbrella(self) -> None:
        b = self.bones
        hand = b.wrist[0] if b.wrist[0][1] > b.wrist[1][1] else b.wrist[1]
        draw_umbrella(self.canvas, self.at(hand), self.at(b.head)[1] + 0.17 * self.height, self.outfit.bag)

    def _head(self) -> Head:
        spot, neck, o = self.at(self.bones.head), self.at(self.bones.neck), self.outfit
        up = (spot - neck) / max(float(np.linalg.norm(spot - neck)), 1e-6)
        size = (0.084 if self.child else 0.07) * self.height
        return Head(spot, up, float(self.yaw), size, o.skin, o.hair, o.long_hair, o.helmet)


def _above(outline: Points, cut: Points, up: Points) -> Points:
    """The part of an outline that lies on the side of `cut` where `up` points."""
    over = (outline - cut) @ up
    return hull(outline - np.minimum(over, 0)[:, None] * up)


def _inside(band: Points, shapes: list[Points]) -> Points:
    """The band cut to the width of the torso."""
    every = np.concatenate(shapes)
    return np.clip(band, every.min(axis=0), every.max(axis=0))
