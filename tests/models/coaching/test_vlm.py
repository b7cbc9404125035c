"""The adapter on tiny Qwen2.5-VL and SmolVLM models with random weights: transformers' real processors and models."""

import numpy as np
import pytest
import torch
from tiny_vlms import write_qwen2_5_vl, write_smolvlm

from triptych.core.errors import UsageError
from triptych.models.coaching import vlm
from triptych.models.coaching.frames import Pair
from triptych.models.coaching.questions import Question


@pytest.fixture(scope="module", params=[write_qwen2_5_vl, write_smolvlm], ids=["qwen2.5-vl", "smolvlm"])
def coach(request, tmp_path_factory):
    return vlm.load(str(request.param(tmp_path_factory.mktemp("vlm"))), "float32", "cpu")


def asked(name, count, seed=0, exercise="Squat"):
    rng = np.random.default_rng(seed)
    user, reference = (rng.integers(0, 255, (count, 60, 60, 3), dtype=np.uint8) for _ in range(2))
    return Question(name, Pair(user, reference, np.linspace(0, 2, count)), exercise)


def logits(coach, question):
    inputs = coach._inputs([question])
    with torch.inference_mode():
        return coach.model(**inputs).logits[0, -1]


def test_it_is_asked_with_videos_and_answers_within_the_limit(coach):
    assert coach.takes_video
    [said] = coach.say([asked("a", 4)], 6)
    assert 0 < said.n_tokens <= 6
    assert said.ended == (said.n_tokens < 6)


def test_a_batch_says_what_each_pair_alone_gets(coach):
    pairs = [asked("a", 4, 0), asked("b", 6, 1, "Burpee"), asked("c", 4, 2)]
    together = [said.text for said in coach.say(pairs, 8)]
    assert together == [coach.say([each], 8)[0].text for each in pairs]


def test_frames_of_both_people_reach_the_model(coach):
    one = asked("a", 4)
    user, reference, times = one.frames.user, one.frames.reference, one.frames.times
    plain = logits(coach, one)
    swapped = Question("a", Pair(reference, user, times), one.exercise)
    darker = Question("a", Pair(user, reference // 2, times), one.exercise)
    assert torch.equal(plain, logits(coach, one))
    assert not torch.allclose(plain, logits(coach, swapped), atol=1e-6)
    assert not torch.allclose(plain, logits(coach, darker), atol=1e-6)


def test_a_model_without_a_video_input_gets_pictures(coach):
    still = vlm.Coach(coach.model, coach.processor, takes_video=False)
    [said] = still.say([asked("a", 3)], 4)
    assert said.n_tokens > 0


class Small(torch.nn.Module):
    """A model with memory for so many rows, as the CPU's allocator and CUDA fail."""

    def __init__(self, model, rows):
        super().__init__()
        self.inner, self.rows, self.seen = model, rows, []

    def __getattr__(self, name):
        return super().__getattr__(name) if name in ("inner", "_modules") else getattr(self.inner, name)

    def generate(self, **inputs):
        self.seen.append(len(inputs["input_ids"]))
        if self.seen[-1] > self.rows:
            raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried to allocate 1 bytes")
        return self.inner.generate(**inputs)


def test_a_batch_that_does_not_fit_is_halved_and_a_pair_that_does_not_is_named(coach):
    pairs = [asked(str(number), 4, number) for number in range(4)]
    wanted = [said.text for said in coach.say(pairs, 5)]
    small = Small(coach.model, 1)
    squeezed = vlm.Coach(small, coach.processor, coach.takes_video)
    assert [said.text for said in squeezed.say(pairs, 5)] == wanted
    assert small.seen == [4, 2, 1, 1, 2, 1, 1]
    none = vlm.Coach(Small(coach.model, 0), coach.processor, coach.takes_video)
    assert "out of memory" in none.say(pairs[:1], 5)[0].error


def test_other_errors_are_not_taken_for_lack_of_memory(coach):
    class Broken(Small):
        def generate(self, **inputs):
            raise RuntimeError("shapes do not fit")

    with pytest.raises(RuntimeError, match="shapes"):
        vlm.Coach(Broken(coach.model, 0), coach.processor, coach.takes_video).say([asked("a", 4)], 5)


def test_what_is_no_vision_language_model_is_refused(tmp_path):
    with pytest.raises(UsageError, match="vision-language model"):
        vlm.load(str(tmp_path))
