import shutil
from pathlib import Path

import pytest

from triptych.dataset_builders.source_digest import source_digest


@pytest.fixture
def folder(tmp_path) -> Path:
    (tmp_path / "code" / "inner").mkdir(parents=True)
    (tmp_path / "code" / "a.py").write_text("A = 1\n")
    (tmp_path / "code" / "inner" / "b.py").write_text("B = 2\n")
    return tmp_path / "code"


def test_it_follows_contents_names_and_places(folder):
    seen = [source_digest(folder)]
    (folder / "a.py").write_text("A = 2\n")
    seen.append(source_digest(folder))
    (folder / "a.py").rename(folder / "c.py")
    seen.append(source_digest(folder))
    (folder / "c.py").rename(folder / "inner" / "c.py")
    seen.append(source_digest(folder))
    (folder / "inner" / "b.py").unlink()
    seen.append(source_digest(folder))
    assert len(set(seen)) == 5
    assert all(len(digest) == 64 for digest in seen)


def test_a_copy_has_the_same_digest_and_other_files_do_not_count(folder, tmp_path):
    before = source_digest(folder)
    (folder / "README.md").write_text("words")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"x")
    assert source_digest(shutil.copytree(folder, tmp_path / "copy")) == source_digest(folder) == before


def test_more_files_count_by_name_and_content_in_any_order(folder, tmp_path):
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("1")
    two.write_text("2")
    assert source_digest(folder, one, two) == source_digest(folder, two, one) != source_digest(folder, one)
    before = source_digest(folder, one)
    one.write_text("3")
    assert source_digest(folder, one) != before
    assert source_digest(folder, one) != source_digest(folder)
