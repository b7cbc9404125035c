"""What stands around the track and where: woods, gardens, houses, the overhead line, one landmark."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.scenes_buildings import bridge, house, hut, tunnel
from triptych.dataset_builders.synrailobs.scenes_paint import Painter
from triptych.dataset_builders.synrailobs.scenes_plants import HEIGHTS_M, VARIANTS, plant
from triptych.dataset_builders.synrailobs.scenes_site import Site
from triptych.dataset_builders.synrailobs.scenes_structures import fence, mast, overhead_wires, signal
from triptych.dataset_builders.synrailobs.seeds import generator

LIT_WINDOWS: Final = {"day": 0.0, "dusk": 0.35, "dark": 0.45}
MAST_SPACING_M: Final = 48.0
FENCE_TO_M: Final = 130.0

Stage = tuple[int, float, Callable[[], None]]
"""What to paint and when: 0 beyond the fences' end, 1 behind a fence, 2 fences, 3 the rest; then from far to near."""


@dataclass(frozen=True)
class Tree:
    """A plant at metres beside the own track's axis and ahead."""

    kind: str
    variant: int
    height_m: float
    lateral: float
    z: float
    flip: bool


def paint_surroundings(painter: Painter, background: Background) -> None:
    """Paint everything beside the track, far and fenced-off things first."""
    rng = generator(background.id, "surroundings")
    barriers = fences(background, painter.site)
    todo = _landmark(painter, background, rng)
    end = min([z for layer, z, _ in todo if layer == 0], default=FENCE_TO_M)
    snow = background.weather == "snowy"
    for tree in trees(background, painter.site):
        layer = _layer(tree.lateral, tree.z, end, barriers)
        todo.append((layer, tree.z, partial(_paint_tree, painter, tree, snow)))
    for side, z, paint in _houses(painter, background, rng):
        todo.append((_layer(side * 12.0, z, end, barriers), z, paint))
    todo += [(2, end, partial(fence, painter, lateral, kind, 5.0, end - 1)) for lateral, kind in barriers]
    todo += _overhead_line(painter, rng)
    _hills(painter, background, rng)
    for _, _, paint in sorted(todo, key=lambda stage: (stage[0], -stage[1])):
        paint()


def _layer(lateral: float, z: float, end: float, barriers: list[tuple[float, int]]) -> int:
    if z >= end:
        return 0
    behind = any(lateral * barrier > 0 and abs(lateral) > abs(barrier) for barrier, _ in barriers)
    return 1 if behind else 3


def fences(background: Background, site: Site) -> list[tuple[float, int]]:
    """Lateral place and kind (of `scenes_structures.fence`) of the fences."""
    rng = generator(background.id, "fences")
    low, high = site.edges
    weights = [0.45, 0.35, 0.2] if site.town < 0.4 else [0.1, 0.5, 0.4]
    found = [
        (float((high if side > 0 else low) + side * rng.uniform(5.6, 8.0)), int(rng.choice(3, p=weights)))
        for side in (-1, 1)
    ]
    return [each for each, fenced in zip(found, site.fenced, strict=True) if fenced]


def _paint_tree(painter: Painter, tree: Tree, snow: bool) -> None:
    picture = plant(tree.kind, tree.variant, snow)
    painter.figure(picture, tree.height_m, tree.lateral, tree.z, tree.flip)


def trees(background: Background, site: Site) -> list[Tree]:
    """A belt of trees far off, groups along both sides, bushes near the fence."""
    rng = generator(background.id, "trees")
    snow = background.weather == "snowy"
    kinds = (
        [["conifer", "conifer", "bare"], ["bare", "conifer", "bare"]]
        if snow
        else [
            ["broadleaf", "broadleaf", "bush"],
            ["broadleaf", "conifer", "broadleaf"],
            ["conifer", "conifer", "broadleaf"],
        ]
    )
    wood = kinds[rng.integers(len(kinds))]
    density = 1.0 - 0.55 * site.town
    spots = [_far_spot(rng) for _ in range(int(130 * density))]
    for side in (-1, 1):
        closest = rng.uniform(10, 15)
        count = int(rng.uniform(10, 30) * density)
        spots += [(side * (closest + 18 * rng.random() ** 1.6), float(rng.uniform(22, 110))) for _ in range(count)]
    found = [_tree(str(rng.choice(wood)), spot, rng) for spot in spots]
    bushes = [(float(rng.choice([-1, 1]) * rng.uniform(6.2, 13)), float(rng.uniform(12, 110))) for _ in range(30)]
    found += [_tree("bush", spot, rng) for spot in bushes]
    found += [_tree("tuft", _verge_spot(rng), rng) for _ in range(30 if snow else 110)]
    low, high = site.edges
    return [tree for tree in found if not low - _clearance(tree) < tree.lateral < high + _clearance(tree)]


def _clearance(tree: Tree) -> float:
    """Metres that the railway keeps free of a plant beside the outermost axis."""
    return {"tuft": 3.9, "bush": 4.6 + 1.2 * tree.height_m}.get(tree.kind, 5.2 + 0.2 * tree.height_m)


def _far_spot(rng: np.random.Generator) -> tuple[float, float]:
    z = float(rng.uniform(110, 330))
    return float(rng.choice([-1, 1]) * (9 + rng.random() * 0.85 * z)), z


def _verge_spot(rng: np.random.Generator) -> tuple[float, float]:
    """Near the camera and near the path, where single tufts of grass can be made out."""
    return float(rng.choice([-1, 1]) * (4.2 + rng.exponential(3.5))), float(rng.uniform(5, 14) + rng.exponential(14))


def _tree(kind: str, spot: tuple[float, float], rng: np.random.Generator) -> Tree:
    low, high = HEIGHTS_M[kind]
    return Tree(kind, int(rng.integers(VARIANTS)), float(rng.uniform(low, high)), *spot, bool(rng.random() < 0.5))


def casters(background: Background, site: Site) -> list[tuple[float, float, float]]:
    """Lateral place, distance and height of what throws the sun's shadow onto the ground."""
    return [
        (tree.lateral, tree.z, tree.height_m)
        for tree in trees(background, site)
        if tree.z < 140 and tree.kind != "tuft"
    ]


def _hills(painter: Painter, background: Background, rng: np.random.Generator) -> None:
    """Two ridges behind everything, paler the farther; the nearer one is wooded."""
    snow = background.weather == "snowy"
    for z, height in ((1500.0, rng.uniform(30, 190)), (620.0, rng.uniform(14, 40))):
        across = np.linspace(-1.1 * z, 1.1 * z, 240)
        phases = rng.uniform(0, 6.28, 5)
        waves = sum(
            np.sin(across / z * scale + phase) / (1 + n)
            for n, (scale, phase) in enumerate(zip((2.1, 4.7, 9.3, 21.0, 60.0), phases, strict=True))
        )
        rough = rng.normal(0, 0.035, across.size) if z < 1000 else 0.0
        tops = height * np.clip(0.55 + 0.28 * waves + rough, 0.08, None)
        centre = float(painter.site.centre(z))
        outline = [(float(x) - centre, float(y), z) for x, y in zip(across, tops, strict=True)]
        albedo = np.asarray([0.10, 0.13, 0.10] if z > 1000 else [0.055, 0.08, 0.045])
        albedo = 0.45 * albedo + 0.35 if snow else albedo
        feet = [(float(across[-1]) - centre, -2.0, z), (float(across[0]) - centre, -2.0, z)]
        painter.quad([*outline, *feet], painter.seen(albedo, 0, min(z, 900), 8))


def _houses(
    painter: Painter, background: Background, rng: np.random.Generator
) -> list[tuple[int, float, Callable[[], None]]]:
    """Side, distance and painting of each house."""
    snow, lights = background.weather == "snowy", LIT_WINDOWS[background.light]
    found: list[tuple[int, float, Callable[[], None]]] = []
    for number in range(int(rng.poisson(7 * painter.site.town))):
        side, z = int(rng.choice([-1, 1])), float(rng.uniform(35, 200))
        own = generator(background.id, "house", number)
        found.append((side, z, partial(house, painter, side, z, own, snow, lights)))
    return found


def _overhead_line(painter: Painter, rng: np.random.Generator) -> list[Stage]:
    if not painter.site.electrified:
        return []
    first = float(rng.uniform(14, 40))
    supports = [first + MAST_SPACING_M * number for number in range(-1, 6)]
    sides = (-1, 1) if len(painter.site.centres) > 1 else (int(rng.choice([-1, 1])),)
    todo: list[Stage] = [(3, z, partial(mast, painter, z, side)) for z in supports[1:] for side in sides]
    return [*todo, (3, 2.0, partial(overhead_wires, painter, [max(supports[0], 5.5), *supports[1:]]))]


def _landmark(painter: Painter, background: Background, rng: np.random.Generator) -> list[Stage]:
    snow, kind = background.weather == "snowy", painter.site.landmark
    side = int(rng.choice([-1, 1]))
    if kind == "bridge":
        z = float(rng.uniform(95, 150))
        return [(0, z, partial(bridge, painter, z, snow))]
    if kind == "tunnel":
        z = 165.0
        return [(0, z, partial(tunnel, painter, z, snow, generator(background.id, "tunnel")))]
    if kind == "hut":
        z = float(rng.uniform(22, 60))
        return [(3, z, partial(hut, painter, side, z, snow))]
    if kind == "signal":
        z = float(rng.uniform(30, 90))
        return [(3, z, partial(signal, painter, side, z, bool(rng.random() < 0.6)))]
    return []
