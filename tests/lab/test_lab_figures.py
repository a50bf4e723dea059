"""Figures: they show the numbers they are given, nothing in them overlaps, and the same numbers give the same file."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from anyspace.errors import StatisticsError
from anyspace.lab.figures import Panel, Row, Series, Timing, as_png, as_svg, forest, lines, parallel, save
from anyspace.lab.figures.style import LOOKS
from anyspace.lab.statistics import Interval, wilson

SIZES = [20, 50, 100, 200, 500, 1000, 2000, 5000]
BOUNDS = ["recycle", "collect", "flatten", "stunt", "ensemble", "stop"]


def sweep(title: str, sizes: list[int] = SIZES) -> Panel:
    series = [
        Series(name, [(size, wilson(200 + 10 * i + 20 * j, 1000)) for j, size in enumerate(sizes)])
        for i, name in enumerate(BOUNDS)
    ]
    return Panel(title, series, wilson(500, 1000))


def bounds_figure(panels: int, sizes: list[int] = SIZES) -> Figure:
    titles = ["Spades", "Hearts", "Confrontation, good", "Confrontation, dark"]
    return lines(
        [sweep(title, sizes) for title in titles[:panels]],
        x_label="node pool size",
        y_label="win rate",
        reference_label="unbounded, 95 % interval",
    )


def speed_figure() -> Figure:
    def timings(factor: float) -> list[Timing]:
        ours = [Timing(name, {1: 100.0, 2: Interval(52 * factor, 50, 54)}) for name in ("root", "tree", "leaf")]
        theirs = [Timing(name, {n: 500 / n**0.8 for n in range(1, 9)}, published=True) for name in ("root", "tree")]
        return ours + theirs

    return parallel({"UCT": timings(1.0), "ISMCTS": timings(1.1)}, published="another paper, 2014")


def rows_figure() -> Figure:
    rows = [Row(f"a player with a rather long name, number {i}", Interval(0.1 * i, 0.1 * i - 0.2, 1)) for i in range(9)]
    return forest(rows, x_label="win rate", reference=0.5, percent=True)


FIGURES: dict[str, Callable[[], Figure]] = {
    "one": lambda: bounds_figure(1),
    "two": lambda: bounds_figure(2),
    "three": lambda: bounds_figure(3),
    "four": lambda: bounds_figure(4),
    "crowded": lambda: bounds_figure(3, [10, 11, 12, 1000, 10_000, 100_000, 1_000_000]),
    "speed": speed_figure,
    "rows": rows_figure,
}


def boxes(figure: Figure) -> list[tuple[str, Bbox]]:
    """The outlines of everything written, of the legend, and of the panels' insides."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    figure.draw(renderer)
    found = []
    for i, panel in enumerate(figure.axes):
        found.append((f"panel {i}", panel.get_window_extent(renderer)))
        texts = [panel.title, panel.xaxis.label, panel.yaxis.label, *panel.texts]
        low, high = sorted(panel.get_xlim())
        texts += [label for label in panel.get_xticklabels() if low <= label.get_position()[0] <= high]
        low, high = sorted(panel.get_ylim())
        texts += [label for label in panel.get_yticklabels() if low <= label.get_position()[1] <= high]
        found += [(text.get_text(), text.get_window_extent(renderer)) for text in texts if text.get_text()]
        # of panels that share an axis only the first has labels, and says so by hiding the others
        found = [(name, box) for name, box in found if box.width > 0]
    found += [("legend", legend.get_window_extent(renderer)) for legend in figure.legends]
    return found


@pytest.mark.parametrize("name", FIGURES)
def test_nothing_overlaps_and_nothing_is_cut_off(name: str) -> None:
    figure = FIGURES[name]()
    with matplotlib.rc_context():
        found = boxes(figure)
    inside = figure.bbox.padded(1)
    for text, box in found:
        assert inside.x0 <= box.x0 and box.x1 <= inside.x1, f"{text!r} is cut off"
        assert inside.y0 <= box.y0 and box.y1 <= inside.y1, f"{text!r} is cut off"
    for (one, a), (other, b) in itertools.combinations(found, 2):
        assert not (a.padded(-1).overlaps(b.padded(-1))), f"{one!r} and {other!r} overlap"


def test_the_checker_of_overlaps_sees_one() -> None:
    figure = Figure()
    panel = figure.subplots()
    panel.set_xticks([0, 0.01], ["thousand", "million"])
    found = [box for text, box in boxes(figure) if text in ("thousand", "million")]
    assert found[0].overlaps(found[1])


@pytest.mark.parametrize("name", ["one", "rows"])
def test_the_same_numbers_give_the_same_file(name: str) -> None:
    with matplotlib.rc_context({"font.size": 30, "svg.hashsalt": "another"}):  # whoever calls has settings of their own
        svg, png = as_svg(FIGURES[name]()), as_png(FIGURES[name]())
    assert svg == as_svg(FIGURES[name]())
    assert png == as_png(FIGURES[name]())
    assert ElementTree.fromstring(svg).tag.endswith("svg")
    assert png.startswith(b"\x89PNG")
    assert b"<dc:date>" not in svg, "a date would change every time"


def test_points_and_intervals_are_where_they_belong() -> None:
    points = [(10.0, Interval(0.4, 0.35, 0.46)), (100.0, Interval(0.5, 0.45, 0.55))]
    figure = lines([Panel("t", [Series("a", points)], Interval(0.5, 0.48, 0.52))], x_label="x", y_label="y")
    container = figure.axes[0].containers[0]
    line, _, bars = container.lines
    assert line.get_xdata() == pytest.approx([10, 100])
    assert line.get_ydata() == pytest.approx([0.4, 0.5])
    assert [tuple(segment[:, 1]) for segment in bars[0].get_segments()] == [
        pytest.approx((0.35, 0.46)),
        pytest.approx((0.45, 0.55)),
    ]
    assert figure.axes[0].get_xscale() == "log"
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == ["10", "100"]


def test_a_label_looks_the_same_in_every_panel() -> None:
    other = Panel("other", list(reversed(sweep("x").series[:3])))
    figure = lines([sweep("one"), other], x_label="x", y_label="y")

    def colours(panel: int) -> dict[float, str]:
        # lines are told apart by their first value
        drawn = [container.lines[0] for container in figure.axes[panel].containers]
        return {round(line.get_ydata()[0], 4): line.get_color() for line in drawn}

    assert colours(1).items() <= colours(0).items()
    assert len(set(colours(0).values())) == len(BOUNDS)


def test_looks_differ_in_colour_marker_and_dashes() -> None:
    for attribute in ("colour", "marker", "dashes"):
        assert len({str(getattr(look, attribute)) for look in LOOKS}) == len(LOOKS)


def brightness_as_seen_by_the_colour_blind(colour: str) -> np.ndarray:
    """Deuteranopia: Vienot, Brettel and Mollon (1999), in linear light."""
    rgb = (np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255) ** 2.2
    to_cones = np.array([[17.8824, 43.5161, 4.11935], [3.45565, 27.1554, 3.86714], [0.0299566, 0.184309, 1.46709]])
    without_green = np.array([[1, 0, 0], [0.494207, 0, 1.24827], [0, 0, 1]])
    return np.linalg.inv(to_cones) @ without_green @ to_cones @ rgb


def test_colours_are_told_apart_by_the_colour_blind() -> None:
    seen = [brightness_as_seen_by_the_colour_blind(look.colour) for look in LOOKS[: len(BOUNDS)]]
    assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 0.08


def test_speed_up_and_efficiency() -> None:
    timing = Timing("root", {1: Interval(100, 98, 102), 2: Interval(52, 50, 54), 4: 30.0})
    assert timing.speed_up(2).estimate == pytest.approx(100 / 52)
    relative = np.hypot(0.02, 2 / 52)
    assert timing.speed_up(2).half_width == pytest.approx(100 / 52 * relative)
    assert timing.efficiency(4).estimate == pytest.approx(100 / 120)
    assert timing.efficiency(1) == (1, 1, 1)


def test_save_writes_both_kinds(tmp_path: Path) -> None:
    figure = bounds_figure(1)
    assert save(figure, tmp_path / "a.b") == [tmp_path / "a.b.png", tmp_path / "a.b.svg"]
    assert save(figure, tmp_path / "only.svg") == [tmp_path / "only.svg"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.b.png", "a.b.svg", "only.svg"]


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: lines([], x_label="x", y_label="y"), "at least one panel"),
        (lambda: lines([Panel("empty", [])], x_label="x", y_label="y"), "nothing to draw in panel 'empty'"),
        (
            lambda: lines([Panel("t", [Series("a", [(0, Interval(0, 0, 0))])])], x_label="x", y_label="y"),
            "no place for 0",
        ),
        (lambda: forest([], x_label="x"), "at least one row"),
        (lambda: parallel({}), "at least one panel"),
        (lambda: parallel({"UCT": [Timing("root", {2: 5.0})]}), "UCT, root: without the time of one thread"),
        (lambda: parallel({"UCT": [Timing("root", {1: 5.0, 2: 0.0})]}), "greater than 0"),
    ],
)
def test_bad_input_is_one_clear_line(draw: Callable[[], object], message: str) -> None:
    with pytest.raises(StatisticsError, match=message) as raised:
        draw()
    assert "\n" not in str(raised.value)
