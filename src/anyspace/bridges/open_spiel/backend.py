"""How pyspiel's states answer each rule."""

from __future__ import annotations

import hashlib
import random
import zlib
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import GameError, PositionError
from ...machine.blocks import Block
from ...rules.callbacks import CallbackBackend
from ...rules.codes import BAD_MOVE_COUNT, CHANCE, NAMED, OVER, TOO_LONG
from ...rules.sessions import Session
from .histories import Chain
from .names import library

if TYPE_CHECKING:
    from .game import OpenSpielGame

CHECKED_GUESSES = 8
"""How many guesses a move is looked at in before a player is shown it as one that the player has seen."""


class OpenSpielSession(Session):
    """With the bots that play out, and the guesses under way."""

    bots: list[Any]
    chains: dict[tuple[Any, ...], Chain]


class OpenSpielBackend(CallbackBackend):
    """How pyspiel's states answer each rule."""

    game: OpenSpielGame

    def __init__(self, game: OpenSpielGame) -> None:
        self.hides_position = game.hidden and game.unguessable is None
        self.hides_moves = self.hides_position and (game.tells_information or game.tells_observation)
        self.at_once = game.turn_based
        self.offers = frozenset(["information_key"] if game.tells_information else [])
        pyspiel = library()
        self._new_bot = pyspiel.make_uniform_random_bot
        super().__init__(game)
        self._nobody = {int(pyspiel.PlayerId.CHANCE): CHANCE, int(pyspiel.PlayerId.TERMINAL): OVER}
        self._play_game = pyspiel.evaluate_bots

    def new_session(self, seed: int) -> OpenSpielSession:
        made = OpenSpielSession(seed)
        made.chains = {}
        made.bots = [self._new_bot(player, made.random.getrandbits(31)) for player in range(self.game.players)]
        return made

    def first(self, source: random.Random) -> Any:
        return self.game.initial(source)

    def twin(self, thing: Any) -> Any:
        return thing.clone()

    def turn(self, thing: Any) -> int:
        player: int = thing.current_player()
        if player >= 0:
            return player
        if player not in self._nobody:
            raise GameError(f"{self.game.name}: pyspiel says that player {player} is to move; nobody can move for it")
        if self.game.draws_unseen and player == CHANCE and thing.move_number() > 0:
            raise GameError(
                f"{self.game.name}: chance is drawn inside pyspiel in the middle of the game; no tree can be built"
            )
        return self._nobody[player]

    def legal(self, thing: Any) -> Sequence[Any]:
        if thing.is_chance_node():
            return [outcome for outcome, _ in thing.chance_outcomes()]
        actions: list[int] = thing.legal_actions()
        return actions

    def apply(self, thing: Any, move: Any) -> None:
        thing.apply_action(move)

    def payoffs(self, thing: Any) -> Sequence[float]:
        returns: list[float] = thing.returns()
        return returns

    def odds(self, thing: Any) -> Sequence[float]:
        return [odd for _, odd in thing.chance_outcomes()]

    def guess(self, thing: Any, observer: int, source: random.Random, rng: int) -> Any:
        if self.game.resamples:
            return thing.resample_from_infostate(observer, source.random)
        chains = self.session.chains
        place = (observer, *thing.history())
        if place not in chains:
            chains.clear()  # a search guesses from one position
            chains[place] = self._chain(thing, observer, source)
        return chains[place].guess()

    def determinize(self, block: Block, observer: int, seed: int) -> None:
        if not self.hides_position or self.game.resamples:
            super().determinize(block, observer, seed)
        else:
            chain = self._chain(self.thing(block), observer, random.Random(seed))
            self.objects[block.ctypes.data] = chain.guess()

    def _chain(self, thing: Any, observer: int, source: random.Random) -> Chain:
        return Chain(self.game.spiel.new_initial_state(), thing, observer, self.known, source)

    def known(self, thing: Any, observer: int) -> str:
        """All that a player knows, or what it sees at the moment."""
        if self.game.tells_information:
            information: str = thing.information_state_string(observer)
            return information
        observation: str = thing.observation_string(observer)
        return observation

    def seen(self, thing: Any, move: Any, observer: int) -> Any:
        """The change in what the observer knows, as a number; nothing if there is none."""
        if not (self.game.tells_information or self.game.tells_observation):
            return None if self.game.hidden else move
        after = thing.clone()
        after.apply_action(move)
        if after.is_terminal():
            return move
        known = self.known(after, observer)
        return None if known == self.known(thing, observer) else zlib.crc32(known.encode()) % NAMED

    def others(self, thing: Any) -> int:
        together, player = thing.simultaneous_game_state(), thing.current_player()
        if not together.is_simultaneous_node():
            return 0
        return sum(len(together.legal_actions(other)) > 0 for other in range(player + 1, self.game.players))

    def taken_back(self, thing: Any) -> Any:
        together, player = thing.simultaneous_game_state(), thing.current_player()
        made = sum(len(together.legal_actions(other)) > 0 for other in range(player)) if player > 0 else 0
        if made == 0 or not together.is_simultaneous_node():
            return thing
        if self.game.draws_unseen:
            raise GameError(f"{self.game.name}: it draws its chance inside pyspiel, so that no move can be taken back")
        again = thing.get_game().new_initial_state()
        for action in thing.history()[:-made]:
            again.apply_action(action)
        return again

    def known_by(self, thing: Any, observer: int) -> int:
        known: str = thing.information_state_string(observer)
        return int.from_bytes(hashlib.blake2b(known.encode(), digest_size=8).digest(), "little")

    def shows(self, block: Block, move: Any, observer: int) -> bool:
        """Whether the observer sees which move it is: whether it is the same in all that may be the case after it."""
        thing = self.thing(block)
        if self.at_once and thing.current_player() not in (CHANCE, observer) and self.others(thing) > 0:
            return False
        if not self.hides_moves or thing.current_player() == observer:
            return not self.game.hidden or thing.current_player() == observer
        if self.seen(thing, move, observer) is None:
            return False
        after = thing.clone()
        after.apply_action(move)
        if after.is_terminal():
            return True
        chain = self._chain(after, observer, random.Random(0))
        return all(chain.guess().history()[-1] == move for _ in range(CHECKED_GUESSES))

    def view(self, block: Block, observer: int) -> str:
        thing = self.thing(block)
        if not (self.game.hidden or self.at_once) or thing.is_terminal():
            return self.render(block)
        if not (self.game.tells_information or self.game.tells_observation):
            return f"({self.game.name} does not say what player {observer} sees)"
        return self.known(thing, observer)

    def finish(self, thing: Any, rng: int, limit: int) -> tuple[int, Sequence[float]]:
        if limit < self.game.max_length:
            return self._finish_within(thing, limit)
        played = thing.move_number()
        session = self.session
        payoffs = self._play_game(thing, session.bots, session.random.getrandbits(31))
        return thing.move_number() - played, payoffs

    def _finish_within(self, thing: Any, limit: int) -> tuple[int, Sequence[float]]:
        """The same move by move: pyspiel's own loop cannot be cut short."""
        for length in range(limit + 1):
            if thing.is_terminal():
                return length, thing.returns()
            moves = self.legal(thing)
            if not moves:
                return BAD_MOVE_COUNT, ()
            if length == limit:
                break
            if thing.is_chance_node():
                move = self.random.choices(moves, self.odds(thing))[0]
            else:
                move = moves[int(self.random.random() * len(moves))]
            thing.apply_action(move)
        return TOO_LONG, ()

    def rewind(self, block: Block) -> list[Any] | None:
        if self.game.draws_unseen:
            return None  # the same moves lead elsewhere
        thing = self.thing(block)
        self.objects[block.ctypes.data] = thing.get_game().new_initial_state()
        return [*thing.history()]

    def understood(self, source: Any) -> Any:
        if not isinstance(source, library().State) or str(source.get_game()) != str(self.game.spiel):
            raise PositionError(f"{self.game.name}: {source!r} is no state of it")
        return source

    def digest(self, block: Block) -> Hashable:
        return tuple(self.thing(block).history())

    def same(self, block: Block, other: Block) -> bool:
        ours, theirs = self.thing(block), self.thing(other)
        if ours.history() != theirs.history():
            return False
        return not self.game.draws_unseen or bool(ours.serialize() == theirs.serialize())

    def move_name(self, block: Block, move: Any) -> str:
        thing = self.thing(block)
        name: str = thing.action_to_string(thing.current_player(), move)
        return " ".join(name.split()) or str(move)  # on one line, whatever the game writes
