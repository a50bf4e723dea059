"""Sensible texts made senseless, for benchmarks/fuzz.py."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

POOL = 500
NOISE = "\x00\t\r\x1b\x7f #=?/-+.,;:()[]{}\"'\\0123456789abcdefghxoXOBW\u00e9\u0660\u2028\U0001f600"
WORDS = "b w black white pass resign true false nan inf -1 0 1 2 3 4 5 19 1e9 99999999999999999999 name value moves fen"

Try = Callable[[random.Random], str]
"""One input, tried; returns what it was taken for. Raises where something is wrong."""
Load = Callable[..., Any]
MakeSearch = Callable[[Any], Any]


class Wrong(Exception):
    """What must not be."""


def noise(source: random.Random, most: int = 40) -> str:
    """Any characters at all."""
    return "".join(
        source.choice(NOISE) if source.random() < 0.8 else chr(source.choice([source.randrange(1, 300), 0xFFFD]))
        for _ in range(source.randrange(most))
    )


def spoilt(text: str, source: random.Random) -> str:
    """A text with something wrong: a part missing, twice, elsewhere, or replaced."""
    kind = source.randrange(7)
    start = source.randrange(len(text) + 1)
    end = min(len(text), start + source.randrange(1, 6))
    if kind == 0:
        return text[:start] + text[end:]
    if kind == 1:
        return text[:start] + text[start:end] * source.randrange(2, 5) + text[end:]
    if kind == 2:
        return text[:start] + noise(source, 6) + text[end:]
    if kind == 3:
        return text[:start]
    words = text.split(" ")
    place = source.randrange(len(words))
    if kind == 4:
        words[place] = source.choice(WORDS.split())
    elif kind == 5:
        words.insert(place, source.choice(WORDS.split()))
    else:
        words.append(words.pop(place))
    return " ".join(words)


def perhaps_spoilt(text: str, source: random.Random) -> str:
    """As it was, a little wrong, very wrong, or noise."""
    draw = source.random()
    if draw < 0.4:
        return text
    if draw < 0.9:
        for _ in range(source.choice([1, 1, 2, 5])):
            text = spoilt(text, source)
        return text
    return noise(source)


class Pool:
    """Sensible texts to be spoilt, made anew now and then: to play a game for every input would take most of the
    time."""

    def __init__(self, make: Callable[[random.Random], Any]) -> None:
        self._make = make
        self._texts: list[Any] = []

    def draw(self, source: random.Random) -> Any:
        """One of them."""
        if len(self._texts) < POOL:
            self._texts.append(self._make(source))
            return self._texts[-1]
        place = source.randrange(POOL)
        if source.random() < 0.01:
            self._texts[place] = self._make(source)
        return self._texts[place]
