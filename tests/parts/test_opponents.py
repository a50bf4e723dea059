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
from anyspace.games import kuhn_poker, leduc_poker, load, phantom, spades
from anyspace.games.cards import card_bit, hand_of
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
    """Notes what was dealt to the players, as `hands` says."""

    found: Any = None
    game: Any = None
    kind = "prove"
    reference = "here"

    def bind(self, loop: Any) -> None:
        inner, found, game = loop.deal, self.found, self.game

        def deal(table: Any, policy: Any, scratch: Any) -> int:
            status = inner(table, policy, scratch)
            found[tuple(game.backend.objects[scratch.state][0]["hands"].tolist())] += 1
            return status

        loop.deal = deal


@pytest.mark.parametrize("tries", [1000, 6])
def test_guesses_are_drawn_by_bayes(tries: int) -> None:
    """0.9 for each king against 0.1 for each queen: kings are held nine times of ten; by six tries about as often."""
    game, found = leduc(), Counter[tuple[int, ...]]()
    model = Opponents(by_rank, tries=tries)
    search = plain_search(game, model, Watching(found, game), information="single", seed=12)
    search.run(raised_at(game, 0), iterations=300)
    kings = sum(found[0, card] for card in KINGS) / found.total()
    assert found.total() >= 300 and found[0, 1] == 0 and kings == pytest.approx(0.9, abs=0.06)


HONOURS = hand_of("AC KC AD KD AH KH AS KS")


def by_honours(state: State) -> dict[int, float]:
    """Of spades: nine times of ten the bid is as many tricks as there are aces and kings; of cards nothing is known."""
    bid = spades.BID + (int(state["hands"][state.mover]) & int(HONOURS)).bit_count()
    return {bid: 0.9} if bid in state.moves() else {}


@pytest.mark.parametrize(("infers", "least", "most"), [(True, 0.55, 1.0), (False, 0.2, 0.5)])
def test_bids_tell_who_has_the_high_cards(infers: bool, least: float, most: float) -> None:
    """Four honours with one player, none with its neighbours: where guesses put them, as a share of where they are."""
    game, found = uncompiled(spades.game()), Counter[tuple[int, ...]]()
    held = [hand_of(cards) for cards in ("AC KC AD KD", "AH KH AS KS", "", "")]
    rest = [card_bit(card) for card in range(52) if not HONOURS & card_bit(card)]
    for number, card in enumerate(rest):
        held[(number if number < 36 else 2 + number % 2) % 4] |= card
    state = game.position(game.start(seed=1), hands=held)
    for bid in (4, 4, 0, 0):
        state.play(spades.BID + bid)
    parts = Opponents(by_honours, infer=infers, playouts=False, tries=32), Watching(found, game)
    plain_search(game, *parts, seed=5).run(state, iterations=25)
    right = sum(n * (hands[1] & int(held[1] & HONOURS)).bit_count() for hands, n in found.items()) / 4
    assert least < right / found.total() < most


def begins_in_the_middle(state: State) -> dict[int, float]:
    """Of phantom noughts and crosses: nine times of ten."""
    return {4: 0.9} if state["placed"] == 0 else {}


@pytest.mark.parametrize(("infers", "share"), [(True, 0.9 + 0.1 / 9), (False, 1 / 9)])
def test_particles_move_as_the_model_says(infers: bool, share: float) -> None:
    """A game that does not tell its past: what is hidden is inferred by who has seen it from the start."""
    game = uncompiled(phantom.game(m=3, n=3, k=3))
    state = game.start()
    model = Opponents(begins_in_the_middle, infer=infers, playouts=False)
    search = plain_search(game, model, "particles:count=300", seed=1)
    search.follow(state)
    for move in (8, state.copy().play(8).moves()[0]):  # a corner, against the odds
        search.advance(move)
        state.play(move)
    search.run(state, iterations=2)
    middle = sum(int(particle["marks"][0]) == 1 << 4 for particle in search.particles) / 300
    assert middle == pytest.approx(share, abs=0.07)


def test_particles_survive_a_model_that_is_wrong() -> None:
    game = uncompiled(phantom.game(m=3, n=3, k=3))
    never = lambda state: {4: 1.0} if 4 in state.moves() else {state.moves()[0]: 1.0}  # noqa: E731
    search = plain_search(game, Opponents(never, playouts=False), "particles:count=20,tries=2", seed=1)
    state = game.start()
    search.follow(state)
    for move in [8, 9, 4, 9, 0, 9]:  # the one that it takes for impossible is accepted, then that one is tried for
        search.advance(move)
        state.play(move)
    search.run(state, iterations=2)
    assert len(search.particles) == 20 and all(each.view(1) == state.view(1) for each in search.particles)
    raising = plain_search(game, Opponents(lambda state: 1 / 0, playouts=False), "particles:count=20", seed=1)
    state = game.start()
    raising.follow(state)
    for move in (8, 9):
        raising.advance(move)
        state.play(move)
    with pytest.raises(ZeroDivisionError):
        raising.run(state, iterations=2)


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
