"""Token-budget batching against fixed batches and single prompts, on SmolLM2-135M: generated tokens a second.

    python benchmarks/generation_batches.py [--prompts 96] [--tokens 32] [--repeats 2] [--threads 2]

All ways share the decoding loop, so that only the batches differ: ours are cut from prompts sorted by length under a
budget of padded tokens; fixed ones hold so many prompts each, in the order of the dataset as a plain loop takes them
and, for size 32, sorted by length too, which is the harder peer. Prompts have about 40 to 75 tokens; texts
are neutral. Single prompts are measured on every eighth prompt. Runs are interleaved.
Run it with nothing else on the machine: two threads that share cores with other work wait for each other.
"""

import argparse
import contextlib
import io
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import torch

from triptych.models.abliteration.batch_equality import first_differences
from triptych.models.abliteration.batches import encode, plan
from triptych.models.abliteration.generate import BATCH_TOKENS, generate_ids
from triptych.models.abliteration.smollm2 import BASE, load

SIZES = (16, 64)
THINGS = ("rain", "a bicycle", "old maps", "bread", "the moon", "tea", "chess", "a river")
Ids = list[list[int]]


def texts(count: int) -> list[str]:
    """Prompts whose lengths differ; every eighth is long."""
    return [
        f"Tell me about {THINGS[n % 8]} and {THINGS[n // 8 % 8]}" + " and again about it" * (8 if n % 8 == 5 else n % 3)
        for n in range(count)
    ]


def answered(
    model: Any, tokenizer: Any, rows: Ids, batches: Sequence[Sequence[int]], tokens: int
) -> dict[int, list[int]]:
    """Generated ids by row; -1 marks an end."""
    found = {}
    for batch in batches:
        made = generate_ids(model, tokenizer, [rows[row] for row in batch], tokens)
        found.update({row: [*one.ids, *([-1] if one.ended else [])] for row, one in zip(batch, made, strict=True)})
    return found


def cut(order: Sequence[int], size: int) -> list[list[int]]:
    """Batches of `size` in the given order."""
    return [list(order[start : start + size]) for start in range(0, len(order), size)]


def main() -> None:
    """Measure all ways in turn and compare medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("prompts", 96), ("tokens", 32), ("repeats", 2), ("threads", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    with contextlib.redirect_stderr(io.StringIO()):
        loaded = load(BASE)
    model, tokenizer = loaded.model, loaded.tokenizer
    rows = encode(tokenizer, texts(chosen.prompts))
    by_length = sorted(range(len(rows)), key=lambda row: -len(rows[row]))
    ways: dict[str, list[list[int]]] = {"batch 1": cut(range(0, len(rows), 8), 1)}
    ways["token budget"] = plan([len(row) for row in rows], BATCH_TOKENS, chosen.tokens)
    for size in SIZES:
        ways[f"fixed {size}"] = cut(range(len(rows)), size)
    ways["fixed 32, sorted"] = cut(by_length, 32)
    found, rates = measured(
        lambda way: answered(model, tokenizer, rows, ways[way], chosen.tokens), list(ways), chosen.repeats
    )
    middle = {way: statistics.median(values) for way, values in rates.items()}
    for way, rate in middle.items():
        print(f"{way}: {rate:.1f} tokens/s")
    best = max((way for way in ways if way.startswith("fixed")), key=lambda way: middle[way])
    print(
        f"n = {len(rows)} prompts of {min(map(len, rows))} to {max(map(len, rows))} tokens, {chosen.tokens} new tokens,"
    )
    print(f"{len(ways['batch 1'])} of them singly; medians of {chosen.repeats} interleaved runs")
    single = sorted(found["batch 1"])
    parted = first_differences(
        model, tokenizer, [rows[row] for row in single],
        [found["batch 1"][row] for row in single], [found["token budget"][row] for row in single],
    )  # fmt: skip
    print(f"answers unlike those of single prompts: {len(parted)} of {len(single)}, gaps {[p.gap for p in parted]}")
    print(f"token budget / {best} = {middle['token budget'] / middle[best]:.2f}")
    print(f"token budget / batch 1 = {middle['token budget'] / middle['batch 1']:.1f}")


def measured(
    run: Callable[[str], dict[int, list[int]]], ways: list[str], repeats: int
) -> tuple[dict[str, dict[int, list[int]]], dict[str, list[float]]]:
    """The last answers and the tokens a second of each way."""
    found: dict[str, dict[int, list[int]]] = {}
    rates: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(repeats):
        for way in ways:
            start = time.perf_counter()
            found[way] = run(way)
            rates[way].append(sum(map(len, found[way].values())) / (time.perf_counter() - start))
    return found, rates


if __name__ == "__main__":
    main()
