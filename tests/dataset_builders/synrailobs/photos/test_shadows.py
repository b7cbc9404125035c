import numpy as np
import pytest
from drawn_grounds import plain_cutout

from triptych.dataset_builders.synrailobs.photos.parts import Placement
from triptych.dataset_builders.synrailobs.photos.shadows import cast, contact_shadow
from triptych.dataset_builders.synrailobs.photos.standing import stand


def shaded(frame, column=300.0, row=250.0):
    """The frame with the shadow of a box of 1 m at 15 m, and what it may have touched."""
    thing = stand(Placement(plain_cutout(90, 80), column, row, 80.0, 1.0, 15.0, 0.0), 0.0)
    shadow, canvas = contact_shadow(thing, frame, 2.5), frame.copy()
    cast(canvas, shadow)
    return canvas, shadow.rect((frame.shape[1], frame.shape[0]))


def ground(value, spread=25):
    rng = np.random.default_rng(0)
    return np.clip(rng.normal(value, spread, (352, 640, 1)) * (1, 1, 1.1), 0, 255).astype(np.uint8)


def test_it_is_dark_at_the_foot_and_fades():
    frame = ground(110)
    canvas, (top, bottom, left, right) = shaded(frame)
    kept = canvas / np.maximum(frame, 1)
    outside = np.ones(frame.shape[:2], bool)
    outside[top:bottom, left:right] = False
    assert (canvas[outside] == frame[outside]).all()
    assert kept[250:252, 280:320].mean() < 0.65
    assert kept[bottom - 1, left:right].mean() > 0.95
    assert kept[top:bottom, [left, right - 1]].mean() > 0.97
    assert (kept <= 1.05).all()


@pytest.mark.parametrize(("value", "spread", "least"), [(230, 8, 0.6), (170, 2, 0.75), (22, 6, 0.45)])
def test_it_is_faint_in_snow_in_fog_and_at_night(value, spread, least):
    frame = ground(value, spread)
    canvas, _ = shaded(frame)
    near = slice(249, 253), slice(280, 320)
    share = canvas[near].mean() / frame[near].mean()
    assert least < share < 0.99
    assert share > (shaded(ground(110))[0][near].mean() / ground(110)[near].mean())


def test_it_keeps_the_colour_of_the_ground():
    frame = np.broadcast_to(np.asarray([60, 80, 120], np.uint8), (352, 640, 3)) + ground(20, 8) // 4
    canvas, _ = shaded(np.ascontiguousarray(frame, np.uint8))
    near = canvas[249:253, 280:320].astype(float).mean(axis=(0, 1))
    before = frame[249:253, 280:320].astype(float).mean(axis=(0, 1))
    assert near / near.sum() == pytest.approx(before / before.sum(), abs=0.01)


@pytest.mark.parametrize(("column", "row"), [(2.0, 250.0), (638.0, 351.0), (300.0, 420.0), (-400.0, 100.0)])
def test_the_frame_cuts_it(column, row):
    canvas, _ = shaded(ground(110), column, row)
    assert canvas.shape == (352, 640, 3)
