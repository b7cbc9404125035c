"""ultralytics stays within our cache folder, sends nothing, and leaves the one OpenCV without windows alone."""

import json
import os
import subprocess
import sys
from importlib.metadata import distributions

from triptych.models.detection.ultralytics_library import weights_file

LOOK = """
import json, os, torch
before = torch.get_num_threads()
from triptych.models.detection.ultralytics_library import ultralytics
module = ultralytics()
from ultralytics.utils.torch_utils import select_device
select_device("cpu")
from ultralytics.utils import ONLINE, USER_CONFIG_DIR, AUTOINSTALL
from ultralytics.utils.events import events
print(json.dumps({
    "settings": dict(module.settings), "online": ONLINE, "folder": str(USER_CONFIG_DIR), "install": AUTOINSTALL,
    "events": events.enabled, "threads": os.environ.get("OMP_NUM_THREADS"),
    "same_threads": before == torch.get_num_threads(),
}))
"""


def look(tmp_path, **changes):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("YOLO_", "OMP_", "PYTEST"))}
    environ = {**kept, "HOME": str(tmp_path / "home"), "TRIPTYCH_CACHE": str(tmp_path / "cache"), **changes}
    done = subprocess.run(
        [sys.executable, "-c", LOOK], env=environ, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def test_nothing_outside_the_cache_and_no_services(tmp_path):
    found = look(tmp_path)
    cache = str(tmp_path / "cache")
    assert found["folder"].startswith(cache)
    for name in ("runs_dir", "weights_dir", "datasets_dir"):
        assert found["settings"][name].startswith(cache)
    for name in ("sync", "clearml", "comet", "dvc", "mlflow", "raytune", "tensorboard", "wandb"):
        assert found["settings"][name] is False
    assert (found["online"], found["install"], found["events"], found["threads"]) == (False, False, False, None)
    assert found["same_threads"], "training and predicting use the cores that torch was given"
    assert {path.name for path in tmp_path.iterdir()} <= {"cache", "home"}
    assert not list((tmp_path / "home").rglob("*ltralytics*"))


def test_a_users_own_settings_win(tmp_path):
    own = tmp_path / "own"
    found = look(tmp_path, YOLO_CONFIG_DIR=str(own), OMP_NUM_THREADS="3")
    assert found["folder"].startswith(str(own))
    assert found["threads"] == "3"
    assert found["same_threads"]
    assert not found["settings"]["runs_dir"].startswith(str(tmp_path / "cache"))
    assert found["events"] is False


def test_one_opencv_the_one_for_servers():
    names = {str(one.metadata["Name"]).lower() for one in distributions()}
    assert {name for name in names if name.startswith("opencv")} == {"opencv-python-headless"}


def test_files_are_found_and_names_of_others_left_alone(tmp_path):
    (tmp_path / "mine.pt").write_bytes(b"x")
    assert weights_file(str(tmp_path / "mine.pt")) == tmp_path / "mine.pt"
    assert weights_file("facebook/detr-resnet-50") is None
    assert weights_file("unheard-of.pt") is None
