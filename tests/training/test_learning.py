"""The whole run on tic-tac-toe with a table, which learns in seconds: it gets better, and goes on after any end."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from further import further
from toys import nim
from training.boards import solved, three, value
from uncompiled import uncompiled

from anyspace import Game, Match, learn_network
from anyspace.errors import OptionError, StoreError
from anyspace.neural.npz_file import keys_of
from anyspace.training.distilling import distilled
from anyspace.training.files import write_atomically
from anyspace.training.gate import Gate, scores, verdict
from anyspace.training.learning import Learning
from anyspace.training.planning import Planner
from anyspace.training.records import chunks_of, examples_of, files_in
from anyspace.training.self_play import Thought, self_play
from anyspace.training.settings import Settings
from anyspace.training.shape import shape_of
from anyspace.training.store import Store
from anyspace.training.studying import gather, study

SMALL: dict[str, Any] = dict(kind="table", simulations=8, together=8, round=24, batch=64, rate=0.05, reuse=2.0)


def test_it_gets_better(tmp_path: Path) -> None:
    lines: list[str] = []
    learning = Learning(three(), tmp_path, Settings(**SMALL, gate=None, opening=0), lines.append)
    learning.run(1.0, Planner, networks=6)
    rows: Any = learning.learner
    seen = solved()[[key in rows.rows for key in keys_of(solved().planes)]]  # where it has been, of what is solved
    before, after = Learning(three(), tmp_path / "new", Settings(**SMALL)).examine(seen), learning.examine(seen)
    assert len(seen) > 10 and after["value"] < 0.5 * before["value"]
    assert learning.store.count_games()[0] == 6 * 24
    assert sum("network" in line for line in lines) >= 6
    (file,) = learning.export()
    assert file == tmp_path / "tic_tac_toe.npz" and file.is_file()


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    settings = Settings(**SMALL, gate=Gate(pairs=4, together=4))
    first = Learning(three(), tmp_path, settings)
    first.run(1.0, Planner, networks=1)
    known, steps = first.store.count_games(), first.learner.steps
    first.store.close()
    second = Learning(three(), tmp_path, settings)
    assert second.store.count_games() == known and second.learner.steps == steps > 0
    second.run(1.0, Planner, networks=2)
    assert second.store.count_games()[0] == 48 and len(second.store.scores(2)) == 4
    with pytest.raises(OptionError, match="was begun with kind"):
        Learning(three(), tmp_path, Settings(kind="linear"))


def test_losses_of_a_single_step_are_told(tmp_path: Path) -> None:
    learning = Learning(three(), tmp_path, Settings(**{**SMALL, "kind": "linear"}))
    learning.window.add(solved())
    assert learning._train(1, 0.05)["policy"] > 0.1


def test_a_file_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "taken" / "inside").mkdir(parents=True)
    with pytest.raises(StoreError, match="cannot write"):
        write_atomically(tmp_path / "taken", b"content")
    assert [each.name for each in tmp_path.iterdir()] == ["taken"]


def test_one_run_at_a_time(tmp_path: Path) -> None:
    learning = Learning(three(), tmp_path, Settings(**SMALL))
    with learning.lock, pytest.raises(StoreError, match="another run is at work"), learning.lock:
        pass


def test_self_play_tells_how_games_ended() -> None:
    game = three()
    shape, source = shape_of(game), np.random.default_rng(0)

    def evaluate(planes: Any) -> tuple[Any, Any]:
        return np.zeros((len(planes), 9), np.float32), np.zeros((len(planes), 1), np.float32)

    planner = Planner(game, evaluate, Settings(simulations=4), 0)
    games = self_play(game, shape, planner, 4, 0.0, source)
    for _ in range(6):
        played = next(games)
        signs = np.where(np.arange(len(played.examples)) % 2 == 0, 1, -1)
        assert np.array_equal(played.examples.value[:, 0], signs * played.payoffs[0])
        assert np.allclose(played.examples.policy.sum(axis=1), 1.0, atol=1e-3)
        assert not (played.examples.policy[~played.examples.legal] > 0).any()


class First:
    """Takes the first move, and remembers where it was asked."""

    def __init__(self) -> None:
        self.asked = list[int]()

    def think(self, states: Any, explore: bool) -> list[Thought]:
        self.asked += [9 - len(state.moves()) for state in states]
        shares = np.full(9, 1 / 9, np.float32)
        return [Thought(shares, 0.0, state.moves()[0]) for state in states]


def test_games_begin_with_some_random_moves() -> None:
    game, thinker, source = uncompiled(three()), First(), np.random.default_rng(0)
    games = self_play(game, shape_of(game), thinker, 8, 0.0, source, opening=4)
    openings = set()
    for _ in range(40):
        played = next(games)
        openings.add(played.moves - len(played.examples))  # of the last move of a full board nothing is thought
    assert {0, 1, 2, 3, 4} <= openings and max(openings) <= 5
    assert set(thinker.asked[:8]) <= {0, 1, 2, 3, 4}
    with pytest.raises(OptionError, match="opening must be a whole number, 0 or more, not -1"):
        Settings(opening=-1)


class Perfect:
    """Plays what the table of solutions has; of the rest, anything."""

    def __init__(self, seed: int, worst: bool = False) -> None:
        self.source, self.worst = random.Random(seed), worst

    def think(self, states: Any, explore: bool) -> list[Any]:
        thoughts = []
        for state in states:
            sign = (1 - 2 * state.mover) * (-1 if self.worst else 1)
            worth = {move: sign * value(state.copy().play(move), KNOWN) for move in state.moves()}
            best = [move for move in worth if worth[move] == max(worth.values())]
            thoughts.append(Thought(None, 0.0, self.source.choice(best)))
        return thoughts


KNOWN: dict[bytes, float] = {}


def test_the_gate_keeps_out_who_is_worse() -> None:
    gate = Gate(pairs=40, together=20, opening=2)
    better = [score for _, score in scores(three(), Perfect(1), Perfect(2, worst=True), gate, 0, 3)]
    assert verdict(better, gate) == "accepted" and verdict(better[:3], gate) is None
    worse = [score for _, score in scores(three(), Perfect(1, worst=True), Perfect(2), gate, 0, 3)]
    assert verdict(worse, gate) == "refused"
    alike = [score for _, score in scores(three(), Perfect(1), Perfect(2), gate, 0, 3)]
    assert verdict(alike, gate) == "accepted" and np.mean(alike) == 0.5
    later = [number for number, _ in scores(three(), Perfect(1), Perfect(2), gate, 30, 3)]
    assert later == list(range(30, 40))


class Takes:
    """Takes as many stones as it can, or one."""

    def __init__(self, greedy: bool) -> None:
        self.greedy = greedy

    def think(self, states: Any, explore: bool) -> list[Any]:
        return [Thought(None, 0.0, state.moves()[-1 if self.greedy else 0]) for state in states]


@pytest.mark.parametrize(("players", "score"), [(1, 1.0), (3, 11 / 16)])
def test_matches_of_one_and_of_three(players: int, score: float) -> None:
    """One player pays for every move it needs. Of three, who takes the last of four stones wins 1, the others lose
    1/2: a greedy candidate leaves the last one to the next from the first seat, and takes it from the others. It is
    ahead of the mean of the others by -3/4, 3/2 and 3/2; of a range of 2 that is 3/8 on average, a score of 11/16."""
    game = uncompiled(nim(4, players))
    if players == 1:
        fewer = {**game.facts(), "state": STEPS, "start": begin, "play": count_and_take, "returns": pay_for_moves}
        game = uncompiled(Game(**fewer))
    ((_, found),) = scores(game, Takes(True), Takes(False), Gate(pairs=1, opening=0), 0, 0)
    assert found == pytest.approx(score)


STEPS = np.dtype([("left", np.int32), ("turn", np.int8), ("steps", np.int32)])


def begin(state: Any, rng: Any) -> None:
    state.left, state.turn, state.steps = 4, 0, 0


def count_and_take(state: Any, move: int) -> None:
    state.left -= move
    state.steps += 1


def pay_for_moves(state: Any, out: Any) -> None:
    out[0] = -state.steps / 4


def test_from_records(tmp_path: Path) -> None:
    game, source = three(), random.Random(4)
    for number in range(6):
        match = Match(game, seed=number)
        while not match.over:
            match.play(source.choice(match.state.moves()))
        match.save(tmp_path / f"{number}.json")
    shape, files = shape_of(game), files_in([tmp_path])
    found = list(chunks_of(game, shape, files))
    match = Match.load(files[0], game)
    first = examples_of(match, shape)
    assert (
        len(found) == 6 and first is not None and found[0].policy.argmax(axis=1).tolist() == match.moves[: len(first)]
    )
    assert first.value[:2, 0].tolist() == match.state.returns()
    learning = Learning(game, tmp_path / "run", Settings(**SMALL))
    gather(learning, found)
    study(learning, learning.store.spent() / 3600 + 0.0004)
    assert learning.learner.steps > 0 and learning.export()[0].is_file()
    with pytest.raises(OptionError, match="there is no record"):
        files_in([tmp_path / "none"])


def test_from_a_teacher() -> None:
    game = three()
    shape = shape_of(game)

    def teacher(planes: Any) -> tuple[Any, Any]:
        logits = np.tile(np.arange(9, dtype=np.float32), (len(planes), 1))
        return logits, np.full((len(planes), 1), 0.25, np.float32)

    chunks = list(distilled(game, shape, teacher, 60, 4, 0))
    assert sum(map(len, chunks)) >= 60
    for chunk in chunks:
        assert np.allclose(chunk.value, 0.25)
        assert np.array_equal(chunk.policy.argmax(axis=1), [np.flatnonzero(row).max() for row in chunk.legal])
    again = list(distilled(game, shape, teacher, 60, 4, 0))
    assert [len(chunk) for chunk in again] == [len(chunk) for chunk in chunks]


def test_both_at_once_make_no_sense(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="one of them at a time"):
        learn_network(three(), tmp_path, 1, records=["x"], teacher=len, kind="table")
    with pytest.raises(OptionError, match="hours must be more than 0"):
        learn_network(three(), tmp_path, 0, kind="table")


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
@pytest.mark.parametrize("times", [3, *further(10)])
def test_killed_again_and_again(times: int, tmp_path: Path) -> None:
    """Kill -9 at moments drawn at random: what was finished stays, and the run goes on."""
    code = "from training.test_learning import *; go_on(Path(sys.argv[1]))"
    places = [str(Path(__file__).parents[1]), *sys.path]
    finished, source = (0, 0), random.Random(1)
    for _ in range(times):
        process = subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)], env={**os.environ, "PYTHONPATH": os.pathsep.join(places)}
        )
        deadline = time.monotonic() + 120
        while not (tmp_path / "run.db").exists() or Store(tmp_path / "run.db").count_games() <= finished:
            assert process.poll() is None and time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(source.random())
        process.send_signal(signal.SIGKILL)
        process.wait()
        store = Store(tmp_path / "run.db")
        games, latest = store.count_games(), store.latest()
        assert games > finished and latest is not None and latest.games <= games[0]
        assert sum(map(len, store.chunks())) == games[1]
        finished = games
    learning = Learning(three(), tmp_path, Settings(**SMALL, gate=Gate(pairs=4, together=4)))
    learning.run(1.0, Planner, networks=learning.store.count_decided() + 1)
    assert learning.store.count_games()[0] >= finished[0]


def go_on(folder: Path) -> None:
    """What is killed."""
    learning = Learning(three(), folder, Settings(**SMALL, gate=Gate(pairs=4, together=4)))
    with learning.lock:
        learning.run(1.0, Planner)
