import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from pycocotools import mask as coco_mask

from triptych.dataset_builders.synrailobs.labels import tight_box
from triptych.dataset_builders.synrailobs.photos.rle import extent, outlined


@settings(max_examples=400)
@given(seed=st.integers(0, 2**32 - 1), density=st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]), whole=st.booleans())
def test_text_and_box_are_those_of_the_whole_frame(seed, density, whole):
    rng = np.random.default_rng(seed)
    width, height = (int(side) for side in rng.integers(1, 60, 2))
    wide, high = int(rng.integers(1, width + 1)), height if whole else int(rng.integers(1, height + 1))
    left, top = int(rng.integers(0, width - wide + 1)), int(rng.integers(0, height - high + 1))
    visible = rng.random((high, wide)) < density
    frame = np.zeros((height, width), np.uint8)
    frame[top : top + high, left : left + wide] = visible
    code = coco_mask.encode(np.asfortranarray(frame))
    assert outlined(visible, left, top, (width, height)) == {
        "size": [height, width],
        "counts": code["counts"].decode("ascii"),
    }
    first, last, least, most, area = extent(visible)
    assert area == frame.sum()
    if area:
        box = [float(left + least), float(top + first), float(most + 1 - least), float(last + 1 - first)]
        assert box == tight_box(frame.astype(bool))


def test_long_runs_of_a_large_frame():
    visible = np.ones((500, 3), bool)
    frame = np.zeros((4000, 6000), np.uint8)
    frame[3500:, 5000:5003] = 1
    code = coco_mask.encode(np.asfortranarray(frame))["counts"].decode("ascii")
    assert outlined(visible, 5000, 3500, (6000, 4000))["counts"] == code
