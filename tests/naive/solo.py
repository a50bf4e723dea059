"""Nested Monte Carlo search and nested rollout policy adaptation once more: recursive, with lists and dictionaries,
slow and obvious. They draw the same numbers in the same order as the kernels do."""

from __future__ import annotations

import math
from typing import Any

from anyspace.rng import below, new, uniform
from anyspace.rules.game import State

Line = tuple[float, list[Any]]


class NaiveNested:
    """`playouts` counts them, `best` is the best line of all."""

    def __init__(self, seed: int, memory: bool = True, games: int = 1) -> None:
        self.rng, self.memory, self.games = new(seed), memory, games
        self.playouts, self.best = 0, (-math.inf, [])  # type: int, Line

    def told(self, line: Line) -> Line:
        self.playouts += 1
        if line[0] > self.best[0]:
            self.best = line
        return line

    def playout(self, state: State, before: list[Any]) -> Line:
        state, line = state.copy(), list(before)
        while not state.over:
            legal = state.moves()
            line.append(legal[below(self.rng, len(legal))])
            state.play(line[-1])
        return self.told((state.returns()[0], line))

    def nested(self, state: State, level: int, before: list[Any]) -> Line:
        if level == 0:
            return self.playout(state, before)
        if state.over:
            return self.told((state.returns()[0], before))
        state, line = state.copy(), list(before)
        best: Line = (-math.inf, [])
        while not state.over:
            if not self.memory:
                best = (-math.inf, [])
            for move in state.moves():
                for _ in range(self.games):
                    found = self.nested(state.copy().play(move), level - 1, [*line, move])
                    best = found if found[0] > best[0] else best
            line.append(best[1][len(line)])
            state.play(line[-1])
        return best if self.memory else (state.returns()[0], line)


Step = tuple[list[int], int]
"""The codes of the legal moves, and which was played."""


class NaiveNRPA:
    """`stop` playouts, and not one more."""

    def __init__(self, state: State, n: int, alpha: float, seed: int, stop: int, prior: bool = False) -> None:
        self.state, self.n, self.alpha, self.prior = state, n, alpha, prior
        self.rng, self.playouts, self.stop = new(seed), 0, stop
        self.best: Line = (-math.inf, [])
        self.scores: list[float] = []

    def run(self, level: int) -> Line:
        """Runs of the top level, one after the other, until there are enough playouts."""
        while self.playouts < self.stop:
            self.nrpa(level, {})
        return self.best

    def probabilities(self, policy: dict[int, float], codes: list[int], prior: list[float]) -> list[float]:
        return [math.exp(policy.get(code, 0.0)) * weight for code, weight in zip(codes, prior, strict=True)]

    def nrpa(self, level: int, policy: dict[int, float]) -> tuple[float, list[Any], list[Any]]:
        if level == 0:
            return self.playout(policy)
        policy = dict(policy)
        best: tuple[float, list[Any], list[Any]] = (-math.inf, [], [])
        for _ in range(self.n):
            if self.playouts == self.stop:
                break
            found = self.nrpa(level - 1, policy)
            best = found if found[0] >= best[0] else best
            self.adapt(policy, best[2])
        return best

    def adapt(self, policy: dict[int, float], steps: list[Any]) -> None:
        before = dict(policy)
        for codes, choice, prior in steps:
            odds = self.probabilities(before, codes, prior)
            for i, code in enumerate(codes):
                gain = self.alpha * ((i == choice) - odds[i] / sum(odds))
                policy[code] = policy.get(code, 0.0) + gain

    def playout(self, policy: dict[int, float]) -> tuple[float, list[Any], list[Any]]:
        state, line, steps = self.state.copy(), [], []  # type: State, list[Any], list[Any]
        while not state.over:
            legal = state.moves()
            codes = [state.code(move) for move in legal]
            prior = state.prior() if self.prior else [1.0] * len(legal)
            odds = self.probabilities(policy, codes, prior)
            rest, choice = uniform(self.rng) * sum(odds), 0
            while rest >= odds[choice] and choice < len(odds) - 1:
                rest -= odds[choice]
                choice += 1
            line.append(legal[choice])
            steps.append((codes, choice, prior))
            state.play(legal[choice])
        score = state.returns()[0]
        self.playouts += 1
        self.scores.append(score)
        if score > self.best[0]:
            self.best = (score, line)
        return score, line, steps


class NaiveBeamNRPA(NaiveNRPA):
    """Every level keeps `width` lines, each with a policy."""

    width = 2

    def run(self, level: int) -> Line:
        try:
            while True:
                self.beam(level, {})
        except StopIteration:
            return self.best

    def beam(self, level: int, policy: dict[int, float]) -> list[Any]:
        if level == 0:
            if self.playouts == self.stop:
                raise StopIteration
            return [(*self.playout(policy), policy)]
        beam: list[Any] = [(-math.inf, [], [], dict(policy))]
        for _ in range(self.n):
            kept: list[Any] = []
            for mine in beam:
                below = self.beam(level - 1, mine[3])
                if mine[0] > -math.inf:
                    self.join(kept, mine)
                for score, line, steps, _ in below:
                    learnt = dict(mine[3])
                    self.adapt(learnt, steps)
                    self.join(kept, (score, line, steps, learnt))
            beam = kept
        return beam

    def join(self, kept: list[Any], one: Any) -> None:
        if len(kept) < self.width:
            kept.append(one)
            return
        worst = min(range(len(kept)), key=lambda i: kept[i][0])
        if one[0] >= kept[worst][0]:
            kept[worst] = one
