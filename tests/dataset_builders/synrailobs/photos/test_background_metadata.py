"""What people say of their pictures: words that are allowed, and clear mistakes."""

import pytest

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import Problem
from triptych.dataset_builders.synrailobs.photos.background_metadata import Words, find_metadata, read_metadata


def table(tmp_path, text, name="metadata.csv"):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_a_csv_and_a_jsonl_file_say_the_same(tmp_path):
    csv = table(tmp_path, "\ufefffile_name,weather,country,redistributable\na.jpg,Snowy,Norway,yes\nb/c.jpg,,,\n")
    lines = '{"file_name": "a.jpg", "weather": "snowy", "country": "Norway", "redistributable": true}\n'
    jsonl = table(tmp_path, lines + '\n{"file_name": "./b/c.jpg", "weather": null}\n', "metadata.jsonl")
    expected = {"a.jpg": Words(weather="snowy", country="Norway", redistributable=True), "b/c.jpg": Words()}
    assert read_metadata(csv).words == read_metadata(jsonl).words == expected


def test_a_column_that_is_not_used_is_named(tmp_path):
    found = read_metadata(table(tmp_path, "file_name,speed\na.jpg,80\n"))
    assert found.problems == (Problem("metadata.csv", "column 'speed' is not used"),)
    assert found.unmatched({"b.jpg"}, "m.csv") == [Problem("m.csv", "names a.jpg, which is not there")]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("file_name,weather\na.jpg,hail\n", "sunny, rainy, snowy, foggy"),
        ("file_name,light\na.jpg,night\n", "day, dusk, dark"),
        ("file_name,track_type\na.jpg,gravel\n", "ballasted, ballastless"),
        ("file_name,redistributable\na.jpg,perhaps\n", "true, false"),
        ("weather\nsunny\n", "file_name in every line"),
        ("file_name\na.jpg\na.jpg\n", "repeats a.jpg"),
    ],
)
def test_mistakes_name_what_is_allowed(tmp_path, text, named):
    with pytest.raises(UsageError, match=named):
        read_metadata(table(tmp_path, text))


@pytest.mark.parametrize("text", ["{", "[1]\n", "\udcff"])
def test_a_file_that_is_no_table_is_a_mistake(tmp_path, text):
    path = tmp_path / "metadata.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UsageError):
        read_metadata(path)


def test_two_metadata_files_in_a_folder_are_one_too_many(tmp_path):
    assert find_metadata(tmp_path) is None
    first = table(tmp_path, "file_name\n")
    assert find_metadata(tmp_path) == first
    table(tmp_path, "", "metadata.jsonl")
    with pytest.raises(UsageError, match="both"):
        find_metadata(tmp_path)


def test_words_for_all_fill_only_the_gaps():
    assert Words(weather="rainy").over(Words(weather="sunny", light="day")) == Words(weather="rainy", light="day")
    with pytest.raises(UsageError, match="day, dusk, dark"):
        Words(light="noon")
