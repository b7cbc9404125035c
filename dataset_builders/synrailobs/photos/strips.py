"""A JPEG in pieces that are encoded on their own, so that a composite's file costs only the pieces that it touches.

    strips = encode(frame, quality=90)
    frame[300:420, 500:680] = obstacle
    data = strips.replaced(frame, [(300, 420, 500, 680)])

A baseline JPEG may carry restart markers (ITU-T T.81, B.2.4.4). Between two of them stands a run of 16 x 16 blocks that
depends on nothing before it. With the standard Huffman tables, and one quality, such a run is the scan of a picture of
that size: pixels decoded from the joined file are those of a file encoded whole.
"""

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import simplejpeg
from numpy.typing import NDArray

from triptych.core.errors import UsageError

BLOCK: Final = 16
"""Side of what 4:2:0 encodes as one unit."""
WIDEST: Final = 16
"""Most blocks in a piece: narrower ones are less to encode again, but each costs about 4 bytes of the file."""

Rect = tuple[int, int, int, int]
"""Rows from and to, columns from and to; the ends are not in it."""


@dataclass(frozen=True)
class Strips:
    """The pieces of one frame, row by row, each with the restart marker that follows it."""

    header: bytes
    pieces: Sequence[bytes]
    columns: int
    width: int
    """Pixels of a piece from left to right; it is 16 pixels high."""
    scan: int
    """Where the scan starts in a piece that is encoded as a picture."""
    quality: int

    def whole(self) -> bytes:
        """The file of the frame as it was when it was encoded."""
        return b"".join([self.header, *self.pieces])

    def replaced(self, frame: NDArray[np.uint8], changed: Iterable[Rect]) -> bytes:
        """The file of `frame` (H, W, 3), which may differ from the encoded one within the rectangles `changed`."""
        pieces = [self.header, *self.pieces]
        for number in {piece for rect in changed for piece in self._touched(rect)}:
            pieces[number + 1] = self._encoded(frame, number)
        return b"".join(pieces)

    def _touched(self, rect: Rect) -> list[int]:
        top, bottom, left, right = rect
        across = range(left // self.width, -(-right // self.width))
        return [row * self.columns + column for row in range(top // BLOCK, -(-bottom // BLOCK)) for column in across]

    def _encoded(self, frame: NDArray[np.uint8], number: int) -> bytes:
        row, column = divmod(number, self.columns)
        part = frame[row * BLOCK : (row + 1) * BLOCK, column * self.width : (column + 1) * self.width]
        marker = self.pieces[number][-2:]
        return _jpeg(np.ascontiguousarray(part), self.quality)[self.scan : -2] + marker


def encode(frame: NDArray[np.uint8], quality: int) -> Strips:
    """All pieces of a frame (H, W, 3) uint8 RGB, W % 16 == 0, chroma 4:2:0. Raises `UsageError` for other widths."""
    height, width = frame.shape[:2]
    if width % BLOCK:
        raise UsageError(
            "a width of whole blocks of 16 pixels", f"{width} x {height}", "resize the picture to 1280x720"
        )
    blocks = max(each for each in range(1, WIDEST + 1) if width // BLOCK % each == 0)
    whole, part = _jpeg(frame, quality), _jpeg(np.ascontiguousarray(frame[:BLOCK, : blocks * BLOCK]), quality)
    sos, scan = _start_of_scan(whole)
    # DRI: a segment of 4 bytes that holds the number of blocks between markers
    header = whole[:sos] + struct.pack(">HHH", 0xFFDD, 4, blocks) + whole[sos:scan]
    count = -(-height // BLOCK) * (width // BLOCK // blocks)
    markers = [struct.pack(">H", 0xFFD0 + number % 8) for number in range(count - 1)] + [b"\xff\xd9"]
    empty = Strips(header, markers, width // BLOCK // blocks, blocks * BLOCK, _start_of_scan(part)[1], quality)
    pieces = [empty._encoded(frame, number) for number in range(count)]
    return Strips(header, pieces, empty.columns, empty.width, empty.scan, quality)


def _jpeg(picture: NDArray[np.uint8], quality: int) -> bytes:
    return bytes(simplejpeg.encode_jpeg(picture, quality=quality, colorspace="RGB", colorsubsampling="420"))


def _start_of_scan(jpeg: bytes) -> tuple[int, int]:
    """Offsets of the marker SOS and of the first byte after its segment."""
    at = 2
    while True:
        marker, length = struct.unpack_from(">HH", jpeg, at)
        if marker == 0xFFDA:
            return at, at + 2 + length
        at += 2 + length
