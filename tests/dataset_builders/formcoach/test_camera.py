import numpy as np
import pytest

from triptych.dataset_builders.formcoach.camera import AZIMUTHS, SIZE, azimuth, project, rays, synthetic
from triptych.dataset_builders.formcoach.motion import perform
from triptych.dataset_builders.formcoach.skeleton import body

STANDING = perform("Squat", body(1), seed=1, duration_s=1.0)[0]


def naive(point, camera):
    """The formulas of the Fit3D tools, number by number."""
    q = np.array(camera["R"]) @ (np.array(point) - np.array(camera["T"]))
    x, y = q[0] / q[2], q[1] / q[2]
    r2 = x * x + y * y
    k, (p0, p1) = camera["k"], camera["p"]
    radial = 1 + k[0] * r2 + k[1] * r2**2 + k[2] * r2**3
    tangential = x * p1 + y * p0
    u = x * (radial + tangential) + r2 * p1
    v = y * (radial + tangential) + r2 * p0
    return camera["f"][0] * u + camera["c"][0], camera["f"][1] * v + camera["c"][1]


def a_lens(**changes):
    camera = synthetic(5, 25, STANDING)
    return {**camera, "k": [-0.2, 0.05, 0.01], "p": [0.004, -0.006], "f": [310.0, 300.0], **changes}


def test_it_projects_as_the_fit3d_tools_do():
    camera = a_lens()
    assert project(STANDING, camera) == pytest.approx(np.array([naive(point, camera) for point in STANDING]))


def test_shapes_before_the_last_axis_are_kept():
    assert project(np.stack([STANDING] * 4), a_lens()).shape == (4, 25, 2)


def test_rays_lead_back_to_the_points_that_were_seen():
    camera = a_lens()
    pixels = project(STANDING, camera)
    along = rays(pixels, camera)
    depth = (STANDING - camera["T"]) @ np.array(camera["R"])[2]
    assert np.asarray(camera["T"]) + along * depth[:, None] == pytest.approx(STANDING, abs=2e-3)


@pytest.mark.parametrize("degrees", AZIMUTHS)
def test_a_synthetic_camera_stands_where_it_says_and_frames_the_points(degrees):
    for seed in range(6):
        camera = synthetic(seed, degrees, STANDING)
        pixels = project(STANDING, camera)
        assert np.all((pixels > 0) & (pixels < SIZE - 1))
        sides = pixels.max(axis=0) - pixels.min(axis=0)
        assert 0.78 <= sides.max() / SIZE <= 0.90
        assert abs((azimuth(camera) - degrees + 180) % 360 - 180) < 6
        assert camera["name"] == f"synthetic_az{degrees:+04d}"
        rotation = np.array(camera["R"])
        assert rotation @ rotation.T == pytest.approx(np.eye(3), abs=1e-9)
        assert np.linalg.det(rotation) == pytest.approx(1.0)


def test_positive_azimuths_look_from_the_persons_right():
    assert synthetic(1, 60, STANDING)["T"][0] > STANDING[0, 0] + 1.0


def test_from_the_front_the_persons_left_is_on_the_right_of_the_picture_and_up_is_up():
    pixels = project(STANDING, synthetic(1, 0, STANDING))
    left_shoulder, right_shoulder, head, pelvis = pixels[11], pixels[14], pixels[10], pixels[0]
    assert left_shoulder[0] > right_shoulder[0]
    assert head[1] < pelvis[1]


def test_one_seed_one_camera_and_lenses_differ():
    assert synthetic(3, 25, STANDING) == synthetic(3, 25, STANDING)
    cameras = [synthetic(seed, 25, STANDING) for seed in range(20)]
    bent = [camera for camera in cameras if any(camera["k"])]
    assert 0 < len(bent) < 20
    assert len({camera["T"][2] for camera in cameras}) == 20
