"""Drawn animals: bodies of tapered limbs in three dimensions, seen from the side or at a slant."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_animal_forms import FORMS, Ball, Form
from triptych.dataset_builders.synrailobs.sprites_canvas import RGB, Canvas, Image, Points, capsule, ellipse, hull

ANIMALS = ("cow", "cow", "horse", "deer", "dog", "sheep", "wild boar", "fox")


def draw_animal(rng: np.random.Generator, kind: str, scale: float) -> Canvas:
    """An animal in its usual size, walking, standing or grazing; `scale` in pixels per metre."""
    return _Animal(rng, FORMS[kind], scale).draw()


class _Animal:
    """One animal in a random pose; lengths in units of the height of the withers."""

    def __init__(self, rng: np.random.Generator, form: Form, scale: float) -> None:
        self.rng, self.form = rng, form
        self.size = form.height * float(rng.uniform(0.88, 1.1))
        self.yaw = np.radians(float(rng.choice([0.0, 0.0, 0.0, 38.0, -34.0])) + float(rng.uniform(-8, 8)))
        self.graze = form.grazes and bool(rng.random() < 0.3)
        self.stride = float(rng.uniform(0.3, 1.0))
        mirror = bool(rng.integers(2))
        reach = 1.75 * self.size
        self.canvas = Canvas((-reach, -0.06, reach, 2.0 * self.size), scale, rng, mirror)
        self.coat, self.pale, self.dark = form.coats[int(rng.integers(len(form.coats)))]

    def draw(self) -> Canvas:
        skin = self._skin()
        self._legs(-1, 0.66)
        if self.yaw < -0.3:
            self._head(skin)
        self._tail()
        body = self._chain(self.form.body)
        if not self.graze:
            body += self._chain(self.form.neck)
        self.canvas.paint(body, skin, bevel=0.27 * self.size, grain=self.form.fur, shadow=0.1 * self.size)
        if self.form.wool:
            self._wool(skin)
        self._legs(1, 1.0)
        if self.graze:
            self.canvas.paint(self._chain(self.form.neck), skin, bevel=0.14 * self.size, grain=self.form.fur)
        if self.yaw >= -0.3:
            self._head(skin)
        return self.canvas

    def _place(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Screen position in metres of a point: x forward, y up, z to the viewer."""
        return (
            self.size * (x * np.cos(self.yaw) + z * np.sin(self.yaw)),
            self.size * (y + 0.12 * (x * np.sin(-self.yaw) + z * np.cos(self.yaw)) * -1),
        )

    def _bent(self, x: float, y: float) -> tuple[float, float]:
        """A point of neck or head, lowered about the shoulder when the animal grazes."""
        if not self.graze:
            return x, y
        base, angle = self.form.neck[0], np.radians(self.form.lowered)
        dx, dy = x - base[0], y - base[1]
        return base[0] + dx * np.cos(angle) + dy * np.sin(angle), base[1] - dx * np.sin(angle) + dy * np.cos(angle)

    def _chain(self, balls: tuple[Ball, ...]) -> list[Points]:
        front = balls is self.form.neck or balls is self.form.head
        spots = [self._place(*(self._bent(x, y) if front else (x, y))) for x, y, _ in balls]
        return [
            capsule(spots[i], spots[i + 1], balls[i][2] * self.size, balls[i + 1][2] * self.size)
            for i in range(len(balls) - 1)
        ]

    def _skin(self) -> Image:
        """The coat: paler or darker below, with patches where the animal has them."""
        canvas, size = self.canvas, self.size
        share = np.clip((canvas.heights() / size - 0.42) * 4.5, 0, 1) + 0.15 * canvas.noise(0.1 * size)
        skin = canvas.mix(self.pale, self.coat, share)
        if self.form.patches and self.rng.random() < 0.7:
            field = canvas.noise(0.42 * size) + 0.25 * canvas.noise(0.1 * size) + float(self.rng.uniform(-0.15, 0.15))
            part = np.clip(field * 12, 0, 1)[:, :, None]
            skin = skin * (1 - part) + np.asarray((226, 220, 210), np.float32) * part
        return np.asarray(skin * (1 + 0.07 * canvas.noise(0.05 * size))[:, :, None], np.float32)

    def _legs(self, side: int, light: float) -> None:
        form, size = self.form, self.size
        for joints, phase in ((form.hind, 1 if side > 0 else -1), (form.front, -1 if side > 0 else 1)):
            swing = 0.16 * self.stride * phase * form.reach
            top = joints[0][1]
            spots = []
            for i, (x, y, _) in enumerate(joints):
                bend = swing * (top - y) / top + (0.03 * self.stride if i == 1 and phase < 0 else 0)
                lift = 0.04 * self.stride if i == len(joints) - 1 and phase < 0 else 0.0
                spots.append(self._place(x + bend, y + lift, side * form.wide))
            radii = [r * size for _, _, r in joints]
            colours = (self.coat, self.coat if form.legs is None else form.legs, form.hoof)
            for i in range(len(spots) - 1):
                limb = [capsule(spots[i], spots[i + 1], radii[i], radii[i + 1])]
                self.canvas.paint(limb, colours[min(i, 1)], bevel=0.9 * radii[i], grain=form.fur, light=light)
            end, toe = spots[-1], radii[-1]
            foot = hull(
                np.array(
                    [
                        (end[0] - toe, end[1]),
                        (end[0] + toe, end[1]),
                        (end[0] + 1.7 * toe, end[1] - 1.6 * toe),
                        (end[0] - 1.2 * toe, end[1] - 1.6 * toe),
                    ]
                )
            )
            self.canvas.paint([foot], colours[2], bevel=toe, light=light)

    def _tail(self) -> None:
        tail = self.form.tail
        last = self.form.tail_tip or self.coat
        shapes = self._chain(tail)
        for i, shape in enumerate(shapes):
            colour = last if i == len(shapes) - 1 else self.coat
            self.canvas.paint([shape], colour, bevel=tail[i][2] * self.size, grain=2 * self.form.fur, light=0.92)

    def _wool(self, skin: Image) -> None:
        """Curls over the body, so that its outline is bumpy."""
        curls = []
        for x, y, r in self.form.body:
            for angle in np.arange(0, 360, 24) + self.rng.uniform(-9, 9, 15):
                a, far = np.radians(angle), r * float(self.rng.uniform(0.75, 1.0))
                spot = self._place(x + far * np.cos(a), y + far * np.sin(a))
                curls.append(ellipse(spot, 0.055 * self.size, 0.05 * self.size, count=14))
        self.canvas.paint(curls, skin, bevel=0.05 * self.size, grain=0.1)
        inner = [ellipse(self._place(x, y), 0.8 * r * self.size, 0.8 * r * self.size) for x, y, r in self.form.body]
        self.canvas.paint(inner, skin, bevel=0.3 * self.size, grain=0.16, opacity=0.7)

    def _head(self, skin: Image) -> None:
        form, size = self.form, self.size
        poll, muzzle = (self._place(*self._bent(x, y)) for x, y, _ in (form.head[0], form.head[-1]))
        along = np.array(muzzle) - np.array(poll)
        along = along / max(float(np.linalg.norm(along)), 1e-6)
        up = np.array([-along[1], along[0]]) if along[0] > 0 else np.array([along[1], -along[0]])
        radius = form.head[0][2] * size
        start = np.array(poll)
        self._horns(start, along, up, radius, far=True)
        self._ear(start, along, up, radius, 0.7)
        colour = skin if form.face is None else form.face
        self.canvas.paint(self._chain(form.head), colour, bevel=0.9 * radius, grain=form.fur, shadow=0.05 * size)
        end, tip = np.array(muzzle), form.head[-1][2] * size
        self.canvas.paint([ellipse(end + 0.25 * tip * along, 0.8 * tip, 0.75 * tip)], form.nose, bevel=0.6 * tip)
        eye = start + 0.75 * radius * along + 0.3 * radius * up
        self.canvas.paint([ellipse(eye, 0.15 * radius, 0.13 * radius)], (22, 18, 16), bevel=0.05 * radius, gloss=0.5)
        self._horns(start, along, up, radius, far=False)
        self._ear(start, along, up, radius, 1.0)

    def _ear(self, start: Points, along: Points, up: Points, radius: float, light: float) -> None:
        long, wide, lean = self.form.ear
        base = start + 0.75 * radius * up - (0.25 if light == 1.0 else -0.15) * radius * along
        way = np.cos(np.radians(lean)) * up - np.sin(np.radians(lean)) * along
        side = np.array([way[1], -way[0]])
        middle, tip = base + 0.5 * long * radius * way, base + long * radius * way
        outline = np.array(
            [
                base - 0.6 * wide * radius * side,
                middle - wide * radius * side,
                tip,
                middle + wide * radius * side,
                base + 0.6 * wide * radius * side,
            ]
        )
        colour: RGB = self.form.face or self.coat
        self.canvas.paint([hull(outline)], colour, bevel=0.3 * radius, light=light, shadow=0.02 * self.size)

    def _horns(self, start: Points, along: Points, up: Points, radius: float, far: bool) -> None:
        for line in self.form.horns:
            spots = [start + radius * (a * along + b * up) - (0.35 * radius * along if far else 0) for a, b, _ in line]
            radii = [r * radius for _, _, r in line]
            shapes = [capsule(spots[i], spots[i + 1], radii[i], radii[i + 1]) for i in range(len(spots) - 1)]
            self.canvas.paint(shapes, (176, 156, 124), bevel=radii[0], light=0.75 if far else 1.0)
