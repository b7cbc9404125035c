"""How often the kinematic coach names a fault, and how often it sees one that is not there, on stick people.

Prints hits (part and direction) and false alarms by condition, exercise and severity, each with n and a 95 % Wilson
interval, and draws recall by severity. Two exercises, drawn by lot, are reported apart; dead bands were set with all
exercises in view, so they are no clean test.

    python benchmarks/coach_recall.py [faults of each kind, 1 by default]
"""

import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from stick_pairs import Conditions, make_pair

from triptych.core import charts
from triptych.core.intervals import wilson
from triptych.core.vocabulary import EXERCISES
from triptych.models.coaching.kinematic import compare

CONDITIONS = {
    "usual": Conditions(),
    "idle up to 1 s": Conditions(idle=1.0),
    "uneven tempo": Conditions(uneven_tempo=1.5),
    "25 to 60 frames/s": Conditions(fps=None),
    "other bodies": Conditions(bodies=0.1),
}
APART = ("Dumbbell Lift Overhead", "Burpee")
SEVERITIES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5)
CLEAN_EACH = 2


def measure(faults_each: int) -> Counter[tuple[str, str]]:
    """(slice, what) -> count, over every exercise, condition and fault; what = n, hit, clean, alarm."""
    counts: Counter[tuple[str, str]] = Counter()
    for number, which in enumerate(EXERCISES):
        rng = np.random.default_rng([7, number])
        place = "the two apart" if which.name in APART else "the others"
        for turn, (name, how) in enumerate(CONDITIONS.items()):
            for index, fault in enumerate((*which.faults * faults_each, *[None] * CLEAN_EACH)):
                size = SEVERITIES[(index + turn) % len(SEVERITIES)]
                case = make_pair(which, fault, rng, size, how)
                cue = compare(case.user, case.reference, which.name, case.fps)
                slices = ["all", name, place, which.name]
                if fault is None:
                    _count(counts, slices, "clean", "alarm", cue.body_part is not None)
                    continue
                hit = (cue.body_part, cue.direction) == (fault.body_part, fault.direction)
                _count(counts, [f"severity {size}", *(slices if size >= 1 else [])], "n", "hit", hit)
    return counts


def _count(counts: Counter[tuple[str, str]], slices: list[str], all_of: str, some: str, is_one: bool) -> None:
    for each in slices:
        counts[each, all_of] += 1
        counts[each, some] += is_one


def _share(found: int, n: int) -> str:
    if n == 0:
        return "-"
    low, high = wilson(found, n)
    return f"{found / n:.3f} [{low:.3f}, {high:.3f}] n={n}"


def draw(counts: Counter[tuple[str, str]], path: Path) -> Path:
    """Recall by severity, with 95 % intervals, as PNG."""
    points = [(size, counts[f"severity {size}", "hit"], counts[f"severity {size}", "n"]) for size in SEVERITIES]
    shares = np.array([hit / n for _, hit, n in points])
    limits = np.array([wilson(hit, n) for _, hit, n in points]).T
    with charts.figure(6.5, 4.0) as (drawn, axes):
        axes.errorbar(SEVERITIES, shares, np.abs(limits - shares), fmt="o-", color=charts.BLUE, capsize=3)
        axes.axvline(1.0, color=charts.GREY, linestyle="--")
        axes.text(1.03, 0.05, "clear: 15 degrees or 6 cm", color=charts.GREY)
        axes.set(ylim=(0, 1.03), xlim=(0, 2.6), xlabel="severity (1 = 15 degrees or 6 cm)", ylabel="faults named right")
        axes.set_title("Kinematic coach: recall by severity, stick people")
        return charts.save(drawn, path)


def main(faults_each: int = 1, picture: Path = Path("runs/coach_recall.png")) -> None:
    """Print the table and draw the picture."""
    counts = measure(faults_each)
    picture.parent.mkdir(parents=True, exist_ok=True)
    print(f"{'slice':34s} clear faults named (part and direction)      false alarms on clean pairs")
    places = ("all", *(f"severity {size}" for size in SEVERITIES), *CONDITIONS, "the others", "the two apart")
    for name in (*places, *(which.name for which in EXERCISES)):
        hits = _share(counts[name, "hit"], counts[name, "n"])
        print(f"{name:34s} {hits:42s} {_share(counts[name, 'alarm'], counts[name, 'clean'])}")
    print(draw(counts, picture))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
