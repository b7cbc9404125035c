"""Numbers of FormCoach (arXiv 2508.07501) that concern judging feedback."""

# Table 2, on 1,700 pairs, judged by GPT-4.1: accuracy %, actionability %, hallucination %. No interval, number of
# scored rows or agreement with people is given, and no hallucination rate is k/1700: rows were dropped, or averaged by
# group.
TABLE_2 = {
    "GPT-4.1": (58.2, 94.4, 74.26),
    "GPT-o4-mini": (56.2, 86.4, 93.99),
    "Claude Opus 4": (49.6, 84.6, 82.79),
    "QwenVL2.5-7B": (46.6, 79.8, 94.39),
    "QwenVL2.5-3B": (45.8, 87.4, 96.79),
    "InternVL2.5-8B": (46.4, 82.4, 93.60),
    "InternVL2.5-4B": (44.6, 87.0, 95.60),
    "InternVL2.5-2B": (42.6, 83.4, 94.16),
    "GLM4V-9B": (45.0, 85.6, 94.62),
    "VideoLLaMA3": (44.8, 69.0, 75.98),
    "Gemini-2.0-Flash": (43.8, 91.2, 97.3),
}

# Table 2's order of columns.
FIGURES = ("accuracy", "actionability", "hallucination")

N_PAIRS = 1_700
EXERCISES = 22
LONGEST_INSTRUCTION_WORDS = 15

# Figure 4 names, without values that could be read off the text, the exercises on which accuracy is highest and lowest.
FIGURE_4_HIGHEST = ("Barbell Shrug", "Hands Up Rotate", "Opposite Arms Up and Down Warmup")
FIGURE_4_LOWEST = ("Burpee", "Barbell Pull Up", "Mule Kick")
