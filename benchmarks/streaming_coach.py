"""What the streaming coach costs: milliseconds from the last frame of a repetition to its cue, share of one core.

    python benchmarks/streaming_coach.py

30 landmark frames a second of a rendered squat; processor time, so that other work on the machine does not count.
"""

from statistics import median
from time import process_time

import numpy as np

from triptych.dataset_builders.formcoach.motion import perform
from triptych.dataset_builders.formcoach.skeleton import body
from triptych.models.coaching.kinematic import Coach

FPS = 30.0
REPETITIONS = 20


def main() -> None:
    """Prints one line for a cue and one for a stream."""
    reference = perform("Squat", body(1), seed=1, duration_s=3.6)
    one = perform("Squat", body(2), seed=2, duration_s=3.0)
    frames = np.concatenate([one[:1].repeat(30, axis=0), *[one, one[-1:].repeat(20, axis=0)] * REPETITIONS])
    coach, usual, last = Coach(reference, "Squat"), [], []
    for index, frame in enumerate(frames):
        begin = process_time()
        cue = coach.update(frame, index / FPS)
        (usual if cue is None else last).append((process_time() - begin) * 1000)
    share = (sum(usual) + sum(last)) / 1000 / (len(frames) / FPS)
    print(f"last frame to cue: median {median(last):.1f} ms, most {max(last):.1f} ms (n={len(last)} repetitions)")
    print(f"30 frames/s: {share:.1%} of one core, {median(usual):.2f} ms an update (n={len(frames)} frames)")


if __name__ == "__main__":
    main()
