"""The shape of trees, and how values settle: as data, as SVG, and as figures."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest
from toys import nim
from uncompiled import plain_search

import anyspace
from anyspace import Convergence
from anyspace.search.shape import TreeShape
from anyspace.views.charts import line_chart


def test_a_shape_by_hand() -> None:
    """A root with two children visited alike, one of which has four, of which one has nearly all visits."""
    shape = TreeShape(nodes=7, leaves=5, widths=[1, 2, 4], visits=[9, 8, 4], effective=[1.0, 2.0, 1.0])
    assert shape.depth == 2 and shape.mean_depth == pytest.approx(12 / 9) and shape.branching == 3
    assert shape.asymmetry == pytest.approx((0 * 8 + 0.75 * 4) / 12)
    assert [row["nodes"] for row in shape.rows()] == [1, 2, 4]
    assert TreeShape(1, 1, [1], [3], [1.0]).asymmetry == 0.0


def test_the_shape_of_a_tree_is_what_walking_finds() -> None:
    game = nim(12)
    search = plain_search(game, seed=2)
    result = search.run(game.start(), iterations=300)
    shape = search.shape()
    plies: dict[int, list[int]] = {}
    parents = 0

    def walk(node: Any, depth: int) -> None:
        nonlocal parents
        plies.setdefault(depth, []).append(node.visits)
        parents += bool(node.children)
        for child in node.children:
            walk(child, depth + 1)

    walk(search.root, 0)
    assert shape.widths == [len(plies[depth]) for depth in sorted(plies)]
    assert shape.visits == [sum(plies[depth]) for depth in sorted(plies)]
    assert shape.nodes - shape.leaves == parents
    assert shape.depth == result.stats.max_depth and shape.mean_depth == pytest.approx(result.stats.mean_depth)
    for even, visits in zip(shape.effective, plies.values(), strict=True):
        entropy = -sum(n / sum(visits) * math.log(n / sum(visits)) for n in visits)
        assert even == pytest.approx(math.exp(entropy))
    assert 0 < shape.asymmetry < 1 and f"{shape.nodes:,} nodes" in str(shape)
    assert "depth 1: 3 nodes" in shape._repr_html_()


def test_exploring_all_alike_is_symmetric() -> None:
    game = nim(30)
    even, keen = (plain_search(game, f"ucb1:c={c}", seed=1) for c in (50, 0.1))
    for search in (even, keen):
        search.run(game.start(), iterations=300)
    assert even.shape().asymmetry < 0.1 < keen.shape().asymmetry


@pytest.fixture
def taken_down() -> Convergence:
    game = nim(13)
    search, convergence = plain_search(game, seed=1), Convergence()
    convergence(search.run(game.start(), iterations=300, on_progress=convergence, every=0.002))
    return convergence


def test_looks_are_taken_down(taken_down: Convergence) -> None:
    assert len(taken_down.looks) > 2 and taken_down.looks[-1].iterations == 300
    iterations = [look.iterations for look in taken_down.looks]
    assert iterations == sorted(set(iterations)) and taken_down.settled() in iterations
    assert all(
        look.best == taken_down.looks[-1].best for look in taken_down.looks if look.iterations >= taken_down.settled()
    )
    lines = taken_down.lines("share", most=2)
    assert len(lines) == 2 and all(0 <= share <= 1 for line in lines.values() for _, share in line)
    assert sum(row["visits"] for row in taken_down.rows() if row["iterations"] == 300) == 300
    assert "nim, player 0" in repr(taken_down)
    assert taken_down._repr_html_().count("<polyline") == 6


def test_followed_by_powers_of_ten() -> None:
    game = nim(13)
    looks = []
    for _ in range(2):
        search, convergence = plain_search(game, seed=1), Convergence()
        result = convergence.follow(search, game.start(), 300, per_decade=3)
        looks.append(convergence.looks)
        assert [look.iterations for look in convergence.looks] == [1, 2, 5, 10, 22, 46, 100, 215, 300]
        assert search.seed == 1 and search.root.visits == 300
        assert {row.name: row.visits for row in result.table} == convergence.looks[-1].visits
    strip = [[(look.visits, look.values) for look in each] for each in looks]
    assert strip[0] == strip[1]
    for wrong in (0, 1.5, None):
        with pytest.raises(anyspace.OptionError, match="whole numbers from 1"):
            Convergence().follow(search, game.start(), wrong)  # type: ignore[arg-type]


def test_what_is_decided_is_followed_no_longer() -> None:
    game = nim(5)
    convergence = Convergence()
    convergence.follow(plain_search(game, "solver", seed=1), game.start(), 5_000)
    assert convergence.looks[-1].iterations < 5_000


def test_another_search_needs_another(taken_down: Convergence) -> None:
    game = nim(13)
    with pytest.raises(anyspace.OptionError, match="another search"):
        taken_down(plain_search(game, seed=1).run(game.start(), iterations=5))
    with pytest.raises(anyspace.OptionError, match="'value' or 'share'"):
        taken_down.lines("visits")
    with pytest.raises(anyspace.NothingToSearch, match="nothing was taken down"):
        Convergence().settled()
    assert "nothing taken down" in repr(Convergence()) and "nothing taken down" in Convergence()._repr_html_()


@pytest.mark.parametrize(
    "points",
    [[(1, 0.0)], [(1, 0.5), (1_000_000, 0.5)], [(10, -1e9), (20, 1e9)], [(7, 1e-12), (8, -1e-12)], []],
)
def test_any_line_can_be_drawn(points: list[tuple[float, float]]) -> None:
    drawn = line_chart({"a": points, "<b>": points[:1]}, "value")
    assert bool(drawn) == bool(points) and "nan" not in drawn and "inf" not in drawn
    if drawn:
        ElementTree.fromstring(drawn)


def test_figures_for_print(taken_down: Convergence) -> None:
    pytest.importorskip("matplotlib")
    from anyspace.errors import StatisticsError
    from anyspace.lab.figures.searches import convergence_figure, shape_figure
    from anyspace.lab.figures.style import as_svg

    assert b"<svg" in as_svg(convergence_figure(taken_down))
    shapes = {"even": TreeShape(7, 4, [1, 2, 4], [9, 8, 4], [1.0, 2.0, 4.0])}
    assert len(shape_figure(shapes).axes) == 2
    with pytest.raises(StatisticsError, match="at least one tree"):
        shape_figure({})
