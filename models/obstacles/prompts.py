"""What text-to-image models are asked for: Table 2 of the paper, with words of our own in its placeholders.

The paper prints the four templates but no word lists. Slips mended in them: "through places" has lost the braces of its
placeholder, "at{time}" its blank, and the braces around vehicle_type and species are kept under shorter names.
"""

from typing import Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.synrailobs.seeds import generator

TEMPLATES: Final = {
    "person": "In {weather} days, {num} pedestrians {motion} through {place}",
    "rock": "{num} rocks in {distance} meters far away in the {pos} on {place}",
    "animal": "{num} of {species} {motion} in {place} in {weather} at {time}",
    "vehicle": "{num} of {vehicle_type} {motion} in {place} in {weather} days at {time}",
}
"""Table 2, by our categories; motorcycles are vehicles there."""
WORDS: Final = {
    "weather": ("sunny", "rainy", "snowy", "foggy", "cloudy"),
    "num": ("one", "two", "three"),
    "motion": ("walking", "running", "standing", "crossing"),
    "place": ("a railway track", "an open field", "a level crossing", "a gravel road", "an empty street"),
    "distance": ("5", "10", "20", "30"),
    "pos": ("middle", "left", "right"),
    "species": ("dog", "cow", "sheep", "horse", "deer", "goat"),
    "vehicle_type": ("car", "truck", "van", "bus", "tractor"),
    "time": ("morning", "noon", "afternoon", "dusk"),
}
"""Ours. Few things a picture, since those that hide each other cannot be cut out whole."""
VEHICLE_MOTIONS: Final = ("driving", "parked", "stopping", "crossing")


def prompt(category: str, *name: object) -> str:
    """The prompt for the picture that `name` stands for: the same for the same name, whatever else is asked for."""
    if category not in TEMPLATES:
        raise UsageError(f"a category of {', '.join(TEMPLATES)}", repr(category), "the paper has prompts for these")
    rng = generator("prompt", category, *name)
    words = WORDS | ({"motion": VEHICLE_MOTIONS} if category == "vehicle" else {})
    return TEMPLATES[category].format(**{key: each[int(rng.integers(len(each)))] for key, each in words.items()})
