import pickle

import numpy as np
import pytest
import torch

from triptych.core.errors import UsageError
from triptych.models.obstacles.harmonizer import ORDER, Harmonizer, SameConv2d, load_harmonizer

PICTURE = np.random.default_rng(0).integers(0, 256, (180, 120, 3), dtype=np.uint8)
ALPHA = np.zeros((180, 120), np.uint8)
ALPHA[60:170, 30:90] = 255


@pytest.fixture(scope="module")
def network():
    """Random weights, with moments of its own signals: without them a random network gives its last biases only."""
    torch.manual_seed(0)
    made = Harmonizer()
    for module in made.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            module.momentum = 1.0
    with torch.no_grad():
        made(
            torch.rand(2, 3, 256, 256),
            (torch.rand(2, 1, 8, 8) > 0.5).float().repeat_interleave(32, 2).repeat_interleave(32, 3),
        )
    return made.eval()


@pytest.fixture
def weights(network, tmp_path):
    torch.save(network.state_dict(), tmp_path / "harmonizer.pth")
    return tmp_path / "harmonizer.pth"


def test_saved_weights_give_the_same_arguments(network, weights):
    filters = load_harmonizer(weights)(PICTURE, ALPHA)
    again = pickle.loads(pickle.dumps(load_harmonizer(weights)))(PICTURE, ALPHA)
    assert filters == again
    values = [getattr(filters, name) for name in ORDER]
    assert all(-1 <= value <= 1 for value in values)
    assert len(set(values)) == 6
    assert load_harmonizer(weights)(PICTURE, 255 - ALPHA) != filters


def test_the_size_and_names_are_those_of_efficientnet_b0(network):
    count = sum(value.numel() for value in network.backbone.parameters())
    first = 2 * (4 * 16 * 9 + 2 * 16)
    assert count == 5_288_548 - 1_281_000 - (3 * 32 * 9 + 2 * 32) + first  # of B0: less its classifier and first layer
    names = network.state_dict()
    assert len([name for name in names if name.endswith("_depthwise_conv.weight")]) == 16
    for name, shape in {
        "backbone._conv_fg.weight": (16, 4, 3, 3),
        "backbone._bn_bg.running_mean": (16,),
        "backbone._blocks.0._depthwise_conv.weight": (32, 1, 3, 3),
        "backbone._blocks.1._expand_conv.weight": (96, 16, 1, 1),
        "backbone._blocks.15._se_reduce.bias": (48,),
        "backbone._conv_head.weight": (1280, 320, 1, 1),
        "regressor.headers.5.0.weight": (160, 320),
        "regressor.headers.5.1.bias": (1,),
    }.items():
        assert names[name].shape == shape


def test_padding_puts_what_is_odd_below_and_right():
    convolution = SameConv2d(1, 1, 3, 2, bias=False)
    with torch.no_grad():
        convolution.weight.fill_(1.0)
        out = convolution(torch.arange(16.0).reshape(1, 1, 4, 4))
    assert out[0, 0].tolist() == [[45.0, 39.0], [66.0, 50.0]]


@pytest.mark.parametrize("fault", ["missing key", "foreign key", "other shape", "no weights", "no file"])
def test_what_does_not_fit_is_refused(network, tmp_path, fault):
    path, state = tmp_path / "other.pth", dict(network.state_dict())
    if fault == "missing key":
        state.pop("regressor.f.bias")
    elif fault == "foreign key":
        state["head.weight"] = torch.zeros(3)
    elif fault == "other shape":
        state["regressor.f.bias"] = torch.zeros(7)
    if fault == "no weights":
        path.write_bytes(b"PK none")
    elif fault != "no file":
        torch.save(state, path)
    with pytest.raises(UsageError, match="harmonizer.pth"):
        load_harmonizer(path)
