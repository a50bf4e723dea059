"""Trees for other programs: JSON, Graphviz, networkx."""

from __future__ import annotations

import json
from typing import Any

from ..errors import MissingDependency
from .icicle import tree_scale
from .tree import TreeRows

FORMAT = "anyspace tree 1"


def as_json(rows: TreeRows, indent: int | None = None) -> str:
    """One object; the tree as columns, the rows of which are nodes."""
    told = {
        "format": FORMAT,
        "game": rows.game,
        "players": rows.players,
        "payoffs": list(rows.payoffs),
        "information": rows.information,
        "player": rows.player,
        "tree": {
            "parent": list(rows.parents),
            "move": [move if move is None or isinstance(move, int) else str(move) for move in rows.moves],
            "name": list(rows.names),
            "visits": list(rows.visits),
            "value": list(rows.values),
            "mover": list(rows.movers),
            "depth": list(rows.depths),
        },
    }
    return json.dumps(told, indent=indent, ensure_ascii=False)


def as_dot(rows: TreeRows) -> str:
    """In the language of Graphviz: a box a node with visits and value, an arrow a move."""
    scale = tree_scale(rows)
    lines = [
        "digraph tree {",
        '  node [shape=box style="filled,rounded" fontname="sans-serif" fontsize=10 penwidth=0.5]',
    ]
    lines.append('  edge [fontname="sans-serif" fontsize=10 arrowsize=0.6]')
    for row in range(len(rows)):
        value = rows.values[row]
        words = f"{rows.visits[row]:,}\\n{value:+.3f}"
        lines.append(f'  n{row} [label="{words}" fillcolor="{scale.colour(value)}" fontcolor="{scale.ink(value)}"]')
        if row:
            heavy = 0.4 + 3.6 * rows.visits[row] / max(1, rows.visits[0])
            lines.append(f'  n{rows.parents[row]} -> n{row} [label="{_quoted(rows.names[row])}" penwidth={heavy:.2f}]')
    return "\n".join([*lines, "}"]) + "\n"


def as_networkx(rows: TreeRows) -> Any:
    """A DiGraph: nodes by their row, with all that a row has; the root is 0."""
    try:
        import networkx
    except ImportError:
        raise MissingDependency("graphs of networkx need it: pip install 'anyspace[notebook]'") from None
    graph = networkx.DiGraph(game=rows.game, player=rows.player, information=rows.information)
    for row in range(len(rows)):
        told = dict(move=rows.moves[row], name=rows.names[row], mover=rows.movers[row])
        graph.add_node(row, visits=rows.visits[row], value=rows.values[row], depth=rows.depths[row], **told)
        if row:
            graph.add_edge(rows.parents[row], row, move=rows.moves[row], name=rows.names[row])
    return graph


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
