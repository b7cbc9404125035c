"""Both rails of the own track: on drawn scenes with known rails, on real frames, and none where there is no track."""

import json

import cv2
import numpy as np
import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.rails import NoRailsError, Rails, find_rails
from triptych.dataset_builders.synrailobs.scenes import scene

FRAMES = ("04", "06")


def off(found: Rails, rows, left, right) -> float:
    """The largest distance of both rails from where they are known, in pixels; rows off the end are held."""
    return max(
        float(np.abs(np.interp(rows, found.rows, side) - known).max())
        for side, known in ((found.left, left), (found.right, right))
    )


def labelled(shared, name):
    folder = shared / "rail" / "ego_view"
    truth = np.asarray(json.loads((folder / "rails.json").read_text())["frames"][name], dtype=float)
    return cv2.imread(str(folder / f"{name}.jpg"))[..., ::-1].copy(), truth


def changed(image, truth, how):
    """The frame and its labels resized, mirrored, cropped, darkened or made noisy."""
    rows, left, right = truth.T
    width = image.shape[1]
    if how == "half":
        return cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), truth / 2
    if how == "larger":
        return cv2.resize(image, None, fx=1.5, fy=1.5), truth * 1.5
    if how == "mirrored":
        return image[:, ::-1].copy(), np.stack([rows, width - 1 - right, width - 1 - left], 1)
    if how == "cropped":
        return image[60:700, 150:1150].copy(), np.stack([rows - 60, left - 150, right - 150], 1)[rows <= 690]
    if how == "dark":
        return np.round(image * 0.35).astype(np.uint8), truth
    noise = np.random.default_rng(0).normal(0, 8, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8), truth


@pytest.mark.shared
@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("how", ["as it is", "half", "larger", "mirrored", "cropped", "dark", "noisy"])
def test_rails_of_real_frames_lie_within_twelve_pixels(shared, name, how):
    image, truth = labelled(shared, name)
    frame, known = (image, truth) if how == "as it is" else changed(image, truth, how)
    scale = frame.shape[1] / image.shape[1] if how in ("half", "larger") else 1.0
    error = off(find_rails(frame), *known.T)
    print(f"{name} {how}: {error / scale:.1f} px")
    assert error <= 12 * scale


@pytest.mark.shared
def test_a_fixed_template_does_worse_than_looking(shared):
    """The mean of both labelled tracks as a template: what a rectangle fixed for one camera can do."""
    truths = {name: labelled(shared, name) for name in FRAMES}
    template = np.mean([truth for _, truth in truths.values()], axis=0)
    for image, truth in truths.values():
        fixed = max(np.abs(template[:, side] - truth[:, side]).max() for side in (1, 2))
        ours = off(find_rails(image), *truth.T)
        print(f"ours {ours:.1f} px, fixed template {fixed:.1f} px")
        assert ours < fixed


@pytest.mark.shared
def test_photographs_textures_and_frames_upside_down_have_no_rails(shared):
    pictures = sorted((shared / "rail" / "textures_dtd").rglob("*.jpg"))[::4]
    pictures += sorted((shared / "rail" / "objects_coco").glob("*.jpg"))[::6]
    found = [path.name for path in pictures if has_rails(cv2.imread(str(path))[..., ::-1].copy())]
    assert found == []
    frames = [cv2.imread(str(path))[::-1, :, ::-1].copy() for path in (shared / "rail" / "ego_view").glob("*.jpg")]
    assert [place for place, frame in enumerate(frames) if has_rails(frame)] == []


def has_rails(image) -> bool:
    try:
        find_rails(image)
    except NoRailsError:
        return False
    return True


@pytest.mark.parametrize("place", range(0, 24, 2))
def test_rails_of_drawn_scenes_are_found_in_every_weather_and_light(place):
    drawn = scene(backgrounds("test")[place])
    known, found = drawn.rails, find_rails(drawn.clean)
    rows = np.linspace(max(found.rows[0], known.rows[0], 420), min(found.rows[-1], known.rows[-1]), 20)
    left, right = (np.interp(rows, known.rows, side) for side in (known.left, known.right))
    gauge = right - left
    wrong = np.maximum(
        *(np.abs(np.interp(rows, found.rows, s) - k) for s, k in ((found.left, left), (found.right, right)))
    )
    print(drawn.background.weather, drawn.background.light, f"{(wrong / gauge).max():.3f} of the gauge")
    assert np.median(wrong / gauge) < 0.1


@pytest.mark.parametrize(
    "image",
    [
        np.full((360, 640, 3), 128, np.uint8),
        np.random.default_rng(0).integers(0, 255, (360, 640, 3), dtype=np.uint8),
        np.linspace(0, 255, 360, dtype=np.uint8)[:, None, None].repeat(640, 1).repeat(3, 2),
        np.zeros((20, 30, 3), np.uint8),
    ],
    ids=["grey", "noise", "sky", "tiny"],
)
def test_a_picture_without_a_track_is_refused_with_a_reason(image):
    with pytest.raises(NoRailsError, match="[a-z]"):
        find_rails(image)


@pytest.mark.parametrize("image", [np.zeros((10,), np.uint8), np.zeros((40, 40, 3), np.float32)], ids=["flat", "float"])
def test_what_is_no_picture_is_a_mistake_of_use(image):
    with pytest.raises((UsageError, NoRailsError)):
        find_rails(image)
