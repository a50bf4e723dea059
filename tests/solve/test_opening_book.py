"""Opening books: what games tell them, how they choose, what is kept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import anyspace
from anyspace import OpeningBook, OptionError, PositionError, make_book
from anyspace.solve.opening_book import Page, _choice


def test_quasi_best_first_and_beta_by_hand() -> None:
    state: Any = anyspace.load("tic_tac_toe").start()
    page = Page()
    for move, reward in (("b2", 1.0), ("b2", 0.5), ("a1", 0.5), ("a1", 0.0)):
        page.told(move, reward)
    assert (page.rate("b2"), page.rate("a1")) == (0.75, 0.25)
    source = random.Random(1)
    assert _choice(page, "qbf", 0.5, state, source) == "b2"
    assert _choice(page, "qbf", 0.8, state, source) is None, "the search is asked"
    assert _choice(None, "qbf", 0.5, state, source) is None
    drawn = [_choice(page, "beta", 0.5, state, source) for _ in range(300)]
    assert len(set(drawn)) == 9 and drawn.count("b2") > drawn.count("a1")


@pytest.mark.parametrize("policy", ["qbf", "beta"])
def test_a_book_is_made_kept_and_gone_on_with(policy: str, tmp_path: Path) -> None:
    game = anyspace.load("tic_tac_toe")
    seen: list[int] = []
    book = make_book(game, 12, iterations=20, policy=policy, seed=3, on_game=lambda number, book: seen.append(number))
    assert seen == [*range(1, 13)]
    assert sum(book.pages[()].games.values()) == 12, "every game begins there"
    for line, page in book.pages.items():
        state = game.after(list(line))
        assert set(page.games) <= set(state.names(state.moves()))
        assert all(0.0 <= page.won[name] <= page.games[name] for name in page.games)
        assert line == () or line[:-1] in book.pages, "a page is added below one that is there"
    again = make_book(game, 12, iterations=20, policy=policy, seed=3)
    assert again.pages == book.pages, "one seed, one book"
    book.save(tmp_path / "book.json")
    loaded = OpeningBook.load(tmp_path / "book.json", game)
    assert loaded.pages == book.pages
    make_book(game, 2, iterations=20, policy=policy, book=loaded)
    assert sum(loaded.pages[()].games.values()) == 14
    assert loaded.move([], least=1) in game.start().moves()
    assert loaded.move([], least=99) is None and loaded.move(["a1", "a2", "a3", "b1"]) is None


def test_what_is_refused(tmp_path: Path) -> None:
    game = anyspace.load("tic_tac_toe")
    for options in ({"games": 0}, {"iterations": 0}, {"policy": "best"}, {"threshold": 2}):
        with pytest.raises(OptionError, match="must be"):
            make_book(game, **{"games": 1, **options})  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="two players"):
        make_book(anyspace.load("left_move"), 1)
    (tmp_path / "x.json").write_text("{", "utf-8")
    with pytest.raises(PositionError, match="no opening book"):
        OpeningBook.load(tmp_path / "x.json", game)
