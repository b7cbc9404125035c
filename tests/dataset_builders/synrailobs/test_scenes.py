import numpy as np
import pytest

from triptych.dataset_builders.synrailobs.plan import backgrounds
from triptych.dataset_builders.synrailobs.scale import GAUGE_M
from triptych.dataset_builders.synrailobs.scenes import scene
from triptych.dataset_builders.synrailobs.scenes_site import site_of
from triptych.dataset_builders.synrailobs.schema import SPLITS

PLACES = [place for split in SPLITS for place in backgrounds(split)]


def test_a_scene_is_the_same_whenever_it_is_drawn(drawn):
    again = scene(drawn("rainy", "dusk").background)
    assert (again.clean == drawn("rainy", "dusk").clean).all()
    assert (again.finished(again.clean, 3) == drawn("rainy", "dusk").finished(again.clean, 3)).all()


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.id)
def test_every_site_shows_the_ground_of_all_distance_bins(place):
    site = site_of(place)
    assert 2.5 <= site.camera.height_m <= 4.5
    assert site.camera.distance(719) < 12
    assert site.camera.horizon_row < site.row_at(75) < site.row_at(8) + 1
    assert (len(site.centres), site.curvature != 0) == (place.tracks, place.course == "curved")


@pytest.mark.parametrize("place", PLACES[:12], ids=lambda place: place.id)
def test_the_rails_are_a_gauge_apart_and_follow_the_track(place):
    site = site_of(place)
    rails = site.rails
    assert (np.diff(rails.rows) == 1).all()
    assert np.allclose((rails.right - rails.left) / site.camera.scale(rails.rows), GAUGE_M)
    ahead = [site.camera.distance(row) for row in rails.rows]
    middle = 640 + site.camera.scale(rails.rows) * site.centre(ahead)
    assert np.allclose((rails.left + rails.right) / 2, middle, atol=1e-6)


def test_the_railheads_are_drawn_where_the_rails_are(drawn):
    """By day, the polished head just outside of each inner face is brighter than the web beside it."""
    sunny = drawn("sunny", "day")
    grey = sunny.clean.astype(float).mean(axis=2)
    rows = np.arange(520, 700, 10)
    for side, columns in ((-1, sunny.rails.left), (1, sunny.rails.right)):
        inner = np.interp(rows, sunny.rails.rows, columns)
        scale = sunny.camera.scale(rows)
        head = grey[rows, np.round(inner + side * 0.036 * scale).astype(int)]
        web = grey[rows, np.round(inner - side * 0.03 * scale).astype(int)]
        assert (head > web + 20).mean() > 0.9


def test_light_and_weather_show(drawn):
    brightness = {light: drawn("rainy", light).clean.mean() for light in ("day", "dusk", "dark")}
    assert brightness["day"] > brightness["dusk"] > 2 * brightness["dark"] > 8
    lower = {weather: drawn(weather, "day").clean[500:].mean() for weather in ("sunny", "rainy", "snowy")}
    assert lower["snowy"] > lower["sunny"] > lower["rainy"]
    upper = drawn("foggy", "day").clean[:200].astype(float)
    assert upper.std() < drawn("sunny", "day").clean[:200].astype(float).std()


def test_a_thing_takes_the_scene_s_light_and_fades_into_fog(drawn):
    white = np.full((30, 10, 3), 220, np.uint8)
    near, far = (drawn("foggy", "day").in_air(white // 8, 0.0, z, 1.7).mean() for z in (9.0, 74.0))
    assert far > near + 40, "a dark thing grows pale"
    dark = drawn("sunny", "dark")
    lit, unlit = dark.in_air(white, 0.0, 20.0, 1.7).mean(), dark.in_air(white, 14.0, 20.0, 1.7).mean()
    assert lit > 2 * unlit, "the headlight shines along the track"
    warm = drawn("sunny", "dusk").in_air(white, 0.0, 20.0, 1.7).reshape(-1, 3).mean(axis=0)
    assert warm[0] > warm[1]
