"""Composites on photographs against what else writes such pictures, on one core, and two processes against one.

    python benchmarks/composites.py

1280x720, quality 90, 4:2:0; one obstacle of the default sizes and distances, shadow, blur, noise and harmonisation on,
label and provenance written. AlbumentationsX (AGPL) is compared where it can be imported, and is needed for nothing.
"""

import io
import json
import multiprocessing
import pickle
import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import simplejpeg
from PIL import Image

from triptych.dataset_builders.synrailobs.labels import encode, tight_box
from triptych.dataset_builders.synrailobs.paper import DISTANCE_BINS
from triptych.dataset_builders.synrailobs.photos.composer import Look, compose
from triptych.dataset_builders.synrailobs.photos.ground import Ground, prepare
from triptych.dataset_builders.synrailobs.photos.layout import Layout, draw_placements
from triptych.dataset_builders.synrailobs.photos.parts import Background, Cutout, Placement
from triptych.dataset_builders.synrailobs.photos.recipe import Recipe
from triptych.dataset_builders.synrailobs.photos.rows import provenance, row
from triptych.dataset_builders.synrailobs.photos.view import view
from triptych.dataset_builders.synrailobs.plan import Wanted, backgrounds
from triptych.dataset_builders.synrailobs.scenes import scene
from triptych.dataset_builders.synrailobs.schema import CATEGORIES
from triptych.dataset_builders.synrailobs.sprites import draw_sprite

PLACES, THINGS, COMPOSITES, SLOW, SLOW_TIMES = 4, 36, 240, 24, 5
PARALLEL, ROUNDS = 600, 5
QUALITY = 90

Job = tuple[Ground, dict[str, Any], Placement]
"""A ground, what is known of its camera, and a place: the first two are prepared once for many composites."""


def grounds(folder: Path) -> list[Ground]:
    """Drawn scenes as the files of photographs, prepared."""
    places = [place for place in backgrounds("validation") if place.light == "day"][:PLACES]
    found = []
    for place in places:
        drawn, file = scene(place), folder / f"{place.id}.jpg"
        if not file.is_file():
            file.write_bytes(simplejpeg.encode_jpeg(drawn.finished(drawn.clean, 0), quality=95, colorsubsampling="420"))
        found.append(prepare(Background(place.id, file, drawn.rails, place.id, "drawn", "CC0-1.0", True), QUALITY))
    return found


@lru_cache(maxsize=1)
def gallery() -> dict[str, list[Cutout]]:
    """Cut-outs as large as photographed ones are."""
    drawn = [(category, draw_sprite(category, seed, 120.0)) for seed in range(THINGS // 6) for category in CATEGORIES]
    things: dict[str, list[Cutout]] = {category: [] for category in CATEGORIES}
    for number, (category, sprite) in enumerate(drawn):
        things[category].append(Cutout(str(number), sprite.rgba, category, sprite.source, "CC0-1.0", True))
    return things


def place(ground: Ground, rng: np.random.Generator) -> list[Placement]:
    """One obstacle, any category and any bin of the paper's distances alike."""
    wanted = Wanted(str(rng.choice(CATEGORIES)), str(rng.choice(list(DISTANCE_BINS))))
    return draw_placements(ground, gallery(), rng, Layout(), [wanted])


def jobs(folder: Path) -> list[Job]:
    """What all contestants paste, one background after another as a build does."""
    found: list[Job] = []
    for number, ground in enumerate(grounds(folder)):
        rng, camera = np.random.default_rng(number), view(ground, Layout().camera).known
        while len(found) < (number + 1) * COMPOSITES // PLACES:
            found += [(ground, camera, one) for one in place(ground, rng)]
    return found


def ours(job: Job, seed: int) -> bytes:
    """A row with its JPEG, labels and provenance."""
    return finished(job, [job[2]], seed)


def with_places(job: Job, seed: int) -> bytes:
    """The same with the place drawn, too."""
    return finished(job, place(job[0], np.random.default_rng(seed)), seed)


def finished(job: Job, placements: list[Placement], seed: int) -> bytes:
    """From places to the row's bytes."""
    ground, camera, _ = job
    recipe = Recipe("train", 1, 1, {}, Layout(), Look(), ground.size, QUALITY, "benchmark")
    composed = compose(ground, placements, recipe.look, np.random.default_rng(seed))
    more = provenance(seed, ground.background, composed, 1, camera, recipe)
    whole = row(f"train-{seed}", ground.background, composed, recipe.size, more)
    json.dumps([whole["parameters"], whole["objects"]])
    return bytes(whole["image"]["bytes"])


def merely_encoded(job: Job, seed: int) -> bytes:
    """No composite at all: a frame through simplejpeg."""
    return bytes(simplejpeg.encode_jpeg(job[0].frame, quality=QUALITY, colorspace="RGB", colorsubsampling="420"))


def cutout_file(folder: Path, cutout: Cutout) -> Path:
    """Its PNG, as a gallery on the disk has it."""
    file = folder / f"{cutout.id}.png"
    if not file.is_file():
        Image.fromarray(cutout.rgba).save(file)
    return file


def at_size(placement: Placement, rgba: np.ndarray[Any, np.dtype[np.uint8]]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The cut-out (h, w, 4) as it is pasted."""
    rows, columns = rgba.shape[:2]
    high = max(round(placement.height_px), 1)
    size = max(round(high * columns / rows * placement.stretch), 1), high
    return np.asarray(cv2.resize(rgba, size, interpolation=cv2.INTER_AREA), np.uint8)


def naive(job: Job, seed: int) -> bytes:
    """I T M + B (1 - M) over the frame, as in the paper's section 3, then Pillow; its files are read for each."""
    ground, _, placement = job
    with Image.open(ground.background.file) as image:
        background = np.asarray(image.convert("RGB"))
    with Image.open(cutout_file(ground.background.file.parent, placement.cutout)) as image:
        thing = at_size(placement, np.asarray(image))
    layer, top, left = np.zeros((*background.shape[:2], 4)), round(placement.row) - len(thing), round(placement.column)
    rows, columns = slice(max(top, 0), top + len(thing)), slice(left, left + thing.shape[1])
    target = layer[rows, columns]
    target[:] = thing[: target.shape[0], : target.shape[1]]
    cover = layer[..., 3:] / 255
    blended = (layer[..., :3] * cover + background * (1 - cover)).astype(np.uint8)
    mask = layer[..., 3] >= 128
    if mask.any():
        encode(mask)
        tight_box(mask)
    out = io.BytesIO()
    Image.fromarray(blended).save(out, "JPEG", quality=QUALITY, subsampling="4:2:0")
    return out.getvalue()


def copy_and_paste() -> Callable[[Job, int], bytes] | None:
    """AlbumentationsX's transform and simplejpeg; None where it cannot be imported."""
    try:
        import albumentations
    except ImportError:
        return None
    boxes = albumentations.BboxParams(coord_format="pascal_voc", label_fields=["labels"])
    transform = albumentations.Compose([albumentations.CopyAndPaste(blend_mode="gaussian", p=1.0)], bbox_params=boxes)
    donors: dict[int, dict[str, Any]] = {}

    def run(job: Job, seed: int) -> bytes:
        ground, _, placement = job
        if id(placement) not in donors:
            thing = at_size(placement, placement.cutout.rgba)
            mask = (thing[..., 3] >= 128).astype(np.uint8)
            image = np.ascontiguousarray(thing[..., :3])
            donors[id(placement)] = {"image": image, "mask": mask, "bbox_labels": {"labels": 1}}
        empty = {"masks": np.zeros((0, *ground.frame.shape[:2]), np.uint8), "bboxes": np.zeros((0, 4)), "labels": []}
        done = transform(image=ground.frame, copy_paste_metadata=[donors[id(placement)]], **empty)
        return bytes(simplejpeg.encode_jpeg(done["image"], quality=QUALITY, colorsubsampling="420"))

    return run


def interleaved(
    mine: Callable[[Job, int], bytes], peer: Callable[[Job, int], bytes], todo: list[Job], times: int = 1
) -> list[float]:
    """Median seconds of both, run in turn on the same jobs, and their ratio; ours runs `times` for one of the peer's.

    A slow peer fills the caches with its own frames; a build makes one composite after another.
    """
    seconds: list[float] = []
    theirs: list[float] = []
    for seed, job in enumerate(todo):
        for _ in range(times):
            start = time.perf_counter()
            mine(job, seed)
            seconds.append(time.perf_counter() - start)
        start = time.perf_counter()
        peer(job, seed)
        theirs.append(time.perf_counter() - start)
    both = [statistics.median(each) for each in (seconds, theirs)]
    return [*both, both[1] / both[0]]


def report(name: str, limit: float, found: list[float], n: int) -> None:
    """One line a ratio."""
    print(
        f"{name} / composites = {found[2]:.2f} ({limit:g} wanted): {1e3 * found[1]:.2f} ms against "
        f"{1e3 * found[0]:.2f} ms, medians of {n} in turn"
    )


@lru_cache(maxsize=1)
def kept_jobs(file: Path) -> list[Job]:
    """Prepared by the first process that asks, warm in each."""
    cv2.setNumThreads(1)
    if not file.is_file():
        file.write_bytes(pickle.dumps(jobs(file.parent)))
    found: list[Job] = pickle.loads(file.read_bytes())
    for seed, job in enumerate(found):
        ours(job, seed)
    return found


def work(file: Path, n: int) -> tuple[float, float]:
    """Composites in a row; when they were begun and finished."""
    todo = kept_jobs(file)
    start = time.monotonic()
    for seed in range(n):
        ours(todo[seed % len(todo)], seed)
    return start, time.monotonic()


def rate(pool: ProcessPoolExecutor, file: Path, processes: int) -> float:
    """Composites a second of so many processes at once."""
    done = list(pool.map(work, [file] * processes, [PARALLEL // processes] * processes))
    return PARALLEL / (max(end for _, end in done) - min(start for start, _ in done))


def parallel(file: Path) -> None:
    """Print what a second process adds."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as one, ProcessPoolExecutor(2, context) as two:
        for pool, processes in ((one, 1), (two, 2)):
            list(pool.map(work, [file] * 2 * processes, [1] * 2 * processes))
        rates = [(rate(one, file, 1), rate(two, file, 2)) for _ in range(ROUNDS)]
    single, double = (statistics.median(each) for each in zip(*rates, strict=True))
    print(
        f"2 processes / 1 = {statistics.median(b / a for a, b in rates):.2f} (1.8 wanted): {double:.0f} against "
        f"{single:.0f} composites a second, medians of {ROUNDS} rounds of {PARALLEL} in turn"
    )


def main() -> None:
    """Print one ratio a line."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "jobs.pickle"
        todo = kept_jobs(file)
        heights = statistics.median(placement.height_px for *_, placement in todo)
        print(f"{len(todo)} composites of 1280x720, one obstacle each, median height {heights:.0f} px, one core")
        report("simplejpeg encoding alone", 1.4, interleaved(ours, merely_encoded, todo), len(todo))
        slow = todo[:: len(todo) // SLOW]
        for *_, placement in slow:
            cutout_file(Path(name), placement.cutout)
        report("naive full frame and Pillow", 40, interleaved(ours, naive, slow, SLOW_TIMES), len(slow))
        peer = copy_and_paste()
        if peer is None:
            print("AlbumentationsX is not installed, so not compared (pip install albumentationsx)")
        else:
            interleaved(ours, peer, slow[:3])
            report(
                "AlbumentationsX CopyAndPaste and encoding", 15, interleaved(ours, peer, slow, SLOW_TIMES), len(slow)
            )
        drawn = interleaved(with_places, merely_encoded, todo)
        print(f"with places drawn, too: {1e3 * drawn[0]:.2f} ms, simplejpeg encoding alone / this = {drawn[2]:.2f}")
        parallel(file)


if __name__ == "__main__":
    main()
