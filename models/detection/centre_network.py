"""A small anchor-free detector: for every cell of 4 x 4 pixels, is it an object's centre, of which class, and where are
the object's four sides.

After X. Zhou, D. Wang, P. Krähenbühl, Objects as Points (2019), with sides in place of size and offset, as in Z. Tian
et al., FCOS (2019): the intersection over union, which decides about a detection, can then be the loss. Centres of all
classes share one map, so that few objects of each class are enough to learn where something is.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

STRIDE: Final = 4
_PRIOR: Final = -4.0  # a cell's logit at the start: most cells are no centre


class CentreNetwork(nn.Module):
    """Images (n, 3, h, w), 0 to 1, h and w multiples of 16, to (n, 5 + classes, h / 4, w / 4).

    The channels are the logit of a centre; logarithms of the distances from the cell's middle to the left, top, right
    and bottom side, in cells; and logits of the classes.
    """

    def __init__(self, classes: int, width: int = 24) -> None:
        super().__init__()
        self.classes = classes
        self.stem = _layer(3, width // 2, stride=2)
        self.at_4 = nn.Sequential(_layer(width // 2, width, stride=2), _Block(width))
        self.at_8 = nn.Sequential(_layer(width, 2 * width, stride=2), _Block(2 * width), _Block(2 * width))
        self.at_16 = nn.Sequential(_layer(2 * width, 3 * width, stride=2), _Block(3 * width))
        self.from_16 = _layer(3 * width, 2 * width, size=1)
        self.joined_8 = _layer(2 * width, 2 * width)
        self.from_8 = _layer(2 * width, width, size=1)
        self.joined_4 = _layer(width, width)
        self.head = nn.Sequential(_layer(width, width), nn.Conv2d(width, 5 + classes, 1))
        bias = self.head[1].bias
        assert isinstance(bias, nn.Parameter)
        nn.init.zeros_(bias)
        nn.init.constant_(bias[:1], _PRIOR)
        nn.init.constant_(bias[1:5], 1.0)

    def forward(self, images: Tensor) -> Tensor:
        """Raw maps; `decode` makes boxes of them."""
        fine = self.at_4(self.stem(images - 0.5))
        middle = self.at_8(fine)
        coarse = self.from_16(self.at_16(middle))
        middle = self.joined_8(middle + functional.interpolate(coarse, scale_factor=2.0))
        fine = self.joined_4(fine + functional.interpolate(self.from_8(middle), scale_factor=2.0))
        maps: Tensor = self.head(fine)
        return maps


class _Block(nn.Module):
    """Two convolutions beside an identity."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = _layer(width, width), _layer(width, width)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = x + self.second(self.first(x))
        return out


def _layer(inputs: int, outputs: int, stride: int = 1, size: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def fused(network: CentreNetwork) -> CentreNetwork:
    """A copy for prediction alone, with each normalisation inside the convolution before it: quicker, equal maps."""
    copy = deepcopy(network).eval()
    for layer in copy.modules():
        first, second = (layer[0], layer[1]) if isinstance(layer, nn.Sequential) else (None, None)
        if isinstance(layer, nn.Sequential) and isinstance(first, nn.Conv2d) and isinstance(second, nn.BatchNorm2d):
            layer[0], layer[1] = fuse_conv_bn_eval(first, second), nn.Identity()
    return copy.to(memory_format=torch.channels_last)


@dataclass(frozen=True)
class Targets:
    """What the network should say of n pictures.

    `heat` (n, h, w) is 1 at centres and falls off around them; `sides` (n, 4, h, w) are the distances to the sides in
    cells where a box is learned, 0 elsewhere; `classes` (n, h, w) int64 counts there; `counted` (n, h, w) is 0 where
    nothing is said of centres, else 1.
    """

    heat: Tensor
    sides: Tensor
    classes: Tensor
    counted: Tensor


@dataclass(frozen=True)
class Found:
    """Of one picture: `boxes` (k, 4) xyxy in its pixels, `objectness` (k,) falling, and `classes` (k, classes)."""

    boxes: Tensor
    objectness: Tensor
    classes: Tensor


def loss(maps: Tensor, wanted: Targets) -> Tensor:
    """Mean loss of a batch; maps as `CentreNetwork` gives them."""
    weight = wanted.heat * (wanted.sides.amin(1) > 0)
    total = weight.sum().clamp(min=1.0)
    boxes = (_side_loss(maps[:, 1:5], wanted.sides) * weight).sum() / total
    kinds = functional.cross_entropy(maps[:, 5:], wanted.classes, reduction="none")
    return _centre_loss(maps[:, 0], wanted) + 2.0 * boxes + (kinds * weight).sum() / total


def _centre_loss(logits: Tensor, wanted: Targets) -> Tensor:
    """Quality focal loss (X. Li et al., Generalized Focal Loss, 2020): cross-entropy times the error."""
    plain = functional.binary_cross_entropy_with_logits(logits, wanted.heat, reduction="none")
    focal = (torch.sigmoid(logits) - wanted.heat).abs() * plain * wanted.counted
    return 2.0 * focal.sum() / wanted.heat.sum().clamp(min=1.0)


def _side_loss(logs: Tensor, sides: Tensor) -> Tensor:
    """1 - generalised intersection over union, in every cell."""
    ours = _distances(logs)
    # Boxes around the same point: each side of the overlap is the shorter, of the hull the longer distance.
    overlap, hull = _area(torch.minimum(ours, sides)), _area(torch.maximum(ours, sides))
    union = _area(ours) + _area(sides) - overlap
    return 1.0 - overlap / union.clamp(min=1e-6) + (hull - union) / hull.clamp(min=1e-6)


def _distances(logs: Tensor) -> Tensor:
    return torch.exp(logs.clamp(-4.0, 6.0))


def _area(sides: Tensor) -> Tensor:
    left, top, right, bottom = sides.unbind(1)
    return (left + right) * (top + bottom)


def decode(maps: Tensor, most: int = 50) -> list[Found]:
    """The at most `most` surest boxes of each picture: cells that no neighbour exceeds."""
    centres = torch.sigmoid(maps[:, 0])
    peaks = centres * (functional.max_pool2d(centres[:, None], 3, 1, 1)[:, 0] == centres)
    sides, classes = _distances(maps[:, 1:5]), torch.softmax(maps[:, 5:], 1)
    return [_best(*one, most) for one in zip(peaks, sides, classes, strict=True)]


def _best(peaks: Tensor, sides: Tensor, classes: Tensor, most: int) -> Found:
    width = peaks.shape[1]
    values, cells = peaks.flatten().topk(min(most, peaks.numel()))
    left, top, right, bottom = sides.flatten(1)[:, cells]
    x, y = cells % width + 0.5, cells // width + 0.5
    boxes = STRIDE * torch.stack([x - left, y - top, x + right, y + bottom], dim=1)
    return Found(boxes, values, classes.flatten(1)[:, cells].T)


def without_repeats(found: Found, overlap: float = 0.5) -> Found:
    """Of boxes that overlap more than `overlap` (intersection over union), the surest, by falling objectness."""
    from torchvision.ops import nms  # type: ignore[import-untyped]

    kept = nms(found.boxes, found.objectness, overlap)
    return Found(found.boxes[kept], found.objectness[kept], found.classes[kept])
