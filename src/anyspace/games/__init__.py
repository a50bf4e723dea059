"""The games that come with anyspace, by name. A game's module is imported when the game is loaded, not before."""

from __future__ import annotations

import difflib
import importlib
import inspect
import re
from collections.abc import Callable
from typing import Any
from weakref import WeakValueDictionary

from ..errors import OptionError, UnknownGame
from ..rules.game import AnyGame
from ..rules.origin import Origin

GAMES: dict[str, str] = {
    "amazons": "move a queen, shoot an arrow that blocks for good; who cannot move loses",
    "atarigo": "Go in which the first capture wins",
    "backgammon": "fifteen checkers each, home and off the board by the dice",
    "battleship": "find the ships by as few shots as possible; one player, hidden",
    "blocks_world": "build towers of blocks anew; planning, for one player",
    "breakthrough": "two rows of pawns each; reach the far side",
    "chinese_checkers": "steps and jumps across a star, to fill the corner opposite first; 2, 3, 4 or 6 players",
    "cheese_maze": "a mouse that sees only the walls around it looks for cheese; one player, hidden",
    "clobber": "capture a neighbouring enemy stone, or lose",
    "confrontation": "hidden characters cross the mountains; bring the bearer home or hunt it",
    "connect_four": "drop discs, four in a row wins",
    "domineering": "one lays dominoes upright, the other flat; no room left loses",
    "dou_di_zhu": "one landlord against two peasants; the first out of cards wins; hidden hands",
    "double_integrator": "a body brought to rest; continuous actions, one player",
    "einstein": "EinStein würfelt nicht: six cubes each, and a die that says which may move",
    "ferry": "bring every car to its harbour, one at a time; planning, for one player",
    "go": "surround territory; area scoring, positional superko",
    "goofspiel": "bid a card for every prize, all at the same time",
    "grid_world": "to the goal by steps that may slip; one player and chance",
    "gripper": "a robot with two hands carries balls; planning, for one player",
    "hanoi": "the towers of Hanoi; planning, for one player",
    "havannah": "close a ring, bridge two corners or fork to three sides",
    "hearts": "take no hearts and not the queen of spades, or all of them; hidden hands and passing",
    "hex": "join your two sides; never a draw",
    "hide_and_seek": "seekers hunt a hider whom they see only now and then; a map, hidden moves",
    "kakuro": "fill runs of cells with digits that make up their sums; for one player",
    "kalah": "sow seeds, fill your store, extra turns",
    "klondike": "the best known patience; unseen cards are turned up by chance; for one player",
    "knightthrough": "two rows of knights each, forward only; reach the far side",
    "kuhn_poker": "three cards, one bet; the smallest poker with a bluff",
    "leduc_poker": "six cards, two rounds of bets, one card in the middle",
    "left_move": "a binary tree; the score is the number of steps to the left",
    "left_right": "one player, left or right; few positions, many ways",
    "leftmost_path": "a binary tree; the score is the first run of steps to the left",
    "lines_of_action": "bring all your pieces together; they move as far as their line has pieces",
    "mnk": "k in a row on a board of any size: Gomoku, tic-tac-toe and their kin",
    "morpion_solitaire": "add points, draw lines of five on squared paper; for one player",
    "nogo": "Go in which nobody may capture; no legal move loses",
    "othello": "flank and flip",
    "oware": "sow seeds, capture twos and threes",
    "p_game": "random trees: the sum of the numbers on the way decides",
    "pendulum": "swung up by a weak motor; continuous actions, one player",
    "phantom": "k in a row in the dark: you see only where you are refused",
    "phantom_go": "Go in the dark: you see only your own stones and where you are refused",
    "pig": "roll the die or hold; a game of chance",
    "pocman": "eat and flee in a maze of which little is seen; one player, hidden",
    "rock_paper_scissors": "both choose at the same time, with stakes of your own",
    "rock_sample": "take the good rocks by a noisy sensor; one player, hidden",
    "sailing": "across a lake while the wind turns; one player and chance",
    "samegame": "take groups of one colour, big ones at once; for one player",
    "skirmish": "two armies of cards on a board; attack from several sides; hidden hands",
    "spades": "bid and take tricks with your partner; hidden hands",
    "sudoku": "fill the grid cell by cell; 9 by 9 or 16 by 16; for one player",
    "sum_of_switches": "take the greatest number; a made-up game that suits RAVE",
    "tic_tac_toe": "three in a row",
    "tiger": "two doors, a tiger, and a listener who errs; one player, hidden",
    "trap": "two steps, of which the first must be bold; continuous actions, one player and chance",
    "tron": "leave a wall behind, both at the same time; who has to stop loses",
    "tsptw": "visit every city within its time window and return, cheaply; for one player",
    "twenty_forty_eight": "slide and merge tiles, for one player and chance",
    "unknown_chain": "go on or go back, learning how often one slips; for one player and chance",
    "wumpus": "fetch the gold from a cave of pits and one wumpus, by smell and draught; one player, hidden",
}
"""Every built-in game and what it is, in one line. The module of the same name has a function `game(**options)`."""

BRIDGE = "open_spiel:"


def load(name: str, **options: Any) -> AnyGame:
    """A game by name: `load("hex", size=9)`, the same in one string `load("hex(size=9)")`, or any sequential game of
    OpenSpiel, `load("open_spiel:chess")`. Raises `UnknownGame`, or `OptionError` for an option it does not take."""
    if not isinstance(name, str):
        raise UnknownGame(f"a game is loaded by its name, text such as 'connect_four', not {name!r}")
    if name.startswith(BRIDGE):
        from ..bridges.open_spiel import load as load_open_spiel

        game: AnyGame = load_open_spiel(name.removeprefix(BRIDGE), **options)
        return _remembered(game, Origin(again, game.name, ()))
    name, given = split(name)
    build = builder(name)
    known = list(inspect.signature(build).parameters)
    for option in {**given, **options}:
        if option not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            raise OptionError(f"{name} has no option {option!r}; {takes}")
    settled = inspect.signature(build).bind(**{**given, **options})
    settled.apply_defaults()
    return _remembered(build(**settled.arguments), Origin(again, name, tuple(settled.arguments.items())))


def again(name: str, options: tuple[tuple[str, Any], ...]) -> AnyGame:
    """The game that was loaded like this, if it is still there, or else another like it. Pickled games come back by
    it, so that states that were pickled one by one are states of one game."""
    return _loaded.get(Origin(again, name, options)) or load(name, **dict(options))


def _remembered(game: AnyGame, origin: Origin) -> AnyGame:
    game.remember(origin)
    _loaded[origin] = game
    return game


_loaded: WeakValueDictionary[Origin, AnyGame] = WeakValueDictionary()


def builder(name: str) -> Callable[..., AnyGame]:
    """The function that builds a built-in game; its parameters are the game's options."""
    if name not in GAMES:
        close = difflib.get_close_matches(name, GAMES, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else "."
        raise UnknownGame(f"no game named {name!r}{hint} Known: {', '.join(GAMES)}; and {BRIDGE}NAME")
    module = importlib.import_module(f"{__name__}.{name}")
    return module.game


def split(text: str) -> tuple[str, dict[str, Any]]:
    """`hex(size=9,swap=true)` as a name and its options."""
    match = re.fullmatch(r"(\w+)(?:\((.*)\))?", text.strip())
    if match is None:
        raise UnknownGame(f"{text!r} is not a game's name; write NAME or NAME(option=value, ...)")
    options: dict[str, Any] = {}
    for part in filter(None, (match[2] or "").split(",")):
        option, equals, value = part.partition("=")
        if not equals:
            raise OptionError(f"{match[1]}: expected option=value, not {part.strip()!r}")
        options[option.strip()] = _value(value.strip())
    return match[1], options


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return {"true": True, "false": False}.get(text.lower(), text)
