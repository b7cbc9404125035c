"""Pictures of any kind as upright 8-bit arrays; what cannot be read whole is refused with its reason."""

import warnings
from pathlib import Path
from typing import Final

import numpy as np
import simplejpeg
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from triptych.dataset_builders.problems import BadInput

SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
"""What counts as a picture in a folder."""
FORMATS: Final = ("JPEG", "PNG", "WEBP", "BMP", "TIFF")
"""What is decoded, whatever the suffix: others (EPS, for example) would run programs."""
MAX_PIXELS: Final = 100_000_000
MIN_SIDE: Final = 16
_ORIENTATION: Final = 0x0112


def read_picture(path: Path, alpha: bool = False) -> NDArray[np.uint8]:
    """A picture (H, W, 3) uint8 RGB, or with `alpha` (H, W, 4) RGBA, turned upright as its EXIF says.

    CMYK, palettes, grey and 16 bits become 8-bit RGB; without `alpha` what is transparent lies on white; of several
    frames the first counts. Raises `BadInput` for what is missing, empty, cut off, corrupt, no picture, of more than
    100 megapixels (refused before it is decoded) or with a side of less than 16 pixels.
    """
    try:
        if path.stat().st_size == 0:
            raise BadInput("the file is empty")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the limit is ours
            with Image.open(path, formats=FORMATS) as image:
                return _array(_upright(_decoded(image, path)), alpha)
    except Image.DecompressionBombError as error:
        raise BadInput(f"more than {MAX_PIXELS // 1_000_000} megapixels") from error
    except UnidentifiedImageError as error:
        raise BadInput("not a picture, or its header is corrupt") from error
    except (OSError, SyntaxError, ValueError, IndexError, KeyError, TypeError, MemoryError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(_reason(error)) from error


def pictures_in(folder: Path) -> list[Path]:
    """All pictures below a folder, by name; hidden ones do not count."""
    found = (path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def _decoded(image: Image.Image, path: Path) -> Image.Image:
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise BadInput(f"{width} x {height}: more than {MAX_PIXELS // 1_000_000} megapixels")
    if min(width, height) < MIN_SIDE:
        raise BadInput(f"{width} x {height}: a side of less than {MIN_SIDE} pixels")
    if image.format in ("JPEG", "MPO"):  # phones wrap JPEG in MPO
        _refuse_damage(path)
    image.load()
    return image


def _refuse_damage(path: Path) -> None:
    """Refuse a JPEG that Pillow would fill up with grey: libjpeg's warnings count as errors here."""
    data = path.read_bytes()
    try:
        simplejpeg.decode_jpeg(data, "GRAY", min_factor=8, min_height=1, min_width=1)
    except ValueError as error:
        if "extraneous" not in str(error):  # bytes too many harm nothing
            raise BadInput(_reason(error)) from error


def _upright(image: Image.Image) -> Image.Image:
    if not 2 <= image.getexif().get(_ORIENTATION, 1) <= 8:
        return image
    return ImageOps.exif_transpose(image)


def _array(image: Image.Image, alpha: bool) -> NDArray[np.uint8]:
    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        image = _eight_bits(image)
    if not alpha and not image.has_transparency_data:
        return np.array(image.convert("RGB"))
    rgba = image.convert("RGBA")
    if alpha:
        return np.array(rgba)
    white = Image.new("RGBA", rgba.size, (255, 255, 255, 255))
    return np.array(Image.alpha_composite(white, rgba).convert("RGB"))


def _eight_bits(image: Image.Image) -> Image.Image:
    """Grey of 16 or 32 bits: integers beyond 255 count as 16 bits, fractions up to 1 as shares of white."""
    values = np.nan_to_num(np.asarray(image, np.float64))
    top = values.max()
    white = 65535.0 if top > 255 or image.mode.startswith("I;16") else 1.0 if image.mode == "F" and top <= 1 else 255.0
    return Image.fromarray(np.clip(np.round(values * (255 / white)), 0, 255).astype(np.uint8))


def _reason(error: BaseException) -> str:
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    cut_off = any(word in text.lower() for word in ("truncated", "premature end of jpeg file", "broken data stream"))
    return f"the file is cut off ({text})" if cut_off else f"corrupt or unreadable ({text})"
