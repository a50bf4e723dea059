"""A tour with time windows, drawn: the way on a map, and when each city is visited within its window.

Instances have costs, not places. The map puts cities where distances in the plane come nearest to the costs (classical
scaling), which for instances that were made from places gives these back, turned at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from .tsptw_instances import Instance, drawn_instance, instance_in

MAP, BAR, ROW = 420, 420, 14
"""Pixels: the side of the map, the width of the windows, the height of a city's line."""

EDGE = 20


def picture(positions: Sequence[Any], names: Sequence[str]) -> str:
    """The map and the timetable, in SVG."""
    options = dict(positions[0].game.origin.options)
    instance = instance_in(options["file"]) if options["file"] else drawn_instance(options["cities"], options["board"])
    been = positions[0]["been"].tolist()
    begin = int(positions[0]["city"]) if sum(been) < len(been) else 0
    tour = [begin, *(int(name) for name in names)]
    if bool(positions[-1].over):
        tour.append(0)
    both = drawn_map(instance, tour) + timetable(instance, tour)
    return f'<div style="display:flex;flex-wrap:wrap;gap:16px">{both}</div>'


def places(instance: Instance) -> Any:
    """Points of the plane whose distances are near to the costs, within the unit square."""
    cost = np.array(instance.cost)
    cost = cost - np.diag(cost)[:, None]  # the time spent in a city is on the diagonal, if it is anywhere
    squared = ((cost + cost.T) / 2) ** 2
    np.fill_diagonal(squared, 0.0)
    n = len(cost)
    centring = np.eye(n) - 1 / n
    values, vectors = np.linalg.eigh(-0.5 * centring @ squared @ centring)
    points = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 0.0))
    points = points - points.min(axis=0)
    return points / max(points.max(), 1e-9)


def drawn_map(instance: Instance, tour: list[int]) -> str:
    """Cities and the way."""
    points = EDGE + places(instance) * (MAP - 2 * EDGE)
    parts = []
    for a, b in pairwise(tour):
        (x1, y1), (x2, y2) = points[a], points[b]
        parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#2e5e8c"/>')
    for city, (x, y) in enumerate(points):
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{6 if city == 0 else 3.5}" fill="#111"/>')
        parts.append(f'<text x="{x + 6:.1f}" y="{y - 5:.1f}" font-family="sans-serif" font-size="10">{city}</text>')
    return svg(MAP, MAP, parts)


def timetable(instance: Instance, tour: list[int]) -> str:
    """A line a city in the order of the tour: its window, and a dot when the visit begins; red where it is late."""
    last = max(instance.latest) or 1.0
    parts, time = [], 0.0
    for row, (here, there) in enumerate(pairwise(tour)):
        arrival = time + instance.cost[here][there]
        late = arrival > instance.latest[there]
        time = max(arrival, instance.earliest[there])
        left, right = (EDGE + 20 + at / last * (BAR - 60) for at in (instance.earliest[there], instance.latest[there]))
        y, x = ROW * (row + 1), EDGE + 20 + min(time / last, 1.05) * (BAR - 60)
        parts.append(f'<text x="2" y="{y + 4}" font-family="sans-serif" font-size="10">{there}</text>')
        parts.append(
            f'<rect x="{left:.1f}" y="{y - 3}" width="{max(right - left, 1):.1f}" height="6" fill="#c9d6e2"/>'
            f'<circle cx="{x:.1f}" cy="{y}" r="3.5" fill="{"#c1121f" if late else "#111"}"/>'
        )
    return svg(BAR, ROW * (len(tour) + 1), parts)


def svg(width: int, height: int, parts: list[str]) -> str:
    """A drawing of that size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{"".join(parts)}</svg>'
    )
