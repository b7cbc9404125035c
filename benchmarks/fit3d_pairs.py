"""Pairs of Fit3D a second: decode, cut, scale and encode, in one process and in two, on films of Fit3D's size.

    python benchmarks/fit3d_pairs.py

The films are drawn small and enlarged to 900 x 900 at 50 frames a second, repetitions as long as usual: 3 people, 2
exercises, 1 camera, 24 pairs. Per pair that is about as much film to decode as in the whole set, where 8 people have 5
repetitions each. Prints the ratio of two processes to one, and the time for 10,000 pairs that follows.
"""

import json
import statistics
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from triptych.core.runs import digest
from triptych.dataset_builders.formcoach import fit3d_tree
from triptych.dataset_builders.formcoach.builder import FormCoach
from triptych.dataset_builders.formcoach.clips import Format
from triptych.dataset_builders.formcoach.film import at_numbers, probe
from triptych.dataset_builders.formcoach.fit3d_mapping import MAPPING
from triptych.dataset_builders.formcoach.fit3d_survey import survey
from triptych.dataset_builders.formcoach.outside import Plan
from triptych.dataset_builders.formcoach.pairing import TakePair, pair_up
from triptych.dataset_builders.parquet import Outside, build

SMALL, LARGE, RUNS = 180, 900, 2
CARD = Path(fit3d_tree.__file__).with_name("card_fit3d.md")


def main() -> None:
    """Build the same pairs in one process and in two, in turn."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tree = enlarged(
            fit3d_tree.write(
                folder / "fit3d", people=3, exercises=["Squat", "Deadlift"], cameras=1, repetitions=2, size=SMALL
            )
        )
        start = time.perf_counter()
        pairs = pair_up(survey(tree, MAPPING, Format()))
        looked = time.perf_counter() - start
        seconds: dict[int, list[float]] = {1: [], 2: []}
        for run in range(RUNS):
            for processes in seconds:
                seconds[processes].append(timed(pairs, folder / f"{run}-{processes}", processes))
        same = {
            (folder / f"{run}-{n}/data/test-00000-of-00001.parquet").read_bytes()
            for run in range(RUNS)
            for n in seconds
        }
    assert len(same) == 1
    one, two = (statistics.median(seconds[processes]) for processes in (1, 2))
    mean = statistics.mean(pair.seconds for pair in pairs)
    print(
        f"{len(pairs)} pairs of {mean:.1f} s, median of {RUNS} interleaved runs; looking through 6 films {looked:.1f} s"
    )
    for processes, spent in ((1, one), (2, two)):
        rate = len(pairs) / spent
        print(f"{processes} process(es): {rate:.2f} pairs/s, 10,000 pairs in about {10_000 / rate / 60:.0f} min")
    print(f"ratio: {one / two:.2f}")


def timed(pairs: list[TakePair], out: Path, processes: int) -> float:
    """Seconds of a build."""
    outside = Outside({"plan": Plan(pairs, Format())}, digest([pair.id for pair in pairs]), CARD, lambda kept: {})
    start = time.perf_counter()
    build(FormCoach, out, config="pairs", num_proc=processes, outside=outside)
    return time.perf_counter() - start


def enlarged(tree: Path) -> Path:
    """The tree with its films and cameras enlarged."""
    for path in tree.glob("train/*/videos/*/*.mp4"):
        frames = at_numbers(path, range(probe(path).frames))
        fit3d_tree.film(
            path.with_suffix(".large.mp4"), np.stack([cv2.resize(each, (LARGE, LARGE)) for each in frames]), 50
        )
        path.with_suffix(".large.mp4").rename(path)
    for path in tree.glob("train/*/camera_parameters/*/*.json"):
        values = json.loads(path.read_text())
        for lens in (values["intrinsics_w_distortion"], values["intrinsics_wo_distortion"]):
            lens.update({key: (np.asarray(lens[key]) * LARGE / SMALL).tolist() for key in "fc"})
        path.write_text(json.dumps(values))
    return tree


if __name__ == "__main__":
    main()
