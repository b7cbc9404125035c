"""Drawn animals: bodies of tapered limbs in three dimensions, seen from the side or at a slant."""

import numpy as np

from triptych.dataset_builders.synrailobs.sprites_animal_forms import FORMS, Ball, Form
from triptych.dataset_builders.synrailobs.sprites_canvas import (
    RGB,
    Canvas,
    Image,
    Points,
    capsule,
    chain,
    ellipse,
    hull,
)

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
        self.horned = bool(form.horns) and (form.tusks or bool(rng.random() < 0.65))
        self.stride = float(rng.uniform(0.3, 1.0))
        mirror = bool(rng.integers(2))
        reach = (0.25 + max(abs(x) for x, _, _ in (*form.head, *form.tail))) * self.size
        horns = [form.head[0][1] + up * form.head[0][2] for line in form.horns for _, up, _ in line]
        top = (0.25 + max(*horns, *(y + r for _, y, r in (*form.body, *form.head)))) * self.size
        self.canvas = Canvas((-reach, -0.15 * self.size, reach, top), scale, rng, mirror)
        self.coat, self.pale, self.dark = form.coats[int(rng.integers(len(form.coats)))]

    def draw(self) -> Canvas:
        """Paints from the far side to the near side."""
        form, size = self.form, self.size
        skin = self._skin()
        self._legs(-1, skin, 0.7)
        if self.yaw < -0.3:
            self._head(skin)
        self._tail()
        if form.udder:
            self.canvas.paint(
                [ellipse(self._place(-0.34, 0.42), 0.12 * size, 0.1 * size)], (208, 158, 142), bevel=0.1 * size
            )
        body = [*self._chain(form.body), *self._leg(form.hind, 1, 1)[:-1], *self._leg(form.front, -1, 1)[:-1]]
        if form.wool:
            body += self._curls()
        if not self.graze:
            body += self._chain(form.neck)
        dents = (0.02 if form.wool else 0.0022) * size
        self.canvas.paint(body, skin, bevel=0.2 * size, grain=form.fur, shadow=0.1 * size, crumple=dents)
        self._legs(1, skin, 1.0)
        if self.graze:
            self.canvas.paint(self._chain(form.neck), skin, bevel=0.14 * size, grain=form.fur, crumple=dents)
        if form.mane:
            self._mane(self.dark)
        if self.yaw >= -0.3:
            self._head(skin)
        return self.canvas

    def _place(self, x: float, y: float, z: float = 0.0) -> tuple[float, float]:
        """Screen position in metres of a point: x forward, y up, z to the near side; seen a little from above."""
        near = x * np.sin(self.yaw) + z * np.cos(self.yaw)
        return self.size * (x * np.cos(self.yaw) - z * np.sin(self.yaw)), self.size * (y - 0.12 * near)

    def _bent(self, x: float, y: float, head: bool) -> tuple[float, float]:
        """A point of neck or head; when the animal grazes the neck turns down and the head a part of that."""
        if not self.graze:
            return x, y
        (base_x, base_y, _), (end_x, end_y, _) = self.form.neck[0], self.form.neck[-1]
        if not head:
            return _turned((x, y), (base_x, base_y), self.form.lowered)
        low = _turned((end_x, end_y), (base_x, base_y), self.form.lowered)
        dx, dy = _turned((x - end_x, y - end_y), (0.0, 0.0), 0.3 * self.form.lowered)
        return low[0] + dx, low[1] + dy

    def _chain(self, balls: tuple[Ball, ...]) -> list[Points]:
        front, head = balls in (self.form.neck, self.form.head), balls is self.form.head
        spots = [self._place(*(self._bent(x, y, head) if front else (x, y))) for x, y, _ in balls]
        return chain(spots, [r * self.size for _, _, r in balls])

    def _skin(self) -> Image:
        """The coat: another colour under the belly, with white patches where the animal has them."""
        canvas, size = self.canvas, self.size
        along = np.abs(canvas.across() / (size * np.cos(self.yaw)))
        belly = np.clip((0.62 - canvas.heights() / size) * 4, 0, 1) * np.clip((0.3 - along) * 8, 0, 1)
        skin = canvas.mix(self.coat, self.pale, belly + 0.1 * canvas.noise(0.1 * size))
        if self.form.patches and self.rng.random() < 0.75:
            field = canvas.noise(0.42 * size) + 0.25 * canvas.noise(0.1 * size) + float(self.rng.uniform(-0.15, 0.15))
            part = np.clip(field * 12, 0, 1)[:, :, None]
            skin = skin * (1 - part) + np.asarray((226, 220, 210), np.float32) * part
        if self.form.legs is not None:
            part = np.clip((0.36 - canvas.heights() / size) * 9, 0, 1)[:, :, None]
            skin = skin * (1 - part) + np.asarray(self.form.legs, np.float32) * part
        return np.asarray(skin * (1 + 0.07 * canvas.noise(0.05 * size))[:, :, None], np.float32)

    def _leg(self, joints: tuple[Ball, ...], phase: int, side: int) -> list[Points]:
        """The capsules of one leg from the body down to the foot, swung forward or back by its phase."""
        swing = 0.16 * self.stride * phase * self.form.reach
        top, spots = joints[0][1], []
        for i, (x, y, _) in enumerate(joints):
            bend = swing * (top - y) / top + (0.04 * self.stride if i == 1 and phase < 0 else 0)
            lift = 0.04 * self.stride if i == len(joints) - 1 and phase < 0 else 0.0
            spots.append(self._place(x + bend, y + lift, side * self.form.wide))
        radii = [r * self.size for _, _, r in joints]
        limb = [capsule(spots[i], spots[i + 1], radii[i], radii[i + 1]) for i in range(len(spots) - 1)]
        end, toe = spots[-1], radii[-1]
        foot = [(-1.0, 0.0), (1.0, 0.0), (1.7, -1.6), (-1.2, -1.6)]
        return [*limb, hull(np.array([(end[0] + toe * x, end[1] + toe * y) for x, y in foot]))]

    def _legs(self, side: int, skin: Image, light: float) -> None:
        """Both legs of one side; of the near ones only the feet, as the rest belongs to the body."""
        form = self.form
        for joints, phase in ((form.hind, side), (form.front, -side)):
            *limb, foot = self._leg(joints, phase, side)
            thin = joints[1][2] * self.size
            if side < 0:
                self.canvas.paint(limb, skin, bevel=1.5 * thin, grain=form.fur, light=light)
            self.canvas.paint([foot], form.hoof, bevel=0.8 * thin, light=light)

    def _tail(self) -> None:
        form = self.form
        tail = self._chain(form.tail)
        thick = max(r for _, _, r in form.tail) * self.size
        self.canvas.paint(tail, self.dark if form.mane else self.coat, bevel=thick, grain=2 * form.fur, light=0.92)
        if form.tail_tip:
            self.canvas.paint(tail[-1:], form.tail_tip, bevel=thick, grain=2 * form.fur, light=0.92)

    def _curls(self) -> list[Points]:
        """Curls about the body, so that its outline is bumpy."""
        curls = []
        for x, y, r in self.form.body:
            for angle in np.radians(np.arange(0, 360, 20) + self.rng.uniform(-8, 8, 18)):
                far = r * float(self.rng.uniform(0.9, 1.0))
                spot = self._place(x + far * np.cos(angle), y + far * np.sin(angle))
                curls.append(ellipse(spot, 0.055 * self.size, 0.05 * self.size, count=14))
        return curls

    def _mane(self, colour: RGB) -> None:
        """Long hair along the top of the neck."""
        spots = [np.array(self._place(*self._bent(x, y, False))) for x, y, _ in self.form.neck]
        line = []
        for i, (_, _, radius) in enumerate(self.form.neck):
            way = spots[min(i + 1, len(spots) - 1)] - spots[max(i - 1, 0)]
            normal = np.array([-way[1], way[0]]) / max(float(np.linalg.norm(way)), 1e-6)
            line.append(spots[i] + 0.85 * radius * self.size * normal)
        hair = chain([tuple(spot) for spot in line], [0.035 * self.size] * len(line))
        for spot in np.linspace(line[0], line[-1], 16)[1:]:
            fall = self.size * self.rng.uniform((-0.06, -0.15), (0.0, -0.06))
            hair.append(capsule(spot, spot + fall, 0.028 * self.size, 0.006 * self.size))
        self.canvas.paint(hair, colour, bevel=0.03 * self.size, grain=0.2)

    def _head(self, skin: Image) -> None:
        form, size = self.form, self.size
        poll, muzzle = (self._place(*self._bent(x, y, True)) for x, y, _ in (form.head[0], form.head[-1]))
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
        for line in self.form.horns if self.horned else ():
            spots = [start + radius * (a * along + b * up) - (0.35 * radius * along if far else 0) for a, b, _ in line]
            radii = [r * radius for _, _, r in line]
            shapes = [capsule(spots[i], spots[i + 1], radii[i], radii[i + 1]) for i in range(len(spots) - 1)]
            self.canvas.paint(shapes, (176, 156, 124), bevel=radii[0], light=0.75 if far else 1.0)


def _turned(point: tuple[float, float], base: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A point turned downwards about a base."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    dx, dy = point[0] - base[0], point[1] - base[1]
    return base[0] + dx * c + dy * s, base[1] - dx * s + dy * c
