"""A small anchor-free detector: for every cell of 4 x 4 pixels, is it an object's centre, and where are its four sides.

After X. Zhou, D. Wang, P. Krähenbühl, Objects as Points (2019), with sides in place of size and offset, as in Z. Tian
et al., FCOS (2019): the intersection over union, which decides about a detection, can then be the loss.
"""

from typing import Final

import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE: Final = 4
_PRIOR: Final = -4.0  # a cell's logit at the start: most cells are no centre


class CentreNetwork(nn.Module):
    """Images (n, 3, h, w), 0 to 1, h and w multiples of 16, to (n, classes + 4, h / 4, w / 4).

    The first channels are logits of centres by class; the last four are logarithms of the distances from the cell's
    middle to the left, top, right and bottom side, in cells.
    """

    def __init__(self, classes: int, width: int = 32) -> None:
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
        self.head = nn.Sequential(_layer(width, width), nn.Conv2d(width, classes + 4, 1))
        bias = self.head[1].bias
        assert isinstance(bias, nn.Parameter)
        nn.init.constant_(bias[:classes], _PRIOR)
        nn.init.constant_(bias[classes:], 1.0)

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


def loss(maps: Tensor, heat: Tensor, sides: Tensor) -> Tensor:
    """Mean loss of a batch against its targets (see `baseline_data.targets`); maps as `CentreNetwork` gives them.

    `heat` (n, classes, h, w) is 1 at centres and falls off around them; `sides` (n, 4, h, w) are the distances to the
    sides in cells where the box is learned, 0 elsewhere.
    """
    classes = heat.shape[1]
    return _centre_loss(maps[:, :classes], heat) + 2.0 * _side_loss(maps[:, classes:], heat, sides)


def _centre_loss(logits: Tensor, heat: Tensor) -> Tensor:
    """Focal loss of Objects as Points, equation 1, over the number of objects."""
    sure, unsure = torch.sigmoid(logits), torch.sigmoid(-logits)
    at_centre = heat == 1.0
    hit = unsure**2 * functional.logsigmoid(logits) * at_centre
    miss = (1.0 - heat) ** 4 * sure**2 * functional.logsigmoid(-logits) * ~at_centre
    return -(hit + miss).sum() / at_centre.sum().clamp(min=1)


def _side_loss(logs: Tensor, heat: Tensor, sides: Tensor) -> Tensor:
    """1 - generalised intersection over union, weighted by the nearness to the centre."""
    weight = heat.amax(1) * (sides.amin(1) > 0)
    ours = torch.exp(logs.clamp(-4.0, 6.0))
    # Boxes around the same point: each side of the overlap is the shorter, of the hull the longer distance.
    overlap, hull = _area(torch.minimum(ours, sides)), _area(torch.maximum(ours, sides))
    union = _area(ours) + _area(sides) - overlap
    giou = overlap / union.clamp(min=1e-6) - (hull - union) / hull.clamp(min=1e-6)
    return ((1.0 - giou) * weight).sum() / weight.sum().clamp(min=1.0)


def _area(sides: Tensor) -> Tensor:
    left, top, right, bottom = sides.unbind(1)
    return (left + right) * (top + bottom)


def decode(maps: Tensor, most: int = 50, overlap: float = 0.5) -> list[tuple[Tensor, Tensor, Tensor]]:
    """For each image boxes (k, 4) xyxy in its pixels, scores (k,) falling, and classes (k,); k at most `most`.

    A detection is a cell that no neighbour exceeds; of boxes of one class that overlap more than `overlap`, the best.
    """
    classes = maps.shape[1] - 4
    scores = torch.sigmoid(maps[:, :classes])
    scores = scores * (functional.max_pool2d(scores, 3, 1, 1) == scores)
    sides = torch.exp(maps[:, classes:].clamp(-4.0, 6.0))
    return [_best(score, side, most, overlap) for score, side in zip(scores, sides, strict=True)]


def _best(scores: Tensor, sides: Tensor, most: int, overlap: float) -> tuple[Tensor, Tensor, Tensor]:
    from torchvision.ops import batched_nms  # type: ignore[import-untyped]

    _, height, width = scores.shape
    values, places = scores.flatten().topk(min(2 * most, scores.numel()))
    kinds, cells = places // (height * width), places % (height * width)
    left, top, right, bottom = sides.flatten(1)[:, cells]
    x, y = cells % width + 0.5, cells // width + 0.5
    boxes = STRIDE * torch.stack([x - left, y - top, x + right, y + bottom], dim=1)
    kept = batched_nms(boxes, values, kinds, overlap)[:most]
    return boxes[kept], values[kept], kinds[kept]
