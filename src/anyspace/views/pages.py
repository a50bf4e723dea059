"""What a notebook shows of a result, a position, a game, a search and a node."""

from __future__ import annotations

from typing import Any, Protocol

from . import board
from .icicle import icicle, legend, tree_scale
from .markup import escape, facts, framed, heading, quiet, side_by_side
from .table import MoveRow, move_table, usual_scale
from .tree import TreeRows

CHEATING = "cheating"


class Seen(Protocol):
    """A position, as a page is told of it."""

    @property
    def mover(self) -> int: ...
    @property
    def over(self) -> bool: ...
    def returns(self) -> list[float]: ...
    def view(self, observer: int) -> str: ...
    def settled(self) -> Seen: ...


def result_page(result: Any) -> str:
    """The decision, the table, the line and what it cost."""
    stats = result.stats
    sure = " · proven" if result.proven else " · the only legal move" if result.forced else ""
    best = f"<b>{escape(result.name)}</b> · {result.value:+.3f} for player {result.player}{sure}"
    rows = [
        MoveRow(row.name, row.visits, row.share, row.value, row.proven, row.move == result.move) for row in result.table
    ]
    cost = (
        f"{stats.iterations:,} iterations in {stats.seconds:.2f} s ({stats.iterations_per_second:,.0f}/s), "
        f"{stats.nodes:,} nodes, {stats.bytes / 2**20:.1f} MiB, depth {stats.mean_depth:.1f} "
        f"(at most {stats.max_depth})"
        + (f", {stats.threads} threads" if stats.threads > 1 else "")
        + (", interrupted" if stats.interrupted else "")
    )
    made_of = f"parts {stats.parts}" if stats.parts else ""
    return framed(
        heading(f"{escape(result.game)}: {best}"),
        move_table(rows, usual_scale(rows, result.payoffs)),
        f'<p class="as-line"><span class="as-quiet">line</span> {escape("  ".join(result.line_names))}</p>',
        quiet(escape(cost)),
        quiet(escape(made_of)) if made_of else "",
        _warning(stats.information),
    )


def state_page(state: Seen, name: str, players: int, hides: bool) -> str:
    """The position. Where players do not see all, as the one sees it who is to move: a page is looked at by people."""
    return framed(heading(f"{escape(name)}: {_whose(state)}"), position(state, players, hides))


def position(state: Seen, players: int, hides: bool, observer: int | None = None) -> str:
    """The position as one player sees it: without an observer who is to move; all of it where nothing is hidden or the
    game is over. Where chance moves nobody's cards are shown; and never what was chosen at the same time as moves that
    are still to be made."""
    if observer is None and state.mover >= 0:
        observer = state.mover
    state = state.settled()
    if not hides or state.over:
        return board.picture(str(state))
    if observer is None:
        return quiet(f"chance moves; state.view(player) says what a player sees, 0 to {players - 1}")
    seen = state.view(observer)
    if seen == str(state):  # the game has no rule `view`
        return quiet(
            "a position of a game that hides something and has no rule <code>view</code>: print(state) shows all"
        )
    return board.picture(seen) + quiet(f"as player {observer} sees it")


def game_page(game: Any, start: Seen, optional: tuple[str, ...]) -> str:
    """What the game is, which of the optional rules it has, and how it begins."""
    own, hides = getattr(game, "rules", None), game.hides  # of a game of Python objects, their class
    rules = [rule for rule in optional if (rule in own if isinstance(own, dict) else game.backend.has(rule))]
    told = {
        "players": game.players,
        "payoffs": f"{game.payoffs[0]:g} to {game.payoffs[1]:g}",
        "moves at once": f"at most {game.max_moves:,}",
        "moves of a game": f"at most {game.max_length:,}",
        "different moves": f"{game.actions:,}" if game.actions else "not declared",
        "hidden information": "yes" if hides else "no",
        "rules besides": ", ".join(rules) or "none",
    }
    drawn = position(start, game.players, hides)
    return framed(heading(f"<b>{escape(game.name)}</b>"), side_by_side(drawn, facts(told)))


def tree_page(
    title: str,
    drawn: str,
    rows: TreeRows | None,
    *,
    moves: list[MoveRow] | None = None,
    note: str = "",
    stale: str = "",
) -> str:
    """A node, or the root of a search: the position if it may be shown, its moves (those of the tree that is drawn
    unless others are given), what is below it."""
    if rows is None or stale:
        return framed(heading(title), drawn, quiet(escape(stale)) if stale else "")
    scale = tree_scale(rows)
    first = [row for row in range(len(rows)) if rows.parents[row] == 0]
    moves = moves or move_rows([(rows.names[row], rows.visits[row], rows.values[row]) for row in first])
    return framed(
        heading(title),
        side_by_side(drawn, move_table(moves, scale)),
        icicle(rows, scale),
        legend(rows, scale),
        quiet(escape(note)) if note else "",
        _warning(rows.information),
    )


def move_rows(told: list[tuple[str, int, float]]) -> list[MoveRow]:
    """Moves from names, visits and values, the most visited first."""
    total = max(1, sum(visits for _, visits, _ in told))
    return [MoveRow(name, visits, visits / total, value, best=i == 0) for i, (name, visits, value) in enumerate(told)]


def _whose(state: Seen) -> str:
    if state.over:
        return "over, " + escape(" : ".join(f"{payoff:g}" for payoff in state.returns()))
    return f"player {state.mover} to move" if state.mover >= 0 else "chance moves"


def _warning(information: str) -> str:
    return (
        quiet("this search looked at what is hidden: what it found gives that away") if information == CHEATING else ""
    )
