"""Rows become pictures with words for classes and file names that every system takes."""

from pathlib import Path

from rail_pictures import boxed, jpeg, row, rows, table

from triptych.dataset_builders.synrailobs.formats.pictures_out import counted, has_mask, mask, object_extras, pictures


def test_words_bytes_and_extras() -> None:
    first = next(pictures(table()))
    assert first.data == rows()[0]["image"]["bytes"]
    assert [thing["category"] for thing in first.objects] == ["person", "rock"]
    assert (first.extras["row_id"], first.extras["weather"], first.extras["parameters"]["seed"]) == (
        "place/a.1",
        "rainy",
        0,
    )
    assert object_extras(first.objects[0]).keys() == {
        "object_id", "area", "distance_m", "size_m", "seen", "visibility", "source"}  # fmt: skip


def test_file_names_are_safe_and_occur_once() -> None:
    names = ["a/b.c", "a_b_c", "A_B_C", "…", "ä b", "x"]
    found = [picture.file_name for picture in pictures(table([row(name, []) for name in names]))]
    assert found == ["a_b_c.jpg", "a_b_c_2.jpg", "A_B_C_3.jpg", "picture.jpg", "b.jpg", "x.jpg"]
    assert len({name.lower() for name in found}) == len(names)


def test_a_picture_that_lies_in_a_file_is_read_from_there(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"\x89PNG" + jpeg())
    (one,) = pictures(table([row("a", [], image={"bytes": None, "path": str(tmp_path / "a.png")})]))
    assert one.data == b"\x89PNG" + jpeg()
    assert one.file_name == "a.png"


def test_a_mask_that_is_not_there_is_none() -> None:
    (one,) = pictures(table([boxed()]))
    assert mask(one.objects[0]) is None
    assert not has_mask({"mask": {"size": None, "counts": None}})  # as older files of Parquet give a null back


def test_pictures_and_objects_are_counted() -> None:
    counts: dict[str, int] = {}
    assert len(list(counted(pictures(table()), counts))) == 3
    assert counts == {"pictures": 3, "objects": 4}
