import base64

import cv2
import numpy as np
import pytest

from triptych.models.coaching import joint_text, prompts
from triptych.models.coaching.frames import Pair, Sampling
from triptych.models.coaching.questions import Question, as_pictures, as_videos, data_url, question


def asked(count=3):
    user, reference = (np.full((count, 16, 16, 3), grey, dtype=np.uint8) for grey in (20, 200))
    return Question("p", Pair(user, reference, np.linspace(0, 1, count)), "Squat", "my knees", "0.0 s | …")


def texts(parts):
    return " ".join(part["text"] for part in parts if part["type"] == "text")


def test_videos_are_named_and_the_wish_and_joints_are_in():
    parts = as_videos(asked())
    kinds = [part["type"] for part in parts]
    assert kinds == ["text", "text", "video", "text", "video", "text"]
    assert parts[1]["text"] == prompts.USER_VIDEO
    assert int(parts[2]["video"].mean()) == 20
    assert parts[3]["text"] == prompts.REFERENCE_VIDEO
    assert int(parts[4]["video"].mean()) == 200
    assert all(word in texts(parts) for word in ("Squat", "my knees", "0.0, 0.5, 1.0 s", "degrees"))


def test_pictures_go_in_step_user_first():
    parts = as_pictures(asked(), data_url)
    pictures = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    levels = []
    for url in pictures:
        head, data = url.split(",")
        assert head == "data:image/jpeg;base64"
        levels.append(round(cv2.imdecode(np.frombuffer(base64.b64decode(data), np.uint8), cv2.IMREAD_COLOR).mean(), -1))
    assert levels == [20, 200] * 3
    assert "0.5 s, user then reference" in texts(parts)


def test_no_wish_and_no_joints_leave_no_empty_words():
    plain = Question("p", asked().frames, "Squat")
    assert "watch this" not in texts(as_videos(plain))
    assert "degrees" not in texts(as_videos(plain))


def test_angles_stand_beside_the_moments():
    bent = np.zeros((40, 25, 3))
    bent[:, 1], bent[:, 4] = (0, 0.1, 0), (0, -0.1, 0)  # hips
    bent[:, 2], bent[:, 5] = (0.4, 0.1, 0), (0.4, -0.1, 0)  # thighs forward: a right angle at the knee
    bent[:, 3], bent[:, 6] = (0.4, 0.1, -0.4), (0.4, -0.1, -0.4)
    bent[:, 8] = (0, 0, 0.5)
    found = joint_text.angles(bent, 30.0, np.asarray([0.0, 1.0]))
    np.testing.assert_allclose(found[:, :2], 90.0, atol=1e-6)
    np.testing.assert_allclose(found[:, 4], 0.0, atol=1e-6)
    bent[:, 14:17] = np.nan
    line = joint_text.table(bent, bent, 30.0, np.asarray([0.0]))
    assert line.startswith("0.0 s | user: 90, 90, ")
    assert line.endswith("?")


def test_a_row_without_joints_says_so():
    with pytest.raises(ValueError, match="no joints"):
        question({"id": "a", "user": clip(), "reference": clip(), "exercise": "Squat"}, Sampling(), with_joints=True)


def clip():
    from triptych.dataset_builders.formcoach.video import encode

    return {"bytes": encode(np.zeros((10, 16, 16, 3), dtype=np.uint8)), "path": None}
