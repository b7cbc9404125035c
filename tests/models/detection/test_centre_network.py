"""The network's maps, its loss and what `decode` makes of maps."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from triptych.models.detection.baseline_data import Crop, targets
from triptych.models.detection.centre_network import CentreNetwork, Targets, decode, fused, loss, without_repeats

BOXES = np.array([[10, 12, 50, 92], [60, 20, 80, 44], [64, 60, 120, 90]], np.float32)
KINDS = [2, 5, 2]


def answer(boxes, kinds):
    """The maps of a network that knows the answer, and its targets."""
    crop = Crop(np.zeros((96, 128, 3), np.uint8), boxes, np.array(kinds), np.ones(len(boxes), bool))
    wanted = Targets(*(torch.from_numpy(part)[None] for part in targets(crop)))
    centres = torch.logit(wanted.heat.clamp(1e-5, 1 - 1e-3))[:, None]
    classes = 10.0 * functional.one_hot(wanted.classes, 6).permute(0, 3, 1, 2)
    return torch.cat([centres, torch.log(wanted.sides.clamp(min=1e-2)), classes], dim=1), wanted


def test_decoding_the_targets_gives_the_boxes_back():
    [found] = decode(answer(BOXES, KINDS)[0])
    sure = found.objectness > 0.9
    assert sorted(found.classes[sure].argmax(1).tolist()) == [2, 2, 5]
    for box in found.boxes[sure].numpy():
        assert np.abs(BOXES - box).max(1).min() < 0.01
    assert found.objectness.tolist() == sorted(found.objectness.tolist(), reverse=True)
    assert found.classes.sum(1).numpy() == pytest.approx(1.0)


def test_of_boxes_that_overlap_the_surest_is_kept():
    for shift, count in ((8, 1), (40, 2)):
        boxes = np.array([[20, 20, 80, 80], [20 + shift, 20, 80 + shift, 80]], np.float32)
        [found] = decode(answer(boxes, [1, 1])[0])
        assert int((found.objectness > 0.9).sum()) == 2
        kept = without_repeats(found)
        assert int((kept.objectness > 0.9).sum()) == count
        assert kept.objectness[0] == found.objectness.max()


def test_what_does_not_count_is_no_loss():
    maps, wanted = answer(BOXES, KINDS)
    maps[:, 0, 20:, :5] = 8.0
    without = Targets(wanted.heat, wanted.sides, wanted.classes, wanted.counted.clone())
    without.counted[:, 20:, :5] = 0.0
    assert float(loss(maps, wanted)) > float(loss(maps, without)) + 0.1


def test_the_loss_is_least_at_the_answer_and_falls_towards_it():
    maps, wanted = answer(BOXES, KINDS)
    right = float(loss(maps, wanted))
    assert right < 0.05
    wrong_box, wrong_class, blind = maps.clone(), maps.clone(), maps.clone()
    wrong_box[:, 1:5] += 0.5
    wrong_class[:, 5:] = maps[:, 5:].roll(1, 1)
    blind[:, 0] = -8.0
    assert min(float(loss(other, wanted)) for other in (wrong_box, wrong_class, blind)) > right + 0.3
    guess = torch.zeros_like(maps, requires_grad=True)
    values = []
    for _ in range(60):
        value = loss(guess, wanted)
        values.append(float(value.detach()))
        (gradient,) = torch.autograd.grad(value, guess)
        guess = (guess - 2.0 * gradient).detach().requires_grad_()
    assert values[-1] < 0.5 * values[0]


def test_a_picture_without_objects_has_a_loss_and_gradients():
    network = CentreNetwork(6, 8)
    nothing = Targets(
        torch.zeros(2, 16, 16),
        torch.zeros(2, 4, 16, 16),
        torch.zeros(2, 16, 16, dtype=torch.int64),
        torch.ones(2, 16, 16),
    )
    value = loss(network(torch.rand(2, 3, 64, 64)), nothing)
    value.backward()
    assert torch.isfinite(value)
    assert all(torch.isfinite(weight.grad).all() for weight in network.parameters())


def test_size_and_shapes():
    network = CentreNetwork(6)
    assert 0.2e6 < sum(weight.numel() for weight in network.parameters()) < 0.5e6
    assert network.eval()(torch.rand(1, 3, 96, 160)).shape == (1, 11, 24, 40)
    start = torch.sigmoid(network(torch.rand(1, 3, 96, 160))[:, 0])
    assert float(start.detach().mean()) == pytest.approx(0.02, abs=0.02), "at the start hardly any cell is a centre"


def test_the_fused_network_says_the_same():
    network = CentreNetwork(6, 8)
    for _ in range(3):
        network(torch.rand(4, 3, 64, 64))  # so that the normalisations have seen something
    pictures = torch.rand(2, 3, 64, 96)
    with torch.inference_mode():
        torch.testing.assert_close(fused(network)(pictures), network.eval()(pictures), atol=1e-4, rtol=1e-3)
    assert not any(isinstance(part, torch.nn.BatchNorm2d) for part in fused(network).modules())
    assert any(isinstance(part, torch.nn.BatchNorm2d) for part in network.modules())
