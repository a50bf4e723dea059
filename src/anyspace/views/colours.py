"""Values as colours: orange is worse, blue is better, grey is neither; for light and dark pages and the colour-blind.

The ends are Okabe and Ito's vermilion and blue ("Color universal design", 2008)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

WORSE, NEITHER, BETTER = (213, 94, 0), (214, 212, 208), (0, 114, 178)
LEAST_SPAN = 0.05
"""Of the range of payoffs: values that differ by less look much the same."""


@dataclass(frozen=True)
class Scale:
    """From values to colours: `middle` is grey, `span` above it all blue, `span` below it all orange."""

    middle: float
    span: float

    def colour(self, value: float) -> str:
        """As `#rrggbb`."""
        return "#{:02x}{:02x}{:02x}".format(*self._mixed(value))

    def ink(self, value: float) -> str:
        """Black or white, whichever is read more easily on the colour of this value."""
        red, green, blue = (_linear(part / 255) for part in self._mixed(value))
        bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        return "#000" if (bright + 0.05) / 0.05 > 1.05 / (bright + 0.05) else "#fff"

    def _mixed(self, value: float) -> tuple[int, int, int]:
        away = max(-1.0, min(1.0, (value - self.middle) / self.span))
        end = BETTER if away > 0 else WORSE
        red, green, blue = (round(a + (b - a) * abs(away)) for a, b in zip(NEITHER, end, strict=True))
        return red, green, blue

    @property
    def gradient(self) -> str:
        """For a stylesheet, from worse to better."""
        return (
            "linear-gradient(to right," + ",".join(self.colour(self.middle + self.span * at) for at in (-1, 0, 1)) + ")"
        )


def scale_for(values: Iterable[float], payoffs: tuple[float, float], middle: float) -> Scale:
    """The scale on which these values are told apart."""
    least, greatest = payoffs
    away = [abs(value - middle) for value in values]
    return Scale(middle, max([*away, LEAST_SPAN * (greatest - least), 1e-12]))


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
