"""The network's maps, its loss and what `decode` makes of maps."""

import numpy as np
import pytest
import torch

from triptych.models.detection.baseline_data import targets
from triptych.models.detection.centre_network import CentreNetwork, decode, loss

BOXES = np.array([[10, 12, 50, 92], [60, 20, 80, 44], [64, 60, 120, 90]], np.float32)
KINDS = np.array([2, 5, 2])


def maps_of(boxes, kinds, size=(128, 96)):
    """The maps of a network that knows the answer, and its targets."""
    heat, sides = (torch.from_numpy(part)[None] for part in targets(boxes, kinds, size))
    logits = torch.logit(heat.clamp(1e-5, 1 - 1e-3))
    return torch.cat([logits, torch.log(sides.clamp(min=1e-2))], dim=1), heat, sides


def test_decoding_the_targets_gives_the_boxes_back():
    [(boxes, scores, kinds)] = decode(maps_of(BOXES, KINDS)[0])
    sure = scores > 0.9
    assert sorted(kinds[sure].tolist()) == [2, 2, 5]
    for box in boxes[sure].numpy():
        assert np.abs(BOXES - box).max(1).min() < 0.01
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)


def test_overlapping_boxes_of_one_class_are_one_and_of_two_classes_two():
    boxes = np.array([[20, 20, 80, 80], [28, 20, 88, 80]], np.float32)
    for kinds, count in (([1, 1], 1), ([1, 2], 2)):
        [(_, scores, _)] = decode(maps_of(boxes, np.array(kinds))[0])
        assert int((scores > 0.9).sum()) == count


def test_the_loss_is_least_at_the_answer_and_falls_towards_it():
    maps, heat, sides = maps_of(BOXES, KINDS)
    right = float(loss(maps, heat, sides))
    assert right < 0.2
    wrong_box, wrong_class, blind = maps.clone(), maps.clone(), maps.clone()
    wrong_box[:, 6:] += 0.5
    wrong_class[:, :6] = maps[:, :6].roll(1, 1)
    blind[:, :6] = -8.0
    assert min(float(loss(other, heat, sides)) for other in (wrong_box, wrong_class, blind)) > right + 0.3
    guess = torch.zeros_like(maps, requires_grad=True)
    values = []
    for _ in range(60):
        value = loss(guess, heat, sides)
        values.append(float(value.detach()))
        (gradient,) = torch.autograd.grad(value, guess)
        guess = (guess - 2.0 * gradient).detach().requires_grad_()
    assert values[-1] < 0.5 * values[0]


def test_a_picture_without_objects_has_a_loss_and_gradients():
    network = CentreNetwork(6, 8)
    value = loss(network(torch.rand(2, 3, 64, 64)), torch.zeros(2, 6, 16, 16), torch.zeros(2, 4, 16, 16))
    value.backward()
    assert torch.isfinite(value)
    assert all(torch.isfinite(weight.grad).all() for weight in network.parameters())


def test_size_and_shapes():
    network = CentreNetwork(6)
    assert 0.2e6 < sum(weight.numel() for weight in network.parameters()) < 0.5e6
    assert network.eval()(torch.rand(1, 3, 96, 160)).shape == (1, 10, 24, 40)
    start = torch.sigmoid(network(torch.rand(1, 3, 96, 160))[:, :6])
    assert float(start.mean()) == pytest.approx(0.02, abs=0.02), "at the start hardly any cell is a centre"
