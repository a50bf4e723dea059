"""The two sides of a game's rules: a function table for kernels, and the same rules for Python callers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING, Any

from ..errors import GameError, IllegalMove, PositionError
from ..machine.blocks import Block
from .vector_names import name_of, read

if TYPE_CHECKING:
    from .game import AnyGame
    from .table import Table


class Backend(ABC):
    """A game's rules in working order. A *block* is one state: an array of bytes whose address kernels work on."""

    game: AnyGame
    facts: Table
    """The table as far as it was needed by now: what a game is like, and which rules it has. Kernels take `table`."""

    @property
    def table(self) -> Table:
        """The table with all that every search needs."""
        return self.provide(())

    def provide(self, functions: Collection[str]) -> Table:
        """The table with these functions in it too, which are only there on request (`table.ON_REQUEST`)."""
        return self.facts

    @abstractmethod
    def has(self, function: str) -> bool:
        """Whether the game has what it takes for a function that is only there on request."""

    @abstractmethod
    def new(self) -> Block:
        """A block for one state, not yet started."""

    @abstractmethod
    def start(self, block: Block, seed: int) -> None: ...

    @abstractmethod
    def mover(self, block: Block) -> int: ...

    @abstractmethod
    def moves(self, block: Block) -> list[Any]: ...

    @abstractmethod
    def play(self, block: Block, move: Any) -> None: ...

    @abstractmethod
    def returns(self, block: Block) -> list[float]: ...

    @abstractmethod
    def weights(self, block: Block) -> list[float]: ...

    @abstractmethod
    def key(self, block: Block) -> int:
        """64 bits, signed. This and the next six: only where the game `has` them."""

    @abstractmethod
    def evaluate(self, block: Block) -> list[float]: ...

    @abstractmethod
    def prior(self, block: Block) -> list[float]:
        """A weight for each of `moves`."""

    @abstractmethod
    def group(self, block: Block, move: Any) -> int: ...

    @abstractmethod
    def prune(self, block: Block) -> tuple[int, list[bool]]:
        """Who is certain to win, or NOBODY; whether to look at each of `moves`."""

    @abstractmethod
    def reply(self, block: Block, last: Any, seed: int) -> Any:
        """The move that answers the move `last` (None: it is not known), or None."""

    @abstractmethod
    def features(self, block: Block, moves: list[Any]) -> list[int]:
        """The feature of each of these moves."""

    @abstractmethod
    def predicates(self, block: Block) -> list[int]:
        """What is true of the position, as numbers."""

    @abstractmethod
    def planes(self, block: Block, observer: int) -> Any:
        """The position as a picture, as `observer` sees it: an array of float32."""

    @abstractmethod
    def codes(self, block: Block, moves: list[Any]) -> list[int]:
        """By what policies know each of these legal moves: 64 bits, signed."""

    @abstractmethod
    def heuristic(self, block: Block) -> float:
        """What is still to be paid, at least."""

    @abstractmethod
    def determinize(self, block: Block, observer: int, seed: int) -> None:
        """Replace what `observer` cannot know by a guess; nothing where the game hides nothing."""

    @abstractmethod
    def observe(self, block: Block, move: Any, observer: int) -> Any:
        """What `observer` sees of a move; the move itself where the game hides no moves."""

    def shows(self, block: Block, move: Any, observer: int) -> bool:
        """Whether `observer` sees which move it is."""
        return bool(self.observe(block, move, observer) == move)

    @abstractmethod
    def together(self, block: Block) -> int:
        """How many moves are still to be made together with the next, after it; 0 where it is made alone."""

    @abstractmethod
    def withdraw(self, block: Block) -> None:
        """Take back the moves of which the others are still to be made."""

    @abstractmethod
    def information_key(self, block: Block, observer: int) -> int:
        """64 bits, signed, for all that `observer` knows. Only where the game `has` this."""

    def rewind(self, block: Block) -> list[Any] | None:
        """Put the position back to before its first move, what is hidden as it is now. Returns the moves made since;
        None where the game, or this position, does not tell them."""
        return None

    @abstractmethod
    def perturb(self, block: Block, observer: int, seed: int) -> bool:
        """Change a little of what `observer` cannot know; whether it could be so. Only where the game `has` this."""

    @abstractmethod
    def view(self, block: Block, observer: int) -> str:
        """The position as `observer` may see it."""

    @abstractmethod
    def owner(self, block: Block) -> Any:
        """Rows with the player whose each cell is, or -1; None where the game does not say."""

    @abstractmethod
    def playout_moves(self, block: Block) -> list[Any]:
        """What playouts choose from. Only where the game `has` this."""

    @abstractmethod
    def copy(self, block: Block) -> Block: ...

    @abstractmethod
    def assign(self, target: Block, source: Block) -> None:
        """Make `target` a copy of `source`."""

    @abstractmethod
    def same(self, block: Block, other: Block) -> bool:
        """Whether two blocks hold the same position, as far as can be told."""

    # a state and what it is made of

    @property
    def field_names(self) -> tuple[str, ...]:
        """Of the record that is a state; none where states are objects."""
        return ()

    def no_field(self, name: Any) -> PositionError:
        """What to raise where there is no such field."""
        return PositionError(f"{self.game.name}: its states are Python objects and have no field {name!r}; see .object")

    def record(self, block: Block) -> Any:
        """The block as a record, for functions that are not compiled: what is written to it is written there."""
        raise GameError(f"{self.game.name}: its states are Python objects, not records; see state.object")

    @abstractmethod
    def live(self, block: Block) -> Any:
        """The Python object that is the state. Raises `GameError` where it is none."""

    @abstractmethod
    def content(self, block: Block) -> Any:
        """All that a state is, to be kept or sent elsewhere."""

    @abstractmethod
    def restore(self, content: Any) -> Block:
        """A block with this content."""

    @abstractmethod
    def understood(self, source: Any) -> Any:
        """The content that somebody else's `source` stands for. Raises `PositionError`."""

    @abstractmethod
    def digest(self, block: Block) -> Hashable:
        """Something that is equal where positions are the same."""

    @abstractmethod
    def first_look(self, rule: str, block: Block) -> Any:
        """What `mover`, `moves` or `returns` says of a position that nobody has checked yet."""

    def reread(self, block: Block) -> Block | None:
        """The position that such a one's text stands for; None where there is no text."""
        return None

    @abstractmethod
    def notation(self, block: Block) -> str:
        """The position as text. Raises `GameError` where the game has none."""

    @abstractmethod
    def from_notation(self, text: str) -> Block:
        """The position that a text stands for. Raises `PositionError`, also where the game reads none."""

    @abstractmethod
    def move_name(self, block: Block, move: Any) -> str: ...

    def plain_name(self, block: Block, move: Any) -> str:
        """What a move is called where the game does not say: its number, or the vector that it is."""
        box = self.game.box
        return str(move) if box is None or self.mover(block) < 0 else name_of(box, move)

    def move_names(self, block: Block, moves: list[Any]) -> list[str]:
        """The same for several moves at once."""
        return [self.move_name(block, move) for move in moves]

    @abstractmethod
    def render(self, block: Block) -> str: ...

    def parse_move(self, block: Block, text: str) -> Any:
        """The legal move whose name or number is `text`."""
        legal = self.moves(block) if self.mover(block) >= -1 else []
        names = {move: self.move_name(block, move) for move in legal}
        for matches in (
            [move for move, name in names.items() if name == text],
            [move for move, name in names.items() if name.lower() == text.lower()],
            [move for move in legal if str(move) == text],
        ):
            if len(matches) == 1:
                return matches[0]
        if self.game.box is not None and legal and self.mover(block) >= 0:
            move = read(self.game.name, self.game.box, text)
            if move is not None:
                return move
        shown = " ".join(list(names.values())[:40]) + (" ..." if len(names) > 40 else "")
        raise IllegalMove(f"{text!r} names no legal move here; legal: {shown or 'none, the game is over'}")

    # moves as kernels know them: 32-bit integers

    def number(self, move: Any) -> int:
        """A move's number inside kernels."""
        return int(move)

    def move(self, number: int) -> Any:
        """The move that kernels know as `number`."""
        return number

    session: Any = None
    """What one search keeps with rules that live in Python while it runs. Each thread has its own: a search that has
    others work for it gives them its session."""

    tells_length = True
    """Whether playouts say how many moves they had."""

    def begin(self, seed: int) -> None:  # noqa: B027
        """A search is about to start in this thread: Python playouts seed their generator here."""

    def failure(self) -> BaseException | None:
        """The exception that a rule raised inside the last kernel call, if it is known; forgotten once asked for."""
        return None
