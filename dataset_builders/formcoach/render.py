"""A clip of a person who exercises: joints to frames.

scene = person(joints, body, look(3), "Squat", seed=3)
camera = synthetic(3, 25, scene.outline())
frames = render(scene, camera, room(3, camera, (0.0, 0.0), mat=True))        # (T, 224, 224, 3) uint8 RGB
"""

from dataclasses import dataclass

import numpy as np

from triptych.dataset_builders.formcoach import render_raster as raster
from triptych.dataset_builders.formcoach.camera import Camera
from triptych.dataset_builders.formcoach.render_figure import figure
from triptych.dataset_builders.formcoach.render_looks import Look
from triptych.dataset_builders.formcoach.render_mesh import Floats, Part
from triptych.dataset_builders.formcoach.render_props import HANDS, props
from triptych.dataset_builders.formcoach.render_room import Backdrop
from triptych.dataset_builders.formcoach.skeleton import Body


@dataclass(frozen=True)
class Scene:
    """A person and what is held, as moving surfaces."""

    parts: list[Part]

    def outline(self) -> Floats:
        """A sample of the surface over the whole motion (N, 3), metres: what a camera has to keep in the picture."""
        return np.concatenate([part.points[::2, ::9].reshape(-1, 3) for part in self.parts])


def person(joints: Floats, body: Body, look: Look, exercise: str, seed: int) -> Scene:
    """The person at `joints` (T, 25, 3), with the exercise's equipment in the hands."""
    held = props(exercise, joints, seed)
    return Scene(figure(joints, body, look, HANDS.get(exercise, ())) + held)


def render(scene: Scene, camera: Camera, backdrop: Backdrop) -> raster.Bytes:
    """Frames (T, H, W, 3), RGB, one for each frame of the scene; the size is the backdrop's, mostly 224x224."""
    parts = scene.parts
    sizes = [part.points.shape[1] for part in parts]
    starts = np.cumsum([0, *sizes[:-1]])
    frames = np.empty((len(parts[0].points), *backdrop.floor.shape[:2], 3), np.uint8)
    raster.draw(
        np.concatenate([part.points for part in parts], axis=1),
        np.concatenate([part.normals for part in parts], axis=1),
        np.repeat(np.array([part.colour for part in parts], np.float32), sizes, axis=0),
        np.repeat(np.array([part.gloss for part in parts], np.float32), sizes),
        np.repeat(np.array([part.weight for part in parts], np.float32), sizes),
        np.concatenate([part.faces + start for part, start in zip(parts, starts, strict=True)]).astype(np.int32),
        raster.lens(camera),
        backdrop.image,
        backdrop.floor,
        frames,
    )
    return frames
