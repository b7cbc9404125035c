import subprocess
import sys

import datasets
import numpy as np
import pytest

from triptych.core.vocabulary import NAMES
from triptych.dataset_builders.formcoach.builder import FormCoach, as_table, row
from triptych.dataset_builders.formcoach.pairs import pairs
from triptych.dataset_builders.formcoach.schema import FEATURES
from triptych.dataset_builders.formcoach.video import decode

SHORT = [pair for pair in pairs() if pair.exercise == "Barbell Shrug"][:2]


TEMPLATE = row(SHORT[0])


class Few(FormCoach):
    """The same rows, only two of them: a clean one and one with a fault."""

    def _split_generators(self, dl_manager):
        return [datasets.SplitGenerator(name="test", gen_kwargs={"pairs": SHORT})]


def built(folder, num_proc=None, builder_class=Few):
    builder = builder_class(cache_dir=str(folder / "cache"))
    builder.download_and_prepare(str(folder / "arrow"), num_proc=num_proc)
    path = folder / "test.parquet"
    builder.as_dataset()["test"].to_parquet(path)
    return path


def undecoded(data):
    """The data with its videos as bytes."""
    for name in ("user", "reference"):
        data = data.cast_column(name, datasets.Video(decode=False))
    return data


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("formcoach")
    path = built(folder)
    return path, datasets.Dataset.from_parquet(str(path), cache_dir=str(folder / "read"))


def test_one_process_and_two_give_the_same_bytes(made, tmp_path):
    assert built(tmp_path, num_proc=2).read_bytes() == made[0].read_bytes()


class Many(FormCoach):
    """As many rows as the dataset has, with one clip and other joints in each."""

    def _split_generators(self, dl_manager):
        return [datasets.SplitGenerator(name="test", gen_kwargs={"pairs": list(range(110))})]

    def _generate_tables(self, pairs):
        for number in pairs:
            joints = np.random.default_rng(number).normal(size=(90, 25, 3)).astype(np.float32)
            yield str(number), as_table(TEMPLATE | {"user_joints": joints, "reference_joints": joints})


def test_a_whole_file_has_the_same_bytes_in_one_process_and_two(tmp_path):
    files = [built(tmp_path / str(num_proc), num_proc, Many) for num_proc in (None, 2)]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_a_row_holds_what_was_made(made):
    assert made[1].features == FEATURES
    stored, fresh = undecoded(made[1])[1], row(SHORT[1])
    for name in ("user", "reference"):
        assert stored[name]["bytes"] == fresh[name]["bytes"]
        assert decode(stored[name]["bytes"]).shape == (len(stored["user_joints"]), 224, 224, 3)
    for name in ("user_joints", "reference_joints"):
        assert np.array_equal(np.asarray(stored[name], np.float32), fresh[name])
    rest = [name for name in FEATURES if name not in ("user", "reference", "user_joints", "reference_joints")]
    assert {name: stored[name] for name in rest} == {name: fresh[name] for name in rest}


def test_columns_have_the_documented_values(made):
    for stored in undecoded(made[1]):
        assert (stored["source"], stored["licence"], stored["redistributable"]) == ("triptych", "Apache-2.0", True)
        assert NAMES[stored["exercise"]] == "Barbell Shrug"
        assert stored["fps"] == 30
        assert (stored["instruction"] is None) == (stored["fault"] is None) == (not stored["annotations"])
        assert all(each["annotator"] == "synthetic" for each in stored["annotations"])
    clean = [stored for stored in undecoded(made[1]) if stored["fault"] is None]
    assert len(clean) == 1


def test_videos_decode_by_torchcodec_through_the_column(made):
    VideoDecoder = pytest.importorskip("torchcodec.decoders", reason="no FFmpeg: see `make system`").VideoDecoder
    stored = made[1][0]
    for name in ("user", "reference"):
        assert isinstance(stored[name], VideoDecoder)
        assert stored[name].metadata.average_fps == pytest.approx(30)
        assert len(stored[name]) == len(stored["user_joints"])
        assert stored[name][0].shape == (3, 224, 224)


def test_it_streams(tmp_path, made):
    streamed = Few(cache_dir=str(tmp_path)).as_streaming_dataset(split="test").decode(False)
    assert next(iter(streamed))["id"] == made[1][0]["id"]


@pytest.mark.parametrize(
    "obstacle",
    [
        "sys.modules['torchcodec'] = None",
        "import importlib.abc\n"
        "class Broken(importlib.abc.MetaPathFinder):\n"
        "    def find_spec(self, name, path, target=None):\n"
        "        if name.startswith('torchcodec.'):\n"
        "            raise RuntimeError('Could not load libtorchcodec: no FFmpeg')\n"
        "sys.meta_path.insert(0, Broken())",
    ],
    ids=["missing", "broken"],
)
def test_building_needs_no_torchcodec(tmp_path, obstacle):
    program = f"""
import sys
{obstacle}
import datasets
from triptych.dataset_builders.formcoach.builder import FormCoach
from triptych.dataset_builders.formcoach.pairs import pairs
class One(FormCoach):
    def _split_generators(self, dl_manager):
        chosen = [pair for pair in pairs() if pair.id == "barbell-shrug-02"]
        return [datasets.SplitGenerator(name="test", gen_kwargs={{"pairs": chosen}})]
builder = One(cache_dir={str(tmp_path / "cache")!r})
builder.download_and_prepare({str(tmp_path / "arrow")!r})
builder.as_dataset()["test"].to_parquet({str(tmp_path / "out.parquet")!r})
assert "torchcodec.decoders" not in sys.modules
print(builder.as_dataset()["test"]["id"][0])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "barbell-shrug-02", done.stderr


def test_its_info_names_licence_version_and_columns():
    info = FormCoach().info
    assert (info.dataset_name, info.config_name, info.license) == ("formcoach", "default", "Apache-2.0")
    assert "ynthetic" in info.description
    assert info.features == FEATURES


def test_the_split_is_test_with_every_pair():
    (split,) = FormCoach()._split_generators(None)
    assert (split.name, split.gen_kwargs["pairs"]) == ("test", pairs())


def test_the_fingerprint_is_stable_and_names_the_copy_in_the_cache():
    assert FormCoach.fingerprint() == FormCoach.fingerprint() == FormCoach().hash
    assert len(FormCoach.fingerprint()) == 64
