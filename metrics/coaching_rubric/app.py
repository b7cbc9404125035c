"""The Space of this metric: a page to try it, made by the one builder for all metrics."""

from pathlib import Path

from triptych.spaces.metric_app import launch_metric

if __name__ == "__main__":
    launch_metric(
        Path(__file__).with_name("coaching_rubric.py"),
        row_case={"feedback": "predictions", "reference": "references", "exercise": "exercises"},
    )
