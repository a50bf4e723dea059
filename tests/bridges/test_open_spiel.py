"""The OpenSpiel bridge: every game that pyspiel registers is either searched here or listed with the reason."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import pytest

import anyspace
from anyspace import CHANCE, GameError, MissingDependency, OptionError, Search, State, UnknownGame
from anyspace.bridges.open_spiel import OpenSpielGame

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("open_spiel.python.games")  # registers the games that are written in Python

UNSUPPORTED = {
    "crossword": "no numbered moves",
    "mfg_crowd_modelling": "mean-field",
    "mfg_crowd_modelling_2d": "mean-field",
    "mfg_dynamic_routing": "mean-field",
    "mfg_garnet": "mean-field",
    "stones_and_gems": "draws its chance inside pyspiel in the middle of the game",
}
"""Games that cannot be searched, and a part of the message that says why."""

POKER = "universal_poker(blind=100 50,firstPlayer=2 1,stack=1200 1200)"
PARAMETERS = {
    "add_noise": "add_noise(epsilon=0.1,game=kuhn_poker(),seed=1)",
    "cached_tree": "cached_tree(game=kuhn_poker())",
    "coop_to_1p": "coop_to_1p(game=tiny_hanabi())",
    "efg_game": "efg_game(filename={folder}/kuhn.efg)",
    "misere": "misere(game=tic_tac_toe())",
    "nfg_game": "nfg_game(filename={folder}/dilemma.nfg)",
    "normal_form_extensive_game": "normal_form_extensive_game(game=kuhn_poker())",
    "repeated_game": "repeated_game(num_repetitions=5,stage_game=matrix_pd())",
    "repeated_poker": "repeated_poker(max_num_hands=3,reset_stacks=true,rotate_dealer=true,"
    f"universal_poker_game_string={POKER})",
    "restricted_nash_response": "restricted_nash_response(fixed_player=0,game=kuhn_poker(),p=0.5)",
    "start_at": "start_at(game=tic_tac_toe(),history=0;4)",
    "turn_based_simultaneous_game": "turn_based_simultaneous_game(game=goofspiel())",
    "zerosum": "zerosum(game=matrix_pd())",
}
"""Games that cannot be loaded by their name alone: transformations of other games, and games read from a file."""

LIGHTER = {
    "python_liars_poker": "python_liars_poker(hand_length=3,num_digits=3)",
    "bridge": "bridge(use_double_dummy_result=false)",
    "bridge_uncontested_bidding": "bridge_uncontested_bidding(num_redeals=1)",
}
"""Games that solve bridge deals exactly, a playout takes seconds with their defaults; or that are slow in Python."""


def load(text: str, **options: Any) -> OpenSpielGame:
    game = anyspace.load(f"open_spiel:{text}", **options)
    assert isinstance(game, OpenSpielGame)
    return game


def past_chance(state: State, source: random.Random) -> State:
    while state.mover == CHANCE:
        state.play(source.choices(state.moves(), state.weights())[0])
    return state


def visits(search: Search, state: State, iterations: int) -> dict[int, int]:
    return {row.move: row.visits for row in search.run(state, iterations=iterations).table}


# ---- every game ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("open_spiel")
    (made / "kuhn.efg").write_text(pyspiel.get_kuhn_poker_efg_data())
    (made / "dilemma.nfg").write_text(pyspiel.game_to_nfg_string(pyspiel.load_game("matrix_pd")))
    return made


UNGUESSABLE = ("bridge_uncontested_bidding", "negotiation", "tarok")
"""What these hide nothing can guess."""


@pytest.mark.parametrize("name", sorted(pyspiel.registered_names()))
def test_every_game_is_searched_or_says_why_not(name: str, folder: Path) -> None:
    if name in UNSUPPORTED:
        with pytest.raises(GameError, match=UNSUPPORTED[name]):
            load(name)
        return
    if name in PARAMETERS:
        with pytest.raises(OptionError, match="cannot be loaded without parameters; it takes "):
            load(name)
    else:
        assert load(name).name == f"open_spiel:{name}"
    game = load({**PARAMETERS, **LIGHTER}.get(name, name).format(folder=folder))
    source = random.Random(name)
    state = past_chance(game.start(seed=1), source)
    assert (game.unguessable is not None) == (name in UNGUESSABLE)
    if game.unguessable:
        with pytest.raises(OptionError, match="hides what nothing can guess"):
            Search(game, "plain", seed=1)
    information = "cheating" if game.unguessable else None
    searched_well(Search(game, "plain", information=information, seed=1), state)
    for _ in range(12):
        if past_chance(state, source).over:
            break
        state.play(source.choice(state.moves()))
    if past_chance(state, source).over:
        assert state.moves() == []
        least, greatest = game.payoffs
        assert len(state.returns()) == game.players
        assert all(least <= payoff <= greatest for payoff in state.returns())
    else:
        searched_well(Search(game, playout=anyspace.Random(limit=3), information=information, seed=1), state)


def searched_well(search: Search, state: State) -> None:
    """Search a little; the result must be legal and the state left alone."""
    before, shown = state.copy(), str(state)
    result = search.run(state, iterations=25, seconds=0.4)
    assert state == before
    assert str(state) == shown
    assert result.player == state.mover
    assert {row.move for row in result.table} <= set(state.moves())
    assert sum(row.visits for row in result.table) == result.stats.iterations >= 1
    assert state.parse(result.name) == result.move
    assert state.copy().play(result.move) != state


def test_the_page_lists_every_game_that_is_not_loaded_by_its_name() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bridges" / "open_spiel.md").read_text(encoding="utf-8")
    assert [name for name in {**UNSUPPORTED, **PARAMETERS, **LIGHTER} if f"`{name}`" not in page] == []
    if pyspiel.__version__ == "2.0.2":
        names = set(pyspiel.registered_names())
        assert {*UNSUPPORTED, *PARAMETERS, *LIGHTER} <= names
        assert len(names) == 136  # the numbers of the page


# ---- right answers -------------------------------------------------------------------------------------------------


def test_tic_tac_toe_takes_the_win_and_blocks_the_loss() -> None:
    game = load("tic_tac_toe")
    state = game.start()
    for move in (0, 3, 1, 4):
        state.play(move)
    result = Search(game, "plain", seed=1).run(state, iterations=500)
    assert result.move == 2
    assert result.value > 0.9
    assert result.name == state.name(2) == "x(0,2)"
    state.play(8)  # crosses let it pass: noughts win with 5
    assert Search(game, "plain", seed=1).run(state, iterations=500).move == 5


def test_the_winning_move_is_that_of_the_built_in_connect_four() -> None:
    built_in, bridged = anyspace.load("connect_four"), load("connect_four")
    for line, winning in (([3, 0, 3, 0, 3, 1], 3), ([3, 3, 2, 2], {1, 4}), ([0, 3, 0, 3, 1, 3], 3)):
        best = set()
        for game in (built_in, bridged):
            state = game.start()
            for column in line:
                state.play(state.moves()[column])
            result = Search(game, "plain", seed=1).run(state, iterations=2000)
            best.add(state.moves().index(result.move))
        assert best <= (winning if isinstance(winning, set) else {winning})


def test_pig_is_a_game_of_chance() -> None:
    game = load("pig(winscore=20)")
    assert game.name == "open_spiel:pig(winscore=20)"
    state = game.start().play(0)
    assert state.mover == CHANCE
    assert state.weights() == pytest.approx([1 / 6] * 6)
    with pytest.raises(anyspace.NothingToSearch, match="chance"):
        Search(game, "plain").run(state, iterations=1)
    while state.mover == CHANCE:
        state.play(state.moves()[-1])  # a six
    for _ in range(2):
        state.play(state.moves()[0]).play(state.moves()[-1])
    search = Search(game, "plain", seed=1)
    result = search.run(state, iterations=4000)
    assert state.name(result.move) == "roll"  # eighteen in hand, twenty wins: only a one loses them
    rolled = search.root.child(result.move)
    assert rolled is not None
    assert len(rolled.children) == 6


def test_players_of_a_general_sum_game_have_their_own_payoffs() -> None:
    """In Pig for three, what is good for one is not simply bad for the next."""
    game = load("pig", players=3)
    assert game.players == 3
    result = Search(game, "plain", seed=1).run(game.start(), iterations=200)
    assert -1 <= result.value <= 1


def test_simultaneous_moves_are_made_in_turns() -> None:
    game = load("matrix_pd")
    assert game.turn_based
    assert not load("tic_tac_toe").turn_based
    state = game.start()
    assert state.mover == 0
    assert state.play(0).mover == 1
    assert state.play(1).returns() == [0.0, 10.0]
    assert game.simultaneous and game.start().together() == 1 and not game.hides
    assert game.start().play(0).withdrawn() == game.start()
    result = Search(game, "regret_matching", seed=1).run(game.start(), iterations=300)
    assert dict(result.strategies[0])[1] > 0.8 and dict(result.strategies[1])[1] > 0.8  # both defect


# ---- determinism and reuse -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["connect_four", "pig(winscore=20)", "backgammon", "leduc_poker", "goofspiel"])
def test_one_seed_one_answer(text: str) -> None:
    runs = []
    for _ in range(2):
        game = load(text)
        runs.append(visits(Search(game, "plain", seed=5), past_chance(game.start(seed=2), random.Random(2)), 150))
    assert runs[0] == runs[1]


def test_another_seed_another_search() -> None:
    game = load("connect_four")
    assert visits(Search(game, "plain", seed=1), game.start(), 200) != visits(
        Search(game, "plain", seed=2), game.start(), 200
    )


def test_a_deal_drawn_out_of_sight_follows_the_seed_of_the_start() -> None:
    game = load("tarok")
    assert game.draws_unseen
    deals = [str(game.start(seed=seed).play(0)) for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]
    assert game.start(seed=1).play(0) == game.start(seed=1).play(0)
    assert game.start(seed=1).play(0) != game.start(seed=2).play(0)


def test_the_tree_is_kept_from_move_to_move() -> None:
    game = load("connect_four")
    state = game.start()
    search = Search(game, "plain", seed=1)
    move = search.run(state, iterations=300).move
    search.advance(move)
    assert search.run(state.play(move), iterations=10).stats.reused > 10


# ---- playouts ------------------------------------------------------------------------------------------------------


def test_a_playout_is_one_call_into_pyspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("connect_four")
    calls = []

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return pyspiel.evaluate_bots(*arguments)

    monkeypatch.setattr(game.backend, "_play_game", counted)
    stats = Search(game, "plain", seed=1).run(game.start(), iterations=50).stats
    assert len(calls) == stats.iterations == 50
    assert 7 < stats.mean_playout <= 42


def test_playouts_can_be_cut_short() -> None:
    game = load("pig")
    stats = Search(game, playout=anyspace.Random(limit=4), seed=1).run(game.start(), iterations=50).stats
    assert stats.mean_playout == 4


# ---- what can go wrong ---------------------------------------------------------------------------------------------


def test_exceptions_of_pyspiel_reach_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic_tac_toe")
    search = Search(game, "plain", seed=1)
    with monkeypatch.context() as patched:
        patched.setattr(game.backend, "_play_game", lambda *_: pyspiel.load_game("tic_tac_toe(size=4)"))
        with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'size'"):
            search.run(game.start(), iterations=10)
    assert search.run(game.start(), iterations=10).stats.iterations == 10


@pytest.mark.parametrize("text", ["conect_four", "connectfour", "misere(game=conect_four())"])
def test_an_unknown_game_names_a_close_one(text: str) -> None:
    with pytest.raises(UnknownGame, match="did you mean open_spiel:connect_four"):
        load(text)


@pytest.mark.parametrize("text", ["", "()", "connect four", "connect_four(rows=5", "connect_four)", "hex[5]"])
def test_a_text_that_is_no_name(text: str) -> None:
    with pytest.raises(UnknownGame, match="NAME or NAME"):
        load(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("connect_four(size=3)", r"no parameter 'size'; it takes columns, .*rows, x_in_row"),
        ("tic_tac_toe(size=3)", "no parameter 'size'; it takes none"),
        ("connect_four(rows)", "no parameter"),
        ("connect_four(rows=many)", "rows must be int, not 'many'"),
        ("connect_four(rows=5.5)", "rows must be int, not 5.5"),
        ("chess(chess960=1)", "chess960 must be bool, not 1"),
        ("misere(game=3)", "game must be a game"),
        ("add_noise(game=tic_tac_toe())", "Missing parameter epsilon"),
        ("kuhn_poker(players=50)", "players must be 2 to 10, not 50"),
        ("universal_poker(numPlayers=99)", "numPlayers must be 2 to 10, not 99"),
    ],
)
def test_a_bad_parameter(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        load(text)


def test_parameters_in_other_words() -> None:
    assert load("go", komi=7, board_size=9).name == "open_spiel:go(board_size=9,komi=7.0)"
    assert load(" connect_four( rows = 5, columns=6 ) ").name == "open_spiel:connect_four(columns=6,rows=5)"
    assert load("misere(game=tic_tac_toe)").name == "open_spiel:misere(game=tic_tac_toe())"
    assert load("start_at", game="tic_tac_toe", history=4).start().moves() == [0, 1, 2, 3, 5, 6, 7, 8]


def test_a_game_that_pyspiel_cannot_load() -> None:
    with pytest.raises(GameError, match="pyspiel could not load it") as caught:
        load("efg_game(filename=no_such_file.efg)")
    assert isinstance(caught.value.__cause__, pyspiel.SpielError)


def test_payoffs_without_bounds_must_be_given() -> None:
    class Boundless:
        """A game in all but its bounds."""

        def __getattr__(self, name: str) -> Any:
            return getattr(pyspiel.load_game("tic_tac_toe"), name)

        def max_utility(self) -> float:
            return float("inf")

    with pytest.raises(GameError, match="bounds its payoffs by -1 and inf; the search needs finite"):
        OpenSpielGame(Boundless())
    assert OpenSpielGame(Boundless(), payoffs=(-1.0, 1.0)).payoffs == (-1.0, 1.0)


def test_a_game_of_pyspiel_can_be_wrapped() -> None:
    game = OpenSpielGame(pyspiel.load_game("tic_tac_toe"))
    assert Search(game, "plain", seed=1).run(game.start(), iterations=20).move in range(9)
    with pytest.raises(GameError, match="convert_to_turn_based"):
        OpenSpielGame(pyspiel.load_game("goofspiel"))


def test_without_pyspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)  # importing it raises
    with pytest.raises(MissingDependency, match=r'pip install "anyspace\[openspiel\]"'):
        load("chess")
