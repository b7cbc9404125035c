"""SAM in the place of GrabCut, and generated pictures becoming cut-outs, with a tiny random SAM."""

import numpy as np
import pytest
import torch
from transformers import (
    SamConfig,
    SamImageProcessor,
    SamMaskDecoderConfig,
    SamModel,
    SamProcessor,
    SamPromptEncoderConfig,
    SamVisionConfig,
)

from triptych.dataset_builders.problems import BadInput, Problem
from triptych.dataset_builders.synrailobs.photos.objects import Rights
from triptych.models.detection.detected import Detected
from triptych.models.obstacles.cut_out import SamMasks, cutouts_of_generated
from triptych.models.obstacles.generate import Generated

RIGHTS = Rights("CC0-1.0", True)
BOX = (50.0, 20.0, 110.0, 130.0)


@pytest.fixture(scope="module")
def sam(tmp_path_factory):
    """Loaded by the name of its folder, as any SAM is."""
    torch.manual_seed(0)
    config = SamConfig(
        vision_config=SamVisionConfig(
            hidden_size=32, output_channels=32, num_hidden_layers=2, num_attention_heads=2, image_size=64,
            patch_size=8, window_size=4, global_attn_indexes=[1], num_pos_feats=16, mlp_dim=32,
        ),
        prompt_encoder_config=SamPromptEncoderConfig(hidden_size=32, image_size=64, patch_size=8),
        mask_decoder_config=SamMaskDecoderConfig(
            hidden_size=32, mlp_dim=32, num_attention_heads=2, iou_head_hidden_dim=32
        ),
    )  # fmt: skip
    folder = tmp_path_factory.mktemp("sam")
    SamModel(config).save_pretrained(folder)
    small = SamImageProcessor(size={"longest_edge": 64}, pad_size={"height": 64, "width": 64})
    SamProcessor(small).save_pretrained(folder)
    return SamMasks.load(str(folder))


def picture(category="animal", name="animal-0"):
    """A brown egg on grass."""
    rng = np.random.default_rng(0)
    image = np.full((160, 160, 3), (60, 140, 60), np.uint8) + rng.integers(0, 20, (160, 160, 3), dtype=np.uint8)
    y, x = np.mgrid[:160, :160]
    image[((x - 80) / 28) ** 2 + ((y - 75) / 52) ** 2 < 1] = (120, 70, 30)
    return Generated(name, image, category, "a prompt", 1, f"generated/tiny/0/{name}")


def detector(*found):
    boxes, scores, labels = zip(*found, strict=True) if found else ((), (), ())
    seen = Detected(np.reshape(np.asarray(boxes, np.float32), (-1, 4)), np.asarray(scores, np.float32), list(labels))
    return lambda images: [seen for _ in images]


def test_sam_draws_inside_its_box(sam):
    image = picture().image
    mask = sam(image, BOX)
    assert mask.shape == image.shape[:2]
    assert set(np.unique(mask)) == {0.0, 1.0}
    assert not mask[:, :46].any()
    assert not mask[137:].any()
    with pytest.raises(BadInput, match="empty box"):
        sam(image, (200.0, 10.0, 300.0, 20.0))


def test_generated_animals_become_cut_outs_with_their_source():
    detect = detector((BOX, 0.9, "dog"), ((0, 0, 30, 30), 0.9, "person"), ((5, 5, 60, 60), 0.2, "cat"))
    (made,) = cutouts_of_generated([picture()], detect, RIGHTS)
    assert (made.id, made.category, made.source) == ("animal-0#0-dog", "animal", "generated/tiny/0/animal-0")
    assert (made.licence, made.redistributable) == ("CC0-1.0", True)
    height, width = made.rgba.shape[:2]
    assert abs(height - 104) <= 4
    assert abs(width - 56) <= 4
    assert np.abs(made.rgba[height // 2, width // 2, :3].astype(int) - (120, 70, 30)).max() <= 2


def test_rocks_are_found_without_a_class_for_them():
    for detect in (detector(), detector((BOX, 0.8, "sports ball"))):
        (made,) = cutouts_of_generated([picture("rock", "rock-0")], detect, RIGHTS)
        assert (made.category, made.id) == ("rock", "rock-0#0-rock")


def test_what_cannot_be_used_comes_out_with_its_reason():
    flat = Generated("animal-1", np.full((160, 160, 3), 90, np.uint8), "animal", "", 1, "generated/tiny/0/animal-1")
    asked = [Problem("person-0", "blackened"), picture("person", "person-1"), flat]
    made = list(cutouts_of_generated(asked, detector((BOX, 0.9, "dog")), RIGHTS))
    assert [problem.what for problem in made] == ["person-0", "person-1", "animal-1#0-dog"]
    assert "no person seen" in made[1].reason
