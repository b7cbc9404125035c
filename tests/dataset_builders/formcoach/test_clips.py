import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.formcoach.camera import project
from triptych.dataset_builders.formcoach.clips import (
    Format,
    Window,
    clip_camera,
    count,
    cut,
    held,
    interpolated,
    places,
    whole_window,
    window,
)


def test_sizes_are_read_as_width_and_height():
    assert Format.parse("224x244", 30) == Format(224, 244, 30)
    assert Format() == Format(224, 224, 30)
    for size, fps in (("224", 30), ("224x", 30), ("225x224", 30), ("0x0", 30), ("224x224", 0), ("axb", 30)):
        with pytest.raises(UsageError, match=r"--size|--fps"):
            Format.parse(size, fps)


@pytest.mark.parametrize(("seconds", "fps", "frames"), [(3.8, 30, 114), (0.001, 30, 1), (6.0, 30, 180), (9.0, 25, 150)])
def test_a_clip_has_at_most_six_seconds(seconds, fps, frames):
    assert count(seconds, fps) == frames


def test_frames_lie_at_equal_times_and_never_beyond_the_repetition():
    where = places(100, 150, 50.0, 30)  # one second
    assert len(where) == 30
    assert where[:3] == pytest.approx([100, 100 + 5 / 3, 100 + 10 / 3])
    assert where[-1] == pytest.approx(100 + 29 * 5 / 3)
    assert places(0, 10, 10.0, 100).max() == 9


def test_joints_are_interpolated_to_the_frames_times():
    joints = np.arange(20.0)[:, None, None] * np.ones((1, 25, 3))
    assert interpolated(joints, np.array([3.0, 4.25, 19.0]))[:, 7, 2] == pytest.approx([3.0, 4.25, 19.0])
    assert interpolated(joints, np.array([3.0])).dtype == np.float32


def test_the_last_frame_is_held():
    assert held(np.array([1, 2]), 4).tolist() == [1, 2, 2, 2]
    assert held(np.array([1, 2]), 2).tolist() == [1, 2]


@pytest.mark.parametrize("size", [(224, 224), (224, 244)])
def test_a_window_holds_the_points_in_the_clips_proportions_inside_the_picture(size):
    rng, form = np.random.default_rng(0), Format(*size)
    for _ in range(200):
        low = rng.uniform(0, 600, 2)
        points = low + rng.uniform(20, 250, 2) * rng.random((30, 2))
        part = window(points, (900, 900), form)
        assert part.width / part.height == pytest.approx(size[0] / size[1], rel=0.02)
        assert (points >= (part.left, part.top)).all()
        assert (points <= (part.left + part.width - 1, part.top + part.height - 1)).all()
        assert min(part.left, part.top) >= 0
        assert max(part.left + part.width, part.top + part.height) <= 900


def test_a_window_larger_than_the_picture_has_the_picture_in_it_and_black_around():
    picture = np.full((100, 60, 3), 200, np.uint8)
    part = window([[2, 2], [57, 97]], (60, 100), Format(32, 32))
    assert part.width == part.height > 100
    clip = cut(picture, part, Format(32, 32))
    assert clip.shape == (32, 32, 3)
    assert clip[:, 0].max() == 0
    assert clip[16, 16].tolist() == [200, 200, 200]


@pytest.mark.parametrize(
    ("picture", "form"), [((97, 63), (224, 224)), ((1080, 1920), (224, 244)), ((64, 64), (224, 224))]
)
def test_a_whole_picture_keeps_its_proportions(picture, form):
    part, form = whole_window(picture, Format(*form)), Format(*form)
    assert part.width >= picture[0]
    assert part.height >= picture[1]
    assert part.width == picture[0] or part.height == picture[1]
    assert part.width / part.height == pytest.approx(form.width / form.height, rel=0.02)


def test_a_clips_camera_sees_a_point_where_it_is_in_the_clip():
    """A dot drawn at a projected point lies, after cutting, where the clip's camera puts that point."""
    camera = {
        "name": "x", "R": np.eye(3).tolist(), "T": [0.0, 0.0, 0.0], "f": [400.0, 410.0], "c": [320.0, 230.0],
        "k": [-0.2, 0.05, 0.0], "p": [0.01, -0.004],
    }  # fmt: skip
    part, form = Window(-20, 30, 500, 545), Format(224, 244)
    for point in ([0.3, 0.2, 2.0], [-0.8, 0.5, 2.0], [0.1, -0.4, 1.5]):
        x, y = project(point, camera)
        rows, columns = np.mgrid[:480, :640]
        dot = 255 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 60)
        clip = cut(np.repeat(dot[..., None], 3, axis=2).astype(np.uint8), part, form)[..., 0].astype(float)
        rows, columns = np.mgrid[:244, :224]
        found = (clip * columns).sum() / clip.sum(), (clip * rows).sum() / clip.sum()
        assert project(point, clip_camera(camera, part, form)) == pytest.approx(found, abs=0.15)
