"""Pictures of a tiny Stable Diffusion with random weights, built from its configs."""

import json

import numpy as np
import pytest
import torch
from diffusers import AutoencoderKL, DDIMScheduler, StableDiffusionPipeline, UNet2DConditionModel
from diffusers.pipelines.stable_diffusion.safety_checker import StableDiffusionSafetyChecker
from transformers import (
    CLIPConfig,
    CLIPImageProcessor,
    CLIPTextConfig,
    CLIPTextModel,
    CLIPTokenizer,
    CLIPVisionConfig,
)

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import Problem
from triptych.models.obstacles.generate import generate, load_pipeline
from triptych.models.obstacles.prompts import TEMPLATES, WORDS, prompt

SMALL = {"hidden_size": 32, "intermediate_size": 37, "num_attention_heads": 4, "num_hidden_layers": 2}


def tokenizer(folder):
    letters = [chr(code) for code in range(33, 127)]
    words = [*letters, *(f"{letter}</w>" for letter in letters), "<|startoftext|>", "<|endoftext|>"]
    (folder / "vocab.json").write_text(json.dumps({word: key for key, word in enumerate(words)}), encoding="utf-8")
    (folder / "merges.txt").write_text("#version: 0.2\n", encoding="utf-8")
    return CLIPTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"), model_max_length=77), len(words)


def checker():
    vision = CLIPVisionConfig(**SMALL, image_size=30, patch_size=15, projection_dim=16)
    config = CLIPConfig(
        text_config=CLIPTextConfig(**SMALL).to_dict(), vision_config=vision.to_dict(), projection_dim=16
    )
    return StableDiffusionSafetyChecker(config).eval()


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory):
    torch.manual_seed(0)
    words, vocabulary = tokenizer(tmp_path_factory.mktemp("words"))
    unet = UNet2DConditionModel(
        block_out_channels=(32, 64), layers_per_block=1, sample_size=32, in_channels=4, out_channels=4,
        down_block_types=("DownBlock2D", "CrossAttnDownBlock2D"), up_block_types=("CrossAttnUpBlock2D", "UpBlock2D"),
        cross_attention_dim=32,
    )  # fmt: skip
    vae = AutoencoderKL(
        block_out_channels=[32, 64], down_block_types=["DownEncoderBlock2D"] * 2,
        up_block_types=["UpDecoderBlock2D"] * 2, latent_channels=4,
    )  # fmt: skip
    text = CLIPTextConfig(**SMALL, vocab_size=vocabulary, bos_token_id=vocabulary - 2, eos_token_id=vocabulary - 1)
    made = StableDiffusionPipeline(
        vae=vae, text_encoder=CLIPTextModel(text).eval(), tokenizer=words, unet=unet,
        scheduler=DDIMScheduler(clip_sample=False),
        safety_checker=checker(), feature_extractor=CLIPImageProcessor(size=30, crop_size=30),
    )  # fmt: skip
    made.set_progress_bar_config(disable=True)
    return made


def test_prompts_fill_the_templates_of_the_paper():
    for category, template in TEMPLATES.items():
        found = {prompt(category, number) for number in range(20)}
        assert len(found) > 5
        start = template.split("{")[0]
        assert all(text.startswith(start) and "{" not in text for text in found)
    assert prompt("rock", 1) == prompt("rock", 1)
    assert any(species in prompt("animal", 3) for species in WORDS["species"])
    with pytest.raises(UsageError, match="unseen"):
        prompt("unseen")


def test_a_picture_depends_on_its_name_and_seed_alone(pipeline):
    both = list(generate(pipeline, ["person", "rock"], 1, steps=2, size=(64, 48)))
    alone = list(generate(pipeline, ["rock"], 1, steps=2, size=(64, 48)))
    other = list(generate(pipeline, ["rock"], 1, steps=2, size=(64, 48), seed=1))
    assert [picture.id for picture in both] == ["person-0", "rock-0"]
    assert both[1].image.shape == (48, 64, 3)
    assert both[1].image.dtype == np.uint8
    assert (both[1].image == alone[0].image).all()
    assert (both[1].image != other[0].image).any()
    assert both[1].prompt == prompt("rock", 0, "rock-0")
    assert both[1].source.endswith("/0/rock-0")


def test_a_saved_pipeline_is_loaded_whole_and_its_safety_checker_heard(pipeline, tmp_path):
    pipeline.save_pretrained(tmp_path / "tiny")
    loaded = load_pipeline(str(tmp_path / "tiny"))
    assert isinstance(loaded.safety_checker, StableDiffusionSafetyChecker)
    with torch.no_grad():
        loaded.safety_checker.concept_embeds_weights.fill_(-2)  # everything is refused
    found = list(generate(loaded, ["animal"], 1, steps=1, size=(32, 32)))
    assert found == [Problem("animal-0", "blackened by the model's safety checker")]


def test_what_is_no_pipeline_is_refused(tmp_path, pipeline):
    with pytest.raises(UsageError, match="text-to-image"):
        load_pipeline(str(tmp_path))
    with pytest.raises(UsageError, match="at least one picture"):
        list(generate(pipeline, ["rock"], 0))
