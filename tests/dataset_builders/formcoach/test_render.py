import numpy as np
import pytest

from triptych.core.vocabulary import EXERCISES
from triptych.dataset_builders.formcoach import render_raster as raster
from triptych.dataset_builders.formcoach.camera import SIZE, project, synthetic
from triptych.dataset_builders.formcoach.motion import perform
from triptych.dataset_builders.formcoach.render import person, render
from triptych.dataset_builders.formcoach.render_looks import look
from triptych.dataset_builders.formcoach.render_props import HANDS
from triptych.dataset_builders.formcoach.render_room import room
from triptych.dataset_builders.formcoach.skeleton import JOINTS, body

# The drawn parts that each joint lies in.
LIMBS = {
    "hip": ("thigh",), "knee": ("thigh", "shin"), "ankle": ("shin", "shoe"), "ball": ("shoe", "toes"), "toe": ("toes",),
    "shoulder": ("upper_arm",), "elbow": ("upper_arm", "forearm"), "wrist": ("forearm", "hand"), "knuckles": ("hand",),
}  # fmt: skip
TRUNK = {
    "pelvis": ("hips", "trunk"),
    "spine": ("trunk",),
    "thorax": ("trunk", "neck"),
    "neck": ("neck",),
    "head": ("hair",),
}
IN = TRUNK | {
    f"{side}_{joint}": tuple(f"{side}_{part}" for part in parts)
    for side in ("left", "right")
    for joint, parts in LIMBS.items()
}


def staged(exercise, degrees, seed=3, seconds=1.2):
    joints = perform(exercise, body(seed), seed=seed, duration_s=seconds)
    scene = person(joints, body(seed), look(seed, seed), exercise, seed)
    return joints, scene, synthetic(seed, degrees, scene.outline())


def mask(part, frame, camera):
    """Pixels that the part covers in that frame, other parts away."""
    image = np.zeros((SIZE * raster.SCALE,) * 2 + (3,), np.uint8)
    pixels = np.empty_like(part.points[frame])
    raster.to_pixels(part.points[frame], raster.lens(camera), pixels)
    white = np.full_like(pixels, 255.0)
    raster.fill(pixels, white, part.faces, np.zeros(image.shape[:2], np.float32), image)
    return image[..., 0].reshape(SIZE, raster.SCALE, SIZE, raster.SCALE).any(axis=(1, 3))


def distance(pixel, covered):
    rows, columns = np.nonzero(covered)
    return float(np.hypot(columns - pixel[0], rows - pixel[1]).min())


@pytest.mark.parametrize(
    ("exercise", "degrees", "seed"),
    [("Squat", 25, 3), ("Clean and Press", -157, 4), ("Burpee", 90, 5), ("Mule Kick", -60, 6), ("Arms Circles", 0, 7),
     ("One Arm Row", 120, 8), ("Squat and Jump with Hands Up", 157, 9)],
)  # fmt: skip
def test_joints_projected_by_the_camera_land_on_the_drawn_limbs(exercise, degrees, seed):
    joints, scene, camera = staged(exercise, degrees, seed)
    parts = {part.name: part for part in scene.parts}
    for frame in range(0, len(joints), 9):
        pixels = project(joints[frame], camera)
        for joint, names in IN.items():
            for name in names if joint not in TRUNK else (names,):
                covered = np.any([mask(parts[each], frame, camera) for each in np.atleast_1d(name)], axis=0)
                assert distance(pixels[JOINTS.index(joint)], covered) <= 2.0, (name, joint, frame)


@pytest.mark.parametrize("exercise", [each.name for each in EXERCISES])
def test_the_person_and_what_is_held_stay_in_the_picture_and_fill_most_of_it(exercise):
    _, scene, camera = staged(exercise, 25, seconds=3.0)
    pixels = np.concatenate([project(part.points, camera).reshape(-1, 2) for part in scene.parts])
    assert pixels.min() >= 0
    assert pixels.max() <= SIZE - 1
    assert 0.75 * SIZE <= np.ptp(pixels, axis=0).max() <= 0.92 * SIZE


def test_hands_hold_what_the_exercise_has():
    for each in EXERCISES:
        joints, scene, camera = staged(each.name, 0, seconds=0.6)
        parts = {part.name: part for part in scene.parts}
        assert ("bar" in parts) == (each.equipment == "barbell")
        for side in ("left", "right"):
            held = {"barbell": "bar", "dumbbells": f"{side}_handle"}.get(each.equipment)
            if side not in HANDS.get(each.name, ()):
                assert f"{side}_handle" not in parts
                continue
            knuckles = project(joints[9], camera)[JOINTS.index(f"{side}_knuckles")]
            assert distance(knuckles, mask(parts[held], 9, camera)) <= 2.0


def test_from_the_front_one_sees_a_face_and_from_behind_hair():
    own = look(3, 3)
    for degrees, nearer, farther in ((0, own.skin, own.hair), (180, own.hair, own.skin)):
        _, scene, camera = staged("Squat", degrees, seconds=0.3)
        frames = render(scene, camera, room(1, camera, (0.0, 0.0), mat=True))
        head = project(next(part for part in scene.parts if part.name == "head").points[0], camera)
        column, row = head.mean(axis=0).round().astype(int)
        seen = np.median(frames[0, row - 3 : row + 4, column - 3 : column + 4].reshape(-1, 3), axis=0)
        assert np.linalg.norm(seen - nearer) < np.linalg.norm(seen - farther)


def test_the_left_hand_is_on_the_right_of_the_picture_from_the_front():
    _, scene, camera = staged("Dumbbell Lateral Raise", 0)
    parts = {part.name: part for part in scene.parts}
    columns = {side: project(parts[f"{side}_hand"].points[16], camera)[:, 0].mean() for side in ("left", "right")}
    assert columns["left"] > columns["right"] + 30


def test_frames_are_equal_for_equal_seeds_and_move():
    _, scene, camera = staged("Squat", 25)
    backdrop = room(1, camera, (0.0, 0.0), mat=True)
    frames = render(scene, camera, backdrop)
    assert frames.shape == (len(scene.parts[0].points), SIZE, SIZE, 3)
    assert frames.dtype == np.uint8
    assert np.array_equal(frames, render(scene, camera, room(1, camera, (0.0, 0.0), mat=True)))
    assert np.abs(frames[0].astype(int) - frames[16]).mean() > 1.0


def test_the_floor_is_darker_where_the_feet_stand():
    joints, scene, camera = staged("Squat", 25)
    backdrop = room(2, camera, (0.0, 0.0), mat=False)
    bare = np.empty((1, SIZE, SIZE, 3), np.uint8)
    raster.shrink(backdrop.image, bare[0])
    change = bare[0].astype(int).sum(axis=2) - render(scene, camera, backdrop)[0].astype(int).sum(axis=2)
    covered = np.any([mask(part, 0, camera) for part in scene.parts], axis=0)
    places = backdrop.floor - joints[0, 0, :2]
    near, far = np.hypot(*np.moveaxis(places, -1, 0)) < 0.25, np.hypot(*np.moveaxis(places, -1, 0)) > 1.5
    assert change[near & ~covered].mean() > 60
    assert np.abs(change[far & ~covered]).max() <= 6


def test_rooms_clothes_and_people_differ_with_their_seeds():
    _, _, camera = staged("Squat", 25)
    images = [room(seed, camera, (0.0, 0.0), mat=False).image for seed in range(4)]
    assert all(np.abs(images[0].astype(int) - other).mean() > 5 for other in images[1:])
    assert len({look(seed, seed) for seed in range(12)}) == 12
    assert (look(1, 5).skin, look(1, 5).hair) == (look(1, 6).skin, look(1, 6).hair)
    assert all(look(2, seed, other=look(1, seed)).shirt != look(1, seed).shirt for seed in range(30))
