"""The optional rules of games that live in Python, as Python asks them of a block."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from .. import rng as random_numbers
from ..errors import GameError
from ..machine.blocks import Block
from .answered import number_of, payoffs_of, picture_of, signed
from .answers import Answers
from .backend import Backend
from .codes import NOBODY
from .predicates import checked_predicates


class Asked(Answers, Backend):
    """What a game's backend answers by what an object answers."""

    @abstractmethod
    def thing(self, block: Block) -> Any:
        """The Python object that is the state."""

    def key(self, block: Block) -> int:
        return signed(self.key_of(self.thing(block)))

    def evaluate(self, block: Block) -> list[float]:
        return payoffs_of(self.game, self.estimate(self.thing(block)), "evaluate")

    def prior(self, block: Block) -> list[float]:
        return self._one_each(self.looks(self.thing(block)), len(self.moves(block)), "prior weights")

    def group(self, block: Block, move: Any) -> int:
        return number_of(self.game, "group", self.group_of(self.thing(block), move))

    def prune(self, block: Block) -> tuple[int, list[bool]]:
        winner, keep = self.pruned(self.thing(block))
        kept = self._one_each(keep, len(self.moves(block)), "answers of 'prune'")
        return NOBODY if winner is None else int(winner), [each != 0 for each in kept]

    def reply(self, block: Block, last: Any, seed: int) -> Any:
        stream = random_numbers.new(seed)
        return self.reply_to(self.thing(block), last, random.Random(seed), stream.ctypes.data)

    def perturb(self, block: Block, observer: int, seed: int) -> bool:
        stream = random_numbers.new(seed)
        return self.perturbed(self.thing(block), observer, random.Random(seed), stream.ctypes.data)

    def predicates(self, block: Block) -> list[int]:
        return checked_predicates(self.game.name, self.true_of(self.thing(block)))

    def features(self, block: Block, moves: list[Any]) -> list[int]:
        return self._features(self.thing(block), moves)

    def planes(self, block: Block, observer: int) -> Any:
        return picture_of(self.game, self.planes_of(self.thing(block), observer))

    def codes(self, block: Block, moves: list[Any]) -> list[int]:
        if not self.has("code"):
            return [self.number(move) for move in moves]
        return [signed(self.code_of(self.thing(block), move)) for move in moves]

    def heuristic(self, block: Block) -> float:
        return self.to_pay(self.thing(block))

    def _one_each(self, given: Sequence[Any], n: int, what: str) -> list[float]:
        found = [float(each) for each in given]
        if len(found) != n:
            raise GameError(f"{self.game.name}: {len(found)} {what} for {n} moves")
        return found

    def _weights(self, thing: Any) -> list[float]:
        return self._one_each(self.odds(thing), len(self.legal(thing)), "weights")

    def _features(self, thing: Any, moves: list[Any]) -> list[int]:
        return [int(each) for each in self._one_each(self.features_of(thing, moves), len(moves), "features")]
