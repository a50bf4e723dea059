"""Figures for print and screen: matplotlib, no global state, the same file from the same numbers."""

from .forest import Row, forest
from .lines import Panel, Series, lines
from .parallel import Timing, parallel
from .style import as_png, as_svg, save

__all__ = ["Panel", "Row", "Series", "Timing", "as_png", "as_svg", "forest", "lines", "parallel", "save"]
