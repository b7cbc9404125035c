"""Pairs of Fit3D a second: decode, cut, scale and encode, in one process and in two, on films of Fit3D's size.

    python benchmarks/fit3d_pairs.py

The films are drawn small and enlarged to 900 x 900 at 50 frames a second, repetitions as long as usual: 4 people, 2
exercises, 1 camera, 48 pairs. Per pair that is about as much film to decode as in the whole set, where 8 people have 5
repetitions each. Prints the ratio of two processes to one, and the time for 10,000 pairs that follows; the same again
in CPU seconds (those of the parent, and the children's share), which other programs on the machine do not change.
"""

import json
import resource
import statistics
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np

from triptych.core.runs import digest
from triptych.dataset_builders.film import at_numbers, probe
from triptych.dataset_builders.formcoach import fit3d_tree
from triptych.dataset_builders.formcoach.builder import FormCoach
from triptych.dataset_builders.formcoach.clips import Format
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
                folder / "fit3d", people=4, exercises=["Squat", "Deadlift"], cameras=1, repetitions=2, size=SMALL
            )
        )
        start = time.perf_counter()
        pairs = pair_up(survey(tree, MAPPING, Format()))
        looked = time.perf_counter() - start
        seconds: dict[int, list[tuple[float, float]]] = {1: [], 2: []}
        for run in range(RUNS):
            for processes in seconds:
                seconds[processes].append(timed(pairs, folder / f"{run}-{processes}", processes))
        same = {
            (folder / f"{run}-{n}/data/test-00000-of-00001.parquet").read_bytes()
            for run in range(RUNS)
            for n in seconds
        }
    assert len(same) == 1
    mean = statistics.mean(pair.seconds for pair in pairs)
    print(
        f"{len(pairs)} pairs of {mean:.1f} s, median of {RUNS} interleaved runs; looking through 8 films {looked:.1f} s"
    )
    for kind, what in enumerate(("wall", "CPU")):
        one, two = (statistics.median(spent[kind] for spent in seconds[processes]) for processes in (1, 2))
        for processes, spent in ((1, one), (2, two)):
            rate = len(pairs) / spent
            minutes = 10_000 / rate / 60
            print(f"{what}: {processes} process(es) {rate:.2f} pairs/s, 10,000 pairs in about {minutes:.0f} min")
        print(f"ratio ({what}): {one / two:.2f}")


def timed(pairs: list[TakePair], out: Path, processes: int) -> tuple[float, float]:
    """Seconds of a build: by the clock, and of CPU on the longest way."""
    outside = Outside({"plan": Plan(pairs, Format())}, digest([pair.id for pair in pairs]), CARD, lambda kept: {})
    start, own, children = time.perf_counter(), time.process_time(), _children()
    build(FormCoach, out, config="pairs", num_proc=processes, outside=outside)
    longest = time.process_time() - own + (_children() - children) / processes
    return time.perf_counter() - start, longest


def _children() -> float:
    """CPU seconds of child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
