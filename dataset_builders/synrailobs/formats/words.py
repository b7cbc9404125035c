"""Values as files have them (words, numbers, JSON in text) as the columns of schema.py want them."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from triptych.core.errors import UsageError
from triptych.dataset_builders.problems import BadInput
from triptych.dataset_builders.synrailobs.schema import CATEGORIES, LIGHTS, TRACK_TYPES, WEATHERS

WORDS: Final = {"weather": WEATHERS, "light": LIGHTS, "track_type": TRACK_TYPES}
LEFT_OUT: Final = "-"
"""A class mapped to this is not imported."""
OTHERS: Final = "*"
"""Stands in a map for all classes that it does not name and that are none of ours."""
_FLAGS: Final = {"true": True, "yes": True, "1": True, "seen": True, "false": False, "no": False, "0": False,
                 "unseen": False}  # fmt: skip


def parse_map(text: str | None, option: str) -> dict[str, str]:
    """`a=b,c=d` as a map. Raises `UsageError`."""
    parts = [part.partition("=") for part in (text or "").split(",") if part.strip()]
    for left, _, right in parts:
        if not (left.strip() and right.strip()):
            raise UsageError(f"{option} ONE=OTHER,ONE=OTHER", repr(text), "write it like car=vehicle,stone=rock")
    return {left.strip(): right.strip() for left, _, right in parts}


def class_map(labels: Iterable[str], given: Mapping[str, str]) -> dict[str, str | None]:
    """Our category for each label; None for one to leave out. Raises `UsageError` naming all labels without one."""
    if wrong := [name for name in given.values() if name not in (*CATEGORIES, LEFT_OUT)]:
        fix = f"map their classes to these, or to {LEFT_OUT} to leave them out"
        raise UsageError(f"categories among {', '.join(CATEGORIES)}", ", ".join(wrong), fix)
    counts = Counter(labels)
    ours = {label: given.get(label, label.strip().lower()) for label in counts}
    if OTHERS in given:
        ours = {label: name if name in (*CATEGORIES, LEFT_OUT) else given[OTHERS] for label, name in ours.items()}
    if unknown := [label for label in counts if ours[label] not in (*CATEGORIES, LEFT_OUT)]:
        got = ", ".join(f"{label!r} ({counts[label]} objects)" for label in sorted(unknown)[:20])
        example = ",".join(f"{label}=unseen" for label in sorted(unknown)[:3])
        fix = f"map each, for example --class-map {example!r}; {LEFT_OUT} leaves a class out, {OTHERS} is all others"
        raise UsageError(f"classes among {', '.join(CATEGORIES)}", got, fix)
    return {label: None if name == LEFT_OUT else name for label, name in ours.items()}


def word(name: str, value: Any, given: Mapping[str, str]) -> str | None:
    """A word for `weather`, `light` or `track_type`; None for none. Raises `BadInput`."""
    if value in (None, ""):
        return None
    found = given.get(str(value), str(value).strip().lower())
    if found not in WORDS[name]:
        raise BadInput(f"{name} {value!r} is none of {', '.join(WORDS[name])}; say which it is with --word-map")
    return found


def number(value: Any, name: str, lowest: float = 0.0, highest: float = math.inf) -> float | None:
    """A finite number in a range; None for none. Raises `BadInput`."""
    if value in (None, ""):
        return None
    try:
        found = float(value)
    except (TypeError, ValueError) as error:
        raise BadInput(f"{name} {value!r} is no number") from error
    if not (math.isfinite(found) and lowest <= found <= highest):
        raise BadInput(f"{name} {value!r} is not between {lowest:g} and {highest:g}")
    return found


def flag(value: Any, name: str) -> bool | None:
    """True or false, as a word or number; None for none. Raises `BadInput`."""
    if value in (None, ""):
        return None
    found = _FLAGS.get(str(value).strip().lower().removesuffix(".0"))
    if found is None:
        raise BadInput(f"{name} {value!r} is neither true nor false")
    return found


def sizes(value: Any, name: str) -> list[float] | None:
    """[width, height] in metres; None for none. Raises `BadInput`."""
    listed = plain(value)
    if listed in (None, "", []):
        return None
    if not isinstance(listed, list) or len(listed) != 2:
        raise BadInput(f"{name} {value!r} is no [width, height]")
    return [float(number(each, name) or 0.0) for each in listed]


def plain(value: Any) -> Any:
    """The value of a JSON text; other texts and values as they are."""
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return None if value == "null" else value
