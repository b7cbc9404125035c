"""Generation with a direction projected out of every layer against the same model as it is.

    python benchmarks/hooked_generation.py

SmolLM2-135M, 8 prompts of 12 tokens, 12 new tokens each, float32. Both generate exactly as many tokens (nothing ends a
row early), in turns, so that a busy machine slows both. Prints one ratio: tokens/s hooked / tokens/s unhooked, the
median over the pairs.
"""

import statistics
import time

import torch

from triptych.models.abliteration.hooks import ablate
from triptych.models.abliteration.smollm2 import load

ROWS, PROMPT, NEW, PAIRS = 8, 12, 12, 9


def main() -> None:
    """Time pairs of runs, the order changing from pair to pair, and print the ratio."""
    model = load("smollm2-135m").model
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(100, 40000, (ROWS, PROMPT), generator=generator)
    vector = torch.randn(model.config.hidden_size, generator=generator)
    vector = vector / vector.norm()

    def unhooked() -> float:
        start = time.perf_counter()
        made = model.generate(
            ids, attention_mask=torch.ones_like(ids), max_new_tokens=NEW, min_new_tokens=NEW, do_sample=False
        )
        assert made.shape == (ROWS, PROMPT + NEW)
        return time.perf_counter() - start

    def hooked() -> float:
        with ablate(model, vector):
            return unhooked()

    unhooked(), hooked()
    pairs = []
    for number in range(PAIRS):
        first, second = (unhooked, hooked) if number % 2 else (hooked, unhooked)
        times = {first: first(), second: second()}
        pairs.append((times[unhooked], times[hooked]))
    plain, edited = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(before / after for before, after in pairs)
    tokens = ROWS * NEW
    print(f"{ROWS} rows x {NEW} tokens: unhooked {tokens / plain:.0f}, hooked {tokens / edited:.0f} tokens/s")
    print(f"ratio: {ratio:.3f} (median of {PAIRS} interleaved pairs)")


if __name__ == "__main__":
    main()
