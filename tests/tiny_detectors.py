"""Rows that a small detector can learn, and detectors small enough to train in seconds, with random weights."""

from pathlib import Path

import numpy as np
from PIL import Image

COLOURS = [(220, 30, 30), (30, 60, 220), (240, 220, 40)]


def row(number: int) -> dict:
    """A picture of 160 x 96 with two blocks, red (person), blue (animal) or yellow (vehicle)."""
    rng = np.random.default_rng(number)
    pixels = rng.integers(90, 130, (96, 160, 3)).astype(np.uint8)
    objects = []
    for side in (0, 1):
        category, x, y = int(rng.integers(3)), int(rng.integers(75 * side, 75 * side + 45)), int(rng.integers(0, 70))
        pixels[y : y + 25, x : x + 30] = COLOURS[category]
        objects.append({"bbox": [float(x), float(y), 30.0, 25.0], "category": category})
    return {"id": f"r{number}", "image": Image.fromarray(pixels), "objects": objects}


def pixels_of(number: int) -> np.ndarray:
    return np.asarray(row(number)["image"])


def tiny_rt_detr(folder: Path, names: tuple[str, ...] = ("person", "car", "traffic light")) -> Path:
    """A folder with an RT-DETR of 40 thousand parameters for pictures of 64 x 64."""
    import torch
    from transformers import RTDetrConfig, RTDetrForObjectDetection, RTDetrImageProcessor, RTDetrResNetConfig

    backbone = RTDetrResNetConfig(
        embedding_size=8, hidden_sizes=[8, 16, 16, 16], depths=[1, 1, 1, 1], layer_type="basic",
        out_features=["stage2", "stage3", "stage4"],
    )  # fmt: skip
    config = RTDetrConfig(
        backbone_config=backbone, encoder_in_channels=[16, 16, 16], encoder_hidden_dim=16, d_model=16,
        encoder_ffn_dim=16, decoder_ffn_dim=16, num_queries=10, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, decoder_in_channels=[16, 16, 16], hidden_expansion=0.5, num_denoising=4,
        id2label=dict(enumerate(names)), freeze_backbone_batch_norms=False,
    )  # fmt: skip
    with torch.random.fork_rng():
        torch.manual_seed(0)
        RTDetrForObjectDetection(config).save_pretrained(folder)
    RTDetrImageProcessor(size={"height": 64, "width": 64}).save_pretrained(folder)
    return folder
