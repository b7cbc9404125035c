"""Vision-language models with random weights, as folders that `from_pretrained` reads: real code, no download.

write_qwen2_5_vl(folder); write_smolvlm(folder)
"""

from pathlib import Path

import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

CHAT = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{% for part in message.content %}"
    "{% if part.type == 'text' %}{{ part.text }}\n{% elif part.type == 'video' %}VIDEO{% else %}IMAGE{% endif %}"
    "{% endfor %}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def tokenizer(*special: str) -> PreTrainedTokenizerFast:
    """One token a byte, and the special ones."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    plain = Tokenizer(models.BPE(vocab={letter: place for place, letter in enumerate(letters)}, merges=[]))
    plain.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    plain.decoder = decoders.ByteLevel()
    made = PreTrainedTokenizerFast(tokenizer_object=plain, eos_token="<|im_end|>", pad_token="<|pad|>")
    made.add_special_tokens({"additional_special_tokens": ["<|im_start|>", *special]})
    return made


def write_qwen2_5_vl(folder: Path) -> Path:
    """A Qwen2.5-VL of two layers, with its image and video processors."""
    from transformers import (
        Qwen2_5_VLConfig,
        Qwen2_5_VLForConditionalGeneration,
        Qwen2_5_VLProcessor,
        Qwen2VLImageProcessor,
        Qwen2VLVideoProcessor,
    )

    names = ("<|vision_start|>", "<|vision_end|>", "<|image_pad|>", "<|video_pad|>")
    words = tokenizer(*names)
    for attribute, name in zip(
        ("vision_bos_token", "vision_eos_token", "image_token", "video_token"), names, strict=True
    ):
        setattr(words, attribute, name)
    pixels = {"patch_size": 14, "min_pixels": 28 * 28, "max_pixels": 56 * 56}
    chat = CHAT.replace("VIDEO", "<|vision_start|><|video_pad|><|vision_end|>")
    processor = Qwen2_5_VLProcessor(
        Qwen2VLImageProcessor(**pixels), words, Qwen2VLVideoProcessor(**pixels),
        chat_template=chat.replace("IMAGE", "<|vision_start|><|image_pad|><|vision_end|>"),
    )  # fmt: skip
    start, end, image, video = words.convert_tokens_to_ids(list(names))
    text = {
        "vocab_size": len(words), "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2,
        "num_attention_heads": 2, "num_key_value_heads": 1, "max_position_embeddings": 4096,
        "rope_parameters": {"rope_type": "default", "mrope_section": [2, 3, 3], "rope_theta": 10000.0},
        "bos_token_id": None, "eos_token_id": words.eos_token_id, "pad_token_id": words.pad_token_id,
    }  # fmt: skip
    vision = {"depth": 2, "hidden_size": 32, "num_heads": 2, "intermediate_size": 64, "out_hidden_size": 32,
              "patch_size": 14, "fullatt_block_indexes": [1], "window_size": 56}  # fmt: skip
    config = Qwen2_5_VLConfig(
        text_config=text, vision_config=vision, image_token_id=image, video_token_id=video,
        vision_start_token_id=start, vision_end_token_id=end,
    )  # fmt: skip
    return _write(Qwen2_5_VLForConditionalGeneration, config, processor, folder)


def write_smolvlm(folder: Path) -> Path:
    """A SmolVLM of two layers, with its image and video processors."""
    from transformers import (
        SmolVLMConfig,
        SmolVLMForConditionalGeneration,
        SmolVLMImageProcessor,
        SmolVLMProcessor,
        SmolVLMVideoProcessor,
    )

    words = tokenizer("<fake_token_around_image>", "<image>", "<end_of_utterance>", "<global-img>")
    side = {"longest_edge": 56}
    processor = SmolVLMProcessor(
        SmolVLMImageProcessor(size=side, max_image_size=side, do_image_splitting=False),
        words,
        SmolVLMVideoProcessor(size=side, max_image_size=side, video_sampling={"fps": 1, "max_frames": 64}),
        image_seq_len=4,
        chat_template=CHAT.replace("VIDEO", "<video>").replace("IMAGE", "<image>"),
    )
    text = {"model_type": "llama", "vocab_size": len(words), "hidden_size": 32, "intermediate_size": 64, "head_dim": 16,
            "num_hidden_layers": 2, "num_attention_heads": 2, "num_key_value_heads": 1,
            "max_position_embeddings": 8192, "eos_token_id": words.eos_token_id, "bos_token_id": None,
            "pad_token_id": words.pad_token_id}  # fmt: skip
    vision = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 2,
              "image_size": 56, "patch_size": 14}  # fmt: skip
    config = SmolVLMConfig(
        text_config=text, vision_config=vision, scale_factor=2,
        image_token_id=words.convert_tokens_to_ids("<image>"), pad_token_id=words.pad_token_id,
    )  # fmt: skip
    return _write(SmolVLMForConditionalGeneration, config, processor, folder)


def _write(kind, config, processor, folder: Path) -> Path:
    torch.manual_seed(0)
    model = kind(config).eval()
    model.generation_config.eos_token_id = processor.tokenizer.eos_token_id
    model.save_pretrained(folder)
    processor.save_pretrained(folder)
    return folder
