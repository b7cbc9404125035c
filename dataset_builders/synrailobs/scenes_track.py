"""Colours of tracks and verges, in linear albedo, before weather and light."""

from typing import Final

import numpy as np

from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.scale import GAUGE_M
from triptych.dataset_builders.synrailobs.scenes_ground import Plane, mixed
from triptych.dataset_builders.synrailobs.scenes_light import Floats, Light
from triptych.dataset_builders.synrailobs.scenes_materials import ballast, grain, grass, gravel, patches, speckle

HEAD_M: Final = 0.072
SLEEPER_M: Final = 0.60
SUPPORT_M: Final = 0.65
RUST: Final = np.asarray([0.135, 0.078, 0.046], np.float32)
STEEL: Final = np.asarray([0.085, 0.078, 0.072], np.float32)
SNOW: Final = np.asarray([0.80, 0.83, 0.88], np.float32)


def ground_albedo(plane: Plane, background: Background) -> Floats:
    """Everything but the rails: verge, path, cable duct, bed or slab, then snow or wetness."""
    albedo = _verge(plane)
    albedo = _path(plane, albedo)
    bed, height = _bed(plane) if background.track_type == "ballasted" else _slab(plane)
    ragged = 0.10 * plane.patch + 0.22 * (height - 0.5)
    edge = 2.35 if background.track_type == "ballasted" else 2.15
    soft = 0.12 if background.track_type == "ballasted" else 0.02
    inside = np.clip((edge + ragged * (soft > 0.05) - plane.outer) / (soft + plane.width[:, None]) + 0.5, 0, 1)
    albedo = mixed(albedo, bed, inside)
    if background.weather == "snowy":
        albedo = _snowed(plane, albedo, height, inside, background)
    if background.weather == "rainy":
        albedo = albedo * np.float32(0.60)
    return albedo


def _verge(plane: Plane) -> Floats:
    blades = plane.read(grass()) ** 1.5
    earth = np.asarray([0.17, 0.13, 0.09], np.float32) * (1 + 0.15 * plane.read(speckle()))[..., None]
    green = np.asarray(plane.site.verge, np.float32) * blades[..., None]
    dry = np.clip(plane.read(grass(), 1.3) - 0.9, 0, 1)[..., None] * np.asarray([0.10, 0.06, 0.02], np.float32)
    bare = np.clip((plane.patch - 1.1) / 0.6, 0, 0.8)
    tone = (1 + 0.14 * plane.read(patches(), 11.0))[..., None]
    return np.asarray(mixed(green + dry, earth, bare) * tone, np.float32)


def _path(plane: Plane, albedo: Floats) -> Floats:
    """A walkway of fine gravel beside the bed, its edge overgrown, and a cable duct with lids on one side."""
    stones = plane.read(gravel())
    colour = np.asarray([0.24, 0.22, 0.19], np.float32) * (stones[..., 0] * (1 + 0.08 * plane.patch))[..., None]
    edge = np.clip((3.75 + 0.16 * plane.patch + 0.5 * (stones[..., 2] - 0.5) - plane.outer) / 0.25, 0, 1)
    albedo = mixed(albedo, colour, edge)
    low, high = plane.site.edges
    place = plane.lateral - high if plane.site.camera.horizon_row % 2 > 1 else low - plane.lateral
    lids = np.asarray([0.34, 0.33, 0.31], np.float32) * (1 + 0.07 * plane.read(speckle()))[..., None]
    lids = lids * (1 - 0.55 * plane.pulses(1.0, 0, 0.03) + 0.14 * (plane.numbers(1.0, 0, 5) - 0.5))[..., None]
    albedo = mixed(albedo, 0.25 * lids, plane.strip(place, 2.92, 3.46))
    return mixed(albedo, lids, plane.strip(place, 2.97, 3.40))


def _bed(plane: Plane) -> tuple[Floats, Floats]:
    """Ballast with sleepers and fastenings: albedo and the height of the stones in [0, 1]."""
    stones = plane.read(ballast())
    height = stones[..., 2]
    tint = 1 + stones[..., 1:2] * np.asarray([0.07, 0.0, -0.07], np.float32)
    colour = np.asarray(plane.site.stone, np.float32) * stones[..., :1] * tint * (1 + 0.09 * plane.patch)[..., None]
    near_rail = np.exp(-(((np.abs(plane.beside) - 0.75) / 0.33) ** 2))
    colour = mixed(colour, RUST * 1.15 * stones[..., :1], 0.42 * near_rail)
    colour = colour * (1 - 0.28 * np.exp(-((plane.beside / 0.32) ** 2)))[..., None]
    slope = np.clip((plane.outer - 1.75) / 0.5, 0, 1)
    colour = colour * (1 - 0.30 * slope)[..., None]
    colour = _sleepers(plane, colour, height)
    return _fastened(plane, colour, SLEEPER_M, 0.05), height


def _sleepers(plane: Plane, colour: Floats, height: Floats) -> Floats:
    wood = plane.site.sleeper == "wood"
    base = np.asarray([0.105, 0.082, 0.064] if wood else [0.35, 0.34, 0.315], np.float32)
    streaks = plane.read(grain()) * (0.30 if wood else 0.05) + plane.read(speckle(), 0.7) * (0.10 if wood else 0.06)
    varied = 1 + (0.55 if wood else 0.24) * (plane.numbers(SLEEPER_M, 0, 1) - 0.5)
    face = base * ((1 + streaks) * varied)[..., None]
    stain = np.exp(-(((np.abs(plane.beside) - 0.75) / 0.16) ** 2))
    face = mixed(face, RUST, 0.5 * stain)
    along = plane.strip(np.abs(plane.beside), -9, 1.28)
    buried = np.clip((height - 0.62) * 4 * np.clip((np.abs(plane.beside) - 0.95) / 0.3, 0.10, 1), 0, 0.9)
    colour = colour * (1 - 0.62 * plane.pulses(SLEEPER_M, -0.055, 0.055) * along)[..., None]
    colour = colour * (1 - 0.30 * plane.pulses(SLEEPER_M, 0.24, 0.05) * along)[..., None]
    return mixed(colour, face, plane.pulses(SLEEPER_M, 0, 0.24) * along * (1 - buried))


def _slab(plane: Plane) -> tuple[Floats, Floats]:
    """A concrete slab with joints, a sunken middle, rail supports and pads: albedo and an even height."""
    mottled = 1 + 0.055 * plane.read(speckle()) + 0.05 * plane.patch
    varied = 1 + 0.10 * (plane.numbers(5.2, 0, 2) - 0.5)
    colour = np.asarray([0.375, 0.365, 0.345], np.float32) * (mottled * varied)[..., None]
    across = np.abs(plane.beside)
    colour = colour * (1 - 0.30 * plane.strip(across, -1, 0.40) - 0.40 * plane.strip(across, 0.40, 0.45))[..., None]
    dirt = np.clip(0.30 + 0.35 * plane.patch, 0, 0.75) * np.exp(-((plane.beside / 0.34) ** 2))
    colour = mixed(colour, np.asarray([0.13, 0.115, 0.095], np.float32), dirt)
    streak = np.exp(-(((across - 0.75) / 0.24) ** 2)) * (0.30 + 0.10 * plane.patch)
    colour = mixed(colour, RUST * 1.3, np.clip(streak, 0, 0.6))
    colour = colour * (1 - 0.62 * plane.pulses(5.2, 0, 0.045) * plane.strip(across, -1, 1.55))[..., None]
    block = plane.strip(across, 0.50, 1.02)
    colour = colour * (1 - 0.50 * plane.pulses(SUPPORT_M, -0.05, 0.05) * block)[..., None]
    light_face = np.asarray([0.47, 0.46, 0.44], np.float32) * mottled[..., None]
    colour = mixed(colour, light_face, plane.pulses(SUPPORT_M, 0, 0.30) * block)
    colour = mixed(colour, STEEL * 0.8, plane.pulses(SUPPORT_M, 0.05, 0.20) * plane.strip(across, 0.60, 0.92))
    colour = colour * (1 - 0.70 * plane.strip(across, 1.55, 1.63))[..., None]
    colour = colour * (1 - 0.22 * plane.strip(across, 1.63, 9))[..., None]
    return _fastened(plane, colour, SUPPORT_M, 0.08), np.full(plane.x.shape, 0.5, np.float32)


def _fastened(plane: Plane, colour: Floats, period: float, start: float) -> Floats:
    """Clips on both sides of each rail's foot."""
    from_rail = np.abs(plane.beside) - GAUGE_M / 2
    clips = plane.strip(from_rail, -0.16, -0.05) + plane.strip(from_rail, 0.115, 0.225)
    return mixed(colour, STEEL, 0.85 * clips * plane.pulses(period, start, 0.14))


def _snowed(plane: Plane, albedo: Floats, height: Floats, inside: Floats, background: Background) -> Floats:
    """Snow: nearly whole on the verge, in drifts on the track, blown away along the rails."""
    from_rail = np.abs(np.abs(plane.beside) - GAUGE_M / 2 - HEAD_M / 2)
    on_track = 0.62 + 0.20 * plane.patch - 1.1 * (height - 0.5) * (background.track_type == "ballasted")
    on_track = on_track - 0.55 * np.exp(-((from_rail / 0.14) ** 2))
    ridge = 0.25 * np.clip((np.abs(plane.beside) - 1.0) / 0.6, 0, 1)
    on_verge = 0.96 - 0.35 * np.clip((plane.read(grass(), 2.1) - 1.25) * 2, 0, 1)
    cover = np.clip(on_track + ridge, 0.06, 0.97) * inside + on_verge * (1 - inside)
    relief = 1 + 0.035 * plane.patch + 0.03 * plane.read(speckle(), 1.1)
    return mixed(albedo, SNOW * relief[..., None], cover)


def with_rails(plane: Plane, lit: Floats, background: Background, light: Light, sunlit: Floats) -> Floats:
    """The rails of all tracks over the lit ground: shadow, foot, web and the polished head that mirrors the sky."""
    from_rail = np.abs(plane.beside) - GAUGE_M / 2
    falling = light.on_ground(plane.x, plane.z[:, None], sunlit)
    close = np.exp(-((np.clip(np.abs(from_rail - HEAD_M / 2) - 0.06, 0, None) / 0.07) ** 2))
    lit = lit * (1 - 0.45 * close)[..., None]
    lit = _cast(plane, lit, light, sunlit)
    snow = 0.45 if background.weather == "snowy" else 0.0
    foot = (RUST * (1 - snow) + SNOW * snow * 0.8) * falling
    lit = mixed(lit, foot, plane.strip(from_rail, -0.062, HEAD_M + 0.05))
    lit = mixed(lit, RUST * 0.45 * falling, plane.strip(from_rail, -0.03, HEAD_M + 0.012))
    grazing = 1 - plane.site.camera.height_m / np.hypot(plane.site.camera.height_m, plane.z)
    polish = (0.20 + 0.42 * grazing)[:, None] * (1 + 0.06 * plane.read(speckle(), 0.3))
    used = np.where(np.abs(plane.lateral - plane.beside) > 1, 0.8, 1.0)
    steel = np.asarray([0.36, 0.35, 0.34], np.float32)
    head = (polish * used)[..., None] * light.horizon * np.float32(0.95) + steel * falling * np.float32(0.85)
    worn = plane.strip(from_rail, 0.004, HEAD_M - 0.006)
    return mixed(lit, np.asarray(head, np.float32), worn)


def _cast(plane: Plane, lit: Floats, light: Light, sunlit: Floats) -> Floats:
    """The sun's shadow of each rail, to its right."""
    if not light.sun.any():
        return lit
    share = sum(
        plane.strip(np.abs(plane.lateral - c - s * (GAUGE_M / 2 + HEAD_M / 2) - 0.15), -1, 0.11)
        for c in plane.site.centres
        for s in (-1, 1)
    )
    shade = light.ambient / (light.ambient + light.sun)
    return mixed(lit, lit * (shade + 0.12), np.clip(np.asarray(share, np.float32), 0, 1) * sunlit * 0.85)
