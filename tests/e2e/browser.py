"""A page in Debian's Chromium, and a program that serves it: what a visitor sees, and what the page does unseen."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, sync_playwright

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
SHOTS = Path(os.environ.get("TRIPTYCH_SHOTS", "runs/screenshots"))
"""Where screenshots are kept for people to look at."""


@dataclass
class Seen:
    """What a page did besides showing itself."""

    hosts: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)


@contextlib.contextmanager
def served(command: Sequence[str], log: Path, env: dict[str, str] | None = None, ready_s: float = 60) -> Iterator[str]:
    """The address of the page that `command` serves at the port of GRADIO_SERVER_PORT; stopped at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    settings = {**os.environ, "GRADIO_SERVER_PORT": str(port), "GRADIO_SERVER_NAME": "127.0.0.1", **(env or {})}
    line = [part.replace("{port}", str(port)) for part in command]
    with log.open("w") as out, subprocess.Popen(line, env=settings, stdout=out, stderr=out) as process:
        try:
            wait_for(url, process, log, ready_s)
            yield url
        finally:
            process.terminate()
            process.wait(20)


def wait_for(url: str, process: subprocess.Popen[Any], log: Path, ready_s: float) -> float:
    """Seconds until `url` answered, even with 401."""
    began = time.monotonic()
    while time.monotonic() - began < ready_s and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return time.monotonic() - began
        except urllib.error.HTTPError:
            return time.monotonic() - began
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no page at {url}: {log.read_text()[-3000:]}")


@contextlib.contextmanager
def browser_page(
    viewport: dict[str, int] = DESK, dark: bool = False, arguments: Sequence[str] = ()
) -> Iterator[tuple[Page, Seen]]:
    """A fresh browser page, and a record of the hosts that it asks and of its errors."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "no chromium: make system"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", *arguments])
        context = browser.new_context(viewport=viewport, color_scheme="dark" if dark else "light")  # type: ignore[arg-type]
        page, seen = context.new_page(), Seen()
        page.on("request", lambda request: seen.hosts.add(_host(request.url)))
        page.on("console", lambda message: seen.errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: seen.errors.append(str(error)))
        try:
            yield page, seen
        finally:
            browser.close()


def scrolls_sideways(page: Page) -> bool:
    """Whether the page is wider than its window."""
    return bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))


def serious_findings(page: Page, within: str | None = None) -> list[str]:
    """What axe-core calls serious or critical, below the selector `within` or on the whole page."""
    found = Axe().run(page, context=within).response["violations"]
    return [
        f"{each['id']}: {node['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def screenshot(page: Page, name: str) -> Path:
    """The whole page as a PNG among the kept ones."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png", full_page=True)
    return SHOTS / f"{name}.png"


def _host(url: str) -> str:
    """`data:` and `blob:` ask nobody."""
    return url.split("/")[2].split(":")[0] if "://" in url and not url.startswith("blob:") else ""
