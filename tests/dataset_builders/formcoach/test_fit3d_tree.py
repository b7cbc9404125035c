import json

import numpy as np

from triptych.dataset_builders.film import at_numbers, probe
from triptych.dataset_builders.formcoach.fit3d import read_camera, read_joints, seen


def test_it_has_fit3ds_layout_units_and_lens(tree):
    for person in ("s03", "s04", "s05"):
        folder = tree / "train" / person
        marks = json.loads((folder / "rep_ann.json").read_text())
        assert set(marks) == {"squat", "barbell_shrug"}
        for action, ends in marks.items():
            joints = read_joints(folder / "joints3d_25" / f"{action}.json")
            assert len(ends) == 4
            assert 0 < ends[0] < ends[-1] < len(joints)
            assert 1.2 < np.ptp(joints[..., 2]) < 2.1  # metres, z up
            for camera in ("50591643", "58860488"):
                film = probe(folder / "videos" / camera / f"{action}.mp4")
                assert (film.width, film.height, film.frames) == (160, 160, len(joints))
                assert film.fps == 50
                lens = read_camera(folder / "camera_parameters" / camera / f"{action}.json", camera)
                assert any(lens["k"])
                assert any(lens["p"])


def test_the_person_stands_where_the_camera_says(tree):
    """Between the first frame and the lowest one, the picture changes about the projected joints and not elsewhere."""
    folder = tree / "train" / "s03"
    joints = read_joints(folder / "joints3d_25" / "squat.json")
    lowest = int(joints[:, 0, 2].argmin())
    for camera in ("50591643", "58860488"):
        lens = read_camera(folder / "camera_parameters" / camera / "squat.json", camera)
        first, low = at_numbers(folder / "videos" / camera / "squat.mp4", [0, lowest])
        changed = np.abs(first.astype(int) - low.astype(int)).sum(axis=2) > 90
        rows, columns = np.nonzero(changed)
        pixels = seen(joints[[0, lowest]], lens, (160, 160)).reshape(-1, 2)
        far = np.hypot(columns[:, None] - pixels[:, 0], rows[:, None] - pixels[:, 1]).min(axis=1)
        assert len(far) > 300
        assert np.mean(far < 14) > 0.97
