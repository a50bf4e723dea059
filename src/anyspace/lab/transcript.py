"""The moves of a game in few bytes: each as its place among the legal moves, most of them one byte.

Places work for every game, whatever its moves are, and are small. Seven bits a byte, low ones first; the eighth bit
says that there are more (LEB128).
"""

from __future__ import annotations

from collections.abc import Iterable


def pack(places: Iterable[int]) -> bytes:
    """Bytes for `places`, each 0 or more."""
    out = bytearray()
    for place in places:
        while place > 0x7F:
            out.append(place & 0x7F | 0x80)
            place >>= 7
        out.append(place)
    return bytes(out)


def unpack(packed: bytes) -> list[int]:
    """The places that `pack` was given."""
    places = []
    place = shift = 0
    for byte in packed:
        place |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            places.append(place)
            place = shift = 0
    return places
