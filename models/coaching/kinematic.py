"""The coach that sees joints, not video: `compare` for one repetition, `Coach` for a stream of landmarks."""

from triptych.models.coaching.coach import Coach
from triptych.models.coaching.comparison import Cue, compare, preferred_parts

__all__ = ["Coach", "Cue", "compare", "preferred_parts"]
