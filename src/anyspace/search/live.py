"""A search that can be watched in a notebook, and stopped and sent on by buttons.

The page's part is views/live.js, which puts what it is sent where it belongs. What is sent are the same tables and
pictures that a notebook shows of a search at rest."""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import AnyspaceError, MissingDependency
from ..views.icicle import icicle, legend, tree_scale
from ..views.markup import STYLE, escape
from ..views.pages import position
from ..views.table import MoveRow, move_table
from .running import check_interval
from .showing import rows_of

if TYPE_CHECKING:
    from ..rules.game import State
    from .result import Result
    from .search import Search

SCRIPT = Path(__file__).parents[1] / "views" / "live.js"
LOOK = SCRIPT.with_suffix(".css")


def live(search: Search, state: State | None, nodes: int, every: float, budget: dict[str, Any]) -> Any:
    """A widget that shows a search which has just been started. Raises what `search.start` raises."""
    check_interval(every)
    return _widget_class()(search, state, nodes, every, budget)


@lru_cache(maxsize=1)
def _widget_class() -> type[Any]:
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise MissingDependency("live pictures need anywidget: pip install 'anyspace[notebook]'") from None

    class Live(anywidget.AnyWidget):
        """A search under way. `handle` is that of `search.start`; `result` what was found so far."""

        _esm = SCRIPT.read_text("utf-8")
        _css = STYLE + LOOK.read_text("utf-8")
        title = traitlets.Unicode().tag(sync=True)
        board = traitlets.Unicode().tag(sync=True)
        moves = traitlets.Unicode().tag(sync=True)
        tree = traitlets.Unicode().tag(sync=True)
        status = traitlets.Unicode().tag(sync=True)
        fraction = traitlets.Float(-1.0).tag(sync=True)
        running = traitlets.Bool(False).tag(sync=True)

        def __init__(self, search: Search, state: State | None, nodes: int, every: float, budget: dict[str, Any]):
            super().__init__()
            self.search, self._nodes, self._every, self._budget = search, nodes, every, budget
            self.on_msg(self._asked)
            self._begin(state)

        def _begin(self, state: State | None) -> None:
            at, game = (self.search.position if state is None else state).copy(), self.search.game
            self.handle = self.search.start(state, **self._budget)  # raises unless somebody is to move there
            self.board = position(at, game.players, game.hides, at.mover)
            self.title = f"Search of <b>{escape(game.name)}</b>: player {at.mover} to move"
            self.running = True
            threading.Thread(target=self._watch, name="anyspace live", daemon=True).start()

        def _watch(self) -> None:
            try:
                for result in self.handle.progress(self._every):
                    self._show(result)
            except AnyspaceError as error:
                self.status = str(error)
            except Exception as error:  # a rule that raised: the notebook says which
                self.status = f"{type(error).__name__}: {error}"
            self.running = False

        def _show(self, result: Result) -> None:
            rows = rows_of(self.search, self._nodes, None)
            with self.hold_sync():  # one message
                scale = tree_scale(rows)
                moves = [
                    MoveRow(row.name, row.visits, row.share, row.value, row.proven, row.move == result.move)
                    for row in result.table
                ]
                self.moves = move_table(moves, scale)
                self.tree = icicle(rows, scale) + legend(rows, scale)
                self.status = _told(result)
                self.fraction = self._done_of(result)

        def _done_of(self, result: Result) -> float:
            """How much of the budget is spent; -1 where there is none."""
            stats, budget = result.stats, self._budget
            spent = [stats.iterations / budget["iterations"]] if budget.get("iterations") else []
            spent += [stats.seconds / budget["seconds"]] if budget.get("seconds") else []
            return float(min(1.0, max(spent))) if spent else -1.0

        def _asked(self, _: Any, content: Any, buffers: Any) -> None:
            wanted = content.get("do") if isinstance(content, dict) else None
            if wanted == "stop":
                self.stop()
            elif wanted == "go on" and self.handle.done and not self.running:
                try:
                    self._begin(None)
                except AnyspaceError as error:  # somebody else has the search now
                    self.status = str(error)

        @property
        def result(self) -> Result:
            """What was found so far, or in the end."""
            return self.handle.result()

        def stop(self) -> Result:
            """End the search, as the button does."""
            return self.handle.stop()

        def close(self) -> None:
            if getattr(self, "handle", None) is not None and not self.handle.done:
                self.handle.stop()
            super().close()

    return Live


def _told(result: Result) -> str:
    stats = result.stats
    sure = " (proven)" if result.proven else ""
    return (
        f"{result.name} {result.value:+.3f}{sure} · {stats.iterations:,} iterations in {stats.seconds:.1f} s "
        f"({stats.iterations_per_second:,.0f}/s) · {stats.nodes:,} nodes · depth {stats.max_depth}"
    )
