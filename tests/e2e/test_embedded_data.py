"""What the installed datasets promise, checked on every row, with plain `datasets` as a user has it."""

import subprocess
import sys
from pathlib import Path

import pytest
from programs import environment

pytestmark = pytest.mark.e2e

FORMCOACH = """
import io, av, cv2, numpy as np, tempfile, os
from collections import Counter
from datasets import Video, load_dataset
from torchcodec.decoders import VideoDecoder
d = load_dataset("formcoach")["test"]
names = d.features["exercise"].names
small = d.select_columns(["exercise", "fault", "instruction", "fps", "user_joints", "reference_joints"])
pairs = Counter(small["exercise"])
assert len(pairs) == 22 and min(pairs.values()) >= 4, pairs
assert 5 * sum(fault is None for fault in small["fault"]) == len(d)
assert all((row["fault"] is None) == (row["instruction"] is None) for row in small)
assert max(len(text.split()) for text in small["instruction"] if text) <= 15

def of_pyav(clip):
    with av.open(io.BytesIO(clip)) as box:
        stream = box.streams.video[0]
        return sum(1 for _ in box.decode(stream)), stream.width, stream.height, float(stream.average_rate)

def of_opencv(clip):
    with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
        file.write(clip); file.flush()
        video = cv2.VideoCapture(file.name)
        n = 0
        while video.read()[0]:
            n += 1
        width, height = int(video.get(cv2.CAP_PROP_FRAME_WIDTH)), int(video.get(cv2.CAP_PROP_FRAME_HEIGHT))
        return n, width, height, video.get(cv2.CAP_PROP_FPS)

def of_torchcodec(clip):
    video = VideoDecoder(clip)
    frames = video.get_frames_in_range(0, len(video)).data
    return len(frames), frames.shape[3], frames.shape[2], round(video.metadata.average_fps, 6)

seconds = []
for side in ("user", "reference"):
    clips = d.select_columns([side]).cast_column(side, Video(decode=False))
    for place in range(len(d)):
        joints = np.asarray(small[place][f"{side}_joints"], np.float32)
        assert joints.shape[1:] == (25, 3) and np.isfinite(joints).all()
        clip, wanted = clips[place][side]["bytes"], (len(joints), 224, 224, 30.0)
        for read in (of_pyav, of_opencv, of_torchcodec):
            assert read(clip) == wanted, (place, side, read.__name__, read(clip), wanted)
        seconds.append(len(joints) / 30)
assert max(seconds) <= 6 and 3.3 < np.mean(seconds) < 4.3, (max(seconds), np.mean(seconds))
print(f"{len(seconds)} clips, mean {np.mean(seconds):.2f} s, longest {max(seconds):.2f} s")
"""

SYNRAILOBS = """
import numpy as np
from datasets import load_dataset
from pycocotools import mask as coco
d = load_dataset("synrailobs")
backgrounds = {split: set(d[split]["background_id"]) for split in d}
ids = [name for split in d for name in d[split]["id"]]
assert len(ids) == len(set(ids)) == 240
assert all(not backgrounds[a] & backgrounds[b] for a in d for b in d if a < b)
objects = 0
for split in d:
    assert any(not row for row in d[split]["objects"]), "clean negatives"
    for row in d[split].select_columns(["objects", "width", "height"]):
        for one in row["objects"]:
            mask = coco.decode({"size": one["mask"]["size"], "counts": one["mask"]["counts"].encode()})
            ys, xs = np.nonzero(mask)
            box = [xs.min(), ys.min(), xs.max() - xs.min() + 1, ys.max() - ys.min() + 1]
            assert one["bbox"] == box and one["area"] == len(xs), one["id"]
            assert 0 < one["visibility"] <= 1 and one["distance_m"] > 0
            objects += 1
print(f"{objects} objects on 240 pictures of {sum(map(len, backgrounds.values()))} backgrounds")
"""


@pytest.mark.parametrize("program", [FORMCOACH, SYNRAILOBS], ids=["formcoach", "synrailobs"])
def test_every_row(program: str, home: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-c", program]
    done = subprocess.run(command, env=environment(home), cwd=tmp_path, capture_output=True, text=True, timeout=400)
    assert done.returncode == 0, done.stderr[-2000:]
    print(done.stdout)
