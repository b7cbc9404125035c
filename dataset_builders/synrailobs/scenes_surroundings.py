"""What stands around the track and where: woods, gardens, houses, the overhead line, one landmark."""

from collections.abc import Callable
from dataclasses import dataclass
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
    """Paint everything beside the track, far things first."""
    rng = generator(background.id, "surroundings")
    site, snow = painter.site, background.weather == "snowy"
    todo: list[tuple[float, Callable[[], None]]] = []
    for tree in trees(background, site):
        todo.append((tree.z, lambda tree=tree: _paint_tree(painter, tree, snow)))  # type: ignore[misc]
    todo += _houses(painter, background, rng)
    todo += _line(painter, background, rng)
    todo += _landmark(painter, background, rng)
    _hills(painter, background, rng)
    for _, paint in sorted(todo, key=lambda item: -item[0]):
        paint()


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
) -> list[tuple[float, Callable[[], None]]]:
    snow, lights = background.weather == "snowy", LIT_WINDOWS[background.light]
    todo: list[tuple[float, Callable[[], None]]] = []
    for number in range(int(rng.poisson(7 * painter.site.town))):
        side, z = int(rng.choice([-1, 1])), float(rng.uniform(35, 200))
        own = generator(background.id, "house", number)
        todo.append((z, lambda side=side, z=z, own=own: house(painter, side, z, own, snow, lights)))  # type: ignore[misc]
    return todo


def _line(painter: Painter, background: Background, rng: np.random.Generator) -> list[tuple[float, Callable[[], None]]]:
    """Overhead line and fences."""
    todo: list[tuple[float, Callable[[], None]]] = []
    low, high = painter.site.edges
    for side, fenced in zip((-1, 1), painter.site.fenced, strict=True):
        lateral = (high if side > 0 else low) + side * rng.uniform(5.6, 8.0)
        kind = int(rng.choice(3, p=[0.45, 0.35, 0.2] if painter.site.town < 0.4 else [0.1, 0.5, 0.4]))
        if fenced:
            todo.append((111.0, lambda lateral=lateral, kind=kind: fence(painter, lateral, kind, 5.0, 130.0)))  # type: ignore[misc]
    if painter.site.electrified:
        first = float(rng.uniform(14, 40))
        supports = [first + MAST_SPACING_M * number for number in range(-1, 6)]
        sides = (-1, 1) if len(painter.site.centres) > 1 else (int(rng.choice([-1, 1])),)
        for z in supports[1:]:
            for side in sides:
                todo.append((z, lambda z=z, side=side: mast(painter, z, side)))  # type: ignore[misc]
        todo.append((2.0, lambda: overhead_wires(painter, [max(supports[0], 5.5), *supports[1:]])))
    return todo


def _landmark(
    painter: Painter, background: Background, rng: np.random.Generator
) -> list[tuple[float, Callable[[], None]]]:
    snow, kind = background.weather == "snowy", painter.site.landmark
    side = int(rng.choice([-1, 1]))
    z = float(
        {"signal": rng.uniform(30, 90), "hut": rng.uniform(22, 60), "bridge": rng.uniform(95, 150)}.get(kind, 165.0)
    )
    if kind == "bridge":
        return [(z, lambda: bridge(painter, z, snow))]
    if kind == "tunnel":
        return [(z, lambda: tunnel(painter, z, snow, generator(background.id, "tunnel")))]
    if kind == "hut":
        return [(z, lambda: hut(painter, side, z, snow))]
    if kind == "signal":
        red = bool(rng.random() < 0.6)
        return [(z, lambda: signal(painter, side, z, red))]
    return []
