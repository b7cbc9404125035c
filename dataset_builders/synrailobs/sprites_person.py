"""Drawn persons: adults, children and track workers in several poses, clothes and views."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Points, capsule, ellipse, hull
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
SKINS: tuple[RGB, ...] = ((226, 184, 156), (206, 160, 128), (170, 122, 90), (124, 84, 60), (88, 60, 46))
HAIRS: tuple[RGB, ...] = ((42, 32, 28), (74, 52, 36), (120, 84, 50), (176, 142, 92), (146, 142, 138))
TOPS: tuple[RGB, ...] = (
    (52, 66, 98), (128, 42, 44), (70, 92, 72), (198, 194, 184), (58, 58, 62), (96, 126, 158), (172, 132, 66),
    (110, 84, 122), (84, 70, 58), (186, 108, 96), (46, 104, 108),
)  # fmt: skip
BOTTOMS: tuple[RGB, ...] = ((48, 58, 82), (44, 44, 48), (106, 94, 76), (74, 84, 104), (88, 86, 84), (62, 54, 46))
SHOES: tuple[RGB, ...] = ((36, 32, 30), (72, 50, 36), (206, 202, 196), (60, 62, 68))
VEST: RGB = (244, 112, 30)
TAPE: RGB = (214, 218, 216)
# Depth of the folds of clothes, in metres.
FOLDS = 0.004
HELMETS: tuple[RGB, ...] = ((232, 228, 220), (232, 182, 40), (36, 88, 156), (222, 92, 34))


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
        self.skin, self.hair = _pick(rng, SKINS), _pick(rng, HAIRS)
        self.top, self.bottom, self.shoes = _pick(rng, TOPS), _pick(rng, BOTTOMS), _pick(rng, SHOES)
        self.sleeves = self.worker or bool(rng.random() < 0.65)
        self.long_hair = not self.worker and bool(rng.random() < 0.35)
        if self.worker:
            self.bottom = VEST if rng.random() < 0.5 else (50, 58, 76)
            self.top, self.shoes = (VEST if rng.random() < 0.5 else (56, 66, 88)), (44, 36, 32)
        self.helmet = _pick(rng, HELMETS)
        half = 1.25 if self.pose.lying else 1.05
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
        if self.long_hair and turn >= 0.3:
            head, size = self.at(b.head), 0.069 * self.height
            self.canvas.paint([capsule(head, head - np.array([0, 1.5 * size]), size)], self.hair, bevel=0.5 * size, grain=0.12)
        self._torso()
        if "backpack" in self.kind and turn <= 0.5:
            self._backpack()
        if "umbrella" in self.kind:
            self._umbrella()
        self._head()
        if before:
            self._arm(near, 1.0)
        return self.canvas

    def _limb(
        self, a: Joint, b: Joint, first: float, last: float, colour: RGB, light: float, shadow: float = 0.0
    ) -> None:
        r, q = first * self.height * self.build, last * self.height * self.build
        self.canvas.paint(
            [capsule(self.at(a), self.at(b), r, q)], colour, bevel=1.1 * max(r, q), light=light, shadow=shadow, crumple=FOLDS)

    def _leg(self, i: int, light: float) -> None:
        b, h = self.bones, self.height
        foot = [
            capsule(self.at(b.heel[i]), self.at(b.toe[i]), 0.022 * h, 0.017 * h),
            capsule(self.at(b.heel[i]), self.at(b.ankle[i]), 0.023 * h, 0.024 * h),
        ]
        self.canvas.paint(foot, self.shoes, bevel=0.022 * h, light=light, gloss=0.08)
        self._limb(b.knee[i], b.ankle[i], 0.036, 0.027, self.bottom, light)
        self._limb(b.hip[i], b.knee[i], 0.054, 0.037, self.bottom, light)
        if self.worker:
            for share in (0.45, 0.62):
                self._band(b.knee[i], b.ankle[i], share, 0.034, light)

    def _band(self, a: Joint, b: Joint, share: float, radius: float, light: float) -> None:
        """A reflective tape around a limb."""
        p, q = self.at(a), self.at(b)
        along = (q - p) / max(float(np.linalg.norm(q - p)), 1e-6)
        across = np.array([along[1], -along[0]]) * radius * self.height * self.build
        spot = p + share * (q - p)
        thick = 0.011 * self.height * along
        self.canvas.paint(
            [np.array([spot - across - thick, spot + across - thick, spot + across + thick, spot - across + thick])],
            TAPE,
            bevel=0.02,
            light=light,
            inside=True,
        )

    def _arm(self, i: int, light: float) -> None:
        b, h = self.bones, self.height
        glove: RGB = (86, 80, 72) if self.worker else self.skin
        self._limb(b.wrist[i], b.hand[i], 0.018, 0.02, glove, light)
        self._limb(b.elbow[i], b.wrist[i], 0.024, 0.019, self.top if self.sleeves else self.skin, light)
        self._limb(b.shoulder[i], b.elbow[i], 0.036, 0.028, self.top, light, 0.03 * h if light == 1.0 else 0.0)
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
        self.canvas.paint([hull(np.concatenate([*waist, *hips]))], self.bottom, bevel=0.07 * h, crumple=FOLDS)
        neck = capsule(self.at(b.neck), self.at(b.head), 0.031 * h, 0.029 * h)
        self.canvas.paint([neck], self.skin, bevel=0.03 * h, light=0.85)
        upper = [hull(np.concatenate(part)) for part in ([*nape, *shoulders, *chest], [*shoulders, *chest], [*chest, *waist])]
        hem = hull(np.concatenate([*waist, *(p - np.array([0.0, 0.0]) for p in hips)]))
        cut = self.at(-0.12 * b.chest)
        along = self.at(b.chest) - self.at(-b.chest)
        jacket = [*upper, _above(hem, cut, along / max(float(np.linalg.norm(along)), 1e-6))]
        self.canvas.paint(jacket, VEST if self.worker else self.top, bevel=0.085 * h, shadow=0.03, crumple=FOLDS)
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
            found = [_inside(self.canvas, band, shapes)]
            self.canvas.paint(found, TAPE, bevel=0.02, inside=True, grain=0.03)
        for s in (1, -1):
            top, low = (
                self.at(b.shoulder[0 if s > 0 else 1] * np.array([1, 1, 0.52])),
                self.at(0.72 * b.chest + np.array([0, 0, 0.05 * h * s])),
            )
            self.canvas.paint([capsule(top, low, 0.013 * h)], TAPE, bevel=0.02, inside=True, grain=0.03)

    def _backpack(self) -> None:
        b, h = self.bones, self.height
        back = np.array([-0.105 * h, 0, 0])
        colour = _pick(self.rng, TOPS)
        bag = [capsule(self.at(0.4 * b.chest + back), self.at(1.15 * b.chest + back), 0.078 * h, 0.07 * h)]
        self.canvas.paint(bag, colour, bevel=0.06 * h, shadow=0.03)
        self.canvas.paint(
            [capsule(self.at(0.45 * b.chest + 1.3 * back), self.at(0.65 * b.chest + 1.3 * back), 0.045 * h)],
            colour,
            bevel=0.04 * h,
            light=0.86,
        )

    def _umbrella(self) -> None:
        b, h = self.bones, self.height
        hand = self.at(b.wrist[0] if b.wrist[0][1] > b.wrist[1][1] else b.wrist[1])
        top = np.array([hand[0] - 0.03, self.at(b.head)[1] + 0.3 * h])
        colour = _pick(self.rng, TOPS)
        self.canvas.paint([capsule(hand - np.array([0, 0.06]), top, 0.009)], (60, 56, 54), bevel=0.01)
        turn = np.linspace(0, np.pi, 24)
        dome = np.stack([top[0] + 0.5 * np.cos(turn), top[1] - 0.2 + 0.26 * np.sin(turn)], axis=1)
        hem = np.stack(
            [
                top[0] - 0.5 + np.linspace(0, 1, 41),
                top[1] - 0.2 + 0.045 * np.abs(np.sin(np.linspace(0, 5 * np.pi, 41))),
            ],
            axis=1,
        )
        self.canvas.paint([np.concatenate([dome, hem])], colour, bevel=0.2, gloss=0.15)
        for x in (-0.3, -0.1, 0.1, 0.3):
            self.canvas.paint(
                [capsule((top[0] + 0.3 * x, top[1] + 0.04), (top[0] + x, top[1] - 0.18), 0.005)],
                (30, 30, 32),
                opacity=0.4,
                inside=True,
            )
        self.canvas.paint([capsule(top + np.array([0, 0.05]), top + np.array([0, 0.1]), 0.008)], (60, 56, 54))

    def _head(self) -> None:
        b, h = self.bones, self.height
        size = (0.084 if self.child else 0.069) * h
        spot, neck = self.at(b.head), self.at(b.neck)
        up = (spot - neck) / max(float(np.linalg.norm(spot - neck)), 1e-6)
        side = np.array([up[1], -up[0]])
        angle = float(np.degrees(np.arctan2(-up[0], up[1])))
        face = np.cos(self.yaw) * side  # where the face points on the screen
        turn = float(np.sin(self.yaw))
        wide = (0.8 + 0.1 * abs(np.cos(self.yaw))) * size
        if self.long_hair and turn < 0.3:
            low = spot - 0.95 * size * up - 0.35 * size * face
            self.canvas.paint([capsule(spot, low, 0.85 * size, 0.62 * size)], self.hair, bevel=0.5 * size, grain=0.12)
        self.canvas.paint([ellipse(spot, wide, size, angle)], self.skin, bevel=0.9 * size, shadow=0.02)
        if turn > -0.3:
            self._face(spot, up, side, face, turn, size)
        if self.worker:
            self._hat(spot, up, side, face, size, angle)
        else:
            self._hair(spot, up, face, turn, size, wide, angle)

    def _face(self, spot: Points, up: Points, side: Points, face: Points, turn: float, size: float) -> None:
        dark = (0.3 * self.skin[0], 0.27 * self.skin[1], 0.27 * self.skin[2])
        middle = spot + 0.72 * face * size
        if abs(float(np.cos(self.yaw))) > 0.35:
            nose = [
                capsule(
                    middle + 0.12 * size * face, middle + 0.26 * size * face - 0.2 * size * up, 0.08 * size, 0.11 * size
                )
            ]
            self.canvas.paint(nose, self.skin, bevel=0.1 * size)
        else:
            self.canvas.paint(
                [capsule(middle + 0.0 * up, middle - 0.22 * size * up, 0.06 * size, 0.1 * size)],
                self.skin,
                bevel=0.1 * size,
                shadow=0.01,
            )
        for s in (1, -1):
            eye = middle + s * 0.34 * size * max(turn, 0.0) * side + 0.06 * size * up
            self.canvas.paint([ellipse(eye, 0.11 * size, 0.07 * size)], dark, bevel=0.02, inside=True)
            self.canvas.paint(
                [capsule(eye + (0.2 * up - 0.12 * side) * size, eye + (0.2 * up + 0.12 * side) * size, 0.035 * size)],
                self.hair,
                opacity=0.8,
                inside=True,
            )
        mouth = middle - 0.5 * size * up
        self.canvas.paint(
            [
                capsule(
                    mouth - 0.16 * size * side * max(turn, 0.4),
                    mouth + 0.16 * size * side * max(turn, 0.4),
                    0.05 * size,
                )
            ],
            (150, 84, 76),
            opacity=0.7,
            inside=True,
        )

    def _hair(
        self, spot: Points, up: Points, face: Points, turn: float, size: float, wide: float, angle: float
    ) -> None:
        cap = ellipse(spot + 0.12 * size * up - 0.1 * size * face, 1.08 * wide, 1.02 * size, angle)
        if turn < -0.3:
            self.canvas.paint([cap], self.hair, bevel=0.6 * size, grain=0.14)
            return
        low = 0.3 if turn > 0.5 else 0.05
        local = (cap - spot) @ np.stack([up, face / max(float(np.linalg.norm(face)), 1e-6)], axis=1)
        behind = local[:, 1] < (-0.1 * size if abs(np.cos(self.yaw)) > 0.5 else -9)
        keep = cap[(local[:, 0] > low * size) | (behind & (local[:, 0] > -0.45 * size))]
        self.canvas.paint([hull(keep)], self.hair, bevel=0.4 * size, grain=0.14)

    def _hat(self, spot: Points, up: Points, side: Points, face: Points, size: float, angle: float) -> None:
        dome = ellipse(spot + 0.36 * size * up, 1.08 * size, 0.95 * size, angle)
        local = (dome - spot) @ up
        self.canvas.paint([hull(dome[local > 0.3 * size])], self.helmet, bevel=0.6 * size, gloss=0.35, grain=0.02)
        brim = spot + 0.36 * size * up
        self.canvas.paint(
            [capsule(brim - 1.05 * size * side, brim + 1.05 * size * side + 0.3 * size * face, 0.08 * size)],
            self.helmet,
            bevel=0.07 * size,
            shadow=0.03,
        )


def _above(outline: Points, cut: Points, up: Points) -> Points:
    """The part of an outline that lies on the side of `cut` where `up` points."""
    over = (outline - cut) @ up
    return hull(outline - np.minimum(over, 0)[:, None] * up)


def _inside(canvas: Canvas, band: Points, shapes: list[Points]) -> Points:
    """The band cut to the width of the torso."""
    every = np.concatenate(shapes)
    return np.clip(band, every.min(axis=0), every.max(axis=0))


def _pick(rng: np.random.Generator, colours: tuple[RGB, ...]) -> RGB:
    red, green, blue = (
        float(c) for c in np.clip(np.array(colours[int(rng.integers(len(colours)))]) + rng.normal(0, 5, 3), 8, 240)
    )
    return red, green, blue
