import numpy as np

from triptych.dataset_builders.synrailobs.labels import Stamp, visible_masks
from triptych.dataset_builders.synrailobs.photos.visible import inside, visible_parts


def test_parts_are_those_of_whole_frames():
    rng = np.random.default_rng(0)
    for _ in range(40):
        stamps = [
            Stamp(rng.random(tuple(rng.integers(1, 400, 2))) < 0.7, *(int(v) for v in rng.integers(-300, 1300, 2)))
            for _ in range(int(rng.integers(1, 5)))
        ]
        for stamp, part, whole in zip(stamps, visible_parts(stamps, (1280, 720)), visible_masks(stamps), strict=True):
            rows, columns = inside(stamp, (1280, 720))
            assert part.sum() == whole.sum()
            top, left = stamp.top + rows.start, stamp.left + columns.start
            shown = part[rows, columns]
            if shown.size:
                assert (whole[top : top + shown.shape[0], left : left + shown.shape[1]] == shown).all()
