"""Harmonizer's network (Ke et al., Harmonizer: Learning to perform white-box image and video harmonization, ECCV 2022).

    regressor = load_harmonizer(Path("harmonizer.pth"))
    compose(ground, placements, Look(harmonise="harmonizer.pth"), rng, regressor)

An EfficientNet-B0 whose first convolution is split, one half for the obstacle and one for the background, gives six
arguments, one after another; `photos.filters` applies them. The published weights (CC BY-NC-SA 4.0) are the user's own
to fetch; parameters bear the names that they have there.
"""

from pathlib import Path
from typing import Final, cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.photos.filters import Filters

SIDE: Final = 256
FEATURES: Final = 1280
HIDDEN: Final = 160
ORDER: Final = ("temperature", "brightness", "contrast", "saturation", "highlight", "shadow")
STAGES: Final = (
    (1, 3, 1, 1, 32, 16),
    (2, 3, 2, 6, 16, 24),
    (2, 5, 2, 6, 24, 40),
    (3, 3, 2, 6, 40, 80),
    (3, 5, 1, 6, 80, 112),
    (4, 5, 2, 6, 112, 192),
    (1, 3, 1, 6, 192, 320),
)
"""EfficientNet-B0 (Tan and Le, 2019, Table 1): repeats, kernel, stride, expansion, channels in and out."""


class SameConv2d(nn.Conv2d):
    """A convolution padded as TensorFlow pads: what is odd goes below and to the right."""

    def forward(self, x: Tensor) -> Tensor:
        """(n, in, h, w) -> (n, out, ceil(h / stride), ceil(w / stride))."""
        pads: list[int] = []
        for axis in (1, 0):
            size, kernel, stride = x.shape[2 + axis], self.kernel_size[axis], self.stride[axis]
            missing = max((-(-size // stride) - 1) * stride + kernel - size, 0)
            pads += [missing // 2, missing - missing // 2]
        return super().forward(nn.functional.pad(x, pads))


def _norm(channels: int) -> nn.BatchNorm2d:
    return nn.BatchNorm2d(channels, eps=1e-3, momentum=0.01)


class Block(nn.Module):
    """Inverted bottleneck with squeeze and excitation."""

    def __init__(self, kernel: int, stride: int, expansion: int, inner: int, outer: int) -> None:
        super().__init__()
        wide, squeezed = inner * expansion, max(inner // 4, 1)
        self.expands, self.skips = expansion != 1, stride == 1 and inner == outer
        if self.expands:
            self._expand_conv, self._bn0 = SameConv2d(inner, wide, 1, bias=False), _norm(wide)
        self._depthwise_conv = SameConv2d(wide, wide, kernel, stride, groups=wide, bias=False)
        self._bn1 = _norm(wide)
        self._se_reduce, self._se_expand = SameConv2d(wide, squeezed, 1), SameConv2d(squeezed, wide, 1)
        self._project_conv, self._bn2 = SameConv2d(wide, outer, 1, bias=False), _norm(outer)

    def forward(self, x: Tensor) -> Tensor:
        """(n, inner, h, w) -> (n, outer, h / stride, w / stride)."""
        silu = nn.functional.silu
        y = silu(self._bn0(self._expand_conv(x))) if self.expands else x
        y = silu(self._bn1(self._depthwise_conv(y)))
        weight = self._se_expand(silu(self._se_reduce(y.mean((2, 3), keepdim=True))))
        y = cast(Tensor, self._bn2(self._project_conv(torch.sigmoid(weight) * y)))
        return x + y if self.skips else y


class Backbone(nn.Module):
    """EfficientNet-B0 with two first convolutions of four channels: picture and obstacle, picture and the rest."""

    def __init__(self) -> None:
        super().__init__()
        self._conv_fg, self._bn_fg = SameConv2d(4, 16, 3, 2, bias=False), _norm(16)
        self._conv_bg, self._bn_bg = SameConv2d(4, 16, 3, 2, bias=False), _norm(16)
        blocks: list[nn.Module] = []
        for repeats, kernel, stride, expansion, inner, outer in STAGES:
            blocks.append(Block(kernel, stride, expansion, inner, outer))
            blocks += [Block(kernel, 1, expansion, outer, outer) for _ in range(repeats - 1)]
        self._blocks = nn.ModuleList(blocks)
        self._conv_head, self._bn1 = SameConv2d(320, FEATURES, 1, bias=False), _norm(FEATURES)

    def forward(self, picture: Tensor, cover: Tensor) -> Tensor:
        """(n, 3, h, w) in [0, 1] and (n, 1, h, w) in [0, 1] -> (n, 1280)."""
        silu = nn.functional.silu
        thing = silu(self._bn_fg(self._conv_fg(torch.cat([picture, cover], 1))))
        rest = silu(self._bn_bg(self._conv_bg(torch.cat([picture, 1 - cover], 1))))
        x = torch.cat([thing, rest], 1)
        for block in self._blocks:
            x = block(x)
        return silu(self._bn1(self._conv_head(x))).mean((2, 3))


class Cascade(nn.Module):
    """Six arguments, each from the features and from what led to the one before."""

    def __init__(self) -> None:
        super().__init__()
        self.f, self.g = nn.Linear(FEATURES, HIDDEN), nn.Linear(FEATURES, HIDDEN)
        heads = ([nn.Linear(2 * HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)] for _ in ORDER)
        self.headers = nn.ModuleList([nn.ModuleList(head) for head in heads])

    def forward(self, x: Tensor) -> Tensor:
        """(n, 1280) -> (n, 6)."""
        fixed, moving, found = self.f(x), self.g(x), []
        for head in self.headers:
            inner, outer = cast(nn.ModuleList, head)
            moving = inner(torch.cat([fixed, moving], 1))
            found.append(outer(moving))
        return torch.cat(found, 1)


class Harmonizer(nn.Module):
    """The whole network; called with a composite (h, w, 3) uint8 and the obstacle's alpha (h, w) it gives `Filters`."""

    def __init__(self) -> None:
        super().__init__()
        self.backbone, self.regressor = Backbone(), Cascade()

    def forward(self, picture: Tensor, cover: Tensor) -> Tensor:
        """(n, 3, 256, 256) and (n, 1, 256, 256), both in [0, 1] -> arguments (n, 6) in the order of `ORDER`."""
        return torch.clamp(self.regressor(self.backbone(picture, cover)), -1, 1)


class Regressor:
    """What `compose` calls; it can be sent to other processes."""

    def __init__(self, network: Harmonizer) -> None:
        self.network = network.eval()

    @torch.inference_mode()
    def __call__(self, picture: NDArray[np.uint8], alpha: NDArray[np.uint8]) -> Filters:
        """Arguments of the filters for a composite (h, w, 3) RGB with an obstacle where `alpha` (h, w) is not 0."""
        image, cover = (_tensor(each) for each in (picture, alpha[..., None]))
        return Filters(**dict(zip(ORDER, self.network(image, cover)[0].tolist(), strict=True)))


def _tensor(picture: NDArray[np.uint8]) -> Tensor:
    """(1, c, 256, 256) in [0, 1]."""
    small = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR).reshape(SIDE, SIDE, -1)
    return torch.from_numpy(np.ascontiguousarray(small.transpose(2, 0, 1))).float()[None] / 255


def load_harmonizer(path: Path) -> Regressor:
    """The network with the weights of a file, a state dict as published; no code in the file is run.

    Raises `UsageError` for a file that is not there, is no state dict, or whose names and shapes are others.
    """
    network = Harmonizer()
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        network.load_state_dict({str(name).removeprefix("module."): value for name, value in state.items()})
    except Exception as error:  # torch raises a dozen kinds for a file that does not fit
        raise UsageError(
            "the state dict of Harmonizer (github.com/ZHKKKe/Harmonizer, harmonizer.pth)",
            f"{path}: {' '.join(str(error).split())[:300]}",
            "fetch the published weights, or use harmonise=filters, which needs none",
        ) from error
    return Regressor(network)
