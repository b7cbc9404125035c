"""Drawn scenes of `synrailobs`: a place by its background, with everything that later steps need.

from triptych.dataset_builders.synrailobs.plan import backgrounds
place = scene(backgrounds("test")[0])
place.clean            # the picture without rain, snow and sensor noise
place.finished(place.clean, frame=0)
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from triptych.dataset_builders.synrailobs.camera import Camera
from triptych.dataset_builders.synrailobs.paper import IMAGE_SIZE
from triptych.dataset_builders.synrailobs.plan import Background
from triptych.dataset_builders.synrailobs.rails import Rails
from triptych.dataset_builders.synrailobs.scenes_ground import lit_ground, mirrored, mixed, plane_of, wet_share
from triptych.dataset_builders.synrailobs.scenes_light import LINEAR, Floats, Light, light_of
from triptych.dataset_builders.synrailobs.scenes_paint import Painter, sunlit_ground
from triptych.dataset_builders.synrailobs.scenes_site import Site, site_of
from triptych.dataset_builders.synrailobs.scenes_sky import sky
from triptych.dataset_builders.synrailobs.scenes_surroundings import casters, paint_surroundings
from triptych.dataset_builders.synrailobs.scenes_track import ground_albedo, with_rails
from triptych.dataset_builders.synrailobs.seeds import generator
from triptych.dataset_builders.synrailobs.weather import Precipitation, laid_over, precipitation

Bytes = NDArray[np.uint8]


@dataclass(frozen=True)
class Scene:
    """A place under its light.

    `clean` (720, 1280, 3) uint8 RGB has neither rain or snow nor sensor noise; obstacles belong into a copy of it, and
    `finished` adds both. `rails` are exact.
    """

    background: Background
    site: Site
    light: Light
    clean: Bytes
    falling: Precipitation | None
    grains: NDArray[np.int16]

    @property
    def camera(self) -> Camera:
        """Height, focal length and horizon: metric scale by row and row by distance."""
        return self.site.camera

    @property
    def rails(self) -> Rails:
        """The own track's rails, row by row."""
        return self.site.rails

    def in_air(self, rgb: Bytes, lateral: float, distance: float, height_m: float) -> Bytes:
        """Neutral daylight colours (h, w, 3) of a thing `height_m` tall, as they look standing at that place.

        The thing takes colour and strength of the scene's light, the headlight included, and fades into the air.
        """
        ups = height_m * (1 - (np.arange(len(rgb)) + 0.5) / len(rgb))
        x = lateral + float(self.site.centre(distance))
        falling = self.light.on_upright(x, distance, ups)[:, None]
        return self.light.tone(self.light.faded(LINEAR[rgb] * falling, distance))

    def finished(self, picture: Bytes, frame: int) -> Bytes:
        """The picture that the camera gives of frame 0, 1, …: rain or snow over it, then sensor noise."""
        if self.falling is not None:
            picture = laid_over(picture, self.falling.layer(frame))
        top, left = generator(self.background.id, "noise", frame).integers(0, 64, 2)
        grains = self.grains[top : top + IMAGE_SIZE[1], left : left + IMAGE_SIZE[0]]
        return np.asarray(cv2.add(picture, grains, dtype=cv2.CV_8U), np.uint8)


def scene(background: Background) -> Scene:
    """Draw a background: about half a second on one core, the same picture whenever and wherever it is drawn."""
    site, light = site_of(background), light_of(background)
    picture = _land_and_sky(background, site, light)
    paint_surroundings(Painter(picture, site, light), background)
    picture = _through_lens(picture, background)
    return Scene(background, site, light, picture, precipitation(background, light), _grains(background, light))


def _land_and_sky(background: Background, site: Site, light: Light) -> Bytes:
    above = sky(background, light, site.camera.horizon_row)
    plane = plane_of(site)
    sunlit = np.ones(plane.x.shape, np.float32)
    if light.sun.any():
        sunlit = sunlit_ground(plane.x.shape, plane.first_row, site, casters(background, site))
    ground = lit_ground(plane, ground_albedo(plane, background), light, sunlit)
    ground = mixed(ground, mirrored(plane, above), wet_share(plane, background))
    ground = with_rails(plane, ground, background, light, sunlit)
    ground = light.faded(ground, plane.z[:, None])
    linear = np.concatenate([above[: plane.first_row], ground])
    return light.tone(linear)


def _through_lens(picture: Bytes, background: Background) -> Bytes:
    """Slight softness and darker corners."""
    rng = generator(background.id, "lens")
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.45, 0.75))
    rows, columns = ((np.arange(size) / size - 0.5) for size in IMAGE_SIZE[::-1])
    fall = 1 - rng.uniform(0.18, 0.40) * (rows[:, None] ** 2 + columns[None] ** 2)
    return np.asarray(np.round(soft * fall.astype(np.float32)[..., None]), np.uint8)


def _grains(background: Background, light: Light) -> NDArray[np.int16]:
    """Sensor noise, 64 pixels larger than the picture on each axis, so that every frame can take another part."""
    rng = generator(background.id, "grains")
    shape = (IMAGE_SIZE[1] + 64, IMAGE_SIZE[0] + 64)
    common = rng.standard_normal(shape, np.float32)[..., None]
    colour = rng.standard_normal((*shape, 3), np.float32)
    noise: Floats = (0.85 * common + 0.5 * colour) * np.float32(light.noise)
    return np.asarray(np.round(noise), np.int16)
