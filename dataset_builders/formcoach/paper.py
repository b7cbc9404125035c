"""Numbers of FormCoach (arXiv 2508.07501) that this dataset follows, each with its place.

Slips in the paper, kept in view: 1,700 pairs over 22 exercises are 77.27 each, so that "class-balanced" means 77 or 78;
the size is printed as 224 x 244 and read as 224 x 224; Table 1 words score 1 of accuracy "Mostly correct (misses the
issue)", which is read as "incorrect". The paper gives no interval and no agreement of its annotators.
"""

from typing import Final

EXERCISES: Final = 22
"""Table 3."""
PAIRS: Final = 1700
"""Section 3.1, "Source collection"."""
FRAMES_PER_SECOND: Final = 30
"""Section 3.1; Fit3D itself was filmed at 50."""
MEAN_SECONDS: Final = 3.8
"""Section 3.1: mean length of the fixed window to which a pair is aligned."""
FEWER_WORDS_THAN: Final = 15
"""Section 3.1: "concise (<15 words)"; section 3.2 allows models "within a limit of 15 words"."""
