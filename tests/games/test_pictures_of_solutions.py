"""Solutions drawn: SVG that parses, with as many cells, lines and cities as there are."""

from __future__ import annotations

import random
from importlib import import_module
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from uncompiled import uncompiled

from anyspace.games import load
from anyspace.games.morpion_picture import read
from anyspace.games.tsptw_instances import drawn_instance
from anyspace.games.tsptw_picture import places

SVG = "{http://www.w3.org/2000/svg}"


def solved(name: str, moves: int = 999) -> tuple[list[Any], list[str]]:
    """The positions of a random game and the names of its moves."""
    state, source = uncompiled(load(name)).start(), random.Random(3)
    positions, names = [state.copy()], []
    while not state.over and len(names) < moves:
        move = source.choice(state.moves())
        names.append(state.name(move))
        positions.append(state.play(move).copy())
    return positions, names


def drawn(name: str, positions: list[Any], names: list[str]) -> ElementTree.Element:
    return ElementTree.fromstring(import_module(f"anyspace.games.{name}").picture(positions, names))


def test_frames_of_samegame() -> None:
    positions, names = solved("samegame(columns=5,rows=4,colours=3)")
    page = drawn("samegame", positions, names)
    frames = page.findall("figure")
    assert len(frames) == len(names) + 1
    for state, frame in zip(positions, frames, strict=True):
        cells = frame.findall(f"{SVG}svg/{SVG}rect")
        assert len(cells) - 1 == state["left"][0]
    framed = [len(frame.findall(f"{SVG}svg/{SVG}rect[@stroke='#111']")) for frame in frames]
    gone = [int(a["left"][0]) - int(b["left"][0]) for a, b in pairwise(positions)]
    assert framed == [*gone, 0], "what is framed is what is taken"


@pytest.mark.parametrize("variant", ["5T", "4D"])
def test_grid_of_morpion(variant: str) -> None:
    positions, names = solved(f"morpion_solitaire(variant={variant})", moves=12)
    grid = drawn("morpion_solitaire", positions, names)
    lines = grid.findall(f"{SVG}line[@stroke='#2e5e8c']")
    assert len(lines) == len(names) == len(grid.findall(f"{SVG}text"))
    long = int(variant[0]) - 1
    for line in lines:
        across, down = (abs(float(line.attrib[f"{a}2"]) - float(line.attrib[f"{a}1"])) / 24 for a in "xy")
        assert max(across, down) == long and min(across, down) in (0, long)
    assert read("aa3/2") == (26, 2, (1, -1), 2)


def test_tour() -> None:
    positions, names = solved("tsptw(cities=7)")
    page = drawn("tsptw", positions, names)
    tour, table = page.findall(f"{SVG}svg")
    assert len(tour.findall(f"{SVG}line")) == 7 and len(tour.findall(f"{SVG}circle")) == 7
    assert len(table.findall(f"{SVG}rect")) == 7
    late = len(table.findall(f"{SVG}circle[@fill='#c1121f']"))
    assert late == positions[-1]["missed"]


def test_places_have_the_distances_they_were_made_of() -> None:
    instance = drawn_instance(12, 3)
    points, cost = places(instance), np.array(instance.cost)
    found = np.linalg.norm(points[:, None] - points[None], axis=2)
    off = ~np.eye(12, dtype=bool)
    ratio = found[off] / cost[off]
    assert ratio.max() / ratio.min() < 1.05
