"""How long `find_rails` takes for a 1280x720 picture on one core, against the limit of 0.5 s, and how near it comes.

python benchmarks/find_rails.py
"""

import statistics
import time

import cv2
import numpy as np

from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.rails import find_rails
from triptych.dataset_builders.synrailobs.scenes import scene

LIMIT_S = 0.5


def main() -> None:
    """Print the median time, and the median distance from the known rails of drawn scenes in parts of the gauge."""
    cv2.setNumThreads(1)
    scenes = [scene(place) for place in backgrounds("validation")]
    find_rails(scenes[0].clean)  # numba compiles
    seconds, wrong = [], []
    for drawn in scenes:
        start = time.perf_counter()
        found = find_rails(drawn.clean)
        seconds.append(time.perf_counter() - start)
        rows = np.linspace(max(found.rows[0], drawn.rails.rows[0]), found.rows[-1], 30)
        left, right = (np.interp(rows, drawn.rails.rows, side) for side in (drawn.rails.left, drawn.rails.right))
        off = np.maximum(
            np.abs(np.interp(rows, found.rows, found.left) - left),
            np.abs(np.interp(rows, found.rows, found.right) - right),
        )
        wrong.append(float(np.median(off / (right - left))))
    middle = statistics.median(seconds)
    print(
        f"find_rails, {len(scenes)} drawn scenes of 1280x720: median {middle:.2f} s, {middle / LIMIT_S:.2f} of the "
        f"{LIMIT_S:g} s allowed; median distance from the known rails {statistics.median(wrong):.3f} of the gauge"
    )


if __name__ == "__main__":
    main()
