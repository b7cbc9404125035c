"""Proposals of a semantic model and SAM's outlines, on tiny models with random weights built from their configs."""

import numpy as np
import pytest
import torch
from transformers import (
    Mask2FormerConfig,
    Mask2FormerForUniversalSegmentation,
    Mask2FormerImageProcessor,
    Sam2Config,
    Sam2HieraDetConfig,
    Sam2ImageProcessor,
    Sam2MaskDecoderConfig,
    Sam2Model,
    Sam2Processor,
    Sam2PromptEncoderConfig,
    Sam2VisionConfig,
    SamConfig,
    SamImageProcessor,
    SamMaskDecoderConfig,
    SamModel,
    SamProcessor,
    SamPromptEncoderConfig,
    SamVisionConfig,
    SegformerConfig,
    SegformerForSemanticSegmentation,
    SegformerImageProcessor,
    SwinConfig,
)

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.rails import NoRailsError
from triptych.dataset_builders.synrailobs.rails_polygons import rails_of_mask
from triptych.models.obstacles.segment_rails import (
    Segmenters,
    load,
    outline,
    prompt_of,
    rail_class,
    rail_probability,
    segment_rails,
)

NAMES = {0: "Guard Rail", 1: "Rail Track", 2: "Sky"}
IMAGE = np.random.default_rng(0).integers(0, 256, (90, 160, 3), dtype=np.uint8)


def mask2former():
    """With a class head that calls every query rail, so that the whole picture is the proposal."""
    torch.manual_seed(0)
    backbone = SwinConfig(
        image_size=64, embed_dim=16, depths=[1, 1, 1, 1], num_heads=[1, 1, 2, 2], window_size=4,
        out_features=["stage1", "stage2", "stage3", "stage4"],
    )  # fmt: skip
    config = Mask2FormerConfig(
        backbone_config=backbone, feature_size=32, mask_feature_size=32, hidden_dim=32, encoder_feedforward_dim=16,
        encoder_layers=1, decoder_layers=2, num_attention_heads=2, dim_feedforward=16, num_queries=6,
        id2label=NAMES,
    )  # fmt: skip
    model = Mask2FormerForUniversalSegmentation(config).eval()
    with torch.no_grad():
        model.class_predictor.weight.zero_()
        model.class_predictor.bias.copy_(torch.tensor([0.0, 8.0, 0.0, 0.0]))
    return model, Mask2FormerImageProcessor(size={"height": 64, "width": 64})


def sam():
    torch.manual_seed(0)
    vision = SamVisionConfig(
        hidden_size=32, output_channels=32, num_hidden_layers=2, num_attention_heads=2, image_size=64, patch_size=8,
        window_size=4, global_attn_indexes=[1], num_pos_feats=16, mlp_dim=32,
    )  # fmt: skip
    config = SamConfig(
        vision_config=vision,
        prompt_encoder_config=SamPromptEncoderConfig(hidden_size=32, image_size=64, patch_size=8),
        mask_decoder_config=SamMaskDecoderConfig(
            hidden_size=32, mlp_dim=32, num_attention_heads=2, iou_head_hidden_dim=32
        ),
    )
    small = SamImageProcessor(size={"longest_edge": 64}, pad_size={"height": 64, "width": 64})
    return SamModel(config).eval(), SamProcessor(small)


def sam2():
    torch.manual_seed(0)
    backbone = Sam2HieraDetConfig(
        hidden_size=8, num_attention_heads=1, image_size=[64, 64], blocks_per_stage=[1, 1, 2, 1],
        embed_dim_per_stage=[8, 16, 32, 64], num_attention_heads_per_stage=[1, 1, 2, 2],
        window_size_per_stage=[4, 4, 4, 4], global_attention_blocks=[3],
        window_positional_embedding_background_size=[2, 2],
    )  # fmt: skip
    vision = Sam2VisionConfig(
        backbone_config=backbone, backbone_channel_list=[64, 32, 16, 8], fpn_hidden_size=32,
        backbone_feature_sizes=[[16, 16], [8, 8], [4, 4]],
    )  # fmt: skip
    config = Sam2Config(
        vision_config=vision,
        prompt_encoder_config=Sam2PromptEncoderConfig(hidden_size=32, image_size=64, patch_size=16),
        mask_decoder_config=Sam2MaskDecoderConfig(
            hidden_size=32, mlp_dim=32, num_attention_heads=2, iou_head_hidden_dim=32
        ),
    )
    small = Sam2ImageProcessor(size={"height": 64, "width": 64}, mask_size={"height": 16, "width": 16})
    return Sam2Model(config).eval(), Sam2Processor(small, target_size=64)


@pytest.fixture(scope="module", params=[sam, sam2], ids=["sam", "sam2"])
def models(request):
    return Segmenters(*mask2former(), *request.param())


def test_the_proposal_becomes_an_outline_and_the_outline_rails(models):
    probability = rail_probability(IMAGE, models)
    assert probability.shape == IMAGE.shape[:2]
    assert probability.min() >= 0
    assert probability.max() <= 1
    prompt = prompt_of(probability)
    mask = outline(IMAGE, prompt, models)
    assert mask.shape == IMAGE.shape[:2]
    assert mask.dtype == bool
    try:
        expected = rails_of_mask(mask, prompt.confidence)
    except NoRailsError as error:
        with pytest.raises(NoRailsError, match=error.reason):
            segment_rails(IMAGE, models)
    else:
        np.testing.assert_array_equal(segment_rails(IMAGE, models).left, expected.left)


def test_models_come_back_from_folders(models, tmp_path):
    for name in ("semantic", "sam"):
        getattr(models, name).save_pretrained(tmp_path / name)
        getattr(models, f"{name}_processor").save_pretrained(tmp_path / name)
    again = load(str(tmp_path / "semantic"), str(tmp_path / "sam"))
    np.testing.assert_allclose(rail_probability(IMAGE, again), rail_probability(IMAGE, models), atol=1e-4)
    prompt = prompt_of(rail_probability(IMAGE, models))
    assert (outline(IMAGE, prompt, again) == outline(IMAGE, prompt, models)).mean() > 0.99
    with pytest.raises(UsageError, match="SAM or SAM 2"):
        load(str(tmp_path / "semantic"), str(tmp_path / "semantic"))


def test_a_model_with_logits_by_class_proposes_too(models):
    torch.manual_seed(0)
    config = SegformerConfig(
        hidden_sizes=[8, 8, 8, 8], depths=[1, 1, 1, 1], num_attention_heads=[1, 1, 1, 1], decoder_hidden_size=8,
        id2label=NAMES,
    )  # fmt: skip
    dense = SegformerForSemanticSegmentation(config).eval()
    processor = SegformerImageProcessor(size={"height": 64, "width": 64})
    probability = rail_probability(IMAGE, Segmenters(dense, processor, models.sam, models.sam_processor))
    assert probability.shape == IMAGE.shape[:2]
    assert probability.min() > 0
    assert probability.max() < 1


def test_points_and_box_come_from_the_area_that_reaches_lowest():
    probability = np.zeros((100, 120), np.float32)
    probability[10:20, 5:100] = 0.9
    for row in range(40, 100):
        probability[row, 60 - row // 4 : 60 + row // 4] = 0.8
    prompt = prompt_of(probability)
    assert prompt.box.tolist() == [36, 40, 84, 100]
    assert prompt.confidence == pytest.approx(0.8)
    assert len(prompt.points) == 6
    assert all(probability[int(y), int(x)] == np.float32(0.8) for x, y in prompt.points)
    assert np.ptp(prompt.points[:, 1]) > 30


def test_a_picture_without_a_rail_area_is_refused_with_a_reason():
    with pytest.raises(NoRailsError, match="nowhere sure"):
        prompt_of(np.full((50, 50), 0.2, np.float32))


def test_the_track_is_told_from_guard_rails_by_name():
    assert rail_class(NAMES) == 1
    assert rail_class({0: "construction--barrier--guard-rail", 5: "construction--flat--rail-track"}) == 5
    with pytest.raises(UsageError, match="railway track"):
        rail_class({0: "guard rail", 1: "road"})
