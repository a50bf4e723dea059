"""The widget in a real browser: its own script, with Python at the other end; what is in between is ours."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from toys import nim
from uncompiled import plain_search, uncompiled

import anyspace

pytest.importorskip("anywidget")

PAGE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<style>{css}</style><body><div id="here"></div><script type="module">
{script}
const listeners = {{}}, values = {values}, sent = [];
const model = {{
  get: (name) => values[name],
  on: (event, then) => (listeners[event] ??= []).push(then),
  off: (event, then) => (listeners[event] = (listeners[event] ?? []).filter((each) => each !== then)),
  send: (message) => sent.push(message),
}};
window.sent = sent;
window.update = (changed) => {{
  Object.assign(values, changed);
  for (const name of Object.keys(changed)) (listeners[`change:${{name}}`] ?? []).forEach((then) => then());
}};
window.clean = widget.render({{ model, el: document.getElementById("here") }});
window.listeners = listeners;
</script>"""
TOLD = ("title", "board", "moves", "tree", "status", "fraction", "running")


def page_of(widget: Any) -> str:
    """What Jupyter would show, without Jupyter: the widget's script with a model of ours."""
    script = widget._esm.replace("export default", "const widget =")
    return PAGE.format(
        css=widget._css, script=script, values=json.dumps({name: getattr(widget, name) for name in TOLD})
    )


def carry(page: Any, widget: Any) -> None:
    """What each has to say to the other."""
    for message in page.evaluate("sent.splice(0)"):
        widget._handle_custom_msg(message, [])
    page.evaluate("changed => update(changed)", {name: getattr(widget, name) for name in TOLD})


def until(page: Any, widget: Any, condition: Callable[[], Any], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        carry(page, widget)
        time.sleep(0.02)
    carry(page, widget)


@pytest.fixture
def widget() -> Iterator[Any]:
    search = plain_search(nim(30), seed=1)
    made = search.live(every=0.05, nodes=40, state=search.game.start())
    yield made
    made.close()


def test_watched_stopped_and_sent_on(widget: Any) -> None:
    from views.browser import browser

    with browser() as started:
        page = started.new_page(viewport={"width": 360, "height": 700})
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_content(page_of(widget))
        stop, go_on = page.get_by_role("button", name="Stop"), page.get_by_role("button", name="Go on")
        stop.wait_for()
        assert stop.is_enabled() and go_on.is_disabled()
        until(page, widget, lambda: page.locator("table.as-moves tr").count() == 4)  # a head and three moves
        assert page.locator(".as-tree > svg > svg").count() > 10
        assert page.get_by_role("progressbar").get_attribute("value") is None  # no budget: nobody knows how far
        stop.click()
        until(page, widget, lambda: not widget.running)
        assert widget.handle.done and stop.is_disabled() and go_on.is_enabled()
        found = widget.result
        assert f"{found.stats.iterations:,} iterations" in page.locator(".as-status").inner_text()
        visits = [page.locator("table.as-moves tr").nth(row).locator("td").nth(1).inner_text() for row in (1, 2, 3)]
        assert visits == [f"{row.visits:,}" for row in found.table]
        assert page.evaluate("document.documentElement.scrollWidth") <= 360  # no scrolling sideways on a telephone
        go_on.click()
        until(page, widget, lambda: widget.running)
        until(page, widget, lambda: widget.result.stats.reused >= found.stats.iterations)
        page.get_by_role("button", name="Stop").click()
        until(page, widget, lambda: not widget.running)
        page.evaluate("clean()")
        assert page.evaluate("Object.values(listeners).flat().length") == 0
        assert complaints == []


def test_a_budget_is_a_bar_and_ends_by_itself() -> None:
    search = plain_search(nim(12), seed=1)
    widget = search.live(search.game.start(), iterations=60, every=0.01)
    end = time.monotonic() + 20
    while widget.running and time.monotonic() < end:
        time.sleep(0.01)
    assert not widget.running and widget.fraction == 1.0 and widget.result.stats.iterations == 60
    assert "60 iterations" in widget.status and "player 0 to move" in widget.title
    widget._handle_custom_msg({"do": "nothing that is known"}, [])
    widget._handle_custom_msg("nor this", [])
    assert widget.stop().stats.iterations == 60
    widget.close()


def test_what_goes_wrong_is_told() -> None:
    def moves(state: Any, out: Any) -> int:
        if state.left < 6:
            raise ValueError("no such number of stones")
        for i in range(3):
            out[i] = i + 1
        return 3

    game = nim(30, moves=moves)
    game.examined = True  # it would be found before
    search = plain_search(game, seed=1)
    widget = search.live(game.start(), every=0.01)
    end = time.monotonic() + 20
    while widget.running and time.monotonic() < end:
        time.sleep(0.01)
    assert "no such number of stones" in widget.status
    widget.close()


def test_bad_options_are_told_at_once() -> None:
    search = plain_search(nim(12))
    with pytest.raises(anyspace.BudgetError, match="every"):
        search.live(search.game.start(), every=0)
    with pytest.raises(anyspace.BudgetError):
        search.live(search.game.start(), iterations=-1)


def test_hidden_hands_stay_hidden() -> None:
    game = uncompiled(anyspace.load("kuhn_poker"))
    search = plain_search(game, "plain", seed=1)
    widget = search.live(game.start(1), iterations=20, every=0.01)
    assert "as player 0 sees it" in widget.board and "player 1: ?" in widget.board
    widget.handle.wait(20)
    widget.close()
