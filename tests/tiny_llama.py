"""A tiny random Llama with a byte tokenizer and a chat template, in a folder: real programs in short time.

python tests/tiny_llama.py FOLDER
"""

import string
import sys
from pathlib import Path

TEMPLATE = (
    "{% for m in messages %}<|start|>{{ m['role'] }}\n{{ m['content'] }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
SIZES = {
    "hidden_size": 32,
    "intermediate_size": 48,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 512,
}


def make_tokenizer():
    """One token a character, three special tokens, a chat template."""
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    words = ["<pad>", "<|start|>", "<|end|>", "<unk>", *string.printable]
    inner = Tokenizer(models.WordLevel({word: number for number, word in enumerate(words)}, unk_token="<unk>"))
    inner.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    inner.decoder = decoders.Fuse()
    inner.add_special_tokens(words[:3])
    made = PreTrainedTokenizerFast(tokenizer_object=inner, pad_token="<pad>", eos_token="<|end|>", unk_token="<unk>")
    made.chat_template = TEMPLATE
    return made


def make_model(tokens, kind="llama", seed=0, **extra):
    """Random model of a `model_type`; large initial weights, so that rows and layers differ clearly."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    torch.manual_seed(seed)
    ids = {"vocab_size": tokens, "pad_token_id": 0, "eos_token_id": 2, "bos_token_id": 1}
    config = AutoConfig.for_model(kind, initializer_range=0.3, **{**SIZES, **ids, **extra})
    return AutoModelForCausalLM.from_config(config).eval()


def save(folder: Path, **extra) -> Path:
    """Model and tokenizer in `folder`, as `--system` takes it; some of its answers end early."""
    import torch

    tokenizer = make_tokenizer()
    model = make_model(len(tokenizer), seed=3, tie_word_embeddings=False, **extra)
    with torch.no_grad():
        model.lm_head.weight[2] *= 2.5
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


if __name__ == "__main__":
    save(Path(sys.argv[1]))
