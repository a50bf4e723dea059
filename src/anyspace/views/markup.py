"""HTML and SVG as text: escaping, the frame that every picture stands in, and how it looks.

There is one look for light and dark pages. Lines and quiet words take the colour of the text around them, more or less
transparent; what has a colour of its own (values, stones) is told apart on white and on black. So nothing has to be
known about the page: a notebook, its dark theme, a document that was made from it, a browser.
"""

from __future__ import annotations

import html
from typing import Any

STYLE = """
.anyspace{font-family:system-ui,sans-serif;font-size:13px;line-height:1.45;color:inherit;max-width:64rem;
text-align:left}
.anyspace *{box-sizing:border-box}
.anyspace .as-head{font-size:15px;margin:.1rem 0 .35rem}
.anyspace .as-quiet{opacity:.72}
.anyspace p{margin:.35rem 0}
.anyspace .as-line{overflow-wrap:anywhere}
.anyspace .as-sides{display:flex;flex-wrap:wrap;gap:.6rem 1.6rem;align-items:flex-start}
.anyspace .as-sides>div{min-width:0;max-width:100%}
.anyspace .as-sides>.as-grow{flex:1 1 17rem}
.anyspace pre.as-text{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;line-height:1.3;margin:.2rem 0;
padding:.4rem .6rem;overflow-x:auto;max-width:100%;background:none;color:inherit;border:1px solid
color-mix(in srgb,currentColor 22%,transparent);border-radius:4px}
.anyspace table.as-moves{border-collapse:collapse;border:0;margin:.2rem 0;width:100%;max-width:34rem;
font-variant-numeric:tabular-nums;font-size:13px;table-layout:auto}
.anyspace table.as-moves :is(th,td){border:0;padding:.1rem .55rem .1rem 0;text-align:right;background:none;
color:inherit;white-space:nowrap}
.anyspace table.as-moves th{font-weight:normal;opacity:.72;
border-bottom:1px solid color-mix(in srgb,currentColor 22%,transparent)}
.anyspace table.as-moves :is(th,td):first-child{text-align:left;white-space:normal;min-width:2.6rem}
.anyspace table.as-moves td.as-share{width:45%;min-width:2.5rem}
.anyspace table.as-moves tr{background:none}
.anyspace table.as-moves tr.as-best td:first-child{font-weight:700}
.anyspace .as-bar{display:block;height:.75rem;border-radius:2px;min-width:1px;background:currentColor;opacity:.45}
.anyspace .as-best .as-bar{opacity:.75}
.anyspace .as-chip{display:inline-block;padding:0 .4rem;border-radius:3px;min-width:4.2rem}
.anyspace table.as-facts{border-collapse:collapse;border:0;margin:.2rem 0;font-size:13px}
.anyspace table.as-facts :is(th,td){border:0;padding:.05rem .9rem .05rem 0;text-align:left;background:none;
color:inherit;vertical-align:top}
.anyspace table.as-facts th{font-weight:normal;opacity:.72;white-space:nowrap}
.anyspace table.as-facts tr{background:none}
.anyspace details>summary{cursor:pointer;opacity:.72}
.anyspace svg{display:block;max-width:100%}
.anyspace svg text{font-family:system-ui,sans-serif}
.anyspace .as-legend{display:flex;flex-wrap:wrap;gap:.3rem .8rem;align-items:center;margin:.3rem 0 0;font-size:12px}
.anyspace .as-scale{display:inline-block;width:7rem;height:.7rem;border-radius:2px}
"""
"""With every picture, since each may be the only one on its page."""


def escape(text: Any) -> str:
    """A text that means nothing to a browser."""
    return html.escape(str(text), quote=True)


def framed(*pieces: str) -> str:
    """The pieces of one picture, with what they look like."""
    inside = "".join(pieces)
    return f'<div class="anyspace"><style>{STYLE.replace(chr(10), " ")}</style>{inside}</div>'


def side_by_side(*pieces: str) -> str:
    """Beside each other where there is room, below each other where there is not; the last takes what is left."""
    given = [piece for piece in pieces if piece]
    boxes = [f"<div>{piece}</div>" for piece in given[:-1]] + [
        f'<div class="as-grow">{piece}</div>' for piece in given[-1:]
    ]
    return f'<div class="as-sides">{"".join(boxes)}</div>'


def heading(text: str) -> str:
    """The first line of a picture; `text` is markup already."""
    return f'<div class="as-head">{text}</div>'


def quiet(text: str) -> str:
    """A line that is there for who wants to know; `text` is markup already."""
    return f'<p class="as-quiet">{text}</p>'


def facts(rows: dict[str, Any]) -> str:
    """A table of two columns."""
    lines = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows.items())
    return f'<table class="as-facts">{lines}</table>'


def shortened(text: str, most: int) -> str:
    """At most so many characters, the last one an ellipsis if something is missing."""
    return text if len(text) <= most else text[: max(0, most - 1)] + "…"
