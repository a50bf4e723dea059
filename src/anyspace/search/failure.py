"""From a kernel's status to the exception a person can act on."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ..errors import GameError, NetworkError
from ..rules import codes
from ..rules.answered import wanted_payoff
from ..rules.diagnose import find_failure, find_failure_of_playout
from ..rules.game import AnyGame, Game, State
from ..rules.objects import PythonGame
from ..rules.predicates import MOST_PREDICATES

if TYPE_CHECKING:
    from .scratch import Workspace


def failure(position: State, status: int, works: list[Workspace], rules: Collection[str] = ()) -> BaseException:
    """The exception for a bad `status` of a search from `position`; `rules` are those that its parts asked for. A
    Python game's own exception is returned as it is."""
    game = position.game
    own = game.backend.failure()
    if own is not None:
        return own
    if status in (codes.RULE_RAISED, codes.BAD_MOVE_COUNT) and isinstance(game, Game | PythonGame):
        found = _found(game, position, rules)  # kernels know neither which rule it was, nor where
        if found is not None:
            return found
    least, greatest = game.payoffs
    culprit = f"{next((work.culprit for work in works if work.culprit != 0), 0):g}"
    messages = {
        codes.BAD_MOVE_COUNT: f"rule 'moves' gave {culprit} moves in a position where somebody is to move; the game "
        f"declares max_moves={game.max_moves}, and at least 1 is needed",
        codes.BAD_MOVER: f"rule 'mover' gave {culprit}; expected a player 0 to {game.players - 1}, CHANCE or OVER",
        codes.BAD_PAYOFF: f"rule 'returns' gave {culprit}; {wanted_payoff(game)}",
        codes.BAD_PICK: "rule 'pick' gave a negative number, which is no move",
        codes.BAD_WEIGHTS: "rule 'weights' gave a negative weight, one that is not a number, or only zeros",
        codes.TOO_LONG: f"a playout did not end within {game.max_length:,} moves; does the game always end? Declare a "
        "larger max_length, or cut playouts with playout=anyspace.Random(limit=...)",
        codes.NOT_CONSTANT_SUM: "what one player gains the other does not lose: such a game cannot be solved; leave "
        "out what proves (of `graph`: mean=0)",
        codes.BAD_SCORE: "a part of the search gave a score that is not a number",
        codes.BAD_ACTION: f"there is a move {culprit}; the game declares that all are below actions={game.actions}",
        codes.BAD_PRIOR: f"rule 'prior' or 'evaluate' gave {culprit}; expected weights that are 0 or more, or "
        f"estimates from {least:g} to {greatest:g}",
        codes.BAD_FEATURE: f"rule 'features' gave {culprit}; the game declares that all are from 0 to below "
        f"move_features={game.move_features}",
        codes.BAD_PREDICATES: f"rule 'predicates' gave {culprit}; expected at most {MOST_PREDICATES} "
        "numbers, each 0 or more",
        codes.NO_PARTICLES: "there is no guess of what is hidden to begin with",
        codes.BAD_WINNER: f"rule 'prune' says that player {culprit} wins; expected a player 0 to {game.players - 1}, "
        "or -1",
    }
    if status == codes.BAD_ANSWER:
        return NetworkError("a network gave what is not a number, or a value beyond -1 and 1")
    if status in messages:
        return GameError(f"{game.name}: {messages[status]}")
    return GameError(f"{game.name}: a rule raised during the search")


def _found(game: AnyGame, position: State, rules: Collection[str]) -> BaseException | None:
    """What random games from the position that was searched find to be wrong."""
    hidden = [rule for rule, there in (("determinize", game.hides), ("observe", game.hides_moves)) if there]
    found = find_failure(game, position._block, [*rules, *hidden])
    if found is None and isinstance(game, Game):
        return find_failure_of_playout(game, position._block)
    return found
