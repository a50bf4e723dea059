"""What playouts of Go choose from when they are played move by move: what its own playout chooses from."""

from __future__ import annotations

import random

import anyspace
from anyspace.rules.interpreted import InterpretedBackend


def test_eyes_are_left_alone_and_a_pass_comes_last():
    game = anyspace.load("go(size=5)")
    backend = InterpretedBackend(game)
    source = random.Random(4)
    seen_fewer = passes = 0
    for _ in range(20):
        block = backend.new()
        backend.start(block, 1)
        for _ in range(60):
            if backend.mover(block) < 0:
                break
            thing = backend.objects[block.ctypes.data]
            sensible, legal = backend.sensible(thing), backend.moves(block)
            assert len(set(sensible) - set(legal)) <= 1  # a repetition that is not a simple ko
            assert len(set(sensible)) == len(sensible) >= 1
            if sensible == [25]:
                passes += 1
            else:
                assert 25 not in sensible
            seen_fewer += len(set(legal) - set(sensible)) > 1
            backend.play(block, source.choice([move for move in sensible if move in legal] or legal))
    assert seen_fewer > 20 and passes > 0


def test_a_search_that_steps_thinks_of_go_as_one_that_does_not():
    game = anyspace.load("go(size=5)")
    state = game.start()
    plain = anyspace.Search(game, "ucb1", seed=1).run(state, iterations=4000)
    steps = anyspace.Search(game, "mast:epsilon=1", seed=1).run(state, iterations=4000)
    assert abs(plain.value - steps.value) < 0.15
    assert abs(plain.stats.mean_playout - steps.stats.mean_playout) < 3
