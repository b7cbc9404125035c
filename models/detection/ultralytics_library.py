"""ultralytics as a guest: nothing sent or fetched unasked, nothing installed, no files outside our cache folder.

Its licence is AGPL-3.0. So it is an extra that a user names, and only what is asked for by its models imports it.
"""

import importlib
import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import torch

from triptych.core.errors import UsageError
from triptych.core.runs import cache_folder
from triptych.core.source import install_command

_ENVIRONMENT: Final = {
    "YOLO_OFFLINE": "true",
    "YOLO_AUTOINSTALL": "false",
    "YOLO_VERBOSE": "false",
    "YOLO_CONFIG_DIR": "",
}
_SERVICES: Final = ("sync", "clearml", "comet", "dvc", "mlflow", "raytune", "tensorboard", "wandb")


def needs_detection(*modules: str) -> None:
    """Raise `UsageError` with the line that installs the extra where one of its modules is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise UsageError("the `detection` extra", f"no {', '.join(missing)}", install_command("detection"))


def ultralytics() -> Any:
    """The module, set up before its first import; a user's own environment variables win."""
    needs_detection("ultralytics")
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value or str(_folder()))
    given, threads = os.environ.get("OMP_NUM_THREADS"), torch.get_num_threads()
    module = importlib.import_module("ultralytics")
    if given is None:  # the import sets it to 1, also for processes that we start later
        os.environ.pop("OMP_NUM_THREADS", None)
    # It would leave a core out, which is half of two.
    torch_utils: Any = importlib.import_module("ultralytics.utils.torch_utils")
    torch_utils.NUM_THREADS = threads
    if Path(os.environ["YOLO_CONFIG_DIR"]) == _folder():
        _settle(module)
    return module


def weights_file(name: str) -> Path | None:
    """A file of weights: as it stands, or published by ultralytics and kept in our cache; None for other names.

    Raises `UsageError` where a published one cannot be fetched.
    """
    if Path(name).is_file():
        return Path(name)
    if Path(name).suffix != ".pt" or "/" in name or find_spec("ultralytics") is None:
        return None
    ultralytics()
    downloads = importlib.import_module("ultralytics.utils.downloads")
    if name not in downloads.GITHUB_ASSETS_NAMES:
        return None
    kept = _folder() / "weights"
    kept.mkdir(parents=True, exist_ok=True)
    try:
        return Path(downloads.attempt_download_asset(str(kept / name), retry=0))
    except (OSError, RuntimeError) as error:
        reason = str(error).strip().split("\n")[0]
        raise UsageError(f"the published weights {name}", reason, "check the network, or name a file") from error


def _folder() -> Path:
    return cache_folder() / "ultralytics"


def _settle(module: Any) -> None:
    wanted: dict[str, Any] = dict.fromkeys(_SERVICES, False)
    wanted |= {name: str(_folder() / name) for name in ("runs_dir", "weights_dir", "datasets_dir")}
    changed = {name: value for name, value in wanted.items() if module.settings.get(name) != value}
    if changed:
        module.settings.update(changed)
    # Reading a dataset looks for this font, though it is drawn with only in plots, and would fetch it.
    font = Path(importlib.import_module("ultralytics.utils").USER_CONFIG_DIR) / "Arial.ttf"
    if not font.exists():
        from matplotlib import get_data_path

        shutil.copyfile(Path(get_data_path()) / "fonts/ttf/DejaVuSans.ttf", font)
