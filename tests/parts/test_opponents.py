"""Models of the others: guesses weighed by their moves against Bayes' rule by hand, odds at nodes and in playouts, and
models learned from records; where the model knows nothing the search is as ever."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import everything
import pytest
from uncompiled import plain_search, uncompiled

from anyspace import OptionError, Search
from anyspace.games import kuhn_poker, leduc_poker, load
from anyspace.parts.opponents.asking import Asking
from anyspace.parts.opponents.modelled import Opponents
from anyspace.parts.opponents.models import Counts, uniform
from anyspace.parts.part import Part
from anyspace.rules.game import State

FOLD, CALL, RAISE = 0, 1, 2
KINGS = (4, 5)


def by_rank(state: State) -> dict[int, float]:
    """Kings raise nine times of ten, queens once, jacks never; the rest calls."""
    raises = {0: 0.0, 1: 0.1, 2: 0.9}[int(state["hands"][state.mover]) // 2] if RAISE in state.moves() else 0.0
    return {RAISE: raises, CALL: 1.0 - raises}


def leduc() -> Any:
    return uncompiled(leduc_poker.game())


def raised_at(game: Any, own: int) -> State:
    """Player 0 holds `own` and has called; player 1 has raised."""
    return game.position(game.start(seed=1), hands=[own, 5 if own != 5 else 0]).play(CALL).play(RAISE)


def test_the_past_is_what_was_played() -> None:
    for game, moves in ((leduc(), [CALL, RAISE, CALL, 3, CALL]), (uncompiled(kuhn_poker.game()), [0, 1])):
        first = game.start(seed=2)
        if game.name == "leduc_poker":
            first = game.position(first, hands=[0, 5])
        state = first.copy()
        for move in moves:
            state.play(move)
        assert state.past() == (first, moves)
    assert uncompiled(everything.game()).start().past() is None


def test_weights_of_guesses_by_hand() -> None:
    game = leduc()
    asking = Asking(game, by_rank)
    state = raised_at(game, 0)
    for card, weight in ((1, 0.0), (2, 0.1), (3, 0.1), (4, 0.9), (5, 0.9)):
        assert asking.weight(game.position(state, hands=[0, card]), 0) == pytest.approx(weight)
    halfsure = Asking(game, lambda state: {RAISE: 0.5} if RAISE in state.moves() else {})
    assert halfsure.weight(state, 0) == pytest.approx(0.5 + 0.5 / 2)  # half the time any of two


@dataclass(frozen=True)
class Watching(Part):
    """Notes what was dealt to player 1."""

    found: Any = None
    game: Any = None
    kind = "prove"
    reference = "here"

    def bind(self, loop: Any) -> None:
        inner, found, game = loop.deal, self.found, self.game

        def deal(table: Any, policy: Any, scratch: Any) -> int:
            status = inner(table, policy, scratch)
            found[int(game.backend.objects[scratch.state][0]["hands"][1])] += 1
            return status

        loop.deal = deal


@pytest.mark.parametrize("tries", [1000, 6])
def test_guesses_are_drawn_by_bayes(tries: int) -> None:
    """0.9 for each king against 0.1 for each queen: kings are held nine times of ten; by six tries about as often."""
    game, found = leduc(), Counter[int]()
    model = Opponents(by_rank, tries=tries)
    search = plain_search(game, model, Watching(found, game), information="single", seed=12)
    search.run(raised_at(game, 0), iterations=300)
    kings = sum(found[card] for card in KINGS) / found.total()
    assert found.total() >= 300 and found[1] == 0 and kings == pytest.approx(0.9, abs=0.06)


def test_the_others_move_as_the_model_says() -> None:
    """Visits of the replies to a call, by the model's odds: 0.3 and 0.7, whatever comes of them."""
    game = leduc()
    model = lambda state: {CALL: 0.3, RAISE: 0.7}  # noqa: E731
    search = plain_search(game, Opponents(model, infer=False), information="single", seed=2)
    search.run(game.start(seed=1), iterations=300)
    (called,) = (child for child in search.root.children if child.move == CALL)
    replies = {child.move: child.visits for child in called.children}
    assert replies[RAISE] / sum(replies.values()) == pytest.approx(0.7, abs=0.1)


def test_a_search_that_knows_a_folder_raises() -> None:
    """Who folds to every raise is raised with the worst card; who always calls is not."""
    for model, wanted in (({FOLD: 1.0, CALL: 0.0}, RAISE), ({CALL: 1.0}, CALL)):
        game = leduc()
        given = lambda state, model=model: model if FOLD in state.moves() else {CALL: 1.0}  # noqa: E731
        state = game.position(game.start(seed=1), hands=[0, 5])
        result = plain_search(game, Opponents(given), seed=3).run(state, iterations=200)
        assert result.move == wanted


def test_where_the_model_knows_nothing_the_search_decides() -> None:
    game = leduc()
    state = game.start(seed=4)
    unsure = plain_search(game, Opponents(lambda state: {}), information="single", seed=5).run(state, iterations=150)
    plain = plain_search(game, "fpu:value=1e9", information="single", seed=5).run(state, iterations=150)
    assert unsure.move == plain.move and unsure.value == pytest.approx(plain.value, abs=1.0)


def test_counts_answer_by_how_often_they_were_seen() -> None:
    game = leduc()
    counts = Counts(game, doubt=2.0)
    first = game.position(game.start(seed=1), hands=[0, 5])
    assert counts(first) == {}
    for moves in ([CALL, RAISE, FOLD], [CALL, RAISE, CALL, 3, CALL, CALL], [RAISE, FOLD]):
        counts.watch(first, moves)
    assert counts(first) == pytest.approx({CALL: 2 / 5, RAISE: 1 / 5})  # three decisions, two of doubt
    second = first.copy().play(CALL)
    assert counts(second)[RAISE] == pytest.approx(2 / 4)
    seats = Counts(game)
    seats.watch(first, [CALL, RAISE, FOLD], players=[1])
    assert seats.decisions == 1 and seats(first) == {}


def test_counts_are_saved_and_read(tmp_path: Path) -> None:
    game = leduc()
    counts = Counts(game)
    first = game.start(seed=1)
    counts.watch(first, [CALL, CALL, first.copy().play(CALL).play(CALL).moves()[0], CALL, CALL])
    file = tmp_path / "who.json"
    counts.save(file)
    again = Counts.load(game, file)
    assert again.made == counts.made and again(first) == counts(first)
    assert plain_search(game, f"opponents:model={file}", seed=1).run(first, iterations=30).move in first.moves()
    for text, complaint in (("{}", "no file of counts"), ("[", "no file of counts")):
        file.write_text(text)
        with pytest.raises(OptionError, match=complaint):
            plain_search(game, f"opponents:model={file}")
    with pytest.raises(OptionError, match="No such file"):
        plain_search(game, "opponents:model=missing.json")


def test_counts_by_what_moves_look_like() -> None:
    game = uncompiled(everything.game())  # its features: how many stones are taken
    counts = Counts(game, doubt=0.0)
    assert counts.by == "features"
    state = game.start()
    for _ in range(4):
        counts.add(state, 2)  # three of the first heap
    shares = counts(state)
    assert shares[2] == shares[5] == pytest.approx(0.5) and shares[0] == 0.0
    with pytest.raises(OptionError, match="nothing to count"):
        Counts(load("tic_tac_toe"))


def test_models_from_files_and_nonsense(tmp_path: Path) -> None:
    game = leduc()
    file = tmp_path / "mine.py"
    file.write_text("def calls(state):\n    return {1: 1.0}\nnumber = 3\n")
    assert plain_search(game, f"opponents:model={file}:calls", seed=1).run(game.start(seed=1), iterations=20)
    for model, complaint in (
        (f"{file}:number", "no function"), (f"{file}:other", "no function"), ("nobody", "must be a function"),
        (str(tmp_path / "none.py") + ":calls", "there is no file"), (3, "must be a function"),
    ):  # fmt: skip
        with pytest.raises(OptionError, match=complaint):
            plain_search(game, Opponents(model))
    bad = plain_search(game, Opponents(lambda state: {CALL: -1.0}), seed=1)
    with pytest.raises(OptionError, match="the model answered"):
        bad.run(game.start(seed=1), iterations=20)
    raising = plain_search(game, Opponents(lambda state: 1 / 0), seed=1)
    with pytest.raises(ZeroDivisionError):
        raising.run(game.start(seed=1), iterations=20)


@pytest.mark.slow
def test_compiled_and_uncompiled_agree() -> None:
    game = load("leduc_poker")
    for information in ("single", "multi"):
        tables = []
        for made, rules in ((Search, game), (plain_search, leduc())):
            state = rules.position(rules.start(seed=1), hands=[0, 5]).play(CALL).play(RAISE)
            search = made(rules, Opponents(by_rank), information=information, seed=7)
            tables.append(search.run(state, iterations=200).table)
        assert tables[0] == tables[1]
    assert uniform(game.start(seed=1)) == {CALL: 0.5, RAISE: 0.5}
