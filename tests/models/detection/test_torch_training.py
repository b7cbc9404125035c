"""The loop's parts: mirrored boxes, the learning rate, and the same pictures a step for any number of processes."""

from types import SimpleNamespace

import numpy as np
import torch
from tiny_detectors import row

from triptych.models.detection.torch_training import Pictures, _batches, mirrored, rate_share

ROWS = [row(number) for number in range(10)]


def test_boxes_stay_on_their_objects_in_the_mirror():
    for place, seed in ((0, 0), (1, 1), (2, 2), (3, 5)):
        seen = Pictures(ROWS, seed, 0)[place]
        for box in seen.boxes.astype(int):
            inside = seen.image[box[1] : box[3], box[0] : box[2]]
            assert inside.std(axis=(0, 1)).max() == 0, "one colour: the block and nothing else"
    boxes = np.array([[10, 0, 30, 5]], np.float32)
    np.testing.assert_allclose(mirrored(boxes, 100), [[70, 0, 90, 5]])
    np.testing.assert_allclose(mirrored(mirrored(boxes, 100), 100), boxes)


def test_about_half_is_mirrored_by_seed_and_epoch_alone():
    turned = [[not np.array_equal(Pictures(ROWS, 0, epoch)[place].image, np.asarray(one["image"]))
               for place, one in enumerate(ROWS)] for epoch in range(4)]  # fmt: skip
    assert 10 < np.sum(turned) < 30
    assert len({tuple(one) for one in turned}) > 1
    np.testing.assert_array_equal(Pictures(ROWS, 3, 1)[4].image, Pictures(ROWS, 3, 1)[4].image)


def test_the_rate_rises_and_falls():
    shares = np.array([rate_share(step, 200) for step in range(200)])
    assert shares[0] == 1 / 20
    assert shares.argmax() == 19
    assert (np.diff(shares[19:]) < 0).all()
    assert 0.01 < shares[-1] < 0.02
    assert rate_share(0, 1) == 1, "one step is taken at the full rate"


def places(process, processes, batch):
    accelerator = SimpleNamespace(process_index=process, num_processes=processes, device=torch.device("cpu"))
    return list(_batches(ROWS, 0, 1, batch, accelerator).batch_sampler)


def test_two_processes_share_the_pictures_of_each_step():
    whole = places(0, 1, 4)
    assert sorted(np.concatenate(whole)) == list(range(10))
    for together, one, two in zip(whole, places(0, 2, 4), places(1, 2, 4), strict=True):
        assert sorted(together) == sorted(one + two)
        assert len(one) == len(two)


def test_a_rest_smaller_than_the_processes_is_seen_twice():
    parts = [places(process, 3, 4)[-1] for process in range(3)]
    assert [len(part) for part in parts] == [1, 1, 1]
    assert set(np.concatenate(parts)) == set(places(0, 1, 4)[-1])
