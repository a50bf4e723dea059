"""Small plots as SVG: lines over iterations, and a tree's plies. For printing there are lab/figures."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .markup import escape, framed, heading, shortened

WIDE, HIGH = 460, 230
LEFT, RIGHT, TOP, BOTTOM = 52, 66, 12, 34
"""Pixels around a plot: for labels."""
LOOKS = [("#0072B2", ""), ("#D55E00", "6 2"), ("#009E73", "4 2 1 2"), ("#CC79A7", "2 2"), ("#E69F00", "8 2 2 2"),
         ("#56B4E9", "5 2 1 2 1 2")]  # fmt: skip
"""Colours (Okabe and Ito 2008) and dashes: told apart by each alone."""
LETTERS = 'font-size="11" fill="currentColor"'


def line_chart(lines: Mapping[str, Sequence[tuple[float, float]]], what: str) -> str:
    """A line for each name over iterations, on a scale of powers of ten; names stand where the lines end."""
    points = [point for line in lines.values() for point in line if point[0] > 0]
    if not points:
        return ""
    across = _Axis(math.log10(min(x for x, _ in points)), math.log10(max(x for x, _ in points)), LEFT, WIDE - RIGHT)
    up = _Axis(min(y for _, y in points), max(y for _, y in points), HIGH - BOTTOM, TOP)
    drawn = [_level(up.at(tick), f"{tick:.3g}") for tick in up.ticks()]
    powers = range(math.ceil(across.least - 1e-9), math.floor(across.most + 1e-9) + 1)
    marks = [float(power) for power in powers] if len(powers) > 1 else [across.least, across.most]
    drawn += [_mark(across.at(mark), _short(10**mark)) for mark in marks]
    drawn.append(
        f'<text x="{(LEFT + WIDE - RIGHT) / 2}" y="{HIGH - 3}" text-anchor="middle" {LETTERS}>iterations</text>'
    )
    drawn.append(f'<text x="{LEFT - 44}" y="{TOP - 2}" {LETTERS}>{escape(what)}</text>')
    ends = _apart({name: up.at(line[-1][1]) for name, line in lines.items() if line})
    for (name, line), (colour, dashes) in zip(lines.items(), LOOKS * (1 + len(lines) // len(LOOKS)), strict=False):
        way = " ".join(f"{across.at(math.log10(x)):.1f},{up.at(y):.1f}" for x, y in line if x > 0)
        stroke = f'fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dashes}"'
        drawn.append(f'<polyline points="{way}" {stroke}><title>{escape(name)}</title></polyline>')
        if name in ends:
            place = f'x="{WIDE - RIGHT + 5}" y="{ends[name] + 4:.1f}"'
            drawn.append(f'<text {place} font-size="11" fill="{colour}">{escape(shortened(name, 9))}</text>')
    return _picture(drawn, HIGH, f"{what} of {len(lines)} moves over iterations")


def ply_chart(plies: Sequence[Mapping[str, Any]], told: str) -> str:
    """A bar for each ply of a tree: as long as it has nodes, dark as far as they are visited evenly."""
    row, most = 17, max(math.log10(1 + ply["nodes"]) for ply in plies)
    width = WIDE - LEFT - RIGHT - 40
    drawn = []
    for i, ply in enumerate(plies):
        y = 16 + i * row
        long, dark = (max(1.0, width * math.log10(1 + ply[key]) / most) for key in ("nodes", "effective"))
        drawn.append(f'<text x="{LEFT - 8}" y="{y + 11}" text-anchor="end" {LETTERS}>{ply["depth"]}</text>')
        hint = (
            f"depth {ply['depth']}: {ply['nodes']:,} nodes, {ply['visits']:,} visits, as even as {ply['effective']:.1f}"
        )
        drawn.append(f'<g fill="#0072B2"><title>{escape(hint)}</title>')
        drawn.append(f'<rect x="{LEFT}" y="{y}" width="{long:.1f}" height="{row - 3}" fill-opacity=".35"/>')
        drawn.append(f'<rect x="{LEFT}" y="{y}" width="{dark:.1f}" height="{row - 3}"/></g>')
        words = f"{ply['nodes']:,} ({ply['effective']:,.1f})"
        drawn.append(f'<text x="{LEFT + long + 5:.1f}" y="{y + 11}" {LETTERS}>{words}</text>')
    drawn.append(f'<text x="{LEFT - 8}" y="10" text-anchor="end" {LETTERS} fill-opacity=".7">depth</text>')
    drawn.append(
        f'<text x="{LEFT}" y="10" {LETTERS} fill-opacity=".7">nodes (as if visited evenly), by powers of ten</text>'
    )
    picture = _picture(drawn, 20 + row * len(plies), f"nodes at each of {len(plies)} depths")
    return framed(heading(escape(told)), picture)


class _Axis:
    """From numbers to pixels."""

    def __init__(self, least: float, most: float, begin: float, end: float) -> None:
        room = 0.04 * (most - least) if most > least else max(1e-9, 0.05 * abs(least))
        narrow = end > begin  # across there is no need for room
        self.least, self.most = (least, most) if narrow and most > least else (least - room, most + room)
        self._begin, self._end = begin, end

    def at(self, number: float) -> float:
        return self._begin + (number - self.least) / (self.most - self.least) * (self._end - self._begin)

    def ticks(self) -> Iterable[float]:
        """About five round numbers."""
        step = 10 ** math.floor(math.log10((self.most - self.least) / 4))
        step = next(step * by for by in (1, 2, 2.5, 5, 10) if (self.most - self.least) / (step * by) <= 6)
        first = math.ceil(self.least / step)
        return [step * i + 0.0 for i in range(first, math.floor(self.most / step) + 1)]


def _apart(places: dict[str, float], least: float = 12) -> dict[str, float]:
    """Names that would be written over each other, moved down; and up again where they would leave the plot."""
    names = sorted(places, key=lambda name: places[name])
    found: list[float] = []
    for name in names:
        found.append(max(places[name], found[-1] + least) if found else places[name])
    lowest = HIGH - BOTTOM - 2.0
    for i in reversed(range(len(found))):
        found[i] = min(found[i], lowest)
        lowest = found[i] - least
    return dict(zip(names, found, strict=True))


def _level(y: float, words: str) -> str:
    line = f'x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" stroke-opacity=".18"'
    return f'<line {line}/><text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" {LETTERS}>{words}</text>'


def _mark(x: float, words: str) -> str:
    line = f'x1="{x:.1f}" x2="{x:.1f}" y1="{HIGH - BOTTOM}" y2="{HIGH - BOTTOM + 4}" stroke="currentColor"'
    return f'<line {line}/><text x="{x:.1f}" y="{HIGH - BOTTOM + 16}" text-anchor="middle" {LETTERS}>{words}</text>'


def _short(number: float) -> str:
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size * 0.9995:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def _picture(pieces: list[str], height: int, what: str) -> str:
    return (
        f'<div><svg role="img" aria-label="{escape(what)}" viewBox="0 0 {WIDE} {height}" width="{WIDE}" '
        f'style="height:auto">{"".join(pieces)}</svg></div>'
    )
