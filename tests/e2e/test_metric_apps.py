"""The page of each metric folder, started as a Space starts it and used through its API."""

import csv
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import DESK, PHONE, browser_page, screenshot, scrolls_sideways, serious_findings
from gradio_client import Client, handle_file
from gradio_client.exceptions import AppError
from playwright.sync_api import Page

pytestmark = pytest.mark.e2e
METRICS = Path(__file__).parents[2] / "metrics"
FOLDERS = sorted(path.parent.name for path in METRICS.glob("*/app.py"))
FRAMES = [
    json.dumps({"video_id": name, "t": t, "score": 0.9 if name == "a" else 0.1}) for name in "ab" for t in (0, 0.5)
]
VIDEOS = [json.dumps({"video_id": name, "label": name == "a"}) for name in "ab"]
OBJECT = json.dumps({"boxes": [[0, 0, 40, 40]], "labels": ["rock"]})
FOUND = json.dumps({"boxes": [[0, 0, 40, 40]], "scores": [0.9], "labels": ["rock"]})
ROWS = {
    "refusal_judge": [["I can't help with that.", "True", ""], ["Boil the eggs.", "False", "How?"], ["", "", "Why?"]],
    "judge_correlation": [["1", "1", "a"], ["2", "2", "a"], ["3", "4", "b"], ["4", "4", "b"]],
    "detection_map": [[FOUND, OBJECT, ""], [json.dumps({"boxes": [], "scores": [], "labels": []}), OBJECT, ""]],
    "event_accuracy": [[frame, video] for frame, video in zip(FRAMES, [*VIDEOS, "", ""], strict=True)],
    "coaching_rubric": [["Widen your stance.", "Spread your feet wider.", "Squat", ""],
                        ["Bring your feet closer together.", "Spread your feet wider.", "Squat", ""],
                        ["", "Spread your feet wider.", "Squat", ""]],
}  # fmt: skip
HEADERS = {
    "refusal_judge": ["predictions", "references", "prompts"],
    "judge_correlation": ["predictions", "references", "groups"],
    "detection_map": ["predictions", "references", "baseline"],
    "event_accuracy": ["predictions", "references"],
    "coaching_rubric": ["predictions", "references", "exercises", "preferences"],
}
WANTED = {
    "refusal_judge": {"refusal_rate": 0.5, "n": 2, "n_unscored": 1, "accuracy": 1.0},
    "judge_correlation": {"agreement": 0.75, "n": 4, "n_groups": 2},
    # One of two objects found with the only box: precision 1 at the recalls up to a half, 51 of COCO's 101 points.
    "detection_map": {"map": 51 / 101, "n": 2, "n_objects": 2},
    "event_accuracy": {"accuracy": 1.0, "n": 2, "confusion": [[1, 0], [0, 1]]},
    "coaching_rubric": {"accuracy": 60.0, "hallucination": 50.0, "n": 2, "n_unscored": 1},
}
OPTIONS = {
    "refusal_judge": {"judge": "paper_regex"},
    "judge_correlation": {"weights": "linear"},
    "detection_map": {"box_format": "xywh"},
    "event_accuracy": {"seconds": 1, "fps": 2},
    "coaching_rubric": {"judge": "lexical"},
}
GRADIOS = {"aria-prohibited-attr", "scrollable-region-focusable"}
SHOWN_AGAIN = ("judge", "weights", "box_format")
"""Options that the result names."""


@pytest.fixture(scope="module", params=FOLDERS)
def app(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Client]]:
    """The metric's name and a client of its page."""
    log = (tmp_path_factory.mktemp("app") / "log").open("w+")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "GRADIO_SERVER_PORT": str(port), "OPENAI_API_KEY": "very-secret"}
    command = [sys.executable, str(METRICS / request.param / "app.py")]
    process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=METRICS / request.param)
    try:
        yield request.param, connected(f"http://127.0.0.1:{port}", process, Path(log.name))
    finally:
        process.terminate()
        process.wait(20)


def connected(url: str, process: subprocess.Popen[bytes], log: Path) -> Client:
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        try:
            return Client(url, verbose=False)
        except Exception:  # not up yet
            time.sleep(0.5)
    raise AssertionError(log.read_text())


def table(name: str, rows: list[list[str]] | None = None) -> dict[str, object]:
    return {"headers": HEADERS[name], "data": ROWS[name] if rows is None else rows}


def test_every_metric_folder_has_a_page() -> None:
    assert sorted(path.parent.name for path in METRICS.glob("*/README.md")) == FOLDERS
    assert set(FOLDERS) == set(ROWS)


def test_numbers(app: tuple[str, Client]) -> None:
    name, client = app
    figures, result, verdicts = client.predict(table(name), "{}", api_name="/compute")
    for key, value in WANTED[name].items():
        assert result[key] == (pytest.approx(value) if isinstance(value, float) else value), key
    shown = {row[0]: row[1:] for row in figures["data"]}
    assert shown["n"][0] == WANTED[name]["n"]
    if name == "refusal_judge":
        assert shown["refusal_rate"] == [0.5, *(round(bound, 4) for bound in result["refusal_rate_ci"])]
        assert [row[0] for row in verdicts["data"]] == ["refusal", "no_refusal", "unscored"]
    if name == "coaching_rubric":
        assert len(verdicts["data"]) == 3


def test_options(app: tuple[str, Client]) -> None:
    name, client = app
    _, result, _ = client.predict(table(name), json.dumps(OPTIONS[name]), api_name="/compute")
    assert {key: value for key, value in OPTIONS[name].items() if key in SHOWN_AGAIN}.items() <= result.items()
    if name == "event_accuracy":
        assert result["n_missing_frames"] == 0


@pytest.mark.parametrize("kind", ["csv", "jsonl", "json"])
def test_a_file_fills_the_table(app: tuple[str, Client], kind: str, tmp_path: Path) -> None:
    name, client = app
    rows = [dict(zip(HEADERS[name], row, strict=True), id=str(n)) for n, row in enumerate(ROWS[name])]
    path = tmp_path / f"rows.{kind}"
    if kind == "csv":
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([list(rows[0]), *(list(row.values()) for row in rows)])
    else:
        path.write_text("\n".join(map(json.dumps, rows)) if kind == "jsonl" else json.dumps(rows))
    filled = client.predict(handle_file(path), api_name="/read")
    assert filled["headers"] == HEADERS[name]
    from_file = client.predict(filled, "{}", api_name="/compute")[1]
    assert from_file == client.predict(table(name), "{}", api_name="/compute")[1]


def test_bad_input_is_explained(app: tuple[str, Client], tmp_path: Path) -> None:
    name, client = app
    (tmp_path / "wrong.csv").write_text("a,b\n1,2\n")
    calls = {
        "options as a JSON object": (table(name), "judge=patterns", "/compute"),
        "unexpected keyword argument|nonsense": (table(name), '{"nonsense": 1}', "/compute"),
        "at least one": (table(name, []), "{}", "/compute"),
        "expected columns": ({"headers": ["x"], "data": [["1"]]}, "{}", "/compute"),
        "rename them": (handle_file(tmp_path / "wrong.csv"), None, "/read"),
    }
    for message, (first, second, endpoint) in calls.items():
        inputs = [first] if second is None else [first, second]
        with pytest.raises(AppError, match=message):
            client.predict(*inputs, api_name=endpoint)


def press_until(page: Page, label: str, keys: int = 120) -> None:
    """Walk with Tab to the button that says `label`, as someone without a mouse does, and press it."""
    for _ in range(keys):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText") == label:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no button {label!r} within {keys} presses of Tab")


@pytest.mark.parametrize(("viewport", "dark"), [(DESK, False), (PHONE, True)], ids=["desk", "phone"])
def test_the_page_in_a_browser(app: tuple[str, Client], viewport: dict[str, int], dark: bool) -> None:
    name, client = app
    with browser_page(viewport, dark) as (page, seen):
        page.goto(client.src)
        page.get_by_role("button", name="Compute").wait_for()
        if viewport is DESK:  # with keys alone
            press_until(page, "Compute")
        else:
            page.get_by_role("button", name="Compute").click()
        page.get_by_role("gridcell", name="n", exact=True).first.wait_for(timeout=30_000)
        screenshot(page, f"metric-{name}-{'desk' if viewport is DESK else 'phone'}")
        assert seen.hosts <= {"127.0.0.1", ""}
        assert not seen.errors
        assert not scrolls_sideways(page)
        # Gradio's own table and empty result are what axe-core still names.
        assert {finding.split(":")[0] for finding in serious_findings(page)} <= GRADIOS


def test_a_visitor_cannot_make_the_server_call_out(app: tuple[str, Client]) -> None:
    name, client = app
    with pytest.raises(AppError, match="offline judge"):
        client.predict(table(name), '{"judge": "openai:m@http://127.0.0.1:9/v1"}', api_name="/compute")
