"""`triptych demo`: everything a newcomer should see, on embedded data and a real small model, without a Hub."""

from pathlib import Path

from triptych.core.progress import Stages
from triptych.hub import formcoach_study, refusal_study, synrailobs_study
from triptych.hub.install import install
from triptych.hub.report import Panel, write_report
from triptych.hub.video_support import missing_video_support


def demo(out: Path, seed: int = 0, limit: int | None = None) -> Path:
    """Install, run each panel's study in `out`, write and print one report. Returns the page's path."""
    stages = Stages()
    print("triptych demo: seconds by stage")
    with stages.stage("install into the Hugging Face caches"):
        installed = install()
    report = out / "report"
    panels = [
        formcoach_study.run_study(out / "formcoach", report, stages, formcoach_study.StudySettings(limit=limit)),
        synrailobs_study.run_study(
            out / "synrailobs", report, stages, synrailobs_study.Settings(seed=seed, limit=limit)
        ),
        refusal_study.run_study(out / "refusals", seed, limit, stages=stages, report=report),
    ]
    page = write_report(out / "report", panels, stages.seconds)
    show(panels, page, stages)
    print("\nThese lines now work in any directory, offline:")
    for each in installed:
        print(f"  {each.line}")
    if note := missing_video_support():
        print(note)
    return page


def show(panels: list[Panel], page: Path, stages: Stages) -> None:
    """Print tables and findings of each panel, the total of seconds and where the report lies."""
    for panel in panels:
        print(f"\n== {panel.title} ==")
        for table in panel.tables:
            print("\n" + table.as_text())
        print("\n" + "\n".join(f"- {finding}" for finding in panel.findings))
    print(f"\n{stages.total:.0f} s in all. Report: {page.resolve()}")
