"""A small tree of Fit3D's layout, filmed once for all tests of the folder."""

import pytest

from triptych.dataset_builders.formcoach import fit3d_tree


@pytest.fixture(scope="session")
def tree(tmp_path_factory):
    """Three people, two exercises, two cameras, three repetitions of about 0.8 s."""
    folder = tmp_path_factory.mktemp("fit3d")
    return fit3d_tree.write(
        folder, people=3, exercises=["Squat", "Barbell Shrug"], cameras=2, repetitions=3, size=160, tempo=4.0
    )
